#include "guard/call_shapes.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fcntl.h>
#include <sys/syscall.h>

namespace postern::guard {
namespace {

constexpr std::size_t kLongestPath = 4096;
constexpr int kNone = kNoArgument;
constexpr long kFchmodat2 = 452;

constexpr auto kShapes = std::to_array<CallShape>({
#ifdef SYS_open
    {SYS_open, Effect::opens, {kNone, 0}, {}, 1, 2},
    {SYS_creat, Effect::opens, {kNone, 0}, {}, kNone, 1},
    {SYS_mkdir, Effect::makes, {kNone, 0}, {}, kNone, 1},
    {SYS_mknod, Effect::makes, {kNone, 0}, {}, kNone, 1},
    {SYS_link, Effect::makes, {kNone, 1}, {kNone, 0}},
    {SYS_symlink, Effect::makes, {kNone, 1}},
    {SYS_rename, Effect::moves, {kNone, 1}, {kNone, 0}},
    {SYS_unlink, Effect::removes, {kNone, 0}},
    {SYS_rmdir, Effect::removes, {kNone, 0}},
    {SYS_chmod, Effect::mode, {kNone, 0}, {}, kNone, 1},
#endif
#ifdef SYS_renameat
    {SYS_renameat, Effect::moves, {2, 3}, {0, 1}},
#endif
    {SYS_openat, Effect::opens, {0, 1}, {}, 2, 3},
    {SYS_mkdirat, Effect::makes, {0, 1}, {}, kNone, 2},
    {SYS_mknodat, Effect::makes, {0, 1}, {}, kNone, 2},
    {SYS_linkat, Effect::makes, {2, 3}, {0, 1}, 4},
    {SYS_symlinkat, Effect::makes, {1, 2}},
    {SYS_renameat2, Effect::moves, {2, 3}, {0, 1}, 4},
    {SYS_unlinkat, Effect::removes, {0, 1}, {}, 2},
    {SYS_truncate, Effect::changes, {kNone, 0}},
    {SYS_fchmod, Effect::mode, {0, kNone}, {}, kNone, 1},
    {SYS_fchmodat, Effect::mode, {0, 1}, {}, kNone, 2},
    {kFchmodat2, Effect::mode, {0, 1}, {}, 3, 2},
});

std::string_view without_slashes(std::string_view path) noexcept {
    while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    return path;
}

}  // namespace

std::span<const CallShape> call_shapes() noexcept {
    return kShapes;
}

const CallShape& shape_of(const Call& call) noexcept {
    return *std::ranges::find(kShapes, long{call.number}, &CallShape::number);
}

std::uint64_t number_in(const Call& call, int position, std::uint64_t without) noexcept {
    return position == kNone ? without : call.arguments[static_cast<std::size_t>(position)];
}

int directory_in(const Call& call, const PathArgument& argument) noexcept {
    return argument.directory == kNone ? AT_FDCWD : static_cast<int>(number_in(call, argument.directory));
}

std::optional<std::string> path_in(const Process& process, const Call& call, const PathArgument& argument) {
    if (argument.path == kNone) return std::nullopt;
    return process.text_at(number_in(call, argument.path), kLongestPath);
}

std::string_view last_component(std::string_view path) noexcept {
    path = without_slashes(path);
    return path.substr(path.rfind('/') + 1);
}

std::optional<AbsPath> place_of(const Process& process, int directory, std::string_view path) {
    path = without_slashes(path);
    const std::string_view name = last_component(path);
    path.remove_suffix(name.size());
    const auto parent = process.directory_at(directory, path.empty() ? "." : std::string(path));
    if (!parent) return std::nullopt;
    auto place = AbsPath::parse(*parent + '/' + std::string(name));
    if (!place) return std::nullopt;
    return std::move(*place);
}

}  // namespace postern::guard
