#!/usr/bin/env python3
"""Tests that Postern keeps promises of other sandboxes about files, processes and settings, and closes their gaps.

Where ours differs on purpose, a comment says how. An attack is first shown to work without a sandbox.
"""

import ctypes
import json
import os
import shutil
import signal
import struct
import subprocess
import time

from postern_case import PATIENCE, POSTERN, main
from run_case import PROOF, SCRUB_ALONE, RunCase, for_root_and_user

EROFS, EACCES, EBUSY, ENOENT = "Read-only file system", "Permission denied", "Device or resource busy", "No such file"

# Each call, and whether it was refused.
CALLS = """
import ctypes, errno, os, socket
libc = ctypes.CDLL(None, use_errno=True)
def call(name, number, *args):
    ctypes.set_errno(0)
    r = libc.syscall(number, *args)
    print(name, 'ok' if r >= 0 else errno.errorcode[ctypes.get_errno()])
def sock(name, family, kind=socket.SOCK_STREAM):
    try: socket.socket(family, kind); print(name, 'ok')
    except OSError as e: print(name, errno.errorcode[e.errno])
sock('unix', socket.AF_UNIX, socket.SOCK_DGRAM)
sock('vsock', 40)
import platform
x86 = platform.machine() == 'x86_64'
call('io_uring', 425, 1, ctypes.byref(ctypes.create_string_buffer(256)))
call('unshare', 272 if x86 else 97, 0x10000000)
call('mount', 165 if x86 else 40, b'none', b'/tmp', b'tmpfs', 0, None)
call('clone3', 435, None, 0)
"""


