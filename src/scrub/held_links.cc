#include "scrub/held_links.h"

#include "base/file.h"
#include "scrub/path_json.h"
#include "scrub/safe_files.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <string>

#include <fcntl.h>
#include <unistd.h>

namespace postern::scrub {
namespace {

using nlohmann::json;

const AbsPath& root_of(const Watch& watch, const AbsPath& path) {
    const auto around = [&](const AbsPath& root) { return root.contains(path); };
    const auto found = std::ranges::find_if(watch.writable, around);
    return found == watch.writable.end() ? path : *found;
}

}  // namespace

void add_replaced_links(const AbsPath& root, const Watch& watch, std::vector<Suspect>& suspects) {
    for (const sandbox::HeldLink& link : watch.links) {
        if (!root.contains(link.path) || !stat_at(AT_FDCWD, link.path.text().c_str())) continue;
        if (read_link_at(AT_FDCWD, link.path.text().c_str()) == link.target) continue;
        if (std::ranges::find(suspects, link.path, &Suspect::path) != suspects.end()) continue;
        suspects.push_back({.root = root, .path = link.path, .why = "it took the place of a link to a protected path"});
    }
}

std::vector<Finding> put_back_links(const Watch& watch) {
    std::vector<Finding> out;
    for (const sandbox::HeldLink& link : watch.links) {
        const std::string name(link.path.name());
        const auto directory = open_below(root_of(watch, link.path), link.path.parent());
        const bool made = directory && ::symlinkat(link.target.c_str(), directory->get(), name.c_str()) == 0;
        if (made) {
            out.push_back({.path = link.path, .action = Action::reverted, .why = "the link was removed"});
        } else if (!directory || errno != EEXIST) {
            if (directory) Unseen::note(directory->get(), name.c_str(), errno, F_OK);
            const std::string why = directory ? describe_errno("the link cannot be made again", errno)
                                              : "the link cannot be made again: " + directory.error().what;
            out.push_back({.path = link.path, .action = Action::failed, .why = why});
        }
    }
    return out;
}

// The target is written as numbers, because it need not be UTF-8.
json links_to_json(const std::vector<sandbox::HeldLink>& links) {
    json out = json::array();
    for (const sandbox::HeldLink& link : links) {
        const std::vector<unsigned> target(link.target.begin(), link.target.end());
        out.push_back({{"path", to_json(link.path)}, {"target", target}});
    }
    return out;
}

bool read_links(const json& from, std::vector<sandbox::HeldLink>& links) {
    if (!from.is_array()) return false;
    for (const json& item : from) {
        auto path = item.is_object() ? to_path(item.value("path", json{})) : std::nullopt;
        if (!path || !item.value("target", json{}).is_array()) return false;
        sandbox::HeldLink link{.path = std::move(*path), .target = {}};
        for (const json& byte : item.at("target")) {
            if (!byte.is_number_integer()) return false;
            link.target += static_cast<char>(byte.get<unsigned>());
        }
        links.push_back(std::move(link));
    }
    return true;
}

}  // namespace postern::scrub
