#include "guard/git_gate.h"

#include "base/file.h"
#include "base/git_config.h"
#include "base/git_object_name.h"
#include "base/hash.h"
#include "base/io.h"
#include "base/process_stat.h"
#include "base/quote.h"
#include "base/text.h"
#include "guard/held_names.h"
#include "guard/lift.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace postern::guard {
namespace {

using sandbox::Mount;
using sandbox::MountAccess;

constexpr std::size_t kMostWords = 1U << 20U;
constexpr std::size_t kLargestFile = 16U << 20U;
constexpr std::size_t kMostCallers = 1000;
constexpr std::size_t kNamedPaths = 3;

AbsPath below(const AbsPath& directory, std::string_view name) {
    return AbsPath::resolve(directory, name).value_or(directory);
}

std::string in_proc(std::uint32_t pid, std::string_view what) {
    return "/proc/" + std::to_string(pid) + '/' + std::string(what);
}

// Reads words that end with a zero byte each.
Words words_in(std::uint32_t pid, std::string_view what) {
    const UniqueFd fd(::open(in_proc(pid, what).c_str(), O_RDONLY | O_CLOEXEC));
    const auto text = fd ? read_all(fd.get(), kMostWords) : std::nullopt;
    Words out;
    for (std::string_view rest = text ? std::string_view(*text) : ""; !rest.empty();) {
        out.emplace_back(rest.substr(0, rest.find('\0')));
        rest.remove_prefix(std::min(out.back().size() + 1, rest.size()));
    }
    return out;
}

// Returns a path of the patch that the process reads from its standard input, if that is a file.
Words patch_on_input(std::uint32_t pid) {
    const std::string path = in_proc(pid, "fd/0");
    struct stat st {};
    if (::stat(path.c_str(), &st) != 0 || !S_ISREG(st.st_mode)) return {};
    return {path};
}

// Returns whether these are the words of `git init`.
bool starts_repository(const Words& argv) {
    const std::size_t at = git_command_at(argv);
    return at != 0 && (argv[at] == "init" || argv[at] == "init-db");
}

// Returns whether the program is git, from a place that the command cannot write to.
bool is_git(std::uint32_t pid, const sandbox::Profile& profile) {
    std::array<char, PATH_MAX> text{};
    const ssize_t length = ::readlink(in_proc(pid, "exe").c_str(), text.data(), text.size());
    if (length <= 0 || static_cast<std::size_t>(length) == text.size()) return false;
    const std::string_view path(text.data(), static_cast<std::size_t>(length));
    const std::string_view name = base_name(path);
    if (name != "git" && !name.starts_with("git-")) return false;
    const auto file = AbsPath::parse(path);
    return file && !sandbox::can_write_inside(profile, *file);
}

std::string with_returns(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\n' && !out.ends_with('\r')) out += '\r';
        out += c;
    }
    return out;
}

std::string named(const Words& paths) {
    std::string out;
    for (std::size_t i = 0; i < std::min(paths.size(), kNamedPaths); ++i)
        out += (i == 0 ? "" : ", ") + printable(paths[i]);
    if (paths.size() > kNamedPaths) out += " and " + std::to_string(paths.size() - kNamedPaths) + " more";
    return out;
}

CallReply go_on() {
    return {.kind = CallReply::Kind::go_on};
}

}  // namespace

// ---- configuration

std::optional<CallReply> GitGate::config(const Listener& listener, const Call& call, ConfigRename rename) {
    const Mount* mount = mount_over(rename.to);
    const bool held = mount != nullptr && mount->path == rename.to && mount->access == MountAccess::read_only;
    const bool ours = rename.to.name() == ".gitmodules"
                          ? held
                          : std::ranges::any_of(rules_.profile.repositories, [&](const AbsPath& directory) {
                                return directory.contains(rename.to);
                            });
    if (!ours || (mount != nullptr && !held)) return std::nullopt;
    const auto change = read_change(rename);
    if (!change || (held && !change->before)) return std::nullopt;  // the kernel refuses it
    if (!held && change->before) return std::nullopt;               // made in this run: the scrub judges it
    const std::string file = rename.to.text();
    std::string what;
    const auto key = rules_.judge_config(*change);
    if (held && starts_repository(words_in(call.pid, "cmdline"))) {
        // git tries whether the file system keeps modes on this very file, which is read-only, and would note a wrong
        // answer.
        what = "`" + file + "` was not changed: core.filemode cannot be tried here, and the repository exists already";
    } else if (key) {
        what = "`" + file + "` was not changed: " + printable(*key) + " could make git run code or look elsewhere";
    } else if (!held) {
        return std::nullopt;
    } else if (!listener.waits(call)) {
        return CallReply{.error = EPERM};
    } else if (Status done = apply_change(rename, *change); !done) {
        what = "`" + file + "` was not changed: " + done.error().what;
    } else {
        return CallReply{.error = 0};
    }
    policy::Reason reason{
        .verdict = policy::Verdict::deny, .kind = policy::ReasonKind::safety, .subject = file, .message = what};
    rules_.tell({.reasons = {std::move(reason)}, .what = std::move(what)});
    return CallReply{.error = EPERM};
}

