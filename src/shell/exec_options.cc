#include "shell/exec_options.h"

#include "base/ascii.h"
#include "shell/make_line.h"
#include "shell/shells.h"

#include <string>
#include <unordered_map>

namespace postern::shell {
namespace {

constexpr std::string_view kMakes = "make gmake bmake remake";

using Index = std::unordered_multimap<std::string_view, const ExecOptions*>;

Index make_index() {
    Index index;
    for (const ExecOptions& row : exec_option_table()) {
        for_each_name(row.names, [&](std::string_view name) { index.emplace(name, &row); });
    }
    return index;
}

bool mentions(std::string_view text, std::string_view needles) {
    const std::string lower = lower_case(text);
    bool found = false;
    for_each_name(needles, [&](std::string_view needle) { found = found || lower.find(needle) != std::string::npos; });
    return found;
}

// Returns the part after `=` or a blank: `ProxyCommand=nc h 22`, `exec=cmd`.
Word behind_key(const Word& value) {
    Word rest = value;
    const std::size_t at = rest.text.find_first_of("= ");
    if (at != std::string::npos) rest.text.erase(0, at + 1);
    return rest;
}

void one_option(Invocation& call, const ExecOptions& row, const Option& option) {
    const Word& at = option.has_value ? option.value : call.words[option.index];
    const std::string name(option.name);
    if (listed(row.runs, option.name) && !(option.has_value && is_plain_pager(option.value))) {
        if (option.has_value)
            call.code(option.value.text.starts_with("exec=") ? behind_key(option.value) : option.value);
        if (option.has_value && is_plain_tool(option.value)) return;
        call.doubt(Doubt::runs_option, call.name + " option " + name + " names a program to run", at);
    } else if (listed(row.doubts, option.name)) {
        call.doubt(Doubt::runs_option, call.name + " option " + name + " can bring code to run", at);
    } else if (listed(row.settings, option.name) && option.has_value) {
        const std::string_view key = std::string_view(option.value.text).substr(0, option.value.text.find('='));
        if (!mentions(option.value.text, row.code_words) && !has_hole(key)) return;
        if (!has_hole(key)) call.code(behind_key(option.value));
        call.doubt(Doubt::runs_option, call.name + " option " + name + " sets something that can run a program", at);
    }
}

void apply(Invocation& call, const ExecOptions& row) {
    const Scan scan = shell::scan(row.grammar, call.words);
    if (!row.subcommand.empty() &&
        (scan.operands.empty() || !listed(row.subcommand, call.words[scan.operands.front()].text)))
        return;
    for (const Option& option : scan.options) one_option(call, row, option);
    for (const std::size_t index : scan.unsure) {
        const Word& word = call.words[index];
        if (may_split(word) || (!word.starts_dynamic() && has_hole(word.text))) {
            call.doubt(Doubt::option, "a word known only at run time could be an option of " + call.name, word);
        }
    }
}

// Checks operands (not options) that name a program to run.
void unwrap_operands(Invocation& call) {
    const bool configures = listed("npm yarn pnpm go", call.name) && call.words.size() > 2 &&
                            listed("config set env c", call.words[1].text);
    for (std::size_t i = 1; i < call.words.size(); ++i) {
        const Word& word = call.words[i];
        if (call.name == "socat" && mentions(word.text, "exec: system: shell:")) {
            Word command = word;
            command.text.erase(0, command.text.find(':') + 1);
            call.code(command);
            call.doubt(Doubt::runs_option, "socat runs a program as one of its ends", word);
        }
        if (configures &&
            mentions(word.text,
                     "script-shell node-options node_options shell= toolexec cc= cxx= goflags editor yarn-path")) {
            call.doubt(Doubt::runs_option, call.name + " is configured to run another program", word);
        }
    }
}

// Removes the prefix of cross compilers: x86_64-linux-gnu-gcc-12.
std::string_view without_target(std::string_view name) {
    for (const std::string_view compiler : {"gcc", "g++", "cpp", "ld", "c++", "cc"}) {
        if (name.size() > compiler.size() + 1 && name.ends_with(compiler) &&
            name[name.size() - compiler.size() - 1] == '-')
            return compiler;
    }
    return name;
}

const Index& rows_by_name() {
    static const Index index = make_index();
    return index;
}

// Returns the name under which the table lists the program.
std::string_view table_name(std::string_view name) {
    return rows_by_name().contains(name) ? name : without_target(without_version(name));
}

}  // namespace

bool takes_exec_options(std::string_view name) {
    return name == "git" || listed(kMakes, name) || rows_by_name().contains(table_name(name));
}

void unwrap_exec_options(Invocation& call) {
    const std::string_view name = table_name(call.name);
    const auto [first, last] = rows_by_name().equal_range(name);
    for (auto row = first; row != last; ++row) apply(call, *row->second);
    if (listed("socat npm yarn pnpm go", name)) unwrap_operands(call);
    if (listed(kMakes, name)) unwrap_make(call);
}

bool is_plain_pager(const Word& value) noexcept {
    return value.literal() && (value.text.empty() || value.text == "cat");
}

bool is_plain_tool(const Word& value) noexcept {
    constexpr std::string_view kTools =
        "ssh zstd zstdmt unzstd pigz unpigz gzip gunzip xz unxz pixz bzip2 pbzip2 lbzip2 lz4 lzop lzip brotli";
    const std::string_view text = value.text;
    return value.literal() && listed(kTools, text.substr(0, text.find(' '))) &&
           text.find_first_of(";|&<>()$`\\\"'\n") == std::string_view::npos;
}

}  // namespace postern::shell
