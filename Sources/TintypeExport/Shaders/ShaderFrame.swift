import Tintype
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeLowering
import TintypeSemantics

/// The shader that draws a pass: its statements, and what they read.
struct ShaderFrame {
  let configured: ConfiguredLook
  let passes: ShaderPasses
  let dialect: any ShaderDialect
  let printer: ShaderPrinter

  /// The parameters that it reads, by position.
  let open: [Int]

  private let values: PixelValues
  private let operations: [Operation]

  /// The frame of the pass that draws some values; of the last one without.
  init(
    _ configured: ConfiguredLook, _ passes: ShaderPasses, _ dialect: any ShaderDialect,
    drawing values: PixelValues? = nil
  ) {
    (self.configured, self.passes) = (configured, passes)
    guard let values = values ?? passes.result else { preconditionFailure("the last pass is drawn") }
    self.values = values
    operations = values.order.map { passes.shader.program[$0].operation }
    self.dialect = dialect.drawing(values.pictures.isEmpty && operations.allSatisfy(\.readsPhotoAtItsPixelOnly))
    printer = ShaderPrinter(passes, values, self.dialect)
    let read = Set(operations.compactMap { if case .parameter(let index) = $0 { index } else { nil } })
    open = passes.shader.open.filter(read.contains)
  }

  private func has(_ operation: Operation) -> Bool { operations.contains(operation) }
  private var usesNoise: Bool { has(.noise) }
  private var usesPlace: Bool { has(.position) || operations.contains { $0.isLetters } }
  private var usesFrame: Bool { usesNoise || has(.frame) }
  private var usesSeed: Bool { has(.shot(.seed, hasFallback: false)) }

  /// The pictures besides the photo that it reads, or whose size it reads.
  var inputs: [Int] { passes.inputs.indices.filter { has(.source($0 + 1)) || has(.sourceBounds($0 + 1)) } }

  /// Whether it reads the photo, or its size.
  var readsPhoto: Bool { has(.source(0)) || has(.sourceBounds(0)) }

  /// Other host inputs: the frame number, the photo's seed.
  var asks: [String] { (usesFrame ? ["frame"] : []) + (usesSeed ? ["seed"] : []) }

  /// The shader.
  func unit(named name: String, head: [String], isLast: Bool) -> ShaderUnit {
    var unit = ShaderUnit(name: name, isLast: isLast, head: head, pictures: pictures, uniforms: uniforms)
    unit.functions = functions
    let photos = ["source"] + passes.inputs
    for (number, name) in photos.enumerated() where has(.source(number)) {
      unit.statements.append(
        dialect.statement(.float(4), number == 0 ? "stored" : "stored_" + name, dialect.stored(name)))
    }
    if usesPlace {
      unit.statements.append(dialect.statement(.float(2), "place", dialect.place))
    }
    for (number, name) in photos.enumerated() where has(.sourceBounds(number)) {
      unit.statements.append(
        dialect.statement(.float(4), number == 0 ? "bounds" : "bounds_" + name, dialect.bounds(of: name)))
    }
    unit.statements += printer.statements
    let width = passes.shader.program[values.result].type.width
    unit.result = dialect.result(printer.result, width: width)
    return unit
  }

  private var pictures: [ShaderUnit.Picture] {
    let photos = (readsPhoto ? ["source"] : []) + inputs.map { passes.inputs[$0] }
    return photos.map { ShaderUnit.Picture(name: $0, type: .picture, hasOrigin: false) }
      + values.pictures.map { ShaderUnit.Picture(name: passes.passes[$0].name, type: .picture, hasOrigin: true) }
      + printer.textures.map { ShaderUnit.Picture(name: $0.name, type: $0.type, hasOrigin: false) }
  }

  private var uniforms: [ShaderUnit.Uniform] {
    var uniforms = printer.hosted.map { value, name in
      ShaderUnit.Uniform(name: name, type: dialect.type(passes.shader.program[value].type))
    }
    if usesSeed {
      uniforms.append(.init(name: "photoSeed", type: .float(1), remark: "where the photo's own noise starts"))
    }
    uniforms += open.map { index in
      let type = dialect.type(configured.look.parameters[index].type)
      return ShaderUnit.Uniform(
        name: passes.uniforms[index], type: type, remark: Self.remark(of: index, in: configured),
        documentation: documentation(index))
    }
    if usesFrame { uniforms.append(.init(name: "frame", type: .uint, remark: "0 for a still")) }
    return uniforms
  }

  /// The remark on a parameter, after its declaration.
  static func remark(of index: Int, in configured: ConfiguredLook) -> String {
    let parameter = configured.look.parameters[index]
    var words = [parameter.label ?? ""]
    if let range = parameter.hardRange {
      words.append("\(shown(range.lowerBound)) to \(shown(range.upperBound))")
    }
    words.append("here \(configured.values[index].map(shown).joined(separator: ", "))")
    switch parameter.type {
    case .angle: words.append("in radians")
    case .ev: words.append("in stops")
    case .kelvin: words.append("in kelvin")
    case .length: words.append("in % of the short side, um of film, pixels")
    case .choice: words.append(parameter.choices.enumerated().map { "\($0) \($1)" }.joined(separator: ", "))
    case .seed: words.append("a whole number")
    default: break
    }
    return words.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private func documentation(_ index: Int) -> [String] {
    (configured.look.parameters[index].documentation ?? "").split(separator: "\n").map(String.init)
  }

  private static func shown(_ number: Double) -> String {
    number == number.rounded() && number.magnitude < 1e9 ? "\(Int(number))" : "\(Float(number))"
  }

  // MARK: Functions

  private var functions: [[String]] {
    var texts = ShaderFunction.allCases.filter(printer.functions.contains).map(\.text)
    texts += printer.curves.sorted().map { text(of: passes.curves[$0].curve, passes.curves[$0].name) }
    let functions = texts.map { ShaderText.translated($0, dialect) } + printer.generated.map(\.lines)
    return functions.map { $0.flatMap(ShaderUnit.broken) }
  }

  private func text(of curve: MonotoneCurve, _ name: String) -> String {
    func number(_ number: Double) -> String { number.shaderText }
    var lines = ["float \(name)(float at) {"]
    lines.append("  float x = clamp(at, \(number(curve.pieces[0].start)), \(number(curve.end)));")
    for (index, piece) in curve.pieces.enumerated().reversed() {
      let t = "(x - \(number(piece.start)))"
      let terms = [piece.slope, piece.second, piece.third].map { number($0) }
      let value = "\(number(piece.value)) + \(t) * (\(terms[0]) + \(t) * (\(terms[1]) + \(t) * (\(terms[2]))))"
      lines.append(index > 0 ? "  if (x >= \(number(piece.start))) { return \(value); }" : "  return \(value);")
    }
    return (lines + ["}"]).joined(separator: "\n")
  }
}

extension Operation {
  /// Whether it reads no picture or table but the photo, and this at the pixel that is drawn.
  fileprivate var readsPhotoAtItsPixelOnly: Bool {
    switch self {
    case .source(let number, _), .sourceBounds(let number): number == 0
    case .letters, .interpolate: false
    case .constant, .parameter, .shot, .measured, .position, .frame, .noise, .curve, .evaluate, .lookup, .cubics,
      .construct, .component, .intersect, .apply, .lane, .text, .spatial:
      true
    }
  }
}
