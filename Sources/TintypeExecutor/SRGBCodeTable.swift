import TintypeIntrinsics

/// The entries of `SRGBCodes` in memory for pixel loops: allocated once, never freed.
struct SRGBCodeTable: @unchecked Sendable {
  static let shared = SRGBCodeTable()

  /// `SRGBCodes.least`, as compiled into the loops.
  private static let least: Float = 0x1p-13

  let entries: UnsafePointer<UInt32>

  /// The entries in the form that C loops take.
  var numbers: UnsafePointer<Float> { UnsafeRawPointer(entries).assumingMemoryBound(to: Float.self) }

  private init() {
    require(Self.least == SRGBCodes.least, "the loops begin the table at the same light")
    let memory = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: SRGBCodes.table.count)
    _ = memory.initialize(from: SRGBCodes.table)
    entries = UnsafePointer(memory.baseAddress!)
  }
}
