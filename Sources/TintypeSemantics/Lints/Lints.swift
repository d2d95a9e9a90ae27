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
    for (padded, letters) in unequalPictures.lostBorders where padded.file == recipe.files.first {
      lints.append(.lostBorder(padded, letters))
    }
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
    if amounts.isEmpty, let output = tree.recipe.output, let crushed = CrushedScale(of: program),
      !crushed.isTotal || crushed.isBlackInMiddle || lints.isEmpty
    {
      lints.append(
        crushed.isBlackInMiddle
          ? .blackMiddle(at: output)
          : .crushedScale(
            crushed, at: output, hasParameters: !program.parameters.isEmpty, code: codeInCall,
            contrast: crushed.black > 0.2 ? contrastOfLight : nil, part: crushed.black > 0.5 ? partAlone : nil,
            hasChoice: choosesConstant, added: crushed.white > 0.5 ? addedWhite : nil,
            isLight: recipe.header.workingSpace == .linearSRGB))
    }
    if let output = tree.recipe.output, let smaller = SmallerResult(of: program) {
      let isCombined = unequalPictures.hasPart
      if isCombined || !changesSize { lints.append(.smallerResult(smaller, at: output, isCombined: isCombined)) }
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
      case .apply(let intrinsic, let operands, _) where intrinsic == .add && expression.type.isImage:
        // `source + 80 * (source - soft)`
        for operand in operands {
          guard case .apply(let times, let factors, _) = operand.withoutParentheses.kind, times == .multiply else {
            continue
          }
          for (factor, other) in [(factors[0], factors[1]), (factors[1], factors[0])] {
            guard case .apply(let minus, _, _) = other.withoutParentheses.kind, minus == .subtract else { continue }
            add(factor, in: function)
          }
        }
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
            let isSigned = number < 1 && input.value.location.text.hasPrefix("+")
            if ["contrast", "saturation"].contains(name), functions[index].name == "controls",
              isSigned || name == "contrast" && 0...0.25 ~= number, inputs.value(at: 0).map(isNoise) != true
            {
              warnings.append(.factorAsDifference(number, of: name, at: input.value.location))
            }
          }
          add(
            input.value, in: function, atLeast: ["clip", "opacity"].contains(name) ? 1.001 : 10,
            isFactor: ["contrast", "saturation"].contains(name))
        }
      default: break
      }
    }
    return warnings
  }

  /// Convolutions whose weights multiply the light several times, and weights of channels that miss 1 by a little.
  fileprivate var heavyWeights: [Diagnostic] {
    let file = recipe.files.first
    var warnings: [Diagnostic] = []
    forEachExpression { expression, _ in
      guard expression.location.file == file else { return }
      if case .apply(let intrinsic, let operands, _) = expression.kind, intrinsic == .dot {
        warnings += operands.compactMap { weightsOfGray($0) }
      }
      guard case .operation(let call) = expression.kind, let kernel = call.kernel else { return }
      let sum = kernel.weights.reduce(0, +)
      if sum.magnitude >= 4 { warnings.append(.heavyWeights(sum, at: expression.location)) }
      if kernel.rows == 1, kernel.weights.count == 9, !hasOnePeak(kernel.weights) {
        warnings.append(.weightsInOneRow(kernel.weights, at: expression.location))
      }
    }
    return warnings
  }

  /// Weights of three channels that were to add up to 1, and miss it by a digit.
  private func weightsOfGray(_ operand: TypedExpression) -> Diagnostic? {
    guard let weights = constantLanes(of: operand, in: .linearSRGB), weights.count == 3, weights.allSatisfy({ $0 > 0 })
    else { return nil }
    let sum = weights.reduce(0, +)
    return 0.015...0.06 ~= abs(sum - 1) ? .weightsOfGray(sum, at: operand.location) : nil
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
  var isOfLibrary: Bool { module == SemanticModel.library }

  /// Whether an input is an amount, of which 1 is all.
  fileprivate func takesAmount(_ index: Int) -> Bool {
    let type = inputs[index].type
    return (type.isMask || type == .value(.scalar)) && amountNames.contains(inputs[index].name)
  }
}

private let amountNames: Set = [
  "amount", "strength", "opacity", "mask", "highlights", "shadows", "color", "saturation", "contrast", "brightness",
  "midpoint", "feather", "roundness", "softness", "clip",
]

extension RecipeSyntax {
  /// Whether the recipe extends another one, whose output may use its declarations.
  var isExtension: Bool { declarations.contains { $0.extends != nil } }

  var output: SourceLocation? {
    declarations.lazy.compactMap { $0.output?.syntax.firstToken?.location }.first
  }
}
