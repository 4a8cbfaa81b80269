// Templates of commands: simple ones, compound ones, assignments, redirections, tests.
#include "grammar_tables.h"

namespace postern::oracle::tables {

namespace {

constexpr Rule kSimple[] = {
    {"%P", 6, kPosix},
    {"%P %w", 8, kPosix},
    {"%P%b%w%b%w", 4, kPosix},
    {"%a %P", 2, kPosix},
    {"%a %r %P %w", 1, kPosix},
    {"%r%b%P", 2, kPosix},
    {"%P %w %r", 2, kPosix},
    {"%P %h", 3, kPosix},
    {"%P %h %h", 1, kPosix},
    {"%h %P %w", 1, kPosix},
    {"%a", 3, kPosix},
    {"%r", 1, kPosix},
    {"%x", 8, kPosix},
    {"{%P,%l}", 1},
    {"{%P,%w,b}", 1},
    {"{,}%P", 1},
    {"%p{,}", 1},
    {"../bin/%p %w", 1, kPosix},
    {": %w", 2, kPosix},
    {"echo %w", 2, kPosix},
    {"true", 1, kPosix},
    {"test -n %w", 1, kPosix},
    {"[ %w = a ]", 1, kPosix},
    {"[ ! -z \"%q\" -a %w ]", 1, kPosix},
    {"printf '%%s' %w", 1, kPosix},
    {"cat %h", 1, kPosix},
    {"cat <(%L)", 1},
    {"let %A", 1, kDynamic},
    {"let \"i=%A\"", 1, kDynamic},
    {"$x", 1, kDynamic | kPosix},
    {"\"$n\" %w", 1, kDynamic | kPosix},
    {"${u:-%p} %w", 1, kDynamic | kPosix},
    {"$(echo %p)", 1, kDynamic | kPosix},
    {"p${i}", 1, kDynamic | kPosix},
    {"$'\\x70'$i", 1, kDynamic},
    {"p[0-9]", 1, kDynamic | kPosix},
};

constexpr Rule kCommand[] = {
    {"%s", 14, kPosix},
    {"%s | %s", 2, kPosix},
    {"%s |%n%s", 1, kPosix},
    {"%s |& %s", 1},
    {"! %s", 1, kPosix},
    {"! ! %s", 1},
    {"time %s", 1},
    {"time -p %s | %s", 1},
    {"time ! %s", 1},
    {"! time -- %s", 1},
    {"time", 1},
    {"{ %L%T}", 3, kPosix},
    {"{%n%L%n}", 1, kPosix},
    {"{ %L%T} %r", 1, kPosix},
    {"(%L)", 3, kPosix},
    {"( %L%T)", 1, kPosix},
    {"((%L) )", 1},
    {"( (%L);%P)", 1, kPosix},
    {"(%L) %r", 1, kPosix},
    {"if %L%Tthen %L%Tfi", 2, kPosix},
    {"if %L%Tthen %L%Telse %L%Tfi", 2, kPosix},
    {"if %L%Tthen%n%L%Telif %L%Tthen %L%Telse %L%Tfi %r", 1, kPosix},
    {"while %L%Tdo %L%Tbreak; done", 1, kPosix},
    {"until %L%Tdo %L%Tbreak; done", 1, kPosix},
    {"while %L%Tdo %L%Tbreak; done %r | %s", 1, kPosix},
    {"for x in %w %w; do %L%Tdone", 2, kPosix},
    {"for x in %w%ndo %L%Tdone", 1, kPosix},
    {"for x%ndo %L%Tdone", 1, kPosix},
    {"for x; do %L%Tdone", 1, kPosix},
    {"for x in a%T{ %L%T}", 1},
    {"for x in; do %L%Tdone", 1, kPosix},
    {"for in in in; do %L%Tdone", 1, kPosix},
    {"for ((i=0; i<1; i++)); do %L%Tdone", 1},
    {"for ((;;)) { %L%Tbreak; }", 1},
    {"for ((i=%A;i<1;i++%A)); do %L%Tdone", 1},
    {"for (( i=$(%L)0 ; i<1 ; i++ ))%ndo %L%Tdone", 1},
    {"select x in a %w; do %L%Tbreak; done <<< 1", 1},
    {"select x; { %L%Tbreak; } <<< 1", 1},
    {"case %w in %m) %L;; esac", 2, kPosix},
    {"case %w in%n(%m|%m) %L%n;;%n*) %L ;; esac", 1, kPosix},
    {"case a in a) %L;& b) %L;; esac", 1},
    {"case a in a) %L;;& *) %L%nesac", 1},
    {"case %w in (esac) %L;; *) %L%Tesac", 1, kPosix},
    {"case %w%nin %m) ;; *) %L;;esac %r", 1, kPosix},
    {"case x in x) esac", 1, kPosix},
    {"%f() { %L%T}%T%f", 2, kPosix},
    {"%f () (%L)%T%f %w", 1, kPosix},
    {"function %f { %L%T}%T%f", 1},
    {"function %f() { %L%T}%T%f", 1},
    {"function %f%n{ %L%T}%T%f", 1},
    {"function %f (%L)%T%f", 1},
    {"%f()%n%nif %L%Tthen %L%Tfi%T%f", 1, kPosix},
    {"%f() [[ %d ]]%T%f", 1},
    {"%f() for x in %w; do %L%Tdone%T%f", 1, kPosix},
    {"%f() { %L%T} %r%T%f %w", 1, kPosix},
    {"%p() { %L%T}%T%f() { %L%T}%T%f", 1, kPosix},
    {"function a-b { %L%T}%Ta-b", 1},
    {"%f() { g%f() { %L%T}; g%f; }%T%f", 1, kPosix},
    {"%f() { \"$@\"; }%T%f %P", 1, kDynamic | kPosix},
    {"coproc %s", 1},
    {"coproc { %L%T}%Twait", 1},
    {"coproc N { %L%T} %r", 1},
    {"coproc N (%L)", 1},
    {"coproc while %L%Tdo %L%Tbreak; done", 1},
    {"[[ %d ]]", 3},
    {"[[ %d && %d ]]", 1},
    {"[[ ( %d ) || ! %d ]] && %s", 1},
    {"[[ %d%n&& %d ]]", 1},
    {"((%A))", 2},
    {"(( %A )) %r", 1},
    {"((%A)) && %s", 1},
    {"%u", 8},
    {"%s %r %r", 1, kPosix},
};

constexpr Rule kAssignment[] = {
    {"x=1", 2, kPosix},      {"x=%w", 4, kPosix}, {"x=", 1, kPosix},        {"x+=%e", 1},
    {"x=\"%q\"", 2, kPosix}, {"a=(%w %w)", 2},    {"a=(%n%w # )%n%w )", 1}, {"a+=([%A]=%w b)", 1},
    {"a=([$(%L)0]=%e)", 1},  {"a[%A]=%w", 2},     {"a[$(%L)0]+=%w", 1},     {"a[ $(%L)0 ]=b", 1},
    {"m[%w]=%w", 1},         {"m[\"%q\"]=b", 1},  {"x=a y=%w", 1, kPosix},  {"x=~%l", 1, kPosix},
    {"x=<(%L)", 1},
};

constexpr Rule kRedirection[] = {
    {">f", 3, kPosix},    {">%w", 2, kPosix},
    {"2>&1", 2, kPosix},  {"> f$(%L)", 2, kPosix},
    {"<%w", 1, kPosix},   {"</dev/null", 2, kPosix},
    {">>f%e", 1, kPosix}, {">|f", 1, kPosix},
    {"<>f", 1, kPosix},   {"&>f", 1},
    {"&>>%w", 1},         {">&f%e", 1},
    {"3<&-", 1, kPosix},  {"3>&1-", 1},
    {"{fd}>f", 1},        {"{fd}<<<%w", 1},
    {"<<<%w", 2},         {"<<< \"%q\"", 1},
    {"2> >(%L)", 1},      {"< <(%L)", 2},
    {"<&%e", 1, kPosix},  {"10>f", 1},
};

constexpr Rule kTest[] = {
    {"a", 1},
    {"-n %w", 2},
    {"%w == %m", 2},
    {"%e = %e", 1},
    {"%w != \"%q\"", 1},
    {"%w =~ %e", 1},
    {"a =~ (a|$(%L)) ", 1},
    {"a =~ [[:alpha:]]%e", 1},
    {"x =~ x\\ y%e", 1},
    {"%w < %w", 1},
    {"%w -eq %A", 1},
    {"-f %w", 1},
    {"-v %v", 1},
    {"! -z %e", 1},
    {"%w -nt %e", 1},
    {"-v 'a[$(%P)]'", 1, kDynamic},
    {"'a[$(%P)]' -eq 0", 1, kDynamic},
    {"$z -eq 0", 1, kDynamic},
};

}  // namespace

std::span<const Rule> commands(char kind) noexcept {
    switch (kind) {
        case 's': return kSimple;
        case 'c': return kCommand;
        case 'a': return kAssignment;
        case 'r': return kRedirection;
        case 'd': return kTest;
        default: return {};
    }
}

}  // namespace postern::oracle::tables
