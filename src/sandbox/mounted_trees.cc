#include "sandbox/mounted_trees.h"

#include "base/text.h"

#include <optional>
#include <utility>

namespace postern::sandbox {
namespace {

// Blanks and backslashes are written as three octal digits.
std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 3 < text.size()) {
            out += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 + (text[i + 3] - '0'));
            i += 3;
        } else {
            out += text[i];
        }
    }
    return out;
}

// Returns the path that lies below `to` as `path` lies below `from`.
std::optional<AbsPath> moved(const AbsPath& path, const AbsPath& from, const AbsPath& to) {
    if (!from.contains(path)) return std::nullopt;
    const std::size_t length = from.text() == "/" ? 0 : from.text().size();
    auto out = AbsPath::parse((to.text() == "/" ? "" : to.text()) + path.text().substr(length) +
                              (path == from && to.text() == "/" ? "/" : ""));
    if (!out) return std::nullopt;
    return std::move(*out);
}

}  // namespace

std::vector<MountedTree> parse_mounts(std::string_view mountinfo) {
    constexpr std::size_t kDevice = 2, kRoot = 3, kPlace = 4;
    std::vector<MountedTree> out;
    for (const std::string_view line : split(mountinfo, '\n')) {
        const auto fields = split(line, ' ');
        if (fields.size() <= kPlace) continue;
        auto root = AbsPath::parse(unescaped(fields[kRoot])), place = AbsPath::parse(unescaped(fields[kPlace]));
        if (root && place) out.push_back({std::string(fields[kDevice]), std::move(*root), std::move(*place)});
    }
    return out;
}

std::vector<OtherPlace> other_places(const std::vector<MountedTree>& mounts, const AbsPath& path) {
    const MountedTree* around = nullptr;  // the last of the deepest ones covers the others
    for (const MountedTree& mount : mounts) {
        if (!mount.place.contains(path)) continue;
        if (around == nullptr || mount.place.text().size() >= around->place.text().size()) around = &mount;
    }
    std::vector<OtherPlace> out;
    const auto within = around == nullptr ? std::nullopt : moved(path, around->place, around->root);
    if (!within) return out;
    for (const MountedTree& mount : mounts) {
        if (&mount == around || mount.device != around->device) continue;
        if (auto place = moved(*within, mount.root, mount.place)) {
            if (*place != path) out.push_back({std::move(*place), path});
        } else if (within->contains(mount.root)) {
            if (auto original = moved(mount.root, *within, path)) out.push_back({mount.place, std::move(*original)});
        }
    }
    return out;
}

}  // namespace postern::sandbox
