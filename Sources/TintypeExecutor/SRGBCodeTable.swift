import TintypeIntrinsics

/// The entries of `SRGBCodes` where pixel loops find them: made once, and never freed.
struct SRGBCodeTable: @unchecked Sendable {
  static let shared = SRGBCodeTable()

  /// `SRGBCodes.least`, as the loops have it.
  private static let least: Float = 0x1p-13

  let entries: UnsafePointer<UInt32>

  /// The same as loops take them.
  var numbers: UnsafePointer<Float> { UnsafeRawPointer(entries).assumingMemoryBound(to: Float.self) }

  private init() {
    require(Self.least == SRGBCodes.least, "the loops begin the table at the same light")
    let memory = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: SRGBCodes.table.count)
    _ = memory.initialize(from: SRGBCodes.table)
    entries = UnsafePointer(memory.baseAddress!)
  }
}
