import CFuzzDriver
import FuzzFiles
import Tintype
import TintypeImage

/// Color profiles: whatever the bytes are, a photo with them has colors that are known, or a note that says what was
/// assumed, and rows come out.
///
/// The first byte chooses the photo: a PNG of RGB, 8 or 16 bits, with or without alpha, or a JPEG of inks.
@main enum FuzzProfile {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments) { data, size in
      guard size > 1 else { return 0 }
      let bytes = UnsafeBufferPointer(start: data, count: size)
      let (choice, profile) = (Int(bytes[0]), Array(bytes.dropFirst()))
      do {
        let photo = choice & 4 == 0 ? try FuzzProfile.png(choice, profile) : FuzzProfile.inks(profile)
        let reader = try openPicture(photo.path)
        precondition(
          reader.color.statement != .nothing || !reader.notes.isEmpty, "a profile is used, or it is said why not")
        let rows = reader.color.space.colorants.rows
        precondition(rows.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }, "colors are numbers")
        for curve in reader.color.space.curves {
          for step in 0...8 { precondition(curve.light(of: Double(step) / 8).isFinite, "light is a number") }
        }
        _ = reader.metadata.stating(reader.color.space)
        _ = try StoredPicture(decoding: UprightReader(reader))
      } catch {
        preconditionFailure("a profile is no reason to fail: \(error)")
      }
      return 0
    }
  }

  private static func png(_ choice: Int, _ profile: [UInt8]) throws -> MemoryFile {
    let format = PictureFormat(
      width: 3, height: 2, channels: choice & 1 == 0 ? 3 : 4, depth: choice & 2 == 0 ? .eight : .sixteen)
    var metadata = PictureMetadata()
    metadata.iccProfile = profile
    let photo = MemoryFile([])
    let writer = try PictureFileType.png.writer(to: photo.descriptor, format: format, metadata: metadata)
    let samples = (0..<format.pictureBytes.count).map { UInt8(truncatingIfNeeded: $0 * 37 + choice) }
    try samples.withUnsafeBytes { try writer.writeRows(2, from: $0, rowBytes: format.rowBytes) }
    try writer.finish()
    return photo
  }

  /// The profile goes in front of everything: ICC.1:2022, B.4.
  private static func inks(_ profile: [UInt8]) -> MemoryFile {
    let name = Array("ICC_PROFILE\0".utf8)
    let most = 65_533 - name.count - 2
    let count = (profile.count + most - 1) / most
    let segments = (0..<count).flatMap { index -> [UInt8] in
      let part = profile[(index * most)..<min((index + 1) * most, profile.count)]
      let length = part.count + name.count + 4
      return [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)] + name + [UInt8(index + 1), UInt8(count)] + part
    }
    return MemoryFile(Array(inksOfOneColor[..<2]) + segments + inksOfOneColor[2...])
  }

  /// python3 -c "from PIL import Image; Image.new('CMYK', (8, 8), (10, 60, 120, 30)).save('inks.jpg', quality=30)"
  private static let inksOfOneColor: [UInt8] = {
    let digits = Array(
      """
      ffd8ffee000e41646f626500640000000000ffdb0043001b12141714111b1716171e1c1b2028422b28252528513a3d3042605565645f555d
      5b6a7899816a7190735b5d85b586909ea3abadab6780bcc9baa6c799a8aba4ffc000140800080008044311004d11005911004b1100ffc400
      1f0000010501010101010100000000000000000102030405060708090a0bffc400b5100002010303020403050504040000017d0102030004
      1105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a43444546
      4748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3
      b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9faffda000e0443004d005900
      4b00003f00e8eb529d5bb5ffd9
      """.utf8.filter { $0 != UInt8(ascii: "\n") })
    return stride(from: 0, to: digits.count, by: 2).compactMap { place in
      UInt8(String(decoding: digits[place..<(place + 2)], as: UTF8.self), radix: 16)
    }
  }()
}
