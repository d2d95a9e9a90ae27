/// One letter as lines of a pen, in units of which a capital is 14 high; y is up, the baseline is 0.
struct Glyph: Sendable {
  static let capHeight = 14.0

  /// Between two letters.
  static let spacing = 3.6

  let width: Double
  let strokes: [[SIMD2<Double>]]

  /// The glyph of a character; a box where there is none.
  static func of(_ scalar: Unicode.Scalar) -> Glyph { glyphs[scalar] ?? box }

  private static let box = Glyph(path: "8 M0,0 L8,0 L8,12 L0,12 L0,0")

  private static let glyphs: [Unicode.Scalar: Glyph] = table.mapValues { Glyph(path: $0) }

  /// Reads a glyph: its width, then moves `Mx,y`, lines `Lx,y` and arcs `Acx,cy,rx,ry,from,to` (degrees, anticlockwise
  /// where `to` is larger; an arc goes on from where the pen is).
  private init(path: String) {
    let words = path.split(separator: " ")
    width = Double(words[0]) ?? 0
    var strokes: [[SIMD2<Double>]] = []
    for word in words.dropFirst() {
      let numbers = word.dropFirst().split(separator: ",").compactMap { Double($0) }
      switch word.first {
      case "M": strokes.append([SIMD2(numbers[0], numbers[1])])
      case "L": strokes[strokes.count - 1].append(SIMD2(numbers[0], numbers[1]))
      case "O": strokes.append(Self.arc([numbers[0], numbers[1], numbers[2], numbers[3], 0, 360]))
      case "N": strokes.append(Self.arc(numbers))
      default: strokes[strokes.count - 1] += Self.arc(numbers)
      }
    }
    self.strokes = strokes
  }

  /// Points of an arc, 7.5 degrees apart, by turning a unit vector: no library's sine is asked, so all machines agree.
  private static func arc(_ numbers: [Double]) -> [SIMD2<Double>] {
    let (cx, cy, rx, ry, start, end) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    let count = max(1, Int(((end - start).magnitude / step).rounded()))
    var unit = turned(SIMD2(1, 0), times: Int((start / step).rounded()))
    var points = [SIMD2(cx + rx * unit.x, cy + ry * unit.y)]
    for _ in 0..<count {
      unit = turned(unit, times: end > start ? 1 : -1)
      points.append(SIMD2(cx + rx * unit.x, cy + ry * unit.y))
    }
    return points
  }

  private static let step = 7.5

  /// A vector turned by so many steps of 7.5 degrees.
  private static func turned(_ v: SIMD2<Double>, times: Int) -> SIMD2<Double> {
    let (cosine, sine) = (0.9914448613738104, 0.13052619222005157)
    var v = v
    for _ in 0..<times.magnitude {
      let s = times > 0 ? sine : -sine
      v = SIMD2(v.x * cosine - v.y * s, v.x * s + v.y * cosine)
    }
    return v
  }
}

