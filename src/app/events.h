// Everything worth telling that happens in a run, in the order in which it happens. The lines on stderr and the JSON of
// a run are two readers of this list.
#pragma once

#include "approval/question.h"
#include "guard/exec_guard.h"
#include "guard/refused_writes.h"
#include "network/connection_log.h"
#include "run/left_processes.h"
#include "scrub/scrub.h"
#include "settings/load.h"

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace postern::app {

struct Warned {  // by the settings
    settings::Warning warning;
};
struct Weakened {  // what the sandbox does not do here; known before the command starts
    std::string what;
};
struct Refused {  // a program or a new file, while the command runs
    guard::Denied denied;
};
struct Asked {  // a question that was put to the approvers, and what came of it
    approval::Question question;
    approval::Answer answer;
};
struct Silent {  // an approver that was asked and failed to answer
    std::string approver;
    std::string why;
};
struct Rewritten {  // the command, by a hook's answer; the new one is judged anew
    std::string from;
    std::string to;
    std::string by;
};
struct Connected {  // all connections that were asked for through the gate
    network::ConnectionLog log;
};
struct Unwritten {  // writes that the sandbox's mounts refused; added once, after the run
    guard::RefusedWriteLog log;
    bool command_failed = false;  // else programs may have tried what they can do without
};
struct EndedProcesses {  // processes that outlived the command and were ended; added once, after the run
    run::LeftProcesses left;
    bool command_ended_by_itself = true;  // else the end of the others is no news
};
struct Scrubbed {
    scrub::Finding finding;
    bool of_interrupted_run = false;
};
using Event =
    std::variant<Warned, Weakened, Asked, Silent, Rewritten, Refused, Connected, Unwritten, EndedProcesses, Scrubbed>;

class Events {
public:
    using Reader = std::function<void(const Event&)>;

    Events() = default;
    explicit Events(Reader live) : live_(std::move(live)) {}

    void add(Event event) {
        const auto* refused = std::get_if<Refused>(&event);
        // A shell tries every directory of PATH, so the same refusal may come several times in a row.
        if (refused != nullptr && std::exchange(last_refusal_, refused->denied.what) == refused->denied.what) return;
        const std::size_t number = refused == nullptr ? 0 : ++refusals_;
        if (live_ && number <= kMostShown) live_(event);
        if (live_ && number == kMostShown)
            live_(Weakened{"what else is refused is not shown; --json lists more of it"});
        if (number <= kMostKept) list_.push_back(std::move(event));
    }
    [[nodiscard]] const std::vector<Event>& list() const& noexcept { return list_; }

private:
    // Refusals while the command runs. It could cause any number of them, to fill a terminal or the memory.
    static constexpr std::size_t kMostShown = 100, kMostKept = 1000;

    Reader live_{};
    std::vector<Event> list_{};
    std::string last_refusal_{};
    std::size_t refusals_ = 0;
};

// The events of one kind, in order.
template <class Kind>
[[nodiscard]] std::vector<const Kind*> events_of(const Events& events) {
    std::vector<const Kind*> out;
    for (const Event& event : events.list()) {
        if (const auto* one = std::get_if<Kind>(&event)) out.push_back(one);
    }
    return out;
}

}  // namespace postern::app
