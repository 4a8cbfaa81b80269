#!/usr/bin/env python3
"""What the processes of one command do with each other: unix sockets among them work, and so do debuggers. Neither leads
out of the sandbox."""

import os
import socket
import subprocess

from postern_case import main
from run_case import RunCase, for_root_and_user

PYTHON = "/usr/bin/python3"

# Each prints "works" if the two ends have talked.
SERVERS = {
    "stream": """
import os, socket
server = socket.socket(socket.AF_UNIX); server.bind("s"); server.listen()
if os.fork() == 0:
    client = socket.socket(socket.AF_UNIX); client.connect("s"); client.send(b"works"); os._exit(0)
print(server.accept()[0].recv(9).decode())
""",
    "packets, by an absolute path": """
import os, socket
path = os.getcwd() + "/s"
server = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET); server.bind(path); server.listen()
if os.fork() == 0:
    client = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET); client.connect(path); client.send(b"works"); os._exit(0)
print(server.accept()[0].recv(9).decode())
""",
    "abstract": """
import os, socket
server = socket.socket(socket.AF_UNIX); server.bind("\\0own"); server.listen()
if os.fork() == 0:
    client = socket.socket(socket.AF_UNIX); client.connect("\\0own"); client.send(b"works"); os._exit(0)
print(server.accept()[0].recv(9).decode())
""",
    # The process that called listen is gone when somebody connects.
    "a server in the background": """
import os, socket
if os.fork() == 0:
    server = socket.socket(socket.AF_UNIX); server.bind("s"); server.listen()
    reading, writing = os.pipe()
    if os.fork() != 0: os._exit(0)
    os.close(writing); os.read(reading, 1)
    client = socket.socket(socket.AF_UNIX); client.connect("s"); client.send(b"works")
    print(server.accept()[0].recv(9).decode(), flush=True); open("done", "x"); os._exit(0)
while not os.path.exists("done"): pass
os.unlink("done")
""",
    "asyncio": """
import asyncio
async def main():
    async def answer(reader, writer):
        writer.write(await reader.read(9)); await writer.drain(); writer.close()
    server = await asyncio.start_unix_server(answer, "s")
    reader, writer = await asyncio.open_unix_connection("s")
    writer.write(b"works"); print((await reader.read(9)).decode())
    server.close()
asyncio.run(main())
""",
    "multiprocessing": """
import multiprocessing
if __name__ == "__main__":
    with multiprocessing.Manager() as manager:
        words = manager.list(["works"]); print(words[0])
""",
    "from a removed directory": """
import os, socket
server = socket.socket(socket.AF_UNIX); server.bind("s"); server.listen()
os.mkdir("d"); os.chdir("d"); os.rmdir("../d")
if os.fork() == 0:
    client = socket.socket(socket.AF_UNIX); client.connect("../s"); client.send(b"works"); os._exit(0)
print(server.accept()[0].recv(9).decode())
""",
}

VISITOR = """
import socket, sys
client = socket.socket(socket.AF_UNIX, int(sys.argv[2]))
try:
    client.connect(sys.argv[1].replace("@", "\\0", 1)); client.send(b"x"); print("connected")
except OSError as error:
    print("refused", error.errno)
"""

# Traces a child whose getppid is turned into another call: a namespace of its own.
TURNS_A_CALL = """
import ctypes, os, signal, sys
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
TRACEME, CONT, SYSCALL, PEEKUSER, POKEUSER, ORIG_RAX, RAX, RDI = 0, 7, 24, 3, 6, 15 * 8, 10 * 8, 14 * 8
child = os.fork()
if child == 0:
    libc.ptrace(TRACEME, 0, None, None); os.kill(os.getpid(), signal.SIGSTOP)
    libc.syscall(110); os._exit(0)
os.waitpid(child, 0)
while True:
    libc.ptrace(SYSCALL, child, None, None); os.waitpid(child, 0)
    if libc.ptrace(PEEKUSER, child, ctypes.c_void_p(ORIG_RAX), None) == 110: break
print("traced", flush=True)
libc.ptrace(POKEUSER, child, ctypes.c_void_p(ORIG_RAX), ctypes.c_void_p(272))
libc.ptrace(POKEUSER, child, ctypes.c_void_p(RDI), ctypes.c_void_p(0x10000000))
libc.ptrace(SYSCALL, child, None, None); os.waitpid(child, 0)
print("result", ctypes.c_long(libc.ptrace(PEEKUSER, child, ctypes.c_void_p(RAX), None)).value)
"""

LEAK = "#include <stdlib.h>\nint main(void) { void *volatile p = malloc(9); p = 0; return 0; }\n"


class Service:
    """A unix socket outside that counts who comes."""

    def __init__(self, address, kind=socket.SOCK_STREAM):
        self.socket = socket.socket(socket.AF_UNIX, kind)
        self.socket.bind(address)
        self.socket.listen()
        self.socket.setblocking(False)

    def visits(self):
        count = 0
        while True:
            try:
                self.socket.accept()[0].close()
                count += 1
            except BlockingIOError:
                return count


