// Table of tools that run a command in a container, a package's environment or another machine. Deny rules see the
// inner command. Allowing only the inner command never suffices, and unexplained options raise no doubt.
#include "shell/wrappers.h"

namespace postern::shell {
namespace {

constexpr auto kSkip = Unexplained::skip;

constexpr std::string_view kContainerLongs =
    "add-host= annotation= attach= blkio-weight= blkio-weight-device= cap-add= cap-drop= cgroup-parent= cgroupns= "
    "cidfile= cpu-count= "
    "cpu-percent= cpu-period= cpu-quota= cpu-rt-period= cpu-rt-runtime= cpu-shares= cpus= cpuset-cpus= cpuset-mems= "
    "detach "
    "detach-keys= device= device-cgroup-rule= device-read-bps= device-read-iops= device-write-bps= device-write-iops= "
    "disable-content-trust dns= dns-option= dns-search= domainname= entrypoint= env= env-file= expose= gpus= "
    "group-add= "
    "health-cmd= health-interval= health-retries= health-start-period= health-timeout= hostname= init interactive ip= "
    "ip6= ipc= "
    "isolation= kernel-memory= label= label-file= link= link-local-ip= log-driver= log-opt= mac-address= memory= "
    "memory-reservation= memory-swap= memory-swappiness= mount= name= network= net= network-alias= no-healthcheck "
    "oom-kill-disable oom-score-adj= pid= pids-limit= platform= privileged publish= publish-all pull= quiet read-only "
    "restart= "
    "rm runtime= security-opt= shm-size= sig-proxy stop-signal= stop-timeout= storage-opt= sysctl= tmpfs= tty ulimit= "
    "user= "
    "userns= uts= volume= volume-driver= volumes-from= workdir= arch= os= pod= replace secret= systemd= tz= umask= "
    "authfile= "
    "no-deps no-TTY service-ports use-aliases build index= scale= service";

constexpr std::string_view kContainerShorts = "a:c:de:h:il:m:p:Ptu:v:w:qTf:";

constexpr Wrapper kTable[] = {
    // Containers and clusters.
    {.names = "docker/run podman/run nerdctl/run docker/create podman/create docker/container/run podman/container/run",
     .grammar = {.shorts = kContainerShorts, .longs = kContainerLongs},
     .operands = 1,
     .unexplained = kSkip},
    {.names = "docker/exec podman/exec nerdctl/exec docker/container/exec podman/container/exec",
     .grammar = {.shorts = "de:itu:w:l", .longs = kContainerLongs},
     .operands = 1,
     .unexplained = kSkip},
    {.names = "docker/compose/exec docker/compose/run docker-compose/exec docker-compose/run podman/compose/exec "
              "podman/compose/run podman-compose/exec podman-compose/run",
     .grammar = {.shorts = "de:itu:w:Tp:v:l:qPQ", .longs = kContainerLongs},
     .operands = 1,
     .unexplained = kSkip},
    {.names = "kubectl/exec oc/exec oc/rsh microk8s/kubectl/exec",
     .grammar = {.shorts = "c:itqf:n:",
                 .longs = "container= stdin tty quiet filename= namespace= context= kubeconfig= pod-running-timeout= "
                          "cluster= user= shell= no-tty",
                 .free_operands = 1},
     .operands = 1,
     .unexplained = kSkip},
    {.names = "kubectl/run kubectl/debug",
     .grammar = {.shorts = "itqn:l:c:",
                 .longs = "image= namespace= restart= env= labels= overrides= command rm stdin tty target= container= "
                          "profile= share-processes copy-to=",
                 .free_operands = kAnyNumber},
     .operands = 1,
     .unexplained = kSkip},
    {.names = "lxc/exec incus/exec lxc-attach",
     .grammar = {.shorts = "Ttn:", .longs = "mode= user= group= cwd= env= name=", .free_operands = 1},
     .operands = 1,
     .unexplained = kSkip},
    {.names = "toolbox/run distrobox/enter distrobox-enter limactl/shell multipass/exec machinectl/shell",
     .grammar = {.shorts = "c:d:r:n:", .longs = "container= name= workdir=", .free_operands = 1},
     .operands = 1,
     .unexplained = kSkip},
    {.names = "vagrant/ssh",
     .grammar = {.shorts = "c:p", .longs = "command= plain", .free_operands = kAnyNumber},
     .operands = 1,
     .tail = Tail::shell_code,
     .code = "c command",
     .unexplained = kSkip},
    {.names = "adb/shell", .grammar = {.shorts = "e:nTtx"}, .tail = Tail::shell_code, .unexplained = kSkip},
    {.names = "heroku/run",
     .grammar = {.shorts = "a:r:s:e:x", .longs = "app= remote= size= env= exit-code no-tty"},
     .tail = Tail::shell_code,
     .unexplained = kSkip},
    {.names = "flyctl/ssh/console fly/ssh/console",
     .grammar = {.shorts = "C:a:", .longs = "command= app=", .free_operands = kAnyNumber},
     .operands = kAnyNumber,
     .code = "C command",
     .unexplained = kSkip},
    {.names = "gcloud/compute/ssh",
     .grammar = {.longs = "command= zone= project= ssh-flag=", .free_operands = kAnyNumber},
     .operands = kAnyNumber,
     .code = "command",
     .unexplained = kSkip},

    // JavaScript.
    {.names = "npx bunx pnpx npm/exec npm/x bun/x pnpm/dlx pnpm/exec yarn/dlx yarn/exec pnx",
     .grammar = {.shorts = "p:c:w:yq",
                 .longs = "package= call= workspace= yes no quiet prefix= cache= registry= shell-mode bun"},
     .code = "c call",
     .unexplained = kSkip},
    {.names = "cross-env cross-env-shell env-cmd dotenv dotenvx/run",
     .grammar = {.shorts = "f:e:p:r:", .longs = "file= environments= env-file="},
     .unexplained = kSkip,
     .assignments = true},
    {.names = "concurrently npm-run-all",
     .grammar = {.shorts = "n:c:p:m:k",
                 .longs = "names= prefix-colors= prefix= max-processes= kill-others success= raw",
                 .free_operands = kAnyNumber},
     .tail = Tail::each_code,
     .unexplained = kSkip},
    {.names = "nodemon",
     .grammar = {.shorts = "x:w:e:i:d:C", .longs = "exec= watch= ext= ignore= delay="},
     .operands = kAnyNumber,
     .code = "x exec",
     .unexplained = kSkip},
    {.names = "lerna/exec nx/exec turbo/exec", .grammar = {.longs = "scope= concurrency="}, .unexplained = kSkip},

    // Python, Ruby, Rust, Nix and version managers.
    {.names = "uvx uv/run uv/tool/run",
     .grammar = {.shorts = "p:w:qvnC:f:i:P:U",
                 .longs = "python= with= with-editable= with-requirements= from= index= index-url= extra-index-url= "
                          "project= directory= extra= group= package= env-file= module quiet verbose no-project "
                          "isolated frozen locked offline refresh"},
     .unexplained = kSkip},
    {.names = "pipx/run",
     .grammar = {.longs = "spec= python= pip-args= index-url= no-cache path"},
     .unexplained = kSkip},
    {.names = "poetry/run pipenv/run pdm/run hatch/run rye/run rye/x bundle/exec rbenv/exec pyenv/exec nodenv/exec "
              "asdf/exec",
     .grammar = {.shorts = "p:", .longs = "project="},
     .unexplained = kSkip},
    {.names = "conda/run mamba/run micromamba/run",
     .grammar = {.shorts = "n:p:v", .longs = "name= prefix= cwd= no-capture-output live-stream"},
     .unexplained = kSkip},
    {.names = "rustup/run", .grammar = {.longs = "install"}, .operands = 1, .unexplained = kSkip},
    {.names = "volta/run", .grammar = {.longs = "node= npm= yarn= pnpm= env="}, .unexplained = kSkip},
    {.names = "mise/exec mise/x rtx/exec",
     .grammar = {.shorts = "c:C:j:", .longs = "command= cd= jobs= raw", .free_operands = kAnyNumber},
     .code = "c command",
     .unexplained = kSkip},
    {.names = "direnv/exec chamber/exec aws-vault/exec sops/exec-env sops/exec-file",
     .grammar = {.shorts = "d:", .longs = "duration= region="},
     .operands = 1,
     .unexplained = kSkip},
    {.names = "devbox/run", .grammar = {.shorts = "c:e:", .longs = "config= env= env-file="}, .unexplained = kSkip},
    {.names = "op/run doppler/run infisical/run",
     .grammar =
         {.shorts = "p:c:", .longs = "env-file= project= config= env= command= path=", .free_operands = kAnyNumber},
     .code = "command",
     .unexplained = kSkip},
    {.names = "nix-shell",
     .grammar = {.shorts = "p:A:E:I:",
                 .longs = "run= command= packages= attr= expr= pure arg== argstr==",
                 .free_operands = kAnyNumber},
     .operands = kAnyNumber,
     .code = "run command",
     .unexplained = kSkip},
    {.names = "nix/shell nix/develop nix/run",
     .grammar = {.shorts = "c:", .longs = "command= impure", .ends = "c command", .free_operands = kAnyNumber},
     .operands = kAnyNumber,
     .unexplained = kSkip},
    {.names = "ccache sccache distcc",
     .grammar = {.shorts = "scCzVhM:F:xX:pk:o:d:",
                 .longs = "show-stats clear zero-stats cleanup max-size= set-config= start-server stop-server"},
     .unexplained = kSkip},
};

}  // namespace

std::span<const Wrapper> runner_table() noexcept {
    return kTable;
}

}  // namespace postern::shell
