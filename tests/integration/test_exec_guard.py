#!/usr/bin/env python3
"""Deny rules while a command runs: each way to start a program behind the back of the text analysis is first shown to
work without the rule, then to be stopped by it."""

import os
import pathlib
import shutil

from postern_case import main
from run_case import RunCase, for_root_and_user

RM = "Bash(rm:*)"
PUSH = "Bash(git push:*)"

PYTHON = """import ctypes, mmap, os, subprocess, sys, threading
libc = ctypes.CDLL(None, use_errno=True)
def words(*texts):
    return (ctypes.c_char_p * (len(texts) + 1))(*[t.encode() for t in texts], None)
environment = words()
execveat = 322 if os.uname().machine == "x86_64" else 281
"""

REMOVED = ("P=$PWD; mkdir -p d other/sub; ln -s /bin/rm bad; ln -s /bin/true other/bad; ln -s /bin/true other/again; "
           "ln -s \"$P/other/sub\" \"$P/d (deleted)\"; cd d; rmdir \"$P/d\"; ")

# Scripts by name. Each removes `victim`, unless the rule stops it.
SHELL = {
    "plain": "rm victim",
    "absolute": "/bin/rm victim",
    "printf": "x=$(printf 'r\\155'); $x victim",
    "variable": "a=r; b=m; $a$b victim",
    "eval": "eval 'r''m victim'",
    "base64": "echo cm0gdmljdGlt | base64 -d | sh",
    "piped-script": "printf 'r%s victim\\n' m | sh",
    "here-document": "sh <<E\nr${nothing}m victim\nE",
    "glob": "/bin/r[m] victim",
    "function": "f() { \"$@\"; }; f rm victim",
    "alias-in-bash": "bash -O expand_aliases -c 'alias x=rm\nx victim'",
    "from-a-file": "echo rm > name; $(cat name) victim",
    "script-file": "echo 'rm victim' > s.sh; sh s.sh",
    "executable-script": "printf '#!/bin/sh\\nrm victim\\n' > s; chmod +x s; ./s",
    "shebang-is-the-program": "printf '#!/bin/rm\\n' > s; chmod +x s; ./s victim",
    "shebang-by-env": "printf '#!/usr/bin/env rm\\n' > s; chmod +x s; ./s victim",
    "shebang-by-env-split": "printf '#!/usr/bin/env -S rm victim\\n' > s; chmod +x s; ./s",
    "shebang-chain": "printf '#!/bin/rm\\n' > a; chmod +x a; printf \"#!$PWD/a\\n\" > b; chmod +x b; ./b victim",
    "env": "x=rm; env A=1 $x victim",
    "nice": "x=rm; nice -n 1 $x victim",
    "timeout": "x=rm; timeout 5 $x victim",
    "setsid": "x=rm; setsid -w $x victim",
    "nohup": "x=rm; nohup $x victim >/dev/null 2>&1",
    "xargs": "echo victim | xargs $(echo rm)",
    "find-exec": "find . -name victim -exec $(echo rm) {} \\;",
    "find-execdir": "x=rm; find . -name victim -execdir $x {} +",
    "make": "printf 'all:\\n\\trm victim\\n' > Makefile; make -s",
    "make-shell-function": "printf 'x := $(shell rm victim)\\nall:\\n' > Makefile; make -s",
    "awk": "awk 'BEGIN { system(\"rm victim\") }'",
    "sed-e": "echo x | sed '1e rm victim'",
    "perl-system": "perl -e 'system(\"rm\", \"victim\")'",
    "perl-exec": "perl -e 'exec {\"/bin/rm\"} \"innocent\", \"victim\"'",
    "perl-backtick": "perl -e '`rm victim`'",
    "tar-checkpoint": "touch x; tar cf /dev/null --checkpoint=1 --checkpoint-action=exec='rm victim' x",
    "git-alias": "git -c alias.x='!rm victim' x",
    "git-editor": "git init -q r; cd r; GIT_EDITOR='rm ../victim; false' git -c user.name=a -c user.email=b commit "
                  "--allow-empty; cd ..",
    "git-hook": "git init -q r; printf '#!/bin/sh\\nrm \"$OLDPWD/victim\"\\n' > r/.git/hooks/pre-commit; chmod +x "
                "r/.git/hooks/pre-commit; OLDPWD=$PWD git -C r -c user.name=a -c user.email=b commit --allow-empty -m x",
    "trap": "trap 'rm victim' EXIT",
    "background": "rm victim & wait",
    "coprocess": "bash -c 'coproc rm victim; wait'",
    "process-substitution": "bash -c 'cat <(rm victim)'",
    "busybox": "busybox $(echo rm) victim",
    "busybox-by-name": "ln -s \"$(command -v busybox)\" rm; ./rm victim",
    "loader": "for l in /lib64/ld-linux-x86-64.so.2 /lib/ld-linux-aarch64.so.1; do [ -e $l ] && $l /bin/rm victim; done",
    "loader-of-a-link": "ln -s /bin/rm innocent; for l in /lib64/ld-linux-x86-64.so.2 /lib/ld-linux-aarch64.so.1; do "
                        "[ -e $l ] && $l ./innocent victim; done",
    "loader-of-a-copy": "cp /bin/rm innocent; for l in /lib64/ld-linux-x86-64.so.2 /lib/ld-linux-aarch64.so.1; do "
                        "[ -e $l ] && $l --argv0 x ./innocent victim; done",
    "loader-of-a-descriptor": "exec 3</bin/rm; for l in /lib64/ld-linux-x86-64.so.2 /lib/ld-linux-aarch64.so.1; do "
                              "[ -e $l ] && $l /dev/fd/3 victim; done",
    "copy-of-the-loader": "cp /lib64/ld-linux-x86-64.so.2 l || cp /lib/ld-linux-aarch64.so.1 l; ./l /bin/rm victim",
    "loader-with-a-first-word": "for l in /lib64/ld-linux-x86-64.so.2 /lib/ld-linux-aarch64.so.1; do [ -e $l ] && "
                                "$l --argv0 innocent /bin/rm victim; done",
    "busybox-by-the-loader": "for l in /lib64/ld-linux-x86-64.so.2 /lib/ld-linux-aarch64.so.1; do [ -e $l ] && "
                             "$l --argv0 rm \"$(command -v busybox)\" victim; done",
    "busybox-copy-by-the-loader": "cp \"$(command -v busybox)\" b; for l in /lib64/ld-linux-x86-64.so.2 "
                                  "/lib/ld-linux-aarch64.so.1; do [ -e $l ] && $l --argv0 busybox ./b rm victim; done",
    "busybox-copy": "cp \"$(command -v busybox)\" busybox2; ./busybox2 rm victim",
    "copy": "cp /bin/rm innocent; ./innocent victim",
    "copy-through-cat": "cat /bin/rm > innocent; chmod +x innocent; ./innocent victim",
    "link": "ln -s /bin/rm innocent; ./innocent victim",
    "link-to-a-link": "ln -s /bin/rm a; ln -s a b; ./b victim",
    "other-first-word": "bash -c 'exec -a innocent rm victim'",
    "by-descriptor": "exec 3</bin/rm; /proc/self/fd/3 victim",
    "by-dev-fd": "exec 3</bin/rm; /dev/fd/3 victim",
    "by-proc-root": "/proc/self/root/bin/rm victim",
    "link-by-proc-cwd": "ln -s /bin/rm innocent; /proc/self/cwd/innocent victim",
    "dot-dot": "/usr/../bin/./rm victim",
    # A directory that was removed has the name "d (deleted)", under which another file is found.
    "from-a-removed-directory": REMOVED + "../bad \"$P/victim\"",
    "by-the-link-to-a-removed-directory": REMOVED + "/proc/self/cwd/../bad \"$P/victim\"",
    "by-a-descriptor-of-a-removed-directory": REMOVED + "exec 3<.; cd /; /proc/self/fd/3/../bad \"$P/victim\"",
    "by-a-link-from-a-removed-directory": REMOVED + "ln -s \"$P/bad\" \"$P/again\"; ../again \"$P/victim\"",
    "deep": "sh -c 'sh -c \"sh -c \\\"r\\$(echo m) victim\\\"\"'",
}

