#!/usr/bin/env python3
"""The race of approvers with real programs: hook commands, classifiers and their failures."""

from approvals_case import ALLOW, DENY, HANG, SAFE, ApprovalsCase
from postern_case import POSTERN, main
from run_case import for_root_and_user

REWRITE = """echo '{"decision": "allow", "updatedInput": {"command": "%s"}}'"""
SANDBOXED = {"permissions": {"ask": ["Bash(touch:*)"]}}


@for_root_and_user
class Hooks(ApprovalsCase):
    def test_a_hook_allows_and_is_told_everything(self):
        self.settings(self.hook("yes", ALLOW))
        result = self.result("-c", 'touch a "$HOME"', env={"POSTERN_SESSION": "s1", "POSTERN_ACTOR": "tester"})
        self.assertEqual((result["exitCode"], result["outcome"]["kind"]), (0, "exited"), result)
        self.assertTrue(self.made())
        self.assertIn("hook", self.kinds(result))
        answer, = result["answers"]
        self.assertEqual((answer["answer"], answer["kind"], answer["approver"]), ("allow", "hook", "yes"))
        self.assertEqual(result["command"], 'touch a "$HOME"')
        question, = self.asked("yes")
        self.assertEqual(question["command"], 'touch a "$HOME"')
        self.assertEqual(question["directory"], str(self.project))
        self.assertEqual(question["analysis"]["commands"][0]["argv"][:2], ["touch", "a"])
        self.assertEqual(question["reasons"][0]["rule"], "Bash(touch:*)")
        self.assertEqual((question["session"], question["actor"], question["headless"]), ("s1", "tester", True))
        self.assertEqual(question["deadlineMs"], 5000)

    def test_a_hook_refuses_and_says_why(self):
        self.settings(self.hook("no", DENY))
        ran = self.run_in("-c", "touch a")
        self.assertEqual(ran.returncode, 126, ran)
        self.assertIn(b"not on Fridays", ran.stderr)
        self.assertFalse(self.made())
        self.assertEqual(len(self.asked("no")), 1)

    def test_one_that_fails_is_silent_and_that_is_told(self):
        failures = {
            "crash": ("kill -SEGV $$", "was ended by signal 11"),
            "status": (ALLOW + "; exit 3", "ended with status 3"),
            "garbage": ("echo allow", "no answer"),
            "twice": ("""echo '{"decision": "deny", "decision": "allow"}'""", "no answer"),
            "much": ("yes '{\"decision\": \"allow\"}'", "said more than"),
            "hang": (HANG, "did not answer within 300 ms"),
        }
        for name, (body, why) in failures.items():
            with self.subTest(name):
                hook = self.hook(name, body)
                hook["timeout"] = "300ms" if name == "hang" else "60s"
                self.settings(hook)
                result = self.result("-c", "touch a")
                self.assertEqual(result["exitCode"], 126, result)
                silent, = result["silent"]
                self.assertEqual(silent["approver"], name)
                self.assertIn(why, silent["why"])
                self.assertFalse(self.made())
        self.assert_gone("hang")
        # Silence is no denial: another one may say yes.
        self.settings(self.hook("crash", "kill -SEGV $$"), self.hook("yes", "sleep 0.2; " + ALLOW))
        self.assertEqual(self.run_in("-c", "touch a").returncode, 0)
        self.assertTrue(self.made())

    def test_no_opinion_is_none(self):
        self.settings(self.hook("ask", """echo '{"decision": "ask"}'"""), self.hook("nothing", "true"))
        result = self.result("-c", "touch a")
        self.assertEqual((result["exitCode"], result["silent"]), (126, []), result)
        self.assertEqual(len(self.asked("ask")), 1)

    def test_the_first_decides_and_the_other_leaves_no_process(self):
        self.settings(self.hook("slow", HANG), self.hook("no", "until [ -e \"${0%no}slow.pids\" ]; do :; done; " + DENY))
        result = self.result("-c", "touch a")
        self.assertEqual(result["exitCode"], 126, result)
        self.assertEqual(result["answers"][0]["approver"], "no")
        self.assert_gone("slow")

    def test_two_decisive_answers_at_once_make_one(self):
        self.settings(self.hook("yes", ALLOW), self.hook("no", DENY))
        result = self.result("-c", "touch a")
        answer, = result["answers"]
        self.assertEqual(answer["answer"] == "allow", self.made(), result)
        self.assertEqual(answer["approver"], "yes" if self.made() else "no")

    def test_no_rule_no_question(self):
        self.settings(self.hook("yes", ALLOW))
        self.assertEqual(self.run_in("-c", "true").returncode, 0)
        denied = {"permissions": {"deny": ["Bash(touch:*)"]}, "sandbox": {"enabled": False}}
        self.settings(self.hook("yes", ALLOW), base=denied)
        self.assertEqual(self.run_in("-c", "touch a").returncode, 126)
        self.assertEqual(self.asked("yes"), [], "a hook lifts no denial, and is not even asked")
        self.settings(self.hook("yes", ALLOW))
        self.assertEqual(self.run_in("--mode", "dontAsk", "-c", "touch a").returncode, 126)
        self.assertEqual(self.asked("yes"), [])

    def test_what_it_rewrites_is_judged_from_the_top(self):
        self.settings(self.hook("other", REWRITE % "true"))
        result = self.result("-c", "touch a")
        self.assertEqual((result["exitCode"], result["command"]), (0, "true"), result)
        self.assertEqual(result["rewritten"], [{"from": "touch a", "to": "true", "by": "other"}])
        self.assertFalse(self.made())

        rules = {"permissions": {"ask": ["Bash(touch:*)"], "deny": ["Bash(rm:*)"]}, "sandbox": {"enabled": False}}
        (self.project / "kept").touch()
        self.settings(self.hook("evil", REWRITE % "rm kept"), base=rules)
        result = self.result("-c", "touch a")
        self.assertEqual((result["verdict"], result["exitCode"]), ("deny", 126), result)
        self.assertTrue(self.made("kept"))

        self.settings(self.hook("again", """n=$(wc -l < "$0.asked")
            echo "{\\"decision\\": \\"allow\\", \\"updatedInput\\": {\\"command\\": \\"touch a$n\\"}}\""""))
        result = self.result("-c", "touch a")
        self.assertEqual((result["exitCode"], len(result["rewritten"])), (126, 4), result)
        self.assertIn("again and again", result["refusal"])

    def test_a_projects_hooks_count_when_it_is_trusted(self):
        self.settings()
        self.write(".postern/settings.json", {"approval": {"hooks": [self.hook("theirs", ALLOW)]}})
        self.own(self.project)
        ran = self.run_in("-c", "touch a")
        self.assertEqual(ran.returncode, 126, ran)
        self.assertIn(b"approval.hooks", ran.stderr)
        self.assertEqual(self.start([POSTERN, "trust", "--yes"]).returncode, 0)
        self.assertEqual(self.run_in("-c", "touch a").returncode, 0)
        self.assertEqual(len(self.asked("theirs")), 1)

    def test_one_that_a_command_could_have_written_is_not_run(self):
        entry = self.hook("mine", ALLOW)
        inside = self.project / "mine"
        inside.write_bytes((self.hooks / "mine").read_bytes())
        inside.chmod(0o755)
        self.own(inside)
        for command in ([str(inside)], ["/bin/sh", str(inside)]):
            self.settings({"command": command})
            result = self.result("-c", "touch a")
            self.assertEqual(result["exitCode"], 126, result)
            self.assertIn("which commands may write", result["silent"][0]["why"])
        self.settings({"command": [str(self.hooks / "absent")]})
        self.assertIn("is not there", self.result("-c", "touch a")["silent"][0]["why"])
        self.settings(entry)
        self.assertEqual(self.run_in("-c", "touch a").returncode, 0)

    def test_bad_entries_are_errors(self):
        for entry, pointer in (("x", "/approval/hooks/0"), ({}, "/approval/hooks/0"), ({"command": []}, "/approval/hooks/0"),
                               ({"command": ["x"], "timeout": "soon"}, "/approval/hooks/0/timeout"),
                               ({"command": ["x"], "argv": []}, "/approval/hooks/0/argv")):
            self.settings(entry)
            ran = self.run_in("-c", "true")
            self.assertEqual(ran.returncode, 125, ran)
            self.assertIn(pointer.encode(), ran.stderr)
        self.settings(classifier="on")
        self.assertIn(b"/approval/classifier", self.run_in("-c", "true").stderr)
        self.settings(denials={"total": 0})
        self.assertIn(b"/approval/denials/total", self.run_in("-c", "true").stderr)

    def test_only_a_person_answers_an_interactive_rule(self):
        rules = {"permissions": {"ask": [{"rule": "Bash(touch:*)", "interactive": True}]}, "sandbox": {"enabled": False}}
        self.settings(self.hook("yes", ALLOW), base=rules, classifier=self.hook("safe", SAFE))
        for more in ([], ["--mode", "bypassPermissions"], ["--set", "postern.askFallback=allow"]):
            result = self.result(*more, "-c", "touch a")
            self.assertEqual(result["exitCode"], 126, result)
            self.assertEqual(result["reasons"][0]["mayAnswer"], "person")
        self.assertEqual(self.asked("yes") + self.asked("safe"), [])
        whole = {"permissions": {"ask": [{"rule": "Bash", "interactive": True}]}}
        self.settings(self.hook("yes", ALLOW), base=whole)
        self.assertEqual(self.run_in("-c", "true").returncode, 126, "the sandbox does not lift it either")
        self.settings(base={"permissions": {"allow": [{"rule": "Bash(touch:*)", "interactive": True}]}})
        ran = self.run_in("-c", "true")
        self.assertEqual(ran.returncode, 125, ran)
        self.assertIn(b"belongs to an ask rule", ran.stderr)

    def test_a_question_has_a_deadline(self):
        self.settings(self.hook("slow", HANG), deadline="300ms")
        result = self.result("-c", "touch a")
        self.assertEqual((result["exitCode"], result["answers"][0]["answer"]), (126, "nobody"), result)
        self.assert_gone("slow")


