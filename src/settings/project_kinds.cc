#include "settings/project_kinds.h"

namespace postern::settings {
namespace {

// Hosts here are data for the user's projects: the registries that these tools use by default.
// clang-format off
const std::vector<ProjectKind>& table() {
    static const std::vector<ProjectKind> kinds = {
        // JavaScript: a lock file tells which of the package managers that share package.json is used.
        {"pnpm", {"pnpm-lock.yaml", "pnpm-workspace.yaml"}, {"pnpm install", "pnpm test", "pnpm run build"},
         {"pnpm publish"}, {"registry.npmjs.org"}},
        {"Yarn", {"yarn.lock", ".yarnrc.yml"}, {"yarn install", "yarn test", "yarn build"},
         {"yarn publish", "yarn npm publish"}, {"registry.yarnpkg.com", "registry.npmjs.org"}},
        {"Bun", {"bun.lock", "bun.lockb", "bunfig.toml"}, {"bun install", "bun test", "bun run build"},
         {"bun publish"}, {"registry.npmjs.org"}},
        {"npm", {"package.json"}, {"npm ci", "npm install", "npm test", "npm run build"},
         {"npm publish", "npm unpublish", "npm deprecate", "npm access", "npm owner"}, {"registry.npmjs.org"}, "pnpm Yarn Bun"},
        {"Deno", {"deno.json", "deno.jsonc", "deno.lock"}, {"deno install", "deno test", "deno task build"},
         {"deno publish", "deno deploy"}, {"jsr.io", "deno.land", "registry.npmjs.org"}},
        // Python
        {"Poetry", {"poetry.lock"}, {"poetry install", "poetry run pytest", "poetry build"}, {"poetry publish"},
         {"pypi.org", "files.pythonhosted.org"}},
        {"uv", {"uv.lock"}, {"uv sync", "uv run pytest", "uv build"}, {"uv publish"},
         {"pypi.org", "files.pythonhosted.org"}},
        {"Pipenv", {"Pipfile"}, {"pipenv sync", "pipenv run pytest"}, {"twine upload"},
         {"pypi.org", "files.pythonhosted.org"}},
        {"Python", {"pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "tox.ini"},
         {"python3 -m venv .venv", "python3 -m pip install -r requirements.txt", "python3 -m unittest", "pytest"},
         {"twine upload", "python3 -m twine upload", "flit publish", "hatch publish"},
         {"pypi.org", "files.pythonhosted.org"}, "Poetry uv Pipenv"},
        {"conda", {"environment.yml", "environment.yaml"}, {"conda env create -p .conda -f environment.yml"},
         {"anaconda upload"}, {"conda.anaconda.org", "repo.anaconda.com"}},
        // Compiled languages
        {"Cargo", {"Cargo.toml"}, {"cargo build", "cargo test", "cargo clippy"},
         {"cargo publish", "cargo yank", "cargo owner"}, {"index.crates.io", "static.crates.io"}},
        {"Go", {"go.mod", "go.work"}, {"go mod download", "go build ./...", "go test ./..."}, {},
         {"proxy.golang.org", "sum.golang.org"}},
        {"Meson", {"meson.build"}, {"meson setup build", "meson compile -C build", "meson test -C build"},
         {"meson install", "ninja install"}, {"wrapdb.mesonbuild.com"}},
        {"CMake", {"CMakeLists.txt"}, {"cmake -B build", "cmake --build build", "ctest --test-dir build"},
         {"cmake --install"}, {}},
        {"Autotools", {"configure.ac", "configure.in", "configure"}, {"autoreconf -i", "./configure", "make", "make check"},
         {"make install"}, {}},
        {"Make", {"Makefile", "GNUmakefile", "makefile"}, {"make", "make test"}, {"make install"}, {}, "Autotools"},
        {"SCons", {"SConstruct"}, {"scons"}, {"scons install"}, {}},
        {"xmake", {"xmake.lua"}, {"xmake", "xmake test"}, {"xmake install"}, {"github.com"}},
        {"Conan", {"conanfile.py", "conanfile.txt"}, {"conan install .", "conan build ."}, {"conan upload"},
         {"center2.conan.io"}},
        {"Bazel", {"MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel"}, {"bazel build //...", "bazel test //..."}, {},
         {"bcr.bazel.build", "mirror.bazel.build", "releases.bazel.build", "github.com"}},
        {"Zig", {"build.zig"}, {"zig build", "zig build test"}, {}, {"ziglang.org", "github.com"}},
        {"Swift", {"Package.swift"}, {"swift build", "swift test"}, {"swift package-registry publish"}, {"github.com"}},
        {"Nim", {"*.nimble"}, {"nimble build", "nimble test"}, {"nimble publish"}, {"github.com"}},
        {"Crystal", {"shard.yml"}, {"shards install", "crystal spec"}, {}, {"github.com"}},
        {"D", {"dub.json", "dub.sdl"}, {"dub build", "dub test"}, {}, {"code.dlang.org"}},
        // Java, Scala, Clojure
        {"Gradle", {"build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"},
         {"./gradlew build", "./gradlew test", "gradle build", "gradle test"}, {"gradle publish", "./gradlew publish"},
         {"services.gradle.org", "plugins.gradle.org", "repo.maven.apache.org"}},
        {"Maven", {"pom.xml"}, {"mvn compile", "mvn test", "mvn verify", "./mvnw test"},
         {"mvn deploy", "./mvnw deploy", "mvn release:perform"}, {"repo.maven.apache.org"}},
        {"sbt", {"build.sbt"}, {"sbt compile", "sbt test"}, {"sbt publish", "sbt publishSigned"},
         {"repo1.maven.org", "repo.scala-sbt.org"}},
        {"Mill", {"build.mill", "build.sc"}, {"./mill __.compile", "./mill __.test"}, {"./mill __.publish"},
         {"repo1.maven.org"}},
        {"Leiningen", {"project.clj"}, {"lein compile", "lein test"}, {"lein deploy"},
         {"repo.clojars.org", "repo1.maven.org"}},
        {"Clojure", {"deps.edn"}, {"clojure -M:test"}, {"clojure -T:build deploy"}, {"repo.clojars.org", "repo1.maven.org"}},
        // .NET, PHP, Ruby, Perl
        {".NET", {"*.sln", "*.slnx", "*.csproj", "*.fsproj", "*.vbproj", "global.json"},
         {"dotnet restore", "dotnet build", "dotnet test"}, {"dotnet nuget push", "nuget push"}, {"api.nuget.org"}},
        {"Composer", {"composer.json"}, {"composer install", "composer test", "vendor/bin/phpunit"}, {},
         {"repo.packagist.org", "api.github.com", "codeload.github.com"}},
        {"Bundler", {"Gemfile", "*.gemspec"}, {"bundle install", "bundle exec rspec", "bundle exec rake test"},
         {"gem push", "bundle exec rake release"}, {"rubygems.org", "index.rubygems.org"}},
        {"Perl", {"cpanfile", "Makefile.PL", "Build.PL"}, {"cpanm -L local --installdeps .", "prove -l"}, {"cpan-upload"},
         {"cpan.metacpan.org"}},
        // Functional languages, data, apps
        {"Mix", {"mix.exs"}, {"mix deps.get", "mix compile", "mix test"}, {"mix hex.publish"},
         {"repo.hex.pm", "hex.pm", "builds.hex.pm"}},
        {"rebar3", {"rebar.config"}, {"rebar3 compile", "rebar3 eunit"}, {"rebar3 hex publish"}, {"repo.hex.pm", "hex.pm"}},
        {"Gleam", {"gleam.toml"}, {"gleam build", "gleam test"}, {"gleam publish"}, {"repo.hex.pm", "hex.pm"}},
        {"Stack", {"stack.yaml"}, {"stack build", "stack test"}, {"stack upload"},
         {"hackage.haskell.org", "www.stackage.org", "casa.stackage.org"}},
        {"Cabal", {"*.cabal", "cabal.project"}, {"cabal update", "cabal build", "cabal test"}, {"cabal upload"},
         {"hackage.haskell.org"}, "Stack"},
        {"dune", {"dune-project", "*.opam"}, {"opam install . --deps-only", "dune build", "dune test"},
         {"opam publish", "dune-release publish"}, {"opam.ocaml.org"}},
        {"Elm", {"elm.json"}, {"elm make src/Main.elm", "elm-test"}, {"elm publish"}, {"package.elm-lang.org"}},
        {"Flutter", {".metadata"}, {"flutter pub get", "flutter analyze", "flutter test"}, {"flutter pub publish"},
         {"pub.dev", "storage.googleapis.com"}},
        {"Dart", {"pubspec.yaml"}, {"dart pub get", "dart analyze", "dart test"}, {"dart pub publish"}, {"pub.dev"}, "Flutter"},
        {"Julia", {"Project.toml"}, {"julia --project -e 'using Pkg; Pkg.test()'"}, {}, {"pkg.julialang.org"}},
        {"R", {"DESCRIPTION", "renv.lock"}, {"R CMD build .", "R CMD check ."}, {}, {"cloud.r-project.org"}},
        {"Just", {"justfile", "Justfile"}, {"just", "just test"}, {"just publish"}, {}},
        // Infrastructure: plans are made in the sandbox, and what changes the world is asked about.
        {"Terraform", {"*.tf", ".terraform.lock.hcl"}, {"terraform init", "terraform validate", "terraform fmt"},
         {"terraform apply", "terraform destroy", "tofu apply", "tofu destroy"},
         {"registry.terraform.io", "releases.hashicorp.com"}},
        {"Helm", {"Chart.yaml"}, {"helm lint .", "helm template ."}, {"helm install", "helm upgrade", "helm push"}, {}},
        {"Nix", {"flake.nix", "default.nix", "shell.nix"}, {"nix fmt"}, {"nix copy"}, {"cache.nixos.org"}},
    };
    return kinds;
}
// clang-format on

}  // namespace

std::span<const ProjectKind> project_kinds() {
    return table();
}

}  // namespace postern::settings
