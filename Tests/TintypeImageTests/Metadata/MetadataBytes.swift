import Testing
import TintypeImage

/// Writes numbers of a TIFF block in either byte order.
struct TIFFBytes {
  var bytes: [UInt8] = []
  let bigEndian: Bool

  init(bigEndian: Bool) {
    self.bigEndian = bigEndian
    bytes = bigEndian ? [0x4D, 0x4D] : [0x49, 0x49]
    add16(42)
    add32(8)
  }

  mutating func add16(_ number: UInt16) {
    bytes += bigEndian ? [UInt8(number >> 8), UInt8(number & 0xFF)] : [UInt8(number & 0xFF), UInt8(number >> 8)]
  }

  mutating func add32(_ number: UInt32) {
    let parts = [UInt16(number >> 16), UInt16(number & 0xFFFF)]
    for part in bigEndian ? parts : parts.reversed() { add16(part) }
  }

  /// A SHORT, padded on the right, or a LONG.
  mutating func addEntry(_ tag: UInt16, long: Bool, _ number: UInt32) {
    add16(tag)
    add16(long ? 4 : 3)
    add32(1)
    if long {
      add32(number)
    } else {
      add16(UInt16(number))
      add16(0)
    }
  }
}

/// The thumbnail of `exifBlock`: a JPEG in name only.
let thumbnail: [UInt8] = [0xFF, 0xD8] + [UInt8](repeating: 0x77, count: 40) + [0xFF, 0xD9]

/// Camera data: orientation, an EXIF directory with the picture's size, a maker note, a thumbnail.
///
/// With `noteLast` the maker note follows the thumbnail instead of preceding it.
func exifBlock(
  orientation: UInt16 = 6, bigEndian: Bool, long: Bool = false, noteLast: Bool = false
) -> [UInt8] {
  var tiff = TIFFBytes(bigEndian: bigEndian)
  let note = Array("maker note".utf8)
  let (main, exif, last): (UInt32, UInt32, UInt32) = (8, 38, 80)
  let data = last + 30
  let noteAt = noteLast ? data + UInt32(thumbnail.count) : data
  let thumbnailAt = noteLast ? data : data + UInt32(note.count)
  tiff.add16(2)
  tiff.addEntry(0x112, long: long, UInt32(orientation))
  tiff.addEntry(0x8769, long: true, exif)
  tiff.add32(last)
  precondition(tiff.bytes.count == Int(exif) && main == 8)
  tiff.add16(3)
  tiff.add16(0x927C)
  tiff.add16(7)
  tiff.add32(UInt32(note.count))
  tiff.add32(noteAt)
  tiff.addEntry(0xA002, long: long, 4000)
  tiff.addEntry(0xA003, long: long, 3000)
  tiff.add32(0)
  precondition(tiff.bytes.count == Int(last))
  tiff.add16(2)
  tiff.addEntry(0x201, long: true, thumbnailAt)
  tiff.addEntry(0x202, long: true, UInt32(thumbnail.count))
  tiff.add32(0)
  return tiff.bytes + (noteLast ? thumbnail + note : note + thumbnail)
}

/// An XMP packet with an orientation as an attribute and one as an element, and a small picture.
let xmp = Array(
  """
  <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>
  <rdf:Description tiff:Orientation="6" xmp:Rating="5"><tiff:Orientation> 8 </tiff:Orientation>
  <xmpGImg:image>/9j/4AAQSkZJRg==</xmpGImg:image> <dc:title>tiff:Orientation</dc:title>
  </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
  """.utf8)

/// A profile in name only: a header that says RGB.
func profile(_ space: String = "RGB ", bytes count: Int = 400) -> [UInt8] {
  var profile = testSamples(count, seed: 5)
  profile.replaceSubrange(16..<20, with: Array(space.utf8))
  return profile
}

/// A JPEG segment with its length.
func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
  let length = payload.count + 2
  return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
}

/// One segment of every kind that is carried, in an order no encoder chooses.
let jpegMetadata: [UInt8] =
  segment(0xE5, Array("unknown".utf8)) + segment(0xFE, Array("first comment".utf8))
  + segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp)
  + segment(0xE1, Array("Exif\0\0".utf8) + exifBlock(bigEndian: false))
  + segment(0xE1, Array("http://ns.adobe.com/xmp/extension/\0".utf8) + testSamples(99))
  + segment(0xE2, Array("ICC_PROFILE\0\u{2}\u{2}".utf8) + profile()[200...])
  + segment(0xE2, Array("ICC_PROFILE\0\u{1}\u{2}".utf8) + profile()[..<200])
  + segment(0xED, Array("Photoshop 3.0\0".utf8) + captions) + segment(0xEF, testSamples(65_533))

/// A Photoshop resource with a caption.
let captions: [UInt8] = Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, 5, 0x1C, 2, 0x78, 0, 0, 0]

/// The segments of a JPEG up to its tables, without the JFIF header.
func carriedSegments(of file: [UInt8]) -> [[UInt8]] {
  var segments: [[UInt8]] = []
  var offset = 2
  while offset + 4 <= file.count, file[offset] == 0xFF {
    let marker = file[offset + 1]
    let end = offset + 2 + Int(file[offset + 2]) * 256 + Int(file[offset + 3])
    if (0xE1...0xEF).contains(marker) || marker == 0xFE { segments.append(Array(file[offset..<end])) }
    if marker == 0xDA { break }
    offset = end
  }
  return segments
}
