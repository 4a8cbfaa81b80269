#!/usr/bin/env python3
"""The create guard refuses protected files at once, with a reason, in every way to make a file. Other files are made as
usual."""

from postern_case import main
from run_case import SCRUB_ALONE, RunCase, for_root_and_user

PYTHON = """import ctypes, os, stat
libc = ctypes.CDLL(None, use_errno=True)
here = os.open('.', os.O_RDONLY)
def call(number, *arguments):
    if libc.syscall(number, *arguments) < 0: raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
open('plain', 'w').close()
os.makedirs('full/fish')
try:
    WAY
except OSError as error:
    print(error.strerror)
else:
    print('made')
"""

# Ways to make .envrc or .config/fish.
WAYS = {
    "open": "open('.envrc', 'w').close()",
    "open-at": "os.open('.envrc', os.O_CREAT | os.O_WRONLY, dir_fd=here)",
    "open-exclusively": "os.open('.envrc', os.O_CREAT | os.O_EXCL)",
    "creat": "import platform\n    call(85, b'.envrc', 0o600) if platform.machine() == 'x86_64' else open('.envrc', 'w')",
    "absolute": "open(os.path.abspath('.envrc'), 'w').close()",
    "roundabout": "open('full/../full/fish/../../.envrc', 'w').close()",
    "by-a-link": "os.symlink('.', 'loop')\n    open('loop/loop/.envrc', 'w').close()",
    "by-proc": "open('/proc/self/cwd/.envrc', 'w').close()",
    "by-descriptor": "open(f'/proc/self/fd/{here}/.envrc', 'w').close()",
    "directory": "os.mkdir('.envrc')",
    "directory-with-slash": "os.mkdir('.envrc/')",
    "directory-at": "os.mkdir('.envrc', dir_fd=here)",
    "fifo": "os.mkfifo('.envrc')",
    "node": "os.mknod('.envrc', stat.S_IFREG | 0o600)",
    "node-at": "os.mknod('.envrc', stat.S_IFREG | 0o600, dir_fd=here)",
    "rename": "os.rename('plain', '.envrc')",
    "rename-at": "os.rename('plain', '.envrc', src_dir_fd=here, dst_dir_fd=here)",
    "link": "os.link('plain', '.envrc')",
    "link-at": "os.link('plain', '.envrc', src_dir_fd=here, dst_dir_fd=here)",
    "temporary-file": "fd = os.open('.', os.O_TMPFILE | os.O_WRONLY)\n"
                      "    if libc.linkat(-100, f'/proc/self/fd/{fd}'.encode(), -100, b'.envrc', 0x400): raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))",
    "symbolic-link": "os.symlink('plain', '.envrc')",
    "symbolic-link-at": "os.symlink('plain', '.envrc', dir_fd=here)",
    "moved-in-from-above": "os.rename('full', '.config')",
    "other-thread": "import threading\n    seen = []\n    def work():\n        try: os.mkdir('.envrc')\n"
                    "        except OSError as e: seen.append(e)\n    t = threading.Thread(target=work); t.start(); t.join()\n"
                    "    if seen: raise seen[0]",
}


@for_root_and_user
class Guarded(RunCase):
    """The table."""

    def make(self, way, *options):
        self.bare("chmod -R u+w . ; rm -rf ./* .envrc .config")
        return self.result(*options, "--", "/usr/bin/python3", self.script(PYTHON.replace("WAY", WAYS[way])))

    def test_what_may_not_be_is_refused(self):
        for way in WAYS:
            with self.subTest(way=way):
                free = self.make(way, *SCRUB_ALONE)
                self.assertEqual(free["stdout"]["text"], "made\n", free)
                self.assertEqual(free["denied"], [])
                self.assertTrue(free["scrubbed"], free)
                held = self.make(way)
                self.assertEqual(held["stdout"]["text"], "Permission denied\n", held)
                target = ".config/fish" if way == "moved-in-from-above" else ".envrc"
                self.assertEqual([d["reasons"][0]["subject"] for d in held["denied"]], [str(self.project / target)])
                self.assertEqual(held["scrubbed"], [], held)
                self.assertNotIn(target, self.listing())

    def test_a_person_learns_why(self):
        ran = self.sh("echo x > .envrc")
        self.assertIn(b"postern: refused while it ran; `" + bytes(self.project / ".envrc") + b"` may not be made: ",
                      ran.stderr)

    def test_everything_else_is_made(self):
        ran = self.sh("set -e\nmkdir -p a/b; echo 1 > a/b/.envrc; mv a/b/.envrc a/c; ln -s a/c d; ln a/c e; mkfifo f\n"
                      "mkdir .config; echo x > .config/other; echo y >> .config/other; cp -r a g; mv g h\n"
                      "git init -q r; cd r; echo x > x; git add x; git -c user.name=a -c user.email=b commit -qm 1\n"
                      "git clone -q . ../clone; cat .git/HEAD")
        self.assertEqual((ran.returncode, ran.stderr), (0, b""), ran)
        self.assertIn("clone/x", self.listing())

    def test_an_agents_worktrees(self):
        self.git("init", "-q")
        self.git("commit", "-q", "--allow-empty", "-m", "1")
        ran = self.sh("git worktree add -q .claude/worktrees/one && ls .claude/worktrees/one/.git")
        self.assertEqual(ran.returncode, 0, ran)

    def test_errors_are_the_kernels(self):
        """Bad addresses, long names and missing directories give the same errors as without the guard."""
        script = self.script("import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\n"
                             "for path in (b'', b'no/such/.envrc', b'x' * 5000, b'plain/.envrc'):\n"
                             "    try: os.open(path, os.O_CREAT)\n    except OSError as e: print(e.errno)\n"
                             "print(libc.mkdir(ctypes.c_void_p(1), 0o700), ctypes.get_errno())\n"
                             "print(libc.mkdir(ctypes.c_void_p(0), 0o700), ctypes.get_errno())\n")
        (self.project / "plain").touch()
        self.own(self.project)
        bare = self.start(["/usr/bin/python3", script]).stdout
        self.assertEqual(len(bare.splitlines()), 6, bare)
        self.assertEqual(self.run_in("--", "/usr/bin/python3", script).stdout, bare)


if __name__ == "__main__":
    main()
