#!/usr/bin/env python3
"""Runs real programs and compares what they did with what the rules see in their words.

usage: sweep.py POSTERN SHOW_BOOK [--programs NAME…] [--every N] [--wide] [--list] [--keep FILE] [--again FILE] [--budget S] [--jobs N] [--lines N]

A value stands for several claims: a small executable file that is read, written or started by the program under test; a
directory; a name of nothing yet (scene.py). It stands as an operand and as the value of every option that `--help` or the
book shows (lines.py), and in mutants of lines that started it. Each line is run in a sandbox, as an ordinary user, without
a network and under strace; then it is judged with deny rules about the values, with everything else allowed and the
sandbox off. An effect that was seen and that the judge neither denies nor asks about is silent, and fails unless
not_met.txt has it with a reason.

Without --programs every program of the PATH is tried. NAME may be a subcommand, as in git/log; a program's name stands for
its subcommands in the book as well. --wide adds all letters, further values and the environment. --keep writes what was
seen, --again judges it once more without running anything. A program gets at most --budget seconds, and with --lines so many
lines, ten times as many if POSTERN_TESTS_ALL is set; what was left out is counted.
"""

import argparse
import collections
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import scene  # noqa: E402
from lines import Unit, mutants  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
STAGE = (HERE / "scene.py").read_text(encoding="utf-8")  # given to the interpreter inside, which may not see this directory
SECONDS = 3
VALUES = [f"/{scene.SCENE}/{name}" for name in (scene.FILE, f"{scene.DIRECTORY}/**", scene.ABSENT, f"{scene.ABSENT}/**")]
RULES = {"started": [f"Bash({scene.FILE}:*)"], "read": [f"Read({value})" for value in VALUES],
         "written": [f"Edit({value})" for value in [*VALUES, f"/{scene.SCENE}/{scene.DIRECTORY}"]]}
# Roles of words that claim an effect on a file, a directory or a program, by their number in WordRole.
CLAIMS = {2: "R", 3: "R@", 4: "W", 5: "M", 6: "L", 7: "D", 8: "CD", 10: "X", 11: "S", 12: "cmd", 13: "sh", 14: "C", 15: "F", 16: "P",
          17: "K", 21: "HR", 22: "HW"}
OPERANDS = set(CLAIMS.values())

# Programs that are left out, and why.
LEFT_OUT = {
    "kill": "ends other processes", "killall": "ends other processes", "killall5": "ends other processes",
    "pkill": "ends other processes", "skill": "ends other processes", "snice": "changes other processes",
    "fuser": "ends other processes", "reboot": "stops the machine", "shutdown": "stops the machine",
    "halt": "stops the machine", "poweroff": "stops the machine", "init": "stops the machine",
    "telinit": "stops the machine", "bwrap": "is the sandbox of this test", "strace": "traces this test",
    "setpriv": "part of this test", "postern": "judged here", "yes": "never ends", "tload": "never ends",
}


def sandbox(inner):
    words = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--ro-bind", "/", "/", "--proc", "/proc",
             "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/home", "--tmpfs", "/root", "--tmpfs", "/run",
             "--dir", scene.SCENE, "--chdir", scene.SCENE, "--clearenv",
             "--setenv", "HOME", "/tmp", "--setenv", "PATH", f"/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:{scene.SCENE}",
             "--setenv", "SHELL", "/bin/sh", "--setenv", "TERM", "dumb", "--setenv", "USER", "nobody", "--", *inner]
    if os.getuid() == 0:
        return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *words]
    return words


def help_of(words):
    for ask in ("--help", "-h"):
        try:
            shown = subprocess.run(sandbox([*words, ask]), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=SECONDS,
                                   stderr=subprocess.STDOUT, check=False).stdout.decode(errors="replace")
        except subprocess.TimeoutExpired:
            return ""
        if shown.count("-") > 3 and words[0] != "git":
            return shown
    return shown


def run_lines(unit, lines, budget):
    """The lines that were run, with what was seen: a list, or None if the program did not start."""
    inside = ["python3", "-c", STAGE, str(SECONDS), str(budget), *(["git"] if unit.words[0] == "git" else [])]
    try:
        ran = subprocess.run(sandbox(inside), input="".join(json.dumps(line) + "\n" for line in lines).encode(),
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=budget + 60, check=False).stdout
    except subprocess.TimeoutExpired as late:
        ran = late.stdout or b""
    return [{**line, "seen": json.loads(answer)} for line, answer in zip(lines, ran.decode().splitlines())]


