#include "settings/load.h"

#include "settings/layers.h"
#include "settings/merge.h"

namespace postern::settings {

Result<Loaded> load(const Places& places, const LoadOptions& options) {
    std::vector<Warning> warnings;
    const auto layers = read_layers(places, options, warnings);
    if (!layers) return tl::unexpected(layers.error());
    return merge(*layers, places, std::move(warnings));
}

std::string render(const Settings& settings, const Origin& origin) {
    return settings.sources[origin.source].file + '#' + origin.pointer;
}

}  // namespace postern::settings
