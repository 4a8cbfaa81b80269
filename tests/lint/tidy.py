#!/usr/bin/env python3
"""Runs clang-tidy on the files of a build directory whose path matches, as many at once as there are processors.

    tidy.py BUILD PATTERN

A file that was clean is remembered by a hash of all that counts: its text and that of every header, the command that
compiles it, the checks and the version of clang-tidy. It is not looked at again until one of these changes.
"""

import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

CONFIGURATION = pathlib.Path(__file__).resolve().parents[2] / ".clang-tidy"
CLEAN = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "postern-tidy"


def dependencies(build):
    """For each object that has been built, the files that it was made from."""
    listing = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    found = {}
    for block in listing.split("\n\n"):
        first, *files = block.splitlines() or [""]
        if first.endswith("(VALID)"):
            found[first.partition(":")[0]] = [file.strip() for file in files]
    return found


@functools.cache
def hash_of(path):
    return hashlib.sha256(path.read_bytes()).digest()


def key(entry, files, common):
    """The name under which a clean file is remembered."""
    state = hashlib.sha256(common + entry["command"].encode())
    for file in files:
        state.update(file.encode() + b"\0" + hash_of(pathlib.Path(entry["directory"]) / file))
    return state.hexdigest()


def tidy(entry, build, clean):
    """What clang-tidy complains of; empty if there is nothing. `clean` is where that is remembered, if it is."""
    if clean and clean.exists():
        return ""
    ran = subprocess.run(["clang-tidy", "-quiet", "--use-color=0", "-p", build, entry["file"]], cwd=entry["directory"],
                         capture_output=True, text=True, check=False)
    if ran.returncode == 0 and not ran.stdout.strip():
        if clean:
            clean.touch()
        return ""
    return ran.stdout or ran.stderr or f"{entry['file']}: clang-tidy failed\n"


def main(build, pattern):
    CLEAN.mkdir(parents=True, exist_ok=True)
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout
    common = CONFIGURATION.read_bytes() + version
    built = dependencies(build)
    found = {}
    for entry in json.loads((pathlib.Path(build) / "compile_commands.json").read_text(encoding="utf-8")):
        path = os.path.normpath(os.path.join(entry["directory"], entry["file"]))
        if re.search(pattern, path):
            files = built.get(entry["output"])
            found[path] = (entry, build, files and CLEAN / key(entry, files, common))
    if not found:
        sys.exit(f"no file matches {pattern}")
    # The longest first, so that none is left alone at the end.
    paths = sorted(found, key=os.path.getsize, reverse=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        complaints = [text for text in pool.map(lambda path: tidy(*found[path]), paths) if text]
    sys.stdout.write("".join(complaints))
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
