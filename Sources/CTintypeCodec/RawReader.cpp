// Raw files by LibRaw, which unpacks what the sensor recorded. Only patterns that are not Bayer's are left to it whole.

#ifdef TINTYPE_RAW

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <vector>

#include <libraw/libraw.h>

#include "Guarded.h"

/// OpenMP's, where LibRaw was built with it: a confined process starts no threads.
extern "C" void omp_set_num_threads(int) __attribute__((weak));

namespace {

/// A file by its descriptor, through a window of it.
class DescriptorStream : public LibRaw_abstract_datastream {
 public:
  DescriptorStream(int descriptor, uint64_t count) : descriptor(descriptor), count(INT64(count)) {}

  int valid() override { return 1; }
  INT64 tell() override { return position; }
  INT64 size() override { return count; }
  int eof() override { return position >= count; }
  void *make_jas_stream() override { return nullptr; }

  int seek(INT64 offset, int whence) override {
    INT64 base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? position : count;
    position = std::min(std::max(base + offset, INT64(0)), count);
    return 0;
  }

  int get_char() override { return fill() ? window[size_t(position++ - start)] : -1; }

  int read(void *bytes, size_t size, size_t items) override {
    if (!size || items > SIZE_MAX / size) return 0;
    const size_t wanted = size * items;
    size_t done = 0;
    while (done < wanted && fill()) {
      size_t part = std::min(wanted - done, size_t(start + INT64(filled) - position));
      memcpy(static_cast<char *>(bytes) + done, window + (position - start), part);
      position += INT64(part);
      done += part;
    }
    return int((done + size - 1) / size);
  }

  char *gets(char *line, int room) override {
    int length = 0;
    while (length < room - 1 && fill()) {
      int byte = get_char();
      if (byte < 0) break;
      line[length++] = char(byte);
      if (byte == '\n') break;
    }
    if (room > 0) line[length] = 0;
    return length ? line : nullptr;
  }

  /// One number behind white space, or a word.
  int scanf_one(const char *format, void *value) override {
    char word[64];
    int length = 0, byte = get_char();
    while (byte >= 0 && isspace(byte)) byte = get_char();
    while (byte >= 0 && !isspace(byte) && length < int(sizeof word) - 1) {
      word[length++] = char(byte);
      byte = get_char();
    }
    word[length] = 0;
    // LibRaw asks for whole numbers and for floats.
    if (!strcmp(format, "%d")) return sscanf(word, "%d", static_cast<int *>(value));
    if (!strcmp(format, "%f")) return sscanf(word, "%f", static_cast<float *>(value));
    return 0;
  }

  int error = 0;

 private:
  /// Brings the byte at the position into the window.
  bool fill() {
    if (position >= start && position < start + INT64(filled)) return true;
    if (position >= count || error) return false;
    start = position;
    ssize_t got = tt_read_at(descriptor, window, sizeof window, off_t(position));
    if (got < 0) error = errno;
    filled = got > 0 ? size_t(got) : 0;
    return filled > 0;
  }

  int descriptor;
  INT64 count, position = 0, start = 0;
  size_t filled = 0;
  unsigned char window[TT_BUFFER_BYTES];
};

struct Reader {
  tt_state state;
  int descriptor;
  uint64_t size;
  // Destroyed before the stream that it reads from.
  std::unique_ptr<DescriptorStream> stream;
  std::unique_ptr<LibRaw> library;
  tt_sensor sensor;
  std::vector<float> black;
  uint32_t left, top;  // of the picture in the samples
  uint32_t library_width, library_height;  // of what the library interpolates, where the pattern is left to it
  bool is_damaged;

