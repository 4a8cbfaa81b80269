#!/usr/bin/env python3
"""postern doctor and status, from outside: what they find, with real and false bubblewraps, as root and as a user."""

import json
import os
import pty
import shutil
import subprocess

from postern_case import POSTERN, PosternCase, main

NEEDED = ("args", "unshare-user", "unshare-ipc", "unshare-pid", "unshare-net", "unshare-uts", "unshare-cgroup-try",
          "bind", "ro-bind", "ro-bind-data", "proc", "dev", "tmpfs", "chdir", "die-with-parent", "json-status-fd", "cap-drop")
CHECKS = ["platform", "bubblewrap", "user namespaces", "network namespace", "fresh /proc", "nested namespaces",
          "seccomp filter", "exec guard", "without namespaces", "Landlock", "cgroups", "container", "user", "capabilities",
          "git", "state directory", "temporary files", "postern-init"]
NOBODY = 65534


class HostCase(PosternCase):
    """Copies Postern and a helper as if installed, to a place where commands may not write."""

    def setUp(self):
        super().setUp()
        os.chmod(self.base, 0o755)
        self.tools = self.base / "tools"
        self.tools.mkdir()
        self.postern = self.tools / "postern"
        shutil.copy(POSTERN, self.postern)
        self.init = self.script("postern-init", "exit 0", self.base / "libexec/postern")
        self.scratch = self.base / "tmp"
        self.scratch.mkdir()
        self.env["TMPDIR"] = str(self.scratch)
        self.state = self.home / ".local/state/postern"
        self.log = self.base / "log"

    def script(self, name, body, where=None, mode=0o755):
        path = (where or self.tools) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n" + body + "\n", encoding="utf-8")
        path.chmod(mode)
        return path

    def fake_bwrap(self, body="exit 0", options=NEEDED, where=None, mode=0o755):
        """Puts a bwrap first in PATH that answers --help with these options, logs every call, and else runs `body`."""
        listing = "\n".join(f"    --{option} X   what it does" for option in options)
        where = where or self.base / "fake"
        path = self.script("bwrap", f"echo \"$1\" >> {self.log}\nif [ \"$1\" = --help ]; then cat <<'E'\n{listing}\nE\n"
                                    f"exit 0; fi\n{body}", where, mode)
        self.env["PATH"] = f"{where}:/usr/bin:/bin"
        return path

    def only_fake(self):
        """Removes all directories except that of the fake bwrap from PATH."""
        self.env["PATH"] = self.env["PATH"].split(":", maxsplit=1)[0]

    def start(self, *args, user=None, keeping=(), env=None):
        words = [str(self.postern), *args]
        if user is not None:
            for path in (self.home, self.project, self.scratch):
                shutil.chown(path, user, user)
            words = ["/usr/bin/setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", *keeping, *words]
        ran = subprocess.run(words, capture_output=True, check=False, timeout=self.timeout, cwd=self.project,
                             stdin=subprocess.DEVNULL, env={**self.env, **(env or {})})
        self.assertIn(ran.returncode, (0, 1, 125), ran)
        return ran

    def doctor(self, *args, **more):
        """Returns the checks by name. Asserts that the JSON is complete and agrees with the exit status."""
        ran = self.start("doctor", "--json", *args, **more)
        answer = json.loads(ran.stdout.decode("utf-8"))
        self.assertEqual(list(answer), ["version", "sandbox", "checks"])
        self.assertEqual(answer["version"], 1)
        for check in answer["checks"]:
            self.assertEqual(list(check), ["name", "level", "found", "consequence", "remedy", "offer"])
            self.assertIn(check["level"], ("ok", "info", "weak", "missing"))
            self.assertIsInstance(check["found"], str)
        levels = {check["level"] for check in answer["checks"]}
        expected = ("none", 125) if "missing" in levels else ("weaker", 1) if "weak" in levels else ("full", 0)
        self.assertEqual((answer["sandbox"], ran.returncode), expected)
        return {check["name"]: check for check in answer["checks"]}

    def status(self, *args, **more):
        ran = self.start("status", "--json", *args, **more)
        self.assertEqual(ran.returncode, 0, ran)
        return json.loads(ran.stdout.decode("utf-8"))

    def asked(self, what="--help"):
        return self.log.read_text(encoding="utf-8").split().count(what) if self.log.exists() else 0

    def need_root(self):
        if os.geteuid() != 0:
            self.cannot_run("needs root to become somebody else")


