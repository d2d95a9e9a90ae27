/// GLSL as user shaders of libplacebo and mpv have it: a function `hook` for each pass, and the photo under the name
/// `HOOKED`.
struct Placebo: ShaderDialect {
  /// The first pixel of the pass, and those of the pictures that it reads, in pixels of the photo.
  var origin: SIMD2<Int> = .zero
  var origins: SIMD2<Int> = .zero

  private var glsl: GLSL { GLSL() }

  func name(of type: ShaderType) -> String { glsl.name(of: type) }

  func fetch(_ picture: ShaderCode, _ place: ShaderCode, isTable: Bool) -> ShaderCode {
    glsl.fetch(picture, place, isTable: isTable)
  }

  func size(of picture: ShaderCode, isTable: Bool) -> ShaderCode { glsl.size(of: picture, isTable: isTable) }

  /// The frame of a video counts as opaque.
  func stored(_ picture: String) -> ShaderCode {
    let pixel = fetch(Self.photo, ShaderCode("pixel"), isTable: false)
    return construct(.float(4), [lanes([0, 1, 2], of: pixel, isColor: true), literal(1)])
  }

  func bounds(of picture: String) -> ShaderCode {
    construct(.float(4), [literal(0), size(of: Self.photo, isTable: false)].map { construct(.float(2), [$0]) })
  }

  /// The sampler of the photo.
  static let photo = ShaderCode("HOOKED_raw")

  /// The functions and the function `hook`; ``HookPass`` writes what comes before.
  func text(of unit: ShaderUnit) -> [String] {
    let first = unit.pictures.filter(\.hasOrigin).map { picture in
      "const ivec2 \(ShaderUnit.origin(of: picture.name)) = \(Self.text(of: origins));"
    }
    let pixel = "ivec2(gl_FragCoord.xy)" + (origin == .zero ? "" : " + \(Self.text(of: origin))")
    return first + unit.functions.flatMap { $0 + [""] }
      + unit.body(["vec4 hook() {", "ivec2 pixel = \(pixel);"], ["return \(unit.result.text);"])
  }

  private static func text(of pixel: SIMD2<Int>) -> String { "ivec2(\(pixel.x), \(pixel.y))" }
}
