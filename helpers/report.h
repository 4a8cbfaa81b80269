// Sends packets to Postern, or from the child to pid 1, which passes them on.
#pragma once

#include "backend/init_protocol.h"

#include <cstddef>

namespace postern::init {

using backend::init::Handed;
using backend::init::kGateStreams;
using backend::init::kMostHanded;
using backend::init::Order;
using backend::init::OrderKind;
using backend::init::Report;
using backend::init::ReportKind;
using backend::init::Step;

inline constexpr int kSetupStatus = 125;  // exit status if the sandbox could not be set up

// Return 0 or an errno.
[[nodiscard]] int send_report(int socket, const Report& report);
[[nodiscard]] int send_descriptors(int socket, Handed what, const int* descriptors, std::size_t count);

// Does nothing if `error` is 0. Otherwise reports the step and ends this process.
void must(int socket, Step step, int error);

// Reports that the program could not be started, and ends this process with the status that a shell would have.
[[noreturn]] void fail_exec(int socket, int error);

}  // namespace postern::init
