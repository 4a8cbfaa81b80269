#include "network/lookups.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace postern::network {
namespace {

constexpr const char* kProgram = "/usr/bin/getent";  // part of the C library's package
constexpr std::size_t kMostText = 64U << 10U;

// Lines look like "93.184.216.34   STREAM example.org", one for each kind of socket.
std::vector<policy::Address> addresses_in(std::string_view text) {
    std::vector<policy::Address> out;
    for (const std::string_view line : split(text, '\n')) {
        const auto address = policy::Address::parse(line.substr(0, line.find(' ')));
        if (address && std::ranges::find(out, *address) == out.end()) out.push_back(*address);
    }
    return out;
}

}  // namespace

std::optional<Lookup> Lookup::start(const std::string& name) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
    UniqueFd output(ends[0]);
    const UniqueFd input(ends[1]);
    (void)::fcntl(output.get(), F_SETFL, O_NONBLOCK);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    (void)::posix_spawn_file_actions_init(&actions);
    (void)::posix_spawn_file_actions_adddup2(&actions, input.get(), STDOUT_FILENO);
    (void)::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    (void)::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    sigset_t none;
    (void)::sigemptyset(&none);
    (void)::posix_spawnattr_init(&attributes);
    (void)::posix_spawnattr_setsigmask(&attributes, &none);
    (void)::posix_spawnattr_setpgroup(&attributes, 0);  // the terminal's Ctrl-C does not reach it
    (void)::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    // Some versions of getent do not know `--`. A host name never begins with a hyphen, so it is not needed.
    const std::array<const char*, 4> argv{"getent", "ahosts", name.c_str(), nullptr};
    // LOCALDOMAIN is empty, so that no search list turns the judged name into another one.
    const std::array<const char*, 3> environment{"PATH=/usr/bin:/bin", "LOCALDOMAIN=", nullptr};
    pid_t child = -1;
    const int error = ::posix_spawn(&child, kProgram, &actions, &attributes, const_cast<char**>(argv.data()),
                                    const_cast<char**>(environment.data()));
    (void)::posix_spawn_file_actions_destroy(&actions);
    (void)::posix_spawnattr_destroy(&attributes);
    if (error != 0) return std::nullopt;
    return Lookup(child, std::move(output));
}

Lookup::Lookup(Lookup&& other) noexcept
    : child_(std::exchange(other.child_, -1)), output_(std::move(other.output_)), text_(std::move(other.text_)) {}

Lookup::~Lookup() {
    if (child_ <= 0) return;
    (void)::kill(child_, SIGKILL);
    while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
}

std::optional<std::vector<policy::Address>> Lookup::read() {
    std::array<char, 4096> part;  // filled by read
    while (!found_) {
        const ssize_t got = ::read(output_.get(), part.data(), part.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN) return std::nullopt;
        if (got <= 0 || text_.size() > kMostText) {
            found_ = addresses_in(text_);
        } else {
            text_.append(part.data(), static_cast<std::size_t>(got));
        }
    }
    return found_;
}

std::optional<SharedLookup> SharedLookup::join(std::shared_ptr<Lookup> lookup) {
    UniqueFd output(::fcntl(lookup->fd(), F_DUPFD_CLOEXEC, 0));
    if (!output) return std::nullopt;
    return SharedLookup(std::move(lookup), std::move(output));
}

std::optional<SharedLookup> Lookups::start(const std::string& name, std::string& why) {
    std::erase_if(running_, [](const auto& entry) { return entry.second.expired(); });
    why = "the name cannot be looked up here";
    if (const auto found = running_.find(name); found != running_.end())
        return SharedLookup::join(found->second.lock());
    if (running_.size() >= kMost) {
        why = "too many names are being looked up at the same time";
        return std::nullopt;
    }
    auto lookup = Lookup::start(name);
    if (!lookup) return std::nullopt;
    const auto shared = std::make_shared<Lookup>(std::move(*lookup));
    running_.emplace(name, shared);
    return SharedLookup::join(shared);
}

std::optional<std::vector<policy::Address>> NameCache::find(const std::string& name, Time now) const {
    const auto found = known_.find(name);
    if (found == known_.end() || found->second.until <= now) return std::nullopt;
    return found->second.addresses;
}

void NameCache::remember(const std::string& name, std::vector<policy::Address> addresses, Time now) {
    if (addresses.empty()) return;
    if (known_.size() >= kMost && !known_.contains(name)) {
        known_.erase(std::ranges::min_element(known_, {}, [](const auto& one) { return one.second.until; }));
    }
    known_.insert_or_assign(name, Known{.addresses = std::move(addresses), .until = now + kGoodFor});
}

}  // namespace postern::network
