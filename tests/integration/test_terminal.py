#!/usr/bin/env python3
"""postern run on a real terminal, started by a person's shell with job control."""

import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import socket
import struct
import termios
import threading
import time

from postern_case import PATIENCE, POSTERN, main
from run_case import RunCase, for_root_and_user

QUIET = 0.3  # seconds for something that must not come

INTERRUPT, STOP, END = b"\x03", b"\x1a", b"\x04"

SHELLS = {
    "bash": ["bash", "--norc", "--noprofile", "--noediting", "-i"],
    "dash": ["dash", "-i"],
    "zsh": ["zsh", "-f", "-i", "+o", "zle", "+o", "prompt_cr", "+o", "prompt_sp"],
}
PROMPTS = {"bash": r"[$?]> ", "dash": r"[$?]> ", "zsh": "[%?]> "}


class Person:
    """A simulated user who types into a terminal and reads the output."""

    def __init__(self, argv, cwd, env, uid):
        self.seen = ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            try:
                signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # Python ignores it
                if uid is not None:
                    os.fchown(0, uid, -1)  # as login does
                os.chdir(cwd)
                os.execvpe(argv[0], argv, env)
            finally:
                os._exit(127)
        self.resize(24, 80)

    def resize(self, rows, columns):
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def modes(self):
        return termios.tcgetattr(self.fd)[3]

    def in_front(self):
        """The name of the program that the keys send signals to."""
        try:
            return pathlib.Path(f"/proc/{os.tcgetpgrp(self.fd)}/comm").read_text(encoding="utf-8").strip()
        except OSError:  # it has just ended
            return ""

    def type(self, keys):
        os.write(self.fd, keys if isinstance(keys, bytes) else keys.encode())

    def line(self, text):
        self.type(text + "\r")

    def more(self, seconds):
        """Reads more output and returns True, or False if none comes."""
        if not select.select([self.fd], [], [], max(seconds, 0))[0]:
            return False
        try:
            self.seen += os.read(self.fd, 65536).decode("utf-8", "replace")
        except OSError:  # the last process has closed the terminal
            return False
        return True

    def read_until(self, pattern, seconds=PATIENCE):
        """Returns the output before the match and the match, or None if it does not come in time."""
        deadline = time.monotonic() + seconds
        while True:
            found = re.search(pattern, self.seen)
            if found:
                before, self.seen = self.seen[:found.start()], self.seen[found.end():]
                return before, found
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            self.more(min(left, 0.5))

    def hang_up(self):
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def close(self):
        self.hang_up()
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        os.waitpid(self.pid, 0)


