public import TintypeDiagnostics
public import TintypeIR
import TintypeIntrinsics
public import TintypeSemantics

/// A checked recipe: its header, its program, and what else it declares.
public struct Look: Sendable, Equatable {
  /// The name in the header.
  public var name: String

  /// The header.
  public var header: LookHeader

  /// The program.
  public var program: Program

  /// The pictures that have a name, in order: `source`, what the recipe declares, `output`.
  public var images: [NamedImage]

  /// The steps that its own text names, each behind those that it is made from.
  public var steps: [NamedStep] = []

  /// What is measured over the photo; the program has the results by their numbers.
  public var measurements: [Measurement] = []

  /// Settings with a name, in the order of the text.
  public var variants: [LookVariant] = []

  /// What the recipe promises, in the order of the text.
  public var expectations: [Expectation] = []

  /// The recipe, then what it extends, then what that extends.
  public var layers: [SourceFile] = []

  /// Every file that it was made from: the layers, and what they use.
  public var files: [SourceFile] = []

  /// How many of the program's tables were given from outside: the last ones.
  package var givenTableCount = 0

  /// What a color means in the recipes that declare some of the parameters, where those are other recipes.
  var foreignSpaces: [String: WorkingSpace] = [:]

  /// What a color means for a parameter.
  public func space(of parameter: String) -> WorkingSpace { foreignSpaces[parameter] ?? header.workingSpace }

  /// Values of the parameters as `--set` would have them. Left out are pictures, which are files and given otherwise,
  /// and a date that is unknown, as only that of a photo is.
  package func spelled(_ values: [[Double]]) -> [String] {
    zip(parameters, values).filter { parameter, value in
      parameter.type != .picture && (parameter.type != .date || CivilDate(lanes: value) != nil)
    }.map { "\($0.name)=\(spelled($1, of: $0))" }
  }

  /// A value of a parameter as `--set` would have it.
  package func spelled(_ value: [Double], of parameter: Parameter) -> String {
    parameter.spelled(value, tables: program.tables, givenCount: givenTableCount)
  }

  /// A value of a parameter as lists show it.
  public func listed(_ value: [Double], of parameter: Parameter) -> String {
    parameter.listed(
      value, in: space(of: parameter.name), tables: program.tables, givenCount: givenTableCount)
  }

  /// What can be set.
  public var parameters: [Parameter] { program.parameters }

  /// The pictures that have no file of the recipe and that the output depends on: a render needs them.
  public var picturesToGive: [String] {
    Array(Set(program.picturesShown.filter { $0.file == nil }.map { $0.name })).sorted()
  }
}
