#!/usr/bin/env python3
"""Ways to write to files outside the project."""

import os
import pathlib
import subprocess

from escape_case import PYTHON, Attempt, EscapeCase, probe
from postern_case import POSTERN, main
from run_case import PROVE, for_root_and_user


def made(path):
    """Returns evidence that looks for this file outside both directories of the attempt, and removes it."""
    def look(_case, _attempt):
        file = pathlib.Path(path)
        there = file.exists()
        if there:
            file.unlink()
        return there
    return look


def in_home(case, _attempt):
    file = case.home / "planted"
    there = file.exists()
    if there:
        file.unlink()
    return there


TAG = f"postern-escape-{os.getpid()}"

SHELL = [
    Attempt("redirect", 'echo x > "$O/new"'),
    Attempt("append", 'echo x >> "$O/victim"'),
    Attempt("truncate-by-shell", ': > "$O/victim"'),
    Attempt("copy-over", 'cp /etc/hostname "$O/victim"'),
    Attempt("move-in", 'echo x > f; mv f "$O/f"'),
    Attempt("move-out", 'mv "$O/victim" taken'),
    Attempt("delete", 'rm -f "$O/victim"'),
    Attempt("delete-directory", 'rmdir "$O/dir"'),
    Attempt("make-directory", 'mkdir "$O/new"'),
    Attempt("make-link", 'ln -s x "$O/new"'),
    Attempt("hard-link-into-outside", 'echo x > f; ln f "$O/new"'),
    Attempt("write-through-own-link", 'ln -s "$O/victim" l; echo x > l'),
    Attempt("write-through-own-directory-link", 'ln -s "$O" d; echo x > d/new'),
    Attempt("write-through-chain-of-links", 'ln -s "$O" a; ln -s a b; ln -s b/victim c; echo x > c'),
    Attempt("write-through-planted-link", "echo x > planted", setup='ln -s "$O/victim" planted'),
    Attempt("write-through-planted-directory-link", "echo x > planted/new", setup='ln -s "$O" planted'),
    Attempt("create-through-dangling-link", "echo x > planted", setup='ln -s "$O/absent" planted'),
    Attempt("hard-link-then-write", 'ln "$O/victim" h && echo x >> h'),
    Attempt("dot-dot", 'cd "$P" && echo x > "../../outside/${P##*/}/victim"'),
    Attempt("dot-dot-through-link", 'ln -s "$O/dir" d; echo x > d/../victim'),
    Attempt("proc-self-root", 'echo x > "/proc/self/root$O/victim"'),
    Attempt("proc-thread-root", 'echo x > "/proc/thread-self/root$O/victim"'),
    Attempt("proc-first-process-root", 'echo x > "/proc/1/root$O/victim"', works="maybe"),
    Attempt("proc-parent-root", 'echo x > "/proc/$PPID/root$O/victim"'),
    Attempt("proc-self-cwd", 'cd "$O" && echo x > /proc/self/cwd/victim'),
    Attempt("proc-any-cwd", 'cd "$O"; for c in /proc/[0-9]*/cwd; do [ -e "$c/victim" ] && echo x >> "$c/victim"; done'),
    Attempt("standard-output-reopened", 'exec 3< "$O/victim"; echo x > /proc/self/fd/3'),
    Attempt("dev-fd", 'exec 3< "$O/victim"; echo x > /dev/fd/3'),
    Attempt("change-mode", 'chmod 666 "$O/victim"'),
    Attempt("change-owner", 'chown 1:1 "$O/victim"', works="root"),
    Attempt("change-group-to-own", 'chgrp "$(id -g)" "$O/victim" && chmod g+wx "$O/victim"'),
    Attempt("change-time", 'touch -d 2001-01-01 "$O/victim"'),
    Attempt("fifo", 'mkfifo "$O/new"'),
    Attempt("device", 'mknod "$O/new" c 1 3', works="root"),
    Attempt("dd-without-truncation", 'printf x | dd of="$O/victim" conv=notrunc status=none'),
    Attempt("tar-absolute", 'echo x > f; tar cPf a.tar --transform "s,f,$O/new," f && tar xPf a.tar'),
    Attempt("tar-through-link", 'ln -s "$O" d; mkdir t t/d; echo x > t/d/new; tar cf a.tar -C t d/new; '
            'tar xf a.tar --keep-directory-symlink'),
    Attempt("move-whole-project", 'mv "$P" "$O/moved"'),
    Attempt("temporary-directory-of-all", f"touch /tmp/{TAG}", evidence=made(f"/tmp/{TAG}")),
    Attempt("var-tmp", f"touch /var/tmp/{TAG}", evidence=made(f"/var/tmp/{TAG}")),
    Attempt("shared-memory-directory", f"touch /dev/shm/{TAG}", evidence=made(f"/dev/shm/{TAG}")),
    Attempt("etc", f"touch /etc/{TAG}", evidence=made(f"/etc/{TAG}"), works="unsafe"),
    Attempt("usr", f"touch /usr/bin/{TAG}", evidence=made(f"/usr/bin/{TAG}"), works="unsafe"),
    Attempt("run", f"touch /run/{TAG}", evidence=made(f"/run/{TAG}"), works="root"),
    Attempt("home", 'touch "$HOME/planted"', evidence=in_home),
    Attempt("crontab", f"mkdir -p /var/spool/cron; echo x > /var/spool/cron/{TAG}",
            evidence=made(f"/var/spool/cron/{TAG}"), works="unsafe"),
]