@for_root_and_user
class Rows(RunCase):
    """Settings and what they mean. `sandbox.filesystem.*` in our spelling."""

    def setting(self, **lists):
        """Returns command line options for sandbox.filesystem keys."""
        words = []
        for key, value in lists.items():
            words += ["--set", f"sandbox.filesystem.{key}={json.dumps(value)}"]
        return words

    def said(self, script, *options):
        """Returns the output and the error output of a script whose steps may fail."""
        result = self.act("set +e\n" + script, *options)
        self.assertEqual(result["outcome"]["kind"], "exited", result)
        return result["stdout"]["text"], result["stderr"]["text"]

    def tree(self, **files):
        for name, content in files.items():
            self.write(name, content)
        self.own(self.project)

    def test_denied_directory_with_a_part_reopened(self):
        self.tree(**{"secret/pub/f": "public", "secret/key": "KEY"})
        self.assertEqual(self.bare("cat secret/key").stdout, b"KEY")
        out, err = self.said("cat secret/pub/f; ls -A secret; cat secret/key",
                             *self.setting(denyRead=["secret"], allowRead=["secret/pub"]))
        self.assertEqual(out, "publicpub\n")
        self.assertIn(ENOENT, err)

    def test_the_working_directory_denied_and_reopened(self):
        self.tree(**{".env": "E", "sub/.env": "S"})
        out, err = self.said("cat .env; cat sub/.env", *self.setting(denyRead=[".env", "."], allowRead=["."]))
        self.assertEqual(out, "S")
        self.assertIn(EACCES, err)

    def test_a_pattern_means_what_is_there(self):
        self.tree(**{".env": "E", "sub/.env": "S", "sub/other": "O"})
        out, err = self.said("cat .env; cat sub/.env; cat sub/other; mkdir n2; echo new > n2/.env; cat n2/.env",
                             *self.setting(denyRead=["**/.env"]))
        self.assertEqual(out, "Onew\n")
        self.assertEqual(err.count(EACCES), 2)

    def test_a_link_denies_what_it_leads_to(self):
        self.tree(**{"secret/key": "KEY"})
        (self.project / "link").symlink_to("secret/key")
        out, err = self.said("cat link; cat secret/key", *self.setting(denyRead=["link"]))
        self.assertEqual(out, "")
        self.assertEqual(err.count(EACCES), 2)

    def test_an_absent_directory_is_not_made_writable(self):
        gone = self.outside / "gone"
        result = self.act(f"mkdir {gone}", *self.setting(allowWrite=[str(gone)]))
        self.assertIn(EROFS, result["stderr"]["text"])
        # Others say nothing. We say that it has to be made first.
        self.assertTrue(any(str(gone) in note for note in result["notes"]), result["notes"])
        self.assertEqual(self.listing(self.outside), [])

    def test_patterns_of_what_may_be_written(self):
        for name in ("wr", "sub"):
            (self.outside / name).mkdir()
        self.own(self.outside)
        act = f"touch {self.outside}/wr/x; touch {self.outside}/sub/x"
        # Others ignore such a pattern. Refusing it is better than granting more than was meant.
        ran = self.run_in(*self.setting(allowWrite=[f"{self.outside}/w*"]), "--", "/bin/sh", self.script(act))
        self.assert_error(ran, "what may be written is named without wildcards")
        self.assertEqual(self.listing(self.outside), ["sub", "wr"])
        self.said(act, *self.setting(allowWrite=[f"{self.outside}/wr/**"]))
        self.assertEqual(self.listing(self.outside), ["sub", "wr", "wr/x"])

    def test_a_denied_write_is_not_reopened_below(self):
        for name in ("wr", "wr/locked/open"):
            (self.outside / name).mkdir(parents=True)
        self.own(self.outside)
        w = self.outside / "wr"
        _, err = self.said(f"touch {w}/a; touch {w}/locked/b; touch {w}/locked/open/c",
                           *self.setting(allowWrite=[str(w), f"{w}/locked/open"], denyWrite=[f"{w}/locked"]))
        self.assertEqual(err.count(EROFS), 2, err)
        self.assertEqual(self.listing(w), ["a", "locked", "locked/open"])

    def test_brackets_are_a_pattern_and_a_name(self):
        self.tree(**{"a[1].txt": "B", "a1.txt": "P", "a2.txt": "O"})
        out, err = self.said("cat 'a[1].txt'; cat a1.txt; cat a2.txt", *self.setting(denyRead=["a[1].txt"]))
        self.assertEqual(out, "O")
        self.assertEqual(err.count(EACCES), 2)

    def test_an_absent_denied_file(self):
        # Others put a stub file on the host. We have no stubs: the create guard refuses the file, and the scrub removes
        # it if that fails.
        file = str(self.project / "cfg/prod.json")
        for options, refused, scrubbed in (((), [file], []), (SCRUB_ALONE, [], [file])):
            result = self.act("mkdir -p cfg; echo x > cfg/other; echo x > cfg/prod.json || true",
                              *self.setting(denyWrite=["cfg/prod.json"]), *options)
            self.assertEqual(result["outcome"], {"kind": "exited", "code": 0}, result)
            self.assertEqual(self.listing(), ["cfg", "cfg/other"])
            self.assertEqual([denied["reasons"][0]["subject"] for denied in result["denied"]], refused)
            self.assertEqual([found["path"] for found in result["scrubbed"]], scrubbed)

    def test_a_denied_directory_takes_no_writes(self):
        self.tree(**{"secret/key": "KEY"})
        _, err = self.said("echo x > secret/new; mkdir secret/d; rm secret/key; mv secret s2; ls secret",
                           *self.setting(denyRead=["secret"]))
        self.assertEqual(err.count("\n"), 5, err)
        self.assertEqual(self.listing(), ["secret", "secret/key"])

    def test_files_not_isolated(self):
        self.tree(**{"secret": "S"})
        settings = ("--set", "sandbox.filesystem.disabled=true", *self.setting(denyRead=["secret"]))
        result = self.act(f"cat secret; touch {self.outside}/x", *settings)
        self.assertEqual((result["outcome"]["code"], result["stdout"]["text"]), (0, "S"), result)
        self.assertTrue(result["weaknesses"])  # and every run says so
        self.assertEqual(self.listing(self.outside), ["x"])

    def test_credentials(self):
        self.tree(**{"token": "T", "masked": "M"})
        entries = [{"path": "token", "mode": "deny"}, {"path": "masked", "mode": "mask"}]
        names = [{"name": "PLAIN_A", "mode": "deny"}, {"name": "PLAIN_B", "mode": "mask"}]
        self.env.update({"PLAIN_A": "a", "PLAIN_B": "b", "PLAIN_C": "c"})
        out, err = self.said("echo \"<$PLAIN_A$PLAIN_B$PLAIN_C>\"; cat token; cat masked",
                             "--set", f"sandbox.credentials.files={json.dumps(entries)}",
                             "--set", f"sandbox.credentials.envVars={json.dumps(names)}")
        # Others replace a masked value by a false one. We remove the variable.
        self.assertEqual(out, "<c>\n")
        self.assertEqual(err.count(EACCES), 2)

    def test_protected_files_of_a_repository(self):
        self.git("init", "-q")
        # Others prevent the absent .bashrc by a stub on the host. We remove it after the run.
        result = self.act("set +e\necho x > .bashrc; echo x > .git/hooks/x; echo x >> .git/config; mv .git elsewhere",
                          *SCRUB_ALONE)
        err = result["stderr"]["text"]
        self.assertEqual((err.count(EROFS), err.count(EBUSY)), (2, 1), err)
        self.assertEqual([found["path"] for found in result["scrubbed"]], [str(self.project / ".bashrc")])
        self.assertFalse((self.project / ".bashrc").exists())

    def test_system_calls(self):
        self.write("calls.py", CALLS)
        self.assertIn("unix ok", self.start(["python3", "calls.py"]).stdout.decode())
        seen = dict(line.split() for line in self.said("python3 calls.py")[0].splitlines())
        self.assertEqual(seen.pop("clone3"), "ENOSYS")  # so that the C library falls back
        self.assertEqual(set(seen), {"unix", "vsock", "io_uring", "unshare", "mount"})
        for name, answer in seen.items():
            self.assertIn(answer, ("EPERM", "EACCES", "ENOSYS", "EAFNOSUPPORT"), name)

    def test_bad_settings(self):
        for text in ("", "{", '{"sandbox": 1}', '{"sandbox": {"filesystem": {"denyRead": "x"}}}',
                     # Others accept unknown keys. A typing mistake must not weaken the sandbox.
                     '{"sandbox": {"filesystem": {"denyRaed": ["x"]}}}', '{"sandbox": {}, "sandbox": {}}'):
            self.write("s.json", text, base=self.base)
            ran = self.run_in("--settings", str(self.base / "s.json"), "--", "touch", "ran")
            self.assertEqual(ran.returncode, 125, (text, ran))
        self.assertEqual(self.run_in("--settings", str(self.base / "none.json"), "--", "touch", "ran").returncode, 125)
        self.assertEqual(self.listing(), [])


