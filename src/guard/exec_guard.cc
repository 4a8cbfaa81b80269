#include "guard/exec_guard.h"

#include "approval/binding.h"
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
constexpr std::size_t kMostRemembered = 1000, kLongestRemembered = 1000;  // starts, bytes of each

Denied cannot_look() {
    return {.what = "a program that was to be started could not be looked at, so it was not"};
}

// Another file that runs in the place of the one that was started.
struct Next {
    std::string file;
    std::vector<std::string> argv;
};

// What the kernel starts for a script.
std::optional<Next> interpreted(int fd, const std::string& spelled, const std::vector<std::string>& argv) {
    const auto interpreter = approval::interpreter_of(fd);
    if (!interpreter) return std::nullopt;
    Next next{.file = interpreter->path, .argv = {interpreter->path}};
    if (!interpreter->argument.empty()) next.argv.push_back(interpreter->argument);
    next.argv.push_back(spelled);
    next.argv.insert(next.argv.end(), argv.begin() + 1, argv.end());
    return next;
}

// What the dynamic loader makes of itself. No other start follows, so it is now that the file is to be found.
std::optional<Next> loaded(const std::vector<std::string>& argv) {
    if (!shell::is_loader(base_name(argv.front()))) return std::nullopt;
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
    std::string_view called = base_name(first_word);
    if (called.starts_with('-')) called.remove_prefix(1);
    return is_multicall(base_name(name)) && !called.empty() && !called.starts_with(base_name(name));
}

std::vector<policy::Reason> reasons_of(const auto& hits) {
    std::vector<policy::Reason> out;
    out.reserve(hits.size());
    for (const auto& hit : hits) out.push_back(hit.reason);
    return out;
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
            .message = '`' + path + "` was made or changed while the command ran (postern.execNewFiles)",
            .may_answer = policy::MayAnswer::chosen};
}

// Tells whether the first start is the second one, a script, with its interpreter before it.
bool is_interpreted(const Words& interpreted, const Words& script) {
    const auto arguments = static_cast<std::ptrdiff_t>(script.size()) - 1;
    return interpreted.size() > script.size() &&
           std::equal(interpreted.end() - arguments, interpreted.end(), script.begin() + 1);
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
    const auto& looked = std::get<Looked>(seen);
    const std::vector<Hit> hits = reasons_for(looked);
    if (hits.empty()) return start(listener, call, looked);
    if (hits.front().reason.verdict == policy::Verdict::ask) return ask(listener, call, looked, hits);
    return refuse(listener, call, {.reasons = reasons_of(hits), .what = hits.front().reason.message});
}

// If the caller is gone and another process has its number now, all this is read of that process, but then the answer
// reaches nobody.
std::variant<ExecGuard::Looked, CallReply> ExecGuard::look(const Listener& listener, const Call& call) const {
    const bool at = call.number == SYS_execveat;
    if (!complete(rules_.shared, call.pid, [&] { return listener.waits(call); })) {
        return refuse(listener, call, cannot_look());
    }
    const Process process(call.pid, rules_.shared);
    const std::uint64_t path_at = call.arguments[at ? 1 : 0], argv_at = call.arguments[at ? 2 : 1];
    process.prefetch({path_at, argv_at});
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
    looked.directory = process.directory_at(AT_FDCWD, ".").value_or("");
    return looked;
}

