#include "policy/read_only_table.h"

#include <array>
#include <span>

namespace postern::policy {
namespace {

constexpr std::uint8_t kAny = shell::kAnyNumber;
using O = ReadOnlyOptions;

constexpr auto kPrograms = std::to_array<ReadOnlyRow>({
    {"ls cat echo pwd head tail grep egrep fgrep wc which whereis type stat du df cut tr paste join comm cmp diff nl "
     "tac rev "
     "fold fmt expand unexpand od hexdump hd base64 base32 md5sum sha1sum sha224sum sha256sum sha384sum sha512sum "
     "b2sum cksum "
     "sum seq expr true false : uname whoami id groups printenv ps pgrep getconf nproc arch uptime free lsblk lscpu "
     "readlink "
     "realpath basename dirname sleep numfmt tsort pr cal ncal strings tty logname users pathchk column",
     O::any},
    {"tput", O::none_but, {.shorts = "T:V"}},
    {"sort",
     O::none_but,
     {.shorts = "bdfgiMhnRrVck:mst:uz",
      .longs = "ignore-leading-blanks dictionary-order ignore-case general-numeric-sort "
               "ignore-nonprinting month-sort human-numeric-sort numeric-sort random-sort reverse version-sort check=? "
               "key= merge "
               "stable field-separator= unique zero-terminated parallel= help version sort= debug",
      .free_operands = kAny,
      .exact = true}},
    {"uniq",
     O::none_but,
     {.shorts = "cdDf:is:uw:z",
      .longs = "count repeated all-repeated=? skip-fields= group=? ignore-case skip-chars= unique "
               "zero-terminated check-chars= help version",
      .free_operands = kAny,
      .exact = true},
     "",
     1},
    {"file",
     O::none_but,
     {.shorts = "bhiLkprsvzZ0",
      .longs = "brief mime mime-type mime-encoding dereference no-dereference keep-going "
               "no-pad preserve-date raw version help",
      .free_operands = kAny,
      .exact = true}},
    {"jq",
     O::all_but,
     {.shorts = "L:f:", .longs = "arg= argjson= indent= from-file= slurpfile= rawfile=", .free_operands = kAny},
     "L f from-file slurpfile rawfile library-path"},
    {"xxd",
     O::none_but,
     {.longs = "a autoskip b bits c= cols= E EBCDIC g= groupsize= h help i include l= len= o= p ps plain s= seek= u v "
               "version",
      .free_operands = kAny,
      .single_dash = true,
      .exact = true},
     "",
     1},
    {"rg",
     O::all_but,
     {.shorts = "e:f:g:t:T:A:B:C:m:M:j:r:d:E:",
      .longs = "regexp= file= glob= type= replace=",
      .free_operands = kAny,
      .exact = true},
     "z search-zip pre hostname-bin"},
    {"fd fdfind",
     O::none_but,
     {.shorts = "HIuse:t:d:E:gFapiL0lS:c:j:1q",
      .longs = "hidden no-ignore case-sensitive ignore-case glob fixed-strings "
               "absolute-path full-path follow print0 max-depth= min-depth= exact-depth= exclude= type= extension= "
               "size= color= "
               "max-results= changed-within= changed-before= owner= list-details quiet version help",
      .free_operands = kAny,
      .exact = true}},
    {"tree",
     O::none_but,
     {.shorts = "adflxL:P:I:ispDughFvtUrACnJXS",
      .longs = "dirsfirst noreport prune du si gitignore filelimit= charset= "
               "sort= matchdirs ignore-case inodes device version help",
      .free_operands = kAny,
      .exact = true}},
    {"ss",
     O::none_but,
     {.shorts = "hVnraloempiTstuwxdSz0460HOQf:A:",
      .longs = "numeric resolve all listening options extended memory processes "
               "info summary tcp udp unix ipv4 ipv6 no-header",
      .free_operands = kAny,
      .exact = true}},
    {"lsof", O::none_but, {.shorts = "abCc:d:g:hi::ltnNoOPp:RsTuUvVwXF::", .free_operands = kAny}},
    {"hostname",
     O::none_but,
     {.shorts = "aAdfiIsyV",
      .longs = "alias all-fqdns domain fqdn long ip-address all-ip-addresses short version",
      .exact = true},
     "",
     0},
});

constexpr auto kDiffOptions = std::string_view("output ext-diff show-signature");

constexpr auto kGit = std::to_array<ReadOnlyRow>({
    {"status rev-parse describe ls-files ls-tree blame annotate rev-list name-rev merge-base for-each-ref show-ref "
     "count-objects check-ignore check-attr version cherry",
     O::all_but,
     {.free_operands = kAny, .exact = true},
     kDiffOptions},
    {"diff log show shortlog whatchanged diff-tree diff-index diff-files range-diff",
     O::all_but,
     {.shorts = "n:S:G:O:L:U:l:C::M::B::X::",
      .longs = "grep= author= format= pretty=? since= until=",
      .free_operands = kAny,
      .exact = true},
     kDiffOptions},
    {"cat-file", O::all_but, {.free_operands = kAny, .exact = true}, "textconv filters"},
    {"grep",
     O::all_but,
     {.shorts = "e:f:m:A:B:C:",
      .longs = "regexp= max-depth= max-count= threads=",
      .free_operands = kAny,
      .exact = true},
     "O open-files-in-pager f no-index"},
    {"branch",
     O::none_but,
     {.shorts = "arvliq",
      .longs = "all remotes verbose list show-current contains no-contains merged no-merged sort= format= "
               "points-at= color=? no-color column=? no-column ignore-case abbrev=? no-abbrev quiet",
      .free_operands = kAny,
      .exact = true},
     "",
     kAny,
     "l list contains no-contains merged no-merged"},
    {"tag",
     O::none_but,
     {.shorts = "ln::i",
      .longs = "list contains no-contains merged no-merged sort= format= points-at= column=? ignore-case "
               "color=?",
      .free_operands = kAny,
      .exact = true},
     "",
     kAny,
     "l list n contains no-contains merged no-merged"},
    {"symbolic-ref",
     O::none_but,
     {.shorts = "q", .longs = "quiet short recurse", .free_operands = kAny, .exact = true},
     "",
     1},
    {"config",
     O::none_but,
     {.shorts = "lzf:t:",
      .longs = "get get-all get-regexp get-urlmatch list local global system worktree name-only "
               "show-origin show-scope null type= bool int path bool-or-int includes no-includes default= file= blob=",
      .free_operands = kAny,
      .exact = true}},
});

const ReadOnlyRow* find(std::span<const ReadOnlyRow> rows, std::string_view name) noexcept {
    for (const ReadOnlyRow& row : rows) {
        if (shell::listed(row.programs, name)) return &row;
    }
    return nullptr;
}

}  // namespace

const ReadOnlyRow* read_only_row(std::string_view program) noexcept {
    return find(kPrograms, program);
}

const ReadOnlyRow* read_only_git_row(std::string_view subcommand) noexcept {
    return find(kGit, subcommand);
}

}  // namespace postern::policy
