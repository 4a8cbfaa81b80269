#include "base/links.h"

#include <array>
#include <climits>
#include <optional>
#include <string>
#include <utility>

#include <unistd.h>

namespace postern {

std::string take_component(std::string& rest) {
    const std::size_t begin = rest.find_first_not_of('/');
    if (begin == std::string::npos) {
        rest.clear();
        return {};
    }
    const std::size_t end = rest.find('/', begin);
    std::string name = rest.substr(begin, end - begin);
    rest.erase(0, end);
    return name;
}

namespace {

// Follows the links in `rest`, seen from `done`, which has none; an empty `done` is the root. Returns nullopt if there
// are too many links.
std::optional<AbsPath> follow(std::string done, std::string rest) {
    std::array<char, PATH_MAX> target;  // filled by readlink
    for (int links = 0; !rest.empty();) {
        const std::string name = take_component(rest);
        if (name.empty() || name == ".") continue;
        if (name == "..") {
            done.erase(done.empty() ? 0 : done.rfind('/'));
            continue;
        }
        const std::string next = done + '/' + name;
        const ssize_t length = ::readlink(next.c_str(), target.data(), target.size());
        if (length < 0 || static_cast<std::size_t>(length) == target.size()) {  // not a link, absent, or not readable
            done = next;
            continue;
        }
        if (++links > kMaxLinks) return std::nullopt;
        rest.insert(0, std::string(target.data(), static_cast<std::size_t>(length)) + '/');
        if (rest.front() == '/') done.clear();
    }
    auto followed = AbsPath::resolve(AbsPath::root(), done);
    if (!followed) return std::nullopt;
    return std::move(*followed);
}

}  // namespace

AbsPath follow_links(const AbsPath& path) {
    return follow({}, path.text()).value_or(path);
}

AbsPath follow_last_link(const AbsPath& directory, std::string_view name) {
    const std::string& text = directory.text();
    auto followed = follow(text == "/" ? std::string{} : text, std::string(name));
    return followed ? std::move(*followed) : AbsPath::resolve(directory, name).value_or(directory);
}

}  // namespace postern
