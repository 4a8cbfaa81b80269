#include "host/host_cache.h"

#include "state/document.h"

namespace postern::host {
namespace {

using nlohmann::json;

struct Entry {
    std::string key{}, value{};
    bool stored = false;
};

constexpr state::DocumentKind kKind{.name = "host cache", .version = 2, .oldest = 2, .max_bytes = 8192};

json encode(const Entry& entry) {
    return {{"key", entry.key}, {"value", entry.value}};
}

Result<Entry> decode(const json& from, int) {
    const json key = from.value("key", json{}), value = from.value("value", json{});
    if (!key.is_string() || !value.is_string()) return state::refuse(kKind);
    return Entry{.key = key.get<std::string>(), .value = value.get<std::string>(), .stored = true};
}

constexpr state::Format<Entry> kFormat{.kind = kKind, .encode = encode, .decode = decode};

state::Document<Entry> document_in(const AbsPath& directory, std::string_view name) {
    return {AbsPath::resolve(directory, name).value_or(directory), kFormat};
}

}  // namespace

std::optional<std::string> read_cached(const AbsPath& directory, std::string_view name, std::string_view key) {
    auto entry = document_in(directory, name).read();
    if (!entry || !entry->stored || entry->key != key) return std::nullopt;
    return std::move(entry->value);
}

void write_cached(const AbsPath& directory, std::string_view name, std::string_view key, std::string_view value) {
    // A failure costs the next run the time to find out again.
    (void)document_in(directory, name).replace({.key = std::string(key), .value = std::string(value)});
}

}  // namespace postern::host
