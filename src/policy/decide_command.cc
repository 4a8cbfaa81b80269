// Decides about shell commands. Steps are numbered as in docs/rules.md.
#include "policy/bash_match.h"
#include "policy/coverage.h"
#include "policy/decide.h"
#include "policy/line_effects.h"
#include "policy/mentions.h"
#include "policy/network_access.h"
#include "policy/never_allowed.h"
#include "policy/protected_table.h"
#include "policy/rate_limits.h"
#include "policy/read_only.h"
#include "policy/reasons.h"
#include "policy/safety.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace postern::policy {
namespace {

using settings::Caution;
using settings::Mode;
using shell::Command;
using shell::Doubt;

// Leaves out the files that a copy would make inside its destination if that is no directory. An earlier command of the
// line may make it one, unless it changes nothing.
LineEffects without_impossible_copies(LineEffects flow, const shell::Analysis& analysis, const Host& host) {
    if (!host.is_directory) return flow;
    const auto impossible = [&](const FileTouch& touch) {
        return touch.inside && touch.surely && std::ranges::none_of(touch.paths, [&](const NamedPath& path) {
                   const auto plain = path.literal ? AbsPath::parse(path.text) : fail(Errc::invalid, "");
                   return !plain || host.is_directory(plain->parent());
               });
    };
    for (std::size_t i = 0; i < flow.steps.size(); ++i) {
        std::erase_if(flow.steps[i].touches, impossible);
        const Command& command = analysis.commands[i];
        if (command.name() != "cd" && !is_read_only(command)) break;
    }
    return flow;
}

class Judge {
public:
    Judge(const Policy& policy, const CommandRequest& request)
        : policy_(policy),
          request_(request),
          analysis_(request.analysis),
          flow_(without_impossible_copies(effects_of_line(request.analysis, policy.host.cwd, policy.host.home),
                                          request.analysis, policy.host)),
          sandboxed_(policy.sandbox && !(request.unsandboxed && policy.allow_unsandboxed) && !excluded()) {}

    Decision run() {
        whole_tool();  // 1a, 1b
        for (Reason& reason : never_reasons(policy_, analysis_, request_.text, flow_))
            reasons_.push_back(std::move(reason));
        content(policy_.deny);  // 1c, 1d: all deny rules before any ask rule
        limits();               // act like a deny rule once reached
        content(policy_.ask);   // 1f
        outside();
        safety();  // 1g
        undecidable();
        if (strictest_so_far() == Verdict::allow) grant();  // 2a, 2b, 3
        Decision decision = conclude(policy_, std::move(reasons_));
        decision.sandboxed = sandboxed_;
        return decision;
    }

private:
    Verdict strictest_so_far() const { return reasons_.empty() ? Verdict::allow : strictest(reasons_); }
    bool auto_allowed() const { return sandboxed_ && policy_.auto_allow_sandboxed && policy_.mode != Mode::plan; }

    std::string whole_text() const {
        constexpr std::size_t kMost = 200;
        return request_.text.size() <= kMost ? std::string(request_.text)
                                             : std::string(request_.text.substr(0, kMost)) + "…";
    }

    // Checks whether sandbox.excludedCommands takes the line out of the sandbox. Every part must be listed, and the
    // line may contain no cd, no substitution and no redirection to a file, which could affect the other parts.
    bool excluded() const {
        if (policy_.excluded.empty() || analysis_.commands.empty() || !analysis_.unknowns.empty()) return false;
        for (const shell::Place& place : analysis_.places) {
            if (place.kind == shell::PlaceKind::substitution || place.kind == shell::PlaceKind::process_substitution)
                return false;
        }
        return std::ranges::all_of(analysis_.commands, [this](const Command& command) {
            const bool to_file = std::ranges::any_of(command.redirections, [](const shell::Redirection& r) {
                return r.kind != shell::RedirectionKind::duplicate;
            });
            if (to_file || command.name() == "cd" || command.name() == "pushd") return false;
            return std::ranges::any_of(policy_.excluded,
                                       [&](const CommandPattern& p) { return match_strictly(p, command); });
        });
    }

