/// The space as an ICC profile of version 4 (ICC.1:2022). Equal spaces give equal bytes.
extension RGBSpace {
  /// The profile's bytes.
  public var profile: [UInt8] {
    var tags: [(signature: String, content: [UInt8])] = [
      ("desc", unicode(name)), ("cprt", unicode("No copyright, use freely")), ("wtpt", xyz(fixed(Chromaticities.d50))),
    ]
    if let adaptation {
      tags.append(("chad", tagType("sf32") + adaptation.rows.flatMap { fixed($0) }.flatMap(bytes32)))
    }
    let colorants = fixedColorants
    tags += [("rXYZ", xyz(colorants[0])), ("gXYZ", xyz(colorants[1])), ("bXYZ", xyz(colorants[2]))]
    tags += zip(["rTRC", "gTRC", "bTRC"], curves).map { ($0, $1.content) }
    return joined(tags)
  }

  /// The colorants as s15Fixed16Number. Green absorbs the rounding, so they sum to white exactly and gray stays gray.
  private var fixedColorants: [[Int]] {
    let (red, blue) = (fixed(colorants.column(0)), fixed(colorants.column(2)))
    let white = (0..<3).map { axis in
      let sum = colorants.rows[axis].sum()
      let d50 = Chromaticities.d50[axis]
      return (sum - d50).magnitude < 1e-4 ? fixed(d50) : fixed(sum)
    }
    return [red, (0..<3).map { white[$0] - red[$0] - blue[$0] }, blue]
  }

  private func joined(_ tags: [(signature: String, content: [UInt8])]) -> [UInt8] {
    var table = bytes32(tags.count)
    var data: [UInt8] = []
    var offsets: [[UInt8]: Int] = [:]
    let start = 128 + 4 + 12 * tags.count
    for (signature, content) in tags {
      // Equal contents are stored once.
      let offset = offsets[content] ?? start + data.count
      if offsets.updateValue(offset, forKey: content) == nil {
        data += content + [UInt8](repeating: 0, count: -content.count & 3)
      }
      table += Array(signature.utf8) + bytes32(offset) + bytes32(content.count)
    }
    return header(size: start + data.count) + table + data
  }

  /// ICC.1:2022, 7.2. The date is a constant, because profiles must be reproducible.
  private func header(size: Int) -> [UInt8] {
    var header = bytes32(size) + bytes32(0) + bytes32(0x0440_0000)
    header += Array("mntrRGB XYZ ".utf8) + [2026, 1, 1, 0, 0, 0].flatMap(bytes16) + Array("acsp".utf8)
    // No platform, flags, maker or model; perceptual; D50; no creator, no hash.
    header += [UInt8](repeating: 0, count: 28) + fixed(Chromaticities.d50).flatMap(bytes32)
    return header + [UInt8](repeating: 0, count: 128 - header.count)
  }
}

extension ToneCurve {
  /// The curve as a tag: a parametric function or a table.
  fileprivate var content: [UInt8] {
    switch self {
    case .srgb: ToneCurve.power(.srgb).content
    case .power(let curve):
      tagType("para") + bytes16(curve.function) + bytes16(0) + curve.parameters.map { fixed($0) }.flatMap(bytes32)
    case .sampled(let entries): tagType("curv") + bytes32(entries.count) + entries.flatMap { bytes16(Int($0)) }
    }
  }
}

extension PowerCurve {
  fileprivate var function: Int {
    if e != 0 || f != 0 { return 4 }
    return a == 1 && b == 0 && c == 0 && d == 0 ? 0 : 3
  }

  fileprivate var parameters: [Double] {
    switch function {
    case 0: [gamma]
    case 3: [gamma, a, b, c, d]
    default: [gamma, a, b, c, d, e, f]
    }
  }
}

// MARK: Big-endian numbers

private func bytes16(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)] }

private func bytes32(_ number: Int) -> [UInt8] { bytes16(number >> 16) + bytes16(number) }

/// s15Fixed16Number.
private func fixed(_ number: Double) -> Int { Int((number * 65536).rounded()) }

private func fixed(_ numbers: SIMD3<Double>) -> [Int] { (0..<3).map { fixed(numbers[$0]) } }

private func tagType(_ signature: String) -> [UInt8] { Array(signature.utf8) + bytes32(0) }

private func xyz(_ numbers: [Int]) -> [UInt8] { tagType("XYZ ") + numbers.flatMap(bytes32) }

/// multiLocalizedUnicodeType with one en-US string.
private func unicode(_ text: String) -> [UInt8] {
  let units = text.utf16.flatMap { bytes16(Int($0)) }
  return tagType("mluc") + bytes32(1) + bytes32(12) + Array("enUS".utf8) + bytes32(units.count) + bytes32(28) + units
}
