// Parses arbitrary bytes as what hooks, classifiers, clients of the broker and the broker itself say.
#include "approval/broker_protocol.h"
#include "approval/hook_protocol.h"
#include "fuzz_check.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

using namespace postern;
using namespace postern::approval;

namespace {

void check_hook(std::string_view bytes) {
    const Question fixed{.subject = "make"}, open{.subject = "make", .may_be_rewritten = true};
    const auto now = parse_hook_answer(bytes, fixed), before = parse_hook_answer(bytes, open);
    promise(!now || !now->rewritten, "nothing is rewritten that starts already");
    promise(!now || before, "a question that leaves more open refuses no answer");
    promise(!now || before->rewritten || *now == *before, "and is answered alike");
    if (before && before->rewritten) {
        promise(before->verdict == Answer::Verdict::allowed, "only a yes rewrites");
        promise(!before->rewritten->empty() && *before->rewritten != open.subject, "something else");
    }
    const auto safe = parse_classifier_answer(bytes);
    promise(!safe || safe->verdict != Answer::Verdict::refused, "a classifier never refuses");
}

void check_broker(std::string_view bytes) {
    (void)parse_hello(bytes);
    if (const auto said = parse_signed(bytes)) {
        promise(!is_genuine("token", Speaker::client, {.nonce = "n"}, *said), "nobody guesses a signature");
    }
    if (const auto request = parse_request(bytes)) {
        const auto again = parse_request(request_body(*request));
        promise(again && request_body(*again) == request_body(*request), "what is written can be read");
        promise((request->act == BrokerAct::ask) == request->question.has_value(), "who asks has a question");
    }
    if (const auto reply = parse_reply(bytes)) {
        const auto again = parse_reply(reply_body(*reply));
        promise(again && reply_body(*again) == reply_body(*reply), "what is written can be read");
        promise(!reply->answer || reply->answer->verdict != Answer::Verdict::nobody, "an answer is a yes or a no");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    check_hook(bytes);
    check_broker(bytes);
    return 0;
}
