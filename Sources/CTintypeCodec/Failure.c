#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "CTintypeCodec.h"

_Noreturn void tt_fail(tt_failure *failure, tt_status status, const char *message) {
  failure->status = status;
  snprintf(failure->message, sizeof failure->message, "%s", message);
  longjmp(failure->jump, 1);
}

_Noreturn void tt_fail_errno(tt_failure *failure) { tt_fail(failure, TT_IO, strerror(errno)); }

void tt_add_note(tt_failure *failure, const char *message) {
  for (int i = 0; i < failure->note_count; i++) {
    if (strcmp(failure->notes[i], message) == 0) return;
  }
  if (failure->note_count == TT_NOTES_MAX) return;
  snprintf(failure->notes[failure->note_count++], TT_TEXT_MAX, "%s", message);
}

void tt_add_warning(tt_failure *failure, const char *message) {
  if (++failure->warning_count > TT_WARNINGS_MAX) tt_fail(failure, TT_CORRUPT, "more than 100 warnings");
  tt_add_note(failure, message);
}

ssize_t tt_read_at(int descriptor, void *bytes, size_t count, off_t offset) {
  ssize_t got;
  do {
    got = pread(descriptor, bytes, count, offset);
  } while (got < 0 && errno == EINTR);
  return got;
}

uint64_t tt_file_size(int descriptor) {
  struct stat status;
#if defined(__linux__) && defined(__LP64__)
  // The system's library makes it a call with an empty path. Here the kernel's structure is that of the library.
  bool known = syscall(SYS_fstat, descriptor, &status) == 0;
#else
  bool known = fstat(descriptor, &status) == 0;
#endif
  return known ? (uint64_t)status.st_size : 0;
}

void tt_write_all(tt_failure *failure, int descriptor, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0) {
      if (errno == EINTR) continue;
      tt_fail_errno(failure);
    }
    bytes += written;
    count -= (size_t)written;
  }
}

const char *tt_failure_message(const tt_failure *failure) { return failure->message; }

const char *tt_failure_note(const tt_failure *failure, int index) {
  return index >= 0 && index < failure->note_count ? failure->notes[index] : NULL;
}
