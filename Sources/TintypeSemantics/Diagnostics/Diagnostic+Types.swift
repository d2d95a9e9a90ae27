import TintypeDiagnostics
import TintypeIntrinsics
import TintypeSyntax

// Values of the wrong kind.
extension String {
  /// The fix for a picture where an image is expected.
  static let placing = "a picture is placed first: fill(plate), fit(plate), stretch(plate) or tile(plate, size: 20%)"

  /// What comparisons give, one truth per lane or at each pixel.
  fileprivate static let truthsDescriptions = ["a vector of bools", "a condition per pixel", "a condition per channel"]
}

extension Diagnostic {
  /// An expression of the wrong type. `isPixel`: it is computed at each pixel, where a color's luma or an image's
  /// channel can serve as a number. `constant`: its declaration, where it names a percentage. `isOwn`: it is handed
  /// to a function of the recipe. `quantity`: what a function has made a plain number of, where that is of the type.
  static func typeMismatch(
    at place: SourceLocation, _ role: String, _ type: ValueType, found: String, isPixel: Bool, isSetting: Bool,
    isOwn: Bool, constant: TokenSyntax? = nil, quantity: SourceLocation? = nil
  ) -> Diagnostic {
    let text = place.text
    var notes: [String] = []
    var fixIts: [FixIt?] = []
    func fix(_ what: String, _ replacement: String) { fixIts = [FixIt(what, replace: place, with: replacement)] }
    // "'red' of kernel 'hueTurned'"
    let words = role.split(separator: "'")
    let kernel = words.count == 3 ? words[2] : nil
    switch (type, found) {
    case (.rgb, "an angle") where kernel == "splitToned" || kernel == "graded":
      notes = ["it is a shift of the color, for example: rgb(-0.03, 0, 0.05)"]
    case (.rgb, "a scalar") where kernel == "grayscale":
      notes = ["less than all of a step is a mixture: mix(source, grayscale(source), \(text))"]
    case (.rgb, "a scalar"): fix("use it for red, green and blue", "rgb(\(text))")
    case (.vec2, "a scalar"): fix("make both numbers that", "vec2(\(text))")
    case (.rgb, "an rgba"), (.rgba, "an rgb"): fixIts = [.alpha(of: text, for: type, at: place)]
    case (.rgb, "a mask") where isPixel, (.rgba, "a mask") where isPixel: fix("make it gray", "rgb(\(text))")
    case (.vec2, "an rgb"): fix("take two parts", "\(text.inParentheses).rg")
    case (.scalar, "an rgb") where isPixel: fix("take its luma", "luma709(\(text))")
    case (.scalar, "an rgba") where isPixel, (.scalar, "an image") where isPixel:
      fix("take one channel", "\(text.inParentheses).g")
    case (.scalar, "a length") where kernel == "resize" && constant == nil:
      notes = ["a size has its name: longEdge: \(text)"]
    case (.scalar, _) where kernel == "resize" && !isOwn && (text.longestSide ?? 0) > 16:
      let edge = "longEdge: \(text.longestSide ?? 0)px"
      notes = ["give the longer side, which keeps the aspect ratio: \(edge)"]
      if place.beginsArgument { fix("write '\(edge)'", edge) }
    case (.scalar, let unit) where ValueType.quantityDescriptions.contains(unit) && constant == nil && !isSetting:
      if let function = Intrinsic.conversion(ofType: unit) {
        fix("write '\(function)(…)', a plain number", "\(function)(\(text))")
      } else {
        notes = ["plain numbers are \(list(plainNumbers, "and")), outside of kernels"]
      }
      if let kernel, !isOwn { notes.append("its meaning and range: tintype help \(kernel)") }
    case (.scalar, "a length") where constant != nil:
      let name = constant?.text ?? ""
      notes = ["by itself a percentage is a length"]
      fixIts = [constant.map { FixIt("declare a scalar", replace: $0.location, with: "\(name): scalar") }]
    case (.rect, "a text"):
      notes = ["a part of a picture: crop(left: 2%, top: 3%), crop(from: vec2(0.1, 0.1), to: vec2(0.9, 0.9))"]
    case (.scalar, "a text") where role == "a seed":
      notes = ["each seed is another noise, from 0 to 1 at each pixel: noise(seed: 1)"]
    case (.rgb, "a text"), (.rgba, "a text"):
      let code = String(text.filter { $0 != "\"" })
      let digits = code.drop { $0 == "#" }
      notes = ["a color is written without quotes, for example \(type.declaration.example)"]
      if [3, 4, 6, 8].contains(digits.count), digits.allSatisfy({ $0.isHexDigit }) {
        notes = []
        fixIts = [FixIt("delete the quotes", replace: place, with: "#" + digits, .safe)]
      }
    case (.scalar, _) where isSetting: notes = ["for example: \(type.declaration.example)"]
    case (.bool, _) where isSetting || Double(text) != nil: notes = ["a bool is true or false"]
    case (.bool, "a scalar"), (.bool, "a mask"): notes = ["compare it, for example: \(text) > 0.5"]
    case (.bool, "a vector of bools"), (.bool, "a condition per channel"):
      let isEquality = text.mentions("==")
      fix(
        isEquality ? "true where all lanes are" : "true where one lane is", (isEquality ? "all" : "any") + "(\(text))")
      notes = [
        "any(…) is true where one lane is, all(…) where every lane is; of a color, luma709(c) and c.g are one number"
      ]
    case (.bool, "an rgb"), (.bool, "an image"):
      notes = ["compare one number of it, for example: luma709(\(text)) > 0.5"]
    case (_, "a scalar") where quantity != nil:
      let inner = quantity?.text ?? ""
      notes = ["'\(text.prefix { $0 != "(" })' makes a plain number, and \(type.described) is expected"]
      if type == .ev { notes.append("multiply light by a factor: source * \(text)") }
      fix("write '\(inner)'", inner)
    case (_, "a scalar") where type.isQuantity:
      notes = ["\(type.described) is written in \(type.unitList), for example \(type.declaration.example)"]
      if role.hasPrefix("the default of"), type != .length { fixIts = [.units(of: type, from: place)] }
      if type == .length, Double(text) == 0 { fixIts = [FixIt("write '0%'", replace: place, with: "0%", .safe)] }
    case (.scalar, "a condition per pixel"), (.rgb, "a condition per channel"):
      fix("make it 0 and 1", "select(0, 1, \(text))")
    case (.vec2, let unit) where ValueType.quantityDescriptions.contains(unit):
      notes = [
        kernel == "linearGradient"
          ? "from the top to the bottom: linearGradient(from: vec2(0.5, 0), to: vec2(0.5, 1))"
          : "two numbers are written vec2(x, y); a place is from 0 to 1 across and down: vec2(0.5, 1)"
      ]
    case (.rgb, "a list"), (.rgba, "a list"), (.vec2, "a list"):
      let elements = (0..<type.width).map { "\(text.inParentheses)[\($0)]" }.joined(separator: ", ")
      let numbers = text.hasPrefix("[") ? String(text.dropFirst().dropLast()) : elements
      fix("write '\(type.rawValue)(…)'", "\(type.rawValue)(\(numbers))")
    case (_, "a list") where role == "a weight", (_, "a text") where role == "a weight":
      notes = ["rows of numbers stand in parentheses: weights: (0, -1, 0), (-1, 5, -1), (0, -1, 0)"]
    case (_, "a list"): notes = ["one of its elements: \(text.inParentheses)[0]"]
    case (.rgb, "a choice"):
      notes = ["a color is written #c08060 or rgb(0.5, 0.2, 0.1)"]
      if case .name(let code)? = ForeignName(ofValue: String(text.dropFirst()), isInKernel: false), code.hasPrefix("#")
      {
        fix("write '\(code)'", code)
      }
    case (.vec2, "a choice"):
      notes = ["a place is a pair from 0 to 1, across and down, such as vec2(0.5, 0) at the top"]
      if let pair = text.anchor { fix("write '\(pair)'", pair) }
    case (.ev, "an rgb"): notes = ["stops for each channel are a factor: source * exp2(\(text))"]
    case (.scalar, "a choice"): notes = ["a name is written without a dot"]
    case (.rgb, let unit) where ValueType.quantityDescriptions.contains(unit):
      if let kernel, ["c", "light", "code", "photo"].contains(words[0]) {
        notes = ["the first argument is the picture: \(kernel)(source, \(text))"]
      } else if let kernel, text.hasSuffix("%") {
        notes = ["a part of its effect: mix(source, \(kernel)(source), \(text))"]
      } else {
        notes = ["a color is written #c08060 or rgb(0.5, 0.2, 0.1)"]
      }
    case (.scalar, "a bool") where role.hasPrefix("the fallback") && text.contains { "<>=!".contains($0) }:
      let number = text.prefix { !" <>=!".contains($0) }
      let name = role.split(separator: "'").dropFirst().first ?? "value"
      notes = ["'??' takes all that follows: write (\(name) ?? \(number))\(text.dropFirst(number.count))"]
    case (.text, "a choice") where role.hasPrefix("'format'"):
      notes = ["a format of a date is a pattern, for example: format: \"d MMM yyyy\""]
    case (.text, _): notes = ["put a text in quotes, for example: \"Lisbon\""]
    case (.date, _): notes = ["for example: source.date, when the photo was taken, or \"2024-08-31T12:30\""]
    case (_, "a curve"):
      let isWritten = text.hasPrefix("curve")
      let pair = text.drop { $0 != "(" }.prefix { $0 != ")" }
      notes = ["call the curve itself: \(isWritten ? "let tone = curve […], and then tone" : text)(…)"]
      if type == .vec2, isWritten, !pair.isEmpty, kernel != nil {
        notes.append("one point is a pair: \(words[0]): vec2\(pair))")
      }
    case (.lut, "a text") where !text.hasPrefix("\""):
      notes = ["a table is a constant: let \(text) = lut \"film.cube\""]
    case (.lut, "a text"): fix("name the file of a table", "lut \(text)")
    case (.picture, "a text"): fix("name the file of a picture", "picture \(text)")
    case (_, "a text"):
      let sides = text.filter { $0 != "\"" && $0 != " " }.split(omittingEmptySubsequences: false) { ":/".contains($0) }
        .map { Double($0) }
      if type == .scalar, sides.count == 2, let width = sides[0], let height = sides[1], height > 0 {
        fixIts = [FixIt("write the quotient", replace: place, with: "\(width.spelled) / \(height.spelled)", .safe)]
      }
      if let number = Double(text.dropFirst().dropLast()), type.isNumeric {
        fixIts = [FixIt("write the number", replace: place, with: number.spelled, .safe)]
      }
    case (_, "a picture"): notes = [.placing]
    case (.picture, _): notes = ["a picture is a file besides the photo, for example: \(type.declaration.example)"]
    case _ where type.isQuantity:
      notes = ["\(type.described) is written in \(type.unitList), for example \(type.declaration.example)"]
    case (.matrix, _), (.rect, _): notes = ["for example: \(type.declaration.example)"]
    default: break
    }
    return Diagnostic(
      code: "type-mismatch", "\(role) is \(type.described), and this is \(found)", at: place, found, notes: notes,
      fixIts: fixIts)
  }

  /// - Parameter hueOf: the kernel that gave the hue among the operands, if one is a hue.
  static func operandMismatch(
    _ intrinsic: Intrinsic, _ found: [(what: String, place: SourceLocation)], at place: SourceLocation,
    hueOf kernel: String? = nil
  ) -> Diagnostic {
    let what = found.map { $0.what }
    let these = found.count == 1 ? "this is \(what[0])" : "these are \(list(what, "and"))"
    var notes: [String] = []
    var fixIts: [FixIt?] = []
    var wanted = found.count == 1 ? "takes a number or a color" : "takes numbers or colors of one type"
    if let kernel, let angle = found.first(where: { $0.what == ValueType.angle.described })?.place {
      let number = angle.text.hasSuffix("deg") ? String(angle.text.dropLast(3)) : ""
      let isNumber = Double(number) != nil
      return Diagnostic(
        code: "operand-mismatch", "'\(intrinsic.spelling)' \(wanted), and \(these)", at: place,
        notes: ["the hue of \(kernel) is a plain number of degrees"]
          + (isNumber ? [] : ["in degrees, the angle is radians(\(angle.text)) * 180 / pi"]),
        fixIts: isNumber ? [FixIt("write '\(number)'", replace: angle, with: number)] : [])
    }
    switch intrinsic.definition.signature {
    case .lanes, .linear, .product, .quotient, .blend, .turn:
      if what.contains("a matrix") {
        notes =
          intrinsic == .mix
          ? ["mix(a, b, t) of matrices takes two of them and a scalar"]
          : [
            intrinsic == .multiply && !what.contains("a scalar")
              ? "a matrix is multiplied with an rgb or a matrix on its right: m * c"
              : "matrices are multiplied, m * c and a * b, and mixed: mix(a, b, 0.5)"
          ]
        if intrinsic == .multiply, what == ["an rgb", "a matrix"] {
          let both = SourceLocation(place.file, found[0].place.span.union(found[1].place.span))
          fixIts = [
            FixIt(
              "exchange them", replace: both,
              with: "\(found[1].place.text.inParentheses) * \(found[0].place.text.inParentheses)")
          ]
        }
        if let alpha = found.first(where: { $0.what == "an rgba" }), what[0] == "a matrix", intrinsic == .multiply {
          fixIts = [.alpha(of: alpha.place.text, for: .rgb, at: alpha.place)]
        }
      } else if intrinsic == .mix, String.truthsDescriptions.contains(what.last ?? "") {
        notes = ["select(a, b, condition) gives a where the condition is false, and b where it is true"]
        fixIts = [FixIt("write 'select'", replace: place, with: "select")]
      } else if what.contains(where: String.truthsDescriptions.contains) {
        notes = ["choose numbers by it with select, for example: select(0, 1, c > 0.5)"]
      } else if what.contains(where: ValueType.quantityDescriptions.contains) {
        notes = ["a unit mixes with itself only: \(list(plainNumbers, "and")) are plain numbers"]
        if let stops = found.first(where: { $0.what == ValueType.ev.described }) {
          let factor = "gain(\(stops.place.text))"
          notes.insert("stops as a factor of light are \(factor), which is 2 to the power of their number", at: 0)
          if intrinsic == .pow, found[0].place.text == "2" || found[0].place.text == "2.0" {
            let both = SourceLocation(stops.place.file, found[0].place.span.union(stops.place.span))
            notes = ["pow(\(both.text)) is written \(factor)"]
          }
        }
        if intrinsic == .divide, what[0] == "a scalar", let quantity = found.last {
          let number = quantity.place.text.prefix { $0.isNumber || $0 == "." }
          let unit = quantity.place.text.dropFirst(number.count)
          let both = SourceLocation(quantity.place.file, found[0].place.span.union(quantity.place.span))
          if !number.isEmpty, !unit.isEmpty {
            let fixed = "\(found[0].place.text)\(unit) / \(number)"
            fixIts = [FixIt("write '\(fixed)'", replace: both, with: fixed)]
          }
        }
        if what.contains(ValueType.length.described) {
          notes.append("without another unit, 50% is a length, half of a short side; the number is 0.5")
          notes.append("'pixels' is called outside of kernels; a kernel takes its number as a scalar")
        }
      } else if let color = found.first(where: { $0.what == ValueType.text.described && $0.place.text.isColorInQuotes })
      {
        fixIts = [FixIt("delete the quotes", replace: color.place, with: color.place.text.filter { $0 != "\"" }, .safe)]
      } else if what.contains(ValueType.text.described) {
        notes = [
          what.allSatisfy { $0 != "an image" && $0 != "a mask" }
            ? "texts are joined by writing values into one: \"ISO \\(source.iso)\""
            : "the mask that letters make can be added: text(\"Lisbon\")"
        ]
      } else if what.contains("a list") {
        notes = [
          "one element of a list is weights[0]; a loop goes through all: for i in 0...weights.count - 1",
          "a color is written rgb(r, g, b), and a pair vec2(x, y)",
        ]
      } else if what.contains("a bool") {
        notes = ["choose a number with 'if', for example: if bright { 1 } else { 0 }"]
      } else if let alpha = found.first(where: { $0.what == "an rgba" }), !what.contains("a vec2") {
        fixIts = [.alpha(of: alpha.place.text, for: .rgb, at: alpha.place)]
        let hasColor = found.count == 2 && what.contains("an rgb")
        if hasColor, let sign = intrinsic.definition.symbol {
          let sides = found.map { $0.place.text.inParentheses + ($0.what == "an rgb" ? "" : ".rgb") }
          notes = ["with alpha: rgba(\(sides[0]) \(sign) \(sides[1]), \(alpha.place.text.inParentheses).a)"]
        }
      } else if what.contains("a position") {
        let name = found.first { $0.what == "a position" }?.place.text ?? "at"
        notes = [
          "a position has pairs of numbers: \(name).pixels, \(name).size, and \(name).relative, their quotient, from 0 "
            + "to 1 across and down"
        ]
      } else if what.contains("a seed") {
        notes = ["the number of a seed is number(\(found.first { $0.what == "a seed" }?.place.text ?? "roll"))"]
      } else if found.count > 1, !what.contains("a rectangle") {
        notes = ["scalars combine with every type"]
      }
    case .conversion(let unit):
      wanted = "takes \(unit.described)"
      notes = ["for example: \(intrinsic.spelling)(\(unit.declaration.example))"]
      if what == ["a scalar"], let number = found.first {
        return Diagnostic(
          code: "operand-mismatch", "'\(intrinsic.spelling)' \(wanted), and this is a scalar", at: number.place,
          notes: notes + [
            "a parameter with a unit has the type \(unit.rawValue): param amount: \(unit.rawValue) = "
              + unit.declaration.example
          ] + (unit == .ev ? ["of a number of stops it is exp2(\(number.place.text))"] : []))
      }
    case .comparison:
      wanted = "compares numbers or colors of one type"
      if what.contains("an image") {
        notes = ["an image is compared with a number, an rgb, a mask or another image"]
      } else if what.count == 2, what[1] == "a length", found[0].place.text.mentions("focalLength"),
        found[1].place.text.hasSuffix("mm")
      {
        notes = ["a focal length is a number of millimeters"]
        let number = String(found[1].place.text.dropLast(2))
        fixIts = [FixIt("write '\(number)'", replace: found[1].place, with: number)]
      } else if what.contains("a length"),
        found.contains(where: { $0.place.text.mentions(".pixels.") })
          || found.contains(where: { $0.place.text.mentions(".relative.") })
      {
        notes = ["a place across and down is from 0 to 1: at.relative.x > 0.1"]
      } else if what.contains("a length") {
        notes = [
          "a length has parts in %, um and px, which only the photo's size makes one number: "
            + "outside of kernels, compare pixels(radius), and pass the result to the kernel"
        ]
      } else if what[0] == what[1], let type = ValueType.allCases.first(where: { $0.described == what[0] }),
        !type.isNumeric
      {
        wanted = "compares numbers, colors, or a choice and one of its words"
        notes = [
          type == .bool
            ? "a bool is a condition itself: if on { … }, or if !on { … }"
            : "for example: param mode: choice = .soft of soft, hard and then mode == .soft"
        ]
      } else {
        notes = ["compare single numbers; luma709(c) and c.g give one number of a color"]
      }
    case .logic:
      wanted = found.count == 1 ? "takes a bool" : "takes bools"
      notes =
        what.contains(where: String.truthsDescriptions.contains)
        ? ["any(…) and all(…) make one bool of a comparison of colors"]
        : intrinsic.spelling == "!" && what[0] == "a mask"
          ? ["the rest of a mask is 1 - \(found[0].place.text)"]
          : what.contains("a mask")
            ? ["a * b is the intersection of two masks, max(a, b) their union"]
            : [
              found.contains { $0.place.text.mentions("source.") }
                ? "what a photo may lack has a fallback after '??', as in source.iso ?? 100"
                : "compare the number, for example: c.g > 0.5"
            ]
    case .direction: wanted = "takes a vec2 or a color"
    case .truths:
      wanted = "takes a comparison of colors"
      notes = ["for example: \(intrinsic.spelling)(c > 0.5)"]
    case .matrix:
      wanted = "takes a matrix"
      notes = ["for example: \(ValueType.matrix.declaration.example)"]
    case .reduction:
      if let alpha = found.first(where: { $0.what == "an rgba" }), what.contains("an rgb") {
        fixIts = [.alpha(of: alpha.place.text, for: .rgb, at: alpha.place)]
      }
      if let number = found.first(where: { $0.what == "a scalar" }), what.contains("an rgb") {
        fixIts = [
          FixIt("use it for red, green and blue", replace: number.place, with: "rgb(\(number.place.text))")
        ]
      }
    case .choice:
      if what[2] == "a bool" || what[2] == "a condition per pixel" {
        if what[0] == what[1] { return notChosen(what[0], at: place) }
        // A branch in braces has its value inside.
        let alpha = found.first { $0.what == "an rgba" && !$0.place.text.hasPrefix("{") }
        return Diagnostic(
          code: "operand-mismatch", "a choice is between two values of one type", at: place,
          related: [
            Label(found[1].place, "here it is \(what[1])"), Label(found[0].place, "otherwise it is \(what[0])"),
          ],
          notes: what.contains("an rgba")
            ? ["without alpha it is \(alpha.map { $0.place.text.inParentheses } ?? "color").rgb"] : [])
      }
      if what[0] == "a bool" || String.truthsDescriptions.contains(what[0]) {
        let whole = SourceLocation(found[0].place.file, found[0].place.span.union(found[2].place.span))
        let texts = found.map { $0.place.text }
        return Diagnostic(
          code: "operand-mismatch", "the condition of a choice comes last, behind the values for false and true",
          at: found[0].place,
          fixIts: [FixIt("put it there", replace: whole, with: "\(texts[2]), \(texts[1]), \(texts[0])")])
      }
      return Diagnostic(
        code: "operand-mismatch",
        String.truthsDescriptions.contains(what[2])
          ? "a choice lane by lane has as many lanes as the comparison"
          : "a choice asks for a bool, and this is \(what[2])",
        at: found[2].place, what[2],
        notes: String.truthsDescriptions.contains(what[2])
          ? ["here it is between \(what[0]) and \(what[1])"]
          : ["to go from one to the other by a number, write mix(a, b, t)"])
    }
    return Diagnostic(
      code: "operand-mismatch", "'\(intrinsic.spelling)' \(wanted), and \(these)", at: place, notes: notes,
      fixIts: fixIts)
  }

  /// Two values of a type that no condition chooses.
  static func notChosen(_ what: String, at place: SourceLocation) -> Diagnostic {
    let notes =
      switch ValueType.allCases.first(where: { $0.described == what }) {
      case .picture: ["choose between images: if on { fill(first) } else { fill(second) }"]
      case .lut: ["choose between colors: if on { lookup(c, first) } else { lookup(c, second) }"]
      case .curve: ["choose between numbers: if on { first(x) } else { second(x) }"]
      case .rect: ["choose between the images whose rectangles these are"]
      default: [String]()
      }
    return Diagnostic(
      code: "operand-mismatch", "a condition cannot choose \(what)", at: place, what, notes: notes)
  }

  /// A value of another type than the variable that it is assigned to.
  static func otherType(
    _ place: SourceLocation, _ role: String, _ type: ExpressionType, found: ExpressionType
  ) -> Diagnostic {
    if type.isPosition { return notAPosition(place, role) }
    return Diagnostic(
      code: "type-mismatch", "\(role) is \(type.described), and this is \(found.described)", at: place, found.described)
  }

  /// A color or pair that is assigned to a variable which began as a number.
  static func widerValue(
    of name: TokenSyntax, _ type: ValueType, at place: SourceLocation, declared: SourceLocation
  ) -> Diagnostic {
    let zero = "\(type.rawValue)(0)"
    return Diagnostic(
      code: "type-mismatch", "'\(name.text)' is a scalar, and this is \(type.described)", at: place, type.described,
      related: [Label(declared, "it begins as a number here")],
      notes: [
        "let it begin as \(type.described), for example: var \(name.text) = \(zero)",
        type.isColor ? "a color becomes a number by luma709(…) or a part such as .g" : "a part of a pair is .x or .y",
      ])
  }

  static func wrongWidth(_ call: CallSyntax, _ type: ValueType, found: [ValueType]) -> Diagnostic {
    let count = found.reduce(0) { $0 + $1.width }
    let place = call.location
    let isOtherColor = (type, found) == (.rgb, [.rgba]) || (type, found) == (.rgba, [.rgb])
    let hasAlpha = (type, found) == (.rgba, [.rgba, .scalar])
    let first = call.arguments.first?.value
    let fixIt =
      isOtherColor
      ? FixIt.alpha(of: first?.text ?? "", for: type, at: place)
      : hasAlpha ? first.map { .alpha(of: $0.text, for: .rgb, at: $0.location) } : nil
    let example = type == .scalar ? "c.g or luma709(c)" : type.declaration.example
    let note = type == .rgb && count == 4 ? "four numbers make an rgba" : "for example: \(example)"
    let wanted = type.width == 1 ? "one number" : "\(type.width) numbers"
    let given = count == 0 ? "there are none" : count == 1 ? "this is one" : "these are \(count)"
    let commas = call.decimalCommas
    let comma = commas.count == 1 ? FixIt("write '.'", replace: commas[0], with: ".") : nil
    let decimals = commas.isEmpty ? [] : ["a comma separates numbers; the decimal sign is a point"]
    return Diagnostic(
      code: "wrong-width", "'\(type.rawValue)' is made of \(wanted), and \(given)", at: place,
      notes: (fixIt == nil ? [note] : []) + decimals, fixIts: [fixIt ?? comma])
  }

  static func notPartOfValue(_ place: SourceLocation, _ found: String, of type: ValueType, in call: CallSyntax)
    -> Diagnostic
  {
    let text = place.text
    var fixIts: [FixIt?] = []
    if String.truthsDescriptions.contains(found) {
      fixIts = [FixIt("make it 0 and 1", replace: place, with: "select(0, 1, \(text))")]
    }
    if found == "an image" {
      fixIts =
        call.arguments.count == 1 && type.width > 2
        ? [FixIt("use the image itself", replace: call.location, with: text.inParentheses)]
        : [FixIt("take one channel", replace: place, with: "\(text.inParentheses).g")]
    }
    return Diagnostic(
      code: "type-mismatch", "'\(type.rawValue)' is made of numbers, and this is \(found)", at: place, found,
      fixIts: fixIts)
  }

  static func textIsNoValue(_ text: String, at place: SourceLocation) -> Diagnostic {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { "0123456789.".utf8.contains($0) } && Double(text) != nil
    return Diagnostic(
      code: "text-is-no-value", "a kernel cannot compute with a text", at: place,
      notes: isNumber ? [] : ["a text is drawn into a mask outside of kernels: text(\"Lisbon\")"],
      fixIts: isNumber ? [FixIt("write the number", replace: place, with: Double(text)?.spelled ?? text, .safe)] : [])
  }

  static let missingElse = Mistake(
    code: "missing-else", "an 'if' with a value needs an 'else'",
    notes: ["for example: if l < 0.3 { shadow } else { light }"])

  static let blockWithoutValue = Mistake(
    code: "block-without-value", "this block has no value",
    notes: ["the value of a block is the expression at its end"])

  static let valueless = Mistake(
    code: "unused-value", "the value of this 'if' is not used",
    notes: ["give it a name with 'let', or move it to the end of the block"])
}

extension Diagnostic.FixIt {
  /// `0.5  in -3...3  step 0.1` with a unit behind each number, up to a label, a comment or the end of the line.
  fileprivate static func units(of type: ValueType, from place: SourceLocation) -> Self {
    let text = place.file.text[place.span.start...]
    let end = text.firstIndex { $0.endsLine || [UInt8(ascii: "\""), UInt8(ascii: "/")].contains($0) } ?? text.endIndex
    let whole = SourceLocation(place.file, Span(place.span.start, text[..<end].lastIndex { $0 != 0x20 }! + 1))
    let unit = type.declaration.example.drop { $0.isNumber || $0 == "." || $0 == "-" }
    var (written, wasNumber) = ("", false)
    let characters = Array(whole.text)
    for (index, character) in characters.enumerated() {
      let isFraction = character == "." && wasNumber && index + 1 < characters.count && characters[index + 1].isNumber
      let isNumber = character.isNumber || isFraction
      if wasNumber, !isNumber, !character.isLetter { written += unit }
      written.append(character)
      wasNumber = isNumber
    }
    if wasNumber { written += unit }
    return Self("write the unit", replace: whole, with: written)
  }

