#include "host/bwrap_options.h"

#include <algorithm>
#include <array>
#include <set>

namespace postern::host {
namespace {

struct Feature {
    std::string_view name;  // without the dashes
    bool Bwrap::*flag;
};
constexpr auto kFeatures = std::to_array<Feature>({
    {"bind-fd", &Bwrap::has_bind_fd},
    {"as-pid-1", &Bwrap::has_as_pid_1},
    {"disable-userns", &Bwrap::has_disable_userns},
    {"perms", &Bwrap::has_perms},
    {"size", &Bwrap::has_size},
});

constexpr auto kNeeded = std::to_array<std::string_view>({
    "args",
    "unshare-user",
    "unshare-ipc",
    "unshare-pid",
    "unshare-net",
    "unshare-uts",
    "unshare-cgroup-try",
    "bind",
    "ro-bind",
    "ro-bind-data",
    "proc",
    "dev",
    "tmpfs",
    "chdir",
    "die-with-parent",
    "json-status-fd",
    "cap-drop",
});

// The first word of each line, if it is an option; its dashes taken off.
std::set<std::string_view> options_in(std::string_view text) {
    std::set<std::string_view> out;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (line.starts_with("--")) out.insert(line.substr(2, line.find_first_of(" \t\r,=") - 2));
    }
    return out;
}

}  // namespace

Result<Bwrap> parse_bwrap_help(const AbsPath& path, std::string_view text) {
    const auto options = options_in(text);
    std::string lacking;
    std::size_t count = 0;
    for (const std::string_view name : kNeeded) {
        if (options.contains(name)) continue;
        lacking += (lacking.empty() ? "--" : ", --") + std::string(name);
        ++count;
    }
    if (count == kNeeded.size())
        return fail(Errc::unsupported, "does not answer --help as bubblewrap does", path.text());
    if (count > 0) {
        return fail(Errc::unsupported, "this bubblewrap is too old for the sandbox: it lacks " + lacking, path.text());
    }
    Bwrap out{.path = path};
    for (const Feature& feature : kFeatures) out.*feature.flag = options.contains(feature.name);
    return out;
}

std::string features_text(const Bwrap& bwrap) {
    std::string out = "features";
    for (const Feature& feature : kFeatures) {
        if (bwrap.*feature.flag) out += ' ' + std::string(feature.name);
    }
    return out;
}

std::optional<Bwrap> parse_features(const AbsPath& path, std::string_view text) {
    Bwrap out{.path = path};
    for (const Feature& feature : kFeatures) {
        const std::string word = ' ' + std::string(feature.name);
        const std::size_t at = text.find(word);
        out.*feature.flag =
            at != std::string_view::npos && (at + word.size() == text.size() || text[at + word.size()] == ' ');
    }
    if (features_text(out) != text) return std::nullopt;  // one spelling only
    return out;
}

}  // namespace postern::host
