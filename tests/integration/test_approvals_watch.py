#!/usr/bin/env python3
"""`postern approvals watch` in a real terminal multiplexer."""

import subprocess
import time

from postern_case import PATIENCE, POSTERN, main
from run_case import for_root_and_user
from test_approvals_broker import BrokerCase


@for_root_and_user
class Watch(BrokerCase):
    def setUp(self):
        super().setUp()
        self.need("tmux")
        self.name = str(self.base / "tmux")
        self.tmux("new-session", "-d", "-x", "100", "-y", "20", f"{POSTERN} approvals watch; echo left $?; sleep 1000")
        self.addCleanup(self.tmux, "kill-server")

    def tmux(self, *words):
        env = {**self.env, "TERM": "xterm-256color", "SHELL": "/bin/sh"}
        return subprocess.run(self.as_user(["tmux", "-f", "/dev/null", "-S", self.name, *words]), cwd=self.project, env=env,
                              capture_output=True, check=False, timeout=self.timeout).stdout.decode()

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def await_screen(self, *texts):
        def found():
            screen = self.screen()
            return screen if all(text in screen for text in texts) else None
        deadline = time.monotonic() + PATIENCE
        while not (screen := found()):
            if time.monotonic() > deadline:
                self.fail(f"waited for {texts}, and the screen shows\n{self.screen()}")
            time.sleep(0.05)
        return screen

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def test_questions_come_are_answered_and_go(self):
        self.await_screen("no broker is there")
        self.serve()
        self.await_screen("No question stands")
        first, second = self.ask("-c", "touch a"), self.ask("-c", "touch b")
        self.questions(2)
        screen = self.await_screen("2 questions", "touch a", "touch b", "y yes  n no", "a yes covers this command",
                                   f"in {self.project}")
        self.keys("j")
        chosen = self.eventually(lambda: next((line for line in self.screen().splitlines() if line.startswith("> ")), None)
                                 if self.screen() != screen else None, "another one is chosen")
        self.keys("m")
        self.await_screen("no, because:")
        self.keys("-l", "not today, ask y first")
        self.keys("Enter")
        self.await_screen("1 question ", "said no")
        refused, allowed = (second, first) if "touch b" in chosen else (first, second)
        result = self.ended(refused)
        self.assertEqual(result["status"], 126)
        self.assertIn("not today, ask y first", result["refusal"])
        self.keys("y")
        self.assertEqual(self.ended(allowed)["status"], 0)
        self.await_screen("No question stands")
        self.keys("q")
        self.await_screen("left 0")

    def test_it_is_drawn_anew_and_survives_the_broker(self):
        self.serve()
        place = self.ask("-c", "touch a # " + "x" * 300)
        self.await_screen("1 question", "touch a")
        self.tmux("resize-window", "-x", "50", "-y", "12")
        screen = self.await_screen("1 question", "y yes  n no")
        self.assertLessEqual(max(len(line) for line in screen.splitlines()), 50)
        self.kill()
        self.await_screen("no broker is there")
        self.serve()
        self.await_screen("1 question", "touch a")
        self.keys("y")
        self.assertEqual(self.ended(place)["status"], 0)

    def test_it_needs_a_terminal(self):
        ran = self.approvals("watch")
        self.assertEqual(ran.returncode, 125, ran)
        self.assertIn(b"needs a terminal", ran.stderr)


if __name__ == "__main__":
    main()
