#!/usr/bin/env python3
"""Runs lines of little languages with the real programs, and demands that no start of a program is overlooked.

usage: languages.py POSTERN RECORDER [--count N] [--seed N] [--language NAME…]

Seeds (seeds.py) are lines that start a stub by what awk, sed, ex, ed, gdb, sqlite3, make, perl or python do with a text
of theirs. Each is run as it stands and in N mutants for each language: parts dropped, inserted, swapped, glued,
abbreviated, quoted otherwise. The programs run in bubblewrap, as an ordinary user, in an empty directory, without a
network. Then Postern judges the same line with the sandbox off, everything allowed and the stub denied: if the stub ran,
the verdict must be deny, or ask because something is unknown. Lines are generated from --seed, so a failure can be
repeated. Programs that are not installed are left out, and named.
"""

import argparse
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from seeds import LANGUAGES  # noqa: E402

NOBODY = 65534
LONG = 1000  # with so many mutants the campaign is meant to be long, and slow programs get as many
TOKEN = re.compile(r"[A-Za-z_]+|[0-9]+|\s+|.", re.DOTALL)


class Mutator:
    """Makes lines out of the seeds of one language."""

    def __init__(self, language, random_source):
        self.language = language
        self.random = random_source
        self.programs = [p for p in language["programs"] if installed(p)]
        self.everything = language["seeds"] + language["plain"]

    def seeds(self):
        for program in self.programs:
            for words in self.everything:
                yield self.line(program, words)

    def mutant(self):
        words = list(self.random.choice(self.everything))
        for _ in range(self.random.choice((1, 1, 1, 2, 2, 3))):
            words = self.changed(words)
        return self.line(self.random.choice(self.programs), words)

    def changed(self, words):
        index = self.random.randrange(len(words))
        kind = self.random.random()
        if kind < 0.08 and len(words) > 1:  # whole words: drop, swap, glue, double
            return words[:index] + words[index + 1:]
        if kind < 0.12 and len(words) > 1:
            other = self.random.randrange(len(words))
            words[index], words[other] = words[other], words[index]
            return words
        if kind < 0.16 and index + 1 < len(words):
            return words[:index] + [words[index] + self.random.choice(("", "=", " ")) + words[index + 1]] + words[index + 2:]
        if kind < 0.20:
            return words[:index] + words[index:index + 1] + words[index:]
        if kind < 0.26:
            return words + list(self.random.choice(self.everything))
        # Most changes are made where the code is: in the longest word.
        if self.random.random() < 0.7:
            index = max(range(len(words)), key=lambda i: len(words[i]))
        words[index] = self.changed_text(words[index])
        return words

    def changed_text(self, text):
        tokens = TOKEN.findall(text) or [""]
        at = self.random.randrange(len(tokens))
        pick = self.random.choice
        action = pick(("drop", "insert", "insert", "insert", "swap", "cut", "case", "double", "replace", "space", "other"))
        if action == "drop":
            del tokens[at]
        elif action == "insert":
            tokens.insert(self.random.randrange(len(tokens) + 1), pick(self.language["pieces"]))
        elif action == "swap":
            other = self.random.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif action == "cut":
            tokens[at] = tokens[at][:-1]
        elif action == "case":
            tokens[at] = tokens[at].swapcase()
        elif action == "double":
            tokens.insert(at, tokens[at])
        elif action == "replace":
            tokens[at] = pick(self.language["pieces"])
        elif action == "space":
            tokens.insert(at, pick((" ", "\t", "\n", "\\\n", "  ", "\r", "\x0b")))
        else:
            others = TOKEN.findall(pick(pick(self.everything)))
            tokens[at:at] = others[:self.random.randrange(len(others) + 1)] if others else []
        return "".join(tokens)

    def line(self, program, words):
        before = ""
        if "environment" in self.language:
            before = "".join(shlex.quote(w.split("=")[0]) + "=" + shlex.quote(w.split("=", 1)[1]) + " "
                             for w in self.random.choice(self.language["environment"] + [[]] * 20))
        if self.language.get("stdin"):
            *words, text = words if len(words) > 1 else words + [""]
            feed = self.random.choice(("here", "printf"))
            call = " ".join(self.quoted(w) for w in program + words)
            return f"{call} <<< {self.quoted(text)}" if feed == "here" else f"printf '%s\\n' {self.quoted(text)} | {call}"
        return before + " ".join(self.quoted(w) for w in program + words + self.language.get("tail", []))

    def quoted(self, word):
        """One word of bash, in one of its spellings."""
        word = word.replace("\0", "")
        kind = self.random.random()
        if kind < 0.8:
            return shlex.quote(word)
        if kind < 0.9:
            return '"' + re.sub(r'([$`"\\!])', r"\\\1", word).replace("\\!", '"\'!\'"') + '"'
        return "$'" + word.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\r", "\\r") + "'"


