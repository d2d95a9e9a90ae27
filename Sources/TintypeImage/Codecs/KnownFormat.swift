/// A file format that photos come in and that no codec of this build reads.
///
/// The table turns "this is not a picture" into the format's name and a way out. Codecs are asked first: a build that
/// reads TIFF reaches the row on TIFF only with a damaged file.
package struct KnownFormat: Hashable, Sendable {
  /// The name with its article: "a WebP file".
  package let name: String

  /// The extensions of photos in this format, in lower case and without a dot; none for videos.
  package let extensions: [String]

  /// What the photographer can do, one clause.
  package let wayOut: String

  /// The package trait that reads the format; nil where there is none.
  package let trait: String?

  /// How files begin, one scalar for a byte; "." matches any byte.
  private let signatures: [String]

  private init(
    _ name: String, _ extensions: [String], _ signatures: [String], _ wayOut: String, trait: String? = nil
  ) {
    (self.name, self.extensions, self.signatures, self.trait) = (name, extensions, signatures, trait)
    self.wayOut = wayOut + (trait.map { ", or build tintype with 'swift build --traits \($0)'" } ?? "")
  }

  /// The format that the first 32 bytes of a file announce; nil for any other.
  package static func recognized(by start: [UInt8]) -> KnownFormat? {
    all.first { $0.begins(start) }
  }

  private func begins(_ start: [UInt8]) -> Bool {
    signatures.map(\.unicodeScalars).contains { pattern in
      pattern.count <= start.count && zip(pattern, start).allSatisfy { $0 == "." || $0.value == $1 }
    }
  }

  /// The format that a file name's extension stands for, in capitals or not; nil for any other.
  package static func named(_ fileExtension: [UInt8]) -> KnownFormat? {
    let name = String(decoding: fileExtension, as: UTF8.self).lowercased()
    return all.first { $0.extensions.contains(name) }
  }

  /// Says that a file of this format cannot be read (`.formatNotBuiltIn`), and the way out.
  package var notRead: ImageError { ImageError(.formatNotBuiltIn, "this is \(name), which is not read: \(wayOut)") }

  /// What is wrong with a file that no codec takes: where this build reads the format, it is damaged (`.corrupt`).
  package var error: ImageError {
    let isRead = trait.map { trait in PictureFileType.all.contains { $0.trait == trait } } ?? false
    return isRead ? ImageError(.corrupt, "this is \(name), and it is damaged") : notRead
  }

  /// All known formats. Where signatures overlap, the more specific one comes first.
  package static let all: [KnownFormat] = [
    // ISO/IEC 14496-12: the major brand follows "ftyp".
    canon,
    KnownFormat(
      "an AVIF file", ["avif", "avifs"],
      ["....ftypavif", "....ftypavis"]
        // The brand after the version and up to three others.
        + (1...4).map { "....ftypmif1" + String(repeating: "....", count: $0) + "avif" },
      "convert it first, with 'avifdec PHOTO.avif PHOTO.png'", trait: "AVIF"),
    // Some versions of heif-convert turn the pixels and leave the orientation as it was.
    KnownFormat(
      "a HEIF file", ["heic", "heif", "hif", "heics", "heifs"],
      ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].map { "....ftyp" + $0 },
      "convert it first, with 'heif-convert PHOTO.heic PHOTO.png' and 'exiftool -n -Orientation=1 PHOTO.png'",
      trait: "HEIF"),
    KnownFormat("a video", [], ["....ftyp"], "a video is rendered from its frames, which ffmpeg writes as Y4M"),
    KnownFormat(
      "a JPEG XL file", ["jxl"], ["\u{FF}\n", "....JXL "], "convert it first, with 'djxl PHOTO.jxl PHOTO.png'",
      trait: "JXL"),
    KnownFormat("a WebP file", ["webp"], ["RIFF....WEBP"], convert("webp")),
    raw,
    KnownFormat(
      "a TIFF or camera raw file", ["tif", "tiff"], ["II*\0", "MM\0*", "II+\0", "MM\0+"],
      convert("tif") + ", or develop a raw file", trait: "TIFF"),
    KnownFormat("a GIF file", ["gif"], ["GIF8"], convert("gif")),
    KnownFormat(
      "a JPEG 2000 file", ["jp2", "j2k", "jpf", "jpx"], ["....jP  ", "\u{FF}O\u{FF}Q"],
      "convert it first, with 'opj_decompress -i PHOTO.jp2 -o PHOTO.png'"),
    KnownFormat(
      "an OpenEXR file", ["exr"], ["v/1\u{01}"], "tone-map it to a 16-bit PNG first", trait: "EXR"),
    KnownFormat("a Radiance HDR file", ["hdr"], ["#?RADIANCE", "#?RGBE"], "tone-map it to a 16-bit PNG first"),
    KnownFormat("a Photoshop file", ["psd", "psb"], ["8BPS"], convert("psd")),
    KnownFormat("a BMP file", ["bmp"], ["BM....\0\0\0\0"], convert("bmp")),
  ]

  private static let canon = KnownFormat(
    "a Canon CR3 raw file", ["cr3"], ["....ftypcrx "], develop, trait: "RAW")

  /// Most camera raw files begin as TIFF does.
  static let raw = KnownFormat(
    "a camera raw file", rawExtensions.filter { $0 != "cr3" },
    // Canon, Canon before 2004, Panasonic and Leica, Olympus, Fujifilm, Sigma, Minolta. The others begin as TIFF.
    [
      "II*\0....CR", "II\u{1A}\0\0\0HEAPCCDR", "IIU\0", "IIRO", "IIRS", "MMOR", "FUJIFILMCCD-RAW", "FOVb", "\0MRM",
    ], develop, trait: "RAW")

  /// The extensions of raw files, in lower case and without a dot.
  static let rawExtensions = [
    "dng", "3fr", "arw", "cr2", "cr3", "crw", "dcr", "erf", "fff", "gpr", "iiq", "kdc", "mef", "mos", "mrw", "nef",
    "nrw", "orf", "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
  ]

  /// Whether the first 32 bytes are those of a raw file that does not begin as TIFF does.
  static func isRaw(_ start: [UInt8]) -> Bool { canon.begins(start) || raw.begins(start) }

  private static let develop = "develop it to a 16-bit PNG first, for example with 'darktable-cli'"

  /// libvips carries metadata, the orientation and 16 bits over.
  private static func convert(_ ending: String) -> String {
    "convert it first, with 'vips copy PHOTO.\(ending) PHOTO.png'"
  }
}

extension KnownFormat {
  /// The format of a photo that no codec reads, by how the file begins, else by its extension; nil for all other files.
  ///
  /// A video is no photo, and neither is a file with another extension, whatever it holds.
  package static func unread(_ path: FilePath) -> KnownFormat? {
    guard path.fileExtension.isEmpty || named(path.fileExtension) != nil else { return nil }
    let file = try? InputFile(path)
    let start = file.flatMap { try? $0.bytes(at: 0, count: min($0.size, 32)) }
    if named(path.fileExtension) == nil, let file, (try? PictureFileType.recognized(file)) != nil { return nil }
    let (begun, ending) = (start.flatMap(recognized), named(path.fileExtension))
    // Raw files begin as TIFF does, and their names tell them apart.
    let format = ending == raw && begun?.trait == "TIFF" ? raw : begun ?? ending
    return format.flatMap { $0.extensions.isEmpty ? nil : $0 }
  }
}
