package import TintypeDiagnostics
import TintypeIR
package import TintypeIntrinsics
import TintypeOptimizer
import TintypeRender

/// Runs passes of the optimizer over the text of a program, as `explain --emit ir` prints it.
///
/// Parameters have their defaults, and the photo has no alpha.
///
/// - Parameters:
///   - source: the program.
///   - passes: the names of the passes, in the order in which they run; all of the pipeline when empty.
///   - depth: of the photo's samples.
/// - Returns: the text of the result, or nil when the diagnostics have errors: of the text, of what the program breaks,
///   or a name that no pass of this pipeline has.
package func optimizedText(
  of source: SourceFile, passes names: [String], depth: SampleDepth
) -> (text: String?, diagnostics: [Diagnostic]) {
  let (read, diagnostics) = ProgramReader.read(source)
  guard let program = read else { return (nil, diagnostics) }
  let everything = SourceLocation(source, Span(0, 0))
  func refused(_ messages: [String]) -> (text: String?, diagnostics: [Diagnostic]) {
    (nil, messages.map { Diagnostic(code: "program", message: $0, primary: .init(everything)) })
  }
  guard program.problems.isEmpty else { return refused(program.problems) }
  let known = RenderPlan.passes(program.parameters.map { $0.defaultValue }, for: .opaque(depth))
  let unknown = names.filter { name in !known.contains { $0.name == name } }
  guard unknown.isEmpty else {
    return refused(
      unknown.map { "'\($0)' does not run here; the passes are \(known.map { $0.name }.joined(separator: ", "))" })
  }
  let passes = names.isEmpty ? known : names.compactMap { name in known.first { $0.name == name } }
  return (passes.reduce(program) { $1.run($0) }.description, [])
}
