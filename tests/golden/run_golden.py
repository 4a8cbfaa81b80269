#!/usr/bin/env python3
"""Compares what the program says with what it said when somebody last looked.

usage: run_golden.py POSTERN CASES

Each CASES/NAME.case is JSON: "settings", and "question", the arguments after `check`. Beside it stand NAME.json, the
answer of `check --json`, and NAME.txt, the page of `explain`. With POSTERN_ACCEPT=1 both are written anew; read the
difference before it is kept.
"""

import difflib
import json
import os
import pathlib
import subprocess
import sys
import tempfile


def outputs(postern, case):
    """NAME suffix -> text, with the settings file's own path taken out."""
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(os.path.realpath(directory)) / "settings.json"
        path.write_text(json.dumps(case["settings"]), encoding="utf-8")
        texts = {}
        for suffix, command in ((".json", ("check", "--json")), (".txt", ("explain",))):
            args = [postern, *command, "--settings", str(path), "--cwd", "/nowhere/project", *case["question"]]
            ran = subprocess.run(args, capture_output=True, check=False, timeout=20,
                                 env={"HOME": "/home/user", "LC_ALL": "C.UTF-8"})
            text = ran.stdout.decode("utf-8")
            if suffix == ".json":
                text = json.dumps(json.loads(text), indent=1, ensure_ascii=False) + "\n"
            texts[suffix] = text.replace(str(path), "SETTINGS") + (f"exit {ran.returncode}\n" if suffix == ".txt" else "")
            if ran.stderr:
                texts[suffix] += ran.stderr.decode("utf-8").replace(str(path), "SETTINGS")
        return texts


def main(postern, folder):
    accept = os.environ.get("POSTERN_ACCEPT") == "1"
    cases = sorted(pathlib.Path(folder).glob("*.case"))
    different = 0
    for file in cases:
        for suffix, text in outputs(postern, json.loads(file.read_text(encoding="utf-8"))).items():
            golden = file.with_suffix(suffix)
            before = golden.read_text(encoding="utf-8") if golden.exists() else ""
            if text == before:
                continue
            different += 1
            sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), text.splitlines(True), golden.name, "now"))
            if accept:
                golden.write_text(text, encoding="utf-8")
    print(f"{len(cases)} cases, {different} files {'accepted' if accept else 'different'}")
    return 0 if cases and (accept or not different) else 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