CALLS = [
    probe("reopen_path_descriptor", "$O/victim"),
    probe("reopen_read_only_descriptor", "$O/victim"),
    probe("rename_over", "$O/victim"),
    probe("exchange", "$O/victim"),
    probe("truncate_call", "$O/victim"),
    probe("set_attribute", "$O/victim", works="maybe"),
    probe("set_attribute_through_descriptor", "$O/victim", works="maybe"),
    probe("change_mode_through_descriptor", "$O/victim"),
    probe("change_time_through_descriptor", "$O/victim"),
    probe("make_socket_file", "$O/new"),
    probe("map_shared", "$O/victim"),
    probe("allocate", "$O/victim"),
    probe("copy_range", "$O/victim"),
    probe("splice_into", "$O/victim"),
    probe("send_file", "$O/victim"),
    probe("unnamed_file_linked_outside", "$O/new"),
    probe("unnamed_file_outside", "$O"),
    probe("open_relative_to_directory", "$O"),
    probe("open_beneath", "$O"),
    probe("program_in_memory", "$O/new"),
    probe("change_root_then_write", "$O/victim", works="root"),
    probe("raw_disk", works="unsafe"),
    probe("kernel_memory", works="unsafe"),
]

DESCRIPTOR = """
import os, sys
print(os.readlink("/proc/self/ns/pid"))
path = sys.argv[1]
got = []
for fd in range(0, 64):
    for name in ("victim", "."):
        try:
            where = f"/proc/self/fd/{fd}" if name == "." else f"/proc/self/fd/{fd}/{name}"
            if os.path.realpath(where).startswith(path) and not os.path.isdir(where):
                new = os.open(where, os.O_WRONLY)
                os.write(new, b"x")
                got.append(fd)
        except OSError:
            pass
    try:
        os.close(os.open("made", os.O_CREAT | os.O_WRONLY, dir_fd=fd))
        if os.path.realpath(f"/proc/self/fd/{fd}").startswith(path):
            got.append(fd)
    except OSError:
        pass
    try:
        if fd > 2 and os.fstat(fd).st_ino == os.stat(path + "/victim").st_ino:
            os.write(fd, b"x")
    except OSError:
        pass
"""


