#!/usr/bin/env python3
"""The exec guard under stress: thousands of starts at once, callers that die or lie, a supervisor that is stopped. The
rule holds, nothing hangs, nothing is left."""

import os
import pathlib
import re
import select
import shutil
import signal
import subprocess
import time
import uuid

from postern_case import ALL, PATIENCE, POSTERN, main
from run_case import RunCase, for_root_and_user

EXEC_STORM = os.environ["EXEC_STORM"]
RUNS = 60 if ALL else 20
STORM = 2000

DENY = ("--set", "permissions.deny=Bash(rm:*)")
REFUSED = b"postern: refused while it ran; Bash(rm:*)"
CANNOT_LOOK = b"a program that was to be started could not be looked at, so it was not"

PYTHON = """import ctypes, errno, mmap, os, random, signal, sys, time
libc = ctypes.CDLL(None, use_errno=True)
def ask():
    sys.stdout.flush()
    return sys.stdin.readline().strip()
def rm_is_refused():
    open("victim", "w").close()
    try: os.waitpid(os.posix_spawn("/bin/rm", ["rm", "victim"], {}), 0)
    except PermissionError: pass
    return os.path.exists("victim")
"""

# Starts that are killed: while the supervisor is stopped, so that all of them wait for it; then at random moments.
DIE_WAITING = """
print("ready")
for _ in range(10):
    ask()
    children = []
    for _ in range(50):
        pid = os.fork()
        if pid == 0: os.execv("/bin/sleep", ["sleep", "60"])
        children.append(pid)
    time.sleep(0.02)
    for pid in children: os.kill(pid, signal.SIGKILL)
    print("killed", sum(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == -9 for pid in children))
ask()
print("held", rm_is_refused())
"""

DIE_AT_RANDOM = """
dice = random.Random(1)
ended = []
for _ in range(400):
    pid = os.fork()
    if pid == 0:
        while True: os.posix_spawn("/bin/true", ["true"], {})
    until = time.perf_counter() + dice.uniform(0, 0.003)
    while time.perf_counter() < until: pass
    os.kill(pid, signal.SIGKILL)
    ended.append(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
print(ended.count(-9), rm_is_refused())
"""

# Ways to pass arguments that cannot be read. No program may start, and the guard must not stop.
BAD_MEMORY = """
def before_a_gap(content):
    two_pages = libc.mmap(None, ctypes.c_size_t(8192), 3, 0x22, -1, ctypes.c_long(0))
    libc.munmap(ctypes.c_void_p(two_pages + 4096), ctypes.c_size_t(4096))
    ctypes.memmove(two_pages + 4096 - len(content), content, len(content))
    return two_pages + 4096 - len(content)
libc.mmap.restype = ctypes.c_long
unended = before_a_gap(b"x" * 16)
def pointers(*values): return (ctypes.c_uint64 * (len(values) + 1))(*values, 0)
true, environment = ctypes.create_string_buffer(b"/bin/true"), pointers()
here = ctypes.addressof(true)
last_word = before_a_gap(here.to_bytes(8, "little"))
ways = {"path": (1, pointers(here)), "kernel path": (1 << 63, pointers(here)), "list": (here, 1),
        "first word": (here, pointers(1)), "second word": (here, pointers(here, 1)), "end of list": (here, last_word),
        "end of text": (here, pointers(here, unended)), "path without an end": (unended, pointers(here))}
for name, (path, words) in ways.items():
    pid = os.fork()
    if pid == 0:
        words = words if isinstance(words, int) else ctypes.addressof(words)
        libc.execve(ctypes.c_void_p(path), ctypes.c_void_p(words), environment)
        os._exit(ctypes.get_errno())
    print(name + ":", errno.errorcode.get(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), "started"))
print("held", rm_is_refused())
"""

