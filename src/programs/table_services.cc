// Containers, clusters, clouds and databases.
#include "programs/tables.h"

#include <array>

#define CONTAINER_LIMITS                                                                              \
    "blkio-weight=- cpu-period=- cpu-quota=- cpu-rt-period=- cpu-rt-runtime=- c,cpu-shares=- cpus=- " \
    "cpuset-cpus=- cpuset-mems=- m,memory=- memory-reservation=- memory-swap=- pids-limit=- "
#define CONTAINER_OPTIONS                                                                                      \
    "add-host=- annotation=- a,attach=- blkio-weight-device=- cap-add=- cap-drop=- cgroup-parent=- "           \
    "cgroupns=- cidfile=W cpu-count=- cpu-percent=- detach-keys=- device-cgroup-rule=- device-read-bps=- "     \
    "device-read-iops=- device-write-bps=- device-write-iops=- disable-content-trust dns=- dns-option=- "      \
    "dns-search=- domainname=- entrypoint=X e,env=- env-file=R expose=- gpus=- group-add=- health-cmd=S "      \
    "health-interval=- health-retries=- health-start-interval=- health-start-period=- health-timeout=- "       \
    "help. h,hostname=- init i,interactive io-maxbandwidth=- io-maxiops=- ip=- ip6=- ipc=- isolation=- "       \
    "kernel-memory=- l,label=- label-file=R link=- link-local-ip=- log-driver=- mac-address=- "                \
    "memory-swappiness=- name=- network,net=- network-alias,net-alias=- no-healthcheck oom-kill-disable "      \
    "oom-score-adj=- pid=- platform=- privileged$ p,publish=- P,publish-all pull=- q,quiet read-only "         \
    "restart=- rm runtime=- shm-size=- stop-signal=- stop-timeout=- storage-opt=- sysctl=- tmpfs=- t,tty "     \
    "ulimit=- u,user=- userns=- uts=- volume-driver=- volumes-from=- w,workdir=- v,volume=! mount=! device=! " \
    "security-opt=! log-opt=! "
#define BUILD_LIMITS                                                                                  \
    "cgroup-parent=- cpu-period=- cpu-quota=- c,cpu-shares=- cpuset-cpus=- cpuset-mems=- m,memory=- " \
    "memory-swap=- shm-size=- ulimit=- "
#define KUBE_OPTIONS                                                                                       \
    "n,namespace=- context=- cluster=- user=- kubeconfig=F s,server=U token=- as=- as-group=- as-uid=- "   \
    "certificate-authority=R client-certificate=R client-key=R cache-dir=D disable-compression=?- "        \
    "insecure-skip-tls-verify=?- log-flush-frequency=- match-server-version=?- password=- profile=- "      \
    "profile-output=W request-timeout=- tls-server-name=- username=- v=- vmodule=- warnings-as-errors=?- " \
    "h,help. "
#define KUBE_SHOWN "allow-missing-template-keys=?- show-managed-fields=?- template=R "
#define KUBE_FILES "f,filename=R k,kustomize=L R,recursive "
#define HELM_OPTIONS                                                                                      \
    "n,namespace=- kube-context=- kubeconfig=F kube-apiserver=U kube-as-group=- kube-as-user=- "          \
    "kube-ca-file=R kube-token=- kube-tls-server-name=- kube-insecure-skip-tls-verify registry-config=R " \
    "repository-cache=D repository-config=R burst-limit=- qps=- debug h,help. "
#define HELM_CHART                                                                                     \
    "ca-file=R cert-file=R key-file=R keyring=R insecure-skip-tls-verify pass-credentials password=- " \
    "plain-http repo=U username=- verify version=- devel "
#define HELM_VALUES "f,values=R set=- set-string=- set-json=- set-literal=- "
#define HELM_RELEASE                                                                                     \
    "create-namespace dependency-update description=- disable-openapi-validation dry-run=?- enable-dns " \
    "hide-secret force no-hooks post-renderer=X post-renderer-args=- render-subchart-notes skip-crds "   \
    "take-ownership timeout=- atomic wait wait-for-jobs l,labels=- o,output=- "
#define TERRAFORM_VARIABLES                                                                              \
    "var=- var-file=R no-color compact-warnings input=?- lock=?- lock-timeout=- parallelism=- target=- " \
    "replace=- refresh=?- refresh-only destroy$ state=M h,help. "
#define AWS_OPTIONS                                                                              \
    "profile=- region=- output=- endpoint-url=U query=- color=- ca-bundle=R cli-read-timeout=- " \
    "cli-connect-timeout=- cli-binary-format=- debug no-verify-ssl no-paginate no-sign-request " \
    "no-cli-pager no-cli-auto-prompt version. "
#define GCLOUD_OPTIONS                                                                              \
    "project=- account=- configuration=- billing-project=- impersonate-service-account=- "          \
    "access-token-file=R format=- verbosity=- q,quiet log-http !user-output-enabled trace-token=- " \
    "filter=- limit=- page-size=- sort-by=- h,help. "
#define PG_CONNECTION "h,host=H p,port=- U,username=- w,no-password W,password V,version. ?,help. "

