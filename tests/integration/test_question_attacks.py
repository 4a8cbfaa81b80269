#!/usr/bin/env python3
"""Commands that try to get more out of a yes than the person was shown, or that meddle with the question."""

import os
import pathlib

from postern_case import PATIENCE, POSTERN, main
from run_case import OUTSIDE, RunCase, for_root_and_user
from test_terminal import PROMPTS, SHELLS, Person

ASKED, PROMPT = r"run it\? [^\]]*\] ", r"\[(\d+)\]> "


TIMER = """import ctypes, os, signal, time
class Event(ctypes.Structure):
    _fields_ = [("value", ctypes.c_long), ("signal", ctypes.c_int), ("notify", ctypes.c_int), ("rest", ctypes.c_char * 48)]
def arm(first, every):
    signal.signal(signal.SIGCONT, lambda *a: None)  # ignored, it would come once only
    libc, timer = ctypes.CDLL(None), ctypes.c_void_p()
    assert libc.timer_create(1, ctypes.byref(Event(0, signal.SIGCONT, 0)), ctypes.byref(timer)) == 0
    assert libc.timer_settime(timer, 0, (ctypes.c_long * 4)(0, every, 0, first), None) == 0
def touch():
    child = os.fork()
    if child == 0:
        try: os.execv("/usr/bin/touch", ["touch", "z"])
        finally: os._exit(1)
    return child
"""


class QuestionCase(RunCase):
    """Runs programs on a terminal, first outside and then inside, with a rule that asks about `touch` and `deploy.sh`."""

    RULES = """--set 'permissions.ask=["Bash(touch:*)","Bash(./deploy.sh:*)","Bash(sh deploy.sh:*)"]'"""

    def setUp(self):
        super().setUp()
        # Without other questions than those of the rules.
        self.write(".config/postern/settings.json", {"permissions": {"defaultMode": "bypassPermissions"}}, base=self.home)
        self.own(self.home)
        self.env.update({"TERM": "xterm", "P": POSTERN, "HISTFILE": "/dev/null", "PS1": PROMPTS["bash"]})
        self.who = Person(self.as_user(SHELLS["bash"]), self.project, self.env, self.uid)
        self.addCleanup(self.who.close)
        self.await_text(PROMPT)

    def await_text(self, pattern, seconds=PATIENCE):
        found = self.who.read_until(pattern, seconds)
        if found is None:
            self.fail(f"waited for {pattern!r}, saw {self.who.seen!r}")
        return found

    def fresh(self):
        """Empties the project, but for a script that says "deployed"."""
        self.bare("rm -rf ./*")
        script = self.project / "deploy.sh"
        script.write_text("#!/bin/sh\necho deployed\n", encoding="utf-8")
        script.chmod(0o755)
        self.own(script)

    def program(self, name, text):
        path = self.base / name
        path.write_text(text, encoding="utf-8")
        return path

    def bash_outside(self, script):
        self.fresh()
        ran = self.start(["bash", str(self.program("act.sh", script))])
        self.assertEqual(ran.returncode, 0, ran)
        return ran.stdout.decode()

    def inside(self, language, text, options=""):
        """Starts a program inside, which says first in which process namespace it is."""
        self.fresh()
        says = {"bash": "readlink /proc/self/ns/pid\n", "python3": "import os\nprint(os.readlink('/proc/self/ns/pid'), flush=True)\n"}
        path = self.program("act.inside", says[language] + text)
        self.who.line(f'"$P" run {options} {self.RULES} -- {language} {path}')
        _, found = self.await_text(r"(pid:\[\d+\])\r\n")
        self.assertNotEqual(found.group(1).encode(), OUTSIDE)

    def answer(self, *answers):
        """Answers as many questions, and returns the texts before each of them and before the prompt of the shell."""
        texts = []
        for answer in answers:
            texts.append(self.await_text(ASKED)[0])
            self.who.line(answer)
        before, _ = self.await_text(PROMPT)
        self.assertNotIn("run it?", before)
        return [*texts, before]


