#!/usr/bin/env python3
"""Tries to reach other processes by signals, memory, messages, sockets and the network, and to outlive the run."""

import contextlib
import ctypes
import os
import pathlib
import signal
import socket
import subprocess
import threading
import time

from escape_case import Attempt, EscapeCase, probe
from postern_case import POSTERN, main
from run_case import PROVE, for_root_and_user

LIBC = ctypes.CDLL(None, use_errno=True)


class Listener:
    """A real service of the host that counts its clients."""

    def __init__(self, family, kind, address):
        self.socket = socket.socket(family, kind)
        self.socket.bind(address)
        self.stream = kind != socket.SOCK_DGRAM
        if self.stream:
            self.socket.listen(8)
        self.visits = 0
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        while True:
            try:
                if self.stream:
                    self.socket.accept()[0].close()
                else:
                    self.socket.recv(64)
                self.visits += 1
            except OSError:
                return

    def close(self):
        # shutdown wakes the thread up, close would not.
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


@for_root_and_user
class Processes(EscapeCase):
    def victim(self):
        """A process of the host that belongs to the same user."""
        process = subprocess.Popen(self.as_user(["sleep", "300"]), start_new_session=True)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        time.sleep(0.05)
        return process

    def test_into_other_processes(self):
        victim = self.victim()
        pid = str(victim.pid)
        attempts = [
            probe("trace-first", "1", function="trace", works="maybe"),
            probe("trace-victim", pid, function="trace", works="maybe"),
            probe("memory-of-first", "1", function="read_memory", works="maybe"),
            probe("memory-of-victim", pid, function="read_memory", works="maybe"),
            probe("descriptor-of-first", "1", function="take_descriptor", works="maybe"),
            probe("descriptor-of-victim", pid, function="take_descriptor"),
            probe("environment-of-first", "/proc/1/environ", function="read_file", works="maybe"),
            probe("environment-of-victim", f"/proc/{pid}/environ", function="read_file"),
            probe("memory-file-of-first", "/proc/1/mem", function="open_memory", works="maybe"),
            probe("memory-file-of-victim", f"/proc/{pid}/mem", function="open_memory"),
            probe("memory-map-of-first", "/proc/1/maps", function="read_file", works="maybe"),
            probe("descriptors-of-first", "1", function="list_descriptors", works="maybe"),
            probe("descriptors-of-victim", pid, function="list_descriptors"),
            probe("signal-zero", pid, "0", function="signal_process"),
            probe("idle-input", pid, function="idle_input_for"),
            probe("one-cpu", pid, function="bind_to_one_cpu"),
            probe("limit", pid, function="limit_process"),
            probe("lower-one", pid, function="lower_process"),
            Attempt("see", f"[ -e /proc/{pid}/status ] && touch escaped"),
        ]
        self.try_all(attempts)
        self.assertIsNone(victim.poll())

    def test_killing(self):
        """Most of these would kill the tests themselves, so only a signal to one process is tried outside."""
        victim = self.victim()
        ran = self.bare(f"kill -9 {victim.pid}")
        self.assertEqual((ran.returncode, victim.wait()), (0, -9))
        for name, script in {
            "one": "kill -9 {pid}; kill -9 -- -{pid}", "everyone": "kill -9 -1", "group": "kill -9 0",
            "first": "kill -9 1; kill -TERM 1; kill -INT 1; kill -SEGV 1",
            "parent": "kill -9 $PPID", "range": "for i in $(seq 1 400) {pid}; do kill -9 $i 2>/dev/null; done",
            "everyone from a new session": "setsid sh -c 'kill -9 -1'; sleep 0.1",
            "by descriptor": '"$PYTHON" "$PROBES" signal_by_descriptor {pid}',
            "lower all": '"$PYTHON" "$PROBES" lower_everybody',
        }.items():
            victim = self.victim()
            script = self.write_script("kill", PROVE + script.format(pid=victim.pid))
            before = os.getpriority(os.PRIO_PROCESS, victim.pid)
            ran = self.proven(self.run_in("--", "/bin/sh", script, start_new_session=True))
            with self.subTest(kill=name):
                self.assertIsNone(victim.poll(), ran)
                self.assertEqual(os.getpriority(os.PRIO_PROCESS, victim.pid), before)
                # Postern itself was not killed.
                self.assertGreaterEqual(ran.returncode, 0, ran)

    def test_sockets(self):
        run = pathlib.Path("/run" if os.getuid() == 0 else "/nonexistent")
        tag = f"postern-escape-{os.getpid()}-{self.uid}"
        at = {"path": str(self.outside / "service"), "datagrams": str(self.outside / "datagrams"),
              "project": str(self.project / "service"), "run": str(run / tag)}
        services = {
            "path": Listener(socket.AF_UNIX, socket.SOCK_STREAM, at["path"]),
            "datagrams": Listener(socket.AF_UNIX, socket.SOCK_DGRAM, at["datagrams"]),
            "project": Listener(socket.AF_UNIX, socket.SOCK_STREAM, at["project"]),
            "abstract": Listener(socket.AF_UNIX, socket.SOCK_STREAM, "\0" + tag),
            "tcp": Listener(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            "udp": Listener(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
            "tcp6": Listener(socket.AF_INET6, socket.SOCK_STREAM, ("::1", 0)),
        }
        if run.is_dir():
            services["run"] = Listener(socket.AF_UNIX, socket.SOCK_STREAM, at["run"])
            self.addCleanup(os.unlink, at["run"])
        for service in services.values():
            self.addCleanup(service.close)
        for name, path in at.items():
            if name in services:
                os.chmod(path, 0o777)

        def port(name):
            return str(services[name].socket.getsockname()[1])

        def visited(name):
            def look(_case, _attempt):
                time.sleep(0.03)
                seen, services[name].visits = services[name].visits, 0
                return seen > 0
            return look
        attempts = [
            probe("unix-path", at["path"], function="connect_unix", evidence=visited("path")),
            probe("unix-datagram", at["datagrams"], "datagram", function="connect_unix", evidence=visited("datagrams")),
            probe("unix-pair", at["datagrams"], function="datagram_from_pair", evidence=visited("datagrams")),
            probe("unix-in-project", at["project"], function="connect_unix", evidence=visited("project")),
            probe("unix-through-proc", "/proc/self/root" + at["path"], function="connect_unix",
                  evidence=visited("path")),
            probe("unix-abstract", "@" + tag, function="connect_unix", evidence=visited("abstract")),
            probe("loopback", "127.0.0.1", port("tcp"), function="connect_tcp", evidence=visited("tcp")),
            probe("loopback-by-other-name", "127.1.2.3", port("tcp"), function="connect_tcp", works="maybe"),
            probe("loopback-any", "0.0.0.0", port("tcp"), function="connect_tcp", evidence=visited("tcp")),
            probe("loopback-6", "::1", port("tcp6"), function="connect_tcp", evidence=visited("tcp6")),
            probe("loopback-mapped", "::ffff:127.0.0.1", port("tcp"), function="connect_tcp", evidence=visited("tcp")),
            Attempt("datagram", f'"$PYTHON" "$PROBES" send_udp 127.0.0.1 {port("udp")}', evidence=visited("udp")),
            *(probe(f"socket-{name}", str(family), str(kind), str(protocol), function="open_socket", works="maybe")
              for name, family, kind, protocol in (
                  ("packet", 17, 3, 768), ("packet-datagram", 17, 2, 768), ("raw", 2, 3, 1), ("raw-any", 2, 3, 255),
                  ("raw-6", 10, 3, 58), ("vsock", 40, 1, 0), ("crypto", 38, 5, 0), ("audit", 16, 3, 9),
                  ("uevents", 16, 3, 15), ("diagnosis", 16, 3, 4), ("netfilter", 16, 3, 12), ("generic", 16, 3, 16),
                  ("xdp", 44, 3, 0), ("bluetooth", 31, 3, 1), ("can", 29, 3, 1), ("tipc", 30, 1, 0), ("key", 15, 3, 2),
                  ("sctp", 2, 5, 132), ("raw-with-flags", 2, 3 | 0o2000000, 1), ("unix-high-bits", (7 << 32) | 1, 1, 0),
                  ("smc", 43, 1, 0), ("rds", 21, 5, 0), ("x25", 9, 5, 0), ("ieee802154", 36, 2, 0))),
        ]
        if "run" in services:
            attempts.append(probe("unix-run", at["run"], function="connect_unix", evidence=visited("run")))
        self.try_all(attempts)

    def test_descriptors_out_and_in(self):
        """An open socket inherited from the caller cannot pass descriptors out of the sandbox."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        self.addCleanup(ours.close)
        self.addCleanup(theirs.close)
        ours.settimeout(0.2)
        script = self.write_script("send", f'{PROVE}"$PYTHON" "$PROBES" descriptor_over_inherited {theirs.fileno()}')
        for sandbox in (False, True):
            argv = ["/bin/sh", script]
            ran = self.start([POSTERN, "run", "--", *argv] if sandbox else argv, pass_fds=(theirs.fileno(),))
            if sandbox:
                self.proven(ran)
            got = []
            with contextlib.suppress(TimeoutError):
                got = socket.recv_fds(ours, 16, 4)[1]
            for fd in got:
                os.close(fd)
            with self.subTest(sandbox=sandbox):
                self.assertEqual(bool(got), not sandbox)

    def test_shared_memory_and_messages(self):
        key = 0x50600000 + os.getpid() % 0xFFFF
        flags = 0o1000 | 0o666
        memory, marks, queue = LIBC.shmget(key, 4096, flags), LIBC.semget(key, 1, flags), LIBC.msgget(key, flags)
        self.addCleanup(LIBC.shmctl, memory, 0, None)
        self.addCleanup(LIBC.semctl, marks, 0, 0)
        self.addCleanup(LIBC.msgctl, queue, 0, None)
        self.assertTrue(min(memory, marks, queue) >= 0)
        attempts = [probe("shared_memory", str(key)), probe("semaphores", str(key)), probe("messages", str(key)),
                    Attempt("list-of-memory", f'grep -q " {memory} " /proc/sysvipc/shm && touch escaped')]
        name = f"/postern-escape-{os.getpid()}-{self.uid}"
        old = os.umask(0)
        library = ctypes.CDLL("librt.so.1", use_errno=True)
        opened = library.mq_open(name.encode(), os.O_CREAT | os.O_RDWR, 0o666, None)
        os.umask(old)
        if opened >= 0:
            self.addCleanup(library.mq_unlink, name.encode())
            self.addCleanup(library.mq_close, opened)
            attempts.append(probe("message_queue", name))
        shared = pathlib.Path("/dev/shm") / name[1:]
        shared.write_text("the host's", encoding="utf-8")
        shared.chmod(0o666)
        self.addCleanup(shared.unlink)
        attempts.append(probe("shared-file", str(shared), function="read_file"))
        self.try_all(attempts)

    def test_living_on(self):
        """No process survives the run, however it detached itself and however the run ended."""
        ways = {
            "background": "{beat} &",
            "nohup": "nohup sh -c '{beat}' >/dev/null 2>&1 &",
            "session": "setsid sh -c '{beat}' &",
            "twice": "( setsid sh -c '( {beat} ) & exit' & ) ",
            "ignoring": "sh -c 'trap \"\" TERM HUP INT QUIT; {beat}' &",
            "stopped": "sh -c 'kill -STOP $$; {beat}' & while ! grep -q 'State:.T' /proc/$!/status; do sleep 0.02; done; "
                       "kill -CONT $!",
        }
        for ending in ("exit", "timeout", "kill"):
            for name, way in ways.items():
                if ending != "exit" and name not in ("session", "ignoring"):
                    continue
                file = self.project / "beat"
                beat = f"while :; do echo x >> {file}; sleep 0.02; done"
                wait = f"while ! [ -e {file} ]; do sleep 0.02; done"
                text = way.format(beat=beat) + f"\n{wait}\n" + ("" if ending == "exit" else "sleep 300\n")
                script = self.write_script("live", text)
                argv = ["/bin/sh", str(script)]
                if ending == "exit":
                    bare = subprocess.Popen(self.as_user(argv), cwd=self.project, env=self.env, start_new_session=True)
                    bare.wait()
                    try:
                        self.eventually(lambda: self.grows(file), f"{name} to live on without the sandbox")
                    finally:
                        self.end_those_who_write(file)
                file.unlink(missing_ok=True)
                options = ["--timeout", "3s"] if ending == "timeout" else []
                run = subprocess.Popen(self.as_user([POSTERN, "run", *options, "--", *argv]), cwd=self.project,
                                       env=self.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                self.eventually(file.exists, "the first beat")
                if ending == "kill":
                    run.send_signal(signal.SIGKILL)
                run.wait()
                with self.subTest(way=name, ending=ending):
                    # After a kill it is the kernel that ends the namespace, a moment later.
                    self.eventually(lambda: not self.grows(file), "the end of the last process")
                file.unlink(missing_ok=True)

    @staticmethod
    def grows(file):
        before = file.stat().st_size
        time.sleep(0.12)
        return file.stat().st_size > before

    def end_those_who_write(self, file):
        """Kills the loops that this test started without the sandbox. They are recognised by the name of the file."""
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError, ValueError):
                words = path.read_bytes()
                if (str(file).encode() in words or str(self.scripts).encode() in words) and b"/sh\0" in b"/" + words:
                    os.kill(int(path.parent.name), signal.SIGKILL)
        time.sleep(0.05)
        file.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
