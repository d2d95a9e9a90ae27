/// Instances of effects: the look with the values that the host has, and messages.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bundle.h"

instance *data_of(ofx_effect effect) {
  ofx_properties set;
  void *data = NULL;
  if (effects->properties(effect, &set) == OFX_OK) properties->get_pointer(set, OFX_INSTANCE_DATA, 0, &data);
  return data;
}

void complain(ofx_effect effect, instance *self, const char *text) {
  pthread_mutex_lock(&self->lock);
  bool is_first = !self->shows_message;
  self->shows_message = true;
  pthread_mutex_unlock(&self->lock);
  if (!messages)
    fprintf(stderr, "Tintype.ofx: %s\n", text);
  else if (has_persistent_messages)
    messages->set_persistent(effect, OFX_ERROR, "tintype", "%s", text);
  else if (is_first)
    messages->message(effect, OFX_ERROR, "tintype", "%s", text);
}

void report(ofx_effect effect, instance *self, tintype_error *error) {
  complain(effect, self, tintype_error_message(error));
  tintype_error_free(error);
}

void clear_message(ofx_effect effect, instance *self) {
  pthread_mutex_lock(&self->lock);
  bool shows = self->shows_message;
  self->shows_message = false;
  pthread_mutex_unlock(&self->lock);
  if (shows && has_persistent_messages) messages->clear_persistent(effect);
}

static void free_values(tintype_value *values, size_t count) {
  for (size_t index = 0; values && index < count; index++) free((char *)values[index].text);
  free(values);
}

/// Gives up a setup; whoever holds the lock calls it.
static void release(setup *setup) {
  if (!setup || --setup->uses > 0) return;
  tintype_look_free(setup->look);
  free_values(setup->values, setup->count);
  free(setup);
}

/// The values that the host has at a time, one for each parameter of the look; NULL without memory.
static tintype_value *host_values(const instance *self, ofx_time time, size_t count) {
  tintype_value *values = calloc(count + 1, sizeof *values);
  for (size_t index = 0; values && index < count; index++) {
    const tintype_parameter *parameter = tintype_look_parameter(self->look, index);
    tintype_value *value = &values[index];
    *value = *tintype_look_value(self->look, index);
    value->text = NULL;
    const char *type = host_type(parameter, tintype_look_value(self->look, index));
    if (!type || !self->params[index]) continue;
    double *n = value->numbers;
    if (value->count == 0) {
      char *text = NULL;
      parameters->value_at(self->params[index], time, &text);
      value->text = strdup(text ? text : "");
    } else if (is_whole(type)) {
      int number = (int)n[0];
      parameters->value_at(self->params[index], time, &number);
      n[0] = number;
    } else if (value->count == 1) {
      parameters->value_at(self->params[index], time, &n[0]);
    } else if (value->count == 2) {
      parameters->value_at(self->params[index], time, &n[0], &n[1]);
    } else if (value->count == 3) {
      parameters->value_at(self->params[index], time, &n[0], &n[1], &n[2]);
    } else {
      parameters->value_at(self->params[index], time, &n[0], &n[1], &n[2], &n[3]);
    }
  }
  return values;
}

static bool are_equal(const tintype_value *a, const tintype_value *b, size_t count) {
  for (size_t index = 0; index < count; index++) {
    if (memcmp(a[index].numbers, b[index].numbers, sizeof a->numbers) != 0) return false;
    if (strcmp(a[index].text ? a[index].text : "", b[index].text ? b[index].text : "") != 0) return false;
  }
  return true;
}

/// The look with values and pictures; NULL for an error.
static tintype_look *configured(const instance *self, const tintype_value *values, size_t count,
                                tintype_error **error) {
  tintype_value *set = calloc(count + 1, sizeof *set);
  size_t sets = 0;
  if (!set) return NULL;
  for (size_t index = 0; index < count; index++) {
    const tintype_parameter *parameter = tintype_look_parameter(self->look, index);
    bool is_text = values[index].count == 0;
    if (!self->params[index] || is_picture(parameter)) continue;
    if (is_text) {
      // Its default may be what no setting can state, such as a date of the photo.
      char *text = default_text(parameter, tintype_look_value(self->look, index));
      bool is_default = text && strcmp(text, values[index].text) == 0;
      free(text);
      if (is_default) continue;
    }
    set[sets++] = values[index];
  }
  tintype_look *look = tintype_look_set(self->look, NULL, set, sets, TINTYPE_CLAMP, error);
  free(set);
  for (size_t index = 0; look && index < count; index++) {
    const tintype_parameter *parameter = tintype_look_parameter(self->look, index);
    const char *file = values[index].text;
    if (!is_picture(parameter) || !file || !*file) continue;
    tintype_look *with_picture = tintype_look_give_picture(look, parameter->name, file, error);
    tintype_look_free(look);
    look = with_picture;
  }
  return look;
}

