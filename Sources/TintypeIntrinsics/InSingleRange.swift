/// A number with the range of single precision: what would round to more than the largest number is an infinity, and
/// what would round to less than the smallest is 0.
public func inSingleRange(_ number: Double) -> Double {
  let size = number.magnitude
  if size >= 0x1.FFFFFFp127 { return number * .infinity }
  return size <= 0x1p-150 ? number * 0 : number
}
