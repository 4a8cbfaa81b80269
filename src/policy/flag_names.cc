#include "policy/flag_names.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace postern::policy {
namespace {

// `options`: blank-separated `x:long`, `x:long+other` where one letter means two, `:long` without a letter.
// `valued`: letters that take the rest of the word, or the next word, as their value.
struct Row {
    std::string_view program;  // "git push" before "git"
    std::string_view options;
    std::string_view valued;
};

constexpr auto kRows = std::to_array<Row>({
    {"rm", "r:recursive R:recursive f:force i:interactive d:dir v:verbose :no-preserve-root", ""},
    {"rmdir", "p:parents v:verbose", ""},
    {"cp", "r:recursive R:recursive a:archive f:force n:no-clobber l:link s:symbolic-link p:preserve", "tS"},
    {"mv", "f:force n:no-clobber i:interactive u:update v:verbose", "tS"},
    {"ln", "s:symbolic f:force n:no-dereference v:verbose", "tS"},
    {"mkdir", "p:parents v:verbose m:mode", "m"},
    {"install", "d:directory m:mode o:owner g:group", "mogtS"},
    {"chmod", "R:recursive v:verbose c:changes f:silent", ""},
    {"chown", "R:recursive h:no-dereference v:verbose c:changes f:silent", ""},
    {"chgrp", "R:recursive h:no-dereference v:verbose c:changes f:silent", ""},
    {"shred", "u:remove f:force z:zero n:iterations", "ns"},
    {"grep", "r:recursive R:dereference-recursive i:ignore-case v:invert-match e:regexp f:file", "efmABCd"},
    {"sed", "i:in-place n:quiet n:silent E:regexp-extended r:regexp-extended e:expression f:file s:separate", "efl"},
    {"tar", "x:extract x:get c:create t:list r:append u:update f:file z:gzip j:bzip2 J:xz C:directory P:absolute-names",
     "fCTXbLKVg"},
    {"curl",
     "o:output O:remote-name L:location k:insecure s:silent S:show-error X:request d:data F:form T:upload-file u:user "
     "H:header f:fail K:config x:proxy :data-binary :data-raw :data-urlencode",
     "odXFTuHKxAebcEmwDYyzCPQrt"},
    {"wget", "O:output-document P:directory-prefix q:quiet r:recursive c:continue i:input-file :post-file :post-data",
     "OPoaiUTtwQlADRXI"},
    {"rsync", "a:archive r:recursive n:dry-run e:rsh :delete v:verbose z:compress", "eTfBM"},
    {"ssh", "", "pilLoRDFJbcEeIkmQSWw"},
    {"kubectl", "n:namespace f:filename A:all-namespaces o:output l:selector c:container :force :all", "nfolcp"},
    {"pip install", "U:upgrade r:requirement e:editable t:target i:index-url", "recifdt"},
    {"npm", "g:global f:force y:yes D:save-dev S:save", ""},
    {"apt", "y:yes y:assume-yes q:quiet", "otac"},
    {"apt-get", "y:yes y:assume-yes q:quiet", "otac"},
    {"crontab", "r: e: l:", "u"},
    {"docker run", "i:interactive t:tty d:detach e:env v:volume p:publish u:user w:workdir :rm :privileged",
     "evpuwhlm"},
    {"docker exec", "i:interactive t:tty d:detach e:env u:user w:workdir :privileged", "euw"},
    {"docker rm", "f:force v:volumes l:link", ""},
    {"docker rmi", "f:force", ""},
    {"docker system", "a:all f:force :volumes", ""},
    {"docker compose", "f:file v:volumes d:detach", "fp"},
    {"git push",
     "f:force d:delete u:set-upstream n:dry-run q:quiet :mirror :all :tags :prune :no-verify :force-with-lease", "o"},
    {"git reset", "q:quiet p:patch :hard :soft :mixed :merge :keep", ""},
    {"git clean", "f:force n:dry-run i:interactive q:quiet d: x: X:", "e"},
    {"git branch", "d:delete D:delete+force f:force m:move M:move+force c:copy C:copy+force a:all r:remotes", "u"},
    {"git checkout", "f:force q:quiet b: B: p:patch t:track", "bB"},
    {"git switch", "f:force f:discard-changes c:create C:force-create d:detach", "cC"},
    {"git commit", "a:all m:message n:no-verify s:signoff :amend :no-edit q:quiet", "mCcFt"},
    {"git rebase", "i:interactive x:exec :onto :abort :continue", "xsX"},
    {"git tag", "d:delete f:force a:annotate s:sign l:list", "mFu"},
    {"git add", "A:all f:force u:update p:patch", ""},
    {"git rm", "r: f:force n:dry-run q:quiet :cached", ""},
    {"git mv", "f:force n:dry-run", ""},
    {"git pull", "r:rebase f:force q:quiet", ""},
    {"git fetch", "f:force p:prune t:tags a:append", ""},
});

constexpr auto kSingleDashWords = std::to_array<std::string_view>({"find",
                                                                   "java",
                                                                   "javac",
                                                                   "go",
                                                                   "openssl",
                                                                   "ffmpeg",
                                                                   "gcc",
                                                                   "g++",
                                                                   "cc",
                                                                   "c++",
                                                                   "clang",
                                                                   "clang++",
                                                                   "ld",
                                                                   "terraform",
                                                                   "tofu",
                                                                   "convert",
                                                                   "magick",
                                                                   "mvn",
                                                                   "xrandr",
                                                                   "xset",
                                                                   "test",
                                                                   "[",
                                                                   "qemu-system-x86_64",
                                                                   "sysctl",
                                                                   "expect"});

struct Signal {
    std::string_view number;
    std::string_view name;
};
constexpr auto kSignals = std::to_array<Signal>({{"1", "HUP"},
                                                 {"2", "INT"},
                                                 {"3", "QUIT"},
                                                 {"6", "ABRT"},
                                                 {"9", "KILL"},
                                                 {"15", "TERM"},
                                                 {"18", "CONT"},
                                                 {"19", "STOP"}});

template <class F>
void for_each_option(std::string_view options, F f) {
    while (!options.empty()) {
        const std::size_t end = std::min(options.find(' '), options.size());
        const std::string_view entry = options.substr(0, end);
        const std::size_t colon = entry.find(':');
        f(entry.substr(0, colon), entry.substr(colon + 1));
        options.remove_prefix(std::min(end + 1, options.size()));
    }
}

void append_each(std::string_view longs, std::vector<std::string>& names) {
    while (!longs.empty()) {
        const std::size_t end = std::min(longs.find('+'), longs.size());
        names.emplace_back(2, '-').append(longs.substr(0, end));
        longs.remove_prefix(std::min(end + 1, longs.size()));
    }
}

std::string_view signal_number(std::string_view written) {
    if (written.starts_with("SIG")) written.remove_prefix(3);
    for (const Signal& s : kSignals) {
        if (written == s.number || written == s.name) return s.number;
    }
    return {};
}

}  // namespace

