#include "app/recording.h"

#include "settings/defaults.h"

#include <algorithm>
#include <string>
#include <utility>

namespace postern::app {
namespace {

// Says once that there will be no record, or not all of it.
void tell_unrecorded(const Error& error, RunRecord& record) {
    const std::string begin = "this is not recorded: ";
    const auto told = events_of<Weakened>(record.events);
    if (std::ranges::any_of(told, [&](const Weakened* event) { return event->what.starts_with(begin); })) return;
    record.events.add(Weakened{begin + text_of(error)});
}

}  // namespace

RecordPlace record_place(const Session& session) {
    return {.state_home = session.places.state_home,
            .enabled = settings::record_enabled(session.settings),
            .required = settings::record_required(session.settings),
            .anchors = settings::record_anchors(session.settings)};
}

Status begin_record(Records& records, RunRecord& record) {
    Status begun = records.begin(record);
    if (begun) return {};
    if (!record.place->required) {
        tell_unrecorded(begun.error(), record);
        return {};
    }
    return fail(begun.error().code, "nothing was run: it cannot be recorded: " + begun.error().what,
                begun.error().where);
}

void end_record(Records& records, RunRecord& record) {
    Status kept = records.keep(record);
    if (kept || record.failure) return;
    if (record.result && record.place && record.place->required)
        record.failure =
            Error{kept.error().code, "it ran, and cannot be recorded: " + kept.error().what, kept.error().where};
    else
        tell_unrecorded(kept.error(), record);
}

}  // namespace postern::app
