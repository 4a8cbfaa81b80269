// What a hook command or a classifier is told, and what it may say. Pure: text from values, values from text.
#pragma once

#include "approval/question.h"
#include "base/result.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace postern::approval {

// Who asks, as far as that is known.
struct Asking {
    std::string session{}, actor{};
    bool headless = false;  // no person can be asked here
};

enum class Audience : std::uint8_t { hook, classifier };

// One line of JSON.
[[nodiscard]] std::string question_json(const Question& question, const Asking& asking, Audience audience,
                                        std::chrono::milliseconds limit);

// Reads what a hook says: {"decision": "allow"|"deny"|"ask", "reason": …, "updatedInput": {"command": …}}. The answer
// "ask", or nothing but blanks, is silence. Anything that cannot be understood is an error.
[[nodiscard]] Result<Answer> parse_hook_answer(std::string_view text, const Question& question);

// Reads what a classifier says: {"safe": true, "confidence": "high", "reason": …}. Everything else is silence.
[[nodiscard]] Result<Answer> parse_classifier_answer(std::string_view text);

}  // namespace postern::approval
