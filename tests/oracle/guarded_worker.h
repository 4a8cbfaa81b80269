// Worker of a guarded campaign. Every script runs twice: without Postern to see which programs it starts, and under
// Postern with a deny rule about one of them.
#pragma once

#include "campaign.h"
#include "guarded_run.h"

#include <set>
#include <string>

namespace postern::oracle {

class GuardedWorker {
public:
    GuardedWorker(const Options& options, Runner& runner, const Booth& booth, Slot& slot);

    void take(const Case& one, std::uint64_t index, const std::string& label);

private:
    void count(const std::string& script, const Run& plain, const GuardedRun& guarded, const DenyRule& rule);
    void show(const char* what, const std::string& script, const DenyRule& rule, const GuardedRun& guarded);
    [[nodiscard]] std::string shrunk(const std::string& script, const DenyRule& rule, Shown shown);

    const Options& options_;
    Runner& runner_;
    GuardedRunner guarded_;
    Slot& slot_;
    std::string label_;
    std::size_t shown_ = 0;
};

}  // namespace postern::oracle
