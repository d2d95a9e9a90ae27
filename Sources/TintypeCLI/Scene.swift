import ArgumentParser
import Tintype
import TintypeDrawing
import TintypeImage

/// `tintype scene`
struct Scene: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scene",
    abstract: "Draw the built-in scene: a landscape with lamps, skin tones, a color chart and fine lines.",
    discussion: "For trying looks without a photo.")

  @OptionGroup var result: OutputOptions

  @Option(help: "The width in pixels.")
  var width = 3000

  @Option(help: "The height in pixels.")
  var height = 2000

  @Flag(inversion: .prefixedNo, help: "Color chart, ramps and lines along the lower edge.")
  var instruments = true

  func validate() throws {
    guard (64...8192).contains(width), (48...8192).contains(height) else {
      throw ValidationError("A scene is 64 x 48 to 8192 x 8192 pixels.")
    }
  }

  func run() throws {
    guard try result.isWanted() else { return }
    let scene = TestScene(width: width, height: height).drawn(instruments: instruments)
    try result.write(scene)
  }
}