std::optional<int> ExecGuard::follow(const Process& process, FoundFile file, std::string spelled, Start argv,
                                     Looked& looked) const {
    for (int depth = 0;; ++depth) {
        // The kernel starts also what may not be read, and follows its `#!` line. Only the owner can have made it so:
        // with programs of others nothing is hidden that the command put there.
        const bool hidden = file.unreadable == EACCES && file.st.st_uid != ::geteuid();
        if (file.unreadable != 0 && !hidden) return std::nullopt;
        const std::int64_t changed = nanoseconds(file.st.st_ctim);
        if (changed >= since_) looked.new_files.push_back(file.path);
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
            const auto covers = [&](std::string_view other) { return other == name || base_name(other) == name; };
            if (name.empty() || goes_by_another(name, argv.front()) || std::ranges::any_of(judged, covers)) continue;
            judged.push_back(name);
            looked.starts.push_back(argv);
            looked.starts.back().front() = name;
            if (!next) next = loaded(looked.starts.back());
        }
        looked.files.push_back(std::move(file));
        if (!next) return 0;
        if (depth == approval::kMostInterpreters) return ELOOP;
        argv = std::move(next->argv);
        spelled = std::move(next->file);
        file = process.find(AT_FDCWD, spelled, 0);
        if (file.error != 0) return file.error;
    }
}

void ExecGuard::add_aliases(const Process& process, const Call& call, Looked& looked) const {
    std::optional<Words> environment;
    const std::vector<Start> starts = looked.starts;
    const std::string called(base_name(looked.expected.argv.empty() ? "" : looked.expected.argv.front()));
    constexpr std::string_view kPrefix = "git-";
    for (const Start& start : starts) {
        if (base_name(start.front()) != "git") continue;
        if (called.starts_with(kPrefix)) {
            // Under this name git runs the command that the name says, and looks for no alias.
            Start meaning{start.front(), called.substr(kPrefix.size())};
            meaning.insert(meaning.end(), start.begin() + 1, start.end());
            looked.starts.push_back(std::move(meaning));
            continue;
        }
        if (!environment) environment = process.texts_at(call.arguments[call.number == SYS_execveat ? 3 : 2]);
        const auto meanings =
            environment ? meanings_of({process, looked.files.back().path, start, *environment}) : std::nullopt;
        if (!meanings) looked.undecidable = "what `git` would run under this name cannot be told";
        for (const Words& meaning : meanings.value_or(std::vector<Words>{})) looked.starts.push_back(meaning);
    }
}

std::vector<policy::Reason> ExecGuard::decide(const Start& start, const std::string& directory) {
    Start key = start;
    key.push_back(directory);
    if (unremarkable_.contains(key)) return {};
    const auto from = AbsPath::parse(directory);
    auto reasons = policy::decide_exec(rules_.policy, start, from ? *from : rules_.policy.host.cwd);
    std::size_t bytes = 0;
    for (const std::string& word : key) bytes += word.size() + 1;
    if (reasons.empty() && bytes <= kLongestRemembered) {
        if (unremarkable_.size() == kMostRemembered) unremarkable_.clear();
        unremarkable_.insert(std::move(key));
    }
    return reasons;
}

std::vector<ExecGuard::Hit> ExecGuard::reasons_for(const Looked& looked) {
    std::vector<Hit> out;
    // Words that are explained under one name of the program (`which`) mention nothing under another
    // (`which.debianutils`). What the program starts after all is judged then.
    std::optional<bool> explained;
    const auto is_explained = [&] {
        if (!explained) explained = std::ranges::any_of(looked.starts, policy::explains_start);
        return *explained;
    };
    for (std::size_t i = 0; i < looked.starts.size(); ++i) {
        for (policy::Reason& reason : decide(looked.starts[i], looked.directory)) {
            if (reason.mentioned && is_explained()) continue;
            const auto again = [&](const Hit& hit) {
                const bool same_rule = hit.reason.rule == reason.rule && hit.reason.source == reason.source &&
                                       hit.reason.pointer == reason.pointer;
                return approval::same_words(hit.reason, reason) ||
                       (same_rule && is_interpreted(looked.starts[i], looked.starts[hit.start]));
            };
            if (std::ranges::none_of(out, again)) out.push_back({std::move(reason), i});
        }
    }
    if (!looked.undecidable.empty()) {
        out.push_back({{.verdict = policy::Verdict::deny,
                        .kind = policy::ReasonKind::undecidable,
                        .subject = looked.starts.front().front(),
                        .message = looked.undecidable}});
    }
    if (rules_.new_files != settings::Caution::allow) {
        for (const std::string& path : looked.new_files) out.push_back({new_file_reason(rules_.new_files, path)});
    }
    std::ranges::stable_sort(out, std::greater{}, [](const Hit& hit) { return hit.reason.verdict; });
    return out;
}

