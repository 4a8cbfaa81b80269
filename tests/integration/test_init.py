#!/usr/bin/env python3
"""postern-init under a real bwrap: its reports, its reactions to orders, and the rights of the command."""

import errno
import fcntl
import os
import pty
import signal
import socket
import subprocess

from capability_sets import SHOW_CAPABILITIES, capability_sets
from init_case import (IGNORED_BY_POSTERN, INIT, NOBODY, TRY_SYSCALL, InitCase, for_each_identity, ignore_as_postern_does,
                       landlock_abi)
from postern_case import PATIENCE, main

READY = ("ready", 0, 0)


class Ends(InitCase):
    def test_exit_status(self):
        for code in (0, 7, 255):
            self.assertEqual(self.run_inside("sh", "-c", f"exit {code}"), ([READY, ("exited", code, 0)], code, ""))

    def test_death_by_signal(self):
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV):
            reports, status, _ = self.run_inside("sh", "-c", f"kill -{int(number)} $$", options=("--limit", "core=0"))
            self.assertEqual((reports, status), ([READY, ("signaled", number, 0)], 128 + number))

    def test_not_found_and_not_executable(self):
        plain = self.file("plain", "text")
        words = self.file("words", "no program, and no #! line", 0o755)
        cases = (("no-such-program-anywhere", errno.ENOENT, 127), (f"{self.base}/none", errno.ENOENT, 127),
                 ("", errno.ENOENT, 127), (str(plain), errno.EACCES, 126), (str(self.project), errno.EACCES, 126),
                 (f"{plain}/x", errno.ENOTDIR, 126), (str(words), errno.ENOEXEC, 126), ("n" * 300, errno.ENAMETOOLONG, 126))
        for program, error, code in cases:
            with self.subTest(program=program):
                self.assertEqual(self.run_inside(program), ([READY, ("exec", 0, error)], code, ""))

    def test_path_is_searched_as_execvp_does(self):
        first, second = self.directory("first"), self.directory("second")
        self.file("first/tool", "#!/bin/sh\necho first\n", 0o644)
        self.env["PATH"] = f"{self.base}/none:{first}/tool:{first}:{second}"
        self.assertEqual(self.run_inside("tool"), ([READY, ("exec", 0, errno.EACCES)], 126, ""))
        self.file("second/tool", "#!/bin/sh\necho second\n", 0o755)
        self.assertEqual(self.output_of("tool"), "second\n")
        self.env["PATH"] = ""  # one empty entry: the working directory
        self.assertEqual(self.output_of("tool", options=("--cwd", str(second))), "second\n")

    def test_setup_failures_come_with_step_and_errno_and_nothing_runs(self):
        marker = self.project / "ran"
        link = self.project / "link"
        link.symlink_to(self.home)
        cases = ((("--cwd", f"{self.base}/none"), "directory", errno.ENOENT),
                 (("--cwd", "relative"), "arguments", errno.EINVAL),
                 (("--filter", "unheard-of"), "arguments", errno.EINVAL),
                 (("--limit", "stack=1"), "arguments", errno.EINVAL),
                 (("--limit", "core=-1"), "arguments", errno.EINVAL),
                 (("--limit", "core=99999999999999999999"), "arguments", errno.EINVAL),
                 (("--unheard-of", "x"), "arguments", errno.EINVAL),
                 (("--write", "relative"), "arguments", errno.EINVAL),
                 (("--foreground",), "process_group", errno.ENOTTY))
        if landlock_abi() >= 2:
            cases += ((("--write", f"{self.base}/none"), "landlock", errno.ENOENT),
                      (("--write", str(link)), "landlock", errno.ELOOP))
        for options, step, error in cases:
            with self.subTest(options=options):
                # A new session has no terminal.
                reports, status, output = self.run_inside("touch", str(marker), options=options, start_new_session=True)
                self.assertEqual((reports, status, output), ([("setup", step, error)], 125, ""))
                self.assertFalse(marker.exists())

    def test_says_so_when_there_is_nobody_to_report_to(self):
        for args in ((), ("--control", "99", "--exec", "98", "--", "true"), ("--control", "1", "--", "true")):
            ran = subprocess.run([INIT, *args], capture_output=True, check=False)
            self.assertEqual(ran.returncode, 125)
            self.assertIn(b"postern-init: ", ran.stderr)

    def test_works_below_the_reaper_of_bwrap(self):
        argv = self.bwrap_argv()
        argv.remove("--as-pid-1")
        self.bwrap_argv = lambda: argv
        self.assertEqual(self.run_inside("sh", "-c", "exit 9"), ([READY, ("exited", 9, 0)], 9, ""))
        self.assertNotEqual(self.output_of("sh", "-c", "echo $PPID"), "1\n")