PROGRAMS = {
    "python-system": "os.system('rm victim')",
    "python-exec": "os.execv('/bin/rm', ['innocent', 'victim'])",
    "python-execvp": "os.execvp('rm', ['rm', 'victim'])",
    "python-fork-exec": "pid = os.fork()\nif pid == 0: os.execv('/bin/rm', ['x', 'victim'])\nos.waitpid(pid, 0)",
    "python-spawn": "os.waitpid(os.posix_spawn('/bin/rm', ['x', 'victim'], {}), 0)",
    "python-vfork": "subprocess.run(['/bin/rm', 'victim'], close_fds=False)",
    "python-thread": "t = threading.Thread(target=lambda: os.system('rm victim'))\nt.start(); t.join()",
    "python-memfd": "fd = os.memfd_create('innocent')\nos.write(fd, open('/bin/rm', 'rb').read())\n"
                    "os.execv(f'/proc/self/fd/{fd}', ['innocent', 'victim'])",
    # Postern inspects the file once while it is harmless; then it changes without a change of its times.
    "python-mapped-copy": "rm = open('/bin/rm', 'rb').read()\nfd = os.open('copy', os.O_RDWR | os.O_CREAT, 0o755)\n"
                          "os.ftruncate(fd, len(rm))\nmemory = mmap.mmap(fd, len(rm))\nmemory[:] = bytes(len(rm))\n"
                          "try: os.posix_spawn('./copy', ['x'], {})\nexcept OSError: pass\n"
                          "memory[:] = rm\nmemory.close(); os.close(fd)\nos.execv('./copy', ['innocent', 'victim'])",
    "python-execveat": "fd = os.open('/bin/rm', os.O_PATH)\n"
                       "libc.syscall(execveat, fd, b'', words('innocent', 'victim'), environment, 0x1000)",
    "python-execveat-directory": "fd = os.open('/bin', os.O_PATH)\n"
                                 "libc.syscall(execveat, fd, b'rm', words('innocent', 'victim'), environment, 0)",
    "python-execveat-removed": "at = os.getcwd()\nos.makedirs('other/sub'); os.mkdir('d')\n"
                               "os.symlink('/bin/rm', 'bad'); os.symlink('/bin/true', 'other/bad')\n"
                               "os.symlink(at + '/other/sub', 'd (deleted)')\n"
                               "fd = os.open('d', os.O_PATH); os.rmdir('d')\n"
                               "libc.syscall(execveat, fd, b'../bad', words('x', at + '/victim'), environment, 0)",
    "python-many-words": "os.execv('/bin/rm', ['rm', 'victim'] + ['-f'] * 50000)",
    "python-long-word": "os.execv('/bin/rm', ['rm', '-f', 'victim', 'x' * 120000])",
    "python-long-words": "os.execv('/bin/rm', ['rm', '-f', 'victim'] + ['x' * 120000] * 15)",
    "python-not-utf8": "os.execv(b'/bin/rm', [b'\\xff\\xfe', b'victim'])",
}


