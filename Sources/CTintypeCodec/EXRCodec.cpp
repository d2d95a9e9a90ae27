// OpenEXR by its C++ library: its C library does not read every compression, and opens files by name only.

#ifdef TINTYPE_EXR

#include <cerrno>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <unistd.h>

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfChromaticitiesAttribute.h>
#include <OpenEXR/ImfFloatAttribute.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfRgbaFile.h>
#include <OpenEXR/ImfStandardAttributes.h>
#include <OpenEXR/ImfStringAttribute.h>
#include <OpenEXR/ImfThreading.h>
#include <OpenEXR/ImfVersion.h>
#include <OpenEXR/OpenEXRConfig.h>

#include "Guarded.h"

namespace {

/// A file by its descriptor, from the beginning.
class DescriptorInput : public Imf::IStream {
 public:
  explicit DescriptorInput(int descriptor) : Imf::IStream("the file"), descriptor(descriptor) {}

  bool read(char bytes[], int count) override {
    for (int done = 0; done < count;) {
      ssize_t got = tt_read_at(descriptor, bytes + done, size_t(count - done), off_t(position));
      if (got < 0) error = errno;
      if (got <= 0) throw std::runtime_error("the file ends early");
      position += uint64_t(got);
      done += int(got);
    }
    return true;
  }

  uint64_t tellg() override { return position; }
  void seekg(uint64_t offset) override { position = offset; }

  int error = 0;

 private:
  int descriptor;
  uint64_t position = 0;
};

struct Reader {
  tt_state state;
  int descriptor;
  uint64_t size;
  std::unique_ptr<DescriptorInput> stream;
  std::unique_ptr<Imf::RgbaInputFile> file;
  tt_header header;
  Imath::Box2i window;
  bool is_gray;
  uint32_t next_row;
  std::vector<Imf::Rgba> rows;
  Imf::Header first;  // to which `attributes` point
  std::vector<tt_attribute> attributes;

