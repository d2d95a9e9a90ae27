import TintypeDiagnostics
package import TintypeIR
import TintypeIntrinsics
import TintypeSyntax
package import TintypeTables

extension Parameter {
  /// A value of the parameter as the language writes it; a table by the name that it has among the program's.
  ///
  /// - Parameter givenCount: how many tables at the end were given from outside. They are written as in settings.
  package func spelled(_ value: [Double], tables: [ColorTable] = [], givenCount: Int = 0) -> String {
    switch type.declaration.kind {
    case .seed where PhotoSeed.isMeant(by: value, of: type): "." + PhotoSeed.word
    case .numbers where value.count == 1, .seed: value[0].spelled
    case .numbers, .matrix, .rectangle: "\(type.rawValue)(\(value.map({ $0.spelled }).joined(separator: ", ")))"
    case .quantity: numbers(of: value)[0].spelled + (unit ?? "")
    case .truth: value[0] == 0 ? "false" : "true"
    case .choice: "." + choices[Int(value[0])]
    case .curve:
      "curve ["
        + stride(from: 0, to: value.count, by: 2).map { "(\(value[$0].spelled), \(value[$0 + 1].spelled))" }
        .joined(separator: ", ") + "]"
    case .table where !tables.indices.contains(Int(value[0])): "a table"
    case .table where Int(value[0]) < tables.count - givenCount: "lut \"\(tables[Int(value[0])].name.escaped)\""
    case .table: tables[Int(value[0])].name.nameInSetting
    case .picture: value.isEmpty ? "none" : "picture \"\(TextLanes.text(of: value).escaped)\""
    case .written where type == .date: CivilDate(lanes: value).map { "\"\($0.text)\"" } ?? type.declaration.example
    case .written: "\"" + TextLanes.text(of: value).escaped + "\""
    }
  }

  /// A value as lists show it: a color by its codes where it has some, else with at most four decimals.
  ///
  /// - Parameter space: what a color means for the parameter.
  package func listed(
    _ value: [Double], in space: WorkingSpace, tables: [ColorTable] = [], givenCount: Int = 0
  ) -> String {
    guard type.isColor else { return spelled(value, tables: tables, givenCount: givenCount) }
    let codes = space.codes(of: value)
    return codes.map { $0.colorLiteral } ?? spelled(value.map { ($0 * 1e4).rounded() / 1e4 })
  }

  /// A number of the parameter in its unit, where it is kept in another one.
  package func inUnit(_ number: Double) -> Double {
    guard let unit = unit.flatMap(UnitWord.init), unit.meaning.type == type else { return number }
    return unit.number(of: number)
  }

  /// The numbers of a value in the parameter's unit: one of a quantity, one for each lane of everything else.
  package func numbers(of value: [Double]) -> [Double] {
    type.isQuantity ? [inUnit(magnitudes(of: value)?.first ?? 0)] : value
  }

  /// A range of the parameter as the language writes it.
  package func spelled(_ range: ClosedRange<Double>) -> String {
    [range.lowerBound, range.upperBound].map { spelled(number: $0) }.joined(separator: "...")
  }

  /// A number of a range or step, with the unit of a quantity.
  package func spelled(number: Double) -> String { inUnit(number).spelled + (type.isQuantity ? unit ?? "" : "") }
}

extension WorkingSpace {
  /// The codes whose literal is exactly this color; nil for other colors.
  fileprivate func codes(of color: [Double]) -> [UInt8]? {
    let codes = shown(color).map { ($0 * 255).rounded() }
    guard codes.allSatisfy((0...255).contains) else { return nil }
    return self.color(shownAs: codes.map { $0 / 255 }) == color ? codes.map { UInt8($0) } : nil
  }

  /// A color as it is displayed: straight codes of sRGB, 0 to 1 within its gamut, and alpha if the color has one.
  func shown(_ color: [Double]) -> [Double] {
    let alpha = color.count == 4 && color[3] > 0 ? color[3] : 1
    return converted(color.prefix(3).map { $0 / alpha }, by: .linearToSrgb) + color.dropFirst(3)
  }

  /// The color that is displayed as codes of sRGB, as a literal has them; the inverse of ``shown(_:)``.
  func color(shownAs codes: [Double]) -> [Double] {
    converted(Array(codes.prefix(3)), by: .srgbToLinear).map { codes.count == 4 ? $0 * codes[3] : $0 }
      + codes.dropFirst(3)
  }

  private func converted(_ color: [Double], by conversion: Intrinsic) -> [Double] {
    guard self == .linearSRGB else { return color }
    return Instruction(.apply(conversion), type: .rgb, rate: .uniform).meaning(of: [color], tables: []) ?? color
  }
}

extension [UInt8] {
  /// The color of these codes as it is written in a recipe: `#8c3b4a`.
  package var colorLiteral: String {
    reduce("#") { $0 + ($1 < 16 ? "0" : "") + String($1, radix: 16) }
  }
}

extension String {
  /// The name of a file in a setting: between quotes, except for one that no text may have.
  fileprivate var nameInSetting: String {
    unicodeScalars.contains { $0.isTreacherous && $0 != "\n" } ? self : "\"" + escaped + "\""
  }

  /// The text as written between quotes.
  fileprivate var escaped: String { writing(["\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\t": "\\t"]) }
}
