import Testing
import TintypeIntrinsics

@Suite struct LaneOperationTests {
  @Test func choosesByMask() {
    #expect(LaneOperation.select(.truth(true), 1, 2) == 1)
    #expect(LaneOperation.select(.truth(false), 1, 2) == 2)
  }
}
