// Which project settings the user has read and accepted: per project directory, the hash of each file's bytes.
// A file whose bytes have changed is not trusted any more. In doubt nothing is trusted.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"
#include "settings/places.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace postern::settings {

std::string content_hash(std::string_view bytes);  // BLAKE2b-256, 64 hex digits

class TrustStore {
public:
    using Files = std::map<std::string, std::string>;  // ".postern/settings.json" -> hash
    using Projects = std::map<AbsPath, Files>;

    // No file: nothing is trusted yet. An error if it is malformed, not the user's, or writable by others.
    static Result<TrustStore> load(const Places&);

    [[nodiscard]] bool is_trusted(const AbsPath& project, std::string_view file, std::string_view hash) const;
    [[nodiscard]] const Projects& projects() const& noexcept { return projects_; }

    void record(const AbsPath& project, std::string file, std::string hash);
    bool revoke(const AbsPath& project);  // false: it was not there
    [[nodiscard]] Status save(const Places&) const;

private:
    Projects projects_;
};

// A settings file of the project, as `postern trust` shows it before it asks.
struct Candidate {
    AbsPath path;
    std::string name;   // ".postern/settings.json"
    std::string bytes;  // what was hashed, and what to show
    std::string hash;
    bool trusted;
};
Result<std::vector<Candidate>> candidates(const Places&);  // those that exist

// Both hold a lock on the store from reading to writing. `trust` records the hashes given, not what is on disk by now,
// and forgets files of the project that are not among them.
Status trust(const Places&, std::span<const Candidate>);
Result<bool> revoke(const Places&, const AbsPath& project);

}  // namespace postern::settings
