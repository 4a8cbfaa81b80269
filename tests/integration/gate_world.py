"""A small internet for the tests of the gate: a network namespace with a public address and real servers on their usual
ports. Nothing of it is visible outside the namespace."""

import base64
import hashlib
import io
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tarfile
import tempfile
import time
import zipfile

from postern_case import worlds

ADDRESS = "93.184.216.34"  # any public one: it exists on the namespace's loopback only
ADDRESS_6 = "2606:2800:220:1::1"
SERVER_UID = 1  # the servers', once they have their ports
HELLO = "hello from the server"

# Programs that must be there, and the Debian package they come from.
PROGRAMS = {"apache2": "apache2-bin", "dropbear": "dropbear-bin", "dropbearkey": "dropbear-bin", "openssl": "openssl",
            "ssh": "openssh-client", "git": "git", "ip": "iproute2", "rsync": "rsync", "curl": "curl", "wget": "wget",
            "node": "nodejs", "npm": "npm", "pip3": "python3-pip", "dig": "bind9-dnsutils", "ping": "iputils-ping"}
PATH = "/usr/sbin:/usr/bin:/sbin:/bin"

APACHE = """ServerRoot {d}
DefaultRuntimeDir {d}
PidFile {d}/apache.pid
ErrorLog {d}/apache.log
Listen {address}:80
Listen [{address_6}]:80
Listen {address}:443
{modules}
User #{uid}
Group #{uid}
StartServers 2
ServerName good.test
TypesConfig /dev/null
AddType text/html .html
DocumentRoot {d}/www
<Directory />
    Require all granted
</Directory>
AliasMatch ^/npm/hello$ {d}/www/npm.json
ScriptAlias /git/ /usr/lib/git-core/git-http-backend/
SetEnv GIT_PROJECT_ROOT {d}/git
SetEnv GIT_HTTP_EXPORT_ALL 1
<VirtualHost {address}:443>
    ServerAlias *.test
    SSLEngine on
    SSLCertificateFile {d}/cert.pem
    SSLCertificateKeyFile {d}/key.pem
</VirtualHost>
"""
MODULES = ("mpm_prefork", "authz_core", "alias", "cgi", "dir", "mime", "env", "ssl")

# Answers nearly every question with the machine's address.
NAME_SERVER = """import socket, sys
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.bind((sys.argv[1], 53))
while True:
    q, who = s.recvfrom(512)
    end = q.index(b"\\0", 12) + 5
    a = q[end - 4:end - 2] == b"\\0\\1" and b"nowhere" not in q
    s.sendto(q[:2] + b"\\x81\\x80\\0\\1\\0" + bytes([a]) + b"\\0\\0\\0\\0" + q[12:end]
             + (b"\\xc0\\x0c\\0\\1\\0\\1\\0\\0\\0\\1\\0\\4" + socket.inet_aton(sys.argv[1]) if a else b""), who)
"""


def missing():
    """Returns the missing packages."""
    packages = {package for program, package in PROGRAMS.items() if not shutil.which(program, path=PATH)}
    for module, package in (("requests", "python3-requests"), ("httpx", "python3-httpx")):
        if subprocess.run(["/usr/bin/python3", "-c", f"import {module}"], capture_output=True, check=False).returncode:
            packages.add(package)
    return sorted(packages)


