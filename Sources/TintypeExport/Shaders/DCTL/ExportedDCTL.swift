public import Tintype
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeTables

/// A look as one file in DCTL, the language of DaVinci Resolve, for looks that depend on the pixel, its position, the
/// size of the frame and few other pixels (``NeighborReads``).
public struct ExportedDCTL: Sendable {
  /// The text of the `.dctl` file.
  public let text: String

  /// Writes a file.
  ///
  /// - Parameters:
  ///   - names: of steps to leave out; see ``ColorLook/init(_:without:)``.
  ///   - frozen: of parameters to write as numbers; see ``ExportedPasses/init(_:in:without:freezing:)``.
  /// - Throws: ``ExportRefusal`` for what reads many pixels, text, pictures, crops, and tables of more than 64 KiB.
  public init(
    _ configured: ConfiguredLook, without names: [String] = [], freezing frozen: [String] = []
  ) throws(ExportRefusal) {
    let passes = try ShaderPasses(
      configured, for: .dctl, without: names, freezing: frozen, isSplit: true, storesPictures: false
    ) { $0.kindsBeyondDCTL(configured.values) }
    let shader = passes.shader
    let asksForSeed = shader.kinds.contains(.shot)
    let controls =
      shader.open.map { DCTLControl($0, passes.uniforms[$0], of: configured) } + (asksForSeed ? [.photoSeed] : [])
    var dialect = DCTL(controls: controls, writesAlpha: shader.program[shader.program.output.color].type == .rgba)
    var (notes, stages) = (Self.notes, [(name: String, stage: ColorTable.Stage)]())
    if passes.passes.count > 1 {
      dialect.shared =
        (shader.kinds.isDisjoint(with: [.noise, .frame]) ? [] : [(.uint, "frame")])
        + (asksForSeed ? [(.float(1), "photoSeed")] : [])
        + shader.open.map { (dialect.type(configured.look.parameters[$0].type), passes.uniforms[$0]) }
      let earlier = DCTLPasses(configured, passes, dialect)
      (dialect.passes, stages) = (earlier.functions, earlier.stages)
      let reads = NeighborReads(shader.program, values: configured.values).total
      notes.append(
        "A pixel of \(NeighborReads.size) takes \(Int(reads)) pixels and numbers of noise, of a larger frame more.")
    }
    let head = ShaderHead(configured: configured, frozen: shader.frozen, leftOut: names).lines(notes: notes)
    let frame = ShaderFrame(configured, passes, dialect)
    let unit = frame.unit(named: "transform", head: head, isLast: true)
    for (name, stage) in stages + frame.printer.stages.filter({ stage in !stages.contains { $0.name == stage.name } }) {
      dialect.add(stage, named: name)
    }
    text = dialect.text(of: unit).joined(separator: "\n") + "\n"
  }

  private static let notes = [
    "For DaVinci Resolve: put it into the folder LUT, and choose it in the effect DCTL. Reads and writes sRGB codes:",
    "elsewhere put a color space transform to sRGB before, and one back after. A still is frame 0.",
    "Checked: compiled as C by clang and run on the CPU, \(ShaderBound.text).",
    "Not run: DaVinci Resolve, graphics processors.",
  ]
}

extension ShaderProgram {
  /// What DCTL cannot hold.
  fileprivate func kindsBeyondDCTL(_ values: [[Double]]) -> Set<UnsupportedFeature.Kind> {
    var held: Set<UnsupportedFeature.Kind> = [.noise, .place, .frame, .shot]
    if NeighborReads(program, values: values).total <= NeighborReads.most { held.insert(.neighbors) }
    if 3 * program.settledTables.reduce(0, { $0 + $1.entryCount }) <= DCTL.mostTableNumbers { held.insert(.tables) }
    return kinds.subtracting(held).union(kindsBeyondPasses)
  }
}

extension Program {
  /// The tables that are read, each once.
  fileprivate var settledTables: [ColorTable] {
    let isReached = reached
    let numbers = instructions.indices.compactMap { index -> Int? in
      guard isReached[index], case .interpolate = instructions[index].operation,
        case .constant(let number) = self[instructions[index].operands[0]].operation
      else { return nil }
      return Int(number[0])
    }
    return Set(numbers).sorted().map { tables[$0] }
  }
}
