import TintypeIntrinsics

/// The entries of `SRGBCodes` where pixel loops find them: made once, and never freed.
struct SRGBCodeTable: @unchecked Sendable {
  static let shared = SRGBCodeTable()

  /// `SRGBCodes.least`, as a constant of this module.
  static let least: Float = 0x1p-13

  let entries: UnsafePointer<UInt32>

  private init() {
    require(Self.least == SRGBCodes.least, "both modules begin the table at the same light")
    let memory = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: SRGBCodes.table.count)
    _ = memory.initialize(from: SRGBCodes.table)
    entries = UnsafePointer(memory.baseAddress!)
  }
}
