// Help, completion and version: commands that need no settings. Help and completion are printed from the table of options.
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/render.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace postern::cli {
namespace {

// Counts columns, not bytes. These texts hold no wide or combining characters.
std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string padded(std::string text, std::size_t width) {
    const std::size_t have = width_of(text);
    text.append(have < width ? width - have : 1, ' ');
    return text;
}

std::string spelled(const OptionSpec& option) {
    std::string out = option.letter != 0 ? std::string("-") + option.letter : std::string{};
    if (!option.name.empty()) out += (out.empty() ? "--" : ", --") + std::string(option.name);
    if (!option.value.empty()) out += ' ' + std::string(option.value);
    return out;
}

// The first words of all commands, each once.
std::vector<std::string_view> first_words() {
    std::vector<std::string_view> out;
    for (const CommandSpec& command : command_specs()) {
        const std::string_view first = command.name.substr(0, command.name.find(' '));
        if (std::ranges::find(out, first) == out.end()) out.push_back(first);
    }
    return out;
}

std::string options_of(const CommandSpec& command) {
    std::string out;
    for (const Opt id : command.options) {
        const OptionSpec& option = spec_of(id);
        out += out.empty() ? "" : " ";
        if (!option.name.empty()) {
            out += "--" + std::string(option.name);
        } else {
            out += std::string("-") + option.letter;
        }
    }
    return out;
}

// One arm of the case that chooses the words offered.
void add_arm(std::string& out, std::string_view pattern, std::string_view words) {
    out.append("    '").append(pattern).append("'*) words='").append(words).append("' ;;\n");
}

}  // namespace

std::string top_help() {
    constexpr std::size_t kNames = 30;
    std::string out =
        "Postern judges the shell commands of AI agents and runs them in a sandbox.\n"
        "usage: postern COMMAND [OPTION…]        postern COMMAND --help\n\n";
    const auto commands = command_specs();
    for (std::size_t i = 0; i < commands.size();) {
        // Commands with one first word share a line: "settings show|validate|schema".
        const std::string_view first = commands[i].name.substr(0, commands[i].name.find(' ') + 1);
        std::string name(commands[i].name);
        const std::string_view summary = commands[i++].summary;
        for (; first.ends_with(' ') && i < commands.size() && commands[i].name.starts_with(first); ++i) {
            name += '|' + std::string(commands[i].name.substr(first.size()));
        }
        // `postern audit --help` lists those of a large group.
        if (width_of(name) > kNames) name = std::string(first) + "…";
        out += "  " + padded(std::move(name), kNames + 1) + std::string(summary) + '\n';
    }
    out +=
        "\nexample: postern run -c 'npm test && git status'\n"
        "Exit status of run: the command's own, or 124 to 127 (see its help);\n"
        "of check: 0 allow, 1 ask, 2 deny, 125 error.\n"
        "Settings: .postern/settings.json, ~/.config/postern/settings.json, /etc/postern.\n";
    return out;
}

namespace {

// The commands that share a first word, one line each.
std::string group_help(std::string_view first) {
    std::string out = "usage: postern " + std::string(first) + " COMMAND [OPTION…]\n\n";
    for (const CommandSpec& command : command_specs()) {
        if (!command.name.starts_with(std::string(first) + ' ')) continue;
        out +=
            "  " + padded(std::string(command.name.substr(first.size() + 1)), 12) + std::string(command.summary) + '\n';
    }
    return out + "\nEach has its own help: postern " + std::string(first) + " COMMAND --help\n";
}

bool is_group(std::string_view word) {
    return std::ranges::any_of(
        command_specs(), [&](const CommandSpec& command) { return command.name.starts_with(std::string(word) + ' '); });
}

}  // namespace

std::optional<std::string> overview(std::span<const std::string> arguments) {
    if (arguments.empty() || (arguments.back() != "--help" && arguments.back() != "-h")) return std::nullopt;
    if (arguments.size() == 1) return top_help();
    if (arguments.size() == 2 && is_group(arguments[0])) return group_help(arguments[0]);
    return std::nullopt;
}

std::string help_for(const CommandSpec& command) {
    std::string out = "usage: postern " + std::string(command.name);
    if (!command.usage.empty()) out += ' ' + std::string(command.usage);
    out += '\n' + std::string(command.summary) + "\n\n";
    for (const Opt id : command.options) {
        const OptionSpec& option = spec_of(id);
        out += "  " + padded(spelled(option), 20) + std::string(option.help) + '\n';
    }
    if (!command.examples.empty()) out += "\nexamples:\n";
    for (const std::string_view example : command.examples) out += "  " + std::string(example) + '\n';
    return out + "\nExit status: " + std::string(command.exits) + ".\n";
}

std::string bash_completion() {
    std::string out =
        "# bash completion for postern; printed by `postern completion`\n"
        "_postern() {\n"
        "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} words=\n"
        "    case \"$command ${COMP_WORDS[2]}\" in\n";
    for (const std::string_view first : first_words()) {
        std::string seconds;
        for (const CommandSpec& command : command_specs()) {
            if (command.name == first) {
                add_arm(out, std::string(first) + ' ', options_of(command));
            } else if (command.name.starts_with(std::string(first) + ' ')) {
                add_arm(out, command.name, options_of(command));
                seconds.append(seconds.empty() ? "" : " ").append(command.name.substr(first.size() + 1));
            }
        }
        if (!seconds.empty()) add_arm(out, std::string(first) + ' ', seconds);
    }
    out += "    esac\n    [ \"$COMP_CWORD\" -gt 1 ] || words='";
    for (const std::string_view first : first_words()) out += std::string(first) + ' ';
    out += "--help'\n    case $prev in\n";
    for (const OptionSpec& option : option_specs()) {
        if (option.value == "FILE" || option.value == "PATH") {
            out += "    --" + std::string(option.name) + ") COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n";
        } else if (option.value == "DIR") {
            out += "    --" + std::string(option.name) + ") COMPREPLY=($(compgen -d -- \"$cur\")); return ;;\n";
        }
    }
    return out +
           "    esac\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
           "}\n"
           "complete -o default -F _postern postern\n";
}

Result<int> run_version(const Parsed& options) {
    if (!options.has(Opt::json)) return print("postern " POSTERN_VERSION "\n", 0);
    return print(app::json_text({{"version", 1}, {"postern", POSTERN_VERSION}}, app::JsonLayout::one_line), 0);
}

Result<int> run_completion(const Parsed&) {
    return print(bash_completion(), 0);
}

}  // namespace postern::cli
