"""docs/json.md as a table of fields, and what commands print compared with it."""

import json
import pathlib
import re

from postern_case import POSTERN
from run_case import RunCase

MANUAL = pathlib.Path(__file__).parent.parent.parent / "docs" / "json.md"


def paths_in(value, path=""):
    """Every field of a document, spelled as in the manual."""
    if isinstance(value, dict):
        for name, member in value.items():
            inner = f"{path}.{name}" if path else name
            yield inner
            yield from paths_in(member, inner)
    elif isinstance(value, list):
        for member in value:
            yield from paths_in(member, path + "[]")


def manual():
    """Section -> documented fields."""
    sections, title = {}, None
    for line in MANUAL.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            title = line[3:]
            sections[title] = set()
        elif field := re.match(r"\| `([^`]+)` \|", line):
            sections[title].add(field[1])
    return sections


def is_documented(path, fields):
    if path in fields:
        return True
    return any(field.endswith(".*") and path.startswith(field[:-1]) for field in fields)


class ManualCase(RunCase):
    def object_of(self, *args, **more):
        ran = self.start([POSTERN, *args], **more)
        lines = ran.stdout.decode("utf-8")
        value = json.loads(lines)
        self.assertIsInstance(value, dict, args)
        self.assertEqual(value["version"], 1, args)
        return value

    def compare(self, title, *documents, rare=()):
        """The section documents every field that is there, and no others."""
        fields = manual()[title]
        seen = set()
        for document in documents:
            seen |= set(paths_in(document))
        self.assertEqual([p for p in sorted(seen) if not is_documented(p, fields)], [], f"not in the section {title}")
        missing = [f for f in sorted(fields - set(rare)) if not any(is_documented(p, {f}) for p in seen)]
        self.assertEqual(missing, [], f"in the section {title}, but not seen")
