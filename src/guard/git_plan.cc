#include "guard/git_plan.h"

#include "base/file.h"
#include "base/git_object_name.h"
#include "base/hash.h"
#include "base/quote.h"
#include "guard/held_names.h"

#include <algorithm>
#include <utility>

namespace postern::guard {
namespace {

constexpr std::size_t kLargestFile = 16U << 20U;

AbsPath below(const AbsPath& directory, std::string_view name) {
    return AbsPath::resolve(directory, name).value_or(directory);
}

std::string with_returns(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\n' && !out.ends_with('\r')) out += '\r';
        out += c;
    }
    return out;
}

}  // namespace

GitPlan unforeseen(const HeldFiles& held, const WorkTree& tree) {
    if (!held.any_below(tree.top)) return {};
    return {.objection = "what it would change cannot be told in advance", .askable = false};
}

GitPlanner::GitPlanner(PlanSources sources)
    : from_(std::move(sources)),
      git_(from_.program, from_.tree, from_.give_up),
      objects_(git_),
      ownership_(git_, objects_, from_.own_tips),
      results_(git_, from_.scratch) {}

GitPlan GitPlanner::plan(const std::vector<GitIntent>& intents) {
    for (const GitIntent& intent : intents) {
        Forecaster forecaster(
            {.git = git_,
             .objects = objects_,
             .results = results_,
             .matters = [&](std::string_view path) { return from_.held.matters(below(from_.tree.top, path)); },
             .patch = from_.patch});
        const auto forecast = forecaster.run(intent);
        if (!forecast) return unforeseen(from_.held, from_.tree);
        for (const auto& [path, futures] : *forecast) settle(path, futures);
    }
    if (from_.give_up()) return unforeseen(from_.held, from_.tree);  // git may have been cut short
    return std::move(plan_);
}

void GitPlanner::object(const Place& place, std::string_view what) {
    if (plan_.objection.empty()) plan_.objection = printable(place.path) + ' ' + std::string(what);
}

void GitPlanner::settle(const std::string& path, const std::vector<Future>& futures) {
    Place place{.path = path, .file = below(from_.tree.top, path)};
    const sandbox::Mount* mount = from_.held.mount_over(place.file);
    if (is_settings(place.file) || (mount != nullptr && !from_.held.may_be_lifted(*mount))) {
        plan_.askable = false;
        object(place, "may not change while a command runs");
    }
    if (mount != nullptr) place.present = read_file_if_there(place.file, kLargestFile).value_or(std::nullopt);
    // What was there before the run may come back, as from a stash.
    if (place.present) plan_.grant.contents.push_back({place.file, content_hash(*place.present)});
    for (const Future& future : futures) settle(place, future);
    plan_.paths.push_back(path);
    if (mount != nullptr) plan_.grant.lifted.push_back(mount->path);
}

// Returns whether the path had this content before the run, or was granted it since.
bool GitPlanner::is_permitted(const Place& place, const GitObjects::Entry& entry) {
    if (entry.name.empty()) return from_.held.was_granted({place.file, ""});
    if (place.present && git_object_name("blob", *place.present, entry.name.size()) == entry.name) return true;
    const GitObjects::Object* content = objects_.find(entry.name);
    return content != nullptr && from_.held.was_granted({place.file, content_hash(content->content)});
}

bool GitPlanner::is_own(const Place& place, const Future& future) {
    if (future.left_out || is_permitted(place, future.entry)) return true;
    return !future.made_of.empty() && std::ranges::all_of(future.made_of, [&](const Ingredient& ingredient) {
        return is_permitted(place, ingredient.entry) || ownership_.owns(place.path, ingredient);
    });
}

void GitPlanner::settle(const Place& place, const Future& future) {
    const std::string& name = future.entry.name;
    const bool as_before =
        place.present && !name.empty() && git_object_name("blob", *place.present, name.size()) == name;
    const GitObjects::Object* object_of = name.empty() || as_before ? nullptr : objects_.find(name);
    const bool known = future.doubt.empty() && (name.empty() || as_before || object_of != nullptr);
    if (!known || !is_own(place, future)) {
        plan_.askable = plan_.askable && known && future.entry.mode != "120000";
        object(place, !future.doubt.empty() ? future.doubt
                      : !known              ? kMade
                      : name.empty()        ? "would go away"
                                            : "would get content that is not from your own history");
    }
    if (name.empty()) plan_.grant.contents.push_back({place.file, ""});
    if (!as_before && object_of == nullptr) return;
    const std::string& text = as_before ? *place.present : object_of->content;
    plan_.grant.contents.push_back({place.file, content_hash(text)});
    plan_.grant.contents.push_back({place.file, content_hash(with_returns(text))});  // core.autocrlf
}

}  // namespace postern::guard
