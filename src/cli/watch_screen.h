// The screen of `postern approvals watch`, and what its keys do. Pure: questions and keys in, text and acts out.
#pragma once

#include "approval/broker_protocol.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::cli {

struct ScreenSize {
    std::size_t rows = 24, columns = 80;
};

struct WatchAct {
    enum class Kind : std::uint8_t { none, quit, answer } kind = Kind::none;
    std::string id{};  // of the question that is answered
    approval::Answer answer{};
};

class WatchScreen {
public:
    // The selection stays on its question as long as that stands: a key must not answer another one.
    void set_questions(std::vector<approval::BrokerQuestion> questions);
    void set_notice(std::string notice) { notice_ = std::move(notice); }
    // `key`: one character, or a whole escape sequence.
    [[nodiscard]] WatchAct on_key(std::string_view key);
    // One frame for the whole screen, written over the one before: nothing is cleared first, so that nothing flickers.
    [[nodiscard]] std::string frame(ScreenSize size, std::int64_t now_ms) const;

private:
    [[nodiscard]] const approval::BrokerQuestion* selected() const;
    [[nodiscard]] WatchAct answer(approval::Answer::Verdict verdict, approval::Lasting lasting);
    [[nodiscard]] WatchAct on_message_key(std::string_view key);
    void move(std::ptrdiff_t by);
    [[nodiscard]] std::vector<std::string> list_lines(ScreenSize size, std::int64_t now_ms) const;
    [[nodiscard]] std::vector<std::string> detail_lines(ScreenSize size) const;

    std::vector<approval::BrokerQuestion> questions_{};
    std::string selected_{};                // the id
    std::optional<std::string> message_{};  // being typed
    bool explains_ = false;
    std::string notice_{};
};

// Splits what was read from a terminal into keys. An escape sequence that is not complete stays in `rest`.
[[nodiscard]] std::vector<std::string> keys_in(std::string_view bytes);

}  // namespace postern::cli