// ---- work tree

std::optional<WorkTree> GitGate::work_tree_at(const AbsPath& directory) const {
    const auto& known = rules_.profile.repositories;
    const auto is_known = [&](const AbsPath& path) { return std::ranges::find(known, path) != known.end(); };
    std::optional<WorkTree> out;
    if (directory.parent().name() == "worktrees" && is_known(directory.parent().parent())) {
        const auto file = read_file_if_there(below(directory, "gitdir"));
        const auto dot_git = AbsPath::resolve(directory, trimmed(file && *file ? std::string_view(**file) : "", "\n"));
        if (dot_git) out = WorkTree{dot_git->parent(), directory, directory.parent().parent()};
    } else if (directory.name() == ".git" && is_known(directory)) {
        out = WorkTree{directory.parent(), directory, directory};
    } else if (const Mount* config = mount_over(below(directory, "config"));
               config != nullptr && config->path == below(directory, "config")) {  // a submodule
        const auto text = read_file_if_there(config->path);
        for (const ConfigEntry& entry :
             parse_git_config(text && *text ? **text : "").value_or(std::vector<ConfigEntry>{})) {
            const auto top = entry.key == "core.worktree" && entry.value ? AbsPath::resolve(directory, *entry.value)
                                                                         : fail(Errc::invalid, "not it");
            if (top) out = WorkTree{*top, directory, directory};
        }
    }
    return out;
}

const Mount* GitGate::mount_over(const AbsPath& path) const {
    const Mount* deepest = nullptr;  // later ones lie on top
    for (const Mount& mount : rules_.profile.mounts) {
        if (mount.path.contains(path) && !lifted_.contains(mount.path)) deepest = &mount;
    }
    return deepest != nullptr && is_held(*deepest) ? deepest : nullptr;
}

bool GitGate::matters(const AbsPath& path) const {
    return is_protected_name(path, rules_.profile) || mount_over(path) != nullptr;
}

bool GitGate::may_be_lifted(const Mount& mount) const {
    return mount.access == MountAccess::read_only && !has_part(mount.path, ".git") &&
           is_protected_name(mount.path, rules_.profile) && !holds_settings(mount.path);
}

bool GitGate::may_be_made(const AbsPath& path) const {
    const auto at = may_be_.lower_bound(path);
    return at != may_be_.end() && path.contains(*at);
}

std::vector<GitIntent> GitGate::intents_of(const Process& process, const Words& argv, std::uint32_t pid) const {
    std::vector<GitIntent> out{intent_of(argv)};
    if (out.front().work != TreeWork::unknown) return out;
    const auto meanings = meanings_of({process, argv.front(), argv, words_in(pid, "environ")});
    if (!meanings || meanings->empty()) return out;
    out.clear();
    for (const Words& meaning : *meanings) out.push_back(intent_of(meaning));
    return out;
}

void GitGate::settle_path(const WorkTree& tree, const std::string& path, const std::vector<Future>& futures,
                          Ownership& ownership, GitObjects& objects, Plan& plan) const {
    const AbsPath file = below(tree.top, path);
    const auto object = [&](std::string what) {
        if (plan.objection.empty()) plan.objection = printable(path) + ' ' + std::move(what);
    };
    const Mount* mount = mount_over(file);
    if (is_settings(file) || (mount != nullptr && !may_be_lifted(*mount))) {
        plan.askable = false;
        object("may not change while a command runs");
    }
    const auto present =
        mount != nullptr ? read_file_if_there(file, kLargestFile) : Result<std::optional<std::string>>{};
    // What was there before the run may come back, as from a stash.
    if (present && *present) plan.grant.contents.push_back({file, content_hash(**present)});
    for (const Future& future : futures) {
        const std::string& name = future.entry.name;
        const bool as_before = future.certain && present && *present && !name.empty() &&
                               git_object_name("blob", **present, name.size()) == name;
        const GitObjects::Object* content = name.empty() || as_before ? nullptr : objects.find(name);
        const bool known = future.certain && (name.empty() || as_before || content != nullptr);
        const bool again =
            known && granted_.contains({file, content == nullptr ? std::string() : content_hash(content->content)});
        if (!as_before && !again && (!known || !ownership.owns(path, future))) {
            plan.askable = plan.askable && known && future.entry.mode != "120000";
            object(!known         ? "would get content that cannot be told in advance"
                   : name.empty() ? "would go away"
                                  : "would get content that is not from your own history");
        }
        const std::string_view text = as_before            ? std::string_view(**present)
                                      : content != nullptr ? std::string_view(content->content)
                                                           : std::string_view();
        if (name.empty()) plan.grant.contents.push_back({file, ""});
        if (!as_before && content == nullptr) continue;
        plan.grant.contents.push_back({file, content_hash(text)});
        plan.grant.contents.push_back({file, content_hash(with_returns(text))});  // core.autocrlf
    }
    plan.paths.push_back(path);
    if (mount != nullptr) plan.grant.lifted.push_back(mount->path);
}

