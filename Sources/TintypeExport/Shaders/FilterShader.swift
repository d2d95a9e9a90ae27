import TintypeIR

/// The fragment shaders of filters. They are the same for all looks; the number of times that they run depends on the
/// amount.
///
/// A blur runs as in a render (`GaussianSteps`): it halves the picture along x and along y while sigma is at least 4
/// pixels, weighs neighbors along x and y, and doubles along y and x.
enum FilterShader: String, CaseIterable {
  case halve, weigh, double, median

  /// Those of a spatial step.
  init?(_ operation: SpatialOperation) {
    switch operation {
    case .blur: self = .weigh
    case .median: self = .median
    case .sample: return nil
    }
  }

  /// Those that run for the step, too.
  var companions: [FilterShader] { self == .weigh ? [.halve, .weigh, .double] : [self] }

  private var about: String {
    switch self {
    case .halve: "half as many pixels along an axis, filtered with 1 4 6 4 1"
    case .weigh: "each pixel and its neighbors along an axis, weighed by 2^(-falloff * distance^2)"
    case .double: "twice as many pixels along an axis, filtered with 1 4 6 4 1"
    case .median: "the median over a square of 2 * reach + 1 pixels, in steps of 2^-15 from -0.5 to 1.5"
    }
  }

  private var uniforms: [ShaderUnit.Uniform] {
    let axis = ShaderUnit.Uniform(name: "axis", type: .int(2), remark: "1, 0 or 0, 1")
    let reach = ShaderUnit.Uniform(name: "reach", type: .int(1), remark: "neighbors on either side")
    return switch self {
    case .halve, .double: [axis]
    case .weigh:
      [
        axis, reach, .init(name: "falloff", type: .float(1)),
      ]
    case .median: [reach]
    }
  }

  /// As ``ShaderText`` takes it; the last definition is the result.
  private var text: String {
    switch self {
    case .halve:
      """
      int2 middle = pixel * (axis + 1) - origin_picture;
      float4 near = tt_at(picture, middle - axis) + tt_at(picture, middle + axis);
      float4 far = tt_at(picture, middle - 2 * axis) + tt_at(picture, middle + 2 * axis);
      float4 filtered = 0.375 * tt_at(picture, middle) + (0.25 * near + 0.0625 * far);
      """
    case .weigh:
      """
      int2 middle = pixel - origin_picture;
      var float4 sum = tt_at(picture, middle);
      var float total = 1.0;
      for (var int i = 1; i <= reach; i++) {
        float weight = exp2(-falloff * float(i * i));
        sum += weight * (tt_at(picture, middle - i * axis) + tt_at(picture, middle + i * axis));
        total += 2.0 * weight;
      }
      float4 filtered = sum / total;
      """
    case .double:
      """
      int2 before = int2(pixel.x >> uint(axis.x), pixel.y >> uint(axis.y)) - origin_picture;
      bool isOdd = ((pixel.x & axis.x) | (pixel.y & axis.y)) == 1;
      float4 middle = tt_at(picture, before);
      float4 next = tt_at(picture, before + axis);
      float4 filtered = isOdd ? 0.5 * (middle + next) : 0.75 * middle + 0.125 * (tt_at(picture, before - axis) + next);
      """
    case .median:
      """
      // The largest code below which at most half of the square lies, bit by bit.
      int2 middle = pixel - origin_picture;
      float most = float((2 * reach + 1) * (2 * reach + 1) / 2);
      var float4 found = float4(0.0);
      for (var int power = 0; power < 16; power++) {
        float bit = exp2(15.0 - float(power));
        var float4 below = float4(0.0);
        for (var int y = -reach; y <= reach; y++) {
          for (var int x = -reach; x <= reach; x++) {
            float4 color = clamp(tt_at(picture, middle + int2(x, y)), float4(-0.5), float4(1.499969482421875));
            below += 1.0 - step(found + bit, floor(color * 32768.0 + 16384.5));
          }
        }
        found += bit * step(below, float4(most));
      }
      float4 filtered = (found - 16384.0) / 32768.0;
      """
    }
  }

  /// The shader.
  func unit(_ dialect: any ShaderDialect, named name: String) -> ShaderUnit {
    var unit = ShaderUnit(
      name: name, isLast: false, head: ["\(rawValue): \(about)"],
      pictures: [.init(name: "picture", type: .picture, hasOrigin: true)], uniforms: uniforms)
    unit.functions = [ShaderText.translated(ShaderFunction.at.text, dialect)]
    unit.statements = ShaderText.translated(text, dialect)
    unit.result = ShaderCode("filtered", lanes: 4)
    return unit
  }
}
