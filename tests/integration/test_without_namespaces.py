#!/usr/bin/env python3
"""The sandbox without namespaces (sandbox.withoutNamespaces): Landlock and seccomp alone. Each act is shown to work outside
first, and then to fail inside, in a process that shows what holds it."""

import contextlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import time

from postern_case import PATIENCE, POSTERN, main
from run_case import RunCase, for_root_and_user

PYTHON = "/usr/bin/python3"
MODE = ("--set", "sandbox.withoutNamespaces=true")
# There is no namespace that could be the proof. Outside, the tests run without a filter.
HELD = b"held\n"
PROVE = """
import os, sys
with open("/proc/self/status") as status:
    facts = dict(line.split(":", 1) for line in status if ":" in line)
print("held" if facts["Seccomp"].strip() == "2" and facts["NoNewPrivs"].strip() == "1" else "not held", flush=True)
"""

# Acts on files outside the writable roots. `path` is a file there, `room` its directory, `here` the project.
FILE_ACTS = {
    "overwrites": "open(path, 'w').write('x')",
    "appends": "open(path, 'a').write('x')",
    "truncates": "os.truncate(path, 0)",
    "removes": "os.unlink(path)",
    "renames": "os.rename(path, path + '2')",
    "moves into the project": "os.rename(path, here + '/moved')",
    "links into the project": "os.link(path, here + '/linked')",
    "makes a file": "open(room + '/new', 'w')",
    "makes a directory": "os.mkdir(room + '/new')",
    "makes a link": "os.symlink('x', room + '/new')",
    "makes a pipe": "os.mkfifo(room + '/new')",
    "through a link of its own": "os.symlink(path, here + '/way'); open(here + '/way', 'w').write('x')",
    "through the root of the process": "open('/proc/self/root' + path, 'w').write('x')",
    "changes a mode": "os.chmod(path, 0o777)",
    "changes a mode by a descriptor": "os.fchmod(os.open(path, os.O_RDONLY), 0o777)",
    "changes a mode through a link": "os.symlink(path, here + '/way'); os.chmod(here + '/way', 0o777)",
    "changes a mode by a directory": "os.chmod('file', 0o777, dir_fd=os.open(room, os.O_RDONLY))",
    "changes an owner": "os.chown(path, os.getuid(), os.getgid())",
    "sets an attribute": "os.setxattr(path, 'user.x', b'x')",
}

# Ways to read a file that denyRead names.
READ_ACTS = {
    "opens": "open(path).read()",
    "through a link": "os.symlink(path, here + '/way'); open(here + '/way').read()",
    "through the root of the process": "open('/proc/self/root' + path).read()",
    "through its directory": "os.fdopen(os.open('file', os.O_RDONLY, dir_fd=os.open(room, os.O_PATH))).read()",
    "mapped": "import mmap; mmap.mmap(os.open(path, os.O_RDONLY), 0, prot=mmap.PROT_READ)[0]",
    "by another program": "import subprocess; assert subprocess.run(['/bin/cat', path]).returncode == 0",
}

# Acts on a process outside. `pid` is its number.
PROCESS_ACTS = {
    "signals": "os.kill(pid, 0)",
    "signals its group": "os.killpg(os.getpgid(pid), 0)",
    "signals by a descriptor": "signal.pidfd_send_signal(os.pidfd_open(pid), 0)",
    "reads its environment": "open(f'/proc/{pid}/environ').read()[0]",
    "reads its memory": "open(f'/proc/{pid}/mem', 'rb')",
    "follows its directory": "os.listdir(f'/proc/{pid}/cwd/')",
    "limits it": "resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))",
    "slows it down": "os.setpriority(os.PRIO_PROCESS, pid, 19)",
    "moves it to a processor": "os.sched_setaffinity(pid, os.sched_getaffinity(pid))",
    "makes it wait": "os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0))",
    "traces it": "assert ctypes.CDLL(None, use_errno=True).ptrace(0x4206, pid, 0, 0) == 0",
}


