# Shared by the scripts in this folder: sourced, never run.
# After sourcing, the working directory is the root of the checkout.
set -euo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$ROOT"
JOBS=${JOBS:-$(nproc)}
export CCACHE_BASEDIR="$ROOT" CCACHE_NOHASHDIR=1

say() { printf '== %s\n' "$*" >&2; }
die() { printf '%s: %s\n' "$(basename "$0")" "$1" >&2; exit "${2:-1}"; } # die MESSAGE [STATUS]

# show_progress NAME LOG: until it is ended, the time that has passed and the last line of LOG, on the terminal's line.
show_progress() {
  local start=$SECONDS last
  while sleep 1 && kill -0 $$ 2>/dev/null; do
    last=$(tail -c 500 "$2" | tr '\r' '\n' | tail -n 1 | tr -cd '[:print:]')
    printf '\r\033[K   %-28s %4d s  %.38s' "$1" $((SECONDS - start)) "$last"
  done
}

# step NAME COMMAND…: runs the command with its output in build/logs/NAME.log; prints the tail only when it fails.
step() {
  local name=$1 log=build/logs/$1.log start=$SECONDS status=0 progress="" clear=""
  shift
  mkdir -p build/logs
  printf '   %-28s ' "$name" >&2
  : >"$log"
  if [ -t 2 ] && [ "${TERM:-dumb}" != dumb ]; then
    clear=$(printf '\r\033[K   %-28s ' "$name")
    show_progress "$name" "$log" >&2 &
    progress=$!
  fi
  "$@" >"$log" 2>&1 </dev/null || status=$?
  if [ -n "$progress" ]; then
    kill "$progress"
    wait "$progress" 2>/dev/null || true
  fi
  if [ "$status" -eq 0 ]; then
    printf '%sok    %4d s\n' "$clear" $((SECONDS - start)) >&2
  else
    printf '%sFAILED %3d s (exit %d, %s)\n' "$clear" $((SECONDS - start)) "$status" "$log" >&2
    tail -n "${TAIL_LINES:-60}" "$log" >&2
  fi
  return "$status"
}
