import Testing
import TintypeImage
import TintypeTestSupport

/// A picture in memory: interleaved samples of 8 or 16 bits, straight alpha.
struct TestPicture: Equatable {
  var format: PictureFormat
  var samples: [UInt16]

  /// Gradients with some noise, so that codecs and looks have something to do; the same for the same seed.
  init(_ width: Int, _ height: Int, channels: Int = 3, depth: SampleDepth = .eight, seed: UInt64 = 1) {
    format = PictureFormat(width: width, height: height, channels: channels, depth: depth)
    var numbers = SplitMix64(seed: seed)
    let largest = depth == .eight ? 255 : 65535
    samples = []
    samples.reserveCapacity(width * height * channels)
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<channels {
          let slope = [x * 2 + y, x + y * 2, (width - x) * 2 + y, x * 3][channel] * largest / (3 * max(width, height))
          let noise = Int(numbers.next() % UInt64(largest / 16))
          samples.append(UInt16(min(largest, max(0, slope + noise))))
        }
      }
    }
  }

  /// Reads a file, in its own orientation.
  init(_ folder: ScratchFolder, _ name: String) throws {
    let reader = try openPicture(FilePath(folder.path + "/" + name))
    format = reader.format
    var bytes = [UInt8](repeating: 0, count: format.pictureBytes.count)
    let (rows, rowBytes) = (format.height, format.rowBytes)
    try bytes.withUnsafeMutableBytes { try reader.readRows(rows, into: $0, rowBytes: rowBytes) }
    samples =
      format.depth == .eight
      ? bytes.map(UInt16.init)
      : stride(from: 0, to: bytes.count, by: 2).map { index in
        [bytes[index], bytes[index + 1]].withUnsafeBytes { $0.loadUnaligned(as: UInt16.self) }
      }
  }

  /// Writes a file of the format that the name ends in, or a JPEG.
  func write(
    _ folder: ScratchFolder, _ name: String, metadata: PictureMetadata = PictureMetadata(),
    subsampling: ChromaSubsampling = .full444
  ) throws {
    let file = try OutputFile(FilePath(folder.path + "/" + name), ifTaken: .replace)
    let type = (try? PictureFileType(outputName: FilePath(name))) ?? .jpeg
    let options = EncodingOptions(subsampling: subsampling)
    let writer = try type.writer(to: file.descriptor, format: format, metadata: metadata, options: options)
    let (rows, rowBytes) = (format.height, format.rowBytes)
    if format.depth == .eight {
      try samples.map { UInt8($0) }.withUnsafeBytes { try writer.writeRows(rows, from: $0, rowBytes: rowBytes) }
    } else {
      try samples.withUnsafeBytes { try writer.writeRows(rows, from: $0, rowBytes: rowBytes) }
    }
    try writer.finish()
    try file.commit()
  }

  /// The samples of a pixel.
  subscript(x: Int, y: Int) -> [UInt16] {
    let start = (y * format.width + x) * format.channels
    return Array(samples[start..<(start + format.channels)])
  }
}

/// Camera data that says nothing but how the picture was held (EXIF tag 274).
func cameraData(orientation: UInt8) -> PictureMetadata {
  var metadata = PictureMetadata()
  metadata.exif =
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
    + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0] + [0, 0, 0, 0]
  return metadata
}

/// The same with a date, 2024-05-06 07:08:09.
func datedCameraData(orientation: UInt8 = 1) -> PictureMetadata {
  var metadata = cameraData(orientation: orientation)
  metadata.xmp = Array(
    ("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
      + "<rdf:Description rdf:about=\"\" xmlns:exif=\"http://ns.adobe.com/exif/1.0/\" "
      + "exif:DateTimeOriginal=\"2024-05-06T07:08:09.25+02:00\"/></rdf:RDF></x:xmpmeta>").utf8)
  return metadata
}
