#include "base/links.h"

#include <array>
#include <climits>
#include <string>

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

AbsPath follow_links(const AbsPath& path) {
    std::string done;  // without a '/' at its end; empty is the root
    std::string rest = path.text();
    std::array<char, PATH_MAX> target{};
    for (int links = 0; !rest.empty();) {
        const std::string name = take_component(rest);
        if (name.empty() || name == ".") continue;
        if (name == "..") {
            done.erase(done.empty() ? 0 : done.rfind('/'));
            continue;
        }
        const std::string next = done + '/' + name;
        const ssize_t length = ::readlink(next.c_str(), target.data(), target.size());
        if (length < 0 ||
            static_cast<std::size_t>(length) == target.size()) {  // not a link, not there, not ours to see
            done = next;
            continue;
        }
        if (++links > kMaxLinks) return path;
        rest.insert(0, std::string(target.data(), static_cast<std::size_t>(length)) + '/');
        if (rest.front() == '/') done.clear();
    }
    auto followed = AbsPath::resolve(AbsPath::root(), done);
    if (!followed) return path;
    return std::move(*followed);
}

}  // namespace postern
