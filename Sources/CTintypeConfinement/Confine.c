#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CTintypeConfinement.h"

#ifdef __linux__

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// MARK: Landlock

// Headers may be older than the kernel, so its numbers are written out (the kernel's userspace-api/landlock.rst).
enum { CREATE_RULESET = 444, RESTRICT_SELF = 446, VERSION_ONLY = 1 };

struct ruleset {
  uint64_t files, ports, scopes;
};

/// The version of Landlock; 0 or less where the kernel has none.
static long landlock_version(void) { return syscall(CREATE_RULESET, NULL, 0, VERSION_ONLY); }

/// Everything that Landlock can handle is handled, and no rule allows any of it.
static bool forbid_files(void) {
  long version = landlock_version();
  if (version < 1) return false;
  struct ruleset all = {.files = (1u << 13) - 1};
  size_t size = sizeof all.files;
  if (version >= 2) all.files |= 1u << 13;  // moving between folders
  if (version >= 3) all.files |= 1u << 14;  // truncating
  if (version >= 5) all.files |= 1u << 15;  // ioctl of devices
  if (version >= 4) {
    all.ports = 3;
    size = sizeof all.files + sizeof all.ports;
  }
  if (version >= 6) {
    all.scopes = 3;  // abstract sockets and signals
    size = sizeof all;
  }
  int ruleset = (int)syscall(CREATE_RULESET, &all, size, 0);
  if (ruleset < 0) return false;
  bool done = syscall(RESTRICT_SELF, ruleset, 0) == 0;
  close(ruleset);
  return done;
}

// MARK: seccomp

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE

/// What decoding, memory, threads and the end of a process need, whatever their arguments. None of them takes a path.
static const uint16_t allowed[] = {
    SYS_read, SYS_write, SYS_pread64, SYS_lseek, SYS_close, SYS_fstat,
    SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk,
    SYS_futex, SYS_set_robust_list, SYS_rseq, SYS_gettid, SYS_getpid, SYS_sched_yield, SYS_sched_getaffinity,
    SYS_rt_sigprocmask, SYS_rt_sigaction, SYS_rt_sigreturn, SYS_sigaltstack, SYS_restart_syscall,
    SYS_clock_gettime, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_getrandom,
    SYS_exit, SYS_exit_group,
};

enum { MOST = 16 + 2 * sizeof allowed / sizeof allowed[0] + 32 };

typedef struct {
  struct sock_filter steps[MOST];
  unsigned short count;
} program;

static void add(program *program, struct sock_filter step) { program->steps[program->count++] = step; }

static void load(program *program, size_t offset) {
  add(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

static void end(program *program, uint32_t action) {
  add(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

/// Goes on with the next step where the loaded number is `number`, else skips `others` steps.
static void on(program *program, uint32_t number, uint8_t others) {
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, others));
}

static const size_t number_offset = offsetof(struct seccomp_data, nr);
static const uint32_t refused = SECCOMP_RET_ERRNO | EPERM;

/// The lower half of an argument: flags and ids are not longer. Both architectures are little endian.
static size_t argument(int index) { return offsetof(struct seccomp_data, args) + 8 * (size_t)index; }

/// Allows a call unless an argument has one of the bits.
static void allow_without(program *program, uint32_t number, int index, uint32_t bits) {
  on(program, number, 4);
  load(program, argument(index));
  add(program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0));
  end(program, SECCOMP_RET_ALLOW);
  end(program, refused);
}

static bool forbid_calls(void) {
  program program = {.count = 0};
  load(&program, offsetof(struct seccomp_data, arch));
  on(&program, ARCHITECTURE, 1);
  add(&program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0));
  end(&program, SECCOMP_RET_KILL_PROCESS);
  load(&program, number_offset);
#ifdef __x86_64__
  // The same calls under the numbers of x32.
  add(&program, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1));
  end(&program, refused);
#endif
  for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++) {
    on(&program, allowed[i], 1);
    end(&program, SECCOMP_RET_ALLOW);
  }
  // A thread, and no process. The flags of clone3 are in memory, which a filter cannot see: without it, the system's
  // library takes clone.
  on(&program, SYS_clone3, 1);
  end(&program, SECCOMP_RET_ERRNO | ENOSYS);
  const uint32_t thread = CLONE_VM | CLONE_SIGHAND | CLONE_THREAD;
  on(&program, SYS_clone, 5);
  load(&program, argument(0));
  add(&program, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, thread));
  on(&program, thread, 1);
  end(&program, SECCOMP_RET_ALLOW);
  end(&program, refused);
  // abort() signals the process itself.
  on(&program, SYS_tgkill, 4);
  load(&program, argument(0));
  on(&program, (uint32_t)getpid(), 1);
  end(&program, SECCOMP_RET_ALLOW);
  end(&program, refused);
  allow_without(&program, SYS_mmap, 2, PROT_EXEC);
  allow_without(&program, SYS_mprotect, 2, PROT_EXEC);
  end(&program, refused);
  struct sock_fprog filter = {.len = program.count, .filter = program.steps};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}

static bool has_seccomp(void) {
  // A filter at no address: EFAULT where filters are known, EINVAL where they are not.
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0) == -1 && errno == EFAULT;
}

#else

static bool forbid_calls(void) { return false; }
static bool has_seccomp(void) { return false; }

#endif

// MARK: Limits

static void limit(int resource, rlim_t most, bool may_be_raised) {
  struct rlimit now;
  if (getrlimit((__rlimit_resource_t)resource, &now) != 0) return;
  if (now.rlim_max < most) most = now.rlim_max;
  now.rlim_cur = most;
  if (!may_be_raised) now.rlim_max = most;
  setrlimit((__rlimit_resource_t)resource, &now);
}

/// Address space in use.
static size_t used_memory(void) {
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "re");
  if (!file || fscanf(file, "%lu", &pages) != 1) pages = (256u << 20) / (unsigned long)sysconf(_SC_PAGESIZE);
  if (file) fclose(file);
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static void close_others(void) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, TT_DECODER_ROWS + 1, ~0u, 0) == 0) return;
#endif
  for (int descriptor = TT_DECODER_ROWS + 1; descriptor < 4096; descriptor++) close(descriptor);
}

tt_confinement tt_available_confinement(void) {
  return (tt_confinement){.landlock = landlock_version() >= 1, .seccomp = has_seccomp()};
}

tt_confinement tt_confine(size_t memory, unsigned seconds) {
  // An arena for each thread would take 64 MiB of addresses.
  mallopt(M_ARENA_MAX, 1);
  close_others();
  limit(RLIMIT_CORE, 0, false);
  limit(RLIMIT_NOFILE, TT_DECODER_ROWS + 2, false);
  // Threads of a queue block most signals, and pass that on.
  sigset_t overdue;
  sigemptyset(&overdue);
  sigaddset(&overdue, SIGXCPU);
  signal(SIGXCPU, SIG_DFL);
  sigprocmask(SIG_UNBLOCK, &overdue, NULL);
  // The parent raises these two when it knows the picture's size; nothing else can.
  limit(RLIMIT_CPU, seconds, true);
  limit(RLIMIT_AS, used_memory() + memory, true);
  tt_confinement done = {false, false};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return done;
  done.landlock = forbid_files();
  done.seccomp = forbid_calls();
  return done;
}

#else

tt_confinement tt_available_confinement(void) { return (tt_confinement){false, false}; }

tt_confinement tt_confine(size_t memory, unsigned seconds) {
  (void)memory, (void)seconds;
  return (tt_confinement){false, false};
}

#endif
