public import TintypeIR
import TintypeOptimizer

/// The size of a program after a compiler stage.
public struct ProgramSize: Sendable, Equatable {
  /// The stage: a pass of the optimizer, or `check`.
  public var stage: String

  /// The number of constants.
  public var constants: Int

  /// The number of other values computed once per render.
  public var uniforms: Int

  /// The number of values computed for each pixel.
  public var varying: Int

  /// The number of all values.
  public var values: Int { constants + uniforms + varying }

  /// Counts a program.
  public init(_ program: Program, after stage: String) {
    self.stage = stage
    constants = program.instructions.count { if case .constant = $0.operation { true } else { false } }
    varying = program.instructions.count { $0.rate == .varying }
    uniforms = program.instructions.count - constants - varying
  }

  /// The sizes of a program before and after each of the passes.
  static func through(_ passes: [Pass], of program: Program) -> [ProgramSize] {
    var program = program
    return [ProgramSize(program, after: "check")]
      + passes.map { pass in
        program = pass.run(program)
        return ProgramSize(program, after: pass.name)
      }
  }
}
