#include "cli/audit_edges.h"

#include "app/host.h"
#include "app/judgement_json.h"
#include "app/record.h"
#include "approval/memory.h"
#include "base/file.h"
#include "base/io.h"
#include "base/text.h"
#include "host/sandbox_signs.h"
#include "record/export.h"
#include "record/when.h"
#include "settings/places.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <utility>

#include <poll.h>
#include <sys/inotify.h>

namespace postern::cli {
namespace {

using record::FoundRow;
using record::RowFilter;

constexpr auto kVerdicts = std::to_array<std::pair<std::string_view, policy::Verdict>>({
    {"allow", policy::Verdict::allow},
    {"ask", policy::Verdict::ask},
    {"deny", policy::Verdict::deny},
});

tl::unexpected<Error> failed(Error error) {
    return tl::unexpected<Error>(std::move(error));
}

std::string one_line(const record::RowJson& value) {
    return app::json_text(value, app::JsonLayout::one_line);
}

std::string ndjson(const record::RecordRow& row) {
    return one_line(row_json(row));
}
std::string ocsf(const record::RecordRow& row) {
    return one_line(record::ocsf_event(row));
}
std::string otlp(const record::RecordRow& row) {
    return one_line(record::otlp_logs({row}));
}
std::string events(const record::RecordRow& row) {
    std::string out;
    for (const record::RowJson& event : record::exec_events(row)) out += one_line(event);
    return out;
}

Result<std::int64_t> when(const Parsed& options, Opt option, std::string_view name) {
    auto time = record::parse_when(*options.value(option), record::now_ms());
    if (!time) time.error().where = name;
    return time;
}

}  // namespace

Result<AuditBook> AuditBook::open() {
    if (host::sandbox_around(host::read_sandbox_signs(), false) == host::kPosternAround)
        return fail(Errc::unsupported, "this is inside Postern's sandbox: the record can be read from outside only");
    const auto directory = app::working_directory(std::nullopt);
    if (!directory) return failed(directory.error());
    const auto places = settings::from_environment(*directory);
    if (!places) return failed(places.error());
    AuditBook out;
    out.state_home_ = places->state_home;
    auto ledger = record::Ledger::open_if_there(out.state_home_);
    if (!ledger) return failed(ledger.error());
    if (!*ledger) return out;
    out.ledger_ = std::make_unique<record::Ledger>(std::move(**ledger));
    return out;
}

Status AuditBook::wait() {
    constexpr int kMostMs = 2000;  // if the ledger is replaced meanwhile, or there is none yet
    const UniqueFd watch(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    const std::string file = record::record_directory(state_home_).text() + "/ledger";
    if (watch) (void)::inotify_add_watch(watch.get(), file.c_str(), IN_MODIFY | IN_ATTRIB);
    if (Status now = index_ ? index_->update() : Status{}; !now) return now;  // what came before the watch
    pollfd changed{.fd = watch.get(), .events = POLLIN, .revents = 0};
    (void)::poll(&changed, 1, kMostMs);
    return index_ ? index_->update() : Status{};
}

Status AuditBook::each_row(const RowFilter& filter, const Each& each) {
    if (!ledger_) return {};
    if (!index_) {
        auto index = record::RecordIndex::open(*ledger_);
        if (!index) return failed(index.error());
        index_ = std::make_unique<record::RecordIndex>(std::move(*index));
    }
    return record::each_row(*index_, narrowed(filter, reader_), each);
}

Result<std::vector<FoundRow>> AuditBook::rows(const RowFilter& filter) {
    std::vector<FoundRow> out;
    const Status done = each_row(filter, [&](const FoundRow& row) {
        out.push_back(row);
        return Status{};
    });
    if (!done) return failed(done.error());
    return out;
}

Result<record::RecordRow> AuditBook::row(const std::string& id) {
    if (Status opened = each_row({.limit = 0}, {}); !opened) return failed(opened.error());
    if (!index_) return fail(Errc::invalid, "nothing is on record yet", id);
    auto found = record::find_row(*index_, id);
    if (found && !may_read(reader_, *found)) return fail(Errc::invalid, "this is a request of another session", id);
    return found;
}

Result<StatsPage> AuditBook::stats(record::StatsBy by, const RowFilter& span) {
    StatsPage out{.by = by, .since = span.since.value_or(0), .until = span.until.value_or(0)};
    if (Status opened = need_person(); !opened) return failed(opened.error());
    if (Status opened = each_row({.limit = 0}, {}); !opened) return failed(opened.error());
    if (!index_) return out;
    auto rows = record::stats(*index_, by, span);
    if (!rows) return failed(rows.error());
    out.rows = std::move(*rows);
    const auto open = record::count_open(*index_, span);
    if (!open) return failed(open.error());
    out.open = *open;
    return out;
}

Result<std::vector<record::ViolationRow>> AuditBook::violations(const RowFilter& filter) {
    if (Status opened = each_row({.limit = 0}, {}); !opened) return failed(opened.error());
    if (!index_) return std::vector<record::ViolationRow>{};
    return record::violations(*index_, narrowed(filter, reader_));
}

Status AuditBook::need_person() const {
    if (!reader_.session) return {};
    return fail(Errc::invalid, "only a person may do this: an agent reads what its own session did");
}

Result<record::ChainReport> AuditBook::verify(const std::string& anchors) {
    if (Status person = need_person(); !person) return failed(person.error());
    if (!ledger_) return record::ChainReport{};
    auto reader = record::LedgerReader::open_raw(*ledger_);
    if (!reader) return failed(reader.error());
    const auto first = reader->next();
    const auto checkpoint = record::parse_checkpoint(std::nullopt, first.value_or(""));
    std::vector<record::ChainWitness> witnesses;
    // A command may add rows meanwhile: what the witnesses say was written before that.
    if (const auto head = ledger_->head()) witnesses.push_back({*head, "the head of the ledger"});
    if (auto index = record::RecordIndex::open(*ledger_)) {
        if (const auto seen = index->last_seen(); seen && *seen) witnesses.push_back({**seen, "the index"});
        // Whatever was done to it: from now on it says what the ledger says.
        if (Status made = index->make_anew(); !made) return failed(made.error());
    }
    for (const std::string_view line : split(anchors, '\n')) {
        if (auto link = checkpoint ? record::anchor_in(line, checkpoint->ledger) : std::nullopt)
            witnesses.push_back({std::move(*link), "an anchor"});
    }
    record::ChainCheck check(ledger_->key(), std::move(witnesses));
    check.first(first.value_or(""));
    while (const auto line = reader->next()) check.next(*line, reader->at());
    return std::move(check).finish();
}

Result<std::uint64_t> AuditBook::prune(std::int64_t age_ms, Faults faults, const std::string& subject) {
    const auto report = verify({});
    if (!report) return failed(report.error());
    if (!ledger_) return std::uint64_t{0};
    if (!report->whole() && faults == Faults::stop)
        return fail(Errc::invalid,
                    "nothing was pruned: the record is not whole, as `postern audit verify` tells; --yes prunes it");
    const std::int64_t now = record::now_ms();
    const auto place = record::place_to_cut(*ledger_, now - age_ms);
    if (!place) return failed(place.error());
    if (place->lines == 0) return std::uint64_t{0};
    if (Status cut = ledger_->cut_before(place->offset, place->last_removed, now); !cut) return failed(cut.error());
    record::RecordRow row{.id = record::new_id(now),
                          .time_ms = now,
                          .who = {.session = approval::this_session(), .client = "audit"},
                          .tool = "postern",
                          .subject = subject,
                          .verdict = policy::Verdict::allow,
                          .outcome = "pruned",
                          .status = 0};
    if (const auto added = ledger_->append(row_text(row)); !added) return failed(added.error());
    return place->lines;
}

Result<RowFilter> row_filter(const Parsed& options) {
    RowFilter out{.actor = options.value(Opt::actor),
                  .agent = options.value(Opt::agent),
                  .model = options.value(Opt::model),
                  .session = options.value(Opt::session),
                  .grep = options.value(Opt::grep).value_or("")};
    if (const auto name = options.value(Opt::verdict)) {
        const auto* const found = std::ranges::find(kVerdicts, *name, &decltype(kVerdicts)::value_type::first);
        if (found == kVerdicts.end()) return fail(Errc::invalid, "allow, ask or deny", "--verdict");
        out.verdict = found->second;
    }
    if (options.has(Opt::since)) {
        const auto time = when(options, Opt::since, "--since");
        if (!time) return failed(time.error());
        out.since = *time;
    }
    if (options.has(Opt::until)) {
        const auto time = when(options, Opt::until, "--until");
        if (!time) return failed(time.error());
        out.until = *time;
    }
    if (const auto text = options.value(Opt::limit)) {
        const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), out.limit);
        if (error != std::errc{} || end != text->data() + text->size() || out.limit > INT64_MAX)
            return fail(Errc::invalid, "a number of rows", "--limit");
    }
    return out;
}

