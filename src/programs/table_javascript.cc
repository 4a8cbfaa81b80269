// Tools of the JavaScript world.
#include "programs/tables.h"

#include <array>

#define NPM_OPTIONS                                                                                          \
    "_auth=- access=- !a,all !allow-same-version allow-directory=- allow-file=- allow-git=- "                \
    "allow-remote=- allow-scripts=- also=- !audit audit-level=- auth-type=- before,enjoy-by=- !bin-links "   \
    "browser=X !bypass-2fa ca=- cache=D cache-max=- cache-min=- cafile=R c,call=sh cert=- cidr=- "           \
    "!commit-hooks cpu=- !dangerously-allow-all-scripts depth=- !description,desc !dev diff=R "              \
    "!diff-ignore-all-space !diff-name-only !diff-no-prefix diff-dst-prefix=- diff-src-prefix=- "            \
    "!diff-text diff-unified=- !dry-run editor=X !engine-strict expect-result-count=- !expect-results "      \
    "expires=- fetch-retries=- fetch-retry-factor=- fetch-retry-maxtimeout=- fetch-retry-mintimeout=- "      \
    "fetch-timeout=- !f,force !foreground-scripts !format-package-lock !fund git=X !git-tag-version "        \
    "!g,global globalconfig%=F !global-style heading=- https-proxy=U !if-present !ignore-scripts include=- " \
    "!include-staged !include-workspace-root,iwr !include-attestations init-author-email=- "                 \
    "init-author-name=- init-author-url=- init-license=- init-module=F init-type=- init-version=- "          \
    "!init-private init.author.email=- init.author.name=- init.author.url=- init.license=- init.module=F "   \
    "init.version=- !install-links install-strategy=- !json key=- !legacy-bundling !legacy-peer-deps "       \
    "libc=- !link local-address=- L,location=- lockfile-version=- loglevel=- logs-dir=D logs-max=- "         \
    "!l,long name=- maxsockets=- m,message=- min-release-age=- min-release-age-exclude=- node-gyp=X "        \
    "node-options=C:node noproxy=- !offline omit=- !omit-lockfile-registry-resolved only=- orgs=- "          \
    "!optional os=- otp=- !package-lock !package-lock-only pack-destination=D packages=- "                   \
    "!allow-scripts-pending !allow-scripts-pin !prefer-dedupe !prefer-offline !prefer-online C,prefix=CD "   \
    "preid=- !production !progress !provenance provenance-file=R proxy=U !read-only,readonly "               \
    "!rebuild-bundle registry,reg=U replace-registry-host=- !S,save !B,save-bundle !D,save-dev "             \
    "!E,save-exact !O,save-optional !save-peer save-prefix=- !P,save-prod sbom-format=- sbom-type=- "        \
    "scope=- scopes=- !packages-all packages-and-scopes-permission=- orgs-permission=- password=- "          \
    "token-description=- script-shell=X searchexclude=- searchlimit=- searchopts=- searchstaleness=- "       \
    "shell=X !shrinkwrap !sign-git-commit !sign-git-tag !strict-peer-deps !strict-allow-scripts "            \
    "!strict-ssl tag=- tag-version-prefix=- !timing umask=- !unicode !update-notifier user-agent=- "         \
    "userconfig%=F viewer=X which=- w,workspace=- !workspaces,ws !workspaces-update !y,yes !color local "    \
    "n,no d,dd,ddd,q,quiet,s,silent,verbose ?,H,h,usage,help. v,version. versions. "
#define PNPM_OPTIONS                                                                                           \
    "C,dir,prefix=CD w,workspace-root F,filter=- filter-prod=- test-pattern=- changed-files-ignore-pattern=- " \
    "r,recursive !color aggregate-output loglevel=- s,silent stream reporter=- use-stderr parallel "           \
    "resume-from=- report-summary no-bail bail reverse sort no-sort workspace-concurrency=- registry=U "       \
    "offline prefer-offline !frozen-lockfile lockfile-only ignore-scripts script-shell=X shell-mode "          \
    "global-dir=D store-dir=D virtual-store-dir=D modules-dir=D lockfile-dir=D if-present "                    \
    "fail-if-no-match h,help "
#define YARN_OPTIONS                                                                                        \
    "cwd=CD use-yarnrc%=F yarn-path=X script-shell=X modules-folder=D preferred-cache-folder=D "            \
    "cache-folder=D global-folder=D prefix=D link-folder=D mutex=- registry=U proxy=U https-proxy=U "       \
    "network-concurrency=- network-timeout=- no-progress non-interactive s,silent verbose offline "         \
    "prefer-offline strict-semver json ignore-scripts har ignore-optional force skip-integrity-check flat " \
    "frozen-lockfile pure-lockfile no-lockfile production,prod=?- link-duplicates no-bin-links "            \
    "no-node-version-check scripts-prepend-node-path=?- ignore-engines ignore-platform focus otp=- "        \
    "immutable immutable-cache check-cache inline-builds mode=- check-files update-checksums h,help "
#define BUN_INSTALL                                                                                       \
    "c,config=?F y,yarn p,production no-save save ca=- cafile=R dry-run frozen-lockfile f,force "         \
    "cache-dir=D no-cache silent verbose no-progress no-summary no-verify ignore-scripts trust g,global " \
    "cwd=CD backend=- registry=U concurrent-scripts=- network-concurrency=- save-text-lockfile omit=- "   \
    "lockfile-only linker=- filter=- analyze d,D,dev optional peer E,exact h,help. "
#define DENO_OPTIONS                                                                                      \
    "A,allow-all R,allow-read=?- W,allow-write=?- I,allow-import=?- N,allow-net=?- E,allow-env=?- "       \
    "S,allow-sys=?- allow-run=?- allow-ffi=?- deny-read=?- deny-write=?- deny-net=?- deny-env=?- "        \
    "deny-sys=?- deny-run=?- deny-ffi=?- no-prompt c,config=F no-config import-map=F no-lock lock=?M "    \
    "frozen=?- r,reload=?- no-npm no-remote node-modules-dir=?- vendor=?- cert=R cached-only location=U " \
    "v8-flags=?- seed=- unstable check=?- no-check=?- env-file=?R preload=P inspect=?- inspect-brk=?- "   \
    "inspect-wait=?- watch=?- watch-exclude=?- no-clear-screen ext=- q,quiet L,log-level=- h,help. "
#define NODE_OPTIONS                                                                                        \
    "r,require=P import=P loader,experimental-loader=P env-file,env-file-if-exists=R C,conditions=- "       \
    "input-type=- inspect=?- inspect-brk=?- inspect-wait=?- inspect-port,debug-port=- "                     \
    "inspect-publish-uid=- watch watch-path=L watch-preserve-output openssl-config=F redirect-warnings=W "  \
    "diagnostic-dir=D cpu-prof cpu-prof-dir=D cpu-prof-interval=- cpu-prof-name=W heap-prof "               \
    "heap-prof-dir=D heap-prof-interval=- heap-prof-name=W report-dir,report-directory=D "                  \
    "report-filename=W report-compact report-on-fatalerror report-on-signal report-signal=- "               \
    "report-uncaught-exception report-exclude-network icu-data-dir=L title=- tls-keylog=W "                 \
    "tls-cipher-list=- trace-event-categories=- trace-event-file-pattern=W heapsnapshot-near-heap-limit=- " \
    "heapsnapshot-signal=- max-old-space-size=- max-semi-space-size=- stack-size=- stack-trace-limit=- "    \
    "max-http-header-size=- unhandled-rejections=- dns-result-order=- disable-warning=- disable-proto=- "   \
    "v8-pool-size=- secure-heap=- secure-heap-min=- use-largepages=- trace-require-module=?- "              \
    "test-name-pattern=- test-skip-pattern=- test-only test-reporter=P test-reporter-destination=W "        \
    "test-concurrency=- test-timeout=- test-shard=- test-force-exit test-coverage-include=- "               \
    "test-coverage-exclude=- experimental-test-coverage experimental-test-module-mocks "                    \
    "abort-on-uncaught-exception enable-source-maps experimental-vm-modules experimental-wasm-modules "     \
    "experimental-import-meta-resolve experimental-specifier-resolution=- experimental-default-type=- "     \
    "experimental-permission permission allow-fs-read=- allow-fs-write=- allow-addons allow-child-process " \
    "allow-wasi allow-worker experimental-strip-types experimental-transform-types "                        \
    "no-experimental-strip-types expose-gc frozen-intrinsics jitless no-addons no-deprecation no-warnings " \
    "no-experimental-fetch no-global-search-paths openssl-legacy-provider openssl-shared-config "           \
    "pending-deprecation preserve-symlinks preserve-symlinks-main prof throw-deprecation "                  \
    "trace-deprecation trace-exit trace-sigint trace-sync-io trace-tls trace-uncaught trace-warnings "      \
    "track-heap-objects use-bundled-ca use-openssl-ca use-system-ca zero-fill-buffers "

