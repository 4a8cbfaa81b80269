"""The table of git situations: what an agent types, over a history in which protected files differ.

Each row runs in a fresh copy of the world that WORLD makes, once outside and once inside the sandbox. The rows are shell
scripts that begin in the project.

Branches of the project, all of them the person's own: `main` is checked out. `old` and the tag `v1` have other content
in `.npmrc`, a workflow and CLAUDE.md; `editor` adds `.vscode`; `bare` has no protected file; `plain`, `clash` and `deep`
differ in ordinary files, in the same line of one, and in a protected name below `packages`. `settings` changes Postern's
settings. The remote has two branches that the person never fetched: `news` changes an ordinary file, `poison` changes
`.npmrc`.
"""

from dataclasses import dataclass

SAME, REFUSED = "same", "refused"
ASKED = "asked"  # refused where nobody can be asked, and the same as outside after a yes


@dataclass(frozen=True)
class Situation:
    """One row. `agent` is an earlier run of its own, and `first` goes through before a script that is refused.
    `where` is the directory in which the command starts. The person does `before`, outside."""

    name: str
    script: str
    expect: str = SAME
    where: str = "."
    before: str = ""
    first: str = ""
    agent: str = ""
    says: str = ""  # part of the reason of a refusal
    writes: tuple = ()  # paths of the world that the settings open


WORLD = r"""
set -e
export HOME=$PWD/home
mkdir -p home/nothing library source
cat > home/.gitconfig <<'END'
[user]
	name = Someone
	email = s@example.org
[init]
	defaultBranch = main
	templateDir = ~/nothing
[protocol "file"]
	allow = always
[advice]
	detachedHead = false
[alias]
	back = checkout -q old
	hard = reset -q --hard
[pull]
	rebase = false
END
cd library; git init -q; echo lib > lib.txt; git add .; git commit -qm library; cd ..
cd source; git init -q
mkdir -p sub/deep packages/x .github/workflows
echo one > a.txt; echo sub > sub/b.txt; echo deep > sub/deep/c.txt; echo '{}' > packages/x/package.json
echo registry=one > .npmrc; echo 'on: push' > .github/workflows/ci.yml; echo first > CLAUDE.md; echo x=1 > packages/x/.npmrc
git add .; git commit -qm first; git tag v1; git branch old
git checkout -qb bare; git rm -rq .npmrc .github CLAUDE.md packages; git commit -qm bare; git checkout -q main
echo registry=two > .npmrc; echo 'on: [push, pull_request]' > .github/workflows/ci.yml; echo release > .github/workflows/release.yml
echo second > CLAUDE.md; echo two > a.txt; git add .; git commit -qm second
git checkout -qb editor; mkdir .vscode; echo '{"a": 1}' > .vscode/settings.json; echo e > e.txt; git add .; git commit -qm editor
git checkout -q main; git checkout -qb plain; echo plain > p.txt; git add .; git commit -qm plain
git checkout -q main; git checkout -qb clash; echo clash > a.txt; git commit -qam clash
git checkout -q main; git checkout -qb deep; echo x=2 > packages/x/.npmrc; git commit -qam deep
git checkout -q main; git checkout -qb settings; mkdir .postern; echo '{}' > .postern/settings.json; git add .; git commit -qm settings
git checkout -q main; git checkout -qb workflow; echo 'on: tag' > .github/workflows/release.yml; git commit -qam workflow
git checkout -q main; git checkout -qb series; for i in 1 2 3; do echo $i > s$i.txt; git add .; git commit -qm s$i; done
git checkout -q main; echo three > c.txt; git add .; git commit -qm third
cd ..; git clone -q --bare source upstream.git
git clone -q upstream.git project; cd project
git remote set-url origin ../upstream.git
for b in old bare editor plain clash deep settings workflow series; do git branch -q --no-track $b origin/$b; done
cd ../source; git checkout -q main
git checkout -qb news; echo news > n.txt; git add .; git commit -qm news; git push -q ../upstream.git news
git checkout -q main; git checkout -qb poison; echo registry=evil > .npmrc; echo p > poison.txt; git add .; git commit -qm poison
git push -q ../upstream.git poison
cd ..; rm -rf source; git -C upstream.git gc -q; git -C project gc -q
"""

CONFLICT = "echo mine > a.txt; git commit -qam mine; "
EVIL = ("e=$(echo registry=evil | git hash-object -w --stdin); GIT_INDEX_FILE=.git/other git read-tree HEAD; "
        "GIT_INDEX_FILE=.git/other git update-index --cacheinfo 100644,$e,.npmrc; "
        "t=$(GIT_INDEX_FILE=.git/other git write-tree); rm .git/other; "
        "c=$(git commit-tree -p HEAD -m evil $t); git update-ref refs/heads/evil $c; ")

