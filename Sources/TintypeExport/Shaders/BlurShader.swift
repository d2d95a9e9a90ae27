/// The fragment shaders of a blur. They are the same for all looks; the number of times that they run depends on the
/// amount, so a runtime knows their order.
///
/// A blur runs as in a render (`GaussianSteps`): it halves the picture along x and along y while sigma is at least 4
/// pixels, weighs neighbors along x and y, and doubles along y and x.
enum BlurShader: String, CaseIterable {
  case halve, weigh, double

  private var about: String {
    switch self {
    case .halve: "half as many pixels along an axis, filtered with 1 4 6 4 1"
    case .weigh: "each pixel and its neighbors along an axis, weighed by 2^(-falloff * distance^2)"
    case .double: "twice as many pixels along an axis, filtered with 1 4 6 4 1"
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
    }
  }

  /// The source that ``ShaderText`` parses; its last definition is the result.
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
    }
  }

  /// The shader.
  ///
  /// - Parameter picture: the name of the picture that it reads.
  func unit(_ dialect: any ShaderDialect, named name: String, reading picture: String = "picture") -> ShaderUnit {
    var unit = ShaderUnit(
      name: name, isLast: false, head: ["\(rawValue): \(about)"],
      pictures: [.init(name: picture, type: .picture, hasOrigin: true)], uniforms: uniforms)
    unit.functions = [ShaderText.translated(ShaderFunction.at.text, dialect)]
    let written = text.replacing("tt_at(picture,", with: "tt_at(\(picture),")
      .replacing("origin_picture", with: ShaderUnit.origin(of: picture))
    unit.statements = ShaderText.translated(written, dialect)
    unit.result = ShaderCode("filtered", lanes: 4)
    return unit
  }
}
