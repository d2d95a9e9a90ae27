public import TintypeIntrinsics

/// The capture metadata of a photo, which a recipe reads as `source.iso` and so on. A photo may lack any field.
public enum ShotField: String, CaseIterable, Sendable, Hashable {
  /// The sensitivity, such as 400.
  case iso
  /// In seconds.
  case exposureTime
  /// The f-number.
  case aperture
  /// In millimeters.
  case focalLength
  /// Whether a flash fired.
  case flash
  /// The model of the camera, and of the lens.
  case camera, lens
  /// When the photo was taken.
  case date
  /// Whether its pixels are light of the scene, as a raw file, a float file or a camera's log holds it, instead of a
  /// finished picture. The host always knows it.
  case isSceneLight
  /// How many times as bright as white a finished picture may be: 1, and more where a gain map was applied. The host
  /// always knows it.
  case headroom
  /// The seed of its noise: ``PhotoSeed``. A recipe reads it as `.photo`; an unknown seed is 0.
  case seed

  /// The type of a value.
  public var type: ValueType {
    switch self {
    case .iso, .exposureTime, .aperture, .focalLength, .headroom, .seed: .scalar
    case .flash, .isSceneLight: .bool
    case .camera, .lens: .text
    case .date: .date
    }
  }

  /// How a value is written, with an article.
  public var described: String {
    if self == .headroom { return "a number from \(Int(numbers.lowerBound)) to \(Int(numbers.upperBound))" }
    if self == .seed { return "a whole number from 0 to \(Int(PhotoSeed.all.upperBound))" }
    return switch type {
    case .bool: "true or false"
    case .scalar: "a number above 0, or a fraction such as 1/250"
    default: type.described
    }
  }

  /// The fields that can be given as `name=value`; dates have separate options.
  public static let settable = allCases.filter { $0 != .date }

  /// Those that a recipe reads as members of `source`.
  public static let members = allCases.filter { $0 != .seed }

  /// The range of valid numbers. EXIF writes 0 for unknown values.
  public static let metadataNumbers: ClosedRange<Double> = 1e-9...1e9

  /// The numbers that a scalar may be.
  public var numbers: ClosedRange<Double> {
    switch self {
    case .seed: PhotoSeed.all
    // Up to the range of half precision.
    case .headroom: 1...65_536
    default: Self.metadataNumbers
    }
  }

  /// Parses a value such as `800`, `1/250`, `true` or `X100V`; nil if it is invalid.
  ///
  /// Terminal control and bidirectional control characters become `-`.
  public func lanes(of text: String) -> [Double]? {
    switch type {
    case .scalar:
      let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map { Double($0) }
      guard let first = parts[0], let second = parts.count > 1 ? parts[1] : 1 else { return nil }
      return lanes(of: first / second)
    case .bool: return ["true": [1], "false": [0]][text.lowercased()]
    case .date: return CivilDate(text)?.lanes
    default:
      let lanes = TextLanes.lanes(of: TextLanes.printable(text)).prefix(TextLanes.mostCharacters)
      return lanes.isEmpty ? nil : Array(lanes)
    }
  }

  /// A number as the only lane; nil for one that is not within ``numbers``, and for a seed with a fraction.
  public func lanes(of number: Double) -> [Double]? {
    numbers.contains(number) && (self != .seed || number == number.rounded()) ? [number] : nil
  }

  /// The value without a photo: the least number, false, or an empty text.
  public var unknown: [Double] { type.isWritten ? [] : type == .bool ? [0] : [numbers.lowerBound] }
}

/// What is known of one photo's exposure.
public struct Shot: Sendable, Hashable {
  private var values: [ShotField: [Double]] = [:]

  /// What the measurements of a look found, one number a lane; nil where they have not been made.
  public var measurements: [[Double]]?

  /// Nothing is known.
  public init() {}

  /// One number a lane; nil where the photo lacks the field.
  public subscript(field: ShotField) -> [Double]? {
    get { values[field] }
    set { values[field] = newValue }
  }

  /// Whether the photo is light of the scene; false where it is unknown.
  public var isSceneLight: Bool { self[.isSceneLight]?.first == 1 }

  /// Whether the photo is a finished picture with light beyond white; false where it is unknown.
  public var hasHeadroom: Bool { (self[.headroom]?.first ?? 1) > 1 }

  /// Parses some `name=value`; nil if one of them is invalid.
  public init?(settings: [String]) {
    for setting in settings where !take(setting) { return nil }
  }

  /// Parses `name=value`; false if it is invalid. If a field is given twice, the last wins.
  public mutating func take(_ setting: String) -> Bool {
    let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { return false }
    if parts[0] == Self.measured {
      measurements = Self.measurements(of: parts[1])
      return measurements != nil
    }
    guard let field = ShotField(rawValue: parts[0]), ShotField.settable.contains(field),
      let lanes = field.lanes(of: parts[1])
    else { return false }
    self[field] = lanes
    return true
  }

  /// The name of what was measured in the text of a setting: `measured=0.42;0.5,0.4,0.3`.
  public static let measured = "measured"

