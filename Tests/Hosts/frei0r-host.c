/// A host of one frei0r effect, for tests.
///
/// usage: frei0r-host EFFECT list
///        frei0r-host EFFECT WIDTH HEIGHT STEP INPUT OUTPUT [NAME=VALUE]...
///
/// `list` prints the effect, then each parameter with its type and default. Otherwise the host renders the RGBA frames
/// of a file, STEP apart in time.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *name, *author;
  int type, color_model, interface_version, major_version, minor_version, parameter_count;
  const char *explanation;
} plugin_info;

typedef struct {
  const char *name;
  int type;
  const char *explanation;
} parameter_info;

typedef union {
  double number;
  float color[3];
  double position[2];
  const char *text;
} parameter_value;

static void *effect;

static void *entry(const char *name) {
  void *function = dlsym(effect, name);
  if (function) return function;
  fprintf(stderr, "no %s\n", name);
  exit(2);
}

int main(int count, char **arguments) {
  effect = count > 2 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!effect) {
    fprintf(stderr, "%s\n", count > 2 ? dlerror() : "too few arguments");
    return 2;
  }
  int (*init)(void) = (int (*)(void))entry("f0r_init");
  void (*deinit)(void) = (void (*)(void))entry("f0r_deinit");
  void (*get_plugin)(plugin_info *) = (void (*)(plugin_info *))entry("f0r_get_plugin_info");
  void (*get_info)(parameter_info *, int) = (void (*)(parameter_info *, int))entry("f0r_get_param_info");
  void *(*construct)(unsigned, unsigned) = (void *(*)(unsigned, unsigned))entry("f0r_construct");
  void (*destruct)(void *) = (void (*)(void *))entry("f0r_destruct");
  void (*set)(void *, const void *, int) = (void (*)(void *, const void *, int))entry("f0r_set_param_value");
  void (*get)(void *, void *, int) = (void (*)(void *, void *, int))entry("f0r_get_param_value");
  void (*update)(void *, double, const uint32_t *, uint32_t *) =
      (void (*)(void *, double, const uint32_t *, uint32_t *))entry("f0r_update");

  if (init() < 0) return 1;
  plugin_info info;
  get_plugin(&info);
  int lists = strcmp(arguments[2], "list") == 0;
  if (!lists && count < 7) return 2;
  unsigned width = lists ? 8 : (unsigned)atoi(arguments[2]), height = lists ? 8 : (unsigned)atoi(arguments[3]);
  void *instance = construct(width, height);
  if (lists) printf("%s %d %d\n", info.name, info.type, info.color_model);
  for (int index = 0; index < info.parameter_count; index++) {
    parameter_info parameter;
    get_info(&parameter, index);
    parameter_value value;
    get(instance, &value, index);
    if (lists) {
      printf("%s %d ", parameter.name, parameter.type);
      switch (parameter.type) {
        case 2: printf("%.3f %.3f %.3f\n", value.color[0], value.color[1], value.color[2]); break;
        case 3: printf("%.3f %.3f\n", value.position[0], value.position[1]); break;
        case 4: printf("'%s'\n", value.text); break;
        default: printf("%.3f\n", value.number);
      }
    }
    // As hosts do, which set every default.
    set(instance, &value, index);
    size_t length = strlen(parameter.name);
    for (int given = 7; given < count; given++) {
      const char *text = arguments[given] + length + 1;
      if (strncmp(arguments[given], parameter.name, length) != 0 || text[-1] != '=') continue;
      switch (parameter.type) {
        case 2: sscanf(text, "%f,%f,%f", &value.color[0], &value.color[1], &value.color[2]); break;
        case 3: sscanf(text, "%lf,%lf", &value.position[0], &value.position[1]); break;
        case 4: value.text = text; break;
        default: value.number = atof(text);
      }
      set(instance, &value, index);
    }
  }

  size_t size = (size_t)width * height * 4;
  uint32_t *source = malloc(size), *target = malloc(size);
  FILE *input = lists ? NULL : fopen(arguments[5], "rb"), *output = lists ? NULL : fopen(arguments[6], "wb");
  for (int frame = 0; input && output && fread(source, size, 1, input) == 1; frame++) {
    update(instance, frame * atof(arguments[4]), source, target);
    fwrite(target, size, 1, output);
  }
  if (input) fclose(input);
  if (output) fclose(output);
  free(source);
  free(target);
  destruct(instance);
  deinit();
  return 0;
}
