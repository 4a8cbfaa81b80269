#!/usr/bin/env python3
"""Contents of protected files that come into being by a merge of both sides or by a patch: a person is asked, and what was
computed in advance is all that the file can get, whatever a command does to objects, attributes, settings and patches."""

import os

from postern_case import POSTERN, main
from run_case import RunCase, for_root_and_user
from test_terminal import PROMPTS, SHELLS, Person

ALLOW = ("--set", "postern.askFallback=allow")
BASE = [str(i) for i in range(1, 21)]
# Makes the branch `evil` by plumbing alone: .npmrc as in `base`, with another first line.
EVIL = """set -e
e=$(git cat-file blob base:.npmrc | sed 1s/.*/evil/ | git hash-object -w --stdin)
GIT_INDEX_FILE=.git/other git read-tree base
GIT_INDEX_FILE=.git/other git update-index --cacheinfo 100644,$e,.npmrc
git update-ref refs/heads/evil $(git commit-tree -p base -m evil $(GIT_INDEX_FILE=.git/other git write-tree))
rm -f .git/other
"""
PATCH = "git diff base evil > p; git format-patch -q -1 evil --stdout > m\n"
FORGE = r"""import os, subprocess, sys, zlib
name = subprocess.check_output(["git", "rev-parse", sys.argv[1]], text=True).strip()
old, new = (word.encode() + b"\n" for word in sys.argv[2:])
content = subprocess.check_output(["git", "cat-file", "blob", name]).replace(old, new)
path = f".git/objects/{name[:2]}/{name[2:]}"
os.chmod(path, 0o644)
os.unlink(path)
open(path, "wb").write(zlib.compress(b"blob %d\0" % len(content) + content))
"""


def text(**changed):
    """Returns the twenty lines with some of them changed: text(l1="first")."""
    lines = [changed.get(f"l{line}", line) for line in BASE]
    return "\n".join(lines) + "\n"


class Project(RunCase):
    """.npmrc has twenty lines. The branch `side` changes the first one, and `main` the last one. Both are the person's."""

    def setUp(self):
        super().setUp()
        self.need("git")
        self.write(".gitconfig", "[user]\n\tname = Someone\n\temail = s@example.org\n[init]\n\tdefaultBranch = main\n",
                   base=self.home)
        self.own(self.home)
        self.build()

    def build(self, *options):
        ran = self.bare("rm -rf .git .npmrc a.txt; git init -q " + " ".join(options) + "; seq 1 20 > .npmrc; echo one > a.txt; "
                        "git add .; git commit -qm base; "
                        "git tag base; git checkout -qb side; sed -i 1s/.*/first/ .npmrc; git commit -qam side; git checkout -q main; "
                        "sed -i 20s/.*/last/ .npmrc; git commit -qam last")
        self.assertEqual(ran.returncode, 0, ran)

    def npmrc(self):
        return (self.project / ".npmrc").read_text()

    def state(self):
        return self.npmrc(), self.git("rev-parse", "HEAD"), self.git("status", "--porcelain", "-uno"), self.git("ls-files", "-s")

    def left_in_scratch(self):
        scratch = self.home / ".local/state/postern/scratch"
        return os.listdir(scratch) if scratch.exists() else []

    def outside_works(self, script, word=b"evil"):
        """Shows in a copy outside that the act would put other content into .npmrc."""
        ran = self.bare(f"cp -a . ../copy && cd ../copy && {{ {script}\n}}; cat .npmrc; rm -rf ../copy")
        self.assertIn(word, ran.stdout, ran)


