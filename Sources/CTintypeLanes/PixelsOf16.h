// Conversion between pixels of 8-bit samples and floats by byte permutations (AVX-512 VBMI). Reads, and writes at the
// end of a row, are masked, so that nothing after the last pixel is touched. Included by LoopsOf16.c only.

/// A mask of the first `count` of 64 bytes.
static inline __attribute__((always_inline)) __mmask64 first_bytes(long count) {
  return count >= 64 ? ~0ull : count <= 0 ? 0 : ~0ull >> (64 - count);
}

typedef uint8_t bytes64 __attribute__((ext_vector_type(64)));

#define SIXTEEN(n)                                                                                                     \
  n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, n + 8, n + 9, n + 10, n + 11, n + 12, n + 13, n + 14, n + 15
#define COUNTED ((bytes64){SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48)})

// The byte order depends on the number of channels; a constant number lets the compiler compute the permutation.
#define FOR_CHANNELS(loop, ...) (channels == 3 ? loop(__VA_ARGS__, 3) : loop(__VA_ARGS__, 4))

static inline __attribute__((always_inline)) void load_channel(float *result, const uint8_t *pixels, int channel,
                                                               long count, const int channels) {
  // The positions of this channel's bytes among those of sixteen pixels.
  const __m512i places = (__m512i)((numbers16){SIXTEEN(0)} * channels + channel);
  for (long pixel = 0; pixel < count; pixel += 16) {
    const __m512i bytes = _mm512_maskz_loadu_epi8(first_bytes((count - pixel) * channels), pixels + pixel * channels);
    const __m512i codes = _mm512_maskz_permutexvar_epi8(0x1111111111111111, places, bytes);
    const vector16 x = __builtin_convertvector((numbers16)codes, vector16);
    // code / 255, rounded once.
    *(vector16 *)(result + pixel) = __builtin_elementwise_fma(x, (vector16)TT_CODE_HIGH, x * TT_CODE_LOW);
  }
}

/// Loads the codes of one channel as floats.
static void load_loop(float *result, const uint8_t *pixels, int channel, int channels, long count) {
  FOR_CHANNELS(load_channel, result, pixels, channel, count);
}

/// Codes of at most 255. A negative code stands for 0: from negative numbers and NaN.
static inline __attribute__((always_inline)) __m512i codes_of(tt_operand source, long pixel) {
  const __m512 x = (__m512) * (const vector16 *)(source.at + pixel * source.stride);
  // min returns the second operand if the operands are unordered (NaN).
  const __m512 at_most_1 = _mm512_min_ps(_mm512_set1_ps(1), x);
  return _mm512_cvttps_epi32(_mm512_fmadd_ps(at_most_1, _mm512_set1_ps(255), _mm512_set1_ps(0.5f)));
}

/// Packs groups of four codes of red, green, blue and the fourth channel to bytes; negative codes become 0.
static inline __attribute__((always_inline)) __m512i packed(__m512i red, __m512i green, __m512i blue, __m512i fourth) {
  return _mm512_packus_epi16(_mm512_packus_epi32(red, green), _mm512_packus_epi32(blue, fourth));
}

/// Stores the bytes of up to sixteen pixels. A masked store is much slower than a plain one outside the cache, so whole
/// vectors use plain stores.
static inline __attribute__((always_inline)) void put_16(uint8_t *at, __m512i bytes, long count, const int channels) {
  if (count < 16) {
    _mm512_mask_storeu_epi8(at, first_bytes(count * channels), bytes);
  } else if (channels == 4) {
    _mm512_storeu_si512(at, bytes);
  } else {
    _mm256_storeu_si256((__m256i *)at, _mm512_castsi512_si256(bytes));
    _mm_storeu_si128((__m128i *)(at + 32), _mm512_extracti32x4_epi32(bytes, 2));
  }
}

