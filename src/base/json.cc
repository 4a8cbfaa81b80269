#include "base/json.h"

#include "base/quote.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace postern {
namespace {

using nlohmann::json;

// Returns "3:14" for a byte offset. Columns count bytes.
std::string line_and_column(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const auto line = 1 + std::ranges::count(before, '\n');
    const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
    return std::to_string(line) + ':' + std::to_string(before.size() - start + 1);
}

// Builds the value, and refuses what the library would accept: duplicate keys, deep nesting, NUL in strings.
class Builder final : public nlohmann::json_sax<json> {
public:
    Builder(std::string_view text, std::string_view name) : text_(text), name_(name) {}

    bool null() override { return add(nullptr) != nullptr; }
    bool boolean(bool value) override { return add(value) != nullptr; }
    bool number_integer(number_integer_t value) override { return add(value) != nullptr; }
    bool number_unsigned(number_unsigned_t value) override { return add(value) != nullptr; }
    bool number_float(number_float_t value, const string_t&) override { return add(value) != nullptr; }
    bool string(string_t& value) override {
        if (value.find('\0') != std::string::npos) return refuse("string contains a NUL character");
        return add(std::move(value)) != nullptr;
    }
    bool binary(binary_t&) override { return refuse("unexpected binary value"); }
    bool start_object(std::size_t) override { return open(json::object()); }
    bool start_array(std::size_t) override { return open(json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        key_ = nullptr;
        if (name.find('\0') != std::string::npos) return refuse("key contains a NUL character");
        const auto [slot, fresh] = open_.back()->get_ref<json::object_t&>().try_emplace(std::move(name));
        slot_ = &slot->second;
        key_ = &slot->first;
        return fresh || refuse("duplicate key \"" + printable(*key_) + '"');
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& e) override {
        // The library says "[id] parse error at line 1, column 2: what". Only `what` is kept: Error has its own place.
        std::string_view what = e.what();
        if (const std::size_t colon = what.find(": "); colon != std::string_view::npos) what.remove_prefix(colon + 2);
        error_ = {Errc::parse, printable(what),
                  std::string(name_) + ':' + line_and_column(text_, position == 0 ? 0 : position - 1)};
        return false;
    }

    Result<json> take(bool parsed) && {
        if (!parsed) return tl::unexpected(std::move(error_));
        return std::move(root_);
    }

private:
    template <class T>
    json* add(T&& value) {
        if (open_.empty()) {
            root_ = std::forward<T>(value);
            return &root_;
        }
        if (open_.back()->is_array()) {
            auto& elements = open_.back()->get_ref<json::array_t&>();
            return &elements.emplace_back(std::forward<T>(value));
        }
        *slot_ = std::forward<T>(value);
        return slot_;
    }

    bool open(json&& empty) {
        if (open_.size() == kMaxJsonDepth) {
            return refuse("nested more than " + std::to_string(kMaxJsonDepth) + " levels deep");
        }
        json* const opened = add(std::move(empty));
        if (!open_.empty() && open_.back()->is_object())
            keys_.push_back(key_);
        else
            keys_.push_back(nullptr);
        open_.push_back(opened);
        return true;
    }

    bool close() {
        open_.pop_back();
        keys_.pop_back();
        return true;
    }

    bool refuse(std::string what) {
        error_ = {Errc::parse, std::move(what), std::string(name_) + '#' + pointer()};
        return false;
    }

    // Returns the JSON pointer of the current position. keys_[i] is the key of container i in container i-1.
    [[nodiscard]] std::string pointer() const {
        std::string out;
        for (std::size_t i = 0; i < open_.size(); ++i) {
            const bool last = i + 1 == open_.size();
            if (open_[i]->is_array()) {
                const std::size_t size = open_[i]->size();
                out = pointer_to(out, last ? size : size - 1);
            } else if (const std::string* name = last ? key_ : keys_[i + 1]; name != nullptr) {
                out = pointer_to(out, *name);
            }
        }
        return out;
    }

    std::string_view text_, name_;
    json root_;
    std::vector<json*> open_;  // containers not yet closed; pointers stay valid, as only the innermost one grows
    std::vector<const std::string*> keys_;
    json* slot_ = nullptr;  // where the value of the last key goes
    const std::string* key_ = nullptr;
    Error error_{Errc::parse, "not JSON", {}};
};

// Returns the offset behind the comment that begins at `i`, or `i` if none does.
std::size_t skip_comment(std::string_view text, std::size_t i) {
    if (text.substr(i, 2) == "//") return std::min(text.find('\n', i), text.size());
    if (text.substr(i, 2) != "/*") return i;
    const std::size_t end = text.find("*/", i + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
}

std::size_t skip_string(std::string_view text, std::size_t i) {
    for (++i; i < text.size() && text[i] != '"'; ++i) {
        if (text[i] == '\\') ++i;
    }
    return std::min(i + 1, text.size());
}

// Returns the offsets of commas between a value and a closing bracket.
std::vector<std::size_t> trailing_commas(std::string_view text) {
    std::vector<std::size_t> found;
    std::size_t comma = std::string_view::npos;  // the last comma, if it may be a trailing one
    char previous = '[';                         // last significant character; a comma after '[' is not a trailing one
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            ++i;
            continue;
        }
        if (const std::size_t past = skip_comment(text, i); past != i) {
            i = past;
            continue;
        }
        if ((c == ']' || c == '}') && comma != std::string_view::npos) found.push_back(comma);
        const bool after_value = previous != '[' && previous != '{' && previous != ',' && previous != ':';
        comma = c == ',' && after_value ? i : std::string_view::npos;
        previous = c;
        i = c == '"' ? skip_string(text, i) : i + 1;
    }
    return found;
}

Result<json> parse_text(std::string_view text, std::string_view name, JsonDialect dialect) {
    Builder builder(text, name);
    const bool comments = dialect == JsonDialect::commented;
    const bool parsed = json::sax_parse(text.begin(), text.end(), &builder, json::input_format_t::json, true, comments);
    return std::move(builder).take(parsed);
}

}  // namespace

