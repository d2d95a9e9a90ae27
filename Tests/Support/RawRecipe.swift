/// A raw file made by hand, of light that is known: a DNG, Canon's CR2, Fujifilm's RAF.
public struct RawRecipe {
  /// A tag with numbers of 2 or 4 bytes, bytes, or fractions.
  public struct Field {
    var tag: Int
    var type: Int
    var count: Int
    var bytes: [UInt8]

    /// Numbers, of 2 bytes unless the type is 1 (1 byte) or 4.
    public init(_ tag: Int, _ values: [Int], type: Int = 3) {
      (self.tag, self.type, count) = (tag, type, values.count)
      let size = [1: 1, 7: 1, 3: 2][type] ?? 4
      bytes = values.flatMap { number($0, size) }
    }
    /// The same.
    public init(_ tag: Int, _ values: Int..., type: Int = 3) { self.init(tag, values, type: type) }
    /// A text with its zero.
    public init(_ tag: Int, text: String) {
      (self.tag, type, bytes) = (tag, 2, Array(text.utf8) + [0])
      count = bytes.count
    }
    /// Fractions of ten thousand, with a sign or without.
    public init(_ tag: Int, fractions: [Double], signed: Bool = true) {
      self.init(tag, fractions.flatMap { [Int(($0 * 10_000).rounded()), 10_000] }, type: signed ? 10 : 5)
      count = fractions.count
    }
  }

  /// Places in a row.
  public var width: Int
  /// Rows.
  public var height: Int
  /// Red 0, green 1, blue 2, row by row. No pattern is a DNG of three colors a place.
  public var pattern: [Int]
  /// The side of the pattern.
  public var side = 2
  /// From CIE XYZ to the sensor's colors before their gains: those of sRGB's primaries.
  public var matrix = [3.2405, -1.5371, -0.4985, -0.9693, 1.8760, 0.0416, 0.0556, -0.2040, 1.0572]
  /// What the sensor makes of red, green and blue, and takes for gray.
  public var gains: SIMD3<Double>
  /// The samples of no light, by color.
  public var black: SIMD3<Double>
  /// The largest samples, by color.
  public var white: SIMD3<Double>
  /// Of the first directory, in place of those that every file has.
  public var fields: [Field] = []
  /// Of the EXIF directory.
  public var exif: [Field] = []
  /// Light at a place, balanced: 1 is the sensor's white in green.
  public var light: (_ x: Int, _ y: Int) -> SIMD3<Double>

  /// Flat light; see the properties.
  public init(
    width: Int = 48, height: Int = 32, pattern: [Int] = [0, 1, 1, 2], gains: SIMD3<Double> = [0.5, 1, 0.8],
    black: SIMD3<Double> = [512, 512, 512], white: SIMD3<Double> = SIMD3(repeating: 16_383), fields: [Field] = [],
    light: @escaping (_ x: Int, _ y: Int) -> SIMD3<Double> = { _, _ in [0.3, 0.2, 0.1] }
  ) {
    (self.width, self.height, self.pattern, self.gains) = (width, height, pattern, gains)
    (self.black, self.white, self.fields, self.light) = (black, white, fields, light)
  }

  /// The samples, row by row.
  private var samples: [UInt16] {
    (0..<(width * height)).flatMap { place -> [UInt16] in
      let (x, y) = (place % width, place / width)
      let (light, channels) = (light(x, y), pattern.isEmpty ? [0, 1, 2] : [pattern[y % side * side + x % side]])
      return channels.map { color in
        UInt16(min(light[color] * gains[color] * (white[color] - black[color]) + black[color], white[color]).rounded())
      }
    }
  }

  private func add(_ exif: [Field], to file: inout Directories) -> Field {
    Field(0x8769, file.append(exif), type: 4)
  }

