public import TintypeIntrinsics
public import TintypeTables

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

  /// The pictures besides the photo; picture n is the source n + 1.
  public var pictures: [PlacedPicture]

  /// The values in order of computation: operands precede their uses.
  public var instructions: [Instruction]

  /// The author's names for values.
  public var labels: Labels

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
    name: String, parameters: [Parameter], tables: [ColorTable] = [], pictures: [PlacedPicture] = [],
    instructions: [Instruction], labels: Labels = Labels(), output: Output
  ) {
    self.name = name
    self.parameters = parameters
    self.tables = tables
    self.pictures = pictures
    self.instructions = instructions
    self.labels = labels
    self.output = output
  }

  /// The instruction that computes a value.
  @inlinable public subscript(value: Value) -> Instruction { _read { yield instructions[value.index] } }
}

extension Program {
  /// Whether the output depends on the value of each instruction.
  public var reached: [Bool] {
    var isReached = [Bool](repeating: false, count: instructions.count)
    (isReached[output.color.index], isReached[output.bounds.index]) = (true, true)
    for index in instructions.indices.reversed() where isReached[index] {
      for operand in instructions[index].operands { isReached[operand.index] = true }
    }
    return isReached
  }

  /// The pictures on which the output depends.
  public var picturesShown: [PlacedPicture] {
    let shown = zip(instructions, reached).filter { $0.1 }.compactMap { $0.0.operation.sourceNumber }
    return pictures.indices.filter { shown.contains($0 + 1) }.map { pictures[$0] }
  }
}

/// A picture that a look lays over the photo. Its pixels come with each render, like those of the photo.
public struct PlacedPicture: Sendable, Hashable {
  /// The name by which it is given: of a parameter, or of the file that the recipe names.
  public var name: String

  /// The path of its file below the recipe's folder; nil for one that is given with each render.
  public var file: String?

  /// Whether its codes are data, such as depths, instead of colors: they are not converted, whatever the profile.
  public var isData: Bool

  /// Creates a picture.
  public init(name: String, file: String? = nil, isData: Bool = false) {
    (self.name, self.file, self.isData) = (name, file, isData)
  }
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

  /// The type of the value.
  public var type: ValueType

  /// How often it is computed.
  public var rate: Rate

  /// The operands. (Last, because vectors are aligned: this way an instruction has 48 bytes instead of 64.)
  public var operands: Operands

  /// Creates an instruction.
  public init(_ operation: Operation, _ operands: Operands = Operands(), type: ValueType, rate: Rate) {
    self.operation = operation
    self.operands = operands
    self.type = type
    self.rate = rate
  }
}
