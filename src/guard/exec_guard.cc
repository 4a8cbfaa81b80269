#include "guard/exec_guard.h"

#include "base/file.h"
#include "base/quote.h"
#include "guard/git_aliases.h"
#include "shell/analysis.h"
#include "shell/invocation.h"
#include "shell/special_wrappers.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace postern::guard {
namespace {

constexpr std::size_t kLongestPath = 4096;
constexpr std::size_t kMostBytes = 8U << 20U;                             // of all words; the kernel takes less
constexpr int kMostInterpreters = 5;                                      // as the kernel
constexpr std::size_t kMostRemembered = 1000, kLongestRemembered = 1000;  // starts, bytes of each

struct Interpreter {
    std::string path, argument;
};

Denied cannot_look() {
    return {.what = "a program that was to be started could not be looked at, so it was not"};
}

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

// Does one answer do for both? A shell looks for `touch` in one directory of PATH after the other.
bool same_question(const policy::Reason& a, const policy::Reason& b) {
    if (a.kind == policy::ReasonKind::new_file && a.subject != b.subject) return false;
    return a.kind == b.kind && a.source == b.source && a.pointer == b.pointer &&
           without_directory(a.subject) == without_directory(b.subject);
}

// As the kernel names a file that was given as a descriptor.
std::string kernel_name(int directory, const std::string& path) {
    if (directory == AT_FDCWD || path.starts_with('/')) return path;
    const std::string descriptor = "/dev/fd/" + std::to_string(directory);
    return path.empty() ? descriptor : descriptor + '/' + path;
}

std::int64_t nanoseconds(const timespec& time) {
    return time.tv_sec * 1'000'000'000 + time.tv_nsec;
}

// The clock that files are stamped with.
std::int64_t file_clock() {
    timespec now{};
    (void)::clock_gettime(CLOCK_REALTIME_COARSE, &now);
    return nanoseconds(now);
}

policy::Reason new_file_reason(settings::Caution caution, const std::string& path) {
    return {.verdict = caution == settings::Caution::deny ? policy::Verdict::deny : policy::Verdict::ask,
            .kind = policy::ReasonKind::new_file,
            .subject = path,
            .message = '`' + path + "` was made or changed while the command ran (postern.execNewFiles)"};
}

}  // namespace

ExecGuard::ExecGuard(ExecRules rules)
    : rules_(std::move(rules)),
      known_(policy::programs_in_rules(rules_.policy),
             [] {
                 const char* path = std::getenv("PATH");
                 return std::string_view(path == nullptr ? "" : path);
             }()),
      git_(policy::has_exec_rules_for(rules_.policy, "git")),
      since_(file_clock()) {}

void ExecGuard::serve(Listener& listener) {
    const auto handler = [this, &listener](const Call& call) { return judge(listener, call); };
    listener.answer(SYS_execve, handler);
    listener.answer(SYS_execveat, handler);
}

CallReply ExecGuard::refuse(const Listener& listener, const Call& call, const Denied& denied) const {
    // Otherwise what was read may be another's, and nobody hears the answer.
    if (rules_.tell && listener.waits(call)) rules_.tell(denied);
    return {.kind = CallReply::Kind::done, .error = EACCES};
}

CallReply ExecGuard::judge(Listener& listener, const Call& call) {
    auto seen = look(listener, call);
    if (const auto* reply = std::get_if<CallReply>(&seen)) return *reply;
    auto& looked = std::get<Looked>(seen);
    auto reasons = met(looked);
    if (reasons.empty()) return start(listener, call, looked);
    if (reasons.front().verdict == policy::Verdict::ask) {
        return ask(listener, call, std::move(looked), std::move(reasons));
    }
    std::string what = reasons.front().message;
    return refuse(listener, call, {.reasons = std::move(reasons), .what = std::move(what)});
}

