package import TintypeIR
import TintypeOptimizer

/// The size of a program after a compiler stage.
package struct ProgramSize: Sendable, Equatable {
  /// The stage: a pass of the optimizer, or `check`.
  package var stage: String

  /// The number of constants.
  package var constants: Int

  /// The number of other values computed once per render.
  package var uniforms: Int

  /// The number of values computed for each pixel.
  package var varying: Int

  /// The number of all values.
  package var values: Int { constants + uniforms + varying }

  /// Counts a program.
  package init(_ program: Program, after stage: String) {
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
