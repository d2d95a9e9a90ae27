package import TintypeDiagnostics
package import TintypeSyntax

/// What a recipe declares, together with what it extends; the library's files are one such module too.
///
/// It is typed once, whoever uses it on whatever picture.
package struct Module: Sendable {
  /// The recipe, then what it extends, then what that extends.
  var layers: [Layer] = []
  /// The look's name.
  package internal(set) var name = ""
  package internal(set) var header = LookHeader(workingSpace: .display)
  /// Whether there is a header: a file of kernels has none.
  package internal(set) var isLook = false

  /// The recipe's names; where several layers declare one, the first layer does.
  var declared: [String: Declared] = [:]
  package internal(set) var functions: [String: Int] = [:]
  var constants: [String: Int] = [:]
  /// Other modules, by the names that `use` gives them.
  var uses: [String: Int] = [:]
  /// Names whose declaration has been reported: whatever is done with them is silent.
  var distrustedNames: Set<String> = []
  var distrustedFunctions: Set<String> = []

  /// Its own parameters, as positions in the model, in order.
  package internal(set) var parameters: [Int] = []
  /// Everything that its text computes at the top level, in order.
  package internal(set) var steps: [Step] = []
  /// Expressions of which only the numbers count, such as defaults and the bounds of ranges.
  var numbers: [TypedExpression] = []
  /// What comes out of it.
  package internal(set) var output: TypedExpression?
  /// The parameters and images that are being typed, each needed by the one before it.
  var declaring: [String] = []
  /// Other defaults for what it extends and uses, by path.
  var settings: [String: [Double]] = [:]
  /// Whether a file that it extends is missing: what is unknown may have stood there.
  var isIncomplete = false
  /// Whether it comes with the program, whose tests have checked all of it: only what is needed is read.
  var isTrusted = false
  /// Whether its declarations are typed when they are needed, in any order, as its own text has been checked.
  var isOnDemand = false
  /// Whether nothing was wrong with it.
  var isGood = true

  /// Something that is computed where it stands in the text.
  package enum Step: Sendable {
    case constant(Int)
    case image(Int)
  }

  /// One file of a module.
  package struct Layer: Sendable {
    let recipe: RecipeSyntax
    /// nil for a file that comes with the program.
    let place: RecipePath?
  }

  /// A declaration that a name stands for.
  struct Declared: Sendable {
    let declaration: DeclarationSyntax
    let name: TokenSyntax
    /// What the name stands for in the model; nil for a recipe that could not be loaded.
    var symbol: Symbol?

    var location: SourceLocation { name.location }
  }

  /// Whether a name stands for this declaration and not for an earlier one.
  func isOwner(_ name: TokenSyntax) -> Bool { declared[name.text]?.location == name.location }

  /// What the layers declare together.
  var declarations: [DeclarationSyntax] { layered(layers.map(\.recipe)) }

  /// The files of its text: the recipe, then what it extends.
  package var files: [SourceFile] { layers.map(\.recipe.location.file) }
}

/// What a recipe and the ones that it extends declare together: from the one that everything extends to the recipe
/// itself,
/// with a declaration that counts over another in its place.
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
  return recipes.reversed().flatMap(\.declarations).compactMap { declaration in
    guard let name = declaration.declaredName, let owner = owners[name.text] else { return declaration }
    if owner.location.file != name.location.file { return moved.insert(name.text).inserted ? owner : nil }
    return moved.contains(name.text) ? nil : declaration
  }
}
