/* A shared library with something to do before and after the program. */
#include <stdio.h>

static int calls;

__attribute__((constructor)) static void begin(void) { printf("library begins\n"); }
__attribute__((destructor)) static void end(void) { printf("library ends after %d calls\n", calls); }

int library_function(int value);

int library_function(int value) { return value + ++calls; }
