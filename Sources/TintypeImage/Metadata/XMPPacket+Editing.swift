/// Adding and removing properties. All other bytes stay.
extension XMPPacket {
  /// A packet without properties.
  static let empty = XMPPacket(
    Array(
      """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="w"?>
      """.utf8))

  /// Namespace URIs.
  enum Namespace {
    static let dublinCore = "http://purl.org/dc/elements/1.1/"
    static let basic = "http://ns.adobe.com/xap/1.0/"

    /// The prefixes by which names are called here, of all namespaces whose properties are read or edited.
    static let prefixes = [
      "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf", dublinCore: "dc", basic: "xmp",
      basic + "rights/": "xmpRights", basic + "g/img/": "xmpGImg", "http://ns.adobe.com/xmp/note/": "xmpNote",
      "http://purl.org/dc/terms/": "dcterms", "http://ns.adobe.com/tiff/1.0/": "tiff",
      "http://ns.adobe.com/exif/1.0/": "exif", "http://ns.adobe.com/camera-raw-settings/1.0/": "crs",
      "http://ns.adobe.com/hdr-gain-map/1.0/": "hdrgm", "http://ns.apple.com/HDRGainMap/1.0/": "HDRGainMap",
      "http://ns.apple.com/pixeldatainfo/1.0/": "apdi", "http://ns.google.com/photos/1.0/container/": "Container",
      "http://ns.google.com/photos/1.0/container/item/": "Item",
      "http://www.metadataworkinggroup.com/schemas/regions/": "mwg-rs", "http://ns.microsoft.com/photo/1.2/": "MP",
    ]
    static let usualPrefixes = Set(prefixes.values)
  }

  /// A prefix for a namespace that means nothing else in the packet.
  func freePrefix(_ usual: String, for namespace: String) -> String {
    let others = XMLTags(bytes).lazy.flatMap(\.attributes).filter {
      $0.name.hasPrefix("xmlns:") && !bytes[$0.value].elementsEqual(namespace.utf8)
    }
    let taken = Set(others.map { String($0.name.dropFirst(6)) })
    var (prefix, number) = (usual, 0)
    while taken.contains(prefix) {
      number += 1
      prefix = "\(usual)\(number)"
    }
    return prefix
  }

  /// Whether all tags can be parsed; false for UTF-16, and for malformed XML.
  var isReadable: Bool {
    var tags = XMLTags(bytes)
    while tags.next() != nil {}
    return tags.isAtEnd && !bytes.contains(0)
  }

  /// Adds an `rdf:Description` at the end of `rdf:RDF`, and shortens the padding by its length.
  ///
  /// - Parameter content: the attributes and elements of the description, given the packet's prefix of `rdf`.
  /// - Returns: false for a packet that is not in UTF-8.
  mutating func add(_ content: (_ rdf: String) -> (attributes: String, elements: String)) -> Bool {
    guard let end = endOfRDF() else { return false }
    let rdf = end.written.dropLast(3)
    let about = XMLTags(bytes).lazy.flatMap(\.attributes).first { ["about", "rdf:about"].contains($0.name) }
    let subject = about.map { String(decoding: bytes[$0.value], as: UTF8.self) } ?? ""
    let (attributes, elements) = content(String(rdf))
    let head = "<\(rdf)Description \(rdf)about=\"\(subject)\"\(attributes)"
    let text = elements.isEmpty ? head + "/>\n" : head + ">\(elements)</\(rdf)Description>\n"
    bytes.insert(contentsOf: text.utf8, at: end.range.lowerBound)
    takeFromPadding(text.utf8.count)
    return true
  }

  /// The end tag of `rdf:RDF`, in front of which descriptions are added. An empty tag becomes two.
  mutating func endOfRDF() -> XMLTags.Tag? {
    guard let tag = XMLTags(bytes).first(where: { $0.kind != .start && localName($0.name) == "RDF" }),
      tag.kind == .empty
    else { return XMLTags(bytes).first { $0.kind == .end && localName($0.name) == "RDF" } }
    bytes.replaceSubrange((tag.range.upperBound - 2)..<tag.range.upperBound, with: ">\n</\(tag.written)>".utf8)
    return endOfRDF()
  }

  /// The value of a property, by its namespace; nil when it is absent.
  func text(of name: String, in namespace: String) -> String? {
    let found = values { $1 == namespace && localName($0) == name }.first
    return found.flatMap { $0.isEmpty ? nil : unescapedFromXML(String(decoding: bytes[$0], as: UTF8.self)) }
  }

  /// Removes all properties of a namespace, and the description that holds nothing else.
  mutating func remove(namespace: String) {
    removeOwnDescription(namespace)
    keep(allBut: extents { $1 == namespace })
  }

  /// Overwrites the properties of some names, prefix included, with spaces.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  mutating func blank(where isMeant: (_ name: String) -> Bool) -> Bool { blank(properties(where: isMeant)) }

  /// Overwrites properties with spaces by their names without prefix.
  mutating func blank(_ localNames: Set<String>) { blank { localNames.contains(localName($0)) } }

