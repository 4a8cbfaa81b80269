// One row per interpreter: its options, and which of them hold code, name files of code, or end the matter.
#include "shell/interpreters.h"

namespace postern::shell {
namespace {

constexpr Interpreter kTable[] = {
    {.names = "python pypy python-dbg", .grammar = {.shorts = "bBc:dEhiIJm:OPqRsStuvVW:xX:?", .longs = "version help help-env help-xoptions help-all check-hash-based-pycs=", .ends = "c m"}, .code = "c", .informs = "V version h help ? help-env help-xoptions help-all", .input = "i"},
    {.names = "ipython bpython ptpython jupyter-console", .grammar = {.shorts = "c:m:ih", .longs = "version help profile= InteractiveShellApp.code_to_run=", .ends = "m"}, .code = "c InteractiveShellApp.code_to_run", .informs = "version help h", .input = "i"},
    {.names = "node nodejs iojs", .grammar = {.shorts = "e:p::r:C:civh", .longs = "eval= print=? require= import= loader= experimental-loader= conditions= env-file= env-file-if-exists= input-type= check interactive version help v8-options completion-bash test run= watch watch-path= max-old-space-size= stack-trace-limit= title= icu-data-dir= openssl-config= redirect-warnings= inspect=? inspect-brk=? test-name-pattern= test-reporter= test-reporter-destination= test-concurrency= test-timeout= snapshot-blob= build-snapshot", .exact = true}, .code = "e eval p print", .loads = "r require import loader experimental-loader", .scripted = "test run", .informs = "v version h help v8-options completion-bash", .input = "i interactive"},
    {.names = "tsx ts-node esno babel-node", .grammar = {.shorts = "e:p::r:TP:O:hv", .longs = "eval= print=? require= import= project= compiler-options= version help tsconfig= transpile-only esm"}, .code = "e eval p print", .loads = "r require import", .informs = "v version h help"},
    {.names = "perl", .grammar = {.shorts = "0::acC::d::D::e:E:fF:g::hi::I:l::m:M:nPpsStTuUvV::wWxX"}, .code = "e E", .loads = "m M", .informs = "v V h"},
    {.names = "ruby jruby", .grammar = {.shorts = "0::acC:dE:e:F:hi::I:lK:nplr:sSU:vwW::xT::", .longs = "version help copyright encoding= external-encoding= internal-encoding= enable= disable= jit yjit"}, .code = "e", .loads = "r", .informs = "version help h copyright"},
    {.names = "irb pry", .grammar = {.shorts = "I:r:e:E:fdh", .longs = "version help exec= noprompt simple-prompt"}, .code = "e exec", .informs = "version help h"},
    {.names = "php php-cli hhvm", .grammar = {.shorts = "aB:c:d:eE:f:F:g:hilmnqr:R:sS:t:vwz:H", .longs = "run= process-begin= process-code= process-end= process-file= file= define= php-ini= version help info modules ini rf= rc= re= rz= ri= server= docroot= interactive strip syntax-check no-php-ini", .ends = "f file"}, .code = "r run B process-begin R process-code E process-end", .files = "f file F process-file", .scripted = "S server ini rf rc re rz ri i info m modules", .informs = "v version h help", .input = "a interactive"},
    {.names = "lua luajit luau texlua", .grammar = {.shorts = "e:l:ivEW", .longs = "version"}, .code = "e", .loads = "l", .input = "i"},
    {.names = "tclsh wish jimsh", .grammar = {}},
    {.names = "expect", .grammar = {.shorts = "c:db:f:inNv"}, .code = "c", .files = "f b", .informs = "v", .input = "i"},
    {.names = "osascript", .grammar = {.shorts = "e:l:is:"}, .code = "e", .input = "i"},
    {.names = "Rscript r littler", .grammar = {.shorts = "e:qv", .longs = "verbose version help vanilla default-packages= no-save no-environ", .single_dash = true}, .code = "e", .informs = "version help"},
    {.names = "R", .grammar = {.shorts = "e:f:qgd", .longs = "version help file= vanilla slave quiet silent no-save save no-restore no-echo args CMD", .ends = "CMD args"}, .code = "e", .files = "f file", .scripted = "CMD", .informs = "version help"},
    {.names = "julia", .grammar = {.shorts = "e:E:L:J:C:p:t:O:qvhi", .longs = "eval= print= load= project=? version help sysimage= threads= procs= machine-file= startup-file= quiet banner= color= history-file= check-bounds="}, .code = "e eval E print", .files = "", .loads = "L load", .informs = "v version h help", .input = "i"},
    {.names = "ghc", .grammar = {.shorts = "e:"}, .code = "e", .reads_input = false},
    {.names = "ghci runghc runhaskell stack-ghci", .grammar = {.shorts = "e:v", .longs = "version help"}, .code = "e", .informs = "version help"},
    {.names = "elixir iex", .grammar = {.shorts = "e:r:S:pz:v", .longs = "eval= rpc-eval== require= version help sname= name= erl="}, .code = "e eval rpc-eval erl", .files = "", .scripted = "S", .informs = "v version help"},
    {.names = "erl escript", .grammar = {.longs = "eval= run= s= noshell noinput version", .single_dash = true}, .code = "eval run s", .informs = "version"},
    {.names = "groovy scala kotlin kotlinc jshell clojure clj bb", .grammar = {.shorts = "e:r:i:m:M::A::T::X::hv", .longs = "eval= version help main= init="}, .code = "e eval", .files = "", .scripted = "m main M A T X", .informs = "version help h v"},
    {.names = "guile racket chibi-scheme mit-scheme chez scheme csi", .grammar = {.shorts = "c:e:l:s:f:r:t:k:n:hvq", .longs = "eval= load= version help no-auto-compile"}, .code = "c e eval", .files = "l s f r t load", .informs = "v version h help"},
    {.names = "sbcl ecl clisp ccl", .grammar = {.shorts = "x:q", .longs = "eval= load= script= non-interactive no-userinit version help noinform end-toplevel-options", .single_dash = true}, .code = "eval x", .files = "load script", .informs = "version help"},
    {.names = "emacs emacsclient xemacs", .grammar = {.shorts = "e:f:l:L:u:qQnwtcs:d:", .longs = "eval= execute= funcall= load= insert= batch script= quick no-init-file nw kill version help user= directory= init-directory= create-frame no-wait alternate-editor= socket-name=", .free_operands = kAnyNumber, .single_dash = true}, .code = "eval execute e f funcall l load alternate-editor", .files = "script", .informs = "version help", .reads_input = false},
    {.names = "octave octave-cli matlab scilab", .grammar = {.shorts = "e:r:q", .longs = "eval= batch= version help no-gui persist", .single_dash = true}, .code = "eval r batch e", .informs = "version help"},
    {.names = "gnuplot", .grammar = {.shorts = "e:d:pcs", .longs = "persist default-settings slow version help", .single_dash = true, .exact = true}, .code = "e", .scripted = "c", .informs = "version help"},
    {.names = "maxima gp sage", .grammar = {.shorts = "c:r:b:", .longs = "batch-string= run-string= batch= version help"}, .code = "c r batch-string run-string", .files = "b batch", .informs = "version help"},
    {.names = "pwsh powershell", .grammar = {.shorts = "c:e:f:h", .longs = "Command= command= EncodedCommand= encodedcommand= File= file= NoProfile noprofile NonInteractive noninteractive ExecutionPolicy= version Version help", .ends = "c Command command f File file", .single_dash = true}, .code = "c Command command e EncodedCommand encodedcommand", .files = "f File file", .informs = "version Version help h"},
    {.names = "nu xonsh elvish oil osh ysh es rc", .grammar = {.shorts = "c:e:hvnli", .longs = "commands= execute= version help config= env-config= no-rc"}, .code = "c commands e execute", .informs = "v version h help"},
    {.names = "swift", .grammar = {.shorts = "e:", .longs = "version help"}, .code = "e", .informs = "version help", .reads_input = false},
    {.names = "crystal", .grammar = {}, .reads_input = false},
    {.names = "rust-script cargo-script", .grammar = {.shorts = "e:d:l:", .longs = "expr= loop= dep= version help"}, .code = "e expr l loop", .informs = "version help", .reads_input = false},
    {.names = "m4 gm4", .grammar = {.longs = "version help", .free_operands = kAnyNumber}, .informs = "version help", .operand_is_code = true},
};

}  // namespace

std::span<const Interpreter> interpreter_table() noexcept { return kTable; }

}  // namespace postern::shell
