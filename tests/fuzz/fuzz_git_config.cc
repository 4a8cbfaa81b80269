// Any text as a git configuration. What is called harmless must be readable, and stay harmless and the same when
// written out again.
#include "fuzz_check.h"
#include "scrub/git_config_rules.h"
#include "scrub/git_directory.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using namespace postern;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::vector<AbsPath> writable{*AbsPath::parse("/w")};
    const scrub::ConfigPlace place{.git_directory = *AbsPath::parse("/w/.git"), .writable = writable};
    const auto entries = parse_git_config(text);
    const auto danger = scrub::dangerous_setting(text, place);
    promise(entries.has_value() || danger.has_value(), "what cannot be read is dangerous");
    promise(!scrub::dangerous_setting(text, place, text) || !entries, "what was there before is not new");
    const std::string part = scrub::harmless_part(text, place);
    promise(!scrub::dangerous_setting(part, place), "the harmless part is harmless");
    if (entries && !danger) promise(parse_git_config(part) == entries, "and nothing of it is lost");
    return 0;
}
