// Table of system wrappers, which run the inner command on this machine or on the one they connect to.
#include "shell/wrappers.h"

namespace postern::shell {
namespace {

constexpr std::string_view kNamespaceLongs =
    "mount=? uts=? ipc=? net=? pid=? user=? cgroup=? time=? fork map-root-user map-current-user map-auto map-user= "
    "map-group= "
    "map-users= map-groups= propagation= setgroups= keep-caps kill-child=? mount-proc=? mount-binfmt=? root= wd= "
    "setuid= "
    "setgid= monotonic= boottime= load-interp= all target= preserve-credentials join-cgroup env no-fork follow-context "
    "wdns= "
    "user-parent help version";

constexpr std::string_view kPersonalityLongs =
    "32bit fdpic-funcptrs short-inode addr-compat-layout addr-no-randomize whole-seconds sticky-timeouts "
    "read-implies-exec "
    "mmap-page-zero 3gb 4gb uname-2.6 verbose list show=? help version";

constexpr std::string_view kSudoLongs =
    "askpass background bell close-from= chdir= preserve-env=? edit group= set-home help host= login remove-timestamp "
    "reset-timestamp list no-update non-interactive preserve-groups prompt= chroot= role= stdin shell type= "
    "command-timeout= "
    "other-user= user= version validate";

constexpr std::string_view kSuLongs =
    "command= session-command= login shell= preserve-environment fast group= supp-group= whitelist-environment= pty "
    "no-pty user= "
    "help version";

constexpr Wrapper kTable[] = {
    // Plain carriers: the verdict depends only on the inner command.
    {.names = "timeout gtimeout",
     .grammar = {.shorts = "k:s:vpf", .longs = "kill-after= signal= foreground preserve-status verbose help version"},
     .operands = 1,
     .carries = true},
    {.names = "time gtime",
     .grammar = {.shorts = "apvqlhf:o:", .longs = "format= output= append portability quiet verbose help version"},
     .carries = true},
    {.names = "nice gnice",
     .grammar = {.shorts = "n:", .longs = "adjustment= help version", .numbers = true},
     .carries = true},
    {.names = "nohup gnohup", .grammar = {.longs = "help version"}, .carries = true},
    {.names = "stdbuf gstdbuf",
     .grammar = {.shorts = "i:o:e:", .longs = "input= output= error= help version"},
     .carries = true},
    {.names = "command", .grammar = {.shorts = "pvV"}, .nothing = "v V", .carries = true},
    {.names = "builtin", .carries = true},
    {.names = "noglob", .carries = true},
    {.names = "nocorrect"},
    {.names = "exec", .grammar = {.shorts = "cla:"}},

    {.names = "proot", .grammar = {.shorts = "r:b:q:w:R:S:0i:k:v:hV"}},
    {.names = "trickle", .grammar = {.shorts = "hVvsd:u:w:t:l:n:p:P:L:"}},
    {.names = "aa-exec",
     .grammar = {.shorts = "p:n:dixvh", .longs = "profile= namespace= debug immediate verbose help"}},
    {.names = "datefudge", .grammar = {.shorts = "sh", .longs = "static help"}, .operands = 1},
    {.names = "dtach abduco", .grammar = {.shorts = "a:A:c:n:N:r:e:Ezp"}},
    {.names = "mispipe", .tail = Tail::each_code},
    {.names = "uclampset",
     .grammar = {.shorts = "m:M:ap:sRvhV", .longs = "all-tasks pid= system reset-on-fork verbose help version"}},
    {.names = "cpulimit",
     .grammar = {.shorts = "l:p:e:P:c:bfkrsvzih", .longs = "limit= pid= exe= path= cpu= background"}},
    {.names = "ssh-agent", .grammar = {.shorts = "a:E:O:P:t:cDdkshT"}},
    {.names = "dbus-launch",
     .grammar = {.longs = "sh-syntax csh-syntax exit-with-session auto-syntax close-stderr config-file= autolaunch="}},
    {.names = "gpg-agent",
     .grammar = {.shorts = "qvsc",
                 .longs = "daemon server homedir= options= log-file= default-cache-ttl= max-cache-ttl="}},
    {.names = "nsjail", .grammar = {.shorts = "M:C:x:c:p:t:r:R:B:T:D:u:g:E:vqQeNlh"}},
    {.names = "ip/netns/exec", .operands = 1},

    // Users and privileges.
    {.names = "sg", .operands = 1, .tail = Tail::shell_code, .code_after = true},
    {.names = "newgrp", .operands = 1, .alone = Alone::shell},
    {.names = "sudo",
     .grammar = {.shorts = "ABbEeHhKkilnNPSsVvC:c:D:g:p:R:r:T:t:U:u:a:", .longs = kSudoLongs},
     .nothing = "e edit l list v validate V K remove-timestamp",
     .shell = "i login s shell",
     .assignments = true},
    {.names = "doas", .grammar = {.shorts = "Lnsu:C:a:"}, .nothing = "L", .shell = "s", .assignments = true},
    {.names = "pkexec",
     .grammar = {.longs = "user= disable-internal-agent keep-cwd help version"},
     .alone = Alone::shell},
    {.names = "run0",
     .grammar = {.shorts = "u:g:D:h",
                 .longs = "user= group= nice= chdir= setenv= background= property= unit= description= slice= "
                          "slice-inherit machine= no-ask-password help version"},
     .runs = "property",
     .alone = Alone::shell},
    {.names = "gosu su-exec setuidgid", .operands = 1},
    {.names = "chpst", .grammar = {.shorts = "u:U:b:e:/:n:l:L:m:d:o:p:f:c:r:t:vP012"}},
    {.names = "setpriv",
     .grammar =
         {.shorts = "dhV",
          .longs =
              "dump nnp no-new-privs ambient-caps= inh-caps= bounding-set= ruid= euid= rgid= egid= reuid= regid= "
              "clear-groups keep-groups init-groups groups= securebits= pdeathsig= selinux-label= apparmor-profile= "
              "landlock-access= landlock-rule= seccomp-filter= ptracer= reset-env list-caps help version"},
     .nothing = "d dump list-caps"},
    {.names = "capsh", .grammar = {.longs = "print"}, .nothing = "print", .unexplained = Unexplained::skip},
    {.names = "fakeroot fakechroot eatmydata",
     .grammar = {.shorts = "l:i:s:b:uvh", .longs = "lib= faked= unknown-is-real help version"},
     .runs = "l lib faked"},
    {.names = "sshpass", .grammar = {.shorts = "f:d:p:P:eVvh"}},

    // Scheduling, limits, terminals.
    {.names = "setsid", .grammar = {.shorts = "cfwhV", .longs = "ctty fork wait help version"}},
    {.names = "chrt",
     .grammar = {.shorts = "abdefioprRvmhVT:P:D:G",
                 .longs = "all-tasks batch deadline ext fifo idle other pid rr reset-on-fork verbose max "
                          "sched-runtime= sched-period= sched-deadline= help version"},
     .operands = 1,
     .nothing = "p pid m max"},
    {.names = "ionice",
     .grammar = {.shorts = "c:n:p:P:u:thV", .longs = "class= classdata= pid= pgid= uid= ignore help version"},
     .nothing = "p pid P pgid u uid"},
    {.names = "taskset",
     .grammar = {.shorts = "apchV", .longs = "all-tasks pid cpu-list help version"},
     .operands = 1,
     .nothing = "p pid"},
    {.names = "numactl",
     .grammar = {.shorts = "aHsi:N:m:p:P:C:w:lbo:LS:f:t:M:hV",
                 .longs = "all hardware show interleave= cpunodebind= membind= preferred= preferred-many= "
                          "weighted-interleave= physcpubind= localalloc balancing help version"},
     .nothing = "H hardware s show"},
    {.names = "prlimit",
     .grammar = {.shorts = "p:o:c::d::e::f::i::l::m::n::q::r::s::t::u::v::x::y::hV",
                 .longs =
                     "pid= output= noheadings raw verbose core=? data=? nice=? fsize=? sigpending=? memlock=? rss=? "
                     "nofile=? msgqueue=? rtprio=? stack=? cpu=? nproc=? as=? locks=? rttime=? help version"},
     .nothing = "p pid"},
    {.names = "choom", .grammar = {.shorts = "n:p:hV", .longs = "adjust= pid= help version"}, .nothing = "p pid"},
    {.names = "cgexec", .grammar = {.shorts = "g:b", .longs = "sticky"}},
    {.names = "softlimit", .grammar = {.shorts = "a:c:d:f:l:m:o:p:r:s:t:"}},
    {.names = "caffeinate", .grammar = {.shorts = "disumt:w:"}},
    {.names = "unbuffer", .grammar = {.shorts = "p"}},
    {.names = "rlwrap",
     .grammar =
         {.shorts = "aAb:cC:d:e:f:F:g:hH:iI:l:m:M:nNo:O:p:P:q:rRs:S:t:T:uUvw:Wz:",
          .longs =
              "always-readline=? ansi-colour-aware break-chars= complete-filenames command-name= "
              "extra-char-after-completion= file= forget-matching= help history-filename= case-insensitive "
              "pass-sigint-as-sigterm logfile= multi-line=? multi-line-ext= no-warnings no-children one-shot= "
              "only-cook= prompt-colour=? pre-given= quote-characters= remember renice histsize= substitute-prompt= "
              "set-terminal-name= skip-setctty version polling mirror-arguments wait-before-prompt= filter="},
     .runs = "z filter"},
    {.names = "catchsegv heaptrack tini dumb-init",
     .grammar = {.shorts = "sgvwp:e:lcr:", .longs = "single-child verbose rewrite="}},
    {.names = "faketime",
     .grammar = {.shorts = "mfp:", .longs = "exclude-monotonic disable-monotonic date-prog= help version"},
     .operands = 1,
     .runs = "date-prog"},
    {.names = "proxychains proxychains4", .grammar = {.shorts = "qf:"}},
    {.names = "torsocks torify tsocks", .grammar = {.shorts = "u:p:a:P:idq", .longs = "shell"}},
    {.names = "setarch",
     .grammar = {.shorts = "BFILRSTXZ3hVv", .longs = kPersonalityLongs},
     .nothing = "list",
     .alone = Alone::shell,
     .leading_operand = true},
    {.names = "linux32 linux64 i386 i486 i586 i686 x86_64 uname26",
     .grammar = {.shorts = "BFILRSTXZ3hVv", .longs = kPersonalityLongs},
     .nothing = "list",
     .alone = Alone::shell},

    // Namespaces, roots, other machines.
    {.names = "unshare",
     .grammar = {.shorts = "m::u::i::n::p::U::C::T::frchVR:w:S:G:l:", .longs = kNamespaceLongs},
     .runs = "l load-interp",
     .alone = Alone::shell},
    {.names = "nsenter",
     .grammar =
         {.shorts = "at:m::u::i::n::p::U::C::T::S:G:r::w::W:eFZchV",
          .longs =
              "all target= mount=? uts=? ipc=? net=? pid=? user=? cgroup=? time=? setuid= setgid= root=? wd=? wdns= "
              "preserve-credentials join-cgroup env no-fork follow-context user-parent keep-caps help version"},
     .alone = Alone::shell},
    {.names = "chroot gchroot",
     .grammar = {.longs = "groups= userspec= skip-chdir help version"},
     .operands = 1,
     .alone = Alone::shell},
    {.names = "bwrap",
     .grammar = {.longs =
                     "bind== ro-bind== dev-bind== bind-try== ro-bind-try== dev-bind-try== bind-fd== ro-bind-fd== "
                     "symlink== setenv== file== bind-data== ro-bind-data== chmod== overlay== chdir= dev= proc= tmpfs= "
                     "dir= mqueue= remount-ro= hostname= uid= gid= userns= userns2= userns-block-fd= pidns= unsetenv= "
                     "lock-file= sync-fd= exec-label= file-label= seccomp= add-seccomp-fd= block-fd= info-fd= "
                     "json-status-fd= cap-add= cap-drop= perms= size= args= argv0= tmp-overlay= ro-overlay= "
                     "overlay-src= unshare-all share-net unshare-user unshare-user-try unshare-ipc unshare-pid "
                     "unshare-net unshare-uts unshare-cgroup unshare-cgroup-try clearenv new-session die-with-parent "
                     "as-pid-1 disable-userns assert-userns-disabled level-prefix help version",
                 .exact = true},
     .runs = "args"},
    {.names = "firejail",
     .grammar = {.longs = "list tree top join="},
     .nothing = "list tree top",
     .alone = Alone::shell,
     .unexplained = Unexplained::skip},
    {.names = "ssh autossh mosh dbclient slogin",
     .grammar = {.shorts = "46AaCfGgKkMNnqsTtVvXxYyB:b:c:D:E:e:F:I:i:J:L:l:m:O:o:P:p:Q:R:S:W:w:",
                 .longs = "ssh= port= predict= family= server=",
                 .free_operands = 1},
     .operands = 1,
     .tail = Tail::shell_code,
     .runs = "ssh server",
     .nothing = "V Q G O",
     .unexplained = Unexplained::skip},

    // Tracing and measuring.
    {.names = "strace",
     .grammar =
         {.shorts = "a:b:cCdDe:E:fFhiI:kno:O:p:P:qrs:S:tTu:U:vVwxX:yYzZ",
          .longs = "columns= detach-on= summary-only summary debug daemonize=? trace= trace-path= trace-fds= abbrev= "
                   "verbose= raw= read= write= inject= fault= status= signal= quiet=? silent=? silence=? decode-fds=? "
                   "decode-pids= kvm= env= follow-forks output-separately instruction-pointer stack-traces=? "
                   "interruptible= syscall-number output= output-append-mode summary-syscall-overhead= attach= "
                   "string-limit= summary-sort-by= relative-timestamps=? absolute-timestamps=? timestamps=? "
                   "syscall-times=? user= argv0= summary-columns= no-abbrev summary-wall-clock strings-in-hex=? "
                   "const-print-style= successful-only failed-only seccomp-bpf tips=? help version"},
     .alone = Alone::nothing},
    {.names = "ltrace",
     .grammar = {.shorts = "a:A:bcCD:e:fF:hil:Ln:o:p:rs:StTu:Vw:x:",
                 .longs = "align= config= debug= demangle help indent= library= output= where= no-signals version"}},
    {.names = "valgrind", .grammar = {.shorts = "hdqv"}, .unexplained = Unexplained::skip},
    {.names = "perf/stat perf/record perf/trace",
     .grammar = {.shorts = "a::B:e:ig:p:t:r:dc:F:o:AnI:x:G:vsCDD:NTl:m:u:k:j:W:b",
                 .longs = "event= pid= tid= repeat= output= field-separator= cpu= freq= count= call-graph= "
                          "interval-print= pre= post= append delay= mmap-pages= uid= control= cgroup= filter="},
     .runs = "pre post",
     .unexplained = Unexplained::skip},
    {.names = "hyperfine",
     .grammar =
         {.shorts = "w:m:M:r:s:p:c:P:D:L:S:iNu:n:",
          .longs =
              "warmup= min-runs= max-runs= runs= setup= prepare= conclude= cleanup= parameter-scan= parameter-list= "
              "shell= ignore-failure style= sort= time-unit= export-asciidoc= export-csv= export-json= "
              "export-markdown= export-orgmode= show-output output= input= command-name= reference= help version",
          .free_operands = kAnyNumber},
     .tail = Tail::each_code,
     .runs = "s setup p prepare c cleanup conclude S shell",
     .unexplained = Unexplained::skip},
    {.names = "bear", .grammar = {.shorts = "hv", .longs = "append output= config="}},
    {.names = "rr/record", .unexplained = Unexplained::skip},

    // Locks, conditions, repetition.
    {.names = "flock",
     .grammar = {.shorts = "sexnuw:oE:FvhV",
                 .longs = "shared exclusive unlock nonblock nb timeout= wait= conflict-exit-code= close no-fork "
                          "verbose help version"},
     .operands = 1,
     .code_after = true},
    {.names = "lckdo", .grammar = {.shorts = "wW:eE:qxst"}, .operands = 1},
    {.names = "ifne", .grammar = {.shorts = "n"}},
    {.names = "chronic", .grammar = {.shorts = "ev"}},
    {.names = "pee",
     .grammar = {.longs = "ignore-sigpipe no-ignore-sigpipe ignore-write-errors no-ignore-write-errors"},
     .tail = Tail::each_code},
    {.names = "watch gwatch",
     .grammar = {.shorts = "bcCdef:gn:pq:rs:twxhv",
                 .longs = "beep color no-color differences=? errexit follow chgexit interval= precise equexit= "
                          "no-rerun shotsdir= no-title no-wrap exec help version"},
     .tail = Tail::shell_code,
     .plain = "x exec"},
    {.names = "entr",
     .grammar = {.shorts = "acdnprsxz"},
     .tail = Tail::shell_code,
     .plain = "a c d n p r x z",
     .unexplained = Unexplained::skip},
    {.names = "watchexec",
     .grammar = {.shorts = "w:e:f:i:crs:d:npS:E:",
                 .longs = "watch= exts= filter= ignore= clear restart signal= debounce= shell= workdir="},
     .tail = Tail::shell_code,
     .unexplained = Unexplained::skip},

    // Sessions, shells with a command, daemons.
    {.names = "script",
     .grammar = {.shorts = "ac:eE:fI:O:B:T:m:o:qt::hV",
                 .longs = "append command= return echo= flush force log-in= log-out= log-io= log-timing= "
                          "logging-format= output-limit= quiet timing=? help version",
                 .free_operands = kAnyNumber},
     .operands = 1,
     .code = "c command",
     .alone = Alone::shell},
    {.names = "su",
     .grammar = {.shorts = "c:lms:pPTfw:g:G:hV", .longs = kSuLongs, .free_operands = kAnyNumber},
     .operands = kAnyNumber,
     .code = "c command session-command",
     .runs = "s shell",
     .alone = Alone::shell},
    {.names = "runuser",
     .grammar = {.shorts = "u:c:lms:pPTfw:g:G:hV", .longs = kSuLongs},
     .code = "c command session-command",
     .runs = "s shell",
     .alone = Alone::shell},
    {.names = "dbus-run-session",
     .grammar = {.longs = "config-file= dbus-daemon= help version"},
     .runs = "config-file dbus-daemon"},
    {.names = "xvfb-run",
     .grammar =
         {.shorts = "ae:f:hn:lp:s:w:",
          .longs =
              "auto-servernum error-file= auth-file= server-num= listen-tcp server-args= xauth-protocol= wait= help"}},
    {.names = "systemd-run",
     .grammar = {.shorts = "p:E:M:H:u:tPqGhS",
                 .longs = "user system scope unit= property= description= slice= slice-inherit expand-environment= "
                          "remain-after-exit send-sighup service-type= uid= gid= nice= working-directory= same-dir "
                          "setenv= pty pipe quiet on-active= on-boot= on-startup= on-unit-active= on-unit-inactive= "
                          "on-calendar= on-clock-change on-timezone-change path-property= socket-property= "
                          "timer-property= no-block wait collect shell no-ask-password host= machine= help version"},
     .nothing = "",
     .shell = "S shell"},
    {.names = "screen",
     .grammar = {.shorts = "aAdDiImOqrRUvwxLlfne:c:h:p:s:S:t:T:X", .ends = "X"},
     .runs = "c s X",
     .nothing = "r R x w l list"},
    {.names = "daemonize daemon",
     .grammar = {.shorts = "ac:e:E:l:o:p:u:v", .longs = "name= user= chdir= output= pidfile="},
     .unexplained = Unexplained::skip},
    {.names = "xterm konsole gnome-terminal x-terminal-emulator alacritty kitty urxvt foot",
     .grammar = {.shorts = "e:", .longs = "command=", .ends = "e"},
     .code = "e command",
     .unexplained = Unexplained::skip},
    {.names = "envdir", .operands = 1},
    {.names = "cmake/env", .grammar = {.longs = "unset= modify="}, .assignments = true},
    {.names = "cmake/time"},
    {.names = "cmake/chdir", .operands = 1},
};

}  // namespace

std::span<const Wrapper> wrapper_table() noexcept {
    return kTable;
}

}  // namespace postern::shell
