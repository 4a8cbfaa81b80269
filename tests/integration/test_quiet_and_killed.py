#!/usr/bin/env python3
"""The scrub after real runs: quiet ones, which need no walk, and killed ones, whose end postern-init writes down."""

import os
import shutil
import signal
import subprocess
import time

from postern_case import POSTERN, main
from run_case import SCRUB_ALONE, RunCase, for_root_and_user

REPOSITORIES = 20  # more than are mounted read-only near the surface


@for_root_and_user
class Quiet(RunCase):
    """Runs that make no name, after which only known files are looked at."""

    def setUp(self):
        super().setUp()
        for i in range(REPOSITORIES):
            self.git("init", "-q", f"d{i}/r")
        (self.project / "deep/er").mkdir(parents=True)
        self.write("deep/er/CLAUDE.md", "mine\n")
        self.own(self.project)
        time.sleep(0.05)
        self.act("true")

    def index(self):
        trees = [path for path in self.state().glob("trees/*") if "." not in path.name and path.name != "roots"]
        return {path: path.stat().st_atime_ns for path in trees}

    def state(self):
        found = [path.parent for path in (self.home).rglob("trees") if path.is_dir()]
        self.assertEqual(len(found), 1)
        return found[0]

    def reads_the_index(self, script, *options):
        """Tells whether a run opens the large index. The access time is set back, so that reading sets it."""
        long_ago = 10**9
        for path in self.index():
            os.utime(path, ns=(long_ago, path.stat().st_mtime_ns))
        self.act(script, *options)
        return any(time != long_ago for time in self.index().values())

    def test_no_walk_without_new_names(self):
        if not self.reads_the_index("touch f"):
            self.skipTest("this file system does not note when a file is read")
        self.assertFalse(self.reads_the_index("true; cat deep/er/CLAUDE.md; ls d1/r/.git; rm f"))
        for way in ("mkdir x", "mv x y", "ln -s a b", "ln deep/er/CLAUDE.md c && rm c", "mkfifo p", "echo x > g"):
            self.assertTrue(self.reads_the_index(way), way)
        self.assertTrue(self.reads_the_index("true", *SCRUB_ALONE), "the guard is off, so nobody knows")

    def test_a_known_file_that_is_written_in_place(self):
        inside = [i for i in range(REPOSITORIES)
                  if self.sh(f"test -w d{i}/r/.git/config").returncode == 0]
        self.assertTrue(inside, "every configuration is under a mount: the test shows nothing")
        config = self.project / f"d{inside[0]}/r/.git/config"
        before = config.read_bytes()
        evil = "[core]\\n\\tfsmonitor = x\\n"
        for path, script in ((config, f"printf '{evil}' | dd of={config} oflag=append conv=notrunc,nocreat"),
                             (self.project / "deep/er/CLAUDE.md",
                              "printf evil | dd of=deep/er/CLAUDE.md conv=notrunc,nocreat"),
                             (self.project / "deep/er/CLAUDE.md", "chmod 777 deep/er/CLAUDE.md")):
            found = self.act(script)["scrubbed"]
            self.assertEqual([one["path"] for one in found], [str(path)], script)
        self.assertEqual(config.read_bytes(), before)
        self.assertEqual((self.project / "deep/er/CLAUDE.md").read_text(), "mine\n")


@for_root_and_user
class Killed(RunCase):
    """What the user does after the death of Postern is not the command's work."""

    def kill_while_running(self):
        script = self.script("mkdir -p plant/.git; echo x > .envrc; echo ready > ready; sleep 30")
        run = subprocess.Popen(self.as_user([POSTERN, "run", "-q", *SCRUB_ALONE, "--", "/bin/sh", script]), env=self.env,
                               cwd=self.project, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        self.eventually((self.project / "ready").exists, "the command")
        run.send_signal(signal.SIGKILL)
        run.wait()
        (self.project / "ready").unlink()

    def journals(self):
        return [path for path in self.home.rglob("journal/*.json")]

    def test_the_users_work_stays(self):
        (self.project / "mine").mkdir()
        self.own(self.project)
        time.sleep(0.05)
        self.kill_while_running()
        self.eventually(lambda: any(path.read_bytes().endswith(b"\t") for path in self.journals()), "the mark of the end")
        time.sleep(0.05)
        self.write("mine/CLAUDE.md", "the user's\n")
        self.bare("git init -q users; git -C users config core.fsmonitor x")
        after = self.start([POSTERN, "status"])
        self.assertIn(b".envrc", after.stderr)
        self.assertFalse((self.project / ".envrc").exists())
        self.assertEqual((self.project / "mine/CLAUDE.md").read_text(), "the user's\n")
        self.assertIn("fsmonitor", (self.project / "users/.git/config").read_text())
        self.assertEqual(self.journals(), [])
        shutil.rmtree(self.project / "users")


if __name__ == "__main__":
    main()
