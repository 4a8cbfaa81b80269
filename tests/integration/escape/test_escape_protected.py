#!/usr/bin/env python3
"""Tries to change protected files in the project, for every entry of the table."""

import json
import os
import re
import shutil
import time

from escape_case import SOURCE, EscapeCase
from postern_case import main
from run_case import PROVE, SCRUB_ALONE, for_root_and_user

TABLE = (SOURCE / "src/policy/protected_table.cc").read_text(encoding="utf-8")
KINDS = re.findall(r'^    \{(k\w+),\s+((?:"[^"]*"\s*)+)(.*?)\},$', TABLE, re.MULTILINE | re.DOTALL)


def names(*where):
    """The names of all kinds that count there, `*` replaced by a letter."""
    return [name.replace("*", "x") for _why, texts, rest in KINDS if ("in_home" in rest) in where
            for name in "".join(re.findall(r'"([^"]*)"', texts)).split()]


IN_HOME, ANYWHERE = names(True), names(False)
DIRECTORIES = {".config/git", ".husky", ".vscode", ".idea", ".devcontainer", ".cargo", ".yarn/plugins", ".yarn/releases",
               ".yarn/sdks", ".mvn", ".config/fish", ".postern", ".config/postern", ".local/share/postern",
               ".local/state/postern", ".claude", ".clinerules", ".cursor", ".codex", ".gemini", ".opencode",
               ".github/instructions", ".github/hooks", ".github/workflows", ".github/actions", ".circleci", ".ssh",
               ".config/autostart", ".config/systemd"}

# Changes to one entry $E, which is a file, or a directory with a file `inside`. $F is the file.
CHANGES = {
    "overwrite": 'echo evil > "$F"',
    "append": 'echo evil >> "$F"',
    "delete": 'rm -rf "$E"',
    "rename away": 'rm -rf taken; mv -T "$E" taken',
    "replace by another": 'echo evil > new; rm -rf "$E"; cp new "$E"',
    "rename over": 'if [ -d "$E" ]; then rm -rf taken; mkdir new; mv -T "$E" taken; else echo evil > new; fi; '
                   'mv -fT new "$E"',
    "replace by a link": 'ln -s "$O/victim" new; rm -rf "$E"; mv -fT new "$E"',
    "hard link then write": 'ln "$F" new && echo evil > new',
    "edit in place": 'sed -i s/own/evil/ "$F"',
    "mode": 'chmod 777 "$F"',
    "rename the directory above": 'case "$E" in */*) rm -rf taken; mv -T "${E%%/*}" taken; '
                                  'mkdir -p "${E%/*}"; echo evil > "$E";; '
                                  '*) echo evil > "$F";; esac',
    "open for writing through proc": 'echo evil > "/proc/self/cwd/$F"',
    "add beside": 'if [ -d "$E" ]; then echo evil > "$E/added"; else echo evil > "$F"; fi',
}
ABSENT = {
    "create a file": 'mkdir -p "$(dirname "$E")"; echo evil > "$E"',
    "create a directory": 'mkdir -p "$E"; echo evil > "$E/inside"',
    "create a link": 'mkdir -p "$(dirname "$E")"; echo evil > new; ln -s "$PWD/new" "$E"',
    "create and move in": 'mkdir -p "$(dirname "$E")"; echo evil > new; mv new "$E"',
    "create a hard link": 'mkdir -p "$(dirname "$E")"; echo evil > new; ln new "$E"',
}


