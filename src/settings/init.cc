#include "settings/init.h"

#include "base/text.h"

#include <algorithm>
#include <memory>

#include <dirent.h>
#include <unistd.h>

namespace postern::settings {
namespace {

constexpr std::string_view kSecrets[] = {"Read(./.env)",    "Read(./.env.local)", "Read(./.env.production)",
                                         "Read(~/.ssh/**)", "Read(~/.gnupg/**)",  "Read(~/.aws/**)",
                                         "Read(~/.netrc)"};

std::vector<std::string> names_in(const AbsPath& directory) {
    std::vector<std::string> out;
    const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(directory.text().c_str()), ::closedir);
    while (const dirent* entry = open ? ::readdir(open.get()) : nullptr) out.emplace_back(entry->d_name);
    return out;
}

bool is_sign(std::string_view sign, std::string_view name) {
    return sign.starts_with('*') ? name.size() >= sign.size() && name.ends_with(sign.substr(1)) : name == sign;
}

// Writes a JSON list. The texts come from tables and need no escapes.
std::string list_text(const std::vector<std::string>& texts, std::string_view indent) {
    if (texts.empty()) return "[]";
    std::string out = "[";
    for (const std::string& text : texts) {
        out += (out.size() > 1 ? ",\n" : "\n") + std::string(indent) + "    \"" + text + '"';
    }
    return out + '\n' + std::string(indent) + ']';
}

std::string quoted(const Texts& commands) {
    std::vector<std::string> out;
    for (const std::string_view command : commands) out.push_back('`' + std::string(command) + '`');
    return joined(out, ", ");
}

std::vector<std::string> rules_for(const ProjectFacts& facts) {
    std::vector<std::string> out;
    const auto add = [&out](std::string_view command) {
        std::string rule = "Bash(" + std::string(command) + ":*)";
        if (std::ranges::find(out, rule) == out.end()) out.push_back(std::move(rule));
    };
    if (facts.git) add("git push");
    for (const ProjectKind* kind : facts.kinds) std::ranges::for_each(kind->asks, add);
    return out;
}

// Returns the hosts as comments in the list, each with the kinds that use it.
std::string host_lines(const ProjectFacts& facts, std::string_view indent) {
    std::string out;
    Texts named;
    for (const ProjectKind* kind : facts.kinds) {
        for (const std::string_view host : kind->hosts) {
            if (std::ranges::find(named, host) != named.end()) continue;
            named.push_back(host);
            out += std::string(indent) + "// \"" + std::string(host) + "\",\n";
        }
    }
    return out;
}

std::string settings_text(const ProjectFacts& facts) {
    const std::string hosts = host_lines(facts, "                ");
    const std::string comment =
        hosts.empty()
            ? "            // Hosts that commands may reach: \"host\", \"*.host\" or \"host:port\". Empty means no "
              "network at all.\n"
            : "            // Hosts that commands may reach. For packages from the registry take the slashes away, "
              "then\n"
              "            // run `postern trust`. While the list is empty there is no network at all.\n";
    return "{\n"
           "    // Postern settings of this project, shared by everyone who works on it. Personal ones belong in\n"
           "    // settings.local.json beside this file. After a change: postern settings validate, postern trust.\n"
           "    // Commands run in the sandbox without a question, so building and testing needs no rule.\n"
           "    \"permissions\": {\n"
           "        // A person is asked first, also in the sandbox.\n"
           "        \"ask\": " +
           list_text(rules_for(facts), "        ") +
           ",\n"
           "        // Refused, whatever else is said here or elsewhere.\n"
           "        \"deny\": " +
           list_text({std::begin(kSecrets), std::end(kSecrets)}, "        ") +
           "\n"
           "    },\n"
           "    \"sandbox\": {\n"
           "        \"network\": {\n" +
           comment + "            \"allowedDomains\": [" + (hosts.empty() ? "" : '\n' + hosts + "            ") +
           "]\n"
           "        }\n"
           "    }\n"
           "}\n";
}

}  // namespace

ProjectFacts read_facts(const AbsPath& project) {
    ProjectFacts facts;
    const std::vector<std::string> names = names_in(project);
    const auto has = [&](std::string_view sign) {
        return std::ranges::any_of(names, [&](const std::string& name) { return is_sign(sign, name); });
    };
    facts.git = has(".git");
    for (const ProjectKind& kind : project_kinds()) {
        if (std::ranges::none_of(kind.signs, has)) continue;
        const auto others = split(kind.unless, ' ');
        const bool gives_way = std::ranges::any_of(facts.kinds, [&](const ProjectKind* found) {
            return std::ranges::find(others, found->name) != others.end();
        });
        if (!gives_way) facts.kinds.push_back(&kind);
    }
    return facts;
}

Starter starter_settings(const ProjectFacts& facts) {
    Starter starter{.text = settings_text(facts), .choices = {}};
    if (facts.git) {
        starter.choices.emplace_back(
            "git: looking and committing run in the sandbox without a question; `git push` is asked about");
    }
    bool hosts = false;
    for (const ProjectKind* kind : facts.kinds) {
        hosts = hosts || !kind->hosts.empty();
        starter.choices.push_back(std::string(kind->name) + ": " + quoted(kind->everyday) +
                                  " run in the sandbox without a question" +
                                  (kind->asks.empty() ? "" : "; asked about: " + quoted(kind->asks)));
    }
    starter.choices.emplace_back("secrets: .env files, keys and credentials in your home directory cannot be read");
    starter.choices.emplace_back(
        hosts ? "network: off; the registry's hosts stand in the file as comments, to be switched on there"
              : "network: off; add the hosts you need to sandbox.network.allowedDomains");
    return starter;
}

}  // namespace postern::settings
