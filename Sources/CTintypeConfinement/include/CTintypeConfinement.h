// A process for a decoder: started with four descriptors, and confined by the kernel before it looks at a file. And a
// folder that no path leads out of.
//
// Linux only; elsewhere nothing can be confined, and nothing is started.

#ifndef CTINTYPE_CONFINEMENT_H
#define CTINTYPE_CONFINEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// What holds a process back.
typedef struct {
  bool landlock;  // no file can be opened, no port bound or connected
  bool seccomp;   // system calls are those of a list
} tt_confinement;

/// What this kernel has.
tt_confinement tt_available_confinement(void);

/// The descriptors of a confined process.
enum {
  TT_DECODER_FILE = 0,     // the photo
  TT_DECODER_CHANNEL = 1,  // messages to and from the parent
  TT_DECODER_ROWS = 3,     // the memory that is shared with the parent
};

/// Gives up, for this process and for good: opening, connecting, starting and tracing anything, executable memory,
/// signals to others, descriptors above TT_DECODER_ROWS, more than `memory` bytes of new address space, and more than
/// `seconds` of processor time. Threads can be started. Call it before there is a second thread.
///
/// What the kernel lacks is missing from the result; the limits hold in any case.
tt_confinement tt_confine(size_t memory, unsigned seconds);

/// Starts a program with a photo, a socket and shared memory as descriptors, an empty environment and a process group
/// of its own. Returns 0, or an error number.
int tt_start_decoder(const char *program, char *const arguments[], int file, int channel, int rows, pid_t *process);

/// Memory without a name that two processes map: its descriptor, or -1.
int tt_shared_memory(void);

/// Gives shared memory a size that nobody can change any more.
bool tt_seal_shared_memory(int descriptor, size_t bytes);

/// Raises the limits of a confined process by bytes of address space and seconds of processor time.
bool tt_raise_limits(pid_t process, size_t memory, unsigned seconds);

/// Ends a process, and waits until it is over. The number of the signal that ended it, 0 where it exited.
///
/// `has_left`: it has closed its channel, so it is ending by itself.
int tt_end_decoder(pid_t process, bool has_left);

/// Whether a program of this name stands beside the running one, beside the library that holds this function, or in a
/// folder `bin` beside the library's folder or one of the next three above; its path.
bool tt_find_program(const char *name, char *path, size_t size);

/// Opens a folder below another one with openat2(2): no name on the way leads out, and none is a symbolic link. The
/// descriptor is good for calls that take a folder and a name. -1 on failure, with the reason in errno; ENOSYS where
/// the system has no such call.
int tt_open_folder_below(int folder, const char *path);

#endif
