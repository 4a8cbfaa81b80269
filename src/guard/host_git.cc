#include "guard/host_git.h"

#include "base/git_object_name.h"
#include "base/hash.h"
#include "host/bounded_process.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <utility>

namespace postern::guard {
namespace {

constexpr auto kPatience = std::chrono::seconds(10);  // for all questions about one command
constexpr std::size_t kMostOutput = 64U << 20U;

// Takes the text up to the separator, which is removed too.
std::string_view take_until(std::string_view& rest, char separator) {
    const std::string_view out = rest.substr(0, rest.find(separator));
    rest.remove_prefix(std::min(out.size() + 1, rest.size()));
    return out;
}

// Finds an entry of a tree object: "MODE NAME\0" and the bytes of the object's name, again and again.
GitObjects::Entry in_tree(std::string_view tree, std::string_view name, std::size_t digits) {
    while (!tree.empty()) {
        const std::string_view mode = take_until(tree, ' ');
        const std::string_view found = take_until(tree, '\0');
        if (tree.size() < digits / 2) return {};
        if (found == name) return {std::string(mode), hex(tree.substr(0, digits / 2))};
        tree.remove_prefix(digits / 2);
    }
    return {};
}

}  // namespace

HostGit::HostGit(AbsPath program, WorkTree tree, std::function<bool()> give_up)
    : program_(std::move(program)),
      tree_(std::move(tree)),
      give_up_(std::move(give_up)),
      until_(std::chrono::steady_clock::now() + kPatience) {}

HostGit HostGit::elsewhere(WorkTree tree) const {
    HostGit out = *this;
    out.tree_ = std::move(tree);
    return out;
}

std::optional<std::string> HostGit::output(const Words& arguments, const std::string& input) const {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until_ - std::chrono::steady_clock::now());
    if (left.count() <= 0 || give_up_()) return std::nullopt;
    host::Answerer git{
        .program = program_,
        .arguments =
            {
                "-C", tree_.top.text(), "--no-pager", "--literal-pathspecs", "--no-optional-locks", "-c",
                "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "core.commitGraph=false", "-c",
                "protocol.allow=never", "-c", "diff.relative=false", "-c",
                "core.fsync=none",  // only private repositories are written, and these do not last
            },
        .limit = left,
        .give_up = give_up_,
        .most_output = kMostOutput,
        .input = input,
        .environment = {"GIT_DIR=" + tree_.git_directory.text(), "GIT_COMMON_DIR=" + tree_.common_directory.text(),
                        "GIT_WORK_TREE=" + tree_.top.text(), "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=",
                        "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_ATTR_NOSYSTEM=1",
                        "GIT_TERMINAL_PROMPT=0", "GIT_NO_REPLACE_OBJECTS=1", "GIT_GRAFT_FILE=/dev/null"},
        .errors = host::Answerer::Errors::dropped,
        // The command can write attributes, submodules and settings of work trees. Whatever filter, hook or helper they
        // name would run outside the sandbox.
        .company = host::Answerer::Company::alone};
    git.arguments.insert(git.arguments.end(), arguments.begin(), arguments.end());
    auto answer = host::ask(git);
    if (!answer || answer->exit_status != 0) return std::nullopt;
    return std::move(answer->output);
}

// Returns the names of objects, with "" for each revision that is none.
std::optional<Words> HostGit::names(const Words& revisions) const {
    std::string input;
    for (const std::string& revision : revisions) {
        if (revision.find('\n') != std::string::npos) return std::nullopt;
        input += revision + '\n';
    }
    if (input.empty()) return Words{};
    const auto said = output({"cat-file", "--batch-check=%(objectname)"}, input);
    if (!said) return std::nullopt;
    Words out;
    for (std::string_view rest = *said; !rest.empty();) {
        const std::string_view line = take_until(rest, '\n');
        const bool found = line.find(' ') == std::string_view::npos;  // else "NAME missing" or "NAME ambiguous"
        out.emplace_back(found ? line : "");
    }
    if (out.size() != revisions.size()) return std::nullopt;
    return out;
}

// Looks twice, since git takes everything between the braces of `stash@{0}^{commit}` for a date if it finds no commit.
std::optional<Words> HostGit::commits(const Words& revisions) const {
    auto found = names(revisions);
    if (!found) return std::nullopt;
    for (std::string& name : *found) name += "^{commit}";
    return names(*found);
}

void GitObjects::load(const Words& names) {
    std::string input;
    for (const std::string& name : names) {
        if (asked_.insert(name).second) input += name + '\n';
    }
    if (input.empty()) return;
    const auto said = git_.output({"cat-file", "--batch"}, input);
    for (std::string_view rest = said ? std::string_view(*said) : ""; !rest.empty();) {
        std::string_view head = take_until(rest, '\n');
        const std::string name(take_until(head, ' '));
        const std::string type(take_until(head, ' '));
        std::size_t size = 0;
        const auto [end, error] = std::from_chars(head.data(), head.data() + head.size(), size);
        if (error != std::errc() || end != head.data() + head.size()) continue;  // "missing"
        if (size >= rest.size()) return;
        const std::string_view content = rest.substr(0, size);
        if (git_object_name(type, content, name.size()) == name) {
            objects_.insert_or_assign(name, Object{type, std::string(content)});
        }
        rest.remove_prefix(size + 1);
    }
}

const GitObjects::Object* GitObjects::find(const std::string& name) {
    load({name});
    return known(name);
}

const GitObjects::Object* GitObjects::known(const std::string& name) const {
    const auto found = objects_.find(name);
    return found == objects_.end() ? nullptr : &found->second;
}

std::string GitObjects::add(std::string content, std::size_t digits) {
    std::string name = git_object_name("blob", content, digits);
    asked_.insert(name);
    objects_.insert_or_assign(name, Object{"blob", std::move(content)});
    return name;
}

Words headers_of(std::string_view commit, std::string_view key) {
    Words out;
    while (!commit.empty() && commit.front() != '\n') {
        std::string_view line = take_until(commit, '\n');
        if (take_until(line, ' ') == key) out.emplace_back(line);
    }
    return out;
}

Words GitObjects::parents_of(const Object& commit) {
    if (commit.type == "tag") return headers_of(commit.content, "object");
    return commit.type == "commit" ? headers_of(commit.content, "parent") : Words{};
}

std::optional<GitObjects::Entry> GitObjects::entry(const std::string& commit, std::string_view path) {
    const Object* object = find(commit);
    if (object == nullptr || object->type != "commit") return std::nullopt;
    const Words tree = headers_of(object->content, "tree");
    if (tree.size() != 1) return std::nullopt;
    Entry at{.mode = "40000", .name = tree.front()};
    while (!path.empty()) {
        if (at.mode != "40000") return Entry{};  // a file where the path has a directory, or nothing
        object = find(at.name);
        if (object == nullptr || object->type != "tree") return std::nullopt;
        at = in_tree(object->content, take_until(path, '/'), commit.size());
    }
    return at;
}

}  // namespace postern::guard
