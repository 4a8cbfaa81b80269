// postern-serve: the broker of questions. `postern serve` starts it; it is a program of its own so that the road of a
// command carries neither its libraries nor its log.
//
//     postern-serve STATE_HOME LOG_LEVEL [NOTIFY_PROGRAM]
#include "approval/broker_access.h"
#include "base/file.h"
#include "base/io.h"
#include "service/confine.h"
#include "service/server.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include <fcntl.h>
#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace {

using namespace postern;

constexpr int kFailed = 125;
constexpr std::size_t kLogBytes = 1 << 20, kLogFiles = 3;
constexpr int kBacklog = 128;

tl::unexpected<Error> failed(const std::string& doing) {
    return fail(Errc::io, describe_errno(doing, errno));
}

struct Place {
    AbsPath directory, socket;
    UniqueFd lock;  // held while the broker lives: there is one for each user
};

Result<Place> take_place(const AbsPath& state_home) {
    const AbsPath directory = approval::broker_directory(state_home);
    if (Status made = make_directories(directory, S_IRWXU); !made) return tl::unexpected<Error>(made.error());
    const UniqueFd fd(::open(directory.text().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
    if (!fd) return failed("cannot open " + directory.text());
    if (Status alone = check_private(fd.get(), directory.text()); !alone) return tl::unexpected<Error>(alone.error());
    auto lock = lock_at(fd.get(), "lock", std::chrono::milliseconds(0));
    if (!lock) return fail(Errc::io, "another broker serves already: " + lock.error().what);
    auto socket = AbsPath::resolve(directory, "socket");
    if (!socket) return tl::unexpected<Error>(socket.error());
    return Place{directory, std::move(*socket), std::move(*lock)};
}

Result<UniqueFd> listen_at(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) return fail(Errc::invalid, "too long for a socket", path);
    std::memcpy(address.sun_path, path.data(), path.size());
    if (::unlink(path.c_str()) != 0 && errno != ENOENT) return failed("cannot remove the old socket");
    UniqueFd out(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (!out || ::bind(out.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::chmod(path.c_str(), S_IRUSR | S_IWUSR) != 0 || ::listen(out.get(), kBacklog) != 0)
        return failed("cannot listen at " + path);
    return out;
}

UniqueFd ending_signals() {
    sigset_t which;
    (void)::sigemptyset(&which);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) (void)::sigaddset(&which, signal);
    (void)::sigprocmask(SIG_BLOCK, &which, nullptr);
    return UniqueFd(::signalfd(-1, &which, SFD_CLOEXEC | SFD_NONBLOCK));
}

// Into a file that does not grow without end; under systemd also to the journal, which reads standard error.
service::Log open_log(const AbsPath& directory, const std::string& level) {
    std::vector<spdlog::sink_ptr> sinks{
        std::make_shared<spdlog::sinks::rotating_file_sink_mt>(directory.text() + "/serve.log", kLogBytes, kLogFiles)};
    if (std::getenv("JOURNAL_STREAM") != nullptr) sinks.push_back(std::make_shared<spdlog::sinks::stderr_sink_mt>());
    auto logger = std::make_shared<spdlog::logger>("serve", sinks.begin(), sinks.end());
    logger->set_level(spdlog::level::from_str(level));
    logger->flush_on(spdlog::level::info);
    return [logger](service::LogLevel at, const std::string& text) {
        switch (at) {
            case service::LogLevel::debug: return logger->debug("{}", text);
            case service::LogLevel::info: return logger->info("{}", text);
            case service::LogLevel::warning: return logger->warn("{}", text);
        }
    };
}

Status serve(const AbsPath& state_home, const std::string& level, const std::string& notify) {
    (void)::umask(S_IRWXG | S_IRWXO);
    const UniqueFd ends = ending_signals();
    if (!ends) return failed("cannot wait for signals");
    if (Status less = service::give_up_privileges(); !less) return less;
    auto place = take_place(state_home);
    if (!place) return tl::unexpected<Error>(place.error());
    auto listener = listen_at(place->socket.text());
    if (!listener) return tl::unexpected<Error>(listener.error());
    const std::string token = approval::random_hex(approval::kTokenBytes);
    if (Status kept = approval::write_access(state_home, {place->socket.text(), token}); !kept) return kept;
    const service::Log log = open_log(place->directory, level);
    log(service::LogLevel::info, "serves at " + place->socket.text());
    (void)write_all(STDOUT_FILENO, "postern: the broker serves at " + place->socket.text() + '\n');
    service::Server server(std::move(*listener), token, log, service::Notifier(notify));
    Status done = server.serve_until(ends.get());
    (void)::unlink(place->socket.text().c_str());  // clients then know that nobody is there
    log(service::LogLevel::info, done ? "ends" : "fails: " + done.error().what);
    return done;
}

int run(const std::vector<std::string>& words) {
    const bool complete = words.size() == 2 || words.size() == 3;
    const auto state_home = complete ? AbsPath::parse(words[0]) : fail(Errc::invalid, "");
    const Status done = state_home ? serve(*state_home, words[1], words.size() == 3 ? words[2] : "")
                                   : Status(fail(Errc::invalid, "postern-serve is started by `postern serve`"));
    if (done) return 0;
    (void)write_all(STDERR_FILENO, "postern: " + text_of(done.error()) + '\n');
    return kFailed;
}

}  // namespace

int main(int argc, char** argv) {
    const StandardFds standard;
    try {
        return run({argv + (argc > 0 ? 1 : 0), argv + argc});
    } catch (const std::exception& e) {
        (void)write_all(STDERR_FILENO, std::string("postern: the broker fails: ") + e.what() + '\n');
        return kFailed;
    }
}
