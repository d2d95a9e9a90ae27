#define _GNU_SOURCE
#include "CFuzzDriver.h"

#include <sys/mman.h>

int fuzz_memory_file(void) { return memfd_create("fuzz", 0); }
