package import TintypeDiagnostics
package import TintypeIR
import TintypeIntrinsics
import TintypeSizes
import TintypeSyntax

// The linter: warnings about recipes that are valid and probably not as intended.
extension SemanticModel {
  /// The diagnostics of a recipe: its errors, or, if there are none, its warnings without the suppressed ones.
  ///
  /// - Parameters:
  ///   - program: the program of the look before optimization; nil for a file without one.
  ///   - measurements: what the look measures.
  ///   - parts: instructions that are not part of the program, such as functions that are never called.
  package func linted(
    _ program: (Program, OriginMap)?, measurements: [Measurement],
    parts: [(instructions: [Instruction], origins: OriginMap)]
  ) -> [Diagnostic] {
    guard !hasErrors, let tree = recipe.layers.first?.recipe.syntax.tree else { return diagnostics }
    let suppressions = tree.suppressions
    let all = applying(suppressions, to: diagnostics + lints(of: tree, program, measurements, parts, suppressions))
    return sorted([], all, files)
  }

  private func lints(
    of tree: SyntaxTree, _ program: (Program, OriginMap)?, _ measurements: [Measurement],
    _ parts: [(instructions: [Instruction], origins: OriginMap)], _ suppressions: [SuppressionComment]
  ) -> [Diagnostic] {
    var lints = unused + lengthsInPixels(in: tree.root)
    let amounts = colorCodes + wrongEncodings + dividedNoise + amountsInPercent + heavyWeights
    lints += amounts + oddCompositions + divisionComments(in: tree)
    for part in parts where budget.isGoing {
      // The inputs are unknown.
      lints +=
        RangeLints(part.instructions, part.origins, possible: .init(parameters: []), usual: .init(parameters: []))
        .warnings
    }
    guard let (program, origins) = program else { return lints }
    let ranges = RangeLints(
      program.instructions, origins, possible: .init(program.parameters, isUsual: false),
      usual: .init(program.parameters, isUsual: true))
    lints += ranges.warnings
    // An unused declaration that is reported explains why a parameter has no effect.
    let isExplained = Set(suppressions.matches(unused).joined()).count < unused.count
    if !isExplained, !tree.recipe.isExtension {
      var names: [String: TokenSyntax] = [:]
      for name in tree.recipe.declarations.compactMap({ $0.parameter?.name }) where names[name.text] == nil {
        names[name.text] = name
      }
      let shown = Set(program.picturesShown.map { $0.name })
      let measured = program.parameters(of: measurements)
      lints += ranges.parametersWithoutEffect(on: program).compactMap { index in
        let name = program.parameters[index].name
        return shown.contains(name) || measured.contains(index)
          ? nil : names[name].map(Diagnostic.parameterWithoutEffect)
      }
    }
    // Where nothing is left, another warning usually says why.
    if amounts.isEmpty, let crushed = CrushedScale(of: program), !crushed.isTotal || lints.isEmpty,
      let output = tree.recipe.output
    {
      lints.append(
        .crushedScale(
          crushed, at: output, hasParameters: !program.parameters.isEmpty, code: codeInCall,
          contrast: crushed.black > 0.2 ? contrastOfLight : nil, part: crushed.black > 0.5 ? partAlone : nil,
          hasChoice: choosesConstant))
    }
    if let output = tree.recipe.output, let smaller = SmallerResult(of: program), combinesPartWithWhole || !changesSize
    {
      lints.append(.smallerResult(smaller, at: output, isCombined: combinesPartWithWhole))
    }
    return lints
  }

  /// One warning for each declaration or statement. The bounds of a range repeat the unit of the default.
  private func lengthsInPixels(in root: Syntax) -> [Diagnostic] {
    let clauses: [SyntaxKind] = [.inClause, .sliderClause, .stepClause]
    var warnings: [Diagnostic] = []
    var open = [root]
    while let node = open.popLast() {
      // The size of the result is meant in pixels.
      if node.kind == .argument, node.firstToken?.text == "longEdge" { continue }
      let found =
        node.kind == .parameter ? Array(node.childNodes.prefix { !clauses.contains($0.kind) }) : node.childNodes
      open += found.reversed()
      guard let quantity = node.quantity, quantity.unit == .pixels, quantity.value != 0 else { continue }
      warnings.append(.lengthInPixels(quantity))
    }
    return warnings
  }
}

