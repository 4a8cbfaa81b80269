#include "host/container_remedies.h"

#include "host/sandbox_signs.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace postern::host {
namespace {

// Options that open what the sandbox needs, by the program that starts the container.
struct Row {
    std::string_view container;
    std::string_view namespaces, fresh_proc;
};
constexpr std::string_view kFiles = POSTERN_CONTAINER_FILES;
constexpr auto kRows = std::to_array<Row>({
    {"podman", "podman run --security-opt seccomp=seccomp.json --security-opt unmask=ALL",
     "podman run --security-opt unmask=ALL"},
    {"docker",
     "docker run --security-opt seccomp=seccomp.json --security-opt systempaths=unconfined, and --security-opt "
     "apparmor=unconfined where AppArmor confines it",
     "docker run --security-opt systempaths=unconfined"},
    {"kubernetes",
     "hostUsers: false for the pod; securityContext with procMount: Unmasked and a seccompProfile of type Localhost",
     "hostUsers: false for the pod; securityContext with procMount: Unmasked"},
    {"lxc", "security.nesting=true (lxc.include nesting.conf) for this container",
     "security.nesting=true (lxc.include nesting.conf) for this container"},
});

}  // namespace

std::string container_remedy(const std::string& container, Forbidden what) {
    const auto text = [what](const Row& row) {
        return std::string(what == Forbidden::namespaces ? row.namespaces : row.fresh_proc);
    };
    const std::string where =
        "\n  seccomp.json, and lines for devcontainer.json, compose and Kubernetes, are in " + std::string(kFiles);
    const auto* const row = std::ranges::find(kRows, container, &Row::container);
    if (row != kRows.end()) return "start the container so that it permits this: " + text(*row) + where;
    std::string out = "start the container so that it permits this";
    for (const Row& each : kRows) out += "\n  " + std::string(each.container) + ": " + text(each);
    return out + where;
}

std::string nested_remedy(const std::string& around) {
    if (around == kPosternAround) {
        return "the Postern outside judges and holds this command already: run it here without `postern run`";
    }
    return "run Postern outside the other sandbox, or leave commands to that one alone";
}

}  // namespace postern::host
