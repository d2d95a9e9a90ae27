import Testing
import TintypeColor

@Suite struct LabColorTests {
  /// The test data of Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula: implementation notes,
  /// supplementary test data, and mathematical observations", Color Research and Application 30 (2005), table 1.
  private static let published: [[Double]] = [
    [50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425], [50, 3.1571, -77.2803, 50, 0, -82.7485, 2.8615],
    [50, 2.8361, -74.0200, 50, 0, -82.7485, 3.4412], [50, -1.3802, -84.2814, 50, 0, -82.7485, 1],
    [50, -1.1848, -84.8006, 50, 0, -82.7485, 1], [50, -0.9009, -85.5211, 50, 0, -82.7485, 1],
    [50, 0, 0, 50, -1, 2, 2.3669], [50, -1, 2, 50, 0, 0, 2.3669], [50, 2.49, -0.001, 50, -2.49, 0.0009, 7.1792],
    [50, 2.49, -0.001, 50, -2.49, 0.001, 7.1792], [50, 2.49, -0.001, 50, -2.49, 0.0011, 7.2195],
    [50, 2.49, -0.001, 50, -2.49, 0.0012, 7.2195], [50, -0.001, 2.49, 50, 0.0009, -2.49, 4.8045],
    [50, -0.001, 2.49, 50, 0.001, -2.49, 4.8045], [50, -0.001, 2.49, 50, 0.0011, -2.49, 4.7461],
    [50, 2.5, 0, 50, 0, -2.5, 4.3065], [50, 2.5, 0, 73, 25, -18, 27.1492], [50, 2.5, 0, 61, -5, 29, 22.8977],
    [50, 2.5, 0, 56, -27, -3, 31.9030], [50, 2.5, 0, 58, 24, 15, 19.4535], [50, 2.5, 0, 50, 3.1736, 0.5854, 1],
    [50, 2.5, 0, 50, 3.2972, 0, 1], [50, 2.5, 0, 50, 1.8634, 0.5757, 1], [50, 2.5, 0, 50, 3.2592, 0.3350, 1],
    [60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644],
    [63.0109, -31.0961, -5.8663, 62.8187, -29.7946, -4.0864, 1.2630],
    [61.2901, 3.7196, -5.3901, 61.4292, 2.2480, -4.9620, 1.8731],
    [35.0831, -44.1164, 3.7933, 35.0232, -40.0716, 1.5901, 1.8645],
    [22.7233, 20.0904, -46.6940, 23.0331, 14.9730, -42.5619, 2.0373],
    [36.4612, 47.8580, 18.3852, 36.2715, 50.5065, 21.2231, 1.4146],
    [90.8027, -2.0831, 1.4410, 91.1528, -1.6435, 0.0447, 1.4441],
    [90.9257, -0.5406, -0.9208, 88.6381, -0.8985, -0.7239, 1.5381],
    [6.7747, -0.2908, -2.4247, 5.8714, -0.0985, -2.2286, 0.6377],
    [2.0776, 0.0795, -1.1350, 0.9033, -0.0636, -0.5514, 0.9082],
  ]

  @Test func lightComesBack() {
    for light in [SIMD3(0, 0, 0), SIMD3(1, 1, 1), SIMD3(0.002, 0.003, 0.001), SIMD3(0.9, 0.1, 0.3), SIMD3(0, 0.2, 1)] {
      let back = LabColor(linear: light).linear
      for lane in 0..<3 { #expect(abs(back[lane] - light[lane]) < 1e-6, "\(light): \(back)") }
    }
  }

  @Test func differencesAreThePublishedOnes() {
    #expect(Self.published.count == 34)
    for row in Self.published {
      let (a, b) = (LabColor(row[0], row[1], row[2]), LabColor(row[3], row[4], row[5]))
      #expect(abs(a.difference(from: b) - row[6]) < 0.00005, "\(row)")
      #expect(abs(b.difference(from: a) - row[6]) < 0.00005, "\(row)")
      #expect(a.difference(from: a) == 0)
    }
  }

  /// The white, the middle gray and the primaries as everybody lists them (for example brucelindbloom.com, sRGB, D65).
  @Test(
    arguments: [
      ([1, 1, 1], LabColor(100, 0, 0)), ([0, 0, 0], LabColor(0, 0, 0)), ([1, 0, 0], LabColor(53.24, 80.09, 67.20)),
      ([0, 1, 0], LabColor(87.73, -86.18, 83.18)), ([0, 0, 1], LabColor(32.30, 79.19, -107.86)),
      ([128, 128, 128].map { $0 / 255 }, LabColor(53.59, 0, 0)),
    ] as [([Double], LabColor)]) func colorsOfTheScreenAreWhereTheyAre(_ codes: [Double], _ lab: LabColor)
  {
    let found = LabColor(srgb: codes)
    #expect(abs(found.lightness - lab.lightness) < 0.01 && abs(found.a - lab.a) < 0.01 && abs(found.b - lab.b) < 0.01)
  }
}
