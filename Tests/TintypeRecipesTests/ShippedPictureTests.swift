import Testing
import Tintype
import TintypeDrawing
import TintypeIR
import TintypeImage
import TintypeIntrinsics
import TintypeTestSupport

/// What every shipped look makes of the scene. A released look never changes: who changes a picture here has changed
/// somebody's pictures.
@Suite struct ShippedPictureTests {
  private static let scene = TestScene(width: 120, height: 80).drawn()

  /// Each look has its picture in `Goldens`, and equals it in every pixel.
  @Test(arguments: shippedLooks.map(\.name)) func isWhatItWas(_ name: String) throws {
    let picture = try TestedLook(name)(Self.scene)
    let path = FilePath(TestFiles.folder(ofTarget: #filePath) + "/Goldens/\(name).png")
    if updatesGoldens {
      _ = try picture.write(to: path, quality: 100, ifExists: .overwrite)
      return
    }
    let golden = try StoredPicture(decoding: openPicture(path))
    try #require(
      golden.format.width == picture.width && golden.format.height == picture.height, "\(name) has another size")
    let differences = zip(picture.pixels, golden.bytes).map { abs(Int($0) - Int($1)) }
    #expect(
      differences.allSatisfy { $0 == 0 },
      """
      \(name).png differs in \(differences.count { $0 > 0 }) of \(differences.count) samples, by up to \
      \(differences.max() ?? 0) codes; if that is meant, TINTYPE_UPDATE_GOLDENS=1 writes it
      """)
  }

  @Test(.slow, arguments: shippedLooks.map(\.name))
  func canBeTurnedToBothEnds(_ name: String) throws {
    let look = try TestedLook(name)
    for parameter in look.look.parameters {
      // The ends of brightness are black and white.
      guard let range = parameter.hardRange, parameter.name != "brightness" else { continue }
      for end in [range.lowerBound, range.upperBound] {
        let picture = try look(Self.scene, [parameter.name: end])
        // NaN is stored as 0, and an infinity as 255: what is left of a picture would be one color.
        let codes = Set(picture.pixels)
        #expect(codes.count > (parameter.name == "levels" ? 1 : 5), "\(parameter.name) = \(end)")
      }
    }
  }

  @Test func leaveThePhotoAloneAtNoStrength() throws {
    let looks = try shippedLooks.map { try TestedLook($0.name) }.filter { look in
      look.look.parameters.contains { $0.name == "strength" }
    }
    #expect(looks.count > 20)
    for look in looks {
      let picture = try look(Self.scene, ["strength": 0])
      #expect(picture == Self.scene, "\(look.look.name)")
    }
  }

  @Test func theCabinetHasAStrengthAndFewParameters() throws {
    for source in try #require(shippedGroups.first { $0.title == "The film cabinet" }).looks {
      let parameters = try TestedLook(source.name).look.parameters
      #expect(parameters.contains { $0.name == "strength" }, "\(source.name)")
      // What a step of it leaves open can be set too, under a dotted name; a slider nobody needs.
      #expect(parameters.count { !$0.name.contains(".") } <= 11, "\(source.name)")
      for parameter in parameters where !parameter.name.contains(".") {
        let isBounded = parameter.hardRange != nil || !parameter.choices.isEmpty || parameter.type == .bool
        #expect(parameter.label != nil && isBounded, "\(source.name): \(parameter.name)")
      }
    }
  }

  @Test func theEditorBeginsWithThePhoto() throws {
    let adjust = try TestedLook("adjust")
    #expect(try adjust(Self.scene) == Self.scene)
    var every = Bitmap(width: 128, height: 128)
    var random = SplitMix64(seed: 5)
    for place in every.pixels.indices { every.pixels[place] = UInt8.random(in: 0...255, using: &random) }
    #expect(try adjust(every) == every)
  }
}
