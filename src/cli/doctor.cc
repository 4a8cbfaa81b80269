// postern doctor: what this machine lacks for the sandbox, and how to get it.
#include "app/host.h"
#include "app/host_facts.h"
#include "app/judgement_json.h"
#include "base/quote.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/request.h"
#include "scrub/scrub.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace postern::cli {
namespace {

using app::Json;
using app::text_or_null;
using host::Check;
using Level = Check::Level;

constexpr std::size_t kLevelWidth = 9;
constexpr std::size_t kNameWidth = 19;

std::vector<Check> checks_for(const app::Session& session) {
    std::vector<Check> checks = host::check_host(app::check_options(session));
    const auto roots = scrub::known_roots(session.places.state_home);
    if (roots) return checks;
    checks.push_back({"earlier runs", Level::missing,
                      "where they could write cannot be read: " + text_of(roots.error()),
                      "nothing runs while it is not known", "make the file readable for you again"});
    return checks;
}

// Checks the machine under the settings in force, or under none if these are broken: doctor must help then too.
Result<std::vector<Check>> all_checks(const Parsed& options) {
    auto session = open_session(options);
    if (session) return checks_for(*session);
    const Error& error = session.error();
    Check broken{"settings", Level::missing, text_of(error), "nothing runs while they cannot be read",
                 "postern settings validate"};
    const auto cwd = app::working_directory(options.value(Opt::cwd));
    if (!cwd) return tl::unexpected(cwd.error());
    auto places = settings::from_environment(*cwd);
    if (!places) return tl::unexpected(std::move(places.error()));
    app::Session bare(std::move(*places));
    bare.policy.working_directories.push_back(bare.places.project);
    auto checks = checks_for(bare);
    checks.insert(checks.begin(), std::move(broken));
    return checks;
}

std::string level_word(Level level, const TextStyle& style) {
    const std::string word(to_string(level));
    const std::string gap(kLevelWidth - word.size(), ' ');
    switch (level) {
        case Level::ok: return style.green(word) + gap;
        case Level::info: return word + gap;
        case Level::weak: return style.yellow(word) + gap;
        case Level::missing: return style.red(word) + gap;
    }
    return word + gap;
}

// The remedy below its check, each line indented.
std::string indented(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        out += std::string(kLevelWidth, ' ') + (out.empty() ? "-> " : "   ") + printable(text.substr(0, end)) + '\n';
        text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    }
    return out;
}

std::string line_of(const Check& check, const TextStyle& style) {
    const std::string gap(check.name.size() < kNameWidth ? kNameWidth - check.name.size() : 1, ' ');
    std::string out = level_word(check.level, style) + style.bold(check.name) + gap + printable(check.found);
    if (!check.consequence.empty()) out += style.dim(": ") + printable(check.consequence);
    return out + '\n' + indented(check.remedy) + indented(check.offer);
}

std::string summary(const std::vector<Check>& checks, const TextStyle& style) {
    const auto weak = std::ranges::count(checks, Level::weak, &Check::level);
    const auto missing = std::ranges::count(checks, Level::missing, &Check::level);
    if (missing > 0) {
        return style.red("The sandbox cannot work here") + ": " + std::to_string(missing) +
               (missing == 1 ? " thing is missing.\n" : " things are missing.\n");
    }
    if (weak > 0) {
        return style.yellow("The sandbox works here, but weaker than it could be") + ": see the " +
               std::to_string(weak) + (weak == 1 ? " line" : " lines") + " marked weak.\n";
    }
    return style.green("The sandbox works here.") + '\n';
}

std::string_view support_word(Level level) {
    if (level == Level::missing) return "none";
    return level == Level::weak ? "weaker" : "full";
}

std::string json_of(const std::vector<Check>& checks) {
    Json list = Json::array();
    for (const Check& check : checks) {
        list.push_back({{"name", check.name},
                        {"level", to_string(check.level)},
                        {"found", check.found},
                        {"consequence", text_or_null(check.consequence)},
                        {"remedy", text_or_null(check.remedy)},
                        {"offer", text_or_null(check.offer)}});
    }
    const Json root = {{"version", 1}, {"sandbox", support_word(host::worst(checks))}, {"checks", std::move(list)}};
    return app::json_text(root, app::JsonLayout::indented);
}

}  // namespace

Result<int> run_doctor(const Parsed& options) {
    const auto checks = all_checks(options);
    if (!checks) return tl::unexpected(checks.error());
    const Level level = host::worst(*checks);
    const int status = level == Level::missing ? kExitError : level == Level::weak ? 1 : 0;
    if (options.has(Opt::json)) return print(json_of(*checks), status);
    if (options.has(Opt::quiet)) return status;
    const TextStyle style = text_style_of(STDOUT_FILENO);
    std::string out;
    for (const Check& check : *checks) out += line_of(check, style);
    return print(out + '\n' + summary(*checks, style), status);
}

}  // namespace postern::cli
