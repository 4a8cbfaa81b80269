#!/usr/bin/env python3
"""Ordinary work inside: a /tmp and caches of the command's own, which nothing outside is led into."""

import base64
import fcntl
import hashlib
import http.server
import io
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tarfile
import tempfile
import threading

from postern_case import main
from run_case import RunCase, for_root_and_user

# Programs that write /tmp by name, or through a library.
EVERYDAY = {
    "a file": "echo x > /tmp/x && cat /tmp/x",
    "another": "echo x > /var/tmp/x && cat /var/tmp/x",
    "mktemp": 'f=$(mktemp) && d=$(mktemp -d) && test -w "$f" && test -d "$d"',
    "mktemp by name": "mktemp /tmp/name.XXXXXX",
    "a here-document": "cat <<END\nx\nEND",
    "a here-document of bash": "bash -c 'cat <<END\nx\nEND'",
    "sort": "seq 200000 | sort -S 1M -r | head -1",
    "cc": "echo 'int main(void) { return 0; }' > /tmp/m.c && cc -o /tmp/m /tmp/m.c && /tmp/m",
    "make": "printf 'a:\\n\\tcp /etc/passwd /tmp/made\\n' > /tmp/mk && make -f /tmp/mk a",
    "python": "python3 -c 'import tempfile; tempfile.NamedTemporaryFile(dir=\"/tmp\").close(); tempfile.TemporaryFile()'",
    "venv": "python3 -m venv --without-pip /tmp/v && /tmp/v/bin/python -c 1",
    "git": "git init -q /tmp/r && git -C /tmp/r -c user.name=t -c user.email=t@t commit -q --allow-empty -m x && "
           "git clone -q /tmp/r /tmp/clone",
    "a lock": "flock /tmp/lock true",
    "a socket": "python3 -c 'import socket; a = socket.socket(socket.AF_UNIX); a.bind(\"/tmp/s\"); a.listen(); "
                "socket.socket(socket.AF_UNIX).connect(\"/tmp/s\")'; rm /tmp/s",
    "a pipe": "mkfifo /tmp/p && (echo x > /tmp/p & cat /tmp/p)",
    "a rename": "echo x > /tmp/a && mv /tmp/a b && mv b /tmp/a",
    "a library": "cp /bin/true /tmp/t && /tmp/t",
}


class OrdinaryCase(RunCase):
    def setUp(self):
        super().setUp()
        self.env.update({"GIT_CONFIG_NOSYSTEM": "1"})
        self.second = self.base / "second"
        self.second.mkdir()
        self.own(self.second)

    def inside(self, script, *options, **more):
        """The output of a script that succeeds inside."""
        ran = self.sh("set -e\n" + script, *options, **more)
        self.assertEqual(ran.returncode, 0, ran)
        return ran.stdout.decode()

    def host_file(self, text="of the host"):
        """A file of the host in a directory of /tmp that everybody can read."""
        place = pathlib.Path(tempfile.mkdtemp(dir="/tmp"))
        self.addCleanup(shutil.rmtree, place, ignore_errors=True)
        place.chmod(0o755)
        (place / "f").write_text(text, encoding="utf-8")
        self.own(place)
        return place / "f"

    def below_tmp(self):
        """A project below the host's /tmp, with a repository and a secret, and settings that hide the secret."""
        place = self.host_file().parent
        self.git("init", "-q", cwd=place)
        (place / "secret").write_text("s3cret", encoding="utf-8")
        self.own(place)
        return place