  static const tt_status failure = TT_CORRUPT;
  int io_error() const { return stream ? stream->error : 0; }
};

/// What LibRaw reports; positive numbers are those of system calls.
tt_status checked(Reader *reader, int code) {
  if (reader->io_error()) return tt_refuse(&reader->state, TT_IO, strerror(reader->io_error()));
  switch (code) {
    case LIBRAW_SUCCESS: return TT_OK;
    case LIBRAW_UNSUFFICIENT_MEMORY:
    case LIBRAW_TOO_BIG: return tt_refuse(&reader->state, TT_LIMIT, "out of memory");
    case LIBRAW_FILE_UNSUPPORTED:
    case LIBRAW_REQUEST_FOR_NONEXISTENT_IMAGE:
    case LIBRAW_NOT_IMPLEMENTED:
    case LIBRAW_UNSPECIFIED_ERROR:
      return tt_refuse(
          &reader->state, TT_UNSUPPORTED,
          "this raw file is not known to LibRaw: its camera or its compression may be newer than the library");
    default: return tt_refuse(&reader->state, TT_CORRUPT, "the file ends early or is damaged");
  }
}

void note_damage(void *reader, const char *, int) { static_cast<Reader *>(reader)->is_damaged = true; }

uint8_t orientation_of(int flip) { return flip == 3 ? 3 : flip == 5 ? 8 : flip == 6 ? 6 : 1; }

/// What the picture is of what LibRaw calls visible: the crop that the caller has read from a DNG, or all of it.
bool take_crop(Reader *reader, const libraw_data_t &data, const uint32_t crop[4]) {
  const libraw_image_sizes_t &sizes = data.sizes;
  tt_sensor &sensor = reader->sensor;
  reader->left = sizes.left_margin;
  reader->top = sizes.top_margin;
  sensor.width = sizes.width;
  sensor.height = sizes.height;
  if (crop[2] > 0 && crop[3] > 0 && crop[0] <= sensor.width && crop[1] <= sensor.height &&
      crop[2] <= sensor.width - crop[0] && crop[3] <= sensor.height - crop[1]) {
    reader->left += crop[0];
    reader->top += crop[1];
    sensor.width = crop[2];
    sensor.height = crop[3];
  }
  return sensor.width >= 16 && sensor.height >= 16 && reader->left <= sizes.raw_width &&
         sensor.width <= sizes.raw_width - reader->left && reader->top <= sizes.raw_height &&
         sensor.height <= sizes.raw_height - reader->top;
}

/// The level of black: one for all, plus one for each color, plus a pattern from the visible part on.
void take_black(Reader *reader, LibRaw &library) {
  const libraw_colordata_t &color = library.imgdata.color;
  const libraw_image_sizes_t &sizes = library.imgdata.sizes;
  const unsigned rows = color.cblack[4], columns = color.cblack[5];
  const bool is_mosaic = reader->sensor.kind == TT_SENSOR_BAYER;
  const uint32_t channels = reader->sensor.kind == TT_SENSOR_COLORS ? 3 : 1;
  // Of three colors a place, the library has made a pattern the mean of each color.
  const bool has_pattern =
      channels == 1 && rows > 0 && columns > 0 && rows <= TT_BLACK_SIDE_MAX && columns <= TT_BLACK_SIDE_MAX &&
      rows * columns <= LIBRAW_CBLACK_SIZE - 6;
  const uint32_t height = std::lcm(2u, has_pattern ? rows : 1), width = std::lcm(2u, has_pattern ? columns : 1);
  const int top = int(reader->top) - sizes.top_margin, left = int(reader->left) - sizes.left_margin;
  reader->black.clear();
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width; x++)
      for (uint32_t channel = 0; channel < channels; channel++) {
        const int row = top + int(y), column = left + int(x);
        const unsigned own = color.cblack[is_mosaic ? library.FC(row, column) : int(channel)];
        const unsigned place = has_pattern ? (unsigned(row) % rows) * columns + unsigned(column) % columns : 0;
        const unsigned part = has_pattern ? color.cblack[6 + place] : 0;
        reader->black.push_back(float(color.black) + float(own) + float(part));
      }
  reader->sensor.black = reader->black.data();
  reader->sensor.black_width = width;
  reader->sensor.black_height = height;
  reader->sensor.black_channels = channels;
}

/// Where the sensor records no more: of a DNG of three colors, for each of them.
void take_levels(Reader *reader, const libraw_data_t &data) {
  tt_sensor &sensor = reader->sensor;
  for (int c = 0; c < 3; c++) {
    sensor.white[c] = float(data.color.maximum);
    if (data.idata.dng_version == 0 && data.color.linear_max[0] > 0)
      sensor.white[c] = std::min(sensor.white[c], float(data.color.linear_max[0]));
    const unsigned stated = data.color.dng_levels.dng_whitelevel[c];
    if (data.idata.dng_version && sensor.kind == TT_SENSOR_COLORS && stated > 0) sensor.white[c] = float(stated);
  }
}

