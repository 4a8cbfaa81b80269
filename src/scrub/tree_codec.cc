#include "scrub/tree_codec.h"

#include "base/hash.h"

#include <utility>

#include <sys/stat.h>

namespace postern::scrub {
namespace {

constexpr std::string_view kMagic = "postern tree 4\n";
constexpr std::size_t kHash = 16;

class Writer {
public:
    void number(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7U) out_ += static_cast<char>(0x80U | (value & 0x7fU));
        out_ += static_cast<char>(value);
    }
    void text(std::string_view value) {
        number(value.size());
        out_ += value;
    }
    void add(const Piece& piece) {
        text(piece.name);
        number(piece.ino);
        number(piece.size);
        number(static_cast<std::uint64_t>(piece.changed));
        number(piece.mode);
        number(piece.links);
        text(piece.target);
        text(piece.hash);
    }
    // Returns all bytes with their hash behind them.
    std::string finished() && {
        out_ += hash_bytes(out_, kHash);
        return std::move(out_);
    }
    std::string out_;
};

// Returns what is between the magic word and the hash, or nullopt if either is wrong.
std::optional<std::string_view> body_of(std::string_view bytes, std::string_view magic) {
    if (bytes.size() < magic.size() + kHash || !bytes.starts_with(magic)) return std::nullopt;
    const std::string_view body = bytes.substr(0, bytes.size() - kHash);
    if (bytes.substr(body.size()) != hash_bytes(body, kHash)) return std::nullopt;
    return body.substr(magic.size());
}

// Reads numbers and texts. After the first that cannot be read all others are empty, and `good` is false.
class Cursor {
public:
    explicit Cursor(std::string_view bytes) : rest_(bytes) {}

    std::uint64_t number() {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            if (rest_.empty()) break;
            const auto byte = static_cast<unsigned char>(rest_.front());
            rest_.remove_prefix(1);
            value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
            if (byte < 0x80) return value;
        }
        good = false;
        return 0;
    }
    std::string text() {
        const std::uint64_t size = number();
        if (size > rest_.size()) good = false;
        if (!good) return {};
        std::string out(rest_.substr(0, size));
        rest_.remove_prefix(size);
        return out;
    }
    // Reads the number of things that follow, which take at least `least` bytes each.
    std::size_t count(std::size_t least) {
        const std::uint64_t value = number();
        if (value > rest_.size() / least) good = false;
        return good ? value : 0;
    }
    [[nodiscard]] bool done() const noexcept { return good && rest_.empty(); }
    bool good = true;

private:
    std::string_view rest_;
};

Piece read_piece(Cursor& in) {
    Piece piece;
    piece.name = in.text();
    piece.ino = in.number();
    piece.size = in.number();
    piece.changed = static_cast<std::int64_t>(in.number());
    piece.mode = static_cast<std::uint32_t>(in.number());
    piece.links = static_cast<std::uint32_t>(in.number());
    piece.target = in.text();
    piece.hash = in.text();
    return piece;
}

Directory read_directory(Cursor& in, std::size_t self, std::size_t total, std::vector<bool>& owned) {
    Directory out;
    out.name = in.text();
    out.ino = in.number();
    out.dev = in.number();
    out.changed = static_cast<std::int64_t>(in.number());
    out.since = static_cast<std::int64_t>(in.number());
    const std::uint64_t role = in.number();
    if (role > static_cast<std::uint64_t>(Role::worktrees)) in.good = false;
    out.role = static_cast<Role>(in.good ? role : 0);
    out.made = in.number() != 0;
    out.children.resize(in.count(1));
    for (std::uint32_t& child : out.children) {
        const std::uint64_t offset = in.number();
        // A child comes later than its parent and has one only, so there is no circle.
        const std::uint64_t id = self + offset;
        if (!in.good || offset == 0 || offset > total || id >= total || owned[id]) {
            in.good = false;
            return out;
        }
        owned[id] = true;
        child = static_cast<std::uint32_t>(id);
    }
    const std::size_t pieces = in.count(8);
    out.pieces.reserve(pieces);
    for (std::size_t i = 0; i < pieces && in.good; ++i) out.pieces.push_back(read_piece(in));
    return out;
}

