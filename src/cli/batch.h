// One line of `postern check --batch`.
#pragma once

#include "app/judge.h"
#include "base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace postern::cli {

struct BatchLine {
    app::Query query;
    std::optional<std::string> cwd;
};

// Sets `id` to the line's id as JSON text as soon as it is known, so that an error can carry it.
Result<BatchLine> parse_batch_line(std::string_view line, std::string& id);

}  // namespace postern::cli
