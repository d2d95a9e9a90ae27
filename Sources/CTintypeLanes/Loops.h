// The bodies of `tt_loops`, for vectors of TT_WIDTH lanes; included once per instruction set. Each follows
// `LaneOperation`, `PiecewiseCubic` and `PixelNoise` step by step on one lane, so that all give the same bits.
#include "tintype_loops.h"

#define WIDE(type) type __attribute__((ext_vector_type(TT_WIDTH), aligned(4)))
typedef WIDE(float) lanes;
typedef WIDE(int) ints;
typedef WIDE(unsigned) words;

#define INLINE static inline __attribute__((always_inline))

INLINE lanes fma_(lanes a, lanes b, lanes c) { return TT_FMA(a, b, c); }
INLINE lanes least(lanes a, lanes b) { return a < b ? a : b; }
INLINE lanes greatest(lanes a, lanes b) { return a > b ? a : b; }
INLINE lanes floor_(lanes x) { return __builtin_elementwise_floor(x); }
INLINE lanes choose(lanes mask, lanes a, lanes b) { return (lanes)(((ints)mask & (ints)a) | (~(ints)mask & (ints)b)); }
INLINE lanes negated(lanes x) { return (lanes)((words)x ^ 0x80000000u); }
INLINE ints truncated(lanes x) { return __builtin_convertvector(x, ints); }
INLINE lanes converted(ints x) { return __builtin_convertvector(x, lanes); }

// MARK: Powers of two and logarithms; the numbers are the coefficients of log2, then those of exp2

static const int log2_count = 9;

/// A polynomial of constant length, lowest power first; the loop is unrolled.
INLINE lanes polynomial(lanes x, const float *c, int count) {
  lanes p = (lanes)c[count - 1];
  for (int power = count - 2; power >= 0; power--) p = fma_(p, x, (lanes)c[power]);
  return p;
}

INLINE lanes exp2_of(lanes whole, lanes r, const float *c) {
  lanes p = fma_(polynomial(r, c, 6), r, (lanes)1.0f);
  return p * (lanes)((truncated(whole) + 127) << 23);
}

INLINE lanes bounded(lanes exponent) { return least(greatest(exponent, (lanes)-127.0f), (lanes)128.0f); }

INLINE lanes exp2_(lanes x, const float *numbers) {
  lanes limited = bounded(x), whole = floor_(limited);
  return exp2_of(whole, limited - whole, numbers + log2_count);
}

#define LEAST_NORMAL 0x1p-126f

/// x = 2^exponent (1 + f)
INLINE lanes split(lanes x, lanes *f) {
  ints bits = (ints)x - 0x3f3504f3;
  *f = (lanes)((bits & 0x007fffff) + 0x3f3504f3) - 1.0f;
  return converted(bits >> 23);
}

INLINE lanes log2_of(lanes f, const float *c) { return polynomial(f, c, log2_count) * f; }

INLINE lanes log2_(lanes x, const float *numbers) {
  lanes f, exponent = split(greatest(x, (lanes)LEAST_NORMAL), &f);
  return exponent + log2_of(f, numbers);
}

INLINE lanes power_(lanes x, lanes y, const float *numbers) {
  lanes f, e = split(greatest(x, (lanes)LEAST_NORMAL), &f);
  lanes p = log2_of(f, numbers);
  lanes whole = floor_(bounded(fma_(y, e, y * p)));
  lanes near = fma_(y, p, fma_(y, e, negated(whole)));
  lanes fraction = least(greatest(near, (lanes)0.0f), (lanes)1.0f);
  return choose((lanes)(x >= (lanes)LEAST_NORMAL), exp2_of(whole, fraction, numbers + log2_count), (lanes)0.0f);
}

// MARK: Angles; the numbers are the coefficients of sine and cosine, the parts of half pi, and the largest angle

INLINE lanes sine_near_zero(lanes r, const float *c) {
  lanes square = r * r;
  return fma_(polynomial(square, c, 3) * square, r, r);
}

