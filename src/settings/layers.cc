#include "settings/layers.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "settings/managed.h"
#include "settings/set_option.h"
#include "settings/trust.h"

#include <algorithm>
#include <optional>

namespace postern::settings {
namespace {

using nlohmann::json;
using Layers = std::vector<Layer>;

Status add_document(Layers& layers, Source source, std::string_view bytes) {
    const JsonDialect dialect = source.claude ? JsonDialect::strict : JsonDialect::commented;
    auto document = parse_json(bytes, source.file, dialect);
    if (!document) return tl::unexpected(std::move(document.error()));
    layers.push_back({std::move(source), std::move(*document), content_hash(bytes)});
    return {};
}

enum class Missing { fine, error };

Status add_file(Layers& layers, const AbsPath& path, Source source, Missing missing) {
    source.file = path.text();
    auto bytes = read_file_if_there(path);
    if (!bytes) return tl::unexpected(std::move(bytes.error()));
    if (!*bytes) return missing == Missing::fine ? Status{} : fail(Errc::io, "no such file", path.text());
    return add_document(layers, std::move(source), **bytes);
}

Status add_managed(Layers& layers, const AbsPath& directory, uid_t owner, bool claude) {
    const auto files = read_managed(directory, owner);
    if (!files) return tl::unexpected(files.error());
    for (const ManagedFile& file : *files) {
        Source source{.scope = Scope::managed, .claude = claude, .file = file.path.text(), .anchor = directory};
        if (auto added = add_document(layers, std::move(source), file.bytes); !added) return added;
    }
    return {};
}

Status add_user(Layers& layers, const AbsPath& directory, bool claude) {
    const auto path = AbsPath::resolve(directory, "settings.json");
    if (!path) return tl::unexpected(path.error());
    return add_file(layers, *path, {.scope = Scope::user, .claude = claude, .anchor = directory}, Missing::fine);
}

Status add_sets(Layers& layers, const AbsPath& cwd, const std::vector<std::string>& sets) {
    for (const std::string& text : sets) {
        auto document = parse_set_option(text);
        if (!document) return tl::unexpected(std::move(document.error()));
        layers.push_back(
            {{.scope = Scope::command_line, .file = "--set", .anchor = cwd}, std::move(*document), content_hash(text)});
    }
    return {};
}

// Adds a settings file named on the command line. Its paths keep their meaning: the anchor is the project it belongs
// to.
Status add_named(Layers& layers, const AbsPath& path) {
    const AbsPath directory = path.parent();
    const bool claude = directory.name() == ".claude";
    const bool in_project = claude || directory.name() == ".postern";
    return add_file(
        layers, path,
        {.scope = Scope::command_line, .claude = claude, .anchor = in_project ? directory.parent() : directory},
        Missing::error);
}

// Checks trust of project files. The trust store is read at most once, and only if the project has settings.
class Trust {
public:
    Trust(const Places& places, TrustIn in, std::vector<Warning>& warnings)
        : places_(places), in_(in), warnings_(warnings) {}

    bool holds_for(const AbsPath& directory, std::string_view name, std::string_view bytes) {
        if (in_ == TrustIn::every_file) return true;
        if (!looked_) look();
        return store_ && store_->is_trusted(directory, name, content_hash(bytes));
    }

private:
    void look() {
        looked_ = true;
        auto store = TrustStore::load(places_);
        if (store)
            store_ = std::move(*store);
        else
            warnings_.push_back({store.error().what + "; no project settings are trusted", store.error().where});
    }

    const Places& places_;
    TrustIn in_;
    std::vector<Warning>& warnings_;
    bool looked_ = false;
    std::optional<TrustStore> store_;
};

Status add_project_file(Layers& layers, const SettingsLevel& level, const ProjectFile& file, Trust& trust) {
    const auto path = AbsPath::resolve(level.directory, file.name);
    if (!path) return tl::unexpected(path.error());
    // A user's own file would be read again, as an untrusted project file, if the project is the home directory.
    const bool met = std::ranges::any_of(layers, [&](const Layer& l) { return l.source.file == path->text(); });
    if (met) return {};
    const auto bytes = read_file_if_there(*path);
    if (!bytes) return tl::unexpected(bytes.error());
    if (!*bytes) return {};
    Source source{.scope = file.scope,
                  .claude = file.claude,
                  .file = path->text(),
                  .anchor = level.directory,
                  .trusted = !level.outer && trust.holds_for(level.directory, file.name, **bytes),
                  .outer = level.outer};
    return add_document(layers, std::move(source), **bytes);
}

// Adds the project files of all levels, then the local ones; inner levels are stronger than outer ones.
Status add_project(Layers& layers, const Places& places, bool with_claude, Trust trust) {
    for (const Scope scope : {Scope::project, Scope::local}) {
        for (const SettingsLevel& level : places.levels) {
            for (const ProjectFile& file : kProjectFiles) {
                if (file.scope != scope || (file.claude && !with_claude)) continue;
                if (auto added = add_project_file(layers, level, file, trust); !added) return added;
            }
        }
    }
    return {};
}

// Returns the switch of the strongest layer on reading Claude Code's files, or nullopt. The reader reports wrong types
// later.
std::optional<bool> reads_claude(const Layers& layers) {
    static const json::json_pointer kSwitch("/postern/readClaudeSettings");
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
        const json& document = layer->document;
        if (document.is_object() && document.contains(kSwitch)) return document.at(kSwitch) != false;
    }
    return std::nullopt;
}

void append(Layers& to, Layers&& from) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
}

}  // namespace

Result<Layers> read_layers(const Places& places, const LoadOptions& options, std::vector<Warning>& warnings) {
    Layers own_user;
    Layers sets;
    Layers own_managed;
    Status status = add_sets(sets, places.cwd, options.sets);
    if (status && !options.only_file) status = add_user(own_user, places.config_home, false);
    if (status) status = add_managed(own_managed, places.managed, places.managed_owner, false);
    if (!status) return tl::unexpected(std::move(status.error()));

    // Every layer that may set the switch has been read. A user cannot switch off what the administrator set.
    const auto administrator = reads_claude(own_managed);
    const auto command_line = reads_claude(sets);
    const bool managed_claude = administrator.value_or(true);
    const bool claude = administrator.value_or(command_line.value_or(reads_claude(own_user).value_or(true)));

    Layers layers;
    if (options.only_file) {
        status = add_named(layers, *options.only_file);
    } else {
        if (claude) status = add_user(layers, places.claude_home, true);
        append(layers, std::move(own_user));
        if (status) status = add_project(layers, places, claude, Trust(places, options.trust, warnings));
    }
    append(layers, std::move(sets));
    if (status && managed_claude) status = add_managed(layers, places.claude_managed, places.managed_owner, true);
    append(layers, std::move(own_managed));
    if (!status) return tl::unexpected(std::move(status.error()));
    return layers;
}

}  // namespace postern::settings