def installed(program):
    if shutil.which(program[0], path="/usr/bin:/bin") is None:
        return False
    return program[0] != "busybox" or subprocess.run(["busybox", "--list"], capture_output=True, text=True, check=False
                                                     ).stdout.split().count(program[1]) > 0


class Confined:
    """Runs lines through stage.py in bubblewrap."""

    def __init__(self, directory, recorder):
        place = pathlib.Path(directory)
        stage = shutil.copy(pathlib.Path(__file__).resolve().parent / "stage.py", place)
        copy = shutil.copy(recorder, place / "recorder")
        for path in (place, stage, copy):
            os.chmod(path, 0o755)
        command = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--ro-bind", "/", "/", "--tmpfs", "/tmp",
                   "--tmpfs", "/home", "--tmpfs", "/root", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/run",
                   "--ro-bind", place, "/tmp/stage", "--chdir", "/", "--cap-drop", "ALL", "/usr/bin/python3", "/tmp/stage/stage.py", "/tmp/stage/recorder"]
        user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.getuid() == 0 else {}
        self.process = subprocess.Popen([str(c) for c in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={"PATH": "/usr/bin:/bin", "HOME": "/"}, **user)

    def ran(self, line, seconds):
        self.process.stdin.write(json.dumps({"line": line, "seconds": seconds}) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise EOFError(line)
        return json.loads(answer)["ran"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def verdicts(postern, lines):
    """The verdict on each line, with the sandbox off and the stub denied."""
    settings = {"permissions": {"allow": ["Bash"], "deny": ["Bash(stub:*)"]}, "sandbox": {"enabled": False}}
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory) / "settings.json"
        path.write_text(json.dumps(settings), encoding="utf-8")
        questions = "".join(json.dumps({"id": str(i), "command": line}) + "\n" for i, line in enumerate(lines))
        ran = subprocess.run([postern, "check", "--batch", "--settings", str(path), "--cwd", "/w"], input=questions.encode(),
                             stdout=subprocess.PIPE, check=False, timeout=300,
                             env={"HOME": "/home/u", "PATH": "/usr/bin:/bin"})
    answers = [json.loads(answer) for answer in ran.stdout.decode().splitlines()]
    if ran.returncode != 0 or len(answers) != len(lines):
        sys.exit(f"languages: {postern} failed with {ran.returncode}, {len(answers)} answers to {len(lines)} lines")
    return [answer["verdict"] for answer in answers]


def try_language(options, name, stage):
    """Tries one language. Returns whether no start was overlooked."""
    language = LANGUAGES[name]
    source = random.Random(f"{options.seed} {name}")
    mutator = Mutator(language, source)
    if not mutator.programs:
        print(f"{name:8} not installed")
        return True
    count = options.count // language.get("slow", 1) if options.count < LONG else options.count
    lines = list(mutator.seeds())
    if count < len(lines):
        lines = source.sample(lines, count)
    known = len(lines)
    lines += [mutator.mutant() for _ in range(count)]
    started = [line for line in lines if stage.ran(line, language.get("seconds", 3))]
    judged = verdicts(options.postern, lines)
    allowed = {line for line, verdict in zip(lines, judged) if verdict == "allow"}
    silent = [line for line in started if line in allowed]
    for line in silent[:20]:
        print(f"silent start by {name}: {line!r}")
    plain = len([line for line in lines if line in allowed])
    print(f"{name:8} {known:4} seeds {len(lines) - known:5} mutants  {len(started):5} started  {plain:5} plain  "
          f"{len(silent)} silent", flush=True)
    if not started:
        print(f"{name}: no line started the stub, so nothing was tried")
    return not silent and bool(started)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("postern")
    parser.add_argument("recorder")
    parser.add_argument("--count", type=int, default=300 if os.environ.get("POSTERN_TESTS_ALL") else 30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--language", nargs="*", default=list(LANGUAGES))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        stage = Confined(directory, options.recorder)
        try:
            stage.ran("true", 3)
        except (EOFError, BrokenPipeError):
            print("languages: bubblewrap cannot build a sandbox here")
            return 1 if os.environ.get("POSTERN_TESTS_MUST_RUN") else 77
        good = [try_language(options, name, stage) for name in options.language]
        stage.close()
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
