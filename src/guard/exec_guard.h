// Applies deny and ask rules to every program that is started inside, whatever started it: what the kernel is about to run
// is read from the caller, found as the caller would find it, and judged under each of its names.
//
// It is a fence for commands that are mistaken or evasive, not the wall against native code: between our look and the
// kernel's, another thread or process that shares the caller's memory can change the words. The sandbox is the wall.
#pragma once

#include "guard/known_programs.h"
#include "guard/listener.h"
#include "guard/process.h"
#include "policy/decide_exec.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace postern::guard {

// A program that was kept from starting.
struct Denied {
    std::vector<policy::Reason> reasons{};  // none: it could not be judged
    std::string what{};                     // one sentence
};

struct ExecRules {
    const policy::Policy& policy;
    // Questions that a person has answered with yes: rule and subject.
    std::vector<policy::Reason> approved{};
    std::function<void(const Denied&)> tell;
};

class ExecGuard {
public:
    explicit ExecGuard(ExecRules rules);

    void serve(Listener& listener);

private:
    // One way to name what is started, with its arguments.
    using Start = std::vector<std::string>;

    [[nodiscard]] Reply judge(const Listener& listener, const Call& call);
    // What will run: the file, and whatever its `#!` line names. The errno that the kernel would answer with, 0 for
    // none; nothing if it cannot be looked at.
    [[nodiscard]] std::optional<int> follow(const Process& process, FoundFile file, std::string spelled, Start argv,
                                            std::vector<Start>& starts) const;
    [[nodiscard]] std::vector<policy::Reason> met(const std::vector<Start>& starts) const;
    [[nodiscard]] bool approved(const policy::Reason& reason) const;
    [[nodiscard]] Reply refuse(const Listener& listener, const Call& call, const Denied& denied) const;

    ExecRules rules_;
    KnownPrograms known_;
    SharedDirectories shared_;
};

}  // namespace postern::guard