/// Whether each level of white is above that of black.
bool has_sound_levels(const Reader *reader) {
  for (size_t i = 0; i < reader->black.size(); i++)
    if (!(reader->sensor.white[i % reader->sensor.black_channels] > reader->black[i])) return false;
  return true;
}

/// Factors of red, green and blue, green's 1; 0 where they make no sense.
void take_white(float white[3], const float (&factors)[4]) {
  for (int c = 0; c < 3; c++) {
    const float factor = factors[c] / factors[1];
    white[c] = std::isfinite(factor) && factor > 0.01f && factor < 100 ? factor : 0;
  }
  if (white[0] == 0 || white[1] == 0 || white[2] == 0) white[0] = white[1] = white[2] = 0;
}

void take_color(Reader *reader, const libraw_data_t &data) {
  const libraw_colordata_t &color = data.color;
  tt_sensor &sensor = reader->sensor;
  take_white(sensor.camera_white, color.cam_mul);
  // The library's factors of a DNG take levels of white into account that differ by color, as `take_levels` does.
  const float(&neutral)[4] = color.dng_levels.asshotneutral;
  if (data.idata.dng_version && neutral[0] > 0 && neutral[1] > 0 && neutral[2] > 0) {
    const float factors[4] = {1 / neutral[0], 1 / neutral[1], 1 / neutral[2], 0};
    take_white(sensor.camera_white, factors);
  }
  take_white(sensor.daylight_white, color.pre_mul);
  // Some cameras have balanced reduced raw files themselves.
  if (color.as_shot_wb_applied)
    for (int c = 0; c < 3; c++) sensor.camera_white[c] = 1;
  float sum = 0;
  bool is_usable = true;
  for (int row = 0; row < 3; row++)
    for (int column = 0; column < 3; column++) {
      const float forth = color.rgb_cam[row][column], back = color.cam_xyz[row][column];
      sensor.to_srgb[row][column] = forth;
      sensor.from_xyz[row][column] = back;
      sum += std::fabs(back);
      is_usable = is_usable && std::isfinite(forth) && std::fabs(forth) < 100 && std::isfinite(back);
    }
  sensor.knows_color = is_usable && sum > 0;
  if (!is_usable)
    for (int row = 0; row < 3; row++)
      for (int column = 0; column < 3; column++) sensor.to_srgb[row][column] = row == column;
}

/// Whether the colors repeat after two rows and columns, each row with green.
bool take_pattern(Reader *reader, LibRaw &library) {
  const libraw_image_sizes_t &sizes = library.imgdata.sizes;
  const int top = int(reader->top) - sizes.top_margin, left = int(reader->left) - sizes.left_margin;
  for (int y = 0; y < 16; y++)
    for (int x = 0; x < 2; x++)
      if (library.FC(y, x) % 4 != library.FC(y % 2, x) % 4) return false;
  int count[3] = {0, 0, 0};
  for (int place = 0; place < 4; place++) {
    int color = library.FC(top + place / 2, left + place % 2);
    if (color == 3) color = 1;
    if (color > 2) return false;
    reader->sensor.pattern[place] = uint8_t(color);
    count[color]++;
  }
  const uint8_t *pattern = reader->sensor.pattern;
  return count[0] == 1 && count[1] == 2 && count[2] == 1 &&
         ((pattern[0] == 1 && pattern[3] == 1) || (pattern[1] == 1 && pattern[2] == 1));
}

