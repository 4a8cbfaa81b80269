#include "command_text.h"

#include <gtest/gtest.h>

namespace postern::shell {
namespace {

struct Case {
    const char* line;
    const char* found;  // [command] {code} (doubt)
};

TEST(Wrapper, Carriers) {
    const Case cases[] = {
        {"timeout 5 rm x", "[rm x] carries"},
        {"timeout -k 5 -s KILL 30s rm x", "[rm x] carries"},
        {"timeout --sig 9 --foreground 5 rm x", "[rm x] carries"},
        {R"(timeout "$T" rm x)", "[rm x]"},
        {"timeout $T rm x", "[rm x] (option)"},
        {R"(timeout -s "$S" 5 rm x)", "[rm x]"},
        {"timeout 5", ""},
        {"timeout --version", ""},
        {"timeout --new 5 rm x", "[rm x] [x] (option)"},
        {"gtimeout 5 rm x", "[rm x] carries"},
        {"time -f %e -o log rm x", "[rm x] carries"},
        {"gtime -v rm x", "[rm x] carries"},
        {"nice rm x", "[rm x] carries"},
        {"nice -n 5 rm x", "[rm x] carries"},
        {"nice -5 rm x", "[rm x] carries"},
        {"nice --adjustment=3 rm x", "[rm x] carries"},
        {"nice -n $N rm x", "[rm x] (option)"},
        {"nohup rm x", "[rm x] carries"},
        {"stdbuf -oL -e 0 rm x", "[rm x] carries"},
        {"stdbuf --output=0 rm x", "[rm x] carries"},
        {"command rm x", "[rm x] carries"},
        {"command -p rm x", "[rm x] carries"},
        {"command -v rm", ""},
        {"command -V rm", ""},
        {"command", ""},
        {"builtin eval 'rm x'", "[eval 'rm x'] carries"},
        {"noglob rm x", "[rm x] carries"},
        {"nocorrect rm x", "[rm x]"},
        {"exec rm x", "[rm x]"},
        {"exec -a ls -cl rm x", "[rm x]"},
        {"exec", ""},
    };
    for (const Case& c : cases) EXPECT_EQ(unwrapped(c.line), c.found) << c.line;
}

TEST(Wrapper, Privileges) {
    const Case cases[] = {
        {"sudo rm x", "[rm x]"},
        {"sudo -u root -E -- rm x", "[rm x]"},
        {"sudo --user=root A=1 rm x", "[A=1 rm x]"},
        {"sudo -ubob rm x", "[rm x]"},
        {"sudo -e /etc/hosts", ""},
        {"sudo -l", ""},
        {"sudo -v", ""},
        {"sudo -i", "(script-input)"},
        {"sudo -s rm x", "[rm x]"},
        {"sudo $OPTS rm x", "[<> rm x] (option)"},
        {R"(sudo "$CMD")", "[<>] (option)"},
        {"doas -u root rm x", "[rm x]"},
        {"doas -s", "(script-input)"},
        {"pkexec --user bob rm x", "[rm x]"},
        {"run0 -u bob rm x", "[rm x]"},
        {"gosu bob rm x", "[rm x]"},
        {"setpriv --reuid 1000 --clear-groups rm x", "[rm x]"},
        {"setpriv --dump", ""},
        {"capsh --print", ""},
        {"fakeroot rm x", "[rm x]"},
        {"sshpass -p secret ssh host rm x", "[ssh host rm x]"},
        {"su - bob -c 'rm x'", "{rm x}"},
        {"su bob -- -c 'rm x'", "[sh -c 'rm x']"},
        {"su", "(script-input)"},
        {"su -s /bin/x bob -c ls", "{/bin/x} {ls} (runs-option)"},
        {"runuser -u bob -- rm x", "[rm x]"},
        {"runuser bob -c 'rm x'", "{rm x}"},
    };
    for (const Case& c : cases) EXPECT_EQ(unwrapped(c.line), c.found) << c.line;
}

TEST(Wrapper, Scheduling) {
    const Case cases[] = {
        {"setsid -w rm x", "[rm x]"},
        {"chrt -r 10 rm x", "[rm x]"},
        {"chrt --other 0 rm x", "[rm x]"},
        {"chrt -p 10 123", ""},
        {"ionice -c 2 -n 0 rm x", "[rm x]"},
        {"ionice -p 12", ""},
        {"taskset -c 0 rm x", "[rm x]"},
        {"taskset 1 rm x", "[rm x]"},
        {"taskset -pc 0 12", ""},
        {"numactl -N 0 -m 0 rm x", "[rm x]"},
        {"prlimit --nofile=1024 rm x", "[rm x]"},
        {"choom -n 100 -- rm x", "[rm x]"},
        {"cgexec -g cpu:a rm x", "[rm x]"},
        {"softlimit -m 100 rm x", "[rm x]"},
        {"caffeinate -i rm x", "[rm x]"},
        {"unbuffer rm x", "[rm x]"},
        {"rlwrap -a rm x", "[rm x]"},
        {"catchsegv rm x", "[rm x]"},
        {"tini -- rm x", "[rm x]"},
        {"faketime -f '2020-01-01' rm x", "[rm x]"},
        {"proxychains4 -q rm x", "[rm x]"},
        {"torsocks rm x", "[rm x]"},
        {"setarch x86_64 -R rm x", "[rm x]"},
        {"setarch -R rm x", "[rm x]"},
        {"linux32 rm x", "[rm x]"},
        {"linux64", "(script-input)"},
    };
    for (const Case& c : cases) EXPECT_EQ(unwrapped(c.line), c.found) << c.line;
}

TEST(Wrapper, RootsAndMachines) {
    const Case cases[] = {
        {"unshare -Ur --mount-proc rm x", "[rm x]"},
        {"unshare -r", "(script-input)"},
        {"nsenter -t 1 -m -u rm x", "[rm x]"},
        {"chroot /mnt rm x", "[rm x]"},
        {"chroot /mnt", "(script-input)"},
        {"bwrap --ro-bind / / --dev /dev --chdir /w rm x", "[rm x]"},
        {"firejail --net=none rm x", "[rm x]"},
        {"ssh host rm -rf x", "{rm -rf x}"},
        {"ssh -p 22 -i key user@host 'rm x; ls'", "{rm x; ls}"},
        {"ssh host -p 22 uptime", "{uptime}"},
        {R"(ssh "$HOST" uptime)", "{uptime}"},
        {"ssh -V", ""},
        {"ssh host", ""},
        {"xvfb-run -a -s '-screen 0 1x1x8' rm x", "[rm x]"},
        {"dbus-run-session -- rm x", "[rm x]"},
        {"systemd-run --user --scope -p MemoryMax=1G rm x", "[rm x]"},
        {"systemd-run -p ExecStartPre=rm ls", "[ls] {rm} (runs-option)"},
        {"xterm -e 'rm x'", "{rm x}"},
        {"envdir /etc/x rm y", "[rm y]"},
    };
    for (const Case& c : cases) EXPECT_EQ(unwrapped(c.line), c.found) << c.line;
}

TEST(Wrapper, Tracing) {
    const Case cases[] = {
        {"strace -f -e trace=file -o out rm x", "[rm x]"},
        {"strace -o '|rm x' ls", "[ls] {rm x} (runs-option)"},
        {"strace -p 12", ""},
        {"ltrace -S -o out rm x", "[rm x]"},
        {"valgrind --leak-check=full rm x", "[rm x]"},
        {"perf stat -e cycles rm x", "[rm x]"},
        {"perf record -g -- rm x", "[rm x]"},
        {"perf report", ""},
        {"hyperfine -w 3 'rm x' ls", "{rm x} {ls}"},
        {"hyperfine --prepare 'rm x' ls", "{rm x} {ls} (runs-option)"},
        {"bear -- rm x", "[rm x]"},
        {"rr record rm x", "[rm x]"},
    };
    for (const Case& c : cases) EXPECT_EQ(unwrapped(c.line), c.found) << c.line;
}

TEST(Wrapper, LocksAndRepetition) {
    const Case cases[] = {
        {"flock -n /tmp/l rm x", "[rm x]"},
        {"flock -w 5 /tmp/l -c 'rm x'", "{rm x}"},
        {"flock 9", ""},
        {"lckdo -w /tmp/l rm x", "[rm x]"},
        {"ifne -n rm x", "[rm x]"},
        {"chronic rm x", "[rm x]"},
        {"pee 'rm x' 'wc -l'", "{rm x} {wc -l}"},
        {"watch -n 5 rm '$(date)'", "{rm $(date)}"},
        {"watch -d -x rm x", "[rm x]"},
        {"watch", ""},
        {"entr -s 'rm x'", "{rm x}"},
        {"entr rm x", "[rm x]"},
        {"watchexec -e rs 'rm x'", "{rm x}"},
        {"script -q -c 'rm x' /dev/null", "{rm x}"},
        {"script -qc 'rm x' /dev/null", "{rm x}"},
        {"script -q /dev/null --command 'rm x'", "{rm x}"},
        {"script -q /dev/null rm x", "[rm x]"},
        {"script log", "(script-input)"},
        {"screen -dmS n rm x", "[rm x]"},
        {"screen -S n -X stuff rm", "[stuff rm] (runs-option)"},
        {"daemonize rm x", "[rm x]"},
    };
    for (const Case& c : cases) EXPECT_EQ(unwrapped(c.line), c.found) << c.line;
}

TEST(Wrapper, Feeders) {
    const Case cases[] = {
        {"xargs", ""},
        {"xargs rm -f", "[rm -f <>] carries"},
        {"xargs -0 -P4 -n 1 rm -f", "[rm -f <>] carries"},
        {"xargs --no-run-if-empty --max-args=1 rm", "[rm <>] carries"},
        {"xargs -a list -d , rm", "[rm <>] carries"},
        {"xargs -I{} mv {} {}.bak", "[mv <> <>.bak] carries"},
        {"xargs -I % sh -c 'rm %'", "[sh -c 'rm <>'] carries"},
        {"xargs -i rm {}", "[rm <>] carries"},
        {"xargs --replace=@ rm @", "[rm <>] carries"},
        {"xargs $O rm", "[<> rm <>] (option)"},
        {R"(xargs "$cmd" x)", "[<> x <>] (option)"},
        {"parallel -j 4 rm -f ::: a b", "[rm -f <>]"},
        {"parallel 'rm {}' ::: a b", "{rm <>}"},
        {"parallel ::: 'rm x' 'rm y'", "{rm x} {rm y}"},
        {"parallel", "(script-input)"},
        {"find . -name x", ""},
        {R"(find . -name "$n" -print)", ""},
        {"find . -type f -exec rm {} ;", "[rm <>]"},
        {"find . -exec rm -f {} + -o -execdir mv {} {}.bak ;", "[rm -f <>] [mv <> <>.bak]"},
        {"find . -ok rm {} ; -okdir ls ;", "[rm <>] [ls]"},
        {"find . -exec {} ;", "[<>]"},
        {"find . -exec rm x", "[rm x]"},
        {R"(find "$d" -type f -exec grep x {} +)", "[grep x <>]"},
        {R"(find "$d" -name x)", ""},
        {R"(find "$a" rm {} ;)", "(option)"},
        {R"(find "$a" "$b" -exec ls ;)", "[ls] (option)"},
        {"find $d -name x", "(option)"},
        {"find . $o rm {} ;", "(option)"},
        {"fd -e c -x rm {}", "[rm <>]"},
        {"fdfind keep -X rm", "[rm <>]"},
        {"fd --exec rm", "[rm <>]"},
        {"fd --exec=rm", "[rm <>]"},
        {"fd -H -t f . src", ""},
        {R"(fd pattern "$d")", ""},
    };
    for (const Case& c : cases) EXPECT_EQ(unwrapped(c.line), c.found) << c.line;
}

TEST(Wrapper, Environment) {
    const Case cases[] = {
        {"env", ""},
        {"env A=1", ""},
        {"env A=1 B=$x rm y", "[A=1 B=<> rm y] carries"},
        {"env -i PATH=/bin rm x", "[PATH=/bin rm x]"},
        {"env -u A -C /tmp rm x", "[rm x]"},
        {"env --chd=/w --ignore-e rm x", "[rm x]"},
        {"env --ign rm x", "[rm x] (option)"},
        {"env - A=1 rm x", "[A=1 rm x]"},
        {"env A=1 =x rm x", "[A=1 rm x]"},
        {"nice A=1 rm x", "[A=1 rm x] carries"},
        {"env -- rm x", "[rm x]"},
        {"env -S'rm -rf x' y", "[rm -rf x y]"},
        {"env -S 'A=1 -u B'", "[A=1 -u B]"},
        {R"(env -vS 'rm "a b" c\_d')", "[rm 'a b' c d]"},
        {"env --split-string='-i A=1 rm' x", "[A=1 rm x]"},
        {"env -S 'rm ${HOME} # not this'", "[rm <>]"},
        {R"(env -S 'r\m x')", "(option)"},
        {R"(env -S "$x")", "[<>] (option)"},
        {R"(env "$X" rm x)", "[<> rm x] (option)"},
        {"env $X rm x", "[<> rm x] (option)"},
        {"env --new rm x", "[rm x] (option)"},
    };
    for (const Case& c : cases) EXPECT_EQ(unwrapped(c.line), c.found) << c.line;
}

TEST(Wrapper, OwnHabits) {
    const Case cases[] = {
        {"busybox rm x", "[rm x]"},
        {"busybox sh -c 'rm x'", "[sh -c 'rm x']"},
        {"busybox --list", ""},
        {"toybox rm x", "[rm x]"},
        {"/lib64/ld-linux-x86-64.so.2 --argv0 ls /bin/rm x", "[/bin/rm x]"},
        {"/lib64/ld-linux-x86-64.so.2 --list /bin/rm", ""},
        {"/lib/ld-musl-x86_64.so.1 --library-path /l /bin/rm x", "[/bin/rm x] (runs-option)"},
        {"start-stop-daemon --start --exec /bin/rm -- x", "[/bin/rm x]"},
        {"start-stop-daemon -S -x /bin/ls -a /bin/rm -- x", "[/bin/rm x]"},
        {"start-stop-daemon --stop --pidfile x", ""},
        {"run-parts /etc/cron.daily", "(runs-option)"},
        {"run-parts --test /etc/cron.daily", ""},
        {"cmake -E env A=1 rm x", "[A=1 rm x]"},
        {"cmake -E time rm x", "[rm x]"},
        {"cmake -E chdir /tmp rm x", "[rm x]"},
        {"cmake -E echo rm", ""},
        {"cmake -P x.cmake", "(inline-code)"},
        {"cmake -B build -DCMAKE_BUILD_TYPE=Debug", ""},
        {"cmake -DCMAKE_C_COMPILER_LAUNCHER=rm .", "(runs-option)"},
        {"tmux new-session -d -s a 'rm x'", "{rm x}"},
        {"tmux -L t start-server ; run-shell 'rm x'", "{rm x}"},
        {"tmux send-keys -t a 'rm x' Enter", R"({rm x\n})"},
        {"tmux if-shell 'rm x' 'display a'", "{rm x} (runs-option)"},
        {"tmux splitw -h rm x", "{rm x}"},
        {"tmux set -g default-command rm", "(runs-option)"},
        {"tmux ls", ""},
        {"tmux -f conf", "(sourced-file)"},
        {"/usr/lib/git-core/git-push origin", "[git push origin]"},
    };
    for (const Case& c : cases) EXPECT_EQ(unwrapped(c.line), c.found) << c.line;
}

TEST(Wrapper, Runners) {
    const Case cases[] = {
        {"docker run --rm -v a:b -e X=1 --name n img rm x", "[rm x]"},
        {R"(docker run --rm -v "$PWD":/w node:20 npm test)", "[npm test]"},
        {"docker exec -it web rm x", "[rm x]"},
        {"docker -H h exec web sh -c 'rm x'", "[sh -c 'rm x']"},
        {"docker compose -f a.yml exec -T web rm x", "[rm x]"},
        {"docker-compose run --rm web rm x", "[rm x]"},
        {"docker run --new img sh -c 'rm x'", "[sh -c 'rm x'] [-c 'rm x']"},
        {"docker run --new v img sh -c 'rm x'", "[img sh -c 'rm x'] [sh -c 'rm x']"},
        {"docker run --new --other v img rm x", "[img rm x] [rm x] (option)"},
        {"vagrant ssh -c 'rm x'", "{rm x}"},
        {"vagrant -c 'rm x' ssh", "{rm x} (runs-option)"},
        {"docker --new v run img rm x", "[rm x]"},
        {"docker ps -a", ""},
        {"docker build -t a .", ""},
        {"podman run img rm x", "[rm x]"},
        {"kubectl -n p exec -it pod -c app -- rm x", "[rm x]"},
        {"kubectl exec pod -- sh -c 'rm x'", "[sh -c 'rm x']"},
        {"kubectl run p --image=i -- rm x", "[rm x]"},
        {R"(kubectl get pods -n "$NS")", ""},
        {"lxc exec c -- rm x", "[rm x]"},
        {"vagrant ssh -c 'rm x'", "{rm x}"},
        {"adb shell rm x", "{rm x}"},
        {"heroku run -a app rm x", "{rm x}"},
        {"npx rm x", "[rm x]"},
        {"npx -y -p a rm x", "[rm x]"},
        {"npx -c 'rm x'", "{rm x}"},
        {"npm exec -- rm x", "[rm x]"},
        {"npm x -c 'rm x'", "{rm x}"},
        {"bunx rm x", "[rm x]"},
        {"pnpm dlx rm x", "[rm x]"},
        {"pnpm -r exec rm x", "[rm x]"},
        {"yarn dlx rm x", "[rm x]"},
        {"cross-env A=1 rm x", "[A=1 rm x]"},
        {"concurrently 'rm x' ls", "{rm x} {ls}"},
        {"nodemon --exec 'rm x'", "{rm x}"},
        {"uvx ruff check .", "[ruff check .]"},
        {"uv run --with a rm x", "[rm x]"},
        {"pipx run rm x", "[rm x]"},
        {"poetry run rm x", "[rm x]"},
        {"bundle exec rm x", "[rm x]"},
        {"conda run -n e rm x", "[rm x]"},
        {"rustup run nightly rm x", "[rm x]"},
        {"mise exec -- rm x", "[rm x]"},
        {"direnv exec . rm x", "[rm x]"},
        {"devbox run rm x", "[rm x]"},
        {"op run -- rm x", "[rm x]"},
        {"nix-shell -p jq --run 'rm x'", "{rm x}"},
        {"ccache rm x", "[rm x]"},
        {"npm test", ""},
        {"yarn build", ""},
    };
    for (const Case& c : cases) EXPECT_EQ(unwrapped(c.line), c.found) << c.line;
}

TEST(Wrapper, GivesTheInnerWordsAsTheyStand) {
    const Command command = command_of("nice -n 5 rm -f \"$x\"");
    Unwrapped expected;
    expected.commands.push_back({{command.words.begin() + 3, command.words.end()}, {}, PlaceKind::wrapper});
    expected.only_carries = true;
    EXPECT_EQ(unwrap(command, nullptr), expected);
}

TEST(Wrapper, FillsInWhatXargsReads) {
    const Unwrapped found = unwrap(command_of("xargs -n1 rm"), nullptr);
    ASSERT_EQ(found.commands.size(), 1u);
    const Word& input = found.commands[0].words.back();
    EXPECT_EQ(input.text, std::string(1, kHole));
    EXPECT_EQ(input.dynamic, kInput);
    EXPECT_TRUE(input.splits);
}

TEST(Wrapper, KeepsTheSpanOfTheCode) {
    const Unwrapped found = unwrap(command_of("sh -c 'rm x'"), nullptr);
    const std::vector<InnerCode> expected = {{"rm x", PlaceKind::shell_code, {6, 12}}};
    EXPECT_EQ(found.code, expected);
}

TEST(Wrapper, SaysWhereTheCodeStands) {
    const auto place = [](std::string_view line) { return unwrap(command_of(line), nullptr).code.at(0).place; };
    EXPECT_EQ(place("eval 'rm x'"), PlaceKind::eval);
    EXPECT_EQ(place("trap 'rm x' EXIT"), PlaceKind::trap);
    EXPECT_EQ(place("alias a='rm x'"), PlaceKind::alias);
    EXPECT_EQ(place("mapfile -C 'rm x' a"), PlaceKind::callback);
    EXPECT_EQ(place("printf -v 'a[$(rm x)]' y"), PlaceKind::substitution);
}

TEST(Wrapper, IgnoresWhatIsNoProgram) {
    EXPECT_EQ(unwrap(Command{}, nullptr), Unwrapped{});
    EXPECT_EQ(unwrapped("$x -c 'rm x'"), "");
    EXPECT_EQ(unwrapped("\"$d\"/env rm x"), "[rm x]");
    EXPECT_EQ(unwrapped("unheard-of --exec rm"), "");
}

TEST(Wrapper, AGlobMayBeAnOption) {
    Command command = command_of("find . x");
    command.words[2] = {.text = std::string(1, kHole), .span = {7, 8}, .dynamic = kGlob, .splits = true};
    EXPECT_EQ(shown(unwrap(command, nullptr)), "(option)");
}

TEST(Wrapper, TakesTimeInProportionToTheWords) {
    for (const char* start :
         {"find .", "xargs -I{} echo", "env", "git log", "tar cf a", "sudo rm", "parallel echo", "docker run i"}) {
        Command command = command_of(start);
        for (int i = 0; i < 200000; ++i) command.words.push_back(command.words.front());
        EXPECT_LE(unwrap(command, nullptr).commands.size(), 1u) << start;
    }
}

}  // namespace
}  // namespace postern::shell
