#include "sandbox/cache_table.h"

#include <array>

namespace postern::sandbox {
namespace {

using enum CacheUse;

// clang-format off
constexpr auto kCaches = std::to_array<CacheRow>({
    // JavaScript
    {"npm", "npm_config_cache", "{}/npm"},
    {"node-gyp", "npm_config_devdir", "{}/node-gyp", found, {}, "headers of Node.js, for modules in C++"},
    {"Yarn 1", "YARN_CACHE_FOLDER", "{}/yarn", found},
    {"Yarn", "YARN_GLOBAL_FOLDER", "{}/yarn-berry"},
    {"pnpm", "PNPM_HOME", "{}/pnpm", told, {}, "the store lies in it"},
    {"Bun", "BUN_INSTALL_CACHE_DIR", "{}/bun"},
    {"Deno", "DENO_DIR", "{}/deno", found},
    {"Corepack", "COREPACK_HOME", "{}/node/corepack", found, {}, "package managers that package.json names"},
    {"Electron", "ELECTRON_CACHE", "{}/electron", found},
    {"Electron", "electron_config_cache", "{}/electron", found},
    {"electron-builder", "ELECTRON_BUILDER_CACHE", "{}/electron-builder", found},
    {"Playwright", "PLAYWRIGHT_BROWSERS_PATH", "{}/ms-playwright", found},
    {"Puppeteer", "PUPPETEER_CACHE_DIR", "{}/puppeteer", found},
    {"Cypress", "CYPRESS_CACHE_FOLDER", "{}/Cypress", found},
    {"Elm", "ELM_HOME", "{}/elm"},
    // Python
    {"pip", "PIP_CACHE_DIR", "{}/pip", found},
    {"pipenv", "PIPENV_CACHE_DIR", "{}/pipenv", found},
    {"uv", "UV_CACHE_DIR", "{}/uv", found},
    {"uv", "UV_PYTHON_INSTALL_DIR", "{}/uv-python", installed, ".local/share/uv/python", "interpreters"},
    {"uv", "UV_TOOL_DIR", "{}/uv-tools", installed, ".local/share/uv/tools", "programs of uv tool install"},
    {"Poetry", "POETRY_CACHE_DIR", "{}/pypoetry", found},
    {"pipx", "PIPX_HOME", "{}/pipx", told, {}, "environments of pipx run"},
    {"pipx", "PIPX_BIN_DIR", "{}/pipx/bin"},
    {"Hatch", "HATCH_DATA_DIR", "{}/hatch", told, {}, "environments"},
    {"pre-commit", "PRE_COMMIT_HOME", "{}/pre-commit", found},
    {"conda", "CONDA_PKGS_DIRS", "{}/conda"},
    {"Hugging Face", "HF_HOME", "{}/huggingface", found},
    {"PyTorch", "TORCH_HOME", "{}/torch", found},
    // Rust. Without the user's CARGO_HOME there are no credentials of a registry inside, and programs of `cargo install`
    // do not come into the user's PATH. Settings in ~/.cargo/config.toml still count below home: cargo looks above the
    // project.
    {"Cargo", "CARGO_HOME", "{}/cargo", told, {}, "packages, indexes and git checkouts"},
    {"rustup", "RUSTUP_HOME", "{}/rustup", installed, ".rustup", "toolchains"},
    // C, C++ and compilers in general
    {"ccache", "CCACHE_DIR", "{}/ccache", told, {}, "it takes ~/.ccache where there is one"},
    {"sccache", "SCCACHE_DIR", "{}/sccache", found},
    {"Conan", "CONAN_HOME", "{}/conan2"},
    {"Conan 1", "CONAN_USER_HOME", "{}/conan"},
    {"Zig", "ZIG_GLOBAL_CACHE_DIR", "{}/zig", found},
    {"Bazelisk", "BAZELISK_HOME", "{}/bazelisk", found},
    // Go
    {"Go", "GOPATH", "{}/go", told, {}, "modules, and programs of go install"},
    {"Go", "GOMODCACHE", "{}/go/pkg/mod", found},
    {"Go", "GOBIN", "{}/go/bin", found},
    {"Go", "GOCACHE", "{}/go-build", found},
    {"golangci-lint", "GOLANGCI_LINT_CACHE", "{}/golangci-lint", found},
    // Java, Scala, Kotlin, Android
    {"Gradle", "GRADLE_USER_HOME", "{}/gradle", told, {}, "packages, distributions, daemons"},
    {"Maven", "MAVEN_OPTS", "-Dmaven.repo.local={}/m2/repository", told, {}, "~/.m2/settings.xml still counts"},
    {"Maven wrapper", "MAVEN_USER_HOME", "{}/m2", told, {}, "distributions"},
    {"sbt", "SBT_OPTS", "-Dsbt.global.base={}/sbt -Dsbt.boot.directory={}/sbt/boot -Dsbt.ivy.home={}/ivy2"},
    {"Coursier", "COURSIER_CACHE", "{}/coursier/v1", found},
    {"Kotlin/Native", "KONAN_DATA_DIR", "{}/konan"},
    {"Android", "ANDROID_USER_HOME", "{}/android"},
    // .NET, PHP, Ruby
    {"NuGet", "NUGET_PACKAGES", "{}/nuget/packages"},
    {"NuGet", "NUGET_HTTP_CACHE_PATH", "{}/nuget/http"},
    {".NET", "DOTNET_CLI_HOME", "{}/dotnet", told, {}, "first-run marks, workloads"},
    {"Composer", "COMPOSER_CACHE_DIR", "{}/composer"},
    {"Bundler", "BUNDLE_USER_CACHE", "{}/bundle"},
    {"RubyGems", "GEM_SPEC_CACHE", "{}/gem/specs"},
    {"CocoaPods", "CP_HOME_DIR", "{}/cocoapods"},
    // Haskell, OCaml, Elixir, Erlang, Dart, Swift, Nim, Julia, Perl, R
    {"Cabal", "CABAL_DIR", "{}/cabal", told, {}, "packages and the store"},
    {"Stack", "STACK_ROOT", "{}/stack", told, {}, "packages and compilers"},
    {"opam", "OPAMROOT", "{}/opam", installed, ".opam", "switches with compilers"},
    {"Hex", "HEX_HOME", "{}/hex"},
    {"Mix", "MIX_HOME", "{}/mix", installed, ".mix", "hex and rebar, which are installed once"},
    {"rebar3", "REBAR_CACHE_DIR", "{}/rebar3", found},
    {"Dart", "PUB_CACHE", "{}/pub"},
    {"Nimble", "NIMBLE_DIR", "{}/nimble"},
    {"Julia", "JULIA_DEPOT_PATH", "{}/julia:", told, {}, "a colon at the end: the user's depots are read as well"},
    {"cpanm", "PERL_CPANM_HOME", "{}/cpanm"},
    {"R", "R_USER_CACHE_DIR", "{}/R", found},
    {"Crystal", "CRYSTAL_CACHE_DIR", "{}/crystal", found},
    {"Shards", "SHARDS_CACHE_PATH", "{}/shards", found},
    // Infrastructure. Terraform wants a directory that exists, and has its plugins in the project without one.
    {"Terraform", "TF_PLUGIN_CACHE_DIR", "{}", found},
    {"Helm", "HELM_CACHE_HOME", "{}/helm", found},
});

constexpr auto kInstalled = std::to_array<InstalledRow>({
    {"ms-playwright", "browsers that Playwright installed"},
    {"puppeteer", "browsers that Puppeteer installed"},
    {"Cypress", "the browser of Cypress"},
    {"selenium", "drivers of browsers"},
    {"pypoetry/virtualenvs", "environments that Poetry made"},
    {"huggingface", "models"},
    {"torch", "models"},
});
// clang-format on

}  // namespace

std::span<const CacheRow> cache_table() {
    return kCaches;
}

std::span<const InstalledRow> installed_table() {
    return kInstalled;
}

}  // namespace postern::sandbox
