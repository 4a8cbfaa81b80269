#include "policy/never_code.h"

#include "base/ascii.h"
#include "base/text.h"
#include "policy/code_literals.h"
#include "shell/interpreters.h"
#include "shell/invocation.h"
#include "shell/known_input.h"
#include "shell/shells.h"
#include "shell/standard_input.h"

#include <algorithm>
#include <array>

namespace postern::policy {
namespace {

using shell::Command;
using shell::kHole;
using shell::Word;

constexpr std::size_t kLongestCode = 1u << 16;

std::string quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'') out += "'\\'";
        out += c;
    }
    return out + "'";
}

// Writes a word so that a shell reads the same. A home directory and patterns are expanded again.
std::string written(const Word& word) {
    const bool home = word.base == shell::Base::home;
    std::string out = home ? "\"$HOME\"" : "";
    std::string_view rest = std::string_view(word.text).substr(home ? 1 : 0);
    if (rest.empty() && !home) return "''";
    while (!rest.empty()) {
        const std::size_t hole = std::min(rest.find(kHole), rest.size());
        if (hole > 0) out += quoted(rest.substr(0, hole));
        if (hole < rest.size()) out += '*';
        rest.remove_prefix(std::min(hole + 1, rest.size()));
    }
    return out;
}

// ---- words that are read

bool is_filled(const Word& word) {
    return (word.dynamic & shell::kInput) != 0;
}

// `env -C / rm -rf .` is `cd /; rm -rf .`.
std::string in_directory(const Command& wrapper, const Command& command) {
    const shell::Scan scan = shell::scan({.shorts = "C:D:u:S:g:i0v", .longs = "chdir= unset="}, wrapper.words);
    const shell::Option* directory = shell::find_option(scan, "C D chdir");
    if (directory == nullptr || !directory->has_value) return {};
    std::string out = "cd " + written(directory->value) + ";";
    for (const Word& word : command.words) (out += ' ') += written(word);
    return out;
}

// `find … | xargs rm` is `find … -exec rm {} +`.
std::string as_action_of_find(const Command& find, const Command& command) {
    std::string out;
    for (const Word& word : find.words) (out += ' ') += written(word);
    out += " -exec";
    for (const Word& word : command.words) (out += ' ') += is_filled(word) ? "{}" : written(word);
    return out + " +";
}

std::vector<Word> inserted_words(const shell::Analysis& analysis, std::uint32_t index) {
    const std::uint32_t via = analysis.commands[index].via;
    if (via == shell::kNoCommand) return {};
    const Command& wrapper = analysis.commands[via];
    if (!shell::listed("xargs gxargs parallel", wrapper.program())) return {};
    const auto separator =
        std::ranges::find_if(wrapper.words, [](const Word& word) { return word.text == ":::" || word.text == ":::+"; });
    if (separator != wrapper.words.end()) return {separator + 1, wrapper.words.end()};
    return shell::words_read_by(analysis, index);
}

std::string with_input(const Command& command, const std::vector<Word>& input) {
    std::string out;
    for (const Word& word : command.words) {
        if (!is_filled(word)) {
            (out += ' ') += written(word);
            continue;
        }
        for (const Word& one : input) {
            Word filled = word;
            if (word.text == std::string(1, kHole)) filled = one;
            const std::size_t hole = filled.text.find(kHole);
            if (hole != std::string::npos && one.base == shell::Base::none) filled.text.replace(hole, 1, one.text);
            (out += ' ') += written(filled);
        }
    }
    return out;
}

// ---- other languages

bool has_any(std::string_view code, std::string_view names) {
    bool found = false;
    shell::for_each_name(names,
                         [&](std::string_view name) { found = found || code.find(name) != std::string_view::npos; });
    return found;
}

// Finds a call as a word of its own: not `rmtree` in `my_rmtree`.
std::size_t find_call(std::string_view code, std::string_view names) {
    std::size_t first = std::string_view::npos;
    shell::for_each_name(names, [&](std::string_view name) {
        for (std::size_t at = code.find(name); at != std::string_view::npos; at = code.find(name, at + 1)) {
            const bool inside = at > 0 && (is_letter(code[at - 1]) || code[at - 1] == '_');
            if (!inside) {
                first = std::min(first, at);
                return;
            }
        }
    });
    return first;
}

