package import TintypeIR
import TintypeIntrinsics

/// A program between the codes of a file and those of sRGB, with light beyond 0 to 1: it decodes a photo before a look
/// sees it, or encodes what a look makes.
package struct CodeProgram: Sendable, Hashable {
  /// What tells it from others.
  package let name: String
  private let program: Program

  /// - Parameter program: reads the photo at its own pixel only, and has no parameters, tables or pictures.
  package init(_ name: String, _ program: Program) { (self.name, self.program) = (name, program) }

  /// Programs of one name are one.
  package static func == (a: CodeProgram, b: CodeProgram) -> Bool { a.name == b.name }

  /// Hashes the name.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// A look that reads its photo by this program. Other pictures stay as they are.
  func decoding(for look: Program) -> Program { Self.chain(program, look, isLook: true) }

  /// A look whose result goes through this program.
  func encoding(of look: Program) -> Program { Self.chain(look, program, isLook: false) }

  /// Two programs, where the second sees what the first makes.
  ///
  /// - Parameter isLook: whether the second is the look, which has the parameters and the size, or the first.
  private static func chain(_ first: Program, _ second: Program, isLook: Bool) -> Program {
    var builder = ProgramBuilder()
    func add(_ instructions: [Instruction], photo: Value?) -> [Value] {
      var renamed: [Value] = []
      for var instruction in instructions {
        instruction.operands.rename { renamed[$0.index] }
        if let photo, case .source(0, _) = instruction.operation {
          renamed.append(photo)
        } else {
          renamed.append(builder.add(instruction))
        }
      }
      return renamed
    }
    let before = add(first.instructions, photo: nil)
    let after = add(second.instructions, photo: before[first.output.color.index])
    var result = isLook ? second : first
    let bounds = (isLook ? after : before)[result.output.bounds.index]
    result.instructions = builder.instructions
    result.labels = Labels()
    result.output = Program.Output(color: after[second.output.color.index], bounds: bounds)
    return result
  }
}
