#include "policy/never_download.h"

#include "policy/path_rules.h"

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

bool fetches(const Command& command) {
    static constexpr auto kPrograms = std::to_array<std::string_view>(
        {"curl", "wget", "wget2", "fetch", "aria2c", "axel", "http", "https", "xh", "lynx", "lwp-request", "GET"});
    return std::ranges::find(kPrograms, command.program()) != kPrograms.end();
}

bool is_substituted(const Command& command, const std::vector<shell::Place>& places) {
    for (shell::PlaceId at = command.place; at != 0; at = places[at].parent) {
        if (places[at].kind == PlaceKind::substitution || places[at].kind == PlaceKind::process_substitution)
            return true;
    }
    return false;
}

// Returns the file that a shell or interpreter is told to run, or null if its code is elsewhere.
const Word* script_of(const Command& command) {
    if (command.words.empty() || !runs_its_operand(command.program())) return nullptr;
    for (std::size_t i = 1; i < command.words.size(); ++i) {
        const Word& word = command.words[i];
        if (word.text == "-c" || word.text == "-e") return nullptr;  // the code is in the words
        if (!word.text.starts_with('-') && !word.text.starts_with('+')) return &word;
    }
    return nullptr;
}

}  // namespace

bool Downloads::any(const shell::Analysis& analysis) {
    return std::ranges::any_of(analysis.commands, fetches);
}

Downloads::Downloads(const shell::Analysis& analysis, const Host& host, const LineEffects* flow)
    : places_(analysis.places),
      commands_(analysis.commands),
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
    for (std::uint32_t i = first_; flow_ != nullptr && i < commands_.size(); ++i) note_files(i);
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
        if (fetches_[at]) return true;
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

bool Downloads::from_doubt(const shell::Unknown& unknown) const {
    switch (unknown.doubt) {
        case Doubt::script_input: return from_pipe(unknown.command) || in_substitution(commands_[unknown.command].span);
        case Doubt::sourced_file: return in_substitution(commands_[unknown.command].span);
        case Doubt::inline_code:
        case Doubt::command_name: return in_substitution(unknown.span);
        default: return false;
    }
}

// ---- through a file

std::vector<std::string> Downloads::paths_of(const Word& word, std::uint32_t index) const {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < flow_->steps[index].directories; ++i) {
        if (auto path = path_named_by(word, flow_->directories[i], host_.home)) out.push_back(std::move(path->text));
    }
    return out;
}

// Notes the files that a command makes of what it, or a command that it reads from, downloads.
void Downloads::note_files(std::uint32_t index) {
    const bool itself = fetches(commands_[index]);
    if (!itself && !reads_download(index)) return;
    for (const FileTouch& touch : flow_->steps[index].touches) {
        if (touch.use != Use::write) continue;
        for (const NamedPath& path : touch.paths) made_.emplace(path.text, index);
    }
    if (!itself) return;
    // Without `-o` the file is named after the end of the address.
    for (const Word& word : commands_[index].words) {
        const std::string_view address = std::string_view(word.text).substr(0, word.text.find_first_of("?#"));
        const std::size_t slash = address.rfind('/');
        if (slash == std::string_view::npos || slash + 1 == address.size() || word.text.starts_with('-')) continue;
        Word file;
        file.text = std::string(address.substr(slash + 1));
        for (std::string& path : paths_of(file, index)) made_.emplace(std::move(path), index);
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
    const auto [first, last] = doubts_.equal_range(index);
    if (std::any_of(first, last, [this](const auto& doubt) { return from_doubt(*doubt.second); })) return true;
    const Word* file = script_of(commands_[index]);  // `bash <(curl …)`
    if (file != nullptr && (file->dynamic & shell::kProcess) != 0 && in_substitution(file->span)) return true;
    return from_file(index);
}

}  // namespace postern::policy
