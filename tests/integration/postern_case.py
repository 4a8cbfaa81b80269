"""Base of the tests of the built program: makes a temporary home and project, and runs Postern."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

POSTERN = os.environ["POSTERN"]
MUST_RUN = os.environ.get("POSTERN_TESTS_MUST_RUN") == "1"
# The long campaigns in full, not a part of each.
ALL = os.environ.get("POSTERN_TESTS_ALL") == "1"
# Seconds to wait for what must come. Much, because other work on the machine must not make a test fail.
PATIENCE = float(os.environ.get("POSTERN_TESTS_PATIENCE", "60"))

# Tools that even a machine on which every test must run may lack, and why.
OPTIONAL = {
    "go": "the package is several hundred megabytes, and the compiler does nothing that cc does not do",
    "cargo": "the package is several hundred megabytes, and the compiler does nothing that cc does not do",
    "javac": "the package is several hundred megabytes",
}



def worlds():
    """The directory for the homes and projects of tests. Not /tmp: commands have a /tmp of their own."""
    for place in ("/srv", os.environ.get("HOME", "/"), os.getcwd()):
        if os.access(place, os.W_OK | os.X_OK) and not os.path.realpath(place).startswith(("/tmp", "/var/tmp")):
            return place
    return tempfile.gettempdir()


def out_of_time(*_):
    raise TimeoutError("the test takes too long")


class PosternCase(unittest.TestCase):
    """Each test has an empty home and an empty project, and no variable of the caller's but PATH."""

    timeout = 60  # of one run of the program
    limit = 900  # of the whole case, in seconds

    def setUp(self):
        # A read that never ends is a failure of this case, not of the whole file.
        signal.signal(signal.SIGALRM, out_of_time)
        signal.alarm(self.limit)
        self.addCleanup(signal.alarm, 0)
        self.base = pathlib.Path(os.path.realpath(tempfile.mkdtemp(prefix="postern-test-", dir=worlds())))
        self.addCleanup(shutil.rmtree, self.base, ignore_errors=True)
        self.home = self.base / "home"
        self.project = self.base / "project"
        self.home.mkdir()
        self.project.mkdir()
        self.env = {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}

    def run_it(self, *args, stdin=b"", env=None, **more):
        """Runs the program; output stays bytes, so that bad bytes are seen. Asserts that it did not crash."""
        ran = subprocess.run([POSTERN, *args], input=stdin, capture_output=True, check=False, timeout=self.timeout,
                             cwd=self.project, env={**self.env, **(env or {})}, **more)
        self.assertIn(ran.returncode, (0, 1, 2, 125), ran)
        return ran

    def write(self, name, content, base=None):
        """Writes a file of the project. Content that is neither text nor bytes is written as JSON."""
        path = (base or self.project) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    def answer(self, *args, **more):
        """Returns the parsed answer of `check --json`."""
        ran = self.run_it("check", "--json", *args, **more)
        return json.loads(ran.stdout.decode("utf-8"))

    def assert_error(self, ran, *words):
        """Asserts exit status 125, no output, and one line on stderr with every word."""
        self.assertEqual(ran.returncode, 125, ran)
        self.assertEqual(ran.stdout, b"", ran)
        lines = ran.stderr.decode("utf-8").splitlines()
        self.assertEqual(len(lines), 1, ran)
        self.assertTrue(lines[0].startswith("postern: "), ran)
        for word in words:
            self.assertIn(word, lines[0])

    def cannot_run(self, why):
        """Skips the test, or fails it if POSTERN_TESTS_MUST_RUN=1."""
        if MUST_RUN:
            self.fail(f"cannot run here: {why}")
        self.skipTest(why)

    def need(self, *programs):
        """Skips where one of these programs is missing, unless skipping is not allowed."""
        for program in programs:
            if not shutil.which(program, path=self.env["PATH"]):
                if program in OPTIONAL:
                    self.skipTest(f"no {program}, which is optional: {OPTIONAL[program]}")
                self.cannot_run(f"no {program} in {self.env['PATH']}")

    def eventually(self, condition, what):
        """Waits until the condition holds and returns its value. Fails if that never happens."""
        deadline = time.monotonic() + PATIENCE
        while not (found := condition()):
            if time.monotonic() > deadline:
                self.fail(f"waited in vain: {what}")
            time.sleep(0.01)
        return found


def main():
    """Runs the cases of this file, or those that the arguments name."""
    unittest.main(verbosity=1)
