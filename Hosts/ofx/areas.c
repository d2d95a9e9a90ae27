/// How large a result is, and what it needs.
#include <math.h>

#include "bundle.h"

ofx_pixels placed(ofx_pixels source, uint32_t width, uint32_t height) {
  int x = source.x1 + (int)floor((source.x2 - source.x1 - (double)width) / 2);
  int y = source.y1 + (int)floor((source.y2 - source.y1 - (double)height) / 2);
  return (ofx_pixels){x, y, x + (int)width, y + (int)height};
}

/// The pixels of a canonical area at full scale; false for one that is empty or has no end.
static bool pixels_of(ofx_area area, double aspect, ofx_pixels *pixels) {
  const double limit = 1 << 24;
  if (!(area.x1 > -limit && area.y1 > -limit && area.x2 < limit && area.y2 < limit)) return false;
  *pixels = (ofx_pixels){
      (int)floor(area.x1 / aspect), (int)floor(area.y1), (int)ceil(area.x2 / aspect), (int)ceil(area.y2)};
  return !is_empty(*pixels);
}

/// The area of the source at a time, in pixels at full scale.
static bool source_pixels(const instance *self, ofx_time time, double *aspect, ofx_pixels *pixels) {
  ofx_area area;
  ofx_properties set;
  *aspect = 1;
  if (effects->clip_properties(self->source, &set) == OFX_OK) properties->get_double(set, OFX_ASPECT, 0, aspect);
  if (!(*aspect > 0)) *aspect = 1;
  return effects->clip_area(self->source, time, &area) == OFX_OK && pixels_of(area, *aspect, pixels);
}

tintype_picture empty_picture(ofx_pixels area) {
  return (tintype_picture){
      .size = sizeof(tintype_picture), .width = (uint32_t)(area.x2 - area.x1), .height = (uint32_t)(area.y2 - area.y1),
      .channels = 4};
}

/// The result of a look that crops, turns or resizes is as large as it is.
ofx_status get_area(ofx_effect effect, ofx_properties arguments, ofx_properties results) {
  instance *self = data_of(effect);
  double aspect, time = time_of(arguments);
  ofx_pixels source;
  if (!self || !source_pixels(self, time, &aspect, &source)) return OFX_REPLY_DEFAULT;
  setup *setup = setup_at(effect, self, time);
  if (!setup) return OFX_REPLY_DEFAULT;
  tintype_picture from = empty_picture(source), to = from;
  tintype_status status = tintype_result_size(setup->look, &from, &to, NULL, NULL);
  done(self, setup);
  if (status != TINTYPE_OK || (to.width == from.width && to.height == from.height)) return OFX_REPLY_DEFAULT;
  ofx_pixels area = placed(source, to.width, to.height);
  const double edges[] = {area.x1 * aspect, area.y1, area.x2 * aspect, area.y2};
  properties->set_doubles(results, OFX_AREA, 4, edges);
  return OFX_OK;
}

/// Looks that read other pixels than their own get the whole source.
ofx_status get_needed(ofx_effect effect, ofx_properties arguments, ofx_properties results) {
  instance *self = data_of(effect);
  ofx_time time = time_of(arguments);
  ofx_area area;
  double wanted[4] = {0};
  properties->get_doubles(arguments, OFX_WANTED, 4, wanted);
  if (!self || effects->clip_area(self->source, time, &area) != OFX_OK) return OFX_REPLY_DEFAULT;
  bool is_whole = wanted[0] <= area.x1 && wanted[1] <= area.y1 && wanted[2] >= area.x2 && wanted[3] >= area.y2;
  setup *setup = is_whole ? NULL : setup_at(effect, self, time);
  if (!setup) return OFX_REPLY_DEFAULT;
  bool reads_own_pixel = tintype_look_traits(setup->look) & TINTYPE_OWN_PIXEL;
  // A look that crops, or adds a border, reads its own pixel at another place.
  double aspect;
  ofx_pixels source;
  if (reads_own_pixel && source_pixels(self, time, &aspect, &source)) {
    tintype_picture from = empty_picture(source), to = from;
    reads_own_pixel = tintype_result_size(setup->look, &from, &to, NULL, NULL) == TINTYPE_OK &&
                      to.width == from.width && to.height == from.height;
  }
  done(self, setup);
  if (reads_own_pixel) return OFX_REPLY_DEFAULT;
  const double edges[] = {area.x1, area.y1, area.x2, area.y2};
  properties->set_doubles(results, OFX_NEEDED_OF OFX_SOURCE, 4, edges);
  return OFX_OK;
}

ofx_status get_preferences(ofx_effect effect, ofx_properties results) {
  instance *self = data_of(effect);
  if (!self) return OFX_REPLY_DEFAULT;
  bool varies = self->traits & TINTYPE_VARIES_WITH_FRAME;
  setup *setup = varies ? NULL : setup_at(effect, self, 0);
  if (setup) {
    varies = tintype_look_traits(setup->look) & TINTYPE_VARIES_WITH_FRAME;
    done(self, setup);
  }
  properties->set_int(results, OFX_FRAME_VARYING, 0, varies);
  return OFX_OK;
}
