#include "arguments.h"

#include "seccomp_programs.h"

#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstring>

namespace postern::init {
namespace {

bool same(const char* a, const char* b) {
    return std::strcmp(a, b) == 0;
}

// Accepts digits only. strtoull would also accept a sign, spaces and other bases.
bool parse_number(const char* text, std::uint64_t& number) {
    if (*text == '\0') return false;
    number = 0;
    for (; *text != '\0'; ++text) {
        if (*text < '0' || *text > '9') return false;
        if (__builtin_mul_overflow(number, std::uint64_t{10}, &number)) return false;
        if (__builtin_add_overflow(number, static_cast<std::uint64_t>(*text - '0'), &number)) return false;
    }
    return true;
}

// Refuses 0 to 2, because the standard streams belong to the command.
int parse_descriptor(const char* text, int& descriptor) {
    std::uint64_t number = 0;
    if (!parse_number(text, number) || number < 3 || number > INT_MAX) return EINVAL;
    descriptor = static_cast<int>(number);
    return 0;
}

int add_filter(const char* name, Arguments& into) {
    for (const Program& program : kPrograms) {
        if (!same(program.name, name)) continue;
        for (std::size_t i = 0; i < into.filter_count; ++i) {
            if (into.filters[i] == &program) return 0;
        }
        if (into.filter_count == Arguments::kMost) return E2BIG;
        into.filters[into.filter_count++] = &program;
        return 0;
    }
    return EINVAL;
}

int add_limit(const char* text, Arguments& into) {
    struct Named {
        const char* name;
        int resource;
    };
    static constexpr Named kNamed[] = {
        {"as", RLIMIT_AS},       {"core", RLIMIT_CORE},     {"cpu", RLIMIT_CPU},
        {"fsize", RLIMIT_FSIZE}, {"nofile", RLIMIT_NOFILE}, {"nproc", RLIMIT_NPROC},
    };
    for (const Named& named : kNamed) {
        const std::size_t length = std::strlen(named.name);
        if (std::strncmp(text, named.name, length) != 0 || text[length] != '=') continue;
        std::uint64_t value = 0;
        if (!parse_number(text + length + 1, value)) return EINVAL;
        if (into.limit_count == Arguments::kMost) return E2BIG;
        into.limits[into.limit_count++] = {named.resource, value};
        return 0;
    }
    return EINVAL;
}

// Options without a value.
struct Flag {
    const char* name;
    bool Arguments::*member;
};
constexpr Flag kFlags[] = {{"--foreground", &Arguments::foreground},
                           {"--abstract-sockets", &Arguments::abstract_sockets},
                           {"--gate", &Arguments::gate},
                           {"--names", &Arguments::names},
                           {"--without-namespaces", &Arguments::without_namespaces}};

const Flag* flag_called(const char* option) {
    for (const Flag& flag : kFlags) {
        if (same(flag.name, option)) return &flag;
    }
    return nullptr;
}

// Handles an option with a value. An unknown option is an error, because it may be meant to restrict something.
int take(const char* option, const char* value, Arguments& into) {
    if (same(option, "--control")) return parse_descriptor(value, into.control);
    if (same(option, "--exec")) return parse_descriptor(value, into.exec);
    if (same(option, "--journal")) return parse_descriptor(value, into.journal);
    if (same(option, "--filter")) return add_filter(value, into);
    if (same(option, "--limit")) return add_limit(value, into);
    if (same(option, "--write") || same(option, "--read")) return value[0] == '/' ? 0 : EINVAL;
    if (same(option, "--cwd")) {
        into.directory = value;
        return value[0] == '/' ? 0 : EINVAL;
    }
    return EINVAL;
}

// Returns the first error, but reads all options: --control may follow the faulty one, and is needed to report it.
int parse_options(Arguments& into, char** end) {
    int error = add_filter("base", into);
    char** at = into.options;
    for (; at < end && !same(*at, "--"); ++at) {
        int fault = 0;
        if (const Flag* flag = flag_called(*at)) {
            into.*(flag->member) = true;
        } else {
            fault = at + 1 < end ? take(at[0], at[1], into) : EINVAL;
            ++at;
        }
        if (error == 0) error = fault;
    }
    into.options_end = at;
    if (error == 0 && at + 1 >= end) error = EINVAL;  // no "--", or nothing to run behind it
    into.command = at + 1;
    return error;
}

}  // namespace

int parse(int argc, char** argv, Arguments& into) {
    into.options = argv + 1;
    if (argc < 2) return EINVAL;
    const int error = parse_options(into, argv + argc);
    if (error != 0) return error;
    return into.control < 0 || into.exec < 0 || into.control == into.exec ? EINVAL : 0;
}

const char* next_path(const Arguments& arguments, const char* wanted, char**& at) {
    while (at < arguments.options_end) {
        if (flag_called(*at) != nullptr) {
            ++at;
            continue;
        }
        char** const option = at;
        at += 2;
        if (same(*option, wanted)) return option[1];
    }
    return nullptr;
}

}  // namespace postern::init
