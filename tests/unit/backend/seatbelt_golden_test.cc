// Compares whole profiles with reviewed files.
#include "backend/seatbelt.h"
#include "support.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace postern::backend {
namespace {

using sandbox::mount, sandbox::ordinary_profile, sandbox::path;

std::string slurp(const std::string& file) {
    std::ostringstream out;
    out << std::ifstream(file, std::ios::binary).rdbuf();
    return out.str();
}

// Rewrites the file if POSTERN_ACCEPT=1. Read the difference before you commit it.
void check_golden(const std::string& name, const sandbox::Profile& profile) {
    const auto made = seatbelt_profile(profile);
    ASSERT_TRUE(made) << made.error().what;
    std::string text = made->text + "\n; Parameters\n";
    for (const auto& [parameter, value] : made->parameters) text += "; " + parameter + '=' + value + '\n';
    const std::string file = POSTERN_SOURCE_ROOT "/tests/unit/backend/golden/" + name + ".sb";
    if (std::getenv("POSTERN_ACCEPT") != nullptr) std::ofstream(file, std::ios::binary) << text;
    EXPECT_EQ(slurp(file), text) << "run this test with POSTERN_ACCEPT=1 to write " << file;
}

TEST(SeatbeltGolden, AnOrdinaryProject) {
    check_golden("project", ordinary_profile());
}

TEST(SeatbeltGolden, AHiddenHomeWithPartsOpen) {
    sandbox::Profile p;
    p.cwd = path("/Users/ann/shop");
    p.home = path("/Users/ann");
    p.temporary = path("/private/tmp/p");
    p.writable = {p.temporary, p.cwd};
    p.waived = {".git", ".claude"};
    p.also_protected = {"deploy/prod.json"};
    p.mounts = {mount("/Users/ann", sandbox::MountAccess::hidden),
                mount("/Users/ann/shop", sandbox::MountAccess::writable),
                mount("/Users/ann/.rustup", sandbox::MountAccess::reopened),
                mount("/Users/ann/shop/secrets", sandbox::MountAccess::hidden)};
    p.network = sandbox::Network::host;
    p.unix_sockets = sandbox::UnixSockets::inside;
    p.listed_sockets = {path("/private/tmp/agent \"1\".sock")};
    check_golden("hidden-home", p);
}

TEST(SeatbeltGolden, FilesNotIsolated) {
    sandbox::Profile p;
    p.files_isolated = false;
    p.unix_sockets = sandbox::UnixSockets::open;
    check_golden("files-open", p);
}

}  // namespace
}  // namespace postern::backend
