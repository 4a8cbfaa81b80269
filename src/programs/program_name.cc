#include "programs/program_name.h"

#include "base/text.h"

#include <algorithm>

namespace postern::programs {
namespace {

// Returns the name of a program that is found by PATH or lies where PATH leads. Any other file may be anything, whatever
// its name is.
std::string_view name_of(std::string_view word) {
    const std::string_view name = base_name(word);
    const std::string_view directory = word.substr(0, word.size() - name.size());
    for (const std::string_view known : {"", "/bin/", "/usr/bin/", "/sbin/", "/usr/sbin/", "/usr/local/bin/"}) {
        if (directory == known) return name;
    }
    return {};
}

}  // namespace

std::string_view program_of(const Word& word, ProgramPlaces places) {
    const std::string_view name = places == ProgramPlaces::any ? base_name(word.text) : name_of(word.text);
    return name.find(kHole) == std::string_view::npos ? name : std::string_view{};
}

std::string_view without_target(std::string_view name) {
    constexpr std::string_view kCompilers[] = {"gcc", "g++", "cpp", "ld", "c++", "cc"};
    const std::string_view last = name.substr(name.rfind('-') + 1);
    return std::ranges::find(kCompilers, last) == std::end(kCompilers) ? name : last;
}

}  // namespace postern::programs
