// Errors as values. Functions that can fail in a foreseeable way return Result; exceptions are for bugs and lack of
// memory.
#pragma once

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace postern {

enum class Errc { io, parse, invalid, unsupported, internal };

struct [[nodiscard]] Error {
    Errc code;
    std::string what;   // "unknown key \"alow\"; did you mean \"allow\"?"
    std::string where;  // "/p/.postern/settings.json#/permissions/alow", or a path, or empty

    bool operator==(const Error&) const = default;
};

// Returns "where: what", or what alone.
[[nodiscard]] inline std::string text_of(const Error& error) {
    return error.where.empty() ? error.what : error.where + ": " + error.what;
}

template <class T>
using Result = tl::expected<T, Error>;  // becomes std::expected when every compiler we use has it
using Status = Result<void>;

inline tl::unexpected<Error> fail(Errc code, std::string what, std::string where = {}) {
    return tl::unexpected<Error>(Error{code, std::move(what), std::move(where)});
}

}  // namespace postern
