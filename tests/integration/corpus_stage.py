"""Runs hostile command lines in a disposable project, with harmless stand-ins for dangerous programs. A stand-in only
records that it ran.

Nothing is ever run here without the sandbox."""

import os
import pathlib
import re
import shutil
import subprocess

# Programs that affect the network, other users or other machines. The program of the rule gets a stand-in too.
DANGEROUS = ("apt", "apt-get", "curl", "doas", "docker", "kubectl", "nc", "npm", "npx", "podman", "reboot", "rm",
             "rsync", "scp", "sftp", "shutdown", "ssh", "su", "sudo", "systemctl", "systemd-run", "wget")

# Uses only builtins and no variables, so that it works without an environment, and a copy records the original name.
# Writes one file for each process and name, so that records do not mix.
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
    """Makes the files that lines of the corpus name, in a repository with two commits and an uncommitted change."""
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
    """A project with stand-ins, for one command line at a time."""

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
        """Makes a new project without records, and a stand-in for the program of the rule."""
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
        """Replaces /w, the project of the corpus, by the project of this stage."""
        return re.sub(r"(?<![\w/])/w(?![\w.-])", str(self.project), text)

    def write_script(self, text):
        self.script.write_text(self.here(text), encoding="utf-8")
        return str(self.script)

    def records(self):
        """Returns the words of each stand-in that ran, or only its name if it was killed before it wrote them."""
        found = []
        for file in self.ran.iterdir():
            words = file.read_bytes().decode("utf-8", "replace").split("\0")[:-1]
            found.append(words or [file.name.split("-", 1)[1]])
        return found

    def lost(self):
        """Returns the files that are gone and should not be."""
        return [name for name in VICTIMS if not (self.project / name).exists()]
