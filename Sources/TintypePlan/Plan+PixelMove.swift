import TintypeIR
import TintypeIntrinsics

/// Why a result is more than pixels of the photo at other places.
public struct ChangedPixels: Error, Hashable, Sendable {
  /// What the plan does, for a sentence: "runs a blur".
  public let reason: String
}

extension Plan {
  /// How the plan moves pixels of an opaque photo of 8 bits, if it does nothing else.
  ///
  /// Traces a plan for all 256 codes of a channel, with the numbers that the executor computes. A picture that is
  /// decoded to light, turned and encoded again has the codes of the photo, so it is moved.
  ///
  /// - Parameters:
  ///   - width: of the photo, in pixels.
  ///   - height: of the photo, in pixels.
  ///   - pictures: the sizes of the other sources.
  /// - Throws: the first thing that the plan does besides.
  public func pixelMove(
    width: Int, height: Int, pictures: [PictureSize] = []
  ) throws(ChangedPixels) -> PixelMove {
    let uniforms = uniformValues(parameters: [], width: width, height: height, pictures: pictures, frame: 0)
    let rectangles = fieldPixels(uniforms: uniforms, width: width, height: height)
    var fields: [MovedField] = []
    for (field, bounds) in zip(self.fields, rectangles) {
      let lanes: [MovedLane] =
        switch field.content {
        case .filtered(_, let operation, _):
          Array(repeating: .other("runs a \(operation.name)"), count: field.channels)
        case .pass(let pass): lanes(of: pass, uniforms, bounds, fields)
        }
      fields.append(MovedField(lanes: lanes, bounds: bounds))
    }
    let bounds = pixels(uniforms: uniforms, width: width, height: height)
    let lanes = lanes(of: lastPass, uniforms, bounds, fields)
    var places: PixelPlaces?
    for (channel, lane) in lanes.prefix(3).enumerated() {
      let code = try lane.code()
      guard code.channel == channel, places == nil || code.places == places, code.isStoredAsItIs else {
        throw ChangedPixels(reason: MovedLane.newColors)
      }
      places = code.places
    }
    guard let places, let move = PixelMove(places, of: bounds), isOpaque else {
      throw ChangedPixels(reason: MovedLane.newColors)
    }
    return move
  }

  /// The destination of the results of a pass.
  private func lanes(
    of pass: Pass, _ uniforms: [Float], _ bounds: PixelRectangle, _ fields: [MovedField]
  ) -> [MovedLane] {
    var registers = [MovedLane](repeating: .other(MovedLane.newColors), count: pass.registerCount)
    func lane(_ operand: Operand) -> MovedLane {
      switch operand {
      case .register(let register): registers[register.index]
      case .uniform(let slot): .number(uniforms[slot.index])
      }
    }
    for step in pass.steps {
      let result: MovedLane =
        switch step {
        case .load(let channel, 0, _): .code(ChannelCode(channel) { Float($0) / 255 })
        case .lookup(let channel, 0, let table, _): .code(ChannelCode(channel) { tables[table][$0] })
        case .load, .lookup: .other("lays a picture over the photo")
        case .interpolate: .other("looks colors up in a table")
        case .cubics(let function, _, let operand): lane(operand).mapped { functions[function]($0) }
        case .noise: .other("draws noise")
        case .letters: .other("writes text")
        case .position(let axis, _):
          .place(axis == 0 ? Affine(across: 1, constant: 0) : Affine(down: 1, constant: 0))
        case .field(let field, let channel, _): fields[field].lane(channel, at: .here, for: bounds)
        case .sample(let field, let channel, _, let x, let y, _):
          if case .place(let x) = lane(x).asPlace, case .place(let y) = lane(y).asPlace {
            fields[field].lane(channel, at: PixelPlaces(x: x, y: y), for: bounds)
          } else {
            .other(MovedLane.resampled)
          }
        case .lane(let operation, _, let operands): MovedLane(operation, operands.map(lane))
        }
      for register in step.results { registers[register.index] = result }
    }
    return pass.results.map(lane)
  }
}