class RealHost(HostCase):
    def test_as_we_are(self):
        checks = self.doctor()
        self.assertEqual(list(checks), CHECKS)
        self.assertEqual(checks["user"]["level"], "info" if os.geteuid() == 0 else "ok")
        self.assertEqual(checks["state directory"]["level"], "ok")
        self.assertEqual(os.stat(self.state).st_mode & 0o777, 0o700)
        self.assertEqual(checks["postern-init"]["found"], str(self.init))
        if not shutil.which("bwrap", path=self.env["PATH"]):
            self.cannot_run("no bubblewrap")
        self.assertEqual(checks["bubblewrap"]["level"], "ok")
        # The doctor agrees with a trial by hand.
        by_hand = subprocess.run(["bwrap", "--unshare-user", "--unshare-net", "--ro-bind", "/", "/", "true"],
                                 check=False, capture_output=True)
        worked = checks["user namespaces"]["level"] == checks["network namespace"]["level"] == "ok"
        self.assertEqual(worked, by_hand.returncode == 0, by_hand)

    def test_as_an_ordinary_user(self):
        self.need_root()
        checks = self.doctor(user=NOBODY)
        self.assertEqual(list(checks), CHECKS)
        self.assertEqual(checks["user"], {"name": "user", "level": "ok", "found": "not root", "remedy": None, "offer": None,
                                          "consequence": "a command that broke out would have your rights, no more"})
        self.assertEqual(checks["capabilities"]["level"], "ok")
        self.assertEqual(checks["state directory"]["level"], "ok")
        self.assertEqual(os.stat(self.state).st_uid, NOBODY)

    def test_capabilities_of_our_own(self):
        self.need_root()
        self.assertRegex(self.doctor()["capabilities"]["found"], "^this process holds permitted and effective: ")
        checks = self.doctor(user=NOBODY, keeping=("--inh-caps=+net_raw", "--ambient-caps=+net_raw"))
        self.assertRegex(checks["capabilities"]["found"],
                         "^this process holds permitted and effective: cap_net_raw; inheritable: cap_net_raw; "
                         "ambient: cap_net_raw; bounding set: ")
        starts = checks["bubblewrap"]["level"] != "missing"
        self.assertEqual(checks["capabilities"]["remedy"] is None, starts, checks)

    def test_text_is_a_line_per_check_and_a_summary(self):
        ran = self.start("doctor")
        lines = ran.stdout.decode("utf-8").splitlines()
        heads = [line for line in lines[:-2] if not line.startswith(" ")]
        self.assertEqual([line[9:28].rstrip() for line in heads], CHECKS)
        for line in heads:
            self.assertIn(line.split(" ", 1)[0], ("ok", "info", "weak", "missing"))
        self.assertTrue(lines[-1].startswith("The sandbox "), lines[-1])
        self.assertEqual(lines[-2], "")
        self.assertNotIn(b"\x1b", ran.stdout)
        quiet = self.start("doctor", "-q")
        self.assertEqual((quiet.stdout, quiet.returncode), (b"", ran.returncode))

    def test_colour_on_a_terminal(self):
        leader, follower = pty.openpty()
        with subprocess.Popen([self.postern, "doctor"], stdout=follower, cwd=self.project,
                              env={**self.env, "TERM": "xterm"}) as child:
            os.close(follower)
            out = b""
            try:
                while part := os.read(leader, 65536):
                    out += part
            except OSError:  # the other end is closed
                pass
            child.wait(self.timeout)
        os.close(leader)
        self.assertIn(b"\x1b[32mok", out)

    def test_broken_settings_do_not_stop_the_doctor(self):
        self.write(".postern/settings.json", "{")
        checks = self.doctor()
        self.assertEqual(list(checks), ["settings", *CHECKS])
        self.assertEqual(checks["settings"]["level"], "missing")
        self.assertIn(".postern/settings.json", checks["settings"]["found"])


