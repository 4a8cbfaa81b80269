// The command drawn as a tree: which part stands inside which, and what the decision says about each.
#include "cli/render.h"

#include "base/quote.h"
#include "policy/reasons.h"

#include <algorithm>
#include <string>
#include <vector>

namespace postern::cli {
namespace {

using policy::Reason;
using shell::Analysis;
using shell::Command;
using shell::kNoCommand;
using shell::PlaceId;

constexpr std::size_t kMostLines = 200;   // nobody reads more
constexpr std::size_t kWidestPart = 160;  // of one command's text

struct Node {
    bool is_command = false;
    std::uint32_t index = 0;
    std::vector<std::size_t> children{};
};

// Node i is place i, node places + i is command i; node 0 is the whole text.
class Forest {
public:
    explicit Forest(const Analysis& analysis) : analysis_(analysis) {
        for (std::uint32_t i = 0; i < analysis.places.size(); ++i) nodes_.push_back({false, i});
        for (std::uint32_t i = 0; i < analysis.commands.size(); ++i) nodes_.push_back({true, i});
        placed_.resize(analysis.places.size());
        if (!placed_.empty()) placed_[0] = true;
        for (std::uint32_t i = 0; i < analysis.commands.size(); ++i) {
            const PlaceId place = analysis.commands[i].place;
            hang_place(place, analysis.commands[i].via);
            nodes_[place].children.push_back(command_node(i));
        }
    }

    [[nodiscard]] const std::vector<Node>& nodes() const& noexcept { return nodes_; }

private:
    [[nodiscard]] std::size_t command_node(std::uint32_t index) const { return analysis_.places.size() + index; }

    // Hangs the place and those around it: under the command whose arguments hold it, else under the place around it.
    void hang_place(PlaceId place, std::uint32_t via) {
        while (!placed_[place]) {
            placed_[place] = true;
            const PlaceId around = analysis_.places[place].parent;
            nodes_[holder(place, around, via)].children.push_back(place);
            place = around;
            via = kNoCommand;
        }
    }

    [[nodiscard]] std::size_t holder(PlaceId place, PlaceId around, std::uint32_t via) const {
        if (via != kNoCommand && analysis_.commands[via].place != place) return command_node(via);
        const shell::Span inner = analysis_.places[place].span;
        for (std::uint32_t i = 0; i < analysis_.commands.size(); ++i) {
            const Command& c = analysis_.commands[i];
            if (c.place == around && c.span.begin < inner.begin && inner.end <= c.span.end) return command_node(i);
        }
        return around;
    }

