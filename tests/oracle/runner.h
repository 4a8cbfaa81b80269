// Runs one script under real bash and returns the recording programs that ran.
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
    bool cut = false;  // the arguments were too long to record
    auto operator<=>(const Record&) const = default;
};

enum class Form { command_string, file };  // bash -c SCRIPT, bash FILE

struct Run {
    std::vector<Record> records;  // sorted, each once
    bool timed_out = false;       // programs that ran until then still count
};

// A program to run in the working directory.
struct Program {
    const char* path = nullptr;
    std::vector<const char*> words{};
    int output = -1;  // descriptor for its output; -1 discards it
    long limit_ms = 1000;
    unsigned most_processes = 300;  // of the user, including processes started by others
};

// Runs programs. Belongs to a process with no other children, because it adopts and ends all processes that a script
// leaves behind.
class Runner {
public:
    explicit Runner(const Stage& stage, std::size_t booth);
    ~Runner();
    Runner(const Runner&) = delete;
    Runner& operator=(const Runner&) = delete;

    // Gives up root permanently. Returns false if that fails; then nothing may run.
    [[nodiscard]] bool drop_privileges() const;
    [[nodiscard]] bool ready() const noexcept { return log_ >= 0 && script_ >= 0 && null_ >= 0; }

    [[nodiscard]] Run run(const std::string& script, Form form);
    [[nodiscard]] Run run(const Program& program);
    // Writes the booth's script file.
    [[nodiscard]] bool write_script(const std::string& script) const;
    // Returns true if `bash -n`, which runs nothing, finds the whole text well formed.
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
    int status_ = 0;  // exit status of the last program
};

}  // namespace postern::oracle