INLINE lanes cosine_near_zero(lanes r, const float *c) {
  lanes square = r * r;
  return fma_(fma_(polynomial(square, c, 3), square, (lanes)-0.5f), square, (lanes)1.0f);
}

/// The sine of an angle and some quarter turns.
INLINE lanes turned(lanes x, int quarters, const float *numbers) {
  const float *half_pi = numbers + 6;
  lanes magnitude = (lanes)((words)x & 0x7fffffffu);
  lanes angle = choose((lanes)(magnitude <= (lanes)numbers[9]), x, (lanes)0.0f);
  lanes n = floor_(fma_(angle, (lanes)0.63661977f, (lanes)0.5f));
  lanes minus = negated(n);
  lanes rest = fma_(minus, (lanes)half_pi[0], angle);
  rest = fma_(minus, (lanes)half_pi[1], rest);
  rest = fma_(minus, (lanes)half_pi[2], rest);
  ints quadrant = truncated(n) + quarters;
  lanes is_odd = (lanes)(0 - (quadrant & 1));
  lanes value = choose(is_odd, cosine_near_zero(rest, numbers + 3), sine_near_zero(rest, numbers));
  return (lanes)((ints)value ^ ((quadrant & 2) << 30));
}

/// The numbers are the coefficients, then half pi.
INLINE lanes arc_tangent_(lanes x, const float *c) {
  lanes magnitude = greatest((lanes)((words)x & 0x7fffffffu), (lanes)0.0f);
  lanes is_steep = (lanes)(magnitude > (lanes)1.0f);
  lanes t = choose(is_steep, 1.0f / magnitude, magnitude), square = t * t;
  lanes p = (lanes)c[7];
  for (int power = 6; power >= 0; power--) p = fma_(p, square, (lanes)c[power]);
  lanes near = fma_(p * square, t, t);
  lanes angle = choose(is_steep, c[8] - near, near);
  return choose((lanes)(x < (lanes)0.0f), negated(angle), angle);
}

// MARK: Codes; the numbers are the entries of `SRGBCodes`

INLINE lanes srgb_code_(lanes light, const float *numbers) {
  lanes limited = least(greatest(light, (lanes)0x1p-13f), (lanes)1.0f);
  ints bits = (ints)limited - (ints)(lanes)0x1p-13f;
  lanes code = converted((gathered((const int *)numbers, bits >> 16) + (bits & 0xFFFF)) >> 16);
  return fma_(code, (lanes)TT_CODE_HIGH, code * TT_CODE_LOW);
}

// MARK: One loop per operation; its parts are inlined

#define LOOP(name, value)                                                                                              \
  static void name##_loop(const tt_step *step, long vectors) {                                                         \
    const tt_step s = *step;                                                                                           \
    const float *xs = s.x.at, *ys = s.y.at, *zs = s.z.at, *numbers = s.a;                                              \
    for (long pixel = 0; pixel < vectors * 8; pixel += TT_WIDTH) {                                                     \
      lanes x = *(const lanes *)xs, y = *(const lanes *)ys, z = *(const lanes *)zs;                                    \
      (void)y, (void)z, (void)numbers;                                                                                 \
      *(lanes *)(s.result + pixel) = (value);                                                                          \
      xs += s.x.stride * TT_WIDTH, ys += s.y.stride * TT_WIDTH, zs += s.z.stride * TT_WIDTH;                           \
    }                                                                                                                  \
  }

