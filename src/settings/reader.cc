#include "settings/reader.h"

#include "base/json.h"
#include "base/overloaded.h"
#include "settings/defaults.h"
#include "settings/schema.h"
#include "settings/value.h"

#include <algorithm>

namespace postern::settings {
namespace {

using nlohmann::json;

// Returns the strictness of a mode; higher is stricter. `plan` and `dontAsk` each refuse some things that the other
// allows, so neither replaces the other.
int strictness(Mode mode) {
    switch (mode) {
        case Mode::bypass_permissions: return 0;
        case Mode::accept_edits: return 1;
        case Mode::default_: return 2;
        case Mode::plan:
        case Mode::dont_ask: return 3;
    }
    return 0;
}
template <class E>
requires std::is_enum_v<E>
int strictness(E value) {
    return static_cast<int>(value);
}

enum class Effect { tightens, nothing, loosens };

// Returns the effect of a scalar on the value in force so far.
template <class T>
Effect effect_of(const Key& key, const Optional<T>& slot, const T& value) {
    if constexpr (std::is_same_v<T, bool>) {
        if (value == value_or(slot, key.fallback == "true")) return Effect::nothing;
        if (key.tightens == Tightens::when_true) return value ? Effect::tightens : Effect::loosens;
        if (key.tightens == Tightens::when_false) return value ? Effect::loosens : Effect::tightens;
    } else if constexpr (std::is_enum_v<T> && !std::is_same_v<T, Disable>) {
        const T now = value_or(slot, kDefault<T>);
        if (value == now) return Effect::nothing;
        return strictness(value) > strictness(now) ? Effect::tightens : Effect::loosens;
    }
    return key.tightens == Tightens::always ? Effect::tightens : Effect::loosens;
}

class Reader {
public:
    Reader(const Terms& terms, Settings& into, std::vector<Warning>& warnings)
        : terms_(terms),
          into_(into),
          source_(into.sources.back()),
          index_(static_cast<std::uint32_t>(into.sources.size() - 1)),
          warnings_(warnings) {}

    Status read_group(const json& group, const std::string& path, const std::string& pointer) {
        if (!group.is_object()) return refuse(expected("an object", group), pointer);
        for (const auto& [name, value] : group.get_ref<const json::object_t&>()) {
            if (path.empty() && name == "$schema") continue;
            const std::string inner = path.empty() ? name : path + '.' + name;
            const bool nameable = name.find('.') == std::string::npos;
            Status status;
            if (const Key* key = nameable ? find_key(inner) : nullptr) {
                status = read_key(*key, value, pointer_to(pointer, name));
            } else if (nameable && !name.empty() && is_group(inner)) {
                status = read_group(value, inner, pointer_to(pointer, name));
            } else {
                status = unknown_key(path, name, pointer_to(pointer, name));
            }
            if (!status) return status;
        }
        return {};
    }

    Taken taken() && { return {std::move(left_out_)}; }

private:
    // ---- handling of errors

    Status refuse(const Wrong& wrong, const std::string& pointer) const {
        return fail(Errc::invalid, wrong.what, source_.file + '#' + pointer + wrong.pointer);
    }
    void warn(std::string what, const std::string& pointer) {
        warnings_.push_back({std::move(what), source_.file + '#' + pointer});
    }
    void note(std::string what, const std::string& pointer) {
        warnings_.push_back({std::move(what), source_.file + '#' + pointer, Weight::note});
    }
    void leave_out(const Key& key) {
        if (left_out_.empty() || left_out_.back() != key.path) left_out_.emplace_back(key.path);
    }

    // Handles an unknown key. Claude Code's files have many keys that are not about permissions; an unknown key in
    // Postern's files is an error.
    Status unknown_key(const std::string& path, const std::string& name, const std::string& pointer) {
        const bool ours = !source_.claude || path == "postern";
        if (!ours && path.empty()) {
            // Claude Code itself gives these variables to the commands that it starts.
            if (name == "env") note("is not read: set variables with --env, or before Postern is started", pointer);
            return {};
        }
        const Wrong wrong = unknown_name("key", name, children(path));
        if (ours) return refuse(wrong, pointer);
        warn(wrong.what + " (ignored)", pointer);
        return {};
    }

