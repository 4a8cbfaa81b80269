// git and its subcommands, and programs like it.
#include "programs/tables.h"

#include <array>

namespace postern::programs {
namespace {

constexpr std::string_view kSubversion =
    "auto-props no-auto-props targets=R@ depth=- set-depth=- F,file=R force force-log m,message=- q,quiet "
    "R,recursive N,non-recursive r,revision=- c,change=- strict u,show-updates v,verbose xml incremental "
    "stop-on-copy l,limit=- git summarize notice-ancestry ignore-ancestry no-diff-added no-diff-deleted "
    "ignore-properties properties-only patch-compatible internal-diff x,extensions=- diff-cmd=X diff3-cmd=X "
    "editor-cmd=S encoding=- native-eol=- relocate changelist,cl=- keep-changelists keep-local no-ignore no-unlock "
    "parents ignore-externals include-externals accept=- show-revs=- reintegrate dry-run record-only "
    "g,use-merge-history strip=- reverse-diff ignore-whitespace show-copies-as-adds with-all-revprops "
    "with-revprop=- with-no-revprops search=- search-and=- log show-item=- no-newline show-passwords pin-externals "
    "show-inherited-props remove-added vacuum-pristines remove-unversioned remove-ignored old=R new=R username=- "
    "password=- no-auth-cache non-interactive force-interactive trust-server-cert trust-server-cert-failures=- "
    "config-dir%=F config-option=K:svn version. h,help.";

constexpr auto kRows = std::to_array<ProgramRow>({
    // The options before the subcommand.
    {.names = "git",
     .habits = "sub exact",
     .options = "C=CD c=K:git p,paginate P,no-pager git-dir=F work-tree=CD namespace=- config-env=K:git exec-path=?P "
                "attr-source=- super-prefix=- list-cmds=- bare no-replace-objects no-lazy-fetch no-optional-locks "
                "no-advice literal-pathspecs "
                "glob-pathspecs noglob-pathspecs icase-pathspecs html-path. man-path. info-path. v,version. h,help.",
     .same = "init=init-db add=stage fsck=fsck-objects remote/remove=remote/rm"},
    // git SUBCOMMAND --help starts the viewer that the settings name, unlike -h, and is not explained.
    {.names = "git/version", .options = "build-options h."},
    {.names = "git/help",
     .options = "a,all !external-commands !aliases verbose v m,man g,guides c,config user-interfaces "
                "developer-interfaces h.",
     .operands = "-?",
     .more = "runs"},
    // What shows history. A revision is read, because REV:path names a file. --ext-diff and --show-signature run
    // programs, and the file of -L stands behind a range: calls with these are not explained.
    {.names = "git/log git/show git/diff git/whatchanged git/rev-list git/diff-tree git/diff-index git/diff-files "
              "git/range-diff git/reflog/show git/stash/list git/stash/show",
     .habits = "exact numbers",
     .options = "!p,patch s,no-patch u U,unified=?- !W,function-context raw patch-with-raw patch-with-stat numstat "
                "shortstat X,dirstat=?- cumulative dirstat-by-file=?- check summary name-only name-status stat=?- "
                "stat-width=- stat-name-width=- stat-graph-width=- stat-count=- !compact-summary binary !full-index "
                "!color=?- ws-error-highlight=- z !abbrev=?- src-prefix=- dst-prefix=- line-prefix=- no-prefix "
                "inter-hunk-context=- output-indicator-new=- output-indicator-old=- output-indicator-context=- "
                "B,break-rewrites=?- M,find-renames=?- D,irreversible-delete C,find-copies=?- !find-copies-harder "
                "no-renames !rename-empty !follow l=- !minimal w,ignore-all-space b,ignore-space-change "
                "ignore-space-at-eol ignore-cr-at-eol ignore-blank-lines I,ignore-matching-lines=- !indent-heuristic "
                "patience histogram diff-algorithm=- anchored=- word-diff=?- word-diff-regex=- color-words=?- "
                "!color-moved=?- color-moved-ws=- !relative=?- !a,text R !exit-code !quiet !textconv "
                "ignore-submodules=?- submodule=?- ita-invisible-in-index ita-visible-in-index S=- G=- pickaxe-all "
                "pickaxe-regex O=R rotate-to=- skip-to=- find-object=- diff-filter=- output=W include-untracked "
                "only-untracked n,max-count=- skip=- since,after=- since-as-filter=- until,before=- max-age=- "
                "min-age=- author=- committer=- grep-reflog=- grep=- all-match invert-grep i,regexp-ignore-case "
                "basic-regexp E,extended-regexp F,fixed-strings P,perl-regexp remove-empty !merges min-parents=- "
                "max-parents=- no-min-parents no-max-parents first-parent exclude-first-parent-only not all "
                "branches=?- tags=?- remotes=?- glob=- exclude=- exclude-hidden=- reflog alternate-refs "
                "single-worktree ignore-missing disk-usage=?- cherry-mark cherry-pick left-only right-only cherry "
                "g,walk-reflogs merge boundary use-bitmap-index simplify-by-decoration show-pulls full-history dense "
                "sparse simplify-merges ancestry-path=?- bisect bisect-vars bisect-all date-order author-date-order "
                "topo-order reverse objects in-commit-order objects-edge objects-edge-aggressive indexed-objects "
                "unpacked !object-names filter=- no-filter filter-provided-objects filter-print-omitted missing=- "
                "exclude-promisor-objects !walk=?- do-walk pretty=?- format=- !abbrev-commit oneline encoding=- "
                "!expand-tabs=?- relative-date date=- header !commit-header parents children timestamp left-right "
                "!graph show-linear-break=?- count !notes=?- show-notes=?- standard-notes source !use-mailmap "
                "!mailmap clear-decorations decorate-refs=- decorate-refs-exclude=- !decorate=?- log-size full-diff c "
                "cc m dd diff-merges=- no-diff-merges combined-all-paths root t r v always no-commit-id cached staged "
                "merge-base no-index>R/ base ours theirs q creation-factor=- dual-color no-dual-color no-ext-diff "
                "default-prefix",
     .operands = "L*"},
    {.names = "git/reflog",
     .habits = "exact sub numbers",
     .options = "n,max-count=- date=- pretty=?- format=- oneline all !abbrev-commit !decorate=?- h."},
    {.names = "git/reflog/list"},
    {.names = "git/reflog/exists", .operands = "-"},
    {.names = "git/reflog/expire git/reflog/delete",
     .options = "expire=- expire-unreachable=- updateref rewrite stale-fix n,dry-run all single-worktree verbose h.",
     .operands = "-*",
     .more = "destroys"},
    {.names = "git/shortlog",
     .habits = "exact",
     .options = "!c,committer !n,numbered !s,summary !e,email w=?- group=- skip=- max-count=- since,after=- "
                "until,before=- author=- grep=- all-match invert-grep i,regexp-ignore-case E,extended-regexp "
                "F,fixed-strings P,perl-regexp !merges first-parent not all branches=?- tags=?- remotes=?- glob=- "
                "exclude=- format=- date=- reverse !use-mailmap !mailmap no-ext-diff h.",
     .operands = "L*"},
    {.names = "git/status",
     .options = "!v,verbose !s,short !b,branch !show-stash !ahead-behind !porcelain=?- !long !z,null "
                "!u,untracked-files=?- !ignored=?- !ignore-submodules=?- !column=?- no-renames renames "
                "M,find-renames=?- h.",
     .operands = "L*"},
    {.names = "git/blame git/annotate git/pickaxe",
     .habits = "exact",
     .options = "b c L=- l t S=R reverse porcelain p line-porcelain incremental encoding=- contents=R date=- M=?- "
                "C=?- ignore-rev=- ignore-revs-file=R color-lines color-by-age n,show-number f,show-name e,show-email "
                "w abbrev=?- root show-stats !progress s first-parent score-debug minimal since=- h.",
     .operands = "L*"},
    {.names = "git/grep",
     .habits = "numbers",
     .options = "!cached !untracked !exclude-standard !recurse-submodules !v,invert-match !i,ignore-case "
                "!w,word-regexp !a,text I !r,recursive max-depth=- !E,extended-regexp !G,basic-regexp "
                "!F,fixed-strings !P,perl-regexp !n,line-number !column h H !full-name !l,files-with-matches "
                "!name-only !L,files-without-match !z,null !o,only-matching !c,count !color=?- !break !heading "
                "C,context=- B,before-context=- A,after-context=- threads=- !p,show-function !W,function-context f=R1 "
                "e=-1 and !or not !q,quiet !all-match !O,open-files-in-pager=?X !ext-grep m,max-count=- no-textconv "
                "no-index$>R/",
     .operands = "- L*"},
    {.names = "git/ls-files",
     .options = "z t v f !c,cached !d,deleted !m,modified !o,others !i,ignored !s,stage !k,killed !directory !eol "
                "!empty-directory !u,unmerged !resolve-undo x,exclude=- X,exclude-from=R exclude-per-directory=R "
                "exclude-standard full-name !recurse-submodules !error-unmatch with-tree=- !abbrev=?- !debug "
                "!deduplicate !sparse format=- h.",
     .operands = "L*"},
    {.names = "git/ls-tree",
     .options = "d r t z l,long name-only name-status object-only !full-name !full-tree format=- !abbrev=?- h.",
     .operands = "L*"},
    {.names = "git/cat-file",
     .habits = "exact",
     .options = "e p t s allow-unknown-type !use-mailmap !mailmap batch-check=?- batch-all-objects z Z !buffer "
                "!follow-symlinks !unordered path=- h.",
     .operands = "L*"},
    {.names = "git/describe",
     .options = "!contains !debug !all !tags !long !first-parent !abbrev=?- !exact-match candidates=- match=- "
                "exclude=- !always !dirty=?- !broken=?- h.",
     .operands = "-*"},
    {.names = "git/merge-base git/name-rev git/cherry git/show-branch",
     .options = "a,all octopus independent is-ancestor fork-point name-only tags refs=- exclude=- annotate-stdin "
                "!undefined always v,verbose abbrev=?- r,remotes color=?- list !name current sha1-name topo-order "
                "topics date-order sparse more=?- h.",
     .operands = "-*"},
    {.names = "git/for-each-ref",
     .options = "!s,shell !p,perl !python !tcl count=- format=- !color=?- sort=- points-at=- merged=- no-merged=- "
                "contains=- no-contains=- !ignore-case exclude=- include-root-refs omit-empty start-after=- h.",
     .operands = "-*"},
    {.names = "git/show-ref",
     .options = "tags heads branches verify head d,dereference s,hash=?- abbrev=?- q,quiet exclude-existing=?- exists "
                "h.",
     .operands = "-*"},
    {.names = "git/rev-parse",
     .habits = "exact",
     .options = "all branches=?- tags=?- remotes=?- glob=- exclude=- exclude-hidden=- disambiguate=- abbrev=?- "
                "abbrev-ref=?- symbolic symbolic-full-name short=?- verify q,quiet revs-only no-revs flags no-flags "
                "default=- prefix=- not sq local-env-vars git-dir absolute-git-dir git-common-dir show-toplevel "
                "show-superproject-working-tree show-prefix show-cdup is-inside-git-dir is-inside-work-tree "
                "is-bare-repository is-shallow-repository show-object-format=?- show-ref-format resolve-git-dir=R "
                "git-path=- path-format=- shared-index-path since=- after=- until=- before=- end-of-options h.",
     .operands = "L*"},
    {.names = "git/check-ignore git/check-attr git/check-mailmap",
     .options = "a,all cached stdin z source=- q,quiet v,verbose n,non-matching !index h.",
     .operands = "-*"},
    {.names = "git/count-objects", .options = "!v,verbose !H,human-readable h."},
    {.names = "git/var", .options = "l", .operands = "-?"},
    {.names = "git/get-tar-commit-id git/patch-id git/stripspace git/column",
     .options = "s,strip-comments c,comment-lines stable unstable verbatim command=- mode=- raw-mode=- width=- "
                "indent=- nl=- padding=- h."},
    {.names = "git/check-ref-format",
     .options = "normalize print branch !allow-onelevel refspec-pattern",
     .operands = "-*"},
    {.names = "git/verify-commit git/verify-tag",
     .options = "v,verbose raw format=- h.",
     .operands = "-*",
     .more = "runs"},
    {.names = "git/verify-pack git/show-index",
     .options = "v,verbose s,stat-only object-format=- h.",
     .operands = "L*"},
    {.names = "git/fsck git/fsck-objects",
     .options = "!v,verbose !unreachable !dangling !tags !root !cache !reflogs !full !connectivity-only !strict "
                "!progress !name-objects h.",
     .operands = "-*"},
    {.names = "git/ls-remote",
     .options = "q,quiet upload-pack,exec=X t,tags h,heads b,branches refs get-url sort=- exit-code symref "
                "o,server-option=-",
     .operands = "U -*",
     .more = "contacts"},
    // What changes the index or files of the working tree. Hooks and filters of the repository run with these.
    {.names = "git/add git/stage",
     .options = "!n,dry-run !v,verbose !i,interactive !p,patch !f,force !u,update !renormalize !N,intent-to-add "
                "!A,all !ignore-removal !refresh !ignore-errors !ignore-missing !sparse chmod=- pathspec-from-file=R@ "
                "!pathspec-file-nul !warn-embedded-repo h.",
     .operands = "L*",
     .more = "runs"},
    {.names = "git/rm",
     .options = "!n,dry-run !q,quiet !cached>W:rev !f,force$ r !ignore-unmatch !sparse pathspec-from-file=R@ "
                "!pathspec-file-nul h.",
     .operands = "W/*",
     .more = "runs"},
    {.names = "git/mv", .options = "!v,verbose !n,dry-run !f,force$ k !sparse h.", .operands = "W/*", .more = "runs"},
    {.names = "git/checkout",
     .options = "b=K:ref B=K:ref l !guess !overlay !q,quiet !recurse-submodules=?- !progress !m,merge conflict=- "
                "!d,detach !t,track=?- !f,force$ orphan=K:ref !overwrite-ignore !ignore-other-worktrees 2,ours "
                "3,theirs !p,patch !ignore-skip-worktree-bits pathspec-from-file=R@ !pathspec-file-nul h.",
     .operands = "M:rev/*",
     .more = "runs"},
    {.names = "git/restore",
     .options = "s,source=- !S,staged !W,worktree !ignore-unmerged !overlay !q,quiet !recurse-submodules=?- !progress "
                "!m,merge conflict=- 2,ours 3,theirs !p,patch !ignore-skip-worktree-bits pathspec-from-file=R@ "
                "!pathspec-file-nul h.",
     .operands = "M/*",
     .more = "runs destroys"},
    {.names = "git/switch",
     .options =
         "c,create=K:ref C,force-create=K:ref !guess !q,quiet !recurse-submodules=?- "
         "!progress !m,merge conflict=- !d,detach !t,track=?- !f,force,discard-changes$ orphan=K:ref !overwrite-ignore "
         "!ignore-other-worktrees h.",
     .operands = "K:ref*",
     .more = "runs"},
    {.names = "git/reset",
     .options = "!q,quiet no-refresh refresh !mixed !soft !hard$ !merge$ !keep !recurse-submodules=?- !p,patch "
                "!N,intent-to-add pathspec-from-file=R@ !pathspec-file-nul h.",
     .operands = "L*",
     .more = "runs"},
    {.names = "git/clean",
     .options = "q,quiet n,dry-run. f,force i,interactive d e,exclude=- x X h.",
     .operands = "W*",
     .more = "destroys"},
    {.names = "git/apply",
     .options = "exclude=- include=- p=- no-add stat numstat summary check index N,intent-to-add cached apply 3,3way "
                "z C=- whitespace=- ignore-space-change ignore-whitespace R,reverse unidiff-zero reject allow-overlap "
                "v,verbose q,quiet inaccurate-eof recount allow-empty directory=D build-fake-ancestor=W ours theirs "
                "union h.",
     .operands = "R:file*",
     .more = "runs"},
    {.names = "git/am",
     .options = "!i,interactive !3,3way !q,quiet !s,signoff !u,utf8 !k,keep !keep-non-patch !m,message-id !keep-cr "
                "no-keep-cr !c,scissors quoted-cr=- whitespace=- !ignore-space-change !ignore-whitespace directory=D "
                "exclude=- include=- C=- p=- patch-format=- !reject resolvemsg=- continue r,resolved skip abort quit "
                "show-current-patch=?- allow-empty !committer-date-is-author-date !ignore-date !rerere-autoupdate "
                "!S,gpg-sign=?- empty=- !binary !rebasing h.",
     .operands = "R:file*",
     .more = "runs"},
    {.names = "git/update-index",
     .options = "q !ignore-submodules !add !replace !remove !unmerged refresh really-refresh chmod=- "
                "!assume-unchanged no-assume-unchanged !skip-worktree no-skip-worktree !ignore-skip-worktree-entries "
                "!info-only !force-remove z stdin index-info unresolve g,again !ignore-missing !verbose "
                "clear-resolve-undo index-version=- !split-index !untracked-cache !test-untracked-cache "
                "!force-untracked-cache !force-write-index !fsmonitor !fsmonitor-valid no-fsmonitor-valid h.",
     .operands = "L*",
     .more = "runs"},
    {.names = "git/read-tree",
     .options = "index-output=W !empty !v,verbose m !trivial !aggressive !reset prefix=D u exclude-per-directory=- i "
                "!n,dry-run no-sparse-checkout sparse-checkout !debug-unpack !recurse-submodules=?- !q,quiet h.",
     .operands = "-*",
     .more = "runs"},
    {.names = "git/checkout-index",
     .options = "!a,all !ignore-skip-worktree-bits !f,force !q,quiet n,no-create create !u,index z !stdin !temp "
                "prefix=D stage=- h.",
     .operands = "M*",
     .more = "runs"},
    {.names = "git/merge-file",
     .options = "!p,stdout !diff3 !zdiff3 !ours !theirs !union marker-size=- !q,quiet L=- object-id diff-algorithm=- "
                "h.",
     .operands = "M R R"},
    {.names = "git/sparse-checkout", .habits = "sub", .options = "h."},
    {.names = "git/sparse-checkout/list", .options = "h."},
    {.names = "git/sparse-checkout/set git/sparse-checkout/add git/sparse-checkout/init git/sparse-checkout/reapply "
              "git/sparse-checkout/disable git/sparse-checkout/check-rules",
     .options = "!cone !sparse-index stdin skip-checks z rules-file=R h.",
     .operands = "-*",
     .more = "runs"},
    // What makes commits and changes refs. The role K:ref is the name of a ref that is made, moved or removed.
    {.names = "git/commit",
     .options = "!q,quiet !v,verbose F,file=R author=- date=- m,message=- c,reedit-message=- C,reuse-message=- "
                "fixup=- squash=- !reset-author trailer=- !s,signoff t,template=R !e,edit cleanup=- !status "
                "!S,gpg-sign=?- !a,all !i,include !interactive !p,patch !o,only n,no-verify verify !dry-run !short "
                "!branch !ahead-behind !porcelain !long !z,null !amend no-post-rewrite post-rewrite "
                "!u,untracked-files=?- pathspec-from-file=R@ !pathspec-file-nul !allow-empty !allow-empty-message h.",
     .operands = "L*",
     .more = "runs"},
    {.names = "git/merge",
     .options = "n !stat !summary !log=?- !squash !commit !e,edit cleanup=- !ff ff-only !rerere-autoupdate "
                "!verify-signatures s,strategy=P X,strategy-option=- m,message=- F,file=R into-name=- !v,verbose "
                "!q,quiet !abort !quit !continue !allow-unrelated-histories !progress !S,gpg-sign=?- !autostash "
                "!overwrite-ignore !signoff no-verify verify h.",
     .operands = "-*",
     .more = "runs"},
    {.names = "git/rebase",
     .options = "onto=- !keep-base no-verify verify !q,quiet !v,verbose n,no-stat stat !signoff "
                "!committer-date-is-author-date !reset-author-date C=- !ignore-whitespace whitespace=- "
                "!f,force-rebase no-ff ff continue skip abort quit show-current-patch apply m,merge i,interactive "
                "!rerere-autoupdate empty=- !autosquash !update-refs !S,gpg-sign=?- !autostash x,exec=S "
                "!r,rebase-merges=?- !fork-point s,strategy=P X,strategy-option=- !root !reschedule-failed-exec "
                "!reapply-cherry-picks !allow-empty-message !ignore-date !keep-empty !preserve-merges h.",
     .operands = "-*",
     .more = "runs"},
    {.names = "git/cherry-pick git/revert",
     .options = "quit continue abort skip cleanup=- n,no-commit commit !e,edit !s,signoff m,mainline=- "
                "!rerere-autoupdate strategy=P X,strategy-option=- !S,gpg-sign=?- x !ff !allow-empty "
                "!allow-empty-message !keep-redundant-commits reference h.",
     .operands = "-*",
     .more = "runs"},
    {.names = "git/branch",
     .options = "!v,verbose !q,quiet !t,track=?- u,set-upstream-to=K:ref !color=?- !r,remotes contains=->- "
                "no-contains=->- !abbrev=?- !a,all !d,delete$ D+delete+force$ !m,move M+move+force$ !c,copy "
                "C+copy+force$ l,list>- show-current>- "
                "!create-reflog !f,force$ merged=->- no-merged=->- !column=?- sort=- points-at=- !i,ignore-case "
                "!recurse-submodules format=- with=->- without=->- h.",
     .operands = "K:ref*"},
    {.names = "git/tag",
     .options = "l,list>- n=?->- d,delete$ !a,annotate m,message=- F,file=R !s,sign cleanup=- u,local-user=- "
                "!f,force$ !create-reflog !column=?- contains=->- no-contains=->- merged=->- no-merged=->- sort=- "
                "points-at=- format=- !color=?- !i,ignore-case with=->- without=->- trailer=- h.",
     .operands = "K:ref*"},
    {.names = "git/symbolic-ref", .options = "q,quiet d,delete$ short !recurse m=- h.", .operands = "- K:ref?"},
    {.names = "git/update-ref",
     .options = "m=- d$ no-deref deref z stdin$ create-reflog batch-updates h.",
     .operands = "K:ref -*",
     .more = "runs"},
    {.names = "git/commit-tree",
     .options = "p=- m=- F=R S,gpg-sign=?- no-gpg-sign h.",
     .operands = "-",
     .more = "runs"},
    {.names = "git/write-tree git/mktree git/mktag",
     .options = "missing-ok prefix=- missing batch strict no-strict z h.",
     .more = "runs"},
    {.names = "git/hash-object", .options = "t=- stdin stdin-paths no-filters literally path=- h.", .operands = "R*"},
    {.names = "git/merge-tree",
     .options = "write-tree trivial-merge !messages z name-only allow-unrelated-histories stdin merge-base=- "
                "X,strategy-option=- !quiet h.",
     .operands = "-*",
     .more = "runs"},
    {.names = "git/replace",
     .options = "l,list>- d,delete$ g,graft convert-graft-file f,force$ raw format=- h.",
     .operands = "K:ref*",
     .more = "runs"},
    {.names = "git/interpret-trailers",
     .options = "in-place>M !trim-empty where=- if-exists=- if-missing=- !only-trailers !only-input !unfold parse "
                "no-divider divider trailer=- h.",
     .operands = "L*",
     .more = "runs"},
    {.names = "git/notes", .habits = "sub", .options = "ref=- h."},
    {.names = "git/notes/list git/notes/show git/notes/get-ref", .options = "h.", .operands = "-?"},
    {.names = "git/notes/add git/notes/append git/notes/copy git/notes/remove git/notes/merge git/notes/prune",
     .options = "f,force allow-empty m,message=- F,file=R C,reuse-message=- separator=?- !stripspace ignore-missing "
                "stdin for-rewrite=- n,dry-run v,verbose q,quiet s,strategy=- commit abort h.",
     .operands = "-*",
     .more = "runs"},
    // Work put aside, bisection, further working trees, submodules.
    {.names = "git/stash",
     .habits = "sub",
     .options = "k,keep-index no-keep-index S,staged p,patch q,quiet u,include-untracked no-include-untracked a,all "
                "m,message=- pathspec-from-file=R@ pathspec-file-nul h.",
     .more = "runs"},
    {.names = "git/stash/push",
     .options = "k,keep-index no-keep-index S,staged p,patch q,quiet u,include-untracked no-include-untracked a,all "
                "m,message=- pathspec-from-file=R@ pathspec-file-nul h.",
     .operands = "M*",
     .more = "runs"},
    {.names = "git/stash/save",
     .options = "k,keep-index no-keep-index S,staged p,patch q,quiet u,include-untracked no-include-untracked a,all "
                "m,message=- pathspec-from-file=R@ pathspec-file-nul h.",
     .operands = "-*",
     .more = "runs"},
    {.names = "git/stash/pop git/stash/apply git/stash/branch git/stash/store git/stash/create git/stash/export "
              "git/stash/import",
     .options = "index q,quiet m,message=- print to-ref=- h.",
     .operands = "-*",
     .more = "runs"},
    {.names = "git/stash/drop git/stash/clear", .options = "q,quiet h.", .operands = "-?", .more = "destroys"},
    {.names = "git/bisect", .habits = "sub", .options = "h."},
    {.names = "git/bisect/start git/bisect/good git/bisect/bad git/bisect/new git/bisect/old git/bisect/skip "
              "git/bisect/reset git/bisect/terms git/bisect/next",
     .habits = "exact",
     .options = "term-new=- term-bad=- term-good=- term-old=- no-checkout first-parent",
     .operands = "-*",
     .more = "runs"},
    {.names = "git/bisect/log"},
    {.names = "git/bisect/replay", .operands = "R", .more = "runs"},
    {.names = "git/bisect/run", .habits = "posix", .operands = "cmd", .more = "runs"},
    {.names = "git/worktree", .habits = "sub", .options = "h."},
    {.names = "git/worktree/list", .options = "porcelain v,verbose expire=- z h."},
    {.names = "git/worktree/add",
     .options = "f,force d,detach !checkout lock reason=- b=K:ref B=K:ref !track !guess-remote q,quiet orphan "
                "!relative-paths h.",
     .operands = "D -?",
     .more = "runs"},
    {.names = "git/worktree/remove", .options = "f,force$ h.", .operands = "W", .more = "destroys"},
    {.names = "git/worktree/move", .options = "f,force$ h.", .operands = "W W"},
    {.names = "git/worktree/prune", .options = "n,dry-run v,verbose expire=- h.", .more = "runs"},
    {.names = "git/worktree/lock git/worktree/unlock git/worktree/repair", .options = "reason=- h.", .operands = "M*"},
    {.names = "git/submodule", .habits = "sub", .options = "q,quiet cached h."},
    {.names = "git/submodule/status git/submodule/summary",
     .options = "q,quiet cached recursive files n,summary-limit=- for-status h.",
     .operands = "L*"},
    {.names = "git/submodule/add",
     .options = "b,branch=- f,force name=- reference=L dissociate depth=- q,quiet h.",
     .operands = "U D?",
     .more = "contacts runs"},
    {.names = "git/submodule/init git/submodule/sync git/submodule/absorbgitdirs git/submodule/set-branch",
     .options = "recursive q,quiet d,default b,branch=- h.",
     .operands = "M*",
     .more = "runs"},
    {.names = "git/submodule/set-url", .options = "q,quiet h.", .operands = "M U", .more = "runs"},
    {.names = "git/submodule/deinit", .options = "f,force$ all q,quiet h.", .operands = "W*", .more = "runs"},
    {.names = "git/submodule/update",
     .options = "init remote N,no-fetch f,force$ checkout merge rebase !recommend-shallow reference=L dissociate "
                "depth=- recursive j,jobs=- !single-branch filter=- q,quiet progress h.",
     .operands = "M*",
     .more = "contacts runs"},
    {.names = "git/submodule/foreach",
     .habits = "posix",
     .options = "recursive q,quiet h.",
     .operands = "sh",
     .more = "runs"},
    // Other repositories. A word ext::COMMAND in the place of an address is a command. clone without a directory
    // makes one that is named like the last part of the address.
    {.names = "git/clone",
     .options = "!v,verbose !q,quiet !progress !reject-shallow n,no-checkout checkout !bare !mirror !l,local "
                "no-hardlinks hardlinks !s,shared !recurse-submodules=?- !recursive=?- j,jobs=- template%=P "
                "reference=L reference-if-able=L !dissociate o,origin=- b,branch=- u,upload-pack=X depth=- "
                "shallow-since=- shallow-exclude=- !single-branch no-tags tags !shallow-submodules separate-git-dir=D "
                "c,config=K:git server-option=- !4,ipv4 !6,ipv6 filter=- !also-filter-submodules !remote-submodules "
                "!sparse bundle-uri=U !naked revision=- ref-format=- h.",
     .operands = "U D?",
     .more = "contacts runs"},
    {.names = "git/fetch",
     .options = "!v,verbose !q,quiet !all !set-upstream !a,append !atomic upload-pack=X !f,force !m,multiple !t,tags "
                "n j,jobs=- !prefetch !p,prune !P,prune-tags !recurse-submodules=?- !dry-run !write-fetch-head "
                "!k,keep !u,update-head-ok !progress depth=- shallow-since=- shallow-exclude=- deepen=- unshallow "
                "refetch !update-shallow refmap=- o,server-option=- !4,ipv4 !6,ipv6 negotiation-tip=- !negotiate-only "
                "filter=- !auto-maintenance !auto-gc !show-forced-updates !write-commit-graph !stdin "
                "recurse-submodules-default=- submodule-prefix=- h.",
     .operands = "U -*",
     .more = "contacts runs"},
    {.names = "git/pull",
     .options = "!v,verbose !q,quiet !progress !recurse-submodules=?- !r,rebase=?- n !stat !log=?- !signoff=?- "
                "!squash !commit !edit cleanup=- !ff ff-only !verify !verify-signatures !autostash s,strategy=P "
                "X,strategy-option=- !S,gpg-sign=?- !allow-unrelated-histories !all !a,append upload-pack=X !f,force "
                "!t,tags !p,prune !j,jobs=?- !dry-run !k,keep depth=- shallow-since=- shallow-exclude=- deepen=- "
                "unshallow !update-shallow refmap=- o,server-option=- !4,ipv4 !6,ipv6 negotiation-tip=- "
                "!show-forced-updates !set-upstream !summary h.",
     .operands = "U -*",
     .more = "contacts runs"},
    {.names = "git/push",
     .options = "!v,verbose !q,quiet repo=U !all !mirror !d,delete !tags !n,dry-run !porcelain !f,force "
                "!force-with-lease=?- !force-if-includes recurse-submodules=- !thin receive-pack=X exec=X "
                "!u,set-upstream !progress !prune no-verify verify !follow-tags !signed=?- !atomic o,push-option=- "
                "!4,ipv4 !6,ipv6 h.",
     .operands = "U -*",
     .more = "contacts destroys runs"},
    {.names = "git/fetch-pack git/send-pack",
     .habits = "exact",
     .options = "all stdin q,quiet k,keep thin include-tag upload-pack=X receive-pack=X exec=X depth=- no-progress "
                "check-self-contained-and-connected v,verbose mirror force dry-run signed=?- push-option=- atomic "
                "stateless-rpc",
     .operands = "U -*",
     .more = "contacts destroys"},
    {.names = "git/remote", .habits = "sub", .options = "v,verbose h."},
    {.names = "git/remote/show", .options = "n h.", .operands = "U*", .more = "contacts"},
    {.names = "git/remote/get-url", .options = "push all h.", .operands = "-"},
    {.names = "git/remote/add",
     .options = "tags no-tags t,track=- m,master=- mirror=?- h.",
     .operands = "- U",
     .more = "runs"},
    {.names = "git/remote/set-url", .options = "push add delete h.", .operands = "- U U?", .more = "runs"},
    {.names = "git/remote/rename git/remote/rm git/remote/remove git/remote/set-branches",
     .options = "!progress add h.",
     .operands = "K:ref*",
     .more = "runs"},
    {.names = "git/remote/set-head git/remote/prune git/remote/update",
     .options = "a,auto d,delete n,dry-run p,prune no-prune h.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "git/archive",
     .habits = "numbers",
     .options = "format=- prefix=- add-file=R add-virtual-file=- o,output=W worktree-attributes v,verbose l,list "
                "remote=U exec=X mtime=-",
     .operands = "L*"},
    {.names = "git/bundle", .habits = "sub", .options = "h."},
    {.names = "git/bundle/create",
     .habits = "numbers",
     .options = "q,quiet !progress all-progress all-progress-implied version=- all branches=?- tags=?- remotes=?- "
                "n,max-count=- since=- until=- stdin h.",
     .operands = "W -*"},
    {.names = "git/bundle/verify git/bundle/list-heads", .options = "q,quiet h.", .operands = "R -*"},
    {.names = "git/bundle/unbundle", .options = "progress h.", .operands = "R -*", .more = "runs"},
    // format-patch makes its files in the working directory unless -o names another.
    {.names = "git/format-patch",
     .habits = "numbers exact",
     .options = "!n,numbered N,no-numbered !s,signoff !stdout !cover-letter !numbered-files suffix=- start-number=- "
                "v,reroll-count=- filename-max-length=- rfc cover-from-description=- subject-prefix=- "
                "o,output-directory=D k,keep-subject no-binary binary !zero-commit !ignore-if-in-upstream p,no-stat "
                "add-header=- to=- cc=- !from=?- in-reply-to=- !attach=?- inline=?- !thread=?- signature=- base=- "
                "signature-file=R !q,quiet !progress interdiff=- range-diff=- creation-factor=- !force-in-body-from "
                "output=W description-file=R stat=?- numstat U,unified=?- M,find-renames=?- C,find-copies=?- "
                "full-index minimal patience histogram root w,ignore-all-space b,ignore-space-change "
                "D,irreversible-delete src-prefix=- dst-prefix=- no-prefix",
     .operands = "L*",
     .more = "runs"},
    {.names = "git/request-pull", .options = "p", .operands = "- U -?"},
    // Settings, tools, housekeeping.
    {.names = "git/config",
     .options = "!global !system !local !worktree f,file=M blob=R get>- get-all>- get-regexp>- get-urlmatch>- "
                "!replace-all$ !add$ !unset$ !unset-all$ !rename-section$ !remove-section$ l,list>- !fixed-value "
                "get-color>- get-colorbool>- t,type=- bool int bool-or-int bool-or-str path expiry-date !z,null "
                "!name-only !includes !show-origin !show-scope default=- h.",
     .operands = "K:git-key K:git*"},
    {.names = "git/init git/init-db",
     .options = "template%=P !bare shared=?- !q,quiet separate-git-dir=D b,initial-branch=- object-format=- "
                "ref-format=- h.",
     .operands = "D?",
     .more = "runs"},
    {.names = "git/difftool git/mergetool",
     .options = "g,gui no-gui d,dir-diff y,no-prompt prompt !symlinks t,tool=X tool-help !trust-exit-code x,extcmd=S "
                "no-index rotate-to=- skip-to=- O=R cached staged h.",
     .operands = "L*",
     .more = "runs"},
    {.names = "git/filter-branch",
     .habits = "exact posix",
     .options = "setup=S subdirectory-filter=- env-filter=S tree-filter=S index-filter=S parent-filter=S msg-filter=S "
                "commit-filter=S tag-name-filter=S prune-empty original=- d=D f,force state-branch=- h.",
     .operands = "rest",
     .more = "destroys runs"},
    {.names = "git/gc",
     .options = "!q,quiet !prune=?- !cruft !aggressive !auto !force !keep-largest-pack h.",
     .more = "destroys runs"},
    {.names = "git/prune git/prune-packed",
     .options = "n,dry-run v,verbose progress expire=- exclude-promisor-objects q,quiet h.",
     .operands = "-*",
     .more = "destroys"},
    {.names = "git/repack",
     .options = "a A !cruft cruft-expiration=- d f F n !q,quiet !l,local !b,write-bitmap-index !i,delta-islands "
                "unpack-unreachable=- !k,keep-unreachable window=- window-memory=- depth=- threads=- max-pack-size=- "
                "!pack-kept-objects keep-pack=- g,geometric=- !m,write-midx expire-to=D filter=- filter-to=D "
                "combine-cruft-below-size=- max-cruft-size=- name-hash-version=- h.",
     .more = "runs"},
    {.names = "git/pack-refs git/update-server-info",
     .options = "all !prune auto include=- exclude=- f,force h.",
     .more = "runs"},
    {.names = "git/rerere", .options = "!rerere-autoupdate h.", .operands = "- -*", .more = "runs"},
    {.names = "git/maintenance", .habits = "sub", .options = "h."},
    {.names = "git/maintenance/run git/maintenance/start git/maintenance/stop git/maintenance/register "
              "git/maintenance/unregister",
     .options = "auto schedule=?- quiet task=- scheduler=- config-file=M force !detach h.",
     .more = "runs"},
    {.names = "git/commit-graph git/multi-pack-index", .habits = "sub", .options = "object-dir=D h."},
    {.names = "git/commit-graph/verify git/commit-graph/write git/multi-pack-index/verify git/multi-pack-index/write "
              "git/multi-pack-index/expire git/multi-pack-index/repack",
     .options = "object-dir=D reachable stdin-packs stdin-commits append !changed-paths split=?- max-commits=- "
                "size-multiple=- expire-time=- max-new-filters=- !progress shallow preferred-pack=- !bitmap "
                "batch-size=- refs-snapshot=R h.",
     .more = "runs"},
    {.names = "git/send-email",
     .habits = "exact",
     .options = "from=- to=- cc=- bcc=- subject=- in-reply-to=- reply-to=- compose annotate smtp-server=X "
                "sendmail-cmd=S to-cmd=S cc-cmd=S header-cmd=S smtp-server-port=- smtp-server-option=- smtp-user=- "
                "smtp-pass=- smtp-encryption=- smtp-domain=- smtp-ssl-cert-path=R dry-run confirm=- quiet "
                "suppress-cc=- thread no-thread validate no-validate 8bit-encoding=- envelope-sender=- h.",
     .operands = "R*",
     .more = "contacts destroys runs"},
    {.names = "git/daemon",
     .habits = "exact",
     .options = "access-hook=X base-path=L listen=H port=- verbose syslog export-all reuseaddr strict-paths inetd "
                "enable=- disable=- user=- group=- pid-file=W timeout=- init-timeout=- max-connections=-",
     .operands = "L*",
     .more = "contacts runs"},
    {.names = "git/instaweb git/web--browse",
     .habits = "exact",
     .options = "l,local b,browser=X d,httpd=X p,port=- m,module-path=P start stop restart c,config=- t,tool=X h.",
     .operands = "-*",
     .more = "contacts runs"},
    {.names = "git/shell", .options = "c=S h.", .operands = "-*", .more = "runs"},
    {.names = "git/hook", .habits = "sub", .options = "h."},
    {.names = "git/hook/run", .options = "ignore-missing to-stdin=R h.", .operands = "-*", .more = "runs"},
    // The client of GitHub. Its options are those of each subcommand; -R names a repository.
    {.names = "gh",
     .habits = "sub",
     .options = "R,repo=- version. h,help.",
     .same = "pr/checkout=pr/co pr/list=pr/ls pr/create=pr/new issue/list=issue/ls issue/create=issue/new "
             "repo/list=repo/ls repo/create=repo/new run/list=run/ls workflow/list=workflow/ls "
             "release/list=release/ls release/create=release/new gist/list=gist/ls gist/create=gist/new "
             "secret/list=secret/ls secret/delete=secret/remove variable/list=variable/ls "
             "variable/delete=variable/remove label/list=label/ls codespace=cs codespace/list=codespace/ls "
             "extension=extensions=ext extension/list=extension/ls search alias/list=alias/ls"},
    {.names = "gh/pr gh/issue gh/repo gh/run gh/workflow gh/release gh/gist gh/auth gh/secret gh/variable gh/label "
              "gh/cache gh/search gh/ruleset gh/org",
     .habits = "sub",
     .options = "R,repo=- h,help."},
    {.names = "gh/api",
     .options = "H,header=- X,method$=- f,raw-field$=- F,field$=@R input$=R q,jq=C:jq t,template=- cache=- hostname=H "
                "i,include paginate slurp silent verbose p,preview=- h,help.",
     .operands = "-",
     .more = "contacts"},
    {.names = "gh/status", .options = "e,exclude=- o,org=- h,help.", .more = "contacts"},
    {.names = "gh/pr/list gh/pr/ls gh/issue/list gh/issue/ls",
     .options = "json=- q,jq=C:jq t,template=- a,assignee=- A,author=- app=- B,base=- H,head=- d,draft l,label=- "
                "L,limit=- S,search=- s,state=- m,milestone=- mention=- R,repo=- h,help.",
     .more = "contacts"},
    {.names = "gh/pr/view gh/issue/view",
     .options = "json=- q,jq=C:jq t,template=- c,comments R,repo=- h,help.",
     .operands = "-?",
     .more = "contacts"},
    {.names = "gh/pr/status gh/issue/status",
     .options = "json=- q,jq=C:jq t,template=- c,conflict-status R,repo=- h,help.",
     .more = "contacts"},
    {.names = "gh/pr/diff",
     .options = "color=- name-only patch R,repo=- h,help.",
     .operands = "-?",
     .more = "contacts"},
    {.names = "gh/pr/checks",
     .options = "json=- q,jq=C:jq t,template=- watch i,interval=- fail-fast required R,repo=- h,help.",
     .operands = "-?",
     .more = "contacts"},
    {.names = "gh/pr/checkout gh/pr/co",
     .options = "b,branch=- detach f,force recurse-submodules R,repo=- h,help.",
     .operands = "-?",
     .more = "contacts runs"},
    {.names = "gh/pr/create gh/pr/new gh/issue/create gh/issue/new",
     .options = "a,assignee=- B,base=- b,body=- F,body-file=R d,draft dry-run f,fill fill-first fill-verbose H,head=- "
                "l,label=- m,milestone=- no-maintainer-edit p,project=- r,reviewer=- t,title=- T,template=- R,repo=- "
                "h,help.",
     .more = "contacts destroys runs"},
    {.names = "gh/pr/merge",
     .options = "admin A,author-email=- auto b,body=- F,body-file=R d,delete-branch disable-auto match-head-commit=- "
                "m,merge r,rebase s,squash t,subject=- R,repo=- h,help.",
     .operands = "-?",
     .more = "contacts destroys"},
    {.names = "gh/pr/comment gh/issue/comment gh/pr/review",
     .options = "b,body=- F,body-file=R edit-last delete-last yes create-if-none a,approve c,comment "
                "r,request-changes R,repo=- h,help.",
     .operands = "-?",
     .more = "contacts destroys"},
    {.names = "gh/pr/close gh/pr/reopen gh/pr/ready gh/issue/close gh/issue/reopen gh/issue/delete gh/issue/lock "
              "gh/issue/unlock gh/issue/pin gh/issue/unpin gh/pr/lock gh/pr/unlock",
     .options = "c,comment=- d,delete-branch undo yes R,repo=- h,help.",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "gh/pr/edit gh/issue/edit",
     .options = "add-assignee=- add-label=- add-project=- add-reviewer=- B,base=- b,body=- F,body-file=R "
                "m,milestone=- remove-assignee=- remove-label=- remove-project=- remove-reviewer=- t,title=- "
                "remove-milestone R,repo=- h,help.",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "gh/repo/view gh/repo/list gh/repo/ls",
     .options = "json=- q,jq=C:jq t,template=- b,branch=- archived no-archived fork source l,language=- L,limit=- "
                "topic=- visibility=- h,help.",
     .operands = "-?",
     .more = "contacts"},
    {.names = "gh/repo/clone",
     .options = "u,upstream-remote-name=- no-upstream h,help.",
     .operands = "U D?",
     .more = "contacts runs"},
    {.names = "gh/repo/create gh/repo/new gh/repo/fork gh/repo/edit gh/repo/rename gh/repo/delete gh/repo/archive "
              "gh/repo/unarchive gh/repo/sync",
     .options = "public private internal d,description=- homepage=- y,yes confirm clone default-branch=- visibility=- "
                "branch=- force s,source=L default-branch-only fork-name=- org=- help.",
     .operands = "-*",
     .more = "contacts destroys runs"},
    {.names = "gh/run/list gh/run/ls gh/run/view gh/run/watch gh/workflow/list gh/workflow/ls gh/workflow/view",
     .options = "json=- q,jq=C:jq t,template=- b,branch=- c,commit=- created=- e,event=- L,limit=- s,status=- "
                "u,user=- w,workflow=- a,all attempt=- exit-status j,job=- log log-failed v,verbose i,interval=- "
                "compact y,yaml r,ref=- R,repo=- h,help.",
     .operands = "-?",
     .more = "contacts"},
    {.names = "gh/run/rerun gh/run/cancel gh/run/delete gh/workflow/run gh/workflow/enable gh/workflow/disable",
     .options = "d,debug failed j,job=- f,raw-field=- F,field=@R json r,ref=- force R,repo=- h,help.",
     .operands = "-*",
     .more = "contacts destroys"},
    {.names = "gh/run/download gh/release/download",
     .options = "D,dir=D n,name=- p,pattern=- A,archive=- clobber skip-existing O,output=W R,repo=- h,help.",
     .operands = "-?",
     .more = "contacts runs"},
    {.names = "gh/release/list gh/release/ls gh/release/view",
     .options = "json=- q,jq=C:jq t,template=- exclude-drafts exclude-pre-releases L,limit=- O,order=- R,repo=- "
                "h,help.",
     .operands = "-?",
     .more = "contacts"},
    {.names = "gh/release/create gh/release/new gh/release/upload",
     .options = "d,draft discussion-category=- generate-notes latest n,notes=- F,notes-file=R notes-from-tag "
                "notes-start-tag=- p,prerelease target=- t,title=- verify-tag clobber fail-on-no-commits R,repo=- "
                "h,help.",
     .operands = "- R*",
     .more = "contacts destroys"},
    {.names = "gh/release/delete gh/release/edit gh/release/delete-asset",
     .options = "cleanup-tag y,yes d,draft n,notes=- F,notes-file=R t,title=- tag=- target=- latest prerelease "
                "R,repo=- h,help.",
     .operands = "- -*",
     .more = "contacts destroys"},
    {.names = "gh/gist/list gh/gist/view",
     .options = "L,limit=- public secret f,filename=- files r,raw h,help.",
     .operands = "-?",
     .more = "contacts"},
    {.names = "gh/gist/create gh/gist/new",
     .options = "d,desc=- f,filename=- p,public h,help.",
     .operands = "R*",
     .more = "contacts destroys"},
    {.names = "gh/auth/status", .options = "h,hostname=H a,active help.", .more = "contacts"},
    {.names = "gh/secret/list gh/secret/ls gh/variable/list gh/variable/ls gh/variable/get gh/label/list gh/label/ls "
              "gh/cache/list gh/cache/ls gh/org/list gh/org/ls gh/ruleset/list gh/ruleset/view gh/ruleset/check",
     .options = "json=- q,jq=C:jq t,template=- a,app=- e,env=- o,org=- u,user L,limit=- S,search=- O,order=- sort=- "
                "R,repo=- h,help.",
     .operands = "-?",
     .more = "contacts"},
    {.names = "gh/secret/set gh/secret/delete gh/secret/remove gh/variable/set gh/variable/delete",
     .options = "a,app=- b,body=- e,env=- f,env-file=R o,org=- r,repos=- u,user v,visibility=- no-store R,repo=- "
                "h,help.",
     .operands = "-?",
     .more = "contacts destroys"},
    {.names = "gh/search/prs gh/search/issues gh/search/repos gh/search/code gh/search/commits",
     .options = "json=- q,jq=C:jq t,template=- L,limit=- repo=- owner=- author=- assignee=- label=- language=- "
                "state=- sort=- order=- created=- updated=- match=- filename=- extension=- stars=- topic=- h,help.",
     .operands = "-*",
     .more = "contacts"},
    // Subversion has one list of options for all subcommands.
    {.names = "svn",
     .habits = "sub",
     .options = kSubversion,
     .same = "diff=di list=ls blame=praise=annotate=ann proplist=plist=pl propget=pget=pg status=stat=st "
             "help=?=h delete=del=remove=rm copy=cp move=mv=rename=ren update=up switch=sw changelist=cl "
             "checkout=co commit=ci propset=pset=ps propdel=pdel=pd propedit=pedit=pe"},
    {.names = "svn/cat svn/diff svn/di svn/log svn/info svn/list svn/ls svn/blame svn/praise svn/annotate svn/ann "
              "svn/proplist svn/plist svn/pl svn/propget svn/pget svn/pg",
     .options = kSubversion,
     .operands = "R*",
     .more = "contacts"},
    {.names = "svn/status svn/stat svn/st", .options = kSubversion, .operands = "R*"},
    {.names = "svn/help svn/? svn/h", .options = kSubversion, .operands = "-*"},
    {.names = "svn/add", .options = kSubversion, .operands = "R*", .more = "runs"},
    {.names = "svn/revert", .options = kSubversion, .operands = "M*", .more = "destroys"},
    {.names = "svn/delete svn/del svn/remove svn/rm",
     .options = kSubversion,
     .operands = "W*",
     .more = "contacts destroys"},
    {.names = "svn/copy svn/cp svn/move svn/mv svn/rename svn/ren svn/mkdir",
     .options = kSubversion,
     .operands = "M*",
     .more = "contacts runs"},
    {.names = "svn/update svn/up svn/switch svn/sw svn/merge svn/resolve svn/resolved svn/cleanup svn/lock svn/unlock "
              "svn/relocate svn/upgrade svn/changelist svn/cl",
     .options = kSubversion,
     .operands = "M*",
     .more = "contacts runs"},
    {.names = "svn/checkout svn/co svn/export", .options = kSubversion, .operands = "U D?", .more = "contacts runs"},
    {.names = "svn/commit svn/ci", .options = kSubversion, .operands = "R*", .more = "contacts destroys runs"},
    {.names = "svn/import", .options = kSubversion, .operands = "L U?", .more = "contacts destroys runs"},
    {.names = "svn/propset svn/pset svn/ps", .options = kSubversion, .operands = "- - M*", .more = "contacts runs"},
    {.names = "svn/propdel svn/pdel svn/pd", .options = kSubversion, .operands = "- M*", .more = "contacts runs"},
    {.names = "svn/patch", .options = kSubversion, .operands = "R D?", .more = "runs"},
    // Mercurial. Hooks, aliases and extensions of the repository run with every call that is not only a question.
    {.names = "hg",
     .habits = "sub",
     .options = "R,repository=F cwd=CD y,noninteractive q,quiet v,verbose color=- config=K:hg debug traceback "
                "encoding=- encodingmode=- time version. h,help. hidden pager=-",
     .same = "status=st log=history annotate=blame summary=sum commit=ci rename=mv=move copy=cp "
             "update=up=checkout=co remove=rm incoming=in outgoing=out add addremove backout bisect branch bundle "
             "clone diff export forget graft grep import init merge pull push resolve revert rollback serve tag "
             "unbundle *"},
    {.names = "hg/status hg/st",
     .options = "A,all m,modified a,added r,removed d,deleted c,clean u,unknown i,ignored n,no-status C,copies "
                "0,print0 rev=- change=- S,subrepos T,template=- R,repository=F cwd=CD config=K:hg q,quiet v,verbose "
                "I,include=- X,exclude=- h,help.",
     .operands = "R*"},
    {.names = "hg/log hg/history",
     .options = "f,follow d,date=- C,copies k,keyword=- r,rev=- removed m,only-merges u,user=- b,branch=- P,prune=- "
                "p,patch g,git l,limit=- M,no-merges stat G,graph T,template=- R,repository=F cwd=CD config=K:hg "
                "q,quiet v,verbose I,include=- X,exclude=- h,help.",
     .operands = "R*"},
    {.names = "hg/diff",
     .options = "r,rev=- c,change=- a,text g,git nodates noprefix p,show-function reverse w,ignore-all-space "
                "b,ignore-space-change B,ignore-blank-lines U,unified=- stat root=- S,subrepos R,repository=F cwd=CD "
                "config=K:hg q,quiet v,verbose I,include=- X,exclude=- h,help.",
     .operands = "R*"},
    {.names = "hg/annotate hg/blame",
     .options = "r,rev=- f,follow a,text u,user d,date n,number c,changeset l,line-number R,repository=F cwd=CD "
                "config=K:hg q,quiet v,verbose I,include=- X,exclude=- h,help.",
     .operands = "R*"},
    {.names = "hg/cat hg/files hg/locate hg/manifest",
     .options = "r,rev=- decode 0,print0 f,fullpath R,repository=F cwd=CD config=K:hg q,quiet v,verbose I,include=- "
                "X,exclude=- h,help.",
     .operands = "R*"},
    {.names = "hg/branches hg/tags hg/heads hg/tip hg/parents hg/summary hg/sum hg/paths hg/root",
     .options = "r,rev=- T,template=- p,patch g,git c,closed R,repository=F cwd=CD config=K:hg q,quiet v,verbose "
                "I,include=- X,exclude=- h,help.",
     .operands = "-*"},
    {.names = "hg/add hg/addremove hg/forget",
     .options = "n,dry-run s,similarity=- S,subrepos R,repository=F cwd=CD config=K:hg q,quiet v,verbose I,include=- "
                "X,exclude=- h,help.",
     .operands = "R*",
     .more = "runs"},
    {.names = "hg/commit hg/ci",
     .options = "A,addremove close-branch amend s,secret m,message=- l,logfile=R d,date=- u,user=- S,subrepos "
                "R,repository=F cwd=CD config=K:hg q,quiet v,verbose I,include=- X,exclude=- h,help.",
     .operands = "R*",
     .more = "runs"},
    {.names = "hg/rename hg/mv hg/move hg/copy hg/cp",
     .options = "A,after f,force n,dry-run R,repository=F cwd=CD config=K:hg q,quiet v,verbose I,include=- "
                "X,exclude=- h,help.",
     .operands = "M*",
     .more = "runs"},
    {.names = "hg/update hg/up hg/checkout hg/co hg/merge",
     .options = "C,clean$ c,check m,merge d,date=- r,rev=- t,tool=X f,force P,preview abort R,repository=F cwd=CD "
                "config=K:hg q,quiet v,verbose I,include=- X,exclude=- h,help.",
     .operands = "-?",
     .more = "runs"},
    {.names = "hg/remove hg/rm hg/revert",
     .options = "A,after f,force a,all r,rev=- C,no-backup n,dry-run d,date=- R,repository=F cwd=CD config=K:hg "
                "q,quiet v,verbose I,include=- X,exclude=- h,help.",
     .operands = "W*",
     .more = "destroys runs"},
    {.names = "hg/clone hg/pull hg/push hg/incoming hg/in hg/outgoing hg/out",
     .options = "f,force r,rev=- b,branch=- e,ssh=S remotecmd=X insecure new-branch stream T,template=- stat "
                "R,repository=F cwd=CD config=K:hg q,quiet v,verbose I,include=- X,exclude=- h,help.",
     .operands = "U D?",
     .more = "contacts destroys runs"},
});

}  // namespace

std::span<const ProgramRow> git_programs() noexcept {
    return kRows;
}

}  // namespace postern::programs