// O is an ellipse (centre, radii); N begins a new line with an arc.
private let table: [Unicode.Scalar: String] = [
  " ": "3.2",
  "a": "8 O4,5,4,5 M8,0 L8,10", "b": "8 M0,0 L0,14 O4,5,4,5", "c": "7.6 N4.5,5,4.5,5,45,315",
  "d": "8 O4,5,4,5 M8,0 L8,14", "e": "9 M0.1,5.2 L8.9,5.2 A4.5,5,4.5,5,0,315",
  "f": "5 M2,0 L2,11 A5,11,3,3,180,75 M0,10 L5,10",
  "g": "8 O4,5,4,5 M8,10 L8,-1 A4,-1,4,3.4,0,-150", "h": "8 M0,0 L0,14 M0,6 A4,6,4,4,180,0 L8,0",
  "i": "0 M0,0 L0,10 M0,13.4 L0,13.5", "j": "1.6 M1.6,10 L1.6,-2 A-0.8,-2,2.4,2.4,0,-90 M1.6,13.4 L1.6,13.5",
  "k": "7.2 M0,0 L0,14 M7,10 L0,3.6 M2.7,6.1 L7.4,0", "l": "2.6 M0,14 L0,2.6 A2.6,2.6,2.6,2.6,180,270",
  "m": "12 M0,0 L0,10 M0,6.5 A3,6.5,3,3.5,180,0 L6,0 M6,6.5 A9,6.5,3,3.5,180,0 L12,0",
  "n": "8 M0,0 L0,10 M0,6 A4,6,4,4,180,0 L8,0", "o": "9 O4.5,5,4.5,5", "p": "8 M0,10 L0,-4.4 O4,5,4,5",
  "q": "8 M8,10 L8,-4.4 O4,5,4,5", "r": "4.6 M0,0 L0,10 M0,6 A4,6,4,4,180,75",
  "s": "6.8 N3.4,7.4,3,2.6,45,270 A3.4,2.4,3.4,2.4,90,-150",
  "t": "5.4 M2.2,13 L2.2,2.6 A4.8,2.6,2.6,2.6,180,270 L5.4,0 M0,10 L5.2,10",
  "u": "8 M0,10 L0,4 A4,4,4,4,180,360 M8,10 L8,0", "v": "8 M0,10 L4,0 L8,10", "w": "12 M0,10 L3,0 L6,9 L9,0 L12,10",
  "x": "7.6 M0,10 L7.6,0 M7.6,10 L0,0", "y": "8 M0,10 L4,0 M8,10 L2.8,-3.2 A1.2,-2.4,1.8,2,-30,-90 L0.4,-4.4",
  "z": "7.4 M0,10 L7.4,10 L0,0 L7.4,0",
  "A": "11 M0,0 L5.5,14 L11,0 M2,5 L9,5",
  "B": "9.4 M0,0 L0,14 L5.5,14 A5.5,10.7,3.3,3.3,90,-90 L0,7.4 M5.5,7.4 A5.5,3.7,3.9,3.7,90,-90 L0,0",
  "C": "10.6 N6,7,6,7,45,315", "D": "10.5 M0,0 L0,14 L4,14 A4,7,6.5,7,90,-90 L0,0",
  "E": "8 M8,14 L0,14 L0,0 L8,0 M0,7.2 L7,7.2",
  "F": "7.6 M7.6,14 L0,14 L0,0 M0,7.2 L6.6,7.2", "G": "11.8 N6,7,6,7,45,360 L6.8,7",
  "H": "10 M0,0 L0,14 M10,0 L10,14 M0,7.2 L10,7.2",
  "I": "0 M0,0 L0,14", "J": "6 M6,14 L6,4 A3,4,3,4,0,-165", "K": "9.2 M0,0 L0,14 M9,14 L0,5.5 M3.4,8.7 L9.4,0",
  "L": "7.4 M0,14 L0,0 L7.4,0", "M": "12 M0,0 L0,14 L6,4 L12,14 L12,0", "N": "10 M0,0 L0,14 L10,0 L10,14",
  "O": "13 O6.5,7,6.5,7", "P": "9.2 M0,0 L0,14 L5.5,14 A5.5,10.3,3.7,3.7,90,-90 L0,6.6",
  "Q": "13 O6.5,7,6.5,7 M8,4 L12.6,-1",
  "R": "9.2 M0,0 L0,14 L5.5,14 A5.5,10.3,3.7,3.7,90,-90 L0,6.6 M5,6.6 L9.4,0",
  "S": "9 N4.5,10.5,4,3.5,37.5,270 A4.5,3.5,4.5,3.5,90,-150", "T": "10 M0,14 L10,14 M5,14 L5,0",
  "U": "10 M0,14 L0,5 A5,5,5,5,180,360 L10,14", "V": "11 M0,14 L5.5,0 L11,14", "W": "16 M0,14 L4,0 L8,12 L12,0 L16,14",
  "X": "9.6 M0,14 L9.6,0 M9.6,14 L0,0", "Y": "10 M0,14 L5,7 L10,14 M5,7 L5,0", "Z": "9.4 M0,14 L9.4,14 L0,0 L9.4,0",
  "0": "8.6 O4.3,7,4.3,7", "1": "4.6 M0.4,11 L4.2,14 L4.2,0", "2": "8.2 N4,10,4,4,157.5,-37.5 L0,0 L8.2,0",
  "3": "8.3 N4,10.5,3.6,3.5,150,-90 A4,3.5,4.3,3.5,90,-150", "4": "9 M6.6,0 L6.6,14 L0,4 L9,4",
  "5": "8.4 M7.6,14 L1,14 L0.6,7.9 A4,4.6,4.4,4.6,127.5,-150", "6": "8.6 O4.3,4.5,4.3,4.5 N9.3,4.5,9.3,9.8,127.5,180",
  "7": "8.3 M0,14 L8.3,14 L2.8,0", "8": "8.6 O4.3,10.6,3.5,3.4 O4.3,3.6,4.3,3.6",
  "9": "8.6 O4.3,9.5,4.3,4.5 N-0.7,9.5,9.3,9.8,0,-52.5",
  ".": "0 M0,0 L0,0.1", ",": "0.8 M0.8,0.2 L0,-2.6", ":": "0 M0,0 L0,0.1 M0,9 L0,9.1",
  ";": "0.8 M0.8,0.2 L0,-2.6 M0.8,9 L0.8,9.1",
  "!": "0 M0,14 L0,4 M0,0 L0,0.1", "?": "7 N3.4,10.6,3.4,3.4,165,-60 L3.4,5 L3.4,4 M3.4,0 L3.4,0.1",
  "'": "0 M0,14 L0,10.6", "\"": "3 M0,14 L0,10.6 M3,14 L3,10.6", "`": "2 M0,14 L2,11.4", "-": "5 M0,5.4 L5,5.4",
  "_": "8 M0,-2 L8,-2",
  "+": "8 M0,5.6 L8,5.6 M4,1.6 L4,9.6", "=": "8 M0,7.6 L8,7.6 M0,3.6 L8,3.6",
  "*": "6 M3,14 L3,8 M0.4,12.5 L5.6,9.5 M5.6,12.5 L0.4,9.5",
  "/": "6 M0,-1.4 L6,15", "\\": "6 M0,15 L6,-1.4", "|": "0 M0,-3 L0,16", "<": "7 M7,10 L0,5.6 L7,1.2",
  ">": "7 M0,10 L7,5.6 L0,1.2",
  "^": "6 M0,10 L3,14 L6,10", "~": "8 N2,5,2,1.6,180,0 A6,5,2,1.6,180,360",
  "(": "3.4 N9,6.4,9,10,120,240", ")": "3.4 N-5.6,6.4,9,10,60,-60", "[": "3 M3,15 L0,15 L0,-2 L3,-2",
  "]": "3 M0,15 L3,15 L3,-2 L0,-2",
  "{": "4 M4,15 L2.4,15 L2.4,7.6 L0.4,6.5 L2.4,5.4 L2.4,-2 L4,-2",
  "}": "4 M0,15 L1.6,15 L1.6,7.6 L3.6,6.5 L1.6,5.4 L1.6,-2 L0,-2",
  "%": "12 O2.6,11,2.6,3 O9.4,3,2.6,3 M10,14 L2,0",
  "#": "9 M2,0 L3.6,14 M5.8,0 L7.4,14 M0.4,9.4 L9,9.4 M0,4.6 L8.6,4.6",
  "&": "10 M10,0 L2.2,10 A4.4,11.4,2.6,2.6,210,-30 L1.6,5.6 A3.6,3.2,3.4,3.2,127.5,330 L9.4,6.4",
  "@": "14 O7,6,2.8,3.2 M9.8,9 L9.8,4.4 A11.8,4.4,2,1.8,180,360 L13.8,6 A7,6,6.8,7.6,0,300",
  "$": "9 N4.5,10.2,4,3.2,37.5,270 A4.5,3.8,4.5,3.2,90,-150 M4.5,15.4 L4.5,-1.4",
]
