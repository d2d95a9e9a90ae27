package import TintypeDiagnostics
import TintypeIntrinsics
import TintypeSyntax

/// A kernel or function: its declaration, and its body once that has been typed.
package struct FunctionEntry: Sendable {
  /// One of its inputs.
  package struct Input: Sendable {
    package let name: String
    /// A value, the position of the pixel, which a call over images supplies itself, or an image or mask.
    package internal(set) var type: ExpressionType
    package let location: SourceLocation
    /// A constant, for calls that leave it out.
    package internal(set) var defaultValue: TypedExpression?
  }

  let syntax: FunctionSyntax
  package let name: String
  /// The module that declares it.
  package let module: Int
  package internal(set) var inputs: [Input] = []
  /// A value; an image with edges; a mask, of which only the body tells whether it has edges.
  package internal(set) var result: ExpressionType?
  var state = TypingState<TypedBody>.untyped
  /// The calls in its body, each with its callee.
  var calls: [(callee: Int, syntax: CallSyntax)] = []
  /// Whether two of its inputs have the same name.
  var hasDuplicateInputs = false

  /// Whether its declaration has no errors: known types and distinct names.
  var hasGoodSignature: Bool {
    !hasDuplicateInputs && result != nil && inputs.count == syntax.parameters.count
      && inputs.allSatisfy { !$0.type.isUnknown }
  }

  package var body: TypedBody? { state.content }

  /// Whether it works on whole pictures, or with texts and dates, instead of the values of one pixel.
  package var isOverPictures: Bool {
    !isKernel && ([result] + inputs.map { $0.type }).contains { $0?.isPicture == true || $0?.value?.isWritten == true }
  }

  package var isKernel: Bool { syntax.isKernel }

  /// The default of an input as it is written, known before the body is typed.
  package func defaultText(ofInput index: Int) -> String? {
    let value = syntax.parameters[index].defaultValue
    return value.map { $0.location.file.text(in: $0.location.span) }
  }

  package var location: SourceLocation { syntax.name?.location ?? syntax.location }

  /// The `///` lines above it.
  package var documentation: String? { syntax.documentation }

  var kind: String { syntax.isKernel ? "kernel" : "function" }
}
