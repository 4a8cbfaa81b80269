// An absolute path in normal form.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>
#include <utility>

namespace postern {

// Invariants: begins with '/'; no empty, "." or ".." component; no NUL; no '/' at the end except in the root itself.
// The form is lexical: symbolic links are not followed here.
class AbsPath {
public:
    // Refuses relative paths, ".." and NUL; collapses "//", "." and a trailing '/'.
    static Result<AbsPath> parse(std::string_view raw);
    // Joins and normalises: an absolute `raw` ignores `base`, ".." goes up but not above the root. Refuses only NUL.
    static Result<AbsPath> resolve(const AbsPath& base, std::string_view raw);
    static AbsPath root() { return AbsPath("/"); }

    [[nodiscard]] const std::string& text() const& noexcept { return text_; }
    [[nodiscard]] std::string text() && noexcept { return std::move(text_); }  // a reference would dangle
    [[nodiscard]] AbsPath parent() const;
    [[nodiscard]] std::string_view name() const& noexcept;  // last component; empty for the root

    // True for the path itself and every path below it. Compares components: "/home/al" does not contain "/home/alice".
    [[nodiscard]] bool contains(const AbsPath& other) const noexcept;

    bool operator==(const AbsPath&) const = default;
    auto operator<=>(const AbsPath&) const = default;

private:
    explicit AbsPath(std::string text) : text_(std::move(text)) {}
    std::string text_;
};

}  // namespace postern
