#!/usr/bin/env python3
"""Runs one file of integration tests with programs in place of postern and postern-init that do nothing at all. A case that
passes proves nothing about the real ones, and is a failure here.

    mute.py FILE [CASE…]
"""

import contextlib
import importlib
import os
import pathlib
import shutil
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ("silent", "failing")
PLACES = ("src/cli/postern", "helpers/postern-init")  # as in the build directory

# What must come does not come from these programs, so that waiting for it is a waste.
PATIENCE = "0.3"
LIMIT = 20  # seconds for one case
SKIPPED = 77  # as meson understands it

# Cases that pass all the same, and why that is right.
EXPECTED = {
    "test_escape_protected.Protected.test_the_table_was_read":
        "compares this file's reading of the table with its source text; no program is run",
}


class Passed(unittest.TestResult):
    """Keeps the names of the cases that passed."""

    def __init__(self):
        super().__init__()
        self.passed = set()

    def addSuccess(self, test):
        self.passed.add(test.id())


def name_of(case):
    """Without the user: a case is the same for root and for an ordinary user."""
    return case.replace("AsOrdinaryUser.", ".")


def load(file, names):
    """The cases of a file, or those that are named."""
    module = importlib.import_module(file.stem)
    found = unittest.defaultTestLoader
    return found.loadTestsFromNames(names, module) if names else found.loadTestsFromModule(module)


def main(file, *names):
    top = pathlib.Path(tempfile.mkdtemp(prefix="postern-mute-"))
    top.chmod(0o755)
    for place in PLACES:
        (top / place).parent.mkdir(parents=True)
    os.environ.update(POSTERN=str(top / PLACES[0]), POSTERN_INIT=str(top / PLACES[1]), POSTERN_TESTS_PATIENCE=PATIENCE)
    must_run = os.environ.pop("POSTERN_TESTS_MUST_RUN", None) == "1"
    sys.path[:0] = [str(file.parent), str(HERE.parent / "integration")]
    import postern_case  # pylint: disable=import-outside-toplevel
    postern_case.PosternCase.limit = LIMIT
    # The first failure of a part ends the case.
    unittest.TestCase.subTest = lambda *_, **__: contextlib.nullcontext()
    wrong = []
    try:
        for program in PROGRAMS:
            for place in PLACES:
                shutil.copy(HERE / program, top / place)
            result = Passed()
            with open(os.devnull, "w", encoding="utf-8") as null, contextlib.redirect_stdout(null):
                load(file, names).run(result)
            print(f"{program}: {result.testsRun} cases, {len(result.passed)} passed, {len(result.skipped)} skipped")
            if result.testsRun == len(result.skipped):
                print("no case can run here")
                return 1 if must_run else SKIPPED
            wrong += [f"{case} passes with a program that does nothing ({program})" for case in sorted(result.passed)
                      if name_of(case) not in EXPECTED]
            wrong += [f"{case} is expected to pass with a program that does nothing ({program}), and does not"
                      for case in sorted(EXPECTED) if case.startswith(file.stem + ".") and not names and
                      case not in {name_of(passed) for passed in result.passed}]
    finally:
        shutil.rmtree(top, ignore_errors=True)
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), *sys.argv[2:]))
