// What codecs of libraries in C++ share: what a library throws becomes a status.

#ifndef TT_GUARDED_H
#define TT_GUARDED_H

#include <cstring>
#include <exception>
#include <new>

#define _Noreturn [[noreturn]]
extern "C" {
#include "Codec.h"
}

/// Runs a step of an owner's library. An owner has a `state`, an `io_error` (errno of its stream, 0 for none), and
/// says what else goes wrong there (`failure`).
template <typename Owner, typename Step>
tt_status tt_guarded(Owner *owner, Step step) {
  const char *message = "the file is damaged";
  char own[TT_TEXT_MAX];
  try {
    return step();
  } catch (const std::bad_alloc &) {
    return tt_refuse(&owner->state, TT_LIMIT, "out of memory");
  } catch (const std::exception &error) {
    strncpy(own, error.what(), sizeof own - 1);
    own[sizeof own - 1] = 0;
    message = own;
  } catch (...) {
  }
  const int code = owner->io_error();
  return code ? tt_refuse(&owner->state, TT_IO, strerror(code)) : tt_refuse(&owner->state, Owner::failure, message);
}

/// A reader of a file.
template <typename Reader>
tt_state *tt_open_reader(int descriptor, bool salvages) {
  Reader *reader = new (std::nothrow) Reader();
  if (!reader) return nullptr;
  reader->descriptor = descriptor;
  reader->size = tt_file_size(descriptor);
  reader->state.salvages = salvages;
  return &reader->state;
}

/// The owner whose first member a state is.
template <typename Owner>
Owner *tt_owner(tt_state *state) {
  return reinterpret_cast<Owner *>(state);
}

template <typename Owner>
void tt_close(tt_state *state) {
  try {
    delete tt_owner<Owner>(state);
  } catch (...) {
  }
}

#endif