    void whole_tool() {
        const auto check = [this](const std::vector<CompiledRule>& rules, Verdict verdict) {
            for (const CompiledRule& rule : rules) {
                if (!names_tool(rule.rule, "Bash")) continue;
                if (verdict == Verdict::ask && auto_allowed() && !rule.interactive) continue;
                const bool unsandboxed = rule.rule.kind == RuleKind::parameter && request_.unsandboxed &&
                                         rule.rule.parameter == "dangerouslyDisableSandbox" &&
                                         rule.rule.specifier == "true";
                if (rule.rule.kind == RuleKind::whole_tool || unsandboxed)
                    reasons_.push_back(rule_reason(rule, verdict, whole_text()));
            }
        };
        check(policy_.deny, Verdict::deny);
        check(policy_.ask, Verdict::ask);
    }

    void content(const std::vector<CompiledRule>& rules) {
        bool commands = false;
        for (const CompiledRule& rule : rules) {
            commands = commands || (rule.command && !rule.command->spans_commands());
            if (rule.command && rule.command->spans_commands() && rule.command->matches_line(request_.text)) {
                reasons_.push_back(rule_reason(rule, verdict_of(rule.rule.effect), whole_text()));
            }
        }
        const bool paths = std::ranges::any_of(rules, [](const CompiledRule& rule) { return rule.path.has_value(); });
        for (std::uint32_t i = 0; i < analysis_.commands.size(); ++i) {
            if (commands) command_rules(rules, i);
            const std::vector<Mentioned> mentioned = paths ? paths_mentioned(i) : std::vector<Mentioned>{};
            for (const CompiledRule& rule : rules) {
                if (rule.path) path_rule(rule, i);
                if (rule.path) mention_rule(rule, mentioned, i);
                if (rule.domain) domain_rule(rule, i);
            }
        }
    }

    void hit(const CompiledRule& rule, Match match, std::string subject, std::uint32_t index) {
        if (match == Match::no) return;
        if (match == Match::maybe) return maybes_.push_back({&rule, std::move(subject), index});
        Reason reason = rule_reason(rule, verdict_of(rule.rule.effect), std::move(subject));
        reason.command = index;
        reasons_.push_back(std::move(reason));
    }

    void command_rules(const std::vector<CompiledRule>& rules, std::uint32_t index) {
        const Command& command = analysis_.commands[index];
        if (command.words.empty()) return;
        const Spellings spellings(command);
        const Mentions& mentions = mentions_of(index);
        for (const CompiledRule& rule : rules) {
            if (!rule.command || rule.command->spans_commands()) continue;
            Match match = match_generously(*rule.command, spellings);
            if (match != Match::yes) match = std::max(match, mentions.meets(*rule.command));
            if (match != Match::no) hit(rule, match, shown(command), index);
        }
    }

    const Mentions& mentions_of(std::uint32_t index) {
        if (mentions_.empty()) mentions_.resize(analysis_.commands.size());
        std::optional<Mentions>& mentions = mentions_[index];
        if (!mentions) mentions.emplace(analysis_, index, flow_.steps[index].reading);
        return *mentions;
    }

    void limits() {
        if (policy_.limits.empty() || !policy_.host.times_run) return;
        for (std::uint32_t i = 0; i < analysis_.commands.size(); ++i) {
            for (const LimitHit& hit : limits_hit_by(policy_, analysis_.commands[i])) {
                if (policy_.host.times_run(*hit.limit, counter_of(hit)) < hit.limit->max) continue;
                reasons_.push_back(limit_reason(hit));
                reasons_.back().command = i;
            }
        }
    }

    // Applies a path rule. A Read rule covers reading and writing, an Edit rule only writing.
    void path_rule(const CompiledRule& rule, std::uint32_t index) {
        for (const FileTouch& touch : flow_.steps[index].touches) {
            const bool concerned = rule.rule.tool == "Read" || (rule.rule.tool == "Edit" && touch.use == Use::write);
            if (!concerned) continue;
            Match worst = touch.surely ? Match::no : Match::maybe;
            for (const NamedPath& path : touch.paths) {
                worst = std::max(worst, match_path(*rule.path, path, touch.reach));
                if (path.literal) worst = std::max(worst, match_link_target(*rule.path, path.text));
            }
            if (worst != Match::no)
                hit(rule, worst,
                    touch.paths.front().literal ? touch.paths.front().text : shown(analysis_.commands[index]), index);
        }
    }

