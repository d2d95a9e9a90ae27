public import TintypeColor
public import TintypeIR
import TintypeIntrinsics
import TintypeTables

/// Converts the colors of a picture from its color space to the recipe's, and the result to the output color space.
///
/// A checked recipe reads and stores values in sRGB encoding with sRGB primaries. For a source in another space this
/// pass computes linear light instead; where the recipe asks for linear light, no encoding happens in between. Colors
/// outside the sRGB gamut lie below 0 or above 1, and are not clipped. Channels that the recipe does not change are
/// stored bit for bit.
///
/// Works on the unsplit program. Does nothing if both spaces are alike.
///
/// Colors of the program's pictures are converted like those of the photo.
///
/// - Parameters:
///   - source: the space of the photo.
///   - result: the space of the stored picture. Colors outside its gamut are clipped: each channel of light to 0 to 1.
///   - sourceIsBytes: whether the photo is stored in 8 bits, so that a channel has 256 values.
///   - pictures: the same of the program's pictures. Data are not converted.
public func convertColors(
  _ program: Program, from source: RGBSpace, to result: RGBSpace, sourceIsBytes: Bool,
  pictures: [(space: RGBSpace, isBytes: Bool)] = []
) -> Program {
  var sources = [(space: source, isBytes: sourceIsBytes)] + pictures
  for (index, picture) in program.pictures.enumerated() where picture.isData && index + 1 < sources.count {
    sources[index + 1].space = .srgb
  }
  if result == .srgb, sources.allSatisfy({ $0.space == .srgb }) { return program }
  var conversion = ColorConversion(program.tables)
  var converted = program
  converted.instructions = []
  var stored: Value?
  /// The light of each source that is converted, by its encoded form, and that of the photo.
  var lights: [Value: Value] = [:]
  var light: Value?
  var changed = rebuild(program) { instruction, builder in
    if case .source(let number, _) = instruction.operation, number < sources.count, sources[number].space != .srgb {
      let (space, isBytes) = sources[number]
      let picture = builder.add(instruction)
      let codes = builder.component([0, 1, 2], of: picture)
      let own = conversion.light(of: codes, space, isBytes: isBytes, &builder)
      let working = conversion.apply(space.matrix(to: .srgb), to: own, &builder)
      let encoded = builder.apply(.linearToSrgb, working)
      lights[encoded] = working
      if number == 0 { (stored, light) = (codes, working) }
      return builder.construct([encoded, builder.component([3], of: picture)], .rgba)
    }
    // Take the lane from the value that was just constructed.
    if case .component(let lanes) = instruction.operation {
      return builder.component(lanes, of: instruction.operands[0])
    }
    let isDecoding = instruction.operation == .apply(.srgbToLinear)
    return isDecoding ? lights[instruction.operands[0]] ?? builder.add(instruction) : builder.add(instruction)
  }
  if result != .srgb {
    var builder = ProgramBuilder(continuing: changed.instructions)
    let color = builder.component([0, 1, 2], of: changed.output.color)
    let alpha = builder.component([3], of: changed.output.color)
    let codes: Value
    let isLight = builder[color].operation == .apply(.linearToSrgb)
    let working = isLight ? builder[color].operands[0] : builder.apply(.srgbToLinear, color)
    if let stored, working == light, source == result {
      codes = stored
    } else {
      let own = conversion.apply(RGBSpace.srgb.matrix(to: result), to: working, &builder)
      codes = conversion.codes(of: own, result, &builder)
    }
    changed.output.color = builder.construct([codes, alpha], .rgba)
    changed.instructions = builder.instructions
  }
  changed.tables = conversion.tables
  return changed
}

/// Lowers transfer curves and matrices to instructions, and caches the tables that the curves need.
private struct ColorConversion {
  private(set) var tables: [ColorTable]

  init(_ tables: [ColorTable]) { self.tables = tables }

  func apply(_ matrix: Matrix3, to color: Value, _ builder: inout ProgramBuilder) -> Value {
    let lanes = matrix.rows.map { row -> Value in
      // Terms that differ from 0 only by rounding are dropped, so primaries shared by both spaces stay separate.
      let terms = (0..<3).filter { row[$0].magnitude > 1e-7 }
      if terms.count == 3 { return builder.apply(.dot, builder.constant([row.x, row.y, row.z], .rgb), color) }
      let products = terms.map { term in
        line(builder.component([term], of: color), row[term], 0, &builder)
      }
      return products.dropFirst().reduce(products[0]) { builder.apply(.add, $0, $1) }
    }
    return builder.construct(lanes, .rgb)
  }

  // MARK: To light