tt_status read_header(tt_state *state, tt_header *header) {
  Reader *reader = tt_owner<Reader>(state);
  return tt_guarded(reader, [&]() -> tt_status {
    reader->stream.reset(new DescriptorStream(reader->descriptor, reader->size));
    reader->library.reset(new LibRaw());
    LibRaw &library = *reader->library;
    library.set_dataerror_handler(note_damage, reader);
    libraw_output_params_t &settings = library.imgdata.params;
    settings.use_camera_wb = 1;
    settings.use_camera_matrix = 1;
    settings.adjust_maximum_thr = 0;
    tt_status status = checked(reader, library.open_datastream(reader->stream.get()));
    if (status != TT_OK) return status;
    const libraw_data_t &data = library.imgdata;
    const int flip = data.sizes.flip;
    // Who reads the rows turns them.
    settings.user_flip = library.imgdata.sizes.flip = 0;
    if (data.idata.colors != 3 && data.idata.colors != 1)
      return tt_refuse(state, TT_UNSUPPORTED, "a raw file of four colors is not read");
    if (data.idata.is_foveon) return tt_refuse(state, TT_UNSUPPORTED, "a raw file of a Foveon sensor is not read");
    tt_sensor &sensor = reader->sensor;
    if (!take_crop(reader, data, header->crop))
      return tt_refuse(state, TT_CORRUPT, "the size of the picture is invalid");
    const double aspect = data.sizes.pixel_aspect;
    const bool is_turned = library.is_fuji_rotated() || aspect < 0.99 || aspect > 1.01;
    if (data.idata.filters == 0)
      sensor.kind = data.idata.colors == 1 ? TT_SENSOR_GRAY : TT_SENSOR_COLORS;
    else if (data.idata.filters > 999 && !is_turned && take_pattern(reader, library))
      sensor.kind = TT_SENSOR_BAYER;
    else
      sensor.kind = TT_SENSOR_OTHER;
    if (data.idata.colors == 1 && sensor.kind != TT_SENSOR_GRAY)
      return tt_refuse(state, TT_UNSUPPORTED, "a raw file of this kind is not read");
    if (sensor.kind == TT_SENSOR_OTHER) {
      status = checked(reader, library.adjust_sizes_info_only());
      if (status != TT_OK) return status;
      reader->library_width = data.sizes.iwidth;
      reader->library_height = data.sizes.iheight;
      if (data.sizes.iwidth != data.sizes.width || data.sizes.iheight != data.sizes.height) {
        if (header->crop[2] > 0) tt_add_note(state, "the library turns or scales this sensor, so the crop is left out");
        reader->left = data.sizes.left_margin;
        reader->top = data.sizes.top_margin;
        sensor.width = data.sizes.iwidth;
        sensor.height = data.sizes.iheight;
      }
    }
    take_black(reader, library);
    take_color(reader, data);
    take_levels(reader, data);
    if (!has_sound_levels(reader))
      return tt_refuse(state, TT_CORRUPT, "its levels of black and white make no sense");
    const float exposure = data.color.dng_levels.baseline_exposure;
    sensor.baseline_exposure = data.idata.dng_version && std::fabs(exposure) <= 16 ? exposure : 0;
    snprintf(sensor.make, sizeof sensor.make, "%.63s", data.idata.make);
    snprintf(sensor.model, sizeof sensor.model, "%.63s", data.idata.model);
    const libraw_imgother_t &other = data.other;
    sensor.iso = other.iso_speed;
    sensor.exposure_time = other.shutter;
    sensor.aperture = other.aperture;
    sensor.focal_length = other.focal_len;
    sensor.date = int64_t(other.timestamp);

    *header = tt_header();
    header->width = sensor.width;
    header->height = sensor.height;
    header->colors = TT_RGB;
    header->depth = 16;
    header->is_float = true;
    header->primaries = header->transfer = 2;
    header->orientation = orientation_of(flip);
    header->sensor = &sensor;
    const uint64_t places = uint64_t(data.sizes.raw_width) * data.sizes.raw_height;
    // Interpolating takes four samples of each place, and what its method remembers.
    const uint64_t bytes = sensor.kind == TT_SENSOR_COLORS ? 8 : sensor.kind == TT_SENSOR_OTHER ? 36 : 2;
    header->memory = places * bytes + (16 << 20);
    // The strongest compression that cameras use for a flat picture.
    header->least_bytes = uint64_t(sensor.width) * sensor.height / 64;
    return TT_OK;
  });
}

/// After unpacking: damage is a loss, of which nobody knows the place.
tt_status take_damage(Reader *reader) {
  if (!reader->is_damaged && !reader->library->error_count()) return TT_OK;
  if (!reader->state.salvages)
    return tt_refuse(&reader->state, TT_LOST, "a part of the picture is missing or damaged");
  reader->state.loss.any = true;
  reader->state.loss.row = 0;
  reader->state.loss.stage = 1;
  return TT_OK;
}

