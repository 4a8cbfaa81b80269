#include "run/outcome.h"

#include "base/overloaded.h"

#include <cerrno>
#include <string_view>

namespace postern::run {

int exit_code(const Outcome& outcome) {
    return std::visit(Overloaded{
                          [](const Exited& e) { return e.code; },
                          [](const Signaled& s) { return 128 + s.signal; },
                          [](const TimedOut&) { return 124; },
                          [](const SetupFailed&) { return 125; },
                          [](const NotExecuted& n) { return n.error == ENOENT ? 127 : 126; },
                      },
                      outcome);
}

std::string_view name_of(const Outcome& outcome) {
    return std::visit(Overloaded{
                          [](const Exited&) { return std::string_view("exited"); },
                          [](const Signaled&) { return std::string_view("signaled"); },
                          [](const TimedOut&) { return std::string_view("timed-out"); },
                          [](const SetupFailed&) { return std::string_view("setup-failed"); },
                          [](const NotExecuted&) { return std::string_view("not-executed"); },
                      },
                      outcome);
}

}  // namespace postern::run
