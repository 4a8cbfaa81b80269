#include "policy/file_access.h"

#include "policy/file_access_special.h"
#include "policy/file_access_table.h"
#include "programs/reading.h"
#include "shell/invocation.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace postern::policy {
namespace {

using shell::Redirection;
using shell::RedirectionKind;
using shell::Scan;
using shell::Word;

// Returns true for host:path and rsync://…, which name no local file.
bool remote(std::string_view text) {
    const std::size_t colon = text.find(':');
    return colon != std::string_view::npos && colon > 0 && text.find('/') > colon;
}

void add_option_files(FileUses& uses, const FileRow& row, const Scan& scan) {
    for (const shell::Option& option : scan.options) {
        if (!option.has_value) continue;
        if (shell::listed(row.reads, option.name)) uses.add(Use::read, option.value);
        if (shell::listed(row.writes, option.name)) uses.add(Use::write, option.value);
    }
}

// Adds the destination of cp, mv or ln. If it is a directory, the file of the same name inside is written.
void add_destination(FileUses& uses, const Word& destination, const std::vector<const Word*>& sources, bool tree) {
    if (remote(destination.text)) return;
    uses.add(Use::write, destination, tree);
    for (const Word* source : sources) {
        std::string_view path = source->text;
        while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
        const std::string_view name = base_name(path);
        if (name.empty() || name == "." || name == ".." || name == "/") continue;
        Word inside = destination;
        if (!inside.text.ends_with('/')) inside.text += '/';
        inside.text += name;
        inside.dynamic = static_cast<std::uint8_t>(inside.dynamic | source->dynamic);
        uses.add_inside(inside, tree);
    }
}

void add_copy(FileUses& uses, const FileRow& row, const Scan& scan, std::string_view program, bool tree) {
    std::vector<const Word*> sources;
    for (const std::size_t i : scan.operands) sources.push_back(&uses.words()[i]);
    const shell::Option* const target = shell::find_option(scan, "t target-directory");
    const bool makes_directories = program == "install" && shell::find_option(scan, "d directory") != nullptr;
    if (makes_directories) {
        for (const Word* word : sources) uses.add(Use::write, *word);
        return;
    }
    Word destination;
    if (target != nullptr && target->has_value) {
        destination = target->value;
    } else if (sources.size() > 1) {
        destination = *sources.back();
        sources.pop_back();
    } else if (program == "ln" && !sources.empty()) {
        destination = *sources.front();
        destination.text.assign(1, '.');  // `ln -s ../x` makes ./x
        destination.dynamic = 0;
    } else {
        for (const Word* word : sources) uses.add(Use::read, *word, tree);
        return;
    }
    for (const Word* source : sources) {
        if (remote(source->text) && (program == "scp" || program == "rsync")) continue;
        uses.add(Use::read, *source, tree);
        if (row.operands == Operands::move) uses.add(Use::write, *source, tree);
    }
    add_destination(uses, destination, sources, tree);
}

void add_operands(FileUses& uses, const FileRow& row, const Scan& scan, std::string_view program) {
    const bool tree = row.trees == "*" || shell::find_option(scan, row.trees) != nullptr;
    const bool in_place = shell::find_option(scan, row.in_place) != nullptr;
    const bool to_output = shell::find_option(scan, row.to_output) != nullptr;
    const bool given = shell::find_option(scan, row.given) != nullptr;
    const auto each = [&](std::size_t first, Use use) {
        for (std::size_t i = first; i < scan.operands.size(); ++i) uses.add(use, uses.words()[scan.operands[i]], tree);
    };
    const auto at = [&](std::size_t i, Use use) {
        if (i < scan.operands.size()) uses.add(use, uses.words()[scan.operands[i]], tree);
    };
    switch (row.operands) {
        case Operands::none: break;
        case Operands::read: each(0, Use::read); break;
        case Operands::write: each(0, Use::write); break;
        case Operands::both:
            each(0, Use::read);
            if (!to_output) each(0, Use::write);
            break;
        case Operands::pattern_first: {
            const std::size_t first = given ? 0 : 1;
            each(first, Use::read);
            if (in_place) each(first, Use::write);
            // Programs of this row search the working directory if they have no operands.
            if (tree && scan.operands.size() <= first) uses.add(Use::read, shell::literal_word(".", {}), true);
            break;
        }
        case Operands::mode_first: each(given ? 0 : 1, Use::write); break;
        case Operands::one_read:
            if (!given) at(0, Use::read);
            break;
        case Operands::read_then_write:
            at(0, Use::read);
            at(1, Use::write);
            break;
        case Operands::write_then_read:
            at(0, Use::write);
            each(1, Use::read);
            break;
        case Operands::copy:
        case Operands::move: add_copy(uses, row, scan, program, tree); break;
    }
}

void add_redirection(FileUses& uses, const Redirection& r) {
    switch (r.kind) {
        case RedirectionKind::read: uses.add_redirection(Use::read, r.target); break;
        case RedirectionKind::write:
        case RedirectionKind::append: uses.add_redirection(Use::write, r.target); break;
        case RedirectionKind::read_write:
            uses.add_redirection(Use::read, r.target);
            uses.add_redirection(Use::write, r.target);
            break;
        case RedirectionKind::duplicate:
        case RedirectionKind::heredoc:
        case RedirectionKind::here_string: break;
    }
}

// Adds the second value of jq --slurpfile NAME FILE.
void add_jq_files(FileUses& uses, const Scan& scan) {
    for (const shell::Option& option : scan.options) {
        if (!shell::listed("slurpfile rawfile", option.name) || option.index + 2 >= uses.words().size()) continue;
        uses.add(Use::read, uses.words()[option.index + 2]);
    }
}

// Adds the files that options of a call name which changes nothing: it needs no rule, so nothing else limits it to the
// working directories. Operands of such programs (`ls`, `stat`) are mostly looked at, not read.
void add_what_is_read(FileUses& uses, const shell::Command& command) {
    const programs::Reading reading = programs::read(command.words);
    if (!programs::is_harmless(reading)) return;
    for (const programs::WordUse& use : reading.uses) {
        if (use.meaning.role == programs::WordRole::reads && !use.option.empty()) uses.add(Use::read, use.word);
    }
}

}  // namespace

