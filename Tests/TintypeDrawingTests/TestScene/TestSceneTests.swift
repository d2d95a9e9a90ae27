import Testing
import TintypeDrawing

struct TestSceneTests {
  /// The first and the neutral patches, as published.
  @Test func theChartHasThePublishedValues() {
    let patches = TestScene.chartPatches(inWidth: 3000, height: 2000)
    #expect(patches.count == 24)
    #expect(patches[0].name == "dark skin" && patches[0].color == RGB8(115, 82, 68))
    #expect(patches[17].name == "cyan" && patches[17].color == RGB8(8, 133, 161))
    #expect(patches[18...].map(\.color.green) == [243, 200, 160, 122, 85, 52])
  }

  @Test(arguments: [(64, 48), (97, 65), (200, 60), (64, 300), (320, 213)])
  func everyPatchHoldsItsColor(width: Int, height: Int) {
    let scene = TestScene(width: width, height: height).drawn()
    #expect((scene.width, scene.height) == (width, height))
    for patch in TestScene.chartPatches(inWidth: width, height: height) {
      #expect(!patch.place.isEmpty && scene.frame.contains(patch.place))
      for y in patch.place.rows {
        for x in patch.place.columns { #expect(scene[x, y] == patch.color, "\(patch.name)") }
      }
    }
  }

  @Test(arguments: [(64, 48), (96, 64), (3000, 2000), (16384, 48), (64, 16384)])
  func patchesDoNotOverlap(width: Int, height: Int) {
    let places = TestScene.chartPatches(inWidth: width, height: height).map(\.place)
    for (index, place) in places.enumerated() {
      for other in places[..<index] { #expect(place.intersection(other).isEmpty) }
    }
  }

  /// The scene uses only sums, products, quotients and square roots, so its bytes must be equal on all machines.
  @Test(arguments: [(64, 48, 3_864_100_878_248_196_814 as UInt64), (150, 100, 1_057_576_959_301_669_189)])
  func theSceneIsTheSameEverywhere(width: Int, height: Int, checksum: UInt64) {
    #expect(fnv1a(TestScene(width: width, height: height).drawn().pixels) == checksum)
  }

  /// Grass, not a dark panel, along its lower edge.
  @Test func withoutInstrumentsTheLandscapeFillsThePicture() {
    let scene = TestScene(width: 300, height: 200).drawn(instruments: false)
    #expect(scene.height == 200)
    let lowest = stride(from: 199 * 300 * 3, to: scene.pixels.count, by: 3).map { scene.pixels[$0..<$0 + 3] }
    let green = lowest.filter { $0[$0.startIndex + 1] > $0[$0.startIndex + 2] + 5 }
    #expect(green.count > 250)
  }

  @Test func theSceneReachesFromBlackToWhite() {
    let scene = TestScene(width: 300, height: 200).drawn()
    let landscape = scene.pixels[..<(300 * 150 * 3)]
    let (dark, bright) = (landscape.count { $0 < 30 }, landscape.count { $0 > 245 })
    #expect(dark > landscape.count / 200 && bright > landscape.count / 500)
  }

  /// What halation and bloom need: burnt-out lamps, and around them a wall that is dark.
  @Test func lampsShineInTheDark() {
    let scene = TestScene(width: 600, height: 400).drawn()
    let wall = (205..<290).flatMap { y in (0..<90).map { x in Int(scene[x, y].green) } }
    #expect(wall.count { $0 > 235 } > 40)
    #expect(wall.sorted()[wall.count / 2] < 60)
  }

  private func fnv1a(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
