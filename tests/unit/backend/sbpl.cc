#include "sbpl.h"

#include <algorithm>
#include <memory>

#include <regex.h>

namespace postern::test {
namespace {

constexpr std::size_t kLongestString = 1024;

[[noreturn]] void complain(const std::string& what) {
    throw std::runtime_error("sandbox profile: " + what);
}

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    std::vector<Sexp> forms() {
        std::vector<Sexp> out;
        for (skip(); at_ < text_.size(); skip()) out.push_back(form());
        return out;
    }

private:
    void skip() {
        while (at_ < text_.size()) {
            if (text_[at_] == ';') {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (text_[at_] == ' ' || text_[at_] == '\n') {
                ++at_;
            } else {
                return;
            }
        }
    }

    Sexp form() {
        if (text_[at_] == '(') return list();
        if (text_[at_] == '"') return quoted();
        if (text_[at_] == '#') return raw();
        const std::size_t end = std::min(text_.find_first_of(" \n()\";", at_), text_.size());
        if (end == at_) complain("stray " + std::string(1, text_[at_]));
        Sexp out{Sexp::Kind::symbol, std::string(text_.substr(at_, end - at_)), {}};
        at_ = end;
        return out;
    }

    Sexp list() {
        Sexp out;
        ++at_;
        for (skip();; skip()) {
            if (at_ >= text_.size()) complain("a list does not end");
            if (text_[at_] == ')') break;
            out.items.push_back(form());
        }
        ++at_;
        return out;
    }

    Sexp quoted() {
        Sexp out{Sexp::Kind::string, {}, {}};
        for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
            if (text_[at_] == '\\') ++at_;
            if (at_ < text_.size()) out.text += text_[at_];
        }
        return finished(std::move(out));
    }

    Sexp raw() {
        if (!text_.substr(at_).starts_with("#\"")) complain("stray #");
        at_ += 2;
        const std::size_t end = std::min(text_.find('"', at_), text_.size());
        Sexp out{Sexp::Kind::string, std::string(text_.substr(at_, end - at_)), {}};
        at_ = end;
        return finished(std::move(out));
    }

