#include "sandbox/environment_table.h"

#include "base/ascii.h"
#include "base/glob.h"

#include <algorithm>
#include <array>
#include <string>

namespace postern::sandbox {
namespace {

constexpr std::string_view kLoader = "tells the dynamic linker what to load into every program";
constexpr std::string_view kShell = "makes shells run code or read files when they start";
constexpr std::string_view kReading = "changes how shells read a command, so it would not be the one that was judged";
constexpr std::string_view kGit = "makes git run other programs";
constexpr std::string_view kGitElsewhere = "points git to another repository or to other settings";
constexpr std::string_view kInterpreter = "makes interpreters run code when they start";
constexpr std::string_view kBuild = "makes build tools run other programs";
constexpr std::string_view kSettings = "makes a program take settings that may name commands from another file";
constexpr std::string_view kRemote = "names the program that makes connections";
constexpr std::string_view kAskpass = "names a program that asks for passwords";
constexpr std::string_view kEditor = "holds commands that an editor or pager runs";
constexpr std::string_view kLookup = "sends look-ups of names or character sets to other files";
constexpr std::string_view kSocket = "leads to a service outside that the sandbox closes off";
constexpr std::string_view kSecret = "may hold a secret";
constexpr std::string_view kAws = "may hold or lead to AWS credentials";
constexpr std::string_view kUrl = "holds a URL with a password in it";
constexpr std::string_view kProxy = "holds the login of a proxy";
constexpr std::string_view kTokenValue = "its value looks like a secret";

constexpr std::string_view kDoNothing =
    "true false : cat echo /bin/true /bin/false /bin/cat /usr/bin/true /usr/bin/false";
constexpr std::string_view kCompilerCaches = "ccache sccache";

using enum Suspicion;

// Search paths for libraries of one language (PYTHONPATH, NODE_PATH, PERL5LIB, RUBYLIB, CLASSPATH) are not listed:
// tools need them every day, and inside the sandbox they affect only programs in that language. LD_LIBRARY_PATH is
// listed: it also affects the launcher outside, which must not load a library that an earlier command wrote. PAGER,
// EDITOR, CC and similar variables name programs for everyday use and are not listed.
constexpr auto kCode = std::to_array<SuspectVariable>({
    {"LD_*", code, kLoader},
    {"DYLD_*", code, kLoader},
    {"GLIBC_TUNABLES", code, kLoader},
    {"GCONV_PATH", code, kLookup},
    {"HOSTALIASES", code, kLookup},
    {"RESOLV_HOST_CONF", code, kLookup},
    {"BASH_ENV", code, kShell},
    {"ENV", code, kShell},
    {"ZDOTDIR", code, kShell},
    {"PROMPT_COMMAND", code, kShell},
    {"PS0", code, kShell},
    {"PS4", code, kShell},
    {"BASH_FUNC_*", code, kShell},
    {"BASH_LOADABLES_PATH", code, kShell},
    {"SHELLOPTS", code, kReading},
    {"BASHOPTS", code, kReading},
    {"BASH_COMPAT", code, kReading},
    {"POSIXLY_CORRECT", code, kReading},
    {"IFS", code, kReading},
    {"CDPATH", code, kReading},
    {"GLOBIGNORE", code, kReading},
    {"EXECIGNORE", code, kReading},
    {"GIT_SSH", code, kGit},
    {"GIT_SSH_COMMAND", code, kGit},
    {"GIT_PROXY_COMMAND", code, kGit},
    {"GIT_EXTERNAL_DIFF", code, kGit},
    {"GIT_PAGER", code, kGit, kDoNothing},
    {"GIT_EDITOR", code, kGit, kDoNothing},
    {"GIT_SEQUENCE_EDITOR", code, kGit, kDoNothing},
    {"GIT_ASKPASS", code, kGit, kDoNothing},
    {"GIT_EXEC_PATH", code, kGit},
    {"GIT_TEMPLATE_DIR", code, kGit},
    {"GIT_CONFIG*", code, kGitElsewhere},
    {"GIT_DIR", code, kGitElsewhere},
    {"GIT_COMMON_DIR", code, kGitElsewhere},
    {"GIT_WORK_TREE", code, kGitElsewhere},
    {"GIT_INDEX_FILE", code, kGitElsewhere},
    {"GIT_OBJECT_DIRECTORY", code, kGitElsewhere},
    {"GIT_ALTERNATE_OBJECT_DIRECTORIES", code, kGitElsewhere},
    {"GIT_NAMESPACE", code, kGitElsewhere},
    {"GIT_ATTR_*", code, kGitElsewhere},
    {"SSH_ASKPASS", code, kAskpass, kDoNothing},
    {"SUDO_ASKPASS", code, kAskpass, kDoNothing},
    {"SSH_SK_PROVIDER", code, kRemote},
    {"SSH_SK_HELPER", code, kRemote},
    {"SSH_PKCS11_HELPER", code, kRemote},
    {"RSYNC_RSH", code, kRemote},
    {"RSYNC_CONNECT_PROG", code, kRemote},
    {"CVS_RSH", code, kRemote},
    {"SVN_SSH", code, kRemote},
    {"LESSOPEN", code, kEditor},
    {"LESSCLOSE", code, kEditor},
    {"VIMINIT", code, kEditor},
    {"GVIMINIT", code, kEditor},
    {"EXINIT", code, kEditor},
    {"NODE_OPTIONS", code, kInterpreter,
     "--max-old-space-size= --max_old_space_size= --no-warnings --trace-warnings --no-deprecation --enable-source-maps "
     "--experimental-vm-modules --openssl-legacy-provider --expose-gc"},
    {"NODE_REPL_EXTERNAL_MODULE", code, kInterpreter},
    {"BUN_OPTIONS", code, kInterpreter},
    {"PYTHONSTARTUP", code, kInterpreter},
    {"PYTHONHOME", code, kInterpreter},
    {"PYTHONINSPECT", code, kInterpreter},
    {"PYTHONBREAKPOINT", code, kInterpreter, "0"},
    {"PYTHONEXECUTABLE", code, kInterpreter},
    {"PYTHONPLATLIBDIR", code, kInterpreter},
    {"PYTHONWARNINGS", code, kInterpreter, "ignore default error always once module all"},
    {"PERL5OPT", code, kInterpreter},
    {"PERL5DB", code, kInterpreter},
    {"RUBYOPT", code, kInterpreter, "-W -w"},
    {"LUA_INIT*", code, kInterpreter},
    {"PHPRC", code, kInterpreter},
    {"PHP_INI_SCAN_DIR", code, kInterpreter},
    {"R_PROFILE*", code, kInterpreter},
    {"R_ENVIRON*", code, kInterpreter},
    {"JAVA_TOOL_OPTIONS", code, kInterpreter},
    {"_JAVA_OPTIONS", code, kInterpreter},
    {"JDK_JAVA_OPTIONS", code, kInterpreter},
    {"DOTNET_STARTUP_HOOKS", code, kInterpreter},
    {"COR_PROFILER*", code, kInterpreter},
    {"CORECLR_PROFILER*", code, kInterpreter},
    {"OPENSSL_CONF", code, kLoader, "/dev/null"},
    {"OPENSSL_ENGINES", code, kLoader},
    {"OPENSSL_MODULES", code, kLoader},
    {"MAKEFLAGS", code, kBuild, "-j --jobs= -s -k -w --no-print-directory"},
    {"GNUMAKEFLAGS", code, kBuild, "-j --jobs= -s -k -w --no-print-directory"},
    {"MFLAGS", code, kBuild, "-j --jobs= -s -k -w --no-print-directory"},
    {"MAKEFILES", code, kBuild},
    {"TAR_OPTIONS", code, kBuild},
    {"GOFLAGS", code, kBuild, "-mod=vendor -mod=mod -mod=readonly -trimpath -buildvcs=false -race -v -count= -p="},
    {"CCACHE_PREFIX", code, kBuild},
    {"RUSTC_WRAPPER", code, kBuild, kCompilerCaches},
    {"RUSTC_WORKSPACE_WRAPPER", code, kBuild, kCompilerCaches},
    {"CARGO_BUILD_RUSTC_WRAPPER", code, kBuild, kCompilerCaches},
    {"CARGO_BUILD_RUSTC_WORKSPACE_WRAPPER", code, kBuild, kCompilerCaches},
    {"CARGO_TARGET_*_RUNNER", code, kBuild},
    {"CMAKE_*_COMPILER_LAUNCHER", code, kBuild, kCompilerCaches},
    {"NPM_CONFIG_SCRIPT_SHELL", code, kBuild},
    {"NPM_CONFIG_SHELL", code, kBuild},
    {"NPM_CONFIG_GIT", code, kBuild},
    {"NPM_CONFIG_EDITOR", code, kBuild},
    {"NPM_CONFIG_VIEWER", code, kBuild},
    {"NPM_CONFIG_NODE_GYP", code, kBuild},
    {"NPM_CONFIG_NODE_OPTIONS", code, kBuild},
    {"NPM_CONFIG_INIT_MODULE", code, kBuild},
    {"NPM_CONFIG_ONLOAD_SCRIPT", code, kBuild},
    {"NPM_CONFIG_USERCONFIG", code, kSettings},
    {"NPM_CONFIG_GLOBALCONFIG", code, kSettings},
    {"YARN_SCRIPT_SHELL", code, kBuild},
    {"YARN_YARN_PATH", code, kBuild},
    {"YARN_PLUGINS", code, kBuild},
    {"YARN_RC_FILENAME", code, kSettings},
    {"RIPGREP_CONFIG_PATH", code, kSettings},
    {"WGETRC", code, kSettings},
    {"CURL_HOME", code, kSettings},
    {"APT_CONFIG", code, kSettings},
    {"HGRCPATH", code, kSettings},
    {"KUBECTL_EXTERNAL_DIFF", code, kBuild},
});

constexpr auto kSockets = std::to_array<SuspectVariable>({
    {"*_SOCK", socket, kSocket},  // SSH_AUTH_SOCK
    {"SSH_AGENT_PID", socket, kSocket},
    {"GPG_AGENT_INFO", socket, kSocket},
    {"DBUS_*_BUS_ADDRESS", socket, kSocket},
    {"XDG_RUNTIME_DIR", socket, kSocket},
    {"DISPLAY", socket, kSocket},
    {"WAYLAND_DISPLAY", socket, kSocket},
    {"WAYLAND_SOCKET", socket, kSocket},
    {"XAUTHORITY", socket, kSocket},
    {"SESSION_MANAGER", socket, kSocket},
    {"GNOME_KEYRING_*", socket, kSocket},
    {"NOTIFY_SOCKET", socket, kSocket},
    {"LISTEN_FDS", socket, kSocket},
    {"LISTEN_PID", socket, kSocket},
    {"LISTEN_FDNAMES", socket, kSocket},
    {"TMUX", socket, kSocket},
    {"TMUX_PANE", socket, kSocket},
    {"STY", socket, kSocket},
    {"NVIM", socket, kSocket},
    {"NVIM_LISTEN_ADDRESS", socket, kSocket},
    {"VSCODE_IPC_HOOK*", socket, kSocket},
    {"VSCODE_GIT_IPC_HANDLE", socket, kSocket},
    {"VSCODE_GIT_ASKPASS_*", socket, kSocket},
    {"KITTY_LISTEN_ON", socket, kSocket},
    {"WEZTERM_UNIX_SOCKET", socket, kSocket},
    {"I3SOCK", socket, kSocket},
    {"SWAYSOCK", socket, kSocket},
});

// Secrets by their names. Variables with the value of a switch, such as USE_AUTH=1, pass (see is_switch).
constexpr auto kSecrets = std::to_array<SuspectVariable>({
    {"AWS_*", secret, kAws},
    {"*TOKEN", secret, kSecret},  // not TOKENIZERS_PARALLELISM, MAX_OUTPUT_TOKENS
    {"*_TOKEN_*", secret, kSecret},
    {"*SECRET*", secret, kSecret},
    {"*_KEY", secret, kSecret},  // not MONKEY, LESSKEY, XKB_DEFAULT_LAYOUT
    {"*APIKEY*", secret, kSecret},
    {"*API_KEY*", secret, kSecret},
    {"*ACCESS_KEY*", secret, kSecret},
    {"*PRIVATE_KEY*", secret, kSecret},
    {"*PASSWORD*", secret, kSecret},
    {"*PASSWD*", secret, kSecret},
    {"*PASSPHRASE*", secret, kSecret},
    {"*_PASS", secret, kSecret},  // not BYPASS
    {"*_PWD", secret, kSecret},   // not PWD, OLDPWD
    {"*CREDENTIAL*", secret, kSecret},
    {"*_CREDS", secret, kSecret},
    {"*_AUTH", secret, kSecret},
    {"DOCKER_AUTH_CONFIG", secret, kSecret},
    {"*_PAT", secret, kSecret},
    {"*_JWT", secret, kSecret},
    {"*_COOKIE", secret, kSecret},
    {"*_DSN", secret, kSecret},
    {"*CONNECTION_STRING*", secret, kSecret},
    {"*WEBHOOK_URL", secret, kSecret},
});

constexpr SuspectVariable kPasswordInUrl{"*", secret, kUrl};
constexpr SuspectVariable kProxyLogin{"*_PROXY", secret, kProxy};
constexpr SuspectVariable kTelltaleValue{"*", secret, kTokenValue};

// Harmless variables that the tables above would match.
constexpr auto kOrdinary = std::to_array<std::string_view>({
    "LD_BIND_NOW",          // changes when symbols are bound, names no file
    "LD_RUN_PATH",          // read when something is linked, not when it runs
    "GIT_CONFIG_NOSYSTEM",  // makes git read less
    "AWS_REGION",
    "AWS_DEFAULT_REGION",
    "AWS_PROFILE",
    "AWS_DEFAULT_PROFILE",
    "AWS_DEFAULT_OUTPUT",
    "AWS_PAGER",
    "AWS_PARTITION",
    "AWS_SDK_LOAD_CONFIG",
    "AWS_EC2_METADATA_DISABLED",
    "AWS_MAX_ATTEMPTS",
    "AWS_RETRY_MODE",
    "AWS_ENDPOINT_URL*",
    "*PUBLIC_KEY",
    "*CACHE_KEY",
    "COMPOSE_KEY",
});

// Prefixes of well-known kinds of tokens.
constexpr auto kTokenBeginnings = std::to_array<std::string_view>({
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "github_pat_",
    "glpat-",
    "sk-ant-",
    "xoxb-",
    "xoxp-",
    "-----BEGIN ",
});

std::string capital(std::string_view name) {
    std::string out(name);
    for (char& c : out) {
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    }
    return out;
}

bool is_one_of(std::string_view words, std::string_view word) {
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        if (words.substr(0, end) == word) return true;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return false;
}

bool only_words_of(std::string_view allowed, std::string_view value) {
    while (!value.empty()) {
        const std::size_t end = std::min(value.find(' '), value.size());
        std::string_view word = value.substr(0, end);
        value.remove_prefix(std::min(end + 1, value.size()));
        if (word.empty()) continue;
        while (word.front() == '-' && is_digit(word.back())) word.remove_suffix(1);
        if (!is_one_of(allowed, word)) return false;
    }
    return true;
}

// Tells whether the value is that of a switch, such as USE_AUTH=1. No secret is that short.
bool is_switch(std::string_view value) {
    const std::string upper = capital(value);
    return upper.empty() || is_one_of("0 1 TRUE FALSE YES NO ON OFF", upper);
}

// Finds scheme://user:password@ anywhere in the value.
bool has_password_in_url(std::string_view value) {
    constexpr std::string_view kMark = "://";
    for (std::size_t at = value.find(kMark); at != std::string_view::npos; at = value.find(kMark, at + 1)) {
        const std::string_view rest = value.substr(at + kMark.size());
        const std::string_view authority = rest.substr(0, rest.find_first_of("/?# \t\n\"'"));
        const std::size_t sign = authority.rfind('@'), colon = authority.find(':');
        if (sign != std::string_view::npos && colon < sign && colon + 1 < sign) return true;
    }
    return false;
}

bool has_token(std::string_view value) {
    const auto begins = [&](std::string_view beginning) { return value.starts_with(beginning); };
    return std::ranges::any_of(kTokenBeginnings, begins);
}

}  // namespace

const SuspectVariable* suspect(std::string_view name, std::string_view value) {
    const std::string upper = capital(name);
    const auto fits = [&](const SuspectVariable& row) { return glob_match(row.pattern, upper); };
    const auto is_ordinary = [&](std::string_view pattern) { return glob_match(pattern, upper); };
    if (std::ranges::none_of(kOrdinary, is_ordinary)) {
        if (const auto row = std::ranges::find_if(kCode, fits); row != kCode.end()) {
            const bool harmless = !row->harmless_words.empty() && only_words_of(row->harmless_words, value);
            return harmless ? nullptr : &*row;
        }
        if (const auto row = std::ranges::find_if(kSockets, fits); row != kSockets.end()) return &*row;
        if (const auto row = std::ranges::find_if(kSecrets, fits); row != kSecrets.end() && !is_switch(value))
            return &*row;
    }
    if (has_password_in_url(value)) return &kPasswordInUrl;
    // Programs accept a proxy without a scheme too, and a user name without a password may be a token.
    if (glob_match(kProxyLogin.pattern, upper) && value.find('@') != std::string_view::npos) return &kProxyLogin;
    return has_token(value) ? &kTelltaleValue : nullptr;
}

}  // namespace postern::sandbox