setup *setup_at(ofx_effect effect, instance *self, ofx_time time) {
  size_t count = tintype_look_parameter_count(self->look);
  tintype_value *values = host_values(self, time, count);
  if (!values) return NULL;
  pthread_mutex_lock(&self->lock);
  setup *found = self->last && are_equal(self->last->values, values, count) ? self->last : NULL;
  if (found) found->uses++;
  pthread_mutex_unlock(&self->lock);
  if (found) {
    free_values(values, count);
    return found;
  }
  tintype_error *error = NULL;
  tintype_look *look = configured(self, values, count, &error);
  setup *made = look ? calloc(1, sizeof *made) : NULL;
  if (!made) {
    if (error) report(effect, self, error);
    tintype_look_free(look);
    free_values(values, count);
    return NULL;
  }
  // One use is that of the instance.
  *made = (setup){.look = look, .uses = 2, .values = values, .count = count};
  pthread_mutex_lock(&self->lock);
  release(self->last);
  self->last = made;
  pthread_mutex_unlock(&self->lock);
  return made;
}

void done(instance *self, setup *setup) {
  pthread_mutex_lock(&self->lock);
  release(setup);
  pthread_mutex_unlock(&self->lock);
}

ofx_status destroy(ofx_effect effect) {
  instance *self = data_of(effect);
  if (!self) return OFX_OK;
  release(self->last);
  pthread_mutex_destroy(&self->lock);
  free(self->params);
  free(self);
  ofx_properties set;
  if (effects->properties(effect, &set) == OFX_OK) properties->set_pointer(set, OFX_INSTANCE_DATA, 0, NULL);
  return OFX_OK;
}

ofx_status create(ofx_effect effect, const tintype_look *look, uint32_t traits) {
  instance *self = look ? calloc(1, sizeof *self) : NULL;
  if (!self) return OFX_FAILED;
  self->look = look;
  self->traits = traits;
  pthread_mutex_init(&self->lock, NULL);
  size_t count = tintype_look_parameter_count(look);
  self->params = calloc(count + 1, sizeof *self->params);
  ofx_properties set;
  bool is_whole = self->params && effects->properties(effect, &set) == OFX_OK &&
                  effects->params(effect, &self->set) == OFX_OK &&
                  effects->clip(effect, OFX_SOURCE, &self->source, NULL) == OFX_OK &&
                  effects->clip(effect, OFX_OUTPUT, &self->output, NULL) == OFX_OK &&
                  parameters->param(self->set, INPUT_SPACE, &self->input_space, NULL) == OFX_OK &&
                  parameters->param(self->set, OUTPUT_SPACE, &self->output_space, NULL) == OFX_OK &&
                  properties->set_pointer(set, OFX_INSTANCE_DATA, 0, self) == OFX_OK;
  if (!is_whole) {
    pthread_mutex_destroy(&self->lock);
    free(self->params);
    free(self);
    return OFX_FAILED;
  }
  for (size_t index = 0; index < count; index++) {
    const tintype_parameter *parameter = tintype_look_parameter(look, index);
    if (host_type(parameter, tintype_look_value(look, index)))
      parameters->param(self->set, parameter->name, &self->params[index], NULL);
  }
  return OFX_OK;
}

/// Gives a parameter of the host a value.
static void set_param(ofx_param param, const tintype_parameter *parameter, const tintype_value *value) {
  const char *type = host_type(parameter, value);
  const double *n = value->numbers;
  if (value->count == 0) {
    char *text = default_text(parameter, value);
    if (text) parameters->set(param, text);
    free(text);
  } else if (is_whole(type)) {
    parameters->set(param, (int)n[0]);
  } else if (value->count == 1) {
    parameters->set(param, n[0]);
  } else if (value->count == 2) {
    parameters->set(param, n[0], n[1]);
  } else if (value->count == 3) {
    parameters->set(param, n[0], n[1], n[2]);
  } else {
    parameters->set(param, n[0], n[1], n[2], n[3]);
  }
}

/// A variant that the user chooses sets the parameters, which then go on from it.
ofx_status changed(ofx_effect effect, ofx_properties arguments) {
  instance *self = data_of(effect);
  if (!self || !is(arguments, OFX_REASON, OFX_USER_EDITED) || !is(arguments, OFX_NAME, VARIANT))
    return OFX_REPLY_DEFAULT;
  ofx_param choice;
  int chosen = 0;
  if (parameters->param(self->set, VARIANT, &choice, NULL) != OFX_OK) return OFX_FAILED;
  parameters->value(choice, &chosen);
  const char *variant = chosen > 0 ? tintype_look_variants(self->look)[chosen - 1] : NULL;
  tintype_error *error = NULL;
  tintype_look *look = tintype_look_configure(self->look, variant, NULL, 0, &error);
  if (!look) {
    report(effect, self, error);
    return OFX_FAILED;
  }
  parameters->begin_edit(self->set, "Variant");
  for (size_t index = 0; index < tintype_look_parameter_count(look); index++) {
    const tintype_parameter *parameter = tintype_look_parameter(look, index);
    if (self->params[index] && !is_picture(parameter))
      set_param(self->params[index], parameter, tintype_look_value(look, index));
  }
  parameters->end_edit(self->set);
  tintype_look_free(look);
  return OFX_OK;
}
