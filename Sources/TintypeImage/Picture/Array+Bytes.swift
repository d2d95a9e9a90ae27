extension Array<UInt8> {
  /// `withUnsafeBytes` with typed throws.
  func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws(ImageError) -> Result
  ) throws(ImageError) -> Result {
    try withUnsafeBufferPointer { bytes throws(ImageError) in try body(UnsafeRawBufferPointer(bytes)) }
  }
}