@for_root_and_user
class OnTerminal(RunCase):
    def setUp(self):
        super().setUp()
        # Prevents questions in tests that are not about them: a shell without a script would need one.
        self.write(".config/postern/settings.json", {"permissions": {"defaultMode": "bypassPermissions"}}, base=self.home)
        self.own(self.home)
        self.env.update({"TERM": "xterm", "P": POSTERN, "HISTFILE": "/dev/null"})

    def person(self, shell="bash"):
        self.need(shell)
        env = {**self.env, "PS1": PROMPTS[shell]}
        who = Person(self.as_user(SHELLS[shell]), self.project, env, self.uid)
        self.addCleanup(who.close)
        self.who = who
        self.prompt(0)
        return who

    def await_text(self, pattern, seconds=PATIENCE):
        found = self.who.read_until(pattern, seconds)
        if found is None:
            self.fail(f"waited for {pattern!r}, saw {self.who.seen!r}")
        return found

    def prompt(self, status):
        """Waits for the shell's prompt, asserts the status of the last command, and returns the output before it."""
        before, found = self.await_text(r"\[(\d+)\]> ")
        self.assertEqual(int(found.group(1)), status, before)
        return before

    def nothing(self, pattern, seconds=QUIET):
        found = self.who.read_until(pattern, seconds)
        self.assertIsNone(found, self.who.seen)

    def command(self, text, status=0):
        """Runs a command line and returns its output, without the echo of the typed line."""
        self.who.line(text)
        self.await_text(r"\n")
        return self.prompt(status).replace("\r\n", "\n")

    def file(self, name, text):
        path = self.base / name
        path.write_text(text, encoding="utf-8")
        return path

    # A script that goes on when `go` is called, and a program of Python that does.
    UNTIL_GO = "until [ -e go ]; do sleep 0.05; done"
    UNTIL_GO_PYTHON = "while not os.path.exists('go'): time.sleep(0.02)"

    def go(self):
        (self.project / "go").touch()

    def made(self, name):
        """Waits for a file of the project."""
        self.eventually((self.project / name).exists, name)

    # ---- the terminal itself

    def test_it_is_a_terminal_inside(self):
        self.person()
        script = self.file("t.sh", "test -t 0 && test -t 1 && test -t 2 && echo three\nstty size\ntty\n"
                           "echo written > /dev/tty\nread word < /dev/tty && echo \"got $word\"\n"
                           "python3 -c 'import os; print(os.isatty(0), os.ttyname(0))'\n")
        self.who.line(f'"$P" run -- sh {script}')
        self.await_text("three\r\n24 80\r\n")
        self.await_text(r"/dev/\S+\r\n")
        self.await_text("written\r\n")
        self.who.line("word")
        self.await_text("got word\r\n")
        self.await_text(r"True /dev/\S+\r\n")
        self.prompt(0)

    def test_end_of_input(self):
        self.person()
        self.who.line('"$P" run -- cat')
        time.sleep(0.1)
        self.who.line("typed")
        self.await_text("typed\r\ntyped\r\n")
        self.who.type(END)
        self.prompt(0)

    def test_window_size(self):
        self.person()
        script = self.file("w.py", "import os, signal\n"
                           "signal.signal(signal.SIGWINCH, lambda *a: os.write(1, b'now %d %d' % os.get_terminal_size()))\n"
                           "os.write(1, b'ready')\nwhile True: signal.pause()\n")
        self.who.line(f'"$P" run -- python3 {script}')
        self.await_text("ready")
        self.who.resize(50, 132)
        self.await_text("now 132 50")
        self.nothing("now")  # once
        self.who.type(INTERRUPT)
        self.prompt(130)

    def test_modes_come_back_after_a_kill(self):
        self.person()
        plain = self.who.modes()
        script = self.file("raw.sh", f"stty raw -echo\necho raw\n{self.UNTIL_GO}\nkill -9 $$\n")
        self.who.line(f'"$P" run -- sh {script}')
        self.await_text("raw")
        self.eventually(lambda: not self.who.modes() & (termios.ICANON | termios.ECHO), "the raw mode")
        self.go()
        self.prompt(137)
        self.assertEqual(self.who.modes(), plain)

    def test_modes_and_flags_come_back_after_an_ordinary_end(self):
        self.person()
        plain = self.who.modes()
        self.command("stty -ctlecho; stty -a >outside; stty ctlecho")
        self.assertIn("-echoctl", (self.project / "outside").read_text(encoding="utf-8"))
        self.command('"$P" run -- sh -c "stty -ctlecho -icanon && stty -a >inside"')
        self.assertIn("-echoctl", (self.project / "inside").read_text(encoding="utf-8"))
        self.assertEqual(self.who.modes(), plain)
        # The flags belong to the open file, which the shell has too.
        code = "import fcntl, os; fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | FLAG)"
        show = "import fcntl, os; print(fcntl.fcntl(0, fcntl.F_GETFL) & (os.O_NONBLOCK | os.O_APPEND))"
        shown = self.file("show.py", show)
        for flag in (os.O_NONBLOCK, os.O_APPEND):
            change = self.file("change.py", f"{code.replace('FLAG', str(flag))}\n{show}")
            self.command(f"exec 7<>/dev/tty; python3 {change} <&7 >outside; python3 {shown} <&7 >>outside; exec 7>&-")
            self.assertEqual((self.project / "outside").read_text(encoding="utf-8").split(), [str(flag)] * 2)
            self.command(f'exec 7<>/dev/tty; "$P" run -- python3 {change} <&7 >inside; python3 {shown} <&7 >>inside; '
                         "exec 7>&-")
            self.assertEqual((self.project / "inside").read_text(encoding="utf-8").split(), [str(flag), "0"])

    # ---- programs that use it

    def test_interactive_shell(self):
        self.person()
        self.who.line('PS1="in> " "$P" run -- bash --norc --noprofile --noediting -i')
        self.await_text("in> ")
        self.who.line("echo $((40+2)); echo x > made")
        self.await_text("42\r\n.*in> ")
        self.who.line("sleep 300")
        self.eventually(lambda: self.who.in_front() == "sleep", "the sleep in front")
        self.who.type(INTERRUPT)
        self.await_text(r"\^C\r\nin> ")
        self.who.line("sleep 300")
        self.eventually(lambda: self.who.in_front() == "sleep", "the sleep in front")
        self.who.type(STOP)
        self.await_text(r"Stopped +sleep 300\r\nin> ")
        self.who.line("bg; jobs; kill %1; wait; echo over")
        self.await_text(r"Running +sleep 300[^\0]*\r\nover[^\0]*in> ")
        self.who.line("exit 3")
        self.prompt(3)
        self.assertEqual((self.project / "made").read_text(), "x\n")

    def test_less(self):
        self.need("less")
        self.file("long", "".join(f"line{i}\n" for i in range(300)))
        self.person()
        for command in (f'"$P" run -- less {self.base}/long', f'cat {self.base}/long | "$P" run -- less',
                        f'"$P" run -- cat {self.base}/long | less'):
            self.who.line(command)
            self.await_text(r"\x1b\[\?1049h")
            self.await_text("line20")
            self.who.type("G")
            self.await_text("line299")
            self.who.type("q")
            self.await_text(r"\x1b\[\?1049l")
            self.prompt(0)
            self.assertTrue(self.who.modes() & termios.ICANON, command)

    def test_editor(self):
        self.need("vi")
        self.write("text", "hello\n")
        self.own(self.project)
        self.person()
        self.who.line('"$P" run -- vi text')
        self.await_text("hello")
        time.sleep(0.3)
        self.who.type("othere\x1b:wq\r")
        self.prompt(0)
        self.assertEqual((self.project / "text").read_text(), "hello\nthere\n")
        self.who.line('"$P" run -- vi text')
        self.await_text("there")
        time.sleep(0.3)
        self.who.type("dd:q!\r")
        self.prompt(0)
        self.assertEqual((self.project / "text").read_text(), "hello\nthere\n")
        self.assertTrue(self.who.modes() & termios.ICANON)

    def test_python(self):
        # Python 3.13 paints its prompt and colours its errors; these variables bring the plain text back.
        python = '"$P" run -- env PYTHON_BASIC_REPL=1 NO_COLOR=1 python3 -q'
        self.person()
        self.who.line(python)
        self.await_text(">>> ")
        self.who.line("6*7")
        self.await_text("42\r\n>>> ")
        self.who.line("while True: pass")
        self.await_text(r"\.\.\. ")
        self.who.line("")
        time.sleep(0.2)
        self.who.type(INTERRUPT)
        self.await_text(r"KeyboardInterrupt\r\n>>> ")
        self.who.line("exit(5)")
        self.prompt(5)
        self.who.line(python)
        self.await_text(">>> ")
        self.who.type(END)
        self.prompt(0)

    # ---- keys that send signals

    def test_interrupt(self):
        self.person()
        self.who.line('"$P" run -- sh -c "echo ready; exec sleep 300"')
        self.await_text(r"\nready")
        self.who.type(INTERRUPT)
        self.prompt(130)
        self.who.line('"$P" run -- sh -c "echo ready; exec sleep 300"')
        self.await_text(r"\nready")
        self.who.type(b"\x1c")
        self.prompt(131)
        self.assertIn("fine", self.command("echo fine"))

    def test_a_list_of_commands_ends_at_the_interrupt(self):
        """A shell ends a list of commands only if its child died of the interrupt."""
        self.person()
        self.who.line('for i in 1 2 3; do "$P" run -- sh -c "echo ready; exec sleep 300"; done; echo over""all')
        self.await_text(r"\nready")
        self.who.type(INTERRUPT)
        self.assertNotIn("ready", self.prompt(130))

    def test_a_program_that_handles_the_interrupt(self):
        self.person()
        script = self.file("i.sh", "trap 'echo caught; c=1' INT\necho ready\nuntil [ \"$c\" ]; do sleep 0.1; done\necho done\nexit 7\n")
        self.who.line(f'"$P" run -- bash {script}')  # dash loses a Ctrl-C between vfork and exec, outside as well
        self.await_text(r"\nready")
        self.who.type(INTERRUPT)
        said = self.prompt(7)
        self.assertEqual(said.count("caught"), 1, said)
        self.assertIn("done", said)

    def test_interrupt_while_the_output_is_kept(self):
        self.person()
        self.who.line('"$P" run --json -- sh -c "echo x > started; exec sleep 300"')
        self.made("started")
        self.who.type(INTERRUPT)
        self.await_text(r'"signal":2')
        self.prompt(130)

    def stop_and_go_on(self):
        """Stops and continues a command that counts, and checks that it does not count while stopped."""
        # Not a shell script, because one that is stopped between vfork and exec of a child hangs, outside as well.
        script = self.file("tick.py", "import time\ni = 0\nwhile True:\n    print(f'tick{i}', flush=True)\n    i += 1\n"
                           "    time.sleep(0.05)\n")
        self.who.line(f'"$P" run -- python3 -S {script}')
        self.await_text("tick1")
        self.who.type(STOP)

    def test_stop_and_continue(self):
        self.person()
        self.stop_and_go_on()
        self.assertIn("Stopped", self.prompt(148))
        self.nothing("tick")
        self.assertRegex(self.command("jobs"), "Stopped")
        for _ in range(2):
            self.who.line("fg")
            self.await_text(r"tick\d+")
            self.who.type(STOP)
            self.prompt(148)
            self.nothing("tick")
        self.who.line("bg")
        self.await_text(r"tick\d+")
        self.who.line("jobs")
        self.await_text("Running")
        self.who.line("fg")
        self.await_text(r"tick\d+")
        self.who.type(INTERRUPT)
        self.await_text(r"\[130\]> ")

    def test_stop_and_continue_in_other_shells(self):
        for shell in ("dash", "zsh"):
            with self.subTest(shell):
                self.person(shell)
                self.stop_and_go_on()
                self.await_text(r"(?i)stopped|suspended")
                self.await_text(r"\[(148|20)\]> ")
                self.nothing("tick")
                self.who.line("fg")
                self.await_text(r"tick\d+")
                self.who.type(INTERRUPT)
                self.await_text(r"\[130\]> ")

    def test_stop_an_editor_and_come_back(self):
        """A stopped program that holds the terminal in another mode gets it back in that mode."""
        self.person()
        script = self.file("e.py", "import os, signal, sys, termios, tty\nold = termios.tcgetattr(0)\ntty.setcbreak(0)\n"
                           "def again(*a):\n    tty.setcbreak(0)\n    os.write(1, b'again')\n"
                           "signal.signal(signal.SIGCONT, again)\nos.write(1, b'ready')\n"
                           "while True:\n    c = os.read(0, 1)\n    os.write(1, b'key ' + c)\n    if c == b'q': break\n"
                           "termios.tcsetattr(0, termios.TCSADRAIN, old)\n")
        self.who.line(f'"$P" run -- python3 {script}')
        self.await_text(r"ready")
        self.who.type("a")
        self.await_text("key a")
        self.who.type(STOP)
        self.prompt(148)
        self.assertTrue(self.who.modes() & termios.ICANON)
        self.who.line("fg")
        self.await_text("again")
        self.who.type("b")
        self.assertNotIn("again", self.await_text("key b")[0])  # continued once
        self.who.type("q")
        self.prompt(0)

    # ---- pipes and the background

    def test_pipes(self):
        self.person()
        self.assertEqual(self.command('"$P" run -- echo through | cat'), "through\n")
        self.assertEqual(self.command('yes | "$P" run -- head -1'), "y\n")
        self.assertEqual(self.command('"$P" run -- yes | head -1'), "y\n")
        self.assertEqual(self.command('echo a | "$P" run -- tr a b | "$P" run -- tr b c'), "c\n")
        self.assertEqual(self.command('set -o pipefail; "$P" run -- false | "$P" run -- true', status=1), "")
        self.assertEqual(self.command('x=$("$P" run -- echo word); echo "<$x>"'), "<word>\n")
        self.assertEqual(self.command('"$P" run -- cat < /dev/null > out; wc -c < out').strip(), "0")

    def test_a_pipeline_is_interrupted_as_a_whole(self):
        self.person()
        self.who.line('"$P" run -- sh -c "echo ready; exec sleep 300" | cat')
        self.await_text(r"\nready")
        self.who.type(INTERRUPT)
        self.prompt(130)

    def test_background(self):
        self.person()
        self.who.line('"$P" run -- sh -c "sleep 0.3; echo finished > f" &')
        self.await_text(r"\[0\]> ")
        self.assertIn("free", self.command("echo free"))
        self.command("wait")
        self.assertEqual((self.project / "f").read_text(), "finished\n")
        self.who.line('"$P" run -- cat &')
        self.await_text(r"\[0\]> ")
        self.eventually(lambda: "Stopped" in self.command("jobs"), "the job to be stopped")
        self.who.line("fg")
        self.await_text("run -- cat\r\n")
        self.who.line("now")
        self.await_text("now\r\nnow\r\n")
        self.who.type(END)
        self.prompt(0)

    def test_processes_left_behind_do_not_hold_the_terminal(self):
        self.person()
        self.command('"$P" run -- sh -c "sleep 300 & exit 4"', status=4)
        self.assertIn("fine", self.command("echo fine"))

    # ---- the terminal goes away

    def alive(self, mark):
        found = 0
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                found += mark.encode() in path.read_bytes().split(b"\0")[0:1]
            except OSError:
                pass
        return found

    def test_hangup_ends_everything_inside(self):
        mark = f"postern-hangup-{os.getpid()}-{self.uid}"
        script = self.file("h.sh", f"(exec -a {mark} sleep 300) &\n(trap '' HUP; exec -a {mark} sleep 300) &\n"
                           f"echo ready\nexec -a {mark} sleep 300\n")
        self.person()
        self.who.line(f'"$P" run -- bash {script}')
        self.await_text(r"\nready")
        self.eventually(lambda: self.alive(mark) == 3, "three processes inside")
        self.who.hang_up()
        self.eventually(lambda: not self.alive(mark), "the end of all three")

    def test_nohup(self):
        self.person()
        script = self.file("n.sh", f"echo x > started\n{self.UNTIL_GO}\necho survived > n\n")
        self.who.line(f'nohup "$P" run -- sh {script} > /dev/null 2>&1 &')
        self.await_text(r"\[0\]> ")
        self.made("started")
        self.who.hang_up()
        self.go()
        self.made("n")

    # ---- questions

    ASK = """"$P" run --set 'permissions.ask=["Bash(touch:*)"]' -c 'touch z'"""

    def test_the_answer_counts(self):
        self.person()
        for answer, status in (("y", 0), ("n", 126), ("", 126), ("yes", 0), ("yn", 126), ("x y", 126)):
            self.who.line(self.ASK)
            before, _ = self.await_text(r"run it\? ")
            self.assertIn("Bash(touch:*)", before)
            self.assertFalse((self.project / "z").exists())
            self.who.line(answer)
            self.prompt(status)
            self.assertEqual((self.project / "z").exists(), status == 0, answer)
            (self.project / "z").unlink(missing_ok=True)

    def test_no_answer_is_no(self):
        self.person()
        for keys, status in ((END, 126), (INTERRUPT, 130)):
            self.who.line(self.ASK)
            self.await_text(r"run it\? ")
            self.who.type(keys)
            self.prompt(status)
            self.assertFalse((self.project / "z").exists())

    def test_what_was_typed_before_the_question_is_no_answer(self):
        self.person()
        self.who.line(f"touch waits; {self.UNTIL_GO}; {self.ASK}")
        self.made("waits")
        self.who.type("y\ry\r")
        self.await_text("y\r\ny\r\n")  # the terminal has them
        self.go()
        self.await_text(r"run it\? ")
        self.nothing(r"\]> ")
        self.assertFalse((self.project / "z").exists())
        self.who.line("n")
        self.prompt(126)
        self.assertFalse((self.project / "z").exists())

    def test_input_from_elsewhere_is_no_answer(self):
        self.person()
        self.who.line(f"yes | {self.ASK} | cat")
        self.await_text(r"run it\? ")
        self.nothing(r"\]> ")
        self.who.line("n")
        self.prompt(0)  # cat's
        self.assertFalse((self.project / "z").exists())

    # ---- questions about hosts

    def test_how_long_a_yes_about_a_host_holds(self):
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)
        port = server.getsockname()[1]

        def serve():
            while True:
                try:
                    client, _ = server.accept()
                except OSError:
                    return
                with client:
                    client.recv(1000)
                    client.sendall(b"HTTP/1.0 200 OK\r\n\r\nserved\n")

        threading.Thread(target=serve, daemon=True).start()
        self.person()
        curl = f"curl -sS --noproxy none -x http://127.0.0.1:3128 http://127.0.0.1:{port}/"
        connect = f"""$P run --set 'sandbox.network.allowedDomains=["example.test"]' -c '{curl}; {curl}'"""

        def answered(answer):
            self.who.line(connect)
            before, _ = self.await_text(r"let it\? .*\] ")
            self.assertIn(f"wants to connect to 127.0.0.1:{port}", before)
            self.who.line(answer)
            return self.prompt(0)

        self.assertEqual(answered("n").count("served"), 0)
        self.assertEqual(answered("y").count("served"), 2)  # asked once in a run
        self.assertIn("the answer was: not today", answered("not today"))
        self.assertEqual(answered("s").count("served"), 2)
        self.assertEqual(self.command(connect).count("served"), 2)  # not asked any more
        other = connect.replace("$P", "POSTERN_SESSION=another $P")
        connect, plain = other, connect
        self.assertEqual(answered("a").count("served"), 2)
        for again in (plain, other, other.replace("=another", "=third")):
            self.assertEqual(self.command(again).count("served"), 2)

    def test_modes_come_back_though_a_question_was_open(self):
        self.person()
        before = self.who.modes()
        script = self.file("raw.sh", "stty raw -echo; curl -sS -x http://127.0.0.1:3128 http://unknown.test/ & wait\n")
        self.who.line(f"""$P run --set 'sandbox.network.allowedDomains=["example.test"]' -- sh {script}""")
        asked, _ = self.await_text(r"let it\? .*\] ")
        self.assertIn(f"in {self.project}\r\n", asked)
        os.kill(self.inside()[0], signal.SIGKILL)
        self.await_text("it does not wait any more\r?\n")
        self.prompt(137)
        self.assertEqual(self.who.modes(), before)

    # ---- questions while it runs

    def guarded(self, script, *options):
        """A command whose script starts `touch` behind the back of the text analysis."""
        path = self.file("guarded.sh", script)
        words = " ".join(f"'{word}'" for word in ("--set", 'permissions.ask=["Bash(touch:*)"]', *options))
        self.who.line(f'"$P" run {words} -- sh {path}')

    def test_the_answer_counts_while_it_runs(self):
        self.person()
        for answer, made, said in (("y", True, ""), ("n", False, "the answer was no"), ("", False, "the answer was no"),
                                   ("not on Fridays", False, "the answer was: not on Fridays")):
            self.guarded("x=touch; $x z; echo status $?\n")
            before, _ = self.await_text(r"run it\? ")
            self.assertIn("Bash(touch:*) asks about", before)
            self.nothing("status")
            self.assertFalse((self.project / "z").exists())
            self.who.line(answer)
            after = self.prompt(0)
            self.assertIn(f"status {0 if made else 126}", after)
            self.assertIn(said, after)
            self.assertEqual((self.project / "z").exists(), made, answer)
            (self.project / "z").unlink(missing_ok=True)

    def test_the_same_is_asked_once(self):
        self.person()
        for answer, made in (("y", True), ("n", False)):
            self.guarded("x=touch; $x z; rm -f z; $x z; $x other; echo end\n")
            self.await_text(r"run it\? ")
            self.who.line(answer)
            self.await_text(r"touch other.*\n.*run it\? ")
            self.assertEqual((self.project / "z").exists(), made)
            self.who.line("n")
            self.await_text("end")
            self.prompt(0)
            (self.project / "z").unlink(missing_ok=True)

    def inside(self):
        """The processes of the sandbox in the order of their numbers there, postern-init left out."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                words = (path / "cmdline").read_bytes()
                numbers = re.search(r"NSpid:(.*)", (path / "status").read_text()).group(1).split()
            except (OSError, AttributeError):
                continue
            if str(self.base).encode() in words and len(numbers) > 1 and numbers[-1] != "1":
                found.append((int(numbers[-1]), int(path.name)))
        return [pid for _, pid in sorted(found)]

    def postern(self):
        """The process that the shell has started."""
        children = pathlib.Path(f"/proc/{self.who.pid}/task/{self.who.pid}/children").read_text().split()
        return int(children[-1])

    def test_everything_stands_still_while_one_waits(self):
        self.person()
        self.guarded("(while [ ! -e count ]; do :; done; x=touch; $x z; echo done) & i=0\n"
                     "while [ ! -e z ]; do i=$((i+1)); echo $i > count; done; wait\n")
        self.await_text(r"run it\? ")
        before = (self.project / "count").read_text()
        time.sleep(QUIET)
        self.assertEqual((self.project / "count").read_text(), before)
        self.assertFalse((self.project / "z").exists())
        self.who.line("y")
        answered, _ = self.await_text("done")
        self.assertTrue((self.project / "z").exists(), answered)
        self.prompt(0)
        self.assertNotEqual((self.project / "count").read_text(), before)

    # In a session of its own and deaf to what can be ignored. It paints until it is killed.
    PAINTER = "trap '' TTOU TSTP INT HUP TERM CONT\nwhile :; do printf '\\r\\033[2KPAINTED'; done\n"

    def test_a_question_cannot_be_painted_over(self):
        painter = self.file("painter.sh", self.PAINTER)
        for options in ((), ("--max-output", "1G")):
            with self.subTest(options):
                self.person()
                self.guarded(f"setsid sh {painter} &\np=$!; while [ ! -e go ]; do :; done\n"
                             "x=touch; $x z; kill -9 $p; wait; echo over\n", *options)
                self.await_text("PAINTED")  # as long as there is no question
                self.await_text("PAINTED")
                (self.project / "go").touch()
                self.await_text("is about to start a program")
                question, _ = self.await_text(r"run it\? \[y/N, or why not\] ")
                self.assertNotIn("PAINTED", question)
                self.assertIn("Bash(touch:*) asks about", question)
                time.sleep(2 * QUIET)
                while self.who.more(0):
                    pass
                self.assertEqual(self.who.seen, "")
                self.who.line("n")
                before, _ = self.await_text("\r\n")
                self.assertEqual(before, "n")
                self.await_text("over")
                self.prompt(0)
                self.assertFalse((self.project / "z").exists())
                (self.project / "go").unlink()

    def test_signals_while_everything_stands_still(self):
        self.person()
        script = "x=touch; $x z; echo after\n"
        self.guarded(script)
        self.await_text(r"run it\? .*\] ")
        self.who.type(STOP)  # nothing runs that could be stopped
        self.nothing(r"\]> ")
        self.who.line("n")
        self.await_text("after")
        self.prompt(0)
        for number, status in ((signal.SIGTERM, 143), (signal.SIGKILL, 137)):
            self.guarded(script)
            self.await_text(r"run it\? .*\] ")
            self.assertNotEqual(self.inside(), [])
            os.kill(self.postern(), number)
            self.assertNotIn("after", self.prompt(status))
            deadline = time.monotonic() + PATIENCE
            while self.inside() and time.monotonic() < deadline:
                time.sleep(0.02)
            self.assertEqual(self.inside(), [])
            self.assertFalse((self.project / "z").exists())

    # ---- what a yes is bound to

    def test_a_yes_is_for_the_directory_that_was_shown(self):
        self.person()
        (self.project / "sub").mkdir()
        self.own(self.project)
        self.guarded("x=touch; $x z; cd sub; $x z; cd ..; $x z; echo end\n")
        before, _ = self.await_text(r"run it\? ")
        self.assertIn(f"in {self.project}\r\n", before)
        self.who.line("y")
        before, _ = self.await_text(r"run it\? ")
        self.assertIn(f"in {self.project}/sub\r\n", before)
        self.who.line("n")
        self.assertNotIn("run it", self.await_text("end")[0])
        self.prompt(0)
        self.assertTrue((self.project / "z").exists())
        self.assertFalse((self.project / "sub/z").exists())

    def test_a_yes_before_the_run_holds_for_what_was_shown(self):
        self.person()
        (self.project / "sub").mkdir()
        self.own(self.project)
        self.who.line(self.ASK.replace("touch z", "touch z; cd sub && touch y; cd /tmp; x=touch; $x z; echo end"))
        before, _ = self.await_text(r"run it\? ")
        self.assertIn(f"in {self.project}\r\n", before)
        self.who.line("y")
        before, _ = self.await_text(r"run it\? ")  # not for the text's own, wherever they run
        self.assertIn("in /tmp\r\n", before)
        self.assertTrue((self.project / "z").exists())
        self.assertTrue((self.project / "sub/y").exists())
        self.who.line("n")
        self.await_text("end")
        self.prompt(0)

    def test_a_rewritten_script_is_asked_about_again(self):
        self.person()
        script = self.project / "deploy.sh"
        script.write_text("#!/bin/sh\necho deployed\n", encoding="utf-8")
        script.chmod(0o755)
        self.own(self.project)
        self.who.line("""$P run --set 'permissions.ask=["Bash(./deploy.sh:*)"]' -c './deploy.sh; ./deploy.sh; """
                      """echo echo changed >> deploy.sh; ./deploy.sh; echo e""nd'""")
        self.await_text(r"run it\? ")
        self.who.line("y")
        before, _ = self.await_text(r"run it\? ")
        self.assertEqual(before.count("deployed"), 2, before)
        self.who.line("n")
        after, _ = self.await_text("end")
        self.assertNotIn("deployed", after)
        self.prompt(0)

    def test_a_rewritten_script_that_a_shell_is_given(self):
        self.person()
        (self.project / "deploy.sh").write_text("echo deployed\n", encoding="utf-8")
        self.own(self.project)
        self.who.line("""$P run --set 'permissions.ask=["Bash(sh deploy.sh:*)"]' -c 'sh deploy.sh; sh deploy.sh; """
                      """echo echo changed >> deploy.sh; sh deploy.sh; echo e""nd'""")
        self.await_text(r"run it\? ")
        self.who.line("y")
        before, _ = self.await_text(r"run it\? ")
        self.assertEqual(before.count("deployed"), 2, before)
        self.who.line("n")
        after, _ = self.await_text("end")
        self.assertNotIn("deployed", after)
        self.prompt(0)

    def test_the_clock_stands_still_meanwhile(self):
        self.person()
        self.guarded("x=touch; $x z; echo made $?\n", "--timeout", "3s")
        self.await_text(r"run it\? ")
        time.sleep(3.5)
        self.who.line("y")
        self.await_text("made 0")
        self.prompt(0)

    def test_who_wants_the_terminal_waits_for_it(self):
        """A program that reads from the terminal while a question is open gets it afterwards."""
        self.person()
        self.guarded("(sleep 0.3; x=touch; $x z) & read line; echo got $line; wait\n")
        self.await_text(r"run it\? ")
        self.who.line("y")
        self.made("z")
        self.who.line("hello")
        self.await_text("got hello")
        self.prompt(0)
        self.assertTrue((self.project / "z").exists())

    def test_a_question_ends_with_who_asked(self):
        self.person()
        self.guarded("x=touch; $x z & wait; echo over\n")
        self.await_text(r"run it\? ")
        os.kill(self.inside()[-1], signal.SIGKILL)
        self.await_text("it does not wait any more")
        self.await_text("over")
        self.prompt(0)
        self.assertFalse((self.project / "z").exists())

    def test_interrupting_a_question_ends_the_command(self):
        self.person()
        self.guarded("x=touch; $x z; echo after\n")
        self.await_text(r"run it\? ")
        self.who.type(INTERRUPT)
        before, _ = self.await_text(r"\[(\d+)\]> ")
        self.assertNotIn("after", before)
        self.assertRegex(before, r"\^C\r\n")  # nothing else in that line
        self.assertFalse((self.project / "z").exists())

    def test_several_are_asked_about_in_turn(self):
        self.person()
        self.guarded("for i in 1 2 3; do (x=touch; $x z$i) & done; wait; echo all\n")
        for answer in ("y", "n", "y"):
            self.await_text(r"run it\? ")
            self.who.line(answer)
        self.await_text("all")
        self.prompt(0)
        self.assertEqual(sum((self.project / f"z{i}").exists() for i in (1, 2, 3)), 2)

    def test_the_terminal_is_as_it_was_after_a_question(self):
        self.person()
        self.guarded("stty -echo -icanon; (x=touch; $x z); stty -a | grep -o -e '-icanon' -e '-echo '; stty echo icanon\n")
        self.await_text(r"run it\? ")
        self.who.line("y")
        self.await_text("-icanon")
        self.await_text("-echo ")
        self.prompt(0)

    # Programs that interfere with the question about themselves. `tty` is the terminal; SIGTTOU does not stop them.
    MEDDLING = """import ctypes, os, signal, sys, termios, time, tty as modes
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
tty = os.open("/dev/tty", os.O_RDWR)
def touch():
    child = os.fork()
    if child == 0:
        try:
            os.execv("/usr/bin/touch", ["touch", "z"])
        finally:
            os._exit(1)
    return child
"""

    def meddling(self, program, *options):
        path = self.file("meddling.py", self.MEDDLING + program)
        words = " ".join(f"'{word}'" for word in ("--set", 'permissions.ask=["Bash(touch:*)"]', *options))
        self.who.line(f'"$P" run {words} -- python3 {path}')
        self.await_text(r"run it\? ")

    KEYS = "m = termios.tcgetattr(tty); m[6][termios.VKILL] = b'h'; termios.tcsetattr(tty, termios.TCSANOW, m)\n"

    KEYS_BACK = "termios.tcsetattr(tty, termios.TCSANOW, was)\n"

    def test_a_letter_that_erases_the_line(self):
        """If the key `h` erases the line, the typed word "why" becomes "y"."""
        self.person()
        self.meddling("was = termios.tcgetattr(tty)\n" + self.KEYS + "os.waitpid(touch(), 0)\n" + self.KEYS_BACK)
        self.who.line("why")
        self.await_text("the answer was: why")
        self.prompt(0)
        self.meddling("os.waitpid(touch(), 0)\n")
        modes = termios.tcgetattr(self.who.fd)  # nothing inside can do this while the question stands
        modes[6][termios.VKILL] = b"h"
        termios.tcsetattr(self.who.fd, termios.TCSANOW, modes)
        self.who.line("why")
        self.await_text(r"changed the terminal meanwhile.*\n.*run it\? ")
        self.who.line("n")
        self.prompt(0)
        self.assertFalse((self.project / "z").exists())

    def test_output_cannot_be_stopped(self):
        """A question that cannot be seen would wait for ever."""
        self.person()
        path = self.file("meddling.py", self.MEDDLING + "try: termios.tcflow(tty, termios.TCOOFF); print('stopped')\n"
                         "except termios.error as error: print('refused', error.args[0])\n")
        self.who.line(f'"$P" run -- python3 {path}')
        self.await_text("refused 1")
        self.prompt(0)

    def test_who_takes_the_terminal_gets_no_answer(self):
        """A program that takes the terminal is not allowed by `askFallback: allow` either, and the time limit holds."""
        self.person()
        self.meddling("""if os.fork() == 0:
    os.setpgid(0, 0)
    while True:
        os.tcsetpgrp(tty, os.getpgrp())
        if not os.path.exists("taken"): open("taken", "w").close()
while not os.path.exists("taken"): time.sleep(0.01)
os.waitpid(touch(), 0)
time.sleep(60)
""", "--timeout", "3s", "--set", "postern.askFallback=allow")
        self.who.line("n")
        self.await_text("the answer was no")
        self.prompt(124)
        self.assertFalse((self.project / "z").exists())

    def test_a_thread_that_asked_and_is_gone(self):
        self.person()
        before = self.who.modes()
        self.meddling("""import threading
modes.setraw(tty)
words = (ctypes.c_char_p * 3)(b"touch", b"z", None)
threading.Thread(target=lambda: ctypes.CDLL(None).execv(b"/usr/bin/touch", words)).start()
time.sleep(60)
""")
        os.kill(self.inside()[0], signal.SIGKILL)
        self.prompt(137)
        self.assertEqual(self.who.modes(), before)

    def test_a_question_fits_on_the_screen(self):
        self.person()
        self.guarded("x=touch; $x z $(head -c 100000 /dev/zero | tr '\\0' x)\n")
        before, _ = self.await_text(r"run it\? ")
        self.assertIn("bytes are not shown", before)
        self.assertLess(len(before), 2000)
        self.who.line("n")
        self.prompt(126)

    def test_nobody_is_asked_from_the_background(self):
        self.person()
        self.who.line(f"{self.ASK} & wait $!")
        self.assertNotIn("run it?", self.prompt(126))
        self.assertFalse((self.project / "z").exists())


if __name__ == "__main__":
    main()