@for_root_and_user
class Asked(Project):
    """A person at a terminal is asked about contents that are not the person's own. No answer changes anything by halves."""

    ACTS = {
        "git merge -q --no-edit evil": text(l1="evil", l20="last"),
        "git cherry-pick evil": text(l1="evil", l20="last"),
        "git rebase -q main evil": text(l1="evil", l20="last"),
        "git apply p": text(l1="evil", l20="last"),
        "git apply --index p": text(l1="evil", l20="last"),
        "git am -q m": text(l1="evil", l20="last"),
    }

    def setUp(self):
        super().setUp()
        self.assertEqual(self.sh(EVIL + PATCH).returncode, 0)
        self.write(".config/postern/settings.json", {"permissions": {"defaultMode": "bypassPermissions"}}, base=self.home)
        self.own(self.home)

    def person(self):
        env = {**self.env, "TERM": "xterm", "PS1": PROMPTS["bash"], "HISTFILE": "/dev/null"}
        who = Person(self.as_user(SHELLS["bash"]), self.project, env, self.uid)
        self.addCleanup(who.close)
        self.assertIsNotNone(who.read_until(r"\[0\]> "))
        return who

    def answer(self, who, act, word):
        before = self.state()
        who.line(f"{POSTERN} run -- {act}")
        asked, _ = who.read_until(r"let it\? ") or self.fail(who.seen)
        self.assertIn("it would change .npmrc: .npmrc would get content that is not from your own history", asked)
        self.assertEqual(self.state(), before)
        who.line(word)
        after, match = who.read_until(r"\[(\d+)\]> ") or self.fail(who.seen)
        return before, after, match

    def test_yes(self):
        who = self.person()
        for act, content in self.ACTS.items():
            with self.subTest(act=act):
                self.answer(who, act, "y")
                self.assertEqual(self.npmrc(), content, who.seen)
                self.assertEqual(self.left_in_scratch(), [])
                self.bare("git am --abort; git checkout -qf main; git reset -q --hard $(git rev-list -n1 main --grep=last)")

    def test_no(self):
        who = self.person()
        for act in self.ACTS:
            with self.subTest(act=act):
                before, after, _ = self.answer(who, act, "n")
                self.assertIn("the answer was no", after)
                self.assertEqual(self.state(), before)
                self.assertEqual(self.left_in_scratch(), [])
                self.bare("rm -rf .git/rebase-apply")

    def test_nobody(self):
        for act in self.ACTS:
            with self.subTest(act=act):
                before = self.state()
                ran = self.sh(act)
                self.assertNotEqual(ran.returncode, 0, ran)
                self.assertIn(b"changed nothing", ran.stderr, ran)
                self.assertIn(b".npmrc", ran.stderr, ran)
                self.assertEqual(self.state(), before)
                if "git am" in act:  # the mails were split already
                    self.assertEqual(self.sh("git am --abort").returncode, 0)
                    self.assertFalse((self.project / ".git/rebase-apply").exists())
                    self.assertEqual(self.state(), before)


@for_root_and_user
class OwnSides(Project):
    def test_nobody_is_asked(self):
        for options in ((), ("--object-format=sha256",)):
            for act in ("git merge -q --no-edit side", "git rebase -q main side", "git cherry-pick side"):
                with self.subTest(options=options, act=act):
                    self.build(*options)
                    ran = self.sh(act)
                    self.assertEqual((ran.returncode, self.npmrc()), (0, text(l1="first", l20="last")), ran)
                    self.assertEqual(self.git("status", "--porcelain"), "")
                    self.assertEqual(self.left_in_scratch(), [])


