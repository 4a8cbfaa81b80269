// Programs that read, search and transform text.
#include "programs/tables.h"

#include <array>

namespace postern::programs {
namespace {

// Stands for "makes files that no word names", which has no mark of its own yet. Such a call is not harmless.
constexpr std::string_view kMakesFiles = "destroys";

constexpr auto kRows = std::to_array<ProgramRow>({
    // Whole files.
    {.names = "cat",
     .options = "A,show-all b,number-nonblank e E,show-ends n,number s,squeeze-blank t T,show-tabs u "
                "v,show-nonprinting help. version.",
     .operands = "R*"},
    {.names = "head ghead",
     .habits = "numbers",
     .options = "c,bytes=- n,lines=- q,quiet,silent v,verbose z,zero-terminated help. version.",
     .operands = "R*"},
    {.names = "tail gtail",
     .habits = "numbers",
     .options = "c,bytes=- f follow=?- F n,lines=- max-unchanged-stats=- pid=- q,quiet,silent retry s,sleep-interval=- "
                "v,verbose z,zero-terminated help. version.",
     .operands = "R*"},
    {.names = "tac gtac", .options = "b,before r,regex s,separator=- help. version.", .operands = "R*"},
    {.names = "rev", .options = "0,zero h,help. V,version.", .operands = "R*"},
    {.names = "nl",
     .options = "b,body-numbering=- d,section-delimiter=- f,footer-numbering=- h,header-numbering=- i,line-increment=- "
                "l,join-blank-lines=- n,number-format=- p,no-renumber s,number-separator=- v,starting-line-number=- "
                "w,number-width=- help. version.",
     .operands = "R*"},
    // wc shows how much there is, and none of it.
    {.names = "wc gwc",
     .options = "c,bytes m,chars l,lines files0-from=R L,max-line-length w,words total=- debug help. version.",
     .operands = "L*"},

    // Numbers, bytes and sums of files.
    {.names = "od god",
     .options = "A,address-radix=- endian=- j,skip-bytes=- N,read-bytes=- S=- strings=?- t,format=- "
                "v,output-duplicates w,width=?- traditional a B b c D d e F f H h I i L l O o s X x help. version.",
     .operands = "R*"},
    {.names = "hexdump hd",
     .options = "b,one-byte-octal X,one-byte-hex c,one-byte-char C,canonical d,two-bytes-decimal o,two-bytes-octal "
                "x,two-bytes-hex L,color=?- e,format=- f,format-file=R n,length=- s,skip=- v,no-squeezing h,help. "
                "V,version.",
     .operands = "R*"},
    // xxd has no clusters: whatever follows the letter of a flag in its word is ignored.
    {.names = "xxd",
     .habits = "single exact posix",
     .options = "a=?- b=?- C=?- d=?- e=?- E=?- i=?- p=?- r=?- u=?- c,cols=- g,groupsize=- l,len=- n,name=- o,offset=- "
                "s,seek=- autoskip bits capitalize EBCDIC include ps plain postscript revert h,help. v,version.",
     .operands = "R W"},
    {.names = "base64 base32 gbase64", .options = "d,decode i,ignore-garbage w,wrap=- help. version.", .operands = "R"},
    {.names = "basenc",
     .options = "base64 base64url base32 base32hex base16 base2msbf base2lsbf z85 d,decode i,ignore-garbage w,wrap=- "
                "help. version.",
     .operands = "R"},
    {.names = "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum gmd5sum gsha1sum gsha256sum",
     .options = "b,binary c,check>R@ tag t,text z,zero ignore-missing quiet status strict w,warn help. version.",
     .operands = "R*"},
    {.names = "b2sum",
     .options = "b,binary c,check>R@ l,length=- tag t,text z,zero ignore-missing quiet status strict w,warn help. "
                "version.",
     .operands = "R*"},
    {.names = "cksum",
     .options = "a,algorithm=- base64 raw c,check>R@ l,length=- tag untagged z,zero ignore-missing quiet status strict "
                "w,warn debug help. version.",
     .operands = "R*"},
    {.names = "shasum",
     .options = "a,algorithm=- b,binary c,check>R@ t,text U,UNIVERSAL 0,01 tag ignore-missing q,quiet s,status strict "
                "w,warn h,help. v,version.",
     .operands = "R*"},
    {.names = "sum", .options = "r s,sysv help. version.", .operands = "R*"},

    // Fields, lines and characters.
    {.names = "cut gcut",
     .options = "b,bytes=- c,characters=- d,delimiter=- f,fields=- n complement s,only-delimited output-delimiter=- "
                "z,zero-terminated help. version.",
     .operands = "R*"},
    {.names = "paste", .options = "d,delimiters=- s,serial z,zero-terminated help. version.", .operands = "R*"},
    {.names = "join",
     .options = "a=- e=- i,ignore-case j=- o=- t=- v=- 1=- 2=- check-order nocheck-order header z,zero-terminated "
                "help. version.",
     .operands = "R R"},
    {.names = "comm",
     .options = "1 2 3 check-order nocheck-order output-delimiter=- total z,zero-terminated help. version.",
     .operands = "R R"},
    {.names = "uniq guniq",
     .options = "c,count d,repeated D all-repeated=?- f,skip-fields=- group=?- i,ignore-case s,skip-chars=- u,unique "
                "z,zero-terminated w,check-chars=- help. version.",
     .operands = "R W"},
    {.names = "tr gtr",
     .habits = "posix",
     .options = "c,C,complement d,delete s,squeeze-repeats t,truncate-set1 help. version.",
     .operands = "-*"},
    {.names = "strings gstrings",
     .habits = "numbers atfile",
     .options = "a,all d,data f,print-file-name n,bytes=- t,radix=- w,include-all-whitespace o T,target=- "
                "e,encoding=- s,output-separator=- U,unicode=- h,help. v,V,version.",
     .operands = "R*"},
    {.names = "sort gsort",
     .options = "o,output=W T,temporary-directory=D compress-program=X files0-from=R@ random-source=R k,key=- "
                "t,field-separator=- S,buffer-size=- batch-size=- parallel=- sort=- c,check=?- C m,merge u,unique "
                "b,ignore-leading-blanks d,dictionary-order f,ignore-case g,general-numeric-sort i,ignore-nonprinting "
                "M,month-sort h,human-numeric-sort n,numeric-sort R,random-sort r,reverse V,version-sort s,stable "
                "z,zero-terminated debug help. version.",
     .operands = "R*"},
    {.names = "shuf gshuf",
     .options = "e,echo>- i,input-range=- n,head-count=- o,output=W random-source=R r,repeat z,zero-terminated help. "
                "version.",
     .operands = "R*"},
    {.names = "tsort", .options = "help. version.", .operands = "R"},
    {.names = "fold",
     .habits = "numbers",
     .options = "b,bytes c,characters s,spaces w,width=- help. version.",
     .operands = "R*"},
    {.names = "fmt",
     .habits = "numbers",
     .options = "c,crown-margin p,prefix=- s,split-only t,tagged-paragraph u,uniform-spacing w,width=- g,goal=- help. "
                "version.",
     .operands = "R*"},
    {.names = "expand", .habits = "numbers", .options = "i,initial t,tabs=- help. version.", .operands = "R*"},
    {.names = "unexpand", .habits = "numbers", .options = "a,all first-only t,tabs=- help. version.", .operands = "R*"},
    // BSD's -n is a flag: the word behind it would be a file there and a name here.
    {.names = "column",
     .options = "t,table table-name=- O,table-order=- N,table-columns=- l,table-columns-limit=- E,table-noextreme=- "
                "d,table-noheadings m,table-maxout e,table-header-repeat H,table-hide=- R,table-right=- "
                "T,table-truncate=- W,table-wrap=- L,keep-empty-lines J,json r,tree=- i,tree-id=- p,tree-parent=- "
                "c,output-width=- o,output-separator=- s,separator=- S,use-spaces=- x,fillrows h,help. V,version.",
     .operands = "R*"},
    {.names = "pr",
     .habits = "numbers",
     .options = "columns=- a,across c,show-control-chars d,double-space D,date-format=- e,expand-tabs=?- F,f,form-feed "
                "h,header=- i,output-tabs=?- J,join-lines l,length=- m,merge n,number-lines=?- N,first-line-number=- "
                "o,indent=- r,no-file-warnings s,separator=?- S,sep-string=?- t,omit-header T,omit-pagination "
                "v,show-nonprinting w,width=- W,page-width=- pages=- help. version.",
     .operands = "R*"},
    {.names = "split gsplit",
     .habits = "numbers",
     .options = "a,suffix-length=- additional-suffix=- b,bytes=- C,line-bytes=- d numeric-suffixes=?- x "
                "hex-suffixes=?- e,elide-empty-files filter=S l,lines=- n,number=- t,separator=- u,unbuffered verbose "
                "help. version.",
     .operands = "R W",
     .more = kMakesFiles},
    // The format of csplit's suffix may have a slash in it.
    {.names = "csplit",
     .options = "f,prefix=W k,keep-files suppress-matched n,digits=- s,q,quiet,silent "
                "z,elide-empty-files help. version.",
     .operands = "R -*",
     .more = kMakesFiles},
    {.names = "iconv",
     .options = "f,from-code=- t,to-code=- l,list. c o,output=W s,silent verbose ?,help. usage. V,version.",
     .operands = "R*"},
    {.names = "dos2unix unix2dos mac2unix unix2mac",
     .habits = "exact",
     .options = "b,keep-bom m,add-bom r,remove-bom c,convmode=- D,display-enc=- e,add-eol no-add-eol f,force "
                "i,info=?->R k,keepdate l,newline O,to-stdout>R o,oldfile q,quiet s,safe u,keep-utf16 v,verbose "
                "F,follow-symlink R,replace-symlink S,skip-symlink allow-chown no-allow-chown L,license. V,version. "
                "h,help.",
     .operands = "M*"},

    // Comparing.
    {.names = "diff gdiff colordiff",
     .habits = "numbers",
     .options = "normal q,brief s,report-identical-files c C=- context=?- u U=- unified=?- e,ed f,forward-ed n,rcs "
                "y,side-by-side W,width=- left-column suppress-common-lines p,show-c-function F,show-function-line=- "
                "L,label=- t,expand-tabs T,initial-tab tabsize=- suppress-blank-empty l,paginate r,recursive>R/ "
                "no-dereference N,new-file P,unidirectional-new-file ignore-file-name-case no-ignore-file-name-case "
                "x,exclude=- X,exclude-from=R S,starting-file=- from-file=R to-file=R i,ignore-case "
                "E,ignore-tab-expansion Z,ignore-trailing-space b,ignore-space-change w,ignore-all-space "
                "B,ignore-blank-lines I,ignore-matching-lines=- a,text strip-trailing-cr D,ifdef=- old-group-format=- "
                "new-group-format=- unchanged-group-format=- changed-group-format=- line-format=- old-line-format=- "
                "new-line-format=- unchanged-line-format=- d,minimal horizon-lines=- H,speed-large-files color=?- "
                "palette=- help. v,version.",
     .operands = "R*"},
    {.names = "cmp",
     .options = "b,print-bytes i,ignore-initial=- l,verbose n,bytes=- s,quiet,silent help. v,version.",
     .operands = "R R -? -?"},
    {.names = "diff3",
     .options = "A,show-all e,ed E,show-overlap 3,easy-only x,overlap-only X i m,merge a,text strip-trailing-cr "
                "T,initial-tab diff-program=X L,label=- help. v,version.",
     .operands = "R R R"},
    {.names = "sdiff",
     .options = "o,output=W i,ignore-case E,ignore-tab-expansion Z,ignore-trailing-space b,ignore-space-change "
                "W,ignore-all-space B,ignore-blank-lines I,ignore-matching-lines=- strip-trailing-cr a,text w,width=- "
                "l,left-column s,suppress-common-lines t,expand-tabs tabsize=- d,minimal H,speed-large-files "
                "diff-program=X help. v,version.",
     .operands = "R R"},

    // Searching.
    {.names = "grep egrep fgrep ggrep zgrep zegrep zfgrep",
     .habits = "numbers",
     .options = "E,extended-regexp F,fixed-strings G,basic-regexp P,perl-regexp e,regexp=-1 f,file=R1 i,y,ignore-case "
                "no-ignore-case w,word-regexp x,line-regexp z,null-data s,no-messages v,invert-match V,version. help. "
                "m,max-count=- b,byte-offset n,line-number line-buffered H,with-filename h,no-filename label=- "
                "o,only-matching q,quiet,silent binary-files=- a,text I d,directories=->R/ D,devices=- r,recursive>R/ "
                "R,dereference-recursive>R/ include=- exclude=- exclude-from=R exclude-dir=- L,files-without-match "
                "l,files-with-matches c,count T,initial-tab Z,null B,before-context=- A,after-context=- C,context=- "
                "group-separator=- no-group-separator color=?- colour=?- U,binary u,unix-byte-offsets",
     .operands = "- R*",
     .more = "here"},
    {.names = "rgrep",
     .habits = "numbers",
     .options = "E,extended-regexp F,fixed-strings G,basic-regexp P,perl-regexp e,regexp=-1 f,file=R1 i,y,ignore-case "
                "no-ignore-case w,word-regexp x,line-regexp z,null-data s,no-messages v,invert-match V,version. help. "
                "m,max-count=- b,byte-offset n,line-number line-buffered H,with-filename h,no-filename label=- "
                "o,only-matching q,quiet,silent binary-files=- a,text I d,directories=- D,devices=- r,recursive "
                "R,dereference-recursive include=- exclude=- exclude-from=R exclude-dir=- L,files-without-match "
                "l,files-with-matches c,count T,initial-tab Z,null B,before-context=- A,after-context=- C,context=- "
                "group-separator=- no-group-separator color=?- colour=?- U,binary u,unix-byte-offsets",
     .operands = "- R/*",
     .more = "here"},
    {.names = "rg ripgrep",
     .habits = "exact",
     .options = "e,regexp=-1 f,file=R1 files=?-1 pre=X pre-glob=- hostname-bin=X ignore-file=R A,after-context=- "
                "B,before-context=- C,context=- color=- colors=- context-separator=- no-context-separator "
                "dfa-size-limit=- regex-size-limit=- E,encoding=- no-encoding engine=- field-context-separator=- "
                "field-match-separator=- g,glob=- iglob=- m,max-count=- M,max-columns=- d,max-depth,maxdepth=- "
                "max-filesize=- path-separator=- r,replace=- sort=- sortr=- j,threads=- t,type=- T,type-not=- "
                "type-add=- type-clear=- hyperlink-format=- generate=- stop-on-nonmatch a,text no-text "
                "auto-hybrid-regex no-auto-hybrid-regex binary no-binary block-buffered no-block-buffered "
                "b,byte-offset no-byte-offset s,case-sensitive i,ignore-case S,smart-case column no-column c,count "
                "count-matches crlf no-crlf debug trace l,files-with-matches files-without-match F,fixed-strings "
                "no-fixed-strings L,follow no-follow glob-case-insensitive no-glob-case-insensitive heading no-heading "
                ".,hidden no-hidden ignore-file-case-insensitive no-ignore-file-case-insensitive include-zero "
                "no-include-zero v,invert-match no-invert-match json no-json line-buffered no-line-buffered "
                "n,line-number N,no-line-number x,line-regexp max-columns-preview no-max-columns-preview mmap no-mmap "
                "U,multiline no-multiline multiline-dotall no-multiline-dotall no-config ignore no-ignore ignore-dot "
                "no-ignore-dot ignore-exclude no-ignore-exclude ignore-files no-ignore-files ignore-global "
                "no-ignore-global ignore-messages no-ignore-messages ignore-parent no-ignore-parent ignore-vcs "
                "no-ignore-vcs messages no-messages no-require-git require-git unicode no-unicode 0,null null-data "
                "one-file-system no-one-file-system o,only-matching passthru,passthrough P,pcre2 no-pcre2 "
                "pcre2-unicode no-pcre2-unicode p,pretty no-pre q,quiet no-search-zip sort-files no-sort-files stats "
                "no-stats trim no-trim type-list. u,unrestricted vimgrep H,with-filename I,no-filename w,word-regexp "
                "pcre2-version. V,version. h,help.",
     .operands = "- R/*",
     .more = "here"},
    {.names = "ag",
     .habits = "exact",
     .options = "pager=S A,after=- B,before=- C,context=- G,file-search-regex=- g=-1 ignore=- ignore-dir=- "
                "m,max-count=- depth=- p,path-to-ignore=R W,width=- workers=- color-line-number=- color-match=- "
                "color-path=- ackmate a,all-types break nobreak c,count color nocolor column filename nofilename "
                "f,follow F,fixed-strings group nogroup H,heading noheading hidden i,ignore-case l,files-with-matches "
                "L,files-without-matches o,only-matching one-device print-long-lines passthrough passthru Q,literal "
                "r,recurse R,no-recurse n,norecurse s,case-sensitive S,smart-case silent stats stats-only t,all-text "
                "u,unrestricted U,skip-vcs-ignores v,invert-match vimgrep w,word-regexp 0,null nopager numbers "
                "nonumbers list-file-types. V,version. help.",
     .operands = "- R/*",
     .more = "here"},
    {.names = "ack",
     .habits = "exact",
     .options = "pager=S nopager ackrc=F noenv ignore-ack-defaults A,after-context=- B,before-context=- C,context=?- "
                "m,max-count=- match=-1 g=-1 f=?-1 files-from=R@ ignore-dir=- ignore-directory=- ignore-file=- "
                "t,type=- T=- i,ignore-case I,no-ignore-case S,smart-case v,invert-match w,word-regexp Q,literal "
                "l,files-with-matches L,files-without-matches c,count h,no-filename H,with-filename o n,no-recurse "
                "r,R,recurse s k,known-types column passthru color colour nocolor nocolour group nogroup heading "
                "noheading break nobreak flush follow nofollow sort-files filter nofilter bar. help. help-types. "
                "version. dump.",
     .operands = "- R/*",
     .more = "here"},
    {.names = "look",
     .options = "a,alternative d,alphanum f,ignore-case t,terminate=- h,help. V,version.",
     .operands = "- R?"},

    // Little languages. The text of a program is read by the reader of its language.
    // The suffix behind -i may be the name of a file elsewhere: `dir/*`.
    {.names = "sed gsed ssed",
     .options = "n,quiet,silent e,expression=C:sed1 f,file=F:sed1 i,in-place=?W>M E,r,regexp-extended s,separate "
                "z,null-data,zero-terminated u,unbuffered l,line-length=- posix debug sandbox follow-symlinks b,binary "
                "help. version.",
     .operands = "C:sed R*"},
    // Some awks go on after --help. -o, -d, -p and -D of gawk use a file of a fixed name unless one is glued to them;
    // -W of mawk has options of its own in its value.
    {.names = "awk gawk mawk nawk oawk goawk original-awk",
     .habits = "posix",
     .options = "F,field-separator=- v,assign=- f,file=F:awk1 e,source=C:awk1 E,exec^=F:awk1 i,include=F:awk l,load=P "
                "b,characters-as-bytes c,traditional C,copyright g,gen-pot h,help I,trace k,csv L,lint=?- M,bignum "
                "N,use-lc-numeric n,non-decimal-data O,optimize s,no-optimize P,posix r,re-interval S,sandbox "
                "t,lint-old V,version.",
     .operands = "C:awk R*"},
    {.names = "jq",
     .habits = "exact",
     .options = "f,from-file=F:jq1 L,library-path=P arg==- argjson==- slurpfile==R rawfile==R argfile==R args jsonargs "
                "indent=- tab c,compact-output n,null-input e,exit-status s,slurp r,raw-output j,join-output "
                "raw-output0 a,ascii-output R,raw-input C,color-output M,monochrome-output S,sort-keys b,binary "
                "unbuffered stream stream-errors seq h,help. V,version. build-configuration.",
     .operands = "C:jq R*"},
    {.names = "xmllint",
     .habits = "single exact",
     .options = "o,output=W schema=R relaxng=R schematron=R dtdvalid=R dtdvalidfpi=- encode=- xpath=- maxmem=- "
                "pattern=- pretty=- version debug debugent copy recover huge noent noenc noout load-trace nonet "
                "nocompact htmlout nowrap valid postvalid quiet timing repeat insert compress html xmlout nodefdtd "
                "push pushsmall memory nowarning noblanks nocdata format dropdtd c14n c14n11 exc-c14n nsclean testIO "
                "catalogs nocatalogs auto xinclude noxincludenode nofixup-base-uris loaddtd dtdattr stream walker "
                "chkregister sax1 sax oldxml10",
     .operands = "R*",
     .more = "contacts"},
    {.names = "yq",
     .habits = "exact",
     .options = "i,inplace,in-place>M e,exit-status n,null-input P,prettyPrint o,output-format=- p,input-format=- "
                "I,indent=- r,unwrapScalar=?- j,tojson M,no-colors C,colors N,no-doc from-file=F:yq1 y,yaml-output "
                "Y,yaml-roundtrip v,verbose V,version. h,help.",
     .operands = "C:yq R*"},
    {.names = "bc",
     .options = "e,expression=- f,file=R h,help. i,interactive l,mathlib q,quiet s,standard w,warn v,version.",
     .operands = "R*"},
    // -e is done before later options are read.
    {.names = "dc",
     .options = "e,expression=C:dc f,file=F:dc h,help V,version",
     .operands = "F:dc*",
     .more = "input:dc"},
    {.names = "expr gexpr", .habits = "plain", .operands = "-*"},

    // Showing.
    // `+` begins a command of less. Only letters and digits that do nothing as such a command are options here.
    {.names = "less",
     .habits = "plus exact",
     .options =
         "0 1 2 3 4 5 6 7 8 9 a,search-skip-screen A,SEARCH-SKIP-SCREEN e,quit-at-eof QUIT-AT-EOF f,force "
         "F,quit-if-one-screen g,hilite-search G,HILITE-SEARCH i,ignore-case I,IGNORE-CASE J,status-column "
         "m,long-prompt M,LONG-PROMPT n,line-numbers N,LINE-NUMBERS q,quiet,silent Q,QUIET,SILENT "
         "r,raw-control-chars R,RAW-CONTROL-CHARS S,chop-long-lines w,hilite-unread W,HILITE-UNREAD X,no-init "
         "no-keypad squeeze-blank-lines follow-name mouse MOUSE incsearch use-color save-marks no-histdups "
         "tilde log-file=W LOG-FILE=W pattern=- tabs=- window=- max-back-scroll=- max-forw-scroll=- "
         "jump-target=- shift=?- wheel-lines=?- rscroll=- header=?- line-num-width=?- status-col-width=?- buffers=?- "
         "version. help.",
     .operands = "R:file*",
     .more = "runs input:less"},
    {.names = "vim vi nvim ex view gvim vimdiff rvim rview nvi vimx evim eview vim.tiny vim.basic vim.nox",
     .habits = "plus exact",
     .options = "c=C:ex cmd=C:ex S=F:ex u=F:ex U=F:ex s=F:ex remote-send=C:ex remote-expr=C:ex i=M w=W W=W V=?W "
                "startuptime=W log=W T=- t=- servername=- R n N b d D m M e E y A H Z clean noplugin headless "
                "not-a-term nofork version help",
     .operands = "M*",
     .more = "runs input:ex"},
    {.names = "ed red",
     .options =
         "E,extended-regexp G,traditional h,help l,loose-exit-status p,prompt=- r,restricted q,s,quiet,silent,script "
         "v,verbose V,version strip-trailing-cr unsafe-names",
     .operands = "M",
     .more = "runs input:ed"},
    {.names = "more zmore zless most",
     .habits = "plus",
     .options = "0 1 2 3 4 5 6 7 8 9 d,silent f,logical l,no-pause c,print-over p,clean-print e,exit-on-eof s,squeeze "
                "u,plain n,lines=- h,help. V,version.",
     .operands = "R:file*",
     .more = "runs input:less"},
    // What --help and the lists show goes through the pager, too.
    {.names = "bat batcat",
     .habits = "exact",
     .options = "pager=S l,language=- r,line-range=- H,highlight-line=- file-name=- style=- theme=- theme-light=- "
                "theme-dark=- color=- paging=- decorations=- wrap=- tabs=- italic-text=- terminal-width=- "
                "m,map-syntax=- ignored-suffix=- diff-context=- squeeze-limit=- strip-ansi=- nonprintable-notation=- "
                "binary=- A,show-all p,plain n,number d,diff s,squeeze-blank f,force-colorization P u,unbuffered "
                "S,chop-long-lines L,list-languages list-themes diagnostic acknowledgements config-file config-dir "
                "cache-dir h,help V,version",
     .operands = "R*"},
    {.names = "delta",
     .habits = "exact",
     .options = "pager=S paging=- syntax-theme=- side-by-side n,line-numbers dark light"},
    {.names = "fzf sk",
     .habits = "exact",
     .options = "preview=S bind=K:fzf execute=S cmd=S with-shell=S become=S f,filter=- q,query=- m,multi"},
    {.names = "man",
     .options = "P,pager=S H,html=?X C,config-file%=F M,manpath%=P d,debug D,default warnings=?- f,whatis k,apropos "
                "K,global-apropos l,local-file w,where,path,location W,where-cat,location-cat R,recode=- L,locale=- "
                "m,systems=- S,s,sections=- e,extension=- i,ignore-case I,match-case regex wildcard names-only a,all "
                "u,update no-subpages r,prompt=- 7,ascii E,encoding=- no-hyphenation,nh no-justification,nj "
                "p,preprocessor=- t,troff T,troff-device=?- Z,ditroff c,catman ?,help. usage. V,version.",
     .operands = "R*",
     .more = "runs"},
    {.names = "apropos whatis",
     .options = "C,config-file%=F M,manpath=R d,debug v,verbose e,exact r,regex w,wildcard a,and l,long L,locale=- "
                "m,systems=- s,sections,section=- ?,help. usage. V,version.",
     .operands = "-*"},

    {.names = "info",
     .habits = "exact",
     .options =
         "restore%=F init-file%=F k,apropos=- d,directory=L f,file=R n,node=- o,output=W O,show-options subnodes "
         "w,where,location h,help. version.",
     .operands = "-*"},
    {.names = "help2man", .habits = "exact", .options = "o,output=W n,name=- s,section=- N,no-info", .operands = "X"},
    // -m takes a list of files, -C writes one whose name it makes up.
    {.names = "file",
     .options = "f,files-from=R@ e,exclude=- exclude-quiet=- F,separator=- P,parameter=- z,uncompress "
                "Z,uncompress-noreport b,brief c,checking-printout i,mime mime-type mime-encoding apple extension "
                "k,keep-going l,list L,dereference h,no-dereference n,no-buffer N,no-pad 0,print0 p,preserve-date "
                "r,raw s,special-files S,no-sandbox d,debug E help. v,version.",
     .operands = "R*"},
    {.names = "stat gstat",
     .options = "L,dereference f,file-system cached=- c,format=- printf=- t,terse help. version.",
     .operands = "L*"},

    // Editors. What is left out sources scripts, or differs between them.
    {.names = "nano pico micro helix hx code gedit kate",
     .habits = "plus exact",
     .options = "version.",
     .operands = "M*",
     .more = "runs"},
    // A patch names files to change, too.
    {.names = "patch gpatch",
     .options = "i,input=R o,output=W r,reject-file=W d,directory=CD p,strip=- B,prefix=- D,ifdef=- F,fuzz=- N,forward "
                "R,reverse E,remove-empty-files b,backup V,version-control=- z,suffix=- Y,basename-prefix=- g,get=- "
                "s,quiet,silent dry-run t,batch f,force u,unified n,normal c,context e,ed l,ignore-whitespace "
                "Z,set-utc T,set-time binary posix verbose no-backup-if-mismatch backup-if-mismatch merge=?- "
                "reject-format=- read-only=- help. v,version.",
     .operands = "M R?",
     .more = "destroys runs"},

    // Numbers and dates.
    {.names = "seq gseq",
     .habits = "posix numbers",
     .options = "f,format=- s,separator=- w,equal-width help. version.",
     .operands = "-*"},
    {.names = "numfmt",
     .options = "debug d,delimiter=- field=- format=- from=- from-unit=- grouping header=?- invalid=- padding=- "
                "round=- suffix=- to=- to-unit=- z,zero-terminated help. version.",
     .operands = "-*"},
    {.names = "factor", .options = "h,exponents help. version.", .operands = "-*"},
    // A format begins with `+`, mostly `+%`; an operand without it sets the clock.
    {.names = "date gdate",
     .habits = "plus",
     .options = "%=?- d,date=- debug f,file=R I,iso-8601=?- R,rfc-email,rfc-822,rfc-2822 resolution rfc-3339=- "
                "r,reference=R s,set$=- u,utc,universal,uct help. version."},
    {.names = "cal ncal",
     .options = "1,one 3,three A=- B=- b C d=- e H=- h J j,julian M m,monday N n,months=- o p S s,sunday w,week=?- "
                "y,year Y,twelve span i,iso color=?- reform=- c,columns=- help. V,version.",
     .operands = "-*"},
    {.names = "sleep gsleep yes", .options = "help. version.", .operands = "-*"},
});

}  // namespace

std::span<const ProgramRow> text_programs() noexcept {
    return kRows;
}

}  // namespace postern::programs
