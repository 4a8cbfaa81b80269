// Settings compiled for decisions: every rule parsed, every path and domain pattern tied to its anchor. Compiling finds
// bad rules and failing examples, so an existing Policy means exactly what its files say.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "policy/command_pattern.h"
#include "policy/domain_rules.h"
#include "policy/path_pattern.h"
#include "policy/rule.h"
#include "settings/settings.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace postern::policy {

struct Limit;
struct NeverAllowed;

// Facts about the machine. A decision gets all outside information from here.
struct Host {
    AbsPath cwd = AbsPath::root();
    AbsPath home = AbsPath::root();
    std::optional<AbsPath> project{};  // the directory that commands may write; nullopt: `cwd`
    bool has_sandbox = false;          // this platform can sandbox
    bool has_exec_guard = false;       // and can apply the rules to each exec while the command runs
    // Follows the symbolic links of a path as far as it exists. Links are not followed if this is empty.
    std::function<AbsPath(const AbsPath&)> follow_links{};
    // Tells whether a path is a directory, links followed. Empty: every path may be one.
    std::function<bool(const AbsPath&)> is_directory{};
    // Returns how often the counter was hit within the limit's time. Nothing is counted if this is empty.
    std::function<std::size_t(const Limit&, const std::string& counter)> times_run{};
};

struct CompiledRule {
    Rule rule;
    std::string reason;                         // from the settings, shown on refusal
    std::shared_ptr<const std::string> source;  // the file; one text for all its rules
    std::string pointer;
    bool firm = false;         // from managed settings or the command line: no setting of a project outweighs it
    bool interactive = false;  // of an ask rule: only a person may answer
    std::optional<CommandPattern> command{};
    std::optional<PathPattern> path{};
    std::optional<DomainPattern> domain{};
};

// An entry of permissions.limits.
struct Limit {
    CompiledRule rule;  // of kind command
    std::size_t max = 0;
    std::chrono::milliseconds per{};
    std::string per_text;  // as written
    std::string key;       // "{3}"
};

// Entry of a sandbox list that also decides about tools.
struct ListedPath {
    PathPattern pattern;
    std::string text, source, pointer;
};
struct ListedDomain {
    DomainPattern pattern;
    std::string text, source, pointer;
};

struct Policy {
    Host host;
    std::vector<CompiledRule> deny, ask, allow;
    std::vector<Limit> limits;
    settings::Mode mode = settings::Mode::default_;
    bool deny_instead_of_prompting = false;
    bool block_reads_outside = false, block_writes_outside = false;
    std::vector<AbsPath> working_directories;  // the project and additionalDirectories
    bool sandbox = false;                      // enabled, and this platform has one
    bool auto_allow_sandboxed = true;
    bool allow_unsandboxed = true;
    settings::Caution undecidable = settings::Caution::allow;
    std::vector<CommandPattern> excluded;
    std::vector<ListedPath> deny_read, deny_write, allow_write;
    std::vector<ListedDomain> denied_domains, allowed_domains;
    std::vector<std::string> waived;  // names of the protected table that need no question
    bool strict_domains = false;      // unknown hosts are refused, not asked about

    std::vector<const NeverAllowed*> never;  // entries of the built-in list that are in force

    [[nodiscard]] bool restricts() const noexcept { return !deny.empty() || !ask.empty(); }
};

struct Compiled {
    Policy policy;
    struct Warning {
        std::string what, where;
    };
    std::vector<Warning> warnings;
};

[[nodiscard]] Result<Compiled> compile(const settings::Settings& settings, Host host);

// Checks the examples of this rule. The error names the first that fails.
[[nodiscard]] Status check_examples(const CompiledRule& rule, const settings::RuleEntry& entry);

}  // namespace postern::policy
