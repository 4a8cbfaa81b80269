// Table of the options, by program, that run another program.
#include "shell/exec_options.h"

namespace postern::shell {
namespace {

constexpr std::string_view kSshSettings =
    "proxycommand localcommand knownhostscommand permitlocalcommand match include pkcs11provider securitykeyprovider "
    "identityagent xauthlocation proxyusefdpass";

constexpr ExecOptions kTable[] = {
    // Archives and copies.
    {.names = "tar gtar bsdtar",
     .grammar =
         {.shorts = "Acdrtuxb:C:f:F:g:H:I:K:L:N:T:V:X:aBehijJklmMnopPqRsSvwWzZ",
          .longs =
              "checkpoint-action= checkpoint=? use-compress-program= to-command= info-script= new-volume-script= "
              "rsh-command= rmt-command= to-stdout directory= file= exclude= transform= xform= files-from= "
              "exclude-from= strip-components= owner= group= mode= mtime= format= newer= after-date= "
              "listed-incremental= label= tape-length= warning= index-file= suffix= one-top-level=? totals=? "
              "atime-preserve=? record-size= blocking-factor= volno-file= starting-file= sort= pax-option= options=",
          .free_operands = kAnyNumber,
          .bundle = true},
     .runs = "I use-compress-program to-command F info-script new-volume-script rsh-command rmt-command",
     .settings = "checkpoint-action",
     .code_words = "exec"},
    {.names = "zip",
     .grammar = {.shorts = "b:i:n:O:P:R:s:t:x:",
                 .longs = "unzip-command= TT=",
                 .free_operands = kAnyNumber,
                 .single_dash = true},
     .runs = "unzip-command TT"},
    {.names = "cpio",
     .grammar = {.shorts = "E:F:H:I:M:O:R:C:",
                 .longs = "rsh-command= file= format= pattern-file=",
                 .free_operands = kAnyNumber},
     .runs = "rsh-command"},
    {.names = "rsync",
     .grammar = {.shorts = "e:B:f:M:T:@:",
                 .longs =
                     "rsh= rsync-path= exclude= include= exclude-from= include-from= files-from= max-size= min-size= "
                     "bwlimit= partial-dir= backup-dir= suffix= chmod= chown= filter= log-file= password-file= port= "
                     "timeout= temp-dir= compare-dest= copy-dest= link-dest= out-format= info= debug= remote-option= "
                     "early-input= sockopts= read-batch= write-batch= only-write-batch=",
                 .free_operands = kAnyNumber},
     .runs = "e rsh rsync-path"},
    {.names = "split gsplit",
     .grammar = {.shorts = "a:b:C:l:n:t:",
                 .longs = "filter= suffix-length= additional-suffix= bytes= line-bytes= lines= number= separator=",
                 .free_operands = kAnyNumber},
     .runs = "filter"},
    {.names = "sort gsort",
     .grammar = {.shorts = "k:o:S:t:T:",
                 .longs = "compress-program= key= output= buffer-size= field-separator= temporary-directory= "
                          "files0-from= batch-size= parallel= sort= random-source= random-sort reverse check=? debug",
                 .free_operands = kAnyNumber},
     .runs = "compress-program"},

    // Remote shells and transfers.
    {.names = "ssh slogin autossh",
     .grammar = {.shorts = "46AaCfGgKkMNnqsTtVvXxYyB:b:c:D:E:e:F:I:i:J:L:l:m:O:o:P:p:Q:R:S:W:w:", .free_operands = 1},
     .doubts = "F I",
     .settings = "o",
     .code_words = kSshSettings},
    {.names = "scp",
     .grammar = {.shorts = "346ABCOpqRrsTvc:D:F:i:J:l:o:P:S:X:", .free_operands = kAnyNumber},
     .runs = "S D",
     .doubts = "F",
     .settings = "o",
     .code_words = kSshSettings},
    {.names = "sftp",
     .grammar = {.shorts = "46AaCfNpqrvB:b:c:D:F:i:J:l:o:P:R:S:s:X:", .free_operands = kAnyNumber},
     .runs = "S D",
     .doubts = "F b",
     .settings = "o",
     .code_words = kSshSettings},
    {.names = "mosh",
     .grammar = {.longs = "ssh= server= predict= port= bind-server=", .free_operands = 1},
     .runs = "ssh server"},
    {.names = "nc ncat netcat nc.traditional nc.openbsd",
     .grammar = {.shorts = "e:c:p:w:s:x:X:q:i:g:G:m:o:",
                 .longs = "exec= sh-exec= lua-exec= proxy= proxy-type= source=",
                 .free_operands = kAnyNumber},
     .runs = "e c exec sh-exec",
     .doubts = "lua-exec"},
    {.names = "wget",
     .grammar = {.shorts = "a:A:B:D:e:G:i:I:l:o:O:P:Q:R:t:T:U:w:X:",
                 .longs = "use-askpass= execute= config= output-document= output-file= directory-prefix= header= "
                          "user-agent= tries= timeout= post-data= user= password=",
                 .free_operands = kAnyNumber},
     .runs = "use-askpass",
     .doubts = "config",
     .settings = "e execute",
     .code_words = "askpass use_askpass"},
    {.names = "tcpdump",
     .grammar = {.shorts = "B:c:C:D:E:F:G:i:j:m:M:Q:r:s:T:V:w:W:y:z:Z:", .free_operands = kAnyNumber},
     .runs = "z"},
    {.names = "nmap",
     .grammar = {.longs = "script= interactive", .free_operands = kAnyNumber},
     .doubts = "script interactive"},
    {.names = "openvpn",
     .grammar = {.longs = "up= down= route-up= ipchange= client-connect= client-disconnect= learn-address= tls-verify= "
                          "auth-user-pass-verify=="},
     .runs =
         "up down route-up ipchange client-connect client-disconnect learn-address tls-verify auth-user-pass-verify"},

    // Searching and showing.
    {.names = "rg ripgrep",
     .grammar =
         {.shorts = "A:B:C:d:e:E:f:g:j:m:M:r:t:T:",
          .longs =
              "pre= pre-glob= hostname-bin= regexp= file= glob= iglob= type= type-not= type-add= replace= max-count= "
              "max-depth= context= after-context= before-context= color= colors= encoding= engine= sort= sortr= "
              "threads= ignore-file= path-separator= max-filesize= max-columns= hyperlink-format= context-separator= "
              "field-context-separator= field-match-separator= dfa-size-limit= regex-size-limit= generate=",
          .free_operands = kAnyNumber,
          .exact = true},
     .runs = "pre hostname-bin"},
    {.names = "ag ack", .grammar = {.longs = "pager=", .free_operands = kAnyNumber}, .runs = "pager"},
    {.names = "bat batcat delta",
     .grammar = {.longs = "pager= paging= language= style= theme=", .free_operands = kAnyNumber},
     .runs = "pager"},
    {.names = "man",
     .grammar = {.shorts = "P:H::C:p:R:L:m:M:S:s:e:r:E:X::T::",
                 .longs =
                     "pager= html=? config-file= preprocessor= recode= locale= systems= manpath= sections= extension= "
                     "prompt= encoding= gxditview=? troff-device=? whatis apropos where path global-apropos",
                 .free_operands = kAnyNumber},
     .runs = "P pager H html",
     .doubts = "C config-file M manpath"},
    {.names = "info apropos whatis help2man",
     .grammar = {.shorts = "", .longs = "restore= init-file="},
     .doubts = "restore init-file"},
    {.names = "fzf sk",
     .grammar = {.longs = "preview= bind= execute= cmd= with-shell= filter= query= become=",
                 .free_operands = kAnyNumber},
     .runs = "preview cmd with-shell",
     .settings = "bind",
     .code_words = "execute become reload transform"},

    // Compilers and linkers.
    {.names = "gcc g++ cc c++ clang clang++ cpp gfortran gdc gnat",
     .grammar = {.shorts = "B:I:L:D:U:o:x:l:W::f::m::O::g::",
                 .longs = "wrapper= specs= fplugin= fplugin-arg= isystem= include= load=? aux-info= Xlinker= Xclang= "
                          "Xpreprocessor= Xassembler= MF MT MQ idirafter= iquote= imacros= fuse-ld=",
                 .free_operands = kAnyNumber,
                 .single_dash = true,
                 .exact = true},
     .runs = "wrapper",
     .doubts = "specs fplugin B load",
     .settings = "Xlinker Xclang",
     .code_words = "plugin load"},
    {.names = "ld ld.bfd ld.gold ld.lld",
     .grammar = {.shorts = "o:L:l:T:e:m:h:",
                 .longs = "plugin= plugin-opt= script=",
                 .free_operands = kAnyNumber,
                 .single_dash = true},
     .doubts = "plugin"},
    {.names = "rustc",
     .grammar = {.shorts = "C:L:l:o:W:A:D:F:Z:",
                 .longs = "codegen= cfg= crate-type= edition= emit= target= out-dir= extern=",
                 .free_operands = kAnyNumber},
     .settings = "C codegen Z",
     .code_words = "linker= codegen-backend"},
    {.names = "go",
     .grammar = {.longs = "exec= toolexec= vettool= ldflags= gcflags= tags= run= bench= count= timeout= mod= modfile= "
                          "overlay= o= C= p= cover coverprofile= parallel= pkgdir= buildmode= compiler= w",
                 .free_operands = kAnyNumber,
                 .single_dash = true,
                 .exact = true},
     .runs = "exec toolexec vettool",
     .settings = "ldflags",
     .code_words = "extld"},
    {.names = "cargo",
     .grammar = {.shorts = "p:j:F:C:Z:",
                 .longs = "config= package= bin= example= test= bench= features= target= target-dir= manifest-path= "
                          "jobs= profile= message-format= color= exclude= branch= git= path= rev= tag= version= root= "
                          "vers= index= registry= token= lockfile-path=",
                 .free_operands = kAnyNumber},
     .settings = "config",
     .code_words = "runner rustc linker alias wrapper .toml / rustdoc credential include"},
    {.names = "pdflatex latex xelatex lualatex tex pdftex luatex latexmk",
     .grammar = {.shorts = "e:r:",
                 .longs = "shell-escape enable-write18 shell-restricted output-directory= interaction= jobname=",
                 .free_operands = kAnyNumber,
                 .single_dash = true},
     .doubts = "shell-escape enable-write18 e r"},
    {.names = "groff troff nroff pic",
     .grammar = {.shorts = "Ud:f:F:I:K:L:m:M:n:o:P:r:T:w:W:", .free_operands = kAnyNumber},
     .doubts = "U"},

    // Package managers.
    {.names = "npm",
     .grammar = {.shorts = "c:w:C:",
                 .longs = "script-shell= node-options= git= shell= editor= viewer= browser= globalconfig= userconfig= "
                          "prefix= workspace= registry= tag= loglevel= cache= before= otp=",
                 .free_operands = 2},
     .runs = "script-shell git shell editor viewer browser",
     .doubts = "node-options globalconfig userconfig"},
    {.names = "yarn pnpm",
     .grammar = {.shorts = "C:F:",
                 .longs = "script-shell= use-yarnrc= yarn-path= cwd= filter= dir= registry= shell-mode",
                 .free_operands = 2},
     .runs = "script-shell yarn-path",
     .doubts = "use-yarnrc"},
    {.names = "apt apt-get aptitude apt-cache",
     .grammar = {.shorts = "o:c:t:a:q::",
                 .longs = "option= config-file= target-release= host-architecture=",
                 .free_operands = kAnyNumber},
     .doubts = "c config-file",
     .settings = "o option",
     .code_words = "invoke ::bin:: dir::bin dpkg::options pre-install post- proxy-auto-detect hook"},
    {.names = "dpkg",
     .grammar = {.shorts = "D:",
                 .longs = "pre-invoke= post-invoke= path-exclude= root= admindir= instdir= status-logger= log=",
                 .free_operands = kAnyNumber},
     .runs = "pre-invoke post-invoke status-logger"},
    {.names = "rpm rpmbuild rpmspec",
     .grammar = {.shorts = "E:D:",
                 .longs = "eval= define= pipe= rcfile= macros= load= root= undefine=",
                 .free_operands = kAnyNumber},
     .runs = "pipe",
     .doubts = "rcfile macros load",
     .settings = "E eval D define",
     .code_words = "%( %{lua"},

    {.names = "systemd-run run0",
     .grammar = {.shorts = "p:E:M:H:u:tPqGhSg:D:",
                 .longs = "property= path-property= socket-property= timer-property= unit= slice= uid= gid= setenv= "
                          "working-directory= description= user system scope pty pipe wait"},
     .settings = "p property path-property socket-property timer-property",
     .code_words = "exec rootdirectory rootimage environment bindpaths"},

    // Other programs that run a program chosen by an option.
    {.names = "openssl",
     .grammar = {.longs = "engine= provider= provider-path= config=",
                 .free_operands = kAnyNumber,
                 .single_dash = true,
                 .exact = true},
     .doubts = "engine provider-path config"},
    {.names = "ansible ansible-playbook",
     .grammar = {.shorts = "a:m:i:M:e:",
                 .longs = "args= module-name= module-path= extra-vars= inventory=",
                 .free_operands = kAnyNumber},
     .runs = "a args",
     .doubts = "M module-path"},
    {.names = "just",
     .grammar = {.shorts = "c:f:d:",
                 .longs = "command= shell= shell-arg= justfile= working-directory= chooser=",
                 .free_operands = kAnyNumber},
     .runs = "c command shell chooser"},
    {.names = "logrotate",
     .grammar = {.shorts = "m:s:l:", .longs = "mail= state= log=", .free_operands = kAnyNumber},
     .runs = "m mail"},
    {.names = "kubectl oc",
     .grammar = {.longs = "kustomize= enable-helm helm-command= enable-exec", .free_operands = 2},
     .runs = "helm-command",
     .doubts = "enable-exec"},
    {.names = "helm",
     .grammar = {.longs = "post-renderer= post-renderer-args=", .free_operands = kAnyNumber},
     .runs = "post-renderer"},
    {.names = "gpg gpg2",
     .grammar =
         {.longs = "photo-viewer= agent-program= dirmngr-program= keyboxd-program= exec-path= pinentry-mode= options=",
          .free_operands = kAnyNumber},
     .runs = "photo-viewer agent-program dirmngr-program keyboxd-program",
     .doubts = "exec-path"},
    {.names = "hg",
     .grammar = {.shorts = "R:", .longs = "config= ssh= remotecmd= pager= editor= tool=", .free_operands = kAnyNumber},
     .runs = "ssh remotecmd",
     .settings = "config",
     .code_words = "alias. hooks. extensions. ui. pager. merge-tools extdiff diff-tools"},
    {.names = "svn",
     .grammar = {.longs = "diff-cmd= diff3-cmd= editor-cmd= config-option= config-dir=", .free_operands = kAnyNumber},
     .runs = "diff-cmd diff3-cmd editor-cmd",
     .doubts = "config-dir",
     .settings = "config-option",
     .code_words = "cmd tunnels"},
};

}  // namespace

std::span<const ExecOptions> exec_option_table() noexcept {
    return kTable;
}

}  // namespace postern::shell