// Numbers the directories anew from the root downwards, leaving out those that nothing leads to.
std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> order_of(const Tree& tree) {
    std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> out;
    if (tree.directories.empty()) return out;
    out.push_back({0, {}});
    for (std::size_t i = 0; i < out.size(); ++i) {
        for (const std::uint32_t child : tree.directories[out[i].first].children) {
            out[i].second.push_back(static_cast<std::uint32_t>(out.size() - i));
            out.push_back({child, {}});
        }
    }
    return out;
}

}  // namespace

std::string encode(const Tree& tree) {
    Writer out{std::string(kMagic)};
    const auto order = order_of(tree);
    out.number(static_cast<std::uint64_t>(tree.walked));
    out.number(order.size());
    for (const auto& [id, offsets] : order) {
        const Directory& directory = tree.directories[id];
        out.text(directory.name);
        out.number(directory.ino);
        out.number(directory.dev);
        out.number(static_cast<std::uint64_t>(directory.changed));
        out.number(static_cast<std::uint64_t>(directory.since));
        out.number(static_cast<std::uint64_t>(directory.role));
        out.number(directory.made ? 1 : 0);
        out.number(offsets.size());
        for (const std::uint32_t offset : offsets) out.number(offset);
        out.number(directory.pieces.size());
        for (const Piece& piece : directory.pieces) out.add(piece);
    }
    out.number(tree.unsettled.size());
    for (const std::string& path : tree.unsettled) out.text(path);
    return std::move(out).finished();
}

std::optional<Tree> decode(std::string_view bytes) {
    const auto body = body_of(bytes, kMagic);
    if (!body) return std::nullopt;
    Cursor in(*body);
    Tree tree;
    tree.walked = static_cast<std::int64_t>(in.number());
    const std::size_t total = in.count(9);
    if (total > kMaxDirectories) return std::nullopt;
    tree.directories.reserve(total);
    std::vector<bool> owned(total);
    for (std::size_t i = 0; i < total && in.good; ++i) {
        tree.directories.push_back(read_directory(in, i, total, owned));
    }
    const std::size_t unsettled = in.count(1);
    for (std::size_t i = 0; i < unsettled && in.good; ++i) tree.unsettled.push_back(in.text());
    if (!in.done()) return std::nullopt;
    return tree;
}

std::string encode_pieces(const Tree& tree) {
    Writer out{std::string(kPiecesMagic)};
    out.number(tree.unsettled.size());
    std::vector<std::pair<std::uint32_t, std::string>> pending;
    if (!tree.directories.empty()) pending.emplace_back(0, "");
    while (!pending.empty()) {
        const auto [id, path] = std::move(pending.back());
        pending.pop_back();
        const Directory& directory = tree.directories[id];
        for (const std::uint32_t child : directory.children) {
            if (tree.directories[child].ino != 0)
                pending.emplace_back(child, path + tree.directories[child].name + '/');
        }
        for (const Piece& piece : directory.pieces) {
            if (S_ISDIR(piece.mode)) continue;
            out.text(path);
            out.add(piece);
        }
    }
    return std::move(out).finished();
}

std::optional<std::vector<PieceAt>> decode_pieces(std::string_view bytes) {
    const auto body = body_of(bytes, kPiecesMagic);
    if (!body) return std::nullopt;
    Cursor in(*body);
    if (in.number() != 0) return std::nullopt;
    std::vector<PieceAt> out;
    while (in.good && !in.done()) {
        std::string directory = in.text();
        Piece piece = read_piece(in);
        directory += piece.name;
        out.push_back({std::move(directory), std::move(piece)});
    }
    if (!in.good) return std::nullopt;
    return out;
}

}  // namespace postern::scrub
