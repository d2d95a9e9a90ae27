/// A number with one decimal, or two below 1.
func tenths(_ number: Double) -> String {
  let scale: Double = number < 1 ? 100 : 10
  return "\((number * scale).rounded() / scale)"
}
