// The trust store: hashes of the project settings that the user has read and accepted, per project directory.
// A file whose bytes have changed is not trusted any more. In doubt nothing is trusted.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "settings/places.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace postern::settings {

class TrustStore {
public:
    using Files = std::map<std::string, std::string>;  // ".postern/settings.json" -> hash
    using Projects = std::map<AbsPath, Files>;

    // Trusts nothing if there is no file. An error if it is malformed, not the user's, or writable by others.
    static Result<TrustStore> load(const Places&);

    [[nodiscard]] bool is_trusted(const AbsPath& project, std::string_view file, std::string_view hash) const;
    [[nodiscard]] const Projects& projects() const& noexcept { return projects_; }

private:
    explicit TrustStore(Projects projects) : projects_(std::move(projects)) {}

    Projects projects_;
};

// A settings file of the project, as `postern trust` shows it before it asks.
struct Candidate {
    AbsPath path;
    AbsPath project;    // the directory that the name is relative to
    std::string name;   // ".postern/settings.json"
    std::string bytes;  // hashed, and to be shown
    std::string hash;
    bool trusted;
};
Result<std::vector<Candidate>> candidates(const Places&);  // those that exist, of every level that can be trusted

// Records the hashes given, which may not be those of the files by now, and forgets other files of these directories.
Status trust(const Places&, std::span<const Candidate>);
Result<bool> revoke(const Places&, const AbsPath& project);  // false if it was not trusted

}  // namespace postern::settings
