public import TintypeIR
public import TintypeIntrinsics
public import TintypeTables
public import TintypeText

/// The program of the executor: values computed once, then vector instructions over tiles of pixels.
///
/// A look without spatial steps is one pass: all per-pixel steps are fused. A spatial step reads a ``Field``: a picture
/// of floats that an earlier pass or a filter computes row by row.
public struct Plan: Sendable, Equatable {
  /// A register: one lane of a tile of pixels.
  public struct Register: Sendable, Hashable {
    /// Position in the register file.
    public let index: Int

    /// Creates a register.
    public init(_ index: Int) { self.index = index }
  }

  /// A slot: one number that is the same at all pixels. The position is in ``Plan/uniforms``.
  public struct Slot: Sendable, Hashable {
    /// Position in ``Plan/uniforms``.
    public let index: Int

    /// Creates a slot.
    public init(_ index: Int) { self.index = index }
  }

  /// An operand of an instruction.
  public enum Operand: Sendable, Hashable {
    /// The pixels of a register.
    case register(Register)
    /// One number for all pixels.
    case uniform(Slot)
  }

  /// How a uniform number is computed.
  public enum Uniform: Sendable, Hashable {
    /// A constant of the program.
    case constant(Float)
    /// A truth value that is constant.
    case truth(Bool)
    /// One lane of a parameter.
    case parameter(Int, lane: Int)
    /// A truth value that the user sets.
    case truthParameter(Int)
    /// One edge of a source: 0 left, 1 top, 2 right, 3 bottom. Source 0 is the photo, as in programs.
    case sourceBounds(Int = 0, edge: Int)
    /// The frame number.
    case frame
    /// An operation on earlier slots.
    case lane(LaneOperation, [Slot])
    /// One lane of the color that a color table gives for the color in three slots.
    case interpolate(table: Int, lane: Int, [Slot])
  }

  /// One instruction over a tile.
  public enum Step: Sendable, Hashable {
    /// Decodes one channel of a stored source (0 red ... 3 alpha).
    case load(channel: Int, of: Int = 0, into: Register)
    /// Looks up one of 256 numbers by the stored 8-bit code of a channel of a source.
    case lookup(channel: Int, of: Int = 0, table: Int, into: Register)
    /// Looks up a color in a color table, by three operands into three registers.
    case interpolate(table: Int, into: [Register], [Operand])
    /// Evaluates a piecewise cubic function.
    case cubics(Int, into: Register, Operand)
    /// Generates one channel of noise.
    case noise(channel: Int, seed: Slot, into: Register)
    /// The position of the pixel's center in source pixels, along x (axis 0) or y (axis 1).
    case position(axis: Int, into: Register)
    /// The fraction of the pixel that a line of text covers.
    case letters(Int, into: Register)
    /// The value of a field at this pixel.
    case field(Int, channel: Int, into: Register)
    /// The value of a field at another position, in source pixels.
    case sample(Int, channel: Int, SampleFilter, x: Operand, y: Operand, into: Register)
    /// Computes a lane.
    case lane(LaneOperation, into: Register, [Operand])
  }

  /// Instructions that run tile by tile, and their results.
  public struct Pass: Sendable, Hashable {
    /// Instructions for each tile, in order.
    public var steps: [Step]

    /// The size of the register file.
    public var registerCount: Int

    /// The operands that hold the results.
    public var results: [Operand]

    /// The sources that the pass reads; 0 is the photo.
    public var sources: Set<Int> {
      steps.reduce(into: []) { sources, step in
        switch step {
        case .load(_, let source, _), .lookup(_, let source, _, _): sources.insert(source)
        case .interpolate, .cubics, .noise, .position, .letters, .field, .sample, .lane: break
        }
      }
    }

    /// Whether the pass reads the photo.
    public var readsSource: Bool { sources.contains(0) }
  }

