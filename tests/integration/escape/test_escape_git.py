#!/usr/bin/env python3
"""Tries to make the host's git run planted code later. Each test runs a real git afterwards."""

import dataclasses
import os
import shutil
import signal
import subprocess
import time

from escape_case import Attempt, EscapeCase
from postern_case import ALL, POSTERN, main
from run_case import PROVE, for_root_and_user

TOOLS = """
evil() { printf '[core]\\n\\trepositoryformatversion = 0\\n\\tfsmonitor = "touch %s; false"\\n' "$MARK"; }
git_dir() { mkdir -p "$1/objects" "$1/refs" && echo 'ref: refs/heads/main' > "$1/HEAD" && evil > "$1/config"; }
bare_dir() { git_dir "$1" && printf '\\tbare = false\\n\\tworktree = %s\\n' "$(cd "$1" && pwd)" >> "$1/config"; }
program() { printf '#!/bin/sh\\ntouch %s\\ncat 2>/dev/null\\n' "$MARK" > "$1"; chmod +x "$1"; }
repo() { mkdir -p "$1" && ( cd "$1" && git init -q . && echo 1 > f && git add f && git commit -qm 1 ); }
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@t GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@t
"""

# Commands that a person may run afterwards, in the directory $W.
USE = 'cd "$W" && { git status; git log -1 -p; git diff; echo 2 >> f; git add f; git commit -qm 2; git fetch; }'


@dataclasses.dataclass(frozen=True)
class Trap:
    """A way to plant code. The host runs `setup`, each of `steps` is one run of Postern, and then the host runs `use`
    in the directory `where`."""

    name: str
    steps: tuple
    setup: str = 'repo .; mkdir sub'
    use: str = USE
    where: str = "."
    start: str = "."  # the working directory of the runs


# Twelve repositories are more than mounts protect.
MANY = 'for i in 01 02 03 04 05 06 07 08 09 10 11 12; do repo r$i; rm -rf r$i/.git/hooks; done; mkdir sub; repo x'
EACH = 'for W in . r*; do ( %s ); done' % USE
OLD_OBJECTS = 'd=$(ls -d "$PWD"/.git/objects/??|head -1)'

NEW = [
    Trap("new-repository", ("git_dir .git",), setup="true"),
    Trap("new-repository-by-git", ('git init -q . && git config core.fsmonitor "touch $MARK; false"',), setup="true"),
    Trap("new-bare-layout", ("bare_dir .",), setup="true"),
    Trap("new-bare-layout-below", ("bare_dir sub",), setup="mkdir sub", where="sub"),
    Trap("bare-layout-completed", ("bare_dir .",),
         setup="mkdir objects refs; touch config"),
    Trap("new-repository-in-new-directory", ("mkdir -p a/b && git_dir a/b/.git",), setup="true", where="a/b"),
    Trap("redirect-to-new", ("git_dir elsewhere; echo 'gitdir: elsewhere' > .git",), setup="true"),
    Trap("redirect-by-link", ("git_dir elsewhere; ln -s elsewhere .git",), setup="true"),
    Trap("redirect-to-temporary", ('git_dir "${TMPDIR:-/tmp}/gd-$$"; echo "gitdir: ${TMPDIR:-/tmp}/gd-$$" > .git',),
         setup="true"),
    Trap("hooks-path-in-new", ("git init -q .; mkdir h; program h/post-commit; git config core.hooksPath h",),
         setup="true"),
    Trap("ssh-command", ('git init -q .; git remote add origin ssh://host/x; git config core.sshCommand "touch $MARK;"',),
         setup="true"),
    Trap("editor", ('git init -q .; git config core.editor "touch $MARK;"',), setup="true",
         use='cd "$W"; echo 2 > f; git add f; git commit'),
    Trap("alias", ('git init -q .; git config alias.st "!touch $MARK"',), setup="true", use='cd "$W"; git st'),
    Trap("filter", ('git init -q .; git config filter.x.clean "touch $MARK; cat"; echo "* filter=x" > .gitattributes',),
         setup="true"),
    Trap("text-conversion", ('git config diff.x.textconv "touch $MARK; cat"; echo "* diff=x" > .gitattributes',)),
    Trap("external-diff", ('git init -q .; git config diff.external "touch $MARK;"',), setup="true",
         use='cd "$W"; echo 1 > f; git add f; echo 2 > f; git diff'),
    Trap("remote-helper", ('git init -q .; git remote add origin "ext::sh -c touch% $MARK"; '
                           'git config protocol.ext.allow always',), setup="true"),
    Trap("upload-program", ('git init -q .; git remote add origin "$PWD"; '
                            'git config remote.origin.uploadpack "touch $MARK; git-upload-pack"',), setup="true"),
    Trap("signing-program", ('git init -q .; program s; git config gpg.program "$PWD/s"; git config commit.gpgSign true',),
         setup="true"),
    Trap("include", ('git init -q .; evil > e; git config include.path ../e',), setup="true"),
    Trap("conditional-include", ('git init -q .; evil > e; git config "includeIf.gitdir:/.path" ../e',), setup="true"),
]

