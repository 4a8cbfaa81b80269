#include "policy/file_access_table.h"

#include <array>

namespace postern::policy {
namespace {

constexpr std::uint8_t kAny = shell::kAnyNumber;
using Op = Operands;

constexpr auto kRows = std::to_array<FileRow>({
    // Readers.
    {"cat tac rev nl more most less zcat bzcat xzcat zstdcat zless zmore strings sum cksum md5sum sha1sum sha224sum "
     "sha256sum sha384sum sha512sum b2sum fmt fold expand unexpand tsort wc readelf nm xmllint view bat batcat hd",
     Op::read, {.shorts = "w:s:t:l:H:", .longs = "width= files0-from= language= line-range=", .free_operands = kAny},
     "files0-from"},
    {"head tail", Op::read, {.shorts = "n:c:s:", .longs = "lines= bytes= pid= sleep-interval=", .free_operands = kAny,
     .numbers = true}},
    {"od hexdump", Op::read, {.shorts = "A:j:N:S:t:w::e:f:n:s:", .free_operands = kAny}, "f"},
    {"base64 base32 basenc", Op::read, {.shorts = "w:di", .longs = "wrap= decode", .free_operands = kAny}},
    {"file", Op::read, {.shorts = "f:m:F:P:e:", .longs = "files-from= magic-file=", .free_operands = kAny},
     "f files-from m magic-file"},
    {"cut paste join comm cmp diff diff3 sdiff colordiff column pr shuf", Op::read,
     {.shorts = "d:f:b:c:o:i:j:n:s:t:U:C:L:l:w:", .longs = "output= delimiter= fields= exclude= from-file= to-file=",
      .free_operands = kAny},
     "from-file to-file", ""},
    {"iconv", Op::read, {.shorts = "f:t:o:c", .longs = "output= from-code= to-code=", .free_operands = kAny}, "", "o output"},
    {"sort", Op::read,
     {.shorts = "o:k:t:T:S:", .longs = "output= key= field-separator= temporary-directory= buffer-size= files0-from= "
      "compress-program= random-source=", .free_operands = kAny},
     "files0-from random-source", "o output"},
    {"grep egrep fgrep zgrep", Op::pattern_first,
     {.shorts = "e:f:m:A:B:C:d:D:", .longs = "regexp= file= max-count= include= exclude= exclude-dir= exclude-from= "
      "after-context= before-context= context= color=? colour=? binary-files= recursive dereference-recursive",
      .free_operands = kAny, .numbers = true},
     "f file exclude-from", "", "e regexp f file", "r R recursive dereference-recursive"},
    {"rg ag ack", Op::pattern_first,
     {.shorts = "e:f:g:t:T:A:B:C:m:M:j:r:d:E:", .longs = "regexp= file= glob= iglob= type= type-not= max-count= "
      "max-depth= context= after-context= before-context= replace= ignore-file= sort= color= colors= files",
      .free_operands = kAny},
     "f file ignore-file", "", "e regexp f file files", "*"},
    {"awk gawk mawk nawk", Op::pattern_first,
     {.shorts = "F:v:f:i:E:l:e:", .longs = "file= assign= field-separator= source= include= exec="},
     "f file i include E exec", "", "f file e source E exec"},
    {"sed gsed", Op::pattern_first,
     {.shorts = "e:f:l:i::nErsuz", .longs = "expression= file= in-place=? line-length= quiet silent regexp-extended "
      "separate null-data unbuffered posix", .free_operands = kAny},
     "f file", "", "e expression f file", "", "i in-place"},
    {"jq", Op::pattern_first,
     {.shorts = "f:L:nrcsSeaMC", .longs = "from-file= arg== argjson== slurpfile== rawfile== indent=", .free_operands = kAny},
     "f from-file", "", "f from-file"},
    {"yq", Op::pattern_first, {.shorts = "i", .longs = "inplace from-file=", .free_operands = kAny}, "from-file", "",
     "from-file", "", "i inplace"},
    // Interpreters read the script they are given.
    {"source .", Op::one_read, {}},
    {"bash sh dash zsh ksh rbash", Op::one_read, {.shorts = "c:o:O:", .longs = "rcfile= init-file=", .ends = "c"},
     "rcfile init-file", "", "c"},
    {"python pypy", Op::one_read, {.shorts = "c:m:W:X:", .ends = "c m"}, "", "", "c m"},
    {"node nodejs", Op::one_read,
     {.shorts = "e:p:r:", .longs = "eval= print= require= import= env-file= loader=", .ends = ""},
     "r require import env-file loader", "", "e p eval print"},
    {"deno bun tsx", Op::one_read, {}},
    {"ruby", Op::one_read, {.shorts = "e:I:r:C:E:"}, "r", "", "e"},
    {"perl", Op::one_read, {.shorts = "e:E:I:M:m:"}, "", "", "e E"},
    {"php", Op::one_read, {.shorts = "r:f:d:c:B:R:F:E:"}, "f F c", "", "r f R"},
    {"lua luajit Rscript tclsh", Op::one_read, {.shorts = "e:l:"}, "", "", "e"},
    // Writers.
    {"tee", Op::write, {.shorts = "aip", .free_operands = kAny}},
    {"touch", Op::write, {.shorts = "d:t:r:", .longs = "date= reference= time=", .free_operands = kAny}, "r reference"},
    {"truncate", Op::write, {.shorts = "s:r:", .longs = "size= reference=", .free_operands = kAny}, "r reference"},
    {"mkdir mkfifo", Op::write, {.shorts = "m:Z", .longs = "mode=", .free_operands = kAny}},
    {"rm", Op::write, {.free_operands = kAny, .numbers = false}, "", "", "", "r R recursive"},
    {"rmdir unlink dos2unix unix2dos strip", Op::write, {.free_operands = kAny}},
    {"shred", Op::write, {.shorts = "n:s:", .longs = "iterations= size= random-source=", .free_operands = kAny}},
    {"chmod chown chgrp setfacl chattr", Op::mode_first,
     {.shorts = "R", .longs = "reference= from= recursive", .free_operands = kAny}, "reference", "", "reference", "R recursive"},
    {"vi vim nvim ex nano pico emacs ed code sqlite3 micro helix hx", Op::both,
     {.shorts = "c:S:u:T:", .longs = "cmd= eval=", .free_operands = kAny}, "S u"},
    {"gzip gunzip bzip2 bunzip2 xz unxz lzma zstd unzstd pigz", Op::both,
     {.shorts = "S:T:o:cdkltfrvq", .longs = "suffix= threads= stdout to-stdout list test recursive", .free_operands = kAny,
      .numbers = true},
     "", "o", "", "r recursive", "", "c stdout to-stdout l list t test"},
    {"patch", Op::write,
     {.shorts = "i:o:p:d:r:B:D:F:V:Y:z:", .longs = "input= output= strip= directory= reject-file=", .free_operands = kAny},
     "i input", "o output r reject-file d directory"},
    // Both ends.
    {"uniq", Op::read_then_write, {.shorts = "f:s:w:", .longs = "skip-fields= skip-chars= check-chars=", .free_operands = kAny}},
    {"xxd", Op::read_then_write, {.shorts = "c:g:l:n:o:s:", .free_operands = kAny}},
    {"split", Op::read_then_write, {.shorts = "a:b:C:l:n:t:", .longs = "bytes= lines= number= filter= suffix-length=",
     .free_operands = kAny}},
    {"csplit", Op::one_read, {.shorts = "f:b:n:", .longs = "prefix= suffix-format= digits=", .free_operands = kAny}, "",
     "f prefix"},
    {"zip", Op::write_then_read, {.shorts = "b:i:n:t:x:P:", .free_operands = kAny}, "", "b", "", "r"},
    {"unzip", Op::one_read, {.shorts = "d:x:P:", .free_operands = kAny}, "", "d"},
    {"cp", Op::copy, {.shorts = "t:S:rRaflnpsuvxdbiHLPT", .longs = "target-directory= suffix= recursive archive",
     .free_operands = kAny}, "", "", "", "r R a recursive archive"},
    {"mv", Op::move, {.shorts = "t:S:", .longs = "target-directory= suffix=", .free_operands = kAny}, "", "", "", "*"},
    {"ln", Op::copy, {.shorts = "t:S:", .longs = "target-directory= suffix=", .free_operands = kAny}},
    {"install", Op::copy, {.shorts = "m:o:g:t:S:", .longs = "mode= owner= group= target-directory= suffix=",
     .free_operands = kAny}},
    {"rsync", Op::copy,
     {.shorts = "e:T:f:B:M:", .longs = "rsh= exclude= include= exclude-from= include-from= files-from= temp-dir= filter= "
      "log-file= password-file= chmod= backup-dir= partial-dir=", .free_operands = kAny},
     "exclude-from include-from files-from password-file", "log-file backup-dir temp-dir", "", "*"},
    {"scp", Op::copy, {.shorts = "P:i:F:o:J:c:l:S:D:X:r", .free_operands = kAny}, "i F", "", "", "r"},
    // Only through options.
    {"ssh sftp", Op::none, {.shorts = "p:i:l:L:o:R:D:F:J:b:c:E:e:I:m:S:W:w:"}, "i F b", "E"},
    {"ssh-keygen", Op::none, {.shorts = "f:t:b:C:N:P:I:n:V:s:"}, "f s", "f"},
    {"openssl", Op::none,
     {.longs = "in= out= inkey= key= CAfile= cert= keyout= signkey= pass= passin= passout= rand= config= kfile=",
      .free_operands = kAny, .single_dash = true, .exact = true},
     "in inkey key CAfile cert signkey config kfile", "out keyout"},
    {"gpg gpg2", Op::read, {.shorts = "o:u:r:", .longs = "output= recipient= local-user= homedir= passphrase-file=",
     .free_operands = kAny}, "passphrase-file", "o output"},
    {"wget", Op::none,
     {.shorts = "O:P:o:a:i:U:T:t:w:Q:l:A:D:R:X:I:e:", .longs = "output-document= directory-prefix= output-file= "
      "append-output= input-file= post-file= body-file= post-data= user-agent= header= load-cookies= save-cookies= config= "
      "certificate= private-key= ca-certificate= timeout= tries=", .free_operands = kAny},
     "i input-file post-file body-file load-cookies config certificate private-key ca-certificate",
     "O output-document P directory-prefix o output-file a append-output save-cookies"},
});

}  // namespace

const FileRow* file_row(std::string_view program) noexcept {
    for (const FileRow& row : kRows) {
        if (shell::listed(row.programs, program)) return &row;
    }
    return nullptr;
}

}  // namespace postern::policy
