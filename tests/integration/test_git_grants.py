#!/usr/bin/env python3
"""What git is let do to protected files cannot be used for anything else: forged histories, files changed after a grant,
settings that run code, and refs that a command moved."""

import json
import os
import signal
import subprocess

from postern_case import POSTERN, main
from run_case import RunCase, for_root_and_user
from test_terminal import PROMPTS, SHELLS, Person

# Makes the branch `evil` by plumbing alone. Its tree has another .npmrc.
EVIL = """e=$(echo registry=evil | git hash-object -w --stdin)
GIT_INDEX_FILE=.git/other git read-tree HEAD
GIT_INDEX_FILE=.git/other git update-index --cacheinfo 100644,$e,.npmrc
c=$(git commit-tree -p HEAD -m evil $(GIT_INDEX_FILE=.git/other git write-tree))
rm -f .git/other
"""


class Project(RunCase):
    """`main` and `old` are the person's own branches, with other content in .npmrc."""

    def setUp(self):
        super().setUp()
        self.need("git")
        self.write(".gitconfig", "[user]\n\tname = Someone\n\temail = s@example.org\n[init]\n\tdefaultBranch = main\n",
                   base=self.home)
        self.own(self.home)
        ran = self.bare("git init -q; echo registry=one > .npmrc; echo one > a.txt; git add .; git commit -qm first; "
                        "git branch old; echo registry=two > .npmrc; git commit -qam second")
        self.assertEqual(ran.returncode, 0, ran)

    def npmrc(self):
        return (self.project / ".npmrc").read_text()

    def head(self):
        return self.git("rev-parse", "--abbrev-ref", "HEAD").strip()

    def refused(self, script, word=".npmrc"):
        """The last command of the script is refused, names the path, and has changed neither HEAD nor the file."""
        before = self.npmrc(), self.head()
        ran = self.sh("set -e\n" + script)
        self.assertNotEqual(ran.returncode, 0, ran)
        self.assertIn(b"changed nothing", ran.stderr, ran)
        self.assertIn(word.encode(), ran.stderr, ran)
        self.assertEqual((self.npmrc(), self.head()), before, ran)
        self.assertEqual(self.git("status", "--porcelain"), "")

    def outside_works(self, script):
        """Shows in a copy outside that the act would put other content into .npmrc."""
        ran = self.bare(f"cp -a . ../copy && cd ../copy && {{ {script}\n}} && cat .npmrc; rm -rf ../copy")
        self.assertIn(b"evil", ran.stdout, ran)


