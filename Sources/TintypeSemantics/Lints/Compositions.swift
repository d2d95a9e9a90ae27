import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// What lies over what, and what is multiplied by what.
extension SemanticModel {
  /// Matrices, limits and layers that are probably the wrong way round.
  var oddCompositions: [Diagnostic] {
    let file = recipe.files.first
    var warnings: [Diagnostic] = []
    var inColumns: [TypedExpression] = []
    // A recipe that knows of columns, of colors with blue first, or of colors in two parts.
    var (isTransposed, hasBlueFirst): (Bool, Bool) = (false, false)
    var parts: Set<SourceLocation> = []
    // An image stands below those that it is made from.
    var (covering, letters): ([Bool], [SourceLocation?]) = ([], [])
    for image in images {
      covering.append(image.value.map { coversAll($0, covering) } ?? false)
      letters.append(image.value.flatMap { lettersOnPhoto(in: $0, letters) })
    }
    forEachExpression { expression, function in
      guard expression.location.file == file else { return }
      switch expression.kind {
      case .apply(let intrinsic, let operands, _):
        if intrinsic == .transpose { isTransposed = true }
        if intrinsic == .dot { parts.formUnion(operands.map { $0.location }) }
      case .component([2, 1, 0], _): hasBlueFirst = true
      case .component(let lanes, let color) where lanes.count == 3:
        if case .local(let index) = color.kind, let function,
          let value = functions[function].body?.locals[index].constantValue
        {
          parts.insert(value.location)
        }
      default: break
      }
    }
    forEachExpression { expression, function in
      guard expression.location.file == file else { return }
      if let reversed = reversed(expression) { warnings.append(reversed) }
      switch expression.kind {
      case .construct(.matrix, let rows) where hasWholeColumns(rows): inColumns.append(expression)
      case .construct(.rgb, _):
        let weights = constantLanes(of: expression, in: .linearSRGB) ?? []
        if !hasBlueFirst, [[0.114, 0.587, 0.299], [0.0722, 0.7152, 0.2126]].contains(weights) {
          warnings.append(.blueFirst(at: expression.location, weights.reversed()))
        }
      case .construct(.rgba, _):
        if function != nil, !parts.contains(expression.location),
          let lanes = constantLanes(of: expression, in: .linearSRGB), lanes.count == 4, 0.05...0.95 ~= lanes[3],
          lanes.dropLast().contains(where: { $0 > lanes[3] })
        {
          warnings.append(.straightAlpha(at: expression.location))
        }
        if function != nil { warnings += alphaOfOwnColor(expression, function) }
      case .apply(let intrinsic, let operands, _)
      where intrinsic == .multiply
        && operands.contains { operand in
          if case .component([3], let color) = operand.withoutParentheses.kind {
            operands.contains { $0.location.text == color.location.text }
          } else {
            false
          }
        }:
        warnings.append(.multipliedByAlphaTwice(at: expression.location))
      case .operation(let call) where call.operation == .crop && call[.ratio] != nil:
        if let image = call[.image], let letters = lettersOnPhoto(in: image, letters) {
          warnings.append(.textIsCut(letters, by: expression.location))
        }
      case .call(let index, let inputs, _)
      where functions[index].isOfLibrary && functions[index].name == "radialGradient":
        let radius = inputs.first { input in
          ["inner", "outer"].contains(functions[index].inputs[input.index].name)
            && (constantLanes(of: input.value, in: .linearSRGB)?.first ?? 0) >= 10
        }
        if let radius { warnings.append(.radiusInPixels(at: radius.value.location)) }
      case .apply(let intrinsic, let operands, _):
        if let (low, high) = fixedLimits(intrinsic, operands) {
          warnings.append(.fixedByLimits(expression.location, low, high, isLow: intrinsic == .max))
        }
        if let hue = hueInRadians(intrinsic, operands, function) { warnings.append(hue) }
        if let step = stepBeyondBlur(intrinsic, operands) { warnings.append(step) }
      case .call(let index, let inputs, _)
      where functions[index].isOfLibrary && functions[index].name == "normalBlend":
        guard let top = inputs.value(at: 0), coversAll(top, covering),
          inputs.value(at: 2).map({ constantLanes(of: $0, in: .linearSRGB) == [1] }) != false,
          let below = inputs.value(at: 1)
        else { return }
        warnings.append(.hiddenImage(below.location))
      default: break
      }
    }
    for function in functions {
      for place in function.body?.block.placesOfAlphaAlone ?? [] where place.file == file {
        warnings.append(.alphaAlone(at: place))
      }
      for exchange in function.body?.block.lostExchanges ?? [] where exchange.first.file == file {
        warnings.append(.lostExchange(exchange.value.location, after: exchange.first))
      }
    }
    if let limit = limitOfOutput, limit.primary.location.file == file { warnings.append(limit) }
    return warnings + (isTransposed ? [] : inColumns.map { .transposedMatrix(at: $0.location) })
  }