    const Analysis& analysis_;
    std::vector<Node> nodes_;
    std::vector<bool> placed_;
};

std::string command_text(const Command& command) {
    std::string out;
    for (const shell::Assignment& a : command.assignments) {
        Command value;
        value.words = a.elements.empty() ? std::vector{a.value} : a.elements;
        out += a.name + (a.append ? "+=" : "=");
        out += a.elements.empty() ? policy::shown(value) : '(' + policy::shown(value) + ')';
        out += ' ';
    }
    out += policy::shown(command);
    for (const shell::Redirection& r : command.redirections) {
        static constexpr const char* kSigns[] = {"<", ">", ">>", "<>", ">&", "<<", "<<<"};
        Command target;
        target.words = {r.target};
        if (!out.empty() && !out.ends_with(' ')) out += ' ';
        if (r.fd >= 0) out += std::to_string(r.fd);
        out += kSigns[static_cast<std::size_t>(r.kind)];
        out += r.kind == shell::RedirectionKind::heredoc ? "…" : policy::shown(target);
    }
    while (out.ends_with(' ')) out.pop_back();
    out = printable(out);
    if (out.size() <= kWidestPart) return out;
    std::size_t cut = kWidestPart;
    while ((out[cut] & 0xc0) == 0x80) --cut;
    return out.substr(0, cut) + "…";
}

std::size_t columns(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

struct Line {
    std::string left;
    std::string right;
};

class Drawing {
public:
    Drawing(const app::Judgement& answer, const TextStyle& style)
        : answer_(answer), look_(style), forest_(answer.analysis) {}

    std::string run() {
        children(0, "");
        std::size_t width = 0;
        for (const Line& line : lines_) {
            if (!line.right.empty()) width = std::max(width, std::min<std::size_t>(columns(line.left), 48));
        }
        std::string out;
        for (const Line& line : lines_) {
            out += line.left;
            if (!line.right.empty()) {
                const std::size_t have = columns(line.left);
                out += std::string(have < width ? width - have + 2 : 2, ' ') + line.right;
            }
            out += '\n';
        }
        if (left_out_ > 0) out += "  and " + std::to_string(left_out_) + " more parts\n";
        return out;
    }

private:
    // Replaces a wrapper by its children, because the line above it shows the same words.
    [[nodiscard]] std::vector<std::size_t> visible_children(std::size_t node) const {
        std::vector<std::size_t> out;
        for (const std::size_t child : forest_.nodes()[node].children) {
            const Node& n = forest_.nodes()[child];
            if (!n.is_command && answer_.analysis.places[n.index].kind == shell::PlaceKind::wrapper) {
                const auto inner = visible_children(child);
                out.insert(out.end(), inner.begin(), inner.end());
            } else {
                out.push_back(child);
            }
        }
        return out;
    }

    void children(std::size_t node, const std::string& indent) {
        const auto all = visible_children(node);
        for (std::size_t i = 0; i < all.size(); ++i) {
            const bool last = i + 1 == all.size();
            if (lines_.size() >= kMostLines) {
                left_out_ += all.size() - i;
                return;
            }
            const char* branch = look_.unicode ? (last ? "└─ " : "├─ ") : (last ? "`- " : "|- ");
            const char* beyond = last ? "   " : look_.unicode ? "│  " : "|  ";
            add(forest_.nodes()[all[i]], indent + branch);
            children(all[i], indent + beyond);
        }
    }

    void add(const Node& node, const std::string& indent) {
        if (node.is_command) {
            lines_.push_back({indent + command_text(answer_.analysis.commands[node.index]), said_about(node.index)});
            return;
        }
        const shell::Place& place = answer_.analysis.places[node.index];
        std::string label(to_string(place.kind));
        if (!place.label.empty()) label += ' ' + printable(place.label);
        lines_.push_back({indent + '(' + label + ')', {}});
    }

    // The strictest reason about this part, and where it comes from.
    [[nodiscard]] std::string said_about(std::uint32_t index) const {
        const Reason* strictest = nullptr;
        for (const Reason& reason : answer_.decision.reasons) {
            if (reason.command != index) continue;
            if (strictest == nullptr || reason.verdict > strictest->verdict) strictest = &reason;
        }
        if (strictest == nullptr) return look_.dim("nothing said about it alone");
        std::string out = verdict_word(strictest->verdict, look_) + "  ";
        // A rule that is only perhaps met is not what allows this part, so it is not named.
        const bool undecided = strictest->kind == policy::ReasonKind::undecidable;
        if (undecided || strictest->rule.empty()) return out + std::string(to_string(strictest->kind));
        out += printable(strictest->rule);
        return out + look_.dim("  " + origin_text(*strictest));
    }

    const app::Judgement& answer_;
    const TextStyle& look_;
    Forest forest_;
    std::vector<Line> lines_;
    std::size_t left_out_ = 0;
};

}  // namespace

std::string verdict_word(policy::Verdict verdict, const TextStyle& style) {
    switch (verdict) {
        case policy::Verdict::allow: return style.green("allow");
        case policy::Verdict::ask: return style.yellow("ask");
        case policy::Verdict::deny: return style.red("deny");
    }
    return "deny";
}

std::string command_tree(const app::Judgement& answer, const TextStyle& style) {
    if (answer.analysis.places.empty() || answer.analysis.commands.empty()) return {};
    return Drawing(answer, style).run();
}

}  // namespace postern::cli
