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

constexpr std::size_t kMostCallers = 1000;
constexpr std::size_t kNamedPaths = 3;

AbsPath below(const AbsPath& directory, std::string_view name) {
    return AbsPath::resolve(directory, name).value_or(directory);
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

std::optional<CallReply> GitGate::config(const Listener& listener, const Call& call, const Process& process,
                                         ConfigRename rename) {
    const Mount* mount = held_.mount_over(rename.to);
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
    if (held && GitCaller(call.pid, process).starts_repository()) {
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
    } else if (const Mount* config = held_.mount_over(below(directory, "config"));
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

GitPlan GitGate::plan(const WorkTree& tree, const std::vector<GitIntent>& intents, const GitCaller& caller) const {
    const auto program = rules_.locate();
    if (!program) return unforeseen(held_, tree);
    GitPlanner planner({.held = held_,
                        .tree = tree,
                        .program = *program,
                        .scratch = rules_.scratch,
                        .give_up = rules_.give_up,
                        .own_tips = rules_.own_tips(tree.common_directory).value_or(state::Commits{}),
                        .patch = [&](const std::string& word) { return caller.patch(word, tree.top); }});
    return planner.plan(intents);
}

CallReply GitGate::lock(Listener& listener, const Call& call, const Process& process, const AbsPath& made) {
    const auto tree = work_tree_at(made.parent());
    if (!tree || !is_git(call.pid, rules_.profile) || is_part_of_granted(call.pid)) return go_on();
    const GitCaller caller(call.pid, process);
    const std::vector<GitIntent> intents = caller.intents();
    if (std::ranges::all_of(intents, [](const GitIntent& each) { return each.work == TreeWork::nothing; }))
        return go_on();
    const auto id = caller_id(call.pid);
    if (!id || !listener.waits(call)) return {.error = EPERM};
    if (const auto known = decided_.find(*id); known != decided_.end())
        return known->second ? go_on() : CallReply{.error = EPERM};
    Waiting waiting{
        .call = call,
        .caller = *id,
        .words = joined(caller.argv()),
        .top = tree->top,
        .has_parts = std::ranges::any_of(intents, [](const GitIntent& each) { return each.work == TreeWork::stash; }),
        .plan = plan(*tree, intents, caller)};
    // A patch that could not be read is looked at by its first file.
    const bool patch = std::ranges::any_of(intents, [](const GitIntent& each) { return each.work == TreeWork::patch; });
    if (patch && waiting.plan.paths.empty() && waiting.plan.objection.empty()) return go_on();
    return settle(listener, waiting);
}

std::optional<WorkTree> GitGate::work_tree_around(const AbsPath& file) const {
    std::optional<WorkTree> out;
    for (const AbsPath& directory : rules_.profile.repositories) {
        const bool deeper = !out || out->top.text().size() < directory.parent().text().size();
        if (directory.name() == ".git" && directory.parent().contains(file) && !directory.contains(file) && deeper)
            out = WorkTree{directory.parent(), directory, directory};
    }
    if (!out) return out;
    // A linked work tree, or a submodule, may lie in between. Its `.git` is a file.
    for (AbsPath top = file.parent(); out->top.contains(top) && top != out->top; top = top.parent()) {
        constexpr std::string_view kMark = "gitdir: ";
        struct stat st {};
        if (::lstat(below(top, ".git/HEAD").text().c_str(), &st) == 0) return std::nullopt;  // made in this run
        const auto text = read_file_if_there(below(top, ".git"));
        if (!text || !*text || !(*text)->starts_with(kMark)) continue;
        auto tree = work_tree_at(below(top, trimmed(std::string_view(**text).substr(kMark.size()), "\n")));
        if (tree && tree->top == top) return tree;
    }
    return out;
}

bool GitGate::is_stopped(std::uint32_t pid) const {
    if (stopped_.empty()) return false;
    const auto id = caller_id(pid);
    return id && stopped_.contains(*id);
}

// Returns whether git was started by a git that was granted what it does as a whole. Where the started one goes further,
// the mounts and the scrub hold.
bool GitGate::is_part_of_granted(std::uint32_t pid) const {
    if (granted_whole_.empty()) return false;
    const auto stat = read_process_stat(static_cast<pid_t>(pid));
    const auto parent = stat ? caller_id(static_cast<std::uint32_t>(stat->parent)) : std::nullopt;
    return parent && granted_whole_.contains(*parent);
}

std::optional<CallReply> GitGate::first_file(Listener& listener, const Call& call, const Process& process,
                                             const AbsPath& file) {
    const auto tree = work_tree_around(file);
    const auto id = caller_id(call.pid);
    if (!tree || !id || decided_.contains(*id) || ordinary_.contains(*id) || is_part_of_granted(call.pid))
        return std::nullopt;
    const GitCaller caller(call.pid, process);
    const std::vector<GitIntent> intents = caller.intents();
    const bool concerned = std::ranges::any_of(intents, [](const GitIntent& each) {
        return each.work == TreeWork::patch || each.work == TreeWork::clean || each.work == TreeWork::export_index;
    });
    if (!concerned) {
        if (ordinary_.size() >= kMostCallers) ordinary_.clear();
        ordinary_.insert(*id);
        return std::nullopt;
    }
    Waiting waiting{.call = call,
                    .caller = *id,
                    .words = joined(caller.argv()),
                    .top = tree->top,
                    .first = file,
                    .plan = plan(*tree, intents, caller)};
    GitPlan& found = waiting.plan;
    if (found.paths.empty() && found.objection.empty() && held_.matters(file)) {
        found.paths = {std::string(file.name())};
        found.objection = printable(file.name()) + ' ' + std::string(kMade);
        found.askable = false;
    }
    if (!listener.waits(call)) return CallReply{.error = EPERM};
    return settle(listener, waiting);
}

CallReply GitGate::settle(Listener& listener, const Waiting& waiting) {
    if (decided_.size() >= kMostCallers) decided_.clear();
    decided_[waiting.caller] = waiting.plan.objection.empty();
    if (waiting.plan.objection.empty()) return act(listener, waiting);
    if (waiting.plan.askable) return ask(listener, waiting);
    return refuse(listener, waiting, {});
}

CallReply GitGate::act(const Listener& listener, const Waiting& waiting) {
    const GitPlan& plan = waiting.plan;
    if (plan.paths.empty()) return go_on();
    const auto failed = [&](const Error& error) {
        Waiting but = waiting;
        but.plan.objection = error.what;
        return refuse(listener, but, {});
    };
    if (Status kept = rules_.keep(plan.grant); !kept) return failed(kept.error());
    const std::vector<AbsPath> fresh = held_.lifted_by(plan.grant);
    if (!fresh.empty()) {
        if (Status lifted = lift_mounts(waiting.call.pid, fresh); !lifted) return failed(lifted.error());
    }
    held_.add(plan.grant, fresh);
    if (!waiting.has_parts) return go_on();
    if (granted_whole_.size() >= kMostCallers) granted_whole_.clear();
    granted_whole_.insert(waiting.caller);
    return go_on();
}

CallReply GitGate::refuse(const Listener& listener, const Waiting& waiting, std::string answer) {
    decided_[waiting.caller] = false;
    if (waiting.first) stopped_.insert(waiting.caller);
    if (!listener.waits(waiting.call)) return {.error = EPERM};
    const GitPlan& plan = waiting.plan;
    std::string what = "`" + printable(waiting.words) + "` changed nothing: " + plan.objection;
    if (!plan.paths.empty()) what += "; it would change " + named(plan.paths);
    what += " (run it outside the sandbox, or see postern.waive)";
    policy::Reason reason{.verdict = policy::Verdict::deny,
                          .kind = policy::ReasonKind::safety,
                          .subject = waiting.words,
                          .message = what};
    rules_.tell({.reasons = {std::move(reason)}, .what = std::move(what), .answer = std::move(answer)});
    return {.error = EPERM};
}

CallReply GitGate::ask(Listener& listener, const Waiting& waiting) {
    const GitPlan& plan = waiting.plan;
    std::string bound = waiting.words + '\n' + waiting.top.text();
    for (const GrantedContent& content : plan.grant.contents) bound += '\n' + content.path.text() + ' ' + content.hash;
    const approval::Question question{
        .about = approval::About::files,
        .subject = waiting.words,
        .directory = waiting.top,
        .reasons = {{.verdict = policy::Verdict::ask,
                     .kind = policy::ReasonKind::safety,
                     .subject = waiting.words,
                     .message = "it would change " + named(plan.paths) + ": " + plan.objection,
                     .may_answer = policy::MayAnswer::chosen}},
        .bindings = {{.what = content_hash(bound)}},
        .longest = approval::longest_for(approval::About::files),
        .task = waiting.call.pid};
    rules_.approvals.settle(question, [this, &listener, waiting](const approval::Answer& answer) {
        const Call& call = waiting.call;
        if (answer.verdict != approval::Answer::Verdict::allowed)
            return listener.reply(call, refuse(listener, waiting, approval::refusal_text(answer)));
        if (!listener.waits(call)) return listener.reply(call, {.error = EPERM});
        decided_[waiting.caller] = true;
        const CallReply reply = act(listener, waiting);
        // The first file may be another one than those that were asked about.
        const bool other = waiting.first && held_.matters(*waiting.first) && !held_.may_be_made(*waiting.first);
        listener.reply(call, other ? CallReply{.error = EPERM} : reply);
    });
    return {.kind = CallReply::Kind::later};
}

}  // namespace postern::guard
