#!/bin/bash
# Measures one decision with the start of the process: `postern check -c ls` against `bash -c true`, in turns in the
# same run, so that a busy machine slows both. Prints the medians and their ratio; exits 1 above the limit.
#
# usage: startup.sh POSTERN [ROUNDS [LIMIT]]
set -euo pipefail

postern=${1:?usage: startup.sh POSTERN [ROUNDS [LIMIT]]}
rounds=${2:-200}
limit=${3:-2.5}

directory=$(mktemp -d)
trap 'rm -rf -- "$directory"' EXIT
cd -- "$directory"
export HOME=$directory XDG_CONFIG_HOME=$directory XDG_STATE_HOME=$directory

# Prints the microseconds that the given command takes.
measure() {
    local begin=${EPOCHREALTIME/[.,]/}
    "$@" >/dev/null 2>&1 </dev/null || status=$?
    local end=${EPOCHREALTIME/[.,]/}
    elapsed=$((end - begin))
}

median() {
    sort -n | awk '{ value[NR] = $1 } END { print NR % 2 ? value[(NR + 1) / 2] : (value[NR / 2] + value[NR / 2 + 1]) / 2 }'
}

status=0
"$postern" check -c ls >/dev/null 2>error </dev/null || status=$?
if ((status > 2)); then
    echo "startup: $postern check -c ls failed with status $status: $(<error)" >&2
    exit 1
fi

for ((i = 0; i < rounds; i++)); do
    measure bash -c true
    echo "$elapsed" >>bash.times
    measure "$postern" check -c ls
    echo "$elapsed" >>postern.times
done

bash_median=$(median <bash.times)
postern_median=$(median <postern.times)
awk -v a="$bash_median" -v b="$postern_median" -v limit="$limit" -v rounds="$rounds" 'BEGIN {
    printf "bash -c true        %8.0f us\npostern check -c ls %8.0f us\nratio %.2f (limit %s, %d rounds)\n", a, b, b / a, limit, rounds
    exit b / a > limit
}'
