#include "shell/exec_options.h"

#include "base/ascii.h"
#include "shell/shells.h"
#include "shell/telling_settings.h"

#include <algorithm>
#include <string>

namespace postern::shell {
namespace {

using programs::OptionUse;
using programs::WordRole;

// Returns the part after `=` or a blank: `ProxyCommand=nc h 22`, `exec=cmd`.
Word behind_key(const Word& value) {
    Word rest = value;
    const std::size_t at = rest.text.find_first_of("= ");
    if (at != std::string::npos) rest.text.erase(0, at + 1);
    return rest;
}

// Returns true for a tool made for the purpose (`rsync -e 'ssh -p 22'`, `tar -I zstd`). Such a value is judged by its
// own words and raises no doubt.
bool is_plain_tool(const Word& value) noexcept {
    constexpr std::string_view kTools =
        "ssh zstd zstdmt unzstd pigz unpigz gzip gunzip xz unxz pixz bzip2 pbzip2 lbzip2 lz4 lzop lzip brotli";
    const std::string_view text = value.text;
    return value.literal() && listed(kTools, text.substr(0, text.find(' '))) &&
           text.find_first_of(";|&<>()$`\\\"'\n") == std::string_view::npos;
}

// Returns true for an interpreter that is named by its version: `virtualenv -p python3.11`, `pipenv --python 3.11`.
bool is_version(const Word& value) noexcept {
    std::string_view text = value.text;
    if (text.starts_with("python")) text.remove_prefix(6);
    return value.literal() && text.find_first_not_of("0123456789.") == std::string_view::npos;
}

// Judges the options of one call.
class OptionReader {
public:
    OptionReader(Invocation& call, const programs::Row& row, Commands commands)
        : call_(call), row_(row), commands_(commands) {
        obeys_scripts_ = row_.runs && !row_.operands.empty() &&
                         row_.operands.front().meaning.role == WordRole::code_file && !row_.operands.front().repeats;
    }

    void run(const programs::Reading& reading) {
        for (const OptionUse& option : reading.options) {
            if (option.row != nullptr) one(option);
        }
    }

private:
    void one(const OptionUse& option) {
        if (option.row->brings_code && option.row->value.role != WordRole::code) return brings_code(option);
        const Word& value = option.value ? *option.value : call_.words[option.index];
        const WordRole role = option.row->value.role;
        if (role == WordRole::runs || role == WordRole::shell) {
            if (commands_ != Commands::none) runs(option, value);
        } else if (role == WordRole::code) {
            code(option, value);
        } else if (role == WordRole::setting) {
            setting(option, value);
        } else if ((role == WordRole::code_file || role == WordRole::loads) && commands_ != Commands::none) {
            if (!row_.runs) return brings_code(option);
            if (obeys_scripts_ && option.value) hidden(option, value);
        }
    }

    // Judges where a program that runs code anyway takes more of it from.
    void hidden(const OptionUse& option, const Word& value) {
        if (option.row->value.role == WordRole::loads) {
            if (is_remote_script(value.text) || is_hidden_script(value))
                doubt(Doubt::inline_code, " loads code given in option ", option);
        } else if (is_hidden_script(value)) {
            call_.doubt(Doubt::script_input, call_.name + " runs a file that is known only at run time", value);
        }
    }

    void doubt(Doubt doubt, std::string_view what, const OptionUse& option, std::string_view rest = {}) {
        call_.doubt(doubt, call_.name + std::string(what) + std::string(option.name) + std::string(rest),
                    option.value ? *option.value : call_.words[option.index]);
    }

    void brings_code(const OptionUse& option) {
        doubt(Doubt::runs_option, " option ", option, " can bring code to run");
    }

    void runs(const OptionUse& option, const Word& value) {
        if (option.value && (is_plain_pager(value) || is_version(value))) return;
        if (option.value) call_.code(value.text.starts_with("exec=") ? behind_key(value) : value);
        if (option.value && is_plain_tool(value)) return;
        doubt(Doubt::runs_option, " option ", option, " names a program to run");
    }

    void code(const OptionUse& option, const Word& value) {
        const std::string_view language = option.row->value.kind;
        if (has_telling_settings(language)) return setting(option, value);
        if (!starts_nothing(language) && !value.text.empty())
            doubt(Doubt::inline_code, " runs code given in option ", option);
    }

    void setting(const OptionUse& option, const Word& value) {
        if (!option.value) return;
        const std::string_view kind = option.row->value.kind;
        const std::string_view key = std::string_view(value.text).substr(0, value.text.find('='));
        if (!tells_of_code(kind, value.text) && !(has_hole(key) && has_telling_settings(kind))) return;
        if (!has_hole(key)) call_.code(behind_key(value));
        doubt(Doubt::runs_option, " option ", option, " sets something that can run a program");
    }

    Invocation& call_;
    const programs::Row& row_;
    Commands commands_;
    bool obeys_scripts_ = false;  // the program exists to run a file of code
};

// Checks operands that are settings or addresses which can name a program to run.
void unwrap_operands(Invocation& call, const programs::Reading& reading) {
    for (const programs::WordUse& use : reading.uses) {
        const bool may_tell = use.meaning.role == WordRole::setting || use.meaning.role == WordRole::code;
        if (!may_tell || !use.option.empty() || !tells_of_code(use.meaning.kind, use.word.text)) continue;
        if (use.meaning.role == WordRole::code) {
            Word command = use.word;
            command.text.erase(0, command.text.find(':') + 1);
            call.code(command);
        }
        call.doubt(Doubt::runs_option, call.name + " is told to run another program", use.word);
    }
    const programs::Row& row = *reading.row;
    if (!row.sub || row.operands.empty() || row.operands.front().meaning.role != WordRole::setting) return;
    for (const std::size_t index : reading.operands) {  // `npm config set KEY VALUE`
        if (tells_of_code(row.operands.front().meaning.kind, call.words[index].text))
            call.doubt(Doubt::runs_option, call.name + " is told to run another program", call.words[index]);
    }
}

}  // namespace

bool takes_exec_options(const programs::Row& row) {
    const auto runs = [](const programs::Meaning& meaning) {
        const WordRole role = meaning.role;
        return role == WordRole::runs || role == WordRole::shell || has_telling_settings(meaning.kind) ||
               (role == WordRole::assignment && meaning.kind == "make");
    };
    const auto takes = [&](const programs::Row& one) {
        return std::ranges::any_of(
                   one.options,
                   [&](const programs::OptionRow& option) { return option.brings_code || runs(option.value); }) ||
               std::ranges::any_of(one.operands, runs, &programs::OperandRow::meaning);
    };
    if (takes(row)) return true;
    if (!row.sub) return false;
    const std::string name(row.program->names.substr(0, row.program->names.find(' ')));
    return std::ranges::any_of(programs::subcommands_of(name),
                               [&](const programs::Row* below) { return takes(*below); });
}

void unwrap_exec_options(Invocation& call, const programs::Reading& reading, Commands commands) {
    if (reading.row == nullptr) return;
    OptionReader(call, *reading.row, commands).run(reading);
    unwrap_operands(call, reading);
    if (reading.unsure.empty() || !takes_exec_options(*reading.row)) return;
    for (const std::size_t index : reading.unsure) report_unsure_option(call, call.words[index]);
}

bool is_plain_pager(const Word& value) noexcept {
    return value.literal() && (value.text.empty() || value.text == "cat");
}

}  // namespace postern::shell
