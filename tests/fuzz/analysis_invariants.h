// What holds for every analysis of every text, valid Bash or not. Used by the fuzz targets and by the recorder oracle.
#pragma once

#include "shell/analysis.h"

#include <string>

namespace postern {

// Empty when all is well, else one sentence. `text_size` is the length of the analysed text.
inline std::string invariant_broken(const shell::Analysis& analysis, std::size_t text_size) {
    const auto inside = [&](const shell::Span& span) { return span.begin <= span.end && span.end <= text_size; };
    if (analysis.places.empty()) return "there is no place for the whole text";
    for (std::size_t i = 0; i < analysis.places.size(); ++i) {
        const shell::Place& place = analysis.places[i];
        std::size_t steps = 0;  // upwards, to place 0
        for (shell::PlaceId up = static_cast<shell::PlaceId>(i); up != 0; up = analysis.places[up].parent) {
            if (up >= analysis.places.size()) return "place " + std::to_string(i) + " has a parent that is not there";
            if (++steps > analysis.places.size()) return "place " + std::to_string(i) + " is its own ancestor";
        }
        if (!inside(place.span)) return "place " + std::to_string(i) + " lies outside the text";
    }
    const auto bad_word = [&](const shell::Word& word) {
        if (!inside(word.span)) return true;
        return word.literal() && word.text.find(shell::kHole) != std::string::npos;
    };
    for (std::size_t i = 0; i < analysis.commands.size(); ++i) {
        const shell::Command& command = analysis.commands[i];
        const std::string which = "command " + std::to_string(i);
        if (!inside(command.span)) return which + " lies outside the text";
        if (command.place >= analysis.places.size()) return which + " has no place";
        if (command.via != shell::kNoCommand && command.via >= i) return which + " is not after its wrapper";
        if (command.piped_from != shell::kNoCommand && command.piped_from >= i)
            return which + " is not after what feeds it";
        for (const shell::Word& word : command.words) {
            if (bad_word(word)) return which + " has a word outside the text or a literal with a hole";
        }
        for (const shell::Assignment& assignment : command.assignments) {
            if (!inside(assignment.span) || bad_word(assignment.value)) return which + " has a bad assignment";
            for (const shell::Word& element : assignment.elements) {
                if (bad_word(element)) return which + " has a bad array element";
            }
        }
        for (const shell::Redirection& redirection : command.redirections) {
            if (!inside(redirection.span) || bad_word(redirection.target)) return which + " has a bad redirection";
        }
    }
    for (const shell::Unknown& unknown : analysis.unknowns) {
        if (!inside(unknown.span)) return "an unknown lies outside the text";
        if (unknown.place >= analysis.places.size()) return "an unknown has no place";
        if (unknown.command != shell::kNoCommand && unknown.command >= analysis.commands.size()) {
            return "an unknown is about a command that is not there";
        }
        if (unknown.what.empty()) return "an unknown does not say what it is";
    }
    return {};
}

}  // namespace postern
