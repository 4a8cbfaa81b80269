// Says each event on stderr when it happens. With --json most of them are in the object instead.
#pragma once

#include "app/events.h"
#include "cli/options.h"

namespace postern::cli {

class LiveLines {
public:
    explicit LiveLines(const Parsed& options)
        : quiet_(options.has(Opt::quiet)),
          json_(options.has(Opt::json)),
          least_(options.has(Opt::verbose) ? settings::Weight::note : settings::Weight::warning) {}

    void operator()(const app::Event& event) const;

private:
    bool quiet_, json_;
    settings::Weight least_;  // of the warnings that are shown
};

}  // namespace postern::cli
