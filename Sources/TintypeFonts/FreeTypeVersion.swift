import CTintypeFont

/// The version of FreeType that is loaded; nil where it is not built in.
public var freeTypeVersion: String? {
  var parts: (Int32, Int32, Int32) = (0, 0, 0)
  let isKnown = withUnsafeMutableBytes(of: &parts) {
    tt_font_version($0.assumingMemoryBound(to: Int32.self).baseAddress)
  }
  return isKnown ? "\(parts.0).\(parts.1).\(parts.2)" : nil
}