@for_root_and_user
class Pains(RunCase):
    """Problems that users report about other sandboxes."""

    def test_no_ghosts(self):
        """Only the command makes or removes files in the project: no other file appears even for a moment."""
        self.git("init", "-q")
        self.write("a", "a")
        self.own(self.project)
        libc = ctypes.CDLL(None, use_errno=True)
        watch = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        self.addCleanup(os.close, watch)
        for place in (self.project, self.project / ".git", self.outside):
            create_delete_move = 0x100 | 0x200 | 0x40 | 0x80
            self.assertGreaterEqual(libc.inotify_add_watch(watch, str(place).encode(), create_delete_move), 0)
        for _ in range(3):
            self.assertEqual(self.sh("ls -A >/dev/null; git diff --quiet").returncode, 0)
        self.assertEqual(self.names(watch), [])
        self.sh("touch mine")
        self.assertEqual(self.names(watch), ["mine"])  # the watch works

    @staticmethod
    def names(watch):
        try:
            data = os.read(watch, 65536)
        except BlockingIOError:
            return []
        out = []
        while data:
            length = struct.unpack_from("iIII", data)[3]
            out.append(data[16:16 + length].rstrip(b"\0").decode())
            data = data[16 + length:]
        return out

    def test_git_sees_no_phantoms(self):
        self.git("init", "-q")
        self.write("a", "a")
        self.own(self.project)
        ran = self.sh("git status --porcelain --ignored; git add . && git -c user.name=t -c user.email=t@t commit -qm all; "
                      "git status --porcelain --ignored; ls -A")
        self.assertEqual(ran.stdout, b"?? a\n.git\na\n", ran)

    def test_temporary_files(self):
        ran = self.sh('t=$(mktemp) && d=$(mktemp -d) && test -w "$TMPDIR" && rm -r "$t" "$d" && echo fine')
        self.assertEqual(ran.stdout, b"fine\n", ran)

    def test_ends_by_signals(self):
        # Uses `cat`, because a shell may lose a SIGINT between two commands, and resets signals that the tests
        # inherited as ignored.
        argv = self.as_user(["env", "--default-signal", POSTERN, "run", "--", "cat"])
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            with subprocess.Popen(argv, env=self.env, cwd=self.project, stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE) as run:
                run.stdin.write(b"ready\n")
                run.stdin.flush()
                self.assertEqual(run.stdout.readline(), b"ready\n")
                run.send_signal(number)
                try:
                    self.assertEqual(run.wait(PATIENCE), 128 + number)
                finally:
                    run.kill()

    def test_what_the_user_changes_meanwhile_stays(self):
        """Changes that the user makes outside to a read-only mounted file during the run are kept."""
        self.git("init", "-q")
        self.write("CLAUDE.md", "old\n")
        self.own(self.project)
        self.sh("true")
        run = subprocess.Popen(self.as_user([POSTERN, "run", "--json", "--", "sh", "-c", "echo x > started; until [ -e go ]; do sleep 0.05; done"]),
                               env=self.env, cwd=self.project, stdout=subprocess.PIPE)
        self.eventually((self.project / "started").exists, "the start of the command")
        self.bare("echo new >> CLAUDE.md; printf '[alias]\\n\\tx = !true\\n' >> .git/config; touch go")
        result = json.loads(run.stdout.read())
        run.stdout.close()
        run.wait()
        self.assertEqual(result["scrubbed"], [])
        self.assertEqual((self.project / "CLAUDE.md").read_text(), "old\nnew\n")
        self.assertEqual(self.git("config", "alias.x"), "!true\n")


