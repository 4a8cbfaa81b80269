#include "shell/builtins.h"

#include "shell/assignments.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace postern::shell {
namespace {

// Text that is expanded again although it was quoted: the subscript of a name, a word list.
void evaluated(Invocation& call, const Word& word, std::string_view text) {
    for (std::string& code : substitutions_in(text)) {
        call.found.code.push_back({std::move(code), PlaceKind::substitution, word.span});
        call.doubt(Doubt::evaluated_text, call.name + " evaluates the substitution in this word", word);
    }
}

// A word where a variable's name stands, perhaps followed by `=value`.
void variable_name(Invocation& call, const Word& word) {
    const std::string_view text = word.text;
    const std::size_t bracket = text.find('[');
    const std::size_t equals = text.find('=');
    // What declaring builtins assign is checked with all other assignments.
    const std::string base(text.substr(0, std::min(bracket, equals)));
    if (listed("read printf mapfile readarray getopts wait", call.name) && changes_what_runs(base)) {
        call.doubt(Doubt::environment, "sets " + base + ", which decides what later programs run", word);
    }
    if (bracket < equals) {
        const std::size_t close = text.rfind(']');
        evaluated(call, word, text.substr(bracket, close - bracket));
        if (has_hole(text.substr(bracket, close - bracket)))
            call.doubt(Doubt::evaluated_text, "a subscript known only at run time is evaluated", word);
        return;
    }
    const std::string_view name = text.substr(0, equals);
    if (has_hole(name) || (name.empty() && !word.literal())) {
        call.doubt(Doubt::evaluated_text, call.name + " gets a variable name known only at run time", word);
    }
}

void eval(Invocation& call) {
    const std::size_t first = call.words.size() > 1 && call.words[1].text == "--" ? 2 : 1;
    call.joined_code(first, PlaceKind::eval);
}

void trap(Invocation& call) {
    const Scan scan = shell::scan({.shorts = "lpP"}, call.words);
    if (!scan.options.empty() || scan.operands.size() < 2) return;
    const Word& action = call.words[scan.operands.front()];
    if (action.text != "-") call.code(action, PlaceKind::trap);
}

void source(Invocation& call) {
    if (call.words.size() > 1)
        call.doubt(Doubt::sourced_file, call.name + " runs the commands of a file", call.words[1]);
}

void alias(Invocation& call) {
    for (std::size_t i = 1; i < call.words.size(); ++i) {
        const Word& word = call.words[i];
        const std::size_t equals = word.text.find('=');
        if (equals == std::string::npos && word.literal()) continue;
        if (equals != std::string::npos) call.code(to_assignment(word).value, PlaceKind::alias);
        call.doubt(Doubt::alias, "an alias gives a name another meaning", word);
    }
}

// Bash adds arguments of its own when it calls it.
void callback(Invocation& call, Word code) {
    code.text += ' ';
    code.text += kHole;
    call.code(code, PlaceKind::callback);
}

void mapfile(Invocation& call) {
    const Scan scan = shell::scan({.shorts = "d:n:O:s:tu:C:c:"}, call.words);
    for (const Option& option : scan.options) {
        if (option.name == "C" && option.has_value) callback(call, option.value);
    }
    for (const std::size_t operand : scan.operands) variable_name(call, call.words[operand]);
}

void completion(Invocation& call) {
    const Scan scan = shell::scan({.shorts = "abcdefgjksuvo:A:G:W:F:C:X:P:S:V:prDEI"}, call.words);
    for (const Option& option : scan.options) {
        if (!option.has_value) continue;
        if (option.name == "C") callback(call, option.value);
        if (option.name == "W") {
            evaluated(call, option.value, option.value.text);
            if (!option.value.literal())
                call.doubt(Doubt::evaluated_text, "a word list known only at run time is expanded", option.value);
        }
    }
}

void hash(Invocation& call) {
    if (find_option(shell::scan({.shorts = "lrp:dt"}, call.words), "p"))
        call.doubt(Doubt::alias, "hash -p gives a name another program");
}

void enable(Invocation& call) {
    if (find_option(shell::scan({.shorts = "adnpsf:"}, call.words), "f"))
        call.doubt(Doubt::alias, "enable -f loads a builtin from a file");
}

// set -k: every NAME=VALUE behind a command's name is an assignment too.
void set(Invocation& call) {
    const Scan scan = shell::scan({.shorts = "abefhkmnptuvxBCEHPTo:", .plus = true}, call.words);
    const Option* named = find_option(scan, "o");
    if (find_option(scan, "k") ||
        (named && named->has_value && (named->value.text == "keyword" || !named->value.literal())))
        call.doubt(Doubt::environment, "set -k takes arguments for assignments");
}

void jobs(Invocation& call) {
    const Scan scan = shell::scan({.shorts = "lnprsx"}, call.words);
    if (find_option(scan, "x") && !scan.operands.empty()) call.run_from(scan.operands.front());
}

void fc(Invocation& call) {
    const Scan scan = shell::scan({.shorts = "e:lnrs", .numbers = true}, call.words);
    if (!find_option(scan, "l")) call.doubt(Doubt::inline_code, "fc runs commands from the history");
}

// What is assigned to a reference goes to the variable it names.
void name_reference(Invocation& call, const Word& word) {
    const std::string target = to_assignment(word).value.text;
    if (!word.literal() || changes_what_runs(target.substr(0, target.find('['))))
        call.doubt(Doubt::environment, "refers to a variable that decides what later programs run", word);
}

void declare(Invocation& call) {
    const Scan scan = shell::scan({.shorts = "aAfFgiIlnrtuxp", .plus = true}, call.words);
    if (find_option(scan, "f F") && !scan.operands.empty() && listed("declare typeset local readonly", call.name))
        return;
    for (const std::size_t operand : scan.operands) {
        const Word& word = call.words[operand];
        variable_name(call, word);
        // A name reference and an integer evaluate their value.
        if (find_option(scan, "n i") && is_assignment(word)) evaluated(call, word, to_assignment(word).value.text);
        if (find_option(scan, "n") && is_assignment(word)) name_reference(call, word);
    }
}

void read(Invocation& call) {
    const Scan scan = shell::scan({.shorts = "a:d:ei:n:N:p:rst:u:E"}, call.words);
    if (const Option* array = find_option(scan, "a"); array && array->has_value) variable_name(call, array->value);
    for (const std::size_t operand : scan.operands) variable_name(call, call.words[operand]);
}

void printf(Invocation& call) {
    const Scan scan = shell::scan({.shorts = "v:"}, call.words);
    if (const Option* variable = find_option(scan, "v"); variable && variable->has_value)
        variable_name(call, variable->value);
}

void unset(Invocation& call) {
    for (const std::size_t operand : shell::scan({.shorts = "fvn"}, call.words).operands)
        variable_name(call, call.words[operand]);
}

void wait(Invocation& call) {
    const Scan scan = shell::scan({.shorts = "fnp:"}, call.words);
    if (const Option* variable = find_option(scan, "p"); variable && variable->has_value)
        variable_name(call, variable->value);
}

void getopts(Invocation& call) {
    if (call.words.size() > 2) variable_name(call, call.words[2]);
}

void test(Invocation& call) {
    for (std::size_t i = 1; i + 1 < call.words.size(); ++i) {
        if (call.words[i].text == "-v" || call.words[i].text == "-R") variable_name(call, call.words[i + 1]);
    }
}

void let(Invocation& call) {
    for (std::size_t i = 1; i < call.words.size(); ++i) {
        evaluated(call, call.words[i], call.words[i].text);
        if (!call.words[i].literal())
            call.doubt(Doubt::evaluated_text, "let evaluates text known only at run time", call.words[i]);
    }
}

struct Builtin {
    std::string_view names;
    void (*unwrap)(Invocation&);
};

constexpr Builtin kBuiltins[] = {
    {"eval", eval},
    {"trap", trap},
    {"source .", source},
    {"alias", alias},
    {"mapfile readarray", mapfile},
    {"compgen complete compopt", completion},
    {"hash", hash},
    {"enable", enable},
    {"fc", fc},
    {"jobs", jobs},
    {"set", set},
    {"declare typeset local readonly export", declare},
    {"read", read},
    {"printf", printf},
    {"unset", unset},
    {"wait", wait},
    {"getopts", getopts},
    {"test [", test},
    {"let", let},
};

}  // namespace

bool unwrap_builtin(Invocation& call) {
    using Index = std::unordered_map<std::string_view, void (*)(Invocation&)>;
    static const Index kIndex = [] {
        Index index;
        for (const Builtin& builtin : kBuiltins) {
            for_each_name(builtin.names, [&](std::string_view name) { index.emplace(name, builtin.unwrap); });
        }
        return index;
    }();
    const auto found = kIndex.find(call.name);
    if (found == kIndex.end()) return false;
    found->second(call);
    return true;
}

std::vector<std::string> substitutions_in(std::string_view text) {
    std::vector<std::string> found;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (text[i] == '`') {
            const std::size_t close = std::min(text.find('`', i + 1), text.size());
            found.emplace_back(text.substr(i + 1, close - i - 1));
            i = close;
        } else if (text.substr(i, 2) == "$(") {
            std::size_t depth = 1;
            std::size_t end = i + 2;
            for (; end < text.size() && depth != 0; ++end)
                depth += text[end] == '(' ? 1u : text[end] == ')' ? ~std::size_t{0} : 0u;
            found.emplace_back(text.substr(i + 2, end - i - 2 - (depth == 0 ? 1 : 0)));
            i = end - 1;
        }
    }
    return found;
}

}  // namespace postern::shell
