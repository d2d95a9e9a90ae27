package import TintypeIR
import TintypeIntrinsics
import TintypeLowering
package import TintypeRender
import TintypeSemantics

/// Traces a color through a look: its value after each named step.
///
/// The interpreter computes the numbers in double precision, from the program before optimization.
package struct ColorProbe: Sendable, Equatable {
  /// The color after a step.
  package struct Step: Sendable, Equatable {
    /// The name of the image, or `source` or `output`; of a call, that of the function, operation or used look.
    package var name: String

    /// Whether it has a name of its own, instead of being a call on the way to one that has.
    package var isImage: Bool

    /// Premultiplied red, green, blue and alpha in the working space; a single number for a mask.
    package var numbers: [Double]

    /// Red, green, blue and alpha as an 8-bit file stores them. A mask is stored as gray.
    package var stored: [UInt8]

    /// Whether it depends on the noise of this pixel.
    package var dependsOnNoise: Bool

    /// Whether it depends on the position in the picture.
    package var dependsOnPosition: Bool
  }

  /// A position in a picture of a given size, in pixels.
  package struct Place: Sendable, Equatable {
    /// The column of the pixel.
    package var column: Int
    /// The row of the pixel.
    package var row: Int
    /// The width of the picture.
    package var width: Int
    /// The height of the picture.
    package var height: Int

    /// A pixel in a picture of 6000 x 4000 pixels, or larger if needed to contain it.
    package init(column: Int = 0, row: Int = 0) {
      self.column = column
      self.row = row
      width = max(6000, column + 1)
      height = max(4000, row + 1)
    }
  }

  /// The name of the look.
  package var look: String

  /// The position of the color.
  package var place: Place

  /// The steps in order, from `source` to `output`.
  package var steps: [Step]

  /// Whether noise is blurred, and shown at its mean.
  package var blursNoise: Bool

  /// Traces a color through a look.
  ///
  /// - Parameters:
  ///   - color: premultiplied red, green, blue and alpha in the look's working space; see ``probedColor(_:in:)``.
  ///   - bound: the checked recipe and the values of its parameters.
  ///   - shot: what is known of the photo.
  ///   - place: the position of the color.
  package init(_ color: [Double], through bound: BoundLook, shot: Shot, at place: Place) {
    let look = bound.look
    self.look = look.name
    self.place = place
    let space = look.header.workingSpace
    // Pictures besides the photo count as transparent.
    let pictures = look.program.pictures.map { _ in ExactField(columns: 0..<1, rows: 0..<1) { _, _ in [0, 0, 0, 0] } }
    let interpreter = Interpreter(
      bound.program(for: shot).answered(by: shot), parameters: bound.values(for: shot), width: place.width,
      height: place.height, pictures: pictures)
    let stored = space.stored(color)
    let values = interpreter.values(at: .init(color: stored, column: place.column, row: place.row))
    let fromNoise = look.program.dependents(stopsAt: { $0.isFilter }, on: { $0 == .noise })
    blursNoise = look.program.instructions.contains { instruction in
      instruction.operation.isFilter && instruction.operands.contains { fromNoise[$0.index] }
    }
    let fromPosition = look.program.dependents { $0 == .position || $0.isLetters }
    steps = look.probedSteps.map { image, isImage in
      let numbers = image.numbers(values)
      let color = image.isMask ? [numbers[0], numbers[0], numbers[0], 1] : numbers
      return Step(
        name: image.name, isImage: isImage, numbers: numbers,
        stored: image.space.stored(color).map { UInt8(SampleDepth.eight.code(of: Float($0))) },
        dependsOnNoise: image.color.values.contains { fromNoise[$0.index] },
        dependsOnPosition: image.color.values.contains { fromPosition[$0.index] })
    }
  }
}

extension Look {
  /// The images in order, each behind the calls that it is made from. A call that is an image itself is not repeated.
  fileprivate var probedSteps: [(image: NamedImage, isImage: Bool)] {
    let named = Set(images.map { $0.color.values })
    var calls = [[NamedImage]](repeating: [], count: images.count)
    var pending: [NamedImage] = []
    for step in steps {
      if step.isImage {
        calls[step.earlierImages] += pending
        pending = []
      } else if !named.contains(step.values), let color = color(of: step.values) {
        pending.append(NamedImage(name: step.name, color: color, space: header.workingSpace))
      }
    }
    calls[images.count - 1] += pending
    var probed: [(image: NamedImage, isImage: Bool)] = []
    for (image, calls) in zip(images, calls) {
      for call in calls { probed.append((image: call, isImage: false)) }
      probed.append((image: image, isImage: true))
    }
    return probed
  }

  private func color(of values: [Value]) -> NamedImage.Color? {
    if values.count == 2 { return .straight(values[0], alpha: values[1]) }
    switch program[values[0]].type {
    case .rgba: return .premultiplied(values[0])
    case .scalar: return .mask(values[0])
    default: return nil
    }
  }
}

extension NamedImage {
  fileprivate var isMask: Bool { if case .mask = color { true } else { false } }

  /// The premultiplied color, or the single number of a mask.
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
  /// Converts a premultiplied color of the space to what a file stores: straight, encoded, not clamped.
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
  /// For each value, whether it depends on an operation that satisfies a predicate, by operations that do not end it.
  fileprivate func dependents(
    stopsAt isEnd: (Operation) -> Bool = { _ in false }, on predicate: (Operation) -> Bool
  ) -> [Bool] {
    var depends: [Bool] = []
    for instruction in instructions {
      depends.append(
        predicate(instruction.operation)
          || !isEnd(instruction.operation) && instruction.operands.contains { depends[$0.index] })
    }
    return depends
  }
}
