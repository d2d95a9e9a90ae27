/// Film looks as text: the C interface.
///
/// A look is loaded once, configured, and rendered through as often as need be. Looks do not change after they were
/// made, and there is no global state: any number of threads may use a look and the same options at once. Only freeing
/// an object, and setting options, has to wait until no thread uses it.
///
/// Whatever can fail takes a `tintype_error **` last. On failure it gives NULL or a status other than 0, and stores an
/// error that the caller frees; pass NULL to learn the status only. Texts are UTF-8 and end with 0. Those that a
/// function returns belong to the object that they were asked of, and live as long as it.
///
///     tintype_error *error = NULL;
///     tintype_look *look = tintype_look_open("tumble-down", &error);
///     if (!look || tintype_render_file(look, "in.jpg", "out.jpg", NULL, &error)) {
///       fprintf(stderr, "%s\n", tintype_error_message(error));
///       tintype_error_free(error);
///     }
///     tintype_look_free(look);
#ifndef TINTYPE_H
#define TINTYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this interface. It grows when a declaration here changes or goes, not when one is added.
#define TINTYPE_ABI 1

/// The version of the interface that the library has: compare it with `TINTYPE_ABI` once.
int32_t tintype_abi(void);

/// The version of the program. The same version gives the same bytes for the same photo, recipe and settings.
const char *tintype_version(void);

/// Whether this processor has the vector instructions that the library is compiled for: AVX2 and FMA on x86-64. If not,
/// rendering fails with `TINTYPE_UNAVAILABLE`.
bool tintype_processor_is_supported(void);

/// 0 for success, otherwise the number with which the command ends for the same reason.
typedef int32_t tintype_status;
enum {
  TINTYPE_OK = 0,
  /// An argument that means nothing: an unknown option, a size of 0, rows that do not fit.
  TINTYPE_USAGE = 64,
  /// A recipe or setting with errors, or a damaged photo.
  TINTYPE_DATA = 65,
  /// A file or look that is missing or cannot be read.
  TINTYPE_NO_INPUT = 66,
  /// A file format or processor that the library does not serve.
  TINTYPE_UNAVAILABLE = 69,
  /// An output that exists or cannot be created.
  TINTYPE_CANNOT_CREATE = 73,
  /// The disk failed.
  TINTYPE_IO = 74,
  /// Too many pixels, or not enough memory.
  TINTYPE_LIMIT = 75,
  /// The caller's `is_cancelled` said so.
  TINTYPE_CANCELLED = 130
};

// MARK: Errors

/// Why something failed.
typedef struct tintype_error tintype_error;

/// The status; 0 for NULL.
tintype_status tintype_error_status(const tintype_error *error);

/// One or more lines for people: for a recipe its diagnostics with their places. "" for NULL.
const char *tintype_error_message(const tintype_error *error);

/// Frees an error; NULL is allowed.
void tintype_error_free(tintype_error *error);

// MARK: Looks

/// A checked recipe with a value for each parameter.
typedef struct tintype_look tintype_look;

/// The names of the looks that come with the library, then NULL. Lives as long as the program.
const char *const *tintype_shipped_looks(void);

/// Loads a look: a shipped one by its name, a recipe file by a path with a slash or the ending .tint, a pack by the
/// ending .tintpack, or the expression after a `=`, such as "=source |> noir()".
tintype_look *tintype_look_open(const char *name, tintype_error **error);

/// Loads the recipe in a text.
///
/// - folder: the folder whose files the recipe may name; NULL for none.
tintype_look *tintype_look_parse(const char *text, const char *folder, tintype_error **error);

/// The same look with other values: the defaults, then those of a variant, then settings.
///
/// - variant: the name of a variant; NULL for none.
/// - settings: texts such as "exposure=0.5", as `--set` takes them; of two for one parameter the last one counts.
/// - count: the number of settings.
///
/// Returns a new look. Both share what was compiled for them.
tintype_look *tintype_look_configure(
    const tintype_look *look, const char *variant, const char *const *settings, size_t count, tintype_error **error);

/// The same look with a file for one of its pictures. Returns a new look.
tintype_look *tintype_look_give_picture(
    const tintype_look *look, const char *parameter, const char *file, tintype_error **error);

/// Frees a look; NULL is allowed.
void tintype_look_free(tintype_look *look);

/// The name in the recipe's header.
const char *tintype_look_title(const tintype_look *look);

/// What the look does, in a sentence; NULL where the recipe does not say.
const char *tintype_look_about(const tintype_look *look);

/// The names of its variants, then NULL.
const char *const *tintype_look_variants(const tintype_look *look);

/// Something that can be set.
typedef struct {
  /// The name for settings.
  const char *name;
  /// As recipes write it, such as "scalar", "rgb", "choice" or "picture".
  const char *type;
  /// The default as recipes write it.
  const char *default_value;
  /// The words of a choice, then NULL; NULL for other types.
  const char *const *choices;
  /// The least and largest value of a number, and the range of a slider for it; -INFINITY and INFINITY for no limit.
  double minimum, maximum, slider_minimum, slider_maximum;
  /// The step of a slider; 0 for none.
  double step;
  /// NULL where the recipe does not say them: the unit, the heading in a list, the title, and the doc comment.
  const char *unit, *group, *label, *documentation;
} tintype_parameter;

