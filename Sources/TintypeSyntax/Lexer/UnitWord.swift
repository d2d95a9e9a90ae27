/// The units a number can have. Their words are ordinary names except after a number on its line.
public enum UnitWord: String, Sendable, Hashable, CaseIterable {
  /// Hundredths: of the short side for a length, of 1 for a fraction.
  case percent = "%"
  /// Micrometers on the film.
  case micrometers = "um"
  /// Millimeters on the film.
  case millimeters = "mm"
  /// Pixels of the photo.
  case pixels = "px"
  /// Stops of exposure.
  case stops = "ev"
  /// Kelvins of color temperature.
  case kelvins = "k"
  /// Degrees of an angle.
  case degrees = "deg"
  /// Radians of an angle.
  case radians = "rad"
}
