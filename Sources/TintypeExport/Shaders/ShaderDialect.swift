import TintypeIntrinsics

/// How a shading language spells what the others spell differently: one place for each language.
protocol ShaderDialect: Sendable {
  /// The names of functions that are not those of Metal.
  var names: [String: String] { get }

  /// What stands behind a number with a point.
  var numberSuffix: String { get }

  func name(of type: ShaderType) -> String

  /// A value of a type from its parts; from one part, this in every lane, or converted.
  func construct(_ type: ShaderType, _ parts: [ShaderCode]) -> ShaderCode

  func choice(_ condition: ShaderCode, _ yes: ShaderCode, _ no: ShaderCode) -> ShaderCode

  /// The pixel of the photo, or of a picture besides it, as codes with straight alpha (Metal: light).
  func stored(_ picture: String) -> ShaderCode

  /// Some lanes of a vector.
  func lanes(_ lanes: [Int], of vector: ShaderCode, isColor: Bool) -> ShaderCode

  /// What stands in front of `= value`.
  func definition(_ type: ShaderType, _ name: String, isVariable: Bool) -> String

  /// The first line of a function.
  func function(_ name: String, _ parameters: [(type: ShaderType, name: String)], _ result: ShaderType) -> String

  /// A pixel of a picture, counted from its top left corner, or an entry of a table.
  func fetch(_ picture: ShaderCode, _ place: ShaderCode, isTable: Bool) -> ShaderCode

  /// Columns and rows of a picture, or the entries along an edge of a table.
  func size(of picture: ShaderCode, isTable: Bool) -> ShaderCode

  /// The dialect for a pass that reads nothing besides its pixel of the photo, and for others.
  func drawing(_ readsItsPixelOnly: Bool) -> any ShaderDialect

  /// The file of a shader.
  func text(of unit: ShaderUnit) -> [String]
}

extension ShaderDialect {
  var names: [String: String] { [:] }
  var numberSuffix: String { "" }

  /// As in C.
  func choice(_ condition: ShaderCode, _ yes: ShaderCode, _ no: ShaderCode) -> ShaderCode {
    ShaderCode(
      "\(condition.within(.or)) ? \(yes.within(.or)) : \(no.within(.choice))", .choice, lanes: max(yes.lanes, no.lanes))
  }

  func construct(_ type: ShaderType, _ parts: [ShaderCode]) -> ShaderCode {
    .call(name(of: type), parts, lanes: type.lanes)
  }

  func stored(_ picture: String) -> ShaderCode {
    fetch(ShaderCode(picture), ShaderCode("pixel"), isTable: false)
  }

  func lanes(_ lanes: [Int], of vector: ShaderCode, isColor: Bool) -> ShaderCode {
    let letters = Array(isColor ? "rgba" : "xyzw")
    return ShaderCode(vector.within(.postfix) + "." + String(lanes.map { letters[$0] }), lanes: lanes.count)
  }

  func definition(_ type: ShaderType, _ name: String, isVariable: Bool) -> String { "\(self.name(of: type)) \(name)" }

  func function(_ name: String, _ parameters: [(type: ShaderType, name: String)], _ result: ShaderType) -> String {
    let list = parameters.map { "\(self.name(of: $0.type)) \($0.name)" }.joined(separator: ", ")
    return "\(self.name(of: result)) \(name)(\(list)) {"
  }

  func drawing(_ readsItsPixelOnly: Bool) -> any ShaderDialect { self }

  // MARK: Derived

  /// The type of values of a type of the language.
  func type(_ type: ValueType) -> ShaderType { type == .bool ? .bool : .float(type.width) }

  /// A number.
  func number(_ number: Double) -> String { number.shaderText + numberSuffix }

  /// A number as an expression.
  func literal(_ number: Double) -> ShaderCode {
    ShaderCode(self.number(number), number < 0 ? .unary : .postfix)
  }

  func statement(_ type: ShaderType, _ name: String, _ code: ShaderCode) -> String {
    "\(definition(type, name, isVariable: false)) = \(code.text);"
  }
}