GitGate::Plan GitGate::plan(const WorkTree& tree, const std::vector<GitIntent>& intents, std::string words) const {
    Plan out{.words = std::move(words), .top = tree.top};
    const auto unforeseen = [&] {
        const bool something = std::ranges::any_of(rules_.profile.mounts, [&](const Mount& mount) {
            return is_held(mount) && tree.top.contains(mount.path) && !has_part(mount.path, ".git") &&
                   !lifted_.contains(mount.path);
        });
        if (!something) return;
        out.askable = false;
        out.objection = "what it would change cannot be told in advance";
    };
    const auto program = rules_.locate();
    if (!program) return unforeseen(), out;
    const HostGit git(*program, tree);
    GitObjects objects(git);
    const state::Commits tips = rules_.own_tips(tree.common_directory).value_or(state::Commits{});
    Ownership ownership(git, objects, tips);
    for (const GitIntent& intent : intents) {
        Forecaster forecaster(git, [&](std::string_view path) { return matters(below(tree.top, path)); });
        const auto forecast = forecaster.run(intent);
        if (!forecast) return unforeseen(), out;
        for (const auto& [path, futures] : *forecast) settle_path(tree, path, futures, ownership, objects, out);
    }
    return out;
}

CallReply GitGate::lock(Listener& listener, const Call& call, const Process& process, const AbsPath& made) {
    const auto tree = work_tree_at(made.parent());
    if (!tree || !is_git(call.pid, rules_.profile)) return go_on();
    const Words argv = words_in(call.pid, "cmdline");
    const std::vector<GitIntent> intents = intents_of(process, argv, call.pid);
    if (std::ranges::all_of(intents, [](const GitIntent& each) { return each.work == TreeWork::nothing; }))
        return go_on();
    const auto stat = read_process_stat(static_cast<pid_t>(call.pid));
    if (!stat || !listener.waits(call)) return {.error = EPERM};
    const Caller caller{call.pid, stat->started};
    if (const auto known = decided_.find(caller); known != decided_.end())
        return known->second ? go_on() : CallReply{.error = EPERM};
    Plan found = plan(*tree, intents, joined(argv));
    if (decided_.size() >= kMostCallers) decided_.clear();
    decided_[caller] = found.objection.empty();
    if (found.objection.empty()) return act(listener, call, found);
    if (found.askable) return ask(listener, call, found);
    return refuse(listener, call, found, {});
}

std::optional<WorkTree> GitGate::work_tree_around(const AbsPath& file) const {
    std::optional<WorkTree> out;
    for (const AbsPath& directory : rules_.profile.repositories) {
        const bool deeper = !out || out->top.text().size() < directory.parent().text().size();
        if (directory.name() == ".git" && directory.parent().contains(file) && !directory.contains(file) && deeper)
            out = WorkTree{directory.parent(), directory, directory};
    }
    return out;
}

bool GitGate::is_caller(std::uint32_t pid) const {
    return is_git(pid, rules_.profile);
}

bool GitGate::is_stopped(std::uint32_t pid) const {
    if (stopped_.empty()) return false;
    const auto stat = read_process_stat(static_cast<pid_t>(pid));
    return stat && stopped_.contains({pid, stat->started});
}

