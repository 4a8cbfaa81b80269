// postern scrub: what was moved away after a run, how it comes back or goes for ever, and what a person accepts.
#include "scrub/scrub.h"

#include "app/host.h"
#include "base/quote.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/output.h"
#include "cli/render.h"
#include "settings/places.h"

#include <nlohmann/json.hpp>

#include <array>
#include <functional>

#include <ctime>

namespace postern::cli {
namespace {

using app::Json;

constexpr int kArmed = 123;  // something dangerous could not be disarmed

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
            items.push_back({{"id", k.id},
                             {"path", k.path.text()},
                             {"why", k.why},
                             {"when", k.when},
                             {"bytes", k.bytes},
                             {"now", k.now.text()}});
        }
        return print_json({{"version", 1}, {"kept", items}}, 0);
    }
    std::string out;
    for (const scrub::Kept& k : *kept) {
        out += k.id + "  " + local_time(k.when) + "  " + printable(k.path.text()) + "\n    " + printable(k.why) + '\n';
    }
    return print(out.empty() ? "Nothing is in the quarantine.\n" : out, 0);
}

namespace {

// A command that does something with each of its operands.
struct Deed {
    std::string_view key;                                            // of the operand in JSON: "id"
    std::string_view done;                                           // of the list of those that were done: "restored"
    std::string_view said;                                           // "Put back: "
    std::function<Result<AbsPath>(const std::string& operand)> act;  // returns the path that it was about
};

Result<int> do_each(const Parsed& options, const Deed& deed) {
    Json done = Json::array(), failed = Json::array();
    std::string out;
    int status = 0;
    for (const std::string& operand : options.operands()) {
        const auto path = deed.act(operand);
        if (!path) {
            if (!options.has(Opt::json)) (void)report(path.error(), OutputFormat::text);
            failed.push_back({{std::string(deed.key), operand}, {"error", app::error_json(path.error())}});
            status = kExitError;
            continue;
        }
        Json one{{std::string(deed.key), operand}};
        one["path"] = path->text();
        done.push_back(std::move(one));
        out += std::string(deed.said) + printable(path->text()) + '\n';
    }
    if (options.has(Opt::json)) {
        return print_json({{"version", 1}, {std::string(deed.done), done}, {"failed", failed}}, status);
    }
    return options.has(Opt::quiet) ? Result<int>(status) : print(out, status);
}

// Refuses unless a person says yes at the terminal, or the command line does.
Status decided(const Parsed& options, const std::string& question) {
    const bool asks = !options.has(Opt::quiet) && !options.has(Opt::json);
    if (options.has(Opt::yes) || (asks && confirmed(question))) return {};
    return fail(Errc::invalid, "nothing was done: a person must say yes at a terminal, or the command line --yes");
}

std::string listed(const std::vector<std::string>& operands) {
    std::string out;
    for (const std::string& operand : operands) out += (out.empty() ? "" : ", ") + printable(operand);
    return out;
}

}  // namespace

Result<int> run_scrub_restore(const Parsed& options) {
    const auto state = state_home();
    if (!state) return tl::unexpected(state.error());
    if (options.operands().empty()) return fail(Errc::invalid, "which? `postern scrub list` shows their ids");
    return do_each(options, {.key = "id", .done = "restored", .said = "Put back: ", .act = [&](const std::string& id) {
                                 return scrub::restore(*state, id);
                             }});
}

Result<int> run_scrub_remove(const Parsed& options) {
    const auto state = state_home();
    if (!state) return tl::unexpected(state.error());
    if (options.operands().empty()) return fail(Errc::invalid, "which? `postern scrub list` shows their ids");
    const Status yes = decided(options, "Remove " + listed(options.operands()) + " for ever?");
    if (!yes) return tl::unexpected(yes.error());
    return do_each(options, {.key = "id", .done = "removed", .said = "Removed: ", .act = [&](const std::string& id) {
                                 return scrub::remove(*state, id);
                             }});
}

Result<int> run_scrub_accept(const Parsed& options) {
    const auto state = state_home();
    const auto directory = app::working_directory(std::nullopt);
    if (!state) return tl::unexpected(state.error());
    if (!directory) return tl::unexpected(directory.error());
    if (options.operands().empty()) return fail(Errc::invalid, "which path?");
    const Status yes = decided(options, "Tools outside the sandbox may run what is in " + listed(options.operands()) +
                                            ". Accept it as your own?");
    if (!yes) return tl::unexpected(yes.error());
    const auto accept = [&](const std::string& operand) -> Result<AbsPath> {
        auto path = AbsPath::resolve(*directory, operand);
        if (!path) return path;
        if (auto accepted = scrub::accept(*state, *path); !accepted) return tl::unexpected(accepted.error());
        return path;
    };
    return do_each(options, {.key = "path", .done = "accepted", .said = "Accepted: ", .act = accept});
}

Result<int> run_scrub_run(const Parsed& options) {
    const auto state = state_home();
    if (!state) return tl::unexpected(state.error());
    const auto findings = scrub::resume(*state);
    if (!findings) return tl::unexpected(findings.error());
    std::string out;
    int status = 0;
    for (const scrub::Finding& f : *findings) {
        if (f.action == scrub::Action::failed) status = kArmed;
        out += std::string(action_name(f.action)) + ": " + printable(f.path.text()) + ": " + printable(f.why) +
               (f.id.empty() ? "" : " (" + f.id + ")") + '\n';
    }
    if (options.has(Opt::json)) return print_json({{"version", 1}, {"findings", findings_json(*findings)}}, status);
    if (options.has(Opt::quiet)) return status;
    return print(out.empty() ? "Nothing was left to do.\n" : out, status);
}

}  // namespace postern::cli
