import TintypeSyntax

extension DeclarationSyntax {
  var look: LookSyntax? { if case .look(let syntax) = self { syntax } else { nil } }

  var extends: ExtendsSyntax? { if case .extends(let syntax) = self { syntax } else { nil } }

  var setting: SettingSyntax? { if case .setting(let syntax) = self { syntax } else { nil } }

  var variant: VariantSyntax? { if case .variant(let syntax) = self { syntax } else { nil } }

  var parameter: ParameterSyntax? { if case .parameter(let syntax) = self { syntax } else { nil } }

  var output: OutputSyntax? { if case .output(let syntax) = self { syntax } else { nil } }
}
