#!/usr/bin/env python3
"""The broker of questions: answered from elsewhere, by a person only, and not lost when it is killed."""

import contextlib
import hashlib
import hmac
import json
import os
import pathlib
import random
import select
import shlex
import signal
import socket
import stat
import subprocess
import time

from approvals_case import ApprovalsCase
from postern_case import ALL, POSTERN, main
from run_case import RunCase, for_root_and_user
from json_manual import manual

AWAY = "exec > /dev/null 2>&1 < /dev/null\n"  # nobody waits for what a detached script says
KILLS = 100 if ALL else 5
SANDBOXED = {"permissions": {"ask": ["Bash(touch:*)"]}}


class Talk:
    """A connection to the broker that says what a test wants."""

    def __init__(self, case):
        access = json.loads((case.state / "approvals.json").read_text(encoding="utf-8"))["socket"]
        self.token = access["token"].encode()
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(case.timeout)
        case.addCleanup(self.socket.close)
        if case.uid is not None:  # the broker hears its own user only
            os.seteuid(case.uid)
        try:
            self.socket.connect(access["path"])
        finally:
            if case.uid is not None:
                os.seteuid(0)
        self.file = self.socket.makefile("rb")
        hello = self.line()
        self.nonce = json.loads(hello)["nonce"] if hello else None

    def line(self):
        try:
            return self.file.readline()
        except ConnectionResetError:
            return b""

    def mac(self, body, nonce=None, token=None):
        text = b"request\n" + (nonce or self.nonce).encode() + b"\n\n" + hashlib.sha256(body).digest()
        return hmac.new(token or self.token, text, hashlib.sha256).hexdigest()

    def signed(self, body, **more):
        body = json.dumps(body)
        return json.dumps({"body": body, "mac": self.mac(body.encode(), **more)}).encode() + b"\n"

    def send(self, data):
        try:
            self.socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass
        return self

    def reply(self):
        line = self.line()
        return json.loads(json.loads(line)["body"]) if line else None


LIST = {"do": "list", "challenge": "c"}