class FalseBwraps(HostCase):
    def problem(self, *words):
        check = self.doctor()["bubblewrap"]
        self.assertEqual(check["level"], "missing", check)
        self.assertIn("install bubblewrap", check["remedy"])
        for word in words:
            self.assertIn(word, check["found"])

    def test_none(self):
        self.env["PATH"] = str(self.base / "empty")
        self.problem("no usable bwrap")
        self.assertEqual(self.status()["sandbox"]["state"], "unavailable")
        self.assertIn(b"commands are refused", self.start("status").stdout)
        loose = self.start("status", "--set", "sandbox.failIfUnavailable=false")
        self.assertIn(b"sandbox.failIfUnavailable is false", loose.stdout)

    def test_lacking_what_is_needed(self):
        self.fake_bwrap(options=[option for option in NEEDED if option not in ("args", "proc")])
        self.problem("too old", "--args, --proc")

    def test_lacking_what_can_be_done_without(self):
        self.fake_bwrap(options=[*NEEDED, "perms"])
        check = self.doctor()["bubblewrap"]
        self.assertEqual(check["level"], "ok")
        self.assertEqual(check["consequence"],
                         "works without --bind-fd, --as-pid-1, --disable-userns, --size")

    def test_garbage(self):
        for body in ("echo garbage", "head -c 300 /dev/urandom", "exit 3", "kill -9 $$"):
            self.script("bwrap", body, self.base / "fake")
            self.env["PATH"] = f"{self.base / 'fake'}:/usr/bin:/bin"
            self.problem("does not answer --help as bubblewrap does")
        self.script("bwrap", "while :; do echo --garbage; done", self.base / "fake")
        self.problem("says too much")

    def test_hanging(self):
        for body in ("sleep 1000", "sleep 1000 & sleep 1000", "exec >/dev/null 2>&1; sleep 1000"):
            self.script("bwrap", body, self.base / "fake")
            self.env["PATH"] = f"{self.base / 'fake'}:/usr/bin:/bin"
            self.problem("does not end in time")

    def test_one_that_works_but_hangs_when_used(self):
        self.fake_bwrap("sleep 1000")
        check = self.doctor()["user namespaces"]
        self.assertEqual(check["level"], "missing")
        self.assertIn("does not end in time", check["found"])

    def test_one_that_is_refused(self):
        self.fake_bwrap("[ \"$1\" = --version ] && exit 0; echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1")
        check = self.doctor()["user namespaces"]
        self.assertEqual(check["level"], "missing")
        self.assertIn("(bwrap: setting up uid map: Permission denied)", check["found"])
        self.assertTrue(check["remedy"])
        self.assertEqual(self.status()["sandbox"]["state"], "unavailable")

    def test_no_proc(self):
        self.fake_bwrap("case \" $* \" in *' --proc '*) echo \"bwrap: Can't mount proc on /newroot/proc: Operation not "
                        "permitted\" >&2; exit 1;; esac")
        check = self.doctor()["fresh /proc"]
        self.assertEqual(check["level"], "missing")
        self.assertIn("sandbox.enableWeakerNestedSandbox: true", check["offer"])
        self.assertEqual(self.status()["sandbox"]["state"], "unavailable")
        weak = self.doctor("--set", "sandbox.enableWeakerNestedSandbox=true")["fresh /proc"]
        self.assertEqual((weak["level"], weak["offer"]), ("weak", None))
        weaker = self.status("--set", "sandbox.enableWeakerNestedSandbox=true")["sandbox"]
        self.assertEqual(weaker["state"], "weaker")
        self.assertIn("fresh /proc", weaker["reason"])

    def test_not_from_where_commands_write(self):
        outside = self.base / "outside"
        link = outside / "bwrap"
        inside = self.fake_bwrap(where=self.project / "bin")
        self.only_fake()
        self.problem(str(inside), f"lies in {self.project}")
        self.assertEqual(self.asked(), 0, "and it is never run")
        outside.mkdir()
        os.symlink(inside, link)
        self.env["PATH"] = str(outside)
        self.problem(str(link), f"lies in {self.project}")
        link.unlink()
        self.fake_bwrap(where=outside)
        self.only_fake()
        self.assertEqual(self.doctor()["bubblewrap"]["level"], "ok")
        self.assertIn(f"lies in {outside}",
                      self.doctor("--set", f"sandbox.filesystem.allowWrite={outside}")["bubblewrap"]["found"])
        self.assertIn(f"lies in {outside}",
                      self.doctor("--set", f"permissions.additionalDirectories={outside}")["bubblewrap"]["found"])

    def test_relative_path_entries(self):
        self.fake_bwrap(where=self.project / "bin")
        for path in ("bin", "./bin", ":bin"):
            self.env["PATH"] = path
            self.problem("relative to the working directory")
        self.assertEqual(self.asked(), 0)

    def test_modes(self):
        path = self.fake_bwrap()
        self.only_fake()
        for mode, word in ((0o757, "others may write"), (0o775, "others may write"), (0o644, "not executable"),
                           (0o4755, "setuid")):
            path.chmod(mode)
            self.problem(word, str(path))
        path.chmod(0o755)
        path.parent.chmod(0o777)
        self.problem("everybody may write")
        self.assertEqual(self.asked(), 0)

    def test_file_capabilities(self):
        self.need_root()
        path = self.fake_bwrap()
        self.only_fake()
        subprocess.run(["/sbin/setcap", "cap_net_raw+ep", path], check=True)
        self.problem("has file capabilities (cap_net_raw=ep)", f"setcap -r {path}")
        self.assertEqual(self.asked(), 0)

    def test_owner(self):
        self.need_root()
        path = self.fake_bwrap()
        self.only_fake()
        shutil.chown(path, 12345)
        self.problem("belongs to user 12345")

    def test_a_later_one_is_taken_and_the_first_is_named(self):
        if not shutil.which("bwrap", path="/usr/bin:/bin"):
            self.cannot_run("no bubblewrap")
        path = self.fake_bwrap(mode=0o777)
        check = self.doctor()["bubblewrap"]
        self.assertEqual(check["level"], "info")
        self.assertIn(f"passed over: {path} (others may write to it;", check["consequence"])