  mutating func light(
    of codes: Value, _ space: RGBSpace, isBytes: Bool, _ builder: inout ProgramBuilder
  ) -> Value {
    if space.curves.allSatisfy({ $0 == .srgb }) { return builder.apply(.srgbToLinear, codes) }
    let isWritten = space.curves.allSatisfy { if case .sampled = $0 { false } else { true } }
    guard isBytes || isWritten else {
      let entries = (0..<ColorConversion.decodingEntries).map { entry in
        let code = Double(entry) / Double(ColorConversion.decodingEntries - 1)
        return space.curves.map { $0.light(of: code) }
      }
      return look(up: codes, in: entries, &builder)
    }
    let lanes = space.curves.enumerated().map { channel, curve in
      let code = builder.component([channel], of: codes)
      switch curve {
      case .srgb: return builder.apply(.srgbToLinear, code)
      case .power(let power): return light(of: code, power, &builder)
      case .sampled:
        // The value rounded to single precision.
        let numbers = (0...255).map { Double(Float(curve.light(of: Double($0) / 255))) }
        return builder.lookup(numbers, at: code)
      }
    }
    return builder.construct(lanes, .rgb)
  }

  private func light(of code: Value, _ curve: PowerCurve, _ builder: inout ProgramBuilder) -> Value {
    if curve == .identity { return code }
    let inside = line(code, curve.a, curve.b, &builder)
    let power = line(builder.apply(.pow, inside, builder.constant(curve.gamma)), 1, curve.e, &builder)
    guard curve.d > 0 else { return power }
    let straight = line(code, curve.c, curve.f, &builder)
    return builder.apply(.select, power, straight, builder.apply(.less, code, builder.constant(curve.d)))
  }

  // MARK: To codes

  mutating func codes(of light: Value, _ space: RGBSpace, _ builder: inout ProgramBuilder) -> Value {
    if space.curves.allSatisfy({ $0 == .srgb }) { return builder.apply(.linearToSrgb, light) }
    let isWritten = space.curves.allSatisfy { if case .sampled = $0 { false } else { true } }
    guard isWritten else {
      // Entries equally spaced in light would nearly all lie in the highlights.
      let gamma = ColorConversion.spacing
      let entries = (0..<ColorConversion.encodingEntries).map { entry in
        let place = Double(entry) / Double(ColorConversion.encodingEntries - 1)
        let light = PowerCurve(gamma: gamma, a: 1).light(of: place)
        return space.curves.map { $0.code(of: light) }
      }
      let places = builder.apply(.pow, light, builder.constant(1 / gamma))
      return look(up: places, in: entries, &builder)
    }
    let lanes = space.curves.enumerated().map { channel, curve in
      let own = builder.component([channel], of: light)
      if case .power(let power) = curve { return code(of: own, power, &builder) }
      return builder.apply(.linearToSrgb, own)
    }
    return builder.construct(lanes, .rgb)
  }

  private func code(of light: Value, _ curve: PowerCurve, _ builder: inout ProgramBuilder) -> Value {
    if curve == .identity { return light }
    let root = builder.apply(.pow, line(light, 1, -curve.e, &builder), builder.constant(1 / curve.gamma))
    let power = line(root, 1 / curve.a, -curve.b / curve.a, &builder)
    guard curve.d > 0 else { return power }
    let straight = curve.c > 0 ? line(light, 1 / curve.c, -curve.f / curve.c, &builder) : builder.constant(0)
    return builder.apply(
      .select, power, straight, builder.apply(.less, light, builder.constant(curve.threshold)))
  }

  private func line(_ x: Value, _ factor: Double, _ offset: Double, _ builder: inout ProgramBuilder) -> Value {
    let product = factor == 1 ? x : builder.apply(.multiply, x, builder.constant(factor))
    return offset == 0 ? product : builder.apply(.add, product, builder.constant(offset))
  }

  // MARK: Tables

  /// One entry per 16-bit code.
  private static let decodingEntries = 65_536

  /// With ``spacing``, encoding is accurate to a third of a 16-bit code for smooth curves.
  private static let encodingEntries = 16_384

  private static let spacing = 2.4

  private mutating func look(up color: Value, in entries: [[Double]], _ builder: inout ProgramBuilder) -> Value {
    guard let axis = ColorTable.Axis(from: 0, to: 1, edge: entries.count),
      let stage = ColorTable.Stage(
        .curves, edge: entries.count, axes: [axis, axis, axis],
        entries: entries.map { SIMD4(Float($0[0]), Float($0[1]), Float($0[2]), 0) }),
      let table = ColorTable(name: "tone curves", stages: [stage])
    else { preconditionFailure("curves have been checked when the space was made") }
    tables.append(table)
    return builder.interpolate(builder.constant([Double(tables.count - 1)], .lut), at: color)
  }
}