extension SemanticModel {
  /// Noise that is used as a color, which is divided by alpha.
  fileprivate var dividedNoise: [Diagnostic] {
    let file = recipe.files.first
    var warnings: [Diagnostic] = []
    forEachExpression { expression, _ in
      guard expression.location.file == file else { return }
      let colors: [TypedExpression] =
        switch expression.kind {
        case .apply(_, let operands, _): operands
        case .call(let index, let inputs, _):
          functions[index].isKernel
            ? inputs.filter { functions[index].inputs[$0.index].type == .value(.rgb) }.map { $0.value } : []
        default: []
        }
      warnings += colors.filter(isNoise).map { .dividedNoise(at: $0.location) }
    }
    return warnings
  }

  /// Whether a value is noise itself, also by the name of an image.
  private func isNoise(_ expression: TypedExpression) -> Bool {
    var expression = expression.withoutParentheses
    while case .reference(.image(let index)) = expression.kind, let value = images[index].value {
      expression = value.withoutParentheses
    }
    if case .operation(let call) = expression.kind { return call.operation == .noise }
    return false
  }

  /// Amounts of which 1 is all, with numbers that look like percent.
  fileprivate var amountsInPercent: [Diagnostic] {
    let file = recipe.files.first
    var warnings: [Diagnostic] = []
    // What calls give to the inputs of the recipe's own functions.
    var given: [Int: [TypedExpression.Input]] = [:]
    forEachExpression { expression, _ in
      if case .call(let index, let inputs, _) = expression.kind { given[index, default: []] += inputs }
    }
    func add(
      _ value: TypedExpression, in function: Int?, atLeast least: Double = 10, isFactor: Bool = false
    ) {
      var inner = value.withoutParentheses
      if case .local(let local) = inner.kind, let function, functions[function].body?.locals[local].role == .input,
        let inputs = given[function]?.filter({ $0.index == local }), inputs.count == 1,
        case .reference(.parameter) = inputs[0].value.withoutParentheses.kind
      {
        inner = inputs[0].value.withoutParentheses
      }
      guard value.location.file == file, !value.location.text.isEmpty else { return }
      if let lanes = constantLanes(of: inner, in: .linearSRGB), lanes.count == 1, lanes[0].magnitude >= least {
        warnings.append(.amountInPercent(lanes[0], at: value.location, isNamed: false, isFactor: isFactor))
      } else if case .reference(.parameter(let index)) = inner.kind, let parameter = parameters[index].parameter,
        parameter.type == .scalar, let most = (parameter.hardRange ?? parameter.sliderRange)?.upperBound, most >= 50
      {
        warnings.append(.amountInPercent(most, at: value.location, isNamed: true, isFactor: isFactor))
      }
    }
    forEachExpression { expression, function in
      switch expression.kind {
      case .apply(let intrinsic, let operands, _) where intrinsic == .mix: add(operands[2], in: function)
      case .operation(let call):
        if call.operation == .resize, let edge = call[.longEdge], edge.location.file == file,
          edge.location.text.hasSuffix("%")
        {
          warnings.append(.longEdgeOfShortSide(edge.location))
        }
        if call.operation == .measure(.percentile), let fraction = call[.fraction], fraction.location.file == file,
          fraction.location.text == "1"
        {
          warnings.append(.largestForOnePercent(at: fraction.location))
        }
      case .call(let index, let inputs, _) where functions[index].isOfLibrary:
        for input in inputs where functions[index].name == "graded" && input.value.location.file == file {
          let lanes = constantLanes(of: input.value, in: .linearSRGB) ?? []
          if input.value.type == .value(.rgb), lanes.count == 3, lanes.allSatisfy({ $0 > 0.5 }) {
            warnings.append(.castAsFactor(lanes, at: input.value.location))
          }
        }
        for input in inputs where functions[index].takesAmount(input.index) {
          let name = functions[index].inputs[input.index].name
          if let number = constantLanes(of: input.value, in: .linearSRGB)?.first, input.value.location.file == file {
            if name == "brightness", 0.8..<10 ~= number {
              warnings.append(.brightnessAsFactor(number, at: input.value.location))
            }
            if name == "contrast", functions[index].name == "controls", 0.01...0.25 ~= number,
              inputs.value(at: 0).map(isNoise) != true
            {
              warnings.append(.contrastAsDifference(number, at: input.value.location))
            }
          }
          add(
            input.value, in: function, atLeast: name == "opacity" ? 1.001 : 10,
            isFactor: ["contrast", "saturation"].contains(name))
        }
      default: break
      }
    }
    return warnings
  }

