import TintypeDiagnostics
package import TintypeIR
package import TintypeIntrinsics
package import TintypeText

/// A built-in operation on whole pictures: it makes one, reads other pixels, or measures.
package enum PictureOperation: Hashable, CaseIterable, Sendable {
  case noise, pixels, text, format
  case crop, pad, turn, flip
  /// A spatial step, which declares its name, inputs and documentation itself. A convolution stands for those of all
  /// weights.
  case filter(SpatialOperation)
  case sample, neighbor, straighten, zoom, resize
  case fit, fill, stretch, tile
  case measure(Statistic)

  /// Whether it is a number of the whole photo.
  package var isMeasured: Bool { if case .measure = self { true } else { false } }

  package static let allCases: [PictureOperation] =
    [.noise, .pixels, .text, .format, .crop, .pad, .turn, .flip] + SpatialOperation.filters.map { .filter($0) }
    + [.sample, .neighbor, .straighten, .zoom, .resize, .fit, .fill, .stretch, .tile]
    + Statistic.allCases.map { .measure($0) }

  /// The operation of a name.
  package init?(named name: String) {
    guard let known = Self.byName[name] else { return nil }
    self = known
  }

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  package var name: String { words.name }

  /// What it makes, in a sentence or two.
  package var documentation: String { words.documentation }

  private var words: (name: String, documentation: String) {
    switch self {
    case .noise:
      (
        "noise",
        "Noise without end: each channel and alpha are random numbers from 0 to 1, other ones for each seed. A kernel "
          + "takes it as rgba, or one lane, `noise(seed: 1).r`: the colors of an rgb input are divided by the alpha."
      )
    case .pixels: ("pixels", "A length in pixels of the photo, as a number.")
    case .text: ("text", "Lines of letters at an anchor of a picture: 1 inside of the letters, 0 around them.")
    case .format: ("format", "A number or date as a text, in the way that photographers write it.")
    case .crop:
      ("crop", "What lies in a rectangle: of another image, between two corners, of a ratio, or less at the sides.")
    case .pad:
      (
        "pad",
        "A larger image: by a length at its sides, or up to a ratio. What is added is transparent, has a color, or "
          + "goes on with the image."
      )
    case .turn: ("turn", "Turned clockwise by 90deg, 180deg or 270deg.")
    case .flip: ("flip", "Mirrored: `.horizontal` exchanges left and right, `.vertical` top and bottom.")
    case .filter(let operation): (operation.name, operation.filter?.documentation ?? "")
    case .sample: ("sample", "The image at another place for each pixel.")
    case .neighbor:
      (
        "neighbor",
        "The value of the pixel that lies `x` columns to the right and `y` rows below, constants from -4 to 4."
      )
    case .straighten:
      ("straighten", "Turned clockwise by up to 45deg, and cut to the largest rectangle without empty corners.")
    case .zoom: ("zoom", "Enlarged about a place of the image; the size stays.")
    case .resize: ("resize", "Scaled in linear light, by a factor or to a longer side.")
    case .fit: ("fit", "The whole picture, as large as fits into a rectangle; transparent around it.")
    case .fill: ("fill", "The picture over a whole rectangle; what is too much on two sides is cut off.")
    case .stretch: ("stretch", "The picture with its sides stretched to a rectangle.")
    case .tile: ("tile", "The picture repeated over a rectangle, its shorter side at a size.")
    case .measure(.mean): ("mean", "The mean over the photo, measured before it is rendered; lane by lane.")
    case .measure(.percentile):
      (
        "percentile",
        "The value below which a fraction of the photo lies, measured before it is rendered; lane by lane."
      )
    case .measure(.minimum):
      ("minimum", "The smallest value of the photo, measured before it is rendered; lane by lane.")
    case .measure(.maximum):
      ("maximum", "The largest value of the photo, measured before it is rendered; lane by lane.")
    }
  }

  /// The inputs, in order. The check of a call, its lowering and its signature all read them here.
  package var inputs: [PictureInput] { Self.inputs[self] ?? [] }

  private static let inputs = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.declaredInputs) })

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
        PictureInput(.face, .word(LetterFace.allCases.map { $0.rawValue }), .optional),
        PictureInput(.format, .value(.text), .optional), PictureInput(.font, .file, .optional),
        PictureInput(.align, .word(LineAlignment.allCases.map { $0.rawValue }), .optional),
      ]
    case .format:
      [
        PictureInput(.what, .formatted, .required),
        PictureInput(.as, .format(NumberFormat.Style.allCases.map { $0.rawValue }), .optional),
        PictureInput(
          .decimals,
          .number(
            .scalar, Double(NumberFormat.decimals.lowerBound)...Double(NumberFormat.decimals.upperBound),
            Diagnostic.decimalsAreNone),
          .optional),
      ]
    case .crop:
      [
        image, PictureInput(.to, .corner, .optional), PictureInput(.from, .value(.vec2), .optional),
        PictureInput(
          .ratio, .number(.scalar, .leastNonzeroMagnitude...(.greatestFiniteMagnitude), Diagnostic.ratioIsNone),
          .required),
        PictureInput(.anchor, .anchor(Anchor.ofCrop), .word(Anchor.center.rawValue)),
      ] + PictureInput.Name.sides.map { PictureInput($0, .length(atMost: nil), .optional) }
    case .pad:
      [
        image, PictureInput(.by, .length(atMost: nil), .required),
        PictureInput(
          .ratio, .number(.scalar, .leastNonzeroMagnitude...(.greatestFiniteMagnitude), Diagnostic.ratioIsNone),
          .optional),
        PictureInput(.anchor, .anchor(Anchor.ofCrop), .word(Anchor.center.rawValue)),
      ] + PictureInput.Name.sides.map { PictureInput($0, .length(atMost: nil), .optional) }
        + [
          PictureInput(.color, .value(.rgb), .optional),
          PictureInput(
            .outside, .word(OutsidePixels.allCases.map { $0.rawValue }), .word(OutsidePixels.transparent.rawValue)),
        ]
    case .turn: [image, PictureInput(.by, .quarterTurns, .required)]
    case .straighten:
      [image, PictureInput(.by, .number(.angle, -quarter...quarter, Diagnostic.straightensTooFar), .required)]
    case .flip: [image, PictureInput(.direction, .word(FlipDirection.allCases.map({ $0.rawValue })), .required)]
    case .filter(let operation): operation.inputs
    case .sample:
      [
        image, PictureInput(.at, .place, .required),
        PictureInput(
          .filter, .word(SampleFilter.allCases.map { $0.rawValue }), .word(SampleFilter.bilinear.rawValue)),
        PictureInput(.outside, .word(OutsidePixels.allCases.map { $0.rawValue }), .word(OutsidePixels.edge.rawValue)),
      ]
    case .neighbor:
      [PictureInput.Name.x, .y].reduce(into: [image]) { $0.append(PictureInput($1, .value(.scalar), .value([0]))) }
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
    case .measure(.percentile):
      [
        image,
        PictureInput(
          .fraction, .number(.scalar, 0...1, Diagnostic.outOfRange("fraction", 0...1)), .required),
      ]
    case .measure: [image]
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
    case .pad: [[.by], [.ratio, .anchor], PictureInput.Name.sides]
    case .resize: [[.by], [.longEdge]]
    case .noise, .pixels, .text, .format, .turn, .flip, .filter, .sample, .neighbor, .straighten, .zoom, .fit, .fill,
      .stretch,
      .tile,
      .measure:
      []
    }
  }

  /// Whether it takes rows of constants, which are no values.
  var takesRows: Bool { inputs.contains { $0.kind.isRows } }

  /// Whether a rectangle may be given by two corners.
  var hasCorners: Bool { inputs.contains { $0.name == .from } }
}

