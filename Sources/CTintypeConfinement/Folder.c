#define _GNU_SOURCE

#include "CTintypeConfinement.h"

#include <errno.h>

#ifdef __linux__

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

int tt_open_folder_below(int folder, const char *path) {
#ifdef SYS_openat2
  struct open_how how = {
      .flags = O_PATH | O_DIRECTORY | O_CLOEXEC,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
  };
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
#else
  errno = ENOSYS;
  return -1;
#endif
}

#else

int tt_open_folder_below(int folder, const char *path) {
  (void)folder;
  (void)path;
  errno = ENOSYS;
  return -1;
}

#endif
