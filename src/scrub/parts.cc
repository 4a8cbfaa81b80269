#include "scrub/parts.h"

#include "base/file.h"
#include "scrub/safe_files.h"
#include "scrub/trees.h"

#include <algorithm>
#include <functional>
#include <vector>

#include <cerrno>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace postern::scrub {
namespace {

constexpr int kDeepest = 64;

UniqueFd open_directory(int at, const std::string& name) {
    return UniqueFd(::openat(at, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

Status split(int directory, const Thing& thing, int depth) {
    if (depth > kDeepest) return fail(Errc::invalid, "nested too deeply");
    const Opened writable(directory, ".");
    auto entries = list_at(directory, ".");
    if (!entries) return tl::unexpected(entries.error());
    // HEAD first: without it a directory is no repository.
    std::stable_partition(entries->begin(), entries->end(), [](const Listed& entry) { return entry.name == "HEAD"; });
    Status done;
    for (const Listed& entry : *entries) {
        if (thing.part_of(entry.name)) continue;
        const int error = rename_new(directory, entry.name, directory, thing.part(entry.name));
        if (error == 0 || error == ENOENT) continue;
        Status below = fail(Errc::io, describe_errno("cannot be renamed", error), entry.name);
        if (const UniqueFd inside = open_directory(directory, entry.name))
            below = split(inside.get(), thing, depth + 1);
        if (!below) done = below;  // the others are disarmed all the same
    }
    return done;
}

// Calls `act` for each part, at any depth, with the open directory in which it is.
Status for_each_part(int directory, const Thing& thing, int depth,
                     const std::function<Status(int, const std::string&)>& act) {
    const Opened writable(directory, ".");
    const auto entries = list_at(directory, ".");
    if (!entries) return tl::unexpected(entries.error());
    for (const Listed& entry : *entries) {
        Status done;
        if (thing.part_of(entry.name)) {
            done = act(directory, entry.name);
        } else if (entry.type == DT_DIR && depth < kDeepest) {
            const UniqueFd inside = open_directory(directory, entry.name);
            if (inside) done = for_each_part(inside.get(), thing, depth + 1, act);
        }
        if (!done) return done;
    }
    return {};
}

Status for_each_part(int parent, const Thing& thing, const std::function<Status(int, const std::string&)>& act) {
    const UniqueFd directory = open_directory(parent, thing.name());
    if (!directory) return fail(Errc::io, describe_errno("cannot open", errno), thing.path.text());
    return for_each_part(directory.get(), thing, 0, act);
}

}  // namespace

Status split_into_parts(int parent, const Thing& thing) {
    const UniqueFd directory = open_directory(parent, thing.name());
    if (!directory) return fail(Errc::io, describe_errno("cannot open", errno), thing.path.text());
    return split(directory.get(), thing, 0);
}

Status join_parts(int parent, const Thing& thing) {
    return for_each_part(parent, thing, [&](int at, const std::string& part) -> Status {
        const std::string name = *thing.part_of(part);
        const int error = rename_new(at, part, at, name);
        if (error == 0) return {};
        if (error == EEXIST) return fail(Errc::invalid, "something is there now: move it away first: " + name);
        return fail(Errc::io, describe_errno("cannot be renamed", error), name);
    });
}

Status remove_parts(int parent, const Thing& thing) {
    return for_each_part(parent, thing, [](int at, const std::string& part) -> Status {
        if (remove_tree(at, part)) return {};
        return fail(Errc::io, describe_errno("cannot be removed", errno), part);
    });
}

bool has_parts(int parent, const Thing& thing) {
    bool found = false;
    (void)for_each_part(parent, thing, [&](int, const std::string& part) -> Status {
        found = true;
        return fail(Errc::invalid, "found", part);  // ends the search
    });
    return found;
}

}  // namespace postern::scrub
