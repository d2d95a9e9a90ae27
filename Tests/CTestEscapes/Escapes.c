#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CTestEscapes.h"

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "CTintypeConfinement.h"

static void *nothing(void *argument) { return argument; }

/// 0, or what errno says.
static int attempt(escape way, int inherited) {
  struct stat status;
  char *const arguments[] = {"/bin/true", NULL};
  char *const environment[] = {NULL};
  switch (way) {
    case ESCAPE_OPEN: return open("/etc/passwd", O_RDONLY) < 0 ? errno : 0;
    case ESCAPE_WRITE: return open("/tmp/tintype-escaped", O_WRONLY | O_CREAT, 0600) < 0 ? errno : 0;
    case ESCAPE_STATUS: return stat("/etc/passwd", &status) < 0 ? errno : 0;
    case ESCAPE_SOCKET: return socket(AF_UNIX, SOCK_STREAM, 0) < 0 ? errno : 0;
    case ESCAPE_EXECUTE: return execve(arguments[0], arguments, environment) < 0 ? errno : 0;
    case ESCAPE_FORK: {
      pid_t child = fork();
      if (child == 0) _exit(0);
      return child < 0 ? errno : 0;
    }
    case ESCAPE_TRACE: return ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0 ? errno : 0;
    case ESCAPE_CODE: {
      // A page that is written first, and made executable then.
      void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (page == MAP_FAILED) return errno;
      if (mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED) return 0;
      return mprotect(page, 4096, PROT_READ | PROT_EXEC) < 0 ? errno : 0;
    }
    case ESCAPE_MEMORY: {
      volatile char *bytes = malloc((size_t)1 << 30);
      if (!bytes) return errno;
      bytes[0] = 1;
      return 0;
    }
    case ESCAPE_TIME: {
      struct timespec used = {0};
      while (used.tv_sec < 3) clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
      return 0;
    }
    case ESCAPE_SIGNAL: return kill(getppid(), 0) < 0 ? errno : 0;
    case ESCAPE_DESCRIPTOR: return write(inherited, "x", 1) < 0 ? errno : 0;
    case ESCAPE_LIMITS: {
      struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
      return setrlimit(RLIMIT_AS, &all) < 0 ? errno : 0;
    }
    case ESCAPE_THREAD: {
      pthread_t thread;
      int error = pthread_create(&thread, NULL, nothing, NULL);
      return error ? error : pthread_join(thread, NULL);
    }
  }
  return -1;
}

int try_escape(escape way, bool confined) {
  int inherited = open("/dev/null", O_WRONLY);
  pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) {
    if (confined) {
      tt_confinement done = tt_confine((size_t)64 << 20, 1);
      if (!done.landlock || !done.seccomp) _exit(255);
    }
    _exit(attempt(way, inherited));
  }
  if (inherited >= 0) close(inherited);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) return 1000 + WTERMSIG(status);
  return WEXITSTATUS(status) == 255 ? -1 : WEXITSTATUS(status);
}

#else

int try_escape(escape way, bool confined) {
  (void)way, (void)confined;
  return -1;
}

#endif
