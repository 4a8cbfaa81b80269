#!/usr/bin/env python3
"""Attacks on the git that Postern asks, on the list of own commits, and on the sandbox without namespaces. Each act is shown
to work outside, or against git alone, and every script shows that it ran inside."""

import os
import signal
import subprocess
import time

from postern_case import POSTERN, main
from run_case import RunCase, for_root_and_user

NONS = ("--set", "sandbox.withoutNamespaces=true")
EVIL = """set -e
e=$(echo registry=evil | git hash-object -w --stdin)
GIT_INDEX_FILE=.git/other git read-tree HEAD
GIT_INDEX_FILE=.git/other git update-index --add --cacheinfo 100644,$e,.npmrc
c=$(git commit-tree -p HEAD -m "evil $(date +%N)" $(GIT_INDEX_FILE=.git/other git write-tree))
rm -f .git/other
"""


class Case(RunCase):
    def setUp(self):
        super().setUp()
        self.need("git")
        self.write(".gitconfig", "[user]\n\tname = S\n\temail = s@example.org\n[init]\n\tdefaultBranch = main\n",
                   base=self.home)
        self.own(self.home)
        self.start_repository(".")

    def start_repository(self, where):
        ran = self.bare(f"mkdir -p {where} && cd {where} && git init -q && echo a > a && echo registry=one > .npmrc && "
                        "git add a .npmrc && git commit -qm first")
        self.assertEqual(ran.returncode, 0, ran)

    def npmrc(self, where="."):
        return (self.project / where / ".npmrc").read_text()


@for_root_and_user
class HostGit(Case):
    """Postern's own git must not start programs that the command chose."""

    def mark(self):
        # Outside the writable places: only a process outside the sandbox can make it.
        return self.outside / "escaped"

    def program(self):
        return f"readlink /proc/self/ns/pid > {self.mark()}; cat"

    def works_outside(self, script):
        ran = self.bare(f"cp -a . ../copy && cd ../copy && {{ {script}\n}}; rm -rf ../copy")
        self.assertTrue(self.mark().exists(), ran)
        self.mark().unlink()

    def holds(self, script):
        ran = self.sh(script + "\necho end")
        self.assertIn(b"end", ran.stdout, ran)
        self.assertFalse(self.mark().exists(), ran)

    def test_a_filter_of_a_planted_submodule(self):
        plant = f"""git init -q sub; cd sub; echo x > f; git add f; git commit -qm s
git config filter.evil.clean '{self.program()}'; echo '* filter=evil' > .gitattributes; touch -d 2001-01-01 f; cd ..
git update-index --add --cacheinfo 160000,$(git -C sub rev-parse HEAD),sub
"""
        self.works_outside(plant + "git diff-files --no-renames -z > /dev/null")
        for act in ("git checkout -q -- .", "git restore .", "git reset -q --hard", "git checkout -qf HEAD", "git stash -q"):
            with self.subTest(act=act):
                self.holds(plant + act)
                self.mark().unlink(missing_ok=True)
                self.bare("rm -rf sub; git stash drop -q; git reset -q --hard")

    def test_a_filter_in_the_settings_of_a_planted_work_tree(self):
        plant = f"""git config extensions.worktreeConfig true; git worktree add -q wt; cd wt
printf '[filter "evil"]\\n\\tclean = "{self.program()}"\\n' > ../.git/worktrees/wt/config.worktree
echo '* filter=evil' > .gitattributes; touch -d 2030-01-01 a; git -c filter.evil.clean=cat update-index a
"""
        self.works_outside(plant + "git diff-files -z > /dev/null")
        self.bare("git worktree prune; git branch -D wt; git config --unset extensions.worktreeConfig")
        self.holds(plant + "git checkout -q -- .")

    def test_a_filter_of_the_persons_that_is_a_script_of_the_project(self):
        self.bare("printf '#!/bin/sh\\ncat\\n' > clean; chmod +x clean; git config filter.own.clean ./clean; "
                  "echo '*.nb filter=own' > .gitattributes; echo n > x.nb; git add .; git commit -qm filter")
        plant = f"""touch -d 2030-01-01 x.nb; git update-index x.nb
printf '#!/bin/sh\\n{self.program()}\\n' > clean
"""
        self.works_outside(plant + "git diff-files -z > /dev/null")
        self.holds(plant + "git checkout -q -- a x.nb")

