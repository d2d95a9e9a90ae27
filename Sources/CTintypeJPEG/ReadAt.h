// Reading at any place of a file, which many may do at once.

#ifndef TT_READ_AT_H
#define TT_READ_AT_H

#include <errno.h>
#include <sys/types.h>
#include <unistd.h>

/// pread(2) that goes on behind a signal.
static inline ssize_t tt_read_at(int descriptor, void *bytes, size_t count, off_t offset) {
  ssize_t got;
  do {
    got = pread(descriptor, bytes, count, offset);
  } while (got < 0 && errno == EINTR);
  return got;
}

#endif