@for_root_and_user
class WhatAYesIsFor(QuestionCase):
    def test_one_word_with_a_blank_is_not_two_words(self):
        act = "touch 'a b'\ntouch a b || true\n"
        self.bash_outside(act)
        self.assertEqual(self.listing(), ["a", "a b", "b", "deploy.sh"])
        self.inside("bash", act)
        first, second, _ = self.answer("y", "n")
        self.assertIn("touch 'a b'`", first)
        self.assertIn("touch a b`", second)
        self.assertEqual(self.listing(), ["a b", "deploy.sh"])

    def test_a_script_is_rewritten_through_another_name(self):
        act = "./deploy.sh\nln deploy.sh other\necho echo changed >> other\n./deploy.sh || echo refused\n"
        self.assertEqual(self.bash_outside(act), "deployed\ndeployed\nchanged\n")
        self.inside("bash", act)
        _, second, after = self.answer("y", "n")
        self.assertIn("deployed\r\n", second)
        self.assertIn("refused\r\n", after)
        self.assertNotIn("changed", after)

    def test_a_link_in_the_place_of_the_directory(self):
        act = "mkdir a c\ncp deploy.sh a\ncp deploy.sh c\ncd a\n./deploy.sh\ncd ..\nmv a b\nln -s c a\ncd a\n./deploy.sh || echo refused\n"
        self.assertEqual(self.bash_outside(act), "deployed\ndeployed\n")
        self.inside("bash", act)
        first, second, after = self.answer("y", "n")
        self.assertIn(f"in {self.project}/a\r\n", first)
        self.assertIn(f"in {self.project}/c\r\n", second)
        self.assertIn("refused\r\n", after)

    def test_another_file_under_the_same_name(self):
        act = "./deploy.sh\ncp -p deploy.sh new\nmv new deploy.sh\n./deploy.sh || echo refused\n"
        self.assertEqual(self.bash_outside(act), "deployed\ndeployed\n")
        self.inside("bash", act)
        self.assertIn("refused\r\n", self.answer("y", "n")[-1])


