#include "policy/decision.h"

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
    }
    return "default";
}

}  // namespace postern::policy