    // Checks that this scope may set a key. Returns false if the key is to be skipped.
    Result<bool> admitted(const Key& key, Access access, const std::string& pointer) {
        if (key.path == "postern.readClaudeSettings" && source_.claude) {
            return fail(Errc::invalid, "belongs in Postern's own settings", source_.file + '#' + pointer);
        }
        if (may_set(access, source_.scope)) return true;
        std::string what = access == Access::managed ? "only managed settings may set this"
                                                     : "project and local settings may not set this";
        if (!source_.claude) return fail(Errc::invalid, std::move(what), source_.file + '#' + pointer);
        warn(what + " (ignored)", pointer);
        return false;
    }

    // Handles a bad entry of a list. In Claude Code's files, an entry that could only have allowed something is safe to
    // drop. A platform is not: dropping it would switch the sandbox off there.
    Status bad_entry(const Key& key, const Wrong& wrong, const std::string& pointer) {
        const bool safe_to_drop = key.tightens == Tightens::never && key.content != Content::platform;
        if (!source_.claude || !safe_to_drop) return refuse(wrong, pointer);
        warn(wrong.what + " (ignored)", pointer + wrong.pointer);
        return {};
    }

    // ---- one key

    Status read_key(const Key& key, const json& value, const std::string& pointer) {
        const auto go_on = admitted(key, key.access, pointer);
        if (!go_on) return tl::unexpected(go_on.error());
        if (!*go_on) return {};
        const auto check = [&](Accepts type) {
            if (const auto wrong = wrong_type(value, type)) return refuse(*wrong, pointer);
            note("has no effect. " + std::string(key.meaning), pointer);
            return Status();
        };
        const auto read = [&](auto slot) { return read_into(key, slot(into_), value, pointer); };
        return std::visit(Overloaded{check, read}, key.field);
    }

    template <class T>
    Status read_into(const Key& key, Optional<T>& slot, const json& value, const std::string& pointer) {
        if constexpr (std::is_same_v<T, Mode>) {
            if (source_.claude && value == "auto") return read_auto_mode(key, slot, pointer);
        }
        auto read = read_value(value, key.content, static_cast<T*>(nullptr));
        if (const auto* wrong = std::get_if<Wrong>(&read)) return refuse(*wrong, pointer);
        if constexpr (std::is_same_v<T, Mode>) {
            if (comes_with_project(source_) && strictness(std::get<T>(read)) < strictness(kDefault<Mode>)) {
                return ignore_mode(value.get<std::string>(), pointer);
            }
        }
        set(key, slot, std::move(std::get<T>(read)), pointer);
        return {};
    }

    // Handles a mode that lets more pass than the default. A repository cannot choose one, trusted or not: trust is
    // about what the project may do, a mode about how closely the user wants to watch.
    Status ignore_mode(const std::string& mode, const std::string& pointer) {
        warn("mode \"" + mode + "\" is not taken from project and local settings (ignored)", pointer);
        return {};
    }

    // Handles Claude Code's mode `auto`, in which a model answers the questions. Postern has no such mode.
    Status read_auto_mode(const Key& key, Optional<Mode>& slot, const std::string& pointer) {
        if (comes_with_project(source_)) return ignore_mode("auto", pointer);
        warn("mode \"auto\" is treated as \"default\"", pointer);
        set(key, slot, Mode::default_, pointer);
        return {};
    }

    template <class T>
    void set(const Key& key, Optional<T>& slot, T value, const std::string& pointer) {
        if (terms_.take == Take::what_tightens) {
            const Effect effect = effect_of(key, slot, value);
            if (effect == Effect::loosens) leave_out(key);
            if (effect != Effect::tightens) return;
        }
        if (is_withheld(key, pointer)) return;
        if constexpr (std::is_same_v<T, bool>) {
            if (key.merge == Merge::true_wins && slot && slot->value) return;
        }
        slot = Setting<T>{std::move(value), {index_, pointer}};
    }

