"""Attempts that need system calls. Each is a function that returns if the attempt succeeds, and raises otherwise."""

import contextlib
import ctypes
import fcntl
import mmap
import os
import socket
import struct
import subprocess
import sys

LIBC = ctypes.CDLL(None, use_errno=True)
NEW_TIME, NEW_NS, NEW_CGROUP, NEW_UTS, NEW_IPC, NEW_USER, NEW_PID, NEW_NET = (
    0x80, 0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
AT_FDCWD = -100


def call(number, *args):
    """A system call by its number on x86-64."""
    words = [ctypes.c_long(a) if isinstance(a, int) else a for a in args]
    result = LIBC.syscall(ctypes.c_long(number), *words)
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def library(name, *args):
    result = getattr(LIBC, name)(*args)
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def text(value):
    return ctypes.c_char_p(str(value).encode())


def in_child(action):
    """Runs `action` in a child, which it may break, and tells whether it succeeded."""
    pid = os.fork()
    if pid == 0:
        try:
            action()
        except BaseException:  # pylint: disable=broad-except
            os._exit(1)
        os._exit(0)
    return os.waitpid(pid, 0)[1] == 0


def must(condition):
    if not condition:
        raise OSError("did not work")


# ---- files outside

def reopen_path_descriptor(path):
    fd = os.open(path, os.O_PATH)
    os.write(os.open(f"/proc/self/fd/{fd}", os.O_WRONLY), b"x")


def reopen_read_only_descriptor(path):
    fd = os.open(path, os.O_RDONLY)
    os.write(os.open(f"/proc/self/fd/{fd}", os.O_RDWR), b"x")


def own_file(name="own"):
    with open(name, "w", encoding="utf-8") as file:
        file.write("mine\n")
    return name


def rename_over(path):
    os.rename(own_file(), path)


def exchange(path):
    call(316, AT_FDCWD, text(own_file()), AT_FDCWD, text(path), 2)


def truncate_call(path):
    os.truncate(path, 0)


def set_attribute(path):
    os.setxattr(path, "user.postern", b"x")


def set_attribute_through_descriptor(path):
    os.setxattr(os.open(path, os.O_RDONLY), "user.postern", b"x")


def change_mode_through_descriptor(path):
    os.fchmod(os.open(path, os.O_RDONLY), 0o666)


def change_time_through_descriptor(path):
    os.utime(os.open(path, os.O_RDONLY), (1, 1))


def make_socket_file(path):
    os.mknod(path, 0o140666)


def map_shared(path):
    memory = mmap.mmap(os.open(path, os.O_RDWR), 1, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE)
    memory[0] = 0x78
    memory.flush()


def allocate(path):
    os.posix_fallocate(os.open(path, os.O_WRONLY), 0, 4096)


def copy_range(path):
    os.copy_file_range(os.open(own_file(), os.O_RDONLY), os.open(path, os.O_WRONLY), 4)


def splice_into(path):
    read, write = os.pipe()
    os.write(write, b"mine")
    os.splice(read, os.open(path, os.O_WRONLY), 4)


def send_file(path):
    os.sendfile(os.open(path, os.O_WRONLY), os.open(own_file(), os.O_RDONLY), 0, 4)


def unnamed_file_linked_outside(path):
    fd = os.open(".", os.O_TMPFILE | os.O_RDWR, 0o600)
    os.write(fd, b"x")
    call(265, AT_FDCWD, text(f"/proc/self/fd/{fd}"), AT_FDCWD, text(path), 0x400)


def unnamed_file_outside(path):
    os.write(os.open(path, os.O_TMPFILE | os.O_RDWR, 0o600), b"x")


def open_relative_to_directory(path):
    os.open("new", os.O_CREAT | os.O_WRONLY, dir_fd=os.open(path, os.O_RDONLY))


def open_beneath(path):
    how = struct.pack("QQQ", os.O_CREAT | os.O_WRONLY, 0o600, 8)
    call(437, os.open(path, os.O_PATH), text("new"), ctypes.c_char_p(how), len(how))


def program_in_memory(path):
    fd = os.memfd_create("x", 0)
    os.write(fd, f"#!/bin/sh\necho x > {path}\n".encode())
    must(subprocess.run([f"/proc/self/fd/{fd}"], pass_fds=(fd,), check=False).returncode == 0)


def change_root_then_write(path):
    os.chroot(os.path.dirname(path))
    os.write(os.open("/" + os.path.basename(path), os.O_WRONLY), b"x")


def raw_disk():
    for name in ("vda", "sda", "nvme0n1", "loop0", "mem", "kmsg", "mapper/control", "fuse"):
        if os.path.exists("/dev/" + name):
            os.open("/dev/" + name, os.O_RDWR)
            return
    raise FileNotFoundError


def kernel_memory():
    for name in ("/dev/mem", "/dev/kmem", "/dev/port", "/proc/kcore"):
        if os.path.exists(name):
            os.read(os.open(name, os.O_RDONLY), 1)
            return
    raise FileNotFoundError


# ---- mounts and namespaces

def mount_memory():
    call(165, text("none"), text("."), text("tmpfs"), 0, 0)


def mount_bind():
    os.makedirs("b", exist_ok=True)
    call(165, text("/tmp"), text("b"), text(""), 4096, 0)


def remount_writable():
    call(165, text("none"), text("/"), text(""), 32 | 4096, 0)


def unmount(path):
    call(166, text(path), 2)


def pivot():
    call(155, text("."), text("."))


def change_root():
    os.chroot(".")


def unshare(flags):
    must(in_child(lambda: call(272, int(flags, 0))))


def clone_namespace(flags):
    pid = call(56, int(flags, 0) | 17, 0, 0, 0, 0)
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def clone3_namespace(flags):
    args = struct.pack("8Q", int(flags, 0), 0, 0, 0, 17, 0, 0, 0)
    pid = call(435, ctypes.c_char_p(args), len(args))
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def unshare_high_bits():
    must(in_child(lambda: call(272, (1 << 32) | NEW_USER)))


def enter_namespace(kind, pid="1"):
    fd = os.open(f"/proc/{pid}/ns/{kind}", os.O_RDONLY)
    must(in_child(lambda: call(308, fd, 0)))


def enter_by_process():
    fd = call(434, os.getppid(), 0)
    must(in_child(lambda: call(308, fd, NEW_NS | NEW_USER)))


def open_tree():
    call(428, AT_FDCWD, text("/"), 1)


def open_tree_attributes():
    call(467, AT_FDCWD, text("/"), 1, 0, 0)


def new_file_system():
    call(430, text("tmpfs"), 0)


def pick_file_system():
    call(433, AT_FDCWD, text("/"), 0)


def set_mount_attributes():
    attributes = struct.pack("4Q", 0, 1, 0, 0)
    call(442, AT_FDCWD, text("/"), 0, ctypes.c_char_p(attributes), len(attributes))


def move_mount():
    call(429, AT_FDCWD, text("/"), AT_FDCWD, text("/mnt"), 0)


def map_users():
    with open("/proc/self/uid_map", "w", encoding="ascii") as file:
        file.write("0 0 4294967295\n")


def host_name():
    library("sethostname", text("escaped"), 7)


# ---- the kernel

def keys_add():
    call(248, text("user"), text("postern-escape"), text("x"), 1, -4)


def keys_search():
    call(250, 0, -4, 1)


def keys_session():
    call(250, 1, 0)


def keys_request():
    keys = ctypes.c_char_p(b"")
    call(249, text("user"), text("postern-escape"), keys, -4)


def bpf():
    attributes = struct.pack("4I", 2, 4, 4, 1) + bytes(112)
    call(321, 0, ctypes.c_char_p(attributes), len(attributes))


def perf():
    attributes = bytearray(112)
    struct.pack_into("IIQ", attributes, 0, 1, 112, 0)
    attributes[40] = 0x60
    call(298, ctypes.c_char_p(bytes(attributes)), 0, -1, -1, 0)


def user_faults():
    call(323, 1)


def ring():
    call(425, 8, ctypes.c_char_p(bytes(120)))


def open_by_handle():
    handle = ctypes.create_string_buffer(struct.pack("Ii", 128, 0) + bytes(128))
    mount = ctypes.c_int()
    call(303, AT_FDCWD, text("/etc/hostname"), handle, ctypes.byref(mount), 0)
    call(304, os.open("/etc", os.O_RDONLY), handle, os.O_RDONLY)


def executable_heap():
    call(135, 0x0400000)


def local_descriptors():
    entry = struct.pack("4I", 0, 0, 0xfffff, 0x51)
    call(154, 1, ctypes.c_char_p(entry), len(entry))


def io_privilege():
    call(172, 3)


def io_ports():
    call(173, 0x80, 1, 1)


def kernel_log():
    call(103, 3, ctypes.create_string_buffer(64), 64)


def accounting():
    call(163, text(own_file()))


def compare_processes():
    call(312, os.getpid(), os.getppid(), 2, 0, 0)


def by_32_bits(number, argument):
    """int 0x80 with one argument: filters that look at 64-bit calls only do not see it."""
    def act():
        # push rbx; mov eax, edi; mov ebx, esi; int 0x80; pop rbx; ret
        code = bytes.fromhex("5389f889f3cd805bc3")
        memory = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ | mmap.PROT_WRITE |
                           mmap.PROT_EXEC)
        memory.write(code)
        address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        function = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int)(address)
        must(function(int(number, 0), int(argument, 0)) >= 0)
    must(in_child(act))


