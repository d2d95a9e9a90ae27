public import TintypeIntrinsics
public import TintypeLettering
public import TintypeTables

/// A look as the compiler sees it: values in single-assignment form, each with a type and a rate.
///
/// There are no images in it that are made pixel by pixel: what the author calls an image is the color at *this* pixel,
/// so that work which looks at one pixel only is fused by construction. What looks beyond it (`blur`, `sample`) has an
/// operand that is a *field*: the operand's value at other pixels, which has to be made before. A program prints as text and reads back
/// (`Program+Printing.swift`, `ProgramReader.swift`). Nothing changes a program in place; passes make new ones.
public struct Program: Sendable, Equatable {
  /// The name of the look.
  public var name: String

  /// What a user can set.
  public var parameters: [Parameter]

  /// The tables that values of type `lut` stand for, by their position here.
  public var tables: [ColorTable]

  /// The values in order of computation; an operand always stands before its use.
  public var instructions: [Instruction]

  /// The color that is stored, straight and encoded as in the file, and the rectangle it is stored for.
  public var output: Output

  /// What comes out.
  public struct Output: Sendable, Equatable {
    /// A varying `rgba`: straight alpha, encoded values.
    public var color: Value
    /// A uniform `rect` in source pixels.
    public var bounds: Value

    /// Makes an output.
    public init(color: Value, bounds: Value) {
      self.color = color
      self.bounds = bounds
    }
  }

  /// Makes a program.
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

  /// Names the value of the instruction at a position.
  public init(_ index: Int) { self.index = index }

  /// Earlier values are smaller.
  public static func < (a: Value, b: Value) -> Bool { a.index < b.index }
}

/// How often a value has to be computed.
public enum Rate: String, Sendable, Hashable {
  /// Once a render: it depends on parameters and the picture's size only.
  case uniform
  /// At each pixel.
  case varying
}

/// One value: how it is computed, and what it is.
public struct Instruction: Sendable, Equatable {
  /// How it is computed.
  public var operation: Operation

  /// From what.
  public var operands: Operands

  /// What it is.
  public var type: ValueType

  /// How often it has to be computed.
  public var rate: Rate

  /// The author's name for it, where there is one; for people only.
  public var label: String?

  /// Makes an instruction.
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
  /// Numbers that stand in the text, one a lane; truth is 1 or 0, and a table its position in ``Program/tables``.
  case constant(Numbers)
  /// The parameter at a position of ``Program/parameters``.
  case parameter(Int)
  /// The stored picture at this pixel: straight `rgba`, encoded values 0 to 1.
  case source
  /// The rectangle of the source: 0, 0, width, height.
  case sourceBounds
  /// Four independent uniform numbers in 0 to 1 at this pixel; the operand is the seed, a whole uniform scalar.
  case noise
  /// The place of this pixel's center in source pixels, from the top left: `vec2`.
  case position
  /// The number of the frame, 0 for a still.
  case frame
  /// A curve through points x0 y0 x1 y1 ..., x rising.
  case curve([Double])
  /// The curve that is the first operand at the lanes of the second.
  case evaluate
  /// The table that is the first operand at a color: the second, or the three lanes behind it.
  case interpolate
  /// One of 256 numbers, by the 8-bit code that the operand, a channel of the source, was stored as.
  case lookup([Double])
  /// A function of the operand, a scalar.
  indirect case cubics(PiecewiseCubic)
  /// One value from the lanes of all operands, in order.
  case construct
  /// A date, the first operand, as the pattern says that is the second: see ``DatePattern``. One that is none stands for itself.
  case dateText
  /// How much of this pixel is covered by a line of letters, 0 to 1. The operands are uniform: the text; the place of its anchor in
  /// source pixels, across and down; which point of the line that is, from 0 at the left to 1 at the right and from 0 at the top of a
  /// capital to 1 at its foot; and the height of a capital in pixels.
  indirect case letters(Lettering)
  /// Some lanes of the operand, in this order.
  case component([Int])
  /// A function or operator of the language.
  case apply(Intrinsic)
  /// An instruction of the tile machine on scalars; only after intrinsics are lowered.
  case lane(LaneOperation)
  /// The common part of two rectangles.
  case intersect
  /// What looks beyond its pixel: the operands are a field, how it is read, and the rectangle that the field is on.
  case spatial(SpatialOperation)

  /// Whether it differs from pixel to pixel whatever its operands are.
  public var variesByItself: Bool {
    switch self {
    case .source, .noise, .position, .letters: true
    case .constant, .parameter, .sourceBounds, .frame, .curve, .evaluate, .interpolate, .lookup, .cubics, .construct,
      .dateText, .component, .apply, .lane, .intersect, .spatial:
      false
    }
  }
}
