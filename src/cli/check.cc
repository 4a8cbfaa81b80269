// postern check: one question, one verdict.
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/render.h"
#include "cli/request.h"

namespace postern::cli {

int run_check(const Parsed& options) {
    if (options.has(Opt::batch)) return run_batch(options);
    const auto question = question_from(options);
    if (!question) return report(question.error());
    const auto session = open_session(options);
    if (!session) return report(session.error());

    const app::Answer answer = app::judge(*session, *question);
    const int status = exit_status(answer.decision.verdict);
    if (options.has(Opt::json)) return print(answer_json(answer, {}), status);
    if (options.has(Opt::quiet)) return status;
    return print(verdict_text(answer.decision, options.has(Opt::verbose) ? Detail::full : Detail::brief), status);
}

}  // namespace postern::cli
