#include "record/database.h"

#include <sqlite3.h>

namespace postern::record {
namespace {

constexpr int kPatienceMs = 10'000;  // for another reader that brings the index up to date

tl::unexpected<Error> refused(sqlite3* handle, const std::string& name) {
    return fail(Errc::io, std::string("SQLite: ") + (handle == nullptr ? "out of memory" : ::sqlite3_errmsg(handle)),
                name);
}

}  // namespace

void Database::Close::operator()(sqlite3* handle) const noexcept {
    (void)::sqlite3_close_v2(handle);
}

void Statement::Close::operator()(sqlite3_stmt* statement) const noexcept {
    (void)::sqlite3_finalize(statement);
}

Result<Database> Database::open(const AbsPath& file) {
    Database out;
    out.name_ = file.text();
    sqlite3* handle = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_NOMUTEX;
    const int opened = ::sqlite3_open_v2(file.text().c_str(), &handle, flags, nullptr);
    out.handle_.reset(handle);
    if (opened != SQLITE_OK) return refused(handle, out.name_);
    (void)::sqlite3_busy_timeout(handle, kPatienceMs);
    return out;
}

Status Database::run(const std::string& sql) {
    if (::sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) return {};
    return refused(handle_.get(), name_);
}

Result<Statement> Database::prepare(const std::string& sql) {
    Statement out;
    sqlite3_stmt* handle = nullptr;
    const int done = ::sqlite3_prepare_v2(handle_.get(), sql.data(), static_cast<int>(sql.size()), &handle, nullptr);
    out.handle_.reset(handle);
    out.name_ = name_;
    if (done != SQLITE_OK) return refused(handle_.get(), name_);
    return out;
}

void Statement::bind(const std::vector<SqlValue>& values) {
    (void)::sqlite3_reset(handle_.get());
    int at = 0;
    for (const SqlValue& value : values) {
        ++at;
        if (value.text) {
            (void)::sqlite3_bind_text(handle_.get(), at, value.text->data(), static_cast<int>(value.text->size()),
                                      SQLITE_STATIC);
        } else if (value.number) {
            (void)::sqlite3_bind_int64(handle_.get(), at, *value.number);
        } else {
            (void)::sqlite3_bind_null(handle_.get(), at);
        }
    }
}

Result<bool> Statement::step() {
    const int done = ::sqlite3_step(handle_.get());
    if (done == SQLITE_ROW) return true;
    if (done == SQLITE_DONE) return false;
    return refused(::sqlite3_db_handle(handle_.get()), name_);
}

Status Statement::run(const std::vector<SqlValue>& values) {
    bind(values);
    for (;;) {
        const auto more = step();
        if (!more) return tl::unexpected<Error>(more.error());
        if (!*more) break;
    }
    (void)::sqlite3_reset(handle_.get());
    return {};
}

std::int64_t Statement::number(int column) const {
    return ::sqlite3_column_int64(handle_.get(), column);
}

std::string Statement::text(int column) const {
    const auto* text = reinterpret_cast<const char*>(::sqlite3_column_text(handle_.get(), column));
    return text == nullptr ? std::string{}
                           : std::string(text, static_cast<std::size_t>(::sqlite3_column_bytes(handle_.get(), column)));
}

}  // namespace postern::record
