#include "shell/git_options.h"

#include "base/ascii.h"
#include "shell/exec_options.h"

#include <string>
#include <vector>

namespace postern::shell {
namespace {

using programs::OptionUse;
using programs::WordRole;

// Configuration keys whose value git runs, or that say where git finds something to run. `*` stands for any text.
constexpr std::string_view kRunningKeys =
    "alias.* pager.* core.fsmonitor core.sshcommand core.editor core.pager core.hookspath core.askpass core.gitproxy "
    "core.alternaterefscommand "
    "core.attributesfile core.worktree diff.external diff.*.command diff.*.textconv difftool.* mergetool.* guitool.* "
    "merge.*.driver "
    "filter.*.clean filter.*.smudge filter.*.process gpg.program gpg.*.program gpg.ssh.defaultkeycommand "
    "credential.helper credential.*.helper "
    "sequence.editor sendemail.* uploadpack.packobjectshook remote.*.uploadpack remote.*.receivepack remote.*.vcs "
    "remote.*.proxy "
    "protocol.allow protocol.*.allow interactive.difffilter browser.*.cmd browser.*.path man.*.cmd man.*.path "
    "man.viewer instaweb.* "
    "web.browser help.browser help.autocorrect trailer.*.command trailer.*.cmd tar.*.command tar.*.remote include.path "
    "includeif.*.path "
    "init.templatedir submodule.*.update url.*.insteadof url.*.pushinsteadof imap.tunnel receive.procreceiverefs "
    "hook.*.command core.virtualfilesystem diff.tool merge.tool diff.guitool merge.guitool";

bool matches(std::string_view pattern, std::string_view key) {
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos) return pattern == key;
    const std::string_view head = pattern.substr(0, star);
    const std::string_view tail = pattern.substr(star + 1);
    return key.size() >= head.size() + tail.size() && key.starts_with(head) && key.ends_with(tail);
}

class GitReader {
public:
    explicit GitReader(Invocation& call)
        : call_(call), reading_(programs::read(call.words, programs::ProgramPlaces::any)) {
        const std::vector<std::size_t> act = programs::act_of(reading_);
        if (!act.empty()) next_ = act.front();
    }

    void run() {
        for (const OptionUse& option : reading_.options) one_option(option);
        for (const std::size_t index : reading_.unsure) {
            if (next_ != 0 && index > next_) continue;
            if (index == next_ && !call_.words[index].starts_dynamic()) continue;
            call_.doubt(Doubt::option, "a word known only at run time could be an option or a subcommand of git",
                        call_.words[index]);
        }
        if (next_ == 0 || call_.words[next_].starts_dynamic()) return;
        std::erase_if(reading_.options, [&](const OptionUse& option) { return option.index < next_; });
        unwrap_exec_options(call_, reading_);
        const std::string_view name = call_.words[next_].text;
        transports();
        if (name == "bisect" && word_is(next_ + 1, "run")) call_.run_from(next_ + 2);
        if (name == "submodule") foreach_submodule();
        if (name == "config") written_keys();
        if (name == "shell") call_.joined_code(next_ + 1);
        if (name == "hook" && word_is(next_ + 1, "run")) doubt("git hook run runs a hook", next_);
    }

private:
    bool word_is(std::size_t index, std::string_view text) const {
        return index < call_.words.size() && call_.words[index].text == text;
    }

    void doubt(std::string what, std::size_t index) {
        call_.doubt(Doubt::runs_option, std::move(what), call_.words[index]);
    }

    // Judges settings, and where git takes its own settings and programs from. Other options are read by unwrap_exec_options.
    void one_option(const OptionUse& option) {
        if (option.row == nullptr || !option.value) return;
        const Word& value = *option.value;
        const programs::Meaning& meaning = option.row->value;
        const bool before = next_ == 0 || option.index < next_;
        if (option.name == "config-env") {
            doubt("git takes a setting from the environment", option.index);
        } else if (meaning.role == WordRole::setting && meaning.kind == "git") {
            setting(value);
        } else if (before && meaning.role == WordRole::loads) {
            doubt("git --exec-path says where git takes its programs from", option.index);
        } else if (before && (meaning.role == WordRole::enters || meaning.role == WordRole::code_file) &&
                   !is_here(value)) {
            call_.doubt(Doubt::directory, "git obeys the configuration it finds in this directory", value);
        }
    }

