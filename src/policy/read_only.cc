#include "policy/read_only.h"

#include "policy/read_only_table.h"
#include "shell/assignments.h"
#include "shell/invocation.h"
#include "shell/small_languages.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string_view>
#include <vector>

namespace postern::policy {
namespace {

using shell::Base;
using shell::kHole;
using shell::Scan;
using shell::Word;
using Words = std::span<const Word>;

// Could some value of it give the program an option that is not in the text?
bool may_add_option(const Word& word) {
    if (word.literal() || word.dynamic == shell::kProcess) return false;  // <(…) is always a path
    const bool anchored = word.base != Base::none;
    const bool several = word.splits && (word.dynamic & ~shell::kGlob) != 0;
    if (anchored) return several && word.text.find(kHole, 1) != std::string::npos;
    return word.starts_dynamic() || word.text.front() == '-' || several;
}

bool any_may_add_option(Words words) {
    for (const Word& word : words) {
        if (word.text == "--" && word.literal()) return false;
        if (may_add_option(word)) return true;
    }
    return false;
}

bool refused(const ReadOnlyRow& row, const shell::Option& option, bool is_long) {
    if (row.options == ReadOnlyOptions::none_but) return !option.known;
    bool hit = false;
    shell::for_each_name(row.refused, [&](std::string_view name) {
        const bool long_name = name.size() > 1;
        hit = hit || (long_name == is_long && (is_long ? name.starts_with(option.name) : name == option.name));
    });
    return hit;
}

bool row_allows(const ReadOnlyRow& row, Words words, std::size_t begin) {
    if (row.options == ReadOnlyOptions::any) return true;
    if (any_may_add_option(words.subspan(begin))) return false;
    const Scan scan = shell::scan(row.grammar, words, begin);
    for (const shell::Option& option : scan.options) {
        if (refused(row, option, words[option.index].text.starts_with("--"))) return false;
    }
    if (scan.operands.size() > row.operands) return false;
    const bool needs = !row.operands_need.empty() && !scan.operands.empty();
    return !needs || shell::find_option(scan, row.operands_need) != nullptr;
}

bool find_is_read_only(Words words) {
    for (const Word& word : words.subspan(1)) {
        if (may_add_option(word)) return false;
        const std::string_view text = word.text;
        for (const std::string_view bad : {"-exec", "-ok", "-delete", "-fprint", "-fls"}) {
            if (text.starts_with(bad)) return false;
        }
    }
    return true;
}

bool date_is_read_only(Words words) {
    static constexpr shell::Grammar kDate = {
        .shorts = "d:I::Rr:u",
        .longs = "date= iso-8601=? rfc-email rfc-3339= reference= utc universal version help",
        .free_operands = shell::kAnyNumber,
        .exact = true};
    if (any_may_add_option(words.subspan(1))) return false;
    const Scan scan = shell::scan(kDate, words);
    return std::ranges::all_of(scan.options, &shell::Option::known) &&
           std::ranges::all_of(scan.operands, [&](std::size_t i) { return words[i].text.starts_with('+'); });
}

bool plain_name(const Word& word) {
    return word.literal() &&
           std::ranges::all_of(word.text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

// `printf -v 'a[$(…)]'` and `test -v` evaluate a subscript as arithmetic, and that runs substitutions.
bool printf_is_read_only(Words words) {
    if (words.size() < 2) return true;
    if (may_add_option(words[1])) return false;
    const std::string_view text = words[1].text;
    if (text == "-v") return words.size() > 2 && plain_name(words[2]);
    return !text.starts_with("-v");
}

bool test_is_read_only(Words words) {
    constexpr std::string_view kBetween = "= == != < > -eq -ne -lt -le -gt -ge -nt -ot -ef -a -o ] )";
    bool expects_primary = true;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const Word& word = words[i];
        if (word.splits && (word.dynamic & ~shell::kGlob) != 0) return false;
        const bool more = i + 1 < words.size();
        // Unless an operator follows, it may turn out to be `-v`.
        if (expects_primary && word.starts_dynamic() && more && !shell::listed(kBetween, words[i + 1].text))
            return false;
        if ((word.text == "-v" || word.text == "-R") && more && !plain_name(words[i + 1])) return false;
        expects_primary = word.literal() && shell::listed("! ( -a -o", word.text);
    }
    return true;
}

bool sed_is_read_only(Words words) {
    static constexpr shell::Grammar kSed = {
        .shorts = "nEruszl:e:",
        .longs =
            "quiet silent regexp-extended expression= line-length= separate unbuffered null-data zero-terminated posix "
            "debug sandbox version help",
        .free_operands = shell::kAnyNumber,
        .exact = true};
    if (any_may_add_option(words.subspan(1))) return false;
    const Scan scan = shell::scan(kSed, words);
    std::vector<const Word*> scripts;
    for (const shell::Option& option : scan.options) {
        if (!option.known) return false;
        if (shell::listed("e expression", option.name)) scripts.push_back(&option.value);
    }
    if (scripts.empty() && !scan.operands.empty()) scripts.push_back(&words[scan.operands.front()]);
    std::string whole;  // several -e are one script, a line each
    for (const Word* script : scripts) {
        if (!script->literal()) return false;
        whole += script->text + '\n';
    }
    const shell::Effects effects = shell::sed_effects(whole);
    return !effects.runs && !effects.writes && !effects.reads_files;
}

bool awk_is_read_only(Words words) {
    static constexpr shell::Grammar kAwk = {.shorts = "F:v:", .exact = true};
    if (any_may_add_option(words.subspan(1))) return false;
    const Scan scan = shell::scan(kAwk, words);
    if (!std::ranges::all_of(scan.options, &shell::Option::known) || scan.operands.empty()) return false;
    const Word& program = words[scan.operands.front()];
    if (!program.literal()) return false;
    const shell::Effects effects = shell::awk_effects(program.text);
    return !effects.runs && !effects.writes && !effects.reads_files;
}

bool git_config_is_read_only(const ReadOnlyRow& row, Words words, std::size_t begin) {
    if (!row_allows(row, words, begin)) return false;
    const Scan scan = shell::scan(row.grammar, words, begin);
    if (shell::find_option(scan, "get get-all get-regexp get-urlmatch list l") != nullptr) return true;
    if (scan.operands.size() == 1) return words[scan.operands.front()].text.find('.') != std::string::npos;
    return !scan.operands.empty() && words[scan.operands.front()].text == "get";
}

// `git remote`, `git stash list`, `git worktree list`, `git reflog`: a second word decides.
bool git_second_word(std::string_view subcommand, Words words, std::size_t begin) {
    const bool bare = begin == words.size();
    const std::string_view second = bare ? std::string_view{} : std::string_view(words[begin].text);
    if (any_may_add_option(words.subspan(begin))) return false;
    if (subcommand == "remote") {
        return bare || (words.size() == begin + 1 && (second == "-v" || second == "--verbose")) ||
               (second == "get-url" && words.size() == begin + 2);
    }
    if (subcommand == "worktree") return second == "list";
    const ReadOnlyRow& log = *read_only_git_row("log");
    if (subcommand == "stash") return (second == "list" || second == "show") && row_allows(log, words, begin + 1);
    if (subcommand == "reflog")
        return bare || second == "exists" || (second == "show" && row_allows(log, words, begin + 1));
    return false;
}

bool git_is_read_only(Words words) {
    std::size_t at = 1;
    while (at < words.size() && words[at].literal() && (words[at].text == "--no-pager" || words[at].text == "-P")) ++at;
    if (at == words.size() || !words[at].literal()) return false;
    const std::string_view subcommand = words[at].text;
    if (subcommand == "--version") return words.size() == at + 1;
    const ReadOnlyRow* const row = read_only_git_row(subcommand);
    if (row == nullptr) return git_second_word(subcommand, words, at + 1);
    if (subcommand == "config") return git_config_is_read_only(*row, words, at + 1);
    return row_allows(*row, words, at + 1);
}

struct Special {
    std::string_view programs;
    bool (*judge)(Words);
};

// `python -v` is no such thing: it starts an interpreter.
bool only_says_its_version(Words words) {
    if (words.size() != 2 || !words[1].literal()) return false;
    const std::string_view program = words[0].text, option = words[1].text;
    if (option == "-v") return shell::listed("node nodejs npm php gcc", program);
    if (option == "-V") return shell::listed("python python3 pip pip3", program);
    return option == "--version" || (option == "-version" && program == "java");
}

constexpr auto kSpecial = std::to_array<Special>({
    {"find", find_is_read_only},
    {"date", date_is_read_only},
    {"printf", printf_is_read_only},
    {"test [", test_is_read_only},
    {"sed gsed", sed_is_read_only},
    {"awk gawk mawk nawk", awk_is_read_only},
    {"git", git_is_read_only},
    {"cd", [](Words words) { return words.size() == 1 || (words.size() == 2 && words[1].literal()); }},
    {"env", [](Words words) { return words.size() == 1; }},
    {"command",
     [](Words words) {
         return words.size() > 2 && words[1].literal() && (words[1].text == "-v" || words[1].text == "-V");
     }},
    {"node nodejs python python2 python3 npm pip pip3 gcc g++ clang clang++ make cmake java ruby perl php",
     only_says_its_version},
});

// A bare name is looked up in PATH; these two directories hold what a bare name means. Any other path is another program.
std::string_view trusted_name(std::string_view name) {
    for (const std::string_view directory : {"/usr/bin/", "/bin/"}) {
        if (name.starts_with(directory)) name.remove_prefix(directory.size());
    }
    return name.find('/') == std::string_view::npos ? name : std::string_view{};
}

bool assigns_only(const shell::Command& command) {
    return std::ranges::none_of(command.assignments, [](const shell::Assignment& a) {
        return a.subscript || shell::changes_what_runs(a.name);
    });
}

}  // namespace

bool is_read_only(const shell::Command& command) {
    if (command.words.empty()) return assigns_only(command);
    if (command.calls_function || !command.words.front().literal()) return false;
    const bool inert = std::ranges::all_of(
        command.assignments, [](const shell::Assignment& a) { return !a.subscript && shell::inert(a.name); });
    if (!inert) return false;
    const std::string_view name = trusted_name(command.name());
    if (name.empty()) return false;
    if (const ReadOnlyRow* row = read_only_row(name)) return row_allows(*row, command.words, 1);
    for (const Special& special : kSpecial) {
        if (shell::listed(special.programs, name)) return special.judge(command.words);
    }
    return false;
}

}  // namespace postern::policy
