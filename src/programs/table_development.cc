// Compilers, languages, build and test tools.
#include "programs/tables.h"

#include <array>

#define PIP_OPTIONS                                                                                        \
    "debug isolated require-virtualenv python=X v,verbose V,version. q,quiet log=W no-input "              \
    "keyring-provider=- proxy=U retries=- timeout=- exists-action=- trusted-host=H cert=R client-cert=R "  \
    "cache-dir=D no-cache-dir disable-pip-version-check no-color no-python-version-warning use-feature=- " \
    "use-deprecated=- h,help. "
#define PIP_BUILD                                                                                        \
    "r,requirement=R@ c,constraint=R@ no-deps pre src=D platform=- python-version=- implementation=- "   \
    "abi=- ignore-requires-python no-build-isolation use-pep517 no-use-pep517 check-build-dependencies " \
    "C,config-settings=- global-option=- build-option=- no-binary=- only-binary=- prefer-binary "        \
    "require-hashes progress-bar=- no-clean i,index-url=U extra-index-url=U no-index f,find-links=R "
#define UV_OPTIONS                                                                                     \
    "n,no-cache cache-dir=D managed-python no-managed-python no-python-downloads python-preference=- " \
    "q,quiet v,verbose color=- native-tls offline allow-insecure-host=H no-progress directory=CD "     \
    "project=CD config-file=F no-config h,help. "
#define UV_INDEX                                                                                         \
    "index=U default-index=U i,index-url=U extra-index-url=U f,find-links=R no-index U,upgrade "         \
    "P,upgrade-package=- index-strategy=- keyring-provider=- resolution=- prerelease=- fork-strategy=- " \
    "exclude-newer=- no-sources reinstall reinstall-package=- link-mode=- C,config-setting=- "           \
    "no-build-isolation no-build no-build-package=- no-binary no-binary-package=- refresh "              \
    "refresh-package=- compile-bytecode p,python=X "
#define UV_PROJECT                                                                                         \
    "extra=- all-extras no-extra=- no-dev dev only-dev group=- no-group=- no-default-groups only-group=- " \
    "all-groups no-editable inexact exact active locked frozen no-sync isolated package=- all-packages "
#define CARGO_OPTIONS "v,verbose q,quiet color=- config=K:cargo Z=- locked offline frozen h,help. "
#define CARGO_BUILD                                                                                       \
    "p,package=- workspace exclude=- all lib bins bin=- examples example=- tests test=- benches bench=- " \
    "all-targets F,features=- all-features no-default-features r,release profile=- j,jobs=- keep-going "  \
    "target=R target-dir=D artifact-dir=D unit-graph timings message-format=- manifest-path=F "           \
    "ignore-rust-version lockfile-path=M future-incompat-report "
#define GO_BUILD                                                                                        \
    "C=CD a n p=- race msan asan cover covermode=- coverpkg=- v work x asmflags=K:go buildmode=- "      \
    "buildvcs=?- compiler=- gccgoflags=K:go gcflags=K:go installsuffix=- json ldflags=K:go linkshared " \
    "mod=- modcacherw modfile=M overlay=R pgo=R pkgdir=D tags=- trimpath toolexec=X "
#define MESON_DIRECTORIES                                                                                   \
    "prefix=- bindir=- datadir=- includedir=- infodir=- libdir=- libexecdir=- localedir=- localstatedir=- " \
    "mandir=- sbindir=- sharedstatedir=- sysconfdir=- auto-features=- backend=- buildtype=- debug "         \
    "default-library=- errorlogs install-umask=- layout=- optimization=- prefer-static stdsplit strip "     \
    "unity=- unity-size=- warnlevel=- werror wrap-mode=- force-fallback-for=- pkg-config-path=P "           \
    "cmake-prefix-path=P D=A "
#define GRADLE_OPTIONS                                                                                  \
    "p,project-dir=CD b,build-file=F c,settings-file=F g,gradle-user-home=F I,init-script=F "           \
    "D,system-prop=K:java P,project-prop=- x,exclude-task=- a,no-rebuild q,quiet i,info d,debug "       \
    "s,stacktrace S,full-stacktrace w,warn console=- warning-mode=- max-workers=- priority=- offline "  \
    "parallel no-parallel daemon no-daemon foreground stop status build-cache no-build-cache "          \
    "configuration-cache no-configuration-cache configure-on-demand continue no-continue scan no-scan " \
    "rerun-tasks refresh-dependencies refresh-keys m,dry-run t,continuous profile project-cache-dir=D " \
    "include-build=F write-locks update-locks=- write-verification-metadata=- tests=- v,version h,?,help "
#define DOTNET_BUILD                                                                                        \
    "c,configuration=- f,framework=- r,runtime=- a,arch=- os=- o,output=D v,verbosity=- no-restore "        \
    "no-build no-dependencies no-incremental nologo self-contained=?- sc no-self-contained interactive=?- " \
    "force version-suffix=- artifacts-path=D use-current-runtime ucr tl=?- disable-build-servers "          \
    "configfile=F s,source=U packages=D no-cache ignore-failed-sources property=K:msbuild h,help. "
#define CC_OPTIONS                                                                                             \
    "c S E v o=W x=- std=?- D=- U=- I=L L=L l=R include=R imacros=R isystem=L idirafter=L iquote=L "           \
    "iprefix=L sysroot=P isysroot=P MD MMD MP MG M MM MF=W MT=- MQ=- O=?- g g0 g1 g2 g3 ggdb ggdb3 gdwarf "    \
    "gdwarf-4 gdwarf-5 pg p w ansi pedantic pedantic-errors pipe pthread static shared rdynamic s "            \
    "nostdlib nodefaultlibs nostartfiles nostdinc nostdinc++ static-libgcc static-libstdc++ pie no-pie r "     \
    "Wall Wextra Werror Wpedantic Wconversion Wsign-conversion Wshadow Wformat Wformat-security Wunused "      \
    "Wno-unused Wno-unused-parameter Wno-unused-variable Wno-unused-function Wno-unused-result "               \
    "Wcast-align Wcast-qual Wnull-dereference Wdouble-promotion Wold-style-cast Wnon-virtual-dtor "            \
    "Woverloaded-virtual Wmissing-prototypes Wstrict-prototypes Wimplicit-fallthrough Wundef Wvla "            \
    "Wfatal-errors Weverything Wno-error Wno-deprecated-declarations Wno-sign-compare Wuninitialized "         \
    "Wmaybe-uninitialized fPIC fPIE fpic fpie fno-exceptions fno-rtti fno-omit-frame-pointer "                 \
    "fomit-frame-pointer fno-strict-aliasing fstrict-aliasing fwrapv ftrapv fno-common fcommon ffast-math "    \
    "fno-builtin ffreestanding fopenmp fsanitize=?- fno-sanitize-recover=?- fno-sanitize=?- fstack-protector " \
    "fstack-protector-strong fstack-protector-all fno-stack-protector fstack-usage fvisibility=?- "            \
    "fvisibility-inlines-hidden ffunction-sections fdata-sections flto=?- fno-lto fmax-errors=?- "             \
    "fdiagnostics-color=?- fno-diagnostics-color fsyntax-only funroll-loops finline-functions fno-inline "     \
    "ftree-vectorize fcoroutines fconcepts fmodules-ts fprofile-arcs ftest-coverage fcolor-diagnostics "       \
    "ferror-limit=?- fno-plt fcf-protection=?- fno-asynchronous-unwind-tables fsigned-char funsigned-char "    \
    "fshort-enums fpermissive fno-elide-constructors ftemplate-depth=?- fconstexpr-depth=?- fno-math-errno "   \
    "march=?- mtune=?- mcpu=?- mfpu=?- mfloat-abi=?- mabi=?- mcmodel=?- m32 m64 mx32 msse msse2 msse3 mssse3 " \
    "msse4 msse4.1 msse4.2 mavx mavx2 mavx512f mfma mbmi mbmi2 mpopcnt mno-red-zone mno-avx mthumb marm "      \
    "coverage save-temps=?- dumpversion dumpmachine print-search-dirs print-libgcc-file-name "                 \
    "print-file-name=?- print-prog-name=?- print-multiarch version help "