    // A path that a call mentions, resolved against every directory that is possible there.
    struct Mentioned {
        PathMention mention;
        std::vector<NamedPath> paths;
        std::vector<AbsPath> links_followed{};  // of paths that are words of their own and lead elsewhere
    };

    std::vector<Mentioned> paths_mentioned(std::uint32_t index) {
        std::vector<Mentioned> out;
        for (PathMention& mention : mentions_of(index).paths()) {
            Mentioned found{std::move(mention), {}};
            for (std::size_t d = 0; d < flow_.steps[index].directories; ++d) {
                auto path = path_named_by(found.mention.use.word, flow_.directories[d], policy_.host.home);
                if (!path || !path->literal) continue;
                if (auto real = elsewhere(path->text, found.mention)) found.links_followed.push_back(std::move(*real));
                found.paths.push_back(std::move(*path));
            }
            out.push_back(std::move(found));
        }
        return out;
    }

    // Returns where a mentioned path leads, if links lead elsewhere. Parts of a text are not looked up.
    std::optional<AbsPath> elsewhere(const std::string& path, const PathMention& mention) const {
        if (!policy_.host.follow_links || mention.match != Match::yes) return std::nullopt;
        const auto plain = AbsPath::parse(path);
        if (!plain) return std::nullopt;
        AbsPath real = policy_.host.follow_links(*plain);
        return real == *plain ? std::nullopt : std::optional(std::move(real));
    }

    // Applies a path rule to words that may be files although no table says so. Of a word known only in part nothing is
    // assumed: the sandbox handles its value.
    void mention_rule(const CompiledRule& rule, const std::vector<Mentioned>& mentioned, std::uint32_t index) {
        for (const Mentioned& found : mentioned) {
            const FileUse& use = found.mention.use;
            if (rule.rule.tool != "Read" && !(rule.rule.tool == "Edit" && use.use == Use::write)) continue;
            for (const NamedPath& path : found.paths)
                hit(rule, std::min(match_path(*rule.path, path, Reach::file), found.mention.match), path.text, index);
            for (const AbsPath& real : found.links_followed)
                hit(rule, rule.path->matches(real) ? Match::yes : Match::no, real.text(), index);
        }
    }

    // Asks about paths outside the working directories if the settings block them. Of a path known only in part, its
    // directory counts; one of which nothing is known is left to the mounts.
    void outside() {
        for (std::uint32_t i = 0; i < analysis_.commands.size(); ++i) {
            for (const FileTouch& touch : flow_.steps[i].touches) {
                const bool blocked =
                    touch.use == Use::write ? policy_.block_writes_outside : policy_.block_reads_outside;
                const auto path = blocked ? path_outside(touch) : std::nullopt;
                if (!path) continue;
                reasons_.push_back({.verdict = Verdict::ask,
                                    .kind = ReasonKind::path,
                                    .subject = *path,
                                    .message = "it is outside the working directories, and the settings block that for "
                                               "every rule and mode",
                                    .command = i});
            }
        }
    }

    std::optional<std::string> path_outside(const FileTouch& touch) const {
        for (const NamedPath& path : touch.paths) {
            const std::size_t hole = path.text.find(shell::kHole);
            if (hole == 0 && sandboxed_) continue;
            const std::string known = path.literal ? path.text : path.text.substr(0, path.text.rfind('/', hole) + 1);
            const auto plain = AbsPath::parse(known.empty() ? "/" : known);
            if (!plain || !inside_working_directories(policy_, *plain)) return path.literal ? path.text : known;
        }
        return std::nullopt;
    }

    Match match_link_target(const PathPattern& pattern, const std::string& path) const {
        if (!policy_.host.follow_links) return Match::no;
        const auto plain = AbsPath::parse(path);
        return plain && pattern.matches(policy_.host.follow_links(*plain)) ? Match::yes : Match::no;
    }

