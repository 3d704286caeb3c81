/* Models of functions that make text, times and numbers out of each other: the table writers_text.def. */
#define _GNU_SOURCE
#include "runtime/models/writers.h"

#include <fnmatch.h>
#include <glob.h>
#include <iconv.h>
#include <locale.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <uchar.h>
#include <wordexp.h>

BRAID_MODEL_FILE;

/* What the headers declare only for fortified calls, or under another name. */
extern size_t __mbstowcs_chk(wchar_t *, const char *, size_t, size_t);
extern size_t __wcstombs_chk(char *, const wchar_t *, size_t, size_t);
extern size_t __mbsrtowcs_chk(wchar_t *, const char **, size_t, mbstate_t *, size_t);
extern size_t __mbsnrtowcs_chk(wchar_t *, const char **, size_t, size_t, mbstate_t *, size_t);
extern size_t __wcsrtombs_chk(char *, const wchar_t **, size_t, mbstate_t *, size_t);
extern size_t __wcsnrtombs_chk(char *, const wchar_t **, size_t, size_t, mbstate_t *, size_t);
extern int __wctomb_chk(char *, wchar_t, size_t);
extern size_t __wcrtomb_chk(char *, wchar_t, mbstate_t *, size_t);
extern char *__strerror_r(int, char *, size_t);
extern int __xpg_strerror_r(int, char *, size_t);
extern int __strverscmp(const char *, const char *);

#include "runtime/models/writers_text.def"
