// Everything worth telling that happens in a run, in the order in which it happens. The lines on stderr and the JSON of
// a run are two readers of this list.
#pragma once

#include "approval/question.h"
#include "guard/exec_guard.h"
#include "network/connection_log.h"
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
struct Connected {  // all connections that were asked for through the gate
    network::ConnectionLog log;
};
struct Scrubbed {
    scrub::Finding finding;
    bool of_interrupted_run = false;
};
using Event = std::variant<Warned, Weakened, Asked, Refused, Connected, Scrubbed>;

class Events {
public:
    using Reader = std::function<void(const Event&)>;

    Events() = default;
    explicit Events(Reader live) : live_(std::move(live)) {}

    void add(Event event) {
        if (const auto* refused = std::get_if<Refused>(&event)) {
            // A shell tries every directory of PATH, so the same refusal may come several times in a row.
            if (std::exchange(last_refusal_, refused->denied.what) == refused->denied.what) return;
        }
        if (live_) live_(event);
        if (list_.size() < kMost || !std::holds_alternative<Refused>(event)) list_.push_back(std::move(event));
    }
    [[nodiscard]] const std::vector<Event>& list() const& noexcept { return list_; }

private:
    static constexpr std::size_t kMost = 1000;  // a command that is refused more often is not worth the memory

    Reader live_{};
    std::vector<Event> list_{};
    std::string last_refusal_{};
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
