import TintypeIR
import TintypeIntrinsics
import TintypeSemantics

extension Operand {
  /// The rectangle of a picture or place that ends somewhere.
  var bounds: Value? {
    switch self {
    case .picture(let picture): picture.bounds
    case .place(_, let bounds): bounds
    case .parts(_, let picture): picture?.bounds
    case .value, .position, .word: nil
    }
  }
}

extension ProgramBuilder {
  /// One premultiplied `rgba`, or the number of a mask.
  mutating func premultiplied(_ picture: Picture) -> Value {
    switch picture.color {
    case .premultiplied(let value), .mask(let value): value
    case .straight(let color, let alpha): construct([apply(.multiply, color, alpha), alpha], .rgba)
    }
  }

  /// Straight `rgb`, 0 where alpha is not above 0; or the number of a mask.
  mutating func straight(_ picture: Picture) -> Value {
    switch picture.color {
    case .straight(let value, _), .mask(let value): return value
    case .premultiplied(let color):
      let alpha = component([3], of: color)
      let quotient = apply(.divide, component([0, 1, 2], of: color), alpha)
      return apply(.select, constant([0, 0, 0], .rgb), quotient, apply(.greater, alpha, constant(0)))
    }
  }

  /// The alpha of an image; a mask is opaque.
  mutating func alpha(of picture: Picture) -> Value {
    switch picture.color {
    case .straight(_, let alpha): alpha
    case .premultiplied(let color): component([3], of: color)
    case .mask: constant(1)
    }
  }

  /// The intersection of the finite bounds; nil if there are none.
  mutating func intersection(_ bounds: [Value?]) -> Value? {
    bounds.compactMap { $0 }.reduce(nil as Value?) { common, next in common.map { intersect($0, next) } ?? next }
  }

  /// The rectangle of the picture that a condition chooses; for an unbounded picture, that of the other.
  mutating func chosen(_ otherwise: Value?, _ then: Value?, _ condition: Value) -> Value? {
    guard let otherwise, let then, otherwise != then else { return otherwise ?? then }
    if let truth = constant(condition) { return truth[0] != 0 ? then : otherwise }
    let edges = (0..<4).map { edge in
      apply(.select, component([edge], of: otherwise), component([edge], of: then), condition)
    }
    return construct(edges, .rect)
  }
}
