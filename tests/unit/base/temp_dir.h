// A temporary directory, removed when the test ends.
#pragma once

#include "base/abs_path.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <cstdlib>

#include <sys/stat.h>

namespace postern::test {

class TempDir {
public:
    TempDir() {
        ::umask(022);  // modes that tests expect are those of this umask, whatever the caller's is
        std::string name = std::filesystem::temp_directory_path().string() + "/postern-test.XXXXXX";
        if (::mkdtemp(name.data()) == nullptr) std::abort();
        path_ = std::filesystem::canonical(name).string();
    }
    ~TempDir() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TempDir(const TempDir&) = delete;
    TempDir& operator=(const TempDir&) = delete;

    [[nodiscard]] AbsPath at(std::string_view name = "") const {
        return *AbsPath::resolve(*AbsPath::parse(path_), name);
    }
    // Makes missing parent directories, private to the owner.
    AbsPath write(std::string_view name, std::string_view bytes, mode_t mode = 0644) const {
        const AbsPath path = at(name);
        std::filesystem::create_directories(path.parent().text());
        std::ofstream(path.text(), std::ios::binary) << bytes;
        chmod(name, mode);
        return path;
    }
    void chmod(std::string_view name, mode_t mode) const { ASSERT_EQ(::chmod(at(name).text().c_str(), mode), 0); }
    [[nodiscard]] std::string read(std::string_view name) const {
        std::ifstream in(at(name).text(), std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

private:
    std::string path_;
};

}  // namespace postern::test
