#!/usr/bin/env python3
"""postern run, from outside: what runs, what is refused, how it ends."""

import os
import pathlib
import signal
import subprocess

from postern_case import POSTERN, main
from run_case import RunCase, for_root_and_user


@for_root_and_user
class Everyday(RunCase):
    def test_the_working_directory_is_writable_and_the_rest_is_not(self):
        self.assertEqual(self.bare(f"echo hi > out.txt; touch {self.outside}/x").returncode, 0)
        (self.outside / "x").unlink()
        (self.project / "out.txt").unlink()
        ran = self.sh(f"echo hi > out.txt; touch {self.outside}/x")
        self.assertNotEqual(ran.returncode, 0)
        self.assertEqual((self.project / "out.txt").read_text(), "hi\n")
        self.assertFalse((self.outside / "x").exists())

    def test_exit_status_is_the_commands(self):
        for script, status in (("exit 0", 0), ("exit 7", 7), ("exit 125", 125), ("kill -TERM $$", 143),
                               ("kill -SEGV $$", 139)):
            self.assertEqual(self.sh(script).returncode, status, script)
        self.assertEqual(self.run_in("--", "no-such-program").returncode, 127)
        self.write("plain", "x")
        self.assertEqual(self.run_in("--", "./plain").returncode, 126)

    def test_json_tells_apart_what_the_status_cannot(self):
        for script, outcome in (("exit 125", {"kind": "exited", "code": 125}),
                                ("kill -KILL $$", {"kind": "signaled", "signal": 9, "core": False})):
            self.assertEqual(self.result("--", "/bin/sh", "-c", script)["outcome"], outcome)
        result = self.result("--", "/bin/sh", "-c", "echo out; echo err >&2")
        self.assertEqual(result["stdout"], {"text": "out\n", "bytes": 4, "cut": False})
        self.assertEqual(result["stderr"], {"text": "err\n", "bytes": 4, "cut": False})
        self.assertEqual(result["outcome"], {"kind": "exited", "code": 0})
        self.assertEqual(self.result("--", "no-such")["outcome"], {"kind": "not-executed", "errno": 2})

    def test_shell_text_and_input(self):
        ran = self.run_in("-c", "tr a-z A-Z | { cat; echo $((6*7)); }", stdin=b"abc\n")
        self.assertEqual((ran.returncode, ran.stdout), (0, b"ABC\n42\n"))

    def test_a_denied_command_does_not_run(self):
        ran = self.run_in("--set", 'permissions.deny=["Bash(touch:*)"]', "-c", "echo x > y; touch z")
        self.assertEqual(ran.returncode, 126)
        self.assertIn(b"Bash(touch:*)", ran.stderr)
        self.assertEqual(self.listing(), [])

    def test_an_ask_without_a_terminal_is_refused(self):
        ran = self.run_in("--set", 'permissions.ask=["Bash(touch:*)"]', "-c", "touch z", start_new_session=True)
        self.assertEqual(ran.returncode, 126)
        self.assertIn(b"no terminal", ran.stderr)
        self.assertEqual(self.listing(), [])

    def test_bad_settings_run_nothing(self):
        self.write(".postern/settings.json", '{"sandbox":{"enabeld":true}}')
        ran = self.run_in("--", "touch", "z")
        self.assertEqual(ran.returncode, 125)
        self.assertFalse((self.project / "z").exists())

    def test_temporary_files_have_a_private_place(self):
        ran = self.sh('mktemp && stat -c "%a %u" "$TMPDIR"')
        lines = ran.stdout.decode().splitlines()
        user = self.uid if self.uid is not None else os.getuid()
        self.assertTrue(lines[0].startswith("/tmp/"), ran)
        self.assertEqual(lines[1], f"700 {user}")
        self.assertFalse(os.path.lexists(lines[0]), "it is not the host's")

    def test_the_environment_is_cleaned(self):
        env = {"GITHUB_TOKEN": "s3cret", "LD_PRELOAD": "/x.so", "BASH_ENV": "/tmp/x", "HARMLESS": "1"}
        ran = self.sh("env", env=env)
        seen = ran.stdout.decode()
        self.assertIn("HARMLESS=1", seen)
        self.assertIn("POSTERN=1", seen)
        for name in ("GITHUB_TOKEN", "LD_PRELOAD", "BASH_ENV"):
            self.assertNotIn(name, seen)
        dropped = {d["name"] for d in self.result("--", "true", env=env)["environment"]["dropped"]}
        self.assertLessEqual({"GITHUB_TOKEN", "LD_PRELOAD", "BASH_ENV"}, dropped)
        kept = self.sh("env", "--set", 'sandbox.env.keep=["GITHUB_*"]', env=env).stdout.decode()
        self.assertIn("GITHUB_TOKEN=s3cret", kept)
        self.assertIn(b"GITHUB_TOKEN", self.run_in("-v", "--", "true", env=env).stderr)
        self.assertIn("A=b=c", self.sh("env", "--env", "A=b=c").stdout.decode())

    def test_timeout(self):
        ran = self.run_in("--timeout", "300ms", "--", "/bin/sh", self.script("trap '' TERM; sleep 300"))
        self.assertEqual(ran.returncode, 124)
        self.assertEqual(self.result("--timeout", "200ms", "--", "sleep", "300")["outcome"]["kind"], "timed-out")

    def test_output_is_cut_in_the_middle(self):
        result = self.result("--", "/bin/sh", "-c", "yes | head -c 1000000; echo the end")
        self.assertEqual(result["stdout"]["bytes"], 1000008)
        self.assertTrue(result["stdout"]["cut"])
        self.assertTrue(result["stdout"]["text"].endswith("the end\n"))
        self.assertLess(len(result["stdout"]["text"]), 230_000)

    def test_no_trace_is_left(self):
        before = self.listing()
        self.assertEqual(self.sh("true").returncode, 0)
        self.assertEqual(self.listing(), before)
        self.assertEqual(self.listing(self.outside), [])

    def test_denied_reads(self):
        self.write("secret/key", "s")
        self.write("secret/pub/f", "p")
        self.write(".env", "e")
        self.own(self.project)
        settings = ("--set", 'sandbox.filesystem.denyRead=["secret",".env"]', "--set",
                    'sandbox.filesystem.allowRead=["secret/pub"]')
        self.assertEqual(self.bare("cat secret/key .env").returncode, 0)
        ran = self.sh("cat secret/pub/f; cat secret/key; cat .env; ls secret", *settings)
        self.assertEqual(ran.stdout, b"ppub\n")
        self.assertIn(b".env: Permission denied", ran.stderr)

    def test_two_settings_deny_beats_allow(self):
        for name in ("w", "w/locked/open"):
            (self.outside / name).mkdir(parents=True)
        self.own(self.outside)
        w = self.outside / "w"
        settings = ("--set", f'sandbox.filesystem.allowWrite=["{w}","{w}/locked/open"]', "--set",
                    f'sandbox.filesystem.denyWrite=["{w}/locked"]')
        self.sh(f"touch {w}/a; touch {w}/locked/b; touch {w}/locked/open/c", *settings)
        self.assertEqual(self.listing(w), ["a", "locked", "locked/open"])

    def test_kill_takes_everything_along(self):
        mark = f"postern-mark-{os.getpid()}-{self.uid}"
        script = ["/bin/bash", "-c", f"(exec -a {mark} sleep 300) & (exec -a {mark} sleep 300) & wait"]
        run = subprocess.Popen(self.as_user([POSTERN, "run", "--", *script]), env=self.env, cwd=self.project)
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        self.eventually(lambda: self.count(mark) >= 2, "two processes inside")
        run.kill()
        run.wait()
        self.eventually(lambda: not self.count(mark), "the end of both")

    @staticmethod
    def count(mark):
        found = 0
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                found += path.read_bytes().startswith(mark.encode())
            except OSError:
                pass
        return found

    def test_signals_are_forwarded(self):
        run = subprocess.Popen(self.as_user([POSTERN, "run", "--", "/bin/sh", "-c",
                                             "trap 'echo got; exit 3' TERM; echo ready; while :; do sleep 0.05; done"]),
                               env=self.env, cwd=self.project, stdout=subprocess.PIPE)
        self.assertEqual(run.stdout.readline(), b"ready\n")
        run.send_signal(signal.SIGTERM)
        self.assertEqual((run.stdout.read(), run.wait()), (b"got\n", 3))
        run.stdout.close()

    def test_closed_standard_descriptors(self):
        for fds in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
            ran = self.start(["/bin/sh", "-c", f'"$0" run -- /bin/sh -c "exit 5" {fds}', POSTERN])
            self.assertEqual(ran.returncode, 5, (fds, ran))


if __name__ == "__main__":
    main()
