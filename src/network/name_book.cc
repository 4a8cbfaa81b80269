#include "network/name_book.h"

namespace postern::network {
namespace {

policy::Address address_at(std::size_t place) {
    return policy::Address::v4(NameBook::kFirst + static_cast<std::uint32_t>(place));
}

}  // namespace

std::optional<policy::Address> NameBook::address_of(const std::string& name) const {
    const auto found = places_.find(name);
    if (found == places_.end()) return std::nullopt;
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

void NameBook::enter(const std::string& name) {
    places_.emplace(name, names_.size());
    names_.push_back(name);
}

}  // namespace postern::network
