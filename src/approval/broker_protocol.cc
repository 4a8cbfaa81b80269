#include "approval/broker_protocol.h"

#include "base/hash.h"
#include "base/json.h"

#include <sodium.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace postern::approval {
namespace {

using Json = nlohmann::ordered_json;
using nlohmann::json;

constexpr std::size_t kLongestText = 8 << 10, kMostReasons = 12, kMostQuestions = 200;

std::string mac_of(const std::string& token, Speaker who, const Challenge& challenge, const std::string& body) {
    std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
    (void)::crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(body.data()), body.size());
    std::string text = who == Speaker::client ? "request" : "reply";
    text += '\n' + challenge.nonce + '\n' + challenge.counter + '\n';
    text.append(reinterpret_cast<const char*>(digest.data()), digest.size());
    crypto_auth_hmacsha256_state state;
    (void)::crypto_auth_hmacsha256_init(&state, reinterpret_cast<const unsigned char*>(token.data()), token.size());
    (void)::crypto_auth_hmacsha256_update(&state, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    std::array<unsigned char, crypto_auth_hmacsha256_BYTES> mac{};
    (void)::crypto_auth_hmacsha256_final(&state, mac.data());
    return hex({reinterpret_cast<const char*>(mac.data()), mac.size()});
}

std::string line_of(const Json& document) {
    return document.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

tl::unexpected<Error> bad(const std::string& what) {
    return fail(Errc::parse, what);
}

Result<json> object_of(std::string_view text) {
    auto parsed = parse_json(text, "message");
    if (parsed && !parsed->is_object()) return bad("not an object");
    return parsed;
}

constexpr std::array kAbouts{About::command, About::program, About::host, About::files};
constexpr std::array kLastings{Lasting::once, Lasting::session, Lasting::always};

enum class Said : std::uint8_t { allow, deny };
std::string_view to_string(Said said) noexcept {
    return said == Said::allow ? "allow" : "deny";
}
constexpr std::array kSaid{Said::deny, Said::allow};

std::string_view to_string(BrokerAct act) noexcept {
    switch (act) {
        case BrokerAct::ask: return "ask";
        case BrokerAct::list: return "list";
        case BrokerAct::watch: return "watch";
        case BrokerAct::answer: return "answer";
    }
    return "list";
}
constexpr std::array kActs{BrokerAct::list, BrokerAct::ask, BrokerAct::watch, BrokerAct::answer};

// Reads members, and remembers whether any was missing or wrong.
class Members {
public:
    explicit Members(const json& object) : object_(object) {}

    std::string text(const char* name, std::size_t most = kLongestText) {
        const auto found = object_.find(name);
        if (found == object_.end() || !found->is_string()) return wrong();
        auto out = found->get<std::string>();
        return out.size() > most ? wrong() : out;
    }
    std::int64_t number(const char* name) {
        const auto found = object_.find(name);
        if (found != object_.end() && found->is_number_integer()) return found->get<std::int64_t>();
        good_ = false;
        return 0;
    }
    std::vector<std::string> texts(const char* name, std::size_t most) {
        const auto found = object_.find(name);
        std::vector<std::string> out;
        if (found == object_.end() || !found->is_array() || found->size() > most) return wrong(), out;
        for (const json& one : *found) {
            if (!one.is_string() || one.get_ref<const std::string&>().size() > kLongestText) return wrong(), out;
            out.push_back(one.get<std::string>());
        }
        return out;
    }
    template <class E, std::size_t N>
    E choice(const char* name, const std::array<E, N>& choices) {
        const std::string given = text(name);
        for (const E one : choices) {
            if (given == to_string(one)) return one;
        }
        good_ = false;
        return choices.front();
    }
    [[nodiscard]] bool good() const { return good_; }

private:
    std::string wrong() {
        good_ = false;
        return {};
    }
    const json& object_;
    bool good_ = true;
};

Json question_to_json(const BrokerQuestion& question) {
    return {{"id", question.id},
            {"about", to_string(question.about)},
            {"subject", question.subject},
            {"directory", question.directory},
            {"session", question.session},
            {"actor", question.actor},
            {"reasons", question.reasons},
            {"longest", to_string(question.longest)},
            {"askedMs", question.asked_ms},
            {"pid", question.pid}};
}

Result<BrokerQuestion> question_from(const json& object) {
    if (!object.is_object()) return bad("a question is an object");
    Members from(object);
    BrokerQuestion out{.id = from.text("id"),
                       .about = from.choice("about", kAbouts),
                       .subject = from.text("subject"),
                       .directory = from.text("directory"),
                       .session = from.text("session"),
                       .actor = from.text("actor"),
                       .reasons = from.texts("reasons", kMostReasons),
                       .longest = from.choice("longest", kLastings),
                       .asked_ms = from.number("askedMs"),
                       .pid = from.number("pid")};
    if (!from.good()) return bad("a question with a wrong member");
    return out;
}

Json answer_to_json(const Answer& answer) {
    const bool yes = answer.verdict == Answer::Verdict::allowed;
    return {{"verdict", to_string(yes ? Said::allow : Said::deny)},
            {"lasting", to_string(answer.lasting)},
            {"message", answer.message}};
}

Result<Answer> answer_from_json(const json& object) {
    if (!object.is_object()) return bad("an answer is an object");
    Members from(object);
    const Said said = from.choice("verdict", kSaid);
    Answer out{.verdict = said == Said::allow ? Answer::Verdict::allowed : Answer::Verdict::refused,
               .message = from.text("message"),
               .lasting = from.choice("lasting", kLastings)};
    if (!from.good()) return bad("an answer with a wrong member");
    return out;
}

// Cuts where a character begins.
std::string shortened(std::string text) {
    if (text.size() <= kLongestText) return text;
    const std::string mark = " … (cut)";
    std::size_t end = kLongestText - mark.size();
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) --end;
    return text.substr(0, end) + mark;
}

}  // namespace

