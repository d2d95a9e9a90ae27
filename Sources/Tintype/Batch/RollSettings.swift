import TintypeIR
public import TintypeImage
import TintypeIntrinsics
import TintypeJSON
public import TintypeLowering

/// What `tintype meter` found of photos that belong together, each and all: a file in JSON, which people may edit.
public struct RollSettings: Sendable {
  /// What photos get that are not in the file: the median of the others.
  public var roll = LightCorrection()

  /// The light of the film without a picture, for the frames of a negative: red, green and blue.
  public var clear: [Double]?

  /// The corrections of photos, by their absolute paths.
  private var photos: [FilePath: LightCorrection] = [:]

  /// The photos in their order.
  private var order: [FilePath] = []

  /// Settings of photos.
  ///
  /// - Parameters:
  ///   - photos: each with what is done to its light.
  ///   - clear: the light of the film without a picture; nil for positives.
  public init(_ photos: [(photo: FilePath, correction: LightCorrection)], clear: [Double]? = nil) {
    self.clear = clear
    for (photo, correction) in photos { add(correction, of: photo) }
    func median(_ path: KeyPath<LightCorrection, Double>) -> Double {
      let ordered = photos.map { $0.correction[keyPath: path] }.sorted()
      return ordered.isEmpty ? LightCorrection()[keyPath: path] : ordered[(ordered.count - 1) / 2]
    }
    (roll.exposure, roll.red, roll.blue) = (median(\.exposure), median(\.red), median(\.blue))
    roll.contrast = median(\.contrast)
  }

  /// What is done to the light of a photo; nil for one that has no settings of its own.
  public subscript(photo: FilePath) -> LightCorrection? { photos[photo.absolute] }

  private mutating func add(_ correction: LightCorrection, of photo: FilePath) {
    let path = photo.absolute
    if photos.updateValue(correction, forKey: path) == nil { order.append(path) }
  }

  /// The most bytes of a file: that of a few hundred thousand photos.
  private static let mostBytes = 64 << 20

  /// Reads settings. Names in it are relative to its folder.
  ///
  /// - Throws: `.corrupt` for what is no such file, and what reading it throws.
  public init(reading file: FilePath) throws(ImageError) {
    let bytes = try readFile(file, atMost: Self.mostBytes)
    guard let json = JSONValue(parsing: bytes), case .object(let members) = json else {
      let place = JSONValue.mistake(in: bytes).map { ": line \($0.line), column \($0.column) is not understood" } ?? ""
      throw ImageError(.corrupt, "is no JSON object\(place); 'tintype meter' writes one")
    }
    if let unknown = members.names.first(where: { !["roll", "clear", "photos"].contains($0) }) {
      throw ImageError(
        .corrupt, "has the member '\(String(unknown.prefix(80)).escapedForDisplay)'; there are roll, clear and photos")
    }
    roll = try members["roll"].map { (json) throws(ImageError) in try Self.correction(json, of: "roll") } ?? roll
    clear = try members["clear"].map { (json) throws(ImageError) in
      guard case .array(let lanes) = json, lanes.count == 3,
        case let numbers = lanes.compactMap(\.double).filter({ (0.0001...16).contains($0) }), numbers.count == 3
      else { throw ImageError(.corrupt, "its 'clear' has to be three numbers from 0.0001 to 16: red, green and blue") }
      return numbers
    }
    guard let photos = members["photos"] else { return }
    guard case .object(let entries) = photos else {
      throw ImageError(.corrupt, "its 'photos' has to be an object: a member for each photo")
    }
    for (name, json) in entries.members {
      let path = name.hasPrefix("/") ? FilePath(name) : file.folder.appending(name.utf8)
      add(try Self.correction(json, of: name), of: path)
    }
  }

  /// The settings of a look that the roll decides: its clear film, where it has such a parameter.
  public func parameters(of look: Look) -> [String] {
    guard let clear, look.parameters.contains(where: { $0.name == "clear" && $0.type == .rgb }) else { return [] }
    return ["clear=rgb(" + clear.map { "\($0)" }.joined(separator: ", ") + ")"]
  }

  private static func correction(_ json: JSONValue, of name: String) throws(ImageError) -> LightCorrection {
    if case .object(let members) = json {
      if members.names.isEmpty { return LightCorrection() }
      let words = members.members.map { "\($0.name)=\($0.value.double.map { "\($0)" } ?? "?")" }
      if let correction = LightCorrection(words.joined(separator: " ")) { return correction }
    }
    throw ImageError(
      .corrupt,
      "'\(name.escapedForDisplay)' has to be an object with exposure, red and blue from -10 to 10 and contrast from "
        + "0.25 to 4")
  }

  /// The text of the file.
  ///
  /// - Parameter file: where it will be; photos in its folder are named from there.
  public func text(in file: FilePath) -> String {
    let folder = file.folder.absolute.appending([UInt8]()).bytes
    var json: JSONObject = ["roll": roll.json, "clear": JSONValue(clear)]
    json["photos"] = .object(
      JSONObject(
        order.map { path in
          let name = path.bytes.starts(with: folder) ? path.bytes.dropFirst(folder.count) : path.bytes[...]
          return (String(decoding: name, as: UTF8.self), photos[path]?.json)
        }))
    return JSONValue(json).formatted + "\n"
  }
}

extension LightCorrection {
  /// Numbers by name; what changes nothing is left out, but for the exposure.
  fileprivate var json: JSONValue {
    .object(
      JSONObject(
        spelled.split(separator: " ").map { word in
          let halves = word.split(separator: "=")
          return (String(halves[0]), Double(halves[1]).map { .number($0) })
        }))
  }
}
