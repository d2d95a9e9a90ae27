import TintypeDiagnostics
package import TintypeIR
import TintypeIntrinsics
package import TintypeLowering
package import TintypeRaster
package import TintypeSizes

/// A look with a value for each of its parameters. Copies share the plans that were made of it.
package struct BoundLook: Sendable {
  /// The checked recipe.
  package let look: Look

  /// The value of each parameter, one number a lane. A date without numbers is the day on which the photo was taken.
  package var values: [[Double]]

  /// The most cycles a pixel that it may take, by the estimate of `tintype explain`; nil for no limit.
  package var maxCost: Double?

  let plans = RenderPlanCache()

  /// A look with the defaults of its parameters.
  package init(_ look: Look) {
    self.look = look
    values = look.parameters.map { $0.defaultValue }
  }

  /// The same values of a look whose program has other tables, the last of which were given. It shares no plans.
  package func with(_ program: Program, givenTableCount: Int) -> BoundLook {
    var look = look
    (look.program, look.givenTableCount) = (program, givenTableCount)
    var bound = BoundLook(look)
    (bound.values, bound.maxCost) = (values, maxCost)
    return bound
  }

  /// How often a plan was made of the look.
  package var compilations: Int { plans.compilations }

  /// Whether it writes the date of the photo.
  package var asksForDate: Bool { look.program.asksForDate(parameters: values) }

  /// The values for a photo; an unknown date stays without numbers, and an unknown seed is 0.
  package func values(for shot: Shot) -> [[Double]] {
    zip(look.parameters, values).map { parameter, value in
      if parameter.type == .date, value.isEmpty { return shot[.date] ?? value }
      return PhotoSeed.isMeant(by: value, of: parameter.type) ? shot[.seed] ?? ShotField.seed.unknown : value
    }
  }

  /// Refuses a photo, video or picture that lacks what the look reads without a fallback.
  package func requireAnswers(_ shot: Shot) throws(ImageError) {
    if measures, let results = shot.measurements, !fits(results) {
      throw ImageError(
        .unsupported,
        "--shot \(Shot.measured)=... does not fit what this look measures; without it the photo is measured"
      )
    }
    let missing = ShotField.allCases.first { look.program.requiredFields.contains($0) && shot[$0] == nil }
    guard let name = missing?.rawValue else { return }
    throw ImageError(
      .unsupported,
      "does not say its '\(name)', which the look reads; give it with --shot \(name)=..., "
        + "or write source.\(name) ?? ... in the recipe")
  }

  /// What it is compiled to for photos of a kind.
  ///
  /// - Parameters:
  ///   - shot: the photo's capture metadata; nil leaves these values open.
  ///   - measurements: the results of what the look measures, where `shot` has none; nil takes those of the 256 grays.
  package func plan(for target: RenderTarget, shot: Shot?, measurements: [[Double]]? = nil) -> RenderPlan {
    CompileBudget.unlimited { (budget) throws(ImageError) in
      try plan(for: target, shot: shot, measurements: measurements, within: budget)
    }
  }

  /// The same within a budget.
  ///
  /// - Throws: `.limit` where it needs more memory, `.interrupted`.
  package func plan(
    for target: RenderTarget, shot: Shot?, measurements: [[Double]]? = nil, within budget: CompileBudget
  ) throws(ImageError) -> RenderPlan {
    do throws(CompileBudget.Stop) {
      try budget.hold(CompileCosts.checkedByte * look.files.reduce(0) { $0 + $1.text.count })
      var measured = shot ?? Shot()
      measured.measurements = measured.measurements ?? measurements
      let results = results(for: measured)
      var target = target
      (target.isSceneLight, target.hasHeadroom) = (measured.isSceneLight, measured.hasHeadroom)
      let plan = try plans.plan(look.program, values, measurements: results, for: target, within: budget)
      return try shot.map { (shot) throws(CompileBudget.Stop) in try plan.answered(by: shot, within: budget) } ?? plan
    } catch {
      throw ImageError(error)
    }
  }
}
