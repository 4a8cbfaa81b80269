#include "settings/load.h"

#include "base/hash.h"
#include "settings/layers.h"
#include "settings/merge.h"

namespace postern::settings {
namespace {

// Rules mean the same wherever the command starts, but for those that name paths from there.
std::string digest_of(const std::vector<Layer>& layers, const Places& places) {
    std::string text = POSTERN_VERSION "\n" + places.project.text() + '\n' + places.cwd.text() + '\n';
    for (const Layer& layer : layers)
        text += layer.source.file + '\n' + layer.digest + (layer.source.trusted ? " trusted\n" : "\n");
    return content_hash(text);
}

}  // namespace

Result<Loaded> load(const Places& places, const LoadOptions& options) {
    std::vector<Warning> warnings;
    const auto layers = read_layers(places, options, warnings);
    if (!layers) return tl::unexpected(layers.error());
    auto loaded = merge(*layers, places, std::move(warnings));
    if (loaded) loaded->digest = digest_of(*layers, places);
    return loaded;
}

std::string render(const Settings& settings, const Origin& origin) {
    return settings.sources[origin.source].file + '#' + origin.pointer;
}

}  // namespace postern::settings
