internal import CTintypeCodec
import TintypeColor
import TintypeRaw
import TintypeSystem

/// Develops what LibRaw unpacks: balanced, interpolated, and as linear light of sRGB's primaries beyond 0 to 1, where
/// the gray card of a nominal exposure is at 0.18.
final class RawDecoder: PixelDecoder {
  private let library: LibraryDecoder
  /// Belongs to the library's reader.
  private let sensor: UnsafeMutablePointer<tt_sensor>
  private let whiteBalance: WhiteBalance
  /// What a DNG states of its colors.
  private let profile: CameraProfile?
  /// Factors that make gray of what the camera took for gray; nil where the file does not say.
  private let asShot: SIMD3<Float>?
  private var developer: SensorDeveloper?
  private var isHalved = false
  private var width: Int
  private var rowsRead = 0
  /// Rows that are developed; `band` says which.
  private var rows: [UInt16] = []
  private var band = 0..<0

  init(
    _ library: LibraryDecoder, _ sensor: UnsafeMutablePointer<tt_sensor>, _ whiteBalance: WhiteBalance,
    _ stated: (profile: CameraProfile, white: SIMD2<Double>?)?
  ) {
    (self.library, self.sensor, self.whiteBalance) = (library, sensor, whiteBalance)
    profile = stated?.profile
    let balance = stated.flatMap { stated in stated.white.flatMap { stated.profile.balance(for: $0) } }
    asShot = factors(sensor.pointee.camera_white) ?? balance
    width = Int(sensor.pointee.width)
  }

  /// The notes that are known before a pixel is read.
  var remarks: [String] {
    let sensor = sensor.pointee
    guard sensor.kind != TT_SENSOR_GRAY else { return [] }
    var remarks: [String] = []
    if profile == nil, !sensor.knows_color {
      remarks.append(
        "LibRaw does not know this camera's colors, which are taken as they are; a DNG of the photo states them")
    }
    switch whiteBalance {
    case .camera where asShot == nil:
      remarks.append("the file does not say what the camera took for gray: it is balanced for daylight")
    case .average where sensor.kind == TT_SENSOR_OTHER:
      remarks.append(
        "a sensor whose pattern is not Bayer's is balanced as the camera did: --white auto is not known here")
    case .temperature where temperatureBalance == nil:
      remarks.append("the camera's colors are not known, and so it is balanced as the camera did: --white is left out")
    default: break
    }
    return remarks
  }

  // MARK: Color

  private var cameraBalance: SIMD3<Float> {
    asShot ?? factors(sensor.pointee.daylight_white) ?? SIMD3(repeating: 1)
  }

  private var temperatureBalance: SIMD3<Float>? {
    guard case .temperature(let kelvins) = whiteBalance else { return nil }
    if let profile { return profile.balance(forTemperature: kelvins) }
    guard sensor.pointee.knows_color else { return nil }
    return SensorColor.balance(forTemperature: kelvins, Matrix3(sensor.pointee.from_xyz))
  }

  private func balance(_ samples: SensorSamples?) -> SIMD3<Float> {
    switch whiteBalance {
    case .camera: cameraBalance
    case .average: samples?.averageBalance() ?? cameraBalance
    case .temperature: temperatureBalance ?? cameraBalance
    }
  }

  /// - Parameter factors: those that LibRaw balances with where it interpolates.
  private func color(of samples: SensorSamples, interpolatedWith factors: SIMD3<Float>) -> SensorColor {
    let light = SensorColor.whiteOfSensor * exp2(Double(sensor.pointee.baseline_exposure))
    let one = SIMD3<Float>(repeating: 1)
    if samples.kind == .gray { return SensorColor(balance: one, matrix: Matrix3.identity.scaled(by: light)) }
    let isInterpolated = sensor.pointee.kind == TT_SENSOR_OTHER
    let balance = isInterpolated ? factors : balance(samples)
    let toLight = profile?.toSRGB(neutral: 1 / SIMD3<Double>(balance)) ?? Matrix3(sensor.pointee.to_srgb)
    guard isInterpolated else { return SensorColor(balance: balance, matrix: toLight.scaled(by: light)) }
    // LibRaw brings white of the largest factor to the top.
    return SensorColor(balance: one, matrix: toLight.scaled(by: light * Double(factors.max())))
  }

  // MARK: Decoding

