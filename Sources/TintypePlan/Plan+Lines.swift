import TintypeIR
import TintypeIntrinsics
public import TintypeText

extension Plan {
  /// The lines of text, placed in the picture by the values of all slots.
  public func placedLines(uniforms: [Float]) -> [PlacedText<Float>] {
    guard !lines.isEmpty else { return [] }
    let texts = chosenTexts { uniforms[$0.index].bitPattern != 0 }
    return lines.map { line in
      let place = line.place.map { uniforms[$0.index] }
      let letters = line.letters ?? LetterLine(TextLanes.text(of: texts[line.text]), line.lettering)
      return PlacedText(letters, x: place[0], y: place[1], anchorX: place[2], anchorY: place[3], height: place[4])
    }
  }

  /// What the faces cannot draw of the lines, in a sentence for each line. A text that no condition can choose any
  /// more does not count.
  public var missingLetters: [String] {
    // Each of two alternatives is drawn in some render.
    let alternatives = [true, false].map { truth in chosenTexts { _ in truth } }
    return lines.compactMap { line in
      alternatives.lazy.compactMap { line.lettering.missingLetters(in: TextLanes.text(of: $0[line.text])) }.first
    }
  }

  /// The lanes of all texts.
  private func chosenTexts(holds: (Slot) -> Bool) -> [[Double]] {
    var lanes: [[Double]] = []
    lanes.reserveCapacity(texts.count)
    for text in texts {
      switch text {
      case .constant(let constant): lanes.append(constant)
      case .chosen(let condition, let then, let otherwise): lanes.append(lanes[holds(condition) ? then : otherwise])
      case .date(let date, let pattern, let locale):
        lanes.append(Instruction.dateText(lanes[date], lanes[pattern], locale))
      }
    }
    return lanes
  }
}
