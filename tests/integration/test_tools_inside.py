#!/usr/bin/env python3
"""Ordinary offline work with ordinary tools succeeds in the sandbox as outside, and nothing is scrubbed after it."""

import os
import shutil
import subprocess
import zipfile

from postern_case import main
from run_case import RunCase, for_root_and_user

POOL = """
import multiprocessing as m, multiprocessing.shared_memory as s, threading
def square(x): return x * x
if __name__ == "__main__":
    with m.Pool(2) as pool: print(pool.map(square, range(5)))
    gate = m.Semaphore(1); gate.acquire(); print(gate.acquire(False))
    block = s.SharedMemory(create=True, size=64); block.buf[0] = 7; print(block.buf[0]); block.close(); block.unlink()
    q = m.Queue(); p = m.Process(target=q.put, args=(9,)); p.start(); print(q.get()); p.join()
    t = threading.Thread(target=print, args=("thread",)); t.start(); t.join()
"""

TESTS = """
import os, subprocess, sys, tempfile, unittest
class T(unittest.TestCase):
    def test_child(self):
        self.assertEqual(subprocess.run(["cat"], input=b"x", capture_output=True, check=True).stdout, b"x")
        self.assertEqual(subprocess.run("exit 3", shell=True).returncode, 3)
        with self.assertRaises(subprocess.TimeoutExpired): subprocess.run(["sleep", "9"], timeout=0.1)
    def test_files(self):
        with tempfile.TemporaryDirectory() as d, open(d + "/x", "w") as f: print("x", file=f)
        with tempfile.NamedTemporaryFile() as f: os.fsync(f.fileno())
    def test_group(self):
        child = subprocess.Popen(["sleep", "9"], start_new_session=True)
        os.killpg(child.pid, 15); self.assertEqual(child.wait(), -15)
    def test_random(self):
        self.assertEqual(len(os.urandom(8)), 8); open("/dev/urandom", "rb").read(1); open("/dev/null", "w").write("x")
unittest.main()
"""


