// One request as it is kept: who asked what, where, what was decided by which rule, how it ended. Plain values, and how
// they become a line of JSON and come back. docs/json.md lists the fields.
#pragma once

#include "base/result.h"
#include "policy/decision.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::record {

using RowJson = nlohmann::ordered_json;

// A request has two rows: one before the command starts, so that a killed Postern leaves one, and one at its end.
enum class RowStage : std::uint8_t { started, ended };

// Who asks. Said by the caller, not proved, unless a ticket says so.
struct Requester {
    std::string actor{}, agent{}, model{}, session{};
    std::string client{};  // "run", "check"
};

struct RowAnswer {  // a question, and what came of it
    std::string about{}, subject{}, verdict{}, approver{}, lasting{}, message{};
};
struct RowRefusal {  // a program, a file or a host that was refused while the command ran
    std::string what{}, rule{}, step{};
};
struct RowConnection {
    std::string host{}, verdict{}, rule{};
    std::uint16_t port = 0;
    std::uint64_t times = 1, bytes_up = 0, bytes_down = 0;
};
struct RowFinding {
    std::string path{}, action{}, why{}, id{};
};

struct RecordRow {
    std::string id{};  // see new_id
    RowStage stage = RowStage::ended;
    std::int64_t time_ms = 0;  // since 1970, when the request came
    Requester who{};
    std::string machine{}, directory{}, tool{};
    std::string subject{};                     // as it was given
    std::string ran{};                         // if something else ran instead
    std::optional<policy::Verdict> verdict{};  // nullopt: it failed before there was one
    std::vector<policy::Reason> reasons{};
    std::string refusal{};
    std::vector<RowAnswer> answers{};
    bool sandboxed = false;
    std::string profile{}, policy{};  // digests
    std::string outcome{};            // "exited", "signaled", …, "refused", "failed", "pruned"
    std::optional<int> status{};      // of `postern run`
    std::optional<std::int64_t> duration_ms{};
    std::optional<std::uint64_t> peak_memory_bytes{};
    std::vector<RowRefusal> refused{};
    std::uint64_t refused_left_out = 0;
    std::vector<RowConnection> connections{};
    std::uint64_t connections_left_out = 0;
    std::uint64_t unwritten = 0;  // writes that the walls refused
    std::vector<RowFinding> findings{};
    std::vector<std::string> weaknesses{};
    std::string output_tail{};       // if it was captured
    std::optional<Error> failure{};  // of Postern's own

    // Whether it did what was asked: allowed, run, and ended with 0.
    [[nodiscard]] bool succeeded() const noexcept;
};

// Returns a new name for a request: 16 letters and digits, later ones sort behind earlier ones.
[[nodiscard]] std::string new_id(std::int64_t time_ms, std::uint64_t random);
[[nodiscard]] std::string new_id(std::int64_t time_ms);

// Returns the step of the decision funnel that a reason belongs to, "1a" to "3". docs/rules.md lists them.
[[nodiscard]] std::string_view step_of(const policy::Reason& reason) noexcept;
// Returns the reason that decided, or null if there is none.
[[nodiscard]] const policy::Reason* decisive(const RecordRow& row) noexcept;

[[nodiscard]] RowJson row_json(const RecordRow& row);
// Returns one line of JSON without a newline and without secrets: what goes to the ledger.
[[nodiscard]] std::string row_text(const RecordRow& row);
// Returns the row of such a line. Members that are missing or of another type are left empty: an older or a later Postern
// may have written it. Fails for what is no object.
[[nodiscard]] Result<RecordRow> parse_row(std::string_view text);

}  // namespace postern::record