  static const tt_status failure = TT_CORRUPT;
  int io_error() const { return stream ? stream->error : 0; }
};

/// The texts and numbers of a header, the XMP packet among them.
void take_attributes(Reader *reader) {
  for (auto i = reader->first.begin(); i != reader->first.end(); ++i) {
    tt_attribute attribute = {i.name(), {nullptr, 0}, 0};
    if (auto text = dynamic_cast<const Imf::StringAttribute *>(&i.attribute())) {
      const std::string &value = text->value();
      if (value.empty() || value.size() > TT_BLOCK_MAX) continue;
      attribute.text = {reinterpret_cast<const uint8_t *>(value.data()), value.size()};
    } else if (auto number = dynamic_cast<const Imf::FloatAttribute *>(&i.attribute())) {
      attribute.number = number->value();
    } else {
      continue;
    }
    reader->attributes.push_back(attribute);
  }
  reader->header.attributes = reader->attributes.data();
  reader->header.attribute_count = reader->attributes.size();
}

/// Rows of a chunk of a compression.
int rows_of_chunk(Imf::Compression compression) {
  switch (compression) {
    case Imf::ZIP_COMPRESSION:
    case Imf::PXR24_COMPRESSION: return 16;
    case Imf::PIZ_COMPRESSION:
    case Imf::B44_COMPRESSION:
    case Imf::B44A_COMPRESSION:
    case Imf::DWAA_COMPRESSION: return 32;
    case Imf::DWAB_COMPRESSION: return 256;
    default: return 1;
  }
}

/// The header is read by itself first: the library would make tables for as many rows as a forged one claims.
tt_status read_header(tt_state *state, tt_header *header) {
  Reader *reader = tt_owner<Reader>(state);
  tt_status status = tt_guarded(reader, [&]() -> tt_status {
    // OpenEXR File Layout: a number that marks the format, then a version with flags.
    unsigned char start[8];
    if (tt_read_at(reader->descriptor, start, 8, 0) != 8)
      return tt_refuse(state, TT_CORRUPT, "the file ends early");
    int version = start[4] | start[5] << 8 | start[6] << 16 | start[7] << 24;
    if (Imf::getVersion(version) != Imf::EXR_VERSION || !Imf::supportsFlags(Imf::getFlags(version)))
      return tt_refuse(state, TT_UNSUPPORTED, "an OpenEXR of a newer version is not read");
    if (Imf::isNonImage(version)) return tt_refuse(state, TT_UNSUPPORTED, "a deep OpenEXR is not read");
    reader->stream.reset(new DescriptorInput(reader->descriptor));
    reader->stream->seekg(8);
    Imf::Header &first = reader->first;
    first.readFrom(*reader->stream, version);
    if (first.hasType() && first.type().find("deep") != std::string::npos)
      return tt_refuse(state, TT_UNSUPPORTED, "a deep OpenEXR is not read");
    const Imf::ChannelList &channels = first.channels();
    bool has_color = channels.findChannel("R") || channels.findChannel("G") || channels.findChannel("B");
    bool has_luminance = channels.findChannel("Y") != nullptr;
    if (!has_color && !has_luminance)
      return tt_refuse(state, TT_UNSUPPORTED, "an OpenEXR without channels R, G and B, or Y, is not read");
    if (first.compression() >= Imf::NUM_COMPRESSION_METHODS)
      return tt_refuse(state, TT_UNSUPPORTED, "an OpenEXR with a newer compression is not read");
    Imath::Box2i window = first.dataWindow();
    int64_t width = int64_t(window.max.x) - window.min.x + 1, height = int64_t(window.max.y) - window.min.y + 1;
    if (width < 1 || height < 1 || width > INT32_MAX || height > INT32_MAX)
      return tt_refuse(state, TT_CORRUPT, "the size of the picture is invalid");
    int64_t rows = rows_of_chunk(first.compression()), tile = 0;
    uint64_t chunks = uint64_t((height + rows - 1) / rows);
    if (first.hasTileDescription()) {
      rows = first.tileDescription().ySize;
      tile = first.tileDescription().xSize;
      if (rows < 1 || tile < 1 || rows > INT32_MAX || tile > INT32_MAX)
        return tt_refuse(state, TT_CORRUPT, "a tile is empty");
      chunks = uint64_t((height + rows - 1) / rows) * uint64_t((width + tile - 1) / tile);
    }
    reader->window = window;
    reader->is_gray = !has_color && !channels.findChannel("RY");
    reader->header = tt_header();
    tt_header &own = reader->header;
    own.width = uint32_t(width);
    own.height = uint32_t(height);
    own.colors = reader->is_gray ? TT_GRAY : TT_RGB;
    own.alpha = channels.findChannel("A") != nullptr;
    own.depth = 16;
    own.primaries = own.transfer = 2;  // said by chromaticities
    own.is_float = true;
    // Each chunk has a place in the table, and a head.
    own.least_bytes = chunks * 16;
    // A row of chunks, decoded in the file's precision and again as half, packed and unpacked; or a tile of the same.
    uint64_t samples = 0;
    for (auto channel = channels.begin(); channel != channels.end(); ++channel) samples += 4;
    uint64_t across = uint64_t(width) + uint64_t(tile);
    own.memory = (samples * 3 + 16) * across * uint64_t(rows < height ? rows : height) + (1 << 20);
    if (Imf::hasChromaticities(first)) {
      const Imf::Chromaticities &named = Imf::chromaticities(first);
      const float values[] = {named.red.x, named.red.y, named.green.x, named.green.y, named.blue.x, named.blue.y,
                              named.white.x, named.white.y};
      memcpy(own.chromaticities, values, sizeof values);
    }
    take_attributes(reader);
    Imath::Box2i shown = first.displayWindow();
    if (shown != window) tt_add_note(state, "all pixels that are stored are taken, whatever the display window says");
    if (Imf::isMultiPart(version)) tt_add_note(state, "the file has several parts, and the first one is taken");
    for (auto channel = channels.begin(); channel != channels.end(); ++channel) {
      const std::string name = channel.name();
      if (name != "R" && name != "G" && name != "B" && name != "A" && name != "Y" && name != "RY" && name != "BY")
        tt_add_note(state, "channels beside the colors are left out");
    }
    *header = own;
    return TT_OK;
  });
  // A header is small: one that needs more memory than there is states sizes of its own making.
  return status == TT_LIMIT ? tt_refuse(state, TT_CORRUPT, "a size in the header makes no sense") : status;
}

tt_status start(tt_state *state) {
  Reader *reader = tt_owner<Reader>(state);
  return tt_guarded(reader, [&]() -> tt_status {
    reader->stream.reset(new DescriptorInput(reader->descriptor));
    reader->file.reset(new Imf::RgbaInputFile(*reader->stream, 0));
    return TT_OK;
  });
}

/// Straight colors of premultiplied ones; where nothing is covered they stay: light without coverage.
half straight(half color, half alpha) {
  return float(alpha) > 0 && float(alpha) != 1 ? half(float(color) / float(alpha)) : color;
}

tt_status read_rows(tt_state *state, uint8_t *rows, size_t stride, uint32_t count) {
  Reader *reader = tt_owner<Reader>(state);
  const size_t width = reader->header.width, channels = reader->header.alpha ? 4 : 3;
  if (count > reader->header.height - reader->next_row)
    return tt_refuse(state, TT_CORRUPT, "there are no more rows");
  for (uint32_t i = 0; i < count; i++, reader->next_row++) {
    const int y = reader->window.min.y + int(reader->next_row);
    tt_status status = tt_guarded(reader, [&]() -> tt_status {
      reader->rows.assign(width, Imf::Rgba(0, 0, 0, 1));
      // The library finds a pixel at base + x; the base itself need not be in memory.
      uintptr_t base = reinterpret_cast<uintptr_t>(reader->rows.data()) -
                       uintptr_t(intptr_t(reader->window.min.x)) * sizeof(Imf::Rgba);
      reader->file->setFrameBuffer(reinterpret_cast<Imf::Rgba *>(base), 1, 0);
      reader->file->readPixels(y);
      return TT_OK;
    });
    if (status == TT_CORRUPT && reader->state.salvages) {
      reader->state.message[0] = 0;
      if (!reader->state.loss.any) {
        reader->state.loss.any = true;
        reader->state.loss.row = reader->next_row;
        reader->state.loss.stage = 1;
      }
      reader->rows.assign(width, Imf::Rgba(0.18f, 0.18f, 0.18f, 1));
    } else if (status == TT_CORRUPT) {
      return tt_refuse(state, TT_LOST, "a part of the picture is missing or damaged");
    } else if (status != TT_OK) {
      return status;
    }
    uint16_t *samples = reinterpret_cast<uint16_t *>(rows + i * stride);
    for (size_t x = 0; x < width; x++, samples += channels) {
      const Imf::Rgba &pixel = reader->rows[x];
      samples[0] = straight(pixel.r, pixel.a).bits();
      samples[1] = straight(reader->is_gray ? pixel.r : pixel.g, pixel.a).bits();
      samples[2] = straight(reader->is_gray ? pixel.r : pixel.b, pixel.a).bits();
      if (channels == 4) samples[3] = pixel.a.bits();
    }
  }
  return TT_OK;
}

// MARK: Writing

/// A file by its descriptor, from where it begins.
class DescriptorOutput : public Imf::OStream {
 public:
  explicit DescriptorOutput(int descriptor) : Imf::OStream("the result"), descriptor(descriptor) {}

