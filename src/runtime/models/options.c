/* Models of getopt and its relatives.
 *
 * The library's own functions remember where they are in an argument in a place nobody else can see, so here the
 * real function cannot do the work first: while a run is recorded these models are the functions. They follow
 * the GNU manual and, where it leaves room, what the GNU C library does: arguments are permuted so that what is
 * no option comes last, unless the option string or POSIXLY_CORRECT says otherwise; long options may be
 * abbreviated; the messages are the same. Every look at a character of an argument is a decision. */
#define _GNU_SOURCE
#include "runtime/model.h"

#include <getopt.h>
#include <libintl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

BRAID_MODEL_FILE;

extern int real_posix_getopt(int argc, char *const *argv, const char *options) __asm__("__posix_getopt");

enum order {
  PERMUTE,          /* options first */
  STOP,             /* at the first argument that is none */
  TAKE_AS_THEY_COME /* such an argument is the "option" 1 */
};

/* Where the scan is. The arguments from first to last (exclusive) were skipped because they are no options. */
static struct {
  bool started;
  enum order order;
  int first, last;
  int unknown; /* what optopt becomes, whatever the program has made of it */
  char *next;  /* in the argument that holds several short options; null: at the start of the next */
} scan;

typedef struct request {
  int argc;
  char **argv;
  const char *options;
  const struct option *long_options; /* null: there are none */
  int *long_index;
  bool one_dash_is_enough;
  bool quiet;
  bool colon; /* a missing argument is reported as ':' */
} request;

/* Messages in the language of the program, from the library's own translations. */
#define TEXT(text) dcgettext("libc", text, LC_MESSAGES)
#define COMPLAIN(request, ...) ((request)->quiet ? 0 : fprintf(stderr, __VA_ARGS__))

/* The place of the character in the option string, or null. The string itself is not input. */
static const char *find(const char *options, char c) {
  for (; *options; options++)
    if (c == *options)
      return options;
  return NULL;
}

/* --- the order of the arguments --- */

static void reverse(char **list, int begin, int end) {
  while (begin < --end) {
    char *swap = list[begin];
    list[begin++] = list[end];
    list[end] = swap;
  }
}

/* Options were read behind arguments that were skipped: puts them in front of these. */
static void exchange(char **argv) {
  reverse(argv, scan.first, scan.last);
  reverse(argv, scan.last, optind);
  reverse(argv, scan.first, optind);
  scan.first += optind - scan.last;
  scan.last = optind;
}

static bool is_no_option(const char *argument) { return argument[0] != '-' || argument[1] == 0; }

static bool is_end_of_options(const char *argument) {
  return argument[0] == '-' && argument[1] == '-' && argument[2] == 0;
}

static void skip_arguments(const request *asked) {
  if (scan.last > optind)
    scan.last = optind;
  if (scan.first > optind)
    scan.first = optind;
  if (scan.order == PERMUTE) {
    if (scan.first != scan.last && scan.last != optind)
      exchange(asked->argv);
    else if (scan.last != optind)
      scan.first = optind;
    while (optind < asked->argc && is_no_option(asked->argv[optind]))
      optind++;
    scan.last = optind;
  }
  if (optind != asked->argc && is_end_of_options(asked->argv[optind])) {
    optind++;
    if (scan.first != scan.last && scan.last != optind)
      exchange(asked->argv);
    else if (scan.first == scan.last)
      scan.first = optind;
    scan.last = optind = asked->argc;
  }
}

/* --- long options --- */

/* Compares the name with the text up to its end or an equals sign; `length`: of that part. */
static bool begins_with(const char *name, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (name[i] != text[i]) /* also where the name ends */
      return false;
  return true;
}

