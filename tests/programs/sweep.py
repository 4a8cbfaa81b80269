#!/usr/bin/env python3
"""Runs real programs and compares what they did with what the rules see in their words.

usage: sweep.py POSTERN [--programs NAME…] [--every N] [--options] [--list] [--most N]

One value stands for three claims: a small executable file that is read, written or started by the program under test.
Each line is run in a sandbox of its own, as an ordinary user, without a network and under strace; then it is judged
with a deny rule about the file, with everything else allowed and the sandbox off. An effect that was seen and that the
judge neither denies nor asks about is silent.

--options also tries every option that `--help` shows. --every N takes each N-th program of the PATH. The exit status is 1
if there are more silent effects than --most says (0).
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

SCENE = "/tmp/scene"
VALUE = "v0stub"
KINDS = {"started": f"Bash({VALUE}:*)", "read": f"Read(/{SCENE}/{VALUE})", "written": f"Edit(/{SCENE}/{VALUE})"}
SECONDS = 3
# Given to the interpreter inside, which may not see the directory of this file.
SOURCE = pathlib.Path(__file__).read_text(encoding="utf-8") if "__file__" in globals() else ""

# Programs that are left out, and why.
LEFT_OUT = {
    "kill": "ends other processes", "killall": "ends other processes", "killall5": "ends other processes",
    "pkill": "ends other processes", "skill": "ends other processes", "snice": "changes other processes",
    "fuser": "ends other processes", "reboot": "stops the machine", "shutdown": "stops the machine",
    "halt": "stops the machine", "poweroff": "stops the machine", "init": "stops the machine",
    "telinit": "stops the machine", "bwrap": "is the sandbox of this test", "strace": "traces this test",
    "setpriv": "part of this test", "postern": "judged here", "yes": "never ends", "tload": "never ends",
}


def stub():
    """A static x86-64 executable that exits with 0."""
    code = bytes([0x31, 0xFF, 0xB8, 60, 0, 0, 0, 0x0F, 0x05])
    base, header = 0x400000, 64 + 56
    elf = b"\x7fELF\x02\x01\x01" + bytes(9)
    elf += (2).to_bytes(2, "little") + (62).to_bytes(2, "little") + (1).to_bytes(4, "little")
    elf += (base + header).to_bytes(8, "little") + (64).to_bytes(8, "little") + bytes(8) + bytes(4)
    elf += (64).to_bytes(2, "little") + (56).to_bytes(2, "little") + (1).to_bytes(2, "little") + bytes(6)
    size = header + len(code)
    elf += (1).to_bytes(4, "little") + (5).to_bytes(4, "little") + bytes(8) + base.to_bytes(8, "little") * 2
    elf += size.to_bytes(8, "little") * 2 + (0x1000).to_bytes(8, "little")
    return elf + code


def lines_for(program, options):
    """The words after the program's name, with VALUE where the effect is looked for."""
    out = [[VALUE], ["x", VALUE], [VALUE, "x"], [f"@{VALUE}"], [f"./{VALUE}"]]
    out += [[flag, VALUE] for flag in ("-c", "-e", "-f", "-o", "-i", "-x")]
    for option in options:
        if option.startswith("--"):
            out += [[f"{option}={VALUE}", "x"], [option, VALUE, "x"]]
        else:
            out += [[option, VALUE, "x"], [option + VALUE, "x"]]
    return [[program, *words] for words in out]


def sandbox(inner):
    words = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--ro-bind", "/", "/", "--proc", "/proc",
             "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/home", "--tmpfs", "/root", "--tmpfs", "/run",
             "--dir", SCENE, "--chdir", SCENE, "--clearenv",
             "--setenv", "HOME", "/tmp", "--setenv", "PATH", f"/usr/bin:/bin:{SCENE}",
             "--setenv", "SHELL", "/bin/sh", "--setenv", "TERM", "dumb", "--", *inner]
    if os.getuid() == 0:
        return ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *words]
    return words


def make_scene():
    for entry in os.scandir(SCENE):
        if entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path)
        else:
            os.unlink(entry.path)
    pathlib.Path(SCENE, VALUE).write_bytes(stub())
    os.chmod(pathlib.Path(SCENE, VALUE), 0o755)
    pathlib.Path(SCENE, "x").write_text("one\ntwo\n")
    return fingerprint()


def fingerprint():
    return sorted((e.name, e.stat(follow_symlinks=False).st_mtime_ns, e.stat(follow_symlinks=False).st_ino)
                  for e in os.scandir(SCENE))


TRACED = "execve,open,openat,openat2,creat,unlink,unlinkat,rename,renameat,renameat2,truncate,chmod,fchmodat,link,linkat"
CALL = re.compile(r'^(?:\d+ +)?(\w+)\((.*)\) += (-?\d+)')