    template <class Entry>
    Status read_into(const Key& key, std::vector<Entry>& list, const json& value, const std::string& pointer) {
        if (!value.is_array()) return refuse(expected("a list", value), pointer);
        const std::size_t before = list.size();
        list.reserve(before + value.size());
        std::size_t i = 0;
        for (const json& element : value) {
            if (auto status = read_entry(key, list, element, pointer_to(pointer, i++)); !status) return status;
        }
        if (list.size() > before && is_withheld(key, pointer))
            list.erase(list.begin() + static_cast<std::ptrdiff_t>(before), list.end());
        return {};
    }

    bool is_withheld(const Key& key, const std::string& pointer) {
        const auto found = std::ranges::find(terms_.withheld, key.path, &Withheld::key);
        if (found == terms_.withheld.end()) return false;
        warn("is not taken from project and local settings, because of " + found->because + " (ignored)", pointer);
        return true;
    }

    // Returns false if entries of this key may not be taken from this file.
    bool takes(const Key& key) {
        if (terms_.take == Take::everything || key.tightens == Tightens::always) return true;
        leave_out(key);
        return false;
    }

    template <class T>
    Status read_entry(const Key& key, std::vector<Setting<T>>& list, const json& element, std::string pointer) {
        auto read = read_value(element, key.content, static_cast<T*>(nullptr));
        if (const auto* wrong = std::get_if<Wrong>(&read)) return bad_entry(key, *wrong, pointer);
        if (takes(key)) list.push_back({std::move(std::get<T>(read)), {index_, std::move(pointer)}});
        return {};
    }

    Status read_entry(const Key& key, Rules& rules, const json& element, std::string pointer) {
        auto read = read_rule(element, source_.claude ? Shape::text_only : Shape::text_or_object);
        if (const auto* wrong = std::get_if<Wrong>(&read)) return bad_entry(key, *wrong, pointer);
        if (!takes(key)) return {};
        rules.push_back(std::move(std::get<RuleEntry>(read)));
        rules.back().origin = {index_, std::move(pointer)};
        return {};
    }

    Status read_entry(const Key& key, LimitEntries& list, const json& element, std::string pointer) {
        auto read = read_limit(element);
        if (const auto* wrong = std::get_if<Wrong>(&read)) return refuse(*wrong, pointer);
        if (!takes(key)) return {};
        list.push_back(std::move(std::get<LimitEntry>(read)));
        list.back().origin = {index_, std::move(pointer)};
        return {};
    }

    Status read_entry(const Key& key, HookEntries& list, const json& element, std::string pointer) {
        auto read = read_hook(element);
        if (const auto* wrong = std::get_if<Wrong>(&read)) return refuse(*wrong, pointer);
        if (!takes(key)) return {};
        list.push_back(std::move(std::get<HookEntry>(read)));
        list.back().origin = {index_, std::move(pointer)};
        return {};
    }

    Status read_entry(const Key& key, Credentials& list, const json& element, std::string pointer) {
        std::vector<std::string> unknown;
        auto read = read_credential(element, key.content, unknown);
        if (const auto* wrong = std::get_if<Wrong>(&read)) return bad_entry(key, *wrong, pointer);
        for (const std::string& name : unknown) {
            const Wrong wrong = unknown_name("key", name, kMaskMembers);
            if (!source_.claude) return refuse(wrong, pointer_to(pointer, name));
            warn(wrong.what + " (ignored)", pointer_to(pointer, name));
        }
        auto& entry = std::get<Credential>(read);
        const Access access = entry.mode == CredentialMode::mask ? Access::user : Access::any;
        const auto go_on = admitted(key, access, pointer);
        if (!go_on) return tl::unexpected(go_on.error());
        if (!*go_on || !takes(key)) return {};
        list.push_back(std::move(entry));
        list.back().origin = {index_, std::move(pointer)};
        return {};
    }

    const Terms& terms_;
    Settings& into_;
    const Source& source_;
    std::uint32_t index_;
    std::vector<Warning>& warnings_;
    std::vector<std::string> left_out_;
};

}  // namespace

Result<Taken> take_document(const json& document, const Terms& terms, Settings& into, std::vector<Warning>& warnings) {
    Reader reader(terms, into, warnings);
    if (auto status = reader.read_group(document, "", ""); !status) return tl::unexpected(std::move(status.error()));
    return std::move(reader).taken();
}

}  // namespace postern::settings
