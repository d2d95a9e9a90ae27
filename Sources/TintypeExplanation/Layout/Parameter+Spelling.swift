import TintypeChecker
import TintypeIR
import TintypeIntrinsics
import TintypeTables

extension Parameter {
  /// A value of it, as a person writes it in a recipe.
  func spelling(of lanes: [Double], tables: [ColorTable]) -> String {
    switch type {
    case .scalar: lanes[0].spelled
    case .bool: lanes[0] == 0 ? "false" : "true"
    case .choice: choices.indices.contains(Int(lanes[0])) ? ".\(choices[Int(lanes[0])])" : lanes[0].spelled
    case .angle: "\(lanes[0].spelled)rad"
    case .ev: "\(lanes[0].spelled)ev"
    case .kelvin: "\(lanes[0].spelled)k"
    case .length: Self.length(lanes)
    case .curve: Self.curve(lanes)
    case .lut: tables.indices.contains(Int(lanes[0])) ? "lut \"\(tables[Int(lanes[0])].name)\"" : "a table"
    case .vec2, .rgb, .rgba, .rect: "\(type.rawValue)(\(lanes.map(\.spelled).joined(separator: ", ")))"
    }
  }

  /// Lanes in % of the short side, um on the film, and pixels, which add up.
  private static func length(_ lanes: [Double]) -> String {
    let parts = zip(lanes, ["%", "um", "px"]).filter { $0.0 != 0 }.map { "\($0.0.spelled)\($0.1)" }
    return parts.isEmpty ? "0px" : parts.joined(separator: " + ")
  }

  /// Points x0 y0 x1 y1 ...
  private static func curve(_ numbers: [Double]) -> String {
    let points = stride(from: 0, to: numbers.count - 1, by: 2).map {
      "(\(numbers[$0].spelled), \(numbers[$0 + 1].spelled))"
    }
    return "curve [\(points.joined(separator: ", "))]"
  }
}
