#!/usr/bin/env python3
"""From a subdirectory: settings, rules and the writable directory are those of the project."""

import json
import os
import subprocess

from postern_case import POSTERN, main
from run_case import PROVE, RunCase, for_root_and_user

OWN = ".postern/settings.json"
CLAUDE = ".claude/settings.json"
DENY = {"permissions": {"deny": ["Read(./.env)", "Bash(docker:*)"]}}


@for_root_and_user
class Project(RunCase):
    def setUp(self):
        super().setUp()
        self.sub = self.project / "src" / "deep"
        self.sub.mkdir(parents=True)

    def given(self, name, content, base=None):
        path = self.write(name, content, base=base)
        self.own(self.project, self.home)
        return path

    def verdict(self, command, cwd=None, *options):
        ran = self.start([POSTERN, "check", "--json", *options, "-c", command], cwd=cwd or self.sub)
        self.assertIn(ran.returncode, (0, 1, 2), ran)
        return json.loads(ran.stdout)["verdict"]

    def files(self, cwd=None):
        """The settings files that count, relative to the base, each with whether it is trusted."""
        ran = self.start([POSTERN, "settings", "validate", "--json"], cwd=cwd or self.sub)
        self.assertEqual(ran.returncode, 0, ran)
        return [(os.path.relpath(f["path"], self.base), f["trusted"]) for f in json.loads(ran.stdout)["files"]]

    def trust(self, cwd=None):
        ran = self.start([POSTERN, "trust", "--yes"], cwd=cwd or self.project)
        self.assertEqual(ran.returncode, 0, ran)

    def repository(self, top=None):
        """A repository with two commits; file.txt is in both, and differs."""
        top = top or self.project
        self.own(top)
        self.git("init", "-q", ".", cwd=top)
        for text in ("one", "two"):
            self.write("file.txt", text, base=top)
            self.write("src/deep/inner.txt", text, base=top)
            self.own(top)
            self.git("add", "file.txt", "src", cwd=top)
            self.git("commit", "-qm", text, cwd=top)

    # ---- settings

    def test_denials_hold_in_subdirectories(self):
        for name in (OWN, CLAUDE, ".postern/settings.local.json", ".claude/settings.local.json"):
            with self.subTest(name):
                self.given(".env", "secret")
                path = self.given(name, DENY)
                for command in ("cat ../../.env", "docker ps", f"cat {self.project}/.env", "cd ../.. && cat .env",
                                "cat ../deep/../../.env"):
                    self.assertEqual(self.verdict(command), "deny", command)
                self.assertEqual(self.verdict("cat ../../README"), "allow")
                path.unlink()
                self.assertEqual(self.verdict("docker ps"), "allow")

    def test_denials_hold_inside_the_sandbox_too(self):
        self.given(".env", "secret")
        self.assertEqual(self.bare("cat ../../.env", cwd=self.sub).stdout, b"secret")
        self.given(OWN, DENY)
        ran = self.sh("cat ../../.env; echo ended", cwd=self.sub)
        self.assertEqual(ran.stdout, b"ended\n")

    def test_rules_of_the_user_are_meant_from_the_project_too(self):
        self.given(".env", "secret")
        self.given(".env", "secret", base=self.sub)
        self.given(".config/postern/settings.json", DENY, base=self.home)
        self.repository()
        self.assertEqual(self.verdict("cat ../../.env"), "deny")
        self.assertEqual(self.verdict("cat .env"), "deny")

    def test_the_nearest_settings_are_the_strongest_and_each_level_counts(self):
        self.repository()
        self.given(OWN, {"permissions": {"deny": ["Bash(a:*)"]}})
        self.given("src/" + CLAUDE, {"permissions": {"deny": ["Bash(b:*)"]}})
        self.assertEqual(self.files(), [("project/" + OWN, False), ("project/src/" + CLAUDE, False)])
        for command in ("a", "b"):
            self.assertEqual(self.verdict(command), "deny")
        self.assertEqual(self.verdict("b", cwd=self.project), "allow")

    def test_trust_is_asked_for_each_file_of_the_project(self):
        self.repository()
        self.given(OWN, {"sandbox": {"enabled": False}, "permissions": {"allow": ["Bash(a:*)"]}})
        self.given("src/" + OWN, {"permissions": {"allow": ["Bash(b:*)"]}})
        self.assertEqual([t for _, t in self.files()], [False, False])
        self.trust(self.project)
        self.assertEqual([t for _, t in self.files()], [True, False])
        self.assertEqual((self.verdict("a"), self.verdict("b")), ("allow", "ask"))
        self.trust(self.sub)
        self.assertEqual([t for _, t in self.files()], [True, True])
        self.assertEqual((self.verdict("a"), self.verdict("b")), ("allow", "allow"))

    def test_a_repository_inside_the_project_does_not_shake_off_its_denials(self):
        self.repository()
        self.given(OWN, {"permissions": {"deny": ["Bash(docker:*)"], "allow": ["Bash(a:*)"]},
                         "sandbox": {"enabled": False}})
        self.trust()
        self.assertEqual(self.verdict("docker ps"), "deny")
        self.assertEqual(self.verdict("a"), "allow")
        self.git("init", "-q", ".", cwd=self.sub)
        self.assertEqual(self.verdict("docker ps"), "deny")
        self.assertEqual(self.files(), [("project/" + OWN, False)], "above the project it can only tighten")
        self.given(OWN, {"permissions": {"allow": ["Bash(docker:*)"]}}, base=self.sub)
        self.trust(self.sub)
        self.assertEqual(self.verdict("docker ps"), "deny")
        ran = self.sh("touch here && touch ../there; echo ended", cwd=self.sub)
        self.assertEqual(ran.stdout, b"ended\n")
        self.assertTrue((self.sub / "here").exists())
        self.assertFalse((self.sub.parent / "there").exists(), "the inner repository is the project")

    def test_a_git_file_that_leads_nowhere_changes_nothing(self):
        self.given(OWN, DENY)
        for text in ("gitdir: /nonexistent", "gitdir: ../../../outside", "nonsense"):
            self.given("src/deep/.git", text)
            self.assertEqual(self.verdict("docker ps"), "deny", text)

    def test_what_others_could_have_put_there_does_not_count(self):
        self.given(OWN, DENY)
        self.assertEqual(self.verdict("docker ps"), "deny")
        self.project.chmod(0o777)
        self.assertEqual(self.files(), [], "anybody could have put it there")
        self.project.chmod(0o755)
        self.assertEqual(len(self.files()), 1)
        if os.getuid() != 0:
            return
        os.chown(self.project, 12345, 12345)
        self.assertEqual(self.files(), [], "the directory is another user's")
        os.chown(self.project, self.uid or 0, self.uid or 0)
        os.chown(self.project / OWN, 12345, 12345)
        self.assertEqual(self.files(), [], "the file is another user's")

    def test_the_search_ends_below_home(self):
        inner = self.home / "work" / "x"
        inner.mkdir(parents=True)
        self.given(OWN, DENY, base=self.home)
        self.given(".claude/settings.local.json", DENY, base=self.home)
        self.assertEqual(self.files(inner), [])
        self.git("init", "-q", ".", cwd=self.home)
        ran = self.sh("touch in; touch ../out; echo ended", cwd=inner)
        self.assertEqual(ran.stdout, b"ended\n")
        self.assertEqual(([p.name for p in inner.iterdir()], (self.home / "work" / "out").exists()), (["in"], False))

    # ---- what may be written

    def test_a_checkout_from_a_subdirectory_is_whole(self):
        self.repository()
        ran = self.sh("git checkout -q HEAD~1 && git status --short && cat ../../file.txt", cwd=self.sub)
        self.assertEqual((ran.returncode, ran.stdout), (0, b"one"), ran)
        self.assertEqual((self.project / "file.txt").read_text(), "one")
        self.assertEqual((self.sub / "inner.txt").read_text(), "one")

    def test_a_directory_with_settings_is_a_project(self):
        self.assertEqual(self.sh("touch ../../x; echo ended", cwd=self.sub).stdout, b"ended\n")
        self.assertFalse((self.project / "x").exists())
        self.given(OWN, {})
        self.assertEqual(self.sh("touch ../../x; echo ended", cwd=self.sub).stdout, b"ended\n")
        self.assertTrue((self.project / "x").exists())
        self.assertEqual(self.sh("echo > ../../.postern/settings.json; echo ended", cwd=self.sub).stdout, b"ended\n")
        self.assertEqual((self.project / OWN).read_text(), "{}")

    def test_what_git_takes_for_no_repository_opens_nothing(self):
        plants = {
            "empty": {},
            "only a head": {"HEAD": "ref: refs/heads/main\n"},
            "no refs": {"HEAD": "ref: refs/heads/main\n", "objects/x": ""},
            "a head that names nothing": {"HEAD": "x\n", "objects/x": "", "refs/x": ""},
        }
        for name, files in plants.items():
            with self.subTest(name):
                (self.project / ".git").mkdir()
                for file, content in files.items():
                    self.write(".git/" + file, content)
                self.own(self.project)
                asked = self.start(["git", "rev-parse", "--show-toplevel"], cwd=self.sub)
                self.assertNotEqual(asked.returncode, 0, "git takes it for a repository")
                ran = self.sh("touch ../../x ../../.git/y; echo ended", cwd=self.sub)
                self.assertEqual(ran.stdout, b"ended\n")
                self.assertFalse((self.project / "x").exists())
                self.assertFalse((self.project / ".git" / "y").exists())
                subprocess.run(["rm", "-rf", self.project / ".git"], check=True)

    def test_home_is_written_only_if_it_is_named(self):
        for cwd in (self.home, self.base):
            ran = self.sh("touch x; echo ended", cwd=cwd)
            self.assertEqual(ran.stdout, b"ended\n")
            self.assertFalse((cwd / "x").exists(), cwd)
            self.assertIn(b"stays read-only", ran.stderr)
            self.assertIn(b"--allow-write", ran.stderr)
        ran = self.sh("touch x; echo ended", "--allow-write", str(self.home), cwd=self.home)
        self.assertEqual((ran.stdout, ran.stderr), (b"ended\n", b""))
        self.assertTrue((self.home / "x").exists())

    def test_a_directory_that_was_removed(self):
        gone = self.project / "gone"
        gone.mkdir()
        self.own(gone)
        ran = self.start(["sh", "-c", 'rmdir "$1"; exec "$2" run -- true', "sh", str(gone), POSTERN], cwd=gone)
        self.assertEqual((ran.returncode, ran.stdout), (125, b""), ran)
        self.assertIn(b"postern: ", ran.stderr)

    def test_init_writes_for_the_project(self):
        self.repository()
        ran = self.start([POSTERN, "init"], cwd=self.sub)
        self.assertEqual(ran.returncode, 0, ran)
        self.assertTrue((self.project / OWN).exists())
        self.assertFalse((self.sub / ".postern").exists())


