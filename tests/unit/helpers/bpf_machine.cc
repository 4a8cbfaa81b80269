#include "bpf_machine.h"

#include <cstring>

namespace postern::init {
namespace {

struct Machine {
    std::uint32_t a = 0;
    std::uint32_t x = 0;
    std::uint32_t memory[BPF_MEMWORDS] = {};
};

std::optional<bool> compare(unsigned code, std::uint32_t a, std::uint32_t b) {
    switch (BPF_OP(code)) {
        case BPF_JEQ: return a == b;
        case BPF_JGT: return a > b;
        case BPF_JGE: return a >= b;
        case BPF_JSET: return (a & b) != 0;
        default: return std::nullopt;
    }
}

// Executes loads, stores and arithmetic. Returns false for unknown instructions and accesses out of bounds.
bool step(Machine& machine, const sock_filter& instruction, const seccomp_data& call) {
    const std::uint32_t k = instruction.k;
    switch (instruction.code) {
        case BPF_LD | BPF_W | BPF_ABS:
            if (k % 4 != 0 || k > sizeof call - 4) return false;
            std::memcpy(&machine.a, reinterpret_cast<const char*>(&call) + k, 4);
            return true;
        case BPF_LD | BPF_MEM:
            if (k >= BPF_MEMWORDS) return false;
            machine.a = machine.memory[k];
            return true;
        case BPF_ST:
            if (k >= BPF_MEMWORDS) return false;
            machine.memory[k] = machine.a;
            return true;
        case BPF_LD | BPF_IMM: machine.a = k; return true;
        case BPF_ALU | BPF_AND | BPF_K: machine.a &= k; return true;
        case BPF_MISC | BPF_TAX: machine.x = machine.a; return true;
        case BPF_MISC | BPF_TXA: machine.a = machine.x; return true;
        default: return false;
    }
}

}  // namespace

std::optional<std::uint32_t> evaluate(std::span<const sock_filter> code, const seccomp_data& call) {
    Machine machine;
    // Jumps only go forward, so this ends.
    for (std::size_t at = 0; at < code.size(); ++at) {
        const sock_filter& instruction = code[at];
        if (instruction.code == (BPF_RET | BPF_K)) return instruction.k;
        if (instruction.code == (BPF_RET | BPF_A)) return machine.a;
        if (instruction.code == (BPF_JMP | BPF_JA)) {
            at += instruction.k;
        } else if (BPF_CLASS(instruction.code) == BPF_JMP) {
            const std::optional<bool> yes = compare(instruction.code, machine.a, instruction.k);
            if (!yes.has_value() || BPF_SRC(instruction.code) != BPF_K) return std::nullopt;
            at += *yes ? instruction.jt : instruction.jf;
        } else if (!step(machine, instruction, call)) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

}  // namespace postern::init
