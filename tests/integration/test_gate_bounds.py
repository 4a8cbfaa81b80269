#!/usr/bin/env python3
"""The gate under load: each turn of its loop is short, its limits hold, and its record is complete."""

import json
import socket
import threading
import time

from postern_case import PATIENCE, main
from run_case import for_root_and_user
from test_gate import GateCase

# Connects and resets as fast as possible, in a number of processes.
FLOOD = """import os, socket, struct, sys
for _ in range(int(sys.argv[1]) - 1):
    if os.fork() == 0: break
while True:
    s = socket.socket(); s.setblocking(False)
    s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
    try: s.connect(('127.0.0.1', 3128))
    except OSError: pass
    s.close()
"""

# Sends much behind a CONNECT at once, and is gone before anybody answers; so often, or until it is enough. The gate sees
# the bytes only if it looks before the connection is reset, so it gets some time now and then.
RESET = """import os, socket, struct, sys, time
for round in range(int(sys.argv[2])):
    if os.path.exists('enough'): break
    s = socket.create_connection(('127.0.0.1', 3128))
    s.sendall(b'CONNECT %s HTTP/1.1\\r\\nHost: %s\\r\\n\\r\\n' % ((sys.argv[1].encode(),) * 2) + b'x' * 60000)
    time.sleep(round % 5 / 1000)
    s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0)); s.close()
    time.sleep(0.005)
print(round)
"""

HELLO = """import socket, ssl, sys
c = ssl.create_default_context(); c.check_hostname = False; c.verify_mode = 0
s = socket.create_connection(('127.0.0.1', 3128), 10)
s.sendall(b'CONNECT %s HTTP/1.1\\r\\nHost: %s\\r\\n\\r\\n' % ((sys.argv[1].encode(),) * 2)); s.recv(1000)
try: c.wrap_socket(s, server_hostname=None if sys.argv[2] == '-' else sys.argv[2])
except OSError as error: print(error)
"""

# Sends a request with a part of the announced body, and closes.
CUT = """import socket, sys, time
s = socket.create_connection(('127.0.0.1', 3128), 10)
s.sendall(b'POST http://%s/ HTTP/1.1\\r\\nHost: %s\\r\\nContent-Length: 100\\r\\n\\r\\nabc' % ((sys.argv[1].encode(),) * 2))
s.shutdown(socket.SHUT_WR)
print(s.recv(1000))
"""


class Heard:
    """A server that accepts everything, and sends `answer` if there is one."""

    def __init__(self, answer=None):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.bytes, self.ended, self.first, self.answer = 0, 0, [], answer
        self.mark, self.act = None, None
        threading.Thread(target=self.accept, daemon=True).start()

    def when(self, size, act):
        """Does something as soon as so many bytes have come."""
        self.mark, self.act = size, act

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.take, args=(client,), daemon=True).start()

    def take(self, client):
        first = True
        with client:
            client.settimeout(PATIENCE)
            try:
                while part := client.recv(65536):
                    if first:
                        self.first.append(part)
                        if self.answer:
                            client.sendall(self.answer)
                            client.shutdown(socket.SHUT_WR)
                    first = False
                    self.bytes += len(part)
                    if self.mark is not None and self.bytes >= self.mark:
                        self.mark = self.act()
                self.ended += 1
            except OSError:
                pass

    def close(self):
        self.listener.close()


