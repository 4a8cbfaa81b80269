#include "report.h"

#include <cerrno>
#include <cstring>

#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

namespace postern::init {
namespace {

int send_packet(int socket, const Report& report, const int* descriptors, std::size_t count) {
    Report copy = report;
    iovec data{&copy, sizeof copy};
    alignas(cmsghdr) char ancillary[CMSG_SPACE(kMostHanded * sizeof(int))] = {};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    if (count > 0) {
        message.msg_control = ancillary;
        message.msg_controllen = CMSG_SPACE(count * sizeof(int));
        cmsghdr* const header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(count * sizeof(int));
        std::memcpy(CMSG_DATA(header), descriptors, count * sizeof(int));
    }
    while (sendmsg(socket, &message, MSG_NOSIGNAL) < 0) {
        if (errno != EINTR) return errno;
    }
    return 0;
}

}  // namespace

int send_report(int socket, const Report& report) {
    return send_packet(socket, report, nullptr, 0);
}

int send_descriptors(int socket, Handed what, const int* descriptors, std::size_t count) {
    const Report report{ReportKind::descriptors, static_cast<std::uint32_t>(what), 0};
    return send_packet(socket, report, descriptors, count);
}

void must(int socket, Step step, int error) {
    if (error == 0) return;
    // If this fails, Postern sees only the exit status and that the socket was closed.
    (void)send_report(socket, {ReportKind::setup, static_cast<std::uint32_t>(step), error});
    _exit(kSetupStatus);
}

void fail_exec(int socket, int error) {
    (void)send_report(socket, {ReportKind::exec, 0, error});
    _exit(error == ENOENT ? 127 : 126);
}

}  // namespace postern::init
