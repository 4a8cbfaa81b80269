// Entry remove-root-or-home: every program that removes whole trees, with a place that nobody means.
#include "policy/never_places.h"

#include "shell/find_words.h"
#include "shell/invocation.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace postern::policy {
namespace {

using shell::Command;
using shell::kAnyNumber;
using shell::Word;

enum class Removes : std::uint8_t { operands, sources, last };

// Programs that remove what their operands name.
struct Remover {
    ProgramNames programs;
    std::string_view with;  // only with one of these options; empty: always
    Removes removes = Removes::operands;
    shell::Grammar grammar = {.free_operands = kAnyNumber};
};
constexpr auto kRemovers = std::to_array<Remover>({
    {"rm grm",
     "r R recursive",
     Removes::operands,
     {.shorts = "dfiIrRvPWx",
      .longs = "recursive force dir verbose interactive=? one-file-system preserve-root=? no-preserve-root",
      .free_operands = kAnyNumber}},
    {"srm wipe",
     "r R recursive",
     Removes::operands,
     {.shorts = "dflmnsvrRciqQ:p:", .longs = "recursive force", .free_operands = kAnyNumber}},
    {"rimraf del trash trash-put rmtrash gvfs-trash rip", ""},
    {"gio", ""},  // gio trash
    {"cmake", "E"},
    {"7z 7za 7zr 7zz", "sdel", Removes::operands, {.longs = "sdel", .free_operands = kAnyNumber, .single_dash = true}},
    {"shred",
     "u remove",
     Removes::operands,
     {.shorts = "fuvzn:s:x", .longs = "remove=? iterations= size= force verbose zero", .free_operands = kAnyNumber}},
    // A home that is moved away is gone as well.
    {"mv gmv",
     "",
     Removes::sources,
     {.shorts = "t:S:", .longs = "target-directory= suffix=", .free_operands = kAnyNumber}},
    {"tar gtar bsdtar",
     "remove-files",
     Removes::operands,
     {.shorts = "cf:zjJvC:x:",
      .longs = "remove-files create file= directory=",
      .free_operands = kAnyNumber,
      .bundle = true}},
    {"zip",
     "m move",
     Removes::operands,
     {.shorts = "rmq9", .longs = "move recurse-paths", .free_operands = kAnyNumber}},
    {"rsync",
     "delete delete-before delete-during delete-after delete-delay delete-excluded del",
     Removes::last,
     {.shorts = "e:",
      .longs = "delete delete-before delete-during delete-after delete-delay delete-excluded del rsh= "
               "exclude= include=",
      .free_operands = kAnyNumber}},
});

bool removes_operands(const Act& act, const Remover& remover) {
    const Command& command = act.command();
    const shell::Scan scan = shell::scan(remover.grammar, command.words);
    if (!remover.with.empty() && shell::find_option(scan, remover.with) == nullptr) return false;
    if (command.program() == "gio" && !mentions(command, "trash remove")) return false;
    if (command.program() == "cmake" && !mentions(command, "rm remove remove_directory")) return false;
    std::span<const std::size_t> operands = scan.operands;
    if (remover.removes == Removes::last && !operands.empty()) operands = operands.last(1);
    if (remover.removes == Removes::sources && !operands.empty() &&
        shell::find_option(scan, "t target-directory") == nullptr)
        operands = operands.first(operands.size() - 1);
    std::vector<const Word*> words;
    for (const std::size_t i : operands) words.push_back(&command.words[i]);
    if (remover.removes != Removes::last && is_machine(act, words)) return true;
    return std::ranges::any_of(words, [&](const Word* operand) {
        const Word& word = *operand;
        if (remover.removes != Removes::sources) return is_wide(act, word);
        return is_wide_directory(act, word) || (is_wide(act, word) && command.words.back().text == "/dev/null");
    });
}

bool is_removal(std::string_view word) {
    const std::string_view name = word.substr(word.rfind('/') + 1);
    return shell::listed("rm grm unlink shred srm wipe", name) || word.find("rm ") != std::string_view::npos ||
           word.find("unlink ") != std::string_view::npos;
}

// `find / -delete`: without a test on names or times before it, it removes everything.
bool finds_and_removes(const Act& act) {
    const Command& command = act.command();
    const shell::FindWords find = shell::read_find(command);
    const bool removes = std::ranges::any_of(find.actions, [&](const shell::FindAction& action) {
        if (action.selected) return false;
        if (command.words[action.index].text == "-delete") return true;
        if (!shell::listed("-exec -execdir -ok -okdir", command.words[action.index].text)) return false;
        for (std::size_t i = action.index + 1; i < command.words.size(); ++i) {
            if (is_removal(command.words[i].text)) return true;
            if (command.words[i].text == ";" || command.words[i].text == "+") break;
        }
        return false;
    });
    return removes && std::ranges::any_of(find.starts, [&](const Word& start) { return is_wide(act, start); });
}

// `fd . / -x rm`: the first operand selects, the others are places.
bool searches_and_removes(const Act& act) {
    const Command& command = act.command();
    const auto runs = std::ranges::find_if(
        command.words, [](const Word& word) { return shell::listed("-x -X --exec --exec-batch", word.text); });
    if (std::none_of(runs, command.words.end(), [](const Word& word) { return is_removal(word.text); })) return false;
    const Word* pattern = nullptr;
    for (auto word = command.words.begin() + 1; word < runs; ++word) {
        if (word->text.starts_with('-')) continue;
        if (pattern != nullptr && is_wide(act, *word)) return true;
        pattern = &*word;
        if (!shell::listed(". .* ^", word->text) && !word->text.empty()) return false;
    }
    return pattern == nullptr && is_wide(act, shell::literal_word(".", command.span));
}

// `git clean -fdx` in a repository that is the home directory, as people have for their settings.
bool cleans_wide_tree(const Act& act) {
    const Command& command = act.command();
    if (!mentions(command, "clean") || !mentions(command, "-f --force") || mentions(command, "-n --dry-run"))
        return false;
    const auto directory = std::ranges::find(command.words, "-C", &Word::text);
    if (directory != command.words.end() && directory + 1 != command.words.end()) return is_wide(act, *(directory + 1));
    return mentions(command, "-d -x -X") && is_wide(act, shell::literal_word(".", command.span));
}

}  // namespace

bool removes_root_or_home(const Act& act) {
    const std::string_view program = act.program;
    if (program == "find" || program == "gfind") return finds_and_removes(act);
    if (program == "fd" || program == "fdfind") return searches_and_removes(act);
    if (program == "git") return cleans_wide_tree(act);
    return std::ranges::any_of(kRemovers, [&](const Remover& remover) {
        return act.is_one_of(remover.programs) && removes_operands(act, remover);
    });
}

}  // namespace postern::policy
