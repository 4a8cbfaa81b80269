#!/usr/bin/env python3
"""A login umask of 0002, usual where each user has a group: what is built and written under it still works."""

import os
import pathlib
import shutil
import subprocess

from postern_case import POSTERN, main
from run_case import RunCase

SOURCES = pathlib.Path(__file__).resolve().parents[2]
GROUP_WRITES = 0o002


class Umask(RunCase):
    def test_a_helper_built_under_it_is_taken(self):
        build = self.base / "build"
        for words in (["meson", "setup", "-Dtests=false", build, SOURCES],
                      ["ninja", "-C", build, "helpers/postern-init"]):
            ran = subprocess.run(words, capture_output=True, check=False, umask=GROUP_WRITES)
            self.assertEqual(ran.returncode, 0, ran)
        linked = os.stat(build / "helpers/postern-init-linked").st_mode
        self.assertEqual(linked & 0o022, 0o020, "the umask held")
        postern = build / "src/cli/postern"
        postern.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(POSTERN, postern)
        ran = self.start([postern, "run", "--", "sh", "-c", "echo inside as $$"], umask=GROUP_WRITES)
        self.assertRegex(ran.stdout, rb"^inside as [0-9]\n$", ran)

    def test_what_is_remembered_stays_private_and_is_believed(self):
        rule = {"permissions": {"deny": ["Bash(rm:*)"]}, "sandbox": {"filesystem": {"allowWrite": [str(self.outside)]}}}
        self.write(".postern/settings.json", rule)
        trusted = self.start([POSTERN, "trust", "--yes"], umask=GROUP_WRITES)
        self.assertEqual(trusted.returncode, 0, trusted)
        for _ in range(2):
            ran = self.run_in("--", "touch", str(self.outside / "trusted"), umask=GROUP_WRITES)
            self.assertEqual(ran.returncode, 0, ran)
            (self.outside / "trusted").unlink()
        state = self.home / ".local/state/postern"
        files = [state, *state.rglob("*")]
        self.assertGreater(len(files), 1)
        for path in files:
            self.assertEqual(os.lstat(path).st_mode & 0o077, 0, path)


if __name__ == "__main__":
    main()
