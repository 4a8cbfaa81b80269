#!/usr/bin/env python3
"""The network gate: real programs reach allowed hosts and no others, however they ask. All servers are on this
machine's loopback, under names that only the hosts file of the tests knows."""

import array
import base64
import http.server
import json
import os
import pathlib
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading

from postern_case import PATIENCE, main
from run_case import RunCase, for_root_and_user

HOSTS = """127.0.0.1 localhost good.test also.good.test denied.good.test other.test rebind.test xn--bcher-kva.test
10.1.2.3 private.test
169.254.169.254 metadata.test
127.0.0.1 mixed.test
93.184.216.34 mixed.test
"""

# No part is equal to another, so that lost or reordered bytes are noticed.
MUCH = array.array("I", range(5_000_000)).tobytes()

# Sends each line of the file on its own connection and prints the answer, or how the connection was lost.
CLIENT = """import base64, socket, sys, time
for line in open(sys.argv[1]):
    s = socket.create_connection(('127.0.0.1', 3128), timeout=60)
    answer = b''
    try:
        for part in line.split():
            s.sendall(base64.b64decode(part))
            time.sleep(0.02 if ' ' in line else 0)
        try: s.shutdown(socket.SHUT_WR)
        except OSError: pass  # the gate was faster
        while True:
            got = s.recv(65536)
            if not got: break
            answer += got
    except OSError as error:
        answer = answer or ('lost: %s' % type(error).__name__).encode()
    print(base64.b64encode(answer).decode(), flush=True)
"""