std::string_view to_string(About about) noexcept {
    switch (about) {
        case About::command: return "command";
        case About::program: return "program";
        case About::host: return "host";
        case About::files: return "files";
    }
    return "command";
}

std::string_view to_string(Lasting lasting) noexcept {
    switch (lasting) {
        case Lasting::once: return "once";
        case Lasting::session: return "session";
        case Lasting::always: return "always";
    }
    return "once";
}

std::string random_hex(std::size_t bytes) {
    std::string out(bytes, '\0');
    ::randombytes_buf(out.data(), out.size());
    return hex(out);
}

std::string hello_line(const std::string& nonce) {
    return line_of({{"version", 1}, {"nonce", nonce}});
}

Result<std::string> parse_hello(std::string_view line) {
    const auto object = object_of(line);
    if (!object) return tl::unexpected<Error>(object.error());
    Members from(*object);
    if (from.number("version") != 1) return bad("another version of the protocol");
    std::string nonce = from.text("nonce", 128);
    if (!from.good() || nonce.empty()) return bad("no nonce");
    return nonce;
}

std::string signed_line(const std::string& token, Speaker who, const Challenge& challenge, std::string body) {
    // JSON changes bytes that are no UTF-8: what is signed is what will be read.
    const std::string mac = mac_of(token, who, challenge, body);
    return line_of({{"body", std::move(body)}, {"mac", mac}});
}

Result<Signed> parse_signed(std::string_view line) {
    const auto object = object_of(line);
    if (!object) return tl::unexpected<Error>(object.error());
    Members from(*object);
    Signed out{.body = from.text("body", kLongestReply), .mac = from.text("mac", 128)};
    if (!from.good()) return bad("no body or no mac");
    return out;
}

bool is_genuine(const std::string& token, Speaker who, const Challenge& challenge, const Signed& said) {
    const std::string mac = mac_of(token, who, challenge, said.body);
    return !token.empty() && said.mac.size() == mac.size() &&
           ::sodium_memcmp(said.mac.data(), mac.data(), mac.size()) == 0;
}

BrokerQuestion shown_to_others(const Question& question) {
    BrokerQuestion out{.about = question.about,
                       .subject = shortened(question.subject),
                       .directory = shortened(question.directory.text()),
                       .longest = question.longest};
    for (const policy::Reason& reason : question.reasons) {
        std::string text = shortened(reason_text(reason));
        if (out.reasons.size() < kMostReasons && std::ranges::find(out.reasons, text) == out.reasons.end())
            out.reasons.push_back(std::move(text));
    }
    return out;
}

std::string request_body(const BrokerRequest& request) {
    Json out{{"do", to_string(request.act)}, {"challenge", request.challenge}};
    if (request.question) out["question"] = question_to_json(*request.question);
    if (request.act == BrokerAct::answer) {
        out["id"] = request.id;
        out["answer"] = answer_to_json(request.answer);
    }
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<BrokerRequest> parse_request(std::string_view body) {
    const auto object = object_of(body);
    if (!object) return tl::unexpected<Error>(object.error());
    Members from(*object);
    BrokerRequest out{.act = from.choice("do", kActs), .challenge = from.text("challenge", 128)};
    if (out.act == BrokerAct::answer) out.id = from.text("id", 64);
    if (!from.good() || out.challenge.empty()) return bad("a request with a wrong member");
    if (out.act == BrokerAct::ask) {
        auto question = question_from(object->value("question", json()));
        if (!question) return tl::unexpected<Error>(question.error());
        out.question = std::move(*question);
    }
    if (out.act == BrokerAct::answer) {
        auto answer = answer_from_json(object->value("answer", json()));
        if (!answer) return tl::unexpected<Error>(answer.error());
        out.answer = std::move(*answer);
    }
    return out;
}

std::string reply_body(const BrokerReply& reply) {
    Json out = Json::object();
    if (!reply.error.empty()) out["error"] = reply.error;
    if (reply.answer) out["answer"] = answer_to_json(*reply.answer);
    if (reply.questions) {
        Json questions = Json::array();
        for (const BrokerQuestion& one : *reply.questions) {
            if (questions.size() < kMostQuestions) questions.push_back(question_to_json(one));
        }
        out["questions"] = std::move(questions);
    }
    if (reply.done) out["done"] = true;
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<BrokerReply> parse_reply(std::string_view body) {
    const auto object = object_of(body);
    if (!object) return tl::unexpected<Error>(object.error());
    BrokerReply out{.done = object->value("done", json()) == true};
    if (object->contains("error")) {
        Members from(*object);
        out.error = from.text("error");
        if (!from.good() || out.error.empty()) return bad("an error without a text");
    }
    if (object->contains("answer")) {
        auto answer = answer_from_json(object->at("answer"));
        if (!answer) return tl::unexpected<Error>(answer.error());
        out.answer = std::move(*answer);
    }
    if (object->contains("questions")) {
        const json& list = object->at("questions");
        if (!list.is_array() || list.size() > kMostQuestions) return bad("no list of questions");
        out.questions.emplace();
        for (const json& one : list) {
            auto question = question_from(one);
            if (!question) return tl::unexpected<Error>(question.error());
            out.questions->push_back(std::move(*question));
        }
    }
    return out;
}

}  // namespace postern::approval
