import Store
import Testing

@testable import StoreCore

/// Whether an effect runs, as stores and observers see it.
@MainActor @Suite(.timeLimit(.minutes(10))) struct IsEffectRunningTests {
  typealias CancelID = PlacedLeaf.CancelID

  let store = Store(initialState: Places.State()) { Places() }
  let stream: AsyncStream<Void>
  let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  @Test func eachStoreSeesTheEffectsOfItsFeature() throws {
    let rows = store.scope(state: \.rows, action: \.rows)
    let destination = try #require(store.scope(state: \.$destination, action: \.destination))
    guard case .leaf(let presented) = destination.case else { return #expect(Bool(false)) }
    let sheet = try #require(store.scope(state: \.$sheet, action: \.sheet))
    let plain = try #require(store.scope(state: \.plain, action: \.plain))
    let all = [rows[0], rows[1], sheet, plain, presented, store.scope(state: \.path, action: \.path)[0]]
    // A scope has its ids in common with the feature around it.
    let always = store.scope(state: \.always, action: \.always)
    func expectRunning(_ running: Int?) {
      #expect(all.map { $0.isEffectRunning(id: CancelID.load) } == all.indices.map { $0 == running })
    }
    for (index, child) in all.enumerated() {
      expectRunning(nil)
      child.send(.load(stream))
      expectRunning(index)
      // The root sees them all.
      #expect(store.isEffectRunning(id: CancelID.load) && !store.isEffectRunning(id: CancelID.other))
      #expect(always.isEffectRunning(id: CancelID.load))
      child.send(.cancel)
    }
    #expect(!store.isEffectRunning(id: CancelID.load) && !always.isEffectRunning(id: CancelID.load))
    rows[0].send(.load(stream))
    store.send(.sheet(.dismiss))
    #expect(!sheet.isEffectRunning(id: CancelID.load), "a feature that is gone has no effects")
  }

  @Test func anEffectSeesThoseOfItsFeature() {
    let row = store.scope(state: \.rows, action: \.rows)[0]
    store.send(.rows(.element(id: 2, action: .load(stream))))
    row.send(.look)
    #expect(row.isRunning == false)
    row.send(.load(stream))
    row.send(.look)
    #expect(row.isRunning == true)
  }

  @Test func observersSeeTheBeginningAndTheEnd() async {
    let log = Log()
    let row = store.scope(state: \.rows, action: \.rows)[1]
    let token = observe {
      let ofRow = row.isEffectRunning(id: CancelID.load)
      log.append("\(store.isEffectRunning(id: CancelID.load)) \(ofRow)")
    }
    #expect(log.entries == ["false false"])
    store.send(.rows(.element(id: 1, action: .load(stream))))
    await log.wait(for: "true false")
    row.send(.load(AsyncStream { _ in }))
    await log.wait(for: "true true")
    log.removeAll()
    continuation.finish()
    store.send(.rows(.element(id: 2, action: .cancel)))
    await log.wait(for: "false false")
    withExtendedLifetime(token) {}
  }
}
