// postern scrub: what was moved away after a run, and how it comes back.
#include "scrub/scrub.h"

#include "app/host.h"
#include "base/quote.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "settings/places.h"

#include <nlohmann/json.hpp>

#include <array>

#include <ctime>

namespace postern::cli {
namespace {

using nlohmann::json;

constexpr int kNotAll = 1;

Result<AbsPath> state_home() {
    const auto directory = app::working_directory(std::nullopt);
    if (!directory) return tl::unexpected(directory.error());
    const auto places = settings::from_environment(*directory);
    if (!places) return tl::unexpected(places.error());
    return places->state_home;
}

std::string local_time(std::int64_t seconds) {
    const std::time_t when = seconds;
    std::tm parts{};
    std::array<char, 32> text{};
    if (::localtime_r(&when, &parts) == nullptr) return "?";
    (void)std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M", &parts);
    return text.data();
}

std::string_view name_of(scrub::Action action) {
    switch (action) {
        case scrub::Action::quarantined: return "quarantined";
        case scrub::Action::reverted: return "reverted";
        case scrub::Action::failed: return "failed";
    }
    return "failed";
}

int print_json(const json& document, int status) {
    return print(document.dump(2, ' ', false, json::error_handler_t::replace) + '\n', status);
}

}  // namespace

int run_scrub_list(const Parsed& options) {
    const auto state = state_home();
    if (!state) return report(state.error());
    const auto kept = scrub::list(*state);
    if (!kept) return report(kept.error());
    if (options.has(Opt::json)) {
        json items = json::array();
        for (const scrub::Kept& k : *kept) {
            items.push_back(
                {{"id", k.id}, {"path", k.path.text()}, {"why", k.why}, {"when", k.when}, {"bytes", k.bytes}});
        }
        return print_json({{"version", 1}, {"kept", items}}, 0);
    }
    std::string out;
    for (const scrub::Kept& k : *kept) {
        out += k.id + "  " + local_time(k.when) + "  " + printable(k.path.text()) + "\n    " + printable(k.why) + '\n';
    }
    return print(out.empty() ? "Nothing is in the quarantine.\n" : out, 0);
}

int run_scrub_restore(const Parsed& options) {
    const auto state = state_home();
    if (!state) return report(state.error());
    if (options.operands().empty()) return report({Errc::invalid, "which? `postern scrub list` shows their ids", {}});
    json restored = json::array();
    std::string out;
    int status = 0;
    for (const std::string& id : options.operands()) {
        const auto path = scrub::restore(*state, id);
        if (!path) {
            status = report(path.error());
            continue;
        }
        restored.push_back({{"id", id}, {"path", path->text()}});
        out += "Put back: " + printable(path->text()) + '\n';
    }
    if (options.has(Opt::json)) return print_json({{"version", 1}, {"restored", restored}}, status);
    return options.has(Opt::quiet) ? status : print(out, status);
}

int run_scrub_run(const Parsed& options) {
    const auto state = state_home();
    if (!state) return report(state.error());
    const auto findings = scrub::resume(*state);
    if (!findings) return report(findings.error());
    json items = json::array();
    std::string out;
    int status = 0;
    for (const scrub::Finding& f : *findings) {
        if (f.action == scrub::Action::failed) status = kNotAll;
        items.push_back({{"path", f.path.text()},
                         {"action", name_of(f.action)},
                         {"why", f.why},
                         {"id", f.id.empty() ? json(nullptr) : json(f.id)}});
        out += std::string(name_of(f.action)) + ": " + printable(f.path.text()) + ": " + printable(f.why) +
               (f.id.empty() ? "" : " (" + f.id + ")") + '\n';
    }
    if (options.has(Opt::json)) return print_json({{"version", 1}, {"findings", items}}, status);
    if (options.has(Opt::quiet)) return status;
    return print(out.empty() ? "Nothing was left to do.\n" : out, status);
}

}  // namespace postern::cli
