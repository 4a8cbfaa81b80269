#include "backend/seatbelt_files.h"

#include "support.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

namespace postern::backend {
namespace {

using sandbox::mount, sandbox::ordinary_profile, sandbox::path;

std::vector<Region> regions(const std::vector<RegionLayer>& layers) {
    return open_regions(layers);
}

TEST(Regions, TheLastLayerThatHoldsAPathDecides) {
    EXPECT_EQ(regions({}), std::vector<Region>{});
    EXPECT_EQ(regions({{path("/a"), Openness::closed}}), std::vector<Region>{});
    EXPECT_EQ(regions({{path("/"), Openness::open}, {path("/a"), Openness::closed}}),
              (std::vector<Region>{{path("/"), {path("/a")}}}));
    EXPECT_EQ(regions({{path("/a"), Openness::closed}, {path("/"), Openness::open}}),
              (std::vector<Region>{{path("/"), {}}, {path("/a"), {}}}));
    EXPECT_EQ(regions({{path("/"), Openness::open}, {path("/a"), Openness::closed}, {path("/a/b/c"), Openness::open}}),
              (std::vector<Region>{{path("/"), {path("/a")}}, {path("/a/b/c"), {}}}));
    EXPECT_EQ(
        regions({{path("/a"), Openness::open}, {path("/a/b"), Openness::closed}, {path("/a/b/c"), Openness::closed}}),
        (std::vector<Region>{{path("/a"), {path("/a/b")}}}))
        << "no hole inside a hole";
    EXPECT_EQ(regions({{path("/a"), Openness::open}, {path("/a"), Openness::closed}}), std::vector<Region>{});
    EXPECT_EQ(regions({{path("/al"), Openness::open}, {path("/alice"), Openness::closed}}),
              (std::vector<Region>{{path("/al"), {}}}));
}

TEST(Regions, AreTheSameAsTheLayers) {
    const auto random_path = [] {
        std::string text = "/";
        for (int n = *rc::gen::inRange(0, 4); n > 0; --n) text += *rc::gen::element<std::string>("a/", "b/", "a-/");
        return path(text);
    };
    const bool ok = rc::check("in a region exactly if open", [&] {
        std::vector<RegionLayer> layers;
        for (int n = *rc::gen::inRange(0, 8); n > 0; --n)
            layers.push_back({random_path(), *rc::gen::element(Openness::open, Openness::closed)});
        const std::vector<Region> all = open_regions(layers);
        const AbsPath at = random_path();
        const bool inside = std::ranges::any_of(all, [&](const Region& r) {
            return r.top.contains(at) &&
                   std::ranges::none_of(r.holes, [&](const AbsPath& hole) { return hole.contains(at); });
        });
        RC_ASSERT(inside == (openness_at(layers, at) == Openness::open));
    });
    EXPECT_TRUE(ok);
}

}  // namespace
}  // namespace postern::backend
