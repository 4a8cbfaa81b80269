// Reads the memory and finds the files of another process while it waits for us. Nothing that is read is trusted.
#pragma once

#include "base/result.h"
#include "base/unique_fd.h"

#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>

namespace postern::guard {

// Returns whether an error is temporary and says nothing about the file: out of descriptors or memory, or renames that
// do not end.
[[nodiscard]] bool is_transient(int error) noexcept;

// Directories that are opened once for all processes of a sandbox.
struct SharedDirectories {
    // The root of the first process that was examined. All others have the same: chroot, pivot_root, setns and mounts
    // are refused inside, whatever the settings.
    UniqueFd root{};
    UniqueFd own_descriptors{};  // our own "/proc/self/fd"
};

// Opens the directories that are not open yet, by way of a process that waits for us. Returns false if that process no
// longer waits, or cannot be examined.
[[nodiscard]] bool complete(SharedDirectories& shared, std::uint32_t pid, const std::function<bool()>& waits);

// A file as the process would find it: from its own root, working directory and descriptors.
struct FoundFile {
    UniqueFd fd{};       // open for reading, or else O_PATH
    int unreadable = 0;  // errno if it cannot be read
    std::string path{};  // with links resolved
    struct stat st {};
    int error = 0;  // errno that the process would get
};

struct FileContent {
    std::string text{};
    int error = 0;  // EISDIR for a directory, EFBIG for more than was wanted, EINVAL for what is no regular file
};

// One examination of a process. Memory that was read once is not read again.
class Process {
public:
    Process(std::uint32_t pid, const SharedDirectories& shared) : pid_(pid), shared_(shared) {}

    // Reads the pages around these addresses with one system call. A page that cannot be read is no error here: the
    // function that needs it fails.
    void prefetch(std::initializer_list<std::uint64_t> addresses) const;
    // Returns nullopt if the text cannot be read, or is longer than `most`.
    [[nodiscard]] std::optional<std::string> text_at(std::uint64_t address, std::size_t most) const;
    // Reads a list of texts that ends with a null pointer, as execve takes it.
    [[nodiscard]] std::optional<std::vector<std::string>> texts_at(std::uint64_t address) const;

    // Returns the content of a regular file as the process would find it.
    [[nodiscard]] FileContent content(const std::string& path, std::size_t most) const;

    // Returns whether the path is the root directory of the process.
    [[nodiscard]] bool is_root(const std::string& path) const;

    // Returns the path with links resolved, or nullopt if it is not a directory.
    [[nodiscard]] std::optional<std::string> directory_at(int directory, const std::string& path) const;

    // Opens any kind of file as the process would find it, with O_PATH.
    [[nodiscard]] UniqueFd open_as_path(const std::string& path) const { return open_as_path(AT_FDCWD, path); }
    [[nodiscard]] UniqueFd open_as_path(int directory, const std::string& path) const;
    // Returns the path of a file that was opened so, or nullopt if it has none.
    [[nodiscard]] std::optional<std::string> name_of(int fd) const;

    // Opens a directory as a path only, as the process would find it. Empty if it is none.
    [[nodiscard]] UniqueFd open_directory(int directory, const std::string& path) const;

    // `directory` is a descriptor of the process, or AT_FDCWD. `flags` are those of execveat.
    [[nodiscard]] FoundFile find(int directory, const std::string& path, int flags) const;

private:
    static constexpr std::size_t kPage = 4096;    // mappings consist of whole pages
    static constexpr std::uint64_t kNowhere = 1;  // not the beginning of any page
    struct Page {
        std::uint64_t begin = kNowhere;
        std::array<char, kPage> bytes;
    };
    // Returns the bytes from `address` to the end of its page. Empty if they cannot be read.
    [[nodiscard]] std::string_view rest_of_page(std::uint64_t address) const;
    [[nodiscard]] bool read(std::uint64_t address, void* into, std::size_t size) const;
    [[nodiscard]] Page& oldest_page() const;
    [[nodiscard]] std::string own(std::string_view what) const;  // "/proc/PID/what"
    // `flags` are those of execveat, `how` those of open.
    [[nodiscard]] UniqueFd open(int directory, const std::string& path, int flags, int how) const;

    std::uint32_t pid_;
    const SharedDirectories& shared_;
    // Pages read last. The arguments of a program lie close together, so a few are enough.
    mutable std::vector<Page> pages_{};
    mutable std::size_t next_page_ = 0;
};

}  // namespace postern::guard
