import TintypeDiagnostics
import TintypeIR
package import TintypeSyntax

/// What a recipe declares, together with what it extends; the library's files are one such module too.
///
/// A module says nothing about values: those belong to an ``Instance`` of it.
struct Module {
  /// The recipe, then what it extends, then what that extends.
  var layers: [Layer] = []
  /// The look's name.
  var name = ""
  var header = LookHeader(workingSpace: .display)
  /// Whether there is a header: a file of kernels has none.
  var isLook = false

  /// The recipe's names; where several layers declare one, the first layer does.
  var declared: [String: Declared] = [:]
  var functions: [String: Int] = [:]
  var constants: [String: Int] = [:]
  /// Other modules, by the names that `use` gives them.
  var uses: [String: Int] = [:]
  /// Names whose declaration has been reported: whatever is done with them is silent.
  var distrustedNames: Set<String> = []
  var distrustedFunctions: Set<String> = []

  /// What can be set, as declared; known once the module has been checked.
  var parameters: [Parameter] = []
  /// Other defaults for what it extends and uses, by path.
  var settings: [String: [Double]] = [:]
  /// Whether a file that it extends is missing: what is unknown may have stood there.
  var isIncomplete = false
  /// Whether it comes with the program, whose tests have checked all of it: only what is needed is read.
  var isTrusted = false
  /// Whether nothing was wrong with it.
  var isGood = true

  /// One file of a module.
  struct Layer {
    let recipe: RecipeSyntax
    /// nil for a file that comes with the program.
    let place: RecipePath?
  }

  /// A declaration that a name stands for.
  struct Declared {
    let declaration: DeclarationSyntax
    let name: TokenSyntax

    var location: SourceLocation { name.location }
  }

  /// Whether a name stands for this declaration and not for an earlier one.
  func isOwner(_ name: TokenSyntax) -> Bool { declared[name.text]?.location == name.location }

  /// What the layers declare together.
  var declarations: [DeclarationSyntax] { layered(layers.map(\.recipe)) }
}

/// A module at work on a picture: what its names mean here.
struct Instance {
  /// Which module.
  let module: Int
  /// The names by which `use` leads to it; none for the recipe itself.
  var path: [String] = []
  /// What parameters, images, `source` and `frame` mean so far.
  var names: [String: Operand] = [:]
  /// Constants that depend on parameters or pictures.
  var constants: [Int: Operand] = [:]
  /// Parameters and images that stand further below, or are being declared.
  var below: [String: SourceLocation] = [:]
  /// The parameters and images that are being declared, each needed by the one before it.
  var declaring: [String] = []
  /// Values that the one who calls this look gives for its parameters.
  var given: [String: Operand] = [:]
  /// Whether the module has been checked: its declarations are then read when they are needed, and those only.
  var isChecked = false
  /// The rectangle of its `source`; nil for that of the photo.
  var sourceBounds: Value?

  init(of module: Int) { self.module = module }

  /// A name of the module as the one who sets it writes it.
  func dotted(_ name: String) -> String { (path + [name]).joined(separator: ".") }
}

/// What a recipe and the ones that it extends declare together: from the one that everything extends to the recipe itself,
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