    void domain_rule(const CompiledRule& rule, std::uint32_t index) {
        for (const HostPort& endpoint : hosts_named_by(analysis_.commands[index])) {
            const bool known = !endpoint.host.empty();
            const Match match = known ? rule.domain->match(endpoint.host, endpoint.port) : Match::maybe;
            hit(rule, match, known ? endpoint.host : shown(analysis_.commands[index]), index);
        }
    }

    void safety() {
        for (std::uint32_t i = 0; i < analysis_.commands.size(); ++i) {
            const LineEffects::Step& step = flow_.steps[i];
            const bool removes = analysis_.commands[i].name().find("rm") != std::string_view::npos;
            for (std::size_t d = 0; removes && d < step.directories; ++d) {
                auto critical = critical_removal(
                    analysis_.commands[i],
                    {flow_.directories[d], policy_.host.home, policy_.host.cwd, policy_.working_directories});
                if (!critical) continue;
                add_safety(i, shown(analysis_.commands[i]), std::move(*critical), MayAnswer::person);
                break;
            }
            for (const FileTouch& touch : step.touches) {
                if (touch.use != Use::write) continue;
                protected_write(touch, i);
                if (sandboxed_) held_write(touch, i);
            }
        }
    }

    void protected_write(const FileTouch& touch, std::uint32_t index) {
        for (const NamedPath& path : touch.paths) {
            // A path known only in part is judged by its directory.
            const std::size_t hole = path.text.find(shell::kHole);
            const auto plain =
                AbsPath::parse(path.literal ? path.text : path.text.substr(0, path.text.rfind('/', hole) + 1));
            if (!plain) continue;
            auto why = path.literal ? protected_reason(*plain, policy_.host.home, policy_.waived)
                                    : protected_below(*plain, policy_.host.home, policy_.waived);
            if (!why && policy_.host.follow_links)
                why = protected_reason(policy_.host.follow_links(*plain), policy_.host.home, policy_.waived);
            if (!why) continue;
            return add_safety(index, path.text, "writes a protected file: " + std::string(*why), MayAnswer::chosen);
        }
    }

    // Refuses what would fail in the sandbox anyway, with the reason and before half of the line has run.
    void held_write(const FileTouch& touch, std::uint32_t index) {
        for (const NamedPath& path : touch.paths) {
            const auto plain = path.literal ? AbsPath::parse(path.text) : fail(Errc::invalid, "");
            if (!plain || !inside_working_directories(policy_, *plain)) continue;
            const ProtectedPath* entry = held_without_question(*plain, policy_.host.home, policy_.waived);
            if (entry == nullptr) continue;
            reasons_.push_back({.verdict = Verdict::deny,
                                .kind = ReasonKind::safety,
                                .subject = path.text,
                                .message = "the sandbox holds it read-only: " + std::string(entry->reason) + "; \"" +
                                           std::string(entry->path) + "\" in postern.waive opens it",
                                .command = index});
            return;
        }
    }

    void add_safety(std::uint32_t index, std::string subject, std::string message, MayAnswer may_answer) {
        reasons_.push_back({.verdict = Verdict::ask,
                            .kind = ReasonKind::safety,
                            .subject = std::move(subject),
                            .message = std::move(message),
                            .command = index,
                            .may_answer = may_answer});
    }

    void undecidable() {
        for (const shell::Unknown& unknown : analysis_.unknowns) doubt(unknown);
        for (const shell::Unknown& unknown : flow_.unknowns) doubt(unknown);
        for (const Maybe& maybe : maybes_) {
            Reason reason = undecided("it may turn out to be what " + maybe.rule->rule.text + " is about", maybe.index);
            reason.may_answer = std::max(MayAnswer::chosen, may_answer(*maybe.rule));
            reason.rule = maybe.rule->rule.text;
            reason.source = *maybe.rule->source;
            reason.pointer = maybe.rule->pointer;
            reason.subject = maybe.subject;
            reasons_.push_back(std::move(reason));
        }
    }