    Sexp finished(Sexp out) {
        if (at_ >= text_.size()) complain("a string does not end");
        if (out.text.size() > kLongestString) complain("a string is too long");
        ++at_;
        return out;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

std::string regex_quote(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (std::string_view("\\^$.[]|()*+?{}").find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

std::function<bool(const std::string&)> matcher(const std::string& pattern) {
    if (pattern.size() > kLongestString) complain("a regular expression is too long");
    const std::shared_ptr<regex_t> compiled(new regex_t, [](regex_t* r) {
        regfree(r);
        delete r;
    });
    if (regcomp(compiled.get(), pattern.c_str(), REG_EXTENDED | REG_NOSUB) != 0) complain("bad expression " + pattern);
    return [compiled](const std::string& text) { return regexec(compiled.get(), text.c_str(), 0, nullptr, 0) == 0; };
}

bool is_below(const std::string& path, const std::string& top) {
    if (path.empty()) return false;
    return top == "/" || path == top || path.starts_with(top + '/');
}

// How exactly a rule's operation names the act's: 0 not at all.
std::size_t exactness(const std::string& rule, const std::string& act) {
    if (rule == act) return act.size() + 1;
    const bool wild = rule.ends_with('*') && act.starts_with(rule.substr(0, rule.size() - 1));
    return wild ? rule.size() : 0;
}

}  // namespace

std::vector<Sexp> read_forms(std::string_view text) {
    return Reader(text).forms();
}

Sbpl::Sbpl(std::string_view text, const Parameters& parameters) {
    for (const auto& [name, value] : parameters) {
        if (!parameters_.emplace(name, value).second) complain("parameter twice: " + name);
    }
    for (const Sexp& form : read_forms(text)) add(form);
    if (default_allow_) complain("no default deny");
}

void Sbpl::add(const Sexp& form) {
    if (form.items.empty()) complain("not a rule");
    const std::string& head = form.items.front().text;
    if (head == "version") return;
    if (head == "define") {
        Function f{{}, form.items.at(2)};
        for (const Sexp& argument : form.items.at(1).items) f.arguments.push_back(argument.text);
        const std::string name = f.arguments.at(0);
        f.arguments.erase(f.arguments.begin());
        functions_[name] = std::move(f);
        return;
    }
    if (head != "allow" && head != "deny") complain("unknown form " + head);
    Rule rule{head == "allow", {}, {}};
    std::size_t at = 1;
    for (; at < form.items.size() && form.items[at].kind == Sexp::Kind::symbol; ++at)
        rule.operations.push_back(form.items[at].text);
    if (rule.operations.empty()) complain("a rule without operation");
    if (rule.operations.front() == "default") {
        default_allow_ = rule.allow;
        return;
    }
    rule.filter = at == form.items.size() ? [](const Act&) { return true; } : compile_any(form.items, at, {});
    rules_.push_back(std::move(rule));
}

std::string Sbpl::string(const Sexp& form, const Bindings& bindings) const {
    if (form.kind == Sexp::Kind::string) return form.text;
    if (form.kind == Sexp::Kind::symbol) {
        const auto bound = bindings.find(form.text);
        if (bound == bindings.end()) complain("unbound " + form.text);
        return bound->second;
    }
    const std::string& head = form.items.at(0).text;
    if (head == "param") {
        const auto value = parameters_.find(form.items.at(1).text);
        if (value == parameters_.end()) complain("no parameter " + form.items.at(1).text);
        return value->second;
    }
    if (head == "regex-quote") return regex_quote(string(form.items.at(1), bindings));
    if (head != "string-append") complain("unknown function " + head);
    std::string out;
    for (std::size_t i = 1; i < form.items.size(); ++i) out += string(form.items[i], bindings);
    return out;
}

Sbpl::Filter Sbpl::compile_any(const std::vector<Sexp>& items, std::size_t from, const Bindings& bindings) const {
    std::vector<Filter> filters;
    for (std::size_t i = from; i < items.size(); ++i) filters.push_back(compile(items[i], bindings));
    return [filters](const Act& act) { return std::ranges::any_of(filters, [&](const Filter& f) { return f(act); }); };
}

Sbpl::Filter Sbpl::compile_peer(const Sexp& form, const Bindings& bindings) const {
    const std::string& kind = form.items.at(1).text;
    if (kind == "ip") {
        if (form.items.at(2).text != "*:*") complain("only *:* is known");
        return [](const Act& act) { return act.peer == Act::Peer::ip; };
    }
    if (kind != "unix-socket") complain("unknown peer " + kind);
    const Filter inner =
        form.items.size() == 2 ? [](const Act&) { return true; } : compile_any(form.items, 2, bindings);
    return [inner](const Act& act) { return act.peer == Act::Peer::unix_socket && inner(act); };
}

Sbpl::Filter Sbpl::compile(const Sexp& form, const Bindings& bindings) const {
    if (form.kind != Sexp::Kind::list) complain("not a filter: " + form.text);
    const std::string& head = form.items.at(0).text;
    if (const auto f = functions_.find(head); f != functions_.end()) {
        if (form.items.size() != f->second.arguments.size() + 1) complain("wrong number of arguments for " + head);
        Bindings inner;
        for (std::size_t i = 1; i < form.items.size(); ++i)
            inner[f->second.arguments[i - 1]] = string(form.items[i], bindings);
        return compile(f->second.body, inner);
    }
    if (head == "require-any") return compile_any(form.items, 1, bindings);
    if (head == "require-all") {
        std::vector<Filter> filters;
        for (std::size_t i = 1; i < form.items.size(); ++i) filters.push_back(compile(form.items[i], bindings));
        return
            [filters](const Act& act) { return std::ranges::all_of(filters, [&](const Filter& f) { return f(act); }); };
    }
    if (form.items.size() != 2 && head != "remote" && head != "local") complain("one argument is expected by " + head);
    if (head == "remote" || head == "local") return compile_peer(form, bindings);
    if (head == "require-not")
        return [inner = compile(form.items[1], bindings)](const Act& act) { return !inner(act); };
    if (head == "extension") return [](const Act&) { return false; };
    if (head == "target") return [](const Act& act) { return act.same_sandbox; };
    if (head == "socket-domain" || head == "socket-protocol")
        return [value = form.items[1].text](const Act& act) { return act.name == value; };
    const std::string value = string(form.items[1], bindings);
    if (head == "subpath") return [value](const Act& act) { return is_below(act.path, value); };
    if (head == "literal") return [value](const Act& act) { return act.path == value; };
    if (head == "regex") return [fits = matcher(value)](const Act& act) { return !act.path.empty() && fits(act.path); };
    if (head.ends_with("-name-prefix")) return [value](const Act& act) { return act.name.starts_with(value); };
    if (head.ends_with("-name")) return [value](const Act& act) { return act.name == value; };
    complain("unknown filter " + head);
}

bool Sbpl::last_fit(const Act& act, const std::vector<const Rule*>& rules) const {
    bool answer = default_allow_;
    for (const Rule* rule : rules) {
        const auto names = [&](const std::string& operation) { return exactness(operation, act.operation) > 0; };
        if (std::ranges::any_of(rule->operations, names) && rule->filter(act)) answer = rule->allow;
    }
    return answer;
}

bool Sbpl::most_exact(const Act& act, const std::vector<const Rule*>& rules) const {
    bool answer = default_allow_;
    std::size_t best = 0;
    for (const Rule* rule : rules) {
        for (const std::string& operation : rule->operations) {
            const std::size_t exact = exactness(operation, act.operation);
            if (exact == 0 || exact < best || !rule->filter(act)) continue;
            best = exact;
            answer = rule->allow;
        }
    }
    return answer;
}

bool Sbpl::allows(const Act& act) const {
    std::vector<const Rule*> rules;
    for (const Rule& rule : rules_) rules.push_back(&rule);
    const bool answer = last_fit(act, rules), exact = most_exact(act, rules);
    std::ranges::reverse(rules);
    if (answer != exact || answer != last_fit(act, rules) || answer != most_exact(act, rules))
        complain("the order of rules matters for " + act.operation + ' ' + act.path + act.name);
    return answer;
}

}  // namespace postern::test
