# Shared by the scripts in this folder: sourced, never run.
# After sourcing, the working directory is the root of the checkout.
set -euo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$ROOT"
JOBS=${JOBS:-$(nproc)}
export CCACHE_BASEDIR="$ROOT" CCACHE_NOHASHDIR=1

say() { printf '== %s\n' "$*" >&2; }
die() { printf '%s: %s\n' "$(basename "$0")" "$1" >&2; exit "${2:-1}"; } # die MESSAGE [STATUS]

# step NAME COMMAND…: runs the command with its output in build/logs/NAME.log; prints the tail only when it fails.
step() {
  local name=$1 log=build/logs/$1.log start=$SECONDS status=0
  shift
  mkdir -p build/logs
  printf '   %-28s ' "$name" >&2
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if [ "$status" -eq 0 ]; then
    printf 'ok    %4d s\n' $((SECONDS - start)) >&2
  else
    printf 'FAILED %3d s (exit %d, %s)\n' $((SECONDS - start)) "$status" "$log" >&2
    tail -n "${TAIL_LINES:-60}" "$log" >&2
  fi
  return "$status"
}
