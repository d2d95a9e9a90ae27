import TintypeExecutor
import TintypeIntrinsics
import TintypePlan

/// A picture of noise in memory that plans run over.
struct Canvas {
  let width: Int
  let height: Int
  private(set) var source: [UInt8]
  private(set) var result: [UInt8]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    var state: UInt64 = 1
    source = (0..<width * height * 3).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 33)
    }
    result = source
  }

  var pixels: Int { width * height }

  mutating func run(_ execution: Execution) {
    source.withUnsafeBytes { source in
      result.withUnsafeMutableBytes { result in
        execution.run(
          rows: 0..<height, from: source, sourceRowBytes: width * 3, to: result, resultRowBytes: width * 3)
      }
    }
  }

  func execution(_ plan: Plan) -> Execution {
    let format = PixelFormat(channels: 3, depth: .eight)
    return Execution(plan, width: width, height: height, source: format, result: format)
  }

  mutating func withMemory(_ body: (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>) -> Void) {
    source.withUnsafeBufferPointer { source in
      result.withUnsafeMutableBufferPointer { result in body(source.baseAddress!, result.baseAddress!) }
    }
  }
}
