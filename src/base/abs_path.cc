#include "base/abs_path.h"

namespace postern {
namespace {

enum class DotDot { refuse, go_up };

// Appends the components of `raw` to `out`, which is in normal form. Returns false if `raw` has a ".." that is refused.
bool append_components(std::string& out, std::string_view raw, DotDot dotdot) {
    while (!raw.empty()) {
        const std::size_t slash = raw.find('/');
        const std::string_view part = raw.substr(0, slash);
        raw = slash == std::string_view::npos ? std::string_view{} : raw.substr(slash + 1);
        if (part.empty() || part == ".") continue;
        if (part == "..") {
            if (dotdot == DotDot::refuse) return false;
            const std::size_t last = out.rfind('/');
            out.erase(last == 0 ? 1 : last);
            continue;
        }
        if (out.size() > 1) out += '/';
        out += part;
    }
    return true;
}

}  // namespace

Result<AbsPath> AbsPath::parse(std::string_view raw) {
    if (raw.find('\0') != std::string_view::npos) return fail(Errc::invalid, "path contains a NUL byte");
    if (!raw.starts_with('/')) return fail(Errc::invalid, "path is not absolute", std::string(raw));
    std::string text = "/";
    if (!append_components(text, raw, DotDot::refuse))
        return fail(Errc::invalid, "path contains \"..\"", std::string(raw));
    return AbsPath(std::move(text));
}

Result<AbsPath> AbsPath::resolve(const AbsPath& base, std::string_view raw) {
    if (raw.find('\0') != std::string_view::npos) return fail(Errc::invalid, "path contains a NUL byte");
    std::string text = raw.starts_with('/') ? "/" : base.text_;
    (void)append_components(text, raw, DotDot::go_up);
    return AbsPath(std::move(text));
}

AbsPath AbsPath::parent() const {
    const std::size_t last = text_.rfind('/');
    return AbsPath(text_.substr(0, last == 0 ? 1 : last));
}

std::string_view AbsPath::name() const& noexcept {
    return std::string_view(text_).substr(text_.rfind('/') + 1);
}

bool AbsPath::contains(const AbsPath& other) const noexcept {
    const std::string_view a = text_;
    const std::string_view b = other.text_;
    return a == "/" || a == b || (b.starts_with(a) && b[a.size()] == '/');
}

}  // namespace postern
