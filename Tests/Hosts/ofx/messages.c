/// Messages, which are printed.
#include <stdarg.h>

#include "host.h"

int message_version = 2;

static void print_message(const char *how, const char *type, const char *format, va_list list) {
  printf("%s %s ", how, type);
  vprintf(format, list);
  printf("\n");
}

static ofx_status show(void *handle, const char *type, const char *id, const char *format, ...) {
  if (!handle || !id) BROKEN("a message belongs to an effect and has an id");
  va_list list;
  va_start(list, format);
  print_message("message", type, format, list);
  va_end(list);
  return OFX_OK;
}

static ofx_status show_persistent(void *handle, const char *type, const char *id, const char *format, ...) {
  if (!handle || !id) BROKEN("a message belongs to an effect and has an id");
  va_list list;
  va_start(list, format);
  print_message("persistent", type, format, list);
  va_end(list);
  return OFX_OK;
}

static ofx_status clear_persistent(void *handle) {
  if (!handle) BROKEN("a message belongs to an effect");
  printf("cleared\n");
  return OFX_OK;
}

const ofx_message_suite message_suite = {
    .message = show, .set_persistent = show_persistent, .clear_persistent = clear_persistent};
