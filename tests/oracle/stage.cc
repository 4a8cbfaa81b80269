#include "stage.h"

#include "generator.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

namespace postern::oracle {

namespace {

// Wrappers that run other programs, and a few that only print. Nothing here can remove or change a file by its name.
constexpr std::string_view kTools[] = {"env", "nice", "nohup",  "timeout", "xargs",  "find", "sh",   "bash", "dash",
                                       "cat", "echo", "setsid", "stdbuf",  "printf", "seq",  "true", "false"};
constexpr std::string_view kToolDirectories[] = {"/usr/bin/", "/bin/", "/usr/local/bin/"};

std::string find_tool(std::string_view name) {
    for (const std::string_view directory : kToolDirectories) {
        const std::string path = std::string(directory) + std::string(name);
        if (::access(path.c_str(), X_OK) == 0) return path;
    }
    return {};
}

}  // namespace

Stage::Stage(const std::string& recorder, std::size_t booths) {
    std::string root = (std::filesystem::temp_directory_path() / "postern-oracle-XXXXXX").string();
    if (::mkdtemp(root.data()) == nullptr) {
        fail(root);
        return;
    }
    root_ = root;
    if (::chmod(root_.c_str(), 0711) != 0) fail(root_);
    if (!link_tools()) return;
    for (std::size_t i = 0; i < booths; ++i) {
        if (!add_booth(recorder, i)) return;
    }
}

Stage::~Stage() {
    std::error_code ignored;
    if (!root_.empty()) std::filesystem::remove_all(root_, ignored);
}

bool Stage::fail(const std::string& what) {
    error_ = what + ": " + std::strerror(errno);
    return false;
}

bool Stage::link_tools() {
    tools_ = root_ + "/tools";
    if (::mkdir(tools_.c_str(), 0755) != 0) return fail(tools_);
    for (const std::string_view name : kTools) {
        const std::string target = find_tool(name);
        const std::string link = tools_ + "/" + std::string(name);
        if (target.empty()) {
            error_ = std::string(name) + " is not installed";
            return false;
        }
        if (::symlink(target.c_str(), link.c_str()) != 0) return fail(link);
        if (name == "bash") bash_ = target;
    }
    return true;
}

bool Stage::add_booth(const std::string& recorder, std::size_t number) {
    const std::string base = root_ + "/" + std::to_string(number);
    Booth booth{.stubs = base + "/bin",
                .log = base + "/bin/log",
                .work = base + "/work",
                .script = base + "/script",
                .path = {}};
    booth.path = booth.stubs + ":" + tools_;
    for (const std::string& directory : {base, booth.stubs, booth.work}) {
        if (::mkdir(directory.c_str(), 0755) != 0) return fail(directory);
    }
    const std::string first = booth.stubs + "/p0";
    std::error_code error;
    std::filesystem::copy_file(recorder, first, error);
    if (error) {
        error_ = recorder + ": " + error.message();
        return false;
    }
    if (::chmod(first.c_str(), 0755) != 0) return fail(first);
    for (int i = 1; i < kLeafCount; ++i) {
        const std::string name = booth.stubs + "/p" + std::to_string(i);
        if (::link(first.c_str(), name.c_str()) != 0) return fail(name);
    }
    for (const std::string& file : {booth.log, booth.script}) {
        const int fd = ::open(file.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
        if (fd < 0) return fail(file);
        (void)::close(fd);
    }
    if (::geteuid() == 0) {
        for (const std::string& owned : {booth.log, booth.script, booth.work}) {
            if (::chown(owned.c_str(), kNobody, kNobody) != 0) return fail(owned);
        }
    }
    booths_.push_back(std::move(booth));
    return true;
}

}  // namespace postern::oracle
