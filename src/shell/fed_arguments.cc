// Unwraps xargs, parallel, find and fd, which insert words into a command that is otherwise written out.
#include "shell/special_wrappers.h"

#include <algorithm>
#include <array>
#include <utility>

namespace postern::shell {
namespace {

Word input_word(const Word& near) {
    Word word;
    word.text = kHole;
    word.span = near.span;
    word.dynamic = kInput;
    word.splits = true;
    return word;
}

// Replaces every occurrence of `mark` by a hole.
void fill_in(Word& word, std::string_view mark) {
    if (mark.empty() || word.text.find(mark) == std::string::npos) return;
    std::string filled;
    std::string_view rest = word.text;
    for (std::size_t at = rest.find(mark); at != std::string_view::npos; at = rest.find(mark)) {
        filled += rest.substr(0, at);
        filled += kHole;
        rest.remove_prefix(at + mark.size());
    }
    filled += rest;
    word.text = std::move(filled);
    word.dynamic = static_cast<std::uint8_t>(word.dynamic | kInput);
}

constexpr Grammar kXargs{.shorts = "0a:d:e::E:i::I:l::L:n:oprs:txP:J:R:S:",
                         .longs =
                             "null arg-file= delimiter= eof=? replace=? max-lines=? max-args= interactive "
                             "no-run-if-empty max-chars= verbose "
                             "show-limits exit open-tty max-procs= process-slot-var= help version"};

constexpr Grammar kParallel{
    .shorts = "0a:d:C:D:E:e::I:i::j:k:l::L:mn:N:P:pqrs:S:tuvXx",
    .longs =
        "arg-file= arg-sep= arg-file-sep= bar basefile= bg block= cat citation cleanup color colsep= csv compress "
        "compress-program= decompress-program= ctrlc delay= delimiter= dry-run dryrun env= eta fg fifo filter= files=? "
        "group halt= header= hostgroups joblog= jobs= max-procs= keep-order limit= line-buffer linebuffer link load= "
        "memfree= memsuspend= noswap null nice= no-notice onall nonall output-as-files parens= pipe pipepart plain "
        "progress "
        "profile= quote recend= recstart= replace= results= resume resume-failed retries= retry-failed return= "
        "round-robin "
        "rpl= semaphore seqreplace= shard= shebang shell-completion= shuf silent ssh= sshdelay= sshlogin= "
        "sshloginfile= "
        "tag tagstring= tee tempdir= tmpdir= termseq= timeout= tmux transfer transferfile= trim= ungroup "
        "use-cpus-instead-of-cores "
        "verbose version help wait will-cite workdir= wd= xargs max-args= max-replace-args= max-chars= max-lines= "
        "no-run-if-empty "
        "interactive"};

void unsure_options(Invocation& call, const Scan& scan, std::size_t command) {
    for (const std::size_t index : scan.unsure) {
        if (index <= command)
            call.doubt(Doubt::option, "a word known only at run time could be an option of " + call.name,
                       call.words[index]);
    }
    for (const Option& option : scan.options) {
        if (option.has_value && may_split(option.value)) {
            call.doubt(Doubt::option, "the value of an option of " + call.name + " may become several words",
                       option.value);
        }
        if (!option.known)
            call.doubt(Doubt::option, call.name + " has an option that is not known here", call.words[option.index]);
    }
}

bool is_parallel_separator(std::string_view text) {
    return text == ":::" || text == ":::+" || text == "::::" || text == "::::+";
}

// Tests and actions of find that take one word.
constexpr std::string_view kFindOneValue =
    "-amin -anewer -atime -cmin -cnewer -context -ctime -D -fls -fprint -fprint0 -fstype -gid -group -ilname -iname "
    "-inum -ipath "
    "-iregex -iwholename -links -lname -maxdepth -mindepth -mmin -mtime -name -newer -path -perm -printf -regex "
    "-regextype "
    "-samefile -size -type -uid -used -user -wholename -xtype -files0-from -newermt -newerat -newerct -newermm "
    "-newerBt -f";

constexpr std::string_view kFindExec = "-exec -execdir -ok -okdir";

// Reports a word of find's expression that is known only at run time and could be -exec, with the words after it as its
// command.
void judge_find_word(Invocation& call, std::size_t index, std::size_t last_terminator) {
    const Word& word = call.words[index];
    const bool option_like =
        word.starts_dynamic() ? may_be_option(word) : word.text.starts_with('-') && has_hole(word.text);
    if (!option_like) return;
    bool suspicious = may_split(word);
    if (!suspicious && index < last_terminator && index + 1 < call.words.size()) {
        const Word& next = call.words[index + 1];
        const bool expression = next.text.starts_with('-') || next.text == "(" || next.text == "!" || next.text == ")";
        suspicious = !expression || next.starts_dynamic();
    }
    if (suspicious) call.doubt(Doubt::option, "a word known only at run time could be an action of find", word);
}

// Reads the command in words[first…] up to its terminator; returns the index after the terminator.
std::size_t find_action(Invocation& call, std::size_t first) {
    std::vector<Word> inner;
    std::size_t i = first;
    for (; i < call.words.size(); ++i) {
        const Word& word = call.words[i];
        if (word.text == ";" && word.literal()) break;
        std::string known = word.text;
        std::erase(known, kHole);
        if (known == ";" && !word.literal())
            call.doubt(Doubt::option, "a word known only at run time may end the command that find runs", word);
        if (word.text == "+" && word.literal() && !inner.empty() && inner.back().text == std::string(1, kHole)) break;
        inner.push_back(word);
        fill_in(inner.back(), "{}");
    }
    call.run(std::move(inner));
    return i + 1;
}

}  // namespace

void unwrap_xargs(Invocation& call) {
    const Scan scan = shell::scan(kXargs, call.words);
    if (scan.operands.empty() || find_option(scan, "help version"))
        return unsure_options(call, scan, call.words.size());
    const std::size_t first = scan.operands.front();
    unsure_options(call, scan, first);
    std::string mark;
    for (const Option& option : scan.options) {
        if (option.name == "I" || option.name == "J") mark = option.value.text;
        if (option.name == "i" || option.name == "replace") mark = option.has_value ? option.value.text : "{}";
    }
    std::vector<Word> inner(call.words.begin() + static_cast<std::ptrdiff_t>(first), call.words.end());
    if (mark.empty()) {
        inner.push_back(input_word(inner.back()));
    } else {
        for (Word& word : inner) fill_in(word, mark);
    }
    const auto changes_nothing = [](const Option& option) {
        return option.known && option.value.literal() && option.name != "process-slot-var";
    };
    call.found.only_carries = call.found.doubts.empty() && inner.front().literal() && scan.after_dashes == 0 &&
                              std::ranges::all_of(scan.options, changes_nothing);
    call.run(std::move(inner));
}

void unwrap_parallel(Invocation& call) {
    const Scan scan = shell::scan(kParallel, call.words);
    if (find_option(scan, "help version citation")) return;
    for (const Option& option : scan.options) {
        if (option.has_value && listed("compress-program decompress-program filter ssh rpl profile", option.name)) {
            call.doubt(Doubt::runs_option, "parallel --" + std::string(option.name) + " names a program to run",
                       option.value);
        }
    }
    if (scan.operands.empty()) return call.doubt(Doubt::script_input, "parallel runs the lines it reads");
    const std::size_t first = scan.operands.front();
    unsure_options(call, scan, first);
    const auto begin = call.words.begin();
    const auto separator = std::find_if(begin + static_cast<std::ptrdiff_t>(first), call.words.end(),
                                        [](const Word& w) { return is_parallel_separator(w.text); });
    const auto count = static_cast<std::size_t>(separator - begin);
    if (count == first) {  // the arguments are the commands: parallel ::: 'a' 'b'
        for (std::size_t i = first + 1; i < call.words.size(); ++i) {
            if (!is_parallel_separator(call.words[i].text)) call.code(call.words[i]);
        }
        return;
    }
    Word text = joined(call.words, first, count);
    std::vector<Word> inner(begin + static_cast<std::ptrdiff_t>(first), separator);
    static constexpr std::array<std::string_view, 7> kMarks = {"{}", "{.}", "{/}", "{//}", "{/.}", "{#}", "{%}"};
    for (const std::string_view mark : kMarks) fill_in(text, mark);
    if (!has_hole(text.text)) (text.text += ' ') += kHole;
    // parallel quotes the inserted text for the shell, so it stays one word. A command without shell syntax is
    // therefore read word by word.
    for (Word& word : inner) {
        for (const std::string_view mark : kMarks) fill_in(word, mark);
    }
    inner.push_back(input_word(inner.back()));
    const bool plain = std::ranges::all_of(
        inner, [](const Word& w) { return w.text.find_first_of(" \t\n;|&<>()$`\\\"'*?[#~") == std::string::npos; });
    if (plain) return call.run(std::move(inner));
    call.code(text);
}

void unwrap_find(Invocation& call) {
    std::size_t last_terminator = 0;
    for (std::size_t i = call.words.size(); i-- > 1 && last_terminator == 0;) {
        const Word& word = call.words[i];
        if (word.text == ";" || word.text == "+" || may_be_option(word)) last_terminator = i;
    }
    for (std::size_t i = 1; i < call.words.size();) {
        const Word& word = call.words[i];
        if (word.literal() && listed(kFindExec, word.text)) {
            i = find_action(call, i + 1);
        } else if (word.literal() && word.text == "-fprintf") {
            i += 3;
        } else if (word.literal() && listed(kFindOneValue, word.text)) {
            if (i + 1 < call.words.size() && may_split(call.words[i + 1]) && call.words[i + 1].starts_dynamic())
                judge_find_word(call, i + 1, last_terminator);
            i += 2;
        } else {
            judge_find_word(call, i, last_terminator);
            ++i;
        }
    }
}

void unwrap_fd(Invocation& call) {
    for (std::size_t i = 1; i < call.words.size(); ++i) {
        const Word& word = call.words[i];
        if (may_be_option(word) && may_split(word)) {
            call.doubt(Doubt::option, "a word known only at run time could be an option of " + call.name, word);
        }
        const std::string_view text = word.text;
        const std::size_t equals = text.find('=');
        const std::string_view name = text.substr(0, equals);
        const bool long_form = name.size() > 3 && (std::string_view("--exec").starts_with(name) ||
                                                   std::string_view("--exec-batch").starts_with(name));
        const bool cluster = text.size() > 1 && text[0] == '-' && text[1] != '-' &&
                             (text.back() == 'x' || text.back() == 'X') &&
                             text.find_first_of("deEtcSoj", 1) == std::string_view::npos;
        const std::size_t glued = cluster || !text.starts_with("-x") ? 0 : 2;
        if (!long_form && !cluster && glued == 0) continue;
        std::vector<Word> inner;
        if (long_form && equals != std::string_view::npos)
            inner.push_back(word), inner.back().text.erase(0, equals + 1);
        if (glued != 0) inner.push_back(word), inner.back().text.erase(0, glued);
        for (++i; i < call.words.size() && call.words[i].text != ";"; ++i) inner.push_back(call.words[i]);
        static constexpr std::array<std::string_view, 5> kMarks = {"{}", "{.}", "{/}", "{//}", "{/.}"};
        bool marked = false;
        for (Word& argument : inner) {
            for (const std::string_view mark : kMarks) {
                marked = marked || argument.text.find(mark) != std::string::npos;
                fill_in(argument, mark);
            }
        }
        if (!marked && !inner.empty()) inner.push_back(input_word(inner.back()));
        call.run(std::move(inner));
    }
}

}  // namespace postern::shell
