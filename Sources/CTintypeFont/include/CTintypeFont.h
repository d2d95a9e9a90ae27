#ifndef CTINTYPEFONT_H
#define CTINTYPEFONT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The outlines of a font's glyphs: a wrapper of FreeType. Without the package trait FreeType, it is a stub that needs
// neither header nor library.

/// A segment of an outline in font units, y upward. `kind` determines how many points of `x` and `y` are used.
typedef struct {
  /// 0: begins a contour; 1: line; 2: quadratic curve; 3: cubic curve.
  int kind;
  double x[3], y[3];
} tt_font_piece;

/// The outline of a line of text, freed by tt_font_free.
typedef struct {
  tt_font_piece *pieces;
  size_t count, capacity;
  /// The x of the leftmost and the rightmost ink, and the cap height.
  double left, right, capital;
} tt_font_line;

/// The results of tt_font_set.
enum {
  TT_FONT_DONE = 0,
  /// FreeType cannot read the file or one of the glyphs.
  TT_FONT_BROKEN = 1,
  /// It is a bitmap font.
  TT_FONT_NO_OUTLINES = 2,
  /// The line has more segments than the limit.
  TT_FONT_TOO_INTRICATE = 3,
  TT_FONT_NO_MEMORY = 4,
  /// FreeType is not built in.
  TT_FONT_ABSENT = 5
};

/// Lays out a line of letters in a font, given as the bytes of its file.
int tt_font_set(
  const uint8_t *bytes, size_t size, const uint32_t *letters, size_t count, size_t piece_limit, tt_font_line *line);

/// The version of FreeType that is loaded, in three parts. False if it is not built in.
bool tt_font_version(int parts[3]);

/// Frees the segments.
void tt_font_free(tt_font_line *line);

#endif
