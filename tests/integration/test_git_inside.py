#!/usr/bin/env python3
"""Real git in the sandbox: everyday work succeeds, and files from which git runs code do not change."""

import hashlib

from postern_case import main
from run_case import RunCase, for_root_and_user


@for_root_and_user
class Git(RunCase):
    """Each step is one `postern run`."""

    def setUp(self):
        super().setUp()
        self.need("git")
        # The user's own git settings, which the command cannot write.
        self.write(".gitconfig", "[user]\n\tname = Someone\n\temail = s@example.org\n[init]\n\tdefaultBranch = main\n"
                   "[alias]\n\tshort = log --format=%s\n", base=self.home)
        self.own(self.home)
        self.settings_before = (self.home / ".gitconfig").read_bytes()

    def step(self, script, status=0, where=None, healthy=True):
        """Runs a script inside. Asserts its status, that nothing is scrubbed, and that the repository is sound."""
        where = where or self.project
        result = self.act(script, cwd=where)
        self.assertEqual(result["outcome"], {"kind": "exited", "code": status}, (script, result))
        self.assertEqual(result["scrubbed"], [], script)
        self.assertEqual((self.home / ".gitconfig").read_bytes(), self.settings_before)
        if healthy:
            self.fsck(where)
        return result["stdout"]["text"]

    def complaint(self, script, where=None):
        """Returns the error output of a script that must fail."""
        result = self.act(script, cwd=where or self.project)
        self.assertEqual(result["outcome"]["kind"], "exited", result)
        self.assertNotEqual(result["outcome"]["code"], 0, (script, result))
        self.assertEqual(result["scrubbed"], [], script)
        return result["stderr"]["text"]

    def fsck(self, where):
        ran = self.start(["git", "fsck", "--strict", "--no-dangling"], cwd=where)
        self.assertEqual((ran.returncode, ran.stdout), (0, b""), ran)

    def repository(self, where=None):
        """Makes a repository with one commit, outside the sandbox."""
        where = where or self.project
        where.mkdir(exist_ok=True)
        self.own(where)
        self.git("init", "-q", cwd=where)
        self.write("a.txt", "one\n", base=where)
        self.own(where)
        self.git("add", ".", cwd=where)
        self.git("commit", "-qm", "first", cwd=where)
        return where

    def code_files(self, git_directory):
        """Returns the hash of every file from which git runs code or takes settings."""
        out = {}
        for path in [git_directory / "config", *(git_directory / "hooks").rglob("*")]:
            if path.is_file():
                out[str(path)] = (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mode)
        return out

    # ---- what must go on

    def test_a_days_work(self):
        self.repository()
        before = self.code_files(self.project / ".git")
        self.assertEqual(self.step("git status --porcelain"), "")
        self.step("echo two >> a.txt; echo new > b.txt")
        self.assertEqual(self.step("git status --porcelain"), " M a.txt\n?? b.txt\n")
        self.assertIn("+two", self.step("git diff"))
        self.step("git add . && git commit -qm second")
        self.assertEqual(self.step("git short"), "second\nfirst\n")
        self.assertEqual(self.step("git log -1 --format=%an"), "Someone\n")
        self.step("git checkout -qb topic && echo three >> a.txt && git commit -qam third")
        self.step("git checkout -q main && echo drei >> a.txt && git commit -qam dritter")
        self.step("git merge topic", status=1)
        self.assertIn("UU a.txt", self.step("git status --porcelain"))
        self.step("printf 'one\\ntwo\\nthree\\n' > a.txt; git add a.txt; git commit -qm merged")
        self.assertEqual(self.step("git rev-list --parents -1 HEAD").count(" "), 2)
        self.step("git branch -d topic")
        self.assertEqual(self.step("git branch --format='%(refname:short)'"), "main\n")
        self.step("git tag v1 && git tag -am 'with words' v2")
        self.assertEqual(self.step("git tag"), "v1\nv2\n")
        self.assertEqual(self.git("short").splitlines()[0], "merged")
        self.assertEqual(self.code_files(self.project / ".git"), before)

    def test_rewriting(self):
        self.repository()
        self.step("git checkout -qb topic; echo t > t; git add t; git commit -qm topic")
        self.step("git checkout -q main; echo m > m; git add m; git commit -qm trunk")
        self.step("git checkout -q topic; git rebase -q main")
        self.assertEqual(self.step("git short"), "topic\ntrunk\nfirst\n")
        self.step("echo later >> a.txt; git stash -q")
        self.assertEqual(self.step("cat a.txt"), "one\n")
        self.step("git stash pop -q")
        self.assertEqual(self.step("cat a.txt"), "one\nlater\n")
        self.step("git reset -q --hard")
        self.assertEqual(self.step("cat a.txt"), "one\n")
        self.step("git checkout -qb other main; git cherry-pick topic >/dev/null")
        self.assertEqual(self.step("git short"), "topic\ntrunk\nfirst\n")
        self.step("git reset -q HEAD~1")
        self.assertEqual(self.step("git status --porcelain"), "?? t\n")
        self.step("git add t; git commit -qm again; git commit -q --amend -m better; git revert --no-edit HEAD >/dev/null")
        self.step("git gc -q --prune=now")
        self.assertTrue(list((self.project / ".git/objects/pack").glob("*.pack")))
        self.step("git clean -fdqx; git mv a.txt c.txt; git rm -q m; git commit -qm moved")
        self.assertEqual(self.step("git ls-files"), "c.txt\n")
        # A rebase that stops at a conflict and is continued.
        self.step("git checkout -q topic; echo x > a.txt; git commit -qam x; git checkout -q main; echo y > a.txt; "
                  "git commit -qam y")
        self.step("git checkout -q topic; git rebase main", status=1)
        self.step("echo z > a.txt; git add a.txt; GIT_EDITOR=true git rebase --continue")
        self.assertEqual(self.step("git status --porcelain; cat a.txt"), "z\n")

    def test_a_new_repository(self):
        self.step("git init -q; echo a > a; git add a; git commit -qm first")
        self.assertEqual(self.git("short"), "first\n")
        self.assertTrue((self.project / ".git/config").is_file())
        self.step("echo b >> a; git commit -qam second")
        self.step("git init -q sub/deep; cd sub/deep; echo a > a; git add a; git commit -qm nested")
        self.fsck(self.project / "sub/deep")
        self.step("git commit -q --allow-empty -m more", where=self.project / "sub/deep")

    def test_settings_within_the_run_that_made_the_repository(self):
        self.step("git init -q; git config user.name Other; git config core.autocrlf input; echo a > a; git add a; "
                  "git commit -qm first")
        self.assertEqual(self.git("config", "core.autocrlf"), "input\n")

    def test_from_below_the_top(self):
        self.repository()
        below = self.project / "src/deep"
        below.mkdir(parents=True)
        self.own(self.project / "src")
        self.step("echo c > c; git add c; git commit -qm below", where=below)
        self.assertEqual(self.git("ls-files"), "a.txt\nsrc/deep/c\n")
        # The whole project may be written, as git itself must be able to, and nothing above it.
        self.assertEqual(self.sh("echo x > ../../a.txt", cwd=below).returncode, 0)
        self.assertEqual((self.project / "a.txt").read_text(), "x\n")
        self.assertNotEqual(self.sh("echo x > ../../../a.txt", cwd=below).returncode, 0)
        self.assertFalse((self.base / "a.txt").exists())

    def test_worktrees(self):
        self.repository()
        self.step("git worktree add -q -b side tree; cd tree; echo s > s; git add s; git commit -qm side")
        self.assertEqual(self.git("log", "--format=%s", "side"), "side\nfirst\n")
        self.step("cd tree; echo t >> s; git commit -qam again; git status")
        self.assertIn("tree", self.step("git worktree list"))
        self.step("git worktree add -q -b brief short; cd short; git commit -q --allow-empty -m b; cd ..; "
                  "git worktree remove short")
        self.assertFalse((self.project / "short").exists())
        self.assertFalse((self.project / ".git/worktrees/short").exists())
        self.step("git commit -q --allow-empty -m 'from within'", where=self.project / "tree")

    def test_a_worktree_of_an_earlier_run_can_be_removed(self):
        self.repository()
        self.step("git worktree add -q -b side tree")
        self.step("git worktree remove tree")
        self.assertFalse((self.project / "tree").exists())
        self.step("git status; git commit -q --allow-empty -m on")
        self.assertEqual(self.git("worktree", "list").count("\n"), 1)
        self.fsck(self.project)

    def test_a_worktree_whose_repository_lies_elsewhere(self):
        main_repository = self.repository(self.base / "elsewhere")
        self.own(self.base)
        tree = self.base / "tree"
        self.git("worktree", "add", "-q", "-b", "side", str(tree), cwd=main_repository)
        before = self.code_files(main_repository / ".git")
        self.step("echo s > s; git add s; git commit -qm side; git status", where=tree)
        self.step("echo t >> s; git stash -q; git stash pop -q; git commit -qam more; git tag t1", where=tree)
        self.assertEqual(self.git("log", "--format=%s", "side", cwd=main_repository), "more\nside\nfirst\n")
        for script in (f"echo x > {main_repository}/a.txt", f"echo x > {main_repository}/new",
                       f"echo x >> {main_repository}/.git/config", f"echo x > {main_repository}/.git/hooks/pre-commit",
                       f"echo ../x > {tree}/.git"):
            self.complaint(script, where=tree)
        self.assertEqual(self.code_files(main_repository / ".git"), before)

    def test_clones(self):
        source = self.repository(self.outside / "source")
        self.step(f"git clone -q {source} copy; git clone -q --bare {source} bare.git; git clone -q {source}/.git third",
                  healthy=False)
        for name in ("copy", "bare.git", "third"):
            self.fsck(self.project / name)
            self.assertEqual(self.git("log", "--format=%s", cwd=self.project / name), "first\n")
        # To be used in later runs, too.
        self.step("cd copy; git pull -q; echo b > b; git add b; git commit -qm second; git push -q ../bare.git HEAD:side",
                  healthy=False)
        self.assertEqual(self.git("log", "--format=%s", "side", cwd=self.project / "bare.git"), "second\nfirst\n")
        self.step("git fetch -q; git status; git remote -v", where=self.project / "copy")

    def test_a_submodule_in_a_new_repository(self):
        library = self.repository(self.outside / "library")
        allowed = "-c protocol.file.allow=always"
        result = self.act(f"git init -q; git {allowed} submodule add -q {library} lib; git commit -qm with; "
                          "git submodule status")
        self.assertEqual(result["outcome"], {"kind": "exited", "code": 0}, result)
        self.fsck(self.project)
        self.fsck(self.project / "lib")
        self.assertEqual(result["scrubbed"], [])  # .gitmodules has only a path and a URL
        self.assertTrue((self.project / ".gitmodules").is_file())
        self.assertEqual(self.git("submodule", "status").split()[1], "lib")

    def test_work_in_a_submodule(self):
        library = self.repository(self.outside / "library")
        self.repository()
        self.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(library), "lib")
        self.git("commit", "-qm", "with")
        before = self.code_files(self.project / ".git/modules/lib")
        self.step("cd lib; echo l >> a.txt; git commit -qam inside; cd ..; git add lib; git commit -qm bump")
        self.step("echo m >> a.txt; git commit -qam more", where=self.project / "lib")
        self.step("git submodule status; git submodule foreach -q 'git log -1 --format=%s'")
        self.assertEqual(self.git("log", "--format=%s", cwd=self.project / "lib"), "more\ninside\nfirst\n")
        self.assertEqual(self.code_files(self.project / ".git/modules/lib"), before)
        # The settings of the existing repository change by harmless keys only.
        self.step(f"git -c protocol.file.allow=always submodule add -q {library} lib2; git commit -qm more")
        self.assertEqual(self.git("config", "--local", "submodule.lib2.url").strip(), str(library))

    def test_patches_bundles_archives_and_notes(self):
        self.repository()
        self.step("echo b >> a.txt; git commit -qam b; git format-patch -q -1; git reset -q --hard HEAD~1; "
                  "git am -q 0001-b.patch; rm 0001-b.patch")
        self.step("git bundle create -q all.bundle --all; git bundle verify -q all.bundle; "
                  "git archive --format=tar HEAD | tar tf - > list; cat list; git notes add -m note; rm all.bundle")
        self.assertEqual((self.project / "list").read_text(), "a.txt\n")
        self.step("git grep -q one; git blame a.txt >/dev/null; git describe --always; git shortlog -s HEAD")
        self.step("git bisect start HEAD HEAD~1 >/dev/null; git bisect reset 2>/dev/null")
        self.step("git update-index --assume-unchanged a.txt; git update-index --no-assume-unchanged a.txt; "
                  "git sparse-checkout list || true")

    # ---- what must not

    def test_another_place_to_push_to_is_told_of(self):
        self.repository()
        self.git("remote", "add", "origin", "https://me:s3cret@a.example/r")
        self.step("git remote add fork https://b.example/r; git remote set-url fork https://c.example/r")
        cases = {
            "git remote set-url origin https://me:t0ken@b.example/r":
                "remote.origin.url was https://***@a.example/r and is https://***@b.example/r",
            "git config remote.origin.pushurl git@c.example:r": "remote.origin.pushurl was not set and is git@c.example:r",
            "git config remote.pushDefault fork": "remote.pushdefault was not set and is fork",
            "git config branch.main.pushRemote ../x": "branch.main.pushremote was not set and is ../x",
        }
        for script, what in cases.items():
            with self.subTest(script):
                result = self.act(script)
                self.assertEqual([f["action"] for f in result["scrubbed"]], ["reported"], result)
                self.assertIn(what, result["scrubbed"][0]["why"])
                self.assertEqual(result["scrubbed"][0]["path"], str(self.project / ".git/config"))
        ran = self.sh("git remote set-url origin x")
        self.assertIn(b"look at ", ran.stderr)
        self.assertNotIn(b"s3cret", ran.stderr)

    def test_settings_and_hooks_are_read_only(self):
        self.repository()
        git_directory = self.project / ".git"
        (git_directory / "hooks/pre-commit.sample").unlink(missing_ok=True)
        self.write("hooks/post-checkout", "#!/bin/sh\nexit 0\n", base=git_directory).chmod(0o755)
        self.own(git_directory)
        self.git("branch", "side")
        before = self.code_files(git_directory)
        for script in ("git config x.y z", "git remote add origin ext::sh", "git config core.editor z",
                       "git config --worktree x.y z", "git config --global x.y z"):
            self.assertEqual(self.bare(f"cp -a . ../copy; cd ../copy; {script} && rm -rf ../copy",
                                       env={"HOME": str(self.outside)}).returncode, 0, script)
            said = self.complaint(script)
            self.assertRegex(said, r"(?i)could not|unable to|cannot|failed|fatal", script)
        for script in ("echo x > .git/hooks/pre-commit", "echo x >> .git/hooks/post-checkout", "rm .git/hooks/post-checkout",
                       "mv .git/hooks .git/h", "mv .git other", "rm -rf .git/hooks", "echo x > .git/config",
                       "ln -sf /tmp/x .git/config", "cp -r .git/hooks n && mv -T n .git/hooks", "chmod 777 .git/config",
                       "git config core.hooksPath /tmp", "git init -q --template=. ; exit 1"):
            self.complaint(script)
            self.bare("rm -rf n")
        self.assertEqual(self.code_files(git_directory), before)
        self.assertEqual(self.listing(git_directory / "hooks"), sorted(p.name for p in (git_directory / "hooks").iterdir()))
        self.fsck(self.project)
        self.assertFalse((git_directory / "config.lock").exists())
        self.step("echo on >> a.txt; git commit -qam 'work goes on'")

    def test_hooks_that_are_there_run_inside(self):
        self.repository()
        self.write(".git/hooks/pre-commit", f"#!/bin/sh\necho ran >> hooked\necho x > {self.outside}/out\nexit 0\n")
        (self.project / ".git/hooks/pre-commit").chmod(0o755)
        self.own(self.project)
        self.step("echo b >> a.txt; git commit -qam b")
        self.assertEqual((self.project / "hooked").read_text(), "ran\n")
        self.assertFalse((self.outside / "out").exists())


if __name__ == "__main__":
    main()