LOOP(add, x + y)
LOOP(subtract, x - y)
LOOP(multiply, x *y)
LOOP(divide, x / y)
LOOP(multiply_add, fma_(x, y, z))
LOOP(negate, negated(x))
LOOP(minimum, least(x, y))
LOOP(maximum, greatest(x, y))
LOOP(absolute, (lanes)((words)x & 0x7fffffffu))
LOOP(floor, floor_(x))
LOOP(square_root, __builtin_elementwise_sqrt(x))
LOOP(exp2, exp2_(x, numbers))
LOOP(log2, log2_(x, numbers))
LOOP(power, power_(x, y, numbers))
LOOP(sine, turned(x, 0, numbers))
LOOP(cosine, turned(x, 1, numbers))
LOOP(arc_tangent, arc_tangent_(x, numbers))
LOOP(srgb_code, srgb_code_(x, numbers))
LOOP(less, (lanes)(x < y))
LOOP(less_or_equal, (lanes)(x <= y))
LOOP(equal, (lanes)(x == y))
LOOP(and_, (lanes)((words)x & (words)y))
LOOP(or_, (lanes)((words)x | (words)y))
LOOP(not_, (lanes) ~(words)x)
LOOP(select, choose(x, y, z))

#define FUSED(name, value)                                                                                             \
  static void name##_loop(const tt_step *step, long vectors) {                                                         \
    /* Read once: the result's register never is one of these. */                                                      \
    const lanes a = *(const lanes *)step->a, b = *(const lanes *)step->b;                                              \
    const lanes c = *(const lanes *)step->c, d = *(const lanes *)step->d;                                              \
    const float *xs = step->x.at, *ys = step->y.at, *zs = step->z.at;                                                  \
    float *const result = step->result;                                                                                \
    for (long pixel = 0; pixel < vectors * 8; pixel += TT_WIDTH) {                                                     \
      lanes x = *(const lanes *)(xs + pixel), y = *(const lanes *)(ys + pixel), z = *(const lanes *)(zs + pixel);      \
      (void)y, (void)z, (void)b, (void)c, (void)d;                                                                     \
      *(lanes *)(result + pixel) = (value);                                                                            \
    }                                                                                                                  \
  }

FUSED(clamp, least(greatest(x, a), b))
FUSED(add_clamp, least(greatest(x + a, b), c))
FUSED(affine_clamp, least(greatest(fma_(x, a, b), c), d))
FUSED(dot, fma_(z, c, fma_(y, b, x *a)))
FUSED(affine_dot, fma_(z, c, fma_(y, b, fma_(x, a, d))))
FUSED(select_sum, choose(x, y + a, z))
FUSED(complement_product, y *(a - x))
FUSED(affine_maximum, greatest(fma_(x, a, b), c))
FUSED(difference_product, (x - a) * b * y)

INLINE lanes smooth(lanes t) { return t * t * fma_((lanes)-2.0f, t, (lanes)3.0f); }

FUSED(smoothstep, smooth(least(greatest((x - a) / b, (lanes)0.0f), (lanes)1.0f)))

/// Weighted sums of the same registers by steps that follow one another, as a matrix has them; the first step computes
/// all, the others do nothing. Registers are read before any result is written.
INLINE void weighted_sums(const tt_step *step, long vectors, const int count, const int has_offset) {
  lanes a[3], b[3], c[3], d[3];
  for (int row = 0; row < count; row++) {
    a[row] = *(const lanes *)step[row].a, b[row] = *(const lanes *)step[row].b;
    c[row] = *(const lanes *)step[row].c, d[row] = *(const lanes *)step[row].d;
  }
  const float *xs = step->x.at, *ys = step->y.at, *zs = step->z.at;
  float *const results[3] = {step[0].result, step[1].result, step[count - 1].result};
  for (long pixel = 0; pixel < vectors * 8; pixel += TT_WIDTH) {
    const lanes x = *(const lanes *)(xs + pixel), y = *(const lanes *)(ys + pixel), z = *(const lanes *)(zs + pixel);
    for (int row = 0; row < count; row++) {
      const lanes first = has_offset ? fma_(x, a[row], d[row]) : x * a[row];
      *(lanes *)(results[row] + pixel) = fma_(z, c[row], fma_(y, b[row], first));
    }
  }
}

