import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

extension Checker {
  /// Names that mean something in every recipe and cannot be declared.
  /// Names of types that are not called, such as `angle`, are free: nothing could be mistaken for them.
  static let builtInNames = Set(
    ["source", "frame", "scalar", "bool", "vec2", "rgb", "rgba"] + PictureOperation.allCases.map(\.rawValue))

  mutating func declareLibrary(_ recipes: [RecipeSyntax]) {
    for recipe in recipes { declare(recipe, isLibrary: true) }
    // A recipe may use a library's name for something of its own.
    (declarations, distrustedNames, distrustedFunctions) = ([:], [], [])
  }

  /// Enters what is declared. Kernels, functions and constants may be used above their declaration.
  mutating func declare(_ recipe: RecipeSyntax, isLibrary: Bool) {
    for declaration in recipe.declarations {
      switch declaration {
      case .function(let syntax):
        guard let name = syntax.name, enter(name, isFunction: true) else { continue }
        if isLibrary {
          library.functions[name.text] = functions.count
        } else {
          own.functions[name.text] = functions.count
        }
        functions.append(FunctionEntry(syntax: syntax, name: name.text, isLibrary: isLibrary))
        checkSignature(of: functions.count - 1)
      case .constant(let syntax):
        guard let name = syntax.name, enter(name) else { continue }
        if isLibrary {
          library.constants[name.text] = constants.count
        } else {
          own.constants[name.text] = constants.count
        }
        constants.append(ConstantEntry(syntax: syntax, isLibrary: isLibrary))
      case .parameter, .image:
        guard let name = declaration.name, enter(name) else { continue }
        below[name.text] = name.location
      case .look, .output, .use, .extends, .setting, .variant: break
      }
    }
  }

  /// Takes note of a declared name; false when it is taken.
  private mutating func enter(_ name: TokenSyntax, isFunction: Bool = false) -> Bool {
    if Self.builtInNames.contains(name.text) || Intrinsic.function(named: name.text) != nil {
      report(.reservedName(name))
      if isFunction {
        distrustedFunctions.insert(name.text)
      } else if name.text != "source" {
        distrustedNames.insert(name.text)
      }
      return false
    }
    if let first = declarations[name.text] {
      report(.duplicateName(name, first: first))
      distrustedNames.insert(name.text)
      distrustedFunctions.insert(name.text)
      return false
    }
    declarations[name.text] = name.location
    return true
  }

  /// Whether a name stands for this declaration and not for an earlier one.
  func isOwner(_ name: TokenSyntax) -> Bool { declarations[name.text] == name.location }

  // MARK: Header

  mutating func checkHeader(_ looks: [LookSyntax], of recipe: RecipeSyntax) {
    for extra in looks.dropFirst() { report(.duplicateLook(at: extra.location, first: looks[0].location)) }
    guard let look = looks.first else {
      let needy = recipe.declarations.first {
        switch $0 {
        case .parameter, .image, .output: true
        default: false
        }
      }
      if let needy { report(.missingLook(before: needy.location, behind: recipe.edition?.location)) }
      return
    }
    var seen: [String: SourceLocation] = [:]
    for entry in look.entries {
      if let first = seen[entry.key.text] {
        report(.duplicateHeaderWord(entry, first: first))
        continue
      }
      seen[entry.key.text] = entry.key.location
      checkEntry(entry)
    }
    if seen["working"] == nil { report(.missingWorkingSpace(of: look)) }
  }

  private mutating func checkEntry(_ entry: HeaderEntrySyntax) {
    let values = entry.values.map(\.value)
    switch LookHeader.Key(rawValue: entry.key.text) {
    case .about: header.about = single(entry)
    case .author: header.author = single(entry)
    case .license: header.license = single(entry)
    case .after: header.after = values
    case .format: checkFormat(entry)
    case .inspiredBy: header.inspiredBy = values
    case .tags: header.tags = values
    case .working:
      guard let word = single(entry) else { return }
      guard let space = WorkingSpace(rawValue: word) else {
        report(.unknownWorkingSpace(entry.values[0]))
        return
      }
      header.workingSpace = space
    case nil: report(.unknownHeaderWord(entry.key))
    }
  }

