#!/usr/bin/env python3
"""What a wall of the sandbox refuses is said: on stderr in a few lines at the end, and in `--json`."""

import json
import shlex
import socket
import threading

from postern_case import PATIENCE, main
from run_case import PROVE, RunCase, for_root_and_user

# Writes below {o}, a directory outside the writable places, and the path that is named. Each works without the sandbox.
OUTSIDE = {
    "a new file": ("echo x > {o}/new", "{o}/new"),
    "a file that exists": ("echo x >> {o}/old", "{o}/old"),
    "an open without O_CREAT": ("python3 -c 'import os; os.open(\"{o}/old\", os.O_WRONLY)'", "{o}/old"),
    "a truncation by name": ("python3 -c 'import os; os.truncate(\"{o}/old\", 0)'", "{o}/old"),
    "a directory": ("mkdir {o}/made", "{o}/made"),
    "a relative path": ("cd {o} && mkdir -p made/below", "{o}/made"),
    "a symbolic link": ("ln -s x {o}/link", "{o}/link"),
    "a hard link": ("ln {o}/old {o}/other", "{o}/other"),
    "a pipe": ("mkfifo {o}/pipe", "{o}/pipe"),
    "a removal": ("rm {o}/old", "{o}/old"),
    "a removed directory": ("rmdir {o}/empty", "{o}/empty"),
    "a rename": ("python3 -c 'import os; os.rename(\"{o}/old\", \"{o}/renamed\")'", "{o}/old"),
    "a copy": ("cp /etc/hostname {o}/", "{o}/hostname"),
    "a mode": ("chmod 600 {o}/old", "{o}/old"),
    "an edit in place": ("sed -i s/a/b/ {o}/old", "{o}/"),
    "a way through a link": ("echo x > to-old", "{o}/old"),
    "node": ("node -e 'require(\"fs\").writeFileSync(\"{o}/new\", \"x\")'", "{o}/new"),
    "a repository": ("git init -q {o}/repository", "{o}/repository"),
}

WORKFLOW = ".github/workflows/ci.yml"
SERVERS = "servers run it after the next push"
AGENT = "it configures or instructs the agent"
# Writes to protected files that exist, which wall they meet, and the reason that is named.
PROTECTED = {
    "appended": (f"echo x >> {WORKFLOW}", "protected", SERVERS),
    "edited": (f"sed -i s/a/b/ {WORKFLOW}", "protected", SERVERS),
    "removed": (f"rm {WORKFLOW}", "protected", SERVERS),
    "made executable": (f"chmod 755 {WORKFLOW}", "protected", SERVERS),
    "beside": ("echo x > .github/workflows/new.yml", "protected", SERVERS),
    "a file by itself": ("echo x > .mcp.json", "protected", AGENT),
    "a file replaced": ("sed -i s/a/b/ .mcp.json", "cannot-move", AGENT),
    "a file moved": ("mv .mcp.json x", "cannot-move", AGENT),
}

# Ordinary commands that succeed. What they try in vain on the way is no news.
QUIET = {
    "python": "python3 -c 'import json, sqlite3, email.mime.text'",
    "a probe": "touch /usr/x 2>/dev/null || true",
    "directories that exist": "mkdir -p /usr/lib .",
    "devices": "echo x > /dev/null; : > /dev/null; dd if=/dev/zero of=/dev/null count=1 2>/dev/null",
    "git": "git init -q r && cd r && git config user.name t && git config user.email t@t && echo x > x && git add x && "
           "git commit -qm 1 && git status >/dev/null && git gc -q",
    "a build": "printf 'int main(void){return 0;}' > m.c && cc -o m m.c && ./m && rm m",
    "node": "node -e 'require(\"fs\").writeFileSync(\"x\", \"x\")'",
    "npm": "printf '{\"name\":\"x\",\"version\":\"1.0.0\",\"scripts\":{\"test\":\"true\"}}' > package.json && "
           "npm_config_cache=$TMPDIR/npm npm_config_update_notifier=false npm test --silent",
    "a pipeline": "seq 100000 | head -1 >/dev/null",
    "a process of its own end": "(sleep 0.01 &) ; true",
    "a server that is stopped": "sleep 100 & kill $! ; wait 2>/dev/null || true",
    "localhost": "getent hosts localhost >/dev/null; getent ahosts $(uname -n) >/dev/null || true",
}