  /// A text that is placed on the whole photo, in what an image is made from. `known`: those of the images above.
  private func lettersOnPhoto(in image: TypedExpression, _ known: [SourceLocation?]) -> SourceLocation? {
    switch image.kind {
    case .operation(let call) where call.operation == .text: return call[.on] == nil ? image.location : nil
    case .reference(.image(let index)): return known.indices.contains(index) ? known[index] : nil
    default:
      for operand in image.operands { if let found = lettersOnPhoto(in: operand, known) { return found } }
      return nil
    }
  }

  /// What the output shows, or what the kernel returns that makes it.
  var shown: TypedExpression? {
    var output = recipe.output
    while let image = output?.withoutParentheses {
      switch image.kind {
      case .reference(.image(let index)): output = images[index].value
      case .call(let callee, _, _) where functions[callee].module == Self.recipe:
        let results = functions[callee].body?.block.results ?? []
        output = results.count == 1 ? results[0] : nil
      default: return image
      }
    }
    return nil
  }

  /// `max(c, 1)`, which is white, and `min(c, 0)`, where nothing follows.
  private var limitOfOutput: Diagnostic? {
    guard let shown, case .apply(let intrinsic, let operands, _) = shown.kind,
      intrinsic == .max || intrinsic == .min, shown.type.isImage || shown.type.value?.isColor == true,
      let limit = operands.lazy.compactMap({ self.constantLanes(of: $0, in: .linearSRGB) }).first,
      limit.allSatisfy({ $0 == (intrinsic == .max ? 1 : 0) })
    else { return nil }
    return .limitOfOutput(shown.location, isWhite: intrinsic == .max)
  }

  /// `hsv(c).r + radians(turn)`
  private func hueInRadians(_ intrinsic: Intrinsic, _ operands: [TypedExpression], _ function: Int?) -> Diagnostic? {
    guard intrinsic == .add || intrinsic == .subtract else { return nil }
    for (hue, turn) in [(operands[0], operands[1]), (operands[1], operands[0])] {
      guard case .apply(let inner, let angles, _) = turn.withoutParentheses.kind, inner == .radians,
        case .component(let lanes, var color) = hue.withoutParentheses.kind
      else { continue }
      if case .local(let index) = color.kind, let function,
        let value = functions[function].body?.locals[index].constantValue
      {
        color = value.withoutParentheses
      }
      if case .call(let index, _, _) = color.kind, functions[index].isOfLibrary, lanes.count == 1,
        ColorParts(madeBy: functions[index].name)?.isHue(lanes[0]) == true
      {
        return .hueInRadians(turn.location, angles[0].location, functions[index].name)
      }
    }
    return nil
  }

  /// `mix(source, blurred, 1.5)`, which inverts detail instead of sharpening it.
  private func stepBeyondBlur(_ intrinsic: Intrinsic, _ operands: [TypedExpression]) -> Diagnostic? {
    guard intrinsic == .mix, case .reference(.image(let index)) = operands[1].withoutParentheses.kind,
      case .operation(let call)? = images[index].value?.withoutParentheses.kind, case .filter(.blur) = call.operation,
      let image = call[.image], image.location.text == operands[0].location.text
    else { return nil }
    let amount = operands[2].withoutParentheses
    var least = constantLanes(of: amount, in: .linearSRGB)?.min()
    if case .reference(.parameter(let index)) = amount.kind, let parameter = parameters[index].parameter {
      least = (parameter.hardRange ?? parameter.sliderRange)?.lowerBound
    }
    guard let least, 1..<10 ~= least, least > 1 || constantLanes(of: amount, in: .linearSRGB) == nil else { return nil }
    return .stepBeyondBlur(operands[0].location, operands[1].location, amount.location)
  }

  /// `rgba(1 - c.rgb, c.a)` and `rgba(c.rgb, 0.5)` of a color with alpha, and `rgba(c, mask)` of an input without it.
  private func alphaOfOwnColor(_ expression: TypedExpression, _ function: Int?) -> [Diagnostic] {
    guard case .construct(_, let parts) = expression.kind, parts.count == 2 else { return [] }
    let (color, alpha) = (parts[0].withoutParentheses, parts[1].withoutParentheses)
    if case .local(let index) = color.kind, let function, color.type == .value(.rgb),
      functions[function].body?.locals[index].role == .input,
      (constantLanes(of: alpha, in: .linearSRGB)?.first ?? 0) < 0.99
    {
      let fixed = "\(color.location.text) * \(parts[1].location.text.inParentheses)"
      return [.straightAlpha(at: color.location, fixed: fixed)]
    }
    if case .component([0, 1, 2], _) = color.kind, let share = constantLanes(of: alpha, in: .linearSRGB)?.first,
      0.01..<0.99 ~= share
    {
      return [.straightAlpha(at: color.location, fixed: "\(color.location.text) * \(alpha.location.text)")]
    }
    if case .apply(let intrinsic, let operands, _) = color.kind, intrinsic == .subtract,
      constantLanes(of: operands[0], in: .linearSRGB).map({ $0.allSatisfy { $0 == 1 } }) == true,
      case .component([0, 1, 2], let own) = operands[1].withoutParentheses.kind,
      case .component([3], let other) = alpha.kind, own.location.text == other.location.text
    {
      return [.straightAlpha(at: color.location, fixed: "\(alpha.location.text) - \(operands[1].location.text)")]
    }
    return []
  }