  func smallerSizes(of format: PictureFormat) -> [(width: Int, height: Int)] {
    sensor.pointee.kind == TT_SENSOR_BAYER ? [((format.width + 1) / 2, (format.height + 1) / 2)] : []
  }

  func scale(to index: Int) throws(ImageError) -> (width: Int, height: Int) {
    isHalved = true
    width = (width + 1) / 2
    return (width, (Int(sensor.pointee.height) + 1) / 2)
  }

  func start() throws(ImageError) {
    // Only counts where LibRaw interpolates.
    let ofCamera = balance(nil)
    sensor.pointee.factors = (ofCamera.x, ofCamera.y, ofCamera.z)
    try library.start()
    let samples = SensorSamples(sensor.pointee)
    developer = SensorDeveloper(samples, color(of: samples, interpolatedWith: ofCamera))
    let bandRows = isHalved ? 1 : SensorDeveloper.rowsAtOnce
    rows = [UInt16](repeating: 0, count: width * 3 * bandRows)
  }

  func readRows(_ count: Int, into destination: UnsafeMutableRawBufferPointer, rowBytes: Int) throws(ImageError) {
    for index in 0..<count {
      if !band.contains(rowsRead) { develop() }
      let rowSamples = width * 3
      let first = (rowsRead - band.lowerBound) * rowSamples
      rows.withUnsafeBytes { bytes in
        let row = UnsafeRawBufferPointer(rebasing: bytes[(first * 2)..<((first + rowSamples) * 2)])
        UnsafeMutableRawBufferPointer(rebasing: destination[(index * rowBytes)...]).copyMemory(from: row)
      }
      rowsRead += 1
    }
  }

  private func develop() {
    guard let developer else { preconditionFailure("decoding has begun") }
    let (isHalved, rowsRead) = (isHalved, rowsRead)
    band =
      isHalved
      ? rowsRead..<(rowsRead + 1)
      : rowsRead..<min(rowsRead + SensorDeveloper.rowsAtOnce, Int(sensor.pointee.height))
    let band = band
    rows.withUnsafeMutableBufferPointer { rows in
      guard let result = rows.baseAddress else { return }
      if isHalved { developer.developHalf(rowsRead, into: result) } else { developer.develop(band, into: result) }
    }
  }

  func finish() throws(ImageError) { try library.finish() }

  var loss: Loss? { library.loss }
  var notes: [String] { library.notes }
}

/// Nil where a file says nothing.
private func factors(_ factors: (Float, Float, Float)) -> SIMD3<Float>? {
  factors.1 > 0 ? SIMD3(factors.0, factors.1, factors.2) : nil
}

extension Matrix3 {
  fileprivate static let identity = Matrix3(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))

  fileprivate init(
    _ rows: ((Float, Float, Float), (Float, Float, Float), (Float, Float, Float))
  ) {
    func row(_ n: (Float, Float, Float)) -> SIMD3<Double> { SIMD3(Double(n.0), Double(n.1), Double(n.2)) }
    self.init(row(rows.0), row(rows.1), row(rows.2))
  }

  fileprivate func scaled(by factor: Double) -> Matrix3 {
    Matrix3(rows[0] * factor, rows[1] * factor, rows[2] * factor)
  }
}

extension SensorSamples {
  /// After the reader has begun.
  fileprivate init(_ sensor: tt_sensor) {
    let isInterpolated = sensor.kind == TT_SENSOR_OTHER
    let kind: Kind =
      switch sensor.kind {
      case TT_SENSOR_BAYER: .bayer
      case TT_SENSOR_GRAY: .gray
      default: .colors
      }
    let (colors, blackWidth) = (sensor.pattern, Int(sensor.black_width))
    let blackCount = blackWidth * Int(sensor.black_height) * Int(sensor.black_channels)
    let black = UnsafeBufferPointer(start: sensor.black, count: blackCount)
    self.init(
      kind, width: Int(sensor.width), height: Int(sensor.height), first: sensor.samples, stride: sensor.stride,
      channels: sensor.channels, pattern: [colors.0, colors.1, colors.2, colors.3].map(Int.init),
      black: isInterpolated ? [0, 0, 0] : Array(black), blackWidth: isInterpolated ? 1 : blackWidth,
      white: isInterpolated ? SIMD3(repeating: 65_535) : SIMD3(sensor.white.0, sensor.white.1, sensor.white.2))
  }
}