class WhatTheCommandGets(InitCase):
    def test_no_privileges(self):
        outside = capability_sets(subprocess.run([SHOW_CAPABILITIES], capture_output=True, check=True, text=True,
                                                 **self.identity_options()).stdout)
        inside = capability_sets(self.output_of(SHOW_CAPABILITIES))
        if self.identity == "root":
            for name in ("permitted", "effective", "bounding"):
                self.assertNotEqual(outside[name], [], name)
        else:  # bwrap decides about the bounding set, and no_new_privs makes it meaningless
            del inside["bounding"]
        for name, held in inside.items():
            self.assertEqual(held, [], name)
        status = self.output_of("cat", "/proc/self/status", options=("--filter", "namespaces"))
        fields = dict(line.split(":\t", 1) for line in status.splitlines())
        self.assertEqual((fields["NoNewPrivs"], fields["Seccomp"], fields["Seccomp_filters"]), ("1", "2", "2"))

    def test_no_signal_is_ignored_or_blocked(self):
        outside = subprocess.run(["cat", "/proc/self/status"], capture_output=True, check=True, text=True,
                                 preexec_fn=ignore_as_postern_does).stdout
        ignored = int(outside.split("SigIgn:\t")[1].split()[0], 16)
        for number in IGNORED_BY_POSTERN:
            self.assertTrue(ignored >> (number - 1) & 1)
        inside = self.output_of("cat", "/proc/self/status")
        for name in ("SigIgn", "SigBlk", "SigCgt"):
            self.assertEqual(int(inside.split(f"{name}:\t")[1].split()[0], 16), 0, name)

    def test_only_the_standard_descriptors(self):
        with open(self.file("held"), encoding="utf-8") as held:
            # `ls` itself needs one for the directory.
            listed = self.output_of("ls", "/proc/self/fd", pass_fds=(held.fileno(),))
        self.assertEqual(listed.split(), ["0", "1", "2", "3"])

    def test_only_the_standard_descriptors_on_kernels_without_close_range(self):
        listed = self.output_of("ls", "/proc/self/fd", **self.missing_call(436))
        self.assertEqual(listed.split(), ["0", "1", "2", "3"])

    def test_runs_on_kernels_without_landlock(self):
        self.assertEqual(self.output_of("echo", "ran", **self.missing_call(444)), "ran\n")

    def test_directory_limits_and_arguments(self):
        script = 'pwd; ulimit -c; ulimit -f; ulimit -n; ulimit -v; ulimit -t; printf "%s|" "$@"'
        limits = ("core=0", "fsize=1048576", "nofile=64", "as=1073741824", "cpu=99", "nproc=4000")
        options = [part for limit in limits for part in ("--limit", limit)]
        output = self.output_of("bash", "-c", script, "name", "a b", "--write", "", "--",
                                options=(*options, "--cwd", str(self.project)))
        self.assertEqual(output.splitlines(),
                         [str(self.project), "0", "1024", "64", "1048576", "99", "a b|--write||--|"])

    def test_limits_are_never_raised(self):
        output = self.output_of("bash", "-c", "ulimit -Hn; ulimit -Sn", options=("--limit", "nofile=99999999999"))
        hard, soft = output.split()
        self.assertLessEqual(int(soft), int(hard))

    def test_a_low_descriptor_limit_does_not_break_the_setup(self):
        options = ("--limit", "nofile=3", "--write", str(self.project))
        self.assertEqual(self.output_of(TRY_SYSCALL, "getpid", options=options), "")

    def test_pid_1_is_out_of_reach(self):
        script = ("cat /proc/1/environ >/dev/null && echo environ; readlink /proc/1/exe && echo exe;"
                  "readlink /proc/1/fd/0 && echo fd; cat /proc/1/mem >/dev/null && echo mem; kill -0 1 && echo signal;"
                  "cat /proc/self/environ >/dev/null && echo own")
        # Landlock protects pid 1; without Landlock, PR_SET_DUMPABLE must. Then signals get through, and pid 1 only
        # passes them on.
        for more in ({}, self.missing_call(444)):
            lines = self.output_of("sh", "-c", f"exec 2>/dev/null; {script}", **more).split()
            self.assertEqual([line for line in lines if line != "signal"], ["own"])
            if landlock_abi() >= 6 and not more:
                self.assertNotIn("signal", lines)


