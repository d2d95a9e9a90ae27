// What Swift's runtime for WebAssembly expects of its host and wasi-libc does not have.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

// Hash tables are seeded alike each time: a page compiles its own recipe.
void arc4random_buf(void *memory, size_t count) {
  unsigned char *bytes = memory;
  for (size_t index = 0; index < count; index++) bytes[index] = 42;
}

void *__stack_chk_guard = (void *)0x5bd1e995;

void __stack_chk_fail(void) { __builtin_trap(); }

const char *_swift_stdlib_strtod_clocale(const char *text, double *number) {
  char *end;
  *number = strtod(text, &end);
  return end;
}

const char *_swift_stdlib_strtof_clocale(const char *text, float *number) {
  char *end;
  *number = strtof(text, &end);
  return end;
}

// A page has no standard output, to which a trap would write its reason, and no standard error, to which wasi-libc
// would write that it lacks long doubles.
char __stderr_FILE;

int fputs(const char *restrict text, FILE *restrict stream) { return 0; }

int putchar(int character) { return character; }
