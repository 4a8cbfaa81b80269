// postern-init: the first process inside the sandbox. It gives up every privilege, sets up the remaining restrictions,
// starts the command, and stays as pid 1 to report how the command ends. bwrap has already made the namespaces and
// mounts. With --without-namespaces there are none of these, and no bwrap: it stays the parent of all that it starts.
//
// It must not read files, print, or parse anything except its arguments and the packets of init_protocol.h.
#include "arguments.h"
#include "report.h"
#include "signals.h"
#include "steps.h"
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

// Makes a socket in the sandbox's network namespace, to which it belongs even when it is used from outside. An IPv6
// socket accepts connections to addresses of both kinds; some kernels have no IPv6.
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

// Sets `answers` to how many answers are to come. Without the socket names are not answered, which is no reason to stop.
int hand_out_names(int control, int& answers) {
    const int names = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (names < 0) return 0;
    answers = 1;
    return hand_out(control, Handed::names, &names, 1);
}

// Reports the time of the clock that stamps files. The command did not change files with an earlier time.
Report ready_now() {
    timespec now{};
    (void)syscall(SYS_clock_gettime, CLOCK_REALTIME_COARSE, &now);  // cannot fail; 0 would be the safe side
    return {ReportKind::ready, static_cast<std::uint32_t>(now.tv_sec), static_cast<std::int32_t>(now.tv_nsec)};
}

// Runs in the child. Does not return: either the command runs, or pid 1 has received the reason why not.
[[noreturn]] void become_command(const Arguments& arguments, int parent) {
    // First, so that it applies to every exec below. The child itself still needs its two sockets.
    must(parent, Step::descriptors, close_descriptors_at_exec());

    // Gives the command a process group of its own, so that `kill 0` inside does not reach pid 1, bwrap or Postern,
    // which share a group. Done while signals are blocked, because taking the terminal from the background would stop
    // us.
    must(parent, Step::process_group, setpgid(0, 0) == 0 ? 0 : errno);
    if (arguments.foreground) must(parent, Step::process_group, give_terminal_to(getpid()));

    // After capabilities are dropped, so that the command's rights decide.
    if (arguments.directory != nullptr) {
        must(parent, Step::directory, chdir(arguments.directory) == 0 ? 0 : errno);
    }

    // Before seccomp: Landlock opens files and makes calls that the filters need not allow then.
    must(parent, Step::landlock, restrict_files(arguments));

    // After Landlock, which opens every writable path and must not fail because of a low limit on descriptors.
    must(parent, Step::limits, set_limits(arguments));

    // Before seccomp, and while no other process inside could take a port.
    if (arguments.gate) {
        must(parent, Step::gate, hand_out_gate(arguments.control));
        must(parent, Step::gate, wait_for_go(parent));
    }
    // Postern answers while the steps below go on; its answer is waited for with the next one.
    int answers = 0;
    if (arguments.names) must(parent, Step::gate, hand_out_names(arguments.control, answers));

    // After the last step that signals could disturb. From here on, signals to end take effect.
    must(parent, Step::signals, reset_signals());

    // Postern must be able to read the arguments of calls that it answers, including the first exec. No other
    // process inside could abuse that yet.
    must(parent, Step::dumpable, show_to_supervisor());

    // Last, so that filters may refuse calls that the steps above needed. Only sendmsg, recv, close and exec follow.
    int listener = -1;
    must(parent, Step::seccomp, install_filters(arguments, listener));
    if (listener >= 0) {
        // A call that the filter hands over, such as the exec below, hangs until Postern answers it.
        must(parent, Step::listener, hand_out(arguments.control, Handed::seccomp_listener, &listener, 1));
        ++answers;
    }
    for (; answers > 0; --answers) must(parent, Step::listener, wait_for_go(parent));
    must(parent, Step::listener, send_report(arguments.control, ready_now()));
    fail_exec(parent, execute(arguments.command));
}

int run(const Arguments& arguments) {
    const int control = arguments.control;

    // Before anything else runs inside: from now on no process can open our descriptors through /proc or trace us.
    must(control, Step::dumpable, hide_from_others());
    must(control, Step::dumpable, take_name());

    // Before there is a child to leave behind. If the parent is already dead, its end of the socket is closed.
    must(control, Step::parent_death, die_with_parent());

    // Closes our own program, so that the command does not inherit it.
    must(control, Step::arguments, close(arguments.exec) == 0 ? 0 : errno);

    // Before the fork, so that neither pid 1 nor the command keeps a privilege. Capabilities come first, because
    // no_new_privs only prevents gaining new ones.
    must(control, Step::capabilities, drop_capabilities());
    must(control, Step::no_new_privileges, forbid_new_privileges());

    // After no_new_privs, which the kernel demands for it, and before there is a process to gather.
    if (arguments.without_namespaces) must(control, Step::processes, gather_processes());

    // Before the fork; otherwise the end of a very short command could be missed.
    must(control, Step::signals, block_all_signals());

    // Once the signal is blocked: until then the death of the parent kills us.
    must(control, Step::parent_death, outlive_parent());

    // The child reports to us through a pair of its own, so that only one process reads Postern's packets, and
    // so that a run has exactly one last packet: the child's failure or its end.
    int pair[2];
    must(control, Step::fork, socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) == 0 ? 0 : errno);
    const pid_t child = fork();
    must(control, Step::fork, child < 0 ? errno : 0);
    if (child == 0) {
        (void)close(pair[0]);  // otherwise we would not notice the end of pid 1
        become_command(arguments, pair[1]);
    }
    (void)close(pair[1]);

    // The child makes the same call. The first of the two has an effect, and an order from Postern finds the
    // group in any case. Fails if the child has ended or executed the command already.
    (void)setpgid(child, child);
    return watch({.control = control,
                  .child = pair[0],
                  .pid = child,
                  .journal = arguments.journal,
                  .has_all = getpid() == 1 || arguments.without_namespaces});
}

}  // namespace
}  // namespace postern::init

// The main function. Where no C library is linked, freestanding.cc calls it; elsewhere the build renames it to `main`.
extern "C" int postern_init_main(int argc, char** argv) {
    using namespace postern::init;
    Arguments arguments;
    const int error = parse(argc, argv, arguments);
    if (arguments.control < 0 || check_control(arguments.control) != 0) {
        // There is no socket for a report.
        static constexpr char kMessage[] = "postern-init: is started by postern, with a socket to report to\n";
        (void)!write(STDERR_FILENO, kMessage, sizeof kMessage - 1);
        return kSetupStatus;
    }
    must(arguments.control, Step::arguments, error);
    return run(arguments);
}
