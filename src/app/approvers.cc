#include "app/approvers.h"

#include "approval/binding.h"
#include "approval/broker_approver.h"
#include "approval/builtin_classifier.h"
#include "approval/command_approver.h"
#include "approval/memory.h"
#include "base/links.h"
#include "base/quantity.h"
#include "base/quote.h"
#include "base/text.h"
#include "host/trusted_program.h"
#include "settings/defaults.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/stat.h>

namespace postern::app {
namespace {

using settings::Classifier;

constexpr std::chrono::milliseconds kUsualLimit{5000};

std::chrono::milliseconds limit_of(const std::string& text) {
    const auto time = text.empty() ? fail(Errc::invalid, "") : parse_milliseconds(text);
    return time ? std::chrono::milliseconds(*time) : kUsualLimit;
}

// Makes approvers of commands. Only programs and scripts that no command can have written are run: they run outside the
// sandbox, and their answer is a yes.
class CommandMaker {
public:
    CommandMaker(const Session& session, const host::Facts& facts, const sandbox::SandboxSpec* spec,
                 approval::Asking asking)
        : session_(session), asking_(std::move(asking)), writable_(facts.ever_writable) {
        writable_.push_back(facts.temporary);
        writable_.push_back(follow_links(session.places.project));
        for (const auto& wanted : spec != nullptr ? spec->writable : std::vector<sandbox::WantedPath>{}) {
            writable_.push_back(follow_links(wanted.path));
        }
        std::erase(writable_, AbsPath::root());
    }

    std::unique_ptr<approval::Approver> make(const std::vector<std::string>& command, const std::string& timeout,
                                             const settings::Origin& origin, approval::Audience audience) const {
        approval::CommandApproverParts parts{.asking = asking_, .audience = audience};
        parts.program = {.words = command, .home = session_.places.home, .limit = limit_of(timeout)};
        auto found = find(command.front(), origin);
        parts.name = std::string(base_name(command.front()));
        if (found.real) parts.program.words.front() = found.real->text();
        parts.objection = found.real ? "" : objection_text(found);
        if (!found.real && parts.objection.empty()) parts.objection = printable(command.front()) + " is not there";
        for (const std::string& file : approval::named_files(command)) {
            if (parts.objection.empty()) parts.objection = objection_to_file(file);
        }
        return std::make_unique<approval::CommandApprover>(std::move(parts));
    }

private:
    // A path is one from home, or from the directory that the settings file belongs to; a name is one of the system.
    host::Inspected find(const std::string& program, const settings::Origin& origin) const {
        if (program.find('/') == std::string::npos) {
            const auto located = host::locate_in_path(program, "/usr/local/bin:/usr/bin:/bin", writable_);
            return located.path ? host::inspect_program(*located.path, writable_) : host::Inspected{};
        }
        const bool in_home = program.starts_with("~/");
        const AbsPath& base = in_home ? session_.places.home : session_.settings.sources[origin.source].anchor;
        const auto path = AbsPath::resolve(base, in_home ? program.substr(2) : program);
        return path ? host::inspect_program(*path, writable_) : host::Inspected{};
    }

    std::string objection_to_file(const std::string& file) const {
        const auto path = AbsPath::parse(file);
        struct stat st {};
        if (!path || ::stat(path->text().c_str(), &st) != 0) return {};
        const AbsPath real = follow_links(*path);
        const auto root = std::ranges::find_if(writable_, [&](const AbsPath& one) { return one.contains(real); });
        return root == writable_.end() ? "" : real.text() + " lies in " + root->text() + ", which commands may write";
    }

    const Session& session_;
    approval::Asking asking_;
    std::vector<AbsPath> writable_;
};

}  // namespace

approval::Approvers with_broker(approval::Approvers people, const Session& session, approval::Asking asking) {
    approval::BrokerPatience patience;
    if (const auto deadline = settings::approval_deadline(session.settings)) patience.answer = *deadline;
    people.push_back(
        std::make_unique<approval::BrokerApprover>(session.places.state_home, std::move(asking), patience));
    return people;
}

approval::Approvers with_chosen(approval::Approvers people, const Session& session, const host::Facts& facts,
                                const sandbox::SandboxSpec* spec, approval::Asking asking) {
    asking.headless = std::ranges::none_of(people, [](const auto& one) { return one->available(); });
    const settings::ApprovalSettings& wishes = session.settings.approval;
    const Classifier classifier = wishes.classifier ? wishes.classifier->value : Classifier{};
    approval::Approvers out;
    if (classifier.kind == Classifier::Kind::builtin) out.push_back(std::make_unique<approval::BuiltinClassifier>());
    if (!wishes.hooks.empty() || classifier.kind == Classifier::Kind::command) {
        const CommandMaker maker(session, facts, spec, std::move(asking));
        if (classifier.kind == Classifier::Kind::command) {
            out.push_back(maker.make(classifier.command, classifier.timeout, wishes.classifier->origin,
                                     approval::Audience::classifier));
        }
        for (const settings::HookEntry& hook : wishes.hooks) {
            out.push_back(maker.make(hook.command, hook.timeout, hook.origin, approval::Audience::hook));
        }
    }
    for (auto& person : people) out.push_back(std::move(person));
    return out;
}

}  // namespace postern::app
