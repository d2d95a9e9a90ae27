import TintypeIR
import TintypeIntrinsics
public import TintypeText

extension Plan {
  /// The lines of text, placed in the picture by the values of all slots.
  public func placedLines(uniforms: [Float]) -> [PlacedText<Float>] {
    guard !lines.isEmpty else { return [] }
    let texts = chosenTexts(holds: { uniforms[$0.index].bitPattern != 0 }, by: { uniforms[$0.index] })
    return lines.map { line in
      let place = line.place.map { uniforms[$0.index] }
      let letters = line.letters ?? LetterLine.lines(of: TextLanes.text(of: texts[line.text]), line.lettering)
      return PlacedText(
        letters, x: place[0], y: place[1], anchorX: place[2], anchorY: place[3], height: place[4], align: place[5])
    }
  }

  /// What the faces cannot draw of the lines, in a sentence for each line. A text that no condition can choose any
  /// more does not count.
  public var missingLetters: [String] {
    // Each of two alternatives is drawn in some render.
    let alternatives = [true, false].map { truth in chosenTexts(holds: { _ in truth }, by: { _ in -0.123456789 }) }
    return lines.compactMap { line in
      alternatives.lazy.compactMap { line.lettering.missingLetters(in: TextLanes.text(of: $0[line.text])) }.first
    }
  }

  /// The lanes of all texts, by the conditions and numbers in the slots.
  private func chosenTexts(holds: (Slot) -> Bool, by number: (Slot) -> Float) -> [[Double]] {
    var lanes: [[Double]] = []
    lanes.reserveCapacity(texts.count)
    for text in texts {
      switch text {
      case .constant(let constant): lanes.append(constant)
      case .chosen(let condition, let then, let otherwise):
        lanes.append(lanes[holds(condition) ? then : otherwise])
      case .date(let date, let pattern, let locale):
        lanes.append(TextOperation.date(locale).lanes(of: [lanes[date], lanes[pattern]]))
      case .number(let slot, let format):
        lanes.append(TextOperation.number(format).lanes(of: [[Double(number(slot))]]))
      case .joined(let text, let next): lanes.append(TextOperation.joined.lanes(of: [lanes[text], lanes[next]]))
      }
    }
    return lanes
  }
}
