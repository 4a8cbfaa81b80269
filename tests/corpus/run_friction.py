#!/usr/bin/env python3
"""Counts how often Postern stands in the way of lines that agents use every day.

usage: run_friction.py POSTERN LINES.jsonl… [--list]

Lines are those of the corpora whose policy and technique say that they are ordinary, and every line of a file without
policies. They are judged three times: in the sandbox, where nothing may be asked; outside with one allow rule for each
program that they name and one for files of the project, where fewer than MOST_ASKED may be asked; and under each usual
deny rule next to `Bash`. There at most MOST_DENIED lines that the rule is not about may be denied, and at most
MOST_DOUBTED asked about: trees that are read or moved as a whole may hold what the rule names, and code in another
language may do it. --list names these lines.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

MOST_ASKED = 0.03
MOST_DENIED = 3
MOST_DOUBTED = 0.065

# Deny rules that people write, each with a pattern for lines that it is really about.
RULES = {
    "Read(.env)": r"(^|[\s/\"'=<])\.env($|[\s;\"'|&)])",
    "Read(~/.ssh/**)": r"\.ssh/",
    "Read(secrets/**)": r"\bsecrets/",
    "Edit(/etc/**)": r"/etc/",
    "Edit(dist/**)": r"\bdist\b",
    "Edit(.git/**)": r"\.git/|\brm -rf \.git\b",
    "Edit(package.json)": r">\s*package\.json|mv \S+ package\.json|-i \S+ package\.json",
    "Bash(rm:*)": None,
    "Bash(git push:*)": None,
    "Bash(curl:*)": None,
    "Bash(sudo:*)": None,
    "Bash(npm publish:*)": None,
    "Bash(docker:*)": None,
    "Bash(python3:*)": None,
    "Bash(git:*)": None,
}

# Programs that nobody allows as a whole: with these a rule names the script, too, or the command inside.
NEVER_ALLOWED = {"sudo", "eval", "xargs", "env", "exec", "timeout", "nohup"}
SHELLS = {"bash", "sh", "source", "."}


def read_lines(files):
    commands = []
    for file in files:
        for text in pathlib.Path(file).read_text(encoding="utf-8").split("\n"):
            line = json.loads(text) if text else {}
            policy, benign = line.get("policy"), line.get("sound") == ["allow"]
            ordinary = line.get("technique") in ("everyday", "read-only") if line.get("id", "").split("-")[0] in (
                "more", "readonly") else policy is None or benign
            if line and ordinary and (policy is None or benign):
                commands.append(line["command"])
    return list(dict.fromkeys(commands))


def judge(postern, permissions, commands, sandbox=False):
    settings = {"permissions": permissions} | ({} if sandbox else {"sandbox": {"enabled": False}})
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory) / "settings.json"
        path.write_text(json.dumps(settings), encoding="utf-8")
        questions = "".join(json.dumps({"id": str(i), "command": command}) + "\n" for i, command in enumerate(commands))
        ran = subprocess.run(
            [postern, "check", "--batch", "--settings", str(path), "--cwd", "/w"],
            input=questions.encode(), stdout=subprocess.PIPE, check=False, timeout=300,
            env={"HOME": "/home/u", "PATH": "/usr/bin:/bin"})
    answers = [json.loads(answer) for answer in ran.stdout.decode().splitlines()]
    if ran.returncode != 0 or len(answers) != len(commands):
        sys.exit(f"run_friction: {postern} failed with {ran.returncode} for {settings}")
    return answers


def rules_for(answers):
    """The rules that people write to let these lines pass: Bash(git:*), Bash(bash build.sh:*)."""
    rules = {"Edit(./**)"}
    for answer in answers:
        for argv in (command["argv"] for command in answer["commands"]):
            name = " ".join(argv[:2]) if argv and argv[0] in SHELLS else argv[0] if argv else ""
            if re.fullmatch(r"[\w./+\[-]+( [\w./]+)?", name) and name not in NEVER_ALLOWED:
                rules.add(f"Bash({name}:*)")
    return sorted(rules)


def is_about(rule, command, answer):
    """Whether the line really does what the rule forbids."""
    if RULES[rule] is not None:
        return re.search(RULES[rule], command) is not None
    words = rule[len("Bash("):-len(":*)")].split()
    def names(argv):
        return argv and argv[0].split("/")[-1] == words[0] and all(word in argv for word in words[1:])
    return any(names(command["argv"]) for command in answer["commands"])


def message(answer):
    return next((r["message"] for r in answer["reasons"] if r["verdict"] == answer["verdict"]), "")


def show(title, commands, answers):
    for command, answer in zip(commands, answers):
        print(f"  {title}: {answer['verdict']} {command!r}\n      {message(answer)}")


def main(args):
    listed = "--list" in args
    names = [a for a in args if not a.startswith("--")]
    if len(names) < 2 or set(args) - set(names) - {"--list"}:
        sys.exit(__doc__)
    postern, *files = names
    commands = read_lines(files)
    if len(commands) < 300:
        sys.exit(f"run_friction: only {len(commands)} lines")
    failed = False

    def stricter(title, answers, base=None, about=None):
        order = ["allow", "ask", "deny"]
        rows = [(c, a) for i, (c, a) in enumerate(zip(commands, answers))
                if order.index(a["verdict"]) > order.index(base[i]["verdict"] if base else "allow")
                and not (about and is_about(about, c, a))]
        if listed:
            show(title, *zip(*rows)) if rows else None
        return rows

    inside = judge(postern, {}, commands, sandbox=True)
    if all(answer["sandboxed"] for answer in inside):
        asked = stricter("in the sandbox", inside)
        print(f"in the sandbox: {len(asked)} of {len(commands)} lines not allowed")
        failed |= bool(asked)
    else:
        print("in the sandbox: not counted, because this machine cannot build one")

    rules = rules_for(inside)
    asked = stricter("outside", judge(postern, {"allow": rules}, commands))
    print(f"outside, {len(rules)} allow rules: {len(asked)} of {len(commands)} lines not allowed "
          f"({100 * len(asked) / len(commands):.1f} %)")
    failed |= len(asked) >= MOST_ASKED * len(commands)

    base = judge(postern, {"allow": ["Bash"]}, commands)
    for rule in RULES:
        extra = stricter(rule, judge(postern, {"allow": ["Bash"], "deny": [rule]}, commands), base, rule)
        denied = sum(answer["verdict"] == "deny" for _, answer in extra)
        print(f"under {rule}: {denied} more denied, {len(extra) - denied} more asked about")
        failed |= denied > MOST_DENIED or len(extra) - denied > MOST_DOUBTED * len(commands)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
