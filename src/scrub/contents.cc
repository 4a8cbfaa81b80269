#include "scrub/contents.h"

#include "base/hash.h"
#include "base/io.h"
#include "scrub/safe_files.h"
#include "scrub/tree_index.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace postern::scrub {
namespace {

constexpr std::size_t kSize = 32;

}  // namespace

std::string hash_of_content(std::string_view content) {
    return hash_bytes(content, kSize);
}

std::string Contents::path_of(const std::string& hash) const {
    return directory_ + '/' + hex(hash);
}

bool Contents::keep(const std::string& hash, std::string_view content) const {
    const std::string path = path_of(hash);
    if (hash.empty()) return false;
    if (const auto st = stat_at(AT_FDCWD, path.c_str()); st && st->size == content.size()) return false;
    if (::mkdir(directory_.c_str(), 0700) != 0 && errno != EEXIST) return false;
    // Not flushed: a content that a power cut has torn does not agree with its hash.
    const std::string temporary = path + ".new";
    (void)::unlink(temporary.c_str());  // left by a process that was killed
    return replace_at(AT_FDCWD, path, content, 0600, Flush::none, temporary).has_value();
}

std::optional<std::string> Contents::read(const std::string& hash) const {
    if (hash.empty()) return std::nullopt;
    auto content = read_at(AT_FDCWD, path_of(hash).c_str(), kMaxSavedFile);
    if (!content || hash_of_content(*content) != hash) return std::nullopt;
    return content;
}

void Contents::forget_all_but(const std::unordered_set<std::string>& hashes) const {
    const auto files = list_at(AT_FDCWD, directory_.c_str());
    if (!files) return;
    for (const Listed& file : *files) {
        const auto hash = from_hex(file.name);
        if (!hash || !hashes.contains(*hash)) (void)::unlink((directory_ + '/' + file.name).c_str());
    }
}

}  // namespace postern::scrub
