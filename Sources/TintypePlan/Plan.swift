public import TintypeIR
public import TintypeIntrinsics
public import TintypeLettering
public import TintypeTables

/// What the executor runs: values computed once, then a program of vector instructions over tiles of pixels.
///
/// One pass, where a look has no spatial steps: everything that looks at one pixel only is fused into it. A step that looks
/// beyond its pixel reads a ``Field``: a picture of floats that an earlier pass, or a filter, makes row by row.
public struct Plan: Sendable, Equatable {
  /// A place for one lane of a tile of pixels.
  public struct Register: Sendable, Hashable {
    /// Position in the register file.
    public let index: Int

    /// Names a register.
    public init(_ index: Int) { self.index = index }
  }

  /// A place for one number that is the same at all pixels: the position in ``Plan/uniforms``.
  public struct Slot: Sendable, Hashable {
    /// Position in ``Plan/uniforms``.
    public let index: Int

    /// Names a slot.
    public init(_ index: Int) { self.index = index }
  }

  /// What an instruction reads.
  public enum Operand: Sendable, Hashable {
    /// The pixels of a register.
    case register(Register)
    /// One number for all pixels.
    case uniform(Slot)
  }

  /// How a uniform number is computed.
  public enum Uniform: Sendable, Hashable {
    /// It stands in the text.
    case constant(Float)
    /// Truth that stands in the text.
    case truth(Bool)
    /// One lane of a parameter.
    case parameter(Int, lane: Int)
    /// A truth value that the user sets.
    case truthParameter(Int)
    /// One edge of the source: 0 left, 1 top, 2 right, 3 bottom.
    case sourceBounds(edge: Int)
    /// The number of the frame.
    case frame
    /// From numbers before it.
    case lane(LaneOperation, [Slot])
    /// One lane of what a table of colors has for the color in three slots.
    case interpolate(table: Int, lane: Int, [Slot])
  }

  /// One instruction over a tile.
  public enum Step: Sendable, Hashable {
    /// Decodes one channel of the stored source (0 red ... 3 alpha).
    case load(channel: Int, into: Register)
    /// Takes one of 256 numbers by the stored 8-bit code of a channel.
    case lookup(channel: Int, table: Int, into: Register)
    /// Takes a color from a table of colors, by three operands into three registers.
    case interpolate(table: Int, into: [Register], [Operand])
    /// Takes the value of a function at a number.
    case cubics(Int, into: Register, Operand)
    /// Draws one channel of noise.
    case noise(channel: Int, seed: Slot, into: Register)
    /// The place of the pixel's center in source pixels, along x (axis 0) or y (axis 1).
    case position(axis: Int, into: Register)
    /// How much of the pixel a line of letters covers.
    case letters(Int, into: Register)
    /// The value of a field at this pixel.
    case field(Int, channel: Int, into: Register)
    /// The value of a field at another place, in source pixels.
    case sample(Int, channel: Int, SampleFilter, x: Operand, y: Operand, into: Register)
    /// Computes a lane.
    case lane(LaneOperation, into: Register, [Operand])
  }

  /// Instructions that run tile by tile, and what they leave.
  public struct Pass: Sendable, Hashable {
    /// Instructions for each tile, in order.
    public var steps: [Step]

    /// The size of the register file.
    public var registerCount: Int

    /// The lanes that are kept.
    public var results: [Operand]

    /// Whether it looks at the stored picture.
    public var readsSource: Bool {
      steps.contains {
        switch $0 {
        case .load, .lookup: true
        case .interpolate, .cubics, .noise, .position, .letters, .field, .sample, .lane: false
        }
      }
    }
  }

  /// A picture of floats that is made before others can read it.
  public struct Field: Sendable, Equatable {
    /// How its rows are made.
    public enum Content: Sendable, Equatable {
      /// Pixel by pixel.
      case pass(Pass)
      /// From the field at an earlier position, by a step that reads around each pixel, and how far.
      case filtered(of: Int, SpatialOperation, amount: Slot)
    }

    /// How its rows are made.
    public var content: Content

    /// Numbers of a pixel.
    public var channels: Int

    /// Left, top, right, bottom, in source pixels. Beyond them the edge goes on.
    public var bounds: [Slot]
  }

  /// A line of letters, and the numbers that place it: x, y, the anchor's two, and the height.
  public struct Line: Sendable, Equatable {
    /// What is written.
    public var text: String
    /// What its letters look like.
    public var lettering: Lettering
    /// The letters, set.
    public var letters: LetterLine
    /// Where it stands.
    public var place: [Slot]
  }

  /// The name of the look.
  public var name: String

  /// Numbers computed once, in order.
  public var uniforms: [Uniform]

  /// Tables of 256 numbers.
  public var tables: [[Float]] = []

  /// Functions of one number.
  public var functions: [PiecewiseCubic] = []

  /// Tables of colors, shared by all steps that look something up.
  public var colorTables: [ColorTable] = []

  /// What is written into the picture.
  public var lines: [Line] = []

  /// What is made before the pass that stores, in order; none for a look without spatial steps.
  public var fields: [Field] = []

  /// Instructions for each tile, in order.
  public var steps: [Step]

  /// The size of the register file.
  public var registerCount: Int

  /// Red, green, blue and alpha to store: straight, encoded.
  public var color: [Operand]

  /// Left, top, right, bottom to store, in source pixels.
  public var bounds: [Slot]

  /// The pass that stores.
  public var lastPass: Pass { Pass(steps: steps, registerCount: registerCount, results: color) }

  /// Whether it stores the channels of the source as they are.
  public func copiesSource(channels: Int) -> Bool {
    guard fields.isEmpty, steps.allSatisfy({ if case .load = $0 { true } else { false } }) else { return false }
    return (0..<channels).allSatisfy { channel in
      guard case .register(let register) = color[channel] else { return false }
      return steps.last { if case .load(_, into: register) = $0 { true } else { false } }
        == .load(channel: channel, into: register)
    }
  }

  /// Whether the alpha to store is 1 everywhere, known without looking at a pixel.
  public var isOpaque: Bool {
    guard case .uniform(let slot) = color[3] else { return false }
    return uniforms[slot.index] == .constant(1)
  }
}