    static bool is_here(const Word& directory) {
        const bool named = listed(". ./ .git ./.git", directory.text) && directory.literal();
        return named || (directory.base == Base::working_directory && directory.text.size() == 1);
    }

    // Checks the KEY=VALUE of `-c`.
    void setting(const Word& word) {
        const std::size_t equals = word.text.find('=');
        const std::string_view key = std::string_view(word.text).substr(0, equals);
        Word value = word;
        value.text = equals == std::string::npos ? std::string{} : word.text.substr(equals + 1);
        if (has_hole(key))
            return call_.doubt(Doubt::runs_option, "git gets a setting whose name is known only at run time", word);
        if (git_key_runs(key)) runs(key, value, word);
    }

    void runs(std::string_view key, const Word& value, const Word& at) {
        if (is_harmless(key, value)) return;
        const bool alias = key.starts_with("alias.");
        const bool bang = value.text.starts_with('!');
        Word code = value;
        if (bang)
            code.text.erase(0, 1);
        else if (alias)
            code.text.insert(0, "git ");
        call_.code(code);
        call_.doubt(Doubt::runs_option, "git runs what the setting " + std::string(key) + " says", at);
    }

    static bool is_harmless(std::string_view key, const Word& value) {
        if (!value.literal()) return false;
        if (key.ends_with("pager") || key.starts_with("pager."))
            return is_plain_pager(value) || listed("false true less", value.text);
        if (key.ends_with("editor")) return listed("true : cat", value.text);
        if (key.ends_with("fsmonitor")) return listed("false true 0 1", value.text) || value.text.empty();
        return value.text.empty() || value.text == "/dev/null";
    }

    // Reports `ext::` addresses, which are commands.
    void transports() {
        for (std::size_t i = next_ + 1; i < call_.words.size(); ++i) {
            const Word& word = call_.words[i];
            const std::size_t at = word.text.find("ext::");
            if (at != 0 && (at == std::string::npos || word.text[at - 1] != '=')) continue;
            Word code = word;
            code.text.erase(0, at + 5);
            call_.code(code);
            doubt("an ext:: address is a command", i);
        }
    }

    void foreach_submodule() {
        std::size_t i = next_ + 1;
        while (i < call_.words.size() && call_.words[i].text.starts_with('-')) ++i;
        if (!word_is(i, "foreach")) return;
        for (++i; i < call_.words.size() && call_.words[i].text.starts_with("--"); ++i) {
        }
        call_.joined_code(i);
    }

    // Checks `git config KEY VALUE`, which writes a setting. Reading a setting is harmless.
    void written_keys() {
        constexpr std::string_view kDoesNotWrite =
            "get get-all get-regexp get-urlmatch list l unset unset-all remove-section rename-section get-color "
            "get-colorbool edit e";
        for (const OptionUse& option : reading_.options) {
            if (option.index > next_ && listed(kDoesNotWrite, option.name)) return;
        }
        const std::vector<std::size_t>& operands = reading_.operands;
        std::size_t first = 0;
        if (!operands.empty() &&
            listed("get list unset get-color rename-section remove-section", call_.words[operands[0]].text))
            return;
        if (!operands.empty() && listed("set", call_.words[operands[0]].text)) first = 1;
        if (operands.size() < first + 2) return;
        const Word& key = call_.words[operands[first]];
        if (has_hole(key.text))
            return call_.doubt(Doubt::runs_option, "git gets a setting whose name is known only at run time", key);
        if (git_key_runs(key.text)) runs(key.text, call_.words[operands[first + 1]], key);
    }

    Invocation& call_;
    programs::Reading reading_;
    std::size_t next_ = 0;  // index of the subcommand; 0 if there is none
};

}  // namespace

void unwrap_git(Invocation& call) {
    GitReader(call).run();
}

bool git_key_runs(std::string_view key) {
    const std::string lower = lower_case(key);
    bool runs = false;
    for_each_name(kRunningKeys, [&](std::string_view pattern) { runs = runs || matches(pattern, lower); });
    return runs;
}

}  // namespace postern::shell