  /// Whether it is the photo, or the photo on a ground of a color that hides what lies below. `known`: of the images
  /// above.
  private func coversAll(_ image: TypedExpression, _ known: [Bool]) -> Bool {
    switch image.withoutParentheses.kind {
    case .reference(.source): return true
    case .reference(.image(let index)): return known.indices.contains(index) && known[index]
    case .operation(let call) where call.operation == .pad:
      guard let color = call[.color], let image = call[.image] else { return false }
      let lanes = constantLanes(of: color, in: .linearSRGB) ?? []
      return (lanes.count == 3 || lanes.count == 4 && lanes[3] == 1) && coversAll(image, known)
    default: return false
    }
  }

  /// The contrast of 'controls', which turns about 0.5, where the recipe computes in light.
  var contrastOfLight: SourceLocation? {
    guard recipe.header.workingSpace == .linearSRGB else { return nil }
    var found: SourceLocation?
    forEachExpression { expression, _ in
      guard found == nil, expression.location.file == recipe.files.first,
        case .call(let index, let inputs, _) = expression.kind, functions[index].isOfLibrary,
        functions[index].name == "controls"
      else { return }
      found = inputs.first { functions[index].inputs[$0.index].name == "contrast" }?.value.location
    }
    return found
  }

  /// The image that is the output but for factors, where it is a part of the photo: `output glow * 1.5`
  var partAlone: String? {
    var value = recipe.output
    while case .apply(let intrinsic, let operands, _)? = value?.withoutParentheses.kind, intrinsic == .multiply {
      value = operands.first { $0.type != .value(.scalar) }
    }
    guard case .reference(.image(let index))? = value?.withoutParentheses.kind else { return nil }
    return images[index].syntax.name?.text
  }

  /// A color near white that a kernel of the recipe adds.
  var addedWhite: SourceLocation? {
    var found: SourceLocation?
    forEachExpression { expression, function in
      guard found == nil, function != nil, expression.location.file == recipe.files.first,
        case .apply(let intrinsic, let operands, _) = expression.kind, intrinsic == .add
      else { return }
      found =
        operands.first { operand in
          let lanes = constantLanes(of: operand, in: .linearSRGB) ?? []
          return lanes.count == 3 && lanes.allSatisfy { $0 > 0.6 }
        }?.location
    }
    return found
  }

  /// Whether `select` has a constant where its condition is false.
  var choosesConstant: Bool {
    var isFound = false
    forEachExpression { expression, _ in
      guard expression.location.file == recipe.files.first,
        case .apply(let intrinsic, let operands, _) = expression.kind
      else { return }
      if intrinsic == .select, constantLanes(of: operands[0], in: .linearSRGB) != nil { isFound = true }
    }
    return isFound
  }

  /// Whether each column adds up to 1, as each row of a matrix does that keeps grays, and the rows do not.
  private func hasWholeColumns(_ rows: [TypedExpression]) -> Bool {
    let rows = rows.compactMap { constantLanes(of: $0, in: .linearSRGB) }
    guard rows.count == 3, rows.allSatisfy({ $0.count == 3 }) else { return false }
    let columns = (0..<3).map { column in rows.reduce(0) { $0 + $1[column] } }
    return columns.allSatisfy { abs($0 - 1) < 0.005 } && rows.contains { abs($0.reduce(0, +) - 1) > 0.05 }
  }

  /// The limits of `max(1, min(0, x))`, which is 1 for each x, and of `min(0, max(1, x))`.
  private func fixedLimits(
    _ outer: Intrinsic, _ operands: [TypedExpression]
  ) -> (low: TypedExpression, high: TypedExpression)? {
    guard outer == .max || outer == .min else { return nil }
    let inner: Intrinsic = outer == .max ? .min : .max
    for (limit, other) in [(operands[0], operands[1]), (operands[1], operands[0])] {
      guard let outside = constantLanes(of: limit, in: .linearSRGB), outside.count == 1,
        case .apply(inner, let parts, _) = other.withoutParentheses.kind
      else { continue }
      for part in parts {
        guard let inside = constantLanes(of: part, in: .linearSRGB), inside.count == 1 else { continue }
        let (low, high) = outer == .max ? (outside[0], inside[0]) : (inside[0], outside[0])
        if low > high { return outer == .max ? (limit, part) : (part, limit) }
      }
    }
    return nil
  }
}
