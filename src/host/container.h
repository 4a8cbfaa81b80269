// Finds out whether this process runs in a container, and of which kind.
#pragma once

#include <optional>
#include <string>

namespace postern::host {

struct ContainerSigns {
    bool dockerenv = false;                  // /.dockerenv
    bool containerenv = false;               // /run/.containerenv: podman
    std::string systemd_name{};              // /run/systemd/container
    std::string first_cgroup{};              // /proc/1/cgroup
    std::optional<std::string> first_env{};  // container= in the environment of process 1, if readable
    bool kubernetes = false;                 // $KUBERNETES_SERVICE_HOST
    bool operator==(const ContainerSigns&) const = default;
};
[[nodiscard]] ContainerSigns read_container_signs();

// Returns "docker", "podman", "lxc" and so on, or nullopt if there is no sign of a container. Pure.
[[nodiscard]] std::optional<std::string> container_of(const ContainerSigns& signs);

}  // namespace postern::host