@for_root_and_user
class Sockets(RunCase):
    """Ends inside and outside."""

    def test_among_the_commands_own_processes(self):
        for name, code in SERVERS.items():
            with self.subTest(server=name):
                ran = self.sh(f"{PYTHON} {self.script(code)}; rm -f s")
                self.assertIn(b"works", ran.stdout, ran)

    def test_services_outside(self):
        tag = f"@postern-own-{os.getpid()}-{self.uid}"
        for where, kind in ((str(self.project / "service"), socket.SOCK_STREAM),
                            (str(self.base / "packets"), socket.SOCK_SEQPACKET), (tag, socket.SOCK_STREAM)):
            service = Service(where.replace("@", "\0", 1), kind)
            self.addCleanup(service.socket.close)
            if not where.startswith("@"):
                os.chmod(where, 0o777)
            argv = [PYTHON, self.script(VISITOR), where, str(int(kind))]
            with self.subTest(service=where):
                self.assertIn(b"connected", self.start(argv).stdout)
                self.assertEqual(service.visits(), 1)
                ran = self.run_in("--", *argv)
                self.assertIn(b"refused", ran.stdout, ran)
                self.assertEqual(service.visits(), 0, ran)
                if not where.startswith("@"):
                    self.assertIn(b"allowUnixSockets", ran.stderr)

    def test_the_listed_one(self):
        path = str(self.base / "service")
        service = Service(path)
        self.addCleanup(service.socket.close)
        os.chmod(path, 0o777)
        ran = self.run_in("--set", f"sandbox.network.allowUnixSockets={path}", "--", PYTHON, self.script(VISITOR), path, "1")
        self.assertIn(b"connected", ran.stdout, ran)
        self.assertEqual(service.visits(), 1)

    def test_a_socket_from_outside_does_not_find_names_outside(self):
        """Names without a file belong to the network namespace of the socket that looks for them."""
        tag = f"\0postern-given-{os.getpid()}-{self.uid}"
        service = Service(tag)
        self.addCleanup(service.socket.close)
        script = self.script("import socket, sys\ngiven = socket.socket(fileno=0)\n"
                             "try: given.connect('\\0' + sys.argv[1]); print('connected')\n"
                             "except OSError as error: print('refused', error.errno)\n")
        for inside in (False, True):
            with socket.socket(socket.AF_UNIX) as given:
                argv = [PYTHON, script, tag[1:]]
                if inside:
                    argv = [os.environ["POSTERN"], "run", "--", *argv]
                ran = subprocess.run(self.as_user(argv), stdin=given, capture_output=True, check=False, timeout=60,
                                     cwd=self.project, env=self.env)
            self.assertIn(b"refused" if inside else b"connected", ran.stdout, ran)
            self.assertEqual(service.visits(), 0 if inside else 1)


@for_root_and_user
class Debuggers(RunCase):
    """Tracing of the command's own processes."""

    def test_strace(self):
        self.need("strace")
        ran = self.sh("strace -f -o trace sh -c 'echo traced'; grep -c execve trace")
        self.assertIn(b"traced", ran.stdout, ran)

    def test_leak_checker(self):
        self.need("gcc")
        (self.project / "leak.c").write_text(LEAK, encoding="utf-8")
        self.own(self.project)
        script = "gcc -g -fsanitize=address -o leak leak.c && ./leak; echo status $?"
        self.assertIn(b"detected memory leaks", self.bare(script).stderr)
        ran = self.sh(script)
        self.assertIn(b"detected memory leaks", ran.stderr, ran)

    def test_not_in_strict_mode(self):
        self.need("strace")
        ran = self.sh("strace true", "--set", "postern.execGuard=strict", "--set", "permissions.deny=Bash(nothing:*)")
        self.assertNotEqual(ran.returncode, 0, ran)
        self.assertIn(b"Operation not permitted", ran.stderr, ran)

    def test_a_tracer_does_not_go_round_a_rule(self):
        self.need("strace")
        (self.project / "victim").touch()
        self.own(self.project)
        ran = self.sh("x=rm; strace -f -o trace sh -c \"$x victim\"; echo done",
                       "--set", "permissions.deny=Bash(rm:*)")
        self.assertIn(b"done", ran.stdout, ran)
        self.assertTrue((self.project / "victim").exists(), ran)

    def test_a_tracer_does_not_go_round_the_filters(self):
        if os.uname().machine != "x86_64":
            self.cannot_run("numbers of registers")
        script = self.script(TURNS_A_CALL)
        self.assertIn(b"traced\nresult 0\n", self.start([PYTHON, script]).stdout)
        ran = self.run_in("--", PYTHON, script)
        self.assertIn(b"traced\nresult -1\n", ran.stdout, ran)

    def test_the_first_process_cannot_be_traced(self):
        script = self.script("import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
                             "print('attach', libc.ptrace(16, 1, 0, 0), ctypes.get_errno())\n")
        ran = self.run_in("--", PYTHON, script)
        self.assertIn(b"attach -1 1", ran.stdout, ran)


if __name__ == "__main__":
    main()