EXISTING = [
    Trap("config", ("evil >> .git/config",)),
    Trap("config-by-git", ('git config core.fsmonitor "touch $MARK; false"',)),
    Trap("config-replaced", ("evil > e; mv -f e .git/config",)),
    Trap("config-by-link", ("evil > e; rm -f .git/config; ln -s ../e .git/config",)),
    Trap("config-by-hard-link", ("ln .git/config e && evil > e",)),
    Trap("hook", ("mkdir -p .git/hooks; program .git/hooks/post-commit",)),
    Trap("hook-in-new-directory", ("mkdir .git/hooks; program .git/hooks/post-commit",),
         setup="repo .; rm -rf .git/hooks"),
    Trap("hooks-replaced", ("mkdir h; program h/post-commit; mv .git/hooks x; mv -T h .git/hooks",)),
    Trap("hooks-by-link", ("mkdir h; program h/post-commit; ln -s ../h .git/hooks",), setup="repo .; rm -rf .git/hooks"),
    Trap("git-renamed", ("mv .git old; git_dir .git",)),
    Trap("git-replaced-by-file", ("rm -rf .git; git_dir e; echo 'gitdir: e' > .git",)),
    Trap("common-directory", ("git_dir e; echo ../e > .git/commondir",)),
    Trap("work-tree-config", ("evil > .git/config.worktree",), setup="repo .; git config extensions.worktreeConfig true"),
    Trap("attributes", ("mkdir -p .git/info; echo '* filter=x' > .git/info/attributes",),
         setup='repo .; git config filter.x.clean "touch $MARK; cat"'),
    Trap("nested", ("evil >> a/b/c/.git/config",), setup="mkdir -p a/b; repo a/b/c", where="a/b/c"),
    Trap("nested-hook", ("mkdir -p a/b/c/.git/hooks; program a/b/c/.git/hooks/post-commit",),
         setup="mkdir -p a/b; repo a/b/c", where="a/b/c"),
    Trap("from-below", ("evil >> ../.git/config; mkdir -p ../.git/hooks; program ../.git/hooks/post-commit; git_dir ..",),
         start="sub"),
    Trap("module-config", ("evil >> .git/modules/m/config",), where="m",
         setup='repo .; repo "$O/m"; git -c protocol.file.allow=always submodule -q add "$O/m" m; git commit -qm m'),
    Trap("module-hook", ("mkdir -p .git/modules/m/hooks; program .git/modules/m/hooks/post-commit",), where="m",
         setup='repo .; repo "$O/m"; git -c protocol.file.allow=always submodule -q add "$O/m" m; git commit -qm m'),
    Trap("module-led-elsewhere", ("git_dir e; echo 'gitdir: ../e' > m/.git",), where="m",
         setup='repo .; repo "$O/m"; git -c protocol.file.allow=always submodule -q add "$O/m" m; git commit -qm m'),
    Trap("new-module", ("git_dir .git/modules/n; echo 'gitdir: ../.git/modules/n' > sub/.git",), where="sub"),
    Trap("work-tree-led-elsewhere", ('git_dir e; echo "$PWD/e" > .git/worktrees/w/commondir',), where="w",
         setup="repo .; git worktree add -q w"),
    Trap("work-tree-file-led-elsewhere", ("git_dir e; echo 'gitdir: ../e' > w/.git",), where="w",
         setup="repo .; git worktree add -q w"),
    Trap("rebase-begun", ('printf "exec touch %s\\n" "$MARK" >> .git/rebase-merge/git-rebase-todo',),
         setup="repo .; for i in 2 3; do echo $i > f; git commit -qam $i; done; "
               "GIT_SEQUENCE_EDITOR='sed -i s/^pick/edit/' git rebase -qi HEAD~1 2>/dev/null",
         use='cd "$W"; export GIT_EDITOR=true; git rebase --continue; git rebase --continue'),
    Trap("hooks-path-of-the-user", ("program .githooks/post-commit",),
         setup="repo .; mkdir .githooks; git config core.hooksPath .githooks"),
    Trap("hooks-path-of-the-user-absent", ("mkdir .githooks; program .githooks/post-commit",),
         setup="repo .; git config core.hooksPath .githooks"),
    Trap("include-of-the-user", ("evil > shared.config",),
         setup="repo .; touch shared.config; git config include.path ../shared.config"),
]

