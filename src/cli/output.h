// Output: unbuffered, checked, and safe for a terminal.
#pragma once

#include "base/io.h"
#include "base/result.h"
#include "settings/load.h"

#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace postern::cli {

inline constexpr int kExitError = 125;  // Postern could not do its job

using postern::write_all;

// Writes the answer to stdout. Returns `status`, or an error if the answer could not be written.
[[nodiscard]] Result<int> print(std::string_view text, int status);

enum class OutputFormat { text, json };
// Writes one line on stderr, "postern: where: what", with everything untrusted in it made printable; as JSON also the
// error document on stdout, so that a program finds one JSON object there in every case. Returns the exit status.
int report(const Error& error, OutputFormat format);
// Writes one line on stderr, "postern: TEXT". The text must be printable already.
void say(std::string_view text);
// Writes warnings of this weight or more on stderr, one line each.
void report_warnings(const std::vector<settings::Warning>& warnings,
                     settings::Weight least = settings::Weight::warning);

// How text for people may look on the terminal or file that it goes to.
struct TextStyle {
    bool colour = false;   // a terminal that understands it, and NO_COLOR is not set
    bool unicode = false;  // the locale says UTF-8

    [[nodiscard]] std::string bold(std::string_view text) const;
    [[nodiscard]] std::string dim(std::string_view text) const;
    [[nodiscard]] std::string red(std::string_view text) const;
    [[nodiscard]] std::string yellow(std::string_view text) const;
    [[nodiscard]] std::string green(std::string_view text) const;
};
TextStyle text_style_of(int fd);

}  // namespace postern::cli
