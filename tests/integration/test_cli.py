"""The command line: help, options, what is said of errors, and JSON as docs/json.md has it."""

import json
import os
import pathlib
import pty
import signal
import subprocess
import time

from json_manual import ManualCase, manual
from postern_case import POSTERN, PosternCase, main
from run_case import SCRUB_ALONE, RunCase

OWN = ".postern/settings.json"


class Help(PosternCase):
    def test_help_for_a_command_has_two_spellings(self):
        for words in (["run"], ["settings", "show"], ["trust"]):
            self.assertEqual(self.run_it("help", *words).stdout, self.run_it(*words, "--help").stdout)
            self.assertIn(b"usage: postern " + " ".join(words).encode(), self.run_it("help", *words).stdout)
        self.assertEqual(self.run_it("help").stdout, self.run_it("--help").stdout)
        self.assert_error(self.run_it("help", "rum"), "run")

    def test_a_first_word_that_commands_share(self):
        for args in (("settings", "--help"), ("settings", "-h"), ("help", "settings")):
            ran = self.run_it(*args)
            self.assertEqual((ran.returncode, ran.stderr), (0, b""), args)
            for word in (b"show", b"validate", b"schema", b"the settings in force here"):
                self.assertIn(word, ran.stdout, args)


class Trust(PosternCase):
    question = ("check", "--set", "sandbox.enabled=false", "-c", "npm install")

    def setUp(self):
        super().setUp()
        self.write(OWN, {"permissions": {"allow": ["Bash(npm install)"]}})

    def trusted(self):
        return self.run_it(*self.question).returncode == 0

    def on_terminal(self, typed):
        """`postern trust` with a person who types this."""
        leader, follower = pty.openpty()
        with subprocess.Popen([POSTERN, "trust"], stdin=follower, stdout=follower, stderr=subprocess.PIPE,
                              cwd=self.project, env=self.env) as child:
            os.close(follower)
            shown = b""
            while b"[y/N]" not in shown:
                shown += os.read(leader, 4096)
            os.write(leader, typed)
            child.wait(self.timeout)
            self.assertIn(b"Bash(npm install)", shown)
        os.close(leader)
        return child.returncode

    def test_silence_is_no_yes(self):
        for stdin in (b"", b"y\n", b"yes\n"):
            for options in ((), ("-q",), ("--json",)):
                ran = self.run_it("trust", *options, stdin=stdin)
                self.assertEqual(ran.returncode, 125, (stdin, options))
                self.assertIn(b"--yes", ran.stderr)
                self.assertFalse(self.trusted(), (stdin, options))
        self.assertEqual(self.run_it("trust", "--yes").returncode, 0)
        self.assertTrue(self.trusted())
        self.assertEqual(self.run_it("trust").returncode, 0, "it is trusted already: there is nothing to ask")

    def test_a_person_says_yes(self):
        for typed in (b"n\n", b"\n", b"yikes\n", b"\x04"):
            self.assertEqual(self.on_terminal(typed), 125, typed)
            self.assertFalse(self.trusted(), typed)
        self.assertEqual(self.on_terminal(b"y\n"), 0)
        self.assertTrue(self.trusted())


class Options(PosternCase):
    def test_allow_host(self):
        ask = ("check", "--tool", "WebFetch", "--host", "a.test")
        self.assertEqual(self.run_it(*ask).returncode, 1)
        self.assertEqual(self.run_it(*ask, "--allow-host", "b.test", "--allow-host", "*.test").returncode, 0)
        self.assertIn(b"gate", self.run_it("profile", "--allow-host", "a.test").stdout)
        self.assertNotIn(b"gate", self.run_it("profile").stdout)
        self.assert_error(self.run_it(*ask, "--allow-host", "no host"), "no host")

    def test_allow_write_names_what_is_missing(self):
        for command in (("profile",), ("run", "--", "true")):
            ran = self.run_it(command[0], "--allow-write", "/no/such", "--allow-write", "nor/this/**", *command[1:])
            self.assert_error(ran, "--allow-write /no/such", "No such file or directory")
        (self.project / "d").mkdir()
        self.assertEqual(self.run_it("profile", "--allow-write", "d/**", "--allow-write", "/tmp").returncode, 0)

    def test_explain_suggests_only_what_helps(self):
        allow = ("--set", "sandbox.enabled=false", "--set", "permissions.allow=Bash(npm test:*)")
        for line in ("LD_PRELOAD=x.so npm test", "make $x", "git $x status"):
            page = self.run_it("explain", *allow, "-c", line).stdout
            self.assertIn(b"Verdict: ask", page, line)
            self.assertNotIn(b"permissions\", \"allow\"", page, line)
        page = self.run_it("explain", *allow, "-c", "npm run build").stdout
        self.assertIn(b'"Bash(npm run build)"', page)
        self.assertIn(b'or wider, for other calls of this kind: "Bash(npm run:*)"', page)

    def test_version(self):
        self.assertRegex(self.run_it("--version").stdout, rb"^postern [0-9.]+\n$")
        self.assertEqual(self.run_it("--version").stdout, self.run_it("version").stdout)


