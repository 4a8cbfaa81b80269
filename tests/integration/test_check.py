#!/usr/bin/env python3
"""postern check and explain, from outside: verdicts, exit status, output."""

import json
import os
import pty
import subprocess

from postern_case import POSTERN, PosternCase, main

DENY_RM = ("--set", 'permissions.deny=["Bash(rm:*)"]')
BARE = ("--set", "sandbox.enabled=false")


class Verdicts(PosternCase):
    def test_exit_status_is_the_verdict(self):
        for verdict, status, args in (("allow", 0, ("-c", "ls")), ("ask", 1, (*BARE, "-c", "npm install")),
                                      ("deny", 2, (*DENY_RM, "-c", "ls; rm x"))):
            for command in ("check", "explain"):
                ran = self.run_it(command, *args)
                self.assertEqual(ran.returncode, status, ran)
                self.assertIn(verdict.encode(), ran.stdout)
                self.assertEqual(ran.stderr, b"")

    def test_one_line_names_rule_subject_and_place(self):
        path = self.write(".postern/settings.json", {"permissions": {"deny": ["Bash(rm:*)"]}})
        ran = self.run_it("check", "-c", "rm -rf build")
        line = ran.stdout.decode()
        self.assertEqual(line.count("\n"), 1)
        for part in ("deny: ", "Bash(rm:*)", "rm -rf build", f"{path}#/permissions/deny/0"):
            self.assertIn(part, line)

    def test_words_and_text_are_not_the_same(self):
        self.assertEqual(self.run_it("check", *DENY_RM, "--", "echo", "; rm x").returncode, 0)
        self.assertEqual(self.run_it("check", *DENY_RM, "-c", "echo ; rm x").returncode, 2)
        self.assertEqual(self.run_it("check", *DENY_RM, "--", "rm", "x").returncode, 2)

    def test_tools(self):
        rules = ("--set", 'permissions.deny=["Read(.env)","WebFetch(domain:evil.example)"]')
        self.assertEqual(self.run_it("check", *rules, "--tool", "Read", "--path", ".env").returncode, 2)
        self.assertEqual(self.run_it("check", *rules, "--tool", "Read", "--path", "a.txt").returncode, 0)
        self.assertEqual(self.run_it("check", *rules, "--tool", "WebFetch", "--host", "evil.example").returncode, 2)
        self.assertEqual(self.run_it("check", *rules, "--tool", "Unheard").returncode, 1)
        self.assertEqual(self.run_it("check", *DENY_RM, "--tool", "Bash", "-c", "rm x").returncode, 2)

    def test_a_link_out_of_the_project_is_followed(self):
        os.symlink("/etc/does-not-exist-yet", self.project / "dangling")
        os.symlink("/etc/passwd", self.project / "link")
        for name in ("dangling", "link"):
            ran = self.run_it("check", "--tool", "Read", "--path", name)
            self.assertEqual((ran.returncode, ran.stdout.partition(b":")[0]), (1, b"ask"), ran)

    def test_quiet_and_verbose(self):
        quiet = self.run_it("check", "-q", *DENY_RM, "-c", "rm x")
        self.assertEqual((quiet.returncode, quiet.stdout, quiet.stderr), (2, b"", b""))
        verbose = self.run_it("check", "-v", *DENY_RM, "-c", "rm x; rm y")
        self.assertGreater(verbose.stdout.count(b"\n"), 1)

    def test_mode_and_unsandboxed(self):
        self.assertEqual(self.run_it("check", "--mode", "dontAsk", *BARE, "-c", "npm install").returncode, 2)
        self.assertEqual(self.run_it("check", "-c", "npm install").returncode, 0)
        self.assertEqual(self.run_it("check", "--unsandboxed", "-c", "npm install").returncode, 1)

    def test_a_directory_that_is_not_there(self):
        self.assertEqual(self.run_it("check", "--cwd", "/no/such/dir", "-c", "ls").returncode, 0)
        self.assert_error(self.run_it("check", "--cwd", "no/such", "-c", "ls"), "no/such")
        self.assert_error(self.run_it("check", "--cwd", "/etc/passwd", "-c", "ls"), "not a directory")


