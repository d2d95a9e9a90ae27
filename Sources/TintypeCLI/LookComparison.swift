import Tintype
import TintypeDrawing

/// Two looks of one photo beside each other, and the difference.
struct LookComparison {
  /// What a look is called, and its picture.
  typealias Side = (name: String, picture: Bitmap)

  private let sides: [Side]
  private let difference: BitmapDifference
  private let gain: Int

  /// Compares two pictures.
  ///
  /// - Parameter gain: the factor by which the difference is amplified.
  /// - Throws: for pictures of different sizes.
  init(_ sides: [Side], gain: Int) throws(UsageError) {
    let (a, b) = (sides[0].picture, sides[1].picture)
    guard a.width == b.width, a.height == b.height else {
      throw UsageError(
        "the looks make pictures of different sizes, \(a.width) x \(a.height) and \(b.width) x \(b.height)")
    }
    (self.sides, self.gain) = (sides, gain)
    difference = BitmapDifference(a, b, gain: gain)
  }

  /// The numbers in dE2000: the mean, the 95th percentile and the largest.
  var numbers: [Double] {
    [difference.mean, difference.percentile95, difference.largest].map { ($0 * 100).rounded() / 100 }
  }

  /// The numbers in words.
  var summary: String { "dE2000 mean \(numbers[0]), 95 % below \(numbers[1]), largest \(numbers[2])" }

  /// Both pictures and the difference.
  ///
  /// - Parameter edge: the longer side of each.
  func sheet(edge: Int) -> Bitmap {
    let frames = (sides + [("difference x \(gain), gray where equal", difference.amplified)]).map {
      ContactSheet.Frame(name: $0.name, picture: $0.picture.reduced(toFitWidth: edge, height: edge))
    }
    return ContactSheet(title: summary, frames: frames, columns: 3).drawn()
  }
}
