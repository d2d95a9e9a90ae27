/// One declaration at the top of a recipe.
public enum DeclarationSyntax: SyntaxView {
  /// `look "name" { … }`
  case look(LookSyntax)
  /// `use "…" as name`
  case use(UseSyntax)
  /// `extends "…"`
  case extends(ExtendsSyntax)
  /// `set name = …`
  case setting(SettingSyntax)
  /// `variant "name" { … }`
  case variant(VariantSyntax)
  /// `expect …`
  case expectation(ExpectationSyntax)
  /// `param name: type = …`
  case parameter(ParameterSyntax)
  /// `let name = …`
  case constant(ConstantSyntax)
  /// `kernel …` or `function …`
  case function(FunctionSyntax)
  /// `image name = …`
  case image(ImageSyntax)
  /// `output …`
  case output(OutputSyntax)

  init?(_ syntax: Syntax) {
    switch syntax.kind {
    case .look: self = .look(LookSyntax(syntax: syntax))
    case .use: self = .use(UseSyntax(syntax: syntax))
    case .extends: self = .extends(ExtendsSyntax(syntax: syntax))
    case .set:
      guard let setting = syntax.child(.setting) else { return nil }
      self = .setting(SettingSyntax(syntax: setting))
    case .variant: self = .variant(VariantSyntax(syntax: syntax))
    case .expectation: self = .expectation(ExpectationSyntax(syntax: syntax))
    case .parameter: self = .parameter(ParameterSyntax(syntax: syntax))
    case .constant: self = .constant(ConstantSyntax(syntax: syntax))
    case .function: self = .function(FunctionSyntax(syntax: syntax))
    case .image: self = .image(ImageSyntax(syntax: syntax))
    case .output: self = .output(OutputSyntax(syntax: syntax))
    default: return nil
    }
  }

  /// The node.
  public var syntax: Syntax {
    switch self {
    case .look(let view): view.syntax
    case .use(let view): view.syntax
    case .extends(let view): view.syntax
    case .setting(let view): view.syntax
    case .variant(let view): view.syntax
    case .expectation(let view): view.syntax
    case .parameter(let view): view.syntax
    case .constant(let view): view.syntax
    case .function(let view): view.syntax
    case .image(let view): view.syntax
    case .output(let view): view.syntax
    }
  }

  /// The name it declares; that of a look or variant is its text, and some declare none.
  public var name: TokenSyntax? {
    switch self {
    case .look(let view): view.name
    case .variant(let view): view.name
    case .parameter(let view): view.name
    case .constant(let view): view.name
    case .function(let view): view.name
    case .image(let view): view.name
    case .use(let view): view.name
    case .extends, .setting, .expectation, .output: nil
    }
  }
}

/// `let name: type = value`, at the top of a recipe or in a block.
public struct ConstantSyntax: NamedSyntax, TypedSyntax, ValuedSyntax {
  /// The node.
  public let syntax: Syntax
}

/// `image name = value`: a picture with a name.
public struct ImageSyntax: NamedSyntax, ValuedSyntax {
  /// The node.
  public let syntax: Syntax
}

/// `output value`: the picture that comes out.
public struct OutputSyntax: ValuedSyntax {
  /// The node.
  public let syntax: Syntax
}

/// The name of a type, such as `rgb`.
public struct TypeSyntax: SyntaxView {
  /// The node.
  public let syntax: Syntax

  /// The name as written.
  public var name: String { text }
}
