// Answers as text: one line, one JSON object, or a page for a person.
#pragma once

#include "app/judge.h"
#include "app/pipeline.h"
#include "cli/output.h"

#include <string>
#include <string_view>
#include <vector>

namespace postern::cli {

enum class Detail { brief, full };

// brief: the verdict and what decided it, one line. full: one line per reason, the decisive ones first.
std::string verdict_text(const policy::Decision& decision, Detail detail);

// One line of JSON with a newline. `id` is JSON text; empty: none. What is not UTF-8 comes out as U+FFFD.
std::string answer_json(const app::Answer& answer, std::string_view id);
std::string error_json(std::string_view id, const Error& error);

// A program that was kept from starting: one line.
std::string denied_text(const guard::Denied& denied);

// Hosts that were not reached through the gate: one line each, each line once.
std::vector<std::string> unconnected_lines(const std::vector<network::ConnectionRecord>& connections);

// "moved /p/.git to quarantine: … (postern scrub restore ID)"
std::string finding_text(const scrub::Finding& finding);

// The result of `postern run --json`: one JSON object with a newline.
std::string run_json(const app::RunReport& report);

// The page of `postern explain`.
struct Explained {
    const app::Answer& answer;
    const app::Session& session;
    bool names_file = false;  // --settings was given
    Detail detail = Detail::brief;
};
std::string explanation(const Explained& what, const Look& look);

// The command drawn as a tree, each part with its verdict; part of the page.
std::string command_tree(const app::Answer& answer, const Look& look);
std::string verdict_word(policy::Verdict verdict, const Look& look);

}  // namespace postern::cli
