import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax
import TintypeText

// Texts and dates, and the mask that letters make.
extension Analyzer {
  /// A text in quotes; kernels cannot use one.
  mutating func text(_ syntax: StringSyntax, _ scope: Scope) throws(Reported) -> TypedExpression {
    let place = syntax.location
    guard scope.hasPictures else { throw reported(.textIsNoValue(syntax.value, at: place)) }
    let lanes = TextLanes.lanes(of: syntax.value)
    guard lanes.count <= TextLanes.mostCharacters else { throw reported(.textTooLong(at: place, count: lanes.count)) }
    // A text may lack its closing quote.
    let start = place.span.start + 1
    reportPlaceholders(in: [Span(start, max(start, place.span.end - 1))], of: place.file)
    return TypedExpression(.constant(lanes), .value(.text), at: place)
  }

  /// Reports the first placeholder of a text, and what all of them are here.
  private mutating func reportPlaceholders(in spans: [Span], of file: SourceFile) {
    var found: [(whole: SourceLocation, value: String?)] = []
    for span in spans {
      var rest = span
      while found.count < 16, let next = placeholder(in: rest, of: file) {
        found.append(next)
        rest = Span(next.whole.span.end, rest.end)
      }
    }
    guard let first = found.first else { return }
    report(.textPlaceholder(at: first.whole, first.value, others: Array(found.dropFirst())))
  }

