// postern approvals: the questions that stand, answered from another terminal, and the answers that are kept.
#include "approval/memory.h"
#include "service/client.h"

#include "app/host.h"
#include "base/quote.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/render.h"
#include "settings/places.h"

#include <nlohmann/json.hpp>

#include <array>
#include <chrono>

namespace postern::cli {
namespace {

using app::Json;
using approval::BrokerQuestion;

constexpr std::chrono::milliseconds kPatience{5000};

Result<AbsPath> state_home() {
    const auto directory = app::working_directory(std::nullopt);
    if (!directory) return tl::unexpected(directory.error());
    const auto places = settings::from_environment(*directory);
    if (!places) return tl::unexpected(places.error());
    return places->state_home;
}

Result<approval::BrokerReply> tell_broker(approval::BrokerRequest request) {
    const auto state = state_home();
    if (!state) return tl::unexpected(state.error());
    auto client = service::Client::send(*state, std::move(request));
    if (!client) return tl::unexpected(client.error());
    auto reply = client->next(kPatience);
    if (reply && !reply->error.empty()) return fail(Errc::invalid, reply->error);
    return reply;
}

Json question_json(const BrokerQuestion& question) {
    return {{"id", question.id},
            {"about", approval::to_string(question.about)},
            {"subject", question.subject},
            {"directory", question.directory},
            {"reasons", question.reasons},
            {"session", app::text_or_null(question.session)},
            {"actor", app::text_or_null(question.actor)},
            {"longest", approval::to_string(question.longest)},
            {"askedMs", question.asked_ms},
            {"pid", question.pid}};
}

std::string age_of(const BrokerQuestion& question) {
    using namespace std::chrono;
    const std::int64_t now = duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
    return std::to_string(std::max<std::int64_t>(0, (now - question.asked_ms) / 1000)) + " s";
}

std::string question_lines(const BrokerQuestion& question) {
    std::string out = question.id + "  " + printable(question.subject) + "\n    in " + printable(question.directory);
    out += ", asked " + age_of(question) + " ago by process " + std::to_string(question.pid);
    if (!question.actor.empty()) out += ", actor " + printable(question.actor);
    if (!question.session.empty()) out += ", session " + printable(question.session);
    out += '\n';
    for (const std::string& reason : question.reasons) out += "    " + printable(reason) + '\n';
    return out;
}

}  // namespace

Result<int> run_approvals_list(const Parsed& options) {
    const auto reply = tell_broker({.act = approval::BrokerAct::list});
    if (!reply) return tl::unexpected(reply.error());
    const auto questions = reply->questions.value_or(std::vector<BrokerQuestion>{});
    if (options.has(Opt::json)) {
        Json list = Json::array();
        for (const BrokerQuestion& one : questions) list.push_back(question_json(one));
        return print(app::json_text({{"version", 1}, {"questions", std::move(list)}}, app::JsonLayout::indented), 0);
    }
    std::string text;
    for (const BrokerQuestion& one : questions) text += question_lines(one);
    return print(text.empty() ? "no question stands\n" : text, 0);
}

Result<int> run_approvals_answer(const Parsed& options) {
    const auto& operands = options.operands();
    const bool complete = operands.size() == 2 && (operands[1] == "allow" || operands[1] == "deny");
    if (!complete)
        return fail(Errc::invalid, "which question, and allow or deny? `postern approvals list` shows the ids");
    const bool yes = operands[1] == "allow";
    approval::Answer answer{.verdict = yes ? approval::Answer::Verdict::allowed : approval::Answer::Verdict::refused,
                            .message = options.value(Opt::message).value_or("")};
    if (options.has(Opt::for_session)) answer.lasting = approval::Lasting::session;
    if (options.has(Opt::always)) answer.lasting = approval::Lasting::always;
    if (!yes && answer.lasting != approval::Lasting::once) return fail(Errc::invalid, "only a yes can hold for longer");
    const auto reply =
        tell_broker({.act = approval::BrokerAct::answer, .id = operands[0], .answer = std::move(answer)});
    if (!reply) return tl::unexpected(reply.error());
    if (options.has(Opt::json))
        return print(app::json_text({{"version", 1}, {"done", true}}, app::JsonLayout::one_line), 0);
    return 0;
}

Result<int> run_approvals_grants(const Parsed& options) {
    const auto state = state_home();
    if (!state) return tl::unexpected(state.error());
    const auto grants = approval::kept_grants(*state);
    if (!grants) return tl::unexpected(grants.error());
    if (options.has(Opt::json)) {
        Json list = Json::array();
        for (const auto& grant : *grants) {
            list.push_back({{"what", grant.what}, {"session", app::text_or_null(grant.session)}});
        }
        return print(app::json_text({{"version", 1}, {"grants", std::move(list)}}, app::JsonLayout::indented), 0);
    }
    std::string text;
    for (const auto& grant : *grants) {
        text += printable(grant.what) + (grant.session.empty() ? "  always" : "  session " + printable(grant.session));
        text += '\n';
    }
    return print(text.empty() ? "no answer is kept\n" : text, 0);
}

Result<int> run_approvals_revoke(const Parsed& options) {
    if (options.operands().size() != 1)
        return fail(Errc::invalid, "which host, or which session? `postern approvals grants` lists them");
    const auto state = state_home();
    if (!state) return tl::unexpected(state.error());
    const auto count = approval::revoke_grants(*state, options.operands()[0]);
    if (!count) return tl::unexpected(count.error());
    if (*count == 0) return fail(Errc::invalid, "no answer is kept for " + printable(options.operands()[0]));
    if (options.has(Opt::json))
        return print(app::json_text({{"version", 1}, {"revoked", *count}}, app::JsonLayout::one_line), 0);
    return 0;
}

}  // namespace postern::cli
