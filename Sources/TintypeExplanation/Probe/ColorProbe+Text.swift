import TintypeDiagnostics

extension ColorProbe {
  /// The steps as a table.
  ///
  /// - Parameter swatches: whether each line begins with a color patch, for terminals with 24-bit color.
  package func text(swatches: Bool) -> String {
    let isOpaque = steps.allSatisfy { $0.numbers.count < 4 || $0.numbers[3] == 1 }
    let titles = ["step", "red", "green", "blue", isOpaque ? "" : "alpha", "stored", ""]
    let table = textTable(titles: titles, steps.map { $0.cells(isOpaque) }, rightAligned: [1, 2, 3, 4])
    let patches = [String(repeating: " ", count: 6)] + steps.map { $0.swatch }
    let lines = swatches ? zip(patches, table).map { $0 + $1 } : table
    return ([look.escapedForDisplay] + lines + notes).joined(separator: "\n") + "\n"
  }

  private var notes: [String] {
    var notes: [String] = []
    let at = "at \(place.column),\(place.row)"
    if steps.contains(where: { $0.dependsOnNoise }) {
      notes.append("noise: depends on the grain \(at); --at X,Y shows another pixel")
    }
    if blursNoise { notes.append("noise that is blurred is shown at its mean") }
    if steps.contains(where: { $0.dependsOnPosition }) {
      notes.append("position: shown \(at) of \(place.width) x \(place.height) pixels; --at X,Y shows another pixel")
    }
    return notes.isEmpty ? [] : [""] + notes.map { "  " + $0 }
  }
}

extension ColorProbe.Step {
  /// The stored color as a recipe writes it.
  package var literal: String {
    let channels = stored[3] == 255 ? stored.prefix(3) : stored[...]
    return "#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  fileprivate func cells(_ isOpaque: Bool) -> [String] {
    var numbers = numbers.map { $0.fixed(4) }
    numbers += Array(repeating: "", count: 4 - numbers.count)
    if isOpaque { numbers[3] = "" }
    let marks = [dependsOnNoise ? "noise" : nil, dependsOnPosition ? "position" : nil].compactMap { $0 }
    return [(isImage ? "" : "  ") + name] + numbers + [literal, marks.joined(separator: ", ")]
  }

  /// A patch of the stored color over white, as an ANSI escape sequence.
  fileprivate var swatch: String {
    let alpha = Int(stored[3])
    let channels = stored.prefix(3).map { String((Int($0) * alpha + 255 * (255 - alpha) + 127) / 255) }
    return "  \u{1b}[48;2;\(channels.joined(separator: ";"))m    \u{1b}[0m"
  }
}