class Json(PosternCase):
    def test_shape(self):
        answer = self.answer(*DENY_RM, "-c", "A=1 env rm \"$x\" > out")
        self.assertEqual(list(answer), ["version", "verdict", "sandboxed", "reasons", "commands", "unknown"])
        self.assertEqual((answer["version"], answer["verdict"]), (1, "deny"))
        for reason in answer["reasons"]:
            self.assertEqual(list(reason), ["kind", "verdict", "rule", "source", "pointer", "subject", "message",
                                            "suggestion", "wider", "mayAnswer"])
        outer, inner = answer["commands"]
        self.assertEqual(list(outer), ["argv", "literal", "place", "span", "assignments", "redirections", "via"])
        self.assertEqual((outer["argv"], outer["literal"], outer["via"]), (["env", "rm", "…"], False, None))
        self.assertEqual((inner["argv"], inner["via"]), (["rm", "…"], 0))
        self.assertEqual(outer["assignments"], [{"name": "A", "value": "1", "append": False}])
        self.assertEqual(outer["redirections"][0]["target"], "out")

    def test_bytes_that_are_not_utf8_are_judged_and_shown(self):
        ran = self.run_it("check", "--json", *DENY_RM, "-c", b"rm \xff\xfe; ls")
        self.assertEqual(ran.returncode, 2)
        self.assertIn("\ufffd", ran.stdout.decode("utf-8"))
        text = self.run_it("check", *DENY_RM, "-c", b"rm \xff\x1b[2J\xe2\x80\xae")
        self.assertEqual(text.returncode, 2)
        self.assertIn(b"\\xff", text.stdout)
        for hidden in (b"\x1b", b"\xe2\x80\xae", b"\xff"):
            self.assertNotIn(hidden, text.stdout)


class Terminal(PosternCase):
    def on_terminal(self, env):
        """Returns the output of `explain` on a terminal."""
        leader, follower = pty.openpty()
        with subprocess.Popen([POSTERN, "explain", *DENY_RM, "-c", "ls | rm x"], stdout=follower, cwd=self.project,
                              env={**self.env, "TERM": "xterm", **env}) as child:
            os.close(follower)
            out = b""
            while True:
                try:
                    part = os.read(leader, 65536)
                except OSError:  # the other end is closed
                    break
                if not part:
                    break
                out += part
            child.wait(self.timeout)
        os.close(leader)
        return out

    def test_colour_only_where_it_is_wanted(self):
        self.assertIn(b"\x1b[31m", self.on_terminal({}))
        self.assertNotIn(b"\x1b", self.on_terminal({"NO_COLOR": "1"}))
        self.assertNotIn(b"\x1b", self.on_terminal({"TERM": "dumb"}))
        self.assertNotIn(b"\x1b", self.run_it("explain", *DENY_RM, "-c", "ls | rm x").stdout)

    def test_box_characters_only_in_a_utf8_locale(self):
        self.assertIn("├─".encode(), self.run_it("explain", "-c", "ls; pwd").stdout)
        self.assertIn(b"|- ", self.run_it("explain", "-c", "ls; pwd", env={"LC_ALL": "C"}).stdout)

    def test_help_fits_a_screen(self):
        for args in ((), ("check",), ("explain",), ("settings", "show"), ("settings", "validate"),
                     ("settings", "schema"), ("trust",), ("init",), ("doctor",), ("status",), ("profile",), ("run",),
                     ("scrub", "list"), ("scrub", "restore"), ("scrub", "remove"), ("scrub", "accept"), ("scrub", "run"),
                     ("connect",), ("completion",), ("version",)):
            ran = self.run_it(*args, "--help")
            self.assertEqual(ran.returncode, 0)
            lines = ran.stdout.decode("utf-8").splitlines()
            self.assertLessEqual(len(lines), 35 if args == ("run",) else 24, args)
            self.assertLessEqual(max(map(len, lines)), 80, args)


class Output(PosternCase):
    def test_a_verdict_that_cannot_be_written_is_an_error(self):
        with open("/dev/full", "wb") as full:
            ran = subprocess.run([POSTERN, "check", "-c", "ls"], stdout=full, stderr=subprocess.PIPE, check=False,
                                 env=self.env, cwd=self.project, timeout=self.timeout)
        self.assertEqual(ran.returncode, 125)
        self.assertIn(b"cannot write", ran.stderr)

    def test_closed_descriptors(self):
        ran = subprocess.run(["/bin/sh", "-c", 'exec "$0" check -c ls <&- >&-', POSTERN], stderr=subprocess.PIPE,
                             check=False, env=self.env, cwd=self.project, timeout=self.timeout)
        self.assertEqual(ran.returncode, 125)

    def test_completion_is_bash_and_knows_the_options(self):
        script = self.run_it("completion").stdout
        ask = b"\nCOMP_WORDS=(postern check --js); COMP_CWORD=2; _postern; echo \"${COMPREPLY[@]}\"\n"
        ran = subprocess.run(["bash", "--norc"], input=script + ask, capture_output=True, check=True, env=self.env,
                             timeout=self.timeout)
        self.assertEqual(ran.stdout, b"--json\n", ran.stderr)


