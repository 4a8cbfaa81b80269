#include "approval/binding.h"

#include "base/unique_fd.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fcntl.h>

namespace postern::approval {
namespace {

using policy::Reason;
using policy::ReasonKind;
using policy::Verdict;

Reason asks_about(const std::string& words, std::uint32_t command = 0) {
    return {.verdict = Verdict::ask,
            .kind = ReasonKind::rule,
            .source = "/s.json",
            .pointer = "/permissions/ask/0",
            .subject = words,
            .command = command};
}

class Bound : public testing::Test {
protected:
    Bound() {
        std::string name = testing::TempDir() + "binding-XXXXXX";
        base = ::mkdtemp(name.data());
        std::filesystem::create_directory(base + "/sub");
        put("run.sh", "#!/bin/sh\necho one\n");
        put("sub/run.sh", "#!/bin/sh\necho one\n");
    }
    ~Bound() override { std::filesystem::remove_all(base); }

    void put(const std::string& name, const std::string& text) const {
        std::ofstream(base + '/' + name) << text;
        std::filesystem::permissions(base + '/' + name, std::filesystem::perms::owner_all);
    }

    // Of the command at this place in the text.
    [[nodiscard]] Binding of(const std::string& text, std::uint32_t command = 0,
                             const std::string& directory = "") const {
        const shell::Analysis analysis = shell::analyse(text);
        const AbsPath where = *AbsPath::parse(base + directory);
        std::string words;
        for (const shell::Word& word : analysis.commands.at(command).words)
            words += (words.empty() ? "" : " ") + word.text;
        return bindings_in({asks_about(words, command)},
                           {.text = text, .analysis = analysis, .directory = where, .home = AbsPath::root()})
            .at(0);
    }

    std::string base;
};

TEST_F(Bound, TheSameIsTheSame) {
    EXPECT_EQ(of("./run.sh a"), of("./run.sh a"));
    EXPECT_EQ(of("./run.sh a"), of("./../" + base.substr(base.rfind('/') + 1) + "/run.sh a"));
    EXPECT_EQ(of("cat x"), of("/bin/cat x"));
    EXPECT_NE(of("./run.sh").files, "");
    EXPECT_EQ(of("./nothing").files, "");
}

TEST_F(Bound, OtherWordsAreOthers) {
    EXPECT_NE(of("./run.sh a").what, of("./run.sh b").what);
    EXPECT_EQ(of("./run.sh a").files, of("./run.sh b").files);
}

TEST_F(Bound, TheDirectoryCounts) {
    EXPECT_NE(of("./run.sh"), of("./run.sh", 0, "/sub"));
    EXPECT_NE(of("cat x").what, of("cat x", 0, "/sub").what);
    // Where the text goes first.
    EXPECT_EQ(of("cd sub && ./run.sh", 1), of("./run.sh", 0, "/sub"));
}

TEST_F(Bound, ContentAndIdentityCount) {
    const Binding before = of("./run.sh");
    put("run.sh", "#!/bin/sh\necho two\n");
    EXPECT_EQ(of("./run.sh").what, before.what);
    EXPECT_NE(of("./run.sh").files, before.files);
    put("run.sh", "#!/bin/sh\necho one\n");
    EXPECT_EQ(of("./run.sh"), before);
    put("new", "#!/bin/sh\necho one\n");
    std::filesystem::rename(base + "/new", base + "/run.sh");
    EXPECT_NE(of("./run.sh").files, before.files);
}

TEST_F(Bound, SoDoesWhatRunsTheScript) {
    put("interpreter", "#!/bin/sh\ntrue\n");
    put("run.sh", "#!" + base + "/interpreter -x\n");
    const Binding before = of("./run.sh");
    put("interpreter", "#!/bin/sh\nfalse\n");
    EXPECT_NE(of("./run.sh").files, before.files);
}

// A program may run the files that its arguments name.
TEST_F(Bound, SoDoFilesThatTheArgumentsName) {
    for (const std::string text : {"sh run.sh", "perl ./run.sh", "python3 -u ./run.sh x"}) {
        put("run.sh", "echo one\n");
        const Binding before = of(text);
        EXPECT_EQ(of(text), before);
        put("run.sh", "echo two\n");
        EXPECT_EQ(of(text).what, before.what);
        EXPECT_NE(of(text).files, before.files) << text;
    }
    // What other programs are given is data.
    const Binding before = of("cat run.sh");
    put("run.sh", "echo three\n");
    EXPECT_EQ(of("cat run.sh"), before);
}

TEST_F(Bound, AReasonThatIsNoRulesIsBoundToTheText) {
    const auto whole = [&](const std::string& text) {
        const shell::Analysis analysis = shell::analyse(text);
        const AbsPath where = *AbsPath::parse(base);
        return bindings_in({{.verdict = Verdict::ask, .kind = ReasonKind::undecidable, .message = "unclear"},
                            {.verdict = Verdict::allow, .kind = ReasonKind::read_only}},
                           {.text = text, .analysis = analysis, .directory = where, .home = AbsPath::root()});
    };
    EXPECT_EQ(whole("$x a").size(), 1U);
    EXPECT_EQ(whole("$x a"), whole("$x a"));
    EXPECT_NE(whole("$x a"), whole("$x b"));
}

TEST_F(Bound, NamesOfOneProgramAreTheSameWords) {
    EXPECT_TRUE(same_words(asks_about("/usr/bin/touch z"), asks_about("touch z")));
    EXPECT_FALSE(same_words(asks_about("touch /a/z"), asks_about("touch z")));
    Reason other = asks_about("touch z");
    other.pointer = "/permissions/ask/1";
    EXPECT_FALSE(same_words(asks_about("touch z"), other));
}

TEST_F(Bound, AScriptNamesItsInterpreter) {
    const std::pair<const char*, const char*> cases[] = {
        {"#!/bin/sh\n", "/bin/sh|"},
        {"#! \t/usr/bin/env  python3 -x \n", "/usr/bin/env|python3 -x"},
        {"#!\n", ""},
        {"#/bin/sh\n", ""},
        {"", ""}};
    for (const auto& [text, expected] : cases) {
        put("script", text);
        const UniqueFd file(::open((base + "/script").c_str(), O_RDONLY | O_CLOEXEC));
        const auto found = interpreter_of(file.get());
        EXPECT_EQ(found ? found->path + '|' + found->argument : "", expected) << text;
    }
}

}  // namespace
}  // namespace postern::approval
