public import Tintype
import TintypeDiagnostics
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeLowering
import TintypePlan
import TintypeSemantics

/// A look as a user shader of libplacebo and mpv: one file with all passes.
///
/// A host of such files computes no numbers, so shaders compute them from the size of the photo, and the number of
/// passes of a blur depends on conditions (``HookBlur``). All pictures begin at the first pixel of the photo.
public struct ExportedHook: Sendable {
  /// The text of the file.
  public let text: String

  /// Writes a file.
  ///
  /// - Parameters:
  ///   - names: of steps to leave out; see ``ColorLook/init(_:without:)``.
  ///   - frozen: of parameters to write as numbers, if others are open.
  ///   - hasParameters: whether parameters are open, which libplacebo 4.208 does not know; otherwise all are
  ///     numbers.
  /// - Throws: ``ExportRefusal`` for what a hook cannot hold: other pictures, crops and sizes, pictures larger than the
  ///   photo, blurs whose radius depends on both sides.
  public init(
    _ configured: ConfiguredLook, without names: [String] = [], freezing frozen: [String] = [],
    hasParameters: Bool = false
  ) throws(ExportRefusal) {
    let frozen = hasParameters ? frozen : frozen + configured.look.parameters.map(\.name)
    let passes = try ShaderPasses(
      configured, for: .hook, without: names, freezing: frozen, hasAlpha: false, remaining: \.kindsBeyondHooks)
    var file = HookFile(configured, passes, leftOut: names)
    text = try file.text()
  }
}

extension ShaderProgram {
  fileprivate var kindsBeyondHooks: Set<UnsupportedFeature.Kind> {
    kinds.intersection([.pictures]).union(kindsBeyondPasses)
  }
}

/// Writes the file.
private struct HookFile {
  private let configured: ConfiguredLook
  private let passes: ShaderPasses
  private let leftOut: [String]
  private var numbers: HostNumbers
  private var textures: [ShaderTexture] = []
  private var written: [HookPass] = []
  private var open: Set<Int> = []
  private var asks: Set<String> = []
  private var blurs: [Int: HookBlur] = [:]

  /// For each picture that blurs halve: where each halving takes place. They are drawn with the first blur.
  private var halvings: [Int: [[HookCondition]]] = [:]

  init(_ configured: ConfiguredLook, _ passes: ShaderPasses, leftOut: [String]) {
    (self.configured, self.passes, self.leftOut) = (configured, passes, leftOut)
    numbers = HostNumbers(passes.shader.program)
  }

  private static let notes = [
    "A user shader of libplacebo and mpv, at MAIN: frames count as sRGB codes. Textures hold half precision.",
    "Checked: run by FFmpeg 5.1 and libplacebo 4.208 on the CPU (lavapipe): the shipped looks that it holds, all but "
      + "'dust', are within 1 code of 8 bits of the render in all but 0.1 % of samples.",
    "Not run: mpv, graphics processors.",
  ]

  private static let flattened = "What the look makes transparent is laid over white, as in a JPEG."

  mutating func text() throws(ExportRefusal) -> String {
    try prepareBlurs()
    for index in passes.passes.indices { try write(passes.passes[index], index) }
    let head = ShaderHead(configured: configured, frozen: passes.shader.frozen, leftOut: leftOut)
      .lines(notes: (passes.shader.isFlattened ? [Self.flattened] : []) + Self.notes)
    var lines = head.map { $0.withoutHookMarks.asComment() } + [""]
    for index in open.sorted() {
      lines += HookParameter(index, passes.uniforms[index], of: configured).sections
    }
    lines += textures.flatMap(\.hookLines)
    if asks.contains("frame"), written.count > 1 { written = FrameCount.passes(before: written) + written }
    return (lines + written.flatMap(\.lines)).joined(separator: "\n")
  }

