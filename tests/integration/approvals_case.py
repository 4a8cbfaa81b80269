"""Base of the tests of approvals: hook commands that say what a test wants, and keep what they were asked."""

import json

from run_case import RunCase

# Says `ANSWER` to each question, and keeps the question.
HOOK = """#!/bin/sh
read -r question
printf '%s\\n' "$question" >> "{asked}"
{body}
"""

ALLOW = """echo '{"decision": "allow"}'"""
DENY = """echo '{"decision": "deny", "reason": "not on Fridays"}'"""
SAFE = """echo '{"safe": true, "confidence": "high", "reason": "it is a toy"}'"""
# Waits for ever, with a child that does too. The numbers of both are kept.
HANG = """sleep 1000 & echo "$$ $!" >> "$0.pids"; wait"""


class ApprovalsCase(RunCase):
    """Outside the sandbox, with a rule that asks about `touch`."""

    RULES = {"permissions": {"ask": ["Bash(touch:*)"], "allow": ["Bash(true)"]}, "sandbox": {"enabled": False}}

    def setUp(self):
        super().setUp()
        self.hooks = self.base / "hooks"
        self.hooks.mkdir()
        self.own(self.hooks)

    def hook(self, name, body):
        """Writes a hook command and returns its entry in the settings."""
        path = self.hooks / name
        path.write_text(HOOK.replace("{asked}", str(path) + ".asked").replace("{body}", body), encoding="utf-8")
        path.chmod(0o755)
        self.own(path)
        return {"command": [str(path)]}

    def settings(self, *hooks, base=RULES, **approval):
        """Writes the user's settings."""
        both = {**base, "approval": {"hooks": list(hooks), **approval}}
        self.write(".config/postern/settings.json", both, base=self.home)
        self.own(self.home)

    def asked(self, name):
        """The questions that a hook was asked."""
        path = self.hooks / (name + ".asked")
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []

    def pids(self, name):
        path = self.hooks / (name + ".pids")
        return [int(pid) for pid in path.read_text(encoding="utf-8").split()] if path.exists() else []

    def assert_gone(self, name):
        """Asserts that the hook was there, and that neither it nor its child is any more."""
        pids = self.pids(name)
        self.assertGreaterEqual(len(pids), 2)
        for pid in pids:
            self.eventually(lambda pid=pid: not alive(pid), f"process {pid} of {name} is gone")

    def made(self, name="a"):
        return (self.project / name).exists()

    def kinds(self, result):
        return [reason["kind"] for reason in result["reasons"]]


def alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
            return stat.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False

