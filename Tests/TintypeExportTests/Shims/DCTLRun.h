// Runs the file in front of it for each pixel of a photo of four channels; its result has four lanes.
#ifdef WRITES_ALPHA
#define LANES(color) color.x, color.y, color.z, color.w
#define PIXEL(p) transform(width, height, x, y, p[0] / 255.0f, p[1] / 255.0f, p[2] / 255.0f, p[3] / 255.0f)
typedef float4 Result;
#else
#define LANES(color) color.x, color.y, color.z, 1
#define PIXEL(p) transform(width, height, x, y, p[0] / 255.0f, p[1] / 255.0f, p[2] / 255.0f)
typedef float3 Result;
#endif

void RUN(const unsigned char *photo, int width, int height, float *result) {
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      int place = 4 * (y * width + x);
      Result color = PIXEL((photo + place));
      float lanes[4] = {LANES(color)};
      for (int lane = 0; lane < 4; lane++) result[place + lane] = lanes[lane];
    }
  }
}