/// The number of parameters.
size_t tintype_look_parameter_count(const tintype_look *look);

/// A parameter, in the order of the recipe; NULL past the last one.
const tintype_parameter *tintype_look_parameter(const tintype_look *look, size_t index);

/// A value of a parameter.
///
/// Numbers are in the unit of the parameter. A truth value is 0 or 1, a choice its position among the words. A color is
/// its codes of sRGB from 0 to 1 with straight alpha, as a literal such as #ff8000; -1 is the seed of the photo.
typedef struct {
  /// The position of the parameter.
  size_t parameter;
  /// How many numbers it has: 1 to 4; 0 for a value that is a text.
  size_t count;
  double numbers[4];
  /// For a count of 0: the value as `--set` takes it, which is possible for every type but "lut" and "picture".
  const char *text;
} tintype_value;

/// The value that a parameter has in a look, which after `tintype_look_open` is its default; NULL past the last one.
/// Curves, texts, dates, tables and pictures are texts as recipes write them, everything else is numbers.
const tintype_value *tintype_look_value(const tintype_look *look, size_t index);

enum {
  /// A number outside of the range of its parameter becomes the nearest one in it; without this it is an error.
  TINTYPE_CLAMP = 1
};

/// The same look with other values: the defaults, then those of a variant, then `values`.
///
/// - variant: the name of a variant; NULL for none.
/// - values: of two for one parameter the last one counts.
/// - count: the number of values.
/// - flags: 0 or `TINTYPE_CLAMP`.
///
/// Returns a new look. Both share what was compiled for them.
tintype_look *tintype_look_set(
    const tintype_look *look, const char *variant, const tintype_value *values, size_t count, uint32_t flags,
    tintype_error **error);

enum {
  /// A pixel of the result depends on no pixel of the source but the one with the same coordinates. It may depend on
  /// its position, as a vignette does.
  TINTYPE_OWN_PIXEL = 1,
  /// The result differs from frame to frame, even if the frames are equal.
  TINTYPE_VARIES_WITH_FRAME = 2,
  /// The look needs a picture that it has not been given: see `tintype_look_give_picture`.
  TINTYPE_NEEDS_PICTURE = 4
};

/// What the look needs with its values, as a sum of the above. The look is compiled for it, which takes milliseconds. 0
/// where the processor is not supported.
uint32_t tintype_look_traits(const tintype_look *look);

// MARK: Options

/// How something is rendered.
typedef struct tintype_options tintype_options;

/// Options at their defaults: one thread, no date, an existing output is an error.
tintype_options *tintype_options_create(void);

/// Sets an option of `tintype render` by its name without dashes: "quality" to "90", "if-exists" to "overwrite", "date"
/// to "1998-08-24", "shot" to "iso=800", and besides "threads" to "4". "max-pixels", for pictures and results, is a
/// gigapixel unless it is set, such as to "2000000000". Options of a list, "tag" and "shot", gain a
/// value with each call.
tintype_status tintype_options_set(
    tintype_options *options, const char *name, const char *value, tintype_error **error);

/// Calls back while rendering, from any thread, one call at a time.
///
/// - is_cancelled: asked between rows; rendering ends with `TINTYPE_CANCELLED` once it gives true. May be NULL.
/// - progress: told the part that is done, above 0 and up to 1. May be NULL.
/// - context: passed to both.
void tintype_options_observe(
    tintype_options *options, bool (*is_cancelled)(void *context), void (*progress)(void *context, double part),
    void *context);

/// Frees options; NULL is allowed.
void tintype_options_free(tintype_options *options);

// MARK: Rendering

/// Renders a photo into a file, as `tintype render` does: the metadata stays, and the output appears complete or not at
/// all.
///
/// - options: NULL for the defaults.
tintype_status tintype_render_file(
    const tintype_look *look, const char *input, const char *output, const tintype_options *options,
    tintype_error **error);

/// The layout of pixels in memory: interleaved red, green, blue and, with 4 channels, straight alpha; in sRGB.
typedef struct {
  /// In pixels, at least 1.
  uint32_t width, height;
  /// 3 or 4.
  uint32_t channels;
  /// Bits of a sample: 8, or 16 in the machine's byte order.
  uint32_t bits;
} tintype_format;

/// The layout of what a look makes of pictures, which it may crop, turn and resize.
///
/// - source: the layout of what goes in.
/// - result: takes the layout of what comes out. Its channels and bits are read; 0 stands for those of `source`.
tintype_status tintype_result_format(
    const tintype_look *look, const tintype_format *source, tintype_format *result, const tintype_options *options,
    tintype_error **error);

