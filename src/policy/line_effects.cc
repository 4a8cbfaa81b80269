#include "policy/line_effects.h"

#include "base/ascii.h"
#include "policy/mentions.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace postern::policy {
namespace {

using shell::Command;
using shell::Doubt;
using shell::Word;

constexpr std::size_t kMaxDirectories = 8;
constexpr std::size_t kMaxWritten = 256;

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, name) != names.end();
}

// Files that tell a tool which code to run. Writing such a file and then calling the tool runs the written code.
struct Configuration {
    std::string_view tool;
    std::string_view file;  // last path component, or a directory component followed by '/'
};
constexpr std::array<Configuration, 22> kConfiguration{{
    {"make", "Makefile"},      {"make", "makefile"},        {"make", "GNUmakefile"},  {"npm", "package.json"},
    {"npm", ".npmrc"},         {"npx", "package.json"},     {"yarn", "package.json"}, {"yarn", ".yarnrc.yml"},
    {"pnpm", "package.json"},  {"pnpm", ".npmrc"},          {"bun", "package.json"},  {"git", ".git/"},
    {"git", ".gitconfig"},     {"git", ".gitattributes"},   {"cargo", "build.rs"},    {"cargo", ".cargo/"},
    {"pytest", "conftest.py"}, {"just", "justfile"},        {"rake", "Rakefile"},     {"gradle", "build.gradle"},
    {"ninja", "build.ninja"},  {"cmake", "CMakeLists.txt"},
}};

bool configures(std::string_view tool, std::string_view path) {
    return std::ranges::any_of(kConfiguration, [&](const Configuration& c) {
        if (c.tool != tool) return false;
        if (!c.file.ends_with('/')) return path.ends_with("/" + std::string(c.file));
        return path.find("/" + std::string(c.file)) != std::string_view::npos;
    });
}

class Tracker {
public:
    Tracker(const shell::Analysis& analysis, const AbsPath& cwd, const AbsPath& home)
        : analysis_(analysis), home_(home) {
        flow_.directories.push_back(cwd);
        flow_.steps.reserve(analysis.commands.size());
    }

    LineEffects run() {
        for (std::size_t i = 0; i < analysis_.commands.size(); ++i) step(static_cast<std::uint32_t>(i));
        return std::move(flow_);
    }

private:
    void step(std::uint32_t index) {
        const Command& command = analysis_.commands[index];
        LineEffects::Step step{.directories = flow_.directories.size(), .reading = programs::read(command.words)};
        for (FileUse& use : file_uses(command, step.reading)) {
            FileTouch touch{.use = use.use,
                            .reach = use.tree ? Reach::tree : Reach::file,
                            .redirection = use.redirection,
                            .inside = use.inside,
                            .built = use.built};
            touch.paths = named(use.word);
            touch.surely = !unknown_directory_ || use.word.base != shell::Base::none || use.word.text.starts_with('/');
            if (!touch.paths.empty()) step.touches.push_back(std::move(touch));
        }
        check_runs_written(index, step.reading);
        check_directory(index);
        remember_writes(command, step);
        change_directory(command);
        enter_for_inner(index, step.reading);
        flow_.steps.push_back(std::move(step));
    }

    // Returns every path that the word may mean here.
    std::vector<NamedPath> named(const Word& word) const {
        std::vector<NamedPath> out;
        for (const AbsPath& directory : flow_.directories) {
            auto path = path_named_by(word, directory, home_);
            if (path && std::ranges::find(out, *path) == out.end()) out.push_back(std::move(*path));
        }
        return out;
    }

    void doubt(Doubt kind, std::string what, std::uint32_t index) {
        const Command& command = analysis_.commands[index];
        flow_.unknowns.push_back(
            {.doubt = kind, .what = std::move(what), .span = command.span, .place = command.place, .command = index});
    }

    bool was_written(const Word& word) const {
        if (written_.empty() && !wrote_unknown_) return false;
        if (wrote_unknown_ || !word.literal()) return true;
        for (const NamedPath& path : named(word)) {
            for (const std::string& written : written_) {
                if (path.text == written || path.text.starts_with(written + "/")) return true;
            }
        }
        return false;
    }

