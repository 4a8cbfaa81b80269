// Settings compiled into what decides: every rule parsed, every path and domain pattern tied to its anchor. Compiling is
// where bad rules and failing examples are found; a Policy that exists is a Policy that can be trusted to mean what its
// files say.
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
#include <optional>
#include <string>
#include <vector>

namespace postern::policy {

struct Limit;

// What is known about the machine. Everything a decision needs to know of the outside comes in here.
struct Host {
    AbsPath cwd = AbsPath::root();
    AbsPath home = AbsPath::root();
    bool has_sandbox = false;     // this platform can sandbox
    bool has_exec_guard = false;  // and apply the rules to each exec while the command runs
    // The path with its symbolic links followed as far as it exists. Empty: links are not followed.
    std::function<AbsPath(const AbsPath&)> follow_links{};
    // How often what this counter counts was run within the limit's time. Empty: nothing is counted.
    std::function<std::size_t(const Limit&, const std::string& counter)> times_run{};
};

struct CompiledRule {
    Rule rule;
    std::string reason;  // from the settings, shown on refusal
    std::string source;
    std::string pointer;
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

// An entry of a sandbox list, where it also decides about tools.
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
    std::vector<std::string> waived;  // names of the protected table that need no person
    bool strict_domains = false;      // unknown hosts are refused, not asked about

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

// Do the examples of this rule hold? An Error names the first that does not.
[[nodiscard]] Status check_examples(const CompiledRule& rule, const settings::RuleEntry& entry);

}  // namespace postern::policy
