import TintypeIntrinsics

// A date without numbers is the day on which the photo was taken; the host supplies it.
extension Program {
  /// Whether the program needs the date of the photo for these parameter values.
  public func asksForDate(parameters: [[Double]]) -> Bool {
    zip(self.parameters, parameters).contains { $0.type == .date && $1.isEmpty }
      || instructions.contains { $0.isDateOfPhoto }
  }
}

extension Program {
  /// The program with the words of its dates in a language.
  public func withDates(in locale: DateLocale) -> Program {
    var program = self
    for index in instructions.indices {
      if case .text(.date) = instructions[index].operation {
        program.instructions[index].operation = .text(.date(locale))
      }
    }
    return program
  }
}

extension Instruction {
  /// Whether it is the date of the photo.
  var isDateOfPhoto: Bool { type == .date && operation == .constant([]) }
}