FlagNames::FlagNames(std::string_view program, std::string_view subcommand) noexcept {
    if (program == "podman") program = "docker";
    if (program == "docker-compose") program = "docker", subcommand = "compose";
    if (program == "pip3") program = "pip";
    for (const Row& row : kRows) {
        const bool whole = row.program == program;
        const bool both = !subcommand.empty() && row.program.size() == program.size() + 1 + subcommand.size() &&
                          row.program.starts_with(program) && row.program[program.size()] == ' ' &&
                          row.program.ends_with(subcommand);
        if (!whole && !both) continue;
        options_ = row.options;
        valued_ = row.valued;
        known_ = true;
        break;
    }
    single_dash_words_ = std::ranges::find(kSingleDashWords, program) != kSingleDashWords.end();
    signals_ = program == "kill" || program == "pkill" || program == "killall";
}

bool FlagNames::splits(std::string_view argument) const noexcept {
    if (single_dash_words_) return false;
    // Options of unlisted programs are split only if they look like a cluster.
    return known_ || (argument.size() <= 5 &&
                      std::ranges::all_of(argument.substr(1), [](unsigned char c) { return std::isalpha(c) != 0; }));
}

void FlagNames::append_names(std::string_view argument, std::vector<std::string>& names) const {
    if (argument.starts_with("--")) {
        const std::string_view name = argument.substr(2, std::min(argument.find('='), argument.size()) - 2);
        names.emplace_back(2, '-').append(name);
        bool exact = false;
        for_each_option(options_, [&](std::string_view, std::string_view full) { exact = exact || full == name; });
        for_each_option(options_, [&](std::string_view letter, std::string_view full) {
            if (exact ? full != name : !may_abbreviate(argument.substr(0, name.size() + 2), "--" + std::string(full)))
                return;
            append_each(full, names);
            // `--get` is `--extract`: a shared letter connects long names.
            for_each_option(options_, [&](std::string_view other, std::string_view also) {
                if (!letter.empty() && other == letter && also != full && also.find('+') == std::string_view::npos) {
                    append_each(also, names);
                }
            });
        });
        return;
    }
    if (signals_ && !signal_number(argument.substr(1)).empty()) {
        names.emplace_back(1, '-').append(signal_number(argument.substr(1)));
        return;
    }
    if (argument.size() > 2 && !splits(argument)) {
        names.emplace_back(argument);
        return;
    }
    for (std::size_t i = 1; i < argument.size(); ++i) {
        const char letter = argument[i];
        bool found = false;
        for_each_option(options_, [&](std::string_view l, std::string_view full) {
            if (l.empty() || l.front() != letter || full.empty()) return;
            append_each(full, names);
            found = true;
        });
        if (!found) names.emplace_back(1, '-') += letter;
        if (valued_.find(letter) != std::string_view::npos) break;
    }
}

bool may_abbreviate(std::string_view written, std::string_view name) noexcept {
    return written == name || (written.size() >= 4 && written.starts_with("--") && name.starts_with(written));
}

}  // namespace postern::policy
