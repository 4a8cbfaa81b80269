#include "shell/sql_scripts.h"

#include "base/text.h"
#include "shell/characters.h"
#include "shell/option_grammar.h"
#include "shell/sql_lexer.h"

#include <algorithm>
#include <string>

namespace postern::shell {
namespace {

using Kind = SqlToken::Kind;

struct Dialect {
    Sql sql;
    std::string_view statements;  // first words of statements that use nothing but the database
    std::string_view objects;     // what CREATE, ALTER and DROP may name
    std::string_view functions;   // functions and words that reach further
};

constexpr std::string_view kDefinitions = "create alter drop";

constexpr Dialect kSqlite{Sql::sqlite,
                          "select with values insert replace update delete explain begin commit end rollback savepoint "
                          "release analyze reindex vacuum pragma create alter drop",
                          "table index unique view trigger temp temporary",
                          "load_extension edit readfile writefile fsdir zipfile fts3_tokenizer sqlite_dbpage"};
constexpr Dialect kPostgres{
    Sql::postgres,
    "select with values table insert update delete merge explain show set reset begin start commit end rollback "
    "savepoint release analyze vacuum reindex truncate comment create alter drop",
    "table index unique view temp temporary schema sequence materialized type or unlogged concurrently",
    "lo_import lo_export pg_read_file pg_read_binary_file pg_ls_dir pg_stat_file pg_file_write dblink dblink_exec "
    "dblink_connect query_to_xml"};
constexpr Dialect kMysql{
    Sql::mysql,
    "select with values table insert replace update delete explain describe desc show set start begin commit rollback "
    "savepoint release analyze optimize check truncate use create alter drop",
    "table index unique view temporary schema database", "load_file outfile dumpfile infile sys_exec sys_eval"};

// Pragmas that are read or change how this database is kept.
constexpr std::string_view kPragmas =
    "table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list foreign_key_check "
    "foreign_keys integrity_check quick_check user_version schema_version application_id journal_mode synchronous "
    "cache_size page_size page_count freelist_count encoding database_list collation_list compile_options "
    "busy_timeout wal_checkpoint optimize auto_vacuum";

bool is_name(const SqlToken& token) {
    return token.kind == Kind::name || token.kind == Kind::quoted_name;
}

bool is_plain_statement(const SqlStatement& statement, const Dialect& dialect) {
    const SqlToken& first = statement.front();
    const bool opens = first.kind == Kind::sign && first.text == "(";  // (select …)
    if (!opens && (first.kind != Kind::name || !listed(dialect.statements, first.text))) return false;
    const std::string_view second = statement.size() > 1 ? std::string_view(statement[1].text) : std::string_view{};
    if (listed(kDefinitions, first.text) && !listed(dialect.objects, second)) return false;
    if (first.text == "pragma" && !listed(kPragmas, second)) return false;
    if (first.text == "vacuum" && dialect.sql == Sql::sqlite && statement.size() > 1) return false;
    return std::ranges::none_of(
        statement, [&](const SqlToken& token) { return is_name(token) && listed(dialect.functions, token.text); });
}

bool is_plain_sql(std::string_view text, const Dialect& dialect) {
    const auto statements = sql_statements(text, dialect.sql);
    return statements && std::ranges::all_of(*statements, [&](const SqlStatement& statement) {
               return is_plain_statement(statement, dialect);
           });
}

bool has_control(std::string_view text) {
    return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t'; });
}

// Commands of sqlite3 that only show something. They are taken by every beginning of their names; here only whole names
// count.
bool is_plain_dot_command(std::string_view line) {
    const std::string_view name = line.substr(1, line.find_first_of(" \t") - 1);
    return !has_control(line) &&
           listed(
               "tables table schema mode headers header indexes indices databases dbinfo show stats timer width "
               "separator nullvalue quit exit help echo bail changes dump fullschema print timeout version eqp",
               name);
}

// Commands of psql that only show something. A backquote in an argument runs a command.
bool is_plain_backslash_command(std::string_view line) {
    const std::string_view name = line.substr(1, line.find_first_of(" \t") - 1);
    const bool describes = name.starts_with('d') &&
                           name.find_first_not_of("abcdefgilmnopPrstuvxyzADEFLNOPRTU+S") == std::string_view::npos;
    const bool known = listed("l l+ list z x t a timing conninfo q h ? pset encoding errverbose sf sv", name);
    return !has_control(line) && (describes || known) && line.find_first_of("`|\\", 1) == std::string_view::npos;
}

// Reads lines: those that begin with `mark` between two statements are commands of the client.
bool is_plain_script(std::string_view script, char mark, bool (*is_plain_command)(std::string_view),
                     const Dialect& dialect) {
    std::string pending;
    for (std::string_view line : split(script, '\n')) {
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (!line.starts_with(mark)) {
            (pending += line) += '\n';
            continue;
        }
        const std::string_view before = trimmed(pending, " \t\n");
        if (!before.empty() && (!before.ends_with(';') || !is_plain_sql(pending, dialect))) return false;
        pending.clear();
        if (!is_plain_command(line)) return false;
    }
    return is_plain_sql(pending, dialect);
}

}  // namespace

bool is_plain_sqlite(std::string_view script) {
    return is_plain_script(script, '.', is_plain_dot_command, kSqlite);
}

bool is_plain_psql(std::string_view script) {
    return is_plain_script(script, '\\', is_plain_backslash_command, kPostgres);
}

bool is_plain_mysql(std::string_view script) {
    // `\G` ends a statement like a semicolon.
    std::string text(script);
    for (std::size_t at = text.find("\\G"); at != std::string::npos; at = text.find("\\G", at))
        text.replace(at, 2, "; ");
    // The client looks for its own commands at the beginning of each line.
    for (const std::string_view line : split(text, '\n')) {
        const std::string word = lower_case(trimmed(line).substr(0, trimmed(line).find_first_of(" \t;")));
        if (listed("system pager edit tee source delimiter connect prompt charset", word)) return false;
    }
    return is_plain_sql(text, kMysql);
}

}  // namespace postern::shell
