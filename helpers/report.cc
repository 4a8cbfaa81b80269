#include "report.h"

#include <cerrno>
#include <cstring>

#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

namespace postern::init {
namespace {

int send_packet(int socket, const Report& report, const int* descriptor) {
    Report copy = report;
    iovec data{&copy, sizeof copy};
    alignas(cmsghdr) char ancillary[CMSG_SPACE(sizeof(int))] = {};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    if (descriptor != nullptr) {
        message.msg_control = ancillary;
        message.msg_controllen = sizeof ancillary;
        cmsghdr* const header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        std::memcpy(CMSG_DATA(header), descriptor, sizeof(int));
    }
    while (sendmsg(socket, &message, MSG_NOSIGNAL) < 0) {
        if (errno != EINTR) return errno;
    }
    return 0;
}

}  // namespace

int send_report(int socket, const Report& report) {
    return send_packet(socket, report, nullptr);
}

int send_descriptor(int socket, DescriptorKind kind, int descriptor) {
    const Report report{ReportKind::descriptor, static_cast<std::uint32_t>(kind), 0};
    return send_packet(socket, report, &descriptor);
}

void must(int socket, Step step, int error) {
    if (error == 0) return;
    // Nobody to tell, if this fails: whoever waits sees the status and a socket that was closed without a word.
    (void)send_report(socket, {ReportKind::setup, static_cast<std::uint32_t>(step), error});
    _exit(kSetupStatus);
}

void fail_exec(int socket, int error) {
    (void)send_report(socket, {ReportKind::exec, 0, error});
    _exit(error == ENOENT ? 127 : 126);
}

}  // namespace postern::init
