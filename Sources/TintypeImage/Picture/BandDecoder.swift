/// How threads decode bands of a picture on their own, several at once.
///
/// The rows are those of the reader, byte by byte. A decoder goes on over nothing: where the reader would say anything, be it
/// a note, it throws, and what is the matter has to be asked of the reader, which then reads everything. So what becomes
/// of a file does not depend on who decodes it.
public struct BandDecoding {
  /// The bytes that each decoder holds.
  public let decoderMemory: Int

  private let makeDecoder: () throws(ImageError) -> any BandDecoder

  /// - Parameter decoder: makes a decoder for one thread.
  public init(decoderMemory: Int, decoder: @escaping () throws(ImageError) -> any BandDecoder) {
    (self.decoderMemory, makeDecoder) = (decoderMemory, decoder)
  }

  /// A decoder for one thread, which may be made while others work.
  public func decoder() throws(ImageError) -> any BandDecoder { try makeDecoder() }
}

/// Decodes one band after the other, in any order.
public protocol BandDecoder: AnyObject {
  /// Begins with other rows of the picture, whatever became of those before.
  func begin(_ rows: Range<Int>) throws(ImageError)

  /// Decodes the next rows of the band; as ``StoredRows/readRows(_:into:rowBytes:)``.
  func readRows(_ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError)

  /// Behind the last row: throws unless the band's data ended where its rows did.
  func end() throws(ImageError)
}
