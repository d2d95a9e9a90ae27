/// The exposure in camera data: EXIF 2.32, 4.6.5 to 4.6.8. Fields that are absent, or stored as no number, are nil.
extension EXIFBlock {
  /// The sensitivity. A SHORT cannot hold more than 65535, which then refers to the fields for larger numbers.
  var sensitivity: Double? {
    let plain = exposureNumber(TIFFTag.sensitivity)
    guard plain == nil || plain == 65535 else { return plain }
    return [TIFFTag.isoSpeed, TIFFTag.recommendedExposureIndex, TIFFTag.standardOutputSensitivity].lazy
      .compactMap(exposureNumber).first { $0 > 0 } ?? plain
  }

  /// In seconds.
  var exposureTime: Double? { exposureNumber(TIFFTag.exposureTime) }

  /// The f-number.
  var fNumber: Double? { exposureNumber(TIFFTag.fNumber) }

  /// In millimeters.
  var focalLength: Double? { exposureNumber(TIFFTag.focalLength) }

  /// Bit 0: the flash fired.
  var flashFired: Bool? { exposureNumber(TIFFTag.flash).map { Int($0) & 1 == 1 } }

  /// The lens's model.
  var lens: String? { exifDirectory?.find(TIFFTag.lensModel).flatMap(text) }

  /// The first SHORT, LONG or rational of a field of the exposure; a rational needs a denominator other than 0.
  private func exposureNumber(_ tag: Int) -> Double? {
    guard let entry = exifDirectory?.find(tag), entry.count > 0 else { return nil }
    switch entry.type {
    case 3: return number(entry.place, bytes: 2).map(Double.init)
    case 4: return number(entry.place, bytes: 4).map(Double.init)
    case 5:
      guard let top = number(entry.place, bytes: 4), let bottom = number(entry.place + 4, bytes: 4), bottom != 0 else {
        return nil
      }
      return Double(top) / Double(bottom)
    default: return nil
    }
  }
}
