import TintypeIR
import TintypeInterpreter
import TintypeIntrinsics
public import TintypeLowering
import TintypeSemantics

/// One color on its way through a look: what it is behind each step that has a name.
///
/// The numbers are those of the interpreter, in double precision, on the program as checked.
public struct ColorProbe: Sendable, Equatable {
  /// The color behind one step.
  public struct Step: Sendable, Equatable {
    /// The image's name; `source` and `output` for the two ends.
    public var name: String

    /// Red, green, blue and alpha in the working space, alpha multiplied in; for a mask its one number.
    public var numbers: [Double]

    /// Red, green, blue and alpha as a file would store them in 8 bits; a mask is stored as a gray.
    public var stored: [UInt8]

    /// Whether the grain at this place had a part in it.
    public var dependsOnNoise: Bool

    /// Whether the place in the picture had a part in it.
    public var dependsOnPlace: Bool
  }

  /// Where in a picture of which size, in pixels.
  public struct Place: Sendable, Equatable {
    /// Pixels from the left.
    public var column: Int
    /// Pixels from the top.
    public var row: Int
    /// Pixels of a row.
    public var width: Int
    /// Rows.
    public var height: Int

    /// A place in a picture of 24 megapixels, or in one that just contains it.
    public init(column: Int = 0, row: Int = 0) {
      self.column = column
      self.row = row
      width = max(6000, column + 1)
      height = max(4000, row + 1)
    }
  }

  /// The name of the look.
  public var look: String

  /// Where the color was.
  public var place: Place

  /// The steps in order, from `source` to `output`.
  public var steps: [Step]

  /// Sends a color through a look.
  ///
  /// - Parameters:
  ///   - color: red, green, blue and alpha in the look's working space, alpha multiplied in; see ``probedColor(_:in:)``.
  ///   - look: the checked recipe.
  ///   - parameters: the value of each parameter, from `parameterValues`.
  ///   - place: where the color is.
  public init(_ color: [Double], through look: Look, parameters: [[Double]], at place: Place) {
    self.look = look.name
    self.place = place
    let space = look.header.workingSpace
    let interpreter = Interpreter(look.program, parameters: parameters, width: place.width, height: place.height)
    let stored = space.stored(color)
    let values = interpreter.values(at: .init(color: stored, column: place.column, row: place.row))
    let fromNoise = look.program.dependents { if case .noise = $0 { true } else { false } }
    let fromPlace = look.program.dependents { $0 == .position || $0.isLetters }
    steps = look.images.map { image in
      let numbers = image.numbers(values)
      let shown = image.isMask ? [numbers[0], numbers[0], numbers[0], 1] : numbers
      return Step(
        name: image.name, numbers: numbers,
        stored: image.space.stored(shown).map { UInt8(SampleDepth.eight.code(of: Float($0))) },
        dependsOnNoise: image.values.contains { fromNoise[$0.index] },
        dependsOnPlace: image.values.contains { fromPlace[$0.index] })
    }
  }
}

extension NamedImage {
  fileprivate var isMask: Bool { if case .mask = color { true } else { false } }

  /// The values of the program that hold the color.
  fileprivate var values: [Value] {
    switch color {
    case .straight(let color, let alpha): [color, alpha]
    case .premultiplied(let color): [color]
    case .mask(let value): [value]
    }
  }

  /// The premultiplied color, or the number of a mask.
  fileprivate func numbers(_ values: [[Double]]) -> [Double] {
    switch color {
    case .straight(let color, let alpha):
      values[color.index].map { $0 * values[alpha.index][0] } + values[alpha.index]
    case .premultiplied(let color): values[color.index]
    case .mask(let value): values[value.index]
    }
  }
}

extension WorkingSpace {
  /// A premultiplied color of the space as a file has it: straight, encoded, not clamped.
  fileprivate func stored(_ color: [Double]) -> [Double] {
    let straight = color.prefix(3).map { color[3] > 0 ? $0 / color[3] : 0 }
    switch self {
    case .display: return straight + [color[3]]
    case .linearSRGB:
      guard case .each(let encode) = Intrinsic.linearToSrgb.definition.meaning else { return straight + [color[3]] }
      return straight.map { encode([$0]) } + [color[3]]
    }
  }
}

extension Program {
  /// For each value, whether it depends on an operation of some kind.
  fileprivate func dependents(on isMeant: (Operation) -> Bool) -> [Bool] {
    var depends: [Bool] = []
    for instruction in instructions {
      depends.append(isMeant(instruction.operation) || instruction.operands.contains { depends[$0.index] })
    }
    return depends
  }
}
