#include "policy/never_download.h"

#include "policy/fetching.h"
#include "policy/never_places.h"
#include "policy/path_rules.h"
#include "shell/invocation.h"
#include "shell/shells.h"

#include <algorithm>
#include <array>
#include <utility>

namespace postern::policy {
namespace {

using shell::Command;
using shell::Doubt;
using shell::kNoCommand;
using shell::PlaceKind;
using shell::Span;
using shell::Word;

constexpr std::size_t kMostSubstituted = 1000;  // a bound on work; nobody writes so many

// `sh -n` only looks whether the code can be read.
bool only_parses(const Command& command) {
    if (!shell::is_shell(command.program())) return false;
    for (std::size_t i = 1; i < command.words.size(); ++i) {
        const std::string_view text = command.words[i].text;
        if (!text.starts_with('-') || text.starts_with("--")) break;
        if (text.find('n') != std::string_view::npos) return true;
    }
    return false;
}

bool is_substituted(const Command& command, const std::vector<shell::Place>& places) {
    for (shell::PlaceId at = command.place; at != 0; at = places[at].parent) {
        if (places[at].kind == PlaceKind::substitution || places[at].kind == PlaceKind::process_substitution)
            return true;
    }
    return false;
}

// Returns the value of `-f FILE`, from which these programs take what they do.
const Word* file_option_of(const Command& command) {
    for (std::size_t i = 2; i < command.words.size(); ++i) {
        if (shell::listed("-f --file --makefile --justfile", command.words[i - 1].text)) return &command.words[i];
    }
    return nullptr;
}

// Returns the file that a shell or interpreter is told to run, or null if its code is elsewhere.
const Word* script_of(const Command& command) {
    if (command.words.empty()) return nullptr;
    if (shell::listed("awk gawk mawk sed gsed make gmake ninja just", command.program()))
        return file_option_of(command);
    const bool reads_it_itself = command.name() == "." || command.name() == "source";
    if (!reads_it_itself && !runs_its_operand(command.program())) return nullptr;
    for (std::size_t i = 1; i < command.words.size(); ++i) {
        const Word& word = command.words[i];
        if (word.text == "-c" || word.text == "-e") return nullptr;  // the code is in the words
        if (!word.text.starts_with('-') && !word.text.starts_with('+')) return &word;
    }
    return nullptr;
}

bool is_name_char(char c) {
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Returns the name of the variable that is expanded at the beginning of the text, or an empty one.
std::string_view variable_at(std::string_view text) {
    if (!text.starts_with('$')) return {};
    text.remove_prefix(1);
    if (text.starts_with('{')) text.remove_prefix(1);
    std::size_t end = 0;
    while (end < text.size() && is_name_char(text[end])) ++end;
    return text.substr(0, end);
}

// Commands that set the variables which their words name.
bool declares(std::string_view name) {
    static constexpr auto kNames =
        std::to_array<std::string_view>({"declare", "export", "local", "readonly", "typeset"});
    return std::ranges::find(kNames, name) != kNames.end();
}
bool reads_into_variables(std::string_view name) {
    return name == "read" || name == "mapfile" || name == "readarray";
}

}  // namespace

bool Downloads::any(const shell::Analysis& analysis) {
    return std::ranges::any_of(analysis.commands, fetches);
}

Downloads::Downloads(const shell::Analysis& analysis, std::string_view text, const Host& host, const LineEffects& flow)
    : places_(analysis.places),
      commands_(analysis.commands),
      text_(text),
      host_(host),
      flow_(flow),
      first_(static_cast<std::uint32_t>(commands_.size())),
      fetches_(commands_.size()) {
    for (const shell::Unknown& unknown : analysis.unknowns) doubts_.emplace(unknown.command, &unknown);
    for (std::uint32_t i = 0; i < commands_.size(); ++i) {
        if (!fetches(commands_[i])) continue;
        first_ = std::min(first_, i);
        // `env curl … | sh`: the wrapper is what writes to the pipe.
        for (std::uint32_t at = i; at != kNoCommand && !fetches_[at]; at = commands_[at].via) fetches_[at] = true;
        if (substituted_.size() < kMostSubstituted && is_substituted(commands_[i], places_)) {
            substituted_.push_back(commands_[i].span);
        }
    }
    // The substitution of `x=$(curl …)` comes after the assignment, so every command counts.
    for (std::uint32_t i = 0; first_ < commands_.size() && i < commands_.size(); ++i) note_variables(i);
    for (std::uint32_t i = first_; i < commands_.size(); ++i) note_files(i);
    // `x=$(cat FILE)` of a file that was downloaded is a substitution like that of the download itself.
    const std::size_t before = substituted_.size();
    for (std::uint32_t i = first_; i < commands_.size(); ++i) note_substituted(i);
    for (std::uint32_t i = 0; substituted_.size() > before && i < commands_.size(); ++i) note_variables(i);
}

void Downloads::note_substituted(std::uint32_t index) {
    if (substituted_.size() == kMostSubstituted || !is_substituted(commands_[index], places_)) return;
    const bool hands_on = shell::listed("cat tee head tail base64 gunzip zcat tr sed", commands_[index].program());
    if (reads_made(index) || (hands_on && from_pipe(index))) substituted_.push_back(commands_[index].span);
}

// ---- through a variable

std::string_view Downloads::text_of(const Span& part) const {
    if (part.begin > part.end || part.end > text_.size()) return {};
    return text_.substr(part.begin, part.end - part.begin);
}

// Tells whether a variable that holds a download is expanded in this part of the text.
bool Downloads::uses_variable(const Span& part) const {
    if (variables_.empty()) return false;
    const std::string_view text = text_of(part);
    for (std::size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 1)) {
        if (variables_.contains(std::string(variable_at(text.substr(at))))) return true;
    }
    return false;
}

// Tells whether this part of the text begins with such a variable. Code in which it stands further behind, such as a
// version number in `bash -c "npm install a@$v"`, is not the download.
bool Downloads::begins_with_variable(const Span& part) const {
    if (variables_.empty()) return false;
    std::string_view text = text_of(part);
    while (text.starts_with('"') || text.starts_with('\\') || text.starts_with(' ') || text.starts_with('\n'))
        text.remove_prefix(1);
    return variables_.contains(std::string(variable_at(text)));
}

// Tells whether a word of the command is such a variable: `echo "$x"`.
bool Downloads::hands_on_variable(std::uint32_t index) const {
    const Command& command = commands_[index];
    return std::ranges::any_of(command.words, [&](const Word& word) { return begins_with_variable(word.span); }) ||
           std::ranges::any_of(command.redirections, [&](const shell::Redirection& redirection) {
               return begins_with_variable(redirection.target.span);
           });
}

// Notes the variables that the command fills with a download, or with what another one of them holds. None is ever
// taken out again: which of two assignments comes last, a loop or a branch decides.
void Downloads::note_variables(std::uint32_t index) {
    const Command& command = commands_[index];
    const auto holds = [&](const Span& part) { return in_substitution(part) || uses_variable(part); };
    for (const shell::Assignment& assignment : command.assignments) {
        if (holds(assignment.span)) variables_.insert(assignment.name);
    }
    const std::string_view name = command.name();
    // The redirection of a loop stands behind it: `while read …; done < <(curl …)`.
    const auto loops = [&](const Command& behind) { return behind.words.empty() && in_substitution(behind.span); };
    const bool reads = reads_into_variables(name) && (from_pipe(index) || holds(command.span) ||
                                                      std::any_of(commands_.begin() + index, commands_.end(), loops));
    if (!reads && !declares(name)) return;
    for (std::size_t i = 1; i < command.words.size(); ++i) {
        const std::string_view word = command.words[i].text;
        if (word.starts_with('-')) continue;
        if (reads) {
            variables_.emplace(word);
        } else if (word.find('=') != std::string_view::npos && holds(command.words[i].span)) {
            variables_.emplace(word.substr(0, word.find('=')));
        }
    }
    if (reads) variables_.insert({"REPLY", "MAPFILE"});
}

// The simple command whose output this one reads, through the wrappers around it.
std::uint32_t Downloads::source_of(std::uint32_t index) const {
    for (std::uint32_t at = index; at != kNoCommand; at = commands_[at].via) {
        if (commands_[at].piped_from != kNoCommand) return commands_[at].piped_from;
    }
    return kNoCommand;
}

bool Downloads::reads_download(std::uint32_t index) const {
    constexpr int kLongestPipe = 64;
    std::uint32_t at = source_of(index);
    for (int n = 0; n < kLongestPipe && at != kNoCommand; ++n, at = source_of(at)) {
        if (fetches_[at] || hands_on_variable(at) || reads_made(at)) return true;
    }
    return at != kNoCommand;
}

bool Downloads::from_pipe(std::uint32_t index) const {
    if (reads_download(index)) return true;
    // What stands before the pipe may be a group: any download before it may be what is read.
    return commands_[index].input == shell::Input::pipe && source_of(index) == kNoCommand && first_ < index;
}

// Tells whether a download stands in `$(…)` or `<(…)` inside this part of the text.
bool Downloads::in_substitution(const Span& part) const {
    return std::ranges::any_of(
        substituted_, [&](const Span& download) { return part.begin <= download.begin && download.end <= part.end; });
}

// `curl … > >(sh)`: the command stands in a process substitution that a download writes to.
bool Downloads::is_fed_by_download(const Command& command) const {
    for (shell::PlaceId at = command.place; at != 0; at = places_[at].parent) {
        const Span& place = places_[at].span;
        if (places_[at].kind != PlaceKind::process_substitution || place.begin < 2) continue;
        if (text_of({place.begin - 2, place.begin}) != ">(") return false;
        for (std::uint32_t i = first_; i < commands_.size(); ++i) {
            const Span& outer = commands_[i].span;
            const bool around = outer.begin < place.begin && command.span.end <= outer.end;
            if (around && (fetches_[i] || reads_download(i))) return true;
        }
    }
    return false;
}

// `exec 3< <(curl …); sh <&3`: which descriptor leads where is not followed.
bool Downloads::reads_descriptor_of_download(std::uint32_t index) const {
    return first_ < index && std::ranges::any_of(commands_[index].redirections, [](const shell::Redirection& r) {
               return r.kind == shell::RedirectionKind::duplicate && r.fd <= 0 && r.target.text != "0" &&
                      r.target.text != "-";
           });
}

// `curl … | xargs -0 sh -c`: the code is what xargs reads.
bool Downloads::runs_input_of_xargs(std::uint32_t index) const {
    if (index >= commands_.size()) return false;
    const std::vector<Word>& words = commands_[index].words;
    for (std::size_t i = 2; i < words.size(); ++i) {
        const bool whole = (words[i].dynamic & shell::kInput) != 0 && words[i].text == std::string(1, shell::kHole);
        const std::uint32_t xargs = commands_[index].via;
        if (whole && words[i - 1].text.starts_with('-') && words[i - 1].text.ends_with('c'))
            return from_pipe(index) || (xargs != kNoCommand && in_substitution(commands_[xargs].span));
    }
    return false;
}

bool Downloads::from_doubt(const shell::Unknown& unknown) const {
    switch (unknown.doubt) {
        case Doubt::script_input:
            return from_pipe(unknown.command) || in_substitution(commands_[unknown.command].span) ||
                   hands_on_variable(unknown.command) || fetches(commands_[unknown.command]) ||
                   reads_descriptor_of_download(unknown.command) || is_fed_by_download(commands_[unknown.command]);
        case Doubt::sourced_file: {
            const Span& whole = commands_[unknown.command].span;
            const bool input = mentions(commands_[unknown.command], "/dev/stdin /dev/fd/0 /proc/self/fd/0");
            return in_substitution(whole) || (input && from_pipe(unknown.command)) ||
                   (text_of(whole).find("<(") != std::string_view::npos && uses_variable(whole));
        }
        case Doubt::inline_code:
        case Doubt::command_name:
            return in_substitution(unknown.span) || begins_with_variable(unknown.span) ||
                   runs_input_of_xargs(unknown.command);
        default: return false;
    }
}

// ---- through a file

std::vector<std::string> Downloads::paths_of(const Word& word, std::uint32_t index) const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < flow_.steps[index].directories; ++i) {
        if (auto path = path_named_by(word, flow_.directories[i], host_.home)) out.push_back(std::move(path->text));
    }
    return out;
}

