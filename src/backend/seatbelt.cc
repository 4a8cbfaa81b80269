#include "backend/seatbelt.h"

#include "backend/seatbelt_files.h"
#include "backend/seatbelt_names.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string_view>
#include <unordered_map>

namespace postern::backend {
namespace {

constexpr std::size_t kLongestPath = 1023;  // PATH_MAX of macOS is 1024
constexpr std::size_t kLongestTop = 450;    // of a path in a regular expression, where each byte may need a quote

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

    // Returns a reference to the path, which becomes a parameter. Paths are never part of the text.
    std::string parameter(const AbsPath& path) {
        if (path.text().size() > kLongestPath) too_long_ = path.text();
        const auto [at, is_new] = known_.try_emplace(path.text(), "P" + std::to_string(known_.size()));
        if (is_new) out_.parameters.emplace_back(at->second, path.text());
        return "(param \"" + at->second + "\")";
    }

    std::string filter(std::string_view kind, const AbsPath& path) {
        return '(' + std::string(kind) + ' ' + parameter(path) + ')';
    }

    // Returns the path for a regular expression that goes on with '/': the root becomes "".
    std::string top_of(const AbsPath& path) {
        if (path == AbsPath::root()) return "\"\"";
        if (path.text().size() > kLongestTop) too_long_ = path.text();
        return parameter(path);
    }

    std::string tail_filter(std::string_view kind, const AbsPath& top, std::string_view tail) {
        return '(' + std::string(kind) + ' ' + top_of(top) + " \"" + std::string(tail) + "\")";
    }

    // Appends a rule that allows the operations at and below `top`, except for the filters in `exceptions`.
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
        allow_each("file-read-metadata", "literal", files.traversable);
    }

    void writing(const SeatbeltFiles& files) {
        section("Writing");
        for (const WriteRegion& writable : files.writable) {
            const Region& region = writable.region;
            std::vector<std::string> exceptions;
            for (const AbsPath& hole : region.holes) exceptions.push_back(filter("subpath", hole));
            for (const AbsPath& pin : files.immovable) {
                if (region.top.contains(pin)) exceptions.push_back(filter("literal", pin));
            }
            if (writable.names == Names::refused) add_names(region.top, exceptions);
            allow_but("file-write*", region.top, exceptions);
        }
        allow_each(
            "file-write-data file-write-flags file-write-mode file-write-owner file-write-times file-write-xattr",
            "literal", files.immovable);
    }

    void add_names(const AbsPath& top, std::vector<std::string>& exceptions) {
        for (const std::string& tail : tails_.everywhere) exceptions.push_back(tail_filter("below", top, tail));
        if (!tails_.outside_packages.empty()) {
            std::string names = "(require-all (require-not (in-packages-of " + top_of(top) + ")) (require-any";
            for (const std::string& tail : tails_.outside_packages)
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

Result<LaunchPlan> SeatbeltBackend::plan(PlanRequest) const {
    return fail(Errc::unsupported, "commands cannot be run in the sandbox of macOS by this version");
}

Result<std::string> SeatbeltBackend::show(const sandbox::Profile& profile, Form form) const {
    const auto seatbelt = seatbelt_profile(profile);
    if (!seatbelt) return tl::unexpected<Error>(seatbelt.error());
    nlohmann::ordered_json parameters = nlohmann::ordered_json::object();
    std::string listed;
    for (const auto& [name, value] : seatbelt->parameters) {
        parameters[name] = value;
        listed += "; " + name + " = " + value + '\n';
    }
    if (form == Form::text) return seatbelt->text + listed;
    const nlohmann::ordered_json out = {{"version", 1}, {"profile", seatbelt->text}, {"parameters", parameters}};
    return out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace postern::backend
