#include "cli/render.h"

#include "base/quote.h"
#include "policy/never_allowed.h"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

namespace postern::cli {
namespace {

using policy::Reason;

// The reasons that made the verdict, or those that did not, in their order; equal lines once.
std::vector<std::string> lines_of(const policy::Decision& decision, bool decisive) {
    std::vector<std::string> lines;
    std::unordered_set<std::string> seen;
    for (const Reason& reason : decision.reasons) {
        if ((reason.verdict == decision.verdict) != decisive) continue;
        std::string line = std::string(to_string(reason.verdict)) + ": " + reason_text(reason);
        if (seen.insert(line).second) lines.push_back(std::move(line));
    }
    return lines;
}

}  // namespace

std::string denied_text(const guard::Denied& denied) {
    if (denied.reasons.empty()) return "refused while it ran: " + printable(denied.what);
    constexpr std::size_t kMost = 500;  // arguments may be megabytes
    std::string reason = reason_text(denied.reasons.front());
    if (reason.size() > kMost) reason = reason.substr(0, kMost) + "…";
    std::string out = "refused while it ran; " + reason;
    if (!denied.answer.empty()) out += "; " + printable(denied.answer);
    return out;
}

std::vector<std::string> unconnected_lines(const std::vector<network::ConnectionRecord>& connections) {
    constexpr std::size_t kMost = 10;
    std::vector<std::string> lines;
    std::size_t more = 0;
    for (const network::ConnectionRecord& record : connections) {
        if (record.verdict == policy::Verdict::allow || record.host.empty()) continue;
        const std::string reason = printable(record.reason);
        const bool named = reason.find(record.host) != std::string::npos;
        std::string line =
            "not connected; " + (named ? "" : record.host + ':' + std::to_string(record.port) + ": ") + reason;
        if (std::ranges::find(lines, line) != lines.end()) continue;
        if (lines.size() < kMost) {
            lines.push_back(std::move(line));
        } else {
            ++more;
        }
    }
    if (more > 0) lines.push_back("not connected; and " + std::to_string(more) + " more: --json lists them");
    return lines;
}

namespace {

std::string unwritten_text(const guard::RefusedWrite& refused) {
    using Wall = guard::RefusedWrite::Wall;
    const std::string path = '`' + printable(refused.path) + '`', reason = printable(refused.reason);
    if (refused.wall == Wall::guarded) return path + " is protected: " + reason;
    if (refused.wall == Wall::cannot_move) return path + " can be neither moved, removed nor replaced: " + reason;
    std::string out = path + " cannot be written: " + reason;
    if (refused.directory.empty()) return out;
    return out + "; allow it with --allow-write " + shell_quote(refused.directory) +
           " or sandbox.filesystem.allowWrite";
}

}  // namespace

std::vector<std::string> unwritten_lines(const guard::RefusedWriteLog& log, Detail detail) {
    constexpr std::size_t kMost = 3;
    std::vector<std::string> lines;
    std::uint64_t more = detail == Detail::full ? log.left_out() : 0;
    for (const guard::RefusedWrite& refused : log.entries()) {
        if (detail == Detail::brief && refused.wall == guard::RefusedWrite::Wall::outside) continue;
        if (lines.size() < kMost) {
            lines.push_back(unwritten_text(refused));
        } else {
            ++more;
        }
    }
    if (more > 0) lines.push_back("and " + std::to_string(more) + " more places were not written: --json lists them");
    return lines;
}

std::string ended_text(const run::LeftProcesses& left) {
    constexpr std::size_t kMost = 3;
    std::string out = "ended with the command:";
    for (std::size_t i = 0; i < std::min(kMost, left.first.size()); ++i) {
        const run::LeftProcess& process = left.first[i];
        out += (i == 0 ? " `" : ", `") + printable(process.name) + "` (pid " + std::to_string(process.pid) + ')';
    }
    const std::uint64_t more = left.first.size() - std::min(kMost, left.first.size()) + left.more;
    if (more > 0) out += " and " + std::to_string(more) + " more";
    return out +
           "; no process outlives its run: give a server a run of its own that stays in the foreground, with "
           "postern.network.exposePorts for those outside who use it, or start and use it in one run";
}

std::string finding_text(const scrub::Finding& finding) {
    std::string path = printable(finding.path.text());
    const std::string why = printable(finding.why);
    switch (finding.action) {
        case scrub::Action::quarantined:
            if (finding.id.empty()) return "moved " + path + " aside: " + why;
            return "moved " + path + " to quarantine: " + why + " (postern scrub restore " + finding.id + ')';
        case scrub::Action::reverted:
            if (finding.id.empty()) return "put back " + path + " as it was: " + why;
            return "put back " + path + " as it was: " + why + " (postern scrub restore " + finding.id + ')';
        case scrub::Action::failed: return "DANGER: could not disarm " + path + ": " + why;
        case scrub::Action::reported: return "look at " + path + ": " + why;
    }
    return path;
}

std::string verdict_text(const policy::Decision& decision, Detail detail) {
    const std::vector<std::string> lines = lines_of(decision, true);
    if (lines.empty()) return std::string(to_string(decision.verdict)) + ": no reason was given\n";
    if (detail == Detail::brief) {
        const std::string more =
            lines.size() > 1 ? " [and " + std::to_string(lines.size() - 1) + " more: -v]" : std::string{};
        return lines.front() + more + '\n';
    }
    std::string out;
    for (const std::string& line : lines) out += line + '\n';
    for (const std::string& line : lines_of(decision, false)) out += line + '\n';
    return out;
}

std::string never_allowed_text(const policy::Policy& policy) {
    std::string out;
    for (const policy::NeverAllowed* entry : policy.never) {
        out += "never allowed: " + std::string(entry->name) + ": it " + std::string(entry->reason) + '\n';
    }
    return out;
}

}  // namespace postern::cli
