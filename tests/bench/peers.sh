#!/bin/sh
# Measures `postern run -- true` beside other launchers of sandboxes for agents, as npm installs them today:
# Anthropic's sandbox-runtime (srt) and OpenAI's codex. It shows the order of magnitude, on one machine in one run. Do
# not use it for absolute numbers or as a verdict: every launcher promises something else (srt starts proxies, srt and
# codex start node first, raw bwrap protects little), and the peers change from day to day. Never part of CI.
#
# Everything is installed in a directory that is removed at the end; the network is needed.
#
# usage: peers.sh POSTERN [ROUNDS]
set -eu

say() { printf 'peers: %s\n' "$*" >&2; }
die() { say "$*"; exit 2; }

[ $# -ge 1 ] || die 'usage: peers.sh POSTERN [ROUNDS]'
postern=$(readlink -f -- "$1")
rounds=${2:-30}
[ -x "$postern" ] || die "no program at $1"
case $rounds in '' | *[!0-9]* | 0*) die "not a number of rounds: $rounds" ;; esac
for tool in bwrap python3; do
    command -v "$tool" >/dev/null || die "$tool is missing"
done

# Not below /tmp, which sandboxes treat in special ways; no real project lies there.
directory=$(mktemp -d /var/tmp/postern-peers.XXXXXX)
trap 'rm -rf -- "$directory"' EXIT
trap 'exit 130' HUP INT TERM
mkdir "$directory/home" "$directory/tmp" "$directory/project"

# fetch NAME PACKAGE: installs it; a failure is described in NAME.why, for the table.
fetch() {
    say "installing $2"
    if ! command -v npm >/dev/null; then
        echo 'npm is missing' >"$directory/$1.why"
    elif ! npm install --prefix "$directory/$1" --cache "$directory/cache" --no-audit --no-fund --ignore-scripts "$2" \
        >"$directory/log" 2>&1 </dev/null; then
        code=$(sed -n 's/^npm [Ee][Rr][Rr][a-z!]* code //p' "$directory/log")
        echo "npm could not install $2 (${code:-no reason given})" >"$directory/$1.why"
    fi
}

fetch srt @anthropic-ai/sandbox-runtime
fetch codex @openai/codex

# Postern lets commands write in the project; the peers must be told to. (For codex it is an option, below.)
cat >"$directory/home/.srt-settings.json" <<'JSON'
{"filesystem": {"denyRead": [], "allowWrite": ["."], "denyWrite": []},
 "network": {"allowedDomains": [], "deniedDomains": []}}
JSON

python3 - "$directory" "$postern" "$rounds" <<'PYTHON'
import os, pathlib, random, shutil, statistics, subprocess, sys, time

base, postern, rounds = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
# A separate TMPDIR collects files that the peers leave behind. codex also refuses a home below the temporary directory.
env = {"HOME": str(base / "home"), "TMPDIR": str(base / "tmp"), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
quiet = {"env": env, "cwd": base / "project", "stdin": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
launchers = {
    "bwrap": [shutil.which("bwrap"), *"--ro-bind / / --dev /dev --proc /proc --unshare-all --".split()],
    "postern": [postern, "run", "--"],
    "srt": [str(base / "srt/node_modules/.bin/srt"), "--"],
    "codex": [str(base / "codex/node_modules/.bin/codex"), "sandbox", "-c", 'sandbox_mode="workspace-write"', "--"],
}


def what_is_wrong(name, argv):
    """Returns why this launcher cannot be measured, or None. One that runs the command without a sandbox cannot."""
    if (base / f"{name}.why").exists():
        return (base / f"{name}.why").read_text().strip()
    with open(base / "out", "w+") as out, open(base / "err", "w+") as err:  # a pipe could outlive the launcher
        try:
            status = subprocess.run([*argv, "readlink", "/proc/self/ns/mnt"], timeout=60,
                                    **{**quiet, "stdout": out, "stderr": err}).returncode
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
        out.seek(0), err.seek(0)
        said = " / ".join(line.strip() for line in err if line.strip() and not line.startswith("WARNING"))
        if status != 0:
            return f"status {status}: {said[:200]}"
        return "runs without a sandbox" if os.readlink("/proc/self/ns/mnt") in out.read() else None


def milliseconds(name):
    begin = time.perf_counter()
    # No timeout: with one, Python polls only every few milliseconds for the end of the process.
    status = subprocess.Popen([*launchers[name], "true"], stdout=subprocess.DEVNULL, **quiet).wait()
    took = (time.perf_counter() - begin) * 1000
    if status != 0:
        wrong[name] = f"ended with {status} during the rounds"
    return took


def below(pid):
    """Returns the names of a process and all its descendants. A child is listed under the thread that started it."""
    try:
        names = [pathlib.Path(f"/proc/{pid}/comm").read_text().strip()]
        lists = [task.read_text().split() for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:
        return []
    return names + [name for children in lists for child in children for name in below(child)]


def processes(name):
    run = subprocess.Popen([*launchers[name], "sleep", "2"], stdout=subprocess.DEVNULL, **quiet)
    while run.poll() is None and "sleep" not in below(run.pid):
        time.sleep(0.05)
    time.sleep(0.5)  # until helpers that start beside the command are there, or gone
    count = len(below(run.pid))
    run.wait()
    return count


wrong = {name: why for name, argv in launchers.items() if (why := what_is_wrong(name, argv))}
print(f"peers: measuring {rounds} rounds of {', '.join(n for n in launchers if n not in wrong)}", file=sys.stderr)
# Two more rounds to warm up. The order is random, so that none always follows the same other.
results = [{n: milliseconds(n) for n in random.sample(list(launchers), len(launchers)) if n not in wrong}
           for _ in range(rounds + 2)]
if "bwrap" in wrong:
    sys.exit(f"peers: nothing to compare with: bwrap: {wrong['bwrap']}")
print(f"{'name':8} {'version':10} {'median ms':>10} {'ratio':>6} {'processes':>10}")
for name in launchers:
    if name in wrong:
        print(f"{name:8} not measured: {wrong[name]}")
        continue
    version = subprocess.run([launchers[name][0], "--version"], stdout=subprocess.PIPE, text=True, **quiet).stdout
    median = statistics.median(r[name] for r in results[2:])
    ratio = statistics.median(r[name] / r["bwrap"] for r in results[2:])
    print(f"{name:8} {(version.split() or ['?'])[-1]:10} {median:10.1f} {ratio:6.1f} {processes(name):10}", flush=True)
PYTHON
