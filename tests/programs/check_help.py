#!/usr/bin/env python3
"""Compares the book of programs with what the installed programs say about themselves.

Every program in tier_a.txt that is installed is asked for its help, confined: as nobody, in an empty directory, without a
network, for five seconds. Options in the help that the row does not have are listed. An option missing is no danger,
because a call with it is one that no row explains; but for the programs that people use most it costs questions. So a
missing option fails the test unless not_explained.txt says why it is left out. So does an option that the help shows with a
value and the row without one, or the other way round: the words after it would get wrong roles. With --all every program of
the book is asked, and what is missing is listed.

Usage: check_help.py SHOW_BOOK TIER_A NOT_EXPLAINED [--all | PROGRAM…]
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

# Programs whose full help is shown by other words than --help. None: the program has no help that lists its options.
CALLS = {
    "curl": ["--help", "all"],
    "ffmpeg": ["-h", "long"],
    "less": None,
    "python3": ["--help-all"],
    "sudo": ["-h"],
    "unzip": ["-hh"],
    "zip": ["-h2"],
    "zsh": ["--help"],
}
BUILTINS = set(
    subprocess.run(["bash", "-c", "compgen -b"], capture_output=True, text=True, check=True).stdout.split())
SECONDS = 5


def confined(command):
    """Returns the command inside namespaces of its own; root becomes nobody."""
    if os.geteuid() == 0:
        nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs", "--"]
        return ["unshare", "--net", "--pid", "--fork", "--kill-child", "--"] + nobody + command
    return ["unshare", "--user", "--net", "--pid", "--fork", "--kill-child", "--"] + command


def run(command, directory):
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": directory, "LC_ALL": "C.UTF-8",
                   "PAGER": "cat", "MANPAGER": "cat", "GIT_PAGER": "cat", "COLUMNS": "200", "TERM": "dumb"}
    try:
        done = subprocess.run(confined(command), cwd=directory, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout.decode("utf-8", "replace")


def help_of(name, directory):
    """Returns the help of `program` or `program/subcommand`; empty if there is none here."""
    program, *subcommands = name.split("/")
    if program in BUILTINS:
        return run(["bash", "-c", 'help -- "$1"', "bash", program], directory)
    path = shutil.which(program)
    words = CALLS.get(name, ["-h"] if program == "git" else ["--help"])
    if path is None or words is None:
        return ""
    return run([path, *subcommands, *words], directory)


NAME = re.compile(r"(?<![\w\-./=<\[])(--?[A-Za-z0-9#@?][A-Za-z0-9_.\-]*)(\[=|\[no-\]|=|\[|\s?<|\s)?")


def options_in(text, habits):
    """Yields (option, shape) for each option that begins a line of the help; shape is '', '=' or '[='."""
    for line in re.sub(r".\x08|\x1b\[[0-9;]*m", "", text).splitlines():
        usage = re.match(r"\s*(?:usage:|or:)?\s*\S+\s+(\[-.*)", line, re.IGNORECASE)
        if usage:
            for cluster in re.findall(r"\[(-[A-Za-z0-9]+|--[a-z][\w-]+)(?=[\]\s|=\[])", usage.group(1)):
                yield cluster, ""
            continue
        stripped = line.strip()
        if not re.match(r"--?[A-Za-z0-9#@?\[]", stripped):
            continue
        column = re.split(r"\s{2,}|\t|\s:\s", re.sub(r",\s+(?=-)", ", ", stripped), maxsplit=1)[0]
        column = column.replace("--[no-]", "--").replace("--[no]", "--")
        for match in NAME.finditer(column):
            if not re.fullmatch(r"-[A-Z]{2,}", match.group(1)) or "single" in habits:
                yield match.group(1).rstrip("."), (match.group(2) or "").strip()


class Row:
    def __init__(self, row):
        self.habits = row["habits"]
        self.options = {}
        for option in row["options"]:
            for name in option["names"]:
                self.options[name] = option
                if option["negated"] and len(name) > 1:
                    self.options["no-" + name] = option

    def missing(self, shown):
        """Returns the part of the option that the row does not have, or None."""
        if "plain" in self.habits:
            return None
        name = shown.lstrip("-")
        if shown.startswith("--") or ("single" in self.habits and name in self.options):
            return None if name in self.options else shown
        if name.isdigit() and "numbers" in self.habits or name in self.options:
            return None
        letters = [letter for letter in name if letter not in self.options]
        if len(name) > 1 and letters and name[0] in self.options and self.options[name[0]]["takes"] != "nothing":
            return None  # -o with a value glued to it
        return "-" + letters[0] if letters else None

    def wrong_arity(self, shown, shape, others):
        """Returns what is wrong with the row's idea of a long option's value, or None."""
        option = self.options.get(shown[2:]) if shown.startswith("--") else None
        if option is None or "plain" in self.habits or option["role"] == 1:
            return None
        if shape == "=" and option["takes"] in ("nothing", "glued"):
            may_be_absent = (shown, "") in others or (shown, "[=") in others
            return None if option["takes"] == "glued" and may_be_absent else f"{shown} takes a value"
        if shape == "[=" and option["takes"] in ("nothing", "value"):
            return f"{shown} takes a value only after `=`"
        return None


def excused(path):
    """Reads lines `PROGRAM OPTION[,OPTION…] reason`."""
    out = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                program, options, _reason = line.split(None, 2)
                out.setdefault(program, set()).update(options.split(","))
    return out


def main(show_book, tier_a, not_explained, *only):
    if subprocess.run(confined(["true"]), stderr=subprocess.DEVNULL, check=False).returncode != 0:
        print("Programs cannot be confined here.")
        return 1 if os.environ.get("POSTERN_TESTS_MUST_RUN") == "1" else 77
    with open(tier_a, encoding="utf-8") as file:
        important = set(file.read().split())
    allowed = excused(not_explained)
    book = subprocess.run([show_book], capture_output=True, text=True, check=True).stdout
    asked = failures = 0
    with tempfile.TemporaryDirectory() as directory:
        os.chmod(directory, 0o755)
        for line in book.splitlines():
            data = json.loads(line)
            row = Row(data)
            for name in data["names"]:
                if name not in (only if only else important) and only != ("--all",):
                    continue
                shown = list(dict.fromkeys(options_in(help_of(name, directory), row.habits)))
                asked += bool(shown)
                missing = {row.missing(option) for option, _ in shown} - {None} - allowed.get(name, set())
                wrong = {row.wrong_arity(*each, shown) for each in shown} - {None}
                wrong = {each for each in wrong if each.split()[0] not in allowed.get(name, set())}
                fails = bool(wrong or missing) and name in important
                failures += fails
                if missing or wrong:
                    print("FAIL" if fails else "note", name + ":", *sorted(missing), *sorted(wrong))
    print(f"{asked} programs asked, {failures} failures")
    return 1 if failures or asked < (1 if only else 40) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