@for_root_and_user
class Classifiers(ApprovalsCase):
    WHOLE = {"permissions": {"ask": ["Bash"]}, "sandbox": {"enabled": False}}

    def test_the_builtin_one_knows_what_only_reads_inside_the_project(self):
        (self.project / "f").write_text("content\n", encoding="utf-8")
        (self.outside / "f").write_text("content\n", encoding="utf-8")
        self.own(self.project, self.outside)
        self.settings(base=self.WHOLE)
        result = self.result("-c", "cat f && git status; ls | sort")
        self.assertEqual(result["answers"][0]["approver"], "builtin:read-only", result)
        self.assertIn("classifier", self.kinds(result))
        for command in ("touch a", f"cat {self.outside}/f", "cat f > g", "rm f", "sh f", "cat $X", "curl http://127.0.0.1/",
                        "sort -o f f", "git push"):
            with self.subTest(command):
                result = self.result("-c", command)
                self.assertEqual((result["exitCode"], result["answers"][0]["answer"]), (126, "nobody"), result)

    def test_it_lifts_no_rule_on_content_and_can_be_switched_off(self):
        (self.project / "f").touch()
        self.own(self.project)
        self.settings(base={"permissions": {"ask": ["Bash(cat:*)"]}, "sandbox": {"enabled": False}})
        self.assertEqual(self.run_in("-c", "cat f").returncode, 126)
        self.settings(base=self.WHOLE, classifier="off")
        self.assertEqual(self.run_in("-c", "cat f").returncode, 126)
        self.settings(base=self.WHOLE)
        self.assertEqual(self.result("-c", "cat f")["answers"][0]["kind"], "classifier")

    def test_an_external_one_says_safe_or_nothing(self):
        self.settings(classifier=self.hook("safe", SAFE))
        result = self.result("-c", "touch a")
        self.assertEqual(result["exitCode"], 0, result)
        answer, = result["answers"]
        self.assertEqual((answer["kind"], answer["approver"], answer["message"]), ("classifier", "safe", "it is a toy"))
        self.assertEqual(self.asked("safe")[0]["event"], "classify")
        for body in ("""echo '{"safe": false, "confidence": "high"}'""", """echo '{"safe": true, "confidence": "low"}'""",
                     DENY, "true", "exit 1"):
            self.settings(self.hook("yes", "sleep 0.1; " + ALLOW), classifier=self.hook("unsafe", body))
            result = self.result("-c", "touch b")
            self.assertEqual(result["answers"][0]["approver"], "yes", result)

    def test_nobody_is_started_when_the_funnel_has_decided(self):
        self.settings(classifier=self.hook("safe", SAFE),
                      base={"permissions": {"defaultMode": "bypassPermissions"}, "sandbox": {"enabled": False}})
        self.assertEqual(self.run_in("-c", "touch a").returncode, 0)
        self.assertTrue(self.made())
        self.assertEqual(self.asked("safe"), [])


