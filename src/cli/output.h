// Writing to the outside: unbuffered by libraries, checked, and safe for a terminal.
#pragma once

#include "base/io.h"
#include "base/result.h"
#include "settings/load.h"

#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace postern::cli {

using postern::write_all;

// To stdout; on failure says so on stderr and returns the exit status for errors, otherwise `status`.
[[nodiscard]] int print(std::string_view text, int status);

// One line on stderr, "postern: where: what", with everything untrusted in it made printable. Returns the exit status.
int report(const Error& error);
// One line on stderr, "postern: TEXT"; the text is printable already.
void say(std::string_view text);
void report_warnings(const std::vector<settings::Warning>& warnings);

// How text for people may look.
struct Look {
    bool colour = false;   // a terminal that understands it, and NO_COLOR is not set
    bool unicode = false;  // the locale says UTF-8

    [[nodiscard]] std::string bold(std::string_view text) const;
    [[nodiscard]] std::string dim(std::string_view text) const;
    [[nodiscard]] std::string red(std::string_view text) const;
    [[nodiscard]] std::string yellow(std::string_view text) const;
    [[nodiscard]] std::string green(std::string_view text) const;
};
Look look_of(int fd);

}  // namespace postern::cli