def some_of(lines, count):
    """The first lines and a choice of the others, always the same one."""
    if count is None or count >= len(lines):
        return lines
    first = count // 3
    return lines[:first] + random.Random(json.dumps(lines[0])).sample(lines[first:], count - first)


def run_unit(name, row, args):
    unit = Unit(name, "" if args.lines else help_of(name.split("/")), row)
    lines = list({json.dumps(line): line for line in unit.lines(args.wide)}.values())
    results = run_lines(unit, some_of(lines, args.lines), args.budget * 3 / 4)
    starts = [line for line in results if f"started:{scene.FILE}" in (line["seen"] or [])]
    changed = some_of([mutant for line in starts[:20] for mutant in mutants(line, 12 if args.wide else 4)], args.lines)
    return name, len(lines) - len(results), results + (run_lines(unit, changed, args.budget / 4) if changed else [])


def text_of(line):
    """The line as a shell takes it."""
    before = "".join(f"{name}={shlex.quote(value)} " for name, value in line.get("environment", {}).items())
    return before + shlex.join(line["words"])


def judge(postern, kind, lines):
    """The verdicts about these lines under deny rules of this kind."""
    settings = {"permissions": {"allow": ["Bash"], "deny": RULES[kind]}, "sandbox": {"enabled": False}}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(settings, file)
        file.flush()
        asked = "".join(json.dumps({"id": str(i), "command": text}) + "\n" for i, text in enumerate(lines))
        ran = subprocess.run([postern, "check", "--batch", "--settings", file.name, "--cwd", scene.SCENE], input=asked.encode(),
                             stdout=subprocess.PIPE, check=True, env={"HOME": "/tmp", "PATH": "/usr/bin:/bin"})
    verdicts = [json.loads(line)["verdict"] for line in ran.stdout.decode().splitlines()]
    if len(verdicts) != len(lines):
        sys.exit(f"sweep: {len(lines)} lines were judged, and there are {len(verdicts)} answers")
    return verdicts


def read_book(show_book):
    shown = subprocess.run([show_book], capture_output=True, text=True, check=True).stdout
    return {name: row for row in map(json.loads, shown.splitlines()) for name in row["names"]}


def programs_on_path():
    """One name for each program of the PATH; names that the program itself tells apart are all taken."""
    by_file = collections.defaultdict(set)
    for directory in ("/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"):
        for entry in os.scandir(directory):
            if entry.is_file() and os.access(entry.path, os.X_OK):
                by_file[os.path.realpath(entry.path)].add(entry.name)
    names = set()
    for file, found in by_file.items():
        names |= found if os.path.basename(file) not in found else {min(found, key=lambda name: (len(name), name))}
    return sorted(names - LEFT_OUT.keys())


def units_of(programs, book):
    """The programs, and the rows of their subcommands: the first name of each row."""
    units = dict.fromkeys(programs)
    for name in programs:
        units |= {other: None for other, row in book.items() if other.startswith(name + "/") and row["names"][0] == other}
    return list(units)


def reasons(path):
    """Reads lines `KIND PATTERN | reason`."""
    out = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            what, _, reason = line.partition(" | ")
            kind, pattern = what.split(None, 1)
            if not reason:
                sys.exit(f"sweep: {path}: no reason in {line!r}")
            out.append((kind, pattern.strip()))
    return out


class Report:
    """What was seen and what the judge made of it."""

    def __init__(self, results):
        self.lines = [line for _, _, lines in results for line in lines]
        self.left = sum(left for _, left, _ in results)
        self.idle = [name for name, _, lines in results if all(not line["seen"] for line in lines)]
        self.not_started = [name for name, _, lines in results if all(line["seen"] is None for line in lines)]
        self.silent = []

    def judge(self, postern):
        for kind in RULES:
            seen = sorted({text_of(line) for line in self.lines if any(s.startswith(kind) for s in line["seen"] or [])})
            verdicts = judge(postern, kind, seen) if seen else []
            missed = [text for text, verdict in zip(seen, verdicts) if verdict == "allow"]
            self.silent += [(kind, text) for text in missed]
            print(f"{kind}: {len(seen)} seen, {len(missed)} silent")

    def unlisted(self, listed, whole):
        """Prints and counts silent effects without a reason; names reasons that nothing needs any more."""
        used = {(kind, pattern) for kind, pattern in listed for other, text in self.silent
                if kind == other and fnmatch.fnmatchcase(text, pattern)}
        open_ones = [(kind, text) for kind, text in self.silent
                     if not any(kind == k and fnmatch.fnmatchcase(text, p) for k, p in used)]
        for kind, pattern in listed if whole else []:
            if (kind, pattern) not in used:
                print(f"not silent any more, or not seen here: {kind} {pattern}")
        return open_ones


