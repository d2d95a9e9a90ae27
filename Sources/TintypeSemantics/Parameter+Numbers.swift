package import TintypeIR
import TintypeIntrinsics
import TintypeSyntax

// Values as the numbers that a program sets, in place of a text that the language reads.
extension Parameter {
  /// The numbers of a value; 0 where only a text states one: a curve, a text, a date, a file.
  package var numberCount: Int {
    switch type.declaration.kind {
    case .numbers, .truth, .seed, .choice: type.width
    case .quantity: 1
    case .matrix, .rectangle, .curve, .table, .picture, .written: 0
    }
  }

  /// The numbers of a value: in the parameter's unit, 0 or 1 of a truth value, the position of a choice, -1 for a seed
  /// that is the photo's, and straight codes of sRGB of a color.
  ///
  /// - Parameter space: what a color means for the parameter.
  package func settableNumbers(of value: [Double], in space: WorkingSpace) -> [Double] {
    guard numberCount > 0 else { return [] }
    return type.isColor ? space.shown(value) : numbers(of: value)
  }

  /// The value that some numbers state; nil for another count of numbers, for NaN and infinities, for a choice or a
  /// seed that does not exist, and for a quantity without a unit.
  ///
  /// - Parameters:
  ///   - numbers: as ``settableNumbers(of:in:)`` returns them.
  ///   - space: what a color means for the parameter.
  ///   - clamping: whether the nearest choice or seed takes the place of one that does not exist.
  package func value(ofNumbers numbers: [Double], in space: WorkingSpace, clamping: Bool) -> [Double]? {
    guard numberCount > 0, numbers.count == numberCount, numbers.allSatisfy({ $0.isFinite }) else { return nil }
    switch type.declaration.kind {
    case .truth: return [numbers[0] == 0 ? 0 : 1]
    case .choice: return Self.whole(numbers[0], in: 0...Double(choices.count - 1), clamping)
    case .seed:
      return numbers == PhotoSeed.lanes ? numbers : Self.whole(numbers[0], in: PhotoSeed.all, clamping)
    case .quantity:
      if let unit = unit.flatMap(UnitWord.init), unit.meaning.type == type { return unit.lanes(of: numbers[0]) }
      return type.width == 1 ? numbers : nil
    default: return type.isColor ? space.color(shownAs: numbers) : numbers
    }
  }

  private static func whole(_ number: Double, in range: ClosedRange<Double>, _ clamping: Bool) -> [Double]? {
    if clamping { return [min(max(number.rounded(), range.lowerBound), range.upperBound)] }
    return number == number.rounded() && range.contains(number) ? [number] : nil
  }
}
