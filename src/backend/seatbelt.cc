#include "backend/seatbelt.h"

#include "backend/seatbelt_files.h"
#include "backend/seatbelt_names.h"
#include "backend/seatbelt_text.h"

#include <optional>
#include <string_view>
#include <unordered_map>

namespace postern::backend {
namespace {

constexpr std::size_t kLongestPath = 1023;  // PATH_MAX there is 1024
constexpr std::size_t kLongestTop = 450;    // of a path in a regular expression, each byte perhaps quoted

constexpr std::string_view kIndent = "    ";

class Writer {
public:
    explicit Writer(const sandbox::Profile& profile) : profile_(profile), tails_(name_tails(profile)) {
        out_.text = kSeatbeltBase;
    }

    Result<SeatbeltProfile> run() {
        if (profile_.files_isolated) {
            const SeatbeltFiles files = seatbelt_files(profile_);
            reading(files);
            writing(files);
        } else {
            section("Files are not isolated");
            out_.text += "(allow file-read* file-write* file-ioctl (subpath \"/\"))\n";
        }
        network();
        if (too_long_) return fail(Errc::unsupported, "the path is too long for the macOS sandbox", *too_long_);
        return std::move(out_);
    }

private:
    void section(std::string_view title) { out_.text += "\n; " + std::string(title) + ".\n"; }

    // Paths go beside the text, never into it.
    std::string parameter(const AbsPath& path) {
        if (path.text().size() > kLongestPath) too_long_ = path.text();
        const auto [at, is_new] = known_.try_emplace(path.text(), "P" + std::to_string(known_.size()));
        if (is_new) out_.parameters.emplace_back(at->second, path.text());
        return "(param \"" + at->second + "\")";
    }

    std::string filter(std::string_view kind, const AbsPath& path) {
        return '(' + std::string(kind) + ' ' + parameter(path) + ')';
    }

    // What stands before the '/' in a regular expression.
    std::string top_of(const AbsPath& path) {
        if (path == AbsPath::root()) return "\"\"";
        if (path.text().size() > kLongestTop) too_long_ = path.text();
        return parameter(path);
    }

    std::string tail_filter(std::string_view kind, const AbsPath& top, std::string_view tail) {
        return '(' + std::string(kind) + ' ' + top_of(top) + " \"" + std::string(tail) + "\")";
    }

    // (allow OPERATIONS everything below top except what the filters say)
    void allow_but(std::string_view operations, const AbsPath& top, const std::vector<std::string>& exceptions) {
        out_.text += "(allow " + std::string(operations);
        if (exceptions.empty()) {
            out_.text += ' ' + filter("subpath", top) + ")\n";
            return;
        }
        out_.text += "\n    (require-all\n        " + filter("subpath", top) + "\n        (require-not (require-any";
        for (const std::string& exception : exceptions) out_.text += "\n            " + exception;
        out_.text += "))))\n";
    }

    void allow_each(std::string_view operations, std::string_view kind, const std::vector<AbsPath>& paths) {
        if (paths.empty()) return;
        out_.text += "(allow " + std::string(operations);
        for (const AbsPath& path : paths) out_.text += '\n' + std::string(kIndent) + filter(kind, path);
        out_.text += ")\n";
    }

    void reading(const SeatbeltFiles& files) {
        section("Reading");
        for (const Region& region : files.readable) {
            std::vector<std::string> exceptions;
            for (const AbsPath& hole : region.holes) exceptions.push_back(filter("subpath", hole));
            allow_but("file-read*", region.top, exceptions);
        }
        allow_each("file-read-metadata", "literal", files.passages);
    }

    void writing(const SeatbeltFiles& files) {
        section("Writing");
        for (const WriteRegion& writable : files.writable) {
            const Region& region = writable.region;
            std::vector<std::string> exceptions;
            for (const AbsPath& hole : region.holes) exceptions.push_back(filter("subpath", hole));
            for (const AbsPath& pin : files.pins) {
                if (region.top.contains(pin)) exceptions.push_back(filter("literal", pin));
            }
            if (writable.names == Names::refused) add_names(region.top, exceptions);
            allow_but("file-write*", region.top, exceptions);
        }
        allow_each(
            "file-write-data file-write-flags file-write-mode file-write-owner file-write-times file-write-xattr",
            "literal", files.pins);
    }

    void add_names(const AbsPath& top, std::vector<std::string>& exceptions) {
        for (const std::string& tail : tails_.everywhere) exceptions.push_back(tail_filter("below", top, tail));
        if (!tails_.but_packages.empty()) {
            std::string names = "(require-all (require-not (in-packages-of " + top_of(top) + ")) (require-any";
            for (const std::string& tail : tails_.but_packages)
                names += "\n                " + tail_filter("below", top, tail);
            exceptions.push_back(names + "))");
        }
        if (!top.contains(profile_.home)) return;
        for (const std::string& tail : tails_.in_home)
            exceptions.push_back(tail_filter("directly-in", profile_.home, tail));
    }

    void network() {
        if (profile_.network == sandbox::Network::host) {
            section("Network");
            out_.text += kSeatbeltNetwork;
        }
        if (profile_.unix_sockets == sandbox::UnixSockets::closed) return;
        section("Sockets in the file system");
        out_.text += "(allow system-socket (socket-domain AF_UNIX))\n";
        if (profile_.unix_sockets == sandbox::UnixSockets::open) {
            out_.text += "(allow network-bind (local unix-socket))\n(allow network-outbound (remote unix-socket))\n";
            return;
        }
        for (const AbsPath& path : profile_.listed_sockets) {
            const std::string socket = " unix-socket " + filter("literal", path) + "))\n";
            out_.text += "(allow network-bind (local" + socket + "(allow network-outbound (remote" + socket;
        }
    }

    const sandbox::Profile& profile_;
    NameTails tails_;
    SeatbeltProfile out_;
    std::unordered_map<std::string, std::string> known_;
    std::optional<std::string> too_long_;
};

}  // namespace

Result<SeatbeltProfile> seatbelt_profile(const sandbox::Profile& profile) {
    return Writer(profile).run();
}

}  // namespace postern::backend