  /// A DNG of 16 bits, its samples first.
  public var dng: [UInt8] {
    var file = Directories([0x49, 0x49, 42, 0, 0, 0, 0, 0])
    let data = samples.flatMap { number(Int($0), 2) }
    let place = file.append(data)
    let channels = pattern.isEmpty ? 3 : 1
    var all = fields
    all += [
      Field(0xFE, 0, type: 4), Field(0x100, width), Field(0x101, height),
      Field(0x102, [Int](repeating: 16, count: channels)), Field(0x103, 1),
      Field(0x106, pattern.isEmpty ? 34_892 : 32_803), Field(0x10F, text: "Maker"), Field(0x110, text: "Made 1"),
      Field(0x111, place, type: 4), Field(0x115, channels), Field(0x116, height), Field(0x117, data.count, type: 4),
      Field(0xC612, 1, 4, 0, 0, type: 1), Field(0xC614, text: "Made 1"),
      Field(0xC621, fractions: (0..<9).map { matrix[$0] * gains[$0 / 3] }),
      Field(0xC628, fractions: (0..<3).map { gains[$0] }, signed: false), Field(0xC65A, 21),
      Field(0xC61A, (0..<channels).map { Int(black[$0]) }, type: 4),
      Field(0xC61D, (0..<channels).map { Int(white[$0]) }, type: 4),
    ]
    if !pattern.isEmpty { all += [Field(0x828D, side, side), Field(0x828E, pattern, type: 1)] }
    if !exif.isEmpty { all.append(add(exif, to: &file)) }
    file.begin(with: file.append(all))
    return file.bytes
  }

  /// A CR2 of an EOS 350D: 12 bits, two components of lossless JPEG, two slices.
  public var cr2: [UInt8] {
    precondition(pattern == [0, 1, 1, 2] && width % 4 == 0, "as this camera has them")
    var file = Directories([0x49, 0x49, 42, 0, 16, 0, 0, 0] + Array("CR".utf8) + [2, 0, 0, 0, 0, 0])
    let (samples, slice) = (samples.map(Int.init), width / 2)
    let sliced = [0, slice].flatMap { left in
      (0..<height).flatMap { samples[($0 * width + left)..<($0 * width + left + slice)] }
    }
    // Canon's table of colors: balance and black.
    var table = [Int](repeating: 0, count: 582)
    for (place, color) in [0, 1, 1, 2].enumerated() {
      table[0x19 + place] = Int((1_024 / gains[color]).rounded())
      table[0xA6 + place] = Int(black[color])
    }
    let tablePlace = file.append(table.flatMap { number($0, 2) })
    let note = number(1, 2) + number(0x4001, 2) + number(3, 2) + number(582, 4) + number(tablePlace, 4) + number(0, 4)
    let exif = add(exif + [Field(0x927C, note.map(Int.init), type: 7)], to: &file)
    let data = losslessJPEG(sliced, width: width / 2, height: height, bits: 12)
    let place = file.append(data)
    let raw = file.append([
      Field(0x103, 6), Field(0x111, place, type: 4), Field(0x117, data.count, type: 4), Field(0xC640, 1, slice, slice),
    ])
    file.begin(
      with: file.append(
        fields + [Field(0x10F, text: "Canon"), Field(0x110, text: "Canon EOS 350D DIGITAL"), exif], next: raw))
    file.bytes.replaceSubrange(12..<16, with: number(raw, 4))
    return file.bytes
  }

