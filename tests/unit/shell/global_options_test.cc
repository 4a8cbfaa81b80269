#include "shell/global_options.h"

#include "command_text.h"

#include <gtest/gtest.h>

namespace postern::shell {
namespace {

TEST(GlobalOptions, AreLeftOutBeforeTheSubcommand) {
    struct Case {
        const char* line;
        const char* plain;
    };
    const Case cases[] = {
        {"git push", "git push"},
        {"git -C x -c a=b push -f", "git push -f"},
        {"git --git-dir=x --no-pager log -1", "git log -1"},
        {"git -p push", "git push"},
        {"git --exec-path=/x push", "git push"},
        {"git --version", "git --version"},
        {"git log --grep push", "git log --grep push"},
        {"/usr/bin/git -C x push", "/usr/bin/git push"},
        {"git $s push", "git <> push"},
        {"git -C \"$d\" push", "git push"},
        {"kubectl -n prod --context=c delete pod x", "kubectl delete pod x"},
        {"docker -H tcp://h run img", "docker run img"},
        {"docker compose -f a.yml -p b up -d", "docker compose up -d"},
        {"npm --prefix d test", "npm test"},
        {"pnpm -C d -r build", "pnpm build"},
        {"cargo +nightly --locked build", "cargo build"},
        {"go -C d test ./...", "go test ./..."},
        {"systemctl --user -q restart x", "systemctl restart x"},
        {"terraform -chdir=d apply", "terraform apply"},
        {"aws --profile p --region r s3 rm x", "aws s3 rm x"},
        {"gcloud --project p compute instances list", "gcloud compute instances list"},
        {"gh -R a/b pr list", "gh pr list"},
        {"helm -n x uninstall y", "helm uninstall y"},
        {"apt-get -y -o a=b install x", "apt-get install x"},
        {"pip3 -q --timeout 5 install x", "pip3 install x"},
        {"uv --directory d sync", "uv sync"},
        {"poetry -C d add x", "poetry add x"},
        {"composer -d d install", "composer install"},
        {"hg -R d push", "hg push"},
        {"svn --non-interactive commit", "svn commit"},
        {"bazel --bazelrc=x build //a", "bazel build //a"},
        {"gradle -p d -q test", "gradle test"},
        {"mvn -q -f x test", "mvn test"},
        {"vault -address=x read y", "vault read y"},
        {"rustup -v update", "rustup update"},
        {"ls -l", "ls -l"},
        {"git", "git"},
    };
    for (const Case& c : cases) EXPECT_EQ(shown(without_global_options(words_of(c.line))), c.plain) << c.line;
}

}  // namespace
}  // namespace postern::shell