static inline __attribute__((always_inline)) void store_pixels(uint8_t *pixels, const tt_operand *color, long count,
                                                               const int channels) {
  const tt_operand red = color[0], green = color[1], blue = color[2], alpha = color[3];
  const bytes64 pixel_of = COUNTED / (uint8_t)channels, channel_of = COUNTED % (uint8_t)channels;
  const __m512i places = (__m512i)(16 * (pixel_of / 4) + 4 * channel_of + pixel_of % 4);
#define STORE(codes)                                                                                                   \
  for (long pixel = 0; pixel < count; pixel += 16) {                                                                   \
    put_16(pixels + pixel * channels, _mm512_permutexvar_epi8(places, codes), count - pixel, channels);                \
  }
  if (channels == 4) {
    STORE(packed(codes_of(red, pixel), codes_of(green, pixel), codes_of(blue, pixel), codes_of(alpha, pixel)))
  } else if (red.at == green.at && green.at == blue.at) {
    STORE(({
      const __m512i gray = codes_of(red, pixel);
      packed(gray, gray, gray, gray);
    }))
  } else {
    STORE(({
      const __m512i last = codes_of(blue, pixel);
      packed(codes_of(red, pixel), codes_of(green, pixel), last, last);
    }))
  }
#undef STORE
}

/// Stores floats as codes: clamped, rounded to nearest, NaN as 0.
static void store_loop(uint8_t *pixels, const tt_operand *color, int channels, long count) {
  FOR_CHANNELS(store_pixels, pixels, color, count);
}

/// Stores the table after itself as four byte planes: the first, second, third and fourth byte of each number.
static void prepare_table_loop(float *table) {
  const uint8_t *numbers = (const uint8_t *)table;
  uint8_t *parts = (uint8_t *)(table + 256);
  for (int byte = 0; byte < 4; byte++) {
    for (int code = 0; code < 256; code++) parts[byte * 256 + code] = numbers[code * 4 + byte];
  }
}

static inline __attribute__((always_inline)) void look_up_channel(float *result, const uint8_t *pixels, int channel,
                                                                  const float *table, long count, const int channels) {
  const uint8_t *parts = (const uint8_t *)(table + 256);
  __m512i part[16];
  for (int k = 0; k < 16; k++) part[k] = _mm512_loadu_si512(parts + 64 * k);
  // The byte order that undoes two interleavings in groups of sixteen.
  const bytes64 pixel_at = 16 * (COUNTED / 4 % 4) + 4 * (COUNTED / 16) + COUNTED % 4;
  // Bytes after the first 128 are in the other two registers.
  const __m512i places = (__m512i)(pixel_at * (uint8_t)channels + (uint8_t)channel);
  const __mmask64 behind_128 = _mm512_movepi8_mask(places);
  for (long pixel = 0; pixel < count; pixel += 64) {
    const uint8_t *at = pixels + pixel * channels;
    const long bytes = (count - pixel) * channels;
#define BYTES(k) _mm512_maskz_loadu_epi8(first_bytes(bytes - 64 * (k)), at + 64 * (k))
    const __m512i last = channels == 3 ? BYTES(2) : BYTES(3);
    const __m512i codes = _mm512_mask_blend_epi8(behind_128, _mm512_permutex2var_epi8(BYTES(0), places, BYTES(1)),
                                                 _mm512_permutex2var_epi8(BYTES(2), places, last));
    // Each permutation uses seven bits of the code; the eighth bit selects the half.
    const __mmask64 is_high = _mm512_movepi8_mask(codes);
#define BYTE(k)                                                                                                        \
  _mm512_mask_blend_epi8(is_high, _mm512_permutex2var_epi8(part[4 * (k)], codes, part[4 * (k) + 1]),                   \
                         _mm512_permutex2var_epi8(part[4 * (k) + 2], codes, part[4 * (k) + 3]))
    const __m512i first = BYTE(0), second = BYTE(1), third = BYTE(2), fourth = BYTE(3);
    const __m512i low = _mm512_unpacklo_epi8(first, second), low_top = _mm512_unpacklo_epi8(third, fourth);
    const __m512i high = _mm512_unpackhi_epi8(first, second), high_top = _mm512_unpackhi_epi8(third, fourth);
    _mm512_storeu_si512(result + pixel, _mm512_unpacklo_epi16(low, low_top));
    _mm512_storeu_si512(result + pixel + 16, _mm512_unpackhi_epi16(low, low_top));
    _mm512_storeu_si512(result + pixel + 32, _mm512_unpacklo_epi16(high, high_top));
    _mm512_storeu_si512(result + pixel + 48, _mm512_unpackhi_epi16(high, high_top));
  }
#undef BYTES
#undef BYTE
}

/// Looks up the four bytes of each number, 64 codes at once: one byte plane of the table fills four registers.
static void look_up_loop(float *result, const uint8_t *pixels, int channel, int channels, const float *table,
                         long count) {
  FOR_CHANNELS(look_up_channel, result, pixels, channel, table, count);
}
