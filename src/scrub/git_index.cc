#include "scrub/git_index.h"

#include "base/hash.h"
#include "scrub/safe_files.h"

#include <algorithm>
#include <cstdint>

namespace postern::scrub {
namespace {

constexpr std::size_t kMaxIndex = 128U << 20U;  // bytes; about a million paths
constexpr std::size_t kStatBytes = 40;          // times, device, inode, mode, owner and size of an entry
constexpr std::uint32_t kAssumeUnchanged = 0x8000, kExtended = 0x4000, kSkipWorktree = 0x4000;

// Reads the bytes from front to back. After the first that are missing `good` is false.
class IndexCursor {
public:
    explicit IndexCursor(std::string_view bytes) : rest_(bytes) {}

    std::string_view take(std::size_t count) {
        if (count > rest_.size()) good = false;
        if (!good) return {};
        const std::string_view out = rest_.substr(0, count);
        rest_.remove_prefix(count);
        return out;
    }
    std::uint32_t number(std::size_t bytes) {
        std::uint32_t value = 0;
        for (const char c : take(bytes)) value = value << 8U | static_cast<unsigned char>(c);
        return value;
    }
    // Reads the number of bytes that version 4 takes off the path before.
    std::size_t offset() {
        std::uint32_t byte = number(1);
        std::size_t value = byte & 0x7fU;
        for (int more = 0; good && more < 8 && (byte & 0x80U) != 0; ++more) {
            byte = number(1);
            value = ((value + 1) << 7U) | (byte & 0x7fU);
        }
        return value;
    }
    std::string_view until_nul() {
        const std::size_t end = rest_.find('\0');
        if (end == std::string_view::npos) good = false;
        const std::string_view out = take(end);
        (void)take(1);
        return out;
    }
    [[nodiscard]] std::size_t left() const noexcept { return rest_.size(); }
    bool good = true;

private:
    std::string_view rest_;
};

// Reads the name of an entry of which `before` bytes were read.
void read_name(IndexCursor& in, std::uint32_t version, std::size_t before, std::string& name) {
    if (version == 4) {
        const std::size_t off = in.offset();
        if (off > name.size()) in.good = false;
        if (!in.good) return;
        name.resize(name.size() - off);
        name += in.until_nul();
        return;
    }
    name = in.until_nul();
    // The entry is filled with NULs, one at least, to a multiple of eight bytes.
    const std::size_t size = before + name.size() + 1;
    for (const char c : in.take((8 - size % 8) % 8)) in.good = in.good && c == '\0';
}

// Reads the extensions, which fill the rest exactly if `id_size` is right.
bool read_extensions(IndexCursor& in, std::size_t id_size, GitIndex& out) {
    while (in.good && in.left() > id_size) {
        const std::string_view name = in.take(4);
        const std::string_view content = in.take(in.number(4));
        if (name == "link" && content.size() >= id_size) out.shared = "sharedindex." + hex(content.substr(0, id_size));
    }
    return in.good && in.left() == id_size;
}

std::optional<GitIndex> parse_with(std::string_view bytes, std::size_t id_size) {
    IndexCursor in(bytes);
    if (in.take(4) != "DIRC") return std::nullopt;
    const std::uint32_t version = in.number(4), count = in.number(4);
    if (version < 2 || version > 4) return std::nullopt;
    GitIndex out;
    std::string name;
    for (std::uint32_t i = 0; in.good && i < count; ++i) {
        (void)in.take(kStatBytes + id_size);
        const std::uint32_t flags = in.number(2);
        const bool extended = version >= 3 && (flags & kExtended) != 0;
        const std::uint32_t more = extended ? in.number(2) : 0;
        read_name(in, version, kStatBytes + id_size + (extended ? 4 : 2), name);
        if ((flags & kAssumeUnchanged) == 0 && (more & kSkipWorktree) == 0) continue;
        out.unseen.push_back(name.empty() ? "?" + std::to_string(i) : name);
    }
    if (!read_extensions(in, id_size, out)) return std::nullopt;
    return out;
}

}  // namespace

std::optional<GitIndex> parse_git_index(std::string_view bytes) {
    // Object ids have 20 bytes, or 32 with SHA-256. Only the right size leads to the end of the file.
    auto out = parse_with(bytes, 20);
    return out ? out : parse_with(bytes, 32);
}

std::optional<std::string> unseen_paths(int base, const std::string& path) {
    std::vector<std::string> unseen;
    std::string file = "index";
    for (int part = 0; part < 2 && !file.empty(); ++part) {
        const auto bytes = read_at(base, (path + '/' + file).c_str(), kMaxIndex);
        auto index = bytes ? parse_git_index(*bytes) : std::nullopt;
        if (!index) return std::nullopt;
        unseen.insert(unseen.end(), index->unseen.begin(), index->unseen.end());
        file = std::move(index->shared);
        if (file.find_first_not_of('0', file.find('.') + 1) == std::string::npos) file.clear();  // shares with none
    }
    std::ranges::sort(unseen);
    unseen.erase(std::unique(unseen.begin(), unseen.end()), unseen.end());
    std::string out;
    for (const std::string& one : unseen) out.append(one).push_back('\0');
    return out;
}

}  // namespace postern::scrub
