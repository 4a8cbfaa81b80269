#include "state/git_tips.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "state/document.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <utility>

namespace postern::state {
namespace {

using nlohmann::json;

constexpr std::size_t kMostRefs = 50'000;
constexpr std::size_t kLargestPacked = 16U << 20U;
constexpr std::size_t kLargestRef = 4096;

struct Known {
    Commits own{}, foreign{};
    bool unsure = false;  // a run did not end in order: what is not known is foreign
};

json encode_known(const Known& known) {
    return {{"own", known.own}, {"foreign", known.foreign}, {"unsure", known.unsure}};
}

Result<Known> decode_known(const json& from, int /*version*/) {
    Known out;
    for (const auto& [name, into] : {std::pair("own", &out.own), std::pair("foreign", &out.foreign)}) {
        if (!from.contains(name) || !from[name].is_array())
            return fail(Errc::invalid, "is missing", std::string("/") + name);
        for (const json& commit : from[name]) {
            if (!commit.is_string()) return fail(Errc::invalid, "is no text", std::string("/") + name);
            into->insert(commit.get<std::string>());
        }
    }
    out.unsure = from.value("unsure", true);
    return out;
}

constexpr Format<Known> kFormat{
    .kind = {.name = "list of commits", .remedy = "remove it to begin anew", .max_bytes = 16U << 20U},
    .encode = encode_known,
    .decode = decode_known};

bool is_name(std::string_view text) {
    return (text.size() == 40 || text.size() == 64) &&
           text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

void add(std::string_view text, Commits& out) {
    const std::string_view name = text.substr(0, text.find_first_of(" \n"));
    if (is_name(name) && out.size() < kMostRefs) out.emplace(name);
}

void add_file(const std::filesystem::path& file, Commits& out) {
    const auto path = AbsPath::parse(file.string());
    const auto text = path ? read_file_if_there(*path, kLargestRef) : fail(Errc::invalid, "no path");
    if (text && *text) add(**text, out);
}

AbsPath file_for(const AbsPath& state_home, const AbsPath& git_directory) {
    const std::string name = hex(hash_bytes(git_directory.text(), 16));
    return AbsPath::resolve(state_home, "git-tips/" + name + ".json").value_or(state_home);
}

// Adds what is newly known of the tips of before a run. While other commands are at work, nothing is: they will say
// themselves what they moved.
void learn(const Commits& before, Others others, Known& known) {
    if (others == Others::may_have_run) return;
    for (const std::string& tip : before) {
        if (!known.own.contains(tip) && !known.foreign.contains(tip))
            (known.unsure ? known.foreign : known.own).insert(tip);
    }
    known.unsure = false;
}

}  // namespace

Commits read_tips(const AbsPath& git_directory) {
    namespace fs = std::filesystem;
    Commits out;
    const fs::path top(git_directory.text());
    add_file(top / "HEAD", out);
    std::error_code error;
    fs::recursive_directory_iterator at(top / "refs", fs::directory_options::none, error), end;
    for (; !error && at != end; at.increment(error)) {
        std::error_code unknown;
        if (at->symlink_status(unknown).type() == fs::file_type::regular) add_file(at->path(), out);
    }
    const auto packed = AbsPath::resolve(git_directory, "packed-refs");
    const auto text = packed ? read_file_if_there(*packed, kLargestPacked) : fail(Errc::invalid, "no path");
    if (!text || !*text) return out;
    for (std::string_view rest = **text; !rest.empty();) {
        add(rest.substr(rest.starts_with('^') ? 1 : 0), out);  // `^` is the commit of a tag
        rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    }
    return out;
}

GitTips::GitTips(const AbsPath& state_home, AbsPath git_directory)
    : git_directory_(std::move(git_directory)),
      file_(file_for(state_home, git_directory_)),
      before_(read_tips(git_directory_)) {}

void GitTips::begin(Others others) const {
    std::error_code error;
    if (others == Others::none && !before_.empty() && !std::filesystem::exists(file_.text(), error)) (void)own(others);
}

Result<Commits> GitTips::own(Others others) const {
    Commits own;
    Status kept = Document<Known>(file_, kFormat).update([&](Known& known) {
        const std::size_t size = known.own.size() + known.foreign.size();
        const bool unsure = known.unsure;
        learn(before_, others, known);
        own = known.own;
        return unsure != known.unsure || known.own.size() + known.foreign.size() != size;
    });
    if (!kept) return tl::unexpected<Error>(kept.error());
    return own;
}

Status GitTips::finish(Others others) const {
    const Commits now = read_tips(git_directory_);
    Commits moved;
    std::ranges::set_difference(now, before_, std::inserter(moved, moved.end()));
    if (moved.empty()) return {};
    return Document<Known>(file_, kFormat).update([&](Known& known) {
        learn(before_, others, known);
        for (const std::string& tip : moved) {
            if (!known.own.contains(tip)) known.foreign.insert(tip);
        }
        return true;
    });
}

void GitTips::interrupted(const AbsPath& state_home, const AbsPath& git_directory) {
    (void)Document<Known>(file_for(state_home, git_directory), kFormat).update([](Known& known) {
        return !std::exchange(known.unsure, true);
    });
}

}  // namespace postern::state
