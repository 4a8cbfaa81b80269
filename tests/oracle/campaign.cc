#include "campaign.h"

#include "worker.h"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <new>

namespace postern::oracle {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kPatience = std::chrono::seconds(20);
constexpr std::uint64_t kCrashesTolerated = 20;

struct Hand {  // a worker as seen by its parent
    pid_t pid = -1;
    Share share;
    std::uint64_t beat = 0;
    Clock::time_point since;
};

class Campaign {
public:
    Campaign(const Options& options, const Stage& stage, const std::vector<Case>& regressions)
        : options_(options), stage_(stage), regressions_(regressions) {}

    Report run();

private:
    void start(Hand& hand);
    void ended(Hand& hand, int status);
    void check_progress(Hand& hand) const;
    void describe_crash(const Slot& slot, const char* how) const;

    const Options& options_;
    const Stage& stage_;
    const std::vector<Case>& regressions_;
    Slot* slots_ = nullptr;
    Report report_;
};

void Campaign::start(Hand& hand) {
    Slot& slot = slots_[hand.share.number];
    const pid_t parent = ::getpid();
    (void)std::fflush(nullptr);
    hand.pid = ::fork();
    hand.since = Clock::now();
    if (hand.pid != 0) return;
    (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) _exit(3);
    _exit(run_worker(options_, stage_, regressions_, hand.share, slot));
}

void Campaign::describe_crash(const Slot& slot, const char* how) const {
    const std::uint64_t index = slot.current;
    const Case one = slot.in_regressions ? regressions_[index] : make_case(options_.seed, index, options_.mode);
    std::printf("---- %s (%s %llu)\n%s\n", how, slot.in_regressions ? "regression" : "index",
                static_cast<unsigned long long>(index), one.script.c_str());
}

void Campaign::ended(Hand& hand, int status) {
    hand.pid = -1;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
    Slot& slot = slots_[hand.share.number];
    if (WIFEXITED(status) && WEXITSTATUS(status) == 3) {
        report_.error = "a worker could not give up its privileges or open its files";
        return;
    }
    ++report_.crashes;
    describe_crash(slot, WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? "NO PROGRESS" : "CRASH");
    if (report_.crashes > kCrashesTolerated) return;
    if (slot.in_regressions) {
        ++slot.current;
    } else {
        hand.share.with_regressions = false;
        hand.share.first = slot.current + options_.jobs;
    }
    start(hand);
}

void Campaign::check_progress(Hand& hand) const {
    const std::uint64_t beat = slots_[hand.share.number].beat;
    if (beat != hand.beat) {
        hand.beat = beat;
        hand.since = Clock::now();
    } else if (Clock::now() - hand.since > kPatience) {
        (void)::kill(hand.pid, SIGKILL);
    }
}

Report Campaign::run() {
    const std::size_t bytes = sizeof(Slot) * options_.jobs;
    void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        report_.error = "no shared memory";
        return report_;
    }
    slots_ = static_cast<Slot*>(memory);
    std::vector<Hand> hands(options_.jobs);
    for (std::size_t i = 0; i < hands.size(); ++i) {
        new (&slots_[i]) Slot{};
        hands[i].share = {.number = i, .first = options_.first + i, .with_regressions = i == 0};
        start(hands[i]);
    }
    for (std::size_t running = hands.size(); running > 0 && report_.error.empty();) {
        running = 0;
        for (Hand& hand : hands) {
            if (hand.pid < 0) continue;
            int status = 0;
            if (::waitpid(hand.pid, &status, WNOHANG) == hand.pid) {
                ended(hand, status);
            } else {
                check_progress(hand);
            }
            running += hand.pid >= 0 ? 1u : 0u;
        }
        (void)::usleep(20000);
    }
    for (std::size_t i = 0; i < hands.size(); ++i) {
        for (std::size_t family = 0; family < kFamilies; ++family) report_.counts[family].add(slots_[i].counts[family]);
        report_.guarded.add(slots_[i].guarded);
    }
    (void)::munmap(memory, bytes);
    return report_;
}

}  // namespace

void Counts::add(const Counts& other) noexcept {
    scripts += other.scripts;
    records += other.records;
    undecided += other.undecided;
    needless += other.needless;
    excused += other.excused;
    hidden += other.hidden;
    missed += other.missed;
    arguments += other.arguments;
    broken += other.broken;
    timed_out += other.timed_out;
    for (std::size_t i = 0; i < doubts.size(); ++i) doubts[i] += other.doubts[i];
}

void GuardedCounts::add(const GuardedCounts& other) noexcept {
    scripts += other.scripts;
    by_text += other.by_text;
    by_guard += other.by_guard;
    ran += other.ran;
    denied_ran += other.denied_ran;
    unjudged += other.unjudged;
    timed_out += other.timed_out;
    hangs += other.hangs;
    failed += other.failed;
    unmet += other.unmet;
    unmet_same += other.unmet_same;
}

Report run_campaign(const Options& options, const Stage& stage, const std::vector<Case>& regressions) {
    return Campaign(options, stage, regressions).run();
}

}  // namespace postern::oracle
