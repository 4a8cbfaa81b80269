#!/usr/bin/env python3
"""Checks that what the words of a program mean stands in one place: its row in the book, src/programs/table_*.cc.

A file of src/shell/ with a table whose rows begin with names of programs of the book is reported, unless it is one of
ELSEWHERE. Two names are no table: some words of little languages are programs, too.

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
MOST_BY_CHANCE = 2

# Files whose rows begin with names of programs, and why that is no second place.
ELSEWHERE = {
    "unwrap.cc": "says which programs have a reader written by hand, and nothing about their words",
    "builtins.cc": "says which builtins have a reader written by hand",
    "scriptable_programs.cc": "says which file reads a program's little language",
    "telling_settings.cc": "lists kinds of settings, which are called like the program that reads them",
    "gdb_commands.cc": "lists commands of gdb, some of which are programs, too",
}


def names(literals):
    """The names in adjacent string literals."""
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals)).split()


def programs_of(book):
    """The names of all programs in the tables of the book, without subcommands and modules."""
    found = set()
    for table in book.glob("table_*.cc"):
        for row in NAMES.findall(table.read_text(encoding="utf-8")):
            found.update(name for name in names(row) if "/" not in name and ":" not in name)
    return found


def check(src):
    """One line for each file with a table of its own, and the number of programs in the book."""
    book = programs_of(src / "programs")
    lines = []
    for path in sorted((src / "shell").glob("*.cc")):
        if path.name in ELSEWHERE:
            continue
        first = {name.split("/")[0] for row in ROW.findall(path.read_text(encoding="utf-8")) for name in names(row)}
        known = sorted(first & book)
        if len(known) > MOST_BY_CHANCE:
            lines.append(f"shell/{path.name}: {len(known)} programs of the book stand here, too: " + " ".join(known[:8]))
    return lines, len(book)


def self_check():
    """Each sample is a source file, and whether it may stand beside a book of sort, sudo, env and docker."""
    book = '{.names = "sort gsort"},\n{.names = "sudo"}, {.names = "env",\n .options = "x"},\n{.names = "docker"},\n'
    samples = [
        ('{.names = "sort sudo env", .grammar = {}},', False),
        ('{.names = "sort"},\n{.names = "sudo"},\n{.names = "env"},', False),
        ('{"sort", 1}, {"sudo", 2}, {"env", 3}', False),
        ('{.names = "docker/run "\n          "sort sudo"},', False),
        ('{.names = "sort"}, {.names = "other"},', True),
        ('listed("sort sudo env", name)', True),
        ('// {.names = "sort"}\n', True),
    ]
    wrong = 0
    for text, good in samples:
        with tempfile.TemporaryDirectory() as directory:
            src = pathlib.Path(directory)
            (src / "programs").mkdir()
            (src / "shell").mkdir()
            (src / "programs" / "table_a.cc").write_text(book, encoding="utf-8")
            (src / "shell" / "b.cc").write_text(text, encoding="utf-8")
            if (not check(src)[0]) != good:
                print(f"self-check: wrong about {text!r}")
                wrong += 1
    return 1 if wrong else 0


def main(args):
    if args == ["--self-check"]:
        return self_check()
    if len(args) != 1 or args[0].startswith("-"):
        sys.exit(__doc__)
    found, count = check(pathlib.Path(args[0]))
    if count == 0:
        found.append("no program was found in the book")
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
