"""Asks doctor, status and run with the same options, and prints the answers as one line of JSON."""
import json
import subprocess
import sys

POSTERN = "/usr/local/bin/postern"


def ask(*words):
    ran = subprocess.run([POSTERN, *words], capture_output=True, timeout=120, stdin=subprocess.DEVNULL, check=False)
    return ran.returncode, ran.stdout.decode("utf-8", "replace"), ran.stderr.decode("utf-8", "replace")


def parsed(text):
    try:
        return json.loads(text)
    except ValueError:
        return {}


def main():
    options = sys.argv[1:]
    doctor = ask("doctor", "--json", *options)
    status = ask("status", "--json", *options)
    run = ask("run", *options, "--", "/bin/echo", "ran inside")
    print(json.dumps({
        "doctor": {"exit": doctor[0], **parsed(doctor[1]), "err": doctor[2]},
        "status": {"exit": status[0], **parsed(status[1]), "err": status[2]},
        "run": {"exit": run[0], "out": run[1], "err": run[2]},
    }))


main()
