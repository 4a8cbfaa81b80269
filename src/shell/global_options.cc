#include "shell/global_options.h"

#include "shell/invocation.h"
#include "shell/option_grammar.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

namespace postern::shell {
namespace {

struct Tool {
    std::string_view names;  // a tool, or "tool/subcommand" that has options of its own before the next word
    Grammar grammar;
};

constexpr std::string_view kContainers =
    "config= context= host= log-level= tlscacert= tlscert= tlskey= debug tls tlsverify connection= url= identity= "
    "root= runroot= "
    "storage-driver= storage-opt= cgroup-manager= conmon= events-backend= hooks-dir= imagestore= module= namespace= "
    "network-cmd-path= "
    "network-config-dir= out= runtime= runtime-flag= ssh= tmpdir= transient-store volumepath= remote";

constexpr std::string_view kKube =
    "namespace= context= cluster= user= kubeconfig= server= token= as= as-group= as-uid= cache-dir= "
    "certificate-authority= client-certificate= client-key= "
    "insecure-skip-tls-verify=? match-server-version=? password= profile= profile-output= request-timeout= "
    "tls-server-name= username= v= vmodule= "
    "warnings-as-errors=? log-flush-frequency= disable-compression=?";

constexpr Tool kTools[] = {
    {"git",
     {.shorts = "C:c:pPvh",
      .longs = "git-dir= work-tree= namespace= super-prefix= config-env= exec-path=? attr-source= paginate no-pager "
               "bare no-replace-objects no-lazy-fetch no-optional-locks no-advice literal-pathspecs glob-pathspecs "
               "noglob-pathspecs icase-pathspecs html-path man-path info-path version help list-cmds=",
      .exact = true}},
    {"docker podman nerdctl", {.shorts = "c:H:l:Dvr", .longs = kContainers}},
    {"docker/compose podman/compose docker-compose podman-compose",
     {.shorts = "f:p:",
      .longs = "file= project-name= project-directory= profile= env-file= ansi= progress= parallel= compatibility "
               "dry-run all-resources verbose"}},
    {"docker/buildx docker/image docker/container docker/volume docker/network docker/system",
     {.longs = "builder= debug"}},
    {"kubectl oc microk8s/kubectl k3s/kubectl minikube/kubectl", {.shorts = "n:s:v:", .longs = kKube}},
    {"helm",
     {.shorts = "n:",
      .longs = "namespace= kube-context= kubeconfig= kube-apiserver= kube-as-group= kube-as-user= kube-ca-file= "
               "kube-token= registry-config= repository-cache= repository-config= burst-limit= qps= debug"}},
    {"minikube",
     {.shorts = "p:b:v:", .longs = "profile= bootstrapper= user= v= vmodule= alsologtostderr add_dir_header rootless"}},
    {"npm pnpm yarn",
     {.shorts = "C:w:F:sdqrg",
      .longs = "prefix= workspace= loglevel= registry= cache= userconfig= globalconfig= filter= dir= cwd= silent quiet "
               "verbose recursive global workspaces workspace-root include-workspace-root offline prefer-offline "
               "color=? json reporter= parallel stream aggregate-output"}},
    {"cargo",
     {.shorts = "C:Z:vqV", .longs = "config= color= locked offline frozen verbose quiet list explain= version"}},
    {"rustup", {.shorts = "vq", .longs = "verbose quiet"}},
    {"go", {.longs = "C=", .single_dash = true}},
    {"systemctl",
     {.shorts = "t:p:H:M:s:o:n:alqfr",
      .longs = "type= state= property= host= machine= signal= kill-whom= kill-who= output= lines= root= image= "
               "job-mode= user system global runtime all full recursive reverse quiet no-block no-legend no-pager "
               "no-wall no-reload no-ask-password force now value show-types dry-run failed plain wait "
               "check-inhibitors= message= boot-loader-entry= boot-loader-menu= preset-mode= what= timestamp= marked"}},
    {"terraform tofu terragrunt", {.longs = "chdir= version help", .single_dash = true}},
    {"aws",
     {.longs = "profile= region= output= endpoint-url= query= color= ca-bundle= cli-read-timeout= cli-connect-timeout= "
               "cli-binary-format= debug no-verify-ssl no-paginate no-sign-request no-cli-pager no-cli-auto-prompt "
               "cli-auto-prompt"}},
    {"gcloud gsutil bq",
     {.shorts = "qmD",
      .longs = "project= account= configuration= billing-project= impersonate-service-account= access-token-file= "
               "format= verbosity= flags-file= quiet log-http user-output-enabled"}},
    {"az", {.shorts = "o:", .longs = "subscription= output= query= debug verbose only-show-errors"}},
    {"gh", {.shorts = "R:", .longs = "repo="}},
    {"apt apt-get aptitude",
     {.shorts = "o:c:t:a:yqsdfmubV",
      .longs = "option= config-file= target-release= default-release= host-architecture= yes assume-yes assume-no "
               "quiet simulate dry-run download-only fix-broken fix-missing ignore-missing no-install-recommends "
               "install-recommends allow-downgrades allow-unauthenticated force-yes reinstall purge auto-remove "
               "no-upgrade only-upgrade show-progress"}},
    {"dnf yum zypper",
     {.shorts = "c:d:e:R:x:yqvn",
      .longs = "config= disablerepo= enablerepo= repo= exclude= installroot= releasever= setopt= root= reposd-dir= "
               "assumeyes assumeno quiet verbose non-interactive gpg-auto-import-keys"}},
    {"pip",
     {.shorts = "qv",
      .longs = "python= log= proxy= retries= timeout= exists-action= trusted-host= cert= client-cert= cache-dir= "
               "isolated require-virtualenv verbose quiet no-cache-dir disable-pip-version-check no-color no-input "
               "no-python-version-warning debug use-feature= use-deprecated= keyring-provider="}},
    {"uv",
     {.shorts = "qvn",
      .longs = "directory= project= config-file= cache-dir= color= python-preference= allow-insecure-host= quiet "
               "verbose no-cache offline native-tls no-config no-progress"}},
    {"poetry",
     {.shorts = "C:P:qvn",
      .longs = "directory= project= no-interaction no-plugins no-cache quiet verbose ansi no-ansi"}},
    {"composer",
     {.shorts = "d:qvn",
      .longs = "working-dir= quiet verbose no-interaction profile no-plugins no-scripts no-cache ansi no-ansi"}},
    {"bundle", {.shorts = "r:", .longs = "retry= verbose no-color"}},
    {"brew", {.shorts = "dqv", .longs = "debug quiet verbose"}},
    {"svn",
     {.shorts = "q",
      .longs = "username= password= config-dir= config-option= non-interactive trust-server-cert no-auth-cache "
               "trust-server-cert-failures= quiet"}},
    {"hg",
     {.shorts = "R:yqv",
      .longs = "repository= cwd= config= encoding= encodingmode= color= pager= noninteractive quiet verbose debug "
               "traceback time profile hidden debugger"}},
    {"heroku", {.shorts = "a:r:", .longs = "app= remote="}},
    {"vault nomad consul",
     {.longs = "address= namespace= region= token= ca-cert= ca-path= client-cert= client-key= http-addr= datacenter= "
               "format= tls-server-name=",
      .single_dash = true}},
    {"flyctl fly", {.shorts = "a:c:t:", .longs = "app= config= access-token= verbose debug"}},
    {"bazel bazelisk",
     {.longs = "bazelrc= output_base= output_user_root= host_jvm_args= max_idle_secs= server_javabase= install_base= "
               "batch nobatch nohome_rc nosystem_rc noworkspace_rc ignore_all_rc_files"}},
    {"gradle gradlew",
     {.shorts = "p:b:c:g:I:D:P:x:qisdwSmt",
      .longs = "project-dir= build-file= settings-file= gradle-user-home= init-script= console= max-workers= "
               "exclude-task= priority= warning-mode= offline quiet info stacktrace debug daemon no-daemon parallel "
               "build-cache no-build-cache continue scan no-scan rerun-tasks refresh-dependencies"}},
    {"mvn mvnw",
     {.shorts = "f:s:gs:t:l:T:P:D:pl:rf:b:BeqXUNono",
      .longs = "file= settings= global-settings= toolchains= log-file= threads= activate-profiles= define= projects= "
               "resume-from= batch-mode errors quiet debug update-snapshots non-recursive offline no-transfer-progress "
               "also-make also-make-dependents fail-fast fail-at-end fail-never strict-checksums lax-checksums"}},
    {"perf", {.longs = "debugfs-dir= buildid-dir= paginate no-pager"}},
    {"mise", {.shorts = "C:E:yqv", .longs = "cd= env= yes quiet verbose"}},
};

using Index = std::unordered_map<std::string_view, const Tool*>;

Index make_index() {
    Index index;
    for (const Tool& tool : kTools) {
        for_each_name(tool.names, [&](std::string_view name) { index.emplace(name, &tool); });
    }
    return index;
}

const Tool* find_tool(std::string_view name) {
    static const Index kIndex = make_index();
    const auto found = kIndex.find(name);
    return found == kIndex.end() ? nullptr : found->second;
}

// Returns the index of the first word that is not a global option, or words.size().
std::size_t skip_options(const Tool& tool, const std::vector<Word>& words, std::size_t begin) {
    if (begin < words.size() && words[begin].text.starts_with('+') && listed(tool.names, "cargo"))
        ++begin;  // +toolchain
    // Reading stops at an option that is partly known only at run time.
    const Scan scan = shell::scan(tool.grammar, words, begin);
    std::size_t next = scan.operands.empty() ? words.size() : scan.operands.front();
    for (const std::size_t index : scan.unsure) next = std::min(next, index);
    return next;
}

}  // namespace

std::vector<Word> without_global_options(const std::vector<Word>& words) {
    if (words.size() < 2) return words;
    std::string key(base_name(words.front().text));
    const Tool* tool = find_tool(key);
    if (!tool) tool = find_tool(without_version(key));
    if (!tool) return words;
    std::vector<Word> plain{words.front()};
    std::size_t next = 1;
    while (tool != nullptr) {
        next = skip_options(*tool, words, next);
        if (next >= words.size()) return plain.size() == 1 ? words : plain;  // options only: `git --version`
        plain.push_back(words[next]);
        (key += '/') += words[next++].text;
        tool = find_tool(key);
    }
    plain.insert(plain.end(), words.begin() + static_cast<std::ptrdiff_t>(next), words.end());
    return plain;
}

}  // namespace postern::shell
