"""Base of the tests of postern-init: plays the supervisor's part, and starts postern-init in bwrap.

Each test runs as root and as an ordinary user if the tests are run by root, otherwise as whoever runs them.
"""

import ctypes
import errno
import os
import select
import shutil
import signal
import socket
import struct
import subprocess
import time

from postern_case import PATIENCE, PosternCase

INIT = os.environ["POSTERN_INIT"]
TRY_SYSCALL = os.environ["TRY_SYSCALL"]
BWRAP = shutil.which("bwrap")
PYTHON = "/usr/bin/python3"  # one that every user can reach
NOBODY = 65534

# As in src/backend/init_protocol.h.
REPORTS = ("ready", "descriptor", "setup", "exec", "exited", "signaled", "stopped", "continued", "frozen",
           "lingering")
STEPS = ("arguments", "dumpable", "parent_death", "capabilities", "no_new_privileges", "landlock", "limits",
         "directory", "fork", "descriptors", "process_group", "signals", "seccomp", "listener")
ORDERS = {"go": 0, "signal": 1, "foreground": 2, "end": 5}
IGNORED_BY_POSTERN = (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU)


def landlock_abi():
    """Returns 0 if this kernel has no Landlock."""
    return max(0, ctypes.CDLL(None, use_errno=True).syscall(444, None, 0, 1))


def ignore_as_postern_does():
    """Runs in the child before bwrap. Postern ignores the terminal's signals, which are for the command."""
    for number in IGNORED_BY_POSTERN:
        signal.signal(number, signal.SIG_IGN)


class Sandbox:
    """One run of postern-init under bwrap, seen from the supervisor's side."""

    def __init__(self, case, command, options=(), bwrap=(), **more):
        self.case = case
        self.control, inside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.descriptors = []
        program = os.open(INIT, os.O_RDONLY)
        own = (inside.fileno(), program)
        argv = [*case.bwrap_argv(), *bwrap, "--", f"/proc/self/fd/{program}", "--control", str(inside.fileno()),
                "--exec", str(program), *options, "--", *command]
        prefix = more.pop("prefix", [])
        launch = more.pop("launch", None)
        inherited = (*own, *more.pop("pass_fds", ()))
        if launch is not None:
            self.process = None
            self.pid = launch(prefix + argv, inherited)
        else:
            self.process = subprocess.Popen(prefix + argv, pass_fds=inherited, stdin=more.pop("stdin", subprocess.DEVNULL),
                                            stdout=more.pop("stdout", subprocess.PIPE), env=case.env,
                                            stderr=subprocess.STDOUT, preexec_fn=ignore_as_postern_does,
                                            **case.identity_options(), **more)
            self.pid = self.process.pid
        inside.close()
        os.close(program)
        case.addCleanup(self.end)

    def end(self):
        """Cleans up. Closing the socket ends the sandbox."""
        self.control.close()
        for descriptor in self.descriptors:
            os.close(descriptor)
        self.descriptors = []
        if self.process is not None:
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            if self.process.stdout:
                self.process.stdout.close()

    def report(self, seconds=PATIENCE):
        """Returns the next packet as (kind, value, error), or None if the socket is closed.

        Processes that outlive the command are ended as soon as they are reported, as Postern does."""
        if not select.select([self.control], [], [], seconds)[0]:
            self.case.fail("no report in time")
        try:
            data, received, _, _ = socket.recv_fds(self.control, 64, 4)
        except ConnectionResetError:
            return None
        self.descriptors += received
        if not data:
            return None
        kind, value, error = struct.unpack("=IIi", data)
        name = REPORTS[kind]
        if name == "lingering":
            self.order("end")
            return self.report(seconds)
        if name == "ready":  # has the time, which is only checked here
            self.case.assertLess(abs(value + error / 1e9 - time.time()), 60)
            return (name, 0, 0)
        return (name, STEPS[value] if name == "setup" else value, error)

    def reports(self):
        """Returns all packets up to the end."""
        found = []
        while (report := self.report()) is not None:
            found.append(report)
        return found

    def order(self, kind, value=0):
        self.control.send(struct.pack("=II", ORDERS[kind], value))

    def finish(self):
        """Returns (reports, exit status of bwrap, output)."""
        reports = self.reports()
        output = self.process.stdout.read().decode() if self.process.stdout else ""
        return reports, self.process.wait(PATIENCE), output


class InitCase(PosternCase):
    """Runs as `identity`: "root" (without a user namespace, so with real capabilities), "nobody", or "self"."""

    identity = "self"

    def setUp(self):
        super().setUp()
        if BWRAP is None:
            self.cannot_run("bwrap is not installed")
        self.env["PATH"] = "/usr/bin:/bin:/usr/sbin:/sbin"
        self.hand_over(self.base, self.home, self.project)
        tried = subprocess.run([*self.bwrap_argv(), "--", "true"], capture_output=True, check=False, env=self.env,
                               **self.identity_options())
        if tried.returncode != 0:
            self.cannot_run(f"bwrap does not work here: {tried.stderr.decode().strip()}")

    def identity_options(self):
        return {"user": NOBODY, "group": NOBODY, "extra_groups": []} if self.identity == "nobody" else {}

    def hand_over(self, *paths):
        """Gives files to the user under test."""
        if self.identity == "nobody":
            for path in paths:
                os.chown(path, NOBODY, NOBODY)

    def bwrap_argv(self):
        namespaces = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
        if self.identity != "root":
            namespaces.append("--unshare-user")
        return [BWRAP, *namespaces, "--die-with-parent", "--as-pid-1", "--ro-bind", "/", "/", "--dev", "/dev", "--proc",
                "/proc", "--bind", str(self.base), str(self.base)]

    def sandbox(self, *command, options=(), **more):
        return Sandbox(self, command, options, **more)

    def run_inside(self, *command, options=(), **more):
        """Returns (reports, status, output) of a whole run."""
        return self.sandbox(*command, options=options, **more).finish()

    def output_of(self, *command, options=(), **more):
        """Returns the output of the command, which must succeed."""
        reports, status, output = self.run_inside(*command, options=options, **more)
        self.assertEqual((reports, status), ([("ready", 0, 0), ("exited", 0, 0)], 0), output)
        return output

    def missing_call(self, number):
        """Returns options of a sandbox in which this system call does not exist."""
        code = struct.pack("=HBBIHBBIHBBIHBBI", 0x20, 0, 0, 0, 0x15, 0, 1, number, 0x06, 0, 0, 0x00050000 | errno.ENOSYS,
                           0x06, 0, 0, 0x7fff0000)
        reading, writing = os.pipe()
        os.write(writing, code)
        os.close(writing)
        self.addCleanup(os.close, reading)
        return {"bwrap": ("--seccomp", str(reading)), "pass_fds": (reading,)}

    def python(self, text, *args):
        return (PYTHON, "-I", "-c", text, *args)

    def file(self, name, content="", mode=0o644):
        path = self.write(name, content)
        path.chmod(mode)
        self.hand_over(path)
        return path

    def directory(self, name):
        path = self.project / name
        path.mkdir()
        self.hand_over(path)
        return path


def for_each_identity(namespace):
    """Replaces each test class by one per identity."""
    identities = ("root", "nobody") if os.getuid() == 0 else ("self",)
    for name, found in list(namespace.items()):
        if isinstance(found, type) and issubclass(found, InitCase) and found is not InitCase:
            del namespace[name]
            for identity in identities:
                title = f"{name}_{identity}"
                namespace[title] = type(title, (found,), {"identity": identity, "__module__": found.__module__})


def error_name(number):
    return errno.errorcode.get(number, str(number))
