// Manifests of the quarantine: what one scrub takes away, written before anything is touched. Later steps only rename,
// so that the names on disk say how far they got, and a manifest is never written twice.
//
//     <state>/quarantine/<batch>/manifest.json
//     <state>/quarantine/<batch>/before        old contents that are to be put back; only until that is done
//     <state>/quarantine/<batch>/<number>      the things themselves, once they have been moved
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::scrub {

// Content that a path had before, or the target of the link that it was.
struct Former {
    std::string content{};
    std::uint32_t mode = 0;   // with the type of file
    std::uint64_t bytes = 0;  // of the content, also where that was left out
    bool operator==(const Former&) const = default;
};

// One file, directory or link that is taken away.
struct Thing {
    std::string id{};
    AbsPath root = AbsPath::root();  // no link below it is followed
    AbsPath path = AbsPath::root();  // where it was
    std::string why{};
    std::int64_t when = 0;  // seconds since 1970
    std::uint32_t mode =
        0;  // with the type of file; 0 if nothing is at the path, and the former content is wanted there
    std::optional<Former> former{};
    std::string stored{};  // name in the directory of its batch
    std::string beside{};  // name in its own directory that no tool looks for
    std::string head{};    // name of the HEAD in it, so that git does not take it for a repository

    [[nodiscard]] std::string name() const { return std::string(path.name()); }
    // Former content on its way to the path.
    [[nodiscard]] std::string incoming() const { return beside + "-new"; }
    // Copy that is not known to be complete.
    [[nodiscard]] std::string copying() const { return stored + ".part"; }
    // File that says that the thing is a directory in parts.
    [[nodiscard]] std::string in_parts() const { return stored + ".parts"; }
    // Original whose copy is complete.
    [[nodiscard]] std::string removing() const { return ".postern-removing-" + id; }
    // Name for something in the directory that the thing is, and back.
    [[nodiscard]] std::string part(std::string_view name) const;
    [[nodiscard]] std::optional<std::string> part_of(std::string_view name) const;
    bool operator==(const Thing&) const = default;
};

struct Batch {
    std::string name{};  // "20260102-030405-678901beef", which sorts by time
    std::vector<Thing> things{};
};

inline constexpr std::size_t kMaxManifest = 16U << 20U;  // bytes
inline constexpr const char* kManifest = "manifest.json";
inline constexpr const char* kBefore = "before";

// Returns a batch with a new name, and gives its things their ids and names.
[[nodiscard]] Batch new_batch(std::vector<Thing> things);

// Returns how many bytes of a manifest the thing takes, at most.
[[nodiscard]] std::size_t bytes_in_manifest(const Thing& thing);

// Writes the manifest, and the old contents, into the directory of the batch, and flushes both to disk.
[[nodiscard]] Status write_manifest(int directory, const Batch& batch);

enum class Formers : std::uint8_t { left_out, read };

// Returns a batch without things if there is no manifest. Reads those of earlier releases, too.
[[nodiscard]] Result<Batch> read_manifest(const AbsPath& directory, Formers formers = Formers::left_out);

}  // namespace postern::scrub
