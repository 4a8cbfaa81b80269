// postern settings show | validate | schema.
#include "app/judgement_json.h"
#include "base/quote.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/render.h"
#include "cli/request.h"
#include "settings/describe.h"
#include "settings/effective.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace postern::cli {
namespace {

using app::Json;

Result<int> print_json(const Json& document) {
    return print(app::json_text(document, app::JsonLayout::indented), 0);
}

std::string on_one_line(const Json& value) {
    std::string text = app::json_text(value, app::JsonLayout::one_line);
    text.pop_back();
    return printable(text);
}

bool is_entry(const Json& value) {  // {"value": …, "origin": …}
    return value.is_object() && value.size() == 2 && value.contains("value") && value.contains("origin");
}

std::string origin_of(const Json& entry) {
    const Json& origin = entry["origin"];
    return origin.is_string() ? printable(origin.get<std::string>()) : "default";
}

// "permissions.deny = [...]", one line per key; with origins one line per value.
void flatten(const Json& value, const std::string& key, std::string& out) {
    if (is_entry(value)) {
        out += key + " = " + on_one_line(value["value"]) + "    (" + origin_of(value) + ")\n";
    } else if (value.is_object() && !value.empty()) {
        for (const auto& [name, member] : value.items()) {
            flatten(member, key.empty() ? printable(name) : key + '.' + printable(name), out);
        }
    } else if (value.is_array() && !value.empty() && is_entry(value.front())) {
        for (const Json& member : value) flatten(member, key + "[]", out);
    } else {
        out += key + " = " + on_one_line(value) + '\n';
    }
}

std::string counted(std::size_t count, const char* noun) {
    return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

std::size_t warnings_in(const std::vector<settings::Warning>& all) {
    return static_cast<std::size_t>(std::ranges::count(all, settings::Weight::warning, &settings::Warning::weight));
}

}  // namespace

Result<int> run_settings_show(const Parsed& options) {
    const auto session = open_session(options);
    if (!session) return tl::unexpected(session.error());
    const auto origins = options.has(Opt::origin) ? settings::WithOrigin::yes : settings::WithOrigin::no;
    Json values = settings::effective(session->settings, origins);
    const Json ignored = settings::without_effect();
    if (options.has(Opt::json)) {
        values["version"] = 1;
        values["withoutEffect"] = ignored;
        values["neverAllowed"] = app::never_allowed_json(session->policy);
        return print_json(values);
    }
    std::string out;
    flatten(values, {}, out);
    out += never_allowed_text(session->policy);
    for (const auto& [key, why] : ignored.items()) out += key + ": without effect. " + why.get<std::string>() + '\n';
    return print(out, 0);
}

Result<int> run_settings_validate(const Parsed& options) {
    app::SessionOptions wanted = session_options(options);
    if (!options.operands().empty()) wanted.settings_file = options.operands().front();
    const auto session = app::open_session(wanted);
    if (!session) return tl::unexpected(session.error());
    if (auto checked = app::check_settings(wanted); !checked) return tl::unexpected(checked.error());
    const policy::Policy& policy = session->policy;
    if (options.has(Opt::json)) {
        Json files = Json::array(), warnings = Json::array();
        for (const settings::Source& source : session->settings.sources) {
            files.push_back({{"path", source.file}, {"trusted", source.trusted}});
        }
        for (const settings::Warning& warning : session->warnings) {
            warnings.push_back({{"what", warning.what},
                                {"where", app::text_or_null(warning.where)},
                                {"weight", warning.weight == settings::Weight::note ? "note" : "warning"}});
        }
        return print_json(
            {{"version", 1},
             {"files", std::move(files)},
             {"rules", {{"deny", policy.deny.size()}, {"ask", policy.ask.size()}, {"allow", policy.allow.size()}}},
             {"warnings", std::move(warnings)}});
    }
    if (options.has(Opt::quiet)) return 0;
    report_warnings(session->warnings, settings::Weight::note);
    std::string out = "OK: " + counted(session->settings.sources.size(), "file") + ", " +
                      counted(policy.deny.size(), "deny rule") + ", " + counted(policy.ask.size(), "ask rule") + ", " +
                      counted(policy.allow.size(), "allow rule") + ", " +
                      counted(warnings_in(session->warnings), "warning") + '\n';
    if (options.has(Opt::verbose)) {
        for (const settings::Source& source : session->settings.sources) {
            out += "  " + printable(source.file) + (source.trusted ? "" : "  (not trusted: may only tighten)") + '\n';
        }
    }
    return print(out, 0);
}

Result<int> run_settings_schema(const Parsed&) {
    return print_json(settings::json_schema());
}

}  // namespace postern::cli
