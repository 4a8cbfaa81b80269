// Reads an awk program statement by statement. Expressions are read as operands with operators between them: their
// precedence does not matter here, only where a value is expected and which operators open files or start programs.
#include "shell/awk_lexer.h"
#include "shell/option_grammar.h"
#include "shell/small_languages.h"

#include <utility>

namespace postern::shell {
namespace {

using Kind = AwkToken::Kind;

constexpr std::size_t kMaxDepth = 200;
constexpr std::string_view kBinary = "+ - * / % ^ ** < <= == != > >= ~ !~ && || = += -= *= /= %= ^= **= ? : | |&";
// Names that cannot stand for a value.
constexpr std::string_view kKeywords =
    "BEGIN END BEGINFILE ENDFILE function func if else while for do break continue next nextfile exit return delete "
    "print printf switch case default in";

bool is_stream(std::string_view file) {
    return listed("/dev/stdout /dev/stderr /dev/null -", file);
}

class AwkParser {
public:
    explicit AwkParser(const std::vector<AwkToken>& tokens) : tokens_(tokens) {}

    Effects run() {
        while (readable_ && now().kind != Kind::end) item();
        if (!readable_) effects_.runs = true;
        return std::move(effects_);
    }

private:
    enum class In : std::uint8_t { expression, output };  // in the words of a print, `>` and `|` end the expression

    [[nodiscard]] const AwkToken& now() const { return tokens_[at_]; }
    void next() {
        if (now().kind != Kind::end) ++at_;
    }
    bool accept(std::string_view text) {
        if (!now().is(text)) return false;
        next();
        return true;
    }
    void expect(std::string_view text) {
        if (!accept(text)) readable_ = false;
    }
    void skip_newlines() {
        while (now().kind == Kind::newline) next();
    }
    void skip_separators() {
        while (now().kind == Kind::newline || now().is(";")) next();
    }
    [[nodiscard]] bool at_end_of_statement() const {
        return now().kind == Kind::end || now().kind == Kind::newline || now().is(";") || now().is("}");
    }

    // One rule `pattern { action }` or one function.
    void item() {
        skip_separators();
        if (now().kind == Kind::end) return;
        if (now().is("function") || now().is("func")) {
            function();
        } else if (accept("BEGIN") || accept("END") || accept("BEGINFILE") || accept("ENDFILE")) {
            if (!now().is("{")) readable_ = false;
        } else if (!now().is("{")) {
            expression(In::expression);
            if (accept(",")) {
                skip_newlines();
                expression(In::expression);
            }
        }
        if (now().is("{"))
            block();
        else if (!at_end_of_statement() || now().is("}"))
            readable_ = false;
    }

    void function() {
        next();
        if (now().kind != Kind::name || listed(kKeywords, now().text)) readable_ = false;
        next();
        expect("(");
        while (readable_ && !accept(")")) {
            skip_newlines();
            if (now().kind != Kind::name) readable_ = false;
            next();
            if (!accept(",") && !now().is(")")) readable_ = false;
        }
        skip_newlines();
        if (!now().is("{")) readable_ = false;
    }

    void block() {
        if (!enter()) return;
        expect("{");
        skip_separators();
        while (readable_ && !accept("}")) {
            statement();
            skip_separators();
        }
        --depth_;
    }

    bool enter() {
        if (++depth_ > kMaxDepth) readable_ = false;
        return readable_;
    }

    void statement() {
        if (!enter()) return;
        skip_newlines();
        const std::string_view word = now().kind == Kind::name ? now().text : std::string_view{};
        if (now().is("{")) {
            block();
        } else if (word == "if" || word == "while" || word == "for") {
            compound(word);
        } else if (word == "do") {
            next();
            statement();
            skip_separators();
            expect("while");
            parenthesis();
            end_of_statement();
        } else if (word == "switch") {
            next();
            parenthesis();
            skip_newlines();
            cases();
        } else if (!now().is(";")) {
            simple(word);
            end_of_statement();
        } else {
            next();
        }
        --depth_;
    }

    void end_of_statement() {
        if (!at_end_of_statement()) readable_ = false;
        accept(";");
    }

    void compound(std::string_view word) {
        next();
        if (word == "for")
            for_head();
        else
            parenthesis();
        statement();
        if (word != "if") return;
        const std::size_t behind = at_;
        skip_separators();
        if (accept("else"))
            statement();
        else
            at_ = behind;
    }

    void parenthesis() {
        expect("(");
        expression(In::expression);
        expect(")");
    }

    void for_head() {
        expect("(");
        for (int part = 0; readable_ && !accept(")"); ++part) {
            if (part == 3) readable_ = false;
            if (!now().is(";") && !now().is(")")) simple(now().kind == Kind::name ? now().text : std::string_view{});
            if (now().is(";")) next();
            skip_newlines();
        }
    }

    void cases() {
        expect("{");
        skip_separators();
        while (readable_ && !accept("}")) {
            if (accept("case")) {
                accept("-");
                const Kind kind = now().kind;
                if (kind != Kind::number && kind != Kind::string && kind != Kind::pattern) readable_ = false;
                next();
                expect(":");
            } else if (accept("default")) {
                expect(":");
            } else {
                statement();
            }
            skip_separators();
        }
    }

    void simple(std::string_view word) {
        if (word == "print" || word == "printf") return print();
        if (word == "next" || word == "nextfile" || word == "break" || word == "continue") return next();
        const bool valued = word == "exit" || word == "return" || word == "delete";
        if (valued) next();
        if (!valued || !at_end_of_statement()) expressions(In::expression);
    }

