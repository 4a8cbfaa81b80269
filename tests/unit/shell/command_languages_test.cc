// Tables for the languages of editors, debuggers and database clients: what is plain, and what is not.
#include "shell/ex_commands.h"
#include "shell/gdb_commands.h"
#include "shell/sql_scripts.h"

#include <gtest/gtest.h>

namespace postern::shell {
namespace {

using Reader = bool (*)(std::string_view);

void expect_plain(Reader is_plain, std::initializer_list<const char*> texts) {
    for (const char* text : texts) EXPECT_TRUE(is_plain(text)) << text;
}

void expect_not_plain(Reader is_plain, std::initializer_list<const char*> texts) {
    for (const char* text : texts) EXPECT_FALSE(is_plain(text)) << text;
}

TEST(CommandLanguages, Ex) {
    expect_plain(is_plain_ex, {"",
                               "10",
                               "$",
                               ":wq",
                               "w",
                               "wq!",
                               "q!",
                               "qa",
                               "x",
                               "set nu",
                               "se nowrap ts=4 ff=unix",
                               "%s/a/b/g",
                               "1,5s#a#b#",
                               "s/a/b|wq",
                               "g/foo/d",
                               "g!/foo/d",
                               "v/a/s/b/c/",
                               "/pattern",
                               "?x",
                               "1,5d",
                               ".,$d|w|q",
                               "%j",
                               "'a,'bd",
                               "u"});
    expect_not_plain(is_plain_ex, {"!rm",
                                   ":!rm",
                                   " : !rm",
                                   "1!rm",
                                   "%!rm",
                                   "/x/!rm",
                                   "/a|!rm",
                                   "w !rm",
                                   "w other",
                                   "wq other",
                                   "r f",
                                   "r !rm",
                                   "e f",
                                   "set sh=rm",
                                   "set exrc",
                                   "set mp=rm",
                                   "set modeline",
                                   "nu!",
                                   "s/a/\\=system('rm')/",
                                   "s/a/~/",
                                   "s/a/b/e|!rm",
                                   "s/a|!rm/b/",
                                   "g/a/!rm",
                                   "g/a/g/b/d",
                                   "g/a/normal x",
                                   "normal x",
                                   "call f()",
                                   "silent !rm",
                                   "so f",
                                   "exe 'q'",
                                   "py 1",
                                   "ter",
                                   "'!rm",
                                   "wq\n!rm",
                                   "wq\x16",
                                   "make",
                                   "grep x",
                                   "x f",
                                   "s",
                                   "&&",
                                   "~"});
}

TEST(CommandLanguages, Ed) {
    expect_plain(is_plain_ed,
                 {"", "1,$p\nq\n", ",s/a/b/g\nw\nq\n", "a\nnew text\n.\nw\n", "$a\nx\n.\n", "g/a/d\nwq", "1d"});
    expect_not_plain(is_plain_ed,
                     {"!rm", "r !rm", "w !rm", "w other", "r other", "e f", "f x", "g/a/!rm", "a\nx\n.\n!rm\n",
                      "99a\n!rm\n.\n", "c\nw other\n.\n", "a\n!rm\n.\n", "s/a/b\\\nc/", "1\n!!"});
}

TEST(CommandLanguages, Gdb) {
    for (const char* text : {"bt", "bt full", "bt 5", "quit", "info registers", "x/10i $pc", "break main",
                             "b a.c:12 if x > 3", "thread apply all bt", "set pagination off", "set print pretty on",
                             "set args a b", "frame 2", "disas main", "list", "", "help x"})
        EXPECT_EQ(read_gdb_command(text), GdbCommand::plain) << text;
    for (const char* text : {"run", "r a b", "start", "continue", "thread apply all continue"})
        EXPECT_EQ(read_gdb_command(text), GdbCommand::starts) << text;
    for (const char* text : {"!rm",
                             "shell rm",
                             "she rm",
                             "| bt | rm",
                             "pipe bt | rm",
                             "python 1",
                             "source f",
                             "p f()",
                             "print $_shell(\"rm\")",
                             "break main if $_shell(\"rm\")",
                             "x/s $_shell(\"rm\")",
                             "call f()",
                             "thread apply all shell rm",
                             "thread apply all -q shell rm",
                             "frame apply all shell rm",
                             "with pagination off -- shell rm",
                             "alias a = shell",
                             "set exec-wrapper rm",
                             "set logging file x",
                             "set args $(rm)",
                             "run `rm`",
                             "run > f",
                             "file rm",
                             "make",
                             "bt\nshell rm",
                             "eval \"shell rm\"",
                             "define x",
                             "info line f()",
                             "display [x y]",
                             "set print pretty on; shell rm",
                             "dump memory f 1 2"})
        EXPECT_EQ(read_gdb_command(text), GdbCommand::unknown) << text;
}

TEST(CommandLanguages, Sqlite) {
    expect_plain(
        is_plain_sqlite,
        {"", "select 1", "SELECT a || b FROM t WHERE c = 'x''y';", "insert into t (a, b) values (1, 'edit(1)')",
         "create table t (id integer primary key, n varchar(20))", "pragma table_info(t)", ".tables", ".schema t",
         ".mode csv", ".headers on\nselect 1;\n.quit", "select 1; -- edit('a','rm')\nselect 2;", "/* edit( */ select 1",
         "with x(a) as (select 1) select * from x", "select name from sqlite_master", ".dump t", "vacuum"});
    expect_not_plain(is_plain_sqlite, {".shell rm",
                                       ".sh rm",
                                       ".sy rm",
                                       ".system rm",
                                       ".output |rm",
                                       ".once |rm",
                                       ".import |rm t",
                                       ".read f",
                                       ".r f",
                                       ".open f",
                                       ".import f t",
                                       ".load x",
                                       ".save f",
                                       "select edit('a','rm')",
                                       "select EDIT ('a','rm')",
                                       "select \"edit\"('a','rm')",
                                       "select [edit]('a','rm')",
                                       "select/**/edit/**/('a')",
                                       "select load_extension('x')",
                                       "select writefile('f', 1)",
                                       "select readfile('f')",
                                       "attach 'f' as x",
                                       "vacuum into 'f'",
                                       "create virtual table t using csv('f')",
                                       "pragma writable_schema=1",
                                       "select 1\n.shell rm",
                                       "select 1;\n.shell rm\n",
                                       "select 'a\n.tables",
                                       "select 'open",
                                       ".tables\n.sh rm",
                                       "select 1\ngo\n.tables",
                                       "select * from fsdir",
                                       "\x01"});
}

TEST(CommandLanguages, Psql) {
    expect_plain(is_plain_psql,
                 {"select 1", "select '\\d' from t where a like '%x%'", "\\dt", "\\d+ public.users", "\\l", "\\x",
                  "update t set a = $1", "create table t (a text)", "select a::text from t;\n\\dt\n",
                  "explain select 1", "drop table if exists t", "select a #> b from t"});
    expect_not_plain(is_plain_psql, {"\\! rm",
                                     "\\o |rm",
                                     "\\o f",
                                     "\\i f",
                                     "\\copy t from program 'rm'",
                                     "\\copy t to 'f'",
                                     "\\g |rm",
                                     "\\w f",
                                     "\\setenv PAGER rm",
                                     "\\e",
                                     "\\dt `rm`",
                                     "\\set x `rm`",
                                     "\\dt \\! rm",
                                     "select 1 \\g |rm",
                                     "copy t from program 'rm'",
                                     "COPY t TO PROGRAM 'rm'",
                                     "select 1; copy t to program 'rm'",
                                     "do $$ begin end $$",
                                     "create function f() returns int as 'x' language c",
                                     "create extension x",
                                     "load 'x'",
                                     "alter system set a = 'b'",
                                     "select pg_read_file('f')",
                                     "select lo_export(1, 'f')",
                                     "select E'\\' ; copy t from program ''rm'''",
                                     "/* /* */ copy */ select 1",
                                     "select 'a\\'"});
}

TEST(CommandLanguages, Mysql) {
    expect_plain(is_plain_mysql,
                 {"select 1", "show tables\\G", "use db; select `a` from t", "select 'it''s'", "desc t"});
    expect_not_plain(is_plain_mysql,
                     {"system rm", "\\! rm", "select 1; system rm", "select 1\n\\! rm", "pager rm", "tee f", "source f",
                      "select 1 into outfile 'f'", "load data infile 'f' into table t", "select load_file('f')",
                      "/*! select */ 1", "select 1 # \\! rm", "select 'a\\' \\! rm'"});
}

}  // namespace
}  // namespace postern::shell