@for_root_and_user
class Guarded(RunCase):
    """The table."""

    def setUp(self):
        super().setUp()
        self.scripts = {}
        for name, script in SHELL.items():
            self.scripts[name] = ["/bin/sh", self.script(script)]
        for name, code in PROGRAMS.items():
            self.scripts[name] = ["/usr/bin/python3", self.script(PYTHON + code)]

    def fresh(self):
        for entry in self.project.iterdir():
            shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()
        (self.project / "victim").touch()
        self.own(self.project)

    def test_what_is_denied_does_not_start(self):
        self.need("busybox", "perl", "make", "git")
        for name, argv in self.scripts.items():
            for deny in (False, True):
                self.fresh()
                options = ["--set", f"permissions.deny={RM}"] if deny else []
                ran = self.run_in(*options, "--", *argv)
                with self.subTest(way=name, deny=deny):
                    self.assertEqual((self.project / "victim").exists(), deny, ran)
                    if deny:
                        self.assertIn(b"postern: refused while it ran; " + RM.encode(), ran.stderr)

    def test_the_number_of_a_process_inside(self):
        """A process number inside belongs to another process outside, usually a kernel thread in `/`, where bin/true is
        harmless."""
        script = "mkdir -p d/bin; ln -s /bin/rm d/bin/true; cd d; /proc/self/../$$/cwd/bin/true ../victim"
        for deny in (False, True):
            self.fresh()
            self.sh(script, *(["--set", f"permissions.deny={RM}"] if deny else []))
            self.assertEqual((self.project / "victim").exists(), deny)

    def test_a_subcommand(self):
        """Denies git push however git is started, while other git commands work."""
        remote = self.base / "remote.git"
        self.start(["git", "init", "-q", "--bare", remote])
        ways = ("x=push; git $x -q \"$R\" HEAD:refs/heads/a", "git -C . $(echo push) -q \"$R\" HEAD:refs/heads/b",
                "python3 -c 'import os; os.system(\"git push -q $R HEAD:refs/heads/c\")'",
                "git -c help.autocorrect=immediate psuh -q \"$R\" HEAD:refs/heads/0",
                "git -c alias.p=push p -q \"$R\" HEAD:refs/heads/d",
                "git -c Alias.P='-c a.b=c push -q' p \"$R\" HEAD:refs/heads/e",
                "git -c alias.a=b -c alias.b=push a -q \"$R\" HEAD:refs/heads/f",
                "E=push git --config-env=alias.p=E p -q \"$R\" HEAD:refs/heads/g",
                "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0=push git p -q \"$R\" HEAD:refs/heads/h",
                "mkdir h; printf '[alias]\\np = push\\n' > h/.gitconfig; HOME=$PWD/h git p -q \"$R\" HEAD:refs/heads/i",
                "mkdir h; printf '[alias]\\np = push\\n' > h/x; printf '[include]\\npath = x\\n' > h/.gitconfig; "
                "HOME=$PWD/h git p -q \"$R\" HEAD:refs/heads/j",
                "printf '[alias]\\np = push\\n' > g; GIT_CONFIG_GLOBAL=$PWD/g git p -q \"$R\" HEAD:refs/heads/k",
                "mkdir -p c/git; printf '[alias]\\np = \"pu\"sh\\n' > c/git/config; XDG_CONFIG_HOME=$PWD/c git p -q "
                "\"$R\" HEAD:refs/heads/l",
                # What cannot be read as git reads it: the name is unknown.
                "GIT_CONFIG_COUNT=' +1' GIT_CONFIG_KEY_0=alias.p GIT_CONFIG_VALUE_0=push git p -q \"$R\" HEAD:refs/heads/h",
                "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=help.autocorrect GIT_CONFIG_VALUE_0=immediate git psuh -q \"$R\" "
                "HEAD:refs/heads/h",
                "GIT_CONFIG_PARAMETERS=\"'help.autocorrect'='immediate'\" git psuh -q \"$R\" HEAD:refs/heads/h",
                "GIT_CONFIG_PARAMETERS=\"'help.autocorrect=-1'\" git psuh -q \"$R\" HEAD:refs/heads/h",
                "{ printf '[help]\\nautocorrect = -1\\n'; head -c 2000000 /dev/zero | tr '\\0' '#'; echo; } > g; "
                "GIT_CONFIG_GLOBAL=$PWD/g git psuh -q \"$R\" HEAD:refs/heads/h",
                "mkfifo g; { trap '' PIPE; while :; do printf '[alias]\\np = push\\n' > g; done; } 2> /dev/null & timeout 20 env "
                "GIT_CONFIG_GLOBAL=$PWD/g git p -q \"$R\" HEAD:refs/heads/h; kill $!",
                "mkdir h; printf '[help]\\nautocorrect = -1\\n' > h/x; printf '[include]\\npath = ~/x\\n' > g; "
                "HOME=h GIT_CONFIG_GLOBAL=g git psuh -q \"$R\" HEAD:refs/heads/h",
                "mkdir -p h/s; printf '[alias]\\np = push\\n' > h/s/g; GIT_CONFIG_GLOBAL=g git -C h/s p -q \"$R\" "
                "HEAD:refs/heads/h",
                "P=$PWD; mkdir -p n/d; git -C n init -q; git -C n config alias.p push; git -C n config user.name a; "
                "git -C n -c user.email=a@b commit -q --allow-empty -m 1; mkdir -p e/s; ln -s $P/e/s \"$P/n/d (deleted)\"; "
                "cd n/d; rmdir $P/n/d; git -C .. p -q \"$R\" HEAD:refs/heads/h; cd $P",
                "git clone -q . n; git -C n config alias.p push; git -C n p -q \"$R\" HEAD:refs/heads/m",
                "git clone -q . n; git -C n config alias.p push; GIT_DIR=n/.git git p -q \"$R\" HEAD:refs/heads/n",
                "git clone -q . n; git -C n worktree add -q ../w; git -C n config alias.p push; cd w; git p -q \"$R\" "
                "HEAD:refs/heads/o; cd ..")
        for way in ways:
            for deny in (False, True):
                self.fresh()
                shutil.rmtree(remote / "refs/heads")
                (remote / "refs/heads").mkdir()
                self.own(remote)
                self.git("init", "-q")
                self.git("commit", "-q", "--allow-empty", "-m", "1")
                options = ["--set", f"permissions.deny={PUSH}"] if deny else []
                ran = self.run_in("--allow-write", str(remote), "--env", f"R={remote}", *options, "--", "/bin/sh",
                                  self.script(way + "; git log --oneline"))
                with self.subTest(way=way, deny=deny):
                    self.assertEqual(bool(os.listdir(remote / "refs/heads")), not deny, ran)
                    self.assertIn(b" 1\n", ran.stdout, ran)

    def test_one_file_that_is_many_programs(self):
        """If rm and ls are both busybox, a rule about rm affects neither ls nor a file named rm."""
        self.need("busybox")
        tools = self.base / "tools"
        tools.mkdir()
        for name in ("rm", "ls"):
            (tools / name).symlink_to(shutil.which("busybox"))
        self.fresh()
        ran = self.sh("x=rm; $x victim; : > rm; ls rm; busybox ls victim", "--set", f"permissions.deny={RM}",
                      env={"PATH": f"{tools}:/usr/bin:/bin"})
        self.assertEqual(ran.stdout, b"rm\nvictim\n", ran)
        self.assertIn(f"denies `{tools}/rm victim`".encode(), ran.stderr)

    def test_what_may_not_be_read(self):
        """The kernel executes a file that its owner may not read. Postern as root can read it and recognise it."""
        ways = ("cp /bin/rm innocent; chmod 111 innocent; ./innocent victim",
                "printf '#!/bin/rm\\n' > s; chmod 111 s; ./s victim",
                "cp /bin/rm i; chmod 111 i; printf '#!./i\\n' > s; chmod +x s; ./s victim")
        for way in ways:
            for deny in (False, True):
                self.fresh()
                ran = self.sh(way, *(["--set", f"permissions.deny={RM}"] if deny else []))
                with self.subTest(way=way, deny=deny):
                    self.assertEqual((self.project / "victim").exists(), deny, ran)
                    self.assertEqual(ran.stderr.count(b"postern: refused while it ran"), deny, ran)

    def test_the_rest_goes_on(self):
        self.fresh()
        ran = self.sh("x=rm; $x victim; echo status $?; ls; y=touch; $y more", "--set", f"permissions.deny={RM}")
        self.assertEqual(ran.stdout, b"status 126\nvictim\n", ran)
        self.assertTrue((self.project / "more").exists())

    def test_the_result_names_what_was_denied(self):
        self.fresh()
        result = self.act("x=rm; $x victim || true", "--set", f"permissions.deny={RM}")
        self.assertEqual([(d["reasons"][0]["rule"], d["reasons"][0]["subject"]) for d in result["denied"]],
                         [(RM, "/usr/bin/rm victim")], result)

    def test_a_question_that_was_not_answered_is_a_refusal(self):
        self.fresh()
        ran = self.sh("x=rm; $x victim", "--set", f"permissions.ask={RM}")
        self.assertTrue((self.project / "victim").exists(), ran)
        self.assertIn(b"there is nobody to ask", ran.stderr)

    def test_what_cannot_be_found_is_told_as_the_kernel_would(self):
        self.fresh()
        (self.project / "plain").write_text("not a program\n", encoding="utf-8")
        (self.project / "dir").mkdir()
        self.own(self.project)
        codes = self.script("import os\nfor p in ('absent', './plain', './dir', 'plain/x', '/proc/self/fd/99', ''):\n"
                            "    try: os.execv(p, ['x'])\n    except (OSError, ValueError) as e: print(getattr(e, 'errno', 0))\n")
        bare = self.start(["/usr/bin/python3", codes]).stdout
        ran = self.run_in("--set", f"permissions.deny={RM}", "--", "/usr/bin/python3", codes)
        self.assertEqual(ran.stdout, bare, ran)

    def test_a_path_that_is_another_file_outside(self):
        """A path inside may be another file than the same path on the host."""
        outside = pathlib.Path("/dev/shm") / self.base.name  # inside, /dev/shm is the sandbox's own
        outside.write_text("harmless\n", encoding="utf-8")
        outside.chmod(0o755)
        self.addCleanup(outside.unlink)
        ways = (str(outside), f"/proc/self/../..{outside}", f"/proc/thread-self/../../../..{outside}",
                f"/dev/fd/../../..{outside}", f"/proc/self/root{outside}", "/proc/self/cwd/link", "/proc/self/fd/9/link",
                "/dev/fd/9/link", "./link")
        for way in ways:
            for deny in (False, True):
                self.fresh()
                (self.project / "link").symlink_to(outside)
                options = ["--set", f"permissions.deny={RM}"] if deny else []
                ran = self.sh(f"cp /bin/rm {outside}; exec 9<.; {way} victim", *options)
                with self.subTest(way=way, deny=deny):
                    self.assertEqual((self.project / "victim").exists(), deny, ran)

    def test_many_at_once(self):
        self.fresh()
        ran = self.sh("for i in 1 2 3 4 5 6 7 8; do (for j in 1 2 3 4 5 6 7 8 9 10; do /bin/true; x=rm; $x victim; done) & "
                      "done; wait; ls victim", "--set", f"permissions.deny={RM}")
        self.assertEqual(ran.stdout, b"victim\n", ran)


if __name__ == "__main__":
    main()
