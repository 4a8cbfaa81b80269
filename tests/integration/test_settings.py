#!/usr/bin/env python3
"""Settings from outside: bad ones of every kind, trust, init."""

import json
import os
import pathlib
import subprocess
import sys

from postern_case import POSTERN, PosternCase, main

OWN = ".postern/settings.json"


class BadSettings(PosternCase):
    def test_nothing_is_judged_with_settings_that_are_wrong(self):
        cases = {
            "malformed": (b"{", OWN),
            "not an object": (b"[]", OWN),
            "duplicate key": (b'{"permissions":{"deny":["Bash(rm:*)"],"deny":[]}}', "duplicate key"),
            "unknown key": (b'{"permisions":{}}', "permissions"),
            "wrong type": (b'{"permissions":{"deny":"Bash(rm:*)"}}', "/permissions/deny"),
            "bad rule": (b'{"permissions":{"deny":["Bash(rm"]}}', "/permissions/deny/0"),
            "empty rule": (b'{"permissions":{"deny":["Bash()"]}}', "/permissions/deny/0"),
            "failing example": (b'{"permissions":{"deny":[{"rule":"Bash(rm:*)","match":["ls"]}]}}',
                                "/permissions/deny/0"),
            "NUL": (b'{"permissions":\x00{}}', "NUL"),
            "escaped NUL": (b'{"permissions":{"deny":["Bash(r\\u0000m)"]}}', "NUL"),
            "not UTF-8": (b'{"permissions":{"deny":["Bash(\xff)"]}}', "UTF-8"),
            "too deep": (b"[" * 5000, "deep"),
            "too large": (b" " * (2 << 20), OWN),
        }
        for name, (content, word) in cases.items():
            with self.subTest(name):
                self.write(OWN, content)
                for args in (("check", "-c", "ls"), ("explain", "-c", "ls"), ("settings", "show"),
                             ("settings", "validate"), ("check", "--batch")):
                    self.assert_error(self.run_it(*args), word)

    def test_bad_options(self):
        for args, word in ((("--set", "nonsense"), "nonsense"), (("--set", "permisions.deny=x"), "permissions"),
                           (("--mode", "yolo"), "yolo"), (("--settings", "none.json"), "none.json"),
                           (("--settings", ""), "path"), (("--jsn",), "--json"), (("-z",), "-z"),
                           (("--json=1",), "no value"), (("--cwd",), "DIR"), (("-c", "ls"), "twice"),
                           (("ls",), "unexpected"), (("--path", "x"), "--tool"), (("--tool", "Read"), "exclude"),
                           (("--batch",), "standard input")):
            with self.subTest(args):
                self.assert_error(self.run_it("check", "-c", "ls", *args), word)
        for args, word in (((), "--help"), (("chek",), "check"), (("settings",), "show"), (("--what",), "--what"),
                           (("settings", "shw"), "show"), (("check",), "nothing to judge"), (("check", "--"), "--"),
                           (("check", "--tool", "Read"), "path"), (("check", "--tool", "WebFetch"), "host"),
                           (("check", "--tool", "Bash"), "command"), (("explain", "--batch"), "--batch")):
            with self.subTest(args):
                self.assert_error(self.run_it(*args), word)

    def test_no_home(self):
        self.assert_error(self.run_it("check", "-c", "ls", env={"HOME": "relative"}), "HOME")

    def test_a_file_that_may_not_be_read(self):
        if os.geteuid() == 0:
            # Root can read every file, so this runs as another user.
            def drop():
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)
            for directory in (self.base, self.home, self.project):
                directory.chmod(0o755)
            probe = subprocess.run([POSTERN, "version"], preexec_fn=drop, capture_output=True, check=False) \
                if os.access(POSTERN, os.X_OK) else None
            if probe is None or probe.returncode != 0:
                self.cannot_run("another user cannot start the program")
        else:
            drop = None
        path = self.write(OWN, {})
        path.chmod(0)
        self.assert_error(self.run_it("check", "-c", "ls", preexec_fn=drop), str(path))

    def test_a_fifo_does_not_hold_us_up(self):
        (self.project / ".postern").mkdir()
        os.mkfifo(self.project / OWN)
        self.assert_error(self.run_it("check", "-c", "ls"), OWN)

    def test_hostile_commands_end_in_a_safe_verdict(self):
        # One argument may not be longer than 128 KiB, so the large ones go through a batch.
        rule = ("--set", 'permissions.deny=["Bash(rm:*)"]', "--set", "sandbox.enabled=false")
        for text in ("$(" * 500000, "(" * 1000000, "`" * 1000000, "{" * 1000000, "${" * 500000, "rm x;" * 200000,
                     "a|" * 500000, "x" * (1 << 20), "{1,2}" * 200000, "if " * 300000,
                     'eval "' * 160000, "\\\n" * 500000 + "rm x", "$((" * 300000, "[[ " * 300000, "case x in " * 100000):
            with self.subTest(text[:12]):
                line = json.dumps({"id": 1, "command": text}).encode()
                ran = self.run_it("check", "--batch", *rule, stdin=line)
                self.assertIn(json.loads(ran.stdout)["verdict"], ("ask", "deny"))
        # bash runs nothing of these either. Only an end in good time is tested.
        for text in ("<<E " * 250000, "\\\n" * 500000):
            self.run_it("check", "--batch", *rule, stdin=json.dumps({"command": text}).encode())
        for text in ("$(" * 30000, "rm x;" * 20000, "$(a;" * 20000):
            with self.subTest("explain " + text[:12]):
                ran = self.run_it("explain", *rule, "-c", text)
                self.assertIn(ran.returncode, (1, 2))
                self.assertLess(len(ran.stdout), 1 << 20)