def by_x32(number, argument):
    must(in_child(lambda: call(0x40000000 | int(number, 0), int(argument, 0))))


# ---- privileges

def capabilities():
    header, data = struct.pack("Ii", 0x20080522, 0), struct.pack("6I", 1 << 21, 1 << 21, 0, 0, 0, 0)
    call(126, ctypes.c_char_p(header), ctypes.c_char_p(data))


def ambient_capability():
    library("prctl", 47, 2, 21, 0, 0)


def forget_no_new_privileges():
    library("prctl", 38, 0, 0, 0, 0)


def another_user():
    must(in_child(lambda: os.setuid(1)))


def another_group():
    must(in_child(lambda: os.setgroups([0, 1, 6])))


def write_system_setting(path):
    # Opened, never written.
    os.close(os.open(path, os.O_WRONLY))


# ---- other processes

def trace(pid):
    call(101, 16, int(pid), 0, 0)


def read_memory(pid):
    buffer = ctypes.create_string_buffer(8)
    local = struct.pack("QQ", ctypes.addressof(buffer), 8)
    call(310, int(pid), ctypes.c_char_p(local), 1, ctypes.c_char_p(local), 1, 0)


def take_descriptor(pid):
    call(438, call(434, int(pid), 0), 0, 0)


def read_file(path):
    with open(path, "rb") as file:
        must(file.read(1))


