// The benchmarks' kernels as somebody would write them by hand: one fused loop of AVX2 vectors over interleaved 8-bit
// RGB, with a general power and parameters that are only known when it runs.
#pragma once

#include <stddef.h>
#include <stdint.h>

void limit_w1(const uint8_t *source, uint8_t *result, size_t pixels, float exposure, float contrast);
void limit_w2(const uint8_t *source, uint8_t *result, size_t pixels, float exposure, float contrast, float gamma);
void limit_w3(
    const uint8_t *source, uint8_t *result, size_t width, size_t height, float exposure, float contrast, float gamma);

// One row, a plane of floats behind the other.
void limit_w1_planes(const float *source, float *result, size_t width, float exposure, float contrast);
void limit_w2_planes(const float *source, float *result, size_t width, float exposure, float contrast, float gamma);
void limit_w3_planes(
    const float *source, float *result, size_t width, size_t y, float exposure, float contrast, float gamma);