class Show(PosternCase):
    def test_show_and_schema(self):
        path = self.write(OWN, {"permissions": {"deny": ["Bash(rm:*)"]}})
        shown = json.loads(self.run_it("settings", "show", "--json").stdout)
        self.assertEqual(shown["permissions"]["deny"], ["Bash(rm:*)"])
        ran = self.run_it("settings", "show", "--origin")
        self.assertIn(f"{path}#/permissions/deny/0".encode(), ran.stdout)
        self.assertIn("properties", json.loads(self.run_it("settings", "schema").stdout))

    def test_validate_counts(self):
        self.write(OWN, {"permissions": {"deny": ["Bash(rm:*)"], "ask": ["Bash(git push:*)", "WebFetch"]}})
        ran = self.run_it("settings", "validate")
        self.assertEqual(ran.returncode, 0)
        self.assertEqual(ran.stdout, b"OK: 1 file, 1 deny rule, 2 ask rules, 0 allow rules, 0 warnings\n")
        named = self.write("other.json", {"permissions": {"allow": ["Bash(ls)"]}})
        self.assertIn(b"1 allow rule,", self.run_it("settings", "validate", str(named)).stdout)


class Trust(PosternCase):
    question = ("check", "--set", "sandbox.enabled=false", "-c", "npm install")

    def test_only_what_was_accepted_loosens(self):
        self.write(OWN, {"permissions": {"allow": ["Bash(npm install)"], "deny": ["Bash(rm:*)"]}})
        before = self.run_it(*self.question)
        self.assertEqual(before.returncode, 1)
        self.assertEqual(before.stderr.count(b"\n"), 1)
        self.assertIn(b"postern trust", before.stderr)
        self.assertEqual(self.run_it("check", "-c", "rm x").returncode, 2)

        accepted = self.run_it("trust", "--yes")
        self.assertEqual(accepted.returncode, 0)
        self.assertIn(b"permissions.allow", accepted.stdout)
        self.assertIn(b"Bash(npm install)", accepted.stdout)
        after = self.run_it(*self.question)
        self.assertEqual((after.returncode, after.stderr), (0, b""))
        self.assertIn(str(self.project).encode(), self.run_it("trust", "--list").stdout)

        self.write(OWN, {"permissions": {"allow": ["Bash(npm install)", "Bash(rm:*)"]}})
        self.assertEqual(self.run_it(*self.question).returncode, 1)
        self.assertEqual(self.run_it("trust", "--yes", "-q").returncode, 0)
        self.assertEqual(self.run_it(*self.question).returncode, 0)
        self.assertEqual(self.run_it("trust", "--revoke").returncode, 0)
        self.assertEqual(self.run_it(*self.question).returncode, 1)

    def test_nothing_to_trust_and_bad_files(self):
        self.assert_error(self.run_it("trust"), "no settings")
        self.write(OWN, b"{")
        self.assert_error(self.run_it("trust"), OWN)

    def test_what_would_break_every_run_is_neither_valid_nor_trusted(self):
        """An untrusted file loosens nothing, so its loosening half must be looked at before it counts."""
        broken = {
            "a path with wildcards": ({"sandbox": {"filesystem": {"allowWrite": ["/x/*/y"]}}}, "wildcards"),
            "an allow rule": ({"permissions": {"allow": ["Bash(npm"]}}, "permissions/allow/0"),
            "a failing example": ({"permissions": {"allow": [{"rule": "Bash(ls)", "match": ["rm x"]}]}}, "example"),
            "a time limit": ({"postern": {"limits": {"timeout": "soon"}}}, "timeout"),
            "a port": ({"postern": {"network": {"hostPorts": [3128]}}}, "port"),
            "a protected name": ({"postern": {"waive": [".npmrcc"]}}, ".npmrc"),
            "an excluded command": ({"sandbox": {"excludedCommands": [""]}}, "excludedCommands"),
        }
        for name, (content, word) in broken.items():
            with self.subTest(name):
                self.write(OWN, content)
                self.assert_error(self.run_it("settings", "validate"), word)
                self.assert_error(self.run_it("trust", "--yes"), word)
                self.assertEqual(self.run_it("trust", "--list").stdout, b"No project is trusted.\n")
        self.write(OWN, {"sandbox": {"filesystem": {"allowWrite": ["/x/y"]}}})
        self.assertEqual(self.run_it("trust", "--yes").returncode, 0)

    def test_rules_that_can_meet_nothing_are_warned_about(self):
        for rule in ("Shell(rm)", "Bash(rm:* -rf)"):
            self.write(OWN, {"permissions": {"deny": [rule]}})
            ran = self.run_it("settings", "validate")
            self.assertEqual(ran.returncode, 0, ran)
            self.assertIn(b"warning: ", ran.stderr)
            self.assertIn(b"1 warning\n", ran.stdout)

    def test_a_named_file_is_trusted(self):
        path = self.write("named.json", {"permissions": {"allow": ["Bash(npm install)"]}, "sandbox": {"enabled": False}})
        ran = self.run_it("check", "--settings", str(path), "-c", "npm install")
        self.assertEqual((ran.returncode, ran.stdout.partition(b":")[0]), (0, b"allow"), ran)


