#include "host/namespace_trials.h"

#include "base/quote.h"
#include "host/bounded_process.h"
#include "host/kernel_facts.h"

#include <array>
#include <utility>
#include <vector>

namespace postern::host {
namespace {

using Words = std::vector<std::string>;

constexpr std::size_t kLongestComplaint = 300;

std::string first_line(std::string_view text) {
    while (text.starts_with('\n')) text.remove_prefix(1);
    std::string line = printable(text.substr(0, std::min(text.find('\n'), kLongestComplaint)));
    return line.empty() ? "it said nothing" : line;
}

// Makes a sandbox and runs `bwrap --version` in it, because bwrap is the one program that certainly exists.
Trial try_with(const Bwrap& bwrap, const Words& options) {
    Words words = {"--unshare-user", "--die-with-parent", "--ro-bind", "/", "/"};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", bwrap.path.text(), "--version"});
    const auto answered = ask({.program = bwrap.path, .arguments = std::move(words)});
    if (!answered) return {.complaint = first_line(answered.error().what)};
    if (answered->exit_status == 0) return {.worked = true};
    return {.complaint = first_line(answered->output)};
}

const Words kNetwork = {"--unshare-net"};
const Words kProc = {"--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try", "--proc", "/proc"};
const Words kNested = {"--disable-userns"};

constexpr auto kNames = std::to_array<std::pair<std::string_view, Trial Trials::*>>({
    {"user", &Trials::user},
    {"network", &Trials::network},
    {"proc", &Trials::proc},
    {"nested", &Trials::nested},
    {"listener", &Trials::listener},
});

}  // namespace

Trial try_to_listen() {
    const int refused = try_listener();
    if (refused == 0) return {.worked = true};
    return {.complaint = errno_text(refused)};
}

Trials try_namespaces(const Bwrap& bwrap) {
    Trials out;
    out.listener = try_to_listen();
    Words all = kNetwork;
    all.insert(all.end(), kProc.begin(), kProc.end());
    if (bwrap.has_disable_userns) all.insert(all.end(), kNested.begin(), kNested.end());
    const bool everything = try_with(bwrap, all).worked;
    if (everything) {
        out.user.worked = out.network.worked = out.proc.worked = true;
        out.nested.worked = bwrap.has_disable_userns;
    } else {
        out.user = try_with(bwrap, {});
        if (!out.user.worked) return out;
        out.network = try_with(bwrap, kNetwork);
        out.proc = try_with(bwrap, kProc);
        if (bwrap.has_disable_userns) out.nested = try_with(bwrap, kNested);
    }
    if (!bwrap.has_disable_userns) out.nested.complaint = "this bubblewrap has no --disable-userns";
    return out;
}

std::string trials_text(const Trials& trials) {
    std::string out;
    for (const auto& [name, trial] : kNames) {
        const Trial& t = trials.*trial;
        out += std::string(name) + (t.worked ? " yes " : " no ") + t.complaint + '\n';
    }
    return out;
}

std::optional<Trials> parse_trials(std::string_view text) {
    Trials out;
    std::string_view rest = text;
    for (const auto& [name, trial] : kNames) {
        const std::size_t end = rest.find('\n');
        if (end == std::string_view::npos) return std::nullopt;
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end + 1);
        if (!line.starts_with(name)) return std::nullopt;
        line.remove_prefix(name.size());
        Trial& t = out.*trial;
        t.worked = line.starts_with(" yes ");
        if (!t.worked && !line.starts_with(" no ")) return std::nullopt;
        t.complaint = line.substr(t.worked ? 5 : 4);
    }
    if (!rest.empty() || trials_text(out) != text) return std::nullopt;
    return out;
}

}  // namespace postern::host
