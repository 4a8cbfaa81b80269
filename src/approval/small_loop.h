// The loop for questions while nothing runs yet.
#pragma once

#include "approval/approver.h"

#include <vector>

namespace postern::approval {

class SmallLoop : public Loop {
public:
    void serve(Watched service) override;
    void leave(int fd) override;
    void hold(HoldRequest hold) override { hold.on_held(false); }  // nothing runs that would have to stand still
    void release() override {}

    // Waits for the next descriptor and serves it. False if there is nothing to wait for, or waiting fails.
    [[nodiscard]] bool serve_next();

private:
    std::vector<Watched> services_{};  // one that has left has the descriptor -1 until the next turn
};

}  // namespace postern::approval
