"""The record: every end of the line leaves a row, commands inside cannot reach it, and nothing changes it in silence."""

import json
import os
import signal
import subprocess
import threading

from json_manual import ManualCase
from postern_case import ALL, POSTERN, main
from run_case import RunCase, for_root_and_user

DENY = ("--set", "permissions.deny=Bash(rm:*)")


class RecordCase(RunCase):
    def setUp(self):
        super().setUp()
        self.directory = self.home / ".local/state/postern/record"

    def audit(self, *args, status=0, **more):
        """The object that `postern audit ARGS --json` prints."""
        ran = self.start([POSTERN, "audit", *args, "--json"], **more)
        self.assertEqual(ran.returncode, status, ran)
        return json.loads(ran.stdout)

    def rows(self, *args):
        return self.audit("log", *args)["rows"]

    def last(self):
        return self.rows()[-1]


@for_root_and_user
class EveryEnd(RecordCase):
    def test_a_run_is_on_record(self):
        ran = self.run_in("--json", "--actor", "alice", "--agent", "claude", "--model", "m1", "--session", "s1", "-c",
                          "echo out; exit 3")
        answer = json.loads(ran.stdout)
        row = self.last()
        self.assertEqual(row["id"], answer["id"])
        expected = {"stage": "ended", "actor": "alice", "agent": "claude", "model": "m1", "session": "s1", "client": "run",
                    "directory": str(self.project), "tool": "Bash", "subject": "echo out; exit 3", "verdict": "allow",
                    "sandboxed": True, "outcome": "exited", "exitCode": 3, "error": None}
        self.assertEqual({key: row[key] for key in expected}, expected)
        self.assertEqual(len(row["profile"]), 64)
        self.assertEqual(len(row["policy"]), 64)
        self.assertIn("out", row["outputTail"])
        self.assertEqual(len(self.rows()), 1, "the row at the end replaces the one at the start")

    def test_a_refusal_is_on_record_and_names_its_id(self):
        ran = self.run_in(*DENY, "-c", "rm -r x")
        self.assertEqual(ran.returncode, 126)
        row = self.last()
        self.assertIn(f"postern audit show {row['id']}".encode(), ran.stderr)
        self.assertEqual((row["verdict"], row["outcome"], row["exitCode"]), ("deny", "refused", 126))
        self.assertEqual([(r["step"], r["rule"]) for r in row["reasons"] if r["verdict"] == "deny"],
                         [("1c", "Bash(rm:*)")])
        story = self.start([POSTERN, "audit", "show", row["id"]]).stdout.decode()
        for words in ("rm -r x", "The verdict was deny", "Bash(rm:*)", "step 1c", "Nothing was run"):
            self.assertIn(words, story)

    def test_a_question_that_nobody_answers_is_on_record(self):
        self.assertEqual(self.run_in("--set", "permissions.ask=Bash(ls:*)", "-c", "ls").returncode, 126)
        row = self.last()
        self.assertEqual((row["verdict"], row["outcome"]), ("ask", "refused"))
        self.assertIn("consent", row["refusal"])

    def test_broken_settings_and_failures_are_on_record(self):
        self.write(".postern/settings.json", "{")
        self.own(self.project)
        self.assertEqual(self.run_in("-c", "true").returncode, 125)
        row = self.last()
        self.assertEqual((row["verdict"], row["outcome"], row["exitCode"]), (None, "failed", 125))
        self.assertIn("settings.json", row["error"]["where"])
        (self.project / ".postern/settings.json").unlink()
        self.assertEqual(self.run_in("--set", "sandbox.bwrapPath=/no/such", "-c", "true").returncode, 125)
        self.assertEqual(self.last()["outcome"], "failed")
        self.assertEqual(len(self.audit("failures")["rows"]), 2)

    def test_what_is_refused_while_it_runs_is_on_record(self):
        self.run_in(*DENY, "--", "/bin/sh", self.script("rm -f x; true"))
        row = self.last()
        self.assertEqual(row["verdict"], "allow")
        self.assertEqual([one["rule"] for one in row["refused"]], ["Bash(rm:*)"])
        found = self.audit("violations")["violations"]
        self.assertEqual([(v["rule"], v["times"]) for v in found], [("Bash(rm:*)", 1)])

    def test_a_killed_postern_leaves_a_row(self):
        script = self.script("echo begun; sleep 1000")
        with subprocess.Popen(self.as_user([POSTERN, "run", "--", "/bin/sh", script]), stdout=subprocess.PIPE,
                              cwd=self.project, env=self.env) as child:
            self.assertEqual(child.stdout.readline(), b"begun\n")
            os.kill(child.pid, signal.SIGKILL)
        row = self.last()
        self.assertEqual((row["stage"], row["outcome"], row["exitCode"]), ("started", None, None))
        self.assertEqual(self.audit("stats")["open"], 1)
        self.assertTrue(self.audit("verify")["whole"])

    def test_secrets_are_left_out(self):
        secret = "hunter2hunter2"
        self.run_in("--json", "-c", f"PASSWORD={secret} env | grep PASSWORD")
        self.run_in(*DENY, "-c", f"rm --token {secret}")
        self.assertEqual(len(self.rows()), 2)
        for path in self.directory.iterdir():
            self.assertNotIn(secret.encode(), path.read_bytes(), path)

    def test_a_command_inside_cannot_reach_it(self):
        self.run_in("-c", "true")
        ledger = self.directory / "ledger"
        before = ledger.read_bytes()
        script = self.script(f"cat {ledger}; echo x >> {ledger}; rm -rf {self.directory}; "
                             f"mv {self.directory} {self.project}/r; ls {self.directory}; exit 0\n")
        ran = self.run_in("--", "/bin/sh", script)
        self.assertEqual(ran.returncode, 0, ran)
        self.assertEqual(ran.stdout, b"")
        self.assertEqual(ledger.read_bytes()[:len(before)], before)
        inside = self.run_in("-c", f"{POSTERN} audit log; {POSTERN} audit export; {POSTERN} audit show 0")
        self.assertNotIn(b"true", inside.stdout)
        self.assertNotIn(b"subject", inside.stdout)
        self.assertTrue(self.audit("verify")["whole"])
        self.assertEqual(self.start(["cat", ledger]).returncode, 0, "outside it can be read")


