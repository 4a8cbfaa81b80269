// Every system call of the acting half of the scrub fails once, or is the last one of the process. A fresh process then
// finishes the work, as the next invocation of postern would. Afterwards nothing that was planted is armed, what the
// user had is in its place, and what was taken away can be put back byte for byte by an id that is listed.
#include "fault_calls.h"
#include "scrub/quarantine.h"
#include "world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <sstream>

namespace postern::scrub::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kArmedConfig =
    "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tfsmonitor = \"touch ARMED\"\n";
constexpr const char* kUsersConfig = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n";

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
        {"b/.vscode/large", std::string(std::size_t{1} << 20U, 'x')},
        {"n/.git/HEAD", "ref: refs/heads/main\n"},
        {"n/.git/config", kArmedConfig},
        {"n/.git/objects/large", std::string(std::size_t{1} << 20U, 'x')},
        {"n/.git/refs/heads/main", "0000000000000000000000000000000000000002\n"},
        {"n/work", "made by the command\n"},
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
        return {.cwd = root, .home = *AbsPath::parse("/nonexistent"), .writable = {root}};
    }
    void plant() const {
        for (const auto& [name, text] : plants()) put(at(name), text);
        fs::permissions(at("repo/.git/hooks/pre-commit"), fs::perms::owner_all);
        fs::permissions(at("b/.vscode/closed"), fs::perms::none);
        fs::create_symlink("../../b", at("repo/.git/info"));
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

template <class Work>
Told in_a_process(Work work) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) std::abort();
    const pid_t pid = ::fork();
    if (pid == 0) {
        const Told told = work();
        const bool written = ::write(ends[1], &told, sizeof told) == static_cast<ssize_t>(sizeof told);
        ::_exit(written ? 0 : 1);
    }
    (void)::close(ends[1]);
    Told told;
    if (::read(ends[0], &told, sizeof told) != static_cast<ssize_t>(sizeof told)) told = {};
    (void)::close(ends[0]);
    int status = 0;
    (void)::waitpid(pid, &status, 0);
    return told;
}

bool dangerous(const std::vector<Finding>& findings) {
    return std::ranges::any_of(findings, [](const Finding& one) { return one.action == Action::failed; });
}

// A run whose command plants, and whose scrub meets the fault.
Told run_with(const Stage& stage, const Fault& fault) {
    return in_a_process([&] {
        auto journal = begin(stage.state(), stage.watch());
        if (!journal) return Told{};
        stage.plant();
        arm(fault, "quarantine");
        const auto findings = finish(stage.state(), std::move(*journal), Inside::all_gone);
        return Told{.ended = true, .calls = disarm_faults(), .said_danger = findings && dangerous(*findings)};
    });
}

// The next run, which does nothing.
Told next_run(const Stage& stage) {
    return in_a_process([&] {
        const auto left = resume(stage.state());
        auto journal = begin(stage.state(), stage.watch());
        if (!left || !journal) return Told{};
        const auto findings = finish(stage.state(), std::move(*journal), Inside::all_gone);
        return Told{.ended = findings.has_value(),
                    .said_danger = dangerous(*left) || (findings && dangerous(*findings))};
    });
}

std::vector<std::string> armed_plants(const Stage& stage) {
    std::vector<std::string> out;
    for (const char* name : {"repo/.git/config", "n/.git/config"}) {
        if (content(stage.at(name)).find("fsmonitor") != std::string::npos) out.push_back(name);
    }
    for (const char* name : {"a/.vscode/tasks.json", "b/.vscode/tasks.json"}) {
        if (content(stage.at(name)).find("planted") != std::string::npos) out.push_back(name);
    }
    for (const char* name : {"repo/.git/hooks/pre-commit", "repo/.git/info"}) {
        if (fs::symlink_status(stage.at(name)).type() != fs::file_type::not_found) out.push_back(name);
    }
    return out;
}

