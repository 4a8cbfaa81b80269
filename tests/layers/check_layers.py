#!/usr/bin/env python3
"""Checks the #include lines of src/ against the order of the layers.

A file may include its own layer and any lower one; layers of one rank do not see each other. Project headers are
written from src/ ("policy/rule.h"), so the layer is always in the line.

usage: check_layers.py SRC          exit 1 and one line per offence
       check_layers.py --self-check  bad samples must be found, good ones must pass
"""

import pathlib
import re
import sys
import tempfile

# Lowest first.
RANKS = [
    {"base"},
    {"state", "programs"},
    {"settings", "shell", "host"},
    {"policy"},
    {"sandbox", "approval", "wire"},
    {"backend"},
    {"network", "guard", "run", "scrub", "record", "service"},
    {"app"},
    {"agents"},
    {"cli"},
]
RANK = {layer: rank for rank, layers in enumerate(RANKS) for layer in layers}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]*)"')


def offence(layer, header):
    """Why `layer` may not include `header`, or None."""
    other = header.split("/")[0]
    if "/" not in header or ".." in header.split("/"):
        return "write the path from src/"
    if other not in RANK:
        return f"{other}/ is no layer"
    if other == layer or RANK[other] < RANK[layer]:
        return None
    if RANK[other] == RANK[layer]:
        return f"{layer}/ and {other}/ stand side by side"
    return f"{other}/ is above {layer}/"


def check(src):
    """All offences below `src`, one line each, and the number of files read."""
    found = []
    files = [p for p in sorted(src.rglob("*")) if p.suffix in (".h", ".cc")]
    for path in files:
        name = path.relative_to(src)
        layer = name.parts[0]
        if layer not in RANK:
            found.append(f"{name}: {layer}/ has no place in the order of layers")
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            why = match and offence(layer, match[1])
            if why:
                found.append(f'{name}:{number}: #include "{match[1]}": {why}')
    return found, len(files)


def self_check():
    """A check that cannot fail proves nothing: each bad line alone must be found, each good one must not."""
    samples = [
        ("base/a.h", '#include "policy/rule.h"', False),
        ("state/a.h", '#include "settings/trust.h"', False),
        ("settings/a.cc", '#include "shell/analysis.h"', False),
        ("shell/a.cc", '#  include "settings/load.h"', False),
        ("policy/a.cc", '    #include "app/run.h"', False),
        ("network/a.cc", '#include "guard/loop.h"', False),
        ("app/a.cc", '#include "agents/claude.h"', False),
        ("policy/a.cc", '#include "rule.h"', False),
        ("policy/a.cc", '#include "policy/../cli/main.h"', False),
        ("policy/a.cc", '#include "cellar/wine.h"', False),
        ("cellar/a.cc", "int wine;", False),
        ("policy/a.cc", '#include "policy/rule.h"', True),
        ("policy/a.cc", '#include "shell/analysis.h"', True),
        ("host/a.cc", '#include "state/document.h"', True),
        ("cli/a.cc", '#include "base/result.h"', True),
        ("agents/a.cc", '#include "app/judge.h"', True),
        ("cli/a.cc", '#include "agents/claude.h"', True),
        ("base/a.cc", "#include <policy/rule.h>", True),
        ("base/a.cc", '// #include "policy/rule.h"', True),
    ]
    wrong = 0
    for file, line, good in samples:
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / file
            path.parent.mkdir()
            path.write_text(f"#pragma once\n{line}\n", encoding="utf-8")
            found, _ = check(pathlib.Path(directory))
        if (not found) != good:
            print(f"{file}: {line}: {'refused' if good else 'not found'}: {found}")
            wrong += 1
    print(f"{len(samples)} samples, {wrong} judged wrongly")
    return 1 if wrong else 0


def main(args):
    if args == ["--self-check"]:
        return self_check()
    if len(args) != 1 or not pathlib.Path(args[0]).is_dir():
        print(__doc__, file=sys.stderr)
        return 2
    found, files = check(pathlib.Path(args[0]))
    print("\n".join([*found, f"{files} files, {len(found)} includes against the order"]))
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
