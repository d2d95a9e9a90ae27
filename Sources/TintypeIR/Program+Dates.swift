import TintypeIntrinsics

// A date without numbers is the day on which the photo was taken, which only whoever renders it knows.
extension Program {
  /// Whether it asks when the photo was taken, when its parameters have these values.
  public func asksForDate(parameters: [[Double]]) -> Bool {
    zip(self.parameters, parameters).contains { $0.type == .date && $1.isEmpty }
      || instructions.contains { $0.isDateOfPhoto }
  }

  /// The same for a photo that was taken at a time.
  public func taken(at date: CivilDate) -> Program {
    var program = self
    for index in instructions.indices where instructions[index].isDateOfPhoto {
      program.instructions[index].operation = .constant(Numbers(date.lanes))
    }
    return program
  }
}

extension Instruction {
  fileprivate var isDateOfPhoto: Bool { type == .date && operation == .constant([]) }
}
