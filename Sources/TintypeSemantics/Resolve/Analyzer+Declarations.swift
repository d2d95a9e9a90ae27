import TintypeColor
import TintypeDiagnostics
import TintypeIR
package import TintypeIntrinsics
import TintypeSyntax

extension Analyzer {
  /// Enters the names of a file. Kernels, functions and constants may be used above their declaration.
  mutating func declare(_ recipe: RecipeSyntax) {
    for declaration in recipe.declarations {
      guard let name = declaration.declaredName, enter(name, declaration) else { continue }
      let symbol = enter(declaration, as: name.text)
      module.declared[name.text]?.symbol = symbol
    }
  }

  /// Enters a declaration; nil for one of a file, which is loaded later.
  private mutating func enter(_ declaration: DeclarationSyntax, as name: String) -> Symbol? {
    switch declaration {
    case .function(let syntax):
      let index = model.functions.count
      model.functions.append(FunctionEntry(syntax: syntax, name: name, module: current))
      declareSignature(of: index)
      return .function(index)
    case .constant(let syntax):
      let index = model.constants.count
      model.constants.append(ConstantEntry(syntax: syntax, module: current))
      return .constant(index)
    case .parameter(let syntax):
      model.parameters.append(ParameterEntry(syntax: syntax, module: current))
      return .parameter(model.parameters.count - 1)
    case .image(let syntax):
      model.images.append(ImageEntry(syntax: syntax, name: name, module: current))
      return .image(model.images.count - 1)
    case .use, .look, .output, .extends, .setting, .variant, .expectation: return nil
    }
  }

  /// Enters a name; false if it is declared already. A declaration may hide a built-in name, except for `source`.
  private mutating func enter(_ name: TokenSyntax, _ declaration: DeclarationSyntax) -> Bool {
    if name.text == "source" {
      report(.reservedName(name))
      if case .function = declaration { module.invalidFunctions.insert(name.text) }
      return false
    }
    guard let first = module.declared[name.text] else {
      module.declared[name.text] = Module.Declared(declaration: declaration, name: name)
      return true
    }
    if first.location.file == name.location.file {
      report(.duplicateName(name, first: first.location))
      module.invalidNames.insert(name.text)
      module.invalidFunctions.insert(name.text)
    } else {
      checkOverride(first, of: declaration, name)
    }
    return false
  }

  // MARK: Header

  /// The headers of a module, that of the recipe first.
  func looks(of module: Module) -> [LookSyntax] {
    module.layers.compactMap { $0.recipe.declarations.lazy.compactMap { $0.look }.first }
  }

  /// Checks the headers. An entry overrides that of a recipe which this one extends.
  mutating func checkHeader() {
    for layer in module.layers {
      let looks = layer.recipe.declarations.compactMap { $0.look }
      for extra in looks.dropFirst() { report(.duplicateLook(at: extra.location, first: looks[0].location)) }
    }
    let looks = looks(of: module)
    module.isLook = !looks.isEmpty
    guard let look = looks.first else { return reportMissingLook() }
    module.name = looks.lazy.compactMap { $0.name }.first?.stringValue ?? ""
    let files = Set(looks.map { $0.location.file.name })
    var hasWorkingSpace = syntaxDiagnostics.contains {
      $0.breaksHeader && files.contains($0.primary.location.file.name)
    }
    let (isBroken, reported) = (hasWorkingSpace, diagnostics.count)
    for look in looks.reversed() {
      let entries = distinct(look.entries) {
        ($0.key.text, $0.key.location)
      } else: {
        .duplicateHeaderWord($0, first: $1)
      }
      for entry in entries { checkEntry(entry) }
      if entries.contains(where: { saysWorkingSpace($0.key.text) }) { hasWorkingSpace = true }
    }
    if isBroken { diagnostics.removeLast(diagnostics.count - reported) }
    if !hasWorkingSpace, !module.isIncomplete { report(.missingWorkingSpace(of: look)) }
  }

  /// Whether a word of a header is `working`, or a misspelling of it, which has been reported.
  private func saysWorkingSpace(_ word: String) -> Bool {
    if let key = LookHeader.Key(rawValue: word) { return key == .working }
    return nearestName(to: word, among: LookHeader.Key.allCases.map { $0.rawValue }) == LookHeader.Key.working.rawValue
  }

  private mutating func reportMissingLook() {
    guard let recipe = module.layers.first?.recipe, !module.isIncomplete, module.layers.count == 1 else { return }
    let needy = recipe.declarations.first {
      switch $0 {
      case .parameter, .image, .output, .variant, .expectation: true
      default: false
      }
    }
    if let needy { report(.missingLook(before: needy.location, behind: recipe.edition?.location)) }
  }

  private mutating func checkEntry(_ entry: HeaderEntrySyntax) {
    let values = entry.values.map { $0.value }
    switch LookHeader.Key(rawValue: entry.key.text) {
    case .about: module.header.about = single(entry)
    case .author: module.header.author = single(entry)
    case .license: module.header.license = single(entry)
    case .after: module.header.after = values
    case .format:
      guard let word = single(entry) else { return }
      module.header.format = FilmFormat(rawValue: word)
      if module.header.format == nil { report(.unknownFormat(entry.values[0])) }
    case .input:
      guard let word = single(entry) else { return }
      module.header.input = InputSpace(rawValue: word)
      if module.header.input == nil { report(.unknownInput(entry.values[0])) }
    case .inspiredBy: module.header.inspiredBy = values
    case .tags: module.header.tags = values
    case .working:
      guard let word = single(entry) else { return }
      guard let space = WorkingSpace(rawValue: word) else { return report(.unknownWorkingSpace(entry.values[0])) }
      module.header.workingSpace = space
    case nil:
      // An '=' is no mistake of its own there.
      let whole = entry.location
      syntaxDiagnostics.removeAll { error in
        let place = error.primary.location
        return error.isRepairable && place.file == whole.file && whole.span.union(place.span) == whole.span
      }
      let declared = module.declared[entry.key.text]
      let parameter = if case .parameter? = declared?.symbol { declared?.name } else { TokenSyntax?.none }
      report(.unknownHeaderWord(entry, parameter: parameter))
    }
  }

