#include "cli/watch_screen.h"

#include "base/quote.h"

#include <algorithm>
#include <utility>

namespace postern::cli {
namespace {

using approval::Answer;
using approval::BrokerQuestion;
using approval::Lasting;

constexpr std::string_view kEscape = "\x1b", kEnter = "\r", kUp = "\x1b[A", kDown = "\x1b[B";
constexpr std::size_t kLongestMessage = 500;

bool begins_a_character(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U;
}

// Returns as many characters as fit. The text is printable, and a character counts as one column.
std::string cut(std::string_view text, std::size_t columns) {
    std::size_t characters = 0, before_last = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!begins_a_character(text[i])) continue;
        if (++characters == columns) before_last = i;
        if (characters > columns) return std::string(text.substr(0, before_last)) + (columns > 0 ? "…" : "");
    }
    return std::string(text);
}

// Breaks a long line, so that all of it can be read.
void add_wrapped(std::vector<std::string>& lines, std::string_view text, std::string_view indent, std::size_t columns) {
    const std::size_t width = columns > indent.size() + 10 ? columns - indent.size() : 10;
    do {
        std::size_t end = 0, characters = 0;
        while (end < text.size() && (characters < width || !begins_a_character(text[end]))) {
            characters += begins_a_character(text[end]) ? 1 : 0;
            ++end;
        }
        lines.push_back(std::string(indent) + std::string(text.substr(0, end)));
        text.remove_prefix(end);
    } while (!text.empty());
}

std::string age_text(std::int64_t ms) {
    const std::int64_t seconds = std::max<std::int64_t>(0, ms / 1000);
    return seconds < 120 ? std::to_string(seconds) + " s" : std::to_string(seconds / 60) + " min";
}

std::string covered_by_yes(const BrokerQuestion& question) {
    switch (question.about) {
        case approval::About::command: return "a yes covers this command, in this run";
        case approval::About::program:
            return "a yes covers this program with these words, as long as its files stay as they are, in this run";
        case approval::About::host: return "a yes covers connections to this host and port";
        case approval::About::files: return "a yes covers exactly these contents, in this run";
    }
    return {};
}

std::string keys_for(const BrokerQuestion& question) {
    std::string out = "y yes  n no  m no, and why";
    if (question.longest >= Lasting::session) out += "  s yes, this session";
    if (question.longest >= Lasting::always) out += "  a always";
    return out + "  e explain";
}

}  // namespace

void WatchScreen::set_questions(std::vector<BrokerQuestion> questions) {
    questions_ = std::move(questions);
    if (selected() != nullptr) return;
    if (!selected_.empty() && message_) notice_ = "the question is gone; nothing was said";
    message_.reset();
    explains_ = false;
    selected_ = questions_.empty() ? "" : questions_.front().id;
}

const BrokerQuestion* WatchScreen::selected() const {
    const auto at = std::ranges::find(questions_, selected_, &BrokerQuestion::id);
    return at == questions_.end() ? nullptr : &*at;
}

void WatchScreen::move(std::ptrdiff_t by) {
    const auto at = std::ranges::find(questions_, selected_, &BrokerQuestion::id);
    if (at == questions_.end()) return;
    const auto last = static_cast<std::ptrdiff_t>(questions_.size()) - 1;
    const std::ptrdiff_t to = std::clamp<std::ptrdiff_t>(at - questions_.begin() + by, 0, last);
    selected_ = questions_[static_cast<std::size_t>(to)].id;
}

WatchAct WatchScreen::answer(Answer::Verdict verdict, Lasting lasting) {
    const BrokerQuestion* question = selected();
    if (question == nullptr) return {};
    if (lasting > question->longest) {
        notice_ = "that is not offered for this question";
        return {};
    }
    Answer out{.verdict = verdict, .message = message_.value_or(""), .lasting = lasting};
    message_.reset();
    return {.kind = WatchAct::Kind::answer, .id = question->id, .answer = std::move(out)};
}

WatchAct WatchScreen::on_message_key(std::string_view key) {
    if (key == kEscape) message_.reset();
    if (key == kEnter) return answer(Answer::Verdict::refused, Lasting::once);
    if (!message_) return {};
    if (key == "\x7f" || key == "\b") {
        while (!message_->empty() && !begins_a_character(message_->back())) message_->pop_back();
        if (!message_->empty()) message_->pop_back();
    } else if (static_cast<unsigned char>(key.front()) >= ' ' && message_->size() < kLongestMessage) {
        *message_ += key;
    }
    return {};
}

