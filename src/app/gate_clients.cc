#include "app/gate_clients.h"

#include "app/find_program.h"
#include "app/own_files.h"
#include "base/file.h"
#include "sandbox/gate_variables.h"
#include "sandbox/ssh_config.h"

#include <algorithm>
#include <string>
#include <utility>

#include <sys/stat.h>

namespace postern::app {
namespace {

constexpr const char* kSshConfig = "/etc/ssh/ssh_config";
constexpr std::string_view kJavaOptions = "JAVA_TOOL_OPTIONS";

// A link would have to be followed inside, where it may lead to nothing.
bool is_plain_file(const AbsPath& path) {
    struct stat status {};
    return ::lstat(path.text().c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

bool is_hidden(const sandbox::Profile& profile, const AbsPath& path) {
    return std::ranges::any_of(profile.mounts, [&](const sandbox::Mount& mount) {
        return mount.access == sandbox::MountAccess::hidden && mount.path.contains(path);
    });
}

Result<std::string> ssh_config(const sandbox::Profile& profile, const AbsPath& path) {
    if (!is_plain_file(path)) return fail(Errc::unsupported, "it is no plain file");
    if (is_hidden(profile, path)) return fail(Errc::unsupported, "it may not be read");
    const auto own = own_program();
    if (!own) return tl::unexpected<Error>(own.error());
    const auto text = read_file(path);
    if (!text) return tl::unexpected<Error>(text.error());
    return sandbox::ssh_config_with_gate(*text, *own,
                                         profile.root ? sandbox::Includes::kept : sandbox::Includes::left_out);
}

}  // namespace

void add_gate_variables(const sandbox::SandboxSpec& spec, const std::vector<sandbox::Variable>& given,
                        std::vector<sandbox::Variable>& set) {
    const bool users_own = std::ranges::find(spec.keep_variables, kJavaOptions) != spec.keep_variables.end();
    const bool java = !users_own && find_program("java").error == 0;
    for (sandbox::Variable& variable :
         sandbox::gate_variables(java ? sandbox::Java::present : sandbox::Java::absent, given)) {
        set.push_back(std::move(variable));
    }
}

void lead_ssh_to_the_gate(sandbox::Profile& profile) {
    const auto path = AbsPath::parse(kSshConfig);
    if (!path || find_program("ssh").error != 0) return;
    auto text = ssh_config(profile, *path);
    if (text) {
        profile.given.push_back({*path, std::move(*text), "leads ssh to the gate"});
    } else {
        profile.notes.push_back(
            "ssh does not find the gate by itself, give it -o ProxyCommand='postern connect %h %p': " + path->text() +
            ": " + text.error().what);
    }
}

}  // namespace postern::app