  private mutating func prepareBlurs() throws(ExportRefusal) {
    for (index, pass) in passes.passes.enumerated() {
      guard case .filter(let filter, let of, let amounts) = pass.work else { continue }
      let sigma = numbers.amount(amounts[0], filter.amounts[0])
      guard let blur = HookBlur(sigma, numbers) else {
        throw pass.refusal(.neighbors, configured, for: .hook)
      }
      blurs[index] = blur
      for halving in 0..<blur.mostHalvings {
        if halvings[of[0], default: []].count <= halving { halvings[of[0], default: []].append([]) }
        halvings[of[0]]?[halving].append(blur.condition(ofHalving: halving + 1))
      }
    }
  }

  // MARK: Passes

  private mutating func write(_ pass: ShaderPass, _ index: Int) throws(ExportRefusal) {
    let saves = index == passes.passes.count - 1 ? nil : pass.name
    switch pass.work {
    case .draw(let values):
      let frame = ShaderFrame(configured, passes, Placebo(), drawing: values)
      let unit = frame.unit(named: pass.name, head: [], isLast: saves == nil)
      for texture in frame.printer.textures where !textures.contains(where: { $0.name == texture.name }) {
        textures.append(texture)
      }
      add(pass.label, unit, frame: frame, saving: saves)
    case .stage(let stage, let filter, let of, let amounts):
      var unit = stage.unit(of: filter, Placebo(), named: pass.name, reading: of.map { passes.passes[$0].name })
      for (amount, value) in zip(filter.amounts, amounts) { define(amount, value, pass, in: &unit) }
      add(pass.label, unit, saving: saves)
    case .filter(let filter, let of, let amounts):
      addBlur(pass, filter.amounts[0], amounts[0], index, of: of[0])
    }
  }

  /// Computes an amount of a filter in a shader.
  private func define(_ amount: FilterAmount, _ value: Value, _ pass: ShaderPass, in unit: inout ShaderUnit) {
    let frame = ShaderFrame(
      configured, passes, Placebo(), drawing: PixelValues(value, passes, in: pass.bounds))
    let lines = frame.unit(named: amount.name, head: [], isLast: false)
    let ends = [amount.range.lowerBound, amount.range.upperBound].map { Double($0).shaderText }
    let name = "tt_\(amount.name)"
    unit.functions += lines.functions
    unit.functions.append(
      ["float \(name)() {"] + lines.statements.map { "  " + $0 } + [
        "  return clamp(\(frame.printer.result.text), \(ends[0]), \(ends[1]));", "}",
      ])
    let number =
      amount.isWhole ? "int \(amount.name) = int(floor(\(name)() + 0.5));" : "float \(amount.name) = \(name)();"
    unit.statements.insert(number, at: 0)
    if frame.readsPhoto, !unit.pictures.contains(where: { $0.name == "source" }) {
      unit.pictures.insert(.init(name: "source", type: .picture, hasOrigin: false), at: 0)
    }
  }

  private mutating func add(
    _ about: String, _ unit: ShaderUnit, _ dialect: Placebo = Placebo(), frame: ShaderFrame? = nil,
    saving saves: String?, size: (width: String, height: String)? = nil, conditions: HookConditions = .always
  ) {
    var unit = unit
    var reads = unit.pictures.map { $0.name == "source" ? "HOOKED" : $0.name }
    var first: [String] = unit.pictures.filter { $0.hasOrigin }.map { "#define \($0.name) \($0.name)_raw" }
    if let frame {
      asks.formUnion(frame.asks)
      open.formUnion(frame.open)
      if frame.asks.contains("seed") { first.append("const float photoSeed = 0.0;") }
      if frame.asks.contains("frame") {
        let isAlone = passes.passes.count == 1
        first += isAlone ? FrameCount.ofOnePass : FrameCount.ofSeveral
        unit.statements.insert("uint frame = uint(max(tt_count(), 0));", at: 0)
        if !isAlone { reads.append(FrameCount.saved) }
      }
      for index in frame.open {
        first += HookParameter(index, passes.uniforms[index], of: configured).definition
      }
    }
    let text = first + dialect.text(of: unit)
    written.append(
      HookPass(
        about: "\(configured.look.name): \(about)", reads: reads, saves: saves, size: size, conditions: conditions,
        text: text))
  }

  // MARK: Blurs

  /// The name of a picture that has been halved some times.
  private func halved(_ picture: String, _ count: Int) -> String { count == 0 ? picture : "half\(count)_\(picture)" }

