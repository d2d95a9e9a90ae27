extension [UInt8] {
  /// As one word of a shell: in quotes, or by `printf` if quoting would not be readable or copyable.
  package var shellQuoted: String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:+@%".utf8)
    let text = String(decoding: self, as: UTF8.self)
    if !isEmpty, allSatisfy(plain.contains) { return text }
    guard !text.utf8.elementsEqual(self) || text.escapedForDisplay != text else {
      return "'" + text.writing(["'": "'\\''"]) + "'"
    }
    let octal = map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
    return "\"$(printf '\(octal.joined())')\""
  }
}
