public import TintypeIR

/// Says of some sources that they hold light: numbers that may lie beyond 0 to 1.
///
/// Changes no value, but what may be assumed of values. Runs before all other passes.
public func readLight(_ program: Program, of sources: Set<Int>) -> Program {
  guard !sources.isEmpty else { return program }
  return rebuild(program) { instruction, builder in
    guard case .source(let number, _) = instruction.operation, sources.contains(number) else {
      return builder.add(instruction)
    }
    return builder.source(number, isLight: true)
  }
}
