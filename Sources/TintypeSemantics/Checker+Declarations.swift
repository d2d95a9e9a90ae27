import TintypeDiagnostics
import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

extension Checker {
  /// Names that mean something in every recipe and cannot be declared.
  /// Names of types that are not called, such as `angle`, are free: nothing could be mistaken for them.
  static let builtInNames = Set(
    ["source", "frame", "lookup", "scalar", "bool", "vec2", "rgb", "rgba"]
      + PictureOperation.allCases.map(\.rawValue))

  /// Declares the files of the library in which something may stand that a file names.
  mutating func declareLibrary(for tree: SyntaxTree) { declareLibrary(libraryIndex.taken(for: tree)) }

  /// Declares what nothing has needed: for suggestions, and for whoever wants to know all.
  mutating func declareRestOfLibrary() { declareLibrary(libraryIndex.rest()) }

  private mutating func declareLibrary(_ recipes: [RecipeSyntax]) {
    if recipes.isEmpty { return }
    var outer = Instance(of: Self.library)
    swap(&instance, &outer)
    for recipe in recipes { declare(recipe) }
    instance = outer
  }

  /// Enters the names of a file. Kernels, functions and constants may be used above their declaration.
  mutating func declare(_ recipe: RecipeSyntax) {
    for declaration in recipe.declarations {
      guard let name = declaration.declaredName, enter(name, declaration) else { continue }
      switch declaration {
      case .function(let syntax):
        module.functions[name.text] = functions.count
        functions.append(FunctionEntry(syntax: syntax, name: name.text, module: instance.module))
        checkSignature(of: functions.count - 1)
      case .constant(let syntax):
        module.constants[name.text] = constants.count
        constants.append(ConstantEntry(syntax: syntax, module: instance.module))
      case .parameter, .image: instance.below[name.text] = name.location
      case .use, .look, .output, .extends, .setting, .variant, .expectation: break
      }
    }
  }

  /// Takes note of a declared name; false when it is taken.
  private mutating func enter(_ name: TokenSyntax, _ declaration: DeclarationSyntax) -> Bool {
    if Self.builtInNames.contains(name.text) || Intrinsic.function(named: name.text) != nil {
      report(.reservedName(name))
      if case .function = declaration {
        module.distrustedFunctions.insert(name.text)
      } else if name.text != "source" {
        module.distrustedNames.insert(name.text)
      }
      return false
    }
    guard let first = module.declared[name.text] else {
      module.declared[name.text] = Module.Declared(declaration: declaration, name: name)
      return true
    }
    if first.location.file == name.location.file {
      report(.duplicateName(name, first: first.location))
      module.distrustedNames.insert(name.text)
      module.distrustedFunctions.insert(name.text)
    } else {
      checkOverride(first, of: declaration, name)
    }
    return false
  }

  // MARK: Header

  /// The headers of a module, that of the recipe first.
  func looks(of module: Module) -> [LookSyntax] {
    module.layers.compactMap { layer in
      layer.recipe.declarations.lazy.compactMap { if case .look(let look) = $0 { look } else { nil } }.first
    }
  }

  /// Reads the headers; what one says counts over what the ones that it extends say.
  mutating func checkHeader() {
    for layer in module.layers {
      let looks = layer.recipe.declarations.compactMap { if case .look(let look) = $0 { look } else { nil } }
      for extra in looks.dropFirst() { report(.duplicateLook(at: extra.location, first: looks[0].location)) }
    }
    let looks = looks(of: module)
    module.isLook = !looks.isEmpty
    guard let look = looks.first else { return reportMissingLook() }
    module.name = looks.lazy.compactMap(\.name).first?.stringValue ?? ""
    var hasWorkingSpace = false
    for look in looks.reversed() {
      var seen: [String: SourceLocation] = [:]
      for entry in look.entries {
        if let first = seen[entry.key.text] {
          report(.duplicateHeaderWord(entry, first: first))
          continue
        }
        seen[entry.key.text] = entry.key.location
        checkEntry(entry)
      }
      if seen.keys.contains(where: saysWorkingSpace) { hasWorkingSpace = true }
    }
    if !hasWorkingSpace, !module.isIncomplete { report(.missingWorkingSpace(of: look)) }
  }

