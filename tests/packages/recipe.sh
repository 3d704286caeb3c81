# What recipes start from: defaults of their variables and functions, and helpers. Sourced before each of them.
#
# Functions of a recipe run in the source folder of one of the two builds, with these variables set:
#   CC, CXX   the compilers: Clang's or Braid's
#   JOBS      how many things may be done at once
#   HERE      the folder of this file
# and traces() also with
#   PLAIN, BRAID   the source folders of the two builds
#   VERIFY         braid-verify

source= needs= results=status binaries= unstable=

configure() { :; }
build() { make -j"$JOBS"; }
check() { make check; }

# Gives every file the same date, so that make does not think what was generated for the release has to be made again.
same_dates() { find . -type f -exec touch -d "@$(date +%s)" {} +; }

# judge NAME COMMAND...: a test of our own, reported in automake's words.
judge() {
  local name=$1
  shift
  if "$@"; then echo "PASS: $name"; else echo "FAIL: $name"; fi
}

# trace PROGRAM INPUT [ARGUMENT...]: runs the program, the path relative to the source folder, with the file INPUT as
# standard input: plainly and under the executor.
trace() {
  local program=$1 input=$2
  shift 2
  "$VERIFY" "$BRAID/$program" --plain "$PLAIN/$program" --input "$input" --folder "$PWD" --seconds 120 -- "$@"
}

# sample TEXT: a file of the text, to be the input of a trace.
sample() {
  local file
  file=$(mktemp "$PWD/sample.XXXXXX")
  printf '%b' "$1" >"$file"
  echo "$file"
}
