#include "policy/file_access.h"

#include "base/text.h"
#include "programs/reading.h"
#include "shell/small_languages.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace postern::policy {
namespace {

using programs::Reading;
using programs::WordRole;
using programs::WordUse;
using shell::Command;
using shell::Redirection;
using shell::RedirectionKind;
using shell::Word;

// Returns true for `-`, /dev/null, the standard streams, process substitutions and the empty word.
bool names_no_file(const Word& word) {
    static constexpr auto kStreams = std::to_array<std::string_view>(
        {"/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/zero", "/dev/full"});
    if (word.dynamic == shell::kProcess) return true;  // a pipe to a command that is judged separately
    if (!word.literal()) return false;
    const std::string_view text = word.text;
    return text.empty() || text == "-" || text.starts_with("/dev/fd/") ||
           std::ranges::find(kStreams, text) != kStreams.end();
}

// Returns `word` as seen from a directory that the program changes to first (`git -C dir`, `tar -C dir`).
Word below(const Word& directory, const Word& word) {
    if (word.base != shell::Base::none || word.text.starts_with('/')) return word;
    Word out = directory;
    out.text += '/' + word.text;
    out.span = word.span;
    out.dynamic = static_cast<std::uint8_t>(out.dynamic | word.dynamic);
    out.splits = out.splits || word.splits;
    return out;
}

bool is_command(const WordUse& use) {
    return use.meaning.role == WordRole::command || use.meaning.role == WordRole::shell_words;
}

// Collects the files of one call.
class CallFiles {
public:
    CallFiles(const Command& command, const Reading& reading, std::vector<FileUse>& out)
        : words_(command.words), reading_(reading), out_(out) {}

    void collect() {
        if (reading_.row == nullptr) return;
        enter_directories();
        // Words of a command inside the call are judged there.
        const auto inner = std::ranges::find_if(reading_.uses, is_command);
        const std::span<const WordUse> own(reading_.uses.begin(), inner);
        for (const WordUse& use : own) add_files(use, own);
        for (const WordUse& use : own) add_named_by_address(use);
        add_program_texts();
    }

private:
    struct Entered {
        std::size_t index = 0;
        Word directory{};
    };

    void enter_directories() {
        for (const WordUse& use : reading_.uses) {
            if (is_command(use)) return;
            if (use.meaning.role != WordRole::enters || use.option.empty()) continue;
            const Word directory = entered_.empty() ? use.word : below(entered_.back().directory, use.word);
            entered_.push_back({use.index, directory});
        }
    }

    void push(Use use, const Word& word, const WordUse& from, bool inside = false) {
        if (names_no_file(word)) return;
        const bool built = use == Use::write && programs::is_build_tool(*reading_.row);
        const bool filled = from.meaning.role == WordRole::fills && !built;  // with files of any name
        out_.push_back(
            {.use = use, .word = word, .tree = from.meaning.tree || filled, .inside = inside, .built = built});
    }

    // Adds a file, seen from the directory that the call has entered before. Where an option stands may not matter.
    void add(Use use, const Word& word, const WordUse& from, bool inside = false) {
        const auto entered = std::ranges::find_if(entered_.rbegin(), entered_.rend(),
                                                  [&](const Entered& e) { return e.index <= from.index; });
        if (entered == entered_.rend() || !from.option.empty()) push(use, word, from, inside);
        if (entered != entered_.rend()) push(use, below(entered->directory, word), from, inside);
    }

    void add_files(const WordUse& use, std::span<const WordUse> own) {
        if (use.meaning.kind == programs::kRevision && !is_behind_dashes(use.index)) return;
        if (use.meaning.kind == programs::kDestination) return add_destination(use, own);
        switch (use.meaning.role) {
            case WordRole::reads:
            case WordRole::lists:
                if (may_be_no_file(use)) return;
                return add(Use::read, use.word, use);
            case WordRole::code_file:
            case WordRole::loads: return add(Use::read, use.word, use);
            case WordRole::writes: return add(Use::write, use.word, use);
            case WordRole::changes: add(Use::read, use.word, use); return add(Use::write, use.word, use);
            case WordRole::fills: return add(Use::write, use.word, use);
            case WordRole::remote_read:
                if (!is_remote(use.word)) add(Use::read, use.word, use);
                return;
            case WordRole::remote_write: return add_destination(use, own);
            case WordRole::sends: return add_sent(use);
            case WordRole::url:
                if (use.word.text.starts_with("file://")) add(Use::read, programs::part_of(use.word, 7), use);
                return;
            default: return;
        }
    }

    // Tells whether a word known only at run time may name something else than a file: the operands of programs that run
    // code or talk to hosts are packages, tests and images, too.
    bool may_be_no_file(const WordUse& use) const {
        return use.option.empty() && use.meaning.kind != programs::kCertain && !use.word.literal() &&
               use.word.base == shell::Base::none && (reading_.row->runs || reading_.row->contacts);
    }

    bool is_behind_dashes(std::size_t index) const {
        const auto end = words_.begin() + static_cast<std::ptrdiff_t>(index);
        return std::find_if(words_.begin(), end, [](const Word& word) { return word.text == "--"; }) != end;
    }

    // Returns true for host:path and rsync://…, which name no local file.
    static bool is_remote(const Word& word) {
        const std::size_t colon = word.text.find(':');
        return colon != std::string::npos && colon > 0 && word.text.find('/') > colon;
    }