def claims_of(row):
    for option in row["options"]:
        if option["role"] in CLAIMS:
            yield option["names"], CLAIMS[option["role"]]
    for operand in row["operands"]:
        role = operand.rstrip("*?").split(":")[0].rstrip("/")
        if role in OPERANDS:
            yield None, role


def must_be_seen(row):
    """Tells whether the operands of a program are files or programs, or nobody has said what they are."""
    return row is None or any(names is None and role in ("R", "R@", "W", "M", "X", "cmd", "sh") for names, role in claims_of(row))


def count_claims(results, book, silent, show):
    """Compares rows with what was seen: claims, tried, seen; and what was seen without a claim."""
    rows = claims = tried = seen = 0
    for name, _, lines in results:
        if name not in book:
            continue
        rows += 1
        for names, role in claims_of(book[name]):
            claims += 1
            mine = [line for line in lines if line["form"].lstrip("-") in (names or ["operand"]) and line["seen"] is not None]
            tried += bool(mine)
            happened = any(line["seen"] for line in mine)
            seen += happened
            if show and mine and not happened:
                print(f"not seen: {name} {','.join(names or ['operand'])} {role}")
    missed = len([text for _, text in silent if text.split()[0] in book])
    print(f"{len(results)} programs, {rows} rows, {claims} claims, {tried} tried, {seen} seen, {missed} missed")


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("postern")
    parser.add_argument("show_book")
    parser.add_argument("--programs", nargs="*")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--wide", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("--again")
    parser.add_argument("--budget", type=float, default=20)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--lines", type=int)
    args = parser.parse_args()
    if args.lines and os.environ.get("POSTERN_TESTS_ALL"):
        args.lines *= 10
    return args


def collected(args, book):
    if args.again:
        return [json.loads(line) for line in pathlib.Path(args.again).read_text(encoding="utf-8").splitlines()]
    programs = args.programs or programs_on_path()[::args.every]
    units = programs if args.lines else units_of(programs, book)
    results = []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool, open(args.keep or os.devnull, "w", encoding="utf-8") as kept:
        running = [pool.submit(run_unit, name, book.get(name), args) for name in units]
        for done in concurrent.futures.as_completed(running):
            result = done.result()
            results.append(result)
            print(json.dumps(result), file=kept, flush=True)
    return results


def main():
    args = arguments()
    if subprocess.run(sandbox(["strace", "-o", "/tmp/log", "true"]), check=False, stderr=subprocess.DEVNULL).returncode != 0:
        print("sweep: programs cannot be run under strace in a sandbox here")
        return 1 if os.environ.get("POSTERN_TESTS_MUST_RUN") == "1" else 77
    book = read_book(args.show_book)
    results = collected(args, book)
    report = Report(results)
    report.judge(args.postern)
    unlisted = report.unlisted(reasons(HERE / "not_met.txt"), whole=not args.programs)
    for kind, text in unlisted if args.list else unlisted[:40]:
        print(f"    {kind} {text}")
    count_claims(results, book, report.silent, args.list)
    print(f"{len(report.lines)} runs, {report.left} lines left out, {len(report.idle)} programs without any effect, "
          f"{len(report.not_started)} did not start, {len(report.silent)} silent, {len(unlisted)} of them not listed")
    if not any(line["seen"] for line in report.lines):
        sys.exit("sweep: no effect of any program was seen")
    idle = [name for name in report.idle if args.programs and name in args.programs and must_be_seen(book.get(name))]
    if idle:
        print("no effect was seen of", *idle)
    return 1 if unlisted or idle else 0


if __name__ == "__main__":
    sys.exit(main())
