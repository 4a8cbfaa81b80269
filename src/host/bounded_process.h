// Runs a program that answers a question (`bwrap --help`, `git --version`), with limits on time and output. Not for
// commands of an agent.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace postern::host {

struct Answerer {
    AbsPath program;
    std::vector<std::string> arguments{};  // without the program's own name
    std::chrono::milliseconds limit{2000};
    std::function<bool()> give_up{};  // called now and then; true ends the wait before its limit
    std::size_t most_output = 64 << 10;
    std::string input{};                     // on standard input
    std::vector<std::string> environment{};  // "NAME=value", besides PATH and LC_ALL
    enum class Errors : std::uint8_t { with_output, dropped } errors = Errors::with_output;
    // Alone, the program can start no other one: for a program that obeys files which a command can write.
    enum class Company : std::uint8_t { allowed, alone } company = Company::allowed;
};

struct ProcessAnswer {
    int exit_status = 0;   // 128 + n if a signal ended it
    std::string output{};  // standard output, and error with it unless dropped
    bool operator==(const ProcessAnswer&) const = default;
};

// Runs the program with `input` and only PATH, LC_ALL=C and `environment` around it. If it exceeds the time or
// the output, or is not waited for any more, kills it together with its children and returns an error.
[[nodiscard]] Result<ProcessAnswer> ask(const Answerer& whom);

}  // namespace postern::host
