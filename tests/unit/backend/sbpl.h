// A small reader of macOS sandbox profiles, which lets tests check the meaning of rules. Knows the forms that Postern
// writes and throws at any other: a misspelt filter is an error, as on macOS.
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

// Returns every form of the text, or throws std::runtime_error.
std::vector<Sexp> read_forms(std::string_view text);

// An operation that a process attempts.
struct Act {
    enum class Peer { none, ip, unix_socket };
    std::string operation;
    std::string path{};  // file or socket
    std::string name{};  // service, system value or shared memory
    Peer peer = Peer::none;
    bool same_sandbox = false;
};

class Sbpl {
public:
    using Parameters = std::vector<std::pair<std::string, std::string>>;
    Sbpl(std::string_view text, const Parameters& parameters);

    // Sources differ about how rules combine: the last matching rule decides, or the last one with the most exact name
    // of the operation. Throws unless both give the same answer, also with the rules in reverse order.
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