std::vector<approval::Binding> ExecGuard::bindings_of(const Process& process, const Looked& looked,
                                                      const std::vector<Hit>& hits, const AbsPath& directory) const {
    std::vector<std::string> fingerprints;
    for (const FoundFile& file : looked.files) fingerprints.push_back(approval::fingerprint_of(file.fd.get(), file.st));
    const Start& words = looked.starts.front();  // as they were given, before an interpreter's are put in front
    for (const std::string& named : approval::named_files(words)) {
        const FoundFile file = process.find(AT_FDCWD, named, 0);
        if (file.error == 0 && file.unreadable == 0)
            fingerprints.push_back(approval::fingerprint_of(file.fd.get(), file.st));
    }
    std::vector<approval::Binding> out;
    for (const Hit& hit : hits) {
        const Start& start = looked.starts[hit.start];
        // Found in the arguments, as in `sh -c 'touch z'`: bound as the text of a command is. What is started then is
        // bound in the same way, so one answer does for both. A multi-call program starts nothing: its own file is
        // bound.
        const bool itself = hit.reason.kind != policy::ReasonKind::rule || hit.reason.command == 0 ||
                            is_multicall(base_name(start.front()));
        if (itself) {
            out.push_back(approval::binding_of(hit.reason, directory, fingerprints));
            continue;
        }
        const shell::Analysis analysis = shell::analyse_argv(start, {.bytes = kMostBytes});
        const AbsPath& home = rules_.policy.host.home;
        for (approval::Binding& binding : approval::bindings_in(
                 {hit.reason}, {.text = {}, .analysis = analysis, .directory = directory, .home = home}))
            out.push_back(std::move(binding));
    }
    return out;
}

std::optional<approval::Question> ExecGuard::question_about(const Call& call, const Looked& looked,
                                                            const std::vector<Hit>& hits) const {
    const Process process(call.pid, rules_.shared);
    const auto path = process.directory_at(AT_FDCWD, ".");
    const auto directory = AbsPath::parse(path.value_or(""));
    if (!directory) return std::nullopt;
    return approval::Question{.about = approval::About::program,
                              .subject = hits.front().reason.subject,
                              .directory = *directory,
                              .reasons = reasons_of(hits),
                              .bindings = bindings_of(process, looked, hits, *directory),
                              .longest = approval::longest_for(approval::About::program),
                              .task = call.pid};
}

CallReply ExecGuard::ask(Listener& listener, const Call& call, const Looked& looked, const std::vector<Hit>& hits) {
    const auto question = question_about(call, looked, hits);
    if (!question) return refuse(listener, call, cannot_look());
    rules_.approvals.settle(*question, [this, &listener, call, asked = *question](const approval::Answer& answer) {
        if (answer.verdict == approval::Answer::Verdict::allowed) {
            return listener.reply(call, start_after_all(listener, call, asked));
        }
        listener.reply(call, refuse(listener, call,
                                    {.reasons = asked.reasons,
                                     .what = asked.reasons.front().message,
                                     .answer = approval::refusal_text(answer)}));
    });
    return {.kind = CallReply::Kind::later};
}

CallReply ExecGuard::start_after_all(const Listener& listener, const Call& call, const approval::Question& asked) {
    const auto seen = look(listener, call);
    if (const auto* reply = std::get_if<CallReply>(&seen)) return *reply;
    const auto& looked = std::get<Looked>(seen);
    const std::vector<Hit> hits = reasons_for(looked);
    const auto now = hits.empty() ? std::nullopt : question_about(call, looked, hits);
    if (now && now->reasons == asked.reasons && now->bindings == asked.bindings) return start(listener, call, looked);
    return refuse(listener, call,
                  {.reasons = asked.reasons, .what = "it was changed while a person was asked about it"});
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