class Status(PosternCase):
    def network(self, *args):
        line = next(l for l in self.run_it("status", *args).stdout.decode().splitlines() if l.startswith("network"))
        return line, json.loads(self.run_it("status", "--json", *args).stdout)["network"]

    def test_hosts_are_allowed_by_lists_and_by_rules(self):
        text, value = self.network()
        self.assertIn("closed", text)
        self.assertEqual((value["state"], value["allowed"]), ("closed", []))
        for setting in ("sandbox.network.allowedDomains=a.test", "permissions.allow=WebFetch(domain:a.test)"):
            text, value = self.network("--set", setting)
            self.assertNotIn("closed", text)
            self.assertIn("a.test", text)
            self.assertIn("asked about", text)
            self.assertEqual(value["state"], "listed")
            self.assertEqual([e["host"] for e in value["allowed"]], [setting.split("=")[1]])
            self.assertIn(b"gate", self.run_it("profile", "--set", setting).stdout)
        for strict in ("sandbox.network.strictAllowlist=true", "permissions.denyInsteadOfPrompting=true"):
            text, value = self.network("--set", "sandbox.network.allowedDomains=a.test", "--set", strict)
            self.assertIn("refused", text)
            self.assertFalse(value["othersAsked"])


class Show(PosternCase):
    def test_keys_without_effect_say_so(self):
        self.write(OWN, {"sandbox": {"network": {"allowLocalBinding": True}}})
        text = self.run_it("settings", "show").stdout.decode()
        self.assertIn("sandbox.network.allowLocalBinding: without effect. ", text)
        self.assertNotIn("allowLocalBinding =", text)
        shown = json.loads(self.run_it("settings", "show", "--json").stdout)
        self.assertNotIn("allowLocalBinding", shown["sandbox"]["network"])
        self.assertEqual(len(shown["withoutEffect"]), 14)


class Run(RunCase):
    def test_a_program_that_is_not_there_is_named(self):
        ran = self.run_in("--", "no-such-program", "x")
        self.assertEqual(ran.returncode, 127)
        self.assertIn(b"no-such-program", ran.stderr)

    def test_restore_where_the_directory_is_gone(self):
        self.write("sub/deep/x", "")
        found = self.act("mkdir -p sub/deep/.vscode; echo '{}' > sub/deep/.vscode/tasks.json", *SCRUB_ALONE)["scrubbed"]
        self.assertEqual([f["action"] for f in found], ["quarantined"], found)
        (self.project / "sub/deep/x").unlink()
        (self.project / "sub/deep").rmdir()
        (self.project / "sub").rmdir()
        elsewhere = self.base / "elsewhere"
        elsewhere.mkdir()
        os.symlink(elsewhere, self.project / "sub")
        self.assertEqual(self.start([POSTERN, "scrub", "restore", found[0]["id"]]).returncode, 125)
        self.assertEqual(self.listing(elsewhere), [], "no link is followed")
        os.unlink(self.project / "sub")
        ran = self.start([POSTERN, "scrub", "restore", found[0]["id"]])
        self.assertEqual(ran.returncode, 0, ran)
        path = pathlib.Path(found[0]["path"])
        self.assertTrue(path.exists())
        umask = os.umask(0)
        os.umask(umask)
        self.assertEqual((self.project / "sub").stat().st_mode & 0o777, 0o777 & ~umask)

    def test_scrub_run_shows_what_it_found(self):
        script = self.script("echo begun; mkdir .vscode; echo '{}' > .vscode/tasks.json; sleep 100")
        with subprocess.Popen([POSTERN, "run", *SCRUB_ALONE, "--", "/bin/sh", script], stdout=subprocess.PIPE,
                              cwd=self.project, env=self.env) as child:
            self.assertEqual(child.stdout.readline(), b"begun\n")
            while not (self.project / ".vscode/tasks.json").exists():
                time.sleep(0.01)
            os.kill(child.pid, signal.SIGKILL)
        found = json.loads(self.run_it("scrub", "run", "--json").stdout)["findings"]
        self.assertEqual([f["action"] for f in found], ["quarantined"], found)


