import TintypeDiagnostics
package import TintypeIR
package import TintypeIntrinsics
package import TintypeText

/// A built-in operation on whole pictures: it makes one, reads other pixels, or measures.
package enum PictureOperation: String, CaseIterable, Sendable {
  case noise, pixels, text
  case crop, turn, flip
  case blur, median
  case sample, straighten, zoom, resize
  case fit, fill, stretch, tile

  /// The inputs, in order. The check of a call, its lowering and its signature all read them here.
  package var inputs: [PictureInput] { Self.inputs[Self.operations.firstIndex(of: self)!] }

  private static let operations = allCases

  private static let inputs = operations.map(\.declaredInputs)

  private var declaredInputs: [PictureInput] {
    let image = PictureInput(.image, .picture, .required)
    let quarter = Double.pi / 4 + 1e-9
    return switch self {
    case .noise: [PictureInput(.seed, .seed, .required)]
    case .pixels: [PictureInput(.length, .value(.length), .required)]
    case .text:
      [
        PictureInput(.what, .line, .required), PictureInput(.on, .picture, .optional),
        PictureInput(.at, .anchor(Anchor.allCases), .word(Anchor.bottomRight.rawValue)),
        PictureInput(.height, .length(atMost: nil), .value([3, 0, 0])),
        PictureInput(.margin, .length(atMost: nil), .value([5, 0, 0])),
        PictureInput(.face, .word(LetterFace.allCases.map(\.rawValue)), .optional),
        PictureInput(.format, .value(.text), .optional), PictureInput(.font, .file, .optional),
      ]
    case .crop:
      [
        image, PictureInput(.to, .corner, .optional), PictureInput(.from, .value(.vec2), .optional),
        PictureInput(
          .ratio, .number(.scalar, .leastNonzeroMagnitude...(.greatestFiniteMagnitude), Diagnostic.ratioIsNone),
          .required),
        PictureInput(.anchor, .anchor(Anchor.ofCrop), .word(Anchor.center.rawValue)),
      ] + PictureInput.Name.sides.map { PictureInput($0, .length(atMost: nil), .optional) }
    case .turn: [image, PictureInput(.by, .quarterTurns, .required)]
    case .straighten:
      [image, PictureInput(.by, .number(.angle, -quarter...quarter, Diagnostic.straightensTooFar), .required)]
    case .flip: [image, PictureInput(.direction, .word(FlipDirection.allCases.map(\.rawValue)), .required)]
    case .blur:
      [
        image, PictureInput(.radius, .length(atMost: SpatialOperation.blur.limit), .required),
        PictureInput(.by, .mask, .optional),
      ]
    case .median: [image, PictureInput(.radius, .length(atMost: SpatialOperation.median.limit), .required)]
    case .sample:
      [
        image, PictureInput(.at, .place, .required),
        PictureInput(
          .filter, .word(SampleFilter.allCases.map(\.rawValue)), .word(SampleFilter.bilinear.rawValue)),
      ]
    case .zoom:
      [
        image, PictureInput(.by, .number(.scalar, 1...(.infinity), Diagnostic.zoomsOut), .required),
        PictureInput(.at, .value(.vec2), .value([0.5, 0.5])),
      ]
    case .resize:
      [
        image,
        PictureInput(.by, .number(.scalar, .leastNonzeroMagnitude...16, Diagnostic.resizesToNothing), .required),
        PictureInput(.longEdge, .length(atMost: nil), .required),
      ]
    case .fit, .fill:
      [PictureInput(.picture, .placed, .required)] + PictureInput.area
        + [PictureInput(.anchor, .anchor(Anchor.allCases), .word(Anchor.center.rawValue))] + PictureInput.reading
    case .stretch: [PictureInput(.picture, .placed, .required)] + PictureInput.area + PictureInput.reading
    case .tile:
      [
        PictureInput(.picture, .placed, .required), PictureInput(.size, .length(atMost: nil), .required),
      ] + PictureInput.area + [PictureInput(.anchor, .anchor(Anchor.allCases), .word(Anchor.topLeft.rawValue))]
        + PictureInput.reading
    }
  }

  /// Groups of inputs of which a call names one; empty where all inputs belong together.
  var alternatives: [[PictureInput.Name]] {
    switch self {
    case .crop: [[.to, .from], [.ratio, .anchor], PictureInput.Name.sides]
    case .resize: [[.by], [.longEdge]]
    case .noise, .pixels, .text, .turn, .flip, .blur, .median, .sample, .straighten, .zoom, .fit, .fill, .stretch,
      .tile:
      []
    }
  }

  /// Whether a rectangle may be given by two corners.
  var hasCorners: Bool { inputs.contains { $0.name == .from } }
}