@for_root_and_user
class Grants(Project):
    """Without anybody to ask."""

    def test_the_persons_own_branches_need_no_question(self):
        ran = self.sh("git checkout -q old && cat .npmrc && git checkout -q main && cat .npmrc && git checkout -q old")
        self.assertEqual((ran.returncode, ran.stdout), (0, b"registry=one\nregistry=two\n"), ran)
        self.assertEqual((self.npmrc(), self.head()), ("registry=one\n", "old"))

    def test_a_ref_moved_by_a_lock_or_by_hand_is_not_the_persons(self):
        for move in ("git update-ref refs/heads/old $c", "echo $c > .git/refs/heads/old", "git tag -f old2 $c; git branch -f old $c",
                     "git pack-refs --all; sed -i \"s,.* refs/heads/old,$c refs/heads/old,\" .git/packed-refs"):
            with self.subTest(move=move):
                script = EVIL + move + "\ngit checkout -q old"
                self.outside_works(script)
                self.refused(script)
                self.bare("git branch -f old main~1; git tag -d old2")

    def test_a_ref_that_an_earlier_run_moved_is_not_the_persons(self):
        ran = self.sh("set -e\n" + EVIL + "echo $c > .git/refs/heads/old")
        self.assertEqual(ran.returncode, 0, ran)
        self.outside_works("git checkout -q old")
        self.refused("git checkout -q old")
        # The person looks at the commit and names it.
        self.bare("git update-ref refs/heads/mine $(git commit-tree -p old -m mine 'old^{tree}')")
        ran = self.sh("git checkout -q mine")
        self.assertEqual((ran.returncode, self.npmrc()), (0, "registry=evil\n"), ran)

    def test_a_run_that_was_killed_leaves_nothing_to_trust(self):
        script = self.script(EVIL + "git update-ref refs/heads/old $c; touch moved; sleep 60")
        with subprocess.Popen(self.as_user([POSTERN, "run", "--", "/bin/sh", script]), cwd=self.project, env=self.env,
                              stdin=subprocess.DEVNULL, start_new_session=True) as running:
            self.eventually(lambda: (self.project / "moved").exists(), "the ref is moved")
            running.send_signal(signal.SIGKILL)
        (self.project / "moved").unlink()
        self.outside_works("git checkout -q old")
        self.refused("git checkout -q old")

    def test_forged_objects_are_not_the_persons(self):
        """The object keeps the name of the person's own, and gets other content."""
        forge = r"""import os, subprocess, sys, zlib
def put(name, kind, content):
    path = f".git/objects/{name[:2]}/{name[2:]}"
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path): os.chmod(path, 0o644); os.unlink(path)
    open(path, "wb").write(zlib.compress(kind + b" " + str(len(content)).encode() + b"\0" + content))
def name(revision): return subprocess.check_output(["git", "rev-parse", revision], text=True).strip()
def text(kind, revision): return subprocess.check_output(["git", "cat-file", kind, revision])
"""
        acts = {
            "blob": 'put(name("old:.npmrc"), b"blob", b"registry=evil\\n")',
            "tree": 't = bytes.fromhex(name("old:.npmrc")); e = bytes.fromhex(sys.argv[1])\n'
                    'put(name("old^{tree}"), b"tree", text("tree", "old^{tree}").replace(t, e))',
        }
        for kind, act in acts.items():
            with self.subTest(kind=kind):
                script = EVIL + f"/usr/bin/python3 - $e $c <<'END'\n{forge}{act}\nEND\ngit checkout -q old"
                self.outside_works(script)
                self.refused(script, "checkout")
                self.begin_anew()

    def begin_anew(self):
        self.bare("rm -rf .git .npmrc a.txt; git init -q; echo registry=one > .npmrc; echo one > a.txt; git add .; "
                  "git commit -qm first; git branch old; echo registry=two > .npmrc; git commit -qam second")

    def test_a_forged_way_to_a_commit_does_not_count(self):
        """Replacements, grafts and a forged parent lead from the person's branch to the agent's commit."""
        ways = {
            "replace": "git replace -f old $c; git checkout -q old",
            "graft": "mkdir -p .git/info; echo $(git rev-parse main) $c > .git/info/grafts; git checkout -q main~1",
        }
        for way, script in ways.items():
            with self.subTest(way=way):
                self.outside_works(EVIL + script)
                self.sh(EVIL + script)
                self.assertNotIn("evil", self.npmrc())
                self.begin_anew()

    def test_what_changes_after_the_grant_goes_back(self):
        for act in ("echo registry=evil > .npmrc", "echo registry=evil > x; mv x .npmrc", "rm .npmrc; ln -s a.txt .npmrc",
                    "git checkout -q main; echo registry=evil >> .npmrc"):
            with self.subTest(act=act):
                free = self.bare(f"cp -a . ../copy && cd ../copy && git checkout -q old && {act}; cat .npmrc; rm -rf ../copy")
                self.assertNotIn(free.stdout, (b"registry=one\n", b"registry=two\n"))
                ran = self.sh(f"git checkout -q old && {act}")
                self.assertEqual(ran.returncode, 0, ran)
                self.assertIn(b".npmrc", ran.stderr, ran)
                self.assertIn(self.npmrc(), ("registry=one\n", "registry=two\n"))
                self.assertFalse((self.project / ".npmrc").is_symlink())
                self.bare("git checkout -qf main")

    def test_a_grant_holds_for_its_run_only(self):
        self.assertEqual(self.sh("git checkout -q old; git checkout -q main").returncode, 0)
        ran = self.sh("echo registry=evil > .npmrc")
        self.assertNotEqual(ran.returncode, 0, ran)
        self.assertEqual(self.npmrc(), "registry=two\n")

    def test_where_nobody_can_be_asked_the_fallback_holds(self):
        self.sh("set -e\n" + EVIL + "git update-ref refs/heads/evil $c")
        self.refused("git checkout -q evil")
        ran = self.sh("git checkout -q evil", "--set", "postern.askFallback=allow")
        self.assertEqual((ran.returncode, self.npmrc()), (0, "registry=evil\n"), ran)

    def test_settings_by_other_programs(self):
        config = self.project / ".git/config"
        before = config.read_bytes()
        identity = config.stat().st_ino
        copy = "cp .git/config .git/config.lock; "
        rename = "/usr/bin/python3 -c 'import os; os.rename(\".git/config.lock\", \".git/config\")'"
        bad = {
            "pager": copy + "printf '[core]\\n\\tpager = sh x\\n' >> .git/config.lock; " + rename,
            "broken": "echo '[core' > .git/config.lock; " + rename,
            "link": "ln -s ../a.txt .git/config.lock; " + rename,
            "pipe": "mkfifo .git/config.lock; " + rename,
            "directory": "mkdir .git/config.lock; " + rename,
            "large": "head -c 5000000 /dev/zero > .git/config.lock; " + rename,
            "elsewhere": "printf '[core]\\n\\tpager = sh x\\n' > x; mv -T x .git/config",
            "exchanged": copy + "/usr/bin/python3 -c 'import ctypes; c = ctypes.CDLL(None); "
                         "raise SystemExit(c.renameat2(-100, b\".git/config.lock\", -100, b\".git/config\", 2) != 0)'",
        }
        for name, script in bad.items():
            with self.subTest(name=name):
                self.assertEqual(self.bare(f"cp -a . ../copy && cd ../copy && {script}\nr=$?; rm -rf ../copy; exit $r").returncode,
                                 1 if name == "directory" else 0, script)
                ran = self.sh(script)
                self.assertNotEqual(ran.returncode, 0, ran)
                self.assertEqual(config.read_bytes(), before)
                self.bare("rm -rf .git/config.lock x")
        ran = self.sh(copy + "printf '[user]\\n\\tname = Other\\n' >> .git/config.lock; " + rename)
        self.assertEqual(ran.returncode, 0, ran)
        self.assertEqual(self.git("config", "--local", "user.name"), "Other\n")
        self.assertEqual(config.stat().st_ino, identity)  # the mount inside stays
        self.assertFalse((self.project / ".git/config.lock").exists())

    def test_settings_stay_held_after_a_change(self):
        ran = self.sh("git config user.name Other && git config user.name && ! echo x >> .git/config && "
                      "! rm .git/config && ! git config core.pager x && git config user.name Third")
        self.assertEqual((ran.returncode, ran.stdout), (0, b"Other\n"), ran)
        self.assertEqual(self.git("config", "--local", "user.name"), "Third\n")
        self.assertIn(b"core.pager", ran.stderr)

    def test_a_setting_of_the_persons_cannot_be_taken_away(self):
        self.git("config", "core.hooksPath", "/dev/null")
        ran = self.sh("git config --unset core.hooksPath")
        self.assertNotEqual(ran.returncode, 0, ran)
        self.assertEqual(self.git("config", "--local", "core.hooksPath"), "/dev/null\n")

    def test_the_record_tells_of_a_refusal(self):
        self.sh("set -e\n" + EVIL + "git update-ref refs/heads/evil $c")
        result = self.result("--", "git", "switch", "evil")
        self.assertEqual(result["outcome"]["code"], 128, result)
        self.assertEqual([d["reasons"][0]["kind"] for d in result["denied"]], ["safety"])
        self.assertIn(".npmrc", json.dumps(result["denied"]))
        self.assertEqual(os.listdir(self.home / ".local/state/postern/journal"), [])