  /// The numbers of some measurements, one or three a measurement; nil for other texts.
  private static func measurements(of text: String) -> [[Double]]? {
    var found: [[Double]] = []
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      let numbers = part.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard [1, 3].contains(numbers.count), found.count < Measurement.most else { return nil }
      var lanes: [Double] = []
      for number in numbers {
        guard let number, number.isFinite else { return nil }
        lanes.append(number)
      }
      found.append(lanes)
    }
    return found
  }

  /// The values as ``take(_:)`` reads them, in the order of the fields.
  public var spelled: [String] {
    fields + [measurements.map { Self.measured + "=" + Self.text(of: $0) }].compactMap { $0 }
  }

  private static func text(of measurements: [[Double]]) -> String {
    measurements.map { $0.map { $0.description }.joined(separator: ",") }.joined(separator: ";")
  }

  private var fields: [String] {
    ShotField.settable.compactMap { field in
      guard let lanes = self[field] else { return nil }
      let value =
        switch field.type {
        case .bool: lanes[0] == 0 ? "false" : "true"
        case .scalar: lanes[0] == lanes[0].rounded() ? "\(Int64(lanes[0]))" : "\(lanes[0])"
        default: TextLanes.text(of: lanes)
        }
      return "\(field.rawValue)=\(value)"
    }
  }

  /// The same with what another one knows instead.
  public func overridden(by other: Shot) -> Shot {
    var shot = self
    for (field, lanes) in other.values { shot.values[field] = lanes }
    shot.measurements = other.measurements ?? measurements
    return shot
  }
}

// The inputs of a program from the photo's metadata; the host supplies them before planning.
extension Program {
  /// Whether the program reads a field.
  public func asks(for field: ShotField) -> Bool {
    instructions.contains { if case .shot(field, _) = $0.operation { true } else { false } }
  }

  /// The fields that the program reads without a fallback. Without a seed noise starts at 0.
  public var requiredFields: Set<ShotField> {
    Set(instructions.compactMap { if case .shot(let field, hasFallback: false) = $0.operation { field } else { nil } })
      .subtracting([.seed, .isSceneLight, .headroom])
  }

  /// Whether noise uses the photo's seed, for these parameter values.
  public func asksForSeed(parameters: [[Double]]) -> Bool {
    asks(for: .seed) || zip(self.parameters, parameters).contains { PhotoSeed.isMeant(by: $1, of: $0.type) }
  }

  /// Whether something of the program depends on the photo's metadata.
  public var asksForShot: Bool {
    instructions.contains { instruction in
      if case .shot(let field, _) = instruction.operation { return field != .isSceneLight }
      return instruction.isDateOfPhoto
    }
  }

  /// Whether the program does something else with light beyond the white of a finished picture, so that a gain map is
  /// applied for it.
  public var readsLight: Bool { asks(for: .headroom) }

  /// The program for photos of one kind of light.
  ///
  /// - Parameters:
  ///   - isSceneLight: whether they are light of the scene instead of finished pictures.
  ///   - hasHeadroom: whether they have light beyond white, so that `source.headroom > 1`. How much is open then, until
  ///     ``answered(by:)``; without, the headroom is 1.
  public func lit(bySceneLight isSceneLight: Bool, hasHeadroom: Bool = false) -> Program {
    var lit = self
    for index in instructions.indices {
      let number: Double
      switch instructions[index].operation {
      case .shot(.isSceneLight, _): number = isSceneLight ? 1 : 0
      case .shot(.headroom, _) where !hasHeadroom: number = 1
      case .apply(let intrinsic) where intrinsic == .greater && hasHeadroom && asksForHeadroom(instructions[index]):
        number = 1
      default: continue
      }
      (lit.instructions[index].operation, lit.instructions[index].operands) = (.constant(Numbers([number])), [])
    }
    return lit
  }

  /// Whether a comparison is `source.headroom > 1`.
  private func asksForHeadroom(_ comparison: Instruction) -> Bool {
    guard case .shot(.headroom, _) = self[comparison.operands[0]].operation,
      case .constant(let numbers) = self[comparison.operands[1]].operation
    else { return false }
    return numbers == [1]
  }

  /// The program with a photo's capture metadata filled in. An unknown field has its fallback; without one it stays
  /// open.
  public func answered(by shot: Shot) -> Program {
    var program = self
    var places = instructions.indices.map { Value($0) }
    for index in instructions.indices {
      var instruction = instructions[index]
      instruction.operands = Operands(instruction.operands.map { places[$0.index] })
      switch instruction.operation {
      case .shot(let field, let hasFallback):
        if let lanes = shot[field] {
          (instruction.operation, instruction.operands) = (.constant(Numbers(lanes)), [])
        } else if hasFallback {
          places[index] = instruction.operands[0]
        }
      default:
        if instruction.isDateOfPhoto, let date = shot[.date] { instruction.operation = .constant(Numbers(date)) }
      }
      program.instructions[index] = instruction
    }
    program.output = Output(color: places[output.color.index], bounds: places[output.bounds.index])
    return program
  }
}
