/// The file formats that are read and written.
public enum PictureFileType: Hashable, Sendable {
  /// JPEG: 8 bits, no alpha.
  case jpeg
  /// PNG: 8 or 16 bits, alpha.
  case png
}
