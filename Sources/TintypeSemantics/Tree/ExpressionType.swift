package import TintypeIR
package import TintypeIntrinsics
package import TintypeSyntax

/// A type that inputs of kernels and functions can have besides those of values.
package enum InputType: String, Sendable, CaseIterable {
  case image, mask, position

  /// Whether it stands for a picture.
  package var isPicture: Bool { self != .position }

  /// What an input of the type is.
  package var documentation: WordDocumentation {
    switch self {
    case .image:
      WordDocumentation(
        "kernel edges(photo: image) -> rgb { … }",
        "a whole picture; in a kernel its color at this pixel, and `neighbor(photo, x: 1)` that of the next one")
    case .mask:
      WordDocumentation("function veil(light: mask) -> image { … }", "a number for each pixel, as `luma709(source)` is")
    case .position:
      WordDocumentation(
        "kernel fade(c: rgb, at: position) -> rgb { … }",
        "where the pixel is: `at.relative` from 0 to 1, `at.pixels`, `at.size`; calls over images do not write it")
    }
  }
}

/// The type of an expression.
package enum ExpressionType: Sendable, Equatable {
  /// A value: uniform at the top level, of one pixel inside a kernel.
  case value(ValueType)
  /// A picture; an unbounded one, such as noise, has no edges.
  case image(isBounded: Bool)
  /// One number for each pixel.
  case mask(isBounded: Bool)
  /// The place of the pixel in an image.
  case position
  /// A place for each pixel, at which a picture is sampled.
  case place(isBounded: Bool)
  /// Several booleans, one per lane of a comparison; `any` and `all` reduce them to one.
  case truths(Int)
  /// A truth for each pixel of a picture, or this number of them, one per channel; `select` and `if` choose by it.
  case condition(Int, isBounded: Bool)
  /// Some values of one type, of which an index takes one.
  case list(ValueType, count: Int)
  /// A word such as `.fine`, which has a meaning beside a parameter that lists it.
  case word(String)
  /// The value of a parameter of words.
  indirect case selection(Parameter)
  /// The type of an expression with a reported error; its uses are not reported again.
  case unknown

  package var isUnknown: Bool { self == .unknown }

  package var isImage: Bool { if case .image = self { true } else { false } }

  package var isMask: Bool { if case .mask = self { true } else { false } }

  /// An image or a mask.
  package var isPicture: Bool { isImage || isMask }

  package var isPlace: Bool { if case .place = self { true } else { false } }

  package var isTruths: Bool { if case .truths = self { true } else { false } }

  package var isList: Bool { if case .list = self { true } else { false } }

  package var isCondition: Bool { if case .condition = self { true } else { false } }

  /// Whether it has a value at each pixel of a picture, where a value by itself is the same at all.
  var isOverPixels: Bool { isPicture || isPlace || isCondition }

  /// How many truths it has: at each pixel, if it is a condition.
  package var truthCount: Int? {
    switch self {
    case .value(.bool): 1
    case .truths(let count), .condition(let count, _): count
    default: nil
    }
  }

  package var isPosition: Bool { self == .position }

  package var isWord: Bool { if case .word = self { true } else { false } }

  package var isSelection: Bool { if case .selection = self { true } else { false } }

  package var value: ValueType? { if case .value(let type) = self { type } else { nil } }

  /// The type of one pixel in a kernel or operator.
  package var pixel: ValueType? {
    switch self {
    case .value(let type): type
    case .image: .rgb
    case .mask: .scalar
    case .place: .vec2
    case .selection: .choice
    case .condition(1, _): .bool
    case .position, .truths, .condition, .list, .word, .unknown: nil
    }
  }

  /// Whether it is a picture that ends somewhere.
  var isBounded: Bool {
    switch self {
    case .image(let isBounded), .mask(let isBounded), .place(let isBounded), .condition(_, let isBounded): isBounded
    case .value, .position, .truths, .list, .word, .selection, .unknown: false
    }
  }

  /// The parts of such an expression.
  package var members: [String] {
    switch self {
    case .image: ["r", "g", "b", "a", "bounds"]
    case .mask: ["bounds"]
    case .list: ["count"]
    case .position: TypedExpression.PlaceMember.allCases.map({ $0.rawValue })
    case .value(.vec2): ["x", "y"]
    case .value(.rgb): ["r", "g", "b"]
    case .value(.rgba): ["r", "g", "b", "a"]
    case .value, .place, .truths, .condition, .word, .selection, .unknown: []
    }
  }

  /// The lanes of a value that a member such as `rg` names, in its order; nil where there is no such member.
  func lanes(named name: String) -> [Int]? {
    let lanes = name.compactMap { members.firstIndex(of: String($0)) }
    return value != nil && lanes.count == name.count && (1...4).contains(lanes.count) ? lanes : nil
  }

  /// The name in the language, with an article.
  package var described: String {
    switch self {
    case .value(let type): type.described
    case .image: "an image"
    case .mask: "a mask"
    case .position: "a position"
    case .place: "a place"
    case .truths: "a vector of bools"
    case .condition(let count, _): count == 1 ? "a condition per pixel" : "a condition per channel"
    case .list: "a list"
    case .word, .selection: "a choice"
    case .unknown: "nothing"
    }
  }
}

/// How often an expression has to be computed.
package enum ExpressionRate: String, Sendable {
  /// Never: its value is known from the text.
  case constant
  /// Once a render.
  case uniform
  /// At each pixel.
  case varying
}
