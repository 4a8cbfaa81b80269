#include "policy/path_rules.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace postern::policy {
namespace {

using shell::Base;
using shell::kHole;

// Normalises a path lexically, up to the first component that may contain slashes. The rest is uncertain and stays as
// written.
std::string normal(std::string_view text, Hole hole) {
    std::vector<std::string_view> parts;
    std::string_view tail;
    while (!text.empty()) {
        const std::size_t slash = std::min(text.find('/'), text.size());
        const std::string_view part = text.substr(0, slash);
        if (hole == Hole::anything && part.find(kHole) != std::string_view::npos) {
            tail = text;
            break;
        }
        text.remove_prefix(std::min(slash + 1, text.size()));
        if (part == "..") {
            if (!parts.empty()) parts.pop_back();
        } else if (!part.empty() && part != ".") {
            parts.push_back(part);
        }
    }
    std::string out;
    for (const std::string_view part : parts) out += '/' + std::string(part);
    if (!tail.empty()) out += '/' + std::string(tail);
    return out.empty() ? "/" : out;
}

}  // namespace

std::optional<NamedPath> path_named_by(const shell::Word& word, const AbsPath& cwd, const AbsPath& home,
                                       Dotglob dotglob) {
    const std::string_view text = word.text;
    const auto name = [&](std::string_view absolute, Hole hole) {
        NamedPath path;
        path.hole = hole;
        path.text = normal(absolute, hole);
        path.literal = path.text.find(kHole) == std::string::npos;
        return path;
    };
    if (text.empty()) {
        if (word.literal()) return std::nullopt;
        return NamedPath{std::string(1, kHole), Hole::anything, false};
    }
    const Hole visible = dotglob == Dotglob::on ? Hole::component : Hole::visible;
    const bool based = word.base != Base::none;
    // A base explains the leading hole; the other holes keep their kind.
    const auto only_glob = [&](std::uint8_t dynamic) { return (dynamic & ~shell::kGlob) == 0; };
    if (based) {
        const std::string_view rest = text.substr(1);
        const std::string& start = word.base == Base::home ? home.text() : cwd.text();
        const bool certain = rest.find(kHole) == std::string_view::npos;
        // Most bases come from a parameter, so the word carries the parameter bit even if the remaining holes are only
        // globs.
        const Hole hole = only_glob(word.dynamic) || certain ? visible : Hole::anything;
        return name(start + std::string(rest), hole);
    }
    if (only_glob(word.dynamic)) {
        return name(text.front() == '/' ? std::string(text) : cwd.text() + "/" + std::string(text), visible);
    }
    if (text.front() == kHole || (word.dynamic & shell::kTilde)) {
        return NamedPath{std::string(1, kHole), Hole::anything, false};
    }
    return name(text.front() == '/' ? std::string(text) : cwd.text() + "/" + std::string(text), Hole::anything);
}

Match match_path(const PathPattern& pattern, const NamedPath& path, Reach reach) {
    const Match at = pattern.match(path.text, path.hole);
    if (at == Match::yes || reach == Reach::file) return at;
    if (!path.literal && path.hole == Hole::anything) return at;
    if (!path.literal) {
        // The glob may match any name, and the tree below counts, so everything from its directory on is possible.
        const std::size_t hole = path.text.find(kHole);
        return std::max(at, pattern.match(path.text.substr(0, hole + 1), Hole::anything));
    }
    const std::string slash = path.text == "/" ? "" : "/";
    return std::max(at, pattern.match(path.text + slash + kHole, Hole::anything));
}

}  // namespace postern::policy
