// postern check: one query, one verdict. postern explain: the same with everything that led to it.
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/render.h"
#include "cli/request.h"

#include <nlohmann/json.hpp>

namespace postern::cli {
namespace {

struct Judged {
    app::Session session;
    app::Judgement judgement;
};

Result<Judged> judged(const Parsed& options) {
    const auto query = query_from(options);
    if (!query) return tl::unexpected(query.error());
    auto session = open_session(options);
    if (!session) return tl::unexpected(session.error());
    app::Judgement judgement = app::judge(*session, *query);
    return Judged{std::move(*session), std::move(judgement)};
}

// `text_of` makes the text for people out of what was judged.
template <class TextOf>
Result<int> answer_to(const Parsed& options, const TextOf& text_of) {
    const auto result = judged(options);
    if (!result) return tl::unexpected(result.error());
    const int status = exit_status(result->judgement.decision.verdict);
    if (options.has(Opt::json)) {
        return print(app::json_text(app::judgement_json(result->judgement), app::JsonLayout::one_line), status);
    }
    return options.has(Opt::quiet) ? status : print(text_of(*result), status);
}

Detail detail_of(const Parsed& options) {
    return options.has(Opt::verbose) ? Detail::full : Detail::brief;
}

}  // namespace

Result<int> run_check(const Parsed& options) {
    if (options.has(Opt::batch)) return run_batch(options);
    return answer_to(options,
                     [&](const Judged& judged) { return verdict_text(judged.judgement.decision, detail_of(options)); });
}

Result<int> run_explain(const Parsed& options) {
    if (!options.operands().empty()) return explain_past(options);
    return answer_to(options, [&](const Judged& judged) {
        return explanation({.judgement = judged.judgement,
                            .session = judged.session,
                            .names_file = options.has(Opt::settings),
                            .detail = detail_of(options)},
                           text_style_of(STDOUT_FILENO));
    });
}

}  // namespace postern::cli
