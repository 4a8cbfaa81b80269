#include "policy/coverage.h"

#include "base/text.h"
#include "policy/bash_match.h"
#include "policy/read_only.h"
#include "policy/reasons.h"
#include "policy/safety.h"
#include "programs/reading.h"
#include "shell/assignments.h"
#include "shell/exec_options.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace postern::policy {
namespace {

using settings::Mode;
using shell::Command;

// Tells whether the word is a directory of the project, wherever in it the command runs.
bool stays_in_project(const Policy& policy, const shell::Word& directory) {
    const std::string_view text = directory.text;
    if (!directory.literal() || text.starts_with('/') || std::ranges::count(split(text, '/'), "..") > 0) return false;
    const auto path = AbsPath::resolve(policy.host.cwd, text);
    return path && inside_working_directories(policy, *path);
}

// Finds options that make a harmless program dangerous. Only a rule that names such an option allows it. The command
// behind find's -exec needs a rule of its own.
bool needs_naming(const Policy& policy, const Command& command, const CommandPattern& pattern) {
    static constexpr std::array<std::string_view, 8> kFind{"-execdir", "-okdir",   "-delete", "-fprint",
                                                           "-fprint0", "-fprintf", "-fls",    "-files0-from"};
    const std::string_view name = command.name();
    const auto is_named = [&](std::string_view word) {
        return std::ranges::find(pattern.words(), word) != pattern.words().end();
    };
    if (name == "find") {
        return std::ranges::any_of(command.words, [&](const shell::Word& word) {
            return std::ranges::find(kFind, word.text) != kFind.end() && !is_named(word.text);
        });
    }
    if (name != "npm" && name != "pnpm" && name != "yarn" && name != "make") return false;
    // These run the scripts of the directory that they enter.
    const programs::Reading reading = programs::read(command.words);
    const auto is_allowed = [&](std::size_t index) {
        const std::string_view before = command.words[index - 1].text;
        return is_named(command.words[index].text) || (before.starts_with('-') && is_named(before));
    };
    const bool leaves = std::ranges::any_of(reading.uses, [&](const programs::WordUse& use) {
        return use.meaning.role == programs::WordRole::enters && !stays_in_project(policy, use.word) &&
               !is_allowed(use.index);
    });
    const auto may_be_option = [&](std::size_t index) {
        return command.words[index].text.starts_with('-') || !command.words[index].literal();
    };
    if (leaves || std::ranges::none_of(reading.unexplained, may_be_option)) return leaves;
    static constexpr std::array<std::string_view, 4> kElsewhere{"--prefix", "-C", "--dir", "--cwd"};
    return std::ranges::any_of(command.words, [&](const shell::Word& word) {
        const std::string_view option = std::string_view(word.text).substr(0, word.text.find('='));
        return std::ranges::find(kElsewhere, option) != kElsewhere.end() && !is_named(word.text);
    });
}

// Returns true if a value known only at run time could be an option that runs another program. The value of an option
// that takes text is text, whatever it turns out to be.
bool may_get_exec_option(const Command& command) {
    const programs::Reading reading = programs::read(command.words, programs::ProgramPlaces::any);
    const auto is_known = [&](std::size_t index) { return command.words[index].literal(); };
    if (reading.row == nullptr || std::ranges::all_of(reading.unexplained, is_known)) return false;
    bool options = true;
    return (command.program() == "git" || shell::takes_exec_options(*reading.row)) &&
           std::ranges::any_of(command.words, [&](const shell::Word& word) {
               options = options && word.text != "--";
               return options && word.starts_dynamic() && word.base == shell::Base::none;
           });
}

// Returns the command without the options before its subcommand if these are only data: `kubectl -n dev get`. Returns
// nullopt if there are none, or others.
std::optional<Command> without_data_options(const Command& command) {
    const programs::Reading reading = programs::read(command.words);
    const std::size_t subcommand = reading.subcommand;
    if (reading.row == nullptr || subcommand < 2) return std::nullopt;
    const auto before = [&](std::size_t index) { return index < subcommand; };
    if (std::ranges::any_of(reading.unexplained, before)) return std::nullopt;
    for (const programs::WordUse& use : reading.uses) {
        if (before(use.index) && use.meaning.role != programs::WordRole::data) return std::nullopt;
    }
    Command plainer = command;
    plainer.words.erase(plainer.words.begin() + 1, plainer.words.begin() + static_cast<std::ptrdiff_t>(subcommand));
    return plainer;
}

const shell::Assignment* unlisted_assignment(const Command& command) {
    if (command.words.empty()) return nullptr;
    for (const shell::Assignment& a : command.assignments) {
        const bool separates = a.name == "IFS" && command.name() == "read";  // of this one builtin
        if (!separates && !shell::inert(a.name, a.value)) return &a;
    }
    return nullptr;
}

bool harmless_device(std::string_view path) {
    return path == "/dev/null" || path == "/dev/stdout" || path == "/dev/stderr" || path == "/dev/stdin" ||
           path == "/dev/tty" || path == "/dev/zero" || path == "/dev/urandom" || path == "/dev/random" ||
           path.starts_with("/dev/fd/");
}

class Coverage {
public:
    Coverage(const Policy& policy, const shell::Analysis& analysis, const LineEffects& flow)
        : policy_(policy), analysis_(analysis), flow_(flow) {}

