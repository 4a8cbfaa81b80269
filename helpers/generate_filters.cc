// generate_filters FILE: compiles the tables of seccomp_filters.h to programs for the kernel and writes them as a C++
// header. Runs only when Postern is built, for the machine on which it is built.
#include "seccomp_filters.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include <seccomp.h>
#include <unistd.h>

#include <linux/filter.h>

namespace postern::init {
namespace {

[[noreturn]] void die(const std::string& what, int error) {
    std::fprintf(stderr, "generate_filters: %s: %s\n", what.c_str(), std::strerror(error));
    std::exit(1);
}

scmp_arg_cmp compare(unsigned argument, scmp_compare how, std::uint64_t a, std::uint64_t b = 0) {
    return {argument, how, a, b};
}

bool contains(const std::vector<std::uint32_t>& values, std::uint32_t value) {
    for (const std::uint32_t each : values) {
        if (each == value) return true;
    }
    return false;
}

// Matches every value with a bit outside the mask, except 0xffffffff, which asks for the current value and changes
// nothing. A value with the highest bit set is allowed only if all other bits are set too; without that bit, only if no
// bit outside the mask is set.
std::vector<scmp_arg_cmp> expand_beyond(const ArgumentTest& test) {
    constexpr std::uint32_t kHighest = 1U << 31;
    std::vector<scmp_arg_cmp> any;
    for (std::uint32_t bit = 1; bit != kHighest; bit <<= 1) {
        any.push_back(compare(test.argument, SCMP_CMP_MASKED_EQ, kHighest | bit, kHighest));
        if ((bit & test.mask) == 0) any.push_back(compare(test.argument, SCMP_CMP_MASKED_EQ, kHighest | bit, bit));
    }
    return any;
}

// Matches the values of a block of 256 that are not listed, by their upper bits where none below them is listed.
void expand_block(const ArgumentTest& test, std::uint32_t first, std::uint32_t size, std::vector<scmp_arg_cmp>& any) {
    bool listed = false;
    for (std::uint32_t value = first; value < first + size; ++value) listed = listed || contains(test.values, value);
    if (!listed) {
        any.push_back(compare(test.argument, SCMP_CMP_MASKED_EQ, 0xffffU & ~(size - 1), first));
    } else if (size > 1) {
        expand_block(test, first, size / 2, any);
        expand_block(test, first + size / 2, size / 2, any);
    }
}

// Returns alternatives to the test: it holds if any of them does. A rule of libseccomp compares each argument only
// once.
std::vector<scmp_arg_cmp> expand(const ArgumentTest& test) {
    std::vector<scmp_arg_cmp> any;
    switch (test.kind) {
        case ArgumentTest::Kind::one_of:
            for (const std::uint32_t value : test.values) {
                any.push_back(compare(test.argument, SCMP_CMP_MASKED_EQ, test.mask, value));
            }
            break;
        case ArgumentTest::Kind::none_of:
            for (std::uint32_t value = 0; value <= test.mask; ++value) {
                if (contains(test.values, value)) continue;
                any.push_back(compare(test.argument, SCMP_CMP_MASKED_EQ, test.mask, value));
            }
            break;
        case ArgumentTest::Kind::all_none_of:
            for (std::uint32_t value = 0; value < test.values.back(); ++value) {
                if (!contains(test.values, value)) any.push_back(compare(test.argument, SCMP_CMP_EQ, value));
            }
            any.push_back(compare(test.argument, SCMP_CMP_GT, test.values.back()));
            break;
        case ArgumentTest::Kind::any_bit:
            for (std::uint64_t bit = 1; bit <= test.mask; bit <<= 1) {
                if ((bit & test.mask) != 0) any.push_back(compare(test.argument, SCMP_CMP_MASKED_EQ, bit, bit));
            }
            break;
        case ArgumentTest::Kind::beyond: any = expand_beyond(test); break;
        case ArgumentTest::Kind::block_but: expand_block(test, test.mask, 256, any); break;
    }
    return any;
}

// Returns every combination of one comparison per test.
std::vector<std::vector<scmp_arg_cmp>> expand(const std::vector<ArgumentTest>& tests) {
    std::vector<std::vector<scmp_arg_cmp>> rules{{}};
    for (const ArgumentTest& test : tests) {
        std::vector<std::vector<scmp_arg_cmp>> longer;
        for (const auto& rule : rules) {
            for (const scmp_arg_cmp& comparison : expand(test)) {
                longer.push_back(rule);
                longer.back().push_back(comparison);
            }
        }
        rules = std::move(longer);
    }
    return rules;
}

// Returns the number of the call, below zero if this architecture has no such call.
int number_of(const Row& row) {
    const int number = seccomp_syscall_resolve_name(row.call);
    if (number != __NR_SCMP_ERROR) return number;
    if (row.number < 0) die(row.call, ENOSYS);
    return row.number;
}

void add(scmp_filter_ctx context, const Row& row) {
    const int number = number_of(row);
    if (number < 0) return;
    const std::uint32_t action =
        row.error == kNotify ? SCMP_ACT_NOTIFY : SCMP_ACT_ERRNO(static_cast<unsigned>(row.error));
    for (const auto& rule : expand(row.when)) {
        const int error =
            seccomp_rule_add_exact_array(context, action, number, static_cast<unsigned>(rule.size()), rule.data());
        if (error != 0) die(row.call, -error);
    }
}

std::vector<sock_filter> compile(const Filter& filter) {
    scmp_filter_ctx context = seccomp_init(SCMP_ACT_ALLOW);
    if (context == nullptr) die("seccomp_init", ENOMEM);
    // Makes a tree instead of a list: most calls match no row, and a list would compare them with all rows.
    if (const int error = seccomp_attr_set(context, SCMP_FLTATR_CTL_OPTIMIZE, 2); error != 0) die("optimize", -error);
    if (const int error = seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS); error != 0) {
        die("architecture", -error);
    }
    for (const Row& row : filter.rows) add(context, row);

    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
    if (file == nullptr) die("tmpfile", errno);
    if (const int error = seccomp_export_bpf(context, fileno(file.get())); error != 0) die(filter.name, -error);
    seccomp_release(context);
    std::rewind(file.get());
    std::vector<sock_filter> code;
    sock_filter instruction{};
    while (std::fread(&instruction, sizeof instruction, 1, file.get()) == 1) code.push_back(instruction);
    if (code.empty() || code.size() > BPF_MAXINSNS) die(filter.name, E2BIG);
    return code;
}

bool has_listener(const Filter& filter) {
    for (const Row& row : filter.rows) {
        if (row.error == kNotify) return true;
    }
    return false;
}

std::string render() {
    std::string text =
        "// Made by generate_filters.\n#pragma once\n\n#include \"arguments.h\"\n\nnamespace postern::init {\n\n";
    std::string list = "inline constexpr Program kPrograms[] = {\n";
    int index = 0;
    for (const Filter& filter : filters()) {
        const std::string code = "kCode" + std::to_string(index++);
        const std::vector<sock_filter> instructions = compile(filter);
        text += "inline constexpr sock_filter " + code + "[] = {\n";
        for (const sock_filter& each : instructions) {
            char line[64];
            std::snprintf(line, sizeof line, "    {0x%02x, %u, %u, 0x%08x},\n", unsigned{each.code}, unsigned{each.jt},
                          unsigned{each.jf}, each.k);
            text += line;
        }
        text += "};\n\n";
        list += "    {\"" + std::string(filter.name) + "\", " + code + ", " + std::to_string(instructions.size()) +
                ", " + (has_listener(filter) ? "true" : "false") + "},\n";
    }
    return text + list + "};\n\n}  // namespace postern::init\n";
}

}  // namespace
}  // namespace postern::init

int main(int argc, char** argv) {
    using namespace postern::init;
    if (argc != 2) die("usage: generate_filters FILE", EINVAL);
    const std::string text = render();
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(argv[1], "we"), std::fclose);
    if (file == nullptr) die(argv[1], errno);
    if (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() || std::fflush(file.get()) != 0) {
        die(argv[1], errno);
    }
    return 0;
}
