public import TintypeIntrinsics
public import TintypeTables
public import TintypeText

/// The intermediate representation of a look: values in static single-assignment form, each with a type and a rate.
///
/// The program has no image values. An author's image is the color at *this* pixel, so per-pixel work is fused by
/// construction. The first operand of a spatial step (`blur`, `sample`) is a *field*: the operand's value at other
/// pixels, which must be computed before. A program prints as text and reads back (`Program+Printing.swift`,
/// `ProgramReader.swift`). Programs are never changed in place; passes make new ones.
public struct Program: Sendable, Equatable {
  /// The name of the look.
  public var name: String

  /// The settings of the look.
  public var parameters: [Parameter]

  /// The color tables; a value of type `lut` is a position here.
  public var tables: [ColorTable]

  /// The values in order of computation: operands precede their uses.
  public var instructions: [Instruction]

  /// The color that is stored, straight and encoded as in the file, and the rectangle it is stored for.
  public var output: Output

  /// The result of a program.
  public struct Output: Sendable, Equatable {
    /// A varying `rgba`: straight alpha, encoded values.
    public var color: Value
    /// A uniform `rect` in source pixels.
    public var bounds: Value

    /// Creates an output.
    public init(color: Value, bounds: Value) {
      self.color = color
      self.bounds = bounds
    }
  }

  /// Creates a program.
  public init(
    name: String, parameters: [Parameter], tables: [ColorTable] = [], instructions: [Instruction], output: Output
  ) {
    self.name = name
    self.parameters = parameters
    self.tables = tables
    self.instructions = instructions
    self.output = output
  }

  /// The instruction that computes a value.
  public subscript(value: Value) -> Instruction { instructions[value.index] }
}

/// A value of a program: the index of the instruction that computes it.
public struct Value: Sendable, Hashable, Comparable {
  /// Position in ``Program/instructions``.
  public let index: Int

  /// The value of the instruction at a position.
  public init(_ index: Int) { self.index = index }

  /// Earlier values are smaller.
  public static func < (a: Value, b: Value) -> Bool { a.index < b.index }
}

/// How often a value is computed.
public enum Rate: String, Sendable, Hashable {
  /// Once per render: the value depends only on parameters and the picture's size.
  case uniform
  /// Once per pixel.
  case varying
}

/// The operation, type and rate of one value.
public struct Instruction: Sendable, Equatable {
  /// How it is computed.
  public var operation: Operation

  /// The operands.
  public var operands: Operands

  /// The type of the value.
  public var type: ValueType

  /// How often it is computed.
  public var rate: Rate

  /// The author's name for the value, if any; for readers only.
  public var label: String?

  /// Creates an instruction.
  public init(
    _ operation: Operation, _ operands: Operands = Operands(), type: ValueType, rate: Rate, label: String? = nil
  ) {
    self.operation = operation
    self.operands = operands
    self.type = type
    self.rate = rate
    self.label = label
  }
}

/// How a value is computed.
public enum Operation: Sendable, Hashable {
  /// A constant, one number per lane; truth is 1 or 0, and a table is its position in ``Program/tables``.
  case constant(Numbers)
  /// The parameter at a position of ``Program/parameters``.
  case parameter(Int)
  /// The stored picture at this pixel: straight `rgba`, encoded values 0 to 1.
  case source
  /// The rectangle of the source: 0, 0, width, height.
  case sourceBounds
  /// Four independent, uniformly distributed numbers in 0 to 1 at this pixel; the operand is the seed, a uniform
  /// integer scalar.
  case noise
  /// The position of this pixel's center in source pixels, from the top left: `vec2`.
  case position
  /// The frame number, 0 for a still.
  case frame
  /// A curve through points x0 y0 x1 y1 ..., x rising.
  case curve([Double])
  /// Evaluates the first operand, a curve, at the lanes of the second.
  case evaluate
  /// Looks up a color in the first operand, a table: the color is the second operand, or the three lanes after it.
  case interpolate
  /// One of 256 numbers, by the 8-bit code that the operand, a channel of the source, was stored as.
  case lookup([Double])
  /// A piecewise cubic function of the operand, a scalar.
  indirect case cubics(PiecewiseCubic)
  /// A value constructed from the lanes of all operands, in order.
  case construct
  /// Formats a date, the first operand, by the pattern that is the second: see ``DatePattern``. An invalid pattern is
  /// literal text.
  case dateText
  /// The fraction of this pixel that a line of text covers, 0 to 1. The operands are uniform: the text; x and y of its
  /// anchor in source pixels; the position of the anchor in the line, from 0 at the left to 1 at the right, and from 0
  /// at cap height to 1 at the baseline; and the cap height in pixels.
  indirect case letters(Lettering)
  /// Some lanes of the operand, in the given order.
  case component([Int])
  /// An intrinsic of the language.
  case apply(Intrinsic)
  /// An instruction of the tile machine on scalars; only after intrinsics are lowered.
  case lane(LaneOperation)
  /// The intersection of two rectangles.
  case intersect
  /// A spatial step. The operands are a field, an amount or a place, and the rectangle of the field.
  case spatial(SpatialOperation)

  /// Whether the value varies between pixels even if all operands are uniform.
  public var variesByItself: Bool {
    switch self {
    case .source, .noise, .position, .letters: true
    case .constant, .parameter, .sourceBounds, .frame, .curve, .evaluate, .interpolate, .lookup, .cubics, .construct,
      .dateText, .component, .apply, .lane, .intersect, .spatial:
      false
    }
  }
}
