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
    case .look(let view as any SyntaxView), .use(let view as any SyntaxView), .extends(let view as any SyntaxView),
      .setting(let view as any SyntaxView), .variant(let view as any SyntaxView),
      .expectation(let view as any SyntaxView), .parameter(let view as any SyntaxView),
      .constant(let view as any SyntaxView), .function(let view as any SyntaxView), .image(let view as any SyntaxView),
      .output(let view as any SyntaxView):
      view.syntax
    }
  }

  /// The name it declares; that of a look or variant is its text, and some declare none.
  public var name: TokenSyntax? {
    switch self {
    case .look(let view as any TitledSyntax), .variant(let view as any TitledSyntax): view.name
    case .parameter(let view as any NamedSyntax), .constant(let view as any NamedSyntax),
      .function(let view as any NamedSyntax), .image(let view as any NamedSyntax):
      view.name
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
