import CTestJPEG
import Testing
import TintypeImage

/// Blocks that are moved without decoding.
@Suite struct JPEGMoveTests {
  /// What a JPEG may be stored as, with the pixels of its MCUs.
  private static let kinds: [(name: String, recipe: test_jpeg_recipe, mcu: (width: Int, height: Int))] = {
    func kind(
      _ name: String, _ colors: test_jpeg_colors, _ across: Int, _ down: Int,
      _ change: (inout test_jpeg_recipe) -> Void = { _ in }
    ) -> (String, test_jpeg_recipe, (width: Int, height: Int)) {
      var recipe = test_jpeg_recipe()
      (recipe.colors, recipe.across, recipe.down) = (colors, Int32(across), Int32(down))
      change(&recipe)
      return (name, recipe, colors == TEST_JPEG_GRAY ? (8, 8) : (8 * across, 8 * down))
    }
    return [
      kind("gray", TEST_JPEG_GRAY, 1, 1), kind("gray with factors", TEST_JPEG_GRAY, 2, 2),
      kind("4:4:4", TEST_JPEG_YCC, 1, 1), kind("4:2:2", TEST_JPEG_YCC, 2, 1), kind("4:4:0", TEST_JPEG_YCC, 1, 2),
      kind("4:2:0", TEST_JPEG_YCC, 2, 2), kind("4:1:1", TEST_JPEG_YCC, 4, 1), kind("RGB", TEST_JPEG_RGB, 1, 1),
      kind("CMYK", TEST_JPEG_CMYK, 1, 1), kind("YCCK", TEST_JPEG_YCCK, 2, 2),
      kind("progressive", TEST_JPEG_YCC, 2, 2) { $0.progressive = true },
      kind("arithmetic", TEST_JPEG_YCC, 2, 1) { $0.arithmetic = true },
      kind("restart markers", TEST_JPEG_YCC, 2, 2) { $0.restart_interval = 3 },
      kind("separate scans", TEST_JPEG_YCC, 2, 2) { $0.separate_scans = true },
    ]
  }()

  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A file of a kind with blocks of whole size.
  private func write(_ kind: Int, across: Int = 3, down: Int = 2, more: (Int, Int) = (0, 0)) throws {
    var (_, recipe, mcu) = Self.kinds[kind]
    recipe.width = Int32(mcu.width * across + more.0)
    recipe.height = Int32(mcu.height * down + more.1)
    _ = try scratch.write(try testJPEG(recipe), to: "in.jpg")
  }

  private func move(_ from: String, _ to: String, _ change: (PictureReader) -> BlockMove) throws {
    let reader = try openPicture(scratch.path(from))
    _ = try written(scratch, as: to) {
      let writer = try reader.writer(to: $0, moving: change(reader), metadata: PictureMetadata())
      try writer.finish()
    }
  }

  private func whole(_ orientation: Orientation) -> (PictureReader) -> BlockMove {
    { BlockMove(columns: 0..<$0.format.width, rows: 0..<$0.format.height, orientation: orientation) }
  }

  private func decoded(_ name: String) throws -> (format: PictureFormat, samples: [UInt8]) {
    let reader = try openPicture(scratch.path(name))
    return (reader.format, try decodeAll(reader))
  }

  @Test(arguments: kinds.indices, Orientation.allCases) func thereAndBack(_ kind: Int, _ turn: Orientation) throws {
    try write(kind)
    let back: Orientation =
      turn == .quarterTurnLeft ? .quarterTurnRight : turn == .quarterTurnRight ? .quarterTurnLeft : turn
    try move("in.jpg", "there.jpg", whole(turn))
    try move("there.jpg", "back.jpg", whole(back))
    let (original, again) = (try decoded("in.jpg"), try decoded("back.jpg"))
    #expect(again == original, "\(Self.kinds[kind].name)")
    #expect(try decoded("there.jpg").format == turn.upright(original.format))
    let reader = try openPicture(scratch.path("there.jpg"))
    #expect(reader.blocks.map { turn.uprightSize(width: $0.width, height: $0.height) == Self.kinds[kind].mcu } == true)
  }

