// Runs a program that only answers a question (`bwrap --help`, `git --version`), bounded in time and output. Not for
// commands of an agent.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

#include <chrono>
#include <string>
#include <vector>

namespace postern::host {

struct Answerer {
    AbsPath program;
    std::vector<std::string> arguments{};  // without the program's own name
    std::chrono::milliseconds limit{2000};
    std::size_t most_output = 64 << 10;
};

struct ProcessAnswer {
    int exit_status = 0;   // 128 + n if a signal ended it
    std::string output{};  // standard output and error together
    bool operator==(const ProcessAnswer&) const = default;
};

// Standard input is empty, the environment is PATH and LC_ALL=C only. A program that does not end in time, or says too
// much, is killed together with what it started, and that is an error.
[[nodiscard]] Result<ProcessAnswer> ask(const Answerer& whom);

}  // namespace postern::host
