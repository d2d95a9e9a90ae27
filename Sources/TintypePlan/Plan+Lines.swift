public import TintypeText

extension Plan {
  /// The lines of text, placed in the picture by the values of all slots.
  public func placedLines(uniforms: [Float]) -> [PlacedText<Float>] {
    lines.map { line in
      let place = line.place.map { uniforms[$0.index] }
      return PlacedText(
        line.letters, x: place[0], y: place[1], anchorX: place[2], anchorY: place[3], height: place[4])
    }
  }
}
