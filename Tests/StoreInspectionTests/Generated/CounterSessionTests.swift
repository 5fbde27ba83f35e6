import Foundation
import Store
import StoreTesting
import Testing

@testable import Counter

/// A session of Counter on mock values, made a test by `Counter generate-test`.
/// It calls memberwise initializers of `Counter.Mark`. Where a type has another one, the command line's
/// `swiftSpellings` have to say so.
struct CounterSessionTests {
  @Test func session() async {
    let clock = TestClock()
    let start = Date("2026-01-01T00:00:00Z")
    let store = TestStore(initialState: Counter.State()) {
      Counter()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = DateGenerator { start + clock.now.offset / .seconds(1) }
      $0.uuid = .incrementing
    }

    // By hand
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.stepChanged(5)) { $0.step = 5 }
    await store.send(.incrementButtonTapped) { $0.count = 6 }
    await store.send(.markButtonTapped) {
      $0.marks = [Counter.Mark(id: UUID(0), count: 6, date: Date("2026-01-01T00:00:00Z"))]
    }

    // By itself
    await store.send(.timerButtonTapped) { $0.isTimerOn = true }
    await clock.advance(by: .seconds(1))
    await store.receive(.timerTicked) { $0.count = 11 }
    await clock.advance(by: .seconds(1))
    await store.receive(.timerTicked) { $0.count = 16 }
    await clock.advance(by: .seconds(1))
    await store.receive(.timerTicked) { $0.count = 21 }
    await store.send(.markButtonTapped) {
      $0.marks.append(Counter.Mark(id: UUID(1), count: 21, date: Date("2026-01-01T00:00:03Z")))
    }
    await store.send(.timerButtonTapped) { $0.isTimerOn = false }
    await store.send(.decrementButtonTapped) { $0.count = 16 }
    await store.send(.markDeleted(id: UUID(0))) { $0.marks.remove(id: UUID(0)) }
  }
}

extension Date {
  fileprivate init(_ text: String) { self = (try? Date(text, strategy: .iso8601)) ?? .distantPast }
}