class Agreement(HostCase):
    """What doctor calls missing, status calls unavailable and run refuses, in the same words."""

    def refused(self, *options, name, words=b"", lifted=True):
        """`lifted`: sandbox.failIfUnavailable lets commands run without a sandbox, because the machine has none."""
        doctor = self.doctor(*options)
        missing = [check for check in doctor.values() if check["level"] == "missing"]
        status = self.status(*options)["sandbox"]
        run = self.start("run", *options, "--", "/bin/echo", "ran")
        self.assertEqual((missing[0]["name"], status["state"], run.returncode), (name, "unavailable", 125), (doctor, run))
        self.assertTrue(status["reason"].startswith(f"{name}: {missing[0]['found']}"), status)
        self.assertIn(status["reason"], run.stderr.decode())
        self.assertEqual(missing[0]["offer"], status["offer"])
        self.assertIn(status["offer"] or "", run.stderr.decode())
        self.assertIn(words, run.stderr)
        loose = self.start("run", *options, "--set", "sandbox.failIfUnavailable=false", "--set", "permissions.allow=Bash",
                           "--", "/bin/echo", "ran")
        self.assertEqual((loose.returncode, loose.stdout), (0, b"ran\n") if lifted else (125, b""), loose)

    def test_no_bubblewrap(self):
        self.env["PATH"] = str(self.base / "empty")
        self.refused(name="bubblewrap", words=b"sandbox.withoutNamespaces: true")

    def test_one_that_is_refused(self):
        self.fake_bwrap("[ \"$1\" = --version ] && exit 0; echo 'bwrap: no' >&2; exit 1")
        self.refused(name="user namespaces", words=b"sandbox.withoutNamespaces: true")

    def test_no_proc(self):
        self.fake_bwrap("case \" $* \" in *' --proc '*) echo 'bwrap: no' >&2; exit 1;; esac")
        self.refused(name="fresh /proc", words=b"sandbox.enableWeakerNestedSandbox: true")

    def test_state_that_others_may_write(self):
        self.fake_bwrap()
        self.state.mkdir(parents=True, exist_ok=True)
        self.state.chmod(0o777)
        self.refused(name="state directory", lifted=False)

    def test_state_that_is_no_directory(self):
        self.fake_bwrap()
        self.state.parent.mkdir(parents=True, exist_ok=True)
        self.state.write_text("", encoding="utf-8")
        self.refused(name="state directory", lifted=False)

    def test_no_helper(self):
        self.fake_bwrap()
        self.init.unlink()
        self.refused(name="postern-init", lifted=False)
        self.refused("--set", "sandbox.withoutNamespaces=true", name="postern-init", lifted=False)


