#include "policy/protected_table.h"

#include "base/text.h"

#include <vector>

// What belongs in the table: a name that a tool outside runs, or obeys when it decides what to run, without anybody
// naming the file. What does not: sources of the project that are run when somebody builds or tests it (Makefile,
// package.json, conftest.py, settings of linters, bundlers and test runners), because to change them is ordinary work, and
// files that only choose among installed versions (.nvmrc, .python-version).
namespace postern::policy {
namespace {

constexpr std::string_view kGit = "git runs code or takes settings from here";
constexpr std::string_view kVersions = "tools for version control run commands from it";
constexpr std::string_view kHooks = "it names commands that run on commit";
constexpr std::string_view kEditor = "editors run tasks from here";
constexpr std::string_view kPackages = "package and build tools take code or settings from it";
constexpr std::string_view kTools = "it chooses which programs are started in this directory";
constexpr std::string_view kStart = "interpreters or debuggers run it when they start in this directory";
constexpr std::string_view kShell = "shells read it when they start";
constexpr std::string_view kPostern = "it holds Postern's own settings and stores";
constexpr std::string_view kAgent = "it configures or instructs the agent";
constexpr std::string_view kAutomation = "servers run it after the next push";
constexpr std::string_view kLogin = "it decides who may log in or what runs at login";
constexpr std::string_view kHomeTools = "everyday tools take commands from it";

// One kind of tool: a reason, and the names that count for it, separated by blanks.
struct Kind {
    std::string_view reason;
    std::string_view names;
    Where where = Where::anywhere;
    ProtectedQuestion question = ProtectedQuestion::asked;
};

const Kind kKinds[] = {
    // Repositories. Git's own files in `.git` are judged one by one.
    {kGit, ".config/git .gitconfig .gitmodules"},
    // Other version control, and tools around it that take commands or code from a project.
    {kVersions,
     ".hg/hgrc .hg/hgrc-not-shared .hgrc .config/hg .jj/repo/config.toml .jj/workspace-config.toml .config/jj "
     ".sl/config .pijul/config .bzr/branch/branch.conf .fossil-settings .repo/hooks .repo/repo .gclient "
     ".west/config .arcconfig .reviewboardrc .lazygit.yml .gh-dash.yml"},
    // Commit hooks and what manages them.
    {kHooks,
     ".husky .huskyrc .huskyrc.* .githooks .git-hooks .pre-commit-config.yaml .pre-commit-config.yml prek.toml "
     "lefthook.yml lefthook.yaml lefthook.toml lefthook.json lefthook.jsonc .lefthook.yml .lefthook.yaml "
     ".lefthook.toml .lefthook.json .lefthook.jsonc lefthook-local.yml lefthook-local.yaml lefthook-local.toml "
     "lefthook-local.json lefthook-local.jsonc .lefthook-local.yml .lefthook-local.yaml .lefthook-local.toml "
     ".lefthook-local.json .lefthook-local.jsonc .lefthook .lefthook-local .config/lefthook.yml "
     ".config/lefthook.yaml .config/lefthook.toml .config/lefthook.json .lintstagedrc .lintstagedrc.* "
     "lint-staged.config.* .commitlintrc .commitlintrc.* commitlint.config.* simple-git-hooks.* "
     ".simple-git-hooks.* .overcommit.yml .local-overcommit.yml captainhook.json grumphp.yml grumphp.yml.dist "
     ".gitlint .rusty-hook.toml hk.pkl .cz-config.js .czrc .nano-staged.* nano-staged.*"},
    // Editors, and machines that are set up for one.
    {kEditor,
     ".vscode *.code-workspace .idea .run *.ipr .fleet .vs .zed .helix .nova .lapce .theia .kateproject "
     ".kateproject.* .externalToolBuilders *.sublime-project *.sublime-workspace CMakeLists.txt.user *.pro.user "
     "*.kdev4 .kdev4 *.geany .tm_properties .exrc _exrc .vimrc _vimrc .gvimrc .lvimrc .local.vimrc .vim .nvimrc "
     ".nvim.lua .nvim .neoconf.json .nlsp-settings .vimspector.json .ycm_extra_conf.py .dir-locals.el "
     ".dir-locals-2.el .luarc.json .luarc.jsonc .solargraph.yml .ruby-lsp pyrightconfig.json .devcontainer "
     ".devcontainer.json .devfile.yaml devfile.yaml .gitpod .gitpod.yml .gitpod.Dockerfile .codesandbox "
     ".stackblitzrc .idx .replit replit.nix"},
    // Package and build tools: settings that choose or run code besides the project's own sources.
    {kPackages,
     ".cargo .yarn/plugins .yarn/releases .yarn/sdks .mvn .npmrc .yarnrc .yarnrc.yml .pnp.cjs .pnp.js "
     ".pnp.loader.mjs .pnpmfile.cjs .pnpmfile.mjs bunfig.toml .bunfig.toml .bazelrc *.bazelrc .bazelrc.* "
     ".bazelversion .bazeliskrc tools/bazel .buckconfig .buckconfig.* .buckversion .pants.rc .pants.bootstrap "
     ".plzconfig .plzconfig.* pleasew gradle-wrapper.properties gradle-wrapper.jar gradlew gradlew.bat "
     "maven-wrapper.properties maven-wrapper.jar mvnw mvnw.cmd .jvmopts .sbtopts .mill-opts .mill-jvm-opts "
     "profiles.clj cabal.project.local nuget.config NuGet.Config NuGet.config .config/dotnet-tools.json "
     ".config/nextest.toml .config/pip .config/uv .config/go .config/nix .config/pypoetry pip.conf uv.toml "
     "poetry.toml pdm.toml .pdm.toml .pixi/config.toml .condarc .bundle/config .bundle/plugin "
     ".swiftpm/configuration ansible.cfg .chef .vagrantplugins .latexmkrc latexmkrc .ackrc .ripgreprc"},
    // Which tool is started, in which version and with which variables, as soon as somebody enters the directory.
    {kTools,
     "mise.toml .mise.toml mise.*.toml .mise.*.toml mise/config.toml .mise .rtx.toml .config/mise.toml "
     ".config/mise .tool-versions rust-toolchain rust-toolchain.toml global.json .prototools .pdm-python .fvm "
     ".fvmrc .flox .pkgx.yaml pkgx.yaml bin/hermit.hcl .envrc .direnv .direnvrc .shadowenv.d .autoenv .autoenv.zsh "
     ".autoenv_leave .autoenv_leave.zsh .rvmrc .ruby-env .rbenv-vars .pyenv-vars .nodenv-vars .phpbrewrc "
     ".tmuxinator.yml"},
    // Interpreters, debuggers and other tools that run a file of the directory in which they are started.
    {kStart,
     ".pdbrc .pdbrc.py ipython_config.py sitecustomize.py usercustomize.py .Rprofile .Renviron .RData .irbrc "
     "_irbrc irb.rc .pryrc .rdbgrc .byebugrc .gdbinit .gdbearlyinit .lldbinit .lldbinit-* .radare2rc .jdbrc "
     ".perldb .ghci .ocamlinit .iex.exs .erlang .octaverc startup.m .gnuplot .racketrc .swiplrc"},
    // Shells.
    {kShell,
     ".bashrc .bash_profile .bash_login .bash_aliases .bash_logout .bash_completion .zshrc .zprofile .zshenv "
     ".zlogin .zlogout .profile .kshrc .mkshrc .cshrc .tcshrc .login .logout .shrc .xonshrc .inputrc .config/fish "
     ".config/zsh .config/bash .config/nushell .config/elvish .config/xonsh .config/powershell"},
    // Postern itself.
    {kPostern, ".postern .config/postern .local/share/postern .local/state/postern"},
    // Agents: settings, instructions, servers and programs that they start.
    {kAgent,
     ".claude .claude.json .claude-plugin .mcp.json CLAUDE.md CLAUDE.local.md AGENTS.md AGENTS.override.md "
     "AGENTS.local.md AGENT.md .agents .agent GEMINI.md .gemini gemini-extension.json QWEN.md .qwen IFLOW.md "
     ".iflow CRUSH.md .crush .crush.json crush.json WARP.md .warp CODEBUDDY.md .codebuddy replit.md .cursorrules "
     ".cursor .windsurfrules .windsurf .codeium .clinerules .cline .roo .roomodes .roorules .roorules-* .kilocode "
     ".kilocodemodes .kilocoderules .kilocoderules-* .codex .opencode opencode.json opencode.jsonc .kiro .amazonq "
     ".continue .continuerc.json .continuerules .aider.conf.yml .aider.model.settings.yml "
     ".aider.model.metadata.json .augment .augment-guidelines .junie .aiassistant .trae .qodo .tabnine .cody "
     ".zencoder .goose .goosehints .openhands .openhands_instructions .factory .rovodev .amp .pi .devin .voidrules "
     ".rules .ruler gptme.toml .copilot .github/copilot-instructions.md .github/instructions .github/hooks "
     ".github/agents .github/prompts .github/chatmodes .github/skills .github/copilot"},
    // Servers that run a file of the repository.
    {kAutomation,
     ".github/workflows .github/actions .github/dependabot.yml .github/dependabot.yaml .github/renovate.json "
     ".github/renovate.json5 .github/mergify.yml renovate.json renovate.json5 .renovaterc .renovaterc.json "
     ".mergify.yml .kodiak.toml bors.toml .gitlab-ci.yml .gitlab-ci.yaml .gitlab-ci .gitlab/ci .gitea/workflows "
     ".gitea/actions .forgejo/workflows .forgejo/actions .circleci .buildkite .drone.yml .drone.yaml .drone.star "
     ".drone.jsonnet .woodpecker .woodpecker.yml .woodpecker.yaml .travis.yml .travis.yaml appveyor.yml "
     ".appveyor.yml .cirrus.yml .cirrus.star .semaphore .teamcity Jenkinsfile Jenkinsfile.* azure-pipelines.yml "
     "azure-pipelines.yaml azure-pipelines-* .azure-pipelines .azuredevops .vsts-ci.yml bitbucket-pipelines.yml "
     "buildspec.yml buildspec.yaml cloudbuild.yaml cloudbuild.yml cloudbuild.json .build.yml .build.yaml .builds "
     "codefresh.yml .codefresh bitrise.yml codemagic.yaml .harness .tekton .zuul.yaml zuul.yaml .zuul.d zuul.d "
     ".prow .ci-operator.yaml screwdriver.yaml *.gocd.yaml .onedev-buildspec.yml wercker.yml shippable.yml "
     ".readthedocs.yaml .readthedocs.yml",
     Where::anywhere, ProtectedQuestion::not_asked},
    // In home: logging in, and programs that start by themselves.
    {kLogin,
     ".ssh .gnupg .pam_environment .config/autostart .config/systemd .config/environment.d .local/share/systemd "
     ".local/share/dbus-1 .local/share/applications .config/plasma-workspace .xinitrc .xprofile .xsession "
     ".xsessionrc .Xresources .forward .procmailrc .mailcap .local/bin bin",
     Where::in_home},
    // In home: settings of everyday tools that name commands to run.
    {kHomeTools,
     ".emacs .emacs.el .emacs.d .doom.d .spacemacs .config/emacs .config/doom .config/nvim .config/vim "
     ".config/helix .config/zed .config/Code .config/VSCodium .config/Cursor .config/JetBrains "
     ".config/sublime-text .config/kitty .config/alacritty .config/wezterm .wezterm.lua .config/ghostty "
     ".config/foot .config/zellij .config/tmux .tmux.conf .tmuxinator .screenrc .hyper.js .config/i3 .config/sway "
     ".config/hypr .config/starship.toml .config/direnv .config/gh .config/gcloud .aws .azure .kube .docker "
     ".gradle/init.gradle .gradle/init.d .gradle/gradle.properties .m2/settings.xml .sbt .lein .clojure "
     ".stack/config.yaml .cabal/config .gemrc .asdfrc .terraformrc .pypirc .pydistutils.cfg .pip .julia/config "
     ".jupyter .ipython .sbclrc .guile .psqlrc .sqliterc .my.cnf .curlrc .wgetrc .lessfilter .nanorc .oh-my-zsh "
     ".ansible.cfg .ansible/plugins",
     Where::in_home},
};

std::vector<ProtectedPath> all_rows() {
    std::vector<ProtectedPath> out{{".git", kGit, Where::anywhere, Hold::git},
                                   {".yarn", kPackages, Where::anywhere, Hold::part}};  // tools write the rest of it
    for (const Kind& kind : kKinds) {
        for (const std::string_view name : split(kind.names, ' ')) {
            out.push_back({name, kind.reason, kind.where, Hold::read_only, kind.question});
        }
    }
    return out;
}

}  // namespace

std::span<const ProtectedPath> protected_table() {
    static const std::vector<ProtectedPath> rows = all_rows();
    return rows;
}

}  // namespace postern::policy
