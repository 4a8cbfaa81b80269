// Runs one script under real bash and tells which of the recording programs ran.
#pragma once

#include "stage.h"

#include <sys/types.h>

#include <compare>
#include <string>
#include <vector>

namespace postern::oracle {

// One run of a recording program.
struct Record {
    std::string name;
    std::vector<std::string> arguments;
    bool cut = false;  // the arguments were too long to write down
    auto operator<=>(const Record&) const = default;
};

enum class Form { command_string, file };  // bash -c SCRIPT, bash FILE

struct Run {
    std::vector<Record> records;  // sorted, each once
    bool timed_out = false;       // what had run until then still counts
};

// Something to run in the working directory.
struct Program {
    const char* path = nullptr;
    std::vector<const char*> words{};
    int output = -1;  // where its output goes; -1: nowhere
    long limit_ms = 1000;
    unsigned most_processes = 300;  // of the user, whoever started them
};

// Belongs to one process that does nothing else with children: it adopts and ends whatever a script leaves behind.
class Runner {
public:
    explicit Runner(const Stage& stage, std::size_t booth);
    ~Runner();
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;

    // Gives up root for good. False: not possible, do not run anything.
    [[nodiscard]] bool drop_privileges() const;
    [[nodiscard]] bool ready() const noexcept { return log_ >= 0 && script_ >= 0 && null_ >= 0; }

    [[nodiscard]] Run run(const std::string& script, Form form);
    [[nodiscard]] Run run(const Program& program);
    // Into the booth's script file.
    [[nodiscard]] bool write_script(const std::string& script) const;
    // Does bash, which does not run anything this time, find the whole text well formed?
    [[nodiscard]] bool accepts(const std::string& script);

private:
    [[nodiscard]] pid_t start(const Program& program);
    [[nodiscard]] bool reap(pid_t group, long limit_ms);
    void end_all(pid_t group);
    [[nodiscard]] std::vector<Record> read_log() const;
    void empty_work_directory() const;

    std::string bash_;
    Booth booth_;
    std::string path_variable_;
    std::string home_variable_;
    int log_ = -1;
    int script_ = -1;
    int null_ = -1;
    int status_ = 0;  // how the last program ended
};

}  // namespace postern::oracle