class BrokerCase(ApprovalsCase):
    def setUp(self):
        super().setUp()
        self.state = self.home / ".local/state/postern"
        self.settings()
        self.broker, self.asks = None, 0
        self.addCleanup(self.kill)

    def serve(self, *options):
        """Starts the broker, and waits until it serves."""
        self.broker = subprocess.Popen(self.as_user([POSTERN, "serve", *options]), cwd=self.project, env=self.env,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(self.broker.stdout.close)
        self.addCleanup(self.broker.stderr.close)
        self.assertTrue(select.select([self.broker.stdout], [], [], self.timeout)[0], "the broker starts")
        self.assertIn(b"serves at", self.broker.stdout.readline())

    def kill(self, how=signal.SIGKILL):
        if self.broker is not None:
            self.broker.send_signal(how)
            self.broker.wait(self.timeout)
            self.broker = None

    def ask(self, *args):
        """Starts `postern run` as an agent elsewhere does, which has nothing to do with the shell of these tests."""
        self.asks += 1
        place = self.outside / f"ask{self.asks}"
        words = " ".join(shlex.quote(word) for word in (POSTERN, "run", "--json", "--headless", *args))
        script = self.script(f"{AWAY}{words} > {place}.json 2> {place}.err; echo $? > {place}.part; mv {place}.part {place}.status\n")
        self.start(["setsid", "--fork", "/bin/sh", script])
        return place

    def ended(self, place):
        """The result of a run that was started with `ask`."""
        status = pathlib.Path(f"{place}.status")
        self.eventually(status.exists, "the run ends")
        text = pathlib.Path(f"{place}.json").read_text(encoding="utf-8")
        result = json.loads(text) if text else {"stderr": pathlib.Path(f"{place}.err").read_text(encoding="utf-8")}
        result["status"] = int(status.read_text(encoding="utf-8"))
        return result

    def approvals(self, *args):
        return self.start([POSTERN, "approvals", *args])

    def questions(self, count=1):
        """Waits for so many questions to stand."""
        def listed():
            ran = self.approvals("list", "--json")
            found = json.loads(ran.stdout)["questions"] if ran.returncode == 0 else []
            return [found] if ran.returncode == 0 and len(found) == count else None
        return self.eventually(listed, f"{count} questions")[0]

    def log(self):
        return (self.state / "broker/serve.log").read_text(encoding="utf-8")


@for_root_and_user
class Answering(BrokerCase):
    def test_a_person_elsewhere_says_yes_or_no(self):
        self.serve()
        place = self.ask("-c", "touch a")
        question, = self.questions()
        self.assertEqual({f"questions[].{name}" for name in question} | {"version", "questions"},
                         manual()["postern approvals list"])
        self.assertEqual((question["about"], question["subject"], question["directory"]),
                         ("command", "touch a", str(self.project)))
        self.assertIn("Bash(touch:*)", question["reasons"][0])
        self.assertEqual(self.approvals("answer", question["id"], "allow").returncode, 0)
        result = self.ended(place)
        self.assertEqual((result["status"], result["answers"][0]["approver"]), (0, "broker"), result)
        self.assertIn("approval", self.kinds(result))
        self.assertTrue(self.made())
        again = self.approvals("answer", question["id"], "allow")
        self.assertEqual(again.returncode, 125, "once only")

        place = self.ask("-c", "touch b")
        question, = self.questions()
        self.assertEqual(self.approvals("answer", question["id"], "deny", "--message", "use make").returncode, 0)
        result = self.ended(place)
        self.assertEqual(result["status"], 126)
        self.assertIn("use make", result["refusal"])
        self.assertIn(b"no question stands", self.approvals("list").stdout)

    def test_while_it_runs(self):
        self.settings(base=SANDBOXED)
        self.serve()
        place = self.ask("--", "/bin/sh", self.script("touch a & touch b & wait\n"))
        for question in self.questions(2):
            self.assertEqual(question["about"], "program")
            self.assertEqual(self.approvals("answer", question["id"], "allow").returncode, 0)
        self.assertEqual(self.ended(place)["status"], 0)
        self.assertTrue(self.made("a") and self.made("b"))

    def test_a_host_for_the_session(self):
        self.need("curl")
        self.settings(base={})
        self.serve()
        script = self.script("curl -sS -m 5 -o /dev/null http://127.0.0.1.test/ || true\n")
        place = self.ask("--allow-host", "good.test", "--", "/bin/sh", script)
        question, = self.questions()
        self.assertEqual((question["about"], question["longest"]), ("host", "always"))
        self.assertEqual(self.approvals("answer", question["id"], "allow", "--always").returncode, 0)
        self.ended(place)
        listed = json.loads(self.approvals("grants", "--json").stdout)["grants"]
        self.assertEqual(listed, [{"what": "127.0.0.1.test:80", "session": None}])
        self.assertEqual(self.approvals("revoke", "127.0.0.1.test:80").returncode, 0)
        self.assertEqual(json.loads(self.approvals("grants", "--json").stdout)["grants"], [])
        self.assertEqual(self.approvals("revoke", "127.0.0.1.test:80").returncode, 125)

    def test_without_a_broker_nobody_is_there(self):
        ran = self.approvals("list")
        self.assertEqual(ran.returncode, 125)
        self.assertIn(b"postern serve", ran.stderr)
        self.assertEqual(self.run_in("--headless", "-c", "touch a").returncode, 126)
        self.serve()
        self.kill(signal.SIGTERM)
        self.assertFalse((self.state / "broker/socket").exists(), "it takes its socket away")
        self.assertEqual(self.run_in("--headless", "-c", "touch a").returncode, 126)

    def test_nobody_answers_for_ever(self):
        self.serve()
        self.settings(deadline="300ms")
        result = self.ended(self.ask("-c", "touch a"))
        self.assertEqual((result["status"], result["answers"][0]["answer"]), (126, "nobody"), result)
        self.questions(0)

    def test_a_question_goes_with_the_run(self):
        self.serve()
        place = self.ask("-c", "touch a")
        question, = self.questions()
        os.kill(question["pid"], signal.SIGKILL)
        self.questions(0)
        self.assertEqual(self.ended(place)["status"], 137)


@for_root_and_user
class Broker(BrokerCase):
    def test_it_is_private_and_has_no_rights(self):
        self.serve()
        for name, mode in (("approvals.json", 0o600), ("broker", 0o700), ("broker/socket", 0o600)):
            self.assertEqual(stat.S_IMODE((self.state / name).stat().st_mode), mode, name)
        pid = self.broker.pid
        status = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
        for line in ("CapEff:\t0000000000000000", "CapPrm:\t0000000000000000", "NoNewPrivs:\t1"):
            self.assertIn(line, status)

    def test_there_is_one(self):
        self.serve()
        second = self.start([POSTERN, "serve"])
        self.assertEqual(second.returncode, 125, second)
        self.assertIn(b"another broker serves already", second.stderr)
        self.assertEqual(Talk(self).send(b"").nonce is None, False)

    def test_it_calls_a_person(self):
        told = self.outside / "told"
        program = self.hooks / "notify"
        program.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {told}.part; mv {told}.part {told}\n', encoding="utf-8")
        program.chmod(0o755)
        self.own(program)
        self.serve("--notify", str(program))
        self.ask("-c", "touch '<b>a'")
        question, = self.questions()
        self.eventually(told.exists, "the person is called")
        self.assertEqual(told.read_text(encoding="utf-8").splitlines(), [question["id"], "touch '<b>a'", str(self.project)])
        self.assertEqual(self.approvals("answer", question["id"], "deny").returncode, 0)

    def test_a_killed_one_loses_no_question(self):
        for number in range(KILLS):
            self.serve()
            place = self.ask("-c", f"touch f{number}")
            time.sleep(random.random() * 0.3)  # any moment will do: before the question, with it, after it
            self.kill()
            self.serve()
            question, = self.questions()
            if number % 2:
                self.kill()
                self.serve()
                question, = self.questions()
            self.assertEqual(self.approvals("answer", question["id"], "allow").returncode, 0)
            result = self.ended(place)
            self.assertEqual((result["status"], len(result["answers"])), (0, 1), result)
            self.kill()

    def test_an_answer_of_somebody_else_does_not_count(self):
        """Somebody who owns the socket and not the token."""
        self.serve()
        path = self.state / "broker/socket"
        self.kill()
        path.unlink()
        server = socket.socket(socket.AF_UNIX)
        self.addCleanup(server.close)
        server.bind(str(path))
        self.own(path)
        server.listen()
        server.settimeout(self.timeout)
        place = self.ask("-c", "touch a")
        said = None
        while said is None:  # the first connection only looks whether anybody is there
            connection, _ = server.accept()
            with connection, contextlib.suppress(BrokenPipeError, ConnectionResetError):
                connection.sendall(b'{"version":1,"nonce":"00"}\n')
                if (line := connection.makefile("rb").readline()):
                    said = line
                    body = json.dumps({"answer": {"verdict": "allow", "lasting": "once", "message": ""}})
                    connection.sendall(json.dumps({"body": body, "mac": "0" * 64}).encode() + b"\n")
        result = self.ended(place)
        self.assertEqual(result["status"], 126, result)
        self.assertIn("not signed", result["silent"][0]["why"])
        self.assertFalse(self.made())


@for_root_and_user
class Attacks(BrokerCase):
    def test_forged_replayed_and_odd_requests(self):
        self.serve()
        good = Talk(self)
        line = good.signed(LIST)
        self.assertEqual(good.send(line).reply(), {"questions": []}, "the token's owner is heard")
        for name, data in {
            "replayed": lambda talk: line,
            "forged": lambda talk: talk.signed(LIST, token=b"guess"),
            "another nonce": lambda talk: talk.signed(LIST, nonce="00"),
            "unsigned": lambda talk: json.dumps({"body": json.dumps(LIST), "mac": ""}).encode() + b"\n",
            "garbage": lambda talk: b"\xff\xfe\n",
            "nothing": lambda talk: b"\n",
            "no request": lambda talk: talk.signed({"do": "rule", "challenge": "c"}),
            "too much": lambda talk: b"x" * 70_000,
            "two": lambda talk: talk.signed({"do": "watch", "challenge": "c"}) + talk.signed(LIST),
        }.items():
            with self.subTest(name):
                talk = Talk(self)
                self.assertIsNone(talk.send(data(talk)).reply())
        self.assertEqual((second := Talk(self)).send(second.signed(LIST)).reply(), {"questions": []}, "it still serves")

    def test_a_nonce_is_good_for_ten_seconds(self):
        self.serve()
        early, late = Talk(self), Talk(self)
        self.assertEqual(early.send(early.signed(LIST)).reply(), {"questions": []})
        if not ALL:
            return
        time.sleep(10.6)
        self.assertIsNone(late.send(late.signed(LIST)).reply())

    def test_a_flood_is_held_off(self):
        self.serve()
        place = self.ask("-c", "touch a")
        question, = self.questions()
        path = str(self.state / "broker/socket")
        flood = []
        for _ in range(700):
            one = socket.socket(socket.AF_UNIX)
            self.addCleanup(one.close)
            one.setblocking(False)
            try:
                one.connect(path)
            except BlockingIOError:
                pass
            flood.append(one)
        for one in flood:
            one.close()
        def answered():
            return self.approvals("answer", question["id"], "allow").returncode == 0
        self.eventually(answered, "the broker hears people again")
        self.assertEqual(self.ended(place)["status"], 0)

    def test_from_below_the_agent(self):
        self.serve()
        answer = (f"until id=$({POSTERN} approvals list --json | grep -o '\"id\": \"[0-9a-f]*\"' | cut -d'\"' -f4) && [ -n \"$id\" ];"
                  f" do sleep 0.05; done; %s {POSTERN} approvals answer $id allow > {self.outside}/said 2>&1;"
                  f" echo $? > {self.outside}/part; mv {self.outside}/part {self.outside}/answered\n")
        for way in ("", "setsid"):
            agent = self.script(f"{AWAY}{POSTERN} run --headless -c 'touch a' &\n" + answer % way + "kill $!\n")
            self.start(["setsid", "--fork", "/bin/sh", agent])
            said = self.outside / "answered"
            self.eventually(said.exists, "the agent tries to answer")
            self.assertEqual(said.read_text(encoding="utf-8").strip(), "125")
            self.assertIn("must not answer its own questions", (self.outside / "said").read_text(encoding="utf-8"))
            self.assertFalse(self.made())
            said.unlink()
            self.questions(0)

    def test_from_inside_a_sandbox(self):
        self.settings(base={})
        self.serve()
        access = (self.state / "approvals.json").read_text(encoding="utf-8")
        path = json.loads(access)["socket"]["path"]
        tries = self.base / "tries.py"
        tries.write_text(f"""import socket
try:
    print(open({str(self.state / 'approvals.json')!r}).read())
except OSError as e:
    print('unreadable', type(e).__name__)
try:
    s = socket.socket(socket.AF_UNIX); s.settimeout(30); s.connect({path!r}); print('heard', s.recv(100))
except OSError as e:
    print('unreachable', type(e).__name__)
""", encoding="utf-8")
        ran = self.sh(f"python3 {tries}", "--set", "sandbox.network.allowAllUnixSockets=true")
        self.assertIn(b"unreadable", ran.stdout)
        self.assertIn(b"unreachable", ran.stdout)
        # Another sandbox, which hides nothing: the broker does not talk to it.
        ran = self.start(["bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--proc", "/proc", "python3", str(tries)])
        self.assertIn(b"heard b''", ran.stdout, ran)
        self.assertIn("is in a sandbox", self.log())


class OtherUsers(BrokerCase):
    def test_are_not_heard(self):
        if os.getuid() != 0:
            self.cannot_run("only root can become another user")
        self.serve()
        path = self.state / "broker/socket"
        for place in (self.base, self.home, self.home / ".local", self.home / ".local/state", self.state, path.parent):
            place.chmod(0o755)
        path.chmod(0o666)
        tries = f"import socket; s = socket.socket(socket.AF_UNIX); s.connect({str(path)!r}); print('heard', s.recv(100))"
        other = ["setpriv", f"--reuid={RunCase.ordinary_uid}", "--clear-groups", "/usr/bin/python3", "-c", tries]
        self.assertIn(b"heard b'{", self.start(["/usr/bin/python3", "-c", tries]).stdout)
        self.assertIn(b"heard b''", self.start(other).stdout)
        self.assertIn("is not the one that I serve", self.log())


if __name__ == "__main__":
    main()