class Init(PosternCase):
    def test_every_kind_of_project(self):
        for signs in ((), ("package.json",), ("package.json", "yarn.lock"), ("pnpm-lock.yaml",), ("Cargo.toml",),
                      ("pyproject.toml",), ("go.mod",), ("Makefile",), ("CMakeLists.txt",), ("meson.build",),
                      ("Gemfile",), ("pom.xml",), ("build.gradle",), ("composer.json",),
                      ("package.json", "Makefile", "pyproject.toml")):
            with self.subTest(signs):
                project = self.base / ("-".join(signs) or "empty")
                for sign in signs:
                    self.write(sign, "", base=project)
                project.mkdir(exist_ok=True)
                (project / ".git").mkdir()
                made = self.run_it("init", "--cwd", str(project))
                self.assertEqual(made.returncode, 0, made)
                self.assertIn(b"git:", made.stdout)
                self.assertEqual(self.run_it("trust", "--yes", str(project)).returncode, 0)
                checked = self.run_it("settings", "validate", "--cwd", str(project))
                self.assertEqual((checked.returncode, checked.stderr), (0, b""), checked)
                self.assertEqual(self.run_it("check", "--cwd", str(project), "-c", "git push").returncode, 1)

    def test_what_is_there_stays(self):
        path = self.write(OWN, "{}")
        self.assert_error(self.run_it("init"), "--force")
        self.assertEqual(path.read_text(encoding="utf-8"), "{}")
        self.assertEqual(self.run_it("init", "--force").returncode, 0)
        self.assertNotEqual(path.read_text(encoding="utf-8"), "{}")
        self.assertEqual(os.listdir(path.parent), ["settings.json"])

    def test_links_are_not_followed(self):
        elsewhere = self.base / "elsewhere"
        elsewhere.mkdir()
        os.symlink(elsewhere, self.project / ".postern")
        self.assert_error(self.run_it("init"), "symbolic link")
        self.assert_error(self.run_it("init", "--force"), "symbolic link")
        self.assertEqual(os.listdir(elsewhere), [])
        os.unlink(self.project / ".postern")
        (self.project / ".postern").mkdir()
        target = elsewhere / "target"
        os.symlink(target, self.project / OWN)
        self.assert_error(self.run_it("init", "--force"), "not a regular file")
        self.assertFalse(target.exists())


class Corpus(PosternCase):
    def test_a_wrong_expectation_is_found(self):
        runner = pathlib.Path(__file__).parent.parent / "corpus" / "run_corpus.py"
        line = {"id": "a", "command": "rm x", "policy": "deny", "rule": "Bash(rm:*)", "level": "core"}
        for sound, status in ((["deny"], 0), (["allow"], 1), (["ask"], 1)):
            path = self.write("corpus.jsonl", {**line, "sound": sound})
            ran = subprocess.run([sys.executable, runner, POSTERN, path], capture_output=True, check=False,
                                 timeout=self.timeout)
            self.assertEqual(ran.returncode, status, ran)


if __name__ == "__main__":
    main()