class Handler(http.server.BaseHTTPRequestHandler):
    """Records every request. The body of the answer names the server."""

    protocol_version = "HTTP/1.1"

    def answer(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        self.server.seen.append((self.command, self.path, self.headers.get("Host"), body))
        if self.path.startswith("/redirect"):
            self.send_response(302)
            self.send_header("Location", f"http://other.test:{self.server.server_port}/stolen")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        text = MUCH if self.path == "/much" else f"served {self.path}\n".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PUT = do_HEAD = do_OPTIONS = answer

    def log_message(self, *_):
        pass


class QuietServer(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        pass  # these tests cut clients off on purpose


class Server:
    """A server on a free port, or on the given one."""

    def __init__(self, certificate=None, port=0):
        self.http = QuietServer(("127.0.0.1", port), Handler)
        self.http.daemon_threads = True
        self.http.seen = []
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.http.socket = context.wrap_socket(self.http.socket, server_side=True)
        self.port = self.http.server_port
        self.thread = threading.Thread(target=self.http.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()

    @property
    def seen(self):
        return self.http.seen

    def close(self):
        self.http.shutdown()
        self.http.server_close()


class GateCase(RunCase):
    """A server on the loopback, and names for it."""

    ALLOWED = ["good.test", "*.good.test", "mixed.test", "rebind.test", "bücher.test", "private.test", "metadata.test"]
    DENIED = ["denied.good.test"]

    def setUp(self):
        super().setUp()
        if os.getuid() != 0:
            self.cannot_run("only root can give the tests names of their own")
        self.need("curl")
        self.web = Server()
        self.addCleanup(self.web.close)
        (self.base / "hosts").write_text(HOSTS, encoding="utf-8")
        self.mounts = {"hosts": "/etc/hosts"}

    def as_user(self, argv):
        # A mount namespace with the hosts file of the test, and further files.
        inner = super().as_user(argv)
        if not hasattr(self, "web"):
            return inner
        mounts = "".join(f"mount --bind {self.base}/{source} {place} && " for source, place in self.mounts.items())
        return ["unshare", "-m", "sh", "-c", mounts + 'exec "$@"', "sh", *inner]

    def options(self, allowed=None, loopback=True, **more):
        allowed = list(self.ALLOWED if allowed is None else allowed)
        if loopback:
            allowed.append(f"127.0.0.1:{self.web.port}")
        network = {"allowedDomains": allowed, "deniedDomains": self.DENIED, **more}
        return [word for key, value in network.items() for word in ("--set", f"sandbox.network.{key}={json.dumps(value)}")]

    def inside(self, script, *options):
        return self.result(*(options or self.options()), "--", "/bin/sh", self.script(script))

    def url(self, host, path="/"):
        return f"http://{host}:{self.web.port}{path}"


@for_root_and_user
class Gate(GateCase):
    # ---- what must work

    def test_real_programs(self):
        ways = {
            "curl": f"curl -sS {self.url('good.test')}",
            "curl-tunnel": f"curl -sSp {self.url('good.test')}",
            "curl-socks-name": f"curl -sS -x socks5h://127.0.0.1:3128 {self.url('good.test')}",
            "curl-subdomain": f"curl -sS {self.url('also.good.test')}",
            "curl-idn": f"curl -sS {self.url('xn--bcher-kva.test')}",
            "curl-case": f"curl -sS {self.url('GOOD.Test.')}",
            "curl-post": f"curl -sS -d body {self.url('good.test')}",
            "curl-chunked": f"printf body | curl -sS -H 'Transfer-Encoding: chunked' -T - {self.url('good.test')}",
            "wget": f"wget -qO- {self.url('good.test')}",
            "python": f"python3 -c \"import urllib.request as u; print(u.urlopen('{self.url('good.test')}').read())\"",
            "git": f"git ls-remote {self.url('good.test', '/repo.git')} 2>&1 | grep -c 'not found\\|unable\\|not valid'",
        }
        for name, script in ways.items():
            self.need(name.partition("-")[0].replace("python", "python3"))
            with self.subTest(way=name):
                before = len(self.web.seen)
                result = self.inside(script)
                self.assertGreater(len(self.web.seen), before, result)
                self.assertEqual({c["verdict"] for c in result["connections"]}, {"allow"}, result)
                if name != "git":
                    self.assertIn("served /", result["stdout"]["text"])

    def test_without_an_allowed_host_there_is_no_gate(self):
        result = self.inside(f"cat /proc/net/tcp; curl -sS -m 3 {self.url('good.test')}",
                             "--set", "sandbox.network.allowedDomains=[]")
        self.assertNotIn("0100007F:0C38", result["stdout"]["text"])
        self.assertEqual(self.web.seen, [])

    def test_the_result_tells_of_every_connection(self):
        result = self.inside(f"curl -sS {self.url('good.test')}; curl -sS {self.url('other.test')}")
        self.assertEqual([(c["host"], c["port"], c["address"], c["verdict"]) for c in result["connections"]],
                         [("good.test", self.web.port, "127.0.0.1", "allow"),
                          ("other.test", self.web.port, None, "deny")])
        self.assertGreater(result["connections"][0]["bytesDown"], 50)
        told = json.loads(result["stdout"]["text"].splitlines()[-1])
        self.assertEqual(told["allow"], {"sandbox": {"network": {"allowedDomains": ["other.test"]}}})

    def test_many_at_once(self):
        result = self.inside(f"for i in $(seq 60); do curl -sS {self.url('good.test', '/$i')} & done; wait")
        self.assertEqual(result["stdout"]["text"].count("served"), 60, result)

    def test_much(self):
        """Sends much data in both directions and counts every byte. A slow reader does not delay others."""
        (self.project / "much").write_bytes(MUCH)
        self.own(self.project)
        slowly = "python3 -c \"import shutil, sys, time; i, o = sys.stdin.buffer, sys.stdout.buffer; o.write(i.read(9)); " \
                 "time.sleep(0.5); shutil.copyfileobj(i, o)\""
        for how in ("", "-p", "-x socks5h://127.0.0.1:3128"):
            with self.subTest(how=how):
                result = self.inside(f"curl -sS {how} -T much {self.url('good.test', '/')} > /dev/null")
                self.assertTrue(self.web.seen[-1][3] == MUCH, "not what was sent")
                self.assertEqual({c["bytesUp"] >= len(MUCH) for c in result["connections"]}, {True}, result)
                result = self.inside(f"curl -sS {how} {self.url('good.test', '/much')} | {slowly} | cmp - much && echo same")
                self.assertEqual(result["stdout"]["text"], "same\n", result)
                self.assertEqual({0 <= c["bytesDown"] - len(MUCH) < 1000 for c in result["connections"]}, {True}, result)

    def test_each_end_ends_by_itself(self):
        """After one side has closed its direction, data in the other still arrives."""
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)

        def serve():
            peer, _ = listener.accept()
            with peer:
                got = b""
                while part := peer.recv(1 << 20):
                    got += part
                peer.sendall(b"%d\n" % len(got) + MUCH)
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        port = listener.getsockname()[1]
        script = ("import socket\ns = socket.create_connection(('127.0.0.1', 3128))\n"
                  f"s.sendall(b'CONNECT good.test:{port} HTTP/1.1\\r\\nHost: good.test:{port}\\r\\n\\r\\n')\n"
                  "s.recv(1000)\ns.sendall(b'x' * 3_000_000)\ns.shutdown(socket.SHUT_WR)\nf = s.makefile('rb')\n"
                  "print(int(f.readline()), len(f.read()))\n")
        result = self.result(*self.options([*self.ALLOWED, f"127.0.0.1:{port}"]), "--", "/usr/bin/python3",
                             self.script(script))
        thread.join(PATIENCE)
        self.assertEqual(result["stdout"]["text"], f"3000000 {len(MUCH)}\n", result)

    def test_a_name_is_not_looked_up_for_each_request(self):
        """A name is looked up again only if its last address did not answer."""
        closed = socket.create_server(("127.0.0.1", 0))
        port = closed.getsockname()[1]
        closed.close()
        shutil.copy("/usr/bin/getent", self.base / "real-getent")
        (self.base / "getent").write_text(f'#!/bin/sh\necho "$2" >> {self.base}/asked\nexec {self.base}/real-getent "$@"\n')
        (self.base / "getent").chmod(0o755)
        (self.base / "asked").touch()
        (self.base / "asked").chmod(0o666)
        self.mounts["getent"] = "/usr/bin/getent"
        once = f"curl -sS {self.url('good.test')}; "
        self.inside(once * 3 + f"curl -sS {self.url('also.good.test')}; " + once +
                    f"curl -sS http://good.test:{port}/; " + once * 2,
                    *self.options([*self.ALLOWED, f"127.0.0.1:{port}"]))
        self.assertEqual(len(self.web.seen), 7)
        self.assertEqual((self.base / "asked").read_text().split(), ["good.test", "also.good.test", "good.test"])

    # ---- what must not

    def test_other_hosts(self):
        other = Server()
        self.addCleanup(other.close)
        by_address = ("private", "metadata", "one-address-of-several", "address-for-another-port")
        options = self.options(deniedDomains=[*self.DENIED, "93.184.216.0/24"])
        refused = {
            "unknown": self.url("other.test"),
            "denied": self.url("denied.good.test"),
            "not-the-name-itself": self.url("test"),
            "suffix": self.url("notgood.test"),
            "private": self.url("private.test"),
            "metadata": self.url("metadata.test"),
            "one-address-of-several": self.url("mixed.test"),
            "address-for-another-port": f"http://good.test:{other.port}/",
        }
        for name, url in refused.items():
            for how in ("", "-p", "-x socks5h://127.0.0.1:3128"):
                with self.subTest(case=name, how=how):
                    result = self.inside(f"curl -sSf -m 8 {how} {url} >/dev/null 2>&1", *options)
                    self.assertNotEqual(result["outcome"]["code"], 0, result)
                    self.assertEqual({c["verdict"] for c in result["connections"]}, {"deny"}, result)
                    self.assertEqual({" leads to " in c["reason"] for c in result["connections"]}, {name in by_address})
        self.assertEqual(self.web.seen + other.seen, [])

    def test_a_port_that_is_not_allowed(self):
        result = self.inside(f"curl -sS {self.url('127.0.0.1')} --noproxy ''; "
                             f"curl -sSp -m 5 http://127.0.0.1:1/ --noproxy ''", *self.options([], loopback=True))
        self.assertEqual([c["verdict"] for c in result["connections"]], ["allow", "deny"], result)

    def test_a_redirect_is_judged_anew(self):
        result = self.inside(f"curl -sSL {self.url('good.test', '/redirect')}")
        self.assertEqual([c["verdict"] for c in result["connections"]], ["allow", "deny"], result)
        self.assertNotIn("/stolen", [path for _, path, _, _ in self.web.seen])

    def test_no_other_way_out(self):
        """Programs that ignore the gate, and other protocols: each works outside."""
        port = self.web.port
        udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        udp.bind(("127.0.0.1", 0))
        six = socket.create_server(("::1", 0), family=socket.AF_INET6)
        for each in (udp, six):
            self.addCleanup(each.close)

        def echo():
            try:
                while True:
                    udp.sendto(*udp.recvfrom(100))
            except OSError:
                pass
        threading.Thread(target=echo, daemon=True).start()
        tries = (f"bash -c 'echo x > /dev/tcp/127.0.0.1/{port}'",
                 f"bash -c 'echo x > /dev/tcp/good.test/{port}'",
                 f"curl -sSf -m 3 --noproxy '*' {self.url('good.test')}",
                 f"curl -sSf -m 3 --noproxy '*' {self.url('127.0.0.1')}",
                 "python3 -c \"import socket; s = socket.socket(2, 2); s.settimeout(10); "
                 f"s.sendto(b'x', ('127.0.0.1', {udp.getsockname()[1]})); s.recv(1)\"",
                 f"python3 -c \"import socket; socket.create_connection(('::1', {six.getsockname()[1]}), 10)\"")
        for script in tries:
            with self.subTest(script=script):
                self.assertEqual(self.bare(script).returncode, 0)
                before = len(self.web.seen)
                self.assertNotEqual(self.inside(script)["outcome"]["code"], 0)
                self.assertEqual(len(self.web.seen), before)

    # ---- hostile clients

    def raw(self, rows, *options):
        """Sends the parts of each row to the gate and returns the complete answers."""
        lines = "\n".join(" ".join(base64.b64encode(part).decode() for part in parts) for parts in rows) + "\n"
        (self.base / "rows").write_text(lines, encoding="ascii")
        result = self.result(*(options or self.options()), "--", "/usr/bin/python3", self.script(CLIENT),
                             str(self.base / "rows"))
        return [base64.b64decode(line) for line in result["stdout"]["text"].split("\n")[:-1]], result

    def test_evasions(self):
        p = self.web.port
        good = f"good.test:{p}".encode()

        def get(target, host, more=b"", version=b"1.1"):
            return b"GET " + target + b" HTTP/" + version + b"\r\nHost: " + host + b"\r\n" + more + b"\r\n"

        def connect(target, host=None):
            return b"CONNECT " + target + b" HTTP/1.1\r\nHost: " + (host or target) + b"\r\n\r\n"

        def socks(kind, address, port=p):
            return [b"\x05\x01\x00", b"\x05\x01\x00" + bytes([kind]) + address + port.to_bytes(2, "big")]

        other = f"other.test:{p}".encode()
        rows = {
            # host spellings
            "loopback-decimal": [connect(f"2130706434:{p}".encode())],
            "loopback-octal": [connect(f"0177.0.0.2:{p}".encode())],
            "loopback-hex": [connect(f"0x7f.2:{p}".encode())],
            "loopback-short": [connect(f"127.2:{p}".encode())],
            "zero": [connect(f"0:{p}".encode())],
            "zero-quad": [connect(f"0.0.0.0:{p}".encode())],
            "mapped": [connect(f"[::ffff:127.0.0.2]:{p}".encode())],
            "mapped-hex": [connect(f"[::ffff:7f00:2]:{p}".encode())],
            "compatible": [connect(f"[::127.0.0.1]:{p}".encode())],
            "loopback-6": [connect(f"[::1]:{p}".encode())],
            "zone": [connect(f"[fe80::1%25lo]:{p}".encode())],
            "zone-plain": [connect(f"[::1%lo]:{p}".encode())],
            "nat64": [connect(f"[64:ff9b::7f00:1]:{p}".encode())],
            "six-to-four": [connect(f"[2002:7f00:1::]:{p}".encode())],
            "metadata": [connect(b"169.254.169.254:80")],
            "metadata-decimal": [connect(b"2852039166:80")],
            "private": [connect(b"10.0.0.1:80")],
            "private-mapped": [connect(b"[::ffff:10.0.0.1]:80")],
            "two-dots": [connect(f"good.test..:{p}".encode())],
            "empty-label": [connect(f".good.test:{p}".encode())],
            "nul": [connect(f"good.test\0.other.test:{p}".encode())],
            "nul-escape": [connect(f"good.test%00.other.test:{p}".encode())],
            "at": [connect(f"good.test@other.test:{p}".encode())],
            "hash": [connect(f"other.test#good.test:{p}".encode())],
            "backslash": [connect(f"other.test\\good.test:{p}".encode())],
            "blank": [connect(f"other.test good.test:{p}".encode())],
            "tab": [connect(f"other.test\tgood.test:{p}".encode())],
            "full-width-dot": [connect("other．good.test:80".encode())],
            "long-label": [connect(b"a" * 64 + f".good.test:{p}".encode())],
            "long-name": [connect(b"a." * 130 + good)],
            "unknown": [connect(other)],
            "denied-case": [connect(f"DENIED.good.TEST:{p}".encode())],
            "denied-dot": [connect(f"denied.good.test.:{p}".encode())],
            "xn-nonsense": [connect(f"xn--\xff.good.test:{p}".encode("latin-1"))],
            # ports
            "no-port": [connect(b"good.test")],
            "port-0": [connect(b"good.test:0")],
            "port-large": [connect(b"good.test:65536")],
            "port-sign": [connect(b"good.test:+80")],
            "port-blank": [connect(b"good.test: 80")],
            "port-twice": [connect(f"good.test:{p}:80".encode())],
            # two opinions about the host
            "host-differs": [get(b"http://" + good + b"/", other)],
            "host-differs-connect": [connect(good, other)],
            "two-hosts": [get(b"http://" + good + b"/", good, b"Host: " + other + b"\r\n")],
            "no-host": [b"GET http://" + good + b"/ HTTP/1.1\r\n\r\n"],
            "origin-form": [get(b"/", other)],
            "userinfo": [get(b"http://good.test@" + other + b"/", other)],
            "userinfo-good": [get(b"http://other.test:80@" + good + b"/", good)],
            "scheme": [get(b"https://" + good + b"/", good)],
            "scheme-file": [get(b"file:///etc/passwd", good)],
            "scheme-ftp": [get(b"ftp://" + good + b"/", good)],
            "fold": [b"GET http://" + good + b"/ HTTP/1.1\r\nHost: " + good + b"\r\nX: a\r\n Host: " + other + b"\r\n\r\n"],
            "space-before-colon": [b"GET http://" + good + b"/ HTTP/1.1\r\nHost : " + good + b"\r\n\r\n"],
            "bare-lf": [b"GET http://" + good + b"/ HTTP/1.1\nHost: " + good + b"\n\n"],
            "bare-cr": [b"GET http://" + good + b"/ HTTP/1.1\rHost: " + good + b"\r\r"],
            "crlf-in-target": [get(b"http://" + good + b"/\r\nHost: other.test\r\nX: /", good)],
            # smuggling
            "length-and-chunked": [get(b"http://" + good + b"/", good, b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n")],
            "two-lengths": [get(b"http://" + good + b"/", good, b"Content-Length: 4\r\nContent-Length: 5\r\n")],
            "list-of-lengths": [get(b"http://" + good + b"/", good, b"Content-Length: 4, 5\r\n")],
            "signed-length": [get(b"http://" + good + b"/", good, b"Content-Length: +4\r\n")],
            "length-too-large": [get(b"http://" + good + b"/", good, b"Content-Length: 99999999999999999999\r\n")],
            "chunked-twice": [get(b"http://" + good + b"/", good, b"Transfer-Encoding: chunked, chunked\r\n")],
            "chunked-odd": [get(b"http://" + good + b"/", good, b"Transfer-Encoding: xchunked\r\n")],
            "chunked-tab": [get(b"http://" + good + b"/", good, b"Transfer-Encoding:\x0bchunked\r\n")],
            # not HTTP
            "http-0.9": [b"GET http://" + good + b"/\r\n\r\n"],
            "http-2": [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
            "version-3": [get(b"http://" + good + b"/", good, version=b"3.0")],
            "tls": [bytes.fromhex("160301002f0100002b0303") + b"\0" * 40],
            "garbage": [b"\xff\xfe\xfd" * 100 + b"\r\n\r\n"],
            "huge-head": [get(b"http://" + good + b"/", good, b"X: " + b"a" * 100_000 + b"\r\n")],
            "many-headers": [get(b"http://" + good + b"/", good, b"A: b\r\n" * 500)],
            "long-target": [get(b"http://" + good + b"/" + b"a" * 20_000, good)],
            # SOCKS
            "socks4": [b"\x04\x01" + p.to_bytes(2, "big") + b"\x7f\0\0\x01\0"],
            "socks-nul": socks(3, b"\x0fgood.test\0.evil"),
            "socks-empty": socks(3, b"\x00"),
            "socks-unknown": socks(3, b"\x0aother.test"),
            "socks-v4": socks(1, b"\x7f\0\0\x02"),
            "socks-v6": socks(4, b"\0" * 15 + b"\x01"),
            "socks-mapped": socks(4, b"\0" * 10 + b"\xff\xff\x7f\0\0\x02"),
            "socks-decimal-name": socks(3, b"\x0a2130706434"),
            "socks-port-0": socks(3, b"\x09good.test", 0),
            "socks-bind": [b"\x05\x01\x00", b"\x05\x02\x00\x03\x09good.test" + p.to_bytes(2, "big")],
            "socks-udp": [b"\x05\x01\x00", b"\x05\x03\x00\x03\x09good.test" + p.to_bytes(2, "big")],
            "socks-password": [b"\x05\x01\x02", b"\x01\x01a\x01b"],
            "socks-type": socks(9, b"\x00"),
            "socks-version-later": [b"\x05\x01\x00", b"\x04\x01\x00\x03\x09good.test" + p.to_bytes(2, "big")],
        }
        self.assertGreaterEqual(len(rows), 80)
        answers, result = self.raw(rows.values())
        self.assertEqual(len(answers), len(rows), result)
        for (name, _), answer in zip(rows.items(), answers):
            with self.subTest(case=name):
                self.assertNotIn(b"HTTP/1.1 200", answer)
                self.assertNotIn(b"served", answer)
                if answer.startswith(b"\x05\x00"):
                    self.assertNotEqual(answer[2:4], b"\x05\x00", answer)
        self.assertEqual(self.web.seen, [])
        self.assertEqual([c for c in result["connections"] if c["verdict"] == "allow"], [])

    def test_a_second_request_goes_nowhere(self):
        p = self.web.port
        first = f"GET http://good.test:{p}/first HTTP/1.1\r\nHost: good.test:{p}\r\n".encode()
        second = f"GET http://other.test:{p}/second HTTP/1.1\r\nHost: other.test:{p}\r\n\r\n".encode()
        same = f"GET /second HTTP/1.1\r\nHost: other.test:{p}\r\n\r\n".encode()
        rows = [[first + b"\r\n" + second], [first + b"\r\n", second], [first + b"\r\n" + same],
                [first + b"Content-Length: 3\r\n\r\nabc" + same],
                [first + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n" + same],
                [first + b"Connection: keep-alive\r\nUpgrade: h2c\r\n\r\n" + same]]
        answers, _ = self.raw(rows)
        for row, answer in zip(rows, answers):
            with self.subTest(row=row):
                self.assertEqual(answer.count(b"HTTP/1.1 "), 1, answer)
        self.assertEqual({path for _, path, _, _ in self.web.seen}, {"/first"})

    def test_who_says_nothing_is_not_waited_for(self):
        """Incomplete requests do not delay others."""
        script = ("import socket, time\nheld = []\nfor i in range(200):\n    s = socket.create_connection(('127.0.0.1', 3128))\n"
                  "    s.sendall(b'GET http://good')\n    held.append(s)\nimport urllib.request as u\n"
                  f"print(u.urlopen('{self.url('good.test')}', timeout=10).read())\n")
        result = self.result(*self.options(), "--", "/usr/bin/python3", self.script(script))
        self.assertIn("served /", result["stdout"]["text"], result)


@for_root_and_user
class Tls(GateCase):
    """The name in the tunnel must be the name that was allowed."""

    def certificate(self):
        self.need("openssl")
        place = pathlib.Path(tempfile.mkdtemp(dir=self.base))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=good.test",
                        "-addext", "subjectAltName=DNS:good.test,DNS:other.test", "-keyout", place / "key", "-out",
                        place / "cert"], check=True, capture_output=True)
        both = place / "both.pem"
        both.write_bytes((place / "key").read_bytes() + (place / "cert").read_bytes())
        return both

    def test_server_names(self):
        try:
            secure = Server(self.certificate(), 443)
        except OSError:
            self.cannot_run("port 443 of the loopback is taken")
        self.addCleanup(secure.close)
        options = self.options([*self.ALLOWED, "127.0.0.1:443"])
        result = self.inside("curl -sSk https://good.test/fine", *options)
        self.assertEqual(result["stdout"]["text"], "served /fine\n", result)
        hello = ("import socket, ssl\nc = ssl.create_default_context(); c.check_hostname = False; c.verify_mode = 0\n"
                 "s = socket.create_connection(('127.0.0.1', 3128))\ns.sendall(b'CONNECT good.test:443 HTTP/1.1\\r\\n"
                 "Host: good.test:443\\r\\n\\r\\n')\ns.recv(1000)\nt = c.wrap_socket(s, server_hostname=NAME)\n"
                 "t.sendall(b'GET /stolen HTTP/1.0\\r\\nHost: other.test\\r\\n\\r\\n')\nprint(t.recv(1000))\n")
        for name in ("'other.test'", "None", "'good.test.other.test'"):
            with self.subTest(name=name):
                result = self.result(*options, "--", "/usr/bin/python3", self.script(hello.replace("NAME", name)))
                self.assertNotEqual(result["outcome"]["code"], 0, result)
                self.assertEqual(result["connections"][0]["verdict"], "deny", result)
        plain = "printf 'CONNECT good.test:443 HTTP/1.1\\r\\nHost: good.test:443\\r\\n\\r\\nGET /stolen HTTP/1.0\\r\\n\\r\\n' | "
        result = self.inside(plain + "timeout 5 bash -c 'exec 3<>/dev/tcp/127.0.0.1/3128; cat >&3; cat <&3'", *options)
        self.assertEqual(result["connections"][0]["verdict"], "deny", result)
        self.assertNotIn("/stolen", [path for _, path, _, _ in secure.seen])


if __name__ == "__main__":
    main()
