#!/usr/bin/env python3
"""What the record costs a launch: `postern run -- true` with it and without it, in turns.

usage: record.py POSTERN [PAIRS]
"""

import os
import shutil
import statistics
import sys
import tempfile
import time


def launch(postern, env, enabled):
    """Milliseconds of wall clock and of processor time, children included."""
    begin = time.perf_counter()
    pid = os.posix_spawn(postern, [postern, "run", "--set", f"postern.record.enabled={enabled}", "--", "true"], env)
    _, status, used = os.wait4(pid, 0)
    if status != 0:
        sys.exit(f"postern run ended with {status}")
    return (time.perf_counter() - begin) * 1e3, (used.ru_utime + used.ru_stime) * 1e3


def main(args):
    postern, pairs = os.path.abspath(args[0]), int(args[1]) if len(args) > 1 else 300
    base = tempfile.mkdtemp(prefix="postern-bench-", dir="/srv" if os.access("/srv", os.W_OK) else os.getcwd())
    home, project = os.path.join(base, "home"), os.path.join(base, "project")
    os.makedirs(home)
    os.makedirs(project)
    os.chdir(project)
    env = {"HOME": home, "PATH": "/usr/bin:/bin"}
    measured = {"true": [], "false": []}
    try:
        for enabled in ("true", "false", "true", "false"):  # caches of Postern's own
            launch(postern, env, enabled)
        for pair in range(pairs):
            for enabled in ("true", "false") if pair % 2 else ("false", "true"):
                measured[enabled].append(launch(postern, env, enabled))
    finally:
        shutil.rmtree(base)
    for kind, name in enumerate(("wall", "processor")):
        on, off = ([one[kind] for one in measured[enabled]] for enabled in ("true", "false"))
        more = statistics.median(a - b for a, b in zip(on, off))
        print(f"{name}: with {statistics.median(on):.2f} ms, without {statistics.median(off):.2f} ms, "
              f"median of {pairs} differences {more:+.3f} ms; best {min(on):.2f} and {min(off):.2f} ms")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