ABSENT = "absent.example.com"
# Programs that look up a name, how they end, and what they say. "Try again" would be an answer that they believe.
NAMES = {
    "curl": (f"curl -sS http://{ABSENT}/", 6, "Could not resolve host"),
    "git": (f"git clone -q https://{ABSENT}/x.git", 128, "Could not resolve host"),
    "getent": (f"getent ahosts {ABSENT}", 2, ""),
    "python": (f"python3 -c 'import socket; socket.getaddrinfo(\"{ABSENT}\", 80)'", 1, "[Errno -2]"),
    "node": (f"node -e 'require(\"dns\").lookup(\"{ABSENT}\", e => {{ console.error(e.code); process.exit(3) }})'", 3,
             "ENOTFOUND"),
    "c-ares": (f"node -e 'require(\"dns\").resolve4(\"{ABSENT}\", e => {{ console.error(e.code); process.exit(3) }})'",
               3, "ENOTFOUND"),
    "another family": (f"python3 -c 'import socket; socket.getaddrinfo(\"{ABSENT}\", 80, socket.AF_INET6)'", 1,
                       "[Errno -2]"),
}


def lines_of(ran):
    """The lines of Postern's own on stderr."""
    return [line for line in ran.stderr.decode().split("\n") if line.startswith("postern: ")]


class RefusalCase(RunCase):
    def inside(self, script, *options):
        """Runs a script that the analysis does not see, and returns the object of --json."""
        done = self.result(*options, "--", "/bin/sh", self.script(PROVE + script))
        self.assertTrue(done["stdout"]["text"].startswith("pid:["), done)
        return done


