#include "backend/seatbelt_names.h"

#include "base/ascii.h"
#include "policy/protected_table.h"

#include <algorithm>
#include <set>

namespace postern::backend {
namespace {

constexpr std::size_t kLongest = 400;  // bytes; the path before it may take as many

// Returns (a|b|c)end, split into several expressions if it is too long.
std::vector<std::string> alternatives(const std::set<std::string>& patterns, std::string_view end) {
    std::vector<std::string> out;
    std::string open;
    const auto close = [&] {
        if (!open.empty()) out.push_back('(' + open + ')' + std::string(end));
        open.clear();
    };
    for (const std::string& pattern : patterns) {
        if (!open.empty() && open.size() + pattern.size() > kLongest) close();
        open += (open.empty() ? "" : "|") + pattern;
    }
    close();
    return out;
}

// Returns expressions for the files from which git runs code or takes settings. They also match `.git` itself and the
// directories around such files, so that a command cannot put a prepared directory in their place.
std::vector<std::string> git_tails() {
    const std::string git = name_pattern(".git");
    const auto any = [](std::initializer_list<std::string_view> names) {
        std::string out;
        for (const std::string_view name : names) out += (out.empty() ? "" : "|") + name_pattern(name);
        return '(' + out + ')';
    };
    const std::string modules = name_pattern("modules"), worktrees = name_pattern("worktrees");
    return {
        git + "$",
        git + "/(" + modules + "/([^/]+/)+|" + worktrees + "/[^/]+/)?" +
            any({"hooks", "config", "config.worktree", "commondir", "gitdir", "info/attributes"}) + "(/|$)",
        git + "/(" + name_pattern("info") + '|' + modules + '|' + worktrees + ")$",
        git + "/(" + modules + '|' + worktrees + ")/[^/]+$",
    };
}

struct Patterns {
    std::set<std::string> whole{};    // a protected name and everything below it
    std::set<std::string> leading{};  // directories above such a name, which could be replaced by a prepared one
    void add(std::string_view path) {
        whole.insert(name_pattern(path));
        for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1))
            leading.insert(name_pattern(path.substr(0, slash)));
    }
    [[nodiscard]] std::vector<std::string> tails() const {
        std::vector<std::string> out = alternatives(whole, "(/|$)");
        for (std::string& tail : alternatives(leading, "$")) out.push_back(std::move(tail));
        return out;
    }
};

}  // namespace

std::string name_pattern(std::string_view name) {
    std::string out;
    for (const char c : name) {
        if (is_letter(c)) {
            const char small = static_cast<char>(c | 0x20), capital = static_cast<char>(c & ~0x20);
            out += {'[', small, capital, ']'};
        } else if (c == '.') {
            out += "[.]";
        } else if (c == '*') {
            out += "[^/]+";
        } else if (is_digit(c) || c == '_' || c == '-' || c == '/') {
            out += c;
        } else {
            out += "[^/]";
        }
    }
    return out;
}

NameTails name_tails(const sandbox::Profile& profile) {
    NameTails out;
    Patterns anywhere, in_home;
    std::set<std::string> partly;  // directories that tools make in everyday work
    for (const policy::ProtectedPath& p : policy::protected_table()) {
        if (std::ranges::find(profile.waived, p.path) != profile.waived.end()) continue;
        if (p.hold == policy::Hold::git) {
            out.everywhere = git_tails();
        } else if (p.hold == policy::Hold::part) {
            partly.insert(name_pattern(p.path));
        } else {
            (p.where == policy::Where::in_home ? in_home : anywhere).add(p.path);
        }
    }
    for (const std::string& name : profile.also_protected) {
        const auto path = AbsPath::parse('/' + name);
        if (path && path->text() != "/") anywhere.add(std::string_view(path->text()).substr(1));
    }
    for (const std::string& pattern : partly) anywhere.leading.erase(pattern);
    out.outside_packages = anywhere.tails();
    out.in_home = in_home.tails();
    return out;
}

}  // namespace postern::backend