// If the caller is gone, and all this is read of whoever has its number now, then the answer reaches nobody.
std::variant<ExecGuard::Looked, CallReply> ExecGuard::look(const Listener& listener, const Call& call) const {
    const bool at = call.number == SYS_execveat;
    if (!complete(rules_.shared, call.pid, [&] { return listener.waits(call); })) {
        return refuse(listener, call, cannot_look());
    }
    const Process process(call.pid, rules_.shared);
    const std::uint64_t path_at = call.arguments[at ? 1 : 0], argv_at = call.arguments[at ? 2 : 1];
    process.look_ahead({path_at, argv_at});
    const auto spelled = process.text_at(path_at, kLongestPath);
    if (!spelled) return refuse(listener, call, cannot_look());
    const int directory = at ? static_cast<int>(call.arguments[0]) : AT_FDCWD;
    FoundFile file = process.find(directory, *spelled, at ? static_cast<int>(call.arguments[4]) : 0);
    // Not for the kernel to look again: it may find what we did not. Before the words: most often it is a search
    // through PATH.
    if (file.error != 0) return CallReply{.kind = CallReply::Kind::done, .error = file.error};
    auto argv = process.texts_at(argv_at);
    if (!argv) return refuse(listener, call, cannot_look());
    if (argv->empty()) argv->emplace_back();  // the kernel does the same

    Looked looked;
    const auto error = follow(process, std::move(file), kernel_name(directory, *spelled), std::move(*argv), looked);
    if (!error) return refuse(listener, call, cannot_look());
    if (*error != 0) return CallReply{.kind = CallReply::Kind::done, .error = *error};
    if (git_) add_aliases(process, call, looked);
    return looked;
}

std::optional<int> ExecGuard::follow(const Process& process, FoundFile file, std::string spelled, Start argv,
                                     Looked& looked) const {
    for (int depth = 0;; ++depth) {
        // The kernel starts also what may not be read, and follows its `#!` line. Only the owner can have made it so: with
        // programs of others nothing is hidden that the command put there.
        const bool hidden = file.unreadable == EACCES && file.st.st_uid != ::geteuid();
        if (file.unreadable != 0 && !hidden) return std::nullopt;
        const std::int64_t changed = nanoseconds(file.st.st_ctim);
        if (changed >= since_) {
            looked.new_files.push_back(file.path);
            looked.changed.push_back(changed);
        }
        std::optional<Next> next = interpreted(file.fd.get(), spelled, argv);
        const std::vector<std::string> known = known_.names_of(file.fd.get(), file.st);
        // The first that is no script is what the kernel runs.
        if (!next && looked.expected.argv.empty()) {
            looked.expected = {
                .device = file.st.st_dev, .inode = file.st.st_ino, .changed = changed, .argv = argv, .names = known};
        }
        std::vector<std::string> names{file.path, spelled, argv.front()};
        names.insert(names.end(), known.begin(), known.end());
        std::vector<std::string_view> judged;
        for (const std::string& name : names) {
            // A rule that speaks of "rm" is met by "/bin/rm" too, with every word behind it.
            const auto covers = [&](std::string_view other) {
                return other == name || shell::base_name(other) == name;
            };
            if (name.empty() || goes_by_another(name, argv.front()) || std::ranges::any_of(judged, covers)) continue;
            judged.push_back(name);
            looked.starts.push_back(argv);
            looked.starts.back().front() = name;
            if (!next) next = loaded(looked.starts.back());
        }
        if (!next) return 0;
        if (depth == kMostInterpreters) return ELOOP;
        argv = std::move(next->argv);
        spelled = std::move(next->file);
        file = process.find(AT_FDCWD, spelled, 0);
        if (file.error != 0) return file.error;
    }
}

void ExecGuard::add_aliases(const Process& process, const Call& call, Looked& looked) const {
    std::optional<Words> environment;
    const std::vector<Start> starts = looked.starts;
    for (const Start& start : starts) {
        if (shell::base_name(start.front()) != "git") continue;
        if (!environment) environment = process.texts_at(call.arguments[call.number == SYS_execveat ? 3 : 2]);
        const auto meanings = environment ? meanings_of({process, start, *environment}) : std::nullopt;
        if (!meanings) looked.undecidable = "what `git` would run under another name cannot be told";
        for (const Words& meaning : meanings.value_or(std::vector<Words>{})) looked.starts.push_back(meaning);
    }
}

bool ExecGuard::approved(const policy::Reason& reason) const {
    return reason.verdict == policy::Verdict::ask &&
           std::ranges::any_of(rules_.approved, [&](const policy::Reason& yes) { return same_question(yes, reason); });
}