@for_root_and_user
class Writes(RefusalCase):
    def setUp(self):
        super().setUp()
        self.need("python3", "node", "git", "npm", "cc")
        self.prepare()

    def prepare(self):
        self.write("old", "a\n", self.outside)
        (self.outside / "empty").mkdir(exist_ok=True)
        for name in ("new", "other", "link", "pipe", "renamed", "hostname"):
            (self.outside / name).unlink(missing_ok=True)
        for path in (self.project / "to-old",):
            if not path.is_symlink():
                path.symlink_to(self.outside / "old")
        self.own(self.outside, self.project)

    def test_outside(self):
        for name, (act, path) in OUTSIDE.items():
            with self.subTest(name):
                act, path = act.format(o=self.outside), path.format(o=self.outside)
                done = self.inside(act)
                self.assertNotEqual(done["exitCode"], 0, done)
                found = [one for one in done["unwritten"] if one["path"].startswith(path)]
                self.assertTrue(found, done)
                self.assertEqual((found[0]["wall"], found[0]["allowWrite"]), ("outside", str(self.outside)), found)
                bare = self.bare(act)
                self.assertEqual(bare.returncode, 0, bare)
                self.bare(f"rm -rf {self.outside}/*")
                self.prepare()

    def test_the_setting_that_is_named_allows_it(self):
        act = f"echo x > {self.outside}/new"
        ran = self.sh(act)
        line = f"`{self.outside}/new` cannot be written: it is outside the writable places; allow it with "
        line += f"--allow-write {self.outside} or sandbox.filesystem.allowWrite"
        self.assertEqual(lines_of(ran), ["postern: " + line])
        done = self.inside(act, "--allow-write", str(self.outside))
        self.assertEqual((done["exitCode"], done["unwritten"]), (0, []), done)
        self.assertEqual(lines_of(self.sh(act, "-q")), [])

    def test_a_command_that_succeeds_is_told_of_protected_files_only(self):
        self.write(WORKFLOW, "a\n")
        self.own(self.project)
        ran = self.sh(f"echo x > {self.outside}/new; echo x >> {WORKFLOW}; true")
        self.assertEqual(lines_of(ran), [f"postern: `{self.project}/{WORKFLOW}` is protected: {SERVERS}"])
        self.assertEqual(len(lines_of(self.sh(f"echo x > {self.outside}/new; true", "-v"))), 1)

    def test_protected(self):
        self.write(WORKFLOW, "a\n")
        self.write(".mcp.json", "a\n")
        self.own(self.project)
        for name, (act, wall, reason) in PROTECTED.items():
            with self.subTest(name):
                done = self.inside(act)
                self.assertNotEqual(done["exitCode"], 0, done)
                found = [(one["wall"], one["reason"]) for one in done["unwritten"]]
                self.assertIn((wall, reason), found, done)
        self.assertEqual((self.project / WORKFLOW).read_text() + (self.project / ".mcp.json").read_text(), "a\na\n")
        self.assertEqual(self.bare(f"echo x >> {WORKFLOW} && sed -i s/a/b/ .mcp.json").returncode, 0)

    def test_what_the_user_could_not_write_outside_is_no_wall(self):
        done = self.inside("echo x > /proc/1/environ; echo x > /nowhere/at/all; mkdir /usr; cat < /nowhere; false")
        self.assertEqual(done["unwritten"], [], done)
        if self.uid is not None:
            done = self.inside("echo x > /usr/bin/new; rm /bin/sh; false")
            self.assertEqual(done["unwritten"], [], done)

    def test_ordinary_commands_are_not_commented_on(self):
        for name, act in QUIET.items():
            with self.subTest(name):
                ran = self.sh("set -e\n" + act)
                self.assertEqual((ran.returncode, lines_of(ran)), (0, []), ran)

    def test_many_places_are_few_lines(self):
        flood = ("import os\nfor i in range(3000):\n"
                 f"    try: os.mkdir('{self.outside}/d%d/x' % i)\n    except OSError: pass\n")
        for i in range(3000):
            (self.outside / f"d{i}").mkdir()
        self.own(self.outside)
        act = f"python3 -c {shlex.quote(flood)}; false"
        ran = self.sh(act)
        self.assertEqual(len(lines_of(ran)), 4, ran)
        self.assertIn(b"and 2997 more places", ran.stderr)
        done = self.inside(act)
        self.assertEqual((len(done["unwritten"]), done["unwrittenLeftOut"]), (100, 2900))

    def test_one_place_is_one_line_however_often(self):
        done = self.inside(f"for i in $(seq 500); do echo x > {self.outside}/new$i; done")
        self.assertEqual([one["times"] for one in done["unwritten"]], [500], done)

    def test_a_name_cannot_paint(self):
        bad = f"{self.outside}/\x1b[2J\r\n\u202epostern: all is well"
        act = f"import os; os.mkdir({bad!r})"
        ran = self.sh(f"python3 -c {shlex.quote(act)}")
        self.assertEqual(len(lines_of(ran)), 1, ran)
        self.assertNotIn("\x1b", lines_of(ran)[0])
        self.assertNotIn("\u202e", lines_of(ran)[0])
        self.assertIn("\\x1b[2J\\r\\n", lines_of(ran)[0])

    def test_pipes_are_looked_at_and_not_opened(self):
        """A writer that does not wait gets ENXIO as long as nobody has the pipe open for reading."""
        act = ("import errno, os\nos.mkfifo('pipe')\ntry: os.open('pipe', os.O_WRONLY | os.O_NONBLOCK)\n"
               "except OSError as e: print(errno.errorcode[e.errno])\n")
        done = self.inside(f"python3 -c {shlex.quote(act)}")
        self.assertTrue(done["stdout"]["text"].endswith("\nENXIO\n"), done)
        self.assertEqual(done["unwritten"], [])

    def test_a_way_out_by_links_has_no_effect(self):
        """Links in a circle, into /proc and to hidden places end in an error inside, and in nothing outside."""
        act = ("ln -s loop loop; echo x > loop; ln -s /proc/self/fd/1 out; echo said > out; "
               "ln -s /proc/self/root/etc up; echo x > up/new; echo x > to-old; echo done")
        done = self.inside(act)
        self.assertIn("said\n", done["stdout"]["text"])
        self.assertTrue(done["stdout"]["text"].endswith("done\n"), done)
        self.assertEqual((self.outside / "old").read_text(), "a\n")
        self.assertIn(f"{self.outside}/old", [one["path"] for one in done["unwritten"]], done)