@for_root_and_user
class AgainstTheQuestion(QuestionCase):
    # Paints in a session of its own; `WAKE` is to make it go on while everything stands still.
    PAINTER = """import os, signal, time
def paint(count):
    for _ in range(count):
        os.write(1, b"PAINTED\\n")
        time.sleep(0.005)
"""

    def test_timers_of_a_stopped_process(self):
        """A signal other than SIGCONT does not make a stopped process go on, whatever sends it."""
        act = self.PAINTER + """
signal.signal(signal.SIGALRM, lambda *a: paint(1))
signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
"""
        outside = self.start(["python3", str(self.program("paint.py", act + "signal.pause()\n"))])
        self.assertEqual(outside.stdout, b"PAINTED\n", outside)
        self.inside("python3", act + """
painter = os.fork()
if painter == 0:
    os.setsid()
    signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
    paint(100000)
time.sleep(0.1)
signal.setitimer(signal.ITIMER_REAL, 0)
child = os.fork()
if child == 0:
    try: os.execv("/usr/bin/touch", ["touch", "z"])
    finally: os._exit(1)
os.waitpid(child, 0)
os.kill(painter, signal.SIGKILL)
""")
        self.await_text("PAINTED")
        self.await_text("is about to start a program")
        question, _ = self.await_text(ASKED)
        self.assertNotIn("PAINTED", question)
        self.assertFalse(self.who.more(0.5), self.who.seen)
        self.who.line("n")
        self.await_text("the answer was no")
        self.await_text(PROMPT)
        self.assertFalse((self.project / "z").exists())

    def test_a_terminal_that_nobody_else_can_open(self):
        """A program that keeps others from the terminal is not allowed by `askFallback: allow`."""
        act = """import fcntl, os, sys, termios
tty = os.open("/dev/tty", os.O_RDWR)
try: fcntl.ioctl(tty, termios.TIOCEXCL)
except PermissionError: pass
child = os.fork()
if child == 0:
    try: os.execv("/usr/bin/touch", ["touch", "z"])
    finally: os._exit(1)
print("ended", os.waitpid(child, 0)[1], flush=True)
fcntl.ioctl(tty, termios.TIOCNXCL)
"""
        self.fresh()
        self.who.line(f"python3 {self.program('outside.py', act)}")
        self.await_text("ended 0\r\n")
        self.await_text(PROMPT)
        self.assertTrue((self.project / "z").exists())
        self.inside("python3", act, "--set postern.askFallback=allow")
        before, found = self.await_text(f"{ASKED}|ended \\d+\r\n")
        if "run it?" in found.group():  # root can open it all the same
            self.who.line("n")
            self.await_text(r"ended [1-9]\d*\r\n")
        else:
            self.assertIn("the terminal cannot be had", before)
            self.assertNotEqual(found.group(), "ended 0\r\n")
        self.await_text(PROMPT)
        self.assertFalse((self.project / "z").exists())

    def test_a_yes_does_not_count_if_something_ran_meanwhile(self):
        """A timer continues a stopped process, which could draw another question over the real one."""
        self.inside("python3", TIMER + """
painter = os.fork()
if painter == 0:
    os.setsid()
    for i in range(8):  # a stop discards one that is about to be delivered, and that timer is not armed again
        arm(20_000_000 + i * 2_000_000, 20_000_000)
    while True:
        os.write(1, b"PAINTED"); time.sleep(0.005)
time.sleep(0.3)
os.waitpid(touch(), 0)
os.kill(painter, signal.SIGKILL)
""")
        self.await_text("PAINTED")
        _, found = self.await_text(f"{ASKED}|the answer was no")
        if "run it?" in found.group():
            # On a busy machine all timers may be discarded. Then nothing is painted, and the yes would count.
            painted = self.who.read_until("PAINTED", 2)
            self.who.line("y" if painted else "n")
            self.await_text("did not stand still meanwhile, so it does not count" if painted else "the answer was no")
        self.await_text(PROMPT)
        self.assertFalse((self.project / "z").exists())

    def test_a_command_that_never_rests_is_refused_and_ends(self):
        """Timers keep the sandbox from coming to rest: no question then, and the time limit holds."""
        self.inside("python3", TIMER + """
if os.fork() == 0:
    for i in range(8): arm(1_000_000 + i * 125_000, 1_000_000)
    while True: pass
time.sleep(0.2)
os.waitpid(touch(), 0)
time.sleep(300)
""", "--timeout 6s")
        _, found = self.await_text(f"{ASKED}|the answer was no|timed out")
        if "run it?" in found.group():  # it came to rest for a moment
            self.who.line("n")
        self.await_text(PROMPT)
        self.assertFalse((self.project / "z").exists())


@for_root_and_user
class PlantedState(RunCase):
    def test_planted_files(self):
        """Files of the state directory that are links, huge, or no files at all are not followed, and hold no run up."""
        self.sh("")
        state = pathlib.Path(self.env.get("XDG_STATE_HOME", self.home / ".local/state")) / "postern"
        victim = self.outside / "victim"
        victim.write_text("kept\n", encoding="utf-8")
        self.own(victim)
        plants = {"link": lambda path: path.symlink_to(victim), "directory": pathlib.Path.mkdir, "fifo": os.mkfifo,
                  "huge": lambda path: self.start(["truncate", "-s", "3G", str(path)])}
        names = [path.name for path in state.iterdir() if path.is_file()]
        self.assertNotEqual(names, [])
        for name in (*names, "hosts.json", "counts.json"):
            for kind, plant in plants.items():
                with self.subTest(f"{name}: {kind}"):
                    path = state / name
                    self.start(["rm", "-rf", str(path)])
                    plant(path)
                    self.own(path)
                    self.assertEqual(self.start(["test", "-e", str(path)]).returncode, 0)
                    self.assertEqual(self.sh("echo ran\n").stdout, b"ran\n")
                    self.assertEqual(victim.read_text(), "kept\n")
                    self.start(["rm", "-rf", str(path)])


if __name__ == "__main__":
    main()
