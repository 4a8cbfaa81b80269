#include "stage.h"

#include "generator.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace postern::oracle {

namespace {

// Wrappers that run other programs, and a few programs that only print. None of them can remove or change a file by its
// name.
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

// Returns a directory to work in. Not /tmp if there is another: commands under Postern have a /tmp of their own.
std::filesystem::path room() {
    const char* home = ::getenv("HOME");
    for (const char* place : {"/srv", home != nullptr ? home : "/"}) {
        if (::access(place, W_OK | X_OK) == 0) return place;
    }
    return std::filesystem::temp_directory_path();
}

}  // namespace

Stage::Stage(const std::string& recorder, Kind kind, std::size_t booths) {
    std::string root = (room() / "postern-oracle-XXXXXX").string();
    if (::mkdtemp(root.data()) == nullptr) {
        fail(root);
        return;
    }
    root_ = root;
    if (::chmod(root_.c_str(), 0711) != 0) fail(root_);
    tools_ = root_ + "/tools";
    if (::mkdir(tools_.c_str(), 0755) != 0) fail(tools_);
    for (const std::string_view name : kTools) {
        if (!error_.empty() || !link_tool(name)) return;
    }
    // Postern looks for bwrap in PATH; no script mentions it.
    if (kind == Kind::guarded && !link_tool("bwrap")) return;
    for (std::size_t i = 0; i < booths; ++i) {
        if (!add_booth(recorder, kind, i)) return;
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

bool Stage::link_tool(std::string_view name) {
    const std::string target = find_tool(name);
    const std::string link = tools_ + "/" + std::string(name);
    if (target.empty()) {
        error_ = std::string(name) + " is not installed";
        return false;
    }
    if (::symlink(target.c_str(), link.c_str()) != 0) return fail(link);
    if (name == "bash") bash_ = target;
    return true;
}

bool Stage::add_stubs(const std::string& recorder, Kind kind, const std::string& directory) {
    const std::string first = directory + "/p0";
    for (int i = 0; i < kLeafCount; ++i) {
        const std::string name = directory + "/p" + std::to_string(i);
        if (i != 0 && kind == Kind::plain) {
            if (::link(first.c_str(), name.c_str()) != 0) return fail(name);
            continue;
        }
        std::error_code error;
        std::filesystem::copy_file(recorder, name, error);
        if (error) {
            error_ = recorder + ": " + error.message();
            return false;
        }
        // The kernel ignores bytes appended to an executable.
        if (kind == Kind::guarded && !(std::ofstream(name, std::ios::app) << 'p' << i)) return fail(name);
        if (::chmod(name.c_str(), 0755) != 0) return fail(name);
    }
    return true;
}

bool Stage::add_booth(const std::string& recorder, Kind kind, std::size_t number) {
    const std::string base = root_ + "/" + std::to_string(number);
    Booth booth{.stubs = base + "/bin",
                .log = base + "/bin/log",
                .work = base + "/work",
                .home = base + "/home",
                .script = base + "/script",
                .answer = base + "/answer",
                .path = {}};
    booth.path = booth.stubs + ":" + tools_;
    for (const std::string& directory : {base, booth.stubs, booth.work, booth.home}) {
        if (::mkdir(directory.c_str(), 0755) != 0) return fail(directory);
    }
    if (!add_stubs(recorder, kind, booth.stubs)) return false;
    for (const std::string& file : {booth.log, booth.script, booth.answer}) {
        const int fd = ::open(file.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
        if (fd < 0) return fail(file);
        (void)::close(fd);
    }
    if (::geteuid() == 0) {
        for (const std::string& owned : {booth.log, booth.script, booth.answer, booth.work, booth.home}) {
            if (::chown(owned.c_str(), kNobody, kNobody) != 0) return fail(owned);
        }
    }
    booths_.push_back(std::move(booth));
    return true;
}

}  // namespace postern::oracle