    void check_runs_written(std::uint32_t index, const programs::Reading& reading) {
        const Command& command = analysis_.commands[index];
        if (command.words.empty() || (written_.empty() && !wrote_unknown_)) return;
        const Word& name = command.words.front();
        if (!name.literal()) return;  // already a doubt
        if (name.text.find('/') != std::string::npos && was_written(name)) {
            return doubt(Doubt::written_file, "runs a file that this command line writes", index);
        }
        const std::string_view tool = command.program();
        if (std::ranges::any_of(written_, [&](const std::string& path) { return configures(tool, path); })) {
            return doubt(Doubt::written_file, "obeys a file that this command line writes", index);
        }
        const bool runner = runs_its_operand(tool);
        for (const Word& word : Mentions(analysis_, index, reading).may_be_run()) {
            // Of other programs only a word counts that surely names what was written.
            if (!was_written(word) || (!runner && (wrote_unknown_ || !word.literal()))) continue;
            return doubt(Doubt::written_file, "may run a file that this command line writes", index);
        }
    }

    // Raises a doubt for git after a `cd`: the directory may be a planted repository, whose configuration git obeys.
    void check_directory(std::uint32_t index) {
        const Command& command = analysis_.commands[index];
        if (command.program() != "git") return;
        if (flow_.directories.size() > 1 || unknown_directory_) {
            doubt(Doubt::directory, "git obeys the configuration of the directory entered before", index);
        }
    }

    void remember_writes(const Command& command, const LineEffects::Step& step) {
        const std::string_view tool = command.program();
        for (const FileTouch& touch : step.touches) {
            if (touch.use != Use::write || touch.built ||
                is_one_of(tool, {"rm", "rmdir", "unlink", "chmod", "chown", "mkdir", "touch"}))
                continue;
            for (const NamedPath& path : touch.paths) {
                if (path.text.starts_with("/dev/")) continue;
                if (!path.literal || written_.size() >= kMaxWritten) {
                    wrote_unknown_ = true;
                } else {
                    written_.push_back(path.text);
                }
            }
        }
    }

    void change_directory(const Command& command) {
        const std::string_view name = command.name();
        if (name != "cd" && name != "pushd") return;
        const Word* target = nullptr;
        for (std::size_t i = 1; i < command.words.size() && target == nullptr; ++i) {
            const Word& word = command.words[i];
            const bool option = word.text.size() > 1 && (word.text[0] == '-' || word.text[0] == '+');
            if (!option) target = &word;
        }
        if (target == nullptr) return enter(home_);
        if (target->text != "-") go_to(*target);  // else back to a directory that is already known
    }

    // Enters the directory of a wrapper for the command inside it: `env -C dir cat x`.
    void enter_for_inner(std::uint32_t index, const programs::Reading& reading) {
        if (index + 1 >= analysis_.commands.size() || analysis_.commands[index + 1].via != index) return;
        for (const programs::WordUse& use : reading.uses) {
            if (use.meaning.role == programs::WordRole::enters) go_to(use.word);
        }
    }

    void go_to(const Word& target) {
        const std::size_t known = flow_.directories.size();
        for (std::size_t i = 0; i < known; ++i) {
            const auto path = path_named_by(target, flow_.directories[i], home_);
            if (!path || !path->literal) {
                unknown_directory_ = true;
                continue;
            }
            if (auto directory = AbsPath::parse(path->text)) enter(*directory);
        }
    }

    void enter(const AbsPath& directory) {
        if (std::ranges::find(flow_.directories, directory) != flow_.directories.end()) return;
        if (flow_.directories.size() >= kMaxDirectories) {
            unknown_directory_ = true;
        } else {
            flow_.directories.push_back(directory);
        }
    }

    const shell::Analysis& analysis_;
    const AbsPath& home_;
    LineEffects flow_;
    bool unknown_directory_ = false;
    std::vector<std::string> written_;
    bool wrote_unknown_ = false;
};

}  // namespace

bool runs_its_operand(std::string_view name) {
    while (!name.empty() && (name.back() == '.' || is_digit(name.back()))) name.remove_suffix(1);
    return is_one_of(name, {"sh",     "bash",   "dash",  "zsh",    "ksh",     "mksh",      "ash",    "rbash", "fish",
                            "python", "pypy",   "node",  "nodejs", "deno",    "bun",       "perl",   "ruby",  "php",
                            "lua",    "luajit", "tclsh", "expect", "Rscript", "osascript", "source", "."});
}

LineEffects effects_of_line(const shell::Analysis& analysis, const AbsPath& cwd, const AbsPath& home) {
    return Tracker(analysis, cwd, home).run();
}

}  // namespace postern::policy