// Tells whether the command reads a file that a download made before.
bool Downloads::reads_made(std::uint32_t index) const {
    if (made_.empty()) return false;
    return std::ranges::any_of(flow_.steps[index].touches, [&](const FileTouch& touch) {
        return touch.use == Use::read && std::ranges::any_of(touch.paths, [&](const NamedPath& path) {
                   const auto made = made_.find(path.text);
                   return made != made_.end() && made->second < index;
               });
    });
}

// Notes the files that a command makes of what it, or a command that it reads from, downloads.
void Downloads::note_files(std::uint32_t index) {
    const Command& command = commands_[index];
    const bool copies = shell::listed("cp mv ln install cat base64 dd sed tr", command.program()) && reads_made(index);
    if (!fetches(command) && !copies && !reads_download(index) && !hands_on_variable(index)) return;
    for (const FileTouch& touch : flow_.steps[index].touches) {
        if (touch.use != Use::write) continue;
        for (const NamedPath& path : touch.paths) made_.emplace(path.text, index);
    }
    if (stores_under_address(command)) note_named_by_address(index);
}

// Without `-o` the file is named after the end of the address, in this directory or in one that another word names.
void Downloads::note_named_by_address(std::uint32_t index) {
    constexpr std::size_t kMostWords = 32;
    const std::vector<Word>& words = commands_[index].words;
    for (std::size_t i = 1; i < std::min(words.size(), kMostWords); ++i) {
        const std::string_view address = std::string_view(words[i].text).substr(0, words[i].text.find_first_of("?#"));
        const std::size_t end = address.find_last_of("/:");
        if (end == std::string_view::npos || end + 1 == address.size() || address.starts_with('-')) continue;
        const std::string name(address.substr(end + 1));
        for (std::size_t d = 0; d < std::min(words.size(), kMostWords); ++d) {
            Word file = words[d];
            file.text.erase(0, file.text.starts_with("--") ? file.text.find('=') + 1 : 0);
            if (d == 0 || d == i) file = shell::literal_word(".", words[d].span);
            (file.text += '/') += name;
            for (std::string& path : paths_of(file, index)) made_.emplace(std::move(path), index);
        }
    }
}

