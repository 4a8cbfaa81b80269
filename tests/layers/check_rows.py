#!/usr/bin/env python3
"""Checks that each test that docs/design-rows.md names is there.

usage: check_rows.py TREE          exit 1 and one line per row that names no test, or one that is not there
       check_rows.py --self-check  bad samples must be found, good ones must pass
"""

import pathlib
import re
import sys
import tempfile

ROW = re.compile(r"^\| ([A-Z][0-9]+) \|")
NAMED = re.compile(r"`(tests/[^`]*?)::([^`]*)`")


def has_case(text, name):
    """Whether this file has the case: CLASS.METHOD in Python, SUITE.NAME in C++."""
    group, _, case = name.partition(".")
    if re.search(rf"\bTEST(_F|_P)?\({re.escape(group)}, {re.escape(case)}\)", text):
        return True
    begin = re.search(rf"^class {re.escape(group)}\b", text, re.MULTILINE)
    if not begin:
        return False
    body = re.split(r"^\S.*$", text[begin.end():].split("\n", 1)[-1], maxsplit=1, flags=re.MULTILINE)[0]
    return re.search(rf"^    def {re.escape(case)}\(", body, re.MULTILINE) is not None


def check(tree):
    """One line for each fault, and the number of rows."""
    found, rows = [], 0
    for line in (tree / "docs/design-rows.md").read_text(encoding="utf-8").splitlines():
        row = ROW.match(line)
        if not row:
            continue
        rows += 1
        tests = NAMED.findall(line)
        if not tests:
            found.append(f"{row[1]}: names no test")
        for path, case in tests:
            file = tree / path
            if not file.is_file():
                found.append(f"{row[1]}: there is no {path}")
            elif not has_case(file.read_text(encoding="utf-8"), case):
                found.append(f"{row[1]}: {path} has no case {case}")
    return found, rows


def self_check():
    """A check that cannot fail proves nothing."""
    python = "class A(X):\n    def test_one(self):\n        pass\n\n\nclass B(X):\n    def test_two(self):\n        pass\n"
    code = "TEST(Suite, Case) {}\nTEST_F(Other, Thing) {}\n"
    samples = [
        ("| A1 | x | `tests/a.py::A.test_one` |", True),
        ("| A1 | x | `tests/a.py::B.test_two`, `tests/c.cc::Suite.Case` |", True),
        ("| A1 | x | `tests/c.cc::Other.Thing` |", True),
        ("| A1 | x | `tests/a.py::A.test_two` |", False),
        ("| A1 | x | `tests/a.py::A.test_on` |", False),
        ("| A1 | x | `tests/c.cc::Suite.Thing` |", False),
        ("| A1 | x | `tests/none.py::A.test_one` |", False),
        ("| A1 | x | later |", False),
    ]
    wrong = 0
    for line, good in samples:
        with tempfile.TemporaryDirectory() as directory:
            tree = pathlib.Path(directory)
            for name, text in (("docs/design-rows.md", line), ("tests/a.py", python), ("tests/c.cc", code)):
                (tree / name).parent.mkdir(exist_ok=True)
                (tree / name).write_text(text + "\n", encoding="utf-8")
            found, _ = check(tree)
        if (not found) != good:
            print(f"{line}: {'refused' if good else 'not found'}: {found}")
            wrong += 1
    print(f"{len(samples)} samples, {wrong} judged wrongly")
    return 1 if wrong else 0


def main(args):
    if args == ["--self-check"]:
        return self_check()
    if len(args) != 1 or not pathlib.Path(args[0]).is_dir():
        print(__doc__, file=sys.stderr)
        return 2
    found, rows = check(pathlib.Path(args[0]))
    print("\n".join([*found, f"{rows} rows, {len(found)} faults"]))
    return 1 if found or not rows else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
