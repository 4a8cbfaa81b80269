// Applies deny and ask rules to every program that is started inside, whatever started it: what the kernel is about to
// run is read from the caller, found as the caller would find it, and judged under each of its names.
//
// It is a fence for commands that are mistaken or evasive, not the wall against native code: between our look and the
// kernel's, another thread or process that shares the caller's memory can change the words, unless a Tracer looks
// again. The sandbox is the wall.
#pragma once

#include "approval/settle.h"
#include "guard/known_programs.h"
#include "guard/listener.h"
#include "guard/process.h"
#include "guard/tracer.h"
#include "policy/decide_exec.h"
#include "settings/settings.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace postern::guard {

// A program that was kept from starting.
struct Denied {
    std::vector<policy::Reason> reasons{};  // none: it could not be judged
    std::string what{};                     // one sentence
    std::string answer{};                   // of a person, if one was to be asked: "the answer was no"
};

struct ExecRules {
    const policy::Policy& policy;
    // Of programs that were made or changed since the guard came up.
    settings::Caution new_files = settings::Caution::allow;
    std::function<void(const Denied&)> tell;
    approval::Approvals& approvals;  // outlive the guard
    // Counts one more use. A reason: there have been enough.
    std::function<std::optional<policy::Reason>(const policy::LimitHit&)> count;
    SharedDirectories& shared;
    Tracer* tracer = nullptr;  // looks again after the start; none: nobody does
};

class ExecGuard {
public:
    explicit ExecGuard(ExecRules rules);

    void serve(Listener& listener);
    [[nodiscard]] const KnownPrograms& known() const& noexcept { return known_; }

private:
    // One way to name what is started, with its arguments.
    using Start = std::vector<std::string>;
    struct Looked {
        std::vector<Start> starts{};           // every file on the way, under every name
        std::vector<FoundFile> files{};        // the script, if it is one, and what runs it
        std::vector<std::string> new_files{};  // those made or changed since the guard came up
        std::string undecidable{};             // what cannot be told, if something cannot
        std::string directory{};               // of the caller; empty if it is gone
        Expected expected{};
    };
    // A rule that speaks of one of the starts.
    struct Hit {
        policy::Reason reason;
        std::size_t start = 0;
    };

    [[nodiscard]] CallReply judge(Listener& listener, const Call& call);
    // What the call would start, or what the caller is told instead.
    [[nodiscard]] std::variant<Looked, CallReply> look(const Listener& listener, const Call& call) const;
    // What will run: the file, and whatever its `#!` line names, or the loader is to load. The errno that the kernel
    // would answer with, 0 for none; nothing if it cannot be looked at.
    [[nodiscard]] std::optional<int> follow(const Process& process, FoundFile file, std::string spelled, Start argv,
                                            Looked& looked) const;
    // Adds what `git NAME` is, if NAME is an alias.
    void add_aliases(const Process& process, const Call& call, Looked& looked) const;
    // The strictest first.
    [[nodiscard]] std::vector<Hit> reasons_for(const Looked& looked);
    // What the rules say. The same words are started again and again, and mostly there is nothing to say.
    [[nodiscard]] std::vector<policy::Reason> decide(const Start& start, const std::string& directory);
    [[nodiscard]] CallReply ask(Listener& listener, const Call& call, const Looked& looked,
                                const std::vector<Hit>& hits);
    // Returns nullopt if the directory of the caller is gone: a yes could not be bound to it.
    [[nodiscard]] std::optional<approval::Question> question_about(const Call& call, const Looked& looked,
                                                                   const std::vector<Hit>& hits) const;
    [[nodiscard]] std::vector<approval::Binding> bindings_of(const Process& process, const Looked& looked,
                                                             const std::vector<Hit>& hits,
                                                             const AbsPath& directory) const;
    // After a yes, which may have come much later.
    [[nodiscard]] CallReply start_after_all(const Listener& listener, const Call& call,
                                            const approval::Question& asked);
    [[nodiscard]] CallReply start(const Listener& listener, const Call& call, const Looked& looked) const;
    [[nodiscard]] CallReply refuse(const Listener& listener, const Call& call, const Denied& denied) const;

    ExecRules rules_;
    KnownPrograms known_;
    bool git_;                      // some rule speaks of git
    std::int64_t since_;            // nanoseconds since 1970, as files are stamped
    std::set<Start> unremarkable_;  // no rule speaks of them; the directory is their last word
};

}  // namespace postern::guard
