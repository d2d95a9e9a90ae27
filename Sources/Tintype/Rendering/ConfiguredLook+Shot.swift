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
  /// - Parameters:
  ///   - seed: that of the photo, ``PictureReader/seed()``.
  ///   - isDithered: whether the result has noise of its own, which starts at the seed, too.
  /// - Throws: for what the look asks and nobody knows.
  func shot(
    of metadata: PictureMetadata, seed: @autoclosure () throws(ImageError) -> Double, isDithered: Bool = false,
    file: FilePath, date: PhotoDate, given: Shot
  ) throws(ImageError) -> Shot {
    let asksForSeed = isDithered || look.program.asksForSeed(parameters: values)
    guard asksForDate || asksForSeed || look.program.asksForShot else { return Shot() }
    var shot = Shot(metadata.exposure).overridden(by: self.shot).overridden(by: given)
    if asksForSeed, shot[.seed] == nil { shot[.seed] = [try seed()] }
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

  /// The values for a photo; a date that is not known stays without numbers, and a seed that is not known is 0.
  package func values(for shot: Shot) -> [[Double]] {
    zip(look.parameters, values).map { parameter, value in
      if parameter.type == .date, value.isEmpty { return shot[.date] ?? value }
      return PhotoSeed.isMeant(by: value, of: parameter.type) ? shot[.seed] ?? ShotField.seed.unknown : value
    }
  }

  /// What it is compiled to for photos of a kind.
  ///
  /// - Parameter shot: what is known of the photo; nil leaves open what the look asks.
  package func plan(for target: RenderTarget, shot: Shot?) -> RenderPlan {
    CompileBudget.unlimited { (budget) throws(ImageError) in try plan(for: target, shot: shot, within: budget) }
  }

  /// The same within a budget.
  ///
  /// - Throws: `.limit` where it needs more memory, `.interrupted`.
  package func plan(
    for target: RenderTarget, shot: Shot?, within budget: CompileBudget
  ) throws(ImageError) -> RenderPlan {
    do throws(CompileBudget.Stop) {
      try budget.hold(CompileCosts.checkedByte * look.files.reduce(0) { $0 + $1.text.count })
      let plan = try plans.plan(look.program, values, for: target, within: budget)
      return try shot.map { (shot) throws(CompileBudget.Stop) in try plan.answered(by: shot, within: budget) } ?? plan
    } catch {
      throw ImageError(error)
    }
  }
}

extension PictureReader {
  /// The photo's own seed.
  package func seed() throws(ImageError) -> Double { Double(try fingerprint(bits: PhotoSeed.bits)) }
}
