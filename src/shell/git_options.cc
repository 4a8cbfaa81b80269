#include "shell/git_options.h"

#include "base/ascii.h"
#include "shell/exec_options.h"

#include <string>

namespace postern::shell {
namespace {

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

// Options of subcommands that run something. Abbreviations count, because git's own parser accepts them.
struct Subcommand {
    std::string_view names;
    Grammar grammar;
    std::string_view runs = {};    // the value is shell code or a program
    std::string_view doubts = {};  // brings code in another way
};

constexpr std::string_view kTransferLongs =
    "upload-pack= receive-pack= exec= template= reference= origin= branch= depth= config= server-option= jobs= "
    "separate-git-dir= shallow-since= "
    "shallow-exclude= filter= recurse-submodules=? negotiation-tip= refmap= push-option= repo= signed=? "
    "force-with-lease=? sort= bundle-uri= "
    "reference-if-able= remote= output= format= prefix= add-file= add-virtual-file= strategy= strategy-option= "
    "rebase=? gpg-sign=? upload-archive=";

constexpr Subcommand kSubcommands[] = {
    {"clone",
     {.shorts = "u:o:b:c:j:l:", .longs = kTransferLongs, .free_operands = kAnyNumber},
     "u upload-pack",
     "template"},
    {"fetch pull", {.shorts = "o:j:s:X:S::r::", .longs = kTransferLongs, .free_operands = kAnyNumber}, "upload-pack"},
    {"ls-remote fetch-pack",
     {.shorts = "o:u:", .longs = kTransferLongs, .free_operands = kAnyNumber},
     "upload-pack exec u"},
    {"push send-pack", {.shorts = "o:", .longs = kTransferLongs, .free_operands = kAnyNumber}, "receive-pack exec"},
    {"archive", {.shorts = "o:", .longs = kTransferLongs, .free_operands = kAnyNumber}, "exec"},
    {"grep",
     {.shorts = "O::e:f:A:B:C:m:",
      .longs = "open-files-in-pager=? or and not file= max-depth= context= after-context= before-context= color=? "
               "max-count= threads=",
      .free_operands = kAnyNumber},
     "O open-files-in-pager"},
    {"rebase",
     {.shorts = "x:s:X:C:S::r::",
      .longs = "exec= strategy= strategy-option= onto= root gpg-sign=? rebase-merges=? whitespace= empty=",
      .free_operands = kAnyNumber},
     "x exec"},
    {"difftool mergetool",
     {.shorts = "x:t:O:S:G:",
      .longs = "extcmd= tool= gui=? rotate-to= skip-to= tool-help",
      .free_operands = kAnyNumber},
     "x extcmd",
     "t tool"},
    {"init",
     {.shorts = "b:q",
      .longs = "template= separate-git-dir= initial-branch= object-format= shared=? bare quiet",
      .free_operands = kAnyNumber},
     "",
     "template"},
    {"filter-branch",
     {.shorts = "d:f",
      .longs = "env-filter= tree-filter= index-filter= parent-filter= msg-filter= commit-filter= tag-name-filter= "
               "subdirectory-filter= setup= original= state-branch=",
      .free_operands = kAnyNumber},
     "env-filter tree-filter index-filter parent-filter msg-filter commit-filter tag-name-filter setup"},
    {"send-email",
     {.longs = "smtp-server= sendmail-cmd= to-cmd= cc-cmd= header-cmd= smtp-ssl-cert-path= to= cc= from= subject=",
      .free_operands = kAnyNumber},
     "sendmail-cmd to-cmd cc-cmd header-cmd smtp-server"},
    {"daemon", {.longs = "access-hook= base-path= listen= port=", .free_operands = kAnyNumber}, "access-hook"},
    {"interpret-trailers", {.longs = "trailer= where= if-exists= if-missing=", .free_operands = kAnyNumber}},
    {"submodule",
     {.shorts = "b:", .longs = "reference= branch= name= depth= jobs= filter= upload-pack=", .free_operands = 2}},
    {"svn cvsimport p4 instaweb web--browse",
     {.shorts = "b:d:", .longs = "browser= httpd=", .free_operands = kAnyNumber},
     "b browser d httpd"},
    {"maintenance hook", {.free_operands = kAnyNumber}},
};

class GitReader {
public:
    explicit GitReader(Invocation& call) : call_(call) {}

