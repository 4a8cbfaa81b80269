// postern explain: the same judgement as check, with everything that led to it.
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/render.h"
#include "cli/request.h"

namespace postern::cli {

int run_explain(const Parsed& options) {
    const auto question = question_from(options);
    if (!question) return report(question.error());
    const auto session = open_session(options);
    if (!session) return report(session.error());

    const app::Answer answer = app::judge(*session, *question);
    const int status = exit_status(answer.decision.verdict);
    if (options.has(Opt::json)) return print(answer_json(answer, {}), status);
    if (options.has(Opt::quiet)) return status;
    const Explained what{.answer = answer,
                         .session = *session,
                         .names_file = options.has(Opt::settings),
                         .detail = options.has(Opt::verbose) ? Detail::full : Detail::brief};
    return print(explanation(what, look_of(STDOUT_FILENO)), status);
}

}  // namespace postern::cli
