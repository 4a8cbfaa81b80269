// Questions about programs that wait to be started and hosts that are to be reached, put to a person one after the other
// while the rest of the command runs on.
#pragma once

#include "approval/prompt.h"
#include "base/unique_fd.h"
#include "run/run_plan.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::app {

class Questions : public std::enable_shared_from_this<Questions> {
public:
    using Answered = std::function<void(const approval::Reply&)>;

    explicit Questions(run::LoopControl& desk) : desk_(desk) {}

    // `text`: printable lines. `task`: the thread that waits for the answer; if it ends, the question is withdrawn.
    // 0: no thread does.
    // `answered` is called once, perhaps at once, unless the question is withdrawn. What is given back names the asker.
    std::uint64_t ask(const std::string& text, const approval::Ask& ask, std::uint32_t task, Answered answered);
    void withdraw(std::uint64_t asker);

private:
    struct Asker {
        std::uint64_t number;
        Answered answered;
        UniqueFd process;  // can be read when the task has ended
    };
    struct Open {
        std::string text;
        approval::Ask ask;
        std::vector<Asker> askers;  // more than one, if several wait to do the same
    };

    void show_next();
    [[nodiscard]] bool show();  // the first; false: it was answered at once
    void answer(const approval::Reply& reply);
    void give_up();  // all that are open are refused
    void take_down();
    bool on_typed();
    [[nodiscard]] UniqueFd watch(std::uint32_t task, std::uint64_t asker);

    run::LoopControl& desk_;
    std::uint64_t last_ = 0;
    std::deque<Open> open_;
    std::optional<approval::Prompt> prompt_;  // shows the first
};

}  // namespace postern::app