class Switches(RecordCase):
    def test_off_and_not_by_a_project(self):
        off = {"postern": {"record": {"enabled": False}}}
        self.run_in("--set", "postern.record.enabled=false", "-c", "true")
        self.assertFalse(self.directory.exists())
        self.write(".postern/settings.json", off)
        self.own(self.project)
        self.start([POSTERN, "trust", "--yes"])
        self.run_in("-c", "true")
        self.assertEqual(len(self.rows()), 1)

    def test_a_full_disk_is_said_once_and_stops_nothing(self):
        limit = ["/bin/bash", "-c", 'trap "" XFSZ; ulimit -f "$0"; exec "$@"']
        for _ in range(12):  # the ledger becomes longer than any other file that a run writes
            self.run_in(*DENY, "-c", "rm " + "x" * 15000)
        size = (self.directory / "ledger").stat().st_size // 1024
        full = [*limit, str(size), POSTERN, "run", "-c", "echo ran"]
        ran = self.start(full)
        self.assertEqual((ran.returncode, ran.stdout), (0, b"ran\n"), ran)
        self.assertEqual(ran.stderr.count(b"not recorded"), 1, ran)
        self.assertTrue(self.audit("verify")["whole"])
        required = [*full[:-2], "--set", "postern.record.required=true", "-c", "echo ran"]
        ran = self.start(required)
        self.assertEqual((ran.returncode, ran.stdout), (125, b""), ran)
        self.assertIn(b"cannot be recorded", ran.stderr)

    def test_what_is_not_ours_stops_a_required_record(self):
        self.run_in("-c", "true")
        os.chmod(self.directory, 0o777)
        self.assertEqual(self.run_in("-c", "true").returncode, 0)
        required = ("--set", "postern.record.required=true")
        self.assertEqual(self.run_in(*required, "-c", "true").returncode, 125)
        os.chmod(self.directory, 0o700)
        self.assertEqual(self.run_in(*required, "-c", "true").returncode, 0)

    def test_runs_at_once_lose_nothing(self):
        runs, each = (10, 20) if ALL else (4, 5)
        def loop(number):
            for _ in range(each):
                subprocess.run([POSTERN, "run", "--actor", f"a{number}", "-c", "true"], cwd=self.project, env=self.env,
                               check=True)
        threads = [threading.Thread(target=loop, args=(n,)) for n in range(runs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        counted = self.audit("stats", "--by", "actor")
        self.assertEqual((counted["total"], counted["succeeded"], counted["open"]), (runs * each, runs * each, 0))
        self.assertEqual({row["total"] for row in counted["rows"]}, {each})
        self.assertTrue(self.audit("verify")["whole"])


class Tampered(RecordCase):
    def setUp(self):
        super().setUp()
        for number in range(6):
            self.assertEqual(self.run_in(*DENY, "-c", f"rm {number}").returncode, 126)
        self.ledger = self.directory / "ledger"
        self.lines = self.ledger.read_bytes().splitlines(keepends=True)

    def kinds(self, lines=None, *args):
        if lines is not None:
            self.ledger.write_bytes(b"".join(lines))
        report = self.audit("verify", *args, status=1)
        self.assertFalse(report["whole"])
        return {fault["kind"] for fault in report["faults"]}

    def test_verify_finds_each(self):
        whole = self.audit("verify")
        self.assertEqual((whole["whole"], whole["rows"], whole["last"]["number"]), (True, 6, 6))
        a = self.lines
        self.assertEqual(self.kinds([*a[:3], a[3].replace(b'"rm 2"', b'"ls 2"'), *a[4:]]), {"changed"})
        self.assertEqual(self.kinds([*a[:3], *a[4:]]), {"missing"})
        self.assertIn("order", self.kinds([*a[:3], a[4], a[3], *a[5:]]))
        self.assertIn("order", self.kinds([*a[:3], a[3], a[3], *a[4:]]))
        self.assertEqual(self.kinds(a[:5]), {"cut-off"})
        self.assertEqual(self.kinds([a[0].replace(b'"offset"', b'"Offset"'), *a[1:]]) & {"no-checkpoint"},
                         {"no-checkpoint"})
        self.ledger.write_bytes(b"".join(a))
        self.assertTrue(self.audit("verify")["whole"])

    def test_a_removed_head_does_not_hide_what_the_index_saw(self):
        self.rows()
        (self.directory / "head").unlink()
        self.assertEqual(self.kinds(self.lines[:5]), {"cut-off"})

    def test_a_ledger_made_anew_is_told_by_an_anchor(self):
        report = self.audit("verify")
        anchor = f"Nov 18 h postern: record anchor {report['ledger']} 6 {report['last']['seal']}\n"
        log = self.write("log", anchor, base=self.base)
        self.assertEqual(self.audit("verify", "--anchors", str(log))["witnesses"], report["witnesses"] + 1)
        forged = self.write("log", anchor.replace(report["last"]["seal"], "0" * 64), base=self.base)
        self.assertEqual(self.kinds(None, "--anchors", str(forged)), {"other-chain"})

    def test_prune(self):
        self.assertEqual(self.audit("prune", "--keep", "1d")["removed"], 0)
        self.assertEqual(self.audit("prune", "--keep", "0s")["removed"], 6)
        report = self.audit("verify")
        self.assertEqual((report["whole"], report["pruned"], report["rows"]), (True, 6, 1))
        self.assertEqual(self.last()["subject"], "audit prune --keep 0s")
        self.assertEqual(self.audit("stats")["total"], 1)
        self.ledger.write_bytes(b"".join(self.ledger.read_bytes().splitlines(keepends=True)[:1]))
        ran = self.start([POSTERN, "audit", "prune", "--keep", "0s"])
        self.assertEqual(ran.returncode, 125, "what is not whole is not pruned")
        self.assertIn(b"not whole", ran.stderr)
        self.assertEqual(self.audit("prune", "--keep", "0s", "--yes")["removed"], 0)

    def test_an_index_that_lies_is_made_anew(self):
        self.rows()
        (self.directory / "index").write_bytes(b"x" * 5000)
        self.assertEqual(len(self.rows()), 6)


class Asked(RecordCase):
    def setUp(self):
        super().setUp()
        for actor, command in (("alice", "true"), ("alice", "false"), ("bob", "rm x"), ("bob", "echo needle")):
            self.run_in(*DENY, "--actor", actor, "--session", f"s-{actor}", "--model", "m", "-c", command)

    def subjects(self, *args):
        return [row["subject"] for row in self.rows(*args)]

    def test_log(self):
        self.assertEqual(self.subjects(), ["true", "false", "rm x", "echo needle"])
        self.assertEqual(self.subjects("--actor", "alice"), ["true", "false"])
        self.assertEqual(self.subjects("--session", "s-bob"), ["rm x", "echo needle"])
        self.assertEqual(self.subjects("--verdict", "deny"), ["rm x"])
        self.assertEqual(self.subjects("--grep", "needle"), ["echo needle"])
        self.assertEqual(self.subjects("--limit", "1"), ["echo needle"])
        self.assertEqual(self.subjects("--until", "1h"), [])
        self.assertEqual(len(self.subjects("--since", "1h")), 4)
        text = self.start([POSTERN, "audit", "log"]).stdout.decode().splitlines()
        self.assertEqual(len(text), 4)
        self.assertIn("rm x", text[2])
        for wrong in (("--verdict", "no"), ("--since", "x"), ("--limit", "-1")):
            ran = self.start([POSTERN, "audit", "log", "--json", *wrong])
            self.assertEqual((ran.returncode, json.loads(ran.stdout)["error"]["kind"]), (125, "invalid"))

    def test_stats_failures_and_violations(self):
        stats = self.audit("stats", "--by", "actor", "--since", "24h")
        self.assertEqual((stats["total"], stats["succeeded"], stats["failed"], stats["refused"]), (4, 2, 2, 1))
        self.assertEqual(stats["successRate"], 0.5)
        self.assertEqual({row["key"]: (row["total"], row["succeeded"]) for row in stats["rows"]},
                         {"alice": (2, 1), "bob": (2, 1)})
        self.assertEqual([row["key"] for row in self.audit("stats", "--by", "model")["rows"]], ["m"])
        self.assertIn("1c", [row["key"] for row in self.audit("stats", "--by", "step")["rows"]])
        page = self.start([POSTERN, "audit", "stats"]).stdout.decode()
        self.assertIn("4 requests, 2 succeeded (50%)", page)
        self.assertEqual([row["subject"] for row in self.audit("failures")["rows"]], ["false", "rm x"])
        found = self.audit("violations", "--actor", "bob")["violations"]
        self.assertEqual([(v["actor"], v["rule"], v["times"]) for v in found], [("bob", "Bash(rm:*)", 1)])
        self.assertEqual(self.audit("violations", "--actor", "alice")["violations"], [])

    def test_follow(self):
        with subprocess.Popen(self.as_user([POSTERN, "audit", "log", "--follow", "--limit", "1", "--json"]),
                              stdout=subprocess.PIPE, cwd=self.project, env=self.env) as child:
            try:
                self.assertEqual(json.loads(child.stdout.readline())["subject"], "echo needle")
                self.run_in("-c", "echo later")
                self.assertEqual(json.loads(child.stdout.readline())["subject"], "echo later")
            finally:
                child.terminate()

    def test_export(self):
        def lines(name):
            return [json.loads(line) for line in
                    self.start([POSTERN, "audit", "export", "--format", name]).stdout.splitlines()]
        self.assertEqual([row["subject"] for row in lines("ndjson")], self.subjects())
        self.assertEqual([event["disposition_id"] for event in lines("ocsf")], [1, 1, 2, 1])
        self.assertEqual(len(lines("otlp")[0]["resourceLogs"][0]["scopeLogs"][0]["logRecords"]), 1)
        self.assertEqual([event["event"] for event in lines("events")],
                         ["exec.finished", "exec.finished", "exec.denied", "exec.finished"])
        self.assertEqual(self.start([POSTERN, "audit", "export", "--format", "x"]).returncode, 125)

    def test_explain_tells_a_past_decision_again(self):
        row = self.rows("--verdict", "deny")[0]
        same = json.loads(self.start([POSTERN, "explain", "--json", *DENY, row["id"]]).stdout)
        self.assertEqual((same["sameSettings"], same["today"]["verdict"]), (True, "deny"))
        changed = json.loads(self.start([POSTERN, "explain", "--json", row["id"][:14]]).stdout)
        self.assertEqual((changed["sameSettings"], changed["today"]["verdict"]), (False, "allow"))
        self.assertEqual(changed["row"]["verdict"], "deny")
        page = self.start([POSTERN, "explain", row["id"]]).stdout.decode()
        self.assertIn("The verdict was deny", page)
        self.assertIn("have changed", page)
        self.assertIn("would be allow", page)
        self.assertEqual(self.start([POSTERN, "explain", "zzzz"]).returncode, 125)


class Fields(ManualCase):
    """docs/json.md has each field of what `postern audit` prints."""

    def test_the_record(self):
        ask = ("--set", "permissions.ask=Bash(ls:*)")
        self.run_in("--json", *DENY, "--allow-host", "a.test", "--set", "postern.createGuard=off", "--", "/bin/bash",
                    self.script("exec 3<>/dev/tcp/127.0.0.1/3128; printf 'CONNECT b.test:443 HTTP/1.1\\r\\n\\r\\n' >&3; "
                                "read -r x <&3; rm -f x; mkdir .vscode; echo '{}' > .vscode/tasks.json"))
        self.run_in(*ask, "-c", "ls")
        self.run_in("--set", "sandbox.bwrapPath=/no/such", "-c", "true")
        self.run_in(*DENY, "-c", "rm x")
        log = self.object_of("audit", "log", "--json")
        rows = log["rows"]
        answers = {f"answers[].{name}" for name in ("about", "subject", "verdict", "approver", "lasting", "message")}
        self.compare("A row of the record", *rows, rare=answers)
        self.compare("postern audit log", log)
        self.compare("postern audit show", self.object_of("audit", "show", "--json", rows[-1]["id"]))
        self.compare("postern explain ID", self.object_of("explain", "--json", rows[-1]["id"]))
        self.compare("postern audit stats", self.object_of("audit", "stats", "--json"))
        self.compare("postern audit violations", self.object_of("audit", "violations", "--json"))
        ledger = self.home / ".local/state/postern/record/ledger"
        ledger.write_bytes(ledger.read_bytes().replace(b'"rm x"', b'"rm y"'))
        self.compare("postern audit verify", self.object_of("audit", "verify", "--json"))
        ledger.write_bytes(ledger.read_bytes().replace(b'"rm y"', b'"rm x"'))
        self.compare("postern audit prune", self.object_of("audit", "prune", "--json", "--keep", "1d"))


if __name__ == "__main__":
    main()