@for_root_and_user
class Attacks(Project):
    def kept(self, ran):
        """The script ran inside and the file has no content but the person's own."""
        self.assertIn(b"end", ran.stdout, ran)
        self.assertNotIn("evil", self.npmrc(), ran)
        self.assertEqual(self.left_in_scratch(), [])

    def test_forged_objects_are_not_merged(self):
        """An object keeps the name of the person's own, and gets another line. With another base, git undoes a change."""
        allowed = text(l20="last"), text(l1="first", l20="last")
        for forged in ("base:.npmrc 20 last", "side:.npmrc 10 evil", "main:.npmrc 10 evil"):
            with self.subTest(forged=forged):
                script = f"/usr/bin/python3 - {forged} <<'END'\n{FORGE}END\ngit merge -q --no-edit side; echo end"
                free = self.bare(f"cp -a . ../copy && cd ../copy && {{ {script}\n}}; cat .npmrc; rm -rf ../copy").stdout.decode()
                self.assertFalse(free.endswith(allowed), free)
                for options in ((), ALLOW):
                    self.kept(self.sh(script, *options))
                    self.assertIn(self.npmrc(), allowed)
                    self.build()

    def test_a_driver_that_the_asked_git_does_not_see(self):
        """Attributes and driver come from the words of the command. The content that was computed is granted, and git
        writes another one."""
        script = ("printf '.npmrc merge=x\\n' > attributes; echo evil > e\n"
                  "git -c core.attributesFile=$PWD/attributes -c merge.x.driver='cp e %A' merge -q --no-edit side; echo end")
        self.outside_works(script)
        ran = self.sh(script + "; cat .npmrc")
        self.assertIn(b"evil", ran.stdout, ran)  # it was lifted, and inside it has that content
        self.kept(ran)

    def test_a_driver_does_not_run_outside(self):
        mark = self.outside / "escaped"
        script = (f"mkdir -p .git/info; echo '.npmrc merge=x' > .git/info/attributes\n"
                  "git config extensions.worktreeConfig true; git worktree add -q wt side; cd wt\n"
                  f"printf '[merge \"x\"]\\n\\tdriver = touch {mark}; cp %%B %%A\\n' > ../.git/worktrees/wt/config.worktree\n"
                  "git merge -q --no-edit main; cd ..; echo end")
        self.bare(f"cp -a . ../copy && cd ../copy && {{ {script}\n}}; rm -rf ../copy")
        self.assertTrue(mark.exists())
        mark.unlink()
        self.kept(self.sh(script))
        self.assertFalse(mark.exists())

    def test_a_base_of_the_agents_does_not_choose_lines_of_the_persons(self):
        """Both sides are the person's own. A base of the agent's makes git undo the last change of one of them."""
        script = """GIT_INDEX_FILE=.git/other git read-tree base
GIT_INDEX_FILE=.git/other git update-index --cacheinfo 100644,$(git cat-file blob main:.npmrc | sed 10d | git hash-object -w --stdin),.npmrc
c=$(git commit-tree -p base -m x $(GIT_INDEX_FILE=.git/other git write-tree))
t=$(git commit-tree -p $c -m y base^{tree}); rm -f .git/other
git cherry-pick $t; echo end
"""
        before = self.npmrc()
        ran = self.bare(f"cp -a . ../copy && cd ../copy && {{ {script}\n}}; cat .npmrc; rm -rf ../copy")
        self.assertNotIn(before.encode(), ran.stdout)
        self.kept(self.sh(script))
        self.assertEqual(self.npmrc(), before)

    def test_another_patch_than_the_one_that_was_looked_at(self):
        """PWD leads to a harmless patch, which is granted. git applies its namesake."""
        script = EVIL + ("mkdir d; sed 5s/.*/fine/ .npmrc > n; git diff --no-index .npmrc n | sed 's,[ab]/n$,b/.npmrc,' > d/p\n"
                         "git diff base evil > p; set +e; PWD=$PWD/d git apply p; cat .npmrc; echo end")
        self.outside_works(script)
        for options in ((), ALLOW):
            self.kept(self.sh(script, *options))
            self.bare("rm -rf d n p")
            self.build()

    def test_a_patch_reaches_nothing_outside(self):
        """Names lead out of the directory in which the patch is tried, to its settings and elsewhere."""
        mark = self.outside / "escaped"
        new = ("diff --git a/{0} b/{0}\\nnew file mode 100644\\n--- /dev/null\\n+++ b/{0}\\n@@ -0,0 +1,2 @@\\n+[core]\\n"
               f"+\\tfsmonitor = touch {mark}")
        link = f"diff --git a/l b/l\\nnew file mode 120000\\n--- /dev/null\\n+++ b/l\\n@@ -0,0 +1 @@\\n+{self.outside}\\n"
        for name in ("../git/config", "../x", ".git/config", "l/x"):
            with self.subTest(name=name):
                make = f"printf '{(link if name == 'l/x' else '') + new.format(name)}\\n' > p; git diff base side >> p\n"
                if name.startswith(".."):  # the others are refused by git itself
                    free = self.bare("mkdir ../free ../git; " + make + f"cp p .npmrc ../free; cd ../free; git apply --unsafe-paths p; "
                                     f"cat {name}; cd ..; rm -rf free git x")
                    self.assertIn(b"fsmonitor", free.stdout, free)
                for options in ((), ALLOW):
                    for act in ("git apply p", "git apply --unsafe-paths p", "git apply --index p", "git apply --reject p"):
                        self.kept(self.sh(make + act + "; echo end", *options))
                        self.assertEqual(list(self.outside.iterdir()), [])
                        self.assertFalse((self.base / "x").exists())
                        self.bare("rm -rf p l .npmrc.rej; git reset -q --hard")

    def test_mails_and_patches_of_any_kind_end(self):
        """Pipes, links, endless and broken files in the place of patches and of what git keeps of mails."""
        plant = """mkdir -p .git/rebase-apply; echo 1 > .git/rebase-apply/next; echo 900000000 > .git/rebase-apply/last
mkfifo .git/rebase-apply/0001; ln -s /dev/zero z; mkfifo f; truncate -s 2G huge; echo junk > junk
"""
        ran = self.sh(plant + "for p in z huge junk; do timeout 20 git apply $p; done; timeout 20 git am --skip; "
                      "timeout 20 git am --continue; git apply < junk; echo end", *ALLOW)
        self.kept(ran)

    def test_the_scratch_directory_cannot_be_written(self):
        self.assertEqual(self.sh("git merge -q --no-edit side").returncode, 0)
        self.assertEqual(self.npmrc(), text(l1="first", l20="last"))
        scratch = self.home / ".local/state/postern/scratch"
        self.assertTrue(scratch.is_dir())
        for options in ((), ("--allow-write", str(self.home))):
            ran = self.sh(f"mkdir {scratch}/x; mv {scratch} {scratch}2; ln -s /etc {scratch}/y; echo end", *options)
            self.kept(ran)
            self.assertEqual(os.listdir(scratch), [])

    def test_a_patch_in_a_directory_that_only_the_sandbox_has(self):
        """/tmp inside is another directory than outside."""
        script = EVIL + "git diff base evil > /tmp/made-by-a-test; set +e; git apply /tmp/made-by-a-test; echo end; cat .npmrc"
        ran = self.sh(script)
        self.kept(ran)
        self.assertIn(b"changed nothing", ran.stderr, ran)
        ran = self.sh(script, *ALLOW)
        self.assertEqual(self.npmrc(), text(l1="evil", l20="last"), ran)


if __name__ == "__main__":
    main()
