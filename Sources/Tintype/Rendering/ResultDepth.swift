import TintypeImage

/// The samples of a result's file.
public enum ResultDepth: String, CaseIterable, Hashable, Sendable {
  /// Codes of 8 bits.
  case eight = "8"
  /// Codes of 10 bits, of formats that have them.
  case ten = "10"
  /// Codes of 12 bits, of formats that have them.
  case twelve = "12"
  /// Codes of 16 bits; of 12 in a format that has no more.
  case sixteen = "16"
  /// Light of half precision.
  case half
  /// Light of single precision.
  case float

  /// The samples of the rows that are written.
  public var samples: SampleDepth {
    switch self {
    case .eight: .eight
    case .ten, .twelve, .sixteen: .sixteen
    case .half: .half
    case .float: .float
    }
  }

  /// The bits of a code in the file, where the rows have more.
  var bits: Int? {
    switch self {
    case .ten: 10
    case .twelve: 12
    case .eight, .sixteen, .half, .float: nil
    }
  }
}
