/// Tests of the C interface, in C: layouts of pictures, values as numbers, parts of pictures, and what is refused. Ends
/// with 1 after printing the checks that failed.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tintype.h>

static int failures;

#define CHECK(condition)                                                 \
  do {                                                                   \
    if (!(condition)) {                                                  \
      fprintf(stderr, "interface.c:%d: %s\n", __LINE__, #condition);     \
      failures++;                                                        \
    }                                                                    \
  } while (0)

enum { WIDTH = 37, HEIGHT = 23, PIXELS = WIDTH * HEIGHT, SAMPLES = 4 * PIXELS };

/// The look, or the end of the test.
static tintype_look *required(tintype_look *look, tintype_error *error) {
  if (look) return look;
  fprintf(stderr, "%s\n", tintype_error_message(error));
  exit(1);
}

static tintype_look *parsed(const char *body) {
  char text[1000];
  snprintf(text, sizeof text, "tintype 1\nlook \"t\" { working display }\n%s\n", body);
  tintype_error *error = NULL;
  return required(tintype_look_parse(text, NULL, &error), error);
}

static tintype_look *opened(const char *name) {
  tintype_error *error = NULL;
  return required(tintype_look_open(name, &error), error);
}

/// RGBA of floats without padding.
static tintype_picture floats(float *pixels) {
  return (tintype_picture){
      .size = sizeof(tintype_picture), .width = WIDTH, .height = HEIGHT, .pixels = pixels, .channels = 4,
      .sample = TINTYPE_FLOAT};
}

static tintype_picture bytes(uint8_t *pixels) {
  return (tintype_picture){
      .size = sizeof(tintype_picture), .width = WIDTH, .height = HEIGHT, .pixels = pixels, .channels = 4};
}

/// Renders and expects no error.
static void render(const tintype_look *look, const tintype_picture *source, const tintype_picture *result) {
  tintype_error *error = NULL;
  if (tintype_render_picture(look, source, result, 0, NULL, &error) == TINTYPE_OK) return;
  fprintf(stderr, "%s\n", tintype_error_message(error));
  tintype_error_free(error);
  failures++;
}

/// Checks that a call failed with a status and a message that begins with `start`.
static void expect_failure(tintype_status status, tintype_error *error, tintype_status wanted, const char *start) {
  const char *message = tintype_error_message(error);
  if (status != wanted || tintype_error_status(error) != wanted || strncmp(message, start, strlen(start)) != 0) {
    fprintf(stderr, "%d instead of %d: %s\nwanted: %s\n", status, wanted, message, start);
    failures++;
  }
  tintype_error_free(error);
}

/// Samples from -0.25 to 1.75, and alpha from 0.25 to 1.
static void fill(float *pixels) {
  for (int sample = 0; sample < SAMPLES; sample++) {
    float number = (float)((unsigned)sample * 2654435761u >> 8) / (1 << 24);
    pixels[sample] = sample % 4 == 3 ? 0.25f + 0.75f * number : 2 * number - 0.25f;
  }
}

static void fill_bytes(uint8_t *pixels) {
  for (int sample = 0; sample < SAMPLES; sample++)
    pixels[sample] = sample % 4 == 3 ? 255 : (uint8_t)((unsigned)sample * 2654435761u >> 24);
}

// MARK: Pixels

/// Numbers beyond 0 to 1 come through, as they are for a look that changes nothing, and as the formula says.
static void beyond(void) {
  static float source[SAMPLES], result[SAMPLES];
  fill(source);
  tintype_picture from = floats(source), to = floats(result);
  tintype_look *look = parsed("output source"), *half = parsed("output source * 0.5 - rgb(1)");
  render(look, &from, &to);
  CHECK(memcmp(source, result, sizeof source) == 0);
  render(half, &from, &to);
  for (int sample = 0; sample < SAMPLES; sample++) {
    float wanted = sample % 4 == 3 ? source[sample] : source[sample] * 0.5f - 1;
    CHECK(fabsf(result[sample] - wanted) < 1e-6f);
  }
  // What half precision cannot hold is bounded, and NaN is 0.
  source[0] = 1e9f;
  source[1] = -INFINITY;
  source[2] = NAN;
  source[3] = 1;
  render(half, &from, &to);
  CHECK(result[0] == 65504 / 2 - 1 && result[1] == -65504 / 2 - 1 && result[2] == -1);
  tintype_look_free(look);
  tintype_look_free(half);
}

/// Halves: the codes of some numbers, by IEEE 754.
static void halves(void) {
  static uint16_t source[SAMPLES], result[SAMPLES];
  // 2, -0.5, 0.25 and 1 from 1, -0.25, 0.125 and 1.
  const uint16_t pixel[] = {0x3C00, 0xB400, 0x3000, 0x3C00}, doubled[] = {0x4000, 0xB800, 0x3400, 0x3C00};
  for (int sample = 0; sample < SAMPLES; sample++) source[sample] = pixel[sample % 4];
  tintype_picture from = floats(NULL), to = from;
  from.pixels = source;
  to.pixels = result;
  from.sample = to.sample = TINTYPE_HALF;
  tintype_look *look = parsed("output source * 2");
  render(look, &from, &to);
  for (int sample = 0; sample < SAMPLES; sample++) CHECK(result[sample] == doubled[sample % 4]);
  tintype_look_free(look);
}

/// The same picture in other layouts gives the same result in them.
static void layouts(void) {
  static uint8_t source[SAMPLES], straight[SAMPLES], swapped[SAMPLES], upward[SAMPLES], made[SAMPLES];
  fill_bytes(source);
  tintype_look *look = opened("tumble-down");
  tintype_picture from = bytes(source), to = bytes(straight);
  render(look, &from, &to);
  for (int pixel = 0; pixel < PIXELS; pixel++)
    for (int channel = 0; channel < 4; channel++)
      swapped[4 * pixel + channel] = source[4 * pixel + (channel < 3 ? 2 - channel : 3)];
  from = bytes(swapped);
  from.order = TINTYPE_BGR;
  to = bytes(made);
  render(look, &from, &to);
  CHECK(memcmp(made, straight, sizeof made) == 0);
  to.order = TINTYPE_BGR;
  render(look, &from, &to);
  for (int pixel = 0; pixel < PIXELS; pixel++)
    for (int channel = 0; channel < 3; channel++)
      CHECK(made[4 * pixel + channel] == straight[4 * pixel + 2 - channel]);
  // Bottom up on both sides.
  for (int row = 0; row < HEIGHT; row++)
    memcpy(upward + (HEIGHT - 1 - row) * WIDTH * 4, source + row * WIDTH * 4, WIDTH * 4);
  from = bytes(upward + (HEIGHT - 1) * WIDTH * 4);
  to = bytes(made + (HEIGHT - 1) * WIDTH * 4);
  from.stride = to.stride = -WIDTH * 4;
  render(look, &from, &to);
  for (int row = 0; row < HEIGHT; row++)
    CHECK(memcmp(made + (HEIGHT - 1 - row) * WIDTH * 4, straight + row * WIDTH * 4, WIDTH * 4) == 0);
  // A fourth sample without meaning.
  for (int pixel = 0; pixel < PIXELS; pixel++) source[4 * pixel + 3] = (uint8_t)pixel;
  from = bytes(source);
  to = bytes(made);
  from.alpha = to.alpha = TINTYPE_IGNORED;
  render(look, &from, &to);
  CHECK(memcmp(made, straight, sizeof made) == 0);
  tintype_look_free(look);
}

/// Premultiplied pixels of each depth are divided by alpha, and multiplied by it again.
static void premultiplied(void) {
  static float source[SAMPLES], result[SAMPLES];
  fill(source);
  for (int pixel = 0; pixel < PIXELS; pixel++)
    for (int channel = 0; channel < 3; channel++) source[4 * pixel + channel] *= source[4 * pixel + 3];
  tintype_look *look = parsed("output source + rgb(0.25)");
  tintype_picture from = floats(source), to = floats(result);
  from.alpha = to.alpha = TINTYPE_PREMULTIPLIED;
  render(look, &from, &to);
  for (int sample = 0; sample < SAMPLES; sample++) {
    float alpha = source[sample | 3], added = sample % 4 == 3 ? 0 : 0.25f * alpha;
    CHECK(fabsf(result[sample] - source[sample] - added) < 1e-6f);
  }
  // 8 and 16 bits: 100 of 200 is half, and half of it 50; what is transparent is black.
  static uint8_t small[SAMPLES], small_result[SAMPLES];
  static uint16_t large[SAMPLES], large_result[SAMPLES];
  for (int sample = 0; sample < SAMPLES; sample++) {
    bool is_clear = sample / 4 % 2;
    small[sample] = sample % 4 == 3 ? (is_clear ? 0 : 200) : 100;
    large[sample] = small[sample] * 257;
  }
  tintype_look *halved = parsed("output source * 0.5");
  tintype_picture of_8 = bytes(small), into_8 = bytes(small_result), of_16 = bytes(NULL), into_16 = bytes(NULL);
  of_16.pixels = large;
  into_16.pixels = large_result;
  of_16.sample = into_16.sample = TINTYPE_UINT16;
  of_8.alpha = into_8.alpha = of_16.alpha = into_16.alpha = TINTYPE_PREMULTIPLIED;
  render(halved, &of_8, &into_8);
  render(halved, &of_16, &into_16);
  for (int sample = 0; sample < SAMPLES; sample++) {
    int wanted = sample / 4 % 2 ? 0 : sample % 4 == 3 ? 200 : 50;
    CHECK(abs(small_result[sample] - wanted) <= (sample % 4 == 3 ? 0 : 1));
    CHECK(abs(large_result[sample] - wanted * 257) <= 1);
  }
  tintype_look_free(look);
  tintype_look_free(halved);
}

/// The memory of the source may be that of the result, whatever the look reads.
static void in_place(void) {
  static const char *const bodies[] = {
      "output source |> turn(180deg)", "output source |> blur(radius: 2px)", "output source * 0.5"};
  for (int body = 0; body < 3; body++) {
    static uint8_t memory[SAMPLES + 4 * WIDTH], result[SAMPLES];
    tintype_look *look = parsed(bodies[body]);
    fill_bytes(memory);
    tintype_picture from = bytes(memory), to = bytes(result);
    render(look, &from, &to);
    to = from;
    render(look, &from, &to);
    CHECK(memcmp(memory, result, sizeof result) == 0);
    // A row further down.
    fill_bytes(memory);
    to = bytes(memory + 4 * WIDTH);
    render(look, &from, &to);
    CHECK(memcmp(memory + 4 * WIDTH, result, sizeof result) == 0);
    tintype_look_free(look);
  }
}

/// Codes of a space are converted, and light of the scene is what a film sees.
static void spaces(void) {
  static float source[SAMPLES], result[SAMPLES];
  for (int sample = 0; sample < SAMPLES; sample++) source[sample] = sample % 4 == 3 ? 1 : 0.5f;
  tintype_look *look = parsed("output source");
  tintype_picture from = floats(source), to = floats(result);
  from.space = "linear-srgb";
  to.space = "srgb";
  render(look, &from, &to);
  // IEC 61966-2-1: 1.055 * 0.5^(1/2.4) - 0.055.
  CHECK(fabsf(result[0] - 0.735357f) < 1e-5f);
  to.space = NULL;
  render(look, &from, &to);
  CHECK(fabsf(result[0] - 0.5f) < 1e-5f);
  // ITU-R BT.709 with a gamma of 2.4, to the codes of S-Log3 (Sony): light 0.18 is code 420 of 1023.
  from.space = "linear-srgb";
  to.space = "s-log3";
  for (int sample = 0; sample < SAMPLES; sample++) source[sample] = sample % 4 == 3 ? 1 : 0.18f;
  render(look, &from, &to);
  CHECK(fabsf(result[0] - 420 / 1023.0f) < 1e-4f);
  int count = 0;
  for (const char *const *name = tintype_spaces(); *name; name++) count++;
  CHECK(count > 20 && strcmp(tintype_spaces()[0], "srgb") == 0);
  tintype_look *asks = parsed("output source * (if source.isSceneLight { 1 } else { 0 })");
  to.space = "srgb";
  render(asks, &from, &to);
  CHECK(result[0] > 0);
  from.space = NULL;
  render(asks, &from, &to);
  CHECK(result[0] == 0);
  tintype_look_free(look);
  tintype_look_free(asks);
}

// MARK: Parts

/// A part has the pixels of the whole, and a look of its own pixel alone needs the same part of the source.
static void parts(void) {
  static const struct {
    const char *body;
    bool is_own_pixel;
  } looks[] = {
      {"kernel k(c: rgb, at: position) -> rgb { return c * at.relative.x }\noutput k(source)", true},
      {"output source |> blur(radius: 3px)", false},
      {"output source |> crop(left: 5px, top: 2px)", true},
      {"output source * noise(seed: 3)", true},
  };
  static uint8_t source[SAMPLES], whole[SAMPLES], part[SAMPLES], cut[SAMPLES];
  fill_bytes(source);
  for (int index = 0; index < 4; index++) {
    tintype_look *look = parsed(looks[index].body);
    CHECK(((tintype_look_traits(look) & TINTYPE_OWN_PIXEL) != 0) == looks[index].is_own_pixel);
    tintype_picture from = bytes(source), to = bytes(whole);
    CHECK(tintype_result_size(look, &from, &to, NULL, NULL) == TINTYPE_OK);
    CHECK(to.width == (index == 2 ? WIDTH - 5 : WIDTH) && to.height == (index == 2 ? HEIGHT - 2 : HEIGHT));
    render(look, &from, &to);
    tintype_rectangle region = {4, 7, 11, 9}, needed;
    tintype_picture piece = to;
    piece.region = region;
    piece.pixels = part;
    CHECK(tintype_source_region(look, &from, &piece, &needed, NULL, NULL) == TINTYPE_OK);
    tintype_rectangle wanted = {0, 0, WIDTH, HEIGHT};
    if (looks[index].is_own_pixel) wanted = region;
    if (index == 2) wanted = (tintype_rectangle){9, 9, 11, 9};
    CHECK(memcmp(&needed, &wanted, sizeof needed) == 0);
    // Only the needed part is in memory.
    for (uint32_t row = 0; row < needed.height; row++)
      memcpy(cut + 4 * row * needed.width, source + 4 * ((needed.y + row) * WIDTH + needed.x), 4 * needed.width);
    from = bytes(cut);
    from.region = needed;
    render(look, &from, &piece);
    for (uint32_t row = 0; row < region.height; row++)
      CHECK(memcmp(part + 4 * row * region.width, whole + 4 * ((region.y + row) * to.width + region.x),
                   4 * region.width) == 0);
    if (looks[index].is_own_pixel) {
      from.region.width--;
      tintype_error *error = NULL;
      expect_failure(
          tintype_render_picture(look, &from, &piece, 0, NULL, &error), error, TINTYPE_USAGE,
          "the region of 'source' lacks pixels");
    }
    tintype_look_free(look);
  }
}

static void traits(void) {
  tintype_look *look = opened("double-exposure");
  CHECK(tintype_look_traits(look) & TINTYPE_NEEDS_PICTURE);
  tintype_look_free(look);
  look = opened("sepia");
  CHECK(tintype_look_traits(look) == TINTYPE_OWN_PIXEL);
  tintype_look_free(look);
  look = parsed("output source * noise(seed: 3)");
  CHECK(tintype_look_traits(look) == (TINTYPE_OWN_PIXEL | TINTYPE_VARIES_WITH_FRAME));
  tintype_look_free(look);
  look = parsed("output source * mean(source)");
  CHECK(tintype_look_traits(look) == 0);
  tintype_look_free(look);
  CHECK(tintype_look_traits(NULL) == 0);
}

// MARK: Values

static const char parameters[] =
    "param by: scalar = 1 in 0...2\nparam size: length = 2% in 0%...10%\n"
    "param turned: angle = 90deg in -180deg...180deg\n"
    "param is: bool = true\nparam kind: choice = .plain of plain, strong\nparam tint: rgb = #ff8000\n"
    "param place: vec2 = vec2(0.25, 0.5)\nparam grain: seed = 7\nparam words: text = \"a b\"\n"
    "variant \"half\" { by = 0.5 }\n"
    "let light = if kind == .strong { 2 } else { 1 }\n"
    "output source * by * tint * light * sin(turned) * (if is { 1 } else { 0 }) * place.x";

static tintype_value number(size_t parameter, double number) {
  return (tintype_value){.parameter = parameter, .count = 1, .numbers = {number}};
}

/// The first pixel of white.
static float white(const tintype_look *look, int channel) {
  static float source[SAMPLES], result[SAMPLES];
  for (int sample = 0; sample < SAMPLES; sample++) source[sample] = 1;
  tintype_picture from = floats(source), to = floats(result);
  render(look, &from, &to);
  return result[channel];
}

static bool is_near(double a, double b) { return fabs(a - b) < 1e-6; }

static void values(void) {
  tintype_look *look = parsed(parameters);
  const struct {
    size_t count;
    double numbers[4];
  } defaults[] = {
      {1, {1}}, {1, {2}}, {1, {90}}, {1, {1}}, {1, {0}}, {3, {1, 128 / 255.0, 0}}, {2, {0.25, 0.5}}, {1, {7}}};
  for (size_t index = 0; index < 8; index++) {
    const tintype_value *value = tintype_look_value(look, index);
    CHECK(value->parameter == index && value->count == defaults[index].count);
    for (int lane = 0; lane < 4; lane++) CHECK(is_near(value->numbers[lane], defaults[index].numbers[lane]));
  }
  const tintype_value *words = tintype_look_value(look, 8);
  CHECK(words->count == 0 && strcmp(words->text, "\"a b\"") == 0);
  CHECK(!tintype_look_value(look, 9));
  CHECK(is_near(white(look, 0), 0.25));

  tintype_value set[] = {
      number(0, 0.5), number(1, 3.5), number(2, 30), number(3, 1), number(4, 1),
      {.parameter = 5, .count = 3, .numbers = {0.25, 0.5, 1}}, {.parameter = 6, .count = 2, .numbers = {1, 0}},
      {.parameter = 8, .text = "other"}};
  tintype_error *error = NULL;
  tintype_look *other = required(tintype_look_set(look, NULL, set, 8, 0, &error), error);
  for (size_t index = 0; index < 7; index++)
    for (size_t lane = 0; lane < set[index].count; lane++)
      CHECK(is_near(tintype_look_value(other, index)->numbers[lane], set[index].numbers[lane]));
  CHECK(strcmp(tintype_look_value(other, 8)->text, "\"other\"") == 0);
  // 0.5 * tint * 2 * sin(30deg) * 1
  CHECK(is_near(white(other, 0), 0.125) && is_near(white(other, 1), 0.25) && is_near(white(other, 2), 0.5));
  tintype_look_free(other);
  // A variant, and of two values the last.
  other = required(tintype_look_set(look, "half", NULL, 0, 0, &error), error);
  CHECK(is_near(tintype_look_value(other, 0)->numbers[0], 0.5));
  tintype_look_free(other);
  set[1] = number(0, 0.75);
  other = required(tintype_look_set(look, "half", set, 2, 0, &error), error);
  CHECK(is_near(tintype_look_value(other, 0)->numbers[0], 0.75));
  tintype_look_free(other);

  // Out of range.
  const tintype_value wide[] = {number(0, 5), number(1, -1), number(2, 1000), number(4, 9), number(7, -3.2)};
  const double clamped[] = {2, 0, 180, 1, 0};
  for (int index = 0; index < 5; index++) {
    error = NULL;
    other = required(tintype_look_set(look, NULL, &wide[index], 1, TINTYPE_CLAMP, &error), error);
    CHECK(is_near(tintype_look_value(other, wide[index].parameter)->numbers[0], clamped[index]));
    tintype_look_free(other);
    other = tintype_look_set(look, NULL, &wide[index], 1, 0, &error);
    CHECK(!other && tintype_error_status(error) == (index < 3 ? TINTYPE_DATA : TINTYPE_USAGE));
    tintype_error_free(error);
  }
  const tintype_value text = {.parameter = 0, .text = "5"};
  error = NULL;
  other = required(tintype_look_set(look, NULL, &text, 1, TINTYPE_CLAMP, &error), error);
  CHECK(is_near(tintype_look_value(other, 0)->numbers[0], 2));
  tintype_look_free(other);
  // -1 is the photo's seed.
  const tintype_value seed = number(7, -1);
  other = required(tintype_look_set(look, NULL, &seed, 1, 0, &error), error);
  CHECK(tintype_look_value(other, 7)->numbers[0] == -1);
  tintype_look_free(other);

  const struct {
    tintype_value value;
    uint32_t flags;
    const char *message;
  } wrong[] = {
      {number(9, 1), 0, "'values[0]' is of parameter 9, and the look has 9"},
      {number(5, 1), 0, "'tint' takes 3 finite numbers, and not 1.0"},
      {number(0, NAN), TINTYPE_CLAMP, "'by' takes 1 finite number, and not nan"},
      {number(8, 1), 0, "'words' is set by a text, and not 1.0"},
      {number(4, 0.5), 0, "'kind' takes the position of a choice, 0 to 1, and not 0.5"},
      {{.parameter = 0, .count = 5}, 0, "'values[0]' has 5 numbers; 4 is the most"},
      {{.parameter = 0}, 0, "'values[0].text' is NULL"},
      {number(0, 1), 2, "'flags' has unknown bits: 2"},
  };
  for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++) {
    error = NULL;
    CHECK(!tintype_look_set(look, NULL, &wrong[index].value, 1, wrong[index].flags, &error));
    expect_failure(tintype_error_status(error), error, TINTYPE_USAGE, wrong[index].message);
  }
  tintype_look_free(look);
}

