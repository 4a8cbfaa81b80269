#include "sandbox/ssh_config.h"

#include "base/ascii.h"
#include "base/quote.h"

#include <algorithm>

namespace postern::sandbox {
namespace {

bool is_include(std::string_view line) {
    constexpr std::string_view kKeyword = "include";
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (lower_case(line.substr(0, kKeyword.size())) != kKeyword) return false;
    return line.size() == kKeyword.size() ||
           std::string_view(" \t=\"").find(line[kKeyword.size()]) != std::string::npos;
}

}  // namespace

Result<std::string> ssh_config_with_gate(std::string_view text, const AbsPath& postern, Includes includes) {
    std::string program = shell_quote(postern.text());
    if (program.starts_with('$'))
        return fail(Errc::unsupported, "Postern's own path has characters that ssh cannot take");
    // ssh expands `%` tokens in this value, so each `%` is doubled.
    for (std::size_t at = program.find('%'); at != std::string::npos; at = program.find('%', at + 2))
        program.insert(at, 1, '%');

    std::string out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (includes == Includes::left_out && is_include(line)) out += "# left out by Postern: ";
        out.append(line).push_back('\n');
    }
    out += "# By Postern: everything outside is behind the gate.\nHost * !localhost !127.* !::1\n    ProxyCommand " +
           program + " connect %h %p\n";
    return out;
}

namespace {

Result<std::string> config_inside(const AbsPath& file, const host::Facts& facts, const HostView& files,
                                  const Profile& profile) {
    // A link would have to be followed inside, where it may lead to nothing.
    if (files.kind(file) != FileKind::file || files.real(file) != file) {
        return fail(Errc::unsupported, "it is no plain file");
    }
    const bool hidden = std::ranges::any_of(profile.mounts, [&](const Mount& mount) {
        return mount.access == MountAccess::hidden && mount.path.contains(file);
    });
    if (hidden) return fail(Errc::unsupported, "it may not be read");
    if (!facts.own_program) return fail(Errc::unsupported, "cannot find out where postern itself is");
    const auto text = files.text(file);
    if (!text) return fail(Errc::io, "it cannot be read");
    return ssh_config_with_gate(*text, *facts.own_program, facts.root ? Includes::kept : Includes::left_out);
}

}  // namespace

void lead_ssh_to_the_gate(const host::Facts& facts, const HostView& files, Profile& profile) {
    const auto file = AbsPath::parse("/etc/ssh/ssh_config");
    if (!facts.has_ssh || !file) return;
    if (auto text = config_inside(*file, facts, files, profile)) {
        profile.given.push_back({*file, std::move(*text), "leads ssh to the gate"});
    } else {
        profile.notes.push_back(
            "ssh does not find the gate by itself, give it -o ProxyCommand='postern connect %h %p': " + file->text() +
            ": " + text.error().what);
    }
}

}  // namespace postern::sandbox
