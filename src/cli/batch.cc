// postern check --batch: a question per line in, an answer per line out, in the same order.
//
// Answers are written as soon as the next line is not there yet. So a caller that waits for each answer gets it at
// once, and one that sends thousands of lines costs few writes.
#include "cli/batch.h"

#include "base/file.h"
#include "base/json.h"
#include "base/nearest.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/render.h"
#include "cli/request.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <memory>
#include <utility>

#include <unistd.h>

namespace postern::cli {
namespace {

using nlohmann::json;

constexpr auto kMembers =
    std::to_array<std::string_view>({"id", "command", "tool", "path", "host", "cwd", "unsandboxed"});
constexpr std::size_t kLongestLine = std::size_t{8} << 20;
constexpr std::size_t kEnoughToWrite = 64 << 10;

using Text = std::optional<std::string>;

Result<Text> text_member(const json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end() || found->is_null()) return Text{};
    if (!found->is_string()) return fail(Errc::invalid, std::string(name) + " is not a string");
    return Text{found->get<std::string>()};
}

// Members of other tools are left alone. A name that looks like one of ours misspelt is an error, because the question
// would be judged as if that member were absent.
Status check_members(const json& object) {
    for (const auto& [name, value] : object.items()) {
        if (std::ranges::find(kMembers, name) != kMembers.end()) continue;
        if (const auto near = nearest(name, kMembers); near && name.size() > 3) {
            return fail(Errc::invalid, "unknown member " + name + "; did you mean " + std::string(*near) + '?');
        }
    }
    return {};
}

// Reads a string as shell text, and a list of strings as a program with its arguments.
Result<app::Query> command_question(const json& command) {
    if (command.is_string()) return app::Query{app::ShellText{command.get<std::string>()}};
    app::Program program;
    if (!command.is_array() || command.empty()) return fail(Errc::invalid, "command is neither a string nor a list");
    for (const json& word : command) {
        if (!word.is_string()) return fail(Errc::invalid, "a word of the command is not a string");
        program.argv.push_back(word.get<std::string>());
    }
    return app::Query{std::move(program)};
}

Result<app::Query> any_question(const json& object) {
    const auto tool = text_member(object, "tool");
    const auto path = text_member(object, "path");
    const auto host = text_member(object, "host");
    for (const auto* member : {&tool, &path, &host}) {
        if (!*member) return tl::unexpected(member->error());
    }
    const auto command = object.find("command");
    const bool has_command = command != object.end() && !command->is_null();
    if (!has_command && !*tool) return fail(Errc::invalid, "neither command nor tool");
    if (has_command && (*path || *host)) return fail(Errc::invalid, "path and host go with tool, not with command");
    if (has_command && *tool && **tool != "Bash") return fail(Errc::invalid, "tool and command exclude each other");
    if (has_command) return command_question(*command);
    return app::query_for({.name = **tool, .path = *path, .host = *host});
}

}  // namespace

Result<BatchLine> parse_batch_line(std::string_view line, std::string& id) {
    auto parsed = parse_json(line, "line");
    if (!parsed) return tl::unexpected(std::move(parsed.error()));
    if (!parsed->is_object()) return fail(Errc::invalid, "the line is not an object");
    if (const auto found = parsed->find("id"); found != parsed->end()) {
        if (found->is_structured()) return fail(Errc::invalid, "id is neither a string nor a number");
        id = found->dump();
    }
    if (auto known = check_members(*parsed); !known) return tl::unexpected(std::move(known.error()));
    auto cwd = text_member(*parsed, "cwd");
    if (!cwd) return tl::unexpected(std::move(cwd.error()));
    auto question = any_question(*parsed);
    if (!question) return tl::unexpected(std::move(question.error()));
    if (const auto outside = parsed->find("unsandboxed"); outside != parsed->end() && !outside->is_null()) {
        if (!outside->is_boolean()) return fail(Errc::invalid, "unsandboxed is neither true nor false");
        question->unsandboxed = outside->get<bool>();
    }
    return BatchLine{std::move(*question), std::move(*cwd)};
}

namespace {

class Batch {
public:
    explicit Batch(const Parsed& options) : options_(session_options(options)), quiet_(options.has(Opt::quiet)) {
        outside_ = options.has(Opt::unsandboxed);
    }

