package import TintypeIR
import TintypeIntrinsics

/// A program that decodes the colors of photos before a look sees them: from the codes of the file to those of sRGB,
/// with light beyond 0 to 1.
package struct InputProgram: Sendable, Hashable {
  /// What tells it from others.
  package let name: String
  private let program: Program

  /// - Parameter program: reads the photo at its own pixel only, and has no parameters, tables or pictures.
  package init(_ name: String, _ program: Program) { (self.name, self.program) = (name, program) }

  /// Programs of one name are one.
  package static func == (a: InputProgram, b: InputProgram) -> Bool { a.name == b.name }

  /// Hashes the name.
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// A look that reads its photo by this program. Other pictures stay as they are.
  func decoding(for look: Program) -> Program {
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
    let decoded = add(program.instructions, photo: nil)[program.output.color.index]
    let renamed = add(look.instructions, photo: decoded)
    var result = look
    result.instructions = builder.instructions
    result.labels = Labels()
    result.output = Program.Output(
      color: renamed[look.output.color.index], bounds: renamed[look.output.bounds.index])
    return result
  }
}
