// Every system call of a scrub fails once, or is the last one of the process: those of the look at the tree, of the index,
// of the renames and of the quarantine. What is armed then was said to be. A fresh process finishes the work, as the next
// invocation of postern would. Afterwards nothing that was planted is armed, what the user had is in its place, and what
// was taken away can be put back byte for byte by an id that is listed.
#include "fault_calls.h"
#include "scrub/quarantine.h"
#include "world.h"

#include <gtest/gtest.h>

#include <sched.h>
#include <sys/mount.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <tuple>

namespace postern::scrub::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kArmedConfig =
    "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tfsmonitor = \"touch ARMED\"\n";
constexpr const char* kUsersConfig = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n";

constexpr const char* kLinkTarget = "b/file";
constexpr std::size_t kLarge = 200'000;  // bytes: more than one read takes

bool in_full() {
    const char* all = std::getenv("POSTERN_TESTS_ALL");
    return all != nullptr && std::string_view(all) == "1";
}

// Files of the user's, by path below the project, with their content.
const std::map<std::string, std::string> kUsers = {
    {"repo/.git/HEAD", "ref: refs/heads/main\n"},
    {"repo/.git/config", kUsersConfig},
    {"repo/.git/objects/aa/b", "an object of the user's\n"},
    {"repo/.git/refs/heads/main", "0000000000000000000000000000000000000001\n"},
    {"repo/.git/hooks/README", "no hooks\n"},
    {"repo/file", "work\n"},
    {"a/.vscode/tasks.json", "{\"mine\": 1}\n"},
    {"b/file", "more work\n"},
};

// Files that the command makes or changes.
std::map<std::string, std::string> plants() {
    return {
        {"repo/.git/config", kArmedConfig},  // changed
        {"repo/.git/hooks/pre-commit", "#!/bin/sh\ntouch ARMED\n"},
        {"a/.vscode/tasks.json", "{\"planted\": 1}\n"},  // changed
        {"b/.vscode/tasks.json", "{\"planted\": 2}\n"},
        {"b/.vscode/closed", "without any permission\n"},
        {"b/.vscode/large", std::string(kLarge, 'x')},
        {"n/.git/HEAD", "ref: refs/heads/main\n"},
        {"n/.git/config", kArmedConfig},
        {"n/.git/objects/large", std::string(kLarge, 'x')},
        {"n/.git/refs/heads/main", "0000000000000000000000000000000000000002\n"},
        {"n/work", "made by the command\n"},
        {"e/.git", "gitdir: /nonexistent/repository\n"},
        {"AGENTS.md", "planted\n"},
    };
}

std::string content(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return in ? out.str() : "";
}

