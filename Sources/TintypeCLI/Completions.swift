import ArgumentParser
import Tintype
import TintypeExplanation
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeManual
import TintypeSyntax
import TintypeSystem

/// Shell completions for arguments: names of looks, parameters, variants, codes and files.
enum Completions {
  /// LOOK: shipped looks, recipes and folders.
  static let looks = custom { line in
    (line.isPath ? [] : shippedLooks.map { Candidate(text: $0.name, about: about($0)) })
      + line.files(["tint", "tintpack"])
  }

  /// Looks and photos.
  static let looksAndPhotos = custom { line in
    (line.isPath ? [] : shippedLooks.map { Candidate(text: $0.name, about: about($0)) })
      + line.files(["tint", "tintpack"] + photoEndings)
  }

  /// Recipe files.
  static let recipes = CompletionKind.file(extensions: ["tint"])

  /// Packs of looks.
  static let packs = CompletionKind.file(extensions: ["tintpack"])

  /// Photos, with extensions in lower and in upper case.
  static let photos = CompletionKind.file(extensions: photoEndings + photoEndings.map { $0.uppercased() })

  /// `--set`: the parameters of the looks on the line, and the words that they take.
  static let settings = settings(ofLook: nil)

  /// `--set-first`, `--set-second`: the parameters of one of the looks on the line.
  static func settings(ofLook index: Int?) -> CompletionKind {
    custom { line in
      let parameters = line.looks(index).flatMap { look in look.parameters.map { ($0, look) } }
      guard let equals = line.prefix.firstIndex(of: "="),
        parameters.contains(where: { $0.0.type == .lut && $0.0.name == line.prefix[..<equals] })
      else { return parameters.flatMap { candidates($0.0, of: $0.1) } }
      return line.files(["cube", "png"], after: line.prefix.index(after: equals))
    }
  }

  /// `--vary`: the parameters of the looks on the line.
  static let parameters = custom { line in
    line.looks().flatMap { look in
      look.parameters.filter { $0.type != .picture }.map { Candidate(text: $0.name + "=", about: about($0, of: look)) }
    }
  }

  /// `--variant` and its kin: the variants of the looks on the line.
  static func variants(ofLook index: Int? = nil) -> CompletionKind {
    custom { line in line.looks(index).flatMap(\.variants).map { Candidate(text: $0.name) } }
  }

  /// `--picture`: the pictures of the looks on the line, then files.
  static let pictures = custom { line in
    if let equals = line.prefix.firstIndex(of: "=") {
      return line.files(photoEndings, after: line.prefix.index(after: equals))
    }
    return line.looks().flatMap { look in
      look.parameters.filter { $0.type == .picture }.map { Candidate(text: $0.name + "=", about: about($0, of: look)) }
    }
  }

  /// The codes of errors and warnings.
  static let codes = custom { _ in ErrorPage.all.map { Candidate(text: $0.code, about: $0.summary) } }

  /// The templates of new recipes.
  static let templates = custom { _ in RecipeTemplate.all.map { Candidate(text: $0.name, about: $0.about) } }

  /// The passes of the optimizer.
  static let passes = custom { _ in EmittedStage.passNames.map { Candidate(text: $0) } }

  /// The fields of an exposure.
  static let shotFields = custom { _ in
    ShotField.settable.map { Candidate(text: $0.rawValue + "=", about: $0.described) }
  }

  /// Something to choose.
  struct Candidate {
    let text: String
    var about: String?
  }

  // MARK: Candidates

  private static let photoEndings = PictureFileType.all.flatMap(\.fileExtensions)

  private static func candidates(_ parameter: Parameter, of look: Look) -> [Candidate] {
    guard parameter.type != .picture else { return [] }
    let about = about(parameter, of: look)
    let words = parameter.type == .bool ? ["true", "false"] : parameter.choices
    guard !words.isEmpty else { return [Candidate(text: parameter.name + "=", about: about)] }
    return words.map { Candidate(text: "\(parameter.name)=\($0)", about: about) }
  }

  private static func about(_ parameter: Parameter, of look: Look) -> String {
    let range = parameter.hardRange.map { parameter.spelled($0) } ?? ""
    let value = parameter.type == .picture ? "" : look.listed(parameter.defaultValue, of: parameter)
    return [parameter.label ?? parameter.type.rawValue, value, range].filter { !$0.isEmpty }.joined(separator: "  ")
  }

  private static func about(_ source: SourceFile) -> String? {
    for case .look(let look) in parse(source).tree.recipe.declarations {
      return look.entries.first { $0.key.text == "about" }?.values.first?.value
    }
    return nil
  }

  /// Candidates that the program names when it is asked.
  private static func custom(_ find: @Sendable @escaping (TypedLine) -> [Candidate]) -> CompletionKind {
    .custom { words, index, prefix in
      var seen: Set<String> = []
      return find(TypedLine(words, index, prefix)).filter { candidate in
        // A shell's list has a candidate on each line.
        !candidate.text.utf8.contains { $0 < 32 || $0 == 127 } && seen.insert(candidate.text).inserted
      }.map { $0.written(for: .requesting) }
    }
  }
}

extension Completions.Candidate {
  /// As the script of a shell reads it: zsh and fish show what a candidate is about.
  fileprivate func written(for shell: CompletionShell?) -> String {
    let about = (about ?? "").split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    switch shell {
    case .zsh?:
      let name = text.flatMap { $0 == ":" || $0 == "\\" ? "\\\($0)" : "\($0)" }
      return about.isEmpty ? String(name) : "\(String(name)):\(about)"
    case .fish?: return about.isEmpty ? text : "\(text)\t\(about)"
    case .bash?:
      // Bash expands the words of the list: a file may be called `$(reboot).tint`.
      let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:+@%".unicodeScalars)
      return text.unicodeScalars.map { plain.contains($0) || !$0.isASCII ? "\($0)" : "\\\($0)" }.joined()
    default: return text
    }
  }
}

