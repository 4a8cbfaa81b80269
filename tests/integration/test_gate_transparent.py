#!/usr/bin/env python3
"""Programs that use no proxy: names get addresses inside at which the gate listens. Also tests ports that lead from the
sandbox to this machine, and from this machine into the sandbox."""

import json
import socket
import subprocess
import threading
import time

from postern_case import PATIENCE, POSTERN, main
from run_case import for_root_and_user
from test_gate import GateCase

UNSET = "unset HTTP_PROXY HTTPS_PROXY http_proxy https_proxy ALL_PROXY all_proxy\n"

# Prints the address of each name and the answer of the server there.
LOOKUP = """import socket, sys
for name in sys.argv[1:]:
    try: print(name, sorted({a[4][0] for a in socket.getaddrinfo(name, 80, proto=socket.IPPROTO_TCP)}))
    except OSError as error: print(name, error.args[1])
"""

# Sends one line to a port and prints what comes back.
LINE = """import socket, sys
s = socket.create_connection((sys.argv[1], int(sys.argv[2])), timeout=10)
s.sendall(b'hello\\n'); s.shutdown(socket.SHUT_WR)
answer = b''
while True:
    part = s.recv(4096)
    if not part: break
    answer += part
print(answer.decode().strip())
"""


class LineServer:
    """Answers each connection with the bytes it received, whatever protocol the port stands for."""

    def __init__(self, port=0, address="127.0.0.1"):
        self.listener = socket.create_server((address, port), family=socket.AF_INET6 if ":" in address else socket.AF_INET)
        self.port = self.listener.getsockname()[1]
        self.seen = []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            with client:
                client.settimeout(5)
                self.seen.append(client.recv(100))
                client.sendall(b"said " + self.seen[-1])

    def close(self):
        self.listener.close()


