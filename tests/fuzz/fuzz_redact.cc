// Redacts arbitrary text, and text with a secret at an arbitrary place; reads arbitrary text as a line and as a row.
#include "fuzz_check.h"

#include "base/quote.h"
#include "record/chain.h"
#include "record/redact.h"
#include "record/row.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

using namespace postern;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::string_view kSecret = "ghp_0123456789abcdefABCDEF0123456789abcd", kInside = "0123456789abcdefABCDEF";
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::string once = record::redact(text);
    promise(record::redact(once) == once, "redacting twice changes nothing more");
    if (find_invalid_utf8(text) == std::string_view::npos)
        promise(find_invalid_utf8(once) == std::string_view::npos, "UTF-8 stays UTF-8");
    const std::size_t at = size == 0 ? 0 : data[0] % (size + 1);
    if (text.find(kInside) == std::string_view::npos && text.find('$') == std::string_view::npos &&
        text.find(record::kRedacted) == std::string_view::npos) {
        const std::string with =
            std::string(text.substr(0, at)) + ' ' + std::string(kSecret) + ' ' + std::string(text.substr(at));
        promise(record::redact(with).find(kInside) == std::string::npos, "a secret is found wherever it stands");
    }
    if (const auto line = record::split_line(text))
        promise(line->payload.size() < text.size(), "the seal is no payload");
    (void)record::parse_checkpoint(std::nullopt, text);
    (void)record::anchor_in(text, "l");
    if (const auto row = record::parse_row(text)) {
        const std::string again = record::row_text(*row);
        promise(again.find('\n') == std::string::npos, "a row is one line");
        promise(record::parse_row(again).has_value(), "and comes back");
    }
    return 0;
}
