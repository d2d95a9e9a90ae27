// Ways out of a confined process, each tried in a child that confines itself as a decoder does.

#ifndef CTEST_ESCAPES_H
#define CTEST_ESCAPES_H

#include <stdbool.h>

typedef enum {
  ESCAPE_OPEN,
  ESCAPE_WRITE,
  ESCAPE_STATUS,
  ESCAPE_SOCKET,
  ESCAPE_EXECUTE,
  ESCAPE_FORK,
  ESCAPE_TRACE,
  ESCAPE_CODE,
  ESCAPE_MEMORY,
  ESCAPE_TIME,
  ESCAPE_SIGNAL,
  ESCAPE_DESCRIPTOR,
  ESCAPE_LIMITS,
  ESCAPE_THREAD,  // the one that is allowed
} escape;

/// What became of a try: 0 where it worked, an error number where it was refused, 1000 and the number of the signal
/// that ended the child. -1 where the kernel could not confine it.
///
/// `confined`: whether the child confines itself before it tries.
int try_escape(escape way, bool confined);

#endif
