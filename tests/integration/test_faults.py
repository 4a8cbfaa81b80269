#!/usr/bin/env python3
"""Kills at random moments, and many runs at once: nothing is left behind, and nothing is visible meanwhile."""

import ctypes
import os
import pathlib
import random
import select
import shutil
import signal
import struct
import subprocess
import time

from postern_case import ALL, PATIENCE, POSTERN, main
from run_case import SCRUB_ALONE, RunCase, for_root_and_user

SEED = int(os.environ.get("SEED", "1"))
KILLS = 200 if ALL else 60

# The killed commands try to leave a start-up file, a repository that runs code, and a directory laid out like one.
PLANT = """
mkdir -p .git/objects .git/refs deep/er/objects deep/er/refs
printf 'ref: refs/heads/x\\n' > .git/HEAD; printf '[core]\\n fsmonitor = "touch %s; false"\\n' "$1" > .git/config
echo 'ref: refs/heads/x' > deep/er/HEAD; printf '[core]\\n bare = true\\n worktree = ..\\n fsmonitor = touch %s\\n' "$1" > deep/er/config
echo x > .bashrc; echo x > .envrc; echo ordinary > kept
sleep 5
"""


def descendants(pid):
    found, todo = [], [pid]
    while todo:
        at = todo.pop()
        try:
            children = [int(c) for c in pathlib.Path(f"/proc/{at}/task/{at}/children").read_text().split()]
        except OSError:
            continue
        found += children
        todo += children
    return found


def alive(pid):
    """Tells whether the process runs. A zombie does not."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@for_root_and_user
class Kills(RunCase):
    timeout = 120

    def test_at_random_moments(self):
        dice = random.Random(SEED)
        evidence = self.outside / "ran"
        planted = 0
        argv = self.as_user([POSTERN, "run", "-q", *SCRUB_ALONE, "--", "/bin/sh", self.script(PLANT), str(evidence)])

        def begin():
            return subprocess.Popen(argv, env=self.env, cwd=self.project, stdin=subprocess.DEVNULL,
                                    stderr=subprocess.DEVNULL)

        # How long this machine needs now until everything is planted.
        began, first = time.monotonic(), begin()
        self.addCleanup(first.wait)
        self.addCleanup(first.kill)
        self.eventually((self.project / "kept").exists, "the last planted file")
        needed = time.monotonic() - began
        first.terminate()
        first.wait(PATIENCE)
        for i in range(KILLS):
            run = begin()
            time.sleep(dice.uniform(0, 1.5 * needed))
            everyone = descendants(run.pid)
            # postern itself, bwrap, or the first process inside.
            victim = dice.choice([run.pid, *everyone[:2]])
            try:
                os.kill(victim, signal.SIGKILL)
            except ProcessLookupError:
                pass
            try:
                run.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                run.kill()
                self.fail(f"round {i}: killing {victim} did not end the run")
            planted += (self.project / ".bashrc").exists()
            after = self.start([POSTERN, "status", "-q"])  # any subcommand
            for pid in everyone:
                self.eventually(lambda: not alive(pid), f"round {i}: the end of {pid}")
            self.assertNotIn(b"DANGER", after.stderr)
            left = self.listing()
            for name in (".bashrc", ".envrc"):
                self.assertNotIn(name, left, f"round {i}, victim {'postern' if victim == run.pid else victim}")
            self.assertEqual(self.listing(self.outside), [])
            if any((self.project / name).exists() for name in (".git/HEAD", "deep/er/HEAD")):
                self.bare("git status; cd deep/er && git status")
            self.assertFalse(evidence.exists(), f"round {i}: planted code ran")
            for name in (".git", "deep"):  # harmless remains, or planting that was interrupted
                shutil.rmtree(self.project / name, ignore_errors=True)
        self.assertGreater(planted, 0, "no round got as far as planting anything: the test proves nothing")


@for_root_and_user
class Parallel(RunCase):
    """Many runs in one directory, watched from outside."""

    def test_two_and_twenty(self):
        self.git("init", "-q")
        self.write("CLAUDE.md", "mine\n")
        self.own(self.project)
        config = (self.project / ".git/config").read_bytes()
        script = self.script("for i in 1 2 3 4 5; do echo x >> .git/config; echo x > CLAUDE.md; mv .git moved\n"
                             "touch f$1.$i; sleep 0.0$(($1 % 9)); done; exit 0")
        for together in (2, 20):
            with Watched(self.project) as watched:
                runs = [subprocess.Popen(self.as_user([POSTERN, "run", "-q", "--", "/bin/sh", script, str(n)]),
                                         env=self.env, cwd=self.project, stderr=subprocess.PIPE)
                        for n in range(together)]
                ended = [(run.communicate(timeout=PATIENCE)[1], run.returncode) for run in runs]
            for said, status in ended:
                self.assertEqual(status, 0, said)
            self.assertEqual((self.project / ".git/config").read_bytes(), config)
            self.assertEqual((self.project / "CLAUDE.md").read_text(), "mine\n")
            for n in range(together):
                self.assertTrue((self.project / f"f{n}.5").exists())
            strangers = {name for name in watched.seen if not name.startswith("f")}
            self.assertEqual(strangers, set(), "something else was visible for a while")


class Watched:
    """Collects, by inotify, the names created in or moved into a directory while the block runs."""

    CREATED = 0x100 | 0x80

    def __init__(self, directory):
        self.directory, self.seen = directory, set()

    def __enter__(self):
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.fd = self.libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        assert self.libc.inotify_add_watch(self.fd, os.fsencode(self.directory), self.CREATED) >= 0
        return self

    def __exit__(self, *_):
        while select.select([self.fd], [], [], 0)[0]:
            events = os.read(self.fd, 1 << 16)
            while events:
                _, _, _, length = struct.unpack_from("iIII", events)
                self.seen.add(events[16:16 + length].rstrip(b"\0").decode())
                events = events[16 + length:]
        os.close(self.fd)


if __name__ == "__main__":
    main()
