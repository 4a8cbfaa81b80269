#include "cli/confirm.h"

#include "base/io.h"

#include <array>
#include <string>

#include <unistd.h>

namespace postern::cli {

bool confirmed(std::string_view question) {
    if (::isatty(STDIN_FILENO) != 1 || ::isatty(STDOUT_FILENO) != 1) return false;
    if (!write_all(STDOUT_FILENO, std::string(question) + " [y/N] ")) return false;
    std::array<char, 64> line{};
    const ssize_t got = ::read(STDIN_FILENO, line.data(), line.size());
    const std::string_view answer(line.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
    return answer == "y\n" || answer == "Y\n" || answer == "yes\n";
}

}  // namespace postern::cli