    // Adds the destination of a copy. If it is a directory, files of the same names inside are written.
    void add_destination(const WordUse& destination, std::span<const WordUse> own) {
        if (destination.meaning.role == WordRole::remote_write && is_remote(destination.word)) return;
        WordUse as = destination;
        const auto is_source = [&](const WordUse& use) { return use.option.empty() && &use != &destination; };
        for (const WordUse& use : own) as.meaning.tree = as.meaning.tree || (is_source(use) && use.meaning.tree);
        add(Use::write, destination.word, as);
        for (const WordUse& use : own) {
            if (!is_source(use)) continue;
            std::string_view path = use.word.text;
            while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
            if (use.meaning.role == WordRole::remote_read) path = path.substr(path.find(':') + 1);
            const std::string_view name = base_name(path);
            if (name.empty() || name == "." || name == ".." || name == "/") continue;
            Word inside = destination.word;
            if (!inside.text.ends_with('/')) inside.text += '/';
            inside.text += name;
            inside.dynamic = static_cast<std::uint8_t>(inside.dynamic | use.word.dynamic);
            add(Use::write, inside, as, true);
        }
    }

    // Adds the file in @FILE, NAME=@FILE;type=…, NAME=<FILE, NAME@FILE.
    void add_sent(const WordUse& use) {
        const std::string_view text = use.word.text;
        std::size_t sign = text.find('@');
        if (const std::size_t equals = text.find('='); equals + 1 < text.size() && text[equals + 1] == '<')
            sign = std::min(sign, equals + 1);
        if (sign == text.npos) return;
        Word file = programs::part_of(use.word, sign + 1);
        if (sign > 0 && text[sign - 1] == '=') file.text.resize(std::min(file.text.find(';'), file.text.size()));
        add(Use::read, file, use);
    }

    // Adds what is named after the last part of an address: the target of git clone, and a file that is downloaded under
    // the name that it has there.
    void add_named_by_address(const WordUse& address) {
        if (address.meaning.role != WordRole::url) return;
        const bool clones = listed(reading_.row->program->names, "git/clone");
        const auto made = std::ranges::find_if(reading_.uses, [](const WordUse& use) {
            return use.meaning.role == WordRole::fills || (use.option.empty() && use.meaning.role == WordRole::writes);
        });
        if ((made == reading_.uses.end()) != clones) return;
        std::string_view name = std::string_view(address.word.text).substr(0, address.word.text.find_first_of("?#"));
        while (name.ends_with('/')) name.remove_suffix(1);
        name = name.substr(name.find_last_of("/:") + 1);
        if (clones && name.ends_with(".git")) name.remove_suffix(4);
        Word file = address.word;
        file.text = std::string(name);
        file.base = shell::Base::none;
        WordUse as = address;
        as.meaning.tree = clones;
        add(Use::write, clones ? file : below(made->word, file), as);
    }

    // Adds unknown files for awk and sed programs that name files in their own text. sed_effects() and awk_effects() say
    // only that there are some. Without a row that explains the call, every word may be the program.
    void add_program_texts() {
        const auto& operands = reading_.row->operands;
        if (operands.empty() || operands.front().meaning.role != WordRole::code) return;
        const bool awk = operands.front().meaning.kind == "awk";
        if (!awk && operands.front().meaning.kind != "sed") return;
        if (!reading_.explains_all()) {
            for (const Word& word : std::span(words_).subspan(1)) add_program_text(word.text, awk);
            return;
        }
        for (const WordUse& use : reading_.uses) {
            if (use.meaning.role == WordRole::code) add_program_text(use.word.text, awk);
        }
    }

    void add_program_text(std::string_view text, bool awk) {
        if (text.find_first_of(awk ? "><" : "wWrR") == text.npos) return;
        const Word unnamed{.text = std::string(1, shell::kHole), .dynamic = shell::kParameter};
        const shell::Effects effects = awk ? shell::awk_effects(text) : shell::sed_effects(text);
        if (effects.runs) return;  // unreadable, or not a program text; doubts are raised elsewhere
        if (effects.writes) out_.push_back({.use = Use::write, .word = unnamed});
        if (effects.reads_files) out_.push_back({.use = Use::read, .word = unnamed});
    }

    const std::vector<Word>& words_;
    const Reading& reading_;
    std::vector<FileUse>& out_;
    std::vector<Entered> entered_{};
};

void add_redirection(std::vector<FileUse>& out, const Redirection& r) {
    const auto add = [&](Use use) {
        const bool file = r.target.literal() && r.target.text == "-";  // `> -` is a file of that name
        if (file || !names_no_file(r.target)) out.push_back({.use = use, .word = r.target, .redirection = true});
    };
    switch (r.kind) {
        case RedirectionKind::read: return add(Use::read);
        case RedirectionKind::write:
        case RedirectionKind::append: return add(Use::write);
        case RedirectionKind::read_write: add(Use::read); return add(Use::write);
        case RedirectionKind::duplicate:
        case RedirectionKind::heredoc:
        case RedirectionKind::here_string: return;
    }
}

}  // namespace

std::vector<FileUse> file_uses(const Command& command) {
    return file_uses(command, programs::read(command.words));
}

std::vector<FileUse> file_uses(const Command& command, const Reading& reading) {
    std::vector<FileUse> out;
    const bool own_place = reading.row == nullptr && command.name().find('/') != std::string_view::npos;
    if (own_place) {
        const Reading by_name = programs::read(command.words, programs::ProgramPlaces::any);
        CallFiles(command, by_name, out).collect();
    } else {
        CallFiles(command, reading, out).collect();
    }
    for (const Redirection& redirection : command.redirections) add_redirection(out, redirection);
    return out;
}

}  // namespace postern::policy
