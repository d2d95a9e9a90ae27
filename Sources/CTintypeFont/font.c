#include "CTintypeFont.h"

#include <stdlib.h>
#include <string.h>

void tt_font_free(tt_font_line *line) {
  free(line->pieces);
  line->pieces = NULL;
}

#ifdef TINTYPE_FREETYPE

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_BBOX_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TABLES_H

// The state while a line is laid out: the pen's x and the first error.
typedef struct {
  tt_font_line *line;
  double x;
  size_t limit;
  int result;
} pen;

static int add(pen *pen, int kind, const FT_Vector *a, const FT_Vector *b, const FT_Vector *c) {
  tt_font_line *line = pen->line;
  if (line->count == pen->limit) {
    pen->result = TT_FONT_TOO_INTRICATE;
    return 1;
  }
  if (line->count == line->capacity) {
    size_t capacity = line->capacity ? line->capacity * 2 : 256;
    tt_font_piece *pieces = realloc(line->pieces, capacity * sizeof *pieces);
    if (!pieces) {
      pen->result = TT_FONT_NO_MEMORY;
      return 1;
    }
    line->pieces = pieces;
    line->capacity = capacity;
  }
  tt_font_piece *piece = &line->pieces[line->count++];
  memset(piece, 0, sizeof *piece);
  piece->kind = kind;
  const FT_Vector *points[3] = {a, b, c};
  for (int i = 0; i < 3 && points[i]; i++) {
    piece->x[i] = pen->x + (double)points[i]->x;
    piece->y[i] = (double)points[i]->y;
  }
  return 0;
}

static int move_to(const FT_Vector *to, void *user) { return add(user, 0, to, NULL, NULL); }
static int line_to(const FT_Vector *to, void *user) { return add(user, 1, to, NULL, NULL); }
static int conic_to(const FT_Vector *a, const FT_Vector *to, void *user) { return add(user, 2, a, to, NULL); }
static int cubic_to(const FT_Vector *a, const FT_Vector *b, const FT_Vector *to, void *user) {
  return add(user, 3, a, b, to);
}

// Outlines in unscaled, unhinted font units: the integers of the file, equal for every version of the library.
static const FT_Int32 load_flags = FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP;

static int add_glyph(FT_Face face, FT_UInt glyph, pen *pen, int *is_inked) {
  static const FT_Outline_Funcs funcs = {move_to, line_to, conic_to, cubic_to, 0, 0};
  if (FT_Load_Glyph(face, glyph, load_flags)) return TT_FONT_BROKEN;
  if (face->glyph->format != FT_GLYPH_FORMAT_OUTLINE) return TT_FONT_NO_OUTLINES;
  FT_Outline *outline = &face->glyph->outline;
  FT_BBox box;
  if (outline->n_points > 0 && FT_Outline_Get_BBox(outline, &box) == 0) {
    double left = pen->x + (double)box.xMin, right = pen->x + (double)box.xMax;
    if (!*is_inked || left < pen->line->left) pen->line->left = left;
    if (!*is_inked || right > pen->line->right) pen->line->right = right;
    *is_inked = 1;
    if (FT_Outline_Decompose(outline, &funcs, pen)) return pen->result ? pen->result : TT_FONT_BROKEN;
  }
  pen->x += (double)face->glyph->metrics.horiAdvance;
  return TT_FONT_DONE;
}

// The cap height: that of the glyph H, else the one the OS/2 table declares, else 0.7 em.
static double capital_height(FT_Face face) {
  FT_UInt glyph = FT_Get_Char_Index(face, 'H');
  FT_BBox box;
  if (glyph && FT_Load_Glyph(face, glyph, load_flags) == 0 && face->glyph->format == FT_GLYPH_FORMAT_OUTLINE &&
      face->glyph->outline.n_points > 0 && FT_Outline_Get_BBox(&face->glyph->outline, &box) == 0 && box.yMax > 0)
    return (double)box.yMax;
  const TT_OS2 *os2 = FT_Get_Sfnt_Table(face, FT_SFNT_OS2);
  if (os2 && os2->version != 0xFFFF && os2->version >= 2 && os2->sCapHeight > 0) return (double)os2->sCapHeight;
  return 0.7 * (double)face->units_per_EM;
}

static int layout_line(FT_Face face, const uint32_t *letters, size_t count, size_t limit, tt_font_line *line) {
  if (!FT_IS_SCALABLE(face) || face->units_per_EM == 0) return TT_FONT_NO_OUTLINES;
  line->capital = capital_height(face);
  pen pen = {line, 0, limit, TT_FONT_DONE};
  FT_UInt before = 0;
  int is_inked = 0;
  for (size_t i = 0; i < count; i++) {
    FT_UInt glyph = FT_Get_Char_Index(face, letters[i]);
    FT_Vector kern = {0, 0};
    if (before && glyph && FT_Get_Kerning(face, before, glyph, FT_KERNING_UNSCALED, &kern) == 0)
      pen.x += (double)kern.x;
    int result = add_glyph(face, glyph, &pen, &is_inked);
    if (result) return result;
    before = glyph;
  }
  if (!is_inked) line->right = pen.x;
  return TT_FONT_DONE;
}

int tt_font_set(
    const uint8_t *bytes, size_t size, const uint32_t *letters, size_t count, size_t piece_limit, tt_font_line *line) {
  memset(line, 0, sizeof *line);
  FT_Library library;
  if (size > 0x7fffffff || FT_Init_FreeType(&library)) return TT_FONT_NO_MEMORY;
  FT_Face face;
  int result = TT_FONT_BROKEN;
  if (FT_New_Memory_Face(library, bytes, (FT_Long)size, 0, &face) == 0) {
    result = layout_line(face, letters, count, piece_limit, line);
    FT_Done_Face(face);
  }
  FT_Done_FreeType(library);
  if (result) tt_font_free(line);
  return result;
}

bool tt_font_version(int parts[3]) {
  FT_Library library;
  if (FT_Init_FreeType(&library)) return false;
  FT_Library_Version(library, &parts[0], &parts[1], &parts[2]);
  FT_Done_FreeType(library);
  return true;
}

#else

bool tt_font_version(int parts[3]) {
  (void)parts;
  return false;
}

int tt_font_set(
    const uint8_t *bytes, size_t size, const uint32_t *letters, size_t count, size_t piece_limit, tt_font_line *line) {
  (void)bytes, (void)size, (void)letters, (void)count, (void)piece_limit;
  memset(line, 0, sizeof *line);
  return TT_FONT_ABSENT;
}

#endif
