// Samples for the benchmarks: a line as agents write it, a program as builds start it, a long script, and the settings
// of a project.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace postern::bench {

inline constexpr std::string_view kTypicalLine = "cd x && FOO=1 npm test 2>&1 | tail -20";

// Arguments with which gcc starts its compiler proper.
inline std::vector<std::string> compiler_words() {
    return {"/usr/lib/gcc/x86_64-linux-gnu/12/cc1",
            "-quiet",
            "-imultiarch",
            "x86_64-linux-gnu",
            "parse.c",
            "-quiet",
            "-dumpdir",
            "build/",
            "-dumpbase",
            "parse.c",
            "-dumpbase-ext",
            ".c",
            "-mtune=generic",
            "-march=x86-64",
            "-O2",
            "-fasynchronous-unwind-tables",
            "-o",
            "/tmp/ccJzgONL.s"};
}

// Returns about ten kilobytes with most of the grammar, and no two equal lines.
inline std::string long_script() {
    std::string script;
    for (int i = 0; script.size() < 10 * 1024; ++i) {
        const std::string n = std::to_string(i);
        script += "for file in src/part" + n + "/*.c; do\n  if [[ -f \"$file\" && $file != *_test.c ]]; then\n";
        script +=
            "    gcc -O2 -c \"$file\" -o \"build/$(basename \"$file\" .c)" + n + ".o\" || exit " + n + "\n  fi\ndone\n";
        script += "cat > config" + n + ".txt <<EOF\nname=${NAME:-default" + n + "}\ncount=$((1 + " + n + "))\nEOF\n";
        script +=
            "timeout 30 env CI=1 npm run step" + n + " -- --reporter=dot 2>&1 | grep -v '^ok' | tail -n " + n + "\n";
        script += "case \"$1\" in start|run) ./serve --port 80" + n + " & ;; *) echo 'usage: x" + n + "' >&2 ;; esac\n";
    }
    return script;
}

// Returns rules of the usual kinds. `part` makes the files differ.
inline std::string settings_text(int part, int rules) {
    const std::string n = std::to_string(part);
    const auto list = [&](std::string_view tool, int count) {
        std::string text;
        for (int i = 0; i < count; ++i) {
            text +=
                std::string(i == 0 ? "" : ", ") + "\"Bash(" + std::string(tool) + n + "-" + std::to_string(i) + ":*)\"";
        }
        return text;
    };
    return "{\"permissions\": {\"deny\": [" + list("rm", rules / 4) + "], \"ask\": [" + list("git push", rules / 4) +
           "], \"allow\": [" + list("npm run", rules - rules / 4 * 2) +
           "]}, \"sandbox\": {\"enabled\": true, \"filesystem\": {\"denyRead\": [\"~/.ssh" + n +
           "\"]}, \"network\": {\"allowedDomains\": [\"host" + n + ".example.org\"]}}}";
}

}  // namespace postern::bench
