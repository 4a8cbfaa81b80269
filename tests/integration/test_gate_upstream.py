#!/usr/bin/env python3
"""The gate with upstream proxies: the user's own proxy on this machine, and a parent proxy that leads out of a network.
The rules are applied first, and the login of a proxy never reaches the command."""

import base64
import json
import os
import pathlib
import socket
import subprocess
import tempfile
import threading
import time

from postern_case import POSTERN, main
from proxies import HttpProxy, SocksProxy
from run_case import RunCase, for_root_and_user
from test_gate import Server

HOSTS = "127.0.0.1 localhost direct.test proxy.test\n"
LOGIN = "corp%5Cme:s3cr%40t!"  # in a URL
DECODED = "corp\\me:s3cr@t!"
SECRETS = ("s3cr", base64.b64encode(DECODED.encode()).decode())

# How the programs inside can ask.
WAYS = {"request": "", "tunnel": "-p", "socks": "-x socks5h://127.0.0.1:3128"}


class UpstreamCase(RunCase):
    """The names end in .test; only the proxies know most of them."""

    ALLOWED = ["*.far.test", "direct.test", "bücher.test"]
    DENIED = ["denied.far.test"]

    def setUp(self):
        super().setUp()
        if os.getuid() != 0:
            self.cannot_run("only root can give the tests names of their own")
        self.need("curl")
        self.web = Server()
        self.addCleanup(self.web.close)
        (self.base / "hosts").write_text(HOSTS, encoding="utf-8")
        self.places = {"only.far.test": None, "denied.far.test": None, "direct.test": None, "xn--bcher-kva.test": None,
                       "127.0.0.1": None, "localhost": None, "10.1.2.3": None}

    def as_user(self, argv):
        inner = super().as_user(argv)
        if not hasattr(self, "places"):
            return inner
        return ["unshare", "-m", "sh", "-c", f'mount --bind {self.base}/hosts /etc/hosts && exec "$@"', "sh", *inner]

    def proxy(self, kind, **more):
        proxy = kind(self.places, **more)
        self.addCleanup(proxy.close)
        return proxy

    def options(self, allowed=None, **more):
        sets = {"sandbox.network.allowedDomains": self.ALLOWED if allowed is None else allowed,
                "sandbox.network.deniedDomains": self.DENIED, **more}
        return [word for key, value in sets.items() for word in ("--set", f"{key}={json.dumps(value)}")]

    def inside(self, script, *options, **more):
        return self.result(*options, "--", "/bin/sh", self.script(script), **more)

    def parent(self, url, allowed=None, **more):
        return self.options(allowed, **{"postern.network.parentProxy": url, **more})

    def url(self, host, path="/"):
        return f"http://{host}:{self.web.port}{path}"

    def get(self, how="", host="only.far.test", path="/"):
        return f"curl -sS -m 10 {how} {self.url(host, path)}"

    def assert_went(self, result, via, text="served /"):
        self.assertIn(text, result["stdout"]["text"], result)
        self.assertEqual([(c["verdict"], c["via"]) for c in result["connections"]],
                         [("allow", via)] * len(result["connections"]), result)

    def assert_refused(self, result, reason, via=None):
        self.assertEqual({(c["verdict"], c["reason"], c["via"]) for c in result["connections"]},
                         {("deny", reason, via)}, result)

    def assert_no_secret(self, *texts):
        for text in texts:
            for secret in SECRETS:
                self.assertNotIn(secret, text if isinstance(text, str) else json.dumps(text))


