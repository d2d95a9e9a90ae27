// Loaded before the C library: lets the n-th call that touches a file fail, once or from then on.
//
// FAIL_AT counts from 1; 0 only counts. FAIL_ERRNO is the error number; 0 makes reads and writes short instead. FAIL_ON
// is "once" or "ever", or "kill": the process is killed there, before the call. The number of calls seen goes into the
// file FAIL_COUNT at the end. Calls on the standard streams and on files of the system are not counted.
// With FAIL_NAMELESS there are no files without a name.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int seen;
static int fail_at, fail_errno, fail_ever, fail_kill, fail_nameless, is_on;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void start(void) {
  const char *at = getenv("FAIL_AT"), *number = getenv("FAIL_ERRNO"), *on = getenv("FAIL_ON");
  fail_at = at ? atoi(at) : 0;
  fail_errno = number ? atoi(number) : EIO;
  fail_ever = on && !strcmp(on, "ever");
  fail_kill = on && !strcmp(on, "kill");
  fail_nameless = getenv("FAIL_NAMELESS") != NULL;
  is_on = 1;
}

__attribute__((destructor)) static void end(void) {
  is_on = 0;
  const char *path = getenv("FAIL_COUNT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%d\n", seen);
  fclose(file);
}

// Whether this call is the one.
static int fails(void) {
  if (!is_on) return 0;
  int count = atomic_fetch_add(&seen, 1) + 1;
  if (fail_kill && count == fail_at) kill(getpid(), SIGKILL);
  return fail_at > 0 && !fail_kill && (count == fail_at || (fail_ever && count > fail_at));
}

static int is_ours(const char *path) { return strncmp(path, "/sys/", 5) && strncmp(path, "/proc/", 6); }

#define FAIL_IF(ours)                     \
  if ((ours) && fails() && fail_errno) {  \
    errno = fail_errno;                   \
    return -1;                            \
  }

int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  int mode = va_arg(list, int);
  va_end(list);
  FAIL_IF(is_ours(path));
  if (fail_nameless && (flags & O_TMPFILE) == O_TMPFILE) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return REAL(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  int mode = va_arg(list, int);
  va_end(list);
  FAIL_IF(is_ours(path));
  if (fail_nameless && (flags & O_TMPFILE) == O_TMPFILE) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return REAL(open)(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  int mode = va_arg(list, int);
  va_end(list);
  FAIL_IF(is_ours(path));
  if (fail_nameless && (flags & O_TMPFILE) == O_TMPFILE) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return REAL(openat)(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  int mode = va_arg(list, int);
  va_end(list);
  return openat(folder, path, flags, mode);
}

int fsync(int descriptor) {
  FAIL_IF(1);
  return REAL(fsync)(descriptor);
}

int linkat(int a, const char *old, int b, const char *new, int flags) {
  FAIL_IF(1);
  return REAL(linkat)(a, old, b, new, flags);
}

int renameat(int a, const char *old, int b, const char *new) {
  FAIL_IF(1);
  return REAL(renameat)(a, old, b, new);
}

int mkdirat(int folder, const char *path, mode_t mode) {
  FAIL_IF(1);
  return REAL(mkdirat)(folder, path, mode);
}

int fchmod(int descriptor, mode_t mode) {
  FAIL_IF(1);
  return REAL(fchmod)(descriptor, mode);
}

int flock(int descriptor, int operation) {
  FAIL_IF(1);
  return REAL(flock)(descriptor, operation);
}

int close(int descriptor) {
  if (descriptor > 2 && fails() && fail_errno) {
    REAL(close)(descriptor);
    errno = fail_errno;
    return -1;
  }
  return REAL(close)(descriptor);
}

ssize_t read(int descriptor, void *bytes, size_t count) {
  if (descriptor > 2 && fails()) {
    if (fail_errno) {
      errno = fail_errno;
      return -1;
    }
    count = count > 1 ? count / 2 : count;
  }
  return REAL(read)(descriptor, bytes, count);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  if (fails()) {
    if (fail_errno) {
      errno = fail_errno;
      return -1;
    }
    count = count > 1 ? count / 2 : count;
  }
  return REAL(pread)(descriptor, bytes, count, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
  return pread(descriptor, bytes, count, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  if (descriptor > 2 && fails()) {
    if (fail_errno) {
      errno = fail_errno;
      return -1;
    }
    count = count > 1 ? count / 2 : count;
  }
  return REAL(write)(descriptor, bytes, count);
}
