#include "settings/trust.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "settings/layers.h"
#include "state/document.h"

#include <nlohmann/json.hpp>

namespace postern::settings {
namespace {

using nlohmann::json;

using Projects = TrustStore::Projects;

constexpr state::DocumentKind kKind{.name = "trust store",
                                    .remedy = "remove it and run `postern trust` anew in your projects"};

bool is_hash(const json& value) {
    if (!value.is_string()) return false;
    const auto& text = value.get_ref<const std::string&>();
    return text.size() == kContentHashDigits && from_hex(text);
}

json encode(const Projects& all) {
    json projects = json::object();
    for (const auto& [project, files] : all) projects[project.text()] = files;
    return {{"projects", projects}};
}

Result<Projects> decode(const json& document, int) {
    const auto projects = document.find("projects");
    if (document.size() != 1 || projects == document.end() || !projects->is_object()) {
        return state::refuse(kKind, "/projects");
    }
    Projects out;
    for (const auto& [name, files] : projects->get_ref<const json::object_t&>()) {
        const std::string pointer = pointer_to("/projects", name);
        const auto project = AbsPath::parse(name);
        if (!project || !files.is_object()) return state::refuse(kKind, pointer);
        for (const auto& [file, hash] : files.get_ref<const json::object_t&>()) {
            if (!is_hash(hash)) return state::refuse(kKind, pointer_to(pointer, file));
            out[*project].emplace(file, hash.get<std::string>());
        }
    }
    return out;
}

constexpr state::Format<Projects> kFormat{.kind = kKind, .encode = encode, .decode = decode};

state::Document<Projects> document_in(const Places& places) {
    return {AbsPath::resolve(places.state_home, "trust.json").value_or(places.state_home), kFormat};
}

}  // namespace

Result<TrustStore> TrustStore::load(const Places& places) {
    auto projects = document_in(places).read();
    if (!projects) return tl::unexpected(std::move(projects.error()));
    return TrustStore(std::move(*projects));
}

bool TrustStore::is_trusted(const AbsPath& project, std::string_view file, std::string_view hash) const {
    const auto files = projects_.find(project);
    if (files == projects_.end()) return false;
    const auto found = files->second.find(std::string(file));
    return found != files->second.end() && found->second == hash;
}

Result<std::vector<Candidate>> candidates(const Places& places) {
    const auto store = TrustStore::load(places);
    if (!store) return tl::unexpected(store.error());
    std::vector<Candidate> found;
    for (const SettingsLevel& level : places.levels) {
        for (const ProjectFile& file : kProjectFiles) {
            if (level.outer) continue;
            const auto path = AbsPath::resolve(level.directory, file.name);
            if (!path) return tl::unexpected(path.error());
            auto bytes = read_file_if_there(*path);
            if (!bytes) return tl::unexpected(std::move(bytes.error()));
            if (!*bytes) continue;
            std::string hash = content_hash(**bytes);
            const bool trusted = store->is_trusted(level.directory, file.name, hash);
            found.push_back(
                {*path, level.directory, std::string(file.name), std::move(**bytes), std::move(hash), trusted});
        }
    }
    return found;
}

Status trust(const Places& places, std::span<const Candidate> accepted) {
    return document_in(places).update([&](Projects& projects) {
        for (const SettingsLevel& level : places.levels) {
            if (!level.outer) projects.erase(level.directory);
        }
        for (const Candidate& c : accepted) projects[c.project].insert_or_assign(c.name, c.hash);
        return true;
    });
}

Result<bool> revoke(const Places& places, const AbsPath& project) {
    bool was_there = false;
    const Status done = document_in(places).update([&](Projects& projects) {
        was_there = projects.erase(project) > 0;
        return was_there;
    });
    if (!done) return tl::unexpected(done.error());
    return was_there;
}

}  // namespace postern::settings