HIDDEN = [
    # A repository hidden among git's objects, and a `.git` file that names it.
    Trap("objects-redirect", (OLD_OBJECTS + '; git_dir "$d"; echo "gitdir: $d" > sub/.git',), where="sub"),
    Trap("objects-redirect-first", ("echo 'gitdir: ../.git/objects/zz' > sub/.git", "git_dir .git/objects/zz"),
         where="sub"),
    Trap("objects-moved-out", ("for r in r*; do git_dir $r/.git/objects/zz; done",
                               'for r in r*; do "$PYTHON" -c "import os; os.rename(\'$r/.git/objects/zz\', \'sub/.git\')" '
                               "&& break; done"), setup=MANY, where="sub"),
    Trap("modules-themselves", ("mkdir -p .git/modules; git_dir .git/modules; echo 'gitdir: ../.git/modules' > sub/.git",),
         setup="repo .; mkdir sub .git/modules", where="sub"),
    Trap("work-trees-themselves", ("git_dir .git/worktrees; echo 'gitdir: ../.git/worktrees' > sub/.git",),
         setup="repo .; mkdir sub .git/worktrees", where="sub"),
    # `..` after a link leads to the parent of the link's target.
    Trap("common-directory-by-link",
         ('mkdir -p e/a/b/c e/objects e/refs .git/worktrees/x; evil > e/config; ln -s "$PWD/e/a/b/c" .git/worktrees/x/l; '
          'echo "ref: refs/heads/main" > .git/worktrees/x/HEAD; echo l/../../.. > .git/worktrees/x/commondir; '
          'echo "$PWD/sub/.git" > .git/worktrees/x/gitdir; echo "gitdir: ../.git/worktrees/x" > sub/.git',), where="sub"),
    Trap("redirect-by-link-and-up", ("ln -s ../fixtures/deep sub/l; echo 'gitdir: l/../bad.git' > sub/.git",), where="sub",
         setup="mkdir -p sub fixtures/deep; git_dir fixtures/bad.git"),
    # One run prepares a harmless directory, and the next moves it into place: its times are older than that run.
    Trap("hooks-moved-in", ("mkdir h; program h/post-commit",
                            'for r in r*; do "$PYTHON" -c "import os; os.rename(\'h\', \'$r/.git/hooks\')" && break; done'),
         setup=MANY, use=EACH),
    Trap("hooks-moved-in-at-the-top", ("mkdir h; program h/post-commit", "mv h .git/hooks"),
         setup="repo .; rm -rf .git/hooks"),
    Trap("repository-moved-in", ("mkdir -p s/objects s/refs; evil > s/config",
                                 "mv s sub/.git; echo 'ref: refs/heads/main' > sub/.git/HEAD"), where="sub"),
    Trap("repository-in-two-runs", ("bare_dir sub; rm sub/HEAD",
                                    "echo 'ref: refs/heads/main' > sub/HEAD"), where="sub", setup="mkdir sub"),
    Trap("case", ("git_dir .GIT; git_dir .Git; ln -s .GIT .git",), setup="true"),
    Trap("without-permission", ("git_dir sub/.git; chmod 0 sub",), setup="mkdir sub", where="sub",
         use='chmod 700 "$W"; ' + USE),
    Trap("long-path", ('for i in $(seq 30); do d=$(printf "d%.0s" $(seq 200)); mkdir $d; cd $d; done; git_dir .git',),
         setup="true", use='cd "$W"; for i in $(seq 30); do cd d*; done; git status'),
]


