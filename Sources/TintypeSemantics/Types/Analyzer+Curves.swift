import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSizes
import TintypeSyntax

// Curves, numbers with units, and words of a choice.
extension Analyzer {
  /// `curve [(0, 0.05), (1, 0.97)]`. Known points are checked; of computed ones, those with a known x.
  mutating func curve(_ syntax: CurveSyntax, _ scope: Scope) throws(Reported) -> TypedExpression {
    var (numbers, lanes) = ([TypedExpression](), [[Double]?]())
    var last = -Double.infinity
    for point in syntax.points {
      for number in [point.x, point.y] {
        let role = "a point of a curve"
        numbers.append(try known(expression(number, scope, of: .scalar, as: role, isPixel: !scope.isTopLevel)))
        lanes.append(constantLanes(numbers[numbers.count - 1], in: literalSpace))
        if lanes.last??.allSatisfy({ $0.isFinite }) == false { throw reported(.notFinite(at: number.location, role)) }
      }
      guard let x = lanes[lanes.count - 2]?[0] else { continue }
      if x <= last { throw reported(.curveTurnsBack(at: point.location)) }
      last = x
    }
    guard numbers.count >= 4 else { throw reported(.curveTooShort(at: syntax.location)) }
    let curve = TypedExpression(.curve(numbers), .value(.curve), at: syntax.location)
    let points = lanes.compactMap { $0?[0] }
    guard points.count == numbers.count else { return curve }
    guard MonotoneCurve(points) != nil else { throw reported(.curveTooSteep(at: syntax.location)) }
    return TypedExpression(.converted(curve, points), .value(.curve), at: syntax.location)
  }

  /// A curve at a number, at each channel of a color, or at every pixel of an image or mask.
  mutating func evaluated(
    _ curve: TypedExpression, _ arguments: [LabeledArgument], _ syntax: CallSyntax
  ) throws(Reported) -> TypedExpression {
    guard arguments.count == 1, arguments[0].label == nil else { throw reported(.curveTakesOne(syntax)) }
    let x = try known(arguments[0].value)
    guard !x.type.isPlace, let type = x.type.pixel, type.isNumeric else {
      throw reported(.notANumber(at: x.location, x.type.described))
    }
    return try lifted(.evaluate(curve, x), type, from: [x], at: syntax.location)
  }

  /// A number with a unit as a constant of its type.
  func quantity(_ syntax: QuantitySyntax) -> TypedExpression {
    let unit = syntax.unit
    return TypedExpression(
      .constant(unit.lanes(of: syntax.value)), .value(unit.meaning.type), at: syntax.location)
  }

  /// `film == .fine` or `!=`, in either order; nil when no word is among the operands.
  mutating func choiceComparison(
    _ operands: [TypedExpression], _ syntax: InfixSyntax
  ) throws(Reported) -> TypedExpression? {
    guard let wordIndex = operands.firstIndex(where: { $0.type.isWord }),
      case .word(let word) = operands[wordIndex].type
    else { return nil }
    let (place, other) = (operands[wordIndex].location, try known(operands[1 - wordIndex]))
    guard syntax.operation == .equal || syntax.operation == .notEqual, case .selection(let parameter) = other.type,
      let intrinsic = syntax.operation.intrinsic
    else { throw reported(.loneChoice(at: place)) }
    let wanted = TypedExpression(
      .constant([try position(of: word, in: parameter, at: place)]), .value(.choice), at: place)
    return TypedExpression(
      .apply(intrinsic, [other, wanted], at: syntax.operatorLocation), .value(.bool),
      at: syntax.location)
  }

  /// The position of a word among those of a parameter, written `.fine`, or `fine` where nothing else can be meant.
  mutating func choice(_ syntax: ExpressionSyntax, of parameter: Parameter) throws(Reported) -> Double {
    switch syntax {
    case .choice(let choice): try position(of: choice.name.text, in: parameter, at: syntax.location)
    case .name(let name): try position(of: name.name, in: parameter, at: syntax.location)
    case .missing: throw Reported()
    default: throw reported(.unknownChoice(syntax.text, at: syntax.location, of: parameter))
    }
  }

  mutating func position(
    of word: String, in parameter: Parameter, at place: SourceLocation
  ) throws(Reported) -> Double {
    // There may be many words, and many variants that set one.
    guard model.budget.holds(0) else { throw Reported() }
    guard let position = parameter.choices.firstIndex(of: word) else {
      throw reported(.unknownChoice(word, at: place, of: parameter))
    }
    return Double(position)
  }
}