// MARK: What is refused

static void refusals(void) {
  static float source[SAMPLES], result[SAMPLES];
  tintype_look *look = parsed("output source");
  tintype_picture good = floats(source), into = floats(result);
  tintype_picture wrong[12];
  for (int index = 0; index < 12; index++) wrong[index] = good;
  wrong[0].size = 0;
  wrong[1].width = 0;
  wrong[2].channels = 2;
  wrong[3].sample = 4;
  wrong[4].order = -1;
  wrong[5].alpha = 3;
  wrong[6].space = "s-log4";
  wrong[7].stride = -WIDTH * 16 + 1;
  wrong[8].stride = PTRDIFF_MIN;
  wrong[9].region = (tintype_rectangle){1, 0, WIDTH, 1};
  wrong[10].region = (tintype_rectangle){UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
  wrong[11].pixels = NULL;
  const char *const messages[] = {
      "'source' has a size of 0 bytes, and this library knows ", "'source' has no pixels",
      "'source' has 2 channels; a picture has 3 or 4", "'source' has samples of the unknown kind 4",
      "'source' has samples in the unknown order -1", "'source' has the unknown kind of alpha 3",
      "'source' has the unknown space 's-log4'; did you mean 's-log3'?",
      "the stride of 'source' is -591 bytes, and a row has 592", "'source' is too large",
      "the region of 'source', 37 x 1 at 1, 0, is not a part of the picture, which is 37 x 23",
      "the region of 'source'", "'source.pixels' is NULL"};
  for (int index = 0; index < 12; index++) {
    tintype_error *error = NULL;
    expect_failure(
        tintype_render_picture(look, &wrong[index], &into, 0, NULL, &error), error, TINTYPE_USAGE, messages[index]);
  }
  tintype_error *error = NULL;
  into.width--;
  expect_failure(
      tintype_render_picture(look, &good, &into, 0, NULL, &error), error, TINTYPE_USAGE,
      "the look makes 37 x 23 pixels of this picture, and 'result' has 36 x 23");
  CHECK(tintype_render_picture(look, NULL, &into, 0, NULL, NULL) == TINTYPE_USAGE);
  CHECK(tintype_render_picture(NULL, &good, &into, 0, NULL, NULL) == TINTYPE_USAGE);
  CHECK(tintype_result_size(look, &good, NULL, NULL, NULL) == TINTYPE_USAGE);
  into = floats(result);
  CHECK(tintype_source_region(look, &good, &into, NULL, NULL, NULL) == TINTYPE_USAGE);
  tintype_look_free(look);
}

int main(void) {
  beyond();
  halves();
  layouts();
  premultiplied();
  in_place();
  spaces();
  parts();
  traits();
  values();
  refusals();
  return failures > 0;
}
