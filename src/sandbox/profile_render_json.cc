#include "sandbox/profile_render.h"

#include "base/quote.h"

#include <nlohmann/json.hpp>

#include <string_view>

namespace postern::sandbox {
namespace {

using Json = nlohmann::json;

// JSON has its own escapes for control characters, but none for bytes that are not UTF-8.
std::string text(std::string_view bytes) {
    return find_invalid_utf8(bytes) == std::string_view::npos ? std::string(bytes) : printable(bytes);
}

Json or_null(std::string_view bytes) {
    return bytes.empty() ? Json(nullptr) : Json(text(bytes));
}

template <class T>
Json or_null(const std::optional<T>& value) {
    return value ? Json(*value) : Json(nullptr);
}

std::string_view name(MountAccess access) {
    switch (access) {
        case MountAccess::read_only: return "readOnly";
        case MountAccess::writable: return "writable";
        case MountAccess::cannot_move: return "pinned";
        case MountAccess::hidden: return "hidden";
        case MountAccess::reopened: return "reopened";
        case MountAccess::empty_private: return "private";
        case MountAccess::kept_private: return "kept";
    }
    return "hidden";
}

std::string_view name(UnixSockets sockets) {
    switch (sockets) {
        case UnixSockets::closed: return "closed";
        case UnixSockets::inside: return "inside";
        case UnixSockets::open: return "open";
    }
    return "closed";
}

template <class Range, class Make>
Json list(const Range& range, Make make) {
    Json out = Json::array();
    for (const auto& item : range) out.push_back(make(item));
    return out;
}

Json path_json(const AbsPath& path) {
    return {{"path", text(path.text())}};
}

Json mount_json(const Mount& mount) {
    return {{"path", text(mount.path.text())},
            {"access", name(mount.access)},
            {"directory", mount.directory},
            {"why", or_null(mount.why)},
            {"source", mount.source ? Json(text(mount.source->text())) : Json(nullptr)}};
}

Json link_json(const HeldLink& link) {
    return {{"path", text(link.path.text())}, {"target", text(link.target)}};
}

Json absent_json(const Absent& absent) {
    return {{"path", text(absent.path.text())}, {"why", or_null(absent.why)}};
}

Json limits_json(const ResourceLimits& limits) {
    return {{"memoryBytes", or_null(limits.memory_bytes)},
            {"fileBytes", or_null(limits.file_bytes)},
            {"pids", or_null(limits.pids)},
            {"cpuSeconds", or_null(limits.cpu_seconds)},
            {"timeoutMs", or_null(limits.timeout_ms)}};
}

Json gate_json(const GatePlan& gate) {
    return {{"hosts", gate.hosts},
            {"transparentPorts", gate.transparent},
            {"exposedPorts", gate.exposed},
            {"hostPorts", gate.from_host},
            {"hiddenServerNames", gate.hidden_server_names},
            {"maxBytes", or_null(gate.max_bytes)},
            {"maxConnections", or_null(gate.max_connections)}};
}

}  // namespace

nlohmann::json profile_json(const Profile& profile) {
    const auto sentence = [](const std::string& s) { return Json{{"text", text(s)}}; };
    const auto named = [](const std::string& s) { return Json{{"name", text(s)}}; };
    return {
        {"version", 1},
        {"workingDirectory", text(profile.cwd.text())},
        {"home", text(profile.home.text())},
        {"temporary", text(profile.temporary.text())},
        {"filesIsolated", profile.files_isolated},
        {"writable", list(profile.writable, path_json)},
        {"withoutNamespaces", profile.without_namespaces},
        {"readable", list(profile.readable, path_json)},
        {"mounts", list(profile.mounts, mount_json)},
        {"given", list(profile.given,
                       [](const GivenFile& file) {
                           return Json{{"path", text(file.path.text())}, {"why", or_null(file.why)}};
                       })},
        {"absent", list(profile.absent, absent_json)},
        {"links", list(profile.links, link_json)},
        {"repositories", list(profile.repositories, path_json)},
        {"waived", list(profile.waived, named)},
        {"alsoProtected", list(profile.also_protected, named)},
        {"environment", list(profile.environment, [&](const Variable& v) { return named(v.name); })},
        {"dropped", list(profile.dropped,
                         [](const DroppedVariable& v) {
                             return Json{{"name", text(v.name)}, {"why", or_null(v.why)}};
                         })},
        {"network", profile.network == Network::host   ? "host"
                    : profile.network == Network::gate ? "gate"
                                                       : "isolated"},
        {"gate", gate_json(profile.gate)},
        {"unixSockets", name(profile.unix_sockets)},
        {"listedSockets", list(profile.listed_sockets, path_json)},
        {"proc", profile.proc == Proc::host ? "host" : "fresh"},
        {"nestedNamespaces", profile.nested == NestedNamespaces::allowed ? "allowed" : "refused"},
        {"execGuard", profile.exec_guard == settings::ExecGuardMode::strict ? "strict"
                      : profile.exec_guard == settings::ExecGuardMode::on   ? "on"
                                                                            : "off"},
        {"createGuard", profile.create_guard},
        {"limits", limits_json(profile.limits)},
        {"weaknesses", list(profile.weaknesses, sentence)},
        {"notHeld", list(profile.not_held, sentence)},
        {"notes", list(profile.notes, sentence)},
    };
}

}  // namespace postern::sandbox
