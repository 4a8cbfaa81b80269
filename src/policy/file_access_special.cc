#include "policy/file_access_special.h"

#include "programs/reading.h"
#include "shell/global_options.h"
#include "shell/invocation.h"
#include "shell/option_grammar.h"
#include "shell/small_languages.h"

#include <string>

namespace postern::policy {
namespace {

using shell::Grammar;
using shell::Scan;
using shell::Word;

Word after(const Word& word, std::size_t prefix) {
    Word rest = word;
    rest.text.erase(0, prefix);
    return rest;
}

// Returns `word` as seen from a directory that the program changes to first (`git -C dir`, `tar -C dir`).
Word below(const Word* directory, const Word& word) {
    const bool free = word.base == shell::Base::none && !word.text.starts_with('/');
    if (directory == nullptr || !free) return word;
    Word out = *directory;
    out.text += '/' + word.text;
    out.span = word.span;
    out.dynamic = static_cast<std::uint8_t>(out.dynamic | word.dynamic);
    out.splits = out.splits || word.splits;
    return out;
}

void add_dd(FileUses& uses) {
    for (std::size_t i = 1; i < uses.words().size(); ++i) {
        const Word& word = uses.words()[i];
        if (word.text.starts_with("if=")) uses.add(Use::read, after(word, 3));
        if (word.text.starts_with("of=")) uses.add(Use::write, after(word, 3));
    }
}

void add_tar(FileUses& uses) {
    static constexpr Grammar kTar = {
        .shorts = "f:C:T:X:b:L:K:V:g:I:F:H:",
        .longs =
            "file= directory= files-from= exclude-from= exclude= transform= strip-components= listed-incremental= "
            "create extract get list append update catenate concatenate diff compare delete remove-files to-stdout",
        .free_operands = shell::kAnyNumber,
        .bundle = true};
    const Scan scan = shell::scan(kTar, uses.words());
    const bool extracts = shell::find_option(scan, "x extract get") != nullptr;
    const bool packs = shell::find_option(scan, "c create r append u update A catenate concatenate delete") != nullptr;
    const Word* into = nullptr;
    for (const shell::Option& option : scan.options) {
        if (!option.has_value) continue;
        if (shell::listed("f file", option.name)) uses.add(packs ? Use::write : Use::read, option.value);
        if (shell::listed("T files-from X exclude-from", option.name)) uses.add(Use::read, option.value);
        if (shell::listed("C directory", option.name)) {
            uses.add(extracts ? Use::write : Use::read, option.value, true);
            into = &option.value;
        }
    }
    const bool shows = shell::find_option(scan, "O to-stdout") != nullptr;
    if (extracts && into == nullptr && !shows) uses.add(Use::write, shell::literal_word(".", {}), true);
    const bool removes = shell::find_option(scan, "remove-files") != nullptr;
    for (const std::size_t i : scan.operands) {
        const Word operand = below(into, uses.words()[i]);
        if (packs) uses.add(Use::read, operand, true);
        if (packs && removes) uses.add(Use::write, operand, true);
    }
}

// Adds the file after an `@` in a value: -d @file, -F name=@file;type=…, -F name=<file.
void add_curl_data(FileUses& uses, const Word& value, bool form) {
    std::size_t at = 0;
    if (form) {
        at = value.text.find('=');
        if (at == std::string::npos) return;
        ++at;
    }
    if (at >= value.text.size() || (value.text[at] != '@' && !(form && value.text[at] == '<'))) return;
    Word file = after(value, at + 1);
    if (form) file.text.resize(std::min(file.text.find(';'), file.text.size()));
    uses.add(Use::read, file);
}

void add_curl(FileUses& uses) {
    static constexpr Grammar kCurl = {
        .shorts = "o:T:d:F:K:b:c:E:H:X:u:A:e:m:w:D:x:C:P:Q:r:t:Y:y:z:U:OLksSfivIGgNjqnJ#0123456a",
        .longs =
            "output= upload-file= data= data-binary= data-ascii= data-urlencode= data-raw= form= form-string= config= "
            "cookie= cookie-jar= cert= key= cacert= header= request= user= user-agent= dump-header= output-dir= "
            "netrc-file= trace= trace-ascii= stderr= url= json= variable= write-out= max-time= connect-timeout= "
            "proxy= referer= retry= resolve= remote-name remote-name-all location",
        .free_operands = shell::kAnyNumber};
    const Scan scan = shell::scan(kCurl, uses.words());
    for (const shell::Option& option : scan.options) {
        if (shell::listed("O remote-name remote-name-all", option.name)) {
            uses.add(Use::write, shell::literal_word(".", uses.words()[option.index].span));
        }
        if (!option.has_value) continue;
        if (shell::listed("o output D dump-header c cookie-jar output-dir trace trace-ascii stderr", option.name)) {
            uses.add(Use::write, option.value);
        } else if (shell::listed("T upload-file K config E cert key cacert netrc-file", option.name)) {
            uses.add(Use::read, option.value);
        } else if (shell::listed("d data data-binary data-ascii H header json w write-out", option.name)) {
            add_curl_data(uses, option.value, false);
        } else if (shell::listed("data-urlencode variable", option.name)) {
            const std::size_t at = option.value.text.find('@');
            if (at != std::string::npos) uses.add(Use::read, after(option.value, at + 1));
        } else if (shell::listed("F form", option.name)) {
            add_curl_data(uses, option.value, true);
        } else if (shell::listed("b cookie", option.name) && option.value.text.find('=') == std::string::npos) {
            uses.add(Use::read, option.value);
        }
    }
    // file:// addresses read a file without any option.
    for (const std::size_t i : scan.operands) {
        const Word& word = uses.words()[i];
        if (word.text.starts_with("file://")) uses.add(Use::read, after(word, 7));
    }
}

// Adds the working directory as written: without -O, wget stores the download here under a name from the address.
void add_wget(FileUses& uses) {
    static constexpr Grammar kWget = {
        .shorts = "O:P:o:a:i:U:T:t:w:Q:l:A:D:R:X:I:e:",
        .longs = "output-document= directory-prefix= output-file= append-output= input-file= spider version help",
        .free_operands = shell::kAnyNumber};
    const Scan scan = shell::scan(kWget, uses.words());
    const bool elsewhere =
        shell::find_option(scan, "O output-document P directory-prefix spider V version h help") != nullptr;
    if (!elsewhere && !scan.operands.empty()) uses.add(Use::write, shell::literal_word(".", {}));
}

void add_unzip(FileUses& uses) {
    static constexpr Grammar kUnzip = {.shorts = "d:x:P:", .free_operands = shell::kAnyNumber};
    const Scan scan = shell::scan(kUnzip, uses.words());
    const bool elsewhere = shell::find_option(scan, "d l p t v z Z c") != nullptr;
    if (!elsewhere && !scan.operands.empty()) uses.add(Use::write, shell::literal_word(".", {}), true);
}

// Adds unknown files for awk and sed programs that name files in their own text. sed_effects() and awk_effects() say
// only that there are some.
void add_program_text(FileUses& uses, bool awk) {
    const Word unnamed{.text = std::string(1, shell::kHole), .dynamic = shell::kParameter};
    // Without a row that explains the call, every word may be the program.
    const programs::Reading reading = programs::read(uses.words());
    std::vector<std::string> texts;
    for (const programs::WordUse& use : reading.uses) {
        if (reading.explains_all() && use.meaning.role == programs::WordRole::code) texts.push_back(use.word.text);
    }
    for (std::size_t i = 1; !reading.explains_all() && i < uses.words().size(); ++i)
        texts.push_back(uses.words()[i].text);
    for (const std::string& text : texts) {
        if (text.find_first_of(awk ? "><" : "wWrR") == std::string::npos) continue;
        const shell::Effects effects = awk ? shell::awk_effects(text) : shell::sed_effects(text);
        if (effects.runs) continue;  // unreadable, or not a program text; doubts are raised elsewhere
        if (effects.writes) uses.add(Use::write, unnamed);
        if (effects.reads_files) uses.add(Use::read, unnamed);
    }
}

// Adds the target of git clone ADDRESS [DIRECTORY]. The default directory is the last part of the address.
void add_clone(FileUses& uses, const std::vector<Word>& words, const Scan& scan, const Word* directory) {
    if (scan.operands.empty()) return;
    Word target = words[scan.operands.back()];
    if (scan.operands.size() == 1) {
        std::string_view name = target.text;
        while (name.ends_with('/')) name.remove_suffix(1);
        name = name.substr(name.find_last_of("/:") + 1);
        if (name.ends_with(".git")) name.remove_suffix(4);
        target.text = std::string(name);
        target.base = shell::Base::none;
    }
    uses.add(Use::write, below(directory, target), true);
}

void add_git(FileUses& uses) {
    const std::vector<Word> words = shell::without_global_options(uses.words());
    if (words.size() < 2 || !words[1].literal()) return;
    static constexpr Grammar kGit = {
        .shorts = "m:s:C:",
        .longs = "source= message= pathspec-from-file= output= file= directory= contents= no-index cached stdin",
        .free_operands = shell::kAnyNumber};
    static constexpr Grammar kClone = {
        .shorts = "b:o:u:c:j:",
        .longs =
            "branch= origin= upload-pack= config= jobs= depth= template= reference= separate-git-dir= filter= "
            "server-option= shallow-since= shallow-exclude=",
        .free_operands = shell::kAnyNumber};
    const std::string_view subcommand = words[1].text;
    const Word* directory = nullptr;
    for (std::size_t i = 1; i + 1 < uses.words().size() && uses.words()[i].text != subcommand; ++i) {
        if (uses.words()[i].text == "-C") directory = &uses.words()[i + 1];
    }
    const Scan scan = shell::scan(kGit, words, 2);
    const auto each = [&](Use use, std::size_t first = 0) {
        for (const std::size_t i : scan.operands) {
            if (i >= first) uses.add(use, below(directory, words[i]), true);
        }
    };
    if (const auto* output = shell::find_option(scan, "output"); output != nullptr && output->has_value) {
        uses.add(Use::write, output->value);
    }
    if (subcommand == "clone") {
        add_clone(uses, words, shell::scan(kClone, words, 2), directory);
    } else if (subcommand == "checkout") {
        if (scan.after_dashes > 0) each(Use::write, scan.after_dashes);
    } else if (subcommand == "restore" || subcommand == "mv") {
        each(Use::write);
    } else if (subcommand == "rm") {
        if (shell::find_option(scan, "cached") == nullptr) each(Use::write);
    } else if (subcommand == "apply" || subcommand == "am" || subcommand == "hash-object") {
        each(Use::read);
    } else if (subcommand == "diff") {
        if (shell::find_option(scan, "no-index") != nullptr) each(Use::read);
    } else if (subcommand == "blame") {
        if (const auto* contents = shell::find_option(scan, "contents"); contents != nullptr && contents->has_value) {
            uses.add(Use::read, contents->value);
        }
    } else if (subcommand == "commit" || subcommand == "tag") {
        // -F FILE holds the message.
        static constexpr Grammar kMessage = {
            .shorts = "F:m:C:c:t:u:", .longs = "file= message=", .free_operands = shell::kAnyNumber};
        const Scan message = shell::scan(kMessage, words, 2);
        const auto* file = shell::find_option(message, "F file");
        if (file != nullptr && file->has_value) uses.add(Use::read, file->value);
    }
}

}  // namespace

void add_special(FileUses& uses, std::string_view program) {
    if (program == "dd") {
        add_dd(uses);
    } else if (program == "tar" || program == "gtar" || program == "bsdtar") {
        add_tar(uses);
    } else if (program == "curl") {
        add_curl(uses);
    } else if (shell::listed("awk gawk mawk nawk sed gsed", program)) {
        add_program_text(uses, program.ends_with("awk"));
    } else if (program == "wget") {
        add_wget(uses);
    } else if (program == "unzip") {
        add_unzip(uses);
    } else if (program == "git") {
        add_git(uses);
    }
}

}  // namespace postern::policy
