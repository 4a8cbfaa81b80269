#include "wire/handshake.h"

#include "base/quote.h"
#include "policy/address.h"
#include "wire/authority.h"
#include "wire/proxy_answer.h"
#include "wire/socks5.h"

#include <utility>

namespace postern::wire {
namespace {

constexpr std::size_t kPhraseLimit = 100;
constexpr unsigned kNoLogin = 0, kPassword = 2, kNoneOfThese = 0xff;

std::string http_request(const Proxy& proxy, const std::string& place) {
    std::string out = "CONNECT " + place + " HTTP/1.1\r\nHost: " + place + "\r\n";
    if (proxy.login) out += "Proxy-Authorization: " + proxy.authorization() + "\r\n";
    return out + "\r\n";
}

std::string counted(std::string_view text) {
    return static_cast<char>(text.size()) + std::string(text);
}

// Version 5, CONNECT, a reserved byte, then the address. A name goes as it is: the proxy resolves it.
std::string socks_request(const policy::HostName& host, std::uint16_t port) {
    std::string out{'\5', '\1', '\0'};
    if (const auto address = policy::Address::parse(host.text)) {
        out += address->family == policy::Family::v4 ? '\1' : '\4';
        out.append(reinterpret_cast<const char*>(address->bytes.data()), address->bits() / 8);
    } else {
        out += '\3' + counted(host.text);
    }
    out += static_cast<char>(port >> 8U);
    out += static_cast<char>(port & 0xffU);
    return out;
}

std::string_view meaning_of(unsigned outcome) {
    switch (static_cast<SocksReply>(outcome)) {
        case SocksReply::not_allowed: return "its rules do not allow this";
        case SocksReply::network_unreachable: return "network unreachable";
        case SocksReply::host_unreachable: return "host unreachable";
        case SocksReply::connection_refused: return "connection refused";
        case SocksReply::ttl_expired: return "TTL expired";
        case SocksReply::command_not_supported: return "command not supported";
        case SocksReply::address_type_not_supported: return "address type not supported";
        case SocksReply::succeeded:
        case SocksReply::general_failure: break;
    }
    return "general failure";
}

int status_for(unsigned outcome) {
    if (outcome == static_cast<unsigned>(SocksReply::not_allowed)) return 403;
    return outcome == static_cast<unsigned>(SocksReply::ttl_expired) ? 504 : 502;
}

}  // namespace

Closed refusal_of(const Proxy& proxy, int status, std::string_view phrase) {
    std::string what = std::to_string(status);
    if (!phrase.empty()) what += ' ' + printable(phrase.substr(0, kPhraseLimit));
    const bool passed_on = status == 403 || status == 504;
    return {.status = passed_on ? status : 502, .reason = "the proxy " + proxy.place() + " refused: " + what};
}

Handshake::Handshake(const Proxy& proxy, const policy::HostName& host, std::uint16_t port)
    : proxy_(proxy), step_(proxy.kind == Proxy::Kind::http ? Step::http : Step::socks_method) {
    if (step_ == Step::http) {
        to_send_ = http_request(proxy, endpoint(host.text, port));
        return;
    }
    request_ = socks_request(host, port);
    to_send_ = proxy.login ? std::string{'\5', '\2', '\0', '\2'} : std::string{'\5', '\1', '\0'};
}

Handshake::Progress Handshake::read(std::string& in) {
    bool moved = true;
    while (moved && !refused_ && step_ != Step::done) {
        switch (step_) {
            case Step::http: moved = read_http(in); break;
            case Step::socks_method: moved = read_method(in); break;
            case Step::socks_login: moved = read_login(in); break;
            case Step::socks_outcome: moved = read_outcome(in); break;
            case Step::done: break;
        }
    }
    if (refused_) return Progress::refused;
    return step_ == Step::done ? Progress::open : Progress::waits;
}

// The answer, if it is all there and well-formed; it is taken off `in`.
template <class Answer, class Parsed>
std::optional<Answer> Handshake::take(Parsed parsed, std::string& in) {
    if (const auto* wrong = std::get_if<BadAnswer>(&parsed)) {
        refuse(502, "the proxy " + proxy_.place() + " cannot be understood: " + wrong->reason);
    }
    auto* answer = std::get_if<Answer>(&parsed);
    if (!answer) return std::nullopt;
    in.erase(0, answer->size);
    return std::move(*answer);
}

bool Handshake::read_http(std::string& in) {
    const auto answer = take<HttpAnswer>(parse_http_answer(in), in);
    if (!answer) return false;
    if (answer->status / 100 != 2) {
        closed_ = refusal_of(proxy_, answer->status, answer->phrase);
        refused_ = true;
    }
    step_ = Step::done;
    return true;
}

bool Handshake::read_method(std::string& in) {
    const auto answer = take<SocksByte>(parse_socks_method(in), in);
    if (!answer) return false;
    if (answer->value == kNoLogin) {
        to_send_ += request_;
        step_ = Step::socks_outcome;
    } else if (answer->value == kPassword && proxy_.login) {
        to_send_ += '\1' + counted(proxy_.login->user) + counted(proxy_.login->password);
        step_ = Step::socks_login;
    } else if (answer->value == kNoneOfThese) {
        const char* const why = proxy_.login ? "it takes no password" : "it wants a login";
        refuse(502, "the proxy " + proxy_.place() + " refused: " + why);
    } else {
        refuse(502, "the proxy " + proxy_.place() + " cannot be understood: it wants a login nobody offered");
    }
    return true;
}

bool Handshake::read_login(std::string& in) {
    const auto answer = take<SocksByte>(parse_socks_login(in), in);
    if (!answer) return false;
    if (answer->value == 0) {
        to_send_ += request_;
        step_ = Step::socks_outcome;
    } else {
        refuse(502, "the proxy " + proxy_.place() + " refused: wrong user name or password");
    }
    return true;
}

bool Handshake::read_outcome(std::string& in) {
    const auto answer = take<SocksByte>(parse_socks_outcome(in), in);
    if (!answer) return false;
    if (answer->value != 0) {
        refuse(status_for(answer->value), "the proxy " + proxy_.place() +
                                              " refused: " + std::string(meaning_of(answer->value)) + " (SOCKS reply " +
                                              std::to_string(answer->value) + ')');
    }
    step_ = Step::done;
    return true;
}

void Handshake::refuse(int status, std::string why) {
    closed_ = {.status = status, .reason = std::move(why)};
    refused_ = true;
}

}  // namespace postern::wire
