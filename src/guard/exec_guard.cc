#include "guard/exec_guard.h"

#include "base/file.h"
#include "base/quote.h"
#include "shell/analysis.h"
#include "shell/special_wrappers.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace postern::guard {
namespace {

constexpr std::size_t kLongestPath = 4096;
constexpr std::size_t kMostBytes = 8U << 20U;  // of all words; the kernel takes less
constexpr int kMostInterpreters = 5;           // as the kernel
constexpr std::string_view kNotLookedAt = "a program that was to be started could not be looked at, so it was not";

struct Interpreter {
    std::string path, argument;
};

// A file that may be executed but not read, which the kernel reads all the same. Only the owner can have made it so: with
// those of others (sudo) nothing is hidden that the command put there.
bool is_hidden_from_us(int fd) {
    struct stat st {};
    const std::string again = "/proc/self/fd/" + std::to_string(fd);
    return !UniqueFd(::open(again.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY)) &&
           (::fstat(fd, &st) != 0 || st.st_uid == ::geteuid());
}

// The `#!` line, as the kernel reads it. Nothing if there is none.
std::optional<Interpreter> interpreter_of(int fd) {
    const UniqueFd file(::open(("/proc/self/fd/" + std::to_string(fd)).c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    std::array<char, 256> head{};  // the kernel looks at no more
    const ssize_t got = file ? ::pread(file.get(), head.data(), head.size(), 0) : 0;
    if (got < 3 || head[0] != '#' || head[1] != '!') return std::nullopt;
    std::string_view line(head.data() + 2, static_cast<std::size_t>(got) - 2);
    line = line.substr(0, line.find('\n'));
    line = line.substr(0, line.find('\0'));
    constexpr std::string_view kBlanks = " \t";
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    line = line.substr(0, line.find_last_not_of(kBlanks) + 1);
    if (line.empty()) return std::nullopt;
    const std::size_t end = std::min(line.find_first_of(kBlanks), line.size());
    Interpreter out{.path = std::string(line.substr(0, end)), .argument = {}};
    line.remove_prefix(end);
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    out.argument = line;
    return out;
}

// Another file that runs in the place of the one that was started.
struct Next {
    std::string file;
    std::vector<std::string> argv;
};

// What the kernel starts for a script.
std::optional<Next> interpreted(int fd, const std::string& spelled, const std::vector<std::string>& argv) {
    const auto interpreter = interpreter_of(fd);
    if (!interpreter) return std::nullopt;
    Next next{.file = interpreter->path, .argv = {interpreter->path}};
    if (!interpreter->argument.empty()) next.argv.push_back(interpreter->argument);
    next.argv.push_back(spelled);
    next.argv.insert(next.argv.end(), argv.begin() + 1, argv.end());
    return next;
}

// What the dynamic loader makes of itself. No other start follows, so it is now that the file is to be found.
std::optional<Next> loaded(const std::vector<std::string>& argv) {
    if (!shell::is_loader(shell::base_name(argv.front()))) return std::nullopt;
    for (const shell::Command& command : shell::analyse_argv(argv, {.bytes = kMostBytes}).commands) {
        if (command.via != 0 || command.words.empty()) continue;
        Next next{.file = command.words.front().text, .argv = {}};
        for (const shell::Word& word : command.words) next.argv.push_back(word.text);
        for (std::size_t i = 1; i + 1 < argv.size() - next.argv.size(); ++i) {
            if (argv[i] == "--argv0") next.argv.front() = argv[i + 1];
        }
        return next;
    }
    return std::nullopt;
}

// busybox, started as `ls`, is ls: it goes by its first word.
bool goes_by_another(std::string_view name, std::string_view first_word) {
    std::string_view called = shell::base_name(first_word);
    if (called.starts_with('-')) called.remove_prefix(1);
    return holds_many(shell::base_name(name)) && !called.empty() && !called.starts_with(shell::base_name(name));
}

// "/usr/bin/touch z" as "touch z".
std::string_view without_directory(std::string_view command) {
    const std::size_t slash = command.substr(0, command.find(' ')).rfind('/');
    return slash == std::string_view::npos ? command : command.substr(slash + 1);
}

bool same(const policy::Reason& a, const policy::Reason& b) {
    return a.source == b.source && a.pointer == b.pointer && a.subject == b.subject;
}

}  // namespace

ExecGuard::ExecGuard(ExecRules rules)
    : rules_(std::move(rules)), known_(policy::programs_in_rules(rules_.policy), [] {
          const char* path = std::getenv("PATH");
          return std::string_view(path == nullptr ? "" : path);
      }()) {}

void ExecGuard::serve(Listener& listener) {
    const auto handler = [this, &listener](const Call& call) { return judge(listener, call); };
    listener.answer(SYS_execve, handler);
    listener.answer(SYS_execveat, handler);
}

Reply ExecGuard::refuse(const Denied& denied) const {
    if (rules_.tell) rules_.tell(denied);
    return {.kind = Reply::Kind::done, .error = EACCES};
}

Reply ExecGuard::judge(const Listener& listener, const Call& call) {
    const bool at = call.number == SYS_execveat;
    const Process process(call.pid);
    const auto spelled = process.text_at(call.arguments[at ? 1 : 0], kLongestPath);
    auto argv = spelled ? process.texts_at(call.arguments[at ? 2 : 1]) : std::nullopt;
    if (!listener.waits(call)) return {.kind = Reply::Kind::done, .error = EACCES};
    if (!argv) return refuse({.what = std::string(kNotLookedAt)});
    if (argv->empty()) argv->emplace_back();  // the kernel does the same

    const int directory = at ? static_cast<int>(call.arguments[0]) : AT_FDCWD;
    FoundFile file = process.find(directory, *spelled, at ? static_cast<int>(call.arguments[4]) : 0);
    // Not for the kernel to look again: it may find what we did not.
    if (file.error != 0) return {.kind = Reply::Kind::done, .error = file.error};
    std::vector<Start> starts;
    const int error = follow(process, std::move(file), *spelled, std::move(*argv), starts);
    if (!listener.waits(call)) return {.kind = Reply::Kind::done, .error = EACCES};
    if (error != 0) return {.kind = Reply::Kind::done, .error = error};
    auto reasons = met(starts);
    if (reasons.empty()) return {.kind = Reply::Kind::go_on};
    std::string what = reasons.front().message;
    return refuse({.reasons = std::move(reasons), .what = std::move(what)});
}

int ExecGuard::follow(const Process& process, FoundFile file, std::string spelled, Start argv,
                      std::vector<Start>& starts) {
    for (int depth = 0;; ++depth) {
        if (is_hidden_from_us(file.fd.get())) return refuse({.what = std::string(kNotLookedAt)}).error;
        std::vector<std::string> names{file.path, spelled, argv.front()};
        for (std::string& name : known_.names_of(file.fd.get())) names.push_back(std::move(name));
        std::optional<Next> next = interpreted(file.fd.get(), spelled, argv);
        for (std::string& name : names) {
            if (name.empty() || goes_by_another(name, argv.front())) continue;
            Start start = argv;
            start.front() = std::move(name);
            if (!next) next = loaded(start);
            if (std::ranges::find(starts, start) == starts.end()) starts.push_back(std::move(start));
        }
        if (!next) return 0;
        if (depth == kMostInterpreters) return ELOOP;
        argv = std::move(next->argv);
        spelled = std::move(next->file);
        file = process.find(AT_FDCWD, spelled, 0);
        if (file.error != 0) return file.error;
    }
}

// The person saw the command as it was written; the program is found in some directory of PATH.
bool ExecGuard::approved(const policy::Reason& reason) const {
    return reason.verdict == policy::Verdict::ask &&
           std::ranges::any_of(rules_.approved, [&](const policy::Reason& yes) {
               return yes.source == reason.source && yes.pointer == reason.pointer &&
                      without_directory(yes.subject) == without_directory(reason.subject);
           });
}

// The strictest first.
std::vector<policy::Reason> ExecGuard::met(const std::vector<Start>& starts) const {
    std::vector<policy::Reason> out;
    for (const Start& start : starts) {
        for (policy::Reason& reason : policy::decide_exec(rules_.policy, start)) {
            const bool again = std::ranges::any_of(out, [&](const policy::Reason& r) { return same(r, reason); });
            if (!again && !approved(reason)) out.push_back(std::move(reason));
        }
    }
    std::ranges::stable_sort(out, std::greater{}, &policy::Reason::verdict);
    return out;
}

}  // namespace postern::guard