void put(const fs::path& path, const std::string& text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

// A project and a state directory, perhaps on two file systems.
class Stage {
public:
    Stage(const std::string& projects, const std::string& states)
        : project_(made(projects + "/postern-faults.XXXXXX")), state_(made(states + "/postern-state.XXXXXX")) {
        for (const auto& [name, text] : kUsers) put(at(name), text);
        fs::create_directory(at("d"));
        fs::create_directory(at("e"));
        fs::create_symlink(kLinkTarget, at("CLAUDE.md"));
    }
    ~Stage() {
        for (const fs::path& path : {project_, state_}) (void)!remove_tree(AT_FDCWD, path.string());
    }
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    [[nodiscard]] fs::path at(const std::string& name) const { return project_ / name; }
    [[nodiscard]] AbsPath state() const { return *AbsPath::parse(state_.string()); }
    [[nodiscard]] Watch watch() const {
        const AbsPath root = *AbsPath::parse(project_.string());
        return {.cwd = root,
                .home = *AbsPath::parse("/nonexistent"),
                .writable = {root},
                .absent = {{.path = *AbsPath::parse(at("AGENTS.md").string()), .why = "an agent obeys it"}},
                .links = {{.path = *AbsPath::parse(at("CLAUDE.md").string()), .target = kLinkTarget}}};
    }
    void plant() const {
        for (const auto& [name, text] : plants()) put(at(name), text);
        fs::permissions(at("repo/.git/hooks/pre-commit"), fs::perms::owner_all);
        fs::permissions(at("b/.vscode/closed"), fs::perms::none);
        fs::create_symlink("../../b", at("repo/.git/info"));
        fs::remove(at("d"));
        fs::create_symlink("repo", at("d"));
        fs::remove(at("CLAUDE.md"));
    }

private:
    static fs::path made(std::string pattern) {
        if (::mkdtemp(pattern.data()) == nullptr) std::abort();
        return pattern;
    }
    fs::path project_, state_;
};

// What a process said before it ended, or nothing if it was killed.
struct Told {
    bool ended = false;
    long calls = 0;
    bool said_danger = false;
};

// A process that works beside others. Most of a run is waiting, so several at once take little longer than one.
class Working {
public:
    template <class Work>
    explicit Working(Work work) {
        if (::pipe(ends_.data()) != 0) std::abort();
        pid_ = ::fork();
        if (pid_ != 0) {
            (void)::close(ends_[1]);
            return;
        }
        const Told told = work();
        const bool written = ::write(ends_[1], &told, sizeof told) == static_cast<ssize_t>(sizeof told);
        ::_exit(written ? 0 : 1);
    }
    Told told() {
        Told out;
        if (::read(ends_[0], &out, sizeof out) != static_cast<ssize_t>(sizeof out)) out = {};
        (void)::close(ends_[0]);
        int status = 0;
        (void)::waitpid(pid_, &status, 0);
        return out;
    }

private:
    std::array<int, 2> ends_{};
    pid_t pid_ = -1;
};

bool dangerous(const Result<std::vector<Finding>>& findings) {
    return !findings || std::ranges::any_of(*findings, [](const Finding& one) { return one.action == Action::failed; });
}

// Which process meets the fault: the one that ran the command, or the next one after that was killed.
enum class Meets : std::uint8_t { finish, resume };

// A run whose command plants.
Told plant_in_a_run(const Stage& stage, Meets meets, const Fault& fault) {
    auto journal = begin(stage.state(), stage.watch());
    if (!journal) return {};
    stage.plant();
    if (meets == Meets::resume) (void)::kill(::getpid(), SIGKILL);
    arm(fault);
    const auto findings = finish(stage.state(), std::move(*journal), Inside::all_gone);
    return {.ended = true, .calls = disarm_faults(), .said_danger = dangerous(findings)};
}

Told resume_with(const Stage& stage, const Fault& fault) {
    arm(fault);
    const auto findings = resume(stage.state());
    return {.ended = true, .calls = disarm_faults(), .said_danger = dangerous(findings)};
}

// The next run, which does nothing.
Told next_run(const Stage& stage) {
    const auto left = resume(stage.state());
    auto journal = begin(stage.state(), stage.watch());
    if (!left || !journal) return {};
    const auto findings = finish(stage.state(), std::move(*journal), Inside::all_gone);
    return {.ended = findings.has_value(), .said_danger = dangerous(left) || dangerous(findings)};
}

std::vector<std::string> armed_plants(const Stage& stage) {
    std::vector<std::string> out;
    for (const char* name : {"repo/.git/config", "n/.git/config"}) {
        if (content(stage.at(name)).find("fsmonitor") != std::string::npos) out.push_back(name);
    }
    for (const char* name : {"a/.vscode/tasks.json", "b/.vscode/tasks.json"}) {
        if (content(stage.at(name)).find("planted") != std::string::npos) out.push_back(name);
    }
    for (const char* name : {"repo/.git/hooks/pre-commit", "repo/.git/info", "e/.git", "AGENTS.md", "d"}) {
        if (fs::symlink_status(stage.at(name)).type() != fs::file_type::not_found) out.push_back(name);
    }
    return out;
}

std::vector<std::string> lost_of_the_users(const Stage& stage) {
    std::vector<std::string> out;
    for (const auto& [name, text] : kUsers) {
        const std::string now = content(stage.at(name));
        // A configuration keeps its harmless keys, and may be written otherwise.
        const bool kept = name.ends_with("/config") ? now.find("bare = ") != std::string::npos : now == text;
        if (!kept) out.push_back(name);
    }
    std::error_code none;
    if (fs::read_symlink(stage.at("CLAUDE.md"), none) != kLinkTarget) out.emplace_back("CLAUDE.md");
    return out;
}

// Restores everything that is listed, each over what is there now, and returns which plants are not as they were.
std::vector<std::string> lost_of_the_commands(const Stage& stage) {
    std::vector<std::string> out;
    auto kept = list(stage.state());
    // A directory comes before what lay in it.
    if (kept) std::ranges::sort(*kept, {}, [](const Kept& one) { return one.path.text().size(); });
    for (std::size_t i = 0; kept && i < kept->size(); ++i) {
        const Kept& one = (*kept)[i];
        (void)!remove_tree(AT_FDCWD, one.path.text() + ".aside");
        // What was disarmed through its parts is still at its path.
        if (one.now != one.path) (void)std::rename(one.path.text().c_str(), (one.path.text() + ".aside").c_str());
        const auto back = restore(stage.state(), one.id);
        if (!back) out.push_back(one.id + ": " + text_of(back.error()));
    }
    fs::permissions(stage.at("b/.vscode/closed"), fs::perms::owner_all, fs::perm_options::replace,
                    *std::make_unique<std::error_code>());
    for (const auto& [name, text] : plants()) {
        if (content(stage.at(name)) != text) out.push_back(name);
    }
    if (!fs::is_symlink(stage.at("repo/.git/info"))) out.emplace_back("repo/.git/info");
    return out;
}

// What is known when the process that met the fault is gone.
struct Interrupted {
    Told told;
    std::vector<std::string> armed;
};

// Returns what is wrong, or nothing. `next` is what the run afterwards told.
std::string violation(const Stage& stage, const Interrupted& first, const Told& next) {
    std::ostringstream out;
    if (!next.ended) out << " the next run did not start;";
    if (first.told.ended && !first.told.said_danger) {
        if (next.said_danger) out << " the danger was told too late;";
        for (const std::string& name : first.armed) out << " armed, and not said: " << name << ';';
    }
    const auto kept = list(stage.state());
    for (const std::string& name : armed_plants(stage)) out << " armed: " << name << ';';
    for (const std::string& name : lost_of_the_users(stage)) out << " the user lost " << name << ';';
    for (const std::string& name : lost_of_the_commands(stage)) out << " not restored: " << name << ';';
    if (out.str().empty()) return {};
    out << "\n    listed:";
    for (std::size_t i = 0; kept && i < kept->size(); ++i) out << ' ' << (*kept)[i].id << ' ' << (*kept)[i].path.text();
    return out.str();
}

struct Way {
    const char* name;
    Fault::Kind kind;
    int error;
};
constexpr Way kWays[] = {
    {"ENOSPC", Fault::Kind::error, ENOSPC},
    {"EXDEV", Fault::Kind::error, EXDEV},
    {"EIO", Fault::Kind::error, EIO},
    {"EACCES", Fault::Kind::error, EACCES},
    {"EINTR", Fault::Kind::error, EINTR},
    {"killed before", Fault::Kind::kill_before, 0},
    {"killed after", Fault::Kind::kill_after, 0},
};

// Which process meets the fault, and where project and state are: a copy to another file system is another path through
// the code.
struct Situation {
    const char* name;
    Meets meets;
    std::string projects, states;
};

// Returns a directory of a file system that is not the one of /dev/shm: in memory if that is possible, because nothing
// here is about disks.
std::string another_file_system() {
    const char* set = std::getenv("TMPDIR");
    const std::string disk = set != nullptr ? set : "/tmp";
    static const bool in_memory = ::geteuid() == 0 && ::unshare(CLONE_NEWNS) == 0 &&
                                  ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                                  ::mount("tmpfs", "/mnt", "tmpfs", 0, nullptr) == 0;
    return in_memory ? "/mnt" : disk;
}

std::vector<Situation> situations() {
    const std::string disk = another_file_system();
    const std::string memory = ::access("/dev/shm", W_OK) == 0 ? "/dev/shm" : disk;
    return {{"one file system", Meets::finish, memory, memory},
            {"the state on another one", Meets::finish, disk, memory},
            {"after a kill, one file system", Meets::resume, memory, memory},
            {"after a kill, the state on another one", Meets::resume, disk, memory}};
}

using Faults = std::vector<std::pair<const Way*, long>>;

// Runs them together, so that the times between what the user did, the run and the next one are waited for once.
// Returns the number of calls that the last one counted.
long run_all(const Situation& where, const Faults& faults, std::vector<std::string>& wrong) {
    std::vector<std::unique_ptr<Stage>> stages;
    for (std::size_t i = 0; i < faults.size(); ++i)
        stages.push_back(std::make_unique<Stage>(where.projects, where.states));
    const auto fault_of = [&](std::size_t i) {
        const auto [way, at] = faults[i];
        return way == nullptr ? Fault{.at = -1} : Fault{.kind = way->kind, .error = way->error, .at = at};
    };
    const auto in_processes = [&](const auto& work) {
        std::vector<Working> working;
        for (std::size_t i = 0; i < faults.size(); ++i) working.emplace_back([&] { return work(i); });
        std::vector<Told> out;
        for (Working& one : working) out.push_back(one.told());
        return out;
    };
    settle();
    auto told = in_processes([&](std::size_t i) { return plant_in_a_run(*stages[i], where.meets, fault_of(i)); });
    if (where.meets == Meets::resume)
        told = in_processes([&](std::size_t i) { return resume_with(*stages[i], fault_of(i)); });
    std::vector<Interrupted> first;
    for (std::size_t i = 0; i < faults.size(); ++i) first.push_back({told[i], armed_plants(*stages[i])});
    settle();
    const auto next = in_processes([&](std::size_t i) { return next_run(*stages[i]); });
    for (std::size_t i = 0; i < faults.size(); ++i) {
        const std::string what = violation(*stages[i], first[i], next[i]);
        if (what.empty()) continue;
        const char* how = faults[i].first == nullptr ? "no fault" : faults[i].first->name;
        wrong.push_back("call " + std::to_string(faults[i].second) + ", " + how + ':' + what);
    }
    return told.back().calls;
}

constexpr int kSlices = 8;  // of the faults of one situation

class Interruption : public testing::TestWithParam<std::tuple<std::size_t, int>> {};

TEST_P(Interruption, LosesNothingAndLeavesNothingArmedUnsaid) {
    const char* seed = std::getenv("SEED");
    std::mt19937 dice(seed != nullptr ? static_cast<unsigned>(std::strtoul(seed, nullptr, 10)) : 1U);
    constexpr std::size_t kSample = 5, kTogether = 24;
    const Situation where = situations().at(std::get<0>(GetParam()));
    std::vector<std::string> wrong;
    const long calls = run_all(where, {{nullptr, 0}}, wrong);
    ASSERT_GT(calls, 300);
    Faults todo;
    for (const Way& way : kWays) {
        for (long at = 1 + std::get<1>(GetParam()); at <= calls + 5; at += kSlices) todo.emplace_back(&way, at);
    }
    std::ranges::shuffle(todo, dice);
    if (!in_full() && todo.size() > kSample) todo.resize(kSample);
    for (auto from = todo.begin(); from != todo.end();) {
        const auto to = from + std::min<std::ptrdiff_t>(kTogether, todo.end() - from);
        (void)run_all(where, Faults(from, to), wrong);
        from = to;
    }
    for (std::size_t i = 0; i < std::min<std::size_t>(wrong.size(), 20); ++i)
        ADD_FAILURE() << where.name << ", " << wrong[i];
    std::cout << where.name << ": " << todo.size() << " runs, " << calls << " calls, " << wrong.size() << " wrong\n";
    EXPECT_TRUE(wrong.empty());
}

INSTANTIATE_TEST_SUITE_P(Everywhere, Interruption,
                         testing::Combine(testing::Range<std::size_t>(0, 4), testing::Range(0, kSlices)));

}  // namespace
}  // namespace postern::scrub::test