MINE = "echo registry=mine > .npmrc"
RIVAL = ("git checkout -q -b rival old; echo registry=rival > .npmrc; git commit -qam rival; git checkout -q main")

CI = ".github/workflows/ci.yml"
# A workflow of twenty lines; the branch `side` changes the first one, and `main` the last one.
BOTH = (f"seq 1 20 > {CI}; git commit -qam base; git tag base; git checkout -q -b side; sed -i 1s/.*/first/ {CI}; git commit -qam side; "
        f"git checkout -q main; sed -i 20s/.*/last/ {CI}; git commit -qam last")
# The branch `further` changes two more lines, in a commit each.
FURTHER = (BOTH + f"; git checkout -q -b further side; sed -i 5s/.*/fifth/ {CI}; echo f > f.txt; git add .; git commit -qam fifth; "
           f"sed -i 9s/.*/ninth/ {CI}; git commit -qam ninth; git checkout -q main")
# The same as `side`, with another first line, made by an agent without touching the file.
EVIL_SIDE = (f"e=$(git cat-file blob base:{CI} | sed 1s/.*/evil/ | git hash-object -w --stdin); "
             "GIT_INDEX_FILE=.git/other git read-tree base; "
             f"GIT_INDEX_FILE=.git/other git update-index --cacheinfo 100644,$e,{CI}; "
             "t=$(GIT_INDEX_FILE=.git/other git write-tree); rm .git/other; "
             "git update-ref refs/heads/evil $(git commit-tree -p base -m evil $t); ")
LIBRARY = "git submodule -q add ../library lib; git commit -qm lib"
CROSSED = (f"git checkout -q -b left; git merge -q --no-edit side; sed -i 5s/.*/l/ {CI}; git commit -qam l; "
           f"git checkout -q -b right side; git merge -q --no-edit main; sed -i 9s/.*/r/ {CI}; git commit -qam r; git checkout -q left")

