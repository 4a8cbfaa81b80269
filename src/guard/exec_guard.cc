#include "guard/exec_guard.h"

#include "base/file.h"
#include "base/quote.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <utility>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace postern::guard {
namespace {

constexpr std::size_t kLongestPath = 4096;
constexpr int kMostInterpreters = 5;  // as the kernel

struct Interpreter {
    std::string path, argument;
};

// The `#!` line, as the kernel reads it. Nothing if there is none.
std::optional<Interpreter> interpreter_of(int fd) {
    std::array<char, 256> head{};  // the kernel looks at no more
    const ssize_t got = ::pread(fd, head.data(), head.size(), 0);
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

Denied cannot_look() {
    return {.what = "a program that was to be started could not be looked at, so it was not"};
}

std::string_view last_part(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
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
      }()) {
    shared_.own_descriptors.reset(::open("/proc/self/fd", O_PATH | O_DIRECTORY | O_CLOEXEC));
}

void ExecGuard::serve(Listener& listener) {
    const auto handler = [this, &listener](const Call& call) { return judge(listener, call); };
    listener.answer(SYS_execve, handler);
    listener.answer(SYS_execveat, handler);
}

Reply ExecGuard::refuse(const Listener& listener, const Call& call, const Denied& denied) const {
    // Otherwise what was read may be another's, and nobody hears the answer.
    if (rules_.tell && listener.waits(call)) rules_.tell(denied);
    return {.kind = Reply::Kind::done, .error = EACCES};
}

Reply ExecGuard::judge(const Listener& listener, const Call& call) {
    const bool at = call.number == SYS_execveat;
    const Process process(call.pid, shared_);
    if (!shared_.root) {
        UniqueFd root = process.root();
        if (!root) return refuse(listener, call, cannot_look());
        if (!listener.waits(call)) return {.kind = Reply::Kind::done, .error = EACCES};  // it may be another's
        shared_.root = std::move(root);
    }
    const std::uint64_t path_at = call.arguments[at ? 1 : 0], argv_at = call.arguments[at ? 2 : 1];
    process.look_ahead({path_at, argv_at});
    const auto spelled = process.text_at(path_at, kLongestPath);
    if (!spelled) return refuse(listener, call, cannot_look());
    const int directory = at ? static_cast<int>(call.arguments[0]) : AT_FDCWD;
    FoundFile file = process.find(directory, *spelled, at ? static_cast<int>(call.arguments[4]) : 0);
    // Not for the kernel to look again: it may find what we did not. Before the words: most often it is a search
    // through PATH.
    if (file.error != 0) return {.kind = Reply::Kind::done, .error = file.error};
    auto argv = process.texts_at(argv_at);
    if (!argv) return refuse(listener, call, cannot_look());
    if (argv->empty()) argv->emplace_back();  // the kernel does the same

    std::vector<Start> starts;
    const auto error = follow(process, std::move(file), *spelled, std::move(*argv), starts);
    if (!error) return refuse(listener, call, cannot_look());
    if (*error != 0) return {.kind = Reply::Kind::done, .error = *error};
    auto reasons = met(starts);
    // If the caller is gone, and all this was read of whoever has its number now, then the answer reaches nobody.
    if (reasons.empty()) return {.kind = Reply::Kind::go_on};
    std::string what = reasons.front().message;
    return refuse(listener, call, {.reasons = std::move(reasons), .what = std::move(what)});
}

std::optional<int> ExecGuard::follow(const Process& process, FoundFile file, std::string spelled, Start argv,
                                     std::vector<Start>& starts) const {
    for (int depth = 0;; ++depth) {
        // The kernel starts also what may not be read, and follows its `#!` line.
        const UniqueFd content = process.open_for_reading(file);
        if (!content) return std::nullopt;
        std::vector<std::string> names{file.path, spelled, argv.front()};
        for (std::string& name : known_.names_of(content.get(), file.st)) names.push_back(std::move(name));
        std::vector<std::string_view> judged;
        for (const std::string& name : names) {
            // A rule that speaks of "rm" is met by "/bin/rm" too, with every word behind it.
            const auto covers = [&](std::string_view other) { return other == name || last_part(other) == name; };
            if (name.empty() || std::ranges::any_of(judged, covers)) continue;
            judged.push_back(name);
            starts.push_back(argv);
            starts.back().front() = name;
        }
        const auto interpreter = interpreter_of(content.get());
        if (!interpreter) return 0;
        if (depth == kMostInterpreters) return ELOOP;
        Start next{interpreter->path};
        if (!interpreter->argument.empty()) next.push_back(interpreter->argument);
        next.push_back(spelled);
        next.insert(next.end(), argv.begin() + 1, argv.end());
        argv = std::move(next);
        spelled = interpreter->path;
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