extension SpatialOperation {
  /// The inputs of a filter as a step.
  fileprivate var inputs: [PictureInput] {
    guard let filter else { return [] }
    return [PictureInput(.image, .picture, .required)]
      + filter.fields.dropFirst().map { PictureInput(.init($0), .guide, .optional) }
      + filter.amounts.map { amount in
        let name = PictureInput.Name(amount.name)
        return switch amount.kind {
        case .length(let limit): PictureInput(name, .length(atMost: limit), .required)
        case .number(let usual):
          PictureInput(
            name, .number(.scalar, amount.numbers, Diagnostic.outOfRange(amount.name, amount.numbers)), .value([usual]))
        }
      }
      + (self == .blur ? [PictureInput(.by, .mask, .optional)] : [])
      + (self == .convolve(.identity) ? [PictureInput(.weights, .rows, .required)] : [])
  }
}

/// An input of an operation on pictures.
package struct PictureInput: Sendable {
  package struct Name: Hashable, CustomStringConvertible, Sendable {
    package let description: String

    package init(_ name: String) { description = name }

    package static let image = Name("image"), seed = Name("seed"), length = Name("length"), what = Name("what")
    package static let on = Name("on"), at = Name("at"), height = Name("height"), margin = Name("margin")
    package static let face = Name("face"), format = Name("format"), font = Name("font"), to = Name("to")
    package static let from = Name("from"), ratio = Name("ratio"), anchor = Name("anchor"), by = Name("by")
    package static let left = Name("left"), top = Name("top"), right = Name("right"), bottom = Name("bottom")
    package static let direction = Name("direction"), radius = Name("radius"), filter = Name("filter")
    package static let color = Name("color"), x = Name("x"), y = Name("y")
    package static let longEdge = Name("longEdge"), picture = Name("picture"), size = Name("size")
    package static let turn = Name("turn"), `as` = Name("as"), weights = Name("weights")
    package static let fraction = Name("fraction"), align = Name("align"), outside = Name("outside"),
      decimals = Name("decimals")

    /// The sides of a rectangle, in the order of its lanes.
    package static let sides: [Name] = [.left, .top, .right, .bottom]
  }

  package enum Kind: Sendable {
    /// An image or mask.
    case picture
    /// Another one beside the image that an operation works on: for a mask, a mask.
    case guide
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
    /// A text or date; a number is written into one.
    case line
    /// A text, a date, or one number with or without a unit.
    case formatted
    /// One of some words, or the pattern of a date.
    case format([String])
    /// The name of a file, in quotes.
    case file
    /// A picture besides the photo, or an image.
    case placed
    /// Rows of constants in parentheses.
    case rows

    var isRows: Bool { if case .rows = self { true } else { false } }

    var isPicture: Bool { if case .picture = self { true } else { false } }

    /// The type of a value that is the same at all pixels.
    package var valueType: ValueType? {
      switch self {
      case .value(let type), .number(let type, _, _): type
      case .length: .length
      case .quarterTurns: .angle
      case .picture, .guide, .mask, .word, .anchor, .corner, .place, .seed, .line, .formatted, .format, .file, .placed,
        .rows:
        nil
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
    PictureInput(.as, .word(PictureReading.allCases.map { $0.rawValue }), .word(PictureReading.color.rawValue)),
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
  /// How a number is written.
  package internal(set) var numberFormat = NumberFormat()
  /// The weights of a convolution, which are no arguments.
  package internal(set) var kernel: ConvolutionKernel?

  /// The argument of an input; nil where the call leaves it out.
  package subscript(name: PictureInput.Name) -> TypedExpression? {
    arguments.first { $0.input.name == name }?.value
  }
}

/// What lies outside of an image.
package enum OutsidePixels: String, CaseIterable, Sendable {
  /// Nothing.
  case transparent
  /// The nearest pixel of the image.
  case edge
  /// The image mirrored at its edges, over and over.
  case mirror
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