  /// A RAF of a FinePix X100: samples as they are, and the camera data in a JPEG.
  public var raf: [UInt8] {
    precondition(pattern == [0, 1, 1, 2], "as this camera has them")
    var camera = Directories([0x49, 0x49, 42, 0, 0, 0, 0, 0])
    let exif = add(exif, to: &camera)
    camera.begin(
      with: camera.append([Field(0x10F, text: "FUJIFILM"), Field(0x110, text: "FinePix X100"), exif]))
    let segment = Array("Exif\0\0".utf8) + camera.bytes
    let jpeg = [0xFF, 0xD8, 0xFF, 0xE1] + number(segment.count + 2, 2).reversed() + segment + [0xFF, 0xD9]
    var raw = Directories([0x49, 0x49, 42, 0, 0, 0, 0, 0])
    let data = samples.flatMap { number(Int($0), 2) }
    let place = raw.append(data)
    let balance = [1, 0, 2].map { Int((302 / gains[$0]).rounded()) }
    let directory = raw.append([
      Field(0xF001, width, type: 4), Field(0xF002, height, type: 4), Field(0xF003, 14, type: 4),
      Field(0xF007, place, type: 4), Field(0xF008, data.count, type: 4),
      Field(0xF00A, [Int](repeating: Int(black.y), count: 4), type: 4), Field(0xF00E, balance, type: 4),
    ])
    raw.begin(with: raw.append([Field(0xF000, directory, type: 13)]))
    func big(_ value: Int, _ count: Int) -> [UInt8] { number(value, count).reversed() }
    let size = big(4, 2) + big(height, 2) + big(width, 2)
    let table =
      big(3, 4) + big(0x100, 2) + size + big(0x121, 2) + size + big(0x130, 2) + big(4, 2) + [12, 12, 0, 0]
    var head = Array("FUJIFILMCCD-RAW 0201FF383501FinePix X100".utf8)
    head += [UInt8](repeating: 0, count: 60 - head.count) + Array("0100".utf8) + [UInt8](repeating: 0, count: 20)
    let first = 148
    head += big(first, 4) + big(jpeg.count, 4) + big(first + jpeg.count, 4) + big(table.count, 4)
    head += big(first + jpeg.count + table.count, 4) + big(raw.bytes.count, 4)
    return head + [UInt8](repeating: 0, count: first - head.count) + jpeg + table + raw.bytes
  }
}

private func number(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// Directories of TIFF in the order in which they are added, little-endian.
private struct Directories {
  var bytes: [UInt8]

  init(_ head: [UInt8]) { bytes = head }

  mutating func append(_ data: [UInt8]) -> Int {
    if bytes.count % 2 == 1 { bytes.append(0) }
    bytes += data
    return bytes.count - data.count
  }

  /// The first field of a tag counts.
  mutating func append(_ fields: [RawRecipe.Field], next: Int = 0) -> Int {
    var entries: [[UInt8]] = []
    for (index, field) in fields.enumerated() where !fields[..<index].contains(where: { $0.tag == field.tag }) {
      let value = field.bytes.count <= 4 ? field.bytes : number(append(field.bytes), 4)
      let padding = [UInt8](repeating: 0, count: 4 - value.count)
      entries.append(number(field.tag, 2) + number(field.type, 2) + number(field.count, 4) + value + padding)
    }
    entries.sort { ($0[1], $0[0]) < ($1[1], $1[0]) }
    return append(number(entries.count, 2) + entries.flatMap { $0 } + number(next, 4))
  }

  mutating func begin(with directory: Int) { bytes.replaceSubrange(4..<8, with: number(directory, 4)) }
}

/// Lossless JPEG of two components (ITU-T T.81, annex H): predictor 1, and codes of 5 bits for all categories.
private func losslessJPEG(_ samples: [Int], width: Int, height: Int, bits: Int) -> [UInt8] {
  let table: [UInt8] = [0, 0, 0, 0, 0, 17] + [UInt8](repeating: 0, count: 11) + Array(0...16)
  let size = [height >> 8, height & 255, width >> 8, width & 255].map { UInt8($0) }
  var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC4, 0, 36] + table + [0xFF, 0xC3, 0, 14, UInt8(bits)] + size
  bytes += [2, 0, 0x11, 0, 1, 0x11, 0, 0xFF, 0xDA, 0, 10, 2, 0, 0, 1, 0, 1, 0, 0]
  var (buffer, count) = (0, 0)
  func put(_ value: Int, _ length: Int) {
    for bit in (0..<length).reversed() {
      (buffer, count) = (buffer << 1 | value >> bit & 1, count + 1)
      guard count == 8 else { continue }
      bytes += buffer == 255 ? [255, 0] : [UInt8(buffer)]
      (buffer, count) = (0, 0)
    }
  }
  let rowSamples = width * 2
  for place in samples.indices {
    let column = place % rowSamples
    let predicted = column >= 2 ? samples[place - 2] : place < 2 ? 1 << (bits - 1) : samples[place - rowSamples]
    let difference = samples[place] - predicted
    let length = Int.bitWidth - difference.magnitude.leadingZeroBitCount
    put(length, 5)
    put(difference > 0 ? difference : difference + (1 << length) - 1, length)
  }
  put(255, (8 - count) % 8)
  return bytes + [0xFF, 0xD9]
}
