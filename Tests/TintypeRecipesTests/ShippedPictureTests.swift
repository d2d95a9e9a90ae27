import Testing
import Tintype
import TintypeDrawing
import TintypeIR
import TintypeTestSupport

/// What every shipped look makes of the scene. A released look never changes: whoever changes a line here has changed
/// somebody's pictures.
@Suite struct ShippedPictureTests {
  @Test(.slow) func areWhatTheyWere() throws {
    let lines = try shippedLooks.map { source in
      let picture = try TestedLook(source.name)(scene)
      // FNV-1a, 64 bits.
      let hash = picture.pixels.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
      let sums = stride(from: 0, to: picture.pixels.count, by: 3).reduce(into: [0, 0, 0]) { sums, place in
        for channel in 0..<3 { sums[channel] += Int(picture.pixels[place + channel]) }
      }
      let mean = sums.map { String($0 / (picture.width * picture.height)) }.joined(separator: " ")
      return "\(source.name): \(String(hash, radix: 16)), \(picture.width) x \(picture.height), mean \(mean)\n"
    }
    expectGolden(lines.joined(), "pictures.txt")
  }

  @Test(.slow, arguments: shippedLooks.map(\.name))
  func canBeTurnedToBothEnds(_ name: String) throws {
    let look = try TestedLook(name)
    for parameter in look.look.parameters {
      // The ends of brightness are black and white.
      guard let range = parameter.hardRange, parameter.name != "brightness" else { continue }
      for end in [range.lowerBound, range.upperBound] {
        let picture = try look(scene, [parameter.name: end])
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
      let picture = try look(scene, ["strength": 0])
      #expect(picture == scene, "\(look.look.name)")
    }
  }

  @Test func theCabinetHasAStrengthAndFewParameters() throws {
    for source in try #require(shippedGroups.first { $0.title == "The film cabinet" }).looks {
      let parameters = try TestedLook(source.name).look.parameters
      #expect(parameters.contains { $0.name == "strength" }, "\(source.name)")
      // What a step of it leaves open can be set too, under a dotted name; a slider nobody needs.
      #expect(parameters.count { !$0.name.contains(".") } <= 8, "\(source.name)")
      for parameter in parameters where !parameter.name.contains(".") {
        #expect(parameter.label != nil && parameter.hardRange != nil, "\(source.name): \(parameter.name)")
      }
    }
  }

  @Test func theEditorBeginsWithThePhoto() throws {
    let adjust = try TestedLook("adjust")
    #expect(try adjust(scene) == scene)
    var every = Bitmap(width: 128, height: 128)
    var random = SplitMix64(seed: 5)
    for place in every.pixels.indices { every.pixels[place] = UInt8.random(in: 0...255, using: &random) }
    #expect(try adjust(every) == every)
  }
}
