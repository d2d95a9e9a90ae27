package import TintypeDiagnostics
package import TintypeSyntax

/// The declarations of a recipe and of what it extends; the files of the library are one module.
///
/// It is typed once, however often it is used.
package struct Module: Sendable {
  /// The recipe, then what it extends, then what that extends.
  var layers: [Layer] = []
  /// The look's name.
  package internal(set) var name = ""
  package internal(set) var header = LookHeader(workingSpace: .display)
  /// Whether it has a header; a file of kernels has none.
  package internal(set) var isLook = false

  /// The recipe's names; where several layers declare one, the first layer does.
  var declared: [String: Declared] = [:]
  /// Names whose declaration has an error; their uses are not reported again.
  var invalidNames: Set<String> = []
  var invalidFunctions: Set<String> = []

  /// Its own parameters, as positions in the model, in order.
  package internal(set) var parameters: [Int] = []
  /// The constants and images at the top level, in order.
  package internal(set) var steps: [Symbol] = []
  /// Expressions evaluated during typing, such as defaults and the bounds of ranges.
  var numbers: [TypedExpression] = []
  /// The output.
  package internal(set) var output: TypedExpression?
  /// The parameters and images that are being typed, each needed by the one before it.
  var declaring: [String] = []
  /// Other defaults for what it extends and uses, by path.
  var settings: [String: [Double]] = [:]
  /// Whether a file that it extends is missing, or a declaration was lost with an error of syntax: either may have
  /// declared unknown names.
  var isIncomplete = false
  /// Whether it comes with the program, whose tests have checked all of it: only what is needed is read.
  var isTrusted = false
  /// Whether its declarations are typed when they are needed, in any order, as its own text has been checked.
  var isOnDemand = false
  /// Whether it has no errors.
  var isGood = true

  /// One file of a module.
  package struct Layer: Sendable {
    let recipe: RecipeSyntax
    /// nil for a file that comes with the program.
    let place: RecipePath?
  }

  /// The declaration of a name.
  struct Declared: Sendable {
    let declaration: DeclarationSyntax
    let name: TokenSyntax
    /// The symbol in the model; nil for a recipe that could not be loaded.
    var symbol: Symbol?

    var location: SourceLocation { name.location }
  }

  /// The names of what it declares, of some kinds.
  func names(where isWanted: (Symbol) -> Bool) -> [String] {
    declared.compactMap { name, declared in declared.symbol.map(isWanted) == true ? name : nil }
  }

  /// The declaration of a name as other modules see it; nil for one that is private or not there.
  func exported(_ name: String) -> Declared? { Self.isPrivate(name) ? nil : declared[name] }

  /// The names that other modules see, of some kinds.
  func exportedNames(where isWanted: (Symbol) -> Bool) -> [String] {
    names(where: isWanted).filter { !Self.isPrivate($0) }
  }

  /// Whether only the module that declares a name sees it.
  static func isPrivate(_ name: String) -> Bool { name.hasPrefix("_") }

  /// What `use` gives a name.
  func used(_ name: String) -> Int? { declared[name]?.symbol?.module }

  /// Whether a name refers to this declaration and not to an earlier one.
  func isOwner(_ name: TokenSyntax) -> Bool { declared[name.text]?.location == name.location }

  /// The declarations of all layers.
  var declarations: [DeclarationSyntax] { layered(layers.map { $0.recipe }) }

  /// The files of its text: the recipe, then what it extends.
  package var files: [SourceFile] { layers.map { $0.recipe.location.file } }
}

/// The declarations of a recipe and of those that it extends, the base first; an override takes the place of what it
/// overrides.
///
/// - Parameter recipes: the recipe, then what it extends, then what that extends.
package func layered(_ recipes: [RecipeSyntax]) -> [DeclarationSyntax] {
  var owners: [String: DeclarationSyntax] = [:]
  for recipe in recipes {
    for declaration in recipe.declarations {
      guard let name = declaration.declaredName, owners[name.text] == nil else { continue }
      owners[name.text] = declaration
    }
  }
  var moved: Set<String> = []
  return recipes.reversed().flatMap { $0.declarations }.compactMap { declaration in
    guard let name = declaration.declaredName, let owner = owners[name.text] else { return declaration }
    if owner.location.file != name.location.file { return moved.insert(name.text).inserted ? owner : nil }
    return moved.contains(name.text) ? nil : declaration
  }
}
