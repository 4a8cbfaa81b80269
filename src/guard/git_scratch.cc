#include "guard/git_scratch.h"

#include "base/file.h"
#include "base/io.h"
#include "base/unique_fd.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>

namespace postern::guard {
namespace {

namespace fs = std::filesystem;

constexpr auto kLongest = std::chrono::hours(1);  // no computation takes as long
constexpr mode_t kPrivate = 0700;

Status write_file(const std::string& path, std::string_view content) {
    const UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!fd || !write_all(fd.get(), content)) return fail(Errc::io, describe_errno("cannot write", errno), path);
    return {};
}

void remove_leftovers(const AbsPath& parent) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(parent.text(), error)) {
        const auto changed = entry.last_write_time(error);
        if (!error && fs::file_time_type::clock::now() - changed > kLongest) fs::remove_all(entry.path(), error);
    }
}

// Quotes a path as fast-import reads it.
std::string for_import(std::string_view path) {
    std::string out = "\"";
    for (const char c : path) {
        if (c == '\n') {
            out += "\\n";
            continue;
        }
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

}  // namespace

Result<GitScratch> GitScratch::make(const HostGit& git, const AbsPath& parent) {
    if (Status made = make_directories(parent, kPrivate); !made) return tl::unexpected(made.error());
    remove_leftovers(parent);
    std::string name = parent.text() + "/XXXXXX";
    if (::mkdtemp(name.data()) == nullptr)
        return fail(Errc::io, describe_errno("cannot make a directory", errno), name);
    const auto directory = AbsPath::parse(name);
    if (!directory) return tl::unexpected(directory.error());
    const auto top = AbsPath::resolve(*directory, "tree"), own = AbsPath::resolve(*directory, "git");
    if (!top || !own) return fail(Errc::invalid, "no path", name);
    GitScratch out(*directory, git.elsewhere({*top, *own, *own}));
    for (const char* each : {"/tree", "/git", "/git/objects", "/git/refs"}) {
        if (::mkdir((name + each).c_str(), kPrivate) != 0)
            return fail(Errc::io, describe_errno("cannot make a directory", errno), name + each);
    }
    if (Status head = write_file(name + "/git/HEAD", "ref: refs/heads/none\n"); !head)
        return tl::unexpected(head.error());
    return out;
}

GitScratch::GitScratch(GitScratch&& other) noexcept
    : directory_(std::exchange(other.directory_, AbsPath::root())), git_(std::move(other.git_)) {}

GitScratch::~GitScratch() {
    std::error_code error;
    if (directory_ != AbsPath::root()) fs::remove_all(directory_.text(), error);
}

Status GitScratch::put(std::string_view name, std::string_view content) const {
    return write_file(git_.tree().top.text() + '/' + std::string(name), content);
}

bool GitScratch::make_directory(const std::string& path) const {
    const auto directory = AbsPath::resolve(git_.tree().top, path);
    return directory && git_.tree().top.contains(*directory) && make_directories(*directory, kPrivate);
}

bool GitScratch::make_branches(const std::vector<Branch>& branches) const {
    std::string stream = "feature done\n";
    for (const Branch& branch : branches) {
        stream += "commit refs/heads/" + branch.name + "\ncommitter x <x> 0 +0000\ndata 0\n";
        if (!branch.parent.empty()) stream += "from refs/heads/" + branch.parent + '\n';
        for (const auto& [path, file] : branch.files) {
            stream += "M " + file.mode + " inline " + for_import(path) + "\ndata " +
                      std::to_string(file.content.size()) + '\n' + file.content + '\n';
        }
        stream += '\n';
    }
    stream += "done\n";
    // Objects stay in their pack, because git would start another program to unpack them.
    return git_.output({"-c", "fastimport.unpackLimit=0", "fast-import", "--quiet", "--force"}, stream).has_value();
}

}  // namespace postern::guard
