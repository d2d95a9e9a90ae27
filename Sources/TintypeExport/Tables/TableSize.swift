/// The programs whose `.cube` files differ.
public enum CubeReader: String, CaseIterable, Sendable {
  /// Any that follows Adobe's specification: 1D or 3D.
  case any
  /// FFmpeg's `lut1d` and `lut3d`: 1D or 3D, never both.
  case ffmpeg
  /// DaVinci Resolve: also a 1D table before the 3D one.
  case resolve
  /// Adobe Photoshop's Color Lookup: 3D.
  case photoshop

  var takesCurves: Bool { self != .photoshop }
  var takesBoth: Bool { self == .resolve }
}

/// How fine a table is.
public enum TableSize: Sendable, Hashable {
  /// What is usual for the target.
  case usual
  /// The entries along an axis.
  case entries(Int)
  /// The fewest entries with at most this largest error, in units of 1/255.
  case error(Double)
}
