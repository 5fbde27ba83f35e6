import Dependencies
import Store
import Testing

@Suite struct ObserveTokenTests {
  @Test func tokensAreKept() {
    let ended = LockIsolated<[Int]>([])
    func token(_ number: Int) -> ObserveToken { ObserveToken { ended.withValue { $0.append(number) } } }
    var list: [ObserveToken] = []
    var set: Set<ObserveToken> = []
    token(1).store(in: &list)
    let second = token(2)
    second.store(in: &set)
    second.store(in: &set)
    token(3).store(in: &set)
    #expect(ended.value == [])
    #expect(list.count == 1 && set.count == 2 && set.contains(second))
    list = []
    #expect(ended.value == [1])
    set = []
    #expect(ended.value == [1, 3])
    withExtendedLifetime(second) {}
  }

  @Test @MainActor func actionsGoSomewhereElse() async {
    var received: [Int] = []
    let send = Send<Int> { received.append($0) }
    await send(1)
    await Task.detached { await send(2) }.value
    #expect(received == [1, 2])
  }
}
