import Testing
import Tintype
import TintypeExplanation
import TintypeIR
import TintypeRender
import TintypeTestSupport

@Suite struct ColorProbeTests {
  /// 8-bit gray and the resulting `toned` of "tumble down", computed from the formulas of the look independently of
  /// this code.
  static let evenings: [(gray: UInt8, toned: [UInt8])] = [
    (0, [21, 9, 50]), (41, [21, 9, 50]), (42, [21, 9, 50]), (64, [31, 23, 55]), (128, [95, 93, 104]),
    (160, [136, 135, 142]), (192, [179, 179, 179]), (255, [255, 255, 255]),
  ]

  @Test(arguments: evenings)
  func evening(_ gray: UInt8, _ toned: [UInt8]) throws {
    let step = try #require(try probe("tumble-down", literal([gray, gray, gray])).steps.first { $0.name == "toned" })
    #expect(Array(step.stored.prefix(3)) == toned)
    #expect(!step.dependsOnNoise)
  }

  @Test func eveningInNumbers() throws {
    let step = try #require(try probe("tumble-down", "#808080").steps.first { $0.name == "toned" })
    for (number, known) in zip(step.numbers, [0.11518, 0.11016, 0.13963, 1]) { #expect(abs(number - known) < 6e-6) }
  }

  @Test func eveningOnAColor() throws {
    let step = try #require(try probe("tumble-down", literal([200, 30, 20])).steps.first { $0.name == "toned" })
    #expect(Array(step.stored.prefix(3)) == [193, 9, 50])
  }

  @Test func silver() throws {
    for (gray, toned) in [(0, 41), (64, 52), (128, 87), (160, 114), (192, 148), (255, 227)] as [(UInt8, UInt8)] {
      let steps = try probe("minimal-life", literal([gray, gray, gray])).steps
      #expect(steps.first { $0.name == "toned" }?.stored == [toned, toned, toned, 255])
      #expect(steps.first { $0.name == "print" }?.stored == [gray, gray, gray, 255])
    }
  }

  @Test func knowsWhatDependsOnNoise() throws {
    let steps = try probe("tumble-down", "#c08060").steps
    let names = ["source", "photo", "toned", "print", "noise", "sample", "noise", "noisy", "grain", "output"]
    #expect(steps.map(\.name) == names)
    #expect(steps.map(\.dependsOnNoise) == [false, false, false, false, true, true, true, true, true, true])
    let elsewhere = try probe("tumble-down", "#c08060", at: .init(column: 7, row: 3)).steps
    #expect(elsewhere.prefix(4) == steps.prefix(4))
    #expect(elsewhere[4].numbers != steps[4].numbers)
    #expect(try probe("tumble-down", "#c08060").steps == steps)
  }

  @Test func readsColorsAsRecipesDo() throws {
    let (look, _) = try shipped("original")
    #expect(probedColor("rgb(0.25, 0.5, 1)", in: look).color == [0.25, 0.5, 1, 1])
    #expect(probedColor("#ffffff80", in: look).color?[3] == 128.0 / 255)
    let (color, diagnostics) = probedColor("0.5", in: look)
    #expect(color == nil)
    #expect(diagnostics.map(\.code) == ["type-mismatch"])
    #expect(probedColor("#12", in: look).color == nil)
    #expect(probedColor("", in: look).color == nil)
  }

  @Test func showsAMaskAsAGrayAndAnotherNameForThePhoto() throws {
    let (look, _) = try checked(
      """
      tintype 1
      look "parts" { working display }
      image photo = source
      image green = photo.g
      output photo * green
      """)
    let color = try #require(probedColor("#4080c0", in: look).color)
    let steps = ColorProbe(color, through: BoundLook(look), shot: Shot(), at: .init()).steps
    #expect(steps.map(\.name) == ["source", "photo", "green", "output"])
    #expect(
      steps.map(\.stored) == [[64, 128, 192, 255], [64, 128, 192, 255], [128, 128, 128, 255], [32, 64, 96, 255]])
    #expect(steps[2].numbers.count == 1)
  }

  /// The noise around the pixel is unknown, so a blur of it has its mean.
  @Test func blurredNoiseIsAtItsMean() throws {
    let (look, _) = try checked(
      """
      tintype 1
      look "grain" { working display }
      image speckle = noise(seed: 1).g
      image soft = speckle |> blur(radius: 1%)
      output source * 0 + soft
      """)
    let probe = ColorProbe([0.5, 0.5, 0.5, 1], through: BoundLook(look), shot: Shot(), at: .init(column: 3, row: 3))
    #expect(probe.steps.map(\.name) == ["source", "noise", "speckle", "soft", "output"])
    #expect(probe.steps[2].dependsOnNoise && probe.steps[2].stored != probe.steps[3].stored)
    #expect(!probe.steps[4].dependsOnNoise && probe.steps[4].stored == [128, 128, 128, 255])
    #expect(probe.text(swatches: false).contains("noise that is blurred is shown at its mean"))
  }

  @Test func prints() throws {
    let probe = try probe("tumble-down", "#c08060")
    expectGolden(probe.text(swatches: false), "tumble-down.probe.txt")
    let colored = probe.text(swatches: true)
    #expect(colored.contains("\u{1b}[48;2;192;128;96m    \u{1b}[0m  source"))
  }

  private func probe(_ name: String, _ color: String, at place: ColorProbe.Place = .init()) throws -> ColorProbe {
    let (look, _) = try shipped(name)
    let color = try #require(probedColor(color, in: look).color)
    return ColorProbe(color, through: BoundLook(look), shot: Shot(), at: place)
  }

  private func literal(_ color: [UInt8]) -> String {
    "#" + color.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