/// Renders pixels into other memory.
///
/// - source: the layout of `pixels`.
/// - pixels: rows from the top, `stride` bytes apart; a stride of 0 stands for rows without padding.
/// - result: the layout of `target`: what `tintype_result_format` gives.
/// - target: memory for the rows of the result, `target_stride` bytes apart. It may overlap `pixels`, which are then
///   copied first.
/// - frame: 0 for a still; noise differs from frame to frame.
/// - options: NULL for the defaults. Those that say how a file is stored have no meaning.
tintype_status tintype_render(
    const tintype_look *look, const tintype_format *source, const void *pixels, size_t stride,
    const tintype_format *result, void *target, size_t target_stride, uint32_t frame, const tintype_options *options,
    tintype_error **error);

// MARK: Pictures in the layout of another program

/// How a sample is written.
typedef int32_t tintype_sample;
enum {
  /// A code of 8 bits for 0 to 1.
  TINTYPE_UINT8 = 0,
  /// A code of 16 bits for 0 to 1, in the machine's byte order.
  TINTYPE_UINT16 = 1,
  /// A number of half precision (IEEE 754 binary16), which may lie beyond 0 to 1.
  TINTYPE_HALF = 2,
  /// A number of single precision, which may lie beyond 0 to 1. What a look computes with is bounded to what half
  /// precision holds, -65504 to 65504, and NaN is 0; pixels that it leaves as they are pass through.
  TINTYPE_FLOAT = 3
};

/// The order of samples in a pixel.
typedef int32_t tintype_order;
enum {
  /// Red first.
  TINTYPE_RGB = 0,
  /// Blue first.
  TINTYPE_BGR = 1
};

/// What the fourth of 4 channels is.
typedef int32_t tintype_alpha;
enum {
  /// Alpha; colors are not multiplied by it.
  TINTYPE_STRAIGHT = 0,
  /// Alpha; colors are multiplied by it. What colors a source has where alpha is 0 is lost.
  TINTYPE_PREMULTIPLIED = 1,
  /// Nothing: ignored in a source, and 1 in a result, which is over white where the look makes it transparent.
  TINTYPE_IGNORED = 2
};

/// A part of a picture, in pixels from its upper left corner.
typedef struct {
  uint32_t x, y, width, height;
} tintype_rectangle;

/// Pixels of the caller. Set all to zero, then `size`, then what differs: later versions of the interface may
/// add members at the end, whose zero means what this version does.
typedef struct {
  /// `sizeof(tintype_picture)`.
  size_t size;
  /// Of the whole picture, in pixels, at least 1.
  uint32_t width, height;
  /// The part that is in memory; all 0 for the whole picture. Sizes and positions of a look follow the whole one.
  tintype_rectangle region;
  /// The first pixel of the upper row in memory.
  void *pixels;
  /// Bytes from a row to the one below it: negative where rows lie bottom up; 0 for rows without padding.
  ptrdiff_t stride;
  /// 3 or 4.
  uint32_t channels;
  tintype_sample sample;
  tintype_order order;
  tintype_alpha alpha;
  /// One of `tintype_spaces`, such as "linear-srgb"; NULL for "srgb" in a source, and for its space in a result.
  /// For looks that tell them apart, light and logarithmic codes are light of the scene, and others finished pictures;
  /// the option "shot" says otherwise, as "isSceneLight=false".
  const char *space;
} tintype_picture;

/// The names of color spaces, as `--input-space` takes them, then NULL. Lives as long as the program.
const char *const *tintype_spaces(void);

/// The size of what a look makes of a picture.
///
/// - source: the picture; its `pixels` are not read and may be NULL.
/// - result: takes `width` and `height`, and loses its `region`. Its layout is that of `tintype_render_picture`.
tintype_status tintype_result_size(
    const tintype_look *look, const tintype_picture *source, tintype_picture *result, const tintype_options *options,
    tintype_error **error);

/// The part of a source that a part of its result needs.
///
/// Where a pixel of the result depends on the pixel of the source with the same coordinates alone, these are the same
/// pixels. Of every other look, each part needs the whole source.
///
/// - result: its `region` is the part.
/// - needed: takes the part of the source. It is all 0 where no pixel is needed.
tintype_status tintype_source_region(
    const tintype_look *look, const tintype_picture *source, const tintype_picture *result, tintype_rectangle *needed,
    const tintype_options *options, tintype_error **error);

/// Renders pixels into other memory, or into the same.
///
/// A part of the result has the pixels that the whole one has. For a look that reads its own pixel alone it costs what
/// the part costs. For others, earlier rows of the picture are computed as well.
///
/// - source: what goes in. Its region has to hold what `tintype_source_region` says.
/// - result: takes the pixels of its region. Its `width` and `height` are those of `tintype_result_size`. Its memory
///   may overlap that of `source`, which is then copied first.
/// - frame: 0 for a still; noise differs from frame to frame.
/// - options: NULL for the defaults. Those that say how a file is stored have no meaning.
tintype_status tintype_render_picture(
    const tintype_look *look, const tintype_picture *source, const tintype_picture *result, uint32_t frame,
    const tintype_options *options, tintype_error **error);

#ifdef __cplusplus
}
#endif
#endif
