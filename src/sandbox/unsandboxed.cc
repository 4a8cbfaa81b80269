#include "sandbox/resolve.h"

#include <algorithm>

namespace postern::sandbox {

Profile unsandboxed_profile(const AbsPath& cwd, const SpecOptions& options, const host::Facts& facts) {
    Profile out;
    out.cwd = cwd;
    out.files_isolated = false;
    out.network = Network::host;
    out.unix_sockets = UnixSockets::open;
    out.proc = Proc::host;
    out.nested = NestedNamespaces::allowed;
    out.root = facts.root;
    out.limits = options.limits;
    for (const std::string& variable : facts.environment) {
        const std::size_t end = variable.find('=');
        if (end == std::string::npos) continue;
        const std::string name = variable.substr(0, end);
        if (std::ranges::find(options.variables, name, &Variable::name) != options.variables.end()) continue;
        out.environment.push_back({name, variable.substr(end + 1)});
    }
    out.environment.insert(out.environment.end(), options.variables.begin(), options.variables.end());
    return out;
}

}  // namespace postern::sandbox