  /// Convolutions whose weights multiply the light several times.
  fileprivate var heavyWeights: [Diagnostic] {
    let file = recipe.files.first
    var warnings: [Diagnostic] = []
    forEachExpression { expression, _ in
      guard expression.location.file == file, case .operation(let call) = expression.kind,
        let kernel = call.kernel
      else { return }
      let sum = kernel.weights.reduce(0, +)
      if sum.magnitude >= 4 { warnings.append(.heavyWeights(sum, at: expression.location)) }
      if kernel.rows == 1, kernel.weights.count == 9, !hasOnePeak(kernel.weights) {
        warnings.append(.weightsInOneRow(kernel.weights, at: expression.location))
      }
    }
    return warnings
  }

  /// Whether weights rise to one place and fall from there, as those of a blur do, or the other way round.
  private func hasOnePeak(_ weights: [Double]) -> Bool {
    let steps = zip(weights, weights.dropFirst()).map { $1 - $0 }.filter { $0 != 0 }
    return zip(steps, steps.dropFirst()).count { ($0 < 0) != ($1 < 0) } < 2
  }

  /// The only number in calls of the recipe's own kernels that looks like a code from 0 to 255.
  private var codeInCall: SourceLocation? {
    var codes: [SourceLocation] = []
    forEachExpression { expression, _ in
      guard case .call(let index, let inputs, _) = expression.kind, functions[index].module == Self.recipe else {
        return
      }
      codes += inputs.compactMap { input in
        let number: Double? =
          switch input.value.kind {
          case .constant(let value) where input.value.type == .value(.scalar): value[0]
          case .reference(.parameter(let parameter)) where parameters[parameter].parameter?.type == .scalar:
            parameters[parameter].parameter?.defaultValue[0]
          default: nil
          }
        guard let number, 4...255 ~= number, number == number.rounded() else { return nil }
        return input.value.location
      }
    }
    return codes.count == 1 ? codes[0] : nil
  }

  /// The points of a curve that look like codes, such as 0 to 255; nil for others.
  private func codes(_ points: [TypedExpression]) -> [Double]? {
    let numbers = points.compactMap { if case .constant(let value) = $0.kind { value[0] } else { nil } }
    let areWhole = numbers.count == points.count && numbers.allSatisfy { $0 == $0.rounded() && $0 >= 0 }
    return areWhole && 100...65_535 ~= (numbers.max() ?? 0) ? numbers : nil
  }

  /// Whether the recipe divides by the largest code, or multiplies by it.
  private var scalesCodes: Bool {
    var isFound = false
    forEachExpression { expression, _ in
      guard case .apply(let intrinsic, let operands, _) = expression.kind,
        expression.location.file == recipe.files.first,
        intrinsic == .divide || intrinsic == .multiply
      else { return }
      let numbers = operands.suffix(intrinsic == .divide ? 1 : 2).compactMap { constantLanes(of: $0, in: .linearSRGB) }
      isFound =
        isFound || numbers.contains { $0.count == 1 && [255, 256, 1 / 255.0, 1023, 65_535].contains($0[0]) }
    }
    return isFound
  }

  /// Colors of three numbers that look like codes from 0 to 255.
  fileprivate var colorCodes: [Diagnostic] {
    // A recipe that divides by a range of codes may have codes.
    guard !scalesCodes else { return [] }
    let file = recipe.files.first
    var warnings: [Diagnostic] = []
    // Hue, saturation and lightness, whose constructor looks like that of a color.
    var hues: Set<SourceLocation> = []
    forEachExpression { expression, _ in
      if case .call(let index, let inputs, _) = expression.kind, functions[index].isOfLibrary,
        ["fromHsl", "fromHsv", "hsl", "hsv"].contains(functions[index].name), let argument = inputs.value(at: 0)
      {
        hues.insert(argument.location)
      }
    }
    forEachExpression { expression, _ in
      if expression.location.file == file, case .curve(let points) = expression.kind,
        let codes = codes(points)
      {
        warnings.append(.curveInCodes(codes, at: expression.location))
      }
      if expression.location.file == file, case .apply(let intrinsic, let operands, _) = expression.kind,
        expression.type.isImage || expression.type.value?.isColor == true, let white = intrinsic.white(among: operands),
        case .constant(let number) = white.kind, number == [255]
      {
        warnings.append(.whiteOfCodes(at: white.location))
      }
      guard expression.location.file == file, case .construct(let type, let lanes) = expression.kind, type.isColor,
        lanes.count == type.width, expression.location.text.hasPrefix(type.rawValue)
      else { return }
      let numbers = lanes.prefix(3).compactMap { lane -> Double? in
        if case .constant(let value) = lane.kind, lane.type == .value(.scalar) { value[0] } else { nil }
      }
      // `hsv(c) + rgb(30, 0, 0)`
      if numbers.count == 3, !hues.isEmpty, numbers[1] <= 1, numbers[2] <= 1 { return }
      if numbers.count == 3, hues.contains(expression.location) {
        if numbers[1] > 1 || numbers[2] > 1 { warnings.append(.percentOfHue(at: expression.location, numbers)) }
        return
      }
      // A factor for a channel is small; 15 is the largest code of 4 bits.
      guard numbers.count == 3, numbers.allSatisfy({ $0 == $0.rounded() && 0...255 ~= $0 }), numbers.max()! > 15 else {
        return
      }
      var alpha: Double?
      if lanes.count == 4, case .constant(let value) = lanes[3].kind, 0...1 ~= value[0] { alpha = value[0] }
      warnings.append(
        .colorCodes(numbers.map { UInt8($0) }, at: expression.location, isOpaque: type == .rgb, alpha: alpha))
    }
    return warnings
  }
}