  /// The picture between the passes along an axis and along the other.
  private static let between = "between"

  private mutating func addBlur(_ pass: ShaderPass, _ amount: FilterAmount, _ sigma: Value, _ index: Int, of read: Int)
  {
    guard let blur = blurs[index] else { preconditionFailure("'\(pass.name)' is a blur") }
    let picture = passes.passes[read].name
    for (number, conditions) in (halvings.removeValue(forKey: read) ?? []).enumerated() {
      let (from, to) = (halved(picture, number), halved(picture, number + 1))
      let (first, next) = (HookBlur.origin(afterHalvings: number), HookBlur.origin(afterHalvings: number + 1))
      let (width, height) = (
        HookBlur.halved("\(from).w", afterHalvings: number), HookBlur.halved("\(from).h", afterHalvings: number)
      )
      let holds = HookConditions(conditions)
      var dialect = Placebo(origin: [next, first], origins: [first, first])
      run(.halve, pass, from, Self.between, dialect, (width, "\(from).h"), holds)
      dialect = Placebo(origin: [next, next], origins: [next, first])
      run(.halve, pass, Self.between, to, isDown: true, dialect, (Self.between + ".w", height), holds)
    }
    for (halvings, conditions) in blur.levels {
      let (from, first) = (halved(picture, halvings), HookBlur.origin(afterHalvings: halvings))
      let dialect = Placebo(origin: [first, first], origins: [first, first])
      for isDown in [false, true] {
        let (read, saves) = isDown ? (Self.between, pass.name) : (from, Self.between)
        run(.weigh, pass, read, saves, isDown: isDown, dialect, ("\(read).w", "\(read).h"), conditions) { file, unit in
          file.define(amount, sigma, pass, in: &unit)
          unit.statements.insert(contentsOf: Self.weights(amount.name, halvings), at: 1)
        }
      }
    }
    for number in stride(from: blur.mostHalvings, to: 0, by: -1) {
      let (first, next) = (HookBlur.origin(afterHalvings: number), HookBlur.origin(afterHalvings: number - 1))
      let level = halved(picture, number - 1)
      let holds = HookConditions([blur.condition(ofHalving: number)])
      var dialect = Placebo(origin: [first, next], origins: [first, first])
      run(.double, pass, pass.name, Self.between, isDown: true, dialect, ("\(pass.name).w", "\(level).h"), holds)
      dialect = Placebo(origin: [next, next], origins: [first, next])
      run(.double, pass, Self.between, pass.name, dialect, ("\(level).w", "\(level).h"), holds)
    }
  }

  /// As the runtimes compute them from sigma.
  private static func weights(_ sigma: String, _ halvings: Int) -> [String] {
    let scale = Double(1 << halvings)
    let given = 2 * (scale * scale - 1) / 3
    let least = Float(GaussianSteps.leastSigma).description
    return [
      "float rest = (\(sigma) * \(sigma) - \(given.shaderText)) / \((scale * scale).shaderText);",
      "int reach = \(sigma) < \(least) ? 0 : min(int(ceil(4.0 * sqrt(rest))), \(GaussianSteps.largestReach));",
      "float falloff = 0.5 * 1.44269504 / max(rest, 1e-6);",
    ]
  }

  /// A pass of a blur along an axis, from one texture to another.
  private mutating func run(
    _ shader: BlurShader, _ pass: ShaderPass, _ picture: String, _ saves: String, isDown: Bool = false,
    _ dialect: Placebo, _ size: (width: String, height: String), _ conditions: HookConditions,
    adding: (HookFile, inout ShaderUnit) -> Void = { _, _ in }
  ) {
    var unit = shader.unit(dialect, named: pass.name, reading: picture)
    adding(self, &unit)
    unit.statements.insert("const ivec2 axis = ivec2(\(isDown ? "0, 1" : "1, 0"));", at: 0)
    add(
      "\(pass.label), \(shader.rawValue) \(isDown ? "down" : "across")", unit, dialect, saving: saves, size: size,
      conditions: conditions)
  }
}
