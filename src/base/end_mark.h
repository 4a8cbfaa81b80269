// The byte that postern-init appends to the journal of a run when the last process inside is gone. The file's time of
// modification tells when that was, by the clock that stamps files. White space, so the journal stays readable.
#pragma once

namespace postern {

inline constexpr char kEndMark = '\t';

}  // namespace postern
