public import Tintype
public import TintypeColor
import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeLowering
import TintypeRender
import TintypeSemantics

/// A look as a function of one color, without the steps that a table cannot hold.
public struct ColorLook: Sendable {
  /// The look and its values.
  public let configured: ConfiguredLook

  /// The names of what was left out.
  public let leftOut: [String]

  /// The look's program without the omitted steps, for a picture of one size.
  let program: Program

  /// What its codes mean: of the colors that it sees, and of those that it makes.
  let spaces: (input: InputSpace, output: InputSpace)

  /// Its colors, rendered.
  let renderer: CompiledLook

  /// - Parameters:
  ///   - configured: the look and its values.
  ///   - input: the encoding of the colors that it sees; of logarithmic codes it takes the light of the scene.
  ///   - output: the encoding of those that it makes.
  ///   - names: of steps, as their images, functions, operations or used looks are called, of pictures, or words for
  ///     whole kinds: `noise`, `place`, `neighbors`, `text`, `pictures`, `crop`, `frame`, `shot`.
  /// - Throws: ``ExportRefusal`` for unsupported steps and unknown names.
  public init(
    _ configured: ConfiguredLook, from input: InputSpace = .srgb, to output: InputSpace = .srgb,
    without names: [String] = []
  ) throws(ExportRefusal) {
    self.configured = configured
    spaces = (input, output)
    leftOut = names
    var shot = configured.shot
    if input.isSceneLight { shot[.isSceneLight] = [1] }
    let whole = configured.bound.program(for: shot).withSize(ReducedLook.size.width, ReducedLook.size.height)
    var made: CompiledLook?
    program = try ReducedLook(configured, whole, without: names, for: .table) { program in
      let renderer = Self.compiled(program, configured, input, output)
      made = renderer
      let kinds = renderer.plan.program.instructions.compactMap { UnsupportedFeature.Kind($0.operation) }
      return Set(kinds).subtracting([.tables])
    }.program
    renderer = made ?? Self.compiled(program, configured, input, output)
  }

  private static func compiled(
    _ program: Program, _ configured: ConfiguredLook, _ input: InputSpace, _ output: InputSpace
  ) -> CompiledLook {
    var (source, result) = (RenderTarget.Samples.fine, RenderTarget.Samples.fine)
    (source.space, source.coding) = (input.space ?? .srgb, input.decoding)
    (result.space, result.coding) = (output.space ?? .srgb, output.encoding)
    return CompiledLook(program, values: configured.values, from: source, to: result)
  }
}

extension Program {
  /// The program for a picture of a size.
  fileprivate func withSize(_ width: Int, _ height: Int) -> Program {
    var sized = self
    for index in sized.instructions.indices where sized.instructions[index].operation == .sourceBounds(0) {
      sized.instructions[index].operation = .constant(Numbers([0, 0, Double(width), Double(height)]))
    }
    return sized
  }
}
