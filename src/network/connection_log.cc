#include "network/connection_log.h"

#include <utility>

namespace postern::network {

void ConnectionLog::add(ConnectionRecord record) {
    if (record.host.empty() && record.reason.empty()) return;
    // A connection that was cut off counts as passed if bytes went through.
    if (record.verdict == policy::Verdict::allow || record.bytes_up + record.bytes_down > 0) {
        if (passed_ == kMostPassed) {
            ++left_out_;
            return;
        }
        ++passed_;
        entries_.push_back(std::move(record));
        return;
    }
    RefusalKey what{record.host, record.port, record.reason};
    if (const auto before = refused_.find(what); before != refused_.end()) {
        ++entries_[before->second].times;
    } else if (refused_.size() == kMostRefused) {
        ++left_out_;
    } else {
        refused_.emplace(std::move(what), entries_.size());
        entries_.push_back(std::move(record));
    }
}

}  // namespace postern::network
