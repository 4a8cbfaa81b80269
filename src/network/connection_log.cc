#include "network/connection_log.h"

#include <utility>

namespace postern::network {

void ConnectionLog::add(ConnectionRecord passage) {
    if (passage.host.empty() && passage.reason.empty()) return;
    // One that was cut off has passed something all the same.
    if (passage.verdict == policy::Verdict::allow || passage.bytes_up + passage.bytes_down > 0) {
        if (passed_ == kMostPassed) {
            ++left_out_;
            return;
        }
        ++passed_;
        entries_.push_back(std::move(passage));
        return;
    }
    What what{passage.host, passage.port, passage.reason};
    if (const auto before = refused_.find(what); before != refused_.end()) {
        ++entries_[before->second].times;
    } else if (refused_.size() == kMostRefused) {
        ++left_out_;
    } else {
        refused_.emplace(std::move(what), entries_.size());
        entries_.push_back(std::move(passage));
    }
}

}  // namespace postern::network
