#include "scrub/git_remotes.h"

#include "base/git_config.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace postern::scrub {
namespace {

constexpr std::size_t kMostSaid = 8;      // settings of one file
constexpr std::size_t kLongestUrl = 200;  // shown of one value

struct Row {
    std::string_view section;
    std::string_view names;  // separated by blanks
    std::string_view why;
};
constexpr auto kRows = std::to_array<Row>({
    {"remote", "url pushurl", "the place itself"},
    {"remote", "fetch push mirror", "which refs of the place are read and written"},
    {"remote", "pushdefault", "which remote a push without a name goes to"},
    {"branch", "remote pushremote", "which remote this branch is pulled from and pushed to"},
    {"branch", "merge", "which of its branches is pulled"},
    {"submodule", "url", "where `git submodule update` fetches code from"},
    {"checkout", "defaultremote", "whose branch a checkout by name begins with"},
    {"url", "insteadof pushinsteadof", "replaces the beginning of any URL"},
});

// A key in parts: "remote.origin" and "url" of "remote.origin.url".
struct Key {
    std::string section{}, group{}, name{};
    bool has_subsection = false;
};

Key parts_of(const std::string& key) {
    const std::size_t first = key.find('.'), last = key.rfind('.');
    if (first == std::string::npos) return {.section = key};
    return {key.substr(0, first), key.substr(0, last), key.substr(last + 1), first != last};
}

bool leads_somewhere(const Key& key) {
    return std::ranges::any_of(kRows, [&](const Row& row) {
        const auto names = split(row.names, ' ');
        return row.section == key.section && std::ranges::find(names, key.name) != names.end();
    });
}

// The settings of a file that lead somewhere, and all groups in it.
struct Leads {
    std::map<std::string, std::vector<std::string>> values{};
    std::set<std::string> groups{};

    [[nodiscard]] const std::vector<std::string>& of(const std::string& key) const {
        static const std::vector<std::string> none;
        const auto found = values.find(key);
        return found == values.end() ? none : found->second;
    }
};

Leads leads_in(const std::vector<ConfigEntry>& entries) {
    Leads out;
    for (const ConfigEntry& entry : entries) {
        const Key key = parts_of(entry.key);
        if (key.has_subsection) out.groups.insert(key.group);
        if (leads_somewhere(key)) out.values[entry.key].push_back(entry.value.value_or("true"));
    }
    return out;
}

// Returns whether a branch that had no settings may have got this one in everyday work: it follows a branch of this
// repository, or of a remote that was there.
bool is_usual(const Leads& before, const std::vector<std::string>& remotes) {
    return std::ranges::all_of(remotes, [&](const std::string& remote) {
        return remote == "." || before.groups.contains("remote." + remote);
    });
}

bool is_worth_telling(const std::string& setting, const Leads& before, const Leads& after) {
    const Key key = parts_of(setting);
    if (key.section == "url") return true;
    if (!key.has_subsection) return !before.groups.empty();
    if (!before.groups.contains(key.group)) {
        return key.section == "branch" && key.name != "merge" && !is_usual(before, after.of(setting));
    }
    // A branch that was deleted takes its settings along. Of a remote that was removed the place says it all.
    return after.groups.contains(key.group) || key.name == "url";
}

std::string shown(const std::vector<std::string>& values) {
    if (values.empty()) return "not set";
    std::string out;
    for (const std::string& value : values) {
        const std::string url = without_login(value);
        out.append(out.empty() ? "" : ", ").append(url.substr(0, kLongestUrl));
        if (url.size() > kLongestUrl) out += "...";
    }
    return out;
}

}  // namespace

std::string without_login(std::string_view url) {
    url = url.substr(0, url.find_first_of("?#"));  // a token may be there, too
    const std::size_t scheme = url.find("://");
    const std::size_t host = scheme == std::string_view::npos ? 0 : scheme + 3;
    const std::string_view authority = url.substr(host, url.find('/', host) - host);
    const std::size_t at = authority.rfind('@');
    if (at == std::string_view::npos) return std::string(url);
    const bool ssh = scheme == std::string_view::npos || url.substr(0, scheme).find("ssh") != std::string_view::npos;
    if (ssh && authority.substr(0, at).find(':') == std::string_view::npos) return std::string(url);
    return std::string(url.substr(0, host)) + "***" + std::string(url.substr(host + at));
}

std::vector<std::string> redirections(std::optional<std::string_view> before, std::string_view after) {
    const auto now = parse_git_config(after);
    if (!now) return {};  // a text that cannot be read is dangerous, and does not stay
    const auto then = before ? parse_git_config(*before) : std::nullopt;
    if (!then) return {"it was changed, and which remotes it named before is not known"};
    const Leads old = leads_in(*then), fresh = leads_in(*now);
    std::set<std::string> keys;
    for (const Leads* each : {&old, &fresh}) {
        for (const auto& [key, values] : each->values) keys.insert(key);
    }
    std::vector<std::string> out;
    std::size_t more = 0;
    for (const std::string& key : keys) {
        if (old.of(key) == fresh.of(key) || !is_worth_telling(key, old, fresh)) continue;
        if (out.size() == kMostSaid) {
            ++more;
        } else {
            out.push_back("its " + key + " was " + shown(old.of(key)) + " and is " + shown(fresh.of(key)));
        }
    }
    if (more > 0) out.push_back(std::to_string(more) + " more of its settings lead git elsewhere");
    return out;
}

}  // namespace postern::scrub
