// Renders answers: as one line, as JSON, or as a page for a person.
#pragma once

#include "app/judge.h"
#include "app/judgement_json.h"
#include "app/record.h"
#include "cli/output.h"

#include <string>
#include <string_view>
#include <vector>

namespace postern::cli {

enum class Detail { brief, full };

// Detail::brief is one line, the verdict and what decided it. Detail::full has one line per reason, decisive ones
// first.
std::string verdict_text(const policy::Decision& decision, Detail detail);

// A line of `check --batch`. `id` is JSON text, or empty if the question had none.
std::string judgement_line(const app::Judgement& answer, std::string_view id);
std::string refusal_line(const Error& error, std::string_view id);

// What `--json` prints instead of an answer.
std::string error_document(const Error& error);

// A program that was kept from starting: one line.
std::string denied_text(const guard::Denied& denied);

// Hosts that were not reached through the gate: one line each, each line once.
std::vector<std::string> unconnected_lines(const std::vector<network::ConnectionRecord>& connections);

// Writes that the sandbox refused: one line each, few of them. Detail::brief has only those to protected paths: programs
// try to write elsewhere without needing it, and nobody tries that.
std::vector<std::string> unwritten_lines(const guard::RefusedWriteLog& log, Detail detail);

// Processes that ended with the command: one line.
std::string ended_text(const run::LeftProcesses& left);

app::Json findings_json(const std::vector<scrub::Finding>& findings);
std::string_view action_name(scrub::Action action);

// "moved /p/.git to quarantine: … (postern scrub restore ID)"
std::string finding_text(const scrub::Finding& finding);

// The result of `postern run --json`: one JSON object with a newline.
std::string run_json(const app::RunRecord& record);

// The page of `postern explain`.
struct Explained {
    const app::Judgement& judgement;
    const app::Session& session;
    bool names_file = false;  // --settings was given
    Detail detail = Detail::brief;
};
std::string explanation(const Explained& what, const TextStyle& style);

// The command drawn as a tree, each part with its verdict; part of the page.
std::string command_tree(const app::Judgement& answer, const TextStyle& style);
std::string verdict_word(policy::Verdict verdict, const TextStyle& style);

// The built-in list of what is never allowed, a line each.
[[nodiscard]] std::string never_allowed_text(const policy::Policy& policy);

}  // namespace postern::cli
