// Another process, looked at while it waits for us: its memory and the files it means. Nothing here trusts what it reads.
#pragma once

#include "base/result.h"
#include "base/unique_fd.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::guard {

// A file as the process would find it: through its own root, its own directory, its own descriptors.
struct FoundFile {
    UniqueFd fd{};       // O_PATH
    std::string path{};  // where it is, links followed
    int error = 0;       // what the process would be told instead
};

class Process {
public:
    explicit Process(std::uint32_t pid) : pid_(pid) {}

    // Nothing if it cannot be read, or is longer than the bound.
    [[nodiscard]] std::optional<std::string> text_at(std::uint64_t address, std::size_t most) const;
    // A list of texts that ends with a null pointer, as execve takes it.
    [[nodiscard]] std::optional<std::vector<std::string>> texts_at(std::uint64_t address) const;

    template <class Value>
    [[nodiscard]] std::optional<Value> value_at(std::uint64_t address) const {
        Value value{};
        if (read(address, &value, sizeof value) != sizeof value) return std::nullopt;
        return value;
    }

    // Of a regular file as the process would find it; nothing if it cannot be read, or is larger.
    [[nodiscard]] std::optional<std::string> content(const std::string& path, std::size_t most) const;

    // Where a directory is, links followed. Nothing if it is none.
    [[nodiscard]] std::optional<std::string> directory_at(int directory, const std::string& path) const;

    // `directory`: a descriptor of the process, or AT_FDCWD. `flags`: of execveat.
    [[nodiscard]] FoundFile find(int directory, const std::string& path, int flags) const;

private:
    [[nodiscard]] std::size_t read(std::uint64_t address, void* into, std::size_t size) const;
    [[nodiscard]] std::string own(std::string_view what) const;  // "/proc/PID/what"
    [[nodiscard]] UniqueFd open(int directory, const std::string& path, int flags) const;

    std::uint32_t pid_;
};

}  // namespace postern::guard
