// Memory of answers. An answer holds for the rest of the run; a yes that is to hold for longer is kept in one
// small file, locked while it is changed.
#pragma once

#include "approval/question.h"
#include "base/abs_path.h"
#include "base/result.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace postern::approval {

class Memory {
public:
    // `session`: tells one session from another, and is asked when that matters; empty if there is none.
    Memory(AbsPath state_home, std::function<std::string()> session)
        : state_home_(std::move(state_home)), session_(std::move(session)) {}

    // Returns a yes if all that the question is bound to was allowed, a no if any of it was refused, else nullopt. A no
    // holds whatever the files contain by now: rewriting a program is no way to have a person asked again and again.
    // A file that cannot be read holds nothing: then a person is asked once more.
    [[nodiscard]] std::optional<Answer> recall(const Question& question) const;
    // Fails if a yes is to hold for longer than the run and cannot be kept.
    [[nodiscard]] Status remember(const Question& question, const Answer& answer);

private:
    [[nodiscard]] const std::set<std::string>& stored() const;
    [[nodiscard]] Status store(const Question& question, Lasting lasting);

    AbsPath state_home_;
    std::function<std::string()> session_;
    std::set<Binding> allowed_{};
    std::map<std::string, Answer> refused_{};                // by Binding::what
    mutable std::optional<std::set<std::string>> stored_{};  // read when it is first needed
};

// A yes that holds for longer than a run.
struct KeptGrant {
    std::string what;       // "host:port"
    std::string session{};  // empty: it holds always
};
[[nodiscard]] Result<std::vector<KeptGrant>> kept_grants(const AbsPath& state_home);
// Takes back every grant of this host, or of this session. Returns how many there were.
[[nodiscard]] Result<std::size_t> revoke_grants(const AbsPath& state_home, std::string_view what);

// The session that POSTERN_SESSION names, or the terminal's.
[[nodiscard]] std::string this_session();
[[nodiscard]] std::string terminal_session();

}  // namespace postern::approval
