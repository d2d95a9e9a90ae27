import Testing
import TintypeTestSupport

@testable import TintypeImage

/// A HEIF or an AVIF of two pictures, the second one hidden, and the item `tmap` that makes a third of them
/// (ISO 21496-1, annex C).
struct ToneMappedFile {
  let bytes: [UInt8]

  /// - Parameters:
  ///   - base: a file of one picture, which becomes the primary one.
  ///   - map: another file of the same format.
  ///   - payload: of ISO 21496-1.
  ///   - primaries: of H.273, of the picture that is made; nil where it does not say.
  ///   - isInline: whether the formula is in the box `idat`.
  init(base: [UInt8], map: [UInt8], payload: [UInt8], primaries: Int? = nil, isInline: Bool = false) throws {
    let parts = try [base, map].map { try Part($0) }
    let color = primaries.map {
      Self.box("colr", Array("nclx".utf8) + Self.big($0, 2) + Self.big(13, 2) + [0, 0, 0x80])
    }
    let data = parts.map(\.data) + [[0] + payload]
    let (first, second) = (parts[0].properties.count, parts[1].properties.count)
    func associations(_ item: Int, _ indices: [Int]) -> [UInt8] {
      let properties = parts.flatMap(\.properties)
      return Self.big(item, 2) + [UInt8(indices.count)]
        + indices.map { index in
          let isEssential =
            index < properties.count && ["av1C", "hvcC", "irot", "imir"].contains(properties[index].type)
          return UInt8(index + 1) | (isEssential ? 0x80 : 0)
        }
    }
    func item(_ number: Int, _ type: String, isHidden: Bool = false) -> [UInt8] {
      Self.box("infe", [2, 0, 0, isHidden ? 1 : 0] + Self.big(number, 2) + [0, 0] + Array(type.utf8) + [0])
    }
    func meta(_ start: Int) -> [UInt8] {
      var place = start
      let places = data.enumerated().flatMap { index, bytes -> [UInt8] in
        let isInline = isInline && index == 2
        defer { place += bytes.count }
        return Self.big(index + 1, 2) + Self.big(isInline ? 1 : 0, 2) + Self.big(0, 2) + Self.big(1, 2)
          + Self.big(isInline ? 0 : place, 4) + Self.big(bytes.count, 4)
      }
      let properties = parts.flatMap(\.properties).flatMap { Self.box($0.type, Array($0.content)) } + (color ?? [])
      let shape = parts[0].properties.firstIndex { $0.type == "ispe" } ?? 0
      return Self.box(
        "meta",
        Self.big(0, 4) + Self.box("hdlr", Self.big(0, 8) + Array("pict".utf8) + Self.big(0, 13))
          + Self.box("pitm", Self.big(0, 4) + Self.big(1, 2))
          + Self.box("iloc", [1, 0, 0, 0, 0x44, 0x00] + Self.big(3, 2) + places)
          + Self.box(
            "iinf",
            Self.big(0, 4) + Self.big(3, 2) + item(1, parts[0].type) + item(2, parts[1].type, isHidden: true)
              + item(3, "tmap"))
          + Self.box(
            "iref", Self.big(0, 4) + Self.box("dimg", Self.big(3, 2) + Self.big(2, 2) + Self.big(1, 2) + Self.big(2, 2))
          )
          + Self.box(
            "iprp",
            Self.box("ipco", properties)
              + Self.box(
                "ipma",
                Self.big(0, 4) + Self.big(3, 4) + associations(1, Array(0..<first))
                  + associations(2, Array(first..<first + second))
                  + associations(3, [shape] + (color == nil ? [] : [first + second]))))
          + (isInline ? Self.box("idat", data[2]) : []))
    }
    let head = Array(base.prefix(Int(base.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })))
    bytes = head + meta(head.count + meta(0).count + 8) + Self.box("mdat", data.flatMap { $0 })
  }

  /// The coded picture of a file.
  private struct Part {
    let type: String
    let properties: [ItemBoxes.Box]
    let data: [UInt8]

    init(_ bytes: [UInt8]) throws {
      let scratch = try Scratch()
      let boxes = try #require(try ItemBoxes(of: InputFile(scratch.write(bytes))))
      let primary = try #require(boxes.primary)
      // Of a grid its first tile, turned as the grid is.
      let item = boxes.references("dimg", from: primary).first ?? primary
      let turns = boxes.properties(of: primary).filter { ["irot", "imir"].contains($0.type) }
      type = try #require(boxes.items[item]).type
      properties = boxes.properties(of: item) + (item == primary ? [] : turns)
      let data = try boxes.bytes(of: item, atMost: bytes.count)
      self.data = try #require(data)
    }
  }

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count + 8, 4) + Array(type.utf8) + content
  }

  private static func big(_ number: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * (bytes - 1 - $0))) }
  }
}