extension Double {
  /// The nearest single, so that the text has no digits that a shader drops; the largest one for infinities.
  var shaderText: String {
    let single = Float(self)
    guard single.isFinite else { return self < 0 ? "-3.402823466e38" : "3.402823466e38" }
    if single == single.rounded(), single.magnitude < 1e6 { return "\(Int(single)).0" }
    return "\(single)"
  }
}

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
      documentation.map { "// " + $0 } + [declaration + (remark.isEmpty ? "" : "  // \(remark)")]
    }
  }

  /// The name of its function, for languages where this matters.
  let name: String

  /// Whether it gives the result: the others' pictures are no colors, or premultiplied ones.
  let isLast: Bool

  /// Comments at the top.
  let head: [String]

  var pictures: [Picture]
  var uniforms: [Uniform]

  /// The lines of each function.
  var functions: [[String]] = []
  var statements: [String] = []

  /// Four lanes.
  var result = ShaderCode("")

  /// All numbers that the host gives, with the first pixels of the pass and of the pictures.
  var settings: [Uniform] {
    let origin = Uniform(name: "origin", type: .int(2), remark: "the first pixel of this pass, in pixels of the photo")
    return [origin] + pictures.filter(\.hasOrigin).map { Uniform(name: $0.name + "_origin", type: .int(2)) } + uniforms
  }

  /// The statements with the function around them, and long lines broken.
  func body(_ first: [String], _ last: [String]) -> [String] {
    ([first[0]] + (first.dropFirst() + statements + last).map { "  " + $0 } + ["}"]).flatMap(Self.broken)
  }

  /// A line in pieces of at most 120 letters, broken behind commas and in front of operators.
  static func broken(_ line: String) -> [String] {
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
    let hang = String(repeating: " ", count: indent + (letters.prefix(indent + 2).suffix(2) == ["+", " "] ? 0 : 2))
    return [String(letters[..<best])] + broken(hang + String(letters[(best + 1)...]))
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

/// Names in shaders.
enum ShaderName {
  /// What no value may be called, because it is a word in one of the languages or of the frame: so a name is the same
  /// in all of them.
  static let reserved: Set<String> = frame.union(words)

  /// What the frame of a shader calls its own.
  private static let frame: Set<String> = [
    "bounds", "destination", "draw", "extent", "frame", "input", "origin", "passes", "photoSeed", "picture", "pixel",
    "place",
    "position", "result", "sampler", "settings", "Settings", "source", "stored", "to", "transform",
  ]

  private static let words = Set(
    """
    active alias and array as asm asm_fragment attribute atomic auto ballot binding bitcast bool boolean break buffer \
    byte case cast catch cbuffer centroid char class column_major common compile const const_assert constant continue \
    continuing debugger default delete destination device diagnostic discard do double dword else enable enum \
    explicit export extern external false fallthrough filter fixed flat float fn for foreach fragment friend from get \
    goto groupshared half handle highp if impl import in inline inout int interface invariant kernel layout let line \
    lineadj linear long loop lowp macro main matrix mediump metal mod module move mutable namespace new noinline \
    nointerpolation non_coherent noperspective not null nullptr of operator or out output override packoffset \
    partition pass patch pixelfragment point precise precision private protected public pub ptr readonly ref register \
    require \
    resource return row_major sample sampler samplerstate select self set shader shared short signed sizeof smooth \
    snorm static std stddef storage string struct sub subroutine super superp switch target tbuffer technique template \
    texture this thread thread_local throw trait triangle triangleadj true try type typedef typename typeof uint unorm \
    uniform union unless unsigned use using var varying vec vector vertex void volatile wgsl where while with \
    workgroup writeonly xor yield abs all any atan atan2 ceil clamp clip cos cross degrees distance dot exp exp2 \
    floor fma fract frac length lerp log log2 max min mix modf normalize pow radians reflect refract round rsqrt \
    saturate sign sin sqrt step tan tanh trunc associatedtype defer extension fileprivate func guard init internal is \
    nil protocol repeat rethrows subscript throws
    """.split(separator: " ").map(String.init))

  /// Letters, digits and `_`; a shader allows no two `_` in a row.
  static func identifier(_ name: String) -> String {
    var out = ""
    for scalar in name.unicodeScalars {
      let isWord = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      if isWord { out.unicodeScalars.append(scalar) } else if !out.hasSuffix("_") { out += "_" }
    }
    if out.first?.isNumber ?? true { out = "v" + out }
    return out.hasPrefix("gl_") || out.hasPrefix("tt_") ? "v" + out : out
  }

  /// The name of a parameter.
  static func uniform(_ parameter: String) -> String {
    let name = identifier(parameter)
    return reserved.contains(name) ? name + "_" : name
  }

  /// A name of words, the first in lower case: `tumbleDown`.
  static func camelCase(_ name: String) -> String {
    let words = identifier(name).split(separator: "_")
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let joined = (words.first.map(String.init) ?? "look") + rest.joined()
    return reserved.contains(joined) ? joined + "Look" : joined
  }
}

/// Names that are given once each.
struct UniqueNames {
  private var taken: Set<String>

  init(beside taken: Set<String>) { self.taken = taken }

  mutating func reserve(_ names: some Sequence<String>) { taken.formUnion(names) }

  /// The name that a label asks for, or one with a number behind it.
  mutating func name(for label: String) -> String {
    let base = ShaderName.identifier(label)
    var name = base
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(base)\(number)"
      number += 1
    }
    return name
  }
}
