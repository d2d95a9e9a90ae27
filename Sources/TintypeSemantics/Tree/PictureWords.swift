// The words that operations on pictures take.

/// Which sides `flip` exchanges.
package enum FlipDirection: String, CaseIterable, Sendable {
  case horizontal, vertical
}

/// Where the rectangle of a ratio stays when the picture is longer.
package enum CropAnchor: String, CaseIterable, Sendable {
  case center, top, bottom, left, right

  /// Across and down, 0 to 1.
  package var place: [Double] {
    switch self {
    case .center: [0.5, 0.5]
    case .top: [0.5, 0]
    case .bottom: [0.5, 1]
    case .left: [0, 0.5]
    case .right: [1, 0.5]
    }
  }
}

/// Where a line of letters stands in a picture.
package enum TextCorner: String, CaseIterable, Sendable {
  case topLeft, top, topRight, left, center, right, bottomLeft, bottom, bottomRight

  /// Across and down, 0 to 1.
  package var place: [Double] {
    let index = Self.allCases.firstIndex(of: self) ?? 0
    return [Double(index % 3) / 2, Double(index / 3) / 2]
  }
}

/// How often by 90 degrees clockwise an angle turns, 0 to 3.
package struct QuarterTurns {
  package let count: Int

  /// nil for an angle that is no whole number of quarters.
  package init?(_ radians: Double) {
    let turns = radians / (.pi / 2)
    guard abs(turns - turns.rounded()) < 1e-9, abs(turns) < 1e6 else { return nil }
    count = ((Int(turns.rounded()) % 4) + 4) % 4
  }
}
