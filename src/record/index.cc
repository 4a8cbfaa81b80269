#include "record/index.h"

#include <algorithm>
#include <utility>

#include <unistd.h>

namespace postern::record {
namespace {

constexpr int kVersion = 1;  // of the tables: an index with another one is made anew
constexpr std::int64_t kHourMs = 3'600'000;

constexpr const char* kTables = R"(
CREATE TABLE IF NOT EXISTS requests(number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, time INTEGER NOT NULL,
  actor TEXT, agent TEXT, model TEXT, session TEXT, client TEXT, tool TEXT, verdict INTEGER, ended INTEGER, ok INTEGER,
  duration INTEGER, step TEXT, rule TEXT, words TEXT, offset INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS requests_time ON requests(time);
CREATE INDEX IF NOT EXISTS requests_actor ON requests(actor, time);
CREATE INDEX IF NOT EXISTS requests_session ON requests(session, time);
CREATE INDEX IF NOT EXISTS requests_failed ON requests(time) WHERE ok = 0;
CREATE TABLE IF NOT EXISTS refusals(time INTEGER NOT NULL, actor TEXT, agent TEXT, model TEXT, session TEXT, rule TEXT,
  step TEXT, what TEXT, id TEXT NOT NULL, offset INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS refusals_time ON refusals(time);
CREATE TABLE IF NOT EXISTS tally(hour INTEGER, actor TEXT, model TEXT, rule TEXT, step TEXT, verdict INTEGER,
  ok INTEGER, count INTEGER, duration INTEGER,
  PRIMARY KEY(hour, actor, model, rule, step, verdict, ok)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS state(name TEXT PRIMARY KEY, number INTEGER, text TEXT) WITHOUT ROWID;
)";
constexpr const char* kEmpty = "DELETE FROM requests; DELETE FROM refusals; DELETE FROM tally;";

std::int64_t signed_of(std::uint64_t number) {
    return static_cast<std::int64_t>(number);
}

std::string words_of(const RecordRow& row, const policy::Reason* reason) {
    std::string out = row.subject + '\n' + row.directory;
    if (!row.ran.empty()) out += '\n' + row.ran;
    if (reason != nullptr) out += '\n' + reason->rule + '\n' + reason->message;
    if (row.failure) out += '\n' + row.failure->what;
    return out;
}

// The statements that add one row.
struct Adding {
    Statement request, refusal, tally;
};

Result<Adding> prepare_adding(Database& database) {
    auto request = database.prepare("INSERT OR REPLACE INTO requests VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    auto refusal = database.prepare("INSERT INTO refusals VALUES(?,?,?,?,?,?,?,?,?,?)");
    auto tally = database.prepare(
        "INSERT INTO tally VALUES(?,?,?,?,?,?,?,1,?) ON CONFLICT DO UPDATE SET count = count + 1, "
        "duration = duration + excluded.duration");
    for (auto* one : {&request, &refusal, &tally}) {
        if (!*one) return tl::unexpected(std::move(one->error()));
    }
    return Adding{std::move(*request), std::move(*refusal), std::move(*tally)};
}

Status add_refusals(Statement& statement, const RecordRow& row, const policy::Reason* reason, std::uint64_t offset) {
    const auto add = [&](const std::string& rule, const std::string& step, const std::string& what) {
        return statement.run({row.time_ms, row.who.actor, row.who.agent, row.who.model, row.who.session, rule, step,
                              what, row.id, signed_of(offset)});
    };
    if (row.verdict == policy::Verdict::deny && reason != nullptr) {
        if (Status done = add(reason->rule, std::string(step_of(*reason)), row.subject); !done) return done;
    }
    for (const RowRefusal& one : row.refused) {
        if (Status done = add(one.rule, one.step, one.what); !done) return done;
    }
    for (const RowConnection& one : row.connections) {
        if (one.verdict != to_string(policy::Verdict::deny)) continue;
        if (Status done = add(one.rule, "1c", one.host + ':' + std::to_string(one.port)); !done) return done;
    }
    return {};
}

Status add_row(Adding& adding, const RecordRow& row, const ChainLink& link, std::uint64_t offset) {
    const policy::Reason* const reason = decisive(row);
    const std::string rule = reason == nullptr ? "" : reason->rule;
    const std::string step = reason == nullptr ? "" : std::string(step_of(*reason));
    const SqlValue verdict = row.verdict ? SqlValue(static_cast<std::int64_t>(*row.verdict)) : SqlValue(nullptr);
    const std::int64_t ended = row.stage == RowStage::ended ? 1 : 0, ok = row.succeeded() ? 1 : 0;
    const std::int64_t duration = row.duration_ms.value_or(0);
    const std::vector<SqlValue> values{signed_of(link.number),
                                       row.id,
                                       row.time_ms,
                                       row.who.actor,
                                       row.who.agent,
                                       row.who.model,
                                       row.who.session,
                                       row.who.client,
                                       row.tool,
                                       verdict,
                                       ended,
                                       ended == 0 ? SqlValue(nullptr) : SqlValue(ok),
                                       duration,
                                       step,
                                       rule,
                                       words_of(row, reason),
                                       signed_of(offset)};
    if (Status done = adding.request.run(values); !done || ended == 0) return done;
    if (Status done = add_refusals(adding.refusal, row, reason, offset); !done) return done;
    // A null is equal to no other one, so that a row without a verdict would never be counted together.
    const SqlValue counted = row.verdict ? verdict : SqlValue(std::int64_t{-1});
    return adding.tally.run({row.time_ms / kHourMs, row.who.actor, row.who.model, rule, step, counted, ok, duration});
}

}  // namespace

// Everything before `offset` is in the index; `link` is that of the last line before, which begins at `last`.
struct RecordIndex::State {
    std::string ledger{};
    std::uint64_t offset = 0, last = 0, removed = 0;
    ChainLink link{};
};

Result<RecordIndex> RecordIndex::open(const Ledger& ledger) {
    // A ledger that cannot be read is no reason to throw away what the index knows of it.
    if (const auto reader = LedgerReader::open(ledger); !reader) return tl::unexpected(reader.error());
    RecordIndex out(ledger);
    Status opened = out.open_file();
    if (opened) opened = out.update();
    if (!opened) {
        // What is damaged is made again.
        out.database_.reset();
        for (const char* end : {"", "-wal", "-shm", "-journal"})
            (void)::unlink((ledger.directory().text() + "/index" + end).c_str());
        opened = out.open_file();
        if (opened) opened = out.update();
    }
    if (!opened) return tl::unexpected(std::move(opened.error()));
    return out;
}

Status RecordIndex::open_file() {
    const auto file = AbsPath::resolve(ledger_->directory(), "index");
    if (!file) return tl::unexpected<Error>(file.error());
    auto database = Database::open(*file);
    if (!database) return tl::unexpected<Error>(std::move(database.error()));
    database_ = std::make_unique<Database>(std::move(*database));
    // Nothing is lost with the index, so that it need not wait for the disk.
    Status done = database_->run("PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA mmap_size=4000000000;");
    if (!done) return done;
    auto version = database_->prepare("PRAGMA user_version");
    if (!version) return tl::unexpected<Error>(std::move(version.error()));
    const auto row = version->step();
    if (!row) return tl::unexpected<Error>(row.error());
    const std::int64_t found = version->number(0);
    if (found == kVersion) return {};
    if (found != 0) return fail(Errc::unsupported, "the index has another version", file->text());
    return database_->run(std::string(kTables) + "PRAGMA user_version=" + std::to_string(kVersion));
}

Result<RecordIndex::State> RecordIndex::state() {
    auto rows = database_->prepare("SELECT name, number, text FROM state");
    if (!rows) return tl::unexpected(std::move(rows.error()));
    State out;
    for (;;) {
        const auto more = rows->step();
        if (!more) return tl::unexpected(more.error());
        if (!*more) return out;
        const std::string name = rows->text(0);
        const auto number = static_cast<std::uint64_t>(rows->number(1));
        if (name == "ledger") out.ledger = rows->text(2);
        if (name == "offset") out.offset = number;
        if (name == "last") out.last = number;
        if (name == "removed") out.removed = number;
        if (name == "link") out.link = {number, rows->text(2)};
    }
}

Status RecordIndex::keep(const State& state) {
    auto row = database_->prepare("INSERT OR REPLACE INTO state VALUES(?,?,?)");
    if (!row) return tl::unexpected<Error>(std::move(row.error()));
    const auto set = [&](const char* name, SqlValue number, SqlValue text) {
        return row->run({std::string(name), std::move(number), std::move(text)});
    };
    Status done = set("ledger", nullptr, state.ledger);
    if (done) done = set("offset", signed_of(state.offset), nullptr);
    if (done) done = set("last", signed_of(state.last), nullptr);
    if (done) done = set("removed", signed_of(state.removed), nullptr);
    if (done) done = set("link", signed_of(state.link.number), state.link.seal);
    if (!done) return done;
    // Never lowered: verify compares the ledger with it.
    auto seen = database_->prepare(
        "INSERT INTO state VALUES('seen',?1,?2) ON CONFLICT DO UPDATE SET number = ?1, text = ?2 WHERE ?1 > number");
    if (!seen) return tl::unexpected<Error>(std::move(seen.error()));
    return state.link.number == 0 ? Status{} : seen->run({signed_of(state.link.number), state.link.seal});
}

Result<std::optional<ChainLink>> RecordIndex::last_seen() {
    auto row = database_->prepare("SELECT number, text FROM state WHERE name = 'seen'");
    if (!row) return tl::unexpected(std::move(row.error()));
    const auto there = row->step();
    if (!there) return tl::unexpected(there.error());
    if (!*there) return std::optional<ChainLink>{};
    return std::optional(ChainLink{static_cast<std::uint64_t>(row->number(0)), row->text(1)});
}

// Pruned rows go, and the hour in which the first one that stays came is counted again.
Status RecordIndex::forget_before(std::uint64_t offset) {
    const std::string at = std::to_string(offset), hour = std::to_string(kHourMs);
    return database_->run("DELETE FROM requests WHERE offset < " + at + "; DELETE FROM refusals WHERE offset < " + at +
                          "; DELETE FROM tally; INSERT INTO tally SELECT time / " + hour +
                          ", actor, model, rule, step, ifnull(verdict, -1), ok, count(*), sum(duration) FROM requests "
                          "WHERE ended = 1 GROUP BY 1, 2, 3, 4, 5, 6, 7");
}

Status RecordIndex::make_anew() {
    if (Status done = database_->run(std::string(kEmpty) + "DELETE FROM state WHERE name <> 'seen'"); !done)
        return done;
    return update();
}

Status RecordIndex::update() {
    auto reader = LedgerReader::open(*ledger_);
    if (!reader) return tl::unexpected<Error>(std::move(reader.error()));
    auto found = state();
    if (!found) return tl::unexpected<Error>(std::move(found.error()));
    const Checkpoint& checkpoint = reader->checkpoint();
    const bool nothing_new =
        found->ledger == checkpoint.ledger && found->removed == checkpoint.offset && found->offset == reader->end();
    Status done{};
    if (!nothing_new) {
        if (Status begun = database_->run("BEGIN IMMEDIATE"); !begun) return begun;
        found = state();  // another one may have been faster
        done = found ? fold(*reader, std::move(*found)) : Status(tl::unexpected<Error>(std::move(found.error())));
        const Status closed = database_->run(done ? "COMMIT" : "ROLLBACK");
        if (done) done = closed;
    }
    reader_ = std::move(*reader);
    return done;
}

Status RecordIndex::fold(LedgerReader& reader, State state) {
    const Checkpoint& checkpoint = reader.checkpoint();
    const auto still_there = [&] {
        if (state.ledger != checkpoint.ledger) return false;
        if (state.last < checkpoint.offset) return state.offset >= checkpoint.offset || state.link.number > 0;
        if (!reader.seek(state.last)) return false;
        const auto line = reader.next();
        const auto parts = line ? split_line(*line) : std::nullopt;
        return parts && parts->link == state.link;
    };
    if (!still_there()) {
        if (Status done = database_->run(kEmpty); !done) return done;
        state = {.ledger = checkpoint.ledger, .removed = checkpoint.offset};
    } else if (state.removed != checkpoint.offset) {
        if (Status done = forget_before(checkpoint.offset); !done) return done;
        state.removed = checkpoint.offset;
    }
    state.offset = std::max(state.offset, checkpoint.offset);
    if (!reader.seek(state.offset)) return fail(Errc::internal, "the index does not fit the ledger");
    auto adding = prepare_adding(*database_);
    if (!adding) return tl::unexpected<Error>(std::move(adding.error()));
    while (const auto line = reader.next()) {
        auto parts = split_line(*line);
        const auto row = parts ? parse_row(parts->payload) : Result<RecordRow>(fail(Errc::parse, ""));
        state.offset = reader.after();
        if (!row) continue;  // verify tells of it
        if (Status done = add_row(*adding, *row, parts->link, reader.at()); !done) return done;
        state.last = reader.at();
        state.link = std::move(parts->link);
    }
    return keep(state);
}

Result<RecordRow> RecordIndex::row_at(std::uint64_t offset) {
    const auto line = reader_ && reader_->seek(offset) ? reader_->next() : std::nullopt;
    const auto parts = line ? split_line(*line) : std::nullopt;
    if (!parts) return fail(Errc::invalid, "the ledger has no row there; `postern audit verify` tells more");
    return parse_row(parts->payload);
}

}  // namespace postern::record
