#!/usr/bin/env python3
"""Measures the cost of the network gate: the same client and server, through the gate and directly over the loopback.

The ways take turns, so that noise hits all alike; only ratios matter. The client measures itself, so the start of the
sandbox is not counted. Processor time is that of client, server and everything between, start included; other load on
the machine hardly changes it. Through the gate the client asks with CONNECT.

With --srt, naming the program that npm installs as srt from @anthropic-ai/sandbox-runtime (it needs socat and ripgrep),
srt is measured too. --requests shortens the memory test; its figures are then not judged, because the gate remembers
its first 10,000 connections.

usage: gate.py POSTERN [ROUNDS] [--json] [--requests N] [--srt FILE]
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading

BULK = 1_000_000_000
SMALL = 1_000
HELD = 500
REQUESTS = 100_000  # memory is compared after these and after a tenth of them
PATIENCE = 300  # seconds; a client that takes longer has failed
MOST_GROWTH = 1.1
OURS = ("direct", "postern")  # must not fail; the failure of another is reported


class Place:
    """Holds a throwaway home and project, and the server."""

    def __init__(self):
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="postern-bench-", dir="/var/tmp"))
        self.home, self.project = self.base / "home", self.base / "project"
        self.home.mkdir()
        self.project.mkdir()
        self.env = {"HOME": str(self.home), "PATH": "/usr/bin:/bin"}
        work = pathlib.Path(__file__).with_name("gate_work.cc")
        subprocess.run(["c++", "-std=c++20", "-O2", "-o", "work", work], check=True, cwd=self.project)
        self.server = subprocess.Popen(["./work", "serve"], cwd=self.project, stdout=subprocess.PIPE, text=True)
        self.port = self.server.stdout.readline().strip()

    def start(self, argv, **more):
        return subprocess.Popen(argv, env=self.env, cwd=self.project, text=True, stdout=subprocess.PIPE, **more)

    def server_seconds(self):
        """Returns the processor time used so far."""
        fields = pathlib.Path(f"/proc/{self.server.pid}/schedstat").read_text(encoding="ascii").split()
        return int(fields[0]) / 1e9

    def remove(self):
        self.server.kill()
        self.server.wait()
        shutil.rmtree(self.base, ignore_errors=True)


def through_postern(postern):
    return [postern, "run", "-q", "--set", 'sandbox.network.allowedDomains=["127.0.0.1", "localhost"]', "--"]


def through_srt(srt, place):
    settings = place.home / ".srt-settings.json"
    settings.write_text(json.dumps({
        "network": {"allowedDomains": ["127.0.0.1", "localhost"], "deniedDomains": []},
        "filesystem": {"denyRead": [], "allowWrite": ["."], "denyWrite": []}}), encoding="utf-8")
    return [srt, "--settings", str(settings)]


class Case:
    """One kind of work: the arguments of the client, and the goal for its figures."""

    def __init__(self, name, mode, host, number, goal, slower_than_goal):
        self.name, self.mode, self.host, self.number, self.goal = name, mode, host, number, goal
        self.slower_than_goal = slower_than_goal  # gets the milliseconds through the gate and without it
        self.times = {}  # per way: pairs of milliseconds and processor time, or None for a failure

    def once(self, place, way, prefix):
        before = place.server_seconds()
        run = place.start([*prefix, "./work", self.mode, self.host, place.port, str(self.number)],
                          stdin=subprocess.DEVNULL)
        too_late = threading.Timer(PATIENCE, run.kill)
        too_late.start()
        said = run.stdout.read()
        _, status, usage = os.wait4(run.pid, 0)
        too_late.cancel()
        if status != 0:
            print(f"gate.py: {self.name}, {way}: ended with {status}, or was not done after {PATIENCE} seconds",
                  file=sys.stderr)
            if way in OURS:
                sys.exit(1)
            return None
        return int(said) / 1e6, (usage.ru_utime + usage.ru_stime + place.server_seconds() - before) * 1e3

    def turn(self, place, ways, number):
        """Runs each way once. The order changes, so that the same way does not always profit from warm caches."""
        names = list(ways)
        for name in names[number % len(names):] + names[:number % len(names)]:
            self.times.setdefault(name, []).append(self.once(place, name, ways[name]))

    def figures_of(self, times):
        pairs = [(t, d) for t, d in zip(times, self.times["direct"]) if t]
        failed = {"failed": len(times) - len(pairs)}
        if not pairs:
            return failed
        ratios = [t[0] / d[0] for t, d in pairs]
        low, ratio, high = statistics.quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3
        return {"ms": round(statistics.median(t[0] for t, _ in pairs), 4), "time_ratio": round(ratio, 4),
                "time_ratio_quartiles": [round(low, 4), round(high, 4)],
                "processor_ratio": round(statistics.median(t[1] / d[1] for t, d in pairs), 4), **failed}

    def figures(self):
        ways = {name: self.figures_of(times) for name, times in self.times.items()}
        misses = [self.slower_than_goal(g[0], d[0]) for g, d in zip(self.times["postern"], self.times["direct"])]
        return {"name": self.name, "ways": ways, "goal": self.goal, "met": statistics.median(misses) <= 0}


def cases():
    as_small = {"goal": "at most 1.5 times direct and 0.3 ms", "slower_than_goal": lambda g, d: g - 1.5 * d - 0.3}
    return [
        Case(f"{BULK // 10**6:,} MB downloaded", "bulk", "127.0.0.1", BULK, "at least 0.7 of direct throughput",
             lambda g, d: g - d / 0.7),
        Case("a small request to an address", "small", "127.0.0.1", SMALL, **as_small),
        Case("a small request to a name", "small", "localhost", SMALL, **as_small),
        Case(f"{HELD} connections held open at once", "hold", "127.0.0.1", HELD, "all are answered", lambda g, d: 0),
    ]


def memory_of(pid):
    lines = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return {name: next(int(line.split()[1]) for line in lines if line.startswith(name + ":")) for name in ("Rss", "Pss")}


def memory(place, postern, requests):
    """Returns the memory of the gate's process in KiB, after a tenth of the requests and after all."""
    counts = [requests // 10, requests]
    run = place.start([*through_postern(postern), "./work", "pause", "127.0.0.1", place.port, *map(str, counts)],
                      stdin=subprocess.PIPE)
    after = {}
    for count in counts:
        if run.stdout.readline().strip() != str(count):
            sys.exit("gate.py: memory: the client failed")
        after[count] = memory_of(run.pid)
        run.stdin.write("\n")
        run.stdin.flush()
    run.communicate(timeout=PATIENCE)
    growth = after[requests]["Pss"] / after[counts[0]]["Pss"]
    return {"name": f"memory after {counts[0]:,} and {requests:,} requests", "after_kib": after,
            "shortened": requests < REQUESTS, "growth": round(growth, 4), "goal": f"at most {MOST_GROWTH} times",
            "met": growth <= MOST_GROWTH if requests >= REQUESTS else None}


def show(figures):
    met = {True: "goal met", False: "GOAL MISSED", None: "not judged"}[figures["met"]]
    print(f"{figures['name']}: {met} ({figures['goal']})")
    if "after_kib" in figures:
        kept = ", then ".join(f"{m['Pss']:,} KiB (resident {m['Rss']:,})" for m in figures["after_kib"].values())
        short = f"; shortened, {REQUESTS:,} are the measure" if figures["shortened"] else ""
        print(f"  {kept}: {figures['growth']:.3f} times{short}")
        return
    for name, way in figures["ways"].items():
        failed = f"; failed {way['failed']} times" if way["failed"] else ""
        if "ms" not in way or name == "direct":
            print(f"  {name}: {way.get('ms', '?')} ms{failed}")
            continue
        low, high = way["time_ratio_quartiles"]
        print(f"  {name}: {way['ms']} ms; {way['time_ratio']:.3f} times as long as direct (half of them {low:.3f} to "
              f"{high:.3f}), {1 / way['time_ratio']:.3f} of its throughput; {way['processor_ratio']:.3f} times its "
              f"processor time{failed}")


def options(args):
    parser = argparse.ArgumentParser(prog="gate.py")
    parser.add_argument("postern", type=os.path.realpath)
    parser.add_argument("rounds", type=int, nargs="?", default=15)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--requests", type=int, default=REQUESTS, help="for the figures of memory; 0: none")
    parser.add_argument("--srt", type=os.path.abspath)
    return parser.parse_args(args)


def main(args):
    wanted = options(args)
    place = Place()
    try:
        ways = {"direct": [], "postern": through_postern(wanted.postern)}
        if wanted.srt:
            ways["srt"] = through_srt(wanted.srt, place)
        all_cases = cases()
        for number in range(-1, wanted.rounds):
            for case in all_cases:
                case.turn(place, ways, number)
                if number < 0:
                    case.times.clear()  # to warm up
        figures = [case.figures() for case in all_cases]
        if wanted.requests:
            figures.append(memory(place, wanted.postern, wanted.requests))
        if wanted.json:
            print(json.dumps({"version": 1, "rounds": wanted.rounds, "cases": figures}, indent=2))
        else:
            print(f"{wanted.rounds} rounds, {', '.join(ways)} in turns")
            for case in figures:
                show(case)
    finally:
        place.remove()


if __name__ == "__main__":
    main(sys.argv[1:])
