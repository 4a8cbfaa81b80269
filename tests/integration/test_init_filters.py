#!/usr/bin/env python3
"""The seccomp filters of postern-init in a real kernel. Each call is made outside, where it works, and inside."""

import errno
import fcntl
import os
import platform
import signal
import socket
import struct
import subprocess

from init_case import TRY_SYSCALL, InitCase, error_name, for_each_identity
from postern_case import PATIENCE, main

READY = ("ready", 0, 0)
X86 = platform.machine() == "x86_64"

# Calls are made with invalid arguments; those that are not refused fail with another error.
REFUSED = {errno.EPERM: """
    mount umount2 pivot_root open_tree 467 move_mount fsopen fsconfig fsmount fspick mount_setattr chroot setns
    pidfd_getfd kcmp keyctl add_key request_key
    bpf perf_event_open userfaultfd open_by_handle_at
    kexec_load kexec_file_load init_module finit_module delete_module swapon swapoff reboot settimeofday clock_settime
    acct quotactl quotactl_fd syslog vhangup 459 460 461""".split(),
           errno.ENOSYS: "io_uring_setup io_uring_enter io_uring_register".split()}
if X86:
    REFUSED[errno.EPERM] += ["modify_ldt", "iopl", "ioperm"]
    REFUSED[errno.ENOSYS] += ["ustat", "sysfs"]

NOT_OUTSIDE = {"vhangup"}  # would hang up the terminal of the tests

HIGH = 0xdeadbeef << 32
TIOCSTI, TIOCLINUX, TCGETS = 0x5412, 0x541c, 0x5401
UNIX, INET, INET6, NETLINK, PACKET, ALG, VSOCK = 1, 2, 10, 16, 17, 38, 40
STREAM, DGRAM, RAW, SEQPACKET = 1, 2, 3, 5
NEWUSER = 0x10000000

# (filters, call, arguments, errno). An errno of None means: not refused.
BY_ARGUMENT = (
    ("tracing", "ptrace", (99, 0, 0, 0), errno.EPERM),
    ("tracing", "process_vm_writev", (0, 0, 0, 0, 0, 1), errno.EPERM),
    ("", "ioctl", (-1, TIOCSTI), errno.EPERM),
    ("", "ioctl", (-1, TIOCSTI | HIGH), errno.EPERM),
    ("", "ioctl", (-1, TIOCLINUX), errno.EPERM),
    ("", "ioctl", (-1, TCGETS), None),
    ("", "personality", (0xffffffff,), None),
    ("", "personality", (0x40000,), None),
    ("", "personality", (0x400000,), errno.EPERM),
    ("", "socket", (UNIX, STREAM, 0), None),
    ("", "socket", (INET, STREAM, 0), None),
    ("", "socket", (INET6, DGRAM, 0), None),
    ("", "socket", (NETLINK, RAW, 0), None),
    ("", "socket", (NETLINK, RAW, 15), errno.EPERM),
    ("", "socket", (INET, RAW, 1), errno.EPERM),
    ("", "socket", (PACKET, RAW, 0), errno.EAFNOSUPPORT),
    ("", "socket", (ALG, SEQPACKET, 0), errno.EAFNOSUPPORT),
    ("", "socket", (VSOCK, STREAM, 0), errno.EAFNOSUPPORT),
    ("", "socket", (VSOCK | HIGH, STREAM, 0), errno.EAFNOSUPPORT),
    ("", "seccomp", (), None),
    ("", "unshare", (NEWUSER,), None),
    ("", "clone", (NEWUSER | signal.SIGCHLD, 0, 0, 0, 0), None),
    ("namespaces", "unshare", (NEWUSER,), errno.EPERM),
    ("namespaces", "unshare", (NEWUSER | HIGH,), errno.EPERM),
    ("namespaces", "unshare", (0x400,), None),
    ("namespaces", "clone", (NEWUSER | signal.SIGCHLD, 0, 0, 0, 0), errno.EPERM),
    ("namespaces", "clone", (signal.SIGCHLD, 0, 0, 0, 0), None),
    ("namespaces", "clone3", (), errno.ENOSYS),
    ("unix-closed", "socket", (UNIX, STREAM, 0), errno.EPERM),
    ("unix-closed", "socket", (UNIX | HIGH, DGRAM, 0), errno.EPERM),
    ("unix-closed", "socket", (INET, STREAM, 0), None),
)


