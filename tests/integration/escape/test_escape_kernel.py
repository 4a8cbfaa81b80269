#!/usr/bin/env python3
"""Ways out by mounts, namespaces, rare system calls, and privileges."""

import os
import pathlib
import pty
import select
import shutil
import struct
import subprocess

from escape_case import PYTHON, Attempt, EscapeCase, probe
from capability_sets import SHOW_CAPABILITIES, capability_sets
from postern_case import POSTERN, main
from run_case import for_root_and_user

# For root they work without the sandbox, for an ordinary user they never do.
ROOT = {"works": "root"}

MOUNTS = [
    # Without the sandbox these would change the machine's mounts, so they are tried in a mount namespace of their own.
    probe("mount_memory", works="unsafe"),
    probe("mount_bind", works="unsafe"),
    probe("remount_writable", works="unsafe"),
    probe("unmount_project", "${P%/*}", function="unmount", works="unsafe"),
    probe("unmount_private", "/run", function="unmount", works="unsafe"),
    probe("unmount_proc_sys", "/proc/sys", function="unmount", works="unsafe"),
    probe("unmount_devices", "/dev", function="unmount", works="unsafe"),
    probe("pivot", works="unsafe"),
    probe("move_mount", works="unsafe"),
    probe("set_mount_attributes", works="unsafe"),
    probe("change_root", **ROOT),
    probe("open_tree", **ROOT),
    probe("open_tree_attributes", works="maybe"),
    probe("new_file_system", works="maybe"),
    probe("pick_file_system", works="maybe"),
    Attempt("mount-program", "mkdir m; mount -t tmpfs none m && touch escaped", works="unsafe"),
    Attempt("mount-program-in-namespace", 'unshare -Urm sh -c "mount --rbind /tmp /mnt" && touch escaped'),
    Attempt("umount-in-namespace", 'unshare -Urm sh -c "umount -l /proc" && touch escaped', works="maybe"),
    Attempt("writable-again-in-namespace",
            'unshare -Urm sh -c "mount -o remount,bind,rw / ; echo x > \\"$O/victim\\""'),
    Attempt("fuse-program", "for f in fusermount fusermount3; do $f -V && mkdir -p m && $f m && touch escaped; done",
            works="maybe"),
    Attempt("enter-first-process", "nsenter -t 1 -a true && touch escaped", works="maybe"),
    Attempt("enter-parent", "nsenter -t $PPID -m true && touch escaped", **ROOT),
    Attempt("second-sandbox", 'bwrap --bind / / sh -c "echo x > \\"$O/victim\\""'),
]

NAMESPACES = [
    *(probe(f"unshare-{name}", hex(flag), function="unshare", works="both" if name == "user" else "root")
      for name, flag in (("user", 0x10000000), ("mount", 0x20000), ("net", 0x40000000), ("pid", 0x20000000),
                         ("ipc", 0x8000000), ("uts", 0x4000000), ("cgroup", 0x2000000))),
    probe("unshare-time", "0x80", function="unshare", works="maybe"),
    probe("unshare-user-and-mount", hex(0x10020000), function="unshare"),
    probe("unshare_high_bits", works="maybe"),
    probe("clone-user", hex(0x10000000), function="clone_namespace"),
    probe("clone-mount", hex(0x20000), function="clone_namespace", **ROOT),
    probe("clone3-user", hex(0x10000000), function="clone3_namespace"),
    probe("clone3-net", hex(0x40000000), function="clone3_namespace", **ROOT),
    *(probe(f"enter-{kind}", kind, function="enter_namespace", works="maybe")
      for kind in ("mnt", "pid", "net", "ipc", "uts", "user", "cgroup")),
    probe("enter-own-parent", "user", "$PPID", function="enter_namespace", works="maybe"),
    probe("enter_by_process", works="maybe"),
    probe("map_users", works="maybe"),
    probe("host_name", works="unsafe"),
]

CALLS = [
    probe("keys_add"),
    probe("keys_search"),
    probe("keys_session"),
    probe("keys_request", works="maybe"),
    probe("bpf", works="maybe"),
    probe("perf", works="maybe"),
    probe("user_faults", works="both"),
    probe("ring", works="maybe"),
    probe("open_by_handle", works="maybe"),
    probe("executable_heap"),
    probe("local_descriptors", works="maybe"),
    probe("io_privilege", works="maybe"),
    probe("io_ports", works="maybe"),
    probe("kernel_log", works="maybe"),
    probe("accounting", works="unsafe"),
    probe("compare_processes", works="maybe"),
    # Calls of the 32-bit kind: unshare 310, getpid 20; and of the x32 kind.
    probe("by-32-bits-unshare", "310", hex(0x10000000), function="by_32_bits", works="maybe"),
    probe("by-32-bits-anything", "20", "0", function="by_32_bits", works="maybe"),
    probe("by-x32-unshare", "272", hex(0x10000000), function="by_x32", works="maybe"),
    probe("by-x32-anything", "39", "0", function="by_x32", works="maybe"),
]

