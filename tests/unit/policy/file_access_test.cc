#include "policy/file_access.h"

#include "support.h"

#include <gtest/gtest.h>

#include <string>

namespace postern::policy {
namespace {

// Shows uses in order as "r:x w:y", with a trailing slash for whole trees.
std::string shown(const char* command) {
    std::string out;
    for (const FileUse& use : file_uses(command_of(command))) {
        std::string text = use.word.text;
        for (char& c : text) c = c == '\0' ? '?' : c;
        out +=
            (out.empty() ? "" : " ") + std::string(use.use == Use::read ? "r:" : "w:") + text + (use.tree ? "/" : "");
    }
    return out;
}

struct Case {
    const char* command;
    const char* uses;
};

TEST(FileAccess, ReadersAndFilters) {
    const Case cases[] = {
        {"cat a b", "r:a r:b"},
        {"cat -n -- -x", "r:-x"},
        {"cat - /dev/null", ""},
        {"cat $x", "r:?"},
        {"cat <(ls)", ""},
        {"/bin/cat a", "r:a"},
        {"head -n 5 a", "r:a"},
        {"tail -5 a", "r:a"},
        {"head -c10 a", "r:a"},
        {"cut -d, -f1 a", "r:a"},
        {"od -A x a", "r:a"},
        {"base64 -w 0 a", "r:a"},
        {"sha256sum a", "r:a"},
        {"diff a b", "r:a r:b"},
        {"iconv -f x -t y -o out a", "w:out r:a"},
        {"sort -o out a", "w:out r:a"},
        {"sort -ro out a", "w:out r:a"},
        {"sort --outp=out a", "w:out r:a"},
        {"uniq a out", "r:a w:out"},
        {"xxd a out", "r:a w:out"},
        {"grep x a b", "r:a r:b"},
        {"grep -e x a", "r:a"},
        {"grep -f pats a", "r:pats r:a"},
        {"grep -rn x src", "r:src/"},
        {"grep -r x", "r:./"},
        {"rg x", "r:./"},
        {"rg x src", "r:src/"},
        {"awk '{print}' a", "r:a"},
        {"awk -f prog a", "r:prog r:a"},
        {"sed s/a/b/ a", "r:a"},
        {"sed -e s/a/b/ a", "r:a"},
        {"sed -f script a", "r:script r:a"},
        {"sed -i s/a/b/ a", "r:a w:a"},
        {"sed -ni.bak p a", "w:.bak r:a w:a"},
        {"sed --in-pl s/a/b/ a", "r:a w:a"},
        {"jq .a f", "r:f"},
        {"jq --slurpfile n data .a f", "r:data r:f"},
        {"jq --arg a b .a f", "r:f"},
        {"ls a", ""},
        {"stat a", ""},
        {"echo a", ""},
    };
    for (const Case& c : cases) EXPECT_EQ(shown(c.command), c.uses) << c.command;
}

TEST(FileAccess, Writers) {
    const Case cases[] = {
        {"tee -a a b", "w:a w:b"},
        {"touch a", "w:a"},
        {"touch -r ref a", "r:ref w:a"},
        {"mkdir -p -m 700 a", "w:a"},
        {"rm -rf a", "w:a/"},
        {"rm a", "w:a"},
        {"truncate -s 0 a", "w:a"},
        {"chmod +x a", "w:a"},
        {"chmod -R 700 a", "w:a/"},
        {"chmod --reference=r a", "r:r w:a"},
        {"cp a b", "r:a w:b w:b/a"},
        {"cp -r a b", "r:a/ w:b/ w:b/a/"},
        {"cp -t d a b", "w:d w:d/a w:d/b r:a r:b"},
        {"cp x/.env .", "r:x/.env w:. w:./.env"},
        {"mv a b", "r:a/ w:a/ w:b/ w:b/a/"},
        {"ln -s a b", "r:a w:b w:b/a"},
        {"ln -s ../a", "r:../a w:../a w:. w:./a"},
        {"install -m 755 a b", "r:a w:b w:b/a"},
        {"install -d d", "w:d"},
        {"rsync -a src/ host:dst", "r:src//"},
        {"scp host:a b", "w:b w:b/a"},
        {"dd if=a of=b", "r:a w:b"},
        {"split -b 10 a pre", "r:a w:pre"},
        {"patch -i p f", "r:p r:f w:f"},
        {"tar -cf out.tar src", "r:out.tar w:out.tar r:src/"},
        {"tar xzf a.tgz", "r:a.tgz w:a.tgz w:./"},
        {"tar -xf a.tgz -C d", "r:a.tgz w:a.tgz w:d/./"},
        {"tar -C a -xf b -C c m", "r:b r:a/b w:b w:a/b w:a/c/m/ w:a/c/./"},
        {"tar -cf out -C d src", "r:out w:out r:d/src/"},
        {"tar -tf a", "r:a w:a"},
        {"tar -Oxf a", "r:a w:a w:./"},
        {"zip -r out.zip src", "w:out.zip r:src/"},
        {"gzip a", "r:a w:a"},
        {"gzip -dc a", "r:a"},
        {"vim a", "r:a w:a"},
        {"dos2unix a", "r:a w:a"},
        {"openssl enc -in a -out b", "r:a w:b"},
        {"gpg -o out -d a", "w:out r:a"},
        {"ssh-keygen -t rsa -f k", "r:k w:k"},
    };
    for (const Case& c : cases) EXPECT_EQ(shown(c.command), c.uses) << c.command;
}

TEST(FileAccess, Network) {
    const Case cases[] = {
        {"curl -o out http://x", "w:out"},
        {"curl -O http://x/a", "w:. w:./a"},
        {"curl -O --output-dir d 'http://x/b/a?q'", "w:d/ w:d/a"},
        {"curl -T a http://x", "r:a"},
        {"curl -d @a http://x", "r:a"},
        {"curl -d a=b http://x", ""},
        {"curl --data-binary @a http://x", "r:a"},
        {"curl -F f=@a http://x", "r:a"},
        {"curl -F 'f=@a;type=text/plain' http://x", "r:a"},
        {"curl -F 'f=<a' http://x", "r:a"},
        {"curl --data-urlencode f@a http://x", "r:a"},
        {"curl -sSfo out http://x", "w:out"},
        {"curl -K conf", "r:conf"},
        {"curl -b jar -c jar2 http://x", "r:jar w:jar2"},
        {"curl file:///etc/passwd", "r:/etc/passwd"},
        {"wget -O out http://x", "w:out"},
        {"wget --post-file=a http://x", "r:a w:. w:./x"},
        {"wget http://x/a", "w:. w:./a"},
        {"wget -P d http://x/a", "w:d/ w:d/a"},
        {"wget --spider http://x/a", ""},
        {"wget -qO- http://x/a", ""},
        {"unzip a.zip", "r:a.zip w:./"},
        {"unzip -l a.zip", "r:a.zip"},
        {"unzip a.zip -d d", "w:d/ r:a.zip"},
        {"git clone http://h/r.git", "w:r/"},
        {"git clone -b main http://h/r d", "w:d/"},
    };
    for (const Case& c : cases) EXPECT_EQ(shown(c.command), c.uses) << c.command;
}

TEST(FileAccess, ScriptsAndGit) {
    const Case cases[] = {
        {"source a b", "r:a"},
        {". ./a", "r:./a"},
        {"bash a.sh x", "r:a.sh"},
        {"python3.11 -u a.py x", "r:a.py"},
        {"python3 -c code x", ""},
        {"python3 -m pytest x", ""},
        {"node a.js", "r:a.js"},
        {"node -e code", ""},
        {"git checkout -q HEAD~1 -- f", "r:f/ w:f/"},
        {"git checkout main", ""},
        {"git checkout main -- f", "r:f/ w:f/"},
        {"git -C d restore f", "r:d/f/ w:d/f/"},
        {"git -C a -C b restore f", "r:a/b/f/ w:a/b/f/"},
        {"env -C d cat f", ""},
        {"git rm f", "w:f/"},
        {"git rm --cached f", ""},
        {"git mv a b", "w:a/ w:b/"},
        {"git apply p", "r:p"},
        {"git diff --no-index a b", "r:a/ r:b/"},
        {"git diff --output=f", "w:f"},
        {"git commit -F msg", "r:msg"},
        {"git add f", ""},
    };
    for (const Case& c : cases) EXPECT_EQ(shown(c.command), c.uses) << c.command;
}

TEST(FileAccess, Redirections) {
    const Case cases[] = {
        {"echo > a", "w:a"},      {"echo >> a", "w:a"}, {"echo &> a", "w:a"}, {"echo >| a", "w:a"},
        {"echo <> a", "r:a w:a"}, {"wc < a", "r:a"},    {"echo 2>&1", ""},    {"echo > /dev/null", ""},
        {"echo > -", "w:-"},      {"cat <<< a", ""},    {"> a", "w:a"},       {"echo > \"$f\"", "w:?"},
    };
    for (const Case& c : cases) EXPECT_EQ(shown(c.command), c.uses) << c.command;
    EXPECT_TRUE(file_uses(command_of("echo > a")).at(0).redirection);
}

}  // namespace
}  // namespace postern::policy