std::vector<policy::Reason> ExecGuard::decide(const Start& start) {
    if (unremarkable_.contains(start)) return {};
    auto reasons = policy::decide_exec(rules_.policy, start);
    std::size_t bytes = 0;
    for (const std::string& word : start) bytes += word.size() + 1;
    if (reasons.empty() && bytes <= kLongestRemembered) {
        if (unremarkable_.size() == kMostRemembered) unremarkable_.clear();
        unremarkable_.insert(start);
    }
    return reasons;
}

std::vector<policy::Reason> ExecGuard::met(const Looked& looked) {
    std::vector<policy::Reason> out;
    for (const Start& start : looked.starts) {
        for (policy::Reason& reason : decide(start)) {
            const bool again =
                std::ranges::any_of(out, [&](const policy::Reason& r) { return same_question(r, reason); });
            if (!again && !approved(reason)) out.push_back(std::move(reason));
        }
    }
    if (!looked.undecidable.empty()) {
        out.push_back({.verdict = policy::Verdict::deny,
                       .kind = policy::ReasonKind::undecidable,
                       .subject = looked.starts.front().front(),
                       .message = looked.undecidable});
    }
    if (rules_.new_files != settings::Caution::allow) {
        for (const std::string& path : looked.new_files) out.push_back(new_file_reason(rules_.new_files, path));
    }
    std::ranges::stable_sort(out, std::greater{}, &policy::Reason::verdict);
    return out;
}

CallReply ExecGuard::ask(Listener& listener, const Call& call, Looked looked, std::vector<policy::Reason> reasons) {
    const auto before = std::ranges::find_if(
        refused_, [&](const Refusal& refusal) { return std::ranges::equal(refusal.reasons, reasons, same_question); });
    if (before != refused_.end()) {
        return refuse(listener, call, {.reasons = reasons, .what = reasons.front().message, .answer = before->answer});
    }
    Asked question{.reasons = reasons, .task = call.pid};
    rules_.ask(question, [this, &listener, call, judged = std::move(looked),
                          asked = std::move(reasons)](const approval::Reply& reply) {
        if (reply.kind == approval::Reply::Kind::allowed) {
            return listener.reply(call, start_after_all(listener, call, judged, asked));
        }
        std::string answer = approval::refusal_text(reply);
        if (reply.kind == approval::Reply::Kind::refused) refused_.push_back({asked, answer});
        listener.reply(call, refuse(listener, call,
                                    {.reasons = asked, .what = asked.front().message, .answer = std::move(answer)}));
    });
    return {.kind = CallReply::Kind::later};
}

CallReply ExecGuard::start_after_all(const Listener& listener, const Call& call, const Looked& judged,
                                     const std::vector<policy::Reason>& reasons) {
    for (const policy::Reason& reason : reasons) {
        // The next content of that file is another program.
        if (reason.kind != policy::ReasonKind::new_file) rules_.approved.push_back(reason);
    }
    const auto now = look(listener, call);
    if (const auto* reply = std::get_if<CallReply>(&now)) return *reply;
    if (std::get<Looked>(now) != judged) {
        return refuse(listener, call, {.reasons = reasons, .what = "it was changed while a person was asked about it"});
    }
    return start(listener, call, judged);
}

CallReply ExecGuard::start(const Listener& listener, const Call& call, const Looked& looked) const {
    if (rules_.policy.limits.empty() && rules_.tracer == nullptr) return {.kind = CallReply::Kind::start};
    // Not counted, and not attached to: the number may be another's by now.
    if (!listener.waits(call)) return {.kind = CallReply::Kind::done, .error = EACCES};
    std::vector<policy::LimitHit> counted;
    for (const Start& start : looked.starts) {
        for (policy::LimitHit& hit : policy::limits_at_exec(rules_.policy, start)) {
            if (std::ranges::find(counted, hit) != counted.end()) continue;
            if (auto enough = rules_.count(hit))
                return refuse(listener, call, {.reasons = {*enough}, .what = enough->message});
            counted.push_back(std::move(hit));
        }
    }
    if (rules_.tracer != nullptr) {
        const int error = rules_.tracer->expect(static_cast<pid_t>(call.pid), looked.expected);
        if (error != 0)
            return refuse(listener, call,
                          {.what = describe_errno("a program cannot be watched while it starts", error)});
    }
    return {.kind = CallReply::Kind::start};
}

}  // namespace postern::guard