  private mutating func blank(_ ranges: [Range<Int>]) -> Bool {
    for range in ranges { for index in range { bytes[index] = 0x20 } }
    return !ranges.isEmpty
  }

  /// The ranges of the properties of some names; declarations of namespaces are none.
  private func properties(where isMeant: (_ name: String) -> Bool) -> [Range<Int>] {
    extents { name, _ in !name.hasPrefix("xmlns:") && isMeant(name) }
  }

  /// Overwrites positions with spaces: properties by their names; values, texts and comments by their words. Long
  /// values of base64 may hold camera data and are overwritten, too. Numbers of develop settings (`crs:`) stay.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  mutating func blankPositions() -> Bool {
    var found = properties(where: isPosition)
    var start = 0
    var developDepth = 0
    func look(at range: Range<Int>, isText: Bool) {
      let text = unescapedFromXML(String(decoding: bytes[range], as: UTF8.self)).utf8
      if mentionsPosition(text, isText: isText) || isBase64(text) { found.append(range) }
    }
    for tag in XMLTags(bytes) {
      look(at: start..<tag.range.lowerBound, isText: developDepth == 0)
      start = tag.range.upperBound
      for attribute in tag.attributes where !attribute.name.hasPrefix("xmlns") {
        look(at: attribute.value, isText: !attribute.name.hasPrefix("crs:"))
      }
      if tag.name.hasPrefix("crs:") { developDepth += tag.kind == .start ? 1 : tag.kind == .end ? -1 : 0 }
    }
    look(at: start..<bytes.count, isText: true)
    return blank(found)
  }

  private func isPosition(_ name: String) -> Bool {
    let (name, whole) = (localName(name).lowercased(), name.lowercased())
    return name.hasPrefix("gps") || ["lat", "long", "lon", "lng", "lat_long"].contains(name) || whole.hasPrefix("geo")
      || ["latitude", "longitude", "longtitude"].contains(where: name.hasSuffix)
  }

  private func isBase64(_ text: String.UTF8View) -> Bool {
    text.count >= 512
      && text.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || "+/= \n\r".utf8.contains($0)
      }
      && !text.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }
  }

  /// Adds keywords, each once.
  ///
  /// - Returns: false for a packet that is not in UTF-8.
  mutating func addKeywords(_ keywords: [String]) -> Bool {
    let name = "dc:subject"
    guard let list = list(of: name) else {
      if let old = extents(where: { found, _ in found == name }).first { bytes.removeSubrange(old) }
      let dc = freePrefix("dc", for: Namespace.dublinCore)
      return add { rdf in
        let items = keywords.map { "<\(rdf)li>\(escapedForXML($0))</\(rdf)li>" }.joined()
        return (
          " xmlns:\(dc)=\"\(Namespace.dublinCore)\"",
          "<\(dc):subject><\(rdf)Bag>\(items)</\(rdf)Bag></\(dc):subject>"
        )
      }
    }
    let old = Set(self.keywords.map(\.text))
    let close = XMLTags(Array(bytes[list.upperBound...])).first { _ in true }
    let rdf = close.map { $0.written.dropLast(localName($0.written).count) } ?? ""
    let new = keywords.filter { !old.contains($0) }.map { "<\(rdf)li>\(escapedForXML($0))</\(rdf)li>" }.joined()
    bytes.insert(contentsOf: new.utf8, at: list.upperBound)
    takeFromPadding(new.utf8.count)
    return true
  }

  /// Whether there is a list of keywords, which may be empty.
  var hasKeywords: Bool { list(of: "dc:subject") != nil }

  /// The items of the list of keywords: the range with its tags, and the text.
  var keywords: [(range: Range<Int>, text: String)] {
    guard let list = list(of: "dc:subject") else { return [] }
    var found: [(range: Range<Int>, text: String)] = []
    var open: XMLTags.Tag?
    for tag in XMLTags(bytes) where list.contains(tag.range.lowerBound) {
      if let start = open, tag.kind == .end, tag.name == start.name {
        let text = String(decoding: bytes[start.range.upperBound..<tag.range.lowerBound], as: UTF8.self)
        found.append((start.range.lowerBound..<tag.range.upperBound, unescapedFromXML(text)))
      }
      open = tag.kind == .start && localName(tag.name) == "li" ? tag : nil
    }
    return found
  }

  /// Removes keywords.
  mutating func removeKeywords(where isMeant: (_ keyword: String) -> Bool) {
    keep(allBut: keywords.filter { isMeant($0.text) }.map(\.range))
  }

  /// Sets the rating, 1 to 5.
  ///
  /// - Returns: false for a packet that is not in UTF-8.
  mutating func setRating(_ rating: Int) -> Bool {
    let name = "xmp:Rating"
    let old = values(of: name)
    guard old.isEmpty else {
      bytes.replaceSubrange(old[0], with: "\(rating)".utf8)
      return true
    }
    let xmp = freePrefix("xmp", for: Namespace.basic)
    return add { _ in (" xmlns:\(xmp)=\"\(Namespace.basic)\" \(xmp):Rating=\"\(rating)\"", "") }
  }

  /// The packet without rating, keywords and padding, and without descriptions that then hold nothing: the same before
  /// and after marks are edited.
  var unmarked: XMPPacket {
    var packet = self
    packet.keep(allBut: extents { name, _ in ["dc:subject", "xmp:Rating"].contains(name) })
    packet.keep(allBut: packet.emptyDescriptions)
    packet.takeFromPadding(packet.bytes.count)
    return packet
  }

  /// The ranges of descriptions without a property, each with the line end behind it.
  private var emptyDescriptions: [Range<Int>] {
    var found: [Range<Int>] = []
    var open: XMLTags.Tag?
    for tag in XMLTags(bytes) {
      let start = open
      open = nil
      guard localName(tag.name) == "Description" else { continue }
      let isBare = tag.attributes.allSatisfy { localName($0.name) == "about" || $0.name.hasPrefix("xmlns:") }
      var range: Range<Int>?
      switch tag.kind {
      case .start where isBare: open = tag
      case .empty where isBare: range = tag.range
      case .end:
        guard let start, bytes[start.range.upperBound..<tag.range.lowerBound].allSatisfy(XMLTags.isSpace) else { break }
        range = start.range.lowerBound..<tag.range.upperBound
      default: break
      }
      guard let range else { continue }
      let isLine = range.upperBound < bytes.count && bytes[range.upperBound] == UInt8(ascii: "\n")
      found.append(range.lowerBound..<(range.upperBound + (isLine ? 1 : 0)))
    }
    return found
  }

  /// The range between the tags of the list that is a property's value. A new item is inserted at its end.
  private func list(of name: String) -> Range<Int>? {
    var isInside = false
    var start: Int?
    for tag in XMLTags(bytes) {
      switch (tag.kind, tag.name) {
      case (.start, name): isInside = true
      case (.end, name): isInside = false
      case (.start, _) where isInside && ["Bag", "Seq"].contains(localName(tag.name)): start = tag.range.upperBound
      case (.end, _) where isInside && ["Bag", "Seq"].contains(localName(tag.name)):
        return start.map { $0..<tag.range.lowerBound }
      default: break
      }
    }
    return nil
  }

  /// The first description whose attributes are all of one namespace and that holds no elements.
  private mutating func removeOwnDescription(_ namespace: String) {
    for tag in XMLTags(bytes) where tag.kind == .empty && localName(tag.name) == "Description" {
      func declares(_ attribute: XMLTags.Attribute) -> Bool {
        attribute.name.hasPrefix("xmlns:") && bytes[attribute.value].elementsEqual(namespace.utf8)
      }
      let isOwn = tag.attributes.allSatisfy { attribute in
        localName(attribute.name) == "about" || attribute.namespace == namespace || declares(attribute)
      }
      guard isOwn, tag.attributes.contains(where: declares) else { continue }
      let isLine = tag.range.upperBound < bytes.count && bytes[tag.range.upperBound] == UInt8(ascii: "\n")
      bytes.removeSubrange(tag.range.lowerBound..<(tag.range.upperBound + (isLine ? 1 : 0)))
      return
    }
  }

  /// The ranges of properties in order: attributes with the space before them, elements with their content.
  private func extents(where isMeant: (_ name: String, _ namespace: String?) -> Bool) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var open: (name: String, start: Int, depth: Int)?
    for tag in XMLTags(bytes) {
      if let element = open {
        guard tag.name == element.name else { continue }
        let depth = element.depth + (tag.kind == .start ? 1 : tag.kind == .end ? -1 : 0)
        open = depth == 0 ? nil : (element.name, element.start, depth)
        if depth == 0 { found.append(element.start..<tag.range.upperBound) }
      } else if isMeant(tag.name, tag.namespace), tag.kind != .end {
        if tag.kind == .start { open = (tag.name, tag.range.lowerBound, 1) } else { found.append(tag.range) }
      } else {
        found += tag.attributes.filter { isMeant($0.name, $0.namespace) }.map(\.whole)
      }
    }
    return found
  }

  private mutating func keep(allBut ranges: [Range<Int>]) { replace(ranges.map { ($0, []) }) }

  /// Replaces ranges that do not overlap in one pass, because a hostile packet has many.
  mutating func replace(_ parts: [(range: Range<Int>, new: [UInt8])]) {
    guard !parts.isEmpty else { return }
    var result: [UInt8] = []
    var start = 0
    for (range, new) in parts.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += bytes[start..<range.lowerBound] + new
      start = range.upperBound
    }
    bytes = result + bytes[start...]
  }

  /// Shortens the padding before the end of the packet.
  mutating func takeFromPadding(_ count: Int) {
    let mark = Array("<?xpacket end".utf8)
    guard let end = bytes.indices.reversed().first(where: { bytes[$0...].starts(with: mark) }) else { return }
    let spaces = bytes[..<end].reversed().prefix { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.count
    // One line end stays.
    bytes.removeSubrange((end - min(max(spaces - 1, 0), count))..<end)
  }
}

private func localName(_ name: some StringProtocol) -> String {
  name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? String(name)
}
