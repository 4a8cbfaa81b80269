// Private directory in which scripts run, with the recording programs under their many names and the few real programs
// that scripts may use. The destructor removes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace postern::oracle {

// Directories of one worker. Workers never share a log or a working directory.
struct Booth {
    std::string stubs;  // the recording programs, and their log
    std::string log;
    std::string work;  // working directory of the scripts; emptied after each script
    std::string home;
    std::string script;  // for scripts that bash reads from a file
    std::string answer;  // Postern's report on a script
    std::string path;    // PATH of the scripts
};

class Stage {
public:
    enum class Kind {
        plain,    // the recorder is one file under all names
        guarded,  // a file for each name, because the guard recognises copies of a program; adds bwrap
    };
    // Creates the directory. On failure `error()` says why and the stage must not be used.
    Stage(const std::string& recorder, Kind kind, std::size_t booths);
    ~Stage();
    Stage(const Stage&) = delete;
    Stage& operator=(const Stage&) = delete;

    [[nodiscard]] const std::string& error() const noexcept { return error_; }
    [[nodiscard]] const Booth& booth(std::size_t i) const noexcept { return booths_[i]; }
    [[nodiscard]] const std::string& bash() const noexcept { return bash_; }

private:
    bool link_tool(std::string_view name);
    bool add_booth(const std::string& recorder, Kind kind, std::size_t number);
    bool add_stubs(const std::string& recorder, Kind kind, const std::string& directory);
    bool fail(const std::string& what);

    std::string root_;
    std::string tools_;
    std::string bash_;
    std::string error_;
    std::vector<Booth> booths_;
};

// User that runs the scripts when the oracle is started by root.
inline constexpr unsigned kNobody = 65534;

}  // namespace postern::oracle
