#ifndef CTINTYPEFONT_H
#define CTINTYPEFONT_H

#include <stddef.h>
#include <stdint.h>

// The outlines of a font's letters. All of FreeType that is used stands behind these functions, and none of it where the package is
// built without the trait FreeType.

/// A piece of an outline, in the font's units, y upward; of `x` and `y` as many are used as `kind` says.
typedef struct {
  /// 0 begins a way, 1 is a line, 2 a parabola, 3 a cubic curve.
  int kind;
  double x[3], y[3];
} tt_font_piece;

/// A line of letters; freed by tt_font_free.
typedef struct {
  tt_font_piece *pieces;
  size_t count, room;
  /// The ink's ends, and the height of a capital.
  double left, right, capital;
} tt_font_line;

/// What came of it.
enum {
  TT_FONT_DONE = 0,
  /// The file is none that FreeType reads, or broken where it was needed.
  TT_FONT_BROKEN = 1,
  /// It has pictures of letters only.
  TT_FONT_NO_OUTLINES = 2,
  /// More pieces than asked for.
  TT_FONT_TOO_INTRICATE = 3,
  TT_FONT_NO_MEMORY = 4,
  /// FreeType is not built in.
  TT_FONT_ABSENT = 5
};

/// Sets a line of letters in the font that a file's bytes hold.
int tt_font_set(
  const uint8_t *bytes, size_t size, const uint32_t *letters, size_t count, size_t most_pieces, tt_font_line *line);

/// Gives the pieces back.
void tt_font_free(tt_font_line *line);

#endif
