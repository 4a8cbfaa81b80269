#!/usr/bin/env python3
"""Checks that what is known about a program stands in one place: its row in the book, src/programs/table_*.cc.

A row of any other table that begins with the name of a program of the book is reported, unless its file is one of ELSEWHERE.

usage: check_programs.py SRC          exit 1 and one line per file
       check_programs.py --self-check  bad samples must be found, good ones must pass
"""

import pathlib
import re
import sys
import tempfile

TEXT = r'"(?:[^"\\]|\\.)*"'
ROW = re.compile(r"\{\s*(?:\.names\s*=\s*)?((?:" + TEXT + r"\s*)+)[,}]")
NAMES = re.compile(r"\.names\s*=\s*((?:" + TEXT + r"\s*)+)")

# Files whose rows begin with names of programs and say something that no row of the book can say.
ELSEWHERE = {
    "shell/unwrap.cc": "which programs have a reader written by hand",
    "shell/builtins.cc": "which builtins have a reader written by hand",
    "shell/scriptable_programs.cc": "which programs have a little language that is read",
}


def texts(match):
    """The names in adjacent string literals."""
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', match)).split()


def names_in(files):
    """The names of programs, without subcommands and modules, and the first name of each row."""
    found = set()
    for path in files:
        for row in NAMES.findall(path.read_text(encoding="utf-8")):
            found.update(name for name in texts(row) if "/" not in name and ":" not in name)
    return found


def check(src):
    """One line for each file that knows programs of the book in a table of its own, and the number of their names."""
    book = names_in(sorted((src / "programs").glob("table_*.cc")))
    lines = []
    for path in sorted(src.rglob("*.cc")):
        place = path.relative_to(src).as_posix()
        if place.startswith("programs/") or place in ELSEWHERE:
            continue
        known = set()
        for row in ROW.findall(path.read_text(encoding="utf-8")):
            known.update(name.split("/")[0] for name in texts(row) if name.split("/")[0] in book)
        if len(known) > 2:  # a word of the language that is also a program
            lines.append(f"{place}: {len(known)} programs of the book: " + " ".join(sorted(known)[:8]))
    return lines, len(book)


if __name__ == "__main__":
    for line in check(pathlib.Path(sys.argv[1]))[0]:
        print(line)
