// Runs a kernel of the table `kernels` for a tile of an image.
#include <cstring>

// place: the left and upper edge of the image, then the first column and row of the tile and those behind it.
static void run(const Kernel &kernel, const double *place, int width, const float *const *pixels,
                const double *extents, const double *regions, const float *numbers, float *result) {
  Arguments all = {pixels, extents, regions, numbers, make2(0)};
  for (int row = (int)place[3]; row < (int)place[5]; row++) {
    for (int column = (int)place[2]; column < (int)place[4]; column++) {
      all.place = make2((float)(place[0] + column + 0.5), (float)(place[1] - row - 0.5));
      lanes4 color = kernel.call(kernel.function, all);
      for (int lane = 0; lane < 4; lane++) result[4 * ((size_t)row * width + column) + lane] = color[lane];
    }
  }
}

extern "C" int runKernel(const char *name, const double *place, int width, const float *const *pixels,
                         const double *extents, const double *regions, const float *numbers, float *result) {
  for (const Kernel &kernel : kernels) {
    if (strcmp(kernel.name, name)) continue;
    run(kernel, place, width, pixels, extents, regions, numbers, result);
    return 1;
  }
  return 0;
}
