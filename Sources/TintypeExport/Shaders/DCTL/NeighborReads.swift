import TintypeIR
import TintypeIntrinsics

/// How much of the photo and of noise one pixel of a result takes where nothing is stored between spatial steps: a
/// blur of a blur reads a window of windows.
struct NeighborReads {
  /// The frame for which they are counted. Radii grow with the frame, and so do the counts.
  static let frame = (width: 1920, height: 1080)

  /// In messages.
  static var size: String { "\(frame.width) x \(frame.height)" }

  /// The most pixels and numbers of noise that a file in DCTL takes for one pixel.
  static let most = 500.0

  /// The pixels around one that each spatial step takes; infinite for one of several passes, such as a median.
  private(set) var windows: [Value: Double] = [:]

  /// The same times what a pixel of its fields takes.
  private var ofSteps: [Value: Double] = [:]

  private let program: Program

  /// - Parameter values: of the parameters, one number a lane.
  init(_ program: Program, values: [[Double]]) {
    self.program = program
    let pictures = program.pictures.map { _ in ExactField(columns: 0..<1, rows: 0..<1) { _, _ in [0, 0, 0, 0] } }
    let numbers = Interpreter(
      program, parameters: values, width: Self.frame.width, height: Self.frame.height, pictures: pictures
    ).values(at: .init(color: [0, 0, 0, 1]))
    for (index, instruction) in program.instructions.enumerated() {
      guard case .spatial(let operation) = instruction.operation else { continue }
      let fields = Array(instruction.operands.prefix(operation.fieldCount))
      let pixels: Double
      switch operation.reading {
      case .elsewhere(let sample): pixels = Double(sample.filter.taps * sample.filter.taps)
      case .around(let filter):
        let amount = filter.amounts.first.map {
          $0.resolved(Float(numbers[instruction.operands[fields.count].index][0]))
        }
        pixels = filter.window?.pixels(amount ?? 0) ?? .infinity
      }
      windows[Value(index)] = pixels
      ofSteps[Value(index)] = pixels * max(reads(of: fields), 1)
    }
  }

  /// How far the largest window of some values is beyond the limit, in words; nil where none is.
  func excess(of cone: Set<Value>) -> String? {
    let most = cone.compactMap { windows[$0] }.max() ?? 0
    guard most > Self.most else { return nil }
    guard most.isFinite else { return "in several passes" }
    return "\(Int(most)) for each pixel of \(Self.size), and at most \(Int(Self.most)) fit"
  }

  /// What the result takes.
  var total: Double { reads(of: [program.output.color]) }

  /// What some values of one pixel take together.
  private func reads(of values: [Value]) -> Double {
    var (seen, open, sum) = (Set(values), values, 0.0)
    while let value = open.popLast() {
      let instruction = program[value]
      var operands = Array(instruction.operands)
      switch instruction.operation {
      case .source, .noise: sum += 1
      case .spatial(let operation):
        sum += ofSteps[value] ?? 0
        // The fields are read elsewhere.
        operands.removeFirst(operation.fieldCount)
      default: break
      }
      for operand in operands where seen.insert(operand).inserted { open.append(operand) }
    }
    return sum
  }
}
