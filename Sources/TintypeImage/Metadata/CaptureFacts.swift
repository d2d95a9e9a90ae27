/// The facts of a photo that formats without a block of camera data keep one by one; nil where one is not known.
struct CaptureFacts: Equatable {
  /// Of camera and lens.
  var make, model, lens: String?
  var description, copyright: String?
  /// The camera's clock, and what it is ahead of UTC: `2024:05:06 07:08:09` and `+02:00`.
  var date, timeOffset: String?
  var sensitivity: Int?
  /// In seconds, as f-number, in millimeters.
  var exposureTime, aperture, focalLength: Double?
  var position: GeographicPosition?

  init() {}

  /// Those that camera data hold.
  init(_ metadata: PictureMetadata) {
    guard let exif = metadata.exifBlock else { return }
    (make, model, lens) = (exif.text(of: TIFFTag.make), exif.model, exif.lens)
    (description, copyright) = (exif.text(of: TIFFTag.imageDescription), exif.text(of: TIFFTag.copyright))
    let stated = exif.exifDirectory
    date = stated?.find(TIFFTag.dateTimeOriginal).flatMap(exif.text) ?? exif.dates.first
    timeOffset = stated?.find(TIFFTag.offsetTimeOriginal).flatMap(exif.text)
    sensitivity = exif.sensitivity.map { Int($0) }
    (exposureTime, aperture, focalLength) = (exif.exposureTime, exif.fNumber, exif.focalLength)
    position = metadata.position
  }

  /// A block of camera data that holds them; empty where nothing is known.
  var block: [UInt8] {
    guard self != CaptureFacts() else { return [] }
    var block = TIFFBlock(isBigEndian: false)
    func text(_ tag: Int, _ text: String?) -> TIFFBlock.Field? {
      guard let text, !text.isEmpty else { return nil }
      let bytes = Array(text.utf8) + [0]
      return TIFFBlock.Field(tag: tag, type: 2, count: bytes.count, bytes: bytes)
    }
    func fractions(_ tag: Int, _ numbers: [Double]?) -> TIFFBlock.Field? {
      guard let numbers, numbers.allSatisfy({ $0 >= 0 && $0 < 1e5 }) else { return nil }
      let bytes = numbers.map(fraction).flatMap { block.number($0.top, bytes: 4) + block.number($0.bottom, bytes: 4) }
      return TIFFBlock.Field(tag: tag, type: 5, count: numbers.count, bytes: bytes)
    }
    let exif = [
      fractions(TIFFTag.exposureTime, exposureTime.map { [$0] }), fractions(TIFFTag.fNumber, aperture.map { [$0] }),
      sensitivity.map { block.field(TIFFTag.sensitivity, [min($0, 65_535)]) },
      text(TIFFTag.dateTimeOriginal, date), text(TIFFTag.offsetTimeOriginal, timeOffset),
      fractions(TIFFTag.focalLength, focalLength.map { [$0] }), text(TIFFTag.lensModel, lens),
    ].compactMap(\.self)
    let exifPlace = exif.isEmpty ? nil : block.append(exif)
    let positionPlace = position.map { position in
      // EXIF 2.32, 4.6.6.
      block.append(
        [
          TIFFBlock.Field(tag: 0, type: 1, count: 4, bytes: [2, 3, 0, 0]),
          text(1, position.latitude < 0 ? "S" : "N"), fractions(2, parts(of: position.latitude)),
          text(3, position.longitude < 0 ? "W" : "E"), fractions(4, parts(of: position.longitude)),
        ].compactMap(\.self))
    }
    let links = [(TIFFTag.exifDirectory, exifPlace), (TIFFTag.positionDirectory, positionPlace)]
    let main = [
      text(TIFFTag.imageDescription, description), text(TIFFTag.make, make), text(TIFFTag.model, model),
      text(TIFFTag.copyright, copyright),
    ]
    block.setFirstDirectory(
      block.append(
        main.compactMap(\.self) + links.compactMap { tag, place in place.map { block.field(tag, [$0], bytes: 4) } }))
    return block.bytes
  }

  /// Degrees, minutes and seconds without the sign, the seconds to a thousandth.
  private func parts(of degrees: Double) -> [Double] {
    let thousandths = (degrees.magnitude * 3_600_000).rounded()
    let minutes = (thousandths / 60_000).rounded(.down)
    return [
      (minutes / 60).rounded(.down), minutes.truncatingRemainder(dividingBy: 60),
      (thousandths - minutes * 60_000) / 1_000,
    ]
  }

  /// One over a whole number, or as few decimals as tell the number.
  private func fraction(_ number: Double) -> (top: Int, bottom: Int) {
    let inverse = (1 / number).rounded()
    if number > 0, number < 1, inverse < 1e6, (inverse * number - 1).magnitude < 1e-4 { return (1, Int(inverse)) }
    let bottoms = [1, 10, 100, 1_000, 10_000]
    let bottom = bottoms.first { bottom in
      let top = number * Double(bottom)
      return (top - top.rounded()).magnitude <= 1e-5 * top
    }
    let whole = bottom ?? 10_000
    return (Int((number * Double(whole)).rounded()), whole)
  }
}
