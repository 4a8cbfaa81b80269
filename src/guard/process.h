// Another process, looked at while it waits for us: its memory and the files it means. Nothing here trusts what it reads.
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

#include <sys/stat.h>

namespace postern::guard {

// Did a look fail for a reason that says nothing about what was looked at: no descriptors, no memory, no end of renaming?
[[nodiscard]] bool says_nothing(int error) noexcept;

// Opened once for all processes of a sandbox.
struct SharedDirectories {
    // Of the first process that was looked at, and of every other: chroot, pivot_root, setns and mounts are refused
    // inside, whatever the settings.
    UniqueFd root{};
    UniqueFd own_descriptors{};  // "/proc/self/fd", ours
};

// Opens what is not open yet, by way of a process that waits for us. False: it does not, or cannot be looked at.
[[nodiscard]] bool complete(SharedDirectories& shared, std::uint32_t pid, const std::function<bool()>& waits);

// A file as the process would find it: through its own root, its own directory, its own descriptors.
struct FoundFile {
    UniqueFd fd{};       // to read it, or else O_PATH
    int unreadable = 0;  // why, if it cannot be read
    std::string path{};  // where it is, links followed
    struct stat st {};
    int error = 0;  // what the process would be told instead
};

// For one look: memory that was read once is not read again.
class Process {
public:
    Process(std::uint32_t pid, const SharedDirectories& shared) : pid_(pid), shared_(shared) {}

    // Reads what is around these addresses with one call instead of one each. What cannot be read is found out later.
    void look_ahead(std::initializer_list<std::uint64_t> addresses) const;
    // Nothing if it cannot be read, or is longer than the bound.
    [[nodiscard]] std::optional<std::string> text_at(std::uint64_t address, std::size_t most) const;
    // A list of texts that ends with a null pointer, as execve takes it.
    [[nodiscard]] std::optional<std::vector<std::string>> texts_at(std::uint64_t address) const;

    template <class Value>
    [[nodiscard]] std::optional<Value> value_at(std::uint64_t address) const {
        Value value{};
        if (!read(address, &value, sizeof value)) return std::nullopt;
        return value;
    }

    // Of a regular file as the process would find it; nothing if it cannot be read, or is larger.
    [[nodiscard]] std::optional<std::string> content(const std::string& path, std::size_t most) const;

    // Where a directory is, links followed. Nothing if it is none.
    [[nodiscard]] std::optional<std::string> directory_at(int directory, const std::string& path) const;

    // `directory`: a descriptor of the process, or AT_FDCWD. `flags`: of execveat.
    [[nodiscard]] FoundFile find(int directory, const std::string& path, int flags) const;

private:
    static constexpr std::size_t kPage = 4096;    // no mapping has a part of one
    static constexpr std::uint64_t kNowhere = 1;  // no page begins there
    struct Page {
        std::uint64_t begin = kNowhere;
        std::array<char, kPage> bytes;
    };
    // From `address` to the end of its page. Empty if it cannot be read.
    [[nodiscard]] std::string_view rest_of_page(std::uint64_t address) const;
    [[nodiscard]] bool read(std::uint64_t address, void* into, std::size_t size) const;
    [[nodiscard]] Page& oldest_page() const;
    [[nodiscard]] std::string own(std::string_view what) const;  // "/proc/PID/what"
    // `flags`: of execveat; `how`: of open.
    [[nodiscard]] UniqueFd open(int directory, const std::string& path, int flags, int how) const;

    std::uint32_t pid_;
    const SharedDirectories& shared_;
    // What was read last: the words of a program lie close together.
    mutable std::vector<Page> pages_{};
    mutable std::size_t next_page_ = 0;
};

}  // namespace postern::guard
