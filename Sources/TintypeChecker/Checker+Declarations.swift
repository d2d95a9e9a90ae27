import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

extension Checker {
  /// Names that mean something in every recipe and cannot be declared.
  static let builtInNames = Set(
    ["source", "frame", "noise", "crop", "pixels", "position"] + ValueType.allCases.map(\.rawValue))

  mutating func declareLibrary(_ recipes: [RecipeSyntax]) {
    for recipe in recipes { declare(recipe, isLibrary: true) }
    declarations = [:]  // a recipe may use a library's name for something of its own
  }

  /// Enters kernels, functions and constants, which may be used above their declaration.
  mutating func declare(_ recipe: RecipeSyntax, isLibrary: Bool) {
    for declaration in recipe.declarations {
      switch declaration {
      case .function(let syntax):
        guard let name = syntax.name, enter(name) else { continue }
        functionNames[name.text] = functions.count
        functions.append(FunctionEntry(syntax: syntax, name: name.text, isLibrary: isLibrary))
        checkSignature(of: functions.count - 1)
      case .constant(let syntax) where isLibrary:
        guard let name = syntax.name, enter(name) else { continue }
        constantNames[name.text] = constants.count
        constants.append(ConstantEntry(syntax: syntax, isLibrary: true))
      case .constant(let syntax):
        guard let name = syntax.name, enter(name) else { continue }
        constantNames[name.text] = constants.count
        constants.append(ConstantEntry(syntax: syntax, isLibrary: false))
      case .image(let syntax):
        if let name = syntax.name { imagesBelow[name.text] = name.location }
      default: break
      }
    }
  }

  /// Takes note of a declared name; false when it is taken.
  mutating func enter(_ name: TokenSyntax) -> Bool {
    if Self.builtInNames.contains(name.text) || Intrinsic.function(named: name.text) != nil {
      report(.reservedName(name))
      return false
    }
    if let first = declarations[name.text] {
      report(.duplicateName(name, first: first))
      return false
    }
    declarations[name.text] = name.location
    return true
  }

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
      if let needy { report(.missingLook(before: needy.location)) }
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
    guard let name = syntax.name, let index = constantNames[name.text], constants[index].syntax == syntax else {
      return
    }
    _ = constant(index)
  }

  mutating func declareImage(_ syntax: ImageSyntax) {
    let value = operand(syntax.value, .topLevel)
    guard let name = syntax.name, enter(name) else { return }
    switch value {
    case .image(let image):
      if case .straight(let color, _) = image.color { builder.label(color, name.text) }
      if case .premultiplied(let color) = image.color { builder.label(color, name.text) }
      names[name.text] = value
    case .mask(let mask):
      builder.label(mask.value, name.text)
      names[name.text] = value
    case .poison: names[name.text] = .poison
    case .value, .position, .choice:
      report(.valueIsNoImage(name, at: syntax.value.location, describe(value)))
      names[name.text] = .poison
    }
  }

  /// What a constant of the recipe or the library stands for, found out when it is first needed.
  mutating func constant(_ index: Int) -> Operand {
    switch constants[index].content {
    case .bad: return .poison
    case .constant(let lanes, let type): return .value(known(lanes, type))
    case .dependent(let operand): return operand
    case .checking:
      constants[index].content = .bad
      return poison(.recursiveConstant(constants[index].syntax))
    case .unchecked: break
    }
    constants[index].content = .checking
    // The same mistake shall be reported once, also when a silent body needs the constant first.
    let wasSilent = isSilent
    isSilent = false
    let result = evaluated(constants[index].syntax)
    isSilent = wasSilent
    if case .checking = constants[index].content { constants[index].content = content(of: result) }
    if case .dependent = constants[index].content, isInScratch { constants[index].content = .unchecked }
    return result
  }

  private func content(of operand: Operand) -> ConstantEntry.Content {
    guard case .value(let value) = operand else {
      if case .poison = operand { return .bad }
      return .dependent(operand)
    }
    return constantLanes(value).map { .constant($0, builder[value].type) } ?? .dependent(operand)
  }

  private mutating func evaluated(_ syntax: ConstantSyntax) -> Operand {
    let result = operand(syntax.value, .topLevel)
    if case .choice = result { return poison(.loneChoice(at: syntax.value.location)) }
    guard let declared = syntax.type else { return result }
    guard let type = valueType(declared) else { return .poison }
    return coerced(result, to: type, at: syntax.value.location, as: "'\(syntax.name?.text ?? "")'")
  }

  /// The type that a name stands for; reported when there is none.
  mutating func valueType(_ syntax: TypeSyntax) -> ValueType? {
    if let type = ValueType(rawValue: syntax.name), type != .rect, type != .choice { return type }
    report(.unknownType(syntax))
    return nil
  }
}
