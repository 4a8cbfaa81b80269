// Runs the recorder oracle. Random scripts run under real bash with every program replaced by a recorder. Every program
// that ran must be in the analysis of the text, unless the analysis reported a doubt.
//
// With --guarded POSTERN the same scripts run in the sandbox with a deny rule about one of their programs, half of them
// from a file that Postern does not read beforehand. The denied program must not run.
//
// Exit status: 0 all sound, 1 a failure, 2 wrong usage, 77 bash or a tool is missing (1 if POSTERN_TESTS_MUST_RUN=1).
#include "campaign.h"
#include "summary.h"

#include <unistd.h>

#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>

namespace {

using namespace postern::oracle;

constexpr const char* kUsage =
    "usage: oracle [--count N | --seconds N] [--seed N] [--first INDEX] [--jobs N] [--mode all|grammar|mutate]\n"
    "              [--strict] [--shrink] [--show N] [--show-undecided] [--max-undecided PERCENT] [--print INDEX]\n"
    "              [--recorder PATH] [--regressions PATH] [--guarded POSTERN]\n";

std::optional<std::uint64_t> number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

bool set_number(Options& options, std::string_view name, std::uint64_t value) {
    if (name == "--count") {
        options.count = value;
    } else if (name == "--seconds") {
        options.seconds = value;
    } else if (name == "--seed") {
        options.seed = value;
    } else if (name == "--first") {
        options.first = value;
    } else if (name == "--jobs") {
        options.jobs = value == 0 ? 1 : value;
    } else if (name == "--show") {
        options.show = value;
    } else if (name == "--max-undecided") {
        options.undecided_bound = static_cast<double>(value) / 100;
    } else {
        return false;
    }
    return true;
}

bool set_text(Options& options, std::string_view name, std::string_view value) {
    if (name == "--recorder") {
        options.recorder = value;
    } else if (name == "--regressions") {
        options.regressions = value;
    } else if (name == "--guarded") {
        std::error_code ignored;
        options.postern = std::filesystem::absolute(value, ignored).string();  // it is started in another directory
    } else if (name == "--mode") {
        if (value != "all" && value != "grammar" && value != "mutate") return false;
        options.mode = value == "all" ? Mode::all : value == "grammar" ? Mode::grammar : Mode::mutate;
    } else {
        const auto parsed = number(value);
        return parsed && set_number(options, name, *parsed);
    }
    return true;
}

std::optional<Options> parse(int argc, char** argv) {
    Options options;
    const long cores = ::sysconf(_SC_NPROCESSORS_ONLN);
    options.jobs = cores > 0 ? static_cast<std::size_t>(cores) : 1;
    std::error_code ignored;
    options.recorder =
        (std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path() / "oracle_recorder").string();
    for (int i = 1; i < argc; ++i) {
        const std::string_view name = argv[i];
        if (name == "--shrink") {
            options.shrink = true;
        } else if (name == "--strict") {
            options.demand = Demand::strict;
        } else if (name == "--show-undecided") {
            options.show_undecided = true;
        } else if (i + 1 >= argc || !set_text(options, name, argv[++i])) {
            return std::nullopt;
        }
    }
    return options;
}

int cannot_run(const std::string& why) {
    std::fprintf(stderr, "oracle: %s\n", why.c_str());
    const char* must = std::getenv("POSTERN_TESTS_MUST_RUN");
    return must != nullptr && std::strcmp(must, "1") == 0 ? 1 : 77;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc >= 3 && std::string_view(argv[1]) == "--print") {
        const auto index = number(argv[2]);
        argv[2] = argv[0];
        const auto options = parse(argc - 2, argv + 2);
        if (!index || !options) return std::fputs(kUsage, stderr), 2;
        const Case one = make_case(options->seed, *index, options->mode);
        std::printf("%s\n", one.script.c_str());
        return 0;
    }
    const auto options = parse(argc, argv);
    if (!options) return std::fputs(kUsage, stderr), 2;
    std::vector<Case> regressions;
    if (!options->regressions.empty()) {
        auto read = read_regressions(options->regressions);
        if (!read) {
            std::fprintf(stderr, "oracle: cannot read %s\n", options->regressions.c_str());
            return 1;
        }
        regressions = std::move(*read);
    }
    const bool guarded = !options->postern.empty();
    const Stage stage(options->recorder, guarded ? Stage::Kind::guarded : Stage::Kind::plain, options->jobs);
    if (!stage.error().empty()) return cannot_run(stage.error());
    const auto start = std::chrono::steady_clock::now();
    const Report report = run_campaign(*options, stage, regressions);
    if (!report.error.empty()) return cannot_run(report.error);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    const bool good = guarded ? summarise_guarded(report, took.count()) : summarise(report, *options, took.count());
    return good ? 0 : 1;
}