namespace postern::programs {
namespace {

constexpr auto kRows = std::to_array<ProgramRow>({
    // Python. What follows -m is a module with its own words.
    {.names = "python python-dbg pypy",
     .habits = "posix exact",
     .options = "c^=C:py1 m^=cmd:py1 W=- X=- check-hash-based-pycs=- b B d E i< I O P q R s S t u v x J V,version. "
                "h,?,help. help-env. help-xoptions. help-all.",
     .operands = "F:py any*",
     .more = "runs input:py"},
    {.names = "ipython bpython ptpython jupyter-console",
     .habits = "posix exact",
     .options = "c=C:py1 m^=cmd:py1 i< ext=P profile=F ipython-dir=F config=F InteractiveShellApp.code_to_run=C:py "
                "colors=- pylab=?- matplotlib=?- no-banner banner quick simple-prompt version. h,help.",
     .operands = "F:py any*",
     .more = "runs input:py"},
    // Modules that run as programs. A file of the same name in the working directory goes before them.
    {.names = "py:venv",
     .habits = "exact",
     .options = "clear$ system-site-packages symlinks copies upgrade without-pip prompt=- upgrade-deps h,help.",
     .operands = "D*"},
    {.names = "py:json.tool",
     .options = "sort-keys no-ensure-ascii json-lines indent=- tab no-indent compact h,help.",
     .operands = "R? W?"},
    {.names = "py:py_compile", .options = "q,quiet h,help.", .operands = "R*"},
    {.names = "py:compileall",
     .options = "l r=- f q b s=- p=- x=- i=R@ j,workers=- o=- e=- d=- stripdir=- prependdir=- hardlink-dupes "
                "invalidation-mode=- h,help.",
     .operands = "D*"},
    {.names = "py:base64", .habits = "posix", .options = "d e u t h.", .operands = "R?"},
    {.names = "py:cProfile", .habits = "posix", .options = "o=W s=- m^=cmd:py1", .operands = "F:py any*"},
    // Its packages.
    {.names = "pip py:pip", .habits = "sub exact", .options = PIP_OPTIONS, .more = "contacts"},
    {.names = "pip/install",
     .habits = "exact",
     .options = PIP_OPTIONS PIP_BUILD
     "e,editable=F dry-run t,target=D user no-user root=D prefix=D U,upgrade upgrade-strategy=- "
     "force-reinstall I,ignore-installed break-system-packages compile no-compile no-warn-script-location "
     "no-warn-conflicts root-user-action=- report=W group=-",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "pip/download",
     .habits = "exact",
     .options = PIP_OPTIONS PIP_BUILD "d,dest=D",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "pip/wheel",
     .habits = "exact",
     .options = PIP_OPTIONS PIP_BUILD "w,wheel-dir=D e,editable=F no-verify",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "pip/lock",
     .habits = "exact",
     .options = PIP_OPTIONS PIP_BUILD "o,output=W e,editable=F",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "pip/uninstall",
     .habits = "exact",
     .options = PIP_OPTIONS "r,requirement=R@ y,yes root-user-action=- break-system-packages",
     .operands = "-*",
     .more = "destroys"},
    {.names = "pip/list",
     .habits = "exact",
     .options =
         PIP_OPTIONS "o,outdated u,uptodate e,editable l,local user path=L pre format=- not-required exclude-editable "
                     "include-editable exclude=- i,index-url=U extra-index-url=U no-index f,find-links=R",
     .more = "contacts"},
    {.names = "pip/freeze",
     .habits = "exact",
     .options = PIP_OPTIONS "r,requirement=R l,local user path=L all exclude-editable exclude=-"},
    {.names = "pip/show pip/check pip/debug", .habits = "exact", .options = PIP_OPTIONS "f,files", .operands = "-*"},
    {.names = "pip/index",
     .habits = "exact",
     .options = PIP_OPTIONS "i,index-url=U extra-index-url=U no-index pre",
     .operands = "-*",
     .more = "contacts"},
    {.names = "pip/hash", .habits = "exact", .options = PIP_OPTIONS "a,algorithm=-", .operands = "R*"},
    {.names = "pip/cache", .habits = "exact", .options = PIP_OPTIONS "format=-", .operands = "-*", .more = "destroys"},
    {.names = "pipx py:pipx",
     .habits = "sub exact",
     .options = "q,quiet v,verbose global version. h,help.",
     .more = "contacts runs"},
    {.names = "pipx/run",
     .habits = "posix exact",
     .options = "no-cache path url spec=R python=X system-site-packages editable pip-args=K:pip i,index-url=U with=R "
                "q,quiet v,verbose h,help.",
     .operands = "cmd",
     .more = "contacts runs"},
    {.names = "pipx/install pipx/upgrade pipx/reinstall pipx/inject",
     .habits = "exact",
     .options = "f,force include-deps suffix=- python=X preinstall=R system-site-packages i,index-url=U e,editable "
                "pip-args=K:pip include-apps include-injected skip=- q,quiet v,verbose h,help.",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "pipx/list pipx/environment",
     .habits = "exact",
     .options = "include-injected json short skip-maintenance V,value=- q,quiet v,verbose h,help."},
    {.names = "pipx/uninstall pipx/uninstall-all",
     .habits = "exact",
     .options = "q,quiet v,verbose h,help.",
     .operands = "-*",
     .more = "destroys"},
    {.names = "uv", .habits = "sub exact", .options = UV_OPTIONS "V,version.", .more = "contacts runs"},
    {.names = "uv/pip uv/tool uv/python uv/cache uv/self",
     .habits = "sub exact",
     .options = UV_OPTIONS,
     .more = "contacts runs"},
    {.names = "uv/run",
     .habits = "posix exact",
     .options = UV_OPTIONS UV_INDEX UV_PROJECT
     "m,module s,script gui-script with=R with-editable=F with-requirements=R@ env-file=R no-env-file "
     "no-project",
     .operands = "cmd",
     .more = "contacts runs"},
    {.names = "uvx uv/tool/run",
     .habits = "posix exact",
     .options = UV_OPTIONS UV_INDEX
     "from=R with=R with-editable=F with-requirements=R@ c,constraints=R@ b,build-constraints=R@ "
     "overrides=R@ env-file=R no-env-file isolated V,version.",
     .operands = "cmd",
     .more = "contacts runs"},
    {.names = "uv/sync uv/lock uv/tree uv/export",
     .habits = "exact",
     .options = UV_OPTIONS UV_INDEX UV_PROJECT
     "check dry-run no-install-project no-install-workspace no-install-package=- script=M format=- "
     "no-header no-annotate no-hashes o,output-file=W d,depth=- prune=- invert outdated universal",
     .more = "contacts runs"},
    {.names = "uv/add",
     .habits = "exact",
     .options = UV_OPTIONS UV_INDEX
     "r,requirements=R@ c,constraints=R@ dev group=- optional=- extra=- editable no-editable raw branch=- "
     "tag=- rev=- package=- script=M locked frozen no-sync active bounds=-",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "uv/remove",
     .habits = "exact",
     .options = UV_OPTIONS UV_INDEX "dev group=- optional=- package=- script=M locked frozen no-sync active",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "uv/init",
     .habits = "exact",
     .options =
         UV_OPTIONS "name=- bare package no-package app lib script description=- no-description vcs=- build-backend=- "
                    "no-readme author-from=- no-pin-python no-workspace p,python=X",
     .operands = "D?",
     .more = "contacts runs"},
    {.names = "uv/venv",
     .habits = "exact",
     .options =
         UV_OPTIONS "p,python=X seed allow-existing prompt=- system-site-packages relocatable clear$ index-url=U "
                    "no-project",
     .operands = "D?",
     .more = "contacts runs"},
    {.names = "uv/pip/install uv/pip/sync",
     .habits = "exact",
     .options = UV_OPTIONS UV_INDEX
     "r,requirements,requirement=R@ e,editable=F c,constraints,constraint=R@ overrides=R@ "
     "b,build-constraints=R@ extra=- all-extras group=- no-deps require-hashes verify-hashes "
     "no-verify-hashes system break-system-packages t,target=D prefix=D python-version=- python-platform=- "
     "strict exact dry-run user",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "uv/pip/compile",
     .habits = "exact",
     .options = UV_OPTIONS UV_INDEX
     "o,output-file=W c,constraints=R@ overrides=R@ extra=- all-extras no-deps no-strip-extras no-annotate "
     "no-header annotation-style=- custom-compile-command=- generate-hashes python-version=- "
     "python-platform=- universal system",
     .operands = "R@*",
     .more = "contacts runs"},
    {.names = "uv/pip/uninstall",
     .habits = "exact",
     .options = UV_OPTIONS "r,requirements=R@ p,python=X system break-system-packages t,target=D prefix=D y,yes",
     .operands = "-*",
     .more = "destroys"},
    {.names = "uv/pip/list uv/pip/freeze uv/pip/show uv/pip/check uv/pip/tree",
     .habits = "exact",
     .options = UV_OPTIONS "e,editable exclude-editable exclude=- format=- outdated strict p,python=X system f,files",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "uv/tool/install uv/tool/upgrade",
     .habits = "exact",
     .options = UV_OPTIONS UV_INDEX "e,editable from=R with=R with-editable=F with-requirements=R@ force all",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "uv/tool/list uv/tool/dir uv/python/list uv/python/find uv/python/dir uv/version uv/cache/dir",
     .habits = "exact",
     .options = UV_OPTIONS "show-paths show-version-specifiers all-versions only-installed only-downloads show-urls "
                           "output-format=- bin short",
     .operands = "-*"},
    {.names = "uv/tool/uninstall uv/python/uninstall uv/cache/clean uv/cache/prune",
     .habits = "exact",
     .options = UV_OPTIONS "all ci",
     .operands = "-*",
     .more = "destroys"},
    {.names = "uv/python/install uv/python/pin uv/python/upgrade uv/self/update",
     .habits = "exact",
     .options = UV_OPTIONS "i,install-dir=D r,reinstall f,force default global rm mirror=U",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "uv/build",
     .habits = "exact",
     .options =
         UV_OPTIONS UV_INDEX "package=- all-packages o,out-dir=D sdist wheel list b,build-constraints=R@ force-pep517",
     .operands = "L?",
     .more = "contacts runs"},
    {.names = "uv/publish",
     .habits = "exact",
     .options =
         UV_OPTIONS "t,token=- u,username=- publish-url=U check-url=U index=- trusted-publishing=- keyring-provider=- "
                    "dry-run",
     .operands = "R*",
     .more = "contacts destroys"},
    {.names = "poetry py:poetry",
     .habits = "sub exact",
     .options = "C,directory=CD P,project=CD n,no-interaction no-plugins no-cache q,quiet v,verbose ansi no-ansi "
                "V,version. h,help.",
     .more = "runs"},
    {.names = "poetry/run", .habits = "posix exact", .options = "h,help.", .operands = "cmd", .more = "runs"},
    {.names = "poetry/install poetry/sync poetry/lock poetry/update poetry/check poetry/build",
     .habits = "exact",
     .options = "C,directory=CD P,project=CD n,no-interaction no-plugins no-cache q,quiet v,verbose ansi no-ansi "
                "h,help. without=- with=- only=- no-root no-directory dry-run E,extras=- all-extras all-groups "
                "only-root compile sync no-update regenerate lock f,format=- o,output=D strict clean$",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "poetry/add",
     .habits = "exact",
     .options = "C,directory=CD P,project=CD n,no-interaction no-plugins no-cache q,quiet v,verbose ansi no-ansi "
                "h,help. G,group=- D,dev e,editable E,extras=- optional=?- python=- platform=- markers=- source=- "
                "allow-prereleases dry-run lock",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "poetry/remove",
     .habits = "exact",
     .options = "C,directory=CD P,project=CD n,no-interaction no-plugins no-cache q,quiet v,verbose ansi no-ansi "
                "h,help. G,group=- D,dev dry-run lock",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "poetry/show poetry/search poetry/version poetry/about",
     .habits = "exact",
     .options = "C,directory=CD P,project=CD n,no-interaction no-plugins no-cache q,quiet v,verbose ansi no-ansi "
                "h,help. without=- with=- only=- t,tree why l,latest o,outdated a,all T,top-level f,format=- s,short "
                "dry-run next-phase",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "poetry/publish",
     .habits = "exact",
     .options = "C,directory=CD P,project=CD n,no-interaction no-plugins no-cache q,quiet v,verbose ansi no-ansi "
                "h,help. r,repository=- u,username=- p,password=- cert=R client-cert=R dist-dir=L build dry-run "
                "skip-existing",
     .more = "contacts destroys runs"},
    {.names = "poetry/new poetry/init",
     .habits = "exact",
     .options = "C,directory=CD P,project=CD n,no-interaction no-plugins no-cache q,quiet v,verbose ansi no-ansi "
                "h,help. name=- src flat readme=- author=- description=- python=- dependency=- dev-dependency=- "
                "license=-",
     .operands = "D?",
     .more = "contacts runs"},
    // Managers of environments and secrets, which run a command with them.
    {.names = "pdm hatch rye rbenv pyenv nodenv asdf volta rtx direnv chamber aws-vault sops devbox op doppler "
              "infisical",
     .habits = "sub",
     .options = "C,cd=CD E,env=- y,yes q,quiet v,verbose h,help. version.",
     .more = "contacts runs"},
    {.names = "pdm/run hatch/run rye/run rye/x rbenv/exec pyenv/exec nodenv/exec asdf/exec",
     .habits = "posix",
     .options = "p,project=CD h,help.",
     .operands = "cmd",
     .more = "runs"},
    {.names = "volta/run",
     .habits = "posix",
     .options = "node=- npm=- yarn=- pnpm=- env=A bundled-npm no-yarn h,help.",
     .operands = "cmd",
     .more = "contacts runs"},
    {.names = "mise/exec mise/x rtx/exec",
     .options = "c,command=sh C,cd=CD j,jobs=- raw h,help.",
     .operands = "cmd",
     .more = "contacts runs"},
    {.names = "direnv/exec chamber/exec aws-vault/exec sops/exec-env sops/exec-file",
     .habits = "posix",
     .options = "d,duration=- region=- h,help.",
     .operands = "R cmd",
     .more = "contacts runs"},
    {.names = "devbox/run",
     .habits = "posix",
     .options = "c,config=F e,env=A env-file=R h,help.",
     .operands = "cmd",
     .more = "contacts runs"},
    {.names = "op/run doppler/run infisical/run",
     .options = "env-file=R p,project=- c,config=- env=- command=sh path=- h,help.",
     .operands = "cmd",
     .more = "contacts runs"},
    {.names = "nix-shell",
     .options = "run=sh command=sh p,packages A,attr=- E,expr=C:nix I=L pure arg=2- argstr=2- h,help. version.",
     .operands = "F*",
     .more = "contacts runs"},
    {.names = "nix", .habits = "sub", .options = "version. h,help.", .more = "contacts runs"},
    {.names = "nix/shell nix/develop nix/run",
     .options = "c,command=;X i,ignore-environment impure k,keep=- u,unset=- f,file=F expr=C:nix h,help.",
     .operands = "P*",
     .more = "contacts runs"},
    {.names = "pipenv",
     .habits = "sub exact",
     .options = "where. venv. py. envs. rm$ bare man. support. python=X clear q,quiet v,verbose version. h,help.",
     .more = "contacts runs"},
    {.names = "pipenv/run", .habits = "posix exact", .options = "h,help.", .operands = "cmd", .more = "runs"},
    {.names = "pipenv/install pipenv/update pipenv/sync pipenv/lock pipenv/upgrade",
     .habits = "exact",
     .options = "d,dev r,requirements=R@ e,editable=F i,index=- system deploy skip-lock ignore-pipfile categories=- "
                "python=X pypi-mirror=U pre keep-outdated q,quiet v,verbose clear h,help.",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "pipenv/graph pipenv/check pipenv/verify pipenv/requirements",
     .habits = "exact",
     .options = "bare json json-tree reverse dev hash q,quiet v,verbose h,help.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "conda mamba micromamba",
     .habits = "sub exact",
     .options = "V,version. h,help. v,verbose",
     .more = "contacts runs",
     .same = "remove=uninstall update=upgrade"},
    {.names = "conda/install conda/create conda/update conda/upgrade mamba/install mamba/create mamba/update "
              "mamba/upgrade micromamba/install micromamba/create micromamba/update micromamba/upgrade",
     .habits = "exact",
     .options = "n,name=- p,prefix=D c,channel=U override-channels use-local C,use-index-cache k,insecure offline "
                "json q,quiet v,verbose y,yes d,dry-run debug no-deps only-deps no-pin copy solver=- "
                "strict-channel-priority no-channel-priority h,help. file=R@ f clone=R all update-all update-specs "
                "freeze-installed force-reinstall download-only show-channel-urls revision=- no-default-packages "
                "rev=- m,mkdir S satisfied-skip-solve",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "conda/remove conda/uninstall mamba/remove mamba/uninstall micromamba/remove micromamba/uninstall",
     .habits = "exact",
     .options = "n,name=- p,prefix=D c,channel=U override-channels use-local C,use-index-cache k,insecure offline "
                "json q,quiet v,verbose y,yes d,dry-run debug no-deps only-deps no-pin copy solver=- "
                "strict-channel-priority no-channel-priority h,help. all features force",
     .operands = "-*",
     .more = "destroys runs"},
    {.names = "conda/list conda/search conda/info mamba/list mamba/search mamba/info micromamba/list "
              "micromamba/search micromamba/info",
     .habits = "exact",
     .options = "n,name=- p,prefix=L c,channel=U override-channels json q,quiet v,verbose f,full-name export "
                "e,explicit md5 r,revisions show-channel-urls a,all envs s,system offline h,help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "conda/run mamba/run micromamba/run",
     .habits = "posix exact",
     .options = "n,name=- p,prefix=P v,verbose cwd=CD no-capture-output live-stream dev debug-wrapper-scripts h,help.",
     .operands = "cmd",
     .more = "runs"},
    {.names = "conda/clean mamba/clean micromamba/clean",
     .habits = "exact",
     .options = "a,all i,index-cache p,packages t,tarballs f,force-pkgs-dirs l,logfiles y,yes d,dry-run q,quiet "
                "v,verbose json h,help.",
     .more = "destroys"},
    {.names = "conda/env mamba/env micromamba/env",
     .habits = "sub exact",
     .options = "h,help.",
     .more = "contacts runs"},
    {.names = "conda/env/create conda/env/update mamba/env/create mamba/env/update micromamba/env/create "
              "micromamba/env/update",
     .habits = "exact",
     .options = "n,name=- p,prefix=D f,file=F prune$ y,yes d,dry-run q,quiet v,verbose json solver=- h,help.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "conda/env/list conda/env/export mamba/env/list mamba/env/export micromamba/env/list "
              "micromamba/env/export",
     .habits = "exact",
     .options = "n,name=- p,prefix=L f,file=W json no-builds from-history q,quiet v,verbose h,help."},
    {.names = "conda/env/remove mamba/env/remove micromamba/env/remove",
     .habits = "exact",
     .options = "n,name=- p,prefix=W y,yes d,dry-run q,quiet v,verbose json h,help.",
     .more = "destroys"},
    {.names = "virtualenv py:virtualenv",
     .habits = "exact",
     .options = "p,python=X clear$ system-site-packages no-download download prompt=- app-data=D copies symlinks "
                "always-copy no-seed pip=- setuptools=- wheel=- activators=- without-pip q,quiet v,verbose version. "
                "h,help.",
     .operands = "D*",
     .more = "contacts runs"},
    {.names = "twine py:twine", .habits = "sub exact", .options = "version. h,help.", .more = "contacts"},
    {.names = "twine/upload",
     .habits = "exact",
     .options = "r,repository=- repository-url=U attestations s,sign sign-with=X i,identity=- u,username=- "
                "p,password=- non-interactive c,comment=- config-file=R skip-existing cert=R client-cert=R verbose "
                "disable-progress-bar h,help.",
     .operands = "R*",
     .more = "contacts destroys"},
    {.names = "twine/check", .habits = "exact", .options = "strict h,help.", .operands = "R*"},
    // Its tests and checkers. Most of them load plugins that their settings name.
    {.names = "pytest py.test py:pytest",
     .habits = "exact",
     .options = "k=- m=- x,exitfirst maxfail=- v,verbose q,quiet verbosity=- s capture=- l,showlocals r=- tb=- "
                "lf,last-failed ff,failed-first nf,new-first sw,stepwise cache-show=?- cache-clear$ co,collect-only "
                "pyargs ignore=L ignore-glob=- deselect=- c,config-file=F rootdir=CD confcutdir=L noconftest "
                "keep-duplicates collect-in-virtualenv import-mode=- doctest-modules doctest-glob=- "
                "doctest-continue-on-failure basetemp=W p=P trace-config debug=?W setup-only setup-show setup-plan "
                "pdb pdbcls=P trace durations=- durations-min=- strict strict-markers strict-config "
                "W,pythonwarnings=- markers fixtures fixtures-per-test no-header no-summary full-trace color=- "
                "code-highlight=- junitxml,junit-xml=W junitprefix,junit-prefix=- log-level=- log-format=- "
                "log-date-format=- log-cli-level=- log-cli-format=- log-file=W log-file-mode=- log-file-level=- "
                "show-capture=- runxfail assert=- n,numprocesses=- dist=- maxprocesses=- cov=?L cov-report=W "
                "cov-config=F cov-branch cov-append cov-fail-under=- no-cov cov-context=- timeout=- timeout-method=- "
                "asyncio-mode=- reruns=- reruns-delay=- randomly-seed=- benchmark-only benchmark-skip html=W "
                "self-contained-html json-report json-report-file=W snapshot-update ds=- reuse-db create-db headed "
                "browser=- V,version h,help",
     .operands = "F:py*",
     .more = "runs"},
    {.names = "ruff py:ruff",
     .habits = "sub exact",
     .options = "config=R isolated q,quiet v,verbose s,silent color=- V,version. h,help."},
    {.names = "ruff/check",
     .habits = "exact",
     .options = "config=R isolated q,quiet v,verbose s,silent color=- n,no-cache cache-dir=D respect-gitignore "
                "no-respect-gitignore force-exclude no-force-exclude exclude=- extend-exclude=- target-version=- "
                "preview no-preview stdin-filename=- extension=- per-file-ignores=- h,help. fix>M no-fix unsafe-fixes "
                "no-unsafe-fixes show-fixes diff watch fix-only>M ignore-noqa output-format=- o,output-file=W "
                "select=- ignore=- extend-select=- extend-ignore=- fixable=- unfixable=- statistics add-noqa>M "
                "show-files show-settings e,exit-zero exit-non-zero-on-fix",
     .operands = "L*",
     .more = "runs"},
    {.names = "ruff/format",
     .habits = "exact",
     .options = "config=R isolated q,quiet v,verbose s,silent color=- n,no-cache cache-dir=D respect-gitignore "
                "no-respect-gitignore force-exclude no-force-exclude exclude=- extend-exclude=- target-version=- "
                "preview no-preview stdin-filename=- extension=- per-file-ignores=- h,help. check>L diff>L "
                "line-length=- range=-",
     .operands = "M*",
     .more = "runs"},
    {.names = "ruff/rule ruff/linter ruff/config ruff/version",
     .habits = "exact",
     .options = "all output-format=- color=- h,help.",
     .operands = "-?"},
    {.names = "ruff/clean", .habits = "exact", .options = "h,help.", .more = "destroys"},
    {.names = "black py:black",
     .habits = "exact",
     .options = "c,code=- l,line-length=- t,target-version=- pyi ipynb python-cell-magics=- x,skip-source-first-line "
                "S,skip-string-normalization C,skip-magic-trailing-comma preview unstable enable-unstable-feature=- "
                "check>L diff>L color no-color line-ranges=- fast safe required-version=- exclude=- extend-exclude=- "
                "force-exclude=- stdin-filename=- include=- W,workers=- q,quiet v,verbose config=R no-cache version. "
                "h,help.",
     .operands = "M*"},
    {.names = "isort py:isort",
     .habits = "exact",
     .options = "settings-file,settings-path,sp,settings,settings-file-path=R profile=- c,check-only,check>L "
                "df,diff>L d,stdout>R force-sort-within-sections e,balanced a,add-import=- rm,remove-import=- "
                "sl,force-single-line-imports l,line-length=- m,multi-line=- tc,trailing-comma py,python-version=- "
                "p,project=- o,thirdparty=- s,skip=- sg,skip-glob=- src,src-path=L gitignore float-to-top atomic "
                "j,jobs=- q,quiet v,verbose show-settings show-files vn,version-number. V,version. h,help.",
     .operands = "M*",
     .more = "runs"},
    {.names = "autopep8",
     .habits = "exact",
     .options = "i,in-place>M r,recursive d,diff a,aggressive p,pep8-passes=- j,jobs=- exclude=- global-config=R "
                "ignore-local-config select=- ignore=- max-line-length=- line-range==- hang-closing exit-code "
                "list-fixes. v,verbose version. h,help.",
     .operands = "L*"},
    {.names = "mypy dmypy py:mypy",
     .habits = "exact",
     .options = "config-file=F no-config warn-unused-configs no-namespace-packages namespace-packages "
                "ignore-missing-imports follow-imports=- follow-untyped-imports python-executable=X no-site-packages "
                "no-silence-site-packages python-version=- platform=- always-true=- always-false=- "
                "disallow-any-unimported disallow-any-expr disallow-any-decorated disallow-any-explicit "
                "disallow-any-generics disallow-subclassing-any disallow-untyped-calls disallow-untyped-defs "
                "disallow-incomplete-defs check-untyped-defs disallow-untyped-decorators implicit-optional "
                "no-implicit-optional no-strict-optional strict-optional warn-redundant-casts warn-unused-ignores "
                "no-warn-no-return warn-return-any warn-unreachable allow-redefinition no-implicit-reexport "
                "strict-equality extra-checks strict disable-error-code=- enable-error-code=- show-error-context "
                "show-column-numbers show-error-end show-error-code-links hide-error-codes show-error-codes pretty "
                "no-color-output no-error-summary show-absolute-path no-incremental cache-dir=D sqlite-cache "
                "cache-fine-grained skip-version-check skip-cache-mtime-checks pdb show-traceback,tb raise-exceptions "
                "custom-typing-module=- custom-typeshed-dir=L warn-incomplete-stub any-exprs-report=D "
                "cobertura-xml-report=D html-report=D linecount-report=D lineprecision-report=D txt-report=D "
                "xml-report=D junit-xml=W install-types non-interactive explicit-package-bases exclude=- m,module=- "
                "p,package=- c,command=- v,verbose V,version. h,help.",
     .operands = "R*",
     .more = "runs"},
    {.names = "pyright basedpyright py:pyright",
     .habits = "exact",
     .options = "p,project=F createstub=- dependencies ignoreexternal level=- outputjson pythonpath=X "
                "pythonplatform=- pythonversion=- skipunannotated stats t,typeshedpath=L threads=?- "
                "v,venvpath,venv-path=P verifytypes=- verbose w,watch warnings version. h,help.",
     .operands = "R*",
     .more = "runs"},
    {.names = "flake8 py:flake8",
     .habits = "exact",
     .options = "v,verbose output-file=W tee color=- q,quiet count exclude=- extend-exclude=- filename=- "
                "stdin-display-name=- format=- hang-closing ignore=- extend-ignore=- per-file-ignores=- "
                "max-line-length=- max-doc-length=- indent-size=- select=- extend-select=- disable-noqa show-source "
                "no-show-source statistics exit-zero j,jobs=- append-config=F config=F isolated enable-extensions=- "
                "require-plugins=- max-complexity=- bug-report version h,help",
     .operands = "L*",
     .more = "runs"},
    {.names = "pylint py:pylint",
     .habits = "exact",
     .options = "rcfile=F load-plugins=P init-hook=C:py output=W output-format,f=- disable,d=- enable,e=- "
                "errors-only,E reports,r=- score,s=- jobs,j=- fail-under=- fail-on=- ignore=- ignore-patterns=- "
                "ignore-paths=- recursive=- py-version=- max-line-length=- persistent=- exit-zero from-stdin "
                "msg-template=- disable-all verbose,v generate-rcfile list-msgs help-msg=- version help,h",
     .operands = "L*",
     .more = "runs"},
    {.names = "bandit py:bandit",
     .habits = "exact",
     .options = "r,recursive a,aggregate=- n,number=- c,configfile=R p,profile=- t,tests=- s,skip=- l,level "
                "severity-level=- i,confidence confidence-level=- f,format=- msg-template=- o,output=W v,verbose "
                "d,debug q,quiet,silent ignore-nosec x,exclude=- b,baseline=R ini=F exit-zero version. h,help.",
     .operands = "L*"},
    {.names = "tox py:tox",
     .habits = "exact",
     .options = "c,conf=F root=CD workdir=D e=- m=- f=- r,recreate p,parallel=?- o,parallel-live n,notest "
                "skip-missing-interpreters=?- result-json=W x,override=- discover=X no-provision=?- develop "
                "installpkg=R skip-pkg-install v,verbose q,quiet version h,help",
     .operands = "R*",
     .more = "runs"},
    {.names = "nox py:nox",
     .habits = "exact",
     .options = "f,noxfile=F s,session,sessions,e=- k,keywords=- t,tags=- p,python,pythons=- "
                "r,reuse-existing-virtualenvs R N no-reuse-existing-virtualenvs x,stop-on-first-error no-install "
                "install-only error-on-missing-interpreters l,list list-sessions envdir=D default-venv-backend,db=- "
                "force-venv-backend,fb=- no-venv json report=W v,verbose nocolor forcecolor version. h,help.",
     .operands = "R*",
     .more = "runs"},
    {.names = "coverage py:coverage", .habits = "sub exact", .options = "version. h,help."},
    {.names = "coverage/run",
     .habits = "posix exact",
     .options = "a,append branch concurrency=- context=- data-file=M include=- m,module omit=- L,pylib "
                "p,parallel-mode source=L timid rcfile=F debug=- h,help.",
     .operands = "F:py any*",
     .more = "runs"},
    {.names = "coverage/report coverage/html coverage/xml coverage/json coverage/lcov coverage/combine "
              "coverage/annotate",
     .habits = "exact",
     .options = "data-file=M d,directory=D o=W contexts=- fail-under=- format=- i,ignore-errors include=- omit=- "
                "precision=- sort=- m,show-missing skip-covered no-skip-covered skip-empty title=- q,quiet a,append "
                "keep pretty-print show-contexts rcfile=F debug=- h,help.",
     .operands = "R*",
     .more = "runs"},
    {.names = "coverage/erase", .habits = "exact", .options = "data-file=W rcfile=F h,help.", .more = "destroys"},
    {.names = "pre-commit py:pre_commit",
     .habits = "sub exact",
     .options = "V,version. h,help.",
     .more = "contacts runs"},
    {.names = "pre-commit/run pre-commit/try-repo",
     .habits = "exact",
     .options = "c,config=F a,all-files v,verbose show-diff-on-failure hook-stage,stage=- from-ref,source,s=- "
                "to-ref,origin,o=- fail-fast remote-branch=- color=- h,help.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "pre-commit/install pre-commit/uninstall pre-commit/autoupdate pre-commit/install-hooks pre-commit/gc "
              "pre-commit/clean pre-commit/validate-config pre-commit/sample-config",
     .habits = "exact",
     .options = "c,config=F f,overwrite install-hooks t,hook-type=- allow-missing-config bleeding-edge freeze repo=U "
                "j,jobs=- color=- h,help.",
     .operands = "R*",
     .more = "contacts runs"},
    // Its servers and frameworks.
    {.names = "uvicorn py:uvicorn",
     .habits = "exact",
     .options = "host=- port=- uds=W fd=- reload no-reload reload-dir=L reload-include=- reload-exclude=- "
                "reload-delay=- workers=- loop=- http=- ws=- lifespan=- interface=- env-file=R log-config=F "
                "log-level=- access-log no-access-log use-colors no-use-colors proxy-headers no-proxy-headers "
                "forwarded-allow-ips=- root-path=- limit-concurrency=- limit-max-requests=- timeout-keep-alive=- "
                "timeout-graceful-shutdown=- ssl-keyfile=R ssl-certfile=R ssl-keyfile-password=- ssl-ca-certs=R "
                "ssl-ciphers=- header=- app-dir=P factory version. help.",
     .operands = "P",
     .more = "contacts runs"},
    {.names = "gunicorn py:gunicorn",
     .habits = "exact",
     .options = "c,config=F b,bind=- backlog=- w,workers=- k,worker-class=P threads=- worker-connections=- "
                "max-requests=- max-requests-jitter=- t,timeout=- graceful-timeout=- keep-alive=- reload "
                "reload-engine=- reload-extra-file=R check-config print-config preload chdir=CD D,daemon e,env=A "
                "p,pid=W worker-tmp-dir=D u,user=- g,group=- m,umask=- access-logfile=W access-logformat=- "
                "error-logfile,log-file=W log-level=- capture-output logger-class=P log-config=F n,name=- "
                "pythonpath=P paste=F certfile=R keyfile=R ca-certs=R forwarded-allow-ips=- v,version. h,help.",
     .operands = "P*",
     .more = "contacts runs"},
    {.names = "hypercorn",
     .habits = "exact",
     .options = "b,bind=- c,config=F w,workers=- k,worker-class=- reload access-logfile=W error-logfile=W certfile=R "
                "keyfile=R ca-certs=R log-config=F p,pid=W root-path=- h,help.",
     .operands = "P",
     .more = "contacts runs"},
    {.names = "flask py:flask",
     .habits = "sub exact",
     .options = "e,env-file=R A,app=P debug no-debug version help",
     .more = "contacts runs"},
    {.names = "flask/run",
     .habits = "exact",
     .options = "A,app=P e,env-file=R h,host=- p,port=- cert=R key=R reload no-reload debugger no-debugger "
                "with-threads without-threads extra-files=R exclude-patterns=- debug no-debug help",
     .more = "contacts runs"},
    {.names = "flask/routes flask/shell",
     .habits = "exact",
     .options = "A,app=P s,sort=- all-methods help",
     .more = "runs"},
    {.names = "flask/db",
     .habits = "exact",
     .options = "d,directory=P help",
     .operands = "-*",
     .more = "contacts destroys runs"},
    {.names = "django-admin py:django",
     .habits = "exact",
     .options = "settings=P pythonpath=P v,verbosity=- traceback no-color force-color skip-checks noinput no-input "
                "fake plan check dry-run n,name=- database=- version h,help",
     .operands = "-*",
     .more = "contacts destroys runs"},
    {.names = "alembic py:alembic",
     .habits = "sub exact",
     .options = "c,config=F n,name=- x=- raiseerr q,quiet version h,help",
     .more = "contacts runs"},
    {.names = "alembic/upgrade alembic/downgrade alembic/stamp",
     .habits = "exact",
     .options = "sql tag=- purge$ h,help",
     .operands = "-*",
     .more = "contacts destroys runs"},
    {.names = "alembic/revision alembic/current alembic/history alembic/heads alembic/branches alembic/show "
              "alembic/check alembic/merge",
     .habits = "exact",
     .options = "m,message=- autogenerate sql head=- splice branch-label=- version-path=D rev-id=- depends-on=- "
                "r,rev-range=- v,verbose i,indicate-current check-heads resolve-dependencies h,help",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "celery py:celery",
     .habits = "sub exact",
     .options = "A,app=P b,broker=U result-backend=U loader=P config=F workdir=CD C,no-color q,quiet version help",
     .more = "contacts runs"},
    {.names = "jupyter py:jupyter",
     .habits = "sub exact",
     .options = "version paths config-dir data-dir h,help",
     .more = "runs"},
    {.names = "jupyter/nbconvert jupyter/execute",
     .habits = "exact",
     .options = "to=P output=W output-dir=D execute inplace>M template=P allow-errors stdout stdin clear-output>M "
                "no-input no-prompt config=F y help",
     .operands = "F:py*",
     .more = "runs"},
    {.names = "jupyter/lab jupyter/notebook jupyter/server",
     .habits = "exact",
     .options = "no-browser port=- ip=- notebook-dir=L config=F allow-root help",
     .operands = "L?",
     .more = "contacts runs"},
    // Perl, Ruby, PHP, Lua and other languages.
    {.names = "perl",
     .habits = "posix exact",
     .options = "e=C:perl1 E=C:perl1 M=?C:perl m=?C:perl I=P i=?->M 0=#- l=#- F=?- C=?- D=?- x=?- d=?P n p a s S t T "
                "u U w W X c f g v. V. h.",
     .operands = "F:perl any*",
     .more = "runs input:perl"},
    {.names = "ruby jruby",
     .habits = "posix exact",
     .options = "e=C:ruby1 r=P I=P C=CD X=CD x=?CD i=?->M 0=#- F=?- K=?- E,encoding=- external-encoding=- "
                "internal-encoding=- enable=- disable=- n p a l s S c d U w W=#- T=#- v verbose jit yjit copyright. "
                "version. h,help.",
     .operands = "F:ruby any*",
     .more = "runs input:ruby"},
    {.names = "irb pry",
     .habits = "posix exact",
     .options = "e,exec=C:ruby r,require=P I=P f d E=- noprompt simple-prompt version. h,help.",
     .operands = "F:ruby any*",
     .more = "runs input:ruby"},
    {.names = "gem",
     .habits = "sub exact",
     .options = "config-file=F norc debug V,verbose q,quiet silent backtrace version. h,help.",
     .more = "contacts runs",
     .same = "install=i environment=env build=b"},
    {.names = "gem/install gem/i gem/update",
     .habits = "exact",
     .options = "config-file=F norc debug V,verbose no-verbose q,quiet silent backtrace h,help. v,version=- "
                "i,install-dir=D n,bindir=D N,no-document document=?- P,trust-policy=- f,force !user-install "
                "w,wrappers no-wrappers development g,file=?F ignore-dependencies minimal-deps conservative "
                "prerelease platform=- l,local r,remote b,both s,source=U clear-sources p,http-proxy=?U system",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "gem/list gem/search gem/info gem/which gem/environment gem/env gem/specification gem/contents "
              "gem/outdated gem/sources",
     .habits = "exact",
     .options = "config-file=F norc debug V,verbose no-verbose q,quiet silent backtrace h,help. a,all l,local "
                "r,remote e,exact i,installed v,version=- versions no-versions details prerelease",
     .operands = "-*",
     .more = "contacts"},
    {.names = "gem/uninstall gem/cleanup",
     .habits = "exact",
     .options = "config-file=F norc debug V,verbose no-verbose q,quiet silent backtrace h,help. a,all x,executables "
                "I,ignore-dependencies f,force v,version=- i,install-dir=W d,dry-run",
     .operands = "-*",
     .more = "destroys"},
    {.names = "gem/build",
     .habits = "exact",
     .options = "config-file=F norc debug V,verbose no-verbose q,quiet silent backtrace h,help. o,output=W force "
                "strict C=CD",
     .operands = "F:ruby*",
     .more = "runs"},
    {.names = "gem/push gem/yank gem/owner",
     .habits = "exact",
     .options = "config-file=F norc debug V,verbose no-verbose q,quiet silent backtrace h,help. k,key=- host=U otp=- "
                "v,version=- a,add=- r,remove=-",
     .operands = "R*",
     .more = "contacts destroys"},
    {.names = "bundle bundler",
     .habits = "sub exact",
     .options = "no-color r,retry=- V,verbose v,version. h,help.",
     .more = "contacts runs",
     .same = "install=i exec=e=ex=exe"},
    {.names = "bundle/install bundle/i bundle/update bundler/install bundler/i bundler/update",
     .habits = "exact",
     .options = "no-color r,retry=- V,verbose h,help. gemfile=F path=D P,trust-policy=- deployment frozen j,jobs=- "
                "local no-cache no-prune prefer-local quiet redownload force standalone=?- system with=- without=- "
                "clean full-index all bundler=?- conservative g,group=- major minor patch pre ruby source=- strict",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "bundle/exec bundler/exec",
     .habits = "posix exact",
     .options = "keep-file-descriptors gemfile=F h,help.",
     .operands = "cmd",
     .more = "runs"},
    {.names = "bundle/add bundle/remove bundle/lock bundle/outdated bundle/check bundle/show bundle/info "
              "bundle/list bundle/config bundle/clean bundle/doctor bundler/add bundler/remove bundler/lock "
              "bundler/outdated bundler/check bundler/show bundler/info bundler/list bundler/config bundler/clean "
              "bundler/doctor",
     .habits = "exact",
     .options = "no-color r,retry=- V,verbose h,help. gemfile=F v,version=- g,group=- s,source=U skip-install strict "
                "optimistic path=R dry-run parseable only-explicit filter-patch name-only install print update=?- "
                "add-platform=- remove-platform=- lockfile=W full-index local global delete force",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "rake",
     .habits = "exact",
     .options = "f,rakefile=F r,require=P R,rakelibdir=P I,libdir=P e,execute=C:ruby E,execute-continue=C:ruby "
                "p,execute-print=C:ruby C,directory=CD T,tasks=?- P,prereqs D,describe=?- W,where=?- A,all j,jobs=?- "
                "m,multitask n,dry-run N,no-search,nosearch q,quiet s,silent G,no-system,nosystem g,system t,trace=?- "
                "backtrace=?- v,verbose=?- X,no-deprecation-warnings rules suppress-backtrace=- comments build-all "
                "V,version. H,h,help.",
     .operands = "A*",
     .more = "runs"},
    {.names = "rails", .habits = "sub exact", .options = "v,version h,help", .more = "contacts runs"},
    {.names = "rails/server rails/s rails/console rails/c rails/test rails/t rails/routes rails/stats rails/about "
              "rails/notes rails/generate rails/g rails/destroy rails/d",
     .habits = "exact",
     .options = "e,environment=- p,port=- b,binding=- P,pid=W d,daemon s,sandbox c,controller=- g,grep=- E,expanded "
                "n,name=- f,fail-fast v,verbose skip force pretend quiet h,help",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "rails/runner rails/r",
     .habits = "exact",
     .options = "e,environment=- skip-executor h,help",
     .operands = "C:ruby R*",
     .more = "contacts runs"},
    {.names = "rails/db:migrate rails/db:rollback rails/db:reset rails/db:drop rails/db:setup rails/db:seed "
              "rails/db:create rails/db:prepare rails/db:schema:load",
     .habits = "exact",
     .options = "trace h,help",
     .operands = "A*",
     .more = "contacts destroys runs"},
    {.names = "rspec",
     .habits = "exact",
     .options = "I=P r,require=P O,options=F order=- seed=- bisect=?- fail-fast=?- no-fail-fast only-failures "
                "n,next-failure dry-run X,drb f,format=P o,out=W deprecation-out=W b,backtrace c,color no-color "
                "force-color p,profile=?- w,warnings P,pattern=- exclude-pattern=- e,example=- E,example-matches=- "
                "t,tag=- default-path=L v,version h,help",
     .operands = "F:ruby*",
     .more = "runs"},
    {.names = "rubocop",
     .habits = "exact",
     .options = "c,config=F r,require=P plugin=P a,autocorrect>M A,autocorrect-all>M x,fix-layout>M auto-gen-config$ "
                "only=- except=- l,lint f,format=P o,out=W d,debug L,list-target-files fail-level=- "
                "D,display-cop-names no-display-cop-names S,display-style-guide E,extra-details P,parallel "
                "no-parallel cache=- cache-root=D s,stdin=- force-exclusion F,fail-fast V,verbose-version. v,version. "
                "h,help.",
     .operands = "L*",
     .more = "runs"},
    {.names = "php php-cli hhvm",
     .habits = "posix exact",
     .options = "r,run=C:php1 B,process-begin=C:php R,process-code=C:php1 F,process-file=F:php1 E,process-end=C:php "
                "f,file^=F:php1 d,define=K:php c,php-ini=F n,no-php-ini S,server=H>any t,docroot=L a,interactive< "
                "z,zend-extension=P l,syntax-check s,syntax-highlight w,strip i,info>any m,modules>any e H ini>any "
                "rf=->any rc=->any re=->any "
                "rz=->any ri=->any q C v,version. h,?,help.",
     .operands = "F:php any*",
     .more = "runs input:php"},
    {.names = "composer",
     .habits = "sub exact",
     .options = "d,working-dir=CD q,quiet v,verbose n,no-interaction profile no-plugins no-scripts no-cache ansi "
                "no-ansi V,version h,help",
     .more = "contacts runs",
     .same = "install=i update=u=upgrade require=r remove=rm=uninstall dump-autoload=dumpautoload "
             "run-script=run show=info outdated=o why=depends why-not=prohibits"},
    {.names = "composer/install composer/i composer/update composer/u composer/upgrade composer/require composer/r "
              "composer/remove composer/rm composer/dump-autoload composer/dumpautoload composer/reinstall",
     .habits = "exact",
     .options = "d,working-dir=CD q,quiet v,verbose n,no-interaction profile no-plugins no-scripts no-cache ansi "
                "no-ansi h,help dev no-dev prefer-source prefer-dist prefer-install=- dry-run no-progress no-install "
                "no-autoloader no-update no-audit o,optimize-autoloader,optimize a,classmap-authoritative "
                "apcu-autoloader ignore-platform-req=- ignore-platform-reqs w,with-dependencies "
                "W,with-all-dependencies with=- prefer-stable prefer-lowest m,minimal-changes sort-packages fixed "
                "interactive i root-reqs lock",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "composer/exec",
     .habits = "exact",
     .options = "d,working-dir=CD q,quiet v,verbose n,no-interaction no-plugins ansi no-ansi h,help l,list",
     .operands = "cmd",
     .more = "runs"},
    {.names = "composer/run-script composer/run",
     .habits = "exact",
     .options = "d,working-dir=CD q,quiet v,verbose n,no-interaction profile no-plugins no-scripts no-cache ansi "
                "no-ansi h,help timeout=- dev no-dev l,list",
     .operands = "- any*",
     .more = "runs"},
    {.names = "composer/show composer/info composer/validate composer/outdated composer/o composer/why "
              "composer/depends composer/why-not composer/prohibits composer/audit composer/licenses "
              "composer/check-platform-reqs composer/diagnose composer/status composer/about composer/search",
     .habits = "exact",
     .options = "d,working-dir=CD q,quiet v,verbose n,no-interaction profile no-plugins no-scripts no-cache ansi "
                "no-ansi h,help a,all l,latest i,installed p,platform s,self t,tree D,direct P,path N,name-only "
                "o,outdated m,minor-only f,format=- r,recursive strict no-check-all no-check-lock no-check-publish "
                "with-dependencies locked no-dev",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "composer/create-project",
     .habits = "exact",
     .options = "d,working-dir=CD q,quiet v,verbose n,no-interaction profile no-plugins no-scripts no-cache ansi "
                "no-ansi h,help s,stability=- prefer-source prefer-dist repository=U dev no-dev no-install keep-vcs "
                "remove-vcs no-progress",
     .operands = "- D -?",
     .more = "contacts runs"},
    {.names = "phpunit",
     .habits = "exact",
     .options = "c,configuration=F bootstrap=F:php filter=- group=- exclude-group=- testsuite=- testdox no-coverage "
                "coverage-html=D coverage-clover=W coverage-text=?W log-junit=W testdox-html=W cache-directory=D "
                "include-path=P stop-on-failure stop-on-error fail-on-warning colors=?- process-isolation "
                "no-configuration order-by=- display-warnings display-deprecations v,verbose debug version h,help",
     .operands = "F:php*",
     .more = "runs"},
    {.names = "phpstan",
     .habits = "sub exact",
     .options = "V,version. q,quiet ansi no-ansi n,no-interaction v,verbose h,help.",
     .more = "runs"},
    {.names = "phpstan/analyse phpstan/analyze",
     .habits = "exact",
     .options = "c,configuration=F l,level=- no-progress debug a,autoload-file=F:php error-format=- "
                "b,generate-baseline=?W memory-limit=- xdebug fix$ pro q,quiet ansi no-ansi n,no-interaction "
                "v,verbose h,help.",
     .operands = "L*",
     .more = "runs"},
    {.names = "lua luajit luau texlua",
     .habits = "posix exact",
     .options = "e=C:lua l=P i< v E W",
     .operands = "F:lua any*",
     .more = "runs input:lua"},
    {.names = "tclsh wish jimsh",
     .habits = "posix exact",
     .options = "encoding=-",
     .operands = "F:tcl any*",
     .more = "runs input:tcl"},
    {.names = "expect",
     .habits = "posix exact",
     .options = "c=C:tcl f=F:tcl1 b=F:tcl1 d D=#- i< n N v.",
     .operands = "F:tcl any*",
     .more = "runs input:tcl"},
    {.names = "osascript",
     .habits = "posix exact",
     .options = "e=C:applescript1 l=- i< s=-",
     .operands = "F:applescript any*",
     .more = "runs input:applescript"},
    {.names = "Rscript r littler",
     .habits = "posix exact",
     .options = "e=C:r1 verbose vanilla default-packages=P no-save no-environ no-restore no-init-file no-site-file "
                "slave quiet version. help.",
     .operands = "F:r any*",
     .more = "runs input:r"},
    {.names = "R",
     .habits = "posix exact",
     .options = "e=C:r1 f,file=F:r1 args^ q,quiet silent no-save save no-restore no-echo vanilla slave g,gui=- "
                "d,debugger=X version. help.",
     .operands = "F:r any*",
     .more = "runs input:r"},
    {.names = "julia",
     .habits = "posix exact",
     .options = "e,eval=C:julia1 E,print=C:julia1 L,load=P project=?F sysimage,J=P C,cpu-target=- p,procs=- "
                "t,threads=- O,optimize=?- q,quiet i< startup-file=- color=- history-file=- check-bounds=- banner=- "
                "machine-file=R depwarn=- inline=- g=?- v,version. h,help.",
     .operands = "F:julia any*",
     .more = "runs input:julia"},
    {.names = "elixir iex",
     .habits = "posix exact",
     .options = "e,eval=C:elixir r=F:elixir pr=F:elixir S=P>any pa=P pz=P rpc-eval=C:elixir app=- no-halt sname=- "
                "name=- cookie=- "
                "logger-otp-reports=- erl=C:erl v,version. h,help.",
     .operands = "F:elixir any*",
     .more = "runs input:elixir"},
    {.names = "erl escript",
     .habits = "posix single exact",
     .options = "eval=C:erl1 run=C:erl1 s=C:erl1 noshell noinput version.",
     .operands = "F:erl any*",
     .more = "runs input:erl"},
    {.names = "mix", .habits = "sub exact", .options = "v,version h,help", .more = "contacts runs"},
    {.names = "mix/test mix/compile mix/format mix/deps.get mix/deps.compile mix/phx.server mix/credo mix/dialyzer "
              "mix/run mix/hex.info mix/deps.update mix/deps",
     .habits = "exact",
     .options = "only=- exclude=- include=- trace stale failed cover max-failures=- seed=- slowest=- force "
                "warnings-as-errors check-formatted dry-run all no-start no-halt no-compile strict h,help",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "mix/ecto.drop mix/ecto.reset mix/ecto.rollback mix/ecto.migrate mix/ecto.setup mix/hex.publish "
              "mix/clean mix/deps.clean",
     .habits = "exact",
     .options = "r,repo=- quiet n,step=- all to=- force yes h,help",
     .operands = "-*",
     .more = "contacts destroys runs"},
    {.names = "swift",
     .habits = "sub exact",
     .options = "e=C:swift version. h,help.",
     .operands = "F:swift any*",
     .more = "runs"},
    {.names = "swift/build swift/test swift/run swift/package",
     .habits = "exact",
     .options = "c,configuration=- package-path=CD scratch-path,build-path=D product=- target=- v,verbose q,quiet "
                "j,jobs=- filter=- skip=- parallel enable-code-coverage h,help.",
     .operands = "-*",
     .more = "contacts runs"},
    // Go.
    {.names = "go", .habits = "sub single exact", .options = "C=CD", .more = "contacts runs"},
    {.names = "go/build",
     .habits = "single exact",
     .options = GO_BUILD "o=W",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "go/install go/get",
     .habits = "single exact",
     .options = GO_BUILD "u=?- t d",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "go/run",
     .habits = "posix single exact",
     .options = GO_BUILD "exec=X",
     .operands = "F:go any*",
     .more = "contacts runs"},
    {.names = "go/test",
     .habits = "single exact",
     .options =
         GO_BUILD "exec=X o=W c i vet=- run=- skip=- bench=- benchtime=- benchmem count=- timeout=- short failfast "
                  "parallel=- cpu=- list=- shuffle=- fuzz=- fuzztime=- fuzzminimizetime=- fullpath coverprofile=W "
                  "cpuprofile=W memprofile=W memprofilerate=- blockprofile=W blockprofilerate=- mutexprofile=W "
                  "mutexprofilefraction=- trace=W outputdir=D args^",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "go/vet",
     .habits = "single exact",
     .options = GO_BUILD "vettool=X c=- fix$",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "go/list",
     .habits = "single exact",
     .options = GO_BUILD "f=- m u=?- deps test find e export compiled retracted versions reuse=R",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "go/fmt go/generate go/fix",
     .habits = "single exact",
     .options = "C=CD n x v run=- skip=- mod=- tags=- fix=-",
     .operands = "R*",
     .more = "runs"},
    {.names = "go/clean",
     .habits = "single exact",
     .options = GO_BUILD "i r cache testcache modcache fuzzcache",
     .operands = "R*",
     .more = "destroys"},
    {.names = "go/env", .habits = "single exact", .options = "C=CD json changed w>K:go-env", .operands = "-*"},
    {.names = "go/version", .habits = "single exact", .options = "C=CD m v json", .operands = "R*"},
    {.names = "go/doc go/help", .habits = "single exact", .options = "C=CD all c cmd short src u", .operands = "-*"},
    {.names = "go/mod go/work", .habits = "sub single exact", .options = "C=CD", .more = "contacts"},
    {.names = "go/mod/tidy go/mod/download go/mod/verify go/mod/vendor go/mod/graph go/mod/why go/mod/init "
              "go/work/sync go/work/init go/work/use go/work/vendor",
     .habits = "single exact",
     .options = "C=CD v x e json go=- compat=- diff o=D reuse=R m vendor r",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "gofmt goimports gofumpt",
     .habits = "single exact",
     .options = "l d e s r=- w>M cpuprofile=W local=- srcdir=L format-only v lang=- extra modpath=- version. h,help.",
     .operands = "L*"},
    {.names = "golangci-lint",
     .habits = "sub exact",
     .options = "color=- v,verbose version. h,help.",
     .more = "contacts runs"},
    {.names = "golangci-lint/run golangci-lint/fmt",
     .habits = "exact",
     .options = "c,config=F no-config fix>M D,disable=- E,enable=- disable-all enable-all enable-only=- default=- "
                "fast fast-only p,presets=- j,concurrency=- modules-download-mode=- issues-exit-code=- build-tags=- "
                "timeout=- tests=?- skip-dirs=- skip-files=- out-format=W path-prefix=- new n new-from-rev=- "
                "new-from-patch=R whole-files max-issues-per-linter=- max-same-issues=- exclude=- "
                "allow-parallel-runners allow-serial-runners show-stats cpu-profile-path=W mem-profile-path=W "
                "trace-path=W color=- v,verbose d,diff h,help.",
     .operands = "L*",
     .more = "contacts runs"},
    {.names = "golangci-lint/linters golangci-lint/help golangci-lint/version",
     .habits = "exact",
     .options = "c,config=F no-config color=- v,verbose h,help.",
     .operands = "-*"},
    {.names = "dlv",
     .habits = "sub exact",
     .options = "accept-multiclient api-version=- backend=- build-flags=K:go headless init=F l,listen=- log "
                "log-dest=W log-output=- wd=CD only-same-user h,help.",
     .more = "runs"},
    {.names = "staticcheck govulncheck",
     .habits = "single exact",
     .options = "C=CD checks=- f,format=- go=- tags=- tests=?- explain=- json mode=- scan=- show=- test db=U v "
                "version. help.",
     .operands = "R*",
     .more = "contacts runs"},
    // Rust.
    {.names = "cargo",
     .habits = "sub exact plus",
     .options = CARGO_OPTIONS "C=CD list. explain=- V,version.",
     .more = "contacts runs",
     .same = "build=b check=c doc=d run=r remove=rm test=t"},
    {.names = "cargo/build cargo/b cargo/check cargo/c cargo/bench",
     .habits = "exact",
     .options = CARGO_OPTIONS CARGO_BUILD "no-run no-fail-fast",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "cargo/test cargo/t",
     .habits = "exact",
     .options = CARGO_OPTIONS CARGO_BUILD "no-run no-fail-fast doc",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "cargo/run cargo/r",
     .habits = "posix exact",
     .options = CARGO_OPTIONS CARGO_BUILD,
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "cargo/doc cargo/d",
     .habits = "exact",
     .options = CARGO_OPTIONS CARGO_BUILD "open no-deps document-private-items",
     .more = "contacts runs"},
    {.names = "cargo/clippy cargo/fix",
     .habits = "exact",
     .options = CARGO_OPTIONS CARGO_BUILD
     "fix no-deps broken-code edition edition-idioms allow-no-vcs allow-dirty allow-staged",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "cargo/fmt",
     .habits = "exact",
     .options = "v,verbose q,quiet all p,package=- manifest-path=F message-format=- check version. h,help.",
     .more = "runs"},
    {.names = "cargo/install",
     .habits = "exact",
     .options = CARGO_OPTIONS
     "version,vers=- index=U registry=- git=U branch=- tag=- rev=- path=F root=D f,force n,dry-run "
     "no-track list message-format=- debug ignore-rust-version bin=- bins example=- examples F,features=- "
     "all-features no-default-features j,jobs=- keep-going profile=- target=R target-dir=D timings",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "cargo/uninstall",
     .habits = "exact",
     .options = CARGO_OPTIONS "p,package=- bin=- root=D",
     .operands = "-*",
     .more = "destroys"},
    {.names = "cargo/add",
     .habits = "exact",
     .options = CARGO_OPTIONS
     "no-default-features default-features F,features=- optional no-optional rename=- n,dry-run "
     "ignore-rust-version p,package=- manifest-path=F lockfile-path=M path=R base=- git=U branch=- tag=- "
     "rev=- registry=- dev build target=- public no-public",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "cargo/remove cargo/rm",
     .habits = "exact",
     .options = CARGO_OPTIONS "n,dry-run p,package=- manifest-path=F lockfile-path=M dev build target=-",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "cargo/update cargo/generate-lockfile cargo/fetch",
     .habits = "exact",
     .options =
         CARGO_OPTIONS "n,dry-run recursive precise=- w,workspace p,package=- aggressive breaking manifest-path=F "
                       "lockfile-path=M ignore-rust-version target=R",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "cargo/tree cargo/metadata cargo/pkgid cargo/locate-project",
     .habits = "exact",
     .options =
         CARGO_OPTIONS "e,edges=- i,invert=- prune=- depth=- prefix=- no-dedupe d,duplicates charset=- f,format=- "
                       "p,package=- workspace exclude=- F,features=- all-features no-default-features target=R "
                       "manifest-path=F lockfile-path=M ignore-rust-version format-version=- no-deps filter-platform=- "
                       "message-format=-",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "cargo/new cargo/init",
     .habits = "exact",
     .options = CARGO_OPTIONS "vcs=- bin lib edition=- name=- registry=-",
     .operands = "D?",
     .more = "runs"},
    {.names = "cargo/clean",
     .habits = "exact",
     .options = CARGO_OPTIONS
     "p,package=- n,dry-run r,release profile=- target=- target-dir=W doc manifest-path=F lockfile-path=M",
     .more = "destroys"},
    {.names = "cargo/publish cargo/package",
     .habits = "exact",
     .options = CARGO_OPTIONS
     "n,dry-run index=U registry=- token=- no-verify allow-dirty l,list no-metadata p,package=- workspace "
     "exclude=- F,features=- all-features no-default-features j,jobs=- keep-going target=R target-dir=D "
     "manifest-path=F lockfile-path=M exclude-lockfile message-format=-",
     .more = "contacts destroys runs"},
    {.names = "cargo/yank cargo/owner cargo/login cargo/logout",
     .habits = "exact",
     .options = CARGO_OPTIONS "version,vers=- undo a,add=- r,remove=- l,list index=U registry=- token=-",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "cargo/search cargo/info cargo/version cargo/help",
     .habits = "exact",
     .options = CARGO_OPTIONS "limit=- index=U registry=-",
     .operands = "-*",
     .more = "contacts"},
    {.names = "cargo/vendor",
     .habits = "exact",
     .options = CARGO_OPTIONS "no-delete s,sync=F respect-source-config versioned-dirs manifest-path=F lockfile-path=M",
     .operands = "D?",
     .more = "contacts runs"},
    {.names = "cargo/nextest",
     .habits = "sub exact",
     .options = "v,verbose color=- manifest-path=F h,help.",
     .more = "contacts runs"},
    {.names = "cargo/nextest/run cargo/nextest/list",
     .habits = "exact",
     .options = CARGO_OPTIONS CARGO_BUILD
     "P=- E,filter-expr,filterset=- run-ignored=- partition=- test-threads=- retries=- fail-fast "
     "no-fail-fast no-capture,nocapture no-run failure-output=- success-output=- status-level=- "
     "final-status-level=- config-file=F cargo-profile=- no-tests=-",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "rustc",
     .habits = "exact",
     .options =
         "C,codegen=K:rustc Z=K:rustc L=L l=- o=W out-dir=D cfg=- check-cfg=- crate-type=- crate-name=- edition=- "
         "target=R test g O W,warn=- A,allow=- D,deny=- F,forbid=- cap-lints=- explain=- sysroot=P "
         "error-format=- color=- json=- v,verbose V,version. h,help.",
     .operands = "R@*",
     .more = "runs"},
    {.names = "rustfmt",
     .habits = "exact",
     .options = "check>R config=- config-path=R edition=- style-edition=- backup color=- l,files-with-diff q,quiet "
                "v,verbose skip-children unstable-features V,version. h,help.",
     .operands = "M*"},
    {.names = "rustup",
     .habits = "sub exact",
     .options = "v,verbose q,quiet V,version. h,help.",
     .more = "contacts runs"},
    {.names = "rustup/run",
     .habits = "posix exact",
     .options = "install h,help.",
     .operands = "- cmd",
     .more = "contacts runs"},
    {.names = "rustup/toolchain rustup/target rustup/component rustup/override rustup/self",
     .habits = "sub exact",
     .options = "h,help.",
     .more = "contacts runs"},
    {.names = "rustup/show rustup/check rustup/which rustup/toolchain/list rustup/target/list rustup/component/list "
              "rustup/override/list",
     .habits = "exact",
     .options = "v,verbose q,quiet toolchain=- installed h,help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "rustup/update rustup/install rustup/default rustup/toolchain/install rustup/toolchain/add "
              "rustup/target/add rustup/target/install rustup/component/add rustup/self/update rustup/override/set",
     .habits = "exact",
     .options = "no-self-update force force-non-host profile=- c,component=- t,target=- toolchain=- allow-downgrade "
                "path=L h,help.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "rustup/uninstall rustup/toolchain/uninstall rustup/toolchain/remove rustup/target/remove "
              "rustup/target/uninstall rustup/component/remove rustup/override/unset rustup/self/uninstall",
     .habits = "exact",
     .options = "toolchain=- target=- path=L nonexistent y h,help.",
     .operands = "-*",
     .more = "destroys"},
    // Compilers and binary tools. @FILE holds further options, and sources name further files: R@. Of the many -W and -f
    // options of gcc only those that neither load nor run anything are here; -Wl, -wrapper, -fplugin, -specs and -B are not.
    {.names = "gcc g++ cc c++ clang clang++ gfortran gdc gnat",
     .habits = "single exact",
     .options = CC_OPTIONS "wrapper=X specs=F fplugin=P load=P B=P Xlinker=K:ld Xclang=K:clang Xpreprocessor=K:cpp "
                           "Xassembler=K:as T=R@ aux-info=W dumpdir=W dumpbase=W fuse-ld=X",
     .operands = "R@*"},
    // Its second operand is the output.
    {.names = "cpp",
     .habits = "single exact",
     .options = CC_OPTIONS "wrapper=X specs=F fplugin=P load=P B=P Xpreprocessor=K:cpp T=R@ aux-info=W",
     .operands = "R@ W"},
    {.names = "ld ld.bfd ld.gold ld.lld",
     .habits = "single exact",
     .options = "o,output=W L,library-path=L l,library=R T,script=R@ dT,default-script=R@ plugin%=P plugin-opt=P "
                "dynamic-linker=- rpath=- rpath-link=L soname=- e,entry=- m=- r,relocatable s,strip-all S,strip-debug "
                "static shared Bstatic Bdynamic pie no-pie export-dynamic E as-needed no-as-needed gc-sections "
                "no-gc-sections build-id=?- Map=W M,print-map start-group end-group whole-archive no-whole-archive "
                "z=- t,trace sysroot=P defsym=- verbose v,version help",
     .operands = "R@*"},
    {.names = "as",
     .habits = "exact",
     .options = "o=W I=L D g R W,no-warn fatal-warnings 32 64 x32 a=?W defsym=- MD=W v statistics version. help.",
     .operands = "R@*"},
    {.names = "ar gcc-ar llvm-ar",
     .habits = "bundle exact",
     .options = "r q d m t>R p>R s c v u D U T S o O f P thin target=- plugin=P version. help.",
     .operands = "M R@*"},
    {.names = "ranlib", .habits = "exact", .options = "plugin=P D U t v,V,version. h,H,help.", .operands = "M*"},
    {.names = "nm gcc-nm llvm-nm",
     .habits = "exact",
     .options = "a,debug-syms A,o,print-file-name B C,demangle=?- no-demangle recurse-limit no-recurse-limit "
                "D,dynamic e f,format=- g,extern-only ifunc-chars=- j,just-symbols l,line-numbers n,v,numeric-sort "
                "p,no-sort P,portability r,reverse-sort plugin=P S,print-size s,print-armap quiet size-sort "
                "special-syms synthetic t,radix=- target=- u,undefined-only U,defined-only unicode=- W,no-weak "
                "with-symbol-versions X=- h,H,help. V,version.",
     .operands = "R@*"},
    {.names = "objdump llvm-objdump",
     .habits = "exact",
     .options = "a,archive-headers f,file-headers p,private-headers P,private=- h,headers,section-headers "
                "x,all-headers d D,disassemble-all disassemble=?- S,source source-comment=?- s,full-contents "
                "g,debugging e,debugging-tags G,stabs W=?- dwarf=?- L,process-links ctf=?- sframe=?- t,syms "
                "T,dynamic-syms r,reloc R,dynamic-reloc b,target=- m,architecture=- j,section=- "
                "M,disassembler-options=- EB EL endian=- file-start-context I,include=L l,line-numbers F,file-offsets "
                "C,demangle=?- recurse-limit no-recurse-limit w,wide U=?- unicode=- z,disassemble-zeroes "
                "start-address=- stop-address=- no-addresses prefix-addresses show-raw-insn no-show-raw-insn "
                "insn-width=- adjust-vma=- show-all-symbols special-syms inlines prefix=L prefix-strip=- "
                "dwarf-depth=- dwarf-start=- dwarf-check ctf-parent=- visualize-jumps=?- disassembler-color=- "
                "v,version. i,info. H,help.",
     .operands = "R@*"},
    {.names = "readelf llvm-readelf",
     .habits = "exact",
     .options = "a,all h,file-header l,program-headers,segments S,section-headers,sections g,section-groups "
                "t,section-details e,headers s,syms,symbols dyn-syms lto-syms sym-base=- C,demangle=?- no-demangle "
                "recurse-limit no-recurse-limit U=?- unicode=- n,notes r,relocs u,unwind d,dynamic V,version-info "
                "A,arch-specific c,archive-index D,use-dynamic L,lint,enable-checks x,hex-dump=- p,string-dump=- "
                "R,relocated-dump=- z,decompress w=?- debug-dump=?- P,process-links dwarf-depth=- dwarf-start=- ctf=- "
                "ctf-parent=- ctf-symbols=- ctf-strings=- sframe=?- I,histogram W,wide T,silent-truncation H,help. "
                "v,version.",
     .operands = "R@*"},
    {.names = "strip llvm-strip",
     .habits = "exact",
     .options = "I,input-target=- O,output-target=- F,target=- p,preserve-dates D,enable-deterministic-archives "
                "U,disable-deterministic-archives R,remove-section=- remove-relocations=- s,strip-all "
                "g,S,d,strip-debug strip-dwo strip-unneeded only-keep-debug M,merge-notes no-merge-notes "
                "N,strip-symbol=- keep-section=- K,keep-symbol=- keep-section-symbols keep-file-symbols w,wildcard "
                "x,discard-all X,discard-locals v,verbose V,version. h,help. info. o=W>R",
     .operands = "M*",
     .more = "destroys"},
    {.names = "objcopy llvm-objcopy",
     .habits = "exact",
     .options = "I,input-target=- O,output-target=- F,target=- B,binary-architecture=- p,preserve-dates "
                "j,only-section=- R,remove-section=- S,strip-all g,strip-debug strip-unneeded N,strip-symbol=- "
                "K,keep-symbol=- only-keep-debug add-gnu-debuglink=R x,discard-all X,discard-locals v,verbose "
                "compress-debug-sections=?- decompress-debug-sections rename-section=- set-start=- V,version. h,help. "
                "info.",
     .operands = "M W"},
    {.names = "size addr2line c++filt",
     .habits = "exact",
     .options = "A B d o x f,functions e,exe=R a,addresses p,pretty-print i,inlines s,basenames C,demangle=?- "
                "j,section=- r t,totals format=- radix=- common n _ strip-underscore no-strip-underscore no-params "
                "V,v,version. h,H,help.",
     .operands = "R@*"},
    {.names = "clang-format",
     .habits = "exact",
     .options = "i>M style=R fallback-style=- assume-filename=- n,dry-run Werror lines=- offset=- length=- "
                "sort-includes files=R@ output-replacements-xml dump-config verbose ferror-limit=- "
                "qualifier-alignment=- version. h,help.",
     .operands = "R*"},
    {.names = "clang-tidy",
     .habits = "single exact",
     .options = "p=L checks=- warnings-as-errors=- header-filter=- exclude-header-filter=- line-filter=- "
                "system-headers fix>M fix-errors>M fix-notes>M format-style=- config=- config-file=F export-fixes=W "
                "load=P extra-arg=K:clang extra-arg-before=K:clang quiet use-color=?- enable-check-profile "
                "store-check-profile=D vfsoverlay=R dump-config list-checks explain-config verify-config version. "
                "help.",
     .operands = "R@*"},
    {.names = "cppcheck",
     .habits = "exact",
     .options = "enable=?- std=?- language=?- I=L D=- U=- j=- q,quiet v,verbose f,force xml output-file=?W project=?F "
                "suppress=?- suppressions-list=?R inline-suppr error-exitcode=?- i=- platform=?- template=?- "
                "check-config cppcheck-build-dir=?D version. h,help.",
     .operands = "L*",
     .more = "runs"},
    {.names = "pkg-config pkgconf",
     .habits = "exact",
     .options = "cflags cflags-only-I cflags-only-other libs libs-only-L libs-only-l libs-only-other static shared "
                "exists modversion atleast-version=- exact-version=- max-version=- atleast-pkgconfig-version=- "
                "variable=- define-variable=- print-variables print-requires print-requires-private print-provides "
                "print-errors silence-errors short-errors errors-to-stdout uninstalled list-all list-package-names "
                "path with-path=R env-only keep-system-cflags keep-system-libs validate debug version. help.",
     .operands = "-*"},
    {.names = "ccache sccache distcc",
     .habits = "posix exact",
     .options = "s,show-stats z,zero-stats C,clear$ c,cleanup$ M,max-size=- F,max-files=- p,show-config. "
                "o,set-config=K:ccache "
                "x,show-compression. V,version. h,help.",
     .operands = "cmd"},
    // Builds. Each of them runs what its file says; assignments are text of recipes.
    {.names = "make gmake remake",
     .habits = "exact",
     .options = "B,always-make b C,directory=CD d debug=?- e,environment-overrides E,eval=C:make f,file,makefile=F "
                "i,ignore-errors I,include-dir=L j,jobs=?- k,keep-going l,load-average,max-load=?- "
                "L,check-symlink-times m n,just-print,dry-run,recon o,old-file,assume-old=- O,output-sync=?- "
                "p,print-data-base q,question r,no-builtin-rules R,no-builtin-variables s,silent,quiet no-silent "
                "S,no-keep-going,stop t,touch trace w,print-directory no-print-directory "
                "W,what-if,new-file,assume-new=- warn-undefined-variables shuffle=?- jobserver-style=- v,version. "
                "h,help.",
     .operands = "A:make*",
     .more = "runs"},
    {.names = "bmake", .habits = "exact", .options = "f=F C=CD", .operands = "A:make*", .more = "runs"},
    {.names = "cmake",
     .habits = "single exact",
     .options =
         "S=F B=D C=F D=A U=- G=- T=- A=- P=F:cmake toolchain=F install-prefix=D preset=- list-presets=?- "
         "E^=cmd:cmake1 build=D t,target=- config=- j,parallel=?- clean-first resolve-package-references=- v,verbose "
         "install=D component=- prefix=D strip default-directory-permissions=- open=D fresh graphviz=W "
         "log-level=- loglevel=- log-context debug-trycompile debug-output debug-find debug-find-pkg=- "
         "debug-find-var=- trace trace-expand trace-format=- trace-source=R trace-redirect=W "
         "warn-uninitialized no-warn-unused-cli check-system-vars compile-no-warning-as-error "
         "profiling-format=- profiling-output=W L LA LH LAH N Wdev Wno-dev Werror=- Wno-error=- Wdeprecated "
         "Wno-deprecated version help h H usage",
     .operands = "F",
     .more = "runs"},
    {.names = "cmake:env", .habits = "posix", .options = "unset=- modify=A", .operands = "A:variable* cmd"},
    {.names = "cmake:time", .habits = "posix", .operands = "cmd"},
    {.names = "cmake:chdir", .habits = "plain", .operands = "CD cmd"},
    {.names = "cmake:rm cmake:remove", .options = "r R f", .operands = "W*", .more = "destroys"},
    {.names = "cmake:copy cmake:copy_if_different", .habits = "plain", .operands = "R* W"},
    {.names = "cmake:cat", .habits = "plain", .operands = "R*"},
    {.names = "cmake:rename", .habits = "plain", .operands = "M W"},
    {.names = "cmake:touch cmake:make_directory", .habits = "plain", .operands = "W*"},
    {.names = "cmake:echo", .habits = "plain", .operands = "-*"},
    {.names = "ctest",
     .habits = "single exact",
     .options = "preset=- list-presets C,build-config=- progress V,verbose VV,extra-verbose debug output-on-failure "
                "stop-on-failure F j,parallel=- Q,quiet O,output-log=W output-junit=W N,show-only=?- L,label-regex=- "
                "R,tests-regex=- E,exclude-regex=- LE,label-exclude=- FA,fixture-exclude-any=- "
                "FS,fixture-exclude-setup=- FC,fixture-exclude-cleanup=- S,script=F:cmake "
                "SP,script-new-process=F:cmake A,add-notes=R I,tests-information=R U,union rerun-failed repeat=- "
                "repeat-until-fail=- max-width=- interactive-debug-mode=- resource-spec-file=R no-label-summary "
                "no-subproject-summary test-dir=CD build-makeprogram=X timeout=- test-timeout=- test-load=- "
                "stop-time=- schedule-random print-labels no-tests=- test-output-size-passed=- "
                "test-output-size-failed=- force-new-ctest-process version help h H usage",
     .more = "runs"},
    {.names = "ninja ninja-build samu",
     .habits = "exact",
     .options = "C=CD f=F j=- k=- l=- n v,verbose quiet d=- w=- version. h,help.",
     .operands = "-*",
     .more = "runs"},
    {.names = "meson", .habits = "sub exact", .options = "v,version. h,help.", .more = "runs"},
    {.names = "meson/setup",
     .habits = "exact",
     .options = MESON_DIRECTORIES
     "native-file=F cross-file=F vsenv fatal-meson-warnings reconfigure wipe$ clearcache v,version. "
     "h,help.",
     .operands = "D*",
     .more = "contacts runs"},
    {.names = "meson/configure",
     .habits = "exact",
     .options = MESON_DIRECTORIES "clearcache no-pager h,help.",
     .operands = "D?",
     .more = "runs"},
    {.names = "meson/compile",
     .habits = "exact",
     .options = "clean$ C=CD j,jobs=- l,load-average=- v,verbose ninja-args=K:ninja vs-args=- xcode-args=- h,help.",
     .operands = "-*",
     .more = "runs"},
    {.names = "meson/test",
     .habits = "exact",
     .options = "maxfail=- repeat=- no-rebuild gdb gdb-path=X list wrapper=S C=CD suite=- no-suite=- no-stdsplit "
                "print-errorlogs benchmark logbase=W num-processes,j=- v,verbose q,quiet t,timeout-multiplier=- "
                "setup=- test-args=- max-lines=- interactive,i slice=- h,help.",
     .operands = "-*",
     .more = "runs"},
    {.names = "meson/install",
     .habits = "exact",
     .options = "C=CD no-rebuild only-changed quiet destdir=D n,dry-run skip-subprojects=?- tags=- strip h,help.",
     .more = "runs"},
    {.names = "meson/introspect",
     .habits = "exact",
     .options = "a,all ast benchmarks buildoptions buildsystem-files compilers dependencies scan-dependencies "
                "installed install-plan machines projectinfo targets tests backend=- i,indent f,force-object-output "
                "h,help.",
     .operands = "R?"},
    {.names = "meson/devenv",
     .habits = "posix exact",
     .options = "C=CD w,workdir=CD dump=?W dump-format=- h,help.",
     .operands = "cmd",
     .more = "runs"},
    {.names = "bazel bazelisk",
     .habits = "sub exact",
     .options = "bazelrc=F output_base=D output_user_root=D host_jvm_args=K:java max_idle_secs=- server_javabase=P "
                "install_base=P batch nobatch home_rc nohome_rc system_rc nosystem_rc workspace_rc noworkspace_rc "
                "ignore_all_rc_files",
     .more = "runs"},
    {.names = "bazel/build bazel/test bazel/coverage bazelisk/build bazelisk/test bazelisk/coverage",
     .habits = "exact",
     .options = "c,compilation_mode=- config=- j,jobs=- k,keep_going nokeep_going verbose_failures s,subcommands "
                "test_output=- test_filter=- test_arg=- test_tag_filters=- build_tag_filters=- cache_test_results=- t "
                "nocache_test_results runs_per_test=- define=- copt=K:cc cxxopt=K:cc platforms=- cpu=- show_progress "
                "noshow_progress curses=- color=-",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "bazel/query bazel/cquery bazel/aquery bazel/info bazel/version bazel/help bazelisk/query "
              "bazelisk/cquery bazelisk/aquery bazelisk/info bazelisk/version bazelisk/help",
     .habits = "exact",
     .options = "output=- k,keep_going noimplicit_deps notool_deps order_output=- config=- color=- show_progress "
                "noshow_progress",
     .operands = "-*",
     .more = "runs"},
    {.names = "bazel/run bazelisk/run",
     .habits = "exact",
     .options = "c,compilation_mode=- config=- j,jobs=- run_under=S verbose_failures color=- define=-",
     .operands = "- R*",
     .more = "contacts runs"},
    {.names = "bazel/clean bazel/shutdown bazelisk/clean bazelisk/shutdown",
     .habits = "exact",
     .options = "expunge expunge_async async",
     .more = "destroys"},
    {.names = "autoconf autoreconf automake aclocal libtoolize autoheader",
     .habits = "exact",
     .options = "f,force i,install s,symlink v,verbose d,debug I,include=L B,prepend-include=L o,output=W "
                "W,warnings=- a,add-missing c,copy foreign gnu no-force m,make force-missing version. h,help. V.",
     .operands = "F*",
     .more = "runs"},
    {.names = "java",
     .habits = "posix single exact",
     .options = "D=?K:java cp,classpath,class-path=P p,module-path=P upgrade-module-path=P add-modules=- "
                "enable-native-access=- jar=F:java1 m,module=P1 d,describe-module=- list-modules. dry-run "
                "validate-modules showversion show-version show-module-resolution ea,enableassertions "
                "da,disableassertions esa dsa enable-preview server client version. h,?,help. help-extra.",
     .operands = "F:java any*",
     .more = "runs"},
    {.names = "javac",
     .habits = "single exact",
     .options = "cp,classpath,class-path=P p,module-path=P sourcepath,source-path=L processorpath,processor-path=P "
                "processor-module-path=P processor=P bootclasspath,boot-class-path=P extdirs=P endorseddirs=P "
                "module-source-path=L upgrade-module-path=P system=P d=D s=D h=D encoding=- source=- target=- "
                "release=- add-modules=- limit-modules=- m,module=- module-version=- profile=- g nowarn deprecation "
                "parameters verbose Werror Xlint enable-preview version ?,help help-extra",
     .operands = "R@*",
     .more = "runs"},
    {.names = "jar",
     .habits = "bundle exact",
     .options = "c,create t,list u,update f,file=M v,verbose e,main-class=- m,manifest=R M,no-manifest 0,no-compress "
                "i,generate-index=M release=- module-version=- hash-modules=- p,module-path=P date=- "
                "d,describe-module validate version. h,?,help. help-extra.",
     .operands = "L*"},
    {.names = "kotlin kotlinc scala scalac",
     .habits = "single exact",
     .options = "cp,classpath=P d=D e,eval=C:kotlin i=P language-version=- api-version=- jvm-target=- include-runtime "
                "nowarn verbose script version. h,help.",
     .operands = "F:kotlin any*",
     .more = "runs input:kotlin"},
    {.names = "groovy jshell clojure clj bb",
     .habits = "posix exact",
     .options = "cp,classpath=P e,eval=C:clojure r=->any i,init=F m,main=->any M=?->any A=?->any T=?->any X=?->any "
                "v,version. h,help.",
     .operands = "F:clojure any*",
     .more = "runs input:clojure"},
    {.names = "mvn mvnw mvnDebug",
     .habits = "single exact",
     .options = "am,also-make amd,also-make-dependents B,batch-mode b,builder=- C,strict-checksums c,lax-checksums "
                "color=- D,define=K:java e,errors f,file=F fae,fail-at-end ff,fail-fast fn,fail-never "
                "gs,global-settings=F gt,global-toolchains=F l,log-file=W llr,legacy-local-repository N,non-recursive "
                "nsu,no-snapshot-updates ntp,no-transfer-progress o,offline P,activate-profiles=- pl,projects=- "
                "q,quiet rf,resume-from=- s,settings=F t,toolchains=F T,threads=- U,update-snapshots V,show-version "
                "X,debug v,version h,help",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "gradle gradlew",
     .habits = "exact",
     .options = GRADLE_OPTIONS,
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "ant",
     .habits = "single exact",
     .options = "f,file,buildfile=F D=K:java lib=P cp=P inputhandler=P logger=P listener=P l,logfile=W propertyfile=R "
                "q,quiet S,silent v,verbose d,debug e,emacs k,keep-going p,projecthelp noinput nouserlib noclasspath "
                "autoproxy main=P nice=- diagnostics. version. h,help.",
     .operands = "-*",
     .more = "runs"},
    {.names = "sbt",
     .habits = "exact",
     .options = "v,verbose d,debug D=K:java no-colors java-home=P batch version. h,help.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "dotnet",
     .habits = "sub exact",
     .options = "version. info. list-sdks. list-runtimes. h,help. d,diagnostics",
     .more = "runs",
     .same = "sln=solution"},
    {.names = "dotnet/build dotnet/restore dotnet/msbuild dotnet/pack",
     .habits = "exact",
     .options = DOTNET_BUILD "include-symbols include-source lock-file-path=M use-lock-file locked-mode",
     .operands = "F?",
     .more = "contacts runs"},
    {.names = "dotnet/test",
     .habits = "exact",
     .options =
         DOTNET_BUILD "test-adapter-path=P blame blame-crash blame-hang collect=- diag=W e,environment=A filter=- "
                      "l,logger=W results-directory=D settings=F t,list-tests",
     .operands = "F?",
     .more = "contacts runs"},
    {.names = "dotnet/run",
     .habits = "exact",
     .options = DOTNET_BUILD "project=F launch-profile,lp=- no-launch-profile e,environment=A",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "dotnet/watch",
     .habits = "exact",
     .options = "project=F no-hot-reload non-interactive list q,quiet v,verbose h,help.",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "dotnet/publish",
     .habits = "exact",
     .options = DOTNET_BUILD "manifest=R",
     .operands = "F?",
     .more = "contacts runs"},
    {.names = "dotnet/clean", .habits = "exact", .options = DOTNET_BUILD, .operands = "F?", .more = "destroys runs"},
    {.names = "dotnet/format",
     .habits = "exact",
     .options = "no-restore verify-no-changes severity=- diagnostics=- exclude-diagnostics=- include=- exclude=- "
                "include-generated v,verbosity=- binarylog=?W report=?D h,help.",
     .operands = "F?",
     .more = "runs"},
    {.names = "dotnet/new",
     .habits = "exact",
     .options = "n,name=- o,output=D dry-run force$ no-update-check lang,language=- project=F f,framework=- "
                "use-controllers h,help. list",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "dotnet/sln dotnet/solution",
     .habits = "exact",
     .options = "in-root s,solution-folder=- h,help.",
     .operands = "M -*",
     .more = "runs"},
    {.names = "dotnet/list dotnet/add dotnet/remove dotnet/package dotnet/reference",
     .habits = "exact",
     .options = "v,version=- f,framework=- s,source=U n,no-restore outdated deprecated vulnerable include-transitive "
                "include-prerelease prerelease interactive package-directory=D format=- h,help.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "dotnet/tool",
     .habits = "exact",
     .options = "g,global local tool-path=D version=- configfile=F add-source=U framework=- ignore-failed-sources "
                "no-cache interactive v,verbosity=- allow-roll-forward create-manifest-if-needed h,help.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "dotnet/ef",
     .habits = "exact",
     .options = "c,context=- p,project=F s,startup-project=F framework=- configuration=- runtime=- no-build v,verbose "
                "no-color prefix-output json o,output=W output-dir=D i,idempotent f,force dry-run connection=- "
                "h,help.",
     .operands = "-*",
     .more = "contacts destroys runs"},
    {.names = "dotnet/nuget", .habits = "sub exact", .options = "version. h,help.", .more = "contacts"},
    {.names = "dotnet/nuget/push dotnet/nuget/delete",
     .habits = "exact",
     .options = "k,api-key=- s,source=U sk,symbol-api-key=- ss,symbol-source=U d,disable-buffering n,no-symbols "
                "skip-duplicate t,timeout=- non-interactive interactive h,help.",
     .operands = "R*",
     .more = "contacts destroys"},
    {.names = "dotnet/nuget/list dotnet/nuget/locals",
     .habits = "exact",
     .options = "l,list c,clear$ format=- configfile=R h,help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "ghc",
     .habits = "single exact",
     .options = "e%=C:haskell o=W odir=D hidir=D outputdir=D i=?L package=- package-db=P make O=?- Wall Werror "
                "threaded static dynamic v=?- j=?- version. help.",
     .operands = "R@*",
     .more = "runs"},
    {.names = "ghci runghc runhaskell stack-ghci",
     .habits = "posix exact",
     .options = "e=C:haskell v=?- version. help.",
     .operands = "F:haskell any*",
     .more = "runs input:haskell"},
    {.names = "guile racket chibi-scheme mit-scheme chez scheme csi",
     .habits = "posix exact",
     .options = "c=C:scheme1 e,eval=C:scheme1 l,load=F:scheme1 s=F:scheme1 f=F:scheme1 r=F:scheme1 t=F:scheme1 k=- n=- "
                "q no-auto-compile v,version. h,help.",
     .operands = "F:scheme any*",
     .more = "runs input:scheme"},
    {.names = "sbcl ecl clisp ccl",
     .habits = "posix single exact",
     .options = "x=C:lisp1 eval=C:lisp1 load=F:lisp1 script=F:lisp1 q non-interactive no-userinit noinform "
                "end-toplevel-options version. help.",
     .operands = "F:lisp any*",
     .more = "runs input:lisp"},
    {.names = "emacs emacsclient xemacs",
     .habits = "single exact",
     .options = "eval,execute,e=C:elisp f,funcall=C:elisp l,load%=F:elisp L=P u,user=- q Q,quick n,no-wait nw "
                "c,create-frame t s,socket-name=- d=- insert=R batch script=F:elisp kill alternate-editor=S "
                "no-init-file directory%=P init-directory%=F version. help.",
     .operands = "M*",
     .more = "runs"},
    {.names = "octave octave-cli matlab scilab",
     .habits = "posix single exact",
     .options = "e,eval=C:octave1 r=C:octave1 batch=C:octave1 q no-gui persist version. help.",
     .operands = "F:octave any*",
     .more = "runs input:octave"},
    {.names = "gnuplot",
     .habits = "posix single exact",
     .options = "e=C:gnuplot1 d,default-settings p,persist s,slow c=F:gnuplot1 version. help.",
     .operands = "F:gnuplot any*",
     .more = "runs input:gnuplot"},
    {.names = "maxima gp sage",
     .habits = "posix exact",
     .options = "c=C:maxima1 r=C:maxima1 batch-string=C:maxima1 run-string=C:maxima1 b,batch=F:maxima1 version. help.",
     .operands = "F:maxima any*",
     .more = "runs input:maxima"},
    {.names = "pwsh powershell",
     .habits = "posix single exact",
     .options = "c,Command,command^=C:powershell1 e,EncodedCommand,encodedcommand=C:powershell1 "
                "f,File,file^=F:powershell1 NoProfile,noprofile NonInteractive,noninteractive ExecutionPolicy=- "
                "version,Version. h,help.",
     .operands = "F:powershell any*",
     .more = "runs input:powershell"},
    {.names = "nu xonsh elvish oil osh ysh es rc",
     .habits = "posix exact",
     .options = "c,commands=C:othersh1 e,execute=C:othersh n l i config%=F env-config%=F no-rc v,version. h,help.",
     .operands = "F:othersh any*",
     .more = "runs input:othersh"},
    {.names = "crystal", .habits = "posix exact", .operands = "F:crystal any*", .more = "runs"},
    {.names = "rust-script cargo-script",
     .habits = "posix exact",
     .options = "e,expr=C:rust1 l,loop=C:rust1 d,dep=- version. help.",
     .operands = "F:rust any*",
     .more = "runs"},
    {.names = "m4 gm4",
     .options = "I,include=L D,define=- U,undefine=- P,prefix-builtins s,synclines Q,quiet,silent version. help.",
     .operands = "F:m4*",
     .more = "runs input:m4"},
    {.names = "stack cabal", .habits = "sub exact", .options = "V,version. h,help.", .more = "contacts runs"},
    {.names = "stack/build stack/test stack/bench stack/install stack/ghci stack/haddock stack/clean cabal/build "
              "cabal/test cabal/bench cabal/install cabal/repl cabal/haddock cabal/clean cabal/update "
              "cabal/configure cabal/check",
     .habits = "exact",
     .options = "fast pedantic no-run-tests test-arguments,ta=- file-watch j,jobs=- enable-tests enable-benchmarks "
                "disable-tests v,verbose=?- O=?- only-dependencies dry-run h,help.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "stack/exec cabal/exec",
     .habits = "exact",
     .options = "package=- h,help.",
     .operands = "cmd",
     .more = "contacts runs"},
    {.names = "just",
     .habits = "exact",
     .options = "c,command^=S1 f,justfile=F d,working-directory=CD shell=X shell-arg=S chooser=X l,list n,dry-run "
                "dump e,edit evaluate s,show=- summary variables v,verbose q,quiet no-deps one highlight no-highlight "
                "color=- u,unsorted unstable yes timestamp dotenv-filename=R E,dotenv-path=R V,version. h,help.",
     .operands = "A*",
     .more = "runs"},
    {.names = "mise",
     .habits = "sub exact",
     .options = "C,cd=CD E,env=- y,yes q,quiet v,verbose V,version. h,help.",
     .more = "runs"},
    {.names = "task go-task",
     .habits = "exact",
     .options = "t,taskfile=F d,dir=CD g,global a,list-all l,list f,force n,dry p,parallel s,silent v,verbose w,watch "
                "y,yes C,concurrency=- i,init c,color o,output=- summary status x,exit-code interval=- version. "
                "h,help.",
     .operands = "A*",
     .more = "contacts runs"},
    {.names = "dart flutter",
     .habits = "sub exact",
     .options = "v,verbose d,device-id=- suppress-analytics version. h,help.",
     .more = "contacts runs"},
    {.names = "dart/run dart/test dart/analyze dart/format dart/fix dart/pub dart/compile flutter/run flutter/test "
              "flutter/analyze flutter/pub flutter/build flutter/doctor flutter/devices flutter/clean "
              "flutter/create flutter/upgrade",
     .habits = "exact",
     .options = "v,verbose d,device-id=- release debug profile t,target=F:dart flavor=- dart-define=- coverage name=- "
                "n=- apply$ o,output=- set-exit-if-changed h,help.",
     .operands = "R*",
     .more = "contacts runs"},
    // Debuggers and profilers.
    {.names = "gdb gdb-multiarch",
     .habits = "single",
     .options = "args^>cmd core,c=R exec,e=F pid,p=- directory,d=L se=F symbols,s=R readnow,r readnever write "
                "command,x=F:gdb init-command,ix=F:gdb eval-command,ex=C:gdb init-eval-command,iex=C:gdb "
                "early-init-command,eix=F:gdb early-init-eval-command,eiex=C:gdb nh nx,n fullname,f interpreter,i=- "
                "tty,t=W w nw tui q,quiet,silent batch batch-silent return-child-result configuration b=- l=- cd=CD "
                "data-directory,D=P version,v help,h",
     .operands = "F R*",
     .more = "runs input:gdb"},
    {.names = "lldb",
     .habits = "exact",
     .options = "o,one-line=C:lldb O,one-line-before-file=C:lldb k,one-line-on-crash=C:lldb K,source-on-crash=F:lldb "
                "s,source=F:lldb S,source-before-file=F:lldb Q,source-quietly x,no-lldbinit local-lldbinit "
                "X,no-use-colors c,core=R f,file=F n,attach-name=- p,attach-pid=- w,wait-for a,arch=- b,batch "
                "e,editor l,script-language=- r,repl=?- P,python-path v,version h,help",
     .operands = "F R*",
     .more = "runs input:lldb"},
    {.names = "valgrind",
     .habits = "posix exact",
     .options = "tool=K:library h,help. version. q,quiet v,verbose d trace-children=- trace-children-skip=- "
                "child-silent-after-fork=- vgdb=- vgdb-error=- track-fds=?- time-stamp=- log-fd=- log-file=W "
                "log-socket=H xml=- xml-fd=- xml-file=W xml-socket=H demangle=- num-callers=- error-limit=- "
                "error-exitcode=- exit-on-first-error=- error-markers=- show-error-list=- s suppressions=R "
                "gen-suppressions=- max-stackframe=- main-stacksize=- redzone-size=- default-suppressions=- "
                "extra-debuginfo-path=L leak-check=- leak-resolution=- show-leak-kinds=- errors-for-leak-kinds=- "
                "show-reachable=- show-possibly-lost=- undef-value-errors=- track-origins=- freelist-vol=- "
                "keep-stacktraces=- partial-loads-ok=- massif-out-file=W callgrind-out-file=W cachegrind-out-file=W "
                "dump-instr=- collect-jumps=- dump-line=- cache-sim=- branch-sim=- instr-atstart=- history-level=- "
                "pages-as-heap=- heap=- stacks=- time-unit=- detailed-freq=- max-snapshots=-",
     .operands = "cmd"},
    {.names = "perf",
     .habits = "sub exact",
     .options = "debugfs-dir=L buildid-dir=L paginate no-pager v,version. h,help."},
    {.names = "perf/stat",
     .habits = "posix exact",
     .options = "a,all-cpus A,no-aggr B,big-num e,event=- i,no-inherit p,pid=- t,tid=- r,repeat=- d,detailed n,null "
                "v,verbose C,cpu=- o,output=W append x,field-separator=- I,interval-print=- G,cgroup=- D,delay=- "
                "j,json-output S,sync T,transaction pre=S post=S per-core per-socket per-thread no-merge metric-only "
                "topdown timeout=- table h,help.",
     .operands = "cmd",
     .more = "runs"},
    {.names = "perf/trace",
     .habits = "posix exact",
     .options = "a,all-cpus e,event=- p,pid=- t,tid=- u,uid=- o,output=W C,cpu=- D,delay=- s,summary S,with-summary "
                "f,force v,verbose m,mmap-pages=- G,cgroup=- filter=- call-graph=- T,time duration=- h,help.",
     .operands = "cmd",
     .more = "runs"},
    {.names = "rr", .habits = "sub", .options = "help. version.", .more = "runs"},
    {.names = "rr/record", .habits = "posix", .operands = "cmd", .more = "runs"},
    {.names = "perf/record",
     .habits = "posix exact",
     .options = "a,all-cpus b,branch-any c,count=- e,event=- F,freq=- g call-graph=- i,no-inherit p,pid=- t,tid=- "
                "o,output=W C,cpu=- d,data T,timestamp P,period R,raw-samples s,stat q,quiet v,verbose m,mmap-pages=- "
                "D,delay=- N,no-buildid-cache n,no-samples G,cgroup=- u,uid=- k,clockid=- j,branch-filter=- W,weight "
                "z,compression-level=?- no-buffering h,help.",
     .operands = "cmd",
     .more = "runs"},
    {.names = "perf/report perf/script perf/annotate perf/diff",
     .habits = "exact",
     .options = "i,input=R stdio tui gtk s,sort=- g,call-graph=?- G,inverted n,show-nr-samples no-children children "
                "comms,comm=- d,dsos,dso=- S,symbols,symbol=- f,force v,verbose q,quiet percent-limit=- header "
                "header-only F,fields=- no-inline max-stack=- k,vmlinux=R kallsyms=R symfs=L objdump=X addr2line=X "
                "C,cpu=- h,help.",
     .more = "runs"},
    {.names = "perf/list",
     .habits = "exact",
     .options = "d,desc no-desc v,long-desc details deprecated j,json h,help.",
     .operands = "-*"},
    // Documents, pictures and small checkers.
    {.names = "protoc",
     .habits = "exact",
     .options = "I,proto_path=L plugin=X cpp_out=D csharp_out=D java_out=D kotlin_out=D objc_out=D php_out=D "
                "pyi_out=D python_out=D ruby_out=D rust_out=D go_out=D go_opt=- go-grpc_out=D go-grpc_opt=- "
                "grpc_out=D grpc_python_out=D js_out=D ts_out=D ts_proto_out=D ts_proto_opt=- descriptor_set_in=R "
                "o,descriptor_set_out=W include_imports include_source_info experimental_allow_proto3_optional "
                "error_format=- fatal_warnings dependency_out=W version. h,help.",
     .operands = "R@*",
     .more = "runs"},
    {.names = "pandoc",
     .habits = "exact",
     .options =
         "f,r,from,read=K:pandoc t,w,to,write=K:pandoc o,output=W data-dir=P M,metadata=- metadata-file=R d,defaults=F "
         "file-scope sandbox=?- s,standalone=?- template=R V,variable=- wrap=- ascii=?- "
         "toc,table-of-contents=?- toc-depth=- N,number-sections=?- number-offset=- top-level-division=- "
         "extract-media=D resource-path=L H,include-in-header=R B,include-before-body=R A,include-after-body=R "
         "no-highlight highlight-style=R syntax-definition=R dpi=- eol=- columns=- p,preserve-tabs=?- "
         "tab-stop=- pdf-engine=X pdf-engine-opt=K:latex reference-doc=R F,filter=X L,lua-filter=F:lua "
         "shift-heading-level-by=- track-changes=- strip-comments=?- reference-links=?- markdown-headings=- "
         "i,incremental=?- slide-level=- section-divs=?- html-q-tags=?- email-obfuscation=- id-prefix=- "
         "T,title-prefix=- c,css=R epub-cover-image=R epub-metadata=R epub-embed-font=R C,citeproc "
         "bibliography=R csl=R citation-abbreviations=R natbib biblatex mathml mathjax=?- katex=?- "
         "abbreviations=R fail-if-warnings=?- log=W quiet verbose list-input-formats. list-output-formats. "
         "list-extensions=?- v,version. h,help.",
     .operands = "R*"},
    {.names = "ffmpeg",
     .habits = "single exact",
     .options = "vf,filter:v=F af,filter:a=F filter=F filter_complex,lavfi=F filter_script=F filter_complex_script=F "
                "i=R f=- y n c=- codec=- vcodec=- acodec=- c:v=- c:a=- c:s=- b:v=- b:a=- ss=- t=- to=- r=- s=- an vn "
                "sn dn map=- ar=- ac=- ab=- crf=- preset=- tune=- profile:v=- level=- pix_fmt=- vframes=- frames:v=- "
                "q:v=- q:a=- movflags=- threads=- loop=- shortest stream_loop=- metadata=- map_metadata=- hide_banner "
                "loglevel=- v=- stats nostats nostdin report$ aspect=- g=- bf=- maxrate=- bufsize=- copyts re "
                "strict=- version. h,help. formats. codecs. encoders. decoders. filters. pix_fmts. L.",
     .operands = "W*",
     .more = "contacts"},
    {.names = "ffprobe",
     .habits = "single exact",
     .options = "i=R f=- v=- loglevel=- hide_banner print_format=- of=- show_format show_streams show_packets "
                "show_frames show_entries=- show_chapters select_streams=- count_frames count_packets pretty unit o=W "
                "version. h,help.",
     .operands = "R",
     .more = "contacts"},
    {.names = "exiftool",
     .habits = "single exact",
     .options = "j json r recurse s S a u U n q f g G G1 G2 b E fast fast2 ee T t v ver. csv X php lang=-",
     .operands = "R*"},
    {.names = "dot neato fdp sfdp twopi circo",
     .habits = "exact",
     .options = "T=- K=- G=- N=- E=- o=W l=R n=?- s=?- q=?- v x y V. ?.",
     .operands = "R*"},
    {.names = "pdflatex latex xelatex lualatex pdftex tex luatex",
     .habits = "single exact",
     .options = "output-directory=D aux-directory=D jobname=W interaction=- halt-on-error file-line-error "
                "no-file-line-error synctex=- draftmode output-format=- no-shell-escape shell-restricted shell-escape% "
                "enable-write18% recorder "
                "fmt=F progname=- 8bit etex ini version. help.",
     .operands = "F:tex",
     .more = "runs"},
    {.names = "latexmk",
     .habits = "single exact",
     .options = "e=C:perl r%=F:perl shell-escape% enable-write18% pdf pdflatex=S latex=S xelatex=S lualatex=S pdfxe "
                "pdflua pdfdvi pdfps dvi ps "
                "outdir,output-directory=D auxdir,aux-directory=D out2dir=D jobname=W c$ C$ CA$ pvc pv view=- f g gg "
                "silent quiet verbose cd cd- interaction=- halt-on-error file-line-error synctex=- bibtex nobibtex "
                "use-make norc diagnostics rules time logfilewarnings v,version. h,help.",
     .operands = "F:tex*",
     .more = "runs"},
    {.names = "groff troff nroff pic",
     .habits = "exact",
     .options = "U% d=- f=- F=L I=L K=- L=- m=R M=L n=- o=- P=- r=- T=- w=- W=-",
     .operands = "R@*"},
    {.names = "pdftotext pdfinfo",
     .habits = "single exact",
     .options = "f=- l=- r=- x=- y=- W=- H=- layout fixed=- raw nodiag htmlmeta bbox bbox-layout enc=- eol=- nopgbrk "
                "opw=- upw=- q meta js struct struct-text box isodates rawdates dests listenc. v. h,?,help.",
     .operands = "R W?"},
    {.names = "shellcheck",
     .habits = "exact",
     .options = "a,check-sourced>R@ C,color=?- i,include=- e,exclude=- extended-analysis=- f,format=- list-optional. "
                "norc rcfile=R o,enable=- P,source-path=L s,shell=- S,severity=- W,wiki-link-count=- "
                "x,external-sources>R@ V,version. help.",
     .operands = "R*"},
    {.names = "shfmt",
     .habits = "exact",
     .options = "l,list w,write>M d,diff apply-ignore s,simplify mn,minify ln,language-dialect=- p,posix filename=- "
                "i,indent=- bn,binary-next-line ci,case-indent sr,space-redirects kp,keep-padding fn,func-next-line "
                "f,find to-json from-json version. h,help.",
     .operands = "L*"},
    {.names = "hadolint",
     .habits = "exact",
     .options = "c,config=R file-path-in-report=- no-fail no-color V,verbose f,format=- error=- warning=- info=- "
                "style=- ignore=- trusted-registry=- require-label=- strict-labels disable-ignore-pragma "
                "t,failure-threshold=- v,version. h,help.",
     .operands = "R*"},
    {.names = "yamllint",
     .habits = "exact",
     .options = "c,config-file=R d,config-data=- f,format=- s,strict no-warnings list-files v,version. h,help.",
     .operands = "L*"},
    {.names = "actionlint",
     .habits = "single exact",
     .options = "color no-color config-file=R format=- ignore=- oneline pyflakes=X shellcheck=X stdin-filename=- "
                "verbose init-config$ debug version. h,help.",
     .operands = "R*",
     .more = "runs"},
    {.names = "cloc tokei scc",
     .habits = "exact",
     .options = "by-file by-percent=- exclude-dir=- exclude-ext=- include-ext=- include-lang=- exclude-lang=- json "
                "yaml csv md quiet hide-rate skip-uniqueness e,exclude=- f,files s,sort=- C,no-ignore hidden w,wide "
                "version. h,help.",
     .operands = "L*"},
});

}  // namespace

std::span<const ProgramRow> development_programs() noexcept {
    return kRows;
}

}  // namespace postern::programs
