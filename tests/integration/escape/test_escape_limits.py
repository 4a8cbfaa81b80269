#!/usr/bin/env python3
"""Ways to use up the machine: processes, time, memory, disk, output; and what a crash leaves behind."""

import json
import os

from escape_case import PYTHON, EscapeCase
from postern_case import main
from run_case import for_root_and_user

# Bounded by itself, in case the limit has no effect.
FORKS = """
import os, sys, time
children, refused = 0, 0
for _ in range(120):
    try:
        pid = os.fork()
    except OSError:
        refused += 1
        continue
    if pid == 0:
        time.sleep(60)
        os._exit(0)
    children += 1
print(children, refused)
sys.stdout.flush()
os.kill(0, 9)
"""


@for_root_and_user
class Limits(EscapeCase):
    def program(self, name, text):
        path = self.scripts / name
        path.write_text(text, encoding="utf-8")
        return path

    def test_processes(self):
        forks = self.program("forks.py", FORKS)
        bare = self.start(["setsid", PYTHON, forks])
        self.assertEqual(bare.stdout.split(), [b"120", b"0"], bare)
        ran = self.run_in("--pids", "30", "--", PYTHON, str(forks))
        if ran.returncode == 125:
            # Refused: the limit cannot be set here, and nothing ran without it.
            self.assertEqual(ran.stdout, b"")
            self.assertIn(b"limit", ran.stderr)
            return
        children, refused = (int(n) for n in ran.stdout.split())
        self.assertLessEqual(children, 30, ran)
        self.assertGreater(refused, 0)

    def test_processor_time(self):
        result = self.result("--set", 'postern.limits.cpu="1s"', "--", "/bin/sh", "-c",
                             "trap '' XCPU TERM; while :; do :; done")
        self.assertEqual((result["outcome"]["kind"], result["outcome"].get("signal")), ("signaled", 9), result)

    def test_file_size(self):
        ran = self.sh("head -c 8M /dev/zero > big; truncate -s 64M sparse; true", "--set",
                      'postern.limits.fileSize="1M"')
        self.assertEqual(self.bare("head -c 8M /dev/zero > b2 && stat -c %s b2").stdout, b"8388608\n")
        for name in ("big", "sparse"):
            path = self.project / name
            with self.subTest(file=name):
                self.assertTrue(not path.exists() or path.stat().st_size <= 1 << 20, ran)

    def test_memory(self):
        eat = self.program("eat.py", "print('began', flush=True)\nx = [bytearray(b'x' * (10 << 20)) for _ in range(40)]\n"
                           "print('ate')\n")
        self.assertEqual(self.start([PYTHON, eat]).stdout, b"began\nate\n")
        self.assertEqual(self.run_in("--memory", "150M", "--", PYTHON, str(eat)).stdout, b"began\n")

    def test_output(self):
        for flood in ("head -c 30M /dev/zero", "head -c 30M /dev/zero >&2", "yes | head -c 30M"):
            ran = self.run_in("--json", "--max-output", "10k", "--", "/bin/sh", "-c", flood)
            with self.subTest(flood=flood):
                self.assertLess(len(ran.stdout), 200_000)
                json.loads(ran.stdout)

    def test_time(self):
        for name, script in {"ignoring": "trap '' TERM INT HUP; sleep 300", "stopped": "kill -STOP $$",
                             "children": "for i in 1 2 3; do setsid sleep 300 & done; wait",
                             "pipe held": "sleep 300 & exec >&- 2>&-; sleep 300",
                             "stopping others": "kill -STOP 1; kill -STOP -1; sleep 300"}.items():
            with self.subTest(way=name):
                ran = self.run_in("--timeout", "1s", "--", "/bin/sh", self.script(script))
                self.assertEqual(ran.returncode, 124, ran)

    def test_crash(self):
        """A crash with room for a core leaves nothing outside the project."""
        before = [p for p in sorted(os.listdir(self.base)) if not p.startswith("script")]
        attempt = "ulimit -c unlimited; sh -c 'kill -SEGV $$'"
        ran = self.sh(f"{attempt}; cd {self.outside} && {attempt}; cd / && {attempt}; cd {self.home}; {attempt}; true")
        self.assertEqual(ran.returncode, 0, ran)
        self.assertEqual([p for p in sorted(os.listdir(self.base)) if not p.startswith("script")], before)
        self.assertEqual((self.listing(self.outside), [p for p in self.listing(self.home) if "core" in p]), ([], []))
        self.assertEqual([p for p in os.listdir("/") if p.startswith("core")], [])


if __name__ == "__main__":
    main()
