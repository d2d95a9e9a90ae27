internal import CTintypeCodec

/// A C library that this build uses.
package struct BuiltInLibrary: Hashable, Sendable {
  /// What its authors call it.
  package let name: String
  /// The version that is loaded, or that this was compiled with where the library does not say its own.
  package let version: String

  /// The libraries of the file formats and of color profiles.
  package static var all: [BuiltInLibrary] {
    let (whole, thousandths) = Int(tt_icc_version()).quotientAndRemainder(dividingBy: 1000)
    let decimals = thousandths % 10 == 0 ? thousandths / 10 : thousandths
    return PictureFileType.all.flatMap(\.codec.libraries)
      + [
        BuiltInLibrary(name: "zlib", version: String(cString: tt_zlib_version())),
        BuiltInLibrary(name: "Little CMS", version: "\(whole).\(decimals)"),
      ]
  }
}
