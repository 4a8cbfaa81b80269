#include "wire/dns_message.h"

#include "base/overloaded.h"
#include "policy/host_name.h"

namespace postern::wire {
namespace {

constexpr std::size_t kHeader = 12;
constexpr std::size_t kLongestLabel = 63, kLongestName = 255;
constexpr std::uint16_t kInternet = 1, kOpt = 41;
constexpr std::uint16_t kResponse = 0x8000, kOpcode = 0x7800, kRecursionDesired = 0x0100;
constexpr std::uint16_t kAuthoritative = 0x0400, kRecursionAvailable = 0x0080;
constexpr std::uint16_t kQuestionAt = 0xc000 | kHeader;  // compression pointer to the name in the question
constexpr std::uint32_t kSeconds = 60;                   // lifetime of an answer
constexpr std::uint16_t kDatagram = 1232;                // largest datagram we accept, announced by EDNS
constexpr std::uint16_t kExtendedError = 15, kBlocked = 15;
constexpr std::size_t kLongestReason = 200;

class Reader {
public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}

    [[nodiscard]] bool good() const noexcept { return good_; }
    [[nodiscard]] std::size_t at() const noexcept { return at_; }

    std::uint8_t byte() {
        if (at_ >= bytes_.size()) good_ = false;
        return good_ ? static_cast<std::uint8_t>(bytes_[at_++]) : std::uint8_t{0};
    }
    std::uint16_t number() {
        const std::uint16_t high = byte();
        return static_cast<std::uint16_t>(high << 8U | byte());
    }
    std::string_view text(std::size_t size) {
        if (bytes_.size() - at_ < size) good_ = false;
        if (!good_) return {};
        at_ += size;
        return bytes_.substr(at_ - size, size);
    }

    // Returns labels joined by dots, or an empty string if a label contains a dot, which no host name can.
    std::string name() {
        std::string out;
        bool odd = false;
        for (std::size_t size = byte(); good_ && size != 0; size = byte()) {
            if (size > kLongestLabel) good_ = false;  // a compression pointer, not allowed in a question
            const std::string_view label = text(size);
            odd = odd || label.find('.') != std::string_view::npos;
            if (!out.empty()) out += '.';
            out += label;
            if (out.size() + 2 > kLongestName) good_ = false;  // plus the first and the last length byte
        }
        return odd ? std::string() : out;
    }

private:
    std::string_view bytes_;
    std::size_t at_ = 0;
    bool good_ = true;
};

void put(std::string& out, std::uint16_t number) {
    out += static_cast<char>(number >> 8U);
    out += static_cast<char>(number & 0xffU);
}

std::string header(std::uint16_t id, std::uint16_t flags, std::uint16_t questions, std::uint16_t answers,
                   std::uint16_t additional) {
    std::string out;
    for (const std::uint16_t number : {id, flags, questions, answers, std::uint16_t{0}, additional}) put(out, number);
    return out;
}

std::string name_bytes(std::string_view name) {
    std::string out;
    for (const std::string_view label : policy::split_labels(name)) {
        out += static_cast<char>(label.size());
        out += label;
    }
    return out + '\0';
}

void put_record(std::string& out, DnsType type, std::string_view data) {
    put(out, kQuestionAt);
    put(out, static_cast<std::uint16_t>(type));
    put(out, kInternet);
    put(out, std::uint16_t{0});
    put(out, std::uint16_t{kSeconds});
    put(out, static_cast<std::uint16_t>(data.size()));
    out += data;
}

void put_extension(std::string& out, std::string_view why) {
    out += '\0';  // the root
    put(out, kOpt);
    put(out, kDatagram);
    out.append(4, '\0');
    why = why.substr(0, kLongestReason);
    put(out, static_cast<std::uint16_t>(why.empty() ? 0 : why.size() + 6));
    if (why.empty()) return;
    put(out, kExtendedError);
    put(out, static_cast<std::uint16_t>(why.size() + 2));
    put(out, kBlocked);
    out += why;
}

}  // namespace

std::variant<DnsQuery, BadDns, NoDns> parse_dns_query(std::string_view datagram) {
    Reader reader(datagram);
    DnsQuery query;
    query.id = reader.number();
    const std::uint16_t flags = reader.number();
    const std::uint16_t questions = reader.number(), answers = reader.number(), authority = reader.number();
    const std::uint16_t additional = reader.number();
    if (!reader.good() || (flags & kResponse) != 0) return NoDns{};  // answering an answer could go on forever
    if ((flags & kOpcode) != 0) return BadDns{query.id, DnsStatus::not_implemented};
    if (questions != 1 || answers != 0 || authority != 0) return BadDns{query.id};
    query.recursion_desired = (flags & kRecursionDesired) != 0;
    query.name = reader.name();
    query.type = static_cast<DnsType>(reader.number());
    const std::uint16_t of = reader.number();
    if (!reader.good()) return BadDns{query.id};
    if (of != kInternet) return BadDns{query.id, DnsStatus::not_implemented};
    query.question = datagram.substr(kHeader, reader.at() - kHeader);
    query.extended = additional > 0 && reader.byte() == 0 && reader.number() == kOpt && reader.good();
    return query;
}

std::string dns_answer(const DnsQuery& query, const DnsAnswer& answer) {
    std::string records;
    std::visit(Overloaded{[](std::monostate) {},
                          [&](const policy::Address& address) {
                              const bool v4 = address.family == policy::Family::v4;
                              const std::string data(address.bytes.begin(), address.bytes.begin() + (v4 ? 4 : 16));
                              put_record(records, v4 ? DnsType::a : DnsType::aaaa, data);
                          },
                          [&](const std::string& name) { put_record(records, DnsType::ptr, name_bytes(name)); }},
               answer.record);
    const auto flags = static_cast<std::uint16_t>(kResponse | kAuthoritative | kRecursionAvailable |
                                                  (query.recursion_desired ? kRecursionDesired : 0) |
                                                  static_cast<std::uint16_t>(answer.status));
    std::string out = header(query.id, flags, 1, records.empty() ? 0 : 1, query.extended ? 1 : 0);
    out += query.question + records;
    if (query.extended) put_extension(out, answer.why);
    return out;
}

std::string dns_answer(const BadDns& bad) {
    return header(bad.id, static_cast<std::uint16_t>(kResponse | static_cast<std::uint16_t>(bad.status)), 0, 0, 0);
}

std::optional<policy::Address> address_in_reverse_name(std::string_view name) {
    constexpr std::string_view kReverse = ".in-addr.arpa";
    if (!name.ends_with(kReverse)) return std::nullopt;
    name.remove_suffix(kReverse.size());
    std::string forward;
    for (std::string_view rest = name;;) {
        const std::size_t dot = rest.rfind('.');
        forward += rest.substr(dot + 1);  // npos + 1 is 0: the whole text
        if (dot == std::string_view::npos) break;
        forward += '.';
        rest = rest.substr(0, dot);
    }
    const auto address = policy::Address::parse(forward);
    if (!address || address->family != policy::Family::v4) return std::nullopt;
    return *address;
}

}  // namespace postern::wire
