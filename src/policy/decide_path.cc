// Decides about the tools that read and change files.
#include "policy/coverage.h"
#include "policy/decide.h"
#include "policy/reasons.h"
#include "policy/safety.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace postern::policy {
namespace {

using settings::Mode;

class PathJudge {
public:
    // `target` is `path` with its links followed. A denial applies if either matches, a permission only if both match.
    PathJudge(const Policy& policy, PathTool tool, AbsPath path, AbsPath target)
        : policy_(policy), tool_(tool), path_(std::move(path)), target_(std::move(target)) {}

    Decision run() {
        rules(policy_.deny);
        listed();
        outside();
        rules(policy_.ask);
        safety();
        if (reasons_.empty()) grant();
        return conclude(policy_, std::move(reasons_));
    }

private:
    bool writes() const { return tool_ != PathTool::read; }
    std::string_view name() const {
        static constexpr std::array<std::string_view, 3> kNames{"Read", "Edit", "Write"};
        return kNames[static_cast<std::size_t>(tool_)];
    }

    // Returns true if the rule applies to the tool. Read rules in ask and deny also cover writing; Edit rules cover
    // every tool that writes.
    bool concerns(const CompiledRule& rule) const {
        if (names_tool(rule.rule, name())) return true;
        if (!writes()) return false;
        return names_tool(rule.rule, "Edit") ||
               (rule.rule.tool == "Read" && rule.path && rule.rule.effect != Effect::allow);
    }

    void rules(const std::vector<CompiledRule>& all) {
        for (const CompiledRule& rule : all) {
            if (!concerns(rule)) continue;
            const bool hits = rule.rule.kind == RuleKind::whole_tool ||
                              (rule.path && (rule.path->matches(path_) || rule.path->matches(target_)));
            if (hits) reasons_.push_back(rule_reason(rule, verdict_of(rule.rule.effect), path_.text()));
        }
    }

    void listed() {
        const auto check = [this](const std::vector<ListedPath>& list, std::string_view key) {
            for (const ListedPath& entry : list) {
                if (!entry.pattern.matches(path_) && !entry.pattern.matches(target_)) continue;
                reasons_.push_back({.verdict = Verdict::deny,
                                    .kind = ReasonKind::path,
                                    .source = entry.source,
                                    .pointer = entry.pointer,
                                    .subject = path_.text(),
                                    .message = "sandbox.filesystem." + std::string(key) + " lists " + entry.text});
            }
        };
        check(policy_.deny_read, "denyRead");
        if (writes()) check(policy_.deny_write, "denyWrite");
    }

    void outside() {
        const bool blocked = writes() ? policy_.block_writes_outside : policy_.block_reads_outside;
        if (!blocked || inside_working_directories(policy_, path_)) return;
        reasons_.push_back(
            {.verdict = Verdict::deny,
             .kind = ReasonKind::path,
             .subject = path_.text(),
             .message = "it is outside the working directories, and the settings block that for every rule"});
    }

    void safety() {
        if (!writes()) return;
        auto why = protected_reason(path_, policy_.host.home, policy_.waived);
        if (!why) why = protected_reason(target_, policy_.host.home, policy_.waived);
        if (!why) return;
        reasons_.push_back({.verdict = Verdict::ask,
                            .kind = ReasonKind::safety,
                            .subject = path_.text(),
                            .message = "writes a protected file: " + std::string(*why),
                            .may_answer = MayAnswer::chosen});
    }

    bool allowed_by(const CompiledRule& rule) const {
        if (!concerns(rule)) return false;
        return rule.rule.kind == RuleKind::whole_tool ||
               (rule.path && rule.path->matches(path_) && rule.path->matches(target_));
    }

    void grant() {
        const auto add = [this](Verdict verdict, ReasonKind kind, std::string message, std::string suggestion = {}) {
            reasons_.push_back({.verdict = verdict,
                                .kind = kind,
                                .subject = path_.text(),
                                .message = std::move(message),
                                .suggestion = std::move(suggestion)});
        };
        if (policy_.mode == Mode::bypass_permissions)
            return add(Verdict::allow, ReasonKind::mode, "mode bypassPermissions allows it");
        const bool inside = inside_working_directories(policy_, path_);
        if (writes() && policy_.mode == Mode::plan)
            return add(Verdict::ask, ReasonKind::mode, "mode plan changes no files");
        const auto rule = std::ranges::find_if(policy_.allow, [this](const CompiledRule& r) { return allowed_by(r); });
        if (rule != policy_.allow.end()) return reasons_.push_back(rule_reason(*rule, Verdict::allow, path_.text()));
        if (!writes() && inside) return add(Verdict::allow, ReasonKind::path, "it is inside the working directories");
        const bool listed = std::ranges::any_of(policy_.allow_write, [this](const ListedPath& entry) {
            return entry.pattern.matches(path_) && entry.pattern.matches(target_);
        });
        if (writes() && policy_.mode == Mode::accept_edits && (inside || listed)) {
            return add(Verdict::allow, ReasonKind::mode, "mode acceptEdits allows changes here");
        }
        std::string suggestion = std::string(writes() ? "Edit" : "Read") + "(/" + path_.text() + ")";
        add(Verdict::ask, ReasonKind::fallback,
            inside ? "no rule allows changing it" : "it is outside the working directories, and no rule allows it",
            std::move(suggestion));
    }

    const Policy& policy_;
    PathTool tool_;
    AbsPath path_;
    AbsPath target_;
    std::vector<Reason> reasons_;
};

}  // namespace

Decision decide_path(const Policy& policy, PathTool tool, std::string_view raw) {
    auto path = AbsPath::resolve(policy.host.cwd, raw);
    if (!path || raw.empty()) {
        return {.reasons = {{.verdict = Verdict::deny,
                             .kind = ReasonKind::path,
                             .message = raw.empty() ? "the path is empty" : path.error().what}}};
    }
    AbsPath target = policy.host.follow_links ? policy.host.follow_links(*path) : *path;
    return PathJudge(policy, tool, std::move(*path), std::move(target)).run();
}

}  // namespace postern::policy