namespace postern::programs {
namespace {

constexpr auto kRows = std::to_array<ProgramRow>({
    // Docker and the clients that read the same words. A bind mount (-v, --mount), --device and --security-opt name files
    // of this machine inside a longer value, so calls with them are not explained.
    {.names = "docker nerdctl",
     .habits = "sub exact",
     .options = "config=F c,context=H H,host=U l,log-level=- D,debug tls tlscacert=R tlscert=R tlskey=R tlsverify "
                "v,version. help.",
     .more = "contacts",
     .same = "run=container/run exec=container/exec attach=container/attach commit=container/commit "
             "cp=container/cp create=container/create diff=container/diff export=container/export "
             "kill=container/kill logs=container/logs pause=container/pause port=container/port "
             "rename=container/rename restart=container/restart start=container/start stats=container/stats "
             "stop=container/stop top=container/top unpause=container/unpause update=container/update "
             "wait=container/wait inspect=container/inspect pull=image/pull push=image/push history=image/history "
             "import=image/import "
             "load=image/load save=image/save tag=image/tag ps=container/ls=container/list=container/ps "
             "rm=container/rm=container/remove images=image/ls=image/list rmi=image/rm=image/remove "
             "info=system/info events=system/events network/rm=network/remove network/ls=network/list "
             "volume/rm=volume/remove volume/ls=volume/list context/rm=context/remove context/ls=context/list "
             "build=image/build=builder/build=buildx/build=buildx/b=builder/b"},
    {.names = "docker/builder nerdctl/builder", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "docker/buildx nerdctl/buildx",
     .habits = "sub exact",
     .options = "builder=- D,debug help.",
     .more = "contacts"},
    {.names = "docker/checkpoint nerdctl/checkpoint", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "docker/container nerdctl/container", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "docker/context nerdctl/context", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "docker/image nerdctl/image", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "docker/manifest nerdctl/manifest", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "docker/network nerdctl/network", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "docker/plugin nerdctl/plugin", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "docker/system nerdctl/system", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "docker/trust nerdctl/trust", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "docker/volume nerdctl/volume", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "docker/config nerdctl/config", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "docker/node nerdctl/node", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "docker/secret nerdctl/secret", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "docker/service nerdctl/service", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "docker/stack nerdctl/stack", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "docker/swarm nerdctl/swarm", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "podman",
     .habits = "sub exact",
     .options = "cgroup-manager=- conmon=X c,connection,context=H H,host=U config=F events-backend=- hooks-dir=P "
                "identity=R log-level=- "
                "namespace=- network-cmd-path=X network-config-dir=F noout r,remote root=D runroot=D runtime=X ssh=- "
                "storage-driver=- storage-opt=- syslog tmpdir=D url=U volumepath=D v,version. help.",
     .more = "contacts",
     .same = "run=container/run exec=container/exec attach=container/attach commit=container/commit "
             "cp=container/cp create=container/create diff=container/diff export=container/export "
             "kill=container/kill logs=container/logs pause=container/pause port=container/port "
             "rename=container/rename restart=container/restart start=container/start stats=container/stats "
             "stop=container/stop top=container/top unpause=container/unpause update=container/update "
             "wait=container/wait inspect=container/inspect pull=image/pull push=image/push history=image/history "
             "import=image/import "
             "load=image/load save=image/save tag=image/tag ps=container/ls=container/list=container/ps "
             "rm=container/rm=container/remove images=image/ls=image/list rmi=image/rm=image/remove "
             "info=system/info events=system/events network/rm=network/remove network/ls=network/list "
             "volume/rm=volume/remove volume/ls=volume/list "
             "build=image/build=buildx/build=buildx/b=container/build"},
    {.names = "podman/container", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "podman/image", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "podman/network", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "podman/system", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "podman/volume", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "podman/pod", .habits = "sub exact", .options = "help.", .more = "contacts"},
    {.names = "docker/run docker/container/run nerdctl/run nerdctl/container/run",
     .habits = "posix exact",
     .options = CONTAINER_LIMITS CONTAINER_OPTIONS "d,detach sig-proxy",
     .operands = "- cmd",
     .more = "contacts runs"},
    {.names = "docker/create docker/container/create nerdctl/create nerdctl/container/create",
     .habits = "posix exact",
     .options = CONTAINER_LIMITS CONTAINER_OPTIONS,
     .operands = "- cmd",
     .more = "contacts runs"},
    {.names = "podman/run podman/container/run podman/create podman/container/create",
     .habits = "posix exact",
     .options = CONTAINER_LIMITS
     "add-host=- annotation=- arch=- a,attach=- authfile=R cap-add=- cap-drop=- cgroup-parent=- cgroupns=- "
     "cgroups=- cidfile=W conmon-pidfile=W d,detach detach-keys=- dns=- dns-option=- dns-search=- "
     "entrypoint=X e,env=- env-file=R env-host expose=- group-add=- health-cmd=S health-interval=- "
     "health-retries=- health-start-period=- health-timeout=- help. h,hostname=- http-proxy=?- init "
     "i,interactive ip=- ip6=- ipc=- l,label=- label-file=R log-driver=- mac-address=- memory-swappiness=- "
     "name=- network,net=- network-alias=- no-healthcheck no-hosts oom-kill-disable oom-score-adj=- os=- "
     "pid=- pidfile=W platform=- pod=- privileged$ p,publish=- P,publish-all pull=- q,quiet read-only "
     "replace$ restart=- rm rmi sdnotify=- shm-size=- sig-proxy=?- stop-signal=- stop-timeout=- sysctl=- "
     "systemd=- timeout=- tls-verify=?- tmpfs=- t,tty tz=- ulimit=- umask=- unsetenv=- unsetenv-all "
     "u,user=- userns=- uts=- variant=- volumes-from=- w,workdir=- v,volume=! mount=! device=! "
     "security-opt=! log-opt=! storage-opt=! runtime=! secret=! gpus=! volume-driver=! link=! domainname=! "
     "device-cgroup-rule=! device-read-bps=! device-write-bps=! device-read-iops=! device-write-iops=! "
     "blkio-weight-device=!",
     .operands = "- cmd",
     .more = "contacts runs"},
    {.names = "docker/exec docker/container/exec nerdctl/exec nerdctl/container/exec podman/exec "
              "podman/container/exec",
     .habits = "posix exact",
     .options = "d,detach detach-keys=- e,env=- env-file=R i,interactive privileged t,tty u,user=- w,workdir=- help.",
     .operands = "- cmd",
     .more = "contacts runs"},
    {.names = "docker/build docker/image/build docker/builder/build docker/buildx/build docker/buildx/b "
              "nerdctl/build nerdctl/image/build nerdctl/builder/build nerdctl/buildx/build nerdctl/buildx/b",
     .habits = "exact",
     .options = BUILD_LIMITS
     "add-host=- annotation=- build-arg=- builder=- check compress disable-content-trust f,file=F force-rm "
     "iidfile=W isolation=- label=- load metadata-file=W network=- no-cache no-cache-filter=- platform=- "
     "progress=- provenance=- pull push$ q,quiet rm=?- sbom=- squash t,tag=- target=- help.",
     .operands = "L",
     .more = "contacts runs"},
    {.names = "podman/build podman/image/build",
     .habits = "exact",
     .options = BUILD_LIMITS
     "add-host=- annotation=- arch=- authfile=R build-arg=- f,file=F force-rm=?- format=- iidfile=W "
     "isolation=- jobs=- label=- layers=?- logfile=W network=- no-cache os=- platform=- pull=?- q,quiet "
     "rm=?- squash squash-all t,tag=- target=- tls-verify=?- help.",
     .operands = "L",
     .more = "contacts runs"},
    {.names = "docker/ps docker/container/ls docker/container/list docker/container/ps nerdctl/ps "
              "nerdctl/container/ls nerdctl/container/list nerdctl/container/ps podman/ps podman/container/ls "
              "podman/container/list podman/container/ps",
     .habits = "exact",
     .options = "a,all f,filter=- format=- n,last=- l,latest no-trunc q,quiet s,size help.",
     .more = "contacts"},
    {.names = "docker/images docker/image/ls docker/image/list nerdctl/images nerdctl/image/ls nerdctl/image/list "
              "podman/images podman/image/ls podman/image/list",
     .habits = "exact",
     .options = "a,all digests f,filter=- format=- no-trunc q,quiet tree help.",
     .operands = "-?",
     .more = "contacts"},
    {.names = "docker/inspect docker/container/inspect docker/image/inspect docker/network/inspect "
              "docker/volume/inspect docker/node/inspect docker/service/inspect docker/secret/inspect "
              "docker/config/inspect docker/plugin/inspect docker/context/inspect nerdctl/inspect "
              "nerdctl/container/inspect nerdctl/image/inspect nerdctl/network/inspect nerdctl/volume/inspect "
              "nerdctl/node/inspect nerdctl/service/inspect nerdctl/secret/inspect nerdctl/config/inspect "
              "nerdctl/plugin/inspect nerdctl/context/inspect podman/inspect podman/container/inspect "
              "podman/image/inspect podman/network/inspect podman/volume/inspect",
     .habits = "exact",
     .options = "f,format=- s,size type=- platform=- pretty v,verbose help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "docker/logs docker/container/logs nerdctl/logs nerdctl/container/logs",
     .habits = "exact",
     .options = "details f,follow since=- n,tail=- t,timestamps until=- help.",
     .operands = "-",
     .more = "contacts"},
    {.names = "podman/logs podman/container/logs",
     .habits = "exact",
     .options = "color f,follow l,latest n,names since=- tail=- t,timestamps until=- help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "docker/top docker/container/top nerdctl/top nerdctl/container/top podman/top podman/container/top",
     .habits = "posix exact",
     .options = "help.",
     .operands = "- rest",
     .more = "contacts"},
    {.names = "docker/stats docker/container/stats nerdctl/stats nerdctl/container/stats podman/stats "
              "podman/container/stats",
     .habits = "exact",
     .options = "a,all format=- no-stream no-trunc help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "docker/port docker/container/port docker/diff docker/container/diff docker/history "
              "docker/image/history nerdctl/port nerdctl/container/port nerdctl/diff nerdctl/container/diff "
              "nerdctl/history nerdctl/image/history podman/port podman/container/port podman/diff "
              "podman/container/diff podman/history podman/image/history",
     .habits = "exact",
     .options = "format=- H,human no-trunc platform=- q,quiet help.",
     .operands = "- -?",
     .more = "contacts"},
    {.names = "docker/version docker/info docker/system/info nerdctl/version nerdctl/info nerdctl/system/info "
              "podman/version podman/info podman/system/info",
     .habits = "exact",
     .options = "f,format=- help.",
     .more = "contacts"},
    {.names = "docker/events docker/system/events docker/system/df docker/search nerdctl/events "
              "nerdctl/system/events nerdctl/system/df nerdctl/search podman/events podman/system/events "
              "podman/system/df podman/search",
     .habits = "exact",
     .options = "f,filter=- format=- since=- until=- limit=- no-trunc v,verbose help.",
     .operands = "-?",
     .more = "contacts"},
    {.names = "docker/pull docker/image/pull nerdctl/pull nerdctl/image/pull",
     .habits = "exact",
     .options = "a,all-tags disable-content-trust platform=- q,quiet help.",
     .operands = "-",
     .more = "contacts"},
    {.names = "docker/push docker/image/push nerdctl/push nerdctl/image/push",
     .habits = "exact",
     .options = "a,all-tags disable-content-trust platform=- q,quiet help.",
     .operands = "-",
     .more = "contacts destroys"},
    {.names = "podman/pull podman/image/pull",
     .habits = "exact",
     .options = "a,all-tags arch=- authfile=R cert-dir=L creds=- disable-content-trust os=- platform=- q,quiet "
                "tls-verify=?- variant=- help.",
     .operands = "HR*",
     .more = "contacts"},
    {.names = "podman/push podman/image/push",
     .habits = "exact",
     .options = "authfile=R cert-dir=L compress compression-format=- creds=- digestfile=W disable-content-trust "
                "f,format=- q,quiet remove-signatures tls-verify=?- help.",
     .operands = "- HW?",
     .more = "contacts destroys"},
    {.names = "docker/login nerdctl/login podman/login",
     .habits = "exact",
     .options = "p,password=- password-stdin u,username=- help.",
     .operands = "H?",
     .more = "contacts"},
    {.names = "docker/logout nerdctl/logout podman/logout",
     .habits = "exact",
     .options = "help.",
     .operands = "H?",
     .more = "contacts"},
    {.names = "docker/rm docker/container/rm docker/container/remove nerdctl/rm nerdctl/container/rm "
              "nerdctl/container/remove",
     .habits = "exact",
     .options = "f,force l,link v,volumes help.",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "podman/rm podman/container/rm",
     .habits = "exact",
     .options = "a,all cidfile=R depend filter=- f,force i,ignore l,latest t,time=- v,volumes help.",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "docker/rmi docker/image/rm docker/image/remove nerdctl/rmi nerdctl/image/rm nerdctl/image/remove",
     .habits = "exact",
     .options = "f,force no-prune platform=- help.",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "podman/rmi podman/image/rm",
     .habits = "exact",
     .options = "a,all f,force i,ignore no-prune help.",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "docker/system/prune docker/container/prune docker/image/prune docker/network/prune "
              "docker/volume/prune docker/builder/prune docker/buildx/prune nerdctl/system/prune "
              "nerdctl/container/prune nerdctl/image/prune nerdctl/network/prune nerdctl/volume/prune "
              "nerdctl/builder/prune nerdctl/buildx/prune podman/system/prune podman/container/prune "
              "podman/image/prune podman/network/prune podman/volume/prune podman/pod/prune",
     .habits = "exact",
     .options = "a,all filter=- f,force volumes keep-storage=- verbose help.",
     .more = "contacts destroys"},
    {.names = "docker/volume/rm docker/volume/remove docker/network/rm docker/network/remove docker/secret/rm "
              "docker/secret/remove docker/config/rm docker/config/remove docker/context/rm docker/context/remove "
              "docker/node/rm docker/node/remove docker/service/rm docker/service/remove docker/plugin/rm "
              "docker/plugin/remove docker/manifest/rm nerdctl/volume/rm nerdctl/volume/remove nerdctl/network/rm "
              "nerdctl/network/remove nerdctl/secret/rm nerdctl/secret/remove nerdctl/config/rm "
              "nerdctl/config/remove nerdctl/context/rm nerdctl/context/remove nerdctl/node/rm nerdctl/node/remove "
              "nerdctl/service/rm nerdctl/service/remove nerdctl/plugin/rm nerdctl/plugin/remove "
              "nerdctl/manifest/rm podman/volume/rm podman/network/rm podman/pod/rm",
     .habits = "exact",
     .options = "f,force help.",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "docker/volume/ls docker/volume/list docker/network/ls docker/network/list docker/context/ls "
              "docker/context/list docker/node/ls docker/node/list docker/secret/ls docker/secret/list "
              "docker/config/ls docker/config/list docker/service/ls docker/service/list docker/stack/ls "
              "docker/stack/list docker/plugin/ls docker/plugin/list nerdctl/volume/ls nerdctl/volume/list "
              "nerdctl/network/ls nerdctl/network/list nerdctl/context/ls nerdctl/context/list nerdctl/node/ls "
              "nerdctl/node/list nerdctl/secret/ls nerdctl/secret/list nerdctl/config/ls nerdctl/config/list "
              "nerdctl/service/ls nerdctl/service/list nerdctl/stack/ls nerdctl/stack/list nerdctl/plugin/ls "
              "nerdctl/plugin/list podman/volume/ls podman/network/ls podman/pod/ls podman/pod/ps",
     .habits = "exact",
     .options = "f,filter=- format=- no-trunc q,quiet cluster help.",
     .more = "contacts"},
    {.names = "docker/context/show docker/buildx/ls docker/buildx/version nerdctl/context/show nerdctl/buildx/ls "
              "nerdctl/buildx/version",
     .habits = "exact",
     .options = "help.",
     .more = "contacts"},
    {.names = "docker/volume/create nerdctl/volume/create podman/volume/create",
     .habits = "exact",
     .options = "d,driver=- label=- help.",
     .operands = "-?",
     .more = "contacts"},
    {.names = "docker/network/create nerdctl/network/create podman/network/create",
     .habits = "exact",
     .options = "attachable d,driver=- gateway=- internal ip-range=- ipv4 ipv6 label=- subnet=- scope=- help.",
     .operands = "-",
     .more = "contacts"},
    {.names = "docker/network/connect nerdctl/network/connect podman/network/connect",
     .habits = "exact",
     .options = "alias=- ip=- ip6=- link=- help.",
     .operands = "- -",
     .more = "contacts"},
    {.names = "docker/network/disconnect nerdctl/network/disconnect podman/network/disconnect",
     .habits = "exact",
     .options = "f,force help.",
     .operands = "- -",
     .more = "contacts"},
    {.names = "docker/start docker/container/start nerdctl/start nerdctl/container/start",
     .habits = "exact",
     .options = "a,attach checkpoint=- detach-keys=- i,interactive help.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "podman/start podman/container/start",
     .habits = "exact",
     .options = "all a,attach detach-keys=- f,filter=- i,interactive l,latest sig-proxy=?- help.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "docker/stop docker/container/stop docker/restart docker/container/restart nerdctl/stop "
              "nerdctl/container/stop nerdctl/restart nerdctl/container/restart",
     .habits = "exact",
     .options = "s,signal=- t,timeout,time=- help.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "podman/stop podman/container/stop podman/restart podman/container/restart",
     .habits = "exact",
     .options = "a,all i,ignore l,latest t,time=- help.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "docker/kill docker/container/kill nerdctl/kill nerdctl/container/kill podman/kill "
              "podman/container/kill",
     .habits = "exact",
     .options = "s,signal=- help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "docker/pause docker/container/pause docker/unpause docker/container/unpause docker/wait "
              "docker/container/wait nerdctl/pause nerdctl/container/pause nerdctl/unpause "
              "nerdctl/container/unpause nerdctl/wait nerdctl/container/wait podman/pause podman/container/pause "
              "podman/unpause podman/container/unpause podman/wait podman/container/wait",
     .habits = "exact",
     .options = "help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "docker/rename docker/container/rename docker/tag docker/image/tag nerdctl/rename "
              "nerdctl/container/rename nerdctl/tag nerdctl/image/tag podman/rename podman/container/rename "
              "podman/tag podman/image/tag",
     .habits = "exact",
     .options = "help.",
     .operands = "- -*",
     .more = "contacts"},
    {.names = "docker/update docker/container/update nerdctl/update nerdctl/container/update",
     .habits = "exact",
     .options = CONTAINER_LIMITS "restart=- help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "docker/attach docker/container/attach nerdctl/attach nerdctl/container/attach podman/attach "
              "podman/container/attach",
     .habits = "exact",
     .options = "detach-keys=- no-stdin sig-proxy=?- help.",
     .operands = "-",
     .more = "contacts runs"},
    {.names = "docker/commit docker/container/commit nerdctl/commit nerdctl/container/commit podman/commit "
              "podman/container/commit",
     .habits = "exact",
     .options = "a,author=- c,change=- m,message=- p,pause=?- help.",
     .operands = "- -?",
     .more = "contacts"},
    {.names = "docker/cp docker/container/cp nerdctl/cp nerdctl/container/cp podman/cp podman/container/cp",
     .habits = "exact",
     .options = "a,archive L,follow-link q,quiet overwrite help.",
     .operands = "HR HW",
     .more = "contacts"},
    {.names = "docker/export docker/container/export nerdctl/export nerdctl/container/export podman/export "
              "podman/container/export",
     .habits = "exact",
     .options = "o,output=W help.",
     .operands = "-",
     .more = "contacts"},
    {.names = "docker/save docker/image/save nerdctl/save nerdctl/image/save",
     .habits = "exact",
     .options = "o,output=W platform=- help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "docker/load docker/image/load nerdctl/load nerdctl/image/load podman/load podman/image/load",
     .habits = "exact",
     .options = "i,input=R platform=- q,quiet help.",
     .more = "contacts"},
    {.names = "docker/import docker/image/import nerdctl/import nerdctl/image/import podman/import "
              "podman/image/import",
     .habits = "exact",
     .options = "c,change=- m,message=- platform=- help.",
     .operands = "R -?",
     .more = "contacts"},
    {.names = "docker/secret/create docker/config/create nerdctl/secret/create nerdctl/config/create",
     .habits = "exact",
     .options = "l,label=- help.",
     .operands = "- R",
     .more = "contacts"},
    {.names = "docker/stack/deploy docker/stack/up nerdctl/stack/deploy nerdctl/stack/up",
     .habits = "exact",
     .options = "c,compose-file=F d,detach prune q,quiet resolve-image=- with-registry-auth help.",
     .operands = "-",
     .more = "contacts destroys runs"},
    {.names = "docker/stack/rm docker/stack/remove docker/stack/down nerdctl/stack/rm nerdctl/stack/remove "
              "nerdctl/stack/down",
     .habits = "exact",
     .options = "d,detach help.",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "docker/stack/ps docker/stack/services docker/service/ps docker/service/logs nerdctl/stack/ps "
              "nerdctl/stack/services nerdctl/service/ps nerdctl/service/logs",
     .habits = "exact",
     .options = "f,filter=- format=- no-resolve no-trunc q,quiet help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "docker/service/scale docker/service/rollback nerdctl/service/scale nerdctl/service/rollback",
     .habits = "exact",
     .options = "d,detach q,quiet help.",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "docker/swarm/leave nerdctl/swarm/leave",
     .habits = "exact",
     .options = "f,force help.",
     .more = "contacts destroys"},
    // Compose. The file of services can run anything.
    {.names = "docker/compose docker-compose nerdctl/compose podman/compose podman-compose",
     .habits = "sub exact",
     .options = "f,file=F p,project-name=- project-directory=CD profile=- env-file=R ansi=- progress=- parallel=- "
                "compatibility dry-run all-resources verbose v,version. h,help.",
     .more = "contacts runs"},
    {.names = "docker/compose/up docker-compose/up nerdctl/compose/up",
     .habits = "exact",
     .options = "d,detach build no-build force-recreate no-recreate no-deps remove-orphans$ V,renew-anon-volumes$ "
                "scale=- t,timeout=- wait wait-timeout=- abort-on-container-exit abort-on-container-failure "
                "exit-code-from=- attach=- no-attach=- attach-dependencies no-color no-log-prefix no-start pull=- "
                "quiet-pull always-recreate-deps w,watch y,yes timestamps menu h,help.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "docker/compose/create docker-compose/create nerdctl/compose/create",
     .habits = "exact",
     .options = "build no-build force-recreate no-recreate pull=- quiet-pull remove-orphans$ scale=- h,help.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "docker/compose/down docker-compose/down nerdctl/compose/down",
     .habits = "exact",
     .options = "v,volumes$ rmi=- remove-orphans t,timeout=- h,help.",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "docker/compose/exec docker-compose/exec nerdctl/compose/exec podman/compose/exec podman-compose/exec",
     .habits = "posix exact",
     .options = "d,detach e,env=- index=- privileged T,no-TTY,no-tty u,user=- w,workdir=- i,interactive t,tty h,help.",
     .operands = "- cmd",
     .more = "contacts runs"},
    {.names = "docker/compose/run docker-compose/run nerdctl/compose/run podman/compose/run podman-compose/run",
     .habits = "posix exact",
     .options = "build cap-add=- cap-drop=- d,detach entrypoint=X e,env=- env-from-file=R i,interactive l,label=- "
                "name=- T,no-TTY,no-tty no-deps p,publish=- pull=- quiet-pull remove-orphans rm P,service-ports "
                "v,volume=! use-aliases u,user=- w,workdir=- h,help.",
     .operands = "- cmd",
     .more = "contacts runs"},
    {.names = "docker/compose/logs docker-compose/logs nerdctl/compose/logs",
     .habits = "exact",
     .options = "f,follow index=- no-color no-log-prefix since=- n,tail=- t,timestamps until=- h,help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "docker/compose/ps docker/compose/top docker/compose/images docker/compose/port docker/compose/events "
              "docker/compose/version docker/compose/ls docker-compose/ps docker-compose/top docker-compose/images "
              "docker-compose/port docker-compose/events docker-compose/version docker-compose/ls "
              "nerdctl/compose/ps nerdctl/compose/top nerdctl/compose/images nerdctl/compose/port "
              "nerdctl/compose/events nerdctl/compose/version nerdctl/compose/ls",
     .habits = "exact",
     .options = "a,all filter=- format=- no-trunc orphans=?- q,quiet services status=- index=- protocol=- short json "
                "h,help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "docker/compose/build docker-compose/build nerdctl/compose/build",
     .habits = "exact",
     .options = "build-arg=- builder=- check m,memory=- no-cache print provenance=- pull push$ q,quiet sbom=- "
                "with-dependencies progress=- h,help.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "docker/compose/pull docker-compose/pull nerdctl/compose/pull",
     .habits = "exact",
     .options = "ignore-buildable ignore-pull-failures include-deps policy=- q,quiet h,help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "docker/compose/push docker-compose/push nerdctl/compose/push",
     .habits = "exact",
     .options = "ignore-push-failures include-deps q,quiet h,help.",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "docker/compose/config docker/compose/convert docker-compose/config docker-compose/convert "
              "nerdctl/compose/config nerdctl/compose/convert",
     .habits = "exact",
     .options = "environment format=- hash=- images no-consistency no-env-resolution no-interpolate no-normalize "
                "no-path-resolution o,output=W profiles q,quiet resolve-image-digests services variables volumes "
                "h,help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "docker/compose/start docker/compose/stop docker/compose/restart docker/compose/kill "
              "docker/compose/pause docker/compose/unpause docker/compose/wait docker-compose/start "
              "docker-compose/stop docker-compose/restart docker-compose/kill docker-compose/pause "
              "docker-compose/unpause docker-compose/wait nerdctl/compose/start nerdctl/compose/stop "
              "nerdctl/compose/restart nerdctl/compose/kill nerdctl/compose/pause nerdctl/compose/unpause "
              "nerdctl/compose/wait",
     .habits = "exact",
     .options = "t,timeout=- no-deps s,signal=- remove-orphans h,help.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "docker/compose/rm docker-compose/rm nerdctl/compose/rm",
     .habits = "exact",
     .options = "f,force s,stop v,volumes h,help.",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "docker/compose/cp docker-compose/cp nerdctl/compose/cp",
     .habits = "exact",
     .options = "a,archive all L,follow-link index=- h,help.",
     .operands = "HR HW",
     .more = "contacts"},
    // Kubernetes. -o is left out: jsonpath-file= and its relatives read a file.
    {.names = "kubectl oc minikube/kubectl microk8s/kubectl k3s/kubectl",
     .habits = "sub exact",
     .options = KUBE_OPTIONS,
     .more = "contacts"},
    {.names = "kubectl/get oc/get",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_SHOWN KUBE_FILES
     "A,all-namespaces chunk-size=- field-selector=- ignore-not-found=?- L,label-columns=- no-headers=?- "
     "output-watch-events=?- raw=- l,selector=- server-print=?- show-kind=?- show-labels=?- sort-by=- "
     "subresource=- w,watch watch-only=?-",
     .operands = "-*",
     .more = "contacts"},
    {.names = "kubectl/describe oc/describe",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_FILES "A,all-namespaces chunk-size=- l,selector=- show-events=?-",
     .operands = "-*",
     .more = "contacts"},
    {.names = "kubectl/logs oc/logs",
     .habits = "exact",
     .options = KUBE_OPTIONS
     "all-containers=?- all-pods=?- c,container=- f,follow ignore-errors=?- "
     "insecure-skip-tls-verify-backend=?- limit-bytes=- max-log-requests=- pod-running-timeout=- prefix=?- "
     "p,previous l,selector=- since=- since-time=- tail=- timestamps=?-",
     .operands = "-*",
     .more = "contacts"},
    {.names = "kubectl/events oc/events",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_SHOWN "A,all-namespaces chunk-size=- for=- no-headers=?- types=- w,watch",
     .more = "contacts"},
    {.names = "kubectl/explain oc/explain",
     .habits = "exact",
     .options = KUBE_OPTIONS "api-version=- recursive=?-",
     .operands = "-",
     .more = "contacts"},
    {.names = "kubectl/api-resources kubectl/api-versions kubectl/version oc/api-resources oc/api-versions "
              "oc/version",
     .habits = "exact",
     .options = KUBE_OPTIONS
     "api-group=- cached=?- categories=- namespaced=?- no-headers=?- sort-by=- verbs=- client=?- short=?-",
     .more = "contacts"},
    {.names = "kubectl/top oc/top", .habits = "sub exact", .options = KUBE_OPTIONS, .more = "contacts"},
    {.names = "kubectl/auth oc/auth", .habits = "sub exact", .options = KUBE_OPTIONS, .more = "contacts"},
    {.names = "kubectl/rollout oc/rollout", .habits = "sub exact", .options = KUBE_OPTIONS, .more = "contacts"},
    {.names = "kubectl/config oc/config", .habits = "sub exact", .options = KUBE_OPTIONS, .more = "contacts"},
    {.names = "kubectl/set oc/set", .habits = "sub exact", .options = KUBE_OPTIONS, .more = "contacts"},
    {.names = "kubectl/certificate oc/certificate", .habits = "sub exact", .options = KUBE_OPTIONS, .more = "contacts"},
    {.names = "kubectl/top/node kubectl/top/pod kubectl/top/nodes kubectl/top/pods kubectl/top/no kubectl/top/po "
              "oc/top/node oc/top/pod oc/top/nodes oc/top/pods oc/top/no oc/top/po",
     .habits = "exact",
     .options =
         KUBE_OPTIONS "A,all-namespaces containers=?- field-selector=- no-headers=?- l,selector=- show-capacity=?- "
                      "sort-by=- sum=?- use-protocol-buffers=?-",
     .operands = "-*",
     .more = "contacts"},
    {.names = "kubectl/auth/can-i kubectl/auth/whoami oc/auth/can-i oc/auth/whoami",
     .habits = "exact",
     .options = KUBE_OPTIONS "A,all-namespaces list=?- no-headers=?- q,quiet subresource=-",
     .operands = "-*",
     .more = "contacts"},
    {.names = "kubectl/config/view kubectl/config/current-context kubectl/config/get-contexts "
              "kubectl/config/get-clusters kubectl/config/get-users oc/config/view oc/config/current-context "
              "oc/config/get-contexts oc/config/get-clusters oc/config/get-users",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_SHOWN "flatten=?- merge=?- minify=?- no-headers=?- raw=?-",
     .operands = "-*",
     .more = "contacts"},
    {.names = "kubectl/config/delete-context kubectl/config/delete-cluster kubectl/config/delete-user "
              "oc/config/delete-context oc/config/delete-cluster oc/config/delete-user",
     .habits = "exact",
     .options = KUBE_OPTIONS,
     .operands = "-",
     .more = "contacts destroys"},
    {.names = "kubectl/apply oc/apply",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_SHOWN KUBE_FILES
     "all=?- cascade=?- dry-run=?- field-manager=- force=?- force-conflicts=?- grace-period=- "
     "openapi-patch=?- overwrite=?- prune=?- prune-allowlist=- l,selector=- server-side=?- subresource=- "
     "timeout=- validate=?- wait=?-",
     .more = "contacts destroys"},
    {.names = "kubectl/create oc/create",
     .habits = "exact",
     .options =
         KUBE_OPTIONS KUBE_SHOWN KUBE_FILES "dry-run=?- field-manager=- raw=- save-config=?- l,selector=- validate=?-",
     .more = "contacts destroys"},
    {.names = "kubectl/replace oc/replace",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_SHOWN KUBE_FILES
     "cascade=?- dry-run=?- field-manager=- force=?- grace-period=- raw=- save-config=?- subresource=- "
     "timeout=- validate=?- wait=?-",
     .more = "contacts destroys"},
    {.names = "kubectl/delete oc/delete",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_FILES
     "all=?- A,all-namespaces cascade=?- dry-run=?- field-selector=- force=?- grace-period=- "
     "ignore-not-found=?- i,interactive now=?- raw=- l,selector=- timeout=- wait=?-",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "kubectl/diff oc/diff",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_FILES
     "concurrency=- field-manager=- force-conflicts=?- prune=?- prune-allowlist=- l,selector=- "
     "server-side=?- show-managed-fields=?-",
     .more = "contacts runs"},
    {.names = "kubectl/edit oc/edit",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_SHOWN KUBE_FILES
     "field-manager=- output-patch=?- save-config=?- subresource=- validate=?- windows-line-endings=?-",
     .operands = "-*",
     .more = "contacts destroys runs"},
    {.names = "kubectl/patch oc/patch",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_SHOWN KUBE_FILES
     "dry-run=?- field-manager=- local=?- p,patch=- patch-file=R subresource=- type=-",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "kubectl/scale oc/scale",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_SHOWN KUBE_FILES
     "all=?- current-replicas=- dry-run=?- replicas=- resource-version=- l,selector=- timeout=-",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "kubectl/autoscale oc/autoscale",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_SHOWN KUBE_FILES
     "cpu-percent=- dry-run=?- field-manager=- max=- min=- name=- save-config=?-",
     .operands = "-*",
     .more = "contacts"},
    {.names = "kubectl/label kubectl/annotate oc/label oc/annotate",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_SHOWN KUBE_FILES
     "all=?- A,all-namespaces dry-run=?- field-manager=- field-selector=- list=?- local=?- overwrite=?- "
     "resource-version=- l,selector=-",
     .operands = "-*",
     .more = "contacts"},
    {.names = "kubectl/taint oc/taint",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_SHOWN "all=?- dry-run=?- field-manager=- overwrite=?- l,selector=- validate=?-",
     .operands = "-*",
     .more = "contacts"},
    {.names = "kubectl/expose oc/expose",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_SHOWN KUBE_FILES
     "cluster-ip=- dry-run=?- external-ip=- field-manager=- l,labels=- load-balancer-ip=- name=- "
     "override-type=- overrides=- port=- protocol=- save-config=?- selector=- session-affinity=- "
     "target-port=- type=-",
     .operands = "-*",
     .more = "contacts"},
    {.names = "kubectl/rollout/history kubectl/rollout/status kubectl/rollout/pause kubectl/rollout/restart "
              "kubectl/rollout/resume oc/rollout/history oc/rollout/status oc/rollout/pause oc/rollout/restart "
              "oc/rollout/resume",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_SHOWN KUBE_FILES "field-manager=- revision=- l,selector=- timeout=- w,watch=?-",
     .operands = "-*",
     .more = "contacts"},
    {.names = "kubectl/rollout/undo oc/rollout/undo",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_SHOWN KUBE_FILES "dry-run=?- l,selector=- to-revision=-",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "kubectl/set/env kubectl/set/image kubectl/set/resources kubectl/set/selector "
              "kubectl/set/serviceaccount kubectl/set/subject oc/set/env oc/set/image oc/set/resources "
              "oc/set/selector oc/set/serviceaccount oc/set/subject",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_SHOWN KUBE_FILES
     "all=?- dry-run=?- field-manager=- local=?- c,containers=- e,env=- from=- keys=- limits=- list=?- "
     "overwrite=?- prefix=- requests=- resolve=?- l,selector=-",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "kubectl/drain oc/drain",
     .habits = "exact",
     .options =
         KUBE_OPTIONS "chunk-size=- delete-emptydir-data=?- disable-eviction=?- dry-run=?- force=?- grace-period=- "
                      "ignore-daemonsets=?- pod-selector=- l,selector=- skip-wait-for-delete-timeout=- timeout=-",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "kubectl/cordon kubectl/uncordon oc/cordon oc/uncordon",
     .habits = "exact",
     .options = KUBE_OPTIONS "dry-run=?- l,selector=-",
     .operands = "-*",
     .more = "contacts"},
    {.names = "kubectl/wait oc/wait",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_SHOWN
     "f,filename=R R,recursive all=?- A,all-namespaces field-selector=- for=- local=?- l,selector=- "
     "timeout=-",
     .operands = "-*",
     .more = "contacts"},
    {.names = "kubectl/certificate/approve kubectl/certificate/deny oc/certificate/approve oc/certificate/deny",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_FILES "force=?-",
     .operands = "-*",
     .more = "contacts"},
    {.names = "kubectl/exec oc/exec oc/rsh microk8s/kubectl/exec",
     .habits = "exact",
     .options = KUBE_OPTIONS "c,container=- f,filename=R1 pod-running-timeout=- q,quiet i,stdin t,tty",
     .operands = "- cmd",
     .more = "contacts runs"},
    {.names = "kubectl/attach oc/attach",
     .habits = "exact",
     .options = KUBE_OPTIONS "c,container=- pod-running-timeout=- q,quiet i,stdin t,tty",
     .operands = "-",
     .more = "contacts runs"},
    {.names = "kubectl/run oc/run",
     .habits = "exact",
     .options = KUBE_OPTIONS KUBE_SHOWN KUBE_FILES
     "annotations=- attach=?- cascade=?- command=?- dry-run=?- env=- expose=?- field-manager=- force=?- "
     "grace-period=- image=- image-pull-policy=- l,labels=- leave-stdin-open=?- override-type=- "
     "overrides=- pod-running-timeout=- port=- privileged=?- q,quiet restart=- rm=?- save-config=?- "
     "i,stdin timeout=- t,tty wait=?-",
     .operands = "- cmd",
     .more = "contacts runs"},
    {.names = "kubectl/debug oc/debug",
     .habits = "exact",
     .options = KUBE_OPTIONS
     "arguments-only=?- attach=?- c,container=- copy-to=- custom=R env=- f,filename=R image=- "
     "image-pull-policy=- q,quiet replace=?- same-node=?- set-image=- share-processes=?- i,stdin target=- "
     "t,tty",
     .operands = "- cmd",
     .more = "contacts runs"},
    {.names = "kubectl/cp oc/cp",
     .habits = "exact",
     .options = KUBE_OPTIONS "c,container=- no-preserve=?- retries=-",
     .operands = "HR HW",
     .more = "contacts"},
    {.names = "kubectl/port-forward oc/port-forward",
     .habits = "exact",
     .options = KUBE_OPTIONS "address=- pod-running-timeout=-",
     .operands = "- -*",
     .more = "contacts"},
    {.names = "kubectl/proxy oc/proxy",
     .habits = "exact",
     .options =
         KUBE_OPTIONS "accept-hosts=- accept-paths=- address=- api-prefix=- append-server-path=?- disable-filter=?- "
                      "keepalive=- p,port=- reject-methods=- reject-paths=- u,unix-socket=W w,www=L P,www-prefix=-",
     .more = "contacts"},
    {.names = "kubectl/kustomize oc/kustomize",
     .habits = "exact",
     .options = KUBE_OPTIONS
     "as-current-user=?- enable-alpha-plugins%$ enable-exec%$ enable-helm$ helm-command=X helm-debug=?- "
     "helm-api-versions=- helm-kube-version=- load-restrictor=- network=?- network-name=- o,output=W",
     .operands = "L",
     .more = "contacts"},
    {.names = "kustomize", .habits = "sub exact", .options = "h,help. stack-trace"},
    {.names = "kustomize/build",
     .habits = "exact",
     .options = "as-current-user e,env=- enable-alpha-plugins%$ enable-exec%$ enable-helm$ enable-star$ helm-command=X "
                "load-restrictor=- network network-name=- o,output=W h,help.",
     .operands = "L",
     .more = "contacts"},
    {.names = "minikube",
     .habits = "sub exact",
     .options = "p,profile=- b,bootstrapper=- user=- v=- vmodule=- alsologtostderr add_dir_header rootless h,help.",
     .more = "contacts"},
    {.names = "microk8s k3s", .habits = "sub exact", .more = "contacts"},
    {.names = "minikube/start",
     .habits = "exact",
     .options = "p,profile=- cpus=- memory=- disk-size=- driver=- kubernetes-version=- n,nodes=- addons=- "
                "container-runtime=- wait=- h,help.",
     .more = "contacts runs"},
    {.names = "minikube/stop minikube/status minikube/ip minikube/pause minikube/unpause minikube/profile "
              "minikube/version",
     .habits = "exact",
     .options = "p,profile=- all A f,format=- o,output=- n,node=- l,layout=- h,help.",
     .operands = "-?",
     .more = "contacts"},
    {.names = "minikube/delete",
     .habits = "exact",
     .options = "p,profile=- all purge h,help.",
     .more = "contacts destroys"},
    {.names = "kind", .habits = "sub exact", .options = "q,quiet v,verbosity=- version. h,help.", .more = "contacts"},
    {.names = "kind/create kind/delete kind/get kind/load",
     .habits = "sub exact",
     .options = "q,quiet v,verbosity=- h,help.",
     .more = "contacts"},
    {.names = "kind/create/cluster",
     .habits = "exact",
     .options = "config=F image=- kubeconfig=W n,name=- retain wait=- q,quiet v,verbosity=- h,help.",
     .more = "contacts runs"},
    {.names = "kind/delete/cluster kind/delete/clusters",
     .habits = "exact",
     .options = "A,all n,name=- kubeconfig=W q,quiet v,verbosity=- h,help.",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "kind/get/clusters kind/get/nodes",
     .habits = "exact",
     .options = "n,name=- A,all-clusters q,quiet h,help.",
     .more = "contacts"},
    {.names = "kind/load/docker-image",
     .habits = "exact",
     .options = "n,name=- nodes=- q,quiet h,help.",
     .operands = "-*",
     .more = "contacts"},
    // Helm. A chart is deployed; --set-file names a file behind a key and is left out.
    {.names = "helm",
     .habits = "sub exact",
     .options = HELM_OPTIONS "version.",
     .more = "contacts",
     .same = "uninstall=un=del=delete list=ls history=hist show=inspect dependency=dep=dependencies "
             "dependency/update=dependency/up dependency/list=dependency/ls pull=fetch repo/update=repo/up "
             "repo/list=repo/ls repo/remove=repo/rm plugin/uninstall=plugin/rm=plugin/remove "
             "plugin/install=plugin/add plugin/list=plugin/ls plugin/update=plugin/up registry/login upgrade "
             "template"},
    {.names = "helm/install",
     .habits = "exact",
     .options = HELM_OPTIONS HELM_CHART HELM_VALUES HELM_RELEASE "g,generate-name name-template=- replace",
     .operands = "R*",
     .more = "contacts destroys"},
    {.names = "helm/upgrade",
     .habits = "exact",
     .options = HELM_OPTIONS HELM_CHART HELM_VALUES HELM_RELEASE
     "i,install cleanup-on-fail history-max=- reset-values reset-then-reuse-values reuse-values",
     .operands = "R*",
     .more = "contacts destroys"},
    {.names = "helm/template",
     .habits = "exact",
     .options = HELM_OPTIONS HELM_CHART HELM_VALUES HELM_RELEASE
     "a,api-versions=- g,generate-name include-crds is-upgrade kube-version=- name-template=- output-dir=D "
     "release-name s,show-only=- skip-tests validate",
     .operands = "R*",
     .more = "contacts"},
    {.names = "helm/uninstall helm/un helm/del helm/delete",
     .habits = "exact",
     .options = HELM_OPTIONS "cascade=- description=- dry-run ignore-not-found keep-history no-hooks timeout=- wait",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "helm/rollback",
     .habits = "exact",
     .options =
         HELM_OPTIONS "cleanup-on-fail dry-run force history-max=- no-hooks recreate-pods timeout=- wait wait-for-jobs",
     .operands = "- -?",
     .more = "contacts destroys"},
    {.names = "helm/list helm/ls helm/status helm/history helm/hist",
     .habits = "exact",
     .options = HELM_OPTIONS
     "a,all A,all-namespaces d,date deployed failed f,filter=- m,max=- no-headers offset=- o,output=- "
     "pending r,reverse revision=- l,selector=- q,short show-desc show-resources superseded time-format=- "
     "uninstalled uninstalling",
     .operands = "-*",
     .more = "contacts"},
    {.names = "helm/get", .habits = "sub exact", .options = HELM_OPTIONS, .more = "contacts"},
    {.names = "helm/repo", .habits = "sub exact", .options = HELM_OPTIONS, .more = "contacts"},
    {.names = "helm/search", .habits = "sub exact", .options = HELM_OPTIONS, .more = "contacts"},
    {.names = "helm/show helm/inspect", .habits = "sub exact", .options = HELM_OPTIONS, .more = "contacts"},
    {.names = "helm/dependency helm/dep helm/dependencies",
     .habits = "sub exact",
     .options = HELM_OPTIONS,
     .more = "contacts"},
    {.names = "helm/get/all helm/get/values helm/get/manifest helm/get/hooks helm/get/notes helm/get/metadata",
     .habits = "exact",
     .options = HELM_OPTIONS "a,all o,output=- revision=-",
     .operands = "-",
     .more = "contacts"},
    {.names = "helm/repo/add",
     .habits = "exact",
     .options =
         HELM_OPTIONS "allow-deprecated-repos ca-file=R cert-file=R key-file=R force-update insecure-skip-tls-verify "
                      "no-update pass-credentials password=- password-stdin timeout=- username=-",
     .operands = "- U",
     .more = "contacts"},
    {.names = "helm/repo/update helm/repo/up helm/repo/list helm/repo/ls",
     .habits = "exact",
     .options = HELM_OPTIONS "o,output=- fail-on-repo-update-fail",
     .operands = "-*",
     .more = "contacts"},
    {.names = "helm/repo/remove helm/repo/rm",
     .habits = "exact",
     .options = HELM_OPTIONS,
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "helm/search/repo helm/search/hub",
     .habits = "exact",
     .options =
         HELM_OPTIONS "devel fail-on-no-result max-col-width=- o,output=- r,regexp version=- l,versions endpoint=U "
                      "list-repo-url",
     .operands = "-*",
     .more = "contacts"},
    {.names = "helm/show/all helm/show/chart helm/show/crds helm/show/readme helm/show/values helm/inspect/all "
              "helm/inspect/chart helm/inspect/readme helm/inspect/values",
     .habits = "exact",
     .options = HELM_OPTIONS HELM_CHART "jsonpath=-",
     .operands = "R",
     .more = "contacts"},
    {.names = "helm/pull helm/fetch",
     .habits = "exact",
     .options = HELM_OPTIONS HELM_CHART "d,destination=D prov untar untardir=D",
     .operands = "R*",
     .more = "contacts"},
    {.names = "helm/push",
     .habits = "exact",
     .options = HELM_OPTIONS "ca-file=R cert-file=R key-file=R insecure-skip-tls-verify plain-http",
     .operands = "R U",
     .more = "contacts destroys"},
    {.names = "helm/lint",
     .habits = "exact",
     .options = HELM_OPTIONS HELM_VALUES "kube-version=- quiet skip-schema-validation strict with-subcharts",
     .operands = "L*"},
    {.names = "helm/dependency/update helm/dependency/up helm/dependency/build helm/dependency/list "
              "helm/dependency/ls helm/dep/update helm/dep/up helm/dep/build helm/dep/list helm/dep/ls",
     .habits = "exact",
     .options = HELM_OPTIONS "keyring=R skip-refresh verify max-col-width=-",
     .operands = "D?",
     .more = "contacts"},
    {.names = "helm/create", .habits = "exact", .options = HELM_OPTIONS "p,starter=R", .operands = "D"},
    {.names = "helm/package",
     .habits = "exact",
     .options = HELM_OPTIONS
     "app-version=- u,dependency-update d,destination=D key=- keyring=R passphrase-file=R sign version=-",
     .operands = "L*",
     .more = "contacts"},
    {.names = "helm/test",
     .habits = "exact",
     .options = HELM_OPTIONS "filter=- hide-notes logs timeout=-",
     .operands = "-",
     .more = "contacts runs"},
    {.names = "helm/version helm/env",
     .habits = "exact",
     .options = HELM_OPTIONS "c,client short template=-",
     .operands = "-*"},
    // Terraform and its relatives. Providers and data sources are programs.
    {.names = "terraform tofu terragrunt",
     .habits = "sub single exact",
     .options = "chdir=CD v,version. h,help.",
     .more = "contacts runs"},
    {.names = "terraform/init tofu/init terragrunt/init",
     .habits = "single exact",
     .options = "backend=?- backend-config=R force-copy from-module=U get=?- input=?- lock=?- lock-timeout=- no-color "
                "json plugin-dir=P reconfigure migrate-state upgrade lockfile=- ignore-remote-version "
                "test-directory=L h,help.",
     .more = "contacts runs"},
    {.names = "terraform/plan terraform/refresh tofu/plan tofu/refresh terragrunt/plan terragrunt/refresh",
     .habits = "single exact",
     .options = TERRAFORM_VARIABLES "detailed-exitcode generate-config-out=W out=W json",
     .more = "contacts runs"},
    {.names = "terraform/apply terraform/destroy tofu/apply tofu/destroy terragrunt/apply terragrunt/destroy",
     .habits = "single exact",
     .options = TERRAFORM_VARIABLES "auto-approve backup=W state-out=W json",
     .operands = "R?",
     .more = "contacts destroys runs"},
    {.names = "terraform/import tofu/import terragrunt/import",
     .habits = "single exact",
     .options = "config=L input=?- lock=?- lock-timeout=- no-color var=- var-file=R ignore-remote-version h,help.",
     .operands = "- -",
     .more = "contacts destroys runs"},
    {.names = "terraform/fmt tofu/fmt terragrunt/fmt",
     .habits = "single exact",
     .options = "list=?- write=?- diff check>R no-color recursive h,help.",
     .operands = "M*",
     .more = "runs"},
    {.names = "terraform/validate tofu/validate terragrunt/validate",
     .habits = "single exact",
     .options = "json no-color no-tests test-directory=L h,help.",
     .more = "runs"},
    {.names = "terraform/output tofu/output terragrunt/output",
     .habits = "single exact",
     .options = "state=R no-color json raw h,help.",
     .operands = "-?",
     .more = "contacts"},
    {.names = "terraform/show tofu/show terragrunt/show",
     .habits = "single exact",
     .options = "no-color json h,help.",
     .operands = "R?",
     .more = "contacts"},
    {.names = "terraform/graph tofu/graph terragrunt/graph",
     .habits = "single exact",
     .options = "plan=R draw-cycles type=- module-depth=- h,help.",
     .more = "contacts runs"},
    {.names = "terraform/providers terraform/get terraform/version tofu/providers tofu/get tofu/version "
              "terragrunt/providers terragrunt/get terragrunt/version",
     .habits = "single exact",
     .options = "update no-color json test-directory=L h,help.",
     .more = "contacts runs"},
    {.names = "terraform/test tofu/test terragrunt/test",
     .habits = "single exact",
     .options = "cloud-run=- filter=R json no-color test-directory=L var=- var-file=R verbose h,help.",
     .more = "contacts destroys runs"},
    {.names = "terraform/taint terraform/untaint terraform/force-unlock tofu/taint tofu/untaint tofu/force-unlock "
              "terragrunt/taint terragrunt/untaint terragrunt/force-unlock",
     .habits = "single exact",
     .options = "allow-missing lock=?- lock-timeout=- ignore-remote-version force h,help.",
     .operands = "-",
     .more = "contacts destroys"},
    {.names = "terraform/state terraform/workspace tofu/state tofu/workspace terragrunt/state terragrunt/workspace",
     .habits = "sub single exact",
     .options = "h,help.",
     .more = "contacts"},
    {.names = "terraform/state/list terraform/state/show terraform/state/pull tofu/state/list tofu/state/show "
              "tofu/state/pull terragrunt/state/list terragrunt/state/show terragrunt/state/pull",
     .habits = "single exact",
     .options = "state=R id=- h,help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "terraform/state/rm terraform/state/mv terraform/state/push terraform/state/replace-provider "
              "tofu/state/rm tofu/state/mv tofu/state/push tofu/state/replace-provider terragrunt/state/rm "
              "terragrunt/state/mv terragrunt/state/push terragrunt/state/replace-provider",
     .habits = "single exact",
     .options = "dry-run lock=?- lock-timeout=- force auto-approve ignore-remote-version h,help.",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "terraform/workspace/list terraform/workspace/show terraform/workspace/select terraform/workspace/new "
              "tofu/workspace/list tofu/workspace/show tofu/workspace/select tofu/workspace/new "
              "terragrunt/workspace/list terragrunt/workspace/show terragrunt/workspace/select "
              "terragrunt/workspace/new",
     .habits = "single exact",
     .options = "lock=?- lock-timeout=- or-create=?- h,help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "terraform/workspace/delete tofu/workspace/delete terragrunt/workspace/delete",
     .habits = "single exact",
     .options = "force lock=?- lock-timeout=- h,help.",
     .operands = "-",
     .more = "contacts destroys"},
    {.names = "pulumi",
     .habits = "sub exact",
     .options = "C,cwd=CD color=- e,emoji v,verbose=- non-interactive logtostderr disable-integrity-checking h,help.",
     .more = "contacts runs",
     .same = "up=update destroy=down=dn preview=pre stack/ls=stack/list"},
    {.names = "pulumi/up pulumi/update pulumi/destroy pulumi/down pulumi/refresh",
     .habits = "exact",
     .options = "C,cwd=CD s,stack=- y,yes f,skip-preview m,message=- diff j,json p,parallel=- t,target=- replace=- "
                "target-dependents r,refresh=?- non-interactive color=- c,config=- config-file=F debug "
                "expect-no-changes h,help.",
     .operands = "-*",
     .more = "contacts destroys runs"},
    {.names = "pulumi/preview pulumi/pre",
     .habits = "exact",
     .options = "C,cwd=CD s,stack=- diff j,json m,message=- p,parallel=- t,target=- r,refresh=?- non-interactive "
                "color=- c,config=- config-file=F debug h,help.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "pulumi/stack",
     .habits = "sub exact",
     .options = "s,stack=- i,show-ids u,show-urns show-secrets C,cwd=CD h,help.",
     .more = "contacts"},
    {.names = "pulumi/stack/ls pulumi/stack/output pulumi/stack/select",
     .habits = "exact",
     .options = "s,stack=- j,json a,all show-secrets c,create C,cwd=CD h,help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "pulumi/stack/rm",
     .habits = "exact",
     .options = "s,stack=- f,force y,yes preserve-config C,cwd=CD h,help.",
     .operands = "-?",
     .more = "contacts destroys"},
    {.names = "ansible",
     .habits = "exact",
     .options = "a,args=S m,module-name=P i,inventory=F M,module-path%=P u,user=- l,limit=@R b,become become-user=- "
                "become-method=- K,ask-become-pass k,ask-pass private-key,key-file=R vault-password-file=F "
                "J,ask-vault-pass C,check D,diff f,forks=- v,verbose T,timeout=- c,connection=- B,background=- "
                "P,poll=- o,one-line t,tree=D list-hosts playbook-dir=F h,help. version.",
     .operands = "-",
     .more = "contacts runs"},
    {.names = "ansible-playbook",
     .habits = "exact",
     .options = "i,inventory=F M,module-path%=P u,user=- l,limit=@R b,become become-user=- become-method=- "
                "K,ask-become-pass k,ask-pass private-key,key-file=R vault-password-file=F J,ask-vault-pass C,check "
                "D,diff f,forks=- v,verbose T,timeout=- c,connection=- t,tags=- skip-tags=- start-at-task=- step "
                "syntax-check list-hosts list-tasks list-tags flush-cache force-handlers h,help. version.",
     .operands = "F*",
     .more = "contacts destroys runs"},
    {.names = "vagrant",
     .habits = "sub exact",
     .options = "v,version h,help no-color color machine-readable debug timestamp",
     .more = "runs"},
    {.names = "vagrant/up vagrant/reload vagrant/provision vagrant/resume",
     .habits = "exact",
     .options = "provision no-provision provision-with=- provider=- parallel no-parallel install-provider "
                "no-install-provider destroy-on-error no-destroy-on-error f,force h,help",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "vagrant/halt vagrant/suspend vagrant/status vagrant/port vagrant/ssh-config vagrant/global-status "
              "vagrant/validate",
     .habits = "exact",
     .options = "f,force host=- prune guest=- h,help",
     .operands = "-*",
     .more = "runs"},
    {.names = "vagrant/destroy",
     .habits = "exact",
     .options = "f,force g,graceful parallel no-parallel h,help",
     .operands = "-*",
     .more = "destroys runs"},
    {.names = "vagrant/ssh",
     .habits = "exact",
     .options = "c,command=sh p,plain t,tty h,help",
     .operands = "-?",
     .more = "contacts runs"},
    {.names = "packer", .habits = "sub single exact", .options = "version. help. h.", .more = "contacts runs"},
    {.names = "packer/build packer/validate packer/init packer/fmt packer/inspect",
     .habits = "single exact",
     .options = "color=?- debug except=- only=- force$ machine-readable on-error=- parallel-builds=- timestamp-ui "
                "var=- var-file=R syntax-only upgrade check diff recursive write=?- h,help.",
     .operands = "F*",
     .more = "contacts runs"},
    // Clouds. Only the plainest calls: most parameters may also be written as file://PATH.
    {.names = "aws", .habits = "sub exact", .options = AWS_OPTIONS, .more = "contacts"},
    {.names = "aws/s3 aws/sts aws/configure", .habits = "sub exact", .options = AWS_OPTIONS, .more = "contacts"},
    {.names = "aws/s3/ls",
     .habits = "exact",
     .options = AWS_OPTIONS "recursive human-readable summarize",
     .operands = "U?",
     .more = "contacts"},
    {.names = "aws/s3/cp",
     .habits = "exact",
     .options =
         AWS_OPTIONS "dryrun follow-symlinks no-follow-symlinks force-glacier-transfer no-guess-mime-type no-progress "
                     "only-show-errors quiet recursive",
     .operands = "HR HW",
     .more = "contacts destroys"},
    {.names = "aws/s3/mv",
     .habits = "exact",
     .options =
         AWS_OPTIONS "dryrun follow-symlinks no-follow-symlinks force-glacier-transfer no-guess-mime-type no-progress "
                     "only-show-errors quiet recursive",
     .operands = "HW HW",
     .more = "contacts destroys"},
    {.names = "aws/s3/sync",
     .habits = "exact",
     .options = AWS_OPTIONS
     "delete$ dryrun exact-timestamps follow-symlinks no-follow-symlinks no-guess-mime-type no-progress "
     "only-show-errors quiet size-only",
     .operands = "HR HW",
     .more = "contacts destroys"},
    {.names = "aws/s3/rm aws/s3/rb",
     .habits = "exact",
     .options = AWS_OPTIONS "dryrun force only-show-errors quiet recursive",
     .operands = "U",
     .more = "contacts destroys"},
    {.names = "aws/s3/mb aws/s3/presign",
     .habits = "exact",
     .options = AWS_OPTIONS,
     .operands = "U",
     .more = "contacts"},
    {.names = "aws/sts/get-caller-identity aws/configure/list aws/configure/list-profiles",
     .habits = "exact",
     .options = AWS_OPTIONS,
     .more = "contacts"},
    {.names = "aws/configure/get", .habits = "exact", .options = AWS_OPTIONS, .operands = "-", .more = "contacts"},
    {.names = "gcloud", .habits = "sub exact", .options = GCLOUD_OPTIONS "v,version.", .more = "contacts"},
    {.names = "bq",
     .habits = "sub single exact",
     .options = "project_id,project=- dataset_id=- location=- format=- flagfile,flags-file=F q,quiet D,debug_mode "
                "headless version. help.",
     .more = "contacts"},
    {.names = "gcloud/auth gcloud/config gcloud/projects gcloud/compute gcloud/compute/instances gcloud/run "
              "gcloud/run/services gcloud/app gcloud/storage gcloud/container gcloud/container/clusters",
     .habits = "sub exact",
     .options = GCLOUD_OPTIONS,
     .more = "contacts"},
    {.names = "gcloud/info gcloud/version gcloud/auth/list gcloud/config/list gcloud/projects/list",
     .habits = "exact",
     .options = GCLOUD_OPTIONS "all uri",
     .more = "contacts"},
    {.names = "gcloud/config/get gcloud/config/get-value",
     .habits = "exact",
     .options = GCLOUD_OPTIONS,
     .operands = "-",
     .more = "contacts"},
    {.names = "gcloud/compute/instances/list gcloud/run/services/list gcloud/container/clusters/list",
     .habits = "exact",
     .options = GCLOUD_OPTIONS "zone=- zones=- region=- regions=- uri",
     .operands = "-*",
     .more = "contacts"},
    {.names = "gcloud/compute/instances/describe gcloud/run/services/describe gcloud/projects/describe "
              "gcloud/container/clusters/describe",
     .habits = "exact",
     .options = GCLOUD_OPTIONS "zone=- region=- location=-",
     .operands = "-",
     .more = "contacts"},
    {.names = "gcloud/compute/instances/delete gcloud/run/services/delete gcloud/projects/delete "
              "gcloud/container/clusters/delete",
     .habits = "exact",
     .options = GCLOUD_OPTIONS "zone=- region=- location=- delete-disks=- keep-disks=- async",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "gcloud/compute/ssh",
     .habits = "exact",
     .options = GCLOUD_OPTIONS "command=sh zone=- ssh-flag=! ssh-key-file=R tunnel-through-iap internal-ip dry-run",
     .operands = "H",
     .more = "contacts runs"},
    {.names = "gcloud/compute/scp",
     .habits = "exact",
     .options = GCLOUD_OPTIONS "zone=- recurse compress port=- ssh-key-file=R tunnel-through-iap internal-ip dry-run",
     .operands = "HR* HW",
     .more = "contacts"},
    {.names = "gcloud/storage/cp",
     .habits = "exact",
     .options = GCLOUD_OPTIONS "r,R,recursive n,no-clobber cache-control=- content-type=- P,preserve-posix",
     .operands = "HR* HW",
     .more = "contacts destroys"},
    {.names = "gcloud/storage/mv",
     .habits = "exact",
     .options = GCLOUD_OPTIONS "r,R,recursive n,no-clobber cache-control=- content-type=- P,preserve-posix",
     .operands = "HW*",
     .more = "contacts destroys"},
    {.names = "gcloud/storage/rsync",
     .habits = "exact",
     .options = GCLOUD_OPTIONS "r,R,recursive dry-run delete-unmatched-destination-objects$ x,exclude=-",
     .operands = "HR HW",
     .more = "contacts destroys"},
    {.names = "gcloud/storage/ls",
     .habits = "exact",
     .options = GCLOUD_OPTIONS "a,all-versions e,etag L,full l,long r,R,recursive b,buckets",
     .operands = "U*",
     .more = "contacts"},
    {.names = "gcloud/storage/rm",
     .habits = "exact",
     .options = GCLOUD_OPTIONS "a,all-versions r,R,recursive continue-on-error",
     .operands = "U*",
     .more = "contacts destroys"},
    {.names = "gsutil", .habits = "sub exact", .options = "m q D h=-", .more = "contacts"},
    {.names = "gsutil/ls gsutil/du gsutil/stat gsutil/cat gsutil/hash",
     .habits = "exact",
     .options = "a b e h l L p=- r R s c",
     .operands = "HR*",
     .more = "contacts"},
    {.names = "gsutil/cp",
     .habits = "exact",
     .options = "a=- A c e n p P r R s=- U v Z",
     .operands = "HR* HW",
     .more = "contacts destroys"},
    {.names = "gsutil/mv",
     .habits = "exact",
     .options = "a=- A c e n p P r R s=- U v Z",
     .operands = "HW*",
     .more = "contacts destroys"},
    {.names = "gsutil/rsync",
     .habits = "exact",
     .options = "a=- c C d$ e i n p P r R u U x=-",
     .operands = "HR HW",
     .more = "contacts destroys"},
    {.names = "gsutil/rm gsutil/rb",
     .habits = "exact",
     .options = "a f r R",
     .operands = "U*",
     .more = "contacts destroys"},
    {.names = "az",
     .habits = "sub exact",
     .options = "o,output=- subscription=- query=- debug verbose only-show-errors h,help. v,version.",
     .more = "contacts"},
    {.names = "az/account az/group az/vm", .habits = "sub exact", .options = "h,help.", .more = "contacts"},
    {.names = "az/account/show az/account/list az/group/list az/vm/list",
     .habits = "exact",
     .options = "subscription=@R o,output=@R query=@R debug verbose only-show-errors n,name=@R g,resource-group=@R "
                "all refresh d,show-details h,help.",
     .more = "contacts"},
    {.names = "az/group/delete az/vm/delete",
     .habits = "exact",
     .options = "subscription=@R o,output=@R query=@R debug verbose only-show-errors n,name=@R g,resource-group=@R "
                "y,yes no-wait h,help.",
     .more = "contacts destroys"},
    // Hosting. A bare call of vercel and of netlify deploy publishes.
    {.names = "heroku", .habits = "sub exact", .options = "a,app=- r,remote=- version. h,help.", .more = "contacts"},
    {.names = "vault nomad consul",
     .habits = "sub single exact",
     .options = "address=U namespace=- region=- token=- ca-cert=R ca-path=L client-cert=R client-key=R http-addr=U "
                "datacenter=- format=- tls-server-name=- help. version.",
     .more = "contacts"},
    // Containers and machines that are entered by name.
    {.names = "lxc incus", .habits = "sub", .more = "contacts runs"},
    {.names = "lxc/exec incus/exec",
     .habits = "one",
     .options = "T t n mode=- user=- group=- cwd=- env=-",
     .operands = "- cmd",
     .more = "contacts runs"},
    {.names = "lxc-attach",
     .habits = "posix",
     .options = "n,name=- P,lxcpath=D f,rcfile=F u,uid=- g,gid=- o,logfile=W l,logpriority=- clear-env keep-env "
                "v,set-var=- keep-var=- q,quiet",
     .operands = "cmd?",
     .more = "runs"},
    {.names = "toolbox distrobox limactl multipass machinectl", .habits = "sub", .more = "contacts runs"},
    {.names = "toolbox/run distrobox/enter distrobox-enter limactl/shell multipass/exec machinectl/shell",
     .habits = "one",
     .options = "c,container=- n,name=- r,release=- d,distro=- workdir=- T",
     .operands = "- cmd?",
     .more = "contacts runs"},
    {.names = "adb", .habits = "sub exact", .options = "s=- t=- H=H P=- L=- a d e", .more = "contacts runs"},
    {.names = "adb/shell",
     .habits = "posix exact",
     .options = "e=- n T t x",
     .operands = "sh",
     .more = "contacts runs"},
    {.names = "heroku/run",
     .habits = "posix exact",
     .options = "a,app=- r,remote=- s,size=- e,env=- x,exit-code no-tty d,detached type=- no-launcher",
     .operands = "sh",
     .more = "contacts runs"},
    {.names = "heroku/logs heroku/ps heroku/releases heroku/apps heroku/addons heroku/domains heroku/config",
     .habits = "exact",
     .options = "a,app=- r,remote=- n,num=- p,ps=- d,dyno=- s,source=- t,tail json A,all shell h,help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "heroku/apps:destroy heroku/pg:reset heroku/config:set heroku/config:unset heroku/releases:rollback "
              "heroku/rollback heroku/ps:scale heroku/restart",
     .habits = "exact",
     .options = "a,app=- r,remote=- c,confirm=- h,help.",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "vercel vc now",
     .habits = "sub exact",
     .options = "A,local-config=F Q,global-config=F cwd=CD d,debug t,token=- S,scope=- T,team=- prod y,yes "
                "b,build-env=- e,env=- f,force m,meta=- no-wait prebuilt public regions=- target=- archive=?- "
                "no-color v,version. h,help.",
     .more = "contacts destroys runs",
     .same = "ls=list logs=log remove=rm env/rm=env/remove env/ls=env/list"},
    {.names = "vercel/deploy vercel/promote vercel/rollback vercel/redeploy vc/deploy vc/promote vc/rollback "
              "vc/redeploy now/deploy now/promote now/rollback now/redeploy",
     .habits = "exact",
     .options = "A,local-config=F Q,global-config=F cwd=CD d,debug t,token=- S,scope=- prod y,yes b,build-env=- "
                "e,env=- f,force m,meta=- no-wait prebuilt public regions=- target=- archive=?- timeout=- h,help.",
     .operands = "L?",
     .more = "contacts destroys runs"},
    {.names = "vercel/build vercel/dev vc/build vc/dev now/build now/dev",
     .habits = "exact",
     .options = "A,local-config=F Q,global-config=F cwd=CD d,debug t,token=- S,scope=- prod y,yes output=D l,listen=- "
                "target=- h,help.",
     .operands = "L?",
     .more = "contacts runs"},
    {.names = "vercel/ls vercel/list vercel/logs vercel/log vercel/inspect vercel/whoami vc/ls vc/list vc/logs "
              "vc/log vc/inspect vc/whoami now/ls now/list now/logs now/log now/inspect now/whoami",
     .habits = "exact",
     .options = "A,local-config=F Q,global-config=F cwd=CD d,debug t,token=- S,scope=- y,yes m,meta=- N,next=- prod "
                "environment=- status=- f,follow j,json l,logs wait timeout=- h,help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "vercel/remove vercel/rm vc/remove vc/rm now/remove now/rm",
     .habits = "exact",
     .options = "A,local-config=F Q,global-config=F cwd=CD d,debug t,token=- S,scope=- s,safe y,yes h,help.",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "netlify ntl", .habits = "sub exact", .options = "v,version. h,help. auth=- debug", .more = "contacts"},
    {.names = "netlify/deploy ntl/deploy",
     .habits = "exact",
     .options = "a,alias=- auth=- b,branch=- build no-build c,config=F context=- d,dir=L f,functions=L filter=- json "
                "m,message=- o,open p,prod prod-if-unlocked s,site=- skip-functions-cache timeout=- trigger debug "
                "h,help.",
     .more = "contacts destroys runs"},
    {.names = "netlify/build netlify/dev netlify/status netlify/sites:list ntl/build ntl/dev ntl/status "
              "ntl/sites:list",
     .habits = "exact",
     .options = "context=- dry offline c,command=S d,dir=L f,functions=L p,port=- l,live=?- json verbose filter=- "
                "debug h,help.",
     .more = "contacts runs"},
    {.names = "flyctl fly",
     .habits = "sub exact",
     .options = "a,app=- c,config=F t,access-token=- debug verbose h,help.",
     .more = "contacts"},
    {.names = "flyctl/ssh flyctl/apps flyctl/secrets fly/ssh fly/apps fly/secrets",
     .habits = "sub exact",
     .options = "t,access-token=- debug verbose h,help.",
     .more = "contacts"},
    {.names = "flyctl/deploy flyctl/launch fly/deploy fly/launch",
     .habits = "exact",
     .options = "a,app=- c,config=F t,access-token=- debug verbose build-arg=- build-only build-target=- detach "
                "dockerfile=F e,env=- ha=?- ignorefile=R i,image=- image-label=- local-only no-cache now "
                "primary-region=- push$ r,region=- remote-only strategy=- wait-timeout=- y,yes name=- o,org=- "
                "no-deploy copy-config h,help.",
     .operands = "L?",
     .more = "contacts destroys runs"},
    {.names = "flyctl/status flyctl/logs flyctl/releases flyctl/apps/list flyctl/secrets/list fly/status fly/logs "
              "fly/releases fly/apps/list fly/secrets/list",
     .habits = "exact",
     .options = "a,app=- c,config=F t,access-token=- debug verbose all j,json watch rate=- n,no-tail i,instance=- "
                "machine=- r,region=- image h,help.",
     .more = "contacts"},
    {.names = "flyctl/apps/destroy flyctl/scale flyctl/secrets/set flyctl/secrets/unset fly/apps/destroy fly/scale "
              "fly/secrets/set fly/secrets/unset",
     .habits = "exact",
     .options = "a,app=- c,config=F t,access-token=- debug verbose y,yes detach stage h,help.",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "flyctl/ssh/console fly/ssh/console",
     .habits = "exact",
     .options = "C,command=sh a,app=- c,config=F t,access-token=- A,address=H s,select pty q,quiet r,region=- u,user=- "
                "machine=- o,org=- debug verbose h,help.",
     .more = "contacts runs"},
    {.names = "wrangler",
     .habits = "sub exact",
     .options = "c,config=F e,env=- cwd=CD v,version. h,help.",
     .more = "contacts",
     .same = "deploy=publish"},
    {.names = "wrangler/deploy wrangler/publish",
     .habits = "exact",
     .options = "c,config=F e,env=- cwd=CD name=- no-bundle outdir=D compatibility-date=- compatibility-flag=- latest "
                "assets=L site=L var=- define=- alias=- triggers=- route=- routes=- tsconfig=F minify dry-run "
                "keep-vars h,help.",
     .operands = "F?",
     .more = "contacts destroys runs"},
    {.names = "wrangler/dev wrangler/tail wrangler/whoami",
     .habits = "exact",
     .options = "c,config=F e,env=- cwd=CD name=- port=- ip=- local l remote r format=- status=- search=- assets=L "
                "var=- persist-to=D test-scheduled log-level=- h,help.",
     .operands = "F?",
     .more = "contacts runs"},
    {.names = "wrangler/delete wrangler/rollback",
     .habits = "exact",
     .options = "c,config=F e,env=- cwd=CD name=- dry-run force m,message=- y,yes h,help.",
     .operands = "-?",
     .more = "contacts destroys"},
    {.names = "firebase",
     .habits = "sub exact",
     .options = "P,project=- c,config=F account=- j,json token=- non-interactive i,interactive debug V,version. "
                "h,help.",
     .more = "contacts"},
    {.names = "firebase/deploy",
     .habits = "exact",
     .options = "p,public=L m,message=- f,force only=- except=- dry-run P,project=- c,config=F account=- j,json "
                "token=- non-interactive debug h,help.",
     .more = "contacts destroys runs"},
    {.names = "firebase/serve firebase/emulators:start",
     .habits = "exact",
     .options = "p,port=- o,host=- only=- except=- import=R export-on-exit=?D inspect-functions=?- ui P,project=- "
                "c,config=F token=- debug h,help.",
     .more = "contacts runs"},
    {.names = "firebase/emulators:exec",
     .habits = "exact",
     .options = "only=- import=R export-on-exit=?D ui P,project=- c,config=F token=- debug h,help.",
     .operands = "S",
     .more = "contacts runs"},
    {.names = "firebase/projects:list firebase/use firebase/login:list firebase/functions:log",
     .habits = "exact",
     .options = "P,project=- c,config=F j,json token=- only=- n,lines=- debug h,help.",
     .operands = "-?",
     .more = "contacts"},
    {.names = "supabase",
     .habits = "sub exact",
     .options = "workdir=CD debug experimental network-id=- profile=- create-ticket dns-resolver=- yes v,version. "
                "h,help.",
     .more = "contacts"},
    {.names = "supabase/db supabase/migration supabase/functions supabase/gen",
     .habits = "sub exact",
     .options = "workdir=CD debug h,help.",
     .more = "contacts"},
    {.names = "supabase/start supabase/stop supabase/status supabase/link",
     .habits = "exact",
     .options = "workdir=CD debug x,exclude=- ignore-health-check backup no-backup$ all o,output=- project-ref=- "
                "p,password=- project-id=- h,help.",
     .more = "contacts runs"},
    {.names = "supabase/db/push supabase/db/reset supabase/migration/up supabase/migration/down "
              "supabase/migration/repair supabase/functions/deploy supabase/functions/delete",
     .habits = "exact",
     .options = "workdir=CD debug db-url=U dry-run include-all include-roles include-seed linked local p,password=- "
                "version=- last=- no-seed status=- project-ref=- no-verify-jwt import-map=F yes h,help.",
     .operands = "-*",
     .more = "contacts destroys runs"},
    {.names = "supabase/db/diff supabase/db/pull supabase/db/dump supabase/db/lint supabase/migration/list "
              "supabase/migration/new",
     .habits = "exact",
     .options = "workdir=CD debug db-url=U f,file=W s,schema=- linked local p,password=- data-only role-only "
                "use-migra use-copy level=- dry-run h,help.",
     .operands = "-*",
     .more = "contacts runs"},
    // Databases. Every client reads more of its language from the input.
    {.names = "psql",
     .options = "c,command=C:psql f,file=F:psql d,dbname=H l,list v,set,variable=K:psql X,no-psqlrc "
                "1,single-transaction a,echo-all b,echo-errors e,echo-queries E,echo-hidden n,no-readline q,quiet "
                "s,single-step S,single-line A,no-align csv F,field-separator=- H,html P,pset=- R,record-separator=- "
                "t,tuples-only T,table-attr=- x,expanded z,field-separator-zero 0,record-separator-zero h,host=H "
                "p,port=- U,username=- w,no-password W,password V,version. ?. help.",
     .operands = "H -",
     .more = "contacts runs input:psql"},
    {.names = "pg_dump pg_dumpall",
     .habits = "exact",
     .options = PG_CONNECTION
     "f,file=W F,format=- j,jobs=- v,verbose Z,compress=- lock-wait-timeout=- no-sync a,data-only "
     "b,blobs,large-objects B,no-blobs,no-large-objects c,clean C,create e,extension=- E,encoding=- "
     "n,schema=- N,exclude-schema=- O,no-owner s,schema-only S,superuser=- t,table=- T,exclude-table=- "
     "x,no-privileges,no-acl column-inserts,attribute-inserts disable-dollar-quoting disable-triggers "
     "enable-row-security exclude-table-data=- extra-float-digits=- if-exists inserts "
     "load-via-partition-root no-comments no-publications no-security-labels no-subscriptions "
     "no-tablespaces no-unlogged-table-data on-conflict-do-nothing quote-all-identifiers rows-per-insert=- "
     "section=- serializable-deferrable snapshot=- strict-names use-set-session-authorization d,dbname=H "
     "role=-",
     .operands = "H?",
     .more = "contacts"},
    {.names = "pg_restore",
     .habits = "exact",
     .options = PG_CONNECTION
     "d,dbname=H f,file=W F,format=- l,list v,verbose a,data-only c,clean$ C,create e,exit-on-error "
     "I,index=- j,jobs=- L,use-list=R n,schema=- N,exclude-schema=- O,no-owner P,function=- s,schema-only "
     "S,superuser=- t,table=- T,trigger=- x,no-privileges,no-acl 1,single-transaction disable-triggers "
     "enable-row-security if-exists no-comments no-data-for-failed-tables no-publications "
     "no-security-labels no-subscriptions no-tablespaces section=- strict-names "
     "use-set-session-authorization role=-",
     .operands = "R?",
     .more = "contacts destroys"},
    {.names = "createdb createuser",
     .habits = "exact",
     .options = PG_CONNECTION
     "D,tablespace=- e,echo E,encoding=- l,locale=- O,owner=- T,template=- maintenance-db=H s,superuser "
     "S,no-superuser d,createdb r,createrole P,pwprompt",
     .operands = "-*",
     .more = "contacts"},
    {.names = "dropdb dropuser",
     .habits = "exact",
     .options = PG_CONNECTION "e,echo f,force i,interactive if-exists maintenance-db=H",
     .operands = "-",
     .more = "contacts destroys"},
    {.names = "pg_isready",
     .habits = "exact",
     .options = "d,dbname=H h,host=H p,port=- q,quiet t,timeout=- U,username=- V,version. ?,help.",
     .more = "contacts"},
    {.names = "mysql mariadb",
     .habits = "exact",
     .options = "e,execute=C:mysql h,host=H P,port=- u,user=- p,password=?- D,database=- S,socket=- "
                "default-character-set=- pager=?X tee=W init-command=C:mysql defaults-file=F defaults-extra-file=F "
                "defaults-group-suffix=- no-defaults plugin-dir=P default-auth=- login-path=- protocol=- ssl-ca=R "
                "ssl-cert=R ssl-key=R ssl-mode=- B,batch C,compress E,vertical f,force G H,html i,ignore-spaces "
                "n,unbuffered N,skip-column-names q,quick r,raw s,silent t,table T,debug-info v,verbose w,wait X,xml "
                "A,no-auto-rehash b,no-beep local-infile=?- safe-updates U max-allowed-packet=- connect-timeout=- "
                "binary-mode comments column-names line-numbers V,version. ?,help.",
     .operands = "-",
     .more = "contacts runs input:mysql"},
    {.names = "mysqldump mariadb-dump",
     .habits = "exact",
     .options = "h,host=H P,port=- u,user=- p,password=?- S,socket=- default-character-set=- defaults-file=F "
                "defaults-extra-file=F no-defaults plugin-dir=P login-path=- protocol=- ssl-ca=R ssl-cert=R ssl-key=R "
                "ssl-mode=- r,result-file=W T,tab=D A,all-databases B,databases tables ignore-table=- w,where=- "
                "d,no-data t,no-create-info n,no-create-db R,routines E,events triggers skip-triggers "
                "single-transaction quick q lock-tables skip-lock-tables add-drop-table add-drop-database "
                "c,complete-insert e,extended-insert hex-blob no-tablespaces y column-statistics=?- set-gtid-purged=- "
                "compact C,compress f,force v,verbose max-allowed-packet=- V,version. ?,help.",
     .operands = "-*",
     .more = "contacts"},
    {.names = "mysqladmin mariadb-admin",
     .habits = "exact",
     .options = "h,host=H P,port=- u,user=- p,password=?- S,socket=- f,force s,silent v,verbose w,wait=?- "
                "defaults-file=F defaults-extra-file=F V,version. ?,help.",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "sqlite3 sqlite",
     .habits = "single exact",
     .options = "cmd=C:sqlite init=F:sqlite append ascii bail batch box column csv deserialize echo header noheader "
                "html interactive json line list lookaside==- markdown maxsize=- memtrace mmap=- newline=- nofollow "
                "nonce=- nullvalue=- pagecache==- quote readonly safe separator=- stats table tabs unsafe-testing "
                "vfs=- zip version help",
     .operands = "M C:sqlite*",
     .more = "runs input:sqlite"},
    {.names = "mongosh mongo",
     .habits = "exact",
     .options = "eval=C:js f,file=F:js host=H port=- u,username=- p,password=- authenticationDatabase=- "
                "authenticationMechanism=- tls tlsCAFile=R tlsCertificateKeyFile=R tlsAllowInvalidCertificates "
                "tlsAllowInvalidHostnames nodb norc quiet shell verbose json=?- retryWrites=?- version. h,help.",
     .operands = "H F:js*",
     .more = "contacts runs"},
    {.names = "mongodump mongoexport",
     .habits = "exact",
     .options = "uri=U h,host=H port=- u,username=- p,password=- authenticationDatabase=- d,db=- c,collection=- "
                "o,out=W q,query=- queryFile=R gzip archive=?W v,verbose quiet ssl type=- f,fields=- fieldFile=R "
                "jsonArray pretty limit=- skip=- sort=- config=F version. help.",
     .more = "contacts"},
    {.names = "mongorestore mongoimport",
     .habits = "exact",
     .options = "uri=U h,host=H port=- u,username=- p,password=- authenticationDatabase=- d,db=- c,collection=- dir=L "
                "file=R gzip archive=?R drop$ v,verbose quiet ssl type=- f,fields=- fieldFile=R jsonArray headerline "
                "mode=- upsertFields=- config=F version. help.",
     .operands = "L?",
     .more = "contacts destroys"},
    {.names = "redis-cli valkey-cli",
     .habits = "posix exact",
     .options = "h=H p=- a,pass=- n=- u=U s=- r=- i=- d=- D=- user=- askpass 2 3 x X=- c e no-raw raw csv json tls "
                "sni=- cacert=R cacertdir=L cert=R key=R insecure quoted-input stat latency latency-history "
                "latency-dist lru-test=- replica rdb=W functions-rdb=W pipe bigkeys memkeys hotkeys scan pattern=- "
                "eval=F:lua no-auth-warning verbose v,version. help.",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "redis-server valkey-server",
     .habits = "exact",
     .options = "v,version. h,help. test-memory=-",
     .operands = "F?",
     .more = "runs"},
    {.names = "cqlsh",
     .habits = "exact",
     .options = "e,execute=C:cql f,file=F:cql u,username=- p,password=- k,keyspace=- C,color no-color ssl encoding=- "
                "cqlshrc=F connect-timeout=- request-timeout=- debug version. h,help.",
     .operands = "H -",
     .more = "contacts runs"},
    {.names = "stripe",
     .habits = "sub exact",
     .options = "api-key=- color=- config=F device-name=- log-level=- p,project-name=- v,version. h,help.",
     .more = "contacts"},
    {.names = "stripe/listen stripe/logs stripe/status",
     .habits = "exact",
     .options = "api-key=- e,events=- f,forward-to=U c,forward-connect-to=U H,headers=- j,print-json l,live "
                "skip-verify log-level=- p,project-name=- h,help.",
     .operands = "-*",
     .more = "contacts"},
});

}  // namespace

std::span<const ProgramRow> service_programs() noexcept {
    return kRows;
}

}  // namespace postern::programs