    void print() {
        next();
        if (!at_end_of_statement() && !now().is(">") && !now().is(">>") && !now().is("|") && !now().is("|&"))
            expressions(In::output);
        const bool to_command = now().is("|") || now().is("|&");
        if (!to_command && !now().is(">") && !now().is(">>")) return;
        next();
        const AwkToken target = now();
        const std::size_t behind = at_ + 1;
        expression(In::expression);
        const bool whole = target.kind == Kind::string && at_ == behind;
        const auto value = whole ? awk_string_value(target.text) : std::nullopt;
        if (to_command)
            runs(value);
        else if (!value || !is_stream(*value))
            effects_.writes = true;
    }

    void runs(const std::optional<std::string>& code) {
        effects_.runs = true;
        if (code && !code->empty()) effects_.code.push_back(*code);
    }

    void expressions(In in) {
        expression(in);
        while (readable_ && accept(",")) {
            skip_newlines();
            expression(in);
        }
    }

    void expression(In in) {
        if (!enter()) return;
        const bool outer_getline = std::exchange(getline_, false);
        const int outer_questions = std::exchange(questions_, 0);
        operand();
        while (readable_ && more(in)) {
        }
        if (questions_ != 0) readable_ = false;
        questions_ = outer_questions;
        getline_ = outer_getline;
        --depth_;
    }

    // Reads one more operator or operand of an expression. Returns false at its end.
    bool more(In in) {
        const AwkToken& token = now();
        if (token.is("++") || token.is("--")) return next(), true;
        if (token.is("in")) return next(), array_name(), true;
        const bool redirects = token.is(">") || token.is(">>") || token.is("|") || token.is("|&");
        if (in == In::output && redirects) return false;
        if (token.is("|") || token.is("|&")) return pipe(), true;
        if (token.kind == Kind::sign && listed(kBinary, token.text)) {
            if (token.is("<") && getline_) reads(at_ + 1);
            const bool breaks = token.is("&&") || token.is("||") || token.is("?") || token.is(":");
            if (token.is(":") && questions_ == 0) return false;
            questions_ += token.is("?") ? 1 : token.is(":") ? -1 : 0;
            next();
            if (breaks) skip_newlines();
            operand();
            return true;
        }
        const bool value = token.kind == Kind::number || token.kind == Kind::string || token.is("$") || token.is("(") ||
                           (token.kind == Kind::name && !listed(kKeywords, token.text) && token.text != "getline");
        if (value) operand();
        return value;
    }

    void array_name() {
        if (now().kind != Kind::name || listed(kKeywords, now().text)) readable_ = false;
        operand();
    }

    // `command | getline`. The command is known if it is a string alone.
    void pipe() {
        const bool alone = at_ > 0 && tokens_[at_ - 1].kind == Kind::string &&
                           (at_ == 1 || tokens_[at_ - 2].kind == Kind::newline || opens_value(tokens_[at_ - 2]));
        runs(alone ? awk_string_value(tokens_[at_ - 1].text) : std::nullopt);
        next();
        if (!now().is("getline")) readable_ = false;
        operand();
    }

    static bool opens_value(const AwkToken& token) {
        return token.kind == Kind::sign && listed("{ ( ; && || !", token.text);
    }

    void reads(std::size_t file) {
        const bool stream = tokens_[file].kind == Kind::string && is_stream(tokens_[file].text) &&
                            !(tokens_[file + 1].kind == Kind::string || tokens_[file + 1].kind == Kind::name);
        if (!stream) effects_.reads_files = true;
    }

    void operand() {
        while (now().is("!") || now().is("-") || now().is("+") || now().is("$") || now().is("++") || now().is("--"))
            next();
        const AwkToken& token = now();
        if (token.is("(")) {
            next();
            skip_newlines();
            expressions(In::expression);
            skip_newlines();
            expect(")");
        } else if (token.kind == Kind::number || token.kind == Kind::string || token.kind == Kind::pattern) {
            next();
        } else if (token.kind == Kind::name && !listed(kKeywords, token.text)) {
            name();
        } else {
            readable_ = false;
        }
    }

    void name() {
        const std::string_view word = now().text;
        next();
        if (word == "getline") {
            getline_ = true;
            if (now().is("$") || (now().kind == Kind::name && !listed(kKeywords, now().text))) operand();
            return;
        }
        if (word == "system") system();
        if (word == "ARGV" || word == "ARGC") effects_.reads_files = true;  // the program may name its own input
        if (word == "SYMTAB" || word == "FUNCTAB") readable_ = false;       // gawk: variables by their names
        if (now().is("(")) {
            arguments(")");
        } else if (now().is("[")) {
            while (readable_ && now().is("[")) arguments("]");
        }
    }

    void arguments(std::string_view closing) {
        next();
        skip_newlines();
        if (!now().is(closing)) expressions(In::expression);
        skip_newlines();
        expect(closing);
    }

    void system() {
        const bool alone = now().is("(") && tokens_[at_ + 1].kind == Kind::string && tokens_[at_ + 2].is(")");
        runs(alone ? awk_string_value(tokens_[at_ + 1].text) : std::nullopt);
    }

    const std::vector<AwkToken>& tokens_;
    std::size_t at_ = 0;
    Effects effects_;
    std::size_t depth_ = 0;
    int questions_ = 0;     // `?` of the expression still without their `:`
    bool getline_ = false;  // the expression so far holds a getline, so `<` may name its file
    bool readable_ = true;
};

}  // namespace

Effects awk_effects(std::string_view program) {
    const auto tokens = awk_tokens(program);
    if (!tokens) return {.runs = true, .writes = false, .reads_files = false, .code = {}};
    return AwkParser(*tokens).run();
}

}  // namespace postern::shell
