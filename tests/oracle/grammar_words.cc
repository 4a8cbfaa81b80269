// Templates of words: expansions in every place where bash performs one.
#include "grammar_tables.h"

namespace postern::oracle::tables {

namespace {

constexpr Rule kWord[] = {
    {"%l", 10, kPosix},
    {"%e", 4, kPosix},
    {"\"%q\"", 4, kPosix},
    {"\"%q%q\"", 2, kPosix},
    {"%l%e", 2, kPosix},
    {"%e%l", 1, kPosix},
    {"\"%q\"%l", 1, kPosix},
    {"\"%q\"'%l'\"%q\"", 1, kPosix},
    {"{%l,%e}", 1},
    {"{a,b{c,%e}}", 1},
    {"{%e..3}", 1},
    {"<(%L)", 2},
    {">(%L)", 1},
    {"x<(%L)", 1},
    {"--opt=<(%L)", 1},
    {"~%l", 1, kPosix},
    {"x=~:%e", 1, kPosix},
    {"$\"%q\"", 1},
    {"$'a\\'b'%e", 1},
    {"'\\'%e", 1, kPosix},
    {"\"\\\\\"%e", 1, kPosix},
    {"\"\\\"\"%e", 1, kPosix},
    {"a#%e", 1, kPosix},
    {"\\#%e", 1, kPosix},
    {"[%e]*", 1, kPosix},
    {"@(%e|b)", 1},
    {"\\`%e\\`", 1, kPosix},
    {"\\$(%p", 1},
    {"a\\\n%e", 1, kPosix},
};

constexpr Rule kExpansion[] = {
    {"$%v", 3, kPosix},
    {"$(%L)", 12, kPosix},
    {"$( %L%T)", 2, kPosix},
    {"$(%n%L%n)", 1, kPosix},
    {"$(%L # it's )%n)", 1, kPosix},
    {"$( (%L) )", 1, kPosix},
    {"$((%L); %P)", 1},
    {"$((%L) | (%P))", 1},
    {"$(%u)", 1},
    {"$(case %w in %m) %L;; esac)", 1, kPosix},
    {"$(case %w in (%m) %L;; esac)", 1, kPosix},
    {"$(<%w)", 1},
    {"$\\\n(%L)", 1},
    {"$\\\n{u:-$(%L)}", 1},
    {"`%j`", 4, kPosix},
    {"${%v}", 1, kPosix},
    {"${u:-%e}", 2, kPosix},
    {"${u-%w}", 2, kPosix},
    {"${u:-\"%q\"}", 1, kPosix},
    {"${u:-'}'%e}", 1},
    {"${u:-a\\}%e}", 1, kPosix},
    {"${x:+%w}", 2, kPosix},
    {"${x+%e b}", 1, kPosix},
    {"${u=%w}", 1, kPosix},
    {"${u:=%e}", 1, kPosix},
    {"${x:?%w}", 1, kPosix},
    {"${x#%m}", 1, kPosix},
    {"${x##%m%e}", 1, kPosix},
    {"${x%%%m}", 1, kPosix},
    {"${x%%%%%m%e}", 1, kPosix},
    {"${x/%m/%w}", 1},
    {"${x//%e/%w}", 1},
    {"${x/#%m/%e}", 1},
    {"${x/%%%m}", 1},
    {"${x:%A}", 1},
    {"${x:%A:%A}", 1},
    {"${x: -1:%A}", 1},
    {"${x^%m}", 1},
    {"${x^^%e}", 1},
    {"${x,,%m}", 1},
    {"${x~%m}", 1},
    {"${#x}", 1, kPosix},
    {"${#a[%A]}", 1},
    {"${a[%A]}", 2},
    {"${a[$(%L)0]}", 1},
    {"${a[@]}", 1},
    {"${a[@]:%A}", 1},
    {"${a[*]/%m/%w}", 1},
    {"${!a[@]}", 1},
    {"${m[%w]}", 1},
    {"${m[\"%q\"]-%e}", 1},
    {"${x@Q}", 1},
    {"${x@U}", 1},
    {"${@:-%e}", 1},
    {"${1-%w}", 1, kPosix},
    {"${10:-%e}", 1, kPosix},
    {"$((%A))", 4, kPosix},
    {"$(( %A + %A ))", 1, kPosix},
    {"$[%A]", 1},
    {"$[ %A ]", 1},
    {"$\\\n((%A))", 1},
    {"$(\\\n(%A))", 1},
    {"${y@P}", 1, kDynamic},
    {"${!r}", 1, kDynamic},
};

constexpr Rule kQuotedPart[] = {
    {"a b", 2, kPosix},
    {"%e", 8, kPosix},
    {"$%v", 2, kPosix},
    {"it's", 1, kPosix},
    {"#", 1, kPosix},
    {"\\\"", 1, kPosix},
    {"\\\\", 1, kPosix},
    {"\\`", 1, kPosix},
    {"\\$(%p)", 1, kPosix},
    {"$'%p'", 1, kPosix},
    {"'%e'", 2, kPosix},
    {"{a,%e}", 1, kPosix},
    {"${u:-\"%e\"}", 1, kPosix},
    {"${u:-'%e'}", 1, kPosix},
    {"${x%%'%e'}", 1, kPosix},
    {"${u+\"a\"}%e", 1, kPosix},
    {"a\\\nb", 1, kPosix},
    {"%n", 1, kPosix},
    {"$(%P \"%q\")", 2, kPosix},
    {"`%j`", 1},
};

constexpr Rule kPattern[] = {
    {"*", 3, kPosix},     {"a", 2, kPosix},   {"[a-z]*", 1, kPosix},       {"[!%e]", 1, kPosix},
    {"[]']]", 1, kPosix}, {"?(%e)", 1},       {"\"%q\"", 1, kPosix},       {"%e", 2, kPosix},
    {"\\)", 1, kPosix},   {"')'", 1, kPosix}, {"[[:alpha:]]*", 1, kPosix},
};

constexpr Rule kVariable[] = {
    {"x", 4, kPosix}, {"u", 2, kPosix}, {"a", 1, kPosix}, {"i", 1, kPosix}, {"1", 1, kPosix},
    {"?", 1, kPosix}, {"#", 1, kPosix}, {"@", 1, kPosix}, {"*", 1, kPosix}, {"$", 1, kPosix},
    {"!", 1, kPosix}, {"-", 1, kPosix}, {"0", 1, kPosix}, {"_", 1, kPosix},
};

constexpr Rule kArithmetic[] = {
    {"1", 3, kPosix},
    {"i", 1},
    {"1+2", 1, kPosix},
    {"(1)", 1, kPosix},
    {"$(%L)0", 3, kPosix},
    {"`%j`0", 1, kPosix},
    {"${u:-$(%L)1}", 1, kPosix},
    {"$((%A))", 1, kPosix},
    {"$[%A]", 1},
    {"a[%A]", 1},
    {"a[$(%L)0]", 1},
    {"i=%A", 1, kPosix},
    {"i++", 1},
    {"1<<2", 1, kPosix},
    {"1 ? %A : %A", 1, kPosix},
    {"0 && %A", 1, kPosix},
    {"16#%A", 1},
    {"\"1\"", 1},
    {"\"$(%L)0\"", 1},
    {"(%A)+(%A)", 1, kPosix},
    {"1 # $(%L)", 1},
    {"1,%n%A", 1},
    {"z", 1, kDynamic},
};

constexpr Rule kLiteral[] = {
    {"a", 6, kPosix},        {"-x", 2, kPosix},     {"b.c", 1, kPosix},
    {"--", 1, kPosix},       {"-", 1, kPosix},      {"--long=v", 1, kPosix},
    {"x=1", 1, kPosix},      {"1", 1, kPosix},      {"'a b'", 1, kPosix},
    {"\"c d\"", 1, kPosix},  {"a\\ b", 1, kPosix},  {"''", 1, kPosix},
    {"$'t\\tn'", 1},         {"{a,b}", 1},          {"{1..3}", 1},
    {"*", 1, kPosix},        {"!", 1, kPosix},      {"{", 1, kPosix},
    {"}", 1, kPosix},        {"if", 1, kPosix},     {"done", 1, kPosix},
    {"esac", 1, kPosix},     {"in", 1, kPosix},     {"[[", 1},
    {"a#b", 1, kPosix},      {"^", 1, kPosix},      {"\xc3\xa9", 1, kPosix},
    {"\xc2\xa0", 1, kPosix}, {"\r", 1, kPosix},     {"%p", 1, kPosix},
    {"=", 1, kPosix},        {"a[0]=1", 1, kPosix}, {"\\;", 1, kPosix},
    {"'#'", 1, kPosix},      {"time", 1, kPosix},   {"a,b", 1, kPosix},
    {"{}", 1, kPosix},       {"{a}", 1, kPosix},    {"{,}", 1},
    {"\\\n", 1, kPosix},
};

}  // namespace

std::span<const Rule> words(char kind) noexcept {
    switch (kind) {
        case 'w': return kWord;
        case 'e': return kExpansion;
        case 'q': return kQuotedPart;
        case 'm': return kPattern;
        case 'v': return kVariable;
        case 'A': return kArithmetic;
        case 'l': return kLiteral;
        default: return {};
    }
}

}  // namespace postern::oracle::tables