@for_root_and_user
class Writes(EscapeCase):
    def test_with_a_shell(self):
        self.try_all(SHELL)

    def test_with_calls(self):
        self.try_all(CALLS)

    def test_with_inherited_descriptors(self):
        script = self.scripts / "descriptor.py"
        script.write_text(DESCRIPTOR, encoding="utf-8")
        for name, flags, number in (("writable file", os.O_RDWR, 9), ("directory", os.O_RDONLY | os.O_DIRECTORY, 9),
                                    ("path", os.O_PATH, 9), ("high", os.O_RDWR, 60)):
            for sandbox in (False, True):
                attempt = Attempt("descriptor", "")
                before = self.fresh(attempt)
                outside = self.variables(attempt.name)["O"]
                opened = os.open(outside if "directory" in name or name == "path" else outside / "victim", flags)
                os.dup2(opened, number, inheritable=True)
                argv = [PYTHON, str(script), str(outside)]
                ran = self.start([POSTERN, "run", "--", *argv] if sandbox else argv, pass_fds=(number,))
                if sandbox:
                    self.proven(ran)
                os.close(number)
                os.close(opened)
                with self.subTest(descriptor=name, sandbox=sandbox):
                    self.assertEqual(self.escaped(attempt, before), not sandbox, ran)

    # Python does not start if a standard stream is a directory, so it gets the stream under another number.
    STREAMS = {0: '"$0" -c "$1" 3<&0 </dev/null', 1: '"$0" -c "$1" 3>&1 >/dev/null', 2: '"$0" -c "$1" 3>&2 2>/dev/null'}

    def with_stream(self, opened, number, code, sandbox):
        """Runs a program of Python with `opened` as one of its standard streams."""
        argv = ["/bin/sh", "-c", (PROVE if number != 1 else "") + self.STREAMS[number], PYTHON, code]
        streams = {0: {"stdin": opened, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE},
                   1: {"stdin": subprocess.DEVNULL, "stdout": opened, "stderr": subprocess.PIPE},
                   2: {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": opened}}[number]
        return subprocess.run(self.as_user([POSTERN, "run", "--", *argv] if sandbox else argv), check=False,
                              cwd=self.project, env=self.env, timeout=self.timeout, **streams)

    def test_through_standard_input(self):
        """A descriptor that the user opened for reading gives no way to write."""
        code = "import os; os.write(os.open('/proc/self/fd/3', os.O_WRONLY), b'x')"
        for sandbox in (False, True):
            attempt = Attempt("input", "")
            before = self.fresh(attempt)
            opened = os.open(self.variables(attempt.name)["O"] / "victim", os.O_RDONLY)
            ran = self.with_stream(opened, 0, code, sandbox)
            if sandbox:
                self.proven(ran)
            os.close(opened)
            with self.subTest(sandbox=sandbox):
                self.assertEqual(self.escaped(attempt, before), not sandbox, ran)

    def test_directories_and_paths_as_standard_streams(self):
        """They would lead past every mount: nothing is run."""
        make = "import os; os.open('made', os.O_CREAT | os.O_WRONLY, dir_fd=3)"
        up = "import os; os.open('../new', os.O_CREAT | os.O_WRONLY, dir_fd=3)"
        reopen = "import os; os.write(os.open('/proc/self/fd/3', os.O_WRONLY), b'x')"
        for number in self.STREAMS:
            for name, flags, code in (("dir", os.O_RDONLY, make), ("dir", os.O_RDONLY, up), ("dir", os.O_PATH, make),
                                      ("victim", os.O_PATH, reopen)):
                for sandbox in (False, True):
                    attempt = Attempt("stream", "")
                    before = self.fresh(attempt)
                    opened = os.open(self.variables(attempt.name)["O"] / name, flags)
                    ran = self.with_stream(opened, number, code, sandbox)
                    os.close(opened)
                    with self.subTest(stream=number, name=name, flags=flags, sandbox=sandbox):
                        self.assertEqual(self.escaped(attempt, before), not sandbox, ran)
                        if sandbox:
                            self.assertEqual(ran.returncode, 125, ran)
                        if sandbox and number != 2:
                            self.assertIn(b"standard " + (b"input" if number == 0 else b"output"), ran.stderr)


if __name__ == "__main__":
    main()
