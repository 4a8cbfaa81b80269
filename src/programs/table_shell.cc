// Builtins of bash, and programs that run another one.
#include "programs/tables.h"

#include <array>

#define PERSONALITIES                                                                                             \
    "B,32bit F,fdpic-funcptrs I,short-inode L,addr-compat-layout R,addr-no-randomize S,whole-seconds "            \
    "T,sticky-timeouts X,read-implies-exec Z,mmap-page-zero 3,3gb 4gb uname-2.6 show=?- v,verbose list. h,help. " \
    "V,version. "

namespace postern::programs {
namespace {

constexpr auto kRows = std::to_array<ProgramRow>({
    // Builtins that show, compute or wait.
    {.names = "echo", .habits = "plain", .operands = "-*"},
    {.names = "printf", .habits = "posix", .options = "v=A:variable", .operands = "- -*"},
    {.names = "true false :", .habits = "plain", .operands = "-*"},
    {.names = "test [", .habits = "plain", .operands = "-*"},
    {.names = "pwd", .options = "L,logical P,physical help. version."},
    {.names = "exit return break continue shift logout times caller", .habits = "plain", .operands = "-*"},
    {.names = "type", .habits = "posix", .options = "a f p P t", .operands = "-*"},
    {.names = "dirs", .habits = "numbers", .options = "c l p v", .operands = "-*"},
    {.names = "umask", .habits = "posix", .options = "p S", .operands = "K:mode?"},
    // Each letter may be followed by its limit.
    {.names = "ulimit", .options = "S H a b c d e f i k l m n p q r s t u v x P R T", .operands = "K:limit*"},
    {.names = "wait", .habits = "posix", .options = "f n p=A:variable", .operands = "-*"},
    // jobs -x runs a command in which job names are replaced.
    {.names = "jobs", .habits = "posix", .options = "l n p r s", .operands = "-*"},
    {.names = "fg bg", .habits = "posix", .operands = "-*"},
    {.names = "disown", .habits = "posix", .options = "a h r", .operands = "-*"},
    {.names = "suspend", .habits = "posix", .options = "f"},
    // history -a and -w write a file that no word need name; -p and -s take text instead of a file.
    {.names = "history", .habits = "posix", .options = "c$ d$=- n r", .operands = "R?"},
    {.names = "kill",
     .habits = "single exact numbers",
     .options = "s=- n=- l. L. q,queue=- p,pid signal=- list=?- table verbose a,all timeout==- h,help. V,version. HUP "
                "INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN "
                "TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS SIGHUP SIGINT SIGQUIT SIGILL SIGTRAP SIGABRT SIGBUS "
                "SIGFPE SIGKILL SIGUSR1 SIGSEGV SIGUSR2 SIGPIPE SIGALRM SIGTERM SIGSTKFLT SIGCHLD SIGCONT SIGSTOP "
                "SIGTSTP SIGTTIN SIGTTOU SIGURG SIGXCPU SIGXFSZ SIGVTALRM SIGPROF SIGWINCH SIGIO SIGPWR SIGSYS",
     .operands = "-*",
     .more = "destroys"},

    // Builtins that change the shell. A name of a variable may have a subscript, which is evaluated.
    // Where later words are read is followed by the analysis of the line.
    {.names = "cd", .habits = "posix", .options = "L P e @", .operands = "-"},
    {.names = "pushd", .habits = "posix numbers", .options = "n", .operands = "-"},
    {.names = "popd", .habits = "posix numbers", .options = "n", .operands = "-*"},
    {.names = "export", .habits = "posix", .options = "f n p", .operands = "A:variable*"},
    {.names = "readonly", .habits = "posix", .options = "a A f p", .operands = "A:variable*"},
    // -i evaluates the values, -n makes references.
    {.names = "declare typeset local",
     .habits = "posix plus",
     .options = "a A f F g I l p r t u x",
     .operands = "A:variable*"},
    {.names = "unset", .habits = "posix", .options = "f v n", .operands = "A:variable*"},
    {.names = "read",
     .habits = "posix",
     .options = "a=A:variable d=- e E i=- n=- N=- p=- r s t=- u=-",
     .operands = "A:variable*"},
    {.names = "mapfile readarray",
     .habits = "posix",
     .options = "C=S c=- d=- n=- O=- s=- t u=-",
     .operands = "A:variable",
     .more = "destroys"},
    {.names = "getopts", .habits = "plain", .operands = "- A:variable -*"},
    {.names = "let", .habits = "plain", .operands = "C:arithmetic*"},
    // -k takes arguments for assignments. The name for -o is always the next word, behind -oe, too.
    {.names = "set", .habits = "posix plus", .options = "a b e f h m n p t u v x B C E H P T", .operands = "-*"},
    {.names = "shopt", .habits = "posix", .options = "o p q s u", .operands = "K:set*"},
    {.names = "alias", .habits = "posix", .options = "p", .operands = "C:alias*"},
    {.names = "unalias", .habits = "posix", .options = "a", .operands = "-*"},
    {.names = "hash", .habits = "posix", .options = "p=P d l r t", .operands = "-*"},
    {.names = "enable", .habits = "posix", .options = "f=P a d p s", .operands = "-*"},

    // Builtins that run their words, or a file.
    {.names = "command", .habits = "posix", .options = "p v.>- V.>-", .operands = "cmd", .more = "carries"},
    {.names = "builtin noglob", .habits = "posix", .operands = "cmd", .more = "carries"},
    {.names = "nocorrect", .habits = "posix", .operands = "cmd"},
    {.names = "exec", .habits = "posix", .options = "a=- c l", .operands = "cmd"},
    {.names = "eval", .habits = "posix", .operands = "sh"},
    {.names = "source .", .habits = "posix", .operands = "F:sh any*"},
    {.names = "trap", .habits = "posix", .options = "l. p. P.", .operands = "S -*"},

    // Shells. The text for -c is the first operand, wherever the letter stands; without one they read input as code.
    // A lone dash ends the options: the script may be any operand.
    {.names = "sh bash dash ash rbash",
     .habits = "posix exact single plus",
     .options = "c>S rcfile,init-file=F a b e f h l,login m n p r,restricted t u v,verbose x B C D,dump-strings E H P "
                "T debug debugger dump-po-strings noediting noprofile norc posix pretty-print help. version.",
     .operands = "F:sh any*",
     .more = "runs"},
    {.names = "zsh",
     .habits = "posix exact",
     .options = "c>S d e f l n p r u v w x help. version.",
     .operands = "F:zsh any*",
     .more = "runs"},
    {.names = "ksh ksh93 mksh",
     .habits = "posix exact",
     .options = "c>S e f n u v x",
     .operands = "F:ksh any*",
     .more = "runs"},
    {.names = "fish",
     .habits = "posix",
     .options = "c,command=S1 C,init-command=S p,profile=W profile-startup=W o,debug-output=W d,debug=- f,features=- "
                "D,debug-stack-frames=- l,login N,no-config n,no-execute P,private print-rusage-self v,version. "
                "h,help.",
     .operands = "F:fish any*",
     .more = "runs"},
    {.names = "busybox toybox coreutils", .habits = "posix", .options = "list. list-full. help.", .operands = "cmd"},

    // Wrappers that only carry a command.
    {.names = "timeout gtimeout",
     .habits = "posix",
     .options = "k,kill-after=- s,signal=- f,foreground p,preserve-status v,verbose help. version.",
     .operands = "- cmd",
     .more = "carries"},
    {.names = "time gtime",
     .habits = "posix",
     .options = "a,append f,format=- o,output=W p,portability q,quiet v,verbose V,version. help.",
     .operands = "cmd",
     .more = "carries"},
    {.names = "nice gnice",
     .habits = "posix numbers",
     .options = "n,adjustment=- help. version.",
     .operands = "cmd",
     .more = "carries"},
    {.names = "nohup gnohup", .habits = "posix", .options = "help. version.", .operands = "cmd", .more = "carries"},
    {.names = "stdbuf gstdbuf",
     .habits = "posix",
     .options = "i,input=- o,output=- e,error=- help. version.",
     .operands = "cmd",
     .more = "carries"},
    {.names = "setsid", .habits = "posix", .options = "c,ctty f,fork w,wait h,help. V,version.", .operands = "cmd"},
    {.names = "ionice",
     .habits = "posix",
     .options = "c,class=- n,classdata=- p,pid$=->- P,pgid$=->- u,uid$=->- t,ignore h,help. V,version.",
     .operands = "cmd"},
    {.names = "chrt",
     .habits = "posix",
     .options = "a,all-tasks b,batch d,deadline e,ext f,fifo i,idle o,other r,rr R,reset-on-fork T,sched-runtime=- "
                "P,sched-period=- D,sched-deadline=- m,max. p,pid$>- v,verbose h,help. V,version.",
     .operands = "- cmd"},
    {.names = "taskset",
     .habits = "posix",
     .options = "a,all-tasks p,pid$>- c,cpu-list h,help. V,version.",
     .operands = "- cmd"},
    {.names = "choom", .habits = "posix", .options = "n,adjust=- p,pid$=->- h,help. V,version.", .operands = "cmd"},
    {.names = "prlimit",
     .habits = "posix",
     .options = "p,pid$=->- o,output=- noheadings raw verbose c,core=?- d,data=?- e,nice=?- f,fsize=?- i,sigpending=?- "
                "l,memlock=?- m,rss=?- n,nofile=?- q,msgqueue=?- r,rtprio=?- s,stack=?- t,cpu=?- u,nproc=?- v,as=?- "
                "x,locks=?- y,rttime=?- h,help. V,version.",
     .operands = "cmd"},
    {.names = "setpriv",
     .habits = "posix",
     .options =
         "d,dump. nnp,no-new-privs ambient-caps=- inh-caps=- bounding-set=- ruid=- euid=- rgid=- egid=- reuid=- "
         "regid=- clear-groups keep-groups init-groups groups=- securebits=- pdeathsig=- selinux-label=- "
         "apparmor-profile=- landlock-access=- landlock-rule=R seccomp-filter=F ptracer=- reset-env list-caps. h,help. "
         "V,version.",
     .operands = "cmd"},
    // The file may be followed by -c and shell text.
    {.names = "sg", .habits = "one", .options = "c,command=sh", .operands = "- sh"},
    {.names = "flock",
     .habits = "one",
     .options = "c,command=sh s,shared x,e,exclusive u,unlock n,nb,nonblock w,wait,timeout=- E,conflict-exit-code=- "
                "o,close F,no-fork v,verbose h,help. V,version.",
     .operands = "W cmd"},
    {.names = "logsave", .habits = "posix", .options = "a s v", .operands = "W cmd"},
    {.names = "unbuffer", .habits = "posix", .options = "p", .operands = "cmd"},
    {.names = "ifne", .habits = "posix", .options = "n", .operands = "cmd"},
    {.names = "chronic", .habits = "posix", .options = "e v", .operands = "cmd"},
    {.names = "mispipe pee",
     .habits = "posix",
     .options = "ignore-sigpipe no-ignore-sigpipe ignore-write-errors no-ignore-write-errors",
     .operands = "S*"},
    {.names = "caffeinate", .habits = "posix", .options = "d i s u m t=- w=-", .operands = "cmd"},
    {.names = "sshpass", .habits = "posix", .options = "f=R d=- p=- P=- e v V. h.", .operands = "cmd"},
    {.names = "gosu su-exec setuidgid", .habits = "posix", .operands = "- cmd"},
    {.names = "chpst",
     .habits = "posix",
     .options = "u=- U=- b=- e=L /=CD n=- l=W L=W m=- d=- o=- p=- f=- c=- r=- t=- v P 0 1 2",
     .operands = "cmd"},
    {.names = "uclampset",
     .habits = "posix",
     .options = "m=- M=- a,all-tasks p,pid$=->- s,system R,reset-on-fork v,verbose h,help. V,version.",
     .operands = "cmd"},
    {.names = "cpulimit",
     .habits = "posix",
     .options = "l,limit=- p,pid=- e,exe=- P,path=- c,cpu=- b,background f k r s v z i h.",
     .operands = "cmd"},
    {.names = "cgexec", .habits = "posix", .options = "g=- b sticky", .operands = "cmd"},
    {.names = "softlimit",
     .habits = "posix",
     .options = "a=- c=- d=- f=- l=- m=- o=- p=- r=- s=- t=-",
     .operands = "cmd"},
    {.names = "trickle",
     .habits = "posix",
     .options = "h. V. v s d=- u=- w=- t=- l=- n=W p=- P=P L=-",
     .operands = "cmd"},
    {.names = "aa-exec",
     .habits = "posix",
     .options = "p,profile=- n,namespace=- d,debug i,immediate x v,verbose h,help.",
     .operands = "cmd"},
    {.names = "datefudge", .habits = "posix", .options = "s,static h,help.", .operands = "- cmd"},
    {.names = "dtach abduco", .habits = "posix", .options = "a=M A=M c=M n=M N=M r=- e=- E z p=M", .operands = "cmd"},
    {.names = "catchsegv heaptrack tini dumb-init",
     .habits = "posix",
     .options = "s g v w p=- e=- l c,single-child r,rewrite=- verbose",
     .operands = "cmd"},
    {.names = "proxychains proxychains4", .habits = "posix", .options = "q f=F", .operands = "cmd"},
    {.names = "torsocks torify tsocks",
     .habits = "posix",
     .options = "u=- p=- a=H P=- i d q shell>cmd",
     .operands = "cmd"},
    {.names = "lckdo", .habits = "posix", .options = "w W=- e E=- q x s t", .operands = "W cmd"},
    {.names = "bear", .habits = "posix", .options = "append o,output=W config=F h. v", .operands = "cmd"},
    {.names = "dbus-launch",
     .habits = "posix",
     .options = "sh-syntax csh-syntax exit-with-session auto-syntax close-stderr config-file=F autolaunch=-",
     .operands = "cmd"},
    {.names = "dbus-run-session",
     .habits = "posix",
     .options = "config-file=F dbus-daemon=X help. version.",
     .operands = "cmd"},
    {.names = "gpg-agent",
     .habits = "posix",
     .options = "q v s c daemon server homedir=F options=F log-file=W default-cache-ttl=- max-cache-ttl=-",
     .operands = "cmd"},
    {.names = "xvfb-run",
     .habits = "posix",
     .options = "a,auto-servernum e,error-file=W f,auth-file=W n,server-num=- l,listen-tcp s,server-args=- "
                "p,xauth-protocol=- w,wait=- h,help.",
     .operands = "cmd"},
    {.names = "daemonize daemon",
     .habits = "posix",
     .options = "a c,chdir=CD e=W E=A l=W o,output=W p,pidfile=W u,user=- name=- v",
     .operands = "cmd"},
    {.names = "ld.so",
     .habits = "posix",
     .options = "argv0=- library-path=P preload=P audit=P inhibit-rpath=- inhibit-cache list>R verify>R "
                "list-tunables. list-diagnostics. glibc-hwcaps-prepend=- glibc-hwcaps-mask=- help. version.",
     .operands = "cmd"},
    // The program is an option, its arguments are the operands.
    {.names = "start-stop-daemon",
     .habits = "posix",
     .options = "S,start K,stop$ T,status. t,test. x,exec=X a,startas=X p,pidfile=W pid=- ppid=- n,name=- "
                "u,user=- s,signal=- R,retry=- g,group=- c,chuid=- r,chroot=CD d,chdir=CD P,procsched=- I,iosched=- "
                "k,umask=- N,nicelevel=- b,background C,no-close O,output=W m,make-pidfile remove-pidfile o,oknodo "
                "q,quiet v,verbose notify-await notify-timeout=- H,help. V,version.",
     .operands = "-*",
     .more = "runs"},
    {.names = "envdir", .habits = "posix", .operands = "L cmd"},
    {.names = "faketime",
     .habits = "posix",
     .options = "date-prog=X p=- m f exclude-monotonic disable-monotonic help. version.",
     .operands = "- cmd"},
    {.names = "numactl",
     .habits = "posix",
     .options =
         "a,all i,interleave=- N,cpunodebind=- m,membind=- p,preferred=- P,preferred-many=- C,physcpubind=- "
         "w,weighted-interleave=- o=! S=! f=! t=! M=! l,localalloc b,balancing H,hardware. s,show. h,help. V,version.",
     .operands = "cmd"},
    {.names = "rlwrap",
     .habits = "posix exact",
     .options = "z,filter=S f,file=R H,history-filename=M l,logfile=W a,always-readline=?- A,ansi-colour-aware=?- "
                "b,break-chars=- c,complete-filenames C,command-name=- e,extra-char-after-completion=- "
                "g,forget-matching=- i,case-insensitive I,pass-sigint-as-sigterm n,no-warnings N,no-children "
                "q,quote-characters=- r,remember R,renice s,histsize=- t,set-terminal-name=- U,mirror-arguments "
                "w,wait-before-prompt=- W,polling d=?- F=- m,multi-line=?- M,multi-line-ext=- o,one-shot=- "
                "O,only-cook=- p,prompt-colour=?- P,pre-given=- S,substitute-prompt=- T=- v,version. h,help.",
     .operands = "cmd"},
    // -S splits its text by rules of its own, and later words are arguments of what is in it.
    {.names = "env genv",
     .habits = "posix",
     .options =
         "i,ignore-environment 0,null u,unset=- C,chdir=CD S,split-string^=C:env v,debug a,argv0=- block-signal=?- "
         "default-signal=?- ignore-signal=?- list-signal-handling help. version.",
     .operands = "A:variable* cmd"},
    // The input gives further words of the command, or all of them.
    {.names = "parallel",
     .habits = "posix",
     .options =
         "0,null a,arg-file=R arg-sep=- arg-file-sep=- bar basefile,bf=R bg block=- cat citation. cleanup color "
         "C,colsep=- csv compress compress-program=X decompress-program=X ctrlc delay=- d,delimiter=- dry-run,dryrun "
         "E=- e=?- env=- eta fg fifo filter=S files=?D g,group halt=- header=- hostgroups I=- i=?- joblog=W "
         "j,jobs,P,max-procs=- k,keep-order l=?- limit=S L,max-lines=- line-buffer,linebuffer link load=- memfree=- "
         "memsuspend=- m X,xargs N,max-replace-args=- n,max-args=- noswap nice=- no-notice onall nonall "
         "output-as-files p parens=- pipe pipepart plain progress profile=F q,quote recend=- recstart=- "
         "U,replace=?- results=D resume resume-failed retries=- retry-failed return=- r,no-run-if-empty round-robin "
         "rpl=C:perl semaphore seqreplace=- s,max-chars=- shard=- shebang shell-completion=- shuf silent ssh=S "
         "sshdelay=- S,sshlogin=! sshloginfile=R t tag tagstring=- tee tempdir,tmpdir=D termseq=- timeout=- tmux "
         "transfer transferfile=R trim=- u,ungroup use-cpus-instead-of-cores v,verbose V,version. h,help. wait "
         "will-cite workdir,wd=CD x,exit interactive D=-",
     .operands = "sh",
     .more = "runs"},
    {.names = "xargs gxargs",
     .habits = "posix",
     .options =
         "0,null J=- R=- S=- a,arg-file=R d,delimiter=- E=- e,eof=?- I=- i,replace=?- L=- l,max-lines=?- n,max-args=- "
         "o,open-tty P,max-procs=- p,interactive process-slot-var=- r,no-run-if-empty s,max-chars=- show-limits "
         "t,verbose x,exit help. version.",
     .operands = "cmd",
     .more = "runs"},
    {.names = "watchexec",
     .habits = "posix",
     .options = "w,watch=L e,exts=- f,filter=- i,ignore=- c,clear=?- r,restart s,signal=- d,debounce=- n N p,postpone "
                "S E,env=A shell=X workdir=CD h,help. V,version.",
     .operands = "sh"},
    {.names = "entr", .habits = "posix", .options = "a c d n p r s>sh x z", .operands = "cmd"},
    {.names = "watch gwatch",
     .habits = "posix",
     .options = "b,beep c,color C,no-color d,differences=?- e,errexit f,follow g,chgexit q,equexit=- n,interval=- "
                "p,precise r,no-rerun s,shotsdir=D t,no-title w,no-wrap x,exec>cmd h,help. v,version.",
     .operands = "sh"},
    // -P takes three words.
    {.names = "hyperfine",
     .options = "w,warmup=- m,min-runs=- M,max-runs=- r,runs=- s,setup=S p,prepare=S C,conclude=S c,cleanup=S "
                "reference=S L,parameter-list==- D,parameter-step-size=- S,shell=X N style=- sort=- u,time-unit=- "
                "export-asciidoc=W export-csv=W export-json=W export-markdown=W export-orgmode=W show-output "
                "i,ignore-failure=?- output=W input=R n,command-name=- h,help. V,version.",
     .operands = "S*"},
    {.names = "strace",
     .habits = "posix",
     .options = "o,output=W:pipe e=- E,env=A p,attach=- P,trace-path=- a,columns=- b,detach-on=- u,user=- argv0=- "
                "I,interruptible=- "
                "O,summary-syscall-overhead=- s,string-limit=- S,summary-sort-by=- U,summary-columns=- "
                "X,const-print-style=- trace=- trace-fds=- signal=- status=- abbrev=- verbose=- raw=- read=- write=- "
                "inject=- fault=- kvm=- decode-pids=- D daemonize=?- f,follow-forks F ff,output-separately "
                "i,instruction-pointer k stack-traces=?- n,syscall-number A,output-append-mode q "
                "quiet,silent,silence=?- r relative-timestamps=?- t absolute-timestamps,timestamps=?- T "
                "syscall-times=?- v,no-abbrev x strings-in-hex=?- y decode-fds=?- Y c,summary-only C,summary "
                "w,summary-wall-clock z,successful-only Z,failed-only d,debug seccomp-bpf tips=?- h,help. V,version.",
     .operands = "cmd"},
    {.names = "ltrace",
     .habits = "posix",
     .options = "a,align=- A=- b,no-signals c C,demangle D,debug=- e=- f F,config=R i l,library=- L n,indent=- "
                "o,output=W p=- r s=- S t T u=- w,where=- x=- V,version. h,help.",
     .operands = "cmd"},

    // Wrappers that start a shell when they are given no command.
    {.names = "sudo",
     .habits = "posix",
     .options =
         "u,user=- g,group=- p,prompt=- C,close-from=- D,chdir=CD R,chroot=CD r,role=- t,type=- "
         "T,command-timeout=- U,other-user=- a,auth-type=- c,login-class=- A,askpass b,background B,bell E "
         "preserve-env=?- H,set-home n,non-interactive N,no-update P,preserve-groups S,stdin host=- "
         "k,reset-timestamp i,login>cmd s,shell>cmd e,edit>M K,remove-timestamp. l,list. v,validate. V,version. help.",
     .operands = "A:variable* cmd"},
    {.names = "doas", .habits = "posix", .options = "u=- a=- C=F n s>cmd L.", .operands = "A:variable* cmd"},
    {.names = "pkexec",
     .habits = "posix",
     .options = "u,user=- disable-internal-agent keep-cwd help. version.",
     .operands = "cmd?"},
    {.names = "run0",
     .habits = "posix",
     .options = "u,user=- g,group=- nice=- D,chdir=CD setenv=A background=- property=K:systemd unit=- description=- "
                "slice=- slice-inherit machine=- no-ask-password h,help. version.",
     .operands = "cmd?"},
    {.names = "systemd-run",
     .habits = "posix",
     .options = "p,property=K:systemd path-property=K:systemd socket-property=K:systemd timer-property=K:systemd "
                "E,setenv=A M,machine=- H,host=H u,unit=- user system scope description=- slice=- slice-inherit "
                "expand-environment=- r,remain-after-exit send-sighup service-type=- uid=- gid=- nice=- "
                "working-directory=CD d,same-dir t,pty P,pipe q,quiet on-active=- on-boot=- on-startup=- "
                "on-unit-active=- on-unit-inactive=- on-calendar=- on-clock-change on-timezone-change no-block wait "
                "G,collect S,shell>cmd no-ask-password h,help. version.",
     .operands = "cmd"},
    // Words behind the user are arguments of the user's shell, the first of them a script.
    {.names = "su",
     .options = "c,command=sh session-command=sh s,shell=X l,login m,p,preserve-environment f,fast "
                "w,whitelist-environment=- g,group=- G,supp-group=- P,pty T,no-pty u,user=- h,help. V,version.",
     .operands = "- F:sh*",
     .more = "runs"},
    {.names = "runuser",
     .habits = "posix",
     .options = "u,user=- c,command=sh session-command=sh s,shell=X l,login m,p,preserve-environment f,fast "
                "w,whitelist-environment=- g,group=- G,supp-group=- P,pty T,no-pty h,help. V,version.",
     .operands = "cmd?"},
    {.names = "fakeroot fakechroot eatmydata",
     .habits = "posix",
     .options = "l,lib=P faked=X i=R s=W b=- u,unknown-is-real v,version. h,help.",
     .operands = "cmd?"},
    {.names = "newgrp", .habits = "plain", .operands = "- cmd?"},
    {.names = "chroot gchroot",
     .habits = "posix",
     .options = "groups=- userspec=- skip-chdir help. version.",
     .operands = "CD cmd?"},
    {.names = "proot",
     .habits = "posix",
     .options = "r=CD b=R q=X w=CD R=CD S=CD i=- k=- v=- 0 h. V.",
     .operands = "cmd"},
    {.names = "nsjail",
     .habits = "posix",
     .options = "M=- C=F x=X c=CD p=- t=- r=- R=R B=M T=- D=CD u=- g=- E=A v q Q e N l=W h.",
     .operands = "cmd"},
    // What --args reads are further options.
    {.names = "bwrap",
     .habits = "posix exact",
     .options =
         "bind=2M bind-try=2M dev-bind=2M dev-bind-try=2M ro-bind=2R ro-bind-try=2R bind-fd==M ro-bind-fd==R "
         "symlink=2R setenv=2A file==W bind-data==W ro-bind-data==W chmod==W overlay=2M chdir=CD dev=W proc=W "
         "tmpfs=W dir=W mqueue=W remount-ro=- hostname=- uid=- gid=- userns=- userns2=- userns-block-fd=- pidns=- "
         "unsetenv=- lock-file=M sync-fd=- exec-label=- file-label=- seccomp=- add-seccomp-fd=- block-fd=- "
         "info-fd=- json-status-fd=- cap-add=- cap-drop=- perms=- size=- args=! argv0=- tmp-overlay=- ro-overlay=- "
         "overlay-src=R unshare-all share-net unshare-user unshare-user-try unshare-ipc unshare-pid unshare-net "
         "unshare-uts unshare-cgroup unshare-cgroup-try clearenv new-session die-with-parent as-pid-1 "
         "disable-userns assert-userns-disabled level-prefix help. version.",
     .operands = "cmd"},
    {.names = "firejail",
     .habits = "posix",
     .options = "list. tree. top. quiet noprofile private net=- join=! profile=F",
     .operands = "cmd?"},
    {.names = "unshare",
     .habits = "posix",
     .options = "m,mount=?W u,uts=?W i,ipc=?W n,net=?W p,pid=?W U,user=?W C,cgroup=?W T,time=?W f,fork map-user=- "
                "map-group=- r,map-root-user c,map-current-user map-auto map-users=- map-groups=- kill-child=?- "
                "mount-proc=?- mount-binfmt=?- propagation=- setgroups=- keep-caps R,root=CD w,wd=CD S,setuid=- "
                "G,setgid=- monotonic=- boottime=- l,load-interp=X h,help. V,version.",
     .operands = "cmd?"},
    // --wdns takes its value as the next word in some versions only.
    {.names = "nsenter",
     .habits = "posix",
     .options = "a,all t,target=- m,mount=?R u,uts=?R i,ipc=?R n,net=?R p,pid=?R C,cgroup=?R U,user=?R T,time=?R "
                "S,setuid=- G,setgid=- preserve-credentials r,root=?CD w,wd=?CD e,env F,no-fork Z,follow-context "
                "c,join-cgroup user-parent keep-caps h,help. V,version.",
     .operands = "cmd?"},
    {.names = "setarch", .habits = "posix", .options = PERSONALITIES, .operands = "-? cmd?"},
    {.names = "linux32 linux64 i386 i486 i586 i686 x86_64 uname26",
     .habits = "posix",
     .options = PERSONALITIES,
     .operands = "cmd?"},
    // The user's shell starts as the settings of the terminal say.
    {.names = "xterm konsole gnome-terminal x-terminal-emulator alacritty kitty urxvt foot",
     .habits = "posix single",
     .options = "e,command^=sh",
     .operands = "cmd?",
     .more = "runs"},
    // A step of tmux ends at a semicolon.
    {.names = "tmux", .habits = "sub begins", .options = "2 C D l u N v c=sh f=F L=- S=M T=- V.", .more = "runs"},
    {.names = "tmux/new-session tmux/new",
     .habits = "posix",
     .options = "A d D E P X c=CD e=A f=- F=- n=- s=- t=- x=- y=-",
     .operands = "sh"},
    {.names = "tmux/new-window tmux/neww",
     .habits = "posix",
     .options = "a b d k P S c=CD e=A F=- n=- t=-",
     .operands = "sh"},
    {.names = "tmux/split-window tmux/splitw",
     .habits = "posix",
     .options = "b d f h I v P Z c=CD e=A F=- l=- p=- t=-",
     .operands = "sh"},
    {.names = "tmux/respawn-pane tmux/respawnp tmux/respawn-window tmux/respawnw",
     .habits = "posix",
     .options = "k c=CD e=A t=-",
     .operands = "sh"},
    {.names = "tmux/pipe-pane tmux/pipep", .habits = "posix", .options = "I O o t=-", .operands = "sh"},
    {.names = "tmux/run-shell tmux/run", .habits = "posix", .options = "b C c=CD d=- t=-", .operands = "sh"},
    {.names = "tmux/display-popup tmux/popup",
     .habits = "posix",
     .options = "B C E b=- c=- d=CD e=A h=- s=- S=- t=- T=- w=- x=- y=-",
     .operands = "sh"},
    {.names = "tmux/send-keys tmux/send",
     .habits = "posix",
     .options = "F H K l M R X c=- N=- t=-",
     .operands = "C:keys*"},
    {.names = "tmux/if-shell tmux/if", .habits = "posix", .options = "b F t=-", .operands = "S C:tmux*"},
    {.names = "tmux/source-file tmux/source", .habits = "posix", .options = "F n q v t=-", .operands = "F:tmux*"},
    {.names = "tmux/set-option tmux/set tmux/set-hook tmux/set-environment tmux/setenv",
     .habits = "posix",
     .options = "a F g h o p q r s u U w R t=-",
     .operands = "C:tmux*"},
    {.names = "tmux/bind-key tmux/bind", .habits = "posix", .options = "n r N=- T=-", .operands = "C:tmux*"},
    {.names = "tmux/confirm-before tmux/confirm tmux/command-prompt",
     .habits = "posix",
     .options = "1 b F i k l N c=- I=- p=- t=- T=-",
     .operands = "C:tmux*"},
    {.names = "screen",
     .habits = "posix",
     .options = "a A d D i I m O q R U v L f e=- c=F h=- p=- s=X S=- t=- T=- r$>- x$>- w$>- l$>- n X^>C:screen",
     .operands = "cmd?"},
    {.names = "script",
     .options = "c,command=sh I,log-in=W O,log-out=W B,log-io=W T,log-timing=W t,timing=?W m,logging-format=- a,append "
                "e,return f,flush force E,echo=- o,output-limit=- q,quiet h,help. V,version.",
     .operands = "W cmd?"},

    // Parts of scripts.
    {.names = "getopt",
     .habits = "posix",
     .options = "a,alternative l,longoptions,long=- n,name=- o,options=- q,quiet Q,quiet-output s,shell=- T,test "
                "u,unquoted h,help. V,version.",
     .operands = "-*"},
});

}  // namespace

std::span<const ProgramRow> shell_programs() noexcept {
    return kRows;
}

}  // namespace postern::programs
