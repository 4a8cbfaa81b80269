#include "settings/paths.h"

namespace postern::settings {

Result<AbsPath> resolve_path(const Settings& settings, const Origin& origin, PathPlace place,
                             std::string_view written) {
    const AbsPath& anchor = settings.sources[origin.source].anchor;
    const auto where = [&] { return render(settings, origin); };
    if (written.empty()) return fail(Errc::invalid, "empty path", where());
    if (written.starts_with("//")) return AbsPath::resolve(AbsPath::root(), written);
    if (written.starts_with('/')) {
        if (place == PathPlace::list) return AbsPath::resolve(AbsPath::root(), written);
        return AbsPath::resolve(anchor, written.substr(1));
    }
    if (written == "~") return settings.home;
    if (written.starts_with("~/")) return AbsPath::resolve(settings.home, written.substr(2));
    if (written.starts_with('~')) return fail(Errc::unsupported, "~name is not supported; write the path out", where());
    return AbsPath::resolve(place == PathPlace::list ? anchor : settings.project, written);
}

}  // namespace postern::settings
