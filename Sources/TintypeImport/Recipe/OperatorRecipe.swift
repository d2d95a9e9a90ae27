import TintypeTables

/// A recipe of operators: a kernel for each that is arithmetic, and a table for each other one.
struct OperatorRecipe {
  let content: CommonLUTReader.Content
  let stem: String
  let source: String

  /// The steps with their names in the recipe.
  private var steps: [(name: String, step: ColorStep)] {
    content.steps.enumerated().map { ("\($1.word)\($0 + 1)", $1) }
  }

  var text: [UInt8] {
    let chain = ["source"] + steps.map { $1.kernelBody == nil ? "lookup(\($0))" : "\($0)()" }
    return formattedRecipe(
      """
      tintype 1

      \(comments([source] + content.remarks.dropFirst()))
      look \(writtenText(content.name.flatMap { $0.isEmpty ? nil : $0 } ?? stem)) {
        about \(writtenText(content.remarks.first ?? "Color operators."))
        tags color, clf
        working display
      }

      param strength: scalar = 1 in 0...1 step 0.05 "Strength"

      \(steps.map(declaration).joined(separator: "\n"))
      image graded = \(chain.joined(separator: " |> "))

      output mix(source, graded, strength)

      """)
  }

  private func declaration(_ name: String, _ step: ColorStep) -> String {
    let head = comments(["<\(step.element)> of line \(step.line)"] + step.remarks, mark: "///")
    guard let body = step.kernelBody else { return "\(head)let \(name) = lut \(writtenText(tableName(name)))\n" }
    return "\(head)kernel \(name)(c: rgb) -> rgb {\n\(body)\n}\n"
  }

  private func tableName(_ name: String) -> String { "\(stem)-\(name).cube" }

  var tables: [ImportedLook.Table] {
    steps.compactMap { name, step in
      guard case .table(let stage) = step.action else { return nil }
      return ImportedLook.Table(name: tableName(name), bytes: Self.cubeFile(stage, step, source))
    }
  }

  private static func cubeFile(_ stage: ColorTable.Stage, _ step: ColorStep, _ source: String) -> [UInt8] {
    let keyword = stage.shape == .curves ? "LUT_1D_SIZE" : "LUT_3D_SIZE"
    let head = comments([source, "<\(step.element)> of line \(step.line)"] + step.remarks, mark: "#")
    var text = Array("\(head)\(keyword) \(stage.edge)\n".utf8)
    for entry in stage.entries { text += Array("\(entry.x) \(entry.y) \(entry.z)\n".utf8) }
    return text
  }
}
