#include "policy/bash_match.h"

#include "support.h"

#include <gtest/gtest.h>

namespace postern::policy {
namespace {

CommandPattern pattern(std::string_view text) {
    auto p = CommandPattern::compile(text);
    EXPECT_TRUE(p) << text;
    return *p;
}

struct Case {
    const char* rule;
    const char* command;
    Match expected;
    const char* why;
};

TEST(BashMatch, DenyAndAskFindAnySpelling) {
    const Case cases[] = {
        {"rm:*", "rm -rf x", Match::yes, "plain"},
        {"rm:*", "/usr/bin/rm x", Match::yes, "absolute path"},
        {"rm:*", "../bin/rm x", Match::yes, "relative path"},
        {"rm:*", "r\\m x", Match::yes, "escaped"},
        {"rm:*", "'rm' x", Match::yes, "quoted"},
        {"rm:*", "FOO=1 rm x > y", Match::yes, "assignment and redirection"},
        {"rm:*", "/b*n/rm x", Match::maybe, "a glob for the directory"},
        {"rm:*", "rmdir x", Match::no, "another program"},
        {"rm:*", "echo rm", Match::no, "an argument"},
        {"rm:*", "'rm -rf' x", Match::no, "a program of that odd name"},
        {"/bin/rm:*", "rm x", Match::yes, "the rule names the path"},
        {"./gradlew:*", "/w/gradlew build", Match::yes, "another way there"},
        {"git push:*", "git push", Match::yes, "plain"},
        {"git push:*", "git -C x push origin", Match::yes, "global option"},
        {"git push:*", "git -c a.b=c --literal-pathspecs push -f", Match::yes, "several"},
        {"git push:*", "git --work-tree=. push", Match::yes, "with a value"},
        {"git push:*", "/usr/lib/git-core/git-push origin", Match::yes, "dashed"},
        {"git push:*", "git log --grep push", Match::no, "an option's value"},
        {"git push:*", "git stash push -q", Match::no, "another subcommand"},
        {"pip install:*", "python3.11 -m pip install x", Match::yes, "a module run as a program"},
        {"pip install:*", "python3 -m venv x", Match::no, "another module"},
        {"docker run:*", "docker container run x", Match::yes, "the long way to say it"},
        {"docker image push:*", "docker -D push x", Match::yes, "the short way, where the rule has the long one"},
        {"docker rmi:*", "docker image remove x", Match::yes, "one of three names"},
        {"docker rm:*", "docker image rm x", Match::no, "another subcommand"},
        {"npm publish:*", "npm pub --tag x", Match::yes, "a beginning that no other subcommand has"},
        {"npm publish:*", "npm p", Match::no, "a beginning that several have"},
        {"npm run-script deploy", "npm -s rum deploy", Match::yes, "both are other names"},
        {"npm uninstall:*", "npm r x", Match::yes, "a name wins over beginnings"},
        {"helm uninstall:*", "helm -n x delete y", Match::yes, "another name behind a global option"},
        {"helm repo remove:*", "helm repo rm x", Match::yes, "two words"},
        {"cargo build:*", "cargo be", Match::no, "cargo takes no beginnings"},
        {"docker run:*", "docker compose run x", Match::no, "another subcommand"},
        {"git push:*", "git pushx", Match::no, "longer word"},
        {"git push:*", "git $s origin", Match::maybe, "unknown subcommand"},
        {"npm test", "npm test -- --watch", Match::no, "exact"},
        {"npm publish:*", "npm --silent publish", Match::yes, "an option before the subcommand"},
        {"kubectl delete:*", "kubectl -n prod delete pod x", Match::yes, "with a value"},
        {"docker run:*", "docker ps", Match::no, "another subcommand"},
        {"source:*", ". ./build.sh", Match::yes, "dot is source"},
        {"test:*", "[ -f x ]", Match::yes, "bracket is test"},
        {"python3:*", "python3.11 -c 1", Match::yes, "version"},
        {"python:*", "python3 x.py", Match::yes, "version of the family"},
        {"python3:*", "python x.py", Match::yes, "and without"},
        {"base:*", "base64 x", Match::no, "a digit that is no version"},
        {"rm -rf:*", "rm -fr x", Match::yes, "order"},
        {"rm -rf:*", "rm -r -f x", Match::yes, "apart"},
        {"rm -rf:*", "rm --recursive --force x", Match::yes, "long"},
        {"rm -rf:*", "rm --recurs --forc x", Match::yes, "abbreviated"},
        {"rm -rf:*", "rm x -rf", Match::yes, "after the operand"},
        {"rm -rf:*", "rm -rvf x", Match::yes, "more in the cluster"},
        {"rm -rf:*", "rm -Rf x", Match::yes, "R is r"},
        {"rm -rf:*", "rm -f x", Match::no, "only one of them"},
        {"rm -rf:*", "rm x", Match::no, "none"},
        {"rm -rf:*", "rm -- -rf", Match::no, "a file of that name"},
        {"rm -rf:*", "rm $x y", Match::maybe, "may be -rf"},
        {"rm -rf /:*", "rm -r -f /", Match::yes, "with an operand"},
        {"rm -rf /:*", "rm -r -f /tmp/x", Match::no, "another operand"},
        {"git push --force:*", "git push -f origin main", Match::yes, "short"},
        {"git push --force:*", "git push origin main --force", Match::yes, "at the end"},
        {"git push --force:*", "git -C x push origin -f", Match::yes, "and a global option"},
        {"git push --force:*", "git push --force-with-lease", Match::no, "another option"},
        {"git push --force:*", "git push origin main", Match::no, "without"},
        {"git push * --force", "git push origin -f", Match::yes, "a star between"},
        {"git reset --hard:*", "git reset -q HEAD~1 --hard", Match::yes, "among others"},
        {"git branch -D:*", "git branch --delete --force x", Match::yes, "one letter, two words"},
        {"git branch -D:*", "git branch -d x", Match::no, "half of it"},
        {"git branch -M:*", "git branch --force -m x y", Match::yes, "the same for another letter"},
        {"git switch --discard-changes:*", "git switch -f x", Match::yes, "two long names"},
        {"git push --no-verify:*", "git push --no-ver", Match::yes, "an abbreviated negation"},
        {"docker system prune --all:*", "docker system prune -a", Match::yes, "a subcommand of a subcommand"},
        {"npm install --global:*", "npm install -g x", Match::yes, "an option of the program itself"},
        {"zip --recurse-paths:*", "zip -r x.zip .", Match::yes, "any program of the book"},
        {"unzip -o:*", "unzip -qo x.zip", Match::yes, "letters without a long name"},
        {"sort --reverse:*", "sort -rk2 x", Match::yes, "a cluster with a value"},
        {"sort --reverse:*", "sort -or x", Match::no, "a letter inside a value"},
        {"terraform apply -auto-approve:*", "terraform apply -input=false -auto-approve", Match::yes, "one dash"},
        {"terraform apply -auto-approve:*", "terraform apply -a -u -t -o", Match::no, "no cluster there"},
        {"unheard -xy:*", "unheard z -y -x", Match::yes, "a program nobody described"},
        {"chmod -R 777:*", "chmod 777 -R x", Match::yes, "mode first"},
        {"chmod -R 777:*", "chmod --recursive 777 x", Match::yes, "long"},
        {"chmod -R 777:*", "chmod -r x", Match::no, "small r is a mode"},
        {"kill -9:*", "kill -KILL 1", Match::yes, "by name"},
        {"kill -9:*", "kill -SIGKILL 1", Match::yes, "by full name"},
        {"kill -9:*", "kill -15 1", Match::no, "another signal"},
        {"tar -x:*", "tar xzf a.tgz", Match::yes, "old style"},
        {"find * -delete", "find . -type f -delete", Match::yes, "star"},
        {"cat ~/.ssh/*", "cat $HOME/.ssh/id_rsa", Match::yes, "home by its variable"},
        {"git push --force", "git push -f", Match::yes, "an exact rule, respelled"},
        {"git push --force", "git push -f origin", Match::no, "an exact rule has no more words"},
        {"rm x", "rm $y x", Match::maybe, "an expansion may come to nothing"},
    };
    for (const Case& c : cases) {
        EXPECT_EQ(match_generously(pattern(c.rule), command_of(c.command)), c.expected)
            << c.rule << " | " << c.command << ": " << c.why;
    }
}

struct StrictCase {
    const char* rule;
    const char* command;
    bool expected;
    const char* why;
};

TEST(BashMatch, AllowTakesTheWordsAsTheyStand) {
    const StrictCase cases[] = {
        {"git log:*", "git log -1", true, "plain"},
        {"git log:*", "git 'log' -1", true, "needless quotes"},
        {"git log:*", "'git log' -1", false, "one word"},
        {"git log:*", "/usr/bin/git log", false, "another name"},
        {"git log:*", "git -C x log", false, "a global option"},
        {"git log:*", "git logx", false, "longer word"},
        {"git log:*", "git $x", false, "unknown subcommand"},
        {"git log:*", "git log $x", true, "the unknown is in the rest"},
        {"rm -rf build", "rm -fr build", false, "no respelling"},
        {"python:*", "python3 x", false, "no other names"},
        {"echo:*", "echo \"a && b; c | d\"", true, "operators in quotes"},
        {"cat ~/x", "cat ~/x", true, "home"},
        {"cat ~/x", "cat '~/x'", false, "a directory called tilde"},
        {"git commit -m *", "git commit -m 'a b'", true, "a quoted value in the rest"},
    };
    for (const StrictCase& c : cases) {
        EXPECT_EQ(match_strictly(pattern(c.rule), command_of(c.command)), c.expected)
            << c.rule << " | " << c.command << ": " << c.why;
    }
}

}  // namespace
}  // namespace postern::policy