@for_root_and_user
class Upstream(UpstreamCase):
    # ---- the user's own proxy

    def test_own_ports(self):
        web, socks = self.proxy(HttpProxy), self.proxy(SocksProxy)
        settings = {"http": {"httpProxyPort": web.port}, "socks": {"socksProxyPort": socks.port},
                    "both": {"httpProxyPort": web.port, "socksProxyPort": socks.port}}
        for name, keys in settings.items():
            options = self.options(**{f"sandbox.network.{key}": port for key, port in keys.items()})
            for way, how in WAYS.items():
                with self.subTest(settings=name, way=way):
                    wanted = {"http": web, "socks": socks, "both": socks if way == "socks" else web}[name]
                    other = socks if wanted is web else web
                    before = len(wanted.seen), len(other.seen)
                    # The parent proxy must not be used then.
                    result = self.inside(self.get(how), *options, env={"HTTPS_PROXY": "http://127.0.0.1:1"})
                    self.assert_went(result, f"127.0.0.1:{wanted.port}")
                    self.assertEqual((len(wanted.seen), len(other.seen)), (before[0] + 1, before[1]))
                    self.assertEqual(wanted.seen[-1], ("only.far.test", self.web.port))

    def test_an_untrusted_project_sets_no_port(self):
        web = self.proxy(HttpProxy)
        self.write(".postern/settings.json", {"sandbox": {"network": {"httpProxyPort": web.port}}})
        self.own(self.project)
        result = self.inside(self.get(), *self.options())
        self.assertEqual([c["via"] for c in result["connections"]], [None], result)
        self.assertEqual(web.seen, [])

    # ---- a parent

    def test_parents_of_every_kind(self):
        kinds = {"http": HttpProxy, "socks5": SocksProxy, "socks5h": SocksProxy}
        for scheme, kind in kinds.items():
            for login in (None, DECODED):
                proxy = self.proxy(kind, login=login)
                place = f"proxy.test:{proxy.port}"
                for way, how in WAYS.items():
                    with self.subTest(scheme=scheme, login=login, way=way):
                        url = f"{scheme}://{LOGIN + '@' if login else ''}{place}"
                        result = self.inside(f"env; {self.get(how)}", *self.parent(url))
                        self.assert_went(result, place)
                        self.assertEqual(proxy.seen[-1], ("only.far.test", self.web.port))
                        self.assertIsNone(result["connections"][0]["address"])
                        self.assert_no_secret(result)

    def test_a_host_goes_in_its_one_spelling(self):
        web = self.proxy(HttpProxy)
        for way, how in WAYS.items():
            for host, spelling in (("ONLY.Far.test.", "only.far.test"), ("xn--bcher-kva.test", "xn--bcher-kva.test"),
                                   ("0x7f.0.0.1", "127.0.0.1")):
                with self.subTest(way=way, host=host):
                    web.seen.clear()
                    options = self.options([*self.ALLOWED, f"127.0.0.1:{self.web.port}"],
                                           **{"sandbox.network.httpProxyPort": web.port})
                    # curl would canonicalise the address itself
                    place = f"{host}:{self.web.port}"
                    ask = {"request": f"GET http://{place}/", "tunnel": f"CONNECT {place}"}.get(way)
                    script = self.get(f"--noproxy '' {how}", host)
                    if ask:
                        script = (f"printf '{ask} HTTP/1.1\\r\\nHost: {place}\\r\\n\\r\\n' | "
                                  "timeout 5 bash -c 'exec 3<>/dev/tcp/127.0.0.1/3128; cat >&3; head -1 <&3'")
                    self.inside(script, *options)
                    self.assertEqual(web.seen, [(spelling, self.web.port)])

    def test_bodies_and_headers(self):
        web = self.proxy(HttpProxy, login=DECODED)
        options = self.parent(f"http://{LOGIN}@127.0.0.1:{web.port}")
        own = "-H 'Proxy-Authorization: Basic bWU6bWU=' -H 'X-Mine: yes'"
        for how in ("-d body", "-T - -H 'Transfer-Encoding: chunked'", "-X OPTIONS"):
            with self.subTest(how=how):
                result = self.inside(f"printf body | {self.get(f'{how} {own}')}", *options)
                self.assert_went(result, f"127.0.0.1:{web.port}")
                self.assertEqual(web.texts[-1].count("Proxy-Authorization:"), 1)
                self.assertIn("x-mine: yes", web.texts[-1])
        self.assertEqual([body for _, _, _, body in self.web.seen], [b"body", b"", b""])
        self.assertEqual({host for _, _, host, _ in self.web.seen}, {f"only.far.test:{self.web.port}"})

    def test_much_and_many(self):
        size = 20_000_000
        (self.project / "big").write_bytes(b"x" * size)
        self.own(self.project)
        for kind, scheme in ((HttpProxy, "http"), (SocksProxy, "socks5h")):
            with self.subTest(scheme=scheme):
                options = self.parent(f"{scheme}://127.0.0.1:{self.proxy(kind).port}")
                self.inside(f"curl -sSp -T big {self.url('only.far.test', '/big')} > /dev/null", *options)
                self.assertEqual(len(self.web.seen[-1][3]), size)
                result = self.inside(f"for i in $(seq 40); do {self.get('-p', path='/$i')} & done; wait", *options)
                self.assertEqual(result["stdout"]["text"].count("served"), 40, result)

    def test_who_speaks_first(self):
        """Bytes that arrive together with the proxy's answer come from the host and reach the client."""
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        self.places[("only.far.test", 22)] = listener.getsockname()[1]
        script = self.script(
            "import socket\ns = socket.create_connection(('127.0.0.1', 3128))\ns.sendall(b'CONNECT only.far.test:22 "
            "HTTP/1.1\\r\\nHost: only.far.test:22\\r\\n\\r\\n')\ns.settimeout(10)\ngot = b''\n"
            "while b'hello' not in got: got += s.recv(1000)\nprint(got)\n")
        for kind, scheme in ((HttpProxy, "http"), (SocksProxy, "socks5h")):
            with self.subTest(scheme=scheme):
                proxy = self.proxy(kind, early=b"SSH-2.0-hello\r\n")
                result = self.result(*self.parent(f"{scheme}://127.0.0.1:{proxy.port}"), "--", "/usr/bin/python3", script)
                self.assertIn("established\\r\\n\\r\\nSSH-2.0-hello\\r\\n", result["stdout"]["text"], result)

    def test_tls_names(self):
        self.need("openssl")
        place = pathlib.Path(tempfile.mkdtemp(dir=self.base))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=x",
                        "-keyout", place / "key", "-out", place / "cert"], check=True, capture_output=True)
        (place / "both").write_bytes((place / "key").read_bytes() + (place / "cert").read_bytes())
        secure = Server(place / "both")
        self.addCleanup(secure.close)
        self.places[("only.far.test", 443)] = secure.port
        for kind, scheme in ((HttpProxy, "http"), (SocksProxy, "socks5h")):
            with self.subTest(scheme=scheme):
                options = self.parent(f"{scheme}://127.0.0.1:{self.proxy(kind).port}")
                result = self.inside("curl -sSk -m 10 https://only.far.test/fine", *options)
                self.assertEqual(result["stdout"]["text"], "served /fine\n", result)
                result = self.inside("curl -sSk -m 10 --connect-to other.test:443:only.far.test:443 https://other.test/no",
                                     *options)
                self.assertEqual([c["verdict"] for c in result["connections"]], ["deny"], result)
        self.assertEqual({path for _, path, _, _ in secure.seen}, {"/fine"})

    # ---- where the proxy comes from

    def test_the_environment(self):
        web, socks = self.proxy(HttpProxy, login=DECODED), self.proxy(SocksProxy, login=DECODED)
        http, other = f"http://{LOGIN}@proxy.test:{web.port}", f"socks5h://{LOGIN}@127.0.0.1:{socks.port}"
        rows = [({"HTTPS_PROXY": http}, "tunnel", web), ({"https_proxy": http}, "socks", web),
                ({"HTTP_PROXY": http}, "request", web), ({"http_proxy": http, "ALL_PROXY": other}, "request", web),
                ({"http_proxy": http, "ALL_PROXY": other}, "tunnel", socks), ({"all_proxy": other}, "request", socks),
                ({"HTTPS_PROXY": http.removeprefix("http://")}, "tunnel", web)]
        for variables, way, wanted in rows:
            with self.subTest(variables=sorted(variables), way=way):
                result = self.inside(f"env; cat /proc/*/environ /proc/*/cmdline; {self.get(WAYS[way])}",
                                     *self.options(), env=variables)
                self.assertEqual([c["via"] for c in result["connections"]],
                                 [f"{'proxy.test' if wanted is web else '127.0.0.1'}:{wanted.port}"], result)
                self.assertEqual(wanted.seen[-1], ("only.far.test", self.web.port))
                self.assert_no_secret(result)
        # The login is also removed if there is no gate, which would replace the variables.
        for value in (http, http.removeprefix("http://")):
            ran = self.run_in("-v", "--", "/usr/bin/env", env={"HTTPS_PROXY": value, "RSYNC_PROXY": value})
            self.assertEqual(ran.returncode, 0, ran)
            self.assertIn(b"POSTERN=1\n", ran.stdout)
            self.assert_no_secret(ran.stdout.decode(), ran.stderr.decode())

    def test_no_proxy(self):
        web = self.proxy(HttpProxy)
        address = f"127.0.0.1:{self.web.port}"
        url = f"http://127.0.0.1:{web.port}"
        rows = [("direct.test", {}, {"NO_PROXY": "x.test,direct.test"}, True),
                ("direct.test", {}, {"no_proxy": ".test"}, True),
                ("direct.test", {}, {"NO_PROXY": "*"}, True),
                ("direct.test", {}, {"NO_PROXY": f"direct.test:{self.web.port}"}, True),
                ("direct.test", {}, {"NO_PROXY": "direct.test:1"}, False),
                ("direct.test", {}, {"NO_PROXY": ".direct.test"}, False),
                ("direct.test", {"postern.network.noProxy": ["direct.test"]}, {"NO_PROXY": "x.test"}, True),
                ("direct.test", {"postern.network.noProxy": ["x.test"]}, {"NO_PROXY": "direct.test"}, False),
                ("direct.test", {"postern.network.parentProxy": "none"}, {}, True),
                ("direct.test", {"postern.network.parentProxy": url}, {}, False),
                ("127.0.0.1", {}, {}, True),
                ("127.0.0.1", {"postern.network.parentProxy": url}, {}, True),
                ("localhost", {"postern.network.parentProxy": url}, {}, True)]
        for host, sets, variables, direct in rows:
            with self.subTest(host=host, sets=sets, variables=variables):
                options = self.options([*self.ALLOWED, address, "localhost"], **sets)
                result = self.inside(self.get("--noproxy ''", host), *options,
                                     env={"HTTP_PROXY": url, "HTTPS_PROXY": url, **variables})
                self.assert_went(result, None if direct else f"127.0.0.1:{web.port}")
                self.assertEqual(result["connections"][0]["address"], "127.0.0.1" if direct else None)

    def test_a_project_sets_no_proxy(self):
        web = self.proxy(HttpProxy)
        ours = {"postern": {"network": {"parentProxy": f"http://127.0.0.1:{web.port}"}}}
        for name in (".postern/settings.json", ".postern/settings.local.json"):
            for document in (ours, {"postern": {"network": {"noProxy": ["*"]}}}):
                with self.subTest(name=name, document=document):
                    path = self.write(name, document)
                    self.own(self.project)
                    self.start([POSTERN, "trust", "--yes"])
                    self.assert_error(self.run_in(*self.options(), "--", "/bin/true"),
                                      "project and local settings may not set this", name)
                    path.unlink()
        self.write(".claude/settings.json", ours)
        self.own(self.project)
        result = self.inside(self.get(), *self.options())
        self.assertEqual([c["via"] for c in result["connections"]], [None], result)
        self.assertEqual(web.seen, [])

    def test_a_password_in_the_settings_is_not_shown(self):
        web = self.proxy(HttpProxy, login=DECODED)
        url = f"http://{LOGIN}@127.0.0.1:{web.port}"
        file = self.write(".config/postern/settings.json", {"postern": {"network": {"parentProxy": url}}}, self.home)
        self.own(self.home)
        result = self.inside(f"cat {file}; wc -c < {file}; {self.get()}", *self.options())
        self.assert_went(result, f"127.0.0.1:{web.port}")
        self.assert_no_secret(result)
        for words in (("settings", "show"), ("settings", "show", "--json"), ("profile",), ("profile", "--json")):
            ran = self.start([POSTERN, *words])
            self.assertEqual((ran.returncode, ran.stdout == b""), (0, False), ran)
            self.assert_no_secret(ran.stdout.decode(), ran.stderr.decode())

    def test_proxies_that_cannot_be_used(self):
        for value in (f"https://{LOGIN}@proxy.test:1", f"socks4://{LOGIN}@proxy.test:1", f"http://{LOGIN}@proxy.test:x",
                      f"http://{LOGIN}@proxy.test/path", f"http://{LOGIN}%@proxy.test:1"):
            with self.subTest(value=value):
                ran = self.run_in(*self.options(), "--", "/bin/true", env={"HTTPS_PROXY": value})
                self.assert_error(ran, "$HTTPS_PROXY", "postern.network.parentProxy")
                self.assert_no_secret(ran.stderr.decode())
                self.assertEqual(self.run_in("--", "/bin/true", env={"HTTPS_PROXY": value}).returncode, 0, "no gate")
                ran = self.run_in(*self.parent(value), "--", "/bin/true")
                self.assert_error(ran, "#/postern/network/parentProxy")
                self.assert_no_secret(ran.stderr.decode())

    # ---- the rules come first

    def test_what_is_refused_does_not_reach_a_proxy(self):
        web, socks = self.proxy(HttpProxy), self.proxy(SocksProxy)
        ways = {"own http": {"sandbox.network.httpProxyPort": web.port},
                "own socks": {"sandbox.network.socksProxyPort": socks.port},
                "parent": {"postern.network.parentProxy": f"http://127.0.0.1:{web.port}"},
                "parent socks": {"postern.network.parentProxy": f"socks5h://127.0.0.1:{socks.port}"}}
        hosts = ("denied.far.test", "other.test", "127.0.0.1", "10.1.2.3", "169.254.169.254", "[::1]", "[fd00::1]",
                 "0x7f.1", "2130706433", "localhost", "a.localhost", "0.0.0.0", "[::ffff:10.1.2.3]")
        for name, sets in ways.items():
            for way, how in WAYS.items():
                with self.subTest(proxy=name, way=way):
                    # "*" allows every host, but only public addresses.
                    options = self.options(["*"], **{"sandbox.network.deniedDomains": [*self.DENIED, "other.test"], **sets})
                    script = "; ".join(self.get(f"--noproxy '' {how}", f"'{host}'") for host in hosts)
                    result = self.inside(f"{script}; true", *options)
                    self.assertEqual({c["verdict"] for c in result["connections"]}, {"deny"}, result)
                    self.assertEqual(sum(c["times"] for c in result["connections"]), len(hosts), result)
                    self.assertEqual({c["via"] for c in result["connections"]}, {None}, result)
        self.assertEqual((web.seen, socks.seen, self.web.seen), ([], [], []))
        self.assertEqual((web.texts, socks.texts), ([], []))

    def test_a_private_address_that_is_listed(self):
        web = self.proxy(HttpProxy)
        self.places[("10.1.2.3", 80)] = self.web.port
        options = self.parent(f"http://127.0.0.1:{web.port}", ["10.0.0.0/8"])
        result = self.inside("curl -sS -m 5 http://10.1.2.3/", *options)
        self.assert_went(result, f"127.0.0.1:{web.port}")

    # ---- proxies that do not do what they should

    def test_refusals(self):
        login = "HTTP/1.1 407 Proxy Authentication Required"
        cases = {
            "wants-login": (HttpProxy, {"login": "a:b"}, "refused: 407 Proxy Authentication Required"),
            "filter": (HttpProxy, {"answer": (b"HTTP/1.0 403 Filtered\r\n\r\nno", False)}, "refused: 403 Filtered"),
            "odd-phrase": (HttpProxy, {"answer": (b"HTTP/1.0 503 \xff\xfe\r\n\r\n", False)}, "refused: 503 \\xff\\xfe"),
            "closes": (HttpProxy, {"answer": (b"", False)}, "closed the connection without an answer"),
            "half": (HttpProxy, {"answer": (b"HTTP/1.1 200 OK\r\nA: b\r\n", False)},
                     "closed the connection without an answer"),
            "garbage": (HttpProxy, {"answer": (b"\x05\xff\x00garbage", True)},
                        "cannot be understood: its answer is not HTTP/1"),
            "line-feeds": (HttpProxy, {"answer": (b"HTTP/1.1 200 OK\n\n", True)},
                           "cannot be understood: its answer has a line that is not HTTP"),
            "huge": (HttpProxy, {"answer": (b"HTTP/1.1 200 OK\r\nA: " + b"a" * 1_000_000, True)},
                     "cannot be understood: its answer is longer than 16 KiB"),
            "many": (HttpProxy, {"answer": (b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 1000, True)},
                     "cannot be understood: its answer has more than 100 headers"),
            "unknown-name": (HttpProxy, {}, "refused: 502 Unknown Host"),
            "socks-wants-login": (SocksProxy, {"login": "a:b"}, "refused: it wants a login"),
            "socks-garbage": (SocksProxy, {"answer": (login.encode() + b"\r\n\r\n", True)},
                              "cannot be understood: its answer is not SOCKS5"),
            "socks-closes": (SocksProxy, {"answer": (b"\x05", False)}, "closed the connection without an answer"),
            "socks-rules": (SocksProxy, {"answer": (b"\x05\x00\x05\x02\x00\x01" + bytes(6), False)},
                            "refused: its rules do not allow this (SOCKS reply 2)"),
            "socks-unknown-name": (SocksProxy, {}, "refused: host unreachable (SOCKS reply 4)"),
        }
        for name, (kind, more, reason) in cases.items():
            with self.subTest(case=name):
                proxy = self.proxy(kind, **more)
                place = f"127.0.0.1:{proxy.port}"
                url = f"{'http' if kind is HttpProxy else 'socks5h'}://{place}"
                result = self.inside(f"{self.get('-pv', 'no.far.test')} 2>&1; true", *self.parent(url))
                self.assert_refused(result, f"the proxy {place} {reason}", place)
                self.assertIn(f"X-Postern-Reason: the proxy {place} {reason}", result["stdout"]["text"])
                status = 403 if reason.startswith(("refused: 403", "refused: its rules")) else 502
                self.assertIn(f"HTTP/1.1 {status} ", result["stdout"]["text"])
                self.assertNotIn('"allow"', result["stdout"]["text"])
                result = self.inside(f"{self.get(WAYS['socks'], 'no.far.test')} 2>&1; true", *self.parent(url))
                self.assert_refused(result, f"the proxy {place} {reason}", place)

    def test_wrong_passwords(self):
        for kind, scheme, reason in ((HttpProxy, "http", "407 Proxy Authentication Required"),
                                     (SocksProxy, "socks5", "wrong user name or password")):
            for way, how in WAYS.items():
                with self.subTest(scheme=scheme, way=way):
                    proxy = self.proxy(kind, login="a:b")
                    result = self.inside(f"{self.get(how)} -v 2>&1; true",
                                         *self.parent(f"{scheme}://{LOGIN}@127.0.0.1:{proxy.port}"))
                    self.assert_refused(result, f"the proxy 127.0.0.1:{proxy.port} refused: {reason}",
                                        f"127.0.0.1:{proxy.port}")
                    self.assert_no_secret(result)
                    self.assertNotIn("Proxy-Authenticate", result["stdout"]["text"])

    def test_a_proxy_that_is_not_there(self):
        for place, why in (("127.0.0.1:1", "cannot connect to 127.0.0.1: Connection refused"),
                           ("nowhere.test:1", "there is no host of this name")):
            with self.subTest(place=place):
                result = self.inside(f"{self.get()}; true", *self.parent(f"http://{LOGIN}@{place}"))
                self.assert_refused(result, f"the proxy {place} cannot be reached: {why}", place)
                self.assert_no_secret(result)

    def test_the_request_is_not_shown(self):
        """TRACE is not forwarded, because the answer would show the login of the proxy."""
        web = self.proxy(HttpProxy, login=DECODED)
        options = self.parent(f"http://{LOGIN}@127.0.0.1:{web.port}")
        for method in ("TRACE", "trace"):
            result = self.inside(self.get(f"-X {method} -H 'Max-Forwards: 0'"), *options)
            self.assertIn("TRACE is not forwarded", result["stdout"]["text"], result)
        self.assertEqual(web.texts, [])

    # ---- proxies that people use

    def test_real_proxies(self):
        self.need("tinyproxy", "microsocks")
        (self.base / "proxy-hosts").write_text("127.0.0.1 only.far.test\n", encoding="ascii")
        with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as two:
            http, socks = one.getsockname()[1], two.getsockname()[1]
        (self.base / "tinyproxy.conf").write_text(
            f"Port {http}\nListen 127.0.0.1\nTimeout 20\nBasicAuth me s3cr3tword\nDisableViaHeader Yes\n", encoding="ascii")
        commands = (["tinyproxy", "-d", "-c", str(self.base / "tinyproxy.conf")],
                    ["microsocks", "-i", "127.0.0.1", "-p", str(socks), "-u", "me", "-P", "s3cr3tword"])
        for command in commands:
            running = subprocess.Popen(["unshare", "-m", "sh", "-c",
                                        f'mount --bind {self.base}/proxy-hosts /etc/hosts && exec "$@"', "sh", *command],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.addCleanup(running.wait)
            self.addCleanup(running.kill)
        for scheme, port in (("http", http), ("socks5h", socks)):
            url = f"{scheme}://me:s3cr3tword@127.0.0.1:{port}"
            for _ in range(100):
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    time.sleep(0.1)
            for way, how in WAYS.items():
                with self.subTest(port=port, way=way):
                    result = self.inside(self.get(how), *self.parent(url))
                    self.assert_went(result, f"127.0.0.1:{port}")
                    self.assertNotIn("s3cr3tword", json.dumps(result))
            with self.subTest(port=port, case="wrong password"):
                result = self.inside(f"{self.get('-p')}; true", *self.parent(url.replace("s3cr3tword", "wrong")))
                self.assertEqual([c["verdict"] for c in result["connections"]], ["deny"], result)
                self.assertIn(f"the proxy 127.0.0.1:{port} refused: ", result["connections"][0]["reason"])


class Patience(UpstreamCase):
    """As one user: it takes half a minute, and does not depend on who asks."""

    def test_who_hangs_is_given_up(self):
        """After half a minute each, so that two at once are done within a minute."""
        hangs = [self.proxy(HttpProxy, answer=(b"HTTP/1.1 ", True)), self.proxy(SocksProxy, answer=(b"", True))]
        start = time.monotonic()
        results = []

        def ask(url):
            results.append(self.inside(f"curl -sS -m 55 -p {self.url('only.far.test')} 2>&1; true", *self.parent(url)))
        asking = [threading.Thread(target=ask, args=(url,)) for url in
                  (f"http://127.0.0.1:{hangs[0].port}", f"socks5://127.0.0.1:{hangs[1].port}")]
        for each in asking:
            each.start()
        for each in asking:
            each.join()
        self.assertLess(time.monotonic() - start, 59)
        self.assertEqual({c["reason"] for result in results for c in result["connections"]},
                         {f"the proxy 127.0.0.1:{hang.port} does not answer" for hang in hangs})


if __name__ == "__main__":
    main()