PRIVILEGES = [
    probe("capabilities", **ROOT),
    probe("ambient_capability", works="maybe"),
    probe("forget_no_new_privileges", works="maybe"),
    probe("another_user", **ROOT),
    probe("another_group", **ROOT),
    *(probe("setting-" + path.strip("/").replace("/", "-"), path, function="write_system_setting", works="maybe")
      for path in ("/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe", "/proc/sys/vm/overcommit_memory",
                   "/proc/sys/kernel/hostname", "/proc/sys/net/ipv4/ip_forward", "/proc/sys/user/max_user_namespaces",
                   "/proc/sysrq-trigger", "/proc/irq/default_smp_affinity", "/sys/kernel/uevent_helper",
                   "/sys/power/state", "/sys/kernel/mm/transparent_hugepage/enabled", "/sys/fs/cgroup/cgroup.procs",
                   "/proc/self/../sys/kernel/core_pattern", "/proc/timer_list", "/proc/acpi/wakeup",
                   "/proc/mtrr", "/proc/bus/pci/00/00.0")),
    Attempt("become-another", 'su -s /bin/sh -c true daemon && touch escaped', **ROOT),
]


@for_root_and_user
class Kernel(EscapeCase):
    def test_mounts(self):
        self.try_all(MOUNTS)

    def test_namespaces(self):
        self.try_all(NAMESPACES)

    def test_calls(self):
        self.try_all(CALLS)

    def test_privileges(self):
        self.try_all(PRIVILEGES)

    def test_nothing_is_held_back(self):
        """Capabilities and the right to gain privileges are gone for root and for an ordinary user."""
        program = shutil.copy(SHOW_CAPABILITIES, self.scripts)
        outside = capability_sets(self.bare(program).stdout.decode())
        self.assertEqual(outside["permitted"] != [], self.is_root, outside)
        inside = capability_sets(self.sh(program).stdout.decode())
        for name in ("permitted", "effective", "inheritable", "ambient"):
            self.assertEqual(inside[name], [], inside)
        ran = self.sh("grep -E '^(NoNewPrivs|Seccomp:)' /proc/self/status")
        values = dict(line.split(":", 1) for line in ran.stdout.decode().splitlines())
        self.assertEqual((values["NoNewPrivs"].strip(), values["Seccomp"].strip()), ("1", "2"))

    def test_programs_with_privileges(self):
        """Runs a real set-user-id program and one with capabilities, in the project."""
        if os.getuid() != 0:
            self.cannot_run("only root can make such programs")
        secret = self.outside / "secret"
        secret.write_text("the host's\n", encoding="utf-8")
        secret.chmod(0o600)
        os.chown(secret, 0, 0)
        for kind in ("set-user-id", "capability"):
            program = self.project / kind
            shutil.copy("/bin/cat", program)
            program.chmod(0o4755 if kind == "set-user-id" else 0o755)
            if kind == "capability":
                os.setxattr(program, "security.capability", struct.pack("<5I", 0x02000001, 1 << 1, 0, 0, 0))
            bare = self.bare(f"./{kind} {secret}")
            ran = self.sh(f"./{kind} {secret}")  # which shows that a script ran, though the program says nothing
            with self.subTest(kind=kind):
                self.assertEqual(bare.stdout, b"the host's\n", bare)
                # Root can read its own file without privileges.
                self.assertEqual(ran.stdout, b"the host's\n" if self.is_root else b"", ran)

    def test_devices_planted_by_the_host(self):
        if os.getuid() != 0:
            self.cannot_run("only root can make devices")
        node = self.project / "zero"
        os.mknod(node, 0o20666, os.makedev(1, 5))
        os.chmod(node, 0o666)
        self.assertEqual(len(self.bare("head -c 3 zero").stdout), 3)
        ran = self.sh("head -c 3 zero")
        self.assertEqual(ran.stdout, b"")
        self.assertIn(b"Permission denied", ran.stderr)

    def test_typing_into_the_terminal(self):
        """Tries TIOCSTI and TIOCLINUX on a real terminal, also with upper bits set, which the kernel ignores."""
        for request in (0x5412, 0x541C, 0x1_0000_5412, 0xFFFF_FFFF_0000_5412 - (1 << 64)):
            argv = [PYTHON, str(self.scripts / "probes.py"), "type_into_terminal", str(request)]
            for sandbox in (False, True):
                main_side, other = pty.openpty()
                ran = subprocess.run(self.as_user([POSTERN, "run", "--", *argv] if sandbox else argv), stdin=other,
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, timeout=self.timeout,
                                     cwd=self.project, env=self.env, preexec_fn=lambda: own_terminal(other))
                typed = select.select([other], [], [], 0)[0]
                echoed = select.select([main_side], [], [], 0)[0]
                os.close(main_side)
                os.close(other)
                legacy = pathlib.Path("/proc/sys/dev/tty/legacy_tiocsti")
                with self.subTest(request=hex(request), sandbox=sandbox):
                    if sandbox:
                        self.assertNotEqual(ran.returncode, 0, ran)
                        self.assertIn(b"type_into_terminal [Errno ", ran.stderr)
                        self.assertFalse(typed or echoed, ran)
                    elif request == 0x5412 and legacy.exists() and legacy.read_text().strip() == "1":
                        self.assertEqual(ran.returncode, 0, ran)


def own_terminal(fd):
    """In the child: the terminal becomes its own, so that it may type into it."""
    import fcntl  # pylint: disable=import-outside-toplevel
    import termios  # pylint: disable=import-outside-toplevel
    os.setsid()
    fcntl.ioctl(fd, termios.TIOCSCTTY, 0)


if __name__ == "__main__":
    main()