bool names_no_file(const Word& word) noexcept {
    static constexpr auto kStreams = std::to_array<std::string_view>(
        {"/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/zero", "/dev/full"});
    if (word.dynamic == shell::kProcess) return true;  // a pipe to a command that is judged separately
    if (!word.literal()) return false;
    const std::string_view text = word.text;
    return text.empty() || text == "-" || text.starts_with("/dev/fd/") ||
           std::ranges::find(kStreams, text) != kStreams.end();
}

void FileUses::add(Use use, const Word& word, bool tree) {
    if (!names_no_file(word)) uses_.push_back({use, word, tree, false});
}

void FileUses::add_inside(const Word& word, bool tree) {
    add(Use::write, word, tree);
    if (!uses_.empty()) uses_.back().inside = uses_.back().word == word;
}

void FileUses::add_redirection(Use use, const Word& word) {
    if (word.literal() && word.text == "-") {
        uses_.push_back({use, word, false, true});  // `> -` is a file of that name
    } else if (!names_no_file(word)) {
        uses_.push_back({use, word, false, true});
    }
}

std::vector<FileUse> file_uses(const shell::Command& command) {
    FileUses uses(command.words);
    if (!command.words.empty()) {
        std::string_view program = base_name(command.name());
        const FileRow* row = file_row(program);
        if (row == nullptr) {
            program = without_version(program);
            row = file_row(program);
        }
        if (row != nullptr) {
            const std::size_t begin = program == "openssl" ? 2 : 1;
            const Scan scan = shell::scan(row->grammar, command.words, std::min(begin, command.words.size()));
            add_option_files(uses, *row, scan);
            add_operands(uses, *row, scan, program);
            if (program == "jq") add_jq_files(uses, scan);
        }
        add_special(uses, program);
        if (row == nullptr) add_what_is_read(uses, command);
    }
    for (const Redirection& redirection : command.redirections) add_redirection(uses, redirection);
    return std::move(uses).take();
}

}  // namespace postern::policy
