// The end of runs whose process was killed.
#include "scrub/scrub_work.h"

#include "base/file.h"
#include "scrub/quarantine.h"
#include "scrub/safe_files.h"
#include "state/git_tips.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <thread>
#include <utility>

#include <cerrno>
#include <ctime>

#include <fcntl.h>
#include <unistd.h>

namespace postern::scrub {
namespace {

constexpr auto kQuickEnd = std::chrono::milliseconds(1000);
constexpr auto kLastMoment = std::chrono::milliseconds(50);
constexpr std::int64_t kYoung = 60;                  // seconds
constexpr auto kPatience = std::chrono::seconds(5);  // for a namespace that is being removed

Result<Record> read_record(int fd, const AbsPath& file) {
    if (::lseek(fd, 0, SEEK_SET) != 0) return fail(Errc::io, describe_errno("cannot read", errno), file.text());
    const auto text = read_fd(fd, file, kMaxJournal);
    if (!text) return tl::unexpected(text.error());
    return decode_record(*text, file);
}

// Finishes a journal that another postern process left behind, unless its run is not over. Returns false if the journal
// stays although its process is gone.
bool finish_left_over(const AbsPath& state_home, const AbsPath& file, const std::vector<Taking>& earlier,
                      std::vector<Finding>& findings) {
    Locked locked = lock_journal(file, std::chrono::milliseconds(0));
    if (locked.gone) return true;
    if (!locked.fd) {
        const UniqueFd fd(::open(file.text().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
        const auto record = fd ? read_record(fd.get(), file) : fail(Errc::io, "gone");
        if (!record) {
            findings.push_back({.path = file, .action = Action::failed, .why = "this journal cannot be read now"});
            return false;
        }
        if (owner_alive(*record)) return true;
        // The processes of a dead run end by themselves, except a bwrap whose parent died before bwrap asked to die
        // with it.
        locked = lock_journal(file, kQuickEnd);
        if (!locked.fd && !locked.gone) {
            end_holders(file);
            locked = lock_journal(file, kPatience);
        }
        if (!locked.fd) return locked.gone;
        std::this_thread::sleep_for(kLastMoment);  // pid 1 releases the lock just before the others inside are killed
    }
    const auto record = read_record(locked.fd.get(), file);
    if (!record && record.error().code == Errc::io) {
        findings.push_back({.path = file, .action = Action::failed, .why = "this journal cannot be read now"});
        return false;
    }
    if (!record) {
        (void)::unlink(file.text().c_str());
        findings.push_back({.path = file,
                            .action = Action::failed,
                            .why = "this journal cannot be read, so what its run left behind was not looked for"});
        return true;
    }
    if (owner_alive(*record)) return true;  // between the end of its last process and its own scrub
    const std::int64_t end = end_of_run(*record, locked.fd.get());
    ScrubWork work = scrub_all(state_home, {.journal = file, .record = *record, .roots = {}, .end = end}, earlier);
    if (end == std::numeric_limits<std::int64_t>::max()) {
        for (Finding& finding : work.findings)
            finding.why += "; when the run ended is not known, so this may be your own work";
    }
    for (const AbsPath& repository : record->watch.repositories) {
        if (!state::GitTips::interrupted(state_home, repository)) work.recorded = false;
    }
    std::ranges::move(work.findings, std::back_inserter(findings));
    if (conclude(state_home, file, work)) return true;
    findings.push_back(still_open(file));
    return false;
}

// Takes over the batches of processes that are gone, and moves what they had disarmed.
std::vector<Taking> take_over_all(const AbsPath& state_home, const std::string& directory,
                                  const std::vector<Listed>& entries, std::vector<Finding>& findings) {
    const HeldSignals held;
    std::vector<Taking> out;
    for (const Listed& entry : entries) {
        const auto file = AbsPath::parse(directory + '/' + entry.name);
        if (!file || !entry.name.ends_with(".open")) continue;
        if (auto taking = take_over(state_home, *file)) out.push_back(std::move(*taking));
    }
    std::ranges::move(store(state_home, out), std::back_inserter(findings));
    return out;
}

// Removes a journal that was never complete. A young one may be about to be renamed by its writer.
void remove_unfinished(const AbsPath& file) {
    const auto st = stat_at(AT_FDCWD, file.text().c_str());
    if (!st || std::time(nullptr) - st->changed / 1'000'000'000 < kYoung) return;
    const Locked locked = lock_journal(file, std::chrono::milliseconds(0));
    if (locked.fd) (void)::unlink(file.text().c_str());
}

}  // namespace

Result<std::vector<Finding>> resume(const AbsPath& state_home) {
    std::vector<Finding> findings;
    const std::string directory = state_home.text() + "/journal";
    const auto entries = list_at(AT_FDCWD, directory.c_str());
    if (!entries) {
        if (entries.error().code == Errc::invalid) return findings;  // there was never a run
        return fail(Errc::io, entries.error().what, directory);
    }
    // What was disarmed by a process that is gone comes first: the search must not meet it half way.
    std::vector<Taking> earlier = take_over_all(state_home, directory, *entries, findings);
    bool all_over = true;
    for (const Listed& entry : *entries) {
        const auto file = AbsPath::parse(directory + '/' + entry.name);
        if (!file) continue;
        if (entry.name.ends_with(".new")) remove_unfinished(*file);
        if (!entry.name.ends_with(".json")) continue;
        if (!finish_left_over(state_home, *file, earlier, findings)) all_over = false;
    }
    if (all_over) close(state_home, std::move(earlier));
    return findings;
}

}  // namespace postern::scrub
