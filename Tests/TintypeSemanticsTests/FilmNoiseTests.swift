import Testing
import Tintype
import TintypeIR
import TintypeIntrinsics

/// The two looks after filmNoise against what the app's arithmetic gives, worked out by hand from its sources: 8-bit
/// codes in and out, mask 1 for the toned picture and 0 for the print.
@Suite struct FilmNoiseTests {
  /// The shipped recipe with another output.
  private func interpreter(_ name: String, output: String) throws -> Interpreter {
    let source = try #require(shippedLooks.first { $0.name == name })
    let lines = String(decoding: source.text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines.map { $0.hasPrefix("output") ? "output \(output)" : String($0) }.joined(separator: "\n")
    let (look, diagnostics) = compile(SourceFile(name: name, text: text))
    #expect(diagnostics.map(\.rendered) == [])
    let found = try #require(look)
    return Interpreter(found.program, parameters: found.parameters.map(\.defaultValue), width: 64, height: 64)
  }

  private func codes(_ interpreter: Interpreter, _ codes: [Int]) -> [Int] {
    let color = interpreter.color(at: .init(color: codes.map { Double($0) / 255 } + [1]))
    return color.prefix(3).map { Int((min(max($0, 0), 1) * 255 + 0.5).rounded(.down)) }
  }

  private static let inputs = [
    [0, 0, 0], [41, 41, 41], [42, 42, 42], [64, 64, 64], [128, 128, 128], [160, 160, 160], [192, 192, 192],
    [255, 255, 255], [200, 30, 20], [230, 180, 60],
  ]

  @Test(arguments: ["minimal-life", "tumble-down"])
  func print(_ name: String) throws {
    let interpreter = try interpreter(name, output: "print")
    let gray = [0, 41, 42, 64, 128, 160, 192, 255, 102, 187]
    for (input, wanted) in zip(Self.inputs, gray) {
      #expect(codes(interpreter, input) == [wanted, wanted, wanted])
    }
  }

  @Test func minimalLife() throws {
    let interpreter = try interpreter("minimal-life", output: "toned")
    let gray = [41, 46, 46, 52, 87, 114, 148, 227, 80, 144]
    for (input, wanted) in zip(Self.inputs, gray) {
      #expect(codes(interpreter, input) == [wanted, wanted, wanted])
    }
  }

  @Test func tumbleDown() throws {
    let interpreter = try interpreter("tumble-down", output: "toned")
    let colors = [
      [21, 9, 50], [21, 9, 50], [21, 9, 50], [31, 23, 55], [95, 93, 104], [136, 135, 142], [179, 179, 179],
      [255, 255, 255], [193, 9, 50], [238, 162, 14],
    ]
    for (input, wanted) in zip(Self.inputs, colors) { #expect(codes(interpreter, input) == wanted) }
  }

  /// out = print (1 - m) + toned m, with m a linear function of the noise at the pixel, not clamped.
  @Test(arguments: [
    ("minimal-life", [-0.1530, 1.1049, -0.0519, 0.650]), ("tumble-down", [-0.0648, 1.2168, -0.0220, 0.585]),
  ])
  func grain(_ name: String, _ weights: [Double]) throws {
    let whole = try interpreter(name, output: "blend(toned, over: print, mask: grain.g) |> crop(source.bounds)")
    let toned = try interpreter(name, output: "toned")
    let print = try interpreter(name, output: "print")
    var beyond = 0
    for row in 0..<16 {
      for column in 0..<16 {
        let pixel = Interpreter.Pixel(color: [0.5, 0.45, 0.3, 1], column: column, row: row)
        let mask = (0..<4).reduce(0.0) { sum, channel in
          let noise = PixelNoise(seed: 1, frame: 0, channel: UInt32(channel), row: Int32(row))
          return sum + weights[channel] * Double(noise(column: Int32(column)))
        }
        if !(0...1 ~= mask) { beyond += 1 }
        let (found, top, over) = (whole.color(at: pixel), toned.color(at: pixel), print.color(at: pixel))
        for channel in 0..<3 {
          let wanted = linear(over[channel]) * (1 - mask) + linear(top[channel]) * mask
          // The weights have four digits.
          #expect(abs(linear(found[channel]) - wanted) < 2e-4)
        }
      }
    }
    // About a third of the grains reach beyond the toned picture.
    #expect((50...130).contains(beyond))
  }

  private func linear(_ code: Double) -> Double {
    guard case .each(let meaning) = Intrinsic.srgbToLinear.definition.meaning else { return .nan }
    return meaning([code])
  }
}