Result<json> parse_json(std::string_view text, std::string_view name, JsonDialect dialect) {
    const auto refuse = [&](const char* what, std::size_t offset) {
        return fail(Errc::parse, what, std::string(name) + ':' + line_and_column(text, offset));
    };
    // The library takes a NUL for the end of the text, and does not look inside comments.
    if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) return refuse("NUL byte", nul);
    if (const std::size_t bad = find_invalid_utf8(text); bad != std::string_view::npos) return refuse("not UTF-8", bad);
    if (dialect == JsonDialect::commented) {
        if (const auto commas = trailing_commas(text); !commas.empty()) {
            std::string blanked(text);
            for (const std::size_t i : commas) blanked[i] = ' ';
            return parse_text(blanked, name, dialect);
        }
    }
    return parse_text(text, name, dialect);
}

std::string pointer_to(std::string_view pointer, std::string_view key) {
    std::string out;
    out.reserve(pointer.size() + 1 + key.size());
    out += pointer;
    out += '/';
    for (const char c : key) {
        if (c == '~')
            out += "~0";
        else if (c == '/')
            out += "~1";
        else
            out += c;
    }
    return out;
}

std::string pointer_to(std::string_view pointer, std::size_t index) {
    const std::string digits = std::to_string(index);
    std::string out;
    out.reserve(pointer.size() + 1 + digits.size());
    out.append(pointer).append(1, '/').append(digits);
    return out;
}

std::string_view describe_type(const json& value) {
    switch (value.type()) {
        case json::value_t::null: return "null";
        case json::value_t::object: return "an object";
        case json::value_t::array: return "a list";
        case json::value_t::string: return "a string";
        case json::value_t::boolean: return "true or false";
        case json::value_t::number_integer:
        case json::value_t::number_unsigned: return "a whole number";
        case json::value_t::number_float: return "a number with a fraction";
        case json::value_t::binary:
        case json::value_t::discarded: break;
    }
    return "not JSON";
}

}  // namespace postern
