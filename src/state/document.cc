#include "state/document.h"

#include "base/file.h"
#include "base/io.h"
#include "base/json.h"

#include <cerrno>
#include <chrono>

#include <fcntl.h>
#include <unistd.h>

namespace postern::state {
namespace {

using nlohmann::json;

constexpr auto kPatience = std::chrono::seconds(10);
constexpr mode_t kFileMode = 0600, kDirectoryMode = 0700;
constexpr const char* kVersion = "version";

std::string with_remedy(const DocumentKind& kind, std::string what) {
    return kind.remedy.empty() ? what : std::move(what) + "; " + std::string(kind.remedy);
}

// Returns the version that a document says it has, 0 if it says nothing, or nullopt if it is no version.
std::optional<int> version_of(const json& document) {
    const auto found = document.find(kVersion);
    if (found == document.end()) return 0;
    if (!found->is_number_integer() || *found < 1 || *found > 1'000'000) return std::nullopt;
    return found->get<int>();
}

}  // namespace

tl::unexpected<Error> refuse(const DocumentKind& kind, std::string pointer) {
    return fail(Errc::parse, with_remedy(kind, "not a " + std::string(kind.name)), std::move(pointer));
}

Result<Versioned> parse(const DocumentKind& kind, std::string_view text, const std::string& where) {
    auto document = parse_json(text, where);
    if (!document) {
        document.error().what = with_remedy(kind, std::move(document.error().what));
        return tl::unexpected<Error>(std::move(document.error()));
    }
    if (!document->is_object()) return refuse(kind, where);
    const auto version = version_of(*document);
    if (!version || (*version == 0 && kind.oldest > 0)) return refuse(kind, where + "#/version");
    if (*version < kind.oldest || *version > kind.version) {
        return fail(Errc::unsupported,
                    with_remedy(kind, "written by another release of postern: version " + std::to_string(*version) +
                                          " of the " + std::string(kind.name) + " is not known to this one"),
                    where);
    }
    document->erase(kVersion);
    return Versioned{.document = std::move(*document), .version = *version};
}

Result<std::string> print(const DocumentKind& kind, json document, const std::string& where) {
    document[kVersion] = kind.version;
    std::string text;
    try {
        text = document.dump() + '\n';
    } catch (const json::type_error&) {
        return fail(Errc::invalid, "cannot be written: a name in it is not UTF-8", where);
    }
    if (text.size() > kind.max_bytes) {
        return fail(Errc::invalid, "there is no room for more: " + std::to_string(kind.max_bytes) + " bytes at most",
                    where);
    }
    return text;
}

Status PrivateFile::open_directory(bool make) {
    const AbsPath directory = path_.parent();
    if (make) {
        if (Status made = make_directories(directory, kDirectoryMode); !made) return made;
    }
    directory_.reset(::open(directory.text().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!directory_) {
        if (errno == ENOENT && !make) return {};
        return fail(Errc::io, describe_errno("cannot open", errno), directory.text());
    }
    return check_private(directory_.get(), directory.text());
}

Status PrivateFile::lock() {
    auto lock = lock_at(directory_.get(), name_ + ".lock", kPatience);
    if (!lock) {
        lock.error().where = path_.text() + ".lock";
        return tl::unexpected<Error>(std::move(lock.error()));
    }
    lock_ = std::move(*lock);
    return {};
}

Result<std::optional<std::string>> PrivateFile::read(std::size_t limit) const {
    if (!directory_) return std::nullopt;
    const UniqueFd fd(
        ::openat(directory_.get(), name_.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!fd) {
        if (errno == ENOENT) return std::nullopt;
        if (errno == ELOOP) return fail(Errc::invalid, "is a symbolic link, which is not followed", path_.text());
        return fail(Errc::io, describe_errno("cannot open", errno), path_.text());
    }
    if (Status ours = check_private(fd.get(), path_.text()); !ours) {
        return tl::unexpected<Error>(std::move(ours.error()));
    }
    auto text = read_fd(fd.get(), path_, limit);
    if (!text) return tl::unexpected<Error>(std::move(text.error()));
    return std::optional(std::move(*text));
}

Status PrivateFile::write(std::string_view text) const {
    std::string temporary = name_ + ".new";
    if (lock_) {
        // Left by a process that was killed: with the lock held, nobody is writing it.
        (void)::unlinkat(directory_.get(), temporary.c_str(), 0);
    } else {
        temporary = unused_name(name_ + '.');
    }
    Status done = replace_at(directory_.get(), name_, text, kFileMode, Flush::to_disk, temporary);
    if (!done) done.error().where = path_.text();
    return done;
}

}  // namespace postern::state
