#include "state/git_tips.h"

#include "base/ascii.h"
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

// Adds the commit that a text begins with. As git does, takes both cases of digits and any space after them.
bool add(std::string_view text, Tips& out) {
    std::string name = lower_case(text.substr(0, text.find_first_of(" \t\n\v\f\r")));
    const bool known = (name.size() == 40 || name.size() == 64) &&
                       name.find_first_not_of("0123456789abcdef") == std::string::npos &&
                       out.commits.size() < kMostRefs;
    if (known) out.commits.insert(std::move(name));
    return known;
}

void add_file(const std::filesystem::path& file, Tips& out) {
    const auto path = AbsPath::parse(file.string());
    const auto text = path ? read_file_if_there(*path, kLargestRef) : fail(Errc::invalid, "no path");
    // A symbolic ref leads to another one, which is read by itself. What is gone meanwhile names nothing.
    const bool known = text && (!*text || (*text)->starts_with("ref:") || add(**text, out));
    if (!known) out.whole = false;
}

void add_packed(std::string_view rest, Tips& out) {
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        // `^` is the commit of a tag, `#` the line about the file.
        if (!line.starts_with('#') && !add(line.substr(line.starts_with('^') ? 1 : 0), out)) out.whole = false;
    }
}

AbsPath file_for(const AbsPath& state_home, const AbsPath& git_directory) {
    const std::string name = hex(hash_bytes(git_directory.text(), 16));
    return AbsPath::resolve(state_home, "git-tips/" + name + ".json").value_or(state_home);
}

// Adds what is newly known of the tips of before a run. While other commands are at work, nothing is: they will say
// themselves what they moved.
void learn(const Tips& before, Others others, Known& known) {
    if (others == Others::may_have_run) return;
    for (const std::string& tip : before.commits) {
        if (!known.own.contains(tip) && !known.foreign.contains(tip))
            (known.unsure ? known.foreign : known.own).insert(tip);
    }
    known.unsure = !before.whole;  // what is not seen now may be seen, and look new, the next time
}

}  // namespace

Tips read_tips(const AbsPath& git_directory) {
    namespace fs = std::filesystem;
    Tips out;
    const fs::path top(git_directory.text());
    add_file(top / "HEAD", out);
    std::error_code error;
    fs::recursive_directory_iterator at(top / "refs", fs::directory_options::none, error), end;
    for (; !error && at != end; at.increment(error)) {
        std::error_code unknown;
        const fs::file_type type = at->symlink_status(unknown).type();
        if (type == fs::file_type::regular) {
            add_file(at->path(), out);
        } else if (type != fs::file_type::directory) {
            out.whole = false;
        }
    }
    if (error && error != std::errc::no_such_file_or_directory) out.whole = false;
    const auto packed = AbsPath::resolve(git_directory, "packed-refs");
    const auto text = packed ? read_file_if_there(*packed, kLargestPacked) : fail(Errc::invalid, "no path");
    if (!text) out.whole = false;
    if (text && *text) add_packed(**text, out);
    return out;
}

GitTips::GitTips(const AbsPath& state_home, AbsPath git_directory)
    : git_directory_(std::move(git_directory)),
      file_(file_for(state_home, git_directory_)),
      before_(read_tips(git_directory_)) {}

Status GitTips::begin(Others others, Earlier earlier) const {
    std::error_code error;
    const bool unseen = earlier == Earlier::could_write;
    if ((!unseen && others == Others::may_have_run) || std::filesystem::exists(file_.text(), error)) return {};
    return Document<Known>(file_, kFormat).update([&](Known& known) {
        known.unsure = unseen;
        if (!unseen) learn(before_, others, known);
        return true;
    });
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
    const Tips now = read_tips(git_directory_);
    Commits moved;
    std::ranges::set_difference(now.commits, before_.commits, std::inserter(moved, moved.end()));
    if (moved.empty() && now.whole) return {};
    return Document<Known>(file_, kFormat).update([&](Known& known) {
        learn(before_, others, known);
        for (const std::string& tip : moved) {
            if (!known.own.contains(tip)) known.foreign.insert(tip);
        }
        if (!now.whole) known.unsure = true;
        return true;
    });
}

Status GitTips::interrupted(const AbsPath& state_home, const AbsPath& git_directory) {
    return Document<Known>(file_for(state_home, git_directory), kFormat).update([](Known& known) {
        return !std::exchange(known.unsure, true);
    });
}

}  // namespace postern::state