@for_root_and_user
class Bounds(GateCase):
    def heard(self, answer=None):
        server = Heard(answer)
        self.addCleanup(server.close)
        return server

    def allowing(self, *places):
        return ("--set", "sandbox.network.allowedDomains=" + json.dumps(list(places)))

    def test_a_flood_of_clients_does_not_stop_the_clock(self):
        result = self.result(*self.options(), "--timeout", "2s", "--", "/usr/bin/python3", self.script(FLOOD), "8")
        self.assertEqual(result["outcome"]["kind"], "timed-out", result["outcome"])

    def test_bytes_of_who_is_gone_count_too(self):
        server = self.heard()
        place, enough = f"127.0.0.1:{server.port}", self.project / "enough"
        reset = ("--", "/usr/bin/python3", self.script(RESET), place)
        server.when(500_000, enough.touch)
        free = self.result(*self.allowing(place), *reset, "100000")
        self.assertEqual(free["outcome"]["code"], 0, free)
        self.assertTrue(enough.exists(), "even without a bound little came through, so the test shows nothing")
        enough.unlink()
        time.sleep(0.2)
        before = server.bytes
        held = self.result(*self.allowing(place), "--set", "postern.network.maxBytes=100k", *reset,
                           free["stdout"]["text"].strip())
        self.assertEqual(held["outcome"]["code"], 0, held)
        time.sleep(0.2)
        self.assertLess(server.bytes - before, 400_000)

    def test_what_passed_is_in_the_record_behind_any_number_of_refusals(self):
        server = self.heard(b"yes")
        many = ("import socket\nfor i in range(1500):\n  s = socket.create_connection(('127.0.0.1', 3128))\n"
                "  s.sendall(b'GET http://n%d.other.test/ HTTP/1.0\\r\\n\\r\\n' % i); s.recv(10); s.close()\n"
                "s = socket.create_connection(('127.0.0.1', 3128))\n"
                f"s.sendall(b'CONNECT 127.0.0.1:{server.port} HTTP/1.0\\r\\n\\r\\nsecret'); s.recv(10)\n")
        result = self.result(*self.allowing(f"127.0.0.1:{server.port}"), "--", "/usr/bin/python3", self.script(many))
        last = result["connections"][-1]
        self.assertEqual((last["verdict"], last["port"], last["bytesUp"]), ("allow", server.port, 6))
        self.assertEqual(result["connectionsLeftOut"], 500)

    def test_tls_names_are_compared_at_every_port(self):
        server = self.heard(b"this is no TLS\n")
        place = f"good.test:{server.port}"
        for name, reaches in (("other.test", False), ("good.test", True), ("-", True)):
            with self.subTest(name=name):
                del server.first[:]
                result = self.result(*self.allowing(place, f"127.0.0.1:{server.port}"), "--timeout", "5s", "--",
                                     "/usr/bin/python3", self.script(HELLO), place, name)
                self.assertEqual(bool(server.first), reaches, result)

    def test_who_waits_for_the_server_to_speak_is_let_be(self):
        server = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(server.close)
        port = server.getsockname()[1]

        def greet():
            client, _ = server.accept()
            client.sendall(b"220 welcome\r\n")
            client.recv(10)
            client.close()

        threading.Thread(target=greet, daemon=True).start()
        ran = self.result(*self.allowing(f"127.0.0.1:{port}"), "--", "/bin/sh", self.script(
            f"curl -sS -m 10 --noproxy none -x socks5h://127.0.0.1:3128 telnet://127.0.0.1:{port} </dev/null"))
        self.assertIn("220 welcome", ran["stdout"]["text"])

    def test_a_request_that_is_cut_off_is_cut_off_for_the_server(self):
        server = self.heard()
        place = f"127.0.0.1:{server.port}"
        result = self.result(*self.allowing(place), "--timeout", "10s", "--", "/usr/bin/python3", self.script(CUT), place)
        self.assertEqual((server.ended, result["outcome"]["kind"]), (1, "exited"), result)

    def test_an_early_answer_reaches_who_is_still_sending(self):
        server = self.heard(b"HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\n\r\nno\n")
        post = ("import http.client\nc = http.client.HTTPConnection('127.0.0.1', 3128, timeout=10)\n"
                f"c.request('POST', 'http://127.0.0.1:{server.port}/', body=b'x' * 3_000_000)\nprint(c.getresponse().status)\n")
        result = self.result(*self.allowing(f"127.0.0.1:{server.port}"), "--", "/usr/bin/python3", self.script(post))
        self.assertEqual(result["stdout"]["text"], "413\n", result)

    def test_the_gate_is_not_published(self):
        ran = self.run_in("--set", "postern.network.exposePorts=[3128]", "--", "touch", "ran")
        self.assertIn(b"the gate itself is at this port inside", ran.stderr)
        self.assertFalse((self.project / "ran").exists())

    def test_advice_is_given_where_it_helps(self):
        def body(host, *options):
            ran = self.inside(f"curl -sS {self.url(host)}", *self.options(), *options)
            return json.loads(ran["stdout"]["text"])

        self.assertIn("allow", body("other.test"))
        self.assertNotIn("allow", body("denied.good.test"))
        self.assertNotIn("allow", body("private.test"))


if __name__ == "__main__":
    main()
