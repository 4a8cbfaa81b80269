// postern trust: shows what a project's settings would allow, then remembers that they were accepted.
#include "settings/trust.h"

#include "app/judgement_json.h"
#include "app/session.h"
#include "base/json.h"
#include "base/quote.h"
#include "cli/commands.h"
#include "cli/confirm.h"
#include "cli/output.h"
#include "settings/layers.h"
#include "settings/places.h"
#include "settings/reader.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace postern::cli {
namespace {

using app::Json;
using app::JsonLayout;
using nlohmann::json;
using settings::Candidate;

// Returns the value at a dotted key such as "permissions.allow", or null if the document has none.
const json* value_at(const json& document, std::string_view key) {
    const json* at = &document;
    while (!key.empty() && at->is_object()) {
        const std::size_t dot = key.find('.');
        const auto found = at->find(std::string(key.substr(0, dot)));
        if (found == at->end()) return nullptr;
        at = &*found;
        key = dot == std::string_view::npos ? std::string_view{} : key.substr(dot + 1);
    }
    return at;
}

// What the file says that only a trusted file may say, by key.
Result<Json> grants_of(const Candidate& file) {
    const bool claude = file.name.starts_with(".claude/");
    const auto document =
        parse_json(file.bytes, file.path.text(), claude ? JsonDialect::strict : JsonDialect::commented);
    if (!document) return tl::unexpected(document.error());
    settings::Settings scratch;
    scratch.sources.push_back({.scope = settings::Scope::project, .claude = claude, .file = file.path.text()});
    for (const settings::ProjectFile& known : settings::kProjectFiles) {
        if (known.name == file.name) scratch.sources.back().scope = known.scope;
    }
    std::vector<settings::Warning> warnings;
    const auto taken = settings::take_document(*document, {.take = settings::Take::what_tightens}, scratch, warnings);
    if (!taken) return tl::unexpected(taken.error());
    Json out = Json::object();
    for (const std::string& key : taken->left_out) {
        const json* value = value_at(*document, key);
        out[key] = value != nullptr ? Json(*value) : Json(nullptr);
    }
    return out;
}

// [{"path", "trusted", "grants"}], one for each settings file of the project.
Result<Json> files_json(const std::vector<Candidate>& files) {
    Json out = Json::array();
    for (const Candidate& file : files) {
        auto grants = grants_of(file);
        if (!grants) return tl::unexpected(grants.error());
        out.push_back({{"path", file.path.text()}, {"trusted", file.trusted}, {"grants", std::move(*grants)}});
    }
    return out;
}

// The same for people: a line per file, and one per key with its value.
std::string files_text(const Json& files) {
    std::string out;
    for (const Json& file : files) {
        out += printable(file["path"].get<std::string>());
        out += file["trusted"].get<bool>() ? " (trusted already) allows:\n" : " allows:\n";
        for (const auto& [key, value] : file["grants"].items()) {
            const std::string text = app::json_text(value, JsonLayout::one_line);
            out += "    " + printable(key) + " = " + printable(text.substr(0, text.size() - 1)) + '\n';
        }
        if (file["grants"].empty()) out += "    nothing: it only tightens\n";
    }
    return out;
}

Result<int> list_projects(const settings::Places& places, const Parsed& options) {
    const auto store = settings::TrustStore::load(places);
    if (!store) return tl::unexpected(store.error());
    Json projects = Json::array();
    std::string out;
    for (const auto& [project, files] : store->projects()) {
        Json listed = Json::array();
        out += printable(project.text()) + '\n';
        for (const auto& [name, hash] : files) {
            listed.push_back({{"name", name}, {"hash", hash}});
            out += "    " + printable(name) + "  " + hash.substr(0, 16) + '\n';
        }
        projects.push_back({{"project", project.text()}, {"files", std::move(listed)}});
    }
    if (options.has(Opt::json)) {
        return print(app::json_text({{"version", 1}, {"projects", std::move(projects)}}, JsonLayout::indented), 0);
    }
    return print(out.empty() ? "No project is trusted.\n" : out, 0);
}

Result<int> forget(const settings::Places& places, const Parsed& options) {
    bool known = false;
    for (const settings::SettingsLevel& level : places.levels) {
        const auto was = level.outer ? Result<bool>(false) : settings::revoke(places, level.directory);
        if (!was) return tl::unexpected(was.error());
        known = known || *was;
    }
    const std::string& project = places.project.text();
    if (options.has(Opt::json)) {
        return print(app::json_text({{"version", 1}, {"project", project}, {"revoked", known}}, JsonLayout::indented),
                     0);
    }
    return print((known ? "No longer trusted: " : "Was not trusted: ") + printable(project) + '\n', 0);
}

Result<int> accept(const settings::Places& places, const Parsed& options) {
    const auto files = settings::candidates(places);
    if (!files) return tl::unexpected(files.error());
    if (files->empty()) return fail(Errc::invalid, "no settings to trust in this directory", places.project.text());
    // What nothing could run with is not accepted: it would come out only at the next command.
    if (auto checked = app::check_settings({.cwd = places.cwd.text()}); !checked)
        return tl::unexpected(checked.error());
    const auto shown = files_json(*files);
    if (!shown) return tl::unexpected(shown.error());
    const bool asks = !options.has(Opt::quiet) && !options.has(Opt::json);  // nobody says yes to what is not shown
    if (asks) {
        if (auto printed = print(files_text(*shown), 0); !printed) return printed;
    }
    const bool new_to_us = !std::ranges::all_of(*files, &Candidate::trusted);
    if (new_to_us && !options.has(Opt::yes) && !(asks && confirmed("Trust this?"))) {
        return fail(Errc::invalid, "not trusted: a person must say yes at a terminal, or the command line --yes",
                    places.project.text());
    }
    if (auto recorded = settings::trust(places, *files); !recorded) return tl::unexpected(recorded.error());
    const std::string& project = places.project.text();
    if (options.has(Opt::json)) {
        return print(app::json_text({{"version", 1}, {"project", project}, {"files", *shown}}, JsonLayout::indented),
                     0);
    }
    return asks ? print("Trusted until a file changes: " + printable(project) + '\n', 0) : 0;
}

}  // namespace

Result<int> run_trust(const Parsed& options) {
    const auto& operands = options.operands();
    const auto places = app::find_places({.cwd = operands.empty() ? "." : operands.front()});
    if (!places) return tl::unexpected(places.error());
    if (options.has(Opt::list) && options.has(Opt::revoke)) {
        return fail(Errc::invalid, "--list and --revoke exclude each other");
    }
    if (options.has(Opt::list)) return list_projects(*places, options);
    if (options.has(Opt::revoke)) return forget(*places, options);
    return accept(*places, options);
}

}  // namespace postern::cli