class Batch(PosternCase):
    def lines(self, text, *args, status=0):
        ran = self.run_it("check", "--batch", *args, stdin=text)
        self.assertEqual(ran.returncode, status, ran)
        return [json.loads(line) for line in ran.stdout.decode("utf-8").splitlines()]

    def test_order_and_ids(self):
        asked = [{"id": i if i % 2 else f"n{i}", "command": "rm x" if i % 3 else "ls"} for i in range(3000)]
        answers = self.lines("".join(json.dumps(a) + "\n" for a in asked).encode(), *DENY_RM)
        self.assertEqual([a["id"] for a in answers], [a["id"] for a in asked])
        self.assertEqual([a["verdict"] for a in answers], ["deny" if i % 3 else "allow" for i in range(3000)])

    def test_forms(self):
        answers = self.lines(b'{"id":1,"command":["rm","x"]}\n{"id":2,"tool":"Read","path":"/etc/passwd"}\n'
                             b'{"id":3,"tool":"WebFetch","host":"example.org"}\n{"command":"ls"}\n'
                             b'{"id":5,"command":"npm i","unsandboxed":true}', *DENY_RM)
        self.assertEqual([(a["id"], a["verdict"]) for a in answers],
                         [(1, "deny"), (2, "ask"), (3, "ask"), (None, "allow"), (5, "ask")])

    def test_malformed_lines_are_refused_one_by_one(self):
        bad = [b"{", b"[]", b'{"id":7}', b'{"id":8,"command":1}', b'{"id":9,"command":"ls","command":"rm"}',
               b'{"id":10,"command":"l\\u0000s"}', b'{"id":11,"command":"\xff"}', b"\x00", b"",
               b'{"id":12,"command":"ls","tool":"Read"}', b'{"id":13,"comand":"ls"}', b'{"id":{},"command":"ls"}',
               b'{"id":14,"command":"ls","unsandboxd":true}', b'{"id":15,"command":[]}', b'{"id":16,"command":"ls","cwd":4}']
        answers = self.lines(b"\n".join([*bad, b'{"id":99,"command":"ls"}']) + b"\n", status=125)
        self.assertEqual(len(answers), len(bad) + 1)
        for line, answer in zip(bad, answers):
            self.assertEqual(answer["verdict"], "deny", line)
            self.assertTrue(answer["error"], line)
        self.assertEqual([a["id"] for a in answers if a["id"]], [7, 8, 12, 13, 14, 15, 16, 99])
        self.assertEqual(answers[-1]["verdict"], "allow")

    def test_other_members_are_left_alone(self):
        line = {"id": 1, "command": "ls", "technique": "x", "executed": [], "rule": "r", "expect": "allow",
                "policy": "none", "sound": [], "level": "core", "hidden": "h", "effects": [], "setup": "", "tty": True,
                "note": ""}
        self.assertEqual(self.lines(json.dumps(line).encode())[0]["verdict"], "allow")

    def test_a_line_may_name_its_directory(self):
        self.write(".postern/settings.json", {"permissions": {"deny": ["Bash(rm:*)"]}}, base=self.base / "other")
        asked = [{"id": 1, "command": "rm x"}, {"id": 2, "command": "rm x", "cwd": str(self.base / "other")}]
        answers = self.lines("".join(json.dumps(a) + "\n" for a in asked).encode())
        self.assertEqual([a["verdict"] for a in answers], ["allow", "deny"])

    def test_each_answer_comes_at_once(self):
        with subprocess.Popen([POSTERN, "check", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              env=self.env, cwd=self.project) as child:
            for i in range(3):
                child.stdin.write(json.dumps({"id": i, "command": "ls"}).encode() + b"\n")
                child.stdin.flush()
                self.assertEqual(json.loads(child.stdout.readline())["id"], i)
            child.stdin.close()
            self.assertEqual(child.wait(self.timeout), 0)

    def test_a_line_without_end(self):
        answers = self.lines(b'{"id":1,"command":"' + b"x" * (9 << 20) + b'"}\n{"id":2,"command":"ls"}\n', status=125)
        self.assertEqual([(a["id"], a["verdict"]) for a in answers], [(None, "deny"), (2, "allow")])


if __name__ == "__main__":
    main()
