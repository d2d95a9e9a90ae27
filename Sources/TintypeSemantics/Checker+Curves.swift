import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// Curves, numbers with units, and words of a choice.
extension Checker {
  /// `curve [(0, 0.05), (1, 0.97)]`
  mutating func curve(_ syntax: CurveSyntax) -> Operand {
    var points: [Double] = []
    for point in syntax.points {
      guard let x = number(point.x, .scalar, as: "a point of a curve"),
        let y = number(point.y, .scalar, as: "a point of a curve")
      else { return .poison }
      if let last = points.dropLast().last, x[0] <= last {
        return poison(.curveTurnsBack(at: point.location))
      }
      points += x + y
    }
    guard MonotoneCurve(points) != nil else { return poison(.curveTooShort(at: syntax.location)) }
    return .value(builder.curve(points))
  }

  /// The curve or table that a call is made to, when its callee is the name of one.
  mutating func calledValue(_ syntax: CallSyntax, _ surroundings: Surroundings) -> Value? {
    let name = syntax.callee
    var operand = surroundings.locals?[name]
    if operand == nil, let index = constantIndex(name, surroundings) {
      switch constant(index) {
      case .constant(let lanes, let type) where type == .curve || type == .lut: return known(lanes, type)
      // Inside a body it would be a value of another program.
      case .dependent where surroundings.isTopLevel: operand = dependentConstant(index)
      default: return nil
      }
    }
    if operand == nil, surroundings.isTopLevel, surroundings.module == instance.module {
      if instance.isChecked, instance.below[name] != nil { declareNow(name) }
      operand = names[name]
    }
    guard case .value(let value)? = operand, [.curve, .lut].contains(builder[value].type) else { return nil }
    return value
  }

  /// A curve at a number, at each channel of a color, or at every pixel of an image or mask.
  mutating func evaluated(_ curve: Value, _ arguments: [LabelledArgument], _ syntax: CallSyntax) -> Operand {
    guard arguments.count == 1, arguments[0].label == nil else {
      return poison(.curveTakesOne(syntax))
    }
    let argument = arguments[0].argument
    let x: Value
    switch argument.operand {
    case .poison: return .poison
    case .value(let value) where builder[value].type.isNumeric: x = value
    case .mask(let mask): x = mask.value
    case .image(let image): x = builder.straight(image)
    default: return poison(.notANumber(at: argument.location, describe(argument.operand)))
    }
    return lifted(builder.evaluate(curve, at: x), from: [argument], at: syntax.location)
  }

  /// A number with a unit as a constant of its type.
  mutating func quantity(_ syntax: QuantitySyntax) -> Value {
    let number = syntax.value
    switch syntax.unit {
    case .percent: return builder.constant([number, 0, 0], .length)
    case .micrometers: return builder.constant([0, number, 0], .length)
    case .millimeters: return builder.constant([0, number * 1000, 0], .length)
    case .pixels: return builder.constant([0, 0, number], .length)
    case .stops: return builder.constant([number], .ev)
    case .kelvins: return builder.constant([number], .kelvin)
    case .degrees: return builder.constant([number * .pi / 180], .angle)
    case .radians: return builder.constant([number], .angle)
    }
  }

  /// `film == .fine` or `!=`, in either order; nil when no choice is among the operands.
  mutating func choiceComparison(_ operands: [Argument], _ syntax: InfixSyntax) -> Operand? {
    guard let wordIndex = operands.firstIndex(where: { $0.operand.isChoice }),
      case .choice(let word) = operands[wordIndex].operand
    else { return nil }
    let other = operands[1 - wordIndex]
    if other.operand.isPoison { return .poison }
    guard syntax.operation == .equal || syntax.operation == .notEqual,
      case .selection(let value, let parameter) = other.operand
    else { return poison(.loneChoice(at: operands[wordIndex].location)) }
    guard let place = parameter.choices.firstIndex(of: word) else {
      return poison(.unknownChoice(word, at: operands[wordIndex].location, of: parameter))
    }
    let wanted = builder.constant([Double(place)], .choice)
    return .value(builder.apply(syntax.operation == .equal ? .equal : .notEqual, value, wanted))
  }

  /// The position of a word among those of a parameter, written `.fine`, or `fine` where nothing else can be meant.
  mutating func choice(_ syntax: ExpressionSyntax, of parameter: Parameter) -> Double? {
    let word: String
    switch syntax {
    case .choice(let choice): word = choice.name.text
    case .name(let name): word = name.name
    case .missing: return nil
    default:
      report(.unknownChoice(syntax.text, at: syntax.location, of: parameter))
      return nil
    }
    guard let place = parameter.choices.firstIndex(of: word) else {
      report(.unknownChoice(word, at: syntax.location, of: parameter))
      return nil
    }
    return Double(place)
  }
}
