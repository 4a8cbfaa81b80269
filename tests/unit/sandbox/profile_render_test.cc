#include "sandbox/profile_render.h"

#include "support.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace postern::sandbox {
namespace {

using Json = nlohmann::json;

TEST(ProfileText, AnOrdinaryProjectFitsOnAScreen) {
    EXPECT_EQ(profile_text(ordinary_profile()), R"(working directory: /Users/ann/shop
writable:
  $TMPDIR: /private/var/folders/x1/postern
  working directory: ~/shop
  the agent's own worktrees: ./.claude/worktrees
protected: cannot be changed:
  it configures or instructs the agent: ./.claude
  git runs code or takes settings from it: ./.git/config ./.git/hooks
cannot be renamed or removed:
  something protected lies below it: ./.git
absent: moved away if it is made:
  shells read it when they start: ./.bashrc ./.profile
  git runs code or takes settings from it: ./.git/info/attributes
  package and build tools take code or settings from it: ./.yarn/plugins
hidden: cannot be read:
  sandbox.filesystem.denyRead: ~/.aws
  Read(./.env): ./.env
environment: 3 variables kept, 3 dropped
  makes shells run code or read files when they start: BASH_ENV
  may hold a secret: GITHUB_TOKEN NPM_TOKEN
network: none
sockets: none
programs inside: start unjudged
limits: none
)");
}

TEST(ProfileText, EverythingElse) {
    Profile p;
    p.cwd = path("/w");
    p.temporary = path("/t");
    p.mounts = {mount("/h", MountAccess::hidden, "rule \x1b[2J"), mount("/h/a b\n", MountAccess::reopened, "allowRead"),
                mount("/run", MountAccess::empty_private, "made anew for each run")};
    p.given = {{path("/etc/x"), "text", "leads it to the gate"}};
    p.network = Network::host;
    p.unix_sockets = UnixSockets::inside;
    p.listed_sockets = {path("/s/\xe2\x80\xaex")};
    p.proc = Proc::host;
    p.exec_guard = settings::ExecGuardMode::on;
    p.nested = NestedNamespaces::allowed;
    p.limits = {.memory_bytes = 5, .file_bytes = 6, .pids = 7, .cpu_seconds = 8, .timeout_ms = 9};
    p.dropped = {{"EVIL\nNAME", "may hold a secret"}};
    p.weaknesses = {"It is weaker."};
    p.notes = {"/x does not exist"};
    EXPECT_EQ(profile_text(p), R"(working directory: /w
writable: nothing
hidden: cannot be read:
  rule \x1b[2J: /h
readable although inside something hidden:
  allowRead: "/h/a b\n"
empty and private:
  made anew for each run: /run
other content than outside:
  leads it to the gate: /etc/x
environment: 0 variables kept, 1 dropped
  may hold a secret: EVIL\nNAME
network: the host's, all of it
sockets besides the command's own:
  /s/\u202ex
programs inside: are judged when they start
limits: memory 5 bytes, file size 6 bytes, processes 7, processor 8 s, time 9 ms
processes: those of the host are visible
user namespaces: may be made inside
weaknesses:
  It is weaker.
notes:
  /x does not exist
)");
}

TEST(ProfileText, LongLinesAreCutAndCounted) {
    Profile p;
    p.cwd = path("/w");
    p.files_isolated = false;
    for (int i = 10; i < 40; ++i) p.dropped.push_back({"VARIABLE_" + std::to_string(i), "may hold a secret"});
    EXPECT_EQ(profile_text(p), R"(working directory: /w
files: not isolated
environment: 0 variables kept, 30 dropped
  may hold a secret: VARIABLE_10 VARIABLE_11 VARIABLE_12 VARIABLE_13 VARIABLE_14 VARIABLE_15 and 24 more
network: none
sockets: none
programs inside: start unjudged
limits: none
)");
}

TEST(ProfileText, PortsOfTheGate) {
    Profile p;
    p.network = Network::gate;
    p.gate = {.transparent = {80, 443}, .exposed = {3000}, .from_host = {5432}};
    const std::string ports =
        "  ports at which hosts are reached without a proxy: 80 443\n"
        "  ports of this machine that lead into the sandbox: 3000\n"
        "  ports inside that lead to those of this machine: 5432\n";
    EXPECT_NE(profile_text(p).find("network: none but the gate, for the ports below\n" + ports), std::string::npos);
    p.gate.hosts = true;
    EXPECT_NE(profile_text(p).find("network: none but the gate, for the hosts that the rules allow\n" + ports),
              std::string::npos);
}

TEST(ProfileJson, NothingIsLeftOut) {
    Profile p;
    p.exec_guard = settings::ExecGuardMode::strict;
    p.create_guard = true;
    p.cwd = path("/w");
    p.home = path("/home/u");
    p.temporary = path("/t");
    p.writable = {path("/w")};
    p.mounts = {mount("/w", MountAccess::writable, "working directory"),
                mount("/w/.env", MountAccess::hidden, "", false), mount("/tmp", MountAccess::kept_private, "own")};
    p.mounts.back().source = path("/s/tmp");
    p.absent = {{path("/w/\xff\n"), "why"}};
    p.links = {{path("/w/l"), "t"}};
    p.given = {{path("/etc/x"), "text", "why"}};
    p.repositories = {path("/w/.git")};
    p.waived = {".husky"};
    p.also_protected = {"deploy"};
    p.environment = {{"PATH", "/bin"}};
    p.dropped = {{"GH_TOKEN", "may hold a secret"}};
    p.unix_sockets = UnixSockets::inside;
    p.listed_sockets = {path("/s")};
    p.network = Network::gate;
    p.gate = {.hosts = true, .transparent = {80, 443}, .exposed = {3000}, .from_host = {5432}, .max_bytes = 7};
    p.limits.pids = 9;
    p.weaknesses = {"weak"};
    p.notes = {"note"};
    p.without_namespaces = true;
    p.readable = {path("/usr")};
    p.not_held = {"times"};
    EXPECT_EQ(profile_json(p), Json::parse(R"({
        "version": 1, "workingDirectory": "/w", "home": "/home/u", "temporary": "/t", "filesIsolated": true,
        "writable": [{"path": "/w"}], "withoutNamespaces": true, "readable": [{"path": "/usr"}],
        "notHeld": [{"text": "times"}],
        "mounts": [{"path": "/w", "access": "writable", "directory": true, "why": "working directory", "source": null},
                   {"path": "/w/.env", "access": "hidden", "directory": false, "why": null, "source": null},
                   {"path": "/tmp", "access": "kept", "directory": true, "why": "own", "source": "/s/tmp"}],
        "given": [{"path": "/etc/x", "why": "why"}],
        "links": [{"path": "/w/l", "target": "t"}],
        "absent": [{"path": "/w/\\xff\\n", "why": "why"}],
        "repositories": [{"path": "/w/.git"}], "waived": [{"name": ".husky"}], "alsoProtected": [{"name": "deploy"}],
        "environment": [{"name": "PATH"}], "dropped": [{"name": "GH_TOKEN", "why": "may hold a secret"}],
        "network": "gate",
        "gate": {"hosts": true, "transparentPorts": [80, 443], "exposedPorts": [3000], "hostPorts": [5432],
                 "hiddenServerNames": false, "maxBytes": 7, "maxConnections": null},
        "unixSockets": "inside", "listedSockets": [{"path": "/s"}], "proc": "fresh",
        "execGuard": "strict", "createGuard": true,
        "nestedNamespaces": "refused",
        "limits": {"memoryBytes": null, "fileBytes": null, "pids": 9, "cpuSeconds": null, "timeoutMs": null},
        "weaknesses": [{"text": "weak"}], "notes": [{"text": "note"}]})"));
    EXPECT_NO_THROW((void)profile_json(p).dump());
}

}  // namespace
}  // namespace postern::sandbox