@for_root_and_user
class BlockedReads(RunCase):
    def test_only_the_system_and_the_working_directories_are_seen(self):
        secret = self.outside / "secret"
        secret.write_text("secret", encoding="utf-8")
        self.write("inside", "inside")
        self.own(self.project, self.outside)
        script = f"cat {secret} {self.home}/note inside; ls /usr/bin/env; ls {self.base}; echo ended\n"
        (self.home / "note").write_text("note", encoding="utf-8")
        self.own(self.home)
        self.assertIn(b"secretnoteinside", self.bare(script).stdout)
        self.assertIn(b"secretnoteinside", self.sh(script).stdout)
        self.write("script", PROVE + script)
        blocked = ("--set", "permissions.blockReadsOutsideWorkingDirectories=true")
        ran = self.proven(self.run_in(*blocked, "--", "/bin/sh", "script"))
        self.assertNotIn(b"secret", ran.stdout)
        self.assertNotIn(b"note", ran.stdout)
        for word in (b"inside", b"/usr/bin/env", b"ended"):
            self.assertIn(word, ran.stdout)

    def test_an_administrators_denial_is_not_reopened(self):
        hidden = self.outside / "hidden"
        hidden.mkdir()
        (hidden / "f").write_text("secret", encoding="utf-8")
        self.write(OWN, {"sandbox": {"filesystem": {"allowRead": [str(hidden)]}}})
        self.own(self.project, self.outside)
        trusted = self.start([POSTERN, "trust", "--yes"])
        self.assertEqual(trusted.returncode, 0, trusted)
        script = f"cat {hidden}/f; echo ended"
        self.write(".config/postern/settings.json", {"sandbox": {"filesystem": {"denyRead": [str(self.outside)]}}},
                   base=self.home)
        self.own(self.home)
        self.assertEqual(self.sh(script).stdout, b"secretended\n", "the user's own denial is narrowed")
        for option in (("--deny-read", str(self.outside)),
                       ("--set", f"sandbox.filesystem.denyRead={self.outside}"),
                       ("--set", f"permissions.deny=Read(/{self.outside}/**)")):
            self.assertEqual(self.sh(script, *option).stdout, b"ended\n", option)


if __name__ == "__main__":
    main()
