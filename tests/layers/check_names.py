#!/usr/bin/env python3
"""Checks that no exported type name stands in two namespaces of src/, so that one name means one thing everywhere.

Only types in headers, at the top level of a namespace, count. docs/words.md explains the most important ones.

usage: check_names.py SRC          exit 1 and one line per name
       check_names.py --self-check  bad samples must be found, good ones must pass
"""

import collections
import pathlib
import re
import sys
import tempfile

NAMESPACE = re.compile(r"namespace (postern[\w:]*) \{")
TYPE = re.compile(r"(?:(?:struct|class|enum class|enum)\s+(?:\[\[\w+\]\]\s+)?(\w+)\b(?!\s*;)|using (\w+) =)")


def types_in(text):
    """The namespace and name of each type that a header defines."""
    namespace = None
    for line in text.splitlines():
        opened = NAMESPACE.match(line)
        if opened:
            namespace = opened[1]
        found = TYPE.match(line)
        if found and namespace:
            yield namespace, found[1] or found[2]


def check(src):
    """One line for each name that stands in several namespaces, and the number of headers read."""
    places = collections.defaultdict(dict)
    headers = sorted(src.rglob("*.h"))
    for path in headers:
        for namespace, name in types_in(path.read_text(encoding="utf-8")):
            places[name].setdefault(namespace, path.relative_to(src))
    found = [f"{name}: " + ", ".join(f"{space} ({file})" for space, file in sorted(spaces.items()))
             for name, spaces in sorted(places.items()) if len(spaces) > 1]
    return found, len(headers)


def self_check():
    """Each sample is two headers, and whether they may stand beside each other."""
    a, b = "namespace postern::a {\n", "namespace postern::b {\n"
    samples = [
        (a + "struct Rule {", b + "struct Rule {", False),
        (a + "class Rule final : public Base {", b + "enum class Rule : int { one };", False),
        (a + "using Rule = int;", b + "struct Rule {", False),
        (a + "struct [[nodiscard]] Rule {", b + "class Rule {", False),
        (a + "struct Rule {", a + "struct Rule {", True),
        (a + "struct Rule {", b + "struct Rules {", True),
        (a + "struct Rule {", b + "struct Rule;", True),
        (a + "struct Rule {", b + "struct Outer {\n    struct Rule {", True),
        (a + "struct Rule {", b + "// struct Rule {", True),
    ]
    wrong = 0
    for first, second, good in samples:
        with tempfile.TemporaryDirectory() as directory:
            src = pathlib.Path(directory)
            (src / "one.h").write_text(first + "\n", encoding="utf-8")
            (src / "two.h").write_text(second + "\n", encoding="utf-8")
            found, _ = check(src)
        if (not found) != good:
            print(f"{first!r} beside {second!r}: {'refused' if good else 'not found'}")
            wrong += 1
    print(f"{len(samples)} samples, {wrong} judged wrongly")
    return 1 if wrong else 0


def main(args):
    if args == ["--self-check"]:
        return self_check()
    if len(args) != 1 or not pathlib.Path(args[0]).is_dir():
        print(__doc__, file=sys.stderr)
        return 2
    found, headers = check(pathlib.Path(args[0]))
    print("\n".join([*found, f"{headers} headers, {len(found)} names in several namespaces"]))
    return 1 if found or not headers else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
