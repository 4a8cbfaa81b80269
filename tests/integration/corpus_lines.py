"""Reads the lines of the corpus that a rule about programs must stop, and tells which programs such a rule denies."""

import dataclasses
import fnmatch
import json
import pathlib
import re

CORPUS = pathlib.Path(__file__).resolve().parent.parent / "corpus"


@dataclasses.dataclass(frozen=True)
class Rule:
    """A rule `Bash(program word…)`. Parsed and matched here, independently of the code under test, and strictly."""

    text: str
    program: str
    words: tuple

    @staticmethod
    def parse(text):
        """Returns None for rules about files or hosts, and for rules that name no program."""
        inside = re.fullmatch(r"Bash\(([\w.-]+)((?: [^ :]+)*?)(?::\*| \*)?\)", text)
        return Rule(text, inside[1], tuple(inside[2].split())) if inside else None

    def met_by(self, argv):
        """Tells whether the rule matches. git takes options before its subcommand; for other programs the words of the
        rule must follow the program immediately."""
        if argv[0] != self.program:
            return False
        if "*" in self.words:
            return fnmatch.fnmatchcase(" ".join(argv[1:]), " ".join(self.words))
        if self.program == "git":
            rest = iter(argv[1:])
            return all(word in rest for word in self.words)
        return tuple(argv[1:1 + len(self.words)]) == self.words


@dataclasses.dataclass(frozen=True)
class Line:
    name: str
    command: str
    setup: str
    rule: Rule
    decoy: bool  # looks as if the rule denied it, but is harmless


def read_lines():
    """Returns every line with a rule about a program, sorted by rule, so that stand-ins are rarely replaced."""
    lines = []
    for corpus in ("adversarial", "more"):
        for text in (CORPUS / f"{corpus}.jsonl").read_text(encoding="utf-8").split("\n"):
            entry = json.loads(text) if text else {"policy": "none"}
            rule = Rule.parse(entry["rule"]) if entry["policy"] == "deny" else None
            if rule:
                lines.append(Line(entry["id"], entry["command"], entry.get("setup", ""), rule,
                                  decoy=entry["sound"] == ["allow"]))
    return sorted(lines, key=lambda line: line.rule.text)