namespace postern::programs {
namespace {

constexpr auto kRows = std::to_array<ProgramRow>({
    // npm. Its list of commands has aliases, and every unambiguous beginning of a name counts: each is a name of the row.
    {.names = "npm",
     .habits = "sub single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .more = "runs",
     .same = "access owner=author adduser=add-user login approve-scripts audit bugs=issues cache "
             "ci=clean-install=ic=install-clean=isntall-clean completion config=c dedupe=ddp deny-scripts "
             "deprecate diff dist-tag=dist-tags docs=home doctor edit exec=x explain=why explore find-dupes "
             "fund get help=hlep help-search init=create=innit "
             "install=add=i=in=ins=inst=insta=instal=isnt=isnta=isntal=isntall "
             "install-ci-test=cit=clean-install-test=sit install-scripts install-test=it link=ln ll=la logout "
             "ls=list org=ogr outdated pack ping pkg prefix profile prune publish query rebuild=rb repo "
             "restart root run=run-script=rum=urn sbom search=find=s=se set shrinkwrap stage star stars start "
             "stop team test=tst=t token trust undeprecate uninstall=unlink=remove=rm=r=un unpublish unstar "
             "update=u=up=upgrade=udpate version=verison view=info=show=v whoami *"},
    {.names = "npm/add npm/i npm/in npm/ins npm/inst npm/insta npm/instal npm/install npm/isnt npm/isnta npm/isntal "
              "npm/isntall npm/ci npm/clean-install npm/ic npm/install-cl npm/install-cle npm/install-clea "
              "npm/install-clean npm/isntall- npm/isntall-c npm/isntall-cl npm/isntall-cle npm/isntall-clea "
              "npm/isntall-clean npm/install-t npm/install-te npm/install-tes npm/install-test npm/it npm/cit "
              "npm/clean-install- npm/clean-install-t npm/clean-install-te npm/clean-install-tes "
              "npm/clean-install-test npm/install-ci npm/install-ci- npm/install-ci-t npm/install-ci-te "
              "npm/install-ci-tes npm/install-ci-test npm/si npm/sit npm/u npm/ud npm/udp npm/udpa npm/udpat "
              "npm/udpate npm/up npm/upd npm/upda npm/updat npm/update npm/upg npm/upgr npm/upgra npm/upgrad "
              "npm/upgrade",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "npm/r npm/rem npm/remo npm/remov npm/remove npm/rm npm/un npm/uni npm/unin npm/unins npm/uninst "
              "npm/uninsta npm/uninstal npm/uninstall npm/unl npm/unli npm/unlin npm/unlink",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "npm/rum npm/run npm/run- npm/run-s npm/run-sc npm/run-scr npm/run-scri npm/run-scrip npm/run-script "
              "npm/ur npm/urn",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .operands = "- R*",
     .more = "runs"},
    {.names = "npm/t npm/tes npm/test npm/ts npm/tst npm/start npm/sto npm/stop npm/res npm/rest npm/resta "
              "npm/restar npm/restart",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .operands = "R*",
     .more = "runs"},
    {.names = "npm/exe npm/exec npm/x",
     .habits = "posix single exact",
     .options = NPM_OPTIONS "p,package=P",
     .operands = "cmd:npm",
     .more = "contacts runs"},
    {.names = "npm/cr npm/cre npm/crea npm/creat npm/create npm/ini npm/init npm/inn npm/inni npm/innit",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .operands = "P*",
     .more = "contacts runs"},
    {.names = "npm/explo npm/explor npm/explore",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .operands = "- cmd",
     .more = "runs"},
    {.names = "npm/lin npm/link npm/ln",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "npm/dd npm/ddp npm/ded npm/dedu npm/dedup npm/dedupe npm/pru npm/prun npm/prune npm/rb npm/reb "
              "npm/rebu npm/rebui npm/rebuil npm/rebuild npm/shr npm/shri npm/shrin npm/shrink npm/shrinkw "
              "npm/shrinkwr npm/shrinkwra npm/shrinkwrap npm/aud npm/audi npm/audit npm/veri npm/veris npm/veriso "
              "npm/verison npm/vers npm/versi npm/versio npm/version",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "npm/pa npm/pac npm/pack",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "npm/pu npm/pub npm/publ npm/publi npm/publis npm/publish",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .operands = "R?",
     .more = "contacts destroys runs"},
    {.names = "npm/unp npm/unpu npm/unpub npm/unpubl npm/unpubli npm/unpublis npm/unpublish npm/dep npm/depr "
              "npm/depre npm/deprec npm/depreca npm/deprecat npm/deprecate npm/und npm/unde npm/undep npm/undepr "
              "npm/undepre npm/undeprec npm/undepreca npm/undeprecat npm/undeprecate npm/dist-tag npm/dist-tags "
              "npm/ac npm/acc npm/acce npm/acces npm/access npm/aut npm/auth npm/autho npm/author npm/ow npm/own "
              "npm/owne npm/owner npm/tea npm/team npm/og npm/ogr npm/or npm/org npm/to npm/tok npm/toke npm/token "
              "npm/pro npm/prof npm/profi npm/profil npm/profile",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "npm/add- npm/add-u npm/add-us npm/add-use npm/add-user npm/addu npm/addus npm/adduse npm/adduser "
              "npm/logi npm/login npm/logo npm/logou npm/logout npm/star npm/uns npm/unst npm/unsta npm/unstar",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .operands = "-*",
     .more = "contacts"},
    {.names = "npm/ca npm/cac npm/cach npm/cache",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .operands = "R*",
     .more = "contacts destroys"},
    {.names = "npm/inf npm/info npm/sho npm/show npm/v npm/vi npm/vie npm/view npm/find npm/s npm/se npm/sea "
              "npm/sear npm/searc npm/search npm/pi npm/pin npm/ping npm/who npm/whoa npm/whoam npm/whoami npm/ou "
              "npm/out npm/outd npm/outda npm/outdat npm/outdate npm/outdated npm/fu npm/fun npm/fund npm/doct "
              "npm/docto npm/doctor npm/stars",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .operands = "-*",
     .more = "contacts"},
    {.names = "npm/dif npm/diff",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .operands = "R*",
     .more = "contacts"},
    {.names = "npm/docs npm/ho npm/hom npm/home npm/rep npm/repo npm/b npm/bu npm/bug npm/bugs npm/iss npm/issu "
              "npm/issue npm/issues npm/help npm/hl npm/hle npm/hlep npm/help- npm/help-s npm/help-se npm/help-sea "
              "npm/help-sear npm/help-searc npm/help-search",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "npm/lis npm/list npm/ls npm/la npm/ll npm/expla npm/explai npm/explain npm/why npm/q npm/qu npm/que "
              "npm/quer npm/query npm/pre npm/pref npm/prefi npm/prefix npm/ro npm/roo npm/root",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .operands = "-*"},
    {.names = "npm/find- npm/find-d npm/find-du npm/find-dup npm/find-dupe npm/find-dupes npm/sb npm/sbo npm/sbom",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .operands = "-*",
     .more = "contacts"},
    {.names = "npm/g npm/ge npm/get",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .operands = "-*"},
    {.names = "npm/c npm/con npm/conf npm/confi npm/config",
     .habits = "sub single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain package=P",
     .operands = "K:npm*"},
    {.names = "npm/c/list npm/c/ls npm/c/get npm/con/list npm/con/ls npm/con/get npm/conf/list npm/conf/ls "
              "npm/conf/get npm/confi/list npm/confi/ls npm/confi/get npm/config/list npm/config/ls npm/config/get",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain",
     .operands = "-*"},
    {.names = "npm/pk npm/pkg", .habits = "sub single exact", .options = NPM_OPTIONS "p,parseable,porcelain package=P"},
    {.names = "npm/pkg/get",
     .habits = "single exact",
     .options = NPM_OPTIONS "p,parseable,porcelain",
     .operands = "-*"},
    // Runners of packages. The command that follows comes from a package, never from PATH alone.
    {.names = "npx",
     .habits = "posix single exact",
     .options = NPM_OPTIONS "p,package=P no-install ignore-existing",
     .operands = "cmd:npm",
     .more = "contacts runs"},
    {.names = "pnpx pnx",
     .habits = "posix exact",
     .options = "package=P c,shell-mode>sh s,silent allow-build=- reporter=- h,help.",
     .operands = "cmd:npm",
     .more = "contacts runs"},
    {.names = "bunx",
     .habits = "posix exact",
     .options = "p,package=P bun no-install verbose silent h,help. v,version.",
     .operands = "cmd:npm",
     .more = "contacts runs"},
    // Other package managers.
    {.names = "pnpm",
     .habits = "sub exact",
     .options = PNPM_OPTIONS "v,version",
     .more = "runs",
     .same = "add install=i remove=rm=uninstall=un update=up=upgrade link=ln unlink=dislink list=ls la=ll "
             "test=t=tst run=run-script rebuild=rb install-test=it exec"},
    {.names = "pnpm/install pnpm/i pnpm/add pnpm/update pnpm/up pnpm/upgrade",
     .habits = "exact",
     .options = PNPM_OPTIONS
     "D,save-dev,dev P,save-prod,prod O,save-optional E,save-exact save-peer no-optional g,global "
     "fix-lockfile force shamefully-hoist strict-peer-dependencies merge-git-branch-lockfiles lockfile "
     "L,latest i,interactive depth=- workspace save-catalog allow-build=- dry-run",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "pnpm/remove pnpm/rm pnpm/uninstall pnpm/un",
     .habits = "exact",
     .options = PNPM_OPTIONS "D,save-dev P,save-prod O,save-optional g,global",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "pnpm/run pnpm/run-script",
     .habits = "posix exact",
     .options = PNPM_OPTIONS "no-color",
     .operands = "- R*",
     .more = "runs"},
    {.names = "pnpm/test pnpm/t pnpm/tst pnpm/start pnpm/stop pnpm/restart",
     .habits = "posix exact",
     .options = PNPM_OPTIONS,
     .operands = "R*",
     .more = "runs"},
    {.names = "pnpm/exec", .habits = "posix exact", .options = PNPM_OPTIONS "c>sh", .operands = "cmd", .more = "runs"},
    {.names = "pnpm/dlx",
     .habits = "posix exact",
     .options = PNPM_OPTIONS "c>sh package=P allow-build=-",
     .operands = "cmd:npm",
     .more = "contacts runs"},
    {.names = "pnpm/create",
     .habits = "posix exact",
     .options = PNPM_OPTIONS,
     .operands = "P R*",
     .more = "contacts runs"},
    {.names = "pnpm/rebuild pnpm/rb pnpm/prune pnpm/import pnpm/dedupe pnpm/fetch pnpm/link pnpm/ln pnpm/unlink "
              "pnpm/install-test pnpm/it pnpm/patch pnpm/patch-commit",
     .habits = "exact",
     .options = PNPM_OPTIONS "prod dev P D g,global check pending no-optional",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "pnpm/publish",
     .habits = "exact",
     .options = PNPM_OPTIONS "tag=- access=- no-git-checks publish-branch=- force dry-run json otp=- provenance",
     .operands = "R?",
     .more = "contacts destroys runs"},
    {.names = "pnpm/pack",
     .habits = "exact",
     .options = PNPM_OPTIONS "pack-destination=D json out=W",
     .more = "contacts runs"},
    {.names = "pnpm/list pnpm/ls pnpm/la pnpm/ll pnpm/why pnpm/outdated pnpm/audit pnpm/licenses pnpm/root pnpm/bin",
     .habits = "exact",
     .options =
         PNPM_OPTIONS "depth=- D,dev P,prod no-optional long json parseable g,global only-projects find-by=- fix "
                      "audit-level=- ignore-registry-errors compatible format=- sort-by=-",
     .operands = "-*",
     .more = "contacts"},
    {.names = "pnpm/store",
     .habits = "exact",
     .options = PNPM_OPTIONS "force",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "pnpm/deploy",
     .habits = "exact",
     .options = PNPM_OPTIONS "D,dev P,prod no-optional legacy",
     .operands = "D",
     .more = "contacts destroys runs"},
    {.names = "yarn yarnpkg",
     .habits = "sub exact",
     .options = YARN_OPTIONS "v,version D,dev P,peer O,optional E,exact T,tilde",
     .more = "contacts runs"},
    {.names = "yarn/install yarn/add yarn/upgrade yarn/up yarn/upgrade-interactive yarn/link yarn/unlink "
              "yarn/import yarn/dedupe yarn/rebuild yarnpkg/install yarnpkg/add yarnpkg/upgrade yarnpkg/up "
              "yarnpkg/upgrade-interactive yarnpkg/link yarnpkg/unlink yarnpkg/import yarnpkg/dedupe "
              "yarnpkg/rebuild",
     .habits = "exact",
     .options = YARN_OPTIONS
     "D,dev P,peer O,optional E,exact T,tilde C,caret L,latest i,interactive W,ignore-workspace-root-check "
     "audit A,all r,relative p,private",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "yarn/remove yarnpkg/remove",
     .habits = "exact",
     .options = YARN_OPTIONS "A,all W,ignore-workspace-root-check",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "yarn/run yarnpkg/run",
     .habits = "posix exact",
     .options = YARN_OPTIONS "B,binaries-only T,top-level inspect=?- inspect-brk=?- require=P",
     .operands = "- R*",
     .more = "runs"},
    {.names = "yarn/test yarn/start yarnpkg/test yarnpkg/start",
     .habits = "posix exact",
     .options = YARN_OPTIONS,
     .operands = "R*",
     .more = "runs"},
    {.names = "yarn/exec yarnpkg/exec",
     .habits = "posix exact",
     .options = YARN_OPTIONS,
     .operands = "cmd",
     .more = "runs"},
    {.names = "yarn/create yarnpkg/create",
     .habits = "posix exact",
     .options = YARN_OPTIONS "p,package=P q,quiet",
     .operands = "P any*",
     .more = "contacts runs"},
    {.names = "yarn/dlx yarnpkg/dlx",
     .habits = "posix exact",
     .options = YARN_OPTIONS "p,package=P q,quiet",
     .operands = "cmd:npm",
     .more = "contacts runs"},
    {.names = "yarn/publish yarnpkg/publish",
     .habits = "exact",
     .options =
         YARN_OPTIONS "access=- tag=- new-version=- major minor patch message=- no-git-tag-version tolerate-republish",
     .operands = "R?",
     .more = "contacts destroys runs"},
    {.names = "yarn/pack yarnpkg/pack",
     .habits = "exact",
     .options = YARN_OPTIONS "f,filename=W o,out=W n,dry-run i,install-if-needed",
     .more = "runs"},
    {.names = "yarn/list yarn/why yarn/outdated yarn/audit yarn/info yarn/licenses yarn/versions yarn/owner "
              "yarnpkg/list yarnpkg/why yarnpkg/outdated yarnpkg/audit yarnpkg/info yarnpkg/licenses "
              "yarnpkg/versions yarnpkg/owner",
     .habits = "exact",
     .options = YARN_OPTIONS "depth=- pattern=- level=- groups=- A,all R,recursive",
     .operands = "-*",
     .more = "contacts"},
    {.names = "yarn/cache yarnpkg/cache",
     .habits = "exact",
     .options = YARN_OPTIONS "all pattern=- mirror",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "bun",
     .habits = "sub exact",
     .options = "e,eval=C:ts1 p,print=C:ts1 version. v revision. h,help.",
     .operands = "F:ts any*",
     .more = "runs",
     .same = "install=i add=a remove=rm create=c test"},
    {.names = "bun/install bun/i bun/add bun/a bun/update bun/link bun/unlink bun/ci",
     .habits = "exact",
     .options = BUN_INSTALL "latest i,interactive r,recursive",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "bun/remove bun/rm",
     .habits = "exact",
     .options = BUN_INSTALL,
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "bun/x",
     .habits = "posix exact",
     .options = "p,package=P bun no-install verbose silent h,help.",
     .operands = "cmd:npm",
     .more = "contacts runs"},
    {.names = "bun/run",
     .habits = "posix exact",
     .options = "silent if-present elide-lines=- F,filter=- workspaces parallel sequential b,bun shell=- watch hot "
                "no-clear-screen smol r,preload,require,import=P inspect=?- inspect-wait=?- inspect-brk=?- no-install "
                "install=- i e,eval=C:ts1 print=C:ts1 prefer-offline prefer-latest p port=- conditions=- env-file=R "
                "cwd=CD c,config=?F h,help.",
     .operands = "F:ts any*",
     .more = "contacts runs"},
    {.names = "bun/test",
     .habits = "exact",
     .options = "timeout=- u,update-snapshots rerun-each=- todo only coverage coverage-reporter=- coverage-dir=D "
                "bail=?- t,test-name-pattern=- reporter=- reporter-outfile=W watch preload,r=P env-file=R cwd=CD "
                "c,config=?F h,help.",
     .operands = "R*",
     .more = "runs"},
    {.names = "bun/build",
     .habits = "exact",
     .options = "production compile bytecode watch target=- outdir=D outfile=W sourcemap=?- format=- root=L splitting "
                "public-path=- e,external=- packages=- entry-naming=- chunk-naming=- asset-naming=- minify "
                "minify-syntax minify-whitespace minify-identifiers define,d=- env=- conditions=- h,help.",
     .operands = "F:ts*",
     .more = "runs"},
    {.names = "bun/create bun/c bun/init",
     .habits = "posix exact",
     .options = "y,yes force no-install no-git open h,help.",
     .operands = "P R*",
     .more = "contacts runs"},
    {.names = "bun/publish",
     .habits = "exact",
     .options = BUN_INSTALL "access=- tag=- otp=- auth-type=- gzip-level=- tolerate-republish",
     .operands = "R?",
     .more = "contacts destroys runs"},
    {.names = "bun/pm", .habits = "sub exact", .options = "h,help."},
    {.names = "bun/pm/ls bun/pm/bin bun/pm/hash bun/pm/cache bun/pm/whoami",
     .habits = "exact",
     .options = "a,all g,global h,help.",
     .more = "contacts"},
    // Interpreters.
    {.names = "node nodejs iojs",
     .habits = "posix single exact",
     .options = NODE_OPTIONS
     "e,eval=C:js1 p,print=C:js1 pe=C:js1 run=->any test>F:js c,check i,interactive< experimental-sea-config=R "
     "build-snapshot build-snapshot-config=R snapshot-blob=M experimental-policy=R prof-process v,version. "
     "h,help. v8-options. completion-bash.",
     .operands = "F:js any*",
     .more = "runs input:js"},
    {.names = "tsx esno",
     .habits = "posix exact",
     .options = NODE_OPTIONS "e,eval=C:ts1 p,print=C:ts1 test>F:ts no-cache tsconfig=F clear-screen v,version. h,help.",
     .operands = "F:ts any*",
     .more = "runs input:ts"},
    {.names = "ts-node ts-node-esm ts-node-script",
     .habits = "posix exact",
     .options = "e,eval=C:ts1 p,print=C:ts1 r,require,import=P i,interactive esm T,transpileOnly,transpile-only "
                "H,compilerHost,compiler-host I,ignore=- P,project=F C,compiler=P "
                "D,ignoreDiagnostics,ignore-diagnostics=- O,compilerOptions,compiler-options=- swc files pretty scope "
                "cwd=CD cwdMode,cwd-mode skipProject,skip-project skipIgnore,skip-ignore preferTsExts,prefer-ts-exts "
                "logError,log-error emit B,bypassLoader showConfig,show-config. v,version. h,help.",
     .operands = "F:ts any*",
     .more = "runs input:ts"},
    {.names = "babel-node",
     .habits = "posix exact",
     .options =
         "e,eval=C:js1 p,print=C:js1 r,require,import=P o,only=- i,ignore=- x,extensions=- config-file=F env-name=- "
         "w,plugins=P b,presets=P v,version. h,help.",
     .operands = "F:js any*",
     .more = "runs input:js"},
    {.names = "deno",
     .habits = "sub exact",
     .options = DENO_OPTIONS "V,version.",
     .operands = "F:ts any*",
     .more = "runs input:ts",
     .same = "install=i remove=rm"},
    {.names = "deno/run deno/serve",
     .habits = "posix exact",
     .options = DENO_OPTIONS "port=- host=- parallel",
     .operands = "F:ts any*",
     .more = "contacts runs"},
    {.names = "deno/eval",
     .habits = "posix exact",
     .options = DENO_OPTIONS "p,print T",
     .operands = "C:ts R*",
     .more = "contacts runs"},
    {.names = "deno/test deno/bench",
     .habits = "exact",
     .options = DENO_OPTIONS "no-run filter=- fail-fast=?- parallel doc ignore=- coverage=?D junit-path=W reporter=- "
                             "permit-no-files shuffle=?- trace-leaks json",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "deno/check deno/cache deno/doc deno/info deno/graph",
     .habits = "exact",
     .options = DENO_OPTIONS "all json html name=- output=D private lint filter=-",
     .operands = "R*",
     .more = "contacts"},
    {.names = "deno/fmt",
     .habits = "exact",
     .options = "c,config=F no-config check>L ext=- ignore=- use-tabs=?- line-width=- indent-width=- single-quote=?- "
                "prose-wrap=- no-semicolons=?- watch permit-no-files q,quiet h,help.",
     .operands = "M*",
     .more = "runs"},
    {.names = "deno/lint",
     .habits = "exact",
     .options = "c,config=F no-config fix>M rules rules-tags=- rules-include=- rules-exclude=- ignore=- json compact "
                "ext=- permit-no-files q,quiet h,help.",
     .operands = "L*",
     .more = "runs"},
    {.names = "deno/compile",
     .habits = "exact",
     .options = DENO_OPTIONS "o,output=W target=- no-terminal icon=R include=R exclude=-",
     .operands = "F:ts any*",
     .more = "contacts runs"},
    {.names = "deno/bundle",
     .habits = "exact",
     .options = DENO_OPTIONS "o,output=W",
     .operands = "R W?",
     .more = "contacts runs"},
    {.names = "deno/task",
     .habits = "posix exact",
     .options = "c,config=F cwd=CD f,filter=- r,recursive eval q,quiet h,help.",
     .operands = "S R*",
     .more = "contacts runs"},
    {.names = "deno/install deno/i deno/add deno/remove deno/rm deno/uninstall deno/upgrade deno/outdated "
              "deno/update",
     .habits = "exact",
     .options = DENO_OPTIONS "g,global f,force n,name=- root=D D,dev e,entrypoint=F latest",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "deno/publish",
     .habits = "exact",
     .options = DENO_OPTIONS "token=- dry-run allow-slow-types allow-dirty no-provenance set-version=-",
     .more = "contacts destroys runs"},
    // Compilers and bundlers. They write next to what they read, and their settings are code.
    {.names = "tsc",
     .habits = "single exact",
     .options = "p,project=F b,build w,watch init showConfig. listFilesOnly listFiles listEmittedFiles all. noEmit "
                "emitDeclarationOnly d,declaration declarationMap declarationDir=D outDir=D outFile,out=W rootDir=L "
                "rootDirs=L baseUrl=L paths=- typeRoots=L types=- t,target=- m,module=- lib=- jsx=- jsxFactory=- "
                "jsxFragmentFactory=- jsxImportSource=- moduleResolution=- moduleDetection=- newLine=- locale=- "
                "maxNodeModuleJsDepth=- tsBuildInfoFile=M generateTrace=D generateCpuProfile=W strict "
                "strictNullChecks strictFunctionTypes strictBindCallApply strictPropertyInitialization noImplicitAny "
                "noImplicitThis noImplicitReturns noImplicitOverride noUncheckedIndexedAccess noUnusedLocals "
                "noUnusedParameters noFallthroughCasesInSwitch noPropertyAccessFromIndexSignature "
                "exactOptionalPropertyTypes useUnknownInCatchVariables alwaysStrict allowJs checkJs "
                "allowUnreachableCode allowUnusedLabels allowSyntheticDefaultImports allowImportingTsExtensions "
                "allowArbitraryExtensions esModuleInterop resolveJsonModule resolvePackageJsonExports "
                "resolvePackageJsonImports isolatedModules isolatedDeclarations verbatimModuleSyntax "
                "erasableSyntaxOnly skipLibCheck skipDefaultLibCheck forceConsistentCasingInFileNames incremental i "
                "composite sourceMap inlineSourceMap inlineSources sourceRoot=- mapRoot=- removeComments "
                "noEmitOnError noEmitHelpers noErrorTruncation noLib noResolve noCheck importHelpers "
                "downlevelIteration preserveConstEnums preserveSymlinks preserveWatchOutput pretty diagnostics "
                "extendedDiagnostics explainFiles traceResolution assumeChangesOnlyAffectDirectDependencies "
                "experimentalDecorators emitDecoratorMetadata emitBOM useDefineForClassFields stripInternal clean$ "
                "dry f,force verbose v,version. h,?,help.",
     .operands = "R@*",
     .more = "runs"},
    {.names = "babel",
     .habits = "exact",
     .options = "d,out-dir=D o,out-file=W w,watch x,extensions=- f,filename=- presets=P plugins=P config-file=F "
                "env-name=- no-babelrc root-mode=- s,source-maps=?- ignore=- only=- copy-files no-comments minified "
                "compact=- keep-file-extension out-file-extension=- verbose quiet delete-dir-on-start$ V,version. "
                "h,help.",
     .operands = "L*",
     .more = "runs"},
    {.names = "swc", .habits = "sub exact", .options = "V,version. h,help.", .more = "runs"},
    {.names = "esbuild",
     .habits = "exact",
     .options = "bundle minify minify-syntax minify-whitespace minify-identifiers watch=?- outdir=?D outfile=?W "
                "outbase=?L metafile=?W sourcemap=?- format=?- platform=?- target=?- splitting servedir=?L serve=?- "
                "certfile=?R keyfile=?R tsconfig=?F global-name=?- jsx=?- jsx-factory=?- jsx-import-source=?- "
                "packages=?- charset=?- log-level=?- log-limit=?- tree-shaking=?- keep-names allow-overwrite "
                "preserve-symlinks analyze=?- version. help.",
     .operands = "F:js*",
     .more = "runs"},
    {.names = "webpack webpack-cli",
     .habits = "sub exact",
     .options = "c,config=F config-name=- m,merge e,env=- mode=- d,devtool=- o,output-path=D w,watch t,target=- "
                "entry=F node-env=- progress=?- j,json=?W color no-color stats=?- analyze fail-on-warnings "
                "disable-interpret v,version. h,help.",
     .more = "runs"},
    {.names = "webpack/build webpack/b webpack/bundle webpack/watch webpack/w webpack/serve webpack/server "
              "webpack/s webpack-cli/build webpack-cli/b webpack-cli/bundle webpack-cli/watch webpack-cli/w "
              "webpack-cli/serve webpack-cli/server webpack-cli/s",
     .habits = "exact",
     .options = "c,config=F config-name=- m,merge e,env=- mode=- d,devtool=- o,output-path=D w,watch t,target=- "
                "entry=F node-env=- progress=?- j,json=?W color no-color stats=?- analyze fail-on-warnings port=- "
                "host=- open hot no-hot static=?L h,help.",
     .operands = "F*",
     .more = "contacts runs"},
    {.names = "rollup",
     .habits = "exact",
     .options = "c,config=?F configPlugin=P configImportAttributesKey=- d,dir=D o,file=W e,external=- f,format=- "
                "g,globals=- i,input=F m,sourcemap=?- n,name=- p,plugin=P w,watch silent bundleConfigAsCjs "
                "environment=- failAfterWarnings waitForBundleInput no-treeshake treeshake=?- exports=- v,version. "
                "h,help.",
     .operands = "F*",
     .more = "runs"},
    {.names = "parcel", .habits = "sub exact", .options = "V,version. h,help.", .more = "runs"},
    {.names = "parcel/build parcel/serve parcel/watch",
     .habits = "exact",
     .options = "no-cache config=F cache-dir=D watch-dir=L no-source-maps target=- log-level=- dist-dir=D "
                "no-autoinstall no-optimize no-scope-hoist public-url=- no-content-hash detailed-report=?- reporter=P "
                "p,port=- host=- https cert=R key=R no-hmr open=?- h,help.",
     .operands = "F*",
     .more = "contacts runs"},
    {.names = "vite",
     .habits = "sub exact",
     .options = "c,config=F base=- l,logLevel=- clearScreen d,debug=?- f,filter=- m,mode=- host=?- port=- open=?- "
                "cors strictPort force configLoader=- v,version. h,help.",
     .more = "contacts runs"},
    {.names = "vite/build vite/dev vite/serve vite/preview vite/optimize",
     .habits = "exact",
     .options = "c,config=F base=- l,logLevel=- clearScreen d,debug=?- f,filter=- m,mode=- host=?- port=- open=?- "
                "cors strictPort force target=- outDir=D assetsDir=- assetsInlineLimit=- ssr=?F ssrManifest=?- "
                "sourcemap=?- minify=?- manifest=?- emptyOutDir w,watch app h,help.",
     .operands = "L?",
     .more = "contacts runs"},
    {.names = "next", .habits = "sub exact", .options = "v,version. h,help.", .more = "contacts runs"},
    {.names = "next/dev next/build next/start next/lint next/export next/info next/telemetry",
     .habits = "exact",
     .options = "p,port=- H,hostname=- turbo turbopack webpack experimental-https experimental-https-key=R "
                "experimental-https-cert=R experimental-https-ca=R d,debug no-lint profile no-mangling "
                "experimental-app-only experimental-build-mode=- keepAliveTimeout=- dir=L file=R fix c,config=F quiet "
                "max-warnings=- strict cache verbose h,help.",
     .operands = "L?",
     .more = "contacts runs"},
    {.names = "nuxt nuxi", .habits = "sub exact", .options = "v,version. h,help.", .more = "contacts runs"},
    {.names = "nuxt/dev nuxt/build nuxt/generate nuxt/preview nuxt/prepare nuxt/typecheck nuxt/analyze nuxt/info "
              "nuxt/cleanup nuxi/dev nuxi/build nuxi/generate nuxi/preview nuxi/prepare nuxi/typecheck nuxi/analyze "
              "nuxi/info nuxi/cleanup",
     .habits = "exact",
     .options = "cwd=CD logLevel=- dotenv=R envName=- p,port=- h,host=- open o clipboard prerender preset=- no-fork "
                "clear no-clear help.",
     .operands = "L?",
     .more = "contacts runs"},
    {.names = "ng",
     .habits = "sub exact",
     .options = "version help",
     .more = "contacts runs",
     .same = "build=b serve=s=dev test=t e2e=e generate=g new=n"},
    {.names = "ng/build ng/b ng/serve ng/s ng/dev ng/test ng/t ng/e2e ng/lint",
     .habits = "exact",
     .options = "c,configuration=- output-path=D base-href=- deploy-url=- watch=?- port=- host=- o,open ssl=?- "
                "ssl-key=R ssl-cert=R prod aot=?- optimization=?- source-map=?- stats-json=?- browsers=- "
                "code-coverage=?- include=- progress=?- verbose=?- help",
     .operands = "-?",
     .more = "contacts runs"},
    {.names = "ng/generate ng/g ng/add ng/update ng/new ng/n",
     .habits = "exact",
     .options = "d,dry-run f,force defaults interactive=?- skip-confirmation help",
     .operands = "P*",
     .more = "contacts runs"},
    {.names = "ng/deploy",
     .habits = "exact",
     .options = "c,configuration=- help",
     .operands = "-?",
     .more = "contacts destroys runs"},
    {.names = "astro", .habits = "sub exact", .options = "version. help.", .more = "contacts runs"},
    {.names = "astro/dev astro/build astro/preview astro/check astro/sync",
     .habits = "exact",
     .options = "config=F root=CD site=U base=- port=- host=?- open=?- verbose silent mode=- outDir=D force help.",
     .more = "contacts runs"},
    {.names = "storybook", .habits = "sub exact", .options = "V,version. h,help.", .more = "contacts runs"},
    {.names = "storybook/dev storybook/build",
     .habits = "exact",
     .options = "p,port=- h,host=- c,config-dir=F ci no-open quiet o,output-dir=D loglevel=- docs test s,static-dir=L "
                "help.",
     .more = "contacts runs"},
    {.names = "tailwindcss",
     .habits = "sub exact",
     .options = "i,input=R o,output=W c,config=F w,watch=?- m,minify optimize content=- postcss=?F no-autoprefixer "
                "map cwd=CD h,help.",
     .more = "runs"},
    // Checkers and formatters. Settings and plugins are code.
    {.names = "eslint",
     .habits = "exact",
     .options = "c,config=F no-config-lookup inspect-config no-eslintrc eslintrc env=- ext=- global=- parser=P "
                "parser-options=K:eslint resolve-plugins-relative-to=P plugin=P rule=- rulesdir=P fix>M fix-dry-run "
                "fix-type=- ignore-path=R no-ignore ignore-pattern=- stdin stdin-filename=- quiet max-warnings=- "
                "o,output-file=W f,format=P color no-color no-inline-config report-unused-disable-directives "
                "report-unused-disable-directives-severity=- report-unused-inline-configs=- cache cache-file=M "
                "cache-location=M cache-strategy=- init env-info. no-error-on-unmatched-pattern exit-on-fatal-error "
                "no-warn-ignored pass-on-no-patterns debug print-config=R stats flag=- suppress-all suppress-rule=- "
                "suppressions-location=M prune-suppressions concurrency=- v,version. h,help.",
     .operands = "L*",
     .more = "runs"},
    {.names = "prettier",
     .habits = "exact",
     .options = "w,write>M c,check l,list-different config=F no-config config-precedence=- no-editorconfig "
                "find-config-path=R file-info=R support-info. ignore-path=R plugin=P with-node-modules "
                "stdin-filepath=- parser=- print-width=- tab-width=- use-tabs no-semi semi single-quote "
                "jsx-single-quote quote-props=- trailing-comma=- no-bracket-spacing bracket-same-line object-wrap=- "
                "arrow-parens=- prose-wrap=- html-whitespace-sensitivity=- end-of-line=- "
                "embedded-language-formatting=- single-attribute-per-line vue-indent-script-and-style "
                "experimental-ternaries experimental-operator-position=- range-start=- range-end=- insert-pragma "
                "require-pragma check-ignore-pragma cache cache-location=M cache-strategy=- no-cache "
                "no-error-on-unmatched-pattern no-plugin-search log-level,loglevel=- color no-color u,ignore-unknown "
                "v,version. h,help.",
     .operands = "L*",
     .more = "runs"},
    {.names = "biome", .habits = "sub exact", .options = "V,version. h,help."},
    {.names = "biome/check biome/lint biome/format biome/ci",
     .habits = "exact",
     .options = "write>M fix>M apply>M apply-unsafe>M unsafe config-path=F colors=- use-server verbose "
                "max-diagnostics=- skip-errors error-on-warnings no-errors-on-unmatched reporter=- log-level=- "
                "log-kind=- diagnostic-level=- staged changed since=- only=- skip=- stdin-file-path=- "
                "files-ignore-unknown=?- h,help.",
     .operands = "L*",
     .more = "runs"},
    {.names = "oxlint",
     .habits = "exact",
     .options = "c,config=F fix>M A,allow=- D,deny=- W,warn=- quiet max-warnings=- f,format=- ignore-path=R "
                "ignore-pattern=- no-ignore silent threads=- tsconfig=F V,version. h,help.",
     .operands = "L*",
     .more = "runs"},
    {.names = "stylelint",
     .habits = "exact",
     .options = "config=F config-basedir=P fix>M custom-syntax=P custom-formatter=P f,formatter=- ip,ignore-path=R "
                "ignore-pattern=- di,disable-default-ignores cache cache-location=M max-warnings=- mw=- q,quiet "
                "o,output-file=W allow-empty-input print-config version. h,help.",
     .operands = "L*",
     .more = "runs"},
    {.names = "knip",
     .habits = "exact",
     .options = "c,config=F t,tsConfig=F production strict n,no-progress reporter=P include=- exclude=- directory=CD "
                "fix$ w,workspace=- no-exit-code max-issues=- dependencies exports files d,debug V,version. h,help.",
     .more = "runs"},
    {.names = "depcheck",
     .habits = "exact",
     .options = "json config=F ignores=- ignore-dirs=- ignore-path=R ignore-patterns=- skip-missing=?- parsers=- "
                "detectors=- specials=- version. help.",
     .operands = "L?",
     .more = "runs"},
    {.names = "npm-check-updates ncu",
     .habits = "exact",
     .options = "u,upgrade g,global i,interactive p,packageManager=- t,target=- f,filter=- x,reject=- w,workspaces "
                "packageFile=R configFilePath=F jsonUpgraded format=- cooldown=- V,version. h,help.",
     .operands = "-*",
     .more = "contacts runs"},
    // Tests.
    {.names = "jest",
     .habits = "exact",
     .options = "c,config=F projects=L rootDir=CD roots=L setupFiles=P setupFilesAfterEnv=P globalSetup=P "
                "globalTeardown=P testEnvironment,env=P testRunner=P runner=P reporters=P resolver=P transform=P "
                "preset=P testSequencer=P testResultsProcessor=P snapshotSerializers=P filter=P modulePaths=P "
                "moduleDirectories=P cacheDirectory=D coverageDirectory=D outputFile=W collectCoverageFrom=- "
                "coverage,collectCoverage=?- coverageReporters=- coverageProvider=- coverageThreshold=- "
                "t,testNamePattern=- testPathPattern,testPathPatterns=- testPathIgnorePatterns=- testMatch=- "
                "testRegex=- testTimeout=- w,maxWorkers=- i,runInBand watch watchAll=?- onlyChanged o onlyFailures f "
                "findRelatedTests changedSince=- lastCommit bail=?- b ci=?- clearCache$ clearMocks resetMocks "
                "restoreMocks resetModules colors color debug detectOpenHandles forceExit errorOnDeprecated expand e "
                "json listTests logHeapUsage notify passWithNoTests randomize seed=- runTestsByPath selectProjects=- "
                "ignoreProjects=- shard=- showConfig. showSeed silent noStackTrace no-coverage no-cache cache "
                "u,updateSnapshot useStderr verbose workerThreads openHandlesTimeout=- maxConcurrency=- injectGlobals "
                "v,version. h,help.",
     .operands = "R*",
     .more = "runs"},
    {.names = "vitest",
     .habits = "exact",
     .options = "c,config=F r,root=CD u,update w,watch t,testNamePattern=- dir=L ui open api=?- silent=?- "
                "hideSkippedTests reporter=P outputFile=W coverage coverage.enabled=?- coverage.provider=- "
                "coverage.reporter=P coverage.reportsDirectory=D mode=- workspace=F project=- isolate no-isolate "
                "globals dom browser=?- pool=P poolOptions=- fileParallelism no-file-parallelism maxWorkers=- "
                "minWorkers=- environment=P passWithNoTests logHeapUsage allowOnly dangerouslyIgnoreUnhandledErrors "
                "shard=- changed=?- sequence.shuffle=?- sequence.seed=- inspect=?- inspectBrk=?- testTimeout=- "
                "hookTimeout=- bail=- retry=- diff=P exclude=- expandSnapshotDiff disableConsoleIntercept typecheck "
                "no-typecheck includeTaskLocation run no-color color no-coverage json=?W filesOnly v,version. h,help.",
     .operands = "R*",
     .more = "runs"},
    {.names = "mocha",
     .habits = "exact",
     .options = "config=F package=F opts=F r,require=P R,reporter=P O,reporter-option,reporter-options=K:mocha u,ui=P "
                "file=F:js spec=F:js extension=- ignore,exclude=- f,fgrep=- g,grep=- i,invert t,timeout=- s,slow=- "
                "retries=- b,bail p,parallel j,jobs=- w,watch watch-files=- watch-ignore=- exit recursive sort "
                "forbid-only forbid-pending allow-uncaught A,async-only check-leaks full-trace c,color C,no-color "
                "G,growl delay diff inline-diffs n,node-option=C:node list-reporters. list-interfaces. V,version. "
                "h,help.",
     .operands = "F:js*",
     .more = "runs"},
    {.names = "ava",
     .habits = "exact",
     .options = "match,m=- v,verbose watch,w concurrency,c=- fail-fast no-worker-threads node-arguments=- serial,s "
                "tap,t timeout,T=- u,update-snapshots color config=F version. help.",
     .operands = "R*",
     .more = "runs"},
    {.names = "c8 nyc",
     .habits = "posix exact",
     .options = "r,reporter=P reports-dir,report-dir=D temp-directory,temp-dir=D x,exclude=- n,include=- all a src=L "
                "check-coverage lines=- functions=- branches=- statements=- 100 clean=?- c,config,nycrc-path=F cwd=CD "
                "silent require,i=P version. h,help.",
     .operands = "cmd",
     .more = "runs"},
    {.names = "playwright", .habits = "sub exact", .options = "V,version. h,help.", .more = "contacts runs"},
    {.names = "playwright/test",
     .habits = "exact",
     .options = "c,config=F debug fail-on-flaky-tests forbid-only fully-parallel g,grep=- gv,grep-invert=- "
                "global-timeout=- headed ignore-snapshots j,workers=- last-failed list max-failures=- x no-deps "
                "output=D only-changed=?- pass-with-no-tests project=- quiet repeat-each=- reporter=P retries=- "
                "shard=- timeout=- trace=- tsconfig=F u,update-snapshots=?- update-source-method=- ui ui-host=- "
                "ui-port=- browser=- h,help.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "playwright/install playwright/install-deps playwright/uninstall",
     .habits = "exact",
     .options = "with-deps dry-run force only-shell no-shell list all h,help.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "playwright/show-report playwright/show-trace playwright/merge-reports playwright/codegen "
              "playwright/open playwright/screenshot playwright/pdf",
     .habits = "exact",
     .options = "host=- port=- reporter=P c,config=F o,output=W target=- b,browser=- device=- save-storage=W "
                "load-storage=R full-page wait-for-timeout=- h,help.",
     .operands = "HW*",
     .more = "contacts runs"},
    {.names = "cypress", .habits = "sub exact", .options = "v,version. h,help.", .more = "contacts runs"},
    {.names = "cypress/run cypress/open",
     .habits = "exact",
     .options = "b,browser=X ci-build-id=- component e2e c,config=K:cypress C,config-file=F e,env=- group=- k,key=- "
                "headed headless no-exit p,port=- P,project=CD q,quiet record r,reporter=P o,reporter-options=K:mocha "
                "s,spec=- t,tag=- parallel detached d,dev h,help.",
     .more = "contacts runs"},
    {.names = "cypress/install cypress/verify cypress/info cypress/version cypress/cache",
     .habits = "exact",
     .options = "f,force h,help. list path clear",
     .operands = "-*",
     .more = "contacts runs"},
    // Databases and applications.
    {.names = "prisma", .habits = "sub exact", .options = "v,version. h,help.", .more = "contacts runs"},
    {.names = "prisma/db prisma/migrate", .habits = "sub exact", .options = "h,help.", .more = "contacts runs"},
    {.names = "prisma/generate prisma/validate prisma/studio prisma/debug prisma/version prisma/init",
     .habits = "exact",
     .options = "schema=F sql=?- generator=- no-engine no-hints watch require-models p,port=- b,browser=- "
                "n,hostname=- json datasource-provider=- url=U output=W preview-feature=- with-model prompt=- "
                "config=F h,help.",
     .more = "contacts runs"},
    {.names = "prisma/format", .habits = "exact", .options = "schema=M check config=F h,help.", .more = "runs"},
    {.names = "prisma/db/push prisma/migrate/dev prisma/migrate/reset prisma/migrate/deploy prisma/migrate/resolve",
     .habits = "exact",
     .options = "schema=F accept-data-loss force-reset skip-generate skip-seed f,force n,name=- create-only applied=- "
                "rolled-back=- config=F h,help.",
     .more = "contacts destroys runs"},
    {.names = "prisma/db/pull prisma/db/seed prisma/migrate/status",
     .habits = "exact",
     .options = "schema=M force print composite-type-depth=- schemas=- url=U config=F h,help.",
     .more = "contacts runs"},
    {.names = "prisma/db/execute",
     .habits = "exact",
     .options = "schema=F url=U file=F:sql stdin config=F h,help.",
     .more = "contacts destroys runs"},
    {.names = "prisma/migrate/diff",
     .habits = "exact",
     .options = "from-empty to-empty from-url=U to-url=U from-schema-datamodel=R to-schema-datamodel=R "
                "from-schema-datasource=R to-schema-datasource=R from-migrations=L to-migrations=L "
                "shadow-database-url=U script exit-code o,output=W config=F h,help.",
     .more = "contacts runs"},
    {.names = "drizzle-kit", .habits = "sub exact", .options = "v,version. h,help.", .more = "contacts runs"},
    {.names = "drizzle-kit/generate drizzle-kit/check drizzle-kit/studio drizzle-kit/introspect drizzle-kit/pull",
     .habits = "exact",
     .options = "config=F dialect=- schema=F out=D name=- custom port=- host=- verbose url=U h,help.",
     .more = "contacts runs"},
    {.names = "drizzle-kit/push drizzle-kit/migrate drizzle-kit/drop",
     .habits = "exact",
     .options = "config=F dialect=- schema=F out=D url=U verbose strict force h,help.",
     .more = "contacts destroys runs"},
    {.names = "expo", .habits = "sub exact", .options = "v,version. h,help.", .more = "contacts runs"},
    {.names = "expo/start expo/prebuild expo/run:android expo/run:ios expo/export expo/install expo/config "
              "expo/customize expo/lint",
     .habits = "exact",
     .options = "a,android i,ios w,web c,clear,reset-cache dev-client go p,port=- host=- tunnel lan localhost "
                "m,max-workers=- no-dev minify https offline scheme=- no-install clean$ npm yarn pnpm bun template=P "
                "platform=- skip-dependency-update=- output-dir=D dev dump-sourcemap check fix full json t,type=- "
                "variant=- device=?- d h,help.",
     .operands = "R*",
     .more = "contacts runs"},
    {.names = "eas", .habits = "sub exact", .options = "version. help.", .more = "contacts runs"},
    {.names = "eas/build eas/submit eas/update",
     .habits = "exact",
     .options = "p,platform=- e,profile=- local output=W wait no-wait clear-cache auto-submit m,message=- branch=- "
                "channel=- auto json non-interactive latest id=- url=U path=R help.",
     .more = "contacts destroys runs"},
    {.names = "react-native", .habits = "sub exact", .options = "v,version. config=F h,help.", .more = "contacts runs"},
    {.names = "react-native/start react-native/run-android react-native/run-ios react-native/doctor "
              "react-native/config",
     .habits = "exact",
     .options = "port=- host=- reset-cache verbose mode=- device=?- simulator=- scheme=- appId=- active-arch-only "
                "h,help.",
     .more = "contacts runs"},
    {.names = "electron",
     .habits = "posix exact",
     .options = "r,require=P i,interactive e=C:js v,version. a,abi. h,help.",
     .operands = "F:js any*",
     .more = "runs"},
    {.names = "pm2",
     .habits = "sub exact",
     .options = "s,silent m,mini-list no-color v,version. h,help.",
     .more = "runs"},
    {.names = "pm2/list pm2/ls pm2/status pm2/logs pm2/monit pm2/describe pm2/show pm2/info pm2/jlist "
              "pm2/prettylist",
     .habits = "exact",
     .options = "lines=- raw nostream err out timestamp=?- json h,help.",
     .operands = "-*",
     .more = "runs"},
    {.names = "pm2/restart pm2/stop pm2/reload pm2/delete pm2/del pm2/kill pm2/save pm2/flush",
     .habits = "exact",
     .options = "update-env s,silent force h,help.",
     .operands = "-*",
     .more = "runs"},
    {.names = "nodemon",
     .habits = "posix exact",
     .options = "x,exec=sh w,watch=- e,ext=- i,ignore=- d,delay=- C,on-change-only V,verbose q,quiet I,no-stdin "
                "config=F L,legacy-watch s,signal=- r,require=P inspect=?- cwd=CD v,version. h,help.",
     .operands = "F:js any*",
     .more = "runs"},
    {.names = "cross-env cross-env-shell", .habits = "posix exact", .operands = "A:variable* cmd", .more = "runs"},
    {.names = "dotenvx", .habits = "sub exact", .options = "h,help. V,version.", .more = "runs"},
    {.names = "dotenvx/run",
     .habits = "posix exact",
     .options = "f,env-file=R fv=R e,env=A o,overload convention=- q,quiet v,verbose h,help.",
     .operands = "A:variable* cmd",
     .more = "runs"},
    {.names = "npm-run-all",
     .habits = "exact",
     .options = "p,parallel s,sequential c,continue-on-error l,print-label n,print-name r,race silent "
                "max-parallel=- npm-path=X aggregate-output h,help. v,version.",
     .operands = "S*",
     .more = "runs"},
    {.names = "concurrently",
     .habits = "exact",
     .options = "n,names=- c,prefix-colors=- p,prefix=- l,prefix-length=- m,max-processes=- k,kill-others "
                "kill-others-on-fail kill-signal=- r,raw s,success=- g,group hide=- t,timestamp-format=- no-color "
                "P,passthrough-arguments restart-tries=- restart-after=- i,handle-input v,version. h,help.",
     .operands = "S*",
     .more = "runs"},
    {.names = "env-cmd",
     .habits = "posix exact",
     .options = "f,file=F r,rc-file=F e,environments=- no-override silent verbose expand-envs x use-shell fallback "
                "version. h,help.",
     .operands = "cmd",
     .more = "runs"},
    {.names = "dotenv",
     .habits = "exact",
     .options = "e=R c=?- v=- p=- o debug help.",
     .operands = "A:variable* cmd",
     .more = "runs"},
    {.names = "husky", .habits = "exact", .options = "h,help.", .operands = "- W S", .more = "runs"},
    {.names = "lint-staged",
     .habits = "exact",
     .options = "c,config=F allow-empty p,concurrent=- cwd=CD d,debug diff=- diff-filter=- max-arg-length=- no-stash "
                "no-hide-partially-staged q,quiet r,relative x,shell=?X v,verbose V,version. h,help.",
     .more = "runs"},
    {.names = "lerna",
     .habits = "sub exact",
     .options = "loglevel=- concurrency=- reject-cycles no-progress no-sort max-buffer=- v,version. h,help.",
     .more = "contacts runs"},
    {.names = "lerna/run",
     .habits = "exact",
     .options = "scope=- ignore=- since=?- stream parallel no-bail no-prefix concurrency=- loglevel=- npm-client=X "
                "include-dependencies include-dependents h,help.",
     .operands = "- R*",
     .more = "runs"},
    {.names = "lerna/exec",
     .habits = "exact",
     .options = "scope=- ignore=- since=?- stream parallel no-bail no-prefix concurrency=- loglevel=- h,help.",
     .operands = "sh",
     .more = "runs"},
    {.names = "lerna/bootstrap lerna/list lerna/ls lerna/changed lerna/diff lerna/clean lerna/link",
     .habits = "exact",
     .options = "scope=- ignore=- since=?- all a json long l concurrency=- loglevel=- y,yes h,help.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "lerna/publish lerna/version",
     .habits = "exact",
     .options = "scope=- y,yes force-publish=?- exact conventional-commits create-release=- dist-tag=- canary "
                "no-git-tag-version no-push registry=U m,message=- preid=- loglevel=- h,help.",
     .operands = "-*",
     .more = "contacts destroys runs"},
    {.names = "nx", .habits = "sub exact", .options = "version help", .more = "contacts runs"},
    {.names = "nx/run nx/build nx/test nx/lint nx/serve nx/e2e nx/run-many nx/affected nx/affected:test "
              "nx/affected:build nx/affected:lint",
     .habits = "exact",
     .options = "c,configuration=- t,target,targets=- p,projects=- all parallel=?- base=- head=- files=- uncommitted "
                "untracked exclude=- skip-nx-cache verbose output-style,outputStyle=- runner=- graph=?W nxBail "
                "nxIgnoreCycles help",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "nx/exec",
     .habits = "exact",
     .options = "p,projects=- all parallel=?- verbose help",
     .operands = "cmd",
     .more = "runs"},
    {.names = "nx/graph nx/show nx/report nx/list nx/reset",
     .habits = "exact",
     .options = "file=W focus=- host=- port=- open=?- view=- affected verbose web json help",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "nx/release",
     .habits = "exact",
     .options = "d,dry-run first-release y,yes skip-publish verbose help",
     .operands = "-*",
     .more = "contacts destroys runs"},
    {.names = "turbo", .habits = "sub exact", .options = "version. help. cwd=CD", .more = "contacts runs"},
    {.names = "turbo/exec", .habits = "exact", .operands = "cmd", .more = "runs"},
    {.names = "turbo/run turbo/watch turbo/ls turbo/prune",
     .habits = "exact",
     .options = "F,filter=- cwd=CD cache-dir=D concurrency=- continue=?- dry-run,dry=?- env-mode=?- force=?- "
                "framework-inference=?- global-deps=- graph=?W log-order=- log-prefix=- no-cache no-daemon daemon "
                "output-logs=- only parallel profile=?W remote-only remote-cache-timeout=- summarize=?- team=- "
                "token=- api=U verbosity=- v ui=- affected docker out-dir=D help.",
     .operands = "- R*",
     .more = "contacts runs"},
    {.names = "changeset", .habits = "sub exact", .options = "v,version. help.", .more = "runs"},
    {.names = "changeset/add changeset/status changeset/version",
     .habits = "exact",
     .options = "empty open since=- verbose o,output=W snapshot=?- ignore=-",
     .more = "runs"},
    {.names = "changeset/publish",
     .habits = "exact",
     .options = "otp=- tag=- no-git-tag",
     .more = "contacts destroys runs"},
    {.names = "serve",
     .habits = "exact",
     .options = "l,listen=- p=- s,single d,debug c,config=F C,cors n,no-clipboard u,no-compression S,symlinks "
                "L,no-request-logging no-etag ssl-cert=R ssl-key=R ssl-pass=R no-port-switching v,version. h,help.",
     .operands = "L?",
     .more = "contacts"},
    {.names = "http-server",
     .habits = "exact",
     .options = "p,port=- a=- d=?- i=?- g b e,ext=?- s,silent cors=?- o=?- c=- U,utc log-ip P,proxy=U proxy-options=- "
                "t=- username=- password=- S,tls,ssl C,cert=R K,key=R r,robots=?- no-dotfiles mimetypes=R v,version. "
                "h,help.",
     .operands = "L?",
     .more = "contacts"},
    {.names = "json-server",
     .habits = "exact",
     .options = "c,config=F p,port=- H,host=- w,watch r,routes=R m,middlewares=P s,static=L ro,read-only nc,no-cors "
                "ng,no-gzip S,snapshots=D d,delay=- i,id=- q,quiet v,version. h,help.",
     .operands = "M",
     .more = "contacts runs"},
    {.names = "create-react-app create-next-app create-vite create-expo-app",
     .habits = "exact",
     .options = "template=P scripts-version=P verbose use-npm use-pnpm use-yarn use-bun typescript ts javascript js "
                "eslint tailwind app src-dir import-alias=- e,example=U y,yes overwrite$ h,help. V,version.",
     .operands = "D -*",
     .more = "contacts runs"},
    {.names = "degit tiged",
     .habits = "exact",
     .options = "f,force$ c,cache v,verbose m,mode=- h,help.",
     .operands = "- D?",
     .more = "contacts"},
    {.names = "rimraf",
     .habits = "exact",
     .options = "p,preserve-root no-preserve-root G,no-glob g,glob i,interactive v,verbose no-verbose max-retries,R=- "
                "retry-delay=- tmp=D impl=- backoff,B=- version. h,help.",
     .operands = "W*",
     .more = "destroys"},
    {.names = "mkdirp", .habits = "exact", .options = "m,mode=- p,print v,version. h,help.", .operands = "D*"},
    {.names = "typedoc",
     .habits = "exact",
     .options = "options=F out=D json=W entryPoints=R tsconfig=F plugin=P theme=P name=- readme=R watch version. "
                "help.",
     .operands = "F*",
     .more = "runs"},
    {.names = "madge",
     .habits = "exact",
     .options = "b,basedir=L s,summary c,circular d,depends=- x,exclude=- j,json i,image=W l,layout=- orphans leaves "
                "dot extensions=- require-config=F webpack-config=F ts-config=F include-npm no-color no-spinner "
                "no-count stdin warning debug v,version. h,help.",
     .operands = "L*",
     .more = "runs"},
});

}  // namespace

std::span<const ProgramRow> javascript_programs() noexcept {
    return kRows;
}

}  // namespace postern::programs
