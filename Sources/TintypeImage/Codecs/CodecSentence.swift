import TintypeDiagnostics

/// A codec library's message as a clause of ours: lower case unless it starts with an abbreviation, no full stop.
func codecSentence(_ message: UnsafePointer<CChar>?) -> String {
  guard let message else { return "" }
  var text = String(cString: message)
  if text.hasSuffix(".") { text.removeLast() }
  guard let first = text.first, first.isUppercase, text.dropFirst().first?.isLowercase == true else {
    return text.escapedForDisplay
  }
  return (first.lowercased() + text.dropFirst()).escapedForDisplay
}