    // Opens the settings of the command line first: if they cannot be used, that is one error and not one per line.
    Status open() {
        const auto session = session_for({});
        if (!session) return tl::unexpected(session.error());
        return {};
    }

    Result<int> run() {
        for (;;) {
            while (take_line()) {
                if (out_.size() >= kEnoughToWrite && !flush()) return cannot_write();
            }
            if (!flush()) return cannot_write();
            const ssize_t got = ::read(STDIN_FILENO, block_.data(), block_.size());
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) return fail(Errc::io, describe_errno("cannot read the questions", errno));
            if (got == 0) break;
            add(std::string_view(block_.data(), static_cast<std::size_t>(got)));
        }
        const std::string_view last = std::string_view(in_).substr(done_);  // may lack its newline
        if (!last.empty() || too_long_) judge_line(last);
        if (!flush()) return cannot_write();
        return status_;
    }

private:
    // Drops finished lines before it grows, so that memory follows the longest line and not the whole input.
    void add(std::string_view bytes) {
        in_.erase(0, done_);
        searched_ -= done_;
        done_ = 0;
        in_ += bytes;
    }

    bool take_line() {
        const std::size_t end = in_.find('\n', searched_);
        if (end == std::string::npos) {
            searched_ = in_.size();
            if (in_.size() - done_ > kLongestLine) {
                too_long_ = true;
                in_.clear();
                done_ = searched_ = 0;
            }
            return false;
        }
        const std::string_view line = std::string_view(in_).substr(done_, end - done_);
        judge_line(line);
        done_ = searched_ = end + 1;
        return true;
    }

    void judge_line(std::string_view line) {
        std::string id;
        Result<BatchLine> question = std::exchange(too_long_, false)
                                         ? Result<BatchLine>(fail(Errc::invalid, "the line is too long"))
                                         : parse_batch_line(line, id);
        if (!question) return refuse(id, question.error());
        const auto session = session_for(question->cwd.value_or(std::string{}));
        if (!session) return refuse(id, session.error());
        question->query.unsandboxed = question->query.unsandboxed || outside_;
        out_ += judgement_line(app::judge(**session, question->query), id);
    }

    void refuse(std::string_view id, const Error& error) {
        status_ = kExitError;
        out_ += refusal_line(error, id);
    }

    // One session per directory asked about; "" is the one of the command line.
    Result<const app::Session*> session_for(const std::string& cwd) {
        if (const auto known = sessions_.find(cwd); known != sessions_.end()) return known->second.get();
        app::SessionOptions options = options_;
        if (!cwd.empty()) options.cwd = cwd;
        auto session = app::open_session(options);
        if (!session) return tl::unexpected(std::move(session.error()));
        if (!quiet_) report_warnings(session->warnings);
        if (sessions_.size() >= kMostSessions) sessions_.clear();
        return (sessions_[cwd] = std::make_unique<app::Session>(std::move(*session))).get();
    }

    bool flush() {
        const bool written = write_all(STDOUT_FILENO, out_);
        out_.clear();
        return written;
    }

    static tl::unexpected<Error> cannot_write() {
        return fail(Errc::io, describe_errno("cannot write the answers", errno));
    }

    static constexpr std::size_t kMostSessions = 64;
    app::SessionOptions options_;
    bool quiet_;
    bool outside_ = false;
    std::map<std::string, std::unique_ptr<app::Session>> sessions_;
    std::array<char, 64 << 10> block_{};
    std::string in_;
    std::size_t done_ = 0, searched_ = 0;  // bytes of in_ that are answered, that hold no newline
    bool too_long_ = false;
    std::string out_;
    int status_ = 0;
};

}  // namespace

Result<int> run_batch(const Parsed& options) {
    bool asks = options.program().has_value();
    for (const Opt other : {Opt::command, Opt::tool, Opt::path, Opt::host}) asks = asks || options.has(other);
    if (asks) return fail(Errc::invalid, "--batch takes its questions from standard input only");
    const auto batch = std::make_unique<Batch>(options);
    if (auto opened = batch->open(); !opened) return tl::unexpected(opened.error());
    return batch->run();
}

}  // namespace postern::cli
