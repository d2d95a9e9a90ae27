import TintypeColor

/// What rows mean, from a process that has read a stranger's profile to one that has not.
extension PictureColor {
  func write(to writer: inout MessageWriter) {
    space.write(to: &writer)
    writer.write(statement)
    writer.write(hasBrokenProfile)
    let lost = lostSpace.flatMap(ColorProfile.Colors.init(rawValue:))
    writer.write(lost != nil)
    writer.write(lost ?? .rgb)
    writer.write(storedDepth)
    writer.write(isSceneLight)
    writer.write(log != nil)
    writer.write(log ?? .srgb)
    writer.write(codes != nil)
    (codes ?? .srgb).write(to: &writer)
    writer.write(headroom)
    writer.write(gainMap?.standard ?? "")
    writer.write(gainMap?.headroom ?? 1)
  }

  init(_ reader: inout MessageReader) throws(MessageReader.Nonsense) {
    space = try RGBSpace(&reader)
    statement = try reader.value(of: Statement.self)
    hasBrokenProfile = try reader.flag()
    let (isLost, lost) = (try reader.flag(), try reader.value(of: ColorProfile.Colors.self))
    lostSpace = isLost ? lost.rawValue : nil
    storedDepth = try reader.value(of: SampleDepth.self)
    isSceneLight = try reader.flag()
    let (isLog, space) = (try reader.flag(), try reader.value(of: InputSpace.self))
    log = isLog ? space : nil
    let (isMade, made) = (try reader.flag(), try RGBSpace(&reader))
    codes = isMade ? made : nil
    headroom = try reader.double()
    let (standard, stated) = (try reader.text(), try reader.double())
    gainMap = standard.isEmpty ? nil : StatedGainMap(standard: standard, headroom: stated)
    guard (1...65_536).contains(headroom), standard.isEmpty || gainMap != nil else { throw MessageReader.Nonsense() }
  }
}

/// To the last bit, as plans are kept for equal spaces.
extension RGBSpace {
  fileprivate func write(to writer: inout MessageWriter) {
    writer.write(name)
    for curve in curves { curve.write(to: &writer) }
    colorants.write(to: &writer)
    writer.write(adaptation != nil)
    (adaptation ?? colorants).write(to: &writer)
  }

  fileprivate init(_ reader: inout MessageReader) throws(MessageReader.Nonsense) {
    let name = try reader.name()
    let curves = [try ToneCurve(&reader), try ToneCurve(&reader), try ToneCurve(&reader)]
    let colorants = try Matrix3(&reader)
    let (isAdapted, adaptation) = (try reader.flag(), try Matrix3(&reader))
    // What no profile could say is refused here, too.
    guard
      let space = RGBSpace(
        name: name, curves: curves, colorants: colorants, adaptation: isAdapted ? adaptation : nil)
    else { throw MessageReader.Nonsense() }
    self = space
  }
}

extension Matrix3 {
  fileprivate func write(to writer: inout MessageWriter) {
    for row in rows { for column in 0..<3 { writer.write(row[column]) } }
  }

  fileprivate init(_ reader: inout MessageReader) throws(MessageReader.Nonsense) {
    func row(_ reader: inout MessageReader) throws(MessageReader.Nonsense) -> SIMD3<Double> {
      SIMD3(try reader.double(), try reader.double(), try reader.double())
    }
    self.init(try row(&reader), try row(&reader), try row(&reader))
  }
}

extension ToneCurve {
  fileprivate func write(to writer: inout MessageWriter) {
    switch self {
    case .srgb: writer.write(0)
    case .power(let curve):
      writer.write(1)
      for number in [curve.gamma, curve.a, curve.b, curve.c, curve.d, curve.e, curve.f] { writer.write(number) }
    case .sampled(let entries):
      writer.write(2)
      writer.write(entries.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
    }
  }

  fileprivate init(_ reader: inout MessageReader) throws(MessageReader.Nonsense) {
    switch try reader.number(in: 0...2) {
    case 0: self = .srgb
    case 1:
      self = .power(
        PowerCurve(
          gamma: try reader.double(), a: try reader.double(), b: try reader.double(), c: try reader.double(),
          d: try reader.double(), e: try reader.double(), f: try reader.double()))
    default:
      let bytes = try reader.block()
      guard bytes.count % 2 == 0, bytes.count <= 2 * 65_536 else { throw MessageReader.Nonsense() }
      self = .sampled(
        stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 })
    }
  }
}
