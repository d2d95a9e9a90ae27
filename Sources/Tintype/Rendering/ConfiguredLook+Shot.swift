public import TintypeIR
public import TintypeImage
import TintypeIntrinsics
import TintypeRender

extension Shot {
  /// What a photo's metadata say. What cannot be true is left out: a number that is 0, negative or no number.
  public init(_ exposure: ExposureFacts) {
    self.init()
    let texts: [(ShotField, String?)] = [
      (.iso, exposure.iso), (.exposureTime, exposure.exposureTime), (.aperture, exposure.aperture),
      (.focalLength, exposure.focalLength), (.flash, exposure.flash), (.camera, exposure.camera),
      (.lens, exposure.lens),
    ]
    for (field, text) in texts { self[field] = text.flatMap { field.lanes(of: $0) } }
  }
}

// The inputs of a look from the host about a photo.
extension ConfiguredLook {
  /// What is known of a photo: its metadata, then the look's sidecar, then `given`.
  ///
  /// - Parameters:
  ///   - color: what its rows mean, which says whether they are light of the scene.
  ///   - seed: that of the photo, ``PictureReader/seed()``.
  ///   - isDithered: whether the result has noise of its own, which starts at the seed, too.
  ///   - reduced: what the look measures over, if it does and `given` has no results.
  /// - Throws: for what the look asks and nobody knows.
  func shot(
    of metadata: PictureMetadata, _ color: PictureColor, seed: @autoclosure () throws(ImageError) -> Double,
    isDithered: Bool = false, file: FilePath, date: PhotoDate, given: Shot,
    reduced: () throws(ImageError) -> ReducedPhoto
  ) throws(ImageError) -> Shot {
    let asksForSeed = isDithered || look.program.asksForSeed(parameters: values)
    var photo = Shot()
    (photo[.isSceneLight], photo[.headroom]) = ([color.isSceneLight ? 1 : 0], [color.headroom])
    let asks = bound.asksForDate || asksForSeed || bound.measures || look.program.asksForShot
    guard asks || look.program.readsLight else { return photo }
    var shot = photo.overridden(by: Shot(metadata.exposure)).overridden(by: self.shot).overridden(by: given)
    if asksForSeed, shot[.seed] == nil { shot[.seed] = [try seed()] }
    if bound.asksForDate {
      shot[.date] = try date.date(of: metadata, file: file)?.lanes
    } else if look.program.asks(for: .date) {
      shot[.date] = try date.known(of: metadata, file: file)?.lanes
    }
    try bound.requireAnswers(shot)
    if bound.measures, shot.measurements == nil {
      shot.measurements = bound.measurements(over: try reduced(), shot)
    }
    return shot
  }
}

extension ConfiguredLook {
  /// Whether it measures the photo before it is rendered.
  public var measures: Bool { bound.measures }

  /// What it measures, one number a lane: of the photo over which it was measured, else of the 256 grays.
  public var measurements: [[Double]] { bound.results(for: shot) }

  /// The look with what it measures over a photo, for when another picture, or none, is rendered.
  ///
  /// - Parameters:
  ///   - photo: the file.
  ///   - limits: how it is read; without an encoding of its own it has that of the look's header.
  /// - Throws: what reading the photo throws.
  public func measured(
    over photo: FilePath, limits: PictureLimits = PictureLimits()
  ) throws(ImageError) -> ConfiguredLook {
    var (look, limits) = (self, limits)
    limits.inputSpace = limits.inputSpace ?? self.look.header.input
    look.shot.measurements = bound.measurements(over: try ReducedPhoto(of: photo, limits), shot)
    look.inputs.insert(photo)
    return look
  }
}

extension PictureReader {
  /// The photo's own seed.
  package func seed() throws(ImageError) -> Double { Double(try fingerprint(bits: PhotoSeed.bits)) }
}
