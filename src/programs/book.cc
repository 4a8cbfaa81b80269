#include "programs/tables.h"

#include <array>

namespace postern::programs {

std::span<const std::span<const ProgramRow>> book() noexcept {
    static const auto kTables = std::to_array<std::span<const ProgramRow>>({
        development_programs(),
        file_programs(),
        git_programs(),
        javascript_programs(),
        network_programs(),
        service_programs(),
        shell_programs(),
        system_programs(),
        text_programs(),
    });
    return kTables;
}

}  // namespace postern::programs