    std::vector<Reason> run() {
        for (std::uint32_t i = 0; i < analysis_.commands.size(); ++i) {
            const Command& command = analysis_.commands[i];
            if (!command.words.empty()) reasons_.push_back(judge(command, i));
            touches(command, i);
        }
        if (reasons_.empty()) {
            reasons_.push_back(
                {.verdict = Verdict::allow, .kind = ReasonKind::read_only, .message = "nothing here runs a program"});
        }
        return std::move(reasons_);
    }

private:
    Reason judge(const Command& command, std::uint32_t index) const {
        Reason reason = speak_for(command);
        reason.command = index;
        if (reason.subject.empty()) reason.subject = shown(command);
        return reason;
    }

    Reason speak_for(const Command& command) const {
        if (command.calls_function) return granted("calls a function that is judged where it is defined");
        if (command.only_carries) return granted("only carries the command inside it");
        if (policy_.mode != Mode::plan) {
            if (const CompiledRule* rule = allowing_rule(policy_, command)) {
                if (const shell::Assignment* a = unlisted_assignment(command)) {
                    return missing(command, "the variable " + a->name + " is not on the list of harmless ones");
                }
                return rule_reason(*rule, Verdict::allow, shown(command));
            }
        }
        if (is_read_only(command)) {
            if (leaves_working_directories(command)) return missing(command, "it leaves the working directories");
            return granted("is known to change nothing");
        }
        if (policy_.mode == Mode::accept_edits && edits_inside(command)) {
            return {.verdict = Verdict::allow,
                    .kind = ReasonKind::mode,
                    .message = "mode acceptEdits allows file changes inside the working directories"};
        }
        if (policy_.mode == Mode::plan) return missing(command, "mode plan allows only commands that change nothing");
        return missing(command, "no rule allows it");
    }

    static Reason granted(std::string message) {
        return {.verdict = Verdict::allow, .kind = ReasonKind::read_only, .message = std::move(message)};
    }

    Reason missing(const Command& command, std::string why) const {
        std::string narrowest = narrowest_rule(command), wider = wider_rule(command);
        if (!would_allow(narrowest, command)) narrowest.clear();
        if (!would_allow(wider, command)) wider.clear();
        if (narrowest.empty()) std::swap(narrowest, wider);
        return {.verdict = Verdict::ask,
                .kind = ReasonKind::fallback,
                .message = std::move(why) + ": `" + shown(command) + "`",
                .suggestion = std::move(narrowest),
                .wider = std::move(wider)};
    }

    // A rule is only suggested if the command would pass with it.
    bool would_allow(std::string_view text, const Command& command) const {
        if (text.empty() || policy_.mode == Mode::plan || unlisted_assignment(command) != nullptr) return false;
        const auto rule = parse_rule(text, Effect::allow);
        const auto pattern = rule ? CommandPattern::compile(rule->specifier) : fail(Errc::invalid, "");
        return pattern && match_strictly(*pattern, command) && !needs_naming(policy_, command, *pattern) &&
               !may_get_exec_option(command);
    }

    const LineEffects::Step& step(const Command& command) const {
        return flow_.steps[static_cast<std::size_t>(&command - analysis_.commands.data())];
    }

