#!/usr/bin/env bash
# Deploys.
set -euo pipefail
source ./lib.sh
. "$HOME/other.sh"

readonly MAX_RETRIES=3
NAME="x"
export PATH_TO=/tmp NAME2=b
declare -A TABLE=([a]=1)

# Says something.
# Loudly.
log() {
  local message=$1
  echo "$message" >&2
}

function deploy-all {
  local host
  for host in "$@"; do
    log "deploying to ${host}"
    run_one "$host" || return 1
  done
}

function run_one() (
  count=$((count + 1))
  cat <<EOF
log() { not a function; }
$(log "inside $NAME")
EOF
  helper() { :; }
  helper
)

if [ -n "$NAME" ]; then
  fallback() { log "none"; }
fi

deploy-all a b
