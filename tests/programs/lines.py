"""Lines for sweep.py: every way in which a word may reach a program, made from its name, its help and the book."""

import random
import re

from scene import ABSENT, DIRECTORY, FILE

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
# Options that many programs have without saying so.
USUAL = ("-c", "-e", "-f", "-o", "-i", "-x")
VARIABLES = ("PAGER", "EDITOR", "VISUAL", "SHELL", "BROWSER", "LESSOPEN", "MANPAGER", "LD_PRELOAD", "BASH_ENV", "ENV", "CC", "TMPDIR")

# Where a program does nothing until it is told what to do: words before and after what is tried.
SURROUNDINGS = {
    "ar": [(["r", "o.a"], ["x"])],
    "awk": [([], ["{print}", "x"])],
    "bash": [([], ["x.sh"]), ([], ["-c", "true"])],
    "bsdtar": [(["-cf", "o.tar"], ["x"]), (["-xf", "x.tar"], [])],
    "busybox": [([], ["x"]), (["sh"], []), (["awk"], []), (["find", "."], []), (["tar"], [])],
    "cc": [(["-c"], ["x.c"]), ([], ["x.c"])],
    "clang": [(["-c"], ["x.c"])],
    "column": [([], ["x"]), (["-t"], ["x"])],
    "cp": [([], ["x", "y"])],
    "cpio": [(["-o"], []), (["-i"], []), (["-p"], [DIRECTORY])],
    "cut": [(["-c1"], [])],
    "curl": [([], ["file:///tmp/scene/x"])],
    "dd": [(["of=y"], [f"if={FILE}"]), (["if=x", "of=y"], [])],
    "diff": [(["x"], []), ([], ["x", "x.c"])],
    "ed": [(["-s"], ["x"])],
    "env": [([], ["true"])],
    "ex": [(["-u", "NONE", "-es"], ["-c", "qa!"])],
    "find": [(["."], []), (["."], ["-name", "x"])],
    "g++": [(["-c"], ["x.c"])],
    "gcc": [(["-c"], ["x.c"]), ([], ["x.c"])],
    "gdb": [(["-nx", "-batch"], [])],
    "git/add": [([], ["x"])],
    "git/apply": [([], ["x.patch"])],
    "git/archive": [([], ["HEAD"])],
    "git/blame": [([], ["x"])],
    "git/clone": [([], [".", "cloned"])],
    "git/commit": [(["--allow-empty"], ["-m", "x"])],
    "git/diff": [([], ["--no-index", "x", "x.c"]), ([], [])],
    "git/fetch": [([], ["."])],
    "git/format-patch": [([], ["-1", "HEAD"])],
    "git/grep": [(["--no-index", "one"], [])],
    "git/log": [([], [])],
    "git/push": [([], [".", "HEAD:refs/heads/o"])],
    "git/tag": [([], ["-m", "x", "o"])],
    "grep": [([], ["one", "x"])],
    "install": [([], ["x", "y"])],
    "jq": [([], [".", "x.json"])],
    "ld": [([], ["-o", "y"])],
    "less": [([], ["x"])],
    "ln": [([], ["x", "y"])],
    "make": [([], ["all"])],
    "mv": [([], ["x", "y"])],
    "node": [([], ["x.js"]), ([], ["-e", "1"])],
    "openssl": [(["dgst"], ["x"])],
    "perl": [([], ["x.pl"]), ([], ["-e", "1", "x"])],
    "patch": [([], ["x", "x.patch"])],
    "python3": [([], ["x.py"]), ([], ["-c", "1"])],
    "rsync": [([], ["x", "y"]), (["-a"], ["x", "y"])],
    "script": [([], ["-c", "true", "y"])],
    "sed": [([], ["p", "x"])],
    "sqlite3": [([], ["x.db", ".tables"])],
    "ssh": [([], ["x", "true"])],
    "strace": [([], ["true"])],
    "tar": [(["-cf", "o.tar"], ["x"]), (["-xf", "x.tar"], []), (["-tf", "x.tar"], []), (["-rf", "x.tar"], ["x"])],
    "tee": [([], ["y"])],
    "timeout": [(["1"], []), ([], ["1", "true"])],
    "touch": [([], ["y"])],
    "truncate": [(["-s", "1"], [])],
    "unzip": [([], ["x.zip"])],
    "vim": [(["-u", "NONE", "-es"], ["-c", "qa!"])],
    "wget": [([], ["http://127.0.0.1:9/x"])],
    "xargs": [([], ["true"])],
    "zip": [([], ["o.zip", "x"])],
}


