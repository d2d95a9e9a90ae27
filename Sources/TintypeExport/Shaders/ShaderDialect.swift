import TintypeIntrinsics
import TintypeTables

/// The spelling of a shading language where languages differ; one file per language.
protocol ShaderDialect: Sendable {
  /// The names of functions that are not those of Metal.
  var names: [String: String] { get }

  /// The functions that it lacks: their formulas are printed.
  var missing: Set<String> { get }

  /// Whether the compiler rejects an operation on constants without a finite result.
  var refusesInfiniteConstants: Bool { get }

  /// The suffix of a number with a point.
  var numberSuffix: String { get }

  func name(of type: ShaderType) -> String

  /// A value of a type from its parts; from one part, this in every lane, or converted.
  func construct(_ type: ShaderType, _ parts: [ShaderCode]) -> ShaderCode

  func choice(_ condition: ShaderCode, _ yes: ShaderCode, _ no: ShaderCode) -> ShaderCode

  /// The pixel of the photo, or of a picture besides it, as codes with straight alpha (Metal: light).
  func stored(_ picture: String) -> ShaderCode

  /// Column and row of the pixel that is drawn, counted from the top left corner.
  var pixel: (column: ShaderCode, row: ShaderCode) { get }

  /// The center of this pixel.
  var place: ShaderCode { get }

  /// The rectangle of the photo, or of a picture besides it: left, top, right, bottom.
  func bounds(of picture: String) -> ShaderCode

  /// Some lanes of a vector.
  func lanes(_ lanes: [Int], of vector: ShaderCode, isColor: Bool) -> ShaderCode

  /// The return expression for a value with this number of lanes; a picture has four.
  func result(_ value: ShaderCode, width: Int) -> ShaderCode

  /// The declaration before `= value`.
  func definition(_ type: ShaderType, _ name: String, isVariable: Bool) -> String

  /// The first line of a function.
  func function(_ name: String, _ parameters: [(type: ShaderType, name: String)], _ result: ShaderType) -> String

  /// A pixel of a picture, counted from its top left corner, or an entry of a table.
  func fetch(_ picture: ShaderCode, _ place: ShaderCode, isTable: Bool) -> ShaderCode

  /// Columns and rows of a picture, or the entries along an edge of a table.
  func size(of picture: ShaderCode, isTable: Bool) -> ShaderCode

  /// A pixel of the picture of an earlier pass where this is a function; nil where it is stored.
  ///
  /// - Parameters:
  ///   - filter: how it is read at a place; nil for the pixel that is drawn.
  func read(_ pass: String, _ filter: SampleFilter?, at place: ShaderCode?, lanes: Int) -> ShaderCode?

  /// The stage of a table as a function of a color; nil where it is a picture.
  func function(of stage: ColorTable.Stage, named name: String) -> String?

  /// The dialect for a pass that reads nothing besides its pixel of the photo, and for others.
  func drawing(_ readsItsPixelOnly: Bool) -> any ShaderDialect

  /// The file of a shader.
  func text(of unit: ShaderUnit) -> [String]
}

extension ShaderDialect {
  var refusesInfiniteConstants: Bool { false }

  var names: [String: String] { [:] }
  var missing: Set<String> { [] }
  var numberSuffix: String { "" }
  var pixel: (column: ShaderCode, row: ShaderCode) { (ShaderCode("pixel.x"), ShaderCode("pixel.y")) }

  var place: ShaderCode {
    .binary(construct(.float(2), [ShaderCode("pixel", lanes: 2)]), "+", literal(0.5), .sum)
  }

  func bounds(of picture: String) -> ShaderCode {
    let corners = [literal(0), size(of: ShaderCode(picture), isTable: false)]
    return construct(.float(4), corners.map { construct(.float(2), [$0]) })
  }

  func function(of stage: ColorTable.Stage, named name: String) -> String? { nil }

  func read(_ pass: String, _ filter: SampleFilter?, at place: ShaderCode?, lanes: Int) -> ShaderCode? { nil }

  func result(_ value: ShaderCode, width: Int) -> ShaderCode {
    width == 4 ? value : construct(.float(4), [value] + [0.0, 0, 1].suffix(4 - width).map(literal))
  }

  /// As in C.
  func choice(_ condition: ShaderCode, _ yes: ShaderCode, _ no: ShaderCode) -> ShaderCode {
    ShaderCode(
      "\(condition.within(.or)) ? \(yes.within(.or)) : \(no.within(.choice))", .choice, lanes: max(yes.lanes, no.lanes))
  }

  func construct(_ type: ShaderType, _ parts: [ShaderCode]) -> ShaderCode {
    .call(name(of: type), parts, lanes: type.lanes)
  }

  func stored(_ picture: String) -> ShaderCode {
    fetch(ShaderCode(picture), ShaderCode("pixel"), isTable: false)
  }

  func lanes(_ lanes: [Int], of vector: ShaderCode, isColor: Bool) -> ShaderCode {
    let letters = Array(isColor ? "rgba" : "xyzw")
    return ShaderCode(vector.within(.postfix) + "." + String(lanes.map { letters[$0] }), lanes: lanes.count)
  }

  func definition(_ type: ShaderType, _ name: String, isVariable: Bool) -> String { "\(self.name(of: type)) \(name)" }

  func function(_ name: String, _ parameters: [(type: ShaderType, name: String)], _ result: ShaderType) -> String {
    let list = parameters.map { "\(self.name(of: $0.type)) \($0.name)" }.joined(separator: ", ")
    return "\(self.name(of: result)) \(name)(\(list)) {"
  }

  func drawing(_ readsItsPixelOnly: Bool) -> any ShaderDialect { self }

  // MARK: Derived

  /// The type of values of a type of the language.
  func type(_ type: ValueType) -> ShaderType { type == .bool ? .bool : .float(type.width) }

  /// A number.
  func number(_ number: Double) -> String { number.shaderText + numberSuffix }

  /// A number as an expression.
  func literal(_ number: Double) -> ShaderCode {
    ShaderCode(self.number(number), number < 0 ? .unary : .postfix)
  }

  func statement(_ type: ShaderType, _ name: String, _ code: ShaderCode) -> String {
    "\(definition(type, name, isVariable: false)) = \(code.text);"
  }
}

extension Double {
  /// The nearest single, so that the text has no digits that a shader drops; the largest one for infinities.
  var shaderText: String {
    let single = Float(self)
    // The shortest text of the largest number is larger than it.
    guard single.magnitude < .greatestFiniteMagnitude else { return self < 0 ? "-3.402823466e38" : "3.402823466e38" }
    if single == single.rounded(), single.magnitude < 1e6 { return "\(Int(single)).0" }
    return "\(single)"
  }
}