@for_root_and_user
class Temporary(OrdinaryCase):
    def test_everyday_programs_have_a_place(self):
        self.need("cc", "make", "git", "python3")
        for name, script in EVERYDAY.items():
            with self.subTest(name):
                ran = self.sh("set -e\n" + script)
                self.assertEqual((ran.returncode, ran.stderr), (0, b""), ran)

    def test_it_is_the_project_s_alone_and_stays(self):
        stale = self.host_file()
        self.assertEqual(self.inside(f"cat {stale} 2>/dev/null || echo none; echo mine > /tmp/mark; stat -c %a /tmp; "
                                     'echo "$TMPDIR"'), "none\n700\n/tmp\n")
        self.assertEqual(self.inside("cat /tmp/mark"), "mine\n")
        self.assertEqual(self.inside("ls -A /tmp /var/tmp", cwd=self.second), "/tmp:\n\n/var/tmp:\n")
        self.assertFalse(os.path.exists("/tmp/mark"))
        self.assertEqual(stale.read_text(encoding="utf-8"), "of the host")

    def test_a_command_cannot_open_it_to_others(self):
        self.inside("chmod 777 /tmp /var/tmp ~/.cache; echo x > /tmp/x; chmod 666 /tmp/x")
        uid = os.getuid() if self.uid is None else self.uid
        top = pathlib.Path(f"/tmp/postern-{uid}")
        self.assertEqual(top.stat().st_mode & 0o7777, 0o700)
        self.assertEqual((self.home / ".cache/postern").stat().st_mode & 0o7777, 0o700)
        self.assertEqual(self.inside("stat -c %a /tmp; chmod 0 /tmp"), "700\n")
        self.assertEqual(self.inside("cat /tmp/x"), "x\n")

    def test_the_settings_can_ask_for_the_host_s(self):
        stale = self.host_file()
        self.assertEqual(self.inside(f"cat {stale}; echo new > {stale}", "--allow-write", "/tmp"), "of the host")
        self.assertEqual(stale.read_text(encoding="utf-8"), "new\n")
        # Directories of other projects stay closed there.
        uid = os.getuid() if self.uid is None else self.uid
        self.assertEqual(self.inside(f"ls /tmp/postern-{uid} 2>/dev/null || echo closed", "--allow-write", "/tmp"),
                         "closed\n")

    def test_one_directory_of_the_host_s(self):
        stale = self.host_file()
        self.assertEqual(self.inside(f"cat {stale}; echo x > {stale.parent}/made; echo y > /tmp/own; ls /tmp",
                                     "--allow-write", str(stale.parent)), f"of the hostown\n{stale.parent.name}\n")
        self.assertEqual((stale.parent / "made").read_text(encoding="utf-8"), "x\n")
        self.assertFalse(os.path.exists("/tmp/own"))
        read = json.dumps({"sandbox": {"filesystem": {"allowRead": [str(stale.parent)]}}})
        self.write(".config/postern/settings.json", read, base=self.home)
        self.own(self.home)
        self.assertEqual(self.inside(f"cat {stale}; echo no > {stale} 2>/dev/null || echo held"), "of the hostheld\n")

    def test_a_project_below_it_is_there_with_its_walls(self):
        place = self.below_tmp()
        options = ("--deny-read", "secret")
        hook = "echo x > .git/hooks/pre-commit"
        self.assertEqual(self.bare(hook + " && cat secret && rm .git/hooks/pre-commit", cwd=place).stdout, b"s3cret")
        ran = self.sh(f"pwd; cat f; {hook}; cat secret; echo made > new; mv {place} {place}.x; rm -rf {place}; ls /tmp",
                      *options, cwd=place)
        self.assertEqual(ran.stdout.decode(), f"{place}\nof the host{place.name}\n", ran)
        self.assertEqual((place / "secret").read_text(encoding="utf-8"), "s3cret")
        self.assertFalse((place / ".git/hooks/pre-commit").exists())

    def test_a_deeper_project_below_it(self):
        place = self.below_tmp()
        deep = place / "a/b"
        deep.mkdir(parents=True)
        self.own(place)
        self.write(".postern/settings.json", "{}", base=deep)  # makes it a project
        self.own(place)
        ran = self.sh(f"touch made; cat {place}/f; ls {place} {place}/a; mv {place} {place}.x; mkdir {place}/new",
                      cwd=deep)
        self.assertTrue((deep / "made").exists(), ran)
        self.assertTrue(place.exists())
        self.assertFalse(pathlib.Path(f"{place}.x").exists())

    def test_home_below_it(self):
        home = self.host_file().parent
        (home / ".gitconfig").write_text("[user]\nname = me\n", encoding="utf-8")
        (home / ".ssh").mkdir()
        (home / ".ssh/id").write_text("key", encoding="utf-8")
        self.own(home)
        got = self.inside("git config user.name; cat ~/.ssh/id 2>/dev/null || echo hidden; touch ~/x 2>/dev/null || "
                          "echo held; touch ~/.cache/y && echo made", "--deny-read", str(home / ".ssh"),
                          env={"HOME": str(home)})
        self.assertEqual(got, "me\nhidden\nheld\nmade\n")

    def test_sockets_of_the_host_are_there_if_they_are_allowed(self):
        place = self.host_file().parent
        path = place / "s"
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(path))
            server.listen()
            self.own(place)
            act = f"import socket; socket.socket(socket.AF_UNIX).connect('{path}'); print('connected')"
            self.assertEqual(self.start(["python3", "-c", act]).stdout, b"connected\n")
            script = f'python3 -c "{act}" 2>/dev/null || echo no'
            self.assertEqual(self.inside(script), "no\n")
            self.assertEqual(self.inside(script, "--set", f"sandbox.network.allowUnixSockets={path}"), "connected\n")
            every = self.sh(script, "--set", "sandbox.network.allowAllUnixSockets=true")
            self.assertEqual(every.stdout, b"connected\n", every)