@for_root_and_user
class OwnCommits(Case):
    """What a run made does not become the person's own by the way it was written down."""

    ACT = "git checkout -q evil -- .npmrc"

    def test_spellings_of_refs(self):
        for how in ("git update-ref refs/heads/evil $c",  # held
                    "{ echo $c; head -c 5000 /dev/zero | tr '\\0' '\\n'; } > .git/refs/heads/evil",
                    "echo $c | tr a-f A-F > .git/refs/heads/evil",
                    "printf '%s\\tx\\n' $c > .git/refs/heads/evil",
                    "printf '%s\\r\\n' $c > .git/refs/heads/evil",
                    "echo $(echo $c | tr a-f A-F) refs/heads/evil > .git/packed-refs"):
            with self.subTest(how=how):
                self.assertEqual(self.sh(EVIL + how).returncode, 0)
                ran = self.bare("git gc -q; git rev-parse evil")  # as `git commit` does by itself from time to time
                self.assertEqual(ran.returncode, 0, ran)
                ran = self.sh(self.ACT)
                self.assertEqual(self.npmrc(), "registry=one\n", ran)
                self.bare("git reset -q --hard; git update-ref -d refs/heads/evil")

    def test_nested_repositories_that_were_not_known(self):
        self.start_repository("d/e/n")
        for i in range(12):
            self.start_repository(f"more{i}/e/n")
        for where in ("d/e/n", "more9/e/n"):
            self.assertEqual(self.sh(f"cd {where}\n" + EVIL + "git update-ref refs/heads/evil $c").returncode, 0)
        for where in ("d/e/n", "more9/e/n"):
            with self.subTest(where=where):
                ran = self.sh(self.ACT, cwd=self.project / where)
                self.assertEqual(self.npmrc(where), "registry=one\n", ran)

    def test_a_full_disk(self):
        """Needs root, for a small file system; Postern runs as the ordinary user or as root, inside a mount namespace."""
        if os.getuid() != 0:
            self.cannot_run("only root can mount")
        fill = ("git update-ref refs/heads/evil $c; set +e; head -c 200M /dev/zero > fill; "
                "for i in $(seq 300); do head -c 100000 /dev/zero > f$i; done 2>/dev/null; true")
        first, second = self.script("readlink /proc/self/ns/pid\n" + EVIL + fill), self.script("rm -f fill f[0-9]*; " + self.ACT)
        who = "" if self.uid is None else f"setpriv --reuid={self.uid} --regid={self.uid} --clear-groups "
        small = self.base / "small"
        small.mkdir()
        inner = self.script(f"""set -e; export HOME={small}/home; mkdir $HOME; cp {self.home}/.gitconfig $HOME
mkdir {small}/p; cd {small}/p; git init -q; echo a > a; echo registry=one > .npmrc; git add .; git commit -qm first
{POSTERN} run -- true; set +e
{POSTERN} run -- /bin/sh {first}; {POSTERN} run -- /bin/sh {second}; cat .npmrc""")
        outer = self.script(f"mount -t tmpfs -o size=24m,mode=1777 tmpfs {small} && {who}/bin/sh {inner}")
        ran = subprocess.run(["unshare", "-m", "/bin/sh", outer], capture_output=True, check=False, env=self.env, timeout=120)
        self.proven(ran)
        self.assertIn(b"registry=one", ran.stdout, ran)


@for_root_and_user
class WithoutNamespaces(Case):
    PROVE = "grep -q '^Seccomp:.2' /proc/self/status && echo held\n"

    def held(self, script):
        ran = self.run_in(*NONS, "--", "/bin/sh", self.script(self.PROVE + script))
        self.assertTrue(ran.stdout.startswith(b"held\n"), ran)
        return ran

    def test_no_git_file_leads_into_the_store(self):
        mark = self.outside / "pwned"
        ran = self.held(f"""git init -q $TMPDIR/evil; git -C $TMPDIR/evil config core.fsmonitor 'touch {mark}'
mkdir s; echo "gitdir: $TMPDIR/evil/.git" > s/.git; ln -s $TMPDIR/evil lnk; echo end""")
        self.assertIn(b"end", ran.stdout, ran)
        for where in ("s", "lnk"):
            with self.subTest(where=where):
                self.bare(f"git -C {where} status")
                self.assertFalse(mark.exists(), ran)
                mark.unlink(missing_ok=True)

    def test_attributes_of_files_outside(self):
        self.need("lsattr", "chattr")
        file = self.outside / "file"
        file.write_text("x")
        self.own(self.outside)
        if self.bare(f"chattr +d {file} && chattr -d {file}").returncode != 0:
            self.cannot_run("the file system has no attributes")
        ran = self.held(f"chattr +d {file}; echo end")
        self.assertIn(b"end", ran.stdout, ran)
        self.assertNotIn("d", self.bare(f"lsattr {file}").stdout.decode().split()[0], ran)

    def test_the_hosts_port_of_names_stays_free(self):
        """As root, or where ip_unprivileged_port_start is small, as in containers."""
        ran = self.held("grep -c ' 0100007F:0035 ' /proc/net/udp; echo end")
        self.assertIn(b"end", ran.stdout, ran)
        self.assertIn(b"\n0\n", ran.stdout, "127.0.0.1:53 of the host is taken")
        self.assertNotIn(b"port 53", ran.stderr, ran)