  /// Whether a word of a header is the one for the working space, or that misspelled: it has been reported, and says it all the same.
  private func saysWorkingSpace(_ word: String) -> Bool {
    if let key = LookHeader.Key(rawValue: word) { return key == .working }
    return nearestName(to: word, among: LookHeader.Key.allCases.map(\.rawValue)) == LookHeader.Key.working.rawValue
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
    if let name = syntax.name, module.isOwner(name), let index = module.constants[name.text] {
      _ = constant(index)
    } else {
      _ = evaluated(syntax, in: instance.module)
    }
  }

  /// Finds out what an image is, unless something in another file has needed it already.
  mutating func declareImage(_ syntax: ImageSyntax) {
    if let name = syntax.name, module.isOwner(name) {
      if instance.below[name.text] != nil { declaring(name.text) { $0.declareOwnedImage(syntax, name) } }
    } else {
      _ = picture(syntax)
    }
  }

  private mutating func declareOwnedImage(_ syntax: ImageSyntax, _ name: TokenSyntax) {
    let value = picture(syntax)
    instance.below[name.text] = nil
    names[name.text] = value
    let dotted = instance.dotted(name.text)
    switch value {
    case .image(let image):
      if case .straight(let color, _) = image.color { builder.label(color, dotted) }
      if case .premultiplied(let color) = image.color { builder.label(color, dotted) }
      keep(NamedImage(dotted, image, in: header.workingSpace))
    case .mask(let mask):
      mark(.mask(mask.value), at: syntax.value.location)
      builder.label(mask.value, dotted)
      keep(NamedImage(dotted, mask, in: header.workingSpace))
    default: break
    }
  }

  /// Of a look that is called several times the first counts.
  private mutating func keep(_ image: NamedImage) {
    if !images.contains(where: { $0.name == image.name }) { images.append(image) }
  }

  private mutating func picture(_ syntax: ImageSyntax) -> Operand {
    let value = operand(syntax.value, .topLevel(of: instance.module))
    switch value {
    case .image, .mask: return value
    case .value, .selection: return poison(.valueIsNoImage(syntax, describe(value)))
    case .poison, .position, .place, .choice: return .poison
    }
  }

  /// Notes what is being declared while it is.
  mutating func declaring(_ name: String, _ work: (inout Checker) -> Void) {
    instance.declaring.append(name)
    work(&self)
    instance.declaring.removeLast()
  }

  /// What a constant is, found out when it is first needed.
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
      return checker.content(of: checker.evaluated(entry.syntax, in: entry.module), index)
    }
    isSilent = wasSilent
    if case .checking = constants[index].content { constants[index].content = content }
    return constants[index].content
  }

  /// The value of a constant that depends on parameters or pictures, in the module at work.
  mutating func dependentConstant(_ index: Int) -> Operand {
    if let known = instance.constants[index] { return known }
    let found = onProgram { $0.evaluated($0.constants[index].syntax, in: $0.instance.module) }
    instance.constants[index] = found
    return found
  }

  private mutating func content(of operand: Operand, _ index: Int) -> ConstantEntry.Content {
    if case .poison = operand { return .bad }
    if case .value(let value) = operand, let lanes = constantLanes(value) {
      return .constant(lanes, builder[value].type)
    }
    instance.constants[index] = operand
    return .dependent
  }

  private mutating func evaluated(_ syntax: ConstantSyntax, in module: Int) -> Operand {
    let read = deeper(at: syntax.location) { $0.operand(syntax.value, .topLevel(of: module)) }
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

    /// Whether a name there may have the type. That of a choice is written with its words.
    func allows(_ type: ValueType) -> Bool {
      switch type {
      case .rect, .choice: false
      case .seed: self == .setting
      case .text, .date: self != .pixel
      default: true
      }
    }
  }

  /// The type that a name stands for; reported when there is none.
  mutating func valueType(_ syntax: TypeSyntax, _ place: TypePlace) -> ValueType? {
    if let type = ValueType(rawValue: syntax.name), place.allows(type) { return type }
    if let type = ValueType(rawValue: syntax.name), type.isWritten {
      report(.writtenTypeInKernel(syntax, type))
      return nil
    }
    report(["image", "mask"].contains(syntax.name) ? .pictureType(syntax, place) : .unknownType(syntax, place))
    return nil
  }
}