@for_root_and_user
class Caches(OrdinaryCase):
    LEADS = 'env | grep "=$HOME/.cache/" | sort'

    def test_each_variable_leads_to_a_place_that_stays(self):
        lines = self.inside(self.LEADS).splitlines()
        names = {line.partition("=")[0] for line in lines}
        self.assertLessEqual({"npm_config_cache", "CARGO_HOME", "GOPATH", "GRADLE_USER_HOME", "NUGET_PACKAGES"}, names)
        for line in lines:
            path = line.split("=")[-1].rstrip(":")  # of options, the last
            with self.subTest(line):
                self.inside(f"mkdir -p {path} && echo x > {path}/mark")
                self.assertEqual(self.inside(f"cat {path}/mark"), "x\n")
        self.assertEqual(os.listdir(self.home / ".cache"), ["postern"], "the user's own cache is left alone")
        self.assertEqual(self.inside("ls -A ~/.cache", cwd=self.second), "", "another project has its own")

    def test_whose_they_are(self):
        for value, seen in (("user", "mark\n"), ("project", "")):
            with self.subTest(value):
                options = ("--set", f"postern.caches={value}")
                self.inside("echo x > ~/.cache/mark", *options)
                self.assertEqual(self.inside("ls ~/.cache", *options, cwd=self.second), seen)
        self.assertEqual(self.inside("touch ~/.cache/x 2>/dev/null || echo held; " + self.LEADS + " || true", "--set",
                                     "postern.caches=off"), "held\n")

    def test_what_the_user_chose_counts(self):
        chosen, elsewhere = self.project / "gocache", self.outside
        got = self.inside('echo "$GOCACHE $npm_config_cache $NPM_CONFIG_CACHE $RUSTUP_HOME $TMP"',
                          env={"GOCACHE": str(chosen), "NPM_CONFIG_CACHE": str(elsewhere), "RUSTUP_HOME": str(elsewhere),
                               "TMP": str(elsewhere)})
        # In the project: kept. Not writable: replaced, under the user's spelling. Installed tools: read where they are.
        self.assertEqual(got.split(), [str(chosen), f"{self.home}/.cache/npm", str(elsewhere), "/tmp"])
        self.assertEqual(self.inside("echo $GOPATH", "--env", "GOPATH=/x"), "/x\n")

    def test_the_user_s_own_cache(self):
        own = self.home / ".cache"
        for name in ("tool/data", "ccache/entry", "models/one", "ms-playwright/chromium"):
            self.write(name, "own", base=own)
        self.own(self.home)
        self.write(".config/postern/settings.json", {"sandbox": {"filesystem": {
            "allowWrite": ["~/.cache/ccache"], "allowRead": ["~/.cache/models"]}}}, base=self.home)
        self.own(self.home)
        got = self.inside("cat ~/.cache/tool/data 2>/dev/null || echo hidden\n"
                          "echo changed > ~/.cache/ccache/entry\n"
                          "for f in models/one ms-playwright/chromium; do\n"
                          "    cat ~/.cache/$f; echo x 2>/dev/null > ~/.cache/$f || echo ' held'\n"
                          "done")
        self.assertEqual(got, "hidden\nown held\nown held\n")
        self.assertEqual((own / "ccache/entry").read_text(encoding="utf-8"), "changed\n")
        self.assertEqual((own / "tool/data").read_text(encoding="utf-8"), "own")
        self.assertEqual(sorted(os.listdir(own)), ["ccache", "models", "ms-playwright", "postern", "tool"])

    def test_a_cache_elsewhere(self):
        place = self.base / "elsewhere"
        place.mkdir()
        self.own(place)
        got = self.inside("echo x > $XDG_CACHE_HOME/mark; echo $npm_config_cache", env={"XDG_CACHE_HOME": str(place)})
        self.assertEqual(got, f"{place}/npm\n")
        self.assertEqual(os.listdir(place), ["postern"])
        self.assertFalse((self.home / ".cache").exists())


