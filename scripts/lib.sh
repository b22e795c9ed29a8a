# SPDX-License-Identifier: BSD-3-Clause
# What the scripts share; to be sourced. Sets the root of the repository, a folder for logs, and goes to the root.
set -euo pipefail
called_in=$PWD
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
logs=$root/build/logs
cd "$root"

# Debian's Python, which has Debian's modules, whatever stands first in PATH.
python=/usr/bin/python3
[ -x "$python" ] || python=python3

say() { printf '== %s\n' "$*"; }

die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# given PATH: one that the user gave, who stands elsewhere.
given() { (cd "$called_in" && realpath -ms -- "$1"); }

# run LOG COMMAND...: runs it with its output in build/logs/LOG.log; shows the end of that when it fails.
run() {
  local log=$logs/$1.log start=$SECONDS
  shift
  mkdir -p "$logs"
  if "$@" >"$log" 2>&1; then
    printf '   %s (%d s)\n' "$*" $((SECONDS - start))
  else
    local rc=$?
    tail -n 60 "$log" >&2
    die "failed with status $rc: $* (all of its output: $log)"
  fi
}

# The user's own settings of ctsar and of teams must not change what a script does.
forget_settings() {
  local name
  for name in "${!CTSAR_@}" OMP_NUM_THREADS; do unset "$name"; done
}

# build PRESET [TARGET]...: configures build/PRESET and builds the targets there, or all.
build() {
  local preset=$1
  shift
  run "configure-$preset" cmake --preset "$preset"
  run "build-$preset" cmake --build --preset "$preset" ${1:+--target "$@"}
}

# Prints the comment at the head of the calling script, for --help.
usage() { sed -n '3,/^$/s/^# \{0,1\}//p' "$0"; }

# Where scripts/setup installs what scripts/lint checks with: a virtual environment, since Debian's Python refuses pip
# (PEP 668) and Debian's own versions are older.
lint_tools=$root/build/lint-tools

# Are these the versions that are wanted?
have_lint_tools() { cmp -s scripts/requirements.txt "$lint_tools/requirements.txt"; }