@for_root_and_user
class WhileItRuns(ApprovalsCase):
    """The same race for a program that is about to start, and for a host."""

    def test_a_program(self):
        script = self.script("touch a; echo status $?\n")
        for body, made in ((DENY, False), ("echo allow", False), (ALLOW, True)):
            self.settings(self.hook("one", body), base=SANDBOXED)
            result = self.result("--", "/bin/sh", script)
            self.assertEqual(self.made(), made, result)
            self.assertEqual(result["sandboxed"], True)
        # A shell goes on to the next directory of PATH, and is asked again where nobody has answered.
        self.assertEqual({q["about"] for q in self.asked("one")}, {"program"})
        self.assertEqual(self.asked("one")[0]["mayRewrite"], False)

    def test_slow_ones_leave_no_process(self):
        script = self.script("touch a\n")
        self.settings(self.hook("slow", HANG), self.hook("yes", "until [ -e \"${0%yes}slow.pids\" ]; do :; done; " + ALLOW),
                      base=SANDBOXED)
        self.assertEqual(self.run_in("--", "/bin/sh", script).returncode, 0)
        self.assertTrue(self.made())
        self.assert_gone("slow")

    def test_a_command_that_ends_takes_its_question_with_it(self):
        script = self.script(f"touch a & until [ -e {self.hooks}/slow.pids ]; do :; done; exit 7\n")
        self.settings(self.hook("slow", HANG), base=SANDBOXED)
        self.assertEqual(self.run_in("--", "/bin/sh", script).returncode, 7)
        self.assert_gone("slow")

    def test_a_hundred_at_once(self):
        script = self.script("for i in $(seq 100); do touch f$i & done; wait\n")
        self.settings(self.hook("yes", ALLOW), base=SANDBOXED)
        ran = self.run_in("--", "/bin/sh", script)
        self.assertEqual(ran.returncode, 0, ran)
        self.assertEqual(len(list(self.project.glob("f*"))), 100)
        self.assertEqual(len(self.asked("yes")), 100)

    def test_a_host(self):
        self.need("curl")
        self.settings(self.hook("no", DENY), base={})
        self.sh("curl -sS -o /dev/null http://other.test/; true", "--allow-host", "good.test")
        question = self.asked("no")[0]
        self.assertEqual((question["about"], question["command"]), ("host", "other.test:80"))
        result = self.act("curl -sS -o /dev/null http://other.test/ || true", "--allow-host", "good.test")
        self.assertIn("not on Fridays", result["connections"][0]["reason"])
        self.settings(self.hook("crash", "exit 9"), self.hook("yes", "sleep 0.1; " + ALLOW), base={})
        result = self.act("curl -sS -o /dev/null http://127.0.0.1.nip.test/ || true", "--allow-host", "good.test")
        self.assertEqual(result["answers"][0]["approver"], "yes", result)


