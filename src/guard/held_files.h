// Protected files of a sandbox while it runs: which are held by mounts, what git was granted, and which mounts are lifted.
#pragma once

#include "base/abs_path.h"
#include "sandbox/profile.h"

#include <set>
#include <string>
#include <vector>

namespace postern::guard {

// A content that a protected path may have after the run, besides the one from before.
struct GrantedContent {
    AbsPath path;
    std::string hash;  // content_hash(); empty: the path may be gone
    auto operator<=>(const GrantedContent&) const = default;
};
struct Grant {
    std::vector<AbsPath> lifted{};  // mounts that are not read-only any more
    std::vector<GrantedContent> contents{};
};

class HeldFiles {
public:
    explicit HeldFiles(const sandbox::Profile& profile) : profile_(profile) {}

    // Returns the mount that holds the path, or nullptr.
    [[nodiscard]] const sandbox::Mount* mount_over(const AbsPath& path) const;
    [[nodiscard]] bool may_be_lifted(const sandbox::Mount& mount) const;
    // Returns whether something below the directory is held, apart from repositories.
    [[nodiscard]] bool any_below(const AbsPath& directory) const;
    // Returns whether the path is protected.
    [[nodiscard]] bool matters(const AbsPath& path) const;
    [[nodiscard]] bool was_granted(const GrantedContent& content) const { return granted_.contains(content); }
    // Returns whether the path, or something below it, may come into being.
    [[nodiscard]] bool may_be_made(const AbsPath& path) const;

    // Returns the mounts that the grant would lift, besides those that are lifted.
    [[nodiscard]] std::vector<AbsPath> lifted_by(const Grant& grant) const;
    // Remembers a grant whose mounts `fresh` are lifted.
    void add(const Grant& grant, const std::vector<AbsPath>& fresh);

private:
    const sandbox::Profile& profile_;
    std::set<AbsPath> lifted_{};
    std::set<GrantedContent> granted_{};
    std::set<AbsPath> may_be_{};  // granted paths
};

}  // namespace postern::guard
