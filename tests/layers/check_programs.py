#!/usr/bin/env python3
"""Checks that programs are known in one place: the book, src/programs/table_*.cc.

A file of src/shell/ or src/policy/ that lists programs in its data is a second book, and the two will differ one day. A
list is a text of names separated by blanks, most of which are programs of the book; single names count as lists of one.
More than a few in one file need a reason, which stands here with the number of names. The number may shrink, not grow.

usage: check_programs.py SRC         exit 1 and one line per file
       check_programs.py --self-check  bad samples must be found, good ones must pass
"""

import pathlib
import re
import sys
import tempfile

FEW = 6  # names that a file may use without a reason: a special case or two, with their other names

# What remains, and why the book cannot say it.
REASONS = {
}

LITERALS = re.compile(r'(?:"(?:[^"\\\n]|\\.)*"\s*)+')
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
NAMES = re.compile(r"\.names\s*=\s*(" + LITERALS.pattern + ")")
COMMENT = re.compile(r"//[^\n]*|^\s*#\s*include[^\n]*", re.M)
WORD = re.compile(r"[A-Za-z\[:.][\w.+:\[-]*")

# Words that are much more often something else than the program: options, settings and acts of other programs.
WORDS = set("""at awk-program batch c cat-file cc command continue cut dc dd dirs disown env-cmd ex exec exit expand export fold
    find help history host id info install join just kill less link ln local login make man mount more node open paste pr pwd r R
    read return run script service serve set shift skip sort source split su suspend tag task tee test time times trap true
    false tree type umask unexpand uniq users view w wait watch which who yes sync top stat size size strings task""".split())


def literals(text):
    """The texts of a file, adjacent ones joined as the compiler does."""
    for found in LITERALS.finditer(COMMENT.sub("", text)):
        yield "".join(LITERAL.findall(found[0]))


def book(src):
    names = set()
    for path in sorted((src / "programs").glob("table_*.cc")):
        for found in NAMES.finditer(COMMENT.sub("", path.read_text(encoding="utf-8"))):
            names |= {name for name in "".join(LITERAL.findall(found[1])).split() if "/" not in name}
    return names - WORDS


def listed(text, names):
    """The programs in the lists of a file."""
    found = set()
    for literal in literals(text):
        words = literal.split()
        known = [word for word in words if word.split("/")[0] in names]
        if known and 2 * len(known) > len(words):
            found |= set(known)
    return found


def check(src, reasons):
    """One line for each file that lists too many, and the number of files read."""
    names = book(src)
    files = [p for folder in ("shell", "policy") for p in sorted((src / folder).rglob("*")) if p.suffix in (".h", ".cc")]
    found = []
    for path in files:
        name = str(path.relative_to(src))
        programs = listed(path.read_text(encoding="utf-8"), names)
        most, _ = reasons.get(name, (FEW, ""))
        if len(programs) > most:
            found.append(f"{name}: {len(programs)} programs, at most {most}: {' '.join(sorted(programs))}")
        elif name in reasons and len(programs) <= FEW:
            found.append(f"{name}: needs no reason any more")
    found += [f"{name}: is no file" for name in reasons if not (src / name).is_file()]
    return found, len(files) if names else 0


def main(args):
    found, files = check(pathlib.Path(args[0]), REASONS)
    print("\n".join([*found, f"{files} files, {len(found)} that know too many programs"]))
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