class Refusals(InitCase):
    def tries(self, calls):
        """A shell script's words that make each call in a process of its own and print the status of each."""
        lines = [" ".join([TRY_SYSCALL, name, *(str(a & (1 << 64) - 1) for a in arguments)]) + "; echo $?"
                 for name, arguments in calls]
        return "sh", "-c", "\n".join(lines)

    def inside(self, calls, filters=()):
        options = [part for name in filters for part in ("--filter", name)]
        return [int(line) for line in self.output_of(*self.tries(calls), options=options).split()]

    def outside(self, calls):
        ran = subprocess.run(self.tries(calls), capture_output=True, check=True, text=True, stdin=subprocess.DEVNULL,
                             **self.identity_options())
        return [int(line) for line in ran.stdout.split()]

    def test_calls_refused_whatever_their_arguments(self):
        expected = {name: error for error, names in REFUSED.items() for name in names}
        met = self.inside([(name, ()) for name in expected])
        self.assertEqual({name: error_name(e) for name, e in zip(expected, met)},
                         {name: error_name(e) for name, e in expected.items()})
        if self.identity != "root":
            return  # without the privilege, calls fail outside too
        possible = [name for name in expected if name not in NOT_OUTSIDE]
        for name, error in zip(possible, self.outside([(name, ()) for name in possible])):
            if error != errno.ENOSYS:  # this kernel does not have the call
                self.assertNotEqual(error_name(error), error_name(expected[name]), name)

    def test_calls_refused_by_their_arguments(self):
        for filters in ("", "namespaces", "unix-closed"):
            rows = [row for row in BY_ARGUMENT if row[0] == filters]
            calls = [(name, arguments) for _, name, arguments, _ in rows]
            inside, outside = self.inside(calls, filters.split()), self.outside(calls)
            for (_, name, arguments, error), met, before in zip(rows, inside, outside):
                with self.subTest(filters=filters, call=name, arguments=arguments):
                    if error is None:
                        self.assertNotIn(met, (errno.EPERM, errno.EAFNOSUPPORT, errno.ENOSYS), error_name(met))
                        continue
                    self.assertEqual(error_name(met), error_name(error))
                    # Without the privilege, or the kernel module, it fails outside as well.
                    if self.identity == "root" and before not in (errno.EAFNOSUPPORT, errno.ESOCKTNOSUPPORT):
                        self.assertNotEqual(error_name(before), error_name(error))

    @staticmethod
    def killed(code):
        return code == -signal.SIGSYS

    def test_other_abis_kill(self):
        if not X86:
            self.cannot_run("only x86_64 has these")
        for words in (("int80",), (str(0x40000000 | 39),)):
            outside = subprocess.run([TRY_SYSCALL, *words], check=False)
            reports, _, _ = self.run_inside(TRY_SYSCALL, *words, options=("--limit", "core=0"))
            self.assertFalse(self.killed(outside.returncode))
            self.assertEqual(reports, [READY, ("signaled", signal.SIGSYS, 0)])

    def test_pairs_but_no_datagrams_when_unix_sockets_are_closed(self):
        probe = self.python(
            "import socket\n"
            "for kind in (socket.SOCK_STREAM, socket.SOCK_SEQPACKET, socket.SOCK_DGRAM):\n"
            "    try: socket.socketpair(socket.AF_UNIX, kind); print(0)\n"
            "    except OSError as e: print(e.errno)")
        self.assertEqual(self.output_of(*probe).split(), ["0", "0", "0"])
        for name in ("unix-closed",):
            self.assertEqual(self.output_of(*probe, options=("--filter", name)).split(), ["0", "0", str(errno.EPERM)])

    def test_threads_and_processes_work_behind_all_of_them(self):
        probe = self.python("import threading, subprocess\n"
                            "t = threading.Thread(target=lambda: print('thread', flush=True)); t.start(); t.join()\n"
                            "subprocess.run(['echo', 'process'], check=True)")
        options = ("--filter", "base", "--filter", "namespaces", "--filter", "unix-closed")
        self.assertEqual(self.output_of(*probe, options=options), "thread\nprocess\n")


class Connect(InitCase):
    """The filter with a listener: connect is answered from outside."""

    RECEIVE, SEND = 0xc0502100, 0xc0182101

    def answer(self, listener, error):
        """Answers one call; gives its number."""
        call = bytearray(80)
        fcntl.ioctl(listener, self.RECEIVE, call)
        key, _, _, number = struct.unpack_from("=QIIi", call)
        fcntl.ioctl(listener, self.SEND, struct.pack("=QqiI", key, 0, -error, 0))
        return number

    def test_the_supervisor_answers(self):
        path = self.base / "socket"
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(path))
            os.chmod(path, 0o777)
            server.listen()
            probe = self.python(
                "import socket, sys\n"
                "for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):\n"
                "    try: socket.socket(socket.AF_UNIX, kind).connect(sys.argv[1]); print(0)\n"
                "    except OSError as e: print(e.errno)", str(path))
            self.assertEqual(self.output_of(*probe).split()[0], "0")
            sandbox = self.sandbox(*probe, options=("--filter", "connect"))
            self.assertEqual(sandbox.report(), ("descriptor", 0, 0))
            self.assertEqual(len(sandbox.descriptors), 1)
            sandbox.order("go")
            self.assertEqual(sandbox.report(), READY)
            self.assertEqual(self.answer(sandbox.descriptors[0], errno.EHOSTUNREACH), 42 if X86 else 203)
            reports, _, output = sandbox.finish()
            self.assertEqual(output.split(), [str(errno.EHOSTUNREACH), str(errno.EPERM)])
            self.assertEqual(reports, [("exited", 0, 0)])

    def test_nothing_runs_before_go(self):
        marker = self.project / "ran"
        sandbox = self.sandbox("touch", str(marker), options=("--filter", "connect", "--write", str(self.project)))
        self.assertEqual(sandbox.report(), ("descriptor", 0, 0))
        with self.assertRaises(AssertionError):
            sandbox.report(0.1)
        self.assertFalse(marker.exists())
        sandbox.order("go")
        self.assertEqual(sandbox.reports(), [READY, ("exited", 0, 0)])
        self.assertTrue(marker.exists())

    def test_a_supervisor_that_goes_instead_ends_it(self):
        marker = self.project / "ran"
        sandbox = self.sandbox("touch", str(marker), options=("--filter", "connect", "--write", str(self.project)))
        self.assertEqual(sandbox.report(), ("descriptor", 0, 0))
        sandbox.control.close()
        self.assertEqual(sandbox.process.wait(PATIENCE), 125)
        self.assertFalse(marker.exists())


for_each_identity(globals())

if __name__ == "__main__":
    main()