class Unit:
    """A program, or one subcommand of it, with the options that its help and its row show."""

    def __init__(self, name, shown="", row=None):
        self.name = name
        self.words = name.split("/")
        self.surroundings = SURROUNDINGS.get(name, [([], ["x"])])
        self.valued, self.flags = set(), set()
        self.directories = set()  # options whose value is a directory, as the row says
        self.telling = set()  # options whose value is a file, a program or code, as the row says
        for match in OPTION.finditer(re.sub(r".\x08|\x1b\[[0-9;]*m", "", shown)):
            (self.valued if VALUE_FOLLOWS.match(shown, match.end()) else self.flags).add(match[1])
        for option in row["options"] if row else []:
            for written in option["names"]:
                (self.valued if option["takes"] != "nothing" else self.flags).add(dashed(written, row))
                if option["role"] > INFORMS:
                    self.telling.add(dashed(written, row))
                if option["role"] in DIRECTORIES:
                    self.directories.add(dashed(written, row))
        self.flags -= self.valued

    def line(self, form, words, **more):
        return {"form": form, "words": [*self.words, *words], **more}

    def operands(self):
        for head, tail in self.surroundings:
            if head or tail != ["x"]:
                yield self.line("operand", [*head, FILE, *tail])
                yield self.line("operand", [*head, *tail, FILE])
                yield self.line("operand", [*head, *tail, DIRECTORY])
                yield self.line("operand", [*head, *tail, ABSENT])
        for value in (FILE, DIRECTORY, ABSENT):
            yield self.line("operand", [value])
            yield self.line("operand", ["x", value])
        for words in ([FILE, "x"], [FILE, "y"], [f"./{FILE}"], ["--", FILE], ["-", FILE], [f"@{FILE}"], [f"X={FILE}"],
                      [f"if={FILE}"], [f"x:{FILE}"], ["x", "x", FILE], [f"file:{FILE}"], [f"+{FILE}"]):
            yield self.line("operand", words)
        yield from (self.line("operand", [option, FILE]) for option in USUAL)

    def with_option(self, option, values, wide):
        """Lines that give the option a value, glued and as a word of its own."""
        for head, tail in self.surroundings:
            for value in values:
                glued = f"{option}={value}" if len(option) > 2 else f"{option}{value}"
                yield self.line(option, [*head, option, value, *tail])
                if option in self.valued or wide:
                    yield self.line(option, [*head, glued, *([] if tail == ["x"] and not wide else tail)])
            if wide and tail:
                yield self.line(option, [*head, *tail, option, FILE])

    def lines(self, wide):
        yield from self.operands()
        order = random.Random(self.name)  # a program that takes too long is not always cut at the same letter
        valued = order.sample(sorted(self.valued), len(self.valued))
        for option in sorted(valued, key=lambda option: option not in self.telling):
            values = [FILE, DIRECTORY, ABSENT] if wide else [FILE, DIRECTORY] if option in self.directories else [FILE]
            yield from self.with_option(option, values, wide)
        for option in order.sample(sorted(self.flags), len(self.flags)):
            yield from self.with_option(option, [FILE], wide)
        if wide or not self.valued | self.flags:
            for letter in LETTERS:
                if f"-{letter}" not in self.valued | self.flags:
                    yield from self.with_option(f"-{letter}", [FILE], wide)
        if wide:
            for variable in VARIABLES:
                yield self.line(variable, self.surroundings[0][1], environment={variable: FILE})


OPTION = re.compile(r"(?<![\w\-/.=<])(--[A-Za-z0-9][\w-]*|-[A-Za-z0-9@#](?![\w-])|-[a-z][\w-]+)")
INFORMS = 1  # the number of a WordRole
DIRECTORIES = (6, 7, 8)  # walks, fills, enters
VALUE_FOLLOWS = re.compile(r"\[?=|\s?<|\s[A-Z][A-Z_-]+\b|\[")


def dashed(name, row):
    return "-" + name if len(name) == 1 or "single" in row["habits"] or "expr" in row["habits"] else "--" + name


def mutants(line, count):
    """The line with its words dropped, doubled, swapped, glued, cut and joined by others."""
    source = random.Random(" ".join(line["words"]))
    for _ in range(count):
        words = list(line["words"])
        at = source.randrange(1, len(words)) if len(words) > 1 else 0
        kind = source.choice(("drop", "double", "swap", "glue", "equals", "cut", "insert", "insert"))
        if at == 0:
            continue
        if kind == "drop":
            del words[at]
        elif kind == "double":
            words.insert(at, words[at])
        elif kind == "swap":
            other = source.randrange(1, len(words))
            words[at], words[other] = words[other], words[at]
        elif kind in ("glue", "equals") and at + 1 < len(words):
            words[at:at + 2] = [words[at] + ("=" if kind == "equals" else "") + words[at + 1]]
        elif kind == "cut" and words[at].startswith("--") and len(words[at]) > 3:
            words[at] = words[at][:source.randrange(3, len(words[at]) + 1)]
        else:
            words.insert(at, source.choice(("--", "-v", "x", "-", "-x", f"./{FILE}")))
        yield {**line, "words": words, "form": "mutant of " + line["form"]}
