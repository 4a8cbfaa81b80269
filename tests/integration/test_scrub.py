#!/usr/bin/env python3
"""What the scrub does with what it finds: on every kind of file system, when something cannot be disarmed, and the
commands that show, restore, remove and accept."""

import contextlib
import fcntl
import json
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import time

from json_manual import manual, paths_in
from postern_case import POSTERN, main
from run_case import SCRUB_ALONE, RunCase, for_root_and_user, use_own_mounts

GET_FLAGS, SET_FLAGS, IMMUTABLE = 0x80086601, 0x40086602, 0x10
MEBIBYTE = 1 << 20


def set_immutable(path, on):
    """Makes a file immutable for everybody, or ends that. Raises OSError where the file system or the user cannot."""
    fd = os.open(path, os.O_RDONLY)
    try:
        flags = struct.unpack("l", fcntl.ioctl(fd, GET_FLAGS, struct.pack("l", 0)))[0]
        flags = flags | IMMUTABLE if on else flags & ~IMMUTABLE
        fcntl.ioctl(fd, SET_FLAGS, struct.pack("l", flags))
    finally:
        os.close(fd)


class ScrubCase(RunCase):
    def scrub(self, *args):
        ran = self.start([POSTERN, "scrub", *args])
        return ran, json.loads(ran.stdout) if "--json" in args else None

    def kept(self):
        return self.scrub("list", "--json")[1]["kept"]

    def plant(self, script):
        """Runs a script whose files only the scrub can take, and returns what it took."""
        result = self.act(script, *SCRUB_ALONE)
        self.assertEqual(result["outcome"], {"kind": "exited", "code": 0}, result)
        return result

    @contextlib.contextmanager
    def mounted(self, *mount):
        """Mounts on base/fs, as root, until the end of the block."""
        if not use_own_mounts():
            self.cannot_run("only root can mount")
        place = self.base / "fs"
        place.mkdir()
        ran = subprocess.run(["mount", *mount, place], capture_output=True, check=False)
        if ran.returncode != 0:
            self.cannot_run(f"cannot mount {mount}: {ran.stderr}")
        try:
            yield place
        finally:
            subprocess.run(["umount", "-l", place], check=True)

    @contextlib.contextmanager
    def image(self, kind):
        """A new file system of this kind in a file."""
        self.env["PATH"] += ":/usr/sbin:/sbin"
        self.need(f"mkfs.{kind}")
        file = self.base / "image"
        with open(file, "wb") as out:
            out.truncate(400 * MEBIBYTE)
        subprocess.run([shutil.which(f"mkfs.{kind}", path=self.env["PATH"]), "-q", file], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with self.mounted("-o", "loop", file) as place:
            yield place

    def use(self, project, home=None):
        for path in (project, home):
            if path is not None:
                path.mkdir(exist_ok=True)
                self.own(path)
        self.project = project
        if home is not None:
            self.env["HOME"] = str(home)


class Unreadable(ScrubCase):
    """State that cannot be read is unknown, and nothing runs."""

    uid = RunCase.ordinary_uid

    def test_nothing_runs(self):
        self.assertEqual(self.sh("echo ran").stdout, b"ran\n")
        state = self.home / ".local/state/postern"
        for path in (state / "journal", state / "trees/roots"):
            with self.subTest(path.name):
                self.assertTrue(path.exists())
                mode = path.stat().st_mode & 0o777
                os.chown(path, 0, 0)
                path.chmod(mode & 0o700)
                self.assert_error(self.run_in("--", "touch", "ran"), str(path))
                self.assertFalse((self.project / "ran").exists())
                asked = self.start([POSTERN, "doctor"])
                self.assertIn(str(path).encode(), asked.stdout + asked.stderr)
                os.chown(path, self.uid, self.uid)
                path.chmod(mode)
        self.assertEqual(self.sh("echo ran").stdout, b"ran\n")


@for_root_and_user
class FileSystems(ScrubCase):
    """The same story on each kind of file system, with the state there and elsewhere."""

    def story(self):
        self.write("pkg/.npmrc", "a=mine\n")
        self.write("plain/file", "x")
        self.own(self.project)
        self.assertEqual(self.act("true")["scrubbed"], [])
        time.sleep(0.1)
        evil = self.outside / "ran"
        trigger = "git -C new status; git -C new checkout -q -b x"
        plant = f"""
            git init -q new; printf '#!/bin/sh\\ntouch {evil}\\n' > new/.git/hooks/post-checkout
            chmod +x new/.git/hooks/post-checkout; git -C new config core.fsmonitor 'touch {evil}'
            echo planted=1 > pkg/.npmrc
            mkdir plain/.vscode; echo '{{"planted": 1}}' > plain/.vscode/tasks.json; chmod 000 plain/.vscode/tasks.json
            head -c 3000000 /dev/zero > plain/.vscode/large
            """
        found = self.plant(plant)["scrubbed"]
        self.assertEqual({f["action"] for f in found} - {"quarantined", "reverted"}, set(), found)
        self.bare(trigger)
        self.assertFalse(evil.exists(), found)
        self.assertEqual((self.project / "pkg/.npmrc").read_text(), "a=mine\n")
        self.assertFalse((self.project / "plain/.vscode").exists())
        # Everything comes back by its id.
        for one in self.kept():
            path = pathlib.Path(one["path"])
            if path.exists():
                path.rename(str(path) + ".aside")
            ran, _ = self.scrub("restore", one["id"])
            self.assertEqual(ran.returncode, 0, ran)
        self.assertEqual((self.project / "pkg/.npmrc").read_text(), "planted=1\n")
        self.assertEqual((self.project / "plain/.vscode/large").stat().st_size, 3000000)
        self.assertEqual((self.project / "plain/.vscode/tasks.json").stat().st_mode & 0o777, 0)
        self.bare(trigger)
        self.assertTrue(evil.exists(), "what was restored does what it would have done without the scrub")
        self.assertEqual(self.kept(), [])
        self.assertEqual([n for n in self.listing() if ".postern-" in n], [])

    def test_overlayfs_keeps_the_users_own_repository(self):
        """A commit copies `.git` up from the lower layer, with another inode and a new birth time."""
        lower = self.base / "lower"
        lower.mkdir()
        self.project = lower / "project"
        self.project.mkdir()
        self.own(lower)
        self.git("init", "-q")
        self.git("config", "alias.mine", "!true")
        self.write("file", "1\n")
        self.own(self.project)
        self.git("add", "file")
        self.git("commit", "-qm", "one")
        for name in ("upper", "work"):
            (self.base / name).mkdir()
            self.own(self.base / name)
        options = f"lowerdir={lower},upperdir={self.base}/upper,workdir={self.base}/work"
        with self.mounted("-t", "overlay", "overlay", "-o", options) as place:
            self.project = place / "project"
            for text in ("2", "3"):
                time.sleep(0.1)
                result = self.act(f"echo {text} > file; git -c user.name=t -c user.email=t@t commit -qam {text}",
                                  *SCRUB_ALONE)
                self.assertEqual((result["outcome"], result["scrubbed"]), ({"kind": "exited", "code": 0}, []), result)
            self.assertEqual(self.git("log", "--format=%s"), "3\n2\none\n")
            self.git("fsck", "--strict")
            self.assertEqual(self.git("config", "alias.mine"), "!true\n")

    def test_overlayfs(self):
        lower = self.base / "lower"
        (lower / "project").mkdir(parents=True)
        for name in ("upper", "work"):
            (self.base / name).mkdir()
        self.own(lower, self.base / "upper", self.base / "work")
        options = f"lowerdir={lower},upperdir={self.base}/upper,workdir={self.base}/work"
        with self.mounted("-t", "overlay", "overlay", "-o", options) as place:
            self.use(place / "project")
            self.story()

    def test_tmpfs_with_the_state_elsewhere(self):
        with self.mounted("-t", "tmpfs", "tmpfs") as place:
            self.use(place / "project")
            self.story()

    def test_tmpfs(self):
        with self.mounted("-t", "tmpfs", "tmpfs") as place:
            self.use(place / "project", place / "home")
            self.story()

    def test_ext4(self):
        with self.image("ext4") as place:
            self.use(place / "project")
            self.story()

    def test_btrfs(self):
        with self.image("btrfs") as place:
            self.use(place / "project", place / "home")
            self.story()

    def test_xfs(self):
        with self.image("xfs") as place:
            self.use(place / "project")
            self.story()

    def test_a_full_disk(self):
        """The command fills the file system that holds project and state. It is disarmed all the same, and listed."""
        with self.mounted("-t", "tmpfs", "-o", "size=16m", "tmpfs") as place:
            self.use(place / "project", place / "home")
            self.write("plain/.npmrc", "a=mine\n")
            self.own(self.project)
            self.assertEqual(self.act("true")["scrubbed"], [])
            time.sleep(0.1)
            found = self.plant("""
                echo planted=1 > plain/.npmrc; mkdir plain/.vscode; echo '{}' > plain/.vscode/tasks.json
                cat /dev/zero > filler 2> /dev/null || true""")["scrubbed"]
            self.assertEqual(len(found), 2, found)
            self.assertFalse((self.project / "plain/.vscode").exists())
            self.assertNotEqual((self.project / "plain/.npmrc").read_text() if (self.project / "plain/.npmrc").exists()
                                else "", "planted=1\n")
            (self.project / "filler").unlink()
            self.start([POSTERN, "status"])  # any command finishes what had no room
            self.assertEqual((self.project / "plain/.npmrc").read_text(), "a=mine\n")
            self.assertEqual(len(self.kept()), 2)


@for_root_and_user
class Armed(ScrubCase):
    """A plant that nobody may rename."""

    def leave_armed(self):
        """A run after which plain/.npmrc is dangerous. Returns what it said, and the file."""
        if os.getuid() != 0:
            self.cannot_run("only root can make a file immutable")
        file = self.write("plain/.npmrc", "a=mine\n")
        self.own(self.project)
        self.assertEqual(self.act("true")["scrubbed"], [])
        time.sleep(0.1)
        script = self.script("echo planted=1 > plain/.npmrc; touch planted; while [ ! -e go ]; do sleep 0.02; done; exit 7")
        with subprocess.Popen(self.as_user([POSTERN, "run", "--json", *SCRUB_ALONE, "--", "/bin/sh", script]),
                              cwd=self.project, env=self.env, stdout=subprocess.PIPE) as run:
            self.eventually((self.project / "planted").exists, "the plant")
            try:
                set_immutable(file, True)
            except OSError as error:
                (self.project / "go").touch()
                self.cannot_run(f"cannot make a file immutable here: {error}")
            self.addCleanup(lambda: file.exists() and set_immutable(file, False))
            (self.project / "go").touch()
            said = json.loads(run.stdout.read())
        self.assertEqual(run.returncode, 123, said)
        return said, file

    def test_it_is_said_and_keeps_runs_from_starting(self):
        said, file = self.leave_armed()
        self.assertEqual((said["exitCode"], said["outcome"]), (123, {"kind": "exited", "code": 7}))
        self.assertEqual([(f["path"], f["action"]) for f in said["scrubbed"]], [(str(file), "failed")])
        for _ in range(2):
            ran = self.run_in("--", "touch", "ran")
            self.assertEqual((ran.returncode, ran.stderr.count(b"\n")), (125, 1), ran)
            self.assertIn(os.fsencode(file), ran.stderr)
            self.assertIn(b"postern scrub accept", ran.stderr)
        self.assertFalse((self.project / "ran").exists())
        elsewhere = self.start([POSTERN, "run", "--", "/bin/echo", "fine"], cwd=self.outside)
        self.assertEqual(elsewhere.stdout, b"fine\n", "in another root it is no hindrance")
        set_immutable(file, False)
        ran = self.run_in("--", "/bin/cat", "plain/.npmrc")
        self.assertEqual((ran.returncode, ran.stdout), (0, b"a=mine\n"), ran)

    def test_gone_is_settled(self):
        _, file = self.leave_armed()
        set_immutable(file, False)
        file.unlink()
        self.assertEqual(self.run_in("--", "/bin/echo", "fine").stdout, b"fine\n")

    def test_a_person_accepts_it(self):
        _, file = self.leave_armed()
        ran, _ = self.scrub("accept", "plain/.npmrc")
        self.assertEqual(ran.returncode, 125, "nobody said yes")
        self.assertEqual(self.run_in("--", "true").returncode, 125)
        ran, accepted = self.scrub("accept", "--yes", "--json", "plain/.npmrc", "plain/other")
        self.assertEqual(set(paths_in(accepted)) - manual()["postern scrub accept"], set())
        self.assertEqual([a["path"] for a in accepted["accepted"]], [str(file)])
        self.assertEqual(len(accepted["failed"]), 1)
        result = self.act("cat plain/.npmrc")
        self.assertEqual((result["exitCode"], result["stdout"]["text"]), (0, "planted=1\n"), result)
        self.assertEqual(self.act("true")["scrubbed"], [], "and not again")


@for_root_and_user
class Quarantine(ScrubCase):
    def test_large_things_are_not_pruned(self):
        """Above a gibibyte a run says so, and nothing is removed."""
        first = self.plant("mkdir .vscode; echo '{}' > .vscode/tasks.json")["scrubbed"]
        # Sparse on the disk, so the size that counts is made by many blocks: write them.
        found = self.plant("mkdir .idea; for i in 1 2 3; do head -c 400000000 /dev/zero > .idea/$i; done")
        self.assertIn("scrub remove ID", " ".join(found["weaknesses"]))
        self.assertEqual({k["id"] for k in self.kept()}, {f["id"] for f in first + found["scrubbed"]})
        ran, _ = self.scrub("remove", found["scrubbed"][0]["id"])
        self.assertEqual(ran.returncode, 125, "nobody said yes")
        self.assertEqual(len(self.kept()), 2)
        ran, removed = self.scrub("remove", "--yes", "--json", found["scrubbed"][0]["id"], "none")
        self.assertEqual(set(paths_in(removed)), manual()["postern scrub remove"])
        self.assertEqual([k["id"] for k in self.kept()], [first[0]["id"]])
        self.assertFalse((self.project / ".idea").exists())
        self.assertEqual(self.scrub("restore", first[0]["id"])[0].returncode, 0)
        self.assertTrue((self.project / ".vscode/tasks.json").exists())

    def test_a_signal_is_heeded_once_everything_is_disarmed(self):
        """Thousands of plants: SIGTERM ends the moving, and the next command moves the rest."""
        count = 3000
        (self.project / "d").mkdir()
        self.own(self.project)
        script = self.script(f"i=0; while [ $i -lt {count} ]; do mkdir d/$i; i=$((i+1)); done")
        self.start(["/bin/sh", script])
        self.assertEqual(self.act("true")["scrubbed"], [])
        time.sleep(0.1)
        script = self.script(f"i=0; while [ $i -lt {count} ]; do : > d/$i/.npmrc; i=$((i+1)); done; touch planted")
        with subprocess.Popen(self.as_user([POSTERN, "run", "-q", *SCRUB_ALONE, "--", "/bin/sh", script]),
                              cwd=self.project, env=self.env) as run:
            self.eventually((self.project / "planted").exists, "the plants")
            # A rename of the first plant shows that disarming has begun.
            self.eventually(lambda: not (self.project / "d/0/.npmrc").exists(), "the scrub")
            run.send_signal(signal.SIGTERM)
            run.wait(60)
        self.start([POSTERN, "status"])
        self.assertEqual([n for n in self.listing() if ".npmrc" in n], [])
        self.assertEqual(len(self.kept()), count)


if __name__ == "__main__":
    main()
