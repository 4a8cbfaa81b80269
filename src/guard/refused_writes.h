// Notices writes that the sandbox's mounts are about to refuse, so that the end of the run can say why a command failed.
// It only looks, with descriptors that open no file, and lets every call go on: the mounts decide.
//
// The path is read from the caller's memory, and the kernel reads it again later, so a hostile program can have a path
// listed that it never tried. It gains nothing but a wrong line about itself.
#pragma once

#include "base/abs_path.h"
#include "guard/call_shapes.h"
#include "guard/listener.h"
#include "guard/process.h"
#include "sandbox/profile.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace postern::guard {

struct RefusedWrite {
    enum class Wall : std::uint8_t {
        outside,     // of the writable places
        guarded,     // read-only by its name or by a setting
        cannot_move  // can be written, but neither moved nor removed
    };
    std::string path{};  // the first one
    Wall wall = Wall::outside;
    std::string reason{};     // "servers run it after the next push"
    std::string directory{};  // what would have to be allowed; empty if no setting allows it
    std::uint64_t times = 1;  // how often the same wall was hit
};

// Tells which wall of the profile a path is behind. `directory` holds the path and exists.
[[nodiscard]] RefusedWrite explain_refusal(const sandbox::Profile& profile, const AbsPath& path,
                                           const AbsPath& directory, RefusedWrite::Wall seen);

// The refused writes of one run, within bounds: one for each wall that was hit.
class RefusedWriteLog {
public:
    static constexpr std::size_t kMost = 100;

    // Counts a further hit. Returns false if the wall is not known yet.
    bool count_known(const std::string& place);
    // `place` is the directory in which the write was tried.
    void add(const std::string& place, std::optional<RefusedWrite> refused);
    [[nodiscard]] const std::vector<RefusedWrite>& entries() const& noexcept { return entries_; }
    [[nodiscard]] std::uint64_t left_out() const noexcept { return left_out_; }

private:
    static constexpr std::size_t kNoEntry = static_cast<std::size_t>(-1);  // a place that is no wall of the sandbox
    std::vector<RefusedWrite> entries_{};
    std::map<std::string, std::size_t> places_{};  // indexes into entries_
    std::uint64_t left_out_ = 0;
};

class WriteWatch {
public:
    // `profile` and `log` outlive the run.
    WriteWatch(const sandbox::Profile& profile, SharedDirectories& shared, RefusedWriteLog& log)
        : profile_(profile), shared_(shared), log_(log) {}

    // Must be called after the other guards of the same calls: what they refuse is told by them.
    void serve(Listener& listener);

private:
    struct Name {  // a path in a call: its directory, open as a path, and its last component
        UniqueFd parent{};
        std::string name{};
        std::string path{};  // as the caller spelled it
        int directory = 0;
    };
    enum class Act : std::uint8_t { open, make, remove, replace, change };

    void look(const Listener& listener, const Call& call);
    // Returns false if there is nothing of this name to act on.
    bool look_at(const Process& process, const Name& name, Act act, int flags);
    [[nodiscard]] static std::optional<Name> name_in(const Process& process, const Call& call,
                                                     const PathArgument& argument);
    // Opens what the name stands for, as a path only.
    [[nodiscard]] static UniqueFd object_of(const Process& process, const Name& name, bool follow);
    // Notes that the write fails. `wall` is what has the read-only mount, or is one.
    void note(const Process& process, const Name& name, int wall, RefusedWrite::Wall seen);

    const sandbox::Profile& profile_;
    SharedDirectories& shared_;
    RefusedWriteLog& log_;
};

}  // namespace postern::guard
