// Programs that copy, move, remove and pack files.
#include "programs/tables.h"

#include <array>

namespace postern::programs {
namespace {

// Stands for "makes files that no word names", which has no mark of its own yet. Such a call is not harmless.
constexpr std::string_view kMakesFiles = "destroys";

constexpr auto kRows = std::to_array<ProgramRow>({
    // Looking.
    {.names = "ls gls dir vdir",
     .options = "a,all A,almost-all author b,escape block-size=- B,ignore-backups c C color=?- d,directory D,dired f F "
                "classify=?- file-type format=- full-time g group-directories-first G,no-group h,human-readable si "
                "H,dereference-command-line dereference-command-line-symlink-to-dir hide=- hyperlink=?- "
                "indicator-style=- i,inode I,ignore=- k,kibibytes l L,dereference m n,numeric-uid-gid N,literal o p "
                "q,hide-control-chars show-control-chars Q,quote-name quoting-style=- r,reverse R,recursive s,size S "
                "sort=- time=- time-style=- t T,tabsize=- u U v w,width=- x X Z,context zero 1 help. version.",
     .operands = "L*"},
    // -o takes the next word even if letters follow it, and -R writes a file below each directory.
    {.names = "tree",
     .options = "a d f l x L=- P=- I=- gitignore gitfile=R ignore-case matchdirs metafirst info infofile=R noreport "
                "charset=- filelimit=- q N Q p u g s h si du D timefmt=- F inodes device v t c U r dirsfirst "
                "filesfirst sort=- i A S n C X J H=- T=- nolinks hintro=R houtro=R prune fromfile fromtabfile fflinks "
                "help. version.",
     .operands = "L*"},
    {.names = "du gdu",
     .options = "0,null a,all apparent-size B,block-size=- b,bytes c,total D,dereference-args d,max-depth=- "
                "files0-from=R H h,human-readable inodes k L,dereference l,count-links m P,no-dereference "
                "S,separate-dirs si s,summarize t,threshold=- time=?- time-style=- X,exclude-from=R exclude=- "
                "x,one-file-system help. version.",
     .operands = "L*"},
    {.names = "df gdf",
     .options = "a,all B,block-size=- h,human-readable H,si i,inodes k l,local no-sync output=?- P,portability sync "
                "total t,type=- T,print-type x,exclude-type=- v help. version.",
     .operands = "L*"},
    {.names = "readlink greadlink",
     .options = "f,canonicalize e,canonicalize-existing m,canonicalize-missing n,no-newline q,quiet s,silent v,verbose "
                "z,zero help. version.",
     .operands = "L*"},
    {.names = "realpath grealpath",
     .options = "E,canonicalize e,canonicalize-existing m,canonicalize-missing L,logical P,physical q,quiet "
                "relative-to=L relative-base=L s,strip,no-symlinks z,zero help. version.",
     .operands = "L*"},
    {.names = "basename gbasename", .options = "a,multiple s,suffix=- z,zero help. version.", .operands = "-*"},
    {.names = "dirname gdirname", .options = "z,zero help. version.", .operands = "-*"},
    {.names = "pathchk", .options = "p P portability help. version.", .operands = "-*"},
    {.names = "namei",
     .options = "x,mountpoints m,modes o,owners l,long n,nosymlinks v,vertical Z,context h,help. V,version.",
     .operands = "L*"},
    {.names = "lsattr", .options = "R a d l p v V", .operands = "L*"},
    {.names = "which",
     .habits = "posix",
     .options = "a s v,V,version. help. skip-alias skip-functions skip-dot skip-tilde show-dot show-tilde tty-only "
                "read-alias i read-functions",
     .operands = "-*"},
    // -B, -M and -S take directories up to -f.
    {.names = "whereis", .options = "b m s u g l h,help. V,version.", .operands = "-*"},
    {.names = "locate mlocate plocate",
     .options = "A,all b,basename c,count e,existing i,ignore-case l,n,limit=- N,literal 0,null r,regexp=- regex "
                "w,wholename P,nofollow,H p,ignore-spaces q,quiet t,transliterate S,statistics. L,follow h,help. "
                "V,version.",
     .operands = "-*"},
    {.names = "find gfind",
     .habits = "expr single exact",
     .options =
         "H L P D=- O=#- exec=;X execdir=;X ok=;X okdir=;X delete$>M fprint=W fprint0=W fprintf=2W fls=W newer=R "
         "anewer=R cnewer=R neweraa=R neweraB=R newerac=R neweram=R newerat=- newerBa=R newerBB=R "
         "newerBc=R newerBm=R newerBt=- newerca=R newercB=R newercc=R newercm=R newerct=- newerma=R "
         "newermB=R newermc=R newermm=R newermt=- samefile=R files0-from=R@ name=- iname=- path=- ipath=- "
         "wholename=- iwholename=- regex=- iregex=- lname=- ilname=- regextype=- type=- xtype=- size=- "
         "perm=- links=- inum=- fstype=- context=- user=- group=- uid=- gid=- mtime=- mmin=- ctime=- "
         "cmin=- atime=- amin=- used=- maxdepth=- mindepth=- printf=- print print0 ls prune quit depth d "
         "daystart follow mount xdev noleaf ignore_readdir_race noignore_readdir_race warn nowarn empty "
         "executable readable writable nouser nogroup true false not and or a o version. help.",
     .operands = "L*"},
    {.names = "fd fdfind",
     .habits = "exact",
     .options = "x,exec=;X X,exec-batch=;X C,base-directory=CD search-path=L ignore-file=R and=- e,extension=- "
                "t,type=- d,max-depth,maxdepth=- min-depth=- exact-depth=- E,exclude=- S,size=- o,owner=- c,color=- "
                "j,threads=- batch-size=- changed-within,change-newer-than,newer,changed-after=- "
                "changed-before,change-older-than,older=- max-results=- max-buffer-time=- path-separator=- format=- "
                "strip-cwd-prefix=?- hyperlink=?- H,hidden no-hidden I,no-ignore ignore no-ignore-vcs ignore-vcs "
                "no-ignore-parent no-global-ignore-file no-require-git require-git u,unrestricted "
                "rg-alias-hidden-ignore s,case-sensitive i,ignore-case g,glob regex F,fixed-strings a,absolute-path "
                "relative-path l,list-details L,follow no-follow p,full-path 0,print0 prune 1 q,quiet,has-results "
                "show-errors one-file-system,mount,xdev h,help. V,version.",
     .operands = "- L*"},

    // Copying, moving, linking.
    {.names = "cp gcp",
     .options = "a,archive>R/ attributes-only b backup=?- copy-contents d debug f,force i,interactive H l,link "
                "L,dereference n,no-clobber P,no-dereference p preserve=?- no-preserve=- parents "
                "keep-directory-symlink R,r,recursive>R/ reflink=?- remove-destination sparse=- strip-trailing-slashes "
                "s,symbolic-link S,suffix=- t,target-directory=W:to T,no-target-directory u update=?- v,verbose "
                "x,one-file-system Z context=?- help. version.",
     .operands = "R* W:to"},
    {.names = "mv gmv",
     .options = "b backup=?- debug exchange f,force i,interactive n,no-clobber no-copy strip-trailing-slashes "
                "S,suffix=- t,target-directory=W:to T,no-target-directory u update=?- v,verbose Z,context help. "
                "version.",
     .operands = "M/* W:to"},
    // One operand alone is the file that the link names.
    {.names = "ln gln",
     .options = "b backup=?- d,F,directory f,force i,interactive L,logical n,no-dereference P,physical r,relative "
                "s,symbolic S,suffix=- t,target-directory=W:to T,no-target-directory v,verbose help. version.",
     .operands = "R* M:to",
     .more = "here"},
    {.names = "link", .options = "help. version.", .operands = "R W"},
    {.names = "install ginstall",
     .options = "b backup=?- c C,compare d,directory>W D debug g,group=- m,mode=- o,owner=- p,preserve-timestamps "
                "s,strip strip-program=X S,suffix=- t,target-directory=W:to T,no-target-directory v,verbose "
                "preserve-context Z context=?- help. version.",
     .operands = "R* W:to"},
    {.names = "dd gdd",
     .options = "help. version.",
     .operands =
         "{if=R,of=W,bs=-,ibs=-,obs=-,cbs=-,count=-,skip=-,seek=-,iseek=-,oseek=-,conv=-,iflag=-,oflag=-,status=-}"},
    {.names = "tee gtee", .options = "a,append i,ignore-interrupts p output-error=?- help. version.", .operands = "W*"},

    // Making and changing.
    {.names = "mkdir gmkdir", .options = "m,mode=- p,parents v,verbose Z context=?- help. version.", .operands = "W*"},
    {.names = "touch gtouch",
     .options = "a c,no-create d,date=- f h,no-dereference m r,reference=R t=- time=- help. version.",
     .operands = "W*"},
    {.names = "mktemp gmktemp",
     .options = "d,directory u,dry-run q,quiet suffix=- p=D tmpdir=?D t help. version.",
     .operands = "W",
     .more = kMakesFiles},
    {.names = "mkfifo", .options = "m,mode=- Z context=?- help. version.", .operands = "W*"},
    {.names = "mknod", .options = "m,mode=- Z context=?- help. version.", .operands = "W - -? -?"},
    // A mode may begin with a dash and is no option then: `chmod -x FILE`.
    {.names = "chmod gchmod",
     .options = "c,changes f,silent,quiet v,verbose no-preserve-root preserve-root reference=R1 R,recursive>W/ H L P "
                "dereference h,no-dereference r=?-1 w=?-1 x=?-1 X=?-1 s=?-1 t=?-1 u=?-1 g=?-1 o=?-1 a=?-1 0=?-1 1=?-1 "
                "2=?-1 3=?-1 4=?-1 5=?-1 6=?-1 7=?-1 help. version.",
     .operands = "- W*"},
    {.names = "chown chgrp gchown gchgrp",
     .options = "c,changes f,silent,quiet v,verbose dereference h,no-dereference from=- no-preserve-root preserve-root "
                "reference=R1 R,recursive>W/ H L P help. version.",
     .operands = "- W*"},
    {.names = "setfacl",
     .options = "m,modify=- x,remove=- M,modify-file=R X,remove-file=R b,remove-all k,remove-default d,default "
                "R,recursive>W/ L,logical P,physical n,no-mask mask restore=R set=- set-file=R test v,version. h,help.",
     .operands = "W*"},
    // A mode begins with a sign: `chattr -i FILE`.
    {.names = "chattr",
     .habits = "exact",
     .options = "R>W/ V f v=- p=- a=?-1 A=?-1 c=?-1 C=?-1 d=?-1 D=?-1 e=?-1 E=?-1 F=?-1 i=?-1 j=?-1 m=?-1 P=?-1 s=?-1 "
                "S=?-1 t=?-1 T=?-1 u=?-1 x=?-1",
     .operands = "- W*"},
    {.names = "truncate gtruncate",
     .options = "c,no-create o,io-blocks r,reference=R s,size=- help. version.",
     .operands = "W*",
     .more = "destroys"},
    {.names = "sync", .options = "d,data f,file-system help. version.", .operands = "R*"},
    // The first operand is code for Perl's rename, and text for that of util-linux.
    {.names = "rename prename file-rename perl-rename",
     .options = "v,verbose n,no-act,nono,just-print f,force,over e=C:perl1 help. V,version.",
     .operands = "C:rename M*"},

    // Removing.
    {.names = "rm grm",
     .options = "f,force i I interactive=?- one-file-system no-preserve-root preserve-root=?- r,R,recursive>W/ d,dir "
                "v,verbose help. version.",
     .operands = "W*",
     .more = "destroys"},
    {.names = "rmdir grmdir",
     .options = "ignore-fail-on-non-empty p,parents v,verbose help. version.",
     .operands = "W*"},
    {.names = "unlink", .options = "help. version.", .operands = "W", .more = "destroys"},
    {.names = "shred gshred",
     .options = "f,force n,iterations=- random-source=R s,size=- u remove=?- v,verbose x,exact z,zero help. version.",
     .operands = "W*",
     .more = "destroys"},

    // Compressing. The file gives way to the one that is made of it.
    {.names = "gzip gunzip pigz unpigz",
     .options =
         "r,recursive>M/ c,stdout,to-stdout>R l,list>R t,test>R d,decompress,uncompress f,force k,keep "
         "n,no-name N,name q,quiet rsyncable S,suffix=- synchronous v,verbose a,ascii 1,fast 2 3 4 5 6 7 8 9,best "
         "L,license. h,help. V,version. b,blocksize=- p,processes=- 0 H,huffman i,independent K,zip m,no-time "
         "M,time R Y z,zlib",
     .operands = "M*"},
    {.names = "zcat gzcat bzcat bz2cat",
     .options = "c,stdout,to-stdout d,decompress f,force q,quiet s,small v,verbose k,keep h,help. V,version. "
                "L,license.",
     .operands = "R*"},
    {.names = "bzip2 bunzip2",
     .options = "c,stdout>R t,test>R d,decompress z,compress k,keep f,force q,quiet v,verbose s,small 1,fast 2 3 4 5 6 "
                "7 8 9,best repetitive-fast repetitive-best L,license. V,version. h,help.",
     .operands = "M*"},
    {.names = "xz unxz lzma unlzma",
     .options = "c,stdout,to-stdout>R l,list>R t,test>R z,compress d,decompress,uncompress f,force k,keep e,extreme 0 "
                "1,fast 2 3 4 5 6 7 8 9,best S,suffix=- T,threads=- M,memory,memlimit=- memlimit-compress=- "
                "memlimit-decompress=- memlimit-mt-decompress=- no-adjust F,format=- C,check=- ignore-check "
                "block-size=- block-list=- flush-timeout=- single-stream no-sparse files=?R@ files0=?R@ lzma1=?- "
                "lzma2=?- x86=?- arm=?- armthumb=?- arm64=?- powerpc=?- ia64=?- sparc=?- delta=?- q,quiet v,verbose "
                "Q,no-warn robot info-memory. H,long-help. h,help. V,version.",
     .operands = "M*"},
    {.names = "xzcat lzcat",
     .options = "c,stdout,to-stdout l,list t,test z,compress d,decompress,uncompress f,force k,keep e,extreme 0 1,fast "
                "2 3 4 5 6 7 8 9,best S,suffix=- T,threads=- M,memory,memlimit=- memlimit-compress=- "
                "memlimit-decompress=- memlimit-mt-decompress=- no-adjust F,format=- C,check=- ignore-check "
                "block-size=- block-list=- flush-timeout=- single-stream no-sparse files=?R@ files0=?R@ lzma1=?- "
                "lzma2=?- x86=?- arm=?- armthumb=?- arm64=?- powerpc=?- ia64=?- sparc=?- delta=?- q,quiet v,verbose "
                "Q,no-warn robot info-memory. H,long-help. h,help. V,version.",
     .operands = "R*"},
    // -o takes the next word even if letters follow it.
    {.names = "zstd unzstd zstdmt",
     .habits = "exact",
     .options =
         "D=R c,stdout>R l,list>R t,test>R d,decompress,uncompress z,compress f,force k,keep rm$ r>M/ 1 2 3 4 5 6 "
         "7 8 9 0 ultra fast=?- long=?- T=#- M=#- threads=- memory=- output-dir-flat=D output-dir-mirror=D "
         "filelist=R@ trace=W patch-from=R adapt=?- single-thread auto-threads=- rsyncable exclude-compressed "
         "stream-size=- size-hint=- target-compressed-block-size=- format=- dictID=- no-dictID check no-check C "
         "sparse no-sparse progress no-progress asyncio no-asyncio mmap-dict no-mmap-dict content-size "
         "no-content-size pass-through no-pass-through compress-literals no-compress-literals row-match-finder "
         "no-row-match-finder v,verbose q,quiet h H,help. V,version.",
     .operands = "M*"},
    {.names = "zstdcat",
     .habits = "exact",
     .options = "D=R f,force v,verbose q,quiet long=?- T=#- M=#- memory=- h H,help. V,version.",
     .operands = "R*"},

    // Archives.
    // With -x members are made below -C or here, and words pick some of them. The file for -f is read or written.
    {.names = "tar gtar",
     .habits = "bundle",
     .options = "c,create x,extract,get$&>W/ t,list>- r,append u,update A,catenate,concatenate d,diff,compare "
                "delete$>- test-label f,file=M "
                "C,directory=CD I,use-compress-program=S to-command=S checkpoint-action=K:tar checkpoint=?- "
                "F,info-script,new-volume-script=S rsh-command=X rmt-command=X T,files-from=R@ X,exclude-from=R "
                "add-file=R/ g,listed-incremental=M volno-file=M index-file=W N,newer,after-date=R newer-mtime=- "
                "K,starting-file=- V,label=- owner=- group=- owner-map=R group-map=R mode=- mtime=R H,format=- "
                "b,blocking-factor=- record-size=- L,tape-length=- transform,xform=- strip-components=- suffix=- "
                "backup=?- exclude=- exclude-tag=- exclude-tag-all=- exclude-tag-under=- exclude-ignore=- "
                "exclude-ignore-recursive=- exclude-backups exclude-caches exclude-caches-all exclude-caches-under "
                "exclude-vcs exclude-vcs-ignores O,to-stdout>- P,absolute-names z,gzip,gunzip,ungzip j,bzip2 J,xz "
                "Z,compress,uncompress zstd lzip lzma lzop a,auto-compress no-auto-compress v,verbose k,keep-old-files "
                "keep-newer-files skip-old-files keep-directory-symlink no-overwrite-dir overwrite overwrite-dir "
                "recursive-unlink U,unlink-first remove-files$>M/ p,preserve-permissions,same-permissions m,touch "
                "h,dereference hard-dereference S,sparse sparse-version=- hole-detection=- w,interactive,confirmation "
                "W,verify M,multi-volume G,incremental level=- occurrence=?- n,seek no-seek check-device "
                "no-check-device ignore-failed-read null no-null recursion no-recursion unquote no-unquote "
                "verbatim-files-from no-verbatim-files-from anchored no-anchored ignore-case no-ignore-case wildcards "
                "no-wildcards wildcards-match-slash no-wildcards-match-slash ignore-command-error "
                "no-ignore-command-error atime-preserve=?- clamp-mtime delay-directory-restore "
                "no-delay-directory-restore same-owner no-same-owner no-same-permissions numeric-owner "
                "s,preserve-order,same-order sort=- acls no-acls selinux no-selinux xattrs no-xattrs xattrs-exclude=- "
                "xattrs-include=- force-local B,read-full-records i,ignore-zeros o old-archive,portability "
                "pax-option=- posix one-file-system full-time l,check-links no-quote-chars=- quote-chars=- "
                "quoting-style=- R,block-number show-defaults. show-omitted-dirs show-snapshot-field-ranges "
                "show-transformed-names,show-stored-names totals=?- utc warning=- restrict ?,help. usage. version.",
     .operands = "R/*"},
    {.names = "bsdtar",
     .habits = "bundle",
     .options = "I,use-compress-program=S c x$&>W/ t>- r u f,file=M C,directory=CD v z j J k p P m O>- q w "
                "b=- T,files-from=R@ X,exclude-from=R@ exclude=- include=- format=- newer-than=R help. version.",
     .operands = "R/*"},
    {.names = "cpio",
     .options =
         "rsh-command=X F,file=M I=R O=W E,pattern-file=R@ H,format=- C,io-size=- M,message=- R,owner=- v,verbose "
         "0,null help. version."},
    // Options of two letters may stand in a cluster (-rlf LOG, -rTT COMMAND), so letters that begin one whose value is
    // telling are left out, and so are the lists of names behind -i and -x.
    {.names = "zip",
     .habits = "single exact",
     .options = "TT,unzip-command=S temp-path=D O,out,output-file=W lf,logfile-path=W la,log-append li,log-info "
                "r,recurse-paths>R/ j,junk-paths q,quiet v,verbose u,update f,freshen d,delete$ m,move$>M/ e,encrypt "
                "P,password=- X,no-extra y,symlinks D,no-dir-entries o,latest-time A,adjust-sfx J,junk-sfx "
                "n,suffixes=- s,split-size=- z,archive-comment c,entry-comments g,grow S,system-hidden F,fix FF,fixfix "
                "U,copy-entries MM,must-match nw,no-wild ws,wild-stop-dirs DF,difference-archive AS,archive-set "
                "AC,archive-clear sc,show-command sd,show-debug so,show-options su,show-unicode sU,show-just-unicode "
                "db,display-bytes dc,display-counts dd,display-dots dg,display-globaldots ds,dot-size=- "
                "du,display-usize dv,display-volume sb,split-bell sp,split-pause sv,split-verbose ic,ignore-case 0 1 2 "
                "3 4 5 6 7 8 9 Z,compression-method=- sf show-files FS filesync h,help. h2,more-help. L,license. "
                "version.",
     .operands = "W:archive R*"},
    // Without -l, -p, -t, -v or -z it makes files below -d or here. A lone dash is skipped, so any operand may be the
    // archive.
    {.names = "unzip",
     .options = "l. p. t. v. z. c. d=D P=- f u a b B C D j K L M n o$ q s S U V W X x h.",
     .operands = "R*",
     .more = "destroys unpacks"},
    {.names = "zipinfo", .options = "1 2 s m l v h M t T z C x", .operands = "R*"},
});

}  // namespace

std::span<const ProgramRow> file_programs() noexcept {
    return kRows;
}

}  // namespace postern::programs
