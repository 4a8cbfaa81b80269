// The place where scripts run: a private directory, the recording programs under their many names, and the few real
// programs that scripts may use. Removed again when the stage goes.
#pragma once

#include <string>
#include <vector>

namespace postern::oracle {

// Directories of one worker: workers never share a log or a working directory.
struct Booth {
    std::string stubs;  // the recording programs, and their log
    std::string log;
    std::string work;    // working directory of the scripts; emptied between two of them
    std::string script;  // for scripts that bash reads from a file
    std::string path;    // PATH of the scripts
};

class Stage {
public:
    // On failure `error()` says why and the stage must not be used.
    Stage(const std::string& recorder, std::size_t booths);
    ~Stage();
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    [[nodiscard]] const std::string& error() const noexcept { return error_; }
    [[nodiscard]] const Booth& booth(std::size_t i) const noexcept { return booths_[i]; }
    [[nodiscard]] const std::string& bash() const noexcept { return bash_; }

private:
    bool link_tools();
    bool add_booth(const std::string& recorder, std::size_t number);
    bool fail(const std::string& what);

    std::string root_;
    std::string tools_;
    std::string bash_;
    std::string error_;
    std::vector<Booth> booths_;
};

// Scripts run as this user when the oracle is started by root.
inline constexpr unsigned kNobody = 65534;

}  // namespace postern::oracle
