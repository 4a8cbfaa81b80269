#include "settings/init.h"

#include <algorithm>
#include <string_view>

#include <unistd.h>

namespace postern::settings {
namespace {

using Texts = std::vector<std::string_view>;

struct Kind {
    Tool tool;
    std::string_view name;
    Texts signs;  // one of these files must exist
    Texts allow;
    Texts ask;
};

// Starter rules per tool: building, checking and testing is allowed; publishing or running on another machine is asked
// about.
const std::vector<Kind>& kinds() {
    static const std::vector<Kind> table = {
        {Tool::npm,
         "npm",
         {"package.json"},
         {"Bash(npm test:*)", "Bash(npm run build:*)", "Bash(npm run lint:*)", "Bash(npm run test:*)"},
         {"Bash(npm publish:*)"}},
        {Tool::yarn,
         "Yarn",
         {"yarn.lock"},
         {"Bash(yarn test:*)", "Bash(yarn build:*)", "Bash(yarn lint:*)"},
         {"Bash(yarn publish:*)", "Bash(yarn npm publish:*)"}},
        {Tool::pnpm,
         "pnpm",
         {"pnpm-lock.yaml"},
         {"Bash(pnpm test:*)", "Bash(pnpm run build:*)", "Bash(pnpm run lint:*)"},
         {"Bash(pnpm publish:*)"}},
        {Tool::cargo,
         "Cargo",
         {"Cargo.toml"},
         {"Bash(cargo build:*)", "Bash(cargo check:*)", "Bash(cargo clippy:*)", "Bash(cargo fmt:*)",
          "Bash(cargo test:*)"},
         {"Bash(cargo publish:*)", "Bash(cargo yank:*)"}},
        {Tool::python,
         "Python",
         {"pyproject.toml", "setup.py", "requirements.txt"},
         {"Bash(pytest:*)", "Bash(python -m pytest:*)", "Bash(python3 -m pytest:*)", "Bash(ruff check:*)",
          "Bash(mypy:*)"},
         {"Bash(twine upload:*)", "Bash(poetry publish:*)", "Bash(uv publish:*)"}},
        {Tool::go, "Go", {"go.mod"}, {"Bash(go build:*)", "Bash(go test:*)", "Bash(go vet:*)", "Bash(gofmt:*)"}, {}},
        {Tool::make,
         "Make",
         {"Makefile", "GNUmakefile", "makefile"},
         {"Bash(make)", "Bash(make check)", "Bash(make test)"},
         {"Bash(make install:*)"}},
        {Tool::cmake,
         "CMake",
         {"CMakeLists.txt"},
         {"Bash(cmake --build:*)", "Bash(ctest:*)"},
         {"Bash(cmake --install:*)"}},
        {Tool::meson,
         "Meson",
         {"meson.build"},
         {"Bash(meson setup:*)", "Bash(meson compile:*)", "Bash(meson test:*)", "Bash(ninja:*)"},
         {"Bash(meson install:*)"}},
        {Tool::bundler,
         "Bundler",
         {"Gemfile"},
         {"Bash(bundle exec rspec:*)", "Bash(bundle exec rake test:*)", "Bash(bundle exec rubocop:*)"},
         {"Bash(gem push:*)"}},
        {Tool::maven,
         "Maven",
         {"pom.xml"},
         {"Bash(mvn compile:*)", "Bash(mvn test:*)", "Bash(mvn verify:*)"},
         {"Bash(mvn deploy:*)"}},
        {Tool::gradle,
         "Gradle",
         {"build.gradle", "build.gradle.kts"},
         {"Bash(gradle build:*)", "Bash(gradle test:*)", "Bash(./gradlew build:*)", "Bash(./gradlew test:*)"},
         {"Bash(gradle publish:*)", "Bash(./gradlew publish:*)"}},
        {Tool::composer, "Composer", {"composer.json"}, {"Bash(composer test:*)", "Bash(vendor/bin/phpunit:*)"}, {}},
    };
    return table;
}

bool is_there(const AbsPath& project, std::string_view name) {
    const auto path = AbsPath::resolve(project, name);
    return path && ::access(path->text().c_str(), F_OK) == 0;
}

bool has(const ProjectFacts& facts, Tool tool) {
    return std::ranges::find(facts.tools, tool) != facts.tools.end();
}

void append(Texts& to, const Texts& from) {
    to.insert(to.end(), from.begin(), from.end());
}

// Writes a JSON list. The texts come from the table above and need no escapes.
std::string list_text(const Texts& texts, std::string_view indent) {
    if (texts.empty()) return "[]";
    std::string out = "[";
    for (const std::string_view text : texts) {
        out += (out.size() > 1 ? ",\n" : "\n") + std::string(indent) + "    \"" + std::string(text) + '"';
    }
    return out + '\n' + std::string(indent) + ']';
}

std::string settings_text(const Texts& allow, const Texts& ask, const Texts& deny) {
    return "{\n"
           "    // Postern settings of this project, shared by everyone who works on it. Personal ones belong in\n"
           "    // settings.local.json beside this file. After a change: postern settings validate, postern trust.\n"
           "    \"permissions\": {\n"
           "        // Runs without a question. In the sandbox most commands need no rule.\n"
           "        \"allow\": " +
           list_text(allow, "        ") +
           ",\n"
           "        // A person is asked first.\n"
           "        \"ask\": " +
           list_text(ask, "        ") +
           ",\n"
           "        // Refused, whatever else is said here or elsewhere.\n"
           "        \"deny\": " +
           list_text(deny, "        ") +
           "\n"
           "    },\n"
           "    \"sandbox\": {\n"
           "        \"network\": {\n"
           "            // Hosts that commands may reach: \"host\", \"*.host\" or \"host:port\". Your package "
           "registry\n"
           "            // would stand here. Empty means no network at all.\n"
           "            \"allowedDomains\": []\n"
           "        }\n"
           "    }\n"
           "}\n";
}

}  // namespace

ProjectFacts read_facts(const AbsPath& project) {
    ProjectFacts facts;
    facts.git = is_there(project, ".git");
    for (const Kind& kind : kinds()) {
        const bool found =
            std::ranges::any_of(kind.signs, [&](std::string_view sign) { return is_there(project, sign); });
        if (found) facts.tools.push_back(kind.tool);
    }
    // A lock file tells which of the package managers that share package.json is used.
    if (has(facts, Tool::yarn) || has(facts, Tool::pnpm)) std::erase(facts.tools, Tool::npm);
    return facts;
}

Starter starter_settings(const ProjectFacts& facts) {
    Starter starter;
    Texts allow;
    Texts ask;
    if (facts.git) {
        append(ask, {"Bash(git push:*)"});
        starter.choices.emplace_back("git: pushing is asked about; looking at the repository needs no rule");
    }
    for (const Kind& kind : kinds()) {
        if (!has(facts, kind.tool)) continue;
        append(allow, kind.allow);
        append(ask, kind.ask);
        starter.choices.push_back(std::string(kind.name) + ": building and testing is allowed" +
                                  (!kind.ask.empty() ? ", publishing and installing is asked about" : ""));
    }
    const Texts secrets = {"Read(./.env)",      "Read(./.env.local)", "Read(./.env.production)", "Read(~/.ssh/**)",
                           "Read(~/.gnupg/**)", "Read(~/.aws/**)",    "Read(~/.netrc)"};
    starter.choices.emplace_back("secrets: .env files, keys and credentials in your home directory cannot be read");
    starter.choices.emplace_back("network: off; add the hosts you need to sandbox.network.allowedDomains");

    starter.text = settings_text(allow, ask, secrets);
    return starter;
}

}  // namespace postern::settings
