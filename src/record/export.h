// Rows for other systems: OCSF events, OTLP logs, and the NDJSON events of the life of a command. Pure.
#pragma once

#include "record/row.h"

#include <string>
#include <vector>

namespace postern::record {

// An event of OCSF 1.3, class Process Activity (1007), activity Launch.
[[nodiscard]] RowJson ocsf_event(const RecordRow& row);
// The body of one POST to /v1/logs of an OTLP collector.
[[nodiscard]] RowJson otlp_logs(const std::vector<RecordRow>& rows);
// exec.started, or what else became of it: exec.asked and exec.answered for each question, exec.denied for each refusal,
// exec.finished with the end of the output, if that was kept.
[[nodiscard]] std::vector<RowJson> exec_events(const RecordRow& row);

}  // namespace postern::record