@for_root_and_user
class Holes(RunCase):
    """Escapes from other sandboxes. Each is shown to work without the sandbox, then to fail inside."""

    def setUp(self):
        super().setUp()
        self.ran = self.outside / "ran"

    def runs(self, trigger, cwd):
        """Tells whether the trigger makes planted code run on the host."""
        self.bare(trigger, cwd=cwd)
        try:
            self.ran.unlink()
            return True
        except FileNotFoundError:
            return False

    def closed(self, plant, trigger, cwd=None):
        """Asserts that planting works in a copy without the sandbox, and fails in the project inside it."""
        cwd = cwd or self.project
        copy = self.base / "copy"
        self.bare(f"rm -rf {copy}; cp -a {cwd} {copy}", cwd=self.base)
        self.bare(plant, cwd=copy)
        self.assertTrue(self.runs(trigger, copy), "the attack does not work here: " + plant)
        self.bare(f"rm -rf {copy}", cwd=self.base)
        self.assertFalse(self.runs(trigger, cwd), "it runs before anything is planted")
        result = self.act("set +e\n" + plant, cwd=cwd)
        self.assertEqual(result["outcome"]["kind"], "exited", result)
        self.assertFalse(self.runs(trigger, cwd), (plant, result["scrubbed"]))
        return result

    def repository(self, where=None):
        where = where or self.project
        where.mkdir(parents=True, exist_ok=True)
        self.own(where)
        self.git("init", "-q", cwd=where)
        self.write("f", "f\n", base=where)
        self.own(where)
        self.git("add", ".", cwd=where)
        self.git("commit", "-qm", "f", cwd=where)
        return where

    def runner(self, key="fsmonitor"):
        """Returns a git configuration that makes git run a command with a visible effect."""
        return f'[core]\\n\\t{key} = "touch {self.ran}; false"\\n'

    def layout(self, where):
        return f"mkdir -p {where}/objects {where}/refs; echo 'ref: refs/heads/main' > {where}/HEAD; "

    def hook(self, where):
        return f"mkdir -p $(dirname {where}); printf '#!/bin/sh\\ntouch {self.ran}\\n' > {where}; chmod +x {where}"

    # ---- git

    def test_commondir(self):
        self.repository()
        result = self.closed(f"cp -a .git evil; printf '{self.runner()}' >> evil/config; echo ../evil > .git/commondir",
                             "git status")
        self.assertTrue(result["scrubbed"])
        self.git("fsck", "--strict")

    def test_submodules(self):
        library = self.repository(self.outside / "library")
        self.repository()
        self.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(library), "lib")
        self.git("commit", "-qm", "lib")
        self.closed(f"printf '{self.runner()}' >> .git/modules/lib/config", "git status")
        self.closed(self.hook(".git/modules/lib/hooks/post-checkout"), "git -C lib checkout -q -b x; git -C lib checkout -q -")
        self.closed("mv .git/modules .git/m2; cp -a .git/m2 .git/modules; "
                    f"printf '{self.runner()}' >> .git/modules/lib/config", "git status")
        self.closed(f"cp -a .git/modules/lib evil; printf '{self.runner()}' > evil/config; "
                    "printf 'gitdir: ../evil\\n' > lib/.git", "git -C lib status")
        self.git("submodule", "status")

    def test_a_repository_planted_where_there_is_none(self):
        for top in (".", "a", "a/b/c/d"):
            with self.subTest(top):
                result = self.closed(self.layout(f"{top}/.git") + f"printf '{self.runner()}' > {top}/.git/config",
                                     f"git -C {top} status")
                self.assertTrue(result["scrubbed"])

    def test_a_bare_layout_planted(self):
        bare = '[core]\\n\\trepositoryformatversion = 0\\n\\tbare = false\\n\\tworktree = ..\\n'
        for top in (".", "deep/er/still"):
            with self.subTest(top):
                self.write("kept/config/file", "c")
                self.own(self.project)
                self.closed(self.layout(top) + f"printf '{bare}{self.runner()}' > {top}/config", f"git -C {top} status")
                self.assertTrue((self.project / "kept/config/file").exists())

    def test_links_to_a_planted_repository(self):
        # The copy lies at the same depth as the project, so relative links lead to the same place.
        evil = self.layout("evil") + f"printf '{self.runner()}' > evil/config; "
        self.closed(evil + "mkdir s; ln -s ../evil s/.git", "git -C s status")
        self.closed(evil + "mkdir t; printf 'gitdir: ../evil\\n' > t/.git", "git -C t status")

    def test_nested_repositories(self):
        for name in ("n", "n/m", "a/b/c"):
            self.repository(self.project / name)
        for _ in range(2):  # known from the first run on, mounted from the second
            for name in ("n", "n/m", "a/b/c"):
                with self.subTest(name):
                    self.closed(f"printf '{self.runner()}' >> {name}/.git/config", f"git -C {name} status")
                    self.closed(self.hook(f"{name}/.git/hooks/pre-commit"),
                                f"git -C {name} -c user.name=t -c user.email=t@t commit --allow-empty -m x")
                    self.git("fsck", "--strict", cwd=self.project / name)

    def test_attributes_choose_among_drivers(self):
        self.write(".gitconfig", f'[filter "f"]\n\tclean = "touch {self.ran}; cat"\n', base=self.home)
        self.own(self.home)
        self.repository()
        self.closed("mkdir -p .git/info; echo '* filter=f' > .git/info/attributes; echo more >> f", "git diff")
        self.closed("echo more >> f; rm -rf .git/info; mkdir .git/info; echo '* filter=f' > .git/info/attributes", "git diff")

    def test_worktree_pointers(self):
        self.repository()
        self.git("worktree", "add", "-q", "tree")
        evil = f"cp -a .git evil; printf '{self.runner()}' >> evil/config; "
        self.closed(evil + "echo ../../../evil > .git/worktrees/tree/commondir",
                    # The copied `.git` files still name the original.
                    'sed -i "s#gitdir: .*/.git/#gitdir: $PWD/.git/#" tree/.git; git -C tree status')
        self.closed(evil + "git config --file .git/worktrees/tree/config.worktree x.y z; "
                    "printf '[extensions]\\n\\tworktreeConfig = true\\n' >> .git/config; "
                    f"printf '{self.runner()}' > .git/worktrees/tree/config.worktree",
                    'sed -i "s#gitdir: .*/.git/#gitdir: $PWD/.git/#" tree/.git; git -C tree status')

    # ---- names that other tools read

    NAMES = (".zshenv", ".bash_login", ".envrc", ".npmrc", ".husky/pre-commit", ".pre-commit-config.yaml", ".cursor/mcp.json",
             ".devcontainer/devcontainer.json", ".github/workflows/ci.yml", ".gitlab-ci.yml", "CLAUDE.md", "AGENTS.md",
             ".bashrc", ".profile", ".zshrc", ".gitconfig", ".gitmodules", ".mcp.json", ".vscode/tasks.json",
             ".idea/workspace.xml", ".claude/settings.json", ".claude/commands/x.md", ".postern/settings.json",
             ".config/git/config")

    def test_names_that_are_not_there(self):
        (self.project / "sub/deep").mkdir(parents=True)
        self.own(self.project)
        for place in (".", "sub/deep"):
            time.sleep(0.05)  # files changed just before a run count as changed by it
            plant = "".join(f"mkdir -p $(dirname {place}/{n}); echo x > {place}/{n}\n" for n in self.NAMES)
            result = self.act("set +e\n" + plant, *SCRUB_ALONE)
            for name in self.NAMES:
                self.assertFalse((self.project / place / name).exists(), f"{place}/{name}")
            self.assertGreaterEqual(len(result["scrubbed"]), len(self.NAMES) - 4, result["scrubbed"])
            self.bare("rm -rf .github .config .claude")

    def test_names_that_come_with_a_new_directory(self):
        """A project fetched into a new directory keeps its files, but no repository in it may run code."""
        result = self.act("mkdir -p new/dir; echo x > new/dir/.npmrc; echo x > new/dir/CLAUDE.md; "
                          + self.layout("new/dir/.git") + f"printf '{self.runner()}' > new/dir/.git/config")
        self.assertEqual([found["path"] for found in result["scrubbed"]], [str(self.project / "new/dir/.git/config")])
        left = self.listing(self.project / "new/dir")
        self.assertEqual([name for name in left if not name.startswith(".git")], [".npmrc", "CLAUDE.md"])
        self.assertNotIn("fsmonitor", (self.project / "new/dir/.git/config").read_text())

    def test_names_that_are_there(self):
        for place in (".", "sub/deep"):
            for name in self.NAMES:
                self.write(f"{place}/{name}", "{}" if name.endswith("settings.json") else "before\n")
        self.own(self.project)
        self.bare("git init -q")
        self.assertEqual(self.sh("true").returncode, 0)
        before = {path: path.read_bytes() for path in self.project.rglob("*") if path.is_file() and ".git/" not in str(path)}
        acts = ""
        for place in (".", "sub/deep"):
            for name in self.NAMES:
                n = f"{place}/{name}"
                acts += f"echo x > {n}; rm -f {n}; mv {n} {n}2; ln -sf /etc/passwd {n}; echo y > n; mv n {n}; "
                acts += f"mv $(dirname {n}) moved; mkdir -p $(dirname {n}); echo z > {n}\n"
        self.act("set +e\n" + acts)
        # Mounts protect the top directory, so nothing changed there. Deeper files are restored if their content
        # was known before the run, and removed otherwise.
        for path, content in before.items():
            if "sub/deep" not in str(path):
                self.assertEqual(path.read_bytes(), content, path)
            elif path.exists():
                self.assertEqual(path.read_bytes(), content, path)

    def test_shells_started_in_the_project_as_home(self):
        self.need("zsh")
        self.closed(f"echo 'touch {self.ran}' > .zshenv", 'HOME="$PWD" zsh -c true')
        self.closed(f"echo 'touch {self.ran}' > .bash_login", 'HOME="$PWD" bash -l -c true')
        self.closed(f"echo 'touch {self.ran}' > .bashrc", 'HOME="$PWD" bash -i -c true')

    def test_npm_started_in_the_project(self):
        self.need("npm")
        self.write("package.json", {"name": "x", "version": "1.0.0", "scripts": {"x": "true"}})
        self.own(self.project)
        self.closed(f"printf '#!/bin/sh\\ntouch {self.ran}\\n' > s; chmod +x s; echo script-shell=./s > .npmrc",
                    f"npm_config_cache={self.outside}/cache npm run -s x")

    # ---- Postern itself

    def test_the_settings_file_in_force(self):
        for name in ("s.json", "conf/deep/s.json", ".postern/settings.json", ".claude/settings.json"):
            path = self.write(name, {"sandbox": {"enabled": True}})
            self.own(self.project)
            before = path.read_bytes()
            if name.startswith("."):
                self.assertTrue(self.result("--", "true")["sandboxed"])
            options = () if name.startswith(".") else ("--settings", str(path))
            act = f"echo '{{}}' > {name}; rm -f {name}; mv {name} x; echo '{{}}' > n; mv n {name}; "
            act += "mv conf c2; mv conf/deep conf/d2; rm -rf conf .postern .claude"
            self.act("set +e\n" + act, *options)
            self.assertEqual(path.read_bytes(), before, name)
            self.bare("rm -rf s.json conf .postern .claude n x")

    def test_settings_cannot_be_planted(self):
        loose = '{"sandbox":{"enabled":false}}'
        result = self.act(f"set +e\nmkdir -p .postern .claude; echo '{loose}' > .postern/settings.json; "
                          f"echo '{loose}' > .claude/settings.local.json; cp .postern/settings.json .postern/settings.local.json",
                          *SCRUB_ALONE)
        self.assertTrue(result["scrubbed"])
        self.assertTrue(self.result("--", "true")["sandboxed"])

    def test_helpers_are_not_taken_from_the_project(self):
        self.write("bin/bwrap", f"#!/bin/sh\ntouch {self.ran}\nexec /usr/bin/bwrap \"$@\"\n").chmod(0o755)
        for name in ("postern-init", "git", "sh", "which"):
            shutil.copy(self.project / "bin/bwrap", self.project / "bin" / name)
        self.own(self.project)
        self.assertTrue(self.runs("PATH=./bin:$PATH bwrap --version", self.project))
        for path in (f"{self.project}/bin", "bin", "./bin", "", f"{self.project}/../project/bin"):
            # Nothing in this directory may run on the host.
            self.proven(self.start([POSTERN, "run", "--", *PROOF], env={"PATH": f"{path}:/usr/bin:/bin"}))
            self.assertFalse(self.ran.exists(), path)
        ran = self.start(["/usr/bin/env", f"PATH={self.project}/bin", POSTERN, "run", "--", "/bin/true"])
        self.assertFalse(self.ran.exists())
        self.assertIn(ran.returncode, (0, 125))

    def test_postern_in_the_project(self):
        shutil.copytree(os.path.dirname(POSTERN), self.project / "tools/src/cli", ignore=lambda d, names: [
            name for name in names if name != "postern"])
        helper = os.path.join(os.path.dirname(POSTERN), "../../helpers/postern-init")
        (self.project / "tools/helpers").mkdir()
        shutil.copy(helper, self.project / "tools/helpers/postern-init")
        self.own(self.project)
        own = self.project / "tools/src/cli/postern"
        init = self.project / "tools/helpers/postern-init"
        before = own.read_bytes(), init.read_bytes()
        script = self.base / "rewrite.sh"
        acts = "set +e\n"
        for name in ("tools/src/cli/postern", "tools/helpers/postern-init"):
            acts += (f"cp /bin/true {name}; rm -f {name}; mv {name} x; cp /bin/true y; mv y {name}; ln -f /bin/true {name}; "
                     f"chmod 777 {name}; truncate -s 0 {name}\n")
        acts += "mv tools t2; mv tools/src tools/s2; rm -rf tools; mv tools/helpers tools/h2; true\n"
        script.write_text(acts, encoding="utf-8")
        ran = self.start([str(own), "run", "--", "/bin/sh", str(script)])
        self.assertEqual(ran.returncode, 0, ran)
        self.assertEqual((own.read_bytes(), init.read_bytes()), before)
        self.assertEqual(self.start([str(own), "run", "--", "/bin/echo", "on"]).stdout, b"on\n")

    def test_runs_at_once(self):
        """The end of one run does not remove the protections of another."""
        self.repository()
        time.sleep(0.05)  # files made just before a run count as made by it
        evil = self.base / "long.sh"
        evil.write_text("set +e\necho x > started; while ! test -e go; do sleep 0.02; done\n"
                        f"echo 'touch {self.ran}' > .bashrc; printf '{self.runner()}' >> .git/config\n"
                        f"cp -a .git evil; printf '{self.runner()}' >> evil/config; echo ../evil > .git/commondir\n",
                        encoding="utf-8")
        run = subprocess.Popen(self.as_user([POSTERN, "run", "-q", "--", "/bin/sh", str(evil)]), env=self.env,
                               cwd=self.project, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.eventually((self.project / "started").exists, "the start of the command")
        for _ in range(3):
            self.assertEqual(self.sh("true").returncode, 0)
        self.bare("touch go")
        run.wait(PATIENCE)
        self.assertFalse((self.project / ".bashrc").exists())
        self.assertFalse(self.runs("git status; HOME=$PWD bash -i -c true", self.project))
        self.git("fsck", "--strict")


if __name__ == "__main__":
    main()
