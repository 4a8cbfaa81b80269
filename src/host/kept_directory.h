// Directories that Postern keeps for commands between runs: the /tmp of a project, its caches. Commands write them, and
// the scrub does not look at them. So nothing that a command leaves may lead a tool outside into one: a link in the
// project, or a `.git` file. Therefore the content has another name after each run.
//
//     STORE/                 0700, never seen inside
//     STORE/NAME/            the content, mounted for commands; NAME is random, and changes when a run is over
//
// A command can read NAME in its mountinfo while it runs, and whatever it writes down is worth nothing afterwards.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "base/unique_fd.h"

#include <string>
#include <vector>

namespace postern::host {

// A path below the content that other things are mounted on. Made before the run, because bubblewrap would follow a link
// that a command had put there.
struct MountPoint {
    std::string path;  // relative, without `..`
    bool directory = true;
    bool operator==(const MountPoint&) const = default;
};

struct KeptRequest {
    AbsPath store;
    std::vector<MountPoint> mount_points{};
};

class KeptDirectory {
public:
    // Makes what is missing. The directory above the store must be this user's. What a command left in the place of a
    // mount point gets another name beside it; nothing is removed. Fails if a store or its content is not a directory of
    // the user's, cannot be listed, or stays locked.
    [[nodiscard]] static Result<KeptDirectory> open(const KeptRequest& request);
    KeptDirectory(KeptDirectory&&) noexcept = default;
    KeptDirectory& operator=(KeptDirectory&&) = delete;
    KeptDirectory(const KeptDirectory&) = delete;
    KeptDirectory& operator=(const KeptDirectory&) = delete;
    ~KeptDirectory();  // gives the content another name, unless another run has it mounted or is about to

    [[nodiscard]] const AbsPath& store() const { return store_; }
    [[nodiscard]] const AbsPath& content() const { return content_; }

private:
    KeptDirectory(AbsPath store, AbsPath content, UniqueFd lock)
        : store_(std::move(store)), content_(std::move(content)), lock_(std::move(lock)) {}

    AbsPath store_, content_;
    UniqueFd lock_;  // the store, locked shared while the run lasts
};

}  // namespace postern::host
