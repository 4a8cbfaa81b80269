// A small reader of macOS sandbox profiles, so that rules are tested by what they mean. It knows the forms that Postern
// writes and throws at any other: a misspelt filter is an error here, as it is there.
#pragma once

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace postern::test {

struct Sexp {
    enum class Kind { symbol, string, list } kind = Kind::list;
    std::string text{};
    std::vector<Sexp> items{};
};

// Every form of the text, or std::runtime_error.
std::vector<Sexp> read_forms(std::string_view text);

// Something a process wants to do.
struct Act {
    enum class Peer { none, ip, unix_socket };
    std::string operation;
    std::string path{};  // of a file or a socket
    std::string name{};  // of a service, a system value, shared memory
    Peer peer = Peer::none;
    bool same_sandbox = false;
};

class Sbpl {
public:
    using Parameters = std::vector<std::pair<std::string, std::string>>;
    Sbpl(std::string_view text, const Parameters& parameters);

    // How rules combine is described in two ways: the last rule that fits, or the last one for the most exact name of
    // the operation. The answer must be the same in both, and the same with the rules in reverse; else it throws.
    [[nodiscard]] bool allows(const Act& act) const;

    [[nodiscard]] bool may_read(const std::string& path) const { return allows({"file-read-data", path}); }
    [[nodiscard]] bool may_stat(const std::string& path) const { return allows({"file-read-metadata", path}); }
    [[nodiscard]] bool may_write(const std::string& path) const { return allows({"file-write-data", path}); }
    [[nodiscard]] bool may_chmod(const std::string& path) const { return allows({"file-write-mode", path}); }
    [[nodiscard]] bool may_create(const std::string& path) const { return allows({"file-write-create", path}); }
    [[nodiscard]] bool may_unlink(const std::string& path) const { return allows({"file-write-unlink", path}); }
    [[nodiscard]] bool may_rename(const std::string& from, const std::string& to) const {
        return may_unlink(from) && may_create(to);
    }
    [[nodiscard]] bool may_connect_ip() const { return allows({"network-outbound", {}, {}, Act::Peer::ip}); }
    [[nodiscard]] bool may_listen_ip() const { return allows({"network-bind", {}, {}, Act::Peer::ip}); }
    [[nodiscard]] bool may_connect_unix(const std::string& path) const {
        return allows({"network-outbound", path, {}, Act::Peer::unix_socket});
    }
    [[nodiscard]] bool may_look_up(const std::string& service) const { return allows({"mach-lookup", {}, service}); }

private:
    using Filter = std::function<bool(const Act&)>;
    using Bindings = std::map<std::string, std::string>;
    struct Rule {
        bool allow;
        std::vector<std::string> operations;
        Filter filter;
    };
    struct Function {
        std::vector<std::string> arguments;
        Sexp body;
    };

    void add(const Sexp& form);
    [[nodiscard]] Filter compile(const Sexp& form, const Bindings& bindings) const;
    [[nodiscard]] Filter compile_any(const std::vector<Sexp>& items, std::size_t from, const Bindings& bindings) const;
    [[nodiscard]] Filter compile_peer(const Sexp& form, const Bindings& bindings) const;
    [[nodiscard]] std::string string(const Sexp& form, const Bindings& bindings) const;
    [[nodiscard]] bool last_fit(const Act& act, const std::vector<const Rule*>& rules) const;
    [[nodiscard]] bool most_exact(const Act& act, const std::vector<const Rule*>& rules) const;

    std::map<std::string, std::string> parameters_;
    std::map<std::string, Function> functions_;
    std::vector<Rule> rules_;
    bool default_allow_ = true;
};

}  // namespace postern::test
