#ifndef CFUZZDRIVER_H
#define CFUZZDRIVER_H

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's loop, in the toolchain's runtime: calls `test` with mutated bytes until it crashes or the time is up.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *data, size_t size));

/// An empty file in memory, which has a path below /proc/self/fd; closed by the caller.
int fuzz_memory_file(void);

#endif