class Writing(InitCase):
    """Landlock. Mounts leave the whole directory of the test writable here, so that only Landlock refuses."""

    def setUp(self):
        super().setUp()
        if landlock_abi() < 2:
            self.cannot_run("no usable Landlock in this kernel")

    ACTS = {
        "create": "echo x >{0}/new", "append": "echo x >>{0}/there", "truncate": "truncate -s 0 {0}/there",
        "remove": "rm -f {0}/there", "directory": "mkdir {0}/d", "rmdir": "rmdir {0}/empty", "link": "ln -s x {0}/l",
        "fifo": "mkfifo {0}/f", "rename": "mv -n {0}/there {0}/there2", "hardlink": "ln {0}/there {0}/empty/h",
        "move": "mv {0}/there {0}/empty/there",
    }

    def test_only_below_the_writable_roots(self):
        for name, act in self.ACTS.items():
            with self.subTest(act=name):
                for place in ("in", "out"):
                    path = self.directory(f"{place}-{name}")  # ends as the one outside
                    self.directory(f"{place}-{name}/empty")
                    self.file(f"{place}-{name}/there", "content")
                inside, outside = (act.format(self.project / f"{place}-{name}") for place in ("in", "out"))
                script = f"{inside} && echo in; exec 2>/dev/null; {outside} && echo out; true"
                options = ("--write", str(self.project / f"in-{name}"))
                self.assertEqual(self.output_of("sh", "-c", script, options=options), "in\n")
                self.assertEqual(sorted(os.listdir(path)), ["empty", "there"])
                self.assertEqual((path / "there").read_text(encoding="utf-8"), "content")

    def test_a_writable_file_and_nothing_beside_it(self):
        path = self.file("one", "before")
        self.file("other", "before")
        script = "echo after >one && echo one; echo after >other && echo other; rm one && echo rm; true"
        output = self.output_of("sh", "-c", f"exec 2>/dev/null; {script}",
                                options=("--write", str(path), "--cwd", str(self.project)))
        self.assertEqual(output, "one\n")

    def test_devices(self):
        script = "echo x >/dev/null && echo null; echo x >/dev/shm/x && echo shm; echo x >/dev/x && echo dev; true"
        self.assertEqual(self.output_of("sh", "-c", f"exec 2>/dev/null; {script}"), "null\n")
        self.assertEqual(self.output_of("sh", "-c", f"exec 2>/dev/null; {script}", options=("--write", "/dev/shm")),
                         "null\nshm\n")

    def test_no_signal_leaves_the_sandbox(self):
        if landlock_abi() < 6:
            self.cannot_run("this Landlock has no scopes")
        # Pid 1 is the only process outside the Landlock domain that is visible inside.
        script = "kill -0 1 && echo outside; sleep 9 & kill $! && echo inside"
        output = self.output_of("sh", "-c", f"exec 2>/dev/null; {script}")
        self.assertEqual(output, "inside\n")

    def test_abstract_sockets(self):
        if landlock_abi() < 6:
            self.cannot_run("this Landlock has no scopes")
        name = f"postern-test-{os.getpid()}-{self.identity}"
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(f"\0{name}")
            server.listen()
            connect = self.python("import socket, sys\n"
                                  "try: socket.socket(socket.AF_UNIX).connect('\\0' + sys.argv[1]); print('connected')\n"
                                  "except OSError as e: print(e.errno)", name)
            outside = subprocess.run(connect, capture_output=True, check=True, text=True, **self.identity_options())
            self.assertEqual(outside.stdout, "connected\n")
            argv = [part for part in self.bwrap_argv() if part != "--unshare-net"]
            self.bwrap_argv = lambda: argv
            self.assertEqual(self.output_of(*connect), f"{errno.EPERM}\n")
            self.assertEqual(self.output_of(*connect, options=("--abstract-sockets",)), "connected\n")


