#include "scrub/tree_index.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/io.h"
#include "scrub/safe_files.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <unordered_set>
#include <utility>

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace postern::scrub {
namespace {

constexpr std::string_view kMagic = "postern tree 4\n";
constexpr std::string_view kPiecesMagic = "postern pieces 1\n";
constexpr std::size_t kHash = 16;
constexpr std::string_view kNearSuffix = ".near", kStaleSuffix = ".stale", kPiecesSuffix = ".pieces";
constexpr const char* kRoots = "roots";
constexpr std::size_t kMaxBytes = 512U << 20U;
constexpr auto kPatience = std::chrono::seconds(10);

// Returns the texts of a file, each with a NUL behind it; none if there is no such file.
std::vector<std::string> read_list(const std::string& file) {
    std::vector<std::string> texts;
    const auto all = read_at(AT_FDCWD, file.c_str(), kMaxBytes);
    for (std::size_t at = 0; all && at < all->size();) {
        const std::size_t end = std::min(all->find('\0', at), all->size());
        texts.push_back(all->substr(at, end - at));
        at = end + 1;
    }
    return texts;
}

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

namespace {

// Lists the pieces of all directories that are there. A directory in place of a piece is left out: it matters only
// with names that come into being in it.
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

// Leaves no content in the store that the tree does not name.
void keep_contents(const Contents& contents, const Tree& tree) {
    std::unordered_set<std::string> named;
    bool added = false;
    for (const Directory& directory : tree.directories) {
        for (const Piece& piece : directory.pieces) {
            named.insert(piece.hash);
            if (piece.content) added = contents.keep(piece.hash, *piece.content) || added;
        }
    }
    if (added) contents.forget_all_but(named);
}

}  // namespace

std::string near_repositories(const Tree& tree) {
    std::string out;
    if (tree.directories.empty()) return out;
    std::size_t found = 0;
    std::vector<std::pair<std::uint32_t, std::string>> level{{0, ""}};
    while (!level.empty() && found < kMaxNear) {
        std::vector<std::pair<std::uint32_t, std::string>> next;
        for (const auto& [index, path] : level) {
            for (const std::uint32_t child : tree.directories[index].children) {
                const Directory& directory = tree.directories[child];
                std::string below = path + directory.name;
                if (directory.role == Role::git) {
                    if (found++ < kMaxNear) out.append(below).push_back('\0');
                } else {
                    next.emplace_back(child, below + '/');
                }
            }
        }
        level = std::move(next);
    }
    return out;
}

TreeStore::TreeStore(const AbsPath& state_home, const AbsPath& root)
    : state_home_(state_home),
      root_(root),
      directory_(state_home.text() + "/trees"),
      file_(directory_ + '/' + content_hash(root.text()).substr(0, 32)),
      contents_(file_ + ".contents") {}

UniqueFd TreeStore::lock() const {
    const auto path = AbsPath::parse(directory_);
    if (!path || !make_directories(*path, 0700)) return {};
    auto lock = lock_at(AT_FDCWD, file_ + ".lock", kPatience);
    return lock ? std::move(*lock) : UniqueFd{};
}

bool TreeStore::exists() const {
    // The small file says which release wrote both: an index of another format counts as none.
    const UniqueFd fd(::open((file_ + std::string(kPiecesSuffix)).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    std::array<char, kPiecesMagic.size()> begin{};
    return fd && ::read(fd.get(), begin.data(), begin.size()) == static_cast<ssize_t>(begin.size()) &&
           std::string_view(begin.data(), begin.size()) == kPiecesMagic && ::access(file_.c_str(), F_OK) == 0;
}

std::optional<std::vector<PieceAt>> TreeStore::pieces() const {
    const auto bytes = read_at(AT_FDCWD, (file_ + std::string(kPiecesSuffix)).c_str(), kMaxBytes);
    const auto body = bytes ? body_of(*bytes, kPiecesMagic) : std::nullopt;
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

Result<Tree> TreeStore::load() const {
    const auto path = AbsPath::parse(file_);
    if (!path) return tl::unexpected(path.error());
    const auto bytes = read_file_if_there(*path, kMaxBytes);
    if (!bytes) return tl::unexpected(bytes.error());
    return *bytes ? decode(**bytes).value_or(Tree{}) : Tree{};
}

// The index is not flushed to disk: one that a power cut has torn is built anew.
Status TreeStore::save(const Tree& tree) const {
    const auto path = AbsPath::parse(directory_);
    if (!path) return tl::unexpected(path.error());
    if (auto made = make_directories(*path, 0700); !made) return made;
    const UniqueFd fd(::open(directory_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!fd) return fail(Errc::io, describe_errno("cannot open", errno), directory_);
    const std::string name = file_.substr(directory_.size() + 1);
    if (!exists()) {
        if (auto listed = list_root(fd.get()); !listed) return listed;
    }
    const std::string temporary = name + ".new";
    (void)::unlinkat(fd.get(), temporary.c_str(), 0);  // left by a process that was killed
    (void)replace_at(fd.get(), name + std::string(kNearSuffix), near_repositories(tree), 0600, Flush::none,
                     temporary);  // only a shortcut
    keep_contents(contents_, tree);
    // Without its list of pieces an index counts as none, so the old list goes first and the new one comes last.
    const std::string pieces = name + std::string(kPiecesSuffix);
    (void)::unlinkat(fd.get(), pieces.c_str(), 0);
    if (auto written = replace_at(fd.get(), name, encode(tree), 0600, Flush::none, temporary); !written) return written;
    return replace_at(fd.get(), pieces, encode_pieces(tree), 0600, Flush::none, temporary);
}

// Adds the root to the list of all roots, in one write. A root that is listed twice does no harm.
Status TreeStore::list_root(int directory) const {
    const UniqueFd fd(::openat(directory, kRoots, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600));
    const std::string entry = root_.text() + '\0';
    if (fd && ::write(fd.get(), entry.data(), entry.size()) == static_cast<ssize_t>(entry.size())) return {};
    return fail(Errc::io, describe_errno("cannot write the list of roots", errno), directory_);
}

void TreeStore::mark_stale() const {
    const UniqueFd fd(
        ::open((file_ + std::string(kStaleSuffix)).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!fd) forget();
}

void TreeStore::clear_stale() const {
    (void)::unlink((file_ + std::string(kStaleSuffix)).c_str());
}

std::uint64_t TreeStore::version() const {
    return identity_of(AT_FDCWD, file_.c_str()) + identity_of(AT_FDCWD, (file_ + std::string(kStaleSuffix)).c_str());
}

bool TreeStore::is_stale() const {
    return ::access((file_ + std::string(kStaleSuffix)).c_str(), F_OK) == 0;
}

void TreeStore::mark_overlapping_stale() const {
    for (const AbsPath& other : listed_roots(state_home_)) {
        if (other == root_ || (!other.contains(root_) && !root_.contains(other))) continue;
        const TreeStore store(state_home_, other);
        if (store.exists()) store.mark_stale();
    }
}

std::vector<AbsPath> listed_roots(const AbsPath& state_home) {
    std::vector<AbsPath> out;
    for (const std::string& text : read_list(state_home.text() + "/trees/" + kRoots)) {
        if (auto path = AbsPath::parse(text)) out.push_back(std::move(*path));
    }
    return out;
}

std::vector<std::string> TreeStore::near() const {
    return read_list(file_ + std::string(kNearSuffix));
}

void TreeStore::forget() const {
    (void)::unlink(file_.c_str());
    (void)::unlink((file_ + std::string(kNearSuffix)).c_str());
    (void)::unlink((file_ + std::string(kPiecesSuffix)).c_str());
}

}  // namespace postern::scrub
