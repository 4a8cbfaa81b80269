// postern scrub: what was moved away after a run, and how it comes back.
#include "scrub/scrub.h"

#include "app/host.h"
#include "base/quote.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/render.h"
#include "settings/places.h"

#include <nlohmann/json.hpp>

#include <array>

#include <ctime>

namespace postern::cli {
namespace {

using app::Json;

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

Result<int> print_json(const Json& document, int status) {
    return print(app::json_text(document, app::JsonLayout::indented), status);
}

}  // namespace

Result<int> run_scrub_list(const Parsed& options) {
    const auto state = state_home();
    if (!state) return tl::unexpected(state.error());
    const auto kept = scrub::list(*state);
    if (!kept) return tl::unexpected(kept.error());
    if (options.has(Opt::json)) {
        Json items = Json::array();
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

Result<int> run_scrub_restore(const Parsed& options) {
    const auto state = state_home();
    if (!state) return tl::unexpected(state.error());
    if (options.operands().empty()) return fail(Errc::invalid, "which? `postern scrub list` shows their ids");
    Json restored = Json::array(), failed = Json::array();
    std::string out;
    int status = 0;
    for (const std::string& id : options.operands()) {
        const auto path = scrub::restore(*state, id);
        if (!path) {
            if (!options.has(Opt::json)) (void)report(path.error(), OutputFormat::text);
            failed.push_back({{"id", id}, {"error", app::error_json(path.error())}});
            status = kExitError;
            continue;
        }
        restored.push_back({{"id", id}, {"path", path->text()}});
        out += "Put back: " + printable(path->text()) + '\n';
    }
    if (options.has(Opt::json)) return print_json({{"version", 1}, {"restored", restored}, {"failed", failed}}, status);
    if (options.has(Opt::quiet)) return status;
    return print(out, status);
}

Result<int> run_scrub_run(const Parsed& options) {
    const auto state = state_home();
    if (!state) return tl::unexpected(state.error());
    const auto findings = scrub::resume(*state);
    if (!findings) return tl::unexpected(findings.error());
    std::string out;
    int status = 0;
    for (const scrub::Finding& f : *findings) {
        if (f.action == scrub::Action::failed) status = kNotAll;
        out += std::string(action_name(f.action)) + ": " + printable(f.path.text()) + ": " + printable(f.why) +
               (f.id.empty() ? "" : " (" + f.id + ")") + '\n';
    }
    if (options.has(Opt::json)) return print_json({{"version", 1}, {"findings", findings_json(*findings)}}, status);
    if (options.has(Opt::quiet)) return status;
    return print(out.empty() ? "Nothing was left to do.\n" : out, status);
}

}  // namespace postern::cli