  void write(const char bytes[], int count) override {
    for (int done = 0; done < count;) {
      ssize_t wrote = pwrite(descriptor, bytes + done, size_t(count - done), off_t(position));
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote <= 0) {
        error = wrote < 0 ? errno : EIO;
        throw std::runtime_error("the file cannot be written");
      }
      position += uint64_t(wrote);
      done += int(wrote);
    }
  }

  uint64_t tellp() override { return position; }
  void seekp(uint64_t offset) override { position = offset; }

  int error = 0;

 private:
  int descriptor;
  uint64_t position = 0;
};

struct Writer {
  tt_state state;
  std::unique_ptr<DescriptorOutput> stream;
  std::unique_ptr<Imf::RgbaOutputFile> file;
  uint32_t width;
  bool alpha;
  uint32_t next_row;
  std::vector<Imf::Rgba> row;
  int descriptor;

  static const tt_status failure = TT_IO;
  int io_error() const { return stream ? stream->error : 0; }
};

tt_state *create(int descriptor) {
  Writer *writer = new (std::nothrow) Writer();
  if (!writer) return nullptr;
  writer->descriptor = descriptor;
  return &writer->state;
}

tt_status begin(tt_state *state, const tt_settings *settings) {
  Writer *writer = tt_owner<Writer>(state);
  return tt_guarded(writer, [&]() -> tt_status {
    writer->width = settings->width;
    writer->alpha = settings->alpha;
    writer->row.resize(settings->width);
    Imf::Header header(int(settings->width), int(settings->height));
    header.compression() = Imf::ZIP_COMPRESSION;
    const float *c = settings->chromaticities;
    if (c[7] > 0)
      Imf::addChromaticities(
          header, Imf::Chromaticities(
                      Imath::V2f(c[0], c[1]), Imath::V2f(c[2], c[3]), Imath::V2f(c[4], c[5]), Imath::V2f(c[6], c[7])));
    for (size_t i = 0; i < settings->attribute_count; i++) {
      const tt_attribute &attribute = settings->attributes[i];
      const char *text = reinterpret_cast<const char *>(attribute.text.bytes);
      if (text)
        header.insert(attribute.name, Imf::StringAttribute(std::string(text, attribute.text.count)));
      else
        header.insert(attribute.name, Imf::FloatAttribute(attribute.number));
    }
    writer->stream.reset(new DescriptorOutput(writer->descriptor));
    writer->file.reset(new Imf::RgbaOutputFile(
        *writer->stream, header, settings->alpha ? Imf::WRITE_RGBA : Imf::WRITE_RGB, 0));
    return TT_OK;
  });
}