    bool leaves_working_directories(const Command& command) const {
        if (command.name() != "cd" && command.name() != "pushd") return false;
        for (std::size_t i = 1; i < command.words.size(); ++i) {
            for (std::size_t d = 0; d < step(command).directories; ++d) {
                const auto path = path_named_by(command.words[i], flow_.directories[d], policy_.host.home);
                if (command.words[i].text == "-") continue;
                const auto directory = path && path->literal ? AbsPath::parse(path->text) : fail(Errc::invalid, "");
                if (!directory || !inside_working_directories(policy_, *directory)) return true;
            }
        }
        return command.words.size() < 2;  // a bare cd goes home
    }

    bool all_inside(const FileTouch& touch) const {
        return touch.surely && std::ranges::all_of(touch.paths, [this](const NamedPath& path) {
                   const auto plain = path.literal ? AbsPath::parse(path.text) : fail(Errc::invalid, "");
                   return plain && inside_working_directories(policy_, *plain);
               });
    }

    // Accepts mkdir, touch, rm, rmdir, mv, cp, sed if every path is known and inside the working directories.
    bool edits_inside(const Command& command) const {
        static constexpr std::array<std::string_view, 7> kEdits{"mkdir", "touch", "rm", "rmdir", "mv", "cp", "sed"};
        if (std::ranges::find(kEdits, command.name()) == kEdits.end() || unlisted_assignment(command) != nullptr)
            return false;
        const auto& touches = step(command).touches;
        return !touches.empty() && std::ranges::all_of(touches, [this](const FileTouch& t) { return all_inside(t); });
    }

    bool rule_allows(const FileTouch& touch) const {
        const std::string_view tool = touch.use == Use::write ? "Edit" : "Read";
        return std::ranges::all_of(touch.paths, [&](const NamedPath& path) {
            return std::ranges::any_of(policy_.allow, [&](const CompiledRule& rule) {
                return rule.path && rule.rule.tool == tool && match_path(*rule.path, path, Reach::file) == Match::yes;
            });
        });
    }

    // Judges files written by redirections, and files read by commands that need no rule, like the file tools.
    void touches(const Command& command, std::uint32_t index) {
        const bool by_rule =
            !command.words.empty() && policy_.mode != Mode::plan && allowing_rule(policy_, command) != nullptr;
        for (const FileTouch& touch : flow_.steps[index].touches) {
            const bool device = std::ranges::all_of(
                touch.paths, [](const NamedPath& p) { return p.literal && harmless_device(p.text); });
            if (device || rule_allows(touch)) continue;
            const std::string& path = touch.paths.front().text;
            if (touch.use == Use::write) {
                if (!touch.redirection) continue;  // the command itself already needed a rule
                if (policy_.mode == Mode::accept_edits && all_inside(touch)) continue;
                add_path(index, "writes", "Edit", path);
            } else if (!by_rule && !all_inside(touch)) {
                add_path(index, "reads", "Read", path);
            }
        }
    }

    void add_path(std::uint32_t index, std::string_view verb, std::string_view tool, const std::string& path) {
        const bool literal = path.find(shell::kHole) == std::string::npos;
        std::string subject = literal ? path : "a file known only at run time";
        reasons_.push_back({.verdict = Verdict::ask,
                            .kind = ReasonKind::path,
                            .subject = subject,
                            .message = "it " + std::string(verb) + " " + subject + ", and no rule allows that",
                            .suggestion = literal ? std::string(tool) + "(/" + path + ")" : "",
                            .command = index});
    }

    const Policy& policy_;
    const shell::Analysis& analysis_;
    const LineEffects& flow_;
    std::vector<Reason> reasons_;
};

}  // namespace

const CompiledRule* allowing_rule(const Policy& policy, const Command& command) {
    const auto plainer = without_data_options(command);
    for (const CompiledRule& rule : policy.allow) {
        if (!rule.command || rule.command->spans_commands()) continue;
        const bool matches =
            match_strictly(*rule.command, command) || (plainer && match_strictly(*rule.command, *plainer));
        if (!matches || needs_naming(policy, command, *rule.command)) continue;
        return may_get_exec_option(command) ? nullptr : &rule;
    }
    return nullptr;
}

bool inside_working_directories(const Policy& policy, const AbsPath& path) {
    const auto inside = [&policy](const AbsPath& p) {
        return std::ranges::any_of(policy.working_directories, [&p](const AbsPath& d) { return d.contains(p); });
    };
    return inside(path) && (!policy.host.follow_links || inside(policy.host.follow_links(path)));
}

std::vector<Reason> cover(const Policy& policy, const shell::Analysis& analysis, const LineEffects& flow) {
    return Coverage(policy, analysis, flow).run();
}

}  // namespace postern::policy
