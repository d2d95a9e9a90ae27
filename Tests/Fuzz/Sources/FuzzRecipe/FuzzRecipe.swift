import CFuzzDriver
import Tintype

/// Lexer, parser and checker: whatever the bytes are, they must come back with a look or with reasons.
@main enum FuzzRecipe {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
      let text = Array(UnsafeBufferPointer(start: data, count: size))
      let (look, diagnostics) = compile(SourceFile(name: "fuzz.tint", text: text))
      for diagnostic in diagnostics {
        for fixIt in diagnostic.fixIts {
          precondition(fixIt.location.span.end <= diagnostic.primary.location.file.text.count)
        }
      }
      precondition(look == nil || !diagnostics.contains { $0.severity == .error }, "a look in spite of errors")
      return 0
    }
  }
}
