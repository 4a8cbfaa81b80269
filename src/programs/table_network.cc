// Programs that talk to other hosts, and that show or guard what goes over the network.
#include "programs/tables.h"

#include <array>

namespace postern::programs {
namespace {

constexpr auto kRows = std::to_array<ProgramRow>({
    // Transfers. What -O and -J of curl write has a name from the address, --resolve and --connect-to send the call to
    // another host, and --stderr opens its file while the words are read: calls with these are not explained.
    {.names = "curl",
     .habits = "exact",
     .options = "abstract-unix-socket=- alt-svc=M !anyauth !a,append aws-sigv4=- !basic cacert=R capath=L E,cert=R "
                "!cert-status cert-type=- ciphers=- !compressed !compressed-ssh K,config=F connect-timeout=- "
                "C,continue-at=- b,cookie=R c,cookie-jar=W !create-dirs create-file-mode=- !crlf crlfile=R curves=- "
                "d,data=@R data-ascii=@R data-binary=@R data-raw=- data-urlencode=@R delegation=- !digest !q,disable "
                "!disable-eprt !disable-epsv !disallow-username-in-url dns-interface=- dns-ipv4-addr=- "
                "dns-ipv6-addr=- !doh-cert-status !doh-insecure doh-url=U D,dump-header=W egd-file=R engine=P "
                "etag-compare=R etag-save=W expect100-timeout=- !f,fail !fail-early !fail-with-body !false-start "
                "F,form=@R !form-escape form-string=- ftp-account=- ftp-alternative-to-user=- !ftp-create-dirs "
                "ftp-method=- !ftp-pasv P,ftp-port=- !ftp-pret !ftp-skip-pasv-ip !ftp-ssl-ccc ftp-ssl-ccc-mode=- "
                "!ftp-ssl-control !G,get !g,globoff happy-eyeballs-timeout-ms=- !haproxy-protocol !I,head H,header=@R "
                "hostpubmd5=- hostpubsha256=- hsts=M !http0.9 !0,http1.0 !http1.1 !http2 !http2-prior-knowledge "
                "!http3 !http3-only !ignore-content-length !i,include !k,insecure interface=- !4,ipv4 !6,ipv6 json=@R "
                "!j,junk-session-cookies keepalive-time=- key=R key-type=- krb=- libcurl=W limit-rate=- !l,list-only "
                "local-port=- !L,location !location-trusted login-options=- mail-auth=- mail-from=- mail-rcpt=- "
                "!mail-rcpt-allowfails max-filesize=- max-redirs=- m,max-time=- !negotiate !n,netrc netrc-file=R "
                "!netrc-optional !:,next !alpn N,no-buffer !clobber !keepalive !npn !progress-meter !sessionid "
                "noproxy=- !ntlm oauth2-bearer=- o,output=W output-dir=D O,remote-name& remote-name-all& !Z,parallel "
                "!parallel-immediate "
                "parallel-max=- pass=- !path-as-is pinnedpubkey=R !post301 !post302 !post303 preproxy=U "
                "!#,progress-bar proto=- proto-redir=- x,proxy=U !proxy-anyauth !proxy-basic proxy-cacert=R "
                "proxy-capath=L proxy-cert=R proxy-cert-type=- proxy-ciphers=- proxy-crlfile=R !proxy-digest "
                "proxy-header=@R !proxy-insecure proxy-key=R proxy-key-type=- !proxy-negotiate !proxy-ntlm "
                "proxy-pass=- proxy-pinnedpubkey=R proxy-service-name=- !proxy-ssl-allow-beast "
                "!proxy-ssl-auto-client-cert proxy-tls13-ciphers=- proxy-tlsauthtype=- proxy-tlspassword=- "
                "proxy-tlsuser=- !proxy-tlsv1 U,proxy-user=- proxy1.0=H !p,proxytunnel pubkey=R Q,quote=- "
                "random-file=R r,range=- rate=- !raw e,referer=- !R,remote-time !remove-on-error X,request=- "
                "request-target=- retry=- !retry-all-errors !retry-connrefused retry-delay=- retry-max-time=- "
                "sasl-authzid=- !sasl-ir service-name=- !S,show-error !s,silent socks4=H socks4a=H socks5=H "
                "!socks5-basic !socks5-gssapi !socks5-gssapi-nec socks5-gssapi-service=- socks5-hostname=H "
                "Y,speed-limit=- y,speed-time=- !ssl !ssl-allow-beast !ssl-auto-client-cert !ssl-no-revoke !ssl-reqd "
                "!ssl-revoke-best-effort !2,sslv2 !3,sslv3 !styled-output !suppress-connect-headers !tcp-fastopen "
                "!tcp-nodelay t,telnet-option=- tftp-blksize=- !tftp-no-options z,time-cond=R tls-max=- "
                "tls13-ciphers=- tlsauthtype=- tlspassword=- tlsuser=- !1,tlsv1 !tlsv1.0 !tlsv1.1 !tlsv1.2 !tlsv1.3 "
                "!tr-encoding trace=W trace-ascii=W !trace-time unix-socket=M T,upload-file=R url=U url-query=@R "
                "!B,use-ascii u,user=- A,user-agent=- !v,verbose w,write-out=@R !xattr V,version. h,help. M,manual.",
     .operands = "U*",
     .more = "contacts"},
    // Without -O, wget and aria2c write into the working directory, under a name from the address.
    {.names = "wget",
     .habits = "exact",
     .options = "!b,background e,execute=K:wget o,output-file=W a,append-output=W !d,debug !q,quiet no-verbose "
                "report-speed=- i,input-file=R !F,force-html B,base=U config=F no-config rejected-log=W t,tries=- "
                "!retry-connrefused retry-on-http-error=- O,output-document&=W !clobber !netrc !c,continue start-pos=- "
                "progress=- !show-progress !N,timestamping !if-modified-since !use-server-timestamps "
                "!S,server-response !spider& T,timeout=- dns-timeout=- connect-timeout=- read-timeout=- w,wait=- "
                "waitretry=- !random-wait !proxy Q,quota=- bind-address=- limit-rate=- !dns-cache "
                "restrict-file-names=- !ignore-case !4,inet4-only !6,inet6-only prefer-family=- user=- password=- "
                "!ask-password use-askpass=X !iri local-encoding=- remote-encoding=- !unlink !xattr !directories "
                "!x,force-directories !host-directories !protocol-directories P,directory-prefix=D cut-dirs=- "
                "http-user=- http-password=- !cache default-page=- !E,adjust-extension !ignore-length header=- "
                "compression=- max-redirect=- proxy-user=- proxy-password=- referer=- !save-headers U,user-agent=- "
                "!http-keep-alive !cookies load-cookies=R save-cookies=W !keep-session-cookies post-data=- "
                "post-file=R method=- body-data=- body-file=R !content-disposition !content-on-error "
                "!auth-no-challenge secure-protocol=- !https-only !check-certificate certificate=R certificate-type=- "
                "private-key=R private-key-type=- ca-certificate=R ca-directory=L crl-file=R pinnedpubkey=R ciphers=- "
                "!hsts hsts-file=M ftp-user=- ftp-password=- !remove-listing !glob !passive-ftp !preserve-permissions "
                "!retr-symlinks !ftps-implicit !ftps-resume-ssl !ftps-clear-data-connection !ftps-fallback-to-ftp "
                "warc-file=W warc-header=- warc-max-size=- !warc-cdx warc-dedup=R !warc-compression !warc-digests "
                "!warc-keep-log warc-tempdir=D !r,recursive l,level=- !delete-after !k,convert-links "
                "!convert-file-only backups=?- !K,backup-converted !m,mirror !p,page-requisites !strict-comments "
                "A,accept=- R,reject=- accept-regex=- reject-regex=- regex-type=- D,domains=- exclude-domains=- "
                "!follow-ftp follow-tags=- ignore-tags=- !H,span-hosts !L,relative I,include-directories=- "
                "!trust-server-names X,exclude-directories=- !parent n=- V,version. h,help. v,verbose",
     .operands = "U*",
     .more = "contacts makes"},
    {.names = "aria2c",
     .habits = "exact",
     .options = "d,dir=D o,out=W i,input-file=R l,log=W conf-path=F no-conf=?- s,split=- "
                "x,max-connection-per-server=- j,max-concurrent-downloads=- k,min-split-size=- c,continue=?- "
                "q,quiet=?- U,user-agent=- header=- referer=- on-download-start=X on-download-pause=X "
                "on-download-stop=X on-download-complete=X on-download-error=X on-bt-download-complete=X "
                "load-cookies=R save-cookies=W save-session=W T,torrent-file=R M,metalink-file=R certificate=R "
                "private-key=R ca-certificate=R netrc-path=R server-stat-of=W server-stat-if=R dht-file-path=M "
                "all-proxy=U http-proxy=U https-proxy=U checksum=- max-tries=- t,timeout=- connect-timeout=- "
                "retry-wait=- max-download-limit=- seed-time=- file-allocation=- check-certificate=?- "
                "allow-overwrite=?- auto-file-renaming=?- console-log-level=- summary-interval=- V v,version. "
                "h,help=?-",
     .operands = "U*",
     .more = "contacts"},
    {.names = "axel",
     .habits = "exact",
     .options = "o,output=W s,max-speed=- n,num-connections=- S,search=?- H,header=- U,user-agent=- N,no-proxy "
                "k,insecure c,no-clobber T,timeout=- q,quiet v,verbose a,alternate p,percentage 4,ipv4 6,ipv6 "
                "V,version. h,help.",
     .operands = "U*",
     .more = "contacts"},
    {.names = "lynx",
     .habits = "single exact",
     .options = "dump source head mime_header nolist listonly list_inline nonumbers stdin width=- useragent=- auth=- "
                "pauth=- connect_timeout=- read_timeout=- accept_all_cookies nopause noredir cfg=F lss=R "
                "cmd_script=F:lynx cmd_log=W cookie_file=R cookie_save_file=W editor=X display_charset=- "
                "assume_charset=- version. help.",
     .operands = "U?",
     .more = "contacts runs"},
    {.names = "w3m",
     .habits = "single exact",
     .options = "dump dump_source dump_head dump_both dump_extra T=- cols=- ppc=- t=- I=- O=- o=K:w3m config=F:w3m "
                "post=R header=- bookmark=R B cookie no-cookie M F R S W s 4 6 version. help.",
     .operands = "U*",
     .more = "contacts runs"},
    // Other machines.
    {.names = "ssh slogin",
     .habits = "one exact",
     .options =
         "o=K:ssh F=F E=W i=R I=P J=H S=M L=- R=- D=- W=H b=- B=- c=- e=- l=- m=- O=->- P=- p=- Q=->- w=- 4 6 A a "
         "C f G>- g K k M N n q s T t v X x Y y V.",
     .operands = "H sh",
     .more = "contacts"},
    {.names = "autossh",
     .habits = "one exact",
     .options = "o=K:ssh F=F E=W i=R I=P J=H S=M L=- R=- D=- W=H b=- B=- c=- e=- l=- m=- M=- O=- p=- w=- 4 6 A a C f "
                "g K k N n q s T t v X x Y y V.",
     .operands = "H sh",
     .more = "contacts"},
    {.names = "dbclient",
     .habits = "one exact",
     .options = "p=- i=R l=- t T N f y s K=- I=- B=- J=S c=- m=- L=- R=- b=- o=K:ssh A a g v V.",
     .operands = "H sh",
     .more = "contacts"},
    {.names = "mosh",
     .habits = "one exact",
     .options = "ssh=S server=S client=X predict=- p,port=- a n 4 6 family=- no-init local bind-server=- ssh-pty "
                "no-ssh-pty version. help.",
     .operands = "H sh",
     .more = "contacts"},
    {.names = "scp",
     .habits = "exact",
     .options = "S=X D=X F=F o=K:ssh i=R J=H P=- c=- l=- X=- 1 2 3 4 6 A B C O p q R r s T v",
     .operands = "HR* HW",
     .more = "contacts"},
    {.names = "sftp",
     .habits = "exact",
     .options = "S=X D=X F%=F b%=F:sftp o=K:ssh i=R J=H B=- P=- R=- c=- l=- s=- X=- 4 6 A a C f N p q r v",
     .operands = "HR W?",
     .more = "contacts runs"},
    {.names = "rsync",
     .habits = "exact",
     .options = "!v,verbose info=- debug=- stderr=- !q,quiet !motd !c,checksum !a,archive !r,recursive "
                "!inc-recursive,i-r !R,relative !implied-dirs !b,backup backup-dir=D suffix=- !u,update !inplace "
                "!append !append-verify !d,dirs !old-dirs !mkpath !l,links !L,copy-links !copy-unsafe-links "
                "!safe-links !munge-links !k,copy-dirlinks !K,keep-dirlinks !H,hard-links !p,perms !E,executability "
                "chmod=- !A,acls !X,xattrs !o,owner !g,group !devices !copy-devices !write-devices !specials !drop-D "
                "D !t,times !U,atimes !open-noatime !N,crtimes !O,omit-dir-times !J,omit-link-times !super "
                "!fake-super !S,sparse !preallocate !n,dry-run !W,whole-file checksum-choice=- !x,one-file-system "
                "B,block-size=- e,rsh=S rsync-path=S !existing !ignore-non-existing !ignore-existing "
                "!remove-source-files$ !del$ !delete$ !delete-before$ !delete-during$ !delete-delay$ !delete-after$ "
                "!delete-excluded$ !ignore-missing-args !delete-missing-args$ !ignore-errors !force max-delete=- "
                "max-size=- min-size=- max-alloc=- !partial partial-dir=D !delay-updates !m,prune-empty-dirs "
                "!numeric-ids usermap=- groupmap=- chown=- timeout=- contimeout=- !I,ignore-times !size-only "
                "modify-window=- T,temp-dir=D !y,fuzzy compare-dest=L copy-dest=L link-dest=L !z,compress "
                "compress-choice=- compress-level=- compress-threads=- skip-compress=- !C,cvs-exclude F exclude=- "
                "exclude-from=R include=- include-from=R files-from=R@ !0,from0 !old-args !s,secluded-args "
                "!trust-sender address=- port=- sockopts=- !blocking-io outbuf=- !stats !8,8-bit-output "
                "!h,human-readable !progress P !i,itemize-changes out-format=- log-file=W log-file-format=- "
                "password-file=R early-input=R !list-only bwlimit=- stop-after=- stop-at=- !fsync write-batch=W "
                "only-write-batch=W read-batch=R protocol=- iconv=- checksum-seed=- !4,ipv4 !6,ipv6 V,version. help.",
     .operands = "HR/* HW"},
    {.names = "ssh-keygen",
     .habits = "exact",
     .options = "f=M s=R D=P w=P r=R a=- b=- C=- E=- F=- I=- m=- M=- n=- N=- O=K:ssh-keygen P=- R=- t=- V=- Y=- z=- "
                "Z=- q p i e y c l L v B H K A k u Q h U g",
     .operands = "M*",
     .more = "destroys"},
    {.names = "ssh-add",
     .habits = "exact",
     .options = "S=P s=P e=P H=R h=- t=- E=- c C D d K k L l q v X x T",
     .operands = "R*",
     .more = "runs"},
    {.names = "ssh-agent",
     .habits = "posix exact",
     .options = "a=W E=- O=- P=- t=- c s D d k",
     .operands = "cmd",
     .more = "runs"},
    {.names = "ssh-copy-id",
     .habits = "exact",
     .options = "i=R p=- o=K:ssh F=F t=- f n s x h.",
     .operands = "H",
     .more = "contacts"},
    {.names = "ssh-keyscan",
     .habits = "exact",
     .options = "f=R p=- T=- t=- O=- c D H q v 4 6",
     .operands = "H*",
     .more = "contacts"},
    {.names = "telnet",
     .habits = "posix exact",
     .options = "e=- l=- n=W b=- X=- S=- 4 6 8 E K L a c d f F r x",
     .operands = "H -?",
     .more = "contacts"},
    {.names = "ftp tnftp",
     .habits = "posix exact",
     .options = "n i v g p d e t A 4 6 P=- N=R o=W",
     .operands = "H -?",
     .more = "contacts runs input:lftp"},
    {.names = "lftp",
     .habits = "exact",
     .options = "f=F:lftp c=C:lftp e=C:lftp u,user=- p,port=- d norc v,version. h,help.",
     .operands = "U*",
     .more = "contacts runs input:lftp"},
    {.names = "nc ncat netcat nc.traditional nc.openbsd",
     .habits = "exact",
     .options = "e,exec=X c,sh-exec=S lua-exec=F:lua p,source-port=- w,wait=- s,source=- q=- i,idle-timeout=- X=- "
                "m,max-conns=- o,output=W T=- I=- O=- V=- M=- d l,listen k,keep-open n,nodns u,udp v,verbose z r "
                "t,telnet S D F N C,crlf b 4 6 U,unixsock>M ssl ssl-cert=R ssl-key=R ssl-verify ssl-trustfile=R "
                "ssl-ciphers=- ssl-alpn=- proxy=H proxy-type=- proxy-auth=- proxy-dns=- hex-dump=W append-output "
                "allow=- allowfile=R deny=- denyfile=R broker chat recv-only send-only no-shutdown sctp vsock delay=- "
                "version. h,help.",
     .operands = "H -*",
     .more = "contacts"},
    {.names = "socat",
     .habits = "posix exact",
     .options = "d D v x s t=- T=- u U b=- L=W W=W r=W R=W 4 6 g V. h.",
     .operands = "C:socat*",
     .more = "contacts runs"},
    {.names = "openvpn",
     .habits = "exact",
     .options = "config=F cd=CD up=S down=S route-up=S route-pre-down=S ipchange=S client-connect=S "
                "client-disconnect=S learn-address=S tls-verify=S plugin=P ca=R "
                "cert=R key=R auth-user-pass=R auth-user-pass-verify=S log=W "
                "log-append=W status=W writepid=W remote=H dev=- proto=- port=- verb=- script-security=- daemon "
                "version. help.",
     .operands = "F?",
     .more = "contacts runs"},
    // Questions to name servers and about routes. Keywords and record types of dig stand among its names.
    {.names = "ping ping4 ping6",
     .habits = "exact",
     .options = "c=- F=- i=- I=- l=- m=- M=- N=- w=- W=- p=- Q=- s=- S=- t=- T=- e=- a A b B d C D f L n O q r R U v "
                "4 6 V. h.",
     .operands = "H*",
     .more = "contacts"},
    {.names = "traceroute traceroute6 tracepath",
     .habits = "exact",
     .options = "f,first=- g,gateway=H i,interface=- m,max-hops=- N,sim-queries=- p,port=- t,tos=- l,flowlabel=- "
                "w,wait=- q,queries=- s,source=- z,sendwait=- M,module=- O,options=- fwmark=- 4 6 d,debug "
                "F,dont-fragment I,icmp T,tcp U,udp D,dccp n r e,extensions A,as-path-lookups b back mtu V,version. "
                "help.",
     .operands = "H -?",
     .more = "contacts"},
    {.names = "mtr",
     .habits = "exact",
     .options = "c,report-cycles=- i,interval=- s,psize=- B,bitpattern=- G,gracetime=- Q,tos=- o,order=- y,ipinfo=- "
                "m,max-ttl=- f,first-ttl=- U,max-unknown=- P,port=- L,localport=- Z,timeout=- I,interface=- "
                "a,address=- M,mark=- F,filename=R r,report w,report-wide x,xml t,curses raw C,csv j,json p,split "
                "n,no-dns b,show-ips z,aslookup e,mpls u,udp T,tcp S,sctp 4 6 v,version. h,help.",
     .operands = "H*",
     .more = "contacts"},
    {.names = "dig delv drill",
     .habits = "exact",
     .options = "b=- c=- f=R k=R p=- q=H t=- x=H y=- 4 6 m r u i v. h.",
     .operands = "H*",
     .more = "contacts"},
    {.names = "host",
     .habits = "exact",
     .options = "c=- N=- p=- R=- t=- W=- m=- a A C d i l n r s T U v w 4 6 V.",
     .operands = "H H?",
     .more = "contacts"},
    {.names = "nslookup",
     .habits = "single exact",
     .options = "type=- querytype=- query=- port=- timeout=- retry=- class=- domain=- debug nodebug d2 nod2 recurse "
                "norecurse vc novc search nosearch fail nofail version.",
     .operands = "H H?",
     .more = "contacts"},
    {.names = "whois",
     .habits = "exact",
     .options = "h,host=H p,port=- I H verbose version. help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "getent",
     .options = "s,service=- i,no-idn A,no-addrconfig ?,help. usage. V,version.",
     .operands = "- -*"},
    {.names = "nmap",
     .habits = "single exact",
     .options = "script=F:nse interactive% script-args=- script-args-file=R datadir=P servicedb=R versiondb=R iL=R "
                "excludefile=R "
                "oN=W oX=W oG=W oA=W oS=W resume=M iR=- exclude=- top-ports=- port-ratio=- exclude-ports=- min-rate=- "
                "max-rate=- max-retries=- min-rtt-timeout=- max-rtt-timeout=- initial-rtt-timeout=- host-timeout=- "
                "scan-delay=- max-scan-delay=- min-parallelism=- max-parallelism=- min-hostgroup=- max-hostgroup=- "
                "dns-servers=H source-port=- data-length=- ttl=- version-intensity=- proxies=U script-timeout=- "
                "script-help=- s=?- P=?- T=?- p=- O A v=#- d=#- n R F r 6 D=- S=- e=- g=- f open reason packet-trace "
                "traceroute system-dns osscan-guess osscan-limit version-all version-light version-trace send-eth "
                "send-ip privileged unprivileged badsum append-output noninteractive iflist V,version. h,help.",
     .operands = "H*",
     .more = "contacts"},
    {.names = "tcpdump",
     .habits = "exact",
     .options = "z=S w=W r=R F=R V=R i,interface=- c=- C=- B=- D,list-interfaces G=- j=- m=P M=- Q=- s=- T=- W=- y=- "
                "Z=- A b d e f H I J K l L n N O p q S t u U v x X number count print version. h,help.",
     .operands = "-*",
     .more = "contacts"},
    // The state of this machine's network. What changes it is not explained.
    {.names = "ss",
     .options = "n,numeric r,resolve a,all l,listening o,options e,extended m,memory p,processes T,threads i,info "
                "tipcinfo s,summary tos cgroup b,bpf E,events Z,context z,contexts N,net=- 4,ipv4 6,ipv6 0,packet "
                "t,tcp M,mptcp S,sctp u,udp d,dccp w,raw x,unix tipc vsock xdp f,family=- K,kill$ H,no-header "
                "O,oneline inet-sockopt A,query,socket=- D,diag=W F,filter=R V,version. h,help.",
     .operands = "-*"},
    {.names = "netstat",
     .options = "r,route i,interfaces g,groups s,statistics M,masquerade v,verbose W,wide n,numeric numeric-hosts "
                "numeric-ports numeric-users N,symbolic e,extend p,programs o,timers c,continuous l,listening a,all "
                "F,fib C,cache Z,context t,tcp u,udp U,udplite S,sctp w,raw x,unix 4 6 A=- f=- inet inet6 V,version. "
                "h,help.",
     .operands = "-?"},
    {.names = "ifconfig", .habits = "exact", .options = "a s v L h,help. V,version.", .operands = "-?"},
    {.names = "arp",
     .habits = "exact",
     .options = "a e v,verbose n,numeric i,device=- H,hw-type=- A,protocol=- V,version. h,help.",
     .operands = "-?"},
    {.names = "route",
     .habits = "exact",
     .options = "n,numeric v,verbose e,extend F,fib C,cache 4 6 A=- V,version. h,help."},
    {.names = "ip",
     .habits = "single exact sub",
     .options = "V,Version. s,stats,statistics d,details r,resolve h,human,human-readable iec j,json p,pretty "
                "f,family=- 4 6 0 B M l,loops=- br,brief o,oneline t,timestamp ts,tshort b,batch=F:ip rc,rcvbuf=- "
                "n,netns=- N,Numeric a,all c,color=?- force"},
    {.names = "ip/address ip/addr ip/a ip/link ip/l ip/li ip/route ip/r ip/ro ip/rou ip/neighbour ip/neighbor ip/neigh "
              "ip/n ip/nei ip/rule ip/ru ip/maddress ip/maddr ip/m ip/tunnel ip/t ip/tun ip/token ip/tcp_metrics "
              "ip/tcpmetrics ip/netconf ip/nexthop ip/vrf",
     .habits = "plain sub"},
    {.names =
         "ip/address/show ip/address/list ip/address/ls ip/address/sh ip/address/lst ip/address/s ip/addr/show "
         "ip/addr/list ip/addr/ls ip/addr/sh ip/addr/lst ip/addr/s ip/a/show ip/a/list ip/a/ls ip/a/sh ip/a/lst "
         "ip/a/s ip/link/show ip/link/list ip/link/ls ip/link/sh ip/link/lst ip/link/s ip/l/show ip/l/list ip/l/ls "
         "ip/l/sh ip/l/lst ip/l/s ip/route/show ip/route/list ip/route/ls ip/route/sh ip/route/lst ip/route/s "
         "ip/r/show ip/r/list ip/r/ls ip/r/sh ip/r/lst ip/r/s ip/ro/show ip/ro/list ip/ro/ls ip/ro/sh ip/ro/lst "
         "ip/ro/s ip/neigh/show ip/neigh/list ip/neigh/ls ip/neigh/sh ip/neigh/lst ip/neigh/s ip/n/show ip/n/list "
         "ip/n/ls ip/n/sh ip/n/lst ip/n/s ip/rule/show ip/rule/list ip/rule/ls ip/rule/sh ip/rule/lst ip/rule/s "
         "ip/ru/show ip/ru/list ip/ru/ls ip/ru/sh ip/ru/lst ip/ru/s ip/maddr/show ip/maddr/list ip/maddr/ls "
         "ip/maddr/sh ip/maddr/lst ip/maddr/s ip/vrf/show ip/vrf/list ip/vrf/ls ip/vrf/sh ip/vrf/lst ip/vrf/s "
         "ip/nexthop/show ip/nexthop/list ip/nexthop/ls ip/nexthop/sh ip/nexthop/lst ip/nexthop/s",
     .habits = "plain",
     .operands = "-*"},
    {.names = "ip/route/get ip/r/get ip/ro/get", .habits = "plain", .operands = "-*"},
    {.names = "ip/netns", .habits = "plain sub"},
    {.names = "ip/netns/list ip/netns/ls ip/netns/show ip/netns/identify ip/netns/pids",
     .habits = "plain",
     .operands = "-*"},
    {.names = "ip/netns/exec", .habits = "plain", .operands = "- cmd"},
    // Keys, certificates, encrypted text. openssl loads an engine while it reads the words, so -help is left out.
    // req makes privkey.pem unless -keyout or -key names a file.
    {.names = "openssl", .habits = "single exact sub", .options = "help version"},
    {.names = "openssl/x509",
     .habits = "single exact",
     .options =
         "in=R passin=R new x509toreq req copy_extensions=- inform=- vfyopt=- key=R signkey=R keyform=- out=W "
         "outform=- nocert noout text dateopt=- certopt=- fingerprint alias serial startdate enddate dates "
         "subject issuer nameopt=- email hash subject_hash subject_hash_old issuer_hash issuer_hash_old ext=- "
         "ocspid ocsp_uri purpose pubkey modulus checkend=- checkhost=- checkemail=- checkip=- set_serial=- "
         "next_serial days=- preserve_dates subj=- force_pubkey=R clrext extfile=R extensions=- sigopt=- "
         "badsig CA=R CAform=- CAkey=R CAkeyform=- CAserial=M trustout setalias=- clrtrust addtrust=- "
         "clrreject addreject=- rand=R writerand=W engine=P provider-path=P provider=K:library propquery=- md5 sha1 "
         "sha224 sha256 sha384 sha512"},
    {.names = "openssl/req",
     .habits = "single exact",
     .options = "engine=P keygen_engine=P in=R inform=- verify new$ config=F section=- utf8 nameopt=- reqopt=- text "
                "x509$ CA=R CAkey=R subj=- subject multivalue-rdn days=- set_serial=- copy_extensions=- addext=- "
                "extensions=- reqexts=- precert key=R keyform=- pubkey keyout=W passin=R passout=R newkey$=R "
                "pkeyopt=- sigopt=- vfyopt=- out=W outform=- batch verbose noenc nodes noout newhdr modulus rand=R "
                "writerand=W provider-path=P provider=K:library propquery=- md5 sha1 sha224 sha256 sha384 sha512"},
    {.names = "openssl/genrsa",
     .habits = "single exact",
     .options = "engine=P 3 F4 f4 out=W passout=R primes=- verbose traditional rand=R writerand=W provider-path=P "
                "provider=P propquery=-",
     .operands = "-?"},
    {.names = "openssl/genpkey",
     .habits = "single exact",
     .options = "engine=P paramfile=R algorithm=- quiet pkeyopt=- config=F out=W outform=- pass=R genparam text "
                "provider-path=P provider=K:library propquery=-"},
    {.names = "openssl/rsa",
     .habits = "single exact",
     .options =
         "check engine=P in=R inform=- pubin RSAPublicKey_in passin=R out=W outform=- pubout RSAPublicKey_out "
         "passout=R noout text modulus traditional pvk-strong pvk-weak pvk-none provider-path=P provider=K:library "
         "propquery=-"},
    {.names = "openssl/pkey",
     .habits = "single exact",
     .options =
         "engine=P provider-path=P provider=K:library propquery=- check pubcheck in=R inform=- passin=R pubin out=W "
         "outform=- passout=R traditional pubout noout text text_pub ec_conv_form=- ec_param_enc=-"},
    {.names = "openssl/ec",
     .habits = "single exact",
     .options = "engine=P in=R inform=- pubin passin=R check param_enc=- conv_form=- out=W outform=- noout text "
                "param_out pubout no_public passout=R provider-path=P provider=K:library propquery=-"},
    {.names = "openssl/ecparam",
     .habits = "single exact",
     .options = "list_curves engine=P genkey in=R inform=- out=W outform=- text noout param_enc=- check check_named "
                "no_seed name=- conv_form=- rand=R writerand=W provider-path=P provider=K:library propquery=-"},
    {.names = "openssl/pkcs8",
     .habits = "single exact",
     .options = "engine=P v1=- v2=- v2prf=- in=R inform=- passin=R nocrypt out=W outform=- topk8 passout=R "
                "traditional iter=- noiter scrypt scrypt_N=- scrypt_r=- scrypt_p=- rand=R writerand=W provider-path=P "
                "provider=P propquery=-"},
    {.names = "openssl/pkcs12",
     .habits = "single exact",
     .options =
         "in=R out=W passin=R passout=R password=R twopass nokeys nocerts noout legacy engine=P "
         "provider-path=P provider=K:library propquery=- rand=R writerand=W info nomacver clcerts cacerts noenc nodes "
         "export inkey=R certfile=R passcerts=R chain untrusted=R CAfile=R CApath=L CAstore=R no-CAfile "
         "no-CApath no-CAstore name=- caname=- CSP=- LMK keyex keysig keypbe=- certpbe=- descert macalg=- "
         "iter=- noiter nomaciter maciter nomac"},
    {.names = "openssl/crl",
     .habits = "single exact",
     .options = "verify in=R inform=- key=R keyform=- out=W outform=- dateopt=- text hash hash_old nameopt=- issuer "
                "lastupdate nextupdate noout fingerprint crlnumber badsig gendelta=R CApath=L CAfile=R CAstore=R "
                "no-CAfile no-CApath no-CAstore provider-path=P provider=K:library propquery=-"},
    {.names = "openssl/asn1parse",
     .habits = "single exact",
     .options = "oid=R inform=- in=R out=W noout offset=- length=- strparse=- genstr=- genconf=R strictpem item=- i "
                "dump dlimit=-"},
    {.names = "openssl/pkeyutl",
     .habits = "single exact",
     .options = "engine=P engine_impl sign verify encrypt decrypt derive config=F in=R rawin pubin inkey=R passin=R "
                "peerkey=R peerform=- certin rev sigfile=R keyform=- out=W asn1parse hexdump verifyrecover digest=- "
                "pkeyopt=- kdf=- kdflen=- rand=R writerand=W provider-path=P provider=K:library propquery=-"},
    {.names = "openssl/verify",
     .habits = "single exact",
     .options =
         "engine=P verbose nameopt=- trusted=R CAfile=R CApath=L CAstore=R no-CAfile no-CApath no-CAstore "
         "untrusted=R CRLfile=R show_chain policy=- purpose=- verify_name=- verify_depth=- auth_level=- "
         "attime=- verify_hostname=- verify_email=- verify_ip=- ignore_critical issuer_checks crl_check "
         "crl_check_all policy_check explicit_policy inhibit_any inhibit_map x509_strict extended_crl "
         "use_deltas policy_print check_ss_sig trusted_first suiteB_128_only suiteB_128 suiteB_192 "
         "partial_chain no_alt_chains no_check_time allow_proxy_certs vfyopt=- provider-path=P provider=K:library "
         "propquery=-",
     .operands = "R*"},
    {.names = "openssl/rand",
     .habits = "single exact",
     .options = "engine=P out=W base64 hex rand=R writerand=W provider-path=P provider=K:library propquery=-",
     .operands = "-"},
    {.names = "openssl/prime",
     .habits = "single exact",
     .options = "bits=- checks=- hex generate safe provider-path=P provider=K:library propquery=-",
     .operands = "-*"},
    {.names = "openssl/passwd",
     .habits = "single exact",
     .options = "in=R noverify stdin quiet table reverse salt=- 6 5 apr1 1 aixmd5 rand=R writerand=W provider-path=P "
                "provider=P propquery=-",
     .operands = "-*"},
    {.names = "openssl/ciphers",
     .habits = "single exact",
     .options =
         "v V stdname convert=- s tls1 tls1_1 tls1_2 tls1_3 psk srp ciphersuites=- provider-path=P provider=K:library "
         "propquery=-",
     .operands = "-?"},
    {.names = "openssl/s_client",
     .habits = "single exact",
     .options = "engine=P ssl_client_engine=P ssl_config=- ct noct ctlogfile=R host=H port=- connect=H bind=- proxy=H "
                "proxy_user=- proxy_pass=R unix=M 4 6 maxfraglen=- max_send_frag=- split_send_frag=- max_pipelines=- "
                "read_buf=- fallback_scsv cert=R certform=- cert_chain=R build_chain key=R keyform=- pass=R verify=- "
                "nameopt=- CApath=L CAfile=R CAstore=R no-CAfile no-CApath no-CAstore requestCAfile=R "
                "dane_tlsa_domain=- dane_tlsa_rrdata=- dane_ee_no_namechecks psk_identity=- psk=- psk_session=R "
                "name=- reconnect sess_out=W sess_in=R crlf quiet ign_eof no_ign_eof starttls=- xmpphost=- brief "
                "prexit showcerts debug msg msgfile=W nbio_test state keymatexport=- keymatexportlen=- security_debug "
                "security_debug_verbose trace keylogfile=W nocommands servername=- noservername tlsextdebug "
                "ignore_unexpected_eof status serverinfo=R alpn=- async nbio tls1 tls1_1 tls1_2 tls1_3 dtls timeout "
                "mtu=- dtls1 dtls1_2 nextprotoneg=- early_data=R enable_pha use_srtp=- srpuser=- srppass=- "
                "srp_lateuser srp_moregroups srp_strength=- rand=R writerand=W no_ssl3 no_tls1 no_tls1_1 no_tls1_2 "
                "no_tls1_3 bugs no_comp comp no_ticket serverpref legacy_renegotiation client_renegotiation "
                "no_renegotiation legacy_server_connect no_resumption_on_reneg no_legacy_server_connect "
                "allow_no_dhe_kex prioritize_chacha strict sigalgs=- client_sigalgs=- groups=- curves=- named_curve=- "
                "cipher=- ciphersuites=- min_protocol=- max_protocol=- record_padding=- debug_broken_protocol "
                "no_middlebox no_etm policy=- purpose=- verify_name=- verify_depth=- auth_level=- attime=- "
                "verify_hostname=- verify_email=- verify_ip=- ignore_critical issuer_checks crl_check crl_check_all "
                "policy_check explicit_policy inhibit_any inhibit_map x509_strict extended_crl use_deltas "
                "policy_print check_ss_sig trusted_first suiteB_128_only suiteB_128 suiteB_192 partial_chain "
                "no_alt_chains no_check_time allow_proxy_certs CRL=R CRLform=- verify_return_error verify_quiet "
                "chainCAfile=R chainCApath=L chainCAstore=R verifyCAfile=R verifyCApath=L verifyCAstore=R xkey=R "
                "xcert=R xchain=R xchain_build xcertform=- xkeyform=- provider-path=P provider=K:library propquery=-",
     .operands = "H?",
     .more = "contacts"},
    {.names = "openssl/dhparam",
     .habits = "single exact",
     .options = "check dsaparam engine=P in=R inform=- out=W outform=- text noout 2 3 5 rand=R writerand=W "
                "provider-path=P provider=K:library propquery=-",
     .operands = "-?"},
    {.names = "openssl/dgst openssl/md5 openssl/sha1 openssl/sha256 openssl/sha384 openssl/sha512",
     .habits = "single exact",
     .options = "list engine=P engine_impl passin=R c r out=W keyform=- hex binary xoflen=- d debug sign=R verify=R "
                "prverify=R sigopt=- signature=R hmac=- mac=- macopt=- fips-fingerprint rand=R writerand=W "
                "provider-path=P provider=K:library propquery=- md5 sha1 sha224 sha256 sha384 sha512",
     .operands = "R*"},
    {.names = "openssl/enc openssl/base64",
     .habits = "single exact",
     .options = "list ciphers e d p P engine=P in=R k=- kfile=R out=W pass=R v a base64 A nopad salt nosalt debug "
                "bufsize=- K=- S=- iv=- md=- iter=- pbkdf2 none rand=R writerand=W provider-path=P provider=K:library "
                "propquery=- aes-128-cbc aes-192-cbc aes-256-cbc aes-256-ctr aes-128-ctr aes256 aes128 des3 chacha20"},
    {.names = "openssl/version", .habits = "single exact", .options = "a b d e m f o p r v c"},
    {.names = "openssl/speed",
     .habits = "single exact",
     .options = "mb mr multi=- async_jobs=- engine=P primes=- evp=- hmac=- cmac=- decrypt aead elapsed seconds=- "
                "bytes=- misalign=- rand=R writerand=W provider-path=P provider=K:library propquery=-",
     .operands = "-*"},
    {.names = "gpg gpg2",
     .habits = "exact",
     .options = "o,output=W r,recipient=- R,hidden-recipient=- f,recipient-file=R u,local-user=- default-key=- "
                "homedir=F options=F photo-viewer=S agent-program=X dirmngr-program=X keyboxd-program=X exec-path%=P "
                "passphrase=- passphrase-fd=- passphrase-file=R command-fd=- command-file=R status-fd=- logger-fd=- "
                "attribute-fd=- pinentry-mode=- keyring=M secret-keyring=M primary-keyring=M no-default-keyring "
                "trustdb-name=M load-extension=P keyserver=U keyserver-options=- trust-model=- cipher-algo=- "
                "digest-algo=- compress-algo=- s2k-digest-algo=- s2k-cipher-algo=- s2k-count=- z=- compress-level=- "
                "set-filename=- max-output=- a,armor no-armor b,detach-sign s,sign clearsign,clear-sign e,encrypt "
                "c,symmetric d,decrypt verify k,list-keys,list-public-keys K,list-secret-keys fingerprint list-sigs "
                "check-sigs list-packets import export export-secret-keys export-ssh-key gen-key generate-key "
                "quick-generate-key,quick-gen-key delete-keys$ delete-secret-keys$ delete-secret-and-public-key$ "
                "import-ownertrust export-ownertrust refresh-keys recv-keys,receive-keys send-keys$ search-keys "
                "locate-keys fetch-keys print-md batch no-batch yes no t,textmode q,quiet v,verbose no-tty "
                "with-colons with-fingerprint with-keygrip keyid-format=- n,dry-run dearmor enarmor "
                "allow-secret-key-import always-trust no-use-agent use-agent version. h,help. dump-options.",
     .operands = "R*",
     .more = "runs"},
});

}  // namespace

std::span<const ProgramRow> network_programs() noexcept {
    return kRows;
}

}  // namespace postern::programs