  /// Chroma that is stored at full size depends on no pixel of another block.
  @Test(arguments: [0, 2, 7, 8], Orientation.allCases) func itIsTheTurnedPicture(_ kind: Int, _ turn: Orientation)
    throws
  {
    try write(kind)
    try move("in.jpg", "out.jpg", whole(turn))
    let (original, result) = (try decoded("in.jpg"), try decoded("out.jpg"))
    let (format, stored) = (result.format, (original.format.width, original.format.height))
    // The integer transform rounds rows after columns, so an exchange of axes may differ by one code, or a few in the
    // product of inks.
    let most = turn.exchangesAxes ? (kind == 8 ? 2 : 3) : 0
    for y in 0..<format.height {
      for x in 0..<format.width {
        let place = turn.storedPosition(x: x, y: y, stored: stored)
        for channel in 0..<3 {
          let own = Int(result.samples[y * format.rowBytes + x * 3 + channel])
          let other = Int(original.samples[place.y * original.format.rowBytes + place.x * 3 + channel])
          try #require(abs(own - other) <= most, "\(Self.kinds[kind].name) \(turn) at \(x) \(y)")
        }
      }
    }
  }

  @Test(arguments: kinds.indices) func aCropKeepsItsBlocks(_ kind: Int) throws {
    try write(kind, across: 4, down: 4, more: (3, 5))
    let mcu = Self.kinds[kind].mcu
    // The requested rectangle grows to whole blocks, and to the edge of the picture if the last blocks are incomplete.
    let reader = try openPicture(scratch.path("in.jpg"))
    let (width, height) = (reader.format.width, reader.format.height)
    let asked = BlockMove(columns: mcu.width + 1..<width - 1, rows: 2 * mcu.height..<height - 4, orientation: .upright)
    let snapped = try #require(reader.blocks).snapped(asked, width: width, height: height)
    #expect(snapped.columns == mcu.width..<width && snapped.rows == 2 * mcu.height..<height)
    try move("in.jpg", "out.jpg") { _ in snapped }
    let (original, result) = (try decoded("in.jpg"), try decoded("out.jpg"))
    #expect((result.format.width, result.format.height) == snapped.size)
    // Two pixels from the cut decoders interpolate chroma from blocks that are gone.
    for y in 2..<result.format.height {
      for x in 2..<result.format.width {
        let own = result.samples[(y * result.format.width + x) * 3..<(y * result.format.width + x) * 3 + 3]
        let place = ((y + snapped.rows.lowerBound) * width + x + snapped.columns.lowerBound) * 3
        try #require(own.elementsEqual(original.samples[place..<place + 3]), "\(Self.kinds[kind].name) at \(x) \(y)")
      }
    }
  }

  @Test func incompleteBlocksStayAtTheFarSides() throws {
    try write(5)
    let grid = try #require(try openPicture(scratch.path("in.jpg")).blocks)
    func partial(_ orientation: Orientation) -> [Int] {
      let (columns, rows) = grid.partial(in: BlockMove(columns: 0..<40, rows: 0..<35, orientation: orientation))
      return [columns, rows]
    }
    #expect(
      Orientation.allCases.map(partial) == [[0, 0], [8, 0], [8, 3], [0, 3], [0, 0], [0, 3], [8, 3], [8, 0]])
  }

  @Test(arguments: Orientation.allCases) func aMoveFollowsFromItsPixels(_ turn: Orientation) {
    let move = BlockMove(columns: 5..<12, rows: 3..<7, orientation: turn)
    let (width, height) = move.size
    let found = BlockMove(width: width, height: height) { x, y in
      let place = turn.storedPosition(x: x, y: y, stored: (7, 4))
      return (place.x + 5, place.y + 3)
    }
    #expect(found == move)
  }

  @Test func damageIsAnErrorAndLeavesNothing() throws {
    try write(5, across: 8, down: 8)
    let bytes = try scratch.bytes(of: "in.jpg")
    _ = try scratch.write(Array(bytes.prefix(bytes.count / 2)), to: "in.jpg")
    #expect(throws: ImageError.self) { try move("in.jpg", "out.jpg", whole(.mirrored)) }
    #expect(throws: (any Error).self) { try scratch.bytes(of: "out.jpg") }
  }
}
