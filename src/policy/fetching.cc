#include "policy/fetching.h"

#include "policy/never_places.h"
#include "shell/option_grammar.h"

#include <algorithm>
#include <string_view>

namespace postern::policy {
namespace {

using shell::Command;
using shell::Word;

// Programs that print or store what another machine sends.
constexpr ProgramNames kFetch =
    "curl wget wget2 fetch aria2c axel http https httpie xh lynx links elinks w3m lwp-request GET nc ncat netcat socat "
    "telnet "
    "ssh lftp tftp ftp ipfs";
// Those of them that store it under the end of the address.
constexpr ProgramNames kStore = "curl wget wget2 fetch aria2c axel scp rsync lftp tftp ftp ipfs sftp";

bool is_remote(std::string_view word) {
    const std::size_t colon = word.find(':');
    return colon != std::string_view::npos && colon > 0 && word.find('/') > colon && !word.starts_with('-');
}

// True for a copy from another machine to this one.
bool copies_here(const Command& command) {
    const Word* first = nullptr;
    for (std::size_t i = 1; i < command.words.size() && first == nullptr; ++i) {
        if (is_remote(command.words[i].text)) first = &command.words[i];
    }
    return first != nullptr && (!is_remote(command.words.back().text) || mentions(command, "cat"));
}

}  // namespace

bool fetches(const Command& command) {
    const std::string_view program = command.program();
    const auto is_one_of = [program, sum = ProgramNames::sum(program)](const ProgramNames& names) {
        return (names.sums & sum) != 0 && shell::listed(names.text, program);
    };
    if (is_one_of(kFetch)) return true;
    if (is_one_of("scp rsync sftp aws gsutil gcloud rclone az")) return copies_here(command);
    if (is_one_of("gh")) return mentions(command, "api gist download");
    if (is_one_of("mc")) return mentions(command, "cat cp head pipe");
    if (is_one_of("az")) return mentions(command, "download");
    if (is_one_of("git")) return mentions(command, "archive") && mentions(command, "--remote");
    if (is_one_of("openssl")) return mentions(command, "s_client");
    if (is_one_of("deno bun"))
        return std::ranges::any_of(command.words, [](const Word& word) { return word.text.starts_with("http"); });
    return std::ranges::any_of(command.redirections, [](const shell::Redirection& r) {
        return r.target.text.starts_with("/dev/tcp/") && r.kind != shell::RedirectionKind::write;
    });
}

bool stores_under_address(const Command& command) {
    return fetches(command) && shell::listed(kStore.text, command.program());
}

}  // namespace postern::policy
