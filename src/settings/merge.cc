#include "settings/merge.h"

#include "base/glob.h"
#include "base/overloaded.h"
#include "settings/reader.h"
#include "settings/schema.h"

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

namespace postern::settings {
namespace {

using nlohmann::json;

bool says(const Layer& layer, const json::json_pointer& pointer, bool value) {
    const json& document = layer.document;
    return document.is_object() && document.contains(pointer) && document.at(pointer) == value;
}

// Returns the place that restricts project and local files to tightening, or an empty text.
std::string find_lock(const std::vector<Layer>& layers) {
    static const json::json_pointer kUnsandboxed("/sandbox/allowUnsandboxedCommands");
    static const json::json_pointer kDomains("/sandbox/network/allowManagedDomainsOnly");
    for (const Layer& layer : layers) {
        const Scope scope = layer.source.scope;
        if (scope != Scope::command_line && scope != Scope::managed) continue;
        if (says(layer, kUnsandboxed, false)) return layer.source.file + '#' + kUnsandboxed.to_string();
        if (scope == Scope::managed && says(layer, kDomains, true)) {
            return layer.source.file + '#' + kDomains.to_string();
        }
    }
    return {};
}

// Returns the place of a host denied by the administrator, or an empty text.
std::string managed_denial(const Settings& s) {
    const auto managed = [&](const Origin& origin) { return s.sources[origin.source].scope == Scope::managed; };
    for (const auto& domain : s.sandbox.network.denied_domains) {
        if (managed(domain.origin)) return render(s, domain.origin);
    }
    for (const RuleEntry& rule : s.permissions.deny) {
        if (managed(rule.origin) && glob_match(std::string_view(rule.text).substr(0, rule.text.find('(')), "WebFetch"))
            return render(s, rule.origin);
    }
    return {};
}

// Returns the keys that project and local files may not set because of what the other scopes say. Under a strict list
// of hosts a project adds none, and its proxy, which would reach any host, counts neither there nor under denials of
// the administrator's.
Result<std::vector<Withheld>> withheld_from_projects(const std::vector<Layer>& layers) {
    std::vector<Withheld> out;
    if (std::ranges::none_of(layers, comes_with_project, &Layer::source)) return out;
    Settings others;
    std::vector<Warning> told_later;
    for (const Layer& layer : layers) {
        if (comes_with_project(layer.source)) continue;
        others.sources.push_back(layer.source);
        const auto taken = take_document(layer.document, {.take = Take::everything}, others, told_later);
        if (!taken) return tl::unexpected(taken.error());
    }
    const auto& strict = others.sandbox.network.strict_allowlist;
    std::string proxies = managed_denial(others);
    if (strict && strict->value) {
        proxies = render(others, strict->origin);
        out.push_back({"sandbox.network.allowedDomains", proxies});
    }
    if (proxies.empty()) return out;
    for (const std::string_view key : {"sandbox.network.httpProxyPort", "sandbox.network.socksProxyPort"}) {
        out.push_back({key, proxies});
    }
    return out;
}

std::string listed(const std::vector<std::string>& names) {
    std::string out;
    for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
    return out;
}

// Makes one warning for all keys left out of a file, with advice.
Warning left_out_warning(const Source& source, const Taken& taken, const std::string& lock) {
    std::string what = "ignored " + listed(taken.left_out) + ": ";
    if (source.outer) {
        return {what + "settings above the project may only tighten", source.file, Weight::note};
    }
    what += source.trusted ? lock + " lets project settings only tighten"
                           : "this file is not trusted and may only tighten; run `postern trust` to accept it";
    return {std::move(what), source.file};
}

bool is_managed(const Settings& s, const Origin& origin) {
    return s.sources[origin.source].scope == Scope::managed;
}

template <class Entry>
void keep_managed(const Settings& s, std::vector<Entry>& list) {
    std::erase_if(list, [&](const Entry& entry) { return !is_managed(s, entry.origin); });
}

bool is_true(const Optional<bool>& flag) {
    return flag && flag->value;
}

// Drops `filesystem.disabled` of other scopes if managed settings configure file access, so that it cannot be switched
// off.
void pin_filesystem(Settings& s) {
    auto& files = s.sandbox.filesystem;
    if (!files.disabled || is_managed(s, files.disabled->origin)) return;
    const auto managed = [&](const auto& entry) { return is_managed(s, entry.origin); };
    const auto managed_denial = [&](const Credential& c) { return c.mode == CredentialMode::deny && managed(c); };
    const bool configured =
        std::ranges::any_of(files.allow_write, managed) || std::ranges::any_of(files.deny_write, managed) ||
        std::ranges::any_of(files.deny_read, managed) || std::ranges::any_of(files.allow_read, managed) ||
        files.allow_managed_read_paths_only || std::ranges::any_of(s.sandbox.credential_files, managed_denial);
    if (configured) files.disabled.reset();
}

void apply_managed_switches(Settings& s) {
    if (is_true(s.allow_managed_permission_rules_only)) {
        for (Rules* rules : {&s.permissions.allow, &s.permissions.ask, &s.permissions.deny}) keep_managed(s, *rules);
        keep_managed(s, s.permissions.limits);
    }
    if (is_true(s.sandbox.network.allow_managed_domains_only)) keep_managed(s, s.sandbox.network.allowed_domains);
    if (is_true(s.postern.forbid_waiving)) keep_managed(s, s.postern.waive);
    // A managed `sandbox.enabled` must not be undone by another scope's list that omits this platform.
    if (is_true(s.sandbox.enabled) && is_managed(s, s.sandbox.enabled->origin)) {
        keep_managed(s, s.sandbox.enabled_platforms);
    }
    if (is_true(s.sandbox.filesystem.allow_managed_read_paths_only)) keep_managed(s, s.sandbox.filesystem.allow_read);
    pin_filesystem(s);
}

// ---- duplicates: the same text means different files if the anchors differ

bool depends_on_anchor(std::string_view path) {
    return !path.starts_with('/') && !path.starts_with('~');
}

bool rule_depends_on_anchor(std::string_view rule) {
    const std::size_t open = rule.find("(/");
    return open != std::string_view::npos && rule.substr(open, 3) != "(//";
}

class Seen {
public:
    Seen(const Settings& s, std::size_t entries) : settings_(s) { seen_.reserve(entries); }
    // Returns true if the same text with the same meaning was seen before.
    bool again(std::string_view text, const Origin& origin, bool anchored) {
        if (!anchored) return !seen_.insert(text).second;
        return !anchored_.emplace(text, settings_.sources[origin.source].anchor.text()).second;
    }
    // The same for a denial of reading. One that no project can reopen stays beside one that a project can.
    bool denial_again(std::string_view text, const Origin& origin, bool anchored) {
        const bool before = again(text, origin, anchored);
        return is_firm(settings_.sources[origin.source]) ? !firm_.insert(text).second : before;
    }

private:
    const Settings& settings_;
    std::unordered_set<std::string_view> seen_, firm_;
    std::set<std::pair<std::string_view, std::string_view>> anchored_;
};

// Keeps the first of equal entries. Entries are moved only after all have been checked, because Seen refers to their
// text.
template <class Entry, class Again>
void drop_duplicates(std::vector<Entry>& list, const Again& again) {
    if (list.size() < 2) return;
    std::vector<bool> drop(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) drop[i] = again(list[i]);
    std::size_t i = 0;
    std::erase_if(list, [&](const Entry&) { return drop[i++]; });
}

void drop_duplicates(const Settings& s, const Key& key, List& list) {
    Seen seen(s, list.size());
    drop_duplicates(list, [&](const Setting<std::string>& e) {
        const bool anchored = key.content == Content::path && depends_on_anchor(e.value);
        const bool denies_reading = key.path == "sandbox.filesystem.denyRead";
        return denies_reading ? seen.denial_again(e.value, e.origin, anchored)
                              : seen.again(e.value, e.origin, anchored);
    });
}

void drop_duplicates(const Settings&, const Key&, Ports& ports) {
    std::set<std::int64_t> seen;
    drop_duplicates(ports, [&](const Setting<std::int64_t>& port) { return !seen.insert(port.value).second; });
}

// Keeps a later rule that has a reason or examples of its own, because its examples must be checked too.
void drop_duplicates(const Settings& s, const Key&, Rules& rules) {
    Seen seen(s, rules.size());
    drop_duplicates(rules, [&](const RuleEntry& r) {
        const bool plain = r.reason.empty() && r.match.empty() && r.not_match.empty() && !r.interactive;
        const bool anchored = rule_depends_on_anchor(r.text);
        const bool again = r.text.starts_with("Read(") ? seen.denial_again(r.text, r.origin, anchored)
                                                       : seen.again(r.text, r.origin, anchored);
        return again && plain;
    });
}

void drop_duplicates(const Settings& s, const Key& key, Credentials& list) {
    Seen denied(s, list.size());
    drop_duplicates(list, [&](const Credential& c) {
        const bool anchored = key.content == Content::file_credential && depends_on_anchor(c.subject);
        return c.mode == CredentialMode::deny && denied.denial_again(c.subject, c.origin, anchored);
    });
}

template <class T>
void drop_duplicates(const Settings&, const Key&, Optional<T>&) {}
void drop_duplicates(const Settings&, const Key&, LimitEntries&) {}
void drop_duplicates(const Settings&, const Key&, HookEntries&) {}

}  // namespace

Result<Loaded> merge(const std::vector<Layer>& layers, const Places& places, std::vector<Warning> warnings) {
    Loaded loaded;
    Settings& s = loaded.settings;
    s.project = places.project;
    s.home = places.home;
    s.sources.reserve(layers.size());
    const std::string lock = find_lock(layers);
    const auto withheld = withheld_from_projects(layers);
    if (!withheld) return tl::unexpected(withheld.error());
    for (const Layer& layer : layers) {
        s.sources.push_back(layer.source);
        const bool limited = comes_with_project(layer.source) && (!layer.source.trusted || !lock.empty());
        Terms terms{.take = limited ? Take::what_tightens : Take::everything};
        if (comes_with_project(layer.source)) terms.withheld = *withheld;
        auto taken = take_document(layer.document, terms, s, warnings);
        if (!taken) return tl::unexpected(std::move(taken.error()));
        if (!taken->left_out.empty()) warnings.push_back(left_out_warning(layer.source, *taken, lock));
    }
    apply_managed_switches(s);
    for (const Key& key : keys()) {
        std::visit(Overloaded{[](Accepts) {}, [&](auto slot) { drop_duplicates(s, key, slot(s)); }}, key.field);
    }
    loaded.warnings = std::move(warnings);
    return loaded;
}

}  // namespace postern::settings
