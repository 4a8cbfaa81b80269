#include "cli/options.h"

#include "base/nearest.h"
#include "base/quote.h"

#include <algorithm>
#include <utility>

namespace postern::cli {
namespace {

// A wrong word as it is named in an error.
std::string quoted(std::string_view word) {
    return '\'' + printable(word.substr(0, 80)) + '\'';
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
    const auto near = nearest(word, known);
    return near ? "; did you mean " + std::string(*near) + '?' : std::string{};
}

// The first word of a command's name, and the second if it has one.
std::pair<std::string_view, std::string_view> words_of(const CommandSpec& command) {
    const std::size_t blank = command.name.find(' ');
    if (blank == std::string_view::npos) return {command.name, {}};
    return {command.name.substr(0, blank), command.name.substr(blank + 1)};
}

Result<const CommandSpec*> find_command(std::span<const CommandSpec> commands, std::span<const std::string> arguments,
                                        std::size_t& used) {
    if (arguments.empty()) return fail(Errc::invalid, "which command? `postern --help` lists them");
    std::vector<std::string_view> firsts, seconds;
    for (const CommandSpec& command : commands) {
        const auto [first, second] = words_of(command);
        firsts.push_back(first);
        if (first != arguments[0]) continue;
        used = second.empty() ? 1 : 2;
        if (second.empty() || (arguments.size() > 1 && second == arguments[1])) return &command;
        seconds.push_back(second);
    }
    if (seconds.empty()) {
        const bool option = arguments[0].starts_with('-');
        return fail(Errc::invalid, (option ? "unknown option " : "unknown command ") + quoted(arguments[0]) +
                                       (option ? "; a command comes first" : did_you_mean(arguments[0], firsts)));
    }
    std::string list;
    for (const std::string_view second : seconds) list += (list.empty() ? "" : ", ") + std::string(second);
    if (arguments.size() < 2) return fail(Errc::invalid, arguments[0] + " needs one of: " + list);
    return fail(Errc::invalid, "unknown command " + quoted(arguments[0] + ' ' + arguments[1]) + "; there is: " + list);
}

}  // namespace

const OptionSpec& spec_of(Opt id) {
    return *std::ranges::find(option_specs(), id, &OptionSpec::id);
}

bool Parsed::has(Opt id) const noexcept {
    return std::ranges::any_of(given_, [id](const auto& given) { return given.first == id; });
}

std::optional<std::string> Parsed::value(Opt id) const {
    const auto found = std::ranges::find(given_, id, &std::pair<Opt, std::string>::first);
    return found == given_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> Parsed::values(Opt id) const {
    std::vector<std::string> out;
    for (const auto& [given, value] : given_) {
        if (given == id) out.push_back(value);
    }
    return out;
}

class Parser {
public:
    Parser(const CommandSpec& command, std::span<const std::string> arguments) : parsed_(command), rest_(arguments) {}

    Result<Parsed> run() && {
        while (!rest_.empty()) {
            const std::string& word = next();
            Status status;
            if (word == "--") {
                status = program();
            } else if (word.starts_with("--")) {
                status = long_option(std::string_view(word).substr(2));
            } else if (word.size() > 1 && word[0] == '-') {
                status = letters(word);
            } else {
                status = operand(word);
            }
            if (!status) return tl::unexpected(std::move(status.error()));
        }
        return std::move(parsed_);
    }

private:
    const std::string& next() {
        const std::string& word = rest_.front();
        rest_ = rest_.subspan(1);
        return word;
    }

    [[nodiscard]] const OptionSpec* find(auto&& matches) const {
        for (const Opt id : parsed_.command().options) {
            if (const OptionSpec& spec = spec_of(id); matches(spec)) return &spec;
        }
        return nullptr;
    }

    // Where to read on, for errors about this command.
    [[nodiscard]] std::string see_help() const {
        return " (see `postern " + std::string(parsed_.command().name) + " --help`)";
    }

    Status add(const OptionSpec& spec, const std::string& shown, std::string value) {
        if (!spec.repeatable && parsed_.has(spec.id)) return fail(Errc::invalid, shown + " is given twice");
        parsed_.given_.emplace_back(spec.id, std::move(value));
        return {};
    }

    Status long_option(std::string_view text) {
        const std::size_t equals = text.find('=');
        const std::string_view name = text.substr(0, equals);
        const OptionSpec* spec = find([&](const OptionSpec& o) { return !o.name.empty() && o.name == name; });
        const std::string shown = "--" + std::string(name);
        if (spec == nullptr) return unknown(shown);
        if (equals != std::string_view::npos) {
            if (spec->value.empty()) return fail(Errc::invalid, shown + " takes no value");
            return add(*spec, shown, std::string(text.substr(equals + 1)));
        }
        return with_value(*spec, shown);
    }

    Status with_value(const OptionSpec& spec, const std::string& shown) {
        if (spec.value.empty()) return add(spec, shown, {});
        if (rest_.empty()) return fail(Errc::invalid, shown + " needs " + std::string(spec.value) + see_help());
        return add(spec, shown, next());
    }

    // -q, -qv, -c TEXT, -cTEXT
    Status letters(const std::string& word) {
        for (std::size_t i = 1; i < word.size(); ++i) {
            const OptionSpec* spec = find([&](const OptionSpec& o) { return o.letter == word[i]; });
            const std::string shown = std::string("-") + word[i];
            if (spec == nullptr) return unknown(i == 1 ? word : shown);
            if (!spec->value.empty() && i + 1 < word.size()) return add(*spec, shown, word.substr(i + 1));
            if (auto added = with_value(*spec, shown); !added) return added;
        }
        return {};
    }

    Status unknown(const std::string& shown) {
        std::vector<std::string> known;
        for (const Opt id : parsed_.command().options) {
            const OptionSpec& spec = spec_of(id);
            if (!spec.name.empty()) known.push_back("--" + std::string(spec.name));
        }
        const std::vector<std::string_view> views(known.begin(), known.end());
        return fail(Errc::invalid, "unknown option " + quoted(shown) + did_you_mean(shown, views) + see_help());
    }

    Status operand(const std::string& word) {
        if (parsed_.operands_.size() < parsed_.command().operands) {
            parsed_.operands_.push_back(word);
            return {};
        }
        std::string what = "unexpected argument " + quoted(word);
        if (parsed_.command().takes_program) what += "; a command goes after --, its text after -c";
        return fail(Errc::invalid, what + see_help());
    }

    Status program() {
        if (!parsed_.command().takes_program) {
            while (!rest_.empty()) {
                if (auto taken = operand(next()); !taken) return taken;
            }
            return {};
        }
        if (rest_.empty()) return fail(Errc::invalid, "no command after --");
        parsed_.program_.emplace(rest_.begin(), rest_.end());
        rest_ = {};
        return {};
    }

    Parsed parsed_;
    std::span<const std::string> rest_;
};

Result<Parsed> parse(std::span<const CommandSpec> commands, std::span<const std::string> arguments) {
    std::size_t used = 0;
    const auto command = find_command(commands, arguments, used);
    if (!command) return tl::unexpected(command.error());
    return Parser(**command, arguments.subspan(used)).run();
}

}  // namespace postern::cli
