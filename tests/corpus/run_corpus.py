#!/usr/bin/env python3
"""Judges every command line of a corpus and compares with what is known about it.

usage: run_corpus.py POSTERN CORPUS.jsonl… [--all] [--list]

Lines of one policy and rule are judged by one `postern check --batch`, with the sandbox off: then what cannot be decided
from the text is a question. Three numbers are kept apart: unsound (allowed where that is not acceptable), softened (asked
where only a refusal will do), over-blocked (stricter than acceptable). Lines of level "core" must all pass; with --all
the other levels must too. --list names every line that fails, not only those that count.

Fields of a line: id, command, policy (deny, allow or none), rule, sound (acceptable verdicts), level; the rest tells
people where the line comes from.
"""

import collections
import json
import pathlib
import subprocess
import sys
import tempfile

KINDS = ("unsound", "softened", "over-blocked")


def settings_for(policy, rule):
    permissions = {
        "deny": {"allow": ["Bash"], "deny": [rule]},
        "allow": {"allow": [rule]},
        "none": {},
    }[policy]
    return {"permissions": permissions, "sandbox": {"enabled": False}}


def judge(postern, settings, lines):
    """The verdicts for these lines, by id."""
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory) / "settings.json"
        path.write_text(json.dumps(settings), encoding="utf-8")
        questions = "".join(json.dumps({"id": line["id"], "command": line["command"]}) + "\n" for line in lines)
        ran = subprocess.run(
            [postern, "check", "--batch", "--settings", str(path), "--cwd", "/w"],
            input=questions.encode(), stdout=subprocess.PIPE, check=False, timeout=300,
            env={"HOME": "/home/u", "PATH": "/usr/bin:/bin"})
    answers = [json.loads(answer) for answer in ran.stdout.decode().splitlines()]
    if ran.returncode != 0 or [a["id"] for a in answers] != [line["id"] for line in lines]:
        sys.exit(f"run_corpus: {postern} failed with {ran.returncode} for {settings}")
    return {answer["id"]: answer for answer in answers}


def failure(line, verdict):
    """None if the verdict is acceptable, else one of KINDS."""
    if verdict in line["sound"]:
        return None
    if verdict == "allow":
        return "unsound"
    if verdict == "ask" and line["sound"] == ["deny"]:
        return "softened"
    return "over-blocked"


def main(args):
    flags = {a for a in args if a.startswith("--")}
    names = [a for a in args if not a.startswith("--")]
    if len(names) < 2 or flags - {"--all", "--list"}:
        sys.exit(__doc__)
    postern, *files = names
    lines = []
    for file in files:
        text = pathlib.Path(file).read_text(encoding="utf-8")
        lines += [json.loads(line) for line in text.split("\n") if line]
    groups = collections.defaultdict(list)
    for line in lines:
        groups[line["policy"], line.get("rule") or ""].append(line)

    counts = collections.defaultdict(collections.Counter)
    failed = False
    for (policy, rule), group in groups.items():
        answers = judge(postern, settings_for(policy, rule), group)
        for line in group:
            answer = answers[line["id"]]
            kind = failure(line, answer["verdict"])
            counts[line["level"]]["lines"] += 1
            if kind is None:
                continue
            counts[line["level"]][kind] += 1
            counts_here = line["level"] == "core" or "--all" in flags
            failed = failed or counts_here
            if counts_here or "--list" in flags:
                why = next((r["message"] for r in answer["reasons"] if r["verdict"] == answer["verdict"]), "")
                print(f"{kind} [{line['level']}] {line['id']}: {answer['verdict']}, acceptable: {line['sound']}, "
                      f"{policy} {rule}\n    {line['command']!r}\n    {why}")
    if not lines:
        sys.exit("run_corpus: no lines")
    for level, count in sorted(counts.items()):
        print(f"{level:14} {count['lines']:5} lines  " + "  ".join(f"{kind} {count[kind]}" for kind in KINDS))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
