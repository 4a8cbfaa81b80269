#include "record/redact.h"

#include <gtest/gtest.h>

#include <string>

namespace postern::record {
namespace {

struct RedactCase {
    const char* text;
    const char* redacted;
    const char* why;
};

constexpr RedactCase kCases[] = {
    {"GITHUB_TOKEN=abc git push", "GITHUB_TOKEN=[redacted] git push", "a variable by its name"},
    {"export DB_PASSWORD='two words' && x", "export DB_PASSWORD='[redacted]' && x", "a quoted value"},
    {"mysql --password hunter2 -h db", "mysql --password [redacted] -h db", "an option and the word behind it"},
    {"tool --api-key=k1 --verbose", "tool --api-key=[redacted] --verbose", "a key with its kind"},
    {"curl -H 'Authorization: Bearer abc def' u", "curl -H 'Authorization: [redacted]' u", "a header to its end"},
    {"curl 'https://h/p?access_token=abc&x=1'", "curl 'https://h/p?access_token=[redacted]&x=1'", "a query"},
    {"git clone https://me:pw@h.test/r", "git clone https://me:[redacted]@h.test/r", "a login in a URL"},
    {R"({"clientSecret": "abc"})", R"({"clientSecret": "[redacted]"})", "JSON, and a name with humps"},
    {"echo ghp_0123456789abcdefABCDEF0123456789abcd", "echo [redacted]", "a token with its type"},
    {"aws AKIAIOSFODNN7EXAMPLE", "aws [redacted]", "a key with its beginning"},
    {"x wJalrXUtnFEMI7K7MDENG3bPxRfiCY9EXAMPLEKEY", "x [redacted]", "random letters and digits"},
    {"-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----", "[redacted]-----END RSA PRIVATE KEY-----",
     "a private key"},
    {"PASSWORD=$PASSWORD run", "PASSWORD=$PASSWORD run", "the name of a variable is no secret"},
    {"git show 0123456789abcdef0123456789abcdef01234567", "git show 0123456789abcdef0123456789abcdef01234567",
     "the name of a commit"},
    {"sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
     "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "a digest"},
    {"tool --token-file /run/t --max-tokens=100", "tool --token-file /run/t --max-tokens=100", "where and how much"},
    {"npm test -- --grep 'key: value' src/lib/index.test.ts", "npm test -- --grep 'key: value' src/lib/index.test.ts",
     "a key alone, and a path"},
    {"cargo build --package IntegrationTestRunner2Extended", "cargo build --package IntegrationTestRunner2Extended",
     "a name with humps is no random text"},
    {"docker run -v \"$PWD\":/w node", "docker run -v \"$PWD\":/w node", "a variable that is used"},
    {"", "", "nothing"},
};

TEST(Redact, Cases) {
    for (const RedactCase& one : kCases) {
        EXPECT_EQ(redact(one.text), one.redacted) << one.why;
        EXPECT_EQ(redact(redact(one.text)), redact(one.text)) << "twice: " << one.why;
    }
}

TEST(Redact, ASecretIsFoundWhereverItStands) {
    const std::string secret = "ghp_0123456789abcdefABCDEF0123456789abcd",
                      text = "run 'a b' \"c\" --x=y | z > f; done\n";
    for (std::size_t at = 0; at <= text.size(); ++at) {
        const std::string with = text.substr(0, at) + ' ' + secret + ' ' + text.substr(at);
        EXPECT_EQ(redact(with).find(secret.substr(4)), std::string::npos) << with;
    }
}

}  // namespace
}  // namespace postern::record
