#!/usr/bin/env python3
"""Tries to loosen the next run by settings, stores, Postern's own files, links in paths of settings, variables."""

import json
import os
import pathlib
import shutil
import time

from escape_case import Attempt, EscapeCase
from postern_case import POSTERN, main
from run_case import PROOF, PROVE, for_root_and_user

INIT = pathlib.Path(POSTERN).resolve().parents[2] / "helpers/postern-init"


@for_root_and_user
class SecondRun(EscapeCase):
    def step(self, text, *options, binary=POSTERN, **more):
        script = self.write_script("step", PROVE + text)
        time.sleep(0.03)
        return self.proven(self.start([binary, "run", *options, "--", "/bin/sh", script], **more))

    def assert_outside_closed(self, *options, **more):
        victim = self.outside / "closed"
        victim.mkdir(exist_ok=True)
        self.own(victim)
        self.assertEqual(self.bare(f"touch {victim}/x && rm {victim}/x").returncode, 0)
        ran = self.step(f"touch {victim}/x; touch {self.home}/x", *options, **more)
        self.assertEqual(self.listing(victim), [], ran)
        self.assertFalse((self.home / "x").exists(), ran)

    def test_settings_files(self):
        """A settings file made by one run would open everything for the next, if it stayed."""
        loose = json.dumps({"sandbox": {"filesystem": {"allowWrite": ["/", str(self.outside)]}}})
        off = json.dumps({"sandbox": {"enabled": False}})
        for file in (".postern/settings.json", ".postern/settings.local.json", ".claude/settings.json",
                     ".claude/settings.local.json"):
            for text in (loose, off):
                self.step(f"mkdir -p $(dirname {self.project}/{file}); cd {self.project}; echo '{text}' > {file}")
                with self.subTest(file=file, settings=text):
                    self.assertFalse((self.project / file).exists())
                    self.assert_outside_closed()
        for file in (".config/postern/settings.json", ".claude/settings.json", ".local/state/postern/trust.json",
                     ".local/share/postern/trust.json", ".config/postern/settings.d/x.json"):
            self.step(f"mkdir -p $(dirname {self.home}/{file}); echo '{loose}' > {self.home}/{file}")
            with self.subTest(file="~/" + file):
                self.assertFalse((self.home / file).exists())
                self.assert_outside_closed()
        for file in ("/etc/postern/managed-settings.json", "/etc/postern/managed-settings.d/x.json"):
            self.step(f"mkdir -p {os.path.dirname(file)}; echo '{loose}' > {file}")
            with self.subTest(file=file):
                self.assertFalse(os.path.exists(file))

    def test_settings_in_force(self):
        """An existing settings file can be neither changed nor moved, wherever it lies."""
        for file in (".postern/settings.json", ".claude/settings.json", "conf/own.json"):
            path = self.write(file, {"permissions": {"deny": ["Bash(nothing-at-all:*)"]}})
            self.own(self.project)
            before = path.read_bytes()
            options = ("--settings", file) if file.startswith("conf") else ()
            top = file.split("/", maxsplit=1)[0]
            self.step(f"cd {self.project}; echo '{{}}' > {file}; rm -rf {top}; mv {top} x; mkdir -p {top}; "
                      f"echo '{{}}' > {file}", *options)
            with self.subTest(file=file):
                self.assertEqual(path.read_bytes(), before)
            shutil.rmtree(self.project / top)

    def test_stores_in_the_project(self):
        """Stores cannot be changed even if they lie in a writable directory."""
        evil = "[core]\\n\\trepositoryformatversion = 0\\n\\tfsmonitor = \\\"touch x\\\"\\n"
        plant = f'mkdir -p .git/objects .git/refs; echo "ref: refs/heads/main" > .git/HEAD; printf "{evil}" > .git/config'
        for name, cwd, env in (("home", self.home, {}),
                               ("state", self.project, {"XDG_STATE_HOME": str(self.project / "state")}),
                               ("all", self.project, {"XDG_STATE_HOME": str(self.project / "s"),
                                                      "XDG_CONFIG_HOME": str(self.project / "c"),
                                                      "XDG_DATA_HOME": str(self.project / "d")})):
            shutil.rmtree(self.project)
            self.project.mkdir()
            self.own(self.project)
            for first in (True, False):
                ran = self.step(
                    f"cd {cwd}; for d in .local/state state s; do for f in $d/postern/*/* $d/postern/*; do [ -e $f ] || "
                    "continue; echo x > $f && echo wrote $f; rm -f $f && echo took $f; mv $d/postern moved && echo took "
                    f"$d; done; done 2>/dev/null; rm -rf .local/state state s 2>/dev/null; {plant}", cwd=cwd, env=env)
                with self.subTest(stores=name, first=first):
                    self.assertNotIn(b"wrote", ran.stdout)
                    self.assertNotIn(b"took", ran.stdout)
                    config = cwd / ".git/config"  # home is not writable
                    self.assertNotIn("fsmonitor", config.read_text(encoding="utf-8") if config.exists() else "", ran)
                    # Postern does not take its own files for planted ones.
                    self.assertNotIn(b"DANGER", ran.stderr)
                    self.assertNotIn(b"postern/trees", ran.stderr)
                    self.assertNotIn(b"postern/journal", ran.stderr)

    def test_own_program(self):
        """If Postern lies in the project, a command can replace neither it nor its helper, nor put a helper where
        Postern looks first."""
        build = self.project / "build"
        for directory in ("src/cli", "helpers"):
            (build / directory).mkdir(parents=True)
        own = build / "src/cli/postern"
        helper = build / "helpers/postern-init"
        shutil.copy(POSTERN, own)
        shutil.copy(INIT, helper)
        self.own(self.project)
        before = (own.read_bytes(), helper.read_bytes())
        places = [f"build/src/{d}/postern/postern-init" for d in ("libexec", "lib", "bin")]
        for name, script in {
            "overwrite": "echo x > build/src/cli/postern; echo x > build/helpers/postern-init",
            "rename over": "echo x > n; mv -f n build/src/cli/postern; echo x > n; mv -f n build/helpers/postern-init",
            "rename": "mv build b2; mv build/src s2; mv build/helpers h2; mkdir -p build/src/cli build/helpers; "
                      "echo x > build/helpers/postern-init",
            "delete": "rm -rf build",
            "helper where it is looked for first": "; ".join(
                f"mkdir -p {os.path.dirname(p)}; printf '#!/bin/sh\\ntouch {self.project}/ran\\n' > {p}; chmod +x {p}"
                for p in places),
        }.items():
            ran = self.step(f"cd {self.project}; {script}", binary=str(own))
            with self.subTest(change=name):
                self.assertEqual((own.read_bytes(), helper.read_bytes()), before, ran)
                again = self.step("true", binary=str(own))
                self.assertEqual(again.returncode, 0, again)
                self.assertFalse((self.project / "ran").exists(), again)

    def test_programs_that_postern_starts(self):
        """Postern starts bwrap and other programs only from places where commands cannot write."""
        tmp = pathlib.Path(f"/tmp/postern-{self.uid if self.uid is not None else os.getuid()}")
        for directory in (self.project, self.project / "bin", tmp):
            fake = "printf '#!/bin/sh\\ntouch %s/ran\\nexec /usr/bin/bwrap \"$@\"\\n'" % self.project
            self.step(f"mkdir -p {directory}; for n in bwrap git newuidmap; do {fake} > {directory}/$n; "
                      f"chmod +x {directory}/$n; done")
            (self.project / "ran").unlink(missing_ok=True)
            for path in (f"{directory}:/usr/bin:/bin", f".:{directory}:/usr/bin:/bin", ":/usr/bin:/bin"):
                ran = self.proven(self.start([POSTERN, "run", "--", *PROOF], env={"PATH": path}))
                with self.subTest(directory=str(directory), path=path):
                    self.assertFalse((self.project / "ran").exists(), ran)
            for name in ("bwrap", "git", "newuidmap"):
                (directory / name).unlink(missing_ok=True)

    def test_links_in_the_way_of_allowed_paths(self):
        """An earlier run cannot redirect a path from the settings by a link."""
        secret = self.outside / "secret"
        for name, allowed, plant in (
                ("the path itself", "W", "rm -rf {w}; ln -s {s} {w}"),
                ("below another", "W/a", "rm -rf {w}/a; ln -s {s} {w}/a"),
                ("a directory above it", "W/a/b", "mv {w}/a {w}/old; ln -s {s} {w}/a"),
                ("in the project", "P/a", "rm -rf {p}/a; ln -s {s} {p}/a"),
                ("above it in the project", "P/a/b", "rm -rf {p}/a; ln -s {s} {p}/a"),
                ("made late", "P/late/b", "ln -s {s} {p}/late"),
                ("up by a link", "P/a/b", "rm -rf {p}/a; ln -s ../outside/secret {p}/a")):
            for key in ("sandbox.filesystem.allowWrite", "permissions.additionalDirectories"):
                shutil.rmtree(self.outside)
                shutil.rmtree(self.project)
                for directory in (secret / "b", self.outside / "W/a/b", self.project / "a/b"):
                    directory.mkdir(parents=True)
                self.own(self.outside, self.project)
                where = {"w": self.outside / "W", "p": self.project, "s": secret}
                path = allowed.replace("W", str(where["w"])).replace("P", str(where["p"]))
                options = ("--set", f"{key}={json.dumps([str(where['w']), path])}")
                self.step(plant.format(**where), *options)
                script = self.script(f"{PROVE}touch {secret}/x; touch {secret}/b/x; touch {path}/x")
                ran = self.run_in(*options, "--", "/bin/sh", script)
                with self.subTest(link=name, setting=key):
                    if ran.returncode == 125:
                        self.assert_error(ran, "is a symbolic link to")
                    else:
                        self.proven(ran)
                    self.assertEqual(self.listing(secret), ["b"], ran)

    def test_denied_reads(self):
        """Hidden files cannot be read under any name, also not in the next run."""
        for name, scripts in {
            "name": ("cat a/secret/key",),
            "link": ("ln -s a/secret/key l; cat l",),
            "directory link": ("ln -s a/secret l; cat l/key",),
            "hard link": ("ln a/secret/key l; cat l",),
            "copy of the directory": ("cp -a a c; cat c/secret/key",),
            "proc root": ("cat /proc/self/root{p}/a/secret/key",),
            "proc cwd": ("cat /proc/self/cwd/a/secret/key",),
            "proc of the first": ("cat /proc/1/root{p}/a/secret/key; cat /proc/1/cwd/a/secret/key",),
            "archive": ("tar cf - a",),
            "rename the file": ("mv a/secret/key k; cat k",),
            "rename the directory": ("mv a/secret s; cat s/key", "cat s/key"),
            "rename above": ("mv a b; cat b/secret/key", "cat b/secret/key"),
            "rename above and link": ("mv a b; mkdir -p a; ln -s ../x a/secret", "cat b/secret/key"),
            "remove and make anew": ("rm -rf a; mkdir -p a/secret", "cat a/secret/key"),
            "git": ("git init -q . 2>/dev/null; git add -A . ; git cat-file --batch-all-objects --batch",),
            "mount": ("unshare -Urm sh -c 'umount -l a/secret/key; cat a/secret/key'; umount a/secret/key; "
                      "cat a/secret/key",),
            "planted allowRead": ("mkdir open; ln -s ../a/secret/key open/k", "cat open/k; cat a/secret/key"),
        }.items():
            for hidden in ("a/secret/key", "a/secret"):
                shutil.rmtree(self.project)
                self.write("a/secret/key", "TOPSECRET")
                self.own(self.project)
                options = ("--set", f'sandbox.filesystem.denyRead=["{hidden}"]', "--set",
                           'sandbox.filesystem.allowRead=["open/k"]')
                said = b""
                for script in scripts:
                    ran = self.step(script.format(p=self.project), *options)
                    said += ran.stdout + ran.stderr
                with self.subTest(way=name, hidden=hidden):
                    self.assertNotIn(b"TOPSECRET", said)
                    files = [p for p in self.project.rglob("*") if p.is_file() and not p.is_symlink()]
                    keys = [p for p in files if p.read_bytes() == b"TOPSECRET"]
                    self.assertEqual(keys, [self.project / "a/secret/key"])
        shutil.rmtree(self.project)
        self.write("a/secret/key", "TOPSECRET")
        self.own(self.project)
        self.assertEqual(self.bare("mv a b; cat b/secret/key").stdout, b"TOPSECRET")

    def test_denied_writes(self):
        for name, denied, script in (
                ("name", "a/locked", "echo x > a/locked/new; echo x > a/locked/file"),
                ("rename above", "a/locked", "mv a b; mkdir -p a/locked; echo x > a/locked/new"),
                ("hard link", "a/locked/file", "ln a/locked/file l; echo x > l"),
                ("replace", "a/locked/file", "echo x > n; mv -f n a/locked/file"),
                ("pattern", "a/**/file", "echo x > a/locked/file; rm a/locked/file"),
                ("absent", "late/file", "mkdir late; echo x > late/file"),
                ("absent directory", "late", "mkdir late; echo x > late/file")):
            shutil.rmtree(self.project)
            self.write("a/locked/file", "own")
            self.own(self.project)
            ran = self.step(f"cd {self.project}; {script}", "--set", f'sandbox.filesystem.denyWrite=["{denied}"]')
            with self.subTest(way=name):
                self.assertEqual((self.project / "a/locked/file").read_text(encoding="utf-8"), "own", ran)
                self.assertEqual([p for p in self.listing() if p.endswith((".lock", "late/file", "locked/new"))], [], ran)

    def test_the_temporary_directory(self):
        """$TMPDIR cannot be replaced, and links in it do not lead out of it."""
        mark = f"postern-escape-{os.getpid()}"
        attempt = Attempt("temporary", "")
        before = self.fresh(attempt)
        mode = os.stat("/tmp").st_mode
        self.assertEqual(self.step('echo "$TMPDIR"').stdout, b"/tmp\n")
        self.step(f'mv "$TMPDIR" "$TMPDIR-x"; rmdir "$TMPDIR"; ln -sfn {self.outside} "$TMPDIR"; '
                  f'ln -s "{self.variables("temporary")["O"]}/victim" "$TMPDIR/{mark}"; chmod 777 "$TMPDIR"')
        self.step(f'echo x > "$TMPDIR/{mark}"')
        self.assertFalse(os.path.lexists(f"/tmp/{mark}"))
        self.assertFalse(os.path.lexists("/tmp-x"))
        again = self.step('stat -c %a "$TMPDIR"; echo "$TMPDIR"').stdout.decode().split()
        self.assertEqual(again, ["700", "/tmp"])
        self.assertEqual(os.stat("/tmp").st_mode, mode)
        self.assertFalse(self.escaped(attempt, before))

    def test_environment(self):
        """Secrets, and variables that make programs load code, do not reach even the first process inside."""
        ran_file = self.project / "ran"
        script = self.write("start.sh", f"touch {ran_file}\n", base=self.outside)
        script.chmod(0o755)
        env = {"BASH_ENV": str(script), "ENV": str(script), "PROMPT_COMMAND": str(script), "SHELLOPTS": "xtrace",
               "LD_PRELOAD": str(script), "LD_LIBRARY_PATH": str(self.outside), "LD_AUDIT": str(script),
               "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "alias.x", "GIT_CONFIG_VALUE_0": f"!{script}",
               "GIT_SSH_COMMAND": str(script), "GIT_EXTERNAL_DIFF": str(script), "PERL5OPT": "-Mx",
               "PYTHONSTARTUP": str(script), "NODE_OPTIONS": f"--require={script}", "BASH_FUNC_ls%%": "() { touch ran; }",
               "AWS_SECRET_ACCESS_KEY": "S3CRET", "GITHUB_TOKEN": "S3CRET", "SSH_AUTH_SOCK": "/S3CRET",
               "OPENAI_API_KEY": "S3CRET", "ANTHROPIC_API_KEY": "S3CRET", "DATABASE_PASSWORD": "S3CRET"}
        self.assertIn(b"S3CRET", self.bare("env", env=env).stdout)
        self.bare("bash -c true", env={"BASH_ENV": str(script)})
        self.assertTrue(ran_file.exists())
        ran_file.unlink()
        ran = self.run_in("-c", "env; ls >/dev/null; git x; cat /proc/*/environ /proc/1/cmdline; cat /proc/1/environ",
                          env=env)
        self.assertIn(b"POSTERN=1\n", ran.stdout)
        self.assertNotIn(b"S3CRET", ran.stdout + ran.stderr)
        for name in ("BASH_ENV", "LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "GIT_CONFIG_COUNT", "GIT_SSH_COMMAND",
                     "BASH_FUNC_ls", "SSH_AUTH_SOCK"):
            with self.subTest(variable=name):
                self.assertNotIn(name.encode() + b"=", ran.stdout)
        self.assertFalse(ran_file.exists(), ran)


if __name__ == "__main__":
    main()
