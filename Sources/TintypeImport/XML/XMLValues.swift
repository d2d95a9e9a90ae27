import TintypeDiagnostics

/// Reads what color files hold, with complaints at the place of the element.
struct XMLValues {
  let file: SourceFile

  /// The numbers of an element's text, separated by blanks.
  ///
  /// - Parameter count: how many there have to be.
  func numbers(_ element: XMLElement, _ count: Int) throws(ImportRefusal) -> [Double] {
    var numbers: [Double] = []
    // Two bytes at least for each number: a declared count allocates nothing that the file cannot fill.
    numbers.reserveCapacity(min(count, element.text.count / 2 + 1))
    for word in element.text.split(whereSeparator: { $0 <= UInt8(ascii: " ") }) {
      guard numbers.count < count else {
        throw refusal("<\(element.name)> has more than the \(count) numbers that it should have", element)
      }
      guard let number = Self.number(word) else {
        let shown = String(decoding: word.prefix(40), as: UTF8.self)
        throw refusal("'\(shown)', at place \(numbers.count + 1) of <\(element.name)>, is not a number", element)
      }
      numbers.append(number)
    }
    guard numbers.count == count else {
      throw refusal("<\(element.name)> has \(numbers.count) numbers, and should have \(count)", element)
    }
    return numbers
  }

  /// The number of an attribute; nil where there is none.
  func number(_ name: String, of element: XMLElement) throws(ImportRefusal) -> Double? {
    guard let value = element[name] else { return nil }
    guard let number = Self.number(value.utf8.filter { $0 != UInt8(ascii: " ") }[...]) else {
      throw refusal("\(name)=\"\(value.prefix(40))\" is not a number", element)
    }
    return number
  }

  /// A decimal number that single precision can hold; a point is a point in every locale.
  static func number(_ word: ArraySlice<UInt8>) -> Double? {
    guard word.count <= 400, word.allSatisfy({ "+-.eE0123456789".utf8.contains($0) }),
      let number = Double(String(decoding: word, as: UTF8.self)),
      number.magnitude <= Double(Float.greatestFiniteMagnitude)
    else { return nil }
    return number
  }

  /// Refuses attributes that are not in a list: they may change what an element means.
  func expectAttributes(_ known: Set<String>, of element: XMLElement) throws(ImportRefusal) {
    for attribute in element.attributes
    where !known.contains(attribute.name) && attribute.name != "xmlns" && !attribute.name.contains(":") {
      throw refusal("the attribute '\(attribute.name)' of <\(element.name)> is not understood", element)
    }
  }

  /// Refuses elements that are not in a list.
  func expectChildren(_ known: Set<String>, of element: XMLElement) throws(ImportRefusal) {
    for child in element.children where !known.contains(child.name) {
      throw refusal("<\(child.name)> in <\(element.name)> is not understood", child)
    }
  }

  /// The one child of a name; nil where there is none.
  func child(_ name: String, of element: XMLElement) throws(ImportRefusal) -> XMLElement? {
    let found = element.children(name)
    if found.count > 1 { throw refusal("<\(name)> is given twice", found[1]) }
    return found.first
  }

  /// The refusal of the file for something at an element.
  func refusal(_ message: String, _ element: XMLElement) -> ImportRefusal {
    file.refusal(message, at: element.offset)
  }
}
