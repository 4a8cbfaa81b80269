// The tables of the book, by kind of program. A program stands in one of them only.
#pragma once

#include "programs/program.h"

namespace postern::programs {

[[nodiscard]] std::span<const ProgramRow>
development_programs() noexcept;                                     // compilers, build and test tools, languages
[[nodiscard]] std::span<const ProgramRow> file_programs() noexcept;  // copy, move, remove, archive
[[nodiscard]] std::span<const ProgramRow> git_programs() noexcept;
[[nodiscard]] std::span<const ProgramRow> javascript_programs() noexcept;
[[nodiscard]] std::span<const ProgramRow> network_programs() noexcept;
[[nodiscard]] std::span<const ProgramRow> service_programs() noexcept;  // containers, clusters, clouds, databases
[[nodiscard]] std::span<const ProgramRow> shell_programs() noexcept;    // builtins, and programs that run another one
[[nodiscard]] std::span<const ProgramRow> system_programs() noexcept;   // processes, packages, users, hardware
[[nodiscard]] std::span<const ProgramRow> text_programs() noexcept;

}  // namespace postern::programs
