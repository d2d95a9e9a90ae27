public import TintypeIR
public import TintypeImage
import TintypeIntrinsics
import TintypeLowering
package import TintypeRender
import TintypeSemantics

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

  /// Whether settings may name files of tables, as those of a command line may. Below a root they lie there.
  public var readsTables = false

  /// The files of pictures that were given, by the names of parameters.
  public internal(set) var pictures: [String: FilePath] = [:]

  /// The files that are read for results besides those of the recipe, pictures and the photo, such as the table of a
  /// setting. No result replaces them.
  public var inputs: Set<FilePath> = []

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
  ///
  /// - Parameters:
  ///   - settings: texts such as `exposure=0.5`; of two for one parameter the last wins.
  ///   - variant: whose values count where nothing is set.
  ///   - clamping: whether a number outside of the range of its parameter becomes the nearest one in it.
  public func setting(
    _ settings: [SourceFile], variant: LookVariant? = nil, clamping: Bool = false
  ) throws(InvalidSettings) -> ConfiguredLook {
    try setting(settings, variant: variant, clamping: clamping, beside: nil)
  }

  /// The same; the settings of a photo's sidecar name files below the photo's folder.
  func setting(
    _ settings: [SourceFile], variant: LookVariant?, clamping: Bool = false, beside photo: FilePath?
  ) throws(InvalidSettings) -> ConfiguredLook {
    let beside = photo.map { Sidecar.path(of: $0).description }
    let own = Array(look.program.tables.dropLast(look.givenTableCount))
    var files: [FilePath] = []
    var tables = GivenTables(own: own) { [root, readsTables] (path, setting) throws(LoadFailure) in
      do throws(ImageError) {
        var file = FilePath(path)
        if let photo, setting.name == beside {
          file = try RootFolder(photo.folder).path(file)
        } else if let root {
          file = try root.path(file)
        } else if !readsTables {
          return nil
        }
        files.append(file)
        return FolderLoader(given: file)
      } catch {
        throw LoadFailure(error.message)
      }
    }
    let (values, diagnostics) = parameterValues(
      of: look, variant: variant, settings: settings, clamping: clamping, tables: &tables)
    guard diagnostics.isEmpty else { throw InvalidSettings(diagnostics: diagnostics) }
    var configured = self
    configured.inputs.formUnion(files)
    if tables.tables != look.program.tables {
      var program = look.program
      program.tables = tables.tables
      configured.bound = bound.with(program, givenTableCount: tables.count)
    }
    (configured.settings, configured.variant, configured.bound.values) = (settings, variant, values)
    if clamping {
      configured.settings = zip(look.parameters, values).enumerated().compactMap { index, pair in
        let isSet = pair.1 != variant?.values[pair.0.name] ?? pair.0.defaultValue
        return isSet ? configured.look.setting(pair.0, to: pair.1, from: "values[\(index)]") : nil
      }
    }
    return configured
  }

  /// The same look with other values: defaults, then those of a variant, then `values`.
  ///
  /// - Parameters:
  ///   - values: of parameters by their positions; of two for one parameter the last wins.
  ///   - variant: whose values count where nothing is set.
  ///   - clamping: whether a number outside of the range of its parameter becomes the nearest one in it.
  /// - Throws: ``InvalidSettings`` for a text that is no value and a number out of range, ``UsageError`` for numbers
  ///   that are no value: another count than ``numbers(of:)`` has, NaN, a choice that does not exist.
  package func setting(
    values: [ParameterValue], variant: LookVariant? = nil, clamping: Bool = false
  ) throws -> ConfiguredLook {
    var (texts, lanes): ([SourceFile], [Int: [Double]]) = ([], [:])
    for (position, value) in values.enumerated() {
      let (parameter, name) = (look.parameters[value.parameter], "values[\(position)]")
      switch value.content {
      case .text(let text):
        texts.append(SourceFile(name: name, text: "\(parameter.name)=\(text)"))
        lanes[value.parameter] = nil
      case .numbers(let numbers):
        let space = look.space(of: parameter.name)
        guard let stated = parameter.value(ofNumbers: numbers, in: space, clamping: clamping) else {
          throw UsageError(parameter.refusal(of: numbers))
        }
        let settled = clamping ? parameter.clamped(stated) ?? stated : stated
        // One out of range is refused as a text is.
        if parameter.clamped(settled) != settled { texts.append(look.setting(parameter, to: settled, from: name)) }
        lanes[value.parameter] = settled
      }
    }
    var configured = try setting(texts, variant: variant, clamping: clamping)
    for (index, value) in lanes.sorted(by: { $0.key < $1.key }) {
      configured.bound.values[index] = value
      configured.settings.append(look.setting(look.parameters[index], to: value, from: "values"))
    }
    return configured
  }

  /// The value of a parameter as numbers: in the parameter's unit, 0 or 1 of a truth value, the position of a choice,
  /// -1 for a seed that is the photo's, and straight codes of sRGB of a color. None where only a text states a value.
  package func numbers(of parameter: Int) -> [Double] {
    let declared = look.parameters[parameter]
    return declared.settableNumbers(of: values[parameter], in: look.space(of: declared.name))
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

/// A value that a program sets.
package struct ParameterValue: Sendable {
  /// How a value is stated.
  package enum Content: Sendable {
    /// As ``ConfiguredLook/numbers(of:)`` returns them.
    case numbers([Double])
    /// As `--set` takes it.
    case text(String)
  }

  /// The position of the parameter.
  let parameter: Int
  let content: Content

  package init(parameter: Int, _ content: Content) { (self.parameter, self.content) = (parameter, content) }
}

extension Look {
  /// The setting that gives a parameter a value, for the metadata of results.
  fileprivate func setting(_ parameter: Parameter, to value: [Double], from name: String) -> SourceFile {
    SourceFile(name: name, text: "\(parameter.name)=\(spelled(value, of: parameter))")
  }
}

extension Parameter {
  /// Why numbers are no value.
  fileprivate func refusal(of numbers: [Double]) -> String {
    let given = numbers.map { "\($0)" }.joined(separator: ", ")
    let wanted: String
    switch type {
    case _ where numberCount == 0: wanted = "is set by a text"
    case .choice: wanted = "takes the position of a choice, 0 to \(choices.count - 1)"
    case .seed: wanted = "takes a whole number from 0 to \(Int(PhotoSeed.all.upperBound)), or -1 for the photo's seed"
    default: wanted = "takes \(numberCount == 1 ? "1 finite number" : "\(numberCount) finite numbers")"
    }
    return "'\(name)' \(wanted), and not \(numbers.isEmpty ? "none" : given)"
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
