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

bool ExecGuard::Looked::operator==(const Looked& other) const {
    return starts == other.starts && new_files == other.new_files && changed == other.changed &&
           undecidable == other.undecidable && expected.changed == other.expected.changed &&
           expected.device == other.expected.device && expected.inode == other.expected.inode &&
           expected.argv == other.expected.argv;
}

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

Reply ExecGuard::refuse(const Denied& denied) const {
    if (rules_.tell) rules_.tell(denied);
    return {.kind = Reply::Kind::done, .error = EACCES};
}

Reply ExecGuard::judge(Listener& listener, const Call& call) {
    auto seen = look(listener, call);
    if (const auto* reply = std::get_if<Reply>(&seen)) return *reply;
    auto& looked = std::get<Looked>(seen);
    auto reasons = met(looked);
    if (reasons.empty()) return start(call, looked);
    if (reasons.front().verdict == policy::Verdict::ask) {
        return ask(listener, call, std::move(looked), std::move(reasons));
    }
    std::string what = reasons.front().message;
    return refuse({.reasons = std::move(reasons), .what = std::move(what)});
}

std::variant<ExecGuard::Looked, Reply> ExecGuard::look(const Listener& listener, const Call& call) {
    const bool at = call.number == SYS_execveat;
    const Process process(call.pid);
    const auto spelled = process.text_at(call.arguments[at ? 1 : 0], kLongestPath);
    auto argv = spelled ? process.texts_at(call.arguments[at ? 2 : 1]) : std::nullopt;
    if (!listener.waits(call)) return Reply{.kind = Reply::Kind::done, .error = EACCES};
    if (!argv) return refuse({.what = std::string(kNotLookedAt)});
    if (argv->empty()) argv->emplace_back();  // the kernel does the same

    const int directory = at ? static_cast<int>(call.arguments[0]) : AT_FDCWD;
    FoundFile file = process.find(directory, *spelled, at ? static_cast<int>(call.arguments[4]) : 0);
    // Not for the kernel to look again: it may find what we did not.
    if (file.error != 0) return Reply{.kind = Reply::Kind::done, .error = file.error};
    Looked looked;
    const int error = follow(process, std::move(file), kernel_name(directory, *spelled), std::move(*argv), looked);
    if (!listener.waits(call)) return Reply{.kind = Reply::Kind::done, .error = EACCES};
    if (error != 0) return Reply{.kind = Reply::Kind::done, .error = error};
    if (git_) add_aliases(process, call, looked);
    if (!listener.waits(call)) return Reply{.kind = Reply::Kind::done, .error = EACCES};
    return looked;
}

int ExecGuard::follow(const Process& process, FoundFile file, std::string spelled, Start argv, Looked& looked) {
    for (int depth = 0;; ++depth) {
        struct stat st {};
        if (::fstat(file.fd.get(), &st) != 0) return errno;
        if (is_hidden_from_us(file.fd.get())) return refuse({.what = std::string(kNotLookedAt)}).error;
        const std::int64_t changed = nanoseconds(st.st_ctim);
        if (changed >= since_) {
            looked.new_files.push_back(file.path);
            looked.changed.push_back(changed);
        }
        std::optional<Next> next = interpreted(file.fd.get(), spelled, argv);
        // The first that is no script is what the kernel runs.
        if (!next && looked.expected.argv.empty()) {
            looked.expected = {.device = st.st_dev, .inode = st.st_ino, .changed = changed, .argv = argv};
        }
        std::vector<std::string> names{file.path, spelled, argv.front()};
        for (std::string& name : known_.names_of(file.fd.get())) names.push_back(std::move(name));
        for (std::string& name : names) {
            if (name.empty() || goes_by_another(name, argv.front())) continue;
            Start start = argv;
            start.front() = std::move(name);
            if (!next) next = loaded(start);
            if (std::ranges::find(looked.starts, start) == looked.starts.end())
                looked.starts.push_back(std::move(start));
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

std::vector<policy::Reason> ExecGuard::met(const Looked& looked) const {
    std::vector<policy::Reason> out;
    for (const Start& start : looked.starts) {
        for (policy::Reason& reason : policy::decide_exec(rules_.policy, start)) {
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

Reply ExecGuard::ask(Listener& listener, const Call& call, Looked looked, std::vector<policy::Reason> reasons) {
    const auto before = std::ranges::find_if(
        refused_, [&](const Refusal& refusal) { return std::ranges::equal(refusal.reasons, reasons, same_question); });
    if (before != refused_.end()) {
        return refuse({.reasons = reasons, .what = reasons.front().message, .answer = before->answer});
    }
    Asked question{.reasons = reasons, .task = call.pid};
    rules_.ask(question, [this, &listener, call, judged = std::move(looked),
                          asked = std::move(reasons)](const approval::Reply& reply) {
        if (reply.kind == approval::Reply::Kind::allowed) {
            return listener.reply(call, start_after_all(listener, call, judged, asked));
        }
        std::string answer = approval::refusal_text(reply);
        if (reply.kind == approval::Reply::Kind::refused) refused_.push_back({asked, answer});
        listener.reply(call, refuse({.reasons = asked, .what = asked.front().message, .answer = std::move(answer)}));
    });
    return {.kind = Reply::Kind::later};
}

Reply ExecGuard::start_after_all(const Listener& listener, const Call& call, const Looked& judged,
                                 const std::vector<policy::Reason>& reasons) {
    for (const policy::Reason& reason : reasons) {
        // The next content of that file is another program.
        if (reason.kind != policy::ReasonKind::new_file) rules_.approved.push_back(reason);
    }
    const auto now = look(listener, call);
    if (const auto* reply = std::get_if<Reply>(&now)) return *reply;
    if (std::get<Looked>(now) != judged) {
        return refuse({.reasons = reasons, .what = "it was changed while a person was asked about it"});
    }
    return start(call, judged);
}

Reply ExecGuard::start(const Call& call, const Looked& looked) const {
    std::vector<policy::LimitHit> counted;
    for (const Start& start : looked.starts) {
        for (policy::LimitHit& hit : policy::limits_at_exec(rules_.policy, start)) {
            if (std::ranges::find(counted, hit) != counted.end()) continue;
            if (auto enough = rules_.count(hit)) return refuse({.reasons = {*enough}, .what = enough->message});
            counted.push_back(std::move(hit));
        }
    }
    if (rules_.tracer != nullptr) {
        const int error = rules_.tracer->expect(static_cast<pid_t>(call.pid), looked.expected);
        if (error != 0) return refuse({.what = describe_errno("a program cannot be watched while it starts", error)});
    }
    return {.kind = Reply::Kind::go_on};
}

}  // namespace postern::guard
