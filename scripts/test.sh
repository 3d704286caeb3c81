#!/usr/bin/env bash
# All checks of Braid, from its source folder: installs what is missing, builds what is out of date, runs the
# tests and says how many passed.
#
#   ./test                  the tests that have to pass for every change
#   ./test --extended       also those that take longer
#   ./test --sanitize       the engine's tests, built with AddressSanitizer and UndefinedBehaviorSanitizer
#   ./test -R Plan          anything else goes to ctest: here, tests with "Plan" in their name
set -u -o pipefail
here=$(dirname "$(readlink -f "$0")")
cd "$here" || exit 5
[ -e CMakePresets.json ] || cd .. || exit 5
. scripts/prepare.sh

preset=release
selection=(--label-exclude extended)
arguments=()
for argument in "$@"; do
  case $argument in
    --extended) selection=() ;;
    --sanitize) preset=sanitize ;;
    --help | -h)
      sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "$0"
      exit 0
      ;;
    *) arguments+=("$argument") ;;
  esac
done

prepare "$preset" || exit 5
log=build/$preset/test.log
jobs=${CTEST_PARALLEL_LEVEL:-2}
ctest --test-dir "build/$preset" --output-on-failure --no-tests=error --parallel "$jobs" \
  ${selection[@]+"${selection[@]}"} ${arguments[@]+"${arguments[@]}"} 2>&1 | tee "$log"
status=${PIPESTATUS[0]}

# "97% tests passed, 2 tests failed out of 60"
if ! awk '/tests? passed, [0-9]+ tests? failed out of [0-9]+/ { failed = $4; total = $NF; found = 1 }
          END { if (!found) exit 1; printf "%d passed, %d failed\n", total - failed, failed }' "$log"; then
  echo "no test ran; all of it is in $log"
fi
exit "$status"
