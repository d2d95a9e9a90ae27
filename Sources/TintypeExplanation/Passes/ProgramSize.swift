public import TintypeIR
import TintypeOptimizer

/// How large a program is behind one stage of the compiler.
public struct ProgramSize: Sendable, Equatable {
  /// The stage: a pass of the optimizer, or `check`.
  public var stage: String

  /// Numbers that stand in the program.
  public var constants: Int

  /// Other values that are computed once a render.
  public var uniforms: Int

  /// Values that are computed at each pixel.
  public var varying: Int

  /// All of its values.
  public var values: Int { constants + uniforms + varying }

  /// Counts a program.
  public init(_ program: Program, after stage: String) {
    self.stage = stage
    constants = program.instructions.count { if case .constant = $0.operation { true } else { false } }
    varying = program.instructions.count { $0.rate == .varying }
    uniforms = program.instructions.count - constants - varying
  }

  /// The sizes of a program as checked and behind each of some passes, and the program behind the last.
  static func through(_ passes: [Pass], of program: Program) -> (sizes: [ProgramSize], program: Program) {
    var sizes = [ProgramSize(program, after: "check")]
    var program = program
    for pass in passes {
      program = pass.run(program)
      sizes.append(ProgramSize(program, after: pass.name))
    }
    return (sizes, program)
  }
}
