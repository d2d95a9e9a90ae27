import Testing
import Tintype
import TintypeDrawing
import TintypeIR

@Suite struct DateStampTests {
  private let day = CivilDate("1998-08-24")

  private func rendered(_ recipe: String, _ picture: Bitmap, at date: CivilDate?) throws -> Bitmap {
    let (look, diagnostics) = compile(SourceFile(name: "t.tint", text: recipe))
    #expect(diagnostics.isEmpty, "\(diagnostics.map(\.rendered))")
    let found = try #require(look)
    return try picture.rendered(through: ConfiguredLook(found), date: date, threads: 2)
  }

  /// The pixels that differ.
  private func changes(_ a: Bitmap, _ b: Bitmap) -> (left: Int, top: Int, right: Int, bottom: Int)? {
    var box: (left: Int, top: Int, right: Int, bottom: Int)?
    for y in 0..<a.height {
      for x in 0..<a.width where a[x, y] != b[x, y] {
        box = (min(box?.left ?? x, x), min(box?.top ?? y, y), max(box?.right ?? x, x), max(box?.bottom ?? y, y))
      }
    }
    return box
  }

  @Test func figuresStandAtTheBottomRight() throws {
    let stamp = "tintype 1\nuse \"date-stamp\" as stamp\nlook \"t\" { working linear-srgb }\noutput source |> stamp()\n"
    for picture in [Bitmap(width: 600, height: 400), Bitmap(width: 300, height: 500)] {
      #expect(try rendered(stamp, picture, at: nil) == picture)
      let box = try #require(changes(picture, try rendered(stamp, picture, at: day)))
      #expect(box.left > picture.width / 2 && box.top > picture.height * 4 / 5, "\(box)")
      #expect(box.right < picture.width && box.bottom < picture.height, "\(box)")
    }
  }

  /// What the manual shows in one recipe: the date stands in the picture that was cropped.
  @Test func aSpotACropAndADateOverALookAreFewLines() throws {
    let recipe = """
      tintype 1
      use "minimal-life" as mono
      use "blur-spot" as spot
      use "date-stamp" as stamp
      look "minimal life, dated" {
        working linear-srgb
      }
      image frame43 = source |> mono() |> crop(ratio: 4 / 3)
      output frame43 |> spot(at: vec2(0.3, 0.4), reach: 20%) |> stamp(format: "'yy MM dd")
      """
    #expect(recipe.split(separator: "\n").count < 15)
    let (plain, dated) = (try rendered(recipe, scene, at: nil), try rendered(recipe, scene, at: day))
    #expect(dated.width == 213 && dated.height == 160)
    let box = try #require(changes(plain, dated))
    #expect(box.left > dated.width / 2 && box.top > dated.height * 3 / 4, "\(box)")
    let colored = (0..<dated.height).reduce(0) { count, y in
      count + (0..<dated.width).count { Int(dated[$0, y].red) > Int(dated[$0, y].blue) + 40 }
    }
    #expect(colored > 20, "the figures are orange")
  }

  @Test func aPreviewShowsWhatTheLargePictureShows() throws {
    let stamp =
      "tintype 1\nuse \"date-stamp\" as stamp\nlook \"t\" { working linear-srgb }\noutput stamp(source, size: 12%)\n"
    let large = try rendered(stamp, Bitmap(width: 1200, height: 800), at: day).reduced(toFitWidth: 300, height: 200)
    let small = try rendered(stamp, Bitmap(width: 300, height: 200), at: day)
    let differences = zip(large.pixels, small.pixels).map { abs(Int($0) - Int($1)) }.sorted()
    #expect(differences.reduce(0, +) < differences.count, "less than one code in the mean")
    #expect(differences[differences.count * 99 / 100] < 26, "\(differences[differences.count * 99 / 100])")
  }
}