static void two_dots_loop(const tt_step *step, long vectors) { weighted_sums(step, vectors, 2, 0); }
static void three_dots_loop(const tt_step *step, long vectors) { weighted_sums(step, vectors, 3, 0); }
static void two_affine_dots_loop(const tt_step *step, long vectors) { weighted_sums(step, vectors, 2, 1); }
static void three_affine_dots_loop(const tt_step *step, long vectors) { weighted_sums(step, vectors, 3, 1); }
static void nothing_loop(const tt_step *step, long vectors) { (void)step, (void)vectors; }

/// A function whose pieces have starts. Products and sums are rounded one by one, as those of a curve's steps are.
static void started_cubics(const tt_step *step, tt_pieces p, long vectors) {
  const float *xs = step->x.at;
  if (p.by_power && started_cubics_at_once(step, p, vectors)) return;
  for (long pixel = 0; pixel < vectors * 8; pixel += TT_WIDTH) {
    const lanes x = *(const lanes *)xs;
    // NaN is in the last piece. A comparison that holds is -1.
    ints piece = p.count - 1;
    for (int k = 1; k < p.count; k++) piece += (ints)(x < (lanes)p.starts[k]);
    lanes t = x - (lanes)gathered((const int *)p.starts, piece), c[4];
    take_entries(p.coefficients, piece, c);
    *(lanes *)(step->result + pixel) = c[0] + t * (c[1] + t * (c[2] + t * c[3]));
    xs += step->x.stride * TT_WIDTH;
  }
}

static void cubics_loop(const tt_step *step, long vectors) {
  const tt_pieces p = *(const tt_pieces *)(const void *)step->a;
  if (p.starts) {
    started_cubics(step, p, vectors);
    return;
  }
  const float *xs = step->x.at;
  float *const result = step->result;
  const long stride = step->x.stride * TT_WIDTH;
  if (p.by_power && cubics_at_once(step, p, vectors)) return;
  for (long pixel = 0; pixel < vectors * 8; pixel += TT_WIDTH) {
    lanes scaled = fma_(*(const lanes *)xs, (lanes)p.scale, (lanes)p.offset);
    lanes place = least(greatest(scaled, (lanes)1.0f), (lanes)p.last);
    ints bits = (ints)place - (ints)(lanes)1.0f;
    lanes rest = converted(bits & ((1 << p.rest_bits) - 1));
    lanes c[4];
    take_entries(p.coefficients, bits >> p.rest_bits, c);
    *(lanes *)(result + pixel) = fma_(fma_(fma_(c[3], rest, c[2]), rest, c[1]), rest, c[0]);
    xs += stride;
  }
}

static void noise_loop(float *result, uint32_t first_key, uint32_t second_key, uint32_t column, long vectors) {
  words key;
  for (int lane = 0; lane < TT_WIDTH; lane++) key[lane] = first_key + column + (uint32_t)lane;
  for (long pixel = 0; pixel < vectors * 8; pixel += TT_WIDTH) {
    words h = key;
    h ^= h >> 16;
    h *= 0x21f0aaadu;
    h ^= second_key;
    h ^= h >> 15;
    h *= 0x735a2d97u;
    h ^= h >> 15;
    // Below 2^24, so a signed conversion (one instruction) is the same.
    *(lanes *)(result + pixel) = converted((ints)(h >> 8)) * 0x1p-24f;
    key += TT_WIDTH;
  }
}

static void position_loop(float *result, float first, float step, long vectors) {
  lanes place = first;
  for (int lane = 0; lane < TT_WIDTH; lane++) place[lane] = first + (float)lane * step;
  for (long pixel = 0; pixel < vectors * 8; pixel += TT_WIDTH) {
    *(lanes *)(result + pixel) = place;
    place += step * TT_WIDTH;
  }
}

// MARK: Rows of a blur, with repeated edges at both ends

