// Puts the beginning and the end of a request on record, and says what a record that cannot be kept means for it.
#pragma once

#include "app/record.h"
#include "app/session.h"
#include "base/result.h"

namespace postern::app {

[[nodiscard]] RecordPlace record_place(const Session& session);

// Puts the start on record. Returns an error if nothing may run without that.
[[nodiscard]] Status begin_record(Records& records, RunRecord& record);

// Keeps the record. A command that ran already is not undone by a record that is missing: it fails afterwards, if the
// settings require one.
void end_record(Records& records, RunRecord& record);

}  // namespace postern::app
