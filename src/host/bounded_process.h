// Runs a program that answers a question (`bwrap --help`, `git --version`), with limits on time and output. Not for
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

// Runs the program with empty standard input and only PATH and LC_ALL=C in its environment. If it exceeds the time or
// the output, kills it together with its children and returns an error.
[[nodiscard]] Result<ProcessAnswer> ask(const Answerer& whom);

}  // namespace postern::host
