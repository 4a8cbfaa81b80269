#!/usr/bin/env python3
"""Measures `postern run -- true` against raw bwrap with the same mounts and namespaces.

Pairs are interleaved, so that noise hits both alike; only ratios matter. Run as root it measures an ordinary user
too. Every pair runs in a small project, then in one with 300 nested repositories and 5,000 directories of ten files
each, or as many as POSTERN_BENCH_DIRECTORIES says ("5000,30000"). In the small project it also compares the processor
time with many deny rules with that of ten.

usage: launch.py POSTERN [PAIRS]
"""

import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

NOBODY = 65534
# Not /tmp, of which commands have one of their own.
WORLDS = "/srv" if os.access("/srv", os.W_OK) else os.path.expanduser("~")


class Place:
    """Holds a throwaway home and project, and the user that works in it."""

    def __init__(self, uid):
        self.uid = uid
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="postern-bench-", dir=WORLDS))
        self.project = self.base / "project"
        (self.base / "home").mkdir()
        self.project.mkdir()
        self.env = {"HOME": str(self.base / "home"), "PATH": "/usr/bin:/bin"}

    def give_away(self):
        if self.uid != os.getuid():
            subprocess.run(["chown", "-R", f"{self.uid}:{self.uid}", self.base], check=True)

    def as_user(self, argv):
        if self.uid == os.getuid():
            return argv
        return ["setpriv", f"--reuid={self.uid}", f"--regid={self.uid}", "--clear-groups", *argv]

    def remove(self):
        shutil.rmtree(self.base, ignore_errors=True)


def repository(directory):
    for name in ("objects", "refs", "hooks", "info"):
        (directory / name).mkdir(parents=True)
    (directory / "HEAD").write_text("ref: refs/heads/main\n")
    (directory / "config").write_text("[core]\n\trepositoryformatversion = 0\n\tbare = false\n")


def large_project(top, directories):
    """Makes directories with ten files each, 300 of which are repositories."""
    for i in range(directories):
        directory = top / f"d{i % 50}" / f"e{i}"
        directory.mkdir(parents=True)
        for j in range(10):
            (directory / f"f{j}").touch()
        if i % 17 == 0 and i // 17 < 300:
            repository(directory / ".git")


def once(place, argv):
    """Returns the seconds, the largest resident set of the processes waited for, in KiB, and the processor seconds."""
    begin = time.perf_counter()
    pid = os.posix_spawn(argv[0], argv, place.env)
    _, status, usage = os.wait4(pid, 0)
    took = time.perf_counter() - begin
    if status != 0:
        sys.exit(f"launch.py: {argv[:4]}… ended with {status}")
    return took, usage.ru_maxrss, usage.ru_utime + usage.ru_stime


def processes_while_running(place, postern):
    run = subprocess.Popen(place.as_user([postern, "run", "--", "sleep", "2"]), env=place.env, cwd=place.project)
    time.sleep(1)
    children, found = [run.pid], []
    while children:
        pid = children.pop()
        try:
            name = pathlib.Path(f"/proc/{pid}/comm").read_text().strip()
            memory = next(line.split()[1] for line in open(f"/proc/{pid}/smaps_rollup") if line.startswith("Pss:"))
            found.append(f"{name} {memory} kB")
            children += [int(c) for c in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        except (OSError, StopIteration):
            pass
    run.wait()
    return found


def measure(place, postern, pairs, name):
    # From the second run on nested repositories are known and mounted, so the profile is asked for after the first.
    subprocess.run(place.as_user([postern, "run", "--", "true"]), env=place.env, cwd=place.project, check=True)
    shown = subprocess.run(place.as_user([postern, "profile", "--json"]), env=place.env, cwd=place.project, check=True,
                           capture_output=True)
    words = json.loads(shown.stdout)["bwrap"]
    raw = place.as_user([shutil.which("bwrap"), *words, "--", "/usr/bin/true"])
    ours = place.as_user([postern, "run", "--", "/usr/bin/true"])
    os.chdir(place.project)
    raw[0], ours[0] = shutil.which(raw[0]), shutil.which(ours[0])
    for _ in range(3):
        once(place, raw), once(place, ours)
    results = [(once(place, raw), once(place, ours)) for _ in range(pairs)]
    ratio = statistics.median(o[0] / r[0] for r, o in results)
    raw_ms, our_ms = (statistics.median(pair[i][0] for pair in results) * 1000 for i in (0, 1))
    raw_cpu, our_cpu = (statistics.median(pair[i][2] for pair in results) * 1000 for i in (0, 1))
    raw_min, our_min = (min(pair[i][0] for pair in results) * 1000 for i in (0, 1))
    mounts = sum(word in ("--bind", "--ro-bind", "--tmpfs", "--dev", "--proc") for word in words)
    print(f"{name}: median ratio {ratio:.2f} over {pairs} pairs ({mounts} mounts; bwrap {raw_ms:.1f} ms, postern "
          f"{our_ms:.1f} ms; least {raw_min:.1f} and {our_min:.1f}; processor {raw_cpu:.1f} and {our_cpu:.1f}); peak memory bwrap {max(r[1] for r, _ in results)} KiB, "
          f"postern {max(o[1] for _, o in results)} KiB", flush=True)


def measure_rules(place, postern, pairs, who):
    """Prints the processor time of a launch with many deny rules against one with ten, in turns."""
    settings = place.base / "home/.config/postern/settings.json"
    settings.parent.mkdir(parents=True)
    place.give_away()
    counts, times = (10, 100, 1000, 10000), {}
    ours = place.as_user([postern, "run", "--", "/usr/bin/true"])
    ours[0] = shutil.which(ours[0])
    os.chdir(place.project)
    for turn in range(pairs + 1):
        for count in counts if turn % 10 == 0 else counts[:3]:
            rules = [f"Bash(program{i} word{i}:*)" for i in range(count)]
            settings.write_text(json.dumps({"permissions": {"deny": rules}}))
            cpu = once(place, ours)[2] * 1000
            if turn > 0:
                times.setdefault(count, []).append(cpu)
    for count in counts[1:]:
        if count in times:
            cpu, least = statistics.median(times[count]), statistics.median(times[counts[0]])
            print(f"{who}, {count:,} deny rules: processor {cpu:.1f} ms, {cpu / least:.2f} of ten rules", flush=True)


def main(args):
    postern = os.path.realpath(args[0])
    pairs = int(args[1]) if len(args) > 1 else 200
    sizes = [int(n) for n in os.environ.get("POSTERN_BENCH_DIRECTORIES", "5000").split(",")]
    users = [os.getuid()] + ([NOBODY] if os.getuid() == 0 else [])
    for uid in users:
        who = "root" if uid == 0 else f"uid {uid}"
        for size in (0, *sizes):
            place = Place(uid)
            try:
                if size:
                    large_project(place.project, size)
                subprocess.run(["git", "init", "-q", place.project], check=True, env=place.env)
                place.give_away()
                name = f"{size * 10:,} files, 300 repositories" if size else "small project"
                measure(place, postern, pairs, f"{who}, {name}")
                if not size:
                    measure_rules(place, postern, pairs, who)
                    print(f"{who}: processes while it runs: {', '.join(processes_while_running(place, postern))}")
            finally:
                os.chdir("/")
                place.remove()


if __name__ == "__main__":
    main(sys.argv[1:])
