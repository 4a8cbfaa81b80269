#include "app/refusal_count.h"

#include "settings/defaults.h"

#include <algorithm>

namespace postern::app {

bool RefusalCount::limit_was_reached() const {
    return limit_reached(before, limits) != approval::DenialLimit::none;
}

Result<RefusalCount> read_refusals(const Session& session, const std::string& named,
                                   const approval::Approvers& people) {
    const bool present = std::ranges::any_of(people, [](const auto& one) { return one->available(); });
    const auto person = present ? approval::Person::present : approval::Person::absent;
    const std::string name = approval::counted_session(named, person);
    RefusalCount out{
        .counts = approval::DenialCounts(session.places.state_home, name),
        .limits = {settings::denials_consecutive(session.settings), settings::denials_total(session.settings)},
        .session = name,
        .person = person};
    const auto before = out.counts.read();
    if (!before) return tl::unexpected<Error>(before.error());
    out.before = *before;
    return out;
}

Status count_end(const RefusalCount& counted, RunRecord& record) {
    if (record.result) return counted.counts.count_success(counted.before);
    const auto now = counted.counts.count_refusal();
    if (!now) return tl::unexpected<Error>(now.error());
    if (*now == approval::Denials{}) return {};
    const bool reached = limit_reached(*now, counted.limits) != approval::DenialLimit::none;
    record.counted = CountedRefusal{.denials = *now,
                                    .text = denial_text(*now, counted.limits, counted.session),
                                    .ends_agent = reached && counted.person == approval::Person::absent};
    return {};
}

}  // namespace postern::app