/// Leaves a pattern to the library: balanced by the caller's factors, without cutting off what is brighter than white.
tt_status interpolate(Reader *reader) {
  LibRaw &library = *reader->library;
  libraw_output_params_t &settings = library.imgdata.params;
  tt_sensor &sensor = reader->sensor;
  for (int c = 0; c < 4; c++) settings.user_mul[c] = sensor.factors[c == 3 ? 1 : c];
  settings.use_camera_wb = 0;
  settings.output_color = 0;
  settings.output_bps = 16;
  settings.gamm[0] = settings.gamm[1] = 1;
  settings.no_auto_bright = 1;
  settings.highlight = 1;
  settings.user_qual = 3;
  tt_status status = checked(reader, library.dcraw_process());
  if (status != TT_OK) return status;
  const libraw_image_sizes_t &sizes = library.imgdata.sizes;
  const uint32_t left = reader->left - sizes.left_margin, top = reader->top - sizes.top_margin;
  if (sizes.iwidth != reader->library_width || sizes.iheight != reader->library_height || left > sizes.iwidth ||
      sensor.width > sizes.iwidth - left || top > sizes.iheight || sensor.height > sizes.iheight - top)
    return tt_refuse(&reader->state, TT_CORRUPT, "the size of the picture is invalid");
  sensor.channels = 4;
  sensor.stride = size_t(sizes.iwidth) * 4;
  sensor.samples = reinterpret_cast<const uint16_t *>(library.imgdata.image) + sensor.stride * top + 4 * size_t(left);
  return TT_OK;
}

/// Where the samples are; false where there are none.
bool find_samples(Reader *reader) {
  const libraw_rawdata_t &raw = reader->library->imgdata.rawdata;
  const libraw_image_sizes_t &sizes = reader->library->imgdata.sizes;
  tt_sensor &sensor = reader->sensor;
  const uint16_t *first = nullptr;
  if (raw.raw_image) {
    first = raw.raw_image;
    sensor.channels = 1;
  } else if (raw.color3_image) {
    first = reinterpret_cast<const uint16_t *>(raw.color3_image);
    sensor.channels = 3;
  } else if (raw.color4_image) {
    first = reinterpret_cast<const uint16_t *>(raw.color4_image);
    sensor.channels = 4;
  }
  const bool has_colors = sensor.kind == TT_SENSOR_COLORS;
  if (!first || has_colors != (sensor.channels > 1)) return false;
  sensor.stride = sizes.raw_pitch ? sizes.raw_pitch / 2 : size_t(sizes.raw_width) * sensor.channels;
  sensor.samples = first + sensor.stride * reader->top + sensor.channels * reader->left;
  return sensor.stride >= size_t(sizes.raw_width) * sensor.channels;
}

tt_status start(tt_state *state) {
  Reader *reader = tt_owner<Reader>(state);
  return tt_guarded(reader, [&]() -> tt_status {
    const bool is_left_to_library = reader->sensor.kind == TT_SENSOR_OTHER;
    tt_status status = TT_OK;
    // After it has told the size of what it will interpolate, the library begins anew.
    if (is_left_to_library) {
      reader->stream->seek(0, SEEK_SET);
      status = checked(reader, reader->library->open_datastream(reader->stream.get()));
    }
    if (status == TT_OK) status = checked(reader, reader->library->unpack());
    if (status == TT_OK) status = take_damage(reader);
    if (status != TT_OK) return status;
    if (is_left_to_library) return interpolate(reader);
    if (find_samples(reader)) return TT_OK;
    return tt_refuse(state, TT_UNSUPPORTED, "samples of this kind are not read");
  });
}

const char *version() { return LibRaw::version(); }

void prepare() {
  if (omp_set_num_threads) omp_set_num_threads(1);
}

}  // namespace

extern "C" const tt_codec tt_raw_codec = {
    version, prepare, tt_open_reader<Reader>, read_header, nullptr, start, nullptr, nullptr,
    tt_close<Reader>, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
};

#endif
