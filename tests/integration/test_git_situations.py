#!/usr/bin/env python3
"""git in the sandbox does what it does outside, or refuses before anything moves and says why. The table is in
git_situations.py."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

from git_situations import ASKED, REFUSED, SAME, SITUATIONS, WORLD
from postern_case import ALL, POSTERN, main
from run_case import OUTSIDE, RunCase, for_root_and_user

# Commits get the same names in every copy.
DATES = "export GIT_AUTHOR_DATE='2024-01-02T03:04:05Z' GIT_COMMITTER_DATE='2024-01-02T03:04:05Z'\n"
# What a person can see of a repository besides its files: HEAD, branches, index and configuration.
SEEN = ("git symbolic-ref -q HEAD || git rev-parse HEAD; git for-each-ref refs/heads refs/tags refs/stash; git ls-files -sv; "
        "git status --porcelain; git config --list --local; git submodule status; git worktree list; "
        "cat .git/config.worktree; git rev-parse --abbrev-ref @{u}")
OUTCOMES = {}  # of rows that ran outside, for root and user alike


@for_root_and_user
class Situations(RunCase):
    """The project is a clone in `world`, which each row begins with as it was built."""

    timeout = 60

    def setUp(self):
        super().setUp()
        self.need("git")
        self.template, self.world = self.base / "template", self.base / "world"
        self.template.mkdir()
        self.own(self.template)
        built = self.start(["/bin/sh", "-c", DATES + WORLD], cwd=self.template)
        self.assertEqual(built.returncode, 0, built)
        self.env = {**self.env, "HOME": str(self.world / "home")}

    def fresh(self, situation):
        shutil.rmtree(self.world, ignore_errors=True)
        subprocess.run(["cp", "-a", self.template, self.world], check=True)
        project = self.world / "project"
        if situation.before:
            self.start(["/bin/sh", "-c", DATES + situation.before], cwd=project)
        return project

    def seen(self, project):
        """Returns what a person can see of a repository, line by line."""
        ran = self.start(["/bin/sh", "-c", SEEN], cwd=project)
        out = ran.stdout.decode().replace(str(self.base), "").splitlines()
        for top, directories, names in os.walk(project):
            directories[:] = [d for d in directories if d != ".git"]
            if top != str(project) and not directories and not names:
                out.append(f"{os.path.relpath(top, project)}: empty")
            for name in names:
                path = pathlib.Path(top) / name
                text = path.read_bytes() if path.is_file() and not path.is_symlink() else b"?"
                out.append(f"{os.path.relpath(path, project)}: {oct(path.lstat().st_mode)} {text!r}".replace(str(self.base), ""))
        return sorted(out)

    def inside(self, situation, script, *options):
        """Runs a script in the sandbox. Returns the JSON of the run; its first line shows that it ran inside."""
        project = self.world / "project"
        # From below the top, too, the whole project is to be writable.
        opened = [self.world / path for path in situation.writes] + ([project] if situation.where != "." else [])
        options = [*options, *(word for path in opened for word in ("--allow-write", str(path)))]
        proof = "/bin/readlink /proc/self/ns/pid\n"
        ran = self.start([POSTERN, "run", "--json", *options, "--", "/bin/sh", self.script(DATES + proof + script)],
                         cwd=project / situation.where)
        result = json.loads(ran.stdout.decode())
        first = result["stdout"]["text"].partition("\n")[0]
        self.assertTrue(first.startswith("pid:[") and first.encode() != OUTSIDE, result)
        return result

    def outside_of(self, situation, script):
        """Returns the exit status of a script outside the sandbox, and what can be seen afterwards."""
        key = (situation.before, situation.agent, situation.where, script)
        if key not in OUTCOMES:
            project = self.fresh(situation)
            if situation.agent:
                self.start(["/bin/sh", "-c", DATES + situation.agent], cwd=project)
            ran = self.start(["/bin/sh", "-c", DATES + script], cwd=project / situation.where)
            OUTCOMES[key] = ran.returncode, self.seen(project)
        return OUTCOMES[key]

    def differences(self, situation):
        """Returns how the run inside differs from what the row expects, or nothing."""
        if situation.expect != ASKED:
            return self.compared(situation, situation.expect)
        return (self.compared(situation, REFUSED) or
                self.compared(situation, SAME, "--set", "postern.askFallback=allow"))

    def compared(self, situation, expect, *options):
        refused = expect == REFUSED
        code, expected = self.outside_of(situation, situation.first + situation.script)
        if refused:
            before = self.outside_of(situation, situation.first or ":")[1]
            if expected == before:
                return "it does nothing outside either"
            expected = before
        project = self.fresh(situation)
        if situation.agent:
            prepared = self.inside(situation, f"cd {project}\n" + situation.agent)
            if prepared["outcome"] != {"kind": "exited", "code": 0}:
                return f"the earlier run failed: {prepared}"
        result = self.inside(situation, situation.first + situation.script, *options)
        now = self.seen(project)
        out = [f"missing: {line}" for line in expected if line not in now]
        out += [f"too much: {line}" for line in now if line not in expected]
        ended = result["outcome"].get("code")
        if (ended in (0, None)) if refused else (ended != code):
            out.append(f"ended with {ended}, outside with {code}")
        moved = [finding for finding in result["scrubbed"] if finding["action"] != "reported"]
        if moved:
            out.append(f"scrubbed: {moved}")
        reasons = json.dumps(result["denied"])
        if refused and situation.says not in reasons:
            out.append(f"no reason names {situation.says}: {reasons}")
        if not refused and result["denied"]:
            out.append(f"denied: {reasons}")
        return "\n".join([*out, result["stderr"]["text"]]) if out else ""

    def chosen(self):
        """Returns the rows to run. Both users run all of them in a long campaign only."""
        wanted = os.environ.get("GIT_SITUATION", "")
        step = 1 if ALL or wanted or self.uid is None else 4
        return [situation for situation in SITUATIONS if wanted in situation.name][::step]

    def test_every_situation(self):
        counted = {}
        self.fresh(SITUATIONS[0])
        self.assertEqual(self.inside(SITUATIONS[0], "git status")["outcome"]["code"], 0)
        for situation in self.chosen():
            with self.subTest(situation=situation.name):
                differs = self.differences(situation)
                kind = "half done" if differs else situation.expect
                counted[kind] = counted.get(kind, 0) + 1
                self.assertFalse(differs, f"{situation.name}: {situation.first}{situation.script}\n{differs}")
        print(type(self).__name__, counted, file=sys.stderr)


if __name__ == "__main__":
    main()