@for_root_and_user
class Transparent(GateCase):
    def ports(self, *ports, **more):
        settings = {"transparentPorts": list(ports), **more}
        return [w for k, v in settings.items() for w in ("--set", f"postern.network.{k}={json.dumps(v)}")]

    def direct(self, script, *more):
        """Runs a script without the proxy variables."""
        return self.inside(UNSET + script, *self.options(), *self.ports(self.web.port), *more)

    def script_file(self, text):
        return str(self.script(text))

    # ---- names

    def test_a_program_that_knows_no_proxy_reaches_allowed_hosts(self):
        url = self.url("good.test", "/x")
        outside = subprocess.run(["unshare", "-m", "sh", "-c", f"mount --bind {self.base}/hosts /etc/hosts; curl -sS --noproxy '*' {url}"],
                                 capture_output=True, text=True, check=True)
        self.assertEqual(outside.stdout, "served /x\n")
        client = self.script_file(LINE)
        for way in (f"curl -sS {url}", f"wget -qO- {url}", f"python3 -c \"import urllib.request as u; print(u.urlopen('{url}').read().decode(), end='')\""):
            with self.subTest(way=way):
                ran = self.direct(way)
                self.assertEqual((ran["stdout"]["text"], ran["outcome"]["code"]), ("served /x\n", 0), ran)
                self.assertEqual([(c["host"], c["port"], c["verdict"]) for c in ran["connections"]], [("good.test", self.web.port, "allow")])
        ran = self.direct(f"python3 {client} good.test {self.web.port}")  # no HTTP at all: the server says so
        self.assertIn("400", ran["stdout"]["text"])

    def test_other_names_do_not_exist(self):
        url = self.url("other.test")
        seen = len(self.web.seen)
        ran = self.direct(f"curl -sS {url}; wget -qO- {url}; python3 {self.script_file(LOOKUP)} other.test denied.good.test good.test localhost")
        self.assertEqual(len(self.web.seen), seen)
        self.assertIn("Could not resolve host: other.test", ran["stderr"]["text"])
        self.assertEqual(ran["stdout"]["text"].splitlines(), [
            "other.test Name or service not known", "denied.good.test Name or service not known",
            "good.test ['127.80.0.1']", "localhost ['127.0.0.1', '::1']"])
        refused = {(c["host"], c["verdict"]) for c in ran["connections"]}
        self.assertEqual(refused, {("other.test", "deny"), ("denied.good.test", "deny")})

    def test_names_that_lead_to_forbidden_addresses(self):
        for name in ("private.test", "metadata.test", "mixed.test", "rebind.test"):
            ran = self.inside(UNSET + f"curl -sS -m 5 {self.url(name)}", *self.options(loopback=False), *self.ports(self.web.port))
            self.assertEqual([(c["verdict"], c["host"]) for c in ran["connections"]], [("deny", name)])
        self.assertEqual(self.web.seen, [])

    def test_dns_tools(self):
        self.need("dig")
        ran = self.direct("dig +short good.test; dig +short -x 127.80.0.1; dig +short AAAA good.test; dig other.test; dig +short +time=1 +tries=1 @9.9.9.9 good.test; true")
        lines = ran["stdout"]["text"].splitlines()
        self.assertEqual(lines[:2], ["127.80.0.1", "good.test."])
        self.assertIn("NXDOMAIN", ran["stdout"]["text"])
        self.assertIn("is not on the list of allowed hosts", ran["stdout"]["text"])  # the extended error
        self.assertIn("network unreachable", ran["stdout"]["text"] + ran["stderr"]["text"])

    def test_a_command_may_use_the_same_ports_itself(self):
        # The command can listen on the same port as the gate, at another address.
        ran = self.direct(
            f"curl -sS {self.url('good.test')} >/dev/null && python3 - <<'end'\nimport socket\n"
            f"s = socket.create_server(('127.0.0.1', {self.web.port}))\nc = socket.create_connection(s.getsockname())\n"
            "a, _ = s.accept(); c.sendall(b'own'); print(a.recv(3).decode())\nend\n")
        self.assertEqual(ran["stdout"]["text"], "own\n", ran)

    def test_this_machine_finds_itself(self):
        ran = self.direct("getent hosts $(hostname)")
        self.assertIn(ran["stdout"]["text"].split()[0], ("127.0.0.1", "::1"))

    def test_addresses_that_were_given_to_nobody(self):
        # Only a look-up of a name opens an address.
        client = self.script_file(LINE)
        for address in ("127.80.0.1", "127.80.0.2", "127.80.0.200", "127.0.0.2", "10.1.2.3", "93.184.216.34", "::1", "169.254.169.254"):
            ran = self.direct(f"timeout 5 python3 {client} {address} {self.web.port}")
            self.assertNotEqual(ran["outcome"]["code"], 0, address)
            told = [(one["host"], one["verdict"]) for one in ran["connections"]]
            on_loopback = address.startswith("127.") or address == "::1"
            self.assertEqual(told, [] if on_loopback else [(address, "deny")], address)
        self.assertEqual(self.web.seen, [])

    def test_a_rule_for_one_port_opens_one_port(self):
        other = LineServer()
        self.addCleanup(other.close)
        options = (*self.options([f"good.test:{self.web.port}"]), *self.ports(self.web.port, other.port))
        ran = self.inside(UNSET + f"curl -sS {self.url('good.test')}; curl -sS -m 5 http://good.test:{other.port}; true", *options)
        self.assertEqual(ran["stdout"]["text"], "served /\n", ran)
        self.assertEqual(other.seen, [])

    def test_whoever_is_in_the_way_of_new_sockets_harms_only_himself(self):
        # Postern makes sockets inside by connecting two of its own. This script connects to every port meanwhile.
        ran = self.direct(f"""python3 - <<'end' &
import socket, time
stop = time.monotonic() + 4
while time.monotonic() < stop:
    for line in open('/proc/net/tcp6').read().splitlines()[1:] + open('/proc/net/tcp').read().splitlines()[1:]:
        port = int(line.split()[1].rsplit(':', 1)[1], 16)
        for family, address in ((socket.AF_INET, '127.0.0.1'), (socket.AF_INET6, '::1')):
            s = socket.socket(family); s.setblocking(False)
            try: s.connect((address, port))
            except OSError: pass
end
for i in 1 2 3 4 5 6 7 8 9; do getent hosts n$i.good.test >/dev/null; done
wait; curl -sS {self.url('good.test')}""")
        self.assertEqual((ran["stdout"]["text"], ran["outcome"]["code"]), ("served /\n", 0), ran)

    def test_off_means_off(self):
        ran = self.direct(f"curl -sS -m 5 {self.url('good.test')}; cat /etc/hosts", "--set", "postern.network.transparent=off")
        self.assertNotIn("served", ran["stdout"]["text"])
        self.assertIn("private.test", ran["stdout"]["text"])

    def test_many_names_come_to_an_end_and_nothing_breaks(self):
        ran = self.direct(f"""python3 - <<'end'
import socket
def there(i):
    try: return bool(socket.getaddrinfo('n%d.good.test' % i, 80))
    except OSError: return False
print(sum(there(i) for i in range(200)))
end
curl -sS {self.url('n1.good.test')}""")
        self.assertEqual(ran["stdout"]["text"].splitlines()[0], "128")

    def test_garbage_for_the_name_server(self):
        ran = self.direct(f"""python3 - <<'end'
import os, socket
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.connect(('127.0.0.1', 53))
for i in range(3000): s.send(os.urandom(i % 600))
for i in range(300): s.send(b'\\x12\\x34\\1\\0\\0\\1\\0\\0\\0\\0\\0\\0' + os.urandom(i))
end
curl -sS {self.url('good.test')}""")
        self.assertEqual((ran["stdout"]["text"], ran["outcome"]["code"]), ("served /\n", 0), ran)

    # ---- ssh is told why

    def test_ssh_shows_why(self):
        self.need("ssh")
        # The name is allowed, the port it leads to is not.
        ran = self.inside("ssh -o ProxyCommand=none -o BatchMode=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null git@private.test; true",
                          *self.options(["private.test"], loopback=False))
        self.assertIn("Received disconnect", ran["stderr"]["text"])
        self.assertIn("postern: `private.test` leads to 10.1.2.3", ran["stderr"]["text"])

    # ---- ports of this machine

    def test_host_ports(self):
        service = LineServer()
        self.addCleanup(service.close)
        client = self.script_file(LINE)
        closed = self.result("--", "/usr/bin/python3", client, "127.0.0.1", str(service.port))
        self.assertNotEqual(closed["outcome"]["code"], 0)
        option = f"postern.network.hostPorts=[{service.port}]"
        ran = self.result("--set", option, "--", "/usr/bin/python3", client, "127.0.0.1", str(service.port))
        self.assertEqual((ran["stdout"]["text"], ran["outcome"]["code"]), ("said hello\n", 0), ran)
        self.assertEqual([(c["host"], c["port"], c["verdict"], c["rule"], c["bytesUp"], c["bytesDown"]) for c in ran["connections"]],
                         [("localhost", service.port, "allow", "postern.network.hostPorts", 6, 11)])
        other = LineServer()
        self.addCleanup(other.close)
        ran = self.result("--set", option, "--", "/usr/bin/python3", client, "127.0.0.1", str(other.port))
        self.assertNotEqual(ran["outcome"]["code"], 0)
        self.assertEqual(other.seen, [])

    def test_host_ports_where_the_service_is_on_ipv6_only(self):
        service = LineServer(address="::1")
        self.addCleanup(service.close)
        ran = self.result("--set", f"postern.network.hostPorts=[{service.port}]", "--", "/usr/bin/python3", self.script_file(LINE), "127.0.0.1", str(service.port))
        self.assertEqual((ran["stdout"]["text"], ran["outcome"]["code"]), ("said hello\n", 0), ran)

    # ---- ports of the sandbox

    def exposed(self, address, port):
        """Runs a server inside and connects to it from outside."""
        server = self.script_file(
            "import socket, sys\nfamily = socket.AF_INET6 if ':' in sys.argv[1] else socket.AF_INET\n"
            "s = socket.create_server((sys.argv[1], int(sys.argv[2])), family=family)\n"
            "for _ in range(2):\n  c, _ = s.accept()\n  c.sendall(b'inside heard ' + c.recv(100)); c.recv(1); c.close()\n")
        run = subprocess.Popen(self.as_user([POSTERN, "run", "--json", "--set", f"postern.network.exposePorts=[{port}]", "--",
                                             "/usr/bin/python3", server, address, str(port)]),
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.project, env=self.env)
        heard = []
        deadline = time.monotonic() + PATIENCE
        while len(heard) < 2 and time.monotonic() < deadline:
            try:
                with socket.create_connection(("127.0.0.1", port), timeout=5) as s:
                    s.sendall(b"you")
                    got = s.recv(100)
                    if got:
                        heard.append(got)
                        continue
            except OSError:
                pass
            time.sleep(0.05)
        out, err = run.communicate(timeout=PATIENCE)
        return heard, out, err

    def free_port(self):
        with socket.create_server(("127.0.0.1", 0)) as s:
            return s.getsockname()[1]

    def test_exposed_ports(self):
        for address in ("127.0.0.1", "0.0.0.0", "::1", "::"):
            with self.subTest(address=address):
                heard, out, err = self.exposed(address, self.free_port())
                self.assertEqual(heard, [b"inside heard you"] * 2, out + err)

    def test_an_exposed_port_must_be_free(self):
        taken = LineServer()
        self.addCleanup(taken.close)
        ran = self.run_in("--set", f"postern.network.exposePorts=[{taken.port}]", "--", "touch", "ran")
        self.assertNotEqual(ran.returncode, 0)
        self.assertIn(f"port {taken.port} of this machine cannot be taken for the sandbox", ran.stderr.decode())
        self.assertFalse((self.project / "ran").exists())

    def test_both_ways_at_once_make_no_sense(self):
        ran = self.run_in("--set", "postern.network.exposePorts=[4000]", "--set", "postern.network.hostPorts=[4000]", "--", "true")
        self.assertIn("this port is in exposePorts too", ran.stderr.decode())

    # ---- bounds

    def test_max_connections(self):
        ran = self.inside(f"for i in 1 2 3; do curl -sS {self.url('good.test')} || true; done", *self.options(),
                          "--set", "postern.network.maxConnections=2")
        self.assertEqual(ran["stdout"]["text"].count("served"), 2)
        self.assertIn("postern.network.maxConnections", json.dumps(ran["connections"]))

    def test_max_bytes(self):
        ran = self.inside(f"curl -sS {self.url('good.test')}; head -c 3000000 /dev/zero >big; curl -sS -m 20 --data-binary @big {self.url('good.test')}; curl -sS {self.url('good.test')}; true",
                          *self.options(), "--set", "postern.network.maxBytes=1M")
        self.assertEqual(ran["stdout"]["text"].splitlines()[0], "served /")
        self.assertNotIn("served", "".join(ran["stdout"]["text"].splitlines()[1:]))
        self.assertIn("postern.network.maxBytes", json.dumps(ran["connections"]))
        self.assertLess(sum(c["bytesUp"] + c["bytesDown"] for c in ran["connections"]), 2_500_000)


if __name__ == "__main__":
    main()
