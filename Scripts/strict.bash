# Sourced first by every script: any command that fails ends it, and no script ends early without a word.
set -Eeuo pipefail
shopt -s inherit_errexit
trap 'status=$?
  ((BASH_SUBSHELL)) || echo "${BASH_SOURCE[0]:-$0}:$LINENO: \"$BASH_COMMAND\" ended with status $status" >&2' ERR