WatchAct WatchScreen::on_key(std::string_view key) {
    if (key.empty()) return {};
    notice_.clear();
    if (message_) return on_message_key(key);
    if (key == "q" || key == "\x03") return {.kind = WatchAct::Kind::quit};
    if (key == "j" || key == kDown) move(1);
    if (key == "k" || key == kUp) move(-1);
    if (key == "e") explains_ = !explains_;
    if (key == "m" && selected() != nullptr) message_.emplace();
    if (key == "y") return answer(Answer::Verdict::allowed, Lasting::once);
    if (key == "s") return answer(Answer::Verdict::allowed, Lasting::session);
    if (key == "a") return answer(Answer::Verdict::allowed, Lasting::always);
    if (key == "n") return answer(Answer::Verdict::refused, Lasting::once);
    return {};
}

std::vector<std::string> WatchScreen::list_lines(ScreenSize size, std::int64_t now_ms) const {
    std::vector<std::string> out;
    const auto at = std::ranges::find(questions_, selected_, &BrokerQuestion::id);
    const auto chosen = static_cast<std::size_t>(at - questions_.begin());
    const std::size_t most = std::max<std::size_t>(1, size.rows / 3);
    const std::size_t first = chosen < most ? 0 : chosen - most + 1;
    for (std::size_t i = first; i < questions_.size() && out.size() < most; ++i) {
        const BrokerQuestion& one = questions_[i];
        out.push_back((i == chosen ? "> " : "  ") + one.id + "  " + age_text(now_ms - one.asked_ms) + "  " +
                      printable(one.subject));
    }
    return out;
}

std::vector<std::string> WatchScreen::detail_lines(ScreenSize size) const {
    std::vector<std::string> out;
    const BrokerQuestion* question = selected();
    if (question == nullptr) return {"No question stands. This screen shows the next one."};
    add_wrapped(out, printable(question->subject), "", size.columns);
    add_wrapped(out, "in " + printable(question->directory), "  ", size.columns);
    std::string who = "asked by process " + std::to_string(question->pid);
    if (!question->actor.empty()) who += ", actor " + printable(question->actor);
    if (!question->session.empty()) who += ", session " + printable(question->session);
    add_wrapped(out, who, "  ", size.columns);
    const std::size_t shown = explains_ ? question->reasons.size() : std::min<std::size_t>(1, question->reasons.size());
    for (std::size_t i = 0; i < shown; ++i) add_wrapped(out, printable(question->reasons[i]), "  ", size.columns);
    if (shown < question->reasons.size())
        out.push_back("  … and " + std::to_string(question->reasons.size() - shown) + " more reasons (e)");
    add_wrapped(out, covered_by_yes(*question), "  ", size.columns);
    return out;
}

std::string WatchScreen::frame(ScreenSize size, std::int64_t now_ms) const {
    std::vector<std::string> lines{"postern: " + std::to_string(questions_.size()) +
                                   (questions_.size() == 1 ? " question" : " questions") + "    q quit  j k move"};
    for (std::string& line : list_lines(size, now_ms)) lines.push_back(std::move(line));
    lines.emplace_back();
    for (std::string& line : detail_lines(size)) lines.push_back(std::move(line));
    std::string last = notice_;
    if (message_) {
        last = "no, because: " + printable(*message_) + "_    (enter sends, escape does not)";
    } else if (last.empty() && selected() != nullptr) {
        last = keys_for(*selected());
    }
    const std::size_t room = size.rows > 1 ? size.rows - 1 : 0;
    if (lines.size() > room) {  // the keys stay in sight, and what is cut is said
        lines.resize(room);
        if (!lines.empty()) lines.back() = "… more does not fit on this screen";
    }
    lines.resize(room);
    lines.push_back(std::move(last));
    std::string out = "\x1b[H";
    for (std::size_t i = 0; i < lines.size(); ++i) {
        out += cut(lines[i], size.columns) + "\x1b[K" + (i + 1 < lines.size() ? "\r\n" : "");
    }
    return out;
}

std::vector<std::string> keys_in(std::string_view bytes) {
    std::vector<std::string> out;
    while (!bytes.empty()) {
        std::size_t size = 1;
        if (bytes.front() == '\x1b' && bytes.size() > 2 && (bytes[1] == '[' || bytes[1] == 'O')) {
            size = 2;
            while (size < bytes.size() && (bytes[size] < '@' || bytes[size] > '~')) ++size;
            size = std::min(size + 1, bytes.size());
        }
        while (size < bytes.size() && !begins_a_character(bytes[size])) ++size;
        out.emplace_back(bytes.substr(0, size));
        bytes.remove_prefix(size);
    }
    return out;
}

}  // namespace postern::cli