class Json(ManualCase):
    def test_every_command_answers_errors_with_an_object(self):
        errors = [self.object_of(*args) for args in (
            ("run", "--json", "--nonsense"), ("run", "--nonsense", "--json"),
            ("run", "--json", "--timeout", "x", "--", "true"), ("run", "--json"), ("nonsense", "--json"),
            ("check", "--json"), ("check", "--json", "--set", "x", "-c", "ls"),
            ("explain", "--json", "--settings", "/no/such", "-c", "ls"), ("profile", "--json", "--backend", "x"),
            ("profile", "--json", "--allow-write", "/no/such"), ("settings", "show", "--json", "--set", "x"),
            ("settings", "validate", "--json", "/no/such"), ("settings", "--json"), ("trust", "--json"),
            ("trust", "--json", "--list", "--revoke"), ("status", "--json", "--set", "x"), ("doctor", "--json", "x"),
            ("scrub", "restore", "--json"), ("scrub", "remove", "--json", "x"), ("scrub", "accept", "--json", "x"),
            ("scrub", "list", "--json", "x"), ("scrub", "run", "--json", "x"),
            ("version", "--json", "x"))]
        for error in errors:
            self.assertEqual(list(error), ["version", "error"])
        self.compare("Errors", *errors)
        ran = self.start([POSTERN, "check", "--json", "--set", "x", "-c", "ls"])
        self.assertEqual((ran.returncode, ran.stderr.count(b"\n")), (125, 1))
        quiet = self.start([POSTERN, "run", "--nonsense", "--", "ls", "--json"])
        self.assertEqual((quiet.returncode, quiet.stdout), (125, b""), "that --json is for ls")

    def test_check_and_explain(self):
        line = "A=1 B+=(x y) env rm \"$x\" > out; $y"
        for command in ("check", "explain"):
            self.compare("postern check", self.object_of(command, "--json", "-c", line))
        ran = self.start([POSTERN, "check", "--batch"], stdin=b'{"id":1,"command":"ls"}\n{"id":2}\n')
        answered, refused = map(json.loads, ran.stdout.splitlines())
        self.compare("postern check --batch", refused)
        self.assertEqual(set(answered), {"id", *self.object_of("check", "--json", "-c", "ls")})

    def test_run(self):
        deny = ("--set", "permissions.deny=Bash(rm:*)")
        bash = ("--", "/bin/bash", self.script(
            "exec 3<>/dev/tcp/127.0.0.1/3128; printf 'CONNECT b.test:443 HTTP/1.1\\r\\n\\r\\n' >&3; read -r x <&3\n"
            "rm -f x; mkdir .vscode; echo '{}' > .vscode/tasks.json"))
        full = self.object_of("run", "--json", "--allow-host", "a.test", *deny, *SCRUB_ALONE, *bash,
                              env={"MY_TOKEN": "x"})
        self.assertEqual(len(full["denied"]), 1, full)
        self.assertEqual(full["connections"][0]["verdict"], "deny", full)
        others = [self.object_of("run", "--json", *args) for args in (
            ("-c", "kill -TERM $$"), ("--timeout", "1s", "--", "sleep", "10"), ("--", "no-such-program"),
            (*deny, "-c", "rm x"))]
        self.assertEqual([o["outcome"]["kind"] for o in others], ["signaled", "timed-out", "not-executed", "refused"])
        walls = self.object_of("run", "--json", "--", "/bin/sh",
                               self.script(f"sleep 1000 & echo x > {self.outside}/x"))
        self.assertEqual((len(walls["unwritten"]), len(walls["ended"])), (1, 1), walls)
        ask = ("--set", "sandbox.enabled=false", "--set", "permissions.ask=Bash(touch:*)",
               "--set", "permissions.allow=Bash(true)")
        answered = [self.object_of("run", "--json", *ask, "--set", f"approval.hooks={json.dumps([self.hook(*hook)])}",
                                   "-c", "touch a", env={"POSTERN_SESSION": "s"}) for hook in (
            ("other", """echo '{"decision": "allow", "updatedInput": {"command": "true"}}'"""), ("crash", "exit 1"))]
        self.assertEqual([o["exitCode"] for o in answered], [0, 126], answered)
        self.compare("postern run", full, walls, *others, *answered, rare={"outcome.message"})

    def hook(self, name, body):
        """A hook command where no command can write."""
        path = self.base / name
        path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        path.chmod(0o755)
        self.own(path)
        return {"command": [str(path)]}

    def test_profile(self):
        without = self.object_of("profile", "--json", "--set", "sandbox.withoutNamespaces=true")
        (self.project / ".git").mkdir()
        self.write(".npmrc", "")
        self.write("instructions", "")
        (self.project / "CLAUDE.md").symlink_to("instructions")
        options = ("--set", "postern.waive=.npmrc", "--set", "postern.protect=secret", "--allow-host", "a.test",
                   "--set", "sandbox.network.allowUnixSockets=/run/x.sock")
        self.compare("postern profile", self.object_of("profile", "--json", *options, env={"MY_TOKEN": "x"}),
                     self.object_of("profile", "--json", "--backend", "seatbelt"), without,
                     rare={"weaknesses[].text", "notes[].text", "given[].path", "given[].why", "repositories[].path"})

    def test_profile_shows_the_ports_of_the_gate(self):
        ports = ("--set", "postern.network.exposePorts=[3000]", "--set", "postern.network.hostPorts=[5432]")
        gate = self.object_of("profile", "--json", *ports)["gate"]
        self.assertEqual((gate["hosts"], gate["exposedPorts"], gate["hostPorts"]), (False, [3000], [5432]))
        text = self.start([POSTERN, "profile", *ports]).stdout.decode()
        self.assertIn("lead into the sandbox: 3000\n", text)
        self.assertIn("lead to those of this machine: 5432\n", text)

    def test_profile_says_why_there_is_no_sandbox(self):
        off = ("--set", "sandbox.enabled=false")
        shown = self.object_of("profile", "--json", *off)
        self.assertEqual([w["text"] for w in shown["weaknesses"]],
                         ["commands run without a sandbox: sandbox.enabled is false (--set#/sandbox/enabled)"])
        self.assertEqual((shown["network"], shown["filesIsolated"], shown["mounts"]), ("host", False, []))
        self.assertIn(b"commands run without a sandbox", self.start([POSTERN, "profile", *off]).stdout)
        self.assertEqual(self.object_of("profile", "--json")["weaknesses"], [])

    def test_settings_and_trust(self):
        self.write(OWN, {"permissions": {"allow": ["Bash(ls)"]}})
        self.own(self.project)
        self.compare("postern settings show", self.object_of("settings", "show", "--json"))
        self.compare("postern settings validate", self.object_of("settings", "validate", "--json"))
        accepted = self.object_of("trust", "--json", "--yes")
        self.assertEqual(accepted["files"][0]["grants"], {"permissions.allow": ["Bash(ls)"]})
        self.compare("postern trust", accepted, self.object_of("trust", "--json", "--list"),
                     self.object_of("trust", "--json", "--revoke"))

    def test_doctor_status_and_version(self):
        self.write(OWN, {})
        self.own(self.project)
        self.compare("postern doctor", self.object_of("doctor", "--json"))
        hosts = ("--set", "sandbox.network.allowedDomains=a.test", "--set", "sandbox.network.deniedDomains=b.test")
        self.compare("postern status", self.object_of("status", "--json", *hosts))
        self.compare("postern version", self.object_of("version", "--json"))

    def test_scrub(self):
        found = self.act("mkdir .vscode; echo '{}' > .vscode/tasks.json", *SCRUB_ALONE)["scrubbed"]
        self.compare("postern scrub list", self.object_of("scrub", "list", "--json"))
        self.compare("postern scrub restore", self.object_of("scrub", "restore", "--json", found[0]["id"], "none"))
        self.compare("postern scrub run", self.object_of("scrub", "run", "--json"),
                     rare={f for f in manual()["postern scrub run"] if "[]" in f})


if __name__ == "__main__":
    main()
