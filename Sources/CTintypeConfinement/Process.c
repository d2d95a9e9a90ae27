#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CTintypeConfinement.h"

#ifdef __linux__

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/// A copy of a descriptor that no other one of the child stands in the way of.
static int high_copy(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 10); }

static int start(
    const char *program, char *const arguments[], int file, int channel, int rows, pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  error = posix_spawnattr_init(&attributes);
  if (!error) {
    sigset_t none, standard;
    sigemptyset(&none);
    sigemptyset(&standard);
    int ignored[] = {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP, SIGXCPU};
    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++) sigaddset(&standard, ignored[i]);
    // Ctrl-C is for the parent, which ends the child when it has cleaned up.
    short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    // A library that complains does so in the dark: what it prints may come from the file.
    if (!(error = posix_spawnattr_setflags(&attributes, flags)) &&
        !(error = posix_spawnattr_setpgroup(&attributes, 0)) &&
        !(error = posix_spawnattr_setsigmask(&attributes, &none)) &&
        !(error = posix_spawnattr_setsigdefault(&attributes, &standard)) &&
        !(error = posix_spawn_file_actions_adddup2(&actions, file, TT_DECODER_FILE)) &&
        !(error = posix_spawn_file_actions_adddup2(&actions, channel, TT_DECODER_CHANNEL)) &&
        !(error = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)) &&
        !(error = posix_spawn_file_actions_adddup2(&actions, rows, TT_DECODER_ROWS))) {
      char *environment[] = {"SWIFT_BACKTRACE=enable=no", NULL};
      error = posix_spawn(process, program, &actions, &attributes, arguments, environment);
    }
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int tt_start_decoder(const char *program, char *const arguments[], int file, int channel, int rows, pid_t *process) {
  int copies[] = {high_copy(file), high_copy(channel), high_copy(rows)};
  int error = copies[0] < 0 || copies[1] < 0 || copies[2] < 0
                  ? errno
                  : start(program, arguments, copies[0], copies[1], copies[2], process);
  for (int i = 0; i < 3; i++) {
    if (copies[i] >= 0) close(copies[i]);
  }
  return error;
}

int tt_shared_memory(void) { return memfd_create("tintype-rows", MFD_CLOEXEC | MFD_ALLOW_SEALING); }

bool tt_seal_shared_memory(int descriptor, size_t bytes) {
  // A child that made it smaller would end its parent by SIGBUS.
  return ftruncate(descriptor, (off_t)bytes) == 0 &&
         fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0;
}

/// Where `is_final`, the limit holds even for who blocks its signal.
static bool raise_limit(pid_t process, int resource, rlim_t by, bool is_final) {
  struct rlimit limit;
  if (prlimit(process, (__rlimit_resource_t)resource, NULL, &limit) != 0) return false;
  if (limit.rlim_cur == RLIM_INFINITY) return true;
  rlim_t raised = limit.rlim_cur > RLIM_INFINITY - by ? RLIM_INFINITY : limit.rlim_cur + by;
  limit.rlim_cur = raised < limit.rlim_max ? raised : limit.rlim_max;
  if (is_final && limit.rlim_cur < limit.rlim_max) limit.rlim_max = limit.rlim_cur + 1;
  return prlimit(process, (__rlimit_resource_t)resource, &limit, NULL) == 0;
}

bool tt_raise_limits(pid_t process, size_t memory, unsigned seconds) {
  return raise_limit(process, RLIMIT_AS, memory, false) && raise_limit(process, RLIMIT_CPU, seconds, true);
}

int tt_end_decoder(pid_t process, bool has_left) {
  int status = 0;
  pid_t ended = 0;
  // A process that is being torn down has closed its channel a moment before.
  for (int i = 0; has_left && i < 200 && (ended = waitpid(process, &status, WNOHANG)) == 0; i++) usleep(500);
  bool is_killed = ended == 0;
  if (is_killed) kill(process, SIGKILL);
  while (ended <= 0) {
    ended = waitpid(process, &status, 0);
    if (ended < 0 && errno != EINTR) return 0;
  }
  // The signal of this call says nothing of the process.
  return WIFSIGNALED(status) && !is_killed ? WTERMSIG(status) : 0;
}

/// Puts `name` behind the folder of a file.
static bool beside(const char *file, const char *between, const char *name, char *path, size_t size) {
  const char *slash = strrchr(file, '/');
  if (!slash) return false;
  int length = snprintf(path, size, "%.*s/%s%s", (int)(slash - file), file, between, name);
  return length > 0 && (size_t)length < size && access(path, X_OK) == 0;
}

bool tt_find_program(const char *name, char *path, size_t size) {
  char file[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", file, sizeof file - 1);
  if (length > 0) {
    file[length] = 0;
    if (beside(file, "", name, path, size)) return true;
  }
  Dl_info here;
  if (dladdr((void *)tt_find_program, &here) == 0 || !here.dli_fname || !realpath(here.dli_fname, file)) return false;
  if (beside(file, "", name, path, size)) return true;
  // As in lib/tintype.so, lib/ARCHITECTURE/tintype.so, lib/python/site-packages/tintype/tintype.so.
  char up[64] = "";
  for (int i = 0; i < 4; i++) {
    char between[80];
    strcat(up, "../");
    snprintf(between, sizeof between, "%sbin/", up);
    if (beside(file, between, name, path, size)) return true;
  }
  return false;
}

#else

#include <errno.h>

int tt_start_decoder(const char *program, char *const arguments[], int file, int channel, int rows, pid_t *process) {
  (void)program, (void)arguments, (void)file, (void)channel, (void)rows, (void)process;
  return ENOSYS;
}

int tt_shared_memory(void) { return -1; }

bool tt_seal_shared_memory(int descriptor, size_t bytes) {
  (void)descriptor, (void)bytes;
  return false;
}

bool tt_raise_limits(pid_t process, size_t memory, unsigned seconds) {
  (void)process, (void)memory, (void)seconds;
  return false;
}

int tt_end_decoder(pid_t process, bool has_left) {
  (void)process, (void)has_left;
  return 0;
}

bool tt_find_program(const char *name, char *path, size_t size) {
  (void)name, (void)path, (void)size;
  return false;
}

#endif