Result<int> follow_rows(AuditBook& book, RowFilter filter, const Parsed& options) {
    const RowFormat format = options.has(Opt::format) ? export_format(*options.value(Opt::format))
                             : options.has(Opt::json) ? export_format("ndjson")
                                                      : nullptr;
    const TextStyle style = text_style_of(STDOUT_FILENO);
    for (;;) {
        const Status shown = book.each_row(filter, [&](const FoundRow& found) {
            filter.after = std::max(filter.after, found.number);
            const auto printed = print(format != nullptr ? format(found.row) : row_line(found.row, style), 0);
            return printed ? Status{} : Status(failed(printed.error()));
        });
        if (!shown) return failed(shown.error());
        filter.limit =
            static_cast<std::size_t>(INT64_MAX);  // how many old ones were wanted says nothing about new ones
        if (Status more = book.wait(); !more) return failed(more.error());
    }
}

RowFormat export_format(std::string_view name) {
    if (name == "ndjson") return ndjson;
    if (name == "ocsf") return ocsf;
    if (name == "otlp") return otlp;
    if (name == "events") return events;
    return nullptr;
}

Result<std::string> read_anchors(const std::string& name) {
    constexpr std::size_t kMost = std::size_t{1} << 30U;
    if (name == "-") {
        auto text = read_all(STDIN_FILENO, kMost);
        if (!text) return fail(Errc::io, describe_errno("cannot read the anchors", errno), name);
        return std::move(*text);
    }
    const auto path = app::named_path(name);
    if (!path) return failed(path.error());
    return read_file(*path, kMost);
}

}  // namespace postern::cli
