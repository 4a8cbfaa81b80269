// Code from the network that a line runs unseen: `curl … | sh` and its other forms. What a line downloads is found once;
// each of its commands is then looked up.
#pragma once

#include "policy/line_effects.h"
#include "policy/policy.h"
#include "shell/analysis.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace postern::policy {

class Downloads {
public:
    static bool any(const shell::Analysis& analysis);

    // `text` is what the spans of the analysis count in; if it is empty, nothing is known of variables.
    Downloads(const shell::Analysis& analysis, std::string_view text, const Host& host, const LineEffects& flow);

    // Tells whether the command runs code that the line downloads: through a pipe, a substitution, a variable
    // or a file.
    [[nodiscard]] bool are_run_by(std::uint32_t index) const;

private:
    [[nodiscard]] std::uint32_t source_of(std::uint32_t index) const;
    [[nodiscard]] bool reads_download(std::uint32_t index) const;
    [[nodiscard]] bool from_pipe(std::uint32_t index) const;
    [[nodiscard]] bool in_substitution(const shell::Span& part) const;
    [[nodiscard]] bool from_doubt(const shell::Unknown& unknown) const;
    [[nodiscard]] bool from_file(std::uint32_t index) const;
    [[nodiscard]] bool made_before(std::uint32_t index, const std::vector<std::string>& paths) const;
    [[nodiscard]] std::vector<std::string> paths_of(const shell::Word& word, std::uint32_t index) const;
    [[nodiscard]] bool reads_made(std::uint32_t index) const;
    [[nodiscard]] bool is_fed_by_download(const shell::Command& command) const;
    [[nodiscard]] bool runs_input_of_xargs(std::uint32_t index) const;
    [[nodiscard]] bool reads_descriptor_of_download(std::uint32_t index) const;
    void note_files(std::uint32_t index);
    void note_named_by_address(std::uint32_t index);
    void note_substituted(std::uint32_t index);
    void note_variables(std::uint32_t index);
    [[nodiscard]] std::string_view text_of(const shell::Span& part) const;
    [[nodiscard]] bool uses_variable(const shell::Span& part) const;
    [[nodiscard]] bool begins_with_variable(const shell::Span& part) const;
    [[nodiscard]] bool hands_on_variable(std::uint32_t index) const;

    const std::vector<shell::Place>& places_;
    const std::vector<shell::Command>& commands_;
    std::string_view text_;
    const Host& host_;
    const LineEffects& flow_;
    std::uint32_t first_;                                  // the first command that downloads
    std::vector<bool> fetches_;                            // by command: it downloads, or carries a command that does
    std::vector<shell::Span> substituted_;                 // downloads inside `$(…)` and `<(…)`
    std::unordered_set<std::string> variables_;            // names that may hold what was downloaded
    std::unordered_map<std::string, std::uint32_t> made_;  // files made of downloads, by the command that makes them
    std::unordered_multimap<std::uint32_t, const shell::Unknown*> doubts_;  // by command
};

}  // namespace postern::policy
