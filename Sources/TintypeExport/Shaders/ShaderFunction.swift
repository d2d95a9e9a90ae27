import TintypeIntrinsics

/// A function that shading languages lack, or have with other edge cases.
enum ShaderFunction: String, CaseIterable {
  case power, logarithm, sine, cosine, hash, noise
  case at, nearest, bilinear, bicubic, cube, curves, letters

  /// The functions that it calls.
  var needs: [ShaderFunction] {
    switch self {
    case .noise: [.hash]
    case .cosine: [.sine]
    case .nearest, .bilinear, .bicubic: [.at]
    case .power, .logarithm, .sine, .hash, .at, .cube, .curves, .letters: []
    }
  }

  /// The name in a shader.
  var name: String { "tt_" + rawValue }

  /// The text, as ``ShaderText`` takes it.
  var text: String {
    switch self {
    case .power:
      """
      // x to the power y; 0 where x is not above 0.
      float tt_power(float x, float y) { return x < 1.17549435e-38 ? 0.0 : exp2(y * log2(x)); }
      """
    case .logarithm:
      """
      // To base 2, of at least the smallest normal number.
      float tt_logarithm(float x) { return log2(max(x, 1.17549435e-38)); }
      """
    case .sine:
      """
      // The sine, turned on by quarters (Cody and Waite): that of a graphics processor may be off by 2^-11.
      float tt_turned(float x, int quarters) {
        float n = floor((abs(x) <= 65536.0 ? x : 0.0) * 0.63661977 + 0.5);
        float r = ((x - n * 1.5703125) - n * 4.837512969970703e-4) - n * 7.549789954891882e-8;
        float s = r * r;
        bool isCosine = ((int(n) + quarters) & 1) == 1;
        float value = isCosine
          ? 1.0 + s * (s * (0.041666646868 + s * (-0.0013887367516 + s * 2.4438451575e-5)) - 0.5)
          : r + r * s * (-0.1666665460955 + s * (0.008332160762 - s * 1.9515283207e-4));
        return abs(x) > 65536.0 ? float(quarters) : ((int(n) + quarters) & 2) == 2 ? -value : value;
      }
      float tt_sine(float x) { return tt_turned(x, 0); }
      """
    case .cosine: "float tt_cosine(float x) { return tt_turned(x, 1); }"
    case .hash:
      """
      // A hash of 32 bits (multipliers by Wellons).
      uint tt_hash(uint number) {
        var uint h = number;
        h ^= (h >> 16u);
        h *= 0x21f0aaadu;
        h ^= (h >> 15u);
        h *= 0x735a2d97u;
        return h ^ (h >> 15u);
      }
      """
    case .noise:
      """
      // One of 2^24 equally likely numbers from 0 to 1, bit for bit as Tintype has it.
      float tt_channel(uint seed, uint frame, uint channel, uint column, uint row) {
        uint first = tt_hash(tt_hash(tt_hash(tt_hash(0x9e3779b9u + seed) + frame) + channel) + row);
        uint second = tt_hash(tt_hash(tt_hash(tt_hash(0x85ebca6bu + seed) + frame) + channel) + row);
        var uint h = column + first;
        h ^= (h >> 16u);
        h *= 0x21f0aaadu;
        h ^= second;
        h ^= (h >> 15u);
        h *= 0x735a2d97u;
        h ^= (h >> 15u);
        return float(h >> 8u) / 16777216.0;
      }
      float4 tt_noise(float seed, uint frame, int column, int row) {
        uint start = uint(clamp(seed, 0.0, 16777216.0));
        uint x = uint(column);
        uint y = uint(row);
        return float4(tt_channel(start, frame, 0u, x, y), tt_channel(start, frame, 1u, x, y),
          tt_channel(start, frame, 2u, x, y), tt_channel(start, frame, 3u, x, y));
      }
      """
    case .at:
      """
      // A pixel of a picture, whose edges are repeated outside.
      float4 tt_at(picture picture, int2 pixel) { return fetch(picture, clamp(pixel, int2(0), size(picture) - 1)); }
      """
    case .nearest:
      """
      // The pixel of a picture that contains a place.
      float4 tt_nearest(picture picture, int2 origin, float2 place) {
        float2 low = float2(origin) - 4.0;
        float2 bounded = clamp(place, low, low + float2(size(picture)) + 8.0);
        return tt_at(picture, int2(floor(bounded)) - origin);
      }
      """
    case .bilinear:
      """
      // A picture at a place, linear between the centers of pixels.
      float4 tt_bilinear(picture picture, int2 origin, float2 place) {
        float2 low = float2(origin) - 4.0;
        float2 at = clamp(place, low, low + float2(size(picture)) + 8.0) - 0.5;
        float2 f = at - floor(at);
        int2 first = int2(floor(at)) - origin;
        int2 next = first + int2(0, 1);
        float4 above = tt_at(picture, first) * (1.0 - f.x) + tt_at(picture, first + int2(1, 0)) * f.x;
        float4 below = tt_at(picture, next) * (1.0 - f.x) + tt_at(picture, next + int2(1, 0)) * f.x;
        return above * (1.0 - f.y) + below * f.y;
      }
      """
    case .bicubic:
      """
      // The weights of four pixels, at a fraction behind the second (Catmull and Rom).
      float4 tt_cubic(float f) {
        float g = f * f;
        return float4(f * (f * (1.0 - 0.5 * f) - 0.5), g * (1.5 * f - 2.5) + 1.0,
          f * (f * (2.0 - 1.5 * f) + 0.5), g * (0.5 * f - 0.5));
      }
      // Four pixels of a row.
      float4 tt_row(picture picture, int2 first, float4 weights) {
        return tt_at(picture, first) * weights.x + tt_at(picture, first + int2(1, 0)) * weights.y
          + tt_at(picture, first + int2(2, 0)) * weights.z + tt_at(picture, first + int2(3, 0)) * weights.w;
      }
      // A picture at a place, cubic between the centers of pixels.
      float4 tt_bicubic(picture picture, int2 origin, float2 place) {
        float2 low = float2(origin) - 4.0;
        float2 at = clamp(place, low, low + float2(size(picture)) + 8.0) - 0.5;
        int2 first = int2(floor(at)) - origin - 1;
        float4 across = tt_cubic(at.x - floor(at.x));
        float4 down = tt_cubic(at.y - floor(at.y));
        return tt_row(picture, first, across) * down.x + tt_row(picture, first + int2(0, 1), across) * down.y
          + tt_row(picture, first + int2(0, 2), across) * down.z + tt_row(picture, first + int2(0, 3), across) * down.w;
      }
      """
    case .cube:
      """
      // A color in a table of three dimensions, between the four entries around it (tetrahedral).
      float3 tt_cube(table table, float3 scale, float3 offset, float3 color) {
        float last = float(tableSize(table) - 1);
        float3 at = clamp(color * scale + offset, float3(0.0), float3(last));
        float3 cell = min(floor(at), float3(last - 1.0));
        float3 f = at - cell;
        float most = max(max(f.r, f.g), f.b);
        float least = min(min(f.r, f.g), f.b);
        float middle = max(min(f.r, f.g), min(max(f.r, f.g), f.b));
        int3 low = int3(cell);
        int3 first = f.r >= f.g && f.r >= f.b ? int3(1, 0, 0) : f.g >= f.b ? int3(0, 1, 0) : int3(0, 0, 1);
        int3 other = f.g >= f.b && f.r >= f.b ? int3(0, 0, 1) : f.r < f.g && f.r < f.b ? int3(1, 0, 0)
          : int3(0, 1, 0);
        return fetchTable(table, low).rgb * (1.0 - most) + fetchTable(table, low + first).rgb * (most - middle)
          + fetchTable(table, low + 1 - other).rgb * (middle - least) + fetchTable(table, low + 1).rgb * least;
      }
      """
    case .curves:
      """
      // An entry of a table of curves, which stand in rows.
      float3 tt_entry(picture table, int entry) {
        int columns = size(table).x;
        return fetch(table, int2(entry % columns, entry / columns)).rgb;
      }
      // One channel of a color in its curve.
      float tt_channelCurve(picture table, int lane, float at, float last) {
        float cell = min(floor(at), last - 1.0);
        float a = tt_entry(table, int(cell))[lane];
        float b = tt_entry(table, int(cell) + 1)[lane];
        return a * (1.0 - (at - cell)) + b * (at - cell);
      }
      // The channels of a color, each in a curve of its own.
      float3 tt_curves(picture table, float3 scale, float3 offset, float3 color) {
        float last = fetch(table, int2(0, size(table).y - 1)).r;
        float3 at = clamp(color * scale + offset, float3(0.0), float3(last));
        return float3(tt_channelCurve(table, 0, at.r, last), tt_channelCurve(table, 1, at.g, last),
          tt_channelCurve(table, 2, at.b, last));
      }
      """
    case .letters:
      """
      // The part of a pixel that a line of text covers. A row of strokes holds in heights of a capital the middle
      // and direction of a stroke, half of its length and width, and whether its ends are pointed.
      float tt_letters(picture strokes, float2 place, float2 anchor, float2 part, float height, float width,
          float4 box) {
        float2 start = anchor - part * float2(width * height, height);
        float2 low = start + box.xy * height - 1.0;
        float2 high = start + box.zw * height + 1.0;
        bool isNear = place.x > low.x && place.y > low.y && place.x < high.x && place.y < high.y;
        if (!isNear || !(height > 0.0)) { return 0.0; }
        var float covered = 0.0;
        for (var int row = 0; row < size(strokes).y; row++) {
          float4 segment = fetch(strokes, int2(0, row));
          float4 pen = fetch(strokes, int2(1, row));
          float2 away = place - (start + segment.xy * height);
          float along = abs(dot(away, segment.zw));
          float across = abs(away.x * segment.w - away.y * segment.z);
          float reach = pen.x * height;
          float radius = max(pen.y * height, 0.5);
          float inside = pen.z > 0.0 ? min(radius - across, (reach - (along + across)) * 0.70710678)
            : radius - length(float2(max(along - reach, 0.0), across));
          covered = max(covered, clamp(inside + 0.5, 0.0, 1.0) * min(2.0 * pen.y * height, 1.0));
        }
        return covered;
      }
      """
    }
  }

  /// A function that calls another lane by lane.
  static func text(calling function: String, operands: Int, width: Int, as name: String) -> String {
    let operands = ["a", "b", "c"].prefix(operands)
    let calls = "xyzw".prefix(width).map { lane in
      "\(function)(\(operands.map { "\($0).\(lane)" }.joined(separator: ", ")))"
    }
    let parameters = operands.map { "float\(width) \($0)" }.joined(separator: ", ")
    return "float\(width) \(name)(\(parameters)) { return float\(width)(\(calls.joined(separator: ", "))); }"
  }
}
