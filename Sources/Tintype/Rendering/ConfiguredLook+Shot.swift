public import TintypeIR
public import TintypeImage
import TintypeIntrinsics

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

// What a look asks of the host about a photo.
extension ConfiguredLook {
  /// What is known of a photo: its metadata, then the look's sidecar, then `given`.
  ///
  /// - Throws: for what the look asks and nobody knows.
  func shot(
    of metadata: PictureMetadata, file: FilePath, date: PhotoDate, given: Shot
  ) throws(ImageError) -> Shot {
    guard asksForDate || look.program.asksForShot else { return Shot() }
    var shot = Shot(metadata.exposure).overridden(by: self.shot).overridden(by: given)
    if asksForDate {
      shot[.date] = try date.date(of: metadata, file: file)?.lanes
    } else if look.program.asks(for: .date) {
      shot[.date] = try date.known(of: metadata, file: file)?.lanes
    }
    try requireAnswers(shot)
    return shot
  }

  /// Refuses a photo, film or picture that lacks what the look reads without a fallback.
  func requireAnswers(_ shot: Shot) throws(ImageError) {
    let missing = ShotField.allCases.first { look.program.requiredFields.contains($0) && shot[$0] == nil }
    guard let name = missing?.rawValue else { return }
    throw ImageError(
      .unsupported,
      "does not say its '\(name)', which the look reads; give it with --shot \(name)=..., "
        + "or write source.\(name) ?? ... in the recipe")
  }

  /// The values for a photo; a date that is not known stays without numbers.
  func values(for shot: Shot) -> [[Double]] {
    guard let date = shot[.date] else { return values }
    return zip(look.parameters, values).map { $0.type == .date && $1.isEmpty ? date : $1 }
  }

  /// What it is compiled to for photos of a kind.
  ///
  /// - Parameter shot: what is known of the photo; nil leaves open what the look asks.
  package func plan(for target: RenderTarget, shot: Shot?) -> RenderPlan {
    let plan = plans.plan(look.program, values, for: target)
    return shot.map(plan.answered) ?? plan
  }
}
