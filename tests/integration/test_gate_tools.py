#!/usr/bin/env python3
"""Real programs and real servers: allowed hosts work as outside, others fail with an understandable message, and
nothing gets around the gate. Everything is shown to work outside the sandbox first."""

import json
import os
import pathlib
import shutil
import subprocess

import gate_world
from gate_world import ADDRESS, ADDRESS_6, HELLO
from postern_case import POSTERN, main
from run_case import RunCase, for_root_and_user

URLLIB = "python3 -c \"import urllib.request as u; print(u.urlopen('https://HOST/hello.txt').read())\""
REQUESTS = "python3 -c \"import requests; print(requests.get('https://HOST/hello.txt').text)\""
HTTPX = "python3 -c \"import httpx; print(httpx.get('https://HOST/hello.txt').text)\""
FETCH = "node -e \"fetch('https://HOST/hello.txt').then(r => r.text()).then(console.log)\""
REQUEST = "node -e \"require('https').get('https://HOST/hello.txt', r => r.pipe(process.stdout))\""

# Scripts, with the message of the program itself if the host is not allowed.
TOOLS = {
    "curl-http": ("curl -sS http://HOST/hello.txt", "is not on the list of allowed hosts"),
    "curl-https": ("curl -sS https://HOST/hello.txt", "response 403"),
    "wget-http": ("wget -nv -O- http://HOST/hello.txt", "Forbidden; `other.test:80` is not on the list"),
    "wget-https": ("wget -nv -O- https://HOST/hello.txt", "Forbidden; `other.test:443` is not on the list"),
    "git-https": ("git clone -q https://HOST/git/repo.git c && cat c/hello.txt", "response 403"),
    "git-ssh": ("git clone -q ssh://git@HOST/WORLD/git/repo.git c && cat c/hello.txt",
                "postern: `other.test:22` is not on the list of allowed hosts; to allow it"),
    "git-ssh-short": ("git clone -q git@HOST:repo.git c && cat c/hello.txt", "postern: `other.test:22` is not on the list"),
    "ssh": ("ssh git@HOST cat ../www/hello.txt", "postern: `other.test:22` is not on the list"),
    "scp": ("scp -O git@HOST:../www/hello.txt c && cat c", "postern: `other.test:22` is not on the list"),
    "rsync-ssh": ("rsync git@HOST:../www/hello.txt c && cat c", "postern: `other.test:22` is not on the list"),
    "rsync": ("rsync rsync://HOST/files/hello.txt c && cat c", "403 Forbidden; `other.test:873` is not on the list"),
    "npm": ("npm install --cache=cache --fetch-retries=0 --registry https://HOST/npm/ hello && node node_modules/hello",
            "403"),
    "pip": ("pip3 install --no-cache-dir --retries 0 --target lib -i https://HOST/simple hello && python3 lib/hello.py",
            "No matching distribution found"),
    "urllib": (URLLIB, "403 Forbidden; `other.test:443` is not on the list"),
    "requests": (REQUESTS, "403 Forbidden; `other.test:443` is not on the list"),
    "httpx": (HTTPX, "403 Forbidden; `other.test:443` is not on the list"),
}


