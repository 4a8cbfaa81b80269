#include "cli/commands.h"
namespace postern::cli {
int run_explain(const Parsed&) { return 125; }
int run_settings_show(const Parsed&) { return 125; }
int run_settings_validate(const Parsed&) { return 125; }
int run_settings_schema(const Parsed&) { return 125; }
int run_trust(const Parsed&) { return 125; }
int run_init(const Parsed&) { return 125; }
}