  /// What another language would replace by a value: `${source.iso}`, `$(source.iso)`, `{source.iso}`, `{:.2f}`, `%d`,
  /// `%[EXIF:DateTime]`.
  private func placeholder(in span: Span, of file: SourceFile) -> (whole: SourceLocation, value: String?)? {
    let (bytes, end) = (file.text, span.end)
    func isOne(_ index: Int, of characters: StaticString) -> Bool {
      index < end && characters.withUTF8Buffer { $0.contains(bytes[index]) }
    }
    // `%Y-%m-%d` is a date, whose fields are reported by themselves.
    let isDate = (span.start..<max(span.start, end)).contains { isOne($0, of: "%") && isOne($0 + 1, of: "YymHMSbB") }
    if isDate { return nil }
    for start in span.start..<max(span.start, end) {
      if isOne(start, of: "%"), isOne(start + 1, of: "["),
        let closer = bytes[(start + 2)..<end].firstIndex(of: UInt8(ascii: "]"))
      {
        let name = file.text(in: Span(start + 2, closer))
        guard name.first?.isLetter == true else { continue }
        return (SourceLocation(file, Span(start, closer + 1)), fieldOfPhoto(name))
      }
      if isOne(start, of: "%") {
        var last = start + 1
        while isOne(last, of: "0123456789.") { last += 1 }
        let isWord = last + 1 < end && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[last + 1] | 0x20)
        guard isOne(last, of: "dfsiu"), !isWord else { continue }
        return (SourceLocation(file, Span(start, last + 1)), nil)
      }
      let isDollar = isOne(start, of: "$")
      let opener = isDollar ? start + 1 : start
      guard isOne(opener, of: isDollar ? "{(" : "{"),
        let closer = bytes[opener..<end].firstIndex(where: { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: ")") })
      else { continue }
      let value = file.text(in: Span(opener + 1, closer))
      let whole = SourceLocation(file, Span(start, closer + 1))
      let isKnown = value.hasPrefix("source.") && !value.mentions("\\") || module.declared[value] != nil
      if isDollar || isKnown { return (whole, isKnown ? value : fieldOfPhoto(value)) }
      let isNumbered = value.utf8.count == 1 && isOne(opener + 1, of: "0123456789")
      if value.isEmpty || isNumbered || isOne(opener + 1, of: ":") || isOne(opener + 2, of: ":") { return (whole, nil) }
    }
    return nil
  }

  /// What a recipe calls a field of the metadata, such as `EXIF:DateTime`; nil for what is none.
  private func fieldOfPhoto(_ name: String) -> String? {
    let fields = ShotField.members.filter { $0.type != .bool }.map { $0.rawValue }
    let last = name.split { $0 == ":" || $0 == "." }.last.map(String.init) ?? ""
    let field = fields.first { $0.lowercased() == last.lowercased() } ?? ForeignName.word(last, among: fields)
    return field.map { "source.\($0)" }
  }

  /// A text with values in it, such as `"ISO \(source.iso)"`.
  mutating func text(_ syntax: InterpolatedTextSyntax, _ scope: Scope) throws(Reported) -> TypedExpression {
    guard scope.hasPictures else { throw reported(.textIsNoValue("", at: syntax.location)) }
    reportPlaceholders(in: syntax.parts.map { $0.location.span }, of: syntax.location.file)
    let values = syntax.values.map { inserted in
      let value = expression(inserted, scope)
      return attempt(at: value.location, after: 1) { analyzer throws(Reported) in try analyzer.written(value) }
    }
    var parts: [TypedExpression] = []
    for (index, part) in syntax.parts.enumerated() {
      let letters = TextLanes.lanes(of: part.stringValue ?? "")
      guard letters.count <= TextLanes.mostCharacters else {
        throw reported(.textTooLong(at: part.location, count: letters.count))
      }
      if !letters.isEmpty { parts.append(TypedExpression(.constant(letters), .value(.text), at: part.location)) }
      if index < values.count { parts.append(try known(values[index])) }
    }
    // What is known of a longer text; the rest is cut where it is not.
    let count = parts.compactMap { constantLanes($0)?.count }.reduce(0, +)
    guard count <= TextLanes.mostCharacters else { throw reported(.textTooLong(at: syntax.location, count: count)) }
    return TypedExpression(.construct(.text, parts), .value(.text), at: syntax.location)
  }

  /// A value that is written into a text, as `format` without further arguments does it.
  mutating func written(_ value: TypedExpression) throws(Reported) -> TypedExpression {
    let isStops = value.type == .value(.ev)
    let value = try formatted(try known(value))
    if value.type == .value(.text) { return value }
    let inputs = PictureOperation.format.inputs
    var call = PictureCall(operation: .format, arguments: [.init(input: inputs[0], value: value)])
    call.numberFormat = try numberFormat(call, isStops: isStops)
    return TypedExpression(.operation(call), .value(.text), at: value.location)
  }

  /// A text, a date, or a number without its unit.
  mutating func formatted(_ value: TypedExpression) throws(Reported) -> TypedExpression {
    switch value.type {
    case .value(.text), .value(.date), .value(.scalar): return value
    case .value(.seed), .word(PhotoSeed.word):
      return try applied(.number, [try seedOfPhoto(value)], at: value.location, value.location)
    case .value(.length) where value.plainNumber != nil || constantOfPercentage(value) != nil:
      return try coerced(value, to: .scalar, as: "a number of a text")
    case .value(let type):
      guard let one = type.unitOfText else { break }
      let unit = TypedExpression(.constant([one]), .value(type), at: value.location)
      return try applied(.divide, [value, unit], at: value.location, value.location)
    default: break
    }
    throw reported(.notFormatted(at: value.location, value.type))
  }

  /// How `format` writes a number: stops with their sign, other numbers plainly, or as the call says.
  mutating func numberFormat(_ call: PictureCall, isStops: Bool) throws(Reported) -> NumberFormat {
    guard let what = call[.what] else { throw Reported() }
    let type = what.type.value
    var format = NumberFormat(isStops ? .stops : .plain)
    if let style = call[.as] {
      if case .word(let name) = style.type, let style = NumberFormat.Style(rawValue: name) { format.style = style }
      let isWord = style.type.isWord
      guard isWord ? type == .scalar : type == .date else {
        let word = NumberFormat.Style(rawValue: style.location.text.filter { $0 != "\"" })?.rawValue
        throw reported(
          .formatOfAnother(at: style.location, isNumber: type == .scalar, isText: type == .text, word: word))
      }
      if !isWord { try checkPattern(style) }
    }
    if let decimals = call[.decimals] {
      guard type == .scalar else { throw reported(.decimalsOfNoNumber(at: decimals.location)) }
      guard let count = constantLanes(decimals)?[0], count == count.rounded() else {
        throw reported(.decimalsAreNone(at: decimals.location))
      }
      guard format.style != .shutter else { throw reported(.decimalsOfFraction(at: decimals.location)) }
      format.decimals = Int(count)
    }
    return format
  }

  /// A date that is written as a text.
  mutating func date(_ text: TypedExpression) throws(Reported) -> TypedExpression {
    guard let lanes = constantLanes(text), let date = CivilDate(TextLanes.text(of: lanes)) else {
      throw reported(.notADate(at: text.location))
    }
    return TypedExpression(.converted(text, date.lanes), .value(.date), at: text.location)
  }

  /// Checks a text that is set: a parameter may not be able to hold it.
  mutating func check(_ lanes: [Double], for parameter: Parameter, at place: SourceLocation) throws(Reported) {
    guard parameter.type == .text else { return }
    guard lanes.count <= TextLanes.mostCharacters else { throw reported(.textTooLong(at: place, count: lanes.count)) }
    if parameter.isDatePattern { try checkPattern(lanes, at: place) }
  }

  private mutating func checkPattern(_ lanes: [Double], at place: SourceLocation) throws(Reported) {
    do throws(DatePattern.Mistake) {
      let pattern = TextLanes.text(of: lanes)
      // A setting applies to the following render, so errors are certain.
      if try DatePattern(pattern).hasMinutesForMonths, !isSetting {
        report(.minutesForMonths(pattern, at: place))
      }
    } catch {
      throw reported(.badDatePattern(error, at: place))
    }
  }

  /// Checks that a text can say how a date is written; one that is set from outside is remembered.
  mutating func checkPattern(_ value: TypedExpression) throws(Reported) {
    var lanes = constantLanes(value)
    if let index = value.parameter(in: model) {
      model.parameters[index].parameter?.isDatePattern = true
      lanes = model.parameters[index].parameter?.defaultValue
    }
    if let lanes { return try checkPattern(lanes, at: value.location) }
    for alternative in value.alternatives(in: model) { try checkPattern(alternative) }
  }

  // MARK: `text(what, on, at, height, margin, face, format, font, align)`

  /// The face or font of a text, which can show what is known of the line. A letter that it lacks is a warning.
  mutating func lettering(_ call: PictureCall, _ syntax: CallSyntax) throws(Reported) -> Lettering {
    guard let what = call[.what] else { throw Reported() }
    let isDate = what.type == .value(.date)
    if let format = call[.format] {
      guard isDate else { throw reported(.formatOfText(at: format.location)) }
      try checkPattern(format)
    }
    let line = knownLine(what, call[.format]) ?? "0123456789"
    var lettering = Lettering.face(isDate ? .segments : .plain)
    if case .word(let name)? = call[.face]?.type, let face = LetterFace(rawValue: name) { lettering = .face(face) }
    if let place = call[.font] {
      if let face = call[.face] { throw reported(.faceAndFont(at: face.location)) }
      let font = try font(place, syntax)
      guard font.outline(of: line) != nil else {
        let problem = "some of its letters are damaged, or too intricate"
        throw reported(.unreadableFile(font.name, problem, at: place.location))
      }
      lettering = .font(font)
    }
    if let missing = lettering.missingLetters(in: line) { report(.missingLetters(missing, at: what.location)) }
    return lettering
  }

  /// The font of a file, which is read once.
  private mutating func font(_ name: TypedExpression, _ syntax: CallSyntax) throws(Reported) -> LetterFont {
    let written = syntax.arguments.map { $0.value }.first { $0.location == name.location }
    guard case .string(let text) = written else { throw reported(.fontIsNoFile(at: name.location)) }
    let path = try path(text.value, at: name.location, from: place(of: name.location.file))
    return try once(fonts[path]) { analyzer throws(Reported) in
      try analyzer.loaded(path, at: name.location)
    } keep: { analyzer, font in
      analyzer.fonts[path] = .some(font)
    }
  }

  private mutating func loaded(_ path: RecipePath, at location: SourceLocation) throws(Reported) -> LetterFont {
    guard ["ttf", "otf"].contains(path.fileExtension) else { throw reported(.unknownFontFormat(at: location)) }
    return try loaded(path, at: location) { (loader) throws(LoadFailure) in
      try loader.font(of: path, atMost: CheckLimits.fontBytes)
    }
  }

  /// A text, the default of its parameter, or a date as its format writes it; nil if nothing of it is known.
  private mutating func knownLine(_ what: TypedExpression, _ format: TypedExpression?) -> String? {
    guard what.type == .value(.date) else { return knownText(what) }
    guard let pattern = format == nil ? DatePattern.usual : format.flatMap({ knownText($0) }) else { return nil }
    let date = constantLanes(what).flatMap { $0.isEmpty ? nil : $0 } ?? [2024, 8, 31, 12, 30, 0]
    return try? DatePattern(pattern).text(of: date)
  }

  private mutating func knownText(_ text: TypedExpression) -> String? {
    let lanes = text.parameter(in: model).flatMap { model.parameters[$0].parameter?.defaultValue }
    return (lanes ?? constantLanes(text)).map(TextLanes.text)
  }
}

extension ValueType {
  /// One of the unit in which a text writes a quantity; nil for what is no single number with a unit.
  fileprivate var unitOfText: Double? {
    switch self {
    case .ev, .kelvin: 1
    case .angle: .pi / 180
    default: nil
    }
  }
}
