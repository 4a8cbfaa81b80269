#include "backend/backend.h"

#include "backend/bwrap.h"
#include "backend/seatbelt.h"
#include "backend/unsandboxed.h"

#include <array>

namespace postern::backend {
namespace {

struct Named {
    std::string_view name;
    std::unique_ptr<Backend> (*make)(const host::Facts& facts);
};
constexpr auto kBackends = std::to_array<Named>({
    {"bwrap",
     [](const host::Facts& facts) -> std::unique_ptr<Backend> { return std::make_unique<BwrapBackend>(facts); }},
    {"seatbelt", [](const host::Facts&) -> std::unique_ptr<Backend> { return std::make_unique<SeatbeltBackend>(); }},
});

}  // namespace

std::unique_ptr<Backend> sandbox_of(const host::Facts& facts) {
    return kBackends.front().make(facts);
}

std::unique_ptr<Backend> no_sandbox() {
    return std::make_unique<UnsandboxedBackend>();
}

std::vector<std::string_view> backend_names() {
    std::vector<std::string_view> out;
    out.reserve(kBackends.size());
    for (const Named& backend : kBackends) out.push_back(backend.name);
    return out;
}

std::unique_ptr<Backend> backend_named(std::string_view name, const host::Facts& facts) {
    for (const Named& backend : kBackends) {
        if (backend.name == name) return backend.make(facts);
    }
    return nullptr;
}

}  // namespace postern::backend