class Cache(HostCase):
    def test_a_warm_status_starts_nothing(self):
        self.fake_bwrap()
        first = self.status()
        self.assertEqual(first["sandbox"]["state"], "on")
        calls = len(self.log.read_text(encoding="utf-8").splitlines())
        for _ in range(3):
            self.assertEqual(self.status(), first)
        self.assertEqual(len(self.log.read_text(encoding="utf-8").splitlines()), calls)
        self.assertEqual(self.asked(), 1)
        self.doctor()
        self.assertEqual(self.asked(), 2, "the doctor always looks")
        self.assertEqual(self.status(), first)
        self.assertEqual(self.asked(), 2)

    def test_damage_and_foreign_hands(self):
        self.fake_bwrap()
        first = self.status()
        names = sorted(os.listdir(self.state))
        self.assertEqual(names, ["namespaces"])
        times = 1
        for content, mode in ((b"", 0o600), (b"\0" * 5000, 0o600), (b"x" * 100000, 0o600), (None, 0o666), (None, 0o620)):
            for name in names:
                path = self.state / name
                if content is not None:
                    path.write_bytes(content)
                path.chmod(mode)
            self.assertEqual(self.status(), first)
            times += 1
            self.assertEqual(self.asked(), times)
            self.assertEqual({os.stat(self.state / name).st_mode & 0o777 for name in names}, {0o600})

    def test_a_replaced_bwrap_is_asked_again(self):
        self.fake_bwrap()
        self.status()
        self.fake_bwrap(options=NEEDED[1:])
        sandbox = self.status()["sandbox"]
        self.assertEqual(sandbox["state"], "unavailable")
        self.assertIn("lacks --args", sandbox["reason"])

    def test_a_refusal_is_not_remembered(self):
        flag = self.base / "allowed"
        self.fake_bwrap(f"[ -e {flag} ] || exit 1")
        self.assertEqual(self.status()["sandbox"]["state"], "unavailable")
        flag.touch()
        self.assertEqual(self.status()["sandbox"]["state"], "on")
        flag.unlink()
        self.assertEqual(self.status()["sandbox"]["state"], "on", "remembered")
        self.doctor()
        self.assertEqual(self.status()["sandbox"]["state"], "unavailable", "the doctor corrected it")

    def test_no_state_directory(self):
        self.fake_bwrap()
        self.home.joinpath(".local").write_text("in the way", encoding="utf-8")
        self.assertEqual(self.status()["sandbox"]["state"], "unavailable")
        check = self.doctor()["state directory"]
        self.assertEqual(check["level"], "missing")


class Directories(HostCase):
    def test_state(self):
        self.state.mkdir(parents=True)
        self.state.chmod(0o777)
        self.assertEqual(self.doctor()["state directory"]["level"], "missing")
        self.state.chmod(0o755)
        self.assertEqual(self.doctor()["state directory"]["level"], "info")
        inside = self.doctor(env={"XDG_STATE_HOME": str(self.project / "state")})["state directory"]
        self.assertIn("lies in the project", inside["consequence"])

    def test_temporary(self):
        """The directory that commands get, whatever TMPDIR is."""
        ran = subprocess.run([POSTERN, "run", "--", "sh", "-c", "echo $TMPDIR"], env={**self.env, "TMPDIR": "/no/such"},
                             cwd=self.project, capture_output=True, check=False)
        self.assertEqual(ran.stdout, b"/tmp\n", ran)
        check = self.doctor(env={"TMPDIR": "/no/such"})["temporary files"]
        self.assertEqual((check["level"], check["found"]), ("ok", f"/tmp/postern-{os.getuid()}"))

    def test_helper(self):
        for mode in (0o777, 0o775):
            self.init.chmod(mode)
            check = self.doctor()["postern-init"]
            self.assertEqual(check["found"], f"{self.init}: others may write to it")
            subprocess.run(["/bin/sh", "-c", check["remedy"]], check=True)
            self.assertEqual(self.doctor()["postern-init"]["level"], "ok", "the remedy helps")
        self.init.unlink()
        check = self.doctor()["postern-init"]
        self.assertEqual((check["level"], check["remedy"]),
                         ("missing", "install Postern again, with its helper beside it"))
        self.script("postern-init", "exit 0")  # beside the program, which is the wrong place
        self.assertEqual(self.doctor()["postern-init"]["level"], "missing")


