#!/usr/bin/env python3
"""Walls around files that a change of configuration, of modes or of names could open. Each act is shown to work without
the sandbox, and to fail inside."""

import json
import os
import pathlib
import shutil
import stat
import subprocess
import tempfile

from escape_case import PYTHON, Attempt, EscapeCase

import sys
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from postern_case import main
from run_case import SCRUB_ALONE, for_root_and_user, use_own_mounts

HOOK = "#!/bin/sh\ntouch \"$MARK\"\n"


def runs_hook(case, attempt):
    """Commits in $P as the user would, and tells whether the hook of the command ran."""
    mark = case.variables(attempt.name)["MARK"]
    mark.unlink(missing_ok=True)
    mark.parent.mkdir(exist_ok=True)
    case.own(mark.parent)
    case.start(["git", "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "--allow-empty", "-m", "x"],
               cwd=case.variables(attempt.name)["P"], env={"MARK": str(mark)})
    return mark.exists()


WRITE = ("mkdir -p hooks.d; printf '#!/bin/sh\\ntouch \"$MARK\"\\n' > hooks.d/pre-commit; chmod +x hooks.d/pre-commit")
BASE = "git init -q .; mkdir hooks.d; printf '#!/bin/sh\\n' >hooks.d/pre-commit; chmod +x hooks.d/pre-commit; "


def hook(name, config, setup="", script=WRITE):
    """A hook in a directory that the configuration names."""
    return Attempt(name, script, setup=f"{BASE}{setup}\nprintf '{config}' >>.git/config", evidence=runs_hook)


CONFIGURED = [
    hook("plain", "[core]\\n\\thooksPath = hooks.d\\n"),
    hook("comment", "[core]\\n\\thooksPath = hooks.d # ours\\n"),
    hook("semicolon", "[core]\\n\\thooksPath = hooks.d;ours\\n"),
    hook("quoted", "[core]\\n\\thooksPath = \"hooks\".d\\n"),
    hook("continued", "[core]\\n\\thooksPath = hoo\\\\\\nks.d\\n"),
    hook("one-line", "[core] hooksPath=hooks.d\\n"),
    hook("upper-case", "[CORE]\\n\\tHOOKSPATH = hooks.d\\n"),
    hook("included", "[include]\\n\\tpath = ../more\\n", "printf '[core]\\n\\thooksPath = hooks.d\\n' >more"),
    hook("included-twice", "[include]\\n\\tpath = ../more\\n",
         "printf '[include]\\n\\tpath = sub/more # c\\n' >more; mkdir sub; printf '[core]\\nhooksPath=hooks.d' >sub/more"),
    hook("conditionally", "[includeIf \"gitdir:**\"]\\n\\tpath = ../more\\n",
         "printf '[core]\\n\\thooksPath = hooks.d\\n' >more"),
    hook("large", "[core]\\n\\thooksPath = hooks.d\\n", "seq -f '# %030g' 3000 >.git/config"),
    hook("the-top-itself", "", "printf '[core]\\n\\thooksPath = %s\\n' \"$PWD\" >>.git/config",
         script="printf '#!/bin/sh\\ntouch \"$MARK\"\\n' > pre-commit; chmod +x pre-commit"),
    hook("rewritten-include", "[include]\\n\\tpath = ../more\\n", "printf '# nothing yet' >more",
         script=WRITE + "; printf '[core]\\n\\thooksPath = hooks.d\\n' >more; rm -rf x; mv more x; cp x more"),
    hook("made-include", "[include]\\n\\tpath = ../more\\n", "",
         script=WRITE + "; printf '[core]\\n\\thooksPath = hooks.d\\n' >more"),
]


@for_root_and_user
class Walls(EscapeCase):
    # ---- configuration of git

    def test_hooks_that_the_configuration_names(self):
        for attempt in CONFIGURED:
            # Each in a repository at the top of the writable place.
            where = self.variables(attempt.name)
            for sandbox in (False, True):
                self.fresh(attempt)
                script = self.write_script(attempt.name, attempt.script)
                argv = ["/bin/sh", str(script)]
                if sandbox:
                    self.proven(self.run_in("--", "/bin/sh", "-c", "/bin/readlink /proc/self/ns/pid; exec \"$@\"", "x",
                                            *argv, cwd=where["P"]))
                else:
                    self.start(argv, cwd=where["P"])
                with self.subTest(config=attempt.name, sandbox=sandbox):
                    self.assertEqual(runs_hook(self, attempt), not sandbox)

    def test_hooks_that_the_users_own_configuration_names(self):
        ways = {
            "global": lambda: self.write(".gitconfig", "[core]\n\thooksPath = hooks.d # c\n", base=self.home),
            "xdg": lambda: self.write(".config/git/config", "[core]\n\thooksPath = hooks.d\n", base=self.home),
            "global-include": lambda: (self.write(".gitconfig", "[include]\n\tpath = ~/more\n", base=self.home),
                                       self.write("more", "[core]\n\thooksPath = \"hooks.d\"\n", base=self.home)),
            "global-into-project": lambda: (
                self.write(".gitconfig", f"[include]\n\tpath = {self.project}/own\n", base=self.home),
                self.write("own", "[core]\n\thooksPath = hooks.d\n")),
            "environment": lambda: None,
            "other-global": lambda: self.write("elsewhere", "[core]\n\thooksPath = hooks.d\n", base=self.home),
        }
        environments = {"environment": {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.hooksPath",
                                        "GIT_CONFIG_VALUE_0": "hooks.d"},
                        "other-global": {"GIT_CONFIG_GLOBAL": str(self.home / "elsewhere")}}
        for name, prepare in ways.items():
            env = environments.get(name, {})
            for sandbox in (False, True):
                subprocess.run(["sh", "-c", "rm -rf .git ./* ; rm -rf \"$HOME\"/.gitconfig \"$HOME\"/.config/git"],
                               cwd=self.project, env={**os.environ, "HOME": str(self.home)}, check=True)
                prepare()
                self.own(self.project, self.home)
                self.assertEqual(self.bare(BASE).returncode, 0)
                ran = (self.sh if sandbox else self.bare)(WRITE, env=env)
                mark = self.base / "mark"
                mark.unlink(missing_ok=True)
                self.base.chmod(0o777)
                self.start(["git", "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "--allow-empty", "-m",
                            "x"], env={**env, "MARK": str(mark)})
                with self.subTest(way=name, sandbox=sandbox):
                    self.assertEqual(mark.exists(), not sandbox, ran)

    def test_a_configuration_that_cannot_be_read(self):
        """What git runs is not known then, so nothing is run."""
        self.bare("git init -q .")
        for name, spoil in {"too large": "seq -f '# %0100g' 20000 >>.git/config", "no configuration": "echo '[a' >>.git/config",
                            "no file": "printf '[include]\\npath=d\\n' >>.git/config; mkdir -p .git/d"}.items():
            with self.subTest(config=name):
                self.assertEqual(self.bare("cp .git/config kept").returncode, 0)
                self.assertEqual(self.sh("echo ran").stdout, b"ran\n")
                self.bare(spoil)
                ran = self.run_in("--", "/bin/sh", "-c", "echo ran")
                self.assertEqual((ran.returncode, ran.stdout), (125, b""), ran)
                self.assertIn(b"configuration of git", ran.stderr)
                self.bare("cp kept .git/config; rm kept")

    # ---- links to protected files

    LINKS = {
        "rm": "rm -f LINK",
        "mv": "mv LINK elsewhere",
        "mv-over": "echo evil >new; mv -fT new LINK",
        "ln-sfn": "mkdir -p new; ln -sfn new LINK",
        "exchange": "mkdir -p new; \"$PYTHON\" -c \"import ctypes; ctypes.CDLL(None).renameat2(-100, b'new', -100, "
                    "b'LINK', 2)\"",
        "python": "\"$PYTHON\" -c \"import os; os.unlink('./LINK')\"",
        "roundabout": "mkdir -p d; rm -f d/../LINK",
        "replaced": "rm -f LINK; mkdir LINK; echo evil >LINK/pre-commit",
    }

    def links(self):
        """A project whose protected names are links, as they were, by path."""
        shutil.rmtree(self.project)
        self.project.mkdir()
        self.own(self.project)
        self.bare("git init -q .; rm -rf .git/hooks; mkdir -p kept/postern kept/hooks kept/claude; ln -s kept/postern "
                  ".postern; ln -s ../kept/hooks .git/hooks; ln -s kept/claude .claude; echo a >AGENTS.md; "
                  "ln -s AGENTS.md CLAUDE.md")
        return {name: os.readlink(self.project / name) for name in (".postern", ".git/hooks", ".claude", "CLAUDE.md")}

    def now(self, names):
        return {name: os.readlink(self.project / name) if (self.project / name).is_symlink() else None for name in names}

    def test_links_to_protected_files_stay(self):
        env = {"PYTHON": PYTHON}
        for way, script in self.LINKS.items():
            before = self.links()
            everything = "\n".join(script.replace("LINK", name).replace("new", f"new{i}").replace("elsewhere", f"e{i}")
                                   for i, name in enumerate(before))
            self.bare(everything, env=env)
            self.assertTrue(all(self.now(before)[name] != target for name, target in before.items()), way)
            for options in ((), SCRUB_ALONE):
                with self.subTest(way=way, options=options):
                    before = self.links()
                    ran = self.sh(everything, *options, env=env)
                    self.assertEqual(self.now(before), before, ran)
                    if not options:
                        self.assertIn(b"may not be removed or replaced", ran.stderr)

    def test_other_links_can_be_removed(self):
        self.links()
        ran = self.sh("ln -s a b; rm b; ln -s a c; mv c d; ln -sfn x d; readlink d; ls -A kept/hooks; touch kept/y; rm kept/y")
        self.assertEqual((ran.stdout, ran.stderr), (b"x\n", b""), ran)

    # ---- names below another root

    def test_protected_names_below_every_root(self):
        """`~/.config` is writable, and yet what is protected in it by the table is not."""
        self.write(".config/git/config", "[user]\n\tname = x\n", base=self.home)
        self.write(".config/fish/config.fish", "", base=self.home)
        self.write(".local/share/systemd/user/x.service", "", base=self.home)
        self.write(".config/other/file", "", base=self.home)
        self.own(self.home)
        config, share = self.home / ".config", self.home / ".local/share"
        acts = {"git": f"echo evil >>{config}/git/config", "fish": f"echo evil >>{config}/fish/config.fish",
                "systemd": f"echo evil >>{share}/systemd/user/x.service", "new": f"mkdir {config}/autostart"}
        seen = {"git": config / "git/config", "fish": config / "fish/config.fish",
                "systemd": share / "systemd/user/x.service", "new": config / "autostart"}

        def state():
            return {k: p.read_text(encoding="utf-8") if p.is_file() else str(p.exists()) for k, p in seen.items()}
        before = state()
        options = ("--allow-write", str(config), "--allow-write", str(share))
        for name, act in acts.items():
            with self.subTest(act=name):
                ran = self.sh(f"{act}; echo fine >{config}/other/file", *options)
                self.assertEqual(state(), before, ran)
                self.assertEqual((config / "other/file").read_text(encoding="utf-8"), "fine\n")
        self.bare("; ".join(acts.values()))
        self.assertTrue(all(state()[name] != before[name] for name in acts))

    def test_moved_places(self):
        """XDG_CONFIG_HOME in the project: what is below it counts as what is below ~/.config."""
        self.write("conf/git/config", "[user]\n\tname = x\n")
        self.write("conf/plain", "")
        self.own(self.project)
        env = {"XDG_CONFIG_HOME": str(self.project / "conf")}
        act = "echo '[core]' >>conf/git/config; echo fine >>conf/plain"
        ran = self.sh(act, env=env)
        self.assertNotIn("core", (self.project / "conf/git/config").read_text(encoding="utf-8"), ran)
        self.assertEqual((self.project / "conf/plain").read_text(encoding="utf-8"), "fine\n")
        self.bare(act)
        self.assertIn("core", (self.project / "conf/git/config").read_text(encoding="utf-8"))

    def test_files_that_variables_name(self):
        """What a shell, an interpreter or git reads at every start because a variable of the person's names it."""
        for variable, name in (("BASH_ENV", "env"), ("PYTHONSTARTUP", "d/start.py"), ("NODE_OPTIONS", "hook.js"),
                               ("GIT_TEMPLATE_DIR", "t/hooks/pre-commit"), ("ZDOTDIR", "z/.zshenv")):
            whole = self.project / {"GIT_TEMPLATE_DIR": "t", "ZDOTDIR": "z"}.get(variable, name)
            value = f"--require {whole}" if variable == "NODE_OPTIONS" else str(whole)
            for exists in (False, True):
                with self.subTest(variable=variable, exists=exists):
                    self.bare("rm -rf env d t z hook.js plain")
                    if exists:
                        self.write(name, "")
                        self.own(self.project)
                    act = f"mkdir -p {os.path.dirname(name) or '.'}; echo '# evil' >{name}; echo fine >plain"
                    ran = self.sh(act, env={variable: value})
                    path = self.project / name
                    self.assertNotIn("evil", path.read_text(encoding="utf-8") if path.exists() else "", ran)
                    self.assertEqual((self.project / "plain").read_text(encoding="utf-8"), "fine\n")
                    self.bare(act)
                    self.assertIn("evil", path.read_text(encoding="utf-8"))

    # ---- hidden files

    def test_many_hidden_files(self):
        """Hundreds of directories with a hidden file each do not keep a command from running, and a rename shows none."""
        read = "find . -type f ! -name free -exec cat {} +"
        for rule, name, moved in (
                ("Read(.env)", "d{}/.env", "d7"),
                ("Read(**/*.pem)", "d{}/x.pem", "d7"),
                ("Read(**/secrets/*.key)", "d{}/secrets/a.key", "d7"),
                ("Read(**/secrets/*.key)", "d{}/secrets/a.key", "d7/secrets"),
                ("Read(**/a/*/b.key)", "d{}/a/k/b.key", "d7/a"),
                ("Read(/config/*/x.pem)", "config/c{}/x.pem", "config/c7"),
                ("Read(/config/*/x.pem)", "config/c{}/x.pem", "config")):
            with self.subTest(rule=rule, moved=moved):
                self.bare("rm -rf ./*")
                for i in range(450):
                    self.write(name.format(i), "secret\n")
                self.own(self.project)
                self.assertEqual(self.bare(read).stdout, b"secret\n" * 450)
                denied = "--set", f"permissions.deny={json.dumps([rule])}"
                ran = self.sh(f"{read} 2>/dev/null; mv {moved} away 2>/dev/null; {read} 2>/dev/null; echo x > free && echo made",
                              *denied)
                self.assertEqual(ran.stdout, b"made\n", ran)
                self.assertEqual(self.sh(f"{read} 2>/dev/null; cat free", *denied).stdout, b"x\n")
                self.assertEqual(self.bare(read).stdout, b"secret\n" * 450)

    def test_a_second_mount_of_the_same_tree(self):
        if not self.is_root or not use_own_mounts():
            self.skipTest("only root can mount")
        self.write("secret/deep/file", "secret\n", base=self.outside)
        other = [self.base / name for name in ("whole", "part", "deep")]
        for path in other:
            path.mkdir()
        sources = [self.outside, self.outside / "secret", self.outside / "secret/deep"]
        try:
            for source, path in zip(sources, other):
                subprocess.run(["mount", "--bind", source, path], check=True)
            act = f"cat {other[0]}/secret/deep/file {other[1]}/deep/file {other[2]}/file"
            self.assertEqual(self.bare(act).stdout, b"secret\n" * 3)
            self.assertEqual(self.sh(act, "--deny-read", str(self.outside / "secret")).stdout, b"")
            self.assertEqual(self.sh(act, "--deny-read", str(other[0] / "secret/deep")).stdout, b"")
            self.assertEqual(self.sh(act).stdout, b"secret\n" * 3)
        finally:
            for path in other:
                subprocess.run(["umount", "-q", path], check=False)

    def test_a_hidden_file_with_another_name(self):
        self.write("secret", "secret\n")
        self.own(self.project)
        options = ("--deny-read", str(self.project / "secret"))
        self.assertNotIn(b"hard link", self.sh("cat secret", *options).stderr)
        self.bare("ln secret twin")
        ran = self.sh("cat secret twin", *options)
        self.assertEqual((ran.stdout, ran.stderr.count(b"hard link")), (b"secret\n", 1), ran)

    # ---- modes

    SET_ID = {
        "chmod": "echo >f; chmod 4755 f", "group": "echo >f; chmod 2755 f", "symbolic": "echo >f; chmod u+s f",
        "install": "install -m 4755 /bin/true f", "copy": "cp /bin/true f; chmod 6755 f",
        "fchmod": "\"$PYTHON\" -c \"import os; os.fchmod(os.open('f', os.O_CREAT | os.O_RDWR), 0o4755)\"",
        "open": "\"$PYTHON\" -c \"import os; os.umask(0); os.open('f', os.O_CREAT | os.O_RDWR, 0o4755)\"",
        "node": "\"$PYTHON\" -c \"import os; os.umask(0); os.mknod('f', 0o106755)\"",
        "no-name": "\"$PYTHON\" -c \"import ctypes, os; os.umask(0); fd = os.open('.', os.O_TMPFILE | os.O_RDWR, "
                   "0o4755); ctypes.CDLL(None).linkat(-100, f'/proc/self/fd/{fd}'.encode(), -100, b'f', 0x400)\"",
        "tar": "cp /bin/true f; chmod 755 f; tar --mode=4755 -cf t f; rm f; umask 0; tar -xpf t",
        "openat2": "\"$PYTHON\" -c \"import ctypes; b = (ctypes.c_uint64 * 3)(0o102, 0o4755, 0); "
                   "ctypes.CDLL(None).syscall(437, -100, b'f', ctypes.byref(b), 24)\"",
    }

    def test_set_id_files(self):
        bits = stat.S_ISUID | stat.S_ISGID
        for name, script in self.SET_ID.items():
            for options in (None, (), SCRUB_ALONE):
                with self.subTest(way=name, options=options):
                    (self.project / "f").unlink(missing_ok=True)
                    env = {"PYTHON": PYTHON}
                    ran = self.bare(script, env=env) if options is None else self.sh(script, *options, env=env)
                    mode = (self.project / "f").stat().st_mode if (self.project / "f").exists() else 0
                    self.assertEqual(mode & bits != 0, options is None, ran)

    def test_a_shared_repository(self):
        """A directory that hands on its group is no danger, and git needs it."""
        self.bare("git init -q --shared=group .")
        ran = self.sh("echo x >a; git add a && git -c user.name=t -c user.email=t@t commit -qm x && mkdir -m 2775 d && "
                      "mkdir d/e && stat -c %A d d/e .git/objects/??")
        modes = ran.stdout.decode().split()
        self.assertEqual((ran.stderr, len(modes) > 3), (b"", True), ran)
        self.assertTrue(all(mode[6] in "sS" for mode in modes), modes)


class OwnDirectories(EscapeCase):
    """Postern's own directories. As a user whom nobody else is, because all runs of a user share a directory."""

    uid = 61234 if os.getuid() == 0 else None

    def tearDown(self):
        super().tearDown()
        if self.uid is not None:
            shutil.rmtree(f"/tmp/postern-{self.uid}", ignore_errors=True)

    def test_modes_of_the_temporary_directory(self):
        """A command can change the mode. The next run puts it right, and the state stays hidden."""
        state = self.home / ".local/state/postern"
        show = f'ls -A "{state}"; echo "$?"; touch "$TMPDIR/x" && stat -c %a "$TMPDIR"'
        self.sh("true")
        for mode in ("755", "777", "0", "500", "2700"):
            with self.subTest(mode=mode):
                ran = self.sh(f'chmod {mode} "$TMPDIR"; stat -c %a "$TMPDIR"')
                self.assertEqual(ran.stdout.decode().strip(), mode, ran)
                self.assertTrue(any(state.iterdir()))
                ran = self.sh(show)
                self.assertEqual(ran.stdout.decode().splitlines()[-1], "700", ran)
                self.assertNotIn("journal", ran.stdout.decode())
                self.assertNotEqual(ran.stdout.decode().splitlines()[0], "0", ran)

    def test_the_temporary_directory_is_not_ours(self):
        """Then another one is taken, which lies in the state: the rest of the state stays hidden."""
        place = pathlib.Path(f"/tmp/postern-{os.getuid() if self.uid is None else self.uid}")
        state = self.home / ".local/state/postern"
        self.sh("true")
        aside = pathlib.Path(tempfile.mkdtemp(dir="/tmp")) / "aside"
        os.rename(place, aside)
        try:
            os.symlink(self.outside, place)
            ran = self.sh(f'touch "$TMPDIR/x" && echo made; cat "{state}"/journal/*; ls "{state}"')
            self.assertEqual(ran.stdout, b"made\n", ran)
            self.assertEqual(len(list((state / "tmp").glob("*/*/x"))), 1)
            self.assertEqual(list(self.outside.iterdir()), [])
        finally:
            place.unlink(missing_ok=True)
            os.rename(aside, place)
            shutil.rmtree(aside.parent)


if __name__ == "__main__":
    main()
