public import Tintype
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeTables

/// A look as one file in DCTL, the language of DaVinci Resolve, for looks that depend only on the pixel, its position
/// and the size of the frame.
public struct ExportedDCTL: Sendable {
  /// The text of the `.dctl` file.
  public let text: String

  /// Writes a file.
  ///
  /// - Parameters:
  ///   - names: of steps to leave out; see ``ColorLook/init(_:without:)``.
  ///   - frozen: of parameters to write as numbers; see ``ExportedPasses/init(_:in:without:freezing:)``.
  /// - Throws: ``ExportRefusal`` for what reads other pixels, text, pictures, crops, and tables of more than 64 KiB.
  public init(
    _ configured: ConfiguredLook, without names: [String] = [], freezing frozen: [String] = []
  ) throws(ExportRefusal) {
    let shader = try ShaderProgram(
      configured, for: .dctl, without: names, freezing: frozen, isLinear: false, isSplit: true,
      remaining: \.kindsBeyondDCTL)
    let passes = ShaderPasses(shader, hasHost: false)
    let asksForSeed = shader.kinds.contains(.shot)
    let controls =
      shader.open.map { DCTLControl($0, passes.uniforms[$0], of: configured) } + (asksForSeed ? [.photoSeed] : [])
    var dialect = DCTL(controls: controls, writesAlpha: shader.program[shader.program.output.color].type == .rgba)
    let head = ShaderHead(configured: configured, frozen: shader.frozen, leftOut: names).lines(notes: Self.notes)
    let frame = ShaderFrame(configured, passes, dialect)
    let unit = frame.unit(named: "transform", head: head, isLast: true)
    for (name, stage) in frame.printer.stages { dialect.add(stage, named: name) }
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
  fileprivate var kindsBeyondDCTL: Set<UnsupportedFeature.Kind> {
    var held: Set<UnsupportedFeature.Kind> = [.noise, .place, .frame, .shot]
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
