// Contents of files that matter, each in a file named by its hash, so that they can be put back after a run. Lies beside
// the index of a root, where no command can write.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

namespace postern::scrub {

// Returns the hash by which a content is kept and compared.
[[nodiscard]] std::string hash_of_content(std::string_view content);

class Contents {
public:
    explicit Contents(std::string directory) : directory_(std::move(directory)) {}

    // Returns whether the content was written now. One that cannot be written is missing later, which is said then.
    bool keep(const std::string& hash, std::string_view content) const;
    // Returns nullopt if the content was not kept, or is not what the hash says.
    [[nodiscard]] std::optional<std::string> read(const std::string& hash) const;
    void forget_all_but(const std::unordered_set<std::string>& hashes) const;

private:
    [[nodiscard]] std::string path_of(const std::string& hash) const;

    std::string directory_;
};

}  // namespace postern::scrub