constexpr std::string_view kRuns =
    "system popen Popen subprocess exec execSync execFile execFileSync spawn spawnSync shell_exec passthru proc_open "
    "os.execute io.popen check_call check_output qx %x pty.spawn child_process Open3 Kernel";
constexpr std::string_view kRemoves =
    "rmtree remove_tree rm_rf rm_r remove_dir remove_entry_secure rmSync rmdirSync rimraf removeSync emptyDirSync "
    "fs.rm fsp.rm promises.rm delete_tree";
constexpr std::string_view kWrites =
    "open fopen writeFile writeFileSync appendFile appendFileSync createWriteStream file_put_contents write_text "
    "write_bytes File.write IO.write sysopen Path";
constexpr std::string_view kFetches =
    "curl wget urlopen urllib requests.get httpx LWP HTTP::Tiny open-uri URI.open Net::HTTP file_get_contents "
    "https.get http.get "
    "fetch( axios";

// Home directories as expressions. They count where the expression ends, not where more of a path follows.
constexpr auto kHomes = std::to_array<std::string_view>(
    {"os.environ['HOME']", "os.environ[\"HOME\"]", "os.getenv('HOME')", "os.getenv(\"HOME\")", "Path.home()",
     "ENV['HOME']", "ENV[\"HOME\"]", "Dir.home", "process.env.HOME", "os.homedir()", "$ENV{HOME}", "getenv('HOME')",
     "getenv(\"HOME\")", "os.environ.get('HOME')", "os.environ.get(\"HOME\")"});

std::string with_homes(std::string_view code) {
    std::string out(code);
    for (const std::string_view home : kHomes) {
        for (std::size_t at = out.find(home); at != std::string::npos; at = out.find(home, at + 1)) {
            const std::size_t next = out.find_first_not_of(" \t", at + home.size());
            const std::size_t second = next == std::string::npos ? next : out.find_first_not_of(" \t", next + 1);
            const char c = next == std::string::npos ? ')' : out[next];
            const bool joins = c == ',' && second != std::string::npos && (out[second] == '"' || out[second] == '\'');
            if (c == '+' || c == '/' || c == '.' || c == '[' || joins) continue;
            out.replace(at, home.size(), "'~'");
        }
    }
    return out;
}

// Strings that stand next to each other are the words of one command: ["rm", "-rf", "/"].
void add_commands(std::string_view code, const std::vector<CodeLiteral>& literals, std::string& out) {
    for (std::size_t i = 0; i < literals.size();) {
        std::string words = literals[i].text;
        std::size_t next = i + 1;
        for (; next < literals.size(); ++next) {
            const std::size_t from = literals[next - 1].end;
            const std::string_view between = code.substr(from, literals[next].begin - from);
            if (between.find_first_not_of(", \t\n[](") != std::string_view::npos) break;
            (words += ' ') += literals[next].text;
        }
        (out += words) += '\n';
        i = next;
    }
}

// Returns the path in a literal, or an empty text. Perl puts the mode before it: ">/dev/sda".
std::string_view path_in(const CodeLiteral& literal) {
    std::string_view path = literal.text;
    path.remove_prefix(std::min(path.find_first_not_of(">+ "), path.size()));
    const bool is_path = path.starts_with('/') || path.starts_with('~') || path.starts_with('.');
    return is_path && path.find_first_of(" \n'\"$`;|&<>()") == std::string_view::npos ? path : std::string_view();
}

bool is_writing_mode(std::string_view text) {
    return shell::listed("w wb a ab w+ wb+ w+b r+ r+b rb+ a+ > >> +< +>", text);
}

// Tells whether the literal is the first argument of one of these calls. Python may have a letter before the quotes.
bool follows_call(std::string_view code, const CodeLiteral& literal, std::string_view names) {
    std::string_view before = code.substr(0, literal.begin);
    before = before.substr(0, before.find_last_not_of(" \t\n(brf") + 1);
    bool found = false;
    shell::for_each_name(names, [&](std::string_view name) { found = found || before.ends_with(name); });
    return found;
}

