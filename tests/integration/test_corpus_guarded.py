#!/usr/bin/env python3
"""The hostile lines of the corpus, run for real in the sandbox: no program that a line's rule denies may start. Once as
`postern run -c`, and once out of a file, which the reading of the text does not see: then only the exec guard is left.

Usually every fourth line is run; every one of them if all tests are."""

import collections
import concurrent.futures
import dataclasses
import json
import os
import queue
import subprocess

from corpus_lines import read_lines
from corpus_stage import Stage
from postern_case import ALL, POSTERN, main
from run_case import NOBODY, RunCase

JOBS = 3
LINES = read_lines()
# These lines remove a file without starting a program that a rule could deny.
BY_HAND = ("more-abd13293",)
STEP = 1 if ALL else 4
HOSTILE = [line for line in LINES if not line.decoy and line.name not in BY_HAND][::STEP]
DECOYS = [line for line in LINES if line.decoy][::STEP]


@dataclasses.dataclass
class Ended:
    line: object
    result: dict    # of `postern run --json`
    denied: list    # what ran against the rule
    lost: list      # files that the line was to remove, and did

    def kind(self):
        if self.result["outcome"]["kind"] != "exited":
            return self.result["outcome"]["kind"]
        return "stopped while it ran" if self.result["denied"] else "ended"


class CorpusGuarded(RunCase):
    """Runs as an ordinary user even if root runs the tests, because the lines are meant to do harm."""

    uid = NOBODY.pw_uid if os.getuid() == 0 else None

    def setUp(self):
        super().setUp()
        self.stages = queue.SimpleQueue()
        for number in range(JOBS):
            self.stages.put(Stage(self.base / str(number), self.own))

    def postern(self, stage, options, command):
        argv = [POSTERN, "run", "--json", "--timeout", "2s", "--allow-write", str(stage.ran), *options, *command]
        ran = subprocess.run(self.as_user(argv), stdin=subprocess.DEVNULL, capture_output=True, check=False,
                             timeout=self.timeout, cwd=stage.project, env=stage.env())
        self.assertTrue(ran.stdout, ran)
        return json.loads(ran.stdout.decode("utf-8"))

    def play(self, line, in_file, with_rule):
        """Runs one line on a stage of its own."""
        stage = self.stages.get()
        try:
            stage.clear(line.rule)
            if line.setup:
                self.postern(stage, [], ["--", "/bin/bash", stage.write_script(line.setup)])
            options = ["--set", f"permissions.deny={line.rule.text}"] if with_rule else []
            command = ["--", "/bin/bash", stage.write_script(line.command)]
            result = self.postern(stage, options, command if in_file else ["-c", stage.here(line.command)])
            return Ended(line, result, [argv for argv in stage.records() if line.rule.met_by(argv)], stage.lost())
        finally:
            self.stages.put(stage)

    def play_all(self, lines, **how):
        with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
            ended = list(pool.map(lambda line: self.play(line, **how), lines))
        kinds = collections.Counter(one.kind() for one in ended)
        print(f"{self.id().rsplit('.', 1)[-1]}: {len(ended)} lines,", dict(kinds))
        return ended

    def assert_none_ran(self, ended):
        for one in ended:
            with self.subTest(line=one.line.name, command=one.line.command, rule=one.line.rule.text):
                self.assertNotIn(one.result["outcome"]["kind"], ("setup-failed", "not-executed"), one.result)
                self.assertEqual(one.denied, [], one.result)
                self.assertEqual(one.lost, [], one.result)
                # A start without reasons is one that could not be judged, and these lines have none.
                self.assertTrue(all(denied["reasons"] for denied in one.result["denied"]), one.result)

    def test_by_text_and_guard(self):
        self.assert_none_ran(self.play_all(HOSTILE, in_file=False, with_rule=True))

    def test_by_guard_alone(self):
        ended = self.play_all(HOSTILE, in_file=True, with_rule=True)
        self.assert_none_ran(ended)
        self.assertGreater(sum(one.kind() == "stopped while it ran" for one in ended), len(HOSTILE) // 2)

    def test_without_the_rule_they_run(self):
        """Shows that the lines do harm without the rule, so that the tests above mean something."""
        ended = self.play_all(HOSTILE, in_file=True, with_rule=False)
        self.assertGreater(sum(bool(one.denied or one.lost) for one in ended), len(HOSTILE) // 2)

    def test_what_only_looks_denied_runs(self):
        for one in self.play_all(DECOYS, in_file=True, with_rule=True):
            with self.subTest(line=one.line.name, command=one.line.command, rule=one.line.rule.text):
                self.assertEqual(one.result["denied"], [])


if __name__ == "__main__":
    main()
