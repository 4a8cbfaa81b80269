"""A place where hostile command lines can be run for real: a project to throw away, and harmless programs in place of
those that could do damage. They write down that they ran and do nothing else.

Nothing is ever run here without the sandbox."""

import os
import pathlib
import re
import shutil
import subprocess

# Their real selves would reach for the network, other users or other machines. What a rule names is added to them.
DANGEROUS = ("apt", "apt-get", "curl", "doas", "docker", "kubectl", "nc", "npm", "npx", "podman", "reboot", "rm",
             "rsync", "scp", "sftp", "shutdown", "ssh", "su", "sudo", "systemctl", "systemd-run", "wget")

# Only builtins, and everything in the text itself: without an environment it does the same, and a copy of it tells the
# same name. One file for each process and name, so that records do not mix.
STAND_IN = """#!/bin/sh
for word in '{name}' "$@"; do printf '%s\\0' "$word"; done >>'{ran}'/$$-'{name}'
{more}"""
DOWNLOADED = "echo 'rm -rf canary'\n"

VICTIMS = ("canary/keep.txt", "x")
FILES = {
    "canary/keep.txt": "keep\n",
    "x": "",
    "f": "a\nb\n",
    "list": "x\n",
    "list.txt": "canary\n",
    "README.md": "hello\n",
    "src/a": "a\n",
    ".env": "SECRET=1\n",
    "Makefile": "test:\n\t@echo test\n",
    "build.sh": "#!/bin/sh\necho build\n",
    "evil.sh": "#!/bin/sh\nrm -rf canary\n",
}


def make_project(path):
    """The files that the lines of the corpus speak of, in a repository with two commits and a change."""
    for name, text in FILES.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text(text, encoding="utf-8")
    for script in ("build.sh", "evil.sh"):
        (path / script).chmod(0o755)
    git = ["git", "-C", str(path), "-c", "user.name=t", "-c", "user.email=t@t"]
    for args in (["init", "-q", "--template=", "-b", "main"], ["add", "README.md", "list.txt"],
                 ["commit", "-q", "-m", "1"], ["commit", "-q", "--allow-empty", "-m", "2"]):
        subprocess.run(git + args, check=True, env={"HOME": "/", "PATH": "/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM": "1"})
    (path / ".git/hooks").mkdir()
    (path / "README.md").write_text("hello\nagain\n", encoding="utf-8")


class Stage:
    """One at a time may run on it."""

    def __init__(self, base, own):
        self.base = pathlib.Path(base)
        self.project, self.home, self.bin, self.ran = (self.base / n for n in ("project", "home", "bin", "ran"))
        self.script = self.base / "line.sh"
        self._model = self.base / "model"
        self._names = ()
        for directory in (self.base, self.home, self._model):
            directory.mkdir()
        # Lines that go through `../bin`, `../usr/bin` or `~/bin` find the stand-ins, too.
        (self.base / "usr").symlink_to(".")
        (self.home / "bin").symlink_to(self.bin)
        (self.home / ".gitconfig").write_text("[user]\n\tname = t\n\temail = t@t\n", encoding="utf-8")
        make_project(self._model)
        own(self.base)

    def env(self):
        return {"HOME": str(self.home), "PATH": f"{self.bin}:/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}

    def clear(self, rule):
        """A new project, no records, and a stand-in for what the rule names."""
        for directory in (self.project, self.ran):
            shutil.rmtree(directory, ignore_errors=True)
        subprocess.run(["cp", "-a", self._model, self.project], check=True)
        self.ran.mkdir()
        os.chown(self.ran, self._model.stat().st_uid, -1)
        names = sorted({*DANGEROUS, rule.program})
        if names != self._names:
            self._names = names
            self._place_stand_ins()

    def _place_stand_ins(self):
        shutil.rmtree(self.bin, ignore_errors=True)
        self.bin.mkdir()
        for name in self._names:
            more = DOWNLOADED if name in ("curl", "wget") else ""
            (self.bin / name).write_text(STAND_IN.format(name=name, ran=self.ran, more=more), encoding="utf-8")
            (self.bin / name).chmod(0o755)

    def here(self, text):
        """The corpus has its project in /w."""
        return re.sub(r"(?<![\w/])/w(?![\w.-])", str(self.project), text)

    def write_script(self, text):
        self.script.write_text(self.here(text), encoding="utf-8")
        return str(self.script)

    def records(self):
        """The words of each stand-in that ran. One that was ended before it wrote them has run all the same."""
        found = []
        for file in self.ran.iterdir():
            words = file.read_bytes().decode("utf-8", "replace").split("\0")[:-1]
            found.append(words or [file.name.split("-", 1)[1]])
        return found

    def lost(self):
        """What the real programs would have removed."""
        return [name for name in VICTIMS if not (self.project / name).exists()]
