#include "sandbox/ssh_config.h"

#include "fake_host.h"

#include <gtest/gtest.h>

namespace postern::sandbox {
namespace {

const std::string kBlock =
    "# By Postern: everything outside is behind the gate.\n"
    "Host * !localhost !127.* !::1\n"
    "    ProxyCommand ";

TEST(SshConfig, OneMoreEntryAtTheEnd) {
    const auto with = [](std::string_view text, const char* program, Includes includes) {
        return ssh_config_with_gate(text, path(program), includes).value();
    };
    EXPECT_EQ(with("", "/usr/bin/postern", Includes::kept), kBlock + "/usr/bin/postern connect %h %p\n");
    EXPECT_EQ(with("Host a\n  Port 1", "/usr/bin/postern", Includes::kept),
              "Host a\n  Port 1\n" + kBlock + "/usr/bin/postern connect %h %p\n");
    EXPECT_EQ(with("", "/my programs/it's 5%/postern", Includes::kept),
              kBlock + "'/my programs/it'\\''s 5%%/postern' connect %h %p\n");
}

TEST(SshConfig, IncludesThatSshWouldRefuse) {
    const char* text = "Include /etc/ssh/ssh_config.d/*.conf\n\tinclude=a\nIncluded no\n# Include b\n";
    EXPECT_EQ(ssh_config_with_gate(text, path("/p"), Includes::kept).value(), text + kBlock + "/p connect %h %p\n");
    EXPECT_EQ(ssh_config_with_gate(text, path("/p"), Includes::left_out).value(),
              "# left out by Postern: Include /etc/ssh/ssh_config.d/*.conf\n"
              "# left out by Postern: \tinclude=a\nIncluded no\n# Include b\n" +
                  kBlock + "/p connect %h %p\n");
}

TEST(SshConfig, APathThatSshCannotTake) {
    EXPECT_FALSE(ssh_config_with_gate("", path("/a\nb"), Includes::kept));
}

}  // namespace
}  // namespace postern::sandbox
