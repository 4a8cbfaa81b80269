"""What the tests of the built program share: a throwaway home and project, and a way to run it."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

POSTERN = os.environ["POSTERN"]
MUST_RUN = os.environ.get("POSTERN_TESTS_MUST_RUN") == "1"


class PosternCase(unittest.TestCase):
    """Each test has an empty home and an empty project, and no variable of the caller's but PATH."""

    timeout = 20

    def setUp(self):
        self.base = pathlib.Path(os.path.realpath(tempfile.mkdtemp(prefix="postern-test-")))
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
        """A file of the project; what is not text is written as JSON."""
        path = (base or self.project) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    def answer(self, *args, **more):
        """The parsed answer of `check --json`."""
        ran = self.run_it("check", "--json", *args, **more)
        return json.loads(ran.stdout.decode("utf-8"))

    def assert_error(self, ran, *words):
        """Exit 125, nothing on stdout, one line on stderr that holds every word."""
        self.assertEqual(ran.returncode, 125, ran)
        self.assertEqual(ran.stdout, b"", ran)
        lines = ran.stderr.decode("utf-8").splitlines()
        self.assertEqual(len(lines), 1, ran)
        self.assertTrue(lines[0].startswith("postern: "), ran)
        for word in words:
            self.assertIn(word, lines[0])

    def cannot_run(self, why):
        """Skips, unless skipping is not allowed."""
        if MUST_RUN:
            self.fail(f"cannot run here: {why}")
        self.skipTest(why)


def main():
    unittest.main(verbosity=1, argv=[sys.argv[0]])
