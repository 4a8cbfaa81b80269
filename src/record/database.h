// SQLite: handles that close themselves, and errors as values.
#pragma once

#include "base/abs_path.h"
#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace postern::record {

// A number, a text, or with neither null.
struct SqlValue {
    SqlValue(std::nullptr_t) {}  // values are listed as they are
    SqlValue(std::int64_t value) : number(value) {}
    SqlValue(std::string value) : text(std::move(value)) {}
    std::optional<std::int64_t> number{};
    std::optional<std::string> text{};
    bool operator==(const SqlValue&) const = default;
};

class Statement {
public:
    // Binds all values, for the next run. The texts must outlive it.
    void bind(const std::vector<SqlValue>& values);
    // Returns whether there is a row. At the end, the statement can be bound again.
    [[nodiscard]] Result<bool> step();
    // Runs to the end.
    [[nodiscard]] Status run(const std::vector<SqlValue>& values);

    [[nodiscard]] std::int64_t number(int column) const;
    [[nodiscard]] std::string text(int column) const;

private:
    friend class Database;
    struct Close {
        void operator()(sqlite3_stmt* statement) const noexcept;
    };
    std::unique_ptr<sqlite3_stmt, Close> handle_{};
    std::string name_{};  // of the file, for errors
};

class Database {
public:
    // Makes the file if it is missing.
    [[nodiscard]] static Result<Database> open(const AbsPath& file);
    [[nodiscard]] Status run(const std::string& sql);
    [[nodiscard]] Result<Statement> prepare(const std::string& sql);

private:
    struct Close {
        void operator()(sqlite3* handle) const noexcept;
    };
    std::unique_ptr<sqlite3, Close> handle_{};
    std::string name_{};
};

}  // namespace postern::record
