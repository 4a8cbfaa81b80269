#include "scrub/permits.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/io.h"
#include "base/text.h"
#include "scrub/path_json.h"
#include "scrub/safe_files.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace postern::scrub {
namespace {

using nlohmann::json;

constexpr std::size_t kLargest = 32U << 20U;

std::string file_for(const AbsPath& journal) {
    return journal.text() + ".permits";
}

std::optional<PermittedContent> to_permit(const json& value) {
    if (!value.is_object() || !value.contains("path") || !value.contains("hash") || !value["hash"].is_string())
        return std::nullopt;
    const auto path = to_path(value["path"]);
    if (!path) return std::nullopt;
    return PermittedContent{*path, value["hash"].get<std::string>()};
}

}  // namespace

Status add_permits(const AbsPath& journal, const std::vector<AbsPath>& lifted,
                   const std::vector<PermittedContent>& contents) {
    // The line before may be a part of one, if the disk was full.
    json line{{"lifted", to_json(lifted)}, {"contents", json::array()}};
    for (const PermittedContent& permit : contents)
        line["contents"].push_back({{"path", to_json(permit.path)}, {"hash", permit.hash}});
    const UniqueFd file(
        ::open(file_for(journal).c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file || !write_all(file.get(), '\n' + line.dump() + '\n') || ::fsync(file.get()) != 0) {
        return fail(Errc::io, describe_errno("cannot note what git may change", errno), file_for(journal));
    }
    const UniqueFd directory(::open(journal.parent().text().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!directory || ::fsync(directory.get()) != 0) {
        return fail(Errc::io, describe_errno("cannot note what git may change", errno), file_for(journal));
    }
    return {};
}

void read_permits(const AbsPath& journal, Watch& watch) {
    errno = 0;
    const auto text = read_at(AT_FDCWD, file_for(journal).c_str(), kLargest);
    if (!text && errno != ENOENT) watch.held.clear();
    if (!text) return;
    for (const std::string_view line : split(*text, '\n')) {
        const json grant = json::parse(line, nullptr, false);
        if (!grant.is_object() || !grant.contains("lifted") || !grant.contains("contents")) continue;
        for (const AbsPath& path : to_paths(grant["lifted"]).value_or(std::vector<AbsPath>{}))
            std::erase(watch.held, path);
        for (const json& content : grant["contents"]) {
            if (auto permit = to_permit(content)) watch.permitted.push_back(std::move(*permit));
        }
    }
    std::ranges::sort(watch.permitted);
}

void remove_permits(const AbsPath& journal) {
    (void)::unlink(file_for(journal).c_str());
}

bool is_permitted(const Watch& watch, const AbsPath& path, const std::optional<std::string>& content) {
    if (watch.permitted.empty()) return false;
    return std::ranges::binary_search(watch.permitted, PermittedContent{path, content ? content_hash(*content) : ""});
}

bool permits_below(const Watch& watch, const AbsPath& path) {
    return std::ranges::any_of(watch.permitted,
                               [&](const PermittedContent& permit) { return path.contains(permit.path); });
}

}  // namespace postern::scrub
