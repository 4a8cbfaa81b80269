#!/usr/bin/env python3
"""Checks that programs are known in one place: the book, src/programs/table_*.cc.

A file of src/shell/ or src/policy/ that lists programs in its data is a second book, and the two will differ one day. A
list is a text of names separated by blanks, most of which are programs of the book; single names count as lists of one.
More than a few in one file need a reason, which stands here with the number of names. The number may shrink, not grow.

usage: check_programs.py SRC         exit 1 and one line per file
       check_programs.py --self-check  bad samples must be found, good ones must pass
"""

import fnmatch
import pathlib
import re
import sys
import tempfile

FEW = 8  # names that a file may use without a reason: a special case or two, with their other names

# What remains, and why the book cannot say it.
REASONS = {
    "shell/assignments.cc": (20, "values of variables such as CC that are the tool the variable is meant for"),
    "shell/builtins.cc": (20, "what builtins do to the shell that reads the line; the book has their words"),
    "shell/exec_options.cc": (15, "tools made to be named in an option of another program"),
    "shell/known_input.cc": (12, "programs whose output can be told from their words"),
    "shell/scriptable_programs.cc": (15, "names of languages, each with its reader"),
    "shell/telling_settings.cc": (20, "kinds of settings, called like the program that has them"),
    "shell/unwrap.cc": (15, "programs with a reader written by hand"),
    "policy/bash_match.cc": (40, "other names of a program for which a rule counts, too"),
    "policy/coverage.cc": (15, "what mode acceptEdits allows, and options that select another project"),
    "policy/decide_command.cc": (10, "programs for which rules and limits have a meaning of their own"),
    "policy/fetching.cc": (30, "never allowed: what comes from elsewhere and is run"),
    "policy/line_effects.cc": (25, "the files in which a tool looks for code, which no word names"),
    "policy/never_*.cc": (50, "never allowed: acts, each told by several programs and their words together"),
}

# Words that are much more often an option, a setting or an act of another program.
WORDS = set("""at batch c cc command continue cut dc dd dirs disown ex exec exit expand export fold find help history host id
    info install join just kill less link ln local login make man more mount node open paste pr pwd r R read return run script
    service serve set shift size sort source split stat strings su suspend sync task tee test time times top trap tree true
    false type umask unexpand uniq users view w wait watch which who yes""".split())

LITERALS = re.compile(r'(?:"(?:[^"\\\n]|\\.)*"\s*)+')
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
NAMES = re.compile(r"\.names\s*=\s*(" + LITERALS.pattern + ")")
COMMENT = re.compile(r"//[^\n]*|^\s*#\s*include[^\n]*", re.M)


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


def check(src, reasons, few=FEW):
    """One line for each file that lists too many, and the number of files read."""
    names = book(src)
    files = [p for folder in ("shell", "policy")
             for p in sorted((src / folder).rglob("*")) if p.suffix in (".h", ".cc")]
    found, used = [], {}
    for path in files:
        name = str(path.relative_to(src))
        programs = listed(path.read_text(encoding="utf-8"), names)
        reason = next((key for key in reasons if fnmatch.fnmatch(name, key)), None)
        most = reasons[reason][0] if reason else few
        used.setdefault(reason, []).append(len(programs))
        if len(programs) > most:
            found.append(f"{name}: {len(programs)} programs, at most {most}: {' '.join(sorted(programs))}")
    found += [f"{name}: needs no reason any more" for name in reasons if max(used.get(name, [0])) <= few]
    return found, len(files) if names else 0


BOOK = '{.names = "awk gawk", .operands = "C:awk R*"}, {.names = "grep"}, {.names = "tar zip"}, {.names = "git/push git"},'


def self_check():
    """Each sample is a file beside a book of six programs, the number of names it may have, and whether it passes."""
    samples = [
        ('constexpr std::string_view kTools = "awk gawk grep tar zip git";', 5, False),
        ('constexpr std::string_view kTools = "awk gawk grep "\n    "tar zip git";', 5, False),
        ('constexpr Row kRows[] = {{"awk", a}, {"gawk", a}, {"grep", b}, {"tar", c}, {"zip", c}, {"git", d}};', 5, False),
        ('constexpr Row kRows[] = {{"git/push git/pull git/log awk/x grep/x tar/x", a}};', 5, False),
        ('constexpr Row kRows[] = {{"git/push git/pull git/log awk/x grep/x tar/x", a}};', 6, True),
        ('// awk gawk grep tar zip git\nconstexpr int kNone = 0;', 0, True),
        ('say("a text about awk, grep, tar or zip is no list of them");', 0, True),
        ('constexpr std::string_view kOptions = "file= grep= quiet verbose tar";', 0, True),
        ('if (name == "git" || name == "awk") return;', 2, True),
    ]
    wrong = 0
    for text, most, good in samples:
        with tempfile.TemporaryDirectory() as directory:
            src = pathlib.Path(directory)
            for folder in ("programs", "shell", "policy"):
                (src / folder).mkdir()
            (src / "programs/table_all.cc").write_text(BOOK + "\n", encoding="utf-8")
            (src / "shell/one.cc").write_text(text + "\n", encoding="utf-8")
            found, files = check(src, {}, most)
        if (not found) != good or files != 1:
            print(f"{text!r}: {'refused' if good else 'not found'}")
            wrong += 1
    print(f"{len(samples)} samples, {wrong} judged wrongly")
    return 1 if wrong else 0


def main(args):
    if args == ["--self-check"]:
        return self_check()
    if len(args) != 1 or not pathlib.Path(args[0]).is_dir():
        print(__doc__, file=sys.stderr)
        return 2
    found, files = check(pathlib.Path(args[0]), REASONS)
    print("\n".join([*found, f"{files} files, {len(found)} that know too many programs"]))
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
