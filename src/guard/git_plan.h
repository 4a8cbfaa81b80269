// What a git command would do to protected files, and whether it may. Decides; the gate acts.
#pragma once

#include "guard/git_forecast.h"
#include "guard/git_ownership.h"
#include "guard/held_files.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace postern::guard {

struct GitPlan {
    Grant grant{};
    Words paths{};            // that would change, below the top
    std::string objection{};  // why it is not simply granted; empty: it is
    bool askable = true;      // a person may grant it
};

struct PlanSources {
    const HeldFiles& held;
    WorkTree tree;
    AbsPath program;                // the host's git
    AbsPath scratch;                // where contents are computed
    std::function<bool()> give_up;  // true: the run ends, and git is not to be waited for
    state::Commits own_tips;
    std::function<std::optional<GivenPatch>(const std::string& word)> patch;  // as in ForecastSources
};

// Returns the plan of a command whose effect cannot be found out.
[[nodiscard]] GitPlan unforeseen(const HeldFiles& held, const WorkTree& tree);

class GitPlanner {
public:
    explicit GitPlanner(PlanSources sources);
    [[nodiscard]] GitPlan plan(const std::vector<GitIntent>& intents);

private:
    // What is known of a path besides its futures.
    struct Place {
        const std::string& path;
        AbsPath file;
        std::optional<std::string> present{};  // content from before the run, if a mount holds it
    };
    void settle(const std::string& path, const std::vector<Future>& futures);
    void settle(const Place& place, const Future& future);
    [[nodiscard]] bool is_own(const Place& place, const Future& future);
    [[nodiscard]] bool is_permitted(const Place& place, const GitObjects::Entry& entry);
    void object(const Place& place, std::string_view what);

    PlanSources from_;
    HostGit git_;
    GitObjects objects_;
    Ownership ownership_;
    GitResults results_;
    GitPlan plan_{};
};

}  // namespace postern::guard