std::optional<CallReply> GitGate::first_file(Listener& listener, const Call& call, const AbsPath& file) {
    const auto tree = work_tree_around(file);
    const auto stat = read_process_stat(static_cast<pid_t>(call.pid));
    if (!tree || !stat) return std::nullopt;
    const Caller caller{call.pid, stat->started};
    if (decided_.contains(caller)) return std::nullopt;
    const Words argv = words_in(call.pid, "cmdline");
    GitIntent intent = intent_of(argv);
    if (intent.work != TreeWork::patch && intent.work != TreeWork::clean) return std::nullopt;
    const bool piped = intent.work == TreeWork::patch && intent.paths.empty();
    if (piped) intent.paths = patch_on_input(call.pid);
    Plan found = plan(*tree, {intent}, joined(argv));
    if (found.paths.empty() && piped && intent.paths.empty() && matters(file)) {
        found.paths = {std::string(file.name())};
        found.objection = printable(file.name()) + " would get content that cannot be told in advance";
    }
    if (!listener.waits(call)) return CallReply{.error = EPERM};
    decided_[caller] = found.objection.empty();
    if (found.objection.empty()) return act(listener, call, found);
    stopped_.insert(caller);
    return refuse(listener, call, found, {});
}

CallReply GitGate::act(const Listener& listener, const Call& call, const Plan& plan) {
    if (plan.paths.empty()) return go_on();
    const auto failed = [&](const Error& error) {
        Plan but = plan;
        but.objection = error.what;
        return refuse(listener, call, but, {});
    };
    if (Status kept = rules_.keep(plan.grant); !kept) return failed(kept.error());
    const std::set<AbsPath> before = lifted_;
    lifted_.insert(plan.grant.lifted.begin(), plan.grant.lifted.end());
    lift_pins();
    std::vector<AbsPath> fresh;
    std::ranges::set_difference(lifted_, before, std::back_inserter(fresh));
    if (!fresh.empty()) {
        if (Status lifted = lift_mounts(call.pid, fresh); !lifted) {
            lifted_ = before;
            return failed(lifted.error());
        }
    }
    granted_.insert(plan.grant.contents.begin(), plan.grant.contents.end());
    for (const GrantedContent& content : plan.grant.contents) may_be_.insert(content.path);
    return go_on();
}

// Directories that only kept a lifted path in its place can be moved and removed again.
void GitGate::lift_pins() {
    const auto& mounts = rules_.profile.mounts;
    for (const Mount& pin : mounts) {
        if (pin.access != MountAccess::cannot_move || has_part(pin.path, ".git")) continue;
        const auto over = [&](const AbsPath& path) { return pin.path != path && pin.path.contains(path); };
        const bool free = std::ranges::any_of(lifted_, over) &&
                          std::ranges::none_of(rules_.profile.repositories, over) &&
                          std::ranges::none_of(mounts, [&](const Mount& mount) {
                              return over(mount.path) && !lifted_.contains(mount.path) && is_held(mount);
                          });
        if (free) lifted_.insert(pin.path);
    }
}

CallReply GitGate::refuse(const Listener& listener, const Call& call, const Plan& plan, std::string answer) {
    if (!listener.waits(call)) return {.error = EPERM};
    std::string what = "`" + printable(plan.words) + "` changed nothing: " + plan.objection;
    if (!plan.paths.empty()) what += "; it would change " + named(plan.paths);
    what += " (run it outside the sandbox, or see postern.waive)";
    policy::Reason reason{
        .verdict = policy::Verdict::deny, .kind = policy::ReasonKind::safety, .subject = plan.words, .message = what};
    rules_.tell({.reasons = {std::move(reason)}, .what = std::move(what), .answer = std::move(answer)});
    return {.error = EPERM};
}

CallReply GitGate::ask(Listener& listener, const Call& call, const Plan& plan) {
    std::string bound = plan.words + '\n' + plan.top.text();
    for (const GrantedContent& content : plan.grant.contents) bound += '\n' + content.path.text() + ' ' + content.hash;
    const approval::Question question{
        .about = approval::About::files,
        .subject = plan.words,
        .directory = plan.top,
        .reasons = {{.verdict = policy::Verdict::ask,
                     .kind = policy::ReasonKind::safety,
                     .subject = plan.words,
                     .message = "it would change " + named(plan.paths) + ": " + plan.objection}},
        .bindings = {{.what = content_hash(bound)}},
        .longest = approval::longest_for(approval::About::files),
        .task = call.pid};
    rules_.approvals.settle(question, [this, &listener, call, plan](const approval::Answer& answer) {
        if (answer.verdict != approval::Answer::Verdict::allowed)
            return listener.reply(call, refuse(listener, call, plan, approval::refusal_text(answer)));
        const auto stat = read_process_stat(static_cast<pid_t>(call.pid));
        if (stat) decided_[{call.pid, stat->started}] = true;
        listener.reply(call, act(listener, call, plan));
    });
    return {.kind = CallReply::Kind::later};
}

}  // namespace postern::guard
