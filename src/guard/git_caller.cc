#include "guard/git_caller.h"

#include "base/file.h"
#include "base/io.h"
#include "base/process_stat.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <climits>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace postern::guard {
namespace {

constexpr std::size_t kMostWords = 1U << 20U;
constexpr std::size_t kLargestPatch = 16U << 20U;

std::string in_proc(std::uint32_t pid, std::string_view what) {
    return "/proc/" + std::to_string(pid) + '/' + std::string(what);
}

// Reads words that end with a zero byte each.
Words words_in(std::uint32_t pid, std::string_view what) {
    const UniqueFd fd(::open(in_proc(pid, what).c_str(), O_RDONLY | O_CLOEXEC));
    const auto text = fd ? read_all(fd.get(), kMostWords) : std::nullopt;
    Words out;
    for (const std::string_view word : split(text ? std::string_view(*text) : "", '\0')) out.emplace_back(word);
    return out;
}

}  // namespace

std::optional<CallerId> caller_id(std::uint32_t pid) {
    const auto stat = read_process_stat(static_cast<pid_t>(pid));
    if (!stat) return std::nullopt;
    return CallerId{pid, stat->started};
}

bool is_git(std::uint32_t pid, const sandbox::Profile& profile) {
    std::array<char, PATH_MAX> text{};
    const ssize_t length = ::readlink(in_proc(pid, "exe").c_str(), text.data(), text.size());
    if (length <= 0 || static_cast<std::size_t>(length) == text.size()) return false;
    const std::string_view path(text.data(), static_cast<std::size_t>(length));
    const std::string_view name = base_name(path);
    if (name != "git" && !name.starts_with("git-")) return false;
    const auto file = AbsPath::parse(path);
    return file && !sandbox::can_write_inside(profile, *file);
}

GitCaller::GitCaller(std::uint32_t pid, const Process& process)
    : pid_(pid), process_(process), argv_(words_in(pid, "cmdline")) {}

bool GitCaller::starts_repository() const {
    const std::size_t at = git_command_at(argv_);
    return at != 0 && (argv_[at] == "init" || argv_[at] == "init-db");
}

std::vector<GitIntent> GitCaller::intents() const {
    std::vector<GitIntent> out{intent_of(argv_)};
    if (out.front().work != TreeWork::unknown) return out;
    const auto meanings = meanings_of({process_, argv_.front(), argv_, words_in(pid_, "environ")});
    if (!meanings || meanings->empty()) return out;
    out.clear();
    for (const Words& meaning : *meanings) out.push_back(intent_of(meaning));
    return out;
}

// Returns the directory in which git was started, as far as it is known: git itself has gone to the top by now, and a
// shell says in PWD where it is. A wrong directory leads to a forecast that is not granted, or to none.
std::optional<AbsPath> GitCaller::started_in() const {
    std::optional<AbsPath> out;
    for (const std::string& variable : words_in(pid_, "environ")) {
        constexpr std::string_view kName = "PWD=";
        if (!variable.starts_with(kName)) continue;
        if (auto directory = AbsPath::parse(std::string_view(variable).substr(kName.size())))
            out = std::move(*directory);
    }
    const std::size_t end = git_command_at(argv_);
    for (std::size_t i = 1; out && i + 1 < end; ++i) {
        if (argv_[i] != "-C") continue;
        auto directory = AbsPath::resolve(*out, argv_[i + 1]);
        if (directory) out = std::move(*directory);
    }
    return out;
}

std::optional<GivenPatch> GitCaller::patch(const std::string& word, const AbsPath& top) const {
    const AbsPath directory = started_in().value_or(top);
    GivenPatch out;
    if (top.contains(directory) && directory != top) out.directory = directory.text().substr(top.text().size() + 1);
    if (word == "-") {
        // Opened anew, so that the place up to which git has read does not matter.
        const auto path = AbsPath::parse(in_proc(pid_, "fd/0"));
        auto text = path ? read_file_if_there(*path, kLargestPatch) : fail(Errc::invalid, "no path");
        if (!text || !*text) return std::nullopt;
        out.text = std::move(**text);
        return out;
    }
    for (const AbsPath& from : {directory, top}) {
        const auto path = AbsPath::resolve(from, word);
        if (from == top) out.directory.clear();  // PWD is of another process
        FileContent found = path ? process_.content(path->text(), kLargestPatch) : FileContent{.error = ENOENT};
        if (found.error == 0) {
            out.text = std::move(found.text);
            return out;
        }
    }
    return std::nullopt;
}

}  // namespace postern::guard
