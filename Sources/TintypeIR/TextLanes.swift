/// Conversion between text and the numbers of a value of type `text`: Unicode scalars.
public enum TextLanes {
  /// The largest number of characters.
  public static let mostCharacters = 200

  /// The numbers of a text.
  public static func lanes(of text: String) -> [Double] { text.unicodeScalars.map { Double($0.value) } }

  /// A text without spaces at its ends, and with `-` for what drives a terminal or turns the direction of writing.
  public static func printable(_ text: String) -> String {
    var printable = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: printable += "-"
      default: printable.unicodeScalars.append(scalar)
      }
    }
    let start = printable.drop { $0 == " " }
    return String(start.prefix(start.count - start.reversed().prefix { $0 == " " }.count))
  }

  /// The text of numbers; invalid scalars are omitted.
  public static func text(of lanes: [Double]) -> String {
    var text = ""
    for lane in lanes where (0...0x10FFFF).contains(lane) {
      if let scalar = Unicode.Scalar(UInt32(lane)) { text.unicodeScalars.append(scalar) }
    }
    return text
  }
}
