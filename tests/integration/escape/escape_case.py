"""What the attempts to escape share: each is made inside the sandbox, and shown to work without it."""

import dataclasses
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import typing

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from run_case import OUTSIDE, PROVE, RunCase

SOURCE = HERE.parents[2]
PYTHON = shutil.which("python3", path="/usr/bin:/bin")
PROBES = HERE / "probes.py"


@dataclasses.dataclass(frozen=True)
class Attempt:
    """An attempt to escape. `script` runs in a directory $P of the project. A directory $O outside has a file `victim`.

    The attempt succeeds if it changes $O, leaves a file `escaped`, or if `evidence` returns true."""

    name: str
    script: str
    setup: str = ""  # run by the host, in $P
    evidence: typing.Callable = None  # of (case, attempt): whether the host was changed
    works: str = "both"  # for whom it works without the sandbox: both, root, user, maybe, unsafe (not even tried)
    users: str = "both"  # for whom it is tried inside


def probe(name, *args, **more):
    """Makes an attempt from a function of probes.py, which exits with 0 if it succeeds."""
    words = " ".join(f'"{a}"' for a in args)
    return Attempt(name, f'"$PYTHON" "$PROBES" {more.pop("function", name)} {words} && touch "$P/escaped"', **more)


def state_of(top):
    """Returns everything about a tree that a command could change."""
    out = {}
    for path in [top, *sorted(top.rglob("*"))]:
        st = path.lstat()
        content = path.read_bytes() if stat.S_ISREG(st.st_mode) else None
        link = os.readlink(path) if path.is_symlink() else None
        try:
            extra = {n: os.getxattr(path, n, follow_symlinks=False) for n in os.listxattr(path, follow_symlinks=False)}
        except OSError:
            extra = {}
        out[str(path.relative_to(top))] = (st.st_mode, st.st_uid, st.st_gid, st.st_nlink, st.st_mtime_ns, content, link,
                                           tuple(sorted(extra.items())))
    return out


class EscapeCase(RunCase):
    """Runs as the user who started the tests; see RunCase."""

    def setUp(self):
        super().setUp()
        if PYTHON is None:
            self.cannot_run("no python3 in /usr/bin")
        self.scripts = self.base / "scripts"
        self.scripts.mkdir()
        shutil.copy(PROBES, self.scripts / "probes.py")
        self.is_root = os.getuid() == 0 and self.uid is None

    def tearDown(self):
        # Commands may have made directories without permissions, which could not be removed otherwise.
        subprocess.run(["chmod", "-R", "u+rwX", self.base], check=False, capture_output=True)

    def variables(self, name):
        return {"P": self.project / name, "O": self.outside / name, "PYTHON": PYTHON,
                "PROBES": self.scripts / "probes.py", "MARK": self.base / "marks" / name}

    def write_script(self, name, text):
        """Writes a script outside the project, so that the analysis of the command does not see its text."""
        lines = [f"{key}='{value}'" for key, value in self.variables(name).items()]
        path = self.scripts / f"{name}.sh"
        path.write_text("\n".join(["export " + " ".join(lines), text, ""]), encoding="utf-8")
        return path

    def fresh(self, attempt):
        """Makes the two directories of an attempt anew and returns the state of $O."""
        where = self.variables(attempt.name)
        for top in (where["P"], where["O"]):
            shutil.rmtree(top, ignore_errors=True)
            top.mkdir(parents=True)
        (where["O"] / "victim").write_text("the host's\n", encoding="utf-8")
        (where["O"] / "dir").mkdir()
        self.own(where["P"], where["O"])
        if attempt.setup:
            ran = self.start(["/bin/sh", self.write_script(attempt.name, attempt.setup)], cwd=where["P"])
            self.assertEqual(ran.returncode, 0, (attempt.name, ran))
        return state_of(where["O"])

    def escaped(self, attempt, before):
        if attempt.evidence is not None and attempt.evidence(self, attempt):
            return True
        where = self.variables(attempt.name)
        return (where["P"] / "escaped").exists() or state_of(where["O"]) != before

    def driver(self, attempts):
        """One script that makes all attempts, each with half a minute."""
        lines = []
        for attempt in attempts:
            path = self.write_script(attempt.name, attempt.script)
            lines.append(f"cd '{self.variables(attempt.name)['P']}' && {PROVE.strip()} >tried && "
                         f"timeout -s KILL 30 /bin/sh '{path}' </dev/null")
        path = self.scripts / "all.sh"
        path.write_text("\n".join([*lines, "exit 0", ""]), encoding="utf-8")
        return path

    def assert_tried_inside(self, attempt, ran):
        """Each attempt wrote down where it was made, so that one that was not made at all is no success."""
        tried = self.variables(attempt.name)["P"] / "tried"
        self.assertTrue(tried.exists(), f"was not even tried: {ran}")
        self.assertRegex(tried.read_bytes(), rb"^pid:\[")
        self.assertNotEqual(tried.read_bytes().strip(), OUTSIDE)

    def works_here(self, attempt):
        return attempt.works == "both" or attempt.works == ("root" if self.is_root else "user")

    def try_all(self, attempts, *options, **more):
        """All attempts in one run with and one run without the sandbox, each judged by itself."""
        attempts = [a for a in attempts if a.users in ("both", "root" if self.is_root else "user")]
        self.assertEqual(len({a.name for a in attempts}), len(attempts))
        before = {a.name: self.fresh(a) for a in attempts}
        driver = self.driver(attempts)
        ran = self.run_in(*options, "--", "/bin/sh", driver, **more)
        self.assertEqual(ran.returncode, 0, ran)
        for attempt in attempts:
            with self.subTest(attempt=attempt.name, sandbox=True):
                self.assert_tried_inside(attempt, ran)
                self.assertFalse(self.escaped(attempt, before[attempt.name]), f"ESCAPED: {attempt.script!r} {ran}")
        bare = [a for a in attempts if a.works != "unsafe"]
        before = {a.name: self.fresh(a) for a in bare}
        ran = self.start(["/bin/sh", self.driver(bare)], **more)
        for attempt in bare:
            if self.works_here(attempt):
                with self.subTest(attempt=attempt.name, sandbox=False):
                    self.assertTrue(self.escaped(attempt, before[attempt.name]),
                                    f"does not work even without the sandbox: {ran}")