void add_removed(const std::vector<CodeLiteral>& literals, std::size_t after, std::string& out) {
    for (const CodeLiteral& literal : literals) {
        if (const auto path = path_in(literal); literal.begin > after && !path.empty())
            ((out += "rm -rf ") += path) += '\n';
    }
}

void add_written(std::string_view code, const std::vector<CodeLiteral>& literals, std::string& out) {
    for (std::size_t i = 0; i < literals.size(); ++i) {
        const auto path = path_in(literals[i]);
        const bool target = literals[i].text.starts_with('>') || (i > 0 && literals[i - 1].text.starts_with('>')) ||
                            follows_call(code, literals[i], kWrites);
        if (target && !path.empty()) ((out += ": > ") += path) += '\n';
    }
}

bool opens_for_writing(std::string_view code, const std::vector<CodeLiteral>& literals) {
    if (has_any(code,
                "writeFile appendFile createWriteStream file_put_contents write_text write_bytes File.write "
                "IO.write O_WRONLY O_RDWR"))
        return true;
    return std::ranges::any_of(literals, [](const CodeLiteral& literal) {
        return is_writing_mode(literal.text) || literal.text.starts_with('>');
    });
}

// Tells whether a number with these octal digits is an argument of chmod.
bool opens_all(std::string_view code) {
    const std::size_t call = find_call(code, "chmod chmodSync chmod_R fchmod makedirs mkdir mkdirSync");
    return call != std::string_view::npos &&
           has_any(code.substr(call), "0777 0o777 0o0777 01777 S_IRWXO 'a+rwx' \"a+rwx\" '777' \"777\" ");
}

std::string without_blanks(std::string_view code) {
    std::string out(code);
    std::erase_if(out, [](char c) { return c == ' ' || c == '\t' || c == '\n'; });
    return out;
}

// Tells whether processes are started in a loop that neither ends nor waits for anything, as a server does.
bool forks_without_end(std::string_view code) {
    if (find_call(code, "fork pcntl_fork Popen spawn") == std::string_view::npos) return false;
    const std::string dense = without_blanks(code);
    return has_any(dense,
                   "while1 while(1) whileTrue while(True) whiletrue while(true) for(;;) loop{ loopdo redo iter(int,1) "
                   "itertools.count() itertools.repeat( forkwhile while(fork whilefork whileos.fork fork()while "
                   "forkfor1..1e") &&
           !has_any(dense,
                    "accept wait sleep recv read( readline join( input( break exit( poll( select( communicate get(");
}

// Returns the standard input of a command, if the line tells it.
std::string text_given_to(const shell::Analysis& analysis, const Command& command) {
    const Command* before = command.piped_from == shell::kNoCommand ? nullptr : &analysis.commands[command.piped_from];
    const auto input = shell::standard_input(command, before);
    return input.from == shell::InputFrom::text ? input.text.text : std::string();
}

// `expect -c 'spawn sudo id'`
std::string spawned_by(const Command& expect) {
    constexpr std::string_view kSpawn = "spawn ";
    std::string out;
    for (const Word& word : expect.words) {
        const std::string_view code = word.text;
        for (std::size_t at = code.find(kSpawn); at != std::string_view::npos; at = code.find(kSpawn, at + 1)) {
            const std::size_t begin = at + kSpawn.size();
            (out += code.substr(begin, code.find_first_of(";\n}", begin) - begin)) += '\n';
        }
    }
    return out;
}

// Returns the commands in the lines of a crontab, which stand behind five fields or a word such as `@reboot`.
std::string commands_of_table(std::string_view table) {
    std::string out;
    for (std::string_view line : split(table, '\n')) {
        int fields = line.starts_with('@') ? 1 : 5;
        for (; fields > 0; --fields) {
            const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
            line = trimmed(line.substr(end), " \t");
        }
        (out += line) += '\n';
    }
    return out;
}

}  // namespace