  /// Gives a color an alpha, or takes it away.
  fileprivate static func alpha(of text: String, for type: ValueType, at place: SourceLocation) -> Self {
    if type == .rgba {
      // `mix(c.rgb, …)` has the alpha of `c`.
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      let name = zip(parts, parts.dropFirst()).first { $1.hasPrefix("rgb") }.map { before, _ in
        String(before.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
      }
      return Self("give it an alpha", replace: place, with: "rgba(\(text), \(name.map { $0 + ".a" } ?? "1"))")
    }
    // The parts of a color with alpha are multiplied by it.
    let isCode = text.hasPrefix("#") && text.utf8.count == 9
    return Self("drop alpha", replace: place, with: isCode ? String(text.dropLast(2)) : "\(text.inParentheses).rgb")
  }
}

extension Intrinsic {
  /// The name of the function that makes plain numbers of those with a unit, but for lengths.
  fileprivate static func conversion(ofType described: String) -> String? {
    allCases.first { intrinsic in
      guard case .conversion(let type) = intrinsic.definition.signature else { return false }
      return type.described == described
    }?.spelling
  }
}

/// How numbers with a unit become plain ones.
private let plainNumbers =
  Intrinsic.allCases.compactMap { intrinsic -> String? in
    guard case .conversion(let type) = intrinsic.definition.signature, type.isQuantity else { return nil }
    return "\(intrinsic.spelling)(\(type.declaration.example))"
  } + ["pixels(\(ValueType.length.declaration.example))"]

extension ValueType {
  /// How sentences name the numbers with a unit.
  fileprivate static let quantityDescriptions = Set(allCases.filter { $0.isQuantity }.map { $0.described })
}

extension SourceLocation {
  /// Whether it is an argument without a name.
  fileprivate var beginsArgument: Bool {
    let before = file.text[..<span.start].last { $0 != UInt8(ascii: " ") && !$0.endsLine }
    return before == UInt8(ascii: "(") || before == UInt8(ascii: ",")
  }
}

extension String {
  /// The largest number among the digits of a size, such as `"1920x1080"`.
  fileprivate var longestSide: Int? { split { !$0.isNumber }.compactMap { Int($0) }.max() }

  /// `"#ff8800"`
  fileprivate var isColorInQuotes: Bool {
    let digits = filter { $0 != "\"" }.dropFirst()
    return hasPrefix("\"#") && [3, 6, 8].contains(digits.count) && digits.allSatisfy { $0.isHexDigit }
  }

  /// The text, in parentheses unless it is a name or a call.
  var inParentheses: String {
    allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." } || hasSuffix(")") ? self : "(\(self))"
  }
}

extension String {
  /// `.topLeft` as a pair from 0 to 1.
  fileprivate var anchor: String? {
    let word = dropFirst().lowercased()
    let names = ["top", "bottom", "left", "right", "center"]
    guard first == ".", let name = names.first(where: word.hasPrefix) else { return nil }
    let x = word.hasSuffix("left") ? "0" : word.hasSuffix("right") ? "1" : "0.5"
    return "vec2(\(x), \(name == "top" ? "0" : name == "bottom" ? "1" : "0.5"))"
  }
}