/// What a field holds.
private struct MovedField {
  let lanes: [MovedLane]
  let bounds: PixelRectangle

  /// What a channel is at other places, for some pixels of a pass.
  func lane(_ channel: Int, at places: PixelPlaces, for pixels: PixelRectangle) -> MovedLane {
    guard case .code(var code) = lanes[channel] else { return lanes[channel] }
    // Between the centers of pixels every filter mixes them; on a center it gives the pixel.
    guard let move = PixelMove(places, of: pixels) else { return .other(MovedLane.resampled) }
    guard bounds.columns.contains(move.rectangle.columns), bounds.rows.contains(move.rectangle.rows) else {
      return .other("repeats the edges of the picture")
    }
    code.places = places.through(code.places)
    return .code(code)
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

/// What follows from the code that a channel of the photo has at a place.
private struct ChannelCode {
  let channel: Int
  /// The position of the photo's pixel.
  var places = PixelPlaces.here
  /// The value for each code.
  private(set) var values: [Float]

  init(_ channel: Int, _ value: (Int) -> Float) {
    self.channel = channel
    values = (0..<256).map(value)
  }

  /// Whether the value of each code is stored as this code.
  var isStoredAsItIs: Bool { values.indices.allSatisfy { SampleDepth.eight.code(of: values[$0]) == UInt16($0) } }

  func mapped(_ change: (_ code: Int) -> Float) -> ChannelCode {
    var mapped = self
    mapped.values = (0..<256).map(change)
    return mapped
  }
}

/// The content of a register, as far as it matters for detecting a pixel move.
private enum MovedLane {
  case number(Float)
  /// A coordinate.
  case place(Affine)
  case code(ChannelCode)
  /// Anything else, and what the plan does for it.
  case other(String)

  static let newColors = "computes colors"
  static let resampled = "reads between pixels"

  init(_ operation: LaneOperation, _ operands: [MovedLane]) {
    for case .other(let reason) in operands {
      self = .other(reason)
      return
    }
    let codes = operands.compactMap { if case .code(let code) = $0 { code } else { nil } }
    guard let first = codes.first else {
      let places = operands.map { if case .place(let place) = $0.asPlace { place } else { Affine?.none } }
      self = Affine(operation, places).map(MovedLane.place) ?? .other(Self.resampled)
      return
    }
    let isOneChannel = codes.allSatisfy { $0.channel == first.channel && $0.places == first.places }
    let isOfPlace = operands.contains { if case .place = $0 { true } else { false } }
    guard isOneChannel, !isOfPlace else {
      self = .other(Self.newColors)
      return
    }
    self = .code(
      first.mapped { code in
        let numbers = operands.map { $0.number(for: code) } + [0, 0]
        return operation(numbers[0], numbers[1], numbers[2])
      })
  }

  /// A number is a place that is the same for all pixels.
  var asPlace: MovedLane {
    if case .number(let number) = self { .place(Affine(constant: Double(number))) } else { self }
  }

  /// The number that an operand of a step on one code has.
  private func number(for code: Int) -> Float {
    switch self {
    case .number(let number): number
    case .code(let channel): channel.values[code]
    case .place, .other: .nan
    }
  }

  func mapped(_ function: (Float) -> Float) -> MovedLane {
    switch self {
    case .code(let code): .code(code.mapped { function(code.values[$0]) })
    case .number(let number): .number(function(number))
    case .place: .other(Self.newColors)
    case .other: self
    }
  }

  /// - Throws: what the plan does to make something else.
  func code() throws(ChangedPixels) -> ChannelCode {
    switch self {
    case .code(let code): return code
    case .other(let reason): throw ChangedPixels(reason: reason)
    case .number, .place: throw ChangedPixels(reason: Self.newColors)
    }
  }
}
