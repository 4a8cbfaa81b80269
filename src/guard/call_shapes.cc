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
    {SYS_open, CallEffect::opens, {kNone, 0}, {}, 1, 2},
    {SYS_creat, CallEffect::opens, {kNone, 0}, {}, kNone, 1},
    {SYS_mkdir, CallEffect::makes, {kNone, 0}, {}, kNone, 1},
    {SYS_mknod, CallEffect::makes, {kNone, 0}, {}, kNone, 1},
    {SYS_link, CallEffect::makes, {kNone, 1}, {kNone, 0}},
    {SYS_symlink, CallEffect::makes, {kNone, 1}},
    {SYS_rename, CallEffect::moves, {kNone, 1}, {kNone, 0}},
    {SYS_unlink, CallEffect::removes, {kNone, 0}},
    {SYS_rmdir, CallEffect::removes, {kNone, 0}},
    {SYS_chmod, CallEffect::mode, {kNone, 0}, {}, kNone, 1},
#endif
#ifdef SYS_renameat
    {SYS_renameat, CallEffect::moves, {2, 3}, {0, 1}},
#endif
    {SYS_openat, CallEffect::opens, {0, 1}, {}, 2, 3},
    {SYS_mkdirat, CallEffect::makes, {0, 1}, {}, kNone, 2},
    {SYS_mknodat, CallEffect::makes, {0, 1}, {}, kNone, 2},
    {SYS_linkat, CallEffect::makes, {2, 3}, {0, 1}, 4},
    {SYS_symlinkat, CallEffect::makes, {1, 2}},
    {SYS_renameat2, CallEffect::moves, {2, 3}, {0, 1}, 4},
    {SYS_unlinkat, CallEffect::removes, {0, 1}, {}, 2},
    {SYS_truncate, CallEffect::changes, {kNone, 0}},
    {SYS_fchmod, CallEffect::mode, {0, kNone}, {}, kNone, 1},
    {SYS_fchmodat, CallEffect::mode, {0, 1}, {}, kNone, 2},
    {kFchmodat2, CallEffect::mode, {0, 1}, {}, 3, 2},
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