# Passes many arguments, and checks that all arrive and that rm is recognised with as many.
MANY_WORDS = """
count = "import sys; print(len(sys.argv) - 1, sum(len(w) for w in sys.argv[1:]))"
def start(program, words):
    sys.stdout.flush()
    try: return os.waitstatus_to_exitcode(os.waitpid(os.posix_spawn(program, words, {}), 0)[1])
    except OSError as e: return errno.errorcode[e.errno]
def victim(words):
    open("victim", "w").close()
    return start("/bin/rm", ["rm", "-f", "victim", *words]), os.path.exists("victim")
for words in (["x" * 120000] * 16, ["word123"] * 100000):
    print(start("/usr/bin/python3", ["python3", "-c", count, *words]))
    print(*victim(words))
print(start("/bin/true", ["true"] + ["x" * 120000] * 40))
"""

# A filter that lets everything pass, with a listener of its own. Number 317 is x86-64's, 277 everybody else's.
OWN_LISTENER = """
seccomp = 317 if os.uname().machine == "x86_64" else 277
class Filter(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_void_p)]
code = ctypes.create_string_buffer((0x06).to_bytes(2, "little") + bytes(2) + (0x7fff0000).to_bytes(4, "little"), 8)
program = Filter(1, ctypes.addressof(code))
for flags in (8, 8 | 32, 0):
    got = libc.syscall(seccomp, 1, flags, ctypes.byref(program))
    print(flags, "installed" if got >= 0 else errno.errorcode[ctypes.get_errno()])
print("held", rm_is_refused())
"""


def state(pid):
    """Returns the state of a process as in ps, or "" if it is gone."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def below(pid):
    """Returns all descendants of a process."""
    try:
        children = [int(c) for c in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
    return children + [further for child in children for further in below(child)]


def descriptors(pid):
    return sorted(os.readlink(f"/proc/{pid}/fd/{fd}").partition(":")[0] for fd in os.listdir(f"/proc/{pid}/fd"))


class Conversation:
    """A run that prints lines and waits for input."""

    def __init__(self, case, *args):
        self.case = case
        self.run = subprocess.Popen(case.as_user([POSTERN, "run", *args]), env=case.env, cwd=case.project, bufsize=0,
                                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        case.addCleanup(self.give_up)

    def tell(self):
        self.run.stdin.write(b"\n")

    def line(self):
        """Returns the next line, or fails the test if it does not arrive in time."""
        said, deadline = b"", time.monotonic() + PATIENCE
        while not said.endswith(b"\n"):
            if not select.select([self.run.stdout], [], [], max(0, deadline - time.monotonic()))[0]:
                self.case.fail(f"it hangs after {said!r}")
            byte = os.read(self.run.stdout.fileno(), 1)
            if not byte:
                self.case.fail(f"it ended after {said!r}: {self.run.stderr.read()}")
            said += byte
        return said.decode().strip()

    def end(self):
        """Waits for the end and returns the status and the error output."""
        try:
            _, err = self.run.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.case.fail("it does not end")
        return self.run.returncode, err

    def give_up(self):
        if self.run.poll() is None:
            self.run.send_signal(signal.SIGCONT)
            self.run.kill()
            self.run.communicate()


RENAMES = """
children = []
for name in ('a', 'b'):
    os.mkdir(name)
    children.append(os.fork())
    while children[-1] == 0:
        os.rename(name, name + 'x')
        os.rename(name + 'x', name)
for _ in range(1000):
    started = os.posix_spawn('/usr/share/../../usr/share/../share/../bin/true', ['true'], {})
    os.waitpid(started, 0)
