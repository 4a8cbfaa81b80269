#include "cli/request.h"

#include "app/judgement_json.h"
#include "cli/output.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace postern::cli {

app::SessionOptions session_options(const Parsed& options) {
    app::SessionOptions out{.cwd = options.value(Opt::cwd),
                            .settings_file = options.value(Opt::settings),
                            .sets = options.values(Opt::set)};
    if (const auto mode = options.value(Opt::mode)) out.sets.push_back("permissions.defaultMode=" + *mode);
    for (const std::string& host : options.values(Opt::allow_host)) {
        out.sets.push_back("sandbox.network.allowedDomains=" + app::json_text({host}, app::JsonLayout::one_line));
    }
    return out;
}

Result<app::Session> open_session(const Parsed& options) {
    auto session = app::open_session(session_options(options));
    if (session && !session->warnings.empty() && !options.has(Opt::quiet)) report_warnings(session->warnings);
    return session;
}

Result<app::Query> query_from(const Parsed& options) {
    const auto text = options.value(Opt::command);
    const auto& program = options.program();
    const auto tool = options.value(Opt::tool);
    const int forms = (text ? 1 : 0) + (program ? 1 : 0) + (tool ? 1 : 0);
    if (forms == 0)
        return fail(Errc::invalid, options.command().name == "run"
                                       ? "nothing to run: give -c STRING or -- CMD ARG…"
                                       : "nothing to judge: give -c STRING, -- CMD ARG… or --tool NAME");
    // `--tool Bash` goes with a command, because a command is what that tool takes.
    const bool bash = tool == "Bash" && forms == 2;
    if (forms > 1 && !bash) return fail(Errc::invalid, "-c, -- and --tool exclude each other");
    const auto path = options.value(Opt::path);
    const auto host = options.value(Opt::host);
    app::Query query;
    if (text || program) {
        if (path || host) return fail(Errc::invalid, "--path and --host go with --tool");
        if (text) {
            query.subject = app::ShellText{*text};
        } else {
            query.subject = app::Program{*program};
        }
    } else {
        auto about = app::query_for({.name = *tool, .path = path, .host = host});
        if (!about) return about;
        query = std::move(*about);
    }
    query.unsandboxed = options.has(Opt::unsandboxed);
    return query;
}

int exit_status(policy::Verdict verdict) {
    switch (verdict) {
        case policy::Verdict::allow: return 0;
        case policy::Verdict::ask: return 1;
        case policy::Verdict::deny: return 2;
    }
    return 2;
}

}  // namespace postern::cli
