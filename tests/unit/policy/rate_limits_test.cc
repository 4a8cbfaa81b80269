#include "policy/rate_limits.h"

#include "policy/decide_exec.h"
#include "policy_for.h"

namespace postern::policy {
namespace {

using Keys = std::vector<std::string>;

settings::Settings with_limit(const std::string& rule, const std::string& key) {
    settings::Settings s = settings_for({});
    s.permissions.limits.push_back({rule, 2, "4h", key, {}});
    return s;
}

Policy policy_with(const std::string& rule, const std::string& key) {
    return std::move(compile(with_limit(rule, key), {.cwd = *AbsPath::parse("/w")})->policy);
}

Keys keys(const std::vector<LimitHit>& hits) {
    Keys out;
    for (const LimitHit& hit : hits) out.push_back(hit.key);
    return out;
}

TEST(Limits, TheKeyIsMadeOfTheCommandsWords) {
    struct Case {
        const char *rule, *key, *text;
        Keys expected;
    };
    const Case cases[] = {
        {"Bash(docker restart *)", "{3}", "docker restart web", {"web"}},
        {"Bash(docker restart *)", "{3}", "docker restart db", {"db"}},
        {"Bash(docker restart *)", "{3}", "/usr/bin/docker --context prod restart web", {"web"}},
        {"Bash(docker restart *)", "{3}", "docker container restart web", {"web"}},
        {"Bash(docker restart *)", "{3}", "docker restart --signal=TERM web", {"web"}},
        {"Bash(docker restart *)", "{2}/{3}", "docker restart web", {"restart/web"}},
        {"Bash(docker restart *)", "", "docker restart web", {""}},
        {"Bash(docker restart *)", "{9}", "docker restart web", {""}},
        {"Bash(docker restart *)", "{1}", "/opt/docker restart web", {"docker"}},
        {"Bash(docker restart *)", "{3}", "docker restart a web a", {"a", "web"}},
        {"Bash(touch:*)", "{2}", "touch d1 ./web //x/./y", {"d1", "web", "/x/y"}},
        {"Bash(touch:*)", "{2}", "touch x/../web ../a/.. /..", {"web", "..", "/.."}},
        {"Bash(docker restart *)", "{x} {", "docker restart web", {"{x} {"}},
        {"Bash(docker restart *)", "{3}", "docker stop web", {}},
        {"Bash(docker restart *)", "{3}", "docker restart $x", {std::string(1, '\0')}},
    };
    for (const Case& c : cases) {
        const Policy policy = policy_with(c.rule, c.key);
        EXPECT_EQ(keys(limits_hit_by(policy, shell::analyse(c.text).commands.front())), c.expected) << c.text;
    }
}

// Each program is counted at its own start; a command that runs inside another process is counted with that process.
TEST(Limits, AnExecCountsForItselfAlone) {
    const Policy policy = policy_with("Bash(docker restart *)", "{3}");
    const auto at_exec = [&](std::vector<std::string> argv) { return keys(limits_at_exec(policy, argv)); };
    EXPECT_EQ(at_exec({"docker", "restart", "web"}), Keys{"web"});
    EXPECT_EQ(at_exec({"env", "docker", "restart", "web"}), Keys{});
    EXPECT_EQ(at_exec({"sh", "-c", "docker restart web; docker restart db"}), Keys{});
    EXPECT_EQ(at_exec({"busybox", "docker", "restart", "web"}), Keys{"web"});
    EXPECT_EQ(at_exec({"/lib64/ld-linux-x86-64.so.2", "/usr/bin/docker", "restart", "web"}), Keys{"web"});
    EXPECT_EQ(at_exec({"busybox", "sh", "-c", "docker restart web"}), Keys{});
}

TEST(Limits, ReachedTheyAreADenial) {
    Policy policy = policy_with("Bash(docker restart *)", "{3}");
    policy.host.times_run = [](const Limit&, const std::string& counter) {
        return counter.ends_with("\nweb") ? std::size_t{2} : std::size_t{1};
    };
    const auto verdict = [&](const std::string& text) {
        return decide_command(policy, {.text = text, .analysis = shell::analyse(text)});
    };
    const Decision web = verdict("cd x && docker restart web");
    EXPECT_EQ(web.verdict, Verdict::deny);
    EXPECT_EQ(web.reasons.front().kind, ReasonKind::cooldown);
    EXPECT_EQ(web.reasons.front().message,
              "`docker restart web` needs human attention: it was run 2 times within 4h, and Bash(docker restart *) "
              "allows no more");
    EXPECT_NE(verdict("docker restart db").reasons.front().kind, ReasonKind::cooldown);
}

TEST(Limits, NoTwoShareACounter) {
    const Policy a = policy_with("Bash(docker restart *)", "{3}"), b = policy_with("Bash(docker *)", "{3}");
    const shell::Command command = shell::analyse("docker restart web").commands.front();
    EXPECT_NE(counter_of(limits_hit_by(a, command).front()), counter_of(limits_hit_by(b, command).front()));
}

}  // namespace
}  // namespace postern::policy
