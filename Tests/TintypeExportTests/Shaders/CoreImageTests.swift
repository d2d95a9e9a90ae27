import Testing
import TintypeTestSupport

/// Filters of Core Image, run on the CPU.
@Suite(
  .slow, .enabled(if: CoreImageRun.clang != nil && CoreImageRun.swiftc != nil, "there is no clang++ or no swiftc"))
struct CoreImageTests {
  @Test(.timeLimit(.minutes(10))) func filtersEqualTheRender() throws {
    for (one, made) in zip(PassCase.all, try CoreImageRun.pixels(PassCase.all)) {
      // Kernels get light: where a program that is no look jumps, or ends between two codes, its rounding decides.
      let isLook = !one.name.hasPrefix("program-")
      one.expectEqual(made, in: "Metal", codes: isLook ? 1 : 255, share: isLook ? 0.001 : 0.01)
    }
  }
}
