// postern-init: the first process inside the sandbox. It gives up every privilege, starts the command behind the last
// walls, and stays as pid 1 to report how the command fares. bwrap has already made the namespaces and mounts.
//
// What it must not do: read files, parse anything but its arguments and the packets of init_protocol.h, print.
#include "arguments.h"
#include "command.h"
#include "install_filters.h"
#include "landlock.h"
#include "privileges.h"
#include "report.h"
#include "signals.h"
#include "terminal.h"
#include "watch.h"

#include <cerrno>
#include <ctime>

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace postern::init {
namespace {

int check_control(int control) {
    int type = 0;
    socklen_t size = sizeof type;
    if (getsockopt(control, SOL_SOCKET, SO_TYPE, &type, &size) != 0) return errno;
    if (type != SOCK_SEQPACKET) return EPROTOTYPE;
    return fcntl(control, F_SETFD, FD_CLOEXEC) == 0 ? 0 : errno;
}

int hand_out(int control, Handed what, const int* descriptors, std::size_t count) {
    const int error = send_descriptors(control, what, descriptors, count);
    for (std::size_t i = 0; i < count; ++i) (void)close(descriptors[i]);
    return error;
}

// A socket belongs to the network namespace it was made in, also when it is used from outside. With IPv6 it can take
// connections for both kinds of addresses; some kernels do without.
int stream_socket() {
    const int dual = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return dual >= 0 ? dual : socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

int hand_out_gate(int control) {
    int sockets[kMostHanded];
    for (std::size_t i = 0; i < kMostHanded; ++i) {
        sockets[i] = i < kGateStreams ? stream_socket() : socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        if (sockets[i] < 0) return errno;
    }
    return hand_out(control, Handed::gate, sockets, kMostHanded);
}

int wait_for_go(int from) {
    Order order{};
    ssize_t length = 0;
    do {
        length = recv(from, &order, sizeof order, 0);
    } while (length < 0 && errno == EINTR);
    if (length < 0) return errno;
    return length == sizeof order && order.kind == OrderKind::go ? 0 : EPIPE;
}

// With the time that files get when they are changed: what has an earlier one, the command did not change.
Report ready_now() {
    timespec now{};
    (void)syscall(SYS_clock_gettime, CLOCK_REALTIME_COARSE, &now);  // cannot fail; 0 would only mean "long ago"
    return {ReportKind::ready, static_cast<std::uint32_t>(now.tv_sec), static_cast<std::int32_t>(now.tv_nsec)};
}

// In the child. Never comes back: either the command runs, or the reason is with pid 1.
[[noreturn]] void become_command(const Arguments& arguments, int parent) {
    // First, so that no way to the command can forget it. The child itself still needs its two sockets.
    must(parent, Step::descriptors, close_descriptors_at_exec());

    // A group of its own: `kill 0` inside reaches the command's processes and not pid 1, bwrap or Postern, which share
    // theirs. While signals are still blocked, as taking the terminal from the background would stop us.
    must(parent, Step::process_group, setpgid(0, 0) == 0 ? 0 : errno);
    if (arguments.foreground) must(parent, Step::process_group, give_terminal_to(getpid()));

    // With the command's rights, not with ours: capabilities are gone.
    if (arguments.directory != nullptr) {
        must(parent, Step::directory, chdir(arguments.directory) == 0 ? 0 : errno);
    }

    // Before seccomp: it opens files and makes calls of its own, which no filter then needs to leave open for it.
    must(parent, Step::landlock, restrict_writing(arguments));

    // After Landlock, which opens every writable path: a low limit on descriptors must not keep a wall from standing.
    must(parent, Step::limits, set_limits(arguments));

    // Before seccomp, and while nobody else is inside who could take a port.
    if (arguments.gate) {
        must(parent, Step::gate, hand_out_gate(arguments.control));
        must(parent, Step::gate, wait_for_go(parent));
    }

    // After the last step that signals could disturb. From here on an order to end is obeyed by ending.
    must(parent, Step::signals, reset_signals());

    // The supervisor must be able to read the arguments of calls it is asked about, the first exec among them. There is
    // nobody inside yet who could use that.
    must(parent, Step::dumpable, show_to_supervisor());

    // Last, so that filters may refuse what the steps above needed. What follows is only sendmsg, recv, close and exec.
    int listener = -1;
    must(parent, Step::seccomp, install_filters(arguments, listener));
    if (listener >= 0) {
        // Until somebody answers it, a call that the filter hands over would hang: the exec, for one.
        must(parent, Step::listener, hand_out(arguments.control, Handed::seccomp_listener, &listener, 1));
        must(parent, Step::listener, wait_for_go(parent));
    }
    must(parent, Step::listener, send_report(arguments.control, ready_now()));
    fail_exec(parent, execute(arguments.command));
}

// The whole story, in order.
int run(const Arguments& arguments) {
    const int control = arguments.control;

    // Before anything else runs in here: from now on nobody can open our descriptors through /proc, or trace us.
    must(control, Step::dumpable, hide_from_others());

    // Before there is anything to leave behind. A parent that is dead already is seen by its end of the socket.
    must(control, Step::parent_death, die_with_parent());

    // Our own program: not needed any more, and nobody should find it open.
    must(control, Step::arguments, close(arguments.exec) == 0 ? 0 : errno);

    // Before the fork: neither pid 1 nor the command keeps anything. Capabilities first, as the promise not to gain new
    // privileges is about what is left then.
    must(control, Step::capabilities, drop_capabilities());
    must(control, Step::no_new_privileges, forbid_new_privileges());

    // Before the fork, or the end of a very short command could be missed.
    must(control, Step::signals, block_all_signals());

    // The child speaks to us through its own pair, so that only one process reads the supervisor's packets, and so that
    // a run has one last packet: the child's reason, or its end.
    int pair[2];
    must(control, Step::fork, socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) == 0 ? 0 : errno);
    const pid_t child = fork();
    must(control, Step::fork, child < 0 ? errno : 0);
    if (child == 0) {
        (void)close(pair[0]);  // or we would not see pid 1's end close
        become_command(arguments, pair[1]);
    }
    (void)close(pair[1]);

    // The child does the same; whoever comes first. An order must find the group. The child may have ended or exec'd.
    (void)setpgid(child, child);
    return watch({control, pair[0], child});
}

}  // namespace
}  // namespace postern::init

// With a C library `main` by another name: see freestanding.cc.
extern "C" int postern_init_main(int argc, char** argv) {
    using namespace postern::init;
    Arguments arguments;
    const int error = parse(argc, argv, arguments);
    if (arguments.control < 0 || check_control(arguments.control) != 0) {
        // Nobody to report to.
        static constexpr char kMessage[] = "postern-init: is started by postern, with a socket to report to\n";
        (void)!write(STDERR_FILENO, kMessage, sizeof kMessage - 1);
        return kSetupStatus;
    }
    must(arguments.control, Step::arguments, error);
    return run(arguments);
}
