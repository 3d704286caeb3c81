# For ./braid and ./test: everything that has to be there before either can go on. Sourced by bash, from the
# root of the source tree.
#
# Both commands must be quick when there is nothing to do, so each step first looks whether it is needed: the
# packages with one query of the package database, the build with ninja, which compares dates. Two commands
# started at the same time wait for each other.

say() { printf '%s\n' "$*" >&2; }

# Names of the packages in scripts/packages.txt that are not installed.
missing_packages() {
  local wanted
  wanted=$(sed 's/#.*//' scripts/packages.txt | tr -s ' \n' ' ')
  # shellcheck disable=SC2086 # the list is split on purpose
  dpkg-query -W -f '${Package} ${db:Status-Status}\n' $wanted 2>/dev/null |
    awk -v wanted="$wanted" '
      $2 == "installed" { present[$1] = 1 }
      END { count = split(wanted, names, " "); for (i = 1; i <= count; i++) if (!(names[i] in present)) print names[i] }'
}

install_packages() {
  if ! command -v dpkg-query >/dev/null; then
    # Not Debian: the build itself will tell what is missing.
    [ -e build/release/build.ninja ] || say "braid: this is not Debian; scripts/packages.txt lists what has to be installed."
    return 0
  fi
  local missing root=()
  missing=$(missing_packages | tr '\n' ' ')
  [ -n "$missing" ] || return 0
  say "braid: installing $missing"
  if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
      say "braid: these packages are missing, and only root can install them:"
      say "  apt-get install --no-install-recommends $missing"
      return 1
    fi
    root=(sudo)
  fi
  local log=build/packages.log
  # shellcheck disable=SC2086
  apt_get() { "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y "$@" </dev/null >>"$log" 2>&1; }
  : >"$log"
  # shellcheck disable=SC2086
  apt_get install --no-install-recommends $missing && return 0
  # The list of packages may be old, or not there yet.
  apt_get update || true
  # shellcheck disable=SC2086
  apt_get install --no-install-recommends $missing && return 0
  tail -n 15 "$log" >&2
  say "braid: the packages could not be installed; all of it is in $log."
  say "Braid is built and tested on Debian 12 (bookworm). Next step: apt-get update, then try again."
  return 1
}

# Reads ninja's output and shows how far it is: on a terminal in one changing line, otherwise now and then.
show_progress() {
  local at_once=() # mawk would wait for 4096 bytes
  case $(awk -W version </dev/null 2>/dev/null) in mawk*) at_once=(-W interactive) ;; esac
  awk ${at_once[@]+"${at_once[@]}"} -v terminal="$([ -t 2 ] && echo 1)" -v preset="$1" '
    match($0, /^\[[0-9]+\/[0-9]+\]/) {
      split(substr($0, 2, RLENGTH - 2), part, "/")
      # Two steps and less are what ninja does to see whether the build files are up to date.
      if (part[2] <= 2) next
      if (terminal) printf "\r\033[Kbraid: building (%s) %d/%d", preset, part[1], part[2] > "/dev/stderr"
      else if (part[1] == 1 || part[1] * 4 >= part[2] * next_quarter) {
        printf "braid: building (%s) %d/%d\n", preset, part[1], part[2] > "/dev/stderr"
        next_quarter = int(part[1] * 4 / part[2]) + 1
      }
      fflush("/dev/stderr")
      shown = 1
    }
    END { if (shown && terminal) printf "\r\033[K" > "/dev/stderr" }'
}

# build PRESET TARGET: configures once, builds what is out of date.
build() {
  local preset=$1 target=$2 folder=build/$1
  local log=$folder/build.log
  mkdir -p "$folder"
  if [ ! -e "$folder/build.ninja" ] || [ CMakePresets.json -nt "$folder/build.ninja" ]; then
    say "braid: configuring ($preset)"
    if ! cmake --preset "$preset" >"$folder/configure.log" 2>&1; then
      tail -n 30 "$folder/configure.log" >&2
      say "braid: the build could not be configured; all of it is in $folder/configure.log."
      say "If a package is missing there, add it to scripts/packages.txt. To start afresh: rm -r $folder"
      rm -f "$folder/build.ninja"
      return 1
    fi
    touch "$folder/build.ninja"
  fi
  local jobs=()
  [ -z "${CMAKE_BUILD_PARALLEL_LEVEL:-}" ] || jobs=(-j "$CMAKE_BUILD_PARALLEL_LEVEL")
  if ! ninja -C "$folder" "${jobs[@]}" "$target" 2>&1 | tee "$log" | show_progress "$preset"; then
    # From the first failure on: what comes before it is of no help.
    awk '/^FAILED: /{ shown = 1 } shown && lines++ < 60' "$log" >&2
    say "braid: the build failed; all of it is in $log."
    say "After a change to the source: the same command again. To start afresh: rm -r $folder"
    return 1
  fi
}

# prepare PRESET TARGET: packages and build, one at a time however many are started. The target is all, or src/all
# for what users need: no tests and no benchmarks.
prepare() {
  mkdir -p build
  exec 9>build/.lock
  if ! flock -n 9; then
    say "braid: waiting for another build in this folder"
    flock 9
  fi
  install_packages 9>&- && build "$1" "$2" 9>&-
  local result=$?
  exec 9>&-
  return $result
}
