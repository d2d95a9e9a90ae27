/// A JPEG with its gain map behind it, made of two JPEGs: the layouts of Ultra HDR 1.0, ISO 21496-1 and Apple, and the
/// list of pictures of CIPA DC-007.
public struct GainMappedFile: Sendable {
  /// How the map is described.
  public enum Metadata: Sendable {
    /// XMP of the map: attributes of `hdrgm` as they stand.
    case ultraHDR(String)
    /// A segment APP2 of the map.
    case iso([UInt8])
    /// XMP of the map: attributes of `HDRGainMap` as they stand.
    case apple(String)
  }

  /// The whole file.
  public private(set) var bytes: [UInt8]

  /// The list of the pictures with its segment's head, and the segment of the map's metadata.
  public let list, metadata: Range<Int>

  /// The map.
  public let map: Range<Int>

  /// - Parameters:
  ///   - base: a JPEG; what else belongs to it goes behind its first two bytes.
  ///   - map: a JPEG.
  ///   - metadata: of the map.
  ///   - segments: of the base, before the list.
  public init(base: [UInt8], map: [UInt8], _ metadata: Metadata, segments: [UInt8] = []) {
    let name: String
    let content: [UInt8]
    var ofBase = segments
    let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    let urn = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
    switch metadata {
    case .ultraHDR(let attributes):
      name = "hdrgm"
      content = xmp + Self.packet("xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\" \(attributes)")
      ofBase += Self.segment(0xE1, xmp + Self.packet("hdrgm:Version=\"1.0\""))
    case .iso(let payload):
      name = "iso"
      content = urn + payload
      ofBase += Self.segment(0xE2, urn + [0, 0, 0, 0])
    case .apple(let attributes):
      name = "apple"
      content = xmp + Self.packet("HDRGainMap:HDRGainMapVersion=\"131072\" \(attributes)")
    }
    let describing = Self.segment(name == "iso" ? 0xE2 : 0xE1, content)
    let whole = map[..<2] + describing + map[2...]
    let listBytes = Self.list([(0, 0), (0, 0)]).count
    let first = base.count + ofBase.count + listBytes
    let start = 2 + ofBase.count
    list = start..<(start + listBytes)
    // Offsets count from the byte order mark, behind a segment's head and "MPF\0".
    let index = Self.list([(first, 0), (whole.count, first - (start + 8))])
    bytes = base[..<2] + ofBase + index + base[2...] + whole
    self.map = first..<bytes.count
    self.metadata = (first + 2)..<(first + 2 + describing.count)
  }

  /// The payload of ISO 21496-1 with denominators of 100,000.
  ///
  /// - Parameters:
  ///   - stops: the least and the most of each channel, one or three.
  ///   - headroom: in stops.
  public static func iso(
    stops: [(Double, Double)], gamma: Double = 1, offset: Double = 0, headroom: Double, isInBaseSpace: Bool = true
  ) -> [UInt8] {
    func fraction(_ number: Double) -> [UInt8] { big(Int((number * 100_000).rounded()), 4) + big(100_000, 4) }
    let flags: UInt8 = (stops.count == 3 ? 0x80 : 0) | (isInBaseSpace ? 0x40 : 0)
    return [0, 0, 0, 0, flags] + fraction(0) + fraction(headroom)
      + stops.flatMap {
        fraction($0.0) + fraction($0.1) + fraction(gamma) + fraction(offset) + fraction(offset)
      }
  }

  private static func packet(_ attributes: String) -> [UInt8] {
    Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" \(attributes)/></rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  private static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big(payload.count + 2, 2) + payload
  }

  private static func list(_ pictures: [(size: Int, offset: Int)]) -> [UInt8] {
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      big(tag, 2) + big(type, 2) + big(count, 4) + value
    }
    let entries =
      entry(0xB000, 7, 4, Array("0100".utf8)) + entry(0xB001, 4, 1, big(pictures.count, 4))
      + entry(0xB002, 7, 16 * pictures.count, big(50, 4))
    let index = pictures.flatMap { big(0, 4) + big($0.size, 4) + big($0.offset, 4) + big(0, 4) }
    return segment(
      0xE2, Array("MPF\0MM".utf8) + big(42, 2) + big(8, 4) + big(3, 2) + entries + big(0, 4) + index)
  }

  private static func big(_ number: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * (bytes - 1 - $0))) }
  }
}