class Together(InitCase):
    """Pid 1 and the processes around it."""

    def test_kill_0_stays_inside(self):
        script = '"$@" >/dev/null; echo survived with $?'
        for more in ({}, self.missing_call(444)):  # with Landlock, which would stop it too, and without
            sandbox = self.sandbox("sh", "-c", "kill -TERM 0; sleep 9", prefix=["sh", "-c", script, "sh"],
                                   start_new_session=True, **more)
            reports, _, output = sandbox.finish()
            self.assertEqual(reports, [READY, ("signaled", signal.SIGTERM, 0)])
            self.assertEqual(output, f"survived with {128 + signal.SIGTERM}\n")

    def test_orphans_are_reaped(self):
        script = ("for i in 1 2 3 4 5 6 7 8; do (setsid sh -c 'sleep 0.0$0' $i &); done;"
                  "for n in {1..600}; do set -- /proc/[0-9]*/stat; [ $# -eq 2 ] && break; sleep 0.1; done;"
                  "for s in /proc/[0-9]*/stat; do read -r pid name state rest <$s && echo $state; done")
        states = self.output_of("bash", "-c", script).split()
        self.assertNotIn("Z", states)
        self.assertEqual(len(states), 2)  # pid 1 and the shell

    def survivors(self, ending):
        """Starts a command with a background process in a session of its own, calls `ending`, and waits for the end of
        the pipe, which the last process inside closes."""
        reading, writing = os.pipe()
        script = "setsid sleep 60 & echo up; wait"
        sandbox = self.sandbox("sh", "-c", script, stdout=writing)
        os.close(writing)
        with open(reading, "rb") as stream:
            self.assertEqual(stream.readline(), b"up\n")
            ending(sandbox)
            self.assertEqual(stream.read(), b"")
        return sandbox

    def test_everything_ends_with_the_supervisor(self):
        sandbox = self.survivors(lambda sandbox: sandbox.control.close())
        self.assertEqual(sandbox.process.wait(PATIENCE), 125)

    def test_everything_ends_with_bwrap(self):
        self.survivors(lambda sandbox: sandbox.process.kill())

    def test_everything_ends_with_the_command(self):
        sandbox = self.survivors(lambda sandbox: (sandbox.order("signal", signal.SIGTERM), sandbox.order("end")))
        self.assertEqual(sandbox.reports(), [READY, ("signaled", signal.SIGTERM, 0)])

    def test_nothing_is_left_when_the_last_packet_comes(self):
        fifo = self.project / "fifo"
        os.mkfifo(fifo)
        self.hand_over(fifo)
        reading = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reading)
        script = 'for i in 1 2 3 4 5 6 7 8 9; do setsid sleep 60 3>"$1" & done; exec 3>"$1"; kill -9 $$'
        sandbox = self.sandbox("sh", "-c", script, "sh", str(fifo), options=("--write", str(self.base)))
        self.assertEqual(sandbox.report(), READY)
        self.assertEqual(sandbox.report(), ("signaled", signal.SIGKILL, 0))
        self.assertEqual(os.read(reading, 1), b"")  # EAGAIN if a writer were left

    def test_a_lock_is_held_until_the_last_process_is_gone(self):
        path = self.file("lock")
        lock = os.open(path, os.O_RDWR)
        fcntl.flock(lock, fcntl.LOCK_EX)
        alive = self.project / "alive"
        # Many busy processes, so that killing them takes a while.
        script = "for i in 1 2 3 4 5 6 7 8 9; do setsid sh -c 'while :; do echo >$0; done' $1 & done; echo up; read x"
        reading, writing = os.pipe()
        self.addCleanup(os.close, writing)
        sandbox = self.sandbox("sh", "-c", script, "sh", str(alive), options=("--write", str(self.base)),
                               pass_fds=(lock,), stdin=reading)
        os.close(reading)
        os.close(lock)
        self.assertEqual(sandbox.process.stdout.readline(), b"up\n")
        with open(path, "rb") as again:
            with self.assertRaises(BlockingIOError):
                fcntl.flock(again, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self.eventually(alive.exists, "the first sign of life")
            sandbox.order("end")  # before it is asked for: nobody reads reports while waiting for the lock
            os.write(writing, b"\n")
            fcntl.flock(again, fcntl.LOCK_EX)
            alive.unlink()
        self.assertEqual(sandbox.reports()[-1][0], "exited")
        self.assertFalse(alive.exists())

    def test_orders(self):
        # Not a shell, because it cannot be stopped while it starts a program with vfork.
        sandbox = self.sandbox(*self.python(
            "import signal, os\nsignal.signal(signal.SIGUSR1, lambda *_: os.write(1, b'got it\\n'))\n"
            "os.write(1, b'up\\n')\nwhile True: signal.pause()"))
        self.assertEqual(sandbox.process.stdout.readline(), b"up\n")
        self.assertEqual(sandbox.report(), READY)
        sandbox.order("signal", signal.SIGUSR1)
        self.assertEqual(sandbox.process.stdout.readline(), b"got it\n")
        sandbox.order("signal", signal.SIGSTOP)
        self.assertEqual(sandbox.report(), ("stopped", signal.SIGSTOP, 0))
        sandbox.order("signal", signal.SIGCONT)
        self.assertEqual(sandbox.report(), ("continued", 0, 0))
        sandbox.order("signal", signal.SIGSTOP)
        self.assertEqual(sandbox.report(), ("stopped", signal.SIGSTOP, 0))
        sandbox.order("foreground")  # only continues the command: there is no terminal
        self.assertEqual(sandbox.report(), ("continued", 0, 0))
        sandbox.order("signal", signal.SIGKILL)
        self.assertEqual(sandbox.reports(), [("signaled", signal.SIGKILL, 0)])

    def test_signals_sent_to_pid_1_are_passed_on(self):
        sandbox = self.sandbox("sh", "-c", "echo up; exec sleep 60")
        self.assertEqual(sandbox.process.stdout.readline(), b"up\n")
        with open(f"/proc/{sandbox.pid}/task/{sandbox.pid}/children", encoding="ascii") as children:
            os.kill(int(children.read().split()[0]), signal.SIGHUP)
        self.assertEqual(sandbox.reports(), [READY, ("signaled", signal.SIGHUP, 0)])


class Terminal(InitCase):
    def start(self, *command):
        """Starts the command on a new terminal, as a shell would."""
        def launch(argv, inherited):
            pid, self.master = pty.fork()
            if pid == 0:
                try:
                    for descriptor in inherited:
                        os.set_inheritable(descriptor, True)
                    ignore_as_postern_does()
                    if self.identity == "nobody":
                        os.fchown(0, NOBODY, NOBODY)
                        os.setgroups([])
                        os.setresgid(NOBODY, NOBODY, NOBODY)
                        os.setresuid(NOBODY, NOBODY, NOBODY)
                    os.execve(argv[0], argv, self.env)
                finally:
                    os._exit(99)
            return pid

        sandbox = self.sandbox(*command, options=("--foreground",), launch=launch)
        self.addCleanup(os.waitpid, sandbox.pid, 0)
        self.addCleanup(sandbox.control.close)
        self.addCleanup(os.close, self.master)
        return sandbox

    def read_until(self, word):
        seen = b""
        while word not in seen:
            seen += os.read(self.master, 4096)
        return seen

    def test_stop_continue_and_interrupt_from_the_keyboard(self):
        # Resets SIGINT: Python's handler only records it, and a sleep that begins after it is not interrupted.
        sandbox = self.start(*self.python(
            "import os, signal, time\nsignal.signal(signal.SIGINT, signal.SIG_DFL)\n"
            "print('front' if os.tcgetpgrp(0) == os.getpgrp() == os.getpid() else 'back', flush=True)\n"
            "os.read(0, 9)\nprint('read on', flush=True)\ntime.sleep(60)"))
        self.assertIn(b"front", self.read_until(b"\n"))
        self.assertEqual(sandbox.report(), READY)
        os.write(self.master, b"\x1a")
        self.assertEqual(sandbox.report(), ("stopped", signal.SIGTSTP, 0))
        sandbox.order("foreground")
        self.assertEqual(sandbox.report(), ("continued", 0, 0))
        os.write(self.master, b"x\n")
        self.read_until(b"read on")
        os.write(self.master, b"\x03")
        self.assertEqual(sandbox.reports(), [("signaled", signal.SIGINT, 0)])

    def test_the_terminal_is_given_back_to_a_program_that_lost_it(self):
        # Another process takes the terminal, so that reading stops the program. The order `foreground` continues it.
        sandbox = self.start(*self.python(
            "import os, signal\n"
            "told, tell = os.pipe()\n"
            "helper = os.fork()\n"
            "if helper == 0:\n"
            "    os.setpgid(0, 0); signal.signal(signal.SIGTTOU, signal.SIG_IGN); os.tcsetpgrp(0, os.getpid())\n"
            "    os.write(tell, b'lost'); signal.pause()\n"
            "os.read(told, 4)\n"
            "print(os.read(0, 9), flush=True); os.kill(helper, 9)"))
        self.assertEqual(sandbox.report(), READY)
        self.assertEqual(sandbox.report(), ("stopped", signal.SIGTTIN, 0))
        sandbox.order("foreground")
        self.assertEqual(sandbox.report(), ("continued", 0, 0))
        os.write(self.master, b"back\n")
        self.read_until(b"b'back")
        self.assertEqual(sandbox.reports(), [("exited", 0, 0)])


for_each_identity(globals())

if __name__ == "__main__":
    main()