@for_root_and_user
class LedAstray(OrdinaryCase):
    """A repository that runs code, where no scrub looks: nothing outside may be led there."""

    REPOSITORY = "git init -q {0} && git -C {0} config core.fsmonitor 'touch {1}; false' && touch {0}/f && git -C {0} add f"

    def trap_works(self):
        mark = self.outside / "ran"
        bait = self.outside / "bait"
        ran = self.bare(self.REPOSITORY.format(bait, mark) + f"; ln -s {bait} sub; git -C sub status")
        self.assertTrue(mark.exists(), ran)
        shutil.rmtree(bait)
        mark.unlink()
        (self.project / "sub").unlink()
        return mark

    def test_links_to_where_it_lies_on_the_host(self):
        mark = self.trap_works()
        for place in ("/tmp", "/var/tmp", "$HOME/.cache"):
            for kind in ("link", "file", "link and link"):
                with self.subTest(place=place, kind=kind):
                    name = f"n{kind[:4].strip()}{len(place)}{len(kind)}"
                    store = (f"store=$(awk -v p={place} '$5 == p {{ print $4 }}' /proc/self/mountinfo); "
                             f"test -n \"$store\"; echo $store; ")
                    lead = {"link": f"ln -s $store/evil {name}",
                            "file": f'mkdir {name}; echo "gitdir: $store/evil/.git" > {name}/.git',
                            "link and link": f"ln -s $store {name}.1; ln -s {name}.1/evil {name}"}[kind]
                    trap = "rm -rf {0}/evil; ".format(place) + self.REPOSITORY.format(f"{place}/evil", mark)
                    where = self.inside(store + trap + "; " + lead)
                    self.assertIn("postern", where)
                    ran = self.bare(f"git -C {name} status; cd {name} && git status; ls")
                    self.assertFalse(mark.exists(), ran)

    def test_a_later_run_cannot_arm_what_leads_there(self):
        mark = self.trap_works()
        script = ("store=$(awk '$5 == \"/tmp\" { print $4 }' /proc/self/mountinfo); echo $store; "
                  "git init -q /tmp/r; rm -f sub; ln -s $store/r sub")
        first = self.inside(script)
        second = self.inside(script + f"; git -C /tmp/r config core.fsmonitor 'touch {mark}; false'")
        self.assertNotEqual(first, second, "the same name twice")
        self.bare("git -C sub status")
        self.assertFalse(mark.exists())

    def test_a_killed_run_s_name_is_gone_with_the_next(self):
        script = "awk '$5 == \"/tmp\" { print $4 }' /proc/self/mountinfo"
        with subprocess.Popen(self.as_user([os.environ["POSTERN"], "run", "-c", script + "; sleep 600"]), cwd=self.project,
                              env=self.env, stdout=subprocess.PIPE) as run:
            store = run.stdout.readline().decode()
            run.kill()
        self.assertTrue(os.path.isdir(store.strip()), store)
        again = self.inside(script)
        self.assertNotEqual(store, again)
        self.assertFalse(os.path.exists(store.strip()))

    def test_a_link_where_something_is_mounted(self):
        """An earlier run puts a link where a later one has a writable directory of the host's."""
        place = self.host_file().parent
        self.git("init", "-q", cwd=place)
        self.own(place)
        hook = place / ".git/hooks/post-checkout"
        self.bare(f"echo x > {hook}")
        self.assertTrue(hook.exists())
        hook.unlink()
        for target in ("/newroot/etc", "/etc", str(self.project), f"{place}.x"):
            with self.subTest(target):
                self.inside(f"rm -rf {place}; ln -sfn {target} {place}; readlink {place}")
                ran = self.sh(f"cat {place}/f; touch {place}/new; echo x > {hook}; ls /etc/f {self.project}/f",
                              "--allow-write", str(place))
                self.assertEqual(ran.stdout, b"of the host", ran)
                self.assertFalse(hook.exists())

    def test_something_where_a_directory_of_path_is_mounted(self):
        """An earlier run leaves something where a later one has a directory of the host's, which PATH names."""
        place = self.host_file().parent
        path = {"PATH": f"{self.env['PATH']}:{place}"}
        for plant in (f"ln -s /etc {place}", f"mkfifo {place}", f"echo x > {place}", f"ln -s nowhere {place}"):
            with self.subTest(plant):
                self.inside(f"rm -rf {place}; {plant}; test -e {place} || test -L {place}")
                self.assertEqual(self.inside(f"cat {place}/f; ! touch {place}/new 2>/dev/null", env=path), "of the host")
        self.assertEqual(os.listdir(place), ["f"])

    def test_a_lock_that_somebody_holds(self):
        store = self.inside("awk '$5 == \"/tmp\" { print $4 }' /proc/self/mountinfo").strip()
        fd = os.open(os.path.dirname(store), os.O_RDONLY)
        self.addCleanup(os.close, fd)
        fcntl.flock(fd, fcntl.LOCK_EX)
        ran = self.run_in("--", "true")
        self.assert_error(ran, os.path.dirname(store), "another process holds the lock")
        fcntl.flock(fd, fcntl.LOCK_UN)
        self.inside("true")

    def test_two_runs_at_once_share_it(self):
        script = "echo $1 > /tmp/$1; until test -e /tmp/a && test -e /tmp/b; do sleep 0.05; done; cat /tmp/a /tmp/b"
        seen = []
        threads = [threading.Thread(target=lambda name=name: seen.append(
            self.run_in("--", "/bin/sh", "-c", script, "sh", name))) for name in "ab"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([ran.stdout for ran in seen], [b"a\nb\n"] * 2, seen)
        self.assertEqual(self.inside("ls /tmp"), "a\nb\n")


class Registry(http.server.BaseHTTPRequestHandler):
    """A registry of npm with one package, `answer`, whose module is the number 42."""

    def archive(self):
        data = io.BytesIO()
        with tarfile.open(fileobj=data, mode="w:gz") as tar:
            for name, text in (("package.json", '{"name":"answer","version":"1.0.0","main":"i.js"}'),
                               ("i.js", "module.exports = 42;\n")):
                info = tarfile.TarInfo("package/" + name)
                info.size = len(text)
                tar.addfile(info, io.BytesIO(text.encode()))
        return data.getvalue()

    def do_GET(self):
        self.server.asked.append(self.path)
        body = self.server.archive
        if not self.path.endswith(".tgz"):
            integrity = "sha512-" + base64.b64encode(hashlib.sha512(body).digest()).decode()
            url = f"http://127.0.0.1:{self.server.server_port}/answer-1.0.0.tgz"
            body = json.dumps({"name": "answer", "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": {
                "name": "answer", "version": "1.0.0", "dist": {"tarball": url, "integrity": integrity}}}}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@for_root_and_user
class PackageManagers(OrdinaryCase):
    def registry(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Registry)
        server.asked = []
        server.archive = Registry.archive(None)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server

    def test_npm_installs_and_the_second_time_from_its_cache(self):
        self.need("npm", "node")
        server = self.registry()
        port = server.server_port
        self.write("package.json", {"name": "p", "version": "1.0.0", "dependencies": {"answer": "1.0.0"},
                                    "scripts": {"test": "node -p \"require('answer')\""}})
        self.write(".npmrc", f"registry=http://127.0.0.1:{port}/\n", base=self.home)
        self.own(self.home, self.project)
        options = ("--set", f"postern.network.hostPorts={port}")
        got = self.inside("npm install --no-audit --no-fund --no-update-notifier >&2; npm test --silent", *options)
        self.assertEqual(got, "42\n")
        self.assertIn("/answer-1.0.0.tgz", server.asked)
        shutil.rmtree(self.project / "node_modules")
        server.asked.clear()
        got = self.inside("npm ci --offline --no-audit --no-fund --no-update-notifier >&2; npm test --silent")
        self.assertEqual((got, server.asked), ("42\n", []))
        self.assertFalse((self.home / ".npm").exists())

    def test_python(self):
        self.need("python3")
        self.write("m.py", "def f():\n    return 42\n")
        self.write("test_m.py", "import m, unittest\nclass T(unittest.TestCase):\n"
                                "    def test(self):\n        self.assertEqual(m.f(), 42)\n")
        self.own(self.project)
        self.inside("python3 -m venv .venv; .venv/bin/python -m unittest; .venv/bin/pip list --disable-pip-version-check; "
                    ".venv/bin/pip cache dir | grep -q ^$HOME/.cache/")

    def test_cargo(self):
        self.need("cargo")
        self.write("Cargo.toml", '[package]\nname = "p"\nversion = "0.1.0"\nedition = "2021"\n')
        self.write("src/lib.rs", "#[test]\nfn t() { assert_eq!(42, 42); }\n")
        self.own(self.project)
        self.inside("cargo test --offline -q")

    def test_go(self):
        self.need("go")
        self.write("go.mod", "module p\n\ngo 1.19\n")
        self.write("p_test.go", "package p\n\nimport \"testing\"\n\nfunc TestP(t *testing.T) {}\n")
        self.own(self.project)
        self.inside("go test ./... && go vet ./...")


# Signs of each kind of project that init knows, with the name it prints.
KINDS = {
    "pnpm": "pnpm-lock.yaml", "Yarn": "yarn.lock", "Bun": "bun.lockb", "npm": "package.json", "Deno": "deno.json",
    "Poetry": "poetry.lock", "uv": "uv.lock", "Pipenv": "Pipfile", "Python": "pyproject.toml", "conda": "environment.yml",
    "Cargo": "Cargo.toml", "Go": "go.mod", "Meson": "meson.build", "CMake": "CMakeLists.txt",
    "Autotools": "configure.ac", "Make": "Makefile", "SCons": "SConstruct", "xmake": "xmake.lua",
    "Conan": "conanfile.txt", "Bazel": "MODULE.bazel", "Zig": "build.zig", "Swift": "Package.swift", "Nim": "x.nimble",
    "Crystal": "shard.yml", "D": "dub.json", "Gradle": "build.gradle.kts", "Maven": "pom.xml", "sbt": "build.sbt",
    "Mill": "build.mill", "Leiningen": "project.clj", "Clojure": "deps.edn", ".NET": "x.csproj",
    "Composer": "composer.json", "Bundler": "Gemfile", "Perl": "cpanfile", "Mix": "mix.exs", "rebar3": "rebar.config",
    "Gleam": "gleam.toml", "Stack": "stack.yaml", "Cabal": "x.cabal", "dune": "dune-project", "Elm": "elm.json",
    "Flutter": ".metadata", "Dart": "pubspec.yaml", "Julia": "Project.toml", "R": "DESCRIPTION", "Just": "justfile",
    "Terraform": "main.tf", "Helm": "Chart.yaml", "Nix": "flake.nix",
}


class Init(OrdinaryCase):
    """What `postern init` says is true of the file that it writes."""

    @staticmethod
    def commands(text):
        return text.split("`")[1::2]

    def verdict(self, project, command):
        ran = self.start([os.environ["POSTERN"], "check", "--json", "-c", command], cwd=project)
        answer = json.loads(ran.stdout)
        return answer["verdict"], answer["sandboxed"]

    def test_every_row(self):
        lines = asked_outside = 0
        for name, sign in KINDS.items():
            with self.subTest(name):
                project = self.base / "kinds" / name
                self.write(sign, "", base=project)
                made = self.start([os.environ["POSTERN"], "init"], cwd=project)
                self.assertEqual(made.returncode, 0, made)
                said = [line for line in made.stdout.decode().splitlines() if line.startswith(f"  {name}: ")]
                self.assertEqual(len(said), 1, made)
                everyday, _, asked = said[0].partition(" run in the sandbox without a question")
                self.assertTrue(self.commands(everyday), said)
                for command in self.commands(everyday):
                    self.assertEqual(self.verdict(project, command), ("allow", True), command)
                for command in self.commands(asked):
                    self.assertEqual(self.verdict(project, command)[0], "ask", command)
                    self.assertEqual(self.verdict(project, command + " x")[0], "ask", command)
                # A file from elsewhere allows nothing outside the sandbox: the verdict is that of a project without it.
                outside = [os.environ["POSTERN"], "check", "--json", "--unsandboxed", "-c", self.commands(everyday)[0]]
                verdicts = [json.loads(self.start(outside, cwd=where).stdout)["verdict"] for where in (project, self.project)]
                self.assertEqual(verdicts[0], verdicts[1], outside)
                asked_outside += verdicts[0] == "ask"
                lines += self.switch_on_hosts(project)
        self.assertGreater(lines, 30)
        self.assertGreater(asked_outside, 30)

    def switch_on_hosts(self, project):
        """Takes the slashes away, as the file says. Returns how many hosts there are."""
        file = project / ".postern/settings.json"
        text = file.read_text(encoding="utf-8")
        hosts = [line.strip()[4:-2] for line in text.splitlines() if line.strip().startswith('// "')]
        for host in hosts:
            ran = self.start([os.environ["POSTERN"], "check", "--json", "--tool", "WebFetch", "--host", host], cwd=project)
            self.assertNotEqual(json.loads(ran.stdout)["verdict"], "allow", host)
            text = text.replace(f'// "{host}"', f'"{host}"')
        file.write_text(text, encoding="utf-8")
        self.assertEqual(self.start([os.environ["POSTERN"], "trust", "--yes"], cwd=project).returncode, 0)
        checked = self.start([os.environ["POSTERN"], "settings", "validate"], cwd=project)
        self.assertEqual((checked.returncode, checked.stderr), (0, b""), checked)
        for host in hosts:
            ran = self.start([os.environ["POSTERN"], "check", "--json", "--tool", "WebFetch", "--host", host], cwd=project)
            self.assertEqual(json.loads(ran.stdout)["verdict"], "allow", host)
        return len(hosts)


if __name__ == "__main__":
    main()
