// A program of the user's that is asked something, outside the sandbox: text on its standard input, text back. Served in
// a poll loop, limited in time and output, and gone with everything that it started when nobody waits for it any more.
#pragma once

#include "approval/approver.h"
#include "approval/timer.h"
#include "base/abs_path.h"
#include "base/result.h"
#include "base/unique_fd.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace postern::approval {

struct AskedProgram {
    std::vector<std::string> words{};  // the first is the absolute path of the program
    AbsPath home = AbsPath::root();
    std::chrono::milliseconds limit{5000};
};
inline constexpr std::size_t kMostAskedOutput = 64 << 10;

class AskedProcess {
public:
    using Ended = std::function<void(Result<std::string> output)>;

    // The program has PATH, HOME and LC_ALL around it, no terminal, and / as its directory. `ended` is called
    // once, later, unless the object is destroyed; it may destroy it. An error says how the program failed.
    [[nodiscard]] static Result<std::unique_ptr<AskedProcess>> start(const AskedProgram& program,
                                                                     const std::string& input, Loop& loop, Ended ended);
    ~AskedProcess();
    AskedProcess(const AskedProcess&) = delete;
    AskedProcess& operator=(const AskedProcess&) = delete;

private:
    AskedProcess(Loop& loop, Ended ended) : loop_(loop), ended_(std::move(ended)) {}
    enum class Got : std::uint8_t { all_there_is, end, too_much };
    [[nodiscard]] Got read_more();
    [[nodiscard]] bool on_output();
    void on_end();
    void finish(Result<std::string> result);
    std::optional<int> end_all() noexcept;

    Loop& loop_;
    Ended ended_;
    pid_t leader_ = 0;  // of its session; 0: reaped
    UniqueFd output_{}, alive_{};
    std::string said_{};
    std::optional<Timer> limit_{};
};

}  // namespace postern::approval