S = Situation
SITUATIONS = [
    # ---- branches
    S("checkout an older branch", "git checkout -q old"),
    S("checkout and back", "git checkout -q old; git checkout -q main"),
    S("checkout a tag", "git checkout -q v1"),
    S("checkout a commit by hash", "git checkout -q $(git rev-parse v1)"),
    S("checkout the commit before", "git checkout -q HEAD~1"),
    S("checkout two commits back", "git checkout -q HEAD~2"),
    S("checkout by a dash", "git checkout -q old; git checkout -q plain; git checkout -q -"),
    S("checkout a new branch there", "git checkout -q -b topic v1"),
    S("checkout resets a branch", "git checkout -q -B plain old"),
    S("checkout without protected files", "git checkout -q bare"),
    S("checkout brings an editor's directory", "git checkout -q editor"),
    S("checkout brings it and takes it away", "git checkout -q editor; git checkout -q main"),
    S("checkout of ordinary files", "git checkout -q plain"),
    S("checkout of a deep protected file", "git checkout -q deep"),
    S("checkout by force", "echo x >> a.txt; git checkout -q -f old"),
    S("checkout keeps a local change", "echo x >> c.txt; git checkout -q plain"),
    S("checkout that git refuses", "echo x >> a.txt; git checkout -q old"),
    S("checkout detached", "git checkout -q --detach old"),
    S("checkout an orphan", "git checkout -q --orphan fresh; git commit -qm fresh"),
    S("checkout by an alias", "git back"),
    S("checkout with global options", "cd /; git -C \"$OLDPWD\" -c core.abbrev=8 checkout -q old"),
    S("checkout one protected file", "git checkout -q old -- .npmrc"),
    S("checkout one ordinary file", "git checkout -q old -- a.txt"),
    S("checkout everything of a branch", "git checkout -q old -- ."),
    S("checkout the index' version", "echo x >> a.txt; git checkout -q -- a.txt"),
    S("checkout remote branch with tracking", "git branch -qD plain; git checkout -q plain"),
    S("checkout tracks by name", "git checkout -q -b topic --track origin/plain"),
    S("checkout without a branch of that name", "git checkout -q nowhere"),
    S("switch", "git switch -q old"),
    S("switch and create", "git switch -q -c topic old"),
    S("switch detached", "git switch -q --detach v1"),
    S("switch discards", "echo x >> a.txt; git switch -q --discard-changes old"),
    S("switch brings an editor's directory", "git switch -q editor"),
    S("restore a protected file from a branch", "git restore --source=old .npmrc"),
    S("restore all from a branch", "git restore --source old --staged --worktree ."),
    S("restore an ordinary file", "echo x >> a.txt; git restore a.txt"),
    S("restore the index", "echo x >> a.txt; git add a.txt; git restore --staged a.txt"),
    # ---- reset
    S("reset hard to a branch", "git reset -q --hard old"),
    S("reset hard back in history", "git reset -q --hard HEAD~2"),
    S("reset hard by an alias", "git hard old"),
    S("reset hard stays", "echo x >> a.txt; git reset -q --hard"),
    S("reset mixed", "git reset -q HEAD~1"),
    S("reset soft", "git reset -q --soft HEAD~2"),
    S("reset keep", "git reset -q --keep old"),
    S("reset merge", "git reset -q --merge old"),
    S("reset a path", "echo x >> a.txt; git add .; git reset -q a.txt"),
    # ---- merge, rebase, cherry-pick, revert
    S("merge ordinary work", "git merge -q --no-edit plain"),
    S("merge fast forward over protected files", "git checkout -q old; git merge -q --ff-only main"),
    S("merge a changed workflow", "git merge -q --no-edit workflow"),
    S("merge brings an editor's directory", "git merge -q --no-edit editor"),
    S("merge with a conflict", CONFLICT + "git merge clash"),
    S("merge aborted", CONFLICT + "git merge clash; git merge --abort"),
    S("merge continued", CONFLICT + "git merge clash; echo both > a.txt; git add a.txt; git commit -qm both"),
    S("merge squash", "git merge -q --squash workflow; git commit -qm squashed"),
    S("merge without a commit", "git merge -q --no-commit --no-ff workflow"),
    S("merge two branches", "git merge -q plain deep"),
    S("rebase ordinary work", "git checkout -q series; git rebase -q main"),
    S("rebase over protected changes", "git checkout -q old; echo o > o.txt; git add .; git commit -qm o; git rebase -q main"),
    S("rebase a changed workflow", "git checkout -q workflow; git rebase -q main"),
    S("rebase names the branch", "git rebase -q main workflow"),
    S("rebase onto", "git rebase -q --onto main HEAD~1 series"),
    S("rebase with a conflict, aborted", CONFLICT + "git checkout -q clash; git rebase main; git rebase --abort"),
    S("rebase with a conflict, continued",
      CONFLICT + "git checkout -q clash; git rebase main; echo z > a.txt; git add .; GIT_EDITOR=true git rebase --continue"),
    S("rebase with a conflict, skipped", CONFLICT + "git checkout -q clash; git rebase main; git rebase --skip"),
    S("rebase interactively", "git checkout -q series; GIT_SEQUENCE_EDITOR='sed -i 2s/pick/fixup/' git rebase -q -i main"),
    S("rebase by patches", "git checkout -q workflow; git rebase -q --apply main"),
    S("rebase with autostash", "git checkout -q series; echo x >> a.txt; git rebase -q --autostash main"),
    S("rebase onto with three names", "git rebase -q --onto bare main series"),
    S("rebase with merges", "git checkout -q -b m series; git merge -q --no-ff --no-edit plain; git rebase -q -r deep"),
    S("rebase moves other branches", "git checkout -q series; git branch mid HEAD~1; git rebase -q --update-refs deep"),
    S("rebase runs a command", "git checkout -q series; git rebase -q -x true main"),
    S("merge three branches", "git merge -q plain workflow deep"),
    S("merge abandoned", "git merge -q --no-commit --no-ff workflow; git merge --abort"),
    S("merge one side of a conflict", "git merge -q side; git checkout -q --ours a.txt; git add .; git commit -qm x",
      before=BOTH + "; echo l > a.txt; git commit -qam l; git checkout -q side; echo r > a.txt; git commit -qam r; git checkout -q main"),
    S("cherry-pick a merge", "git checkout -q -b m; git merge -q --no-ff --no-edit workflow; git checkout -q -b n main; "
      "git cherry-pick -m 1 m"),
    S("revert several without a commit", "git revert -n HEAD~2..HEAD; git commit -qm r"),
    S("cherry-pick ordinary work", "git cherry-pick plain"),
    S("cherry-pick a changed workflow", "git cherry-pick workflow"),
    S("cherry-pick a range", "git cherry-pick main~1..series"),
    S("cherry-pick an editor's directory", "git cherry-pick editor"),
    S("cherry-pick with a conflict, aborted", CONFLICT + "git cherry-pick clash; git cherry-pick --abort"),
    S("revert ordinary work", "git revert --no-edit HEAD"),
    S("revert protected changes", "git revert --no-edit HEAD~1"),
    S("am an ordinary patch", "git format-patch -q -1 plain --stdout > ../home/p; git am -q ../home/p", writes=("home",)),
    S("am a workflow's patch", "git am -q < ../home/p", ASKED, says="release.yml", writes=("home",),
      first="git format-patch -q -1 workflow --stdout > ../home/p; "),
    S("apply an ordinary patch", "git diff main plain | git apply"),
    S("apply to the index", "git diff main plain | git apply --index"),
    S("apply a patch of a protected file", "git apply ../home/p", ASKED, says=".npmrc", writes=("home",),
      first="git diff main old > ../home/p; "),
    S("apply a patch of a protected file from input", "git apply < ../home/p", ASKED, says=".npmrc", writes=("home",),
      first="git diff main old -- .npmrc a.txt > ../home/p; "),
    S("apply a patch of a protected file from a pipe", "git diff main old -- .npmrc a.txt | git apply", REFUSED, says=".npmrc"),
    S("apply a patch that makes a protected file", "git apply ../home/p", ASKED, says=".vscode", writes=("home",),
      first="git diff main editor > ../home/p; "),
    S("apply a patch of a protected file to the index", "git apply --index ../home/p", ASKED, says=".npmrc", writes=("home",),
      first="git update-index -q --refresh; git diff main old > ../home/p; "),
    S("apply a patch of a protected file from a pipe to the index", "git diff main old -- .npmrc a.txt | git apply --index", REFUSED,
      says=".npmrc", first="git update-index -q --refresh; "),
    S("apply a patch of a protected file without prefixes", "git apply -p0 ../home/p", ASKED, says=".npmrc", writes=("home",),
      first="git diff --no-prefix main old > ../home/p; "),
    S("apply a patch of a protected file backwards", "git apply -R ../home/p", ASKED, says=".npmrc", writes=("home",),
      first="git diff old main > ../home/p; "),
    S("apply a patch that moves a protected file", "git apply ../home/p", ASKED, says=".npmrc", writes=("home",),
      first="printf 'diff --git a/.npmrc b/n\nsimilarity index 100%%\nrename from .npmrc\nrename to n\n' > ../home/p; "),
    S("apply a patch that moves a file to a protected name", "git apply ../home/p", ASKED, says=".npmrc", writes=("home",),
      first="printf 'diff --git a/a.txt b/sub/.npmrc\nsimilarity index 100%%\nrename from a.txt\nrename to sub/.npmrc\n' > ../home/p; "),
    S("apply a patch into a directory", "git apply --directory=packages/x ../home/p", ASKED, says=".npmrc", writes=("home",),
      first="git diff --relative=packages/x main deep > ../home/p; "),
    S("apply two patches", "git apply ../home/p ../home/q", ASKED, says=".npmrc", writes=("home",),
      first="git diff main plain > ../home/p; git diff main old -- .npmrc > ../home/q; "),
    S("apply by three ways", "git apply --3way ../home/p", ASKED, says=".npmrc", writes=("home",),
      first="git update-index -q --refresh; git diff main old > ../home/p; "),
    S("apply by three ways to another content", "git apply -3 ../home/p", REFUSED, says="ci.yml", writes=("home",), before=BOTH,
      first="git update-index -q --refresh; git diff base side > ../home/p; "),
    S("apply what fits", "git apply --reject ../home/p", REFUSED, says=".npmrc", writes=("home",), first="git diff main old > ../home/p; "),
    S("apply by an alias", "git ap ../home/p", ASKED, says=".npmrc", writes=("home",), before="git config --global alias.ap apply",
      first="git diff main old > ../home/p; "),
    S("apply a patch that does not fit", "git apply ../home/p", writes=("home",),
      before="git diff plain deep > ../home/p; echo other > packages/x/.npmrc; git commit -qam other"),
    S("am a series", "git am -q ../home/p", ASKED, says="ci.yml", writes=("home",), before=FURTHER,
      first="git checkout -q side; git format-patch -q side..further --stdout > ../home/p; "),
    S("am a mail with transfer encoding", "git am -q ../home/p", ASKED, says="ci.yml", writes=("home",), before=FURTHER,
      first="git checkout -q side; git format-patch -q -1 further~1 --stdout | sed 's/^MIME.*//; s/=/=3D/g; "
            "s/^Subject.*/&\\nMIME-Version: 1.0\\nContent-Type: text\\/plain; charset=UTF-8\\n"
            "Content-Transfer-Encoding: quoted-printable/' > ../home/p; "),
    S("am by three ways", "git am -q -3 ../home/p", REFUSED, says="ci.yml", writes=("home",),
      first="git format-patch -q -1 side --stdout > ../home/p; ",
      before=BOTH + f"; sed -i 3s/.*/third/ {CI}; git commit -qam third"),
    # ---- a protected file that both sides changed
    S("merge both sides", "git merge -q --no-edit side", before=BOTH),
    S("merge both sides with a conflict elsewhere", "git merge -q side; echo both > a.txt; git add a.txt; git commit -qm both",
      before=BOTH + "; " + CONFLICT + "git checkout -q side; echo theirs > a.txt; git commit -qam theirs; git checkout -q main"),
    S("merge both sides with a conflict elsewhere, aborted", "git merge -q side; git merge --abort",
      before=BOTH + "; " + CONFLICT + "git checkout -q side; echo theirs > a.txt; git commit -qam theirs; git checkout -q main"),
    S("merge both sides, squashed", "git merge -q --squash side", before=BOTH),
    S("merge both sides and favour one", "git merge -q --no-edit -Xtheirs side", before=BOTH),
    S("merge both sides, ignoring blanks", "git merge -q --no-edit -Xignore-all-space side", REFUSED, says="ci.yml", before=BOTH),
    S("merge both sides by a driver", "git merge -q --no-edit side", REFUSED, says="ci.yml",
      before=BOTH + "; echo '*.yml merge=union' > .git/info/attributes"),
    S("merge both sides of a mode", "git merge -q --no-edit side", before=BOTH + f"; chmod +x {CI}; git commit -qam mode"),
    S("merge in conflict in a workflow", "git merge -q --no-edit side", REFUSED, says="cannot join",
      before=BOTH + f"; sed -i 1s/.*/other/ {CI}; git commit -qam other"),
    S("merge in conflict, favouring one", "git merge -q --no-edit -X ours side", REFUSED, says="cannot join",
      before=BOTH + f"; sed -i 1s/.*/other/ {CI}; git commit -qam other"),
    S("merge where one side removed it", "git merge -q --no-edit side", REFUSED, says="cannot join",
      before=BOTH + f"; git rm -q {CI}; git commit -qm gone"),
    S("merge where both made it", "git merge -q --no-edit side", REFUSED, says="cannot join",
      before=BOTH + "; echo a > .envrc; git add .; git commit -qm a; git checkout -q side; echo b > .envrc; git add .; git commit -qm b; "
                    "git checkout -q main"),
    S("merge crossed histories", "git merge -q --no-edit right", REFUSED, says="ci.yml", before=BOTH + "; " + CROSSED),
    S("merge an agent's side", "git merge -q --no-edit evil", ASKED, says="ci.yml", before=BOTH, agent=EVIL_SIDE),
    S("rebase both sides", "git rebase -q main side", before=BOTH),
    S("rebase both sides over several commits", "git rebase -q main further", before=FURTHER),
    S("rebase both sides by patches", "git rebase -q --apply main side", REFUSED, says="ci.yml", before=BOTH),
    S("rebase an agent's side", "git rebase -q main evil", ASKED, says="ci.yml", before=BOTH, agent=EVIL_SIDE),
    S("rebase onto an agent's side", "git rebase -q evil", ASKED, says="ci.yml", before=BOTH, agent=EVIL_SIDE),
    S("rebase both sides, stopped elsewhere",
      "git rebase -q main further; echo both > a.txt; git add .; GIT_EDITOR=true git rebase --continue",
      before=FURTHER + "; echo m > a.txt; git commit -qam m; git checkout -q further; echo f > a.txt; git commit -qam a; "
                       f"sed -i 13s/.*/x/ {CI}; git commit -qam x; git checkout -q main"),
    S("cherry-pick both sides", "git cherry-pick side", before=BOTH),
    S("cherry-pick several", "git cherry-pick base..further", before=FURTHER),
    S("cherry-pick an agent's side", "git cherry-pick evil", ASKED, says="ci.yml", before=BOTH, agent=EVIL_SIDE),
    S("revert under a later change", "git revert --no-edit HEAD~1", before=BOTH + f"; sed -i 10s/.*/tenth/ {CI}; git commit -qam tenth"),
    S("revert a merge", "git revert -m 1 --no-edit HEAD", before=BOTH + "; git merge -q --no-edit side"),
    S("stash and pop over another side", "git stash -q; git checkout -q side; git stash pop -q",
      before=BOTH + f"; sed -i 10s/.*/mine/ {CI}"),
    S("pull both sides", "git pull -q --no-edit origin side", before=BOTH + "; git push -q origin side"),
    S("pull both sides by rebase", "git pull -q --rebase origin side", before=BOTH + "; git push -q origin side"),
    S("checkout that merges the person's change", "git checkout -q -m side", REFUSED, says="ci.yml",
      before=BOTH + f"; sed -i 10s/.*/mine/ {CI}"),
    S("below: merge both sides", "git merge -q --no-edit side", before=BOTH, where="sub"),
    S("below: apply a patch of a protected file", "git apply p", ASKED, where="packages/x", says=".npmrc",
      first="git diff main deep > p; "),
    S("below: apply a plain patch of a protected file", "git apply p", ASKED, where="packages/x", says=".npmrc",
      first="printf -- '--- a/.npmrc\n+++ b/.npmrc\n@@ -1 +1 @@\n-x=1\n+x=3\n' > p; "),
    S("below: apply by -C", "git -C packages/x apply p", ASKED, says=".npmrc", first="git diff main deep > packages/x/p; "),
    # ---- stash
    S("stash and pop", "echo x >> a.txt; git stash -q; git stash pop -q"),
    S("stash with untracked files", "echo x > new; git stash -qu; git stash pop -q"),
    S("stash, switch, pop", "echo x > c.txt; git stash -q; git checkout -q plain; git stash pop -q"),
    S("stash from another branch", "git checkout -q old; echo x >> sub/b.txt; git stash -q; git checkout -q main; git stash apply -q"),
    S("stash branch", "echo x >> a.txt; git stash -q; git stash branch topic"),
    S("stash drop", "echo x >> a.txt; git stash -q; git stash drop -q"),
    S("stash what is staged", "echo x >> a.txt; git add a.txt; echo y >> c.txt; git stash -q --staged; git stash pop -q"),
    S("stash one path of the person's change", "git stash push -q .npmrc; git stash pop -q", before=MINE),
    S("stash the person's change and keep the index", "git add .npmrc; git stash -q --keep-index; git stash pop -q", before=MINE),
    S("stash a protected file that git does not know", "git stash -qu", ASKED, says=".envrc", before="echo x > .envrc"),
    S("stash a protected file that git ignores", "git stash -qa", ASKED, says=".envrc",
      before="echo .envrc > .git/info/exclude; echo x > .envrc"),
    S("stash one path beside a protected file", "echo x > new; git stash push -qu new; git stash pop -q", before="echo x > .envrc"),
    # ---- remotes and configuration
    S("remote add", "git remote add other ../library"),
    S("remote add and fetch", "git remote add -f other ../library"),
    S("remote rename", "git remote rename origin upstream"),
    S("remote remove", "git remote remove origin"),
    S("remote set-url", "git remote set-url origin ../library"),
    S("remote set-url runs a program", "git remote set-url origin 'ext::sh -c date'", REFUSED, says="remote.origin.url"),
    S("branch renamed", "git branch -m main trunk"),
    S("branch copied", "git branch -c main copy"),
    S("branch with upstream", "git branch -u origin/plain plain"),
    S("branch without upstream", "git branch --unset-upstream main"),
    S("branch deleted", "git branch -qD plain"),
    S("branch described", "GIT_EDITOR='echo text >' git branch --edit-description plain"),
    S("push with upstream", "git push -q -u origin plain:refs/heads/mine", writes=("upstream.git",)),
    S("config user", "git config user.name Other; git config user.email o@example.org"),
    S("config unset", "git config user.name Other; git config --unset user.name"),
    S("config rename section", "git config branch.x.remote origin; git config --rename-section branch.x branch.y"),
    S("config hooksPath", "git config core.hooksPath .husky/_", REFUSED, says="core.hookspath"),
    S("config fsmonitor", "git config core.fsmonitor /tmp/x", REFUSED, says="core.fsmonitor"),
    S("config alias", "git config alias.x '!date'", REFUSED, says="alias.x"),
    S("config include", "git config include.path ../x", REFUSED, says="include.path"),
    S("config ssh", "git config core.sshCommand 'sh x'", REFUSED, says="core.sshcommand"),
    S("config of a work tree", "git config extensions.worktreeConfig true; git config --worktree user.name Other"),
    S("config edited by hand", "printf '[user]\\n\\tname = X\\n' >> .git/config", REFUSED),
    S("maintenance off", "git config maintenance.auto false; git config gc.auto 0"),
    S("config hooksPath as husky sets it", "git config core.hooksPath .hooks", REFUSED, first="mkdir .hooks; ", says="core.hookspath"),
    S("fetch", "git fetch -q"),
    S("fetch one branch", "git fetch -q origin news"),
    S("pull nothing", "git pull -q"),
    S("pull ordinary work", "git pull -q --no-edit origin news"),
    S("pull by rebase", "git pull -q --rebase origin news"),
    S("pull the person's own workflow", "git pull -q --no-edit origin workflow"),
    S("pull foreign protected content", "git pull -q --no-edit origin poison", REFUSED, says=".npmrc"),
    S("pull foreign protected content by rebase", "git pull -q --rebase origin poison", REFUSED, says=".npmrc"),
    S("sparse-checkout", "git sparse-checkout set sub"),
    S("sparse-checkout and back", "git sparse-checkout set --cone sub; git sparse-checkout disable"),
    S("sparse-checkout with patterns", "git sparse-checkout set --no-cone '/*' '!/sub/'"),
    S("sparse-checkout, then another branch", "git sparse-checkout set sub; git checkout -q old; git sparse-checkout disable"),
    # ---- content that is not the person's
    S("checkout an agent's content", "git checkout -q evil", REFUSED, first=EVIL, says=".npmrc"),
    S("checkout an agent's content in a later run", "git checkout -q evil", REFUSED, agent=EVIL, says=".npmrc"),
    S("merge an agent's content", "git merge -q evil", REFUSED, agent=EVIL, says=".npmrc"),
    S("reset to an agent's content", "git reset -q --hard evil", REFUSED, agent=EVIL, says=".npmrc"),
    S("rebase onto an agent's content", "git rebase -q evil", REFUSED, agent=EVIL, first="git checkout -q series; ", says=".npmrc"),
    S("cherry-pick an agent's content", "git cherry-pick evil", REFUSED, agent=EVIL, says=".npmrc"),
    S("restore an agent's content", "git restore --source=evil .npmrc", REFUSED, agent=EVIL, says=".npmrc"),
    S("switch to an agent's content", "git switch -q evil", REFUSED, agent=EVIL, says=".npmrc"),
    S("fetched content", "git checkout -q FETCH_HEAD", REFUSED, first="git fetch -q origin poison; ", says=".npmrc"),
    S("checkout Postern's settings", "git checkout -q settings", REFUSED, says=".postern"),
    S("remove a protected file", "git rm -q a.txt .npmrc", REFUSED, says=".npmrc"),
    S("move a protected file", "git mv .npmrc other", REFUSED, says=".npmrc"),
    # ---- the person's own changes, not committed or in conflict
    S("stash the person's change of a protected file", "git stash -q; git stash pop -q", before=MINE),
    S("commit the person's change of a protected file", "git commit -qam x", before=MINE),
    S("checkout that the person's change forbids", "git checkout -q old", before=MINE),
    S("reset the person's change of a protected file", "git reset -q --hard", before=MINE),
    S("restore over the person's change", "git restore .npmrc", before=MINE),
    S("rebase with autostash over the person's change", "git rebase -q --autostash main series", before=MINE),
    S("pull by rebase with autostash over the person's change", "git pull -q --rebase --autostash origin news", before=MINE),
    S("rebase with autostash over both sides", "git rebase -q --autostash main side", before=BOTH + f"; sed -i 10s/.*/mine/ {CI}"),
    S("merge with autostash over the person's change", "git merge -q --no-edit --autostash plain", before=MINE),
    S("checkout keeps the person's change", "git checkout -q plain", before=MINE),
    S("merge in conflict in a protected file", "git merge -q --no-edit rival", REFUSED, before=RIVAL, says=".npmrc"),
    S("rebase in conflict in a protected file", "git rebase -q main rival", REFUSED, before=RIVAL, says=".npmrc"),
    S("cherry-pick in conflict in a protected file", "git cherry-pick rival", REFUSED, before=RIVAL, says=".npmrc"),
    S("merge by our side alone", "git merge -q --no-edit -s ours deep"),
    S("cherry-pick without a commit", "git cherry-pick --no-commit workflow"),
    S("alias that runs a shell", "git shell", before="git config --global alias.shell '!git checkout -q old'"),
    S("unknown command", "git frobnicate"),
    S("checkout by several commands at once", "git checkout -q old & git -C . status >/dev/null & wait; git checkout -q main"),
    S("checkout with line endings", "git checkout -q old; git checkout -q main", before="git config core.autocrlf true"),
    S("checkout where objects have longer names", "cd wide; git checkout -q old; git checkout -q main",
      before="git init -q --object-format=sha256 wide; cd wide; echo a > .npmrc; git add .; git commit -qm a; git branch old; "
             "echo b > .npmrc; git commit -qam b"),
    # ---- an agent's own work
    S("commits on a branch and back", "git checkout -q -b topic old; echo t > t.txt; git add .; git commit -qm t; git checkout -q main"),
    S("checkout an agent's branch later", "git checkout -q topic",
      agent="git checkout -q -b topic old; echo t > t.txt; git add .; git commit -qm t; git checkout -q main"),
    S("merge an agent's branch", "git merge -q --no-edit topic",
      agent="git checkout -q -b topic; echo t > t.txt; git add .; git commit -qm t; git checkout -q main"),
    S("add and commit", "echo x >> a.txt; git add -A; git commit -qm x"),
    S("commit all", "echo x >> a.txt; git commit -qam x"),
    S("commit amended", "echo x >> a.txt; git commit -q -a --amend -m x"),
    S("commit a path", "echo x >> a.txt; echo y >> c.txt; git commit -q -m x a.txt"),
    S("remove and move ordinary files", "git rm -q c.txt; git mv a.txt b.txt; git commit -qm moved"),
    S("bisect", "git bisect start -q HEAD v1; git bisect good; git bisect reset -q"),
    S("clean", "echo x > junk; mkdir d; echo y > d/y; git clean -fdq"),
    S("clean with a protected file", "git clean -fdxq", REFUSED, says=".envrc", first="echo x > junk; ", before="echo x > .envrc"),
    S("clean beside a protected file", "git clean -fdq", before="echo .envrc > .git/info/exclude; echo x > .envrc; echo x > junk"),
    S("read-tree", "git read-tree -m -u HEAD old"),
    S("checkout-index", "rm a.txt; git checkout-index -a"),
    S("checkout-index over everything", "git checkout-index -f -a", REFUSED, agent=EVIL, first="git read-tree evil; ", says=".npmrc"),
    S("checkout-index over the person's change", "git checkout-index -f -a", before=MINE),
    S("update-ref and tags", "git update-ref refs/heads/x v1; git tag -am t v9"),
    S("gc", "git gc -q; git checkout -q old"),
    # ---- work trees, submodules, new repositories
    S("worktree add", "git worktree add -q tree old"),
    S("worktree add a new branch", "git worktree add -q -b topic tree"),
    S("worktree switched", "git worktree add -q tree old; cd tree; git checkout -q --detach main"),
    S("worktree of an earlier run switched", "cd tree; git checkout -q --detach main", agent="git worktree add -q tree old"),
    S("worktree of an earlier run, an agent's content", "cd tree; git checkout -q evil", REFUSED,
      agent=EVIL + "git worktree add -q tree old", says=".npmrc"),
    S("worktree of an earlier run, a patch", "cd tree; git apply p", ASKED, says=".npmrc", first="git diff old main -- .npmrc > tree/p; ",
      agent="git worktree add -q tree old"),
    S("worktree removed", "git worktree add -q tree plain; git worktree remove tree"),
    S("worktree moved", "git worktree add -q tree plain; git worktree move tree other"),
    S("worktree rebased", "git worktree add -q tree series; cd tree; git rebase -q deep"),
    S("worktree merged", "git worktree add -q -b tb tree; git -C tree merge -q --no-edit workflow"),
    S("submodule add", "git submodule -q add ../library lib; git commit -qm lib"),
    S("submodule update", "git submodule -q update --init",
      agent="git submodule -q add ../library lib; git commit -qm lib; git submodule -q deinit -f lib"),
    S("submodule deinit", "git submodule -q deinit -f lib", agent="git submodule -q add ../library lib; git commit -qm lib"),
    S("submodule goes and comes", "git checkout -q HEAD~1; git -c submodule.recurse=true checkout -q main", before=LIBRARY),
    S("submodule moved", "git mv lib other; git commit -qm moved", before=LIBRARY),
    S("submodule's own commit", "cd lib; git checkout -q -b t; echo x > x; git add .; git commit -qm x; cd ..; git commit -qam lib",
      agent=LIBRARY),
    S("submodule set-url", "git submodule -q set-url lib ../upstream.git",
      agent="git submodule -q add ../library lib; git commit -qm lib"),
    S("init", "git init -q new; cd new; echo x > x; git add .; git commit -qm x"),
    S("init again", "git init -q --shared", REFUSED, says="core.filemode"),
    S("clone", "git clone -q ../upstream.git copy"),
    S("clone and switch", "git clone -q ../upstream.git copy; cd copy; git checkout -q old; git checkout -q editor"),
    S("clone and patch", "git clone -q . copy; cd copy; git diff HEAD origin/old -- .npmrc a.txt | git apply"),
    S("clone, then remotes", "git clone -q ../upstream.git copy; cd copy; git remote add x ../../library; git branch -m trunk"),
    # ---- from below the top
    S("below: status and commit", "echo x >> b.txt; git add b.txt; git commit -qm x", where="sub"),
    S("below: checkout", "git checkout -q old", where="sub"),
    S("below: checkout deeper", "git checkout -q old", where="sub/deep"),
    S("below: switch", "git switch -q editor", where="sub"),
    S("below: reset", "git reset -q --hard HEAD~2", where="sub"),
    S("below: merge", "git merge -q --no-edit workflow", where="sub"),
    S("below: rebase", "git rebase -q main workflow", where="sub"),
    S("below: stash", "echo x >> b.txt; git stash -q; git stash pop -q", where="sub"),
    S("below: remote add", "git remote add other ../library", where="sub"),
    S("below: pull", "git pull -q --no-edit origin news", where="sub"),
    S("below: an agent's content", "git checkout -q evil", REFUSED, where="sub", agent=EVIL, says=".npmrc"),
    S("below: tracking", "git checkout -q -b topic --track origin/plain", where="sub"),
    S("below: restore from the top", "git restore --source=old :/", where="sub"),
    S("below: an agent's file", "git checkout -q evil -- ../.npmrc", REFUSED, where="sub", agent=EVIL, says=".npmrc"),
    S("below: worktree", "git worktree add -q ../tree plain", where="sub"),
    S("below: by directories", "git --git-dir=../.git --work-tree=.. checkout -q old", where="sub"),
]
