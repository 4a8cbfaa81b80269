// Processes, packages, users and hardware.
#include "programs/tables.h"

#include <array>

namespace postern::programs {
namespace {

constexpr std::string_view kSystemctl =
    "system user H,host=H M,machine=- t,type=- state=- failed p,property=- P=- a,all l,full r,recursive reverse "
    "with-dependencies before after job-mode=- T,show-transaction show-types value check-inhibitors=- i "
    "kill-whom=- kill-who=- s,signal=- what=- now dry-run q,quiet wait no-block no-wall no-reload legend=- "
    "no-legend no-pager no-ask-password global runtime f,force preset-mode=- root=D image=M n,lines=- o,output=- "
    "firmware-setup boot-loader-menu=- boot-loader-entry=- plain timestamp=- read-only mkdir marked message=- "
    "version. h,help.";

constexpr std::string_view kApt =
    "o,option=K:apt c,config-file%=F t,target-release,default-release=- a,host-architecture=- P,build-profiles=- "
    "y,yes,assume-yes assume-no q,quiet=?- s,simulate,just-print,dry-run,recon,no-act d,download-only f,fix-broken "
    "m,ignore-missing,fix-missing b,compile,build u,show-upgraded V,verbose-versions !download !install-recommends "
    "!install-suggests ignore-hold with-new-pkgs !upgrade only-upgrade allow-downgrades allow-remove-essential "
    "allow-change-held-packages force-yes print-uris purge reinstall list-cleanup trivial-only mark-auto no-remove "
    "auto-remove,autoremove only-source diff-only dsc-only tar-only arch-only indep-only allow-unauthenticated "
    "allow-insecure-repositories allow-releaseinfo-change !show-progress with-source=R e,error-on=- full "
    "n,names-only installed upgradable manual-installed all-versions i,important recurse h,help. v,version.";

constexpr std::string_view kAptCache =
    "o,option=K:apt c,config-file%=F p,pkg-cache=M s,src-cache=M q,quiet=?- i,important n,names-only f,full "
    "a,all-versions g,generate recurse installed !pre-depends !depends !recommends !suggests !conflicts !breaks "
    "!replaces !enhances with-source=R v,version. h,help.";

constexpr std::string_view kDnf =
    "c,config=F R,randomwait=- d,debuglevel=- e,errorlevel=- x,exclude=- y,assumeyes assumeno q,quiet v,verbose "
    "n,non-interactive b,best C,cacheonly 4 6 disablerepo=- enablerepo=- repo,repoid=- installroot=D root=D "
    "releasever=- setopt=K:dnf reposd-dir=F nogpgcheck no-gpg-checks gpg-auto-import-keys disableplugin=- "
    "enableplugin=- noplugins downloadonly downloaddir,destdir=D skip-broken allowerasing nobest refresh color=- "
    "installed available all upgrades extras showduplicates security version. h,help.";

constexpr std::string_view kApk =
    "p,root=D X,repository=U q,quiet v,verbose i,interactive f,force force-binary-stdout force-broken-world "
    "force-non-repository force-old-apk force-overwrite force-refresh U,update-cache progress no-progress "
    "progress-fd=- no-cache no-network no-logfile cache-dir=D cache-max-age=- keys-dir=L repositories-file=R "
    "allow-untrusted purge wait=- arch=- print-arch timeout=- s,simulate t,virtual=- u,upgrade l,latest initdb "
    "no-chown no-scripts a,available d,description e,exact has-origin r,rdepends R,depends L,contents W,who-owns "
    "P,provides w,webpage I,installed O,orphaned o,output=D stdout recursive clean-protected overlay-from-stdin "
    "no-commit-hooks self-upgrade-only V,version. h,help.";

constexpr std::string_view kBrew =
    "f,force d,debug q,quiet v,verbose cask,casks formula,formulae n,dry-run json=?- 1 l r t full-name versions "
    "multiple pinned desc installed all tree s,build-from-source HEAD overwrite only-dependencies "
    "ignore-dependencies greedy zap prune=- fetch-HEAD analytics days=- github topological include-build "
    "include-test include-optional skip-recommended union direct recursive h,help.";

constexpr auto kRows = std::to_array<ProgramRow>({
    // What runs. No option of ps, top and htop opens a file.
    {.names = "ps", .habits = "plain", .operands = "-*"},
    // Keys send signals and change priorities, except in batch mode.
    {.names = "top",
     .options = "b,batch-mode. c,cmdline-toggle d,delay=- E,scale-summary-mem=- e,scale-task-mem=- H,threads-show "
                "i,idle-toggle n,iterations=- O,list-fields. o,sort-override=- p,pid=- S,accum-time-toggle "
                "s,secure-mode U,filter-any-user=- u,filter-only-euser=- w,width=?- 1,single-cpu-toggle h,help. "
                "v. V,version.",
     .more = "runs"},
    {.names = "htop", .habits = "plain", .operands = "-*", .more = "runs"},
    {.names = "pgrep",
     .options = "d,delimiter=- l,list-name a,list-full v,inverse w,lightweight c,count f,full g,pgroup=- G,group=- "
                "i,ignore-case n,newest o,oldest O,older=- P,parent=- s,session=- t,terminal=- u,euid=- U,uid=- "
                "x,exact F,pidfile=R L,logpidfile r,runstates=- A,ignore-ancestors cgroup=- ns=- nslist=- V,version. "
                "h,help.",
     .operands = "-?"},
    {.names = "pkill",
     .habits = "numbers single exact",
     .options = "signal=- q,queue=- e,echo c,count f,full g,pgroup=- G,group=- i,ignore-case n,newest o,oldest "
                "O,older=- P,parent=- s,session=- t,terminal=- u,euid=- U,uid=- x,exact F,pidfile=R L,logpidfile "
                "r,runstates=- A,ignore-ancestors cgroup=- ns=- nslist=- V,version. h,help. KILL TERM HUP INT QUIT "
                "USR1 USR2 STOP CONT SIGKILL SIGTERM SIGHUP SIGINT SIGQUIT SIGSTOP SIGCONT",
     .operands = "-?",
     .more = "destroys"},
    {.names = "killall",
     .habits = "numbers single exact",
     .options = "e,exact I,ignore-case g,process-group y,younger-than=- o,older-than=- i,interactive l,list q,quiet "
                "r,regexp s,signal=- u,user=- v,verbose w,wait n,ns=- Z,context=- V,version. KILL TERM HUP INT QUIT "
                "USR1 USR2 STOP CONT SIGKILL SIGTERM SIGHUP SIGINT SIGQUIT SIGSTOP SIGCONT",
     .operands = "-*",
     .more = "destroys"},
    {.names = "pidof", .habits = "exact", .options = "c d=- h. n o=- q s x z S=-", .operands = "-*"},
    {.names = "pstree",
     .options = "a,arguments A,ascii c,compact-not C,color=- g,show-pgids h,highlight-all H,highlight-pid=- l,long "
                "n,numeric-sort N,ns-sort=- p,show-pids s,show-parents S,ns-changes t,thread-names T,hide-threads "
                "u,uid-changes U,unicode G,vt100 Z,security-context V,version.",
     .operands = "-?"},
    {.names = "lsof",
     .habits = "exact",
     .options = "a b C c=- d=- E e=- F=?- g=?- i=?- K=?- l L n N o=?- O p=- P r=?- R s=?- S=?- t T=?- u=- U v. V w "
                "x=?- X Z=?- h. Q",
     .operands = "R*"},
    {.names = "fuser",
     .habits = "exact",
     .options = "a,all i,interactive k,kill$ l,list-signals m,mount M,ismountpoint n,namespace=- s,silent u,user "
                "v,verbose w,writeonly 4,ipv4 6,ipv6 V,version.",
     .operands = "R*"},
    {.names = "free",
     .options = "b,bytes kilo mega giga tera peta k,kibi m,mebi g,gibi tebi pebi h,human si l,lohi t,total "
                "v,committed s,seconds=- c,count=- w,wide L,line V,version. help."},
    {.names = "uptime", .options = "p,pretty s,since r,raw c,container V,version. h,help."},
    {.names = "vmstat",
     .options = "a,active f,forks m,slabs n,one-header s,stats d,disk D,disk-sum p,partition=- S,unit=- w,wide "
                "t,timestamp y,no-first V,version. h,help.",
     .operands = "-*"},
    {.names = "iostat mpstat pidstat",
     .habits = "exact",
     .options = "A c d h k m p=?- t x y z N H u r s w l I P=- C=- U=?- human pretty dec=- V.",
     .operands = "-*"},
    // Which machine, which users. An operand of hostname sets the name and is not explained.
    {.names = "uname",
     .options = "a,all s,kernel-name n,nodename r,kernel-release v,kernel-version m,machine p,processor "
                "i,hardware-platform o,operating-system help. version."},
    {.names = "hostname",
     .habits = "exact",
     .options = "a,alias A,all-fqdns d,domain f,fqdn,long i,ip-address I,all-ip-addresses s,short y,yp,nis V,version. "
                "h,help."},
    {.names = "whoami logname arch", .options = "help. version."},
    {.names = "id",
     .options = "a Z,context g,group G,groups n,name r,real u,user z,zero help. version.",
     .operands = "-*"},
    {.names = "groups", .options = "help. version.", .operands = "-*"},
    {.names = "who users",
     .options = "a,all b,boot d,dead H,heading ips l,login lookup m p,process q,count r,runlevel s,short t,time "
                "T,w,mesg u,users message writable help. version.",
     .operands = "R -?"},
    {.names = "w",
     .options = "h,no-header u,no-current s,short f,from o,old-style i,ip-addr p,pids V,version. help.",
     .operands = "-?"},
    {.names = "last lastb",
     .habits = "numbers",
     .options = "a,hostlast d,dns f,file=R F,fulltimes i,ip n,limit=- R,nohostname s,since=- t,until=- p,present=- "
                "w,fullnames x,system time-format=- V,version. h,help.",
     .operands = "-*"},
    {.names = "lastlog", .habits = "exact", .options = "b,before=- t,time=- u,user=- h,help."},
    {.names = "printenv", .options = "0,null help. version.", .operands = "-*"},
    {.names = "tty", .options = "s,silent,quiet help. version."},
    {.names = "clear", .options = "T=- V. x"},
    {.names = "tput", .habits = "posix exact", .options = "T=- V. x", .operands = "-*"},
    {.names = "stty", .options = "a,all g,save F,file=R help. version."},
    {.names = "nproc", .options = "all ignore=- help. version."},
    {.names = "getconf", .habits = "plain", .operands = "-*"},
    {.names = "lscpu",
     .options = "a,all b,online B,bytes C,caches=?- c,offline J,json e,extended=?- p,parse=?- r,raw s,sysroot=L x,hex "
                "y,physical output-all hierarchic=?- V,version. h,help."},
    {.names = "lsmem",
     .options = "a,all b,bytes J,json n,noheadings o,output=- output-all P,pairs r,raw S,split=- s,sysroot=L "
                "summary=?- V,version. h,help."},
    {.names = "lspci",
     .habits = "exact",
     .options = "v n q k b D t m x i=R p=R A=- H=- M P s=- d=- F=R O=- V,version. help."},
    {.names = "lsusb", .habits = "exact", .options = "v,verbose s=- d=- D=R t,tree V,version. h,help."},
    {.names = "lsmod"},
    {.names = "lsb_release", .options = "v,version i,id d,description r,release c,codename a,all s,short h,help."},
    {.names = "sw_vers", .habits = "single exact", .options = "productName productVersion buildVersion"},
    {.names = "hostnamectl timedatectl localectl loginctl",
     .habits = "sub",
     .options = "no-ask-password no-pager no-legend H,host=H M,machine=- transient static pretty json=- "
                "adjust-system-clock monitor p,property=- P=- a,all value l,full n,lines=- o,output=- version. "
                "h,help."},
    {.names =
         "hostnamectl/status timedatectl/status localectl/status timedatectl/show timedatectl/list-timezones "
         "timedatectl/timesync-status timedatectl/show-timesync localectl/list-locales localectl/list-keymaps "
         "loginctl/list-sessions loginctl/list-users loginctl/list-seats loginctl/session-status loginctl/user-status "
         "loginctl/seat-status loginctl/show-session loginctl/show-user loginctl/show-seat",
     .options = "no-pager no-legend H,host=H M,machine=- p,property=- P=- a,all value l,full n,lines=- o,output=- "
                "json=- h,help.",
     .operands = "-*"},
    // Disks. A device that is only looked at is read.
    {.names = "lsblk",
     .options = "A,noempty D,discard E,dedup=- I,include=- J,json M,merge O,output-all P,pairs S,scsi N,nvme v,virtio "
                "T,tree=?- a,all b,bytes d,nodeps e,exclude=- f,fs i,ascii l,list m,perms n,noheadings o,output=- "
                "p,paths r,raw s,inverse t,topology w,width=- x,sort=- y,shell z,zoned sysroot=L V,version. h,help.",
     .operands = "R*"},
    {.names = "blkid",
     .habits = "exact",
     .options = "c,cache-file=M d,no-encoding o,output=- k,list-filesystems s,match-tag=- t,match-token=- l,list-one "
                "L,label=- U,uuid=- p,probe i,info H,hint=- S,size=- O,offset=- u,usages=- n,match-types=- "
                "D,no-part-details V,version. h,help.",
     .operands = "R*"},
    {.names = "findmnt",
     .habits = "exact",
     .options = "s,fstab m,mtab k,kernel p,poll=?- w,timeout=- A,all a,ascii b,bytes C,nocanonicalize c,canonicalize "
                "D,df d,direction=- e,evaluate F,tab-file=R f,first-only i,invert J,json l,list N,task=- n,noheadings "
                "O,options=- o,output=- output-all P,pairs pseudo R,submounts r,raw real S,source=- T,target=- "
                "t,types=- U,uniq u,notruncate v,nofsroot x,verify verbose V,version. h,help.",
     .operands = "-*"},
    {.names = "mount",
     .habits = "exact",
     .options = "c,no-canonicalize f,fake F,fork T,fstab=F i,internal-only l,show-labels m,mkdir=?- n,no-mtab "
                "o,options=K:mount O,test-opts=- r,read-only t,types=- source=M target=D v,verbose w,rw,read-write "
                "N,namespace=R L,label$=- U,uuid$=- B,bind M,move R,rbind make-shared make-slave make-private "
                "make-unbindable make-rshared make-rslave make-rprivate make-runbindable V,version. h,help.",
     .operands = "M D?",
     .more = "destroys"},
    {.names = "umount",
     .habits = "exact",
     .options = "A,all-targets c,no-canonicalize d,detach-loop fake f,force i,internal-only n,no-mtab l,lazy "
                "O,test-opts=- R,recursive r,read-only t,types=- v,verbose q,quiet N,namespace=R V,version. h,help.",
     .operands = "M*"},
    {.names = "losetup",
     .options = "a,all d,detach D,detach-all$ f,find c,set-capacity=M j,associated=R L,nooverlap o,offset=- "
                "sizelimit=- b,sector-size=- P,partscan r,read-only direct-io=?- show v,verbose J,json l,list "
                "n,noheadings O,output=- output-all raw V,version. h,help.",
     .operands = "M*"},
    {.names = "fdisk sfdisk cfdisk",
     .habits = "exact",
     .options = "l,list>R x,list-details>R o,output=- u,units=?- b,sector-size=- B,protect-boot c,compatibility=?- "
                "L,color=?- t,type=- w,wipe=- W,wipe-partitions=- s,getsz>R n,noauto-pt d,dump>R J,json>R v,version. "
                "h,help.",
     .operands = "M*",
     .more = "destroys"},
    {.names = "parted",
     .habits = "exact",
     .options = "l,list m,machine s,script f,fix a,align=- v,version. h,help.",
     .operands = "M rest",
     .more = "destroys"},
    {.names = "mke2fs mkfs.ext2 mkfs.ext3 mkfs.ext4",
     .habits = "exact",
     .options = "b=- C=- d=L D E=- e=- F g=- G=- i=- I=- J=- j K l=R L=- m=- M=- N=- n o=- O=- q r=- S t=- T=- U=- v "
                "V c z=W",
     .operands = "W -?",
     .more = "destroys"},
    {.names = "mkfs",
     .habits = "exact",
     .options = "t,type=- V,verbose h,help.",
     .operands = "W -?",
     .more = "destroys"},
    {.names = "mkfs.vfat mkfs.fat mkfs.msdos mkdosfs",
     .habits = "exact",
     .options = "a A b=- c C D=- f=- F=- h=- i=- I l=R m=R M=- n=- N=- r=- R=- s=- S=- v help.",
     .operands = "W -?",
     .more = "destroys"},
    {.names = "mkswap",
     .habits = "exact",
     .options = "c,check f,force p,pagesize=- L,label=- v,swapversion=- U,uuid=- V,version. h,help.",
     .operands = "W -?",
     .more = "destroys"},
    {.names = "swapon",
     .habits = "exact",
     .options = "d,discard=?- e,ifexists f,fixpgsz o,options=- p,priority=- s,summary show=?- noheadings raw bytes "
                "v,verbose L$=- U$=- V,version. h,help.",
     .operands = "M*"},
    {.names = "swapoff", .habits = "exact", .options = "v,verbose L$=- U$=- V,version. h,help.", .operands = "M*"},
    // The kernel. sysctl NAME=VALUE sets, so that each operand is an assignment; --load and --system are not explained.
    {.names = "sysctl",
     .habits = "exact",
     .options = "a,all A X deprecated dry-run b,binary e,ignore N,names n,values r,pattern=- q,quiet w,write o x d "
                "V,version. h,help.",
     .operands = "A*"},
    {.names = "dmesg",
     .habits = "exact",
     .options = "C,clear$ c,read-clear$ F,file=R f,facility=- H,human J,json k,kernel L,color=?- l,level=- P,nopager "
                "p,force-prefix r,raw noescape S,syslog s,buffer-size=- u,userspace w,follow W,follow-new x,decode "
                "d,show-delta e,reltime T,ctime t,notime time-format=- since=- until=- V,version. h,help."},
    {.names = "modprobe",
     .habits = "exact",
     .options = "a,all b,use-blacklist C,config=F c,showconfig d,dirname=D D,show-depends f,force i,ignore-install "
                "n,show,dry-run q,quiet R,resolve-alias r,remove S,set-version=- s,syslog v,verbose first-time "
                "V,version. h,help.",
     .operands = "- -*",
     .more = "runs destroys"},
    {.names = "insmod",
     .habits = "exact",
     .options = "f,force s,syslog v,verbose V,version. h,help.",
     .operands = "P -*",
     .more = "runs destroys"},
    {.names = "rmmod",
     .habits = "exact",
     .options = "f,force s,syslog v,verbose w,wait V,version. h,help.",
     .operands = "-*",
     .more = "runs destroys"},
    {.names = "modinfo",
     .habits = "exact",
     .options = "a,author d,description l,license p,parameters n,filename 0,null F,field=- k,set-version=- "
                "b,basedir=L V,version. h,help.",
     .operands = "R*"},
    {.names = "iptables ip6tables",
     .habits = "exact",
     .options = "L,list S,list-rules n,numeric v,verbose t,table=- x,exact line-numbers w,wait=?- 4,ipv4 6,ipv6 "
                "modprobe=X V,version. h,help.",
     .operands = "-*"},
    {.names = "nft",
     .habits = "sub exact",
     .options = "n,numeric a,handle s,stateless j,json t,terse y,numeric-priority p,numeric-protocol S,service "
                "N,reversedns f,file=F:nft I,includepath=L v,version. h,help."},
    {.names = "nft/list", .habits = "plain", .operands = "-*"},
    {.names = "ufw", .habits = "sub exact", .options = "dry-run version. h,help."},
    {.names = "ufw/status ufw/show ufw/version", .habits = "plain", .operands = "-?"},
    {.names = "ldconfig",
     .habits = "exact",
     .options = "c,format=- C=M f=F i,ignore-aux-cache l n N p,print-cache. r=CD v,verbose X V,version. ?,help. "
                "usage.",
     .operands = "M*",
     .more = "runs"},
    // Services and later work.
    {.names = "systemctl", .habits = "sub exact", .options = kSystemctl},
    {.names =
         "systemctl/status systemctl/show systemctl/cat systemctl/help systemctl/list-units systemctl/list-unit-files "
         "systemctl/list-timers systemctl/list-sockets systemctl/list-paths systemctl/list-automounts "
         "systemctl/list-jobs systemctl/list-dependencies systemctl/list-machines systemctl/is-active "
         "systemctl/is-enabled systemctl/is-failed systemctl/is-system-running systemctl/get-default "
         "systemctl/show-environment",
     .habits = "exact",
     .options = kSystemctl,
     .operands = "-*"},
    {.names = "systemctl/start systemctl/restart systemctl/reload systemctl/try-restart systemctl/reload-or-restart "
              "systemctl/try-reload-or-restart systemctl/unmask systemctl/preset systemctl/preset-all "
              "systemctl/reset-failed systemctl/daemon-reload systemctl/daemon-reexec systemctl/edit systemctl/freeze "
              "systemctl/thaw systemctl/set-default systemctl/import-environment systemctl/unset-environment "
              "systemctl/add-wants systemctl/add-requires systemctl/bind systemctl/mount-image systemctl/log-level "
              "systemctl/log-target systemctl/service-watchdogs",
     .habits = "exact",
     .options = kSystemctl,
     .operands = "-*",
     .more = "runs"},
    {.names = "systemctl/enable systemctl/reenable systemctl/link",
     .habits = "exact",
     .options = kSystemctl,
     .operands = "F*",
     .more = "runs"},
    {.names = "systemctl/set-property",
     .habits = "exact",
     .options = kSystemctl,
     .operands = "- K:systemd*",
     .more = "runs"},
    {.names = "systemctl/set-environment", .habits = "exact", .options = kSystemctl, .operands = "A*", .more = "runs"},
    {.names =
         "systemctl/stop systemctl/kill systemctl/disable systemctl/mask systemctl/revert systemctl/clean "
         "systemctl/cancel systemctl/isolate systemctl/default systemctl/rescue systemctl/emergency systemctl/halt "
         "systemctl/poweroff systemctl/reboot systemctl/soft-reboot systemctl/kexec systemctl/exit systemctl/suspend "
         "systemctl/hibernate systemctl/hybrid-sleep systemctl/suspend-then-hibernate systemctl/switch-root",
     .habits = "exact",
     .options = kSystemctl,
     .operands = "-*",
     .more = "runs destroys"},
    {.names = "journalctl",
     .habits = "numbers exact",
     .options = "system user M,machine=- m,merge D,directory=L file=R root=L image=R namespace=- S,since=- U,until=- "
                "c,cursor=- after-cursor=- cursor-file=M b,boot=?- u,unit=- user-unit=- t,identifier=- "
                "T,exclude-identifier=- p,priority=- facility=- g,grep=- case-sensitive=?- k,dmesg o,output=- "
                "output-fields=- n,lines=?- r,reverse show-cursor utc x,catalog no-hostname no-full l,full a,all "
                "f,follow no-tail truncate-newline q,quiet no-pager e,pager-end interval=- verify-key=- force "
                "N,fields F,field=- list-boots list-invocations list-namespaces disk-usage vacuum-size$=- "
                "vacuum-files$=- vacuum-time$=- verify header list-catalog dump-catalog version. h,help.",
     .operands = "-*"},
    {.names = "service",
     .habits = "posix exact",
     .options = "status-all full-restart version. h,help.",
     .operands = "X -*",
     .more = "runs"},
    {.names = "crontab",
     .habits = "exact",
     .options = "u=- l. r$ e i n=- c s T V.",
     .operands = "F:crontab?",
     .more = "runs input:crontab"},
    {.names = "at batch",
     .habits = "exact",
     .options = "f=F:sh q=- m M v l. d$ r$ c. t=- b. V.",
     .operands = "-*",
     .more = "runs input:sh"},
    {.names = "atq", .options = "q=- V."},
    {.names = "atrm", .options = "V.", .operands = "-*", .more = "destroys"},
    {.names = "shutdown reboot poweroff halt",
     .habits = "exact",
     .options = "H,halt P,poweroff r,reboot h c k,no-wall f,force w,wtmp-only d,no-wtmp help.",
     .operands = "-*",
     .more = "destroys"},
    {.names = "launchctl", .habits = "sub exact", .options = "h,help."},
    {.names = "launchctl/list launchctl/print launchctl/print-disabled launchctl/version",
     .habits = "plain",
     .operands = "-*"},
    {.names = "launchctl/load launchctl/unload launchctl/bootstrap launchctl/bootout",
     .habits = "exact",
     .options = "w F",
     .operands = "F*",
     .more = "runs destroys"},
    {.names = "open xdg-open",
     .habits = "exact",
     .options = "a=X b=- u=U s=- e t f F W R n g j h args^ version. help.",
     .operands = "R*",
     .more = "runs contacts"},
    {.names = "pbcopy pbpaste", .habits = "single exact", .options = "pboard=- Prefer=- help."},
    {.names = "defaults", .habits = "single exact sub", .options = "currentHost host=-"},
    {.names = "defaults/read defaults/read-type defaults/domains defaults/find",
     .habits = "single exact",
     .options = "app=-",
     .operands = "-*"},
    {.names = "run-parts",
     .habits = "exact",
     .options = "test. list. v,verbose d,debug report reverse exit-on-error stdin lsbsysinit new-session regex=- "
                "u,umask=- a,arg=- V,version. h,help.",
     .operands = "P",
     .more = "runs"},
    {.names = "logrotate",
     .habits = "exact",
     .options = "m,mail=S s,state=M l,log=W d,debug f,force v,verbose skip-state-lock wait-for-state-lock version. "
                "usage. ?,help.",
     .operands = "F*",
     .more = "runs destroys"},
    // Accounts.
    {.names = "useradd",
     .habits = "exact",
     .options = "badname b,base-dir=D btrfs-subvolume-home c,comment=- d,home-dir=D D,defaults e,expiredate=- "
                "f,inactive=- F,add-subids-for-system g,gid=- G,groups=- k,skel=L K,key=- l,no-log-init m,create-home "
                "M,no-create-home N,no-user-group o,non-unique p,password=- r,system R,root=CD P,prefix=CD s,shell=X "
                "u,uid=- U,user-group Z,selinux-user=- h,help.",
     .operands = "-",
     .more = "destroys"},
    {.names = "usermod",
     .habits = "exact",
     .options = "a,append b,badname c,comment=- d,home=D e,expiredate=- f,inactive=- g,gid=- G,groups=- l,login=- "
                "L,lock m,move-home o,non-unique p,password=- P,prefix=CD r,remove R,root=CD s,shell=X u,uid=- "
                "U,unlock v,add-subuids=- V,del-subuids=- w,add-subgids=- W,del-subgids=- Z,selinux-user=- h,help.",
     .operands = "-",
     .more = "destroys"},
    {.names = "userdel groupdel",
     .habits = "exact",
     .options = "f,force r,remove R,root=CD P,prefix=CD Z,selinux-user h,help.",
     .operands = "-",
     .more = "destroys"},
    {.names = "groupadd groupmod",
     .habits = "exact",
     .options = "f,force g,gid=- K,key=- n,new-name=- o,non-unique p,password=- r,system R,root=CD P,prefix=CD "
                "U,users=- a,append h,help.",
     .operands = "-",
     .more = "destroys"},
    {.names = "passwd",
     .habits = "exact",
     .options = "a,all d,delete e,expire k,keep-tokens i,inactive=- l,lock n,mindays=- q,quiet R,root=CD S,status "
                "u,unlock w,warndays=- x,maxdays=- h,help.",
     .operands = "-?",
     .more = "destroys"},
    {.names = "chpasswd",
     .habits = "exact",
     .options = "c,crypt-method=- e,encrypted m,md5 R,root=CD s,sha-rounds=- h,help.",
     .more = "destroys"},
    {.names = "chsh",
     .habits = "exact",
     .options = "R,root=CD s,shell=X l,list-shells h,help.",
     .operands = "-?",
     .more = "destroys"},
    // Packages. Scripts of packages run when these are installed or removed.
    {.names = "apt apt-get aptitude",
     .habits = "sub exact",
     .options = kApt,
     .same = "autoremove=auto-remove autoclean=auto-clean"},
    {.names =
         "apt/list apt/show apt/search apt/policy apt/depends apt/rdepends aptitude/search aptitude/show aptitude/why "
         "aptitude/versions",
     .habits = "exact",
     .options = kApt,
     .operands = "-*"},
    {.names = "apt/update apt-get/update aptitude/update", .habits = "exact", .options = kApt, .more = "contacts runs"},
    {.names = "apt/install apt/reinstall apt/upgrade apt/dist-upgrade apt/full-upgrade apt/build-dep apt/satisfy "
              "apt-get/install apt-get/reinstall apt-get/upgrade apt-get/dist-upgrade apt-get/full-upgrade "
              "apt-get/build-dep apt-get/satisfy aptitude/install aptitude/upgrade aptitude/safe-upgrade "
              "aptitude/full-upgrade aptitude/reinstall apt-get/dselect-upgrade",
     .habits = "exact",
     .options = kApt,
     .operands = "R*",
     .more = "contacts runs destroys"},
    {.names =
         "apt/remove apt/purge apt/autoremove apt/auto-remove apt/clean apt/autoclean apt/auto-clean apt/distclean "
         "apt-get/remove apt-get/purge apt-get/autoremove apt-get/auto-remove apt-get/clean apt-get/autoclean "
         "apt-get/auto-clean apt-get/distclean aptitude/remove aptitude/purge aptitude/autoremove "
         "aptitude/auto-remove aptitude/clean aptitude/autoclean aptitude/auto-clean aptitude/distclean",
     .habits = "exact",
     .options = kApt,
     .operands = "-*",
     .more = "runs destroys"},
    {.names = "apt/download apt/source apt/changelog apt-get/download apt-get/source apt-get/changelog",
     .habits = "exact",
     .options = kApt,
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "apt-get/check", .habits = "exact", .options = kApt},
    {.names = "apt-cache", .habits = "sub exact", .options = kAptCache},
    {.names = "apt-cache/show apt-cache/showpkg apt-cache/showsrc apt-cache/search apt-cache/policy apt-cache/depends "
              "apt-cache/rdepends apt-cache/madison apt-cache/stats apt-cache/pkgnames apt-cache/dump apt-cache/unmet "
              "apt-cache/dotty",
     .habits = "exact",
     .options = kAptCache,
     .operands = "-*"},
    {.names = "apt-mark",
     .habits = "sub exact",
     .options = "o,option=K:apt c,config-file%=F f,file=R v,version. h,help."},
    {.names = "apt-mark/showauto apt-mark/showmanual apt-mark/showhold", .operands = "-*"},
    {.names = "apt-mark/auto apt-mark/manual apt-mark/hold apt-mark/unhold",
     .options = "f,file=R",
     .operands = "-*",
     .more = "destroys"},
    {.names = "add-apt-repository",
     .habits = "exact",
     .options = "y,yes n,no-update r,remove l,list s,enable-source c,component=- p,pocket=- P,ppa=- C,cloud=- U,uri=U "
                "S,sourceslist=- d,debug h,help.",
     .operands = "-*",
     .more = "contacts runs destroys"},
    {.names = "dpkg",
     .habits = "exact",
     .options = "i,install$ unpack$ A,record-avail$ configure$ triggers-only$ r,remove$ P,purge$ V,verify "
                "get-selections set-selections$ clear-selections$ s,status p,print-avail L,listfiles l,list S,search "
                "C,audit print-architecture print-foreign-architectures add-architecture$ remove-architecture$ "
                "compare-versions c,contents I,info f,field W,show admindir=D root=D instdir=D pre-invoke=S "
                "post-invoke=S status-logger=S path-exclude=- path-include=- O,selected-only E,skip-same-version "
                "G,refuse-downgrade B,auto-deconfigure R,recursive a,pending no-triggers triggers verify-format=- "
                "no-pager no-debsig no-act,dry-run,simulate D,debug=- status-fd=- log=W ignore-depends=- "
                "abort-after=- force-all force-depends force-confnew force-confold force-confdef force-confmiss "
                "force-overwrite force-remove-reinstreq version. ?,help.",
     .operands = "R*"},
    {.names = "dpkg-query",
     .habits = "exact",
     .options = "s,status p,print-avail L,listfiles l,list W,show S,search control-list control-show c,control-path "
                "admindir=L root=L load-avail no-pager f,showformat=- version. ?,help.",
     .operands = "-*"},
    {.names = "dpkg-deb",
     .habits = "exact",
     .options = "c,contents I,info W,show f,field showformat=- D,debug v,verbose version. ?,help.",
     .operands = "R*"},
    {.names = "dnf yum zypper microdnf dnf5",
     .habits = "sub exact",
     .options = kDnf,
     .same = "install=in upgrade=update=up remove=erase=rm search=se info=if list-updates=lu repos=lr "
             "packages=pa what-provides=wp dist-upgrade=dup refresh=ref addrepo=ar removerepo=rr clean=cc "
             "distro-sync=distrosync=distribution-synchronization"},
    {.names =
         "dnf/list dnf/info dnf/search dnf/repolist dnf/provides dnf/whatprovides dnf/repoquery dnf/check-update "
         "dnf/deplist dnf/history dnf/repoinfo dnf/makecache yum/list yum/info yum/search yum/repolist yum/provides "
         "yum/whatprovides yum/repoquery yum/check-update yum/deplist yum/history yum/repoinfo yum/makecache "
         "microdnf/list microdnf/info microdnf/search microdnf/repolist microdnf/provides microdnf/whatprovides "
         "microdnf/repoquery microdnf/check-update microdnf/deplist microdnf/history microdnf/repoinfo "
         "microdnf/makecache dnf5/list dnf5/info dnf5/search dnf5/repolist dnf5/provides dnf5/whatprovides "
         "dnf5/repoquery dnf5/check-update dnf5/deplist dnf5/history dnf5/repoinfo dnf5/makecache zypper/search "
         "zypper/se zypper/info zypper/if zypper/list-updates zypper/lu zypper/repos zypper/lr zypper/packages "
         "zypper/pa zypper/what-provides zypper/wp",
     .habits = "exact",
     .options = kDnf,
     .operands = "-*",
     .more = "contacts"},
    {.names =
         "dnf/install dnf/localinstall dnf/reinstall dnf/upgrade dnf/update dnf/downgrade dnf/groupinstall "
         "dnf/builddep dnf/download dnf/distro-sync yum/install yum/localinstall yum/reinstall yum/upgrade yum/update "
         "yum/downgrade yum/groupinstall yum/builddep yum/download yum/distro-sync microdnf/install "
         "microdnf/localinstall microdnf/reinstall microdnf/upgrade microdnf/update microdnf/downgrade "
         "microdnf/groupinstall microdnf/builddep microdnf/download microdnf/distro-sync dnf5/install "
         "dnf5/localinstall dnf5/reinstall dnf5/upgrade dnf5/update dnf5/downgrade dnf5/groupinstall dnf5/builddep "
         "dnf5/download dnf5/distro-sync zypper/install zypper/in zypper/update zypper/up zypper/dist-upgrade "
         "zypper/dup zypper/refresh zypper/ref zypper/addrepo zypper/ar",
     .habits = "exact",
     .options = kDnf,
     .operands = "R*",
     .more = "contacts runs destroys"},
    {.names =
         "dnf/remove dnf/erase dnf/autoremove dnf/clean yum/remove yum/erase yum/autoremove yum/clean microdnf/remove "
         "microdnf/erase microdnf/autoremove microdnf/clean dnf5/remove dnf5/erase dnf5/autoremove dnf5/clean "
         "zypper/remove zypper/rm zypper/clean zypper/cc zypper/removerepo zypper/rr",
     .habits = "exact",
     .options = kDnf,
     .operands = "-*",
     .more = "runs destroys"},
    {.names = "rpm",
     .habits = "exact",
     .options = "q,query a,all f,file p,package i,info,install l,list c,configfiles d,docfiles s,state requires R "
                "provides whatprovides whatrequires changelog scripts last queryformat,qf=- U,upgrade$ F,freshen$ "
                "e,erase$ V,verify K,checksig import$ h,hash v,verbose quiet test nodeps force replacepkgs "
                "replacefiles oldpackage nosignature nodigest noscripts notriggers excludedocs allmatches percent "
                "root=D dbpath=D prefix=D relocate=- pipe=S rcfile%=F macros%=F load%=F E,eval=C:rpm D,define=C:rpm "
                "undefine=- predefine=C:rpm showrc querytags initdb$ rebuilddb$",
     .operands = "R*",
     .more = "runs contacts"},
    {.names = "rpmbuild rpmspec",
     .habits = "exact",
     .options = "E,eval=C:rpm D,define=C:rpm pipe=S rcfile%=F macros%=F load%=F root=D undefine=-",
     .more = "runs"},
    {.names = "rpm2cpio", .operands = "R"},
    {.names = "apk", .habits = "sub exact", .options = kApk},
    {.names = "apk/info apk/search apk/list apk/policy apk/version apk/stats apk/dot apk/audit apk/verify",
     .habits = "exact",
     .options = kApk,
     .operands = "-*",
     .more = "contacts"},
    {.names = "apk/add apk/upgrade apk/update apk/fix apk/fetch apk/cache",
     .habits = "exact",
     .options = kApk,
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "apk/del", .habits = "exact", .options = kApk, .operands = "-*", .more = "runs destroys"},
    {.names = "brew",
     .habits = "sub exact",
     .options = "d,debug q,quiet v,verbose version. prefix cellar cache repository env h,help.",
     .same = "list=ls info=abv uninstall=rm=remove link=ln update=up doctor=dr install=instal home=homepage"},
    {.names =
         "brew/list brew/ls brew/info brew/abv brew/outdated brew/deps brew/uses brew/leaves brew/config brew/doctor "
         "brew/dr brew/desc brew/formulae brew/casks brew/commands brew/log brew/cat brew/missing brew/options",
     .habits = "exact",
     .options = kBrew,
     .operands = "-*"},
    {.names = "brew/search brew/update brew/up brew/fetch brew/livecheck",
     .habits = "exact",
     .options = kBrew,
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "brew/install brew/reinstall brew/upgrade brew/tap brew/link brew/ln brew/postinstall brew/bundle "
              "brew/services brew/pin brew/unpin brew/migrate brew/switch",
     .habits = "exact",
     .options = kBrew,
     .operands = "F*",
     .more = "contacts runs destroys"},
    {.names = "brew/uninstall brew/rm brew/remove brew/cleanup brew/autoremove brew/untap brew/unlink",
     .habits = "exact",
     .options = kBrew,
     .operands = "-*",
     .more = "runs destroys"},
    {.names = "snap", .habits = "sub exact", .options = "version. h,help."},
    {.names = "snap/list snap/info snap/find snap/search snap/version snap/services snap/connections snap/interfaces "
              "snap/changes snap/tasks snap/warnings snap/known snap/get snap/logs snap/model",
     .habits = "exact",
     .options = "all unicode=- color=- verbose abs-time n=- f l d t narrow private section=- channel=- h,help.",
     .operands = "-*",
     .more = "contacts"},
    {.names =
         "snap/install snap/refresh snap/revert snap/remove snap/enable snap/disable snap/start snap/stop "
         "snap/restart snap/connect snap/disconnect snap/alias snap/unalias snap/try snap/set snap/unset snap/switch",
     .habits = "exact",
     .options = "classic devmode jailmode dangerous channel=- edge beta candidate stable revision=- name=- no-wait "
                "purge terminate unaliased hold=?- unhold=?- list amend ignore-validation reload h,help.",
     .operands = "R*",
     .more = "contacts runs destroys"},
    {.names = "snap/run",
     .habits = "posix exact",
     .options = "shell command=- hook=- revision=- timer=- h,help.",
     .operands = "X -*",
     .more = "runs"},
    {.names = "pacman",
     .habits = "exact",
     .options = "S,sync$ R,remove$ U,upgrade$ D,database$ Q,query T,deptest F,files s,search i,info l,list y,refresh$ "
                "u,sysupgrade c,clean w,downloadonly q,quiet g,groups k,check m,foreign n,native o,owns p,file d "
                "t,unrequired e,explicit r,root=D b,dbpath=D v,verbose arch=- cachedir=D hookdir=P gpgdir=D color=- "
                "config=F debug logfile=W noconfirm confirm needed overwrite=- asdeps asexplicit ignore=- "
                "ignoregroup=- noprogressbar noscriptlet nodeps disable-download-timeout sysroot=D print "
                "print-format=- V,version. h,help.",
     .operands = "R*"},
    {.names = "update-alternatives",
     .habits = "exact",
     .options = "display query list get-selections altdir=D admindir=D instdir=D root=D log=W force skip-auto quiet "
                "verbose debug version. help.",
     .operands = "-?"},
});

}  // namespace

std::span<const ProgramRow> system_programs() noexcept {
    return kRows;
}

}  // namespace postern::programs
