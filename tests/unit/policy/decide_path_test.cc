// Tests decisions about paths, hosts, and tools known only by name.
#include "policy_for.h"

namespace postern::policy {
namespace {

using settings::Mode;

struct Row {
    Given given;
    PathTool tool;
    std::string_view path;
    Verdict verdict;
    std::string_view why;
};

TEST(PathGuard, Rows) {
    const Row rows[] = {
        {{}, PathTool::read, "src/a.c", Verdict::allow, "reading inside needs no rule"},
        {{}, PathTool::read, "/etc/passwd", Verdict::ask, "outside it does"},
        {{}, PathTool::read, "../x", Verdict::ask, "dot-dot leaves"},
        {{}, PathTool::read, "src/../../x", Verdict::ask, "hidden dot-dot too"},
        {{.directories = {"/extra"}}, PathTool::read, "/extra/x", Verdict::allow, "an additional directory"},
        {{.directories = {"/extra"}}, PathTool::read, "/extras/x", Verdict::ask, "and not its neighbour"},
        {{.allow = {"Read(//etc/hosts)"}}, PathTool::read, "/etc/hosts", Verdict::allow, "an allow rule"},
        {{.deny = {"Read"}}, PathTool::read, "a", Verdict::deny, "the whole tool"},
        {{.deny = {"Read(./.env)"}}, PathTool::read, ".env", Verdict::deny, "a deny rule"},
        {{.deny = {"Read(./.env)"}, .allow = {"Edit"}},
         PathTool::write,
         ".env",
         Verdict::deny,
         "a Read deny stands against writing"},
        {{.deny = {"Edit(./.env)"}}, PathTool::read, ".env", Verdict::allow, "an Edit deny not against reading"},
        {{.deny = {"Edit(./.env)"}}, PathTool::write, ".env", Verdict::deny, "Edit rules are about Write too"},
        {{.ask = {"Read(./a)"}}, PathTool::read, "a", Verdict::ask, "an ask rule"},
        {{}, PathTool::edit, "a", Verdict::ask, "changing needs a rule or a mode"},
        {{.allow = {"Edit(src/**)"}}, PathTool::edit, "src/a", Verdict::allow, "a rule"},
        {{.allow = {"Edit(src/**)"}}, PathTool::edit, "other/a", Verdict::ask, "elsewhere"},
        {{.mode = Mode::accept_edits}, PathTool::edit, "a", Verdict::allow, "a mode"},
        {{.mode = Mode::accept_edits}, PathTool::edit, "/etc/a", Verdict::ask, "which ends at the working directories"},
        {{.mode = Mode::plan}, PathTool::edit, "a", Verdict::ask, "plan changes nothing"},
        {{.mode = Mode::bypass_permissions}, PathTool::edit, "/etc/a", Verdict::allow, "bypass"},
        {{.mode = Mode::bypass_permissions},
         PathTool::edit,
         ".git/hooks/x",
         Verdict::ask,
         "but not for protected files"},
        {{.allow = {"Edit"}}, PathTool::edit, ".GIT/config", Verdict::ask, "in any letter case"},
        {{.allow = {"Edit"}}, PathTool::edit, "sub/.git/config", Verdict::ask, "at any depth"},
        {{.mode = Mode::dont_ask}, PathTool::edit, "a", Verdict::deny, "nobody to ask"},
        {{}, PathTool::read, "", Verdict::deny, "no path"},
    };
    for (const Row& row : rows)
        EXPECT_EQ(decide_path(policy_for(row.given), row.tool, row.path).verdict, row.verdict)
            << row.why << ": " << row.path;
    EXPECT_EQ(decide_path(policy_for({}), PathTool::read, std::string_view("a\0b", 3)).verdict, Verdict::deny);
}

TEST(PathGuard, ADenialNeedsOneOfLinkAndTargetAPermissionBoth) {
    const auto policy = [](const Given& given) {
        Policy p = policy_for(given);
        p.host.follow_links = [](const AbsPath& path) {
            if (path.text() == "/w/out") return *AbsPath::parse("/etc/passwd");
            if (path.text() == "/w/plan") return *AbsPath::parse("/w/.git/config");
            return path;
        };
        return p;
    };
    EXPECT_EQ(decide_path(policy({}), PathTool::read, "out").verdict, Verdict::ask) << "the target is outside";
    EXPECT_EQ(decide_path(policy({.deny = {"Read(//etc/passwd)"}}), PathTool::read, "out").verdict, Verdict::deny);
    EXPECT_EQ(decide_path(policy({.allow = {"Read(./out)"}}), PathTool::read, "out").verdict, Verdict::ask);
    EXPECT_EQ(decide_path(policy({.allow = {"Read(./out)", "Read(//etc/**)"}}), PathTool::read, "out").verdict,
              Verdict::ask)
        << "one rule must cover both";
    EXPECT_EQ(decide_path(policy({.mode = Mode::accept_edits}), PathTool::edit, "plan").verdict, Verdict::ask);
}

TEST(PathGuard, BlocksAndLists) {
    settings::Settings s = settings_for({.allow = {"Read", "Edit"}});
    s.permissions.block_reads_outside_working_directories = {true, {}};
    s.sandbox.filesystem.deny_read.push_back({"/w/secret", {}});
    s.sandbox.filesystem.deny_write.push_back({"vendor", {}});
    const auto compiled = compile(s, {.cwd = *AbsPath::parse("/w"), .home = *AbsPath::parse("/home/u")});
    ASSERT_TRUE(compiled);
    EXPECT_EQ(decide_path(compiled->policy, PathTool::read, "/etc/x").verdict, Verdict::deny) << "no allow lifts it";
    EXPECT_EQ(decide_path(compiled->policy, PathTool::edit, "/etc/x").verdict, Verdict::allow)
        << "only reads are blocked";
    EXPECT_EQ(decide_path(compiled->policy, PathTool::read, "secret/x").verdict, Verdict::deny);
    EXPECT_EQ(decide_path(compiled->policy, PathTool::edit, "secret/x").verdict, Verdict::deny);
    EXPECT_EQ(decide_path(compiled->policy, PathTool::edit, "vendor/x").verdict, Verdict::deny);
    EXPECT_EQ(decide_path(compiled->policy, PathTool::read, "vendor/x").verdict, Verdict::allow);
}

TEST(Hosts, Rows) {
    settings::Settings s = settings_for({.deny = {"WebFetch(domain:bad.test)"},
                                         .ask = {"WebFetch(domain:odd.test)"},
                                         .allow = {"WebFetch(domain:*.good.test)"}});
    s.sandbox.network.allowed_domains.push_back({"listed.test", {}});
    s.sandbox.network.denied_domains.push_back({"worse.test:443", {}});
    s.sandbox.network.denied_domains.push_back({"10.0.0.0/8", {}});
    const auto compiled = compile(s, {.cwd = *AbsPath::parse("/w"), .home = *AbsPath::parse("/home/u")});
    ASSERT_TRUE(compiled);
    struct Case {
        std::string_view host;
        Verdict verdict;
    };
    const Case cases[] = {{"bad.test", Verdict::deny},       {"BAD.test.", Verdict::deny},
                          {"odd.test", Verdict::ask},        {"a.good.test", Verdict::allow},
                          {"good.test", Verdict::ask},       {"listed.test", Verdict::allow},
                          {"worse.test", Verdict::deny},     {"worse.test:80", Verdict::ask},
                          {"other.test", Verdict::ask},      {"", Verdict::deny},
                          {"b\uff41d.test", Verdict::deny},  {"10.0.0.1", Verdict::deny},
                          {"0xa.1", Verdict::deny},          {"64:ff9b::10.0.0.1", Verdict::deny},
                          {"11.0.0.1", Verdict::ask},        {"other%2etest", Verdict::deny},
                          {"u\\@a.good.test", Verdict::deny}};
    for (const Case& c : cases) EXPECT_EQ(decide_host(compiled->policy, c.host).verdict, c.verdict) << c.host;

    s.sandbox.network.strict_allowlist = {true, {}};
    const auto strict = compile(s, {.cwd = *AbsPath::parse("/w"), .home = *AbsPath::parse("/home/u")});
    EXPECT_EQ(decide_host(strict->policy, "other.test").verdict, Verdict::deny);
    EXPECT_EQ(decide_host(strict->policy, "listed.test").verdict, Verdict::allow);
}

TEST(Hosts, WithoutOneSpellingAreDenied) {
    const Policy policy = policy_for({.allow = {"WebFetch", "WebFetch(domain:*)"}, .mode = Mode::bypass_permissions});
    EXPECT_EQ(decide_host(policy, "a b").reasons, (std::vector<Reason>{{.verdict = Verdict::deny,
                                                                        .kind = ReasonKind::network,
                                                                        .subject = "a b",
                                                                        .message = "the host \"a b\" holds a blank"}}));
    EXPECT_EQ(decide_host(policy, "a.test").verdict, Verdict::allow);
}

TEST(Hosts, SuggestTheOneSpelling) {
    const Policy policy = policy_for({});
    EXPECT_EQ(decide_host(policy, "Other.TEST.").reasons.front().suggestion, "WebFetch(domain:other.test)");
    EXPECT_EQ(decide_host(policy, "[0::1]:80").reasons.front().suggestion, "WebFetch(domain:[::1]:80)");
}

TEST(Tools, ByName) {
    const Policy policy = policy_for({.deny = {"mcp__*__delete"}, .ask = {"Task"}, .allow = {"mcp__files", "Skill"}});
    EXPECT_EQ(decide_tool(policy, "mcp__files__delete").verdict, Verdict::deny);
    EXPECT_EQ(decide_tool(policy, "mcp__files__read").verdict, Verdict::allow);
    EXPECT_EQ(decide_tool(policy, "Task").verdict, Verdict::ask);
    EXPECT_EQ(decide_tool(policy, "Skill").verdict, Verdict::allow);
    EXPECT_EQ(decide_tool(policy, "Other").verdict, Verdict::ask);
    EXPECT_EQ(decide_tool(policy_for({.mode = Mode::bypass_permissions}), "Other").verdict, Verdict::allow);
}

}  // namespace
}  // namespace postern::policy
