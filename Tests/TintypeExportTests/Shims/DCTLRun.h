// Runs the file in front of it for each pixel of a photo of four channels; its result has four lanes.
#ifdef WRITES_ALPHA
#define LANES(color) color.x, color.y, color.z, color.w
#define ALPHA(value) , value
typedef float4 Result;
#else
#define LANES(color) color.x, color.y, color.z, 1
#define ALPHA(value)
typedef float3 Result;
#endif
#ifdef READS_NEIGHBORS
#define CHANNEL(lane) ((__TEXTURE__){photo + lane, width, height})
#else
#define CHANNEL(lane) (photo[place + lane] / 255.0f)
#endif

void RUN(const unsigned char *photo, int width, int height, float *result) {
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      int place = 4 * (y * width + x);
      Result color = transform(width, height, x, y, CHANNEL(0), CHANNEL(1), CHANNEL(2) ALPHA(CHANNEL(3)));
      float lanes[4] = {LANES(color)};
      for (int lane = 0; lane < 4; lane++) result[place + lane] = lanes[lane];
    }
  }
}
