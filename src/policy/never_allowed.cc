#include "policy/never_allowed.h"

#include "policy/never_code.h"
#include "policy/never_download.h"
#include "policy/never_places.h"
#include "policy/reasons.h"
#include "shell/known_values.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

namespace postern::policy {
namespace {

bool runs_a_download(const Act& act) {
    return act.downloads != nullptr && act.downloads->are_run_by(act.index);
}

constexpr auto kTable = std::to_array<NeverAllowed>({
    {"remove-root-or-home", "removes everything of the user's or of the machine's", removes_root_or_home},
    {"become-root", "gives a command the rights of another user", becomes_root},
    {"make-file-system", "erases what was on the file system before", makes_file_system},
    {"dd-to-device", "overwrites a disk or another device", copies_to_device},
    {"power-off", "stops the machine or its services", powers_off},
    {"write-to-device", "writes past the file system, to the kernel or to hardware", writes_to_device},
    {"run-a-download", "runs code that nobody has seen", runs_a_download},
    {"open-to-everyone", "lets every user of the machine change the files", opens_to_everyone},
    {"change-password", "changes who can log in", changes_password},
    {"kill-by-name", "ends processes that belong to somebody else's work", kills_by_name},
    {"fork-bomb", "starts itself again until the machine stands still", multiplies},
});

// Looks at a line, and at what the line says in another way: with its variables' values, with the words that xargs
// reads, and at what code of another language does.
class Search {
public:
    explicit Search(const Policy& policy) : policy_(policy) {}

    std::vector<Reason> run(const shell::Analysis& analysis, std::string_view text, const LineEffects& flow) {
        look(analysis, text, flow);
        return std::move(out_);
    }

private:
    static constexpr int kDeepest = 3;
    static constexpr std::size_t kMostTexts = 32;
    static constexpr std::size_t kMostBytes = 1U << 18U;  // of all of them

    void look(const shell::Analysis& analysis, std::string_view text, const LineEffects& flow) {
        std::optional<Downloads> downloads;
        if (Downloads::any(analysis)) downloads.emplace(analysis, text, policy_.host, flow);
        for (std::uint32_t i = 0; i < analysis.commands.size(); ++i) {
            const Act act{.analysis = analysis,
                          .index = i,
                          .host = policy_.host,
                          .flow = flow,
                          .downloads = downloads ? &*downloads : nullptr,
                          .program = analysis.commands[i].program(),
                          .sum = ProgramNames::sum(analysis.commands[i].program())};
            for (const NeverAllowed* entry : policy_.never) {
                if (entry->meets(act)) add(*entry, analysis.commands[i], i);
            }
        }
        if (depth_ == kDeepest) return;
        for (const std::string& more : shell::with_known_values(text, analysis, policy_.host.home.text()))
            look_again(more, flow.directories.front());
        for (const shell::Unknown& unknown : flow.unknowns) {
            if (unknown.doubt == shell::Doubt::written_file) look_at_written(analysis, flow, unknown.command);
        }
        for (std::uint32_t i = 0; i < analysis.commands.size(); ++i) {
            for (const std::string& more : told_otherwise(analysis, i)) {
                for (std::size_t d = 0; d < flow.steps[i].directories; ++d) look_again(more, flow.directories[d]);
            }
        }
    }

    // Looks at the text of a file that the line writes and then runs.
    void look_at_written(const shell::Analysis& analysis, const LineEffects& flow, std::uint32_t runner) {
        std::unordered_set<std::string> run;
        for (const shell::Word& word : analysis.commands[runner].words) {
            for (std::size_t d = 0; d < flow.steps[runner].directories; ++d) {
                if (auto path = path_named_by(word, flow.directories[d], policy_.host.home)) run.insert(path->text);
            }
        }
        for (std::uint32_t i = 0; i < runner; ++i) {
            const auto writes = [&](const FileTouch& touch) {
                return touch.use == Use::write &&
                       std::ranges::any_of(touch.paths, [&](const NamedPath& path) { return run.contains(path.text); });
            };
            if (std::ranges::none_of(flow.steps[i].touches, writes)) continue;
            const std::string code = text_written_by(analysis, i);
            look_again(code, flow.directories.front());
            look_again(as_shell(code), flow.directories.front());
        }
    }

    void look_again(const std::string& text, const AbsPath& directory) {
        bytes_ += text.size();
        if (text.empty() || seen_.size() == kMostTexts || bytes_ > kMostBytes ||
            !seen_.insert(directory.text() + '\n' + text).second)
            return;
        ++depth_;
        const shell::Analysis analysis = shell::analyse(text);
        look(analysis, text, effects_of_line(analysis, directory, policy_.host.home));
        --depth_;
    }

    void add(const NeverAllowed& entry, const shell::Command& command, std::uint32_t index) {
        Reason reason{.verdict = Verdict::deny,
                      .kind = ReasonKind::never,
                      .rule = std::string(entry.name),
                      .subject = shown(command),
                      .message = "never allowed: it " + std::string(entry.reason),
                      .command = depth_ == 0 ? index : shell::kNoCommand};
        const auto same = [&](const Reason& other) { return depth_ > 0 && other.rule == reason.rule; };
        if (std::ranges::none_of(out_, same)) out_.push_back(std::move(reason));
    }

    const Policy& policy_;
    std::vector<Reason> out_;
    std::unordered_set<std::string> seen_;
    std::size_t bytes_ = 0;
    int depth_ = 0;
};

}  // namespace

std::span<const FileTouch> Act::touches() const {
    return flow.steps[index].touches;
}

std::span<const AbsPath> Act::directories() const {
    return std::span<const AbsPath>(flow.directories).first(flow.steps[index].directories);
}

std::span<const NeverAllowed> never_allowed() {
    return kTable;
}

std::vector<Reason> never_reasons(const Policy& policy, const shell::Analysis& analysis, std::string_view text,
                                  const LineEffects& flow) {
    return Search(policy).run(analysis, text, flow);
}

}  // namespace postern::policy
