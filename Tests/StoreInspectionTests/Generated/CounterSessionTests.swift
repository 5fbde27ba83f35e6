import Foundation
import Store
import StoreInspection
import StoreTesting
import Testing

@testable import Counter

/// A session of Counter on mock values, made a test by `Counter generate-test`.
struct CounterSessionTests {
  @Test func session() async throws {
    let session = try RecordedSession("CounterSessionTests.jsonl", of: Counter(), from: Counter.State())
    let store = TestStore(initialState: session.initialState) {
      session.reducer
    } withDependencies: {
      session.prepare(&$0)
    }

    // By hand
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.stepChanged(5)) { $0.step = 5 }
    await store.send(.incrementButtonTapped) { $0.count = 6 }
    await store.send(.markButtonTapped) { $0.marks = session[4].marks }

    // By itself
    await store.send(.timerButtonTapped) { $0.isTimerOn = true }
    await session.clock.advance(by: .seconds(1))
    await store.receive(.timerTicked) { $0.count = 11 }
    await session.clock.advance(by: .seconds(1))
    await store.receive(.timerTicked) { $0.count = 16 }
    await session.clock.advance(by: .seconds(1))
    await store.receive(.timerTicked) { $0.count = 21 }
    await store.send(.markButtonTapped) { $0.marks = session[9].marks }
    await store.send(.timerButtonTapped) { $0.isTimerOn = false }
    await store.send(.decrementButtonTapped) { $0.count = 16 }
    await store.send(.markDeleted(id: UUID(0))) { $0.marks.remove(id: UUID(0)) }
    session.finish()
  }
}
