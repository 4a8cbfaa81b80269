// Combines several lambdas into one visitor for std::visit.
#pragma once

namespace postern {

template <class... Ts>
struct Overloaded : Ts... {
    using Ts::operator()...;
};
template <class... Ts>
Overloaded(Ts...) -> Overloaded<Ts...>;

}  // namespace postern
