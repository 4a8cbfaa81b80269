#include "host/container.h"

#include "base/file.h"
#include "base/quote.h"
#include "base/text.h"

#include <array>
#include <cstdlib>
#include <string_view>

#include <unistd.h>

namespace postern::host {
namespace {

std::optional<std::string> first_env() {
    const std::string all = '\0' + read_fact("/proc/1/environ");
    constexpr std::string_view kName("\0container=", 11);
    const std::size_t at = all.find(kName);
    if (at == std::string::npos) return std::nullopt;
    const std::size_t begin = at + kName.size();
    return all.substr(begin, all.find('\0', begin) - begin);
}

}  // namespace

ContainerSigns read_container_signs() {
    return {.dockerenv = ::access("/.dockerenv", F_OK) == 0,
            .containerenv = ::access("/run/.containerenv", F_OK) == 0,
            .systemd_name = read_fact("/run/systemd/container"),
            .first_cgroup = read_fact("/proc/1/cgroup"),
            .first_env = first_env(),
            .kubernetes = std::getenv("KUBERNETES_SERVICE_HOST") != nullptr};
}

std::optional<std::string> container_of(const ContainerSigns& signs) {
    if (signs.kubernetes || signs.first_cgroup.find("/kubepods") != std::string::npos) return "kubernetes";
    if (signs.containerenv) return "podman";
    if (signs.dockerenv) return "docker";
    // WSL names itself "wsl" here, but is not a container for this purpose.
    const std::string_view systemd = trimmed(signs.systemd_name, " \n");
    if (!systemd.empty() && systemd != "wsl") return printable(systemd);
    if (signs.first_env && !signs.first_env->empty() && *signs.first_env != "wsl") return printable(*signs.first_env);
    struct Sign {
        std::string_view text, name;
    };
    static constexpr auto kSigns = std::to_array<Sign>(
        {{"/docker", "docker"}, {"/libpod", "podman"}, {"/lxc", "lxc"}, {"/containerd", "containerd"}});
    for (const Sign& sign : kSigns) {
        if (signs.first_cgroup.find(sign.text) != std::string::npos) return std::string(sign.name);
    }
    return std::nullopt;
}

}  // namespace postern::host
