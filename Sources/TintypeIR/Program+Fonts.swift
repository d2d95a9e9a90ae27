public import TintypeText

extension Program {
  /// The fonts that the program uses, in order, without duplicates.
  public var fonts: [LetterFont] {
    instructions.reduce(into: []) { fonts, instruction in
      if case .letters(.font(let font)) = instruction.operation, !fonts.contains(font) { fonts.append(font) }
    }
  }
}