@for_root_and_user
class Protected(EscapeCase):
    def changes(self, entries, change):
        lines = []
        for entry in entries:
            file = f"{entry}/inside" if entry in DIRECTORIES else entry
            lines.append(f"E='{entry}'; F='{file}'; ( {change} ) 2>/dev/null; rm -rf new")
        return self.write_script("change", "\n".join([PROVE, *lines, "exit 0"]))

    def fill(self, top, entries):
        """Makes every entry anew."""
        shutil.rmtree(top, ignore_errors=True)
        top.mkdir()
        for entry in entries:
            file = top / entry / "inside" if entry in DIRECTORIES else top / entry
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("{}" if entry.endswith(".json") else "own\n", encoding="utf-8")
        self.own(top)

    def look(self, top, entry):
        path = top / entry
        if not os.path.lexists(path):
            return None
        if path.is_symlink():
            return os.readlink(path)
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        return [(str(f.relative_to(top)), f.stat().st_mode, f.read_text(encoding="utf-8")) for f in files]

    def change_existing(self, top, every, changes=None):
        for number, (name, change) in enumerate((changes or CHANGES).items()):
            # Hundreds of mounts take long: each way is tried on a fifth of the entries, each entry in several ways.
            entries = every[number % 5::5]
            # Without the sandbox, the first and the last entry are enough.
            for sandbox in (False, True)[self.uid is not None:]:
                self.fill(top, entries)
                shown = entries if sandbox else entries[:1] + entries[-1:]
                before = {entry: self.look(top, entry) for entry in shown}
                argv = ["/bin/sh", self.changes(shown, change)]
                ran = self.proven(self.run_in("--", *argv, cwd=top)) if sandbox else self.start(argv, cwd=top)
                self.assertEqual(ran.returncode, 0, ran)
                for entry in shown:
                    with self.subTest(change=name, entry=entry, sandbox=sandbox):
                        same = self.look(top, entry) == before[entry]
                        self.assertEqual(same, sandbox, (self.look(top, entry), ran))

    def make_absent(self, top, entries):
        for name, change in ABSENT.items():
            for sandbox in (False, True):
                shutil.rmtree(top, ignore_errors=True)
                top.mkdir()
                self.own(top)
                argv = ["/bin/sh", self.changes(entries, change)]
                ran = (self.run_in("--json", *SCRUB_ALONE, "--", *argv, cwd=top) if sandbox
                       else self.start(argv, cwd=top))
                self.assertEqual(ran.returncode, 0, ran)
                gone = []
                if sandbox:
                    gone = [found["path"] for found in json.loads(ran.stdout)["scrubbed"]]
                for entry in entries:
                    with self.subTest(change=name, entry=entry, sandbox=sandbox):
                        self.assertEqual(os.path.lexists(top / entry), not sandbox)
                        if sandbox:
                            self.assertTrue(any(str(top / entry) == path or str(top / entry).startswith(path + "/")
                                                for path in gone), gone)

    def test_the_table_was_read(self):
        self.assertGreater(len(ANYWHERE), 400)
        self.assertGreater(len(IN_HOME), 70)
        self.assertEqual(len(KINDS), len(re.findall(r"^    \{k", TABLE, re.MULTILINE)))

    # Settings that are in force have to make sense, so those are changed one by one below.
    entries = [entry for entry in ANYWHERE if entry not in (".local/share/postern", ".local/state/postern")]

    def test_existing_at_the_top(self):
        self.change_existing(self.project, self.entries)

    def test_absent_at_the_top(self):
        self.make_absent(self.project, ANYWHERE)

    def test_existing_in_the_home_directory(self):
        self.change_existing(self.home, IN_HOME, {k: CHANGES[k] for k in ("overwrite", "delete", "rename away")})

    def test_absent_in_the_home_directory(self):
        entries = [e for e in (*ANYWHERE, *IN_HOME) if e not in (".local/state/postern",)]
        script = self.changes(entries, ABSENT["create a file"])
        ran = self.proven(self.run_in("--", "/bin/sh", script, cwd=self.home))
        for entry in entries:
            with self.subTest(entry=entry):
                self.assertFalse(os.path.lexists(self.home / entry), ran)

    def test_below_the_top(self):
        """In a directory that existed before, changed files are restored and replacements are removed."""
        top = self.project / "sub"
        for name in ("overwrite", "append", "hard link then write", "replace by another", "rename over", "delete"):
            self.fill(top, self.entries)
            before = {entry: self.look(top, entry) for entry in self.entries}
            time.sleep(0.1)  # files made just before a run count as made by it
            self.sh("true")
            script = self.changes(self.entries, CHANGES[name])
            ran = self.proven(self.run_in("--", "/bin/sh", "-c", f"cd sub && exec sh {script}"))
            for entry in self.entries:
                now = self.look(top, entry)
                with self.subTest(change=name, entry=entry):
                    self.assertNotIn("evil", str(now), ran)
                    if name in ("overwrite", "append", "hard link then write"):
                        self.assertEqual(now, before[entry], ran)
            shutil.rmtree(top)
        top.mkdir()
        self.own(top)
        script = self.changes(ANYWHERE, ABSENT["create a file"])
        ran = self.proven(self.run_in("--", "/bin/sh", "-c", f"cd sub && exec sh {script}"))
        for entry in ANYWHERE:
            with self.subTest(change="create", entry=entry):
                self.assertFalse(os.path.lexists(top / entry), ran)

    def test_links_that_the_host_made(self):
        """`CLAUDE.md -> AGENTS.md`, `.vscode -> conf/vscode`: neither the link nor what it means can be changed."""
        def setup():
            shutil.rmtree(self.project)
            (self.project / "conf/vscode").mkdir(parents=True)
            (self.project / "conf/vscode/tasks.json").write_text("{}", encoding="utf-8")
            (self.project / "AGENTS.md").write_text("own\n", encoding="utf-8")
            (self.project / "CLAUDE.md").symlink_to("AGENTS.md")
            (self.project / ".vscode").symlink_to("conf/vscode")
            self.own(self.project)
        evil = self.outside / "evil"
        evil.write_text("evil\n", encoding="utf-8")
        for name, script in {
            "through the link": "echo evil > CLAUDE.md; echo evil > .vscode/tasks.json",
            "the target": "echo evil > AGENTS.md; echo evil > conf/vscode/tasks.json; mv conf c2; mkdir -p conf/vscode; "
                          "echo evil > conf/vscode/tasks.json",
            "the link replaced": "rm CLAUDE.md .vscode; echo evil > CLAUDE.md; mkdir .vscode; "
                                 "echo evil > .vscode/tasks.json",
            "the link led elsewhere": "mkdir e; echo evil > e/tasks.json; ln -sfn e .vscode; ln -sfn e/tasks.json "
                                      "CLAUDE.md",
        }.items():
            for sandbox in (False, True):
                setup()
                argv = ["/bin/sh", self.write_script("links", PROVE + script)]
                ran = self.proven(self.run_in("--", *argv)) if sandbox else self.start(argv)
                texts = []
                for path in ("CLAUDE.md", ".vscode/tasks.json"):
                    file = self.project / path
                    texts.append(file.read_text(encoding="utf-8") if file.exists() else "")
                with self.subTest(change=name, sandbox=sandbox):
                    self.assertEqual(any("evil" in text for text in texts), not sandbox, (texts, ran))


if __name__ == "__main__":
    main()
