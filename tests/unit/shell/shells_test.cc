#include "command_text.h"

#include <gtest/gtest.h>

namespace postern::shell {
namespace {

struct Case {
    const char* line;
    const char* found;  // [command] {code} (doubt)
};

TEST(Shell, Shells) {
    const Case cases[] = {
        {"sh -c 'rm x'", "{rm x}"},
        {"bash -lc 'rm x' name arg", "{rm x}"},
        {"bash -euxo pipefail -c 'rm x'", "{rm x}"},
        {"bash -O extglob +x -c 'rm x'", "{rm x}"},
        {"bash -c -- 'rm x'", "{rm x}"},
        {"bash -c -e 'rm x'", "{rm x}"},
        {"bash --norc --noprofile -c 'rm x'", "{rm x}"},
        {"bash -rcfile f -ic true", "{true} (sourced-file)"},
        {"bash --init-file=f -c true", "{true} (sourced-file)"},
        {"bash --version", ""},
        {"bash -n script.sh", ""},
        {"bash script.sh -c 'rm x'", ""},
        {"bash -x ./script.sh", ""},
        {R"(bash "$s")", "(script-input)"},
        {"bash $s", "(option) (script-input)"},
        {"bash -$s x", "(option)"},
        {"bash /dev/fd/3", "(script-input)"},
        {"bash -", "(script-input)"},
        {"bash", "(script-input)"},
        {"bash -s -- a", "(script-input)"},
        {"bash -i", "(script-input) (script-input)"},
        {"bash5 -c 'rm x'", "{rm x}"},
        {"dash -c 'rm x'", "{rm x}"},
        {"ksh93 -c 'rm -rf x'", "{rm -rf x}"},
        {"zsh -fc 'rm -rf x && ls'", "{rm -rf x && ls}"},
        {"zsh -fc '=rm x'", "{=rm x} (inline-code)"},
        {"zsh -fc 'repeat 1 rm x'", "{repeat 1 rm x} (inline-code)"},
        {"zsh -opipefail -c 'rm x'", "{rm x}"},
        {"fish -c 'rm x'", "{rm x}"},
        {"fish --init-command='rm x' script.fish", "{rm x}"},
        {"fish script.fish", ""},
        {"fish", "(script-input)"},
    };
    for (const Case& c : cases) EXPECT_EQ(unwrapped(c.line), c.found) << c.line;
}

TEST(Shell, Builtins) {
    const Case cases[] = {
        {R"(eval rm -f "$x")", "{rm -f <>}"},
        {"eval -- 'rm x'", "{rm x}"},
        {"eval", ""},
        {"trap 'rm x' EXIT INT", "{rm x}"},
        {"trap - EXIT", ""},
        {"trap INT", ""},
        {"trap -p", ""},
        {"source ./x.sh", "(sourced-file)"},
        {". x", "(sourced-file)"},
        {"alias ll='rm x' la", "{rm x} (alias)"},
        {"alias", ""},
        {R"(alias "$x")", "(alias)"},
        {"mapfile -c 1 -C 'rm x' a", "{rm x <>}"},
        {"mapfile -t lines", ""},
        {"readarray PATH", "(environment)"},
        {"compgen -C 'rm x' y", "{rm x <>}"},
        {"compgen -F f x", ""},
        {"compgen -W '$(rm x)' y", "{rm x} (evaluated-text)"},
        {"compgen -W 'a b' y", ""},
        {R"(complete -W "$x" y)", "(evaluated-text)"},
        {"hash -p /bin/rm ls", "(alias)"},
        {"hash -r", ""},
        {"enable -f ./x.so y", "(alias)"},
        {"enable -n test", ""},
        {"fc -s rm", "(inline-code)"},
        {"fc -l", ""},
        {"printf -v 'a[$(rm x)]' y", "{rm x} (evaluated-text)"},
        {"printf -v 'a[`rm x`]' y", "{rm x} (evaluated-text)"},
        {"printf -v x %s y", ""},
        {"printf %s '$(rm x)'", ""},
        {"printf -v PATH x", "(environment)"},
        {R"(printf -v "$n" x)", "(evaluated-text)"},
        {"read 'a[$(rm x)]'", "{rm x} (evaluated-text)"},
        {"read -r -p 'name? ' x", ""},
        {R"(read -a "$n")", "(evaluated-text)"},
        {"declare -a 'a[$(rm x)0]=1'", "{rm x} (evaluated-text)"},
        {"declare -i 'x=a[$(rm y)]'", "{rm y} (evaluated-text)"},
        {"declare x=1", ""},
        {R"(local "$n"=1)", "(evaluated-text)"},
        {"export $assignments", "(evaluated-text)"},
        {R"(export A="$x")", ""},
        {"unset 'a[$(rm x)0]'", "{rm x} (evaluated-text)"},
        {"unset x", ""},
        {"wait -n -p 'a[$(rm x)]'", "{rm x} (evaluated-text)"},
        {"wait $pid", ""},
        {"test -v 'a[$(rm x)]'", "{rm x} (evaluated-text)"},
        {"[ -v 'a[$(rm x)]' ]", "{rm x} (evaluated-text)"},
        {R"(test "$x" -gt 0)", ""},
        {"let 'a[$(rm x)]=1'", "{rm x} (evaluated-text)"},
        {"let x=1+2", ""},
        {"let $x", "(evaluated-text)"},
        {"getopts ab 'o[$(rm x)]'", "{rm x} (evaluated-text)"},
    };
    for (const Case& c : cases) EXPECT_EQ(unwrapped(c.line), c.found) << c.line;
}

Redirection input_text(RedirectionKind kind, std::string text) {
    Redirection redirection;
    redirection.kind = kind;
    redirection.target.text = std::move(text);
    return redirection;
}

TEST(Shell, ReadsItsScriptFromAHereDocument) {
    Command command = command_of("bash");
    command.redirections.push_back(input_text(RedirectionKind::heredoc, "rm x\n"));
    EXPECT_EQ(shown(unwrap(command, nullptr)), "{rm x\\n}");
    command.redirections.push_back(input_text(RedirectionKind::read, "file"));
    EXPECT_EQ(shown(unwrap(command, nullptr)), "(script-input)") << "the last redirection counts";
    command.redirections.pop_back();
    command.redirections.front().fd = 3;
    EXPECT_EQ(shown(unwrap(command, nullptr)), "(script-input)") << "another descriptor";
    command.words = words_of("python3 -");
    command.redirections.front().fd = 0;
    EXPECT_EQ(shown(unwrap(command, nullptr)), "(script-input)") << "code of another language";
}

TEST(Shell, ReadsWhatIsPipedIntoIt) {
    const Case cases[] = {
        {"echo rm x", "{rm x\\n}"},
        {"echo -n 'rm x'", "{rm x}"},
        {"echo -e 'rm\\tx'", "{rm\tx\\n}"},
        {"echo -e '\\0162m x'", "(script-input)"},
        {"printf '%s\\n' 'rm x' 'rm y'", "{rm x\\nrm y\\n}"},
        {"printf '\\162\\x6d x\\n'", "{rm x\\n}"},
        {"printf 'rm %s' x", "(script-input)"},
        {"echo \"$x\"", "(script-input)"},
        {"cat file", "(script-input)"},
        {"cat", "(script-input)"},
        {"base64 -d", "(script-input)"},
    };
    for (const Case& c : cases) {
        const Command previous = command_of(c.line);
        EXPECT_EQ(shown(unwrap(command_of("sh"), &previous)), c.found) << c.line;
    }
    Command cat = command_of("cat");
    cat.redirections.push_back(input_text(RedirectionKind::heredoc, "rm x\n"));
    EXPECT_EQ(shown(unwrap(command_of("sh"), &cat)), "{rm x\\n}");
    cat.redirections.push_back(input_text(RedirectionKind::write, "file"));
    EXPECT_EQ(shown(unwrap(command_of("sh"), &cat)), "(script-input)") << "what cat writes goes elsewhere";
    Command echo = command_of("echo rm x");
    echo.calls_function = true;
    EXPECT_EQ(shown(unwrap(command_of("sh"), &echo)), "(script-input)");
}

TEST(Shell, AScriptUnderHomeIsAFile) {
    Command command = command_of("bash \"$HOME\"/x.sh");
    EXPECT_EQ(shown(unwrap(command, nullptr)), "(script-input)");
    command.words[1].base = Base::home;
    EXPECT_EQ(shown(unwrap(command, nullptr)), "");
}

}  // namespace
}  // namespace postern::shell
