/// The units a number can have. Their words are ordinary names except after a number on its line.
public enum UnitWord: String, Sendable, Hashable, CaseIterable {
  case percent = "%"
  case micrometers = "um"
  case millimeters = "mm"
  case pixels = "px"
  case stops = "ev"
  case kelvins = "k"
  case degrees = "deg"
  case radians = "rad"
}
