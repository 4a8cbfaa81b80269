#include "guarded_run.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>

#include <fcntl.h>
#include <unistd.h>

namespace postern::oracle {

namespace {

// Postern ends the script after a second by itself. Not returning within this time is a finding.
constexpr long kHangMs = 6000;
// Other tests may run as the same user, and Postern fails if it cannot start a process.
constexpr unsigned kMostProcesses = 3000;

void read_answer(GuardedRun& result) {
    const auto json = nlohmann::json::parse(result.answer, nullptr, false);
    if (!json.is_object() || !json.contains("outcome")) return;
    result.outcome = json["outcome"].value("kind", "");
    for (const auto& denied : json["denied"]) {
        ++result.denied;
        result.unjudged = result.unjudged || denied["reasons"].empty();
    }
}

}  // namespace

GuardedRunner::GuardedRunner(Runner& runner, const Booth& booth, std::string postern)
    : runner_(runner), booth_(booth), postern_(std::move(postern)) {}

GuardedRun GuardedRunner::run(const std::string& script, const DenyRule& rule, Shown shown) {
    GuardedRun result;
    const std::string setting = "permissions.deny=" + rule.text;
    // The log is the only file outside the working directory that the recording programs write.
    Program program{.path = postern_.c_str(),
                    .words = {"postern", "run", "--json", "--max-output", "4k", "--timeout", "1s", "--allow-write",
                              booth_.log.c_str(), "--set", setting.c_str()}};
    if (shown == Shown::to_all) {
        program.words.insert(program.words.end(), {"-c", script.c_str()});
    } else {
        if (!runner_.write_script(script)) return result;
        program.words.insert(program.words.end(), {"--", "bash", booth_.script.c_str()});
    }
    program.output = ::open(booth_.answer.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
    program.limit_ms = kHangMs;
    program.most_processes = kMostProcesses;
    result.run = runner_.run(program);
    if (program.output >= 0) (void)::close(program.output);
    std::ifstream file(booth_.answer, std::ios::binary);
    result.answer.assign(std::istreambuf_iterator<char>(file), {});
    read_answer(result);
    return result;
}

}  // namespace postern::oracle
