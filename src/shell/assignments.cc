#include "shell/assignments.h"

#include "shell/invocation.h"

#include <algorithm>
#include <array>

namespace postern::shell {
namespace {

// Variables that by themselves decide which code is run or loaded.
constexpr std::string_view kDangerous =
    "PATH BASH_ENV BASH_CMDS BASH_ALIASES ENV SHELLOPTS BASHOPTS PS0 PS1 PS2 PS4 PROMPT_COMMAND SHELL HOME "
    "XDG_CONFIG_HOME "
    "XDG_CONFIG_DIRS XDG_DATA_HOME XDG_DATA_DIRS ZDOTDIR FPATH FCEDIT BASH_LOADABLES_PATH EXECIGNORE PAGER "
    "EDITOR VISUAL BROWSER MANPAGER MANOPT LESS LESSOPEN LESSCLOSE LESSKEY LESSKEYIN LESSEDIT SYSTEMD_PAGER "
    "SYSTEMD_EDITOR SUDO_EDITOR PSQL_PAGER PSQL_EDITOR PSQLRC BAT_PAGER DELTA_PAGER GH_PAGER GH_EDITOR GH_BROWSER "
    "AWS_PAGER NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE BUN_OPTIONS RUBYOPT RUBYLIB RUBYSHELL GEM_HOME "
    "GEM_PATH BUNDLE_GEMFILE BUNDLE_PATH PERLLIB PHPRC PHP_INI_SCAN_DIR LUA_PATH LUA_CPATH AWKPATH AWKLIBPATH "
    "TCLLIBPATH R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER R_HOME R_LIBS R_LIBS_USER JULIA_LOAD_PATH "
    "JULIA_DEPOT_PATH GHCRTS EMACSLOADPATH VIMINIT EXINIT GVIMINIT VIM VIMRUNTIME MYVIMRC NVIM_APPNAME "
    "JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS JAVA_OPTS JAVA_HOME CLASSPATH MAVEN_OPTS MAVEN_ARGS "
    "GRADLE_OPTS GRADLE_USER_HOME SBT_OPTS ANT_ARGS ANT_OPTS DOTNET_STARTUP_HOOKS DOTNET_ROOT COR_PROFILER "
    "COR_PROFILER_PATH CORECLR_PROFILER CORECLR_PROFILER_PATH MAKEFLAGS GNUMAKEFLAGS MAKEFILES MFLAGS "
    "TAR_OPTIONS RSYNC_RSH RSYNC_CONNECT_PROG CVS_RSH SVN_SSH SVN_EDITOR HGEDITOR HGMERGE HGRCPATH HG "
    "RIPGREP_CONFIG_PATH FZF_DEFAULT_COMMAND FZF_DEFAULT_OPTS ZIPOPT UNZIP GCONV_PATH LOCPATH HOSTALIASES "
    "RESOLV_HOST_CONF SSH_ASKPASS SSH_ASKPASS_REQUIRE SUDO_ASKPASS SSH_SK_PROVIDER SSH_SK_HELPER "
    "SSH_PKCS11_HELPER CC CXX CPP LD AR AS FC CCACHE_PREFIX CCACHE_COMPILER CCACHE_CONFIGPATH GCC_EXEC_PREFIX "
    "COMPILER_PATH RUSTC RUSTDOC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTFLAGS RUSTUP_HOME CARGO CARGO_HOME "
    "CARGO_ENCODED_RUSTFLAGS GOFLAGS GOROOT GOTOOLDIR GOTOOLCHAIN GCCGO GOPACKAGESDRIVER PKG_CONFIG "
    "CMAKE_TOOLCHAIN_FILE CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER OPENSSL_CONF OPENSSL_ENGINES "
    "OPENSSL_MODULES CURL_HOME WGETRC DOCKER_CONFIG KUBE_EDITOR KUBECTL_EXTERNAL_DIFF TF_CLI_CONFIG_FILE "
    "ANSIBLE_CONFIG DPKG_ROOT APT_CONFIG PIP_CONFIG_FILE QT_PLUGIN_PATH GTK_MODULES GTK_PATH GIO_EXTRA_MODULES "
    "GIO_MODULE_DIR GST_PLUGIN_PATH MAGICK_CONFIGURE_PATH INPUTRC SCREENRC YARN_RC_FILENAME YARN_YARN_PATH "
    "YARN_PLUGINS YARN_SCRIPT_SHELL";

// Prefixes of whole families of such variables. Exceptions are in kHarmless.
constexpr std::array<std::string_view, 12> kDangerousBeginnings = {
    "LD_",         "DYLD_",       "BASH_FUNC_",    "GIT_",         "PYTHON",       "PERL5",
    "npm_config_", "NPM_CONFIG_", "CARGO_TARGET_", "CARGO_BUILD_", "CARGO_ALIAS_", "LUA_INIT"};

constexpr std::string_view kHarmless =
    "GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS GIT_MERGE_AUTOEDIT GIT_TRACE GIT_TRACE_SETUP GIT_TRACE_PERFORMANCE "
    "GIT_TRACE_PACKET "
    "GIT_CURL_VERBOSE GIT_LITERAL_PATHSPECS GIT_GLOB_PATHSPECS GIT_NOGLOB_PATHSPECS GIT_ICASE_PATHSPECS GIT_FLUSH "
    "GIT_ADVICE "
    "GIT_DISCOVERY_ACROSS_FILESYSTEM GIT_PROGRESS_DELAY GIT_HTTP_LOW_SPEED_LIMIT GIT_HTTP_LOW_SPEED_TIME "
    "GIT_LFS_SKIP_SMUDGE "
    "GIT_NO_REPLACE_OBJECTS GIT_PRINT_SHA1_ELLIPSIS GIT_REFLOG_ACTION GIT_CONFIG_NOSYSTEM "
    "PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONIOENCODING PYTHONUTF8 PYTHONHASHSEED PYTHONFAULTHANDLER "
    "PYTHONTRACEMALLOC "
    "PYTHONASYNCIODEBUG PYTHONDEVMODE PYTHONWARNDEFAULTENCODING PYTHONVERBOSE PYTHONOPTIMIZE PYTHONDEBUG PYTHONMALLOC "
    "PYTHONNOUSERSITE PYTHONSAFEPATH PYTHONINTMAXSTRDIGITS PYTHONPROFILEIMPORTTIME PYTHONCOERCECLOCALE "
    "PYTHONLEGACYWINDOWSSTDIO "
    "PYTHON_COLORS PYTHON_VERSION LD_BIND_NOW LD_WARN LD_VERBOSE "
    "npm_config_loglevel npm_config_yes npm_config_fund npm_config_audit npm_config_progress npm_config_color "
    "npm_config_update_notifier NPM_CONFIG_LOGLEVEL NPM_CONFIG_FUND NPM_CONFIG_AUDIT NPM_CONFIG_PROGRESS "
    "NPM_CONFIG_UPDATE_NOTIFIER "
    "npm_config_cache NPM_CONFIG_CACHE CARGO_BUILD_JOBS CARGO_BUILD_TARGET CARGO_TARGET_DIR";

// Variables that hold options. They are harmless unless the value contains one of the signs.
struct Telling {
    std::string_view variables;
    std::string_view signs;  // separated by blanks
};

constexpr Telling kTelling[] = {
    {"LESS", "+ ! | k K"},
    {"RUSTFLAGS CARGO_ENCODED_RUSTFLAGS", "linker plugin -Z @"},
    {"GOFLAGS", "exec vettool overlay modfile"},
    {"JAVA_OPTS MAVEN_OPTS GRADLE_OPTS SBT_OPTS ANT_OPTS JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS",
     "agent class path OnOutOf OnError @ -cp -D XX:Flags"},
    {"MAKEFLAGS GNUMAKEFLAGS MFLAGS", "f I C E e v a = l"},
};

// Variables that name a compiler, a linker and the like.
constexpr std::string_view kToolVariables =
    "CC CXX CPP LD AR AS FC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTC RUSTDOC CMAKE_C_COMPILER_LAUNCHER "
    "CMAKE_CXX_COMPILER_LAUNCHER PKG_CONFIG";
constexpr std::string_view kTools =
    "cc c++ gcc g++ clang clang++ clang-cpp cpp tcc icc icx ld ld.lld ld.gold lld mold ar as nm gfortran flang rustc "
    "rustdoc sccache ccache "
    "pkg-config pkgconf";

// Words of NODE_OPTIONS that load nothing.
constexpr std::string_view kNodeOptions =
    "--no-warnings --trace-warnings --trace-deprecation --no-deprecation --experimental-vm-modules "
    "--openssl-legacy-provider "
    "--enable-source-maps --unhandled-rejections=strict --expose-gc --preserve-symlinks --dns-result-order=ipv4first";

// Variables that name a program to show or edit text with.
constexpr std::string_view kViewers =
    "PAGER GIT_PAGER MANPAGER SYSTEMD_PAGER BAT_PAGER DELTA_PAGER GH_PAGER AWS_PAGER PSQL_PAGER EDITOR VISUAL "
    "GIT_EDITOR GIT_SEQUENCE_EDITOR "
    "GH_EDITOR BROWSER GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS";

constexpr std::string_view kInert =
    "NODE_ENV GOOS GOARCH CGO_ENABLED LANG LANGUAGE TZ NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLORTERM TERM "
    "COLUMNS LINES CI "
    "RUST_BACKTRACE RUST_LIB_BACKTRACE RUST_LOG RUST_TEST_THREADS CARGO_TERM_COLOR CARGO_INCREMENTAL CARGO_NET_OFFLINE "
    "PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONIOENCODING PYTHONUTF8 PYTHONHASHSEED PYTHONFAULTHANDLER PY_COLORS "
    "GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS HUSKY_SKIP_INSTALL JEST_WORKER_ID VITEST_POOL_ID "
    "DEBIAN_FRONTEND MALLOC_ARENA_MAX GOMAXPROCS OMP_NUM_THREADS MKL_NUM_THREADS SOURCE_DATE_EPOCH "
    "DOTNET_CLI_TELEMETRY_OPTOUT NEXT_TELEMETRY_DISABLED HOMEBREW_NO_AUTO_UPDATE npm_config_loglevel "
    "PORT HOST DEBUG VERBOSE QUIET LOG_LEVEL LOGLEVEL APP_ENV RAILS_ENV RACK_ENV FLASK_ENV FLASK_DEBUG "
    "ASPNETCORE_ENVIRONMENT";

bool is_dangerous(std::string_view variable) {
    if (listed(kHarmless, variable) || variable.starts_with("GIT_AUTHOR_") || variable.starts_with("GIT_COMMITTER_"))
        return false;
    const auto begins = [&](std::string_view beginning) { return variable.starts_with(beginning); };
    return listed(kDangerous, variable) || std::ranges::any_of(kDangerousBeginnings, begins);
}

}  // namespace

bool changes_what_runs(std::string_view variable) noexcept {
    return is_dangerous(variable);
}

bool changes_what_runs(std::string_view variable, const Word& value) noexcept {
    if (!is_dangerous(variable)) return false;
    if (!value.literal()) return true;
    const std::string_view text = value.text;
    for (const Telling& telling : kTelling) {
        if (!listed(telling.variables, variable)) continue;
        bool tells = false;
        for_each_name(telling.signs,
                      [&](std::string_view sign) { tells = tells || text.find(sign) != std::string_view::npos; });
        return tells;
    }
    if (listed(kToolVariables, variable))
        return !text.empty() && !listed(kTools, text) && !listed(kTools, without_version(base_name(text)));
    if (variable == "NODE_OPTIONS") {
        bool harmless = true;
        for_each_name(text, [&](std::string_view word) {
            harmless = harmless && (listed(kNodeOptions, word) || word.starts_with("--max-old-space-size=") ||
                                    word.starts_with("--max_old_space_size="));
        });
        return !harmless;
    }
    if (listed(kViewers, variable))
        return !value.text.empty() &&
               !listed("cat true : /bin/cat /bin/true /usr/bin/true false /bin/false", value.text);
    return true;
}

bool inert(std::string_view variable, const Word& value) noexcept {
    if (variable.starts_with("LC_") || listed(kInert, variable)) return true;
    return listed(kViewers, variable) && !changes_what_runs(variable, value);
}

}  // namespace postern::shell
