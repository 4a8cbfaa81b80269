#!/usr/bin/python3
"""Runs shell lines in a directory of its own and tells of each whether the stub was started. Meant for inside bwrap.

usage: stage.py RECORDER

Lines come as JSON on standard input, {"line": …, "seconds": …}, and answers go out in the same order, {"ran": …}. The
stub is on PATH and in the working directory. It is a program of its own, not a script, so nothing else runs for it.
"""

import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

ROOT = pathlib.Path("/tmp/stub-stage")
FILES = {
    "f": "a 1 x\nb 2 y\nc 3 z\n",
    "x.c": "int main(void) { return 0; }\n",
    "j": "{}\n",
    "s.pl": "while (<>) { print; }\n",
    "s.py": "print(1)\n",
    "Makefile": "all:\n\t@echo $(X)\nx.o: x.c\n\t$(CC) $(CFLAGS) -c $<\nclean:\n\t$(RM) y\nrun:\n\t$(RUN)\n%.q:\n\techo $@\n",
}


class Stage:
    def __init__(self, recorder):
        self.recorder = recorder
        self.tools = ROOT / "bin"
        self.tools.mkdir(parents=True)
        shutil.copy(recorder, self.tools / "stub")
        self.logs = [self.tools / "log", ROOT / "work" / "log"]
        self.tools.joinpath("log").touch()
        self.database = self.made_database()
        self.clean = None
        self.rebuild()

    @staticmethod
    def made_database():
        path = ROOT / "db"
        with sqlite3.connect(path) as database:
            database.execute("create table t (a, b)")
            database.execute("insert into t values ('x', 1)")
        return path.read_bytes()

    def rebuild(self):
        work = ROOT / "work"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        for name, text in FILES.items():
            (work / name).write_text(text, encoding="utf-8")
        (work / "db").write_bytes(self.database)
        shutil.copy(self.recorder, work / "stub")
        (work / "log").touch()
        self.clean = self.fingerprint()

    @staticmethod
    def fingerprint():
        return sorted((e.name, e.stat().st_size, e.stat().st_mtime_ns) for e in os.scandir(ROOT / "work") if e.name != "log")

    def run(self, line, seconds):
        try:
            if self.fingerprint() != self.clean:
                self.rebuild()
        except OSError:
            self.rebuild()
        for log in self.logs:
            log.write_bytes(b"")
        process = subprocess.Popen(
            ["/bin/bash", "-c", line], cwd=ROOT / "work", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
            env={"PATH": f"{self.tools}:/usr/bin:/bin", "HOME": str(ROOT), "SHELL": "/bin/bash", "TERM": "dumb", "LC_ALL": "C.UTF-8"})
        end = time.monotonic() + seconds
        while process.poll() is None and not self.ran() and time.monotonic() < end:
            time.sleep(0.002)
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        return self.ran()

    def ran(self):
        return any(log.exists() and log.stat().st_size > 0 for log in self.logs)


def main(recorder):
    stage = Stage(recorder)
    for text in sys.stdin:
        question = json.loads(text)
        ran = stage.run(question["line"], question["seconds"])
        print(json.dumps({"ran": ran}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
