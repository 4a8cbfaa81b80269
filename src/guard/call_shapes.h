// Which arguments of a system call name a file, for all guards that answer such calls. A call that is not in the table
// has no handler, and the listener refuses it.
#pragma once

#include "base/abs_path.h"
#include "guard/listener.h"
#include "guard/process.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace postern::guard {

inline constexpr int kNoArgument = -1;

// What a call may do to the name that it is given.
enum class CallEffect : std::uint8_t {
    opens,    // brings it into being or writes to it, as the flags say
    makes,    // brings it into being
    moves,    // brings it into being, and takes another one away
    removes,  // takes it away
    mode,     // changes the mode of the file
    changes,  // changes its content
};

// Positions of a path and of the directory that a relative one begins at. Without a directory the working directory is
// meant; with a directory and no path, the descriptor itself.
struct PathArgument {
    int directory = kNoArgument, path = kNoArgument;
};

struct CallShape {
    long number = -1;
    CallEffect effect = CallEffect::makes;
    PathArgument named{};  // the path that is made, replaced, removed or changed
    PathArgument from{};   // the path that is moved or linked
    int flags = kNoArgument;
    int mode = kNoArgument;
};

[[nodiscard]] std::span<const CallShape> call_shapes() noexcept;
// Returns the shape of a call of the table.
[[nodiscard]] const CallShape& shape_of(const Call& call) noexcept;

// Returns the value of a number among the arguments, or `without` if the call has none.
[[nodiscard]] std::uint64_t number_in(const Call& call, int position, std::uint64_t without = 0) noexcept;
// Returns the caller's descriptor of the directory, or AT_FDCWD.
[[nodiscard]] int directory_in(const Call& call, const PathArgument& argument) noexcept;
// Returns nullopt if the call has no such path or it cannot be read; the kernel cannot read it then either.
[[nodiscard]] std::optional<std::string> path_in(const Process& process, const Call& call,
                                                 const PathArgument& argument);

// Returns the last component of a path, without slashes behind it.
[[nodiscard]] std::string_view last_component(std::string_view path) noexcept;
// Returns the path with links in its directory resolved, or nullopt if the directory cannot be opened.
[[nodiscard]] std::optional<AbsPath> place_of(const Process& process, int directory, std::string_view path);

}  // namespace postern::guard
