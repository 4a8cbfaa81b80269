// Random numbers that are the same on every machine and with every library. A failing script is named by its seed and
// index, and must be reproducible from them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace postern::oracle {

class Rng {
public:
    Rng(std::uint64_t seed, std::uint64_t index) noexcept
        : state_(seed * 0x9e3779b97f4a7c15u ^ (index + 1) * 0xd1342543de82ef95u) {
        (void)next();
    }

    std::uint64_t next() noexcept {  // splitmix64
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    std::size_t below(std::size_t bound) noexcept { return bound == 0 ? 0 : static_cast<std::size_t>(next() % bound); }
    bool one_in(std::size_t n) noexcept { return below(n) == 0; }

    template <class List>
    const auto& pick(const List& list) noexcept {
        return list[below(sizeof(list) / sizeof(list[0]))];
    }

private:
    std::uint64_t state_;
};

}  // namespace postern::oracle