def open_memory(path):
    os.open(path, os.O_RDWR)


def list_descriptors(pid):
    for name in os.listdir(f"/proc/{pid}/fd"):
        os.readlink(f"/proc/{pid}/fd/{name}")


def signal_process(pid, number):
    os.kill(int(pid), int(number))


def signal_by_descriptor(pid):
    call(424, call(434, int(pid), 0), 15, 0, 0)


def lower_everybody():
    os.setpriority(os.PRIO_USER, os.getuid(), 5)


def lower_process(pid):
    os.setpriority(os.PRIO_PROCESS, int(pid), 5)


def idle_input_for(pid):
    call(251, 1, int(pid), 3 << 13)


def bind_to_one_cpu(pid):
    os.sched_setaffinity(int(pid), {0})


def limit_process(pid):
    call(302, int(pid), 4, ctypes.c_char_p(struct.pack("QQ", 0, 0)), 0)


# ---- sockets and messages

def connect_unix(path, kind="stream"):
    kinds = {"stream": socket.SOCK_STREAM, "datagram": socket.SOCK_DGRAM, "packets": socket.SOCK_SEQPACKET}
    with socket.socket(socket.AF_UNIX, kinds[kind]) as s:
        s.connect(path.replace("@", "\0", 1) if path.startswith("@") else path)
        with contextlib.suppress(BrokenPipeError):
            s.send(b"x")


def datagram_from_pair(path):
    one, _two = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    one.sendto(b"x", path)


def connect_tcp(host, port):
    with socket.create_connection((host, int(port)), timeout=2) as s:
        s.send(b"x")


def send_udp(host, port):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        s.sendto(b"x", (host, int(port)))


def open_socket(family, kind, protocol):
    call(41, int(family, 0), int(kind, 0), int(protocol, 0))


def shared_memory(key):
    must(library("shmat", library("shmget", int(key), 0, 0), 0, 0))


def semaphores(key):
    library("semctl", library("semget", int(key), 0, 0), 0, 16, 7)


def messages(key):
    library("msgsnd", library("msgget", int(key), 0), ctypes.c_char_p(struct.pack("l", 1) + b"x" * 8), 8, 0)


def message_queue(name):
    fd = call(240, text(name.lstrip("/")), os.O_WRONLY, 0, 0)
    call(242, fd, text("x"), 1, 0, 0)


def descriptor_over_inherited(number):
    with socket.socket(fileno=int(number)) as s:
        socket.send_fds(s, [b"x"], [os.open(".", os.O_RDONLY)])


def type_into_terminal(request, character="x"):
    for fd in (0, 1, 2):
        if os.isatty(fd):
            call(16, fd, int(request, 0), ctypes.c_char_p(character.encode()))
            return
    fcntl.ioctl(os.open("/dev/tty", os.O_RDWR), int(request, 0), character.encode())


if __name__ == "__main__":
    try:
        globals()[sys.argv[1]](*sys.argv[2:])
    except (OSError, ValueError, AttributeError) as error:
        print(sys.argv[1], error, file=sys.stderr)
        sys.exit(1)
