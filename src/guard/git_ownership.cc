#include "guard/git_ownership.h"

#include <algorithm>
#include <set>
#include <utility>

namespace postern::guard {
namespace {

Words lines_of(std::string_view text) {
    Words out;
    while (!text.empty()) {
        out.emplace_back(text.substr(0, text.find('\n')));
        text.remove_prefix(std::min(out.back().size() + 1, text.size()));
    }
    return out;
}

}  // namespace

bool Ownership::owns(const std::string& path, const Ingredient& ingredient) {
    if (ingredient.source.empty()) return false;
    if (ingredient.entry.mode != "100644" && ingredient.entry.mode != "100755" && !ingredient.entry.mode.empty())
        return false;
    const auto has = [&](const std::string& commit) {
        const auto entry = objects_.entry(commit, path);
        return entry && (*entry == ingredient.entry || (entry->mode == "40000" && ingredient.entry.mode.empty()));
    };
    // A revert takes what the parent of a commit has.
    return std::ranges::any_of(bases_of(ingredient.source), [&](const std::string& commit) {
        const GitObjects::Object* object = objects_.find(commit);
        return has(commit) || (object != nullptr && std::ranges::any_of(GitObjects::parents_of(*object), has));
    });
}

std::string Ownership::tips_without(const std::string& commit) const {
    std::string out = '^' + commit + '\n';
    for (const std::string& tip : tips_) out += tip + '\n';
    return out;
}

bool Ownership::is_own(const std::string& commit) {
    if (tips_.contains(commit)) return true;
    const auto said = git_.output({"rev-list", "--ancestry-path", "--ignore-missing", "--stdin"}, tips_without(commit));
    if (!said) return false;
    Words between = lines_of(*said);
    Words open(tips_.begin(), tips_.end());
    between.insert(between.end(), open.begin(), open.end());
    objects_.load(between);
    // git's list only says which objects to look at. The way from a tip to the commit is followed by checked ones.
    std::ranges::sort(between);
    std::set<std::string> seen;
    while (!open.empty()) {
        const std::string name = std::move(open.back());
        open.pop_back();
        if (!seen.insert(name).second || !std::ranges::binary_search(between, name)) continue;
        const GitObjects::Object* object = objects_.known(name);
        for (std::string& parent : object == nullptr ? Words{} : GitObjects::parents_of(*object)) {
            if (parent == commit) return true;
            open.push_back(std::move(parent));
        }
    }
    return false;
}

const Words& Ownership::bases_of(const std::string& commit) {
    const auto known = bases_.find(commit);
    if (known != bases_.end()) return known->second;
    Words bases;
    if (is_own(commit)) {
        bases = {commit};
    } else {
        std::string input = commit + '\n';
        for (const std::string& tip : tips_) input += '^' + tip + '\n';
        const auto said = git_.output({"rev-list", "--boundary", "--ignore-missing", "--stdin"}, input);
        for (const std::string& line : lines_of(said.value_or(""))) {
            if (line.starts_with('-') && is_own(line.substr(1))) bases.push_back(line.substr(1));
        }
    }
    return bases_.emplace(commit, std::move(bases)).first->second;
}

}  // namespace postern::guard