bool Downloads::made_before(std::uint32_t index, const std::vector<std::string>& paths) const {
    return std::ranges::any_of(paths, [&](const std::string& path) {
        const auto made = made_.find(path);
        return made != made_.end() && made->second < index;
    });
}

bool Downloads::from_file(std::uint32_t index) const {
    const Command& command = commands_[index];
    if (made_.empty() || command.words.empty()) return false;
    if (const Word* file = script_of(command); file != nullptr && made_before(index, paths_of(*file, index)))
        return true;
    // Variables that name code which programs load when they start.
    const bool loaded = std::ranges::any_of(command.assignments, [&](const shell::Assignment& a) {
        return shell::listed("LD_PRELOAD LD_AUDIT BASH_ENV ENV PYTHONSTARTUP NODE_OPTIONS PERL5OPT RUBYOPT", a.name) &&
               made_before(index, paths_of(a.value, index));
    });
    if (loaded) return true;
    const bool by_path = command.name().find('/') != std::string_view::npos;
    if (by_path && made_before(index, paths_of(command.words.front(), index))) return true;
    const auto [first, last] = doubts_.equal_range(index);
    const bool reads_code =
        std::any_of(first, last, [](const auto& doubt) { return doubt.second->doubt == Doubt::script_input; });
    return reads_code && std::ranges::any_of(command.redirections, [&](const shell::Redirection& redirection) {
               return redirection.kind == shell::RedirectionKind::read &&
                      made_before(index, paths_of(redirection.target, index));
           });
}

bool Downloads::are_run_by(std::uint32_t index) const {
    if (only_parses(commands_[index])) return false;
    const auto [first, last] = doubts_.equal_range(index);
    if (std::any_of(first, last, [this](const auto& doubt) { return from_doubt(*doubt.second); })) return true;
    const Word* file = script_of(commands_[index]);  // `bash <(curl …)`
    if (file != nullptr && (file->dynamic & shell::kProcess) != 0 && in_substitution(file->span)) return true;
    return from_file(index);
}

}  // namespace postern::policy
