import CTintype
import Tintype
import TintypeColor
import TintypeExecutor
import TintypeImage
import TintypePlan
import TintypeSystem

/// Pixels in memory of the caller: a `tintype_picture` whose numbers are valid.
struct CallerPicture {
  /// How the engine has the whole picture.
  let format: PictureFormat
  /// The part that is in memory.
  let region: PixelRectangle
  /// The samples of a pixel in memory: 4 also where the engine has 3, since the fourth is ignored.
  let channels: Int
  let isBlueFirst: Bool
  let isPremultiplied: Bool
  /// Nil where the caller does not say it.
  let space: InputSpace?
  private let first: UnsafeMutableRawPointer?
  /// Bytes from a row to the one below it.
  private let stride: Int

  /// - Parameter name: of the argument, for messages.
  /// - Throws: for a layout that no picture has.
  init(_ picture: UnsafePointer<tintype_picture>?, _ name: String) throws(Failure) {
    guard let picture else { throw Failure(.usage, "'\(name)' is NULL") }
    let known = MemoryLayout<tintype_picture>.size
    guard picture.pointee.size == known else {
      throw Failure(
        .usage,
        "'\(name)' has a size of \(picture.pointee.size) bytes, and this library knows \(known); set it to "
          + "sizeof(tintype_picture), and use the header of the library")
    }
    self = try Self(picture.pointee, name)
  }

  init(_ picture: tintype_picture, _ name: String) throws(Failure) {
    guard picture.width > 0, picture.height > 0 else { throw Failure(.usage, "'\(name)' has no pixels") }
    guard picture.channels == 3 || picture.channels == 4 else {
      throw Failure(.usage, "'\(name)' has \(picture.channels) channels; a picture has 3 or 4")
    }
    let samples: [tintype_sample: SampleDepth] = [
      tintype_sample(TINTYPE_UINT8): .eight, tintype_sample(TINTYPE_UINT16): .sixteen,
      tintype_sample(TINTYPE_HALF): .half, tintype_sample(TINTYPE_FLOAT): .float,
    ]
    guard let depth = samples[picture.sample] else {
      throw Failure(.usage, "'\(name)' has samples of the unknown kind \(picture.sample)")
    }
    guard (0...1).contains(picture.order) else {
      throw Failure(.usage, "'\(name)' has samples in the unknown order \(picture.order)")
    }
    guard (0...2).contains(picture.alpha) else {
      throw Failure(.usage, "'\(name)' has the unknown kind of alpha \(picture.alpha)")
    }
    channels = Int(picture.channels)
    let hasAlpha = channels == 4 && picture.alpha != tintype_alpha(TINTYPE_IGNORED)
    format = PictureFormat(
      width: Int(picture.width), height: Int(picture.height), channels: hasAlpha ? 4 : 3, depth: depth)
    isBlueFirst = picture.order == tintype_order(TINTYPE_BGR)
    isPremultiplied = hasAlpha && picture.alpha == tintype_alpha(TINTYPE_PREMULTIPLIED)
    region = try Self.region(picture.region, of: format, name)
    space = try Self.space(picture.space, name)
    first = picture.pixels
    let rowBytes = region.columns.count * Int(picture.channels) * depth.bytes
    stride = picture.stride == 0 ? rowBytes : picture.stride
    let distance = Int(clamping: stride.magnitude)
    guard distance >= rowBytes else {
      throw Failure(.usage, "the stride of '\(name)' is \(stride) bytes, and a row has \(rowBytes)")
    }
    guard ByteCount(distance) * region.rows.count < .unbounded else {
      throw Failure(.usage, "'\(name)' is too large")
    }
  }

  private static func region(
    _ part: tintype_rectangle, of format: PictureFormat, _ name: String
  ) throws(Failure) -> PixelRectangle {
    let whole = PixelRectangle(columns: 0..<format.width, rows: 0..<format.height)
    if part.x == 0, part.y == 0, part.width == 0, part.height == 0 { return whole }
    let region = PixelRectangle(
      columns: Int(part.x)..<Int(part.x) + Int(part.width), rows: Int(part.y)..<Int(part.y) + Int(part.height))
    guard !region.isEmpty, region.columns.upperBound <= format.width, region.rows.upperBound <= format.height else {
      throw Failure(
        .usage,
        "the region of '\(name)', \(part.width) x \(part.height) at \(part.x), \(part.y), is not a part of the "
          + "picture, which is \(format.width) x \(format.height)")
    }
    return region
  }

  private static func space(_ bytes: UnsafePointer<CChar>?, _ name: String) throws(Failure) -> InputSpace? {
    guard let bytes else { return nil }
    let word = String(cString: bytes)
    if let space = InputSpace(rawValue: word) { return space }
    let near = nearestName(to: word, among: InputSpace.allCases.map(\.rawValue))
    throw Failure(
      .usage,
      "'\(name)' has the unknown space '\(word.escapedForDisplay)'"
        + (near.map { "; did you mean '\($0)'?" } ?? "; 'tintype_spaces' lists them"))
  }

  /// - Throws: where the caller gives no memory.
  func requireMemory(_ name: String) throws(Failure) {
    guard first != nil else { throw Failure(.usage, "'\(name)' is NULL") }
  }

  /// Bytes of a row that is in memory.
  var rowBytes: Int { region.columns.count * channels * format.depth.bytes }

  /// The memory of a row of ``region``.
  func row(_ row: Int) -> UnsafeMutableRawPointer { first! + (row - region.rows.lowerBound) * stride }

  /// Whether some byte belongs to both.
  func overlaps(_ other: CallerPicture) -> Bool { addresses.overlaps(other.addresses) }

  private var addresses: Range<UInt> {
    let ends = [region.rows.lowerBound, region.rows.upperBound - 1].map { UInt(bitPattern: row($0)) }
    return min(ends[0], ends[1])..<max(ends[0], ends[1]) + UInt(rowBytes)
  }

  /// The same picture in memory of its own.
  ///
  /// - Throws: without memory for it.
  func copied() throws(Failure) -> (picture: CallerPicture, memory: OwnedMemory) {
    guard let memory = OwnedMemory(bytes: rowBytes * region.rows.count) else {
      throw Failure(.limit, "there is no memory for a copy of the source")
    }
    for (index, row) in region.rows.enumerated() {
      (memory.start + index * rowBytes).copyMemory(from: self.row(row), byteCount: rowBytes)
    }
    return (CallerPicture(self, at: memory.start), memory)
  }

  private init(_ other: CallerPicture, at first: UnsafeMutableRawPointer) {
    (format, region, channels, space) = (other.format, other.region, other.channels, other.space)
    (isBlueFirst, isPremultiplied) = (other.isBlueFirst, other.isPremultiplied)
    (self.first, stride) = (first, other.rowBytes)
  }
}

/// Memory that is freed with its owner.
final class OwnedMemory {
  let start: UnsafeMutableRawPointer

  /// Nil without memory.
  init?(bytes: Int) {
    guard let start = malloc(bytes) else { return nil }
    self.start = start
  }

  deinit { free(start) }
}
