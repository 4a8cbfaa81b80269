#!/usr/bin/env python3
"""Runs lines in a directory made for them, under strace, and tells what each did to three values. Meant for inside bwrap.

usage: scene.py SECONDS BUDGET [GIT]

Lines come as JSON on standard input, {"words": […], "environment": {…}}, and answers go out in the same order: the kinds of
effects that were seen, or null if the program did not start. The values stand for what a word may name: a program that is
also a readable and writable file (FILE), a directory (DIRECTORY), and nothing yet (ABSENT). After BUDGET seconds the rest
is left out. With a third argument the directory is a git repository.
"""

import gzip
import io
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tarfile
import time
import zipfile

SCENE = "/tmp/scene"
FILE, DIRECTORY, ABSENT = "v0stub", "v0dir", "v0new"
LOG = pathlib.Path("/tmp/log")
TRACED = ("execve,execveat,open,openat,openat2,creat,unlink,unlinkat,rmdir,rename,renameat,renameat2,truncate,chmod,fchmodat,link,"
          "linkat,symlink,symlinkat,mkdir,mkdirat,mknod,mknodat,chdir,fchdir")
CALL = re.compile(r"^(\w+)\((.*)\)\s+= (-?\d+)(?:<(.*)>)?")
OPENS = ("open", "openat", "openat2", "creat")


def stub():
    """A static x86-64 executable that exits with 0."""
    code = bytes([0x31, 0xFF, 0xB8, 60, 0, 0, 0, 0x0F, 0x05])
    base, header = 0x400000, 64 + 56
    elf = b"\x7fELF\x02\x01\x01" + bytes(9)
    elf += (2).to_bytes(2, "little") + (62).to_bytes(2, "little") + (1).to_bytes(4, "little")
    elf += (base + header).to_bytes(8, "little") + (64).to_bytes(8, "little") + bytes(8) + bytes(4)
    elf += (64).to_bytes(2, "little") + (56).to_bytes(2, "little") + (1).to_bytes(2, "little") + bytes(6)
    size = header + len(code)
    elf += (1).to_bytes(4, "little") + (5).to_bytes(4, "little") + bytes(8) + base.to_bytes(8, "little") * 2
    elf += size.to_bytes(8, "little") * 2 + (0x1000).to_bytes(8, "little")
    return elf + code


def files():
    """The ordinary files of the scene by name."""
    text = b"one\ntwo\n"
    tar, packed = io.BytesIO(), io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("member"))
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("member", text)
    with sqlite3.connect("/tmp/made.db") as database:
        database.execute("create table if not exists t (a, b)")
    return {"x": text, "x.c": b"int main(void) { return 0; }\n", "x.gz": gzip.compress(text), "x.tar": tar.getvalue(),
            "x.zip": packed.getvalue(), "x.json": b"{}\n", "x.py": b"print(1)\n", "x.sh": b"true\n", "x.pl": b"1;\n",
            "x.js": b"1;\n", "x.db": pathlib.Path("/tmp/made.db").read_bytes(), "Makefile": b"all:\n\t@true\n",
            "package.json": b'{"name": "x", "version": "1.0.0", "scripts": {"x": "true"}}\n',
            "x.patch": b"--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n"}


class Scene:
    def __init__(self, with_git):
        self.with_git = with_git
        self.files = files()
        self.clean = None
        if with_git:
            self.make_repository("/tmp/repository")
        self.rebuild()

    def make_repository(self, place):
        os.mkdir(place)
        pathlib.Path(place, "x").write_bytes(self.files["x"])
        name = ["-c", "user.name=x", "-c", "user.email=x@x"]
        for words in (["init", "-q", "--template="], ["add", "x"], [*name, "commit", "-qm", "x"], ["branch", "other"],
                      ["config", "user.name", "x"], ["config", "user.email", "x@x"]):
            subprocess.run(["git", *words], cwd=place, check=True, stdout=subprocess.DEVNULL)

    def rebuild(self):
        for entry in os.scandir(SCENE):
            if entry.is_dir(follow_symlinks=False):
                subprocess.run(["chmod", "-R", "u+rwx", entry.path], check=False, stderr=subprocess.DEVNULL)
                shutil.rmtree(entry.path)
            else:
                os.unlink(entry.path)
        for name, content in self.files.items():
            pathlib.Path(SCENE, name).write_bytes(content)
        os.mkdir(f"{SCENE}/{DIRECTORY}")
        pathlib.Path(SCENE, DIRECTORY, "inner").write_bytes(b"one\n")
        pathlib.Path(SCENE, FILE).write_bytes(stub())
        os.chmod(pathlib.Path(SCENE, FILE), 0o755)
        if self.with_git:
            shutil.copytree("/tmp/repository/.git", f"{SCENE}/.git")
        self.clean = self.fingerprint()

    @staticmethod
    def fingerprint():
        out = []
        for place in (SCENE, f"{SCENE}/{DIRECTORY}", f"{SCENE}/.git", f"{SCENE}/.git/refs/heads"):
            if os.path.isdir(place):
                for entry in os.scandir(place):
                    about = entry.stat(follow_symlinks=False)
                    out.append((entry.path, about.st_mtime_ns, about.st_ino, about.st_mode))
        return sorted(out)

    def run(self, line, seconds):
        """Returns what was seen, or None if the program did not start, and whether it came to its end."""
        if self.fingerprint() != self.clean:
            self.rebuild()
        LOG.unlink(missing_ok=True)
        process = subprocess.Popen(["strace", "-f", "-y", "--seccomp-bpf", "-s", "300", "-e", f"trace={TRACED}", "-o", str(LOG),
                                    *line["words"]], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, env={**os.environ, **line.get("environment", {})},
                                   start_new_session=True)
        ended = True
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            ended = False
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        return effects(LOG.read_text(errors="replace") if LOG.exists() else ""), ended


