#include "settings/trust.h"

#include "base/file.h"
#include "base/json.h"
#include "base/unique_fd.h"
#include "settings/layers.h"

#include <sodium.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace postern::settings {
namespace {

using nlohmann::json;

constexpr int kVersion = 1;
constexpr std::size_t kHashBytes = 32;
constexpr mode_t kStoreMode = 0600;
constexpr mode_t kDirectoryMode = 0700;

Result<AbsPath> in_state(const Places& places, std::string_view name) {
    return AbsPath::resolve(places.state_home, name);
}

Status check_private(int fd, const AbsPath& path) {
    struct stat st {};
    if (::fstat(fd, &st) != 0) return fail(Errc::io, describe_errno("cannot examine", errno), path.text());
    if (st.st_uid != ::geteuid()) return fail(Errc::invalid, "the trust store belongs to another user", path.text());
    if ((st.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        return fail(Errc::invalid, "the trust store is writable by others", path.text());
    }
    return {};
}

// The bytes of the store, if it is there and nobody else could have written them.
Result<std::optional<std::string>> read_private(const Places& places, const AbsPath& path) {
    const UniqueFd directory(::open(places.state_home.text().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!directory) {
        if (errno == ENOENT) return std::nullopt;
        return fail(Errc::io, describe_errno("cannot open", errno), places.state_home.text());
    }
    const UniqueFd file(::open(path.text().c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
    if (!file) {
        if (errno == ENOENT) return std::nullopt;
        return fail(Errc::io, describe_errno("cannot open", errno), path.text());
    }
    if (auto ok = check_private(directory.get(), places.state_home); !ok) return tl::unexpected(std::move(ok.error()));
    if (auto ok = check_private(file.get(), path); !ok) return tl::unexpected(std::move(ok.error()));
    auto bytes = read_fd(file.get(), path);
    if (!bytes) return tl::unexpected(std::move(bytes.error()));
    return std::optional(std::move(*bytes));
}

bool is_hash(const json& value) {
    if (!value.is_string()) return false;
    const auto& text = value.get_ref<const std::string&>();
    return text.size() == 2 * kHashBytes && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

Result<TrustStore::Projects> parse_projects(const json& document, const AbsPath& path) {
    const auto refuse = [&](const std::string& pointer) {
        return fail(Errc::parse, "not a trust store", path.text() + '#' + pointer);
    };
    if (!document.is_object() || document.size() != 2) return refuse("");
    const auto version = document.find("version");
    const auto projects = document.find("projects");
    if (version == document.end() || *version != kVersion) return refuse("/version");
    if (projects == document.end() || !projects->is_object()) return refuse("/projects");
    TrustStore::Projects out;
    for (const auto& [name, files] : projects->get_ref<const json::object_t&>()) {
        const std::string pointer = pointer_to("/projects", name);
        const auto project = AbsPath::parse(name);
        if (!project || !files.is_object()) return refuse(pointer);
        for (const auto& [file, hash] : files.get_ref<const json::object_t&>()) {
            if (!is_hash(hash)) return refuse(pointer_to(pointer, file));
            out[*project].emplace(file, hash.get<std::string>());
        }
    }
    return out;
}

// Held while the store is read, changed and written back.
Result<UniqueFd> lock_store(const Places& places) {
    const auto path = in_state(places, "trust.json");
    if (!path) return tl::unexpected(path.error());
    return lock_beside(*path);
}

}  // namespace

std::string content_hash(std::string_view bytes) {
    std::array<unsigned char, kHashBytes> hash{};
    const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
    (void)crypto_generichash(hash.data(), hash.size(), data, bytes.size(), nullptr, 0);  // fails only on bad sizes
    std::array<char, 2 * kHashBytes + 1> text{};
    (void)sodium_bin2hex(text.data(), text.size(), hash.data(), hash.size());
    return text.data();
}

Result<TrustStore> TrustStore::load(const Places& places) {
    TrustStore store;
    const auto path = in_state(places, "trust.json");
    if (!path) return tl::unexpected(path.error());
    const auto bytes = read_private(places, *path);
    if (!bytes) return tl::unexpected(bytes.error());
    if (!*bytes) return store;
    const auto document = parse_json(**bytes, path->text());
    if (!document) return tl::unexpected(document.error());
    auto projects = parse_projects(*document, *path);
    if (!projects) return tl::unexpected(std::move(projects.error()));
    store.projects_ = std::move(*projects);
    return store;
}

bool TrustStore::is_trusted(const AbsPath& project, std::string_view file, std::string_view hash) const {
    const auto files = projects_.find(project);
    if (files == projects_.end()) return false;
    const auto found = files->second.find(std::string(file));
    return found != files->second.end() && found->second == hash;
}

void TrustStore::record(const AbsPath& project, std::string file, std::string hash) {
    projects_[project].insert_or_assign(std::move(file), std::move(hash));
}

bool TrustStore::revoke(const AbsPath& project) {
    return projects_.erase(project) > 0;
}

Status TrustStore::save(const Places& places) const {
    json projects = json::object();
    for (const auto& [project, files] : projects_) projects[project.text()] = files;
    const auto path = in_state(places, "trust.json");
    if (!path) return tl::unexpected(path.error());
    if (auto made = make_directories(places.state_home, kDirectoryMode); !made) return made;
    return write_file_atomically(*path, json{{"version", kVersion}, {"projects", projects}}.dump(2) + '\n', kStoreMode);
}

Result<std::vector<Candidate>> candidates(const Places& places) {
    const auto store = TrustStore::load(places);
    if (!store) return tl::unexpected(store.error());
    std::vector<Candidate> found;
    for (const ProjectFile& file : kProjectFiles) {
        const auto path = AbsPath::resolve(places.project, file.name);
        if (!path) return tl::unexpected(path.error());
        auto bytes = read_file_if_there(*path);
        if (!bytes) return tl::unexpected(std::move(bytes.error()));
        if (!*bytes) continue;
        std::string hash = content_hash(**bytes);
        const bool trusted = store->is_trusted(places.project, file.name, hash);
        found.push_back({*path, std::string(file.name), std::move(**bytes), std::move(hash), trusted});
    }
    return found;
}

Status trust(const Places& places, std::span<const Candidate> accepted) {
    const auto lock = lock_store(places);
    if (!lock) return tl::unexpected(lock.error());
    auto store = TrustStore::load(places);
    if (!store) return tl::unexpected(std::move(store.error()));
    (void)store->revoke(places.project);
    for (const Candidate& c : accepted) store->record(places.project, c.name, c.hash);
    return store->save(places);
}

Result<bool> revoke(const Places& places, const AbsPath& project) {
    const auto lock = lock_store(places);
    if (!lock) return tl::unexpected(lock.error());
    auto store = TrustStore::load(places);
    if (!store) return tl::unexpected(std::move(store.error()));
    if (!store->revoke(project)) return false;
    if (auto saved = store->save(places); !saved) return tl::unexpected(std::move(saved.error()));
    return true;
}

}  // namespace postern::settings