@for_root_and_user
class Files(Case):
    def test_pipes_and_huge_files_do_not_hold_up_the_scrub(self):
        ran = self.sh("""mkdir -p n/.git/objects n/.git/refs n/.git/info .git/rebase-merge .git/sequencer .git/worktrees/z
for f in HEAD config info/attributes commondir packed-refs index; do mkfifo n/.git/$f; done
mkfifo .git/packed-refs .git/refs/heads/ff .git/rebase-merge/git-rebase-todo .git/sequencer/opts .git/worktrees/z/gitdir
mkdir -p m/.git/objects m/.git/refs; echo 'ref: refs/heads/x' > m/.git/HEAD
truncate -s 20G m/.git/config m/.git/index m/.npmrc; echo end""")
        self.assertIn(b"end", ran.stdout, ran)
        self.assertEqual(self.run_in("--", "true").returncode, 0)

    def test_pipes_do_not_hold_up_the_persons_git(self):
        plant = """for f in info/grafts shallow packed-refs objects/info/alternates; do rm -f .git/$f; mkfifo .git/$f; done
mkfifo .gitignore; """
        ran = self.bare(f"cp -a . ../copy && cd ../copy && {plant} timeout 2 git status; echo $?; rm -rf ../copy")
        self.assertEqual(ran.stdout, b"124\n", ran)
        ran = self.sh(plant + "test -p .git/shallow && echo end")
        self.assertEqual(ran.stdout, b"end\n", ran)
        ran = self.bare("timeout 60 git status --porcelain; echo $?")
        self.assertEqual(ran.stdout, b"0\n", ran)

    # git inside passes over the pipe, and the one that Postern asks waits for it.
    WAITS = "mkfifo .git/shallow; touch began; GIT_SHALLOW_FILE=/dev/null git reset -q --hard; sleep 60"

    def test_git_that_waits_does_not_outlast_the_time_limit(self):
        begin = time.monotonic()
        result = self.result("--timeout", "1", "--", "/bin/sh", self.script(self.WAITS))
        self.assertEqual(result["outcome"]["kind"], "timed-out", result)
        self.assertTrue((self.project / "began").exists(), result)
        self.assertLess(time.monotonic() - begin, 8, "git is asked for ten seconds at most")

    def test_git_that_waits_does_not_keep_a_signal_waiting(self):
        with subprocess.Popen(self.as_user([POSTERN, "run", "--", "/bin/sh", self.script(self.WAITS)]), cwd=self.project,
                              env=self.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as run:
            self.eventually((self.project / "began").exists, "git was not started")
            time.sleep(0.5)
            begin = time.monotonic()
            os.kill(run.pid, signal.SIGTERM)
            said, _ = run.communicate(timeout=60)
        self.assertLess(time.monotonic() - begin, 8, said)
        self.assertEqual(run.returncode, 128 + signal.SIGTERM, said)

    def test_stores_are_hidden_where_settings_open_the_place(self):
        self.assertEqual(self.run_in("--", "true").returncode, 0)
        cache = self.home / ".cache"
        ran = self.sh(f"ls {cache}/postern; touch {cache}/postern/x; mv {cache}/postern {cache}/p; echo end",
                      "--allow-write", str(cache))
        self.assertEqual(ran.stdout, b"end\n", ran)
        self.assertTrue((cache / "postern").is_dir())
        self.assertFalse((cache / "postern/x").exists())


if __name__ == "__main__":
    main()