static bool means_the_same(const struct option *a, const struct option *b) {
  return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

static int ambiguous(const request *asked, const char *dashes, size_t length, const struct option *first) {
  COMPLAIN(asked, TEXT("%s: option '%s%s' is ambiguous; possibilities:"), asked->argv[0], dashes, scan.next);
  const struct option *option = asked->long_options;
  for (; option->name && !asked->quiet; option++)
    if (begins_with(option->name, scan.next, length) &&
        (option == first || asked->one_dash_is_enough || !means_the_same(option, first)))
      fprintf(stderr, " '%s%s'", dashes, option->name);
  COMPLAIN(asked, "\n");
  scan.next = NULL;
  optind++;
  scan.unknown = 0;
  return '?';
}

/* The option of that name, or the only one that begins so. Sets `result` instead where there are several. */
static const struct option *find_long(const request *asked, const char *dashes, size_t length, int *result) {
  const struct option *option, *found = NULL;
  for (option = asked->long_options; option->name; option++)
    if (begins_with(option->name, scan.next, length)) {
      if (option->name[length] == 0)
        return option;
    }
  bool several = false;
  for (option = asked->long_options; option->name; option++)
    if (begins_with(option->name, scan.next, length)) {
      if (!found)
        found = option;
      else if (asked->one_dash_is_enough || !means_the_same(option, found))
        several = true;
    }
  if (!several)
    return found;
  *result = ambiguous(asked, dashes, length, found);
  return NULL;
}

static int unrecognized(const request *asked, const char *dashes) {
  COMPLAIN(asked, TEXT("%s: unrecognized option '%s%s'\n"), asked->argv[0], dashes, scan.next);
  scan.next = NULL;
  optind++;
  scan.unknown = 0;
  return '?';
}

/* The name stands at scan.next. -1: it is to be read as short options. */
static int long_option(const request *asked, const char *dashes, bool one_dash_is_enough) {
  size_t length = 0;
  while (scan.next[length] && scan.next[length] != '=')
    length++;
  request this = *asked;
  this.one_dash_is_enough = one_dash_is_enough;
  int result = -1;
  const struct option *found = find_long(&this, dashes, length, &result);
  if (result == '?')
    return result;
  if (!found) {
    if (one_dash_is_enough && asked->argv[optind][1] != '-' && find(asked->options, scan.next[0]))
      return -1;
    return unrecognized(asked, dashes);
  }
  const char *end = scan.next + length;
  bool has_value = *end == '=';
  optind++;
  scan.next = NULL;
  if (has_value) {
    if (found->has_arg == no_argument) {
      COMPLAIN(asked, TEXT("%s: option '%s%s' doesn't allow an argument\n"), asked->argv[0], dashes, found->name);
      scan.unknown = found->val;
      return '?';
    }
    optarg = (char *)end + 1;
  } else if (found->has_arg == required_argument) {
    if (optind >= asked->argc) {
      COMPLAIN(asked, TEXT("%s: option '%s%s' requires an argument\n"), asked->argv[0], dashes, found->name);
      scan.unknown = found->val;
      return asked->colon ? ':' : '?';
    }
    optarg = asked->argv[optind++];
  }
  if (asked->long_index)
    *asked->long_index = (int)(found - asked->long_options);
  if (!found->flag)
    return found->val;
  *found->flag = found->val;
  return 0;
}

/* --- short options --- */

static int missing_argument(const request *asked, char c) {
  COMPLAIN(asked, TEXT("%s: option requires an argument -- '%c'\n"), asked->argv[0], c);
  scan.unknown = (unsigned char)c;
  return asked->colon ? ':' : '?';
}

static int short_option(const request *asked) {
  char c = *scan.next++;
  const char *found = find(asked->options, c);
  if (*scan.next == 0)
    optind++;
  if (!found || *found == ':' || *found == ';') {
    COMPLAIN(asked, TEXT("%s: invalid option -- '%c'\n"), asked->argv[0], c);
    scan.unknown = (unsigned char)c;
    return '?';
  }
  if (found[0] == 'W' && found[1] == ';' && asked->long_options) { /* -W name is --name */
    if (*scan.next == 0) {
      if (optind == asked->argc)
        return missing_argument(asked, c);
      scan.next = asked->argv[optind];
    }
    optarg = NULL;
    return long_option(asked, "-W ", false);
  }
  if (found[1] != ':')
    return (unsigned char)*found;
  int result = (unsigned char)*found;
  if (*scan.next) {
    optarg = scan.next;
    optind++;
  } else if (found[2] == ':') {
    optarg = NULL;
  } else if (optind == asked->argc) {
    result = missing_argument(asked, c);
  } else {
    optarg = asked->argv[optind++];
  }
  scan.next = NULL;
  return result;
}

/* --- the functions --- */

static void start(const char *options, bool posix) {
  if (optind == 0)
    optind = 1;
  scan.first = scan.last = optind;
  scan.next = NULL;
  scan.order = options[0] == '-'                            ? TAKE_AS_THEY_COME
               : options[0] == '+'                          ? STOP
               : posix || getenv("POSIXLY_CORRECT") != NULL ? STOP
                                                            : PERMUTE;
  scan.started = true;
}

static int read_option(request asked, bool posix) {
  if (asked.argc < 1)
    return -1;
  optarg = NULL;
  if (optind == 0 || !scan.started)
    start(asked.options, posix);
  if (asked.options[0] == '-' || asked.options[0] == '+')
    asked.options++;
  asked.colon = asked.options[0] == ':';
  asked.quiet = opterr == 0 || asked.colon;
  if (!scan.next || *scan.next == 0) {
    skip_arguments(&asked);
    if (optind == asked.argc) {
      if (scan.first != scan.last) /* what was skipped now comes last */
        optind = scan.first;
      return -1;
    }
    char *argument = asked.argv[optind];
    if (is_no_option(argument)) {
      if (scan.order == STOP)
        return -1;
      optarg = asked.argv[optind++];
      return 1;
    }
    if (asked.long_options) {
      if (argument[1] == '-') {
        scan.next = argument + 2;
        return long_option(&asked, "--", asked.one_dash_is_enough);
      }
      if (asked.one_dash_is_enough && (argument[2] || !find(asked.options, argument[1]))) {
        scan.next = argument + 1;
        int result = long_option(&asked, "-", true);
        if (result != -1)
          return result;
      }
    }
    scan.next = argument + 1;
  }
  return short_option(&asked);
}

static int next_option(request asked, bool posix) {
  int result = read_option(asked, posix);
  optopt = scan.unknown;
  return result;
}

static request ask(int argc, char *const *argv, const char *options, const struct option *long_options, int *index,
                   bool one_dash_is_enough) {
  return (request){argc, (char **)argv, options, long_options, index, one_dash_is_enough, false, false};
}

BRAID_MODEL(int, getopt, (int argc, char *const *argv, const char *options)) {
  if (!braid_is_active())
    return getopt(argc, argv, options);
  return next_option(ask(argc, argv, options, NULL, NULL, false), false);
}

BRAID_MODEL(int, __posix_getopt, (int argc, char *const *argv, const char *options)) {
  if (!braid_is_active())
    return real_posix_getopt(argc, argv, options);
  return next_option(ask(argc, argv, options, NULL, NULL, false), true);
}

BRAID_MODEL(int, getopt_long,
            (int argc, char *const *argv, const char *options, const struct option *long_options, int *index)) {
  if (!braid_is_active())
    return getopt_long(argc, argv, options, long_options, index);
  return next_option(ask(argc, argv, options, long_options, index, false), false);
}

BRAID_MODEL(int, getopt_long_only,
            (int argc, char *const *argv, const char *options, const struct option *long_options, int *index)) {
  if (!braid_is_active())
    return getopt_long_only(argc, argv, options, long_options, index);
  return next_option(ask(argc, argv, options, long_options, index, true), false);
}