  private mutating func checkFormat(_ entry: HeaderEntrySyntax) {
    guard let word = single(entry) else { return }
    header.format = FilmFormat(rawValue: word)
    if header.format == nil { report(.unknownFormat(entry.values[0])) }
  }

  private mutating func single(_ entry: HeaderEntrySyntax) -> String? {
    if entry.values.count > 1 { report(.severalHeaderValues(entry)) }
    return entry.values.first?.value
  }

  // MARK: Names with values

  mutating func declareConstant(_ syntax: ConstantSyntax) {
    if let name = syntax.name, isOwner(name), let index = own.constants[name.text] {
      _ = constant(index)
    } else {
      _ = evaluated(syntax, isLibrary: false)
    }
  }

  mutating func declareImage(_ syntax: ImageSyntax) {
    let value = operand(syntax.value, .topLevel)
    if case .value = value {
      report(.valueIsNoImage(syntax, describe(value)))
    }
    guard let name = syntax.name, isOwner(name) else { return }
    below[name.text] = nil
    switch value {
    case .image(let image):
      if case .straight(let color, _) = image.color { builder.label(color, name.text) }
      if case .premultiplied(let color) = image.color { builder.label(color, name.text) }
      images.append(NamedImage(name.text, image))
      names[name.text] = value
    case .mask(let mask):
      builder.label(mask.value, name.text)
      images.append(NamedImage(name.text, mask))
      names[name.text] = value
    case .poison, .value, .position, .place, .choice: names[name.text] = .poison
    }
  }

  /// What a constant of the recipe or the library is, found out when it is first needed.
  mutating func constant(_ index: Int) -> ConstantEntry.Content {
    switch constants[index].content {
    case .unchecked: break
    case let known: return known
    }
    constants[index].content = .checking
    // The same mistake shall be reported once, also when a silent body needs the constant first.
    let wasSilent = isSilent
    isSilent = false
    let content = onProgram { checker in
      let entry = checker.constants[index]
      return checker.content(of: checker.evaluated(entry.syntax, isLibrary: entry.isLibrary))
    }
    isSilent = wasSilent
    if case .checking = constants[index].content { constants[index].content = content }
    return constants[index].content
  }

  private mutating func content(of operand: Operand) -> ConstantEntry.Content {
    guard case .value(let value) = operand else {
      if case .poison = operand { return .bad }
      return .dependent(operand)
    }
    return constantLanes(value).map { .constant($0, builder[value].type) } ?? .dependent(operand)
  }

  private mutating func evaluated(_ syntax: ConstantSyntax, isLibrary: Bool) -> Operand {
    let read = deeper(at: syntax.location) { $0.operand(syntax.value, .topLevel(isLibrary: isLibrary)) }
    guard let result = read else { return .poison }
    if case .choice = result { return poison(.loneChoice(at: syntax.value.location)) }
    guard let declared = syntax.type else { return result }
    guard let type = valueType(declared, .recipe) else { return .poison }
    return coerced(result, to: type, at: syntax.value.location, as: "'\(syntax.name?.text ?? "")'")
  }

  /// Where a type is written.
  enum TypePlace {
    /// For a value at one pixel.
    case pixel
    /// For something that can be set.
    case setting
    /// For a constant of the recipe.
    case recipe
  }

  /// The type that a name stands for; reported when there is none.
  mutating func valueType(_ syntax: TypeSyntax, _ place: TypePlace) -> ValueType? {
    if let type = ValueType(rawValue: syntax.name), type != .rect, type != .choice { return type }
    report(["image", "mask"].contains(syntax.name) ? .pictureType(syntax, place) : .unknownType(syntax))
    return nil
  }
}