/// An input of an operation on pictures.
package struct PictureInput: Sendable {
  package enum Name: String, Sendable {
    case image, seed, length, what, on, at, height, margin, face, format, font, to, from, ratio, anchor
    case left, top, right, bottom, by, direction, radius, filter, longEdge
    case picture, size, turn, `as`

    /// The sides of a rectangle, in the order of its lanes.
    package static let sides: [Name] = [.left, .top, .right, .bottom]
  }

  package enum Kind: Sendable {
    /// An image or mask.
    case picture
    /// A mask, or one number that is the same mask at all pixels.
    case mask
    /// A value that is the same at all pixels.
    case value(ValueType)
    /// Such a value within a range, with what is reported outside of it.
    case number(ValueType, ClosedRange<Double>, Mistake)
    /// A length that is not negative.
    case length(atMost: FilterLimit?)
    /// A constant angle of whole quarters.
    case quarterTurns
    /// One of some words.
    case word([String])
    /// One of some words, or a `vec2` from 0 to 1 across and down.
    case anchor([Anchor])
    /// A rectangle, or a `vec2` from 0 to 1 across and down.
    case corner
    /// A place for each pixel, or the same for all.
    case place
    /// A seed, or a number that can be one.
    case seed
    /// A text or date.
    case line
    /// The name of a file, in quotes.
    case file
    /// A picture besides the photo.
    case placed

    /// The type of a value that is the same at all pixels.
    package var valueType: ValueType? {
      switch self {
      case .value(let type), .number(let type, _, _): type
      case .length: .length
      case .quarterTurns: .angle
      case .picture, .mask, .word, .anchor, .corner, .place, .seed, .line, .file, .placed: nil
      }
    }
  }

  /// What a call without the input means.
  package enum Absence: Sendable {
    /// An error.
    case required
    /// Something that no value of the input means.
    case optional
    case value([Double])
    case word(String)
  }

  package let name: Name
  package let kind: Kind
  package let absence: Absence

  init(_ name: Name, _ kind: Kind, _ absence: Absence) { (self.name, self.kind, self.absence) = (name, kind, absence) }

  /// The rectangle in which a picture is placed: of an image, or a part of it.
  fileprivate static let area = [
    PictureInput(.on, .picture, .optional), PictureInput(.to, .corner, .optional),
    PictureInput(.from, .value(.vec2), .optional),
  ]

  /// How a picture that is placed is turned and read.
  fileprivate static let reading = [
    PictureInput(.turn, .quarterTurns, .value([0])),
    PictureInput(.as, .word(PictureReading.allCases.map(\.rawValue)), .word(PictureReading.color.rawValue)),
  ]

  var isRequired: Bool { if case .required = absence { true } else { false } }
}

/// A call of an operation on pictures.
package struct PictureCall: Sendable {
  /// An argument at its input.
  package struct Argument: Sendable {
    package let input: PictureInput
    package internal(set) var value: TypedExpression
  }

  package let operation: PictureOperation
  /// In the order of the text.
  package internal(set) var arguments: [Argument]
  /// The face or font of a line of text.
  package internal(set) var lettering: Lettering?

  /// The argument of an input; nil where the call leaves it out.
  package subscript(name: PictureInput.Name) -> TypedExpression? {
    arguments.first { $0.input.name == name }?.value
  }
}

/// What the codes of a picture are.
package enum PictureReading: String, CaseIterable, Sendable {
  /// Colors in the space of its profile.
  case color
  /// Numbers such as depths, read as they are.
  case data
}

/// Which sides `flip` exchanges.
package enum FlipDirection: String, CaseIterable, Sendable {
  case horizontal, vertical
}

/// A place in a picture that has a name.
package enum Anchor: String, CaseIterable, Sendable {
  case topLeft, top, topRight, left, center, right, bottomLeft, bottom, bottomRight

  /// Where the rectangle of a ratio can stay: it fills the picture along one axis.
  static let ofCrop = [Anchor.center, .top, .bottom, .left, .right]

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
