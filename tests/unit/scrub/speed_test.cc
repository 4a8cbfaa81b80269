// Measures a scrub in a large project: with POSTERN_FULL_SIZE=1, 50,000 files in 5,000 directories with 300
// repositories, else a part of that. Figures are printed; the limits are wide, for busy machines.
#include "scrub/journal.h"
#include "world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>

#include <ctime>

namespace postern::scrub::test {
namespace {

double milliseconds(const std::function<void()>& work) {
    // Processor time instead of wall-clock time, since the machine may be busy.
    timespec from{}, to{};
    (void)::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    work();
    (void)::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    return static_cast<double>(to.tv_sec - from.tv_sec) * 1e3 + static_cast<double>(to.tv_nsec - from.tv_nsec) / 1e6;
}

void make_repository(const std::string& path) {
    for (const char* name : {"/.git/hooks", "/.git/info", "/.git/objects/pack", "/.git/refs/heads", "/.git/branches"}) {
        std::filesystem::create_directories(path + name);
    }
    std::ofstream(path + "/.git/HEAD") << "ref: refs/heads/main\n";
    std::ofstream(path + "/.git/config") << "[core]\n\tbare = false\n[remote \"o\"]\n\turl = https://example.org/x\n";
    std::ofstream(path + "/.git/hooks/pre-commit.sample") << "#!/bin/sh\n";
}

TEST(Speed, OfALargeProject) {
    const World world;
    const std::string root = world.dir.at("work").text();
    const int directories = std::getenv("POSTERN_FULL_SIZE") != nullptr ? 5000 : 600;
    for (int i = 0; i < directories; ++i) {
        const std::string path =
            root + "/p" + std::to_string(i / 500) + "/q" + std::to_string(i / 50 % 10) + "/r" + std::to_string(i % 50);
        std::filesystem::create_directories(path);
        for (int f = 0; f < 10; ++f) std::ofstream(path + "/file" + std::to_string(f) + ".c") << 'x';
        if (i % 17 == 0 && i / 17 < 300) make_repository(path);
    }
    settle();
    std::optional<Journal> journal;
    const double cold = milliseconds([&] { journal = std::move(*begin(world.state(), world.watch())); });
    settle();
    std::vector<double> begins, idle, busy;
    (void)finish(world.state(), std::move(*journal));
    for (int i = 0; i < 7; ++i) {
        begins.push_back(milliseconds([&] { journal = std::move(*begin(world.state(), world.watch())); }));
        idle.push_back(milliseconds([&] { EXPECT_TRUE(finish(world.state(), std::move(*journal))->empty()); }));
        journal = std::move(*begin(world.state(), world.watch()));
        for (int d = 0; d < 20; ++d) {
            std::ofstream(root + "/p0/q3/r" + std::to_string(d) + "/new" + std::to_string(i)) << 'x';
        }
        busy.push_back(milliseconds([&] { EXPECT_TRUE(finish(world.state(), std::move(*journal))->empty()); }));
        settle();
    }
    const auto median = [](std::vector<double> v) {
        std::ranges::sort(v);
        return v[v.size() / 2];
    };
    std::printf(
        "%d directories: first begin (reads everything) %.1f ms; begin %.2f ms; finish, nothing changed %.1f ms; "
        "finish, 20 directories changed %.1f ms\n",
        directories, cold, median(begins), median(idle), median(busy));
    EXPECT_LT(median(idle), 400);
    EXPECT_LT(median(busy), 500);
}

}  // namespace
}  // namespace postern::scrub::test
