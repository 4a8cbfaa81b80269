#!/usr/bin/env python3
"""Runs clang-tidy on the files of a build directory whose path matches, as many at once as there are processors.

    tidy.py BUILD PATTERN

Most of the time goes into the headers, which are the same for all files of a folder. So several files that are
compiled alike are put one after the other into a single text and looked at together. Only if that text is not clean,
or does not compile because two files have a name in common, it is halved, down to each file alone: what is reported is
always about one file as it is.

A file that was clean is remembered by a hash of all that counts: its text and that of every header, the command that
compiles it, the checks and the version of clang-tidy. It is not looked at again until one of these changes.
"""

import collections
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

CONFIGURATION = pathlib.Path(__file__).resolve().parents[2] / ".clang-tidy"
CLEAN = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "postern-tidy"
AT_ONCE = 6  # files in one text: more share more, and lose more when two of them have a name in common


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


def ask(build, directory, file):
    """What clang-tidy says of a file; empty if there is nothing to complain of."""
    ran = subprocess.run(["clang-tidy", "-quiet", "--use-color=0", f"--config-file={CONFIGURATION}", "-p", build, file],
                         cwd=directory, capture_output=True, text=True, check=False)
    if ran.returncode == 0 and not ran.stdout.strip():
        return ""
    return ran.stdout or ran.stderr or f"{file}: clang-tidy failed\n"


def clean_together(entries, words):
    """Whether the files of these entries, which have the same words in their commands, are clean as one text.

    The text holds the files themselves: some checks look only at what is not included."""
    directory = entries[0]["directory"]
    with tempfile.TemporaryDirectory() as place:
        text = pathlib.Path(place) / "together.cc"
        with text.open("w", encoding="utf-8") as out:
            for entry in entries:
                file = os.path.normpath(os.path.join(directory, entry["file"]))
                out.write(f'#line 1 "{file}"\n{pathlib.Path(file).read_text(encoding="utf-8")}\n')
        command = {"directory": directory, "file": str(text), "arguments": [*words, "-c", str(text)]}
        (pathlib.Path(place) / "compile_commands.json").write_text(json.dumps([command]), encoding="utf-8")
        return not ask(place, directory, str(text))


def tidy(entries, words, build):
    """What clang-tidy complains of in files that are compiled with the same words."""
    if len(entries) == 1:
        return {entries[0]["file"]: ask(build, entries[0]["directory"], entries[0]["file"])}
    if clean_together(entries, words):
        return {}
    half = len(entries) // 2
    return tidy(entries[:half], words, build) | tidy(entries[half:], words, build)


def words_of(entry):
    """The words of the command that compiles a file, without those that name the file and what is made of it."""
    words = shlex.split(entry["command"])
    for option in ("-o", "-MQ", "-MF", "-c"):
        if option in words:
            at = words.index(option)
            del words[at:at + 2]
    return tuple(words)


def batches(entries):
    """The entries in groups of the same words, none of more than AT_ONCE."""
    alike = collections.defaultdict(list)
    for entry in entries:
        alike[words_of(entry)].append(entry)
    for words, group in alike.items():
        for begin in range(0, len(group), AT_ONCE):
            yield group[begin:begin + AT_ONCE], words


def main(build, pattern):
    CLEAN.mkdir(parents=True, exist_ok=True)
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout
    common = CONFIGURATION.read_bytes() + version
    built = dependencies(build)
    found = 0
    remembered = {}  # for each file to look at, where it is remembered as clean, if it can be
    entries = []
    for entry in json.loads((pathlib.Path(build) / "compile_commands.json").read_text(encoding="utf-8")):
        if not re.search(pattern, os.path.normpath(os.path.join(entry["directory"], entry["file"]))):
            continue
        found += 1
        files = built.get(entry["output"])
        clean = files and CLEAN / key(entry, files, common)
        if entry["file"] not in remembered and not (clean and clean.exists()):
            remembered[entry["file"]] = clean
            entries.append(entry)
    if not found:
        sys.exit(f"no file matches {pattern}")
    complaints = {}
    # The longest first, so that none is left alone at the end.
    work = sorted(batches(entries), key=lambda batch: len(batch[0]), reverse=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for batch in pool.map(lambda batch: tidy(*batch, build), work):
            complaints.update((file, text) for file, text in batch.items() if text)
    for file, clean in remembered.items():
        if clean and file not in complaints:
            clean.touch()
    sys.stdout.write("".join(complaints.values()))
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