@for_root_and_user
class Git(EscapeCase):
    def setUp(self):
        super().setUp()
        (self.base / "marks").mkdir()
        self.own(self.base / "marks")
        self.need("git")

    def host(self, trap, script, cwd):
        where = self.variables(trap.name)["P"] / trap.where
        path = self.write_script(trap.name, f"{TOOLS}\nW='{where}'\n{script}")
        return self.start(["/bin/sh", path], cwd=cwd)

    def spring(self, trap, sandbox):
        """Runs setup, steps and use, and tells whether planted code ran."""
        where = self.variables(trap.name)
        self.fresh(Attempt(trap.name, ""))
        where["MARK"].unlink(missing_ok=True)
        self.host(trap, trap.setup, where["P"])
        where["MARK"].unlink(missing_ok=True)
        time.sleep(0.06)  # files made just before a run count as made by it
        story = []
        for step in trap.steps:
            path = self.write_script(trap.name, f"{PROVE}{TOOLS}\n{step}")
            cwd = where["P"] / trap.start
            story.append(self.proven(self.run_in("--", "/bin/sh", path, cwd=cwd)) if sandbox
                         else self.start(["/bin/sh", path], cwd=cwd))
            if step is not trap.steps[-1]:
                time.sleep(0.06)
        self.assertFalse(where["MARK"].exists() and sandbox, (trap.name, "inside", story))
        where["MARK"].unlink(missing_ok=True)
        story.append(self.host(trap, trap.use, where["P"]))
        return where["MARK"].exists(), story

    def try_traps(self, traps):
        for trap in traps:
            # Without the sandbox, one user is enough.
            if self.uid is None:
                with self.subTest(trap=trap.name, sandbox=False):
                    sprung, story = self.spring(trap, False)
                    self.assertTrue(sprung, ("does not work even without the sandbox", story))
            with self.subTest(trap=trap.name, sandbox=True):
                sprung, story = self.spring(trap, True)
                self.assertFalse(sprung, ("ESCAPED", story))

    def test_new_repositories(self):
        self.try_traps(NEW)

    def test_existing_repositories(self):
        self.try_traps(EXISTING)

    def test_hidden_repositories(self):
        self.try_traps(HIDDEN)

    def test_at_every_depth(self):
        """Plants new repositories one to twelve levels deep, in existing directories."""
        for sandbox in (False, True):
            top = self.project / "deep"
            shutil.rmtree(top, ignore_errors=True)
            marks = []
            lines = [PROVE, TOOLS]
            at = top
            for depth in range(1, 13):
                at = at / f"d{depth}"
                marks.append((at, self.base / "marks" / f"depth-{depth}"))
                marks[-1][1].unlink(missing_ok=True)
                lines.append(f"MARK='{marks[-1][1]}'; git_dir '{at}/.git'")
            at.mkdir(parents=True)
            self.own(top)
            script = self.write_script("depth", "\n".join(lines))
            ran = self.proven(self.run_in("--", "/bin/sh", script)) if sandbox else self.start(["/bin/sh", script])
            for place, mark in marks:
                self.start(["git", "status"], cwd=place)
                with self.subTest(place=str(place.relative_to(top)), sandbox=sandbox):
                    self.assertEqual(mark.exists(), not sandbox, ran)

    def test_however_the_run_ends(self):
        """A repository planted by a command that is timed out, killed, or whose Postern is killed."""
        for ending in ("timeout", "signal", "kill", "own death"):
            trap = Trap(f"end-{ending.replace(' ', '-')}", ())
            where = self.variables(trap.name)
            self.fresh(Attempt(trap.name, ""))
            last = "kill -9 $$" if ending == "own death" else "sleep 60"
            script = self.write_script(trap.name, f"{TOOLS}\ngit_dir .git; touch ready; {last}")
            options = ["--timeout", "3s"] if ending == "timeout" else []
            run = subprocess.Popen(self.as_user([POSTERN, "run", *options, "--", "/bin/sh", str(script)]),
                                   cwd=where["P"], env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.eventually((where["P"] / "ready").exists, "the planted repository")
            if ending in ("signal", "kill"):
                run.send_signal(signal.SIGTERM if ending == "signal" else signal.SIGKILL)
            run.wait()
            if ending == "kill":
                # The killed Postern could not scrub, so the next run does.
                time.sleep(0.3)
                self.sh("true")
            self.host(trap, USE, where["P"])
            with self.subTest(ending=ending):
                self.assertFalse(where["MARK"].exists())
                config = where["P"] / ".git/config"
                self.assertNotIn("fsmonitor", config.read_text() if config.exists() else "")

    def test_a_repository_does_not_open_other_directories(self):
        """A `.git` file made by one run must not make a directory of its choice writable for the next."""
        where = self.variables("root")
        for way in (OLD_OBJECTS, 'd="$PWD/own"; mkdir -p own', 'd="$PWD/worktrees/x"; mkdir -p "$d"',
                    'd="$PWD/.git/worktrees/x"; mkdir -p "$d"'):
            before = self.fresh(Attempt("root", ""))
            self.host(Trap("root", ()), "repo .; mkdir sub", where["P"])
            time.sleep(0.06)
            script = self.write_script("root", f'{PROVE}{TOOLS}\n{way}; echo "ref: refs/heads/x" > "$d/HEAD"; '
                                       'echo "$P/sub/.git" > "$d/gitdir"; echo "$O" > "$d/commondir"; '
                                       'printf "[core]\\n worktree = %s\\n" "$P/sub" > "$d/config"; '
                                       'echo "gitdir: $d" > sub/.git')
            self.proven(self.run_in("--", "/bin/sh", script, cwd=where["P"]))
            script = self.write_script("root", PROVE + 'echo x > "$O/new"; echo x > "$O/victim"')
            ran = self.proven(self.run_in("--", "/bin/sh", script, cwd=where["P"] / "sub"))
            with self.subTest(way=way):
                self.assertFalse(self.escaped(Attempt("root", ""), before), ran)

    def test_a_known_repository_replaced_by_a_link(self):
        """Nested repositories known from earlier runs are mounted. A link in place of one must not open its target."""
        self.git("init", "-q")
        self.git("commit", "-q", "--allow-empty", "-m", "1")
        (self.project / "sub").mkdir()
        self.own(self.project)
        mark = self.base / "owned"
        hook = f"printf '#!/bin/sh\\ntouch {mark}\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit"
        self.sh("git init -q sub/x; sleep 0.1")
        self.sh("true")
        self.sh("rm -rf x/.git; ln -s ../../.git/hooks x/.git", cwd=self.project / "sub")
        ran = self.sh(hook)
        self.git("commit", "-q", "--allow-empty", "-m", "2")
        self.assertFalse(mark.exists(), ran)

    def test_a_directory_swapped_while_the_sandbox_is_built(self):
        """One run swaps a directory above another run's working directory for a link out of the project."""
        top = self.project / "a"
        (top / "dir").mkdir(parents=True)
        (self.outside / "dir").mkdir()
        self.own(self.project, self.outside)
        swap = (f"import os, time\nos.symlink('{self.outside}', 'link')\n"
                "while not os.path.exists('stop'):\n"
                "    os.rename('a', 'b'); os.rename('link', 'a'); time.sleep(0.006)\n"
                "    os.rename('a', 'link'); os.rename('b', 'a'); time.sleep(0.006)\n")
        other = subprocess.Popen(self.as_user([POSTERN, "run", "--", "/usr/bin/python3", self.script(swap)]), env=self.env,
                                 cwd=self.project, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(other.wait)
        self.addCleanup((self.project / "stop").touch)
        self.eventually(lambda: os.path.lexists(self.project / "link") or (self.project / "b").exists(), "the first swap")
        write = self.script(PROVE + "touch planted")

        def one_got_through():
            ran = self.run_in("--cwd", "a/dir", "--", "/bin/sh", write)
            return ran.returncode == 0 and self.proven(ran)

        self.eventually(one_got_through, "a run that began between two swaps")
        deadline = time.monotonic() + (5 if ALL else 2)
        while time.monotonic() < deadline:
            one_got_through()
        (self.project / "stop").touch()
        other.wait()
        self.assertEqual(self.listing(self.outside), ["dir"])


if __name__ == "__main__":
    main()
