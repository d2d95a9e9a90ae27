/// The exposure in camera data: EXIF 2.32, 4.6.5 to 4.6.8. Fields that are absent, or stored as no number, are nil.
extension EXIFBlock {
  /// The sensitivity. A SHORT cannot hold more than 65535, which then refers to the fields for larger numbers.
  var sensitivity: Double? {
    let plain = exposureNumber(Tag.sensitivity)
    guard plain == nil || plain == 65535 else { return plain }
    return [Tag.isoSpeed, Tag.recommendedExposureIndex, Tag.standardOutputSensitivity].lazy
      .compactMap(exposureNumber).first { $0 > 0 } ?? plain
  }

  /// In seconds.
  var exposureTime: Double? { exposureNumber(Tag.exposureTime) }

  /// The f-number.
  var fNumber: Double? { exposureNumber(Tag.fNumber) }

  /// In millimeters.
  var focalLength: Double? { exposureNumber(Tag.focalLength) }

  /// Bit 0: the flash fired.
  var flashFired: Bool? { exposureNumber(Tag.flash).map { Int($0) & 1 == 1 } }

  /// The lens's model.
  var lens: String? { exifDirectory.flatMap { find(Tag.lensModel, in: $0) }.flatMap(text(at:)) }

  /// The first SHORT, LONG or rational of a field of the exposure; a rational needs a denominator other than 0.
  private func exposureNumber(_ tag: Int) -> Double? {
    guard let entry = exifDirectory.flatMap({ find(tag, in: $0) }), let type = number(entry + 2, bytes: 2),
      let count = number(entry + 4, bytes: 4), count > 0
    else { return nil }
    func place(inlineCount: Int) -> Int? { count <= inlineCount ? entry + 8 : number(entry + 8, bytes: 4) }
    switch type {
    case 3: return place(inlineCount: 2).flatMap { number($0, bytes: 2) }.map(Double.init)
    case 4: return place(inlineCount: 1).flatMap { number($0, bytes: 4) }.map(Double.init)
    case 5:
      guard let start = number(entry + 8, bytes: 4), let top = number(start, bytes: 4),
        let bottom = number(start + 4, bytes: 4), bottom != 0
      else { return nil }
      return Double(top) / Double(bottom)
    default: return nil
    }
  }
}
