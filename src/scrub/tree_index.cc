#include "scrub/tree_index.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/io.h"
#include "scrub/safe_files.h"
#include "scrub/tree_codec.h"

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

constexpr std::string_view kNearSuffix = ".near", kStaleSuffix = ".stale", kPiecesSuffix = ".pieces";
constexpr const char* kRoots = "roots";
constexpr std::size_t kMaxBytes = 512U << 20U;
constexpr auto kPatience = std::chrono::seconds(10);

// Returns the texts of a file, each with a NUL behind it; none if there is no such file.
Result<std::vector<std::string>> read_list(const std::string& file) {
    std::vector<std::string> texts;
    const auto path = AbsPath::parse(file);
    if (!path) return tl::unexpected(path.error());
    const auto read = read_file_if_there(*path, kMaxBytes);
    if (!read) return tl::unexpected(read.error());
    const std::string all = read->value_or("");
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = std::min(all.find('\0', at), all.size());
        texts.push_back(all.substr(at, end - at));
        at = end + 1;
    }
    return texts;
}

bool may_exist(const std::string& file) {
    return ::access(file.c_str(), F_OK) == 0 || errno != ENOENT;
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

Result<UniqueFd> TreeStore::lock() const {
    const auto path = AbsPath::parse(directory_);
    if (!path) return tl::unexpected(path.error());
    if (Status made = make_directories(*path, 0700); !made) return tl::unexpected(std::move(made.error()));
    return lock_at(AT_FDCWD, file_ + ".lock", kPatience);
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
    return bytes ? decode_pieces(*bytes) : std::nullopt;
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
    return may_exist(file_ + std::string(kStaleSuffix));
}

Status TreeStore::mark_overlapping_stale() const {
    const auto roots = listed_roots(state_home_);
    if (!roots) return tl::unexpected(roots.error());
    for (const AbsPath& other : *roots) {
        if (other == root_ || (!other.contains(root_) && !root_.contains(other))) continue;
        const TreeStore store(state_home_, other);
        if (store.exists()) store.mark_stale();
    }
    return {};
}

Result<std::vector<AbsPath>> listed_roots(const AbsPath& state_home) {
    std::vector<AbsPath> out;
    const auto texts = read_list(state_home.text() + "/trees/" + kRoots);
    if (!texts) return tl::unexpected(texts.error());
    for (const std::string& text : *texts) {
        if (auto path = AbsPath::parse(text)) out.push_back(std::move(*path));
    }
    return out;
}

Result<std::vector<std::string>> TreeStore::near() const {
    return read_list(file_ + std::string(kNearSuffix));
}

void TreeStore::forget() const {
    (void)::unlink(file_.c_str());
    (void)::unlink((file_ + std::string(kNearSuffix)).c_str());
    (void)::unlink((file_ + std::string(kPiecesSuffix)).c_str());
}

}  // namespace postern::scrub