    void doubt(const shell::Unknown& unknown) {
        if (unknown.doubt != Doubt::limit && spoken_for(unknown)) return;
        Reason reason = undecided(unknown.what, unknown.command);
        if (unknown.doubt == Doubt::limit) reason.verdict = std::max(reason.verdict, Verdict::ask);
        if (unknown.command != shell::kNoCommand) {
            reason.subject = shown(analysis_.commands[unknown.command]);
        } else if (unknown.span.end <= request_.text.size() && unknown.span.begin < unknown.span.end) {
            reason.subject = std::string(request_.text.substr(
                unknown.span.begin, std::min<std::size_t>(unknown.span.end - unknown.span.begin, 120)));
        }
        reasons_.push_back(std::move(reason));
    }

    Reason undecided(std::string what, std::uint32_t index) const {
        const bool guarded = sandboxed_ && policy_.host.has_exec_guard;
        Verdict verdict = guarded ? Verdict::allow : Verdict::ask;
        if (policy_.undecidable == Caution::ask) verdict = Verdict::ask;
        if (policy_.undecidable == Caution::deny) verdict = Verdict::deny;
        if (verdict == Verdict::allow) what += "; the exec guard decides at run time";
        return {.verdict = verdict, .kind = ReasonKind::undecidable, .message = std::move(what), .command = index};
    }

    // Returns true if a doubt needs no question: no rule could be evaded and everything is allowed anyway, or the user
    // allowed this very interpreter. With an exec guard the doubt is reported as an allow instead.
    bool spoken_for(const shell::Unknown& unknown) const {
        if (policy_.undecidable != Caution::allow) return false;
        const bool guarded = sandboxed_ && policy_.host.has_exec_guard;
        if (guarded) return false;                                     // reported, as an allow
        const bool held = sandboxed_ && policy_.auto_allow_sandboxed;  // hence allowed in any case
        if (!policy_.restricts() &&
            (held || allowed_as_a_whole() != nullptr || policy_.mode == Mode::bypass_permissions))
            return true;
        const bool code = unknown.doubt == Doubt::inline_code || unknown.doubt == Doubt::script_input;
        if (!code || unknown.command == shell::kNoCommand) return false;
        const Command& command = analysis_.commands[unknown.command];
        return !runs_shell_code(command) && allowing_rule(policy_, command) != nullptr;
    }

    static bool runs_shell_code(const Command& command) {
        const std::string_view name = command.program();
        return name.ends_with("sh") || name == "eval" || name == "xargs" || name == "parallel" || name == "ssh" ||
               name == "find" || name == "git" || name == "busybox";
    }

    const CompiledRule* allowed_as_a_whole() const {
        if (policy_.mode == Mode::plan) return nullptr;
        const auto rule = std::ranges::find_if(policy_.allow, [](const CompiledRule& r) {
            return r.rule.kind == RuleKind::whole_tool && names_tool(r.rule, "Bash");
        });
        return rule == policy_.allow.end() ? nullptr : &*rule;
    }

    void grant() {
        if (policy_.mode == Mode::bypass_permissions) {
            reasons_.push_back({.verdict = Verdict::allow,
                                .kind = ReasonKind::mode,
                                .subject = whole_text(),
                                .message = "mode bypassPermissions allows it"});
        } else if (auto_allowed()) {
            reasons_.push_back({.verdict = Verdict::allow,
                                .kind = ReasonKind::sandbox,
                                .subject = whole_text(),
                                .message = "no rule speaks against it, and it runs in the sandbox"});
        } else if (const CompiledRule* rule = allowed_as_a_whole()) {
            reasons_.push_back(rule_reason(*rule, Verdict::allow, whole_text()));
        } else {
            for (Reason& reason : cover(policy_, analysis_, flow_)) reasons_.push_back(std::move(reason));
        }
    }

    struct Maybe {
        const CompiledRule* rule;
        std::string subject;
        std::uint32_t index;
    };

    const Policy& policy_;
    const CommandRequest& request_;
    const shell::Analysis& analysis_;
    LineEffects flow_;
    bool sandboxed_;
    std::vector<std::optional<Mentions>> mentions_{};  // made when first asked for
    std::vector<Reason> reasons_;
    std::vector<Maybe> maybes_;
};

}  // namespace

Decision decide_command(const Policy& policy, const CommandRequest& request) {
    return Judge(policy, request).run();
}

}  // namespace postern::policy