@for_root_and_user
class Tools(RunCase):
    timeout = 120

    def work(self, script, *options, status=0, **more):
        """Runs a script inside, asserts its status and that nothing is scrubbed, and returns its output."""
        result = self.result(*options, "--", "/bin/bash", "-e", self.script(script), **more)
        self.assertEqual(result["outcome"], {"kind": "exited", "code": status}, result)
        self.assertEqual(result["scrubbed"], [], script)
        return result["stdout"]["text"]

    # ---- the shell and what every system has

    def test_shell(self):
        self.assertEqual(self.work("cat <<END\nhere $((1+1))\nEND"), "here 2\n")
        self.assertEqual(self.work("sleep 0.05 & p=$!; wait $p; echo $?; (exit 4) & wait $! || echo $?"), "0\n4\n")
        self.assertEqual(self.work("diff <(echo a) <(echo a) && echo same; echo x > >(cat); wait"), "same\nx\n")
        self.assertEqual(self.work("read a <<< word; echo $a; printf '%s\\n' b a | sort | tr -d '\\n'"), "word\nab")
        self.assertEqual(self.work("trap 'echo bye' EXIT; trap 'echo usr' USR1; kill -USR1 $$; ulimit -c 0; umask"),
                         f"usr\n{subprocess.check_output(['sh', '-c', 'umask'], text=True)}bye\n")
        self.assertEqual(self.work("kill -0 $$; timeout 0.1 sleep 5 || echo $?; nice true; setsid -w true"), "124\n")
        self.assertEqual(self.work("echo a | xargs -P2 -n1 echo; seq 3 | xargs -P3 -I{} sh -c 'exit 0'; echo $?"), "a\n0\n")

    def test_temporary_files_and_fifos(self):
        self.assertEqual(self.work('f=$(mktemp); d=$(mktemp -d); echo x > "$f"; cat "$f"; rm -r "$f" "$d"'), "x\n")
        self.assertEqual(self.work("mkfifo pipe; echo through > pipe & cat pipe; rm pipe"), "through\n")
        self.assertEqual(self.work("seq 200000 | sort -rn -S 1M --parallel=2 | head -1 || true"), "200000\n")
        self.assertEqual(self.work("ln -s a b; echo x > a; cat b; ln a c; stat -c %h a; mv a d; cp -a d e; touch -d 2001-01-01 e; "
                                   "chmod 600 e; stat -c '%a %y' e | cut -c1-8; truncate -s 1M big; fallocate -l 4096 f; "
                                   "flock d true; rm -rf b c d e big f"), "x\n2\n600 2001\n")
        self.assertEqual(self.work("dd if=/dev/zero of=z bs=1k count=4 conv=fsync 2>/dev/null; wc -c < z; sync z; rm z"), "4096\n")
        self.assertEqual(self.listing(), [])

    def test_archives(self):
        self.write("in/a", "1")
        self.write("in/b/c", "2")
        self.own(self.project)
        self.work("tar cf x.tar in; mkdir out; tar xf x.tar -C out; diff -r in out/in; tar czf x.tgz in; gzip -t x.tgz")
        with zipfile.ZipFile(self.project / "x.zip", "w") as z:
            z.write(self.project / "in/a", "d/a")
        self.own(self.project)
        self.assertEqual(self.work("python3 -m zipfile -e x.zip .; cat d/a"), "1")
        self.need("unzip", "zip")
        self.assertEqual(self.work("rm -r d; unzip -q x.zip; cat d/a"), "1")
        self.work("zip -qr y.zip in")

    def test_shared_memory_and_semaphores(self):
        self.write("pool.py", POOL)
        self.assertEqual(self.work("python3 pool.py"), "[0, 1, 4, 9, 16]\nFalse\n7\n9\nthread\n")
        self.assertEqual(self.work("echo x > /dev/shm/mine; cat /dev/shm/mine"), "x\n")
        self.assertFalse(os.path.exists("/dev/shm/mine"))
        self.write("posix.py", "import mmap, os, select\nm = mmap.mmap(-1, 4096); m[0] = 1\nf = os.memfd_create('x'); "
                   "os.write(f, b'x')\np = os.openpty(); os.write(p[1], b'y'); print(os.read(p[0], 1))\n"
                   "e = select.epoll(); e.register(p[0]); print(len(os.sched_getaffinity(0)) > 0)\n"
                   "f = os.eventfd(1); print(os.eventfd_read(f))\n")
        self.assertEqual(self.work("python3 posix.py"), "b'y'\nTrue\n1\n")

    def test_a_test_suite_with_processes(self):
        self.write("t.py", TESTS)
        self.work("python3 t.py")

    def test_loopback_inside(self):
        self.write("l.py", "import socket, threading\ns = socket.create_server(('127.0.0.1', 0))\n"
                   "threading.Thread(target=lambda: s.accept()[0].sendall(b'hi')).start()\n"
                   "print(socket.create_connection(s.getsockname()).recv(9))\na, b = socket.socketpair()\n"
                   "a.send(b'x'); print(b.recv(1))\n")
        self.assertEqual(self.work("python3 l.py"), "b'hi'\nb'x'\n")

    # ---- compilers and build tools

    def test_make_and_a_compiler(self):
        self.need("make", "cc")
        self.write("Makefile", "all: prog\nprog: a.o b.o c.o d.o\n\tcc -o $@ $^\n%.o: %.c\n\tcc -c -o $@ $<\n"
                   "clean:\n\trm -f *.o prog\n.PHONY: all clean\n")
        for name in "bcd":
            self.write(f"{name}.c", f"int {name}(void) {{ return 1; }}\n")
        self.write("a.c", "#include <stdio.h>\nint b(void), c(void), d(void);\n"
                   'int main(void) { printf("%d\\n", b() + c() + d()); return 0; }\n')
        self.own(self.project)
        self.assertEqual(self.work("make -s -j4; ./prog; make -s clean"), "3\n")
        self.assertEqual(self.work("make -sj2; make -q; ./prog"), "3\n")

    def test_python_environment(self):
        self.write("lib/pyproject.toml", '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n'
                   '[project]\nname = "mine"\nversion = "1.0"\n[tool.setuptools]\npy-modules = ["mine"]\n')
        self.write("lib/mine.py", "word = 'mine'\n")
        with zipfile.ZipFile(self.project / "mine-1.0-py3-none-any.whl", "w") as wheel:
            wheel.writestr("mine.py", "word = 'mine'\n")
            wheel.writestr("mine-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
            wheel.writestr("mine-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\n"
                           "Tag: py3-none-any\n")
            wheel.writestr("mine-1.0.dist-info/RECORD", "mine.py,,\n")
        self.own(self.project)
        self.work("python3 -m venv --without-pip bare; bare/bin/python -c 'import sys; assert sys.prefix != sys.base_prefix'")
        self.assertEqual(self.work(". bare/bin/activate; python -c 'print(__import__(\"os\").path.basename("
                                   "__import__(\"sys\").prefix))'"), "bare\n")
        if self.start(["python3", "-c", "import setuptools, wheel, pip"]).returncode != 0:
            self.cannot_run("python3 has no pip, no setuptools or no wheel")
        pip = "python3 -m pip --python bare/bin/python --disable-pip-version-check -q"
        self.work(f"{pip} install --no-index ./mine-1.0-py3-none-any.whl; {pip} list >/dev/null")
        self.assertEqual(self.work("bare/bin/python -c 'import mine; print(mine.word)'"), "mine\n")
        self.work(f"{pip} uninstall -qy mine")
        self.work("python3 -m pip --disable-pip-version-check -q install --no-index --no-build-isolation --no-deps "
                  "--target t ./lib; PYTHONPATH=t python3 -c 'import mine'")

    def test_npm(self):
        self.need("node", "npm")
        self.write("s.js", "const fs = require('fs'), cp = require('child_process'), os = require('os');\n"
                   "fs.writeFileSync('o', 'x'); console.log(cp.execSync('cat o').toString(), os.cpus().length > 0);\n"
                   "new (require('worker_threads').Worker)('console.log(\"worker\")', {eval: true});\n")
        self.own(self.project)
        self.assertEqual(self.work("node s.js; rm o"), "x true\nworker\n")
        self.write("lib/package.json", {"name": "lib", "version": "1.0.0", "main": "i.js"})
        self.write("h.js", "console.log(require('lib'));\n")
        self.write("lib/i.js", "module.exports = 'lib';\n")
        self.own(self.project)
        # The cache of npm would lie in the home directory, which is read-only.
        cache = ("--env", f"npm_config_cache={self.project}/.cache", "--env", "npm_config_update_notifier=false")
        self.work("npm init -y >/dev/null; npm pkg set scripts.hello='node h.js'; "
                  "npm install -s --offline --no-audit --no-fund ./lib; test -e node_modules/lib/i.js", *cache)
        self.assertEqual(self.work("npm run -s hello", *cache), "lib\n")

    def test_cargo(self):
        found = shutil.which("cargo")  # often in the home directory of the user who runs the tests
        if found and self.uid is None:
            self.env["PATH"] += f":{os.path.dirname(found)}"
        self.need("cargo")
        rustup = os.environ.get("RUSTUP_HOME", os.path.expanduser("~/.rustup"))
        self.assertEqual(self.work("cargo new -q --vcs none c; cd c; cargo build -q --offline; ./target/debug/c", "--env",
                                   f"CARGO_HOME={self.project}/home", "--env", f"RUSTUP_HOME={rustup}"), "Hello, world!\n")

    def test_go(self):
        self.need("go")
        self.write("m.go", 'package main\nfunc main() { println("go") }\n')
        self.timeout = 600  # newer versions compile their whole library first
        own = {"GOCACHE": f"{self.project}/c", "GOPATH": f"{self.project}/p", "GOTOOLCHAIN": "local", "GOPROXY": "off",
               "GOTELEMETRY": "off", "GOFLAGS": "-buildvcs=false"}
        options = [word for name, value in own.items() for word in ("--env", f"{name}={value}")]
        self.assertEqual(self.work("go mod init m; go build -o m .; ./m 2>&1", *options), "go\n")

    def test_java(self):
        self.need("javac", "java")
        self.write("M.java", 'class M { public static void main(String[] a) { System.out.println("java"); } }\n')
        self.own(self.project)
        self.assertEqual(self.work("javac M.java; java -Xshare:auto -XX:TieredStopAtLevel=1 M"), "java\n")

    def test_a_database(self):
        self.write("q.py", "import sqlite3\nc = sqlite3.connect('p.db')\nc.execute('pragma journal_mode=wal')\n"
                   "c.execute('create table t(x)')\nc.execute('insert into t values(5)')\nc.commit()\n"
                   "print(c.execute('select x from t').fetchone())\n")
        self.assertEqual(self.work("python3 q.py"), "(5,)\n")
        self.need("sqlite3")
        self.assertEqual(self.work("sqlite3 s.db 'create table t(x); insert into t values(6); select x from t'"), "6\n")

    def test_keys(self):
        self.need("ssh-keygen")
        self.work("ssh-keygen -q -t ed25519 -N '' -f key; ssh-keygen -y -f key | diff - <(cut -d' ' -f1-2 key.pub) || true; "
                  "test -s key.pub; ssh-keygen -lf key.pub")

    def test_perl_and_busybox(self):
        self.need("perl", "busybox")
        self.assertEqual(self.work("perl -e 'open F, \">f\"; print F 1; close F; print -s \"f\"'"), "1")
        self.assertEqual(self.work("busybox sh -c 'echo b | busybox sed s/b/c/ > x; busybox cat x'"), "c\n")


if __name__ == "__main__":
    main()
