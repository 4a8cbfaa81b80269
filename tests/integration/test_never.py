#!/usr/bin/env python3
"""What is never allowed: in the text of a command, and at the start of a program where the exec guard is there."""

import json
import stat

from postern_case import POSTERN, main
from run_case import RunCase, for_root_and_user

GUARDED = ("--set", "permissions.deny=Bash(no-such-program:*)")
LISTED = ("remove-root-or-home", "become-root", "make-file-system", "dd-to-device", "power-off", "write-to-device",
          "run-a-download", "open-to-everyone", "change-password", "kill-by-name", "fork-bomb")


@for_root_and_user
class Never(RunCase):
    def mode(self, name):
        return stat.S_IMODE((self.project / name).stat().st_mode)

    def given(self, name):
        self.write(name, "x").chmod(0o600)
        self.own(self.project)

    def test_no_mode_and_no_setting_lifts_it(self):
        self.given("f")
        self.assertEqual(self.bare("chmod 777 f").returncode, 0)
        self.assertEqual(self.mode("f"), 0o777, "outside it works")
        self.given("f")
        for options in ((), ("--mode", "bypassPermissions"), ("--set", "sandbox.enabled=false", "--mode", "bypassPermissions"),
                        ("--set", "sandbox.excludedCommands=chmod:*", "--set", "permissions.allow=Bash"),
                        ("--set", "permissions.allow=Bash(chmod 777 f)")):
            ran = self.run_in(*options, "-c", "chmod 777 f && echo done")
            self.assertEqual((ran.returncode, ran.stdout), (126, b""), ran)
            self.assertIn(b"never allowed", ran.stderr)
            self.assertEqual(self.mode("f"), 0o600, options)

    def test_nobody_but_the_administrator_sets_its_keys(self):
        for key in ("postern.liftNeverAllowed=open-to-everyone", "postern.neverAllowed=Bash(x)"):
            ran = self.run_in("--set", key, "--", "true")
            self.assertEqual(ran.returncode, 125, ran)
            self.assertIn(b"only managed settings may set this", ran.stderr)

    def test_the_guard_meets_what_the_text_does_not_show(self):
        self.given("f")
        script = "chmod 777 f; echo ended"
        self.assertEqual(self.sh(script, *GUARDED).stdout, b"ended\n")
        self.assertEqual(self.mode("f"), 0o600)
        self.assertEqual(self.sh("chmod 755 f; echo ended", *GUARDED).stdout, b"ended\n")
        self.assertEqual(self.mode("f"), 0o755, "its neighbour is started")

    def test_the_guard_meets_other_spellings_of_the_acts(self):
        # Each line does nothing to the machine if it is started: it makes a file in the project or in the sandbox's own
        # /dev, or looks for a process that is not there.
        met = ("mkdir -m 777 d", "install -m a=rwx f g", "find f -exec chmod a+rwx {} +", "echo f | xargs chmod 0777",
               "pkill no-such-process", "killall no-such-process", "tee /dev/stand-in </dev/null",
               "dd if=/dev/null of=/dev/stand-in", "cd /dev && dd if=/dev/null of=stand-in", "wipefs -a /dev/stand-in",
               "env chmod 777 f", "python3 -c 'import os; os.chmod(\"f\", 0o777)'")
        near = ("mkdir -m 755 e", "install -m 755 f h", "tee out </dev/null", "dd if=/dev/null of=out", "chmod a+w f",
                "cd / && ls >/dev/null", "python3 -c 'import os; os.chmod(\"f\", 0o755)'")
        self.given("f")
        for line in met[:3]:
            self.assertEqual(self.bare(line).returncode, 0, line)
        for name in ("d", "g"):
            self.start(["rm", "-rf", name])
        self.given("f")
        lines = "".join(f"( {line} ) 2>/dev/null; echo $?\n" for line in met + near)
        codes = self.sh(lines, *GUARDED).stdout.decode().split()
        refused = dict(zip(met, codes))
        self.assertEqual({line: code for line, code in refused.items() if code in ("0", "1")}, {})
        self.assertEqual(codes[len(met):], ["0"] * len(near))
        self.assertEqual(self.mode("f"), 0o755, "only the neighbour changed it")
        self.assertFalse((self.project / "d").exists())

    def test_the_guard_holds_the_home_directory(self):
        house = self.project / "house"
        house.mkdir()
        self.own(self.project)
        self.assertEqual(self.bare("cd house && rm -rf ../house").returncode, 0)
        self.assertFalse(house.exists(), "outside it works")
        for line in ("rm -rf house", "cd house && rm -rf ../house", "find house -delete", "rm -rf $PWD/house"):
            house.mkdir(exist_ok=True)
            self.own(self.project)
            ran = self.sh(line + "; echo ended", *GUARDED, env={"HOME": str(house)})
            self.assertEqual(ran.stdout, b"ended\n", ran)
            self.assertTrue(house.exists(), line)

    def test_it_is_shown(self):
        for command in (("settings", "show"), ("profile",)):
            shown = self.start([POSTERN, *command, "--json"])
            names = [entry["name"] for entry in json.loads(shown.stdout)["neverAllowed"]]
            self.assertEqual(sorted(names), sorted(LISTED), command)
            text = self.start([POSTERN, *command]).stdout.decode()
            for name in LISTED:
                self.assertIn(f"never allowed: {name}: ", text)
        page = self.start([POSTERN, "explain", "-c", "sudo id"])
        self.assertEqual(page.returncode, 2, page)
        self.assertIn(b"postern.liftNeverAllowed", page.stdout)
        self.assertIn(b"become-root", page.stdout)


if __name__ == "__main__":
    main()
