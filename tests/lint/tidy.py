#!/usr/bin/env python3
"""Runs clang-tidy on the files of a build directory whose path matches, as many at once as there are processors.

    tidy.py BUILD PATTERN

A file that was clean is remembered by a hash of all that counts: its text with all that it includes, the checks and the
version of clang-tidy. It is not read again until one of these changes.
"""

import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

CONFIGURATION = pathlib.Path(__file__).resolve().parents[2] / ".clang-tidy"
CLEAN = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "postern-tidy"


def preprocessed(entry):
    """The text that the compiler sees, with the comments, because some of them are for clang-tidy."""
    words = shlex.split(entry["command"])
    words = words[words[0] == "ccache":words.index("-MD")]  # behind it: what to write, and where to
    ran = subprocess.run([*words, "-E", "-C", entry["file"]], cwd=entry["directory"], capture_output=True, check=False)
    return ran.stdout if ran.returncode == 0 else None


def tidy(entry, build, common):
    """What clang-tidy complains of; empty if it is clean."""
    text = preprocessed(entry)
    known = CLEAN / hashlib.sha256(common + entry["command"].encode() + text).hexdigest() if text else None
    if known and known.exists():
        return ""
    ran = subprocess.run(["clang-tidy", "-quiet", "--use-color=0", "-p", build, entry["file"]], cwd=entry["directory"],
                         capture_output=True, text=True, check=False)
    if ran.returncode == 0 and not ran.stdout.strip():
        if known:
            known.touch()
        return ""
    return ran.stdout or ran.stderr or f"{entry['file']}: clang-tidy failed\n"


def main(build, pattern):
    CLEAN.mkdir(parents=True, exist_ok=True)
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout
    common = CONFIGURATION.read_bytes() + version
    entries = json.loads((pathlib.Path(build) / "compile_commands.json").read_text(encoding="utf-8"))
    found = {}
    for entry in entries:
        path = os.path.normpath(os.path.join(entry["directory"], entry["file"]))
        if re.search(pattern, path):
            found[path] = entry
    # The longest first, so that none is left alone at the end.
    paths = sorted(found, key=os.path.getsize, reverse=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        complaints = [text for text in pool.map(lambda path: tidy(found[path], build, common), paths) if text]
    sys.stdout.write("".join(complaints))
    if not paths:
        sys.exit(f"no file matches {pattern}")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