@for_root_and_user
class Tools(RunCase):
    ALLOWED = ["good.test"]
    ordinary_uid = 12345  # to whom, inside, root's files are nobody's

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.world = None
        cls.lacking = "only root can make a network for the tests" if os.getuid() != 0 else \
            ", ".join(gate_world.missing())
        if not cls.lacking:
            cls.world = gate_world.World(cls.uid or 0)
            cls.addClassCleanup(cls.world.close)

    def setUp(self):
        if self.lacking:
            self.cannot_run(f"missing: {self.lacking}")
        super().setUp()
        # Node and npm do not use the system's certificates.
        self.env["NODE_EXTRA_CA_CERTS"] = "/etc/ssl/certs/ca-certificates.crt"

    def as_user(self, argv):
        return self.world.inside(super().as_user(argv), self.project) if self.world else super().as_user(argv)

    def allow(self, *allowed):
        # The servers are on this machine, so their addresses must be allowed as well.
        hosts = [*(allowed or self.ALLOWED), ADDRESS, f"[{ADDRESS_6}]"]
        return ("--set", "sandbox.network.allowedDomains=" + json.dumps(hosts))

    def text(self, script, host="good.test"):
        """Returns the script for this host, run in a new directory."""
        count = sum(1 for _ in self.project.iterdir())
        return f"mkdir d{count} && cd d{count} && " + script.replace("HOST", host).replace("/WORLD", str(self.world.dir))

    def inside(self, script, *options, host="good.test", **more):
        return self.sh(self.text(script, host), *(options or self.allow()), **more)

    def assert_works_outside(self, script, host="good.test"):
        ran = self.bare(self.text(script, host))
        self.assertEqual(ran.returncode, 0, ran)
        self.assertIn(HELLO.encode(), ran.stdout, ran)

    # ---- what programs know

    def test_tools(self):
        for name, (script, message) in TOOLS.items():
            with self.subTest(tool=name):
                self.assert_works_outside(script, "other.test")
                good = self.inside(script)
                self.assertEqual(good.returncode, 0, good)
                self.assertIn(HELLO.encode(), good.stdout, good)
                self.assertNotIn(b"postern:", good.stderr)
                bad = self.inside(script, host="other.test")
                self.assertNotIn(HELLO.encode(), bad.stdout, bad)
                said = (bad.stdout + bad.stderr).decode()
                self.assertIn(message, said)
                self.assertRegex(said, r"postern: not connected; `other.test:\d+` is not on the list of allowed hosts")
                if name != "curl-http":  # curl succeeds with any HTTP answer
                    self.assertNotEqual(bad.returncode, 0, bad)

    def test_curl_by_socks(self):
        script = "curl -sS -x socks5h://127.0.0.1:3128 https://HOST/hello.txt"
        self.assertIn(HELLO.encode(), self.inside(script).stdout)
        bad = self.inside(script, host="other.test")
        self.assertIn(b"postern: not connected; `other.test:443` is not on the list", bad.stderr)
        self.assertNotEqual(bad.returncode, 0)

    def test_node(self):
        """Newer versions of Node use a proxy. Older ones connect to the address of the name."""
        for script in (FETCH, REQUEST):
            with self.subTest(script=script):
                self.assert_works_outside(script)
                self.assertIn(HELLO.encode(), self.inside(script).stdout)
                self.assertNotIn(HELLO.encode(), self.inside(script, host="other.test").stdout)

    # ---- ssh

    def test_users_own_ssh_settings_count(self):
        """The user's ssh settings come before the entry for the gate, and connections still go through the gate."""
        shutil.copy(self.world.home / ".ssh/id_ed25519", self.project / "key")
        self.own(self.project)
        for script in ('GIT_SSH_COMMAND="ssh -F /etc/ssh/ssh_config -i ../key" git clone -q git@HOST:repo.git c',
                       'git -c core.sshCommand="ssh -i ../key" clone -q git@HOST:repo.git c'):
            with self.subTest(script=script):
                script += " && cat c/hello.txt"
                self.assert_works_outside(script)
                self.assertIn(HELLO.encode(), self.inside(script).stdout)
        own = "ssh -o ProxyCommand='sh -c \"echo my own >&2\"' git@HOST true"
        self.assertIn(b"my own", self.inside(own).stderr)

    def test_git_over_ssh_under_the_exec_guard(self):
        script = "git clone -q git@HOST:repo.git c && cat c/hello.txt"
        rules = ("--set", "permissions.deny=Bash(rm:*)", "--set", "postern.undecidable=ask")
        for strict in ("on", "strict"):
            with self.subTest(guard=strict):
                ran = self.inside(script, *self.allow(), *rules, "--set", f"postern.execGuard={strict}")
                self.assertIn(HELLO.encode(), ran.stdout, ran)
        ran = self.inside(script, *self.allow(), "--set", "permissions.deny=Bash(postern connect:*)")
        self.assertIn(b"postern: refused while it ran; Bash(postern connect:*)", ran.stderr)
        self.assertNotIn(HELLO.encode(), ran.stdout)

    def test_postern_in_a_place_with_an_odd_name(self):
        place = self.base / "it's 5% odd"
        for name, source in (("bin/postern", POSTERN), ("libexec/postern/postern-init", self.init())):
            (place / name).parent.mkdir(parents=True)
            shutil.copy(source, place / name)
        ran = self.start([place / "bin/postern", "run", *self.allow(), "--", "ssh", "git@good.test", "cat ../www/hello.txt"])
        self.assertIn(HELLO.encode(), ran.stdout, ran)

    @staticmethod
    def init():
        return os.environ.get("POSTERN_INIT") or pathlib.Path(POSTERN).parents[2] / "helpers/postern-init"

    def test_much_both_ways(self):
        size = 30_000_000
        (self.project / "big").write_bytes(b"x" * size)
        self.own(self.project)
        ran = self.sh("ssh git@good.test cat < big | wc -c", *self.allow())
        self.assertEqual(ran.stdout.split(), [str(size).encode()], ran)

    def test_without_a_gate_nothing_is_changed(self):
        show = "cat /etc/ssh/ssh_config; env"
        for options in ((), ("--set", "sandbox.network.allowedDomains=[]")):
            ran = self.sh(show, *options)
            self.assertNotIn(b"ProxyCommand /", ran.stdout)
            self.assertNotIn(b"3128", ran.stdout)
        before = subprocess.run(["sha256sum", "/etc/ssh/ssh_config"], capture_output=True, check=True).stdout
        self.assertIn(b"ProxyCommand /", self.sh(show, *self.allow()).stdout)
        after = subprocess.run(["sha256sum", "/etc/ssh/ssh_config"], capture_output=True, check=True).stdout
        self.assertEqual(before, after)

    # ---- postern connect

    def test_connect(self):
        ask = f"printf 'GET /hello.txt HTTP/1.0\\r\\nHost: good.test\\r\\n\\r\\n' | {POSTERN} connect"
        good = self.inside(f"{ask} HOST 80")
        self.assertEqual(good.returncode, 0, good)
        self.assertIn(HELLO.encode(), good.stdout)
        for host, why in (("other.test", "`other.test:80` is not on the list of allowed hosts; to allow it, add it to "
                                         "sandbox.network.allowedDomains"),
                          ("nowhere.good.test", "there is no host of this name"), ("no..host", "no..host")):
            with self.subTest(host=host):
                bad = self.inside(f"{ask} HOST 80", *self.allow("good.test", "*.good.test"), host=host)
                self.assertIn(bad.returncode, (125, 126), bad)
                self.assertIn("postern: ", bad.stderr.decode())
                self.assertIn(why, bad.stderr.decode())
        for words in ("good.test", "good.test 0", "good.test 65536", "good.test ssh", "good.test 80 81"):
            self.assertEqual(self.inside(f"{POSTERN} connect {words}").returncode, 125)
        outside = self.bare(f"{ask} good.test 80")
        self.assertEqual(outside.returncode, 125)
        self.assertIn(b"postern: there is no gate here", outside.stderr)
        closed = self.sh(f"{ask} good.test 80")
        self.assertEqual(closed.returncode, 125)
        self.assertIn(b"postern: there is no gate in this sandbox", closed.stderr)

    # ---- variables

    def test_variables_given_for_the_command_win(self):
        for name in ("HTTPS_PROXY", "https_proxy"):
            ran = self.inside("curl -sS https://HOST/hello.txt", "--env", f"{name}=http://127.0.0.1:9", *self.allow())
            self.assertIn(b"127.0.0.1 port 9", ran.stderr, ran)

    def test_the_hosts_own_proxies_do_not_count_inside(self):
        names = ("HTTPS_PROXY", "ALL_PROXY", "all_proxy", "PIP_PROXY", "NPM_CONFIG_HTTPS_PROXY", "npm_config_https_proxy")
        env = {name: "http://127.0.0.1:9" for name in names}
        for tool in ("curl-https", "npm", "pip"):
            with self.subTest(tool=tool):
                self.assertNotEqual(self.bare(self.text(TOOLS[tool][0]), env=env).returncode, 0)
                ran = self.inside(TOOLS[tool][0], *self.allow(), "--set", "postern.network.parentProxy=none", env=env)
                self.assertIn(HELLO.encode(), ran.stdout)

    # ---- no way past

    def test_programs_that_ask_nobody(self):
        connect = f"import socket; s = socket.create_connection(('{ADDRESS_6}', 80), 10)"
        ways = {
            "dev-tcp": f"bash -c 'echo > /dev/tcp/{ADDRESS}/80'",
            "curl": f"curl -sS -m 30 --noproxy '*' http://{ADDRESS}/hello.txt",
            "udp": f"python3 -c \"import socket; s = socket.socket(2, 2); s.settimeout(10); "
                   f"s.sendto(b'xx\\1\\0\\0\\1\\0\\0\\0\\0\\0\\0\\1a\\0\\0\\1\\0\\1', ('{ADDRESS}', 53)); s.recv(99)\"",
            "ipv6": f'python3 -c "{connect}"',
            "ping": f"ping -c1 -W10 {ADDRESS}",
            "dig": f"dig +tries=1 +timeout=10 +short good.test @{ADDRESS}",
            "nslookup": f"nslookup -timeout=10 -retry=1 only-dns.test {ADDRESS}",
        }
        if self.uid is None:
            ways["raw"] = 'python3 -c "import socket; socket.socket(2, 3, 1)"'
        for name, script in ways.items():
            with self.subTest(way=name):
                self.assertEqual(self.bare(script).returncode, 0)
                result = self.result(*self.allow("good.test", ADDRESS), "--", "/bin/sh", self.script(script))
                self.assertNotEqual(result["outcome"]["code"], 0, result)
                self.assertEqual({c["verdict"] for c in result["connections"]} - {"deny"}, set())

    def test_programs_that_ask_nobody_but_know_a_name(self):
        get = "exec 3<>/dev/tcp/HOST/80; printf 'GET /hello.txt HTTP/1.0\\r\\nHost: HOST\\r\\n\\r\\n' >&3; cat <&3"
        ways = {
            "dev-tcp": f'bash -c "{get}"',
            "curl": "curl -sS -m 30 --noproxy '*' http://HOST/hello.txt",
            "curl-tls": "curl -sS -m 30 --noproxy '*' https://HOST/hello.txt",
            "wget": "wget -qO- --no-proxy https://HOST/hello.txt",
            "python": "python3 -c \"import urllib.request as u; o = u.build_opener(u.ProxyHandler({})); "
                      "print(o.open('https://HOST/hello.txt', timeout=30).read().decode())\"",
            "git": "git -c http.proxy= clone -q https://HOST/git/repo.git c && cat c/hello.txt",
            "git-ssh": "GIT_SSH_COMMAND='ssh -o ProxyCommand=none' git clone -q git@HOST:repo.git c && cat c/hello.txt",
        }
        off = ("--set", "postern.network.transparent=off", *self.allow())
        for name, script in ways.items():
            with self.subTest(way=name):
                self.assert_works_outside(script)
                self.assertIn(HELLO.encode(), self.inside(script).stdout)
                self.assertNotIn(HELLO.encode(), self.inside(script, host="other.test").stdout)
                self.assertNotIn(HELLO.encode(), self.inside(script, *off).stdout)

    def test_the_gate_itself_can_be_spoken_to(self):
        script = ("exec 3<>/dev/tcp/127.0.0.1/3128; printf 'GET http://HOST/hello.txt HTTP/1.1\\r\\nHost: HOST\\r\\n\\r\\n' >&3; "
                  "cat <&3")
        ran = self.run_in(*self.allow(), "--", "/bin/bash", self.script(script.replace("HOST", "good.test")))
        self.assertIn(HELLO.encode(), ran.stdout)
        ran = self.run_in(*self.allow(), "--", "/bin/bash", self.script(script.replace("HOST", "other.test")))
        self.assertIn(b"is not on the list of allowed hosts", ran.stdout)


if __name__ == "__main__":
    main()