class Status(HostCase):
    def setUp(self):
        super().setUp()
        self.bwrap = self.fake_bwrap()

    def test_shape(self):
        self.assertEqual(self.status(), {
            "version": 1,
            "sandbox": {"state": "on", "reason": None, "origin": None, "remedy": None, "offer": None,
                        "bwrap": str(self.bwrap), "failIfUnavailable": True},
            "autoAllow": {"value": True, "origin": None},
            "network": {"state": "closed", "allowed": [], "denied": [], "othersAsked": True},
            "platform": "Linux" if "microsoft" not in os.uname().release.lower() else "WSL 2",
            "directory": str(self.project),
            "project": str(self.project),
            "settings": []})

    def test_where_it_comes_from(self):
        user = self.write(".config/postern/settings.json",
                          {"sandbox": {"autoAllowBashIfSandboxed": False,
                                       "network": {"allowedDomains": ["a.example", "b.example"]}}}, base=self.home)
        project = self.write(".postern/settings.json",
                             {"sandbox": {"enabled": False, "network": {"deniedDomains": ["c.example"]}}})
        answer = self.status()
        self.assertEqual(answer["sandbox"]["state"], "on", "the project is not trusted")
        self.assertEqual(answer["autoAllow"],
                         {"value": False, "origin": f"{user}#/sandbox/autoAllowBashIfSandboxed"})
        self.assertEqual([entry["host"] for entry in answer["network"]["allowed"]], ["a.example", "b.example"])
        self.assertEqual(answer["network"]["denied"],
                         [{"host": "c.example", "origin": f"{project}#/sandbox/network/deniedDomains/0"}])
        self.assertEqual(answer["settings"],
                         [{"scope": "user", "path": str(user), "claude": False, "trusted": True},
                          {"scope": "project", "path": str(project), "claude": False, "trusted": False}])
        text = self.start("status").stdout.decode("utf-8")
        for part in (f"off ({user}#/sandbox/autoAllowBashIfSandboxed)", "through the gate to what is allowed: a.example, b.example",
                     f"{project}  not trusted: only tightens"):
            self.assertIn(part, text)
        self.assertEqual(self.start("trust", "--yes", "-q").returncode, 0)
        answer = self.status()
        self.assertEqual((answer["sandbox"]["state"], answer["sandbox"]["origin"]),
                         ("off", f"{project}#/sandbox/enabled"))
        self.assertEqual(answer["network"]["state"], "open")

    def test_platforms(self):
        mine = "wsl" if "microsoft" in os.uname().release.lower() else "linux"
        self.assertEqual(self.status("--set", f"sandbox.enabledPlatforms={mine}")["sandbox"]["state"], "on")
        off = self.status("--set", "sandbox.enabledPlatforms=macos")["sandbox"]
        self.assertEqual((off["state"], off["reason"], off["origin"]),
                         ("off", f"sandbox.enabledPlatforms does not list {mine}",
                          "--set#/sandbox/enabledPlatforms/0"))
        self.assertFalse(self.answer("--set", "sandbox.enabledPlatforms=macos", "-c", "npm install")["sandboxed"])
        self.assertTrue(self.answer("-c", "npm install")["sandboxed"])
        ran = self.start("status", "--set", "sandbox.enabledPlatforms=linus")
        self.assert_error(ran, "unknown platform \"linus\"; did you mean \"linux\"?")

    def test_bad_settings_are_an_error(self):
        self.write(".postern/settings.json", "{")
        self.assert_error(self.start("status"), ".postern/settings.json")


if __name__ == "__main__":
    main()
