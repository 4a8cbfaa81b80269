// What is found in a text, by construct. Each case lists the commands as `place: word word`, holes as `_`, inner
// commands of wrappers left to their own tests.
#include "shell/analysis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

namespace postern::shell {
namespace {

std::string visible(std::string_view text) {
    std::string out(text);
    std::ranges::replace(out, kHole, '_');
    return out;
}

std::string render(const Analysis& analysis) {
    std::string out;
    for (const Command& command : analysis.commands) {
        if (!out.empty()) out += '\n';
        out += to_string(analysis.places[command.place].kind);
        out += ':';
        for (const Assignment& a : command.assignments) {
            out += " " + a.name + (a.append ? "+=" : "=") + visible(a.value.text);
            for (const Word& e : a.elements) out += "(" + visible(e.text) + ")";
        }
        for (const Word& word : command.words) out += " " + visible(word.text);
        for (const Redirection& r : command.redirections) {
            static constexpr std::string_view kSigns[] = {"<", ">", ">>", "<>", ">&", "<<", "<<<"};
            out += " " + (r.fd >= 0 ? std::to_string(r.fd) : "") +
                   std::string(kSigns[static_cast<std::size_t>(r.kind)]) + visible(r.target.text);
        }
    }
    for (const Unknown& unknown : analysis.unknowns) {
        if (!out.empty()) out += '\n';
        out += "? " + std::string(to_string(unknown.doubt));
    }
    return out;
}

struct Case {
    std::string_view text;
    std::string_view found;
    std::string_view why;
};

void check(std::initializer_list<Case> cases) {
    for (const Case& c : cases) EXPECT_EQ(render(analyse(c.text)), c.found) << c.why << "\n--- in\n" << c.text;
}

TEST(Parser, SeparatesCommands) {
    check({
        {"", "", "nothing"},
        {"p1", "top: p1", "one"},
        {"p1;p2&p3\np4", "top: p1\ntop: p2\ntop: p3\ntop: p4", "every separator"},
        {"p1&&p2||p3", "top: p1\ntop: p2\ntop: p3", "lists without blanks"},
        {"p1|p2|&p3", "pipeline: p1\npipeline: p2\npipeline: p3", "pipes"},
        {"p1 |\n\n p2 &&\n # c\n p3", "pipeline: p1\npipeline: p2\ntop: p3", "newlines after operators"},
        {"! ! p1; time -p p2; time -- p3; ! time p4", "top: p1\ntop: p2\ntop: p3\ntop: p4", "prefixes of a pipeline"},
        {"p1 # x; p2\np3", "top: p1\ntop: p3", "a comment ends at its line"},
        {"p1 a#b", "top: p1 a#b", "# inside a word is no comment"},
        {"# a \\\np1", "top: p1", "a comment is not continued"},
        {"p1\r\n p2\r", "top: p1\r\ntop: p2\r\n? characters\n? characters", "carriage return is part of the word"},
        {"A=1\xe3\x80\x80p0 p1", "top: A=1\xe3\x80\x80p0 p1", "an ideographic space separates nothing"},
    });
}

TEST(Parser, RemovesQuotes) {
    check({
        {"r\"\"m 'a b' \"c d\" e\\ f", "top: rm a b c d e f", "every way to quote"},
        {R"($'\x72\155' $'a\'b' $"m")", "top: rm a'b m", "ANSI-C and locale strings"},
        {"$'a\\0b'c", "top: ac", "an escaped NUL ends its string"},
        {"echo '\\'; p1 #'", "top: echo \\\ntop: p1", "no escape inside single quotes"},
        {R"(echo "\\"; p1 #")", "top: echo \\\ntop: p1", "an escaped backslash does not hold the quote"},
        {R"(echo "\a\"\$x")", "top: echo \\a\"$x", "what a backslash quotes in double quotes"},
        {"r\\\nm \\\n x", "top: rm x", "continuation inside and between words"},
        {"\"r\\\nm\"", "top: rm", "continuation in double quotes"},
        {"p1 &\\\n& p2 |\\\n| p3", "top: p1\ntop: p2\ntop: p3", "continuation inside operators"},
        {"'i'f", "top: if", "a quoted keyword is a name"},
    });
}

TEST(Parser, FindsSubstitutionsEverywhere) {
    check({
        {"p0 $(p1) `p2` \"$(p3)\" \"`p4`\"",
         "substitution: p1\nsubstitution: p2\nsubstitution: p3\nsubstitution: p4\ntop: p0 _ _ _ _",
         "the four spellings"},
        {"p0 `p1 \\`p2\\``", "substitution: p2\nsubstitution: p1 _\ntop: p0 _", "nested backquotes"},
        {"p0 $(p1 \")\"; p2)", "substitution: p1 )\nsubstitution: p2\ntop: p0 _", "a quoted parenthesis"},
        {"p0 $(p1 # )\np2\n)", "substitution: p1\nsubstitution: p2\ntop: p0 _", "a parenthesis in a comment"},
        {"p0 $(p1 <<E\n)\nE\np2\n)", "substitution: p1 <<)\n\nsubstitution: p2\ntop: p0 _\n? syntax",
         "a parenthesis in a heredoc; bash joins what follows one"},
        {"p0 $(case x in x) p1;; esac)", "case-arm: p1\ntop: p0 _", "a case pattern's parenthesis"},
        {"p0 $\\\n(p1)", "substitution: p1\ntop: p0 _", "continuation between $ and ("},
        {"x=$(p1) y[$(p2)]=1 z+=`p3` p0", "substitution: p1\nsubstitution: p2\nsubstitution: p3\ntop: x=_ y=1 z+=_ p0",
         "assignments"},
        {"a=(1 $(p1)\n# c\n[$(p2)]=3)", "substitution: p1\nsubstitution: p2\ntop: a=(1)(_)(3)", "array literals"},
        {"p0 ${x:-$(p1)} \"${y:=`p2`}\" ${z#$(p3)} ${z/$(p4)/$(p5)} ${z:$(p6):1} ${z[$(p7)]}",
         "substitution: p1\nsubstitution: p2\nsubstitution: p3\nsubstitution: p4\nsubstitution: p5\nsubstitution: "
         "p6\nsubstitution: p7\ntop: p0 _ _ _ _ _ _",
         "operands of parameter expansion"},
        {"p0 \"${x:-'$(p1)'}\" ${x:-'$(p2)'} \"${x#'$(p3)'}\"", "substitution: p1\ntop: p0 _ _ _",
         "single quotes inside ${} in double quotes do not protect a default"},
        {"p0 $((1+$(p1))) $[`p2`] $((a[$(p3)]))", "substitution: p1\nsubstitution: p2\nsubstitution: p3\ntop: p0 _ _ _",
         "arithmetic"},
        {"((x=$(p1))) && p2", "substitution: p1\ntop: p2", "arithmetic command"},
        {"p0 <(p1) >(p2) < <(p3)",
         "process-substitution: p1\nprocess-substitution: p2\nprocess-substitution: p3\ntop: p0 _ _ <_",
         "process substitution"},
        {"p0 <$(p1) 2>\"`p2`\" <<<$(p3)", "substitution: p1\nsubstitution: p2\nsubstitution: p3\ntop: p0 <_ 2>_ <<<_",
         "redirection targets"},
        {"[[ $(p1) == x && -n `p2` ]]", "substitution: p1\nsubstitution: p2", "conditions"},
        {"case $(p1) in $(p2)|b) p3;; esac", "substitution: p1\nsubstitution: p2\ncase-arm: p3",
         "case subject and pattern"},
        {"for x in $(p1); do p2; done", "substitution: p1\nloop: p2", "the words of a loop"},
        {"for ((i=$(p1);i<1;)); do p2; done", "substitution: p1\nloop: p2", "the header of a loop"},
        {"p0 ${ p1; }", "substitution: p1\ntop: p0 _", "the substitution of newer shells"},
        {"p0 '$(p1)' \"\\$(p2)\" \\$\\(p3\\)", "top: p0 $(p1) $(p2) $(p3)", "quoted ones do not run"},
    });
}

TEST(Parser, TellsArithmeticFromSubshells) {
    check({
        {"((p1); p2)", "subshell: p1\nsubshell: p2", "closes with one parenthesis"},
        {"p0 $((p1); p2)", "subshell: p1\nsubstitution: p2\ntop: p0 _", "in a substitution too"},
        {"((x=1<<EOF))\np1\nEOF", "top: p1\ntop: EOF", "a shift is no heredoc"},
        {"p0 $((1<<2)); p1", "top: p0 _\ntop: p1", "nor in an expansion"},
    });
}

TEST(Parser, ReadsHeredocs) {
    check({
        {"p0 <<E && p1\n$(p2) `p3`\nE\np4", "top: p0 <<_ _\n\ntop: p1\nsubstitution: p2\nsubstitution: p3\ntop: p4",
         "expanded body, rest of the line"},
        {"p0 <<'E'\n$(p1)\nE\np2", "top: p0 <<$(p1)\n\ntop: p2", "a quoted delimiter"},
        {"p0 <<E\"F\"\n$(p1)\nEF\np2", "top: p0 <<$(p1)\n\ntop: p2", "partly quoted"},
        {"p0 <<-E\n\t$(p1)\n\tE\np2", "top: p0 <<\t_\n\nsubstitution: p1\ntop: p2", "tabs stripped"},
        {"p0 <<''\nx\n\np1", "top: p0 <<x\n\ntop: p1", "an empty delimiter"},
        {"p0 <<A; p1 <<B; p2\na\nA\nb\nB\np3", "top: p0 <<a\n\ntop: p1 <<b\n\ntop: p2\ntop: p3", "two on a line"},
        {"p0 <<E\n E\n$(p1)\nE", "top: p0 << E\n_\n\nsubstitution: p1", "the delimiter stands alone"},
        {"p0 <<E\nE\\\nF\nE\np1", "top: p0 <<EF\n\ntop: p1", "joined lines"},
        {"p0; p1 <<E\nx", "top: p0\ntop: p1 <<x", "no end"},
    });
}

TEST(Parser, ReadsRedirections) {
    check({
        {"p0 <a >b >>c 2>d <>e >|f &>g &>>h >&i", "top: p0 <a >b >>c 2>d <>e >f >g >>h >i", "files"},
        {"p0 2>&1 >&- <&3 3>&4-", "top: p0 2>&1 >&- >&3 3>&4-", "descriptors"},
        {"2>a p0>b x", "top: p0 x 2>a >b", "anywhere"},
        {"{fd}>a p0", "top: p0 10>a", "a named descriptor"},
        {"p0 a2>b", "top: p0 a2 >b", "a digit inside a word is none"},
        {"{ p0; } >a 2>&1", "group: p0\ntop: >a 2>&1", "on a group"},
        {"> a", "top: >a", "alone"},
    });
}

TEST(Parser, ReadsCompoundCommands) {
    check({
        {"if p1; then p2; elif p3; then p4; else p5; fi",
         "condition: p1\nbranch: p2\ncondition: p3\nbranch: p4\nbranch: p5", "if"},
        {"while p1; do p2; done; until p3; do p4; done", "condition: p1\nloop: p2\ncondition: p3\nloop: p4",
         "while, until"},
        {"for f; do p1; done; for f in a; { p2; }; select x in a; do p3; done", "loop: p1\ngroup: p2\nloop: p3",
         "for, select"},
        {"case x in a|b) p1;; (c) p2 ;;& d) p3 ;& *) p4; esac",
         "case-arm: p1\ncase-arm: p2\ncase-arm: p3\ncase-arm: p4", "case"},
        {"(p1; (p2)); { p3; }", "subshell: p1\nsubshell: p2\ngroup: p3", "nesting"},
        {"[[ a =~ ^(p1|p2)$ && b < c ]] && p3", "top: p3", "a regular expression"},
        {"!(p1)", "subshell: p1", "a negated subshell"},
        {"coproc p1; coproc N { p2; }", "coproc: p1\ngroup: p2", "coproc"},
        {"if (p1) then p2; fi", "subshell: p1\nbranch: p2", "no separator after a parenthesis"},
        {"then=1; p0 then if", "top: then=1\ntop: p0 then if", "keywords only where a command begins"},
    });
}

TEST(Parser, ReadsFunctions) {
    check({
        {"f() { p1; }; f", "group: p1\ntop: f", "plain"},
        {"function f { p1; }; function g() ( p2 ); h () if p3; then p4; fi",
         "group: p1\nsubshell: p2\ncondition: p3\nbranch: p4", "every form"},
        {"function /bin/ls { p1; }; a@() { p2; }", "group: p1\ngroup: p2", "odd names"},
    });
    const Analysis analysis = analyse("p0() { p1; }; p0 x; p2");
    ASSERT_EQ(analysis.commands.size(), 3u);
    EXPECT_FALSE(analysis.commands[0].calls_function);
    EXPECT_TRUE(analysis.commands[1].calls_function);
    EXPECT_FALSE(analysis.commands[2].calls_function);
}

TEST(Parser, ExpandsBraces) {
    check({
        {"{p1,-a,x}", "top: p1 -a x", "a command"},
        {"p{1,2}", "top: p1 p2", "part of a name"},
        {"p0 a{b,c{d,e}}f {1..3} {c..a} {01..03} {1..9..4}", "top: p0 abf acdf acef 1 2 3 c b a 01 02 03 1 5 9",
         "nested, sequences"},
        {"p0 {a} {} {a,b '{a,b}' \"x\"{,y}", "top: p0 {a} {} {a,b {a,b} x xy", "what is no brace expansion"},
        {"p0 {1..100000}", "top: p0 _", "too many become one unknown word"},
        {"x={a,b} p0", "top: x={a,b} p0", "none in assignments"},
    });
}

TEST(Parser, SaysWhatItDoesNotKnow) {
    check({
        {"$x a", "top: _ a\nwrapper: a\n? command-name", "a name from a variable; it may vanish"},
        {"\"$x\" a", "top: _ a\n? command-name", "quoted it cannot vanish"},
        {"/b*n/p1", "top: /b_n/p1\n? command-name", "a pattern"},
        {"p1 'x", "top: p1 \n? syntax", "an open quote"},
        {"p1\nif\np2", "top: p1\ncondition: p2\n? syntax", "the lines before a syntax error run"},
        {"p1; )\np2", "top: p1\ntop: p2\n? syntax", "and the lines after it are looked at all the same"},
        {"${x@P}", "top: _\n? inline-code\n? command-name", "prompt expansion"},
        {"x='a[$(p1)]'; p0 $((x))", "top: x=a[$(p1)]\ntop: p0 _\n? evaluated-text", "text that arithmetic would run"},
        {"x='a[$(p1)]'; p0 \"$x\"", "top: x=a[$(p1)]\ntop: p0 _", "but not when nothing evaluates it"},
        {"x='$(p1)'; p0 >&$x", "top: x=$(p1)\ntop: p0 >_\n? evaluated-text", "the target of >& is expanded twice"},
        {"\xd0\xb3m", "top: \xd0\xb3m\n? characters", "a look-alike letter"},
    });
    EXPECT_EQ(render(analyse(std::string_view("p1\0p2", 5))), "? limit") << "a NUL byte";
}

TEST(Parser, GivesSpansInTheInput) {
    const std::string_view text = "p1 a && p2 'b c' | p3 $(p4)";
    const Analysis analysis = analyse(text);
    std::vector<std::string> parts;
    for (const Command& c : analysis.commands) parts.emplace_back(text.substr(c.span.begin, c.span.end - c.span.begin));
    EXPECT_EQ(parts, (std::vector<std::string>{"p1 a ", "p2 'b c' ", "p4", "p3 $(p4)"}));
    EXPECT_EQ(analysis.commands[3].piped_from, 1u);
    EXPECT_EQ(analysis.commands[3].input, Input::pipe);
}

TEST(Parser, KeepsHomeAndWorkingDirectoryApart) {
    const Analysis analysis = analyse("p0 ~/a $HOME/b \"${HOME}\" $PWD/c '~/d' ~user/e $HOMEx");
    std::vector<Base> bases;
    for (const Word& word : analysis.commands.at(0).words) bases.push_back(word.base);
    EXPECT_EQ(bases, (std::vector<Base>{Base::none, Base::home, Base::home, Base::home, Base::working_directory,
                                        Base::none, Base::none, Base::none}));
}

// Sanitizers make everything many times slower; a smaller text still shows quadratic behaviour and deep recursion.
#if defined(__SANITIZE_ADDRESS__)
#define POSTERN_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POSTERN_SANITIZED 1
#endif
#endif
#ifdef POSTERN_SANITIZED
constexpr std::size_t kHostileSize = 1u << 16;
constexpr AnalysisLimits kHostileLimits{.work = 1u << 18};
#else
constexpr std::size_t kHostileSize = 1u << 20;
constexpr AnalysisLimits kHostileLimits{};
#endif

// A megabyte of anything is analysed or refused within a second, without overflowing the stack.
TEST(Parser, StaysLinear) {
    const std::string_view units[] = {
        "$(",    "(",    "$((",        "{",   "`",    "\"$(", "${x:-",     "eval ",       "a[",
        "{a,b}", "[[ ",  "case x in ", "a\n", "<<a ", "a|",   "if ",       "\"${x:-'",    "$[",
        "x=(",   "@(",   "<<A\n",      "''",  "f()",  "&>",   "env ",      "sh -c ",      "$x ",
        "((1))", "\\\n", "~",          "*",   "[",    "a;",   "for x in ", "do ",         "}",
        ")",     "\"",   "'",          "<(",  "${x",  "$'\\", "trap ",     "find -exec ", "xargs "};
    for (const std::string_view unit : units) {
        std::string text;
        while (text.size() + unit.size() <= kHostileSize) text += unit;
        const std::clock_t start = std::clock();
        const Analysis analysis = analyse(text, kHostileLimits);
        const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        EXPECT_TRUE(!analysis.unknowns.empty() || !analysis.commands.empty() || unit == "\\\n" || unit == "''" ||
                    unit == "((1))")
            << unit;
        // Of processor time, with room for a slow machine; quadratic behaviour takes minutes.
        EXPECT_LT(seconds, 5.0) << unit;
    }
    EXPECT_EQ(render(analyse(std::string((1u << 20) + 1, 'a'))), "? limit");
}

}  // namespace
}  // namespace postern::shell
