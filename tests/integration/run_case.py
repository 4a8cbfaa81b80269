"""Base of the tests of `postern run`: runs scripts inside and outside the sandbox, as root and as an ordinary user."""

import ctypes
import json
import os
import pathlib
import pwd
import subprocess
import sys

from postern_case import POSTERN, PosternCase

NOBODY = pwd.getpwnam("nobody")

# For tests of the scrub: the create guard would refuse the files that the scrub removes.
SCRUB_ALONE = ("--set", "postern.createGuard=off")

# Shows that a command ran in a sandbox: it prints the name of its process namespace, which is not the one of the tests.
PROOF = ("/bin/readlink", "/proc/self/ns/pid")
PROVE = " ".join(PROOF) + "\n"
OUTSIDE = os.fsencode(os.readlink(PROOF[1]))


def for_root_and_user(tests):
    """Adds a class with the same tests for an ordinary user. The given one runs as whoever started the tests."""
    name = tests.__name__ + "AsOrdinaryUser"
    user = type(name, (tests,), {"uid": tests.ordinary_uid, "__module__": tests.__module__})
    setattr(sys.modules[tests.__module__], name, user)
    return tests


def use_own_mounts():
    """Moves this process into a mount namespace of its own. Returns false if only root could do that.

    A mount that goes away while another test's bubblewrap copies the mounts of the machine makes that one fail.
    """
    new_mounts, recursive, private = 0x20000, 0x4000, 0x40000
    libc = ctypes.CDLL(None, use_errno=True)
    return os.getuid() == 0 and libc.unshare(new_mounts) == 0 and \
        libc.mount(b"none", b"/", None, recursive | private, None) == 0


class RunCase(PosternCase):
    """Runs as the user who started the tests. A subclass with `uid` runs as that user and needs root."""

    uid = None
    ordinary_uid = NOBODY.pw_uid

    def setUp(self):
        super().setUp()
        self.need("bwrap")
        if self.uid is not None:
            if os.getuid() != 0:
                self.cannot_run("only root can become another user")
            self.base.chmod(0o755)
            for path in (self.base, self.home, self.project):
                os.chown(path, self.uid, self.uid)
        self.outside = self.base / "outside"
        self.outside.mkdir()
        self.own(self.outside)

    def own(self, *paths):
        """Gives files to the user under test."""
        if self.uid is not None:
            for path in paths:
                subprocess.run(["chown", "-hR", f"{self.uid}:{self.uid}", path], check=True)

    def as_user(self, argv):
        if self.uid is None:
            return list(argv)
        return ["setpriv", f"--reuid={self.uid}", f"--regid={self.uid}", "--clear-groups", *argv]

    def start(self, argv, **more):
        """Runs any program as the user under test, in the project, without the sandbox."""
        return subprocess.run(self.as_user(argv), input=more.pop("stdin", b""), capture_output=True, check=False,
                              timeout=self.timeout, cwd=more.pop("cwd", self.project),
                              env={**self.env, **more.pop("env", {})}, **more)

    def run_in(self, *args, **more):
        """Runs `postern run ARGS`."""
        return self.start([POSTERN, "run", *args], **more)

    def proven(self, ran):
        """The run without the line that shows that it was inside. Fails if that line is missing."""
        first, _, rest = ran.stdout.partition(b"\n")
        if not first.startswith(b"pid:[") or first == OUTSIDE:
            self.fail(f"nothing shows that the command ran in the sandbox: {ran}")
        ran.stdout = rest
        return ran

    def script(self, text):
        """Writes a file with shell commands. The analysis does not see them, so only the sandbox can stop them."""
        path = self.base / f"script-{len(list(self.base.iterdir()))}"
        path.write_text(text, encoding="utf-8")
        path.chmod(0o644)
        return str(path)

    def sh(self, script, *options, **more):
        """A shell script that is certain to have run in the sandbox."""
        return self.proven(self.run_in(*options, "--", "/bin/sh", self.script(PROVE + script), **more))

    def bare(self, script, **more):
        """Runs a shell script without the sandbox."""
        return self.start(["/bin/sh", "-c", script], **more)

    def result(self, *args, **more):
        """Returns the object that `postern run --json` prints."""
        ran = self.run_in("--json", *args, **more)
        return json.loads(ran.stdout.decode("utf-8"))

    def act(self, script, *options, **more):
        """Does the same for a shell script that ends at its first failure."""
        return self.result(*options, "--", "/bin/sh", "-e", self.script(script), **more)

    def git(self, *args, cwd=None):
        ran = self.start(["git", "-c", "user.name=t", "-c", "user.email=t@t", "-c", "init.defaultBranch=main", *args],
                         cwd=cwd or self.project)
        self.assertEqual(ran.returncode, 0, ran)
        return ran.stdout.decode()

    def listing(self, top=None):
        """Returns every path below the project."""
        top = top or self.project
        return sorted(str(p.relative_to(top)) for p in pathlib.Path(top).rglob("*"))
