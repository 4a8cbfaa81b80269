#include "cli/live_lines.h"

#include "base/overloaded.h"
#include "base/quote.h"
#include "cli/output.h"
#include "cli/render.h"

#include <variant>

namespace postern::cli {

void LiveLines::operator()(const app::Event& event) const {
    std::visit(Overloaded{
                   [this](const app::Warned& e) {
                       if (!quiet_) report_warnings({e.warning}, least_);
                   },
                   [this](const app::Weakened& e) {
                       if (!quiet_) say("warning: " + printable(e.what));
                   },
                   [](const app::Asked&) {},  // the person has seen the question
                   [this](const app::Silent& e) {
                       if (!quiet_) say("warning: " + printable(e.approver) + " was asked, and " + printable(e.why));
                   },
                   [this](const app::Rewritten& e) {
                       if (!quiet_) say(printable(e.by) + " made it `" + printable(e.to) + '`');
                   },
                   [](const app::Refused& e) { say(denied_text(e.denied)); },
                   [this](const app::Connected& e) {
                       if (quiet_ || json_) return;
                       for (const std::string& line : unconnected_lines(e.log.entries())) say(line);
                   },
                   [this](const app::Unwritten& e) {
                       const bool all = e.command_failed || least_ == settings::Weight::note;
                       if (quiet_ || json_) return;
                       for (const std::string& line : unwritten_lines(e.log, all ? Detail::full : Detail::brief))
                           say(line);
                   },
                   [this](const app::EndedProcesses& e) {
                       if (!quiet_ && !json_ && e.command_ended_by_itself) say(ended_text(e.left));
                   },
                   [this](const app::Scrubbed& e) {
                       const bool quiet = quiet_ && e.finding.action != scrub::Action::failed;
                       if (quiet || (json_ && !e.of_interrupted_run)) return;
                       say((e.of_interrupted_run ? "after an interrupted run: " : "") + finding_text(e.finding));
                   },
               },
               event);
}

}  // namespace postern::cli
