// Tells the person that a question waits, by a program: the one that `postern serve --notify` names, or notify-send where
// there is a desktop.
#pragma once

#include "approval/broker_protocol.h"

#include <chrono>
#include <string>

namespace postern::service {

inline constexpr std::chrono::milliseconds kUnnoticed{3000};  // a question that waits longer is told

class Notifier {
public:
    // `program`: an absolute path, or empty.
    explicit Notifier(std::string program);
    // Starts the program with id, text and directory as its arguments. It is not waited for.
    void tell(const approval::BrokerQuestion& question) const;

private:
    std::string program_;
    bool desktop_ = false;  // it is notify-send
};

// The arguments for notify-send: the text is shown as it is, and nothing in it is an option or markup.
[[nodiscard]] std::string plain_markup(const std::string& text);

}  // namespace postern::service