  /// A picture of floats that is computed before later passes read it.
  public struct Field: Sendable, Equatable {
    /// How the rows are computed.
    public enum Content: Sendable, Equatable {
      /// Pixel by pixel.
      case pass(Pass)
      /// From the fields at earlier positions, by a spatial operation with amounts (its radius, for example).
      case filtered(of: [Int], SpatialOperation, amounts: [Slot])
    }

    /// How the rows are computed.
    public var content: Content

    /// The number of channels.
    public var channels: Int

    /// Left, top, right, bottom, in source pixels. Edge pixels are repeated outside.
    public var bounds: [Slot]
  }

  /// A text or a date. Conditions that are the same at all pixels may choose it.
  public enum Text: Sendable, Hashable {
    /// The letters of a text, or the numbers of a date.
    case constant([Double])
    /// One of two earlier texts, by the truth value in a slot.
    case chosen(by: Slot, then: Int, otherwise: Int)
    /// A date as text: both are earlier texts.
    case date(Int, pattern: Int, DateLocale)
    /// The number in a slot.
    case number(Slot, NumberFormat)
    /// Two earlier texts, one behind the other.
    case joined(Int, Int)
  }

  /// Lines of text, and the six slots that place them: x, y, the two of the anchor, the height, and the alignment.
  public struct Line: Sendable, Equatable {
    /// The position of its text in ``Plan/texts``.
    public var text: Int
    /// The style of the letters.
    public var lettering: Lettering
    /// The typeset lines; nil where the text depends on more than constants.
    public var letters: [LetterLine]?
    /// The slots that place the lines.
    public var place: [Slot]
  }

  /// The name of the look.
  public var name: String

  /// The uniform numbers, computed once, in order.
  public var uniforms: [Uniform]

  /// Tables of 256 numbers.
  public var tables: [[Float]] = []

  /// Functions of one number.
  public var functions: [PiecewiseCubic] = []

  /// Color tables, shared by all steps.
  public var colorTables: [ColorTable] = []

  /// The texts of the lines, each after those that it depends on.
  public var texts: [Text] = []

  /// The lines of text drawn into the picture.
  public var lines: [Line] = []

  /// The fields, in order of computation; empty for a look without spatial steps.
  public var fields: [Field] = []

  /// Instructions for each tile, in order.
  public var steps: [Step]

  /// The size of the register file.
  public var registerCount: Int

  /// Red, green, blue and alpha to store: straight, encoded.
  public var color: [Operand]

  /// Left, top, right, bottom of the result, in source pixels.
  public var bounds: [Slot]

  /// The sources that some pass reads; 0 is the photo.
  public var sources: Set<Int> {
    fields.reduce(into: lastPass.sources) { sources, field in
      if case .pass(let pass) = field.content { sources.formUnion(pass.sources) }
    }
  }

  /// Whether the result differs from frame to frame of a video whose frames are equal.
  public var dependsOnFrame: Bool {
    let passes = fields.compactMap { if case .pass(let pass) = $0.content { pass } else { nil } } + [lastPass]
    return uniforms.contains(.frame)
      || passes.contains { $0.steps.contains { if case .noise = $0 { true } else { false } } }
  }

  /// The pass that computes the stored colors.
  public var lastPass: Pass { Pass(steps: steps, registerCount: registerCount, results: color) }

  /// Whether the result is the unchanged channels of the source.
  public func copiesSource(channels: Int) -> Bool {
    guard fields.isEmpty, steps.allSatisfy({ if case .load = $0 { true } else { false } }) else { return false }
    return (0..<channels).allSatisfy { channel in
      guard case .register(let register) = color[channel] else { return false }
      return steps.last { if case .load(_, _, into: register) = $0 { true } else { false } }
        == .load(channel: channel, into: register)
    }
  }

  /// Whether alpha is known to be 1 everywhere without running the plan.
  public var isOpaque: Bool {
    guard case .uniform(let slot) = color[3] else { return false }
    return uniforms[slot.index] == .constant(1)
  }
}