@for_root_and_user
class Asked(Project):
    """A person at a terminal is asked once, and the answer counts."""

    def setUp(self):
        super().setUp()
        self.sh("set -e\n" + EVIL + "git update-ref refs/heads/evil $c")
        self.write(".config/postern/settings.json", {"permissions": {"defaultMode": "bypassPermissions"}}, base=self.home)
        self.own(self.home)

    def answer(self, text, status):
        env = {**self.env, "TERM": "xterm", "PS1": PROMPTS["bash"], "HISTFILE": "/dev/null"}
        who = Person(self.as_user(SHELLS["bash"]), self.project, env, self.uid)
        self.addCleanup(who.close)
        self.assertIsNotNone(who.read_until(r"\[0\]> "))
        who.line(f"{POSTERN} run -- git checkout -q evil")
        before, _ = who.read_until(r"let it\? ") or self.fail(who.seen)
        self.assertIn("it would change .npmrc: .npmrc would get content that is not from your own history", before)
        self.assertEqual((self.npmrc(), self.head()), ("registry=two\n", "main"))
        who.line(text)
        after, _ = who.read_until(rf"\[{status}\]> ") or self.fail(who.seen)
        return after

    def test_yes(self):
        self.answer("y", 0)
        self.assertEqual((self.npmrc(), self.head()), ("registry=evil\n", "evil"))
        self.assertEqual(self.git("status", "--porcelain"), "")

    def test_no(self):
        self.assertIn("the answer was no", self.answer("n", 128))
        self.assertEqual((self.npmrc(), self.head()), ("registry=two\n", "main"))


if __name__ == "__main__":
    main()
