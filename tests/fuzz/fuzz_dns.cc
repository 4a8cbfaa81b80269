// Any bytes as a query to the name server, and whatever was understood answered.
#include "fuzz_check.h"
#include "wire/dns_message.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

using namespace postern;
using namespace postern::wire;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto parsed = parse_dns_query(bytes);
    if (const auto* bad = std::get_if<BadDns>(&parsed)) promise(dns_answer(*bad).size() == 12, "a header says it all");
    const auto* query = std::get_if<DnsQuery>(&parsed);
    if (query == nullptr) return 0;
    promise(query->name.size() <= 253, "a name has a length");
    promise(bytes.substr(12).starts_with(query->question), "the question is repeated");
    const std::string why(300, 'w');
    const std::string answer =
        dns_answer(*query, {.status = DnsStatus::no_such_name, .record = policy::Address::v4(1), .why = why});
    promise(answer.size() < 1232, "an answer fits a datagram");
    promise(std::holds_alternative<NoDns>(parse_dns_query(answer)), "an answer is no query");
    // The same question without the rest of the message is the same query.
    std::string plain(bytes.substr(0, 10));
    plain += std::string(2, '\0') + query->question;
    DnsQuery same = *query;
    same.extended = false;
    promise(parse_dns_query(plain) == decltype(parsed)(same), "only the question counts");
    (void)address_in_reverse_name(query->name);
    return 0;
}