def effects(log):
    """What the calls of a trace did to VALUE."""
    found = set()
    for line in log.splitlines():
        call = CALL.match(line)
        if not call or VALUE not in call[2] or call[3].startswith("-"):
            continue
        names = re.findall(r'"((?:[^"\\]|\\.)*)"', call[2])
        if call[1] == "execve":
            if os.path.basename(names[0]) == VALUE:
                found.add("started")
        elif any(os.path.basename(name) == VALUE for name in names[:2]):
            opened = call[1] in ("open", "openat", "openat2", "creat")
            changes = re.search(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC", call[2]) if opened else True
            if opened and "O_PATH" in call[2]:
                continue
            found.add("written" if changes or call[1] == "creat" else "read")
    return found


def work():
    """Inside the sandbox: reads lines as JSON from standard input and prints the effects of each."""
    scene = make_scene()
    for text in sys.stdin:
        words = json.loads(text)
        if fingerprint() != scene:
            scene = make_scene()
        try:
            subprocess.run(["strace", "-f", "--seccomp-bpf", "-s", "300", "-e", f"trace={TRACED}", "-o", "/tmp/log", *words],
                           stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=SECONDS,
                           check=False)
        except subprocess.TimeoutExpired:
            pass
        log = pathlib.Path("/tmp/log")
        seen = effects(log.read_text(errors="replace")) if log.exists() else set()
        print(json.dumps([words, sorted(seen)]), flush=True)


def options_of(program):
    shown = subprocess.run(sandbox([program, "--help"]), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, timeout=SECONDS, check=False).stdout.decode(errors="replace")
    return sorted(set(re.findall(r"(?<![\w-])(--[a-z][\w-]+|-[A-Za-z])(?![\w])", shown)))[:60]


def run_program(program, with_options):
    try:
        options = options_of(program) if with_options else []
    except subprocess.TimeoutExpired:
        options = []
    lines = lines_for(program, options)
    try:
        ran = subprocess.run(sandbox(["python3", "-c", SOURCE, "--work"]), input="".join(json.dumps(l) + "\n" for l in lines).encode(),
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=20 + SECONDS * len(lines), check=False)
    except subprocess.TimeoutExpired as late:
        return [json.loads(line) for line in (late.stdout or b"").decode().splitlines()]
    return [json.loads(line) for line in ran.stdout.decode().splitlines()]


def judge(postern, kind, lines):
    """The verdicts about these lines under a deny rule of this kind."""
    settings = {"permissions": {"allow": ["Bash"], "deny": [KINDS[kind]]}, "sandbox": {"enabled": False}}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(settings, file)
        file.flush()
        asked = "".join(json.dumps({"id": str(i), "command": shlex.join(words)}) + "\n" for i, words in enumerate(lines))
        ran = subprocess.run([postern, "check", "--batch", "--settings", file.name, "--cwd", SCENE], input=asked.encode(),
                             stdout=subprocess.PIPE, check=True, env={"HOME": "/tmp", "PATH": "/usr/bin:/bin"})
    verdicts = [json.loads(line)["verdict"] for line in ran.stdout.decode().splitlines()]
    if len(verdicts) != len(lines):
        sys.exit(f"sweep: {len(lines)} lines were judged, and there are {len(verdicts)} answers")
    return verdicts


def programs_on_path():
    names = set()
    for directory in ("/usr/bin", "/bin"):
        names |= {e.name for e in os.scandir(directory) if e.is_file() and os.access(e.path, os.X_OK)}
    return sorted(names - LEFT_OUT.keys())


def main():
    if sys.argv[1:] == ["--work"]:
        return work()
    parser = argparse.ArgumentParser()
    parser.add_argument("postern")
    parser.add_argument("--programs", nargs="*")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--options", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--most", type=int, default=0)
    args = parser.parse_args()
    if subprocess.run(sandbox(["strace", "-o", "/tmp/log", "true"]), check=False, stderr=subprocess.DEVNULL).returncode != 0:
        print("sweep: programs cannot be run under strace in a sandbox here")
        return 1 if os.environ.get("POSTERN_TESTS_MUST_RUN") == "1" else 77
    programs = args.programs or programs_on_path()[::args.every]
    seen = collections.defaultdict(list)
    runs = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for results in pool.map(lambda program: run_program(program, args.options), programs):
            runs += len(results)
            for words, kinds in results:
                for kind in kinds:
                    seen[kind].append(words)
    silent = 0
    for kind in KINDS:
        verdicts = judge(args.postern, kind, seen[kind]) if seen[kind] else []
        missed = [words for words, verdict in zip(seen[kind], verdicts) if verdict == "allow"]
        silent += len(missed)
        print(f"{kind}: {len(seen[kind])} seen, {len(missed)} silent")
        for words in missed if args.list else missed[:10]:
            print("   ", shlex.join(words))
    print(f"{len(programs)} programs, {runs} runs")
    if runs == 0 or not any(seen.values()):
        sys.exit("sweep: no effect of any program was seen")
    return 1 if silent > args.most else 0


if __name__ == "__main__":
    sys.exit(main())