for child in children: os.kill(child, 9)
print('all')
"""


def policies(said):
    """Returns the output of `chrt -p` and `nice` without process numbers."""
    return [line.rpartition(b":")[2].strip() for line in said.splitlines()]


@for_root_and_user
class Storm(RunCase):
    timeout = 120

    def setUp(self):
        super().setUp()
        # Marks all processes of this test, inside and outside the sandbox, in their environment.
        self.mark = f"POSTERN_TEST_MARK={uuid.uuid4()}"
        name, _, value = self.mark.partition("=")
        self.env[name] = value
        self.env["TMPDIR"] = str(self.base / "tmp")
        (self.base / "tmp").mkdir()
        self.own(self.base / "tmp")
        self.guarded = (*DENY, "--env", self.mark)
        shutil.copy(EXEC_STORM, self.project / "exec_storm")
        self.own(self.project)

    def python(self, code):
        return [*self.guarded, "--", "/usr/bin/python3", self.script(PYTHON + code)]

    def processes(self):
        found = []
        for directory in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if self.mark.encode() in (directory / "environ").read_bytes():
                    found.append(int(directory.name))
            except OSError:
                pass
        return found

    def assert_nothing_left(self):
        self.eventually(lambda: not self.processes(), "the end of all processes")
        self.assertEqual(below(os.getpid()), [], "children that nobody has collected")
        self.assertEqual(self.listing(self.base / "tmp"), [])

    def test_two_thousand_at_once(self):
        # A name that is not in the words of the storm itself, which would be refused at once.
        gone = self.project / "gone"
        gone.symlink_to("/bin/rm")
        run = Conversation(self, *self.guarded, "--", "/bin/sh", self.script(
            f"echo ready; read x; ./exec_storm {STORM} /bin/true; echo over $?; read x; "
            f"./exec_storm {STORM} ./gone victim; echo over $?; read x"))
        self.assertEqual(run.line(), "ready")
        self.assertGreater(len(self.processes()), 2, "the mark is not seen: the test proves nothing")
        before = descriptors(run.run.pid)
        for expected in (f"{STORM} ended with 0", f"{STORM} ended with 13"):
            run.tell()
            self.assertEqual([run.line(), run.line()], [expected, "over 0"])
            self.assertEqual(descriptors(run.run.pid), before)
            self.assertNotIn("Z", [state(pid) for pid in below(run.run.pid)])
        run.tell()
        status, err = run.end()
        self.assertEqual(status, 0, err)
        self.assertEqual(err.count(REFUSED), 1, "told once, not two thousand times")
        gone.unlink()
        self.assert_nothing_left()

    def test_many_runs(self):
        script = self.script("/bin/true && x=rm; $x victim; echo $?; (sleep 100 &) ; exit 7")
        homes = set()
        for i in range(RUNS):
            ran = self.run_in(*self.guarded, "--", "/bin/sh", script)
            self.assertEqual((ran.returncode, ran.stdout), (7, b"126\n"), f"run {i}: {ran}")
            self.assertEqual(ran.stderr.count(REFUSED), 1, ran)
            # The content of a kept directory has another name after each run.
            homes.add(tuple(re.sub("/[0-9a-f]{32}$", "/NAME", path) for path in self.listing(self.home)))
        self.assertEqual(len(homes), 1, "each run leaves something behind")
        self.assertEqual(self.listing(), ["exec_storm"])
        self.assert_nothing_left()

    def test_callers_die_while_they_wait(self):
        run = Conversation(self, *self.python(DIE_WAITING))
        self.assertEqual(run.line(), "ready")
        for _ in range(10):
            run.run.send_signal(signal.SIGSTOP)
            self.eventually(lambda: state(run.run.pid) == "T", "a stopped supervisor")
            run.tell()
            self.assertEqual(run.line(), "killed 50")
            run.run.send_signal(signal.SIGCONT)
        run.tell()
        self.assertEqual(run.line(), "held True")
        self.assertEqual(run.end()[0], 0)
        self.assert_nothing_left()

    def test_callers_die_at_random(self):
        ran = self.run_in(*self.python(DIE_AT_RANDOM))
        self.assertEqual(ran.stdout, b"400 True\n", ran)
        self.assertNotIn(CANNOT_LOOK, ran.stderr, "one that is gone was told of")
        self.assert_nothing_left()

    def test_memory_that_cannot_be_read(self):
        ran = self.run_in(*self.python(BAD_MEMORY))
        *ways, held = ran.stdout.decode().splitlines()
        self.assertEqual(held, "held True", ran)
        self.assertEqual(len(ways), 8, ran)
        for way in ways:
            self.assertIn(way.rpartition(": ")[2], ("EACCES", "EFAULT"), ran)
        self.assertEqual(ran.stderr.count(CANNOT_LOOK), 1, "one line says why")

    def test_a_lease_does_not_stop_the_clock(self):
        """Opening a leased file would wait for the holder of the lease. Postern refuses the program instead."""
        shutil.copy("/bin/true", self.project / "leased")
        self.own(self.project)
        text = ("import fcntl\nf = os.open('leased', os.O_RDWR)\nfcntl.fcntl(f, fcntl.F_SETLEASE, fcntl.F_WRLCK)\n"
                "signal.signal(signal.SIGIO, signal.SIG_IGN)\n"
                "try: os.posix_spawn('./leased', ['leased'], {})\n"
                "except OSError as e: print(errno.errorcode[e.errno])\n")
        ran = self.run_in("--timeout", "30s", *self.python(text))  # the kernel waits 45 seconds for the owner of a lease
        self.assertEqual((ran.stdout, ran.returncode), (b"EACCES\n", 0), ran)
        self.assertIn(CANNOT_LOOK, ran.stderr)

    def test_a_known_program_that_cannot_be_read_does_not_stop_the_clock(self):
        """Postern compares copies with the program named in a rule. The command has replaced that by a pipe, or leased
        it."""
        lease = "f = os.open('bin/tool', os.O_RDWR); fcntl.fcntl(f, fcntl.F_SETLEASE, fcntl.F_WRLCK)"
        for act, told in ((lease, b"EACCES"), ("os.unlink('bin/tool'); os.mkfifo('bin/tool')", b"ran")):
            with self.subTest(act=act):
                shutil.rmtree(self.project / "bin", ignore_errors=True)
                (self.project / "bin").mkdir()
                for name in ("tool", "copy"):
                    shutil.copy("/bin/true", self.project / "bin" / name)
                self.own(self.project)
                text = (f"import fcntl\nsignal.signal(signal.SIGIO, signal.SIG_IGN)\n{act}\n"
                        "try: os.posix_spawn('bin/copy', ['copy'], {}); os.wait(); print('ran')\n"
                        "except OSError as e: print(errno.errorcode[e.errno])\n")
                ran = self.run_in("--timeout", "30s", "--set", "permissions.deny=Bash(tool:*)", "--", "/usr/bin/python3",
                                  self.script(PYTHON + text), env={"PATH": f"{self.project}/bin:/usr/bin:/bin"})
                self.assertEqual((ran.stdout.strip(), ran.returncode), (told, 0), ran)

    def test_renames_elsewhere_are_not_in_the_way(self):
        """The kernel refuses to resolve `..` while another process renames. Postern tries again."""
        ran = self.run_in(*self.python(RENAMES))
        self.assertEqual(ran.stdout, b"all\n", ran)

    def test_scheduling_is_left_alone(self):
        """An answer changes the scheduling for a moment, but not if the process has chosen a policy itself."""
        for chosen in (["nice", "-n", "5"], ["chrt", "-i", "0"], ["chrt", "-R", "-o", "0"]):
            with self.subTest(chosen=chosen):
                show = [*chosen, "sh", "-c", "for i in 1 2 3; do chrt -p $$; nice; done"]
                expected = subprocess.run(show, capture_output=True, check=True).stdout
                ran = self.run_in(*self.guarded, "--", *show)
                self.assertEqual(policies(ran.stdout), policies(expected), ran)

    def test_many_words(self):
        ran = self.run_in(*self.python(MANY_WORDS))
        self.assertEqual(ran.stdout.decode().splitlines(),
                         ["16 1920000", "0", "EACCES True", "100000 700000", "0", "EACCES True", "E2BIG"], ran)
        self.assertIn(REFUSED, ran.stderr)

    def test_words_and_paths_that_are_not_text(self):
        """Arguments that are not text arrive unchanged, and a copy of rm with such a name is recognised."""
        shutil.copy("/bin/echo", os.fsencode(self.project) + b"/\xff\xfe echo")
        shutil.copy("/bin/rm", os.fsencode(self.project) + b"/\xff\xfe rm")
        self.write("victim", "")
        self.own(self.project)
        ran = self.run_in(*self.python("os.posix_spawn(b'./\\xff\\xfe echo', [b'\\xfe', b'\\xc3\\x28', b'\\xff'], {})\n"
                                       "os.wait()\nos.execv(b'./\\xff\\xfe rm', [b'\\xfe', b'victim'])\n"))
        self.assertEqual(ran.stdout, b"\xc3\x28 \xff\n", ran)
        self.assertTrue((self.project / "victim").exists(), ran)
        self.assertIn(REFUSED, ran.stderr)

    def test_a_stopped_supervisor(self):
        """Starts of programs wait while the supervisor is stopped, and continue with it."""
        run = Conversation(self, *self.guarded, "--", "/bin/sh", self.script(
            "i=0; while [ $i -lt 300 ]; do /bin/true || echo failed; i=$((i+1)); echo $i; done; x=rm; $x victim; echo $?"))
        said = [run.line() for _ in range(20)]
        for _ in range(3):
            run.run.send_signal(signal.SIGSTOP)
            self.eventually(lambda: state(run.run.pid) == "T", "a stopped supervisor")
            time.sleep(0.2)
            while select.select([run.run.stdout], [], [], 0.2)[0]:
                said.append(run.line())
            self.assertLess(len(said), 300, "programs were started while nobody could judge them")
            run.run.send_signal(signal.SIGCONT)
            said += [run.line() for _ in range(20)]
        out, err = run.run.communicate(timeout=PATIENCE)
        self.assertEqual(said + out.decode().split(), [str(i + 1) for i in range(300)] + ["126"], err)
        self.assertIn(REFUSED, err)

    def test_inside_itself(self):
        """Either both sets of rules hold, or the second run is refused with a reason."""
        self.write("victim", "")
        self.own(self.project)
        script = self.script("x=touch; $x made; y=rm; $y victim")
        inner = [POSTERN, "run", "--set", "permissions.deny=Bash(touch:*)"]
        for nested in ("false", "true"):
            ran = self.run_in(*self.guarded, "--set", f"sandbox.allowNestedUserNamespaces={nested}", "--",
                              *inner, "--", "/bin/sh", script)
            self.assertEqual(ran.returncode, 125, ran)
            self.assertIn(b"no sandbox can be built, so nothing runs", ran.stderr)
            self.assertEqual(self.listing(), ["exec_storm", "victim"], ran)
        # The inner run cannot use the state directory, so failIfUnavailable=false does not count. Inside it is hidden.
        ran = self.run_in(*self.guarded, "--", *inner, "--set", "sandbox.failIfUnavailable=false", "--set",
                          "permissions.allow=Bash(/bin/sh:*)", "--", "/bin/sh", script)
        self.assertEqual(ran.returncode, 125, ran)
        self.assertIn(b"no sandbox can be built, so nothing runs", ran.stderr)
        self.assertEqual(self.listing(), ["exec_storm", "victim"], ran)

    def test_another_listener(self):
        ran = self.run_in(*self.python(OWN_LISTENER))
        self.assertEqual(ran.stdout.decode().splitlines(), ["8 EBUSY", "40 EBUSY", "0 installed", "held True"], ran)
        self.assertIn(REFUSED, ran.stderr)


if __name__ == "__main__":
    main()