@for_root_and_user
class WithoutNamespaces(RunCase):
    def python(self, text):
        path = self.base / f"script-{len(list(self.base.iterdir()))}.py"
        path.write_text(text, encoding="utf-8")
        path.chmod(0o644)
        return str(path)

    def inside(self, text, *options, **more):
        """A Python script that is certain to have run in this sandbox."""
        ran = self.run_in(*MODE, *options, "--", PYTHON, self.python(PROVE + text), **more)
        first, _, rest = ran.stdout.partition(b"\n")
        self.assertEqual(first + b"\n", HELD, ran)
        self.assertIn(b"sandbox is weaker here", ran.stderr, "each run says so")
        ran.stdout = rest
        return ran

    def fails(self, name, text, *options, outside_ok=True):
        """Shows that an act works outside and fails inside."""
        if outside_ok:
            ran = self.start([PYTHON, self.python(text)])
            self.assertEqual(ran.returncode, 0, (name, "outside", ran))
        ran = self.inside(f"try:\n    exec({text!r})\nexcept (OSError, AssertionError) as e:\n"
                          "    print('refused', e)\nelse:\n    print('DONE')", *options)
        self.assertEqual(ran.stdout[:7], b"refused", (name, "inside", ran))

    def room(self):
        """A directory outside the project with a file, both anew."""
        subprocess.run(["rm", "-rf", str(self.outside)], check=True)
        self.outside.mkdir()
        file = self.outside / "file"
        file.write_text("content", encoding="utf-8")
        file.chmod(0o644)
        self.own(self.outside)
        for left in ("way", "moved", "linked"):
            (self.project / left).unlink(missing_ok=True)
        return file

    def facts(self, file):
        st = file.stat()
        return file.read_text(encoding="utf-8"), st.st_mode, st.st_uid, sorted(os.listdir(file.parent)), os.listxattr(file)

    def test_files_outside(self):
        for name, act in FILE_ACTS.items():
            head = f"import os\npath, room, here = {str(self.outside / 'file')!r}, {str(self.outside)!r}, {str(self.project)!r}\n"
            with self.subTest(name):
                file = self.room()
                ran = self.start([PYTHON, self.python(head + act)])
                self.assertEqual(ran.returncode, 0, ("outside", ran))
                file = self.room()
                before = self.facts(file)
                self.fails(name, head + act, outside_ok=False)
                self.assertEqual(self.facts(file), before)

    def test_the_project_works(self):
        ran = self.inside("open('new', 'w').write('x'); os.chmod('new', 0o700); os.mkdir('d'); os.rename('new', 'd/new')\n"
                          "os.fchmod(os.open('d', os.O_RDONLY), 0o2755); open(os.environ['TMPDIR'] + '/t', 'w')\n"
                          "open('/dev/null', 'w').write('x'); open('/dev/urandom', 'rb').read(1); print('done')")
        self.assertEqual(ran.stdout, b"done\n", ran)
        self.assertEqual((self.project / "d/new").stat().st_mode & 0o777, 0o700)
        self.assertEqual((self.project / "d").stat().st_mode & 0o7777, 0o2755)

    def test_git_works(self):
        self.git("init", "-q")
        self.write("file", "x")
        self.own(self.project)
        ran = self.run_in(*MODE, "-c", "git add file && git -c user.name=t -c user.email=t@t commit -qm one && git log --oneline")
        self.assertEqual(ran.returncode, 0, ran)
        self.assertIn("one", self.git("log", "--oneline"))

    def test_another_place_to_push_to_is_told_of(self):
        self.git("init", "-q")
        self.git("remote", "add", "origin", "https://a.example/r")
        ran = self.inside("import subprocess; subprocess.run(['git', 'remote', 'set-url', 'origin', 'elsewhere'], check=True)")
        self.assertIn(b"remote.origin.url was https://a.example/r and is elsewhere", ran.stderr)

    def test_denied_reads(self):
        for name, act in READ_ACTS.items():
            head = f"import os\npath, room, here = {str(self.outside / 'file')!r}, {str(self.outside)!r}, {str(self.project)!r}\n"
            for denied in (self.outside, self.outside / "file"):
                with self.subTest(name, denied=denied.name):
                    self.room()
                    self.assertEqual(self.start([PYTHON, self.python(head + act)]).returncode, 0)
                    self.room()
                    self.fails(name, head + act, "--deny-read", str(denied), outside_ok=False)
        other = self.write("other", "beside", self.outside)
        ran = self.inside(f"print(open({str(other)!r}).read())", "--deny-read", str(self.outside / "file"))
        self.assertEqual(ran.stdout, b"beside\n", "what lies beside it stays readable")

    def test_own_stores_are_hidden(self):
        self.assertEqual(self.inside("print('x')").stdout, b"x\n")
        state = self.home / ".local/state/postern"
        file = next(path for path in state.rglob("*") if path.is_file())
        self.fails("stores", f"open({str(file)!r}).read()")

    def test_network(self):
        with socket.socket() as server, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as packets:
            server.bind(("127.0.0.1", 0))
            server.listen(50)
            packets.bind(("127.0.0.1", 0))
            port, packet_port = server.getsockname()[1], packets.getsockname()[1]
            acts = {
                "connects": f"import socket; socket.create_connection(('127.0.0.1', {port}), 5)",
                "sends": f"import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', {packet_port}))",
                "connects over IPv6": f"import socket; socket.socket(socket.AF_INET6).connect(('::ffff:127.0.0.1', {port}))",
                "listens": "import socket; s = socket.socket(); s.bind(('127.0.0.1', 0)); s.listen()",
                "asks the kernel": "import socket; socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)",
            }
            for name, act in acts.items():
                with self.subTest(name):
                    self.fails(name, act)

    def test_unix_sockets(self):
        path, name = str(self.outside / "s"), f"\0postern-test-{os.getpid()}"
        with socket.socket(socket.AF_UNIX) as file, socket.socket(socket.AF_UNIX) as abstract:
            file.bind(path)
            os.chmod(path, 0o777)
            abstract.bind(name)
            for server in (file, abstract):
                server.listen(50)
            for address in (path, name):
                self.fails(address, f"import socket; socket.socket(socket.AF_UNIX).connect({address!r})")

    def test_shared_memory(self):
        file = pathlib.Path(f"/dev/shm/postern-test-{os.getpid()}")
        self.addCleanup(file.unlink, missing_ok=True)
        file.write_text("x", encoding="utf-8")
        file.chmod(0o666)
        for act in (f"open({str(file)!r}).read()", f"open({str(file)!r}, 'a').write('y')",
                    f"open({str(file)!r}).read()"):
            self.fails(act, act)
        self.fails("a segment", "import ctypes; c = ctypes.CDLL(None, use_errno=True); i = c.shmget(0, 4096, 0o1600)\n"
                                "assert i >= 0 and c.shmctl(i, 0, None) == 0")

    def test_devices(self):
        if os.getuid() != 0 or self.uid is not None:
            ran = self.inside("print(sorted(d for d in os.listdir('/dev') if d == 'null'))")
            return self.assertEqual(ran.stdout, b"['null']\n", "only root can open more than that")
        disks = [path for path in pathlib.Path("/dev").iterdir() if path.is_block_device()]
        if not disks:
            self.cannot_run("no block device")
        self.fails("a disk", f"import os; os.open({str(disks[0])!r}, os.O_RDONLY)")
        self.fails("a disk, for requests", f"import os, fcntl; fcntl.ioctl(os.open({str(disks[0])!r}, 3), 0x1260, b'x' * 8)")
        return self.fails("a setting of the kernel", "open('/proc/sys/kernel/domainname', 'w')")

    @contextlib.contextmanager
    def other(self):
        """A process of the same user outside."""
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(self.as_user(["/bin/sleep", "1000"]), start_new_session=True, env={"SECRET": "x"},
                              cwd=self.project, **quiet) as process:
            try:
                # Until the user has changed and sleep has started, other rights hold.
                until = time.monotonic() + PATIENCE
                while b"sleep" not in pathlib.Path(f"/proc/{process.pid}/comm").read_bytes() and time.monotonic() < until:
                    time.sleep(0.01)
                yield process
            finally:
                process.kill()

    def test_other_processes(self):
        for name, act in PROCESS_ACTS.items():
            with self.subTest(name), self.other() as other:
                self.fails(name, f"import os, signal, resource, ctypes\npid = {other.pid}\n{act}")

    def test_signals_of_descriptors(self):
        """A pipe can send its owner any signal when it becomes readable."""
        act = ("import fcntl, os, signal\nreading, writing = os.pipe()\nfcntl.fcntl(reading, fcntl.F_SETOWN, {})\n"
               "fcntl.fcntl(reading, 10, signal.SIGKILL)\n"
               "fcntl.fcntl(reading, fcntl.F_SETFL, fcntl.fcntl(reading, fcntl.F_GETFL) | os.O_ASYNC)\n"
               "os.write(writing, b'x'); print('sent')")
        with self.other() as other:
            ran = self.start([PYTHON, self.python(act.format(other.pid))])
            self.assertEqual((ran.stdout, other.wait(PATIENCE)), (b"sent\n", -signal.SIGKILL), "outside")
        with self.other() as other:
            self.assertEqual(self.inside(act.format(other.pid)).stdout, b"sent\n")
            self.assertIsNone(other.poll())

    def test_a_signal_to_all_stays_inside(self):
        """Not shown outside: it would end everything of this user."""
        with self.other() as other:
            ran = self.inside("import signal, subprocess, time\nchild = subprocess.Popen(['/bin/sleep', '1000'])\n"
                              "os.kill(-1, signal.SIGKILL)\nprint(child.wait())")
            self.assertEqual(ran.stdout, b"-9\n", "its own child is ended")
            self.assertIsNone(other.poll(), "and nothing else")

    def test_postern_cannot_be_ended(self):
        ran = self.inside("import signal\nfor pid in (os.getppid(), int(open(f'/proc/{os.getppid()}/stat').read().split()[3])):\n"
                          "    try:\n        os.kill(pid, signal.SIGKILL)\n    except PermissionError:\n        print('refused')")
        self.assertEqual(ran.stdout, b"refused\nrefused\n", ran)

    def test_nothing_stays_behind(self):
        mark = self.project / "alive"
        leave = ("import subprocess, time\nfor _ in range(3):\n"
                 "    if os.fork() == 0:\n        os.setsid()\n        if os.fork(): os._exit(0)\n"
                 f"        open({str(mark)!r} + str(os.getpid()), 'w')\n        time.sleep(1000)\n"
                 "import glob\n"
                 f"while len(glob.glob({str(mark)!r} + '*')) < 3: time.sleep(0.01)\nprint('left')")
        self.assertEqual(self.inside(leave).stdout, b"left\n")
        pids = [int(path.name[5:]) for path in self.project.glob("alive*")]
        self.assertEqual(len(pids), 3)
        for pid in pids:
            self.assertFalse(pathlib.Path(f"/proc/{pid}").exists(), "gone when run returns")

    def test_nothing_outlives_a_killed_postern(self):
        mark = self.project / "alive"
        script = self.python("import os, time\nif os.fork() == 0:\n    os.setsid()\n"
                             f"    open({str(mark)!r} + str(os.getpid()), 'w')\ntime.sleep(1000)")
        with subprocess.Popen(self.as_user([POSTERN, "run", *MODE, "--", PYTHON, script]), cwd=self.project, env=self.env,
                              stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as postern:
            until = time.monotonic() + PATIENCE
            while not list(self.project.glob("alive*")) and time.monotonic() < until:
                time.sleep(0.01)
            pid = int(next(self.project.glob("alive*")).name[5:])
            self.assertTrue(pathlib.Path(f"/proc/{pid}").exists())
            postern.send_signal(signal.SIGKILL)
            while pathlib.Path(f"/proc/{pid}").exists() and time.monotonic() < until:
                time.sleep(0.01)
            self.assertFalse(pathlib.Path(f"/proc/{pid}").exists())

    def test_namespaces(self):
        self.fails("unshare", "import ctypes; assert ctypes.CDLL(None, use_errno=True).unshare(0x10000000) == 0")

    def test_protected_files_are_put_back(self):
        self.git("init", "-q")
        hook = self.write(".git/hooks/pre-commit", "#!/bin/sh\ntrue\n")
        hook.chmod(0o755)
        settings = self.write(".claude/settings.json", {"permissions": {"deny": ["Bash(nosuch)"]}})
        self.own(self.project)
        before = [path.read_bytes() for path in (hook, settings)]
        ran = self.inside("for path, text in (('.git/hooks/pre-commit', '#!/bin/sh\\ntouch stolen\\n'),\n"
                          "                   ('.git/config', '[core]\\nfsmonitor = touch stolen\\n'),\n"
                          "                   ('.claude/settings.json', '{}')):\n"
                          "    with open(path, 'r+') as file:\n        file.truncate(0); file.write(text)\nprint('changed')")
        self.assertEqual(ran.stdout, b"changed\n", "Landlock cannot refuse it")
        self.assertEqual([path.read_bytes() for path in (hook, settings)], before, ran.stderr)
        self.assertNotIn("fsmonitor", (self.project / ".git/config").read_text(encoding="utf-8"))

    def test_new_hooks_do_not_stay(self):
        self.git("init", "-q")
        self.own(self.project)
        hooks = self.project / ".git/hooks"
        made = {"a file": "open('.git/hooks/post-checkout', 'x').write('#!/bin/sh')",
                "a directory": "os.rename('.git/hooks', 'old'); os.mkdir('h'); open('h/post-checkout', 'x').write('#!/bin/sh')\n"
                               "os.rename('h', '.git/hooks')"}
        for name, act in made.items():
            with self.subTest(name):
                ran = self.inside(act + "\nos.chmod('.git/hooks/post-checkout', 0o755); print('made')")
                self.assertEqual(ran.stdout, b"made\n", ran)
                self.assertFalse((hooks / "post-checkout").exists(), ran)
                self.assertIn(b"to quarantine", ran.stderr)

    def test_rules_meet_programs(self):
        ran = self.inside("import subprocess\ntry:\n    subprocess.run(['/usr/bin/id'])\nexcept PermissionError: print('refused')",
                          "--set", "permissions.deny=Bash(id:*)")
        self.assertEqual(ran.stdout, b"refused\n", ran)

    def test_what_cannot_be_held_keeps_commands_from_running(self):
        secret = self.write("secret", "x")
        self.own(self.project)
        cases = (
            (("--deny-read", str(secret)), "is to be hidden in a writable directory"),
            (("--deny-write", str(secret)), "must not be changed and lies in a writable directory"),
            (("--set", "sandbox.network.allowedDomains=example.org"), "needs a network of its own"),
            (("--set", "postern.network.exposePorts=8080"), "needs a network of its own"),
            (("--set", "sandbox.filesystem.disabled=true"), "the whole machine is to be writable"),
        )
        for options, words in cases:
            with self.subTest(words):
                self.assertEqual(self.start(["/bin/cat", str(secret)]).stdout, b"x")
                ran = self.run_in(*MODE, *options, "--", "/bin/cat", str(secret))
                self.assertEqual((ran.returncode, ran.stdout), (125, b""), ran)
                self.assertIn(words, ran.stderr.decode())
                self.assertIn("cannot be held without namespaces", ran.stderr.decode())

    def test_profile_lists_what_is_not_held(self):
        ran = self.start([POSTERN, "profile", "--json", *MODE])
        profile = json.loads(ran.stdout)
        self.assertTrue(profile["withoutNamespaces"])
        self.assertGreater(len(profile["notHeld"]), 3)
        text = self.start([POSTERN, "profile", *MODE]).stdout.decode()
        for sentence in profile["notHeld"]:
            self.assertIn(sentence["text"], text)
        self.assertNotIn("withoutNamespaces: true", self.start([POSTERN, "profile"]).stdout.decode())

    def test_status_and_doctor(self):
        doctor = self.start([POSTERN, "doctor", "--json", *MODE])
        status = json.loads(self.start([POSTERN, "status", "--json", *MODE]).stdout)["sandbox"]
        self.assertEqual((doctor.returncode, status["state"]), (1, "weaker"), doctor)
        self.assertIn("sandbox.withoutNamespaces is set", status["reason"])

    def test_an_untrusted_project_cannot_ask_for_it(self):
        self.write(".postern/settings.json", {"sandbox": {"withoutNamespaces": True}})
        self.own(self.project)
        ran = self.sh("echo full")
        self.assertEqual(ran.stdout, b"full\n")


if __name__ == "__main__":
    main()
