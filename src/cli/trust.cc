// postern trust: shows what a project's settings would allow, then remembers that they were accepted.
#include "settings/trust.h"

#include "app/host.h"
#include "base/json.h"
#include "base/quote.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "settings/layers.h"
#include "settings/places.h"
#include "settings/reader.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <unistd.h>

namespace postern::cli {
namespace {

using nlohmann::json;
using settings::Candidate;

// "permissions.allow" -> the value there, if the document has it.
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

// What the file says that only a trusted file may say: one line per key, with its value.
Result<std::string> grants_of(const Candidate& file) {
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
    const auto taken = settings::take_document(*document, settings::Take::what_tightens, scratch, warnings);
    if (!taken) return tl::unexpected(taken.error());
    std::string out;
    for (const std::string& key : taken->left_out) {
        const json* value = value_at(*document, key);
        out += "    " + printable(key);
        if (value != nullptr) out += " = " + printable(value->dump(-1, ' ', false, json::error_handler_t::replace));
        out += '\n';
    }
    return out.empty() ? std::string("    nothing: it only tightens\n") : out;
}

int list_projects(const settings::Places& places) {
    const auto store = settings::TrustStore::load(places);
    if (!store) return report(store.error());
    std::string out;
    for (const auto& [project, files] : store->projects()) {
        out += printable(project.text()) + '\n';
        for (const auto& [name, hash] : files) out += "    " + printable(name) + "  " + hash.substr(0, 16) + '\n';
    }
    return print(out.empty() ? "No project is trusted.\n" : out, 0);
}

int forget(const settings::Places& places) {
    const auto known = settings::revoke(places, places.project);
    if (!known) return report(known.error());
    const std::string name = printable(places.project.text());
    return print(*known ? "No longer trusted: " + name + '\n' : "Was not trusted: " + name + '\n', 0);
}

// On a terminal only: a script that calls `postern trust` has said what it wants.
bool confirmed() {
    if (::isatty(STDIN_FILENO) != 1 || ::isatty(STDOUT_FILENO) != 1) return true;
    if (!write_all(STDOUT_FILENO, "Trust this? [y/N] ")) return false;
    std::array<char, 64> answer{};
    const ssize_t got = ::read(STDIN_FILENO, answer.data(), answer.size());
    return got > 0 && (answer[0] == 'y' || answer[0] == 'Y');
}

int accept(const settings::Places& places, const Parsed& options) {
    const auto files = settings::candidates(places);
    if (!files) return report(files.error());
    if (files->empty()) return report({Errc::invalid, "no settings to trust in this directory", places.project.text()});
    std::string shown;
    for (const Candidate& file : *files) {
        const auto grants = grants_of(file);
        if (!grants) return report(grants.error());
        shown += printable(file.path.text()) + (file.trusted ? " (trusted already)" : "") + " allows:\n" + *grants;
    }
    const bool quiet = options.has(Opt::quiet);
    if (!quiet && print(shown, 0) != 0) return kExitError;
    const bool new_to_us = !std::ranges::all_of(*files, &Candidate::trusted);
    if (new_to_us && !quiet && !options.has(Opt::yes) && !confirmed()) {
        return report({Errc::invalid, "not trusted: nothing was recorded", {}});
    }
    if (auto recorded = settings::trust(places, *files); !recorded) return report(recorded.error());
    return quiet ? 0 : print("Trusted until a file changes: " + printable(places.project.text()) + '\n', 0);
}

}  // namespace

int run_trust(const Parsed& options) {
    const auto& operands = options.operands();
    const auto directory = app::working_directory(operands.empty() ? "." : std::string_view(operands.front()));
    if (!directory) return report(directory.error());
    const auto places = settings::from_environment(*directory);
    if (!places) return report(places.error());
    if (options.has(Opt::list) && options.has(Opt::revoke)) {
        return report({Errc::invalid, "--list and --revoke exclude each other", {}});
    }
    if (options.has(Opt::list)) return list_projects(*places);
    if (options.has(Opt::revoke)) return forget(*places);
    return accept(*places, options);
}

}  // namespace postern::cli
