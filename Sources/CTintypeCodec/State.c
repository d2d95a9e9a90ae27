#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "Codec.h"

tt_status tt_refuse(tt_state *state, tt_status status, const char *message) {
  if (message) snprintf(state->message, sizeof state->message, "%s", message);
  return state->status = status;
}

_Noreturn void tt_fail(tt_state *state, tt_status status, const char *message) {
  tt_refuse(state, status, message);
  longjmp(state->jump, 1);
}

_Noreturn void tt_fail_errno(tt_state *state) { tt_fail(state, TT_IO, strerror(errno)); }

void tt_add_note(tt_state *state, const char *message) {
  for (int i = 0; i < state->note_count; i++) {
    if (strcmp(state->notes[i], message) == 0) return;
  }
  if (state->note_count == TT_NOTES_MAX) return;
  snprintf(state->notes[state->note_count++], TT_TEXT_MAX, "%s", message);
}

void tt_add_warning(tt_state *state, const char *message) {
  if (++state->warning_count > TT_WARNINGS_MAX) tt_fail(state, TT_CORRUPT, "more than 100 warnings");
  tt_add_note(state, message);
}

ssize_t tt_read_at(int descriptor, void *bytes, size_t count, off_t offset) {
  ssize_t got;
  do {
    got = pread(descriptor, bytes, count, offset);
  } while (got < 0 && errno == EINTR);
  return got;
}

ssize_t tt_read_patched(const tt_patches *patches, int descriptor, void *bytes, size_t count, off_t offset) {
  ssize_t got = tt_read_at(descriptor, bytes, count, offset);
  for (uint8_t i = 0; got > 0 && i < patches->count; i++) {
    const tt_patch *patch = &patches->bytes[i];
    // Before the offset the difference is large.
    uint64_t place = patch->place - (uint64_t)offset;
    if (place < (uint64_t)got) ((uint8_t *)bytes)[place] = patch->byte;
  }
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

void tt_write_all(tt_state *state, int descriptor, const uint8_t *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0) {
      if (errno == EINTR) continue;
      tt_fail_errno(state);
    }
    bytes += written;
    count -= (size_t)written;
  }
}

const char *tt_state_message(const tt_state *state) { return state->message; }

const char *tt_state_note(const tt_state *state, int index) {
  return index >= 0 && index < state->note_count ? state->notes[index] : NULL;
}

uint8_t tt_turned(int turns, int mirror) {
  static const uint8_t turned[4] = {1, 8, 3, 6};
  // Left and right exchanged, after each turn; then top and bottom.
  static const uint8_t across[4] = {2, 7, 4, 5}, down[4] = {4, 5, 2, 7};
  if (mirror < 0) return turned[turns & 3];
  return mirror == 1 ? across[turns & 3] : down[turns & 3];
}

tt_block tt_boxed_exif(tt_block box) {
  if (box.count < 4) return (tt_block){0};
  size_t offset = (size_t)box.bytes[0] << 24 | (size_t)box.bytes[1] << 16 | (size_t)box.bytes[2] << 8 |
                  (size_t)box.bytes[3];
  if (offset >= box.count - 4) return (tt_block){0};
  return (tt_block){box.bytes + 4 + offset, box.count - 4 - offset};
}
