#include "app/host.h"

#include "base/file.h"

#include <array>
#include <cerrno>
#include <climits>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

namespace postern::app {
namespace {

constexpr int kMaxLinks = 40;  // as the kernel

// The component at the front of `rest`, taken off.
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

}  // namespace

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

Result<AbsPath> working_directory(std::optional<std::string_view> wanted) {
    auto path = named_path(wanted.value_or("."));
    if (!path || !wanted) return path;
    AbsPath real = follow_links(*path);
    struct stat st {};
    if (::stat(real.text().c_str(), &st) == 0) {
        if (!S_ISDIR(st.st_mode)) return fail(Errc::invalid, "not a directory", real.text());
    } else if (!wanted->starts_with('/')) {
        return fail(Errc::io, describe_errno("cannot use this directory", errno), real.text());
    }
    return real;
}

Result<AbsPath> named_path(std::string_view written) {
    if (written.empty()) return fail(Errc::invalid, "an empty path");
    if (written.starts_with('/')) return AbsPath::resolve(AbsPath::root(), written);
    std::array<char, PATH_MAX> buffer{};
    if (::getcwd(buffer.data(), buffer.size()) == nullptr) {
        return fail(Errc::io, describe_errno("cannot find out the working directory", errno));
    }
    const auto base = AbsPath::parse(buffer.data());
    if (!base) return fail(Errc::io, "the working directory is out of reach", buffer.data());
    return AbsPath::resolve(*base, written);
}

}  // namespace postern::app
