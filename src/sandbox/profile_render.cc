#include "sandbox/profile_render.h"

#include "base/quote.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace postern::sandbox {
namespace {

constexpr std::size_t kWidth = 100;

// Counts the bytes that begin a character.
std::size_t width(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

// Items with the same reason: "shells read it when they start: .bashrc .profile".
struct Group {
    std::string why;
    std::vector<std::string> items{};
};

void add(std::vector<Group>& groups, std::string_view why, std::string item) {
    auto group = std::ranges::find(groups, why, &Group::why);
    if (group == groups.end()) group = groups.insert(group, {std::string(why)});
    group->items.push_back(std::move(item));
}

std::string line(const Group& group) {
    std::string out = "  " + (group.why.empty() ? std::string{} : printable(group.why) + ": ");
    for (std::size_t i = 0; i < group.items.size(); ++i) {
        const std::string& item = group.items[i];
        if (i > 0 && width(out) + 1 + width(item) > kWidth) {
            return out + " and " + std::to_string(group.items.size() - i) + " more\n";
        }
        out += (i > 0 ? " " : "") + item;
    }
    return out + '\n';
}

class Page {
public:
    explicit Page(const Profile& profile) : profile_(profile) {}

    std::string run() && {
        fact("working directory", printable(profile_.cwd.text()));
        if (profile_.files_isolated) {
            files();
        } else {
            fact("files", "not isolated");
        }
        environment();
        network();
        guards();
        limits();
        if (profile_.proc == Proc::host) fact("processes", "those of the host are visible");
        if (profile_.nested == NestedNamespaces::allowed) fact("user namespaces", "may be made inside");
        sentences("weaknesses", profile_.weaknesses);
        sentences("not held", profile_.not_held);
        sentences("notes", profile_.notes);
        return std::move(out_);
    }

private:
    void fact(std::string_view name, std::string_view value) {
        out_ += std::string(name) + ": " + std::string(value) + '\n';
    }

    // Shortens paths in the working directory and in home, and quotes paths with a blank.
    std::string shown(const AbsPath& path) const {
        std::string text = path.text();
        const auto shorten = [&](const AbsPath& base, std::string_view sign) {
            if (base == AbsPath::root() || base == path || !base.contains(path)) return false;
            text = std::string(sign) + text.substr(base.text().size());
            return true;
        };
        if (!shorten(profile_.cwd, ".")) (void)shorten(profile_.home, "~");
        const bool blank = text.find(' ') != std::string::npos;
        return blank ? '"' + printable(text) + '"' : printable(text);
    }

    void section(std::string_view title, const std::vector<Group>& groups) {
        if (groups.empty()) return;
        out_ += std::string(title) + ":\n";
        for (const Group& group : groups) out_ += line(group);
    }

    void files() {
        std::vector<Group> writable, protected_, cannot_move, hidden, reopened, empty, kept, links, absent;
        for (const AbsPath& root : profile_.writable) add(writable, why_writable(root), shown(root));
        for (const Mount& mount : profile_.mounts) {
            switch (mount.access) {
                case MountAccess::read_only: add(protected_, mount.why, shown(mount.path)); break;
                case MountAccess::writable:
                    if (std::ranges::find(profile_.writable, mount.path) == profile_.writable.end())
                        add(writable, mount.why, shown(mount.path));
                    break;
                case MountAccess::cannot_move: add(cannot_move, mount.why, shown(mount.path)); break;
                case MountAccess::hidden: add(hidden, mount.why, shown(mount.path)); break;
                case MountAccess::reopened: add(reopened, mount.why, shown(mount.path)); break;
                case MountAccess::empty_private: add(empty, mount.why, shown(mount.path)); break;
                case MountAccess::kept_private: add(kept, kept_why(mount), shown(mount.path)); break;
            }
        }
        for (const HeldLink& link : profile_.links) add(links, "it leads to a protected path", shown(link.path));
        for (const Absent& a : profile_.absent) add(absent, a.why, shown(a.path));
        if (writable.empty()) fact("writable", "nothing");
        section("writable", writable);
        section("protected: cannot be changed", protected_);
        section("cannot be renamed or removed", cannot_move);
        section("links that stay", links);
        section(profile_.create_guard ? "absent: may not be made" : "absent: moved away if it is made", absent);
        section("hidden: cannot be read", hidden);
        section("readable although inside something hidden", reopened);
        std::vector<Group> readable;
        for (const AbsPath& path : profile_.readable) add(readable, "Landlock", shown(path));
        section("readable, and nothing else", readable);
        section("private and kept: writable, not the host's own", kept);
        section("empty and private", empty);
        std::vector<Group> given;
        for (const GivenFile& file : profile_.given) add(given, file.why, shown(file.path));
        section("other content than outside", given);
    }

    std::string kept_why(const Mount& mount) const {
        return mount.why + (mount.source ? ", from " + mount.source->text() : "");
    }

    std::string_view why_writable(const AbsPath& root) const {
        for (const Mount& mount : profile_.mounts) {
            if (mount.path == root && mount.access == MountAccess::writable) return mount.why;
        }
        return root == profile_.cwd ? "working directory" : root == profile_.temporary ? "$TMPDIR" : std::string_view{};
    }

    void environment() {
        fact("environment", std::to_string(profile_.environment.size()) + " variables kept, " +
                                std::to_string(profile_.dropped.size()) + " dropped");
        std::vector<Group> dropped;
        for (const DroppedVariable& v : profile_.dropped) add(dropped, v.why, printable(v.name));
        for (const Group& group : dropped) out_ += line(group);
    }

    [[nodiscard]] std::string network_text() const {
        switch (profile_.network) {
            case Network::host: return "the host's, all of it";
            case Network::gate:
                return profile_.gate.hosts ? "none but the gate, for the hosts that the rules allow"
                                           : "none but the gate, for the ports below";
            case Network::isolated: break;
        }
        return "none";
    }

    void ports(std::string_view what, const std::vector<std::uint16_t>& numbers) {
        if (numbers.empty()) return;
        Group group{std::string(what)};
        for (const std::uint16_t port : numbers) group.items.push_back(std::to_string(port));
        out_ += line(group);
    }

    void network() {
        fact("network", network_text());
        ports("ports at which hosts are reached without a proxy", profile_.gate.transparent);
        ports("ports of this machine that lead into the sandbox", profile_.gate.exposed);
        ports("ports inside that lead to those of this machine", profile_.gate.from_host);
        switch (profile_.unix_sockets) {
            case UnixSockets::closed: fact("sockets", "none"); break;
            case UnixSockets::open: fact("sockets", "all that the user may use"); break;
            case UnixSockets::inside: {
                std::vector<Group> sockets;
                for (const AbsPath& path : profile_.listed_sockets) add(sockets, "", shown(path));
                if (sockets.empty()) fact("sockets", "the command's own");
                section("sockets besides the command's own", sockets);
            }
        }
    }

    void guards() {
        const bool strict = profile_.exec_guard == settings::ExecGuardMode::strict;
        if (profile_.exec_guard == settings::ExecGuardMode::off) return fact("programs inside", "start unjudged");
        fact("programs inside",
             strict ? "are judged when they start, and compared after it" : "are judged when they start");
    }

    void limits() {
        std::string text;
        const auto limit = [&](std::string_view name, const auto& value, std::string_view unit) {
            if (!value) return;
            text += (text.empty() ? "" : ", ") + std::string(name) + ' ' + std::to_string(*value) + std::string(unit);
        };
        limit("memory", profile_.limits.memory_bytes, " bytes");
        limit("file size", profile_.limits.file_bytes, " bytes");
        limit("processes", profile_.limits.pids, "");
        limit("processor", profile_.limits.cpu_seconds, " s");
        limit("time", profile_.limits.timeout_ms, " ms");
        fact("limits", text.empty() ? "none" : text);
    }

    void sentences(std::string_view title, const std::vector<std::string>& texts) {
        if (texts.empty()) return;
        out_ += std::string(title) + ":\n";
        for (const std::string& text : texts) out_ += "  " + printable(text) + '\n';
    }

    const Profile& profile_;
    std::string out_;
};

}  // namespace

std::string profile_text(const Profile& profile) {
    return Page(profile).run();
}

}  // namespace postern::sandbox