/// Each pixel as a weighted sum of itself and its neighbors in the row.
static void weigh_across_loop(const float *row, const float *weights, long reach, float *result, long count) {
  const lanes middle = weights[0];
  for (long pixel = 0; pixel < count; pixel += 2 * TT_WIDTH) {
    // Two vectors at once: their sums are independent.
    const float *at = row + pixel, *next = at + TT_WIDTH;
    lanes sum = middle * *(const lanes *)at, next_sum = middle * *(const lanes *)next;
    for (long distance = 1; distance <= reach; distance++) {
      const lanes weight = weights[distance];
      sum = fma_(weight, *(const lanes *)(at - distance) + *(const lanes *)(at + distance), sum);
      next_sum = fma_(weight, *(const lanes *)(next - distance) + *(const lanes *)(next + distance), next_sum);
    }
    *(lanes *)(result + pixel) = sum;
    *(lanes *)(result + pixel + TT_WIDTH) = next_sum;
  }
}

/// Each pixel of two rows as a weighted sum over rows: `rows` are those from `reach` above the first one to `reach`
/// below the second one. What both read is loaded once. If both results are the same memory, it holds the first row.
static void weigh_down_loop(const float *const *rows, const float *weights, long reach, float *first, float *second,
                            long count) {
  const lanes middle = weights[0];
  for (long pixel = 0; pixel < count; pixel += TT_WIDTH) {
    lanes above = *(const lanes *)(rows[reach] + pixel), below = *(const lanes *)(rows[reach + 1] + pixel);
    lanes sum = middle * above, next_sum = middle * below;
    for (long distance = 1; distance <= reach; distance++) {
      const lanes weight = weights[distance];
      const lanes farther_above = *(const lanes *)(rows[reach - distance] + pixel);
      const lanes farther_below = *(const lanes *)(rows[reach + 1 + distance] + pixel);
      sum = fma_(weight, farther_above + below, sum);
      next_sum = fma_(weight, above + farther_below, next_sum);
      above = farther_above, below = farther_below;
    }
    *(lanes *)(second + pixel) = next_sum;
    *(lanes *)(first + pixel) = sum;
  }
}

// MARK: Look-ups of samples of 16 bits

INLINE void look_up_words_of(float *result, const uint16_t *samples, const float *table, long count,
                             const int channels) {
  for (long pixel = 0; pixel < count; pixel++) result[pixel] = table[samples[pixel * channels]];
}

static void look_up_words_loop(float *result, const uint16_t *pixels, int channel, int channels, const float *table,
                               long count) {
  if (channels == 3) {
    look_up_words_of(result, pixels + channel, table, count, 3);
  } else {
    look_up_words_of(result, pixels + channel, table, count, 4);
  }
}

#define ENTRY(name) .name = name##_loop
static const tt_loops loops = {
    ENTRY(add), ENTRY(subtract), ENTRY(multiply), ENTRY(divide), ENTRY(multiply_add), ENTRY(negate), ENTRY(minimum),
    ENTRY(maximum), ENTRY(absolute), ENTRY(floor), ENTRY(square_root), ENTRY(exp2), ENTRY(log2), ENTRY(power),
    ENTRY(sine), ENTRY(cosine), ENTRY(arc_tangent), ENTRY(srgb_code), ENTRY(less), ENTRY(less_or_equal), ENTRY(equal),
    ENTRY(and_), ENTRY(or_), ENTRY(not_), ENTRY(select), ENTRY(clamp), ENTRY(add_clamp), ENTRY(affine_clamp),
    ENTRY(dot), ENTRY(affine_dot), ENTRY(select_sum), ENTRY(complement_product),
    ENTRY(affine_maximum), ENTRY(difference_product), ENTRY(smoothstep), ENTRY(two_dots), ENTRY(three_dots),
    ENTRY(two_affine_dots), ENTRY(three_affine_dots), ENTRY(nothing), ENTRY(cubics), ENTRY(noise), ENTRY(position),
    ENTRY(weigh_across), ENTRY(weigh_down),
    ENTRY(load), ENTRY(store), ENTRY(prepare_table), ENTRY(look_up),
    ENTRY(look_up_words),
};
