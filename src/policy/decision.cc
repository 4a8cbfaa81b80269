#include "policy/decision.h"

#include "base/quote.h"

#include <algorithm>

namespace postern::policy {

Verdict strictest(const std::vector<Reason>& reasons) noexcept {
    if (reasons.empty()) return Verdict::deny;
    return std::ranges::max(reasons, {}, &Reason::verdict).verdict;
}

std::string_view to_string(Verdict verdict) noexcept {
    switch (verdict) {
        case Verdict::allow: return "allow";
        case Verdict::ask: return "ask";
        case Verdict::deny: return "deny";
    }
    return "deny";
}

std::string_view to_string(ReasonKind kind) noexcept {
    switch (kind) {
        case ReasonKind::never: return "never";
        case ReasonKind::rule: return "rule";
        case ReasonKind::mode: return "mode";
        case ReasonKind::sandbox: return "sandbox";
        case ReasonKind::safety: return "safety";
        case ReasonKind::path: return "path";
        case ReasonKind::network: return "network";
        case ReasonKind::cooldown: return "cooldown";
        case ReasonKind::new_file: return "new-file";
        case ReasonKind::undecidable: return "undecidable";
        case ReasonKind::read_only: return "read-only";
        case ReasonKind::fallback: return "default";
        case ReasonKind::approval: return "approval";
        case ReasonKind::hook: return "hook";
        case ReasonKind::classifier: return "classifier";
        case ReasonKind::ticket: return "ticket";
    }
    return "default";
}

std::string_view to_string(MayAnswer may_answer) noexcept {
    switch (may_answer) {
        case MayAnswer::anybody: return "anybody";
        case MayAnswer::chosen: return "chosen";
        case MayAnswer::person: return "person";
    }
    return "person";
}

std::string origin_text(const Reason& reason) {
    if (reason.source.empty()) return {};
    return printable(reason.source) + '#' + printable(reason.pointer);
}

std::string reason_text(const Reason& reason) {
    std::string out;
    if (!reason.subject.empty() && reason.message.find(reason.subject) == std::string::npos) {
        out = '`' + printable(reason.subject) + (reason.kind == ReasonKind::read_only ? "` " : "`: ");
    }
    out += printable(reason.message);
    const std::string origin = origin_text(reason);
    return origin.empty() ? out : out + " (" + origin + ')';
}

}  // namespace postern::policy
