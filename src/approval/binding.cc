#include "approval/binding.h"

#include "base/hash.h"
#include "base/text.h"
#include "base/unique_fd.h"
#include "policy/line_effects.h"
#include "shell/interpreters.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace postern::approval {
namespace {

constexpr off_t kMostHashed = 64L << 20U;  // about a tenth of a second
constexpr std::size_t kMostNamedFiles = 64;
constexpr int kForReading = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

std::optional<std::string> hash_of(int fd) {
    crypto_generichash_state state;
    (void)crypto_generichash_init(&state, nullptr, 0, crypto_generichash_BYTES);  // fails only on bad sizes
    std::array<unsigned char, 1 << 16> part;                                      // filled by pread
    for (off_t at = 0;;) {
        const ssize_t got = ::pread(fd, part.data(), part.size(), at);
        if (got < 0) return std::nullopt;
        if (got == 0) break;
        (void)crypto_generichash_update(&state, part.data(), static_cast<std::size_t>(got));
        at += got;
        if (at > kMostHashed) return std::nullopt;  // the file grows while it is read
    }
    std::array<unsigned char, crypto_generichash_BYTES> hash{};
    (void)crypto_generichash_final(&state, hash.data(), hash.size());
    std::array<char, 2 * crypto_generichash_BYTES + 1> text{};
    (void)sodium_bin2hex(text.data(), text.size(), hash.data(), hash.size());
    return text.data();
}

// One digest over several texts; their lengths keep "a","bc" apart from "ab","c".
std::string digest(const std::vector<std::string_view>& parts) {
    std::string all;
    for (const std::string_view part : parts) {
        all += std::to_string(part.size()) + ':';
        all += part;
    }
    return content_hash(all);
}

// "/usr/bin/touch z" as "touch z": a shell tries `touch` in one directory of PATH after the other, and the file that it
// finds is part of the binding anyway.
std::string_view words_of(const policy::Reason& reason) {
    const std::string_view words = reason.subject;
    if (reason.kind != policy::ReasonKind::rule) return words;
    const std::size_t slash = words.substr(0, words.find(' ')).rfind('/');
    return slash == std::string_view::npos ? words : words.substr(slash + 1);
}

bool is_program(const AbsPath& path) {
    struct stat st {};
    return ::stat(path.text().c_str(), &st) == 0 && S_ISREG(st.st_mode) && ::access(path.text().c_str(), X_OK) == 0;
}

// As a shell in this directory would find it.
std::optional<AbsPath> find_program(const std::string& name, const AbsPath& directory) {
    if (name.empty()) return std::nullopt;
    const auto in = [&](std::string_view where) -> std::optional<AbsPath> {
        auto path = AbsPath::resolve(directory, std::string(where) + name);
        return path && is_program(*path) ? std::optional(std::move(*path)) : std::nullopt;
    };
    if (name.find('/') != std::string::npos) return in("");
    const char* path = std::getenv("PATH");
    std::string_view rest = path == nullptr ? "/usr/bin:/bin" : path;
    for (bool more = true; more;) {
        const std::size_t colon = rest.find(':');
        more = colon != std::string_view::npos;
        if (auto found = in(std::string(rest.substr(0, colon)) + (colon == 0 || rest.empty() ? "./" : "/")))
            return found;
        rest.remove_prefix(more ? colon + 1 : rest.size());
    }
    return std::nullopt;
}

// Returns the fingerprint of a regular file, or nullopt if there is none.
std::optional<std::string> fingerprint_at(const AbsPath& path) {
    struct stat st {};
    const UniqueFd file(::open(path.text().c_str(), kForReading));
    if (!file || ::fstat(file.get(), &st) != 0 || !S_ISREG(st.st_mode)) return std::nullopt;
    return fingerprint_of(file.get(), st);
}

void add_fingerprints_of_named_files(const shell::Command& command, const AbsPath& directory,
                                     std::vector<std::string>& fingerprints) {
    std::vector<std::string> words;
    for (const shell::Word& word : command.words) words.push_back(word.text);
    for (const std::string& file : named_files(words)) {
        const auto path = AbsPath::resolve(directory, file);
        if (auto fingerprint = path ? fingerprint_at(*path) : std::nullopt)
            fingerprints.push_back(std::move(*fingerprint));
    }
}

// Of the program, or of the script and the programs it names; empty if there is no such program.
std::vector<std::string> fingerprints_of(const std::string& name, const AbsPath& directory) {
    std::vector<std::string> fingerprints;
    auto path = find_program(name, directory);
    for (int depth = 0; path && depth <= kMostInterpreters; ++depth) {
        UniqueFd file(::open(path->text().c_str(), kForReading));
        if (!file) file.reset(::open(path->text().c_str(), O_PATH | O_CLOEXEC));
        struct stat st {};
        if (!file || ::fstat(file.get(), &st) != 0) break;
        fingerprints.push_back(fingerprint_of(file.get(), st));
        const auto interpreter = interpreter_of(file.get());
        if (!interpreter) break;
        auto next = AbsPath::resolve(directory, interpreter->path);
        path = next ? std::optional(std::move(*next)) : std::nullopt;
    }
    return fingerprints;
}

}  // namespace