class World:
    """For one user, whose home directory is in it."""

    def __init__(self, uid):
        self.uid = uid
        self.dir = pathlib.Path(tempfile.mkdtemp(prefix="postern-world-", dir=worlds()))
        self.dir.chmod(0o755)
        self.home = self.dir / "home"
        self.processes = []
        try:
            self.prepare()
            self.begin()
        except BaseException:
            self.close()
            raise

    # ---- files

    def prepare(self):
        for name in ("home", "home/.ssh", "www", "certs", "git", "git/.ssh", "ssh_config.d"):
            (self.dir / name).mkdir(mode=0o755)
        self.write("hosts", f"127.0.0.1 localhost\n::1 localhost\n{ADDRESS} good.test other.test\n")
        self.write("resolv.conf", f"nameserver {ADDRESS}\noptions timeout:10 attempts:1\n")
        self.write("passwd", f"root:x:0:0::{self.home if self.uid == 0 else '/root'}:/bin/sh\n"
                             f"git:x:{SERVER_UID}:{SERVER_UID}::{self.dir}/git:/bin/sh\n"
                             f"nobody:x:65534:65534::/nonexistent:/bin/sh\n"
                             f"someone:x:{self.uid or 54321}:{self.uid or 54321}::{self.home}:/bin/sh\n")
        # Real systems usually have a file here.
        self.write("ssh_config.d/tests.conf", "Host never.test\n    Port 23\n")
        self.certificates()
        self.keys()
        self.packages()
        self.repository()
        modules = "\n".join(f"LoadModule {m}_module /usr/lib/apache2/modules/mod_{m}.so" for m in MODULES)
        self.write("apache.conf", APACHE.format(d=self.dir, address=ADDRESS, address_6=ADDRESS_6, modules=modules,
                                                uid=SERVER_UID))
        self.write("rsyncd.conf", f"use chroot = no\nuid = 0\ngid = 0\n[files]\npath = {self.dir}/www\n")
        self.write("name_server.py", NAME_SERVER)
        self.call("chown", "-R", f"{self.uid}:{self.uid}", self.home)
        self.call("chown", "-R", f"{SERVER_UID}:{SERVER_UID}", self.dir / "git")

    def write(self, name, content):
        path = self.dir / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def call(self, *argv):
        ran = subprocess.run([str(a) for a in argv], capture_output=True, check=False, cwd=self.dir, timeout=60,
                             env={"PATH": PATH, "HOME": str(self.dir)})
        if ran.returncode:
            raise RuntimeError(f"{argv}: {ran.stderr.decode()}")
        return ran.stdout.decode()

    def certificates(self):
        new = ("openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
        self.call(*new, "-x509", "-days", "2", "-subj", "/CN=The tests' own", "-keyout", "ca.key", "-out", "ca.pem")
        self.call(*new, "-subj", "/CN=good.test", "-keyout", "key.pem", "-out", "csr")
        self.write("names", "subjectAltName=DNS:good.test,DNS:other.test\n")
        self.call("openssl", "x509", "-req", "-in", "csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
                  "-days", "2", "-extfile", "names", "-out", "cert.pem")
        shutil.copy(self.dir / "ca.pem", self.dir / "certs/ca-certificates.crt")
        shutil.copy(self.dir / "ca.pem", self.dir / "certs" / (self.call("openssl", "x509", "-hash", "-noout", "-in",
                                                                        "ca.pem").strip() + ".0"))

    def keys(self):
        self.call("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.home / ".ssh/id_ed25519")
        shutil.copy(self.home / ".ssh/id_ed25519.pub", self.dir / "git/.ssh/authorized_keys")
        self.call("dropbearkey", "-t", "ed25519", "-f", "host_key")
        key = next(l for l in self.call("dropbearkey", "-y", "-f", "host_key").splitlines() if l.startswith("ssh-"))
        (self.home / ".ssh/known_hosts").write_text(f"good.test,other.test {key}\n", encoding="ascii")

    def packages(self):
        self.write("www/hello.txt", HELLO + "\n")
        tar = io.BytesIO()
        with tarfile.open(fileobj=tar, mode="w:gz") as archive:
            for name, text in (("package/package.json", '{"name":"hello","version":"1.0.0"}'),
                               ("package/index.js", f"console.log('{HELLO}')")):
                entry = tarfile.TarInfo(name)
                entry.size = len(text)
                archive.addfile(entry, io.BytesIO(text.encode()))
        self.write("www/hello-1.0.0.tgz", tar.getvalue())
        integrity = "sha512-" + base64.b64encode(hashlib.sha512(tar.getvalue()).digest()).decode()
        version = {"name": "hello", "version": "1.0.0",
                   "dist": {"tarball": "https://good.test/hello-1.0.0.tgz", "integrity": integrity}}
        self.write("www/npm.json", json.dumps({"name": "hello", "dist-tags": {"latest": "1.0.0"},
                                               "versions": {"1.0.0": version}}))
        wheel = "hello-1.0-py3-none-any.whl"
        with zipfile.ZipFile(self.dir / "www" / wheel, "w") as archive:
            archive.writestr("hello.py", f"print('{HELLO}')\n")
            archive.writestr("hello-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: hello\nVersion: 1.0\n")
            archive.writestr("hello-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            archive.writestr("hello-1.0.dist-info/RECORD", "")
        (self.dir / "www/simple/hello").mkdir(parents=True)
        self.write("www/simple/hello/index.html", f'<a href="/{wheel}">{wheel}</a>')

    def repository(self):
        work = self.dir / "work"
        self.call("git", "init", "-q", "-b", "main", work)
        (work / "hello.txt").write_text(HELLO + "\n", encoding="ascii")
        self.call("git", "-C", work, "add", ".")
        self.call("git", "-C", work, "-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "hello")
        self.call("git", "clone", "-q", "--bare", work, self.dir / "git/repo.git")

    # ---- processes

    def begin(self):
        binds = {"hosts": "/etc/hosts", "resolv.conf": "/etc/resolv.conf", "passwd": "/etc/passwd",
                 "certs": "/etc/ssl/certs", "ssh_config.d": "/etc/ssh/ssh_config.d"}
        script = "".join(f"mount --bind {self.dir}/{name} {place}\n" for name, place in binds.items())
        script += (f"ip link set lo up\nip addr add {ADDRESS}/32 dev lo\nip addr add {ADDRESS_6}/128 dev lo nodad\n"
                   "echo ready\nexec sleep 600\n")
        holder = self.start(["unshare", "-m", "-n", "sh", "-ec", script], stdout=subprocess.PIPE)
        if holder.stdout.readline() != b"ready\n":
            raise RuntimeError("the namespaces cannot be made")
        self.holder = holder.pid
        log = open(self.dir / "servers.log", "wb")  # pylint: disable=consider-using-with
        for argv in (["apache2", "-DFOREGROUND", "-f", f"{self.dir}/apache.conf"],
                     ["dropbear", "-F", "-E", "-s", "-r", f"{self.dir}/host_key", "-p", f"{ADDRESS}:22"],
                     ["rsync", "--daemon", "--no-detach", f"--config={self.dir}/rsyncd.conf", f"--address={ADDRESS}"],
                     ["/usr/bin/python3", f"{self.dir}/name_server.py", ADDRESS]):
            self.start(self.inside(argv, self.dir), stdout=log, stderr=log)
        log.close()
        for port in (80, 443, 22, 873):
            self.await_port(port)

    def start(self, argv, **more):
        # Servers are killed when this process ends for any reason.
        process = subprocess.Popen(["setpriv", "--pdeathsig", "TERM", *argv], stdin=subprocess.DEVNULL, start_new_session=True,
                                   env={"PATH": PATH, "HOME": str(self.dir)}, **more)
        self.processes.append(process)
        return process

    def inside(self, argv, cwd):
        """Returns the command line that runs `argv` in the namespace."""
        return ["nsenter", "-t", str(self.holder), "-m", "-n", "--", "sh", "-c", 'cd "$0" && exec "$@"', str(cwd), *argv]

    def await_port(self, port):
        for _ in range(600):
            if subprocess.run(self.inside(["bash", "-c", f": < /dev/tcp/{ADDRESS}/{port}"], "/"), capture_output=True,
                              check=False, timeout=60).returncode == 0:
                return
            time.sleep(0.05)
        raise RuntimeError(f"nothing on port {port}: " + (self.dir / "servers.log").read_text(encoding="utf-8"))

    def close(self):
        for process in reversed(self.processes):
            try:
                os.killpg(process.pid, signal.SIGTERM)
                process.wait(5)
            except ProcessLookupError:
                pass
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            if process.stdout:
                process.stdout.close()
        shutil.rmtree(self.dir, ignore_errors=True)
