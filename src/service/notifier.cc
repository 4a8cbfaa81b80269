#include "service/notifier.h"

#include "base/quote.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace postern::service {
namespace {

constexpr const char* kDesktop = "/usr/bin/notify-send";
constexpr std::size_t kLongestText = 300;

bool has_desktop() {
    return std::getenv("DBUS_SESSION_BUS_ADDRESS") != nullptr && ::access(kDesktop, X_OK) == 0;
}

// In a grandchild, which init reaps.
void start(std::vector<std::string> words) {
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        if (::fork() != 0) ::_exit(0);
        sigset_t none;
        (void)::sigemptyset(&none);
        (void)::sigprocmask(SIG_SETMASK, &none, nullptr);
        const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
        for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) (void)::dup2(nowhere, fd);
        (void)::execv(argv.front(), argv.data());
        ::_exit(127);
    }
    if (child > 0) (void)::waitpid(child, nullptr, 0);
}

}  // namespace

std::string plain_markup(const std::string& text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            default: out += c;
        }
    }
    return out;
}

Notifier::Notifier(std::string program) : program_(std::move(program)) {
    if (!program_.empty() || !has_desktop()) return;
    program_ = kDesktop;
    desktop_ = true;
}

void Notifier::tell(const approval::BrokerQuestion& question) const {
    if (program_.empty()) return;
    const std::string text = printable(question.subject.substr(0, kLongestText));
    const std::string directory = printable(question.directory.substr(0, kLongestText));
    if (desktop_) {
        return start({program_, "--app-name=postern", "--", "Postern asks: " + text,
                      plain_markup("in " + directory + "\nAnswer with `postern approvals watch`.")});
    }
    start({program_, question.id, text, directory});
}

}  // namespace postern::service