def calls(log):
    """The finished calls of a trace; those that were interrupted by others are put together again."""
    begun = {}
    for line in log.splitlines():
        process, _, text = line.partition(" ")
        if not process.isdigit():
            process, text = "", line
        text = text.lstrip()
        if text.endswith("<unfinished ...>"):
            begun[process] = text[:-len("<unfinished ...>")].rstrip()
            continue
        resumed = re.match(r"<\.\.\. \w+ resumed>(.*)", text)
        call = CALL.match(begun.pop(process, "") + resumed[1] if resumed else text)
        if call:
            yield call


def effects(log):
    """What the calls of a trace did to the values, as words KIND:VALUE; None if nothing was started at all."""
    found, started, moved = set(), False, False
    for call in calls(log):
        if call[3].startswith("-"):
            continue
        name, text = call[1], call[2]
        started = True
        moved = moved or name in ("chdir", "fchdir")
        if "v0" not in text and "v0" not in (call[4] or ""):
            continue
        paths = re.findall(r'"((?:[^"\\]|\\.)*)"', text)
        if name in ("execve", "execveat"):
            if paths and os.path.basename(paths[0]) == FILE:
                found.add(f"started:{FILE}")
        elif name in ("chdir", "fchdir"):
            if DIRECTORY in text:
                found.add(f"entered:{DIRECTORY}")
        elif name in OPENS:
            if "O_PATH" not in text and (call[4] or paths):
                changes = name == "creat" or re.search(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC", text)
                found |= uses(call[4] or paths[0], "written" if changes else "read", "O_DIRECTORY" in text, moved)
        else:
            found |= uses_of_names(name, text, paths, moved)
    return sorted(found) if started else None


def uses_of_names(name, text, paths, moved):
    """What a call does that takes one or two names. Another name for a file is a way to read it."""
    directory = (re.findall(r"\d+<([^>]*)>", text) or [""])[0]
    found = set()
    for index, path in enumerate(paths[:2]):
        if index == 0 and name.startswith("symlink"):
            continue
        kind = "read" if index == 0 and name.startswith("link") else "written"
        found |= uses(os.path.join(directory, path), kind, False, moved)
    return found


def uses(path, kind, whole_directory, moved):
    """What it means for the values that this file is used so. After a change of directory only names are compared."""
    path = path if moved and not path.startswith("/") else os.path.normpath(os.path.join(SCENE, path))
    if path.startswith("/") and not path.startswith(SCENE + "/"):
        return set()
    parts = path.removeprefix(SCENE + "/").split("/")
    if parts[0] == ABSENT or (moved and ABSENT in parts):
        return {f"{kind}:{ABSENT}"} if kind == "written" else set()
    if parts == [FILE] or (moved and not path.startswith("/") and parts[-1] == FILE):
        return {f"{kind}:{FILE}"}
    if parts == [DIRECTORY] and kind == "read":
        return {f"walked:{DIRECTORY}"} if whole_directory else set()
    return {f"{kind}:{DIRECTORY}"} if DIRECTORY in parts else set()


def main(seconds, budget, with_git=""):
    scene = Scene(bool(with_git))
    limit, end = float(seconds), time.monotonic() + float(budget)
    for text in sys.stdin:
        if time.monotonic() > end:
            break
        try:
            seen, ended = scene.run(json.loads(text), limit)
        except OSError:
            seen, ended = None, True
        if not ended:
            limit = max(limit / 2, 0.3)  # a program that waits for a terminal does so in each of its lines
        print(json.dumps(seen), flush=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