extension SemanticModel {
  /// Matrices, limits and layers that are probably the wrong way round.
  fileprivate var oddCompositions: [Diagnostic] {
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
        if function != nil { warnings += alphaOfOwnColor(expression) }
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
    }
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

  /// `rgba(1 - c.rgb, c.a)` and `rgba(c.rgb, 0.5)` of a color with alpha.
  private func alphaOfOwnColor(_ expression: TypedExpression) -> [Diagnostic] {
    guard case .construct(_, let parts) = expression.kind, parts.count == 2 else { return [] }
    let (color, alpha) = (parts[0].withoutParentheses, parts[1].withoutParentheses)
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
  private var contrastOfLight: SourceLocation? {
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
  private var partAlone: String? {
    var value = recipe.output
    while case .apply(let intrinsic, let operands, _)? = value?.withoutParentheses.kind, intrinsic == .multiply {
      value = operands.first { $0.type != .value(.scalar) }
    }
    guard case .reference(.image(let index))? = value?.withoutParentheses.kind else { return nil }
    return images[index].syntax.name?.text
  }

  /// Whether `select` has a constant where its condition is false.
  private var choosesConstant: Bool {
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

extension Intrinsic {
  /// The operand that is white: what a negative is taken from, or the upper limit of a color.
  fileprivate func white(among operands: [TypedExpression]) -> TypedExpression? {
    switch self {
    case .subtract: operands[0]
    case .clamp: operands[2]
    case .min: operands.first { $0.type == .value(.scalar) }
    default: nil
    }
  }
}

extension SemanticModel {
  /// `x // 8`: the whole division of Python, of which a comment is left. Behind a value that is computed from names, in
  /// a kernel or function.
  fileprivate func divisionComments(in tree: SyntaxTree) -> [Diagnostic] {
    let file = tree.root.location.file
    let bodies = functions.compactMap { $0.body?.block.location }.filter { $0.file == file }.map { $0.span }
    return tree.comments.compactMap { comment in
      let divisor = String(file.text(in: comment.span).dropFirst(2).filter { !$0.isWhitespace })
      guard comment.kind == .comment, let number = Int(divisor), number > 0,
        case let line = file.text[..<comment.span.start].reversed().prefix(while: { !$0.endsLine }),
        bodies.contains(where: { $0.start <= comment.span.start && comment.span.start < $0.end })
          || line.reversed().starts(with: "let ".utf8)
      else { return nil }
      let value = line.prefix { $0 != UInt8(ascii: "=") }.drop { $0 == UInt8(ascii: " ") }
      let ends = [UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "(")]
      // `64 // 8`, and not `rgb(0.5) // 8`
      let isNumber = value.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") || $0 == UInt8(ascii: " ") }
      guard let last = value.first, !ends.contains(last),
        isNumber && number > 1 || value.contains(where: { $0 | 0x20 >= UInt8(ascii: "a") })
      else { return nil }
      return .divisionComment(at: SourceLocation(file, comment.span), divisor)
    }
  }
}

extension FunctionEntry {
  fileprivate var isOfLibrary: Bool { module == SemanticModel.library }

  /// Whether an input is an amount, of which 1 is all.
  fileprivate func takesAmount(_ index: Int) -> Bool {
    let type = inputs[index].type
    return (type.isMask || type == .value(.scalar)) && amountNames.contains(inputs[index].name)
  }
}

private let amountNames: Set = [
  "amount", "strength", "opacity", "mask", "highlights", "shadows", "color", "saturation", "contrast", "brightness",
  "midpoint", "feather", "roundness", "softness",
]

extension RecipeSyntax {
  /// Whether the recipe extends another one, whose output may use its declarations.
  var isExtension: Bool { declarations.contains { $0.extends != nil } }

  fileprivate var output: SourceLocation? {
    declarations.lazy.compactMap { $0.output?.syntax.firstToken?.location }.first
  }
}