/// The words of a command line that is being typed.
private struct TypedLine {
  /// Without quotes and backslashes.
  private let words: [String]
  /// Which word the cursor is in.
  private let index: Int
  /// The part of this word before the cursor.
  let prefix: String

  init(_ words: [String], _ index: Int, _ prefix: String) {
    (self.words, self.index, self.prefix) = (words.map(Self.unquoted), index, Self.unquoted(prefix))
  }

  var isPath: Bool { prefix.contains("/") }

  /// The looks that other words name; the argument of an option is considered only if no other word is a look.
  ///
  /// - Parameter wanted: which of them; nil for all.
  func looks(_ wanted: Int? = nil) -> [Look] {
    let places = words.indices.dropFirst(2).filter { $0 != index }
    let first = places.filter { !words[$0 - 1].hasPrefix("-") || words[$0 - 1] == "-e" }.compactMap(look(at:))
    let found = first.isEmpty ? places.compactMap(look(at:)) : first
    guard let wanted else { return found }
    return found.indices.contains(wanted) ? [found[wanted]] : []
  }

  private func look(at place: Int) -> Look? {
    let name = words[place - 1] == "-e" ? "=" + words[place] : words[place]
    guard isExpression(name) || shippedLook(name) != nil || isRecipeName(name),
      let source = try? findRecipe(isRecipeName(name) ? Self.withoutTilde(name) : name)
    else { return nil }
    return compile(source, loader: FolderLoader(for: source), withLints: false).look
  }

  /// The folders, and the files with these extensions, in the folder that has been typed.
  ///
  /// - Parameter start: where the file's name begins in the word.
  func files(_ endings: [String], after start: String.Index? = nil) -> [Completions.Candidate] {
    let typed = prefix[(start ?? prefix.startIndex)...]
    let folder = typed.lastIndex(of: "/").map { typed[...$0] } ?? ""
    let path = FilePath(folder.isEmpty ? "." : Self.withoutTilde(String(folder)))
    let showsHidden = typed.dropFirst(folder.count).hasPrefix(".")
    return ((try? namesInFolder(path)) ?? []).compactMap { bytes in
      guard showsHidden || bytes.first != UInt8(ascii: "."), let name = String(validating: bytes, as: UTF8.self) else {
        return nil
      }
      let isFolder = FileStatus(path.appending(bytes))?.kind == .folder
      guard isFolder || endings.contains(where: { name.lowercased().hasSuffix("." + $0) }) else { return nil }
      return Completions.Candidate(text: prefix.prefix(upTo: typed.startIndex) + folder + name + (isFolder ? "/" : ""))
    }
  }

  /// A path of the shell: `~/` is the folder of the user.
  private static func withoutTilde(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home = getenv("HOME") else { return path }
    return String(cString: home) + path.dropFirst()
  }

  private static func unquoted(_ word: String) -> String {
    var (text, quote, isEscaped): (String, Character?, Bool) = ("", nil, false)
    for character in word {
      switch character {
      case _ where isEscaped:
        text.append(character)
        isEscaped = false
      case "\\" where quote != "'": isEscaped = true
      case _ where character == quote: quote = nil
      case "'" where quote == nil, "\"" where quote == nil: quote = character
      default: text.append(character)
      }
    }
    return text
  }
}

// MARK: Scripts

extension Completions {
  /// The completion script of a shell: that of the argument parser, extended for `NAME=VALUE`.
  static func script(for shell: CompletionShell) -> String {
    let script = TintypeCommand.completionScript(for: shell)
    switch shell {
    case .bash: return script + bashWords
    case .zsh: return script.replacing(zshCandidates.theirs, with: zshCandidates.ours)
    default: return script
    }
  }

  /// Bash splits `NAME=VALUE`. This joins it into one word, and adds no space after `NAME=` and `FOLDER/`.
  private static let bashWords = """

    _tintype_whole_words() {
        local rest="${COMP_LINE}" word cur=
        local -a joined=()
        local -i index last=-1 current=0
        for index in "${!COMP_WORDS[@]}"; do
            word="${COMP_WORDS[index]}"
            if [[ last -lt 0 || "${rest}" == [[:space:]]* ]]; then
                joined+=("${word}")
                last+=1
            else
                joined[last]+="${word}"
            fi
            if [[ index -eq COMP_CWORD ]]; then
                current=last
                cur="${joined[last]}"
                [[ "${word}" == [=:] ]] || cur="${cur%"${word}"}${2}"
            fi
            rest="${rest#"${rest%%[![:space:]]*}"}"
            rest="${rest#"${word}"}"
        done
        local -a COMP_WORDS=("${joined[@]}")
        local -i COMP_CWORD=current
        _tintype "${1}" "${cur}" "${joined[current - 1]}"
        [[ "${COMPREPLY[*]}" != *=* ]] || compopt +o filenames
        COMPREPLY=("${COMPREPLY[@]#"${cur%"${2}"}"}")
        [[ "${COMPREPLY[*]}" != *[=/] ]] || compopt -o nospace
    }
    complete -o filenames -F _tintype_whole_words tintype

    """

  /// Zsh adds a space after a candidate by default.
  private static let zshCandidates = (
    theirs: "_describe -V '' non_empty_completions -- ",
    ours: """
    local -ar whole=("${(@)non_empty_completions:#([^:]#[=\\/])(|:*)}")
        local -ar open=("${(@M)non_empty_completions:#([^:]#[=\\/])(|:*)}")
        _describe -V '' whole -- open -S '' --\u{20}
    """
  )
}
