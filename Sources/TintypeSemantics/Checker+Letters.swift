import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeLettering
import TintypeSyntax

// Texts and dates, and the mask that letters make.
extension Checker {
  /// A text in quotes; in a kernel it is nothing to compute with.
  mutating func text(_ syntax: StringSyntax, _ surroundings: Surroundings) -> Operand {
    guard surroundings.isTopLevel else { return poison(.textIsNoValue(syntax.value, at: syntax.location)) }
    let lanes = TextLanes.lanes(of: syntax.value)
    guard lanes.count <= TextLanes.mostCharacters else {
      return poison(.textTooLong(at: syntax.location, count: lanes.count))
    }
    return .value(builder.constant(lanes, .text))
  }

  /// A date that is written as a text.
  mutating func date(_ text: Value, at place: SourceLocation) -> Operand {
    guard let lanes = constantLanes(text), let date = CivilDate(TextLanes.text(of: lanes)) else {
      return poison(.notADate(at: place))
    }
    return .value(builder.constant(date.lanes, .date))
  }

  /// A text that somebody sets, unless it cannot be one of this parameter.
  mutating func checked(_ lanes: [Double], for parameter: Parameter, at place: SourceLocation) -> [Double]? {
    guard parameter.type == .text else { return lanes }
    guard lanes.count <= TextLanes.mostCharacters else {
      report(.textTooLong(at: place, count: lanes.count))
      return nil
    }
    if parameter.isDatePattern, let mistake = mistake(in: lanes) {
      report(.badDatePattern(mistake, at: place))
      return nil
    }
    return lanes
  }

  private func mistake(in pattern: [Double]) -> DatePattern.Mistake? {
    do throws(DatePattern.Mistake) {
      _ = try DatePattern(TextLanes.text(of: pattern))
      return nil
    } catch {
      return error
    }
  }

  /// Whether a text can say how a date is written; one that is set from outside is remembered.
  mutating func pattern(_ value: Value, at place: SourceLocation) -> Bool {
    if case .parameter(let index) = builder[value].operation {
      parameters[index].isDatePattern = true
    }
    let lanes: [Double]? =
      if case .parameter(let index) = builder[value].operation { parameters[index].defaultValue } else {
        constantLanes(value)
      }
    guard let lanes, let mistake = mistake(in: lanes) else { return true }
    report(.badDatePattern(mistake, at: place))
    return false
  }

  /// Where a line of letters stands in a picture.
  private enum Corner: String, CaseIterable {
    case topLeft, top, topRight, left, center, right, bottomLeft, bottom, bottomRight

    var place: [Double] {
      let index = Self.allCases.firstIndex(of: self) ?? 0
      return [Double(index % 3) / 2, Double(index / 3) / 2]
    }
  }

  /// `text(what, on, at, height, margin, face, format, font)`: how much of each pixel is covered by a line of letters.
  mutating func letters(_ arguments: [LabelledArgument], _ syntax: CallSyntax) -> Operand {
    let inputs = ["what", "on", "at", "height", "margin", "face", "format", "font"]
    guard let matched = matched(arguments, to: inputs, of: syntax) else { return .poison }
    guard let what = matched[0] else { return poison(.missingArguments(["what"], of: syntax, inputs: inputs)) }
    guard let bounds = canvas(matched[1], of: syntax), let line = line(what, matched[6]) else { return .poison }
    guard let lettering = lettering(matched[5], matched[7], of: syntax, default: line.isDate ? .segments : .plain),
      canShow(line.text, lettering, at: matched[7]?.location ?? syntax.location),
      let place = place(matched[2]),
      let height = length(matched[3], "height", percent: 3, in: bounds),
      let margin = length(matched[4], "margin", percent: 5, in: bounds)
    else { return .poison }
    let (left, top, _, _) = edges(of: bounds)
    let (width, tall) = size(of: bounds)
    let anchor = [0, 1].map { builder.component([$0], of: place) }
    let twice = builder.apply(.multiply, margin, builder.constant(2))
    let corners = zip([(left, width), (top, tall)], anchor).map { side, part in
      let room = builder.apply(.subtract, side.1, twice)
      return builder.apply(
        .add, builder.apply(.add, side.0, margin), builder.apply(.multiply, part, room))
    }
    let mask = builder.letters(line.text, lettering, corners + anchor + [height])
    return .mask(MaskOperand(value: mask, bounds: bounds))
  }

  /// The rectangle of the picture that is written on: the photo's, unless another is given.
  private mutating func canvas(_ argument: Argument?, of syntax: CallSyntax) -> Value? {
    argument == nil ? sourceBounds : picture(argument, of: syntax)?.bounds
  }

  /// What is written.
  private mutating func line(_ what: Argument, _ format: Argument?) -> (text: Value, isDate: Bool)? {
    guard case .value(let value) = what.operand, builder[value].type.isWritten else {
      if !what.operand.isPoison { report(.notWritten(at: what.location, describe(what.operand))) }
      return nil
    }
    guard builder[value].type == .date else {
      if let format {
        report(.formatOfText(at: format.location))
        return nil
      }
      return (value, false)
    }
    guard let format else {
      let usual = builder.constant(TextLanes.lanes(of: DatePattern.usual), .text)
      return (builder.dateText(value, usual), true)
    }
    guard let pattern = uniform(format, .text, as: "'format' of 'text'"), self.pattern(pattern, at: format.location)
    else { return nil }
    return (builder.dateText(value, pattern), true)
  }

  private mutating func place(_ argument: Argument?) -> Value? {
    if let argument, !argument.operand.isChoice { return uniform(argument, .vec2, as: "'at' of 'text'") }
    let word: Corner? = word(argument, as: "'at' of 'text'", default: .bottomRight)
    return word.map { builder.constant($0.place, .vec2) }
  }

  private mutating func length(_ argument: Argument?, _ name: String, percent: Double, in bounds: Value) -> Value? {
    if let argument { return lengthInPixels(argument, as: "'\(name)' of 'text'", in: bounds) }
    let (width, height) = size(of: bounds)
    return builder.apply(.multiply, builder.constant(percent / 100), builder.apply(.min, width, height))
  }
}
