// A project, a state directory and a home for one test, and a real git without other settings.
#pragma once

#include "scrub/scrub.h"

#include "../base/cannot_run.h"
#include "../base/temp_dir.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace postern::scrub::test {

using postern::test::TempDir;

// A finding without its wording.
struct Brief {
    std::string path;  // relative to the project
    Action action;
    bool operator==(const Brief&) const = default;
    friend void PrintTo(const Brief& brief, std::ostream* out) {
        *out << brief.path
             << (brief.action == Action::quarantined ? " quarantined"
                 : brief.action == Action::reverted  ? " reverted"
                                                     : " FAILED");
    }
};

class World {
public:
    World() { shell("mkdir -p work home state tmp"); }

    // Runs in the project directory.
    int shell(const std::string& text) const {
        const pid_t pid = ::fork();
        if (pid == 0) {
            const std::string root = dir.at().text();
            if (::chdir(work_exists() ? (root + "/work").c_str() : root.c_str()) != 0) ::_exit(99);
            (void)::setenv("HOME", (root + "/home").c_str(), 1);
            (void)::setenv("XDG_CONFIG_HOME", (root + "/home/.config").c_str(), 1);
            (void)::setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
            (void)::setenv("GIT_CONFIG_COUNT", "2", 1);
            (void)::setenv("GIT_CONFIG_KEY_0", "protocol.file.allow", 1);
            (void)::setenv("GIT_CONFIG_VALUE_0", "always", 1);
            (void)::setenv("GIT_CONFIG_KEY_1", "init.defaultBranch", 1);
            (void)::setenv("GIT_CONFIG_VALUE_1", "main", 1);
            for (const char* who : {"GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"}) (void)::setenv(who, "t", 1);
            for (const char* who : {"GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"}) (void)::setenv(who, "t@t", 1);
            (void)::setenv("MARK", (root + "/mark").c_str(), 1);
            const int null = ::open("/dev/null", O_RDWR);
            (void)::dup2(null, 0);
            (void)::dup2(null, 1);
            (void)::dup2(null, 2);
            ::execl("/bin/sh", "sh", "-c", text.c_str(), nullptr);
            ::_exit(98);
        }
        int status = 0;
        (void)::waitpid(pid, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    }

    // Makes `levels` nested directories called `name`, and runs `text` in the innermost.
    int deep(const std::string& name, int levels, const std::string& text) const {
        const pid_t pid = ::fork();
        if (pid == 0) {
            if (::chdir(dir.at("work").text().c_str()) != 0) ::_exit(97);
            for (int i = 0; i < levels; ++i) {
                if (::mkdir(name.c_str(), 0755) != 0 || ::chdir(name.c_str()) != 0) ::_exit(96);
            }
            ::execl("/bin/sh", "sh", "-c", text.c_str(), nullptr);
            ::_exit(98);
        }
        int status = 0;
        (void)::waitpid(pid, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    }

    // Returns whether `text` makes the planted code run. Its mark is a file, which is removed again.
    [[nodiscard]] bool fires(const std::string& text) const {
        (void)::unlink(dir.at("mark").text().c_str());
        (void)shell(text);
        return ::unlink(dir.at("mark").text().c_str()) == 0;
    }

    [[nodiscard]] Watch watch() const {
        return {.cwd = dir.at("work"), .home = dir.at("home"), .writable = {dir.at("work")}};
    }
    [[nodiscard]] AbsPath state() const { return dir.at("state"); }
    [[nodiscard]] bool exists(const std::string& name) const {
        struct stat st {};
        return ::lstat(dir.at("work/" + name).text().c_str(), &st) == 0;
    }

    // Runs `text` as a command, and scrubs.
    std::vector<Finding> run(const std::string& text) const {
        return run(watch(), [&] { (void)shell(text); });
    }
    std::vector<Finding> run(const Watch& watch, const std::function<void()>& command) const {
        auto journal = begin(state(), watch);
        if (!journal) {
            ADD_FAILURE() << journal.error().what;
            return {};
        }
        command();
        auto findings = finish(state(), std::move(*journal));
        if (!findings) {
            ADD_FAILURE() << findings.error().what << ' ' << findings.error().where;
            return {};
        }
        return *findings;
    }
    [[nodiscard]] std::vector<Brief> brief(const std::vector<Finding>& findings) const {
        std::vector<Brief> out;
        const std::size_t length = dir.at("work").text().size() + 1;
        for (const Finding& f : findings) {
            out.push_back({f.path.text().size() < length ? "." : f.path.text().substr(length), f.action});
        }
        return out;
    }

    TempDir dir;

private:
    [[nodiscard]] bool work_exists() const { return ::access(dir.at("work").text().c_str(), F_OK) == 0; }
};

// Waits long enough for the next run to begin after everything that was just done.
inline void settle() {
    (void)::usleep(45'000);
}

}  // namespace postern::scrub::test
