#include "app/project.h"

#include "base/file.h"
#include "sandbox/git_layout.h"
#include "sandbox/host_view.h"
#include "settings/layers.h"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

namespace postern::app {
namespace {

std::optional<struct stat> look_at(const AbsPath& path) {
    struct stat st {};
    return ::stat(path.text().c_str(), &st) == 0 ? std::optional(st) : std::nullopt;
}

// Tells whether /etc/passwd names the directory as somebody's home. Its settings are that user's own.
bool is_somebodys_home(const AbsPath& path) {
    const auto users = read_file_if_there(AbsPath::parse("/etc/passwd").value_or(AbsPath::root()));
    return users && *users && (*users)->find(':' + path.text() + ':') != std::string::npos;
}

// Returns the directory and those above it in which the search may look, the nearest first.
std::vector<AbsPath> directories_upward(const AbsPath& from, const AbsPath& home) {
    std::vector<AbsPath> out{from};
    const auto first = look_at(from);
    if (!first) return out;
    for (AbsPath at = from.parent(); at != AbsPath::root() && !at.contains(home); at = at.parent()) {
        const auto here = look_at(at);
        if (!here || here->st_dev != first->st_dev || (here->st_mode & S_IWOTH) != 0) break;
        const uid_t owner = here->st_uid;
        if (owner != ::geteuid() && owner != 0 && owner != first->st_uid) break;
        if (owner != ::geteuid() && is_somebodys_home(at)) break;
        out.push_back(at);
    }
    return out;
}

// Tells whether the directory has a settings file that belongs to its owner, to this user or to root.
bool has_settings(const AbsPath& directory) {
    const auto around = look_at(directory);
    return around && std::ranges::any_of(settings::kProjectFiles, [&](const settings::ProjectFile& file) {
               const auto path = AbsPath::resolve(directory, file.name);
               const auto found = path ? look_at(*path) : std::nullopt;
               if (!found) return errno != ENOENT && errno != ENOTDIR;  // reading it will say what is wrong
               return found->st_uid == around->st_uid || found->st_uid == ::geteuid() || found->st_uid == 0;
           });
}

}  // namespace

void find_project(settings::Places& places) {
    const std::vector<AbsPath> upward = directories_upward(places.cwd, places.home);
    const auto repository = sandbox::repository_around(places.cwd, *sandbox::look_at_this_host({}));
    const bool within = repository && std::ranges::find(upward, repository->top) != upward.end();
    std::vector<AbsPath> with_settings;
    std::ranges::copy_if(upward, std::back_inserter(with_settings), has_settings);
    places.project = within ? repository->top : !with_settings.empty() ? with_settings.front() : places.cwd;
    places.levels.clear();
    for (auto at = upward.rbegin(); at != upward.rend(); ++at) {
        const bool named = *at == places.project || *at == places.cwd;
        if (!named && std::ranges::find(with_settings, *at) == with_settings.end()) continue;
        places.levels.push_back({.directory = *at, .outer = *at != places.project && at->contains(places.project)});
    }
}

}  // namespace postern::app
