/// For which sizes of the photo a pass runs: where one of its sides is within a range.
struct HookCondition: Hashable {
  /// What an amount depends on.
  enum Side: Hashable {
    case short, long, width, height
  }

  let side: Side

  /// In pixels; without an upper end the range has none.
  let from: Int
  let upTo: Int?

  /// Whether it holds for all photos.
  var isAlways: Bool { from <= 1 && upTo == nil }

  /// As the condition of a pass: operators behind their operands.
  var reversePolish: String {
    let parts = (from > 1 ? ["\(below(from)) !"] : []) + (upTo.map { [below($0)] } ?? [])
    return parts.joined(separator: " ") + (parts.count > 1 ? " *" : "")
  }

  private func below(_ pixels: Int) -> String {
    let (width, height) = ("HOOKED.w \(pixels) <", "HOOKED.h \(pixels) <")
    return switch side {
    case .short: "\(width) \(height) +"
    case .long: "\(width) \(height) *"
    case .width: width
    case .height: height
    }
  }

  /// In GLSL, where `photo` has the columns and rows, for a range without an upper end.
  var code: String {
    switch side {
    case .short: "min(photo.x, photo.y) >= \(from)"
    case .long: "max(photo.x, photo.y) >= \(from)"
    case .width: "photo.x >= \(from)"
    case .height: "photo.y >= \(from)"
    }
  }
}

/// For which sizes of the photo a pass runs: where one of these holds; always where there are none.
struct HookConditions: Hashable {
  let any: [HookCondition]

  static let always = HookConditions([])

  /// - Parameter any: ranges without an upper end become one for each side. libplacebo 4.208 and mpv take 32 words.
  init(_ any: [HookCondition]) {
    var merged: [HookCondition] = []
    for condition in any {
      if condition.upTo == nil, let known = merged.firstIndex(where: { $0.side == condition.side && $0.upTo == nil }) {
        let from = min(condition.from, merged[known].from)
        merged[known] = HookCondition(side: condition.side, from: from, upTo: nil)
      } else {
        merged.append(condition)
      }
    }
    self.any = merged.contains(where: \.isAlways) ? [] : merged
  }

  var isAlways: Bool { any.isEmpty }

  /// As the condition of a pass.
  var reversePolish: String {
    any.map(\.reversePolish).joined(separator: " ") + String(repeating: " +", count: max(any.count - 1, 0))
  }

  /// In GLSL.
  var code: String { any.map(\.code).joined(separator: " || ") }
}