std::optional<ScriptInterpreter> interpreter_of(int fd) {
    std::array<char, 256> head{};  // the kernel looks at no more
    const ssize_t got = ::pread(fd, head.data(), head.size(), 0);
    if (got < 3 || head[0] != '#' || head[1] != '!') return std::nullopt;
    std::string_view line(head.data() + 2, static_cast<std::size_t>(got) - 2);
    line = line.substr(0, line.find('\n'));
    line = line.substr(0, line.find('\0'));
    constexpr std::string_view kBlanks = " \t";
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    line = line.substr(0, line.find_last_not_of(kBlanks) + 1);
    if (line.empty()) return std::nullopt;
    const std::size_t end = std::min(line.find_first_of(kBlanks), line.size());
    ScriptInterpreter out{.path = std::string(line.substr(0, end)), .argument = {}};
    line.remove_prefix(end);
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    out.argument = line;
    return out;
}

// Content is read only of files that this user can change, and up to a bound: a shell in a loop starts the same large
// program again and again. Of others the size and the time of the last change tell as much, for only another user, or
// somebody with a very large file, could change one without them.
std::string fingerprint_of(int fd, const struct stat& st) {
    const std::string identity = std::to_string(st.st_dev) + ':' + std::to_string(st.st_ino) + ':';
    const bool changeable = st.st_uid == ::geteuid() || (st.st_mode & (S_IWGRP | S_IWOTH)) != 0;
    const auto content = changeable && st.st_size <= kMostHashed ? hash_of(fd) : std::nullopt;
    if (content) return identity + *content;
    return identity + std::to_string(st.st_size) + ':' + std::to_string(st.st_ctim.tv_sec) + '.' +
           std::to_string(st.st_ctim.tv_nsec);
}

std::vector<std::string> named_files(const std::vector<std::string>& words) {
    std::vector<std::string> out;
    if (words.empty() || !shell::is_interpreter(base_name(words.front()))) return out;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string& word = words[i];
        const std::size_t equals = word.find('=');
        for (std::string path : {word, equals == std::string::npos ? std::string() : word.substr(equals + 1)}) {
            if (!path.empty() && out.size() < kMostNamedFiles) out.push_back(std::move(path));
        }
    }
    return out;
}

bool same_words(const policy::Reason& a, const policy::Reason& b) {
    return a.kind == b.kind && a.source == b.source && a.pointer == b.pointer && words_of(a) == words_of(b);
}

Binding binding_of(const policy::Reason& reason, const AbsPath& directory,
                   const std::vector<std::string>& fingerprints) {
    return {.what = digest({to_string(reason.kind), reason.source, reason.pointer, words_of(reason), directory.text()}),
            .files = fingerprints.empty() ? "" : digest({fingerprints.begin(), fingerprints.end()})};
}

std::vector<Binding> bindings_in(const std::vector<policy::Reason>& reasons, const CommandText& command) {
    const auto& commands = command.analysis.commands;
    const policy::LineEffects line = policy::effects_of_line(command.analysis, command.directory, command.home);
    std::vector<Binding> out;
    for (policy::Reason reason : reasons) {
        if (reason.verdict != policy::Verdict::ask) continue;
        if (reason.kind != policy::ReasonKind::rule) reason.subject = command.text;
        if (reason.command >= commands.size()) {
            out.push_back(binding_of(reason, command.directory, {}));
            continue;
        }
        const AbsPath& where = line.directories[line.steps[reason.command].directories - 1];
        auto fingerprints = fingerprints_of(std::string(commands[reason.command].name()), where);
        if (!fingerprints.empty()) add_fingerprints_of_named_files(commands[reason.command], where, fingerprints);
        out.push_back(binding_of(reason, where, fingerprints));
    }
    return out;
}

}  // namespace postern::approval
