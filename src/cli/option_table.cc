// Every option.
#include "cli/options.h"

#include <array>

namespace postern::cli {
namespace {

constexpr auto kOptions = std::to_array<OptionSpec>({
    {Opt::command, 'c', "", "STRING", "shell text, as `bash -c STRING` would run it"},
    {Opt::tool, 0, "tool", "NAME", "another tool: Read, Edit, Write, WebFetch, …"},
    {Opt::path, 0, "path", "PATH", "the file that tool is to use"},
    {Opt::host, 0, "host", "HOST", "the host that tool is to reach, or HOST:PORT"},
    {Opt::batch, 0, "batch", "", "JSON Lines in, {\"id\",\"command\"}; JSON Lines out"},
    {Opt::json, 0, "json", "", "the whole answer as one JSON object"},
    {Opt::unsandboxed, 0, "unsandboxed", "", "judge as if it were to run outside the sandbox"},
    {Opt::settings, 0, "settings", "FILE", "this file instead of yours and the project's"},
    {Opt::set, 0, "set", "KEY=VALUE", "one more setting, by dotted key; repeatable", true},
    {Opt::mode, 0, "mode", "MODE", "short for --set permissions.defaultMode=MODE"},
    {Opt::cwd, 0, "cwd", "DIR", "working directory (default: the current one)"},
    {Opt::allow_host, 0, "allow-host", "HOST", "may be reached, too; repeatable", true},
    {Opt::allow_write, 0, "allow-write", "PATH", "may be written, too; repeatable", true},
    {Opt::deny_write, 0, "deny-write", "PATH", "may not be written; repeatable", true},
    {Opt::deny_read, 0, "deny-read", "PATH", "may not be read; repeatable", true},
    {Opt::timeout, 0, "timeout", "TIME", "end it after this long: 30s, 5m"},
    {Opt::memory, 0, "memory", "SIZE", "memory it may use: 512M, 2G"},
    {Opt::pids, 0, "pids", "N", "processes it may have at once"},
    {Opt::max_output, 0, "max-output", "SIZE", "output to keep (default with --json: 200k)"},
    {Opt::headless, 0, "headless", "", "ask nobody at the terminal, as without one"},
    {Opt::env, 0, "env", "NAME=VALUE", "a variable for the command; repeatable", true},
    {Opt::backend, 0, "backend", "NAME", "bwrap or seatbelt (default: bwrap)"},
    {Opt::origin, 0, "origin", "", "say for each value where it was set"},
    {Opt::list, 0, "list", "", "list the projects that are trusted"},
    {Opt::revoke, 0, "revoke", "", "trust this project no longer"},
    {Opt::yes, 0, "yes", "", "do not ask; needed where nobody can be asked"},
    {Opt::force, 0, "force", "", "replace a settings file that is there"},
    {Opt::actor, 0, "actor", "NAME", "who asks: a person, an agent, one of its helpers"},
    {Opt::agent, 0, "agent", "NAME", "the program that asks: claude, codex"},
    {Opt::model, 0, "model", "NAME", "the model behind it"},
    {Opt::session, 0, "session", "ID", "the session it belongs to (default: the terminal's)"},
    {Opt::verdict, 0, "verdict", "VERDICT", "allow, ask or deny"},
    {Opt::since, 0, "since", "TIME", "not before: 24h, 90d, 2026-11-18, 2026-11-18T09:30"},
    {Opt::until, 0, "until", "TIME", "before: the same"},
    {Opt::grep, 0, "grep", "TEXT", "with this in command, directory, rule or error"},
    {Opt::limit, 0, "limit", "N", "the newest N (default: 100)"},
    {Opt::follow, 0, "follow", "", "go on with what comes"},
    {Opt::by, 0, "by", "WHAT", "actor, model, rule, step or day (default: actor)"},
    {Opt::keep, 0, "keep", "TIME", "remove what is older: 90d"},
    {Opt::format, 0, "format", "FORMAT", "ndjson, ocsf, otlp or events (default: ndjson)"},
    {Opt::anchors, 0, "anchors", "FILE", "compare with anchors in this log; -: standard input"},
    {Opt::for_session, 0, "session", "", "let the yes hold for the session that asks, where that is offered"},
    {Opt::always, 0, "always", "", "let the yes hold from now on, where that is offered"},
    {Opt::message, 0, "message", "TEXT", "what the agent is told with the answer"},
    {Opt::log_level, 0, "log-level", "LEVEL", "debug, info or warning (default: info)"},
    {Opt::notify, 0, "notify", "PROGRAM", "run it when a question waits for longer than three seconds"},
    {Opt::quiet, 'q', "quiet", "", "print nothing but errors"},
    {Opt::verbose, 'v', "verbose", "", "print every reason, not only what decided"},
    {Opt::help, 'h', "help", "", "this text"},
});

}  // namespace

std::span<const OptionSpec> option_specs() {
    return kOptions;
}

}  // namespace postern::cli
