// Compares the written text of random profiles, as the SBPL reader understands it, with the plain model.
#include "backend/seatbelt.h"
#include "sbpl.h"
#include "seatbelt_model.h"
#include "support.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace postern::backend {
namespace {

using sandbox::mount, sandbox::ordinary_profile, sandbox::path;

// Few names, so that random paths coincide, and odd ones, so that a missing quote is noticed.
const std::vector<std::string> kParts = {
    "a",          "a",       "b",         "node_modules", ".git",    "hooks", ".Husky", "config", "modules", "info",
    "attributes", ".github", "workflows", ".yarn",        "plugins", ".ssh",  "q\"(p",  "[b].*",  "n\nl)",   "\\"};

AbsPath random_path(std::size_t least, std::size_t most) {
    std::string text = "/r";
    const std::size_t depth = *rc::gen::inRange(least, most + 1);
    for (std::size_t i = 0; i < depth; ++i) text += '/' + *rc::gen::elementOf(kParts);
    return path(text);
}

sandbox::Profile random_profile() {
    sandbox::Profile p;
    p.cwd = random_path(0, 2);
    p.home = random_path(0, 2);
    p.temporary = random_path(0, 3);
    const auto several = [](int most) { return *rc::gen::inRange(0, most + 1); };
    for (int n = several(2); n >= 0; --n) p.writable.push_back(random_path(0, 2));
    for (int n = several(6); n > 0; --n) {
        const auto access = *rc::gen::element(sandbox::MountAccess::read_only, sandbox::MountAccess::writable,
                                              sandbox::MountAccess::cannot_move, sandbox::MountAccess::hidden,
                                              sandbox::MountAccess::reopened, sandbox::MountAccess::empty_private);
        p.mounts.push_back({random_path(0, 4), access, true, {}});
    }
    for (int n = several(3); n > 0; --n) p.absent.push_back({random_path(1, 4), {}});
    if (*rc::gen::inRange(0, 4) == 0) p.waived = {".git"};
    if (*rc::gen::inRange(0, 4) == 0) p.also_protected = {"b/config"};
    return p;
}

// Returns a random path near one of the paths of the profile.
AbsPath random_question(const sandbox::Profile& p) {
    std::vector<AbsPath> bases = p.writable;
    bases.push_back(p.temporary);
    for (const sandbox::Mount& m : p.mounts) bases.push_back(m.path);
    for (const sandbox::Absent& a : p.absent) bases.push_back(a.path);
    AbsPath at = *rc::gen::elementOf(bases);
    for (int n = *rc::gen::inRange(-2, 4); n != 0; n += n < 0 ? 1 : -1) {
        at = n < 0 ? at.parent() : AbsPath::resolve(at, *rc::gen::elementOf(kParts)).value();
    }
    return at;
}

TEST(SeatbeltProperty, TheTextMeansWhatTheProfileMeans) {
    const bool ok = rc::check("the rules equal the model", [] {
        const sandbox::Profile profile = random_profile();
        const auto made = seatbelt_profile(profile);
        RC_ASSERT(made.has_value());
        const test::Sbpl sbpl(made->text, made->parameters);
        for (int i = 0; i < 40; ++i) {
            const AbsPath at = random_question(profile);
            RC_LOG() << "question: " << at.text() << '\n';
            RC_ASSERT(sbpl.may_read(at.text()) == model_may_read(profile, at));
            RC_ASSERT(sbpl.may_write(at.text()) == model_may_write(profile, at));
            RC_ASSERT(sbpl.may_create(at.text()) == model_may_make(profile, at));
            RC_ASSERT(sbpl.may_unlink(at.text()) == model_may_make(profile, at));
        }
    });
    EXPECT_TRUE(ok);
}

TEST(SeatbeltProperty, NoPathIsEverInTheText) {
    const bool ok = rc::check("paths are parameters", [] {
        sandbox::Profile profile = random_profile();
        profile.unix_sockets = sandbox::UnixSockets::inside;
        profile.listed_sockets = {random_path(1, 3)};
        profile.also_protected.clear();
        const auto made = seatbelt_profile(profile);
        RC_ASSERT(made.has_value());
        for (const auto& [name, value] : made->parameters) {
            if (value != "/" && value.starts_with("/r/")) RC_ASSERT(made->text.find('"' + value) == std::string::npos);
        }
        RC_ASSERT(made->text.find("q\"(p") == std::string::npos);
        RC_ASSERT(made->text.find("n\nl)") == std::string::npos);
    });
    EXPECT_TRUE(ok);
}

}  // namespace
}  // namespace postern::backend
