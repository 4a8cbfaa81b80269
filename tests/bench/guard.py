#!/usr/bin/env python3
"""Measures the cost of the guards that judge every started program and every created file: the same work in the same
sandbox, with them and without.

Both have the same deny rule; the settings `postern.execGuard` and `postern.createGuard` are the only difference. The two
take turns, so that noise hits both alike; only ratios matter. The work measures itself, so the start of the sandbox is
not counted. Processor time is that of the whole run, start included; other load on the machine hardly changes it.
All files are in TMPDIR: the time to create one differs between file systems, the time that a guard adds does not.

usage: guard.py POSTERN [ROUNDS] [--json]
"""

import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

RULE = "Bash(git push:*)"
EXECS = 1000
CREATED = 20_000
SOURCES = 200
TRACKED = (100, 210)  # directories, files in each

# An everyday source file in size. Compiling such files takes most of the time of a build.
SOURCE = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct entry_{n} {{ char name[32]; long value; struct entry_{n}* next; }};
static struct entry_{n}* find_{n}(struct entry_{n}* at, const char* name) {{
    for (; at != NULL; at = at->next) {{ if (strcmp(at->name, name) == 0) return at; }}
    return NULL;
}}
long add_{n}(struct entry_{n}** head, const char* name, long value) {{
    struct entry_{n}* found = find_{n}(*head, name);
    if (found == NULL) {{
        found = calloc(1, sizeof *found);
        if (found == NULL) return -1;
        snprintf(found->name, sizeof found->name, "%s", name);
        found->next = *head;
        *head = found;
    }}
    return found->value += value;
}}
void print_{n}(const struct entry_{n}* at) {{
    for (; at != NULL; at = at->next) printf("%s: %ld\\n", at->name, at->value);
}}
"""

MAKEFILE = """objects := $(patsubst %.c,%.o,$(wildcard *.c))
all: program
program: $(objects)
\tgcc -o $@ $^
%.o: %.c
\tgcc -O2 -c -o $@ $<
"""

# Not /tmp, of which commands have one of their own.
WORLDS = "/srv" if os.access("/srv", os.W_OK) else os.path.expanduser("~")


class Place:
    """Holds a throwaway home and project with all files that are worked on."""

    def __init__(self):
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="postern-bench-", dir=WORLDS))
        self.home, self.project = self.base / "home", self.base / "project"
        self.home.mkdir()
        self.project.mkdir()
        self.env = {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "GIT_OPTIONAL_LOCKS": "0"}
        self.make_programs()
        self.make_sources()
        self.make_repository()

    def make_programs(self):
        (self.project / "nothing.c").write_text("int main(void) { return 0; }\n")
        work = pathlib.Path(__file__).with_name("guard_work.cc")
        self.compile("cc", "-O2", "-static", "-o", "nothing", "nothing.c")
        self.compile("c++", "-std=c++20", "-O2", "-o", "work", work)

    def compile(self, *words):
        subprocess.run(words, check=True, cwd=self.project)

    def make_sources(self):
        sources = self.project / "sources"
        sources.mkdir()
        for n in range(SOURCES):
            (sources / f"s{n}.c").write_text(SOURCE.format(n=n))
        (sources / "main.c").write_text("int main(void) { return 0; }\n")
        (sources / "Makefile").write_text(MAKEFILE)

    def make_repository(self):
        top = self.project / "repository"
        directories, files = TRACKED
        for i in range(directories):
            (top / f"d{i}").mkdir(parents=True)
            for j in range(files):
                (top / f"d{i}" / f"f{j}").write_text(f"{i} {j}\n")
        who = ("-c", "user.name=bench", "-c", "user.email=bench@localhost")
        for words in (("init", "-q"), ("add", "."), (*who, "commit", "-q", "-m", "1")):
            subprocess.run(["git", *words], check=True, cwd=top, env=self.env)

    def clean_sources(self):
        for made in (self.project / "sources").glob("*.o"):
            made.unlink()

    def fresh_directory(self):
        """Moves created files aside. Removing them would make ext4 slow to create new ones."""
        created = self.project / "created"
        if created.exists():
            created.rename(self.base / f"created.{len(list(self.base.iterdir()))}")
        created.mkdir()

    def remove(self):
        shutil.rmtree(self.base, ignore_errors=True)


class Case:
    """One kind of work: the preparation before each round, and the arguments of the program that measures itself."""

    def __init__(self, name, work, before=lambda: None):
        self.name, self.work, self.before = name, work, before
        self.without, self.guarded = [], []  # pairs of milliseconds and processor time

    def once(self, place, postern, guard):
        self.before()
        run = subprocess.Popen([postern, "run", "-q", "--set", f"permissions.deny={RULE}",
                                "--set", f"postern.execGuard={guard}", "--set", f"postern.createGuard={guard}",
                                "--", "./work", *self.work],
                               env=place.env, cwd=place.project, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        said = run.stdout.read()
        run.stdout.close()
        _, status, usage = os.wait4(run.pid, 0)
        if status != 0:
            sys.exit(f"guard.py: {self.name}, guard {guard}: ended with {status}")
        return int(said) / 1e6, (usage.ru_utime + usage.ru_stime) * 1e3

    def turn(self, place, postern, number):
        """Runs each once. The order changes, so that the same one does not always profit from warm caches."""
        sides = [(self.without, "off"), (self.guarded, "on")]
        for times, guard in sides if number % 2 == 0 else reversed(sides):
            times.append(self.once(place, postern, guard))

    def figures(self):
        ratios = [on[0] / off[0] for off, on in zip(self.without, self.guarded)]
        low, ratio, high = statistics.quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3
        processor = statistics.median(on[1] / off[1] for off, on in zip(self.without, self.guarded))
        return {"name": self.name, "ratio": round(ratio, 4), "ratio_quartiles": [round(low, 4), round(high, 4)],
                "processor_ratio": round(processor, 4),
                "without_ms": round(statistics.median(t for t, _ in self.without), 3),
                "guarded_ms": round(statistics.median(t for t, _ in self.guarded), 3)}


def cases(place):
    loop = f"i=0; while [ $i -lt {EXECS} ]; do /bin/true; i=$((i+1)); done"
    return [
        Case(f"{EXECS:,} starts of a static program that does nothing", ["execs", str(EXECS), "./nothing"]),
        Case(f"{EXECS:,} times /bin/true in a bash loop", ["command", "bash", "-c", loop]),
        Case(f"make -j2 of {SOURCES} C files", ["command", "make", "-s", "-j2", "-C", "sources"], place.clean_sources),
        Case(f"git status, {TRACKED[0] * TRACKED[1]:,} files", ["command", "git", "-C", "repository", "status"]),
        Case(f"{CREATED:,} files created", ["files", str(CREATED), "created"], place.fresh_directory),
    ]


def show(figures):
    low, high = figures["ratio_quartiles"]
    print(f"{figures['name']}: median ratio {figures['ratio']:.3f} (half of them {low:.3f} to {high:.3f}), of processor "
          f"time {figures['processor_ratio']:.3f}; without the guards {figures['without_ms']:.1f} ms, with them "
          f"{figures['guarded_ms']:.1f} ms")


def main(args):
    as_json = "--json" in args
    postern, *rest = [a for a in args if a != "--json"]
    postern, rounds = os.path.realpath(postern), int(rest[0]) if rest else 15
    place = Place()
    try:
        all_cases = cases(place)
        for case in all_cases:
            case.once(place, postern, "on"), case.once(place, postern, "off")
        for number in range(rounds):
            for case in all_cases:
                case.turn(place, postern, number)
        figures = [case.figures() for case in all_cases]
        if as_json:
            print(json.dumps({"version": 1, "rounds": rounds, "cases": figures}, indent=2))
        else:
            print(f"{rounds} rounds, with and without in turns")
            for case in figures:
                show(case)
    finally:
        place.remove()


if __name__ == "__main__":
    main(sys.argv[1:])