std::string as_shell(std::string_view original) {
    std::string out;
    if (original.size() > kLongestCode) return out;
    const std::string code = with_homes(original);
    const std::vector<CodeLiteral> literals = literals_of(code);
    const bool backquotes = std::ranges::any_of(literals, [&](const CodeLiteral& l) { return code[l.begin] == '`'; });
    if (backquotes || find_call(code, kRuns) != std::string_view::npos) add_commands(code, literals, out);
    if (const std::size_t call = find_call(code, kRemoves); call != std::string_view::npos)
        add_removed(literals, call, out);
    if (find_call(code, kWrites) != std::string_view::npos && opens_for_writing(code, literals))
        add_written(code, literals, out);
    if (opens_all(code)) out += "chmod 777 .\n";
    const std::string dense = without_blanks(code);
    if (has_any(dense,
                "os.kill(-1 kill(-1 kill9,-1 kill(9,-1 kill-9,-1 Process.kill('KILL',-1 kill'KILL',-1 "
                "killKILL=>-1 kill9=>-1"))
        out += "kill -9 -1\n";
    if (dense.find("process_iter(") != std::string::npos && has_any(dense, ".kill() .terminate() .send_signal("))
        out += "killall processes\n";
    if (forks_without_end(code)) out += ":() { :|:& }; :\n";
    const bool evaluates =
        find_call(code, "exec eval Function instance_eval new_Function vm.run") != std::string_view::npos;
    if (evaluates && has_any(code, kFetches)) out += "curl address | sh\n";
    return out;
}

std::vector<std::string> files_written_in_code(const Command& command) {
    std::vector<std::string> out;
    const bool sed = command.program().ends_with("sed");
    for (std::size_t i = 1; i < command.words.size(); ++i) {
        const std::string_view code = command.words[i].text;
        if (sed) {
            for (std::size_t at = code.find("w /"); at != std::string_view::npos; at = code.find("w /", at + 1))
                out.emplace_back(code.substr(at + 2, code.find('\n', at) - at - 2));
            continue;
        }
        for (const CodeLiteral& literal : literals_of(code)) {
            const std::string_view before = trimmed(code.substr(0, literal.begin));
            if (before.ends_with('>')) out.push_back(literal.text);
        }
    }
    return out;
}

std::string text_written_by(const shell::Analysis& analysis, std::uint32_t index) {
    const Command& command = analysis.commands[index];
    if (shell::listed("echo printf", command.program()) && command.words.size() > 1) {
        const std::string text = shell::joined(command.words, 1, command.words.size()).text;
        return shell::decoded_escapes(text).value_or(text);
    }
    return text_given_to(analysis, command);
}

std::vector<std::string> told_otherwise(const shell::Analysis& analysis, std::uint32_t index) {
    std::vector<std::string> out;
    const Command& command = analysis.commands[index];
    if (command.words.empty()) return out;
    if (std::ranges::any_of(command.words, is_filled)) {
        const std::uint32_t source =
            command.via == shell::kNoCommand ? shell::kNoCommand : analysis.commands[command.via].piped_from;
        if (source != shell::kNoCommand && analysis.commands[source].program() == "find")
            out.push_back(as_action_of_find(analysis.commands[source], command));
        if (const auto input = inserted_words(analysis, index); !input.empty())
            out.push_back(with_input(command, input));
    }
    if (command.via != shell::kNoCommand && shell::listed("env sudo", analysis.commands[command.via].program())) {
        if (std::string text = in_directory(analysis.commands[command.via], command); !text.empty())
            out.push_back(std::move(text));
    }
    const std::string_view name = command.program();
    if (name == "expect") out.push_back(spawned_by(command));
    if (name == "crontab") out.push_back(commands_of_table(text_given_to(analysis, command)));
    if (!shell::is_interpreter(name) || shell::is_shell(name)) return out;
    std::string code;
    for (std::size_t i = 1; i < command.words.size(); ++i) (code += command.words[i].text) += '\n';
    code += text_given_to(analysis, command);
    std::ranges::replace(code, kHole, '_');
    if (std::string text = as_shell(code); !text.empty()) out.push_back(std::move(text));
    return out;
}

}  // namespace postern::policy
