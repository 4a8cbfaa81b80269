// Are we inside a container, and in whose?
#pragma once

#include <optional>
#include <string>

namespace postern::host {

struct ContainerSigns {
    bool dockerenv = false;                  // /.dockerenv
    bool containerenv = false;               // /run/.containerenv: podman
    std::string systemd_name{};              // /run/systemd/container
    std::string first_cgroup{};              // /proc/1/cgroup
    std::optional<std::string> first_env{};  // container= of process 1, where it can be read
    bool kubernetes = false;                 // $KUBERNETES_SERVICE_HOST
    bool operator==(const ContainerSigns&) const = default;
};
[[nodiscard]] ContainerSigns read_container_signs();

// "docker", "podman", "lxc", ...; nothing if there is no sign of one. Pure.
[[nodiscard]] std::optional<std::string> container_of(const ContainerSigns& signs);

}  // namespace postern::host