std::vector<std::string> lost_of_the_users(const Stage& stage) {
    std::vector<std::string> out;
    for (const auto& [name, text] : kUsers) {
        const std::string now = content(stage.at(name));
        // A configuration keeps its harmless keys, and may be written otherwise.
        const bool kept = name.ends_with("/config") ? now.find("bare = false") != std::string::npos : now == text;
        if (!kept) out.push_back(name);
    }
    return out;
}

// Restores everything that is listed, each over what is there now, and returns which plants are not as they were.
std::vector<std::string> lost_of_the_commands(const Stage& stage) {
    std::vector<std::string> out;
    const auto kept = list(stage.state());
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

// Returns what is wrong, or nothing.
std::string violation(const Stage& stage, const Told& first) {
    const Told next = next_run(stage);
    std::ostringstream out;
    if (!next.ended) out << " the next run did not start;";
    if (first.ended && !first.said_danger && next.said_danger) out << " the danger was told too late;";
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

struct FileSystems {
    const char* name;
    std::string projects, states;
};

std::vector<FileSystems> file_systems() {
    const char* set = std::getenv("TMPDIR");
    const std::string here = set != nullptr ? set : "/tmp";
    std::vector<FileSystems> out{{"one file system", here, here}};
    if (::access("/dev/shm", W_OK) == 0) out.push_back({"the state on another one", here, "/dev/shm"});
    return out;
}

long calls_without_fault(const FileSystems& where) {
    const Stage stage(where.projects, where.states);
    settle();
    const Told told = run_with(stage, {.at = -1});
    EXPECT_TRUE(told.ended);
    settle();
    EXPECT_EQ(violation(stage, told), "");
    return told.calls;
}

// Runs them together, so that the times between what the user did, the run and the next one are waited for once.
std::vector<std::string> violations(const FileSystems& where, const std::vector<std::pair<const Way*, long>>& faults) {
    std::vector<std::unique_ptr<Stage>> stages;
    for (std::size_t i = 0; i < faults.size(); ++i)
        stages.push_back(std::make_unique<Stage>(where.projects, where.states));
    settle();
    std::vector<Told> told;
    for (std::size_t i = 0; i < faults.size(); ++i) {
        const auto [way, at] = faults[i];
        told.push_back(run_with(*stages[i], {.kind = way->kind, .error = way->error, .at = at}));
    }
    settle();
    std::vector<std::string> out;
    for (std::size_t i = 0; i < faults.size(); ++i) {
        const std::string what = violation(*stages[i], told[i]);
        if (!what.empty())
            out.push_back("call " + std::to_string(faults[i].second) + ", " + faults[i].first->name + ':' + what);
    }
    return out;
}

TEST(Faults, WhereverTheScrubIsInterruptedNothingIsLostAndNothingStaysArmed) {
    const char* seed = std::getenv("SEED");
    std::mt19937 dice(seed != nullptr ? static_cast<unsigned>(std::strtoul(seed, nullptr, 10)) : 1U);
    constexpr std::size_t kSample = 40, kTogether = 40;
    for (const FileSystems& where : file_systems()) {
        const long calls = calls_without_fault(where);
        ASSERT_GT(calls, 50);
        std::vector<std::pair<const Way*, long>> todo;
        for (const Way& way : kWays) {
            for (long at = 1; at <= calls + 5; ++at) todo.emplace_back(&way, at);
        }
        std::ranges::shuffle(todo, dice);
        if (!in_full() && todo.size() > kSample) todo.resize(kSample);
        std::size_t wrong = 0;
        for (std::size_t from = 0; from < todo.size(); from += kTogether) {
            const std::vector together(
                todo.begin() + static_cast<std::ptrdiff_t>(from),
                todo.begin() + static_cast<std::ptrdiff_t>(std::min(from + kTogether, todo.size())));
            for (const std::string& what : violations(where, together)) {
                if (++wrong <= 20) ADD_FAILURE() << where.name << ", " << what;
            }
        }
        std::cout << where.name << ": " << todo.size() << " runs, " << calls << " calls, " << wrong << " wrong\n";
        EXPECT_EQ(wrong, 0U);
    }
}

}  // namespace
}  // namespace postern::scrub::test
