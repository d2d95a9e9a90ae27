import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// `neighbor(photo, 1, 0)`: of an image, or in a kernel of an input that is one.
extension Analyzer {
  /// An input of a kernel that is an image or mask, as that instead of its value at this pixel; nil for anything else.
  func pictureInput(_ value: TypedExpression) -> TypedExpression? {
    guard case .local(let index) = value.withoutParentheses.kind, let type = body?.locals[index].type, type.isPicture
    else { return nil }
    return TypedExpression(.local(index), type, at: value.location)
  }

  /// The value of another pixel, in a kernel.
  mutating func neighborValue(
    _ arguments: [LabeledArgument], _ syntax: CallSyntax
  ) throws(Reported) -> TypedExpression {
    if let first = arguments.first, first.label == nil, case .local(let index) = first.value.withoutParentheses.kind,
      let input = body?.locals[index], input.role == .input, input.type.value?.isNumeric == true
    {
      // Once: what follows from it is unknown.
      body?.locals[index].type = .unknown
      throw reported(.neighborOfColor(at: first.value.location, input))
    }
    let whole = arguments.map { LabeledArgument(label: $0.label, value: pictureInput($0.value) ?? $0.value) }
    let picture = try call(.neighbor, whole, [], syntax)
    guard let type = picture.type.pixel else { throw Reported() }
    return TypedExpression(picture.kind, .value(type), at: picture.location)
  }

  /// Checks that an offset is whole and near, as far as the text tells: the number of a loop is known only where the
  /// loop is written out.
  mutating func checkOffset(_ call: PictureCall) throws(Reported) {
    for offset in [call[.x], call[.y]].compactMap({ $0 }) {
      let locals = body?.locals ?? []
      if let lanes = constantLanes(offset) {
        guard lanes[0].isOffset else { throw reported(.badOffset(at: offset.location, lanes[0])) }
        continue
      }
      let open = locals.neededBy(offset).filter { locals[$0].constantValue == nil }
      guard !open.isEmpty, open.allSatisfy({ locals[$0].role == .counter }) else {
        throw reported(.openOffset(at: offset.location))
      }
    }
  }
}

extension Double {
  /// Whether a neighbor lies that many columns or rows away.
  package var isOffset: Bool {
    self == rounded() && magnitude <= Double(ConvolutionKernel.largestSide / 2)
  }
}