@for_root_and_user
class ClosedNetwork(RefusalCase):
    def setUp(self):
        super().setUp()
        self.need("curl", "git", "python3", "node", "npm", "getent", "dig")

    def reason(self, host, what="resolved"):
        return (f"the network is closed here: `{host}` was not {what}; allow it with --allow-host {host} or "
                "sandbox.network.allowedDomains")

    def test_names(self):
        for name, (act, status, word) in NAMES.items():
            with self.subTest(name):
                done = self.inside(act)
                self.assertEqual(done["exitCode"], status, done)
                self.assertIn(word, done["stderr"]["text"])
                found = [(one["host"], one["verdict"], one["reason"]) for one in done["connections"]]
                self.assertEqual(found, [(ABSENT, "deny", self.reason(ABSENT))], done)

    def test_the_line(self):
        ran = self.sh(f"curl -sS http://{ABSENT}/; curl -sS http://{ABSENT}/; true")
        self.assertEqual(lines_of(ran), ["postern: not connected; " + self.reason(ABSENT)])
        self.assertEqual(lines_of(self.sh(f"curl -sS http://{ABSENT}/", "-q")), [])

    def test_npm_gives_up_at_once(self):
        self.write("package.json", {"name": "x", "version": "1.0.0"})
        self.own(self.project)
        done = self.inside("npm_config_cache=$TMPDIR/npm npm install no-such-package-at-all --registry "
                           f"http://{ABSENT}/ --loglevel=http 2>&1")
        self.assertIn("ENOTFOUND", done["stdout"]["text"])
        self.assertNotIn("attempt 2", done["stdout"]["text"])
        self.assertEqual([one["host"] for one in done["connections"]], [ABSENT], done)
        self.assertLess(done["durationMs"], PATIENCE * 1000 / 2)

    def test_this_machine_has_a_name(self):
        done = self.inside("getent ahosts localhost && dig +short @127.0.0.1 $(uname -n) && dig @127.0.0.1 "
                           f"{ABSENT} | grep -o NXDOMAIN")
        self.assertIn("127.0.0.1", done["stdout"]["text"])
        self.assertTrue(done["stdout"]["text"].endswith("NXDOMAIN\n"), done)
        self.assertEqual([one["host"] for one in done["connections"]], [ABSENT], done)

    def test_ports_alone_do_not_open_names(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        done = self.inside(f"curl -sS http://{ABSENT}/", "--set", f"postern.network.exposePorts=[{port}]")
        self.assertEqual(done["exitCode"], 6, done)
        self.assertEqual([one["reason"] for one in done["connections"]], [self.reason(ABSENT)], done)

    def test_addresses(self):
        done = self.inside("curl -sS http://192.0.2.1/; curl -sS 'http://[2001:db8::1]/'; curl -sS http://127.0.0.1:9/")
        found = [(one["host"], one["port"], one["reason"]) for one in done["connections"]]
        self.assertEqual(found, [("192.0.2.1", 80, self.reason("192.0.2.1", "reached")),
                                 ("2001:db8::1", 80, self.reason("2001:db8::1", "reached"))], done)
        probe = "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).connect(('192.0.2.1', 9))"
        done = self.inside(f"python3 -c {shlex.quote(probe)}")
        self.assertIn("Network is unreachable", done["stderr"]["text"])
        self.assertEqual(done["connections"], [])

    def test_many_names_are_few_lines(self):
        flood = ("import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\ns.connect(('127.0.0.1', 53))\n"
                 "for i in range(3000):\n"
                 "    n = b'n%d' % i\n"
                 "    s.send(bytes(2) + b'\\1\\0\\0\\1' + bytes(6) + bytes([len(n)]) + n + b'\\3com\\0\\0\\1\\0\\1')\n"
                 "    s.recv(512)\n")
        act = f"python3 -c {shlex.quote(flood)}"
        ran = self.sh(act)
        self.assertEqual((ran.returncode, len(lines_of(ran))), (0, 11), ran)
        self.assertEqual(len(self.inside(act)["connections"]), 1000)

    def test_a_name_cannot_paint(self):
        paint = ("import socket\ns = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\ns.connect(('127.0.0.1', 53))\n"
                 "for n in (b'\\x1b[2J', b'a\\nb', b'\\xff', b'a b', b''):\n"
                 "    s.send(bytes(2) + b'\\1\\0\\0\\1' + bytes(6) + bytes([len(n)]) + n + b'\\3com\\0\\0\\1\\0\\1')\n"
                 "    s.settimeout(1)\n"
                 "    try: print(len(s.recv(512)) > 0)\n"
                 "    except OSError: pass\n")
        ran = self.sh(f"python3 -c {shlex.quote(paint)}")
        self.assertEqual((ran.returncode, lines_of(ran)), (0, []), ran)
        self.assertIn(b"True", ran.stdout)


@for_root_and_user
class Background(RefusalCase):
    def names(self, act, *options):
        return [one["name"] for one in self.inside(act, *options)["ended"]]

    def test_what_is_named(self):
        self.need("python3", "setsid")
        for act, names in {
            "sleep 1000 &": ["sleep"],
            "nohup sleep 1000 >/dev/null 2>&1 &": ["sleep"],
            "setsid sleep 1000 & sleep 1001 &": ["sleep", "sleep"],
            "python3 -c 'import os, time; os.fork() and os._exit(0); os.setsid(); time.sleep(1000)'": ["python3"],
            "trap '' TERM HUP; sleep 1000 & exit 3": ["sleep"],
            "true": [],
            "sleep 0.01 &": [],
            "(true &) ; sh -c 'true & exec true'": [],
        }.items():
            with self.subTest(act):
                self.assertEqual(self.names(act), names)

    def test_the_line(self):
        ran = self.sh("sleep 1000 & echo $!")
        line = lines_of(ran)
        self.assertEqual(len(line), 1, ran)
        self.assertIn(f"ended with the command: `sleep` (pid {int(ran.stdout)}); ", line[0])
        self.assertIn("postern.network.exposePorts", line[0])
        self.assertEqual(lines_of(self.sh("sleep 1000 &", "-q")), [])

    def test_a_last_word_is_heard(self):
        """What is about to be written when the command ends is written. On a busy machine the short time may not do."""
        script = self.script(PROVE + "(sleep 0.02; echo heard > said) & exec true")

        def heard():
            self.assertEqual(self.run_in("--", "/bin/bash", script).returncode, 0)
            return (self.project / "said").exists()

        self.eventually(heard, "a word of a process that outlives the command")
        self.assertEqual((self.project / "said").read_text(encoding="utf-8"), "heard\n")

    def test_a_timeout_is_the_news(self):
        ran = self.run_in("--timeout", "1s", "--", "/bin/sh", self.script("trap '' TERM; sleep 1000 & wait; wait"))
        self.assertEqual([line for line in lines_of(ran) if "ended with" in line], [], ran)
        self.assertIn(b"timed out", ran.stderr)

    def test_many_are_one_line(self):
        ran = self.sh("for i in $(seq 200); do sleep 1000 & done")
        self.assertEqual(len(lines_of(ran)), 1, ran)
        self.assertIn("and 197 more", lines_of(ran)[0])
        done = self.inside("for i in $(seq 200); do sleep 1000 & done")
        self.assertEqual((len(done["ended"]), done["endedLeftOut"]), (20, 180))

    def test_a_name_cannot_paint(self):
        self.need("python3")
        act = ("import ctypes, os, time\nif os.fork(): os._exit(0)\n"
               "ctypes.CDLL(None).prctl(15, b'\\x1b[2J\\nb`\\xff', 0, 0, 0)\ntime.sleep(1000)\n")
        ran = self.sh(f"python3 -c {shlex.quote(act)}\nsleep 0.05")
        self.assertEqual(len(lines_of(ran)), 1, ran)
        self.assertNotIn("\x1b", ran.stderr.decode())

    def test_new_processes_do_not_put_off_the_end(self):
        """A chain of processes, each short, lives on for ever; the time after the command does not."""
        act = ("import os, time\nif os.fork(): os._exit(0)\nwhile True:\n    if os.fork(): os._exit(0)\n"
               "    time.sleep(0.005)\n")
        self.need("python3")
        done = self.inside(f"python3 -c {shlex.quote(act)}")
        self.assertEqual(done["exitCode"], 0, done)
        self.assertLess(done["durationMs"], PATIENCE * 1000 / 2)


@for_root_and_user
class Sockets(RefusalCase):
    def test_a_socket_is_named_and_many_are_bounded(self):
        path = self.outside / "service"
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(path))
            server.listen(100)
            self.own(path)
            threading.Thread(target=lambda: self.accept_all(server), daemon=True).start()
            knock = ("import socket, sys\nfor i in range(int(sys.argv[2])):\n"
                     "    try: socket.socket(socket.AF_UNIX).connect(sys.argv[1] + '/' * (i % 2) + 'service')\n"
                     "    except PermissionError: pass\n    else: print('reached')\n")
            act = f"python3 -c {shlex.quote(knock)} {self.outside}/ "
            self.assertIn(b"reached", self.bare(act + "1").stdout)
            ran = self.sh(act + "1")
            self.assertEqual((ran.stdout, len(lines_of(ran))), (b"", 1), ran)
            self.assertIn(f"{path}", lines_of(ran)[0])
            self.assertIn("sandbox.network.allowUnixSockets", lines_of(ran)[0])
            ran = self.sh(act + "3000")
            self.assertEqual((ran.stdout, len(lines_of(ran))), (b"", 101), ran.stderr[-500:])
            done = self.inside(act + "3000")
            self.assertEqual(len(done["denied"]), 1000)
            self.assertIn("reached", json.dumps(self.inside(
                act + "1", "--set", f"sandbox.network.allowUnixSockets={json.dumps([str(path)])}")["stdout"]))

    @staticmethod
    def accept_all(server):
        try:
            while True:
                server.accept()[0].close()
        except OSError:
            pass


if __name__ == "__main__":
    main()