tt_status append(tt_state *state, const uint8_t *rows, size_t stride, uint32_t count) {
  Writer *writer = tt_owner<Writer>(state);
  return tt_guarded(writer, [&]() -> tt_status {
    for (uint32_t i = 0; i < count; i++, writer->next_row++) {
      const uint16_t *samples = reinterpret_cast<const uint16_t *>(rows + i * stride);
      for (uint32_t x = 0; x < writer->width; x++) {
        Imf::Rgba &pixel = writer->row[x];
        half *colors[] = {&pixel.r, &pixel.g, &pixel.b, &pixel.a};
        for (int c = 0; c < (writer->alpha ? 4 : 3); c++) colors[c]->setBits(*samples++);
        if (!writer->alpha || float(pixel.a) == 1) continue;
        for (int c = 0; c < 3; c++) *colors[c] = half(float(*colors[c]) * float(pixel.a));
      }
      writer->file->setFrameBuffer(writer->row.data(), 1, 0);
      writer->file->writePixels(1);
    }
    return TT_OK;
  });
}

tt_status end(tt_state *state) {
  Writer *writer = tt_owner<Writer>(state);
  // Writes the table of chunks. What fails there, the library keeps to itself.
  return tt_guarded(writer, [&]() -> tt_status {
    writer->file.reset();
    if (writer->stream->error) throw std::runtime_error("the file cannot be written");
    return TT_OK;
  });
}

const char *version() { return OPENEXR_VERSION_STRING; }

void prepare() { Imf::setGlobalThreadCount(0); }

}  // namespace

extern "C" const tt_codec tt_exr_codec = {
    version, prepare, tt_open_reader<Reader>, read_header, nullptr, start,  read_rows, nullptr,
    tt_close<Reader>, nullptr, create, begin, nullptr, append, end, tt_close<Writer>,
};

#endif