@for_root_and_user
class Denials(ApprovalsCase):
    SESSION = {"POSTERN_SESSION": "agent-7"}

    def refused(self, **more):
        ran = self.run_in("-c", "touch a", env=self.SESSION, **more)
        return ran.returncode, ran.stderr.decode()

    def test_three_in_a_row_end_an_agent_without_a_person(self):
        self.settings()
        self.assertEqual(self.refused()[0], 126)
        status, words = self.refused()
        self.assertEqual(status, 126)
        self.assertIn("refusal 2 of 3 in a row", words)
        status, words = self.refused()
        self.assertEqual(status, 123)
        self.assertIn("3 refusals in a row", words)
        self.assertIn("postern audit log --session agent-7", words)
        result = self.result("-c", "touch a", env=self.SESSION)
        self.assertEqual((result["exitCode"], result["abort"]), (123, True), result)
        self.assertEqual((result["denials"]["consecutive"], result["denials"]["total"]), (4, 4))
        self.assertEqual(self.run_in("-c", "touch a", env={"POSTERN_SESSION": "other"}).returncode, 126)
        self.assertEqual(self.run_in("-c", "touch a").returncode, 126, "what belongs to no session is not counted")

    def test_what_runs_ends_the_row_and_not_the_total(self):
        self.settings(denials={"total": 5})
        for number in range(1, 6):
            status, words = self.refused()
            self.assertEqual(status, 123 if number == 5 else 126, words)
            if number < 5:
                self.assertIn("refusal 1 of 3 in a row", words)
            self.assertEqual(self.run_in("-c", "true", env=self.SESSION).returncode, 0)
        self.assertIn("5 refusals in this session", words)
        self.assertEqual(self.refused()[0], 123)

    def test_at_the_limit_only_a_person_counts(self):
        self.settings(self.hook("no", DENY), denials={"consecutive": 2})
        self.refused()
        self.refused()
        self.assertEqual(len(self.asked("no")), 2)
        self.settings(self.hook("yes", ALLOW), denials={"consecutive": 2})
        status, words = self.refused()
        self.assertEqual((status, self.asked("yes")), (123, []), words)


if __name__ == "__main__":
    main()
