#include "network/name_server.h"

#include "network/socket_address.h"

#include <array>
#include <utility>

#include <sys/socket.h>

namespace postern::network {
namespace {

policy::Address address_at(std::size_t place) {
    return policy::Address::v4(NameBook::kFirst + static_cast<std::uint32_t>(place));
}

constexpr std::size_t kLargestQuery = 4096;
constexpr int kAtOnce = 32;                // queries of one turn; then others are served
constexpr std::size_t kRemembered = 1000;  // refused names, each reported once

wire::DnsAnswer loopback(wire::DnsType type) {
    if (type != wire::DnsType::a && type != wire::DnsType::aaaa) return {};
    return {.record = policy::Address::loopback(type == wire::DnsType::a ? policy::Family::v4 : policy::Family::v6)};
}

}  // namespace

std::optional<policy::Address> NameBook::address_of(const std::string& name) const {
    const auto found = indexes_.find(name);
    if (found == indexes_.end()) return std::nullopt;
    return address_at(found->second);
}

std::optional<std::string> NameBook::name_at(const policy::Address& address) const {
    for (std::size_t place = 0; place < names_.size(); ++place) {
        if (address_at(place) == address) return names_[place];
    }
    return std::nullopt;
}

std::optional<policy::Address> NameBook::next() const {
    if (names_.size() == kMost) return std::nullopt;
    return address_at(names_.size());
}

void NameBook::assign_next(const std::string& name) {
    indexes_.emplace(name, names_.size());
    names_.push_back(name);
}

NameServer::NameServer(UniqueFd socket, NameBook& book, NameRules rules)
    : socket_(std::move(socket)), book_(book), rules_(std::move(rules)) {}

void NameServer::serve() {
    // Opening an address for a new name takes a while, so at most one is opened per turn.
    opened_this_round_ = false;
    for (int i = 0; i < kAtOnce && !opened_this_round_; ++i) {
        std::array<char, kLargestQuery> bytes;  // filled by recvfrom
        SocketAddress from{.size = sizeof from.storage};
        const ssize_t got = ::recvfrom(socket_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT,
                                       reinterpret_cast<sockaddr*>(&from.storage), &from.size);
        if (got < 0) return;
        const auto query = wire::parse_dns_query(std::string_view(bytes.data(), static_cast<std::size_t>(got)));
        std::string reply;
        if (const auto* asked = std::get_if<wire::DnsQuery>(&query)) reply = wire::dns_answer(*asked, answer(*asked));
        if (const auto* bad = std::get_if<wire::BadDns>(&query)) reply = wire::dns_answer(*bad);
        // A reply that cannot be sent is lost. DNS clients expect that and ask again.
        if (!reply.empty()) {
            (void)::sendto(socket_.get(), reply.data(), reply.size(), MSG_DONTWAIT | MSG_NOSIGNAL, from.get(),
                           from.size);
        }
    }
}

wire::DnsAnswer NameServer::answer(const wire::DnsQuery& query) {
    if (query.type == wire::DnsType::ptr) {
        const auto address = wire::address_in_reverse_name(query.name);
        const auto name = address ? book_.name_at(*address) : std::nullopt;
        return name ? wire::DnsAnswer{.record = *name} : wire::DnsAnswer{.status = wire::DnsStatus::no_such_name};
    }
    const auto host = policy::canonical_host(query.name);
    if (!host || host->kind != policy::HostKind::name) return {.status = wire::DnsStatus::no_such_name};
    if (policy::is_localhost(*host) || host->text == rules_.own_name) return loopback(query.type);
    return address_of(host->text, query.type);
}

wire::DnsAnswer NameServer::address_of(const std::string& name, wire::DnsType type) {
    const bool wants_it = type == wire::DnsType::a || type == wire::DnsType::any;
    auto address = book_.address_of(name);
    if (!address) {
        auto [ports, why] = rules_.decide({policy::HostKind::name, name});
        if (ports.empty()) {
            if (refused_.size() < kRemembered && refused_.insert(name).second) {
                rules_.refused(
                    {.host = name, .reason = why.reason, .rule = why.rule, .allowed_if_listed = why.allowed_if_listed});
            }
            return {.status = wire::DnsStatus::no_such_name, .why = why.reason};
        }
        if (!wants_it) return {};  // the name exists, without a record of this type
        address = book_.next();
        opened_this_round_ = true;
        if (!address || !rules_.listen_at(*address, ports)) {
            return {.status = wire::DnsStatus::failed, .why = "postern cannot wait for more names"};
        }
        book_.assign_next(name);
    }
    return wants_it ? wire::DnsAnswer{.record = *address} : wire::DnsAnswer{};
}

}  // namespace postern::network
