// postern settings show | validate | schema.
#include "app/host.h"
#include "base/quote.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/request.h"
#include "settings/describe.h"
#include "settings/effective.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace postern::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string dumped(const Json& json, int indent) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
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
        out += key + " = " + printable(dumped(value["value"], -1)) + "    (" + origin_of(value) + ")\n";
    } else if (value.is_object() && !value.empty()) {
        for (const auto& [name, member] : value.items()) {
            flatten(member, key.empty() ? printable(name) : key + '.' + printable(name), out);
        }
    } else if (value.is_array() && !value.empty() && is_entry(value.front())) {
        for (const Json& member : value) flatten(member, key + "[]", out);
    } else {
        out += key + " = " + printable(dumped(value, -1)) + '\n';
    }
}

std::string counted(std::size_t count, const char* noun) {
    return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

}  // namespace

int run_settings_show(const Parsed& options) {
    const auto session = open_session(options);
    if (!session) return report(session.error());
    const auto origins = options.has(Opt::origin) ? settings::WithOrigin::yes : settings::WithOrigin::no;
    const Json values = settings::effective(session->settings, origins);
    if (options.has(Opt::json)) return print(dumped(values, 2) + '\n', 0);
    std::string out;
    flatten(values, {}, out);
    return print(out, 0);
}

int run_settings_validate(const Parsed& options) {
    app::SessionOptions wanted = session_options(options);
    if (!options.operands().empty()) wanted.settings_file = options.operands().front();
    const auto session = app::open_session(wanted);
    if (!session) return report(session.error());
    if (!options.has(Opt::quiet)) report_warnings(session->warnings);
    const policy::Policy& policy = session->policy;
    std::string files;
    if (options.has(Opt::verbose)) {
        for (const settings::Source& source : session->settings.sources) {
            files += "  " + printable(source.file) + (source.trusted ? "" : "  (not trusted: may only tighten)") + '\n';
        }
    }
    const std::string out = "OK: " + counted(session->settings.sources.size(), "file") + ", " +
                            counted(policy.deny.size(), "deny rule") + ", " + counted(policy.ask.size(), "ask rule") +
                            ", " + counted(policy.allow.size(), "allow rule") + ", " +
                            counted(session->warnings.size(), "warning") + '\n' + files;
    return options.has(Opt::quiet) ? 0 : print(out, 0);
}

int run_settings_schema(const Parsed&) {
    return print(dumped(settings::json_schema(), 2) + '\n', 0);
}

}  // namespace postern::cli
