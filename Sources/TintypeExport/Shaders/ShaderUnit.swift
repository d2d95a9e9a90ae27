/// A shader that is to be written: what it reads, and its statements.
struct ShaderUnit {
  /// A picture or table that it reads.
  struct Picture {
    let name: String
    let type: ShaderType

    /// Whether its first pixel is not that of the photo.
    let hasOrigin: Bool
  }

  /// A number that the host gives.
  struct Uniform {
    let name: String
    let type: ShaderType
    var remark = ""
    var documentation: [String] = []

    /// The line of a declaration, with the remark behind it.
    func line(_ declaration: String) -> [String] {
      documentation.map { $0.asComment() } + [declaration + (remark.isEmpty ? "" : "  " + remark.asComment())]
    }
  }

  /// The name of its function, for languages where this matters.
  let name: String

  /// Whether it produces the result; the pictures of other shaders are not colors, or are premultiplied.
  let isLast: Bool

  /// Comments at the top, without their marks.
  let head: [String]

  var pictures: [Picture]
  var uniforms: [Uniform]

  /// The lines of each function.
  var functions: [[String]] = []
  var statements: [String] = []

  /// Four lanes.
  var result = ShaderCode("")

  /// All numbers from the host, including the origins of the pass and of the pictures.
  var settings: [Uniform] {
    let origin = Uniform(name: "origin", type: .int(2), remark: "the first pixel of this pass, in pixels of the photo")
    return [origin] + pictures.filter(\.hasOrigin).map { Uniform(name: Self.origin(of: $0.name), type: .int(2)) }
      + uniforms
  }

  /// The name of the first pixel of a picture.
  static func origin(of picture: String) -> String { "origin_" + picture }

  /// The statements with the function around them, and long lines broken.
  func body(_ first: [String], _ last: [String]) -> [String] {
    ([first[0]] + (first.dropFirst() + statements + last).map { "  " + $0 } + ["}"]).flatMap(Self.broken)
  }

  /// A line in pieces of at most 120 letters, broken behind commas and in front of operators.
  static func broken(_ line: String) -> [String] { broken(line, isContinued: false) }

  private static func broken(_ line: String, isContinued: Bool) -> [String] {
    guard line.utf8.count > 120, !line.contains("//") else { return [line] }
    let letters = Array(line)
    let indent = letters.prefix { $0 == " " }.count
    var (depth, best, bestDepth) = (0, 0, Int.max)
    for place in letters.indices.prefix(119) {
      switch letters[place] {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case " " where place > indent + 30:
        let isBehind = letters[place - 1] == ","
        let isInFront = "+-*/?:&|".contains(letters[place + 1]) && letters[place - 1] != "{"
        if isBehind || isInFront, depth <= bestDepth { (best, bestDepth) = (place, depth) }
      default: break
      }
    }
    guard best > 0 else { return [line] }
    let hang = String(repeating: " ", count: isContinued ? indent : indent + 2)
    return [String(letters[..<best])] + broken(hang + String(letters[(best + 1)...]), isContinued: true)
  }

  /// The places of the settings in a buffer, in bytes, and its length: WGSL, HLSL and std140 agree on them.
  var layout: (places: [Int], length: Int) {
    var length = 0
    let places = settings.map { setting in
      let alignment = [4, 8, 16, 16][setting.type.lanes - 1]
      let place = (length + alignment - 1) / alignment * alignment
      length = place + 4 * setting.type.lanes
      return place
    }
    return (places, (length + 15) / 16 * 16)
  }
}
