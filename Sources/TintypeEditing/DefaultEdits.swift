package import TintypeDiagnostics
import TintypeIR
package import TintypeLowering
import TintypeSemantics
package import TintypeSyntax

/// A parameter that a text does not declare, and cannot set.
package struct UndeclaredParameter: Error {
  package let name: String
}

extension SyntaxTree {
  /// The text of a recipe with other defaults.
  ///
  /// - Parameters:
  ///   - source: the text of the tree.
  ///   - changes: the new text of each parameter's default.
  package func text(of source: SourceFile, changing changes: [String: String]) throws(UndeclaredParameter) -> [UInt8] {
    var edits: [(span: Span, text: String)] = []
    for (name, text) in changes.sorted(by: { $0.key < $1.key }) {
      if let span = span(ofValue: name) {
        edits.append((span, text))
      } else if let end = endOfExtends {
        edits.append((Span(end, end), "\nset \(name) = \(text)"))
      } else {
        throw UndeclaredParameter(name: name)
      }
    }
    var bytes = source.text
    for edit in edits.sorted(by: { $0.span.start > $1.span.start }) {
      bytes.replaceSubrange(edit.span.start..<edit.span.end, with: Array(edit.text.utf8))
    }
    return bytes
  }

  /// The span of a parameter's value: its default, or a `set` in a look that extends another one.
  private func span(ofValue name: String) -> Span? {
    var found: Span?
    for declaration in recipe.declarations {
      switch declaration {
      case .parameter(let parameter) where parameter.name?.text == name: found = parameter.defaultValue?.syntax.span
      case .setting(let setting) where setting.path.map({ $0.text }).joined(separator: ".") == name:
        found = setting.value.syntax.span
      default: continue
      }
    }
    return found
  }

  private var endOfExtends: Int? {
    for case .extends(let declaration) in recipe.declarations { return declaration.syntax.span.end }
    return nil
  }
}

extension Look {
  /// The same look from a text that differs in the defaults of parameters alone.
  ///
  /// - Parameters:
  ///   - new: the other text.
  ///   - old: the text that it was made from.
  ///   - defaults: of all parameters, one number a lane.
  package func from(_ new: SourceFile, insteadOf old: SourceFile, defaults: [[Double]]) -> Look {
    var look = self
    look.layers = layers.map { $0 == old ? new : $0 }
    look.files = files.map { $0 == old ? new : $0 }
    for (index, value) in defaults.enumerated() { look.program.parameters[index].defaultValue = value }
    return look
  }
}
