public import TintypeIR
public import TintypeImage
import TintypeIntrinsics
package import TintypeRender

/// A look with a value for each of its parameters: what photos, videos and pictures are rendered through.
///
/// Copies share what was compiled, so many photos of one kind cost one compilation.
public struct ConfiguredLook: Sendable {
  /// The look and its values, without files.
  package private(set) var bound: BoundLook

  /// The checked recipe.
  public var look: Look { bound.look }

  /// Its text, whose hash the metadata of results contain; nil for results without such a record.
  public let recipe: SourceFile?

  /// The folder that contains all files of the recipe; nil for no restriction.
  let root: RootFolder?

  /// The variant whose values count where nothing is set.
  public private(set) var variant: LookVariant?

  /// Texts such as `exposure=0.5`, each under the name of where it comes from; of two for one parameter the last wins.
  public private(set) var settings: [SourceFile] = []

  /// The value of each parameter, one number a lane. A date without numbers is the day on which the photo was taken.
  public var values: [[Double]] { bound.values }

  /// The most cycles a pixel that it may take, by the estimate of `tintype explain`; nil for no limit.
  public var maxCost: Double? {
    get { bound.maxCost }
    set { bound.maxCost = newValue }
  }

  /// Capture metadata from a photo's sidecar, or for probing a color, which override the photo's own.
  public var shot = Shot()

  /// The files of pictures that were given, by the names of parameters.
  public internal(set) var pictures: [String: FilePath] = [:]

  /// The hashes of the pictures.
  let digests = FileDigests()

  /// A look with the defaults of its parameters.
  ///
  /// - Parameters:
  ///   - look: the checked recipe.
  ///   - recipe: its text, under the path of its file.
  ///   - root: the folder that this path does not leave; nil for one that leads anywhere.
  public init(_ look: Look, recipe: SourceFile? = nil, below root: RootFolder? = nil) {
    (bound, self.recipe, self.root) = (BoundLook(look), recipe, root)
  }

  /// The same look with other values: defaults, then those of a variant, then settings.
  ///
  /// - Throws: what is wrong with the settings: an unknown name, a value of the wrong type, a number out of range.
  public func setting(_ settings: [SourceFile], variant: LookVariant? = nil) throws(InvalidSettings) -> ConfiguredLook {
    let (values, diagnostics) = parameterValues(of: look, variant: variant, settings: settings)
    guard diagnostics.isEmpty else { throw InvalidSettings(diagnostics: diagnostics) }
    var configured = self
    (configured.settings, configured.variant, configured.bound.values) = (settings, variant, values)
    return configured
  }

  /// The same look with its defaults except for some numbers, as set by sliders.
  ///
  /// - Parameter values: by the name of the parameter, one number a lane; names that the look does not have change
  ///   nothing.
  public func replacing(_ values: [String: [Double]]) -> ConfiguredLook {
    var configured = self
    configured.bound.values = look.parameters.map { values[$0.name] ?? $0.defaultValue }
    return configured
  }
}

/// What is wrong with the settings of a look.
public struct InvalidSettings: Error, Sendable {
  /// At least one error.
  public let diagnostics: [Diagnostic]
}

extension Look {
  /// One of its variants; nil for no name.
  ///
  /// - Throws: for a name that none of them has.
  public func variant(named name: String?) throws(UsageError) -> LookVariant? {
    guard let name else { return nil }
    if let found = variants.first(where: { $0.name == name }) { return found }
    throw UsageError(
      "the look '\(self.name.escapedForDisplay)' has no variant '\(name.escapedForDisplay)'; "
        + hint(for: name, among: variants.map(\.name)))
  }
}