  private mutating func single(_ entry: HeaderEntrySyntax) -> String? {
    if entry.values.count > 1 { report(.severalHeaderValues(entry)) }
    return entry.values.first?.value
  }

  // MARK: Names with values

  /// Types a declaration in its place in the text; one whose name is taken only for what is wrong with it.
  mutating func declare(_ syntax: some NamedSyntax, otherwise type: (inout Analyzer) -> Void) {
    if let name = syntax.name, module.isOwner(name), let symbol = module.declared[name.text]?.symbol {
      typeNow(symbol)
      if case .parameter = symbol { return }
      module.steps.append(symbol)
    } else {
      type(&self)
    }
  }

  /// Types a constant of whatever module, unless that has been done.
  mutating func typeConstant(_ index: Int) {
    guard case .untyped = model.constants[index].state else { return }
    model.constants[index].state = .typing
    let entry = model.constants[index]
    inside(entry.module) { analyzer in
      let value = analyzer.typed(entry.syntax)
      let numbers = value.type.value == nil && !value.type.isList ? [:] : analyzer.numbers(of: value)
      // It may have been found to depend on itself.
      guard analyzer.model.constants[index].state.isTyping else { return }
      analyzer.model.constants[index].state = .typed(value)
      analyzer.model.constants[index].numbers = numbers
    }
  }

  /// The numbers of a constant in each working space; none for one that depends on parameters or pictures. Colors in a
  /// file without a look mean what they mean in the look that uses it.
  private mutating func numbers(of value: TypedExpression) -> [WorkingSpace: [Double]] {
    let own = module.isLook ? module.header.workingSpace : nil
    var numbers: [WorkingSpace: [Double]] = [:]
    for space in WorkingSpace.allCases {
      guard let lanes = constantLanes(value, in: own ?? space) else { return [:] }
      numbers[space] = lanes
    }
    return numbers
  }

  mutating func typed(_ syntax: ConstantSyntax) -> TypedExpression {
    attempt(at: syntax.location) { analyzer throws(Reported) in
      try analyzer.deeper(at: syntax.location) { analyzer throws(Reported) in
        let value = analyzer.expression(syntax.value, .topLevel)
        if value.type.isWord { throw analyzer.reported(.loneChoice(at: value.location)) }
        guard let declared = syntax.type else { return value }
        return try analyzer.coerced(
          value, to: analyzer.valueType(declared, .recipe), as: "'\(syntax.name?.text ?? "")'")
      }
    }
  }

  /// Types an image of the current module.
  mutating func typeImage(_ index: Int) {
    guard case .untyped = model.images[index].state else { return }
    model.images[index].state = .typing
    let entry = model.images[index]
    declaring(entry.name) { analyzer in
      let value = analyzer.picture(entry.syntax)
      analyzer.model.images[index].state = .typed(value)
    }
  }

  mutating func picture(_ syntax: ImageSyntax) -> TypedExpression {
    let value = expression(syntax.value, .topLevel)
    return attempt(at: value.location, after: 1) { analyzer throws(Reported) in
      switch value.type {
      case .image, .mask: return value
      case .value, .truths, .condition, .list, .selection:
        throw analyzer.reported(.valueIsNoImage(syntax, value.type.described))
      case .word: throw analyzer.reported(.loneChoice(at: value.location))
      case .position, .place, .unknown: throw Reported()
      }
    }
  }

  /// Records a declaration as being typed while `work` runs.
  mutating func declaring(_ name: String, _ work: (inout Analyzer) -> Void) {
    module.declaring.append(name)
    work(&self)
    module.declaring.removeLast()
  }

  /// The type that a name stands for.
  mutating func valueType(_ syntax: TypeSyntax, _ place: TypePlace) throws(Reported) -> ValueType {
    guard let type = ValueType(rawValue: syntax.name) else {
      throw reported(
        InputType(rawValue: syntax.name)?.isPicture == true
          ? .pictureType(syntax, place) : .unknownType(syntax, place))
    }
    guard place.allows(type) else {
      throw reported(type.isWritten ? .writtenTypeInKernel(syntax, type) : .unknownType(syntax, place))
    }
    return type
  }
}

/// Where a type is written.
package enum TypePlace {
  /// For a value at one pixel.
  case pixel
  /// For a value in a function, which may work on images and texts.
  case function
  /// For something that can be set.
  case setting
  /// For a constant of the recipe.
  case recipe

  /// Whether a name there may have the type.
  package func allows(_ type: ValueType) -> Bool {
    switch self {
    case .pixel: type.allows(.computed)
    case .function: type.allows(.computed) || type.isWritten
    case .setting: type.allows(.set)
    case .recipe: type.allows(.stated)
    }
  }
}
