#include "cli/output.h"

#include "base/file.h"
#include "base/quote.h"
#include "base/unique_fd.h"
#include "cli/render.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>

#include <fcntl.h>

namespace postern::cli {
namespace {

constexpr std::chrono::milliseconds kPatience{500};

std::string_view variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string_view{} : std::string_view(value);
}

// The first of LC_ALL, LC_CTYPE and LANG that is not empty counts.
bool locale_is_utf8() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const std::string_view value = variable(name);
        if (value.empty()) continue;
        for (const char* spelling : {"UTF-8", "utf-8", "UTF8", "utf8"}) {
            if (value.find(spelling) != std::string_view::npos) return true;
        }
        return false;
    }
    return false;
}

std::string line_of(std::string_view kind, std::string_view where, std::string_view what) {
    std::string line = "postern: " + std::string(kind);
    if (!where.empty()) line += printable(where) + ": ";
    return line + printable(what) + '\n';
}

std::string painted(bool colour, const char* code, std::string_view text) {
    if (!colour || text.empty()) return std::string(text);
    return std::string("\x1b[") + code + 'm' + std::string(text) + "\x1b[0m";
}

}  // namespace

Result<int> print(std::string_view text, int status) {
    if (write_all(STDOUT_FILENO, text)) return status;
    return fail(Errc::io, describe_errno("cannot write the answer", errno));
}

int report(const Error& error, OutputFormat format) {
    // A failure to write these cannot be reported anywhere.
    (void)write_all(STDERR_FILENO, line_of("", error.where, error.what));
    if (format == OutputFormat::json) (void)write_all(STDOUT_FILENO, error_document(error));
    return kExitError;
}

// Gives up after a while: a command that shares the terminal can stop its output, and must not stop Postern with it.
void say(std::string_view text) {
    const std::string line = "postern: " + std::string(text) + '\n';
    const bool terminal = ::isatty(STDERR_FILENO) == 1;
    const UniqueFd own(terminal ? ::open("/proc/self/fd/2", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1);
    if (!terminal) {
        (void)write_all(STDERR_FILENO, line);  // a failure cannot be reported anywhere
        return;
    }
    (void)write_all_within(kPatience, own ? own.get() : STDERR_FILENO, line);
}

void report_warnings(const std::vector<settings::Warning>& warnings, settings::Weight least) {
    std::string lines;
    for (const auto& warning : warnings) {
        if (warning.weight < least) continue;
        lines +=
            line_of(warning.weight == settings::Weight::note ? "note: " : "warning: ", warning.where, warning.what);
    }
    (void)write_all(STDERR_FILENO, lines);  // a warning that cannot be shown changes no verdict
}

std::string TextStyle::bold(std::string_view text) const {
    return painted(colour, "1", text);
}
std::string TextStyle::dim(std::string_view text) const {
    return painted(colour, "2", text);
}
std::string TextStyle::red(std::string_view text) const {
    return painted(colour, "31", text);
}
std::string TextStyle::yellow(std::string_view text) const {
    return painted(colour, "33", text);
}
std::string TextStyle::green(std::string_view text) const {
    return painted(colour, "32", text);
}

TextStyle text_style_of(int fd) {
    const std::string_view term = variable("TERM");
    return {.colour = variable("NO_COLOR").empty() && !term.empty() && term != "dumb" && ::isatty(fd) == 1,
            .unicode = locale_is_utf8()};
}

}  // namespace postern::cli
