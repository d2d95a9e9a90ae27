public import Tintype
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

  /// Its colors, rendered.
  let renderer: CompiledLook

  /// - Parameters:
  ///   - configured: the look and its values.
  ///   - names: of steps, as their images, functions, operations or used looks are called, of pictures, or words for
  ///     whole kinds: `noise`, `place`, `neighbors`, `text`, `pictures`, `crop`, `frame`, `shot`.
  /// - Throws: ``ExportRefusal`` for unsupported steps and unknown names.
  public init(_ configured: ConfiguredLook, without names: [String] = []) throws(ExportRefusal) {
    self.configured = configured
    leftOut = names
    let whole = configured.bound.program(for: configured.shot).withSize(ReducedLook.size.width, ReducedLook.size.height)
    var made: CompiledLook?
    program = try ReducedLook(configured, whole, without: names, for: .table) { program in
      let renderer = CompiledLook(program, values: configured.values)
      made = renderer
      let kinds = renderer.plan.program.instructions.compactMap { UnsupportedFeature.Kind($0.operation) }
      return Set(kinds).subtracting([.tables])
    }.program
    renderer = made ?? CompiledLook(program, values: configured.values)
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
