#include "sandbox/seatbelt_launch.h"

namespace postern::sandbox {

LaunchPlan seatbelt_plan(const SeatbeltProfile& seatbelt, const Profile& profile,
                         const std::vector<std::string>& command) {
    LaunchPlan plan;
    plan.file = "/usr/bin/sandbox-exec";  // protected by the system; a copy elsewhere is never taken
    plan.argv = {"sandbox-exec", "-p", seatbelt.text};
    for (const auto& [name, value] : seatbelt.parameters) {
        plan.argv.emplace_back("-D");
        plan.argv.push_back(name + '=' + value);
    }
    plan.argv.emplace_back("--");
    plan.argv.insert(plan.argv.end(), command.begin(), command.end());
    for (const Variable& v : profile.environment) plan.env.push_back(v.name + '=' + v.value);
    plan.reporting = Reporting::exit_status;
    plan.limits = profile.limits;
    return plan;
}

}  // namespace postern::sandbox
