import CFuzzDriver
import FuzzFiles
import Tintype
import TintypeImage

/// Segments of JPEGs, chunks of PNGs, EXIF, XMP: whatever the bytes are, a picture or an error, and metadata that a
/// file of either kind can hold, upright and, where that was asked for, without a position.
@main enum FuzzMetadata {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
      var bytes = Array(UnsafeBufferPointer(start: data, count: size))
      repairChecksums(&bytes)
      let file = MemoryFile(bytes)
      for onCorrupt in OnCorrupt.allCases {
        guard let reader = try? openPicture(file.path, limits: PictureLimits(maxPixels: 1 << 16, onCorrupt: onCorrupt))
        else { continue }
        _ = (reader.metadata.captureDate, reader.metadata.camera, Provenance(reader.metadata))
        if onCorrupt == .error { FuzzMetadata.write(reader.metadata.adjusted(width: 1, height: 1)) }
        if reader.decodingMemory.count < 8 << 20 { _ = try? StoredPicture(decoding: UprightReader(reader)) }
      }
      return 0
    }
  }

  /// Into both formats, under every policy.
  static func write(_ metadata: PictureMetadata) {
    let remarks = XMPRemarks(
      namespace: "urn:tintype:fuzz/", prefix: "fuzz", properties: [("A", "1 < 2")], keywords: ["a:b"], rating: 3)
    let format = PictureFormat(width: 1, height: 1, channels: 3, depth: .eight)
    for policy in MetadataPolicy.allCases {
      for type in [PictureFileType.jpeg, .png] {
        let reduced = metadata.reduced(to: policy).metadata
        let output = MemoryFile([])
        do {
          let carried = reduced.adding(remarks, for: type) ?? reduced
          let writer = try type.writer(to: output.descriptor, format: format, metadata: carried)
          try [0, 128, 255].withUnsafeBytes { try writer.writeRows(1, from: $0, rowBytes: 3) }
          try writer.finish()
          let again = try openPicture(output.path)
          precondition(again.orientation == .upright, "a result is turned")
          _ = try StoredPicture(decoding: again)
          if policy == .none { precondition(again.metadata.exif == nil, "camera data in spite of the policy") }
        } catch {
          preconditionFailure("\(type) under \(policy): \(error)")
        }
      }
    }
  }
}

/// Gives the chunks of a PNG the checksums they ought to have, in three files of four: else little would get past them.
func repairChecksums(_ bytes: inout [UInt8]) {
  guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), (bytes.last ?? 0) & 3 != 0 else { return }
  var place = 8
  while place + 12 <= bytes.count {
    let length = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
    let end = place + 8 + length
    guard end + 4 <= bytes.count else { return }
    var sum = UInt32.max
    for byte in bytes[(place + 4)..<end] {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    for index in 0..<4 { bytes[end + index] = UInt8(truncatingIfNeeded: ~sum >> (24 - 8 * UInt32(index))) }
    place = end + 4
  }
}
