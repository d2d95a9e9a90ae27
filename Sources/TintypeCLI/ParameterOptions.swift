import ArgumentParser
import Tintype

/// The arguments that set a look's parameters.
struct ParameterOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Set a parameter of the look; may be repeated. A table is a file: film=kodak.cube.", valueName: "name=value"),
    completion: Completions.settings)
  var set: [String] = []

  @Option(
    help: ArgumentHelp("Start from one of the look's variants; --set counts over it.", valueName: "name"),
    completion: Completions.variants())
  var variant: String?

  @Option(
    help: ArgumentHelp(
      "Give a picture of the look; may be repeated. '{stem}-depth.png' is a file for each photo, beside it.",
      valueName: "name=file"), completion: Completions.pictures, transform: PictureOption.checked)
  var picture: [String] = []

  /// The files of pictures that are the same for every photo.
  var pictureFiles: [String] {
    picture.map { PictureOption($0).file }.filter { (try? OutputTemplate($0).isPlain) ?? false }.map(\.description)
  }

  /// A recipe's look with these values; what is wrong with it or with them is printed.
  ///
  /// - Parameter memory: the most that compiling may take; nil for no limit.
  func look(in recipe: SourceFile, memory: ByteCount? = nil) throws -> ConfiguredLook {
    try configured(try RecipeLoading.look(recipe, memory: memory), recipe: recipe)
  }

  /// A look with these values; what is wrong with them is printed.
  func configured(_ look: Look, recipe: SourceFile? = nil) throws -> ConfiguredLook {
    try ConfiguredLook(look, recipe: recipe).setting(texts: self.set, variant: variant).giving(pictures: picture)
  }

  /// Whether nothing is set.
  var isEmpty: Bool { self.set.isEmpty && variant == nil }
}

/// A picture as the command line has it: `plate=paper.png`.
struct PictureOption {
  let name: String
  let file: FilePath

  init(_ text: String) {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    name = String(halves[0])
    file = FilePath(halves.count > 1 ? String(halves[1]) : "")
  }

  /// Reads what was written; a name and a file have to be there.
  static func checked(_ text: String) throws -> String {
    let option = PictureOption(text)
    guard !option.name.isEmpty, !option.file.bytes.isEmpty else {
      throw ValidationError("--picture is the name of a parameter and a file: --picture plate=paper.png")
    }
    return text
  }
}

extension ConfiguredLook {
  /// The same look with pictures as the command line has them, `name=file`; if one is given twice, the last wins. What
  /// is wrong with them is printed.
  ///
  /// - Parameter isOneOfSeveral: whether a name that the look does not have may be meant for another one.
  func giving(pictures texts: [String], isOneOfSeveral: Bool = false) throws -> ConfiguredLook {
    let pictures = Dictionary(texts.map(PictureOption.init).map { ($0.name, $0.file) }) { $1 }
    if isOneOfSeveral { return givingKnown(pictures: pictures) }
    do throws(UsageError) {
      return try giving(pictures: pictures)
    } catch {
      StandardError.print("--picture", error.message)
      throw ExitCode.validationFailure
    }
  }

  /// The same look under a variant and settings as the command line has them; what is wrong with them is printed.
  func setting(texts: [String], varied: [String] = [], variant: String?) throws -> ConfiguredLook {
    do {
      let given =
        texts.map { SourceFile(name: "--set", text: $0) } + varied.map { SourceFile(name: "--vary", text: $0) }
      var open = self
      open.readsTables = true
      return try open.setting(given, variant: try look.variant(named: variant))
    } catch let error as UsageError {
      StandardError.print("--variant", error.message)
    } catch let error as InvalidSettings {
      RecipeLoading.report(error.diagnostics)
    }
    throw ExitCode.validationFailure
  }
}