    void run() {
        if (!global_options()) return;
        const std::string_view name = call_.words[next_].text;
        for (const Subcommand& subcommand : kSubcommands) {
            if (listed(subcommand.names, name)) options_of(subcommand);
        }
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

    // Reads the options before the subcommand. Returns false if there is no subcommand to examine.
    bool global_options() {
        static constexpr Grammar kGlobal{
            .shorts = "C:c:pPvh",
            .longs =
                "git-dir= work-tree= namespace= super-prefix= config-env= exec-path=? attr-source= paginate no-pager "
                "bare "
                "no-replace-objects no-lazy-fetch no-optional-locks no-advice literal-pathspecs glob-pathspecs "
                "noglob-pathspecs icase-pathspecs html-path man-path info-path version help list-cmds=",
            .exact = true};
        const Scan scan = shell::scan(kGlobal, call_.words);
        for (const Option& option : scan.options) global_option(option);
        for (const std::size_t index : scan.unsure) {
            call_.doubt(Doubt::option, "a word known only at run time could be an option or a subcommand of git",
                        call_.words[index]);
        }
        if (scan.operands.empty()) return false;
        next_ = scan.operands.front();
        return !call_.words[next_].starts_dynamic();
    }

    void global_option(const Option& option) {
        const Word& value = option.value;
        if (option.name == "c") {
            setting(value);
        } else if (option.name == "config-env") {
            doubt("git takes a setting from the environment", option.index);
        } else if (option.name == "exec-path" && option.has_value) {
            doubt("git --exec-path says where git takes its programs from", option.index);
        } else if (listed("C git-dir work-tree", option.name) && option.has_value && !is_here(value)) {
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

    void options_of(const Subcommand& subcommand) {
        const Scan scan = shell::scan(subcommand.grammar, call_.words, next_ + 1);
        for (const Option& option : scan.options) {
            const Word& at = option.has_value ? option.value : call_.words[option.index];
            if (listed(subcommand.runs, option.name)) {
                if (option.has_value) call_.code(option.value);
                call_.doubt(Doubt::runs_option, "git option " + std::string(option.name) + " names a program to run",
                            at);
            } else if (listed(subcommand.doubts, option.name)) {
                call_.doubt(Doubt::runs_option, "git option " + std::string(option.name) + " can bring code to run",
                            at);
            } else if (option.name == "c" || option.name == "config") {
                if (option.has_value) setting(option.value);
            }
        }
        for (const std::size_t index : scan.unsure) {
            const Word& word = call_.words[index];
            if (may_split(word) || !word.starts_dynamic()) {
                call_.doubt(Doubt::option, "a word known only at run time could be an option of git", word);
            }
        }
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
        const Scan scan =
            shell::scan({.shorts = "f:t:lezh",
                         .longs = "file= blob= type= default= value= comment= get get-all get-regexp get-urlmatch list "
                                  "edit unset unset-all "
                                  "rename-section remove-section add replace-all global local system worktree null "
                                  "show-origin show-scope "
                                  "name-only bool int includes fixed-value get-color get-colorbool all append",
                         .free_operands = kAnyNumber},
                        call_.words, next_ + 1);
        if (find_option(scan,
                        "get get-all get-regexp get-urlmatch list l unset unset-all remove-section rename-section "
                        "get-color get-colorbool"))
            return;
        if (find_option(scan, "edit e")) return;
        std::size_t first = 0;
        if (!scan.operands.empty() &&
            listed("get list unset get-color rename-section remove-section", call_.words[scan.operands[0]].text))
            return;
        if (!scan.operands.empty() && listed("set", call_.words[scan.operands[0]].text)) first = 1;
        if (scan.operands.size() < first + 2) return;
        const Word& key = call_.words[scan.operands[first]];
        if (has_hole(key.text))
            return call_.doubt(Doubt::runs_option, "git gets a setting whose name is known only at run time", key);
        if (git_key_runs(key.text)) runs(key.text, call_.words[scan.operands[first + 1]], key);
    }

    Invocation& call_;
    std::size_t next_ = 1;
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
