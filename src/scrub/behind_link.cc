#include "scrub/behind_link.h"

#include "scrub/git_directory.h"
#include "scrub/safe_files.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <dirent.h>

namespace postern::scrub {
namespace {

constexpr std::size_t kMaxEntries = 20'000;

bool counts(const LinkView& view, const std::string& directory, const std::vector<Listed>& entries) {
    return has_git_layout(entries) || std::ranges::any_of(entries, [&](const Listed& entry) {
               return same_name(entry.name, ".git") ||
                      protected_entry(view.watch, view.name_case, directory, entry.name).has_value();
           });
}

}  // namespace

bool leads_to_names(const LinkView& view, const std::string& link, const AbsPath& path) {
    std::vector<std::string> pending{""};  // relative to the link
    std::size_t looked = 0;
    while (!pending.empty()) {
        const std::string inner = std::move(pending.back());
        pending.pop_back();
        const auto entries = list_at(view.base, (link + inner).c_str(), Links::followed);
        if (!entries) {
            if (entries.error().code == Errc::invalid) continue;  // no directory, or gone
            return true;
        }
        looked += entries->size();
        if (looked > kMaxEntries || counts(view, path.text() + inner, *entries)) return true;
        for (const Listed& entry : *entries) {
            // Links on the way are followed too; one that leads in a circle uses up the entries.
            if (entry.type != DT_DIR && entry.type != DT_LNK) continue;
            if (!is_package_store(entry.name)) pending.push_back(inner + '/' + entry.name);
        }
    }
    return false;
}

}  // namespace postern::scrub
