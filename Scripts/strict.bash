# Sourced first by every script: a failing command ends the script, with a message that names the command.
set -Eeuo pipefail
shopt -s inherit_errexit
trap 'status=$?
  ((BASH_SUBSHELL)) || echo "${BASH_SOURCE[0]:-$0}:$LINENO: \"$BASH_COMMAND\" ended with status $status" >&2' ERR
